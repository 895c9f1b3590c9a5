/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_RECORDS_GOLDEN_H
#define TESTS_RECORDS_GOLDEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "engine/game.h"

/*
 * Golden games: logs and records that were once written and must be read, accepted and replayed for
 * ever. tests/records/NAME.log is a text:
 *
 *     # what it shows
 *     setup HEX                  setup_encode's bytes
 *     TYPE PLAYER HEX            one line an event, event_encode's bytes; PLAYER - for nobody
 *     = FACT                     what came of it, see golden_facts
 *
 * tests/records/NAME.json is a hexpost-record/1. Neither is ever edited; new ones are written by the
 * test when HEXPOST_WRITE_GOLDEN is set (golden_write), which leaves alone what is there.
 */

enum { GOLDEN_EVENTS_MAX = 800, GOLDEN_FACTS_MAX = 4096 };

struct golden {
    struct rules rules;
    struct board_spec spec;
    struct setup setup;
    size_t n;
    struct event events[GOLDEN_EVENTS_MAX];
};

/* What a game can show, beside kinds of events and their forms. */
#define GOLDEN_FEATURES(X)                                                                         \
    X(TWO, "two players")                                                                          \
    X(THREE, "three players")                                                                      \
    X(FOUR, "four players")                                                                        \
    X(COMBINED, "combined phases")                                                                 \
    X(STRICT, "strict phases")                                                                     \
    X(ODD_BOARD, "a board of another shape")                                                       \
    X(GIVEN_START, "a starting player that was named")                                             \
    X(TIE, "a tie for the first turn")                                                             \
    X(LOT, "a tie that a lot decides")                                                             \
    X(REROLLED, "a rejected roll")                                                                 \
    X(GIVEN, "an outcome that was told")                                                           \
    X(STEAL_NOBODY, "a robber that meets nobody")                                                  \
    X(KNIGHT_NOBODY, "a knight that meets nobody")                                                 \
    X(DISCARD_ANEW, "a discard given anew")                                                        \
    X(ONE_ROAD, "Road Building with one road")                                                     \
    X(POINT_CARD, "a victory point card bought")                                                   \
    X(NAMED_SEATS, "an offer to some")                                                             \
    X(AUTO_OFFER, "an offer that the first takes")                                                 \
    X(OFF_TURN_OFFER, "an offer to the player on turn")                                            \
    X(TAKEN_AT_ONCE, "an offer carried out by its acceptance")                                     \
    X(MANY_TO_BANK, "several exchanges with the bank in one")                                      \
    X(BY_BOT, "a move by a bot")                                                                   \
    X(BY_TIMEOUT, "a move by the clock")                                                           \
    X(BY_ORDER, "a move by an order")                                                              \
    X(TO_BOT, "a seat taken over by a bot")                                                        \
    X(TO_HUMAN, "a seat taken back")                                                               \
    X(WON, "a winner")                                                                             \
    X(ABANDONED, "an abandoned game")                                                              \
    X(TOKENS, "all that trade cards pay for")

enum golden_feature {
#define FEATURE_ENUM(name, text) GOLDEN_##name,
    GOLDEN_FEATURES(FEATURE_ENUM)
#undef FEATURE_ENUM
        GOLDEN_FEATURE_COUNT
};

extern const char *const golden_feature_names[GOLDEN_FEATURE_COUNT];

#define GOLDEN(name) (UINT64_C(1) << GOLDEN_##name)

/* What a set of games shows. */
struct golden_shown {
    uint64_t features;
    uint64_t forms[EVENT_TYPE_COUNT]; /* bits of the forms seen */
};

/* Adds what EVENT, applied to BEFORE, shows. */
void golden_look(struct golden_shown *shown, const struct setup *setup, const struct game *before,
                 const struct event *event);

/* What came of it: "= …" lines. Returns TEXT. */
const char *golden_facts(char text[GOLDEN_FACTS_MAX], const struct setup *setup,
                         const struct game *game);

/* Plays and writes the games that FOLDER lacks. Fails the running test when it cannot. */
void golden_write(const char *folder);

#endif
