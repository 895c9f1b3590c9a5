/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include <string.h>

#include "service/document/cards_json.h"
#include "service/document/position_int.h"

enum {
    DEFENDERS_MAX = 100,   /* far beyond any game, though not beyond the cards there are (C-130) */
    FIRST_CARD_RULE = 155, /* the table of progress cards, C-155 to C-179 */
    FIRST_METROPOLIS_LEVEL = 4,
};

/* Members of a player that only the one or the other game has. */
#define PLAYER_MEMBERS                                                                             \
    "seat", "color", "name", "neutral", "resigned", "card_count", "cards", "points",               \
        "longest_road", "supply", "rates", "trade_tokens"

/* ---- cards of one player ---- */

static void read_cards(struct reading *r, const json_t *value, const struct setup *setup,
                       struct player *player) {
    const json_t *cards = reading_member(r, value, "cards", false);
    if (cards == NULL)
        return;
    size_t mark = reading_enter(r, "cards");
    player->hand = cards_read(r, cards, setup->rules.kinds, 0);
    player->hand_count = (uint8_t)cards_total(player->hand);
    reading_leave(r, mark);
}

static void read_dev_cards(struct reading *r, const json_t *value, struct player *player) {
    const json_t *dev = reading_member(r, value, "dev_cards", false);
    const json_t *new = reading_member(r, value, "new_dev_cards", false);
    size_t mark;
    player->knights_played =
        (uint8_t)reading_number_of(r, value, "knights_played", 0, deck_start[KNIGHT], 0);
    if (dev != NULL) {
        mark = reading_enter(r, "dev_cards");
        counts_read(r, dev, dev_names, player->dev, DEV_COUNT);
        reading_leave(r, mark);
    }
    for (unsigned card = 0; card < DEV_COUNT; card++)
        player->dev_count = (uint8_t)(player->dev_count + player->dev[card]);
    if (new == NULL)
        return;
    mark = reading_enter(r, "new_dev_cards");
    counts_read(r, new, dev_names, player->dev_new, DEV_COUNT);
    for (unsigned card = 0; card < DEV_COUNT; card++)
        if (player->dev_new[card] > player->dev[card])
            reading_refuse_at(r, dev_names[card], "is more than stands in dev_cards");
    reading_leave(r, mark);
}

/* The point cards laid out in front of a player. */
static void read_vp_cards(struct reading *r, const json_t *value, struct player *player) {
    uint8_t cards[TRACK_COUNT];
    const json_t *list = reading_member(r, value, "vp_cards", false);
    size_t mark, n;
    if (list == NULL)
        return;
    mark = reading_enter(r, "vp_cards");
    n = progress_read(r, list, cards, TRACK_COUNT);
    for (size_t i = 0; i < n; i++) {
        unsigned bit = cards[i] - 1 == PROGRESS_PRINTER        ? VP_PRINTER
                       : cards[i] - 1 == PROGRESS_CONSTITUTION ? VP_CONSTITUTION
                                                               : 0;
        if (bit == 0 || player->vp_cards & bit)
            reading_refuse(r, "names \"printer\" and \"constitution\", each once (rule C-143)");
        player->vp_cards |= (uint8_t)bit;
    }
    reading_leave(r, mark);
}

static void read_improvements(struct reading *r, const json_t *value, struct player *player) {
    static const char *const known[] = {"trade", "politics", "science", NULL};
    const json_t *levels = reading_member(r, value, "improvements", false);
    if (levels == NULL)
        return;
    size_t mark = reading_enter(r, "improvements");
    if (reading_object(r, levels, known))
        for (unsigned track = 0; track < TRACK_COUNT; track++)
            player->improvements[track] =
                (uint8_t)reading_number_of(r, levels, track_names[track], 0, LEVEL_MAX, 0);
    reading_leave(r, mark);
}

static void read_progress(struct reading *r, const json_t *value, struct player *player) {
    const json_t *cards = reading_member(r, value, "progress_cards", false);
    if (cards != NULL) {
        size_t mark = reading_enter(r, "progress_cards");
        player->progress_count =
            (uint8_t)progress_read(r, cards, player->progress, PROGRESS_HAND_MAX);
        for (unsigned i = 0; i < player->progress_count; i++)
            if (progress_rows[player->progress[i] - 1].point)
                reading_refuse(r, "\"%s\" lies in front of its player, in vp_cards (rule C-143)",
                               progress_names[player->progress[i] - 1]);
        reading_leave(r, mark);
    }
    read_vp_cards(r, value, player);
    read_improvements(r, value, player);
    player->defender_points =
        (uint8_t)reading_number_of(r, value, "defender_points", 0, DEFENDERS_MAX, 0);
}

/* A position knows the cards of every player: one that does not is none. */
static void refuse_hidden(struct reading *r, const json_t *value) {
    static const char *const hidden[] = {"cards", "dev_cards", "new_dev_cards", "progress_cards"};
    for (size_t i = 0; i < sizeof hidden / sizeof hidden[0]; i++)
        if (json_is_null(json_object_get(value, hidden[i])))
            reading_refuse_at(r, hidden[i], "must not be null: a position hides nothing");
}

static void read_player(struct reading *r, const json_t *value, const struct setup *setup,
                        struct game *game, unsigned *seen) {
    static const char *const base[] = {PLAYER_MEMBERS,  "dev_count",      "dev_cards",
                                       "new_dev_cards", "knights_played", NULL};
    static const char *const knights[] = {
        PLAYER_MEMBERS, "progress_count", "progress_backs",  "progress_cards",
        "vp_cards",     "improvements",   "defender_points", NULL};
    const struct rules *rules = &setup->rules;
    if (!reading_object(r, value, rules->knights ? knights : base))
        return;
    unsigned seat = reading_number_of(r, value, "seat", 0, rules->colors - 1U, READING_REQUIRED);
    struct player *player = &game->players[seat];
    if (*seen >> seat & 1)
        reading_refuse_at(r, "seat", "seat %u stands here twice", seat);
    *seen |= 1U << seat;
    refuse_hidden(r, value);
    player->resigned = reading_bool_of(r, value, "resigned", false);
    read_cards(r, value, setup, player);
    if (rules->dev_deck)
        read_dev_cards(r, value, player);
    if (rules->knights)
        read_progress(r, value, player);
    if (rules_neutral(rules, seat)) {
        if (player->hand_count + player->dev_count + player->knights_played > 0)
            reading_refuse(r, "a neutral color has no cards (rule T-20)");
        if (player->resigned)
            reading_refuse_at(r, "resigned", "nobody plays a neutral color");
        return;
    }
    player->tokens = (uint8_t)reading_number_of(r, value, "trade_tokens", 0, rules->tokens_max,
                                                rules->tokens_start);
}

static void read_players(struct reading *r, const json_t *value, const struct setup *setup,
                         struct game *game) {
    unsigned seen = 0;
    if (!reading_array(r, value, setup->rules.colors))
        return;
    for (size_t i = 0; i < json_array_size(value); i++) {
        size_t mark = reading_enter_at(r, i);
        read_player(r, json_array_get(value, i), setup, game, &seen);
        reading_leave(r, mark);
    }
    for (unsigned seat = 0; seat < setup->rules.players; seat++)
        if (!(seen >> seat & 1))
            reading_refuse(r, "seat %u is missing", seat);
}

/* ---- bank and decks, which are what the players do not have ---- */

static void count_bank(struct reading *r, const struct setup *setup, struct game *game) {
    for (unsigned kind = 0; kind < KIND_COUNT; kind++) {
        unsigned held = 0;
        for (unsigned seat = 0; seat < setup->rules.players; seat++)
            held += game->players[seat].hand.n[kind];
        if (held > setup->rules.bank.n[kind])
            reading_refuse_at(r, "players", "hold %u %s together; there are %u (rule %s)", held,
                              kind_names[kind], setup->rules.bank.n[kind],
                              kind < RESOURCE_COUNT ? "B-04" : "C-03");
        else
            game->bank.n[kind] = (uint8_t)(setup->rules.bank.n[kind] - held);
    }
}

static void read_removed(struct reading *r, const json_t *value, const struct setup *setup,
                         struct game *game) {
    size_t mark = reading_enter(r, "dev_removed");
    counts_read(r, value, dev_names, game->dev_removed, DEV_COUNT);
    if (game->dev_removed[VICTORY_POINT] > 0)
        reading_refuse_at(r, dev_names[VICTORY_POINT], "never leaves the game (rule B-76)");
    if (game->dev_removed[KNIGHT] > 0 && setup->rules.tokens_max == 0)
        reading_refuse_at(r, dev_names[KNIGHT], "leaves the game with two players only (T-33)");
    reading_leave(r, mark);
}

static void count_deck(struct reading *r, const struct setup *setup, struct game *game) {
    for (unsigned card = 0; card < DEV_COUNT; card++) {
        unsigned out = game->dev_removed[card];
        for (unsigned seat = 0; seat < setup->rules.players; seat++)
            out += game->players[seat].dev[card] +
                   (card == KNIGHT ? game->players[seat].knights_played : 0U);
        if (out > deck_start[card])
            reading_refuse_at(r, "players", "%u %s cards are out; there are %u (rule B-05)", out,
                              dev_names[card], deck_start[card]);
        else
            game->deck[card] = (uint8_t)(deck_start[card] - out);
        game->deck_count = (uint8_t)(game->deck_count + game->deck[card]);
    }
}

static void read_returned(struct reading *r, const json_t *value, struct game *game) {
    static const char *const known[] = {"trade", "politics", "science", NULL};
    const json_t *returned = reading_member(r, value, "returned", false);
    if (returned == NULL)
        return;
    size_t mark = reading_enter(r, "returned");
    bool object = reading_object(r, returned, known);
    for (unsigned track = 0; object && track < TRACK_COUNT; track++) {
        const json_t *list = reading_member(r, returned, track_names[track], false);
        size_t inner = reading_enter(r, track_names[track]);
        size_t n = list != NULL ? progress_read(r, list, game->returned[track], STACK_MAX) : 0;
        for (size_t i = 0; i < n; i++) {
            unsigned card = game->returned[track][i] - 1u;
            const struct progress_row *row = &progress_rows[card];
            if (row->point)
                reading_refuse(r, "\"%s\" never comes back (rule C-144)", progress_names[card]);
            else if (row->track != track)
                reading_refuse(r, "\"%s\" belongs to the stack of %s", progress_names[card],
                               track_names[row->track]);
        }
        game->returned_count[track] = (uint8_t)n;
        reading_leave(r, inner);
    }
    reading_leave(r, mark);
}

/* How often CARD lies anywhere but among the cards never drawn. */
static unsigned count_out(const struct setup *setup, const struct game *game, unsigned card) {
    unsigned out = 0;
    for (unsigned i = 0; i < STACK_MAX; i++)
        out += game->returned[progress_rows[card].track][i] == card + 1;
    for (unsigned seat = 0; seat < setup->rules.players; seat++) {
        const struct player *player = &game->players[seat];
        for (unsigned i = 0; i < PROGRESS_HAND_MAX; i++)
            out += player->progress[i] == card + 1;
        out += card == PROGRESS_PRINTER && player->vp_cards & VP_PRINTER;
        out += card == PROGRESS_CONSTITUTION && (player->vp_cards & VP_CONSTITUTION) != 0;
    }
    return out;
}

static void count_stacks(struct reading *r, const struct setup *setup, const struct game *game) {
    for (unsigned card = 0; card < PROGRESS_COUNT; card++) {
        unsigned out = count_out(setup, game, card);
        if (out > progress_rows[card].count)
            reading_refuse_at(
                r, "players", "and stacks have %u \"%s\" cards; there are %u (rule C-%u)", out,
                progress_names[card], progress_rows[card].count, FIRST_CARD_RULE + card);
    }
}

/* A metropolis belongs to who came to its level first, and further than everybody else (C-107,
 * C-109, C-110). */
static void check_metropolises(struct reading *r, const struct setup *setup,
                               const struct game *game) {
    size_t mark = reading_enter(r, "pieces");
    for (unsigned track = 0; track < TRACK_COUNT; track++) {
        unsigned vertex = game->metropolis[track], most = 0;
        for (unsigned seat = 0; seat < setup->rules.players; seat++)
            if (game->players[seat].improvements[track] > most)
                most = game->players[seat].improvements[track];
        if (vertex == NONE && most >= FIRST_METROPOLIS_LEVEL)
            reading_refuse_at(r, "cities",
                              "somebody has level %u of %s: its metropolis stands on "
                              "a city (rule C-107)",
                              most, track_names[track]);
        if (vertex == NONE)
            continue;
        unsigned level = game->players[game->owner[vertex]].improvements[track];
        if (level < FIRST_METROPOLIS_LEVEL || level < most)
            reading_refuse_at(r, "cities",
                              "player %u cannot have the metropolis of %s with level "
                              "%u (rule C-109)",
                              game->owner[vertex], track_names[track], level);
    }
    reading_leave(r, mark);
}

void position_cards_read(struct reading *r, const json_t *value, const struct setup *setup,
                         struct game *game) {
    const json_t *removed = reading_member(r, value, "dev_removed", false);
    const json_t *players = reading_member(r, value, "players", true);
    if (removed != NULL)
        read_removed(r, removed, setup, game);
    if (players != NULL) {
        size_t mark = reading_enter(r, "players");
        read_players(r, players, setup, game);
        reading_leave(r, mark);
    }
    if (setup->rules.knights)
        read_returned(r, value, game);
    if (r->failed)
        return;
    count_bank(r, setup, game);
    if (setup->rules.dev_deck)
        count_deck(r, setup, game);
    if (!setup->rules.knights)
        return;
    count_stacks(r, setup, game);
    check_metropolises(r, setup, game);
}
