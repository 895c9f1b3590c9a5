/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Playing development cards (rules B-28, B-68 to B-76): a row for each card. */
#include "engine/internal.h"

/* What holds for every card; `between` says whether it may be played between two rolls (T-11). */
static enum reason can_play(const struct game *game, unsigned seat, unsigned card, bool between) {
    const struct player *player = &game->players[seat];
    if (game->step == STEP_BETWEEN_ROLLS && !between)
        return REASON_BETWEEN_ROLLS;
    if (player->dev[card] == 0)
        return REASON_DEV_NOT_HELD;
    if (player->dev[card] == player->dev_new[card])
        return REASON_DEV_NEW;
    return game->dev_played ? REASON_DEV_ONE_A_TURN : REASON_OK;
}

/* The card leaves the hand; all but knights leave the game (B-71). */
static void card_played(struct game *game, unsigned seat, unsigned card) {
    struct player *player = &game->players[seat];
    game->dev_played = true;
    player->dev_count--;
    if (!player->hidden)
        player->dev[card]--;
    if (card == KNIGHT)
        player->knights_played++;
    else
        game->dev_removed[card]++;
}

static struct action *list_add_card(struct move_list *list, unsigned card) {
    struct action *action = list_add(list, PLAY_DEV_CARD);
    action->card = (uint8_t)card;
    return action;
}

#define CARD_FIELD FIELD("card", FIELD_DEV, card)

/* ---- knight ---- */

static enum reason knight_legal(const struct setup *setup, const struct game *game, unsigned seat,
                                const struct action *action) {
    enum reason reason = can_play(game, seat, KNIGHT, true);
    return reason == REASON_OK ? robber_legal(setup, game, seat, action->hex, action->seat)
                               : reason;
}

static void knight_list(const struct setup *setup, const struct game *game, unsigned seat,
                        struct move_list *list) {
    if (can_play(game, seat, KNIGHT, true) == REASON_OK)
        robber_list(setup, game, seat, list,
                    &(struct action){.type = PLAY_DEV_CARD, .card = KNIGHT},
                    board_hexes(&setup->board));
}

static void knight_apply(const struct setup *setup, struct game *game, unsigned seat,
                         const struct action *action, const struct outcome *outcome) {
    card_played(game, seat, KNIGHT);
    robber_move(game, seat, action, outcome);
    army_card_check(setup, game);
}

/* ---- road building ---- */

/* Whether a road at EDGE would join one just put at FIRST. */
static bool joins(const struct setup *setup, const struct game *game, unsigned seat, unsigned edge,
                  unsigned first) {
    for (unsigned i = 0; i < 2; i++) {
        unsigned vertex = setup->board.edge[edge].vertices[i];
        const uint8_t *ends = setup->board.edge[first].vertices;
        bool blocked = vertex_set_has(&game->occupied, vertex) && game->owner[vertex] != seat;
        if ((ends[0] == vertex || ends[1] == vertex) && !blocked)
            return true;
    }
    return false;
}

/* Whether there is a piece and a path for it (B-75). */
static bool roads_possible(const struct setup *setup, const struct game *game, unsigned seat) {
    struct edge_set edges = place_roads(setup, game, seat);
    uint64_t any = 0;
    for (unsigned w = 0; w < EDGE_WORDS; w++)
        any |= edges.w[w];
    return any && game->players[seat].supply[PIECE_ROAD];
}

static enum reason roads_legal(const struct setup *setup, const struct game *game, unsigned seat,
                               const struct action *action) {
    unsigned first = action->edges[0], second = action->edges[1];
    unsigned pieces = second == NONE ? 1 : 2;
    enum reason reason = can_play(game, seat, ROAD_BUILDING, false);
    if (reason != REASON_OK)
        return reason;
    if (!roads_possible(setup, game, seat))
        return REASON_CARD_NO_EFFECT;
    if (game->players[seat].supply[PIECE_ROAD] < pieces)
        return REASON_NO_PIECE;
    reason = place_road(setup, game, seat, first);
    if (reason != REASON_OK || second == NONE)
        return reason;
    reason = second == first ? REASON_EDGE_TAKEN : place_road(setup, game, seat, second);
    if (reason == REASON_NOT_CONNECTED && joins(setup, game, seat, second, first))
        reason = REASON_OK;
    return reason;
}

static void roads_add(struct move_list *list, unsigned first, unsigned second) {
    struct action *action = list_add_card(list, ROAD_BUILDING);
    action->edges[0] = (uint8_t)first;
    action->edges[1] = (uint8_t)second;
}

/* Second roads that a road at FIRST makes possible and that were not possible before. */
static struct edge_set opened(const struct setup *setup, const struct game *game, unsigned seat,
                              unsigned first, const struct edge_set *before) {
    struct edge_set edges = {{0}};
    for (unsigned i = 0; i < 2; i++) {
        const struct vertex *place = &setup->board.vertex[setup->board.edge[first].vertices[i]];
        for (unsigned j = 0; j < place->n_edges; j++) {
            unsigned edge = place->edges[j];
            if (edge != first && !edge_set_has(before, edge) && !edge_set_has(&game->paved, edge) &&
                joins(setup, game, seat, edge, first))
                edge_set_add(&edges, edge);
        }
    }
    return edges;
}

/* Every single road, every pair that may be built in either order once, and every pair of which the
 * first makes the second possible. */
static void roads_list(const struct setup *setup, const struct game *game, unsigned seat,
                       struct move_list *list) {
    unsigned supply = game->players[seat].supply[PIECE_ROAD];
    if (can_play(game, seat, ROAD_BUILDING, false) != REASON_OK || supply == 0)
        return;
    struct edge_set edges = place_roads(setup, game, seat);
    unsigned n = 0;
    for (unsigned w = 0; w < EDGE_WORDS; w++)
        n += bit_count(edges.w[w]);
    if (n * (n + 4) > ROAD_PAIR_MAX) {
        list_add_card(list, ROAD_BUILDING)->open = supply < 2 ? 1 : 2;
        return;
    }
    EDGE_EACH(&edges, first) {
        roads_add(list, first, NONE);
        if (supply < 2)
            continue;
        EDGE_EACH(&edges, second)
        if (second > first)
            roads_add(list, first, second);
        struct edge_set more = opened(setup, game, seat, first, &edges);
        EDGE_EACH(&more, second)
        roads_add(list, first, second);
    }
}

static void roads_apply(const struct setup *setup, struct game *game, unsigned seat,
                        const struct action *action, const struct outcome *outcome) {
    unsigned placed = 0;
    (void)outcome;
    card_played(game, seat, ROAD_BUILDING);
    for (; placed < 2 && action->edges[placed] != NONE; placed++)
        put_road(setup, game, seat, action->edges[placed]);
    neutral_owe(setup, game, PIECE_ROAD, placed); /* T-19: one for each, after both */
}

/* ---- year of plenty ---- */

static enum reason plenty_legal(const struct setup *setup, const struct game *game, unsigned seat,
                                const struct action *action) {
    unsigned bank = cards_total(game->bank), due = bank < 2 ? bank : 2;
    enum reason reason = can_play(game, seat, YEAR_OF_PLENTY, false);
    (void)setup;
    if (reason != REASON_OK)
        return reason;
    if (due == 0)
        return REASON_CARD_NO_EFFECT;
    if (cards_kinds(action->take) >> RESOURCE_COUNT)
        return REASON_ONLY_RESOURCES;
    if (cards_total(action->take) != due)
        return REASON_PLENTY_COUNT;
    return cards_cover(game->bank, action->take) ? REASON_OK : REASON_PLENTY_BANK;
}

static void plenty_list(const struct setup *setup, const struct game *game, unsigned seat,
                        struct move_list *list) {
    unsigned bank = cards_total(game->bank);
    (void)setup;
    if (can_play(game, seat, YEAR_OF_PLENTY, false) != REASON_OK || bank == 0)
        return;
    for (unsigned a = 0; a < RESOURCE_COUNT; a++)
        for (unsigned b = a; b < RESOURCE_COUNT; b++) {
            struct cards take = cards_one(a, 1);
            if (bank > 1)
                take.n[b]++;
            if (cards_cover(game->bank, take) && (bank > 1 || a == b))
                list_add_card(list, YEAR_OF_PLENTY)->take = take;
        }
}

static void plenty_apply(const struct setup *setup, struct game *game, unsigned seat,
                         const struct action *action, const struct outcome *outcome) {
    (void)setup, (void)outcome;
    card_played(game, seat, YEAR_OF_PLENTY);
    bank_pay(game, seat, action->take);
}

/* ---- monopoly ---- */

static enum reason monopoly_legal(const struct setup *setup, const struct game *game, unsigned seat,
                                  const struct action *action) {
    (void)setup, (void)action;
    return can_play(game, seat, MONOPOLY, false);
}

static void monopoly_list(const struct setup *setup, const struct game *game, unsigned seat,
                          struct move_list *list) {
    (void)setup;
    if (can_play(game, seat, MONOPOLY, false) != REASON_OK)
        return;
    for (unsigned kind = 0; kind < RESOURCE_COUNT; kind++)
        list_add_card(list, MONOPOLY)->kind = (uint8_t)kind;
}

static void monopoly_apply(const struct setup *setup, struct game *game, unsigned seat,
                           const struct action *action, const struct outcome *outcome) {
    (void)outcome;
    card_played(game, seat, MONOPOLY);
    for (unsigned other = 0; other < setup->rules.players; other++) {
        if (other == seat)
            continue;
        struct cards cards = cards_one(action->kind, game->players[other].hand.n[action->kind]);
        hand_lose(game, other, cards);
        hand_gain(game, seat, cards);
    }
}

/* ---- victory points: never played ---- */

static enum reason point_legal(const struct setup *setup, const struct game *game, unsigned seat,
                               const struct action *action) {
    (void)setup, (void)action;
    return game->players[seat].dev[VICTORY_POINT] ? REASON_VICTORY_POINT_KEPT : REASON_DEV_NOT_HELD;
}

static void point_list(const struct setup *setup, const struct game *game, unsigned seat,
                       struct move_list *list) {
    (void)setup, (void)game, (void)seat, (void)list;
}

const struct action_rule rule_dev[DEV_COUNT] = {
    [KNIGHT] = {.name = "knight",
                .fields = FIELDS(CARD_FIELD, FIELD("hex", FIELD_HEX, hex),
                                 FIELD("victim", FIELD_SEAT_OR_NULL, seat)),
                .legal = knight_legal,
                .list = knight_list,
                .apply = knight_apply},
    [ROAD_BUILDING] = {.name = "road_building",
                       .fields = FIELDS(CARD_FIELD, FIELD("edges", FIELD_EDGES, edges)),
                       .legal = roads_legal,
                       .list = roads_list,
                       .apply = roads_apply},
    [YEAR_OF_PLENTY] = {.name = "year_of_plenty",
                        .fields = FIELDS(CARD_FIELD, FIELD("take", FIELD_CARDS, take)),
                        .legal = plenty_legal,
                        .list = plenty_list,
                        .apply = plenty_apply},
    [MONOPOLY] = {.name = "monopoly",
                  .fields = FIELDS(CARD_FIELD, FIELD("resource", FIELD_KIND, kind)),
                  .legal = monopoly_legal,
                  .list = monopoly_list,
                  .apply = monopoly_apply},
    [VICTORY_POINT] = {.name = "victory_point",
                       .fields = FIELDS(CARD_FIELD),
                       .legal = point_legal,
                       .list = point_list},
};
