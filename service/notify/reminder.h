/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_NOTIFY_REMINDER_H
#define SERVICE_NOTIFY_REMINDER_H

#include "service/game/timekeeper.h"

/* The timekeeper's listener: writes a REMINDER to the outbox, for the seat's player and for the game's
 * subscriptions, to be sent when due. */
timekeeper_listener reminder_on_deadline;

#endif
