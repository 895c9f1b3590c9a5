/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/tournament/count.h"

#include <stdlib.h>
#include <string.h>

enum { WHOLE = 10000 /* 100 % in hundredths */, OFFICIAL_SEATS = 4 };

unsigned count_percent(unsigned points, unsigned sum, unsigned players, unsigned seats) {
    unsigned full = seats > OFFICIAL_SEATS ? seats : OFFICIAL_SEATS;
    unsigned share = points * players * WHOLE, of = sum * (players < full ? full : players);

    return of == 0 ? 0 : (2 * share + of) / (2 * of);
}

unsigned count_wbc(unsigned place, unsigned players) {
    static const unsigned of_three[] = {100, 40, 10}, of_four[] = {100, 50, 20, 10};

    if (players == 3)
        return place < 3 ? of_three[place] : 0;
    return place < 4 ? of_four[place] : 0;
}

/* Whether seat A finished before seat B. */
static bool place_before(const struct contest_table *table, unsigned a, unsigned b) {
    bool a_lost = table->lost >> a & 1, b_lost = table->lost >> b & 1;

    if (a_lost != b_lost)
        return b_lost;
    if ((table->winner == (int)a) != (table->winner == (int)b))
        return table->winner == (int)a;
    return table->points[a] > table->points[b];
}

void count_places(const struct contest_table *table, uint8_t seats[CONTEST_SEATS_MAX]) {
    for (unsigned i = 0; i < table->n; i++) {
        unsigned at = i;

        for (; at > 0 && place_before(table, i, seats[at - 1]); at--)
            seats[at] = seats[at - 1];
        seats[at] = (uint8_t)i;
    }
}

int count_winner(const struct contest_table *table) {
    uint8_t seats[CONTEST_SEATS_MAX];

    if (!table->counted || table->n == 0)
        return -1;
    count_places(table, seats);
    if (table->lost >> seats[0] & 1 || (table->n > 1 && !place_before(table, seats[0], seats[1])))
        return -1;
    return seats[0];
}

static void count_bye(struct standing *row) {
    row->won++;
    row->byes++;
    row->wbc += count_wbc(0, OFFICIAL_SEATS);
}

static void count_table(const struct contest *contest, const struct contest_table *table,
                        struct standing *rows) {
    uint8_t seats[CONTEST_SEATS_MAX];
    int winner = count_winner(table);
    unsigned sum = 0;

    for (unsigned i = 0; i < table->n; i++)
        sum += table->points[i];
    count_places(table, seats);
    for (unsigned place = 0; place < table->n; place++) {
        unsigned seat = seats[place];
        struct standing *row = &rows[table->player[seat]];

        row->played++;
        row->won += winner == (int)seat;
        if (table->lost >> seat & 1)
            continue;
        row->points += table->points[seat];
        row->percent += count_percent(table->points[seat], sum, table->n, contest->seats);
        row->wbc += count_wbc(place, table->n);
    }
}

void count_tables(const struct contest *contest, unsigned from, unsigned to,
                  struct standing *rows) {
    for (unsigned i = 0; i < contest->n_players; i++)
        rows[i] = (struct standing){.player = (uint16_t)i, .lot = contest_lot(contest, i)};
    for (size_t i = 0; i < contest->n_tables; i++) {
        const struct contest_table *table = &contest->tables[i];

        if (!table->counted || table->round < from || table->round > to)
            continue;
        if (table->n == 1)
            count_bye(&rows[table->player[0]]);
        else
            count_table(contest, table, rows);
    }
}

#define RISING(a, b)  (((a) > (b)) - ((a) < (b)))
#define FALLING(a, b) RISING(b, a)

static int compare_counts(const struct standing *a, const struct standing *b, bool wbc) {
    int order = FALLING(a->level, b->level);

    if (order == 0)
        order = RISING(a->division, b->division);
    if (order == 0 && wbc)
        order = FALLING(a->wbc, b->wbc);
    if (order == 0)
        order = FALLING(a->won, b->won);
    if (order == 0)
        order = FALLING(a->points, b->points);
    return order != 0 ? order : FALLING(a->percent, b->percent);
}

static int by_official_order(const void *left, const void *right) {
    const struct standing *a = left, *b = right;
    int order = compare_counts(a, b, false);

    return order != 0 ? order : RISING(a->lot, b->lot);
}

static int by_wbc_order(const void *left, const void *right) {
    const struct standing *a = left, *b = right;
    int order = compare_counts(a, b, true);

    return order != 0 ? order : RISING(a->lot, b->lot);
}

void count_sort(const struct contest *contest, struct standing *rows, size_t n) {
    qsort(rows, n, sizeof *rows, contest->wbc ? by_wbc_order : by_official_order);
    for (size_t i = 0; i < n; i++)
        rows[i].rank = i > 0 && compare_counts(&rows[i - 1], &rows[i], contest->wbc) == 0
                           ? rows[i - 1].rank
                           : (uint16_t)(i + 1);
}
