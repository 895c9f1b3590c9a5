/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/document/action_json.h"

#include <assert.h>
#include <string.h>

#include "service/base/json_read.h"
#include "service/base/json_write.h"
#include "service/document/cards_json.h"
#include "service/document/members.h"

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

/* What a field of each type is as a member; a list of places has the row of a single place. */
static const struct member field_rows[FIELD_TYPE_COUNT] = {
#define PLACE(limit)       .kind = MEMBER_ID, .below = (limit)
#define NAME(count, table) .kind = MEMBER_NAME, NAMES_OF(count, table)
    [FIELD_VERTEX] = {PLACE(BELOW_VERTICES)},
    [FIELD_VERTEX_OPTIONAL] = {PLACE(BELOW_VERTICES)},
    [FIELD_VERTICES] = {PLACE(BELOW_VERTICES)},
    [FIELD_EDGE] = {PLACE(BELOW_EDGES)},
    [FIELD_EDGE_OPTIONAL] = {PLACE(BELOW_EDGES)},
    [FIELD_EDGES] = {PLACE(BELOW_EDGES)},
    [FIELD_HEX] = {PLACE(BELOW_ALL_HEXES)},
    [FIELD_THIEF_HEX] = {PLACE(BELOW_ALL_HEXES)},
    [FIELD_HEXES] = {PLACE(BELOW_HEXES)},
    [FIELD_SEAT] = {.kind = MEMBER_NUMBER, .below = BELOW_COLORS},
    [FIELD_SEAT_OR_NULL] = {.kind = MEMBER_ID, .below = BELOW_COLORS},
    [FIELD_THIEF_VICTIM] = {.kind = MEMBER_ID, .below = BELOW_COLORS},
    [FIELD_SEATS] = {.kind = MEMBER_SET, .below = BELOW_COLORS},
    [FIELD_SEATS_OR_ALL] = {.kind = MEMBER_SET, .below = BELOW_COLORS},
    [FIELD_CARDS] = {.kind = MEMBER_CARDS}, /* whether an empty set is legal is for the rules to
                                             * say */
    [FIELD_KIND] = {NAME(RESOURCE_COUNT, kind_names)},
    [FIELD_COMMODITY] = {NAME(KIND_COUNT, kind_names), .min = RESOURCE_COUNT},
    [FIELD_ANY_KIND] = {NAME(KIND_COUNT, kind_names), .below = BELOW_KINDS},
    [FIELD_DEV] = {NAME(DEV_COUNT, dev_names)},
    [FIELD_PROGRESS] = {NAME(PROGRESS_COUNT, progress_names)},
    [FIELD_PROGRESS_OR_NULL] = {NAME(PROGRESS_COUNT, progress_names)},
    [FIELD_PIECE] = {NAME(PIECE_CITY, piece_names)},
    [FIELD_HARBOR_OPTIONAL] = {NAME(HARBOR_KIND_COUNT, harbor_names)},
    [FIELD_WONDER] = {NAME(WONDER_COUNT, wonder_names), .below = BELOW_WONDERS},
    [FIELD_LOOT] = {NAME(LOOT_COUNT, loot_names)},
    [FIELD_TRACK] = {NAME(TRACK_COUNT, track_names)},
    [FIELD_BOOL] = {.kind = MEMBER_FLAG},
    [FIELD_DIE] = {.kind = MEMBER_NUMBER, .min = 1, .max = DIE_SIDES},
    [FIELD_LEVEL] = {.kind = MEMBER_NUMBER, .min = 1, .max = RANK_COUNT},
    [FIELD_REF] = {.kind = MEMBER_LONG},
#undef PLACE
#undef NAME
};

/* ---- reading ---- */

/* Reads MIN to MAX ids into AT, which has SIZE places; the rest becomes NONE. */
static void read_places(struct reading *r, const json_t *value, const struct member *row,
                        size_t min, size_t max, uint8_t *at, size_t size,
                        const struct member_target *to) {
    struct reading_list list;
    const json_t *item;
    memset(at, NONE, size);
    if (!reading_array(r, value, max))
        return;
    if (json_array_size(value) < min && min == max)
        reading_refuse(r, "must name %zu of them", min);
    else if (json_array_size(value) < min)
        reading_refuse(r, "must name %zu to %zu of them", min, max);
    list = reading_list(r, value, max);
    while ((item = reading_next(&list)) != NULL)
        value_read(r, item, row, at++, to);
}

static void read_ref(struct reading *r, const json_t *value, uint8_t *at) {
    json_int_t number = json_integer_value(value);
    uint32_t ref = (uint32_t)number;
    if (json_is_integer(value) && number >= 1 && number <= (json_int_t)UINT32_MAX)
        memcpy(at, &ref, sizeof ref);
    else
        reading_refuse(r, "must be a whole number from 1");
}

/* Whether a field holds more than a byte. */
static bool is_wide(enum field_type type) {
    return type == FIELD_EDGES || type == FIELD_HEXES || type == FIELD_VERTICES ||
           type == FIELD_CARDS || type == FIELD_REF;
}

static void read_field(struct reading *r, const json_t *value, const struct setup *setup,
                       const struct field *field, struct action *action) {
    const struct member *row = &field_rows[field->type];
    struct member_target to = {.setup = setup};
    uint8_t *at = byte_at(action, field);
    switch ((enum field_type)field->type) {
    case FIELD_EDGES: read_places(r, value, row, 1, PAIR, at, PAIR, &to); return;
    case FIELD_HEXES: read_places(r, value, row, PAIR, PAIR, at, PAIR, &to); return;
    case FIELD_VERTICES:
        read_places(r, value, row, 0, KNIGHT_PIECES_MAX, at, VERTICES_MAX, &to);
        return;
    case FIELD_REF: read_ref(r, value, at); return;
    case FIELD_SEATS:
        if (json_is_array(value) && json_array_size(value) == 0)
            reading_refuse(r, "must name a seat; leave it out to ask everybody");
        break;
    default: break;
    }
    if (json_is_null(value)) /* no player, or no cards */
        *at = NONE;
    else
        value_read(r, value, row, at, &to);
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

/* Whether actions of this game have the field; if not, documents leave it out. */
static bool field_is_played(const struct setup *setup, const struct field *field) {
    switch ((enum field_type)field->type) {
    case FIELD_LOOT: return setup->board.n_villages > 0;
    case FIELD_THIEF_HEX:
    case FIELD_THIEF_VICTIM: return !setup->rules.fleet;
    default: return true;
    }
}

/* Refuses a type: unknown, or missing if NAME is NULL; says what was meant or where the types are listed. */
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

/* The form of VALUE's action: by its type and, for types with several forms, by the member that
 * selects one; NULL if it cannot be determined. */
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

/* ---- what ships add to cards of the base game ---- */

static const char *const free_piece_names[] = {"road", "ship"};
static const char *const thief_names[] = {"robber", "pirate"};

/* Reads `pieces` of a card that builds for free, which stands for `edges`; the bits of action.seats mark
 * ships. */
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

/* Checks that `piece` agrees with the hex: land is the robber's, sea the pirate's. */
static void check_thief(struct reading *r, const json_t *value, const struct setup *setup,
                        const struct action *action) {
    /* a hex that lay in fog may be either */
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
        assert(member != NULL || r.failed); /* every type refuses the NULL of a missing field */
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

static void write_places(struct writer *w, const uint8_t *places, size_t max) {
    writer_array(w);
    for (size_t i = 0; i < max && places[i] != NONE; i++)
        writer_int(w, places[i]);
    writer_array_end(w);
}

/* Whether a field has no value: optional and left out, or left open by an open entry. */
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
    static const struct member_source nowhere; /* field_rows use nothing of the source */
    switch ((enum field_type)field->type) {
    case FIELD_EDGES:
    case FIELD_HEXES: write_places(w, action->edges, PAIR); break;
    case FIELD_VERTICES: write_places(w, action->vertices, VERTICES_MAX); break;
    default:
        value_write(w, &field_rows[field->type], (const uint8_t *)action + field->offset, &nowhere);
        break;
    }
}

/* Writes what replaces a hidden field, if the field is hidden; returns whether it is. */
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
        writer_key_text(w, field->name);
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

void action_write_list(struct writer *w, const struct move_list *list) {
    writer_array(w);
    for (size_t i = 0; i < list->n; i++)
        action_write_listed(w, &list->items[i]);
    writer_array_end(w);
}
