/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_MAIL_LINK_H
#define SERVICE_MAIL_LINK_H

#include <stdbool.h>
#include <stdint.h>

#include "db/mailboxes.h"

/*
 * Links in mails, and the secret parts of addresses that mails name: 130 random bits each, of which
 * the store has a hash alone. A link is bound to an account, mostly to a game too, and ends. What
 * opens somebody's account is never the same link as what stands in an address, for addresses travel
 * with every answer and every forwarded copy.
 */
enum link_purpose {
    LINK_CONFIRM, /* shows that an address is one's own; works once */
    LINK_SIGN_IN, /* a new token for somebody who has lost theirs; works once */
    LINK_OPEN,    /* opens a game signed in, and moves there */
    LINK_REPLY, /* r+TOKEN@: answers to mails are moves and commands. They answer what their mail told: of
                   * the link's game the events up to its seq, of others those until it was drawn */
    LINK_BOX,    /* /mail/TOKEN and u+TOKEN@ unsubscribe, b+TOKEN@ takes what comes back */
    LINK_INVITE, /* shows an invitation to somebody without an account */
    LINK_TAKEN,  /* no link: an answer that was taken, so that it is not taken twice */
    LINK_PURPOSES
};

enum {
    LINK_TOKEN_LENGTH = 26, /* letters a to z and digits 2 to 7 */
    LINK_TOKEN_SIZE = LINK_TOKEN_LENGTH + 1,
};

/* How long each kind of link works, in milliseconds. */
extern const int64_t link_life_ms[LINK_PURPOSES];

/* Draws a token, and fills LINK's hash with the token's, and its end by its purpose. */
void link_draw(struct store_link *link, int64_t now, char token[LINK_TOKEN_SIZE]);

/* When it was drawn. */
int64_t link_drawn_at(const struct store_link *link);

/* Whether TEXT, of any case, has the shape of a token; HASH is filled then. */
bool link_hash(const char *text, uint8_t hash[STORE_HASH_SIZE]);

/* Finds a link that can be used now. STORE_NONE: there is none, it is for something else, it has ended
 * or been used, or it plays and its account has another address by now: nobody is told which. */
enum store_result link_find(struct store_reader *reader, const char *token,
                            enum link_purpose purpose, int64_t now, struct store_link *link);
/* The same whatever its purpose. */
enum store_result link_find_any(struct store_reader *reader, const char *token, int64_t now,
                                struct store_link *link);

#endif
