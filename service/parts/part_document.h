/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_PARTS_PART_DOCUMENT_H
#define SERVICE_PARTS_PART_DOCUMENT_H

#include <jansson.h>

#include "service/parts/parts.h"

struct read_errors;
struct writer;

/* Settings and lists of parts as JSON. A stored list is an array, each item an action or {"action","outcome"}; "" is an
 * empty one. */

extern const char *const part_choice_names[PART_CHOICES + 1]; /* NULL at the end */

enum { PART_BUILDS_MAX = 16 }; /* in a list */

struct part_list {
    unsigned n;
    struct action builds[PART_BUILDS_MAX];
    struct outcome outcomes[PART_BUILDS_MAX]; /* what comes of each, where given (table games) */
    uint8_t given[PART_BUILDS_MAX];           /* the parts of that */
};

/* Where an item stands in what is read. */
struct part_item {
    const json_t *action, *outcome; /* NULL: no outcome is given */
    const char *action_at, *outcome_at;
};

/* Puts an item at the end of a list that has room. */
void part_list_add(struct read_errors *errors, const struct part_item *item,
                   const struct setup *setup, struct part_list *list);

/* Reads a stored list. False: it cannot be read. */
bool part_list_read(const char *text, const struct setup *setup, struct part_list *list);

/* Writes it; OUTCOMES are the documents of what is given, an array as long as the list, or NULL. False where it has no
 * room. */
bool part_list_write(const struct part_list *list, const json_t *outcomes,
                     char text[STORE_PART_LIST_SIZE]);

/* A stored list as a document, which is the caller's; NULL: it cannot be read. */
json_t *part_list_parse(const char *text);
/* Writes such a document; false where it has no room, or LIST is NULL, and then TEXT is unspecified. */
bool part_list_print(const json_t *list, char text[STORE_PART_LIST_SIZE]);

/* An item's action. */
const json_t *part_item_action(const json_t *item);

/* The setting as its owner sees it in a game whose turn is TURN. */
void part_setting_write(struct writer *w, const char *game, uint32_t turn,
                        const struct store_part_setting *setting);

#endif
