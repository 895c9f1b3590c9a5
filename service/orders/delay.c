/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/orders/delay.h"

#include <math.h>
#include <sodium.h>

enum { CUT = 2 }; /* standard deviations */

/* 0 < u < 1, of 53 random bits. */
static double delay_uniform(void) {
    uint64_t bits;

    randombytes_buf(&bits, sizeof bits);
    return ((double)(bits >> 11) + 0.5) * 0x1p-53;
}

/* Normally distributed within -CUT .. CUT (the polar method of Marsaglia). */
static double delay_normal(void) {
    double x, y, square, z;

    do {
        do {
            x = 2 * delay_uniform() - 1;
            y = 2 * delay_uniform() - 1;
            square = x * x + y * y;
        } while (square >= 1 || square == 0);
        z = x * sqrt(-2 * log(square) / square);
    } while (fabs(z) > CUT);
    return z;
}

int64_t delay_draw(int64_t median_ms, int64_t max_ms) {
    double median = (double)median_ms, deviation = log((double)max_ms / median) / CUT;
    int64_t delay = (int64_t)(median * exp(deviation * delay_normal()));

    return delay > DELAY_LEAST_MS ? delay : DELAY_LEAST_MS;
}
