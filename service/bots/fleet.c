/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Lanes, fortresses and warships, in games with a fleet. */
#include "service/bots/rows.h"

enum {
    LANE_WORTH = 3000,   /* of a line to its own fortress: nobody wins without it (S-142) */
    WARSHIP_WORTH = 700, /* of a card that makes one, while more are wanted */
    WARSHIPS_WANTED = 6, /* with these, most attacks succeed, and most visits of the fleet bring a
                          * card */
    ATTACK_WARSHIPS = 4, /* with fewer an attack on the fortress fails too often */
};

/* ---- plans ---- */

static int fleet_dev_card(const struct bot *bot) {
    const struct player *player = bot_player(bot);
    int warships = player->warships + player->dev[KNIGHT] + player->dev[VICTORY_POINT];

    return player->fortress > 0 && warships < WARSHIPS_WANTED ? WARSHIP_WORTH : 0;
}

/* The first path that continues the bot's line and takes a ship now, or NONE. */
static unsigned lane_step(const struct bot *bot) {
    struct edge_set next = game_lane_next(bot->setup, bot->view, bot->seat);

    EDGE_EACH(&next, e) {
        if (!edge_set_has(&bot->view->paved, e) && plan_takes_line(bot, e, true))
            return e;
    }
    return NONE;
}

/* Ships along the lane: to the way mark and a settlement there, and to the fortress (S-127, S-128, S-138). */
static void fleet_ways(struct plan *plan) {
    const struct bot *bot = plan->bot;
    const struct lane *lane = &bot->setup->board.lanes[bot->seat];
    const struct player *player = bot_player(bot);
    unsigned length = game_lane_length(bot->setup, bot->view, bot->seat), way = 0;
    unsigned edge = lane_step(bot), ships = lane->steps - length;

    while (!vertex_set_has(&lane->place[way], lane->way))
        way++;
    if (!bot->view->building[lane->way] && player->supply[PIECE_SETTLEMENT] > 0 &&
        (length >= way || edge != NONE))
        plan_add(plan,
                 (struct goal){.kind = GOAL_SETTLEMENT,
                               .vertex = lane->way,
                               .edge = length >= way ? NONE : (uint8_t)edge,
                               .ship = length < way,
                               .worth = POINT + plan_vertex(bot, lane->way, plan->income),
                               .cost = cards_add(piece_cost[PIECE_SETTLEMENT],
                                                 plan_multiply(piece_cost[PIECE_SHIP],
                                                               length < way ? way - length : 0))},
                 1);
    if (player->fortress > 0 && ships > 0 && edge != NONE && ships <= player->supply[PIECE_SHIP])
        plan_add(plan,
                 (struct goal){.kind = GOAL_LANE,
                               .vertex = NONE,
                               .edge = (uint8_t)edge,
                               .ship = true,
                               .worth = LANE_WORTH,
                               .cost = plan_multiply(piece_cost[PIECE_SHIP], ships)},
                 0);
}

/* ---- the turn ---- */

/* A card that makes a warship (S-131), or NULL. */
static const struct action *fleet_card(const struct plan *plan) {
    MOVES_EACH(plan->bot, PLAY_DEV_CARD, move) {
        if (move->card == KNIGHT || move->card == VICTORY_POINT)
            return move;
    }
    return NULL;
}

/* If another's settlement stops the bot's line, another of the shortest ways may continue (S-127,
 * S-129). */
static struct action fleet_act(const struct plan *plan) {
    const struct bot *bot = plan->bot;
    struct edge_set next = game_lane_next(bot->setup, bot->view, bot->seat);
    const struct action none = {.type = ACTION_NONE};

    if (edge_set_count(&next) > 0 || bot_player(bot)->fortress == 0 ||
        game_lane_reached(bot->setup, bot->view, bot->seat))
        return none;
    const struct action *move = greedy_next(bot, MOVE_SHIP, NULL);
    return move != NULL ? *move : none;
}

/* An attack on its fortress if it has good prospects, or if no cards are left that make warships (S-138). */
static const struct action *fleet_end(const struct bot *bot, const struct action *end) {
    const struct action *attack = greedy_next(bot, ATTACK_FORTRESS, NULL);
    unsigned warships = bot_player(bot)->warships;

    if (attack != NULL && (end == NULL || warships >= ATTACK_WARSHIPS ||
                           (warships > 1 && !bot->view->deck_count && !bot_player(bot)->dev_count)))
        return attack;
    return NULL;
}

/* Of the players with cards the one with most points, then most cards (S-136). */
static struct action draw_victim(const struct bot *bot) {
    struct choice best = {NULL, -1};

    MOVES_EACH(bot, DRAW_VICTIM, move) {
        int points = 0, cards = 0;
        if (move->seat != NONE) {
            points = (int)game_points_visible(bot->setup, bot->view, move->seat);
            cards = bot->view->players[move->seat].hand_count;
        }
        choice_weigh(&best, move, points * (CARD_COUNT_MAX + 1) + cards);
    }
    return best.move != NULL ? *best.move : bot->list->items[0];
}

static bool fleet_decide(const struct plan *plan, const struct decision *decision,
                         struct action *move) {
    if (decision->kind == DECIDE_DRAW_VICTIM)
        *move = draw_victim(plan->bot);
    else
        *move = progress_decide(plan, decision); /* a resource for beating the fleet (S-134) */
    return true;
}

const struct bot_row bots_fleet = {.of = PLAYS_fleet,
                                   .dev_card = fleet_dev_card,
                                   .ways = fleet_ways,
                                   .before_roll = fleet_card, /* the fleet comes with the roll */
                                   .card = fleet_card,
                                   .act = fleet_act,
                                   .end = fleet_end,
                                   .decide = fleet_decide};
