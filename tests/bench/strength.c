/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* How strong the bots are against a publicly known opponent: a search of two moves ahead with a handmade value
 * function, like the strongest player of a well-known open simulator of the base game (alpha-beta, its published
 * weights). It is written from their description. The greedy bot, which was measured against the original, shows
 * whether it is as strong: 76 % of 215 games with two seats each, 46 % of 139 alone against three of them, 83 % against
 * the same value without a search.
 *
 *   strength BOT [--games N] [--seats N] [--depth N] [--trades 0|1] [--seed N]
 *
 * BOT has --seats of the four seats (2), the reference the others. The reference sees the whole state, and trades only
 * with the bank; with --trades 1 the bots still trade with each other. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/bots/match.h"

enum {
    PLAYERS = 4,
    GAMES = 200,
    GAMES_MAX = 1000000,
    DEPTH = 2, /* moves that the reference looks ahead; 1: only the value */
    DEPTH_MAX = 3,
    HAND_SAFE = 7,
    VARIETY = 4, /* another kind is worth this many pips */
    PIPS_ALL = 36,
    SUM_LOWEST = 2,
};

/* The reference's weights. */
static const double weight_points = 3e14, weight_income = 1e8, weight_reach = 1e4,
                    weight_places = 1e3, weight_near = 1e2, weight_card = 1, weight_too_many = -5,
                    weight_hex = 1, weight_road = 10, weight_road_low = 0.1, weight_dev = 10,
                    weight_army = 10.1;

struct strength {
    struct match match;
    unsigned depth;
    enum bot_kind bot;
    bool trades; /* the bots may offer cards, to each other: the reference takes none */
    bool is_bot[PLAYERS];
};

/* ---- the value ---- */

/* Cards of each kind that VERTEX produces per roll. ROBBED: without those of the robber's hex. */
static void add_income(const struct setup *setup, const struct game *game, unsigned vertex,
                       double times, bool robbed, double income[KIND_COUNT]) {
    for (unsigned i = 0; i < 3; i++) {
        unsigned hex = setup->board.vertex[vertex].hexes[i];
        if (hex == NONE || (robbed && hex == game->robber))
            continue;
        unsigned kind = terrain_yields(setup->board.hexes[hex].terrain);
        if (kind != NONE)
            income[kind] += times * number_pips(game->numbers[hex]) / PIPS_ALL;
    }
}

static double value_income(const struct setup *setup, const struct game *game, unsigned seat,
                           bool variety) {
    double income[KIND_COUNT] = {0}, sum = 0;
    VERTEX_EACH(&game->players[seat].settlements, v) {
        add_income(setup, game, v, 1, true, income);
    }
    VERTEX_EACH(&game->players[seat].cities, v) {
        add_income(setup, game, v, 2, true, income);
    }
    for (unsigned kind = 0; kind < setup->rules.kinds; kind++)
        sum += income[kind] + (variety && income[kind] > 0 ? VARIETY / (double)PIPS_ALL : 0);
    return sum;
}

/* The income of all places that SEAT has or can build on with at most one more road. *PLACES: how many it could settle
 * now. */
static double value_reach(const struct setup *setup, const struct game *game, unsigned seat,
                          unsigned *places) {
    const struct player *player = &game->players[seat];
    struct vertex_set mine = vertex_set_union(player->settlements, player->cities);
    struct vertex_set network = vertex_set_union(player->touched, mine), reach = network;
    double income[KIND_COUNT] = {0}, sum = 0;

    *places = 0;
    VERTEX_EACH(&network, v) {
        *places += !vertex_set_has(&game->near, v);
        if (vertex_set_has(&game->built, v) && !vertex_set_has(&mine, v))
            continue;
        for (unsigned i = 0; i < setup->board.vertex[v].n_edges; i++) {
            unsigned edge = setup->board.vertex[v].edges[i];
            if (!edge_set_has(&game->paved, edge) || edge_set_has(&player->roads, edge))
                vertex_set_add(&reach, setup->board.vertex[v].neighbors[i]);
        }
    }
    VERTEX_EACH(&reach, v) {
        if (vertex_set_has(&mine, v) || !vertex_set_has(&game->near, v))
            add_income(setup, game, v, 1, false, income);
    }
    for (unsigned kind = 0; kind < setup->rules.kinds; kind++)
        sum += income[kind];
    return sum;
}

static unsigned lacks(const struct player *player, unsigned kind, unsigned count) {
    return player->hand.n[kind] < count ? count - player->hand.n[kind] : 0;
}

/* 1: the hand pays for a city and a settlement, 0: it has no card for either. */
static double value_near(const struct player *player) {
    double city = (lacks(player, GRAIN, 2) + lacks(player, ORE, 3)) / 5.0;
    double settlement = (lacks(player, GRAIN, 1) + lacks(player, WOOL, 1) +
                         lacks(player, BRICK, 1) + lacks(player, LUMBER, 1)) /
                        4.0;
    return (2 - city - settlement) / 2;
}

static unsigned count_hexes(const struct setup *setup, const struct player *player) {
    struct vertex_set mine = vertex_set_union(player->settlements, player->cities);
    struct hex_set hexes = {{0}};
    VERTEX_EACH(&mine, v) {
        for (unsigned i = 0; i < 3; i++)
            if (setup->board.vertex[v].hexes[i] != NONE)
                hex_set_add(&hexes, setup->board.vertex[v].hexes[i]);
    }
    return hex_set_count(&hexes);
}

static double value_position(const struct setup *setup, const struct game *game, unsigned seat) {
    const struct player *player = &game->players[seat];
    unsigned places, next = (seat + 1) % setup->rules.players;
    double reach = value_reach(setup, game, seat, &places);

    return weight_points * game_points_visible(setup, game, seat) +
           weight_income *
               (value_income(setup, game, seat, true) - value_income(setup, game, next, false)) +
           weight_reach * reach + weight_places * places + weight_near * value_near(player) +
           weight_card * player->hand_count +
           (player->hand_count > HAND_SAFE ? weight_too_many : 0) +
           weight_hex * count_hexes(setup, player) +
           player->road_length * (places == 0 ? weight_road : weight_road_low) +
           weight_dev * player->dev_count + weight_army * player->knights_played;
}

/* ---- the search ---- */

struct search_ref {
    const struct setup *setup;
    unsigned seat; /* whose value it is */
};

/* Whose move it is; if several discard, the first of them. */
static unsigned find_mover(const struct setup *setup, const struct game *game) {
    for (unsigned i = 0; i < setup->rules.players; i++) {
        unsigned seat = (game->active + i) % setup->rules.players;
        if (game_types(setup, game, seat) != 0)
            return seat;
    }
    return NONE;
}

static bool is_skipped(const struct action *action) {
    switch (action->type) {
    case OFFER_TRADE:
    case COUNTER_TRADE:
    case ACCEPT_TRADE:
    case CONFIRM_TRADE:
    case CANCEL_TRADE: return true;
    default: return action->open != 0;
    }
}

static double look_ahead(const struct search_ref *search, const struct game *game, unsigned depth,
                         double low, double high, struct action *best);

static double value_outcome(const struct search_ref *search, const struct game *game,
                            unsigned mover, const struct action *action, unsigned parts,
                            const struct outcome *outcome, unsigned depth, double low,
                            double high) {
    struct game after = *game;
    struct event event = {.type = action->type,
                          .player = (uint8_t)mover,
                          .by = BY_BOT,
                          .drawn = (uint8_t)parts,
                          .action = *action,
                          .outcome = *outcome};
    game_apply(search->setup, &after, &event);
    return look_ahead(search, &after, depth, low, high, NULL);
}

/* Averages over chance: sums of the dice, cards of the deck and of other hands that could be drawn, and a theft of each
 * kind the victim has, all equally likely. */
static double value_action(const struct search_ref *search, const struct game *game, unsigned mover,
                           const struct action *action, unsigned depth, double low, double high) {
    unsigned parts = game_parts(search->setup, game, action);
    struct outcome outcome = {0};
    double sum = 0, total = 0;

    if (parts == 0)
        return value_outcome(search, game, mover, action, 0, &outcome, depth, low, high);
    unsigned cases = action->type == ROLL           ? NUMBER_MAX + 1
                     : action->type == BUY_DEV_CARD ? DEV_COUNT
                                                    : search->setup->rules.kinds;
    for (unsigned i = action->type == ROLL ? SUM_LOWEST : 0; i < cases; i++) {
        double likely = 1;
        if (action->type == ROLL) {
            unsigned yellow = i > DIE_SIDES ? DIE_SIDES : i - 1;
            outcome = (struct outcome){.yellow = (uint8_t)yellow, .red = (uint8_t)(i - yellow)};
            likely = i == SEVEN ? DIE_SIDES : number_pips(i);
        } else {
            outcome = (struct outcome){.card = (uint8_t)i};
            if (action->type == BUY_DEV_CARD)
                likely = game->deck[i];
        }
        if (game_possible(search->setup, game, mover, action, &outcome) != REASON_OK)
            continue;
        sum +=
            likely * value_outcome(search, game, mover, action, parts, &outcome, depth, low, high);
        total += likely;
    }
    return total > 0 ? sum / total : value_position(search->setup, game, search->seat);
}

/* The value of GAME for the searcher, DEPTH moves ahead; others do what is worst for it. Stores the move in BEST, if
 * not NULL. */
static double look_ahead(const struct search_ref *search, const struct game *game, unsigned depth,
                         double low, double high, struct action *best) {
    struct move_list list;
    unsigned mover = game->phase == PHASE_FINISHED ? NONE : find_mover(search->setup, game);

    if (depth == 0 || mover == NONE)
        return value_position(search->setup, game, search->seat);
    bool own = mover == search->seat, any = false;
    double value = own ? -INFINITY : INFINITY;
    game_list(search->setup, game, mover, &list);
    for (size_t i = 0; i < list.n && low < high; i++) {
        const struct action *action = &list.items[i];
        if (is_skipped(action))
            continue;
        double found = value_action(search, game, mover, action, depth - 1, low, high);
        any = true;
        if (own ? found > value : found < value) {
            value = found;
            if (best != NULL)
                *best = *action;
        }
        if (own)
            low = fmax(low, value);
        else
            high = fmin(high, value);
    }
    return any ? value
               : value_position(search->setup, game, search->seat); /* discards are random */
}

/* ---- games ---- */

static struct action choose(struct match *match, const struct game *view, unsigned seat) {
    const struct strength *strength = match->context;
    const struct search_ref search = {&match->setup, seat};
    struct action best = {.type = ACTION_NONE};

    if (strength->is_bot[seat])
        return bot_choose(strength->bot, &match->setup, view, seat,
                          strength->trades ? match->offers : BOT_OFFERS_MAX,
                          &match->thoughts.chance);
    for (unsigned i = 0; i < match->game.n_pending; i++) /* discards are random */
        if (match->game.pending[i].player == seat && match->game.pending[i].kind == DECIDE_DISCARD)
            return bot_choose(BOT_RANDOM, &match->setup, view, seat, BOT_OFFERS_MAX,
                              &match->thoughts.chance);
    if (find_mover(&match->setup, &match->game) == seat)
        look_ahead(&search, &match->game, strength->depth, -INFINITY, INFINITY, &best);
    return best;
}

/* Each set of N seats in turn, on the same board. */
static unsigned count_seatings(unsigned n) {
    return n == 2 ? PLAYERS * (PLAYERS - 1) / 2 : PLAYERS;
}

static void seats_of_game(struct strength *strength, unsigned n, unsigned game) {
    unsigned left = game % count_seatings(n), set = 0;
    while (bit_count(set) != n || left-- > 0)
        set++;
    for (unsigned seat = 0; seat < PLAYERS; seat++)
        strength->is_bot[seat] = set >> seat & 1;
}

static bool read_number(const char *text, unsigned long least, unsigned long most,
                        unsigned long *number) {
    char *end;

    errno = 0;
    *number = strtoul(text, &end, 10);
    return errno == 0 && end != text && *end == '\0' && *number >= least && *number <= most;
}

int main(int argc, char **argv) {
    static struct strength strength;
    unsigned long games = GAMES, seats = 2, depth = DEPTH, seed = 1, trades = 0;
    bool fine = argc >= 2 && argc % 2 == 0;
    unsigned wins = 0, ended = 0;

    for (int i = 2; i + 1 < argc && fine; i += 2) {
        if (strcmp(argv[i], "--games") == 0)
            fine = read_number(argv[i + 1], 1, GAMES_MAX, &games);
        else if (strcmp(argv[i], "--seats") == 0)
            fine = read_number(argv[i + 1], 1, PLAYERS - 1, &seats);
        else if (strcmp(argv[i], "--depth") == 0)
            fine = read_number(argv[i + 1], 1, DEPTH_MAX, &depth);
        else if (strcmp(argv[i], "--trades") == 0)
            fine = read_number(argv[i + 1], 0, 1, &trades);
        else
            fine = strcmp(argv[i], "--seed") == 0 && read_number(argv[i + 1], 0, UINT32_MAX, &seed);
    }
    if (!fine || (strength.bot = bot_of(argv[1])) == BOT_COUNT) {
        fputs("usage: strength BOT [--games N] [--seats 1..3] [--depth 1..3] [--trades 0|1] "
              "[--seed N]\n",
              stderr);
        return 2;
    }
    strength.depth = (unsigned)depth;
    strength.trades = trades == 1;
    for (unsigned g = 0; g < games; g++) {
        struct match *match = &strength.match;
        if (!match_open(match, rules_base(PLAYERS), seed + g / count_seatings((unsigned)seats))) {
            fputs("strength: no board\n", stderr);
            return 1;
        }
        match->choose = choose;
        match->context = &strength;
        seats_of_game(&strength, (unsigned)seats, g);
        if (match_play(match) == MATCH_WON) {
            ended++;
            wins += strength.is_bot[match->game.winner];
        }
    }
    double p = ended > 0 ? (double)wins / ended : 0;
    printf("%s on %lu of %d seats against the reference at depth %lu: %.1f %% +- %.1f of %u games "
           "(%lu not ended), "
           "seed %lu\n",
           argv[1], seats, PLAYERS, depth, 100 * p,
           196 * sqrt(p * (1 - p) / (ended > 0 ? ended : 1)), ended, games - ended, seed);
    return ended == games ? 0 : 1;
}
