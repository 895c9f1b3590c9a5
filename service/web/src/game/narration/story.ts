// SPDX-License-Identifier: AGPL-3.0-or-later
// What has happened, told as a story: a line for each turn, in the order in which they were played. That a turn has ended is
// not told: the next line says so.
import { cardsText } from '../../lib/cardsText';
import { cardCount } from '../../lib/kinds';
import { texts } from '../../texts';
import type { GameEvent } from '../../types';
import type { PhraseContext } from './phrase';
import { doingsOf, gotBy } from './sinceTurn';
import { toldText } from './told';

export interface Chapter {
    /** Whose turn it was; null: nobody's, as before the first one. */
    player: number | null;
    /** The last event of it. */
    seq: number;
    at: string;
    text: string;
}

/** EVENTS by turns; a piece of the set-up each by itself. */
function byTurns(events: GameEvent[]): GameEvent[][] {
    const turns: GameEvent[][] = [];
    for (const event of events) {
        const turn = turns.at(-1);
        const before = turn?.at(-1);
        const begun = turn?.some(({ type }) => type === 'roll') === true;
        const setUp = event.type.startsWith('build_') && before !== undefined && before.player !== event.player && !begun;
        if (!turn || before?.type === 'end_turn' || setUp || (event.type === 'roll' && begun && before?.player !== event.player)) turns.push([event]);
        else turn.push(event);
    }
    return turns;
}

/** A turn in a line; empty: there is nothing to tell of it. */
function textOf(turn: GameEvent[], told: PhraseContext): string {
    const t = texts().log.since;
    const worth = turn.filter(({ type }) => type !== 'end_turn');
    const doings = doingsOf(turn, told).map(({ seat, parts }) => t.doing(told.name(seat), parts.join(', ')));
    const got = gotBy(turn, told.own);
    // What was done for the reader, by an order or for want of time, is theirs to know in full.
    const own = worth.filter(({ player }) => player !== null && player === told.own).map((event) => toldText(event, told));
    const parts = [...doings, ...own, ...(cardCount(got) > 0 ? [t.got(cardsText(got))] : [])];
    return (parts.length > 0 ? parts : worth.map((event) => toldText(event, told))).join(' · ');
}

export const storyOf = (events: GameEvent[], told: PhraseContext): Chapter[] =>
    byTurns(events)
        .map((turn) => ({ player: turn[0]?.player ?? null, seq: turn.at(-1)?.seq ?? 0, at: turn.at(-1)?.at ?? '', text: textOf(turn, told) }))
        .filter(({ text }) => text !== '');
