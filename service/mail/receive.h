/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_MAIL_RECEIVE_H
#define SERVICE_MAIL_RECEIVE_H

#include <stdbool.h>
#include <stddef.h>

#include "service/base/buffer.h"
#include "service/mail/link.h"

/* Received mails: what a person wrote in answer to a mail, and delivery reports of mail servers (RFC
 * 3464). Pure functions: no clock, no store. */

enum {
    RECEIVE_MAX = 192 << 10, /* bytes of a mail that are read: reports come before the mail that
                              * they are about */
    RECEIVE_LINES_MAX = 32,  /* lines of an answer */
    RECEIVE_TEXT_MAX = 4096, /* bytes of the answer */
    RECEIVE_ID_SIZE = 256,   /* of the Message-ID of a mail to be answered, its NUL included */
    RECEIVE_DATE_SIZE = 64,
    RECEIVE_FROM_SIZE = 256,
    RECEIVE_DETAIL_SIZE = 257, /* of a server's message */
    RECEIVE_WHY_SIZE = 64,
};

enum received_kind {
    RECEIVED_NOTHING,     /* not for this server: `why` says what it was taken for */
    RECEIVED_REPLY,       /* text */
    RECEIVED_UNSUBSCRIBE, /* the address alone says everything */
    RECEIVED_BOUNCE,      /* permanent, address_fault, detail */
};

/* Plain bytes, except for the text, so it may be copied. */
struct received {
    enum received_kind kind;
    char token[LINK_TOKEN_SIZE];  /* of the recipient's address */
    char why[RECEIVE_WHY_SIZE];   /* RECEIVED_NOTHING: a sentence */
    char id[RECEIVE_ID_SIZE];     /* its Message-ID with brackets; "" if it has none that is safe */
    char date[RECEIVE_DATE_SIZE]; /* its Date, unparsed, cut; "" for none */
    char from[RECEIVE_FROM_SIZE]; /* its sender's name, and the part of the address before the @ */
    struct buffer text;           /* the new lines of a reply, each ending in LF; UTF-8 */
    bool permanent;               /* status 5.x.x */
    bool address_fault;           /* status 5.1.x: no such mailbox */
    char detail[RECEIVE_DETAIL_SIZE]; /* one line */
};

/* The number of bytes that are read of a mail of SIZE bytes. */
size_t received_looked_at(size_t size);

/* Initializes it as an unread mail; free it with received_free. */
void received_begin(struct received *received);

/* Parses a mail of SIZE bytes. RECIPIENT is its address as given by the mail server, or NULL: then
 * the headers are searched for it. message_init must have been called. Free *RECEIVED with
 * received_free in every case. */
void received_read(struct received *received, const char *bytes, size_t size,
                   const char *recipient);
void received_free(struct received *received);

/* The token in an address like r+TOKEN@HOST whose letter is one of OF; returns the letter, or '\0' if
 * it is not such an address. */
char receive_token(const char *address, const char *of, char token[LINK_TOKEN_SIZE]);

/* Appends the new text of a reply: without quotations, lines that introduce them, a greeting before the first
 * line, and everything from the closing or signature on; lines broken by mail programs are joined. At most
 * RECEIVE_LINES_MAX lines. */
void receive_new_lines(struct buffer *out, const char *text, size_t size);

/* Undoes format=flowed (RFC 3676); DELETE_SPACE: its DelSp. */
void receive_unfold(struct buffer *out, const char *text, size_t size, bool delete_space);

/* Whether TEXT is WHOLE with lines broken in two. */
bool receive_is_wrapped_copy(const struct buffer *text, const struct buffer *whole);

/* Appends the text of HTML that is not quoted; a quotation is replaced by `>`. */
void receive_html_text(struct buffer *out, const char *html, size_t size);

#endif
