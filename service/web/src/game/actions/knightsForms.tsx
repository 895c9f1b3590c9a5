// SPDX-License-Identifier: AGPL-3.0-or-later
// Choices of Cities & Knights with a better form than one value after the other.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useGame } from '../state/context';
import { texts } from '../../texts';
import type { ProgressCard, Track } from '../../types';
import type { FormProps } from './controls';
import { Faces } from './Faces';
import type { Value } from './fields';
import { battle, cardEffect, knightName, printedCardName } from './knights';
import { BackIcon, KnightIcon } from './knightsIcons';
import { ProgressFace } from './ProgressFace';
import { Choices, BackButtons } from './Choices';
import { enough } from './picker';
import { PickerFrame } from './PickerFrame';
import { seatLabel } from './say';

/** Alchemist: both dice at once. */
export function AlchemistForm({ start, flow }: FormProps): JSX.Element {
    const { state } = useGame();
    const [yellow, setYellow] = useState<number | null>(null);
    const [red, setRed] = useState<number | null>(null);
    const t = texts();
    const action = start.actions.find((listed) => listed.yellow === yellow && listed.red === red);
    return (
        <PickerFrame start={start}>
            <p class="quiet">{cardEffect('alchemist', state.game.rules)}</p>
            <div class="play-dice">
                <Faces color="yellow" value={yellow} disabled={flow.sending} onPick={setYellow} />
                <Faces color="red" value={red} disabled={flow.sending} onPick={setRed} />
            </div>
            <div class="row">
                <button type="button" class="main" data-do="confirm" disabled={!action || flow.sending} onClick={() => action && flow.make(action)}>
                    {yellow && red ? t.knights.setDice(yellow + red) : t.knights.play}
                </button>
                <BackButtons flow={flow} />
            </div>
        </PickerFrame>
    );
}

const sameMembers = (a: Value[], b: Value[]): boolean => a.length === b.length && a.every((value) => b.includes(value));

/** Bishop: the hex on the board, then the players to rob; initially all of them. */
export function BishopForm({ start, flow }: FormProps): JSX.Element {
    const { state } = useGame();
    const [spared, setSpared] = useState<Value[]>([]);
    const hex = flow.picks.find(({ field }) => field === 'hex')?.value;
    if (hex === undefined) return <Choices start={start} flow={flow} />;
    const here = start.actions.filter((action) => action.hex === hex);
    const everybody = here.reduce<Value[]>((most, { victims = [] }) => ((victims as Value[]).length > most.length ? (victims as Value[]) : most), []);
    const robbed = everybody.filter((seat) => !spared.includes(seat));
    // An action without `victims` robs all of them.
    const action = spared.length === 0 ? here.find(({ victims }) => victims === undefined) : here.find(({ victims }) => victims !== undefined && sameMembers(victims as Value[], robbed));
    const t = texts();
    return (
        <PickerFrame start={start} field="victims">
            <p>{t.knights.asks['bishop.victims']}</p>
            <div class="row">
                {everybody.map((seat) => (
                    <button type="button" key={seat} data-pick={`victims=${String(seat)}`} aria-pressed={robbed.includes(seat)} onClick={() => setSpared(spared.includes(seat) ? spared.filter((other) => other !== seat) : [...spared, seat])}>
                        {seatLabel(state, Number(seat))}
                    </button>
                ))}
            </div>
            <div class="row">
                <button type="button" class="main" data-do="confirm" disabled={!action || flow.sending} onClick={() => action && flow.make(action)}>
                    {robbed.length > 0 ? t.knights.robbed(robbed.length) : t.knights.robbedNobody}
                </button>
                <BackButtons flow={flow} />
            </div>
        </PickerFrame>
    );
}

/** Nasty barbarians: all, none, or some of the player's active knights. */
export function CommitForm({ start, flow }: FormProps): JSX.Element {
    const { state } = useGame();
    const { step } = flow.picked;
    const t = texts().knights;
    const knights = (state.view.pieces.knights ?? []).filter(({ vertex }) => start.actions.some(({ vertices }) => (vertices as number[]).includes(vertex)));
    const chosen = knights.filter(({ vertex }) => step?.chosen.includes(vertex));
    const all = start.actions.find(({ vertices }) => (vertices as number[]).length === knights.length);
    const sum = battle(state.view, (knight) => chosen.includes(knight)).knights;
    return (
        <PickerFrame start={start} field="vertices" count={chosen.length}>
            <div class="row">
                {knights.map(({ vertex, level }) => (
                    <button type="button" key={vertex} data-pick={`vertices=${vertex}`} aria-pressed={chosen.some((knight) => knight.vertex === vertex)} disabled={flow.sending} onClick={() => (step?.chosen.includes(vertex) ? flow.drop(vertex) : flow.pick(vertex))}>
                        <KnightIcon level={level} active />
                        <span class="sr">{t.knightAt(knightName(level, true), vertex)}</span>
                    </button>
                ))}
            </div>
            <div class="row">
                <button type="button" class="main" data-do={start.type} data-also="commit-all" disabled={flow.sending} onClick={() => all && flow.make(all)}>
                    {t.commitAll}
                </button>
                <button type="button" data-do={start.type} data-pick="vertices=enough" disabled={flow.sending || step?.mayEnd !== true} onClick={() => flow.pick(enough)}>
                    {sum > 0 ? t.commitThese(sum) : t.commitNone}
                </button>
                <BackButtons flow={flow} />
            </div>
        </PickerFrame>
    );
}

/** One of several progress cards, each with its effect. */
export function CardChoiceForm({ start, flow }: FormProps): JSX.Element {
    const { state } = useGame();
    const { rules } = state.game;
    const t = texts().knights;
    return (
        <PickerFrame start={start} field="card" bare>
            <ul class="ck-cards">
                {start.actions.map((action) => {
                    const card = action.card as ProgressCard | null;
                    return (
                        <li key={String(card)}>
                            <button type="button" class="ck-card" data-do={action.type} data-pick={`card=${String(card)}`} disabled={flow.sending} onClick={() => flow.make(action)}>
                                {card && <ProgressFace card={card} />}
                                <b>{card ? printedCardName(card, rules.edition) : t.takeNone}</b>
                                {card && <small class="ck-effect">{cardEffect(card, rules)}</small>}
                            </button>
                        </li>
                    );
                })}
            </ul>
        </PickerFrame>
    );
}

/** A stack to draw from, with its number of cards. */
export function DeckForm({ start, flow }: FormProps): JSX.Element {
    const { state } = useGame();
    const t = texts();
    const { decks } = state.view;
    return (
        <PickerFrame start={start} field="track" bare>
            <div class="row">
                {start.actions.map((action) => {
                    const track = action.track as Track;
                    return (
                        <button type="button" key={track} data-do={action.type} data-pick={`track=${track}`} disabled={flow.sending} onClick={() => flow.make(action)}>
                            <BackIcon track={track} />
                            {decks && 'trade' in decks ? t.knights.deckLeft(t.common.tracks[track], decks[track]) : t.common.tracks[track]}
                        </button>
                    );
                })}
            </div>
        </PickerFrame>
    );
}
