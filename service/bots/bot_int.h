/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Shared among the bots' files. */
#ifndef SERVICE_BOTS_BOT_INT_H
#define SERVICE_BOTS_BOT_INT_H

#include <stdbool.h>

#include "service/bots/bot.h"

/* A bot's input while it chooses. */
struct bot {
    const struct setup *setup;
    const struct game *view;
    unsigned seat;
    struct chance *chance;
    const struct move_list *list; /* the seat's legal moves, not empty */
    unsigned offers;              /* made in this turn */
};

struct action bot_random(const struct bot *bot);
struct action bot_greedy(const struct bot *bot);
struct action bot_hard(const struct bot *bot);

/* Whether the search of a turn is measurably better than the greedy bot in games of SETUP. */
bool hard_trusts_search(const struct setup *setup);

/* ---- the beginner (service/bots/easy.c) ---- */

enum { EASY_OVERLOOKS = 20 }; /* percent of the moves */

/* Removes from LIST, the moves of BOT, those that a beginner overlooks; one is always left. */
void easy_overlook(const struct bot *bot, struct move_list *list);

/* ---- plans (service/bots/plan.c) ---- */

/* What the greedy bot may build towards. */
enum goal_kind {
    GOAL_CITY,
    GOAL_SETTLEMENT,
    GOAL_ROAD_CARD,
    GOAL_DEV_CARD,
    GOAL_KNIGHT,   /* built and activated */
    GOAL_ACTIVATE, /* vertex */
    GOAL_PROMOTE,  /* vertex */
    GOAL_WALL,
    GOAL_IMPROVE, /* track */
    GOAL_REPAIR,  /* vertex */
    GOAL_EXPLORE, /* a hex in fog */
    GOAL_WONDER,  /* wonder: its next level */
    GOAL_GIFT,    /* a path with a gift */
    GOAL_VILLAGE, /* a village to link with */
    GOAL_LANE,    /* its own fortress at the end of the lane */
};

enum {
    GOAL_REACH = 3,              /* roads that a settlement may still need */
    SHIP_REACH = 5,              /* ships that a settlement may still need */
    GOAL_LAND = 12 + GOAL_REACH, /* goals considered in games without sea */
    GOAL_MAX = GOAL_LAND + 2 + 4 * SHIP_REACH + 2 + WONDER_COUNT,
    POINT = 1000, /* worth of one victory point */
};

struct goal {
    uint8_t kind;   /* enum goal_kind */
    uint8_t vertex; /* where the building will stand, or NONE */
    uint8_t edge;   /* the road or ship to build first, or NONE */
    uint8_t track;
    uint8_t wonder;
    bool ship; /* the edge is a ship's */
    int worth;
    struct cards cost; /* of everything, roads on the way included */
};

struct plan {
    const struct bot *bot;
    unsigned kinds;         /* kinds of cards in the game */
    int income[KIND_COUNT]; /* 36ths of a card a roll */
    int rate[KIND_COUNT];
    int points;
    unsigned n_goals;
    struct goal goals[GOAL_MAX];  /* the best for each cost */
    uint8_t roads_to[VERTEX_MAX]; /* roads needed to reach a vertex, NONE beyond GOAL_REACH */
    uint8_t first_road[VERTEX_MAX];
    uint8_t ships_to[VERTEX_MAX]; /* the same of ships; all NONE where there is no sea */
    uint8_t first_ship[VERTEX_MAX];
};

/* Fills PLAN with what is worth building on the board. */
void plan_make(struct plan *plan, const struct bot *bot);

/* Adds GOAL unless there is a better one of the same kind and cost. A goal that brings POINTS is
 * worth more near the end. */
void plan_add(struct plan *plan, struct goal goal, int points);

/* Adds settlements that the bot's roads, or SHIPs, lead to. */
void plan_settlements(struct plan *plan, bool ship);

/* Whether a road or SHIP can ever lie at EDGE. */
bool plan_takes_line(const struct bot *bot, unsigned edge, bool ship);

/* N times CARDS. */
struct cards plan_multiply(struct cards cards, unsigned n);

/* Number of rolls until HAND, with the plan's income and bank trades, pays COST; 0: at once. */
int plan_rolls(const struct plan *plan, struct cards hand, struct cards cost);

/* The worth of GOAL for a holder of HAND: its value, discounted by the time it takes. */
int plan_score(const struct plan *plan, const struct goal *goal, struct cards hand);

/* The goal that scores best with HAND, or NULL. */
const struct goal *plan_best(const struct plan *plan, struct cards hand);

/* What HAND is worth to its holder. Only comparisons mean anything. */
int plan_hand(const struct plan *plan, struct cards hand);

/* COUNT cards of HAND whose loss hurts least. */
struct cards plan_spare(const struct plan *plan, struct cards hand, unsigned count);

/* COUNT cards of OFFERED that help most when HAND is held. */
struct cards plan_pick(const struct plan *plan, struct cards hand, struct cards offered,
                       unsigned count);

/* Worth of the vertex for a settlement of a seat with this INCOME; and of a city there instead of a
 * settlement (the same in the base game). */
int plan_vertex(const struct bot *bot, unsigned vertex, const int income[KIND_COUNT]);
int plan_city(const struct bot *bot, unsigned vertex, const int income[KIND_COUNT]);

/* Income of any seat in pips by kind, without the robber's hex. */
void plan_income(const struct bot *bot, unsigned seat, int income[KIND_COUNT]);

/* ---- greedy choices shared among its files (service/bots/greedy.c) ---- */

static inline const struct player *bot_player(const struct bot *bot) {
    return &bot->view->players[bot->seat];
}

/* The next listed move of TYPE (ACTION_NONE: any) after MOVE (NULL: the first), or NULL. */
const struct action *greedy_next(const struct bot *bot, unsigned type, const struct action *move);

#define MOVES_EACH(bot, type, move)                                                                \
    for (const struct action *move = NULL; ((move) = greedy_next((bot), (type), (move))) != NULL;)

/* The best move so far; initially the move to make unless another is worth more than WORTH. */
struct choice {
    const struct action *move;
    int worth;
};
void choice_weigh(struct choice *best, const struct action *move, int worth);

/* Worth of the best place that a road from VERTEX over EDGE could lead to, two steps from
 * VERTEX. */
int greedy_beyond(const struct bot *bot, unsigned vertex, unsigned edge,
                  const int income[KIND_COUNT]);

/* Worth of VERTEX as a starting place, with the next place that it leads to. */
int greedy_setup(const struct bot *bot, unsigned vertex, const int income[KIND_COUNT]);

/* Worth of a neutral piece: the harm to the opponent. */
int greedy_neutral(const struct plan *plan, const struct action *move);

/* The move that builds the first piece for GOAL, if possible now, or NULL. */
const struct action *greedy_step(const struct plan *plan, const struct goal *goal);

/* Visible points of any seat. */
int greedy_points(const struct bot *bot, unsigned seat);

/* Worth of the robber at HEX, including a card of VICTIM (NONE: no card). */
int greedy_robber(const struct bot *bot, unsigned hex, unsigned victim);

/* The bot's pips under the robber. */
int greedy_blocked(const struct bot *bot);

/* Worth of two free roads: places that they reach and a longer line. */
int greedy_roads(const struct plan *plan, const uint8_t edges[2]);

/* Whether the hand AFTER pays for a goal that the present hand does not. */
bool greedy_completes(const struct plan *plan, struct cards after);

/* Whether the bot has an open offer with exactly these terms. */
bool greedy_has_offered(const struct bot *bot, struct cards give, struct cards want);

/* Opponents worth asking for a card of KIND, as a set; none where the bank shows that nobody has one. */
unsigned greedy_worth_asking(const struct bot *bot, unsigned kind);

/* ---- knights and barbarians (service/bots/defence.c) ---- */

/* Add goals of Cities & Knights (service/bots/expand.c), and those for defence. */
void expand_goals(struct plan *plan);
void defence_goals(struct plan *plan);

/* Worth of MORE strength of the bot (may be negative) when the barbarians land. */
int defence_gain(const struct bot *bot, int more);

/* The same for the weakest knight of VICTIM changing sides, or just going. */
int defence_deserter(const struct bot *bot, unsigned victim);

/* The listed move of TYPE with the best place for a knight, or NULL; FROM: only for the knight
 * there, NONE: any. */
const struct action *defence_best_place(const struct plan *plan, unsigned type, unsigned from);

/* A knight's action, or one of type ACTION_NONE: chases the robber, drives an opponent from a place
 * that the bot wants, or makes room. */
struct action defence_action(const struct plan *plan);

/* The same before the roll, with the knight-errant (V-10). */
const struct action *defence_errant(const struct bot *bot);

/* Answers to decisions about knights and cities. */
struct action defence_commit(const struct bot *bot);
struct action defence_pillaged(const struct plan *plan);
struct action defence_remove(const struct bot *bot);
struct action defence_relocate(const struct plan *plan);
struct action defence_placed(const struct plan *plan);

/* ---- progress cards (service/bots/progress.c) ---- */

/* The listed progress card that is best to play now, or NULL; FORCED: one has to be played. */
const struct action *progress_best(const struct plan *plan, bool forced);

/* A Commercial Harbor offer that is worth it, or an action of type ACTION_NONE. */
struct action progress_harbor(const struct plan *plan);

/* Answers to decisions that cards ask for, and to those about cards. */
struct action progress_decide(const struct plan *plan, const struct decision *decision);

#endif
