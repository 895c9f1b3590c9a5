/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_SUPPORT_RECEIVER_H
#define TESTS_SUPPORT_RECEIVER_H

/* Somebody on 127.0.0.1 who receives requests, one after the other, and answers as he is told to. */

enum { RECEIVER_IDS = 64, RECEIVER_ID_SIZE = 64 };

struct received {
    unsigned count;
    char ids[RECEIVER_IDS][RECEIVER_ID_SIZE]; /* the header webhook-id of each */
};

/* Starts him; returns his port. */
int receiver_start(void);
void receiver_stop(void);

/* What he answers from now on: a status, and header lines each ended by CRLF ("" for none). */
void receiver_answers(int status, const char *headers);

/* What has come so far. */
struct received receiver_got(void);
/* Waits until so many requests have come. */
void receiver_wait(unsigned count);

#endif
