/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Production (rules B-32 to B-35, C-36 to C-44). */
#include "engine/knights/knights.h"

_Static_assert((BANK_MAX + 2) * SEAT_MAX <= CARD_COUNT_MAX, "what is due of a kind fits its byte");

/* What everybody is due for this sum, before anybody looks into the bank (B-32 to B-34). */
static void produce_due(const struct setup *setup, const struct game *game, unsigned sum,
                        struct cards due[SEAT_MAX]) {
    for (unsigned h = 0; h < setup->board.n_hexes; h++) {
        const struct hex *hex = &setup->board.hexes[h];
        if (game->numbers[h] != sum || h == game->robber)
            continue;
        unsigned kind = terrain_yields(hex->terrain);
        unsigned commodity = setup->rules.knights ? terrain_commodity(hex->terrain) : NONE;
        for (unsigned i = 0; i < CORNER_COUNT; i++) {
            unsigned building = game->building[hex->vertices[i]];
            if (!building)
                continue;
            struct cards *cards = &due[game->owner[hex->vertices[i]]];
            if (building == BUILDING_CITY && commodity != NONE) {
                cards->n[commodity]++;
                building = BUILDING_SETTLEMENT;
            }
            /* More than the bank ever holds need not be counted on: so sums stay in their byte. */
            if (cards->n[kind] <= BANK_MAX)
                cards->n[kind] = (uint8_t)(cards->n[kind] + building);
        }
    }
}

/* B-35, C-44: a kind that does not suffice for all is given to nobody, or what there is to the only
 * one who is due any. */
static void produce_short(const struct setup *setup, const struct game *game, struct cards total,
                          struct cards due[SEAT_MAX]) {
    for (unsigned kind = 0; kind < setup->rules.kinds; kind++) {
        unsigned claimants = 0;
        if (total.n[kind] <= game->bank.n[kind])
            continue;
        for (unsigned seat = 0; seat < setup->rules.players; seat++)
            claimants += due[seat].n[kind] > 0;
        for (unsigned seat = 0; seat < setup->rules.players; seat++)
            if (due[seat].n[kind])
                due[seat].n[kind] = claimants == 1 ? game->bank.n[kind] : 0;
    }
}

static void step_produce(const struct setup *setup, struct game *game) {
    struct cards due[SEAT_MAX] = {{{0}}}, total = cards_none();
    unsigned empty_handed = 0;
    produce_due(setup, game, game->agenda[0].arg, due);
    for (unsigned seat = 0; seat < setup->rules.players; seat++)
        total = cards_add(total, due[seat]);
    if (!cards_cover(game->bank, total))
        produce_short(setup, game, total, due);
    for (unsigned seat = 0; seat < setup->rules.players; seat++)
        if (!cards_empty(due[seat]))
            bank_pay(game, seat, due[seat]);
        else
            empty_handed |= 1u << seat;
    unsigned owners = setup->rules.knights ? aqueduct_owners(game, empty_handed) : 0;
    if (owners)
        agenda_become(game, AGENDA_AQUEDUCT, owners, 0);
    else
        agenda_pop(game);
}

static bool produce_sound(const struct setup *setup, const struct game *game,
                          const struct agenda_item *item) {
    (void)setup, (void)game;
    return item->arg >= 2 && item->arg <= NUMBER_MAX;
}

const struct agenda_row agenda_produce = {
    .run = step_produce, .place = PLACE_PRODUCE, .uses = USES_ARG, .sound = produce_sound};
