/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/orders/reply.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/base/text.h"
#include "service/document/refusal.h"
#include "service/orders/own_turn.h"

/* Most bytes of a note's pieces, which with frame and rule stay within ORDERS_NOTE_MAX. */
enum { NOTE_QUOTED = 80, NOTE_WHY = 110 };

/* The input of a reply. */
struct reply_case {
    const struct orders *orders;
    const struct setup *setup;
    const struct game *view;
    unsigned seat;
    const struct decision *decision;
};

static bool reply_is_legal(const struct reply_case *asked, const struct action *action) {
    return game_legal(asked->setup, asked->view, asked->seat, action) == REASON_OK;
}

/* ---- cards to give away ---- */

/* Moves up to COUNT cards of KIND from *HAND to *CHOSEN, leaving KEEP; returns how many are still
 * owed. */
static unsigned reply_take_cards(struct cards *hand, struct cards *chosen, unsigned kind,
                                 unsigned keep, unsigned count) {
    unsigned spare = hand->n[kind] > keep ? hand->n[kind] - keep : 0;
    unsigned n = spare < count ? spare : count;

    hand->n[kind] = (uint8_t)(hand->n[kind] - n);
    chosen->n[kind] = (uint8_t)(chosen->n[kind] + n);
    return count - n;
}

/* The kind with most cards beyond KEEP, ties by the fixed order of cards. */
static unsigned reply_most_spare(struct cards hand, struct cards keep) {
    unsigned best = discard_order[0];
    int most = -1;

    for (unsigned i = 0; i < KIND_COUNT; i++) {
        unsigned kind = discard_order[i];
        int spare = hand.n[kind] - keep.n[kind];

        if (spare > most && hand.n[kind] > 0) {
            most = spare;
            best = kind;
        }
    }
    return best;
}

static struct cards reply_choose_cards(const struct order_cards *wishes, struct cards hand,
                                       unsigned count) {
    struct cards chosen = cards_none();
    struct cards keep = wishes->keep;

    for (unsigned i = 0; i < wishes->n_first && count > 0; i++)
        count = reply_take_cards(&hand, &chosen, wishes->first[i], keep.n[wishes->first[i]], count);
    while (count > 0) {
        unsigned kind = reply_most_spare(hand, keep);

        if (hand.n[kind] > keep.n[kind])
            count = reply_take_cards(&hand, &chosen, kind, keep.n[kind], 1) + count - 1;
        else
            keep = cards_none(); /* only cards to keep are left */
    }
    return chosen;
}

static struct action reply_give_cards(const struct reply_case *asked, enum action_type type,
                                      const struct order_cards *wishes) {
    struct action action = {.type = ACTION_NONE};

    if (!wishes->set)
        return action;
    action.type = (uint8_t)type;
    action.give =
        reply_choose_cards(wishes, asked->view->players[asked->seat].hand, asked->decision->count);
    return action;
}

/* ---- lists of wishes ---- */

/* Decisions answered by a list of wishes. */
static const struct reply_row {
    uint8_t decision, action; /* enum decision_kind, enum action_type */
    size_t wishes, field;     /* offsets of the list in struct orders, and of a wish in struct
                               * action */
} reply_rows[] = {
    {DECIDE_GIVE_COMMODITY, GIVE_COMMODITY, offsetof(struct orders, harbor),
     offsetof(struct action, kind)},
    {DECIDE_TAKE_RESOURCE, TAKE_RESOURCE, offsetof(struct orders, aqueduct),
     offsetof(struct action, kind)},
    {DECIDE_CHOOSE_PILLAGED_CITY, CHOOSE_PILLAGED_CITY, offsetof(struct orders, pillage),
     offsetof(struct action, vertex)},
    {DECIDE_RELOCATE_KNIGHT, RELOCATE_KNIGHT, offsetof(struct orders, relocate),
     offsetof(struct action, vertex)},
    {DECIDE_REMOVE_KNIGHT, REMOVE_KNIGHT, offsetof(struct orders, deserter),
     offsetof(struct action, vertex)},
    {DECIDE_CHOOSE_PROGRESS_DECK, CHOOSE_PROGRESS_DECK, offsetof(struct orders, deck),
     offsetof(struct action, track)},
    {DECIDE_DISCARD_PROGRESS, DISCARD_PROGRESS_CARD, offsetof(struct orders, progress_discard),
     offsetof(struct action, card)},
    {DECIDE_FIFTH_CARD, DISCARD_PROGRESS_CARD, offsetof(struct orders, progress_discard),
     offsetof(struct action, card)},
};

/* Cards for gold: the listed kinds in turn, as far as the bank has them, then the neutral default. */
static struct action reply_gold(const struct reply_case *asked) {
    const struct order_list *list = &asked->orders->gold;
    struct action action = {.type = CHOOSE_GOLD};
    unsigned count = asked->decision->count;

    if (!list->set)
        return (struct action){.type = ACTION_NONE};
    for (bool more = true; more && count > 0;) {
        more = false;
        for (unsigned i = 0; i < list->n && count > 0; i++) {
            unsigned kind = list->items[i];

            if (asked->view->bank.n[kind] <= action.take.n[kind])
                continue;
            action.take.n[kind]++;
            count--;
            more = true;
        }
    }
    return count == 0 ? action : game_default(asked->setup, asked->view, asked->seat);
}

/* S-79: moves the piece of choice as the neutral default would; the other one if it cannot move. */
static struct action reply_robber(const struct reply_case *asked) {
    struct action action = {.type = ACTION_NONE};

    if (asked->orders->thief == THIEF_ASK ||
        (asked->orders->thief == THIEF_PIRATE &&
         game_default_pirate(asked->setup, asked->view, asked->seat, &action)))
        return action;
    return game_default(asked->setup, asked->view, asked->seat);
}

/* The first wish that is legal, else the neutral default. */
static struct action reply_by_wishes(const struct reply_case *asked) {
    struct action action = {.type = ACTION_NONE};
    const struct reply_row *row = reply_rows;
    const struct order_list *list;

    while (row < reply_rows + sizeof reply_rows / sizeof *reply_rows &&
           row->decision != asked->decision->kind)
        row++;
    if (row == reply_rows + sizeof reply_rows / sizeof *reply_rows)
        return action;
    list = (const struct order_list *)((const char *)asked->orders + row->wishes);
    if (!list->set)
        return action;
    if (list->skip)
        return (struct action){.type = SKIP};
    for (unsigned i = 0; i < list->n; i++) {
        action = (struct action){.type = row->action};
        *((uint8_t *)&action + row->field) = list->items[i];
        if (reply_is_legal(asked, &action))
            return action;
    }
    return game_default(asked->setup, asked->view, asked->seat);
}

/* ---- knights for the battle (V-02) ---- */

static unsigned reply_strength_of(const struct game *view, const uint8_t *knights, unsigned n,
                                  unsigned set) {
    unsigned sum = 0;

    for (unsigned i = 0; i < n; i++)
        if (set >> i & 1)
            sum += view->knight[knights[i]] & KNIGHT_RANK;
    return sum;
}

/* The strength still missing to win the battle; 0 also if it is lost anyway. */
static unsigned reply_strength_needed(const struct reply_case *asked) {
    const struct game *view = asked->view;
    unsigned waiting = view->n_agenda > 0 ? view->agenda[0].arg : 0;
    unsigned enemy = game_barbarian_strength(asked->setup, view), there = 0, behind = 0;

    for (unsigned seat = 0; seat < asked->setup->rules.players; seat++)
        if (seat != asked->seat && !(waiting >> seat & 1))
            there += game_strength(view, seat, true);
        else
            behind += game_strength(view, seat, false); /* including the seat's own */
    return there >= enemy || there + behind < enemy ? 0 : enemy - there;
}

/* The weakest set of the seat's knights that is strong enough, or all of them. */
static struct action reply_commit_needed(const struct reply_case *asked) {
    struct action action = {.type = COMMIT_KNIGHTS};
    uint8_t knights[KNIGHT_PIECES_MAX];
    unsigned n = 0, wanted = reply_strength_needed(asked), most, best = 0, least = UINT32_MAX,
             placed = 0;

    VERTEX_EACH(&asked->view->players[asked->seat].knights, v)
        if (asked->view->knight[v] & KNIGHT_ACTIVE && n < KNIGHT_PIECES_MAX)
            knights[n++] = (uint8_t)v;
    most = reply_strength_of(asked->view, knights, n, (1U << n) - 1);
    wanted = wanted < most ? wanted : most;
    for (unsigned set = 0; set < 1U << n; set++) {
        unsigned strength = reply_strength_of(asked->view, knights, n, set);

        if (strength >= wanted && strength < least) {
            least = strength;
            best = set;
        }
    }
    memset(action.vertices, NONE, sizeof action.vertices);
    for (unsigned i = 0; i < n; i++)
        if (best >> i & 1)
            action.vertices[placed++] = knights[i];
    return action;
}

static struct action reply_commit(const struct reply_case *asked) {
    struct action action = {.type = ACTION_NONE};

    switch (asked->orders->commit) {
    case COMMIT_ALL: return game_default(asked->setup, asked->view, asked->seat);
    case COMMIT_NEEDED: return reply_commit_needed(asked);
    case COMMIT_NONE:
        action.type = COMMIT_KNIGHTS;
        memset(action.vertices, NONE, sizeof action.vertices);
        return action;
    default: return action;
    }
}

/* ---- the plan ---- */

uint32_t orders_next_turn(const struct setup *setup, const struct game *game, unsigned seat) {
    unsigned players = setup->rules.players;
    unsigned on_turn = game->turn == 0 ? game->first : game_turn_player(setup, game);
    uint32_t ahead = game->first == NONE ? 0 : (seat + players - on_turn) % players;

    if (game->turn == 0)
        return 1 + ahead;
    return game->turn + (ahead == 0 ? players : ahead);
}

/* How much of a move or a condition a note quotes. */
static int reply_quoted(const char *text) {
    return (int)text_cut(text, strlen(text), NOTE_QUOTED);
}

static void reply_drop_plan(const struct reply_case *asked, struct order_reply *reply,
                            const char *why) {
    reply->steps = asked->orders->n_plan;
    snprintf(reply->note, sizeof reply->note, "%s", why);
}

/* Handles the plan's next move: makes it, skips it, postpones it, or ends the plan. */
static void reply_try_step(const struct reply_case *asked, struct order_reply *reply) {
    const struct order_step *step = &asked->orders->plan[0];
    enum reason reason;
    const char *rule, *why;

    reply->steps = 1;
    if (!condition_holds(&step->condition, asked->setup, asked->view, asked->seat)) {
        if (step->otherwise == PLAN_WAIT) {
            reply->steps = 0;
            reply->later = true;
        } else {
            if (step->otherwise == PLAN_DROP)
                reply->steps = asked->orders->n_plan;
            snprintf(reply->note, sizeof reply->note, "%s \"%.*s\", as \"%.*s\" did not hold",
                     step->otherwise == PLAN_DROP ? "Your plan was dropped before"
                                                  : "Your plan passed over",
                     reply_quoted(step->move), step->move, reply_quoted(step->condition_text),
                     step->condition_text);
        }
        return;
    }
    reason = game_legal(asked->setup, asked->view, asked->seat, &step->action);
    if (reason == REASON_OK) {
        reply->action = step->action;
        return;
    }
    reply->steps = asked->orders->n_plan;
    rule = game_refusal_rule(asked->setup, asked->view, asked->seat, reason);
    why = refusal_text(LANGUAGE_ENGLISH, reason);
    snprintf(reply->note, sizeof reply->note,
             "Your plan was dropped at \"%.*s\", which is not legal: %.*s%s%s%s",
             reply_quoted(step->move), step->move, (int)text_cut(why, text_clause(why), NOTE_WHY),
             why, rule != NULL ? " (" : "", rule != NULL ? rule : "", rule != NULL ? ")" : "");
}

/* Whether the plan decides now. */
static bool reply_by_plan(const struct reply_case *asked, uint32_t plan_turn,
                          struct order_reply *reply) {
    const struct game *view = asked->view;
    const struct order_step *step = &asked->orders->plan[0];
    bool on_turn = asked->decision->kind == DECIDE_TURN;

    if (asked->orders->n_plan == 0 || view->active != asked->seat || view->turn < plan_turn)
        return false;
    if (view->turn > plan_turn) {
        reply_drop_plan(asked, reply, "Your plan was dropped: the turn that it was for is over");
        return true;
    }
    if (!on_turn && !(game_types(asked->setup, view, asked->seat) >> step->action.type & 1))
        return false;
    if (on_turn && view->step != STEP_ACTIONS && step->when != PLAN_BEFORE_ROLL) {
        reply->action.type = ROLL;
        return true;
    }
    if (view->step == STEP_ACTIONS && step->when == PLAN_BEFORE_ROLL) {
        reply->steps = 1;
        snprintf(reply->note, sizeof reply->note,
                 "Your plan passed over \"%.*s\": the dice were rolled already",
                 reply_quoted(step->move), step->move);
        return true;
    }
    reply_try_step(asked, reply);
    return true;
}

/* ---- the whole ---- */

static struct action reply_decide(const struct reply_case *asked) {
    const struct orders *orders = asked->orders;

    switch (asked->decision->kind) {
    case DECIDE_TURN: return orders_own_turn(orders, asked->setup, asked->view, asked->seat);
    case DECIDE_DISCARD:
        return reply_give_cards(asked, DISCARD,
                                asked->decision->piece == DISCARD_FOR_SABOTEUR &&
                                        orders->saboteur.set
                                    ? &orders->saboteur
                                    : &orders->discard);
    case DECIDE_GIVE_CARDS: return reply_give_cards(asked, GIVE_CARDS, &orders->wedding);
    case DECIDE_COMMIT_KNIGHTS: return reply_commit(asked);
    case DECIDE_CHOOSE_GOLD: return reply_gold(asked);
    case DECIDE_MOVE_ROBBER: return reply_robber(asked);
    default: return reply_by_wishes(asked);
    }
}

void orders_reply(const struct orders *orders, const struct setup *setup, const struct game *view,
                  unsigned seat, uint32_t plan_turn, struct order_reply *reply) {
    struct reply_case asked = {orders, setup, view, seat, game_decision(view, seat)};

    *reply = (struct order_reply){.rule = -1};
    if (asked.decision == NULL || view->phase != PHASE_PLAY)
        return;
    if (!asked.decision->answered && reply_by_plan(&asked, plan_turn, reply))
        return;
    reply->action = reply_decide(&asked);
    /* only its holder may put back a fifth card that could be played (O-06) */
    if (reply->action.type != ACTION_NONE && !reply_is_legal(&asked, &reply->action))
        reply->action = (struct action){.type = ACTION_NONE};
}

/* ---- offers ---- */

/* Whether the rule applies to this exchange. */
static bool reply_rule_applies(const struct order_offer *rule, const struct reply_case *asked,
                               const struct offer *offer, int64_t now) {
    struct cards give = offer->want, get = offer->give;
    struct cards hand = asked->view->players[asked->seat].hand;
    unsigned n_give = cards_total(give), n_get = cards_total(get);

    if ((rule->until != 0 && now > rule->until) ||
        (rule->until_turn != 0 && asked->view->turn > rule->until_turn) ||
        (rule->from != 0 && !(rule->from >> offer->player & 1)) ||
        (rule->give_kinds != 0 && cards_kinds(give) & ~(unsigned)rule->give_kinds) ||
        (rule->get_kinds != 0 && cards_kinds(get) & ~(unsigned)rule->get_kinds) ||
        (rule->give_most != 0 && n_give > rule->give_most) || n_get < rule->get_least ||
        (rule->rate_give != 0 && n_give * rule->rate_get > n_get * rule->rate_give))
        return false;
    if (!cards_empty(rule->keep) &&
        (!cards_cover(hand, give) ||
         !cards_cover(cards_add(cards_sub(hand, give), get), rule->keep)))
        return false;
    return condition_holds(&rule->condition, asked->setup, asked->view, asked->seat);
}

void orders_reply_to_offer(const struct orders *orders, const struct setup *setup,
                           const struct game *view, unsigned seat, const struct offer *offer,
                           int64_t now, struct order_reply *reply) {
    struct reply_case asked = {orders, setup, view, seat, NULL};

    *reply = (struct order_reply){.rule = -1};
    reply->not_now = !(game_types(setup, view, seat) >> DECLINE_TRADE & 1);
    for (unsigned i = 0; i < orders->n_offers && !reply->not_now; i++) {
        const struct order_offer *rule = &orders->offers[i];
        struct action action = {.ref = offer->id};

        if (!reply_rule_applies(rule, &asked, offer, now))
            continue;
        if (rule->reply == OFFER_ASK)
            return;
        action.type = rule->reply == OFFER_ACCEPT ? ACCEPT_TRADE : DECLINE_TRADE;
        if (!reply_is_legal(&asked, &action))
            continue; /* the hand lacks cards for it */
        reply->action = action;
        reply->rule = (int)i;
        return;
    }
}
