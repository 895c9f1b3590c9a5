/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_MAIL_CHANNEL_H
#define SERVICE_MAIL_CHANNEL_H

#include "db/games.h"
#include "service/notify/channel.h"

/*
 * Mail as a channel of the outbox. A row's target is the account it goes to, or for somebody who was
 * invited and has no account the seat that is kept for them (mail_seat_target).
 *
 * What is told of games is gathered: one mail for all of somebody's games that wait. It is held back
 * for a while, until the full hour or the time of day that they chose, and through their quiet hours
 * (reminders are not); and what they have looked at meanwhile, or have answered, is dropped.
 */
extern const struct channel mail_channel;

/* A seat of a game as a target: below 0, where no account is. */
static inline int64_t mail_seat_target(int64_t game, int seat) {
    return -(game * STORE_SEATS_MAX + seat);
}
/* The seat of a row with such a target. */
static inline int64_t mail_target_seat(const struct store_outbox_row *row) {
    return -row->target - row->game * STORE_SEATS_MAX;
}

/* In a job: writes the rows for the seats of a new game that are kept for somebody. */
enum store_result mail_invite(struct store_tx *tx, const struct store_game *game, int64_t now);

enum {
    MAIL_CONFIRMS_A_DAY = 5,     /* to one address */
    MAIL_CONFIRMS_OF_ONE = 10,   /* of one account, to whatever addresses, a day */
    MAIL_SIGN_INS_AT_ONCE = 3,   /* links to one address that work at the same time */
    MAIL_INVITATIONS_A_DAY = 20, /* from one account to addresses */
    MAIL_INVITATIONS_TO_ONE = 5, /* to one address a day, whoever invites */
    MAIL_INVITED_A_DAY = 20,     /* invitations to one account: it finds the others in its games */
    MAIL_BOUNCES_MAX = 5,        /* for a while only, within: */
    MAIL_BOUNCES_DAYS = 7,
};

#endif
