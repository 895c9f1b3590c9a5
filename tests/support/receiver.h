/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_SUPPORT_RECEIVER_H
#define TESTS_SUPPORT_RECEIVER_H

/* A receiver on 127.0.0.1: takes requests, one after the other, and gives the configured response. */

enum { RECEIVER_IDS = 64, RECEIVER_ID_SIZE = 64 };

struct received {
    unsigned count;
    char ids[RECEIVER_IDS][RECEIVER_ID_SIZE]; /* the webhook-id header of each */
};

/* Starts it; returns its port. */
int receiver_start(void);
void receiver_stop(void);

/* Sets the response from now on: a status, and header lines each ended by CRLF ("" for none). */
void receiver_answers(int status, const char *headers);

/* What was received so far. */
struct received receiver_got(void);
/* Waits until this many requests have arrived. */
void receiver_wait(unsigned count);

#endif
