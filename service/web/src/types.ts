// SPDX-License-Identifier: AGPL-3.0-or-later
// Short names for the types of the interface; all of them come from openapi.yaml.
import type { components } from './schema';

type Schemas = components['schemas'];

export type Action = Schemas['Action'];
export type ActionList = Schemas['ActionList'];
export type ActionType = Action['type'];
export type Outcome = Schemas['Outcome'];
export type Board = Schemas['Board'];
export type Decision = Schemas['Decision'];
export type GameEvent = Schemas['Event'];
export type EventType = Schemas['EventType'];
export type Game = Schemas['Game'];
export type GameAnalysis = Schemas['GameAnalysis'];
export type GameMistakes = Schemas['GameMistakes'];
export type GameStats = Schemas['GameStats'];
export type GameSeat = Schemas['GameSeat'];
export type Hint = Schemas['Hint'];
export type Kind = Schemas['Kind'];
export type Resource = Schemas['Resource'];
export type Commodity = Schemas['Commodity'];
export type Cards = Partial<Record<Kind, number>>;
export type DevCard = Schemas['DevCard'];
export type ProgressCard = Schemas['ProgressCard'];
export type Track = Schemas['Track'];
export type Scenario = Schemas['Scenario'];
/** The scenarios with a printed map. */
export type PrintedScenario = Exclude<Scenario, 'custom'>;
export type Wonder = Schemas['Wonder'];
export type MarkKind = Schemas['MarkKind'];
/** Marks of an intersection with no data besides their kind and owner. */
export type PlaceMark = Exclude<MarkKind, 'gift' | 'village' | 'lane' | 'fleet'>;
export type GiftKind = Schemas['GiftKind'];
export type Terrain = Schemas['Terrain'];
export type HarborKind = Schemas['HarborKind'];
export type Me = Schemas['Me'];
export type MovesMade = Schemas['MovesMade'];
export type MyGame = Schemas['MyGame'];
export type Offer = Schemas['Offer'];
export type PlayerView = Schemas['PlayerView'];
export type Reason = Schemas['Reason'];
export type SeatStats = Schemas['SeatStats'];
export type Recap = Schemas['Recap'];
export type RecapPlayer = Schemas['RecapPlayer'];
export type Talk = Schemas['Talk'];
export type View = Schemas['View'];

export type Edition = Schemas['Edition'];
export type GameKind = Schemas['GameKind'];
export type Options = Schemas['Options'];
/** Options of the base game and Cities & Knights, on land and at sea; the others are for five and six players and for
 * games at sea. */
export type OptionKey = Exclude<keyof Options, 'turns56' | 'sea_ship_end' | 'pirate_frame' | 'gold_setup' | 'island_chit' | 'sea_unsuitable' | 'wonder_cathedral' | 'wonder_requirement' | 'wonder_island' | 'fleet_targets' | 'fortress_attack' | 'fleet_leaves'>;
export type Variant = Schemas['Variants'][number];

/** Who is to sit on a seat of a new game. */
/** Bot levels that can be chosen; the interface also accepts older names. */
export type BotLevel = 'easy' | 'normal' | 'hard' | 'random';
export type SeatKind = 'me' | 'open' | BotLevel | 'person' | 'invite';
/** The presets of a new game: its players, and the time per turn. */
export type Preset = 'bots' | 'friends' | 'all';
export type Pace = 'none' | 'daily' | 'slow' | 'live' | 'bank';
/** What a click on the board puts there while a position is being set up. */
export type PieceTool = 'road' | 'settlement' | 'city' | 'wall' | 'tipped' | 'sabotaged' | 'robber' | 'merchant' | 'ship' | 'pirate' | 'erase' | 'metropolis' | 'knight';

/** The perspective: a seat, all hands open, or the caller's own by default. */
export type As = number | 'all' | null;

/** A place on the board. */
export interface Place {
    kind: 'hex' | 'vertex' | 'edge';
    id: number;
}
