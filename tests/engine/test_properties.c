/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What must hold in every game, tried on random ones. TEST_SEED repeats a failing run. */
#include <string.h>

#include "tests/engine/every_action.h"
#include "tests/support/check_main.h"
#include "tests/support/random_game.h"

enum {
    BATCHES = 8,        /* processes of each property */
    GAMES_CHECKED = 50, /* games a batch in which every state is checked */
    GAMES_REPLAYED = 300,
    GAMES_LISTED = 20,
    EVENTS_MAX = 20000,
};

/* Printed once a process: each batch has its own. */
static uint64_t batch_seed(int batch, unsigned game) {
    static uint64_t seed;
    if (!seed)
        seed = test_seed(20261);
    return seed * 1000003u + (uint64_t)batch * 10007u + game;
}

/* ---- everything adds up ---- */

static void sound(const struct random_game *rg, const struct game *before,
                  const struct event *event, void *arg) {
    const char *wrong = game_ok(&rg->setup, &rg->game);
    (void)before, (void)arg;
    REQUIRE(!wrong, "after %s (event %u): %s", event_type_name(event->type), rg->game.seq, wrong);
}

START_TEST(states_add_up) {
    size_t events = 0, finished = 0;
    for (unsigned i = 0; i < GAMES_CHECKED; i++) {
        struct random_game rg;
        struct event start;
        random_game_begin(&rg, batch_seed(_i, i), 0, &start);
        events += random_game_play(&rg, EVENTS_MAX, sound, NULL);
        finished += rg.game.phase == PHASE_FINISHED;
    }
    ck_assert_uint_gt(events, GAMES_CHECKED * 200);
    ck_assert_uint_eq(finished, GAMES_CHECKED);
}
END_TEST

/* ---- what happens to the cards is what the event says ---- */

static void conserved(const struct random_game *rg, const struct game *before,
                      const struct event *event, void *arg) {
    struct effect effects[SEAT_MAX];
    size_t n = event_effects(&rg->setup, before, &rg->game, event, VIEWER_ALL, effects);
    int balance[KIND_COUNT] = {0};
    (void)arg;
    for (size_t i = 0; i < n; i++)
        for (unsigned kind = 0; kind < KIND_COUNT; kind++)
            balance[kind] += effects[i].gain.n[kind] - effects[i].lose.n[kind];
    for (unsigned kind = 0; kind < KIND_COUNT; kind++)
        REQUIRE(balance[kind] == before->bank.n[kind] - rg->game.bank.n[kind],
                "%s: what the players got is not what the bank lost", event_type_name(event->type));
}

START_TEST(effects_balance_the_bank) {
    for (unsigned i = 0; i < GAMES_CHECKED; i++) {
        struct random_game rg;
        struct event start;
        random_game_begin(&rg, batch_seed(_i, i), 0, &start);
        random_game_play(&rg, EVENTS_MAX, conserved, NULL);
    }
}
END_TEST

/* ---- replay ---- */

static void replayed(const struct random_game *rg, const struct game *before,
                     const struct event *event, void *arg) {
    struct game *copy = arg;
    uint8_t body[EVENT_BODY_MAX], again[EVENT_BODY_MAX];
    struct event read;
    size_t len = event_encode(event, body);
    (void)before;
    REQUIRE(event_decode(event->type, event->player, body, len, &read) &&
                event_encode(&read, again) == len && memcmp(body, again, len) == 0,
            "%s is not read as it was written", event_type_name(event->type));
    REQUIRE(game_accepts(&rg->setup, copy, &read) == REASON_OK, "%s is not accepted",
            event_type_name(event->type));
    game_apply(&rg->setup, copy, &read);
    REQUIRE(game_hash(copy) == game_hash(&rg->game), "after %s (event %u)",
            event_type_name(event->type), rg->game.seq);
}

START_TEST(logs_replay_to_the_same_state) {
    for (unsigned i = 0; i < GAMES_REPLAYED; i++) {
        struct random_game rg;
        struct event start;
        struct game copy;
        random_game_begin(&rg, batch_seed(_i, i), 0, &start);
        game_init(&rg.setup, &copy);
        ck_assert_int_eq(game_accepts(&rg.setup, &copy, &start), REASON_OK);
        game_apply(&rg.setup, &copy, &start);
        random_game_play(&rg, EVENTS_MAX, replayed, &copy);
    }
}
END_TEST

/* ---- list and legal ---- */

START_TEST(list_and_legal_agree) {
    static struct move_list list;
    for (unsigned i = 0; i < GAMES_LISTED; i++) {
        struct random_game rg;
        struct event event;
        size_t n = 0;
        random_game_begin(&rg, batch_seed(_i, i), 0, &event);
        while (n++ < EVENTS_MAX && random_game_next(&rg, &event)) {
            for (unsigned seat = 0; seat < rg.setup.rules.colors && n % 8 == 0; seat++) {
                struct game view;
                game_view(&rg.setup, &rg.game, seat, &view);
                game_list(&rg.setup, &rg.game, seat, &list);
                every_action_check(&rg.setup, &rg.game, &view, seat, &list);
            }
            game_apply(&rg.setup, &rg.game, &event);
        }
    }
}
END_TEST

/* ---- points and roads from scratch ---- */

/* The longest trail by trying every order, written without a look at the engine's own. */
static unsigned slow_trail(const struct setup *setup, const struct game *game, unsigned seat,
                           unsigned vertex, bool used[EDGE_MAX]) {
    unsigned best = 0;
    for (unsigned edge = 0; edge < setup->board.n_edges; edge++) {
        const uint8_t *ends = setup->board.edge[edge].vertices;
        if (used[edge] || !edge_set_has(&game->players[seat].roads, edge) ||
            (ends[0] != vertex && ends[1] != vertex))
            continue;
        unsigned next = ends[0] == vertex ? ends[1] : ends[0];
        unsigned length = 1;
        used[edge] = true;
        if (!game->building[next] || game->owner[next] == seat)
            length += slow_trail(setup, game, seat, next, used);
        used[edge] = false;
        best = length > best ? length : best;
    }
    return best;
}

static unsigned slow_points(const struct setup *setup, const struct game *game, unsigned seat) {
    unsigned points = game->players[seat].dev[VICTORY_POINT];
    for (unsigned v = 0; v < setup->board.n_vertices; v++)
        if (game->building[v] && game->owner[v] == seat)
            points += game->building[v] == BUILDING_CITY ? 2 : 1;
    points += game->road_holder == seat ? 2 : 0;
    points += game->army_holder == seat ? 2 : 0;
    return points;
}

static void recomputed(const struct random_game *rg, const struct game *before,
                       const struct event *event, void *arg) {
    (void)before, (void)arg;
    for (unsigned seat = 0; seat < rg->setup.rules.colors; seat++) {
        REQUIRE(game_points(&rg->setup, &rg->game, seat) ==
                    slow_points(&rg->setup, &rg->game, seat),
                "points of seat %u", seat);
        if (event->type != BUILD_ROAD && event->type != BUILD_SETTLEMENT &&
            event->type != PLAY_DEV_CARD && event->type != BUILD_NEUTRAL)
            continue;
        unsigned best = 0;
        bool used[EDGE_MAX] = {false};
        for (unsigned v = 0; v < rg->setup.board.n_vertices; v++) {
            unsigned length = slow_trail(&rg->setup, &rg->game, seat, v, used);
            best = length > best ? length : best;
        }
        REQUIRE(rg->game.players[seat].road_length == best, "longest road of seat %u: %u, not %u",
                seat, rg->game.players[seat].road_length, best);
    }
}

START_TEST(points_and_roads_from_scratch) {
    for (unsigned i = 0; i < GAMES_CHECKED / 2; i++) {
        struct random_game rg;
        struct event start;
        random_game_begin(&rg, batch_seed(_i, i), 0, &start);
        random_game_play(&rg, EVENTS_MAX, recomputed, NULL);
    }
}
END_TEST

/* ---- views keep what they must keep ---- */

/* Changes what VIEWER cannot know: cards change places among the hands he does not see, and
 * development cards among those hands and the deck. Numbers stay as they are. */
static void shuffle_hidden(const struct setup *setup, struct game *game, unsigned viewer,
                           struct random *random) {
    unsigned players = setup->rules.players;
    for (unsigned round = 0; round < 20; round++) {
        unsigned a = random_below(random, players), b = random_below(random, players);
        unsigned x = random_below(random, RESOURCE_COUNT), y = random_below(random, RESOURCE_COUNT);
        if (a != viewer && b != viewer && a != b && game->players[a].hand.n[x] &&
            game->players[b].hand.n[y]) {
            game->players[a].hand.n[x]--, game->players[a].hand.n[y]++;
            game->players[b].hand.n[y]--, game->players[b].hand.n[x]++;
        }
        x = random_below(random, DEV_COUNT), y = random_below(random, DEV_COUNT);
        if (a != viewer && game->players[a].dev[x] && game->deck[y]) {
            game->players[a].dev[x]--, game->players[a].dev[y]++;
            game->deck[y]--, game->deck[x]++;
        }
        for (unsigned seat = 0; seat < players; seat++) /* an answer given, but another one */
            if (seat != viewer && !cards_empty(game->answers[seat]) && random_below(random, 2))
                game->answers[seat] = cards_one(x, cards_total(game->answers[seat]));
    }
    game->draws += random_below(random, 9);
}

START_TEST(views_hide_what_is_hidden) {
    static struct move_list list, other_list;
    for (unsigned i = 0; i < GAMES_CHECKED; i++) {
        struct random_game rg;
        struct event event;
        random_game_begin(&rg, batch_seed(_i, i), 0, &event);
        while (random_game_next(&rg, &event)) {
            unsigned viewer = random_below(&rg.random, rg.setup.rules.players + 1);
            if (viewer == rg.setup.rules.players)
                viewer = VIEWER_NOBODY;
            struct game other = rg.game, view, other_view;
            shuffle_hidden(&rg.setup, &other, viewer, &rg.random);
            game_view(&rg.setup, &rg.game, viewer, &view);
            game_view(&rg.setup, &other, viewer, &other_view);
            ck_assert_mem_eq(&view, &other_view, sizeof view);
            game_list(&rg.setup, &rg.game, viewer, &list);
            game_list(&rg.setup, &other, viewer, &other_list);
            ck_assert_uint_eq(list.n, other_list.n);
            ck_assert_mem_eq(list.items, other_list.items, list.n * sizeof list.items[0]);
            game_list(&rg.setup, &view, viewer, &other_list);
            ck_assert_uint_eq(list.n, other_list.n);
            game_apply(&rg.setup, &rg.game, &event);
        }
    }
}
END_TEST

/* ---- positions ---- */

/* A state keeps everything when it is taken apart into base facts and put together again. */
START_TEST(states_follow_from_base_facts) {
    for (unsigned i = 0; i < GAMES_CHECKED; i++) {
        struct random_game rg;
        struct event event;
        random_game_begin(&rg, batch_seed(_i, i), 0, &event);
        while (random_game_next(&rg, &event)) {
            if (rg.game.seq % 16 == 0) {
                struct game again = rg.game;
                again.bank = cards_none();
                memset(again.deck, 0, sizeof again.deck);
                memset(again.building, 0, sizeof again.building);
                memset(again.pending, 0, sizeof again.pending);
                again.deck_count = again.n_pending = again.n_offers = again.setup_done = 0;
                ck_assert_ptr_null(game_derive(&rg.setup, &again));
                ck_assert(game_hash(&again) == game_hash(&rg.game));
            }
            game_apply(&rg.setup, &rg.game, &event);
        }
    }
}
END_TEST

/* ---- the absent ---- */

/* Only neutral defaults, never a choice: every one is legal on the player's own view. */
START_TEST(defaults_are_legal) {
    for (unsigned i = 0; i < GAMES_CHECKED; i++) {
        struct random_game rg;
        struct event event;
        random_game_begin(&rg, batch_seed(_i, i), 0, &event);
        while (random_game_next(&rg, &event)) {
            for (unsigned p = 0; p < rg.game.n_pending; p++) {
                struct game view;
                unsigned seat = rg.game.pending[p].player;
                game_view(&rg.setup, &rg.game, seat, &view);
                struct action action = game_default(&rg.setup, &view, seat);
                ck_assert_int_eq(game_legal(&rg.setup, &rg.game, seat, &action), REASON_OK);
            }
            game_apply(&rg.setup, &rg.game, &event);
        }
    }
}
END_TEST

/* ---- small boards ---- */

/* Two hexes and four players: there is no room to set up, and the game goes on all the same. */
START_TEST(tiny_boards_play) {
    struct random_game rg = {.random = random_seeded(batch_seed(_i, 0))};
    struct random_chance chance = random_chance(&rg.random);
    struct event event;
    size_t at;
    rg.rules = rules_base(3 + (unsigned)_i % 2);
    rg.spec.n_hexes = (uint8_t)(2 + _i / 2);
    for (unsigned i = 0; i < rg.spec.n_hexes; i++)
        rg.spec.hexes[i] =
            (struct hex_spec){{(int8_t)(i % 3), (int8_t)(i / 3)}, (uint8_t)(i % 5), 5};
    ck_assert_int_eq(setup_build(&rg.setup, &rg.rules, &rg.spec, &at), BOARD_OK);
    game_init(&rg.setup, &rg.game);
    game_draw_start(&rg.setup, &chance.chance, &event);
    game_apply(&rg.setup, &rg.game, &event);
    ck_assert_uint_gt(random_game_play(&rg, 2000, sound, NULL), 20);
}
END_TEST

static Suite *suite(void) {
    return test_suite("properties",
                      (const struct test_case[]){
                          {"states_add_up", states_add_up, BATCHES, 120, NULL, NULL},
                          {"effects", effects_balance_the_bank, BATCHES, 120, NULL, NULL},
                          {"replay", logs_replay_to_the_same_state, BATCHES, 240, NULL, NULL},
                          {"list_and_legal", list_and_legal_agree, BATCHES, 240, NULL, NULL},
                          {"from_scratch", points_and_roads_from_scratch, BATCHES, 240, NULL, NULL},
                          {"views", views_hide_what_is_hidden, BATCHES, 120, NULL, NULL},
                          {"positions", states_follow_from_base_facts, BATCHES, 120, NULL, NULL},
                          {"defaults", defaults_are_legal, BATCHES, 120, NULL, NULL},
                          {"tiny_boards", tiny_boards_play, 16, 120, NULL, NULL},
                          {0},
                      });
}
TEST_MAIN(suite)
