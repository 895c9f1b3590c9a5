/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_SERVICE_WRITERS_H
#define TESTS_SERVICE_WRITERS_H

#include <pthread.h>
#include <stdatomic.h>

#include "tests/service/e2e.h"

/*
 * People who play several games at once, each on a thread of their own, with a server that stops in the middle of it.
 * Responses are recorded and compared with the state after the restart.
 */
enum { WRITERS = 8, KEY_SIZE = 64 };

/* A move that was posted. */
struct sender {
    char key[KEY_SIZE]; /* its Idempotency-Key */
    char *body;
    char *answer; /* NULL: no response */
    long mark;    /* the value of writers_mark when it arrived */
};

struct writer {
    struct guest person;
    char game[GAME_ID_SIZE];
    int seat; /* -1: all of them, in a table game */
    unsigned number;
    struct sender *posts;
    size_t n;
    pthread_t thread;
};

#define writers_db "crash.db"
extern struct e2e_server writers_server;
extern struct writer writers[WRITERS];
extern atomic_uint writers_answered;   /* moves */
extern atomic_bool writers_going_down; /* the server is about to end: there may be no response */
extern long (*writers_mark)(void);     /* called after each response, by any thread; NULL: 0 */

/* Starts the server with an empty database and lets everyone create or join their game. */
void writers_begin(void);
/* Lets everyone write until N more moves were answered; they continue until writers_going_down. */
void writers_write(unsigned n);
/* Waits for their threads. */
void writers_join(void);
/* Frees them and ends the server. */
void writers_end(void);

/* All events of the writer's game. */
json_t *writer_log(struct writer *writer);
/* Compares each game with the responses, and repeats the last moves: answered ones must be there once, unanswered ones
 * can be made. Returns how many of the latter there were. */
unsigned writers_check(void);
/* Compares each game with the responses up to MARK, requests the last such response again, and makes a move at each
 * table. */
void writers_check_by(long mark);

#endif
