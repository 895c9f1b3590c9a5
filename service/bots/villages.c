/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Villages and their cloth. */
#include "service/bots/rows.h"

enum { VILLAGE_PIP_WORTH = 400 }; /* per pip of a village, while it has cloth */

/* Adds ships to villages that still have cloth: one cloth at once, and more when their numbers are
 * rolled (S-114, S-116). */
static void villages_ways(struct plan *plan) {
    const struct bot *bot = plan->bot;
    const struct board *board = &bot->setup->board;

    for (unsigned i = 0; i < board->n_villages; i++) {
        unsigned v = board->villages[i].vertex, ships = plan->ships_to[v];
        int cloth = bot->view->villages[i].cloth, odd = bot_player(bot)->cloth % CLOTH_TO_POINT;

        if (!cloth || ships == NONE || ships == 0 || ships > bot_player(bot)->supply[PIECE_SHIP] ||
            game_village_linked(bot->view, i, bot->seat))
            continue;
        plan_add(plan,
                 (struct goal){.kind = GOAL_VILLAGE,
                               .vertex = NONE,
                               .edge = plan->first_ship[v],
                               .ship = true,
                               .worth = POINT / CLOTH_TO_POINT +
                                        VILLAGE_PIP_WORTH * number_pips(board->villages[i].number) *
                                            (cloth - 1) / VILLAGE_CLOTH,
                               .cost = plan_multiply(piece_cost[PIECE_SHIP], ships)},
                 odd);
    }
}

const struct bot_row bots_villages = {.of = PLAYS_villages, .ways = villages_ways};
