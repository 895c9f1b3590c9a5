/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_ACTOR_BOT_ACTOR_H
#define SERVICE_ACTOR_BOT_ACTOR_H

#include "service/actor/actor.h"

/* How long BOT_HARD waits for people to answer its offers, from the game's last event on. */
enum { BOT_WAIT_MS = 10000 };

/* The actor (actor.h) that moves for the bots. BOT_HARD thinks for some ms: it puts that off when asked
 * with ACTOR_TIME_SHORT, and plays as BOT_NORMAL with ACTOR_TIME_NONE. */
actor_due bot_due;

#endif
