/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Everything in a state that follows from base facts, computed from scratch. game_derive
 * (engine/game.h) lists those facts. */
#include "engine/expansion.h"

static void derive_pieces(const struct setup *setup, struct game *game, unsigned seat) {
    struct player *player = &game->players[seat];
    struct vertex_set settlements = player->settlements, cities = player->cities;
    struct edge_set roads = player->roads;
    memcpy(player->supply, setup->rules.supply, sizeof player->supply);
    player->harbors = player->tipped = 0;
    memset(&player->touched, 0, sizeof player->touched);
    memset(&player->moored, 0, sizeof player->moored);
    VERTEX_EACH(&settlements, v) {
        mark_building(setup, game, seat, v, BUILDING_SETTLEMENT);
        player->supply[PIECE_SETTLEMENT]--;
    }
    VERTEX_EACH(&cities, v) {
        bool tipped = vertex_set_has(&game->tipped, v);
        mark_building(setup, game, seat, v, BUILDING_CITY);
        if (tipped || vertex_set_has(&game->sabotaged, v))
            game->building[v] = BUILDING_SETTLEMENT; /* what it yields (C-136, C-237) */
        player->tipped = (uint8_t)(player->tipped + tipped);
        player->supply[PIECE_CITY]--;
        player->supply[PIECE_WALL] =
            (uint8_t)(player->supply[PIECE_WALL] - vertex_set_has(&game->walls, v));
    }
    player->settlements = settlements; /* check_pieces finds one that is under a city */
    EDGE_EACH(&roads, e) {
        mark_road(setup, game, seat, e);
        player->supply[PIECE_ROAD]--;
    }
}

/* Bank and deck are what remains; hands that together hold too much wrap around and are found by
 * game_ok, which knows what there can be at most. */
static void derive_cards(const struct setup *setup, struct game *game) {
    game->bank = setup->rules.bank;
    for (unsigned card = 0; card < DEV_COUNT; card++)
        game->deck[card] = (uint8_t)(setup->rules.deck[card] - game->dev_removed[card]);
    for (unsigned seat = 0; seat < setup->rules.players; seat++) {
        struct player *player = &game->players[seat];
        player->hand_count = player->dev_count = 0;
        for (unsigned kind = 0; kind < KIND_COUNT; kind++) {
            player->hand_count = (uint8_t)(player->hand_count + player->hand.n[kind]);
            game->bank.n[kind] = (uint8_t)(game->bank.n[kind] - player->hand.n[kind]);
        }
        for (unsigned card = 0; card < DEV_COUNT; card++) {
            player->dev_count = (uint8_t)(player->dev_count + player->dev[card]);
            game->deck[card] = (uint8_t)(game->deck[card] - player->dev[card]);
        }
        game->deck[KNIGHT] = (uint8_t)(game->deck[KNIGHT] - player->knights_played);
    }
    unsigned undrawn = 0;
    for (unsigned card = 0; card < DEV_COUNT; card++)
        undrawn += game->deck[card];
    game->deck_count = (uint8_t)undrawn;
    EXPANSION_EACH(derive_cards, row)
        row->derive_cards(setup, game);
}

static void derive_setup_done(const struct setup *setup, struct game *game) {
    unsigned done = 0;
    for (unsigned seat = 0; seat < setup->rules.players; seat++) {
        const struct player *player = &game->players[seat];
        struct vertex_set buildings = vertex_set_union(player->settlements, player->cities);
        done += vertex_set_count(&buildings) + edge_set_count(&player->roads) +
                edge_set_count(&player->ships);
    }
    if (setup->rules.printed) /* a settlement and a ship each (S-124) */
        done -= 2u * setup->rules.players;
    game->setup_done =
        (uint8_t)(game->phase == PHASE_SETUP ? done : rules_setup_pieces(&setup->rules));
}

/* Pending decisions follow from the agenda, so running it asks them again. Somebody must still owe an
 * answer, for the last one would have been carried out. */
static const char *derive_pending(const struct setup *setup, struct game *game) {
    unsigned phase = game->phase;
    game->n_pending = 0;
    memset(game->pending, 0, sizeof game->pending);
    if (game->first != NONE)
        agenda_run(setup, game, true);
    if (game->phase != phase)
        return "the player on turn has reached the target already";
    unsigned answered = 0;
    for (unsigned i = 0; i < game->n_pending; i++)
        answered += game->pending[i].answered;
    return game->n_pending && answered == game->n_pending
               ? "every answer is in, so none of them would still wait"
               : NULL;
}

const char *game_derive(const struct setup *setup, struct game *game) {
    memset(&game->built, 0, sizeof game->built);
    memset(&game->occupied, 0, sizeof game->occupied);
    game->near = setup->board.closed;
    game->road_paths = setup->board.road_paths;
    game->ship_paths = setup->board.ship_paths;
    EXPANSION_EACH(derive_board, row)
        row->derive_board(setup, game);
    memset(&game->paved, 0, sizeof game->paved);
    memset(game->building, 0, sizeof game->building);
    memset(game->owner, 0, sizeof game->owner);
    memset(game->road_owner, 0, sizeof game->road_owner);
    for (unsigned seat = 0; seat < setup->rules.colors; seat++)
        derive_pieces(setup, game, seat);
    EXPANSION_EACH(derive_pieces, row)
        row->derive_pieces(setup, game);
    const char *wrong = game_pieces_ok(setup, game);
    if (wrong) /* lines of more roads than a color has would take for ever to measure */
        return wrong;
    for (unsigned seat = 0; seat < setup->rules.colors; seat++)
        game->players[seat].road_length = (uint8_t)game_longest_road(setup, game, seat);
    derive_cards(setup, game);
    derive_setup_done(setup, game);
    game->n_offers = 0;
    for (unsigned i = 0; i < OFFER_MAX; i++)
        if (game->offers[i].id)
            game->n_offers++;
    if (game->phase == PHASE_SETUP && game->first != NONE && game->n_agenda == 0)
        agenda_push(game, AGENDA_SETUP, 0, 0);
    wrong = check_facts(setup, game);
    return wrong ? wrong : derive_pending(setup, game);
}
