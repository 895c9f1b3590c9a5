/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The pirate (rules S-36 to S-46). */
#include "engine/sea/sea.h"

bool pirate_bars(const struct setup *setup, const struct game *game, unsigned edge) {
    if (game->pirate == NONE)
        return false;
    const uint8_t *edges = setup->board.hexes[game->pirate].edges;
    for (unsigned i = 0; i < SIDE_COUNT; i++)
        if (edges[i] == edge)
            return true;
    return false;
}

/* Opponents' ships on the paths of HEX, by seat. */
static unsigned pirate_ships(const struct setup *setup, const struct game *game, unsigned seat,
                             unsigned hex) {
    unsigned seats = 0;
    for (unsigned i = 0; i < SIDE_COUNT; i++) {
        unsigned edge = setup->board.hexes[hex].edges[i];
        if (edge == NONE || !edge_set_has(&game->paved, edge))
            continue;
        unsigned owner = game->road_owner[edge];
        if (owner != seat && edge_set_has(&game->players[owner].ships, edge))
            seats |= 1u << owner;
    }
    return seats;
}

bool pirate_finds_ships(const struct setup *setup, const struct game *game, unsigned seat,
                        unsigned hex) {
    return pirate_ships(setup, game, seat, hex) != 0;
}

struct vertex_set pirate_corners(const struct setup *setup, const struct game *game) {
    struct vertex_set corners = {{0}};
    for (unsigned i = 0; i < SIDE_COUNT && game->pirate != NONE; i++) {
        unsigned edge = setup->board.hexes[game->pirate].edges[i];
        for (unsigned end = 0; end < 2 && edge != NONE; end++)
            vertex_set_add(&corners, setup->board.edge[edge].vertices[end]);
    }
    return corners;
}

/* Seats that can be stolen from at the sea hex HEX (S-42, S-43), as a set. */
static unsigned pirate_victims(const struct setup *setup, const struct game *game, unsigned seat,
                               unsigned hex) {
    unsigned victims = 0;
    for (uint64_t ships = pirate_ships(setup, game, seat, hex); ships;) {
        unsigned owner = bit_take(&ships);
        const struct player *player = &game->players[owner];
        victims |= (unsigned)(player->hand_count > 0 || player->cloth > 0) << owner; /* S-121 */
    }
    return victims & ~robber_spares(setup, game);
}

bool game_pirate_frozen(const struct setup *setup, const struct game *game) {
    return setup->rules.options[OPTION_PIRATE_FREEZE] == OPTION_ON && game->attacks == 0;
}

bool game_pirate_free(const struct setup *setup, const struct game *game, unsigned seat) {
    return setup->rules.sea && !setup->rules.no_pirate && !game_pirate_frozen(setup, game) &&
           (!setup->board.n_villages || game_linked_anywhere(setup, game, seat));
}

/* S-40, S-41 */
static bool pirate_may_enter(const struct setup *setup, const struct game *game, unsigned hex) {
    bool frame = hex >= setup->board.n_hexes;
    return game_is_sea(setup, game, hex) && !setup->rules.no_pirate &&
           !(frame && setup->rules.options[OPTION_PIRATE_FRAME] == FRAME_NO);
}

static enum reason pirate_legal(const struct setup *setup, const struct game *game, unsigned seat,
                                const struct action *action) {
    unsigned hex = action->hex, victim = action->seat;
    if (setup->board.n_villages && !game_linked_anywhere(setup, game, seat))
        return REASON_PIRATE_UNLINKED;
    if (!pirate_may_enter(setup, game, hex))
        return REASON_PIRATE_PLACE;
    if (hex == game->pirate)
        return REASON_PIRATE_STAYS;
    unsigned victims = pirate_victims(setup, game, seat, hex);
    if (victim == NONE && !victims)
        return action->loot == LOOT_CARD ? REASON_OK : REASON_NO_CLOTH;
    if (victim == NONE)
        return REASON_PIRATE_VICTIM_NEEDED;
    if (victims >> victim & 1) {
        const struct player *player = &game->players[victim];
        if (action->loot == LOOT_CLOTH)
            return player->cloth ? REASON_OK : REASON_NO_CLOTH;
        return player->hand_count ? REASON_OK : REASON_VICTIM_EMPTY;
    }
    if (victim == seat)
        return REASON_VICTIM_SELF;
    if (!(pirate_ships(setup, game, seat, hex) >> victim & 1))
        return REASON_NO_SHIP_THERE;
    return robber_spares(setup, game) >> victim & 1 ? REASON_VICTIM_SPARED : REASON_VICTIM_EMPTY;
}

void pirate_list(const struct setup *setup, const struct game *game, unsigned seat,
                 const struct action *move, struct move_list *list) {
    if (setup->board.n_villages && !game_linked_anywhere(setup, game, seat)) /* S-120 */
        return;
    for (unsigned hex = 0; hex < (unsigned)setup->board.n_hexes + setup->board.n_frame; hex++) {
        if (hex == game->pirate || !pirate_may_enter(setup, game, hex))
            continue;
        uint64_t victims = pirate_victims(setup, game, seat, hex);
        struct action here = *move;
        here.hex = (uint8_t)hex;
        here.seat = NONE;
        if (!victims)
            list_add(list, &here);
        while (victims) {
            here.seat = (uint8_t)bit_take(&victims);
            if (game->players[here.seat].hand_count)
                list_add(list, &here);
            if (game->players[here.seat].cloth)
                list_add(list, &here)->loot = LOOT_CLOTH;
        }
    }
}

static enum reason pirate_move_legal(const struct setup *setup, const struct game *game,
                                     unsigned seat, const struct action *action) {
    if (game_pirate_frozen(setup, game))
        return REASON_PIRATE_FROZEN;
    return pirate_legal(setup, game, seat, action);
}

static void pirate_move_list(const struct setup *setup, const struct game *game, unsigned seat,
                             const struct action *blank, struct move_list *list) {
    if (!game_pirate_frozen(setup, game))
        pirate_list(setup, game, seat, blank, list);
}

static void pirate_move_apply(const struct setup *setup, struct game *game,
                              const struct event *event) {
    thief_move(setup, game, event);
    agenda_pop(game);
}

const struct action_rule rule_move_pirate = {
    RULE(
        FIELDS(FIELD("hex", FIELD_HEX, hex), FIELD("victim", FIELD_SEAT_OR_NULL, seat), LOOT_FIELD),
        pirate_move_legal, pirate_move_list, pirate_move_apply),
    .chance = &chance_theft, .givers = givers_victim};

/* ---- in the place of the robber ---- */

bool game_default_pirate(const struct setup *setup, const struct game *game, unsigned seat,
                         struct action *move) {
    const unsigned n_hexes = (unsigned)setup->board.n_hexes + setup->board.n_frame;
    bool found = false, robs = false;
    if (!game_pirate_free(setup, game, seat))
        return false;
    for (unsigned hex = 0; hex < n_hexes && !robs; hex++) {
        if (!game_is_sea(setup, game, hex))
            continue;
        unsigned victims = pirate_victims(setup, game, seat, hex);
        struct action here = {.type = MOVE_PIRATE, .hex = (uint8_t)hex, .seat = NONE};
        if (victims)
            here.seat = (uint8_t)seats_richest(game, victims);
        if (victims && !game->players[here.seat].hand_count)
            here.loot = LOOT_CLOTH; /* S-83: a card, if there is one */
        if ((found && !victims) || pirate_legal(setup, game, seat, &here) != REASON_OK)
            continue;
        *move = here;
        found = true;
        robs = victims != 0;
    }
    return found;
}

const struct thief_rule thief_pirate = {.free = game_pirate_free,
                                        .legal = pirate_legal,
                                        .list = pirate_list,
                                        .fallback = game_default_pirate};
