/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_HTTP_TOPICS_H
#define SERVICE_HTTP_TOPICS_H

#include <stdbool.h>
#include <stdint.h>

#include "service/http/request.h"

/*
 * Waiting for something to happen to a thing that has a number (a game's internal id).
 *
 * The order that loses no wake-up: subscribe, look, then wait (or fill nothing). Whatever is
 * published after the subscription wakes the request, even while its handler is still looking.
 */

/* Subscribes the request to key until it ends; once is enough, a second time does nothing. False
 * when as many requests wait as the server allows (at all, of this address, of this token), or memory ran
 * out: call topic_refuse. */
bool topic_subscribe(struct request *rq, uint64_t key);

/* Answers 429 or 503 with the reason for which topic_subscribe was false. */
void topic_refuse(struct request *rq);

/* Wakes every request that is subscribed to key; from any thread. */
void topic_publish(struct server *server, uint64_t key);

/* Wakes every request that is subscribed to anything; from any thread. */
void topic_publish_all(struct server *server);

#endif
