/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Playing for somebody: the neutral defaults of the absent (O-01, O-33), and random completion of
 * moves that listings leave open. Both look only at what the seat may see. */
#include "engine/internal.h"

/* COUNT cards of HAND, always from the kind held most; ties by the fixed order of cards. */
static struct cards most_held(struct cards hand, unsigned count) {
    struct cards chosen = cards_none();
    while (count--) {
        unsigned most = discard_order[0];
        for (unsigned i = 1; i < KIND_COUNT; i++)
            if (hand.n[discard_order[i]] > hand.n[most])
                most = discard_order[i];
        hand.n[most]--;
        chosen.n[most]++;
    }
    return chosen;
}

/* O-33: the first hex with an opponent who holds cards, else the first; the victim with most. */
static struct action default_robber(const struct setup *setup, const struct game *game,
                                    unsigned seat) {
    struct action action = {.type = MOVE_ROBBER, .hex = NONE, .seat = NONE};
    for (unsigned hex = 0; hex < setup->board.n_hexes; hex++) {
        if (hex == game->robber)
            continue;
        if (action.hex == NONE)
            action.hex = (uint8_t)hex;
        uint64_t victims = robber_victims(setup, game, seat, hex);
        if (!victims)
            continue;
        action.hex = (uint8_t)hex;
        action.seat = (uint8_t)bit_take(&victims);
        while (victims) {
            unsigned other = bit_take(&victims);
            if (game->players[other].hand_count > game->players[action.seat].hand_count)
                action.seat = (uint8_t)other;
        }
        break;
    }
    return action;
}

/* The first place there is, in the order of ids. */
static struct action default_piece(const struct setup *setup, const struct game *game,
                                   unsigned seat, const struct decision *decision) {
    struct action action = {.type = BUILD_SETTLEMENT};
    if (decision->kind == DECIDE_SETUP_SETTLEMENT) {
        while (vertex_set_has(&game->near, action.vertex))
            action.vertex++;
        return action;
    }
    if (decision->kind == DECIDE_SETUP_ROAD) {
        const struct vertex *place = &setup->board.vertex[decision->vertex];
        unsigned i = 0;
        while (edge_set_has(&game->paved, place->edges[i]))
            i++;
        action.type = BUILD_ROAD;
        action.edges[0] = place->edges[i];
        return action;
    }
    (void)seat;
    action.type = BUILD_NEUTRAL;
    action.piece = decision->piece;
    for (unsigned color = setup->rules.players; color < setup->rules.colors; color++) {
        const struct player *player = &game->players[color];
        struct edge_set edges = place_roads(setup, game, color);
        struct vertex_set vertices = place_settlements(game, color);
        action.seat = (uint8_t)color;
        if (player->supply[decision->piece] == 0)
            continue;
        if (decision->piece == PIECE_ROAD) {
            EDGE_EACH(&edges, e) {
                action.edges[0] = (uint8_t)e;
                return action;
            }
        } else {
            VERTEX_EACH(&vertices, v) {
                action.vertex = (uint8_t)v;
                return action;
            }
        }
    }
    assert(false && "a neutral piece is only owed where one can be built");
    return action;
}

struct action game_default(const struct setup *setup, const struct game *game, unsigned seat) {
    const struct decision *decision = game_decision(game, seat);
    const struct cards hand = game->players[seat].hand;
    assert(decision);
    switch (decision->kind) {
    case DECIDE_DISCARD:
        return (struct action){.type = DISCARD, .give = most_held(hand, decision->count)};
    case DECIDE_RETURN_CARDS:
        return (struct action){.type = RETURN_CARDS, .give = most_held(hand, decision->count)};
    case DECIDE_MOVE_ROBBER: return default_robber(setup, game, seat);
    case DECIDE_TURN: return (struct action){.type = game->step == STEP_ACTIONS ? END_TURN : ROLL};
    default: return default_piece(setup, game, seat, decision);
    }
}

/* ---- open moves at random ---- */

static struct cards random_cards(struct cards hand, unsigned count, struct chance *chance) {
    struct cards chosen = cards_none();
    while (count--) {
        unsigned kind = cards_at(hand, chance_below(chance, cards_total(hand)));
        hand.n[kind]--;
        chosen.n[kind]++;
    }
    return chosen;
}

/* One or two cards of one kind for one or two of another. */
static bool random_terms(struct cards hand, struct chance *chance, struct action *move) {
    if (cards_empty(hand))
        return false;
    unsigned give = cards_at(hand, chance_below(chance, cards_total(hand)));
    unsigned want = (give + 1 + chance_below(chance, RESOURCE_COUNT - 1)) % RESOURCE_COUNT;
    unsigned most = hand.n[give] < 2 ? 1 : 2;
    move->give = cards_one(give, 1 + chance_below(chance, most));
    move->take = cards_one(want, 1 + chance_below(chance, 2));
    return true;
}

static unsigned random_edge(struct edge_set edges, struct chance *chance) {
    unsigned n = 0, found = NONE;
    EDGE_EACH(&edges, e)
    if (chance_below(chance, ++n) == 0)
        found = e;
    return found;
}

bool game_fill_random(const struct setup *setup, const struct game *game, unsigned seat,
                      struct chance *chance, struct action *move) {
    struct cards hand = game->players[seat].hand;
    unsigned count = move->open;
    move->open = 0;
    switch (move->type) {
    case DISCARD:
    case RETURN_CARDS: move->give = random_cards(hand, count, chance); return true;
    case OFFER_TRADE:
    case COUNTER_TRADE: return random_terms(hand, chance, move);
    case PLAY_DEV_CARD: /* road building on a large board: one road */
        move->edges[0] = (uint8_t)random_edge(place_roads(setup, game, seat), chance);
        move->edges[1] = NONE;
        return true;
    default: return false;
    }
}
