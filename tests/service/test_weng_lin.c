/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The arithmetic of ratings: vectors worked out by another program (npm openskill), and a field of simulated players. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "service/document/category.h"
#include "service/rating/rating.h"
#include "tests/support/check_main.h"
#include "tests/support/random_game.h"

#define NEW                                                                                        \
    { 25, 25.0 / 3 }
enum { FOUR = 4, TWO = 2 };
static const double precise = 1e-9;

static void assert_strength(const struct strength *got, double mu, double sigma) {
    ck_assert_double_eq_tol(got->mu, mu, precise);
    ck_assert_double_eq_tol(got->sigma, sigma, precise);
}

START_TEST(four_in_order_of_finish) {
    struct strength players[FOUR] = {{29.182, 4.782}, {27.174, 4.922}, {16.672, 6.217}, NEW};
    const unsigned ranks[FOUR] = {1, 2, 3, 4};

    weng_lin_update(players, ranks, FOUR);
    assert_strength(&players[0], 30.210227447000438, 4.765617924939384);
    assert_strength(&players[1], 27.644725221915632, 4.883479590134575);
    assert_strength(&players[2], 17.4036218889969, 6.101259408259549);
    assert_strength(&players[3], 19.21460876538932, 7.854669920480409);
}
END_TEST

START_TEST(four_new_ones_in_another_order) {
    struct strength players[FOUR] = {NEW, NEW, NEW, NEW};
    const unsigned ranks[FOUR] = {2, 1, 4, 3};

    weng_lin_update(players, ranks, FOUR);
    assert_strength(&players[0], 26.55291815138952, 8.17961798837266);
    assert_strength(&players[1], 27.795252672501135, 8.263571791259416);
    assert_strength(&players[2], 20.962412806387245, 8.084127880168786);
    assert_strength(&players[3], 24.689416369722096, 8.084127880168786);
}
END_TEST

START_TEST(two_new_ones) {
    struct strength players[TWO] = {NEW, NEW};
    const unsigned ranks[TWO] = {1, 2};

    weng_lin_update(players, ranks, TWO);
    assert_strength(&players[0], 27.635389493140497, 8.06590141354368);
    assert_strength(&players[1], 22.364610506859503, 8.06590141354368);
}
END_TEST

START_TEST(equal_ones_who_share_a_rank_stay_equal) {
    struct strength players[FOUR] = {NEW, NEW, NEW, NEW};
    const unsigned ranks[FOUR] = {1, 2, 2, 2};

    weng_lin_update(players, ranks, FOUR);
    ck_assert_double_gt(players[0].mu, 25);
    for (unsigned i = 1; i < FOUR; i++) {
        ck_assert_double_lt(players[i].mu, 25);
        assert_strength(&players[i], players[1].mu, players[1].sigma);
    }
}
END_TEST

START_TEST(ranks_follow_the_winner_points_and_seats_given_up) {
    static const struct {
        uint8_t points[FOUR];
        unsigned winner, given_up;
        int ranks[FOUR];
    } games[] = {
        {{10, 8, 7, 6}, 0, 0, {1, 2, 3, 4}},
        {{8, 10, 8, 3}, 1, 0, {2, 1, 2, 4}},
        {{10, 10, 4, 4}, 1, 0, {2, 1, 3, 3}},
        {{9, 10, 5, 4}, 1, 1u << 0, {4, 1, 2, 3}},
        {{10, 8, 8, 2}, 0, 1u << 0, {4, 1, 1, 3}}, /* a bot has won in its place */
        {{10, 2, 9, 2}, 0, 1u << 1 | 1u << 2, {1, 3, 3, 2}},
    };

    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        int ranks[FOUR];

        rating_ranks(games[i].points, FOUR, games[i].winner, games[i].given_up, ranks);
        for (unsigned seat = 0; seat < FOUR; seat++)
            ck_assert_msg(ranks[seat] == games[i].ranks[seat], "game %zu, seat %u: %d", i, seat,
                          ranks[seat]);
    }
}
END_TEST

START_TEST(games_have_categories) {
    struct rules rules = rules_base(FOUR);

    ck_assert_str_eq(rating_category_name(rating_category_of(&rules)), "base");
    rules = rules_base(TWO);
    ck_assert_str_eq(rating_category_name(rating_category_of(&rules)), "duel");
    rules = rules_base(5);
    ck_assert_str_eq(rating_category_name(rating_category_of(&rules)), "large");
    rules.game = GAME_CITIES_AND_KNIGHTS;
    ck_assert_str_eq(rating_category_name(rating_category_of(&rules)), "knights");
    rules.scenario = SCENARIO_NONE + 1;
    ck_assert_str_eq(rating_category_name(rating_category_of(&rules)), "sea_knights");
    rules.game = GAME_BASE;
    ck_assert_str_eq(rating_category_name(rating_category_of(&rules)), "sea");
    ck_assert_ptr_null(rating_category_name(RATING_NONE));
}
END_TEST

/* ---- a field of players ---- */

enum { PLAYERS = 200, GAMES_EACH = 30, FIELD_RUNS = 40, TABLES = PLAYERS / FOUR };

struct crowd {
    struct random random;
    double elo[PLAYERS];
    int64_t mu[PLAYERS], sigma[PLAYERS];
    unsigned seats[PLAYERS]; /* shuffled: each four make a table */
    double loss;
    unsigned games;
};

static double chance_below_one(struct random *random) {
    return (random_below(random, 1u << 30) + 0.5) / (1u << 30);
}

static double normal(struct random *random) {
    double radius = sqrt(-2 * log(chance_below_one(random)));

    return radius * cos(2 * 3.14159265358979323846 * chance_below_one(random));
}

static void shuffle_seats(struct crowd *field) {
    for (unsigned i = PLAYERS; i-- > 1;) {
        unsigned j = random_below(&field->random, i + 1), was = field->seats[i];

        field->seats[i] = field->seats[j];
        field->seats[j] = was;
    }
}

/* Places by the model of Plackett and Luce: each place is won by strength among those who are left. */
static void finish_table(struct crowd *field, const unsigned seats[FOUR], int ranks[FOUR]) {
    double weight[FOUR];

    for (unsigned i = 0; i < FOUR; i++)
        weight[i] = pow(10, field->elo[seats[i]] / 400);
    for (int rank = 1; rank <= FOUR; rank++) {
        double sum = weight[0] + weight[1] + weight[2] + weight[3];
        double at = chance_below_one(&field->random) * sum;
        unsigned i = 0;

        while (weight[i] == 0 || at >= weight[i])
            at -= weight[i++];
        ranks[i] = rank;
        weight[i] = 0;
    }
}

/* How surprising the winner is to whoever knows the ratings alone. */
static double winner_loss(const struct strength players[FOUR], unsigned winner) {
    double c = 0, sum = 0;

    for (unsigned i = 0; i < FOUR; i++)
        c += players[i].sigma * players[i].sigma + 25.0 / 6 * 25 / 6;
    c = sqrt(c);
    for (unsigned i = 0; i < FOUR; i++)
        sum += exp(players[i].mu / c);
    return log(sum) - players[winner].mu / c;
}

static void play_table(struct crowd *field, const unsigned seats[FOUR], bool judged) {
    struct store_rated_game game = {.seat_count = FOUR};
    struct store_rating ratings[FOUR] = {{0}};
    struct strength players[FOUR];
    int ranks[FOUR] = {0};

    finish_table(field, seats, ranks);
    for (unsigned i = 0; i < FOUR; i++) {
        ratings[i].games = 1;
        ratings[i].mu = field->mu[seats[i]];
        ratings[i].sigma = field->sigma[seats[i]];
        players[i] = rating_strength(ratings[i].mu, ratings[i].sigma);
        game.seats[i].rank = ranks[i];
    }
    for (unsigned i = 0; i < FOUR && judged; i++)
        if (ranks[i] == 1) {
            field->loss += winner_loss(players, i);
            field->games++;
        }
    rating_step(&game, ratings);
    for (unsigned i = 0; i < FOUR && !judged; i++) {
        field->mu[seats[i]] = ratings[i].mu;
        field->sigma[seats[i]] = ratings[i].sigma;
    }
}

/* The mean log-loss of the winner after thirty games of each. */
static double field_loss(uint64_t seed, double spread) {
    struct crowd *field = calloc(1, sizeof *field);
    double loss;

    ck_assert_ptr_nonnull(field);
    field->random = random_seeded(seed);
    for (unsigned one = 0; one < FIELD_RUNS; one++) {
        for (unsigned i = 0; i < PLAYERS; i++) {
            field->elo[i] = spread * normal(&field->random);
            field->mu[i] = INT64_C(25000000000000);
            field->sigma[i] = INT64_C(5000000000000);
            field->seats[i] = i;
        }
        for (unsigned round = 0; round < 2 * GAMES_EACH; round++) {
            shuffle_seats(field);
            for (unsigned table = 0; table < TABLES; table++)
                play_table(field, &field->seats[(size_t)FOUR * table], round >= GAMES_EACH);
        }
    }
    loss = field->loss / field->games;
    free(field);
    return loss;
}

START_TEST(ratings_foretell_winners) {
    static const struct { double spread, most; } fields[] = {{70, 1.367}, {140, 1.235}};
    unsigned long long seed = test_seed(20261130);
    double loss = field_loss(seed, fields[_i].spread);

    printf("log-loss %.4f at a spread of %.0f Elo\n", loss, fields[_i].spread);
    ck_assert_double_le(loss, fields[_i].most);
}
END_TEST

static Suite *suite(void) {
    return test_suite(
        "weng_lin",
        (const struct test_case[]){
            {"vectors: four in order", four_in_order_of_finish, 0, 0, NULL, NULL},
            {"vectors: four in another order", four_new_ones_in_another_order, 0, 0, NULL, NULL},
            {"vectors: two", two_new_ones, 0, 0, NULL, NULL},
            {"ties", equal_ones_who_share_a_rank_stay_equal, 0, 0, NULL, NULL},
            {"ranks", ranks_follow_the_winner_points_and_seats_given_up, 0, 0, NULL, NULL},
            {"categories", games_have_categories, 0, 0, NULL, NULL},
            {"field", ratings_foretell_winners, 2, 0, NULL, NULL},
            {0},
        });
}
TEST_MAIN(suite)
