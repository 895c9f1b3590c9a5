/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Production, and what the Aqueduct gives to those who go empty-handed (rules B-32 to B-35, C-36 to
 * C-48). */
#include "engine/internal.h"

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

void step_produce(const struct setup *setup, struct game *game) {
    struct cards due[SEAT_MAX] = {{{0}}}, total = cards_none();
    unsigned thirsty = 0; /* C-45 to C-47 */
    produce_due(setup, game, game->agenda[0].arg, due);
    for (unsigned seat = 0; seat < setup->rules.players; seat++)
        total = cards_add(total, due[seat]);
    if (!cards_cover(game->bank, total))
        produce_short(setup, game, total, due);
    for (unsigned seat = 0; seat < setup->rules.players; seat++)
        if (!cards_empty(due[seat]))
            bank_pay(game, seat, due[seat]);
        else if (game->players[seat].improvements[TRACK_SCIENCE] >= LEVEL_ABILITY)
            thirsty |= 1u << seat;
    if (thirsty)
        agenda_become(game, AGENDA_AQUEDUCT, thirsty, 0);
    else
        agenda_pop(game);
}

/* ---- the Aqueduct (C-45 to C-48) ---- */

static bool bank_has_resource(const struct game *game) {
    unsigned kinds = cards_kinds(game->bank);
    return kinds & ((1u << RESOURCE_COUNT) - 1);
}

void step_aqueduct(const struct setup *setup, struct game *game) {
    (void)setup;
    if (game->agenda[0].arg && bank_has_resource(game))
        agenda_ask(game, DECIDE_TAKE_RESOURCE, seats_first(game, game->agenda[0].arg));
    else
        agenda_pop(game);
}

static enum reason take_legal(const struct setup *setup, const struct game *game, unsigned seat,
                              const struct action *action) {
    (void)setup, (void)seat;
    return game->bank.n[action->kind] ? REASON_OK : REASON_BANK_EMPTY;
}

static void take_list(const struct setup *setup, const struct game *game, unsigned seat,
                      struct move_list *list) {
    (void)setup, (void)seat;
    for (unsigned kind = 0; kind < RESOURCE_COUNT; kind++)
        if (game->bank.n[kind])
            list_add(list, TAKE_RESOURCE)->kind = (uint8_t)kind;
}

static void take_apply(const struct setup *setup, struct game *game, unsigned seat,
                       const struct action *action, const struct outcome *outcome) {
    (void)setup, (void)outcome;
    bank_pay(game, seat, cards_one(action->kind, 1));
    agenda_heard(game, seat);
}

const struct action_rule rule_take_resource = {
    .name = "take_resource",
    .fields = FIELDS(FIELD("resource", FIELD_KIND, kind)),
    .legal = take_legal,
    .list = take_list,
    .apply = take_apply,
};

/* ---- leaving it: no card from the Aqueduct, no knight after a Deserter (C-223) ---- */

static enum reason skip_legal(const struct setup *setup, const struct game *game, unsigned seat,
                              const struct action *action) {
    (void)setup, (void)game, (void)seat, (void)action;
    return REASON_OK; /* game_types offers it only where something may be left */
}

static void skip_list(const struct setup *setup, const struct game *game, unsigned seat,
                      struct move_list *list) {
    (void)setup, (void)game, (void)seat;
    list_add(list, SKIP);
}

static void skip_apply(const struct setup *setup, struct game *game, unsigned seat,
                       const struct action *action, const struct outcome *outcome) {
    (void)setup, (void)action, (void)outcome;
    if (game->agenda[0].step == AGENDA_AQUEDUCT)
        agenda_heard(game, seat);
    else
        agenda_pop(game);
}

const struct action_rule rule_skip = {
    .name = "skip",
    .fields = NO_FIELDS,
    .legal = skip_legal,
    .list = skip_list,
    .apply = skip_apply,
};
