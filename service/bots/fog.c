/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Hexes in fog. */
#include "service/bots/rows.h"

enum { EXPLORE_WORTH = 450 }; /* of a hex in fog: its card, and what it may be */

/* Adds lines to hexes still in fog. */
static void add_discoveries(struct plan *plan, bool ship) {
    const struct bot *bot = plan->bot;
    const struct board *board = &bot->setup->board;
    const uint8_t *to = ship ? plan->ships_to : plan->roads_to;
    unsigned piece = ship ? PIECE_SHIP : PIECE_ROAD;

    for (unsigned v = 0; v < board->n_vertices; v++) {
        bool fog = false;

        for (unsigned i = 0; i < 3; i++) {
            unsigned hex = board->vertex[v].hexes[i];
            fog |= hex != NONE && game_terrain(bot->setup, bot->view, hex) == FOG;
        }
        if (!fog || to[v] == NONE || to[v] == 0 ||
            to[v] > bot->view->players[bot->seat].supply[piece])
            continue;
        plan_add(plan,
                 (struct goal){.kind = GOAL_EXPLORE,
                               .vertex = NONE,
                               .edge = ship ? plan->first_ship[v] : plan->first_road[v],
                               .ship = ship,
                               .worth = EXPLORE_WORTH,
                               .cost = plan_multiply(piece_cost[piece], to[v])},
                 0);
    }
}

static void fog_ways(struct plan *plan) {
    add_discoveries(plan, false);
    add_discoveries(plan, true);
}

const struct bot_row bots_fog = {.of = PLAYS_fog, .ways = fog_ways};
