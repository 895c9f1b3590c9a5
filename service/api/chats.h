/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_CHATS_H
#define SERVICE_API_CHATS_H

#include <stdbool.h>
#include <stdint.h>

struct endpoint;
struct request;
struct store_chat_link;
struct store_subscription;
struct writer;

/* Write a link and a channel's subscription as their owner sees them. */
void chats_write_link(struct writer *w, const struct store_chat_link *link);
void chats_write_subscription(struct writer *w, const struct store_subscription *subscription,
                              int64_t viewer);
/* Reads a body that says which channel is to be told what: kind, address, secret, channel and parts. False: has answered. */
bool chats_read_subscription(struct request *rq, struct store_subscription *subscription);

extern const struct endpoint chats_code;   /* POST /v1/me/chats/code */
void chats_list(struct request *rq);       /* GET /v1/me/chats */
extern const struct endpoint chats_delete; /* DELETE /v1/me/chats/{chat_id} */

void subscriptions_list(struct request *rq);       /* GET /v1/games/{id}/follows */
extern const struct endpoint subscriptions_create; /* POST /v1/games/{id}/follows */
extern const struct endpoint subscriptions_delete; /* DELETE /v1/games/{id}/follows/{follow_id} */

#endif
