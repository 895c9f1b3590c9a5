/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/bots/dealings.h"

#include <math.h>

#include "service/bots/value.h"

/* By how much of what is expected an honest player may differ for reasons of their own, in shares. */
static const double own_reasons = 0.25;
/* A mean loss by trades that says nothing: chance to win. */
static const double loss_noise = 0.004;
const double suspicion_least = 5.0;

enum { TRADES_LEAST = 4 };

void dealings_begin(struct dealings *dealings, const struct setup *setup) {
    *dealings = (struct dealings){.setup = setup};
    for (unsigned a = 0; a < setup->rules.players; a++)
        for (unsigned b = 0; b < setup->rules.players; b++)
            dealings->of[a][b].games = a != b;
}

/* ---- trades ---- */

static const struct offer *offer_of(const struct game *game, uint32_t id) {
    for (unsigned i = 0; i < OFFER_MAX; i++)
        if (game->offers[i].id == id && id != 0)
            return &game->offers[i];
    return NULL;
}

/* Notes what a trade has cost A, who made it with B. */
static void note_trade(struct dealings *dealings, const struct game *before,
                       const struct game *after, unsigned a, unsigned b) {
    struct dealing *dealing = &dealings->of[a][b];
    double lost = value_of(dealings->setup, before, a) - value_of(dealings->setup, after, a);

    dealing->trades++;
    dealing->lost += lost;
    dealing->lost_squares += lost * lost;
}

static void follow_answer(struct dealings *dealings, const struct game *before,
                          const struct event *event, const struct game *after) {
    const struct offer *offer = offer_of(before, event->action.ref);
    unsigned partner;

    if (offer == NULL)
        return;
    if (event->type == ACCEPT_TRADE && event->player != before->active && !offer->auto_confirm)
        return; /* whoever has made the offer still chooses */
    partner = event->type == ACCEPT_TRADE ? offer->player : event->action.seat;
    note_trade(dealings, before, after, event->player, partner);
    note_trade(dealings, before, after, partner, event->player);
}

/* ---- offers ---- */

static unsigned with_cards(const struct setup *setup, const struct game *game, unsigned seat) {
    unsigned seats = 0;

    for (unsigned other = 0; other < setup->rules.players; other++)
        seats |= (unsigned)(other != seat && game->players[other].hand_count > 0) << other;
    return seats;
}

static void follow_offer(struct dealings *dealings, const struct game *before,
                         const struct event *event) {
    unsigned asked = event->action.seats, seat = event->player;
    unsigned could = with_cards(dealings->setup, before, seat);
    double share;

    if (bit_count(asked) != 1 || bit_count(could) < 2 || (asked & could) == 0)
        return;
    share = 1.0 / bit_count(could);
    for (unsigned other = 0; other < dealings->setup->rules.players; other++) {
        struct dealing *dealing = &dealings->of[seat][other];

        if ((could >> other & 1) == 0)
            continue;
        dealing->offers++;
        dealing->alone += asked >> other & 1;
        dealing->alone_expected += share;
        dealing->alone_variance += share * (1 - share);
    }
}

/* ---- the robber ---- */

/* Whom a move of this type can hit. */
static unsigned within_reach(const struct setup *setup, const struct game *game, unsigned seat,
                             unsigned type) {
    struct move_list list;
    unsigned seats = 0;

    game_list(setup, game, seat, &list);
    for (size_t i = 0; i < list.n; i++)
        if (list.items[i].type == type && list.items[i].seat < setup->rules.players)
            seats |= 1u << list.items[i].seat;
    return seats;
}

static double robber_draw(const struct setup *setup, const struct game *game, unsigned seat) {
    double points = game_points_visible(setup, game, seat);

    return 1 + points * points;
}

static void follow_robber(struct dealings *dealings, const struct game *before,
                          const struct event *event) {
    const struct setup *setup = dealings->setup;
    unsigned seat = event->player, reach = within_reach(setup, before, seat, event->type);
    double sum = 0;

    if (bit_count(reach) < 2)
        return;
    for (unsigned other = 0; other < setup->rules.players; other++)
        sum += reach >> other & 1 ? robber_draw(setup, before, other) : 0;
    for (unsigned other = 0; other < setup->rules.players; other++) {
        struct dealing *dealing = &dealings->of[seat][other];
        double share = robber_draw(setup, before, other) / sum;

        if ((reach >> other & 1) == 0)
            continue;
        dealing->chances++;
        dealing->hits += event->action.seat == other;
        dealing->hits_expected += share;
        dealing->hits_variance += share * (1 - share);
    }
}

static bool moves_robber(const struct event *event) {
    return event->type == MOVE_ROBBER ||
           (event->type == PLAY_DEV_CARD && event->action.card == KNIGHT &&
            event->action.hex != NONE);
}

void dealings_follow(struct dealings *dealings, const struct game *before,
                     const struct event *event, const struct game *after) {
    if (event->type == ACCEPT_TRADE || event->type == CONFIRM_TRADE)
        follow_answer(dealings, before, event, after);
    else if (event->type == OFFER_TRADE)
        follow_offer(dealings, before, event);
    else if (event->by != BY_TIMEOUT && moves_robber(event))
        follow_robber(dealings, before, event);
}

void dealing_add(struct dealing *sum, const struct dealing *more) {
    sum->games += more->games;
    sum->trades += more->trades;
    sum->lost += more->lost;
    sum->lost_squares += more->lost_squares;
    sum->chances += more->chances;
    sum->hits += more->hits;
    sum->hits_expected += more->hits_expected;
    sum->hits_variance += more->hits_variance;
    sum->offers += more->offers;
    sum->alone += more->alone;
    sum->alone_expected += more->alone_expected;
    sum->alone_variance += more->alone_variance;
}

/* ---- what is striking ---- */

/* How far MORE than expected is beyond what honest play brings. */
static double beyond_expected(double more, double expected, double variance) {
    double own = own_reasons * expected;

    return variance <= 0 || more <= 0 ? 0 : more / sqrt(variance + own * own);
}

/* Whether trades with the rival have cost more than those with others. */
static double judge_gifts(const struct dealing *with, const struct dealing *others) {
    double n = (double)with->trades, m = (double)others->trades, all = n + m;
    double mean, variance, difference;

    if (n < TRADES_LEAST || m < TRADES_LEAST)
        return 0;
    mean = (with->lost + others->lost) / all;
    variance = (with->lost_squares + others->lost_squares) / all - mean * mean;
    difference = with->lost / n - others->lost / m;
    return difference <= 0 || with->lost <= 0
               ? 0
               : difference / sqrt(variance * (1 / n + 1 / m) + loss_noise * loss_noise);
}

void dealing_judge(const struct dealing *with, const struct dealing *others,
                   struct suspicion *suspicion) {
    suspicion->signs[SIGN_GIFTS] = judge_gifts(with, others);
    suspicion->signs[SIGN_SPARED] = beyond_expected(with->hits_expected - (double)with->hits,
                                                    with->hits_expected, with->hits_variance);
    suspicion->signs[SIGN_OFFERS] = beyond_expected((double)with->alone - with->alone_expected,
                                                    with->alone_expected, with->alone_variance);
}

double suspicion_score(const struct suspicion *one, const struct suspicion *other) {
    double sum = 0;

    for (unsigned sign = 0; sign < SIGN_COUNT; sign++)
        sum += one->signs[sign] * one->signs[sign] + other->signs[sign] * other->signs[sign];
    return sqrt(sum);
}
