/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "tests/sim/chance.h"

#include <execinfo.h>
#include <pthread.h>
#include <sodium.h>
#include <stdbool.h>

#include "tests/support/program.h"

/* Each place that draws has a stream of its own, so that the draws of one thread do not change those of others at the
 * same time. */
enum { PLACES_MAX = 64, FRAMES = 12, FRAMES_KEPT = 2 };
static struct { uint64_t place, drawn; } streams[PLACES_MAX];
static unsigned n_streams;
static uint64_t seeded_with;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static uint64_t mixed(uint64_t x) {
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

void chance_seed(uint64_t seed) {
    pthread_mutex_lock(&lock);
    seeded_with = mixed(seed + 1);
    n_streams = 0;
    pthread_mutex_unlock(&lock);
}

extern char __executable_start, etext; /* the linker's */

/* The innermost calls of the program outside this file: the callers of libsodium. */
static uint64_t place_of_draw(void) {
    void *frames[FRAMES];
    int n = backtrace(frames, FRAMES), kept = 0;
    bool outside = false; /* past the library's frames */
    uint64_t place = 0;

    for (int i = 0; i < n && kept < FRAMES_KEPT; i++) {
        bool ours = (char *)frames[i] >= &__executable_start && (char *)frames[i] < &etext;

        outside = outside || !ours;
        if (outside && ours) {
            place = mixed(place + (uint64_t)((char *)frames[i] - &__executable_start));
            kept++;
        }
    }
    return place;
}

static const char *chance_name(void) {
    return "seeded";
}

static uint32_t chance_number(void) {
    uint64_t place = place_of_draw(), drawn;
    unsigned i = 0;

    pthread_mutex_lock(&lock);
    while (i < n_streams && streams[i].place != place)
        i++;
    PROGRAM_NEED(i < PLACES_MAX, "more than %d places draw", PLACES_MAX);
    if (i == n_streams) {
        streams[i].place = place;
        streams[i].drawn = 0;
        n_streams++;
    }
    drawn = ++streams[i].drawn;
    place = mixed(seeded_with ^ mixed(place) ^ mixed(drawn * UINT64_C(0x9e3779b97f4a7c15)));
    pthread_mutex_unlock(&lock);
    return (uint32_t)(place >> 32);
}

static void chance_bytes(void *bytes, size_t size) {
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)bytes)[i] = (uint8_t)chance_number();
}

void chance_install(void) {
    static struct randombytes_implementation seeded = {
        .implementation_name = chance_name, .random = chance_number, .buf = chance_bytes};
    void *frame;

    (void)backtrace(&frame, 1); /* it allocates memory on the first call */

    PROGRAM_NEED(randombytes_set_implementation(&seeded) == 0, "no chance");
}
