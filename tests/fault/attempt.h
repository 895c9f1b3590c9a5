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
    int status;                /* 0: no response */
    char *answer;              /* its body; NULL: none */
};

/* Makes the request over a connection of its own, and replaces the previous result by its result. If there is no
 * response for a while the fault is ended (points_rest): then one must arrive, or the connection end. The test fails
 * for a response that is neither a success nor 500 nor 503. */
void attempt_make(struct attempt *attempt, struct program *program);

/* Waits for the first byte for a client, and ends the fault if there is none. */
void attempt_wait(const struct client *client, struct program *program);

/* Whether a fault was ended in that way since the last call. */
bool attempt_gave_up(void);

/* Repeats the request without faults: it must succeed, with the same response as the first time if that was a success.
 * OTHERWISE is a status that is also allowed if it was not (0: no other). */
void attempt_settle(struct attempt *attempt, struct program *program, int otherwise);

void attempt_free(struct attempt *attempt);

#endif
