/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_NOTIFY_SENDER_H
#define SERVICE_NOTIFY_SENDER_H

#include <stdbool.h>
#include <stdint.h>

#include "service/base/net_guard.h"

struct app;

/*
 * Sends what is in the outbox. One thread takes the rows that are due, has their channel look at
 * each again and make the message, marks the rows as being sent, and has libcurl send many at once,
 * few to one host. What an attempt came to is written before the next one of that row begins; so a
 * server that is killed in between may repeat a message, with the same id, but loses none.
 */
struct sender;

/* NULL when memory ran out. Nothing is sent yet. app must outlive it. */
struct sender *sender_new(struct app *app);

/* Starts sending; false when there is no thread to be had. */
bool sender_start(struct sender *sender);

/* Messages that go with these shares (as bits) are sent by this process from now on; those that were on their
 * way go again. From any thread; NULL is fine. */
void sender_shares_gained(struct sender *sender, uint64_t shares);

/* Something is in the outbox, or is due now. The store says so by itself after each commit that
 * wrote to the outbox. From any thread; NULL is fine. */
void sender_wake(struct sender *sender);

/* Begins no more messages; what is on its way may arrive for some seconds. NULL is fine. */
void sender_begin_stop(struct sender *sender);
/* The same, and returns when the thread has ended. What has not arrived is sent again by the next server. NULL is
 * fine. */
void sender_stop(struct sender *sender);
void sender_free(struct sender *sender);

/* Where no thread was started, for simulations: sends all that is due at NOW, and what thereby
 * becomes due, and returns when everything has ended or waits for a later time. False when the store
 * failed. */
bool sender_run_due(struct sender *sender, int64_t now);

/* What channels go by; app may be one that sends nothing. */
struct sender_settings {
    struct safe_allowed allowed; /* addresses inside that may be reached all the same */
    unsigned timeout_s;          /* of one request */
    /* How the world reaches the server, without a / at its end; "" where nobody said. */
    char public_url[SAFE_URL_MAX + 1];
};
const struct sender_settings *sender_settings(const struct app *app);

/* Seconds by which the oldest row that is due waits already; 0 where none does. For readiness. */
int64_t sender_late_s(struct app *app);

#endif
