/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Playing development cards (rules B-28, B-68 to B-76): a row for each card. */
#include "engine/internal.h"

/* What holds for every card; `between` says whether it may be played between two rolls (T-11). */
static enum reason can_play(const struct game *game, unsigned seat, unsigned card, bool between) {
    const struct player *player = &game->players[seat];
    if (game->step == STEP_BETWEEN_ROLLS && !between)
        return REASON_BETWEEN_ROLLS;
    if (player->dev[card] == 0)
        return REASON_DEV_NOT_HELD;
    if (player->dev[card] == player->dev_new[card])
        return REASON_DEV_NEW;
    return game->dev_played ? REASON_DEV_ONE_A_TURN : REASON_OK;
}

/* The card leaves the hand; all but knights leave the game (B-71). */
static void card_played(struct game *game, unsigned seat, unsigned card) {
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

static struct action *list_add_card(struct move_list *list, unsigned card) {
    struct action *action = list_add(list, PLAY_DEV_CARD);
    action->card = (uint8_t)card;
    return action;
}

#define CARD_FIELD FIELD("card", FIELD_DEV, card)

/* ---- knight ---- */

static enum reason knight_legal(const struct setup *setup, const struct game *game, unsigned seat,
                                const struct action *action) {
    enum reason reason = can_play(game, seat, KNIGHT, true);
    return reason == REASON_OK ? robber_legal(setup, game, seat, action->hex, action->seat)
                               : reason;
}

static void knight_list(const struct setup *setup, const struct game *game, unsigned seat,
                        struct move_list *list) {
    if (can_play(game, seat, KNIGHT, true) == REASON_OK)
        robber_list(setup, game, seat, list,
                    &(struct action){.type = PLAY_DEV_CARD, .card = KNIGHT},
                    board_hexes(&setup->board));
}

static void knight_apply(const struct setup *setup, struct game *game, unsigned seat,
                         const struct action *action, const struct outcome *outcome) {
    card_played(game, seat, KNIGHT);
    robber_move(game, seat, action, outcome);
    army_card_check(setup, game);
}

/* ---- road building ---- */

static enum reason roads_legal(const struct setup *setup, const struct game *game, unsigned seat,
                               const struct action *action) {
    enum reason reason = can_play(game, seat, ROAD_BUILDING, false);
    return reason == REASON_OK ? free_roads_legal(setup, game, seat, action) : reason;
}

static void roads_list(const struct setup *setup, const struct game *game, unsigned seat,
                       struct move_list *list) {
    if (can_play(game, seat, ROAD_BUILDING, false) == REASON_OK)
        free_roads_list(setup, game, seat, list,
                        &(struct action){.type = PLAY_DEV_CARD, .card = ROAD_BUILDING});
}

static void roads_apply(const struct setup *setup, struct game *game, unsigned seat,
                        const struct action *action, const struct outcome *outcome) {
    (void)outcome;
    card_played(game, seat, ROAD_BUILDING);
    unsigned placed = free_roads_put(setup, game, seat, action);
    neutral_owe(setup, game, PIECE_ROAD, placed); /* T-19: one for each, after both */
}

/* ---- year of plenty ---- */

static enum reason plenty_legal(const struct setup *setup, const struct game *game, unsigned seat,
                                const struct action *action) {
    unsigned bank = cards_total(game->bank), due = bank < 2 ? bank : 2;
    enum reason reason = can_play(game, seat, YEAR_OF_PLENTY, false);
    (void)setup;
    if (reason != REASON_OK)
        return reason;
    if (due == 0)
        return REASON_CARD_NO_EFFECT;
    if (cards_kinds(action->take) >> RESOURCE_COUNT)
        return REASON_ONLY_RESOURCES;
    if (cards_total(action->take) != due)
        return REASON_PLENTY_COUNT;
    return cards_cover(game->bank, action->take) ? REASON_OK : REASON_PLENTY_BANK;
}

static void plenty_list(const struct setup *setup, const struct game *game, unsigned seat,
                        struct move_list *list) {
    unsigned bank = cards_total(game->bank);
    (void)setup;
    if (can_play(game, seat, YEAR_OF_PLENTY, false) != REASON_OK || bank == 0)
        return;
    for (unsigned a = 0; a < RESOURCE_COUNT; a++)
        for (unsigned b = a; b < RESOURCE_COUNT; b++) {
            struct cards take = cards_one(a, 1);
            if (bank > 1)
                take.n[b]++;
            if (cards_cover(game->bank, take) && (bank > 1 || a == b))
                list_add_card(list, YEAR_OF_PLENTY)->take = take;
        }
}

static void plenty_apply(const struct setup *setup, struct game *game, unsigned seat,
                         const struct action *action, const struct outcome *outcome) {
    (void)setup, (void)outcome;
    card_played(game, seat, YEAR_OF_PLENTY);
    bank_pay(game, seat, action->take);
}

/* ---- monopoly ---- */

static enum reason monopoly_legal(const struct setup *setup, const struct game *game, unsigned seat,
                                  const struct action *action) {
    (void)setup, (void)action;
    return can_play(game, seat, MONOPOLY, false);
}

static void monopoly_list(const struct setup *setup, const struct game *game, unsigned seat,
                          struct move_list *list) {
    (void)setup;
    if (can_play(game, seat, MONOPOLY, false) != REASON_OK)
        return;
    for (unsigned kind = 0; kind < RESOURCE_COUNT; kind++)
        list_add_card(list, MONOPOLY)->kind = (uint8_t)kind;
}

static void monopoly_apply(const struct setup *setup, struct game *game, unsigned seat,
                           const struct action *action, const struct outcome *outcome) {
    (void)outcome;
    card_played(game, seat, MONOPOLY);
    for (unsigned other = 0; other < setup->rules.players; other++) {
        if (other == seat)
            continue;
        struct cards cards = cards_one(action->kind, game->players[other].hand.n[action->kind]);
        hand_lose(game, other, cards);
        hand_gain(game, seat, cards);
    }
}

/* ---- victory points: never played ---- */

static enum reason point_legal(const struct setup *setup, const struct game *game, unsigned seat,
                               const struct action *action) {
    (void)setup, (void)action;
    return game->players[seat].dev[VICTORY_POINT] ? REASON_VICTORY_POINT_KEPT : REASON_DEV_NOT_HELD;
}

static void point_list(const struct setup *setup, const struct game *game, unsigned seat,
                       struct move_list *list) {
    (void)setup, (void)game, (void)seat, (void)list;
}

const struct action_rule rule_dev[DEV_COUNT] = {
    [KNIGHT] = {.name = "knight",
                .fields = FIELDS(CARD_FIELD, FIELD("hex", FIELD_HEX, hex),
                                 FIELD("victim", FIELD_SEAT_OR_NULL, seat)),
                .legal = knight_legal,
                .list = knight_list,
                .apply = knight_apply},
    [ROAD_BUILDING] = {.name = "road_building",
                       .fields = FIELDS(CARD_FIELD, FIELD("edges", FIELD_EDGES, edges)),
                       .legal = roads_legal,
                       .list = roads_list,
                       .apply = roads_apply},
    [YEAR_OF_PLENTY] = {.name = "year_of_plenty",
                        .fields = FIELDS(CARD_FIELD, FIELD("take", FIELD_CARDS, take)),
                        .legal = plenty_legal,
                        .list = plenty_list,
                        .apply = plenty_apply},
    [MONOPOLY] = {.name = "monopoly",
                  .fields = FIELDS(CARD_FIELD, FIELD("resource", FIELD_KIND, kind)),
                  .legal = monopoly_legal,
                  .list = monopoly_list,
                  .apply = monopoly_apply},
    [VICTORY_POINT] = {.name = "victory_point",
                       .fields = FIELDS(CARD_FIELD),
                       .legal = point_legal,
                       .list = point_list},
};
