/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_GAME_OPENINGS_H
#define SERVICE_GAME_OPENINGS_H

#include "db/openings.h"
#include "service/app/chore.h"
#include "service/game/events.h"

/*
 * What was set up at the beginning of public games that have been won, added up: where each player's first and second
 * settlement stood (a city counts as one), and whether that player won in the end.
 *
 * Each settlement is counted under each set of hexes out of those around it, the empty one too, so that a question about
 * any of these sets reads one stretch of keys; and in each of these twice, in the two forms of a detail. A million games
 * come to some thousand rows for the sets that are asked for most.
 */
enum {
    OPENING_HEXES = 3,  /* around an intersection */
    OPENING_GOLD = 5,   /* behind the five kinds of cards */
    OPENING_KINDS,      /* that a hex brings */
    OPENING_NOTHING = 7 /* where there is no hex */
};

/* Which of a player's settlements, and what the detail says of it: the dots of its hexes and what they bring, or what
 * both settlements together do. */
enum opening_form { OPENING_YIELD, OPENING_PAIR, OPENING_FORMS };

struct opening_key {
    unsigned settlement;          /* 0: the first, 1: the second */
    enum opening_form form;       /* of the detail */
    uint8_t hexes[OPENING_HEXES]; /* falling: kind << 4 | number, 0 behind the last */
    unsigned game;                /* enum game_kind */
    unsigned players;
    unsigned order;  /* who began is 0 */
    unsigned harbor; /* 0: none, else 1 + its kind */
    unsigned dots;   /* OPENING_YIELD */
    unsigned
        brings; /* OPENING_YIELD: three kinds, rising, OPENING_NOTHING behind them; three bits each */
    unsigned covered; /* OPENING_PAIR: a set of kinds */
};

/* Puts the hexes into the order that they have in a key. */
void opening_sort(struct opening_key *key);
/* A key as the store has it, and back. */
int64_t opening_pack(const struct opening_key *key);
void opening_unpack(int64_t packed, struct opening_key *key);
/* The first and the last key that agree with KEY in settlement, form and hexes. */
void opening_range(const struct opening_key *key, int64_t *first, int64_t *last);
/* The same, whatever the hexes. */
void opening_range_of_all(const struct opening_key *key, int64_t *first, int64_t *last);
/* Whether the hexes of WANTED are among those of KEY. */
bool opening_has_hexes(const struct opening_key *key, const struct opening_key *wanted);

/* A listener: counts a `play` game that has been won, for the public where it is public, and for its players. */
enum store_result openings_on_events(struct store_tx *tx, const struct game_events *events);

/* A chore: counts games that ended before there were such counts. */
enum chore_end openings_catch_up(struct app *app, int64_t now);

#endif
