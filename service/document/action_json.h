/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Actions and outcomes as documents (openapi.yaml), by the engine's table of fields. */
#ifndef SERVICE_DOCUMENT_ACTION_JSON_H
#define SERVICE_DOCUMENT_ACTION_JSON_H

#include <jansson.h>
#include <stdbool.h>

#include "engine/game.h"

struct read_errors;
struct writer;

/* Reads VALUE into *ACTION: its type, exactly the fields that this type has, ids that lie on the
 * board, seats that the game has. Whether the move is legal is not asked here. */
bool action_read(struct read_errors *errors, const json_t *value, const char *pointer,
                 const struct setup *setup, struct action *action);

/* Whether actions of some games do without the field, which is not `optional` in the others (S-121, S-131). */
bool action_field_is_sometimes(const struct field *field);
/* Whether actions of TYPE in FORM may say at sea, by `piece`, whether the robber or the pirate moves. */
bool action_names_thief(unsigned type, unsigned form);

/* Writes an action less what HIDDEN (bits of enum hidden_part, 0: nothing) names. In place of hidden
 * cards stands their `count`, in place of a hidden progress card its `track`, where that is known. */
void action_write(struct writer *w, const struct action *action, unsigned hidden);

/* An entry of a listing: as action_write, an open one with "open":true and its limits. */
void action_write_listed(struct writer *w, const struct action *action);

/* ---- outcomes (outcome_json.c) ---- */

/* Reads VALUE (NULL or null: nothing given) as outcome of ACTION into *OUTCOME, and which parts
 * were given into *PARTS. */
bool outcome_read(struct read_errors *errors, const json_t *value, const char *pointer,
                  const struct setup *setup, const struct action *action, struct outcome *outcome,
                  unsigned *parts);

/* Parts that the document of EVENT's outcome has, where BEFORE is the state it met: what chance gave
 * there, and of a roll its dice, also when they were set beforehand. */
unsigned outcome_parts(const struct setup *setup, const struct game *before,
                       const struct event *event);

/* Writes PARTS of EVENT's outcome, less what HIDDEN (bits of enum hidden_part) names; null when
 * PARTS is 0. DEALT: seats whose entry in a list of cards by player is hidden. */
void outcome_write(struct writer *w, const struct setup *setup, const struct event *event,
                   unsigned parts, unsigned hidden, unsigned dealt);

#endif
