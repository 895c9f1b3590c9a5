/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Wonders: building and winning by them (rules S-146 to S-156, V-78, V-94, X-72). */
#include "engine/sea/sea.h"

enum { MONUMENT_ROUTE = 5, CATHEDRAL_POINTS = 6, THEATER_CITIES = 2 };

/* Price of each level (S-149). */
static const struct cards prices[WONDER_COUNT] = {
    [WONDER_THEATER] = {{[BRICK] = 1, [LUMBER] = 1, [WOOL] = 3}},
    [WONDER_GREAT_BRIDGE] = {{[LUMBER] = 3, [WOOL] = 1, [GRAIN] = 1}},
    [WONDER_MONUMENT] = {{[ORE] = 2, [GRAIN] = 3}},
    [WONDER_GREAT_WALL] = {{[BRICK] = 3, [LUMBER] = 1, [GRAIN] = 1}},
    [WONDER_CATHEDRAL] = {{[BRICK] = 1, [ORE] = 3, [GRAIN] = 1}},
    [WONDER_LIBRARY] = {{[BRICK] = 1, [LUMBER] = 1, [WOOL] = 3}},
    [WONDER_LIGHTHOUSE] = {{[LUMBER] = 3, [WOOL] = 1, [GRAIN] = 1}},
};

struct cards game_wonder_price(const struct setup *setup, unsigned wonder) {
    struct cards price = prices[wonder];
    if (wonder == WONDER_CATHEDRAL &&
        setup->rules.options[OPTION_WONDER_CATHEDRAL] == CATHEDRAL_LUMBER) {
        price.n[LUMBER] = price.n[GRAIN];
        price.n[GRAIN] = 0;
    }
    return price;
}

/* ---- requirements ---- */

/* Upright cities, those with a metropolis included (V-94). */
static struct vertex_set wonder_cities(const struct game *game, unsigned seat) {
    return vertex_set_minus(game->players[seat].cities, game->tipped);
}

static bool wonder_built_at(const struct setup *setup, const struct game *game, unsigned seat,
                            enum mark_kind mark) {
    const struct player *player = &game->players[seat];
    struct vertex_set buildings = vertex_set_union(player->settlements, player->cities);
    struct vertex_set elsewhere = vertex_set_minus(buildings, setup->board.marked[mark]);
    return vertex_set_count(&elsewhere) < vertex_set_count(&buildings);
}

static bool wonder_harbor_city(const struct setup *setup, const struct vertex_set *cities) {
    VERTEX_EACH(cities, v)
        if (setup->board.vertex[v].harbors)
            return true;
    return false;
}

static bool wonder_deserved(const struct setup *setup, const struct game *game, unsigned seat,
                            unsigned wonder) {
    struct vertex_set cities = wonder_cities(game, seat);
    switch (wonder) {
    case WONDER_THEATER:
    case WONDER_LIBRARY: return vertex_set_count(&cities) >= THEATER_CITIES;
    case WONDER_GREAT_BRIDGE:
    case WONDER_LIGHTHOUSE: return wonder_built_at(setup, game, seat, MARK_STRAIT);
    case WONDER_MONUMENT:
        return wonder_harbor_city(setup, &cities) &&
               game->players[seat].road_length >= MONUMENT_ROUTE;
    case WONDER_GREAT_WALL: return wonder_built_at(setup, game, seat, MARK_WASTELAND);
    default:
        return !vertex_set_empty(&cities) && game_points(setup, game, seat) >= CATHEDRAL_POINTS;
    }
}

/* ---- building a level ---- */

/* S-148: a claim is final, and nobody has two. */
static enum reason wonder_claim_legal(const struct setup *setup, const struct game *game,
                                      unsigned seat, unsigned wonder) {
    const struct player *player = &game->players[seat];
    for (unsigned other = 0; other < setup->rules.players; other++)
        if (other != seat && game->players[other].wonder == 1 + wonder)
            return REASON_WONDER_TAKEN;
    if (player->wonder && player->wonder != 1 + wonder)
        return REASON_WONDER_ONE;
    if (player->wonder_level == WONDER_LEVELS)
        return REASON_WONDER_DONE;
    if (!player->wonder && !player->supply[PIECE_SHIP])
        return REASON_NO_PIECE;
    bool asked =
        !player->wonder || setup->rules.options[OPTION_WONDER_REQUIREMENT] == REQUIREMENT_KEEP;
    return asked && !wonder_deserved(setup, game, seat, wonder) ? REASON_WONDER_REQUIREMENT
                                                                : REASON_OK;
}

bool game_wonder_open(const struct setup *setup, const struct game *game, unsigned seat,
                      unsigned wonder) {
    return wonder_claim_legal(setup, game, seat, wonder) == REASON_OK;
}

static enum reason wonder_legal(const struct setup *setup, const struct game *game, unsigned seat,
                                const struct action *action) {
    enum reason reason = wonder_claim_legal(setup, game, seat, action->wonder);
    if (reason != REASON_OK)
        return reason;
    return hand_covers(game, seat, game_wonder_price(setup, action->wonder)) ? REASON_OK
                                                                             : REASON_CANNOT_PAY;
}

static void wonder_list(const struct setup *setup, const struct game *game, unsigned seat,
                        const struct action *blank, struct move_list *list) {
    struct action move = *blank;
    for (unsigned wonder = 0; wonder < setup->rules.wonders; wonder++) {
        move.wonder = (uint8_t)wonder;
        list_legal(setup, game, seat, &move, wonder_legal, list);
    }
}

static struct cards wonder_price(const struct setup *setup, const struct game *game, unsigned seat,
                                 const struct action *action) {
    (void)game, (void)seat;
    return game_wonder_price(setup, action->wonder);
}

static void wonder_apply(const struct setup *setup, struct game *game, const struct event *event) {
    struct player *player = &game->players[event->player];
    bank_take(game, event->player, game_wonder_price(setup, event->action.wonder));
    turn_built(setup, game);
    if (!player->wonder) {
        player->wonder = (uint8_t)(1 + event->action.wonder);
        player->supply[PIECE_SHIP]--;
    }
    player->wonder_level++;
}

static const struct action_rule rule_build_wonder = {
    RULE(FIELDS(FIELD("wonder", FIELD_WONDER, wonder)), wonder_legal, wonder_list, wonder_apply),
    .cost = wonder_price};

/* ---- winning ---- */

static bool wonders_won(const struct setup *setup, const struct game *game, unsigned seat,
                        bool points) {
    unsigned level = game->players[seat].wonder_level;
    if (level == WONDER_LEVELS)
        return true;
    for (unsigned other = 0; other < setup->rules.players; other++)
        if (other != seat && game->players[other].wonder_level >= level)
            return false; /* S-155: nor with no level at all */
    return points;
}

static const char *check_wonders(const struct setup *setup, const struct game *game) {
    unsigned claimed = 0;
    for (unsigned seat = 0; seat < SEAT_MAX; seat++) {
        unsigned wonder = game->players[seat].wonder, level = game->players[seat].wonder_level;
        if (!wonder && !level)
            continue;
        if (!wonder || !level || seat >= setup->rules.players || wonder > setup->rules.wonders ||
            level > WONDER_LEVELS || claimed >> wonder & 1)
            return "a wonder is claimed by nobody or by two, or has no level that it can have";
        claimed |= 1u << wonder;
    }
    return NULL;
}

/* S-146, X-72 */
static void wonders_complete(struct rules *rules) {
    if (rules->scenario != SCENARIO_WONDERS)
        return;
    rules->no_pirate = true;
    rules->wonders = rules_have(rules, 1u << EXPANSION_LARGE) ? WONDER_COUNT : WONDER_LIBRARY;
}

static bool wonders_play(const struct setup *setup) {
    return setup->rules.wonders > 0;
}

/* A ship lies on a wonder that has been claimed (S-148). */
static void wonders_derive_pieces(const struct setup *setup, struct game *game) {
    for (unsigned seat = 0; seat < setup->rules.colors; seat++) {
        struct player *player = &game->players[seat];
        player->supply[PIECE_SHIP] = (uint8_t)(player->supply[PIECE_SHIP] - (player->wonder != 0));
    }
}

static const struct action_row wonder_actions[] = {
    ACTION_FROM(BUILD_WONDER, BUILD_WONDER, build_wonder)};

const struct expansion expansion_wonders = {
    .name = "wonders",
    .complete = wonders_complete,
    .plays = wonders_play,
    .types = UINT64_C(1) << BUILD_WONDER,
    .actions = wonder_actions,
    .first_action = BUILD_WONDER,
    .n_actions = 1,
    .windows = {[STEP_ACTIONS] = UINT64_C(1) << BUILD_WONDER},
    .special = UINT64_C(1) << BUILD_WONDER,
    .won = wonders_won,
    .derive_pieces = wonders_derive_pieces,
    .check = check_wonders,
};
