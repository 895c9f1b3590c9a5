// SPDX-License-Identifier: AGPL-3.0-or-later
// Who may see a game, its address, and getting out of it before it begins.
import type { JSX } from 'preact';
import { api } from '../api';
import { Copy } from '../around/Copy';
import { useGame } from '../game/context';
import { Link, navigate } from '../router';
import { useMe } from '../session';
import { moment, texts } from '../texts';
import { say } from '../ui/notice';
import { Twice, useDoing } from './use';

/** Before the start: one's seat, and the whole game for who made it. */
function BeforeStart(): JSX.Element {
    const t = texts().settings.game;
    const { store, state } = useGame();
    const me = useMe();
    const { run, busy } = useDoing();
    const params = { path: { id: store.id } };
    const leave = (): void =>
        void run(async () => {
            await api.POST('/v1/games/{id}/leave', { params });
            say(t.left);
            await store.refresh();
        });
    const remove = (): void =>
        void run(async () => {
            await api.DELETE('/v1/games/{id}', { params });
            say(t.removed);
            navigate('/');
        });
    const seated = me && state.game.seats.some(({ account }) => account === me.name);
    return (
        <div class="row">
            {seated && <Twice name="leave" label={t.leave} sure={t.leaveSure} disabled={busy} onDo={leave} />}
            {me && state.game.creator === me.name && <Twice name="delete-game" label={t.remove} sure={t.removeSure} disabled={busy} onDo={remove} />}
        </div>
    );
}

export function GameAbout(): JSX.Element {
    const t = texts().settings.game;
    const { game } = useGame().state;
    const link = `${location.origin}/games/${game.id}`;
    const made = moment(game.created_at);
    return (
        <section class="sheet" data-part="about">
            <h3>{t.about}</h3>
            <p>
                {game.visibility === 'private' ? t.private : t.public} {game.creator ? t.made(game.creator, made) : t.madeWhen(made)}
            </p>
            <Copy label={t.link} text={link} />
            <p class="quiet">{t.linkHelp}</p>
            <p class="row">
                {'share' in navigator && (
                    <button type="button" data-do="share" onClick={() => void navigator.share({ url: link }).catch(() => undefined)}>
                        {t.share}
                    </button>
                )}
                <Link class="button" href={`/games/${game.id}/fairness`}>
                    {t.fairness}
                </Link>
            </p>
            {game.status === 'open' && <BeforeStart />}
        </section>
    );
}
