// SPDX-License-Identifier: AGPL-3.0-or-later
// Standing orders and a plan, as a form that explains what they mean.
import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { ownSeat, seatName, useGame } from '../../state/context';
import type { GameState } from '../../state/gameStore';
import { placeWords } from '../../narration/places';
import { currentPrefs } from '../../../lib/prefs';
import { moment, texts } from '../../../texts';
import { Choice } from '../../../ui/Field';
import { CardsPart, CommitPart, ListPart } from './AnswerParts';
import { type Editing, EditingContext, errorsAt, useEditing } from './editing';
import { EmptyTurnPart } from './EmptyTurnPart';
import { noteText } from './explain';
import { delayDefault, delayLimits, forForm, forServer, ignorableIn, type ListKey, lists, type OrdersShown, scopesOf } from './model';
import { OffersPart } from './OffersPart';
import { NumberField, OrderPart, Wrong } from './parts';
import { PartSetting } from './PartSetting';
import { PlanPart } from './PlanPart';
import { type OrdersState, useOrders } from './useOrders';

const secondsAMinute = 60;
/** From this number of players on, others' turns have parts for all players. */
const largeGame = 5;

function DelayPart(): JSX.Element {
    const { orders, change } = useEditing();
    const t = texts().orders.delay;
    const { median, max } = orders.delay ?? delayDefault;
    const minutes = (seconds: number): number => Math.round((seconds / secondsAMinute) * 10) / 10;
    const set = (next: Partial<typeof delayDefault>): void => change({ delay: { median, max, ...next } });
    const seconds = (n: number | undefined, otherwise: number): number => (n === undefined ? otherwise : Math.round(n * secondsAMinute));
    return (
        <OrderPart name="delay" title={t.title} now={`${minutes(median)} / ${minutes(max)} min`}>
            <p class="quiet">{t.help}</p>
            <div class="orders-fields">
                <NumberField label={t.median} value={minutes(median)} min={delayLimits.medianMin / secondsAMinute} max={delayLimits.medianMax / secondsAMinute} onChange={(n) => set({ median: seconds(n, delayDefault.median) })} />
                <NumberField label={t.max} value={minutes(max)} min={delayLimits.maxMin / secondsAMinute} max={delayLimits.maxMax / secondsAMinute} onChange={(n) => set({ max: seconds(n, delayDefault.max) })} />
            </div>
            <Wrong at="/delay" />
        </OrderPart>
    );
}

function TurnPart(): JSX.Element {
    const { orders, change, thieves } = useEditing();
    const t = texts().orders.turn;
    const { roll = '', end_turn: end = '', move_robber: seven = '' } = orders;
    const sevens = (Object.entries(t.sevens) as [typeof seven, string][]).filter(([piece]) => piece === '' || thieves.includes(piece));
    return (
        <OrderPart name="roll" title={t.title} now={`${t.roll}: ${t.rolls[roll]}; ${thieves.length > 0 ? `${t.seven}: ${t.sevens[seven]}; ` : ''}${t.end}: ${t.ends[end]}`}>
            <Choice label={t.roll} value={roll} options={Object.entries(t.rolls) as [typeof roll, string][]} onChoose={(chosen) => change({ roll: chosen === '' ? undefined : chosen })} />
            {thieves.length > 0 && <Choice label={t.seven} value={seven} options={sevens} onChoose={(chosen) => change({ move_robber: chosen === '' ? undefined : chosen })} />}
            <Choice label={t.end} value={end} options={Object.entries(t.ends) as [typeof end, string][]} onChoose={(chosen) => change({ end_turn: chosen === '' ? undefined : chosen })} />
            <Wrong at="/roll" />
            <Wrong at="/move_robber" />
            <Wrong at="/end_turn" />
        </OrderPart>
    );
}

function Notes({ notes }: { notes: OrdersShown['notes'] }): JSX.Element | null {
    const t = texts().orders;
    if (notes.length === 0) return null;
    return (
        <section class="sheet orders-notes">
            <h3>{t.notes}</h3>
            <ul>
                {[...notes].reverse().map(({ at, text }) => (
                    <li key={at + text}>
                        <time dateTime={at}>{moment(at)}</time> {noteText(text)}
                    </li>
                ))}
            </ul>
        </section>
    );
}

/** What cannot be saved, and why. */
function Hitch({ state }: { state: OrdersState }): JSX.Element | null {
    const said = state.elsewhere ? texts().orders.elsewhere : state.fault;
    return said === null ? null : (
        <p class="bad" role="alert">
            {said}
        </p>
    );
}

function Saving({ state }: { state: OrdersState }): JSX.Element {
    const t = texts().orders;
    const save = (always: boolean): void => void state.save(always);
    return (
        <div class="orders-save sheet" data-changed={state.changed ? '' : undefined}>
            <Hitch state={state} />
            <div class="row">
                <button type="button" class="main" data-do="save-orders" disabled={!state.changed || state.saving} onClick={() => save(state.elsewhere)}>
                    {state.saving ? t.saving : state.elsewhere ? t.saveAnyway : t.save}
                </button>
                {state.changed && (
                    <button type="button" data-do="reset-orders" onClick={state.reset}>
                        {state.elsewhere ? t.takeTheirs : t.undo}
                    </button>
                )}
                <span class="quiet" role="status" data-saved={!state.changed}>
                    {state.changed ? t.changed : t.unchanged}
                </span>
            </div>
        </div>
    );
}

/** Confirms once: deleted orders cannot be restored, and neither can their notes. */
function Removal({ state }: { state: OrdersState }): JSX.Element {
    const t = texts();
    const [asked, setAsked] = useState(false);
    const remove = (): void => {
        setAsked(false);
        void state.remove();
    };
    return (
        <div class="row">
            <button type="button" class="danger" data-do={asked ? 'confirm' : 'remove-orders'} disabled={state.saving} onClick={asked ? remove : () => setAsked(true)}>
                {asked ? t.orders.removeSure : t.orders.remove}
            </button>
            {asked && (
                <button type="button" data-do="cancel" onClick={() => setAsked(false)}>
                    {t.common.cancel}
                </button>
            )}
        </div>
    );
}

/** What a seven can move: nothing on the pirate islands, where there is a fleet. */
function thievesIn(scenario: string | undefined): Editing['thieves'] {
    if (scenario === 'pirate_islands') return [];
    return scenario === undefined || scenario === 'wonders' ? ['robber'] : ['robber', 'pirate'];
}

function editingOf(game: GameState, state: OrdersState): Editing {
    const own = ownSeat(game);
    const others = game.view.players.filter(({ seat, neutral }) => seat !== own && !neutral).map(({ seat, color }) => ({ seat, color, name: seatName(game, seat) }));
    const speaker = { board: game.board, places: placeWords(game.board, game.view, currentPrefs().coordinates), name: (color: string) => others.find((other) => other.color === color)?.name ?? color, seatName: (seat: number) => seatName(game, seat) };
    const { rules } = game.game;
    const neutral = game.view.players.filter((player) => player.neutral).map(({ color }) => color);
    return { orders: state.orders, change: state.change, errors: state.errors, speaker, knights: rules.game === 'cities_and_knights', scopes: scopesOf(rules), thieves: thievesIn(rules.scenario), ignorable: ignorableIn(rules), others, neutral };
}

/** What cards and attacks of Cities & Knights ask, in one fold; it says how much of it is set. */
function KnightsParts({ nasty }: { nasty: boolean }): JSX.Element {
    const { orders, errors } = useEditing();
    const t = texts().orders;
    const names = ['saboteur', 'wedding', ...(Object.keys(lists) as ListKey[]), ...(nasty ? (['commit'] as const) : [])] as const;
    const set = names.filter((name) => orders[name] !== undefined).length;
    const wrong = names.some((name) => errorsAt(errors, `/${name}`).length > 0);
    const [open, setOpen] = useState(false);
    useEffect(() => {
        if (wrong) setOpen(true);
    }, [wrong]);
    return (
        <details class="orders-part orders-more sheet" data-part="knights-orders" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
            <summary>
                <b>{t.knightsParts}</b> <span class="quiet">{t.partsSet(set, names.length)}</span>
            </summary>
            <div class="orders-parts">
                <CardsPart name="saboteur" />
                <CardsPart name="wedding" />
                {(Object.keys(lists) as ListKey[]).map((key) => (
                    <ListPart key={key} name={key} />
                ))}
                {nasty && <CommitPart />}
            </div>
        </details>
    );
}

function Form({ game }: { game: GameState }): JSX.Element {
    const state = useOrders(game.game.id, game.view.seq);
    const editing = useMemo(() => editingOf(game, state), [game, state.orders, state.errors]);
    const t = texts().orders;
    if (!state.shown) return <div class="orders" data-part="orders" aria-busy="true" />;
    const some = state.shown.notes.length > 0 || Object.keys(forServer(forForm(state.shown.orders))).length > 0;
    return (
        <EditingContext.Provider value={editing}>
            <div class="orders" data-part="orders">
                <p>{t.intro}</p>
                <Notes notes={state.shown.notes} />
                {game.game.seats.length >= largeGame && <PartSetting />}
                <div class="orders-parts" key={state.version}>
                    <PlanPart turn={state.shown.plan_turn} />
                    <OffersPart />
                    <TurnPart />
                    <EmptyTurnPart />
                    <CardsPart name="discard" />
                    {editing.knights && <KnightsParts nasty={game.game.rules.variants?.includes('nasty') === true} />}
                    <DelayPart />
                </div>
                <Saving state={state} />
                {some && <Removal state={state} />}
            </div>
        </EditingContext.Provider>
    );
}

export default function OrdersPanel(): JSX.Element {
    const { state } = useGame();
    const t = texts().orders;
    if (state.game.status === 'finished' || state.game.status === 'abandoned') return <p class="quiet">{t.over}</p>;
    if (state.game.status !== 'active' || ownSeat(state) === null || state.game.mode === 'table') return <p class="quiet">{t.notNow}</p>;
    return <Form game={state} />;
}
