/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_DOCUMENT_CHANGES_JSON_H
#define SERVICE_DOCUMENT_CHANGES_JSON_H

#include "engine/game.h"

struct writer;

/* Writes the member `changes` of an event's document inside an open object: changes on the table
 * besides the action itself, as everybody sees them. Left out if there are none. Reads only public
 * parts of BEFORE and AFTER. */
void changes_write(struct writer *w, const struct setup *setup, const struct game *before,
                   const struct game *after, const struct event *event);

#endif
