/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Advice by the greedy bot, by the same weighing that it uses for its own choice. */
#include <limits.h>
#include <string.h>

#include "service/bots/bot_int.h"

enum {
    ADVICE_ROLL = 1 << 24, /* rolling comes before everything but the bot's own choice */
    ADVICE_STEP = 1 << 12, /* a step towards a goal, before moves that only help a little */
    ADVICE_NEVER = INT_MIN,
};

/* Chance for advice: fixed draws, by which the bot never makes an offer of its own, and always the
 * same other moves. */
static uint32_t draw_for_advice(const struct chance *chance, uint32_t number, uint32_t bound) {
    (void)chance;
    return (bound - 1 + number * UINT32_C(40503) / 256) % bound;
}

/* ---- what a move is worth ---- */

/* How a trade changes what the hand is worth. */
static int weigh_exchange(const struct plan *plan, struct cards lose, struct cards gain) {
    struct cards hand = bot_player(plan->bot)->hand;

    return plan_hand(plan, cards_add(cards_sub(hand, lose), gain)) - plan_hand(plan, hand);
}

static int weigh_acceptance(const struct plan *plan, uint32_t id) {
    const struct bot *bot = plan->bot;

    for (unsigned i = 0; i < OFFER_MAX; i++) {
        const struct offer *offer = &bot->view->offers[i];
        if (offer->id == id && id != 0 && cards_cover(bot_player(bot)->hand, offer->want))
            return weigh_exchange(plan, offer->want, offer->give);
    }
    return ADVICE_NEVER;
}

/* The worth of the best free place at an end of the road. */
static int weigh_road(const struct plan *plan, unsigned edge) {
    const uint8_t *ends = plan->bot->setup->board.edge[edge].vertices;
    int worth = 0;

    for (unsigned i = 0; i < 2; i++) {
        int there = vertex_set_has(&plan->bot->view->near, ends[i])
                        ? 0
                        : plan_vertex(plan->bot, ends[i], plan->income);
        worth = there > worth ? there : worth;
    }
    return worth;
}

static int weigh_move(const struct plan *plan, const struct action *move) {
    const struct bot *bot = plan->bot;

    switch (move->type) {
    case ROLL: return ADVICE_ROLL;
    case BUILD_SETTLEMENT: return plan_vertex(bot, move->vertex, plan->income);
    case BUILD_CITY: return plan_city(bot, move->vertex, plan->income);
    case BUILD_ROAD: return weigh_road(plan, move->edges[0]);
    case BUILD_NEUTRAL: return greedy_neutral(plan, move);
    case MOVE_ROBBER:
    case CHASE_ROBBER: return greedy_robber(bot, move->hex, move->seat);
    case PLAY_DEV_CARD:
        if (move->card == KNIGHT)
            return greedy_robber(bot, move->hex, move->seat);
        return move->card == ROAD_BUILDING ? greedy_roads(plan, move->edges) : 0;
    case MARITIME_TRADE: return weigh_exchange(plan, move->give, move->take);
    case ACCEPT_TRADE: return weigh_acceptance(plan, move->ref);
    default: return 0;
    }
}

/* ---- all moves ---- */

struct weighed {
    const struct bot *bot;
    int worth[LIST_MAX];
};

static void weigh_setup(struct weighed *weighed, const struct decision *decision) {
    const struct bot *bot = weighed->bot;
    int income[KIND_COUNT];

    plan_income(bot, bot->seat, income);
    for (size_t i = 0; i < bot->list->n; i++) {
        const struct action *move = &bot->list->items[i];
        weighed->worth[i] = decision->kind == DECIDE_SETUP_ROAD
                                ? greedy_beyond(bot, decision->vertex, move->edges[0], income)
                                : greedy_setup(bot, move->vertex, income);
    }
}

static void weigh_turn(struct weighed *weighed) {
    const struct bot *bot = weighed->bot;
    struct cards hand = bot_player(bot)->hand;
    struct plan plan;

    plan_make(&plan, bot);
    for (size_t i = 0; i < bot->list->n; i++)
        weighed->worth[i] = weigh_move(&plan, &bot->list->items[i]);
    for (unsigned i = 0; i < plan.n_goals; i++) {
        const struct action *step = greedy_step(&plan, &plan.goals[i]);
        int worth = ADVICE_STEP + plan_score(&plan, &plan.goals[i], hand);
        if (step != NULL && worth > weighed->worth[step - bot->list->items])
            weighed->worth[step - bot->list->items] = worth;
    }
}

/* Puts the bot's own choice first, completed if the listing leaves it open. */
static size_t put_own_choice(struct weighed *weighed, struct action *out) {
    const struct bot *bot = weighed->bot;
    struct action own = bot_greedy(bot);

    if (own.type == ACTION_NONE || own.type == OFFER_TRADE || own.type == COUNTER_TRADE)
        return 0;
    for (size_t i = 0; i < bot->list->n; i++)
        if (memcmp(&bot->list->items[i], &own, sizeof own) == 0)
            weighed->worth[i] = ADVICE_NEVER;
    out[0] = own;
    return 1;
}

size_t bot_advise(const struct setup *setup, const struct game *view, unsigned seat,
                  const struct move_list *list, struct action *out, size_t max) {
    const struct decision *decision = game_decision(view, seat);
    struct chance chance = {.draw = draw_for_advice};
    const struct bot bot = {setup, view, seat, &chance, list, 0};
    struct weighed weighed = {.bot = &bot};
    size_t n = 0;

    if (list->n == 0 || max == 0)
        return 0;
    if (decision != NULL &&
        (decision->kind == DECIDE_SETUP_SETTLEMENT || decision->kind == DECIDE_SETUP_CITY ||
         decision->kind == DECIDE_SETUP_ROAD))
        weigh_setup(&weighed, decision);
    else
        weigh_turn(&weighed);
    if (decision == NULL || !decision->answered)
        n = put_own_choice(&weighed, out);
    while (n < max) {
        size_t best = list->n;
        for (size_t i = 0; i < list->n; i++)
            if (list->items[i].open == 0 && weighed.worth[i] != ADVICE_NEVER &&
                (best == list->n || weighed.worth[i] > weighed.worth[best]))
                best = i;
        if (best == list->n)
            break;
        out[n++] = list->items[best];
        weighed.worth[best] = ADVICE_NEVER;
    }
    return n;
}
