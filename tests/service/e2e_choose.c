/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* A player's next move: random, with a preference for building so that games end. */
#include <string.h>

#include "tests/service/e2e.h"

static const char *const kinds[] = {"brick", "lumber", "wool", "grain",
                                    "ore",   "cloth",  "coin", "paper"};
enum { KINDS = 8, RESOURCES = 5, HAND_MAX = 131 };

/* Seats that keep their progress cards as long as possible, so that fifth ones occur. */
enum { HOARDERS = 1 << 1 };

static bool by_chance(struct random *random, unsigned percent) {
    return random_below(random, 100) < percent;
}

static bool is_type(const json_t *action, const char *type) {
    return strcmp(need_text(action, "type"), type) == 0;
}

static const json_t *hand_of(const json_t *view, unsigned seat) {
    const json_t *hand = need(json_array_get(need(view, "players"), seat), "cards");

    NEED(json_is_object(hand), "a hand of one's own that is not shown");
    return hand;
}

/* The number of kinds of cards in the game: the bank has all of them. */
static unsigned kinds_in(const json_t *view) {
    return json_object_get(need(view, "bank"), kinds[RESOURCES]) != NULL ? KINDS : RESOURCES;
}

/* The cards shown to SEAT to take some of them; NULL if there are none. */
static const json_t *shown_to(const json_t *view, unsigned seat) {
    const json_t *decisions = need(view, "waiting_for");
    const json_t *decision;
    size_t i;

    json_array_foreach(decisions, i, decision) {
        if (need_int(decision, "player") == (long long)seat)
            return json_object_get(decision, "shown");
    }
    return NULL;
}

/* COUNT random cards of the hand, all equally likely; NULL if it has fewer. */
static json_t *some_cards(struct random *random, const json_t *hand, size_t count) {
    unsigned cards[HAND_MAX];
    size_t n = 0;
    json_t *some;

    for (unsigned k = 0; k < KINDS; k++)
        for (json_int_t i = json_integer_value(json_object_get(hand, kinds[k])); i > 0; i--)
            cards[n++] = k;
    if (n < count)
        return NULL;
    some = json_object();
    for (; count > 0; count--) {
        size_t pick = random_below(random, (uint32_t)n);
        const char *kind = kinds[cards[pick]];

        json_object_set_new(some, kind,
                            json_integer(json_integer_value(json_object_get(some, kind)) + 1));
        cards[pick] = cards[--n];
    }
    return some;
}

/* One held card for one of another kind, of N kinds. */
static bool fill_trade(struct random *random, const json_t *hand, unsigned n, json_t *action) {
    json_t *give = some_cards(random, hand, 1);
    const char *want = kinds[random_below(random, n)];

    if (give == NULL || json_object_get(give, want) != NULL) {
        json_decref(give);
        return false;
    }
    json_object_set_new(action, "give", give);
    json_object_set_new(action, "want", json_pack("{s:i}", want, 1));
    return true;
}

/* Free roads go where roads can be paid for; if there is no such place, the card is kept. */
static bool fill_roads(struct random *random, const json_t *actions, size_t count, json_t *action) {
    json_t *edges = json_array();
    const json_t *other;
    size_t i;

    json_array_foreach(actions, i, other) {
        if (is_type(other, "build_road") && json_array_size(edges) < count &&
            (by_chance(random, 50) || json_array_size(actions) - i < 4))
            json_array_append(edges, json_object_get(other, "edge"));
    }
    json_object_set_new(action, "edges", edges);
    return json_array_size(edges) == count;
}

/* Completes an open entry of the listing. */
static bool fill(struct random *random, const json_t *view, const json_t *actions, unsigned seat,
                 json_t *action) {
    size_t count = (size_t)json_integer_value(json_object_get(action, "count"));
    const json_t *hand = hand_of(view, seat);
    json_t *cards;

    json_object_del(action, "open");
    json_object_del(action, "count");
    if (is_type(action, "play_dev_card") || is_type(action, "play_progress_card"))
        return fill_roads(random, actions, count, action);
    if (is_type(action, "counter_trade"))
        return fill_trade(random, hand, kinds_in(view), action);
    if (is_type(action, "offer_trade")) {
        if (by_chance(random, 20) && need_int(need(view, "turn"), "player") == (long long)seat)
            json_object_set_new(action, "auto", json_true());
        return fill_trade(random, hand, kinds_in(view), action);
    }
    if (is_type(action, "take_cards"))
        hand = shown_to(view, seat);
    cards = some_cards(random, hand, count);
    NEED(cards != NULL, "more cards are asked for than there are");
    json_object_set_new(action, "cards", cards);
    return true;
}

/* The weight of an action: actions that advance the game have more weight than others. The forms of an action share its
 * weight. */
static unsigned liking(const json_t *action, unsigned seat) {
    static const struct {
        const char *type;
        unsigned weight;
    } weights[] = {
        {"build_city", 400},     {"build_settlement", 400},
        {"buy_dev_card", 60},    {"build_road", 12},
        {"play_dev_card", 4},    {"maritime_trade", 2},
        {"accept_trade", 40},    {"confirm_trade", 80},
        {"offer_trade", 4},      {"counter_trade", 6},
        {"decline_trade", 10},   {"end_turn", 12},
        {"cancel_trade", 3},     {"roll", 40},
        {"forced_trade", 4},     {"robber_to_desert", 2},
        {"trade_in_knight", 2},  {"improve_city", 150},
        {"activate_knight", 30}, {"displace_knight", 40},
        {"harbor_offer", 4},     {"move_knight", 1},
        {"chase_robber", 1},     {"undo", 1},
    };
    static const char *const many_forms[] = {"alchemist", "bishop", "inventor", "road_building"};

    if (is_type(action, "play_progress_card")) {
        for (size_t i = 0; i < sizeof many_forms / sizeof *many_forms; i++)
            if (strcmp(need_text(action, "card"), many_forms[i]) == 0)
                return HOARDERS >> seat & 1 ? 0 : 1;
        return HOARDERS >> seat & 1 ? 0 : 8;
    }
    for (size_t i = 0; i < sizeof weights / sizeof *weights; i++)
        if (is_type(action, weights[i].type))
            return weights[i].weight;
    return 10;
}

/* One of the actions by weight; any if none has weight. */
static const json_t *pick_action(struct random *random, const json_t *actions, unsigned seat) {
    unsigned total = 0;
    unsigned pick;
    const json_t *action = NULL;
    size_t i;

    json_array_foreach(actions, i, action) total += liking(action, seat);
    if (total == 0)
        return json_array_get(actions, random_below(random, (uint32_t)json_array_size(actions)));
    pick = random_below(random, total);
    json_array_foreach(actions, i, action) {
        unsigned weight = liking(action, seat);

        if (pick < weight)
            break;
        pick -= weight;
    }
    return action;
}

json_t *choose_move(struct random *random, const json_t *view, const json_t *listing,
                    unsigned seat) {
    const json_t *actions = need(listing, "actions");

    NEED(same_moment(view, listing), "a view and a listing of two moments");
    for (int tries = 0; tries < 50 && json_array_size(actions) > 0; tries++) {
        json_t *copy = json_deep_copy(pick_action(random, actions, seat));

        if (json_object_get(copy, "open") == NULL || fill(random, view, actions, seat, copy))
            return json_pack("{s:o, s:O}", "action", copy, "seq", need(listing, "seq"));
        json_decref(copy);
    }
    return NULL;
}
