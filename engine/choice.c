/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Answers that several expansions ask for: a resource of the player's choice from the bank (rules C-48,
 * S-135), and declining what is offered. */
#include "engine/internal.h"

static enum reason take_resource_legal(const struct setup *setup, const struct game *game,
                                       unsigned seat, const struct action *action) {
    (void)setup, (void)seat;
    return game->bank.n[action->kind] ? REASON_OK : REASON_BANK_EMPTY;
}

static void take_resource_list(const struct setup *setup, const struct game *game, unsigned seat,
                               const struct action *blank, struct move_list *list) {
    (void)setup, (void)seat;
    for (unsigned kind = 0; kind < RESOURCE_COUNT; kind++)
        if (game->bank.n[kind])
            list_add(list, blank)->kind = (uint8_t)kind;
}

static void take_resource_apply(const struct setup *setup, struct game *game,
                                const struct event *event) {
    unsigned seat = event->player;
    (void)setup;
    bank_pay(game, seat, cards_one(event->action.kind, 1));
    agenda_seat_done(game, seat);
}

const struct action_rule rule_take_resource = {RULE(FIELDS(FIELD("resource", FIELD_KIND, kind)),
                                                    take_resource_legal, take_resource_list,
                                                    take_resource_apply),
                                               .flags = ACTION_POINTLESS};

/* O-11: the resource held least that the bank has. */
void default_resource(const struct setup *setup, const struct game *game, unsigned seat,
                      const struct decision *decision, struct action *move) {
    const struct cards hand = game->players[seat].hand;
    (void)setup, (void)decision;
    for (unsigned i = 0; i < KIND_COUNT; i++) {
        unsigned kind = discard_order[i];
        if (kind >= RESOURCE_COUNT || !game->bank.n[kind] ||
            (move->type == TAKE_RESOURCE && hand.n[kind] >= hand.n[move->kind]))
            continue;
        move->type = TAKE_RESOURCE;
        move->kind = (uint8_t)kind;
    }
}

/* ---- declining: no card from the Aqueduct, no knight after a Deserter (C-223), no harbor yet (S-108) ---- */

static void skip_apply(const struct setup *setup, struct game *game, const struct event *event) {
    (void)setup;
    if (agenda_row_of(game->agenda[0].step)->in_turn)
        agenda_seat_done(game, event->player);
    else
        agenda_pop(game);
}

static enum reason skip_legal(const struct setup *setup, const struct game *game, unsigned seat,
                              const struct action *action) {
    (void)setup, (void)seat, (void)action;
    return (enum reason)agenda_row_of(game->agenda[0].step)->kept;
}

const struct action_rule rule_skip = {RULE(NO_FIELDS, skip_legal, list_plain, skip_apply)};
