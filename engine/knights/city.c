/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Cities with knights in the game: walls, improvements and metropolises, losing a city and setting it
 * upright again (rules C-62, C-63, C-95 to C-115, C-123, C-136 to C-140, C-237). */
#include "engine/knights/internal.h"

_Static_assert(CLOTH + TRACK_POLITICS == COIN && CLOTH + TRACK_SCIENCE == PAPER,
               "areas come in the order of their commodities (C-11 to C-13)");

/* ---- which cities ---- */

/* Cities of SEAT that are cities in every respect: not on their side (C-136). */
static struct vertex_set city_upright(const struct game *game, unsigned seat) {
    return vertex_set_minus(game->players[seat].cities, game->tipped);
}

struct vertex_set game_plain_cities(const struct game *game, unsigned seat) {
    struct vertex_set cities = city_upright(game, seat);
    for (unsigned track = 0; track < TRACK_COUNT; track++)
        if (game->metropolis[track] != NONE)
            vertex_set_remove(&cities, game->metropolis[track]);
    return cities;
}

static bool city_is_plain(const struct game *game, unsigned vertex) {
    struct vertex_set cities = game_plain_cities(game, game->owner[vertex]);
    return vertex_set_has(&cities, vertex);
}

unsigned game_barbarian_strength(const struct setup *setup, const struct game *game) {
    unsigned strength = 0;
    for (unsigned seat = 0; seat < setup->rules.players; seat++)
        strength += (unsigned)(setup->rules.supply[PIECE_CITY] -
                               game->players[seat].supply[PIECE_CITY] - game->players[seat].tipped);
    return strength;
}

/* ---- walls ---- */

enum reason place_wall(const struct game *game, unsigned seat, unsigned vertex) {
    struct vertex_set cities = city_upright(game, seat);
    if (!vertex_set_has(&cities, vertex))
        return REASON_NO_OWN_CITY;
    if (vertex_set_has(&game->walls, vertex))
        return REASON_WALL_THERE;
    return game->players[seat].supply[PIECE_WALL] > 0 ? REASON_OK : REASON_NO_PIECE;
}

void put_wall(struct game *game, unsigned seat, unsigned vertex) {
    assert(place_wall(game, seat, vertex) == REASON_OK);
    game->players[seat].supply[PIECE_WALL]--;
    vertex_set_add(&game->walls, vertex);
}

static enum reason wall_legal(const struct setup *setup, const struct game *game, unsigned seat,
                              const struct action *action) {
    enum reason reason = place_wall(game, seat, action->vertex);
    (void)setup;
    return reason == REASON_OK ? piece_can_buy(game, seat, PIECE_WALL) : reason;
}

static void wall_list(const struct setup *setup, const struct game *game, unsigned seat,
                      const struct action *blank, struct move_list *list) {
    (void)setup;
    if (piece_can_buy(game, seat, PIECE_WALL) != REASON_OK)
        return;
    struct vertex_set places = vertex_set_minus(city_upright(game, seat), game->walls);
    list_add_vertices(list, blank, &places);
}

static void wall_apply(const struct setup *setup, struct game *game, const struct event *event) {
    unsigned seat = event->player;
    piece_pay(setup, game, seat, PIECE_WALL);
    put_wall(game, seat, event->action.vertex);
}

const struct action_rule rule_build_city_wall = {
    RULE(VERTEX_FIELD, wall_legal, wall_list, wall_apply), .price = &piece_cost[PIECE_WALL],
    .flags = ACTION_POINTLESS};

/* ---- improvements and metropolises ---- */

/* Cards that the next level of TRACK costs SEAT; a Crane takes one off (C-100, C-183). */
static struct cards game_improvement_price(const struct game *game, unsigned seat, unsigned track) {
    unsigned level = game->players[seat].improvements[track] + 1u;
    return cards_one(CLOTH + track, level - (game->cranes > 0));
}

/* Whether the next level of TRACK brings SEAT its metropolis (C-107, C-109, C-110). */
static bool improve_wins_metropolis(const struct game *game, unsigned seat, unsigned track) {
    unsigned level = game->players[seat].improvements[track] + 1u;
    if (level < LEVEL_METROPOLIS)
        return false;
    if (game->metropolis[track] == NONE)
        return true;
    unsigned holder = game->owner[game->metropolis[track]];
    return holder != seat && level == LEVEL_MAX &&
           game->players[holder].improvements[track] < LEVEL_MAX;
}

/* Why SEAT may not buy the next level of TRACK, its price aside and wherever its metropolis would go. */
static enum reason improve_open(const struct game *game, unsigned seat, unsigned track) {
    unsigned level = game->players[seat].improvements[track] + 1u;
    struct vertex_set cities = city_upright(game, seat);
    if (level > LEVEL_MAX)
        return REASON_IMPROVED_FULLY;
    if (vertex_set_empty(&cities))
        return REASON_CITY_NEEDED;
    bool own = game->metropolis[track] != NONE && game->owner[game->metropolis[track]] == seat;
    if (level >= LEVEL_METROPOLIS && !own) { /* C-104 to C-106 */
        struct vertex_set plain = game_plain_cities(game, seat);
        if (vertex_set_empty(&plain))
            return REASON_PLAIN_CITY_NEEDED;
    }
    return REASON_OK;
}

/* game_improvement_price is in a single kind, so one count decides. */
static bool improve_payable(const struct game *game, unsigned seat, unsigned track) {
    const struct player *player = &game->players[seat];
    return player->hand.n[CLOTH + track] + (game->cranes > 0) > player->improvements[track];
}

static enum reason improve_legal(const struct setup *setup, const struct game *game, unsigned seat,
                                 const struct action *action) {
    enum reason reason = improve_open(game, seat, action->track);
    (void)setup;
    if (reason != REASON_OK)
        return reason;
    if (!improve_payable(game, seat, action->track))
        return REASON_CANNOT_PAY;
    if (!improve_wins_metropolis(game, seat, action->track))
        return action->vertex == NONE ? REASON_OK : REASON_NO_METROPOLIS;
    struct vertex_set plain = game_plain_cities(game, seat);
    if (action->vertex == NONE)
        return vertex_set_count(&plain) == 1 ? REASON_OK : REASON_METROPOLIS_CITY;
    return vertex_set_has(&plain, action->vertex) ? REASON_OK : REASON_METROPOLIS_CITY;
}

/* The next level of TRACK, for each city where its metropolis can go. */
static void improve_list_track(const struct game *game, unsigned seat, const struct action *blank,
                               unsigned track, struct move_list *list) {
    struct action move = *blank;
    move.track = (uint8_t)track;
    move.vertex = NONE;
    if (!improve_wins_metropolis(game, seat, track)) {
        list_add(list, &move);
        return;
    }
    struct vertex_set plain = game_plain_cities(game, seat);
    list_add_vertices(list, &move, &plain);
}

/* The cheap test first. */
static void improve_list(const struct setup *setup, const struct game *game, unsigned seat,
                         const struct action *blank, struct move_list *list) {
    (void)setup;
    for (unsigned track = 0; track < TRACK_COUNT; track++)
        if (improve_payable(game, seat, track) && improve_open(game, seat, track) == REASON_OK)
            improve_list_track(game, seat, blank, track, list);
}

static void improve_apply(const struct setup *setup, struct game *game, const struct event *event) {
    unsigned seat = event->player;
    bool wins = improve_wins_metropolis(game, seat, event->action.track);
    bank_take(game, seat, game_improvement_price(game, seat, event->action.track));
    turn_built(setup, game);
    if (game->cranes > 0)
        game->cranes--;
    game->players[seat].improvements[event->action.track]++;
    if (!wins)
        return;
    struct vertex_set plain = game_plain_cities(game, seat);
    game->metropolis[event->action.track] =
        event->action.vertex == NONE ? (uint8_t)vertex_set_first(plain) : event->action.vertex;
}

static struct cards improve_price(const struct setup *setup, const struct game *game, unsigned seat,
                                  const struct action *action) {
    (void)setup;
    return game_improvement_price(game, seat, action->track);
}

const struct action_rule rule_improve_city = {
    RULE(FIELDS(FIELD("track", FIELD_TRACK, track),
                FIELD_OPTIONAL("vertex", FIELD_VERTEX_OPTIONAL, vertex)),
         improve_legal, improve_list, improve_apply),
    .cost = improve_price};

/* ---- losing a city, putting it right ---- */

void city_pillage(struct game *game, unsigned vertex) {
    struct player *player = &game->players[game->owner[vertex]];
    assert(city_is_plain(game, vertex));
    if (vertex_set_has(&game->walls, vertex)) {
        vertex_set_remove(&game->walls, vertex);
        player->supply[PIECE_WALL]++;
    }
    vertex_set_remove(&game->sabotaged, vertex); /* C-238 */
    game->building[vertex] = BUILDING_SETTLEMENT;
    if (player->supply[PIECE_SETTLEMENT] == 0) {
        vertex_set_add(&game->tipped, vertex);
        player->tipped++;
        return;
    }
    player->supply[PIECE_SETTLEMENT]--;
    player->supply[PIECE_CITY]++;
    vertex_set_remove(&player->cities, vertex);
    vertex_set_add(&player->settlements, vertex);
}

static enum reason repair_legal(const struct setup *setup, const struct game *game, unsigned seat,
                                const struct action *action) {
    (void)setup;
    if (!vertex_set_has(&game->sabotaged, action->vertex) || game->owner[action->vertex] != seat)
        return REASON_NOT_SABOTAGED;
    return hand_covers(game, seat, repair_cost) ? REASON_OK : REASON_CANNOT_PAY;
}

static void repair_list(const struct setup *setup, const struct game *game, unsigned seat,
                        const struct action *blank, struct move_list *list) {
    (void)setup;
    if (!hand_covers(game, seat, repair_cost))
        return;
    VERTEX_EACH(&game->sabotaged, v)
        if (game->owner[v] == seat)
            list_add(list, blank)->vertex = (uint8_t)v;
}

static void repair_apply(const struct setup *setup, struct game *game, const struct event *event) {
    bank_take(game, event->player, repair_cost);
    turn_built(setup, game);
    vertex_set_remove(&game->sabotaged, event->action.vertex);
    game->building[event->action.vertex] = BUILDING_CITY;
}

const struct action_rule rule_repair_city = {
    RULE(VERTEX_FIELD, repair_legal, repair_list, repair_apply), .price = &repair_cost};
