/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_NOTIFY_BEGUN_H
#define SERVICE_NOTIFY_BEGUN_H

#include "service/game/events.h"

enum { BEGUN_TOLD_MAX = 200 }; /* when a game begins */

/* A listener: when a public game begins, tells those who follow one of its players and want to know (db/people.h). */
enum store_result begun_on_events(struct store_tx *tx, const struct game_events *events);

#endif
