/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/bots/mistakes.h"

#include <string.h>

#include "service/bots/search.h"

/* What a better move must add to the chance of winning. In games where the search of a turn finds less than the greedy
 * bot knows (service/bots/hard.c), small differences say nothing. */
static const double least_cost = 0.01;
static const double least_cost_unsure = 0.03;

void mistakes_begin(struct mistakes *mistakes, const struct setup *setup, unsigned seat) {
    memset(mistakes, 0, sizeof *mistakes);
    mistakes->setup = setup;
    mistakes->seat = seat;
    mistakes->complete = true;
}

static double cost_of(const struct mistake *mistake) {
    return mistake->better_chance - mistake->chance;
}

static void drop_mistake(struct mistakes *mistakes, unsigned at) {
    mistakes->n--;
    for (unsigned i = at; i < mistakes->n; i++)
        mistakes->worst[i] = mistakes->worst[i + 1];
}

/* One for each turn, as what follows from it costs again; the pieces of the set-up are decisions of their own. */
static void keep_mistake(struct mistakes *mistakes, const struct mistake *mistake) {
    unsigned at;

    for (unsigned i = 0; mistake->turn > 0 && i < mistakes->n; i++) {
        if (mistakes->worst[i].turn != mistake->turn)
            continue;
        if (cost_of(&mistakes->worst[i]) >= cost_of(mistake))
            return;
        drop_mistake(mistakes, i);
        break;
    }
    at = mistakes->n;
    while (at > 0 && cost_of(&mistakes->worst[at - 1]) < cost_of(mistake))
        at--;
    if (at == MISTAKES_MAX)
        return;
    mistakes->n += mistakes->n < MISTAKES_MAX;
    for (unsigned i = mistakes->n - 1; i > at; i--)
        mistakes->worst[i] = mistakes->worst[i - 1];
    mistakes->worst[at] = *mistake;
}

static bool judge_both(const struct setup *setup, const struct game *view, unsigned seat,
                       struct mistake *mistake) {
    const struct bot bot = {.setup = setup, .view = view, .seat = seat};
    struct search search;

    search_begin(&search, &bot, SEARCH_LEAVES_TURN);
    return search_judge(&search, view, &mistake->played, &mistake->chance) &&
           search_judge(&search, view, &mistake->better.action, &mistake->better_chance);
}

/* Whether the seat itself decided: neither its clock did, nor an order given in another position. */
static bool is_own_decision(const struct mistakes *mistakes, const struct game *before,
                            const struct event *event) {
    const struct decision *decision = game_decision(before, mistakes->seat);

    return event_is_action(event->type) && event->player == mistakes->seat &&
           (event->by == BY_PLAYER || event->by == BY_BOT) && decision != NULL &&
           !decision->answered;
}

void mistakes_follow(struct mistakes *mistakes, const struct game *before,
                     const struct event *event) {
    const struct setup *setup = mistakes->setup;
    struct mistake mistake = {
        .turn = before->turn, .seq = before->seq + 1, .played = event->action};
    double least = hard_trusts_search(setup) ? least_cost : least_cost_unsure;
    struct game view;

    if (!is_own_decision(mistakes, before, event))
        return;
    if (mistakes->judged == MISTAKES_JUDGED_MAX) {
        mistakes->complete = false;
        return;
    }
    mistakes->judged++;
    game_view(setup, before, mistakes->seat, &view);
    bot_hint(setup, &view, mistakes->seat, BOT_OFFERS_MAX, HINT_LINE_MAX, &mistake.better);
    if (memcmp(&mistake.better.action, &mistake.played, sizeof mistake.played) == 0 ||
        !judge_both(setup, &view, mistakes->seat, &mistake))
        return;
    if (cost_of(&mistake) >= least)
        keep_mistake(mistakes, &mistake);
}
