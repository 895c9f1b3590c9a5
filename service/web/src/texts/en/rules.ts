// SPDX-License-Identifier: AGPL-3.0-or-later
// How the printings and variants differ, and what each setting means; learn/topics.ts says how to play.
import type { Edition, OptionKey, Variant } from '../../types';

const editions: Record<Edition, string> = {
    ck1998: 'The robber moves from the first turn on and may be chased to any hex; the Saboteur turns a city over until it is repaired.',
    ck2007: 'The robber stands still until the barbarians have come once; knights chase it to hexes with a number; a deserter of a rank you have no piece for becomes a basic knight.',
    ck2020: 'Plays as the printing of 2007; only the material looks different. Take this one if you are not sure.',
    ck2022: 'The robber waits off the land and comes to the desert with the first attack; knights chase it only to opponents; a fifth progress card on your own turn means playing one at once.',
};
const variants: Record<Variant, string> = {
    nasty: 'When the barbarians land, each player in turn says which active knights fight. Only those count, and only those become inactive.',
    knight_errant: 'Before rolling, one active knight of yours may chase the robber away from a hex beside it.',
    easy_start: 'In the first two turns of each player the event die stays out, and a seven is rolled again.',
};
const options: Record<OptionKey, string> = {
    robber_start: 'The peninsula lies beside the track of the barbarians; from there it blocks nobody.',
    robber_freeze: 'While it stands still, a seven only makes large hands discard.',
    robber_release: 'Matters where it began on the peninsula.',
    chase_target: 'Where a knight that stands beside the robber may send it.',
    fifth_card_on_turn: 'Off your turn a fifth card is always put back at once.',
    deserter_fallback: 'Whoever plays the Deserter gets a knight of the rank that was lost; this says what if there is no such piece.',
    deserter_may_act: 'A knight activated in a turn never acts in that turn; a deserter may have been active before.',
    saboteur: 'It hits opponents with as many points as you, or more.',
    displace_origin_free: 'A knight that is driven away goes along its owner’s roads.',
    sea_pirate_freeze: 'While it stands still, a seven only makes large hands discard.',
    sea_pirate_start: 'Beside the board it blocks nothing, until the barbarians have come once.',
    sea_knight_switch: 'Its way may lead along both.',
};

export const rules = { editions, variants, options };
