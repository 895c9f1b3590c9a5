/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Actions and outcomes as documents (contract, section 7), by the engine's table of fields. */
#ifndef SERVICE_GAMEJSON_ACTION_JSON_H
#define SERVICE_GAMEJSON_ACTION_JSON_H

#include <jansson.h>
#include <stdbool.h>

#include "engine/game.h"

struct read_errors;
struct writer;

/* Reads VALUE into *ACTION: its type, exactly the fields that this type has, ids that lie on the
 * board, seats that the game has. Whether the move is legal is not asked here. */
bool action_read(struct read_errors *errors, const json_t *value, const char *pointer,
                 const struct setup *setup, struct action *action);

/* Writes an action whole; WITHOUT_CARDS leaves out the hidden `cards` of a discard or of cards given
 * back and writes their number as `count` instead. */
void action_write(struct writer *w, const struct action *action, bool without_cards);

/* An entry of a listing: as action_write, an open one with "open":true and its limits. */
void action_write_listed(struct writer *w, const struct action *action);

/* Reads VALUE (NULL or null: nothing given) as outcome of ACTION into *OUTCOME, and which parts
 * were given into *PARTS. */
bool outcome_read(struct read_errors *errors, const json_t *value, const char *pointer,
                  const struct action *action, struct outcome *outcome, unsigned *parts);

/* Writes PARTS of *OUTCOME, less what HIDDEN (bits of enum hidden_part) names; null when PARTS is
 * 0. */
void outcome_write(struct writer *w, const struct action *action, const struct outcome *outcome,
                   unsigned parts, unsigned hidden);

#endif
