/* SPDX-License-Identifier: AGPL-3.0-or-later */
/*
 * A record from outside: an accepted one ends in a valid state and, when written, reads back to the same end; `verify`
 * has a verdict on anything. Input: 'v' for the verdict, another byte for the rest, then the record.
 */
#include <string.h>

#include "service/base/json_read.h"
#include "service/base/json_write.h"
#include "service/document/position.h"
#include "service/document/record.h"
#include "service/document/verify.h"
#include "tests/fuzz/fuzz.h"
#include "tests/support/record_cursor.h"

enum { DOCUMENT_MAX = 16 << 20 };

static void write_record(struct buffer *buffer, const struct record *record) {
    struct seat_label labels[SEAT_MAX];
    struct record_cursor cursor = {record, 0};
    for (unsigned seat = 0; seat < SEAT_MAX; seat++)
        labels[seat] = (struct seat_label){.name = record->names[seat]};
    struct record_head head = {.setup = &record->setup,
                               .spec = &record->spec,
                               .position = record->has_position ? &record->start : NULL,
                               .labels = labels,
                               .fairness = record->has_fairness ? &record->fairness : NULL};
    struct writer w = writer_to(buffer);
    REQUIRE_HOLDS(record_write(&w, &head, record_cursor_next, &cursor), "not written");
    REQUIRE_HOLDS(!buffer->failed, "too long");
}

static void read_back(const struct record *record) {
    struct read_errors errors = {0};
    struct read_failure failure;
    struct record_fault fault;
    struct record again;
    struct buffer buffer;
    buffer_init(&buffer, DOCUMENT_MAX);
    write_record(&buffer, record);
    json_t *value = read_json(buffer.data, buffer.size, &failure);
    REQUIRE_HOLDS(value != NULL, failure.detail);
    enum record_result result = record_read(&errors, value, "", &again, &fault);
    REQUIRE_HOLDS(result == RECORD_OK, errors.items[0].detail);
    REQUIRE_HOLDS(position_same(&record->end, &again.end), "another end");
    record_free(&again);
    json_decref(value);
    buffer_free(&buffer);
}

static void judge(const char *text, size_t size) {
    struct verdict verdict;
    verify_record(text, size, &verdict);
    REQUIRE_HOLDS(verdict.text[0] != '\0', "a verdict without words");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct read_errors errors = {0};
    struct read_failure failure;
    struct record_fault fault;
    struct record record;
    if (size < 1)
        return 0;
    if (data[0] == 'v') {
        judge((const char *)data + 1, size - 1);
        return 0;
    }
    json_t *value = read_json((const char *)data + 1, size - 1, &failure);
    if (value == NULL)
        return 0;
    if (record_read(&errors, value, "", &record, &fault) == RECORD_OK) {
        const char *wrong = game_ok(&record.setup, &record.end);
        REQUIRE_HOLDS(wrong == NULL, wrong);
        read_back(&record);
    }
    record_free(&record);
    json_decref(value);
    return 0;
}
