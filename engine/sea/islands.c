/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Islands: where a player is at home, and points for the others (rules S-63 to S-68). */
#include "engine/sea/sea.h"

/* Points for the regions of SET that SEAT has not at home. */
static unsigned islands_points(const struct setup *setup, const struct game *game, unsigned seat,
                               unsigned set) {
    unsigned points = 0;
    for (uint64_t regions = set & ~(unsigned)game->players[seat].home; regions;) {
        unsigned bonus = setup->board.regions[bit_take(&regions) - 1].bonus;
        points += setup->rules.options[OPTION_ISLAND_CHIT] == CHIT_ONE ? bonus > 0 : bonus;
    }
    return points;
}

void derive_islands(const struct setup *setup, struct game *game, unsigned seat) {
    struct player *player = &game->players[seat];
    struct vertex_set buildings = vertex_set_union(player->settlements, player->cities);
    unsigned regions = 0;
    bool every = setup->rules.wonders && setup->rules.options[OPTION_WONDER_ISLAND] == ISLAND_EVERY;
    player->island_points = 0;
    VERTEX_EACH(&buildings, v) {
        regions |= setup->board.regions_at[v];
        if (every) /* S-154 */
            player->island_points =
                (uint8_t)(player->island_points +
                          islands_points(setup, game, seat, setup->board.regions_at[v]));
    }
    if (!every)
        player->island_points = (uint8_t)islands_points(setup, game, seat, regions);
}

void islands_settle(const struct setup *setup, struct game *game, unsigned seat, unsigned vertex) {
    if (!setup->board.n_regions)
        return;
    if (game->phase == PHASE_SETUP)
        game->players[seat].home |= setup->board.regions_at[vertex];
    derive_islands(setup, game, seat);
}
