/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_SERVICE_E2E_GAMES_H
#define TESTS_SERVICE_E2E_GAMES_H

#include <pthread.h>

#include "tests/service/e2e.h"

/*
 * Whole games, several at once, played by people who know nothing but what the server tells them,
 * each in a thread of their own and for all their seats; then everything that can be asked of a finished
 * game. Everything fails the test by itself when something does not come as it must.
 */

enum { PEOPLE = 6, GAMES_MAX = 50, SEATS = 6, SECONDS_MAX = 600, SEED_HEX = 65 };

struct plan {
    const char *body;  /* of the game's making; the first person of `people` makes it */
    int people[SEATS]; /* by seat; -1: nobody */
    bool seeds;        /* everybody has a share in the dice */
};

struct seat_at {
    char seed[SEED_HEX]; /* "" for none */
    int seat;            /* -1: not in this game */
    bool dirty;          /* something has happened since it was looked at */
    bool over;
    bool seed_sent;
    json_t *heard; /* events that the stream told, in their order */
};

struct table_guest {
    struct guest person;
    struct client stream;
    struct seat_at at[GAMES_MAX];
    pthread_t thread;
    unsigned posted, refused;
    json_t *decided; /* decisions answered: "on:…" on turn, "off:…" off turn, to how often */
};

extern struct e2e_server games_server;
extern struct table_guest games_people[PEOPLE];
extern char games_ids[GAMES_MAX][GAME_ID_SIZE];
extern int games_count; /* how many there are */

/* Starts a server over DB, and everybody signs up; the seed is printed. */
void games_begin(const char *db);
void games_end(void);

/* Makes the games of N plans, beside those that there are, and seats everybody. */
void games_seat(const struct plan *plans, int n);

/* Everybody plays all games to their ends. */
void games_play(void);

/* How often decisions were answered by their owners, all taken together; the caller decrefs. */
json_t *games_decided(void);

/* Events, views, record and positions of a finished game, asked for by PERSON, who has no seat. */
void games_check(int game, struct guest *person);

#endif
