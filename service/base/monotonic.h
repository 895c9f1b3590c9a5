/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Time limits by the monotonic clock: setting the machine's time makes no wait longer or shorter. */
#ifndef SERVICE_BASE_MONOTONIC_H
#define SERVICE_BASE_MONOTONIC_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

/* Milliseconds since some time before the program's start. */
int64_t monotonic_now(void);
/* The same in microseconds, for measurements. */
int64_t monotonic_us(void);

/* Initializes a condition for monotonic_wait; destroy it with pthread_cond_destroy. */
void monotonic_condition(pthread_cond_t *condition);

/* Waits with LOCK held for a signal or for monotonic_now() to reach UNTIL; false: timed out. May return true
 * without a signal, as pthread_cond_timedwait may. */
bool monotonic_wait(pthread_cond_t *condition, pthread_mutex_t *lock, int64_t until);

#endif
