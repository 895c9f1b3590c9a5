/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What holds in every state of every scenario: the sums, the agreement of list and legal for every seat, on the whole
 * state and on the seat's own view, and the defaults for absent players. */
#include <string.h>

#include "tests/rules/scenario.h"

enum { DRAW_SEEDS = 16 };

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

static void swap_bytes(uint8_t pair[2]) {
    uint8_t first = pair[0];
    pair[0] = pair[1];
    pair[1] = first;
}

/* Whether the list contains the action in an equivalent form: pairs of roads, hexes or knights in either order, and a
 * metropolis without its city if only one city can have it. */
static bool listed_in_some_form(const struct move_list *list, const struct action *action) {
    struct action turned = *action;
    if (listed(list, action)) {
        return true;
    }
    if (action->type == IMPROVE_CITY && action->vertex == NONE) {
        size_t n = 0;
        for (size_t i = 0; i < list->n; i++) {
            n += list->items[i].type == IMPROVE_CITY && list->items[i].track == action->track;
        }
        return n == 1;
    }
    if (action->type != PLAY_DEV_CARD && action->type != PLAY_PROGRESS_CARD) {
        return false;
    }
    swap_bytes(turned.edges);
    if (listed(list, &turned)) {
        return true;
    }
    turned = *action;
    swap_bytes(turned.vertices);
    return turned.vertices[0] != NONE && listed(list, &turned);
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

/* Everything listed is legal, well-formed, listed once and of a type in game_types. */
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

/* A listing, and the types with open entries in it. */
struct offered {
    const struct move_list *list;
    bool open[EVENT_TYPE_COUNT];
};

/* A bank can give several cards in one exchange; listings have single exchanges. */
static bool listed_one_by_one(const struct action *action) {
    return action->type == MARITIME_TRADE && cards_total(action->take) > 1;
}

static void judge_candidate(struct run *run, unsigned seat, const struct action *action,
                            const void *context) {
    const struct offered *offered = context;
    if (offered->open[action->type] || listed_one_by_one(action) ||
        action_shape(&run->setup, action) != NULL) {
        return;
    }
    enum reason reason = game_legal(&run->setup, &run->game, seat, action);
    if (reason == REASON_OK && !listed_in_some_form(offered->list, action)) {
        wrong(run, "legal, but not listed: %s", action_words(run, seat, action));
    }
}

/* Every legal candidate is listed, and (see check_listed) nothing else. */
static void check_candidates(struct run *run, unsigned seat, const struct move_list *list,
                             uint64_t types) {
    struct offered offered = {.list = list};
    for (size_t i = 0; i < list->n; i++) {
        offered.open[list->items[i].type] |= list->items[i].open != 0;
    }
    candidates_try(run, seat, types, judge_candidate, &offered);
}

/* The engine's random completion of an open listing is legal. */
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
    if (reason == REASON_CARD_PLAYABLE || reason == REASON_HARBOR_DUE) {
        return; /* only absent players return a playable fifth card (O-06) or keep a harbor (S-80) */
    }
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
    uint64_t before = game_hash(&run->game);
    for (unsigned seat = 0; seat < run->setup.rules.colors; seat++) {
        game_list(&run->setup, &run->game, seat, &list);
        uint64_t types = game_types(&run->setup, &run->game, seat);
        check_listed(run, seat, &list, types);
        check_candidates(run, seat, &list, types);
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
    if (parts != 0 && !game_reveals(&run->setup, &run->game, seat, action)) {
        wrong(run, "chance has a part in it, and it is said to reveal nothing: %s",
              action_words(run, seat, action));
    }
    bool others = false; /* whose answers the last one reveals */
    for (unsigned i = 0; i < run->game.n_pending; i++) {
        others |= run->game.pending[i].player != seat;
    }
    if (answered_together(action->type) &&
        game_reveals(&run->setup, &run->game, seat, action) != (others || action_reveals(action))) {
        wrong(run, "others %s, and it is said to reveal %s",
              others ? "answer as well" : "answer nothing", others ? "nothing" : "something");
    }
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
