/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include <string.h>

#include "service/document/view_int.h"

enum {
    FIRST_CARD_RULE = 155, /* in the table of progress cards, C-155 to C-179 */
    FIRST_METROPOLIS_LEVEL = 4,
};

/* ---- bank and decks: what the players do not have ---- */

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

static void check_removed(struct reading *r, const struct setup *setup, const struct game *game) {
    size_t mark = reading_enter(r, "dev_removed");
    if (game->dev_removed[VICTORY_POINT] > 0 && !setup->rules.fleet) /* S-130: with the fleet this
                                                                      * card is a knight */
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
        if (out > setup->rules.deck[card])
            reading_refuse_at(r, "players", "%u %s cards are out; there are %u (rule B-05)", out,
                              dev_names[card], setup->rules.deck[card]);
        else
            game->deck[card] = (uint8_t)(setup->rules.deck[card] - out);
        game->deck_count = (uint8_t)(game->deck_count + game->deck[card]);
    }
}

void read_returned(struct reading *r, const json_t *value, const struct member_target *to) {
    struct game *game = to->game;
    bool object = reading_object_rows(r, value, track_names, sizeof *track_names, TRACK_COUNT);
    for (unsigned track = 0; object && track < TRACK_COUNT; track++) {
        size_t mark;
        const json_t *list = reading_enter_member(r, value, track_names[track], false, &mark);
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
        reading_leave(r, mark);
    }
}

/* The number of copies of CARD outside the undrawn stack. */
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

/* A metropolis belongs to the player who reached its level first, unless another went further
 * (C-107, C-109, C-110). */
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
                              "a player has level %u of %s: its metropolis must be on "
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

void position_cards_check(struct reading *r, const struct setup *setup, struct game *game) {
    check_removed(r, setup, game);
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
