/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_MAIL_MESSAGE_H
#define SERVICE_MAIL_MESSAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "service/base/buffer.h"

enum {
    MESSAGE_MAX = 4 << 20,      /* bytes of a whole mail */
    MESSAGE_HEADER_MAX = 900,   /* bytes of a header's text: it may be on one line (RFC 5322) */
    MESSAGE_LINE_MAX = 998 - 2, /* bytes of a line */
};

/* A mail before serialization. Texts are UTF-8; NULL or "" leaves out the header, unless it is marked
 * as required. */
struct message {
    const char *from; /* address, required */
    const char *from_name;
    const char *to; /* address, required */
    const char *subject;
    const char *id; /* the same for all attempts to send: the Message-ID is ID@HOST; required */
    const char *host;
    const char *thread;   /* its thread: In-Reply-To and References are THREAD@HOST */
    const char *answers;  /* the Message-ID, with brackets, of the mail that this one answers */
    const char *reply_to; /* address */
    const char *list;     /* List-Id: <LIST.HOST> */
    const char *unsubscribe_url;
    const char *unsubscribe_to; /* address */
    const char *reason;         /* why it is sent, in one word */
    bool answer;                /* Auto-Submitted: auto-replied, not auto-generated */
    int64_t at;                 /* Unix ms */
    const struct buffer *text;
    const struct buffer *html;    /* NULL: only text */
    const struct buffer *picture; /* a PNG that the HTML refers to as cid:PICTURE_ID@HOST; NULL:
                                   * none */
};

/* How the HTML refers to the picture: "cid:" MESSAGE_PICTURE "@HOST". */
#define MESSAGE_PICTURE "board"

/* Must be called once before any thread uses this file or receive.h; further calls are fine. */
void message_init(void);

/* Appends the mail in wire format, with CR LF line ends. False if a header's text has a control
 * character or is too long, or OUT has failed: then nothing may be sent. */
bool message_write(struct buffer *out, const struct message *message);

#endif
