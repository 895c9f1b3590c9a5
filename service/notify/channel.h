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
 * A way by which news reaches the outside: mail, webhooks, chat. All that is its own stands in one
 * struct channel; that rows are taken when they are due, sent once at a time, tried again and kept
 * account of is the sender's business (sender.h).
 */

struct app;
struct transfer;

enum {
    OUTBOX_TOGETHER_MAX = 64,    /* rows in one message */
    OUTBOX_REPLY_MAX = 16 << 10, /* bytes of an answer that are looked at */
    OUTBOX_BODY_MAX = 8 << 20,   /* bytes of a message */
};

/* What becomes of a row that was due, now that it has been looked at again. */
enum outbox_verdict {
    OUTBOX_SEND, /* it is part of the message */
    OUTBOX_DROP, /* it is not true any more, or nobody wants it; why says so */
    OUTBOX_LATER /* due_at has moved */
};

struct outbox_ruling {
    enum outbox_verdict verdict;
    int64_t due_at;  /* of OUTBOX_LATER */
    const char *why; /* static text: of OUTBOX_DROP and OUTBOX_LATER */
};

/* How an attempt ended. */
struct outbox_outcome {
    enum store_outbox_state
        state;          /* SENT; WAITING: try again; FAILED: trying again would not help */
    bool more;          /* not at all yet: judge has made the call ready for a further
                                  * request, which is sent at once */
    int64_t not_before; /* of WAITING: Unix ms, where the other side said; 0: the schedule */
    int status;         /* what it answered, HTTP's or SMTP's number; 0: nothing */
    /* In words, for the target's owner; nothing that came from outside unless it is harmless to show. */
    char detail[STORE_DETAIL_SIZE];
    bool ill; /* the channel's own, between judge and settle: switch the target off */
};

/* One message on its way. */
struct transfer {
    const struct channel *channel;
    struct app *app;
    int64_t now;                   /* when it was prepared */
    struct store_outbox_row *rows; /* the rows; the first one's public id is the message's */
    struct outbox_ruling *rulings; /* of each, OUTBOX_SEND to begin with */
    unsigned count;

    /* For prepare to fill; the sender frees them. */
    struct http_call call; /* made ready by transfer_request, or for SMTP by hand */
    struct buffer body;    /* to be sent */
    /* Instead of a request over the net: called once the rows are marked. It must not take long. */
    void (*deliver)(struct transfer *t, struct outbox_outcome *outcome);
    void *own;
    void (*own_free)(struct transfer *t);
};

struct channel {
    const char *name; /* "webhook": in metrics and logs */

    /* Whether anybody could want to hear the news here: where not, enqueue is not called. */
    bool (*interested)(const struct store_interest *interest, const struct outbox_news *news);

    /* Writes rows for those who want to hear the news here (outbox_row, store_outbox_add), with the
     * host that they go to, so that nobody is asked by too many at once. */
    enum store_result (*enqueue)(struct store_tx *tx, const struct outbox_news *news);

    /* Whether a due row of the same target goes out in one message with FIRST. NULL: never. */
    bool (*together)(const struct store_outbox_row *first, const struct store_outbox_row *other);

    /* Looks at each row again, gives its ruling, and makes the message of those that are to be
     * sent, if any. Anything but STORE_OK counts as an attempt that failed, so that a message that
     * cannot be made holds up nobody else. On the sender's thread. */
    enum store_result (*prepare)(struct transfer *t, struct store_reader *reader);

    /* How t->call ended. *outcome comes with status (the last answer's number), state SENT for 2xx and
     * WAITING for all else, not_before from Retry-After, and a detail. NULL: leave it so. */
    void (*judge)(struct transfer *t, struct outbox_outcome *outcome);

    /* In the transaction that writes the end. outcome->state is final: FAILED where the schedule has
     * come to its end. NULL: nothing to do. */
    enum store_result (*finish)(struct store_tx *tx, const struct transfer *t,
                                const struct outbox_outcome *outcome);

    /* Seconds before each attempt, the first one's 0; as many attempts are made. */
    const unsigned *delays;
    unsigned attempts;
};

/* Every channel, by number; NULL where there is none. Which there are is said in cli/wiring.c. */
extern const struct channel *const outbox_channels[OUTBOX_CHANNELS];

/* For prepare: none of the rows is to be sent. WHY is a static text. */
void transfer_drop(struct transfer *t, const char *why);
/* The same of one row. */
struct outbox_ruling outbox_drop(const char *why);
/* For prepare and judge: makes t->call ready for a request, under the sender's settings. */
enum http_ready transfer_request(struct transfer *t, const struct http_request *request);
/* For prepare, what came of that: drops all rows with WHY where this server does not send to such an
 * address. STORE_ERROR: memory ran out. */
enum store_result transfer_prepared(struct transfer *t, enum http_ready ready, const char *why);

/* When the next attempt is made: the delay of the schedule and a random tenth of it more.
 * attempts: made so far. 0: no further one. */
int64_t outbox_next_attempt(const struct channel *channel, int attempts, int64_t now);

#endif
