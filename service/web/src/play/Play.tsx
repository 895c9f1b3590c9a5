// SPDX-License-Identifier: AGPL-3.0-or-later
import type { JSX } from 'preact';
import { useGame } from '../game/context';
import { sayFault } from '../ui/notice';
import type { Action } from '../types';

export function Play(): JSX.Element {
    const { store, state } = useGame();
    return (
        <section class="play">
            {state.list.actions.map((action) => (
                <button type="button" key={JSON.stringify(action)} disabled={store.sending} onClick={() => store.send(action as Action).catch(sayFault)}>
                    {JSON.stringify(action)}
                </button>
            ))}
        </section>
    );
}
