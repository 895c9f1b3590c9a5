/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What a game waits for and what remains to be done, as documents (openapi.yaml): decisions, the
 * agenda, and answers already given. */
#ifndef SERVICE_DOCUMENT_CHAIN_JSON_H
#define SERVICE_DOCUMENT_CHAIN_JSON_H

#include "engine/game.h"

struct writer;

/* Writes the array of unanswered decisions. Cards shown to a player as part of one are written only if
 * VIEWER is that player or VIEWER_ALL. DEADLINES by seat, 0 if none runs; NULL in a game without a
 * clock. */
void waiting_for_write(struct writer *w, const struct setup *setup, const struct game *view,
                       unsigned viewer, const int64_t *deadlines);

/* The type of action that answers the current step, if several players may owe an answer at once;
 * ACTION_NONE if none does. */
enum action_type answer_type(const struct game *game);

/* The answer that SEAT has given, as an action of answer_type; false if none. */
bool answer_get(const struct game *game, unsigned seat, struct action *action);

#endif
