/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Positions are read in three steps: first the base facts, table by table; then the engine derives
 * what follows from them; then the rest of the document is compared with the document made from the
 * resulting state. */
#include "service/document/position.h"

#include <string.h>

#include "service/document/view_int.h"
#include "service/document/view_json.h"

enum { POSITION_DOCUMENT_MAX = 1 << 18 }; /* bytes of the document made from the state */

/* ---- agreement ---- */

static void agree_all(struct reading *r, const json_t *given, const json_t *made,
                      const struct setup *setup) {
    const json_t *players = json_object_get(given, "players");
    size_t mark;
    members_agree(r, given, made, view_members, view_members_count, setup);
    mark = reading_enter(r, "turn");
    members_agree(r, json_object_get(given, "turn"), json_object_get(made, "turn"), turn_members,
                  turn_members_count, setup);
    reading_leave(r, mark);
    mark = reading_enter(r, "players");
    for (size_t i = 0; i < json_array_size(players); i++) {
        const json_t *player = json_array_get(players, i);
        size_t seat = (size_t)json_integer_value(json_object_get(player, "seat"));
        size_t inner = reading_enter_at(r, i);
        members_agree(r, player, json_array_get(json_object_get(made, "players"), seat),
                      player_members, player_members_count, setup);
        reading_leave(r, inner);
    }
    reading_leave(r, mark);
}

static void check_agreement(struct reading *r, const json_t *value, const struct setup *setup,
                            const struct game *game) {
    static const struct seat_label labels[SEAT_MAX];
    struct view_head head = {.labels = labels};
    struct read_failure failure;
    struct buffer buffer;
    struct writer w = writer_begin(&buffer, POSITION_DOCUMENT_MAX);
    json_t *made = NULL;
    view_write(&w, setup, game, VIEWER_ALL, &head);
    if (!buffer.failed)
        made = read_json(buffer.data, buffer.size, &failure);
    if (made != NULL)
        agree_all(r, value, made, setup);
    else
        r->failed = true; /* out of memory: not the document's fault, so nothing is noted */
    json_decref(made);
    buffer_free(&buffer);
}

/* The robber's hex if the position does not give it. */
static unsigned robber_begins(const struct setup *setup) {
    bool peninsula =
        setup->rules.knights && setup->rules.options[OPTION_ROBBER_START] == START_PENINSULA;
    return peninsula ? (unsigned)NONE : setup->board.robber;
}

/* Reads all base facts by the tables, pass by pass, then derives bank and decks from the cards. */
static void read_facts(struct reading *r, const json_t *value, const struct member_target *to) {
    struct game *game = to->game;
    unsigned robber = robber_begins(to->setup);
    game_blank(to->setup, game);
    game->robber = (uint8_t)robber;
    game->pirate = to->setup->board.pirate;
    if (!members_read(r, value, view_members, view_members_count, game, to))
        return;
    if (game->robber == NONE && robber != NONE)
        reading_refuse_at(r, "robber", "stands on a hex of this board");
    position_cards_check(r, to->setup, game);
    for (unsigned pass = READ_SECOND; pass < READING_PASSES && !r->failed; pass++)
        members_read_pass(r, value, view_members, view_members_count, pass, game, to);
    if (!r->failed)
        position_chain_check(r, to->setup, game);
}

bool position_read(struct read_errors *errors, const json_t *value, const char *pointer,
                   const struct setup *setup, struct game *game) {
    struct reading r = reading_begin(errors, pointer);
    struct member_target to = {.setup = setup,
                               .game = game,
                               .chain = json_array_size(json_object_get(value, "agenda")) > 0};
    const char *wrong;
    struct agenda_item head;
    unsigned steps;
    read_facts(&r, value, &to);
    if (r.failed)
        return false;
    head = game->agenda[0];
    steps = game->n_agenda;
    wrong = game_derive(setup, game);
    if (wrong == NULL && (game->n_agenda != steps || memcmp(&head, game->agenda, sizeof head) != 0))
        reading_refuse_at(&r, "agenda", "its first step asks no player: it would be over already");
    if (game_pieces_ok(setup, game) == NULL)
        position_end_check(&r, setup, game);
    if (r.failed)
        return false;
    if (wrong != NULL)
        reading_refuse(&r, "no game could hold this: %s", wrong);
    else
        check_agreement(&r, value, setup, game);
    return !r.failed;
}

/* Slots of offers are filled and freed in any order; a position lists them by number. */
static void order_offers(struct game *game) {
    unsigned n = 0;
    for (unsigned i = 0; i < OFFER_MAX; i++) {
        struct offer offer = game->offers[i];
        unsigned at = n;
        if (offer.id == 0)
            continue;
        game->offers[i] = (struct offer){0};
        for (; at > 0 && game->offers[at - 1].id > offer.id; at--)
            game->offers[at] = game->offers[at - 1];
        game->offers[at] = offer;
        n++;
    }
}

bool position_same(const struct game *a, const struct game *b) {
    struct game both[2] = {*a, *b};
    for (unsigned i = 0; i < 2; i++) {
        both[i].seq = both[i].draws = 0;
        both[i].revealed = false;
        order_offers(&both[i]);
    }
    return game_hash(&both[0]) == game_hash(&both[1]);
}
