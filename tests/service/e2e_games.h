/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_SERVICE_E2E_GAMES_H
#define TESTS_SERVICE_E2E_GAMES_H

#include <pthread.h>

#include "tests/service/e2e.h"

/*
 * Whole games, several at once, played by people who know only what the server tells them, each in a thread of their
 * own and for all their seats; then checks of the finished games. All functions fail the test by themselves if
 * something is wrong.
 */

enum { PEOPLE = 6, GAMES_MAX = 50, SEATS = 6, SECONDS_MAX = 600, SEED_HEX = 65 };

struct plan {
    const char *body;  /* of the request that creates the game, by the first person of `people` */
    int people[SEATS]; /* by seat; -1: none */
    bool seeds;        /* every player contributes to the dice */
    const char *
        parts; /* what each seat wants in others' turns, a letter each: p(ass), a(sk), (p)l(an); NULL: as it comes */
};

struct seat_at {
    char seed[SEED_HEX]; /* "" for none */
    int seat;            /* -1: not in this game */
    char part;           /* what the seat wants in others' turns; '\0': as it comes */
    bool dirty;          /* something has happened since it was checked */
    bool over;
    bool seed_sent;
    json_t *heard; /* events from the stream, in order */
};

struct table_guest {
    struct guest person;
    struct client stream;
    struct seat_at at[GAMES_MAX];
    pthread_t thread;
    unsigned posted, refused;
    unsigned lists, plans; /* of builds in others' turns: answers posted, plans put */
    json_t *decided; /* answered decisions: "on:…" on turn, "off:…" off turn, with counts */
};

extern struct e2e_server games_server;
extern struct table_guest games_people[PEOPLE];
extern char games_ids[GAMES_MAX][GAME_ID_SIZE];
extern int games_count;                    /* the number of games */
extern const char *games_parts[GAMES_MAX]; /* of their plans */

/* Starts a server with the database DB, and signs everybody up; prints the seed. */
void games_begin(const char *db);
void games_end(void);

/* Adds games from N plans, and seats everybody; the second function uses every third plan in a short run. */
void games_seat(const struct plan *plans, int n);
void games_seat_share(const struct plan *plans, int n);

/* In others' turns (rules; tests/service/e2e_parts.c): stores what PLAYER wants in a game; checks that only
 * players who asked for it are asked; makes a new plan or answers in advance, by chance (false: neither); answers VIEW's
 * question with a random list of builds: false if they have to move as usual, with what is left in LISTING, because some
 * keep their cards for their plan. */
void parts_begin(struct table_guest *player, int game);
void parts_check(int game, const json_t *view);
bool parts_whim(struct table_guest *player, int game, const json_t *view);
bool parts_answer(struct table_guest *player, int game, const json_t *view, json_t *listing);

/* All players play all games to their ends. */
void games_play(void);

/* How often decisions were answered by their owners, in total; the caller decrefs. */
json_t *games_decided(void);

/* Checks events, views, record and positions of a finished game, requested by PERSON, who has no seat. */
void games_check(int game, struct guest *person);

#endif
