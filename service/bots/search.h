/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The hard bot's search: positions after its own moves, averaged over chance by what it may know.
 * Positions are views: hidden hands stay hidden, and are filled with possible cards only for a card
 * that takes from them. */
#ifndef SERVICE_BOTS_SEARCH_H
#define SERVICE_BOTS_SEARCH_H

#include "service/bots/bot_int.h"
#include "service/bots/value.h"

enum {
    SEARCH_WIDTH = 16,  /* positions kept per step */
    SEARCH_DEPTH = 8,   /* steps within a turn */
    SEARCH_SEEN = 8192, /* size of the table of positions; a power of two */
    SEARCH_LEAVES_TURN = 3500,
    SEARCH_LEAVES_IMPROVE = 400,
    SEARCH_LEAVES_OPENING = 1200, /* for placing the first pieces */
};

struct search_node {
    struct game game;
    struct action first; /* the first move that led there; ACTION_NONE at the root */
    double value;
};

/* A search in progress. About 600 KB. */
struct search {
    const struct setup *setup;
    unsigned seat;
    unsigned leaves; /* that it may still evaluate */
    unsigned effort; /* what search_judge spends is multiplied by it; search_begin sets 1 */
    uint64_t seed;   /* for samples: derived from the view alone */
    const struct value_weights *weights;
    struct move_list list;
    struct search_node beam[2][SEARCH_WIDTH];
    unsigned n[2];
    uint64_t seen[SEARCH_SEEN];
    struct action best; /* ACTION_NONE: nothing is better than stopping */
    double best_value;
};

/* Begins with the view of BOT. */
void search_begin(struct search *search, const struct bot *bot, unsigned leaves);

/* Chance of the seat to win in GAME, one leaf. */
double search_value(struct search *search, const struct game *game);

/* The same after ACTION, averaged over its possible outcomes. */
double search_after(struct search *search, const struct game *game, const struct action *action);

/* The same if the seat held HAND instead. */
double search_with_hand(struct search *search, const struct game *game, struct cards hand);

/* Searches for the best moves up to the end of the turn, without trades with players: sets best and
 * best_value. */
void search_turn(struct search *search, const struct game *view);

/* Whether the search of a turn tries ACTION, and whether what it does depends on hidden hands. */
bool search_tries(const struct action *action);
bool search_needs_hands(const struct action *action);

/* ---- one measure for the moves of a decision (service/bots/judge.c) ---- */

/* The chance after ACTION, a move of the set-up in VIEW, if all place their remaining pieces as greedy bots would. */
double search_opening(struct search *search, const struct game *view, const struct action *action);

/* Sets VALUE to the chance after ACTION, a legal move of the seat in VIEW, and after the best that it can still do in
 * the same turn. False: moves of its kind are not measured, which goes for trades with players and what comes before the
 * roll. */
bool search_judge(struct search *search, const struct game *view, const struct action *action,
                  double *value);

/* ---- what is hidden (service/bots/belief.c) ---- */

/* Fills what GAME, a view of SEAT, hides: cards drawn at random by SEED among those nobody has seen.
 * Draw piles always; hands only with HANDS. */
void belief_fill(const struct setup *setup, struct game *game, unsigned seat, uint64_t seed,
                 bool hands);

/* Cards by kind that the others hold together: public, by counting. */
struct cards belief_held(const struct setup *setup, const struct game *game, unsigned seat);

#endif
