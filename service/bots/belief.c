/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What a seat has to think of as possible: the cards that nobody has seen lie somewhere, in a hand or a
 * draw pile, and each place is as likely as another. */
#include <string.h>

#include "service/bots/match.h"
#include "service/bots/search.h"

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

/* Development cards: the pile holds whatever is not seen, others' cards included; what is drawn of it
 * has the right chances. */
static void fill_dev(const struct setup *setup, struct game *game, unsigned seat) {
    for (unsigned card = 0; card < DEV_COUNT; card++) {
        unsigned seen = game->dev_removed[card] + game->players[seat].dev[card];
        for (unsigned s = 0; s < setup->rules.players && card == KNIGHT; s++)
            seen += game->players[s].knights_played;
        game->deck[card] =
            (uint8_t)(setup->rules.deck[card] > seen ? setup->rules.deck[card] - seen : 0);
    }
}

/* The cards of a stack that SEAT has not seen, shuffled; returns their number. */
static unsigned shuffle_stack(const struct setup *setup, const struct game *game, unsigned seat,
                              unsigned track, struct chance *chance, uint8_t out[STACK_MAX]) {
    unsigned n = 0;

    for (unsigned card = 0; card < PROGRESS_COUNT; card++) {
        unsigned left = progress_rows[card].track == track ? progress_rows[card].count : 0;
        for (unsigned i = 0; i < PROGRESS_HAND_MAX; i++)
            left -= left > 0 && game->players[seat].progress[i] == card + 1;
        for (unsigned s = 0; s < setup->rules.players && progress_rows[card].point; s++)
            left -= left > 0 && (game->players[s].vp_cards &
                                 (card == PROGRESS_PRINTER ? VP_PRINTER : VP_CONSTITUTION));
        while (left-- > 0 && n < STACK_MAX)
            out[n++] = (uint8_t)card;
    }
    for (unsigned i = n; i > 1; i--) {
        unsigned j = chance_below(chance, i);
        uint8_t card = out[j];
        out[j] = out[i - 1];
        out[i - 1] = card;
    }
    return n;
}

/* Takes the last card that can be in a hand or was returned: no point card. */
static unsigned take_unpointed(uint8_t cards[STACK_MAX], unsigned *n) {
    for (unsigned i = *n; i > 0; i--)
        if (!progress_rows[cards[i - 1]].point) {
            unsigned card = cards[i - 1];
            cards[i - 1] = cards[--*n];
            return card;
        }
    return NONE;
}

static void fill_stack(const struct setup *setup, struct game *game, unsigned seat, unsigned track,
                       bool hands, struct chance *chance) {
    uint8_t cards[STACK_MAX];
    unsigned n = shuffle_stack(setup, game, seat, track, chance, cards), card;

    for (unsigned s = 0; s < setup->rules.players; s++) {
        struct player *player = &game->players[s];
        unsigned at = 0;
        while (at < PROGRESS_HAND_MAX && player->progress[at] != 0)
            at++;
        for (unsigned i = 0; s != seat && i < player->progress_backs[track]; i++)
            if ((card = take_unpointed(cards, &n)) != NONE && hands && at < PROGRESS_HAND_MAX)
                player->progress[at++] = (uint8_t)(card + 1);
    }
    for (unsigned i = 0; i < game->returned_count[track]; i++)
        if ((card = take_unpointed(cards, &n)) != NONE)
            game->returned[track][i] = (uint8_t)(card + 1);
    for (unsigned i = 0; i < n; i++)
        game->undrawn[cards[i]]++;
}

void belief_fill(const struct setup *setup, struct game *game, unsigned seat, uint64_t seed,
                 bool hands) {
    struct match_stream stream;

    match_stream_begin(&stream, seed);
    if (setup->rules.dev_deck)
        fill_dev(setup, game, seat);
    if (setup->rules.knights) {
        memset(game->undrawn, 0, sizeof game->undrawn);
        memset(game->returned, 0, sizeof game->returned);
        for (unsigned t = 0; t < TRACK_COUNT; t++)
            fill_stack(setup, game, seat, t, hands, &stream.chance);
    }
    if (hands)
        fill_hands(setup, game, seat, &stream.chance);
}

void belief_hide(const struct setup *setup, struct game *game, unsigned seat) {
    for (unsigned s = 0; s < setup->rules.players; s++) {
        struct player *player = &game->players[s];
        if (s == seat)
            continue;
        player->hidden = true;
        player->hand = cards_none();
        memset(player->progress, 0, sizeof player->progress);
    }
}
