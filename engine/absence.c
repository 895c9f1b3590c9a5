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
    if (decision->kind == DECIDE_SETUP_SETTLEMENT || decision->kind == DECIDE_SETUP_CITY) {
        if (decision->kind == DECIDE_SETUP_CITY)
            action.type = BUILD_CITY;
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

/* ---- knights and cities ---- */

/* V-02: all that are active defend. */
static struct action default_commit(const struct game *game, unsigned seat) {
    struct action action = {.type = COMMIT_KNIGHTS};
    unsigned n = 0;
    memset(action.vertices, NONE, sizeof action.vertices);
    VERTEX_EACH(&game->players[seat].knights, v)
    if (game->knight[v] & KNIGHT_ACTIVE)
        action.vertices[n++] = (uint8_t)v;
    return action;
}

/* How often the numbers around VERTEX come up in 36 rolls. */
static unsigned pips(const struct setup *setup, const struct game *game, unsigned vertex) {
    unsigned sum = 0;
    for (unsigned i = 0; i < 3; i++) {
        unsigned hex = setup->board.vertex[vertex].hexes[i];
        sum += hex == NONE ? 0 : (unsigned)number_pips(game->numbers[hex]);
    }
    return sum;
}

/* O-09: a city without a wall before one with, then the one with the fewest pips. */
static struct action default_pillaged(const struct setup *setup, const struct game *game,
                                      unsigned seat) {
    struct action action = {.type = CHOOSE_PILLAGED_CITY};
    struct vertex_set plain = game_plain_cities(game, seat);
    unsigned least = UINT32_MAX;
    VERTEX_EACH(&plain, v) {
        enum { WALL = 1000 }; /* more than all pips */
        unsigned worth = pips(setup, game, v) + (vertex_set_has(&game->walls, v) ? WALL : 0);
        if (worth < least) {
            least = worth;
            action.vertex = (uint8_t)v;
        }
    }
    return action;
}

/* Whether the knight that SEAT has to move may go on from VERTEX: from where it stands, over a place it
 * may go to, and past a piece of its own color (C-81, C-87). */
static bool goes_on(const struct setup *setup, const struct game *game, unsigned seat,
                    unsigned vertex) {
    struct action action = {.type = RELOCATE_KNIGHT, .vertex = (uint8_t)vertex};
    if (vertex_set_has(&game->occupied, vertex) && game->owner[vertex] == seat)
        return true;
    return game_legal(setup, game, seat, &action) == REASON_OK;
}

/* O-12: the nearest legal place over the player's own roads, past nothing foreign; of several the
 * first. */
static struct action default_relocation(const struct setup *setup, const struct game *game,
                                        unsigned seat) {
    struct action action = {.type = RELOCATE_KNIGHT};
    struct vertex_set reached = {{0}};
    vertex_set_add(&reached, game_decision(game, seat)->vertex);
    for (unsigned round = 0; round < VERTEX_MAX; round++) {
        struct vertex_set next = reached;
        EDGE_EACH(&game->players[seat].roads, e) {
            const uint8_t *ends = setup->board.edge[e].vertices;
            for (unsigned i = 0; i < 2; i++)
                if (vertex_set_has(&reached, ends[i]) && goes_on(setup, game, seat, ends[i]))
                    vertex_set_add(&next, ends[1 - i]);
        }
        VERTEX_EACH(&next, v) {
            action.vertex = (uint8_t)v;
            if (game_legal(setup, game, seat, &action) == REASON_OK)
                return action;
        }
        reached = next;
    }
    assert(false && "a knight's owner is only asked where there is a place for it");
    return action;
}

/* O-14: the lowest rank, inactive before active. */
static struct action default_removal(const struct game *game, unsigned seat) {
    struct action action = {.type = REMOVE_KNIGHT};
    unsigned least = UINT32_MAX;
    VERTEX_EACH(&game->players[seat].knights, v) {
        unsigned worth = 2 * knight_rank(game, v) + (game->knight[v] & KNIGHT_ACTIVE ? 1 : 0);
        if (worth < least) {
            least = worth;
            action.vertex = (uint8_t)v;
        }
    }
    return action;
}

/* ---- cards ---- */

/* O-10: his best area of those whose stack has cards; the areas stand in the order that breaks ties. */
static struct action default_deck(const struct game *game, unsigned seat) {
    const struct player *player = &game->players[seat];
    struct action action = {.type = CHOOSE_PROGRESS_DECK};
    unsigned best = NONE;
    for (unsigned i = 0; i < TRACK_COUNT; i++)
        if (game->stack_count[i] &&
            (best == NONE || player->improvements[i] > player->improvements[best]))
            best = i;
    assert(best < TRACK_COUNT);
    action.track = (uint8_t)best;
    return action;
}

/* O-05, O-06: the card drawn last goes back. */
static struct action default_put_back(const struct game *game, unsigned seat) {
    const struct player *player = &game->players[seat];
    assert(player->progress_count > 0);
    return (struct action){.type = DISCARD_PROGRESS_CARD,
                           .card = (uint8_t)(player->progress[player->progress_count - 1] - 1)};
}

/* O-11: the resource held least that the bank has. */
static struct action default_resource(const struct game *game, unsigned seat) {
    const struct player *player = &game->players[seat];
    struct action action = {.type = SKIP};
    for (unsigned i = 0; i < KIND_COUNT; i++) {
        unsigned kind = discard_order[i];
        if (kind >= RESOURCE_COUNT || !game->bank.n[kind] ||
            (action.type == TAKE_RESOURCE && player->hand.n[kind] >= player->hand.n[action.kind]))
            continue;
        action.type = TAKE_RESOURCE;
        action.kind = (uint8_t)kind;
    }
    return action;
}

/* O-17: the commodity held most. */
static struct action default_commodity(const struct game *game, unsigned seat) {
    struct cards hand = game->players[seat].hand;
    for (unsigned kind = 0; kind < RESOURCE_COUNT; kind++)
        hand.n[kind] = 0;
    struct cards most = most_held(hand, 1);
    return (struct action){.type = GIVE_COMMODITY, .kind = (uint8_t)cards_at(most, 0)};
}

struct action game_default(const struct setup *setup, const struct game *game, unsigned seat) {
    const struct decision *decision = game_decision(game, seat);
    assert(decision);
    const struct cards hand = game->players[seat].hand;
    const unsigned count = decision->count;
    switch (decision->kind) {
    case DECIDE_DISCARD: return (struct action){.type = DISCARD, .give = most_held(hand, count)};
    case DECIDE_RETURN_CARDS:
        return (struct action){.type = RETURN_CARDS, .give = most_held(hand, count)};
    case DECIDE_GIVE_CARDS:
        return (struct action){.type = GIVE_CARDS, .give = most_held(hand, count)};
    case DECIDE_TAKE_CARDS:
        return (struct action){.type = TAKE_CARDS, .take = most_held(game->shown, count)};
    case DECIDE_TAKE_PROGRESS_CARD:
        return (struct action){.type = TAKE_PROGRESS_CARD, .card = NONE};
    case DECIDE_GIVE_COMMODITY: return default_commodity(game, seat);
    case DECIDE_TAKE_RESOURCE: return default_resource(game, seat);
    case DECIDE_DISCARD_PROGRESS:
    case DECIDE_FIFTH_CARD: return default_put_back(game, seat);
    case DECIDE_CHOOSE_PROGRESS_DECK: return default_deck(game, seat);
    case DECIDE_COMMIT_KNIGHTS: return default_commit(game, seat);
    case DECIDE_CHOOSE_PILLAGED_CITY: return default_pillaged(setup, game, seat);
    case DECIDE_RELOCATE_KNIGHT: return default_relocation(setup, game, seat);
    case DECIDE_REMOVE_KNIGHT: return default_removal(game, seat);
    case DECIDE_PLACE_KNIGHT: return (struct action){.type = SKIP};
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
static bool random_terms(struct cards hand, unsigned kinds, struct chance *chance,
                         struct action *move) {
    if (cards_empty(hand))
        return false;
    unsigned give = cards_at(hand, chance_below(chance, cards_total(hand)));
    unsigned want = (give + 1 + chance_below(chance, kinds - 1)) % kinds;
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

/* Any two hexes whose tokens may be exchanged; few boards have more than a handful that may not. */
static bool random_hexes(const struct setup *setup, const struct game *game, unsigned seat,
                         struct chance *chance, struct action *move) {
    enum { TRIES = 200 };
    for (unsigned i = 0; i < TRIES; i++) {
        move->hexes[0] = (uint8_t)chance_below(chance, setup->board.n_hexes);
        move->hexes[1] = (uint8_t)chance_below(chance, setup->board.n_hexes);
        if (game_legal(setup, game, seat, move) == REASON_OK)
            return true;
    }
    return false;
}

bool game_fill_random(const struct setup *setup, const struct game *game, unsigned seat,
                      struct chance *chance, struct action *move) {
    struct cards hand = game->players[seat].hand;
    unsigned count = move->open;
    move->open = 0;
    switch (move->type) {
    case DISCARD:
    case GIVE_CARDS:
    case RETURN_CARDS: move->give = random_cards(hand, count, chance); return true;
    case TAKE_CARDS: move->take = random_cards(game->shown, count, chance); return true;
    case OFFER_TRADE:
    case COUNTER_TRADE: return random_terms(hand, setup->rules.kinds, chance, move);
    case PLAY_PROGRESS_CARD:
    case PLAY_DEV_CARD:
        if (move->type == PLAY_PROGRESS_CARD && move->card == PROGRESS_INVENTOR)
            return random_hexes(setup, game, seat, chance, move);
        /* road building on a large board: one road */
        move->edges[0] = (uint8_t)random_edge(place_roads(setup, game, seat), chance);
        move->edges[1] = NONE;
        return true;
    default: return false;
    }
}
