/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What the hard bot would do in a player's place, and why: the features of the value
 * (service/bots/value.h) that the move changes, grouped by subject. */
#include <math.h>
#include <string.h>

#include "service/bots/search.h"

const char *const hint_subject_names[HINT_SUBJECT_COUNT] = {
    [HINT_POINTS] = "points",
    [HINT_PRODUCTION] = "production",
    [HINT_PACE] = "pace",
    [HINT_PLACES] = "places",
    [HINT_BUILDINGS] = "buildings",
    [HINT_HARBORS] = "harbors",
    [HINT_NEXT_BUILD] = "next_build",
    [HINT_HAND] = "hand",
    [HINT_RISK] = "risk",
    [HINT_CARDS] = "cards",
    [HINT_ARMY] = "army",
    [HINT_ROAD] = "road",
    [HINT_LEVELS] = "improvements",
    [HINT_KNIGHTS] = "knights",
    [HINT_OPPONENTS] = "opponents",
};

const char *const hint_thing_names[HINT_THING_COUNT] = {
    [BRICK] = "brick",
    [LUMBER] = "lumber",
    [WOOL] = "wool",
    [GRAIN] = "grain",
    [ORE] = "ore",
    [CLOTH] = "cloth",
    [COIN] = "coin",
    [PAPER] = "paper",
    [HINT_CITY] = "city",
    [HINT_SETTLEMENT] = "settlement",
    [HINT_DEV_CARD] = "development_card",
    [HINT_ROAD_PIECE] = "road",
    [HINT_IMPROVEMENT] = "improvement",
};

/* The features that concern a single thing. */
static const struct {
    uint8_t feature, thing;
} things[] = {
    {FEATURE_BRICK, BRICK},
    {FEATURE_LUMBER, LUMBER},
    {FEATURE_WOOL, WOOL},
    {FEATURE_GRAIN, GRAIN},
    {FEATURE_ORE, ORE},
    {FEATURE_CLOTH, CLOTH},
    {FEATURE_COIN, COIN},
    {FEATURE_PAPER, PAPER},
    {FEATURE_CITY_PACE, HINT_CITY},
    {FEATURE_SETTLEMENT_PACE, HINT_SETTLEMENT},
    {FEATURE_DEV_PACE, HINT_DEV_CARD},
    {FEATURE_ROAD_PACE, HINT_ROAD_PIECE},
    {FEATURE_LEVEL_PACE, HINT_IMPROVEMENT},
    {FEATURE_CITY_SOON, HINT_CITY},
    {FEATURE_SETTLEMENT_SOON, HINT_SETTLEMENT},
    {FEATURE_DEV_SOON, HINT_DEV_CARD},
    {FEATURE_LEVEL_SOON, HINT_IMPROVEMENT},
};

/* The last feature of each subject, in the features' order. */
static const struct {
    uint8_t last, subject;
} spans[] = {
    {FEATURE_HIDDEN_POINTS, HINT_POINTS},
    {FEATURE_PIPS, HINT_PRODUCTION},
    {FEATURE_BLOCKED, HINT_RISK},
    {FEATURE_KINDS, HINT_PRODUCTION},
    {FEATURE_ROAD_PACE, HINT_PACE},
    {FEATURE_SPOTS, HINT_PLACES},
    {FEATURE_NO_SETTLEMENTS_LEFT, HINT_BUILDINGS},
    {FEATURE_HARBOR_PIPS, HINT_HARBORS},
    {FEATURE_HAND_HIDDEN, HINT_HAND},
    {FEATURE_OVER_LIMIT, HINT_RISK},
    {FEATURE_BEST_SOON, HINT_NEXT_BUILD},
    {FEATURE_HAND_KINDS, HINT_HAND},
    {FEATURE_DEV_HIDDEN, HINT_CARDS},
    {FEATURE_ARMY_NEAR, HINT_ARMY},
    {FEATURE_ROAD_NEAR, HINT_ROAD},
    {FEATURE_TOKENS, HINT_CARDS},
    {FEATURE_METROPOLIS_NEAR, HINT_LEVELS},
    {FEATURE_LEVEL_SOON, HINT_NEXT_BUILD},
    {FEATURE_LEVEL_PACE, HINT_PACE},
    {FEATURE_DEFENDER_NEAR, HINT_KNIGHTS},
    {FEATURE_PROGRESS, HINT_CARDS},
    {FEATURE_WALLS, HINT_RISK},
    {FEATURE_MERCHANT, HINT_CARDS},
};
_Static_assert(FEATURE_MERCHANT + 1 == FEATURE_COUNT, "every feature has a subject");

static const double reason_least = 0.002; /* a smaller change of the chance is no reason */

/* ---- what the move changes ---- */

/* Whether the move can be simulated: nothing but a card to draw or steal is unknown. What several answer together is
 * carried out together, and the answers of others are hidden. */
static bool is_clear(const struct bot *bot, const struct action *action) {
    unsigned parts = game_parts(bot->setup, bot->view, action);

    if (answered_together(action->type) && bot->view->n_pending > 1)
        return false;
    switch (action->type) {
    case ACTION_NONE:
    case ROLL:
    case END_TURN:
    case OFFER_TRADE:
    case COUNTER_TRADE:
    case ACCEPT_TRADE:
    case DECLINE_TRADE:
    case PLAY_PROGRESS_CARD:
    case DISCARD: return false;
    case PLAY_DEV_CARD: return action->card != MONOPOLY;
    case BUY_DEV_CARD:
    case MOVE_ROBBER: return true;
    default: return parts == 0;
    }
}

/* The card that a simulation draws or steals: the likeliest. */
static unsigned likeliest_card(const struct bot *bot, const struct game *game,
                               const struct action *action) {
    struct cards held = belief_held(bot->setup, game, bot->seat);
    unsigned best = 0;

    for (unsigned i = 1; action->type == BUY_DEV_CARD && i < DEV_COUNT; i++)
        best = game->deck[i] > game->deck[best] ? i : best;
    for (unsigned k = 1; action->type != BUY_DEV_CARD && k < KIND_COUNT; k++)
        best = held.n[k] > held.n[best] ? k : best;
    return best;
}

static void carry_out(const struct bot *bot, const struct action *action, struct game *game) {
    struct event event = {
        .type = action->type, .player = (uint8_t)bot->seat, .by = BY_BOT, .action = *action};

    belief_fill(bot->setup, game, bot->seat, game_hash(bot->view), false);
    event.drawn = (uint8_t)game_parts(bot->setup, game, action);
    if (event.drawn != 0)
        event.outcome.card = (uint8_t)likeliest_card(bot, game, action);
    game_apply(bot->setup, game, &event);
}

static unsigned find_subject(unsigned feature) {
    size_t i = 0;

    while (spans[i].last < feature)
        i++;
    return spans[i].subject;
}

/* How much a player's score grows by a feature. */
static double feature_growth(const struct value_weights *weights,
                             const struct value_position *before,
                             const struct value_position *after, unsigned seat, unsigned feature) {
    const float *weight = weights->of[feature];
    float was = before->features[seat][feature], is = after->features[seat][feature];

    return (double)((is - was) * weight[VALUE_EARLY]) +
           (double)((is * after->progress - was * before->progress) * weight[VALUE_LATE]);
}

/* How much the score of a player grows by each subject. */
static void compare_features(const struct value_weights *weights,
                             const struct value_position *before,
                             const struct value_position *after, unsigned seat,
                             double growth[HINT_SUBJECT_COUNT]) {
    for (unsigned feature = 0; feature < FEATURE_COUNT; feature++)
        growth[find_subject(feature)] += feature_growth(weights, before, after, seat, feature);
}

/* The thing that contributes most to a subject's growth; HINT_NO_THING if none does. */
static unsigned find_thing(const struct value_weights *weights, const struct value_position *before,
                           const struct value_position *after, unsigned seat, unsigned subject) {
    unsigned found = HINT_NO_THING;
    double most = 0;

    for (size_t i = 0; i < sizeof things / sizeof *things; i++) {
        double growth = feature_growth(weights, before, after, seat, things[i].feature);

        if (find_subject(things[i].feature) != subject || growth <= most)
            continue;
        most = growth;
        found = things[i].thing;
    }
    return found;
}

static void add_reason(struct hint *hint, unsigned subject, double gain) {
    unsigned at = hint->n < HINT_REASONS_MAX ? hint->n++ : HINT_REASONS_MAX - 1U;

    if (at + 1 == HINT_REASONS_MAX && hint->reasons[at].gain > gain)
        return;
    while (at > 0 && hint->reasons[at - 1].gain < gain) {
        hint->reasons[at] = hint->reasons[at - 1];
        at--;
    }
    hint->reasons[at].subject = (uint8_t)subject;
    hint->reasons[at].thing = HINT_NO_THING;
    hint->reasons[at].gain = gain;
}

/* Why GAME is better for the bot than its view, of which hint->chance is the value; then it is GAME's. */
static void find_reasons(const struct bot *bot, const struct value_weights *weights,
                         const struct value_position *before, const struct game *game,
                         struct hint *hint) {
    double growth[HINT_SUBJECT_COUNT] = {0}, others[HINT_SUBJECT_COUNT], chances[SEAT_MAX];
    struct value_position after;

    if (game->phase == PHASE_FINISHED) {
        add_reason(hint, HINT_POINTS, 1 - hint->chance);
        hint->chance = 1;
        return;
    }
    value_look(bot->setup, game, bot->seat, &after);
    value_chances(&after, weights, chances);
    double middle = (hint->chance + chances[bot->seat]) / 2;
    compare_features(weights, before, &after, bot->seat, growth);
    for (unsigned s = 0; s < after.players; s++) {
        if (s == bot->seat)
            continue;
        memset(others, 0, sizeof others);
        compare_features(weights, before, &after, s, others);
        for (unsigned i = 0; i < HINT_SUBJECT_COUNT; i++)
            growth[HINT_OPPONENTS] -= others[i] * chances[s] / (1.0001 - middle);
    }
    for (unsigned i = 0; i < HINT_SUBJECT_COUNT; i++)
        if (growth[i] * middle * (1 - middle) >= reason_least)
            add_reason(hint, i, growth[i] * middle * (1 - middle));
    for (unsigned i = 0; i < hint->n; i++)
        hint->reasons[i].thing =
            (uint8_t)find_thing(weights, before, &after, bot->seat, hint->reasons[i].subject);
    hint->chance = chances[bot->seat];
}

/* Fixed draws: by the first the greedy bot makes its offers, which are otherwise random, by the last it makes none. */
static uint32_t draw_lowest(const struct chance *chance, uint32_t number, uint32_t bound) {
    (void)chance, (void)number, (void)bound;
    return 0;
}

static uint32_t draw_highest(const struct chance *chance, uint32_t number, uint32_t bound) {
    (void)chance, (void)number;
    return bound - 1;
}

static bool can_offer(const struct bot *bot) {
    struct move_list list;

    game_list(bot->setup, bot->view, bot->seat, &list);
    for (size_t i = 0; i < list.n; i++)
        if (list.items[i].type == OFFER_TRADE)
            return true;
    return false;
}

/* Before several cards go to the bank, the players are asked to swap one for one. */
static struct action ask_before_bank(const struct bot *bot, struct action swap) {
    struct action offer = {.type = OFFER_TRADE, .auto_confirm = true};

    for (unsigned kind = 0; kind < KIND_COUNT; kind++) {
        if (swap.take.n[kind] > 0) {
            offer.seats = (uint8_t)greedy_worth_asking(bot, kind);
            offer.take = cards_one(kind, 1);
        }
        if (swap.give.n[kind] > 0)
            offer.give = cards_one(kind, 1);
    }
    return offer.seats != 0 && can_offer(bot) ? offer : swap;
}

/* What BOT_HARD does after the bot's offers. The greedy bot does not know what has been declined: it makes one offer. */
static struct action choose_hint(const struct bot *bot) {
    struct chance chance = {.draw = bot->offers == 0 ? draw_lowest : draw_highest};
    struct action choice =
        bot_choose(BOT_HARD, bot->setup, bot->view, bot->seat, bot->offers, &chance);

    return choice.type == MARITIME_TRADE && bot->offers == 0 ? ask_before_bank(bot, choice)
                                                             : choice;
}

static bool is_own_turn(const struct bot *bot) {
    const struct decision *decision = game_decision(bot->view, bot->seat);

    return bot->view->phase == PHASE_PLAY && decision != NULL && decision->kind == DECIDE_TURN;
}

/* Carries out the hint's move and, up to MAX moves in all, what the bot does after it in the same turn, as far as no
 * chance is in it: from the bot's view into GAME. Returns the number of MOVES. */
static unsigned follow_line(const struct bot *bot, const struct action *first, struct action *moves,
                            unsigned max, struct game *game) {
    const struct bot later = {
        .setup = bot->setup, .view = game, .seat = bot->seat, .offers = bot->offers};
    struct action action = *first;
    unsigned n = 0;

    while (n < max && (n == 0 || (action.type != ACTION_NONE && action.type != END_TURN))) {
        bool chance = game_parts(bot->setup, game, &action) != 0;

        moves[n++] = action;
        if (!is_clear(&later, &action))
            break;
        carry_out(&later, &action, game);
        if (chance || n == max || !is_own_turn(&later))
            break;
        action = choose_hint(&later);
    }
    return n;
}

/* The seat's hand as it is when somebody has accepted OFFER. */
static void suppose_accepted(const struct action *offer, struct player *player) {
    player->hand = cards_add(cards_sub(player->hand, offer->give), offer->take);
    player->hand_count = (uint8_t)cards_total(player->hand);
}

void bot_hint(const struct setup *setup, const struct game *view, unsigned seat, unsigned offers,
              unsigned max, struct hint *hint) {
    const struct bot bot = {.setup = setup, .view = view, .seat = seat, .offers = offers};
    const struct value_weights *weights = &value_weights[value_game_of(setup)];
    struct value_position before;
    struct game after = *view;
    double chances[SEAT_MAX];

    memset(hint, 0, sizeof *hint);
    hint->action = choose_hint(&bot);
    value_look(setup, view, seat, &before);
    value_chances(&before, weights, chances);
    hint->chance = chances[seat];
    hint->n_line = follow_line(&bot, &hint->action, hint->line, max, &after);
    if (hint->action.type == OFFER_TRADE)
        suppose_accepted(&hint->action, &after.players[seat]);
    if (hint->action.type == OFFER_TRADE || is_clear(&bot, &hint->action))
        find_reasons(&bot, weights, &before, &after, hint);
}

int chance_thousandths(double chance) {
    return (int)lround(chance * 1000);
}
