/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Building: settlements, cities, roads and buying development cards (rules B-56 to B-67). */
#include "engine/internal.h"

enum reason piece_can_buy(const struct game *game, unsigned seat, unsigned piece) {
    if (game->players[seat].supply[piece] == 0)
        return REASON_NO_PIECE;
    return hand_covers(game, seat, piece_cost[piece]) ? REASON_OK : REASON_CANNOT_PAY;
}

/* In the set-up phase pieces are free (B-22), and the pending decision says which piece it is. */
static bool piece_is_free(const struct game *game) {
    return game->phase == PHASE_SETUP;
}

void piece_pay(const struct setup *setup, struct game *game, unsigned seat, unsigned piece) {
    bank_take(game, seat, piece_cost[piece]);
    turn_built(setup, game);
}

/* ---- settlements ---- */

static enum reason settlement_legal(const struct setup *setup, const struct game *game,
                                    unsigned seat, const struct action *action) {
    (void)setup;
    enum reason reason = place_settlement(setup, game, seat, action->vertex);
    if (reason == REASON_OK && !piece_is_free(game))
        reason = piece_can_buy(game, seat, PIECE_SETTLEMENT);
    return reason;
}

static void settlement_list(const struct setup *setup, const struct game *game, unsigned seat,
                            const struct action *blank, struct move_list *list) {
    struct vertex_set places;
    if (piece_is_free(game))
        places = place_starts(setup, game);
    else if (piece_can_buy(game, seat, PIECE_SETTLEMENT) == REASON_OK)
        places = place_settlements(game, seat);
    else
        return;
    list_add_vertices(list, blank, &places);
}

/* The last building of the set-up brings a card for every producing hex around it (B-24), one of
 * choice for gold (S-53). */
static void setup_income(const struct setup *setup, struct game *game, unsigned seat,
                         unsigned vertex) {
    const struct vertex *place = &setup->board.vertex[vertex];
    struct cards income = cards_none();
    unsigned gold = 0;
    for (unsigned i = 0; i < 3; i++) {
        unsigned terrain =
            place->hexes[i] == NONE ? SEA : game_terrain(setup, game, place->hexes[i]);
        unsigned kind = terrain_yields(terrain);
        gold += terrain == GOLD;
        if (kind != NONE && game->bank.n[kind] > income.n[kind])
            income.n[kind]++;
    }
    bank_pay(game, seat, income);
    if (gold)
        gold_owe(setup, game, seat, gold);
}

static void settlement_apply(const struct setup *setup, struct game *game,
                             const struct event *event) {
    unsigned seat = event->player;
    if (piece_is_free(game)) {
        put_settlement(setup, game, seat, event->action.vertex);
        if (rules_setup_last(&setup->rules, game->setup_done / 2))
            setup_income(setup, game, seat, event->action.vertex);
        game->setup_done++;
        return;
    }
    piece_pay(setup, game, seat, PIECE_SETTLEMENT);
    put_settlement(setup, game, seat, event->action.vertex);
    neutral_owe(setup, game, PIECE_SETTLEMENT, 1);
}

const struct action_rule rule_build_settlement = {
    RULE(VERTEX_FIELD, settlement_legal, settlement_list, settlement_apply),
    .price = &piece_cost[PIECE_SETTLEMENT]};

/* ---- cities ---- */

static enum reason city_legal(const struct setup *setup, const struct game *game, unsigned seat,
                              const struct action *action) {
    enum reason reason;
    (void)setup;
    if (piece_is_free(game)) /* C-20: it is placed like a settlement */
        return place_settlement(setup, game, seat, action->vertex);
    reason = place_city(game, seat, action->vertex);
    if (reason != REASON_OK)
        return reason;
    return hand_covers(game, seat, piece_cost[PIECE_CITY]) ? REASON_OK : REASON_CANNOT_PAY;
}

static void city_list(const struct setup *setup, const struct game *game, unsigned seat,
                      const struct action *blank, struct move_list *list) {
    struct vertex_set places;
    if (piece_is_free(game))
        places = place_starts(setup, game);
    else if (hand_covers(game, seat, piece_cost[PIECE_CITY]))
        places = place_cities(game, seat);
    else
        return;
    list_add_vertices(list, blank, &places);
}

static void city_apply(const struct setup *setup, struct game *game, const struct event *event) {
    unsigned seat = event->player;
    if (piece_is_free(game)) {
        put_setup_city(setup, game, seat, event->action.vertex);
        setup_income(setup, game, seat, event->action.vertex); /* C-21 */
        game->setup_done++;
        return;
    }
    piece_pay(setup, game, seat, PIECE_CITY);
    put_city(game, seat, event->action.vertex);
}

const struct action_rule rule_build_city = {RULE(VERTEX_FIELD, city_legal, city_list, city_apply),
                                            .price = &piece_cost[PIECE_CITY]};

/* ---- roads ---- */

static enum reason road_legal(const struct setup *setup, const struct game *game, unsigned seat,
                              const struct action *action) {
    unsigned edge = action->edges[0];
    if (piece_is_free(game)) {
        const uint8_t *ends = setup->board.edge[edge].vertices;
        unsigned vertex = game_decision(game, seat)->vertex;
        if (edge_set_has(&game->paved, edge))
            return place_path_taken(game, edge);
        if (!edge_set_has(&game->road_paths, edge))
            return REASON_SEA_PATH;
        return ends[0] == vertex || ends[1] == vertex ? REASON_OK : REASON_NOT_AT_SETTLEMENT;
    }
    enum reason reason = place_road(setup, game, seat, edge);
    return reason == REASON_OK ? piece_can_buy(game, seat, PIECE_ROAD) : reason;
}

static void road_list(const struct setup *setup, const struct game *game, unsigned seat,
                      const struct action *blank, struct move_list *list) {
    if (piece_is_free(game)) {
        const struct vertex *place = &setup->board.vertex[game_decision(game, seat)->vertex];
        for (unsigned i = 0; i < place->n_edges; i++)
            if (!edge_set_has(&game->paved, place->edges[i]) &&
                edge_set_has(&game->road_paths, place->edges[i]))
                list_add(list, blank)->edges[0] = place->edges[i];
    } else if (piece_can_buy(game, seat, PIECE_ROAD) == REASON_OK) {
        struct edge_set edges = place_roads(setup, game, seat);
        EDGE_EACH(&edges, e)
            list_add(list, blank)->edges[0] = (uint8_t)e;
    }
}

static void road_apply(const struct setup *setup, struct game *game, const struct event *event) {
    unsigned seat = event->player;
    if (piece_is_free(game)) {
        put_road(setup, game, seat, event->action.edges[0]);
        game->setup_done++;
        return;
    }
    piece_pay(setup, game, seat, PIECE_ROAD);
    put_road(setup, game, seat, event->action.edges[0]);
    neutral_owe(setup, game, PIECE_ROAD, 1);
}

const struct action_rule rule_build_road = {
    RULE(FIELDS(FIELD("edge", FIELD_EDGE, edges)), road_legal, road_list, road_apply),
    .price = &piece_cost[PIECE_ROAD], .flags = ACTION_DISCOVERS};

/* ---- development cards ---- */

static enum reason dev_buy_legal(const struct setup *setup, const struct game *game, unsigned seat,
                                 const struct action *action) {
    (void)setup, (void)action;
    if (game->deck_count == 0)
        return REASON_DECK_EMPTY;
    return hand_covers(game, seat, dev_cost) ? REASON_OK : REASON_CANNOT_PAY;
}

static void dev_buy_list(const struct setup *setup, const struct game *game, unsigned seat,
                         const struct action *blank, struct move_list *list) {
    list_legal(setup, game, seat, blank, dev_buy_legal, list);
}

static void dev_buy_apply(const struct setup *setup, struct game *game, const struct event *event) {
    unsigned seat = event->player;
    struct player *player = &game->players[seat];
    bank_take(game, seat, dev_cost);
    turn_built(setup, game);
    assert(event->outcome.card < DEV_COUNT && game->deck[event->outcome.card] > 0);
    game->deck[event->outcome.card]--;
    game->deck_count--;
    player->dev_count++;
    player->dev[event->outcome.card]++;
    player->dev_new[event->outcome.card]++;
}

const struct action_rule rule_buy_dev_card = {
    RULE(NO_FIELDS, dev_buy_legal, dev_buy_list, dev_buy_apply), .chance = &chance_dev,
    .price = &dev_cost};
