/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_NOTIFY_CHANNEL_H
#define SERVICE_NOTIFY_CHANNEL_H

#include <curl/curl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "service/base/buffer.h"
#include "service/base/net_guard.h"
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
    bool more;          /* not at all yet: judge has made the handle ready for a further
                                  * request, which is sent at once */
    int64_t not_before; /* of WAITING: Unix ms, where the other side said; 0: the schedule */
    int status;         /* what it answered, HTTP's or SMTP's number; 0: nothing */
    /* In words, for whom it concerns; nothing that came from outside unless it is harmless to show. */
    char detail[STORE_DETAIL_SIZE];
    bool ill; /* the channel's own, between judge and settle: switch the target off */
};

/* One message on its way. */
struct transfer {
    const struct channel *channel;
    struct app *app;
    int64_t now;                    /* when it was prepared */
    struct store_outbox_row *posts; /* the rows; the first one's public id is the message's */
    struct outbox_ruling *rulings;  /* of each, OUTBOX_SEND to begin with */
    unsigned count;

    /* For prepare to fill; the sender frees them. */
    CURL *easy;                 /* made, empty but for what the sender needs itself: prepare sets it
                                 * up (safe_curl first), and judge may ask it */
    struct curl_slist *headers; /* set as CURLOPT_HTTPHEADER by prepare */
    curl_mime *mime;
    struct buffer body; /* to be sent; transfer_upload has it read from here */
    size_t body_at;
    struct safe safe;
    /* Instead of a request over the net: called once the rows are marked. It must not take long. */
    void (*deliver)(struct transfer *t, struct outbox_outcome *outcome);
    void *own;
    void (*own_free)(struct transfer *t);

    /* What came back; nothing is ever written past the limits. */
    struct buffer reply; /* the first OUTBOX_REPLY_MAX bytes of the body */
    struct buffer head;  /* the last answer's headers, as they came */
    bool cut;            /* the answer was longer; that much of it is enough */
};

struct channel {
    const char *name; /* "webhook": in metrics and logs */

    /* Writes rows for those who want to hear the news here (outbox_row, store_outbox_add), with the
     * host that they go to, so that nobody is asked by too many at once. */
    enum store_result (*tell)(struct store_tx *tx, const struct outbox_news *news);

    /* Whether a due row of the same target goes out in one message with FIRST. NULL: never. */
    bool (*together)(const struct store_outbox_row *first, const struct store_outbox_row *other);

    /* Looks at each row again, gives its ruling, and makes the message of those that are to be
     * sent, if any. Anything but STORE_OK counts as an attempt that failed, so that a message that
     * cannot be made holds up nobody else. On the sender's thread. */
    enum store_result (*prepare)(struct transfer *t, struct store_reader *reader);

    /* How it ended. *outcome comes with status (the last answer's number), state SENT for 2xx and
     * WAITING for all else, not_before from Retry-After, and a detail. NULL: leave it so. */
    void (*judge)(struct transfer *t, CURLcode code, struct outbox_outcome *outcome);

    /* In the transaction that writes the end. outcome->state is final: FAILED where the schedule has
     * come to its end. NULL: nothing to do. */
    enum store_result (*settle)(struct store_tx *tx, const struct transfer *t,
                                const struct outbox_outcome *outcome);

    /* Seconds before each attempt, the first one's 0; so many attempts are made. */
    const unsigned *delays;
    unsigned attempts;
};

/* Every channel, by number; NULL where there is none. Which there are is said in cli/wiring.c. */
extern const struct channel *const outbox_channels[OUTBOX_CHANNELS];

/* For prepare: a header of the request; false when memory ran out. */
bool transfer_add_header(struct transfer *t, const char *name, const char *value);
/* For prepare: has t->body posted to an address outside, under t->headers. False where this server
 * does not send there. */
bool transfer_post(struct transfer *t, const char *url);

/* Has a handle read its upload (CURLOPT_UPLOAD: SMTP, PUT) from t->body. */
void transfer_upload(struct transfer *t);

/* The value of a header in t->head, copied; false where there is none. Names in any case. */
bool transfer_header(const struct transfer *t, const char *name, char *value, size_t size);

/* When the next attempt is made: the delay of the schedule and a random tenth of it more.
 * attempts: made so far. 0: no further one. */
int64_t outbox_next_attempt(const struct channel *channel, int attempts, int64_t now);

#endif
