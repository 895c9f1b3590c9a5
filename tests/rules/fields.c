/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The fields of an action in the notation, read and written using the engine's own table of fields, which says what is
 * a place, a card or a seat. */
#include <string.h>

#include "tests/rules/scenario.h"

const char *const rank_names[RANK_COUNT] = {"basic", "strong", "mighty"};

/* ---- reading ---- */

static uint8_t optional_vertex(struct run *run) {
    unsigned vertex;
    return number_is(run, &vertex) ? (uint8_t)vertex : NONE;
}

static void take_edges(struct run *run, uint8_t edges[2], bool first_needed) {
    unsigned edge;
    edges[0] = first_needed ? (uint8_t)edge_take(run) : NONE;
    edges[1] = edge_is(run, &edge) ? (uint8_t)edge : NONE;
}

/* "from 1 2", "from nobody", or nothing for everybody there. */
static uint8_t take_seats_or_all(struct run *run) {
    unsigned seat, seats = 0;
    if (!word_is(run, "from")) {
        return NONE;
    }
    if (word_is(run, "nobody")) {
        return 0;
    }
    while (number_is(run, &seat)) {
        seats |= 1u << seat;
    }
    return (uint8_t)seats;
}

static void take_vertices(struct run *run, uint8_t vertices[VERTICES_MAX]) {
    unsigned vertex, n = 0;
    memset(vertices, NONE, VERTICES_MAX);
    while (n < VERTICES_MAX && number_is(run, &vertex)) {
        vertices[n++] = (uint8_t)vertex;
    }
}

/* One-byte fields. */
static unsigned byte_take(struct run *run, unsigned type) {
    unsigned edge;
    switch (type) {
    case FIELD_VERTEX: return vertex_take(run);
    case FIELD_VERTEX_OPTIONAL: return optional_vertex(run);
    case FIELD_EDGE: return edge_take(run);
    case FIELD_EDGE_OPTIONAL: return edge_is(run, &edge) ? edge : (unsigned)NONE;
    case FIELD_HEX: return hex_take(run);
    case FIELD_SEAT: return seat_take(run);
    case FIELD_SEAT_OR_NULL: return word_is(run, "from") ? seat_take(run) : (unsigned)NONE;
    case FIELD_SEATS_OR_ALL: return take_seats_or_all(run);
    case FIELD_KIND:
    case FIELD_COMMODITY:
    case FIELD_ANY_KIND: return kind_take(run);
    case FIELD_DIE: return number_take(run);
    case FIELD_LEVEL: return 1 + name_take(run, rank_names, RANK_COUNT, "a rank");
    case FIELD_TRACK: return name_take(run, track_names, TRACK_COUNT, "an area");
    case FIELD_HARBOR_OPTIONAL:
        return name_is(run, harbor_names, HARBOR_KIND_COUNT, &edge) ? edge : (unsigned)NONE;
    case FIELD_LOOT: return word_is(run, loot_names[LOOT_CLOTH]);
    case FIELD_WONDER: return name_take(run, wonder_names, WONDER_COUNT, "a wonder");
    case FIELD_PROGRESS: return progress_take(run);
    case FIELD_PROGRESS_OR_NULL:
        return word_is(run, "nothing") ? (unsigned)NONE : progress_take(run);
    default: wrong(run, "the notation has no words for a field of type %u", type);
    }
}

static void field_take(struct run *run, struct action *action, const struct field *field) {
    uint8_t *value = (uint8_t *)action + field->offset;
    struct cards cards;
    switch (field->type) {
    case FIELD_EDGES: take_edges(run, value, true); break;
    case FIELD_VERTICES: take_vertices(run, value); break;
    case FIELD_HEXES:
        value[0] = (uint8_t)hex_take(run);
        value[1] = (uint8_t)hex_take(run);
        break;
    case FIELD_CARDS:
        cards = cards_take(run);
        memcpy(value, &cards, sizeof cards);
        break;
    default: *value = (uint8_t)byte_take(run, field->type);
    }
}

/* The card that selects a form has already been read. */
static const struct field *fields_after_form(const struct action *action) {
    const struct field *fields = action_fields(action->type, action_form(action));
    bool selects = fields != NULL && action->type == PLAY_PROGRESS_CARD;
    return selects ? fields + 1 : fields;
}

void fields_take(struct run *run, struct action *action) {
    const struct field *field = fields_after_form(action);
    if (field == NULL) {
        wrong(run, "the engine has no fields for %s", event_type_name(action->type));
    }
    for (; field != NULL && field->type != FIELD_END; field++) {
        field_take(run, action, field);
    }
}

/* ---- writing ---- */

static void text_vertex_list(struct text *text, const uint8_t vertices[VERTICES_MAX]) {
    for (unsigned i = 0; i < VERTICES_MAX && vertices[i] != NONE; i++) {
        text_number(text, vertices[i]);
    }
}

/* The value that means "left out" is written as nothing. */
static void byte_text(struct text *text, const struct setup *setup, unsigned type, unsigned value) {
    switch (type) {
    case FIELD_VERTEX_OPTIONAL:
    case FIELD_EDGE_OPTIONAL:
    case FIELD_THIEF_HEX:
    case FIELD_THIEF_VICTIM:
    case FIELD_SEAT_OR_NULL:
    case FIELD_SEATS_OR_ALL:
    case FIELD_HARBOR_OPTIONAL:
        if (value == NONE) {
            return;
        }
        break;
    case FIELD_LOOT:
        if (value == LOOT_CARD) {
            return;
        }
        break;
    default: break;
    }
    switch (type) {
    case FIELD_EDGE:
    case FIELD_EDGE_OPTIONAL: text_edge(text, setup, value); break;
    case FIELD_THIEF_HEX:
    case FIELD_HEX: text_hex(text, value); break;
    case FIELD_THIEF_VICTIM:
    case FIELD_SEAT_OR_NULL:
        text_word(text, "from");
        text_number(text, value);
        break;
    case FIELD_SEATS_OR_ALL:
        text_word(text, "from");
        text_seats(text, value);
        break;
    case FIELD_KIND:
    case FIELD_COMMODITY:
    case FIELD_ANY_KIND: text_word(text, kind_names[value]); break;
    case FIELD_LEVEL: text_word(text, rank_names[value - 1]); break;
    case FIELD_TRACK: text_word(text, track_names[value]); break;
    case FIELD_HARBOR_OPTIONAL: text_word(text, harbor_names[value]); break;
    case FIELD_WONDER: text_word(text, wonder_names[value]); break;
    case FIELD_LOOT: text_word(text, loot_names[value]); break;
    case FIELD_PROGRESS:
    case FIELD_PROGRESS_OR_NULL:
        text_word(text, value == NONE ? "nothing" : progress_names[value]);
        break;
    default: text_number(text, value);
    }
}

static void field_text(struct text *text, const struct setup *setup, const struct action *action,
                       const struct field *field) {
    const uint8_t *value = (const uint8_t *)action + field->offset;
    struct cards cards;
    switch (field->type) {
    case FIELD_EDGES:
        text_edge(text, setup, value[0]);
        if (value[1] != NONE) {
            text_edge(text, setup, value[1]);
        }
        break;
    case FIELD_VERTICES: text_vertex_list(text, value); break;
    case FIELD_HEXES:
        text_hex(text, value[0]);
        text_hex(text, value[1]);
        break;
    case FIELD_CARDS:
        memcpy(&cards, value, sizeof cards);
        text_cards(text, cards);
        break;
    default: byte_text(text, setup, field->type, *value);
    }
}

void fields_text(struct text *text, const struct setup *setup, const struct action *action) {
    const struct field *field = fields_after_form(action);
    if (action->type == PLAY_PROGRESS_CARD) {
        text_word(text, progress_names[action->card]);
    }
    if (action->open != 0) { /* the cards are still to be chosen */
        text_word(text, "open");
        return;
    }
    for (; field != NULL && field->type != FIELD_END; field++) {
        field_text(text, setup, action, field);
    }
}
