// SPDX-License-Identifier: AGPL-3.0-or-later
// Who gets which seat.
import type { JSX } from 'preact';
import { botName } from '../../lib/bots';
import { currentMe } from '../../lib/session';
import { texts } from '../../texts';
import { Choice, Field } from '../../ui/Field';
import { Avatar } from '../../ui/Avatar';
import { type Draft, isBot, type Seat, withSeat } from './draft';
import type { SeatKind } from '../../types';

/** The colors of the seats in order, which the server assigns by itself. */
const colors = ['red', 'blue', 'white', 'orange', 'green', 'brown'];

function SeatFace({ seat: { who }, color }: { seat: Seat; color: string }): JSX.Element {
    const bot = isBot(who);
    return <Avatar name={bot ? botName({ mode: 'play' }, { kind: 'bot', color }) : who === 'me' ? (currentMe()?.name ?? color) : null} paint={`paint-${color}`} />;
}

export function Seats({ draft, wrong, change }: { draft: Draft; wrong: (pointer: string) => string | undefined; change: (draft: Draft) => void }): JSX.Element {
    const t = texts().making;
    const choose = (at: number, who: SeatKind): void => change(withSeat(draft, at, who === 'invite' ? { who, email: '' } : who === 'person' ? { who, name: '' } : ({ who } as Seat)));
    const has = (who: SeatKind): boolean => draft.seats.some((seat) => seat.who === who);
    return (
        <fieldset class="seat-rows">
            <legend>{t.seats}</legend>
            {draft.seats.map((seat, i) => (
                <div key={i} class="seat-row" data-seat={i}>
                    <SeatFace seat={seat} color={colors[i] ?? ''} />
                    <Choice label={t.seat(i + 1)} value={seat.who} options={Object.entries(t.who) as [SeatKind, string][]} onChoose={(who) => choose(i, who)} />
                    {seat.who === 'person' && <Field label={t.personName(i + 1)} help={t.personHelp} error={wrong(`/seats/${i}`)} name={`person-${i}`} autocomplete="off" value={seat.name} onInput={(event) => change(withSeat(draft, i, { who: 'person', name: event.currentTarget.value }))} />}
                    {seat.who === 'invite' && <Field label={t.email(i + 1)} help={t.emailHelp} error={wrong(`/seats/${i}`)} name={`email-${i}`} type="email" value={seat.email} onInput={(event) => change(withSeat(draft, i, { who: 'invite', email: event.currentTarget.value }))} />}
                </div>
            ))}
            <p class="quiet">
                {t.seatsHelp} {has('me') ? '' : t.alone}
            </p>
            {draft.visibility === 'private' && has('open') && (
                <p class="bad" role="alert">
                    {t.lonely}
                </p>
            )}
        </fieldset>
    );
}
