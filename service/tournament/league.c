/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/tournament/league.h"

#include <stdlib.h>
#include <string.h>

#include "service/tournament/count.h"
#include "service/tournament/design.h"

/* Who is in a division, from the top. */
enum league_part { PART_DOWN, PART_STAYS, PART_UP, PART_BACK };

/* A player's place in the order of the next season. */
struct league_place {
    uint16_t player;
    uint16_t division;
    uint8_t part;
    uint16_t rank; /* in the division before */
    uint64_t lot;
};

/* Where the last season of each player was. */
struct league_past {
    uint16_t season[CONTEST_PLAYERS_MAX]; /* 0: none yet */
    uint16_t division[CONTEST_PLAYERS_MAX];
};

static void read_past(const struct contest *contest, unsigned round, struct league_past *past) {
    memset(past, 0, sizeof *past);
    for (size_t i = 0; i < contest->n_tables; i++) {
        const struct contest_table *table = &contest->tables[i];

        for (unsigned seat = 0; seat < table->n && table->round <= round; seat++) {
            past->season[table->player[seat]] = table->round;
            past->division[table->player[seat]] = table->division;
        }
    }
}

/* The standing of a season: only who played in it has a division, and these come first. */
static unsigned season_order(const struct contest *contest, unsigned season,
                             const struct league_past *past, struct standing *rows) {
    unsigned n = 0;

    count_tables(contest, season, season, rows);
    for (unsigned i = 0; i < contest->n_players; i++)
        if (season > 0 && past->season[i] == season) {
            rows[i].division = past->division[i];
            rows[n++] = rows[i];
        }
    count_sort(contest, rows, n);
    return n;
}

/* A player who has played the season, at place I of the sorted rows; the division's are FROM to TO. */
static void place_after(const struct contest *contest, const struct standing *rows, size_t from,
                        size_t to, size_t i, unsigned last, struct league_place *place) {
    unsigned division = rows[i].division, moves = contest->moves;

    if ((to - from) / 2 < moves)
        moves = (unsigned)(to - from) / 2;
    place->division = (uint16_t)division;
    place->part = PART_STAYS;
    place->rank = (uint16_t)(i - from);
    if (i - from < moves && division > 1) {
        place->division--;
        place->part = PART_UP;
    } else if (to - i <= moves && division < last) {
        place->division++;
        place->part = PART_DOWN;
    }
}

static int by_league_place(const void *left, const void *right) {
    const struct league_place *a = left, *b = right;

    if (a->division != b->division)
        return a->division < b->division ? -1 : 1;
    if (a->part != b->part)
        return a->part < b->part ? -1 : 1;
    if (a->rank != b->rank)
        return a->rank < b->rank ? -1 : 1;
    return (a->lot > b->lot) - (a->lot < b->lot);
}

/* All who play the season after ROUND, in order. False: memory ran out. */
static bool league_order(const struct contest *contest, unsigned round, struct league_place *order,
                         unsigned *n) {
    struct standing *rows = malloc((contest->n_players + 1) * sizeof *rows);
    struct league_past past;
    unsigned played;

    *n = 0;
    if (rows == NULL)
        return false;
    read_past(contest, round, &past);
    played = season_order(contest, round, &past, rows);
    for (size_t from = 0, to; from < played; from = to) {
        unsigned last = rows[played - 1].division;

        for (to = from; to < played && rows[to].division == rows[from].division;)
            to++;
        for (size_t i = from; i < to; i++)
            if (contest->in[rows[i].player]) {
                order[*n] = (struct league_place){.player = rows[i].player, .lot = rows[i].lot};
                place_after(contest, rows, from, to, i, last, &order[(*n)++]);
            }
    }
    for (unsigned i = 0; i < contest->n_players; i++) {
        unsigned absent = round - past.season[i];

        if (!contest->in[i] || (past.season[i] == round && round > 0))
            continue;
        order[(*n)++] = (struct league_place){
            .player = (uint16_t)i,
            .division = (uint16_t)(past.season[i] == 0 ? UINT16_MAX : past.division[i] + absent),
            .part = PART_BACK,
            .lot = round == 0 ? contest_lot(contest, i) : i,
        };
    }
    qsort(order, *n, sizeof *order, by_league_place);
    free(rows);
    return true;
}

/* How many of LEFT the next division takes: a rest that cannot play alone is shared with the last one. */
static unsigned division_size(const struct contest *contest, unsigned left) {
    if (left <= contest->division)
        return left;
    if (left - contest->division >= contest->smallest)
        return contest->division;
    return left / 2 >= contest->smallest ? (left + 1) / 2 : left;
}

void league_pair(const struct contest *contest, unsigned round, struct pairing *pairing) {
    struct league_place *order = malloc((contest->n_players + 1) * sizeof *order);
    unsigned n = 0, division = 0;

    pairing->failed |= order == NULL || !league_order(contest, round - 1, order, &n);
    for (unsigned from = 0, size; from < n && !pairing->failed; from += size) {
        uint16_t members[CONTEST_PLAYERS_MAX];
        const struct design *design;

        size = division_size(contest, n - from);
        design = design_for(contest->seats, size, true);
        division++;
        for (unsigned i = 0; i < size; i++)
            members[i] = order[from + i].player;
        if (design != NULL)
            design_pair(contest, design, 0, members, size, round, division, pairing);
    }
    free(order);
}
