/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Every form of every action, built from the engine's tables of fields: those that are legal must be listed. */
#include <assert.h>
#include <string.h>

#include "tests/rules/scenario.h"

enum {
    FIELDS_MAX = 4,
    EQUAL_CARDS_MAX = 5,
};

/* ---- values of a field, numbered from 0 ---- */

/* For cards: one to five of a kind, or one each of two kinds. */
static struct cards cards_value(size_t i) {
    if (i < KIND_COUNT * EQUAL_CARDS_MAX) {
        return cards_one((unsigned)i % KIND_COUNT, 1 + (unsigned)i / KIND_COUNT);
    }
    i -= KIND_COUNT * EQUAL_CARDS_MAX;
    return cards_add(cards_one((unsigned)i / KIND_COUNT, 1),
                     cards_one((unsigned)i % KIND_COUNT, 1));
}

enum { CARDS_VALUES = KIND_COUNT * (EQUAL_CARDS_MAX + KIND_COUNT) };

static unsigned own_knights(const struct game *game, unsigned seat, uint8_t own[VERTICES_MAX]) {
    unsigned n = 0;
    VERTEX_EACH(&game->players[seat].knights, v) {
        if (n < VERTICES_MAX) {
            own[n++] = (uint8_t)v;
        }
    }
    return n;
}

/* For lists of vertices: every set of the player's knights. */
static void vertices_value(const struct game *game, unsigned seat, size_t subset,
                           uint8_t vertices[VERTICES_MAX]) {
    uint8_t own[VERTICES_MAX];
    unsigned n = own_knights(game, seat, own), named = 0;
    memset(vertices, NONE, VERTICES_MAX);
    for (unsigned i = 0; i < n; i++) {
        if (subset >> i & 1) {
            vertices[named++] = own[i];
        }
    }
}

static size_t values(const struct setup *setup, const struct game *game, unsigned seat,
                     unsigned type) {
    const struct board *board = &setup->board;
    uint8_t own[VERTICES_MAX];
    switch (type) {
    case FIELD_VERTEX: return board->n_vertices;
    case FIELD_VERTEX_OPTIONAL: return board->n_vertices + 1u;
    case FIELD_EDGE: return board->n_edges;
    case FIELD_EDGE_OPTIONAL: return board->n_edges + 1u;
    case FIELD_EDGES: return board->n_edges * (board->n_edges + 1u);
    case FIELD_HEX: return (size_t)board->n_hexes + board->n_frame;
    case FIELD_THIEF_HEX: return setup->rules.fleet ? 1 : (size_t)board->n_hexes + board->n_frame;
    case FIELD_THIEF_VICTIM: return setup->rules.fleet ? 1 : setup->rules.colors + 1u;
    case FIELD_HEXES: return (size_t)board->n_hexes * board->n_hexes;
    case FIELD_SEAT: return setup->rules.colors;
    case FIELD_SEAT_OR_NULL: return setup->rules.colors + 1u;
    case FIELD_SEATS_OR_ALL: return (1u << setup->rules.colors) + 1;
    case FIELD_KIND:
    case FIELD_COMMODITY:
    case FIELD_ANY_KIND: return KIND_COUNT;
    case FIELD_DIE: return 6;
    case FIELD_LEVEL: return RANK_COUNT;
    case FIELD_TRACK: return TRACK_COUNT;
    case FIELD_WONDER: return WONDER_COUNT;
    case FIELD_LOOT: return LOOT_COUNT;
    case FIELD_HARBOR_OPTIONAL: return HARBOR_KIND_COUNT + 1;
    case FIELD_PROGRESS: return PROGRESS_COUNT;
    case FIELD_PROGRESS_OR_NULL: return PROGRESS_COUNT + 1;
    case FIELD_REF: return game->next_offer + 2;
    case FIELD_CARDS: return CARDS_VALUES;
    case FIELD_VERTICES: return (size_t)1 << own_knights(game, seat, own);
    default: return 1; /* unchanged */
    }
}

/* The last value of an optional field means that it is left out. */
static uint8_t optional_value(size_t i, size_t n) {
    return i < n ? (uint8_t)i : NONE;
}

static void value_set(const struct setup *setup, const struct game *game, unsigned seat,
                      struct action *action, const struct field *field, size_t i) {
    uint8_t *value = (uint8_t *)action + field->offset;
    size_t edges = setup->board.n_edges;
    struct cards cards;
    uint32_t ref = (uint32_t)i;
    switch (field->type) {
    case FIELD_CARDS:
        cards = cards_value(i);
        memcpy(value, &cards, sizeof cards);
        break;
    case FIELD_EDGES:
        value[0] = (uint8_t)(i % edges);
        value[1] = optional_value(i / edges, edges);
        break;
    case FIELD_HEXES:
        value[0] = (uint8_t)(i % setup->board.n_hexes);
        value[1] = (uint8_t)(i / setup->board.n_hexes);
        break;
    case FIELD_VERTICES: vertices_value(game, seat, i, value); break;
    case FIELD_REF: memcpy(value, &ref, sizeof ref); break;
    case FIELD_VERTEX_OPTIONAL: *value = optional_value(i, setup->board.n_vertices); break;
    case FIELD_EDGE_OPTIONAL: *value = optional_value(i, edges); break;
    case FIELD_THIEF_HEX: *value = setup->rules.fleet ? NONE : (uint8_t)i; break;
    case FIELD_THIEF_VICTIM:
        *value = optional_value(i, setup->rules.fleet ? 0 : setup->rules.colors);
        break;
    case FIELD_SEAT_OR_NULL: *value = optional_value(i, setup->rules.colors); break;
    case FIELD_SEATS_OR_ALL: *value = optional_value(i, (size_t)1 << setup->rules.colors); break;
    case FIELD_PROGRESS_OR_NULL: *value = optional_value(i, PROGRESS_COUNT); break;
    case FIELD_HARBOR_OPTIONAL: *value = optional_value(i, HARBOR_KIND_COUNT); break;
    case FIELD_DIE:
    case FIELD_LEVEL: *value = (uint8_t)(i + 1); break;
    case FIELD_BOOL:
    case FIELD_SEATS:
    case FIELD_DEV:
    case FIELD_PIECE: break;
    default: *value = (uint8_t)i;
    }
}

/* ---- all values of all fields ---- */

/* A field that selects the form is already set. */
static bool selects(unsigned type, const struct field *field) {
    return field->type == FIELD_DEV || field->type == FIELD_PIECE ||
           (field->type == FIELD_PROGRESS && type == PLAY_PROGRESS_CARD);
}

static void try_form(struct run *run, unsigned seat, struct action action, bool all,
                     candidate_function *judge, const void *context) {
    const struct setup *setup = &run->setup;
    const struct game *game = &run->game;
    const struct field *fields = action_fields(action.type, action_form(&action));
    size_t count[FIELDS_MAX], at[FIELDS_MAX] = {0};
    unsigned n = 0;
    for (; fields != NULL && fields[n].type != FIELD_END; n++) {
        assert(n < FIELDS_MAX);
        count[n] = selects(action.type, &fields[n]) ? 1 : values(setup, game, seat, fields[n].type);
    }
    for (bool more = fields != NULL; more;) {
        for (unsigned f = 0; f < n; f++) {
            if (!selects(action.type, &fields[f])) {
                value_set(setup, game, seat, &action, &fields[f], at[f]);
            }
        }
        judge(run, seat, &action, context);
        unsigned f = 0;
        while (f < n && ++at[f] == count[f]) {
            at[f++] = 0;
        }
        more = all && f < n;
    }
}

/* Offers have too many forms to try. */
static bool counted(unsigned type) {
    return type != OFFER_TRADE && type != COUNTER_TRADE && type != RESIGN && type != UNDO;
}

static bool progress_in_hand(const struct game *game, unsigned seat, unsigned card) {
    for (unsigned i = 0; i < PROGRESS_HAND_MAX; i++) {
        if (game->players[seat].progress[i] == card + 1) {
            return true;
        }
    }
    return false;
}

void candidates_try(struct run *run, unsigned seat, uint64_t types, candidate_function *judge,
                    const void *context) {
    for (unsigned type = ACTION_NONE + 1; type < EVENT_TYPE_COUNT; type++) {
        if (!event_is_action(type) || !counted(type)) {
            continue;
        }
        for (unsigned form = 0; form < action_forms(type); form++) {
            struct action action = {.type = (uint8_t)type};
            bool all = types >> type & 1; /* otherwise one form must be refused, as for any other */
            if (type == PLAY_DEV_CARD || type == PLAY_PROGRESS_CARD) {
                action.card = (uint8_t)form;
            } else if (type == BUILD_NEUTRAL) {
                action.piece = (uint8_t)form;
            }
            if (type == PLAY_PROGRESS_CARD) {
                all = all && progress_in_hand(&run->game, seat, form);
            }
            try_form(run, seat, action, all, judge, context);
        }
    }
}
