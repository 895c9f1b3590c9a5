/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What the greedy bot wants: a few goals, each with a cost and a worth, and how soon the hand and
 * the income reach them. All arithmetic is in integers, so that choices are the same on every
 * machine. */
#include "service/bots/rows.h"

#include <limits.h>
#include <string.h>

enum {
    ROLLS_MAX = 60, /* horizon; anything that takes longer counts as this */
    PIP_WORTH = 52, /* of a kind without income; less, the more income there is */
    COMMODITY_PIP_WORTH = 70,
    PIP_PLENTY = 9, /* income at which a kind's further pips are worth half */
    HARBOR_WORTH = 60,
    HARBOR_PIP_WORTH = 14, /* of a 2:1 harbor, per pip of its kind */
    ARMY_NEAR_WORTH = 180,
    AWARD_POINTS = 2,
    AWARD_KEPT_WORTH = 60, /* of extending an award that the bot holds */
    CROWDED_PERCENT = 80,  /* of its worth is left of a place that an opponent also reaches */
    SECOND_GOAL_SHARE = 5, /* divisor: in a hand's worth the next best goal counts a fifth */
    CARD_WORTH = 2,
};

static int hex_pips(const struct game *view, unsigned hex) {
    return number_pips(view->numbers[hex]);
}

/* What a city gets at a hex of TERRAIN in addition to a settlement: C-36 to C-40, B-34. */
static unsigned city_yields(const struct bot *bot, unsigned terrain) {
    unsigned commodity = terrain_commodity(terrain);

    return commodity < bot->setup->rules.kinds ? commodity : terrain_yields(terrain);
}

/* Gold counts as a share of each resource. */
static void income_of_gold(const struct bot *bot, unsigned vertex, unsigned hex,
                           int income[KIND_COUNT]) {
    int pips = hex_pips(bot->view, hex) * (bot->view->building[vertex] == BUILDING_CITY ? 2 : 1);

    for (unsigned kind = 0; kind < RESOURCE_COUNT; kind++)
        income[kind] += (2 * pips + RESOURCE_COUNT - 1) / RESOURCE_COUNT;
}

void plan_income(const struct bot *bot, unsigned seat, int income[KIND_COUNT]) {
    const struct board *board = &bot->setup->board;

    memset(income, 0, KIND_COUNT * sizeof *income);
    VERTEX_EACH(&bot->view->built, v) {
        for (unsigned i = 0; i < 3 && bot->view->owner[v] == seat; i++) {
            unsigned hex = board->vertex[v].hexes[i];
            unsigned terrain = hex == NONE ? DESERT : game_terrain(bot->setup, bot->view, hex);
            unsigned kind = terrain_yields(terrain);
            if (terrain == GOLD && hex != bot->view->robber)
                income_of_gold(bot, v, hex, income);
            if (kind == NONE || hex == bot->view->robber)
                continue;
            income[kind] += hex_pips(bot->view, hex);
            if (bot->view->building[v] == BUILDING_CITY)
                income[city_yields(bot, terrain)] += hex_pips(bot->view, hex);
        }
    }
}

int plan_city(const struct bot *bot, unsigned vertex, const int income[KIND_COUNT]) {
    const struct board *board = &bot->setup->board;
    int worth = 0, after[KIND_COUNT];

    if (bot->setup->rules.kinds == RESOURCE_COUNT)
        return plan_vertex(bot, vertex, income);
    memcpy(after, income, sizeof after);
    for (unsigned i = 0; i < 3; i++) {
        unsigned hex = board->vertex[vertex].hexes[i];
        unsigned terrain = hex == NONE ? DESERT : game_terrain(bot->setup, bot->view, hex);
        unsigned kind = city_yields(bot, terrain);
        if (kind == NONE && terrain != GOLD)
            continue;
        int pips = hex_pips(bot->view, hex);
        if (kind == NONE) { /* S-47: two cards of choice */
            worth += pips * COMMODITY_PIP_WORTH;
            continue;
        }
        int each = kind >= RESOURCE_COUNT ? COMMODITY_PIP_WORTH : PIP_WORTH;
        worth += pips * each * PIP_PLENTY / (PIP_PLENTY + after[kind]);
        after[kind] += pips;
    }
    return worth;
}

int plan_vertex(const struct bot *bot, unsigned vertex, const int income[KIND_COUNT]) {
    const struct board *board = &bot->setup->board;
    const struct vertex *place = &board->vertex[vertex];
    int worth = 0, after[KIND_COUNT];

    memcpy(after, income, sizeof after);
    for (unsigned i = 0; i < 3; i++) {
        unsigned hex = place->hexes[i];
        unsigned terrain = hex == NONE ? DESERT : game_terrain(bot->setup, bot->view, hex);
        unsigned kind = terrain_yields(terrain);
        if (terrain == GOLD)
            worth += hex_pips(bot->view, hex) * PIP_WORTH;
        if (kind == NONE)
            continue;
        int pips = hex_pips(bot->view, hex);
        worth += pips * PIP_WORTH * PIP_PLENTY / (PIP_PLENTY + after[kind]);
        after[kind] += pips;
    }
    unsigned harbors = game_harbors_at(bot->setup, bot->view, vertex);
    for (unsigned kind = 0; kind < RESOURCE_COUNT; kind++)
        if (harbors >> kind & 1)
            worth += after[kind] * HARBOR_PIP_WORTH;
    if (harbors >> HARBOR_ANY & 1)
        worth += HARBOR_WORTH;
    return worth;
}

int plan_rolls(const struct plan *plan, struct cards hand, struct cards cost) {
    for (int rolls = 0; rolls < ROLLS_MAX; rolls += rolls < 8 ? 1 : 3) {
        int missing = 0, swaps = 0;
        for (unsigned k = 0; k < plan->kinds; k++) {
            int more = hand.n[k] + plan->income[k] * rolls / 36 - cost.n[k];
            if (more < 0)
                missing -= more;
            else
                swaps += more / plan->rate[k];
        }
        if (missing <= swaps)
            return rolls;
    }
    return ROLLS_MAX;
}

int plan_score(const struct plan *plan, const struct goal *goal, struct cards hand) {
    int players = plan->bot->setup->rules.players;
    return goal->worth * 100 / (plan_rolls(plan, hand, goal->cost) + players);
}

const struct goal *plan_best(const struct plan *plan, struct cards hand) {
    const struct goal *best = NULL;
    int best_score = 0;
    for (unsigned i = 0; i < plan->n_goals; i++) {
        int score = plan_score(plan, &plan->goals[i], hand);
        if (score > best_score) {
            best_score = score;
            best = &plan->goals[i];
        }
    }
    return best;
}

int plan_hand(const struct plan *plan, struct cards hand) {
    int first = 0, second = 0;
    for (unsigned i = 0; i < plan->n_goals; i++) {
        int score = plan_score(plan, &plan->goals[i], hand);
        if (score > first) {
            second = first;
            first = score;
        } else if (score > second) {
            second = score;
        }
    }
    return first * SECOND_GOAL_SHARE + second + CARD_WORTH * (int)cards_total(hand);
}

struct cards plan_spare(const struct plan *plan, struct cards hand, unsigned count) {
    struct cards spare = cards_none();
    while (count-- > 0 && !cards_empty(hand)) {
        unsigned least = 0;
        int least_left = INT_MIN;
        for (unsigned k = 0; k < plan->kinds; k++) {
            if (hand.n[k] == 0)
                continue;
            int left = plan_hand(plan, cards_sub(hand, cards_one(k, 1))) * 8 + hand.n[k];
            if (left > least_left) {
                least = k;
                least_left = left;
            }
        }
        hand.n[least]--;
        spare.n[least]++;
    }
    return spare;
}

struct cards plan_pick(const struct plan *plan, struct cards hand, struct cards offered,
                       unsigned count) {
    struct cards picked = cards_none();
    while (count-- > 0 && !cards_empty(offered)) {
        unsigned best = 0;
        int best_worth = INT_MIN;
        for (unsigned k = 0; k < plan->kinds; k++) {
            if (offered.n[k] == 0)
                continue;
            /* among kinds of no immediate use, prefer the one with the least income */
            int worth = plan_hand(plan, cards_add(hand, cards_one(k, 1))) * 64 - plan->income[k];
            if (worth > best_worth) {
                best = k;
                best_worth = worth;
            }
        }
        offered.n[best]--;
        hand.n[best]++;
        picked.n[best]++;
    }
    return picked;
}

/* ---- where to build ---- */

/* Whether the pirate keeps ships off EDGE (S-44). */
static bool is_pirates(const struct bot *bot, unsigned edge) {
    unsigned hex = bot->view->pirate;

    for (unsigned i = 0; hex != NONE && i < SIDE_COUNT; i++)
        if (bot->setup->board.hexes[hex].edges[i] == edge)
            return true;
    return false;
}

bool plan_takes_line(const struct bot *bot, unsigned edge, bool ship) {
    if (bot->setup->paths == NULL)
        return !ship;
    return ship ? edge_set_has(&bot->view->ship_paths, edge) && !is_pirates(bot, edge)
                : edge_set_has(&bot->view->road_paths, edge);
}

/* How many roads, or SHIPs, each vertex is from the bot's network, breadth first. */
static void find_ways(struct plan *plan, bool ship) {
    const struct bot *bot = plan->bot;
    const struct board *board = &bot->setup->board;
    const struct player *player = &bot->view->players[bot->seat];
    const struct vertex_set *ends = ship ? &player->moored : &player->touched;
    uint8_t *to = ship ? plan->ships_to : plan->roads_to;
    uint8_t *first = ship ? plan->first_ship : plan->first_road;
    unsigned reach = ship ? SHIP_REACH : GOAL_REACH;
    uint8_t queue[VERTEX_MAX];
    unsigned head = 0, tail = 0;

    memset(to, NONE, VERTEX_MAX);
    memset(first, NONE, VERTEX_MAX);
    if (ship && bot->setup->paths == NULL)
        return;
    for (unsigned v = 0; v < board->n_vertices; v++)
        if (vertex_set_has(ends, v) || vertex_set_has(&player->settlements, v) ||
            vertex_set_has(&player->cities, v)) {
            to[v] = 0;
            queue[tail++] = (uint8_t)v;
        }
    while (head < tail) {
        unsigned v = queue[head++];
        bool foreign = vertex_set_has(&bot->view->occupied, v) && bot->view->owner[v] != bot->seat;
        if (foreign || to[v] == reach)
            continue;
        for (unsigned i = 0; i < board->vertex[v].n_edges; i++) {
            unsigned edge = board->vertex[v].edges[i], next = board->vertex[v].neighbors[i];
            if (to[next] != NONE || edge_set_has(&bot->view->paved, edge) ||
                !plan_takes_line(bot, edge, ship))
                continue;
            to[next] = (uint8_t)(to[v] + 1);
            first[next] = to[v] == 0 ? (uint8_t)edge : first[v];
            queue[tail++] = (uint8_t)next;
        }
    }
}

/* Whether an opponent's road ends at VERTEX or one road away from it. */
static bool is_contested(const struct bot *bot, unsigned vertex) {
    const struct vertex *place = &bot->setup->board.vertex[vertex];
    for (unsigned s = 0; s < bot->setup->rules.players; s++) {
        const struct vertex_set *touched = &bot->view->players[s].touched;
        if (s == bot->seat)
            continue;
        if (vertex_set_has(touched, vertex))
            return true;
        for (unsigned i = 0; i < place->n_edges; i++)
            if (vertex_set_has(touched, place->neighbors[i]))
                return true;
    }
    return false;
}

struct cards plan_multiply(struct cards cards, unsigned n) {
    struct cards sum = cards_none();
    while (n-- > 0)
        sum = cards_add(sum, cards);
    return sum;
}

void plan_add(struct plan *plan, struct goal goal, int points) {
    if (plan->points + points >= plan->bot->setup->rules.points_target && points > 0)
        goal.worth *= WINNING;
    for (unsigned i = 0; i < plan->n_goals; i++)
        if (plan->goals[i].kind == goal.kind && cards_equal(plan->goals[i].cost, goal.cost)) {
            if (goal.worth > plan->goals[i].worth)
                plan->goals[i] = goal;
            return;
        }
    if (plan->n_goals < (plan->bot->setup->paths != NULL ? GOAL_MAX : GOAL_LAND))
        plan->goals[plan->n_goals++] = goal;
}

/* Whether no knight is in the way, except one that can make room (C-77). */
static bool may_settle(const struct bot *bot, unsigned vertex) {
    if (!vertex_set_has(&bot->view->occupied, vertex))
        return true;
    MOVES_EACH(bot, MOVE_KNIGHT, move) {
        if (move->vertex == vertex)
            return true;
    }
    return false;
}

/* How much is needed to take AWARD, from its holder or unclaimed. */
static int award_need(const struct bot *bot, enum award award) {
    const struct game *view = bot->view;
    unsigned holder = view->holders[award], need = bot->setup->award_least[award];

    for (unsigned seat = 0; seat < bot->setup->rules.colors; seat++) {
        unsigned have = game_award_have(bot->setup, view, award, seat);
        if (seat != bot->seat && have >= need && (holder == NONE || holder == seat))
            need = have + 1;
    }
    return (int)need;
}

/* What a building contributes to AWARD, counted as if built: the card's points if it takes it, else a share of
 * them; a little if the bot holds the card already, as others approach too. */
static int award_nearer(const struct bot *bot, enum award award, unsigned vertex,
                        enum building building, int *points) {
    struct game after = *bot->view;
    struct player *player = &after.players[bot->seat];
    int have = (int)game_award_have(bot->setup, bot->view, award, bot->seat), more, need;

    vertex_set_remove(&player->settlements, vertex);
    vertex_set_add(building == BUILDING_CITY ? &player->cities : &player->settlements, vertex);
    vertex_set_remove(&after.tipped, vertex);
    more = (int)game_award_have(bot->setup, &after, award, bot->seat) - have;
    if (more <= 0)
        return 0;
    if (bot->view->holders[award] == bot->seat)
        return AWARD_KEPT_WORTH * more;
    need = award_need(bot, award) - have;
    if (more >= need) {
        *points += AWARD_POINTS;
        return bot->view->holders[award] == NONE ? 0 : POINT / 2;
    }
    return AWARD_POINTS * POINT * more / (2 * need);
}

/* The same for all special cards that are counted from pieces on the board. */
static int plan_awards(const struct bot *bot, unsigned vertex, enum building building,
                       int *points) {
    int worth = 0;

    for (uint64_t awards = bot->setup->recounted; awards;) {
        enum award award = (enum award)bit_take(&awards);
        worth += award_nearer(bot, award, vertex, building, points);
    }
    return worth;
}

void plan_settlements(struct plan *plan, bool ship) {
    const struct bot *bot = plan->bot;
    const struct player *player = &bot->view->players[bot->seat];
    const uint8_t *to = ship ? plan->ships_to : plan->roads_to;
    unsigned piece = ship ? PIECE_SHIP : PIECE_ROAD;

    if (player->supply[PIECE_SETTLEMENT] == 0)
        return;
    for (unsigned v = 0; v < bot->setup->board.n_vertices; v++) {
        unsigned roads = to[v];
        if (roads == NONE || roads > player->supply[piece] || vertex_set_has(&bot->view->near, v) ||
            !may_settle(bot, v))
            continue;
        int points = 1, worth = plan_vertex(bot, v, plan->income);
        BOT_ROW_EACH(bot->setup, place, row) {
            worth += row->place(bot, v, &points);
        }
        worth += plan_awards(bot, v, BUILDING_SETTLEMENT, &points);
        worth += POINT * points;
        if (roads > 0 && is_contested(bot, v))
            worth = worth * CROWDED_PERCENT / 100;
        plan_add(plan,
                 (struct goal){.kind = GOAL_SETTLEMENT,
                               .vertex = (uint8_t)v,
                               .edge = ship ? plan->first_ship[v] : plan->first_road[v],
                               .ship = ship,
                               .worth = worth,
                               .cost = cards_add(piece_cost[PIECE_SETTLEMENT],
                                                 plan_multiply(piece_cost[piece], roads))},
                 points);
    }
}

static void add_cities(struct plan *plan) {
    const struct bot *bot = plan->bot;
    const struct player *player = &bot->view->players[bot->seat];

    const struct vertex_set *places = &player->settlements;
    struct vertex_set tipped = {{0}};

    if (player->tipped > 0) { /* they have to be raised first (C-137) */
        VERTEX_EACH(&bot->view->tipped, v) {
            if (bot->view->owner[v] == bot->seat)
                vertex_set_add(&tipped, v);
        }
        places = &tipped;
    } else if (player->supply[PIECE_CITY] == 0) {
        return;
    }
    VERTEX_EACH(places, v) {
        int points = 1, worth = plan_city(bot, v, plan->income);
        worth += plan_awards(bot, v, BUILDING_CITY, &points);
        plan_add(plan,
                 (struct goal){.kind = GOAL_CITY,
                               .vertex = (uint8_t)v,
                               .edge = NONE,
                               .worth = POINT * points + worth,
                               .cost = piece_cost[PIECE_CITY]},
                 points);
    }
}

/* A free edge that lengthens the longest line, or NONE. */
static unsigned find_lengthening(const struct plan *plan) {
    const struct bot *bot = plan->bot;
    const struct board *board = &bot->setup->board;
    const struct player *player = &bot->view->players[bot->seat];
    struct game after = *bot->view;

    for (unsigned e = 0; e < board->n_edges; e++) {
        const uint8_t *ends = board->edge[e].vertices;
        bool joins = false;
        for (unsigned i = 0; i < 2; i++)
            joins |= vertex_set_has(&player->touched, ends[i]) &&
                     !(vertex_set_has(&bot->view->occupied, ends[i]) &&
                       bot->view->owner[ends[i]] != bot->seat);
        if (!joins || edge_set_has(&bot->view->paved, e) || !plan_takes_line(bot, e, false))
            continue;
        edge_set_add(&after.players[bot->seat].roads, e);
        if (game_longest_road(bot->setup, &after, bot->seat) > player->road_length)
            return e;
        edge_set_remove(&after.players[bot->seat].roads, e);
    }
    return NONE;
}

static void add_road_card(struct plan *plan) {
    const struct bot *bot = plan->bot;
    const struct game *view = bot->view;
    const struct player *player = &view->players[bot->seat];
    int need = bot->setup->rules.road_card_min, swing = AWARD_POINTS * POINT;

    if (view->holders[AWARD_LONGEST_ROAD] == bot->seat)
        return;
    if (view->holders[AWARD_LONGEST_ROAD] != NONE) {
        need = view->players[view->holders[AWARD_LONGEST_ROAD]].road_length + 1;
        swing += POINT / 2;
    }
    need -= player->road_length;
    if (need < 1 || need > GOAL_REACH || need > player->supply[PIECE_ROAD])
        return;
    unsigned edge = find_lengthening(plan);
    if (edge != NONE)
        plan_add(plan,
                 (struct goal){.kind = GOAL_ROAD_CARD,
                               .vertex = NONE,
                               .edge = (uint8_t)edge,
                               .worth = swing * 3 / 4,
                               .cost = plan_multiply(piece_cost[PIECE_ROAD], (unsigned)need)},
                 AWARD_POINTS);
}

static void add_dev_card(struct plan *plan) {
    const struct bot *bot = plan->bot;
    const struct game *view = bot->view;
    const struct player *player = &view->players[bot->seat];
    int most = bot->setup->rules.army_card_min - 1, knights = player->knights_played;

    if (view->deck_count == 0)
        return;
    if (view->holders[AWARD_LARGEST_ARMY] != NONE && view->holders[AWARD_LARGEST_ARMY] != bot->seat)
        most = view->players[view->holders[AWARD_LARGEST_ARMY]].knights_played;
    knights += player->dev[KNIGHT];
    bool near =
        view->holders[AWARD_LARGEST_ARMY] != bot->seat && knights <= most && knights + 2 > most;
    int worth = DEV_WORTH + (near ? ARMY_NEAR_WORTH : 0);
    BOT_ROW_EACH(bot->setup, dev_card, row) {
        worth += row->dev_card(bot);
    }
    plan_add(
        plan,
        (struct goal){
            .kind = GOAL_DEV_CARD, .vertex = NONE, .edge = NONE, .worth = worth, .cost = dev_cost},
        0);
}

void plan_make(struct plan *plan, const struct bot *bot) {
    memset(plan, 0, sizeof *plan);
    plan->bot = bot;
    plan->kinds = bot->setup->rules.kinds;
    plan->points = (int)game_points(bot->setup, bot->view, bot->seat);
    plan_income(bot, bot->seat, plan->income);
    for (unsigned k = 0; k < plan->kinds; k++)
        plan->rate[k] = (int)game_rate(bot->setup, bot->view, bot->seat, k);
    find_ways(plan, false);
    find_ways(plan, true);
    plan_settlements(plan, false);
    BOT_ROW_EACH(bot->setup, ways, row) {
        row->ways(plan);
    }
    add_cities(plan);
    add_road_card(plan);
    if (bot->setup->rules.dev_deck)
        add_dev_card(plan);
    BOT_ROW_EACH(bot->setup, goals, row) {
        row->goals(plan);
    }
}
