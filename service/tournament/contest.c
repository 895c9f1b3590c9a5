/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/tournament/contest.h"

#include <stdlib.h>
#include <string.h>

enum { ROOM_FIRST = 64 };

void pairing_add(struct pairing *pairing, unsigned round, unsigned division,
                 const uint16_t *players, unsigned n) {
    struct contest_table table = {.round = (uint16_t)round,
                                  .number = (uint16_t)(pairing->n + 1),
                                  .division = (uint16_t)division,
                                  .n = (uint8_t)n,
                                  .winner = -1};

    if (pairing->n == pairing->room) {
        size_t room = pairing->room == 0 ? ROOM_FIRST : 2 * pairing->room;
        struct contest_table *more = realloc(pairing->tables, room * sizeof *more);

        pairing->failed |= more == NULL;
        if (more == NULL)
            return;
        pairing->tables = more;
        pairing->room = room;
    }
    memcpy(table.player, players, n * sizeof *players);
    pairing->tables[pairing->n++] = table;
}

/* Vigna's splitmix64. */
uint64_t contest_lot(const struct contest *contest, unsigned player) {
    uint64_t x = contest->seed + (player + 1) * UINT64_C(0x9e3779b97f4a7c15);

    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

unsigned contest_byes(const struct contest *contest, unsigned n, unsigned *tables) {
    for (unsigned byes = 0; byes < n; byes++) {
        *tables = (n - byes + contest->seats - 1) / contest->seats;
        if ((n - byes) / *tables >= contest->smallest)
            return byes;
    }
    *tables = 0;
    return n;
}

const struct contest_table *contest_round(const struct contest *contest, unsigned round,
                                          size_t *n) {
    size_t from = 0, to;

    while (from < contest->n_tables && contest->tables[from].round < round)
        from++;
    for (to = from; to < contest->n_tables && contest->tables[to].round == round;)
        to++;
    *n = to - from;
    return contest->tables + from;
}
