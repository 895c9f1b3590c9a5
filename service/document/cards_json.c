/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/document/cards_json.h"

#include <string.h>

#include "engine/board.h"
#include "engine/limits.h"
#include "engine/rules.h"
#include "service/base/json_read.h"
#include "service/base/json_write.h"

void counts_write(struct writer *w, const char *const *names, const uint8_t *counts, size_t n) {
    writer_object(w);
    for (size_t i = 0; i < n; i++) {
        if (counts[i] == 0)
            continue;
        writer_key_text(w, names[i]);
        writer_int(w, counts[i]);
    }
    writer_object_end(w);
}

void cards_write(struct writer *w, struct cards cards) {
    counts_write(w, kind_names, cards.n, KIND_COUNT);
}

void numbers_write(struct writer *w, const char *const *names, const uint8_t *numbers, size_t n) {
    writer_object(w);
    for (size_t i = 0; i < n; i++) {
        writer_key_text(w, names[i]);
        writer_int(w, numbers[i]);
    }
    writer_object_end(w);
}

void cards_write_all(struct writer *w, struct cards cards, unsigned kinds) {
    numbers_write(w, kind_names, cards.n, kinds);
}

void id_write(struct writer *w, unsigned id) {
    if (id == NONE)
        writer_null(w);
    else
        writer_int(w, id);
}

void seats_write(struct writer *w, unsigned seats) {
    writer_array(w);
    for (unsigned seat = 0; seat < SEAT_MAX; seat++)
        if (seats >> seat & 1)
            writer_int(w, seat);
    writer_array_end(w);
}

void counts_read(struct reading *r, const json_t *value, const char *const *names, uint8_t *counts,
                 size_t n) {
    const char *known[KIND_COUNT + 1] = {NULL};
    for (size_t i = 0; i < n; i++) {
        known[i] = names[i];
        counts[i] = 0;
    }
    if (!reading_object(r, value, known))
        return;
    for (size_t i = 0; i < n; i++)
        counts[i] = (uint8_t)reading_number_of(r, value, names[i], 0, CARD_COUNT_MAX, 0);
}

struct cards cards_read(struct reading *r, const json_t *value, unsigned kinds, unsigned min) {
    struct cards cards = cards_none();
    bool failed = r->failed;
    unsigned total = 0;
    if (!json_is_object(value)) {
        reading_refuse(r, "must be an object of cards by their kind, like {\"%s\":1}",
                       kind_names[0]);
        return cards;
    }
    r->failed = false;
    counts_read(r, value, kind_names, cards.n, kinds);
    for (unsigned kind = 0; kind < kinds; kind++)
        total += cards.n[kind];
    if (!r->failed && total < min)
        reading_refuse(r, "must name at least %u card%s", min, min == 1 ? "" : "s");
    if (total > UINT8_MAX)
        reading_refuse(r, "names more cards than any game has");
    r->failed |= failed;
    return cards;
}

/* ---- progress cards ---- */

void progress_write(struct writer *w, const uint8_t *cards, size_t max) {
    writer_array(w);
    for (size_t i = 0; i < max && cards[i] != 0; i++)
        writer_text(w, progress_names[cards[i] - 1]);
    writer_array_end(w);
}

size_t progress_read(struct reading *r, const json_t *value, uint8_t *cards, size_t max) {
    struct reading_list list = reading_list(r, value, max);
    const json_t *card;
    size_t n = 0;
    memset(cards, 0, max);
    while ((card = reading_next(&list)) != NULL)
        cards[n++] = (uint8_t)(1 + reading_name(r, card, progress_names, PROGRESS_COUNT));
    return n;
}
