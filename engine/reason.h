/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Why the engine refuses. One row a reason: its code, the rule that forbids the move, and a sentence
 * for the person who reads it. The code is part of the interface: it never changes. */
#ifndef ENGINE_REASON_H
#define ENGINE_REASON_H

/* X(NAME, code, rule or NULL, text). Where another decision is due first, that one's rule is named (game_refusal_rule). */
#define REASONS(X)                                                                                 \
    X(OK, "ok", NULL, "the move is legal")                                                         \
    X(NOT_STARTED, "not_started", NULL, "the game has not started yet")                            \
    X(FINISHED, "game_finished", "B-88", "the game is over")                                       \
    X(NOT_YOUR_DECISION, "not_your_decision", "B-27", "nothing waits for this player now")         \
    X(NEUTRAL_SEAT, "neutral_seat", "T-01", "a neutral color makes no moves")                      \
    X(RESIGNED, "resigned", NULL, "this player has resigned")                                      \
    X(WRONG_DECISION, "other_decision_pending", NULL,                                              \
      "another decision of this player has to be made first")                                      \
    X(NOT_CALLED_FOR, "not_called_for", NULL, "nothing calls for this action now")                 \
    X(UNKNOWN_ACTION, "not_in_this_game", NULL, "the rules of this game have no such action")      \
    X(ROLL_FIRST, "roll_first", "B-27", "the dice have to be rolled first")                        \
    X(ALREADY_ROLLED, "already_rolled", "B-27", "the dice were rolled this turn")                  \
    X(BETWEEN_ROLLS, "between_rolls", "T-12",                                                      \
      "between the two rolls only the robber may be moved by a card")                              \
    X(TRADE_OVER, "trade_over", "B-29", "in the strict order nothing is traded after building")    \
    X(PART_TRADE, "no_trade_in_part", "X-38",                                                      \
      "the second player of a pair trades with the bank, not with players")                        \
    X(SPECIAL_BUILD, "only_building", "X-18",                                                      \
      "in the special building phase one builds and buys, nothing else")                           \
    X(SEA_PATH, "no_road_at_sea", "S-07", "a road needs land on one side of the path")             \
    X(LAND_PATH, "no_ship_on_land", "S-07", "a ship needs sea on one side of the path")            \
    X(ISLAND_ROAD, "no_road_on_pirate_islands", "S-128",                                           \
      "on the pirate islands only the own way mark takes a settlement, and nothing a road")        \
    X(NOT_ON_LANE, "not_on_lane", "S-127",                                                         \
      "ships go along the own lane, each at the free end of the line")                             \
    X(SETUP_SHIP, "no_ship_in_setup", "S-126", "these settlements come with a road each")          \
    X(FLEET_THERE, "fleet_there", "S-137", "the fleet keeps ships off the paths of its hex")       \
    X(NO_PLAIN_SHIP, "no_plain_ship", "S-131", "every ship of the line is a warship already")      \
    X(FORTRESS_FAR, "fortress_not_reached", "S-138",                                               \
      "the line of ships has not reached the fortress")                                            \
    X(FORTRESS_FREE, "fortress_freed", "S-141", "the own fortress is free already")                \
    X(ATTACK_DUE, "attack_due", "S-139", "the turn ends with the attack on the fortress")          \
    X(LOST_CARDS, "wrong_lost_cards", "S-134",                                                     \
      "these are not the cards that the fleet takes by these dice")                                \
    X(NO_SETTLING, "no_settling_there", "S-09", "nobody may settle there")                         \
    X(NOT_A_START, "no_start_there", "S-74", "the first settlements stand elsewhere on this map")  \
    X(PIRATE_THERE, "pirate_there", "S-44", "the pirate keeps ships off the paths of its hex")     \
    X(SHIP_NOT_CONNECTED, "ship_not_connected", "S-12",                                            \
      "no own ship, settlement or city joins this path")                                           \
    X(SHIP_SETTLED, "building_blocks_ship", "S-13",                                                \
      "an opponent's settlement or city at the end of the own ship blocks the way")                \
    X(SHIP_KNIGHT, "knight_blocks_ship", "V-47",                                                   \
      "an opponent's knight at the end of the own ship blocks the way")                            \
    X(NO_OWN_SHIP, "no_own_ship", "S-21", "no own ship lies there")                                \
    X(SHIP_MOVED, "one_ship_a_turn", "S-21", "a ship was moved this turn")                         \
    X(SHIP_NEW, "ship_built_this_turn", "S-22", "a ship is not moved in the turn it was built")    \
    X(SHIP_NOT_OPEN, "ship_not_open", "S-22", "neither end of the ship is open")                   \
    X(SHIP_CLOSED, "ship_closed", "S-19", "the ship lies on a line between two own buildings")     \
    X(SHIP_STAYS, "ship_must_move", "S-27", "the ship has to go to another path")                  \
    X(ROBBER_PLACE, "robber_not_there", "S-37", "the robber may not go to that hex")               \
    X(PIRATE_PLACE, "pirate_not_there", "S-40", "the pirate may not go to that hex")               \
    X(PIRATE_STAYS, "pirate_must_move", "S-36", "the pirate has to go to another hex")             \
    X(PIRATE_VICTIM_NEEDED, "ship_owner_needed", "S-42",                                           \
      "an opponent with a ship at that hex has cards: name one")                                   \
    X(NO_SHIP_THERE, "no_ship_there", "S-42", "this player has no ship at that hex")               \
    X(PIRATE_UNLINKED, "pirate_needs_village", "S-120",                                            \
      "only who is linked with a village moves the pirate")                                        \
    X(NO_CLOTH, "no_cloth_there", "S-121",                                                         \
      "cloth is taken with the pirate, from an opponent who has some")                             \
    X(GOLD_RESOURCES, "gold_is_resources", "S-48", "gold brings resources alone")                  \
    X(GOLD_COUNT, "wrong_gold_count", "S-52", "all cards for gold are chosen in one answer")       \
    X(GOLD_BANK, "gold_not_in_bank", "S-51", "the bank does not hold these cards")                 \
    X(VERTEX_TAKEN, "vertex_taken", "B-10", "the intersection is taken")                           \
    X(TOO_CLOSE, "too_close", "B-63", "a neighboring intersection is built on")                    \
    X(NO_ROAD_THERE, "no_road_there", "B-62", "no road of this color leads there")                 \
    X(NO_LINE_THERE, "no_line_there", "S-15", "no road or ship of this color leads there")         \
    X(EDGE_TAKEN, "edge_taken", "B-10", "the path has a road already")                             \
    X(PATH_TAKEN, "path_taken", "S-08", "a road or ship lies on the path already")                 \
    X(NOT_CONNECTED, "not_connected", "B-61", "no own road, settlement or city joins this path")   \
    X(ROAD_SETTLED, "building_blocks_road", "B-61",                                                \
      "an opponent's settlement or city at the end of the own road blocks the way")                \
    X(ROAD_KNIGHT, "knight_blocks_road", "C-75",                                                   \
      "an opponent's knight at the end of the own road blocks the way")                            \
    X(ROAD_SHIP, "road_after_ship", "S-14",                                                        \
      "a road goes on from an own ship only at an own settlement or city")                         \
    X(NOT_AT_SETTLEMENT, "not_at_settlement", "B-23",                                              \
      "the road has to touch the settlement or city just placed")                                  \
    X(SHIP_NOT_AT_SETTLEMENT, "ship_not_at_settlement", "S-73",                                    \
      "the ship has to touch the settlement or city just placed")                                  \
    X(NO_OWN_SETTLEMENT, "no_own_settlement", "B-64",                                              \
      "a city replaces an own settlement, and none stands there")                                  \
    X(NO_PIECE, "no_piece_left", "B-06", "no such piece is left in the supply")                    \
    X(CANNOT_PAY, "cannot_pay", "B-60", "the hand does not hold the cost")                         \
    X(NOT_HELD, "cards_not_held", "B-47", "the hand does not hold these cards")                    \
    X(DISCARD_COUNT, "wrong_discard_count", "B-38", "half of the hand, rounded down, is returned") \
    X(DISCARD_NOT_HELD, "discard_not_held", "B-38", "the hand does not hold these cards")          \
    X(ROBBER_STAYS, "robber_must_move", "B-40", "the robber has to move to another hex")           \
    X(NO_VICTIM, "not_a_victim", "B-41", "this player has no settlement or city at that hex")      \
    X(VICTIM_EMPTY, "victim_has_no_cards", "B-42",                                                 \
      "an opponent without cards cannot be stolen from")                                           \
    X(VICTIM_SPARED, "victim_spared", "H-01",                                                      \
      "a player with two points or fewer cannot be robbed")                                        \
    X(VICTIM_NEEDED, "victim_needed", "B-41", "an opponent at that hex has cards: name one")       \
    X(VICTIM_NEUTRAL, "victim_neutral", "T-13", "a neutral color is not stolen from")              \
    X(VICTIM_SELF, "victim_is_self", "B-41", "only an opponent is stolen from")                    \
    X(RATE, "wrong_rate", "B-51", "the number of cards given does not fit the rate")               \
    X(ONE_KIND, "one_kind_given", "B-54", "one exchange gives cards of a single kind")             \
    X(SAME_KIND_BANK, "same_kind", "B-55", "the card taken must differ from the cards given")      \
    X(BANK_EMPTY, "bank_empty", "B-54", "the bank does not hold the card taken")                   \
    X(GIFT, "no_gifts", "B-48", "each side gives at least one card")                               \
    X(SAME_KIND, "same_kind_both_sides", "B-49", "the same kind may not stand on both sides")      \
    X(ONLY_RESOURCES, "only_resources", "B-50", "only resource cards are traded")                  \
    X(TRADE_PARTNER, "not_a_trade_partner", "B-46",                                                \
      "trade is only between the player on turn and an opponent")                                  \
    X(TRADE_NEUTRAL, "neutral_does_not_trade", "T-40", "neutral colors do not trade")              \
    X(NO_SUCH_OFFER, "no_such_offer", "B-47", "there is no such open offer")                       \
    X(OWN_OFFER, "own_offer", "B-47", "this is an offer of one's own")                             \
    X(NOT_OWN_OFFER, "not_own_offer", "B-47", "only its maker may do this with an offer")          \
    X(NOT_ASKED, "not_asked", "B-47", "the offer was not made to this player")                     \
    X(NOT_ACCEPTED, "not_accepted", "B-47", "that player has not accepted the offer")              \
    X(ALREADY_ANSWERED, "already_answered", "B-47", "this player has given that answer already")   \
    X(TOO_MANY_OFFERS, "too_many_offers", NULL, "this player has too many open offers")            \
    X(AUTO_OFF_TURN, "auto_off_turn", "B-46",                                                      \
      "an offer to the player on turn is carried out by their acceptance; it cannot be automatic") \
    X(DECK_EMPTY, "deck_empty", "B-67", "no development card is left")                             \
    X(DEV_NOT_HELD, "card_not_held", "B-68", "no such development card is held")                   \
    X(DEV_NEW, "card_bought_this_turn", "B-68", "a card is not played in the turn it was bought")  \
    X(DEV_ONE_A_TURN, "one_card_a_turn", "B-68", "one development card was played this turn")      \
    X(VICTORY_POINT_KEPT, "victory_point_not_played", "B-76",                                      \
      "a victory point card counts by itself and is not played")                                   \
    X(CARD_NO_EFFECT, "card_without_effect", "B-75", "the card could do nothing")                  \
    X(PLENTY_COUNT, "wrong_number_of_cards", "B-73",                                               \
      "two cards are taken, fewer only where the bank has fewer")                                  \
    X(PLENTY_BANK, "bank_cannot_give", "B-73", "the bank does not hold these cards")               \
    X(NEUTRAL_COLOR, "not_a_neutral_color", "T-14", "the piece is built for a neutral color")      \
    X(NEUTRAL_PIECE, "wrong_neutral_piece", "T-14", "the piece owed is of the other kind")         \
    X(NEUTRAL_NO_PIECE, "neutral_supply_empty", "T-17", "that color has no such piece left")       \
    X(NEUTRAL_ROAD, "neutral_road_place", "T-16", "that color cannot build a road there")          \
    X(NEUTRAL_SETTLEMENT, "neutral_settlement_place", "T-16",                                      \
      "that color cannot build a settlement there")                                                \
    X(TOKENS, "too_few_trade_cards", "T-25", "the trade cards held do not pay for this")           \
    X(FORCED_HAND, "two_cards_needed", "T-28",                                                     \
      "two resource cards have to be held before drawing")                                         \
    X(FORCED_EMPTY, "opponent_has_no_cards", "T-30", "the opponent holds no card")                 \
    X(RETURN_COUNT, "wrong_number_returned", "T-27", "two cards are given back")                   \
    X(RETURN_NOT_HELD, "return_not_held", "T-27", "the hand does not hold these cards")            \
    X(ROBBER_ON_DESERT, "robber_on_desert", "T-32", "the robber stands on the desert already")     \
    X(NO_DESERT, "no_desert", "T-31", "the board has no desert")                                   \
    X(KNIGHT_TRADED, "knight_traded_already", "T-33", "one knight a turn may be traded in")        \
    X(NO_KNIGHT_PLAYED, "no_knight_face_up", "T-33", "no knight card lies face up")                \
    X(DICE_RANGE, "dice_out_of_range", "B-07", "a die shows 1 to 6")                               \
    X(SAME_SUM, "same_sum_twice", "T-09", "the second roll of a turn must have another sum")       \
    X(REROLL_SUM, "reroll_not_rejected", "T-08",                                                   \
      "only rolls of the first roll's sum are rejected")                                           \
    X(CARD_NOT_THERE, "card_not_in_hand", "B-41", "the victim does not hold that card")            \
    X(CARD_NOT_IN_DECK, "card_not_in_deck", "B-67", "the deck holds no such card")                 \
    X(DRAWN_CARDS, "wrong_cards_drawn", "T-27", "the opponent does not hold these cards")          \
    X(KNIGHT_THERE, "knight_in_the_way", "C-75",                                                   \
      "an opponent's knight stands on the intersection")                                           \
    X(OWN_KNIGHT_THERE, "own_knight_in_the_way", "C-77",                                           \
      "an own knight stands there and has to move away first")                                     \
    X(TIPPED_FIRST, "tipped_city_first", "C-137",                                                  \
      "a city on its side has to be set upright before another is built")                          \
    X(NO_OWN_CITY, "no_own_city", "C-62",                                                          \
      "a wall goes under an own upright city, and none stands there")                              \
    X(WALL_THERE, "wall_there", "C-62", "the city has a wall already")                             \
    X(NOT_SABOTAGED, "not_sabotaged", "C-237", "no own city stands upside down there")             \
    X(IMPROVED_FULLY, "area_complete", "C-99", "the area has reached its highest level")           \
    X(CITY_NEEDED, "city_needed", "C-101", "improvements need a city on the board")                \
    X(PLAIN_CITY_NEEDED, "plain_city_needed", "C-104",                                             \
      "the levels 4 and 5 need a city that carries no metropolis")                                 \
    X(METROPOLIS_CITY, "metropolis_city", "C-107",                                                 \
      "the metropolis goes on an own upright city that carries none: name it")                     \
    X(NO_METROPOLIS, "no_metropolis_won", "C-107",                                                 \
      "this level wins no metropolis, so it takes no city")                                        \
    X(KNIGHT_PLACE, "knight_place_taken", "C-66",                                                  \
      "a knight goes on an intersection free of all pieces")                                       \
    X(KNIGHT_ROAD, "knight_needs_road", "C-66", "a knight goes where an own road ends")            \
    X(NO_OWN_KNIGHT, "no_own_knight", "C-64", "no own knight stands there")                        \
    X(KNIGHT_ACTIVE, "knight_active_already", "C-68", "the knight is active already")              \
    X(KNIGHT_PROMOTED, "knight_promoted_already", "C-71", "a knight rises one rank a turn")        \
    X(KNIGHT_MIGHTY, "knight_is_mighty", "C-70", "a mighty knight rises no further")               \
    X(FORTRESS_NEEDED, "fortress_needed", "C-72", "a mighty knight needs level 3 in politics")     \
    X(NO_HIGHER_KNIGHT, "no_higher_knight", "C-73",                                                \
      "no knight of the next rank is left in the supply")                                          \
    X(KNIGHT_INACTIVE, "knight_inactive", "C-78", "only an active knight acts")                    \
    X(KNIGHT_JUST_ACTIVATED, "knight_just_activated", "C-69",                                      \
      "a knight activated this turn does not act this turn")                                       \
    X(KNIGHT_ACTED, "knight_acted_already", "C-79", "a knight acts once a turn")                   \
    X(KNIGHT_WAY, "no_way_for_knight", "C-80",                                                     \
      "no chain of own roads, free of others' pieces, leads there")                                \
    X(KNIGHT_TARGET, "knight_target_taken", "C-80",                                                \
      "a knight moves to an intersection free of all pieces")                                      \
    X(NO_FOE, "no_knight_to_displace", "C-84", "no opponent's knight stands there")                \
    X(FOE_RANK, "knight_not_weaker", "C-84", "only a knight of lower rank is displaced")           \
    X(ORIGIN_TAKEN, "attacker_stands_there", "C-88",                                               \
      "the knight that drives this one away still stands there")                                   \
    X(RELOCATE_PLACE, "not_a_refuge", "C-85",                                                      \
      "the knight goes along own roads to an intersection free of all pieces")                     \
    X(ROBBER_FROZEN, "robber_frozen", "C-51",                                                      \
      "nothing moves the robber before the barbarians' first attack")                              \
    X(PIRATE_FROZEN, "pirate_frozen", "V-27",                                                      \
      "nothing moves the pirate before the barbarians' first attack")                              \
    X(ROBBER_FAR, "robber_not_beside", "C-90",                                                     \
      "the robber stands on no hex that touches the knight")                                       \
    X(CHASE_NUMBER, "chase_needs_number", "C-92", "the robber is chased to a hex with a number")   \
    X(CHASE_OPPONENT, "chase_needs_opponent", "C-94",                                              \
      "the robber is chased to a hex where another player has a building")                         \
    X(CHASE_SHIP, "chase_needs_ship", "V-69",                                                      \
      "the pirate is chased to a hex where another player has a ship")                             \
    X(ERRANT_USED, "one_errant_knight", "V-11",                                                    \
      "one knight a turn chases the robber before the roll")                                       \
    X(EASY_SEVEN, "no_seven_yet", "V-14",                                                          \
      "in the first two turns of a player a seven does not count")                                 \
    X(EARLY_SEVEN, "seven_too_early", "H-02",                                                      \
      "in the first two turns of a player a seven is rolled again")                                \
    X(EVENT_DIE, "event_die_wrong", "C-09",                                                        \
      "the event die shows a ship or a gate where it is rolled, and nothing where it is not")      \
    X(PRESET_DICE, "dice_set_beforehand", "C-181", "the dice are those that the Alchemist set")    \
    X(DRAWS, "wrong_cards_dealt", "C-30",                                                          \
      "a gate gives a card of its stack to each player who is entitled to one, and to nobody "     \
      "else")                                                                                      \
    X(CARD_NOT_IN_STACK, "card_not_in_stack", "C-144", "this card is not next in its stack")       \
    X(PROGRESS_NOT_HELD, "progress_card_not_held", "C-145", "no such progress card is held")       \
    X(PROGRESS_EARLY, "progress_card_before_roll", "C-25",                                         \
      "before the roll only the Alchemist is played")                                              \
    X(ALCHEMIST_LATE, "alchemist_after_roll", "C-180", "the Alchemist is played before the roll")  \
    X(ALCHEMIST_TWICE, "dice_set_already", "C-182", "the dice of this turn are set already")       \
    X(STACK_EMPTY, "stack_empty", "C-34", "no card is left in this stack")                         \
    X(CARD_PLAYABLE, "card_playable", "C-149",                                                     \
      "one of the five cards can be played, so none is put back")                                  \
    X(NO_ACTIVE_KNIGHT, "no_active_knight", "V-02",                                                \
      "no active knight of this player stands there")                                              \
    X(KNIGHT_TWICE, "knight_named_twice", "V-02", "each knight is named once")                     \
    X(NOT_PLAIN_CITY, "not_a_plain_city", "C-118",                                                 \
      "only an own upright city without a metropolis can be lost")                                 \
    X(PROGRESS_NO_EFFECT, "progress_without_effect", "C-151",                                      \
      "nothing that the card does can be carried out now")                                         \
    X(POINT_CARD, "point_card_not_played", "C-143",                                                \
      "a victory point card is laid out when drawn and never played")                              \
    X(NOT_OPPONENT, "not_an_opponent", NULL, "another player has to be named")                     \
    X(TOKEN_FIXED, "token_not_exchanged", "C-188",                                                 \
      "tokens with 2, 6, 8 or 12 and hexes without a token are left out")                          \
    X(TOKENS_EQUAL, "tokens_equal", "C-189", "two tokens with different numbers are exchanged")    \
    X(NO_HEX_BUILT, "no_building_at_such_hex", "C-193",                                            \
      "no own building touches a hex of the terrain that the card names")                          \
    X(SMITH_COUNT, "one_or_two_knights", "C-198", "one knight or two are promoted")                \
    X(HARBOR_NONE, "no_commercial_harbor", "C-200", "no Commercial Harbor was played this turn")   \
    X(HARBOR_ASKED, "opponent_asked_already", "C-203", "each opponent is asked once a turn")       \
    X(HARBOR_NOT_HELD, "resource_not_held", "C-200", "the hand does not hold this resource")       \
    X(COMMODITY_NOT_HELD, "commodity_not_held", "C-200", "the hand does not hold this commodity")  \
    X(NOT_AHEAD, "opponent_not_ahead", "C-205",                                                    \
      "only an opponent with more victory points may be chosen")                                   \
    X(HAND_EMPTY, "opponent_hand_empty", "C-206", "an opponent without cards may not be chosen")   \
    X(TAKE_COUNT, "wrong_number_taken", "C-205", "two cards are taken")                            \
    X(TAKE_NOT_THERE, "cards_not_shown", "C-205", "the hand laid open does not hold these cards")  \
    X(MERCHANT_PLACE, "merchant_place", "C-207",                                                   \
      "the merchant goes on a hex that touches an own settlement or city")                         \
    X(OPPONENT_KNIGHTS, "opponent_has_no_knight", "C-224",                                         \
      "an opponent without knights may not be chosen")                                             \
    X(KNIGHT_RANK, "wrong_knight_rank", "C-221", "a knight of this rank may not be placed now")    \
    X(NO_ROAD_ON_PATH, "no_road_on_path", "C-226", "no road lies on this path")                    \
    X(ROAD_NOT_OPEN, "road_not_open", "C-227", "at both ends of the road its color goes on")       \
    X(KNIGHT_WITHOUT_ROAD, "knight_left_without_road", "C-248",                                    \
      "a knight of its color would be left without any road")                                      \
    X(ROAD_NOT_OWN, "not_own_road", "C-230", "only an own road is placed again")                   \
    X(SAME_PATH, "same_path", "C-231", "the road goes to a different path")                        \
    X(INTRIGUE_ROAD, "no_own_road_at_knight", "C-232", "no own road ends where the knight stands") \
    X(SABOTEUR_CITY, "city_to_sabotage", "C-237",                                                  \
      "an upright city of an opponent has to be named")                                            \
    X(SABOTEUR_NO_CITY, "no_city_to_sabotage", "C-236", "the Saboteur is played on no city here")  \
    X(NO_PROGRESS_CARD, "opponent_has_no_progress_card", "C-240",                                  \
      "an opponent without progress cards may not be chosen")                                      \
    X(CARD_NOT_SHOWN, "progress_card_not_shown", "C-239", "the opponent does not hold this card")  \
    X(GIVE_COUNT, "wrong_number_given", "C-242", "two cards are given")                            \
    X(GIVE_NOT_HELD, "gift_not_held", "C-242", "the hand does not hold these cards")               \
    /* answered by earlier versions alone */                                                       \
    X(KNIGHT_LINK, "knight_keeps_ship", "V-53",                                                    \
      "a knight of this color would lose its line to a settlement or city")                        \
    X(KNIGHT_AT_SEA, "no_knight_at_sea", "V-56", "a new knight needs land beside it")              \
    X(PIRATE_FAR, "pirate_not_adjacent", "V-67", "the knight is not beside the pirate's hex")      \
    X(KNIGHT_VILLAGE, "no_knight_at_village", "V-95", "no knight stands at a village")             \
    X(MERCHANT_TERRAIN, "merchant_not_there", "V-87", "the merchant goes on no gold, sea or fog")  \
    X(NO_HARBOR_KEPT, "no_harbor_kept", "S-108", "no harbor is there to be placed")                \
    X(HARBOR_KIND_NAMED, "harbor_kind", "S-108",                                                   \
      "the kind of harbor is named where several are kept, and only then")                         \
    X(HARBOR_SITE, "harbor_site", "S-106",                                                         \
      "a harbor goes to the coast of the main island, at an own building and away from others")    \
    X(HARBOR_COAST, "harbor_coast", "S-162",                                                       \
      "a harbor goes to a coast and shares no intersection with another")                          \
    X(NO_HARBOR_LEFT, "no_harbor_left", "S-161",                                                   \
      "the harbor drawn next is one of those left, and after the last there is none")              \
    X(HARBOR_DUE, "harbor_must_be_placed", "S-108", "the harbor can be placed, so it has to be")   \
    X(GIFT_CARDS, "wrong_gift_cards", "S-104", "each ship at such a gift takes one card")          \
    X(WONDER_TAKEN, "wonder_taken", "S-148", "another player builds this wonder")                  \
    X(WONDER_ONE, "one_wonder", "S-148", "a player builds one wonder and no other")                \
    X(WONDER_DONE, "wonder_complete", "S-148", "the wonder has all its levels")                    \
    X(WONDER_REQUIREMENT, "wonder_not_deserved", "S-149",                                          \
      "what this wonder asks for is not there yet")                                                \
    X(REVEALS, "wrong_reveals", "S-57",                                                            \
      "these are not the hexes that come out of fog here, or not tiles and numbers of the stack")  \
    X(UNDO_NOTHING, "nothing_to_undo", NULL,                                                       \
      "no move can be taken back: a die, a draw, a card shown, a trade, the end of a turn or "     \
      "somebody else's act came last")                                                             \
    X(UNDO_TOO_FAR, "undo_too_far", NULL,                                                          \
      "behind that event lie a die, a draw, a card shown, a trade, the end of a turn, somebody "   \
      "else's act or too many events")                                                             \
    X(UNDO_TARGET, "undo_to_no_such_event", NULL,                                                  \
      "to_seq has to name an event that still counts, and one that others have followed")          \
    X(NOT_NEXT, "event_out_of_place", NULL, "this event cannot come next")

enum reason {
#define REASON_ENUM(name, code, rule, text) REASON_##name,
    REASONS(REASON_ENUM)
#undef REASON_ENUM
        REASON_COUNT
};

struct reason_row {
    const char *code;
    const char *rule; /* NULL: no book says so */
    const char *text;
};

extern const struct reason_row reasons[REASON_COUNT];

#endif
