/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The Aqueduct: a resource for those who get nothing from production (rules C-45 to C-48). */
#include "engine/knights/internal.h"

unsigned aqueduct_owners(const struct game *game, unsigned empty_handed) {
    unsigned owners = 0;
    for (uint64_t seats = empty_handed; seats;) {
        unsigned seat = bit_take(&seats);
        if (game->players[seat].improvements[TRACK_SCIENCE] >= LEVEL_ABILITY)
            owners |= 1u << seat;
    }
    return owners;
}

static bool aqueduct_sound(const struct setup *setup, const struct game *game,
                           const struct agenda_item *item) {
    return item->arg && !(item->arg >> setup->rules.players) &&
           aqueduct_owners(game, item->arg) == item->arg;
}

const struct agenda_row agenda_aqueduct = {.run = agenda_ask_resource,
                                           .place = PLACE_PRODUCE,
                                           .uses = USES_ARG,
                                           .needs = 1u << EXPANSION_KNIGHTS,
                                           .sound = aqueduct_sound,
                                           .in_turn = true,
                                           .pointless = true};
