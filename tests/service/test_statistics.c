/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The byte format of a seat's statistics. */
#include <string.h>

#include "service/game/statistics.h"
#include "tests/support/check_main.h"
#include "tests/support/random_game.h"

static struct statistics kept, again;

/* As written by VERSION_PLAIN: the content of an older release's database. */
static size_t plain_bytes(const struct statistics *stats, uint8_t *body) {
    size_t size = 0;

    body[size++] = 1;
    body[size++] = 0;
    for (size_t i = 0; i < sizeof *stats / sizeof(uint16_t); i++) {
        uint16_t number;

        memcpy(&number, (const uint8_t *)stats + i * sizeof number, sizeof number);
        body[size++] = (uint8_t)number;
        body[size++] = (uint8_t)(number >> 8);
    }
    return size;
}

/* Statistics with random numbers, most of them small. */
static void draw_statistics(struct statistics *stats, struct random *random) {
    uint16_t *numbers = (uint16_t *)stats;
    size_t count = sizeof *stats / sizeof *numbers;

    memset(stats, 0, sizeof *stats);
    for (size_t i = random_below(random, 8); i < count; i += 1 + random_below(random, 12))
        numbers[i] =
            (uint16_t)random_below(random, random_below(random, 4) > 0 ? 20 : UINT16_MAX + 1);
    stats->n_points = (uint16_t)random_below(random, STATISTICS_POINTS_MAX + 1);
    memset(&stats->points[stats->n_points], 0,
           (STATISTICS_POINTS_MAX - stats->n_points) * sizeof *stats->points);
}

START_TEST(statistics_are_kept_and_come_back_from_their_bytes) {
    enum { DRAWN = 2000 };
    uint8_t body[STATISTICS_SIZE_MAX + 1];
    struct random random = random_seeded(test_seed(2811));

    for (int i = 0; i < DRAWN; i++) {
        size_t size;

        draw_statistics(&kept, &random);
        size = statistics_encode(&kept, body);
        ck_assert_uint_le(size, STATISTICS_SIZE_MAX);
        ck_assert(statistics_decode(body, size, &again));
        ck_assert_mem_eq(&kept, &again, sizeof kept);
        ck_assert(!statistics_decode(body, size + 1, &again));
        ck_assert(!statistics_decode(body, random_below(&random, (unsigned)size), &again));
        size = plain_bytes(&kept, body);
        ck_assert(statistics_decode(body, size, &again));
        ck_assert_mem_eq(&kept, &again, sizeof kept);
        ck_assert(!statistics_decode(body, size - 1, &again));
    }
    body[0] = 3;
    ck_assert(!statistics_decode(body, sizeof body, &again));
}
END_TEST

START_TEST(the_statistics_of_a_game_take_few_bytes) {
    uint8_t body[STATISTICS_SIZE_MAX];

    memset(&kept, 0, sizeof kept);
    for (unsigned n = 2; n <= 12; n++)
        kept.rolls[n] = 6;
    for (unsigned kind = 0; kind < 5; kind++)
        kept.produced[kind][4 + kind] = 9;
    kept.n_points = STATISTICS_POINTS_MAX;
    for (unsigned i = 0; i < STATISTICS_POINTS_MAX; i++)
        kept.points[i] = (uint16_t)(2 + i / 30);
    ck_assert_uint_lt(statistics_encode(&kept, body), 80);
    for (uint16_t *n = (uint16_t *)&kept; n < (uint16_t *)(&kept + 1); n++)
        *n = UINT16_MAX;
    kept.n_points = STATISTICS_POINTS_MAX;
    ck_assert_uint_le(statistics_encode(&kept, body), STATISTICS_SIZE_MAX);
}
END_TEST

static Suite *suite(void) {
    return test_suite(
        "statistics",
        (const struct test_case[]){
            {"bytes", statistics_are_kept_and_come_back_from_their_bytes, 0, 0, NULL, NULL},
            {"few", the_statistics_of_a_game_take_few_bytes, 0, 0, NULL, NULL},
            {0},
        });
}
TEST_MAIN(suite)
