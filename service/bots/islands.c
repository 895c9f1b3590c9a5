/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Points for new islands. */
#include "service/bots/rows.h"

/* Worth of the first settlement on an island (S-63). */
static int islands_place(const struct bot *bot, unsigned vertex, int *points) {
    const struct board *board = &bot->setup->board;
    const struct player *player = &bot->view->players[bot->seat];
    struct vertex_set buildings = vertex_set_union(player->settlements, player->cities);
    unsigned known = player->home;

    VERTEX_EACH(&buildings, v)
        known |= board->regions_at[v];
    for (unsigned region = 1; region <= board->n_regions; region++)
        if ((board->regions_at[vertex] & ~known) >> region & 1)
            *points += board->regions[region - 1].bonus;
    return 0;
}

const struct bot_row bots_islands = {.of = PLAYS_islands, .place = islands_place};
