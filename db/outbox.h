/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_OUTBOX_H
#define DB_OUTBOX_H

#include "db/store.h"

/*
 * The outbox: messages to be sent. A row is written in the transaction of the change it reports, so
 * that neither exists without the other; a sender (service/notify/sender.h) takes the rows that are
 * due. Channels, targets and kinds have a meaning only for the service.
 */

enum {
    STORE_DETAIL_SIZE = 200,       /* text on how an attempt ended */
    STORE_OUTBOX_DATA_SIZE = 2048, /* a row's own JSON */
    STORE_OUTBOX_HOST_SIZE = 256,
    STORE_OUTBOX_CHANNELS = 4, /* channels are numbered from 0 */
};

enum store_outbox_state {
    STORE_OUTBOX_WAITING,
    STORE_OUTBOX_SENDING, /* an attempt is under way */
    STORE_OUTBOX_SENT,
    STORE_OUTBOX_DROPPED, /* no longer true, or not wanted */
    STORE_OUTBOX_FAILED,  /* given up */
    STORE_OUTBOX_STATES
};

struct store_outbox_row {
    int64_t id;
    char public_id[STORE_ID_SIZE]; /* the same at every attempt */
    int channel;
    int64_t target;                    /* the channel's */
    char host[STORE_OUTBOX_HOST_SIZE]; /* where it is sent; "": the channel's only host */
    int kind;
    int64_t account; /* whom it concerns */
    int64_t game;
    uint32_t seq; /* the game's last event when it was written */
    int64_t lead; /* read only: the first row of the message it was sent with, or 0 */
    int64_t created_at;
    int64_t due_at;
    int64_t ended_at;               /* read only */
    int attempts;                   /* read only: attempts begun */
    enum store_outbox_state state;  /* read only */
    int status;                     /* read only: the other side's last response */
    char detail[STORE_DETAIL_SIZE]; /* read only */
    char data[STORE_OUTBOX_DATA_SIZE];
};

/* Called for each row, borrowed; false ends the reading. */
typedef bool store_outbox_visit(void *context, const struct store_outbox_row *row);

/* Writes a waiting row and fills row->id. STORE_CONFLICT: the public id is taken. */
enum store_result store_outbox_add(struct store_tx *tx, struct store_outbox_row *row);

/* Calls `told` on the writer's thread after each commit that added rows or made some due; it should
 * only wake a thread. NULL: ends this; no call is running when it returns. */
void store_on_outbox(struct store *store, void (*told)(void *context), void *context);

/* STORE_NONE: there is no such row. */
enum store_result store_outbox_get(struct store_reader *reader, int64_t id,
                                   struct store_outbox_row *row);
enum store_result store_outbox_by_public_id(struct store_reader *reader, const char *public_id,
                                            struct store_outbox_row *row);

/* A selection of rows. A member that is 0 (channel and kind: -1) means all. */
struct store_outbox_filter {
    int channel;
    int64_t target;
    int kind;
    int64_t account;
    int64_t game;
};
/* The first waiting row, by due time, that the filter selects. STORE_NONE: none waits. */
enum store_result store_outbox_waiting(struct store_reader *reader,
                                       const struct store_outbox_filter *filter,
                                       struct store_outbox_row *row);
/* Ends the selected waiting rows as dropped. */
enum store_result store_outbox_drop(struct store_tx *tx, const struct store_outbox_filter *filter,
                                    const char *detail, int64_t now);
/* Deletes the selected waiting rows that were never tried. */
enum store_result store_outbox_cancel(struct store_tx *tx,
                                      const struct store_outbox_filter *filter);
/* A target has moved to another host; moves its waiting rows. */
enum store_result store_outbox_set_host(struct store_tx *tx, int channel, int64_t target,
                                        const char *host);

/* ---- for the sender ---- */

/* The share (db/shares.h) that a target belongs to. */
unsigned store_outbox_share(int channel, int64_t target);

/* The first due row of each target in one of SHARES (as bits; STORE_ALL_SHARES). Channels take turns, and hosts
 * within each channel, so that LIMIT cuts off neither for coming later. */
enum store_result store_outbox_due(struct store_reader *reader, uint64_t shares, int64_t now,
                                   unsigned limit, store_outbox_visit *visit, void *context);
/* Due rows of one target, oldest first. */
enum store_result store_outbox_due_of(struct store_reader *reader, int channel, int64_t target,
                                      int64_t now, unsigned limit, store_outbox_visit *visit,
                                      void *context);
/* When the next row after a time is due. STORE_NONE: none is. */
enum store_result store_outbox_next(struct store_reader *reader, int64_t after, int64_t *at);

/* waiting -> sending, and counts the attempt. STORE_CONFLICT: it is no longer waiting. */
enum store_result store_outbox_begin(struct store_tx *tx, int64_t id, int64_t lead);
/* waiting or sending -> how it ended; or waiting again, until due_at. STORE_CONFLICT: it is neither
 * (its account was deleted meanwhile). */
struct store_outbox_end {
    int64_t id;
    enum store_outbox_state state;
    int64_t due_at; /* for STORE_OUTBOX_WAITING */
    int64_t now;
    int status;
    const char *detail; /* "" or a sentence; truncated if too long */
};
enum store_result store_outbox_end(struct store_tx *tx, const struct store_outbox_end *end);
/* sending -> waiting, for all rows of SHARES: their sender was killed or hangs. */
enum store_result store_outbox_recover(struct store_tx *tx, uint64_t shares, unsigned *count);

/* ---- looking back ---- */

/* Makes an ended row wait again, as if for the first time. STORE_CONFLICT: it has not ended. */
enum store_result store_outbox_retry(struct store_tx *tx, int64_t id, int64_t now);
/* Rows of one target, newest first, with ids below `before` (0: all). */
enum store_result store_outbox_of_target(struct store_reader *reader, int channel, int64_t target,
                                         int64_t before, unsigned limit, store_outbox_visit *visit,
                                         void *context);

/* Rows that concern an account, oldest first, with ids above `after` (0: all). */
enum store_result store_outbox_of_account(struct store_reader *reader, int64_t account,
                                          int64_t after, unsigned limit, store_outbox_visit *visit,
                                          void *context);

struct store_outbox_counts {
    int64_t waiting[STORE_OUTBOX_CHANNELS]; /* or under way */
    int64_t oldest_due;                     /* of the waiting rows; 0: there are none */
};
enum store_result store_outbox_counts(struct store_reader *reader,
                                      struct store_outbox_counts *counts);

#endif
