// SPDX-License-Identifier: AGPL-3.0-or-later
// The hand, always visible, with the bank's stock below it: the player's own hand, or, at a table game and in the past,
// that of the chosen perspective. A tap on a card gives it: to the open form, or to a trade that begins with it.
import type { JSX } from 'preact';
import { SeatSign } from '../../board/SeatSign';
import { texts } from '../../texts';
import type { DevCard, Kind, PlayerView, View } from '../../types';
import { commodities, resources } from '../../lib/kinds';
import { actsIn } from '../../lib/rules';
import { CardFace } from '../../ui/CardFace';
import { DevFace } from '../../ui/DeckFace';
import { lazy } from '../../ui/lazy';
import { mover, startsOf } from '../actions/asked';
import type { Flow } from '../actions/flow';
import { ActionIcon } from '../actions/ActionIcon';
import { startHelp, startLabel } from '../actions/say';
import { Count } from '../screen/icons';
import { ownSeat, seatName, useGame } from '../state/context';

const ProgressFace = lazy(async () => ({ default: (await import('../actions/ProgressFace')).ProgressFace }), () => null);

/** Whose hand it is: the player's own, otherwise the one who has to decide. */
function handSeat({ state, past }: ReturnType<typeof useGame>): number | null {
    const view = past ?? state.view;
    if (typeof view.viewer === 'number') return view.viewer;
    if (view.viewer !== 'all') return null;
    return past ? (past.waiting_for[0]?.player ?? actsIn(past.turn)) : (state.list.player ?? actsIn(view.turn));
}

/** The development cards one by one; those bought this turn are marked. */
export function DevCards({ player }: { player: PlayerView }): JSX.Element {
    const t = texts();
    return (
        <>
            {Object.entries(player.dev_cards ?? {})
                .filter(([, count]) => count > 0)
                .map(([card, count]) => {
                    const fresh = player.new_dev_cards?.[card as DevCard] ?? 0;
                    return (
                        <li key={card} class="card held" data-card={card} data-count={count} data-explain={`dev/${card}`} data-explain-tap="">
                            <DevFace card={card as DevCard} />
                            <span>{t.common.devCards[card as DevCard]}</span>
                            <b>{count > 1 ? `×${count}` : ''}</b>
                            {fresh > 0 && <small class="mark">{fresh < count ? `${fresh} ${t.game.newCard}` : t.game.newCard}</small>}
                        </li>
                    );
                })}
            {(player.progress_cards ?? []).map((card, at) => (
                <li key={`${card}${at}`} class="card held" data-card={card}>
                    <ProgressFace card={card} />
                    {t.common.progressCards[card]}
                </li>
            ))}
        </>
    );
}

/** The development cards as controls: a tap plays one if it can be played now. */
function Playable({ player, flow }: { player: PlayerView; flow: Flow }): JSX.Element {
    const { state } = useGame();
    const starts = startsOf(state).filter(({ type }) => type === 'play_dev_card');
    const t = texts();
    return (
        <>
            {Object.entries(player.dev_cards ?? {}).map(([card, count]) => {
                const start = starts.find((one) => one.card === card);
                return start && count > 0 ? (
                    <li key={card}>
                        <button type="button" class="card held" data-do={start.type} data-card={card} data-explain={`dev/${card}`} title={startHelp(start, state.game.rules) ?? undefined} aria-label={startLabel(start)} disabled={flow.sending} onClick={() => flow.begin(start)}>
                            <DevFace card={card as DevCard} />
                            {t.common.devCards[card as DevCard]}
                            {count > 1 && <b>×{count}</b>}
                        </button>
                    </li>
                ) : null;
            })}
            <DevCards player={{ ...player, progress_cards: [], dev_cards: Object.fromEntries(Object.entries(player.dev_cards ?? {}).filter(([card]) => !starts.some((one) => one.card === card))) }} />
        </>
    );
}

/** The usual price of a card, for kinds without a better rate. */
const usualRate = ({ rates }: PlayerView, kinds: Kind[]): number => Math.max(...kinds.map((kind) => rates[kind] ?? 0));

/** At most this many cards of a fan are drawn; the number next to it is the count. */
const fanMax = 4;

interface PileProps {
    kind: Kind;
    count: number;
    /** A rate to show on the card, for kinds without room in the bank's row. */
    rate: number | null;
    onTap: ((kind: Kind) => void) | null;
}

function Pile({ kind, count, rate, onTap }: PileProps): JSX.Element {
    const t = texts().common;
    const drawn = Math.max(1, Math.min(count, fanMax));
    const fan = Array.from({ length: drawn }, (_, i) => <CardFace key={i} kind={kind} />);
    return (
        <li class="pile" data-kind={kind} data-count={count} data-explain={`kind/${kind}`} title={t.kinds[kind]}>
            {onTap && count > 0 ? (
                <button type="button" class="fan" data-fan={drawn} data-tap={kind} aria-label={t.kindCounts[kind](count)} onClick={() => onTap(kind)}>
                    {fan}
                </button>
            ) : (
                <span class="fan" data-fan={drawn}>
                    {fan}
                    <span class="sr">{t.kinds[kind]}</span>
                </span>
            )}
            <b>{count}</b>
            {rate !== null && <small aria-hidden="true">{rate}:1</small>}
        </li>
    );
}

/** The bank's stock of each kind, with the player's rates, and of development cards. */
function BankRow({ view, kinds, player }: { view: View; kinds: Kind[]; player: PlayerView | undefined }): JSX.Element {
    const t = texts();
    return (
        <ul class="bank-row" data-part="bank" data-anchor="bank" aria-label={t.game.bank}>
            <li class="bank-sign" aria-hidden="true" data-explain="bank" title={t.game.bank}>
                <ActionIcon sign="bank" />
                {player && kinds !== resources && <small>{usualRate(player, kinds)}:1</small>}
            </li>
            {kinds.map((kind) => {
                const rate = player?.rates[kind];
                const words = `${t.game.bank}: ${t.common.kindCounts[kind](view.bank[kind] ?? 0)}${rate ? `, ${rate}:1` : ''}`;
                return (
                    <li key={kind} data-bank={kind} data-explain="bank" title={words}>
                        <span aria-hidden="true">{view.bank[kind] ?? 0}</span>
                        {rate && kinds === resources && <small aria-hidden="true">{rate}:1</small>}
                        <span class="sr">{words}</span>
                    </li>
                );
            })}
            {'dev' in view.decks && (
                <li data-bank="dev">
                    <Count figure="dev" count={view.decks.dev} label={`${t.game.devStack}: ${view.decks.dev}`} about="dev_stack" />
                </li>
            )}
        </ul>
    );
}

interface HandProps {
    flow?: Flow;
    /** Whether the sheet with the progress cards is open, and the function to toggle it. */
    opened?: boolean;
    onCards?: () => void;
}

/** What a tap on one of the player's cards does now; null: nothing. */
function useTap(flow: Flow | undefined): ((kind: Kind) => void) | null {
    const { state, selection } = useGame();
    if (!flow || flow.sending) return null;
    const starts = startsOf(state);
    const trade = starts.find(({ type }) => type === 'offer_trade') ?? starts.find(({ type }) => type === 'maritime_trade');
    if (selection.takeCard || flow.asked || flow.untold || !trade || (flow.start && !flow.canGoBack)) return selection.takeCard;
    return (kind) => {
        const begun = flow.start?.type === trade.type;
        selection.firstCards = [...(begun ? selection.firstCards : []), kind];
        if (!begun) flow.begin(trade);
    };
}

export function Hand({ flow, opened = false, onCards }: HandProps): JSX.Element | null {
    const inGame = useGame();
    const { state, past } = inGame;
    const view = past ?? state.view;
    const seat = handSeat(inGame);
    const player = view.players.find((other) => other.seat === seat);
    const played = flow && seat === mover(state) ? flow : undefined;
    const tap = useTap(played);
    const kinds = state.game.rules.game === 'base' ? resources : [...resources, ...commodities];
    if (!player?.cards) return <div class="hand" data-kinds={kinds.length} children={<BankRow view={view} kinds={kinds} player={undefined} />} />;
    const t = texts().game;
    const { cards, rates } = player;
    const usual = usualRate(player, kinds);
    const rateOn = (kind: Kind): number | null => (kinds !== resources && (rates[kind] ?? usual) < usual ? (rates[kind] ?? null) : null);
    const progress = (player.progress_cards ?? []).length;
    const opens = played && progress > 0;
    const name = seat === ownSeat(state) ? t.hand : t.handOf(seatName(state, player.seat));
    return (
        <section class="hand" data-part="hand" aria-label={name} data-hand={player.seat} data-kinds={kinds.length}>
            <span class="hand-whose" data-explain="cards" title={`${name}: ${t.handCards(player.card_count)}`}>
                <SeatSign seat={player.seat} players={state.view.players} />
                <b>{player.card_count}</b>
                <span class="sr">{t.handCards(player.card_count)}</span>
            </span>
            <ul class="piles">
                {kinds.map((kind) => (
                    <Pile key={kind} kind={kind} count={cards[kind] ?? 0} rate={rateOn(kind)} onTap={tap} />
                ))}
            </ul>
            {opens && (
                <button type="button" class="hand-secret" data-sheet="cards" data-explain="progress" aria-expanded={opened} aria-label={t.progress(progress)} title={t.progress(progress)} onClick={onCards}>
                    <CardFace kind={null} />
                    <b>{progress}</b>
                </button>
            )}
            <BankRow view={view} kinds={kinds} player={player} />
            {(Object.values(player.dev_cards ?? {}).some((count) => count > 0) || (progress > 0 && !opens)) && (
                <ul class="cards hand-more" tabIndex={0} aria-label={t.hand}>
                    {played ? <Playable player={player} flow={played} /> : <DevCards player={player} />}
                </ul>
            )}
        </section>
    );
}
