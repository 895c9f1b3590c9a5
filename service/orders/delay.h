/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_ORDERS_DELAY_H
#define SERVICE_ORDERS_DELAY_H

#include <stdint.h>

/*
 * The delay until a question's orders are evaluated. It is drawn for every question to a seat with
 * orders, before looking whether they answer it, so that the speed of an answer reveals nothing
 * about its reasons.
 *
 * The logarithm of the delay is normally distributed, truncated at two standard deviations: half of
 * all delays are shorter than MEDIAN_MS, none is longer than MAX_MS, and none shorter than
 * median²/max or DELAY_LEAST_MS. In milliseconds. MAX_MS is at least MEDIAN_MS.
 */
enum { DELAY_LEAST_MS = 5000 };

int64_t delay_draw(int64_t median_ms, int64_t max_ms);

#endif
