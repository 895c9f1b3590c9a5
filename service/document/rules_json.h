/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The `rules` object of games and records (openapi.yaml). */
#ifndef SERVICE_DOCUMENT_RULES_JSON_H
#define SERVICE_DOCUMENT_RULES_JSON_H

#include <jansson.h>
#include <stdbool.h>

#include "engine/rules.h"

struct read_errors;
struct writer;

/* Reads VALUE (NULL: absent, which is an error, since `game` has no default) into *RULES, complete with all
 * derived settings. SEATS is the number of seats that the request names, 0 for none: it is the default for
 * `players` and must agree with it if both are given. Members that the base game lacks (an edition,
 * variants, options) are refused there. Notes errors under POINTER; true if there are none. */
bool rules_read(struct read_errors *errors, const json_t *value, const char *pointer,
                unsigned seats, struct rules *rules);

/* Writes the chosen settings; of `options` only those that differ from the edition. */
void rules_write(struct writer *w, const struct rules *rules);

/* Writes everything that can be chosen, the defaults, and the costs: the same for everybody. */
void rules_write_known(struct writer *w);

/* The edition's names for the buildings of each area, by level (C-95 to C-99); only for games that
 * have an edition. */
void improvements_write(struct writer *w, const struct rules *rules);

#endif
