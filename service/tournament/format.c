/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/tournament/format.h"

#include <stdlib.h>
#include <string.h>

#include "service/tournament/count.h"
#include "service/tournament/design.h"
#include "service/tournament/league.h"
#include "service/tournament/swiss.h"

enum { OFFICIAL_ROUNDS = 3, LEVEL_FINAL = 100, LEVEL_SEMIFINAL = 1 };

/* The players who are in, sorted by what counts up to ROUND. Returns how many; 0, too, when memory ran out, which
 * PAIRING then says. The caller frees *ROWS. */
static unsigned order_so_far(const struct contest *contest, unsigned round, struct standing **rows,
                             struct pairing *pairing) {
    unsigned n = 0;

    *rows = malloc((contest->n_players + 1) * sizeof **rows);
    if (*rows == NULL) {
        pairing->failed = true;
        return 0;
    }
    count_tables(contest, 1, round, *rows);
    for (unsigned i = 0; i < contest->n_players; i++)
        if (contest->in[i])
            (*rows)[n++] = (*rows)[i];
    count_sort(contest, *rows, n);
    return n;
}

/* ---- Swiss ---- */

/* So many rounds that one of equals can stand out, and two more. */
static void swiss_begin(struct contest *contest) {
    unsigned reach = contest->seats;

    if (contest->rounds != 0)
        return;
    for (contest->rounds = 3; reach < contest->n_players; reach *= contest->seats)
        contest->rounds++;
}

static void swiss_round(const struct contest *contest, unsigned round, struct pairing *pairing) {
    struct standing *rows;
    unsigned n = order_so_far(contest, round - 1, &rows, pairing);

    if (n >= contest->smallest && round <= contest->rounds)
        pairing->failed |= !swiss_pair(contest, rows, n, round, pairing);
    free(rows);
}

/* ---- official: rounds as in Swiss, then semi-finals of the best where there are enough, then the final ---- */

/* From so many players on there are semi-finals: 29 at tables of four. */
static bool has_semifinals(const struct contest *contest) {
    size_t n;
    const struct contest_table *first = contest_round(contest, 1, &n);
    unsigned players = 0;

    for (size_t i = 0; i < n; i++)
        players += first[i].n;
    return players + 3 >= 2 * contest->seats * contest->seats;
}

static void official_begin(struct contest *contest) {
    if (contest->rounds == 0)
        contest->rounds = OFFICIAL_ROUNDS;
}

/* At each table of a round the first who is still there, in the order of ROWS. Returns how many. */
static unsigned keep_winners(const struct contest *contest, unsigned round, struct standing *rows,
                             unsigned n) {
    size_t n_tables;
    const struct contest_table *tables = contest_round(contest, round, &n_tables);
    bool won[CONTEST_PLAYERS_MAX] = {false};
    unsigned kept = 0;

    for (size_t i = 0; i < n_tables; i++) {
        uint8_t seats[CONTEST_SEATS_MAX];

        count_places(&tables[i], seats);
        for (unsigned place = 0; place < tables[i].n; place++) {
            unsigned player = tables[i].player[seats[place]];

            if (!contest->in[player] || tables[i].lost >> seats[place] & 1)
                continue;
            won[player] = true;
            break;
        }
    }
    for (unsigned i = 0; i < n; i++)
        if (won[rows[i].player]) {
            struct standing row = rows[i];

            /* the others keep their order behind them */
            memmove(&rows[kept + 1], &rows[kept], (i - kept) * sizeof *rows);
            rows[kept++] = row;
        }
    return kept;
}

/* The best ranked sits first. */
static void add_final(const struct contest *contest, const struct standing *rows, unsigned n,
                      unsigned round, struct pairing *pairing) {
    uint16_t players[CONTEST_SEATS_MAX];

    if (n > contest->seats)
        n = contest->seats;
    for (unsigned i = 0; i < n; i++)
        players[i] = rows[i].player;
    if (n >= contest->smallest)
        pairing_add(pairing, round, 0, players, n);
}

static void official_round(const struct contest *contest, unsigned round, struct pairing *pairing) {
    unsigned best = contest->seats * contest->seats;
    bool semifinals = round > contest->rounds && has_semifinals(contest);
    struct standing *rows;
    unsigned n = order_so_far(contest, round - 1, &rows, pairing);

    if (n >= contest->smallest && round <= contest->rounds)
        pairing->failed |= !swiss_pair(contest, rows, n, round, pairing);
    else if (semifinals && round == contest->rounds + 1)
        snake_pair(contest, rows, n < best ? n : best, round, pairing);
    else if (round == contest->rounds + 1 + semifinals) {
        if (semifinals)
            (void)keep_winners(contest, round - 1, rows, n);
        add_final(contest, rows, n, round, pairing);
    }
    free(rows);
}

/* Whoever is in the final is before all others, by the place there; then those of the semi-finals. */
static void level_table(const struct contest_table *table, unsigned level, bool by_place,
                        struct standing *rows) {
    uint8_t seats[CONTEST_SEATS_MAX];

    if (by_place)
        count_places(table, seats);
    for (unsigned place = 0; place < table->n; place++) {
        unsigned seat = by_place ? seats[place] : place;

        rows[table->player[seat]].level = (uint16_t)(level - (by_place ? place : 0));
    }
}

static void official_levels(const struct contest *contest, unsigned last, struct standing *rows) {
    bool semifinals = has_semifinals(contest);
    unsigned final = contest->rounds + 1 + semifinals;

    for (unsigned round = contest->rounds + 1; round <= last && round <= final; round++) {
        size_t n;
        const struct contest_table *tables = contest_round(contest, round, &n);

        for (size_t i = 0; i < n; i++)
            level_table(&tables[i], round == final ? LEVEL_FINAL : LEVEL_SEMIFINAL,
                        round == final && tables[i].counted, rows);
    }
}

/* ---- knock-out ---- */

/* Of WINNERS and the best others, so many that the tables are full: all of them at the last table. */
static unsigned knockout_size(const struct contest *contest, unsigned winners, unsigned n) {
    unsigned tables, size = winners;

    if (winners <= contest->seats)
        return n < contest->seats ? n : contest->seats;
    while (size < n && contest_byes(contest, size, &tables) > 0)
        size++;
    return contest_byes(contest, size, &tables) > 0 ? winners : size;
}

/* Those who have just played, in the order of what counts. */
static unsigned keep_players_of(const struct contest *contest, unsigned round,
                                struct standing *rows, unsigned n) {
    size_t n_tables;
    const struct contest_table *tables = contest_round(contest, round, &n_tables);
    bool played[CONTEST_PLAYERS_MAX] = {false};
    unsigned kept = 0;

    for (size_t i = 0; i < n_tables; i++)
        for (unsigned seat = 0; seat < tables[i].n; seat++)
            if (!(tables[i].lost >> seat & 1))
                played[tables[i].player[seat]] = true;
    for (unsigned i = 0; i < n; i++)
        if (played[rows[i].player])
            rows[kept++] = rows[i];
    return kept;
}

static void knockout_round(const struct contest *contest, unsigned round, struct pairing *pairing) {
    struct standing *rows;
    unsigned n = order_so_far(contest, round - 1, &rows, pairing), winners;
    size_t before;

    (void)contest_round(contest, round - 1, &before);
    if (round > 1 && before > 1) {
        n = keep_players_of(contest, round - 1, rows, n);
        winners = keep_winners(contest, round - 1, rows, n);
        n = winners <= 1 ? 0 : knockout_size(contest, winners, n);
    } else if (round > 1) {
        n = 0; /* that was the final */
    }
    if (n >= contest->smallest)
        snake_pair(contest, rows, n, round, pairing);
    free(rows);
}

/* How far somebody came; within the last round, who won is first. */
static void knockout_levels(const struct contest *contest, unsigned last, struct standing *rows) {
    for (unsigned round = 1; round <= last; round++) {
        size_t n;
        const struct contest_table *tables = contest_round(contest, round, &n);

        for (size_t i = 0; i < n; i++) {
            int winner = n == 1 ? count_winner(&tables[i]) : -1;

            level_table(&tables[i], 2 * round, false, rows);
            if (winner >= 0)
                rows[tables[i].player[winner]].level++;
        }
    }
}

/* ---- round robin: by design, or as near to one as rounds can be ---- */

static const struct design *robin_design(const struct contest *contest) {
    const struct design *design = design_for(contest->seats, contest->n_players, false);

    return design != NULL && design->players == contest->n_players ? design : NULL;
}

/* A round of a design is a block. Without one: as many rounds as it takes to meet everybody. */
static void robin_begin(struct contest *contest) {
    const struct design *design = robin_design(contest);

    contest->rounds = design != NULL
                          ? design->n_blocks
                          : (contest->n_players + contest->seats - 3) / (contest->seats - 1);
}

static int by_lot(const void *left, const void *right) {
    const struct standing *a = left, *b = right;

    return (a->lot > b->lot) - (a->lot < b->lot);
}

/* Players by lot, whatever they have won; ALL: also those who have left. */
static unsigned robin_order(const struct contest *contest, bool all, struct standing *rows) {
    unsigned n = 0;

    count_tables(contest, 1, CONTEST_ROUNDS_MAX, rows);
    for (unsigned i = 0; i < contest->n_players; i++)
        if (all || contest->in[i])
            rows[n++] = rows[i];
    qsort(rows, n, sizeof *rows, by_lot);
    return n;
}

static void robin_round(const struct contest *contest, unsigned round, struct pairing *pairing) {
    const struct design *design = robin_design(contest);
    struct standing *rows = malloc((contest->n_players + 1) * sizeof *rows);
    uint16_t members[CONTEST_PLAYERS_MAX];
    unsigned n;

    pairing->failed |= rows == NULL;
    if (rows == NULL)
        return;
    n = robin_order(contest, design != NULL, rows);
    for (unsigned i = 0; i < n; i++)
        members[i] = rows[i].player;
    if (round <= contest->rounds && design != NULL)
        design_pair(contest, design, round - 1, members, n, round, 0, pairing);
    else if (round <= contest->rounds && n >= contest->smallest)
        pairing->failed |= !swiss_pair(contest, rows, n, round, pairing);
    free(rows);
}

/* ---- leagues ---- */

static void league_begin(struct contest *contest) {
    if (contest->rounds == 0)
        contest->rounds = CONTEST_ROUNDS_MAX;
}

static void league_round(const struct contest *contest, unsigned round, struct pairing *pairing) {
    if (round <= contest->rounds)
        league_pair(contest, round, pairing);
}

/* The season that is being played, with those who rest behind the last division. */
static void league_levels(const struct contest *contest, unsigned last, struct standing *rows) {
    size_t n;
    const struct contest_table *tables = contest_round(contest, last, &n);

    for (unsigned i = 0; i < contest->n_players; i++)
        rows[i].division = UINT16_MAX;
    for (size_t i = 0; i < n; i++)
        for (unsigned seat = 0; seat < tables[i].n; seat++)
            rows[tables[i].player[seat]].division = tables[i].division;
}

static unsigned last_season(const struct contest *contest, unsigned last) {
    (void)contest;
    return last;
}

/* ---- the rows ---- */

static void begin_nothing(struct contest *contest) {
    contest->rounds = 0;
}

const struct format formats[FORMAT_COUNT] = {
    [FORMAT_ROUND_ROBIN] = {"round_robin", .players_most = 64, .begin = robin_begin,
                            .pair = robin_round},
    [FORMAT_OFFICIAL] = {"official", .players_most = CONTEST_PLAYERS_MAX, .late = true,
                         .rounds_chosen = true, .rounds_most = 10, .begin = official_begin,
                         .pair = official_round, .levels = official_levels},
    [FORMAT_KNOCKOUT] = {"knockout", .players_most = CONTEST_PLAYERS_MAX, .begin = begin_nothing,
                         .pair = knockout_round, .levels = knockout_levels},
    [FORMAT_SWISS] = {"swiss", .players_most = CONTEST_PLAYERS_MAX, .late = true,
                      .rounds_chosen = true, .rounds_most = 20, .begin = swiss_begin,
                      .pair = swiss_round},
    [FORMAT_LEAGUE] = {"league", .players_most = CONTEST_PLAYERS_MAX, .late = true,
                       .rounds_chosen = true, .rounds_most = CONTEST_ROUNDS_MAX,
                       .begin = league_begin, .pair = league_round, .levels = league_levels,
                       .counts_from = last_season},
};

const char *const format_names[FORMAT_COUNT + 1] = {"round_robin", "official", "knockout",
                                                    "swiss",       "league",   NULL};

unsigned format_last_round(const struct contest *contest) {
    return contest->n_tables == 0 ? 0 : contest->tables[contest->n_tables - 1].round;
}

bool format_round_over(const struct contest *contest) {
    size_t n;
    const struct contest_table *tables = contest_round(contest, format_last_round(contest), &n);

    for (size_t i = 0; i < n; i++)
        if (!tables[i].counted)
            return false;
    return true;
}

void format_pair(enum tournament_format format, const struct contest *contest,
                 struct pairing *pairing) {
    formats[format].pair(contest, format_last_round(contest) + 1, pairing);
}

void format_standings(enum tournament_format format, const struct contest *contest,
                      struct standing *rows) {
    const struct format *f = &formats[format];
    unsigned last = format_last_round(contest);

    count_tables(contest, f->counts_from == NULL ? 1 : f->counts_from(contest, last), last, rows);
    if (f->levels != NULL && last > 0)
        f->levels(contest, last, rows);
    count_sort(contest, rows, contest->n_players);
}
