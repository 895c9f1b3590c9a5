/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/parts/part_document.h"

#include <string.h>

#include "service/base/json_read.h"
#include "service/base/json_write.h"
#include "service/document/action_json.h"

const char *const part_choice_names[PART_CHOICES + 1] = {"pass", "ask", "plan", NULL};

const json_t *part_item_action(const json_t *item) {
    const json_t *action = json_object_get(item, "action");

    return action != NULL ? action : item;
}

void part_list_add(struct read_errors *errors, const struct part_item *item,
                   const struct setup *setup, struct part_list *list) {
    struct action *action = &list->builds[list->n];
    unsigned given = 0;

    if (!action_read(errors, item->action, item->action_at, setup, action) ||
        !outcome_read(errors, item->outcome, item->outcome_at, setup, action,
                      &list->outcomes[list->n], &given))
        return;
    list->given[list->n++] = (uint8_t)given;
}

json_t *part_list_parse(const char *text) {
    struct read_failure failure;

    return text[0] == '\0' ? json_array() : read_json(text, strlen(text), &failure);
}

bool part_list_print(const json_t *list, char text[STORE_PART_LIST_SIZE]) {
    size_t size = json_dumpb(list, text, STORE_PART_LIST_SIZE - 1, JSON_COMPACT);

    if (size == 0 || size >= STORE_PART_LIST_SIZE)
        return false;
    text[size] = '\0';
    return true;
}

static void add_stored(struct read_errors *errors, const json_t *item, const struct setup *setup,
                       struct part_list *list) {
    const struct part_item of_item = {part_item_action(item), json_object_get(item, "outcome"), "",
                                      ""};

    part_list_add(errors, &of_item, setup, list);
}

bool part_list_read(const char *text, const struct setup *setup, struct part_list *list) {
    struct read_errors errors = {0};
    json_t *value = part_list_parse(text);

    list->n = 0;
    for (size_t i = 0; i < json_array_size(value) && list->n < PART_BUILDS_MAX; i++)
        add_stored(&errors, json_array_get(value, i), setup, list);
    json_decref(value);
    return value != NULL && errors.count == 0;
}

static void write_item(struct writer *w, const struct action *action, const json_t *outcome) {
    if (outcome == NULL || json_is_null(outcome)) {
        action_write(w, action, 0);
        return;
    }
    writer_object(w);
    writer_key(w, "action");
    action_write(w, action, 0);
    writer_key(w, "outcome");
    writer_json_value(w, outcome);
    writer_object_end(w);
}

bool part_list_write(const struct part_list *list, const json_t *outcomes,
                     char text[STORE_PART_LIST_SIZE]) {
    struct buffer out;
    struct writer w = writer_begin(&out, STORE_PART_LIST_SIZE - 1);
    bool fits;

    writer_array(&w);
    for (unsigned i = 0; i < list->n; i++)
        write_item(&w, &list->builds[i], json_array_get(outcomes, i));
    writer_array_end(&w);
    fits = !out.failed;
    if (fits) {
        memcpy(text, out.data, out.size);
        text[out.size] = '\0';
    }
    buffer_free(&out);
    return fits;
}

/* The actions of a stored list, or what is given of what comes of each. */
static void write_items(struct writer *w, const json_t *list, bool outcomes) {
    writer_array(w);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *item = json_array_get(list, i), *outcome = json_object_get(item, "outcome");

        if (outcomes && outcome == NULL)
            writer_null(w);
        else
            writer_json_value(w, outcomes ? outcome : part_item_action(item));
    }
    writer_array_end(w);
}

static void write_part_list(struct writer *w, const char *key, const char *text) {
    json_t *list = part_list_parse(text);
    bool given = false;

    for (size_t i = 0; i < json_array_size(list); i++)
        given |= json_object_get(json_array_get(list, i), "outcome") != NULL;
    writer_key_text(w, key);
    write_items(w, list, false);
    if (given) { /* of an answer alone */
        writer_key(w, "outcome");
        writer_object(w);
        writer_key(w, "builds");
        write_items(w, list, true);
        writer_object_end(w);
    }
    json_decref(list);
}

void part_setting_write(struct writer *w, const char *game, uint32_t turn,
                        const struct store_part_setting *setting) {
    writer_object(w);
    writer_text_member(w, "game", game);
    writer_int_member(w, "seat", setting->seat);
    writer_text_member(w, "setting", part_choice_names[setting->setting]);
    write_part_list(w, "builds", setting->plan);
    if (setting->turn != 0 && setting->turn == turn) {
        write_part_list(w, "answer", setting->answer);
    } else {
        writer_key(w, "answer");
        writer_null(w);
    }
    write_part_list(w, "skipped", setting->skipped);
    writer_object_end(w);
}
