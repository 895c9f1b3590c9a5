// SPDX-License-Identifier: AGPL-3.0-or-later
// Events in words: one sentence each, as the reader sees it. What was done comes first, then what everybody
// got or lost by it, then what else it changed on the table.
import { cardName } from '../../lib/cardName';
import { list } from '../../lib/list';
import { texts } from '../../texts';
import type { Cards, GameEvent, HarborKind, Kind, Track, Wonder } from '../../types';
import { cardCount } from '../../lib/kinds';
import { cardsText } from '../../ui/Cards';
import { changeClauses } from './changes';
import { type PhraseContext, who } from './phrase';

type Fields = Record<string, unknown>;

interface Effect {
    player: number;
    gain?: Cards;
    lose?: Cards;
    count?: number;
}

/** What events have in common; the fields of action and outcome are looked up by name. */
interface Facts {
    seq: number;
    type: GameEvent['type'];
    player: number | null;
    action: Fields;
    outcome: Fields;
    effects: Effect[];
    by: string;
    reveals: { player: number; action: Fields }[];
    changes: Fields;
}

function factsOf(event: GameEvent): Facts {
    const { seq, type, player, action, outcome, effects, by, reveals, changes } = event as unknown as Facts & { action: Fields | null; outcome: Fields | null; reveals?: Facts['reveals']; changes?: Fields };
    return { seq, type, player, action: action ?? {}, outcome: outcome ?? {}, effects: effects ?? [], by, reveals: reveals ?? [], changes: changes ?? {} };
}

// ---- which sentence ----

type Said = keyof ReturnType<typeof texts>['log']['said'];

/** Types that have further forms, and which of them an event is. */
const forms: Partial<Record<GameEvent['type'], (facts: Facts) => string>> = {
    roll: ({ outcome }) => (outcome.event === 'ship' ? 'roll_ship' : outcome.event ? 'roll_gate' : 'roll'),
    discard: ({ action }) => (action.cards ? 'discard' : 'discard_hidden'),
    move_robber: ({ action }) => stolen('move_robber', action),
    move_pirate: ({ action }) => stolen('move_pirate', action),
    draw_victim: ({ action }) => stolen('draw_victim', action),
    place_harbor: ({ outcome }) => (outcome.harbor ? 'place_harbor_next' : 'place_harbor'),
    choose_gold: ({ action }) => (action.take ? 'choose_gold' : 'choose_gold_hidden'),
    chase_robber: ({ action }) => stolen('chase_robber', action),
    // A card without a place makes a warship, where a fleet sails.
    play_dev_card: ({ action }) => (action.card === 'victory_point' || (action.card === 'knight' && action.hex === undefined) ? 'dev_warship' : action.card === 'knight' ? stolen('dev_knight', action) : `dev_${String(action.card)}`),
    offer_trade: ({ action }) => (action.to ? 'offer_trade_to' : 'offer_trade'),
    accept_trade: ({ effects }) => (effects.length > 0 ? 'traded' : 'accept_trade'),
    give_commodity: ({ effects }) => (effects.length > 0 ? 'traded' : 'give_commodity'),
    confirm_trade: ({ effects }) => (effects.length > 0 ? 'traded' : 'confirm_trade'),
    buy_dev_card: ({ outcome }) => (outcome.card ? 'buy_dev_card' : 'buy_dev_card_hidden'),
    build_neutral: ({ action }) => `build_neutral_${String(action.kind)}`,
    return_cards: ({ action }) => (action.cards ? 'return_cards' : 'return_cards_hidden'),
    give_cards: ({ action }) => (action.cards ? 'give_cards' : 'give_cards_hidden'),
    take_cards: ({ action }) => (action.cards ? 'take_cards' : 'take_cards_hidden'),
    improve_city: ({ action }) => (action.vertex === undefined ? 'improve_city' : 'improve_city_metropolis'),
    play_progress_card: ({ action }) => `progress_${String(action.card)}${action.card === 'diplomat' && action.to !== undefined ? '_to' : action.card === 'saboteur' && action.vertex !== undefined ? '_city' : ''}`,
    take_progress_card: ({ action }) => cardForm('take_progress_card', action),
    discard_progress_card: ({ action }) => cardForm('discard_progress_card', action),
    choose_progress_deck: ({ outcome }) => (outcome.card ? 'choose_progress_deck' : 'choose_progress_deck_hidden'),
    choose_pillaged_city: ({ action }) => (action.vertex === undefined ? 'choose_pillaged_city_hidden' : 'choose_pillaged_city'),
    commit_knights: ({ action }) => ((action.vertices as number[]).length > 0 ? 'commit_knights' : 'commit_knights_none'),
};

const stolen = (form: string, { victim }: Fields): string => (typeof victim === 'number' ? `${form}_steal` : form);

function cardForm(form: string, { card, track }: Fields): string {
    if (card === null) return `${form}_none`;
    if (card !== undefined) return form;
    return track === undefined ? `${form}_hidden` : `${form}_track`;
}

function formOf(facts: Facts, told: PhraseContext): Said {
    const form = forms[facts.type]?.(facts) ?? facts.type;
    if (form === 'take_resource' && told.fleet) return 'fleet_reward';
    return form === 'improve_city' && told.level?.(facts) !== undefined ? 'improve_city_level' : (form as Said);
}

// ---- the words in it ----

const one = (kind: unknown): string => cardsText({ [kind as Kind]: 1 });

const named = (card: unknown): string => (typeof card === 'string' ? cardName(card) : '');

const progressCard = (card: unknown, track: Track | undefined): string => (card ? named(card) : texts().log.cardOf(texts().common.tracks[track ?? 'trade']));

/** Where the kinds are hidden their number stands beside them. */
const counted = (cards: unknown, count: unknown): string => (count === undefined && cards ? cardsText(cards as Cards) : texts().log.cards(Number(count ?? 0)));

function offerText(told: PhraseContext, id: unknown): string {
    const t = texts().log;
    const known = told.offer?.(Number(id));
    return known ? t.offer(who(told, known.player), t.exchange(cardsText(known.give), cardsText(known.want))) : t.offer(null, '');
}

/** Whoever is the other one in an exchange of cards, and what the actor gave and got. */
function exchange({ player, effects }: Facts): { other: number | null; gave: Effect | undefined; got: Effect | undefined } {
    const own = effects.filter((effect) => effect.player === player);
    return { other: effects.find((effect) => effect.player !== player)?.player ?? null, gave: own.find(({ lose }) => lose), got: own.find(({ gain }) => gain) };
}

const tradesOf: GameEvent['type'][] = ['accept_trade', 'confirm_trade', 'give_commodity'];

type Words = Record<string, () => string>;

function knightsText(places: string[]): string {
    const { one, several } = texts().log.knights;
    return places.length === 1 ? one(places[0] ?? '') : several(list(places));
}

function placeWordsOf({ action }: Facts, { places }: PhraseContext): Words {
    const each = (key: string, word: (id: number) => string): string[] => ((action[key] as number[] | undefined) ?? []).map(word);
    return {
        vertex: () => places.atVertex(action.vertex as number),
        edge: () => places.edge(action.edge as number),
        hex: () => places.hex(action.hex as number),
        from: () => places.vertex(action.from as number),
        to: () => places.vertex((action.to ?? action.vertex) as number),
        at_to: () => places.atVertex(action.to as number),
        from_edge: () => places.edge(action.from as number),
        to_edge: () => places.edge(action.to as number),
        edges: () => list(each('edges', places.edge).concat(((action.pieces as { edge: number }[] | undefined) ?? []).map(({ edge }) => places.edge(edge)))),
        hexes: () => list(each('hexes', places.hex)),
        knights: () => knightsText(each('vertices', places.atVertex)),
    };
}

function cardWordsOf(facts: Facts): Words {
    const { action, outcome, type } = facts;
    const traded = tradesOf.includes(type) ? exchange(facts) : null;
    return {
        cards: () => counted(action.cards, action.count),
        count: () => counted(action.cards, action.count),
        give: () => cardsText((traded ? traded.gave?.lose : action.give) as Cards),
        want: () => cardsText(action.want as Cards),
        take: () => cardsText((traded ? traded.got?.gain : action.take) as Cards),
        drawn: () => (Array.isArray(outcome.cards) ? cardsText(bunch(outcome.cards as Kind[])) : texts().log.cards(Number(outcome.count ?? 0))),
        card: () => (type === 'buy_dev_card' || type === 'choose_progress_deck' ? named(outcome.card) : type.endsWith('progress_card') ? named(action.card) : action.take === 'cloth' ? one('cloth') : outcome.card ? one(outcome.card) : texts().log.aCard),
        resource: () => kindName(action.resource),
        commodity: () => kindName(action.commodity),
        kind: () => kindName(action.kind),
    };
}

const kindName = (kind: unknown): string => texts().common.kinds[kind as Kind];

function bunch(kinds: Kind[]): Cards {
    const cards: Cards = {};
    for (const kind of kinds) cards[kind] = (cards[kind] ?? 0) + 1;
    return cards;
}

function wordsOf(facts: Facts, told: PhraseContext): Words {
    const t = texts();
    const { action, outcome, player } = facts;
    const someone = (seat: unknown): string => t.log.object(who(told, Number(seat)));
    const words: Words = {
        ...placeWordsOf(facts, told),
        ...cardWordsOf(facts),
        who: () => t.log.subject(who(told, player ?? 0)),
        victim: () => someone(action.victim ?? exchange(facts).other),
        player: () => someone(action.player),
        with: () => someone(action.with),
        offer: () => offerText(told, action.offer),
        die: () => String(outcome.die),
        yellow: () => String(outcome.yellow ?? action.yellow),
        red: () => String(outcome.red ?? action.red),
        sum: () => String(Number(outcome.yellow) + Number(outcome.red)),
        face: () => t.common.tracks[outcome.event as Track],
        track: () => t.common.tracks[action.track as Track],
        harbor: () => t.board.harborAt[outcome.harbor as HarborKind],
        wonder: () => t.common.wonders[action.wonder as Wonder],
        level: () => (facts.type === 'improve_city' ? String(told.level?.(facts) ?? '') : t.log.levels[action.level as 1 | 2 | 3] ?? ''),
        to_seq: () => String(action.to_seq),
    };
    if (facts.type === 'offer_trade') words.to = () => list((action.to as number[]).map(someone));
    return words;
}

const fill = (pattern: string, words: Words): string => pattern.replace(/\{(\w+)\}/g, (_, name: string) => words[name]?.() ?? '');

// ---- what followed ----

/** Types whose own words say what changed hands, or whose price goes without saying. */
const saysItself: Partial<Record<GameEvent['type'], 'all' | 'costs'>> = {
    build_settlement: 'costs', build_city: 'costs', build_road: 'costs', build_ship: 'costs', build_wonder: 'costs', build_city_wall: 'costs', build_knight: 'costs', activate_knight: 'costs', promote_knight: 'costs', improve_city: 'costs', repair_city: 'costs',
    buy_dev_card: 'costs', maritime_trade: 'all', accept_trade: 'all', confirm_trade: 'all', give_commodity: 'all', move_robber: 'all', move_pirate: 'all', draw_victim: 'all', chase_robber: 'all', take_resource: 'all', take_cards: 'all', return_cards: 'all', forced_trade: 'all',
};
const cardsThatSayAll = ['knight', 'bishop', 'year_of_plenty', 'medicine', 'engineer', 'road_building', 'smith'];

function effectClauses(facts: Facts, told: PhraseContext): string[] {
    const t = texts().log.clauses;
    const said = cardsThatSayAll.includes(String(facts.action.card)) ? 'all' : saysItself[facts.type];
    // Production can come with the resource of who has beaten the fleet.
    const beside = facts.type === 'take_resource' ? facts.effects.filter(({ player }) => player !== facts.player) : [];
    if (said === 'all' && beside.length === 0) return [];
    const loses = facts.type === 'discard' ? t.discards : facts.type === 'give_cards' ? t.gives : t.loses;
    return (said === 'all' ? beside : facts.effects).flatMap((effect) => {
        const gain = effect.gain !== undefined;
        if (!gain && said === 'costs') return [];
        return (gain ? t.gets : loses)(who(told, effect.player), counted(effect.gain ?? effect.lose, effect.count));
    });
}

function rollClauses({ outcome, effects, changes }: Facts, told: PhraseContext): string[] {
    const t = texts().log.clauses;
    const sum = Number(outcome.yellow) + Number(outcome.red);
    const rerolled = (outcome.rerolled as [number, number][] | undefined) ?? [];
    const draws = (outcome.draws as { player: number; card?: string; track?: Track }[] | undefined) ?? [];
    const quiet = effects.length === 0 && outcome.event !== 'ship' && !changes.cloth;
    return [
        ...(rerolled.length > 0 ? [t.rerolled(rerolled.map(([yellow, red]) => `${yellow} + ${red}`).join(', '))] : []),
        ...draws.map(({ player, card, track }) => (t.draws(who(told, player), progressCard(card, track)))),
        ...(sum === 7 && changes.fleet === undefined ? [t.seven] : quiet ? [t.nothing] : []),
    ];
}

/** Each answer that was laid open with this event, where its effects do not say it. */
function revealClauses({ reveals, player }: Facts, told: PhraseContext): string[] {
    const t = texts().log.clauses;
    return reveals.flatMap(({ player: seat, action }) => {
        const { type, vertex, card, track } = action;
        if (type === 'choose_pillaged_city' && vertex !== undefined) return t.losesCity(who(told, seat), told.places.atVertex(vertex as number));
        if (type !== 'discard_progress_card' || (seat === player && reveals.length === 1)) return [];
        return card || track ? t.putsBack(who(told, seat), progressCard(card, track as Track)) : [];
    });
}

/** Whom the Bishop took something from. */
function bishopClauses({ action, outcome, player }: Facts, told: PhraseContext): string[] {
    if (action.card !== 'bishop') return [];
    const taken = (outcome.cards as { player: number; card?: Kind }[] | undefined) ?? [];
    return taken.map((from) => texts().log.clauses.takes(who(told, player ?? 0), texts().log.object(who(told, from.player)), from.card ? one(from.card) : texts().log.aCard));
}

// ---- what the server itself writes ----

interface ServerFacts {
    rolls: { seat: number; yellow: number; red: number }[];
    first: number;
    /** Still tied after many rounds. */
    lot?: boolean;
    players: { seat: number; cards: Cards; dev_cards?: Record<string, number>; progress_cards?: string[] }[];
    seat: number;
    kind: 'human' | 'bot';
    winner: number | null;
    agreed?: true;
    points: number[];
}

function handText({ cards, dev_cards: dev = {}, progress_cards: progress = [] }: ServerFacts['players'][number]): string {
    const bought = Object.entries(dev).map(([card, n]) => (n > 1 ? `${n} × ${cardName(card)}` : cardName(card)));
    const all = [...(cardCount(cards) > 0 ? [cardsText(cards)] : []), ...bought, ...progress.map((card) => cardName(card))];
    return all.join(', ') || texts().common.none;
}

function startText({ rolls, first, lot }: ServerFacts, told: PhraseContext): string {
    const t = texts().log.own;
    const said = rolls.map(({ seat, yellow, red }) => t.rolled(who(told, seat), yellow + red)).join(', ');
    if (said === '') return (lot === true ? t.startByLot : t.start)(who(told, first));
    return (lot === true ? t.startRollsByLot : t.startRolls)(who(told, first), said);
}

function wonText({ points }: ServerFacts, winner: number, told: PhraseContext): string {
    const t = texts().log.own;
    const others = points.flatMap((own, seat) => (seat === winner ? [] : t.points(who(told, seat), own))).join(', ');
    const own = points[winner] ?? 0;
    return others === '' ? t.won(who(told, winner), own) : t.wonAmong(who(told, winner), own, others);
}

function ownSentence(event: GameEvent, told: PhraseContext): string {
    const t = texts().log.own;
    const facts = event as unknown as ServerFacts;
    switch (event.type) {
        case 'start':
            return startText(facts, told);
        case 'reveal':
            return t.reveal(facts.players.map((player) => t.hand(who(told, player.seat), handText(player))).join('; '));
        case 'seat_changed':
            return facts.kind === 'bot' ? t.toBot(who(told, facts.seat)) : t.toHuman(who(told, facts.seat));
        default:
            if (facts.winner === null) return facts.agreed ? t.agreed : t.abandoned;
            return wonText(facts, facts.winner, told);
    }
}

const serverTypes: GameEvent['type'][] = ['start', 'reveal', 'seat_changed', 'finished'];

/** EVENT in one sentence, in the language of the page. */
export function sentence(event: GameEvent, told: PhraseContext): string {
    if (serverTypes.includes(event.type)) return `${ownSentence(event, told)}.`;
    const t = texts().log;
    const facts = factsOf(event);
    const done = fill(t.said[formOf(facts, told)] ?? '', wordsOf(facts, told));
    const remark = facts.by === 'timeout' || facts.by === 'order' ? ` (${t.by[facts.by]})` : '';
    // Where somebody answers alone, what they chose is what happens.
    const alone = facts.reveals.length === 1 && facts.reveals[0]?.player === facts.player && facts.type !== 'discard_progress_card';
    const clauses = [
        ...(facts.type === 'roll' ? rollClauses(facts, told) : []),
        ...(facts.type === 'offer_trade' && facts.action.auto ? [t.clauses.auto] : []),
        ...bishopClauses(facts, told),
        ...revealClauses(facts, told),
        ...effectClauses(facts, told),
        ...changeClauses(event, told, facts.type === 'choose_pillaged_city' && facts.reveals.length > 0),
    ];
    if (alone && clauses.length > 0) return `${facts.player === told.own ? capital(clauses.join('; ')) : clauses.join('; ')}${remark}.`;
    const before = done.includes(': ') ? '; ' : ': ';
    return `${done}${remark}${clauses.length > 0 ? `${before}${clauses.join('; ')}` : ''}.`;
}

/** The reader's "you" begins a sentence with a capital; a name stays as its owner writes it. */
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
