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
    return place_settlement(setup, game, color, place) == REASON_OK ? REASON_OK
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

static bool neutral_can_build(const struct setup *setup, const struct game *game, unsigned piece) {
    for (unsigned color = setup->rules.players; color < setup->rules.colors; color++) {
        struct edge_set edges = neutral_roads(setup, game, color);
        struct vertex_set vertices = neutral_settlements(game, color);
        if (piece == PIECE_ROAD ? !edge_set_empty(&edges) : !vertex_set_empty(&vertices))
            return true;
    }
    return false;
}

void neutral_owe(const struct setup *setup, struct game *game, unsigned piece, unsigned count) {
    if (setup->rules.colors > setup->rules.players)
        agenda_interrupt(game, AGENDA_NEUTRAL, piece, count);
}

/* T-14 to T-17: without a place for a settlement a road is owed; without a place for either,
 * nothing. */
static void step_neutral(const struct setup *setup, struct game *game) {
    unsigned piece = game->agenda[0].arg;
    if (piece == PIECE_SETTLEMENT && !neutral_can_build(setup, game, PIECE_SETTLEMENT))
        piece = PIECE_ROAD;
    if (!neutral_can_build(setup, game, piece)) {
        agenda_pop(game);
        return;
    }
    struct decision *decision = agenda_ask(game, DECIDE_BUILD_NEUTRAL, game->active);
    decision->piece = (uint8_t)piece;
    decision->count = game->agenda[0].count;
}

static bool neutral_sound(const struct setup *setup, const struct game *game,
                          const struct agenda_item *item) {
    (void)game;
    return setup->rules.colors > setup->rules.players && item->arg <= PIECE_SETTLEMENT &&
           item->count >= 1 && item->count <= 2;
}

const struct agenda_row agenda_neutral = {
    .run = step_neutral, .uses = USES_ARG | USES_COUNT, .sound = neutral_sound};

unsigned neutral_forms_owed(const struct setup *setup, const struct game *game, unsigned seat) {
    (void)setup;
    return 1u << game_decision(game, seat)->piece;
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

static void neutral_list(const struct setup *setup, const struct game *game, unsigned seat,
                         const struct action *blank, struct move_list *list) {
    struct action move = *blank;
    (void)seat;
    for (unsigned color = setup->rules.players; color < setup->rules.colors; color++) {
        move.seat = (uint8_t)color;
        if (move.piece == PIECE_ROAD) {
            struct edge_set edges = neutral_roads(setup, game, color);
            EDGE_EACH(&edges, e)
                list_add(list, &move)->edges[0] = (uint8_t)e;
        } else {
            struct vertex_set vertices = neutral_settlements(game, color);
            list_add_vertices(list, &move, &vertices);
        }
    }
}

static void neutral_apply(const struct setup *setup, struct game *game, const struct event *event) {
    if (event->action.piece == PIECE_ROAD)
        put_road(setup, game, event->action.seat, event->action.edges[0]);
    else
        put_settlement(setup, game, event->action.seat, event->action.vertex);
    if (--game->agenda[0].count == 0)
        agenda_pop(game);
    game->n_pending = 0; /* the step asks again if another piece is owed */
}

#define NEUTRAL_FIELDS(place)                                                                      \
    FIELDS(FIELD("kind", FIELD_PIECE, piece), FIELD("player", FIELD_SEAT, seat), place)

const struct action_rule rule_neutral[PIECE_SETTLEMENT + 1] = {
    [PIECE_ROAD] = {RULE(NEUTRAL_FIELDS(FIELD("edge", FIELD_EDGE, edges)), neutral_legal,
                         neutral_list, neutral_apply)},
    [PIECE_SETTLEMENT] = {RULE(NEUTRAL_FIELDS(FIELD("vertex", FIELD_VERTEX, vertex)), neutral_legal,
                               neutral_list, neutral_apply)},
};

/* O-33: the first place by id, which a listing would have first. */
void default_neutral(const struct setup *setup, const struct game *game, unsigned seat,
                     const struct decision *decision, struct action *move) {
    (void)seat;
    move->piece = decision->piece;
    for (unsigned color = setup->rules.players; color < setup->rules.colors; color++) {
        struct edge_set edges = neutral_roads(setup, game, color);
        struct vertex_set vertices = neutral_settlements(game, color);
        move->seat = (uint8_t)color;
        if (move->piece == PIECE_ROAD) {
            EDGE_EACH(&edges, e) {
                move->edges[0] = (uint8_t)e;
                return;
            }
        } else if (!vertex_set_empty(&vertices)) {
            move->vertex = (uint8_t)vertex_set_first(vertices);
            return;
        }
    }
    assert(false && "a neutral piece is only owed where one can be built");
}

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
        if (board_is_desert(&setup->board, place->hexes[i])) {
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

static enum reason forced_legal(const struct setup *setup, const struct game *game, unsigned seat,
                                const struct action *action) {
    (void)action;
    if (tokens_short(setup, game, seat))
        return REASON_TOKENS;
    if (game->players[seat].hand_count < FORCED_CARDS)
        return REASON_FORCED_HAND;
    return game->players[1 - seat].hand_count ? REASON_OK : REASON_FORCED_EMPTY;
}

static void forced_apply(const struct setup *setup, struct game *game, const struct event *event) {
    unsigned seat = event->player;
    tokens_pay(setup, game, seat);
    hand_move(game, 1 - seat, seat, event->outcome.cards);
    agenda_interrupt(game, AGENDA_RETURN_CARDS, 1 - seat, FORCED_CARDS);
}

/* With two players it is always the other one. */
static unsigned neutral_givers(const struct setup *setup, const struct game *before,
                               const struct event *event) {
    (void)setup, (void)before;
    return 1u << (1 - event->player);
}

const struct action_rule rule_forced_trade = {
    RULE(NO_FIELDS, forced_legal, list_plain, forced_apply), .chance = &chance_forced,
    .givers = neutral_givers};

static void step_return_cards(const struct setup *setup, struct game *game) {
    struct decision *decision = agenda_ask(game, DECIDE_RETURN_CARDS, game->active);
    (void)setup;
    decision->other = game->agenda[0].arg;
    decision->count = game->agenda[0].count;
}

static bool forced_return_sound(const struct setup *setup, const struct game *game,
                                const struct agenda_item *item) {
    return setup->rules.tokens_max && item->arg == 1 - game->active && item->count >= 1 &&
           item->count <= game->players[game->active].hand_count;
}

const struct agenda_row agenda_return_cards = {
    .run = step_return_cards, .uses = USES_ARG | USES_COUNT, .sound = forced_return_sound};

static enum reason forced_return_legal(const struct setup *setup, const struct game *game,
                                       unsigned seat, const struct action *action) {
    (void)setup;
    return cards_choice_legal(action->give, game_decision(game, seat)->count,
                              game->players[seat].hand, REASON_RETURN_COUNT,
                              REASON_RETURN_NOT_HELD);
}

static void forced_return_apply(const struct setup *setup, struct game *game,
                                const struct event *event) {
    (void)setup;
    hand_move(game, event->player, game->agenda[0].arg, event->action.give);
    agenda_pop(game);
}

const struct action_rule rule_return_cards = {
    RULE(CARDS_FIELD, forced_return_legal, list_open, forced_return_apply),
    .givers = neutral_givers, .hides = HIDDEN_ACTION_CARDS, .flags = ACTION_SHARED};

static enum reason robber_to_desert_legal(const struct setup *setup, const struct game *game,
                                          unsigned seat, const struct action *action) {
    (void)action;
    if (setup->board.desert == NONE)
        return REASON_NO_DESERT;
    if (board_is_desert(&setup->board, game->robber))
        return REASON_ROBBER_ON_DESERT;
    return tokens_short(setup, game, seat) ? REASON_TOKENS : REASON_OK;
}

static void robber_to_desert_apply(const struct setup *setup, struct game *game,
                                   const struct event *event) {
    tokens_pay(setup, game, event->player);
    game->robber = setup->board.desert;
}

const struct action_rule rule_robber_to_desert = {
    RULE(NO_FIELDS, robber_to_desert_legal, list_plain, robber_to_desert_apply)};

static enum reason trade_in_legal(const struct setup *setup, const struct game *game, unsigned seat,
                                  const struct action *action) {
    (void)setup, (void)action;
    if (game->knight_traded)
        return REASON_KNIGHT_TRADED;
    return game->players[seat].knights_played ? REASON_OK : REASON_NO_KNIGHT_PLAYED;
}

/* T-34: unlike elsewhere a tie loses Largest Army here. */
static void trade_in_apply(const struct setup *setup, struct game *game,
                           const struct event *event) {
    unsigned seat = event->player;
    struct player *player = &game->players[seat];
    game->knight_traded = true;
    player->knights_played--;
    game->dev_removed[KNIGHT]++;
    tokens_gain(setup, game, seat, TOKENS_KNIGHT);
    if (game->holders[AWARD_LARGEST_ARMY] == seat &&
        player->knights_played <= game->players[1 - seat].knights_played)
        game->holders[AWARD_LARGEST_ARMY] = NONE;
    award_check(setup, game, AWARD_LARGEST_ARMY);
}

const struct action_rule rule_trade_in_knight = {
    RULE(NO_FIELDS, trade_in_legal, list_plain, trade_in_apply)};
