/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The derivation of fair chance, against vectors from another implementation. */
#include "service/base/fair.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "tests/support/check_main.h"

enum { SAMPLES = 60000 };

/* server seed 00 01 … 1f; seat 0's seed a0 a1 … bf, seat 1 has none, seat 2's is ff … ff */
static struct fair_seeds seeds_of_vectors(void) {
    struct fair_seeds seeds = {.players = 3, .has_client = {true, false, true}};
    for (unsigned i = 0; i < FAIR_SEED_BYTES; i++) {
        seeds.server[i] = (uint8_t)i;
        seeds.client[0][i] = (uint8_t)(0xa0 + i);
        seeds.client[2][i] = 0xff;
    }
    return seeds;
}

enum stream { START, PLAY, BOARD, BOT, STREAM_COUNT };

static struct fair stream(enum stream which) {
    struct fair_seeds seeds = seeds_of_vectors();
    struct fair fair;
    switch (which) {
    case START: fair_start(&fair, &seeds); break;
    case PLAY: fair_play(&fair, &seeds); break;
    case BOARD: fair_board(&fair, "island", 6); break;
    default: fair_bot(&fair, seeds.server, 17); break;
    }
    return fair;
}

static const struct {
    const char *key;
    uint8_t dice[8];   /* draws 0..7 below 6 */
    uint32_t mixed[6]; /* the draws of mixed_draws */
} vectors[STREAM_COUNT] = {
    [START] = {"b193426d18c192680a4f89719fd0b48c080a38c547f1617c65cc6e0924c37c7d",
               {0, 0, 4, 3, 2, 2, 5, 2},
               {0, 0, 24, 72, 23317, 29181}},
    [PLAY] = {"5c1a4a0c70b564d91c45561e3e90097d3b20d81ad640eb703aec0f96233de818",
              {2, 2, 5, 3, 2, 0, 4, 2},
              {0, 0, 10, 91, 63144, 58555}},
    [BOARD] = {"280e6f5a0d5ade019931e4203072a01371a1b9ee4cabd87e809782426a28fb7c",
               {1, 1, 0, 5, 1, 0, 5, 0},
               {0, 1, 24, 12, 5767, 40713}},
    [BOT] = {"0fe3e5ba20212a780e4984a7c56978e5c075907b197ab4e999bdc149a6f15cb8",
             {5, 4, 0, 0, 0, 5, 0, 5},
             {0, 0, 8, 75, 30051, 42820}},
};

static const struct {
    uint32_t number, bound;
} mixed_draws[6] = {{0, 1}, {1, 2}, {7, 25}, {100, 95}, {UINT32_MAX, 65535}, {3, 65536}};

START_TEST(streams_give_the_vectors) {
    struct fair fair = stream((enum stream)_i);
    char key[FAIR_HEX_DIGITS + 1];
    fair_hex_write(key, fair.key);
    ck_assert_str_eq(key, vectors[_i].key);
    for (uint32_t i = 0; i < 8; i++)
        ck_assert_uint_eq(chance_below(&fair.chance, 6), vectors[_i].dice[i]);
    ck_assert_uint_eq(fair.chance.next, 8);
    for (unsigned i = 0; i < 6; i++) {
        uint32_t got = fair.chance.draw(&fair.chance, mixed_draws[i].number, mixed_draws[i].bound);
        ck_assert_uint_eq(got, vectors[_i].mixed[i]);
    }
}
END_TEST

/* The first word of this block is too large for the bound and is skipped. */
START_TEST(a_word_beyond_the_last_whole_range_is_passed_over) {
    struct fair fair = stream(PLAY);
    ck_assert_uint_eq(fair.chance.draw(&fair.chance, 79121, 65175), 58617);
}
END_TEST

START_TEST(client_seeds_change_play_but_not_the_start) {
    struct fair_seeds seeds = seeds_of_vectors();
    struct fair before, after;
    fair_start(&before, &seeds);
    seeds.client[0][5] ^= 1;
    fair_start(&after, &seeds);
    ck_assert_mem_eq(before.key, after.key, FAIR_SEED_BYTES);
    fair_play(&after, &seeds);
    struct fair play = stream(PLAY);
    ck_assert_mem_ne(play.key, after.key, FAIR_SEED_BYTES);
    seeds.client[0][5] ^= 1;
    seeds.has_client[0] = false;
    fair_play(&after, &seeds);
    ck_assert_mem_ne(play.key, after.key, FAIR_SEED_BYTES);
}
END_TEST

START_TEST(commitments_hold_for_their_seed_alone) {
    struct fair_seeds seeds = seeds_of_vectors();
    uint8_t commitment[FAIR_SEED_BYTES];
    char hex[FAIR_HEX_DIGITS + 1];
    fair_commitment(commitment, seeds.server);
    fair_hex_write(hex, commitment);
    ck_assert_str_eq(hex, "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd");
    ck_assert(fair_kept(commitment, seeds.server));
    ck_assert(!fair_kept(commitment, seeds.client[0]));
}
END_TEST

START_TEST(hex_is_64_digits_and_nothing_else) {
    static const char good[] = "630DCD2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd";
    uint8_t bytes[FAIR_SEED_BYTES];
    char text[FAIR_HEX_DIGITS + 3];
    ck_assert(fair_hex(good, bytes));
    ck_assert_uint_eq(bytes[0], 0x63);
    ck_assert_uint_eq(bytes[1], 0x0d);
    ck_assert(!fair_hex("", bytes));
    memcpy(text, good, sizeof good);
    text[FAIR_HEX_DIGITS - 1] = '\0';
    ck_assert(!fair_hex(text, bytes));
    memcpy(text, good, sizeof good);
    text[10] = 'g';
    ck_assert(!fair_hex(text, bytes));
    snprintf(text, sizeof text, "%s00", good);
    ck_assert(!fair_hex(text, bytes));
}
END_TEST

/* 60,000 rolls: each face within 5 standard deviations (about 91 each) of 10,000. */
START_TEST(dice_are_even) {
    struct fair fair = stream(PLAY);
    unsigned faces[7] = {0};
    for (unsigned i = 0; i < SAMPLES; i++)
        faces[chance_die(&fair.chance)]++;
    ck_assert_uint_eq(faces[0], 0);
    for (unsigned face = 1; face <= 6; face++) {
        ck_assert_uint_gt(faces[face], SAMPLES / 6 - 457);
        ck_assert_uint_lt(faces[face], SAMPLES / 6 + 457);
    }
}
END_TEST

static Suite *suite(void) {
    return test_suite(
        "fair",
        (const struct test_case[]){
            {.name = "vectors", .test = streams_give_the_vectors, .loops = STREAM_COUNT},
            {.name = "rejection", .test = a_word_beyond_the_last_whole_range_is_passed_over},
            {.name = "clients", .test = client_seeds_change_play_but_not_the_start},
            {.name = "commitments", .test = commitments_hold_for_their_seed_alone},
            {.name = "hex", .test = hex_is_64_digits_and_nothing_else},
            {.name = "even", .test = dice_are_even},
            {0},
        });
}
TEST_MAIN(suite)
