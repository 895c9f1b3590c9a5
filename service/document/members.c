/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/document/members.h"

#include <assert.h>

#include "service/base/json_read.h"
#include "service/base/json_write.h"
#include "service/document/cards_json.h"

static bool is_of_game(const struct member *row, bool knights) {
    return row->game == MEMBER_ANY || (row->game == MEMBER_KNIGHTS) == knights;
}

static void write_value(struct writer *w, const struct member *row, const void *base,
                        const struct member_source *from) {
    const uint8_t *at = (const uint8_t *)base + row->offset;
    switch ((enum member_kind)row->kind) {
    case MEMBER_SPECIAL: row->write(w, from); break;
    case MEMBER_NUMBER: writer_int(w, *at); break;
    case MEMBER_COUNT: writer_int(w, *(const uint32_t *)(const void *)at); break;
    case MEMBER_ID: id_write(w, *at); break;
    case MEMBER_FLAG: writer_bool(w, *(const bool *)at); break;
    case MEMBER_NAME: writer_text(w, row->names[*at]); break;
    case MEMBER_NUMBERS: numbers_write(w, row->names, at, row->count); break;
    case MEMBER_COUNTS: counts_write(w, row->names, at, row->count); break;
    }
}

void members_write(struct writer *w, const struct member *rows, size_t count, const void *base,
                   const struct member_source *from) {
    bool knights = from->setup->rules.knights;
    for (const struct member *row = rows; row < rows + count; row++) {
        if (!is_of_game(row, knights) || (row->has != NULL && !row->has(from)))
            continue;
        writer_block_key(w, row->key, row->key_size);
        if (row->hidden && from->view->players[from->seat].hidden)
            writer_null(w);
        else
            write_value(w, row, base, from);
    }
}

static void read_number_list(struct reading *r, const json_t *value, const struct member *row,
                             uint8_t *numbers) {
    if (reading_object_rows(r, value, row->names, sizeof *row->names, row->count))
        for (unsigned i = 0; i < row->count; i++)
            numbers[i] =
                (uint8_t)reading_number_of(r, value, row->names[i], 0, row->max, numbers[i]);
}

static void read_member_value(struct reading *r, const json_t *value, const struct member *row,
                              void *base, const struct member_target *to) {
    uint8_t *at = (uint8_t *)base + row->offset;
    if (row->read != NULL) {
        row->read(r, value, to);
        return;
    }
    switch ((enum member_kind)row->kind) {
    case MEMBER_NUMBER: *at = (uint8_t)reading_number(r, value, 0, row->max); break;
    case MEMBER_FLAG: *(bool *)at = reading_bool(r, value); break;
    case MEMBER_NUMBERS: read_number_list(r, value, row, at); break;
    case MEMBER_COUNTS: counts_read(r, value, row->names, at, row->count); break;
    default: break;
    }
}

bool members_read(struct reading *r, const json_t *object, const struct member *rows, size_t count,
                  void *base, const struct member_target *to) {
    const char *known[MEMBERS_MAX + 1];
    bool knights = to->setup->rules.knights;
    size_t n = 0;
    assert(count <= MEMBERS_MAX);
    for (size_t i = 0; i < count; i++)
        if (is_of_game(&rows[i], knights))
            known[n++] = rows[i].name;
    known[n] = NULL;
    if (!reading_object(r, object, known))
        return false;
    for (size_t i = 0; i < count; i++) {
        const json_t *value = json_object_get(object, rows[i].name);
        if (value == NULL || rows[i].derived || !is_of_game(&rows[i], knights))
            continue;
        size_t mark = reading_enter(r, rows[i].name);
        if (!json_is_null(value))
            read_member_value(r, value, &rows[i], base, to);
        else if (rows[i].hidden)
            reading_refuse(r, "must not be null: a position hides nothing");
        reading_leave(r, mark);
    }
    return true;
}

/* Whether GIVEN says nothing else than MADE: members left out or null say nothing. */
static void check_members_agree(struct reading *r, const json_t *given, const json_t *made) {
    const char *key;
    json_t *member;
    if (given == NULL || json_is_null(given))
        return;
    if (!json_is_object(given) || !json_is_object(made)) {
        if (made == NULL || !json_equal(given, made))
            reading_refuse(r, "does not agree with the rest of the position");
        return;
    }
    json_object_foreach((json_t *)(uintptr_t)given, key, member) {
        size_t mark = reading_enter(r, key);
        check_members_agree(r, member, json_object_get(made, key));
        reading_leave(r, mark);
    }
}

void members_agree(struct reading *r, const json_t *given, const json_t *made,
                   const struct member *rows, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (!rows[i].derived)
            continue;
        size_t mark = reading_enter(r, rows[i].name);
        check_members_agree(r, json_object_get(given, rows[i].name),
                            json_object_get(made, rows[i].name));
        reading_leave(r, mark);
    }
}
