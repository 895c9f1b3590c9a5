/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "tests/engine/every_action.h"

#include <string.h>

#include "tests/support/check_main.h"

/* What is being compared. */
struct comparison {
    const struct setup *setup;
    const struct game *game, *view;
    unsigned seat;
    const struct move_list *list;
    bool open[EVENT_TYPE_COUNT][DEV_COUNT]; /* listed with open set: its forms are not counted */
    size_t legal;                           /* legal ones that must be listed */
};

static bool listed(const struct comparison *c, const struct action *action) {
    for (size_t i = 0; i < c->list->n; i++)
        if (memcmp(&c->list->items[i], action, sizeof *action) == 0)
            return true;
    return false;
}

/* The same two roads in the other order are one move, listed once. */
static bool other_order(const struct action *action) {
    return action->type == PLAY_DEV_CARD && action->card == ROAD_BUILDING &&
           action->edges[1] != NONE;
}

static void try_action(struct comparison *c, const struct action *action) {
    enum reason reason = game_legal(c->setup, c->game, c->seat, action);
    REQUIRE(game_legal(c->setup, c->view, c->seat, action) == reason,
            "%s: the seat's own view is judged differently", event_type_name(action->type));
    if (c->open[action->type][action_form(action)])
        return;
    bool in = listed(c, action);
    if (reason != REASON_OK) {
        REQUIRE(!in, "%s is listed but refused: %s", event_type_name(action->type),
                reasons[reason].code);
        return;
    }
    c->legal += in;
    if (!in && other_order(action)) {
        struct action turned = *action;
        turned.edges[0] = action->edges[1];
        turned.edges[1] = action->edges[0];
        in = listed(c, &turned);
    }
    REQUIRE(in, "%s of seat %u is legal but not listed", event_type_name(action->type), c->seat);
}

/* Runs through all values of FIELD and, for each, of the fields behind it. */
static void fill(struct comparison *c, struct action *action, const struct field *field);

static void fill_bytes(struct comparison *c, struct action *action, const struct field *field,
                       unsigned n, bool or_none) {
    uint8_t *value = (uint8_t *)action + field->offset;
    for (unsigned i = 0; i < n; i++) {
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
            action->edges[0] = (uint8_t)first;
            action->edges[1] = second == n ? NONE : (uint8_t)second;
            fill(c, action, field + 1);
        }
    action->edges[0] = action->edges[1] = 0;
}

/* One kind up to four times, or any two cards: every single exchange and every pair is among them.
 * Several exchanges at once are legal too but never listed, so they are not tried here. */
static void fill_cards(struct comparison *c, struct action *action, const struct field *field) {
    uint8_t *value = (uint8_t *)action + field->offset;
    unsigned most = strcmp(field->name, "give") == 0 ? 4 : 1;
    bool pairs = action->type == PLAY_DEV_CARD;
    for (unsigned kind = 0; kind < RESOURCE_COUNT; kind++) {
        struct cards cards;
        for (unsigned n = 1; n <= most; n++) {
            cards = cards_one(kind, n);
            memcpy(value, &cards, sizeof cards);
            fill(c, action, field + 1);
        }
        for (unsigned second = kind; second < RESOURCE_COUNT && pairs; second++) {
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

static void fill(struct comparison *c, struct action *action, const struct field *field) {
    const struct board *board = &c->setup->board;
    switch (field->type) {
    case FIELD_END: try_action(c, action); break;
    case FIELD_VERTEX: fill_bytes(c, action, field, board->n_vertices, false); break;
    case FIELD_EDGE: fill_bytes(c, action, field, board->n_edges, false); break;
    case FIELD_HEX: fill_bytes(c, action, field, board->n_hexes, false); break;
    case FIELD_SEAT: fill_bytes(c, action, field, c->setup->rules.colors, false); break;
    case FIELD_SEAT_OR_NULL: fill_bytes(c, action, field, c->setup->rules.colors, true); break;
    case FIELD_KIND: fill_bytes(c, action, field, RESOURCE_COUNT, false); break;
    case FIELD_DEV:
    case FIELD_PIECE: /* the form, set by the caller */ fill(c, action, field + 1); break;
    case FIELD_EDGES: fill_edges(c, action, field); break;
    case FIELD_CARDS: fill_cards(c, action, field); break;
    case FIELD_REF: fill_offers(c, action, field); break;
    default: /* seats and flags of offers, which are open anyway */ fill(c, action, field + 1);
    }
}

void every_action_check(const struct setup *setup, const struct game *game, const struct game *view,
                        unsigned seat, const struct move_list *list) {
    struct comparison c = {.setup = setup, .game = game, .view = view, .seat = seat, .list = list};
    size_t whole = 0;
    for (size_t i = 0; i < list->n; i++) {
        const struct action *action = &list->items[i];
        if (action->open)
            c.open[action->type][action_form(action)] = true;
        else
            whole++;
    }
    for (unsigned type = ACTION_NONE + 1; type < EVENT_START; type++) {
        for (unsigned form = 0; form < action_forms(type) && type != RESIGN; form++) {
            struct action action = {.type = (uint8_t)type};
            if (type == PLAY_DEV_CARD)
                action.card = (uint8_t)form;
            else if (type == BUILD_NEUTRAL)
                action.piece = (uint8_t)form;
            /* Where no window is open for the type, one refusal stands for all. */
            if (!(game_types(setup, game, seat) >> type & 1)) {
                ck_assert_int_ne(game_legal(setup, game, seat, &action), REASON_OK);
                continue;
            }
            fill(&c, &action, action_fields(type, form));
        }
    }
    ck_assert_uint_eq(c.legal, whole);
}
