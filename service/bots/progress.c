/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The greedy bot's progress cards: the worth of each in the hand, the worth of each way of playing
 * it now, and the answers to cards' questions. */
#include "service/bots/bot_int.h"

#include <limits.h>
#include <string.h>

enum {
    CARD = 110,         /* one card of any kind */
    COMPLETES = 450,    /* in addition, if it pays for something at once */
    KEPT_PERCENT = 70,  /* of a card's worth in the hand that playing it must bring */
    PIP = 60,           /* of the bot's own production */
    OTHERS_PIP = 14,    /* of an opponent's, plus more per point of theirs */
    MERCHANT_PIP = 12,  /* of a kind that could be traded at 2:1 */
    MERCHANT_KEPT = 40, /* of moving a merchant that the bot holds already */
    RISEN = 320,        /* a knight's next rank */
    ROAD = 90,          /* of a road that an opponent loses */
    ROAD_CARD_WORTH = 2500,
    DRIVEN = 90,        /* of an opponent's knight driven away, per rank */
    TAKEN_KNIGHT = 200, /* of a knight that they lose */
    OWN_KNIGHT = 340,   /* of a knight that the bot gets */
    HARBOR_CARD = 130,  /* of a commodity for a resource */
    HARBOR_HAND = 3,    /* hand size from which somebody probably has a commodity */
    LEADER = 20,        /* against an opponent, per point of theirs */
    SPY_CARD = 110,     /* per card to choose from */
    CRANE_READY = 380,
    SABOTAGED = 35,      /* per pip of a city */
    USELESS = 8,         /* divisor for the worth of a useless card */
    FULL_HAND_COST = 60, /* per card beyond the hand's limit */
};

/* The worth of holding each card, in thousandths of a point. */
static const uint16_t held_worth[PROGRESS_COUNT] = {
    [PROGRESS_ALCHEMIST] = 330,
    [PROGRESS_CRANE] = 300,
    [PROGRESS_ENGINEER] = 260,
    [PROGRESS_INVENTOR] = 240,
    [PROGRESS_IRRIGATION] = 300,
    [PROGRESS_MEDICINE] = 460,
    [PROGRESS_MINING] = 340,
    [PROGRESS_PRINTER] = 1000,
    [PROGRESS_ROAD_BUILDING] = 380,
    [PROGRESS_SMITH] = 430,
    [PROGRESS_COMMERCIAL_HARBOR] = 300,
    [PROGRESS_MASTER_MERCHANT] = 420,
    [PROGRESS_MERCHANT] = 700,
    [PROGRESS_MERCHANT_FLEET] = 280,
    [PROGRESS_RESOURCE_MONOPOLY] = 430,
    [PROGRESS_TRADE_MONOPOLY] = 350,
    [PROGRESS_BISHOP] = 420,
    [PROGRESS_CONSTITUTION] = 1000,
    [PROGRESS_DESERTER] = 480,
    [PROGRESS_DIPLOMAT] = 230,
    [PROGRESS_INTRIGUE] = 240,
    [PROGRESS_SABOTEUR] = 350,
    [PROGRESS_SPY] = 400,
    [PROGRESS_WARLORD] = 340,
    [PROGRESS_WEDDING] = 400,
};

static struct cards hand_of(const struct plan *plan) {
    return bot_player(plan->bot)->hand;
}

static bool is_opponent(const struct bot *bot, unsigned seat) {
    return seat != bot->seat && seat < bot->setup->rules.players;
}

/* Worth of gained cards: more if they pay for something, less if the hand gets too large for a
 * seven. */
static int cards_gain(const struct plan *plan, struct cards more) {
    struct cards after = cards_add(hand_of(plan), more);
    int limit = (int)game_hand_limit(plan->bot->setup, plan->bot->view, plan->bot->seat);
    int worth = CARD * (int)cards_total(more), over = (int)cards_total(after) - limit;

    if (greedy_completes(plan, after))
        worth += COMPLETES;
    else if (over > 0)
        worth -= FULL_HAND_COST * over;
    return worth;
}

static bool has_goal(const struct plan *plan, unsigned kind) {
    for (unsigned i = 0; i < plan->n_goals; i++)
        if (plan->goals[i].kind == kind)
            return true;
    return false;
}

/* Whether the bot has no use for CARD as things stand. */
static bool is_useless(const struct plan *plan, unsigned card) {
    const struct player *player = bot_player(plan->bot);

    switch (card) {
    case PROGRESS_CRANE: return !has_goal(plan, GOAL_IMPROVE);
    case PROGRESS_ENGINEER: return !has_goal(plan, GOAL_WALL);
    case PROGRESS_MEDICINE: return !has_goal(plan, GOAL_CITY);
    case PROGRESS_SMITH: return !has_goal(plan, GOAL_PROMOTE);
    case PROGRESS_ROAD_BUILDING: return player->supply[PIECE_ROAD] == 0;
    case PROGRESS_WARLORD: return vertex_set_empty(&player->knights);
    default: return false;
    }
}

/* The worth of holding CARD; NONE is worth nothing. */
static int worth_held(const struct plan *plan, unsigned card) {
    if (card >= PROGRESS_COUNT)
        return 0;
    return is_useless(plan, card) ? held_worth[card] / USELESS : held_worth[card];
}

/* The others' cards of KIND together, which follow from the bank. */
static int others_hold(const struct bot *bot, unsigned kind) {
    return bot->setup->rules.bank.n[kind] - bot->view->bank.n[kind] - bot_player(bot)->hand.n[kind];
}

/* ---- science ---- */

static bool next_price(const struct plan *plan, unsigned track, unsigned *price) {
    for (unsigned i = 0; i < plan->n_goals; i++)
        if (plan->goals[i].kind == GOAL_IMPROVE && plan->goals[i].track == track) {
            *price = plan->goals[i].cost.n[CLOTH + track];
            return true;
        }
    return false;
}

/* Worth playing if it makes a level affordable. */
static int value_crane(const struct plan *plan, const struct action *move) {
    int best = 0;
    (void)move;
    for (unsigned track = 0; track < TRACK_COUNT; track++) {
        unsigned price, held = hand_of(plan).n[CLOTH + track];
        if (plan->bot->view->cranes == 0 && next_price(plan, track, &price) && price > 0 &&
            held + 1 >= price)
            best = held < price ? CRANE_READY : CRANE_READY / 2 > best ? CRANE_READY / 2 : best;
    }
    return best;
}

static int value_engineer(const struct plan *plan, const struct action *move) {
    int income = 0;
    (void)move;
    for (unsigned k = 0; k < plan->kinds; k++)
        income += plan->income[k];
    return 160 + 5 * income;
}

/* Worth of production at HEX: the bot's, less that of the others. */
static int pip_worth_at(const struct bot *bot, unsigned hex) {
    int worth = 0;

    if (hex == bot->view->robber)
        return 0;
    for (unsigned i = 0; i < CORNER_COUNT; i++) {
        unsigned v = bot->setup->board.hexes[hex].vertices[i];
        int each = bot->view->building[v];
        if (!vertex_set_has(&bot->view->built, v))
            continue;
        if (bot->view->owner[v] == bot->seat)
            worth += PIP * each;
        else
            worth -= (OTHERS_PIP + greedy_points(bot, bot->view->owner[v])) * each;
    }
    return worth;
}

static int value_inventor(const struct plan *plan, const struct action *move) {
    const uint8_t *numbers = plan->bot->view->numbers;
    unsigned a = move->hexes[0], b = move->hexes[1];
    int more = number_pips(numbers[b]) - number_pips(numbers[a]);
    return more * (pip_worth_at(plan->bot, a) - pip_worth_at(plan->bot, b));
}

/* Irrigation and Mining: two cards per hex of the terrain with a building of the bot. */
static int value_harvest(const struct plan *plan, const struct action *move) {
    const struct bot *bot = plan->bot;
    bool fields = move->card == PROGRESS_IRRIGATION;
    unsigned kind = fields ? GRAIN : ORE, cards = 0;

    for (unsigned h = 0; h < bot->setup->board.n_hexes; h++) {
        const struct hex *hex = &bot->setup->board.hexes[h];
        bool own = false;
        for (unsigned i = 0; i < CORNER_COUNT; i++)
            own |= vertex_set_has(&bot->view->built, hex->vertices[i]) &&
                   bot->view->owner[hex->vertices[i]] == bot->seat;
        cards += own && hex->terrain == (fields ? FIELDS : MOUNTAINS) ? 2 : 0;
    }
    if (cards > bot->view->bank.n[kind])
        cards = bot->view->bank.n[kind];
    return cards_gain(plan, cards_one(kind, cards));
}

static int value_medicine(const struct plan *plan, const struct action *move) {
    return POINT + plan_city(plan->bot, move->vertex, plan->income);
}

static int value_road_building(const struct plan *plan, const struct action *move) {
    return greedy_roads(plan, move->edges) / 2;
}

static int value_smith(const struct plan *plan, const struct action *move) {
    int worth = 0;
    for (unsigned i = 0; i < VERTICES_MAX && move->vertices[i] != NONE; i++) {
        worth += RISEN;
        if (plan->bot->view->knight[move->vertices[i]] & KNIGHT_ACTIVE)
            worth += defence_gain(plan->bot, 1);
    }
    return worth;
}

/* ---- trade ---- */

static int value_harbor(const struct plan *plan, const struct action *move) {
    const struct bot *bot = plan->bot;
    int partners = 0, resources = 0;
    (void)move;
    for (unsigned s = 0; s < bot->setup->rules.players; s++)
        partners += is_opponent(bot, s) && bot->view->players[s].hand_count >= HARBOR_HAND &&
                    !(bot->view->harbor && bot->view->harbor_asked >> s & 1);
    for (unsigned k = 0; k < RESOURCE_COUNT; k++)
        resources += hand_of(plan).n[k];
    return bot->view->harbor ? 0 : HARBOR_CARD * (partners < resources ? partners : resources);
}

static int value_master_merchant(const struct plan *plan, const struct action *move) {
    unsigned count = plan->bot->view->players[move->seat].hand_count;
    return (count < 2 ? CARD : 2 * CARD + 100 + 15 * (int)count) +
           LEADER * greedy_points(plan->bot, move->seat);
}

static int value_merchant(const struct plan *plan, const struct action *move) {
    const struct bot *bot = plan->bot;
    unsigned kind = terrain_yields(game_terrain(bot->setup, bot->view, move->hex));
    int rate = kind == NONE || plan->rate[kind] <= 2 ? 0 : MERCHANT_PIP * plan->income[kind];

    if (bot->view->merchant_holder == bot->seat)
        return rate / 2 - MERCHANT_KEPT;
    return POINT + rate +
           (bot->view->merchant_holder == NONE
                ? 0
                : LEADER * greedy_points(bot, bot->view->merchant_holder));
}

/* Worth playing if the better rate pays for something in this turn. */
static int value_fleet(const struct plan *plan, const struct action *move) {
    const struct goal *goal = plan_best(plan, hand_of(plan));
    struct plan better = *plan;

    if (goal == NULL || plan->rate[move->kind] <= 2 ||
        plan_rolls(plan, hand_of(plan), goal->cost) == 0)
        return 0;
    better.rate[move->kind] = 2;
    if (plan_rolls(&better, hand_of(plan), goal->cost) > 0)
        return 0;
    return COMPLETES + CARD;
}

static int value_monopoly(const struct plan *plan, const struct action *move) {
    const struct bot *bot = plan->bot;
    int each = move->card == PROGRESS_RESOURCE_MONOPOLY ? 2 : 1, most = 0;
    int there = others_hold(bot, move->kind);

    for (unsigned s = 0; s < bot->setup->rules.players; s++)
        if (is_opponent(bot, s))
            most +=
                bot->view->players[s].hand_count < each ? bot->view->players[s].hand_count : each;
    there = there * 3 / 4 + (there > 0);
    return cards_gain(plan, cards_one(move->kind, (unsigned)(there < most ? there : most))) *
           (move->kind >= RESOURCE_COUNT ? 3 : 2) / 2;
}

/* ---- politics ---- */

static int value_bishop(const struct plan *plan, const struct action *move) {
    const struct bot *bot = plan->bot;
    int worth = greedy_robber(bot, move->hex, NONE);
    unsigned seen = 0;

    if (bot->view->robber != NONE)
        worth -= greedy_robber(bot, bot->view->robber, NONE);
    for (unsigned i = 0; i < CORNER_COUNT; i++) {
        unsigned v = bot->setup->board.hexes[move->hex].vertices[i];
        unsigned owner = vertex_set_has(&bot->view->built, v) ? bot->view->owner[v] : bot->seat;
        if (is_opponent(bot, owner) && !(seen >> owner & 1) && move->seats >> owner & 1 &&
            bot->view->players[owner].hand_count > 0)
            worth += CARD + LEADER * greedy_points(bot, owner) / 4;
        seen |= 1u << owner;
    }
    return worth / 2 + CARD;
}

/* Without a piece left for the bot, the card is kept until the battle depends on it. */
static int value_deserter(const struct plan *plan, const struct action *move) {
    int worth = TAKEN_KNIGHT + LEADER / 2 * greedy_points(plan->bot, move->seat) +
                defence_deserter(plan->bot, move->seat);
    return bot_player(plan->bot)->supply[PIECE_BASIC] > 0 ? worth + OWN_KNIGHT : worth;
}

/* Worth of making OWNER lose Longest Road by shortening its line to LENGTH; 0 if it keeps it. */
static int road_card_lost(const struct bot *bot, unsigned owner, unsigned length) {
    const struct game *view = bot->view;
    if (view->holders[AWARD_LONGEST_ROAD] != owner)
        return 0;
    if (length < bot->setup->rules.road_card_min)
        return ROAD_CARD_WORTH;
    for (unsigned s = 0; s < bot->setup->rules.players; s++)
        if (s != owner && view->players[s].road_length > length)
            return s == bot->seat ? 2 * ROAD_CARD_WORTH : ROAD_CARD_WORTH / 2;
    return 0;
}

static int value_diplomat(const struct plan *plan, const struct action *move) {
    const struct bot *bot = plan->bot;
    unsigned owner = bot->view->road_owner[move->edges[0]];
    struct game after = *bot->view;

    edge_set_remove(&after.players[owner].roads, move->edges[0]);
    unsigned length = game_longest_road(bot->setup, &after, owner);
    if (owner != bot->seat)
        return road_card_lost(bot, owner, length) + ROAD + LEADER * greedy_points(bot, owner) / 4;
    if (move->edges[1] == NONE)
        return -ROAD;
    edge_set_add(&after.players[owner].roads, move->edges[1]);
    length = game_longest_road(bot->setup, &after, owner);
    int worth = ROAD * ((int)length - bot_player(bot)->road_length);
    unsigned holder = bot->view->holders[AWARD_LONGEST_ROAD],
             need = bot->setup->rules.road_card_min;
    if (holder != NONE && holder != bot->seat)
        need = bot->view->players[holder].road_length + 1u;
    if (need && holder != bot->seat && length >= need)
        worth += ROAD_CARD_WORTH;
    return worth - road_card_lost(bot, bot->seat, length);
}

static int value_intrigue(const struct plan *plan, const struct action *move) {
    const struct bot *bot = plan->bot;
    int worth = DRIVEN * (bot->view->knight[move->vertex] & KNIGHT_RANK);
    if (!vertex_set_has(&bot->view->near, move->vertex) && plan->roads_to[move->vertex] <= 1)
        worth += POINT / 2;
    return worth;
}

static int value_saboteur(const struct plan *plan, const struct action *move) {
    const struct bot *bot = plan->bot;
    int own = (int)game_points(bot->setup, bot->view, bot->seat), worth = 0;

    if (bot->setup->rules.options[OPTION_SABOTEUR] == SABOTEUR_INVERT_CITY) {
        const struct vertex *place = &bot->setup->board.vertex[move->vertex];
        for (unsigned i = 0; i < 3; i++)
            if (place->hexes[i] != NONE)
                worth += SABOTAGED * number_pips(bot->view->numbers[place->hexes[i]]);
        return worth + LEADER * greedy_points(bot, bot->view->owner[move->vertex]);
    }
    for (unsigned s = 0; s < bot->setup->rules.players; s++)
        if (is_opponent(bot, s) && greedy_points(bot, s) >= own)
            worth += bot->view->players[s].hand_count / 2 * CARD / 2;
    return worth;
}

static int value_spy(const struct plan *plan, const struct action *move) {
    int count = plan->bot->view->players[move->seat].progress_count;
    return 220 + SPY_CARD * (count > 3 ? 3 : count);
}

static int value_warlord(const struct plan *plan, const struct action *move) {
    const struct bot *bot = plan->bot;
    int ranks = 0;
    (void)move;
    VERTEX_EACH(&bot_player(bot)->knights, v) {
        if (!(bot->view->knight[v] & KNIGHT_ACTIVE))
            ranks += bot->view->knight[v] & KNIGHT_RANK;
    }
    return ranks == 0 ? 0 : 60 * ranks + defence_gain(bot, ranks);
}

static int value_wedding(const struct plan *plan, const struct action *move) {
    const struct bot *bot = plan->bot;
    int own = (int)game_points(bot->setup, bot->view, bot->seat), worth = 0;
    (void)move;
    for (unsigned s = 0; s < bot->setup->rules.players; s++)
        if (is_opponent(bot, s) && greedy_points(bot, s) > own) {
            int count = bot->view->players[s].hand_count;
            worth += (count < 2 ? count : 2) * (CARD + LEADER);
        }
    return worth;
}

/* ---- before the roll ---- */

/* What the bot would get from a roll of SUM, less what the others would. */
static int roll_worth(const struct bot *bot, unsigned sum) {
    int worth = 0;
    for (unsigned h = 0; h < bot->setup->board.n_hexes; h++)
        if (bot->view->numbers[h] == sum)
            worth += pip_worth_at(bot, h);
    return worth * CARD / PIP;
}

static int value_alchemist(const struct plan *plan, const struct action *move) {
    const struct bot *bot = plan->bot;
    unsigned sum = (unsigned)move->dice[0] + move->dice[1];
    int worth;

    if (sum == 7) {
        if (game_robber_frozen(bot->setup, bot->view))
            return 0;
        bool safe =
            bot_player(bot)->hand_count <= game_hand_limit(bot->setup, bot->view, bot->seat);
        worth = safe ? 2 * CARD + PIP * greedy_blocked(bot) : -2 * CARD;
    } else {
        worth = roll_worth(bot, sum);
    }
    for (unsigned face = FACE_TRADE; face <= FACE_SCIENCE; face++) {
        unsigned seats = game_gate_draws(bot->setup, bot->view, face, move->dice[1]);
        if (seats >> bot->seat & 1)
            worth += CARD / 3;
    }
    return worth;
}

/* ---- which card ---- */

typedef int value_function(const struct plan *plan, const struct action *move);

static value_function *const values[PROGRESS_COUNT] = {
    [PROGRESS_ALCHEMIST] = value_alchemist,
    [PROGRESS_CRANE] = value_crane,
    [PROGRESS_ENGINEER] = value_engineer,
    [PROGRESS_INVENTOR] = value_inventor,
    [PROGRESS_IRRIGATION] = value_harvest,
    [PROGRESS_MEDICINE] = value_medicine,
    [PROGRESS_MINING] = value_harvest,
    [PROGRESS_ROAD_BUILDING] = value_road_building,
    [PROGRESS_SMITH] = value_smith,
    [PROGRESS_COMMERCIAL_HARBOR] = value_harbor,
    [PROGRESS_MASTER_MERCHANT] = value_master_merchant,
    [PROGRESS_MERCHANT] = value_merchant,
    [PROGRESS_MERCHANT_FLEET] = value_fleet,
    [PROGRESS_RESOURCE_MONOPOLY] = value_monopoly,
    [PROGRESS_TRADE_MONOPOLY] = value_monopoly,
    [PROGRESS_BISHOP] = value_bishop,
    [PROGRESS_DESERTER] = value_deserter,
    [PROGRESS_DIPLOMAT] = value_diplomat,
    [PROGRESS_INTRIGUE] = value_intrigue,
    [PROGRESS_SABOTEUR] = value_saboteur,
    [PROGRESS_SPY] = value_spy,
    [PROGRESS_WARLORD] = value_warlord,
    [PROGRESS_WEDDING] = value_wedding,
};

const struct action *progress_best(const struct plan *plan, bool forced) {
    const struct bot *bot = plan->bot;
    bool full = bot_player(bot)->progress_count >= bot->setup->rules.progress_limit;
    const struct action *best = NULL;
    int best_gain = 0;

    MOVES_EACH(bot, PLAY_PROGRESS_CARD, move) {
        if (move->open != 0 || values[move->card] == NULL)
            continue;
        int value = values[move->card](plan, move);
        int kept = worth_held(plan, move->card) * KEPT_PERCENT / 100;
        int gain = value - (full && value > 0 ? kept / 2 : kept);
        if (forced && best == NULL)
            best_gain = gain - 1;
        if (gain > best_gain) {
            best = move;
            best_gain = gain;
        }
    }
    return best;
}

struct action progress_harbor(const struct plan *plan) {
    const struct bot *bot = plan->bot;
    struct cards hand = hand_of(plan);
    const struct goal *goal = plan_best(plan, hand);
    struct choice best = {NULL, INT_MIN};

    MOVES_EACH(bot, HARBOR_OFFER, move) {
        if (bot->view->players[move->seat].hand_count == 0)
            continue;
        struct cards left = cards_sub(hand, cards_one(move->kind, 1));
        int worth = plan_hand(plan, left) * 16 + bot->view->players[move->seat].hand_count;
        if (goal != NULL && plan_rolls(plan, hand, goal->cost) < plan_rolls(plan, left, goal->cost))
            continue;
        choice_weigh(&best, move, worth);
    }
    return best.move != NULL ? *best.move : (struct action){.type = ACTION_NONE};
}

/* ---- decisions ---- */

/* The listed move of TYPE with the best hand afterwards. */
static struct action best_cards(const struct plan *plan, unsigned type, struct cards extra) {
    struct choice best = {plan->bot->list->items, INT_MIN};

    MOVES_EACH(plan->bot, type, move) {
        struct cards hand = cards_add(hand_of(plan), extra);
        switch (type) {
        case GIVE_COMMODITY: hand = cards_sub(hand, cards_one(move->kind, 1)); break;
        case TAKE_RESOURCE: hand = cards_add(hand, cards_one(move->kind, 1)); break;
        case GIVE_CARDS: hand = cards_sub(hand, move->give); break;
        default: hand = cards_add(hand, move->take);
        }
        int worth = plan_hand(plan, hand);
        choice_weigh(&best, move, worth);
    }
    return *best.move;
}

/* The listed card of TYPE that is worth most, or least. */
static struct action best_card(const struct plan *plan, unsigned type, bool most) {
    const struct bot *bot = plan->bot;
    struct choice best = {bot->list->items, INT_MIN};

    MOVES_EACH(bot, type, move)
        choice_weigh(&best, move, worth_held(plan, move->card) * (most ? 1 : -1));
    return *best.move;
}

/* The stack whose remaining cards are worth most on average. */
static struct action choose_deck(const struct bot *bot) {
    struct choice best = {bot->list->items, INT_MIN};

    MOVES_EACH(bot, ACTION_NONE, move) {
        int worth = 0, cards = 1;
        for (unsigned c = 0; c < PROGRESS_COUNT; c++) {
            if (progress_rows[c].track != move->track)
                continue;
            worth += progress_rows[c].count * held_worth[c];
            cards += progress_rows[c].count;
        }
        worth = bot->view->stack_count[move->track] > 0 ? worth / cards : 0;
        choice_weigh(&best, move, worth);
    }
    return *best.move;
}

struct action progress_decide(const struct plan *plan, const struct decision *decision) {
    const struct bot *bot = plan->bot;
    struct action move = bot->list->items[0];
    const struct action *played;

    switch (decision->kind) {
    case DECIDE_FIFTH_CARD:
        played = progress_best(plan, true);
        return played != NULL ? *played : best_card(plan, DISCARD_PROGRESS_CARD, false);
    case DECIDE_DISCARD_PROGRESS: return best_card(plan, DISCARD_PROGRESS_CARD, false);
    case DECIDE_CHOOSE_PROGRESS_DECK: return choose_deck(bot);
    case DECIDE_TAKE_PROGRESS_CARD: return best_card(plan, TAKE_PROGRESS_CARD, true);
    case DECIDE_TAKE_RESOURCE: return best_cards(plan, TAKE_RESOURCE, cards_none());
    case DECIDE_GIVE_COMMODITY:
        return best_cards(plan, GIVE_COMMODITY, cards_one(decision->resource, 1));
    case DECIDE_GIVE_CARDS:
        if (move.open == 0)
            return best_cards(plan, GIVE_CARDS, cards_none());
        move.open = 0;
        move.give = plan_spare(plan, hand_of(plan), decision->count);
        return move;
    case DECIDE_TAKE_CARDS:
        if (move.open == 0)
            return best_cards(plan, TAKE_CARDS, cards_none());
        move.open = 0;
        move.take = plan_pick(plan, hand_of(plan), bot->view->shown, decision->count);
        return move;
    default: return move;
    }
}
