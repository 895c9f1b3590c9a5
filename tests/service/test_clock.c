/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* A game's clock: whose time runs when, and how much is left. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "db/accounts.h"
#include "db/clocks.h"
#include "db/games.h"
#include "service/game/deadlines.h"
#include "service/game/events.h"
#include "service/game/timekeeper.h"
#include "service/time/clock.h"
#include "tests/support/check_main.h"
#include "tests/support/postgres.h"

#define MINUTE  INT64_C(60000)
#define HOUR    (60 * MINUTE)
#define DAY     (24 * HOUR)
#define STOPPED INT64_MIN

enum { PLAYERS = 3 };

/* A Wednesday in winter, noon in London. */
static const int64_t noon = INT64_C(1768392000000);

static struct store *store;
static struct clock clock_;
static struct store_seat seats[STORE_SEATS_MAX];
static struct game game;
static _Atomic int64_t now;
static uint32_t seq;
static int64_t account;
static int64_t game_id; /* 0: it is not stored */

static void begin(struct store_clock rules) {
    clock_ = (struct clock){.runs = true, .rules = rules};
    memset(seats, 0, sizeof seats);
    for (unsigned i = 0; i < PLAYERS; i++)
        seats[i] = (struct store_seat){.kind = STORE_SEAT_HUMAN};
    seats[1].account = account;
    game = (struct game){.phase = PHASE_PLAY, .turn = 1, .active = 0};
    now = noon;
    seq = 0;
}

/* ---- the store ---- */

struct step {
    struct store_job job;
    enum store_result (*run)(struct store_tx *tx, void *context);
    void *context;
};

static enum store_result run_step(struct store_tx *tx, struct store_job *job) {
    struct step *step = (struct step *)job;

    return step->run(tx, step->context);
}

static void in_tx(enum store_result (*run)(struct store_tx *tx, void *context), void *context) {
    struct step step = {.job = {.run = run_step}, .run = run, .context = context};

    ck_assert_int_eq(store_call(store, &step.job), STORE_OK);
}

static enum store_result create_account(struct store_tx *tx, void *context) {
    return store_account_create(tx, context);
}

static void setup(void) {
    struct store_account owl = {
        .public_id = "owl", .name = "owl", .name_key = "owl", .created_at = 1};

    make_test_database("clock.db");
    ck_assert_int_eq(store_open(&store, &(struct store_options){.path = test_database("clock.db")}),
                     STORE_OK);
    in_tx(create_account, &owl);
    account = owl.id;
    game_id = 0;
    begin((struct store_clock){.turn = DAY, .decision = HOUR, .vote_after = 2});
}

static void teardown(void) {
    store_close(store);
    remove("clock.db"); /* tests may share a folder */
}

/* From now on the game waits for these seats (-1: none). */
static void wait_for(int a, int b) {
    const int waited[] = {a, b};

    game.n_pending = 0;
    for (int i = 0; i < 2; i++)
        if (waited[i] >= 0)
            game.pending[game.n_pending++] =
                (struct decision){.kind = DECIDE_TURN, .player = (uint8_t)waited[i]};
}

/* An event NOW; ANSWERED, TIMED_OUT and HANDED are sets of seats. */
static void happen_types(unsigned answered, unsigned timed_out, unsigned handed, uint64_t types) {
    struct game_events events = {
        .game_id = game_id,
        .types = types,
        .mode = STORE_MODE_PLAY,
        .status = STORE_GAME_ACTIVE,
        .seats = seats,
        .seat_count = PLAYERS,
        .game = &game,
        .seq_before = seq,
        .now = now,
        .acted = answered & ~timed_out,
        .answered = answered,
        .timed_out = timed_out,
        .newcomers = handed,
    };

    ck_assert_int_eq(deadlines_update(&clock_, store_reader_get(store), &events), STORE_OK);
    seq++;
}

static void happen(unsigned answered, unsigned timed_out, unsigned handed) {
    happen_types(answered, timed_out, handed, 0);
}

static void assert_left(unsigned seat, int64_t left) {
    ck_assert_int_eq(clock_.seats[seat].deadline, left == STOPPED ? 0 : now + left);
}

START_TEST(a_turn_stands_still_while_others_answer) {
    wait_for(0, -1);
    happen(0, 0, 0);
    assert_left(0, DAY);
    assert_left(1, STOPPED);
    now += 5 * HOUR;
    wait_for(1, 2); /* a seven was rolled */
    happen(1, 0, 0);
    assert_left(0, STOPPED);
    assert_left(1, HOUR);
    assert_left(2, HOUR);
    now += 20 * MINUTE;
    wait_for(2, -1);
    happen(2, 0, 0);
    assert_left(1, STOPPED);
    assert_left(2, HOUR - 20 * MINUTE); /* another player's answer gives no time */
    now += 30 * MINUTE;
    wait_for(0, -1);
    happen(4, 0, 0);
    assert_left(2, STOPPED);
    assert_left(0, DAY - 5 * HOUR);
    now += HOUR;
    happen(1, 0, 0); /* they build */
    assert_left(0, DAY - 6 * HOUR);
    game.turn = 2;
    game.active = 1;
    wait_for(1, -1);
    happen(1, 0, 0);
    assert_left(0, STOPPED);
    assert_left(1, DAY);
}
END_TEST

START_TEST(each_decision_has_time_of_its_own) {
    wait_for(1, -1);
    happen(0, 0, 0);
    assert_left(1, HOUR);
    now += 50 * MINUTE;
    happen(2, 0, 0); /* the next turn is theirs again */
    assert_left(1, HOUR);
}
END_TEST

/* The second player of a pair discards during the turn, and has their part of it afterwards. */
START_TEST(a_part_has_the_time_of_a_turn) {
    wait_for(0, -1);
    happen(0, 0, 0);
    wait_for(1, -1); /* a seven */
    happen(1, 0, 0);
    now += HOUR / 2;
    wait_for(0, -1);
    happen(2, 0, 0);
    now += HOUR;
    game.active = 1;
    game.part = 1;
    wait_for(1, -1);
    happen(1, 0, 0);
    assert_left(0, STOPPED);
    assert_left(1, DAY);
    now += HOUR;
    happen(2, 0, 0); /* they build */
    assert_left(1, DAY - HOUR);
}
END_TEST

START_TEST(a_set_up_has_turns_of_two_pieces) {
    game = (struct game){.phase = PHASE_SETUP};
    wait_for(0, -1);
    happen(0, 0, 0);
    now += HOUR;
    game.setup_done = 1; /* the settlement */
    happen(1, 0, 0);
    assert_left(0, DAY - HOUR);
    game.setup_done = 2; /* and its road: the last player in the circle continues */
    happen(1, 0, 0);
    assert_left(0, DAY);
}
END_TEST

START_TEST(lost_time_is_lost_for_the_whole_turn) {
    wait_for(0, -1);
    happen(0, 0, 0);
    now += DAY;
    assert_left(0, 0);
    wait_for(1, -1);
    happen(1, 1, 0); /* a seven was rolled for them */
    ck_assert_int_eq(clock_.seats[0].missed, 1);
    now += HOUR / 2;
    wait_for(0, -1);
    happen(2, 0, 0);
    assert_left(0, 0);
    happen(1, 1, 0);
    ck_assert_int_eq(clock_.seats[0].missed, 1);
    game.turn = 4;
    happen(1, 1, 0);
    assert_left(0, DAY);
    ck_assert_int_eq(clock_.seats[0].missed, 1);
    now += DAY;
    happen(1, 1, 0);
    ck_assert_int_eq(clock_.seats[0].missed, 2);
    happen(1, 0, 0); /* they are back */
    ck_assert_int_eq(clock_.seats[0].missed, 0);
}
END_TEST

START_TEST(a_bank_is_spent_and_filled) {
    begin((struct store_clock){
        .bank_start = 10 * HOUR, .bank_increment = HOUR, .bank_max = 10 * HOUR, .vote_after = 2});
    wait_for(0, -1);
    happen(0, 0, 0);
    assert_left(0, 10 * HOUR);
    now += 4 * HOUR;
    wait_for(1, -1);
    happen(1, 0, 0);
    assert_left(1, 10 * HOUR);
    now += 2 * HOUR;
    wait_for(0, -1);
    happen(2, 0, 0);
    ck_assert_int_eq(clock_.seats[1].bank, 8 * HOUR); /* a decision adds nothing */
    assert_left(0, 6 * HOUR);
    now += HOUR;
    game.turn = 2;
    game.active = 1;
    wait_for(1, -1);
    happen(1, 0, 0);
    ck_assert_int_eq(clock_.seats[0].bank, 6 * HOUR);
    assert_left(1, 8 * HOUR);
    now += 8 * HOUR;
    game.turn = 3;
    game.active = 2;
    wait_for(2, -1);
    happen(2, 2, 0);
    ck_assert_int_eq(clock_.seats[1].bank, HOUR);
    ck_assert_int_eq(clock_.seats[1].missed, 1);
    assert_left(2, 10 * HOUR);
    game.turn = 4;
    wait_for(0, -1);
    game.active = 0;
    happen(4, 0, 0);
    ck_assert_int_eq(clock_.seats[2].bank, 10 * HOUR); /* never above the maximum */
    assert_left(0, 6 * HOUR);
    clock_.seats[2].bank = 0;
    wait_for(2, -1);
    happen(1, 0, 0);
    assert_left(2, MINUTE);
    now += MINUTE / 2;
    wait_for(0, -1);
    happen(4, 0, 0);
    ck_assert_int_eq(clock_.seats[2].bank, 0);
}
END_TEST

START_TEST(bots_have_no_deadlines) {
    seats[1].kind = STORE_SEAT_BOT;
    wait_for(0, 1);
    happen(0, 0, 0);
    assert_left(0, DAY);
    assert_left(1, STOPPED);
    seats[0].kind = STORE_SEAT_BOT;
    happen(0, 0, 1);
    assert_left(0, STOPPED);
}
END_TEST

START_TEST(who_takes_a_seat_over_begins_anew) {
    wait_for(0, -1);
    happen(0, 0, 0);
    now += DAY - MINUTE;
    clock_.seats[0].missed = 3;
    happen(0, 0, 1);
    assert_left(0, DAY);
    ck_assert_int_eq(clock_.seats[0].missed, 0);
}
END_TEST

START_TEST(a_turn_that_comes_back_goes_on) {
    begin((struct store_clock){
        .bank_start = 10 * HOUR, .bank_increment = HOUR, .bank_max = 20 * HOUR, .vote_after = 2});
    wait_for(0, -1);
    happen(0, 0, 0);
    now += 3 * HOUR;
    game.turn = 2;
    game.active = 1;
    wait_for(1, -1);
    happen(1, 0, 0);
    ck_assert_int_eq(clock_.seats[0].bank, 8 * HOUR);
    now += HOUR;
    game.turn = 1; /* they undo the end of their turn */
    game.active = 0;
    wait_for(0, -1);
    happen(1, 0, 0);
    assert_left(0, 7 * HOUR);
    now += HOUR;
    game.turn = 2;
    game.active = 1;
    wait_for(1, -1);
    happen(1, 0, 0);
    ck_assert_int_eq(clock_.seats[0].bank, 7 * HOUR);
}
END_TEST

START_TEST(an_answer_taken_back_wins_no_time) {
    wait_for(1, -1);
    happen(0, 0, 0);
    now += HOUR / 2;
    wait_for(0, -1);
    happen(1u << 1, 0, 0);
    now += MINUTE;
    wait_for(1, -1);
    happen_types(1u << 1, 0, 0, UINT64_C(1) << UNDO);
    assert_left(1, HOUR / 2);
}
END_TEST

START_TEST(trade_talk_wins_no_time) {
    wait_for(1, -1);
    happen(0, 0, 0);
    now += MINUTE;
    happen(0, 0, 0);
    assert_left(1, HOUR - MINUTE);
}
END_TEST

/* ---- in the store ---- */

static enum store_result set_calendar(struct store_tx *tx, void *context) {
    struct store_calendar was;
    enum store_result result = store_calendar_get(store_tx_reader(tx), account, &was);

    if (result == STORE_OK || result == STORE_NONE)
        result = store_calendar_set(tx, account, context);
    if (result == STORE_OK)
        result = timekeeper_calendar_changed(tx, account, &was, now);
    return result;
}

static struct store_calendar by_night(void) {
    return (struct store_calendar){
        .zone = "Europe/London", .quiet_from = 22 * 60, .quiet_to = 8 * 60};
}

static enum store_result write_row(struct store_tx *tx, void *context) {
    struct store_game row = {.public_id = "g",
                             .creator = account,
                             .setup = {"s", 1},
                             .created_at = now,
                             .winner = -1,
                             .seat_count = PLAYERS};
    enum store_result result = store_game_create(tx, &row);

    (void)context;
    game_id = row.id;
    for (int i = 0; i < PLAYERS && result == STORE_OK; i++)
        result = store_seat_set(tx, game_id, i, &(struct store_seat){.kind = STORE_SEAT_OPEN},
                                &seats[i]);
    return result;
}

START_TEST(quiet_hours_do_not_count) {
    struct store_calendar calendar = by_night();

    in_tx(set_calendar, &calendar);
    in_tx(write_row, NULL);
    wait_for(1, 0);
    game.active = 1;
    happen(0, 0, 0);
    assert_left(1, 10 * HOUR + 10 * HOUR + 14 * HOUR); /* until ten, the night, and from eight on */
    assert_left(0, HOUR);
    now += 9 * HOUR + 30 * MINUTE; /* half past nine */
    game.active = 0;
    game.turn = 2;
    happen(3, 0, 0);
    assert_left(1, 30 * MINUTE + 10 * HOUR + 30 * MINUTE);
    ck_assert_int_ge(clock_.seats[1].deadline, noon + 20 * HOUR);
}
END_TEST

static enum store_result write_all(struct store_tx *tx, void *context) {
    enum store_result result = write_row(tx, context);
    struct game_events events = {
        .game_id = game_id,
        .mode = STORE_MODE_PLAY,
        .status = STORE_GAME_ACTIVE,
        .seats = seats,
        .seat_count = PLAYERS,
        .game = &game,
        .now = now,
    };

    if (result == STORE_OK)
        result = store_clock_create(tx, game_id, &clock_.rules);
    if (result == STORE_OK)
        result = store_game_start(tx, game_id, now);
    return result == STORE_OK ? timekeeper_on_events(tx, &events) : result;
}

static enum store_result pause_until(struct store_tx *tx, void *context) {
    struct store_game row = {.id = game_id};

    memcpy(row.seats, seats, sizeof row.seats);
    return timekeeper_pause(tx, &row, *(int64_t *)context, now);
}

static void read_back(void) {
    int64_t at[STORE_SEATS_MAX];

    ck_assert_int_eq(clock_load(&clock_, store_reader_get(store), game_id), STORE_OK);
    ck_assert_int_eq(store_timers_of(store_reader_get(store), game_id, STORE_TIMER_DEADLINE, at),
                     STORE_OK);
    for (unsigned i = 0; i < PLAYERS; i++)
        ck_assert_int_eq(at[i], clock_.seats[i].deadline);
}

static void write_game(void) {
    game.active = 1;
    wait_for(1, 2);
    in_tx(write_all, NULL);
    read_back();
}

START_TEST(a_calendar_moves_deadlines_that_run) {
    struct store_calendar calendar = by_night();
    int64_t at;

    write_game();
    assert_left(1, DAY);
    assert_left(2, HOUR);
    ck_assert_int_eq(store_timer_next(store_reader_get(store), &at), STORE_OK);
    ck_assert_int_eq(at, now + HOUR);
    now += 4 * HOUR;
    in_tx(set_calendar, &calendar);
    read_back();
    assert_left(1, 6 * HOUR + 10 * HOUR + 14 * HOUR); /* twenty hours were left */
    assert_left(2, HOUR - 4 * HOUR);                  /* another player's, and long over */
}
END_TEST

START_TEST(a_pause_keeps_what_was_left) {
    int64_t until = noon + 10 * DAY;

    write_game();
    now += 30 * MINUTE;
    in_tx(pause_until, &until);
    read_back();
    ck_assert(clock_paused(&clock_, now));
    ck_assert_int_eq(clock_.seats[2].deadline, until + 30 * MINUTE);
    now += DAY;
    until = 0;
    in_tx(pause_until, &until);
    read_back();
    ck_assert(!clock_paused(&clock_, now));
    assert_left(2, 30 * MINUTE);
    assert_left(1, DAY - 30 * MINUTE);
}
END_TEST

#define CASE(title, function)                                                                      \
    { .name = (title), .test = (function), .setup = setup, .teardown = teardown }

static Suite *suite(void) {
    return test_suite("clock", (const struct test_case[]){
                                   CASE("turn", a_turn_stands_still_while_others_answer),
                                   CASE("decision", each_decision_has_time_of_its_own),
                                   CASE("part", a_part_has_the_time_of_a_turn),
                                   CASE("set_up", a_set_up_has_turns_of_two_pieces),
                                   CASE("lost", lost_time_is_lost_for_the_whole_turn),
                                   CASE("bank", a_bank_is_spent_and_filled),
                                   CASE("bots", bots_have_no_deadlines),
                                   CASE("new", who_takes_a_seat_over_begins_anew),
                                   CASE("undo", a_turn_that_comes_back_goes_on),
                                   CASE("answer", an_answer_taken_back_wins_no_time),
                                   CASE("talk", trade_talk_wins_no_time),
                                   CASE("quiet", quiet_hours_do_not_count),
                                   CASE("calendar", a_calendar_moves_deadlines_that_run),
                                   CASE("pause", a_pause_keeps_what_was_left),
                                   {0},
                               });
}

TEST_MAIN(suite)
