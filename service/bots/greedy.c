/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* A bot that plays sensibly: it settles where numbers and resources are good, builds towards points,
 * trades with the bank and the others when that completes something, and robs the leader. Every
 * choice comes from the list of legal moves. A turn always ends: builds are finite, a bank trade is
 * made only if it brings a goal nearer, and offers are made at random. */
#include "service/bots/rows.h"

#include <limits.h>

enum {
    OFFER_ONE_IN = 3,
    OFFER_MISSING_MAX = 2, /* most cards that a goal may lack for an offer to be made */
    ACCEPT_GAIN_PERCENT = 3,
    LEADER_MARGIN = 2, /* a player this near to the target gets no help */
    ROB_CLOTH = 250,   /* of taking cloth rather than a card: half a point */
    ROB_BASE = 12,     /* of an opponent's pip, plus more per point of theirs */
    ROB_CARD = 25,     /* of stealing at all, plus a little per card in the hand */
    BLOCKED_PIPS = 2,  /* from these on a knight is played before the roll */
    DESERT_PIPS = 4,   /* and trade cards are spent on sending the robber away */
    MONOPOLY_CARDS = 5,
    MONOPOLY_CARDS_LEAST = 2,
    ROADS_WORTH = 900,   /* least worth of playing the Road Building card */
    EXPANSION_SHARE = 5, /* divisor: for a set-up place the best next place counts a fifth */
    FORCED_HAND = 4,     /* cards that the opponent should have for a forced trade */
};

static const struct action nothing = {.type = ACTION_NONE};

int greedy_points(const struct bot *bot, unsigned seat) {
    return (int)game_points_visible(bot->setup, bot->view, seat);
}

const struct action *greedy_next(const struct bot *bot, unsigned type, const struct action *move) {
    const struct action *end = bot->list->items + bot->list->n;

    for (move = move == NULL ? bot->list->items : move + 1; move < end; move++)
        if (type == ACTION_NONE || move->type == type)
            return move;
    return NULL;
}

void choice_weigh(struct choice *best, const struct action *move, int worth) {
    if (worth > best->worth)
        *best = (struct choice){move, worth};
}

static bool is_card(const struct action *move, unsigned card) {
    return move->type == PLAY_DEV_CARD && move->card == card;
}

/* ---- set-up ---- */

int greedy_beyond(const struct bot *bot, unsigned vertex, unsigned edge,
                  const int income[KIND_COUNT]) {
    const struct board *board = &bot->setup->board;
    const uint8_t *ends = board->edge[edge].vertices;
    const struct vertex *middle = &board->vertex[ends[0] == vertex ? ends[1] : ends[0]];
    int best = 0;

    for (unsigned i = 0; i < middle->n_edges; i++) {
        unsigned place = middle->neighbors[i];
        if (place == vertex || vertex_set_has(&bot->view->near, place))
            continue;
        int worth = plan_vertex(bot, place, income);
        best = worth > best ? worth : best;
    }
    return best;
}

int greedy_setup(const struct bot *bot, unsigned vertex, const int income[KIND_COUNT]) {
    const struct vertex *place = &bot->setup->board.vertex[vertex];
    int beyond = 0;

    for (unsigned j = 0; j < place->n_edges; j++) {
        int there = greedy_beyond(bot, vertex, place->edges[j], income);
        beyond = there > beyond ? there : beyond;
    }
    int worth = plan_vertex(bot, vertex, income) + beyond / EXPANSION_SHARE;
    if (bot->setup->rules.setup_city) /* it is a city, or soon to be */
        worth += plan_city(bot, vertex, income);
    return worth;
}

static struct action setup_settlement(const struct bot *bot) {
    struct choice best = {bot->list->items, -1};
    int income[KIND_COUNT];

    plan_income(bot, bot->seat, income);
    MOVES_EACH(bot, ACTION_NONE, move) {
        int worth = greedy_setup(bot, move->vertex, income);
        choice_weigh(&best, move, worth);
    }
    return *best.move;
}

static struct action setup_road(const struct bot *bot, unsigned vertex) {
    struct choice best = {bot->list->items, -1};
    int income[KIND_COUNT];

    plan_income(bot, bot->seat, income);
    MOVES_EACH(bot, ACTION_NONE, move) {
        int worth = greedy_beyond(bot, vertex, move->edges[0], income);
        choice_weigh(&best, move, worth);
    }
    return *best.move;
}

/* ---- the robber ---- */

/* Pips of SEAT at HEX; a city's count twice. */
static int pips_at(const struct bot *bot, unsigned seat, unsigned hex) {
    const struct game *view = bot->view;
    int pips = 0;

    if (game_is_sea(bot->setup, view, hex))
        return 0; /* the pirate's */
    for (unsigned i = 0; i < CORNER_COUNT; i++) {
        unsigned v = bot->setup->board.hexes[hex].vertices[i];
        if (vertex_set_has(&view->built, v) && view->owner[v] == seat)
            pips += number_pips(view->numbers[hex]) * (view->building[v] == BUILDING_CITY ? 2 : 1);
    }
    return pips;
}

int greedy_robber(const struct bot *bot, unsigned hex, unsigned victim) {
    if (hex == NONE) /* a knight that makes a warship */
        return 0;
    int worth = -ROB_OWN_LOSS * pips_at(bot, bot->seat, hex);

    for (unsigned s = 0; s < bot->setup->rules.players; s++)
        if (s != bot->seat)
            worth += pips_at(bot, s, hex) * (ROB_BASE + ROB_POINT * greedy_points(bot, s));
    BOT_ROW_EACH(bot->setup, thief, row) {
        worth += row->thief(bot, hex);
    }
    if (victim != NONE)
        worth += ROB_CARD + bot->view->players[victim].hand_count +
                 ROB_POINT * greedy_points(bot, victim);
    return worth;
}

/* The same for MOVE, whatever its thief takes (S-121). */
static int robbery_worth(const struct bot *bot, const struct action *move) {
    return greedy_robber(bot, move->hex, move->seat) + (move->loot == LOOT_CLOTH ? ROB_CLOTH : 0);
}

/* The best of the listed moves of TYPE (of development cards: knights) that move the robber, or
 * NULL. */
static const struct action *greedy_robbery(const struct bot *bot, unsigned type) {
    struct choice best = {NULL, INT_MIN};

    MOVES_EACH(bot, type, move) {
        if (type == PLAY_DEV_CARD && (move->card != KNIGHT || bot->setup->knight_card != NULL))
            continue;
        int worth = robbery_worth(bot, move);
        choice_weigh(&best, move, worth);
    }
    return best.move;
}

/* The robber's best move or the pirate's, whichever does more (S-36). */
static const struct action *greedy_thief(const struct bot *bot) {
    const struct action *robber = greedy_robbery(bot, MOVE_ROBBER);
    const struct action *pirate = greedy_robbery(bot, MOVE_PIRATE);

    if (robber == NULL || pirate == NULL)
        return robber == NULL ? pirate : robber;
    return robbery_worth(bot, pirate) > robbery_worth(bot, robber) ? pirate : robber;
}

int greedy_blocked(const struct bot *bot) {
    return bot->view->robber == NONE ? 0 : pips_at(bot, bot->seat, bot->view->robber);
}

/* ---- neutral pieces (T-14) ---- */

/* Worth of spoiling a place: its worth to the opponent, less that to the bot. */
static int hurt_at(const struct plan *plan, unsigned vertex) {
    const struct bot *bot = plan->bot;
    const struct vertex *place = &bot->setup->board.vertex[vertex];
    const struct vertex_set *theirs = &bot->view->players[1 - bot->seat].touched;
    bool near = vertex_set_has(theirs, vertex);

    if (vertex_set_has(&bot->view->near, vertex))
        return 0;
    for (unsigned i = 0; i < place->n_edges; i++)
        near |= vertex_set_has(theirs, place->neighbors[i]);
    int worth = plan_vertex(bot, vertex, plan->income);
    return (near ? worth : 0) - (plan->roads_to[vertex] <= 2 ? worth : 0);
}

int greedy_neutral(const struct plan *plan, const struct action *move) {
    const uint8_t *ends;

    if (move->piece != PIECE_ROAD)
        return hurt_at(plan, move->vertex);
    ends = plan->bot->setup->board.edge[move->edges[0]].vertices;
    return hurt_at(plan, ends[0]) + hurt_at(plan, ends[1]);
}

static struct action build_neutral(const struct plan *plan) {
    const struct bot *bot = plan->bot;
    struct choice best = {bot->list->items, INT_MIN};

    MOVES_EACH(bot, BUILD_NEUTRAL, move) {
        int worth = greedy_neutral(plan, move);
        choice_weigh(&best, move, worth);
    }
    return *best.move;
}

/* ---- trade ---- */

static bool nearly_won(const struct bot *bot, unsigned seat) {
    return greedy_points(bot, seat) + LEADER_MARGIN >= bot->setup->rules.points_target;
}

static bool worth_accepting(const struct plan *plan, const struct offer *offer) {
    const struct bot *bot = plan->bot;
    struct cards hand = bot->view->players[bot->seat].hand;

    if (nearly_won(bot, offer->player) || !cards_cover(hand, offer->want))
        return false;
    struct cards after = cards_add(cards_sub(hand, offer->want), offer->give);
    return plan_hand(plan, after) * 100 > plan_hand(plan, hand) * (100 + ACCEPT_GAIN_PERCENT);
}

/* The answer to the first offer that is open to the bot, or nothing. */
static struct action answer_offer(const struct plan *plan, bool may_decline) {
    const struct bot *bot = plan->bot;

    for (unsigned o = 0; o < OFFER_MAX; o++) {
        const struct offer *offer = &bot->view->offers[o];
        bool accept = offer->id != 0 && worth_accepting(plan, offer);
        for (size_t i = 0; i < bot->list->n && (accept || may_decline); i++) {
            const struct action *move = &bot->list->items[i];
            if (move->ref == offer->id && move->type == (accept ? ACCEPT_TRADE : DECLINE_TRADE))
                return *move;
        }
    }
    return nothing;
}

static unsigned missing_cards(struct cards hand, struct cards cost) {
    unsigned missing = 0;
    for (unsigned k = 0; k < KIND_COUNT; k++)
        missing += cost.n[k] > hand.n[k] ? (unsigned)(cost.n[k] - hand.n[k]) : 0;
    return missing;
}

/* A bank trade after which COST lacks one card less and no other, or NULL. */
static const struct action *useful_swap(const struct plan *plan, struct cards cost) {
    const struct bot *bot = plan->bot;
    struct cards hand = bot->view->players[bot->seat].hand;
    unsigned missing = missing_cards(hand, cost);
    struct choice best = {NULL, INT_MIN};

    MOVES_EACH(bot, MARITIME_TRADE, move) {
        struct cards after = cards_add(cards_sub(hand, move->give), move->take);
        int worth = plan_hand(plan, after);
        if (missing_cards(after, cost) < missing)
            choice_weigh(&best, move, worth);
    }
    return best.move;
}

bool greedy_has_offered(const struct bot *bot, struct cards give, struct cards want) {
    for (unsigned o = 0; o < OFFER_MAX; o++) {
        const struct offer *offer = &bot->view->offers[o];
        if (offer->id != 0 && offer->player == bot->seat && cards_equal(offer->give, give) &&
            cards_equal(offer->want, want))
            return true;
    }
    return false;
}

unsigned greedy_worth_asking(const struct bot *bot, unsigned kind) {
    const struct game *view = bot->view;
    unsigned seats = 0;

    if (view->bank.n[kind] + view->players[bot->seat].hand.n[kind] >=
        bot->setup->rules.bank.n[kind])
        return 0; /* nobody else has one, as the public bank count shows */
    for (unsigned s = 0; s < bot->setup->rules.players; s++)
        if (s != bot->seat && view->players[s].hand_count > 0 && !nearly_won(bot, s))
            seats |= 1u << s;
    return seats;
}

/* Now and then an offer of a spare card for one that GOAL lacks; or nothing. */
static struct action make_offer(const struct plan *plan, const struct goal *goal) {
    const struct bot *bot = plan->bot;
    struct cards hand = bot->view->players[bot->seat].hand;
    unsigned give = NONE, want = NONE, seats = 0;
    int most = 0;

    if (greedy_next(bot, OFFER_TRADE, NULL) == NULL ||
        missing_cards(hand, goal->cost) > OFFER_MISSING_MAX ||
        chance_below(bot->chance, OFFER_ONE_IN) != 0)
        return nothing;
    for (unsigned k = 0; k < bot->setup->rules.kinds; k++) {
        int more = hand.n[k] - goal->cost.n[k];
        if (more > most) {
            most = more;
            give = k;
        }
        if (more < 0 && (want == NONE || plan->income[k] < plan->income[want])) {
            want = k;
            seats = greedy_worth_asking(bot, k);
        }
    }
    if (give == NONE || want == NONE || seats == 0)
        return nothing;
    struct action offer = {.type = OFFER_TRADE,
                           .seats = (uint8_t)seats,
                           .auto_confirm = true,
                           .give = cards_one(give, 1),
                           .take = cards_one(want, 1)};
    if (most > 1 && plan->rate[give] > 2 && greedy_has_offered(bot, offer.give, offer.take))
        offer.give = cards_one(give, 2);
    return greedy_has_offered(bot, offer.give, offer.take) ? nothing : offer;
}

/* ---- development cards ---- */

bool greedy_completes(const struct plan *plan, struct cards after) {
    struct cards hand = plan->bot->view->players[plan->bot->seat].hand;
    const struct goal *goal = plan_best(plan, after);
    return goal != NULL && goal->kind != GOAL_DEV_CARD &&
           plan_rolls(plan, after, goal->cost) == 0 && plan_rolls(plan, hand, goal->cost) > 0;
}

/* The cards that Year of Plenty or Monopoly would bring; the others' holdings of a kind follow from
 * the bank. */
static struct cards card_brings(const struct bot *bot, const struct action *move) {
    if (is_card(move, YEAR_OF_PLENTY))
        return move->take;
    unsigned others = (unsigned)bot->setup->rules.bank.n[move->kind] -
                      bot->view->bank.n[move->kind] -
                      bot->view->players[bot->seat].hand.n[move->kind];
    return cards_one(move->kind, others);
}

static const struct action *resource_card(const struct plan *plan) {
    const struct bot *bot = plan->bot;
    struct cards hand = bot->view->players[bot->seat].hand;
    struct choice best = {NULL, INT_MIN};

    MOVES_EACH(bot, ACTION_NONE, move) {
        if (!is_card(move, YEAR_OF_PLENTY) && !is_card(move, MONOPOLY))
            continue;
        struct cards more = card_brings(bot, move), after = cards_add(hand, more);
        unsigned cards = cards_total(more);
        bool good = cards >= MONOPOLY_CARDS_LEAST && greedy_completes(plan, after);
        int worth = plan_hand(plan, after);
        if (good || cards >= MONOPOLY_CARDS)
            choice_weigh(&best, move, worth);
    }
    return best.move;
}

int greedy_roads(const struct plan *plan, const uint8_t edges[2]) {
    const struct bot *bot = plan->bot;
    const struct player *player = &bot->view->players[bot->seat];
    struct game after = *bot->view;
    unsigned holder = bot->view->holders[AWARD_LONGEST_ROAD],
             need = bot->setup->rules.road_card_min;
    int worth = 0;

    for (unsigned i = 0; i < 2 && edges[i] != NONE; i++) {
        const uint8_t *ends = bot->setup->board.edge[edges[i]].vertices;
        edge_set_add(&after.players[bot->seat].roads, edges[i]);
        for (unsigned j = 0; j < 2; j++) {
            int there = POINT / 2 + plan_vertex(bot, ends[j], plan->income);
            if (!vertex_set_has(&bot->view->near, ends[j]) && plan->roads_to[ends[j]] != 0 &&
                there > worth)
                worth = there;
        }
    }
    unsigned length = game_longest_road(bot->setup, &after, bot->seat);
    if (holder != NONE)
        need = bot->view->players[holder].road_length + 1u;
    if (need && holder != bot->seat && length >= need)
        worth += 2 * POINT;
    return worth + 40 * ((int)length - player->road_length);
}

static const struct action *road_card(const struct plan *plan) {
    struct choice best = {NULL, ROADS_WORTH};

    MOVES_EACH(plan->bot, ACTION_NONE, move) {
        if (!is_card(move, ROAD_BUILDING) || move->open != 0 || move->seats != 0)
            continue;
        int worth = greedy_roads(plan, move->edges);
        choice_weigh(&best, move, worth);
    }
    return best.move;
}

/* A card worth playing now, or NULL. */
static const struct action *play_card(const struct plan *plan) {
    const struct action *move = NULL;

    BOT_ROW_EACH(plan->bot->setup, card, row) {
        if ((move = row->card(plan)) != NULL)
            return move;
    }
    if (greedy_next(plan->bot, PLAY_DEV_CARD, NULL) == NULL)
        return NULL;
    move = resource_card(plan);
    if (move == NULL)
        move = road_card(plan);
    if (move == NULL)
        move = greedy_robbery(plan->bot, PLAY_DEV_CARD);
    return move;
}

/* ---- the turn ---- */

const struct action *greedy_step(const struct plan *plan, const struct goal *goal) {
    static const uint8_t types[] = {
        [GOAL_CITY] = BUILD_CITY,        [GOAL_SETTLEMENT] = BUILD_SETTLEMENT,
        [GOAL_ROAD_CARD] = BUILD_ROAD,   [GOAL_DEV_CARD] = BUY_DEV_CARD,
        [GOAL_KNIGHT] = BUILD_KNIGHT,    [GOAL_ACTIVATE] = ACTIVATE_KNIGHT,
        [GOAL_PROMOTE] = PROMOTE_KNIGHT, [GOAL_WALL] = BUILD_CITY_WALL,
        [GOAL_IMPROVE] = IMPROVE_CITY,   [GOAL_REPAIR] = REPAIR_CITY,
        [GOAL_WONDER] = BUILD_WONDER,
    };
    const struct bot *bot = plan->bot;
    unsigned line = goal->ship ? BUILD_SHIP : BUILD_ROAD;
    unsigned type = goal->edge != NONE ? line : types[goal->kind];
    struct choice best = {NULL, 0};

    if (type == BUILD_KNIGHT)
        return defence_best_place(plan, type, NONE);
    if (type == BUILD_SETTLEMENT && vertex_set_has(&bot->view->occupied, goal->vertex))
        return cards_cover(bot_player(bot)->hand, goal->cost)
                   ? defence_best_place(plan, MOVE_KNIGHT, goal->vertex)
                   : NULL;
    MOVES_EACH(bot, type, move) {
        if ((type == line && move->edges[0] != goal->edge) ||
            (type == IMPROVE_CITY && move->track != goal->track) ||
            (type == BUILD_WONDER && move->wonder != goal->wonder) ||
            (type != line && goal->vertex != NONE && move->vertex != goal->vertex))
            continue;
        /* of several cities the wall and the metropolis protect the best one */
        int worth = 1;
        if ((type == IMPROVE_CITY || type == BUILD_CITY_WALL) && move->vertex != NONE)
            worth += plan_city(bot, move->vertex, plan->income);
        choice_weigh(&best, move, worth);
    }
    return best.move;
}

static struct cards step_cost(const struct goal *goal) {
    if (goal->kind == GOAL_KNIGHT)
        return piece_cost[PIECE_BASIC];
    return goal->edge != NONE ? piece_cost[goal->ship ? PIECE_SHIP : PIECE_ROAD] : goal->cost;
}

/* Another build that does not delay BEST; with too many cards in hand, any. */
static const struct action *build_beside(const struct plan *plan, const struct goal *best) {
    const struct bot *bot = plan->bot;
    struct cards hand = bot->view->players[bot->seat].hand;
    bool full = cards_total(hand) > game_hand_limit(bot->setup, bot->view, bot->seat);
    const struct action *found = NULL;
    int found_score = 0;

    for (unsigned i = 0; i < plan->n_goals; i++) {
        const struct goal *goal = &plan->goals[i];
        const struct action *move = greedy_step(plan, goal);
        int score = plan_score(plan, goal, hand);
        if (move == NULL || score <= found_score)
            continue;
        struct cards left = cards_sub(hand, step_cost(goal));
        if (full || plan_rolls(plan, left, best->cost) <= plan_rolls(plan, hand, best->cost)) {
            found = move;
            found_score = score;
        }
    }
    return found;
}

static struct action special_action(const struct plan *plan) {
    const struct bot *bot = plan->bot;
    const struct player *player = &bot->view->players[bot->seat];
    const struct goal *goal = plan_best(plan, player->hand);
    const struct action *desert = greedy_next(bot, ROBBER_TO_DESERT, NULL);
    const struct action *forced = greedy_next(bot, FORCED_TRADE, NULL);

    if (desert != NULL && greedy_blocked(bot) >= DESERT_PIPS)
        return *desert;
    if (forced != NULL && bot->view->step == STEP_ACTIONS && goal != NULL &&
        plan_rolls(plan, player->hand, goal->cost) > 2 &&
        player->tokens > game_token_price(bot->setup, bot->view, bot->seat) &&
        bot->view->players[1 - bot->seat].hand_count >= FORCED_HAND)
        return *forced;
    return nothing;
}

/* The end of the turn, or the expansion's action that ends it. */
static const struct action *turn_end(const struct bot *bot) {
    const struct action *end = greedy_next(bot, END_TURN, NULL);

    BOT_ROW_EACH(bot->setup, end, row) {
        const struct action *move = row->end(bot, end);
        if (move != NULL)
            return move;
    }
    return end != NULL ? end : &bot->list->items[0];
}

static struct action build_and_trade(const struct plan *plan) {
    const struct bot *bot = plan->bot;
    struct cards hand = bot->view->players[bot->seat].hand;
    const struct goal *goal = plan_best(plan, hand);
    const struct action *move = NULL;
    struct action offer = nothing;

    if (goal != NULL) {
        move = greedy_step(plan, goal);
        if (move == NULL && (plan_rolls(plan, hand, goal->cost) == 0 ||
                             cards_total(hand) > game_hand_limit(bot->setup, bot->view, bot->seat)))
            move = useful_swap(plan, goal->cost);
        if (move == NULL)
            offer = make_offer(plan, goal);
        if (move == NULL && offer.type == ACTION_NONE)
            move = build_beside(plan, goal);
    }
    if (offer.type != ACTION_NONE)
        return offer;
    if (move == NULL)
        move = turn_end(bot);
    return *move;
}

/* Something to do before the dice, or NULL. */
static const struct action *before_roll(const struct plan *plan) {
    const struct bot *bot = plan->bot;

    BOT_ROW_EACH(bot->setup, before_roll, row) {
        const struct action *move = row->before_roll(plan);
        if (move != NULL)
            return move;
    }
    return greedy_blocked(bot) >= BLOCKED_PIPS ? greedy_robbery(bot, PLAY_DEV_CARD) : NULL;
}

static struct action take_turn(const struct plan *plan) {
    const struct bot *bot = plan->bot;
    const struct action *roll = greedy_next(bot, ROLL, NULL);
    const struct action *card = NULL;
    struct action move = special_action(plan);

    if (move.type != ACTION_NONE)
        return move;
    if (roll != NULL) {
        card = before_roll(plan);
        return card != NULL ? *card : *roll;
    }
    card = play_card(plan);
    if (card != NULL)
        return *card;
    BOT_ROW_EACH(bot->setup, act, row) {
        move = row->act(plan);
        if (move.type != ACTION_NONE)
            return move;
    }
    move = answer_offer(plan, false);
    return move.type != ACTION_NONE ? move : build_and_trade(plan);
}

static struct action decide_action(const struct bot *bot) {
    const struct decision *decision = game_decision(bot->view, bot->seat);
    struct action move = bot->list->items[0];
    const struct action *robbery;
    struct plan plan;

    if (decision != NULL &&
        (decision->kind == DECIDE_SETUP_SETTLEMENT || decision->kind == DECIDE_SETUP_CITY))
        return setup_settlement(bot);
    if (decision != NULL && decision->kind == DECIDE_SETUP_ROAD)
        return setup_road(bot, decision->vertex);
    plan_make(&plan, bot);
    if (decision == NULL)
        return answer_offer(&plan, true);
    switch (decision->kind) {
    case DECIDE_DISCARD:
    case DECIDE_RETURN_CARDS:
        move.open = 0;
        move.give = plan_spare(&plan, bot->view->players[bot->seat].hand, decision->count);
        return move;
    case DECIDE_MOVE_ROBBER: robbery = greedy_thief(bot); return robbery != NULL ? *robbery : move;
    case DECIDE_SPECIAL_BUILD: return build_and_trade(&plan);
    case DECIDE_BUILD_NEUTRAL: return build_neutral(&plan);
    case DECIDE_TURN: return take_turn(&plan);
    default: break;
    }
    BOT_ROW_EACH(bot->setup, decide, row) {
        if (row->decide(&plan, decision, &move))
            return move;
    }
    return move;
}

struct action bot_greedy(const struct bot *bot) {
    struct action move = decide_action(bot);

    /* an open move that nothing above has completed */
    if (move.open != 0 && !game_fill_random(bot->setup, bot->view, bot->seat, bot->chance, &move))
        return nothing;
    return move;
}
