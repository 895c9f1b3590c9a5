/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_INTEREST_H
#define DB_INTEREST_H

#include "db/store.h"

/* Which features and subscribers of a game may react to a change, read in one query, so that unused ones are not
 * looked up one by one. */
struct store_interest {
    bool clock, orders, votes; /* the game has these */
    bool hooks, chats;         /* that subscribe to the game */
    /* Sets of seats whose account has webhooks for all its games, a confirmed mail address, or browsers that
     * receive messages. Those switched off, and webhooks of apps whose grant has ended, may be included. */
    unsigned hooked, mailed, pushed;
};

/* Everything, for callers that have not looked. */
extern const struct store_interest store_interest_any;

/* PEOPLE: include the sets of seats; otherwise they are empty. While queries are only asked ahead (db/ahead.h), what
 * this process found last for the game, or everything: a guess at what the caller will have to read. */
enum store_result store_interest_get(struct store_reader *reader, int64_t game, bool people,
                                     struct store_interest *interest);

#endif
