/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Gold: resources of the player's choice (rules S-47 to S-53). */
#include "engine/sea/sea.h"

void gold_due(struct game *game, unsigned seat, unsigned n) {
    if (game->n_agenda == 0 || game->agenda[0].step != AGENDA_GOLD)
        agenda_interrupt(game, AGENDA_GOLD, 0, 0);
    game->players[seat].gold = (uint8_t)(game->players[seat].gold + n);
}

/* Whether the bank has enough of every resource, whatever all of them choose (S-51). */
static bool gold_is_ample(const struct setup *setup, const struct game *game) {
    unsigned claims = 0;
    for (unsigned seat = 0; seat < setup->rules.players; seat++)
        claims += game->players[seat].gold;
    for (unsigned kind = 0; kind < RESOURCE_COUNT; kind++)
        if (game->bank.n[kind] < claims)
            return false;
    return true;
}

static unsigned gold_in_bank(const struct game *game) {
    unsigned sum = 0;
    for (unsigned kind = 0; kind < RESOURCE_COUNT; kind++)
        sum += game->bank.n[kind];
    return sum;
}

/* If the bank may run short, they choose one after the other, the roller first, as far as the stock
 * goes. */
static unsigned gold_cards(const struct setup *setup, const struct game *game, unsigned seat) {
    unsigned claim = game->players[seat].gold, stock = gold_in_bank(game);
    if (!claim || gold_is_ample(setup, game))
        return claim;
    for (unsigned other = game->active; other != seat; other = (other + 1) % setup->rules.players)
        if (game->players[other].gold)
            return 0;
    return claim < stock ? claim : stock;
}

/* The next player takes what the bank leaves if that is no choice: all of it, or cards of a single kind. Returns
 * whether one has. */
static bool gold_take_rest(const struct setup *setup, struct game *game) {
    struct cards rest = cards_none();
    unsigned seat = game->active, count = 0, stock = gold_in_bank(game);
    if (setup->rules.revision < REVISION_NOT_ASKED || gold_is_ample(setup, game))
        return false;
    for (unsigned i = 0; i < setup->rules.players && !count; i++) {
        seat = (game->active + i) % setup->rules.players;
        count = gold_cards(setup, game, seat);
    }
    for (unsigned kind = 0; kind < RESOURCE_COUNT; kind++)
        rest.n[kind] = game->bank.n[kind];
    if (!count || (stock > count && bit_count(cards_kinds(rest)) > 1))
        return false;
    if (stock > count)
        rest = cards_one((unsigned)__builtin_ctz(cards_kinds(rest)), count);
    bank_pay(game, seat, rest);
    game->players[seat].gold = 0;
    return true;
}

static void step_gold(const struct setup *setup, struct game *game) {
    while (gold_take_rest(setup, game))
        continue;
    agenda_ask_cards(setup, game, DECIDE_CHOOSE_GOLD);
    if (game->n_pending)
        return;
    for (unsigned seat = 0; seat < setup->rules.players; seat++)
        game->players[seat].gold = 0; /* the bank is empty */
    agenda_pop(game);
}

static bool gold_sound(const struct setup *setup, const struct game *game,
                       const struct agenda_item *item) {
    unsigned claims = 0;
    (void)item;
    for (unsigned seat = 0; seat < setup->rules.players; seat++)
        claims += game->players[seat].gold;
    return claims > 0;
}

const struct agenda_row agenda_gold = {.run = step_gold,
                                       .place = PLACE_GOLD,
                                       .needs = 1u << EXPANSION_SEA,
                                       .sound = gold_sound,
                                       .cards = gold_cards,
                                       .from_bank = true,
                                       .in_setup = true};

static enum reason gold_legal(const struct setup *setup, const struct game *game, unsigned seat,
                              const struct action *action) {
    (void)setup;
    if (cards_kinds(action->take) >> RESOURCE_COUNT)
        return REASON_GOLD_RESOURCES;
    return cards_choice_legal(action->take, game_decision(game, seat)->count, game->bank,
                              REASON_GOLD_COUNT, REASON_GOLD_BANK);
}

static void gold_list(const struct setup *setup, const struct game *game, unsigned seat,
                      const struct action *blank, struct move_list *list) {
    unsigned count = game_decision(game, seat)->count;
    if (count <= 2)
        list_add_pairs(list, blank, game->bank, count == 2, RESOURCE_COUNT);
    else
        list_open(setup, game, seat, blank, list);
}

/* All get their cards when the last answer is in; if they choose one after the other, at once. */
static void gold_apply(const struct setup *setup, struct game *game, const struct event *event) {
    unsigned seat = event->player;
    (void)setup;
    game->answers[seat] = event->action.take;
    if (!agenda_answered(game, seat))
        return;
    for (unsigned i = 0; i < game->n_pending; i++) {
        unsigned player = game->pending[i].player;
        bank_pay(game, player, game->answers[player]);
        game->answers[player] = cards_none();
        game->players[player].gold = 0;
    }
    game->n_pending = 0; /* the step asks the others who still have to choose */
}

const struct action_rule rule_choose_gold = {
    RULE(FIELDS(FIELD("take", FIELD_CARDS, take)), gold_legal, gold_list, gold_apply),
    .hides = HIDDEN_ACTION_TAKE, .flags = ACTION_TOGETHER};

/* S-77: one by one the kind held least. */
void default_gold(const struct setup *setup, const struct game *game, unsigned seat,
                  const struct decision *decision, struct action *move) {
    struct cards hand = game->players[seat].hand, bank = game->bank;
    (void)setup;
    for (unsigned n = 0; n < decision->count; n++) {
        unsigned least = NONE;
        for (unsigned i = 0; i < KIND_COUNT; i++) {
            unsigned kind = discard_order[i];
            if (kind < RESOURCE_COUNT && bank.n[kind] &&
                (least == NONE || hand.n[kind] < hand.n[least]))
                least = kind;
        }
        assert(least != NONE);
        hand.n[least]++;
        bank.n[least]--;
        move->take.n[least]++;
    }
}
