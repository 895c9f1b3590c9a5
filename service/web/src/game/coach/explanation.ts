// SPDX-License-Identifier: AGPL-3.0-or-later
// The explanation of a thing the reader points at, by its name ("kind/brick", "number/8", "barbarians").
import { pips } from '../../board/geometry';
import { cityKind, landKind } from '../../board/worth';
import { commodityOf, costOf, priced, tracks } from '../../lib/rules';
import { list } from '../../lib/list';
import { texts } from '../../texts';
import { awards } from '../../vocabulary';
import { startHelp } from '../actions/say';
import type { Cards, Commodity, DevCard, Game, GameKind, HarborKind, Kind, Terrain, Track } from '../../types';

type Rules = Game['rules'];

export interface Explanation {
    title: string;
    text: string[];
    cost?: Cards | null;
}

const landsOf = (lands: Partial<Record<Terrain, Kind | null>>, kind: string): string => {
    const { common } = texts();
    const found = (Object.entries(lands) as [Terrain, Kind | null][]).filter(([, brings]) => brings === kind);
    return list(found.map(([terrain]) => common.terrains[terrain]));
};

function ofKind(kind: Kind, game: GameKind): Explanation {
    const { common, board } = texts();
    const t = texts().learning.explain;
    const title = common.kinds[kind];
    const track = tracks.find((one) => commodityOf[one] === (kind as Commodity));
    if (track) return { title, text: [t.fromCity(landsOf(cityKind, kind)), t.improves(common.tracks[track])] };
    const uses = priced[game].filter((what) => costOf(what)?.[kind]).map((what) => board.costs[what]);
    return { title, text: [t.from(landsOf(landKind, kind)), t.buys(list(uses))] };
}

function ofAction(type: string): Explanation | null {
    const text = texts().learning.explain.actions[type];
    return text === undefined ? null : { title: (texts().play.actions as Record<string, string>)[type] ?? type, text: [text], cost: costOf(type) };
}

/** By the word before the slash; the rest is passed on. */
const known: Record<string, (name: string, rules: Rules) => Explanation | null> = {
    kind: (name, { game }) => ofKind(name as Kind, game),
    dev: (name, rules) => ({ title: texts().common.devCards[name as DevCard], text: [startHelp({ type: 'play_dev_card', card: name }, rules) ?? '', ...texts().learning.topics.devCards.text.slice(0, 1)] }),
    action: ofAction,
    number: (name) => ({ title: texts().learning.explain.number(Number(name)), text: [texts().learning.explain.often(pips(Number(name))), texts().learning.explain.pays] }),
    harbor: (name) => ({ title: texts().board.harborAt[name as HarborKind], text: [texts().board.harborMeaning] }),
    improvement: (name) => ({ title: texts().common.tracks[name as Track], text: [texts().knights.abilities[name] ?? '', texts().knights.metropolisFree] }),
    pirate: () => texts().learning.topics.pirate,
    robber: () => texts().learning.topics.robber,
    barbarians: () => texts().learning.topics.barbarians,
    knights: () => texts().learning.topics.knightsTopic,
    event: () => texts().learning.topics.eventDie,
    progress: () => texts().learning.topics.progress,
    merchant: (_, rules) => ({ title: texts().game.merchant, text: [startHelp({ type: 'play_progress_card', card: 'merchant' }, rules) ?? ''] }),
    cards: (_, { game }) => ({ title: texts().game.cardsInHand, text: [texts().learning.explain.cards, ...(game === 'base' ? [] : texts().learning.topics.walls.text)] }),
    dev_cards: () => texts().learning.topics.devCards,
    dev_stack: () => ({ ...texts().learning.topics.devCards, text: [texts().learning.explain.actions['buy_dev_card'] ?? ''], cost: costOf('buy_dev_card') }),
    bank: () => ({ title: texts().game.bank, text: texts().learning.explain.bank }),
    wait: () => ({ title: texts().game.waited, text: [texts().learning.explain.wait] }),
    points: () => ({ title: texts().learning.explain.points, text: texts().learning.topics.goal.text }),
    ...Object.fromEntries(awards.map((award) => [award, () => ({ title: texts().game.awards[award], text: [texts().learning.explain.awards[award]] })])),
};

/** Null: there is no explanation. */
export function explanationOf(about: string, rules: Rules): Explanation | null {
    const [what = '', name = ''] = about.split('/');
    const found = known[what]?.(name, rules) ?? null;
    const atSea = rules.scenario && texts().learning.explain.sea[about];
    // For knights the text for the sea is added; the others have a complete text for the sea.
    return found && atSea ? { ...found, text: about === 'knights' ? [...found.text, atSea] : [atSea] } : found;
}
