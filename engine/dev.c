/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Playing development cards (rules B-28, B-68 to B-76): a rule for each card. */
#include "engine/internal.h"

/* ---- for all cards ---- */

/* Where knight cards do not move the robber, victory point cards are knights (S-130). */
unsigned dev_forms_open(const struct setup *setup, const struct game *game, unsigned seat) {
    const struct player *player = &game->players[seat];
    unsigned held = 0, playable = setup->knight_card ? ~0u : ~(1u << VICTORY_POINT);
    if (game->step == STEP_BETWEEN_ROLLS) /* T-11 */
        playable = 1u << KNIGHT;
    if (game->dev_played)
        playable = 0;
    for (unsigned card = 0; card < DEV_COUNT; card++)
        held |= (unsigned)(player->dev[card] > player->dev_new[card]) << card;
    return held & playable;
}

enum reason dev_window(const struct setup *setup, const struct game *game, unsigned seat,
                       unsigned card) {
    const struct player *player = &game->players[seat];
    if (card == VICTORY_POINT && !setup->knight_card)
        return player->dev[card] ? REASON_VICTORY_POINT_KEPT : REASON_DEV_NOT_HELD;
    if (game->step == STEP_BETWEEN_ROLLS && card != KNIGHT) /* T-11 */
        return REASON_BETWEEN_ROLLS;
    if (player->dev[card] == 0)
        return REASON_DEV_NOT_HELD;
    if (player->dev[card] == player->dev_new[card])
        return REASON_DEV_NEW;
    return game->dev_played ? REASON_DEV_ONE_A_TURN : REASON_OK;
}

/* The card leaves the hand; all but knights leave the game (B-71). */
void dev_use(struct game *game, unsigned seat, unsigned card) {
    struct player *player = &game->players[seat];
    game->dev_played = true;
    player->dev_count--;
    if (!player->hidden)
        player->dev[card]--;
    if (card == KNIGHT)
        player->knights_played++;
    else
        game->dev_removed[card]++;
}

/* ---- road building ---- */

static void dev_roads_apply(const struct setup *setup, struct game *game,
                            const struct event *event) {
    unsigned placed = free_roads_put(setup, game, event->player, &event->action);
    neutral_owe(setup, game, PIECE_ROAD, placed); /* T-19: one for each, after both */
}

/* ---- knight, and victory points that are played as knights ---- */

static enum reason dev_knight_legal(const struct setup *setup, const struct game *game,
                                    unsigned seat, const struct action *action) {
    const struct action_rule *other = setup->knight_card;
    return (other ? other->legal : thief_legal)(setup, game, seat, action);
}

static void dev_knight_list(const struct setup *setup, const struct game *game, unsigned seat,
                            const struct action *blank, struct move_list *list) {
    struct action placeless = *blank;
    if (!setup->knight_card) {
        thief_list(setup, game, seat, blank, list);
        return;
    }
    placeless.hex = placeless.seat = NONE;
    list_legal(setup, game, seat, &placeless, setup->knight_card->legal, list);
}

static void dev_knight_apply(const struct setup *setup, struct game *game,
                             const struct event *event) {
    if (setup->knight_card) {
        setup->knight_card->apply(setup, game, event);
        return;
    }
    thief_move(setup, game, event);
    award_check(setup, game, AWARD_LARGEST_ARMY);
}

/* ---- year of plenty ---- */

static enum reason plenty_legal(const struct setup *setup, const struct game *game, unsigned seat,
                                const struct action *action) {
    unsigned bank = cards_total(game->bank), due = bank < 2 ? bank : 2;
    (void)setup, (void)seat;
    if (due == 0)
        return REASON_CARD_NO_EFFECT;
    if (cards_kinds(action->take) >> RESOURCE_COUNT)
        return REASON_ONLY_RESOURCES;
    if (cards_total(action->take) != due)
        return REASON_PLENTY_COUNT;
    return cards_cover(game->bank, action->take) ? REASON_OK : REASON_PLENTY_BANK;
}

static void plenty_list(const struct setup *setup, const struct game *game, unsigned seat,
                        const struct action *blank, struct move_list *list) {
    unsigned bank = cards_total(game->bank);
    (void)seat;
    if (bank > 0)
        list_add_pairs(list, blank, game->bank, bank > 1, RESOURCE_COUNT);
    (void)setup;
}

static void plenty_apply(const struct setup *setup, struct game *game, const struct event *event) {
    (void)setup;
    bank_pay(game, event->player, event->action.take);
}

/* ---- monopoly ---- */

static void dev_monopoly_list(const struct setup *setup, const struct game *game, unsigned seat,
                              const struct action *blank, struct move_list *list) {
    (void)setup, (void)game, (void)seat;
    for (unsigned kind = 0; kind < RESOURCE_COUNT; kind++)
        list_add(list, blank)->kind = (uint8_t)kind;
}

static void dev_monopoly_apply(const struct setup *setup, struct game *game,
                               const struct event *event) {
    unsigned seat = event->player;
    for (unsigned other = 0; other < setup->rules.players; other++) {
        if (other == seat)
            continue;
        struct cards cards =
            cards_one(event->action.kind, game->players[other].hand.n[event->action.kind]);
        hand_move(game, other, seat, cards);
    }
}

/* ---- the cards; a victory point is played as a knight or not at all ---- */

#define CARD_FIELD FIELD("card", FIELD_DEV, card)

const struct action_rule rule_dev[DEV_COUNT] = {
    [KNIGHT] = {RULE(FIELDS(CARD_FIELD, FIELD("hex", FIELD_THIEF_HEX, hex),
                            FIELD("victim", FIELD_THIEF_VICTIM, seat), LOOT_FIELD),
                     dev_knight_legal, dev_knight_list, dev_knight_apply),
                .chance = &chance_theft, .givers = givers_victim},
    [ROAD_BUILDING] = {RULE(FIELDS(CARD_FIELD, FIELD("edges", FIELD_EDGES, edges)),
                            free_roads_legal, free_roads_list, dev_roads_apply),
                       .flags = ACTION_SHIPS | ACTION_DISCOVERS},
    [YEAR_OF_PLENTY] = {RULE(FIELDS(CARD_FIELD, FIELD("take", FIELD_CARDS, take)), plenty_legal,
                             plenty_list, plenty_apply)},
    [MONOPOLY] = {RULE(FIELDS(CARD_FIELD, FIELD("resource", FIELD_KIND, kind)), legal_always,
                       dev_monopoly_list, dev_monopoly_apply),
                  .flags = ACTION_SHOWS},
    [VICTORY_POINT] = {RULE(FIELDS(CARD_FIELD), dev_knight_legal, list_plain, dev_knight_apply)},
};
