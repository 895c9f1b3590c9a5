/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/tournament/swiss.h"

#include <stdlib.h>
#include <string.h>

enum {
    PASSES_MAX = 8,
    TABLES_MAX = CONTEST_PLAYERS_MAX / CONTEST_SEATS_MIN + 1,
};

/* A meeting costs more than all friends at a table, and these more than all distances in the order together. */
static const int64_t meeting_cost = INT64_C(1) << 32;
static const int64_t friends_cost = INT64_C(1) << 24;

/* A round being made. Players are their places in the order. */
struct swiss {
    uint16_t player[CONTEST_PLAYERS_MAX]; /* by place */
    uint16_t place[CONTEST_PLAYERS_MAX];  /* by player; CONTEST_NOBODY: not in it */
    unsigned tables;
    uint8_t sizes[TABLES_MAX];
    uint16_t at[TABLES_MAX][CONTEST_SEATS_MAX];             /* places */
    uint8_t sat[CONTEST_PLAYERS_MAX][CONTEST_SEATS_MAX];    /* by place and seat */
    uint8_t met[CONTEST_PLAYERS_MAX][CONTEST_PLAYERS_MAX];  /* by places */
    bool friends[CONTEST_PLAYERS_MAX][CONTEST_PLAYERS_MAX]; /* the same */
};

/* ---- what was before ---- */

static void note_table(struct swiss *swiss, const struct contest_table *table) {
    for (unsigned i = 0; i < table->n; i++) {
        unsigned a = swiss->place[table->player[i]];

        if (a == CONTEST_NOBODY || table->n == 1)
            continue;
        swiss->sat[a][i]++;
        for (unsigned k = 0; k < table->n; k++) {
            unsigned b = swiss->place[table->player[k]];

            if (k != i && b != CONTEST_NOBODY)
                swiss->met[a][b]++;
        }
    }
}

static void note_friends(struct swiss *swiss, const struct contest *contest) {
    for (size_t i = 0; i < contest->n_friends; i++) {
        unsigned a = swiss->place[contest->friends[i][0]];
        unsigned b = swiss->place[contest->friends[i][1]];

        if (a != CONTEST_NOBODY && b != CONTEST_NOBODY)
            swiss->friends[a][b] = swiss->friends[b][a] = true;
    }
}

/* ---- who sits where ---- */

static int64_t cost_at(const struct swiss *swiss, unsigned table, unsigned place,
                       unsigned without) {
    int64_t cost = 0;

    for (unsigned i = 0; i < swiss->sizes[table]; i++) {
        unsigned other = swiss->at[table][i];

        if (i != without)
            cost += swiss->met[place][other] * meeting_cost +
                    swiss->friends[place][other] * friends_cost + abs((int)place - (int)other);
    }
    return cost;
}

static bool sits_badly(const struct swiss *swiss, unsigned table, unsigned i) {
    unsigned place = swiss->at[table][i];

    for (unsigned k = 0; k < swiss->sizes[table]; k++) {
        unsigned other = swiss->at[table][k];

        if (k != i && (swiss->met[place][other] > 0 || swiss->friends[place][other]))
            return true;
    }
    return false;
}

/* Swaps with whom that costs least. False: nobody. */
static bool swap_best(struct swiss *swiss, unsigned table, unsigned i) {
    unsigned place = swiss->at[table][i], best_table = 0, best = 0;
    int64_t here = cost_at(swiss, table, place, i), gain = 0;

    for (unsigned other = 0; other < swiss->tables; other++)
        for (unsigned k = 0; other != table && k < swiss->sizes[other]; k++) {
            unsigned with = swiss->at[other][k];
            int64_t now = here + cost_at(swiss, other, with, k);
            int64_t then = cost_at(swiss, table, with, i) + cost_at(swiss, other, place, k);

            if (now - then > gain) {
                gain = now - then;
                best_table = other;
                best = k;
            }
        }
    if (gain == 0)
        return false;
    swiss->at[table][i] = swiss->at[best_table][best];
    swiss->at[best_table][best] = (uint16_t)place;
    return true;
}

static void avoid_meetings(struct swiss *swiss) {
    bool changed = true;

    for (unsigned pass = 0; pass < PASSES_MAX && changed; pass++) {
        changed = false;
        for (unsigned table = 0; table < swiss->tables; table++)
            for (unsigned i = 0; i < swiss->sizes[table]; i++)
                if (sits_badly(swiss, table, i))
                    changed |= swap_best(swiss, table, i);
    }
}

/* ---- seats ---- */

struct seat_trial {
    const struct swiss *swiss;
    unsigned table, best;
    uint16_t tried[CONTEST_SEATS_MAX], found[CONTEST_SEATS_MAX];
};

/* Tries all orders of those who have no seat yet, from SEAT on. */
static void try_seats(struct seat_trial *trial, unsigned seat, unsigned cost) {
    unsigned n = trial->swiss->sizes[trial->table];

    if (cost >= trial->best)
        return;
    if (seat == n) {
        trial->best = cost;
        memcpy(trial->found, trial->tried, sizeof trial->found);
        return;
    }
    for (unsigned i = seat; i < n; i++) {
        uint16_t place = trial->tried[i];
        unsigned sat = trial->swiss->sat[place][seat];

        trial->tried[i] = trial->tried[seat];
        trial->tried[seat] = place;
        try_seats(trial, seat + 1, cost + (2 * sat + 1));
        trial->tried[seat] = trial->tried[i];
        trial->tried[i] = place;
    }
}

static void add_seated(const struct swiss *swiss, unsigned table, unsigned round,
                       struct pairing *pairing) {
    struct seat_trial trial = {.swiss = swiss, .table = table, .best = UINT32_MAX};
    uint16_t players[CONTEST_SEATS_MAX];

    memcpy(trial.tried, swiss->at[table], sizeof trial.tried);
    try_seats(&trial, 0, 0);
    for (unsigned i = 0; i < swiss->sizes[table]; i++)
        players[i] = swiss->player[trial.found[i]];
    pairing_add(pairing, round, 0, players, swiss->sizes[table]);
}

/* ---- byes ---- */

/* The lowest of those with the fewest byes. */
static unsigned bye_next(const struct standing *order, unsigned n, const bool *out) {
    unsigned next = n;

    for (unsigned i = n; i-- > 0;)
        if (!out[i] && (next == n || order[i].byes < order[next].byes))
            next = i;
    return next;
}

bool swiss_pair(const struct contest *contest, const struct standing *order, unsigned n,
                unsigned round, struct pairing *pairing) {
    struct swiss *swiss = calloc(1, sizeof *swiss);
    bool out[CONTEST_PLAYERS_MAX] = {false};
    unsigned byes, kept = 0, next = 0;

    if (swiss == NULL)
        return false;
    memset(swiss->place, 0xff, sizeof swiss->place);
    byes = contest_byes(contest, n, &swiss->tables);
    for (unsigned i = 0; i < byes; i++)
        out[bye_next(order, n, out)] = true;
    for (unsigned i = 0; i < n; i++)
        if (!out[i]) {
            swiss->place[order[i].player] = (uint16_t)kept;
            swiss->player[kept++] = order[i].player;
        }
    for (size_t i = 0; i < contest->n_tables; i++)
        note_table(swiss, &contest->tables[i]);
    note_friends(swiss, contest);
    for (unsigned table = 0; table < swiss->tables; table++) {
        unsigned more = kept % swiss->tables;

        swiss->sizes[table] = (uint8_t)(kept / swiss->tables + (table < more));
        for (unsigned i = 0; i < swiss->sizes[table]; i++)
            swiss->at[table][i] = (uint16_t)next++;
    }
    avoid_meetings(swiss);
    for (unsigned table = 0; table < swiss->tables; table++)
        add_seated(swiss, table, round, pairing);
    for (unsigned i = 0; i < n; i++)
        if (out[i])
            pairing_add(pairing, round, 0, &order[i].player, 1);
    free(swiss);
    return !pairing->failed;
}

void snake_pair(const struct contest *contest, const struct standing *order, unsigned n,
                unsigned round, struct pairing *pairing) {
    unsigned tables, byes = contest_byes(contest, n, &tables);

    for (unsigned table = 0; table < tables; table++) {
        uint16_t players[CONTEST_SEATS_MAX];
        unsigned seats = 0;

        for (unsigned row = 0; row * tables < n - byes; row++) {
            unsigned i = row * tables + (row % 2 == 0 ? table : tables - 1 - table);

            if (i < n - byes)
                players[seats++] = order[byes + i].player;
        }
        pairing_add(pairing, round, 0, players, seats);
    }
    for (unsigned i = 0; i < byes; i++)
        pairing_add(pairing, round, 0, &order[i].player, 1);
}
