/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What the bots' files share among themselves. */
#ifndef SERVICE_BOTS_BOT_INT_H
#define SERVICE_BOTS_BOT_INT_H

#include "service/bots/bot.h"

/* Everything a bot looks at while it chooses. */
struct bot {
    const struct setup *setup;
    const struct game *view;
    unsigned seat;
    struct chance *chance;
    const struct move_list *list; /* the seat's legal moves, not empty */
};

struct action bot_random(const struct bot *bot);
struct action bot_greedy(const struct bot *bot);

/* ---- plans (service/bots/plan.c) ---- */

/* What the greedy bot may build towards. */
enum goal_kind { GOAL_CITY, GOAL_SETTLEMENT, GOAL_ROAD_CARD, GOAL_DEV_CARD };

enum {
    GOAL_REACH = 3, /* roads that a settlement may still need */
    GOAL_MAX = 4 + GOAL_REACH,
    POINT = 1000, /* worth of one victory point */
};

struct goal {
    uint8_t kind;   /* enum goal_kind */
    uint8_t vertex; /* where the building will stand, or NONE */
    uint8_t edge;   /* the road to build first, or NONE */
    int worth;
    struct cards cost; /* of everything, roads on the way included */
};

struct plan {
    const struct bot *bot;
    int income[RESOURCE_COUNT]; /* pips, a city's twice: 36ths of a card a roll */
    int rate[RESOURCE_COUNT];
    int points;
    unsigned n_goals;
    struct goal goals[GOAL_MAX];  /* the best one of each cost */
    uint8_t roads_to[VERTEX_MAX]; /* roads needed to reach a vertex, NONE beyond GOAL_REACH */
    uint8_t first_road[VERTEX_MAX];
};

/* Looks at the board and fills PLAN with what is worth building. */
void plan_make(struct plan *plan, const struct bot *bot);

/* Rolls until HAND, with the plan's income and bank trades, pays COST; 0: at once. */
int plan_rolls(const struct plan *plan, struct cards hand, struct cards cost);

/* What GOAL is worth when HAND is held: its worth against the time it takes. */
int plan_score(const struct plan *plan, const struct goal *goal, struct cards hand);

/* The goal that scores best with HAND, or NULL. */
const struct goal *plan_best(const struct plan *plan, struct cards hand);

/* What HAND is worth to its holder. Only comparisons mean anything. */
int plan_hand(const struct plan *plan, struct cards hand);

/* COUNT cards of HAND whose loss hurts least. */
struct cards plan_spare(const struct plan *plan, struct cards hand, unsigned count);

/* Worth of the vertex as a place for a building of the seat whose income is given. */
int plan_vertex(const struct bot *bot, unsigned vertex, const int income[RESOURCE_COUNT]);

/* Income of any seat in pips by kind, the robber's hex left out. */
void plan_income(const struct bot *bot, unsigned seat, int income[RESOURCE_COUNT]);

/* Dice pairs out of 36 that give NUMBER; 0 for none. */
int number_pips(unsigned number);

#endif
