// SPDX-License-Identifier: AGPL-3.0-or-later
// The reader's watch list: a game that they do not play in.
import type { JSX } from 'preact';
import { api, unwrap } from '../../../lib/api';
import { texts } from '../../../texts';
import { useFetched, useSubmit } from '../../../ui/forms';
import { useGame } from '../../state/context';

export function GameWatch(): JSX.Element | null {
    const { store } = useGame();
    const t = texts().game;
    const { run, busy } = useSubmit();
    const of = { params: { path: { id: store.id } } };
    const watch = useFetched(async () => (await unwrap(api.GET('/v1/games/{id}/watch', of))).watched, [store.id]);
    if (watch.value === undefined) return null;
    const change = (): void =>
        void run(async () => {
            await (watch.value ? api.DELETE('/v1/games/{id}/watch', of) : api.PUT('/v1/games/{id}/watch', of));
            watch.set(!watch.value);
        });
    return (
        <p>
            <button type="button" data-do={watch.value ? 'unwatch' : 'watch'} disabled={busy} onClick={change}>
                {watch.value ? t.unwatch : t.watch}
            </button>
        </p>
    );
}
