/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "tests/service/gamejson_help.h"

#include <stdio.h>
#include <string.h>

#include "service/document/action_json.h"
#include "service/document/position.h"
#include "service/document/rules_json.h"
#include "service/document/view_json.h"
#include "tests/support/check_main.h"

const struct seat_label test_labels[SEAT_MAX] = {
    {.name = "ann"}, {.name = "bo \"b\""}, {.name = "cy", .color = "green"}, {.name = NULL}};

struct buffer document;

void document_begin(void) {
    buffer_init(&document, DOCUMENT_MAX);
}

void document_end(void) {
    buffer_free(&document);
}

struct writer document_writer(void) {
    buffer_clear(&document);
    return writer_to(&document);
}

static char *quoted(const char *text) {
    char *copy = strdup(text);
    ck_assert_ptr_nonnull(copy);
    for (char *c = copy; *c != '\0'; c++)
        if (*c == '\'')
            *c = '"';
    return copy;
}

json_t *json_of(const char *text) {
    struct read_failure failure;
    char *copy = quoted(text);
    json_t *value = read_json(copy, strlen(copy), &failure);
    ck_assert_msg(value != NULL, "%s: %s at %zu", text, failure.detail, failure.offset);
    free(copy);
    return value;
}

json_t *json_of_buffer(const struct buffer *buffer) {
    struct read_failure failure;
    ck_assert(!buffer->failed);
    json_t *value = read_json(buffer->data, buffer->size, &failure);
    ck_assert_msg(value != NULL, "%.*s: %s at %zu", (int)buffer->size, buffer->data, failure.detail,
                  failure.offset);
    return value;
}

void assert_document(const struct buffer *buffer, const char *text) {
    char *copy = quoted(text);
    ck_assert(!buffer->failed);
    ck_assert_msg(buffer->size == strlen(copy) && memcmp(buffer->data, copy, buffer->size) == 0,
                  "got  %.*s\nwant %s", (int)buffer->size, buffer->data, copy);
    free(copy);
}

const char *errors_text(const struct read_errors *errors) {
    static char text[READ_ERRORS_MAX * (READ_POINTER_MAX + READ_DETAIL_MAX + 4)];
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < errors->count; i++) {
        int size = snprintf(text + used, sizeof text - used, "[%s: %s] ", errors->items[i].pointer,
                            errors->items[i].detail);
        used += size > 0 ? (size_t)size : 0;
    }
    return text;
}

void assert_error(const struct read_errors *errors, const char *pointer, const char *part) {
    for (size_t i = 0; i < errors->count; i++)
        if (strcmp(errors->items[i].pointer, pointer) == 0 &&
            strstr(errors->items[i].detail, part) != NULL)
            return;
    ck_abort_msg("no error at %s with \"%s\" in %s", pointer, part, errors_text(errors));
}

void write_view(struct buffer *buffer, const struct setup *setup, const struct game *game,
                unsigned viewer) {
    struct view_head head = {.game = "g1", .status = "active", .labels = test_labels};
    struct game view;
    struct writer w;
    game_view(setup, game, viewer, &view);
    buffer_clear(buffer);
    w = writer_to(buffer);
    view_write(&w, setup, &view, viewer, &head);
    ck_assert(!buffer->failed);
}

void assert_rules(const struct rules_row *row) {
    struct read_errors errors = {0};
    struct rules rules;
    json_t *value = json_of(row->given);
    bool ok = rules_read(&errors, value, "/rules", row->seats, &rules);
    json_decref(value);
    ck_assert_msg(ok == (row->pointer == NULL), "%s: %s", row->given, errors_text(&errors));
    if (!ok) {
        assert_error(&errors, row->pointer, row->text);
        return;
    }
    struct writer w = document_writer();
    rules_write(&w, &rules);
    assert_document(&document, row->text);
}

void assert_action_kept(const struct setup *setup, const char *text) {
    struct read_errors errors = {0};
    struct action action;
    json_t *value = json_of(text);
    ck_assert_msg(action_read(&errors, value, "/action", setup, &action), "%s: %s", text,
                  errors_text(&errors));
    json_decref(value);
    struct writer w = document_writer();
    action_write(&w, &action, 0);
    assert_document(&document, text);
}

void assert_action_refused(const struct setup *setup, const struct given_row *row) {
    struct read_errors errors = {0};
    struct action action;
    json_t *value = json_of(row->given);
    ck_assert_msg(!action_read(&errors, value, "/action", setup, &action), "%s", row->given);
    assert_error(&errors, row->pointer, row->part);
    json_decref(value);
}

void assert_position(const struct setup *setup, const struct given_row *row) {
    struct read_errors errors = {0};
    struct game game;
    json_t *value = json_of(row->given);
    bool ok = position_read(&errors, value, "/p", setup, &game);
    json_decref(value);
    ck_assert_msg(ok == (row->pointer == NULL), "%s: %s", row->given, errors_text(&errors));
    if (!ok) {
        assert_error(&errors, row->pointer, row->part);
        return;
    }
    ck_assert_ptr_null(game_ok(setup, &game));
    ck_assert_uint_gt(game.n_pending, 0);
}

struct game position_given(const struct setup *setup, const char *text) {
    struct read_errors errors = {0};
    struct game game;
    json_t *value = json_of(text);
    ck_assert_msg(position_read(&errors, value, "", setup, &game), "%s", errors_text(&errors));
    json_decref(value);
    game.seq = 60;
    return game;
}

void document_event(struct log_reader *reader, const struct game *before, const struct game *after,
                    const struct event *event) {
    struct writer w = document_writer();
    event_write(&w, reader, before, after, event, 0);
}

void assert_outcome(const struct setup *setup, const struct outcome_row *row) {
    struct read_errors errors = {0};
    struct event event = {.type = ROLL};
    struct buffer buffer;
    unsigned parts;
    json_t *value = json_of(row->action);
    ck_assert_msg(action_read(&errors, value, "", setup, &event.action), "%s",
                  errors_text(&errors));
    event.type = event.action.type;
    json_decref(value);
    value = strcmp(row->given, "null") == 0 ? json_null() : json_of(row->given);
    bool ok =
        outcome_read(&errors, value, "/outcome", setup, &event.action, &event.outcome, &parts);
    json_decref(value);
    ck_assert_msg(ok == (row->pointer == NULL), "%s: %s", row->given, errors_text(&errors));
    if (!ok) {
        assert_error(&errors, row->pointer, row->text);
        return;
    }
    ck_assert_uint_eq(parts, row->parts);
    buffer_init(&buffer, DOCUMENT_MAX);
    struct writer w = writer_to(&buffer);
    outcome_write(&w, setup, &event, parts, 0, 0);
    assert_document(&buffer, row->text);
    buffer_free(&buffer);
}
