/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The value of a position: each player's chance to win, as seen by one of them. A player's score is a
 * weighted sum of named features; the chances are the scores' softmax. The weights are a table
 * (service/bots/weights.c) that the trainer writes (tests/train). */
#ifndef SERVICE_BOTS_VALUE_H
#define SERVICE_BOTS_VALUE_H

#include "engine/game.h"

/* X-macro: the name in the enum, the name in the table of weights. Features of hidden cards are 0
 * for all but the viewer. */
#define VALUE_FEATURES(X)                                                                          \
    X(SELF, "self")                                                                                \
    X(NEXT, "next")                                                                                \
    X(AFTER_NEXT, "after_next")                                                                    \
    X(POINTS, "points")                                                                            \
    X(NEAR_END, "near_end")                                                                        \
    X(HIDDEN_POINTS, "hidden_points")                                                              \
    X(BRICK, "brick")                                                                              \
    X(LUMBER, "lumber")                                                                            \
    X(WOOL, "wool")                                                                                \
    X(GRAIN, "grain")                                                                              \
    X(ORE, "ore")                                                                                  \
    X(CLOTH, "cloth")                                                                              \
    X(COIN, "coin")                                                                                \
    X(PAPER, "paper")                                                                              \
    X(PIPS, "pips")                                                                                \
    X(BLOCKED, "blocked")                                                                          \
    X(KINDS, "kinds")                                                                              \
    X(CITY_PACE, "city_pace")                                                                      \
    X(SETTLEMENT_PACE, "settlement_pace")                                                          \
    X(DEV_PACE, "dev_pace")                                                                        \
    X(ROAD_PACE, "road_pace")                                                                      \
    X(SPOT_NOW, "spot_now")                                                                        \
    X(SPOT_NEAR, "spot_near")                                                                      \
    X(SPOT_FAR, "spot_far")                                                                        \
    X(SPOTS, "spots")                                                                              \
    X(UPGRADES, "upgrades")                                                                        \
    X(CITIES, "cities")                                                                            \
    X(NO_SETTLEMENTS_LEFT, "no_settlements_left")                                                  \
    X(HARBOR_ANY, "harbor_any")                                                                    \
    X(HARBOR_PIPS, "harbor_pips")                                                                  \
    X(HAND, "hand")                                                                                \
    X(HAND_HIDDEN, "hand_hidden")                                                                  \
    X(OVER_LIMIT, "over_limit")                                                                    \
    X(CITY_SOON, "city_soon")                                                                      \
    X(SETTLEMENT_SOON, "settlement_soon")                                                          \
    X(DEV_SOON, "dev_soon")                                                                        \
    X(BEST_SOON, "best_soon")                                                                      \
    X(HAND_KINDS, "hand_kinds")                                                                    \
    X(DEV_KNIGHT, "dev_knight")                                                                    \
    X(DEV_ROADS, "dev_roads")                                                                      \
    X(DEV_PLENTY, "dev_plenty")                                                                    \
    X(DEV_MONOPOLY, "dev_monopoly")                                                                \
    X(DEV_HIDDEN, "dev_hidden")                                                                    \
    X(KNIGHTS_PLAYED, "knights_played")                                                            \
    X(ARMY, "army")                                                                                \
    X(ARMY_NEAR, "army_near")                                                                      \
    X(ROAD_LENGTH, "road_length")                                                                  \
    X(ROAD, "road")                                                                                \
    X(ROAD_NEAR, "road_near")                                                                      \
    X(TOKENS, "tokens")                                                                            \
    X(LEVELS, "levels")                                                                            \
    X(ABILITIES, "abilities")                                                                      \
    X(METROPOLISES, "metropolises")                                                                \
    X(METROPOLIS_NEAR, "metropolis_near")                                                          \
    X(LEVEL_SOON, "level_soon")                                                                    \
    X(LEVEL_PACE, "level_pace")                                                                    \
    X(STRENGTH, "strength")                                                                        \
    X(STRENGTH_IDLE, "strength_idle")                                                              \
    X(KNIGHTS, "knights")                                                                          \
    X(LOSS_NEAR, "loss_near")                                                                      \
    X(DEFENDER_NEAR, "defender_near")                                                              \
    X(PROGRESS, "progress")                                                                        \
    X(WALLS, "walls")                                                                              \
    X(MERCHANT, "merchant")

enum value_feature {
#define VALUE_ENUM(NAME, TEXT) FEATURE_##NAME,
    VALUE_FEATURES(VALUE_ENUM)
#undef VALUE_ENUM
        FEATURE_COUNT
};

extern const char *const value_feature_names[FEATURE_COUNT];

/* Games that share a table of weights; one table is only for the end of the set-up. */
enum value_game { VALUE_BASE, VALUE_TWO, VALUE_KNIGHTS, VALUE_TWO_OPENING, VALUE_GAME_COUNT };

/* Names for the trainer. */
extern const char *const value_game_names[VALUE_GAME_COUNT];

/* A score is the sum of feature x (early + progress x late), where progress, 0 to 1, is how near the
 * leader is to winning. */
enum value_weight { VALUE_EARLY, VALUE_LATE, VALUE_WEIGHTS };
struct value_weights {
    const char *made; /* how it was trained, and how well it predicts */
    float of[FEATURE_COUNT][VALUE_WEIGHTS];
};

extern const struct value_weights value_weights[VALUE_GAME_COUNT];

/* The table for a game; one with an expansion without weights uses the table of the features that
 * it shares. */
enum value_game value_game_of(const struct setup *setup);

/* Features of every player of GAME as VIEWER sees them, and how far the game has come. Uses nothing
 * that is hidden from VIEWER. GAME can be a view. */
struct value_position {
    unsigned players;
    float progress;
    float features[SEAT_MAX][FEATURE_COUNT];
};
void value_look(const struct setup *setup, const struct game *game, unsigned viewer,
                struct value_position *position);

/* Chance of each player to win, with WEIGHTS; they add up to 1. */
void value_chances(const struct value_position *position, const struct value_weights *weights,
                   double chances[SEAT_MAX]);

/* Chance of VIEWER to win when the set-up has just ended. */
double value_of_opening(const struct setup *setup, const struct game *game, unsigned viewer);

/* Chance of VIEWER to win; 0 or 1 where the game is over. */
double value_of(const struct setup *setup, const struct game *game, unsigned viewer);

#endif
