// SPDX-License-Identifier: AGPL-3.0-or-later
// Who can see a game, and its address.
import type { JSX } from 'preact';
import { useGame } from '../../state/context';
import { Link } from '../../../lib/router';
import { moment, texts } from '../../../texts';
import { CopyField } from '../../../ui/CopyField';
import { KnowsAtTable } from '../../../ui/Knows';

export function GameAbout(): JSX.Element {
    const t = texts().settings.game;
    const { game } = useGame().state;
    const link = `${location.origin}/games/${game.id}`;
    const made = moment(game.created_at);
    return (
        <section class="sheet" data-part="about">
            <h3>{t.about}</h3>
            <p>
                {t.visibility[game.visibility ?? 'public']} {game.creator ? t.made(game.creator, made) : t.madeWhen(made)}
            </p>
            {game.seats.filter(({ account }) => account).length > 1 && <KnowsAtTable game={game.id} names={game.seats.map(({ account }) => account ?? '')} />}
            <CopyField label={t.link} text={link} />
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
            {game.status !== 'open' && (
                <p class="row">
                    {t.picture}
                    <a href={`/v1/games/${game.id}/board.svg`} download={`hexpost-${game.id}.svg`}>
                        SVG
                    </a>
                    <a href={`/v1/games/${game.id}/board.png`} download={`hexpost-${game.id}.png`}>
                        PNG
                    </a>
                </p>
            )}
        </section>
    );
}
