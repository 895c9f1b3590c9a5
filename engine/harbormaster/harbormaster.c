/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Harbormaster, an option of every game: a special card for the most harbor points (rules H-03 to H-06). Ties are decided
 * as with Longest Road (B-81 to B-83). */
#include "engine/expansion.h"

enum { HARBORMASTER_LEAST = 3 }; /* H-04 */

static unsigned harbormaster_least(const struct rules *rules) {
    return rules->options[OPTION_HARBORMASTER] == OPTION_ON ? HARBORMASTER_LEAST : 0;
}

/* H-03: a harbor point for each settlement at a harbor, two for a city, one while it lies on its side (C-136). */
static unsigned harbormaster_have(const struct setup *setup, const struct game *game,
                                  unsigned seat) {
    const struct player *player = &game->players[seat];
    unsigned points = 0;
    VERTEX_EACH(&player->settlements, v)
        points += game_harbors_at(setup, game, v) != 0;
    VERTEX_EACH(&player->cities, v)
        if (game_harbors_at(setup, game, v))
            points += vertex_set_has(&game->tipped, v) ? 1 : CITY_POINTS;
    return points;
}

/* Recounted, as settling, gaining or losing cities and placing harbors all change it, and all change
 * points. */
const struct award_row award_harbormaster = {.least = harbormaster_least,
                                             .have = harbormaster_have,
                                             .neutral = true, /* H-06, as T-22 */
                                             .recounted = true};
