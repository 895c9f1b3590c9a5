// SPDX-License-Identifier: AGPL-3.0-or-later
// What can be derived from a view of Cities & Knights: strengths, levels and their prices, the result of a barbarian
// attack. Nothing here uses more than the viewer knows.
import { cardName } from '../../lib/cardName';
import { actsIn, editionOptions, shipSteps, tracks } from '../../lib/rules';
import { type Texts, texts } from '../../texts';
import type { Game, PlayerView, ProgressCard, Track, View } from '../../types';
import { trackCards } from './progress';

/** The level whose buildings have a lasting effect. */
export const abilityLevel = 3;
/** The level that gains a metropolis; the next one keeps it for good. */
export const metropolisLevel = 4;

export type KnightPiece = NonNullable<View['pieces']['knights']>[number];
type CityPiece = NonNullable<View['pieces']['cities']>[number];
type Rules = Game['rules'];
type OptionKey = 'saboteur' | 'deserter_fallback' | 'chase_target' | 'robber_freeze' | 'fifth_card_on_turn';

export const isKnights = (game: Game): boolean => game.rules.game === 'cities_and_knights';

export function option(rules: Rules, key: OptionKey): string {
    return rules.options?.[key] ?? (rules.edition && editionOptions(rules.edition)[key]) ?? '';
}

/** The page uses the card names of this edition. */
const currentEdition = 'ck2022';

/** The name of a progress card, followed by the one the game's edition prints if that differs. */
export function printedCardName(card: ProgressCard, edition: string | undefined): string {
    const name = cardName(card);
    const printed = texts().knights.formerNames[card];
    return printed === undefined || edition === currentEdition ? name : `${name} (${printed})`;
}

/** What a progress card does under a game's rules. */
export function cardEffect(card: ProgressCard, rules: Rules): string {
    const t = texts().knights.cardEffects;
    if (card === 'saboteur' && option(rules, 'saboteur') !== 'invert_city') return t.saboteur_half;
    if (card === 'deserter' && option(rules, 'deserter_fallback') !== 'lower') return t.deserter_basic;
    return t[card];
}

/** What an action of Cities & Knights does, if it needs an explanation. */
export function actionHelp(type: string, rules: Rules): string | null {
    const { help, chaseTo } = (texts() as Partial<Texts>).knights ?? {};
    const said = help?.[type];
    return said === undefined || !chaseTo ? null : type === 'chase_robber' ? `${chaseTo[option(rules, 'chase_target')]} ${said}` : said;
}

export const trackOfCard = (card: ProgressCard): Track => tracks.find((track) => trackCards(track).includes(card)) ?? 'trade';

/** "basic knight, active" */
export function knightName(level: number, active: boolean): string {
    const names: Record<number, string> = texts().knights.knight[active ? 'active' : 'inactive'];
    return names[level] ?? '';
}

/** An area with its level and the name of its building. */
export function levelText(game: Game, track: Track, level: number): string {
    const t = texts();
    return level > 0 ? t.knights.trackLevelOf(t.common.tracks[track], level, buildingName(game, track, level)) : t.knights.trackLevel(t.common.tracks[track], level);
}

/** The name of a level's building, in the reader's language if the page has it. */
export function buildingName(game: Game, track: Track, level: number): string {
    const name = game.improvement_names?.[track][level - 1] ?? '';
    return texts().knights.buildings[name] ?? name;
}

export const levelOf = (player: PlayerView, track: Track): number => player.improvements?.[track] ?? 0;

/** The cost of the next level, less the Cranes of this turn. */
export function nextCost(view: View, player: PlayerView, track: Track): number {
    const cheaper = actsIn(view.turn) === player.seat && (view.turn.cranes ?? 0) > 0 ? 1 : 0;
    return levelOf(player, track) + 1 - cheaper;
}

export const knightsOf = (view: View, seat: number): KnightPiece[] => (view.pieces.knights ?? []).filter(({ player }) => player === seat).sort((a, b) => b.level - a.level || a.vertex - b.vertex);
const upright = (view: View): CityPiece[] => (view.pieces.cities ?? []).filter(({ tipped }) => !tipped);
export const sumOf = (knights: KnightPiece[]): number => knights.reduce((sum, { level }) => sum + level, 0);

export interface Battle {
    barbarians: number;
    knights: number;
    /** The knights' strength if all were active. */
    possible: number;
    /** By seat. */
    strengths: Map<number, number>;
    held: boolean;
    /** Who loses a city, or who was strongest. */
    seats: number[];
}

/** The result of an attack with these knights: the active ones, or those that were committed. */
export function battle(view: View, fights: (knight: KnightPiece) => boolean = ({ active }) => active === true): Battle {
    const all = view.pieces.knights ?? [];
    const strengths = new Map(view.players.filter(({ neutral }) => !neutral).map(({ seat }) => [seat, sumOf(all.filter((knight) => knight.player === seat && fights(knight)))]));
    const knights = sumOf(all.filter(fights));
    const barbarians = upright(view).length;
    const held = knights >= barbarians;
    const losers = [...strengths.keys()].filter((seat) => upright(view).some(({ player, metropolis }) => player === seat && !metropolis));
    const among = held ? [...strengths.keys()].filter((seat) => (strengths.get(seat) ?? 0) > 0) : losers;
    const ends = among.map((seat) => strengths.get(seat) ?? 0);
    const decisive = held ? Math.max(...ends) : Math.min(...ends);
    return { barbarians, knights, possible: sumOf(all), strengths, held, seats: among.filter((seat) => strengths.get(seat) === decisive) };
}

/** Steps of the ship until the attack. */
export const shipsLeft = (view: View): number => shipSteps - (view.barbarians?.position ?? 0);

const safePlain = 7;
const safePerWall = 2;
/** How many cards a hand can hold without discarding on a seven. */
export const safeCards = (view: View, seat: number): number => safePlain + safePerWall * (view.pieces.cities ?? []).filter(({ player, wall }) => player === seat && wall).length;

/** Whether nothing can move the robber before the first attack. */
export const robberFrozen = (game: Game, view: View): boolean => option(game.rules, 'robber_freeze') === 'on' && (view.barbarians?.attacks ?? 0) === 0;

export const isNasty = (game: Game): boolean => (game.rules.variants as string[] | undefined)?.includes('nasty') === true;
