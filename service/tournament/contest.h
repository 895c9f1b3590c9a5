/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_TOURNAMENT_CONTEST_H
#define SERVICE_TOURNAMENT_CONTEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A tournament as arithmetic sees it: players by number, and all tables of all rounds so far. Nothing here does input or
 * output, and the same contest with the same seed always gives the same pairs.
 */
enum {
    CONTEST_PLAYERS_MAX = 1024,
    CONTEST_SEATS_MIN = 3,
    CONTEST_SEATS_MAX = 6,
    CONTEST_ROUNDS_MAX = 100,
    CONTEST_FRIENDS_MAX = 1024, /* pairs of players who know one another that are kept apart */
    CONTEST_NOBODY = 0xffff,
};

/* A table of one round. With a single player it is a bye. */
struct contest_table {
    uint16_t round;    /* from 1 on */
    uint16_t number;   /* in its round, from 1 on */
    uint16_t division; /* from 1 on; 0: the format has none */
    uint8_t n;         /* players */
    uint8_t lost;      /* set of seats: given up, or late at the end date */
    int8_t winner;     /* seat; -1: nobody has won */
    bool counted;      /* it is over */
    uint8_t points[CONTEST_SEATS_MAX];
    uint16_t player[CONTEST_SEATS_MAX]; /* by seat */
};

struct contest {
    unsigned seats;    /* of a full table */
    unsigned smallest; /* players of a table that the rules can be played with */
    unsigned rounds;   /* as chosen; 0: the format decides */
    unsigned division; /* players of a league's division */
    unsigned moves;    /* up and down between divisions */
    bool wbc;          /* counted by WBC points first */
    uint64_t seed;     /* of what chance decides */
    unsigned n_players;
    bool in[CONTEST_PLAYERS_MAX];       /* false: has left */
    const struct contest_table *tables; /* by round, then number */
    size_t n_tables;
    uint16_t friends[CONTEST_FRIENDS_MAX][2]; /* pairs to be kept apart where that is possible */
    size_t n_friends;
};

/* The tables of a new round. */
struct pairing {
    struct contest_table *tables; /* freed by the caller */
    size_t n, room;
    bool failed; /* memory ran out */
};

/* Adds a table; its number follows by itself. PLAYERS by seat. */
void pairing_add(struct pairing *pairing, unsigned round, unsigned division,
                 const uint16_t *players, unsigned n);

/* Where a player stands. */
struct standing {
    uint16_t player;
    uint16_t rank;     /* from 1 on; equals share it */
    uint16_t division; /* of a league */
    uint16_t level;    /* how far: knock-outs and finals; more is better */
    unsigned won, points, played, byes;
    unsigned percent; /* the sum of rounded percentages, in hundredths */
    unsigned wbc;
    uint64_t lot; /* decides what else is equal */
};

/* A lot of player's, drawn by the seed. */
uint64_t contest_lot(const struct contest *contest, unsigned player);

/* How many players a round leaves out so that the others fill tables of `smallest` to `seats`; *TABLES is how many
 * tables they fill. */
unsigned contest_byes(const struct contest *contest, unsigned n, unsigned *tables);

/* The tables of a round; *N is how many. */
const struct contest_table *contest_round(const struct contest *contest, unsigned round, size_t *n);

#endif
