/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Somebody's next move: by chance, with a taste for building so that games come to an end. */
#include <string.h>

#include "tests/service/e2e.h"

static const char *const kinds[] = {"brick", "lumber", "wool", "grain",
                                    "ore",   "cloth",  "coin", "paper"};
enum { KINDS = 8, RESOURCES = 5, HAND_MAX = 131 };

/* Seats that keep their progress cards as long as they may, so that there are fifth ones. */
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

/* Kinds of cards in the game: the bank names them all. */
static unsigned kinds_in(const json_t *view) {
    return json_object_get(need(view, "bank"), kinds[RESOURCES]) != NULL ? KINDS : RESOURCES;
}

/* Cards that SEAT is shown to take some of them; NULL when it is not. */
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

/* COUNT cards of the hand, each as likely as the other; NULL where it has fewer. */
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

/* One card held for one of another kind, of N kinds. */
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

/* Free roads go where roads could be paid for; where none can, the card is kept. */
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

/* Fills in what an entry of the listing leaves open. */
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

/* How much an action is liked: those that bring the game on before those that pass the time. Of an
 * action with many forms each is liked less. */
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

/* One of the actions by how much they are liked; any where none is. */
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
