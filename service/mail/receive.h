/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_MAIL_RECEIVE_H
#define SERVICE_MAIL_RECEIVE_H

#include <stdbool.h>
#include <stddef.h>

#include "service/base/buffer.h"
#include "service/mail/link.h"

/* Mails that come in: what somebody has written above the mail they answer, and what mail servers say
 * about mail that could not be delivered (RFC 3464). Pure: reads no clock and no store. */

enum {
    RECEIVE_MAX = 192 << 10, /* bytes of a mail that are looked at: reports stand before the mail
                                 * that they are about */
    RECEIVE_LINES_MAX = 32,  /* lines of an answer */
    RECEIVE_TEXT_MAX = 4096, /* bytes of them */
    RECEIVE_ID_SIZE = 256,   /* of a Message-ID that is answered, its NUL included */
    RECEIVE_DATE_SIZE = 64,
    RECEIVE_FROM_SIZE = 256,
    RECEIVE_DETAIL_SIZE = 257, /* of what a server said */
    RECEIVE_WHY_SIZE = 64,
};

enum received_kind {
    RECEIVED_NOTHING,     /* for nobody: why says for whom it was taken */
    RECEIVED_REPLY,       /* text */
    RECEIVED_UNSUBSCRIBE, /* the address alone says it all */
    RECEIVED_BOUNCE,      /* permanent, address_fault, detail */
};

/* But for the text plain bytes, which may be copied. */
struct received {
    enum received_kind kind;
    char token[LINK_TOKEN_SIZE]; /* of the address it came to */
    char why[RECEIVE_WHY_SIZE];  /* RECEIVED_NOTHING: a sentence */
    char id[RECEIVE_ID_SIZE]; /* its Message-ID with brackets; "" where it has none that is safe */
    char date[RECEIVE_DATE_SIZE]; /* its Date as it stands there, cut; "" for none */
    char from[RECEIVE_FROM_SIZE]; /* its sender's name, and what of the address is before the @ */
    struct buffer text;           /* the new lines of a reply, each ending in LF; UTF-8 */
    bool permanent;               /* status 5.x.x */
    bool address_fault;           /* status 5.1.x: there is no such mailbox */
    char detail[RECEIVE_DETAIL_SIZE]; /* one line */
};

/* Of a mail of SIZE bytes so many are looked at. */
size_t received_looked_at(size_t size);

/* Makes it a mail of which nothing is known yet, to be given to received_free. */
void received_begin(struct received *received);

/*
 * Reads the SIZE bytes of a mail. RECIPIENT is the address it came to as the mail server tells it, or
 * NULL: then its headers are searched. message_init has been called. *RECEIVED is to be given to
 * received_free whatever it says.
 */
void received_read(struct received *received, const char *bytes, size_t size,
                   const char *recipient);
void received_free(struct received *received);

/* The token of an address like r+TOKEN@HOST with one of these LETTERS; the letter, or '\0' when it is
 * none. */
char receive_token(const char *address, const char *of, char token[LINK_TOKEN_SIZE]);

/* Appends what is new in the text of a reply: no quotations, no line that introduces one, no greeting before the
 * first line, nothing from the signature or the words that close a letter on; lines that a program broke are whole
 * again. At most RECEIVE_LINES_MAX lines. */
void receive_new_lines(struct buffer *out, const char *text, size_t size);

/* Undoes format=flowed (RFC 3676); DELETE_SPACE: its DelSp. */
void receive_unfold(struct buffer *out, const char *text, size_t size, bool delete_space);

/* Whether TEXT is WHOLE with lines broken in two. */
bool receive_is_wrapped_copy(const struct buffer *text, const struct buffer *whole);

/* Appends the text of HTML as far as it is not quoted; `>` stands for a quotation. */
void receive_html_text(struct buffer *out, const char *html, size_t size);

#endif
