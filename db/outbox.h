/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_OUTBOX_H
#define DB_OUTBOX_H

#include "db/store.h"

/*
 * The outbox: what is to be told to the outside. A row is written in the transaction of what it tells
 * of, so that neither comes without the other; a sender (service/notify/sender.h) takes the rows that
 * are due. What channels, targets and kinds mean is the service's business.
 */

enum {
    STORE_DETAIL_SIZE = 200,       /* how an attempt ended, in words */
    STORE_OUTBOX_DATA_SIZE = 2048, /* a row's own JSON */
    STORE_OUTBOX_HOST_SIZE = 256,
    STORE_OUTBOX_CHANNELS = 4, /* channels are numbered from 0 */
};

enum store_outbox_state {
    STORE_OUTBOX_WAITING,
    STORE_OUTBOX_SENDING, /* an attempt is under way */
    STORE_OUTBOX_SENT,
    STORE_OUTBOX_DROPPED, /* it was not true any more, or nobody wants it */
    STORE_OUTBOX_FAILED,  /* given up */
    STORE_OUTBOX_STATES
};

struct store_outbox_row {
    int64_t id;
    char public_id[STORE_ID_SIZE]; /* the same at every attempt */
    int channel;
    int64_t target;                    /* the channel's */
    char host[STORE_OUTBOX_HOST_SIZE]; /* where it goes; "": the channel's only one */
    int kind;
    int64_t account; /* whom it concerns */
    int64_t game;
    uint32_t seq; /* the game's last event when it was written */
    int64_t lead; /* read only: the first of those it was sent with; 0 before the first attempt */
    int64_t created_at;
    int64_t due_at;
    int64_t ended_at;               /* read only */
    int attempts;                   /* read only: begun */
    enum store_outbox_state state;  /* read only */
    int status;                     /* read only: what the other side answered last */
    char detail[STORE_DETAIL_SIZE]; /* read only */
    char data[STORE_OUTBOX_DATA_SIZE];
};

/* A row is told as it is read; it is borrowed. False ends the reading. */
typedef bool store_outbox_visit(void *context, const struct store_outbox_row *row);

/* Writes a waiting row and fills post->id. STORE_CONFLICT: the public id is taken. */
enum store_result store_outbox_add(struct store_tx *tx, struct store_outbox_row *row);

/* Has `told` called on the writer's thread after each commit that added rows or woke some; it only
 * wakes somebody up. NULL: nobody any more, and none is being called when this returns. */
void store_on_outbox(struct store *store, void (*told)(void *context), void *context);

/* STORE_NONE: there is no such row. */
enum store_result store_outbox_get(struct store_reader *reader, int64_t id,
                                   struct store_outbox_row *row);
enum store_result store_outbox_by_public_id(struct store_reader *reader, const char *public_id,
                                            struct store_outbox_row *row);

/* Which rows. A member that is 0 (channel and kind: -1) means all. */
struct store_outbox_filter {
    int channel;
    int64_t target;
    int kind;
    int64_t account;
    int64_t game;
};
/* The waiting row of these that is due first. STORE_NONE: none waits. */
enum store_result store_outbox_waiting(struct store_reader *reader,
                                       const struct store_outbox_filter *filter,
                                       struct store_outbox_row *row);
/* Ends those that wait as dropped. */
enum store_result store_outbox_drop(struct store_tx *tx, const struct store_outbox_filter *filter,
                                    const char *detail, int64_t now);
/* Takes those of one target back that wait and were never tried, as if they had not been written. */
enum store_result store_outbox_cancel(struct store_tx *tx,
                                      const struct store_outbox_filter *filter);
/* A target has moved to another host, and what waits for it with it. */
enum store_result store_outbox_set_host(struct store_tx *tx, int channel, int64_t target,
                                        const char *host);

/* ---- for the sender ---- */

/* The share (db/shares.h) with which a target goes. */
unsigned store_outbox_share(int channel, int64_t target);

/* The first due row of each target that goes with one of the shares (as bits; STORE_ALL_SHARES). The channels take turns, and within each its hosts do, so that
 * neither one nor the other is cut off by the limit for having come later. */
enum store_result store_outbox_due(struct store_reader *reader, uint64_t shares, int64_t now,
                                   unsigned limit, store_outbox_visit *visit, void *context);
/* Due rows of one target, the oldest first. */
enum store_result store_outbox_due_of(struct store_reader *reader, int channel, int64_t target,
                                      int64_t now, unsigned limit, store_outbox_visit *visit,
                                      void *context);
/* When the next row after a time is due. STORE_NONE: none is. */
enum store_result store_outbox_next(struct store_reader *reader, int64_t after, int64_t *at);

/* waiting -> sending, one attempt more. STORE_CONFLICT: it waits no more. */
enum store_result store_outbox_begin(struct store_tx *tx, int64_t id, int64_t lead);
/* waiting or sending -> how it ended; or waiting again, until due_at. STORE_CONFLICT: it is neither
 * (its account was deleted meanwhile). */
struct store_outbox_end {
    int64_t id;
    enum store_outbox_state state;
    int64_t due_at; /* of STORE_OUTBOX_WAITING */
    int64_t now;
    int status;
    const char *detail; /* "" or a sentence; cut off where it is too long */
};
enum store_result store_outbox_end(struct store_tx *tx, const struct store_outbox_end *end);
/* sending -> waiting, for all that go with the shares: whoever sent them was killed, or stands still. */
enum store_result store_outbox_recover(struct store_tx *tx, uint64_t shares, unsigned *count);

/* ---- looking back ---- */

/* An ended row is to be sent once more, as if for the first time. STORE_CONFLICT: it has not ended. */
enum store_result store_outbox_retry(struct store_tx *tx, int64_t id, int64_t now);
/* Rows of one target, newest first, older than the row `before` (0: all). */
enum store_result store_outbox_of_target(struct store_reader *reader, int channel, int64_t target,
                                         int64_t before, unsigned limit, store_outbox_visit *visit,
                                         void *context);

/* Rows that concern an account, oldest first, newer than the row `after` (0: all). */
enum store_result store_outbox_of_account(struct store_reader *reader, int64_t account,
                                          int64_t after, unsigned limit, store_outbox_visit *visit,
                                          void *context);

struct store_outbox_counts {
    int64_t waiting[STORE_OUTBOX_CHANNELS]; /* or under way */
    int64_t oldest_due;                     /* of those that wait; 0: none does */
};
enum store_result store_outbox_counts(struct store_reader *reader,
                                      struct store_outbox_counts *counts);

#endif
