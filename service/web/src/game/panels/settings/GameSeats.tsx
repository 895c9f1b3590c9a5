// SPDX-License-Identifier: AGPL-3.0-or-later
// Who has a seat, and who should have it: handing over a seat, votes about absent players, taking over.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { api, unwrap } from '../../../lib/api';
import { seatName, useGame } from '../../state/context';
import { gameSeat } from '../../state/seats';
import type { components } from '../../../schema';
import { useMe } from '../../../lib/session';
import { moment, texts } from '../../../texts';
import type { BotLevel } from '../../../types';
import { Choice, Field } from '../../../ui/Field';
import { toast } from '../../../ui/toast';
import { Disclosure } from '../../../ui/Disclosure';
import { type Clock, rulesOf } from './GameClock';
import { usePlayedSeat } from './GamePause';
import { usePolled } from '../../../ui/usePolled';
import { type Fetched, AsyncContent, ConfirmButton, useSubmit } from '../../../ui/forms';

type Votes = components['schemas']['Votes'];
type SeatVotes = Votes['seats'][number];
type Successor = components['schemas']['Successor'];

interface SeatProps {
    seat: SeatVotes;
    of: Fetched<Votes>;
    /** The seat that the reader plays. */
    own: number | null;
}

/** The clock that a player votes for, complete, as the server returns it. */
const clockOf = (to: Successor): Clock | null => (typeof to === 'object' && 'clock' in to ? (to.clock as Clock) : null);

function nameOf(to: Successor): string {
    const t = texts().settings.game;
    if (to === 'bot') return t.toBot;
    if (to === 'end') return t.toEnd;
    return 'account' in to ? to.account : t.toClock(rulesOf(to.clock as Clock)[0] ?? '');
}

const clockDays = ['1', '2', '3', '7'] as const;
type ClockDays = (typeof clockDays)[number];
const daySeconds = 86400;

/** What the other players can agree on if a player does not come back: to end the game, or a clock if it has none. */
function ForAll({ seat, own, cast, busy }: { seat: SeatVotes; own: number | null; cast: (to: Successor) => void; busy: boolean }): JSX.Element {
    const t = texts().settings.game;
    const { state } = useGame();
    const [days, setDays] = useState<ClockDays>('1');
    const wanted = new Map(seat.votes.flatMap(({ by, to }): [string, Clock][] => {
        const clock = clockOf(to);
        return clock && by !== own ? [[JSON.stringify(clock), clock]] : [];
    }));
    return (
        <>
            <p>{t.forAll(seat.needed_by_all)}</p>
            <ConfirmButton name="vote-end" label={t.voteEnd} sure={t.voteEndSure} disabled={busy} onDo={() => cast('end')} />
            {!state.game.clock && (
                <>
                    {[...wanted].map(([key, clock]) => (
                        <button key={key} type="button" data-do="agree-clock" disabled={busy} onClick={() => cast({ clock })}>
                            {t.agreeClock(rulesOf(clock)[0] ?? '')}
                        </button>
                    ))}
                    <Choice label={t.clockDays} value={days} options={clockDays.map((value) => [value, texts().settings.calendar.days(Number(value))])} disabled={busy} onChoose={setDays} />
                    <button type="button" data-do="vote-clock" disabled={busy} onClick={() => cast({ clock: { turn: Number(days) * daySeconds } })}>
                        {t.voteClock}
                    </button>
                </>
            )}
        </>
    );
}

/** Casts a vote; for the reader's own seat that is enough to hand it over. */
function Vote({ seat, of, own }: SeatProps): JSX.Element {
    const t = texts().settings.game;
    const { store, state } = useGame();
    const { run, busy, error } = useSubmit(['/to/account']);
    const [person, setPerson] = useState('');
    const [hasSeat, setHasSeat] = useState(false);
    const isOwn = seat.seat === own;
    const botPlays = gameSeat(state, seat.seat)?.kind === 'bot';
    const cast = (to: Successor): Promise<boolean> =>
        run(async () => {
            of.set(await unwrap(api.POST('/v1/games/{id}/votes', { params: { path: { id: store.id } }, body: { seat: seat.seat, to } })));
            await store.refresh();
        }, isOwn ? t.meanwhile : state.game.clock?.vote_after ? t.notYet(state.game.clock.vote_after) : t.notYetWaited);
    const ask = async (event: SubmitEvent): Promise<void> => {
        event.preventDefault();
        const plays = state.game.seats.some(({ account }) => account === person.trim());
        setHasSeat(plays);
        if (!plays && (await cast({ account: person.trim() }))) setPerson('');
    };
    return (
        <>
            {!botPlays && isOwn && <ConfirmButton name="hand-bot" label={t.handBot} sure={t.handBotSure} disabled={busy} onDo={() => void cast('bot')} />}
            {!botPlays && !isOwn && (
                <button type="button" data-do="vote-bot" disabled={busy} onClick={() => void cast('bot')}>
                    {t.voteBot}
                </button>
            )}
            <form noValidate onSubmit={(event) => void ask(event)}>
                <Field label={t.person} error={hasSeat ? t.hasSeat : error('/to/account')} name="person" required maxLength={128} autocomplete="off" autocapitalize="off" spellcheck={false} value={person} onInput={(event) => setPerson(event.currentTarget.value)} />
                <button type="submit" data-do={isOwn ? 'hand-person' : 'vote-person'} disabled={busy || person.trim() === ''}>
                    {isOwn ? t.handPerson : t.votePerson}
                </button>
            </form>
            {seat.absent && !isOwn && <ForAll seat={seat} own={own} cast={(to) => void cast(to)} busy={busy} />}
        </>
    );
}

/** A seat that is offered to the reader, or that was theirs before a bot took over. */
function Take({ seat, back }: { seat: number; back: boolean }): JSX.Element {
    const t = texts().settings.game;
    const { store } = useGame();
    const { run, busy } = useSubmit();
    const take = (): void =>
        void run(async () => {
            await api.POST('/v1/games/{id}/seats/{seat}/take', { params: { path: { id: store.id, seat } } });
            toast(t.takenOver);
            await store.refresh();
        }, t.meanwhile);
    return (
        <p class="row">
            {!back && <span>{t.offeredYou}</span>}
            <button type="button" class="main" data-do="take-seat" disabled={busy} onClick={take}>
                {back ? t.takeBack : t.take}
            </button>
        </p>
    );
}

/** The votes about a seat; the reader can take back their own. */
function Said({ seat, of, own }: SeatProps): JSX.Element {
    const t = texts().settings.game;
    const { store, state } = useGame();
    const { run, busy } = useSubmit();
    const withdraw = (): void => void run(async () => of.set(await unwrap(api.DELETE('/v1/games/{id}/votes/{seat}', { params: { path: { id: store.id, seat: seat.seat } } }))), t.meanwhile);
    return (
        <>
            {seat.votes.length > 0 && (
                <ul data-list="votes">
                    {seat.votes.map(({ by, to }) => (
                        <li key={by}>{t.votes(seatName(state, by), nameOf(to))}</li>
                    ))}
                </ul>
            )}
            {seat.offered_to && <p data-part="offered">{t.offered(seat.offered_to)}</p>}
            {seat.votes.some(({ by }) => by === own) && (
                <button type="button" data-do="withdraw-vote" disabled={busy} onClick={withdraw}>
                    {t.withdrawVote}
                </button>
            )}
        </>
    );
}

/** Older names of a level in the interface. */
const olderNames: Record<string, BotLevel> = { greedy: 'normal' };

/** How well the bot in a seat plays; the game's creator can change it. */
function Level({ seat, bot }: { seat: number; bot: string }): JSX.Element {
    const t = texts().settings.game;
    const { store } = useGame();
    const { run, busy } = useSubmit();
    const known = Object.entries(t.levels) as [BotLevel, string][];
    const choose = (level: BotLevel): void =>
        void run(async () => {
            await unwrap(api.POST('/v1/games/{id}/bots', { params: { path: { id: store.id } }, body: { seat, bot: level } }));
            await store.refresh();
        }, t.meanwhile);
    return <Choice label={t.level} value={olderNames[bot] ?? (bot as BotLevel)} options={known} disabled={busy} onChoose={choose} />;
}

function SeatRow(props: SeatProps): JSX.Element {
    const { seat, own } = props;
    const t = texts().settings.game;
    const { state } = useGame();
    const me = useMe();
    const held = gameSeat(state, seat.seat);
    const isOwn = seat.seat === own;
    // Handed to a bot but not given up: its previous player can take it back.
    const back = me !== null && held?.kind === 'bot' && held.account === me?.name && state.view.players[seat.seat]?.resigned !== true;
    const offered = seat.offered_to !== null && seat.offered_to === me?.name && own === null;
    const standing = [held?.kind === 'bot' ? t.botPlays : '', state.game.clock && held?.kind === 'human' ? seat.missed === 0 ? t.missedNone : t.missed(seat.missed) : '', seat.open ? t.needed(seat.needed) : !state.game.clock && seat.open_at ? t.openAt(moment(seat.open_at)) : ''].filter((text) => text !== '');
    return (
        <li data-seat={seat.seat}>
            <div class="seat-about">
                <p>
                    <b>{seatName(state, seat.seat)}</b> <span class="quiet">{standing.join(' · ')}</span>
                </p>
                <Said {...props} />
                {held?.kind === 'bot' && held.bot && me?.name === state.game.creator && <Level seat={seat.seat} bot={held.bot} />}
                {(back || offered) && <Take seat={seat.seat} back={back} />}
                {seat.open && own !== null && !isOwn && <Vote {...props} />}
                {isOwn && (
                    <Disclosure label={t.hand} name="hand">
                        <Vote {...props} />
                    </Disclosure>
                )}
            </div>
        </li>
    );
}

function Resign(): JSX.Element {
    const t = texts().settings.game;
    const { store } = useGame();
    const { run, busy } = useSubmit();
    const resign = (): void =>
        void run(async () => {
            await api.POST('/v1/games/{id}/resign', { params: { path: { id: store.id } } });
            toast(t.resigned);
            await store.refresh();
        }, t.meanwhile);
    return (
        <Disclosure label={t.resign} name="resign">
            <p>{t.resignWhat}</p>
            <ConfirmButton name="resign-game" label={t.resign} sure={t.resignSure} disabled={busy} onDo={resign} />
        </Disclosure>
    );
}

export function GameSeats(): JSX.Element {
    const t = texts().settings.game;
    const { store, state } = useGame();
    const own = usePlayedSeat();
    const votes = usePolled(async () => await unwrap(api.GET('/v1/games/{id}/votes', { params: { path: { id: store.id } } })), [state.view.seq]);
    return (
        <section class="sheet" data-part="seats">
            <h3>{t.seats}</h3>
            <p>{t.seatsWhy}</p>
            <AsyncContent of={votes}>
                {(value) => (
                    <ul class="things">
                        {value.seats.map((seat) => (
                            <SeatRow key={seat.seat} seat={seat} of={votes} own={own} />
                        ))}
                    </ul>
                )}
            </AsyncContent>
            {own !== null && <Resign />}
        </section>
    );
}
