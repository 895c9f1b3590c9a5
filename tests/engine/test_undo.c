/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Undo, tested on random games: the state after it equals the one that the log gives without the undone events.
 * TEST_SEED repeats a failing run. */
#include <string.h>

#include "engine/undo.h"
#include "tests/support/check_main.h"
#include "tests/support/random_game.h"

enum {
    BATCHES = 8, /* half of them open games */
    GAMES = 25,
    GAMES_LOOKED = 5, /* games in which all possible undos are checked after each event */
    LOG_MAX = 1500,
    UNDO_EVERY = 6, /* events, about */
    LOOK_BACK = UNDO_REACH + 12,
};

/* A log, and which of its events still count. */
struct logged {
    bool dead;
    uint32_t next_offer; /* before the event */
    struct event event;
};

struct table {
    struct random_game rg;
    struct trail trail, other; /* other: open if trail is not, and vice versa */
    struct game start, other_game;
    size_t n, undone;
    struct logged log[LOG_MAX];
};

static struct table table;

static uint64_t game_seed(int batch, unsigned game) {
    static uint64_t seed;
    if (!seed)
        seed = test_seed(20264);
    return seed * 1000003u + (uint64_t)batch * 10007u + game;
}

/* The event's number is its place in the log, from 1. */
static void append(const struct event *event) {
    struct logged *to = &table.log[table.n++];
    *to = (struct logged){.next_offer = table.rg.game.next_offer, .event = *event};
    for (size_t i = event->action.ref; event->type == UNDO && i < table.n; i++)
        table.log[i].dead = true;
    trail_apply(&table.trail, &table.rg.setup, &table.rg.game, event);
    ck_assert_uint_eq(table.rg.game.seq, table.n);
}

static void begin(int batch, unsigned game) {
    struct event start;
    random_game_begin_any(&table.rg, (unsigned)batch + game, game_seed(batch, game), &start);
    table.n = table.undone = 0;
    game_init(&table.rg.setup, &table.start);
    table.rg.game = table.start;
    trail_begin(&table.trail, &table.start, batch % 4 >= 2);
    append(&start);
}

/* The state that follows from the events that still count. */
static struct game without_dead(void) {
    struct game game = table.start;
    for (size_t i = 0; i < table.n; i++) {
        if (table.log[i].dead)
            continue;
        game.next_offer = table.log[i].next_offer;
        game_apply(&table.rg.setup, &game, &table.log[i].event);
    }
    game.seq = table.rg.game.seq;
    game.next_offer = table.rg.game.next_offer;
    return game;
}

/* ---- what an undo leaves ---- */

static void undo_something(void) {
    struct event event = {.type = UNDO, .by = BY_PLAYER};
    uint32_t to_seq[TRAIL_MAX];
    event.player = (uint8_t)random_below(&table.rg.random, table.rg.setup.rules.players);
    unsigned n = trail_list(&table.trail, &table.rg.setup, &table.rg.game, event.player, to_seq);
    if (n == 0)
        return;
    event.action = (struct action){.type = UNDO, .ref = to_seq[random_below(&table.rg.random, n)]};
    ck_assert_int_eq(trail_accepts(&table.trail, &table.rg.setup, &table.rg.game, &event),
                     REASON_OK);
    append(&event);
    table.undone++;
    struct game clean = without_dead();
    ck_assert_msg(game_hash(&clean) == game_hash(&table.rg.game), "after event %u, to %u",
                  table.rg.game.seq, event.action.ref);
    const char *wrong = game_ok(&table.rg.setup, &table.rg.game);
    ck_assert_msg(wrong == NULL, "after event %u: %s", table.rg.game.seq, wrong);
}

/* How many offers each player has made this turn, and what they did last in it, as far back as an open game's trail
 * reaches: at first to its beginning; later an undo can lead back to where the trail begins. */
static void check_offers(void) {
    unsigned made[SEAT_MAX] = {0};
    enum action_type latest[SEAT_MAX] = {0};
    for (size_t i = table.n; i > 0; i--) {
        const struct logged *logged = &table.log[i - 1];
        const unsigned type = logged->event.type;
        if (logged->dead)
            continue;
        if (type == END_TURN || type == RESIGN || !event_is_action(type))
            break; /* nothing goes back before the last two */
        made[logged->event.player] += type == OFFER_TRADE;
        if (latest[logged->event.player] == ACTION_NONE)
            latest[logged->event.player] = logged->event.action.type;
    }
    for (unsigned seat = 0; table.trail.open && seat < table.rg.setup.rules.players; seat++) {
        const unsigned offers = trail_offers(&table.trail, seat);
        const enum action_type known = trail_latest(&table.trail, seat);
        const bool whole = table.n <= TRAIL_BLOCK;
        ck_assert_uint_le(offers, made[seat]);
        if (whole)
            ck_assert_uint_eq(offers, made[seat]);
        if (latest[seat] != ACTION_NONE && (whole || known != ACTION_NONE))
            ck_assert_uint_eq(known, latest[seat]);
    }
}

static bool play_on(void) {
    struct event event;
    if (table.n + 1 >= LOG_MAX || !random_game_next(&table.rg, &event))
        return false;
    append(&event);
    check_offers();
    if (table.rg.game.phase != PHASE_FINISHED && random_below(&table.rg.random, UNDO_EVERY) == 0)
        undo_something();
    return true;
}

/* The log read from its bytes gives the same. */
static void check_replay(void) {
    struct game game = table.start;
    struct trail trail;
    trail_begin(&trail, &game, table.trail.open);
    for (size_t i = 0; i < table.n; i++) {
        const struct event *event = &table.log[i].event;
        uint8_t body[EVENT_BODY_MAX];
        struct event read;
        size_t size = event_encode(event, body);
        ck_assert(event_decode(event->type, event->player, body, size, &read));
        ck_assert_int_eq(trail_accepts(&trail, &table.rg.setup, &game, &read), REASON_OK);
        trail_apply(&trail, &table.rg.setup, &game, &read);
    }
    ck_assert_uint_eq(game_hash(&game), game_hash(&table.rg.game));
}

START_TEST(an_undo_leaves_the_log_without_what_it_takes_back) {
    size_t undone = 0;
    for (unsigned i = 0; i < test_share(GAMES); i++) {
        begin(_i, i);
        while (play_on()) {
        }
        check_replay();
        undone += table.undone;
    }
    ck_assert_uint_gt(undone, (size_t)test_share(GAMES) * 10);
}
END_TEST

/* ---- what can be taken back ---- */

/* Whether SEAT may undo to TO_SEQ by definition, from the log alone. */
static bool allowed(unsigned seat, uint32_t to_seq) {
    if (to_seq == 0 || to_seq >= table.n || to_seq + UNDO_REACH < table.n ||
        table.log[to_seq - 1].dead || table.log[to_seq - 1].event.type == UNDO)
        return false;
    bool any = false;
    for (size_t i = to_seq; i < table.n; i++) {
        const struct event *event = &table.log[i].event;
        if (table.log[i].dead || event->type == UNDO)
            continue;
        if (!event_is_action(event->type) || event->type == RESIGN)
            return false;
        if (!table.trail.open && (event->player != seat || answered_together(event->type) ||
                                  action_reveals(&event->action) || event->type == ACCEPT_TRADE))
            return false;
        any = true;
    }
    return any;
}

static void check_targets(void) {
    const struct game *game = &table.rg.game;
    for (unsigned seat = 0; seat < table.rg.setup.rules.players; seat++) {
        uint32_t to_seq[TRAIL_MAX];
        struct game view;
        unsigned n = trail_list(&table.trail, &table.rg.setup, game, seat, to_seq), legal = 0;
        game_view(&table.rg.setup, game, seat, &view);
        for (uint32_t to = game->seq > LOOK_BACK ? game->seq - LOOK_BACK : 0; to <= game->seq + 1;
             to++) {
            struct action action = {.type = UNDO, .ref = to};
            enum reason reason = trail_legal(&table.trail, &table.rg.setup, game, seat, &action);
            ck_assert_int_eq(reason,
                             trail_legal(&table.trail, &table.rg.setup, &view, seat, &action));
            if (reason == REASON_OK)
                ck_assert_uint_eq(to, to_seq[n - ++legal]);
            /* Giving and taking cards also prevents undo: these cases are rare. */
            if (reason == REASON_OK || table.trail.open)
                ck_assert_msg((reason == REASON_OK) == allowed(seat, to),
                              "seat %u, event %u, to %u: %s", seat, game->seq, to,
                              reasons[reason].code);
        }
        ck_assert_uint_eq(legal, n);
    }
}

START_TEST(what_may_be_undone_is_listed_and_nothing_else) {
    for (unsigned i = 0; i < test_share(GAMES_LOOKED); i++) {
        begin(_i, i);
        while (play_on())
            if (table.rg.game.phase != PHASE_FINISHED)
                check_targets();
    }
}
END_TEST

/* ---- open games take whatever others take ---- */

START_TEST(an_open_game_undoes_what_any_game_undoes) {
    for (unsigned i = 0; i < test_share(GAMES); i++) {
        struct game game;
        struct trail trail;
        begin(_i & ~2, i);
        while (play_on()) {
        }
        game = table.start;
        trail_begin(&trail, &game, true);
        for (size_t e = 0; e < table.n; e++) {
            const struct event *event = &table.log[e].event;
            ck_assert_int_eq(trail_accepts(&trail, &table.rg.setup, &game, event), REASON_OK);
            trail_apply(&trail, &table.rg.setup, &game, event);
        }
        ck_assert_uint_eq(game_hash(&game), game_hash(&table.rg.game));
    }
}
END_TEST

/* ---- the same card comes again ---- */

START_TEST(what_was_drawn_and_undone_is_drawn_again) {
    unsigned drawn = 0;
    begin(_i | 2, 0);
    while (drawn < 20 && table.n + 3 < LOG_MAX) {
        struct chance chance = numbered_chance();
        struct event event, again;
        uint32_t last = table.trail.last;
        if (!random_game_next(&table.rg, &event))
            break;
        if (event.drawn != 0) {
            chance.next = table.rg.game.draws;
            event.outcome = (struct outcome){0};
            game_draw(&table.rg.setup, &table.rg.game, event.player, &event.action, event.drawn,
                      &chance, &event.outcome);
        }
        append(&event);
        if (event.drawn == 0 || table.rg.game.phase == PHASE_FINISHED)
            continue;
        struct event undo = {.type = UNDO, .player = event.player, .by = BY_PLAYER};
        undo.action = (struct action){.type = UNDO, .ref = last};
        append(&undo);
        again = event;
        again.outcome = (struct outcome){0};
        chance.next = table.rg.game.draws;
        game_draw(&table.rg.setup, &table.rg.game, again.player, &again.action, again.drawn,
                  &chance, &again.outcome);
        ck_assert_mem_eq(&again.outcome, &event.outcome, sizeof again.outcome);
        append(&again);
        drawn++;
    }
    ck_assert_uint_ge(drawn, 10);
}
END_TEST

/* ---- what a viewer's trail takes back to ---- */

/* As seen by SEAT, an undo leads to what SEAT sees after the game itself was undone. */
static unsigned check_viewed(unsigned seat) {
    uint32_t to_seq[TRAIL_MAX];
    const struct setup *setup = &table.rg.setup;
    unsigned n = trail_list(&table.trail, setup, &table.rg.game, seat, to_seq);
    for (unsigned i = 0; i < n; i++) {
        struct event undo = {.type = UNDO, .player = (uint8_t)seat, .by = BY_PLAYER};
        struct trail seen_trail = table.trail, trail = table.trail;
        struct game seen, told, game = table.rg.game;
        undo.action = (struct action){.type = UNDO, .ref = to_seq[i]};
        game_view(setup, &game, seat, &seen);
        trail_view(&seen_trail, setup, &game, seat);
        const struct game *base = &seen_trail.blocks[seen_trail.current].base;
        game_view(setup, base, seat, &told);
        ck_assert_msg(game_hash(base) == game_hash(&told), "seat %u is told more than is theirs",
                      seat);
        trail_apply(&seen_trail, setup, &seen, &undo);
        trail_apply(&trail, setup, &game, &undo);
        game_view(setup, &game, seat, &told);
        game_view(setup, &seen, seat, &seen);
        ck_assert_msg(game_hash(&told) == game_hash(&seen), "seat %u, event %u, to %u", seat,
                      table.rg.game.seq, to_seq[i]);
    }
    return n;
}

/* Games that are not open: in these only a viewer who sees everything can undo. */
START_TEST(an_undo_by_a_view_shows_what_was_seen_before) {
    unsigned undone = 0;
    for (unsigned i = 0; i < test_share(GAMES_LOOKED); i++) {
        begin(_i, i);
        ck_assert(!table.trail.open);
        while (play_on())
            for (unsigned seat = 0; seat < table.rg.setup.rules.players; seat++)
                if (table.rg.game.phase != PHASE_FINISHED)
                    undone += check_viewed(seat);
    }
    ck_assert_uint_gt(undone, 20 * test_share(GAMES_LOOKED));
}
END_TEST

static Suite *suite(void) {
    return test_suite(
        "undo",
        (const struct test_case[]){
            {"leaves", an_undo_leaves_the_log_without_what_it_takes_back, BATCHES, 240, NULL, NULL},
            {"targets", what_may_be_undone_is_listed_and_nothing_else, BATCHES, 240, NULL, NULL},
            {"open", an_open_game_undoes_what_any_game_undoes, BATCHES, 240, NULL, NULL},
            {"viewed", an_undo_by_a_view_shows_what_was_seen_before, 2, 240, NULL, NULL},
            {"again", what_was_drawn_and_undone_is_drawn_again, BATCHES, 120, NULL, NULL},
            {0},
        });
}
TEST_MAIN(suite)
