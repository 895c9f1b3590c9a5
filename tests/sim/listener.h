/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_SIM_LISTENER_H
#define TESTS_SIM_LISTENER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/*
 * An HTTP receiver: a process that takes every POST, answers most with 200 and some with errors, hangs up on some,
 * never answers a few, and records them in memory shared with its parent. It outlives the programs that call it.
 */

enum {
    LISTENER_HEARD_MAX = 1 << 18, /* messages, a power of two */
    LISTENER_ID_SIZE = 40,
    LISTENER_TYPE_SIZE = 24,
    LISTENER_BODY_MAX = 1 << 20,
    LISTENER_LOG_MAX = 64 << 20,
};

/* A message, by its id. */
struct heard {
    char id[LISTENER_ID_SIZE]; /* "": this entry is free */
    char type[LISTENER_TYPE_SIZE];
    char game[LISTENER_ID_SIZE];
    unsigned place; /* the number in the path */
    uint32_t seq;
    uint32_t seats;    /* the set of seats that the message names */
    int64_t deadline;  /* Unix milliseconds; 0: none */
    unsigned accepted; /* how often it was answered with 200 */
    unsigned refused;  /* how often with something else, or not at all */
    unsigned life;     /* the life in which it was last accepted */
    unsigned again;    /* accepted again although no program was killed since then */
};

struct listener {
    atomic_uint life; /* the parent increments it with every kill */
    atomic_uint posts;
    atomic_uint hung; /* posts that were never answered */
    atomic_int cut;   /* a process to kill at the next post, before the response; 0: none */
    unsigned port;
    pid_t pid;
    struct heard heard[LISTENER_HEARD_MAX];
    /* Everything received, for tests that set log_size to 0 and read it: one struct logged after another, each followed
     * by its path and its body. */
    _Atomic size_t log_size;
    char log[LISTENER_LOG_MAX];
};

struct logged {
    size_t path_size, body_size;
};

/* Starts the process; the struct is shared memory. The response depends on SEED, the message's id and how often it was
 * sent; 0: always 200. Call it before any thread is started. NULL on failure. */
struct listener *listener_start(uint64_t seed);
void listener_stop(struct listener *listener);

/* The message with this id, NULL for none. */
struct heard *listener_find(struct listener *listener, const char *id);

#endif
