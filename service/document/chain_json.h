/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What a game waits for and what it still has to do, as documents (openapi.yaml): decisions,
 * the agenda, and answers given already. */
#ifndef SERVICE_DOCUMENT_CHAIN_JSON_H
#define SERVICE_DOCUMENT_CHAIN_JSON_H

#include "engine/game.h"

struct writer;

/* The array of decisions not answered yet. Cards that somebody is shown are written for
 * them as VIEWER, or for VIEWER_ALL. DEADLINES are the seats', 0 where none runs; NULL in a game without
 * a clock. */
void waiting_for_write(struct writer *w, const struct setup *setup, const struct game *view,
                       unsigned viewer, const int64_t *deadlines);

/* The action that answers the step the game rests at, where several may owe an answer at once;
 * ACTION_NONE where nobody does. */
enum action_type answer_type(const struct game *game);

/* Answer of SEAT, to be read as an action of answer_type; false when none has been given. */
bool answer_get(const struct game *game, unsigned seat, struct action *action);

#endif
