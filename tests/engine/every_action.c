/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Compares a listing with game_legal for every form of every action; see every_action.h. */
#include "tests/engine/every_action.h"

#include <assert.h>
#include <string.h>

#include "tests/support/check_main.h"

enum { FORMS_MAX = PROGRESS_COUNT };

_Static_assert((int)FORMS_MAX >= (int)DEV_COUNT, "every type's forms have room");

/* The state of the comparison. */
struct comparison {
    const struct setup *setup;
    const struct game *game, *view;
    unsigned seat;
    const struct move_list *list;
    bool open[EVENT_TYPE_COUNT][FORMS_MAX]; /* listed with open set: its forms are not counted */
    size_t legal;                           /* legal ones that must be listed */
};

static bool listed(const struct comparison *c, const struct action *action) {
    for (size_t i = 0; i < c->list->n; i++)
        if (memcmp(&c->list->items[i], action, sizeof *action) == 0)
            return true;
    return false;
}

static bool plays(const struct action *action, unsigned card) {
    return action->type == PLAY_PROGRESS_CARD && action->card == card;
}

/* Swaps two places, if that can be the same move. */
static bool turn_round(struct action *action) {
    bool roads = (action->type == PLAY_DEV_CARD && action->card == ROAD_BUILDING) ||
                 plays(action, PROGRESS_ROAD_BUILDING) || plays(action, PROGRESS_INVENTOR);
    bool knights = plays(action, PROGRESS_SMITH);
    uint8_t *pair = knights ? action->vertices : action->edges, first = pair[0];
    if ((!roads && !knights) || pair[1] == NONE)
        return false;
    pair[0] = pair[1];
    pair[1] = first;
    action->seats = (uint8_t)(action->seats >> 1 | (action->seats & 1) << 1); /* which are ships */
    return true;
}

/* Seats with a building at HEX. */
static unsigned builders_at(const struct comparison *c, unsigned hex) {
    unsigned seats = 0;
    for (unsigned i = 0; i < CORNER_COUNT; i++) {
        unsigned vertex = c->setup->board.hexes[hex].vertices[i];
        if (c->game->building[vertex])
            seats |= 1u << c->game->owner[vertex];
    }
    return seats;
}

/* Whether a move that is not listed itself is listed in an equivalent form. */
static bool listed_otherwise(const struct comparison *c, const struct action *action) {
    struct action same = *action;
    if (turn_round(&same) && listed(c, &same))
        return true;
    if (plays(action, PROGRESS_BISHOP)) { /* all victims there, named or not */
        for (unsigned seats = 0; seats <= NONE; seats = seats == 15 ? NONE : seats + 1) {
            unsigned there = builders_at(c, action->hex);
            same.seats = (uint8_t)seats;
            if ((there & seats) == (there & action->seats) && listed(c, &same))
                return true;
        }
        return false;
    }
    if (action->type != IMPROVE_CITY || action->vertex != NONE)
        return false;
    unsigned found = 0; /* the only city for a metropolis need not be named */
    for (size_t i = 0; i < c->list->n; i++)
        found += c->list->items[i].type == IMPROVE_CITY && c->list->items[i].track == action->track;
    return found == 1;
}

static void try_action(struct comparison *c, const struct action *action) {
    enum reason reason = game_legal(c->setup, c->game, c->seat, action);
    REQUIRE(game_legal(c->setup, c->view, c->seat, action) == reason,
            "%s: the seat's own view is judged differently", event_type_name(action->type));
    if (reason != REASON_OK || c->open[action->type][action_form(action)])
        return;
    bool in = listed(c, action);
    c->legal += in;
    REQUIRE(in || listed_otherwise(c, action), "%s (%u) of seat %u is legal but not listed",
            event_type_name(action->type), action_form(action), c->seat);
}

/* Tries all values of FIELD and, for each, of the fields after it. */
static void fill(struct comparison *c, struct action *action, const struct field *field);

static void fill_bytes(struct comparison *c, struct action *action, const struct field *field,
                       unsigned from, unsigned n, bool or_none) {
    uint8_t *value = (uint8_t *)action + field->offset;
    for (unsigned i = from; i < n; i++) {
        *value = (uint8_t)i;
        fill(c, action, field + 1);
    }
    if (or_none) {
        *value = NONE;
        fill(c, action, field + 1);
    }
    *value = 0;
}

static void fill_edges(struct comparison *c, struct action *action, const struct field *field) {
    unsigned n = c->setup->board.n_edges;
    for (unsigned first = 0; first < n; first++)
        for (unsigned second = 0; second <= n; second++) {
            unsigned ships = !c->setup->rules.sea ? 0 : second == n ? 1 : 3;
            action->edges[0] = (uint8_t)first;
            action->edges[1] = second == n ? NONE : (uint8_t)second;
            for (action->seats = 0; action->seats <= ships; action->seats++)
                fill(c, action, field + 1);
        }
    action->edges[0] = action->edges[1] = action->seats = 0;
}

/* Knights of the seat: each subset in order, as declared for a battle; and every ordered pair, as a Smith takes them. A
 * vertex without a knight is tried too. */
static void fill_vertices(struct comparison *c, struct action *action, const struct field *field) {
    uint8_t known[KNIGHT_PIECES_MAX + 1], *named = (uint8_t *)action + field->offset;
    unsigned n = 0, sets;
    VERTEX_EACH(&c->game->players[c->seat].knights, v)
        known[n++] = (uint8_t)v;
    for (unsigned v = 0; n <= KNIGHT_PIECES_MAX && v < c->setup->board.n_vertices; v++)
        if (!c->game->knight[v]) {
            known[n++] = (uint8_t)v;
            break;
        }
    sets = 1u << n;
    for (unsigned set = 0; set < sets; set++) {
        unsigned count = 0;
        if (bit_count(set) > KNIGHT_PIECES_MAX)
            continue;
        memset(named, NONE, VERTICES_MAX);
        for (unsigned i = 0; i < n; i++)
            if (set >> i & 1)
                named[count++] = known[i];
        fill(c, action, field + 1);
        if (count == 2) {
            uint8_t first = named[0];
            named[0] = named[1];
            named[1] = first;
            if (action->type != COMMIT_KNIGHTS)
                fill(c, action, field + 1);
        }
    }
    memset(named, 0, VERTICES_MAX);
}

static void fill_hexes(struct comparison *c, struct action *action, const struct field *field) {
    for (unsigned first = 0; first < c->setup->board.n_hexes; first++)
        for (unsigned second = 0; second < c->setup->board.n_hexes; second++) {
            action->hexes[0] = (uint8_t)first;
            action->hexes[1] = (uint8_t)second;
            fill(c, action, field + 1);
        }
    action->hexes[0] = action->hexes[1] = 0;
}

/* One kind up to four times, or any two cards: this includes every single exchange and every pair. Several exchanges at
 * once are legal too but never listed, so they are not tried here. */
static void fill_cards(struct comparison *c, struct action *action, const struct field *field) {
    uint8_t *value = (uint8_t *)action + field->offset;
    unsigned limit = strcmp(field->name, "give") == 0 ? 4 : 1;
    bool pairs =
        action->type == PLAY_DEV_CARD || action->type == TAKE_CARDS || action->type == CHOOSE_GOLD;
    unsigned kinds = c->setup->rules.kinds;
    for (unsigned kind = 0; kind < kinds; kind++) {
        struct cards cards;
        for (unsigned n = 1; n <= limit; n++) {
            cards = cards_one(kind, n);
            memcpy(value, &cards, sizeof cards);
            fill(c, action, field + 1);
        }
        for (unsigned second = kind; second < kinds && pairs; second++) {
            cards = cards_add(cards_one(kind, 1), cards_one(second, 1));
            memcpy(value, &cards, sizeof cards);
            fill(c, action, field + 1);
        }
    }
    memset(value, 0, sizeof(struct cards));
}

static void fill_offers(struct comparison *c, struct action *action, const struct field *field) {
    for (unsigned i = 0; i < OFFER_MAX; i++) {
        action->ref = c->game->offers[i].id;
        if (action->ref)
            fill(c, action, field + 1);
    }
    action->ref = c->game->next_offer + 1;
    fill(c, action, field + 1);
    action->ref = 0;
}

/* The values of a one-byte field: FROM to N - 1, and NONE; false if it is not such a field. */
struct span {
    unsigned from, n;
    bool or_none;
};

static bool byte_span(const struct comparison *c, unsigned type, struct span *span) {
    const struct board *board = &c->setup->board;
    unsigned colors = c->setup->rules.colors, kinds = c->setup->rules.kinds;
    *span = (struct span){0};
    switch (type) {
    case FIELD_VERTEX: span->n = board->n_vertices; return true;
    case FIELD_VERTEX_OPTIONAL: *span = (struct span){0, board->n_vertices, true}; return true;
    case FIELD_EDGE: span->n = board->n_edges; return true;
    case FIELD_EDGE_OPTIONAL: *span = (struct span){0, board->n_edges, true}; return true;
    case FIELD_HEX: span->n = (unsigned)board->n_hexes + board->n_frame; return true;
    case FIELD_THIEF_HEX: /* with a fleet only NONE */
        *span = c->setup->rules.fleet
                    ? (struct span){0, 0, true}
                    : (struct span){0, (unsigned)board->n_hexes + board->n_frame, false};
        return true;
    case FIELD_THIEF_VICTIM:
        *span = (struct span){0, c->setup->rules.fleet ? 0 : colors, true};
        return true;
    case FIELD_SEAT: span->n = colors; return true;
    case FIELD_SEAT_OR_NULL: *span = (struct span){0, colors, true}; return true;
    case FIELD_SEATS_OR_ALL: *span = (struct span){0, 1u << colors, true}; return true;
    case FIELD_KIND: span->n = RESOURCE_COUNT; return true;
    case FIELD_COMMODITY: *span = (struct span){RESOURCE_COUNT, kinds, false}; return true;
    case FIELD_ANY_KIND: span->n = kinds; return true;
    case FIELD_DIE: *span = (struct span){1, 7, false}; return true;
    case FIELD_LEVEL: *span = (struct span){1, RANK_COUNT + 1, false}; return true;
    case FIELD_TRACK: span->n = TRACK_COUNT; return true;
    case FIELD_HARBOR_OPTIONAL: *span = (struct span){0, HARBOR_KIND_COUNT, true}; return true;
    case FIELD_WONDER: span->n = WONDER_COUNT; return true;
    case FIELD_LOOT: span->n = board->n_villages ? LOOT_COUNT : 1; return true;
    case FIELD_PROGRESS: span->n = PROGRESS_COUNT; return true;
    case FIELD_PROGRESS_OR_NULL: *span = (struct span){0, PROGRESS_COUNT, true}; return true;
    default: return false;
    }
}

static void fill(struct comparison *c, struct action *action, const struct field *field) {
    struct span span;
    /* set by the caller; seats and flags of offers, which are open anyway */
    bool given = field->type == FIELD_DEV || field->type == FIELD_PIECE ||
                 (field->type == FIELD_PROGRESS && action->type == PLAY_PROGRESS_CARD) ||
                 field->type == FIELD_SEATS || field->type == FIELD_BOOL;
    if (field->type == FIELD_END)
        try_action(c, action);
    else if (given)
        fill(c, action, field + 1);
    else if (byte_span(c, field->type, &span))
        fill_bytes(c, action, field, span.from, span.n, span.or_none);
    else if (field->type == FIELD_EDGES)
        fill_edges(c, action, field);
    else if (field->type == FIELD_HEXES)
        fill_hexes(c, action, field);
    else if (field->type == FIELD_VERTICES)
        fill_vertices(c, action, field);
    else if (field->type == FIELD_CARDS)
        fill_cards(c, action, field);
    else if (field->type == FIELD_REF)
        fill_offers(c, action, field);
    else
        assert(false && "a type of field that nobody fills");
}

/* Every listed move is legal, both for the state and for the seat's own view. */
static void check_listed(struct comparison *c) {
    for (size_t i = 0; i < c->list->n; i++) {
        const struct action *action = &c->list->items[i];
        if (action->open) {
            c->open[action->type][action_form(action)] = true;
            continue;
        }
        enum reason reason = game_legal(c->setup, c->game, c->seat, action);
        REQUIRE(action_shape(c->setup, action) == NULL && reason == REASON_OK,
                "%s (%u) is listed but refused: %s", event_type_name(action->type),
                action_form(action), reasons[reason].code);
    }
}

void every_action_check(const struct setup *setup, const struct game *game, const struct game *view,
                        unsigned seat, const struct move_list *list) {
    struct comparison c = {.setup = setup, .game = game, .view = view, .seat = seat, .list = list};
    size_t whole = 0;
    check_listed(&c);
    for (size_t i = 0; i < list->n; i++)
        whole += !list->items[i].open && !c.open[list->items[i].type][action_form(&list->items[i])];
    for (unsigned type = ACTION_NONE + 1; type < EVENT_TYPE_COUNT; type++) {
        for (unsigned form = 0; form < action_forms(type) && type != RESIGN; form++) {
            struct action action = {.type = (uint8_t)type};
            if (type == PLAY_DEV_CARD || type == PLAY_PROGRESS_CARD)
                action.card = (uint8_t)form;
            else if (type == BUILD_NEUTRAL)
                action.piece = (uint8_t)form;
            /* If no window is open for the type, a single refusal is enough. */
            if (!(game_types(setup, game, seat) >> type & 1)) {
                REQUIRE(game_legal(setup, game, seat, &action) != REASON_OK, "%s is not open",
                        event_type_name(type));
                continue;
            }
            /* A card that is not in the hand is refused whatever it is played on. */
            bool held = type != PLAY_PROGRESS_CARD;
            for (unsigned i = 0; i < game->players[seat].progress_count; i++)
                held |= game->players[seat].progress[i] == form + 1;
            if (held)
                fill(&c, &action, action_fields(type, form));
            else
                REQUIRE(game_legal(setup, game, seat, &action) != REASON_OK, "%s is not held",
                        progress_names[form]);
        }
    }
    REQUIRE(c.legal == whole, "%zu moves are listed, %zu of them once and legal", whole, c.legal);
}
