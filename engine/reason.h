/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Why the engine refuses. One row per reason: its code and the rule that forbids the move. The code is part of
 * the interface and never changes. People read the text refusal.CODE of service/texts. */
#ifndef ENGINE_REASON_H
#define ENGINE_REASON_H

/* X(NAME, code, rule or NULL). Where another decision is due first, game_refusal_rule names that decision's
 * rule. */
#define REASONS(X)                                                                                 \
    X(OK, "ok", NULL)                                                                              \
    X(NOT_STARTED, "not_started", NULL)                                                            \
    X(FINISHED, "game_finished", "B-88")                                                           \
    X(NOT_YOUR_DECISION, "not_your_decision", "B-27")                                              \
    X(NEUTRAL_SEAT, "neutral_seat", "T-01")                                                        \
    X(RESIGNED, "resigned", NULL)                                                                  \
    X(WRONG_DECISION, "other_decision_pending", NULL)                                              \
    X(NOT_CALLED_FOR, "not_called_for", NULL)                                                      \
    X(UNKNOWN_ACTION, "not_in_this_game", NULL)                                                    \
    X(ROLL_FIRST, "roll_first", "B-27")                                                            \
    X(ALREADY_ROLLED, "already_rolled", "B-27")                                                    \
    X(BETWEEN_ROLLS, "between_rolls", "T-12")                                                      \
    X(TRADE_OVER, "trade_over", "B-29")                                                            \
    X(PART_TRADE, "no_trade_in_part", "X-38")                                                      \
    X(SPECIAL_BUILD, "only_building", "X-18")                                                      \
    X(SEA_PATH, "no_road_at_sea", "S-07")                                                          \
    X(LAND_PATH, "no_ship_on_land", "S-07")                                                        \
    X(ISLAND_ROAD, "no_road_on_pirate_islands", "S-128")                                           \
    X(NOT_ON_LANE, "not_on_lane", "S-127")                                                         \
    X(SETUP_SHIP, "no_ship_in_setup", "S-126")                                                     \
    X(FLEET_THERE, "fleet_there", "S-137")                                                         \
    X(NO_PLAIN_SHIP, "no_plain_ship", "S-131")                                                     \
    X(FORTRESS_FAR, "fortress_not_reached", "S-138")                                               \
    X(FORTRESS_FREE, "fortress_freed", "S-141")                                                    \
    X(ATTACK_DUE, "attack_due", "S-139")                                                           \
    X(LOST_CARDS, "wrong_lost_cards", "S-134")                                                     \
    X(NO_SETTLING, "no_settling_there", "S-09")                                                    \
    X(NOT_A_START, "no_start_there", "S-74")                                                       \
    X(PIRATE_THERE, "pirate_there", "S-44")                                                        \
    X(SHIP_NOT_CONNECTED, "ship_not_connected", "S-12")                                            \
    X(SHIP_SETTLED, "building_blocks_ship", "S-13")                                                \
    X(SHIP_KNIGHT, "knight_blocks_ship", "V-47")                                                   \
    X(NO_OWN_SHIP, "no_own_ship", "S-21")                                                          \
    X(SHIP_MOVED, "one_ship_a_turn", "S-21")                                                       \
    X(SHIP_NEW, "ship_built_this_turn", "S-22")                                                    \
    X(SHIP_NOT_OPEN, "ship_not_open", "S-22")                                                      \
    X(SHIP_CLOSED, "ship_closed", "S-19")                                                          \
    X(SHIP_STAYS, "ship_must_move", "S-27")                                                        \
    X(ROBBER_PLACE, "robber_not_there", "S-37")                                                    \
    X(PIRATE_PLACE, "pirate_not_there", "S-40")                                                    \
    X(PIRATE_STAYS, "pirate_must_move", "S-36")                                                    \
    X(PIRATE_VICTIM_NEEDED, "ship_owner_needed", "S-42")                                           \
    X(NO_SHIP_THERE, "no_ship_there", "S-42")                                                      \
    X(PIRATE_UNLINKED, "pirate_needs_village", "S-120")                                            \
    X(NO_CLOTH, "no_cloth_there", "S-121")                                                         \
    X(GOLD_RESOURCES, "gold_is_resources", "S-48")                                                 \
    X(GOLD_COUNT, "wrong_gold_count", "S-52")                                                      \
    X(GOLD_BANK, "gold_not_in_bank", "S-51")                                                       \
    X(VERTEX_TAKEN, "vertex_taken", "B-10")                                                        \
    X(TOO_CLOSE, "too_close", "B-63")                                                              \
    X(NO_ROAD_THERE, "no_road_there", "B-62")                                                      \
    X(NO_LINE_THERE, "no_line_there", "S-15")                                                      \
    X(EDGE_TAKEN, "edge_taken", "B-10")                                                            \
    X(PATH_TAKEN, "path_taken", "S-08")                                                            \
    X(NOT_CONNECTED, "not_connected", "B-61")                                                      \
    X(ROAD_SETTLED, "building_blocks_road", "B-61")                                                \
    X(ROAD_KNIGHT, "knight_blocks_road", "C-75")                                                   \
    X(ROAD_SHIP, "road_after_ship", "S-14")                                                        \
    X(NOT_AT_SETTLEMENT, "not_at_settlement", "B-23")                                              \
    X(SHIP_NOT_AT_SETTLEMENT, "ship_not_at_settlement", "S-73")                                    \
    X(NO_OWN_SETTLEMENT, "no_own_settlement", "B-64")                                              \
    X(NO_PIECE, "no_piece_left", "B-06")                                                           \
    X(CANNOT_PAY, "cannot_pay", "B-60")                                                            \
    X(NOT_HELD, "cards_not_held", "B-47")                                                          \
    X(DISCARD_COUNT, "wrong_discard_count", "B-38")                                                \
    X(DISCARD_NOT_HELD, "discard_not_held", "B-38")                                                \
    X(ROBBER_STAYS, "robber_must_move", "B-40")                                                    \
    X(NO_VICTIM, "not_a_victim", "B-41")                                                           \
    X(VICTIM_EMPTY, "victim_has_no_cards", "B-42")                                                 \
    X(VICTIM_SPARED, "victim_spared", "H-01")                                                      \
    X(VICTIM_NEEDED, "victim_needed", "B-41")                                                      \
    X(VICTIM_NEUTRAL, "victim_neutral", "T-13")                                                    \
    X(VICTIM_SELF, "victim_is_self", "B-41")                                                       \
    X(RATE, "wrong_rate", "B-51")                                                                  \
    X(ONE_KIND, "one_kind_given", "B-54")                                                          \
    X(SAME_KIND_BANK, "same_kind", "B-55")                                                         \
    X(BANK_EMPTY, "bank_empty", "B-54")                                                            \
    X(GIFT, "no_gifts", "B-48")                                                                    \
    X(SAME_KIND, "same_kind_both_sides", "B-49")                                                   \
    X(ONLY_RESOURCES, "only_resources", "B-50")                                                    \
    X(TRADE_PARTNER, "not_a_trade_partner", "B-46")                                                \
    X(TRADE_NEUTRAL, "neutral_does_not_trade", "T-40")                                             \
    X(NO_SUCH_OFFER, "no_such_offer", "B-47")                                                      \
    X(OWN_OFFER, "own_offer", "B-47")                                                              \
    X(NOT_OWN_OFFER, "not_own_offer", "B-47")                                                      \
    X(NOT_ASKED, "not_asked", "B-47")                                                              \
    X(NOT_ACCEPTED, "not_accepted", "B-47")                                                        \
    X(ALREADY_ANSWERED, "already_answered", "B-47")                                                \
    X(TOO_MANY_OFFERS, "too_many_offers", NULL)                                                    \
    X(AUTO_OFF_TURN, "auto_off_turn", "B-46")                                                      \
    X(DECK_EMPTY, "deck_empty", "B-67")                                                            \
    X(DEV_NOT_HELD, "card_not_held", "B-68")                                                       \
    X(DEV_NEW, "card_bought_this_turn", "B-68")                                                    \
    X(DEV_ONE_A_TURN, "one_card_a_turn", "B-68")                                                   \
    X(VICTORY_POINT_KEPT, "victory_point_not_played", "B-76")                                      \
    X(CARD_NO_EFFECT, "card_without_effect", "B-75")                                               \
    X(PLENTY_COUNT, "wrong_number_of_cards", "B-73")                                               \
    X(PLENTY_BANK, "bank_cannot_give", "B-73")                                                     \
    X(NEUTRAL_COLOR, "not_a_neutral_color", "T-14")                                                \
    X(NEUTRAL_PIECE, "wrong_neutral_piece", "T-14")                                                \
    X(NEUTRAL_NO_PIECE, "neutral_supply_empty", "T-17")                                            \
    X(NEUTRAL_ROAD, "neutral_road_place", "T-16")                                                  \
    X(NEUTRAL_SETTLEMENT, "neutral_settlement_place", "T-16")                                      \
    X(TOKENS, "too_few_trade_cards", "T-25")                                                       \
    X(FORCED_HAND, "two_cards_needed", "T-28")                                                     \
    X(FORCED_EMPTY, "opponent_has_no_cards", "T-30")                                               \
    X(RETURN_COUNT, "wrong_number_returned", "T-27")                                               \
    X(RETURN_NOT_HELD, "return_not_held", "T-27")                                                  \
    X(ROBBER_ON_DESERT, "robber_on_desert", "T-32")                                                \
    X(NO_DESERT, "no_desert", "T-31")                                                              \
    X(KNIGHT_TRADED, "knight_traded_already", "T-33")                                              \
    X(NO_KNIGHT_PLAYED, "no_knight_face_up", "T-33")                                               \
    X(DICE_RANGE, "dice_out_of_range", "B-07")                                                     \
    X(SAME_SUM, "same_sum_twice", "T-09")                                                          \
    X(REROLL_SUM, "reroll_not_rejected", "T-08")                                                   \
    X(CARD_NOT_THERE, "card_not_in_hand", "B-41")                                                  \
    X(CARD_NOT_IN_DECK, "card_not_in_deck", "B-67")                                                \
    X(DRAWN_CARDS, "wrong_cards_drawn", "T-27")                                                    \
    X(KNIGHT_THERE, "knight_in_the_way", "C-75")                                                   \
    X(OWN_KNIGHT_THERE, "own_knight_in_the_way", "C-77")                                           \
    X(TIPPED_FIRST, "tipped_city_first", "C-137")                                                  \
    X(NO_OWN_CITY, "no_own_city", "C-62")                                                          \
    X(WALL_THERE, "wall_there", "C-62")                                                            \
    X(NOT_SABOTAGED, "not_sabotaged", "C-237")                                                     \
    X(IMPROVED_FULLY, "area_complete", "C-99")                                                     \
    X(CITY_NEEDED, "city_needed", "C-101")                                                         \
    X(PLAIN_CITY_NEEDED, "plain_city_needed", "C-104")                                             \
    X(METROPOLIS_CITY, "metropolis_city", "C-107")                                                 \
    X(NO_METROPOLIS, "no_metropolis_won", "C-107")                                                 \
    X(KNIGHT_PLACE, "knight_place_taken", "C-66")                                                  \
    X(KNIGHT_ROAD, "knight_needs_road", "C-66")                                                    \
    X(NO_OWN_KNIGHT, "no_own_knight", "C-64")                                                      \
    X(KNIGHT_ACTIVE, "knight_active_already", "C-68")                                              \
    X(KNIGHT_PROMOTED, "knight_promoted_already", "C-71")                                          \
    X(KNIGHT_MIGHTY, "knight_is_mighty", "C-70")                                                   \
    X(FORTRESS_NEEDED, "fortress_needed", "C-72")                                                  \
    X(NO_HIGHER_KNIGHT, "no_higher_knight", "C-73")                                                \
    X(KNIGHT_INACTIVE, "knight_inactive", "C-78")                                                  \
    X(KNIGHT_JUST_ACTIVATED, "knight_just_activated", "C-69")                                      \
    X(KNIGHT_ACTED, "knight_acted_already", "C-79")                                                \
    X(KNIGHT_WAY, "no_way_for_knight", "C-80")                                                     \
    X(KNIGHT_TARGET, "knight_target_taken", "C-80")                                                \
    X(NO_FOE, "no_knight_to_displace", "C-84")                                                     \
    X(FOE_RANK, "knight_not_weaker", "C-84")                                                       \
    X(ORIGIN_TAKEN, "attacker_stands_there", "C-88")                                               \
    X(RELOCATE_PLACE, "not_a_refuge", "C-85")                                                      \
    X(ROBBER_FROZEN, "robber_frozen", "C-51")                                                      \
    X(PIRATE_FROZEN, "pirate_frozen", "V-27")                                                      \
    X(ROBBER_FAR, "robber_not_beside", "C-90")                                                     \
    X(CHASE_NUMBER, "chase_needs_number", "C-92")                                                  \
    X(CHASE_OPPONENT, "chase_needs_opponent", "C-94")                                              \
    X(CHASE_SHIP, "chase_needs_ship", "V-69")                                                      \
    X(ERRANT_USED, "one_errant_knight", "V-11")                                                    \
    X(EASY_SEVEN, "no_seven_yet", "V-14")                                                          \
    X(EARLY_SEVEN, "seven_too_early", "H-02")                                                      \
    X(EVENT_DIE, "event_die_wrong", "C-09")                                                        \
    X(PRESET_DICE, "dice_set_beforehand", "C-181")                                                 \
    X(DRAWS, "wrong_cards_dealt", "C-30")                                                          \
    X(CARD_NOT_IN_STACK, "card_not_in_stack", "C-144")                                             \
    X(PROGRESS_NOT_HELD, "progress_card_not_held", "C-145")                                        \
    X(PROGRESS_EARLY, "progress_card_before_roll", "C-25")                                         \
    X(ALCHEMIST_LATE, "alchemist_after_roll", "C-180")                                             \
    X(ALCHEMIST_TWICE, "dice_set_already", "C-182")                                                \
    X(STACK_EMPTY, "stack_empty", "C-34")                                                          \
    X(CARD_PLAYABLE, "card_playable", "C-149")                                                     \
    X(NO_ACTIVE_KNIGHT, "no_active_knight", "V-02")                                                \
    X(KNIGHT_TWICE, "knight_named_twice", "V-02")                                                  \
    X(NOT_PLAIN_CITY, "not_a_plain_city", "C-118")                                                 \
    X(PROGRESS_NO_EFFECT, "progress_without_effect", "C-151")                                      \
    X(POINT_CARD, "point_card_not_played", "C-143")                                                \
    X(NOT_OPPONENT, "not_an_opponent", NULL)                                                       \
    X(TOKEN_FIXED, "token_not_exchanged", "C-188")                                                 \
    X(TOKENS_EQUAL, "tokens_equal", "C-189")                                                       \
    X(NO_HEX_BUILT, "no_building_at_such_hex", "C-193")                                            \
    X(SMITH_COUNT, "one_or_two_knights", "C-198")                                                  \
    X(HARBOR_NONE, "no_commercial_harbor", "C-200")                                                \
    X(HARBOR_ASKED, "opponent_asked_already", "C-203")                                             \
    X(HARBOR_NOT_HELD, "resource_not_held", "C-200")                                               \
    X(COMMODITY_NOT_HELD, "commodity_not_held", "C-200")                                           \
    X(NOT_AHEAD, "opponent_not_ahead", "C-205")                                                    \
    X(HAND_EMPTY, "opponent_hand_empty", "C-206")                                                  \
    X(TAKE_COUNT, "wrong_number_taken", "C-205")                                                   \
    X(TAKE_NOT_THERE, "cards_not_shown", "C-205")                                                  \
    X(MERCHANT_PLACE, "merchant_place", "C-207")                                                   \
    X(OPPONENT_KNIGHTS, "opponent_has_no_knight", "C-224")                                         \
    X(KNIGHT_RANK, "wrong_knight_rank", "C-221")                                                   \
    X(NO_ROAD_ON_PATH, "no_road_on_path", "C-226")                                                 \
    X(ROAD_NOT_OPEN, "road_not_open", "C-227")                                                     \
    X(KNIGHT_WITHOUT_ROAD, "knight_left_without_road", "C-248")                                    \
    X(ROAD_NOT_OWN, "not_own_road", "C-230")                                                       \
    X(SAME_PATH, "same_path", "C-231")                                                             \
    X(INTRIGUE_ROAD, "no_own_road_at_knight", "C-232")                                             \
    X(SABOTEUR_CITY, "city_to_sabotage", "C-237")                                                  \
    X(SABOTEUR_NO_CITY, "no_city_to_sabotage", "C-236")                                            \
    X(NO_PROGRESS_CARD, "opponent_has_no_progress_card", "C-240")                                  \
    X(CARD_NOT_SHOWN, "progress_card_not_shown", "C-239")                                          \
    X(GIVE_COUNT, "wrong_number_given", "C-242")                                                   \
    X(GIVE_NOT_HELD, "gift_not_held", "C-242")                                                     \
    X(KNIGHT_LINK, "knight_keeps_ship", "V-53")                                                    \
    X(KNIGHT_AT_SEA, "no_knight_at_sea", "V-56")                                                   \
    X(PIRATE_FAR, "pirate_not_adjacent", "V-67")                                                   \
    X(KNIGHT_VILLAGE, "no_knight_at_village", "V-95")                                              \
    X(MERCHANT_TERRAIN, "merchant_not_there", "V-87")                                              \
    X(NO_HARBOR_KEPT, "no_harbor_kept", "S-108")                                                   \
    X(HARBOR_KIND_NAMED, "harbor_kind", "S-108")                                                   \
    X(HARBOR_SITE, "harbor_site", "S-106")                                                         \
    X(HARBOR_COAST, "harbor_coast", "S-162")                                                       \
    X(NO_HARBOR_LEFT, "no_harbor_left", "S-161")                                                   \
    X(HARBOR_DUE, "harbor_must_be_placed", "S-108")                                                \
    X(GIFT_CARDS, "wrong_gift_cards", "S-104")                                                     \
    X(WONDER_TAKEN, "wonder_taken", "S-148")                                                       \
    X(WONDER_ONE, "one_wonder", "S-148")                                                           \
    X(WONDER_DONE, "wonder_complete", "S-148")                                                     \
    X(WONDER_REQUIREMENT, "wonder_not_deserved", "S-149")                                          \
    X(REVEALS, "wrong_reveals", "S-57")                                                            \
    X(UNDO_NOTHING, "nothing_to_undo", NULL)                                                       \
    X(UNDO_TOO_FAR, "undo_too_far", NULL)                                                          \
    X(UNDO_TARGET, "undo_to_no_such_event", NULL)                                                  \
    X(NOT_NEXT, "event_out_of_place", NULL)

enum reason {
#define REASON_ENUM(name, code, rule) REASON_##name,
    REASONS(REASON_ENUM)
#undef REASON_ENUM
        REASON_COUNT
};

struct reason_row {
    const char *code;
    const char *rule; /* NULL: no rule book has one */
};

extern const struct reason_row reasons[REASON_COUNT];

#endif
