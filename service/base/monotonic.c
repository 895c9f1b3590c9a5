/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/base/monotonic.h"

#include <time.h>

int64_t monotonic_us(void) {
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

int64_t monotonic_now(void) {
    return monotonic_us() / 1000;
}

void monotonic_condition(pthread_cond_t *condition) {
    pthread_condattr_t attributes;

    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(condition, &attributes);
    pthread_condattr_destroy(&attributes);
}

bool monotonic_wait(pthread_cond_t *condition, pthread_mutex_t *lock, int64_t until) {
    struct timespec at = {.tv_sec = (time_t)(until / 1000),
                          .tv_nsec = (long)(until % 1000) * 1000000};

    return pthread_cond_timedwait(condition, lock, &at) == 0;
}
