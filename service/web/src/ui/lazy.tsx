// SPDX-License-Identifier: AGPL-3.0-or-later
import type { ComponentChildren, ComponentType, JSX } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { texts } from '../texts';

/** Shown while a component's code is loading. */
type Frame = ComponentType<{ busy: boolean; children?: ComponentChildren }>;

function PartFrame({ busy, children }: { busy: boolean; children?: ComponentChildren }): JSX.Element {
    return (
        <div class="loading" aria-busy={busy}>
            {children}
        </div>
    );
}

/** The code failed to load: the network is down, or the server has a newer version. */
function Missing({ failed, again }: { failed: number; again: () => void }): JSX.Element {
    const t = texts().common;
    useEffect(() => {
        addEventListener('online', again);
        return () => removeEventListener('online', again);
    }, []);
    return (
        <>
            <p>{t.lostNetwork}</p>
            <button type="button" data-do={failed > 1 ? 'reload' : 'again'} onClick={() => (failed > 1 ? location.reload() : again())}>
                {failed > 1 ? t.reload : t.again}
            </button>
        </>
    );
}

let underWay = 0;

/** Counts components that are loading. The root element has an attribute while there are any, for those who wait until
 * all is there; not every frame shows it. */
function mark(change: 1 | -1): void {
    underWay += change;
    if (underWay > 0) document.documentElement.dataset.loading = '';
    else delete document.documentElement.dataset.loading;
}

export type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** A component whose code is loaded when it is first shown, and a function that loads it earlier. */
export function made<Props extends object>(load: Load<Props>, Frame: Frame): { Lazy: ComponentType<Props>; fetch: () => Promise<ComponentType<Props>> } {
    let known: ComponentType<Props> | null = null;
    const fetch = async (): Promise<ComponentType<Props>> => {
        known = (await load()).default;
        return known;
    };
    function Lazy(props: Props): JSX.Element {
        const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(() => known);
        const [failed, setFailed] = useState(0);
        const fetchIt = (): void => {
            fetch().then(
                (component) => setLoaded(() => component),
                () => setFailed((n) => n + 1),
            );
        };
        useEffect(() => {
            if (!Loaded) fetchIt();
        }, []);
        const waits = !Loaded && failed === 0;
        useLayoutEffect(() => {
            if (!waits) return undefined;
            mark(1);
            return () => mark(-1);
        }, [waits]);
        if (Loaded) return <Loaded {...props} />;
        return <Frame busy={failed === 0}>{failed > 0 && <Missing failed={failed} again={fetchIt} />}</Frame>;
    }
    return { Lazy, fetch };
}

/** A component whose code is loaded when it is first shown. */
export const lazy = <Props extends object>(load: Load<Props>, Frame: Frame = PartFrame): ComponentType<Props> => made(load, Frame).Lazy;
