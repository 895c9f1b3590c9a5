/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_CLUB_CLUB_H
#define SERVICE_CLUB_CLUB_H

#include "db/clubs.h"
#include "service/app/endpoint.h"
#include "service/game/new_game.h"

/*
 * Clubs: people who play among themselves. Everybody sees a club, its members and their ladder; its games and tournaments
 * are private and seen by its members (game/access.c, GAME_LISTED). A game has its club from its creation on; nothing else
 * knows of clubs.
 */

enum {
    CLUB_MEMBERS_MAX = 1000,
    CLUB_WAITING_MAX = 200, /* that are invited, or ask */
};

extern const char *const club_role_names[]; /* by enum store_club_role; NULL at the end */

/* Sets the club's name, its key and alike hash from TYPED, by the rules for accounts' names. Returns NULL, or what is wrong
 * with it, as account_name_set does. */
const char *club_name_set(struct store_club *club, const char *typed);

/* The account's role in the club; false: it has none, or one that it is not shown: an invitation by somebody whom it
 * blocks. */
enum store_result club_role_of(struct store_reader *reader, int64_t club, int64_t account,
                               struct store_club_member *member, bool *has_role);

/* Whether the account is the club's owner or one of its organisers. */
enum store_result club_led(struct store_reader *reader, int64_t club, int64_t account, bool *leads);

/* Finds the club that a requested game names, to which the caller must belong. False: has answered. */
bool club_admit(struct request *rq, struct store_reader *reader, struct new_game *wanted);
/* In an endpoint's run: refuses the call if the caller does not belong to CLUB (0: none). */
enum store_result club_hold(struct store_tx *tx, struct endpoint_call *call, int64_t club);

#endif
