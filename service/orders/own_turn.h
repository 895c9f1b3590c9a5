/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Standing orders for the player's own turn: rolling, ending it, and passing turns in which there is nothing to
 * do. */
#ifndef SERVICE_ORDERS_OWN_TURN_H
#define SERVICE_ORDERS_OWN_TURN_H

#include "service/orders/orders.h"

/* Actions that an order for empty turns may ignore: bits of enum action_type. */
extern const uint64_t empty_turn_ignorable;

/* What ORDERS do in SEAT's own turn if no plan acts: ROLL, END_TURN, or ACTION_NONE to leave it to the
 * person, also when memory runs out. VIEW is game_view of SEAT. */
struct action orders_own_turn(const struct orders *orders, const struct setup *setup,
                              const struct game *view, unsigned seat);

#endif
