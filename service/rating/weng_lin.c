/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/rating/weng_lin.h"

#include <assert.h>
#include <math.h>

/* How much a game's result depends on the day (beta), how much players change from game to game (tau), and how far one
 * game can narrow a deviation (kappa). */
static const double beta = 25.0 / 6, tau = 25.0 / 300, kappa = 1e-4;

/* One game: what the sums of the paper need of each player. */
struct table {
    const unsigned *ranks;
    unsigned n;
    double strength[WENG_LIN_PLAYERS_MAX]; /* exp(mu / c) */
    double behind[WENG_LIN_PLAYERS_MAX];   /* the strengths of all who are not before this player */
    unsigned sharing[WENG_LIN_PLAYERS_MAX];
};

static double spread_of(const struct strength players[], unsigned n) {
    double sum = 0;

    for (unsigned i = 0; i < n; i++)
        sum += players[i].sigma * players[i].sigma + beta * beta;
    return sqrt(sum);
}

static void sum_table(struct table *table) {
    for (unsigned q = 0; q < table->n; q++) {
        table->behind[q] = 0;
        table->sharing[q] = 0;
        for (unsigned i = 0; i < table->n; i++) {
            if (table->ranks[i] >= table->ranks[q])
                table->behind[q] += table->strength[i];
            table->sharing[q] += table->ranks[i] == table->ranks[q];
        }
    }
}

/* How far the result moves a player's mean, and how far it narrows the deviation. */
static void weigh_result(const struct table *table, unsigned i, double *omega, double *delta) {
    *omega = *delta = 0;
    for (unsigned q = 0; q < table->n; q++) {
        double share = table->strength[i] / table->behind[q];

        if (table->ranks[q] > table->ranks[i])
            continue;
        *omega += ((q == i) - share) / table->sharing[q];
        *delta += share * (1 - share) / table->sharing[q];
    }
}

void weng_lin_update(struct strength players[], const unsigned ranks[], unsigned n) {
    struct table table = {.ranks = ranks, .n = n};
    double c;

    assert(n <= WENG_LIN_PLAYERS_MAX);
    for (unsigned i = 0; i < n; i++)
        players[i].sigma = sqrt(players[i].sigma * players[i].sigma + tau * tau);
    c = spread_of(players, n);
    for (unsigned i = 0; i < n; i++)
        table.strength[i] = exp(players[i].mu / c);
    sum_table(&table);
    for (unsigned i = 0; i < n; i++) {
        double variance = players[i].sigma * players[i].sigma, omega, delta;

        weigh_result(&table, i, &omega, &delta);
        players[i].mu += variance / c * omega;
        players[i].sigma *=
            sqrt(fmax(1 - players[i].sigma / c * (variance / (c * c)) * delta, kappa));
    }
}
