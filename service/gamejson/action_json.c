/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/gamejson/action_json.h"

#include <string.h>

#include "service/gamejson/cards_json.h"
#include "service/gamejson/reading.h"
#include "service/json/writer.h"

enum {
    ACTION_FIELDS_MAX = 8,
    ROADS_MAX = 2, /* of Road Building */
    DIE_MAX = 6,
};

static uint8_t *byte_at(struct action *action, const struct field *field) {
    return (uint8_t *)action + field->offset;
}

static uint8_t get_byte(const struct action *action, const struct field *field) {
    return ((const uint8_t *)action)[field->offset];
}

static struct cards get_cards(const struct action *action, const struct field *field) {
    struct cards cards;
    memcpy(&cards, (const uint8_t *)action + field->offset, sizeof cards);
    return cards;
}

static uint32_t get_ref(const struct action *action, const struct field *field) {
    uint32_t ref;
    memcpy(&ref, (const uint8_t *)action + field->offset, sizeof ref);
    return ref;
}

/* ---- reading ---- */

/* An id below N; tells what of the board it should have been. */
static uint8_t read_place(struct reading *r, const json_t *value, unsigned n, const char *what) {
    json_int_t id = json_integer_value(value);
    if (json_is_integer(value) && id >= 0 && id < (json_int_t)n)
        return (uint8_t)id;
    if (json_is_integer(value))
        reading_refuse(r, "there is no such %s on this board: ids go from 0 to %u", what, n - 1);
    else
        reading_refuse(r, "must be the id of a %s, a whole number from 0 to %u", what, n - 1);
    return 0;
}

static uint8_t read_seat(struct reading *r, const json_t *value, const struct setup *setup) {
    return (uint8_t)reading_number(r, value, 0, setup->rules.colors - 1U);
}

static uint8_t read_seats(struct reading *r, const json_t *value, const struct setup *setup) {
    unsigned seats = 0;
    if (!reading_array(r, value, setup->rules.colors))
        return 0;
    if (json_array_size(value) == 0)
        reading_refuse(r, "must name a seat; leave it out to ask everybody");
    for (size_t i = 0; i < json_array_size(value); i++) {
        size_t mark = reading_enter_at(r, i);
        unsigned seat = read_seat(r, json_array_get(value, i), setup);
        if (seats >> seat & 1 && !r->failed)
            reading_refuse(r, "is named twice");
        seats |= 1U << seat;
        reading_leave(r, mark);
    }
    return (uint8_t)seats;
}

static void read_edges(struct reading *r, const json_t *value, const struct setup *setup,
                       uint8_t edges[ROADS_MAX]) {
    memset(edges, NONE, ROADS_MAX);
    if (!reading_array(r, value, ROADS_MAX))
        return;
    if (json_array_size(value) == 0)
        reading_refuse(r, "must name one or two edges");
    for (size_t i = 0; i < json_array_size(value); i++) {
        size_t mark = reading_enter_at(r, i);
        edges[i] = read_place(r, json_array_get(value, i), setup->board.n_edges, "edge");
        reading_leave(r, mark);
    }
}

static uint32_t read_ref(struct reading *r, const json_t *value) {
    json_int_t ref = json_integer_value(value);
    if (json_is_integer(value) && ref >= 1 && ref <= (json_int_t)UINT32_MAX)
        return (uint32_t)ref;
    reading_refuse(r, "must be a whole number from 1");
    return 0;
}

static void read_field(struct reading *r, const json_t *value, const struct setup *setup,
                       const struct field *field, struct action *action) {
    const struct board *board = &setup->board;
    uint8_t *byte = byte_at(action, field);
    struct cards cards;
    uint32_t ref;
    switch ((enum field_type)field->type) {
    case FIELD_END: break;
    case FIELD_VERTEX: *byte = read_place(r, value, board->n_vertices, "vertex"); break;
    case FIELD_EDGE: *byte = read_place(r, value, board->n_edges, "edge"); break;
    case FIELD_HEX: *byte = read_place(r, value, board->n_hexes, "hex"); break;
    case FIELD_EDGES: read_edges(r, value, setup, byte); break;
    case FIELD_SEAT_OR_NULL:
    case FIELD_SEAT: *byte = json_is_null(value) ? NONE : read_seat(r, value, setup); break;
    case FIELD_SEATS: *byte = read_seats(r, value, setup); break;
    case FIELD_KIND: *byte = (uint8_t)reading_name(r, value, kind_names, RESOURCE_COUNT); break;
    case FIELD_DEV: *byte = (uint8_t)reading_name(r, value, dev_names, DEV_COUNT); break;
    case FIELD_PIECE: *byte = (uint8_t)reading_name(r, value, piece_names, PIECE_CITY); break;
    case FIELD_BOOL: *byte = reading_bool(r, value); break;
    case FIELD_CARDS:
        cards = cards_read(r, value, 0); /* whether none will do is for the rules to say */
        memcpy(byte, &cards, sizeof cards);
        break;
    case FIELD_REF:
        ref = read_ref(r, value);
        memcpy(byte, &ref, sizeof ref);
        break;
    default: break;
    }
}

/* The type, and for those that come in several forms the member that tells which; NULL when that
 * is not to be made out. */
static const struct field *read_form(struct reading *r, const json_t *value,
                                     struct action *action) {
    const json_t *name = reading_member(r, value, "type", true);
    const struct field *fields;
    if (name == NULL)
        return NULL;
    if (json_is_string(name))
        action->type = (uint8_t)event_type_of(json_string_value(name), json_string_length(name));
    if (!event_is_action(action->type)) {
        reading_refuse_at(r, "type", "is not an action of this game");
        return NULL;
    }
    if (action->type == PLAY_DEV_CARD)
        action->card =
            (uint8_t)reading_name_of(r, value, "card", dev_names, DEV_COUNT, READING_REQUIRED);
    if (action->type == BUILD_NEUTRAL)
        action->piece =
            (uint8_t)reading_name_of(r, value, "kind", piece_names, PIECE_CITY, READING_REQUIRED);
    if (r->failed)
        return NULL;
    fields = action_fields(action->type, action_form(action));
    if (fields == NULL)
        reading_refuse_at(r, "type", "is not an action of this game");
    return fields;
}

bool action_read(struct read_errors *errors, const json_t *value, const char *pointer,
                 const struct setup *setup, struct action *action) {
    struct reading r = reading_begin(errors, pointer);
    const char *known[ACTION_FIELDS_MAX + 2] = {"type"};
    const struct field *fields;
    const char *offending;
    *action = (struct action){.type = ACTION_NONE};
    if (!json_is_object(value)) {
        reading_refuse(&r, value == NULL ? "is missing" : "must be an object");
        return false;
    }
    fields = read_form(&r, value, action);
    if (fields == NULL)
        return false;
    for (unsigned i = 0; i < ACTION_FIELDS_MAX && fields[i].type != FIELD_END; i++)
        known[i + 1] = fields[i].name;
    reading_object(&r, value, known);
    for (const struct field *field = fields; field->type != FIELD_END; field++) {
        const json_t *member = json_object_get(value, field->name);
        if (member == NULL && field->optional)
            continue;
        if (member == NULL) {
            reading_refuse_at(&r, field->name, "is missing");
            continue;
        }
        if (json_is_null(member) && field->type != FIELD_SEAT_OR_NULL) {
            reading_refuse_at(&r, field->name, "must not be null");
            continue;
        }
        size_t mark = reading_enter(&r, field->name);
        read_field(&r, member, setup, field, action);
        reading_leave(&r, mark);
    }
    if (r.failed)
        return false;
    offending = action_shape(setup, action);
    if (offending != NULL)
        reading_refuse_at(&r, offending, "does not exist in this game");
    return !r.failed;
}

/* ---- writing ---- */

static void write_key(struct writer *w, const struct field *field) {
    writer_key_text(w, field->name);
}

static void write_edges(struct writer *w, const uint8_t edges[ROADS_MAX]) {
    writer_array(w);
    for (unsigned i = 0; i < ROADS_MAX && edges[i] != NONE; i++)
        writer_int(w, edges[i]);
    writer_array_end(w);
}

/* Whether a field says nothing: an optional one left out, or one that an open entry leaves open. */
static bool field_absent(const struct action *action, const struct field *field) {
    bool open = action->open != 0;
    switch ((enum field_type)field->type) {
    case FIELD_CARDS: return open && cards_empty(get_cards(action, field));
    case FIELD_EDGES: return open;
    default: return field->optional && get_byte(action, field) == 0;
    }
}

static void write_field(struct writer *w, const struct action *action, const struct field *field) {
    uint8_t byte = get_byte(action, field);
    switch ((enum field_type)field->type) {
    case FIELD_END: break;
    case FIELD_VERTEX:
    case FIELD_EDGE:
    case FIELD_HEX:
    case FIELD_SEAT: writer_int(w, byte); break;
    case FIELD_EDGES: write_edges(w, action->edges); break;
    case FIELD_SEAT_OR_NULL:
        if (byte == NONE)
            writer_null(w);
        else
            writer_int(w, byte);
        break;
    case FIELD_SEATS: seats_write(w, byte); break;
    case FIELD_CARDS: cards_write(w, get_cards(action, field)); break;
    case FIELD_KIND: writer_text(w, kind_names[byte]); break;
    case FIELD_DEV: writer_text(w, dev_names[byte]); break;
    case FIELD_PIECE: writer_text(w, piece_names[byte]); break;
    case FIELD_BOOL: writer_bool(w, byte != 0); break;
    case FIELD_REF: writer_int(w, get_ref(action, field)); break;
    default: break;
    }
}

static void write_members(struct writer *w, const struct action *action, bool without_cards) {
    const struct field *field = action_fields(action->type, action_form(action));
    writer_text_member(w, "type", event_type_name(action->type));
    for (; field != NULL && field->type != FIELD_END; field++) {
        if (without_cards && field->type == FIELD_CARDS) {
            writer_int_member(w, "count", cards_total(get_cards(action, field)));
            continue;
        }
        if (field_absent(action, field))
            continue;
        write_key(w, field);
        write_field(w, action, field);
    }
}

void action_write(struct writer *w, const struct action *action, bool without_cards) {
    writer_object(w);
    write_members(w, action, without_cards);
    writer_object_end(w);
}

void action_write_listed(struct writer *w, const struct action *action) {
    writer_object(w);
    write_members(w, action, false);
    if (action->open != 0) {
        writer_bool_member(w, "open", true);
        if (action->open != NONE)
            writer_int_member(w, "count", action->open);
    }
    writer_object_end(w);
}

/* ---- outcomes ---- */

/* A card stolen is a resource, a card bought a development card. */
static const char *const *card_names(const struct action *action, size_t *n) {
    bool bought = action->type == BUY_DEV_CARD;
    *n = bought ? (size_t)DEV_COUNT : (size_t)RESOURCE_COUNT;
    return bought ? dev_names : kind_names;
}

static void read_rerolled(struct reading *r, const json_t *value, struct outcome *outcome) {
    size_t mark = reading_enter(r, "rerolled");
    if (reading_array(r, value, REROLL_MAX))
        outcome->n_rerolled = (uint8_t)json_array_size(value);
    for (size_t i = 0; i < outcome->n_rerolled; i++) {
        const json_t *pair = json_array_get(value, i);
        size_t inner = reading_enter_at(r, i);
        if (json_array_size(pair) != 2)
            reading_refuse(r, "must be a pair of dice, [yellow, red]");
        for (size_t die = 0; die < 2 && !r->failed; die++)
            outcome->rerolled[i][die] =
                (uint8_t)reading_number(r, json_array_get(pair, die), 1, DIE_MAX);
        reading_leave(r, inner);
    }
    reading_leave(r, mark);
}

static unsigned read_dice(struct reading *r, const json_t *value, struct outcome *outcome) {
    const json_t *rerolled = reading_member(r, value, "rerolled", false);
    if (rerolled == NULL && json_object_get(value, "yellow") == NULL &&
        json_object_get(value, "red") == NULL)
        return 0;
    outcome->yellow = (uint8_t)reading_number_of(r, value, "yellow", 1, DIE_MAX, READING_REQUIRED);
    outcome->red = (uint8_t)reading_number_of(r, value, "red", 1, DIE_MAX, READING_REQUIRED);
    if (rerolled != NULL)
        read_rerolled(r, rerolled, outcome);
    return PART_DICE;
}

static unsigned read_drawn(struct reading *r, const json_t *value, struct outcome *outcome) {
    const json_t *cards = reading_member(r, value, "cards", false);
    if (cards == NULL)
        return 0;
    size_t mark = reading_enter(r, "cards");
    size_t n = reading_array(r, cards, CARD_COUNT_MAX) ? json_array_size(cards) : 0;
    for (size_t i = 0; i < n; i++) {
        size_t inner = reading_enter_at(r, i);
        outcome->cards.n[reading_name(r, json_array_get(cards, i), kind_names, RESOURCE_COUNT)]++;
        reading_leave(r, inner);
    }
    reading_leave(r, mark);
    return PART_CARDS;
}

bool outcome_read(struct read_errors *errors, const json_t *value, const char *pointer,
                  const struct action *action, struct outcome *outcome, unsigned *parts) {
    static const char *const known_of[] = {
        [PART_DICE] = "yellow", [PART_CARD] = "card", [PART_CARDS] = "cards"};
    struct reading r = reading_begin(errors, pointer);
    unsigned may = action->type == ROLL ? PART_DICE : action_parts(action);
    const char *known[4] = {NULL};
    size_t n;
    const char *const *names = card_names(action, &n);
    *outcome = (struct outcome){0};
    *parts = 0;
    if (value == NULL || json_is_null(value))
        return true;
    if (may == 0) {
        reading_refuse(&r, "this action calls for no outcome");
        return false;
    }
    known[0] = known_of[may];
    if (may & PART_DICE) {
        known[1] = "red";
        known[2] = "rerolled";
    }
    if (!reading_object(&r, value, known))
        return false;
    if (may & PART_DICE)
        *parts |= read_dice(&r, value, outcome);
    if (may & PART_CARD && reading_member(&r, value, "card", false) != NULL) {
        outcome->card = (uint8_t)reading_name_of(&r, value, "card", names, n, 0);
        *parts |= PART_CARD;
    }
    if (may & PART_CARDS)
        *parts |= read_drawn(&r, value, outcome);
    return !r.failed;
}

static void write_dice(struct writer *w, const struct outcome *outcome) {
    writer_int_member(w, "yellow", outcome->yellow);
    writer_int_member(w, "red", outcome->red);
    if (outcome->n_rerolled == 0)
        return;
    writer_key(w, "rerolled");
    writer_array(w);
    for (unsigned i = 0; i < outcome->n_rerolled; i++) {
        writer_array(w);
        writer_int(w, outcome->rerolled[i][0]);
        writer_int(w, outcome->rerolled[i][1]);
        writer_array_end(w);
    }
    writer_array_end(w);
}

void outcome_write(struct writer *w, const struct action *action, const struct outcome *outcome,
                   unsigned parts, unsigned hidden) {
    size_t n;
    const char *const *names = card_names(action, &n);
    if (parts == 0) {
        writer_null(w);
        return;
    }
    writer_object(w);
    if (parts & PART_DICE)
        write_dice(w, outcome);
    if (parts & PART_CARD && !(hidden & HIDDEN_OUTCOME_CARD))
        writer_text_member(w, "card", names[outcome->card]);
    if (parts & PART_CARDS && hidden & HIDDEN_OUTCOME_CARDS) {
        writer_int_member(w, "count", cards_total(outcome->cards));
    } else if (parts & PART_CARDS) {
        writer_key(w, "cards");
        writer_array(w);
        for (unsigned kind = 0; kind < KIND_COUNT; kind++)
            for (unsigned i = 0; i < outcome->cards.n[kind]; i++)
                writer_text(w, kind_names[kind]);
        writer_array_end(w);
    }
    writer_object_end(w);
}
