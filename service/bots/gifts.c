/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Gifts for ships, and harbors that players place. */
#include "service/bots/rows.h"

#include <stdlib.h>

enum {
    GIFT_NEXT_WORTH = 200, /* of each gift near another, which takes only a few more ships */
    GIFT_NEXT_X = 6,       /* "near": two hexes */
    GIFT_NEXT_Y = 6,
    GIFT_HARBOR_WORTH = 450, /* of a harbor that is a gift */
};

/* How many gifts near the gift AT are still there. */
static int gifts_near(const struct bot *bot, unsigned at) {
    const struct board *board = &bot->setup->board;
    const struct vertex *here = &board->vertex[board->edge[board->gifts[at].edge].vertices[0]];
    int near = 0;

    for (unsigned i = 0; i < board->n_gifts; i++) {
        const struct vertex *there = &board->vertex[board->edge[board->gifts[i].edge].vertices[0]];
        near += i != at && !(bot->view->gifts >> i & 1) && abs(there->x - here->x) <= GIFT_NEXT_X &&
                abs(there->y - here->y) <= GIFT_NEXT_Y;
    }
    return near;
}

/* Adds ships towards gifts (S-102). */
static void gifts_ways(struct plan *plan) {
    const struct bot *bot = plan->bot;
    const struct board *board = &bot->setup->board;

    for (unsigned i = 0; i < board->n_gifts; i++) {
        unsigned edge = board->gifts[i].edge, gift = board->gifts[i].gift;
        const uint8_t *ends = board->edge[edge].vertices;
        unsigned near = plan->ships_to[ends[1]] < plan->ships_to[ends[0]] ? ends[1] : ends[0];
        unsigned ships = plan->ships_to[near] + 1U;
        int points = gift == GIFT_POINT;

        if (bot->view->gifts >> i & 1 || plan->ships_to[near] == NONE ||
            edge_set_has(&bot->view->paved, edge) || ships > bot_player(bot)->supply[PIECE_SHIP])
            continue;
        plan_add(plan,
                 (struct goal){.kind = GOAL_GIFT,
                               .vertex = NONE,
                               .edge = ships == 1 ? (uint8_t)edge : plan->first_ship[near],
                               .ship = true,
                               .worth = (points              ? POINT
                                         : gift == GIFT_CARD ? DEV_WORTH
                                                             : GIFT_HARBOR_WORTH) +
                                        GIFT_NEXT_WORTH * gifts_near(bot, i),
                               .cost = plan_multiply(piece_cost[PIECE_SHIP], ships)},
                 points);
    }
}

/* ---- harbors ---- */

/* The worth of a coast path's better end with a harbor of KIND there. */
static int harbor_site(const struct bot *bot, unsigned edge, unsigned kind) {
    const uint8_t *ends = bot->setup->board.edge[edge].vertices;
    const int nothing_yet[KIND_COUNT] = {0};
    struct game view = *bot->view;
    struct bot there = *bot;
    int worth = 0;

    view.harbors[view.n_harbors++] = (struct harbor){(uint8_t)edge, (uint8_t)kind};
    there.view = &view;
    for (unsigned end = 0; end < 2; end++) {
        int at = plan_vertex(&there, ends[end], nothing_yet);
        worth = at > worth ? at : worth;
    }
    return worth;
}

/* Places the harbor whose kind has the largest income, wherever possible; before the settlements (S-161) where it
 * makes a settlement attractive. */
static const struct action *harbor_best(const struct plan *plan) {
    const struct game *view = plan->bot->view;
    struct choice best = {NULL, -1};

    MOVES_EACH(plan->bot, PLACE_HARBOR, move) {
        int worth = move->kind < RESOURCE_COUNT ? plan->income[move->kind] : 0;
        if (view->phase == PHASE_SETUP)
            worth = harbor_site(plan->bot, move->edges[0], view->agenda[0].arg);
        choice_weigh(&best, move, worth);
    }
    return best.move;
}

static struct action harbors_act(const struct plan *plan) {
    const struct action *move = harbor_best(plan);
    return move != NULL ? *move : (struct action){.type = ACTION_NONE};
}

static bool harbors_decide(const struct plan *plan, const struct decision *decision,
                           struct action *move) {
    if (decision->kind != DECIDE_PLACE_HARBOR)
        return false;
    *move = *harbor_best(plan);
    return true;
}

const struct bot_row bots_gifts = {
    .of = PLAYS_gifts, .ways = gifts_ways, .act = harbors_act, .decide = harbors_decide};
const struct bot_row bots_harbors = {
    .of = PLAYS_harbors, .act = harbors_act, .decide = harbors_decide};
