/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_ACTOR_ORDER_ACTOR_H
#define SERVICE_ACTOR_ORDER_ACTOR_H

#include "service/actor/actor.h"

/* The actor (service/actor/actor.h) of standing orders: questions that are due (ask.h) are answered
 * from the owner's view, or noted as having no answer. */
actor_due orders_due;

/* Has what players want in their parts of another's turn carried out (service/parts/part_lists.h) where no move brought
 * it with it: a seat has changed hands, or a move's parts had no room or could not be read. */
actor_due parts_due;

#endif
