/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/game/tags.h"

#include <stdio.h>
#include <string.h>

#include "engine/action.h"
#include "service/game/load.h"

const char *tag_fault(const char *tag) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789-";
    size_t size = strlen(tag);

    if (size == 0 || size >= STORE_TAG_SIZE)
        return "a tag has 1 to 32 characters";
    if (strspn(tag, letters) != size)
        return "a tag has only the letters a to z, digits and \"-\"";
    return tag[0] == '-' || tag[size - 1] == '-' ? "a tag begins and ends with a letter or a digit"
                                                 : NULL;
}

static bool tags_have(const struct store_tags *tags, const char *tag) {
    for (unsigned i = 0; i < tags->n; i++)
        if (strcmp(tags->names[i], tag) == 0)
            return true;
    return false;
}

void tags_read(struct read_errors *errors, const json_t *list, struct store_tags *tags) {
    char at[READ_POINTER_MAX];

    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *tag = json_string_value(json_array_get(list, i));
        const char *fault = tag == NULL ? "must be a text" : tag_fault(tag);

        read_pointer_at(at, "/tags", i);
        if (fault == NULL && tags_have(tags, tag))
            fault = "is given more than once";
        if (fault != NULL)
            read_error(errors, at, "%s", fault);
        else if (tags->n < STORE_TAGS_MAX)
            snprintf(tags->names[tags->n++], STORE_TAG_SIZE, "%s", tag);
    }
}

void tags_write(struct writer *w, const struct store_tags *tags) {
    writer_key(w, "tags");
    writer_array(w);
    for (unsigned i = 0; i < tags->n; i++)
        writer_text(w, tags->names[i]);
    writer_array_end(w);
}

void tags_of_options(const json_t *options, struct store_tags *tags) {
    const json_t *list = json_object_get(options, "tags");

    tags->n = 0;
    for (size_t i = 0; i < json_array_size(list) && tags->n < STORE_TAGS_MAX; i++) {
        const char *tag = json_string_value(json_array_get(list, i));

        if (tag != NULL)
            snprintf(tags->names[tags->n++], STORE_TAG_SIZE, "%s", tag);
    }
}

bool row_has_tag(const struct store_game *row, const char *tag) {
    json_t *options = row_options(row);
    struct store_tags tags;

    tags_of_options(options, &tags);
    json_decref(options);
    return tags_have(&tags, tag);
}

enum store_result tags_on_events(struct store_tx *tx, const struct game_events *events) {
    return (events->types >> EVENT_FINISHED & 1) == 0 ? STORE_OK
                                                      : store_tags_end(tx, events->game_id);
}
