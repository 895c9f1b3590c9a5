/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Fog: hexes that lie face down until a road or ship comes to one of their intersections (rules S-54 to
 * S-62, S-76, S-90). Which tiles lie face down is public, so the stack has no stored order: each tile
 * is drawn when it is turned over, and a state holds nothing that a view would have to hide. */
#include "engine/sea/sea.h"

/* ---- the stack ---- */

/* Numbers can be exchanged later (Inventor), so all those on the board are counted. */
struct fog_stack game_fog_left(const struct setup *setup, const struct game *game) {
    struct fog_stack left = setup->board.fog;
    for (unsigned i = 0; i < setup->board.n_fog; i++)
        if (game->fog[i])
            left.tiles[game->fog[i] - 1]--;
    for (unsigned hex = 0; hex < setup->board.n_hexes; hex++) {
        left.numbers[game->numbers[hex]]--;
        left.numbers[setup->board.hexes[hex].number]++;
    }
    left.numbers[0] = 0; /* counted hexes without one */
    return left;
}

static void fog_uncover(struct fog_stack *stack, const struct reveal *reveal) {
    stack->tiles[reveal->terrain]--;
    if (reveal->number)
        stack->numbers[reveal->number]--;
}

/* ---- which hexes an action takes out of fog ---- */

/* The paths that ACTION gives to a road or a ship; returns how many. */
static unsigned fog_pieces(const struct action *action, unsigned edges[2]) {
    bool moved = action->type == MOVE_SHIP ||
                 (action->type == PLAY_PROGRESS_CARD && action->card == PROGRESS_DIPLOMAT);
    unsigned n = 0;
    for (unsigned i = moved; i < 2; i++)
        if (action->edges[i] != NONE && (i == 0 || moved || action->type == PLAY_DEV_CARD ||
                                         action->type == PLAY_PROGRESS_CARD))
            edges[n++] = action->edges[i];
    return n;
}

/* The hexes of one piece in reading order (S-56), those in SEEN left out; they are added to it. */
static unsigned fog_at(const struct setup *setup, const struct game *game, unsigned edge,
                       struct hex_set *seen, uint8_t hexes[]) {
    struct hex_set found = {{0}};
    unsigned n = 0;
    for (unsigned end = 0; end < 2; end++) {
        const struct vertex *place = &setup->board.vertex[setup->board.edge[edge].vertices[end]];
        for (unsigned i = 0; i < 3; i++) {
            unsigned hex = place->hexes[i];
            if (hex != NONE && game_terrain(setup, game, hex) == FOG && !hex_set_has(seen, hex))
                hex_set_add(&found, hex);
        }
    }
    HEX_EACH(&found, hex) {
        hex_set_add(seen, hex);
        hexes[n++] = (uint8_t)hex;
    }
    return n;
}

static unsigned fog_hexes(const struct setup *setup, const struct game *game,
                          const struct action *action, uint8_t hexes[REVEAL_MAX]) {
    struct hex_set seen = {{0}};
    unsigned edges[2], pieces, n = 0;
    if (!setup->board.n_fog || !action_discovers(action))
        return 0;
    pieces = fog_pieces(action, edges);
    for (unsigned i = 0; i < pieces; i++)
        n += fog_at(setup, game, edges[i], &seen, hexes + n);
    assert(n <= REVEAL_MAX);
    return n;
}

static unsigned fog_parts(const struct setup *setup, const struct game *game,
                          const struct action *action) {
    uint8_t hexes[REVEAL_MAX];
    return fog_hexes(setup, game, action, hexes) ? PART_REVEALS : 0;
}

/* ---- chance ---- */

static void fog_draw(const struct setup *setup, const struct game *game,
                     const struct action *action, unsigned parts, struct chance *chance,
                     struct outcome *outcome) {
    uint8_t hexes[REVEAL_MAX];
    if (!(parts & PART_REVEALS) || !action_discovers(action))
        return;
    struct fog_stack left = game_fog_left(setup, game);
    outcome->n_reveals = (uint8_t)fog_hexes(setup, game, action, hexes);
    for (unsigned i = 0; i < outcome->n_reveals; i++) {
        struct reveal *reveal = &outcome->reveals[i];
        reveal->hex = hexes[i];
        reveal->terrain = (uint8_t)chance_kind(left.tiles, TERRAIN_COUNT, chance);
        reveal->number = 0;
        if (terrain_takes_number(reveal->terrain))
            reveal->number = (uint8_t)chance_kind(left.numbers, NUMBER_MAX + 1, chance);
        fog_uncover(&left, reveal);
    }
}

static enum reason fog_possible(const struct setup *setup, const struct game *game,
                                const struct action *action, const struct outcome *outcome) {
    uint8_t hexes[REVEAL_MAX];
    unsigned n = fog_hexes(setup, game, action, hexes);
    if (!action_discovers(action))
        return REASON_OK;
    struct fog_stack left = game_fog_left(setup, game);
    if (outcome->n_reveals != n)
        return REASON_REVEALS;
    for (unsigned i = 0; i < n; i++) {
        const struct reveal *reveal = &outcome->reveals[i];
        if (reveal->hex != hexes[i] || reveal->terrain >= TERRAIN_COUNT ||
            !left.tiles[reveal->terrain] || reveal->number > NUMBER_MAX ||
            (reveal->number != 0) != terrain_takes_number(reveal->terrain) ||
            (reveal->number && !left.numbers[reveal->number]))
            return REASON_REVEALS;
        fog_uncover(&left, reveal);
    }
    return REASON_OK;
}

/* ---- what comes of it ---- */

/* Whether the board keeps settlements off VERTEX for good, whatever lies around it (S-10). */
static bool fog_never_opens(const struct setup *setup, unsigned vertex) {
    const uint8_t *hexes = setup->board.vertex[vertex].hexes;
    for (unsigned i = 0; i < 3; i++) {
        unsigned region = hexes[i] == NONE ? 0 : setup->board.hexes[hexes[i]].region;
        if (region && setup->board.regions[region - 1].flags & REGION_NO_SETTLING)
            return true;
    }
    return false;
}

/* Whether hexes revealed from fog allow settling at VERTEX (S-59). */
static bool fog_opens(const struct setup *setup, const struct game *game, unsigned vertex) {
    const uint8_t *hexes = setup->board.vertex[vertex].hexes;
    if (fog_never_opens(setup, vertex))
        return false;
    for (unsigned i = 0; i < 3; i++) {
        unsigned terrain = hexes[i] == NONE ? SEA : game_terrain(setup, game, hexes[i]);
        if (terrain != SEA && terrain != FOG)
            return true;
    }
    return false;
}

/* What paths and intersections of a hex take from here on (S-59). */
static void fog_clear(const struct setup *setup, struct game *game, unsigned hex) {
    const struct hex *place = &setup->board.hexes[hex];
    bool land = game_terrain(setup, game, hex) != SEA;
    for (unsigned i = 0; i < SIDE_COUNT; i++)
        edge_set_add(land ? &game->road_paths : &game->ship_paths, place->edges[i]);
    for (unsigned i = 0; i < CORNER_COUNT && land; i++) {
        const struct vertex *vertex = &setup->board.vertex[place->vertices[i]];
        bool near = vertex_set_has(&game->built, place->vertices[i]) ||
                    fog_never_opens(setup, place->vertices[i]);
        for (unsigned j = 0; j < vertex->n_edges; j++)
            near |= vertex_set_has(&game->built, vertex->neighbors[j]);
        if (!near)
            vertex_set_remove(&game->near, place->vertices[i]);
    }
}

static void derive_fog(const struct setup *setup, struct game *game) {
    for (unsigned hex = 0; hex < setup->board.n_hexes; hex++)
        if (setup->board.hexes[hex].fog && game_terrain(setup, game, hex) != FOG)
            fog_clear(setup, game, hex);
}

static void fog_discover(const struct setup *setup, struct game *game, const struct event *event) {
    unsigned gold = 0;
    for (unsigned i = 0; i < event->outcome.n_reveals; i++) {
        const struct reveal *reveal = &event->outcome.reveals[i];
        unsigned kind = terrain_yields(reveal->terrain);
        game->fog[setup->board.hexes[reveal->hex].fog - 1] = (uint8_t)(1 + reveal->terrain);
        game->numbers[reveal->hex] = reveal->number;
        fog_clear(setup, game, reveal->hex);
        if (kind != NONE && game->bank.n[kind])
            bank_pay(game, event->player, cards_one(kind, 1)); /* S-58 */
        gold += reveal->terrain == GOLD;
    }
    if (gold)
        gold_due(game, event->player, gold); /* S-61 */
}

static const char *check_fog(const struct setup *setup, const struct game *game) {
    struct fog_stack left = setup->board.fog;
    for (unsigned i = 0; i < FOG_MAX; i++)
        if (game->fog[i] && (i >= setup->board.n_fog || game->fog[i] > TERRAIN_COUNT ||
                             !left.tiles[game->fog[i] - 1]--))
            return "a hex came out of fog with a tile that the stack does not have";
    for (unsigned hex = 0; hex < setup->board.n_hexes; hex++)
        if (setup->board.hexes[hex].fog &&
            (game->numbers[hex] != 0) != terrain_takes_number(game_terrain(setup, game, hex)))
            return "a hex out of fog has no number, or one that it does not take";
    return NULL;
}

static bool fog_plays(const struct setup *setup) {
    return setup->board.n_fog > 0;
}

const struct expansion expansion_fog = {
    .name = "fog",
    .plays = fog_plays,
    .acted = fog_discover,
    .drawn = ~UINT64_C(0), /* pieces can be placed by many types of action */
    .parts = fog_parts,
    .draw = fog_draw,
    .possible = fog_possible,
    .opens = fog_opens,
    .derive_board = derive_fog,
    .check = check_fog,
};
