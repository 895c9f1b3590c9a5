/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_HTTP_TOPICS_H
#define SERVICE_HTTP_TOPICS_H

#include <stdbool.h>
#include <stdint.h>

#include "service/http/request.h"

/*
 * Waiting for changes of a numbered object (a game's internal id).
 *
 * The order that loses no wake: subscribe, check, then wait (or fill nothing). Anything published
 * after the subscription wakes the request, even while its handler is still checking.
 */

/* Subscribes the request to key until it ends; a second time does nothing. False when the limit on
 * waiting requests is reached (in all, for this address, for this token), or memory ran out: then call
 * topic_refuse. */
bool topic_subscribe(struct request *rq, uint64_t key);

/* Answers 429 or 503 with the reason why topic_subscribe was false. */
void topic_refuse(struct request *rq);

/* Wakes every request that is subscribed to key; from any thread. */
void topic_publish(struct server *server, uint64_t key);

/* Wakes every request that is subscribed to anything; from any thread. */
void topic_publish_all(struct server *server);

#endif
