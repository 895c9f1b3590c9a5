/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Tournaments as arithmetic: counting, designs, seeds, and pairs. */
#include <string.h>

#include "service/tournament/count.h"
#include "service/tournament/design.h"
#include "service/tournament/format.h"
#include "service/tournament/swiss.h"
#include "tests/support/check_main.h"

/* ---- counting ---- */

/* A table of which seat 0 has so many points, the others the rest of SUM; WON says whether seat 0 has won. */
static struct contest_table table_of(unsigned points, unsigned sum, unsigned n, bool won,
                                     uint16_t player) {
    struct contest_table table = {
        .round = 1, .n = (uint8_t)n, .counted = true, .winner = won ? 0 : 1};
    unsigned left = sum - points;

    table.points[0] = (uint8_t)points;
    for (unsigned seat = 0; seat < n; seat++)
        table.player[seat] = (uint16_t)(seat == 0 ? player : 3 + seat);
    for (unsigned seat = 1; seat < n; seat++) {
        table.points[seat] = (uint8_t)(left / (n - seat));
        left -= table.points[seat];
    }
    return table;
}

START_TEST(percentages_are_rounded_each_and_three_count_as_four) {
    ck_assert_uint_eq(count_percent(10, 32, 4, 4), 3125);
    ck_assert_uint_eq(count_percent(8, 30, 4, 4), 2667);
    ck_assert_uint_eq(count_percent(10, 36, 4, 4), 2778);
    ck_assert_uint_eq(count_percent(10, 32, 4, 4) + count_percent(8, 30, 4, 4) +
                          count_percent(10, 36, 4, 4),
                      8570);
    ck_assert_uint_eq(count_percent(10, 30, 4, 4) + count_percent(10, 33, 4, 4) +
                          count_percent(8, 36, 4, 4),
                      8585);
    /* 10 + 9 + 5 = 24, the average is 8: as at a table with 32 */
    ck_assert_uint_eq(count_percent(10, 24, 3, 4), 3125);
    ck_assert_uint_eq(count_percent(0, 0, 4, 4), 0);
}
END_TEST

/* Three games of a player, each with the points, the table's sum, and whether it was won. */
struct three_games {
    struct {
        unsigned points, sum;
        bool won;
    } games[3];
};

START_TEST(the_official_vectors_come_in_their_order) {
    static const struct three_games orders[][4] = {
        {/* 28 points and two games won each; the percentage decides */
         {{{10, 30, true}, {10, 33, true}, {8, 36, false}}},
         {{{10, 32, true}, {8, 30, false}, {10, 36, true}}},
         {{{0, 0, false}}},
         {{{0, 0, false}}}},
        {/* 2 won with 27; 2 with 25 and a higher percentage; 2 with 25; 1 with 28 */
         {{{10, 36, true}, {10, 36, true}, {7, 36, false}}},
         {{{10, 28, true}, {10, 28, true}, {5, 28, false}}},
         {{{10, 36, true}, {10, 36, true}, {5, 36, false}}},
         {{{10, 28, true}, {9, 28, false}, {9, 28, false}}}},
    };
    struct contest_table tables[12];
    struct contest contest = {.seats = 4, .n_players = 8, .tables = tables};
    struct standing rows[8];

    for (unsigned p = 0; p < 4; p++)
        for (unsigned g = 0; g < 3 && orders[_i][p].games[g].sum > 0; g++)
            tables[contest.n_tables++] =
                table_of(orders[_i][p].games[g].points, orders[_i][p].games[g].sum, 4,
                         orders[_i][p].games[g].won, (uint16_t)p);
    count_tables(&contest, 1, 1, rows);
    count_sort(&contest, rows, 4);
    for (unsigned p = 0; p < (_i == 0 ? 2 : 4); p++) {
        ck_assert_uint_eq(rows[p].player, p);
        ck_assert_uint_eq(rows[p].rank, p + 1);
    }
    if (_i == 0)
        ck_assert(rows[0].percent == 8585 && rows[1].percent == 8570 && rows[0].points == 28 &&
                  rows[1].points == 28 && rows[0].won == 2 && rows[1].won == 2);
}
END_TEST

START_TEST(who_gives_up_comes_last_whatever_the_points) {
    struct contest_table table = {
        .n = 4, .counted = true, .winner = 2, .lost = 1u << 2, .points = {7, 9, 10, 9}};
    uint8_t seats[CONTEST_SEATS_MAX];

    count_places(&table, seats);
    ck_assert_uint_eq(seats[3], 2);
    ck_assert_int_eq(count_winner(&table), -1); /* two lead among the rest */
    table.points[3] = 8;
    ck_assert_int_eq(count_winner(&table), 1);
    table.winner = 0;
    table.lost = 0;
    ck_assert_int_eq(count_winner(&table), 0);
    table.counted = false;
    ck_assert_int_eq(count_winner(&table), -1);
}
END_TEST

START_TEST(championships_count_places) {
    static const unsigned four[] = {100, 50, 20, 10}, three[] = {100, 40, 10};

    for (unsigned place = 0; place < 4; place++)
        ck_assert_uint_eq(count_wbc(place, 4), four[place]);
    for (unsigned place = 0; place < 3; place++)
        ck_assert_uint_eq(count_wbc(place, 3), three[place]);
}
END_TEST

/* ---- designs ---- */

START_TEST(in_a_design_pairs_and_seats_are_equal) {
    const struct design *design = &designs[_i];
    unsigned met[32][32] = {{0}}, sat[32][CONTEST_SEATS_MAX] = {{0}};
    unsigned each = design->n_blocks * design->seats * (design->seats - 1u);

    for (unsigned block = 0; block < design->n_blocks; block++)
        for (unsigned game = 0; game < design->players; game++)
            for (unsigned a = 0; a < design->seats; a++) {
                unsigned x = (design->blocks[block][a] + game) % design->players;

                sat[x][a]++;
                for (unsigned b = 0; b < design->seats; b++)
                    if (a != b)
                        met[x][(design->blocks[block][b] + game) % design->players]++;
            }
    ck_assert_uint_gt(design->players, 1);
    ck_assert_uint_eq(each % (design->players - 1u), 0);
    for (unsigned x = 0; x < design->players; x++) {
        ck_assert_uint_eq(met[x][x], 0);
        for (unsigned seat = 0; seat < design->seats; seat++)
            ck_assert_uint_eq(sat[x][seat], design->n_blocks);
        for (unsigned y = 0; y < design->players; y++)
            if (x != y)
                ck_assert_uint_eq(met[x][y], each / (design->players - 1u));
    }
}
END_TEST

/* ---- seeds and pairs ---- */

/* A contest in which all are there. */
static struct contest everybody(unsigned n, unsigned seats) {
    struct contest contest = {
        .seats = seats, .smallest = 3, .n_players = n, .seed = 42, .division = 7, .moves = 2};

    for (unsigned i = 0; i < n; i++)
        contest.in[i] = true;
    return contest;
}

START_TEST(semifinals_are_seeded) {
    static const uint16_t expected[4][4] = {
        {1, 8, 9, 16}, {2, 7, 10, 15}, {3, 6, 11, 14}, {4, 5, 12, 13}};
    struct contest contest = everybody(16, 4);
    struct standing rows[16];
    struct pairing pairing = {0};

    for (unsigned i = 0; i < 16; i++)
        rows[i] = (struct standing){.player = (uint16_t)(i + 1)};
    snake_pair(&contest, rows, 16, 1, &pairing);
    ck_assert_uint_eq(pairing.n, 4);
    for (unsigned t = 0; t < 4; t++)
        ck_assert_mem_eq(pairing.tables[t].player, expected[t], sizeof expected[t]);
    free(pairing.tables);
}
END_TEST

START_TEST(tables_are_filled_and_few_have_a_bye) {
    for (unsigned seats = 3; seats <= 6; seats++)
        for (unsigned n = 3; n < 200; n++) {
            struct contest contest = everybody(n, seats);
            unsigned tables, byes = contest_byes(&contest, n, &tables);

            ck_assert(tables > 0);
            ck_assert_uint_le(n - byes, tables * seats);
            ck_assert_uint_ge(n - byes, tables * 3);
            ck_assert_uint_le(byes, seats == 3 || n < 6 ? 2 : 0);
        }
}
END_TEST

/* Everybody sits once, and the whole is the same again. */
static void assert_round(const struct contest *contest, enum tournament_format format,
                         const struct pairing *pairing) {
    struct pairing again = {0};
    bool seen[CONTEST_PLAYERS_MAX] = {false};

    format_pair(format, contest, &again);
    ck_assert_uint_eq(again.n, pairing->n);
    ck_assert_mem_eq(again.tables, pairing->tables, pairing->n * sizeof *pairing->tables);
    free(again.tables);
    for (size_t t = 0; t < pairing->n; t++)
        for (unsigned i = 0; i < pairing->tables[t].n; i++) {
            ck_assert(!seen[pairing->tables[t].player[i]]);
            ck_assert(contest->in[pairing->tables[t].player[i]]);
            seen[pairing->tables[t].player[i]] = true;
        }
}

/* Adds the round to the contest, each table being won by who has the lowest number, and by number 0 most clearly. */
static void play_round(struct contest *contest, const struct pairing *pairing) {
    size_t size = (contest->n_tables + pairing->n) * sizeof *contest->tables;
    struct contest_table *tables = realloc((void *)contest->tables, size);

    REQUIRE(tables != NULL, "no memory");
    for (size_t i = 0; i < pairing->n; i++) {
        struct contest_table *table = &tables[contest->n_tables++];
        unsigned lowest = 0;

        *table = pairing->tables[i];
        table->counted = true;
        for (unsigned seat = 1; seat < table->n; seat++)
            if (table->player[seat] < table->player[lowest])
                lowest = seat;
        table->winner = (int8_t)lowest;
        for (unsigned seat = 0; seat < table->n; seat++) {
            unsigned before = 0;

            for (unsigned k = 0; k < table->n; k++)
                before += table->player[k] < table->player[seat];
            table->points[seat] =
                (uint8_t)(before > 0 && table->player[lowest] == 0 ? 5 - before : 10 - before);
        }
    }
    contest->tables = tables;
}

/* How often players have met before who meet now. */
static unsigned met_again(const struct contest *contest, const struct pairing *pairing) {
    unsigned again = 0;

    for (size_t t = 0; t < pairing->n; t++)
        for (size_t old = 0; old < contest->n_tables; old++) {
            unsigned both = 0;

            for (unsigned i = 0; i < pairing->tables[t].n; i++)
                for (unsigned k = 0; k < contest->tables[old].n; k++)
                    both += pairing->tables[t].player[i] == contest->tables[old].player[k];
            again += both * (both - 1) / 2;
        }
    return again;
}

START_TEST(swiss_rounds_avoid_who_has_met) {
    unsigned seats = 3 + (unsigned)_i;
    struct contest contest = everybody(96, seats);
    unsigned again = 0, sat[96][CONTEST_SEATS_MAX] = {{0}};
    struct standing rows[96];

    contest.rounds = 6;
    for (unsigned round = 1; round <= 6; round++) {
        struct pairing pairing = {0};

        format_pair(FORMAT_SWISS, &contest, &pairing);
        ck_assert_uint_ge(pairing.n, 96 / seats);
        assert_round(&contest, FORMAT_SWISS, &pairing);
        again += met_again(&contest, &pairing);
        for (size_t t = 0; t < pairing.n; t++)
            for (unsigned i = 0; i < pairing.tables[t].n; i++)
                sat[pairing.tables[t].player[i]][i]++;
        play_round(&contest, &pairing);
        free(pairing.tables);
    }
    ck_assert_uint_eq(again, 0);
    for (unsigned p = 0; p < 96; p++)
        for (unsigned s = 0; s < seats; s++)
            ck_assert_uint_le(sat[p][s], 6 / seats + 2);
    format_standings(FORMAT_SWISS, &contest, rows);
    ck_assert_uint_eq(rows[0].player, 0);
    ck_assert_uint_eq(rows[0].won, 6);
    free((void *)contest.tables);
}
END_TEST

START_TEST(swiss_rounds_keep_friends_apart) {
    struct contest contest = everybody(24, 4);

    contest.rounds = 3;
    for (uint16_t pair = 0; pair < 8; pair++) { /* neighbours, in threes */
        contest.friends[2 * pair][0] = contest.friends[2 * pair + 1][0] = (uint16_t)(3 * pair);
        contest.friends[2 * pair][1] = (uint16_t)(3 * pair + 1);
        contest.friends[2 * pair + 1][1] = (uint16_t)(3 * pair + 2);
    }
    contest.n_friends = 16;
    for (unsigned round = 1; round <= 3; round++) {
        struct pairing pairing = {0};

        format_pair(FORMAT_SWISS, &contest, &pairing);
        assert_round(&contest, FORMAT_SWISS, &pairing);
        for (size_t t = 0; t < pairing.n; t++)
            for (unsigned i = 0; i < pairing.tables[t].n; i++)
                for (unsigned k = 0; k < i; k++)
                    for (size_t f = 0; f < contest.n_friends; f++)
                        ck_assert(pairing.tables[t].player[i] != contest.friends[f][0] ||
                                  pairing.tables[t].player[k] != contest.friends[f][1]);
        play_round(&contest, &pairing);
        free(pairing.tables);
    }
    free((void *)contest.tables);
}
END_TEST

START_TEST(a_bye_goes_round_from_below) {
    struct contest contest = everybody(5, 4);
    bool had[5] = {false};

    contest.rounds = 5;
    for (unsigned round = 1; round <= 5; round++) {
        struct pairing pairing = {0};

        format_pair(FORMAT_SWISS, &contest, &pairing);
        ck_assert_uint_eq(pairing.n, 2);
        ck_assert_uint_eq(pairing.tables[0].n, 4);
        ck_assert_uint_eq(pairing.tables[1].n, 1);
        ck_assert(!had[pairing.tables[1].player[0]]);
        had[pairing.tables[1].player[0]] = true;
        play_round(&contest, &pairing);
        free(pairing.tables);
    }
    free((void *)contest.tables);
}
END_TEST

/* ---- whole tournaments ---- */

/* Plays to the end, which must come; returns the rounds. The strongest player is number 0. */
static unsigned play_all(enum tournament_format format, struct contest *contest) {
    unsigned rounds = 0;

    formats[format].begin(contest);
    for (;;) {
        struct pairing pairing = {0};

        format_pair(format, contest, &pairing);
        ck_assert(!pairing.failed);
        if (pairing.n == 0)
            break;
        rounds++;
        ck_assert_uint_eq(pairing.tables[0].round, rounds);
        play_round(contest, &pairing);
        free(pairing.tables);
        REQUIRE(rounds <= CONTEST_ROUNDS_MAX, "it does not end");
    }
    return rounds;
}

START_TEST(every_format_ends_and_the_best_is_first) {
    static const unsigned counts[] = {3, 4, 5, 6, 7, 8, 11, 12, 13, 15, 16, 20, 28, 29, 64, 100};

    for (unsigned seats = 3; seats <= 6; seats++)
        for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
            struct contest contest = everybody(counts[i], seats);
            struct standing rows[100];

            if (counts[i] > formats[_i].players_most)
                continue;
            contest.rounds = _i == FORMAT_LEAGUE ? 16 : 0;
            ck_assert_uint_ge(play_all((enum tournament_format)_i, &contest), 1);
            format_standings((enum tournament_format)_i, &contest, rows);
            REQUIRE(rows[0].player == 0 && rows[0].rank == 1, "%s, %u players at tables of %u: %u",
                    format_names[_i], counts[i], seats, rows[0].player);
            free((void *)contest.tables);
        }
}
END_TEST

START_TEST(official_tournaments_have_semifinals_from_29_on) {
    static const struct {
        unsigned players, rounds;
    } cases[] = {{12, 4}, {16, 4}, {28, 4}, {29, 5}, {100, 5}};

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct contest contest = everybody(cases[i].players, 4);
        struct standing rows[100];
        size_t n;

        ck_assert_uint_eq(play_all(FORMAT_OFFICIAL, &contest), cases[i].rounds);
        (void)contest_round(&contest, cases[i].rounds, &n);
        ck_assert_uint_eq(n, 1);
        (void)contest_round(&contest, cases[i].rounds - 1, &n);
        ck_assert_uint_eq(n, cases[i].rounds == 5 ? 4 : (cases[i].players + 3) / 4);
        format_standings(FORMAT_OFFICIAL, &contest, rows);
        for (unsigned k = 0; k < 4; k++)
            ck_assert_uint_eq(rows[k].level, 100 - k);
        free((void *)contest.tables);
    }
}
END_TEST

START_TEST(a_knockout_halves_until_one_table_is_left) {
    struct contest contest = everybody(64, 4);
    size_t n;

    ck_assert_uint_eq(play_all(FORMAT_KNOCKOUT, &contest), 3);
    for (unsigned round = 1, tables = 16; round <= 3; round++, tables /= 4) {
        (void)contest_round(&contest, round, &n);
        ck_assert_uint_eq(n, tables);
    }
    free((void *)contest.tables);
}
END_TEST

START_TEST(a_league_moves_two_up_and_two_down) {
    struct contest contest = everybody(21, 4);
    struct pairing pairing = {0};
    unsigned division[3][21] = {{0}};

    /* who is strong begins somewhere, and is in the first division after two seasons */
    contest.rounds = 3;
    for (unsigned season = 0; season < 3; season++) {
        memset(&pairing, 0, sizeof pairing);
        format_pair(FORMAT_LEAGUE, &contest, &pairing);
        ck_assert_uint_eq(pairing.n, 21);
        for (size_t t = 0; t < pairing.n; t++)
            for (unsigned i = 0; i < 4; i++)
                division[season][pairing.tables[t].player[i]] = pairing.tables[t].division;
        play_round(&contest, &pairing);
        free(pairing.tables);
    }
    ck_assert_uint_eq(division[2][0], 1);
    ck_assert_uint_eq(division[2][20], 3);
    for (unsigned season = 0; season < 2; season++) {
        unsigned up = 0, down = 0;

        for (unsigned p = 0; p < 21; p++) {
            up += division[season][p] == 2 && division[season + 1][p] == 1;
            down += division[season][p] == 2 && division[season + 1][p] == 3;
        }
        ck_assert(up == 2 && down == 2);
    }
    free((void *)contest.tables);
}
END_TEST

static Suite *suite(void) {
    return test_suite(
        "formats",
        (const struct test_case[]){
            {"percent", percentages_are_rounded_each_and_three_count_as_four, 0, 0, NULL, NULL},
            {"official", the_official_vectors_come_in_their_order, 2, 0, NULL, NULL},
            {"lost", who_gives_up_comes_last_whatever_the_points, 0, 0, NULL, NULL},
            {"wbc", championships_count_places, 0, 0, NULL, NULL},
            {"designs", in_a_design_pairs_and_seats_are_equal, 15, 0, NULL, NULL},
            {"seeds", semifinals_are_seeded, 0, 0, NULL, NULL},
            {"tables", tables_are_filled_and_few_have_a_bye, 0, 0, NULL, NULL},
            {"swiss", swiss_rounds_avoid_who_has_met, 4, 0, NULL, NULL},
            {"friends", swiss_rounds_keep_friends_apart, 0, 0, NULL, NULL},
            {"byes", a_bye_goes_round_from_below, 0, 0, NULL, NULL},
            {"ends", every_format_ends_and_the_best_is_first, FORMAT_COUNT, 0, NULL, NULL},
            {"finals", official_tournaments_have_semifinals_from_29_on, 0, 0, NULL, NULL},
            {"knockout", a_knockout_halves_until_one_table_is_left, 0, 0, NULL, NULL},
            {"league", a_league_moves_two_up_and_two_down, 0, 0, NULL, NULL},
            {0},
        });
}
TEST_MAIN(suite)
