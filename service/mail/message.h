/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_MAIL_MESSAGE_H
#define SERVICE_MAIL_MESSAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "service/base/buffer.h"

enum {
    MESSAGE_MAX = 4 << 20,      /* bytes of a whole mail */
    MESSAGE_HEADER_MAX = 900,   /* bytes of a header's text: it may stand on one line (RFC 5322) */
    MESSAGE_LINE_MAX = 998 - 2, /* bytes of a line */
};

/* A mail before it has its wire form. Texts are UTF-8; NULL or "" leaves a header out where it is not
 * said to be needed. */
struct message {
    const char *from; /* address, needed */
    const char *from_name;
    const char *to; /* address, needed */
    const char *subject;
    const char *id; /* constant over all attempts to send: the Message-ID is ID@HOST; needed */
    const char *host;
    const char *thread;   /* what it belongs to: In-Reply-To and References are THREAD@HOST */
    const char *answers;  /* a whole Message-ID with its brackets: what this mail answers */
    const char *reply_to; /* address */
    const char *list;     /* List-Id: <LIST.HOST> */
    const char *unsubscribe_url;
    const char *unsubscribe_to; /* address */
    const char *reason;         /* why it is sent, one word */
    bool answer;                /* Auto-Submitted: auto-replied, not auto-generated */
    int64_t at;                 /* Unix ms */
    const struct buffer *text;
    const struct buffer *html;    /* NULL: text alone */
    const struct buffer *picture; /* a PNG that the HTML names as cid:PICTURE_ID@HOST; NULL: none */
};

/* How the HTML names the picture: "cid:" MESSAGE_PICTURE "@HOST". */
#define MESSAGE_PICTURE "board"

/* To be called once, before any thread uses this file or receive.h. May be called again. */
void message_init(void);

/* Appends the mail in its wire form, lines ending in CR LF. False when a header's text has a control
 * character or is too long, or OUT has failed: nothing of it may be sent then. */
bool message_write(struct buffer *out, const struct message *message);

#endif
