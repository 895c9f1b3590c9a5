/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_POST_SENDER_H
#define SERVICE_POST_SENDER_H

#include <stdbool.h>
#include <stdint.h>

#include "service/post/safe.h"

struct app;

/*
 * Sends what is in the outbox. One thread takes the rows that are due, has their channel look at
 * each again and make the message, marks the rows as being sent, and has libcurl send many at once,
 * few to one host. What an attempt came to is written before the next one of that row begins; so a
 * server that is killed in between may repeat a message, with the same id, but loses none.
 */
struct post;

/* NULL when memory ran out. Nothing is sent yet. app must outlive it. */
struct post *post_new(struct app *app);

/* Starts sending; false when there is no thread to be had. */
bool post_start(struct post *post);

/* Something is in the outbox, or is due now. The store says so by itself after each commit that
 * wrote to the outbox. From any thread; NULL is fine. */
void post_nudge(struct post *post);

/* Sends no more: what is on its way is ended early and will be sent again. NULL is fine. */
void post_stop(struct post *post);
void post_free(struct post *post);

/* Where no thread was started, for simulations: sends all that is due at NOW, and what thereby
 * becomes due, and returns when everything has ended or waits for a later time. False when the store
 * failed. */
bool post_run_due(struct post *post, int64_t now);

/* Forgets rows that ended POST_KEPT_DAYS ago. Waits for the writer: not for a server's thread. */
enum { POST_KEPT_DAYS = 30 };
bool post_prune(struct post *post, int64_t now);

/* What channels go by; app may be one that sends nothing. */
struct post_settings {
    struct safe_allowed allowed; /* addresses inside that may be reached all the same */
    unsigned timeout_s;          /* of one request */
    /* How the world reaches the server, without a / at its end; "" where nobody said. */
    char public_url[SAFE_URL_MAX + 1];
};
const struct post_settings *post_settings(const struct app *app);

/* Seconds by which the oldest row that is due waits already; 0 where none does. For readiness. */
int64_t post_late_s(struct app *app);

#endif
