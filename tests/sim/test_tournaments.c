/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Large tournaments and long leagues as arithmetic: people do not show up, give up, pause and come back, and nothing gets
 * stuck. Games are drawn by the players' strength. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "service/tournament/count.h"
#include "service/tournament/format.h"
#include "tests/support/check_main.h"
#include "tests/support/random_game.h"

enum { SEASONS = 10, LEAGUE = 100, CUP = 1000, NO_SHOWS = 20 /* one in so many */ };

static struct contest contest;
static struct random chance;
static unsigned absent_round[CONTEST_PLAYERS_MAX]; /* the last round that a player missed */

static void begin(enum tournament_format format, unsigned n, unsigned seats) {
    contest = (struct contest){
        .seats = seats, .smallest = 3, .n_players = n, .seed = 99, .division = 7, .moves = 2};
    chance = random_seeded(test_seed(11));
    memset(absent_round, 0, sizeof absent_round);
    for (unsigned i = 0; i < n; i++)
        contest.in[i] = true;
    formats[format].begin(&contest);
}

/* The lower the number, the stronger: the first are some 200 Elo above the last. */
static unsigned strength(unsigned player) {
    return 100 + 200 * (contest.n_players - player) / contest.n_players;
}

/* Whoever is absent is late at the end date, and whoever gives up too; the others win as they are strong. */
static void play_table(struct contest_table *table) {
    unsigned sum = 0, drawn;

    table->counted = true;
    for (unsigned seat = 0; seat < table->n; seat++) {
        if (table->n > 1 && absent_round[table->player[seat]] == table->round)
            table->lost |= (uint8_t)(1u << seat);
        else
            sum += strength(table->player[seat]);
        table->points[seat] = (uint8_t)(2 + random_below(&chance, 8));
    }
    if (sum == 0)
        return;
    drawn = random_below(&chance, sum);
    for (unsigned seat = 0; seat < table->n && table->winner < 0; seat++) {
        if (table->lost >> seat & 1)
            continue;
        if (drawn < strength(table->player[seat])) {
            table->winner = (int8_t)seat;
            table->points[seat] = 10;
        } else {
            drawn -= strength(table->player[seat]);
        }
    }
}

/* Some do not show up in a round. */
static void draw_absent(unsigned round) {
    for (unsigned i = 0; i < contest.n_players; i++)
        if (random_below(&chance, NO_SHOWS) == 0)
            absent_round[i] = round;
}

static void add_round(const struct pairing *pairing) {
    size_t n = contest.n_tables + pairing->n;
    struct contest_table *tables = realloc((void *)contest.tables, n * sizeof *tables);

    REQUIRE(tables != NULL, "no memory");
    for (size_t i = 0; i < pairing->n; i++) {
        tables[contest.n_tables + i] = pairing->tables[i];
        play_table(&tables[contest.n_tables + i]);
    }
    contest.tables = tables;
    contest.n_tables = n;
}

/* Everybody who is in sits somewhere. */
static void assert_all_sit(const struct pairing *pairing) {
    bool sits[CONTEST_PLAYERS_MAX] = {false};

    for (size_t i = 0; i < pairing->n; i++)
        for (unsigned seat = 0; seat < pairing->tables[i].n; seat++)
            sits[pairing->tables[i].player[seat]] = true;
    for (unsigned i = 0; i < contest.n_players; i++)
        REQUIRE(sits[i] == contest.in[i], "round %u: player %u", pairing->tables[0].round, i);
}

static double seconds(void) {
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Who missed a round is out from the next one on; plays to the end. */
static unsigned play_cup(enum tournament_format format) {
    unsigned rounds = 0;
    double longest = 0;

    for (;;) {
        struct pairing pairing = {0};
        double from = seconds();

        format_pair(format, &contest, &pairing);
        longest = fmax(longest, seconds() - from);
        REQUIRE(!pairing.failed, "no memory");
        if (pairing.n == 0)
            break;
        rounds++;
        REQUIRE(rounds <= CONTEST_ROUNDS_MAX, "it does not end");
        if (format == FORMAT_SWISS)
            assert_all_sit(&pairing);
        draw_absent(rounds);
        add_round(&pairing);
        free(pairing.tables);
        for (unsigned i = 0; i < contest.n_players; i++)
            contest.in[i] &= absent_round[i] != rounds;
    }
    printf("%s: %u rounds, the longest pairing took %.0f ms\n", format_names[format], rounds,
           1000 * longest);
    return rounds;
}

START_TEST(a_thousand_never_get_stuck) {
    static const enum tournament_format cups[] = {FORMAT_SWISS, FORMAT_KNOCKOUT, FORMAT_OFFICIAL};
    struct standing rows[CUP];
    unsigned out = 0;

    for (unsigned seats = 3; seats <= 6; seats++) {
        begin(cups[_i], CUP, seats);
        ck_assert_uint_ge(play_cup(cups[_i]), 3);
        format_standings(cups[_i], &contest, rows);
        ck_assert_uint_eq(rows[0].rank, 1);
        for (unsigned i = 0; i < CUP; i++)
            out += !contest.in[i];
        ck_assert_uint_gt(out, 0);
        free((void *)contest.tables);
    }
}
END_TEST

/* Some pause for a season or two, and come back by themselves. */
static void pause_some(unsigned season, unsigned back[LEAGUE]) {
    for (unsigned i = 0; i < LEAGUE; i++) {
        if (absent_round[i] == season || random_below(&chance, 30) == 0) {
            contest.in[i] = false;
            back[i] = season + 1 + random_below(&chance, 2);
        } else if (!contest.in[i] && back[i] <= season) {
            contest.in[i] = true;
        }
    }
}

/* The mean division of the strongest and of the weakest ten. */
static void mean_divisions(const struct pairing *pairing, double *strong, double *weak) {
    unsigned n_strong = 0, n_weak = 0;

    *strong = *weak = 0;
    for (size_t i = 0; i < pairing->n; i++)
        for (unsigned seat = 0; seat < pairing->tables[i].n; seat++) {
            unsigned player = pairing->tables[i].player[seat];

            if (player < 10) {
                *strong += pairing->tables[i].division;
                n_strong++;
            } else if (player >= LEAGUE - 10) {
                *weak += pairing->tables[i].division;
                n_weak++;
            }
        }
    *strong /= n_strong;
    *weak /= n_weak;
}

START_TEST(a_league_of_a_hundred_runs_for_ten_seasons) {
    unsigned back[LEAGUE] = {0};
    double strong = 0, weak = 0;

    begin(FORMAT_LEAGUE, LEAGUE, 4);
    contest.rounds = SEASONS;
    for (unsigned season = 1; season <= SEASONS; season++) {
        struct pairing pairing = {0};
        unsigned games[LEAGUE] = {0};

        format_pair(FORMAT_LEAGUE, &contest, &pairing);
        REQUIRE(pairing.n > 0 && !pairing.failed, "season %u has no tables", season);
        assert_all_sit(&pairing);
        for (size_t i = 0; i < pairing.n; i++)
            for (unsigned seat = 0; seat < pairing.tables[i].n; seat++)
                games[pairing.tables[i].player[seat]]++;
        for (unsigned i = 0; i < LEAGUE; i++)
            REQUIRE(!contest.in[i] || (games[i] >= 2 && games[i] <= 4), "season %u: %u games",
                    season, games[i]);
        mean_divisions(&pairing, &strong, &weak);
        draw_absent(season);
        add_round(&pairing);
        free(pairing.tables);
        pause_some(season, back);
    }
    printf("after ten seasons: the ten strongest are in division %.1f, the weakest in %.1f\n",
           strong, weak);
    ck_assert_double_lt(strong, weak - 2);
    free((void *)contest.tables);
}
END_TEST

static Suite *suite(void) {
    return test_suite("tournaments",
                      (const struct test_case[]){
                          {"cup", a_thousand_never_get_stuck, 3, 0, NULL, NULL},
                          {"league", a_league_of_a_hundred_runs_for_ten_seasons, 0, 0, NULL, NULL},
                          {0},
                      });
}
TEST_MAIN(suite)
