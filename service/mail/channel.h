/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_MAIL_CHANNEL_H
#define SERVICE_MAIL_CHANNEL_H

#include "db/games.h"
#include "service/notify/channel.h"

/* Mail as a channel of the outbox. A row's target is the recipient's account or, for an invited
 * person without an account, the seat reserved for them (mail_seat_target). News about games is
 * gathered: one mail covers all of a person's games that wait. It is held back for a while, until
 * the full hour or the time of day they chose, and during their quiet hours (reminders are not);
 * what they have seen or answered in the meantime is dropped. */
extern const struct channel mail_channel;

/* A seat of a game as a target; negative, to differ from accounts. */
static inline int64_t mail_seat_target(int64_t game, int seat) {
    return -(game * STORE_SEATS_MAX + seat);
}
/* The seat in such a row's target. */
static inline int64_t mail_target_seat(const struct store_outbox_row *row) {
    return -row->target - row->game * STORE_SEATS_MAX;
}

/* In a job: writes rows for the seats of a new game that are reserved for somebody. */
enum store_result mail_invite(struct store_tx *tx, const struct store_game *game, int64_t now);

enum {
    MAIL_CONFIRMS_A_DAY = 5,     /* to one address */
    MAIL_CONFIRMS_OF_ONE = 10,   /* of one account, to all addresses, a day */
    MAIL_SIGN_INS_AT_ONCE = 3,   /* valid links to one address at a time */
    MAIL_INVITATIONS_A_DAY = 20, /* from one account to addresses */
    MAIL_INVITATIONS_TO_ONE = 5, /* to one address a day, from all accounts */
    MAIL_INVITED_A_DAY = 20,     /* to one account a day; further ones it finds in its list of
                                  * games */
    MAIL_BOUNCES_MAX = 5,        /* until mail is switched off, if within: */
    MAIL_BOUNCES_DAYS = 7,
};

#endif
