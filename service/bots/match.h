/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Whole games between bots, through the engine alone: for measuring levels and for training them.
 * Everything follows from a seed. */
#ifndef SERVICE_BOTS_MATCH_H
#define SERVICE_BOTS_MATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "service/bots/bot.h"
#include "service/bots/stream.h"

enum match_end { MATCH_WON, MATCH_ENDLESS, MATCH_ILLEGAL, MATCH_STUCK };

struct match {
    struct setup setup;
    struct game game;
    struct bot_stream dice, thoughts;
    enum bot_kind kinds[SEAT_MAX];
    unsigned offers; /* made since a turn last ended, by whose turn it is */
    unsigned events; /* applied so far, at most MATCH_EVENTS_MAX */

    /* Chooses for SEAT, whose view is given; NULL: bot_choose with kinds[seat]. */
    struct action (*choose)(struct match *match, const struct game *view, unsigned seat);
    /* Called before an action is applied, where it is set. */
    void (*watch)(struct match *match, unsigned seat, const struct action *action);
    /* Called after an event has been applied, where it is set, with the state before it. */
    void (*follow)(struct match *match, const struct game *before, const struct event *event);
    void *context;
};

enum { MATCH_EVENTS_MAX = 20000 };

/* A new game of RULES on a random board, started, all seats random bots; with sea on the map of the
 * scenario, which must have one (engine/scenario.h). Returns false if no board can be built for the
 * rules. */
bool match_open(struct match *match, struct rules rules, uint64_t seed);

/* The number of offers made in a turn, OFFERS, after an action of TYPE. */
unsigned match_offers(unsigned offers, unsigned type);

/* Plays to the end: those who are not on turn are asked first. MATCH_WON: match->game.winner. */
enum match_end match_play(struct match *match);

#endif
