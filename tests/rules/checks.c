/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What holds in every state of every scenario: the sums, the agreement of list and legal for every
 * seat, on the whole state and on the seat's own view, and the defaults for those who are away. */
#include <string.h>

#include "tests/rules/scenario.h"

enum { CANDIDATE_MAX = 12000, DRAW_SEEDS = 16 };

static struct action candidates[CANDIDATE_MAX];
static size_t n_candidates;

static void add(struct action action) {
    if (n_candidates < CANDIDATE_MAX) {
        candidates[n_candidates++] = action;
    }
}

/* Moves without fields. */
static void add_plain(void) {
    static const uint8_t types[] = {ROLL,         BUY_DEV_CARD,     END_TURN,
                                    FORCED_TRADE, ROBBER_TO_DESERT, TRADE_IN_KNIGHT};
    for (size_t i = 0; i < sizeof types; i++) {
        add((struct action){.type = types[i]});
    }
}

static void add_pieces(const struct setup *setup) {
    for (unsigned v = 0; v < setup->board.n_vertices; v++) {
        add((struct action){.type = BUILD_SETTLEMENT, .vertex = (uint8_t)v});
        add((struct action){.type = BUILD_CITY, .vertex = (uint8_t)v});
    }
    for (unsigned e = 0; e < setup->board.n_edges; e++) {
        add((struct action){.type = BUILD_ROAD, .edges = {(uint8_t)e}});
    }
    for (unsigned s = 0; s < setup->rules.colors; s++) {
        struct action action = {.type = BUILD_NEUTRAL, .seat = (uint8_t)s};
        action.piece = PIECE_SETTLEMENT;
        for (unsigned v = 0; v < setup->board.n_vertices; v++) {
            action.vertex = (uint8_t)v;
            add(action);
        }
        action.vertex = 0;
        action.piece = PIECE_ROAD;
        for (unsigned e = 0; e < setup->board.n_edges; e++) {
            action.edges[0] = (uint8_t)e;
            add(action);
        }
    }
}

static void add_robber(const struct setup *setup) {
    for (unsigned h = 0; h < setup->board.n_hexes; h++) {
        for (unsigned s = 0; s <= setup->rules.colors; s++) {
            uint8_t victim = s == setup->rules.colors ? NONE : (uint8_t)s;
            add((struct action){.type = MOVE_ROBBER, .hex = (uint8_t)h, .seat = victim});
            add((struct action){
                .type = PLAY_DEV_CARD, .card = KNIGHT, .hex = (uint8_t)h, .seat = victim});
        }
    }
}

static void add_cards(void) {
    for (unsigned a = 0; a < RESOURCE_COUNT; a++) {
        add((struct action){.type = PLAY_DEV_CARD, .card = MONOPOLY, .kind = (uint8_t)a});
        struct action plenty = {.type = PLAY_DEV_CARD, .card = YEAR_OF_PLENTY};
        plenty.take = cards_one(a, 1);
        add(plenty);
        for (unsigned b = 0; b < RESOURCE_COUNT; b++) {
            if (b >= a) {
                plenty.take = cards_add(cards_one(a, 1), cards_one(b, 1));
                add(plenty);
            }
            for (unsigned n = 1; n <= 5; n++) {
                add((struct action){
                    .type = MARITIME_TRADE, .give = cards_one(a, n), .take = cards_one(b, 1)});
            }
        }
    }
}

static void add_roads(const struct setup *setup) {
    for (unsigned a = 0; a < setup->board.n_edges; a++) {
        struct action action = {.type = PLAY_DEV_CARD, .card = ROAD_BUILDING};
        action.edges[0] = (uint8_t)a;
        action.edges[1] = NONE;
        add(action);
        for (unsigned b = 0; b < setup->board.n_edges; b++) {
            action.edges[1] = (uint8_t)b;
            if (a != b) {
                add(action);
            }
        }
    }
}

static void add_offers(const struct setup *setup, const struct game *game) {
    for (uint32_t id = 0; id <= game->next_offer + 1; id++) {
        add((struct action){.type = ACCEPT_TRADE, .ref = id});
        add((struct action){.type = DECLINE_TRADE, .ref = id});
        add((struct action){.type = CANCEL_TRADE, .ref = id});
        for (unsigned s = 0; s < setup->rules.colors; s++) {
            add((struct action){.type = CONFIRM_TRADE, .ref = id, .seat = (uint8_t)s});
        }
    }
}

static bool same(const struct action *a, const struct action *b) {
    return memcmp(a, b, sizeof *a) == 0;
}

static bool listed(const struct move_list *list, const struct action *action) {
    for (size_t i = 0; i < list->n; i++) {
        if (same(&list->items[i], action)) {
            return true;
        }
    }
    return false;
}

/* Whether the list holds the action; two roads of one card may stand in either order. */
static bool listed_in_some_order(const struct move_list *list, const struct action *action) {
    struct action turned = *action;
    if (listed(list, action)) {
        return true;
    }
    if (action->type != PLAY_DEV_CARD || action->card != ROAD_BUILDING) {
        return false;
    }
    turned.edges[0] = action->edges[1];
    turned.edges[1] = action->edges[0];
    return listed(list, &turned);
}

static const char *action_words(const struct run *run, unsigned seat, const struct action *action) {
    static struct text text;
    text = (struct text){0};
    text_action(&text, &run->setup, seat, action);
    text_add(&text, " (card %u vertex %u hex %u edges %u %u seat %u kind %u piece %u ref %u)",
             action->card, action->vertex, action->hex, action->edges[0], action->edges[1],
             action->seat, action->kind, action->piece, (unsigned)action->ref);
    return text.s;
}

/* Everything listed is legal, well-formed, listed once and of a type that game_types names. */
static void check_listed(struct run *run, unsigned seat, const struct move_list *list,
                         uint64_t types) {
    for (size_t i = 0; i < list->n; i++) {
        const struct action *action = &list->items[i];
        if (!(types >> action->type & 1)) {
            wrong(run, "listed, but game_types lacks it: %s", action_words(run, seat, action));
        }
        for (size_t j = 0; j < i; j++) {
            if (same(action, &list->items[j])) {
                wrong(run, "listed twice: %s", action_words(run, seat, action));
            }
        }
        if (action->open != 0) {
            continue;
        }
        if (action_shape(&run->setup, action) != NULL) {
            wrong(run, "listed, but malformed: %s", action_words(run, seat, action));
        }
        enum reason reason = game_legal(&run->setup, &run->game, seat, action);
        if (reason != REASON_OK) {
            wrong(run, "listed, but refused with %s: %s", reasons[reason].code,
                  action_words(run, seat, action));
        }
    }
}

/* Every candidate that is legal is listed, and every other is not. */
static void check_candidates(struct run *run, unsigned seat, const struct move_list *list) {
    bool open[EVENT_TYPE_COUNT] = {false};
    for (size_t i = 0; i < list->n; i++) {
        open[list->items[i].type] |= list->items[i].open != 0;
    }
    for (size_t i = 0; i < n_candidates; i++) {
        const struct action *action = &candidates[i];
        if (action_shape(&run->setup, action) != NULL) {
            continue;
        }
        enum reason reason = game_legal(&run->setup, &run->game, seat, action);
        bool in_list = listed_in_some_order(list, action);
        if (reason == REASON_OK && !in_list && !open[action->type]) {
            wrong(run, "legal, but not listed: %s", action_words(run, seat, action));
        }
    }
}

/* What the engine fills in at random where a listing stays open is legal. */
static void check_filled(struct run *run, unsigned seat, const struct move_list *list) {
    for (size_t i = 0; i < list->n; i++) {
        struct test_chance chance;
        struct action action = list->items[i];
        test_chance_init(&chance, run->seed + (unsigned)i);
        if (action.open == 0 ||
            !game_fill_random(&run->setup, &run->game, seat, &chance.chance, &action)) {
            continue;
        }
        enum reason reason = game_legal(&run->setup, &run->game, seat, &action);
        if (reason != REASON_OK || action.open != 0) {
            wrong(run, "filled in at random, but refused with %s: %s", reasons[reason].code,
                  action_words(run, seat, &action));
        }
    }
}

static void check_view(struct run *run, unsigned seat, const struct move_list *list) {
    static struct game view;
    static struct move_list seen;
    game_view(&run->setup, &run->game, seat, &view);
    game_list(&run->setup, &view, seat, &seen);
    if (seen.n != list->n || memcmp(seen.items, list->items, seen.n * sizeof seen.items[0]) != 0) {
        wrong(run, "seat %u: its own view lists other moves than the whole state", seat);
    }
}

static void check_default(struct run *run, unsigned seat) {
    if (game_decision(&run->game, seat) == NULL) {
        return;
    }
    struct action action = game_default(&run->setup, &run->game, seat);
    enum reason reason = game_legal(&run->setup, &run->game, seat, &action);
    if (reason != REASON_OK) {
        wrong(run, "seat %u: the default is refused with %s: %s", seat, reasons[reason].code,
              action_words(run, seat, &action));
    }
}

void check_state(struct run *run) {
    static struct move_list list;
    const char *broken = game_ok(&run->setup, &run->game);
    if (broken != NULL) {
        wrong(run, "the state does not hold together: %s", broken);
    }
    n_candidates = 0;
    add_plain();
    add_pieces(&run->setup);
    add_robber(&run->setup);
    add_cards();
    add_roads(&run->setup);
    add_offers(&run->setup, &run->game);
    uint64_t before = game_hash(&run->game);
    for (unsigned seat = 0; seat < run->setup.rules.colors; seat++) {
        game_list(&run->setup, &run->game, seat, &list);
        check_listed(run, seat, &list, game_types(&run->setup, &run->game, seat));
        check_candidates(run, seat, &list);
        check_filled(run, seat, &list);
        check_view(run, seat, &list);
        check_default(run, seat);
    }
    if (game_hash(&run->game) != before) {
        wrong(run, "asking what is legal changed the state");
    }
}

void check_draws(struct run *run, unsigned seat, const struct action *action) {
    unsigned parts = game_parts(&run->setup, &run->game, action);
    for (unsigned seed = 0; parts != 0 && seed < DRAW_SEEDS; seed++) {
        struct test_chance chance;
        struct outcome outcome = {0};
        test_chance_init(&chance, seed);
        game_draw(&run->setup, &run->game, seat, action, parts, &chance.chance, &outcome);
        enum reason reason = game_possible(&run->setup, &run->game, seat, action, &outcome);
        if (reason != REASON_OK) {
            wrong(run, "the engine drew an impossible outcome: %s", reasons[reason].code);
        }
    }
}
