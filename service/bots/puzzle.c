/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/bots/puzzle.h"

#include <string.h>

#include "service/bots/search.h"

const char *const puzzle_theme_names[PUZZLE_THEMES + 1] = {
    [PUZZLE_OPENING] = "opening",
    [PUZZLE_BUILDING] = "building",
    [PUZZLE_CARDS] = "cards",
    [PUZZLE_TRADE] = "trade",
};

static enum puzzle_theme theme_of(const struct game *view, const struct action *action) {
    if (view->phase == PHASE_SETUP)
        return PUZZLE_OPENING;
    switch (action->type) {
    case MARITIME_TRADE: return PUZZLE_TRADE;
    case BUY_DEV_CARD:
    case PLAY_DEV_CARD: return PUZZLE_CARDS;
    default: return PUZZLE_BUILDING;
    }
}

/* Discarding has too many forms; where the robber goes has never been clear. */
static bool can_be_asked(const struct game *view, unsigned seat) {
    const struct decision *decision = game_decision(view, seat);

    if (decision == NULL || decision->answered)
        return false;
    return decision->kind == DECIDE_SETUP_SETTLEMENT || decision->kind == DECIDE_SETUP_CITY ||
           (decision->kind == DECIDE_TURN && view->step == STEP_ACTIONS);
}

/* Where the search of a turn knows less than the greedy bot, the two have to agree, and every move must be measured. At sea and
 * with two players too little is known of what a position is worth. */
static bool has_puzzles(const struct setup *setup) {
    return hard_trusts_search(setup) ||
           (setup->rules.players > 2 && setup->rules.scenario == SCENARIO_NONE);
}

static bool is_same_action(const struct action *one, const struct action *other) {
    return memcmp(one, other, sizeof *one) == 0;
}

/* A comparison of the best move with others. */
struct comparing {
    struct search search;
    const struct game *view;
    struct puzzle *puzzle;
    unsigned measured;
    bool trusts; /* whether moves that are not measured can be passed over (hard_trusts_search) */
};

/* Whether the best move stays clearly ahead of this one. */
static bool stays_ahead(struct comparing *comparing, const struct action *other) {
    struct puzzle *puzzle = comparing->puzzle;
    double chance;

    if (is_same_action(other, &puzzle->best.action))
        return true;
    if (!search_judge(&comparing->search, comparing->view, other, &chance))
        return comparing->trusts;
    comparing->measured++;
    if (chance > puzzle->next)
        puzzle->next = chance;
    return puzzle->chance - puzzle->next >= PUZZLE_LEAD;
}

/* First those that are likely to come close: ending the turn, and what the best move is to lead to. */
static bool likely_stay_behind(struct comparing *comparing) {
    const struct hint *best = &comparing->puzzle->best;
    const struct action ending = {.type = END_TURN};

    if (comparing->view->phase == PHASE_PLAY && comparing->view->step == STEP_ACTIONS &&
        !stays_ahead(comparing, &ending))
        return false;
    for (unsigned i = 1; i < best->n_line; i++)
        if (best->line[i].type != END_TURN &&
            game_legal(comparing->search.setup, comparing->view, comparing->search.seat,
                       &best->line[i]) == REASON_OK &&
            !stays_ahead(comparing, &best->line[i]))
            return false;
    return true;
}

static bool all_stay_behind(struct comparing *comparing) {
    struct move_list list;

    if (!likely_stay_behind(comparing))
        return false;
    comparing->measured = 0;
    game_list(comparing->search.setup, comparing->view, comparing->search.seat, &list);
    for (size_t i = 0; i < list.n; i++) {
        struct action other = list.items[i];
        const bool open = other.open != 0;

        other.open = 0;
        /* an open move has more forms than are listed: any might be better */
        if (open ? search_tries(&other) || (!comparing->trusts && other.type != OFFER_TRADE)
                 : !stays_ahead(comparing, &other))
            return false;
    }
    return comparing->measured + 1 >= PUZZLE_CHOICES_MIN;
}

static void begin_search(struct search *search, const struct setup *setup, const struct game *view,
                         unsigned seat, unsigned effort) {
    const struct bot bot = {.setup = setup, .view = view, .seat = seat};

    search_begin(search, &bot, SEARCH_LEAVES_TURN * effort);
    search->effort = effort;
}

bool puzzle_find(const struct setup *setup, const struct game *view, unsigned seat, unsigned effort,
                 struct puzzle *puzzle) {
    struct comparing comparing = {
        .view = view, .puzzle = puzzle, .trusts = hard_trusts_search(setup)};

    memset(puzzle, 0, sizeof *puzzle);
    if (!has_puzzles(setup) || !can_be_asked(view, seat))
        return false;
    bot_hint(setup, view, seat, BOT_OFFERS_MAX, HINT_LINE_MAX, &puzzle->best);
    if (puzzle->best.action.type == ACTION_NONE || puzzle->best.action.type == END_TURN)
        return false;
    puzzle->theme = theme_of(view, &puzzle->best.action);
    begin_search(&comparing.search, setup, view, seat, effort);
    return search_judge(&comparing.search, view, &puzzle->best.action, &puzzle->chance) &&
           all_stay_behind(&comparing);
}

bool puzzle_judge(const struct setup *setup, const struct game *view, unsigned seat,
                  const struct action *action, double *chance) {
    struct search search;

    begin_search(&search, setup, view, seat, 1);
    return search_judge(&search, view, action, chance);
}
