/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_SERVICE_BOT_TABLE_H
#define TESTS_SERVICE_BOT_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/game.h"
#include "service/bots/bot.h"

/* A game of bots that play through the engine, without a server. Everything follows from a seed. */

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

/* A new game on a random board, started; all seats are random bots unless `kinds` is changed. */
void table_open(struct table *table, unsigned players, bool combined, uint64_t seed);

/* The same with any rules. */
void table_open_rules(struct table *table, struct rules rules, uint64_t seed);

/* Lets a player act; those not on turn are asked first. Fails the test if an action is not legal, if no player acts, or
 * if a turn does not end. */
void table_step(struct table *table);

/* Plays to the end; returns the winner. */
unsigned table_play(struct table *table);

/* Plays to the end with bots of KIND only, and fails the test if one would choose differently with other hands that it
 * cannot see. */
void table_play_blind(struct table *table, enum bot_kind kind);

#endif
