/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* A wrong clock: preloaded into a program (LD_PRELOAD), it sets CLOCK_REALTIME CLOCK_AHEAD_S seconds ahead. Other
 * clocks are unchanged. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

static time_t ahead(void) {
    const char *text = getenv("CLOCK_AHEAD_S");

    return text == NULL ? 0 : (time_t)strtol(text, NULL, 10);
}

/* Functions of the C library, under other names. */
int shifted_gettime(clockid_t id, struct timespec *now) __asm__("clock_gettime");
time_t shifted_time(time_t *at) __asm__("time");

int shifted_gettime(clockid_t id, struct timespec *now) {
    static int (*next)(clockid_t, struct timespec *);
    int result;

    if (next == NULL)
        next = (int (*)(clockid_t, struct timespec *))(uintptr_t)dlsym(RTLD_NEXT, "clock_gettime");
    if (next == NULL)
        abort();
    result = next(id, now);
    if (result == 0 && id == CLOCK_REALTIME)
        now->tv_sec += ahead();
    return result;
}

time_t shifted_time(time_t *at) {
    struct timespec now;

    shifted_gettime(CLOCK_REALTIME, &now);
    if (at != NULL)
        *at = now.tv_sec;
    return now.tv_sec;
}
