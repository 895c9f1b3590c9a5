/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The `rules` object of games and records (openapi.yaml). */
#ifndef SERVICE_DOCUMENT_RULES_JSON_H
#define SERVICE_DOCUMENT_RULES_JSON_H

#include <jansson.h>
#include <stdbool.h>

#include "engine/rules.h"

struct read_errors;
struct writer;

/* Reads VALUE (NULL: absent, an error, since `game` has no default) into *RULES, complete with all
 * settings that follow. SEATS is the number of seats the request names, 0 for none: the default for
 * `players`, which must agree with it where both are given. What the base game does not have
 * (an edition, variants, options) is refused there. Notes errors under POINTER; true when there are none. */
bool rules_read(struct read_errors *errors, const json_t *value, const char *pointer,
                unsigned seats, struct rules *rules);

/* The chosen settings; of `options` those that differ from the edition. */
void rules_write(struct writer *w, const struct rules *rules);

/* All that can be chosen, what follows when it is not, and what things cost: the same for everybody. */
void rules_write_known(struct writer *w);

/* What the edition calls the buildings of each area, level by level (C-95 to C-99); only for games
 * that have an edition. */
void improvements_write(struct writer *w, const struct rules *rules);

#endif
