/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_SERVICE_BOT_TABLE_H
#define TESTS_SERVICE_BOT_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/game.h"
#include "service/bots/bot.h"

/* A table of bots that play through the engine, without a server. Everything follows from a seed. */

/* A small generator: the numbered draw is a mix of seed and number. */
struct stream {
    struct chance chance;
    uint64_t seed;
};

struct table {
    struct setup setup;
    struct game game;
    struct stream dice, thoughts;
    enum bot_kind kinds[SEAT_MAX];
    unsigned events, turn_events, turn, offers, accepted, turn_offers;
    unsigned types[EVENT_TYPE_COUNT], cards[PROGRESS_COUNT]; /* actions done, cards played */
};

/* A new game on a random board, started; all seats are random bots until `kinds` says otherwise. */
void table_open(struct table *table, unsigned players, bool combined, uint64_t seed);

/* The same with any rules. */
void table_open_rules(struct table *table, struct rules rules, uint64_t seed);

/* Somebody acts; those who are not on turn are asked first. Fails the test when an action is not
 * legal, when nobody acts, or when a turn goes on forever. */
void table_step(struct table *table);

/* Plays to the end; the winner. */
unsigned table_play(struct table *table);

/* Plays to the end with bots of KIND only, and fails the test when one would choose otherwise where
 * hands that it cannot see were others. */
void table_play_blind(struct table *table, enum bot_kind kind);

#endif
