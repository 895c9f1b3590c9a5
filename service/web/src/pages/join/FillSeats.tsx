// SPDX-License-Identifier: AGPL-3.0-or-later
// Lets the game's creator fill the free seats with bots.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { api } from '../../lib/api';
import { texts } from '../../texts';
import type { BotLevel, Game } from '../../types';
import { toastError } from '../../ui/toast';

const levels: BotLevel[] = ['easy', 'normal', 'hard'];

export function FillSeats({ game, load }: { game: Game; load: () => Promise<void> }): JSX.Element {
    const [sending, setSending] = useState(false);
    const t = texts().making;
    const fill = (bot: BotLevel): void => {
        setSending(true);
        api.POST('/v1/games/{id}/bots', { params: { path: { id: game.id } }, body: { bot } })
            .then(load, toastError)
            .finally(() => setSending(false));
    };
    return (
        <section class="sheet" data-part="fill-seats">
            <h2>{t.join.bots}</h2>
            <p>{t.join.botsLead}</p>
            <p class="row">
                {levels.map((level) => (
                    <button type="button" key={level} data-do="fill" data-bot={level} disabled={sending} onClick={() => fill(level)}>
                        {t.who[level]}
                    </button>
                ))}
            </p>
        </section>
    );
}
