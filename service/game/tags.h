/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_GAME_TAGS_H
#define SERVICE_GAME_TAGS_H

#include <jansson.h>
#include <stdbool.h>

#include "db/games.h"
#include "db/tags.h"
#include "service/base/json_read.h"
#include "service/base/json_write.h"
#include "service/game/events.h"

/* Words that whoever makes a game gives it, by which it is found again. They stay as they are. */

/* What is wrong with a tag; NULL: nothing. */
const char *tag_fault(const char *tag);

/* Reads the member "tags" of a new game; LIST may be NULL. */
void tags_read(struct read_errors *errors, const json_t *list, struct store_tags *tags);

/* Writes the member "tags" as a game's options have it. */
void tags_write(struct writer *w, const struct store_tags *tags);

/* Those of a game's options. */
void tags_of_options(const json_t *options, struct store_tags *tags);

/* Whether a game has this tag. */
bool row_has_tag(const struct store_game *row, const char *tag);

/* A listener: notes when a game has ended. */
enum store_result tags_on_events(struct store_tx *tx, const struct game_events *events);

#endif
