/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Islands: a player's home regions, and points for the others (rules S-63 to S-68). */
#include "engine/sea/sea.h"

/* Points for those regions of SET that are not SEAT's home. */
static unsigned islands_points(const struct setup *setup, const struct game *game, unsigned seat,
                               unsigned set) {
    unsigned points = 0;
    for (uint64_t regions = set & ~(unsigned)game->players[seat].home; regions;) {
        unsigned bonus = setup->board.regions[bit_take(&regions) - 1].bonus;
        points += setup->rules.options[OPTION_ISLAND_CHIT] == CHIT_ONE ? bonus > 0 : bonus;
    }
    return points;
}

static void derive_islands(const struct setup *setup, struct game *game, unsigned seat) {
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

static void islands_settle(const struct setup *setup, struct game *game, unsigned seat,
                           unsigned vertex) {
    if (game->phase == PHASE_SETUP)
        game->players[seat].home |= setup->board.regions_at[vertex];
    derive_islands(setup, game, seat);
}

/* ---- the row ---- */

static bool islands_play(const struct setup *setup) {
    return setup->board.n_regions > 0;
}

static unsigned islands_score(const struct setup *setup, const struct game *game, unsigned seat) {
    (void)setup;
    return game->players[seat].island_points;
}

static void islands_derive_pieces(const struct setup *setup, struct game *game) {
    for (unsigned seat = 0; seat < setup->rules.colors; seat++)
        derive_islands(setup, game, seat);
}

static const char *check_islands(const struct setup *setup, const struct game *game) {
    for (unsigned seat = 0; seat < SEAT_MAX; seat++)
        if (game->players[seat].home >> (setup->board.n_regions + 1) ||
            game->players[seat].home & 1)
            return "a player is at home in a region that does not exist";
    return NULL;
}

const struct expansion expansion_islands = {
    .name = "islands",
    .plays = islands_play,
    .settle = islands_settle,
    .points = islands_score,
    .source = POINTS_ISLANDS,
    .derive_pieces = islands_derive_pieces,
    .check = check_islands,
};
