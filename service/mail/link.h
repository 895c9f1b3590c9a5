/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_MAIL_LINK_H
#define SERVICE_MAIL_LINK_H

#include <stdbool.h>
#include <stdint.h>

#include "db/mailboxes.h"

/* Links in mails, and the secret parts of mail addresses: 130 random bits each, of which the store
 * keeps only a hash. A link belongs to an account, most also to a game, and expires. A link that
 * opens an account is never the same as one used in an address, since every answer and forwarded
 * copy contains the address. */
enum link_purpose {
    LINK_CONFIRM, /* confirms an address; works once */
    LINK_SIGN_IN, /* a new token for somebody who lost theirs; works once */
    LINK_OPEN,    /* signs in, opens a game and makes moves there */
    LINK_REPLY,   /* r+TOKEN@: answers to mails are moves and commands. They are based on what their
                   * mail reported: events of the link's game up to its seq, of other games until the
                   * link was drawn */
    LINK_BOX,     /* /mail/TOKEN and u+TOKEN@ unsubscribe, of a game alone if the link has one;
                   * b+TOKEN@ receives bounces */
    LINK_INVITE,  /* shows an invitation to somebody without an account */
    LINK_TAKEN,   /* not a link: an answer already handled, so that it is handled only once */
    LINK_PURPOSES
};

enum {
    LINK_TOKEN_LENGTH = 26, /* letters a to z and digits 2 to 7 */
    LINK_TOKEN_SIZE = LINK_TOKEN_LENGTH + 1,
};

/* The digits that a mail for signing in has beside its link: for a device on which the mail is not read. Each address
 * has few tries (api/sign_in.h), because there are only a million. */
enum { LINK_DIGITS = 6, LINK_DIGITS_SIZE = LINK_DIGITS + 1 };

/* How long each kind of link works, in milliseconds. */
extern const int64_t link_life_ms[LINK_PURPOSES];

/* Draws a token, and sets LINK's hash to the token's and its end according to its purpose. */
void link_draw(struct store_link *link, int64_t now, char token[LINK_TOKEN_SIZE]);

/* Draws digits for LINK, whose address is set, and sets their hash. */
void link_draw_digits(struct store_link *link, char digits[LINK_DIGITS_SIZE]);
/* Whether TEXT, without its spaces, has the form of such digits; if so, sets the HASH of those sent to ADDRESS. */
bool link_hash_digits(const char *text, const char *address, uint8_t hash[STORE_HASH_SIZE]);

/* The time when it was drawn. */
int64_t link_drawn_at(const struct store_link *link);

/* Whether TEXT, in either case, has the form of a token; if so, sets HASH. */
bool link_hash(const char *text, uint8_t hash[STORE_HASH_SIZE]);

/* Finds a link that is valid now. STORE_NONE: unknown, for another purpose, expired, used, or a link
 * for playing whose account has changed its address; callers are not told which. */
enum store_result link_find(struct store_reader *reader, const char *token,
                            enum link_purpose purpose, int64_t now, struct store_link *link);
/* The same for any purpose. */
enum store_result link_find_any(struct store_reader *reader, const char *token, int64_t now,
                                struct store_link *link);

#endif
