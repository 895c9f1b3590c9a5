/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_INTEREST_H
#define DB_INTEREST_H

#include "db/store.h"

/* Who may want to hear of what happens in a game, and what of it follows its events: asked at once for each change,
 * so that what nobody uses is not looked up one by one. */
struct store_interest {
    bool clock, orders, votes; /* the game has these */
    bool hooks, chats;         /* that follow the game */
    /* Sets of seats, by their account: it has webhooks for all its games, a confirmed mail address, browsers that
     * take messages. What of it is switched off may count all the same. */
    unsigned hooked, mailed, pushed;
};

/* Everything, for who has not asked. */
extern const struct store_interest store_interest_any;

/* PEOPLE: whether the seats are looked at, too; where not, nobody in them hears of anything. */
enum store_result store_interest_get(struct store_reader *reader, int64_t game, bool people,
                                     struct store_interest *interest);

#endif
