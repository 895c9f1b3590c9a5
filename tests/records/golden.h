/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_RECORDS_GOLDEN_H
#define TESTS_RECORDS_GOLDEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "engine/undo.h"

/*
 * Golden games: logs and records that must be read, accepted and replayed forever. tests/records/NAME.log is a text; in
 * one with "open" in its name everything can be undone:
 *
 *     # what it shows
 *     setup HEX                  setup_encode's bytes
 *     TYPE PLAYER HEX            one line an event, event_encode's bytes; PLAYER - for nobody
 *     = FACT                     a result, see golden_facts
 *
 * tests/records/NAME.json is a hexpost-record/1. Neither is ever edited; the test writes new ones if
 * HEXPOST_WRITE_GOLDEN is set (golden_write), and never changes existing ones.
 */

enum { GOLDEN_EVENTS_MAX = 2000, GOLDEN_FACTS_MAX = 4096 };

struct golden {
    struct rules rules;
    struct board_spec spec;
    struct setup setup;
    size_t n;
    struct event events[GOLDEN_EVENTS_MAX];
};

/* What a game can show, besides kinds of events and their forms. */
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
    X(TOKENS, "all that trade cards pay for")                                                      \
    X(CK1998, "the edition ck1998")                                                                \
    X(CK2007, "the edition ck2007")                                                                \
    X(CK2020, "the edition ck2020")                                                                \
    X(CK2022, "the edition ck2022")                                                                \
    X(OWN_OPTION, "an option that is not its edition's")                                           \
    X(NASTY, "the nasty variant")                                                                  \
    X(ERRANT, "a robber chased before the roll")                                                   \
    X(EASY, "an easy start")                                                                       \
    X(DEALT, "progress cards from a gate")                                                         \
    X(POINT_LAID, "a point card laid out")                                                         \
    X(DRAWN_AGAIN, "a progress card that comes round again")                                       \
    X(PRESET, "dice set beforehand")                                                               \
    X(DEFENDER, "a defender")                                                                      \
    X(TIPPED, "a city on its side")                                                                \
    X(SABOTAGED, "a city upside down")                                                             \
    X(FOR_SABOTEUR, "a discard for the Saboteur")                                                  \
    X(METROPOLIS_PLACE, "a metropolis and where it goes")                                          \
    X(BISHOP_ALL, "a Bishop who takes from all")                                                   \
    X(BISHOP_SOME, "a Bishop who takes from some")                                                 \
    X(DIPLOMAT_BACK, "a road placed again by the Diplomat")                                        \
    X(DIPLOMAT_AWAY, "a road taken away by the Diplomat")                                          \
    X(SPY_NOTHING, "a Spy who takes nothing")                                                      \
    X(COMMIT_NONE, "nobody sent against the barbarians")                                           \
    X(FIFTH_PLAYED, "a fifth card played at once")                                                 \
    X(ANSWER_ANEW, "a gift or a city chosen anew")                                                 \
    X(TELL_EVENT, "an event die that was told")                                                    \
    X(CLOTH_TAKEN, "cloth taken with the pirate")                                                  \
    X(VILLAGES_SPENT, "a game that ends by the villages")

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
    uint8_t held[AWARD_COUNT];        /* sets of seats that have held each special card */
};

/* Adds what EVENT, applied to BEFORE, shows. */
void golden_look(struct golden_shown *shown, const struct setup *setup, const struct game *before,
                 const struct event *event);

/* The results: "= …" lines. Returns TEXT. */
const char *golden_facts(char text[GOLDEN_FACTS_MAX], const struct setup *setup,
                         const struct game *game);

/* Plays and writes the games that FOLDER lacks. A failure fails the running test. */
void golden_write(const char *folder);

#endif
