/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_NOTIFY_SENDER_H
#define SERVICE_NOTIFY_SENDER_H

#include <stdbool.h>
#include <stdint.h>

#include "service/base/net_guard.h"

struct app;

/*
 * Sends the messages in the outbox. One thread takes due rows, lets their channel check each again
 * and compose the message, marks the rows as being sent, and lets libcurl send many at once, but
 * few per host. The outcome of an attempt is written before the row's next attempt begins; so a
 * server that is killed in between may repeat a message, with the same id, but loses none.
 */
struct sender;

/* NULL when memory ran out. Nothing is sent yet. app must outlive it. */
struct sender *sender_new(struct app *app);

/* Starts sending; false if the thread could not be created. */
bool sender_start(struct sender *sender);

/* This process sends the messages of these shares (as bits) from now on; those that were being sent are sent
 * again. From any thread; NULL is fine. */
void sender_shares_gained(struct sender *sender, uint64_t shares);

/* Wakes the sender, as rows may be due. The store does this itself after each commit that wrote to
 * the outbox. From any thread; NULL is fine. */
void sender_wake(struct sender *sender);

/* Begins no more messages; those being sent have some seconds to arrive. NULL is fine. */
void sender_begin_stop(struct sender *sender);
/* The same, and returns when the thread has ended. Messages that have not arrived are sent again by the next
 * server. NULL is fine. */
void sender_stop(struct sender *sender);
void sender_free(struct sender *sender);

/* For simulations, without the thread: sends all messages due at NOW, and those that become due by
 * that, and returns when everything has ended or waits for a later time. False when the store
 * failed. */
bool sender_run_due(struct sender *sender, int64_t now);

/* Settings for channels; APP may be one that sends nothing. */
struct sender_settings {
    struct safe_allowed allowed; /* internal addresses that may be reached nevertheless */
    unsigned timeout_s;          /* per request */
};
const struct sender_settings *sender_settings(const struct app *app);

/* For how many seconds the oldest due row has been waiting; 0 if there is none. For readiness. */
int64_t sender_late_s(struct app *app);

#endif
