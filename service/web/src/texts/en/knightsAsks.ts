// SPDX-License-Identifier: AGPL-3.0-or-later
/** The question of each choice, by the action or card and its field; "nothing" where it can be left. */
export const asks: Record<string, string> = {
    'build_knight.vertex': 'Where does the knight stand? Choose an intersection on your roads.',
    'build_city_wall.vertex': 'Which city gets the wall?',
    'repair_city.vertex': 'Which city is set up again?',
    from: 'Which knight? Tap it.', 'displace_knight.to': 'Which knight is driven away?', 'move_knight.to': 'Where does it go?', 'chase_robber.vertex': 'Which knight chases the robber?',
    'activate_knight.vertex': 'Which knight becomes active?',
    'promote_knight.vertex': 'Which knight is promoted?',
    'chase_robber.hex': 'Where does the robber go? Tap a hex.',
    'improve_city.vertex': 'This wins the metropolis: 2 points more, safe from the barbarians. Which city carries it?',
    'choose_pillaged_city.vertex': 'Tap the city that becomes a settlement.',
    'relocate_knight.vertex': 'Where does the knight go? Choose an intersection.',
    'remove_knight.vertex': 'Which of your knights goes?',
    'place_knight.vertex': 'Where does the knight stand? Choose an intersection.',
    'take_resource.resource': 'Which resource do you take?',
    'give_commodity.commodity': 'Which commodity do you give?',
    'harbor_offer.player': 'Who gets a resource from you?',
    'harbor_offer.resource': 'Which resource do you give?',
    'engineer.vertex': 'Which city gets the wall?',
    'medicine.vertex': 'Which settlement becomes a city?',
    'inventor.hexes': 'Which two numbers change places? Tap two hexes.',
    'road_building.edges': 'Tap a path for a free road.',
    'smith.vertices': 'Which knights are promoted? Tap one or two.',
    'bishop.hex': 'Where does the robber go? Tap a hex.',
    'bishop.victims': 'Tap those whom you want to spare.',
    'deserter.victim': 'Whose knight deserts?',
    'diplomat.edge': 'Which open road goes? Tap it.',
    'diplomat.to': 'Where do you put it? Tap a path, or keep it.',
    'diplomat.to.nothing': 'Keep it in the supply',
    'intrigue.vertex': 'Which knight has to give way?',
    'saboteur.vertex': 'Which city is turned upside down?',
    'spy.victim': 'Whose progress cards do you look at?',
    'master_merchant.victim': 'Whose hand do you look at?',
    'merchant.hex': 'Where does the merchant go? Tap a hex.',
    'merchant_fleet.kind': 'Which kind goes at 2:1?',
    'resource_monopoly.resource': 'Which resource does everybody give you?',
    'trade_monopoly.commodity': 'Which commodity does everybody give you?',
};

/** What an action brings. */
export const help: Record<string, string> = {
    activate_knight: 'Only active knights defend the island and act. Who is activated now acts from the next turn on.',
    promote_knight: 'One rank more, once a turn for each knight.',
    move_knight: 'Along your own roads to a free intersection; the knight is inactive afterwards.',
    displace_knight: 'A weaker knight has to give way; yours takes its place and is inactive afterwards.',
    chase_robber: 'You draw a card at the robber’s new hex; the knight is inactive afterwards.',
    build_knight: 'A basic knight, inactive at first.',
    build_city_wall: 'Two more cards are safe from a seven. One wall for a city, three in all.',
    repair_city: 'It yields as a city again.',
};

/** Where a knight may chase the robber to, by the edition or the game's own setting. */
export const chaseTo: Record<string, string> = {
    any_other: 'It may go to any other hex.',
    numbered: 'It may go to any other hex with a number.',
    near_opponent: 'It may go to another hex at which an opponent has a settlement or city.',
};
