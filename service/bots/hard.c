/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* A bot that looks ahead to the end of its own turn, measuring by its chance to win
 * (service/bots/value.h). What the search does not cover is left to the greedy bot. */
#include "service/bots/search.h"

enum {
    DISCARD_LEAVES = 1500,
    KNIGHTS_TRIED = 3, /* places for the robber that are tried with all rolls */
    LEADER_MARGIN = 2,
};

static const double offer_gain = 0.012; /* least gain of an exchange with a player */
static const double accept_gain = 0.008;
/* Least advantage of a turn over the greedy one: with 0.01, 63.5 % of 1,000 games of Cities & Knights were
 * won, with 0.025, 66.9 %. */
static const double improve_gain = 0.025;
static const double knight_gain = 0.002; /* of a knight before the roll: it can still come later */

static const struct action nothing = {.type = ACTION_NONE};

/* ---- set-up ---- */

static struct action choose_opening(struct search *search, const struct bot *bot) {
    struct action best = bot_greedy(bot);
    double best_value = -1;

    for (size_t i = 0; i < bot->list->n && search->leaves > 0; i++) {
        const struct action *move = &bot->list->items[i];
        double value = search_opening(search, bot->view, move);
        if (value > best_value) {
            best_value = value;
            best = *move;
        }
    }
    return best;
}

/* ---- one decision ---- */

/* The best of the listed moves by the value right after it; FALLBACK if none is evaluated. */
static struct action choose_next(struct search *search, const struct bot *bot,
                                 struct action fallback) {
    struct game game = *bot->view;
    struct action best = fallback;
    double best_value = -1;

    belief_fill(bot->setup, &game, bot->seat, search->seed, false);
    for (size_t i = 0; i < bot->list->n && search->leaves > 0; i++) {
        const struct action *move = &bot->list->items[i];
        if (move->open != 0)
            continue;
        double value = search_after(search, &game, move);
        if (value > best_value) {
            best_value = value;
            best = *move;
        }
    }
    return best;
}

/* ---- discards ---- */

struct discard {
    struct search *search;
    const struct bot *bot;
    struct cards best;
    double best_value;
};

static void try_discard(struct discard *discard, struct cards give, struct cards left,
                        unsigned kind, unsigned count) {
    if (discard->search->leaves == 0)
        return;
    if (count == 0) {
        struct cards hand = cards_sub(bot_player(discard->bot)->hand, give);
        double value = search_with_hand(discard->search, discard->bot->view, hand);
        if (value > discard->best_value) {
            discard->best_value = value;
            discard->best = give;
        }
        return;
    }
    if (kind == discard->bot->setup->rules.kinds || cards_total(left) < count)
        return;
    unsigned most = left.n[kind] < count ? left.n[kind] : count;
    left.n[kind] = 0;
    for (unsigned n = 0; n <= most; n++) {
        give.n[kind] = (uint8_t)n;
        try_discard(discard, give, left, kind + 1, count - n);
    }
}

static struct action choose_discard(struct search *search, const struct bot *bot,
                                    struct action move, unsigned count) {
    struct discard discard = {search, bot, move.give, -1};

    search->leaves = DISCARD_LEAVES;
    discard.best_value =
        search_with_hand(search, bot->view, cards_sub(bot_player(bot)->hand, move.give));
    try_discard(&discard, cards_none(), bot_player(bot)->hand, 0, count);
    move.give = discard.best;
    return move;
}

/* ---- trade with players ---- */

static bool is_nearly_won(const struct bot *bot, unsigned seat) {
    return greedy_points(bot, seat) + LEADER_MARGIN >= bot->setup->rules.points_target;
}

/* The change of the chance to win by an exchange with PARTNER (NONE: with anybody, card for
 * card). */
static double exchange_gain(struct search *search, const struct bot *bot, unsigned partner,
                            struct cards lose, struct cards gain) {
    struct cards hand = bot_player(bot)->hand;
    struct game game = *bot->view;

    if (partner != NONE)
        game.players[partner].hand_count =
            (uint8_t)(game.players[partner].hand_count + cards_total(lose) - cards_total(gain));
    return search_with_hand(search, &game, cards_add(cards_sub(hand, lose), gain)) -
           search_value(search, bot->view);
}

static struct action judge_offers(struct search *search, const struct bot *bot, bool may_decline) {
    for (unsigned o = 0; o < OFFER_MAX; o++) {
        const struct offer *offer = &bot->view->offers[o];
        bool accept =
            offer->id != 0 && !is_nearly_won(bot, offer->player) &&
            cards_cover(bot_player(bot)->hand, offer->want) &&
            exchange_gain(search, bot, offer->player, offer->want, offer->give) > accept_gain;
        MOVES_EACH(bot, accept ? ACCEPT_TRADE : DECLINE_TRADE, move) {
            if (offer->id != 0 && move->ref == offer->id && (accept || may_decline))
                return *move;
        }
    }
    return nothing;
}

static unsigned seats_to_ask(const struct bot *bot) {
    unsigned seats = 0;

    for (unsigned s = 0; s < bot->setup->rules.players; s++)
        if (s != bot->seat && bot->view->players[s].hand_count > 0 && !is_nearly_won(bot, s))
            seats |= 1u << s;
    return seats;
}

/* The most useful exchanges of one card for another, best first. */
struct proposals {
    unsigned n;
    double gains[BOT_OFFERS_MAX];
    struct action offers[BOT_OFFERS_MAX];
};

static void add_proposal(struct proposals *proposals, double gain, struct action offer) {
    unsigned at = proposals->n;

    while (at > 0 && proposals->gains[at - 1] < gain)
        at--;
    if (at == BOT_OFFERS_MAX)
        return;
    proposals->n += proposals->n < BOT_OFFERS_MAX;
    for (unsigned i = proposals->n - 1; i > at; i--) {
        proposals->gains[i] = proposals->gains[i - 1];
        proposals->offers[i] = proposals->offers[i - 1];
    }
    proposals->gains[at] = gain;
    proposals->offers[at] = offer;
}

/* A declined offer is not repeated: the second offer of a turn is the second best. */
static struct action propose_exchange(struct search *search, const struct bot *bot) {
    struct cards hand = bot_player(bot)->hand;
    struct cards held = belief_held(bot->setup, bot->view, bot->seat);
    struct proposals proposals = {.n = 0};
    unsigned seats = seats_to_ask(bot);

    if (greedy_next(bot, OFFER_TRADE, NULL) == NULL || seats == 0)
        return nothing;
    for (unsigned give = 0; give < bot->setup->rules.kinds; give++)
        for (unsigned want = 0; want < bot->setup->rules.kinds; want++) {
            struct cards lose = cards_one(give, 1), gain = cards_one(want, 1);
            if (give == want || hand.n[give] == 0 || held.n[want] == 0 ||
                greedy_has_offered(bot, lose, gain))
                continue;
            double better = exchange_gain(search, bot, NONE, lose, gain);
            if (better >= offer_gain)
                add_proposal(&proposals, better,
                             (struct action){.type = OFFER_TRADE,
                                             .seats = (uint8_t)seats,
                                             .auto_confirm = true,
                                             .give = lose,
                                             .take = gain});
        }
    return bot->offers < proposals.n ? proposals.offers[bot->offers] : nothing;
}

/* ---- the turn ---- */

/* The value of rolling after KNIGHT has been played, assuming that the likeliest card is stolen. */
static double roll_after_knight(struct search *search, const struct game *game,
                                const struct action *knight, const struct action *roll) {
    struct cards held = belief_held(search->setup, game, search->seat);
    struct event event = {
        .type = knight->type, .player = (uint8_t)search->seat, .by = BY_BOT, .action = *knight};
    struct game after = *game;
    unsigned kind = 0;

    for (unsigned k = 1; k < search->setup->rules.kinds; k++)
        kind = held.n[k] > held.n[kind] ? k : kind;
    event.drawn = (uint8_t)game_parts(search->setup, game, knight);
    event.outcome.card = event.drawn != 0 ? (uint8_t)kind : 0;
    game_apply(search->setup, &after, &event);
    return after.phase == PHASE_FINISHED ? 1 : search_after(search, &after, roll);
}

static struct action choose_before_roll(struct search *search, const struct bot *bot,
                                        const struct action *roll) {
    const struct action *tried[KNIGHTS_TRIED] = {NULL};
    double values[KNIGHTS_TRIED] = {0};
    struct action best = *roll;
    struct game game = *bot->view;

    belief_fill(bot->setup, &game, bot->seat, search->seed, false);
    MOVES_EACH(bot, PLAY_DEV_CARD, move) {
        double value = move->card == KNIGHT ? search_after(search, &game, move) : 0;
        for (unsigned i = 0; i < KNIGHTS_TRIED; i++)
            if (value > values[i]) {
                for (unsigned j = KNIGHTS_TRIED - 1; j > i; j--)
                    values[j] = values[j - 1], tried[j] = tried[j - 1];
                values[i] = value;
                tried[i] = move;
                break;
            }
    }
    if (tried[0] == NULL)
        return *roll;
    double best_value = search_after(search, &game, roll) + knight_gain;
    for (unsigned i = 0; i < KNIGHTS_TRIED && tried[i] != NULL; i++) {
        double value = roll_after_knight(search, &game, tried[i], roll);
        if (value > best_value) {
            best_value = value;
            best = *tried[i];
        }
    }
    return best;
}

static struct action choose_in_turn(struct search *search, const struct bot *bot) {
    const struct action *roll = greedy_next(bot, ROLL, NULL);
    const struct action *end = greedy_next(bot, END_TURN, NULL);
    struct action move;

    if (roll != NULL)
        return bot->setup->rules.dev_deck ? choose_before_roll(search, bot, roll) : bot_greedy(bot);
    if (end == NULL)
        return bot_greedy(bot);
    move = judge_offers(search, bot, false);
    if (move.type != ACTION_NONE)
        return move;
    search_turn(search, bot->view);
    if (search->best.type != ACTION_NONE)
        return search->best;
    move = propose_exchange(search, bot);
    return move.type != ACTION_NONE ? move : *end;
}

/* ---- Cities & Knights ---- */

/* Moves that the greedy bot judges better than the value of a position does: cards, knights' actions,
 * and trades with players. */
static bool is_left_to_greedy(const struct action *move) {
    switch (move->type) {
    case OFFER_TRADE:
    case ACCEPT_TRADE:
    case HARBOR_OFFER:
    case PLAY_PROGRESS_CARD:
    case MOVE_KNIGHT:
    case DISPLACE_KNIGHT:
    case CHASE_ROBBER:
    case END_TURN: return true;
    default: return false;
    }
}

/* The value of the position in which the greedy bot would end its turn after FIRST. */
static double follow_greedy(struct search *search, const struct bot *bot, struct action first) {
    struct game game = *bot->view;
    struct bot later = {bot->setup, &game, bot->seat, bot->chance, &search->list, BOT_OFFERS_MAX};
    struct action action = first;

    belief_fill(bot->setup, &game, bot->seat, search->seed, false);
    for (unsigned i = 0; i < SEARCH_DEPTH && !is_left_to_greedy(&action); i++) {
        struct event event = {
            .type = action.type, .player = (uint8_t)bot->seat, .by = BY_BOT, .action = action};
        if (game_parts(bot->setup, &game, &action) != 0)
            return search_after(search, &game, &action);
        game_apply(bot->setup, &game, &event);
        const struct decision *decision = game_decision(&game, bot->seat);
        if (game.phase != PHASE_PLAY || decision == NULL || decision->kind != DECIDE_TURN)
            break;
        game_list(bot->setup, &game, bot->seat, &search->list);
        action = bot_greedy(&later);
    }
    return search_value(search, &game);
}

/* The greedy bot's move, unless the search finds one that is clearly better. */
static struct action improve_turn(struct search *search, const struct bot *bot) {
    const struct action *end = greedy_next(bot, END_TURN, NULL);
    struct action own = bot_greedy(bot);

    if (end == NULL || (is_left_to_greedy(&own) && own.type != END_TURN))
        return own;
    double value = follow_greedy(search, bot, own);
    search->leaves = SEARCH_LEAVES_IMPROVE;
    search_turn(search, bot->view);
    if (search->best_value <= value + improve_gain)
        return own;
    return search->best.type != ACTION_NONE ? search->best : *end;
}

/* ---- all of it ---- */

/* For which decisions of a game the search is measurably better than the greedy bot; SKILL_TURN: in
 * a turn only moves that are clearly better. */
enum skill { SKILL_OPENING, SKILL_TURN, SKILL_ALL };

static enum skill skill_of(const struct setup *setup) {
    if (setup->plays != 0)
        return SKILL_TURN;
    return setup->rules.players == 2 ? SKILL_OPENING : SKILL_ALL;
}

bool hard_trusts_search(const struct setup *setup) {
    return skill_of(setup) == SKILL_ALL;
}

static struct action choose_with_all(struct search *search, const struct bot *bot,
                                     const struct decision *decision) {
    if (decision == NULL)
        return judge_offers(search, bot, true);
    switch (decision->kind) {
    case DECIDE_DISCARD: return choose_discard(search, bot, bot_greedy(bot), decision->count);
    case DECIDE_MOVE_ROBBER: return choose_next(search, bot, bot_greedy(bot));
    case DECIDE_TURN: return choose_in_turn(search, bot);
    default: return bot_greedy(bot);
    }
}

struct action bot_hard(const struct bot *bot) {
    const struct decision *decision = game_decision(bot->view, bot->seat);
    enum skill skill = skill_of(bot->setup);
    bool opening = decision != NULL &&
                   (decision->kind == DECIDE_SETUP_SETTLEMENT ||
                    decision->kind == DECIDE_SETUP_CITY || decision->kind == DECIDE_SETUP_ROAD);
    struct search search;

    search_begin(&search, bot, opening ? SEARCH_LEAVES_OPENING : SEARCH_LEAVES_TURN);
    if (opening)
        return choose_opening(&search, bot);
    if (skill == SKILL_TURN && decision != NULL && decision->kind == DECIDE_TURN)
        return improve_turn(&search, bot);
    return skill >= SKILL_TURN ? choose_with_all(&search, bot, decision) : bot_greedy(bot);
}
