/* SPDX-License-Identifier: AGPL-3.0-or-later */
/*
 * The value of a standing order in a line of text, for chats and mails: what stands behind its name in
 *
 *     roll if_nothing_before        a word
 *     pillage 12 30                 places or names in order, or the word that the list has (pillage fewest_pips)
 *     discard wool grain keep 2 ore what goes first, and what to keep
 *     offers refuse if 8 cards      one rule about offers
 *     empty_turn default            an order without wishes
 *
 * JSON, as in the document, is always read as well.
 */
#ifndef SERVICE_ORDERS_ORDER_TEXT_H
#define SERVICE_ORDERS_ORDER_TEXT_H

#include <jansson.h>

#include "service/base/buffer.h"
#include "service/orders/orders.h"

/* The value of the document that the LEN bytes at TEXT mean, a new reference; NULL: no memory. What makes no sense is
 * left for orders_read to refuse. */
json_t *order_value_read(const struct order_named *named, const char *text, size_t len);

/* Appends the text that order_value_read reads as VALUE. */
void order_value_write(struct buffer *out, json_t *value);

#endif
