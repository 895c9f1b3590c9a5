// SPDX-License-Identifier: AGPL-3.0-or-later
// The panels of a player of Cities & Knights: knights, improvements, progress cards.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { seatName, useGame } from '../state/context';
import { actsIn, commodityOf, costOf, maxLevel, tracks } from '../../lib/rules';
import type { GameState } from '../state/gameStore';
import { list } from '../../lib/list';
import { texts } from '../../texts';
import type { Kind, PlayerView, ProgressCard, Track } from '../../types';
import { cardsText } from '../../lib/cardsText';
import { KindIcon } from '../../ui/icons';
import { handOf, mover, playerOf } from './asked';
import type { PanelProps } from './controls';
import { Cost } from './Cost';
import type { Flow } from './flow';
import { abilityLevel, buildingName, cardEffect, printedCardName, isKnights, knightName, type KnightPiece, knightsOf, levelOf, levelText, metropolisLevel, nextCost } from './knights';
import { LevelPips } from './knightsFigures';
import { KnightIcon } from './knightsIcons';
import { ProgressFace } from './ProgressFace';
import type { Start } from './picker';

/** The player these panels belong to; null for spectators and in other games. */
function useOwn(): PlayerView | null {
    const { state } = useGame();
    return isKnights(state.game) && state.view.phase === 'play' ? (playerOf(state, mover(state)) ?? null) : null;
}

/** What happened to a knight this turn. */
function statesOf(knight: KnightPiece): string {
    const { knightState } = texts().knights;
    return Object.keys(knightState).filter((mark) => knight[mark as 'acted']).map((mark) => knightState[mark]).join(', ');
}

/** A tap here is the same as a tap on the knight on the board. */
function KnightButton({ knight }: { knight: KnightPiece }): JSX.Element {
    const { choice } = useGame().selection;
    const t = texts().knights;
    const { vertex, level, active } = knight;
    const place = choice?.places.find(({ kind, id }) => kind === 'vertex' && id === vertex);
    const states = statesOf(knight);
    return (
        <button type="button" class="plain ck-knight" data-explain="knights" data-knight={vertex} disabled={!place} onClick={() => place && choice?.pick(place)} title={states}>
            <KnightIcon level={level} active={active === true} />
            <span class="sr">
                {t.knightAt(knightName(level, active === true), vertex)} {states}
            </span>
        </button>
    );
}

/** The player's knights, and their actions. */
export function KnightsPanel({ starts, flow }: PanelProps): JSX.Element | null {
    const { state } = useGame();
    const own = useOwn();
    if (!own) return null;
    const knights = knightsOf(state.view, own.seat);
    const t = texts().knights;
    return (
        <div class="ck-panel" role="group" aria-label={t.yourKnights}>
            <h3>{t.yourKnights}</h3>
            {knights.length === 0 && <p class="quiet">{t.noneYet}</p>}
            <div class="row">
                {knights.map((knight) => (
                    <KnightButton key={knight.vertex} knight={knight} />
                ))}
            </div>
            <div class="row">
                {starts.map((start) => {
                    const cost = costOf(start.type);
                    return (
                        <button type="button" key={start.key} data-do={start.type} disabled={flow.sending} onClick={() => flow.begin(start)}>
                            {t.knightCan[start.type]}
                            {cost && <Cost cost={cost} />}
                        </button>
                    );
                })}
            </div>
        </div>
    );
}

/** What the next level of an area gives, if it is something special. */
function improvementNote(state: GameState, own: PlayerView, track: Track): string | null {
    const t = texts().knights;
    const next = levelOf(own, track) + 1;
    const holder = state.view.metropolises?.[track]?.player ?? null;
    if (next === metropolisLevel && holder === null) return t.metropolisFree;
    if (next === maxLevel && holder !== null && holder !== own.seat) return t.metropolisTake(seatName(state, holder));
    return next === abilityLevel ? (t.abilities[track] ?? null) : null;
}

function ImproveButton({ track, own, start, flow }: { track: Track; own: PlayerView; start: Start | undefined; flow: Flow }): JSX.Element {
    const { state } = useGame();
    const t = texts();
    const level = levelOf(own, track);
    const holder = state.view.metropolises?.[track]?.player ?? null;
    const commodity = commodityOf[track];
    const cost = nextCost(state.view, own, track);
    const can = start?.actions.some((action) => action.track === track) === true;
    const next = level < maxLevel ? buildingName(state.game, track, level + 1) : null;
    return (
        <li class={`track-${track}`} data-track={track} data-level={level} data-explain={`improvement/${track}`}>
            <button type="button" class="ck-improve" data-part="improvement" data-do={can ? 'improve_city' : undefined} data-pick={can ? `track=${track}` : undefined} disabled={!can || flow.sending} onClick={() => start && flow.begin(start, [{ field: 'track', value: track }])}>
                <LevelPips track={track} level={level} metropolis={holder === own.seat} />
                <span class="sr">{levelText(state.game, track, level)}</span>
                <b>{next ?? t.knights.allLevels}</b>
                {next && (
                    <span class={`ck-cost kind-${commodity}`}>
                        <KindIcon kind={commodity as Kind} /> <b>{t.knights.held(handOf(state)[commodity] ?? 0, cost)}</b>
                        <span class="sr">{cardsText({ [commodity]: cost })}</span>
                    </span>
                )}
            </button>
        </li>
    );
}

/** The three areas: what is built, what is next and its cost. */
export function ImprovePanel({ starts, flow }: PanelProps): JSX.Element | null {
    const { state } = useGame();
    const own = useOwn();
    if (!own) return null;
    const t = texts().knights;
    const cranes = actsIn(state.view.turn) === own.seat ? (state.view.turn.cranes ?? 0) : 0;
    return (
        <div class="ck-panel" role="group" aria-label={t.improvements}>
            <h3>{t.improvements}</h3>
            <ul class="ck-improvements">
                {tracks.map((track) => (
                    <ImproveButton key={track} track={track} own={own} start={starts[0]} flow={flow} />
                ))}
            </ul>
            <ul class="ck-notes quiet">
                {tracks.map((track) => {
                    const note = improvementNote(state, own, track);
                    return note && <li key={track}>{`${texts().common.tracks[track]}: ${note}`}</li>;
                })}
            </ul>
            {cranes > 0 && <p class="quiet">{t.cranesOpen(cranes)}</p>}
            <details>
                <summary>{t.improvementsHelp}</summary>
                <ul class="quiet">
                    {tracks.map((track) => (
                        <li key={track}>
                            {texts().common.tracks[track]}: {levelOf(own, track) === 0 ? t.drawsNone : t.draws(levelOf(own, track) + 1)}. {t.abilities[track]}
                        </li>
                    ))}
                    <li>{t.metropolisFree}</li>
                    <li>{t.needsPlainCity}</li>
                </ul>
            </details>
        </div>
    );
}

/** A progress card, which a tap turns: its text is on the back. Below it a button if it can be played now. */
function ProgressItem({ card, start, flow }: { card: ProgressCard; start: Start | undefined; flow: Flow }): JSX.Element {
    const { state } = useGame();
    const [turned, setTurned] = useState(false);
    const t = texts().knights;
    const { rules } = state.game;
    const name = printedCardName(card, rules.edition);
    const never = card === 'alchemist' && state.view.turn.step !== 'before_roll' ? t.beforeRoll : t.cannotNow;
    return (
        <li class="deck-card" data-progress={card} data-turned={turned || undefined}>
            <button type="button" class="plain deck-turn" data-do="turn-card" aria-expanded={turned} aria-label={turned ? undefined : t.turnCard(name)} onClick={() => setTurned(!turned)}>
                {turned ? <span key="back">{cardEffect(card, rules)}</span> : <ProgressFace key="front" card={card} />}
            </button>
            <b>{name}</b>
            {start ? (
                <button type="button" data-do="play_progress_card" data-card={card} aria-label={texts().play.playCard(name)} disabled={flow.sending} onClick={() => flow.begin(start)}>
                    {t.play}
                </button>
            ) : (
                <small>{never}</small>
            )}
        </li>
    );
}

/** The progress cards in the player's hand, without duplicates, and what played cards allow this turn. */
export function ProgressPanel({ starts, flow }: PanelProps): JSX.Element | null {
    const { state } = useGame();
    const own = useOwn();
    const cards = own?.progress_cards ?? [];
    const { fleet = [], preset_dice: preset } = state.view.turn;
    if (cards.length === 0 && fleet.length === 0 && !preset) return null;
    const t = texts();
    return (
        <div class="ck-panel" role="group" aria-label={t.knights.progressHand}>
            <h3>
                {t.knights.progressHand} <small class="quiet">{t.knights.handLimit(cards.length)}</small>
            </h3>
            <ul class="deck-cards">
                {cards.map((card, i) => (
                    <ProgressItem key={`${card}${i}`} card={card} start={starts.find((start) => start.card === card && cards.indexOf(card) === i)} flow={flow} />
                ))}
            </ul>
            {preset && <p>{t.knights.presetDice(preset.yellow, preset.red)}</p>}
            {fleet.length > 0 && <p>{t.knights.fleetOpen(list(fleet.map((kind) => t.common.kinds[kind])))}</p>}
        </div>
    );
}

/** This turn's Commercial Harbor: one opponent after the other, each once. */
export function HarborPanel({ starts, flow }: PanelProps): JSX.Element | null {
    const { state } = useGame();
    const own = useOwn();
    const harbor = state.view.turn.harbor;
    if (!own || !harbor || actsIn(state.view.turn) !== own.seat) return null;
    const t = texts().knights;
    const start = starts[0];
    return (
        <div class="ck-panel" role="group" aria-label={t.harborOpen}>
            <h3>{t.harborOpen}</h3>
            <p class="quiet">{t.harborHelp}</p>
            <div class="row">
                {state.view.players
                    .filter(({ seat, neutral }) => seat !== own.seat && !neutral)
                    .map(({ seat }) => {
                        const can = start?.actions.some((action) => action.player === seat) === true;
                        return (
                            <button type="button" key={seat} data-do={can ? 'harbor_offer' : undefined} data-pick={can ? `player=${seat}` : undefined} disabled={!can || flow.sending} onClick={() => start && flow.begin(start, [{ field: 'player', value: seat }])}>
                                {seatName(state, seat)}
                                {harbor.asked?.includes(seat) && <small> {t.harborAsked}</small>}
                            </button>
                        );
                    })}
            </div>
        </div>
    );
}
