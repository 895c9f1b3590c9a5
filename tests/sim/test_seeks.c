/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* A thousand people who look for games over fourteen days: how long they wait, and whether those who play together are awake
 * together as long as they have asked for. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/seek/match.h"
#include "tests/support/check_main.h"
#include "tests/support/random_game.h"

enum {
    PEOPLE = 1000,
    DAYS = 14,
    HOURS = DAYS * 24,
    NIGHT = 8,        /* hours that somebody sleeps */
    AT_WORK = 8,      /* hours that some cannot play on weekdays */
    WAIT_MEDIAN = 12, /* hours, at most */
    PLAY_PERCENT = 90 /* of those who came in the first ten days, at least */
};

static const int64_t hour_ms = 3600 * INT64_C(1000);

/* Where people live: hours from UTC, by how many of ten do. */
static const int zones[10] = {-8, -5, -5, -3, 0, 1, 1, 1, 2, 8};

static struct random chance;
static struct seeker waiting[PEOPLE];
static size_t n_waiting;
static int waits[PEOPLE]; /* hours, of those who play */
static size_t n_played;
static unsigned pairs, pairs_shared; /* who play together; of which awake together as asked */

static void set_asleep(struct seeker *one, int day, int hour) {
    int at = (day * 24 + hour + 2 * SEEK_WEEK_HOURS) % SEEK_WEEK_HOURS;

    one->awake[at / 8] &= (uint8_t) ~(1u << at % 8);
}

static struct seeker draw_somebody(int64_t account, int64_t now) {
    static const unsigned least[] = {3, 3, 4}, most[] = {4, 3, 4}, hours[] = {0, 4, 6, 8, 10, 12};
    static const int windows[] = {0, 0, 100, 200, 400};
    unsigned size = random_below(&chance, 3);
    int zone = zones[random_below(&chance, 10)], night = 22 + (int)random_below(&chance, 4) - zone;
    bool works = random_below(&chance, 3) == 0;
    struct seeker one = {.seek = account, .account = account, .since = now};

    one.min = least[size];
    one.max = most[size];
    one.rating = 1200 + (int)random_below(&chance, 300) + (int)random_below(&chance, 300);
    one.window = windows[random_below(&chance, 5)];
    one.shared_hours = hours[random_below(&chance, works ? 3 : 6)];
    memset(one.awake, 0xff, sizeof one.awake);
    for (int day = 0; day < 7; day++)
        for (int hour = 0; hour < NIGHT + AT_WORK; hour++)
            if (hour < NIGHT)
                set_asleep(&one, day, night + hour);
            else if (works && day < 5)
                set_asleep(&one, day, night + 2 + hour);
    return one;
}

static bool some_apart(void *context, int64_t one, int64_t other) {
    (void)context;
    /* One in fifty pairs avoids one another. */
    return (one * other + one + other) % 50 == 0;
}

static bool is_in(const size_t group[], size_t n, size_t place) {
    for (size_t i = 0; i < n; i++)
        if (group[i] == place)
            return true;
    return false;
}

static void count_game(const size_t group[], size_t n, int64_t now) {
    for (size_t i = 0; i < n; i++) {
        const struct seeker *one = &waiting[group[i]];

        ck_assert_uint_ge(n, one->min);
        ck_assert_uint_le(n, one->max);
        waits[n_played++] = (int)((now - one->since) / hour_ms);
        for (size_t k = i + 1; k < n; k++) {
            const struct seeker *other = &waiting[group[k]];
            unsigned asked =
                one->shared_hours > other->shared_hours ? one->shared_hours : other->shared_hours;
            double shared = seek_shared(waiting, (const size_t[]){group[i], group[k]}, 2);

            ck_assert(!some_apart(NULL, one->account, other->account));
            pairs++;
            pairs_shared += shared >= asked;
        }
    }
}

static void match_all(int64_t now) {
    size_t group[SEEK_SEATS_MAX], n;

    while ((n = seek_match(waiting, n_waiting, now, some_apart, NULL, group)) > 0) {
        size_t left = 0;

        count_game(group, n, now);
        for (size_t i = 0; i < n_waiting; i++)
            if (!is_in(group, n, i))
                waiting[left++] = waiting[i];
        n_waiting = left;
    }
}

static int compare_waits(const void *one, const void *other) {
    return *(const int *)one - *(const int *)other;
}

START_TEST(a_thousand_people_find_games) {
    static int64_t arrivals[PEOPLE];
    size_t arrived = 0, early = 0;

    chance = random_seeded(test_seed(40));
    for (size_t i = 0; i < PEOPLE; i++)
        arrivals[i] =
            (int64_t)(i * HOURS / PEOPLE) * hour_ms + (int64_t)random_below(&chance, 3600) * 1000;
    for (int hour = 0; hour < HOURS; hour++) {
        int64_t now = hour * hour_ms;

        match_all(now);
        for (; arrived < PEOPLE && arrivals[arrived] < now + hour_ms; arrived++) {
            waiting[n_waiting++] = draw_somebody((int64_t)arrived + 1, arrivals[arrived]);
            match_all(arrivals[arrived]);
        }
    }
    match_all(HOURS * hour_ms);
    for (size_t i = 0; i < n_waiting; i++)
        early += waiting[i].since < (DAYS - 4) * 24 * hour_ms;
    qsort(waits, n_played, sizeof *waits, compare_waits);
    printf("%zu of %d play; they waited %d hours (median), %d (nine of ten); %zu who came in the "
           "first ten days still wait; %u of %u pairs share the hours asked for\n",
           n_played, PEOPLE, waits[n_played / 2], waits[n_played * 9 / 10], early, pairs_shared,
           pairs);
    ck_assert_int_le(waits[n_played / 2], WAIT_MEDIAN);
    ck_assert_uint_ge(100 * n_played, PLAY_PERCENT * PEOPLE);
    ck_assert_uint_eq(pairs_shared, pairs);
}
END_TEST

static Suite *suite(void) {
    return test_suite("seeks", (const struct test_case[]){
                                   {"a thousand people", a_thousand_people_find_games, .loops = 0},
                                   {0},
                               });
}
TEST_MAIN(suite)
