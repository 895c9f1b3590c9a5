// SPDX-License-Identifier: AGPL-3.0-or-later
// Entry of dice rolled at a real table: two taps, or two digits on the keyboard.
import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { seatName, useGame } from '../state/context';
import { tracks } from '../../lib/rules';
import type { GameState } from '../state/gameStore';
import { cardName } from '../../lib/cardName';
import { texts } from '../../texts';
import { cardCount, kindsOf, resources } from '../../lib/kinds';
import type { Cards, Kind, Outcome, Track } from '../../types';
import { CardPicker } from '../../ui/Cards';
import { Choice } from '../../ui/Field';
import { drawers, fleetTakes } from './drawers';
import { playerOf } from './asked';
import { Faces } from './Faces';
import type { Flow } from './flow';
import { trackCards } from './progress';

const events = ['ship', ...tracks] as const;
type Event = (typeof events)[number];
/** Easy start: the event die is not used in this many turns of each player (V-14). */
const easyTurns = 2;

function hasEvent({ game, view }: GameState): boolean {
    const { rules } = game;
    const easy = rules.variants?.includes('easy_start') && view.turn.number <= easyTurns * (rules.players ?? view.players.length);
    return rules.game === 'cities_and_knights' && !easy;
}

type Taken = ReturnType<typeof fleetTakes>[number];
type Lost = Record<number, Cards>;

/** The cards as a list, the form that an outcome has. */
const oneByOne = (cards: Cards): Kind[] => kindsOf(cards).flatMap((kind) => Array<Kind>(cards[kind] ?? 0).fill(kind));

interface Rolled {
    yellow: number | null;
    red: number | null;
    event: Event | null;
}

/** Digits choose the yellow die, then the red one; `now` holds the current choice even when typing is faster than
 * rendering. */
function useDigits(now: { current: Rolled }, set: (change: Partial<Rolled>) => void, fixed: boolean): void {
    const latest = useRef(set);
    latest.current = set;
    // Before the first paint: once the dice are visible, typing works.
    useLayoutEffect(() => {
        const type = (event: KeyboardEvent): void => {
            const { target } = event;
            const typing = target instanceof HTMLElement && target.matches('input, textarea, select');
            if (typing || fixed || event.ctrlKey || event.metaKey || event.altKey || !/^[1-6]$/.test(event.key)) return;
            event.preventDefault();
            latest.current(now.current.yellow === null ? { yellow: Number(event.key) } : { red: Number(event.key) });
        };
        addEventListener('keydown', type);
        return () => removeEventListener('keydown', type);
    }, [fixed]);
}

/** The progress cards drawn because of a gate on the event die, one for each player who draws. Either all of them are
 * entered or none. */
function Draws({ seats, track, cards, onChange }: { seats: number[]; track: Track; cards: Record<number, string>; onChange: (cards: Record<number, string>) => void }): JSX.Element {
    const { state } = useGame();
    const t = texts().table;
    const options: [string, string][] = [['', t.serverDraws], ...trackCards(track).map((card): [string, string] => [card, cardName(card)])];
    return (
        <>
            {seats.map((seat) => (
                <Choice key={seat} label={t.draws(seatName(state, seat))} value={cards[seat] ?? ''} options={options} onChoose={(card) => onChange({ ...cards, [seat]: card })} />
            ))}
        </>
    );
}

/** The cards that the fleet took from each player it met; the server draws them unless all are entered. */
function Losses({ takes, lost, onChange }: { takes: Taken[]; lost: Lost; onChange: (lost: Lost) => void }): JSX.Element {
    const { state } = useGame();
    return (
        <>
            {takes.map(({ seat, count }) => {
                const held = playerOf(state, seat)?.cards;
                return <CardPicker key={seat} label={texts().play.fleetTakes(seatName(state, seat), count)} value={lost[seat] ?? {}} kinds={held ? kindsOf(held) : resources} {...(held && { limit: held })} total={count} onChange={(cards) => onChange({ ...lost, [seat]: cards })} />;
            })}
        </>
    );
}

export function DiceEntry({ flow }: { flow: Flow }): JSX.Element {
    const { state } = useGame();
    const t = texts();
    const preset = state.view.turn.preset_dice ?? null;
    const withEvent = hasEvent(state);
    const [rolled, setRolled] = useState<Rolled>({ yellow: preset?.yellow ?? null, red: preset?.red ?? null, event: null });
    const now = useRef(rolled);
    const [cards, setCards] = useState<Record<number, string>>({});
    const track = rolled.event !== null && rolled.event !== 'ship' ? rolled.event : null;
    const seatsFor = ({ red, event }: Rolled): number[] => (red === null || event === null || event === 'ship' ? [] : drawers(state, event, red));
    const seats = seatsFor(rolled);
    const [lost, setLost] = useState<Lost>({});
    const takesOf = ({ yellow, red }: Rolled): Taken[] => (yellow === null || red === null ? [] : fleetTakes(state, yellow, red));
    const takes = takesOf(rolled);
    const send = ({ yellow, red, event }: Rolled): void => {
        const told = seats.length > 0 && seats.every((seat) => cards[seat]) ? { draws: seats.map((player) => ({ player, card: cards[player] })) } : {};
        const due = takesOf({ yellow, red, event });
        const taken = due.length > 0 && due.every(({ seat, count }) => cardCount(lost[seat] ?? {}) === count) ? { lost: due.map(({ seat }) => ({ player: seat, cards: oneByOne(lost[seat] ?? {}) })) } : {};
        flow.go({ yellow, red, ...(event ? { event } : {}), ...told, ...taken } as Outcome);
    };
    const set = (change: Partial<Rolled>): void => {
        const next = { ...now.current, ...change };
        now.current = next;
        setRolled(next);
        const whole = next.yellow !== null && next.red !== null && (!withEvent || next.event !== null);
        if (whole && seatsFor(next).length === 0 && takesOf(next).length === 0) send(next);
        else setLost({});
    };
    useDigits(now, set, preset !== null);
    return (
        <div class="play-dice" data-part="dice-entry">
            {(['yellow', 'red'] as const).map((color) => (
                <Faces key={color} color={color} value={rolled[color]} disabled={preset !== null || flow.sending} onPick={(face) => set({ [color]: face })} />
            ))}
            {withEvent && (
                <div class="row" role="group" aria-label={t.table.eventDie}>
                    {events.map((event) => (
                        <button type="button" key={event} class={`play-event event-${event}`} data-pick={`event=${event}`} aria-pressed={rolled.event === event} disabled={flow.sending} onClick={() => set({ event })}>
                            {event === 'ship' ? t.knights.eventShip : t.common.tracks[event]}
                        </button>
                    ))}
                </div>
            )}
            {track && <Draws seats={seats} track={track} cards={cards} onChange={setCards} />}
            <Losses takes={takes} lost={lost} onChange={setLost} />
            {(seats.length > 0 || takes.length > 0) && (
                <button type="button" class="main" data-do="confirm" disabled={rolled.yellow === null || flow.sending} onClick={() => send(rolled)}>
                    {t.table.record}
                </button>
            )}
        </div>
    );
}
