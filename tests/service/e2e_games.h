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
    const char *
        parts; /* what each seat wants in others' turns, a letter each: p(ass), a(sk), (p)l(an); NULL: as it comes */
};

struct seat_at {
    char seed[SEED_HEX]; /* "" for none */
    int seat;            /* -1: not in this game */
    char part;           /* what the seat wants in others' turns; '\0': as it comes */
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
    unsigned lists, plans; /* of builds in others' turns: answers posted, plans put */
    json_t *decided; /* decisions answered: "on:…" on turn, "off:…" off turn, to how often */
};

extern struct e2e_server games_server;
extern struct table_guest games_people[PEOPLE];
extern char games_ids[GAMES_MAX][GAME_ID_SIZE];
extern int games_count;                    /* how many there are */
extern const char *games_parts[GAMES_MAX]; /* of their plans */

/* Starts a server over DB, and everybody signs up; the seed is printed. */
void games_begin(const char *db);
void games_end(void);

/* Makes the games of N plans, beside those that there are, and seats everybody; the second, in a short run, those of
 * every other plan. */
void games_seat(const struct plan *plans, int n);
void games_seat_share(const struct plan *plans, int n);

/* In others' turns (rules; tests/service/e2e_parts.c): puts what PLAYER wants in a game; makes
 * sure that nobody is asked who has not asked for it; plans anew, or answers beforehand, by whim (false: neither);
 * answers with a list of builds what PLAYER is asked by VIEW, by chance: false where they are to move as ever, by what
 * is left in LISTING: some keep their cards for their plan. */
void parts_begin(struct table_guest *player, int game);
void parts_check(int game, const json_t *view);
bool parts_whim(struct table_guest *player, int game, const json_t *view);
bool parts_answer(struct table_guest *player, int game, const json_t *view, json_t *listing);

/* Everybody plays all games to their ends. */
void games_play(void);

/* How often decisions were answered by their owners, all taken together; the caller decrefs. */
json_t *games_decided(void);

/* Events, views, record and positions of a finished game, asked for by PERSON, who has no seat. */
void games_check(int game, struct guest *person);

#endif
