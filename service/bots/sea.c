/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Ships, the pirate, gold. */
#include "service/bots/rows.h"

enum { ROB_SHIP = 40 }; /* of an opponent's ship at the pirate's hex */

static void sea_ways(struct plan *plan) {
    if (!game_ships_in_line(plan->bot->setup))
        plan_settlements(plan, true);
}

/* Worth of the pirate at HEX by blocking ships: the others', less the bot's own. */
static int ships_held(const struct bot *bot, unsigned hex) {
    const struct game *view = bot->view;
    int worth = 0;

    for (unsigned i = 0; i < SIDE_COUNT; i++) {
        unsigned edge = bot->setup->board.hexes[hex].edges[i];
        if (edge == NONE || !edge_set_has(&view->paved, edge))
            continue;
        unsigned owner = view->road_owner[edge];
        if (!edge_set_has(&view->players[owner].ships, edge))
            continue;
        worth +=
            owner == bot->seat ? -ROB_OWN_LOSS : ROB_SHIP + ROB_POINT * greedy_points(bot, owner);
    }
    return worth;
}

static int pirate_worth(const struct bot *bot, unsigned hex) {
    int worth = 0;

    if (!game_is_sea(bot->setup, bot->view, hex))
        return 0;
    worth += ships_held(bot, hex);
    if (bot->view->pirate != NONE) /* the bot's own ships are free again */
        worth -= ships_held(bot, bot->view->pirate);
    return worth;
}

/* Moves a ship to where the best goal needs one, from a line that does not lead there. */
static struct action sea_act(const struct plan *plan) {
    const struct bot *bot = plan->bot;
    const struct board *board = &bot->setup->board;
    const struct goal *goal = NULL;

    if (bot->view->holders[AWARD_LONGEST_ROAD] != bot->seat && !game_ships_in_line(bot->setup))
        goal = plan_best(plan, bot_player(bot)->hand);
    if (goal == NULL || !goal->ship || goal->edge == NONE)
        return (struct action){.type = ACTION_NONE};
    const uint8_t *to = board->edge[goal->edge].vertices;
    MOVES_EACH(bot, MOVE_SHIP, move) {
        const uint8_t *from = board->edge[move->edges[0]].vertices;
        if (move->edges[1] == goal->edge && from[0] != to[0] && from[0] != to[1] &&
            from[1] != to[0] && from[1] != to[1])
            return *move;
    }
    return (struct action){.type = ACTION_NONE};
}

/* The resources that gold can be taken as: those in the bank (S-48). */
static struct cards gold_offered(const struct bot *bot) {
    struct cards bank = bot->view->bank;

    for (unsigned kind = RESOURCE_COUNT; kind < KIND_COUNT; kind++)
        bank.n[kind] = 0;
    return bank;
}

static bool sea_decide(const struct plan *plan, const struct decision *decision,
                       struct action *move) {
    const struct bot *bot = plan->bot;

    if (decision->kind != DECIDE_CHOOSE_GOLD)
        return false;
    move->open = 0;
    move->take = plan_pick(plan, bot_player(bot)->hand, gold_offered(bot), decision->count);
    return true;
}

const struct bot_row bots_sea = {
    .of = PLAYS_sea, .ways = sea_ways, .act = sea_act, .decide = sea_decide, .thief = pirate_worth};
