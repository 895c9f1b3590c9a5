/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Moves cards between hands and the bank; nothing else in the engine changes either. */
#include "engine/internal.h"

void hand_gain(struct game *game, unsigned seat, struct cards cards) {
    struct player *player = &game->players[seat];
    player->hand_count = (uint8_t)(player->hand_count + cards_total(cards));
    if (!player->hidden)
        player->hand = cards_add(player->hand, cards);
}

static void offers_end_of(struct game *game, unsigned seat) {
    for (unsigned i = 0; i < OFFER_MAX; i++) {
        struct offer *offer = &game->offers[i];
        if (!offer->id)
            continue;
        if (offer->player == seat) {
            *offer = (struct offer){0};
            game->n_offers--;
        } else {
            offer->accepted &= (uint8_t) ~(1u << seat);
        }
    }
}

void hand_lose(struct game *game, unsigned seat, struct cards cards) {
    struct player *player = &game->players[seat];
    assert(player->hand_count >= cards_total(cards));
    player->hand_count = (uint8_t)(player->hand_count - cards_total(cards));
    if (!player->hidden) {
        assert(cards_cover(player->hand, cards));
        player->hand = cards_sub(player->hand, cards);
    }
    if (game->n_offers && !cards_empty(cards))
        offers_end_of(game, seat);
}

void hand_move(struct game *game, unsigned from, unsigned to, struct cards cards) {
    hand_lose(game, from, cards);
    hand_gain(game, to, cards);
}

void bank_pay(struct game *game, unsigned seat, struct cards cards) {
    assert(cards_cover(game->bank, cards));
    game->bank = cards_sub(game->bank, cards);
    hand_gain(game, seat, cards);
}

bool bank_pay_all(struct game *game, unsigned seats, const struct cards cards[SEAT_MAX]) {
    struct cards left = game->bank;
    for (unsigned seat = 0; seat < seats; seat++) {
        if (!cards_cover(left, cards[seat]))
            return false;
        left = cards_sub(left, cards[seat]);
    }
    game->bank = left;
    for (unsigned seat = 0; seat < seats; seat++)
        hand_gain(game, seat, cards[seat]);
    return true;
}

void bank_take(struct game *game, unsigned seat, struct cards cards) {
    hand_lose(game, seat, cards);
    game->bank = cards_add(game->bank, cards);
}
