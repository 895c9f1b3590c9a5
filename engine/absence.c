/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Playing for somebody: the neutral defaults of the absent (O-01, O-33), and random completion of
 * moves that listings leave open. Both look only at what the seat may see. */
#include "engine/expansion.h"

struct cards cards_most_held(struct cards hand, unsigned count) {
    struct cards chosen = cards_none();
    while (count--) {
        unsigned best = discard_order[0];
        for (unsigned i = 1; i < KIND_COUNT; i++)
            if (hand.n[discard_order[i]] > hand.n[best])
                best = discard_order[i];
        hand.n[best]--;
        chosen.n[best]++;
    }
    return chosen;
}

void default_cards(const struct setup *setup, const struct game *game, unsigned seat,
                   const struct decision *decision, struct action *move) {
    (void)setup;
    move->give = cards_most_held(game->players[seat].hand, decision->count);
}

void default_taken(const struct setup *setup, const struct game *game, unsigned seat,
                   const struct decision *decision, struct action *move) {
    (void)setup, (void)seat;
    move->take = cards_most_held(game->shown, decision->count);
}

unsigned seats_richest(const struct game *game, uint64_t seats) {
    unsigned most = bit_take(&seats);
    while (seats) {
        unsigned other = bit_take(&seats);
        if (game->players[other].hand_count > game->players[most].hand_count)
            most = other;
    }
    return most;
}

/* O-33: the first hex with an opponent who holds cards, else the first; the victim with most. */
void default_robber(const struct setup *setup, const struct game *game, unsigned seat,
                    const struct decision *decision, struct action *move) {
    (void)decision;
    move->hex = move->seat = NONE;
    for (unsigned hex = 0; hex < setup->board.n_hexes; hex++) {
        if (hex == game->robber || !game_robber_land(setup, game, hex) ||
            game_robber_frozen(setup, game))
            continue;
        if (move->hex == NONE)
            move->hex = (uint8_t)hex;
        unsigned victims = robber_victims(setup, game, seat, hex);
        if (!victims)
            continue;
        move->hex = (uint8_t)hex;
        move->seat = (uint8_t)seats_richest(game, victims);
        break;
    }
    if (move->hex == NONE && setup->thief) /* S-79: there is no land for the robber */
        setup->thief->fallback(setup, game, seat, move);
}

/* The first place there is, in the order of ids. */
void default_setup_building(const struct setup *setup, const struct game *game, unsigned seat,
                            const struct decision *decision, struct action *move) {
    (void)seat, (void)decision;
    move->vertex = (uint8_t)vertex_set_first(place_starts(setup, game));
}

void default_setup_road(const struct setup *setup, const struct game *game, unsigned seat,
                        const struct decision *decision, struct action *move) {
    const struct vertex *place = &setup->board.vertex[decision->vertex];
    unsigned i = 0;
    (void)seat;
    while (edge_set_has(&game->paved, place->edges[i]) ||
           !edge_set_has(&game->road_paths, place->edges[i]))
        i++;
    move->edges[0] = place->edges[i];
}

void default_turn(const struct setup *setup, const struct game *game, unsigned seat,
                  const struct decision *decision, struct action *move) {
    (void)decision;
    if (game->step == STEP_ACTIONS) {
        unsigned due = turn_due(setup, game, seat);
        move->type = due ? (uint8_t)due : END_TURN;
    }
}

struct action game_default(const struct setup *setup, const struct game *game, unsigned seat) {
    const struct decision *decision = game_asked(game, seat);
    assert(decision);
    const struct decision_row *row = decision_row_of(decision->kind);
    struct action move = {.type = row->fallback};
    if (row->fill)
        row->fill(setup, game, seat, decision, &move);
    return move;
}

/* ---- open moves at random ---- */

static struct cards fill_random_cards(struct cards hand, unsigned count, struct chance *chance) {
    struct cards chosen = cards_none();
    while (count--) {
        unsigned kind = cards_at(hand, chance_below(chance, cards_total(hand)));
        hand.n[kind]--;
        chosen.n[kind]++;
    }
    return chosen;
}

/* One or two cards of one kind for one or two of another. */
static bool fill_random_terms(struct cards hand, unsigned kinds, struct chance *chance,
                              struct action *move) {
    if (cards_empty(hand))
        return false;
    unsigned give = cards_at(hand, chance_below(chance, cards_total(hand)));
    unsigned want = (give + 1 + chance_below(chance, kinds - 1)) % kinds;
    unsigned limit = hand.n[give] < 2 ? 1 : 2;
    move->give = cards_one(give, 1 + chance_below(chance, limit));
    move->take = cards_one(want, 1 + chance_below(chance, 2));
    return true;
}

static unsigned fill_random_edge(struct edge_set edges, struct chance *chance) {
    unsigned n = 0, found = NONE;
    EDGE_EACH(&edges, e)
        if (chance_below(chance, ++n) == 0)
            found = e;
    return found;
}

/* Any two hexes whose tokens may be exchanged; few boards have more than a handful of others. */
static bool fill_random_hexes(const struct setup *setup, const struct game *game, unsigned seat,
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

/* Road building on a large board: one road, else one ship. */
static bool fill_random_piece(const struct setup *setup, const struct game *game, unsigned seat,
                              struct chance *chance, struct action *move) {
    const struct player *player = &game->players[seat];
    unsigned edge = NONE;
    if (player->supply[PIECE_ROAD])
        edge = fill_random_edge(place_roads(setup, game, seat), chance);
    if (edge == NONE) {
        edge = fill_random_edge(setup->paths->places(setup, game, seat, &player->moored), chance);
        move->seats = 1;
    }
    move->edges[0] = (uint8_t)edge;
    move->edges[1] = NONE;
    return true;
}

static struct cards fill_random_resources(struct cards bank, unsigned count,
                                          struct chance *chance) {
    for (unsigned kind = RESOURCE_COUNT; kind < KIND_COUNT; kind++)
        bank.n[kind] = 0;
    return fill_random_cards(bank, count, chance);
}

bool game_fill_random(const struct setup *setup, const struct game *game, unsigned seat,
                      struct chance *chance, struct action *move) {
    struct cards hand = game->players[seat].hand;
    unsigned count = move->open;
    move->open = 0;
    switch (move->type) {
    case DISCARD:
    case GIVE_CARDS:
    case RETURN_CARDS: move->give = fill_random_cards(hand, count, chance); return true;
    case TAKE_CARDS: move->take = fill_random_cards(game->shown, count, chance); return true;
    case OFFER_TRADE:
    case COUNTER_TRADE: return fill_random_terms(hand, setup->rules.kinds, chance, move);
    case PLAY_PROGRESS_CARD:
    case PLAY_DEV_CARD:
        if (move->type == PLAY_PROGRESS_CARD && move->card == PROGRESS_INVENTOR)
            return fill_random_hexes(setup, game, seat, chance, move);
        return fill_random_piece(setup, game, seat, chance, move);
    case CHOOSE_GOLD: move->take = fill_random_resources(game->bank, count, chance); return true;
    default: return false;
    }
}
