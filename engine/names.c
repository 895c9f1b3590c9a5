/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What the parts of a game's course are called, in documents and in tests alike. */
#include "engine/game.h"

const char *const phase_names[PHASE_COUNT] = {"setup", "play", "finished"};
const char *const turn_step_names[TURN_STEP_COUNT] = {"before_roll", "between_rolls", "resolving",
                                                      "actions"};
const char *const decision_names[DECISION_KIND_COUNT] = {
    [DECIDE_SETUP_SETTLEMENT] = "setup_settlement",
    [DECIDE_SETUP_ROAD] = "setup_road",
    [DECIDE_TURN] = "turn",
    [DECIDE_DISCARD] = "discard",
    [DECIDE_MOVE_ROBBER] = "move_robber",
    [DECIDE_BUILD_NEUTRAL] = "build_neutral",
    [DECIDE_RETURN_CARDS] = "return_cards",
    [DECIDE_SETUP_CITY] = "setup_city",
    [DECIDE_COMMIT_KNIGHTS] = "commit_knights",
    [DECIDE_CHOOSE_PILLAGED_CITY] = "choose_pillaged_city",
    [DECIDE_CHOOSE_PROGRESS_DECK] = "choose_progress_deck",
    [DECIDE_DISCARD_PROGRESS] = "discard_progress_card",
    [DECIDE_FIFTH_CARD] = "fifth_card",
    [DECIDE_TAKE_RESOURCE] = "take_resource",
    [DECIDE_RELOCATE_KNIGHT] = "relocate_knight",
    [DECIDE_REMOVE_KNIGHT] = "remove_knight",
    [DECIDE_PLACE_KNIGHT] = "place_knight",
    [DECIDE_GIVE_CARDS] = "give_cards",
    [DECIDE_TAKE_CARDS] = "take_cards",
    [DECIDE_TAKE_PROGRESS_CARD] = "take_progress_card",
    [DECIDE_CHOOSE_GOLD] = "choose_gold",
    [DECIDE_SPECIAL_BUILD] = "special_build",
    [DECIDE_PLACE_HARBOR] = "place_harbor",
    [DECIDE_GIVE_COMMODITY] = "give_commodity",
};
const char *const agenda_names[AGENDA_STEP_COUNT] = {
    [AGENDA_SETUP] = "setup",
    [AGENDA_PRODUCE] = "produce",
    [AGENDA_DISCARD] = "discard",
    [AGENDA_ROBBER] = "robber",
    [AGENDA_AFTER_ROLL] = "after_roll",
    [AGENDA_NEUTRAL] = "neutral",
    [AGENDA_RETURN_CARDS] = "return_cards",
    [AGENDA_RESUME] = "resume",
    [AGENDA_COMMIT] = "commit",
    [AGENDA_BATTLE] = "battle",
    [AGENDA_PILLAGE] = "pillage",
    [AGENDA_TIE_DRAW] = "tie_draw",
    [AGENDA_CARD_LIMIT] = "card_limit",
    [AGENDA_SHIP_BACK] = "ship_back",
    [AGENDA_FIFTH_CARD] = "fifth_card",
    [AGENDA_AQUEDUCT] = "aqueduct",
    [AGENDA_END_TURN] = "end_turn",
    [AGENDA_RELOCATE] = "relocate",
    [AGENDA_REMOVE_KNIGHT] = "remove_knight",
    [AGENDA_PLACE_KNIGHT] = "place_knight",
    [AGENDA_GIVE_CARDS] = "give_cards",
    [AGENDA_TAKE_CARDS] = "take_cards",
    [AGENDA_TAKE_PROGRESS] = "take_progress",
    [AGENDA_GIVE_COMMODITY] = "give_commodity",
    [AGENDA_GOLD] = "gold",
    [AGENDA_PLACE_HARBOR] = "place_harbor",
};

const char *const point_source_names[POINT_SOURCE_COUNT] = {
    [POINTS_SETTLEMENTS] = "settlements",   [POINTS_CITIES] = "cities",
    [POINTS_LONGEST_ROAD] = "longest_road", [POINTS_LARGEST_ARMY] = "largest_army",
    [POINTS_METROPOLISES] = "metropolises", [POINTS_DEFENDER] = "defender",
    [POINTS_MERCHANT] = "merchant",         [POINTS_PROGRESS_CARDS] = "progress_cards",
    [POINTS_ISLANDS] = "islands",           [POINTS_GIFTS] = "gifts",
};
