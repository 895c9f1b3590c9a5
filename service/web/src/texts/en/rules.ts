// SPDX-License-Identifier: AGPL-3.0-or-later
// The rules in short: how the printings and variants differ, what each setting means, and how to play.
import type { Edition, OptionKey, Variant } from '../../around/new/draft';

type Topic = 'setup' | 'turn' | 'building' | 'trade' | 'robber' | 'devCards' | 'awards' | 'two' | 'commodities' | 'eventDie' | 'barbarians' | 'knights' | 'progress';

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
};
const topics: Record<Topic, { title: string; text: string[] }> = {
    setup: { title: 'Setting up', text: ['In turn, each player places a settlement and a road beside it; then once more in reverse order. For the second one you get a card from each hex around it.', 'With Cities & Knights the second piece is a city.'] },
    turn: { title: 'A turn', text: ['Roll: every hex with that number gives its owners a card for a settlement and two for a city.', 'Then trade and build as you like, and end your turn.'] },
    building: { title: 'Building', text: ['Road: brick, lumber. Settlement: brick, lumber, wool, grain. City: 3 ore, 2 grain. Development card: wool, grain, ore.', 'Settlements keep their distance: the next intersections must be free. They need a road of yours.'] },
    trade: { title: 'Trading', text: ['With the bank 4 cards of a kind for 1; at a harbor 3, or 2 of its own kind.', 'With others for what you agree on; only the player on turn deals. An offer ends with the turn, or when its maker loses cards.'] },
    robber: { title: 'A seven', text: ['Whoever holds more than 7 cards discards half of them. Then the robber moves: its hex gives nothing, and you steal a card from somebody there.'] },
    devCards: { title: 'Development cards', text: ['One a turn, and not in the turn it was bought. The Knight moves the robber; Road Building gives two roads, Year of Plenty two cards, Monopoly all cards of a kind.', 'Victory point cards count by themselves.'] },
    awards: { title: 'Points', text: ['Settlement 1, city 2. Longest Road (from 5 on) 2, Largest Army (from 3 knights on) 2.', 'You win when you reach the target on your own turn.'] },
    two: { title: 'Two players', text: ['Two neutral colors play along: with each road or settlement you build one for them. You roll twice a turn.', 'Trade cards pay for a forced trade or for sending the robber home.'] },
    commodities: { title: 'Commodities and areas', text: ['Cities at pasture, mountains and forest give cloth, coin and paper beside the resource. They pay for improvements: level 1 costs one, level 5 five.', 'Level 3 brings a lasting advantage, level 4 a metropolis worth 2 points; who reaches level 5 first can take it over and keeps it.'] },
    eventDie: { title: 'The event die', text: ['The ship moves the barbarians. A gate gives a progress card to everybody whose level in that area reaches the red die.'] },
    barbarians: { title: 'Barbarians', text: ['After seven ships they land. All active knights together must be as strong as there are cities; else those who gave least lose a city.', 'Whoever gave most when they are beaten is Defender and gets a point; at a tie each draws a progress card. All knights are inactive afterwards.'] },
    knights: { title: 'Knights', text: ['Hiring and promoting cost wool and ore, activating costs grain. From the turn after, an active knight may move, drive away a weaker one, or chase the robber; then it is inactive.', 'Mighty knights need level 3 in politics.'] },
    progress: { title: 'Progress cards', text: ['After the roll, as many as you like; the Alchemist before it. You hold four at most.'] },
};

export const rules = {
    editions, variants, options, topics,
    title: 'The rules in short',
    base: 'The base game',
    knights: 'Beside that, with Cities & Knights',
};
