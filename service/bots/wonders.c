/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Wonders. */
#include "service/bots/rows.h"

enum {
    WONDER_WORTH = 900, /* of a level: nobody wins by points alone (S-153) */
    WONDER_LEVEL_WORTH = 400,
    WONDER_PLACE_WORTH = 500, /* of a place that a wonder requires, for players without a wonder */
};

/* Worth of a settlement that allows building a wonder (S-149). */
static int wonders_place(const struct bot *bot, unsigned vertex, int *points) {
    const struct board *board = &bot->setup->board;

    (void)points;
    return !bot_player(bot)->wonder && (vertex_set_has(&board->marked[MARK_STRAIT], vertex) ||
                                        vertex_set_has(&board->marked[MARK_WASTELAND], vertex))
               ? WONDER_PLACE_WORTH
               : 0;
}

/* Adds the next level of the bot's wonder, or the first of any that it may claim. */
static void wonders_ways(struct plan *plan) {
    const struct bot *bot = plan->bot;
    unsigned level = bot_player(bot)->wonder_level;
    bool wins = level + 1 == WONDER_LEVELS || plan->points >= bot->setup->rules.points_target;

    for (unsigned wonder = 0; wonder < bot->setup->rules.wonders; wonder++)
        if (game_wonder_open(bot->setup, bot->view, bot->seat, wonder))
            plan_add(plan,
                     (struct goal){.kind = GOAL_WONDER,
                                   .vertex = NONE,
                                   .edge = NONE,
                                   .wonder = (uint8_t)wonder,
                                   .worth = (WONDER_WORTH + WONDER_LEVEL_WORTH * (int)level) *
                                            (wins ? WINNING : 1),
                                   .cost = game_wonder_price(bot->setup, wonder)},
                     0);
}

const struct bot_row bots_wonders = {
    .of = PLAYS_wonders, .place = wonders_place, .ways = wonders_ways};
