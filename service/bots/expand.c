/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What the greedy bot may build in Cities & Knights besides settlements, cities and roads: levels
 * of improvement on the way to a metropolis, walls, and repairs. */
#include "service/bots/bot_int.h"

enum {
    METROPOLIS_LEVEL = 4,
    ABILITY_LEVEL = 3,
    ABILITY_WORTH = 250,
    SECURE_WORTH = 700, /* of the level that keeps a metropolis for good (C-110) */
    METROPOLIS_POINTS = 2,
    LOST_WORTH = 600, /* in addition, if it is taken from another player */
    WALL_WORTH = 120,
    WALL_PIP_WORTH = 4,    /* per pip of income: a high income soon means a large hand */
    WALL_FULL_WORTH = 350, /* if the hand is near the limit */
    REPAIR_SHARE = 2,
};

/* What a level brings in progress cards (C-30), and on the way to the metropolis. */
static const int level_worth[LEVEL_MAX + 1] = {0, 900, 560, 700, 500, 400};

static bool has_city(const struct bot *bot) {
    VERTEX_EACH(&bot_player(bot)->cities, v) {
        if (!vertex_set_has(&bot->view->tipped, v))
            return true;
    }
    return false;
}

/* The seat that holds the metropolis of the area, or NONE. */
static unsigned holder_of(const struct game *view, unsigned track) {
    return view->metropolis[track] == NONE ? NONE : view->owner[view->metropolis[track]];
}

static void add_level(struct plan *plan, unsigned track) {
    const struct bot *bot = plan->bot;
    const struct game *view = bot->view;
    const struct player *player = bot_player(bot);
    const struct vertex_set plain = game_plain_cities(view, bot->seat);
    unsigned level = player->improvements[track] + 1u, holder = holder_of(view, track);
    int worth, points = 0;

    if (level > LEVEL_MAX || (level >= METROPOLIS_LEVEL && vertex_set_empty(&plain) &&
                              (holder != bot->seat || level != LEVEL_MAX)))
        return; /* C-104, C-105 */
    worth = level_worth[level] + (level == ABILITY_LEVEL ? ABILITY_WORTH : 0);
    if (holder == NONE && level == METROPOLIS_LEVEL) {
        points = METROPOLIS_POINTS;
    } else if (holder == bot->seat) {
        worth += SECURE_WORTH;
    } else if (holder != NONE && level == LEVEL_MAX &&
               view->players[holder].improvements[track] < LEVEL_MAX) {
        points = METROPOLIS_POINTS;
        worth += LOST_WORTH;
    }
    unsigned price = level - (view->cranes > 0 && view->active == bot->seat);
    plan_add(plan,
             (struct goal){.kind = GOAL_IMPROVE,
                           .vertex = NONE,
                           .edge = NONE,
                           .track = (uint8_t)track,
                           .worth = worth + points * POINT,
                           .cost = cards_one(CLOTH + track, price)},
             points);
}

static void add_wall(struct plan *plan) {
    const struct bot *bot = plan->bot;
    const struct player *player = bot_player(bot);
    int worth = WALL_WORTH, bare = 0;

    VERTEX_EACH(&player->cities, v) {
        bare += !vertex_set_has(&bot->view->walls, v) && !vertex_set_has(&bot->view->tipped, v);
    }
    if (bare == 0 || player->supply[PIECE_WALL] == 0)
        return;
    for (unsigned k = 0; k < plan->kinds; k++)
        worth += plan->income[k] * WALL_PIP_WORTH;
    if (player->hand_count + 2u > game_hand_limit(bot->setup, bot->view, bot->seat))
        worth += WALL_FULL_WORTH;
    plan_add(plan,
             (struct goal){.kind = GOAL_WALL,
                           .vertex = NONE,
                           .edge = NONE,
                           .worth = worth,
                           .cost = piece_cost[PIECE_WALL]},
             0);
}

/* C-237 */
static void add_repairs(struct plan *plan) {
    const struct bot *bot = plan->bot;

    VERTEX_EACH(&bot->view->sabotaged, v) {
        if (bot->view->owner[v] == bot->seat)
            plan_add(plan,
                     (struct goal){.kind = GOAL_REPAIR,
                                   .vertex = (uint8_t)v,
                                   .edge = NONE,
                                   .worth = plan_city(bot, v, plan->income) / REPAIR_SHARE,
                                   .cost = repair_cost},
                     0);
    }
}

void expand_goals(struct plan *plan) {
    if (has_city(plan->bot))
        for (unsigned track = 0; track < TRACK_COUNT; track++)
            add_level(plan, track);
    add_wall(plan);
    add_repairs(plan);
}
