/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* One measure for all moves of a decision, so that a player's move can be compared with another. */
#include "service/bots/search.h"
#include "service/bots/stream.h"

enum { SAMPLES = 3 /* of what comes after a move that is left to chance */ };

/* ---- set-up ---- */

/* Completes the set-up as greedy bots would. */
static void finish_setup(struct search *search, struct game *game) {
    while (game->phase == PHASE_SETUP && game->n_pending > 0) {
        unsigned seat = game->pending[0].player;
        struct bot other = {search->setup, game, seat, NULL, &search->list, BOT_OFFERS_MAX};
        struct event event = {.player = (uint8_t)seat, .by = BY_BOT};
        game_list(search->setup, game, seat, &search->list);
        event.action = bot_greedy(&other);
        event.type = event.action.type;
        game_apply(search->setup, game, &event);
        search->leaves -= search->leaves > 0;
    }
}

double search_opening(struct search *search, const struct game *view, const struct action *action) {
    struct game game = *view;
    struct event event = {
        .type = action->type, .player = (uint8_t)search->seat, .by = BY_BOT, .action = *action};

    game_apply(search->setup, &game, &event);
    finish_setup(search, &game);
    return value_of_opening(search->setup, &game, search->seat);
}

/* ---- a turn ---- */

static const struct decision *own_turn(const struct search *search, const struct game *game) {
    const struct decision *decision = game_decision(game, search->seat);

    return game->phase == PHASE_PLAY && decision != NULL && decision->kind == DECIDE_TURN ? decision
                                                                                          : NULL;
}

/* The best chance at the end of the turn that goes on from GAME. */
static double search_rest(struct search *search, const struct game *game) {
    if (own_turn(search, game) == NULL)
        return search_value(search, game);
    search->leaves = SEARCH_LEAVES_TURN * search->effort;
    search_turn(search, game);
    return search->best_value;
}

/* GAME, in which hands were filled in, as the seat sees it: the search takes cards from hands as possible that are hidden, not
 * those of one sample. */
static void hide_hands(const struct search *search, struct game *game) {
    struct game whole = *game;

    game_view(search->setup, &whole, search->seat, game);
    belief_fill(search->setup, game, search->seat, search->seed, false);
}

/* How much the best continuation adds to stopping after ACTION, in the mean of some of its outcomes. */
static double gain_of_rest(struct search *search, const struct game *game,
                           const struct action *action) {
    const unsigned samples = SAMPLES * search->effort;
    double sum = 0;

    for (unsigned i = 0; i < samples; i++) {
        struct bot_stream stream;
        struct game after = *game;
        struct event event = {
            .type = action->type, .player = (uint8_t)search->seat, .by = BY_BOT, .action = *action};

        bot_stream_begin(&stream, search->seed + i);
        belief_fill(search->setup, &after, search->seat, search->seed + i, true);
        event.drawn = (uint8_t)game_parts(search->setup, &after, action);
        if (event.drawn != 0)
            game_draw(search->setup, &after, search->seat, action, event.drawn, &stream.chance,
                      &event.outcome);
        game_apply(search->setup, &after, &event);
        if (own_turn(search, &after) == NULL)
            continue;
        hide_hands(search, &after);
        sum += search_rest(search, &after) - search_value(search, &after);
    }
    return sum / samples;
}

static double judge_in_turn(struct search *search, const struct game *view,
                            const struct action *action) {
    struct event event = {
        .type = action->type, .player = (uint8_t)search->seat, .by = BY_BOT, .action = *action};
    struct game game = *view;

    belief_fill(search->setup, &game, search->seat, search->seed, false);
    if (action->type == END_TURN)
        return search_value(search, &game);
    if (game_parts(search->setup, &game, action) != 0 || search_needs_hands(action))
        return search_after(search, &game, action) + gain_of_rest(search, &game, action);
    game_apply(search->setup, &game, &event);
    return search_rest(search, &game);
}

/* ---- all of it ---- */

bool search_judge(struct search *search, const struct game *view, const struct action *action,
                  double *value) {
    const struct decision *decision = game_decision(view, search->seat);

    switch (decision == NULL || decision->answered ? DECIDE_NONE : decision->kind) {
    case DECIDE_SETUP_SETTLEMENT:
    case DECIDE_SETUP_CITY:
    case DECIDE_SETUP_ROAD: *value = search_opening(search, view, action); return true;
    case DECIDE_DISCARD:
        *value = search_with_hand(search, view,
                                  cards_sub(view->players[search->seat].hand, action->give));
        return true;
    case DECIDE_MOVE_ROBBER: {
        struct game game = *view;
        belief_fill(search->setup, &game, search->seat, search->seed, false);
        *value = search_after(search, &game, action);
        return true;
    }
    case DECIDE_TURN:
        if (view->step != STEP_ACTIONS || (action->type != END_TURN && !search_tries(action)))
            return false;
        *value = judge_in_turn(search, view, action);
        return true;
    default: return false;
    }
}
