/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/app.h"

#include <sodium.h>
#include <time.h>

static int64_t world_clock(void) {
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int64_t (*clock_now)(void) = world_clock;

int64_t app_now(void) {
    return clock_now();
}

void app_set_clock(int64_t (*clock)(void)) {
    clock_now = clock != NULL ? clock : world_clock;
}

void app_new_id(char id[APP_ID_SIZE]) {
    static const char letters[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

    for (int i = 0; i < APP_ID_SIZE - 1; i++)
        id[i] = letters[randombytes_uniform(sizeof letters - 1)];
    id[APP_ID_SIZE - 1] = '\0';
}
