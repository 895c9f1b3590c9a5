/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_ACTOR_BOT_ACTOR_H
#define SERVICE_ACTOR_BOT_ACTOR_H

#include "service/actor/actor.h"

/* So long BOT_HARD leaves people for an answer to its offers, from the game's last event on. */
enum { BOT_WAIT_MS = 10000 };

/* The actor (actor.h) that moves for the bots. BOT_HARD thinks for some ms, so it puts that off where it is
 * asked to be short, and plays as BOT_NORMAL where there is no time for it at all. */
actor_due bot_due;

#endif
