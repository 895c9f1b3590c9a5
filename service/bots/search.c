/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/bots/search.h"

#include <string.h>

#include "service/bots/stream.h"

enum { SAMPLES = 3 /* of outcomes that are not enumerated */, LOWEST_SUM = 2 };

static const double least_gain = 1e-9; /* so that equal values do not count as better */

void search_begin(struct search *search, const struct bot *bot, unsigned leaves) {
    search->setup = bot->setup;
    search->seat = bot->seat;
    search->leaves = leaves;
    search->effort = 1;
    search->seed = game_hash(bot->view);
    search->weights = &value_weights[value_game_of(bot->setup)];
    search->n[0] = search->n[1] = 0;
    search->best = (struct action){.type = ACTION_NONE};
    search->best_value = -1;
}

double search_value(struct search *search, const struct game *game) {
    search->leaves -= search->leaves > 0;
    return value_of(search->setup, game, search->seat);
}

double search_with_hand(struct search *search, const struct game *game, struct cards hand) {
    struct game other = *game;

    other.players[search->seat].hand = hand;
    other.players[search->seat].hand_count = (uint8_t)cards_total(hand);
    return search_value(search, &other);
}

static void apply_with(const struct search *search, struct game *game, const struct action *action,
                       unsigned parts, const struct outcome *outcome) {
    struct event event = {.type = action->type,
                          .player = (uint8_t)search->seat,
                          .by = BY_BOT,
                          .drawn = (uint8_t)parts,
                          .action = *action,
                          .outcome = *outcome};
    game_apply(search->setup, game, &event);
}

static double value_with(struct search *search, const struct game *game,
                         const struct action *action, unsigned parts,
                         const struct outcome *outcome) {
    struct game after = *game;

    apply_with(search, &after, action, parts, outcome);
    return search_value(search, &after);
}

/* ---- chance ---- */

static bool is_theft(const struct action *action) {
    return action->type == MOVE_ROBBER || action->type == CHASE_ROBBER ||
           action->type == MOVE_PIRATE || action->type == DRAW_VICTIM ||
           (action->type == PLAY_DEV_CARD && action->card == KNIGHT);
}

/* A card from a hidden hand: each kind as likely as the others together hold it. */
static double after_theft(struct search *search, const struct game *game,
                          const struct action *action) {
    struct cards held = belief_held(search->setup, game, search->seat);
    double sum = 0, total = 0;

    for (unsigned k = 0; k < search->setup->rules.kinds; k++) {
        struct outcome outcome = {.card = (uint8_t)k};
        if (held.n[k] == 0)
            continue;
        sum += held.n[k] * value_with(search, game, action, PART_CARD, &outcome);
        total += held.n[k];
    }
    return total > 0 ? sum / total : 0;
}

static double after_purchase(struct search *search, const struct game *game,
                             const struct action *action) {
    double sum = 0, total = 0;

    for (unsigned card = 0; card < DEV_COUNT; card++) {
        struct outcome outcome = {.card = (uint8_t)card};
        if (game->deck[card] == 0)
            continue;
        sum += game->deck[card] * value_with(search, game, action, PART_CARD, &outcome);
        total += game->deck[card];
    }
    return total > 0 ? sum / total : 0;
}

static double after_roll(struct search *search, const struct game *game,
                         const struct action *action) {
    double sum = 0, total = 0;

    for (unsigned dice = LOWEST_SUM; dice <= NUMBER_MAX; dice++) {
        unsigned yellow = dice > DIE_SIDES ? DIE_SIDES : dice - 1;
        struct outcome outcome = {.yellow = (uint8_t)yellow, .red = (uint8_t)(dice - yellow)};
        int pips = dice == SEVEN ? DIE_SIDES : number_pips(dice);
        if (game_possible(search->setup, game, search->seat, action, &outcome) != REASON_OK)
            continue;
        sum += pips * value_with(search, game, action, PART_DICE, &outcome);
        total += pips;
    }
    return total > 0 ? sum / total : 0;
}

/* Everything else left to chance, or taken from hidden hands: the mean of some samples. */
static double after_samples(struct search *search, const struct game *game,
                            const struct action *action, unsigned parts) {
    double sum = 0;

    for (unsigned i = 0; i < SAMPLES; i++) {
        struct bot_stream stream;
        struct game filled = *game;
        struct outcome outcome = {0};
        bot_stream_begin(&stream, search->seed + i);
        belief_fill(search->setup, &filled, search->seat, search->seed + i, true);
        if (parts != 0)
            game_draw(search->setup, &filled, search->seat, action, parts, &stream.chance,
                      &outcome);
        apply_with(search, &filled, action, parts, &outcome);
        sum += search_value(search, &filled);
    }
    return sum / SAMPLES;
}

bool search_needs_hands(const struct action *action) {
    return action->type == PLAY_PROGRESS_CARD ||
           (action->type == PLAY_DEV_CARD && action->card == MONOPOLY);
}

double search_after(struct search *search, const struct game *game, const struct action *action) {
    unsigned parts = game_parts(search->setup, game, action);
    struct outcome none = {0};

    if (search_needs_hands(action))
        return after_samples(search, game, action, parts);
    if (parts == 0)
        return value_with(search, game, action, 0, &none);
    if (parts == PART_CARD && is_theft(action))
        return after_theft(search, game, action);
    if (parts == PART_CARD && action->type == BUY_DEV_CARD)
        return after_purchase(search, game, action);
    if (parts == PART_DICE && action->type == ROLL)
        return after_roll(search, game, action);
    return after_samples(search, game, action, parts);
}

/* ---- the turn ---- */

/* It leaves out moves that end the turn or wait for others. */
bool search_tries(const struct action *action) {
    switch (action->type) {
    case END_TURN:
    case OFFER_TRADE:
    case COUNTER_TRADE:
    case ACCEPT_TRADE:
    case DECLINE_TRADE:
    case CONFIRM_TRADE:
    case CANCEL_TRADE:
    case HARBOR_OFFER:
    case PLAY_PROGRESS_CARD: /* here and below: their worth does not show at once */
    case MOVE_KNIGHT:
    case DISPLACE_KNIGHT:
    case CHASE_ROBBER:
    case ROLL: return false;
    default: return action->open == 0;
    }
}

/* Whether the position was met before; notes it. */
static bool was_seen(struct search *search, const struct game *game) {
    struct game same = *game;
    uint64_t hash;

    same.seq = 0;
    hash = game_hash(&same);
    for (unsigned i = 0; i < 8; i++) {
        uint64_t *slot = &search->seen[(hash + i) % SEARCH_SEEN];
        if (*slot == hash)
            return true;
        if (*slot == 0) {
            *slot = hash;
            return false;
        }
    }
    return false;
}

static void keep_best(struct search *search, const struct action *first, double value) {
    if (value > search->best_value + least_gain) {
        search->best_value = value;
        search->best = *first;
    }
}

/* Whether the seat can continue its turn in GAME. */
static bool is_going_on(const struct search *search, const struct game *game) {
    const struct decision *decision = game_decision(game, search->seat);

    return game->phase == PHASE_PLAY && decision != NULL && decision->kind == DECIDE_TURN;
}

/* Appends the node to SIDE, replacing the worst if it is full. */
static void beam_add(struct search *search, unsigned side, const struct game *game,
                     const struct action *first, double value) {
    struct search_node *nodes = search->beam[side];
    unsigned at = search->n[side];

    if (at == SEARCH_WIDTH) {
        at = 0;
        for (unsigned i = 1; i < SEARCH_WIDTH; i++)
            if (nodes[i].value < nodes[at].value)
                at = i;
        if (nodes[at].value >= value)
            return;
    } else {
        search->n[side]++;
    }
    nodes[at].game = *game;
    nodes[at].first = *first;
    nodes[at].value = value;
}

static void try_move(struct search *search, const struct search_node *node,
                     const struct action *move, unsigned side) {
    const struct action *first = node->first.type == ACTION_NONE ? move : &node->first;
    unsigned parts = game_parts(search->setup, &node->game, move);
    struct outcome none = {0};
    struct game after;

    if (parts != 0 || search_needs_hands(move)) {
        keep_best(search, first, search_after(search, &node->game, move));
        return;
    }
    after = node->game;
    apply_with(search, &after, move, 0, &none);
    if (was_seen(search, &after))
        return;
    double value = search_value(search, &after);
    keep_best(search, first, value);
    if (is_going_on(search, &after))
        beam_add(search, side, &after, first, value);
}

void search_turn(struct search *search, const struct game *view) {
    struct search_node *root = &search->beam[0][0];

    memset(search->seen, 0, sizeof search->seen);
    root->game = *view;
    root->first = (struct action){.type = ACTION_NONE};
    belief_fill(search->setup, &root->game, search->seat, search->seed, false);
    root->value = search_value(search, &root->game);
    search->best_value = root->value;
    search->n[0] = 1;
    for (unsigned depth = 0; depth < SEARCH_DEPTH && search->leaves > 0; depth++) {
        unsigned from = depth % 2, to = 1 - from;
        search->n[to] = 0;
        for (unsigned i = 0; i < search->n[from] && search->leaves > 0; i++) {
            const struct search_node *node = &search->beam[from][i];
            game_list(search->setup, &node->game, search->seat, &search->list);
            for (size_t m = 0; m < search->list.n && search->leaves > 0; m++)
                if (search_tries(&search->list.items[m]))
                    try_move(search, node, &search->list.items[m], to);
        }
    }
}
