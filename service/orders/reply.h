/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Replies of standing orders for a player, from nothing but the orders and their owner's view. */
#ifndef SERVICE_ORDERS_REPLY_H
#define SERVICE_ORDERS_REPLY_H

#include "service/orders/orders.h"

enum { ORDERS_NOTE_MAX = 256 }; /* bytes of a note, its NUL included */

struct order_reply {
    struct action action;       /* legal; type ACTION_NONE: no move */
    int rule;                   /* the rule about offers that gave it; -1: none */
    unsigned steps;             /* number of the plan's moves used up, from its start */
    bool later;                 /* the plan is postponed to the next turn */
    bool not_now;               /* an offer waits until something else is decided */
    char note[ORDERS_NOTE_MAX]; /* for the owner; "" for none */
};

/* The reply of ORDERS to SEAT's pending, unanswered decision. VIEW is game_view of SEAT. PLAN_TURN:
 * the number of the turn that the plan is for, 0: none. If steps is set without a move, ask again
 * with the rest of the plan. */
void orders_reply(const struct orders *orders, const struct setup *setup, const struct game *view,
                  unsigned seat, uint32_t plan_turn, struct order_reply *reply);

/* Their reply at the time NOW to OFFER, one of VIEW's, which asks SEAT. */
void orders_reply_to_offer(const struct orders *orders, const struct setup *setup,
                           const struct game *view, unsigned seat, const struct offer *offer,
                           int64_t now, struct order_reply *reply);

/* The number of SEAT's next turn that has not yet begun. */
uint32_t orders_next_turn(const struct setup *setup, const struct game *game, unsigned seat);

#endif
