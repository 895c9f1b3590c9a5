/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_ORDERS_DELAY_H
#define SERVICE_ORDERS_DELAY_H

#include <stdint.h>

/*
 * How long a question waits until the orders are looked at. It is drawn for every question that a
 * seat with orders is asked, before anybody looks whether they answer it, so that how fast an answer
 * comes tells nothing about what it was made from.
 *
 * The logarithm of the delay is normally distributed, cut off at two standard deviations: half of
 * all delays are shorter than MEDIAN_MS, none is longer than MAX_MS, and none shorter than
 * median²/max or DELAY_LEAST_MS. Milliseconds. MAX_MS is at least MEDIAN_MS.
 */
enum { DELAY_LEAST_MS = 5000 };

int64_t delay_draw(int64_t median_ms, int64_t max_ms);

#endif
