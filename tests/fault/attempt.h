/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_FAULT_ATTEMPT_H
#define TESTS_FAULT_ATTEMPT_H

#include <jansson.h>

#include "tests/support/program.h"

/* Requests to a program in which something may fail at any moment. In bodies ' stands for ". */

struct attempt {
    const char *token; /* its header line, "" for none */
    const char *method;
    char path[200], body[600]; /* body "": none */
    char key[48];              /* Idempotency-Key; "": none */
    int status;                /* 0: no answer came */
    char *answer;              /* its body; NULL: none */
};

/* Makes the request over a connection of its own, and keeps what came of it in place of what came
 * before. Where no answer comes for a while the fault is ended (points_rest): then one must come, or the
 * connection end. The test fails at an answer that is neither a success nor 500 nor 503. */
void attempt_make(struct attempt *attempt, struct program *program);

/* Waits for the first byte that comes to a client, and ends the fault where none does. */
void attempt_wait(const struct client *client, struct program *program);

/* Whether a fault was ended so, since the last call. */
bool attempt_gave_up(void);

/* Makes the request again, now that nothing fails: it succeeds, and answers what the first answer was
 * where that was a success. OTHERWISE is a status that can come as well where it was none (0: no other). */
void attempt_settle(struct attempt *attempt, struct program *program, int otherwise);

void attempt_free(struct attempt *attempt);

#endif
