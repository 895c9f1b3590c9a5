/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_ORDERS_ASK_H
#define SERVICE_ORDERS_ASK_H

#include "db/orders.h"
#include "service/game/events.h"

/*
 * Questions to seats with standing orders. Every decision and every offer for such a seat becomes a question with
 * a time of its own, drawn at once (delay.h), whether or not an order will answer it; at that time the orders are
 * evaluated (service/actor/order_actor.h). The time depends only on public facts, the owner's settings and chance,
 * not on anybody's cards.
 */

/* A listener (service/game/events.h). */
enum store_result orders_on_events(struct store_tx *tx, const struct game_events *events);

/* The questions to the seat in this state, with due_at 0. Returns how many. */
size_t orders_open_questions(const struct game *game, unsigned seat,
                             struct store_question questions[STORE_QUESTIONS_MAX]);

/* After a seat's orders have changed: has all its questions evaluated again after a delay. */
enum store_result orders_ask_anew(struct store_tx *tx, const struct store_orders *orders,
                                  int64_t now);

/* Until when the orders may still answer what the game asks SEAT, at NOW; 0: they have nothing to answer any more. */
enum store_result orders_answer_by(struct store_reader *reader, int64_t game, unsigned seat,
                                   int64_t now, int64_t *until);

/* Sets the seat's timer by its questions. */
enum store_result orders_set_timer(struct store_tx *tx, int64_t game, int seat);

/* Removes a seat's orders with everything that belongs to them. */
enum store_result orders_remove(struct store_tx *tx, int64_t game, int seat);

#endif
