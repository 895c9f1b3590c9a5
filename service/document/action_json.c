/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/document/action_json.h"

#include <assert.h>
#include <string.h>

#include "service/base/json_read.h"
#include "service/base/json_write.h"
#include "service/document/cards_json.h"

enum {
    ACTION_FIELDS_MAX = 8,
    PAIR = 2, /* edges or hexes that an action names at most */
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

/* An id below N; WHAT of the board it should have been. */
static uint8_t read_place(struct reading *r, const json_t *value, unsigned n, const char *what) {
    json_int_t id = json_integer_value(value);
    if (json_is_integer(value) && id >= 0 && id < (json_int_t)n)
        return (uint8_t)id;
    if (json_is_integer(value))
        reading_refuse(r, "there is no such %s on this board: ids go from 0 to %u", what, n - 1);
    else
        reading_refuse(r, "must be the id of %s %s, a whole number from 0 to %u",
                       *what == 'e' ? "an" : "a", what, n - 1);
    return 0;
}

static uint8_t read_seat_field(struct reading *r, const json_t *value, const struct setup *setup,
                               bool may_be_nobody) {
    json_int_t seat = json_integer_value(value);
    if (json_is_integer(value) && seat >= 0 && seat < setup->rules.colors)
        return (uint8_t)seat;
    reading_refuse(r, "must be a seat, a whole number from 0 to %u%s", setup->rules.colors - 1U,
                   may_be_nobody ? ", or null for nobody" : "");
    return 0;
}

static uint8_t read_seats_field(struct reading *r, const json_t *value, const struct setup *setup,
                                bool may_be_empty) {
    if (json_is_array(value) && json_array_size(value) == 0 && !may_be_empty)
        reading_refuse(r, "must name a seat; leave it out to ask everybody");
    return (uint8_t)reading_set(r, value, NULL, setup->rules.colors);
}

/* From MIN to MAX ids below N; NONE in the rest of TO, which has SIZE places. */
static void read_places(struct reading *r, const json_t *value, unsigned n, const char *what,
                        size_t min, size_t max, uint8_t *to, size_t size) {
    struct reading_list list;
    const json_t *item;
    memset(to, NONE, size);
    if (!reading_array(r, value, max))
        return;
    if (json_array_size(value) < min && min == max)
        reading_refuse(r, "must name %zu of them", min);
    else if (json_array_size(value) < min)
        reading_refuse(r, "must name %zu to %zu of them", min, max);
    list = reading_list(r, value, max);
    while ((item = reading_next(&list)) != NULL)
        *to++ = read_place(r, item, n, what);
}

static uint32_t read_ref(struct reading *r, const json_t *value) {
    json_int_t ref = json_integer_value(value);
    if (json_is_integer(value) && ref >= 1 && ref <= (json_int_t)UINT32_MAX)
        return (uint32_t)ref;
    reading_refuse(r, "must be a whole number from 1");
    return 0;
}

/* A name among those from FIRST to the one before END. */
static uint8_t read_action_name(struct reading *r, const json_t *value, const char *const *names,
                                unsigned first, unsigned end) {
    return (uint8_t)(first + reading_name(r, value, names + first, end - first));
}

static void read_wide(struct reading *r, const json_t *value, const struct setup *setup,
                      const struct field *field, uint8_t *to) {
    struct cards cards;
    uint32_t ref;
    switch ((enum field_type)field->type) {
    case FIELD_EDGES: read_places(r, value, setup->board.n_edges, "edge", 1, PAIR, to, PAIR); break;
    case FIELD_HEXES:
        read_places(r, value, setup->board.n_hexes, "hex", PAIR, PAIR, to, PAIR);
        break;
    case FIELD_VERTICES:
        read_places(r, value, setup->board.n_vertices, "vertex", 0, KNIGHT_PIECES_MAX, to,
                    VERTICES_MAX);
        break;
    case FIELD_CARDS: /* whether none will do is for the rules to say */
        cards = cards_read(r, value, setup->rules.kinds, 0);
        memcpy(to, &cards, sizeof cards);
        break;
    case FIELD_REF:
        ref = read_ref(r, value);
        memcpy(to, &ref, sizeof ref);
        break;
    default: break;
    }
}

static uint8_t read_byte(struct reading *r, const json_t *value, const struct setup *setup,
                         enum field_type type) {
    const struct board *board = &setup->board;
    if (json_is_null(value)) /* nobody, or none of the cards */
        return NONE;
    switch (type) {
    case FIELD_VERTEX_OPTIONAL:
    case FIELD_VERTEX: return read_place(r, value, board->n_vertices, "vertex");
    case FIELD_EDGE_OPTIONAL:
    case FIELD_EDGE: return read_place(r, value, board->n_edges, "edge");
    case FIELD_THIEF_HEX:
    case FIELD_HEX: return read_place(r, value, (unsigned)board->n_hexes + board->n_frame, "hex");
    case FIELD_THIEF_VICTIM:
    case FIELD_SEAT_OR_NULL: return read_seat_field(r, value, setup, true);
    case FIELD_SEAT: return read_seat_field(r, value, setup, false);
    case FIELD_SEATS: return read_seats_field(r, value, setup, false);
    case FIELD_SEATS_OR_ALL: return read_seats_field(r, value, setup, true);
    case FIELD_KIND: return read_action_name(r, value, kind_names, 0, RESOURCE_COUNT);
    case FIELD_COMMODITY: return read_action_name(r, value, kind_names, RESOURCE_COUNT, KIND_COUNT);
    case FIELD_ANY_KIND: return read_action_name(r, value, kind_names, 0, setup->rules.kinds);
    case FIELD_DEV: return read_action_name(r, value, dev_names, 0, DEV_COUNT);
    case FIELD_PROGRESS_OR_NULL:
    case FIELD_PROGRESS: return read_action_name(r, value, progress_names, 0, PROGRESS_COUNT);
    case FIELD_HARBOR_OPTIONAL:
        return read_action_name(r, value, harbor_names, 0, HARBOR_KIND_COUNT);
    case FIELD_WONDER: return read_action_name(r, value, wonder_names, 0, setup->rules.wonders);
    case FIELD_LOOT: return read_action_name(r, value, loot_names, 0, LOOT_COUNT);
    case FIELD_TRACK: return read_action_name(r, value, track_names, 0, TRACK_COUNT);
    case FIELD_PIECE: return read_action_name(r, value, piece_names, 0, PIECE_CITY);
    case FIELD_BOOL: return reading_bool(r, value);
    case FIELD_DIE: return (uint8_t)reading_number(r, value, 1, DIE_SIDES);
    case FIELD_LEVEL: return (uint8_t)reading_number(r, value, 1, RANK_COUNT);
    default: return 0;
    }
}

/* Whether a field holds more than a byte. */
static bool is_wide(enum field_type type) {
    return type == FIELD_EDGES || type == FIELD_HEXES || type == FIELD_VERTICES ||
           type == FIELD_CARDS || type == FIELD_REF;
}

static void read_field(struct reading *r, const json_t *value, const struct setup *setup,
                       const struct field *field, struct action *action) {
    if (is_wide((enum field_type)field->type))
        read_wide(r, value, setup, field, byte_at(action, field));
    else
        *byte_at(action, field) = read_byte(r, value, setup, (enum field_type)field->type);
}

static bool may_be_null(const struct field *field) {
    return field->type == FIELD_SEAT_OR_NULL || field->type == FIELD_PROGRESS_OR_NULL ||
           field->type == FIELD_THIEF_VICTIM;
}

bool action_field_is_sometimes(const struct field *field) {
    return field->type == FIELD_LOOT || field->type == FIELD_THIEF_HEX ||
           field->type == FIELD_THIEF_VICTIM;
}

bool action_names_thief(unsigned type, unsigned form) {
    return type == CHASE_ROBBER || (type == PLAY_DEV_CARD && form == KNIGHT);
}

/* Whether actions of this game have the field at all; where not it is left out. */
static bool field_is_played(const struct setup *setup, const struct field *field) {
    switch ((enum field_type)field->type) {
    case FIELD_LOOT: return setup->board.n_villages > 0;
    case FIELD_THIEF_HEX:
    case FIELD_THIEF_VICTIM: return !setup->rules.fleet;
    default: return true;
    }
}

/* Says of a type that there is none such, or of NULL that it is missing, and what was meant or where they are listed. */
static void refuse_type(struct reading *r, const json_t *name) {
    const char *known[EVENT_TYPE_COUNT + 1] = {NULL}, *meant = NULL;
    size_t n = 0;
    for (unsigned type = 0; type < EVENT_TYPE_COUNT; type++)
        if (event_is_action(type))
            known[n++] = event_type_name(type);
    if (json_is_string(name))
        meant = read_nearest(json_string_value(name), known);
    if (meant != NULL)
        reading_refuse_at(r, "type", "is not an action of this game; did you mean \"%s\"?", meant);
    else
        reading_refuse_at(r, "type",
                          "%s; GET /v1/games/{id}/actions lists those that can be made now",
                          name == NULL ? "is missing" : "is not an action of this game");
}

/* The type, and for those that come in several forms the member that says which; NULL when that
 * is not to be made out. */
static const struct field *read_form(struct reading *r, const json_t *value,
                                     struct action *action) {
    const json_t *name = json_object_get(value, "type");
    const struct field *fields;
    if (json_is_string(name))
        action->type = (uint8_t)event_type_of(json_string_value(name), json_string_length(name));
    if (!event_is_action(action->type)) {
        refuse_type(r, name);
        return NULL;
    }
    if (action->type == PLAY_DEV_CARD)
        action->card =
            (uint8_t)reading_name_of(r, value, "card", dev_names, DEV_COUNT, READING_REQUIRED);
    if (action->type == PLAY_PROGRESS_CARD)
        action->card = (uint8_t)reading_name_of(r, value, "card", progress_names, PROGRESS_COUNT,
                                                READING_REQUIRED);
    if (action->type == BUILD_NEUTRAL)
        action->piece =
            (uint8_t)reading_name_of(r, value, "kind", piece_names, PIECE_CITY, READING_REQUIRED);
    if (r->failed)
        return NULL;
    fields = action_fields(action->type, action_form(action));
    if (fields == NULL)
        refuse_type(r, name);
    return fields;
}

/* ---- what ships add to the cards of the base game ---- */

static const char *const free_piece_names[] = {"road", "ship"};
static const char *const thief_names[] = {"robber", "pirate"};

/* `pieces` of a card that builds for free, in the place of `edges`; the bits of action.seats tell ships. */
static void read_free_pieces(struct reading *r, const json_t *value, const struct setup *setup,
                             struct action *action) {
    static const char *const known[] = {"kind", "edge", NULL};
    struct reading_list list = reading_list_of(r, value, "pieces", PAIR);
    const json_t *piece;
    unsigned n = 0;
    memset(action->edges, NONE, sizeof action->edges);
    while ((piece = reading_next(&list)) != NULL) {
        if (!reading_object(r, piece, known))
            continue;
        unsigned ship = reading_name_of(r, piece, "kind", free_piece_names, 2, READING_REQUIRED);
        action->edges[n] = (uint8_t)reading_number_of(r, piece, "edge", 0,
                                                      setup->board.n_edges - 1U, READING_REQUIRED);
        action->seats |= (uint8_t)(ship << n++);
    }
    if (n == 0)
        reading_refuse_at(r, "pieces", "must name 1 to 2 of them");
}

/* A member `piece` says of a knight what its hex says as well: land is the robber's, sea the pirate's. */
static void check_thief(struct reading *r, const json_t *value, const struct setup *setup,
                        const struct action *action) {
    /* what lay in fog may be either */
    bool fog = setup->board.hexes[action->hex].fog > 0;
    unsigned sea = board_is_sea(&setup->board, action->hex);
    if (reading_name_of(r, value, "piece", thief_names, 2, sea) != sea && !fog)
        reading_refuse_at(r, "piece",
                          "does not go to that hex: the robber stays on land, the pirate "
                          "at sea (rules S-37, S-40)");
}

bool action_read(struct read_errors *errors, const json_t *value, const char *pointer,
                 const struct setup *setup, struct action *action) {
    struct reading r = reading_begin(errors, pointer);
    const char *known[ACTION_FIELDS_MAX + 3] = {"type"};
    bool pieces = json_object_get(value, "pieces") != NULL, thief;
    unsigned n = 0;
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
    thief = setup->rules.sea && !setup->rules.fleet &&
            action_names_thief(action->type, action_form(action));
    for (; n < ACTION_FIELDS_MAX && fields[n].type != FIELD_END; n++) {
        known[n + 1] = field_is_played(setup, &fields[n]) ? fields[n].name : "type";
        if (fields[n].type == FIELD_EDGES && setup->rules.sea && pieces)
            known[n + 1] = "pieces";
    }
    if (thief)
        known[n + 1] = "piece";
    reading_object(&r, value, known);
    for (const struct field *field = fields; field->type != FIELD_END; field++) {
        const json_t *member = json_object_get(value, field->name);
        if (field->type == FIELD_EDGES && setup->rules.sea && pieces) {
            read_free_pieces(&r, value, setup, action);
            continue;
        }
        if (member == NULL && (field->optional || !field_is_played(setup, field))) {
            if (!is_wide((enum field_type)field->type))
                *byte_at(action, field) = field_missing((enum field_type)field->type);
            continue;
        }
        if (json_is_null(member) && !may_be_null(field)) {
            reading_refuse_at(&r, field->name, "must not be null");
            continue;
        }
        size_t mark = reading_enter(&r, field->name);
        r.absent = member == NULL;
        read_field(&r, member, setup, field, action);
        assert(member != NULL || r.failed); /* every type refuses the NULL of an absent one */
        r.absent = false;
        reading_leave(&r, mark);
    }
    if (thief && !r.failed)
        check_thief(&r, value, setup, action);
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

static void write_places(struct writer *w, const uint8_t *places, size_t max) {
    writer_array(w);
    for (size_t i = 0; i < max && places[i] != NONE; i++)
        writer_int(w, places[i]);
    writer_array_end(w);
}

/* Whether a field says nothing: an optional one left out, or one that an open entry leaves open. */
static bool field_absent(const struct action *action, const struct field *field) {
    bool open = action->open != 0;
    switch ((enum field_type)field->type) {
    case FIELD_CARDS: return open && cards_empty(get_cards(action, field));
    case FIELD_VERTICES:
    case FIELD_HEXES:
    case FIELD_EDGES: return open;
    case FIELD_THIEF_HEX:
    case FIELD_THIEF_VICTIM: return action->hex == NONE;
    default:
        return field->optional &&
               get_byte(action, field) == field_missing((enum field_type)field->type);
    }
}

static void write_field(struct writer *w, const struct action *action, const struct field *field) {
    uint8_t byte = get_byte(action, field);
    switch ((enum field_type)field->type) {
    case FIELD_EDGES:
    case FIELD_HEXES: write_places(w, action->edges, PAIR); break;
    case FIELD_VERTICES: write_places(w, action->vertices, VERTICES_MAX); break;
    case FIELD_SEATS:
    case FIELD_SEATS_OR_ALL: seats_write(w, byte); break;
    case FIELD_CARDS: cards_write(w, get_cards(action, field)); break;
    case FIELD_KIND:
    case FIELD_COMMODITY:
    case FIELD_ANY_KIND: writer_text(w, kind_names[byte]); break;
    case FIELD_DEV: writer_text(w, dev_names[byte]); break;
    case FIELD_HARBOR_OPTIONAL: writer_text(w, harbor_names[byte]); break;
    case FIELD_WONDER: writer_text(w, wonder_names[byte]); break;
    case FIELD_LOOT: writer_text(w, loot_names[byte]); break;
    case FIELD_TRACK: writer_text(w, track_names[byte]); break;
    case FIELD_PROGRESS:
    case FIELD_PROGRESS_OR_NULL:
        if (byte == NONE)
            writer_null(w);
        else
            writer_text(w, progress_names[byte]);
        break;
    case FIELD_PIECE: writer_text(w, piece_names[byte]); break;
    case FIELD_BOOL: writer_bool(w, byte != 0); break;
    case FIELD_REF: writer_int(w, get_ref(action, field)); break;
    default: id_write(w, byte); break;
    }
}

/* Writes what stands in place of a hidden field, if it is hidden; returns whether it is. */
static bool write_in_place(struct writer *w, const struct action *action, const struct field *field,
                           unsigned hidden) {
    switch ((enum field_type)field->type) {
    case FIELD_CARDS:
        if (!(hidden & (HIDDEN_ACTION_CARDS | HIDDEN_ACTION_TAKE)))
            return false;
        writer_int_member(w, "count", cards_total(get_cards(action, field)));
        return true;
    case FIELD_PROGRESS:
    case FIELD_PROGRESS_OR_NULL:
        if (!(hidden & HIDDEN_ACTION_CARD))
            return false;
        if (!(hidden & HIDDEN_ACTION_TRACK) && action->card < PROGRESS_COUNT)
            writer_text_member(w, "track", track_names[progress_rows[action->card].track]);
        return true;
    case FIELD_VERTEX: return (hidden & HIDDEN_ACTION_VERTEX) != 0;
    default: return false;
    }
}

static void write_free_pieces(struct writer *w, const struct action *action) {
    writer_key(w, "pieces");
    writer_array(w);
    for (unsigned i = 0; i < PAIR && action->edges[i] != NONE; i++) {
        writer_object(w);
        writer_text_member(w, "kind", free_piece_names[action->seats >> i & 1]);
        writer_int_member(w, "edge", action->edges[i]);
        writer_object_end(w);
    }
    writer_array_end(w);
}

static void write_action_members(struct writer *w, const struct action *action, unsigned hidden) {
    const struct field *field = action_fields(action->type, action_form(action));
    writer_text_member(w, "type", event_type_name(action->type));
    for (; field != NULL && field->type != FIELD_END; field++) {
        if (write_in_place(w, action, field, hidden) || field_absent(action, field))
            continue;
        if (field->type == FIELD_EDGES && action->seats != 0) {
            write_free_pieces(w, action);
            continue;
        }
        write_key(w, field);
        write_field(w, action, field);
    }
}

void action_write(struct writer *w, const struct action *action, unsigned hidden) {
    writer_object(w);
    write_action_members(w, action, hidden);
    writer_object_end(w);
}

void action_write_listed(struct writer *w, const struct action *action) {
    writer_object(w);
    write_action_members(w, action, 0);
    if (action->open != 0) {
        writer_bool_member(w, "open", true);
        if (action->open != NONE)
            writer_int_member(w, "count", action->open);
    }
    writer_object_end(w);
}
