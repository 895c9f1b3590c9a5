/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/tournament/design.h"

/* By seats, then players. */
const struct design designs[] = {
    {3, 4, 1, {{0, 1, 2}}},
    {3, 7, 1, {{0, 1, 3}}},
    {3, 13, 2, {{0, 1, 4}, {0, 2, 7}}},
    {3, 19, 3, {{0, 1, 4}, {0, 2, 9}, {0, 5, 11}}},
    {4, 5, 1, {{0, 1, 2, 3}}},
    {4, 7, 1, {{0, 1, 2, 4}}},
    {4, 9, 2, {{0, 1, 2, 4}, {0, 1, 4, 6}}},
    {4, 10, 3, {{0, 1, 2, 4}, {0, 1, 3, 6}, {0, 1, 4, 6}}},
    {4, 13, 1, {{0, 1, 3, 9}}},
    {5, 6, 1, {{0, 1, 2, 3, 4}}},
    {5, 11, 1, {{0, 1, 2, 4, 7}}},
    {5, 21, 1, {{0, 1, 4, 14, 16}}},
    {6, 7, 1, {{0, 1, 2, 3, 4, 5}}},
    {6, 11, 1, {{0, 1, 2, 4, 5, 7}}},
    {6, 31, 1, {{0, 1, 3, 8, 12, 18}}},
};
const size_t designs_count = sizeof designs / sizeof *designs;

const struct design *design_for(unsigned seats, unsigned players, bool single) {
    for (size_t i = 0; i < designs_count; i++)
        if (designs[i].seats == seats && designs[i].players >= players &&
            (!single || designs[i].n_blocks == 1))
            return &designs[i];
    return NULL;
}

void design_pair(const struct contest *contest, const struct design *design, unsigned block,
                 const uint16_t *members, unsigned n, unsigned round, unsigned division,
                 struct pairing *pairing) {
    for (unsigned game = 0; game < design->players; game++) {
        uint16_t players[CONTEST_SEATS_MAX];
        unsigned present = 0;

        for (unsigned seat = 0; seat < design->seats; seat++) {
            unsigned number = (design->blocks[block][seat] + game) % design->players;

            if (number < n && contest->in[members[number]])
                players[present++] = members[number];
        }
        if (present >= contest->smallest)
            pairing_add(pairing, round, division, players, present);
    }
}
