/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Actions and outcomes as documents (openapi.yaml), by the engine's table of fields. */
#ifndef SERVICE_DOCUMENT_ACTION_JSON_H
#define SERVICE_DOCUMENT_ACTION_JSON_H

#include <jansson.h>
#include <stdbool.h>

#include "engine/game.h"

struct read_errors;
struct writer;

/* Reads VALUE into *ACTION: its type and exactly the fields of this type; ids must be on the board,
 * seats in the game. Does not check whether the move is legal. */
bool action_read(struct read_errors *errors, const json_t *value, const char *pointer,
                 const struct setup *setup, struct action *action);

/* Whether only some games have the field, which in those is not `optional` (S-121, S-131). */
bool action_field_is_sometimes(const struct field *field);
/* Whether actions of TYPE in FORM may name with `piece` whether the robber or the pirate moves. */
bool action_names_thief(unsigned type, unsigned form);

/* Writes an action without the parts in HIDDEN (bits of enum hidden_part, 0: none). Hidden cards are
 * replaced by their `count`, a hidden progress card by its `track`, if known. */
void action_write(struct writer *w, const struct action *action, unsigned hidden);

/* An entry of a list of legal actions: as action_write; an open entry has "open":true and its
 * limits. */
void action_write_listed(struct writer *w, const struct action *action);
/* All of a list, as an array. */
void action_write_list(struct writer *w, const struct move_list *list);

/* ---- outcomes (outcome_json.c) ---- */

/* Reads VALUE (NULL or null: nothing given) as the outcome of ACTION into *OUTCOME, and which parts
 * were given into *PARTS. */
bool outcome_read(struct read_errors *errors, const json_t *value, const char *pointer,
                  const struct setup *setup, const struct action *action, struct outcome *outcome,
                  unsigned *parts);

/* The parts that the document of EVENT's outcome has, BEFORE being the state before it: what chance
 * decided, and all dice of a roll, even those set beforehand. */
unsigned outcome_parts(const struct setup *setup, const struct game *before,
                       const struct event *event);

/* Writes PARTS of EVENT's outcome without what HIDDEN (bits of enum hidden_part) names; null if
 * PARTS is 0. DEALT: seats whose entry in a list of cards by player is hidden. */
void outcome_write(struct writer *w, const struct setup *setup, const struct event *event,
                   unsigned parts, unsigned hidden, unsigned dealt);

#endif
