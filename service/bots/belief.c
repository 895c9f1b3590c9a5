/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What a seat must regard as possible: the cards it has not seen are in hands or draw piles, and all
 * distributions are equally likely. */
#include <string.h>

#include "service/bots/rows.h"
#include "service/bots/search.h"
#include "service/bots/stream.h"

struct cards belief_held(const struct setup *setup, const struct game *game, unsigned seat) {
    return cards_sub(cards_sub(setup->rules.bank, game->bank), game->players[seat].hand);
}

static void fill_hands(const struct setup *setup, struct game *game, unsigned seat,
                       struct chance *chance) {
    struct cards pool = belief_held(setup, game, seat);

    for (unsigned s = 0; s < setup->rules.players; s++) {
        struct player *player = &game->players[s];
        if (!player->hidden)
            continue;
        player->hidden = false;
        player->hand = cards_none();
        for (unsigned i = 0; i < player->hand_count && !cards_empty(pool); i++) {
            unsigned kind = cards_at(pool, chance_below(chance, cards_total(pool)));
            pool.n[kind]--;
            player->hand.n[kind]++;
        }
    }
}

/* Development cards: the pile holds all unseen cards, those of the others included, which gives the
 * right probabilities for draws. */
static void fill_dev(const struct setup *setup, struct game *game, unsigned seat) {
    for (unsigned card = 0; card < DEV_COUNT; card++) {
        unsigned seen = game->dev_removed[card] + game->players[seat].dev[card];
        for (unsigned s = 0; s < setup->rules.players && card == KNIGHT; s++)
            seen += game->players[s].knights_played;
        game->deck[card] =
            (uint8_t)(setup->rules.deck[card] > seen ? setup->rules.deck[card] - seen : 0);
    }
}

void belief_fill(const struct setup *setup, struct game *game, unsigned seat, uint64_t seed,
                 bool hands) {
    struct bot_stream stream;

    bot_stream_begin(&stream, seed);
    if (setup->rules.dev_deck)
        fill_dev(setup, game, seat);
    BOT_ROW_EACH(setup, fill, row) {
        row->fill(setup, game, seat, hands, &stream.chance);
    }
    if (hands)
        fill_hands(setup, game, seat, &stream.chance);
}
