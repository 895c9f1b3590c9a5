/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_NOTIFY_CHANNEL_H
#define SERVICE_NOTIFY_CHANNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "service/base/buffer.h"
#include "service/base/http_client.h"
#include "service/notify/outbox.h"

/*
 * A way to deliver news: mail, webhooks, web push, chat. Everything specific to it is in a struct
 * channel; the sender (sender.h) takes rows when they are due, sends one at a time per target,
 * retries, and records the outcome.
 */

struct app;
struct transfer;

enum {
    OUTBOX_TOGETHER_MAX = 64,    /* rows in one message */
    OUTBOX_REPLY_MAX = 16 << 10, /* bytes of a response that are read */
    OUTBOX_BODY_MAX = 8 << 20,   /* bytes of a message */
};

/* What to do with a due row, after checking it again. */
enum outbox_verdict {
    OUTBOX_SEND, /* it is part of the message */
    OUTBOX_DROP, /* it is no longer true, or not wanted; `why` says so */
    OUTBOX_LATER /* due_at has moved */
};

struct outbox_ruling {
    enum outbox_verdict verdict;
    int64_t due_at;  /* for OUTBOX_LATER */
    const char *why; /* static text, for OUTBOX_DROP and OUTBOX_LATER */
};

/* How an attempt ended. */
struct outbox_outcome {
    enum store_outbox_state
        state;          /* SENT; WAITING: try again; FAILED: trying again would not help */
    bool more;          /* not ended: judge has prepared the call for a further request, which is
                         * sent at once */
    int64_t not_before; /* for WAITING: Unix ms, if the other side said; 0: by the schedule */
    int status;         /* the HTTP or SMTP status; 0: none */
    /* Text for the target's owner; contains nothing from outside unless harmless. */
    char detail[STORE_DETAIL_SIZE];
    bool ill; /* used by the channel between judge and finish: switch the target off */
};

/* One message being sent. */
struct transfer {
    const struct channel *channel;
    struct app *app;
    int64_t now;                   /* when it was prepared */
    struct store_outbox_row *rows; /* the rows; the first one's public id is the message's */
    struct outbox_ruling *rulings; /* one per row, initially OUTBOX_SEND */
    unsigned count;

    /* Filled in by prepare, freed by the sender. */
    struct http_call call; /* prepared by transfer_request, or for SMTP by hand */
    struct buffer body;    /* to be sent */
    /* Instead of a network request: called once the rows are marked as being sent. Must be
     * quick. */
    void (*deliver)(struct transfer *t, struct outbox_outcome *outcome);
    void *own;
    void (*own_free)(struct transfer *t);
};

struct channel {
    const char *name; /* "webhook": in metrics and logs */

    /* Whether the channel may have recipients for the news; if not, enqueue is not called. */
    bool (*interested)(const struct store_interest *interest, const struct outbox_news *news);

    /* Writes rows for the channel's recipients of the news (outbox_row, store_outbox_add), each
     * with its host, as messages per host are limited. */
    enum store_result (*enqueue)(struct store_tx *tx, const struct outbox_news *news);

    /* Whether a due row of the same target is sent in one message with FIRST. NULL: never. */
    bool (*together)(const struct store_outbox_row *first, const struct store_outbox_row *other);

    /* Checks each row again, sets its ruling, and composes the message of those to be sent, if any.
     * Anything but STORE_OK counts as a failed attempt, so that a message that cannot be composed
     * does not block others. On the sender's thread. */
    enum store_result (*prepare)(struct transfer *t, struct store_reader *reader);

    /* Evaluates the end of t->call. *outcome is initialized with status (the last response's), state
     * SENT for 2xx and WAITING for all else, not_before from Retry-After, and a detail. NULL: keep
     * that. */
    void (*judge)(struct transfer *t, struct outbox_outcome *outcome);

    /* Called in the transaction that writes the outcome. outcome->state is final: FAILED at the end
     * of the schedule. NULL: nothing to do. */
    enum store_result (*finish)(struct store_tx *tx, const struct transfer *t,
                                const struct outbox_outcome *outcome);

    /* Seconds before each attempt, 0 for the first; their number is that of attempts. */
    const unsigned *delays;
    unsigned attempts;
};

/* All channels, by number; may be NULL. Defined in cli/wiring.c. */
extern const struct channel *const outbox_channels[OUTBOX_CHANNELS];

/* For prepare: drops all rows. WHY is a static text. */
void transfer_drop(struct transfer *t, const char *why);
/* The ruling for dropping one row. */
struct outbox_ruling outbox_drop(const char *why);
/* For prepare and judge: prepares t->call for a request, with the sender's settings. */
enum http_ready transfer_request(struct transfer *t, const struct http_request *request);
/* For prepare, evaluates that result: drops all rows with WHY if this server does not send to such
 * an address. STORE_ERROR: memory ran out. */
enum store_result transfer_prepared(struct transfer *t, enum http_ready ready, const char *why);

/* The time of the next attempt: the schedule's delay plus up to a tenth of it at random. ATTEMPTS:
 * made so far. 0: no further attempt. */
int64_t outbox_next_attempt(const struct channel *channel, int attempts, int64_t now);

#endif
