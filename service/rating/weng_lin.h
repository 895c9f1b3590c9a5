/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_RATING_WENG_LIN_H
#define SERVICE_RATING_WENG_LIN_H

/*
 * Ratings of players in games of several: the Plackett-Luce model of Weng and Lin, "A Bayesian Approximation Method for
 * Online Ranking" (JMLR 12, 2011), algorithm 4, for teams of one. Nothing here reads or keeps anything.
 */

enum { WENG_LIN_PLAYERS_MAX = 6 };

/* How strong somebody plays: a normal distribution. */
struct strength {
    double mu, sigma;
};

/* Updates N players by the RANKS that they reached in one game; equal ones share a rank, and the lowest is the best. */
void weng_lin_update(struct strength players[], const unsigned ranks[], unsigned n);

#endif
