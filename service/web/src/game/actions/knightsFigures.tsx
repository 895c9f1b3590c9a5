// SPDX-License-Identifier: AGPL-3.0-or-later
// Public figures of Cities & Knights, for panels: improvements, knights, backs of cards, the barbarians.
import type { JSX } from 'preact';
import { seatName } from '../state/context';
import { maxLevel, shipSteps, tracks } from '../../lib/rules';
import type { GameState } from '../state/gameStore';
import { list } from '../../lib/list';
import { texts } from '../../texts';
import type { PlayerView, Track, View } from '../../types';
import { battle, printedCardName, isNasty, knightName, knightsOf, levelOf, levelText, robberFrozen, shipsLeft, sumOf } from './knights';
import { BackIcon, KnightIcon, MetropolisIcon, ShipIcon } from './knightsIcons';

/** The figures of one player, in a view that may be from the past. */
interface FigureProps {
    state: GameState;
    player: PlayerView;
    view?: View;
}

/** The level of one area as five pips. */
export function LevelPips({ track, level, metropolis = false }: { track: Track; level: number; metropolis?: boolean }): JSX.Element {
    return (
        <span class={`pips track-${track}`} aria-hidden="true">
            {Array.from({ length: maxLevel }, (_, i) => (
                <i key={i} class={i < level ? 'on' : undefined} />
            ))}
            <span class="pips-top">{metropolis && <MetropolisIcon />}</span>
        </span>
    );
}

/** The levels of the three areas. */
export function ImprovementRow({ state, player, view = state.view }: FigureProps): JSX.Element {
    const t = texts();
    return (
        <ul class="ck-levels" data-part="levels">
            {tracks.map((track) => {
                const level = levelOf(player, track);
                const metropolis = view.metropolises?.[track]?.player === player.seat;
                const words = levelText(state.game, track, level);
                return (
                    <li key={track} data-track={track} data-level={level} title={metropolis ? `${words}. ${t.knights.metropolis(t.common.tracks[track])}` : words}>
                        <LevelPips track={track} level={level} metropolis={metropolis} />
                        <span class="sr">
                            {words}
                            {metropolis && `. ${t.knights.metropolis(t.common.tracks[track])}`}
                        </span>
                    </li>
                );
            })}
        </ul>
    );
}

function reserveText([basic = 0, strong = 0, mighty = 0]: number[]): string {
    return texts().knights.reserve(basic, strong, mighty);
}

/** Knights on the board, strongest first, their total strength, and the points they have earned. */
export function KnightsRow({ state, player, view = state.view }: FigureProps): JSX.Element {
    const t = texts().knights;
    const knights = knightsOf(view, player.seat);
    const defender = player.defender_points ?? 0;
    const strength = sumOf(knights.filter(({ active }) => active));
    return (
        <p class="ck-knights" data-strength={strength} title={player.supply.knights && reserveText(player.supply.knights)}>
            {knights.map(({ vertex, level, active }) => (
                <span key={vertex}>
                    <KnightIcon level={level} active={active === true} />
                    <span class="sr">{knightName(level, active === true)}, </span>
                </span>
            ))}
            {knights.length === 0 ? <span class="quiet">{t.noKnights}</span> : <span>{t.strength(strength)}</span>}
            {defender > 0 && <span class="ck-laid">{t.defender(defender)}</span>}
        </p>
    );
}

/** Progress cards in a hand, as far as they are public, and those laid open. */
export function ProgressRow({ state, player }: FigureProps): JSX.Element {
    const t = texts();
    const { edition } = state.game.rules;
    const backs = tracks.filter((track) => (player.progress_backs?.[track] ?? 0) > 0);
    return (
        <ul class="ck-backs" aria-label={t.knights.progressBacks(seatName(state, player.seat))}>
            {backs.map((track) => (
                <li key={track} data-back={track} title={t.knights.backs(player.progress_backs?.[track] ?? 0, t.common.tracks[track])}>
                    <BackIcon track={track} />
                    <b>{player.progress_backs?.[track]}</b>
                    <span class="sr">{t.common.tracks[track]}</span>
                </li>
            ))}
            {(player.vp_cards ?? []).map((card) => (
                <li key={card} class="ck-laid" title={t.knights.laidOut}>
                    {printedCardName(card, edition)}
                </li>
            ))}
            {backs.length === 0 && !player.vp_cards?.length && <li class="quiet">{t.common.none}</li>}
        </ul>
    );
}

const names = (state: GameState, seats: number[]): string => list(seats.map((seat) => seatName(state, seat)));

/** What an attack would bring now, as a sentence. */
function forecast(state: GameState, view: View): string {
    const t = texts().knights;
    const { held, seats } = battle(view);
    if (!held) return seats.length === 0 ? t.wouldSpare : t.wouldFall(names(state, seats));
    if (seats.length === 0) return t.wouldHoldAlone;
    return seats.length === 1 ? t.wouldHold(names(state, seats)) : t.wouldTie(names(state, seats));
}

/** The barbarians' track, their strength against the knights', and the result of an attack now. */
export function BarbarianTrack({ state, view = state.view }: { state: GameState; view?: View }): JSX.Element {
    const t = texts().knights;
    const { barbarians, knights, possible, held } = battle(view);
    const left = shipsLeft(view);
    const at = shipSteps - left;
    return (
        <section class="ck-barbarians" data-part="barbarians" aria-label={t.barbarians} data-ships={left} data-held={held}>
            <ol class="ck-track" aria-hidden="true">
                {Array.from({ length: shipSteps + 1 }, (_, i) => (
                    <li key={i} class={i === shipSteps ? 'land' : i < at ? 'past' : undefined}>
                        {i === at && <ShipIcon />}
                    </li>
                ))}
            </ol>
            <p>
                <b>{t.shipLeft(left)}</b> {robberFrozen(state.game, view) && t.frozen}
            </p>
            <p class={held ? 'good' : 'bad'}>{t.balance(barbarians, knights)}</p>
            <p class="quiet">
                {forecast(state, view)} {possible > knights && t.inactiveToo(possible)} {isNasty(state.game) && t.nasty}
            </p>
        </section>
    );
}

/** Who has the merchant and where it is, and how many progress cards are left. */
export function KnightsCommon({ state, view = state.view }: { state: GameState; view?: View }): JSX.Element {
    const t = texts();
    const { merchant, decks } = view;
    const terrain = merchant && state.board.hexes.find(({ id }) => id === merchant.hex)?.terrain;
    return (
        <ul class="ck-common">
            {merchant && terrain && <li data-merchant={merchant.player}>{t.knights.merchantOf(seatName(state, merchant.player), t.common.terrains[terrain])}</li>}
            {decks && 'trade' in decks && <li>{t.knights.stacks(decks.trade, decks.politics, decks.science)}</li>}
        </ul>
    );
}
