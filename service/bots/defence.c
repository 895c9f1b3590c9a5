/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The greedy bot's knights: how many it wants before the barbarians land, where they stand, what
 * they do, and what it gives up if they were too few. */
#include "service/bots/bot_int.h"

#include <limits.h>

enum {
    CITY_LOSS = 1500,      /* a point, production, and perhaps a wall */
    DEFENDER_WORTH = 1000, /* the point of the only strongest (C-124) */
    TIE_WORTH = 350,       /* a progress card (C-125) */
    SHARE_WORTH = 160,     /* of a step towards its share of the defence */
    KNIGHT_WORTH = 420,    /* of the first knight, whatever the barbarians do; less for others */
    KNIGHT_FEWER = 80,
    PROMOTE_WORTH = 180,
    ACTIVE_WORTH = 40,    /* of a knight that can act, per rank */
    COMMIT_WORTH = 45,    /* of staying active after a battle, per rank (V-07) */
    WANTED_PLACE = 500,   /* penalty: a settlement is planned there */
    CONTESTED_PLACE = 60, /* per opponent whose road ends there */
    ROBBER_PLACE = 12,    /* per pip of the bot beside the robber's hex, or a hex it could go to */
    CHASE_PIPS = 3,       /* pips under the robber that are worth a knight's action */
    CHASE_LEAST = 60,     /* least worth of the new hex */
    STRONG_POLITICS = 3,
    PILLAGED_WALL = 160,
};

/* How much an outcome counts in percent, by the steps that the ship still has to go. */
static const int soon[] = {100, 100, 90, 75, 60, 48, 40, 34};

static int weigh_battle(const struct bot *bot) {
    unsigned left = (unsigned)bot->setup->rules.barbarian_steps - bot->view->barbarians;
    unsigned last = sizeof soon / sizeof *soon - 1;
    return soon[left < last ? left : last];
}

/* Expected strength of SEAT: its active knights; with DECLARED, those it has committed. */
static int strength_of(const struct bot *bot, unsigned seat, bool declared) {
    return (int)game_strength(bot->view, seat, declared);
}

/* What a battle means for the bot: MINE is its strength, THEIRS those of the others. */
static int value_battle(const struct bot *bot, int mine, const int theirs[SEAT_MAX]) {
    const struct game *view = bot->view;
    struct vertex_set plain = game_plain_cities(view, bot->seat);
    int all = mine, most = 0, least = INT_MAX, barbarians;

    for (unsigned s = 0; s < bot->setup->rules.players; s++) {
        struct vertex_set cities = game_plain_cities(view, s);
        if (s == bot->seat)
            continue;
        all += theirs[s];
        most = theirs[s] > most ? theirs[s] : most;
        if (!vertex_set_empty(&cities) && theirs[s] < least)
            least = theirs[s];
    }
    barbarians = (int)game_barbarian_strength(bot->setup, view);
    if (all < barbarians)
        return !vertex_set_empty(&plain) && mine <= least ? -CITY_LOSS : 0;
    if (mine == 0 || mine < most)
        return 0;
    return mine > most ? DEFENDER_WORTH : TIE_WORTH;
}

static void their_strengths(const struct bot *bot, int theirs[SEAT_MAX]) {
    for (unsigned s = 0; s < bot->setup->rules.players; s++)
        theirs[s] = strength_of(bot, s, false);
}

/* What the bot's strength lacks of its share of the defence: its number of cities, plus one. */
static int share_missing(const struct bot *bot, int mine) {
    int share = 1;

    VERTEX_EACH(&bot_player(bot)->cities, v) {
        share += !vertex_set_has(&bot->view->tipped, v);
    }
    return share > mine ? share - mine : 0;
}

int defence_gain(const struct bot *bot, int more) {
    int theirs[SEAT_MAX], now = strength_of(bot, bot->seat, false);
    int then = now + more < 0 ? 0 : now + more;

    their_strengths(bot, theirs);
    int gain = value_battle(bot, then, theirs) - value_battle(bot, now, theirs);
    gain += SHARE_WORTH * (share_missing(bot, now) - share_missing(bot, then));
    return gain * weigh_battle(bot) / 100;
}

static unsigned rank_at(const struct bot *bot, unsigned vertex) {
    return bot->view->knight[vertex] & KNIGHT_RANK;
}

static bool active_at(const struct bot *bot, unsigned vertex) {
    return bot->view->knight[vertex] & KNIGHT_ACTIVE;
}

/* The knight that SEAT would give up first: of the lowest rank, inactive before active; or NONE. */
static unsigned find_weakest_knight(const struct bot *bot, unsigned seat) {
    unsigned found = NONE, least = UINT_MAX;

    VERTEX_EACH(&bot->view->players[seat].knights, v) {
        unsigned worth = rank_at(bot, v) * 2 + active_at(bot, v);
        if (worth < least) {
            least = worth;
            found = v;
        }
    }
    return found;
}

int defence_deserter(const struct bot *bot, unsigned victim) {
    int theirs[SEAT_MAX], mine = strength_of(bot, bot->seat, false);
    unsigned knight = find_weakest_knight(bot, victim);

    if (knight == NONE || !active_at(bot, knight))
        return 0;
    their_strengths(bot, theirs);
    int now = value_battle(bot, mine, theirs), rank = (int)rank_at(bot, knight);
    theirs[victim] -= rank;
    if (bot_player(bot)->supply[PIECE_BASIC + rank - 1] > 0)
        mine += rank;
    return (value_battle(bot, mine, theirs) - now) * weigh_battle(bot) / 100;
}

/* ---- goals ---- */

/* Whether there is a free vertex on the bot's roads (C-66). */
static bool room_for_knight(const struct bot *bot) {
    VERTEX_EACH(&bot_player(bot)->touched, v) {
        if (!vertex_set_has(&bot->view->occupied, v))
            return true;
    }
    return false;
}

static bool may_rise(const struct bot *bot, unsigned vertex) {
    const struct player *player = bot_player(bot);
    unsigned rank = rank_at(bot, vertex);

    if (rank == RANK_COUNT || bot->view->knight[vertex] & KNIGHT_PROMOTED ||
        player->supply[PIECE_BASIC + rank] == 0)
        return false;
    return rank + 1 < RANK_COUNT || player->improvements[TRACK_POLITICS] >= STRONG_POLITICS;
}

static void add_knight(struct plan *plan, unsigned kind, unsigned vertex, int worth,
                       struct cards cost) {
    if (worth > 0)
        plan_add(plan,
                 (struct goal){.kind = (uint8_t)kind,
                               .vertex = (uint8_t)vertex,
                               .edge = NONE,
                               .worth = worth,
                               .cost = cost},
                 0);
}

void defence_goals(struct plan *plan) {
    const struct bot *bot = plan->bot;
    const struct player *player = bot_player(bot);
    int knights = (int)vertex_set_count(&player->knights);

    if (player->supply[PIECE_BASIC] > 0 && room_for_knight(bot)) {
        int worth = KNIGHT_WORTH - KNIGHT_FEWER * knights;
        worth = (worth > 0 ? worth : 0) + defence_gain(bot, 1);
        add_knight(plan, GOAL_KNIGHT, NONE, worth,
                   cards_add(piece_cost[PIECE_BASIC], activation_cost));
    }
    VERTEX_EACH(&player->knights, v) {
        int rank = (int)rank_at(bot, v);
        if (!active_at(bot, v))
            add_knight(plan, GOAL_ACTIVATE, v, defence_gain(bot, rank) + ACTIVE_WORTH * rank,
                       activation_cost);
        if (may_rise(bot, v))
            add_knight(plan, GOAL_PROMOTE, v,
                       PROMOTE_WORTH + (active_at(bot, v) ? defence_gain(bot, 1) : 0),
                       piece_cost[PIECE_BASIC + rank]);
    }
}

/* ---- places ---- */

/* The worth of VERTEX as a place for a knight of the bot. */
static int defence_place(const struct plan *plan, unsigned vertex) {
    const struct bot *bot = plan->bot;
    const struct vertex *place = &bot->setup->board.vertex[vertex];
    int worth = 0;

    if (!vertex_set_has(&bot->view->near, vertex) && plan->roads_to[vertex] == 0)
        worth -= WANTED_PLACE;
    for (unsigned s = 0; s < bot->setup->rules.players; s++)
        if (s != bot->seat && vertex_set_has(&bot->view->players[s].touched, vertex))
            worth += CONTESTED_PLACE;
    for (unsigned i = 0; i < 3; i++)
        for (unsigned c = 0; place->hexes[i] != NONE && c < CORNER_COUNT; c++) {
            unsigned corner = bot->setup->board.hexes[place->hexes[i]].vertices[c];
            if (vertex_set_has(&bot->view->built, corner) && bot->view->owner[corner] == bot->seat)
                worth += ROBBER_PLACE * number_pips(bot->view->numbers[place->hexes[i]]) *
                         (place->hexes[i] == bot->view->robber ? 2 : 1) / 2;
        }
    return worth;
}

const struct action *defence_best_place(const struct plan *plan, unsigned type, unsigned from) {
    struct choice best = {NULL, INT_MIN};

    MOVES_EACH(plan->bot, type, move) {
        if (from != NONE && move->vertex != from)
            continue;
        int worth = defence_place(plan, type == MOVE_KNIGHT ? move->to : move->vertex);
        choice_weigh(&best, move, worth);
    }
    return best.move;
}

/* ---- what knights do ---- */

/* The cost of a knight's action: it is inactive afterwards, and activating it costs a grain. */
static int action_cost(const struct bot *bot, unsigned vertex) {
    int rank = (int)rank_at(bot, vertex), loss = -defence_gain(bot, -rank);
    bool paid = cards_cover(bot_player(bot)->hand, activation_cost);
    return ACTIVE_WORTH * rank + (paid ? loss / 3 : loss);
}

static const struct action *chase_robber(const struct bot *bot) {
    struct choice best = {NULL, CHASE_LEAST};

    if (greedy_blocked(bot) < CHASE_PIPS)
        return NULL;
    MOVES_EACH(bot, CHASE_ROBBER, move) {
        int worth = greedy_robber(bot, move->hex, move->seat) -
                    greedy_robber(bot, bot->view->robber, NONE) - action_cost(bot, move->vertex);
        choice_weigh(&best, move, worth);
    }
    return best.move;
}

const struct action *defence_errant(const struct bot *bot) {
    return greedy_next(bot, CHASE_ROBBER, NULL) != NULL ? chase_robber(bot) : NULL;
}

/* Displaces an opponent's knight from a place where the bot would settle, or that blocks its
 * way. */
static const struct action *displace_knight(const struct plan *plan) {
    const struct bot *bot = plan->bot;
    struct choice best = {NULL, 0};

    MOVES_EACH(bot, DISPLACE_KNIGHT, move) {
        int worth = -action_cost(bot, move->vertex);
        if (!vertex_set_has(&bot->view->near, move->to))
            worth += POINT / 2 + plan_vertex(bot, move->to, plan->income) / 4;
        if (active_at(bot, move->to))
            worth += ACTIVE_WORTH * (int)rank_at(bot, move->to);
        choice_weigh(&best, move, worth);
    }
    return best.move;
}

struct action defence_action(const struct plan *plan) {
    const struct action *move = chase_robber(plan->bot);

    if (move == NULL)
        move = displace_knight(plan);
    return move != NULL ? *move : (struct action){.type = ACTION_NONE};
}

/* ---- decisions ---- */

struct action defence_commit(const struct bot *bot) {
    const struct game *view = bot->view;
    struct choice best = {bot->list->items, INT_MIN};
    int theirs[SEAT_MAX];
    /* players before the bot have declared; those after it are assumed to send all */
    unsigned waiting = view->n_agenda > 0 ? view->agenda[0].arg : 0;

    for (unsigned s = 0; s < bot->setup->rules.players; s++)
        theirs[s] = strength_of(bot, s, !(waiting >> s & 1));
    MOVES_EACH(bot, ACTION_NONE, move) {
        int mine = 0;
        for (unsigned k = 0; k < VERTICES_MAX && move->vertices[k] != NONE; k++)
            mine += (int)rank_at(bot, move->vertices[k]);
        int worth = value_battle(bot, mine, theirs) - COMMIT_WORTH * mine;
        choice_weigh(&best, move, worth);
    }
    return *best.move;
}

struct action defence_pillaged(const struct plan *plan) {
    const struct bot *bot = plan->bot;
    struct choice best = {bot->list->items, INT_MIN};

    MOVES_EACH(bot, ACTION_NONE, move) {
        int worth = plan_city(bot, move->vertex, plan->income);
        worth += vertex_set_has(&bot->view->walls, move->vertex) ? PILLAGED_WALL : 0;
        choice_weigh(&best, move, -worth);
    }
    return *best.move;
}

struct action defence_remove(const struct bot *bot) {
    struct choice best = {bot->list->items, INT_MIN};

    MOVES_EACH(bot, ACTION_NONE, move) {
        int worth = (int)rank_at(bot, move->vertex) * 2 + active_at(bot, move->vertex);
        choice_weigh(&best, move, -worth);
    }
    return *best.move;
}

struct action defence_relocate(const struct plan *plan) {
    const struct action *best = defence_best_place(plan, RELOCATE_KNIGHT, NONE);
    return best != NULL ? *best : plan->bot->list->items[0];
}

/* A Deserter's knight: the highest rank possible, at the best place. */
struct action defence_placed(const struct plan *plan) {
    const struct bot *bot = plan->bot;
    struct choice best = {bot->list->items, INT_MIN};

    MOVES_EACH(bot, PLACE_KNIGHT, move) {
        int worth = move->level * 2 * WANTED_PLACE + defence_place(plan, move->vertex);
        choice_weigh(&best, move, worth);
    }
    return *best.move;
}
