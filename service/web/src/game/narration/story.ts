// SPDX-License-Identifier: AGPL-3.0-or-later
// What has happened, as a story: one line for each turn, in the order of play. Ends of turns are left out: the next line
// implies them.
import { cardsText } from '../../lib/cardsText';
import { cardCount } from '../../lib/kinds';
import { texts } from '../../texts';
import type { GameEvent } from '../../types';
import type { PhraseContext } from './phrase';
import { doingsOf, gotBy } from './sinceTurn';
import { toldText } from './told';

export interface Chapter {
    /** Whose turn it was; null before the first one. */
    player: number | null;
    /** The last event of it. */
    seq: number;
    at: string;
    text: string;
}

/** EVENTS by turns; during set-up, by players. */
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

/** A turn in one line; empty if there is nothing to tell. */
function textOf(turn: GameEvent[], told: PhraseContext): string {
    const t = texts().log.since;
    const worth = turn.filter(({ type }) => type !== 'end_turn');
    const doings = doingsOf(turn, told).map(({ seat, parts }) => t.doing(told.name(seat), parts.join(', ')));
    const got = gotBy(turn, told.own);
    // What standing orders or a timeout did for the reader is told in full.
    const own = worth.filter(({ player }) => player !== null && player === told.own).map((event) => toldText(event, told));
    const parts = [...doings, ...own, ...(cardCount(got) > 0 ? [t.got(cardsText(got))] : [])];
    return (parts.length > 0 ? parts : worth.map((event) => toldText(event, told))).join(' · ');
}

export const storyOf = (events: GameEvent[], told: PhraseContext): Chapter[] =>
    byTurns(events)
        .map((turn) => ({ player: turn[0]?.player ?? null, seq: turn.at(-1)?.seq ?? 0, at: turn.at(-1)?.at ?? '', text: textOf(turn, told) }))
        .filter(({ text }) => text !== '');
