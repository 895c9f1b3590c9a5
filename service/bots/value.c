/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/bots/rows.h"

#include <math.h>
#include <string.h>

#define VALUE_NAME(NAME, TEXT) [FEATURE_##NAME] = (TEXT),
const char *const value_feature_names[FEATURE_COUNT] = {VALUE_FEATURES(VALUE_NAME)};
#undef VALUE_NAME

enum {
    PACE_STEPS = 6,
    NEVER = 40 /* rolls */,
    LONG = NEVER / 2,
    SEVEN_PIPS = 36,
    WONDER_POINTS = 2
};

const char *const value_game_names[VALUE_GAME_COUNT] = {"base", "two", "knights", "two_opening"};

enum value_game value_game_of(const struct setup *setup) {
    BOT_ROW_EACH(setup, weights, row) {
        return row->weights;
    }
    return setup->rules.players == 2 ? VALUE_TWO : VALUE_BASE;
}

/* The weights for positions at the end of the set-up; the usual ones where special ones gained
 * nothing. */
static enum value_game value_opening_of(const struct setup *setup) {
    enum value_game game = value_game_of(setup);

    return game == VALUE_TWO ? VALUE_TWO_OPENING : game;
}

/* ---- income ---- */

static void look_at_hex(struct look *look, unsigned hex, unsigned building) {
    const struct game *game = look->game;
    unsigned terrain = game_terrain(look->setup, game, hex), kind = terrain_yields(terrain);
    unsigned second = terrain_commodity(terrain);
    float share = (float)number_pips(game->numbers[hex]) / SEVEN_PIPS;

    if (kind == NONE)
        return;
    if (hex == game->robber)
        look->f[FEATURE_BLOCKED] += share * (float)building;
    look->income[kind] += share;
    if (building == BUILDING_CITY)
        look->income[second < look->setup->rules.kinds ? second : kind] += share;
}

static void look_at_income(struct look *look) {
    static const uint8_t of_kind[KIND_COUNT] = {FEATURE_BRICK, FEATURE_LUMBER, FEATURE_WOOL,
                                                FEATURE_GRAIN, FEATURE_ORE,    FEATURE_CLOTH,
                                                FEATURE_COIN,  FEATURE_PAPER};
    const struct board *board = &look->setup->board;
    struct vertex_set built = vertex_set_union(look->player->settlements, look->player->cities);

    VERTEX_EACH(&built, v) {
        for (unsigned i = 0; i < 3; i++)
            if (board->vertex[v].hexes[i] != NONE)
                look_at_hex(look, board->vertex[v].hexes[i], look->game->building[v]);
    }
    for (unsigned k = 0; k < look->setup->rules.kinds; k++) {
        look->f[of_kind[k]] = sqrtf(look->income[k]);
        look->f[FEATURE_PIPS] += look->income[k];
        look->f[FEATURE_KINDS] += look->income[k] > 0 ? 0.2F : 0;
        look->rate[k] = (float)game_rate(look->setup, look->game, look->seat, k);
        if (look->rate[k] == 2)
            look->f[FEATURE_HARBOR_PIPS] += look->income[k];
    }
    look->f[FEATURE_HARBOR_ANY] = look->player->harbors >> HARBOR_ANY & 1;
}

/* Cards still missing after ROLLS, less those that the bank gives for surplus cards. */
static float still_missing(const struct look *look, struct cards hand, struct cards cost,
                           float rolls) {
    float missing = 0;

    for (unsigned k = 0; k < look->setup->rules.kinds; k++) {
        float more = (float)hand.n[k] - (float)cost.n[k] + look->income[k] * rolls;
        missing -= more < 0 ? more : more / look->rate[k];
    }
    return missing;
}

static bool pays_now(const struct look *look, struct cards hand, struct cards cost) {
    int missing = 0;

    for (unsigned k = 0; k < look->setup->rules.kinds; k++) {
        int more = hand.n[k] - cost.n[k];
        missing -= more < 0 ? more : more / (int)look->rate[k];
    }
    return missing <= 0;
}

/* Number of rolls until HAND and income pay COST, trades with the bank included. */
static float look_rolls(const struct look *look, struct cards hand, struct cards cost) {
    float low = 0, high = NEVER;

    if (pays_now(look, hand, cost))
        return 0;
    for (unsigned i = 0; i < PACE_STEPS; i++) {
        float middle = (low + high) / 2;
        if (still_missing(look, hand, cost, middle) > 0)
            low = middle;
        else
            high = middle;
        if (i == 0 && low > 0)
            return LONG;
    }
    return high < 1 ? 1 : high;
}

/* From 1 (at once) towards 0 (never). */
float look_soon(const struct look *look, struct cards hand, struct cards cost) {
    return 4 / (4 + look_rolls(look, hand, cost));
}

/* ---- places ---- */

static float spot_worth(const struct look *look, unsigned vertex) {
    const struct vertex *place = &look->setup->board.vertex[vertex];
    float worth = place->harbors != 0 ? 0.03F : 0;

    for (unsigned i = 0; i < 3; i++) {
        unsigned hex = place->hexes[i];
        unsigned kind =
            hex == NONE ? NONE : terrain_yields(game_terrain(look->setup, look->game, hex));
        if (kind == NONE)
            continue;
        float share = (float)number_pips(look->game->numbers[hex]) / SEVEN_PIPS;
        worth += share * (0.6F + 0.1F / (0.1F + look->income[kind]));
    }
    return worth;
}

static void look_at_spot(struct look *look, unsigned vertex, unsigned roads) {
    float worth = spot_worth(look, vertex);

    for (unsigned r = roads; r <= SPOT_REACH; r++) {
        look->spots[r]++;
        if (worth > look->best[r])
            look->best[r] = worth;
    }
}

/* Which free places the player's roads reach with at most SPOT_REACH more, breadth first. */
static void look_at_spots(struct look *look) {
    const struct board *board = &look->setup->board;
    const struct game *game = look->game;
    struct vertex_set lines = vertex_set_union(look->player->touched, look->player->moored);
    struct vertex_set seen =
        vertex_set_union(lines, vertex_set_union(look->player->settlements, look->player->cities));
    struct vertex_set front = seen;

    if (look->player->supply[PIECE_SETTLEMENT] == 0) {
        look->f[FEATURE_NO_SETTLEMENTS_LEFT] = 1;
        return;
    }
    for (unsigned roads = 0;; roads++) {
        struct vertex_set next = {{0}};
        VERTEX_EACH(&front, v) {
            if (!vertex_set_has(&game->near, v) && !vertex_set_has(&board->closed, v))
                look_at_spot(look, v, roads);
            if (roads == SPOT_REACH ||
                (vertex_set_has(&game->occupied, v) && game->owner[v] != look->seat))
                continue;
            for (unsigned i = 0; i < board->vertex[v].n_edges; i++) {
                unsigned there = board->vertex[v].neighbors[i];
                if (!vertex_set_has(&seen, there) &&
                    !edge_set_has(&game->paved, board->vertex[v].edges[i]))
                    vertex_set_add(&next, there);
            }
        }
        if (roads == SPOT_REACH)
            break;
        seen = vertex_set_union(seen, next);
        front = next;
    }
    look->f[FEATURE_SPOT_NOW] = look->best[0];
    look->f[FEATURE_SPOT_NEAR] = look->best[1];
    look->f[FEATURE_SPOT_FAR] = look->best[2];
    look->f[FEATURE_SPOTS] = (float)(look->spots[2] < 5 ? look->spots[2] : 5) * 0.2F;
}

/* The cost of the next settlement, roads on the way included; false if there is no place for one. */
static bool settlement_cost(const struct look *look, struct cards *cost) {
    unsigned roads = 0;

    while (roads <= SPOT_REACH && look->spots[roads] == 0)
        roads++;
    if (roads > SPOT_REACH)
        return false;
    *cost = piece_cost[PIECE_SETTLEMENT];
    for (unsigned i = 0; i < roads; i++)
        *cost = cards_add(*cost, piece_cost[PIECE_ROAD]);
    return true;
}

/* ---- cards ---- */

/* How soon the player can build with the present hand, or with an empty one. */
static void look_at_building(struct look *look) {
    const struct rules *rules = &look->setup->rules;
    struct cards none = cards_none(), hand = look->player->hand, cost;
    float *f = look->f;
    bool city =
        look->player->supply[PIECE_CITY] > 0 && !vertex_set_empty(&look->player->settlements);

    f[FEATURE_ROAD_PACE] = look_soon(look, none, piece_cost[PIECE_ROAD]);
    f[FEATURE_CITY_PACE] = look_soon(look, none, piece_cost[PIECE_CITY]);
    f[FEATURE_SETTLEMENT_PACE] = look_soon(look, none, piece_cost[PIECE_SETTLEMENT]);
    if (rules->dev_deck)
        f[FEATURE_DEV_PACE] = look_soon(look, none, dev_cost);
    if (!look->own)
        return;
    if (city)
        f[FEATURE_CITY_SOON] = look_soon(look, hand, piece_cost[PIECE_CITY]);
    if (settlement_cost(look, &cost))
        f[FEATURE_SETTLEMENT_SOON] = look_soon(look, hand, cost);
    if (rules->dev_deck && look->game->deck_count > 0)
        f[FEATURE_DEV_SOON] = look_soon(look, hand, dev_cost);
    f[FEATURE_BEST_SOON] =
        larger_of(f[FEATURE_CITY_SOON], larger_of(f[FEATURE_SETTLEMENT_SOON], f[FEATURE_DEV_SOON]));
}

static void look_at_hand(struct look *look) {
    const struct player *player = look->player;
    float *f = look->f;
    int over = player->hand_count - (int)game_hand_limit(look->setup, look->game, look->seat);

    f[FEATURE_OVER_LIMIT] = over > 0 ? (float)over * 0.1F : 0;
    f[FEATURE_TOKENS] = (float)player->tokens * 0.1F;
    f[FEATURE_KNIGHTS_PLAYED] = (float)player->knights_played * 0.2F;
    if (!look->own) {
        f[FEATURE_HAND_HIDDEN] = (float)player->hand_count * 0.1F;
        f[FEATURE_DEV_HIDDEN] = (float)player->dev_count * 0.2F;
        return;
    }
    f[FEATURE_HAND] = (float)player->hand_count * 0.1F;
    f[FEATURE_HAND_KINDS] = (float)bit_count(cards_kinds(player->hand)) * 0.2F;
    f[FEATURE_DEV_KNIGHT] = (float)player->dev[KNIGHT] * 0.2F;
    f[FEATURE_DEV_ROADS] = player->dev[ROAD_BUILDING];
    f[FEATURE_DEV_PLENTY] = player->dev[YEAR_OF_PLENTY];
    f[FEATURE_DEV_MONOPOLY] = player->dev[MONOPOLY];
    f[FEATURE_HIDDEN_POINTS] = (float)player->dev[VICTORY_POINT] * 0.2F;
}

/* The two special cards: held, or nearly. */
static void look_at_cards(struct look *look) {
    const struct game *game = look->game;
    const struct rules *rules = &look->setup->rules;
    int need = rules->road_card_min, knights = rules->army_card_min;

    look->f[FEATURE_ROAD_LENGTH] = (float)look->player->road_length * 0.1F;
    if (game->holders[AWARD_LONGEST_ROAD] == look->seat) {
        look->f[FEATURE_ROAD] = 1;
    } else if (need > 0) {
        if (game->holders[AWARD_LONGEST_ROAD] != NONE)
            need = game->players[game->holders[AWARD_LONGEST_ROAD]].road_length + 1;
        need -= look->player->road_length;
        look->f[FEATURE_ROAD_NEAR] = need <= 0 ? 1 : 1 / (float)(1 + need);
    }
    if (knights == 0)
        return;
    if (game->holders[AWARD_LARGEST_ARMY] == look->seat) {
        look->f[FEATURE_ARMY] = 1;
        return;
    }
    if (game->holders[AWARD_LARGEST_ARMY] != NONE)
        knights = game->players[game->holders[AWARD_LARGEST_ARMY]].knights_played + 1;
    knights -= look->player->knights_played + (look->own ? look->player->dev[KNIGHT] : 0);
    look->f[FEATURE_ARMY_NEAR] = knights <= 0 ? 1 : 1 / (float)(1 + knights);
}

/* ---- all of it ---- */

static void look_at_player(struct look *look, unsigned viewer) {
    const struct setup *setup = look->setup;
    const struct player *player = look->player;
    unsigned players = setup->rules.players, target = setup->rules.points_target;
    unsigned after = (look->seat + players - viewer) % players;
    unsigned points = look->own ? game_points(setup, look->game, look->seat)
                                : game_points_visible(setup, look->game, look->seat);
    points += WONDER_POINTS * player->wonder_level; /* four levels win without points (S-153) */
    unsigned need = points < target ? target - points : 1;

    look->f[FEATURE_SELF] = look->own;
    look->f[FEATURE_NEXT] = after == 1;
    look->f[FEATURE_AFTER_NEXT] = after == 2;
    look->f[FEATURE_POINTS] = (float)points / (float)target;
    look->f[FEATURE_NEAR_END] = 1 / (float)need;
    look->f[FEATURE_UPGRADES] = (float)vertex_set_count(&player->settlements) * 0.2F;
    look->f[FEATURE_CITIES] = (float)vertex_set_count(&player->cities) * 0.25F;
    look_at_income(look);
    look_at_spots(look);
    look_at_building(look);
    look_at_hand(look);
    look_at_cards(look);
    BOT_ROW_EACH(setup, look, row) {
        row->look(look);
    }
}

void value_look(const struct setup *setup, const struct game *game, unsigned viewer,
                struct value_position *position) {
    memset(position, 0, sizeof *position);
    position->players = setup->rules.players;
    for (unsigned s = 0; s < position->players; s++) {
        struct look look = {.setup = setup,
                            .game = game,
                            .player = &game->players[s],
                            .seat = s,
                            .own = s == viewer,
                            .f = position->features[s]};
        look_at_player(&look, viewer);
        position->progress = larger_of(position->progress, position->features[s][FEATURE_POINTS]);
    }
}

static double value_score(const float features[FEATURE_COUNT], float progress,
                          const struct value_weights *weights) {
    float early = 0, late = 0;

    for (unsigned i = 0; i < FEATURE_COUNT; i++) {
        early += features[i] * weights->of[i][VALUE_EARLY];
        late += features[i] * weights->of[i][VALUE_LATE];
    }
    return (double)(early + progress * late);
}

void value_chances(const struct value_position *position, const struct value_weights *weights,
                   double chances[SEAT_MAX]) {
    double most = -1e9, sum = 0;

    for (unsigned s = 0; s < position->players; s++) {
        chances[s] = value_score(position->features[s], position->progress, weights);
        most = chances[s] > most ? chances[s] : most;
    }
    for (unsigned s = 0; s < position->players; s++) {
        chances[s] = exp(chances[s] - most);
        sum += chances[s];
    }
    for (unsigned s = 0; s < position->players; s++)
        chances[s] /= sum;
}

static double value_by(const struct setup *setup, const struct game *game, unsigned viewer,
                       enum value_game table) {
    struct value_position position;
    double chances[SEAT_MAX];

    if (game->phase == PHASE_FINISHED)
        return game->winner == viewer;
    value_look(setup, game, viewer, &position);
    value_chances(&position, &value_weights[table], chances);
    return chances[viewer];
}

double value_of_opening(const struct setup *setup, const struct game *game, unsigned viewer) {
    return value_by(setup, game, viewer, value_opening_of(setup));
}

double value_of(const struct setup *setup, const struct game *game, unsigned viewer) {
    return value_by(setup, game, viewer, value_game_of(setup));
}
