// SPDX-License-Identifier: AGPL-3.0-or-later
import type { ComponentType, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { sayFault } from './notice';

/** A component whose code is loaded when it is first shown. */
export function lazy<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>): ComponentType<Props> {
    let known: ComponentType<Props> | null = null;
    return function Lazy(props: Props): JSX.Element {
        const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(() => known);
        useEffect(() => {
            if (!Loaded)
                load().then((module) => {
                    known = module.default;
                    setLoaded(() => module.default);
                }, sayFault);
        }, []);
        return Loaded ? <Loaded {...props} /> : <div class="loading" aria-busy="true" />;
    };
}
