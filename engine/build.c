/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Building: settlements, cities, roads and buying development cards (rules B-56 to B-67). */
#include "engine/internal.h"

enum reason can_buy(const struct game *game, unsigned seat, unsigned piece) {
    if (game->players[seat].supply[piece] == 0)
        return REASON_NO_PIECE;
    return hand_covers(game, seat, piece_cost[piece]) ? REASON_OK : REASON_CANNOT_PAY;
}

/* In the set-up phase pieces are free (B-22), and the decision pending says which one it is. */
static bool free_piece(const struct game *game) {
    return game->phase == PHASE_SETUP;
}

void pay_for(const struct setup *setup, struct game *game, unsigned seat, unsigned piece) {
    bank_take(game, seat, piece_cost[piece]);
    turn_built(setup, game);
}

/* ---- settlements ---- */

static enum reason settlement_legal(const struct setup *setup, const struct game *game,
                                    unsigned seat, const struct action *action) {
    (void)setup;
    enum reason reason = place_settlement(game, seat, action->vertex);
    if (reason == REASON_OK && !free_piece(game))
        reason = can_buy(game, seat, PIECE_SETTLEMENT);
    return reason;
}

/* Lists TYPE at every vertex that the distance rule leaves open (B-63). */
static void list_free_vertices(const struct setup *setup, const struct game *game,
                               struct move_list *list, unsigned type) {
    struct vertex_set places;
    for (unsigned w = 0; w < VERTEX_WORDS; w++)
        places.w[w] = setup->board.vertices.w[w] & ~game->near.w[w];
    VERTEX_EACH(&places, v)
    list_add(list, type)->vertex = (uint8_t)v;
}

static void settlement_list(const struct setup *setup, const struct game *game, unsigned seat,
                            struct move_list *list) {
    struct vertex_set places;
    if (free_piece(game)) {
        list_free_vertices(setup, game, list, BUILD_SETTLEMENT);
        return;
    }
    if (can_buy(game, seat, PIECE_SETTLEMENT) != REASON_OK)
        return;
    places = place_settlements(game, seat);
    VERTEX_EACH(&places, v)
    list_add(list, BUILD_SETTLEMENT)->vertex = (uint8_t)v;
}

/* The second building of the set-up brings a card for every producing hex around it (B-24). */
static void setup_income(const struct setup *setup, struct game *game, unsigned seat,
                         unsigned vertex) {
    const struct vertex *place = &setup->board.vertex[vertex];
    struct cards income = cards_none();
    for (unsigned i = 0; i < 3; i++) {
        unsigned kind = place->hexes[i] == NONE
                            ? NONE
                            : terrain_yields(setup->board.hexes[place->hexes[i]].terrain);
        if (kind != NONE && game->bank.n[kind] > income.n[kind])
            income.n[kind]++;
    }
    bank_pay(game, seat, income);
}

static void settlement_apply(const struct setup *setup, struct game *game, unsigned seat,
                             const struct action *action, const struct outcome *outcome) {
    (void)outcome;
    if (free_piece(game)) {
        put_settlement(setup, game, seat, action->vertex);
        if (game->setup_done >= 2 * setup->rules.players)
            setup_income(setup, game, seat, action->vertex);
        game->setup_done++;
        return;
    }
    pay_for(setup, game, seat, PIECE_SETTLEMENT);
    put_settlement(setup, game, seat, action->vertex);
    neutral_owe(setup, game, PIECE_SETTLEMENT, 1);
}

const struct action_rule rule_build_settlement = {
    .name = "build_settlement",
    .fields = FIELDS(FIELD("vertex", FIELD_VERTEX, vertex)),
    .legal = settlement_legal,
    .list = settlement_list,
    .apply = settlement_apply,
};

/* ---- cities ---- */

static enum reason city_legal(const struct setup *setup, const struct game *game, unsigned seat,
                              const struct action *action) {
    enum reason reason;
    (void)setup;
    if (free_piece(game)) /* C-20: it is placed like a settlement */
        return place_settlement(game, seat, action->vertex);
    reason = place_city(game, seat, action->vertex);
    if (reason != REASON_OK)
        return reason;
    return hand_covers(game, seat, piece_cost[PIECE_CITY]) ? REASON_OK : REASON_CANNOT_PAY;
}

static void city_list(const struct setup *setup, const struct game *game, unsigned seat,
                      struct move_list *list) {
    if (free_piece(game)) {
        list_free_vertices(setup, game, list, BUILD_CITY);
        return;
    }
    if (!hand_covers(game, seat, piece_cost[PIECE_CITY]))
        return;
    struct vertex_set places = place_cities(game, seat);
    VERTEX_EACH(&places, v)
    list_add(list, BUILD_CITY)->vertex = (uint8_t)v;
}

static void city_apply(const struct setup *setup, struct game *game, unsigned seat,
                       const struct action *action, const struct outcome *outcome) {
    (void)outcome;
    if (free_piece(game)) {
        put_setup_city(setup, game, seat, action->vertex);
        setup_income(setup, game, seat, action->vertex); /* C-21 */
        game->setup_done++;
        return;
    }
    pay_for(setup, game, seat, PIECE_CITY);
    put_city(game, seat, action->vertex);
}

const struct action_rule rule_build_city = {
    .name = "build_city",
    .fields = FIELDS(FIELD("vertex", FIELD_VERTEX, vertex)),
    .legal = city_legal,
    .list = city_list,
    .apply = city_apply,
};

/* ---- roads ---- */

static enum reason road_legal(const struct setup *setup, const struct game *game, unsigned seat,
                              const struct action *action) {
    unsigned edge = action->edges[0];
    if (free_piece(game)) {
        const uint8_t *ends = setup->board.edge[edge].vertices;
        unsigned vertex = game_decision(game, seat)->vertex;
        if (edge_set_has(&game->paved, edge))
            return REASON_EDGE_TAKEN;
        return ends[0] == vertex || ends[1] == vertex ? REASON_OK : REASON_NOT_AT_SETTLEMENT;
    }
    enum reason reason = place_road(setup, game, seat, edge);
    return reason == REASON_OK ? can_buy(game, seat, PIECE_ROAD) : reason;
}

static void road_add(struct move_list *list, unsigned edge) {
    struct action *action = list_add(list, BUILD_ROAD);
    action->edges[0] = (uint8_t)edge;
}

static void road_list(const struct setup *setup, const struct game *game, unsigned seat,
                      struct move_list *list) {
    if (free_piece(game)) {
        const struct vertex *place = &setup->board.vertex[game_decision(game, seat)->vertex];
        for (unsigned i = 0; i < place->n_edges; i++)
            if (!edge_set_has(&game->paved, place->edges[i]))
                road_add(list, place->edges[i]);
    } else if (can_buy(game, seat, PIECE_ROAD) == REASON_OK) {
        struct edge_set edges = place_roads(setup, game, seat);
        EDGE_EACH(&edges, e)
        road_add(list, e);
    }
}

static void road_apply(const struct setup *setup, struct game *game, unsigned seat,
                       const struct action *action, const struct outcome *outcome) {
    (void)outcome;
    if (free_piece(game)) {
        put_road(setup, game, seat, action->edges[0]);
        game->setup_done++;
        return;
    }
    pay_for(setup, game, seat, PIECE_ROAD);
    put_road(setup, game, seat, action->edges[0]);
    neutral_owe(setup, game, PIECE_ROAD, 1);
}

const struct action_rule rule_build_road = {
    .name = "build_road",
    .fields = FIELDS(FIELD("edge", FIELD_EDGE, edges)),
    .legal = road_legal,
    .list = road_list,
    .apply = road_apply,
};

/* ---- development cards ---- */

static enum reason buy_legal(const struct setup *setup, const struct game *game, unsigned seat,
                             const struct action *action) {
    (void)setup, (void)action;
    if (game->deck_count == 0)
        return REASON_DECK_EMPTY;
    return hand_covers(game, seat, dev_cost) ? REASON_OK : REASON_CANNOT_PAY;
}

static void buy_list(const struct setup *setup, const struct game *game, unsigned seat,
                     struct move_list *list) {
    if (buy_legal(setup, game, seat, NULL) == REASON_OK)
        list_add(list, BUY_DEV_CARD);
}

static void buy_apply(const struct setup *setup, struct game *game, unsigned seat,
                      const struct action *action, const struct outcome *outcome) {
    struct player *player = &game->players[seat];
    (void)action;
    bank_take(game, seat, dev_cost);
    turn_built(setup, game);
    assert(outcome->card < DEV_COUNT && game->deck[outcome->card] > 0);
    game->deck[outcome->card]--;
    game->deck_count--;
    player->dev_count++;
    player->dev[outcome->card]++;
    player->dev_new[outcome->card]++;
}

const struct action_rule rule_buy_dev_card = {
    .name = "buy_dev_card",
    .fields = NO_FIELDS,
    .legal = buy_legal,
    .list = buy_list,
    .apply = buy_apply,
};
