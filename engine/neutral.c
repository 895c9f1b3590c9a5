/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The two-player variant: neutral colors and trade cards (rules T-14 to T-40). */
#include "engine/internal.h"

/* ---- building for the neutral colors ---- */

static enum reason neutral_place(const struct setup *setup, const struct game *game, unsigned color,
                                 unsigned piece, unsigned place) {
    if (game->players[color].supply[piece] == 0)
        return REASON_NEUTRAL_NO_PIECE;
    if (piece == PIECE_ROAD)
        return place_road(setup, game, color, place) == REASON_OK ? REASON_OK : REASON_NEUTRAL_ROAD;
    return place_settlement(game, color, place) == REASON_OK ? REASON_OK
                                                             : REASON_NEUTRAL_SETTLEMENT;
}

static struct edge_set neutral_roads(const struct setup *setup, const struct game *game,
                                     unsigned color) {
    if (game->players[color].supply[PIECE_ROAD] == 0)
        return (struct edge_set){{0}};
    return place_roads(setup, game, color);
}

static struct vertex_set neutral_settlements(const struct game *game, unsigned color) {
    if (game->players[color].supply[PIECE_SETTLEMENT] == 0)
        return (struct vertex_set){{0}};
    return place_settlements(game, color);
}

bool neutral_can(const struct setup *setup, const struct game *game, unsigned piece) {
    uint64_t any = 0;
    for (unsigned color = setup->rules.players; color < setup->rules.colors; color++) {
        struct edge_set edges = neutral_roads(setup, game, color);
        struct vertex_set vertices = neutral_settlements(game, color);
        for (unsigned w = 0; w < EDGE_WORDS && piece == PIECE_ROAD; w++)
            any |= edges.w[w];
        for (unsigned w = 0; w < VERTEX_WORDS && piece == PIECE_SETTLEMENT; w++)
            any |= vertices.w[w];
    }
    return any != 0;
}

void neutral_owe(const struct setup *setup, struct game *game, unsigned piece, unsigned count) {
    if (setup->rules.colors > setup->rules.players)
        turn_interrupt(game, AGENDA_NEUTRAL, piece, count);
}

static unsigned neutral_where(const struct action *action) {
    return action->piece == PIECE_ROAD ? action->edges[0] : action->vertex;
}

static enum reason neutral_legal(const struct setup *setup, const struct game *game, unsigned seat,
                                 const struct action *action) {
    if (!rules_neutral(&setup->rules, action->seat))
        return REASON_NEUTRAL_COLOR;
    if (action->piece != game_decision(game, seat)->piece)
        return REASON_NEUTRAL_PIECE;
    return neutral_place(setup, game, action->seat, action->piece, neutral_where(action));
}

static struct action *neutral_add(struct move_list *list, unsigned piece, unsigned color) {
    struct action *action = list_add(list, BUILD_NEUTRAL);
    action->piece = (uint8_t)piece;
    action->seat = (uint8_t)color;
    return action;
}

/* Lists the form of BUILD_NEUTRAL that is owed. */
static void neutral_list(const struct setup *setup, const struct game *game, unsigned seat,
                         struct move_list *list) {
    unsigned piece = game_decision(game, seat)->piece;
    for (unsigned color = setup->rules.players; color < setup->rules.colors; color++) {
        struct edge_set edges = neutral_roads(setup, game, color);
        struct vertex_set vertices = neutral_settlements(game, color);
        if (piece == PIECE_ROAD)
            EDGE_EACH(&edges, e)
        neutral_add(list, piece, color)->edges[0] = (uint8_t)e;
        else VERTEX_EACH(&vertices, v) neutral_add(list, piece, color)->vertex = (uint8_t)v;
    }
}

static void neutral_apply(const struct setup *setup, struct game *game, unsigned seat,
                          const struct action *action, const struct outcome *outcome) {
    (void)seat, (void)outcome;
    if (action->piece == PIECE_ROAD)
        put_road(setup, game, action->seat, action->edges[0]);
    else
        put_settlement(setup, game, action->seat, action->vertex);
    if (--game->agenda[0].count == 0)
        agenda_pop(game);
    game->n_pending = 0; /* asked anew if another piece is owed */
}

const struct action_rule rule_neutral[PIECE_SETTLEMENT + 1] = {
    [PIECE_ROAD] = {.name = "build_neutral",
                    .fields =
                        FIELDS(FIELD("kind", FIELD_PIECE, piece), FIELD("player", FIELD_SEAT, seat),
                               FIELD("edge", FIELD_EDGE, edges)),
                    .legal = neutral_legal,
                    .list = neutral_list,
                    .apply = neutral_apply},
    [PIECE_SETTLEMENT] = {.name = "build_neutral",
                          .fields = FIELDS(FIELD("kind", FIELD_PIECE, piece),
                                           FIELD("player", FIELD_SEAT, seat),
                                           FIELD("vertex", FIELD_VERTEX, vertex)),
                          .legal = neutral_legal,
                          .list = NULL, /* the other form lists both */
                          .apply = neutral_apply},
};

/* ---- trade cards ---- */

enum { TOKENS_DESERT = 2, TOKENS_COAST = 1, TOKENS_KNIGHT = 2 };

static void tokens_gain(const struct setup *setup, struct game *game, unsigned seat, unsigned n) {
    unsigned sum = game->players[seat].tokens + n;
    game->players[seat].tokens =
        (uint8_t)(sum < setup->rules.tokens_max ? sum : setup->rules.tokens_max); /* T-03 */
}

void tokens_for_settlement(const struct setup *setup, struct game *game, unsigned seat,
                           unsigned vertex) {
    const struct vertex *place = &setup->board.vertex[vertex];
    unsigned gain = place->coastal ? TOKENS_COAST : 0;
    if (seat >= setup->rules.players)
        return; /* T-39 */
    for (unsigned i = 0; i < 3; i++)
        if (place->hexes[i] != NONE && setup->board.deserts >> place->hexes[i] & 1) {
            gain += TOKENS_DESERT;
            break;
        }
    tokens_gain(setup, game, seat, gain);
}

unsigned game_token_price(const struct setup *setup, const struct game *game, unsigned seat) {
    unsigned own = game_points_visible(setup, game, seat);
    unsigned other = game_points_visible(setup, game, 1 - seat);
    return own > other ? 2 : 1;
}

static bool tokens_short(const struct setup *setup, const struct game *game, unsigned seat) {
    return game->players[seat].tokens < game_token_price(setup, game, seat);
}

static void tokens_pay(const struct setup *setup, struct game *game, unsigned seat) {
    game->players[seat].tokens =
        (uint8_t)(game->players[seat].tokens - game_token_price(setup, game, seat));
}

/* Lists TYPE, which has no fields, when the row allows it. */
static void plain_list(const struct setup *setup, const struct game *game, unsigned seat,
                       struct move_list *list, unsigned type) {
    struct action action = {.type = (uint8_t)type};
    if (action_rule(type, 0)->legal(setup, game, seat, &action) == REASON_OK)
        list_add(list, type);
}

static enum reason forced_legal(const struct setup *setup, const struct game *game, unsigned seat,
                                const struct action *action) {
    (void)action;
    if (tokens_short(setup, game, seat))
        return REASON_TOKENS;
    if (game->players[seat].hand_count < FORCED_CARDS)
        return REASON_FORCED_HAND;
    return game->players[1 - seat].hand_count ? REASON_OK : REASON_FORCED_EMPTY;
}

static void forced_list(const struct setup *setup, const struct game *game, unsigned seat,
                        struct move_list *list) {
    plain_list(setup, game, seat, list, FORCED_TRADE);
}

static void forced_apply(const struct setup *setup, struct game *game, unsigned seat,
                         const struct action *action, const struct outcome *outcome) {
    (void)action;
    tokens_pay(setup, game, seat);
    hand_lose(game, 1 - seat, outcome->cards);
    hand_gain(game, seat, outcome->cards);
    turn_interrupt(game, AGENDA_RETURN_CARDS, 1 - seat, FORCED_CARDS);
}

const struct action_rule rule_forced_trade = {
    .name = "forced_trade",
    .fields = NO_FIELDS,
    .legal = forced_legal,
    .list = forced_list,
    .apply = forced_apply,
};

static enum reason return_legal(const struct setup *setup, const struct game *game, unsigned seat,
                                const struct action *action) {
    (void)setup;
    return cards_named(action->give, game_decision(game, seat)->count, game->players[seat].hand,
                       REASON_RETURN_COUNT, REASON_RETURN_NOT_HELD);
}

static void return_list(const struct setup *setup, const struct game *game, unsigned seat,
                        struct move_list *list) {
    (void)setup;
    list_add(list, RETURN_CARDS)->open = game_decision(game, seat)->count;
}

static void return_apply(const struct setup *setup, struct game *game, unsigned seat,
                         const struct action *action, const struct outcome *outcome) {
    (void)setup, (void)outcome;
    hand_lose(game, seat, action->give);
    hand_gain(game, game->agenda[0].arg, action->give);
    agenda_pop(game);
}

const struct action_rule rule_return_cards = {
    .name = "return_cards",
    .fields = FIELDS(FIELD("cards", FIELD_CARDS, give)),
    .legal = return_legal,
    .list = return_list,
    .apply = return_apply,
};

static enum reason desert_legal(const struct setup *setup, const struct game *game, unsigned seat,
                                const struct action *action) {
    (void)action;
    if (!setup->board.deserts)
        return REASON_NO_DESERT;
    if (game->robber != NONE && setup->board.deserts >> game->robber & 1)
        return REASON_ROBBER_ON_DESERT;
    return tokens_short(setup, game, seat) ? REASON_TOKENS : REASON_OK;
}

static void desert_list(const struct setup *setup, const struct game *game, unsigned seat,
                        struct move_list *list) {
    plain_list(setup, game, seat, list, ROBBER_TO_DESERT);
}

static void desert_apply(const struct setup *setup, struct game *game, unsigned seat,
                         const struct action *action, const struct outcome *outcome) {
    (void)action, (void)outcome;
    tokens_pay(setup, game, seat);
    game->robber = (uint8_t)__builtin_ctzll(setup->board.deserts);
}

const struct action_rule rule_robber_to_desert = {
    .name = "robber_to_desert",
    .fields = NO_FIELDS,
    .legal = desert_legal,
    .list = desert_list,
    .apply = desert_apply,
};

static enum reason trade_in_legal(const struct setup *setup, const struct game *game, unsigned seat,
                                  const struct action *action) {
    (void)setup, (void)action;
    if (game->knight_traded)
        return REASON_KNIGHT_TRADED;
    return game->players[seat].knights_played ? REASON_OK : REASON_NO_KNIGHT_PLAYED;
}

static void trade_in_list(const struct setup *setup, const struct game *game, unsigned seat,
                          struct move_list *list) {
    plain_list(setup, game, seat, list, TRADE_IN_KNIGHT);
}

/* T-34: unlike elsewhere a tie loses Largest Army here. */
static void trade_in_apply(const struct setup *setup, struct game *game, unsigned seat,
                           const struct action *action, const struct outcome *outcome) {
    struct player *player = &game->players[seat];
    (void)action, (void)outcome;
    game->knight_traded = true;
    player->knights_played--;
    game->dev_removed[KNIGHT]++;
    tokens_gain(setup, game, seat, TOKENS_KNIGHT);
    if (game->army_holder == seat &&
        player->knights_played <= game->players[1 - seat].knights_played)
        game->army_holder = NONE;
    army_card_check(setup, game);
}

const struct action_rule rule_trade_in_knight = {
    .name = "trade_in_knight",
    .fields = NO_FIELDS,
    .legal = trade_in_legal,
    .list = trade_in_list,
    .apply = trade_in_apply,
};
