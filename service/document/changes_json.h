/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_DOCUMENT_CHANGES_JSON_H
#define SERVICE_DOCUMENT_CHANGES_JSON_H

#include "engine/game.h"

struct writer;

/* The member `changes` of an event's document, inside an object that is open: what it changed on the
 * table beside what was done, as everybody sees it. Left out where there is nothing. Of BEFORE and
 * AFTER only what lies open is looked at. */
void changes_write(struct writer *w, const struct setup *setup, const struct game *before,
                   const struct game *after, const struct event *event);

#endif
