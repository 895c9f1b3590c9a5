/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What standing orders reply for a player: from the orders and from what their owner may see, and nothing else. */
#ifndef SERVICE_ORDERS_REPLY_H
#define SERVICE_ORDERS_REPLY_H

#include "service/orders/orders.h"

enum { ORDERS_NOTE_MAX = 256 }; /* bytes of a note, its NUL included */

struct order_reply {
    struct action action;       /* legal; type ACTION_NONE: no move */
    int rule;                   /* the rule about offers that gave it; -1: none */
    unsigned steps;             /* moves of the plan that are used up, from its beginning */
    bool later;                 /* the plan is put off to the next turn */
    bool not_now;               /* an offer waits until something else is decided */
    char note[ORDERS_NOTE_MAX]; /* to be told to the owner; "" for nothing */
};

/* What ORDERS reply to the decision that is pending for SEAT and not answered yet. VIEW is
 * game_view of SEAT. PLAN_TURN: the number of the turn that the plan is for, 0 where there is none.
 * Where steps is set and there is no move, the same is to be asked again with what is left. */
void orders_reply(const struct orders *orders, const struct setup *setup, const struct game *view,
                  unsigned seat, uint32_t plan_turn, struct order_reply *reply);

/* What they reply to OFFER, one of VIEW's, which asks SEAT, at the time NOW. */
void orders_reply_to_offer(const struct orders *orders, const struct setup *setup,
                           const struct game *view, unsigned seat, const struct offer *offer,
                           int64_t now, struct order_reply *reply);

/* The number of the next turn of SEAT that has not begun. */
uint32_t orders_next_turn(const struct setup *setup, const struct game *game, unsigned seat);

#endif
