/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_SERVICE_WRITERS_H
#define TESTS_SERVICE_WRITERS_H

#include <pthread.h>
#include <stdatomic.h>

#include "tests/service/e2e.h"

/*
 * People who play several games at once, each on a thread of their own, with a server that goes down
 * in the middle of it. What was answered is kept, to be held against what is there when it is back.
 */
enum { WRITERS = 8, KEY_SIZE = 64 };

/* A move that was posted. */
struct sender {
    char key[KEY_SIZE]; /* its Idempotency-Key */
    char *body;
    char *answer; /* NULL: none came */
    long mark;    /* what writers_mark said when it came */
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
extern atomic_bool writers_going_down; /* the server is about to end: no answer can come */
extern long (*writers_mark)(void);     /* asked after each answer, by any thread; NULL: 0 */

/* Starts the server with an empty database and has everybody make or join their game. */
void writers_begin(void);
/* Lets everybody write until N more moves were answered; they go on until writers_going_down. */
void writers_write(unsigned n);
/* Waits for their threads. */
void writers_join(void);
/* Forgets them and ends the server. */
void writers_end(void);

/* All events of the writer's game. */
json_t *writer_log(struct writer *writer);
/* Holds each game against what was answered, and asks for the last moves again: those that were
 * answered stand once, those that were not can be made. Returns how many of these there were. */
unsigned writers_check(void);
/* Holds each game against what was answered up to MARK, has the last such answer given again, and makes
 * a move at each table. */
void writers_check_by(long mark);

#endif
