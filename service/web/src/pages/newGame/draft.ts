// SPDX-License-Identifier: AGPL-3.0-or-later
// A game being created: the choices so far, and the request made from them.
import { byteLength } from '../../lib/api';
import { scenariosOf } from '../../lib/rules';
import type { components } from '../../schema';
import type { BotLevel, Edition, GameKind, OptionKey, Options, Pace, Preset, SeatKind, Variant } from '../../types';
import { optionRows } from './optionRows';

type Schemas = components['schemas'];
export type NewGame = Schemas['NewGame'];
export type Bot = Schemas['Bot'];
type Visibility = Schemas['Visibility'];
export type Scenario = Schemas['Scenario'];

export type Seat = { who: 'me' } | { who: 'open' } | { who: BotLevel } | { who: 'person'; name: string } | { who: 'invite'; email: string };

export interface Clock {
    kind: 'none' | 'turn' | 'bank';
    /** In seconds; null: the server's default. */
    turn: number;
    decision: number | null;
    start: number;
    increment: number;
    max: number | null;
    onTimeout: Schemas['OnTimeout'];
    voteAfter: number;
}

export interface Draft {
    name: string;
    game: GameKind;
    /** null: the usual number for the game. */
    points: number | null;
    combined: boolean;
    edition: Edition;
    variants: Variant[];
    options: Options;
    /** The map at sea; absent: on land. */
    scenario?: Scenario;
    /** How five and six players take their turns; absent: in pairs. */
    turns?: NonNullable<Options['turns56']>;
    layout: 'beginner' | 'random';
    numbers: 'spiral' | 'random';
    seed: string;
    /** In the New World: the server draws the harbors' places; absent: the players place them. */
    harbors?: 'random';
    seats: Seat[];
    visibility: Visibility;
    /** With spaces between them; absent: none. */
    tags?: string;
    hints: boolean;
    /** Absent: not asked for. */
    rated?: boolean;
    clock: Clock;
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

export const limits = {
    points: [3, 30],
    span: [minute, 30 * day],
    bank: [minute, 60 * day],
    increment: [0, 30 * day],
    votes: [1, 20],
    nameBytes: 255,
    tags: 8,
    seed: 64,
} as const;

export const usualPoints: Record<GameKind, number> = { base: 10, cities_and_knights: 13 };
/** From this number of players on, turns have parts. */
export const largePlayers = 5;
export const playerCounts: Record<GameKind, number[]> = { base: [2, 3, 4, 5, 6], cities_and_knights: [3, 4, 5, 6] };
export const editions: Edition[] = ['ck2022', 'ck2020', 'ck2007', 'ck1998'];
export const variants: Variant[] = ['knight_errant', 'nasty', 'easy_start'];
/** The server's options, without those that have no text here. */
const rows = optionRows.filter(({ of, withKnights }) => of === null || of === 'cities_and_knights' || withKnights);
const keysOf = (some: typeof rows): OptionKey[] => some.map(({ option }) => option as OptionKey);
export const optionKeys = keysOf(rows);
/** Options of every game; the first value is the default. */
export const everyGame = keysOf(rows.filter(({ of }) => of === null));
/** The options of Cities & Knights that a game of this draft can have; some are for the sea. */
export const editionsFor = ({ game, scenario }: Pick<Draft, 'game' | 'scenario'>): OptionKey[] => (game === 'base' ? [] : keysOf(rows.filter(({ of }) => of !== null && (of !== 'sea' || scenario !== undefined))));
export const valuesOf = (key: OptionKey): string[] => rows.find(({ option }) => option === key)?.values ?? [];
/** The options chosen among them. */
export const chosenOptions = (draft: Draft): Options => Object.fromEntries([...everyGame, ...editionsFor(draft)].flatMap((key) => (draft.options[key] === undefined ? [] : [[key, draft.options[key]]])));

const clockStart: Clock = { kind: 'none', turn: day, decision: null, start: 7 * day, increment: 12 * hour, max: null, onTimeout: 'default', voteAfter: 2 };

export const paces: Record<Pace, Partial<Clock>> = {
    none: { kind: 'none' },
    daily: { kind: 'turn', turn: day, decision: 12 * hour },
    slow: { kind: 'turn', turn: 3 * day, decision: day },
    live: { kind: 'turn', turn: 5 * minute, decision: 2 * minute },
    bank: { kind: 'bank', start: 7 * day, increment: 12 * hour, max: 10 * day },
};

/** The preset pace that matches this clock; null: it is a custom one. */
export function paceOf(clock: Clock): Pace | null {
    if (clock.kind === 'none') return 'none';
    const found = Object.entries(paces).find(([, pace]) => Object.entries(pace).every(([key, value]) => clock[key as keyof Clock] === value));
    return (found?.[0] as Pace | undefined) ?? null;
}

const levels: SeatKind[] = ['easy', 'normal', 'hard', 'random'] satisfies BotLevel[];
export const isBot = (who: SeatKind): who is BotLevel => levels.includes(who);

const visibilities: Record<Preset, Visibility> = { bots: 'private', friends: 'unlisted', all: 'public' };

export function startDraft(preset: Preset): Draft {
    const others: SeatKind = preset === 'bots' ? 'normal' : 'open';
    return {
        name: '', game: 'base', points: null, combined: true, edition: 'ck2020', variants: [], options: {}, layout: 'random', numbers: 'spiral', seed: '',
        seats: [{ who: 'me' }, ...Array.from({ length: 3 }, () => ({ who: others }) as Seat)],
        visibility: visibilities[preset],
        hints: true,
        clock: { ...clockStart, ...paces[preset === 'bots' ? 'none' : 'daily'] },
    };
}

/** A game with these people; whom there is no seat for is left out. */
export function withPeople(draft: Draft, names: string[]): Draft {
    const seats = draft.seats.map((seat, i): Seat => {
        const name = names[i - 1];
        return i === 0 ? { who: 'me' } : name === undefined ? seat : { who: 'person', name };
    });
    return { ...draft, seats };
}

/** Changes the preset but keeps the rules. */
export function withPreset(draft: Draft, preset: Preset): Draft {
    const { seats, visibility, clock } = startDraft(preset);
    return { ...draft, seats: seats.slice(0, draft.seats.length), visibility, clock };
}

/** Maps at sea for this number of players. */
export const mapsFor = (game: GameKind, players: number): Scenario[] => seaFor(game, players).filter((one) => one !== 'custom');
/** The same, including `custom` for a map drawn by hand. */
export const seaFor = (game: GameKind, players: number): Scenario[] => scenariosOf(game).filter((one) => one.players.includes(players)).map(({ scenario }) => scenario);

/** In the New World: whether the server draws the harbors' places. */
export function withHarbors(draft: Draft, drawn: boolean): Draft {
    const { harbors: _, ...rest } = draft;
    return drawn ? { ...rest, harbors: 'random' } : rest;
}

/** Changes the map; null: on land. */
export function withMap(draft: Draft, scenario: Scenario | null): Draft {
    const { scenario: _, ...rest } = draft;
    return scenario === null ? rest : { ...rest, scenario };
}

/** The usual number of points. */
export const usualFor = (draft: Draft): number => scenariosOf(draft.game).find(({ scenario }) => scenario === draft.scenario)?.victory_points ?? usualPoints[draft.game];

export function withPlayers(draft: Draft, count: number): Draft {
    const last = draft.seats[draft.seats.length - 1];
    const filler: Seat = { who: last && isBot(last.who) ? last.who : 'open' };
    const seats = Array.from({ length: count }, (_, i) => draft.seats[i] ?? filler);
    const { scenario, ...rest } = draft;
    return { ...(scenario !== undefined && seaFor(draft.game, count).includes(scenario) ? draft : rest), seats };
}

export function withGame(draft: Draft, game: GameKind): Draft {
    const counts = playerCounts[game];
    const count = draft.seats.length;
    const { scenario, ...rest } = draft;
    const kept = scenario !== undefined && seaFor(game, count).includes(scenario) ? draft : rest;
    return { ...(counts.includes(count) ? kept : withPlayers(kept, counts[0] ?? count)), game };
}

/** Puts a player on a seat; an account can have only one seat in a game. */
export function withSeat(draft: Draft, at: number, seat: Seat): Draft {
    const open: Seat = { who: 'open' };
    return { ...draft, seats: draft.seats.map((old, i) => (i === at ? seat : seat.who === 'me' && old.who === 'me' ? open : old)) };
}

/** As the server takes them. */
const tagForm = /^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/;
/** The tags of a game, each once. */
export const tagsOf = (text: string): string[] => [...new Set(text.toLowerCase().split(/[\s,#]+/).filter((tag) => tag !== ''))];

function rulesOf(draft: Draft): Schemas['NewRules'] {
    // For a custom map the server determines the usual number.
    const points = draft.points ?? (draft.scenario === 'custom' ? null : usualFor(draft));
    const rules: Schemas['NewRules'] = { game: draft.game, players: draft.seats.length, ...(points !== null && { victory_points: points }), ...(draft.scenario !== undefined && { scenario: draft.scenario }) };
    const options = { ...chosenOptions(draft), ...(draft.turns !== undefined && draft.seats.length >= largePlayers && { turns56: draft.turns }) };
    if (draft.game === 'base') return { ...rules, combined_phases: draft.combined, ...(Object.keys(options).length > 0 && { options }) };
    return { ...rules, edition: draft.edition, variants: draft.variants, options };
}

function seatOf(seat: Seat): Schemas['NewSeat'] {
    switch (seat.who) {
        case 'me':
            return { account: 'me' };
        case 'open':
            return { open: true };
        case 'person':
            return { account: seat.name.trim() };
        case 'invite':
            return { invite: seat.email.trim() };
        default:
            return { bot: seat.who };
    }
}

function clockOf({ kind, turn, decision, start, increment, max, onTimeout, voteAfter }: Clock): Schemas['NewClock'] {
    const both = { on_timeout: onTimeout, vote_after: voteAfter };
    if (kind === 'bank') return { bank: { start, increment, ...(max !== null && { max }) }, ...both };
    return { turn, ...(decision !== null && { decision }), ...both };
}

/** Whether everybody in the game is a person. */
export const ofPeople = (draft: Draft): boolean => !draft.seats.some(({ who }) => isBot(who));
/** Whether the game is to be rated, and can be. */
export const isRated = (draft: Draft): boolean => draft.rated === true && ofPeople(draft) && draft.clock.kind !== 'none' && draft.hints === false && draft.points === null;

/** A rated game has a clock, no hints, and the usual number of points. */
export function withRated(draft: Draft, rated: boolean): Draft {
    const { rated: _, ...rest } = draft;
    if (!rated) return { ...rest, hints: true };
    return { ...rest, rated, hints: false, points: null, clock: draft.clock.kind === 'none' ? { ...draft.clock, ...paces.daily } : draft.clock };
}

/** Whether the creator plays in the game. */
export const sits = (draft: Draft): boolean => draft.seats.some(({ who }) => who === 'me');

export function bodyOf(draft: Draft, commitment?: string): NewGame {
    const seed = draft.seed.trim();
    const harbors = draft.scenario === 'new_world' && draft.harbors ? { harbors: draft.harbors } : {};
    const board: Schemas['BoardLayout'] = draft.layout === 'beginner' ? { layout: 'beginner', ...harbors } : { layout: 'random', ...harbors, ...(draft.scenario === undefined && { numbers: draft.numbers }), ...(seed && { seed }) };
    return {
        ...(draft.name.trim() && { name: draft.name.trim() }),
        rules: rulesOf(draft),
        board,
        seats: draft.seats.map(seatOf),
        visibility: draft.visibility,
        ...(draft.tags && { tags: tagsOf(draft.tags) }),
        ...(draft.hints === false && { hints: false }), // drafts stored by older versions lack it
        ...(isRated(draft) && { rated: true }),
        ...(draft.clock.kind !== 'none' && { clock: clockOf(draft.clock) }),
        ...(commitment !== undefined && sits(draft) && { client_commitment: commitment }),
    };
}

/** Faults that are visible before asking the server; the keys are JSON pointers, like the server's. */
export type Wrong = 'range' | 'name' | 'address' | 'long' | 'number' | 'invisible' | 'tags';

export function wrongIn(draft: Draft): Record<string, Wrong> {
    const wrong: Record<string, Wrong> = {};
    const range = (pointer: string, value: number | null, [low, high]: readonly [number, number]): void => {
        if (value === null) return;
        if (!Number.isInteger(value)) wrong[pointer] = 'number';
        else if (value < low || value > high) wrong[pointer] = 'range';
    };
    range('/rules/victory_points', draft.points, limits.points);
    draft.seats.forEach((seat, i) => {
        if (seat.who === 'person' && seat.name.trim() === '') wrong[`/seats/${i}`] = 'name';
        if (seat.who === 'invite' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(seat.email.trim())) wrong[`/seats/${i}`] = 'address';
    });
    if (byteLength(draft.name.trim()) > limits.nameBytes) wrong['/name'] = 'long';
    if (/[\p{Cc}\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/u.test(draft.name.trim())) wrong['/name'] = 'invisible';
    const tags = tagsOf(draft.tags ?? '');
    if (tags.length > limits.tags || !tags.every((tag) => tagForm.test(tag))) wrong['/tags'] = 'tags';
    const { clock } = draft;
    if (clock.kind === 'turn') {
        range('/clock/turn', clock.turn, limits.span);
        range('/clock/decision', clock.decision, limits.span);
    }
    if (clock.kind === 'bank') {
        range('/clock/bank/start', clock.start, limits.bank);
        range('/clock/bank/increment', clock.increment, limits.increment);
        range('/clock/bank/max', clock.max, limits.bank);
    }
    if (clock.kind !== 'none') range('/clock/vote_after', clock.voteAfter, limits.votes);
    return wrong;
}
