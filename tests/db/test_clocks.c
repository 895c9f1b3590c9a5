/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Timers, clocks, calendars and preferred seats in the store. */
#include "db/accounts.h"
#include "db/clocks.h"
#include "db/games.h"

#include <stdio.h>
#include <string.h>

#include "tests/db/store_help.h"
#include "tests/support/check_main.h"

static const char path[] = "clocks.db";
static struct store *store;
static struct store_reader *reader;
static int64_t owl, mole, game;

static void setup(void) {
    store = open_new_store(path, &reader);
    owl = make_account(store, "owl");
    mole = make_account(store, "mole");
    game = make_game(store, owl, "g");
}

static void teardown(void) {
    store_close(store);
}

#define WRITE(function, context) ck_assert_int_eq(in_tx(store, function, context), STORE_OK)

/* ---- timers ---- */

enum { MANY = 300 };

static enum store_result set_many(struct store_tx *tx, void *context) {
    enum store_result result = STORE_OK;

    (void)context;
    for (int i = 0; i < MANY && result == STORE_OK; i++) {
        struct store_game row = new_game(owl, "");

        snprintf(row.public_id, sizeof row.public_id, "t%d", i);
        result = store_game_create(tx, &row);
        if (result == STORE_OK)
            result = store_timer_set(tx, row.id, 1, STORE_TIMER_DEADLINE, 1000 + i);
        if (result == STORE_OK)
            result = store_timer_set(tx, row.id, 2, STORE_TIMER_ORDER, 1000 + i);
    }
    return result;
}

static enum store_result move_and_clear(struct store_tx *tx, void *context) {
    enum store_result result = store_timer_set(tx, game, 0, STORE_TIMER_DEADLINE, 500);

    (void)context;
    if (result == STORE_OK)
        result = store_timer_set(tx, game, 0, STORE_TIMER_DEADLINE, 700);
    if (result == STORE_OK)
        result = store_timer_set(tx, game, 3, STORE_TIMER_ORDER, 600);
    if (result == STORE_OK)
        result = store_timer_clear(tx, game, 3, STORE_TIMER_ORDER);
    return result == STORE_OK ? store_timer_clear(tx, game, 2, STORE_TIMER_ORDER) : result;
}

START_TEST(timers_come_in_their_order) {
    int64_t ids[100], at[STORE_SEATS_MAX], after = 0, next;
    size_t count, all = 0;

    ck_assert_int_eq(store_timer_next(reader, &next), STORE_NONE);
    WRITE(set_many, NULL);
    WRITE(move_and_clear, NULL);
    ck_assert_int_eq(store_timer_next(reader, &next), STORE_OK);
    ck_assert_int_eq(next, 700);
    ck_assert_int_eq(store_timers_of(reader, game, STORE_TIMER_DEADLINE, at), STORE_OK);
    ck_assert_int_eq(at[0], 700);
    ck_assert_int_eq(at[3], 0);
    ck_assert_int_eq(store_timers_due(reader, 699, 0, ids, 100, &count), STORE_OK);
    ck_assert_uint_eq(count, 0);
    do {
        ck_assert_int_eq(store_timers_due(reader, 1249, after, ids, 100, &count), STORE_OK);
        for (size_t i = 0; i < count; i++) {
            ck_assert_int_gt(ids[i], after);
            after = ids[i];
        }
        all += count;
    } while (count == 100);
    ck_assert_uint_eq(all, 251); /* games, each once */
}
END_TEST

/* ---- calendars ---- */

static enum store_result set_calendar(struct store_tx *tx, void *context) {
    return store_calendar_set(tx, owl, context);
}

static enum store_result seat_owl(struct store_tx *tx, void *context) {
    const struct store_seat seat = {.kind = STORE_SEAT_HUMAN, .account = owl};

    (void)context;
    return store_seat_set(tx, game, 2, &(struct store_seat){.kind = STORE_SEAT_OPEN}, &seat);
}

static enum store_result wish(struct store_tx *tx, void *context) {
    enum store_result result = store_seat_vote(
        tx, game, &(struct store_seat_vote){.seat = 1, .voter = 0, .account = owl, .at = 5});

    (void)context;
    if (result == STORE_OK)
        result = store_seat_vote(
            tx, game, &(struct store_seat_vote){.seat = 1, .voter = 2, .account = mole, .at = 6});
    if (result == STORE_OK)
        result = store_seat_vote(
            tx, game, &(struct store_seat_vote){.seat = 1, .voter = 2, .account = owl, .at = 7});
    if (result == STORE_OK)
        result = store_seat_vote(tx, game, &(struct store_seat_vote){.seat = 2, .voter = 0});
    return result == STORE_OK ? store_seat_offer(tx, game, 1, owl, 8) : result;
}

static enum store_result delete_owl(struct store_tx *tx, void *context) {
    (void)context;
    return store_account_delete(tx, owl, 9);
}

START_TEST(a_calendar_is_kept_and_goes_with_its_account) {
    struct store_calendar calendar = {.zone = "Asia/Kolkata",
                                      .quiet_from = 0,
                                      .quiet_to = 359,
                                      .weekends_free = true,
                                      .changes = 2,
                                      .changes_since = 77,
                                      .n_vacations = 2,
                                      .vacations = {{20000, 20003}, {20010, 20010}}};
    struct store_calendar back, of_game[STORE_SEATS_MAX];
    struct store_seat_vote votes[STORE_SEAT_VOTES_MAX];
    int64_t offers[STORE_SEATS_MAX];
    size_t count;

    ck_assert_int_eq(store_calendar_get(reader, owl, &back), STORE_NONE);
    ck_assert_int_eq(back.quiet_from, -1);
    WRITE(set_calendar, &calendar);
    WRITE(seat_owl, NULL);
    ck_assert_int_eq(store_calendars_of_game(reader, game, of_game), STORE_OK);
    ck_assert_int_eq(of_game[0].quiet_from, -1);
    ck_assert_str_eq(of_game[2].zone, calendar.zone);
    ck_assert_int_eq(of_game[2].changes_since, 77);
    ck_assert_uint_eq(of_game[2].n_vacations, 2);
    ck_assert_int_eq(of_game[2].vacations[1].first, 20010);
    calendar.n_vacations = 1;
    WRITE(set_calendar, &calendar);
    ck_assert_int_eq(store_calendar_get(reader, owl, &back), STORE_OK);
    ck_assert_str_eq(back.zone, calendar.zone);
    ck_assert_int_eq(back.quiet_from, 0);
    ck_assert_int_eq(back.quiet_to, 359);
    ck_assert(back.weekends_free);
    ck_assert_int_eq(back.changes, 2);
    ck_assert_int_eq(back.changes_since, 77);
    ck_assert_uint_eq(back.n_vacations, 1);
    ck_assert_int_eq(back.vacations[0].last, 20003);
    WRITE(wish, NULL);
    ck_assert_int_eq(store_seat_votes(reader, game, votes, &count), STORE_OK);
    ck_assert_uint_eq(count, 3);
    ck_assert_str_eq(votes[1].name, "owl");
    ck_assert_int_eq(votes[1].voter, 2);
    WRITE(delete_owl, NULL);
    ck_assert_int_eq(store_calendar_get(reader, owl, &back), STORE_NONE);
    ck_assert_int_eq(store_seat_votes(reader, game, votes, &count), STORE_OK);
    ck_assert_uint_eq(count, 1); /* the one for a bot */
    ck_assert_int_eq(votes[0].account, 0);
    ck_assert_int_eq(store_seat_offers(reader, game, offers), STORE_OK);
    ck_assert_int_eq(offers[1], 0);
}
END_TEST

/* ---- clocks ---- */

static const struct store_clock rules = {.bank_start = 10,
                                         .bank_increment = 2,
                                         .bank_max = 20,
                                         .on_timeout = STORE_TIMEOUT_BOT,
                                         .vote_after = 3};
static const struct store_clock_seat seat = {.wait = STORE_WAIT_DECISION,
                                             .turn = -3,
                                             .allowance = 9,
                                             .remaining = 8,
                                             .started_at = 7,
                                             .deadline = 15,
                                             .bank = 6,
                                             .lost = true,
                                             .missed = 5};

static enum store_result make_clock(struct store_tx *tx, void *context) {
    enum store_result result = store_clock_create(tx, game, &rules);

    (void)context;
    if (result == STORE_OK)
        result = store_clock_seat_set(tx, game, 2, &seat);
    if (result == STORE_OK)
        result = store_clock_seat_set(tx, game, 2, &seat);
    if (result == STORE_OK)
        result = store_clock_pause(tx, game, 99);
    if (result == STORE_OK)
        result = store_pause_vote(tx, game, 1, 50, 1);
    if (result == STORE_OK)
        result = store_pause_vote(tx, game, 2, 60, 1);
    return result == STORE_OK ? store_pause_forget(tx, game, 1) : result;
}

static enum store_result forget_all(struct store_tx *tx, void *context) {
    (void)context;
    return store_pause_forget(tx, game, -1);
}

START_TEST(a_clock_is_kept) {
    struct store_clock back;
    struct store_clock_seat seats[STORE_SEATS_MAX];
    int64_t until[STORE_SEATS_MAX];

    ck_assert_int_eq(store_clock_get(reader, game, &back), STORE_NONE);
    WRITE(make_clock, NULL);
    ck_assert_int_eq(store_clock_get(reader, game, &back), STORE_OK);
    ck_assert_int_eq(back.bank_max, 20);
    ck_assert_int_eq(back.bank_increment, 2);
    ck_assert_int_eq(back.on_timeout, STORE_TIMEOUT_BOT);
    ck_assert_int_eq(back.paused_until, 99);
    ck_assert_int_eq(store_clock_seats(reader, game, seats), STORE_OK);
    ck_assert_int_eq(seats[1].wait, STORE_WAIT_NONE);
    ck_assert_int_eq(seats[2].wait, seat.wait);
    ck_assert_int_eq(seats[2].turn, seat.turn);
    ck_assert_int_eq(seats[2].remaining, seat.remaining);
    ck_assert_int_eq(seats[2].started_at, seat.started_at);
    ck_assert_int_eq(seats[2].deadline, seat.deadline);
    ck_assert_int_eq(seats[2].bank, seat.bank);
    ck_assert(seats[2].lost);
    ck_assert_int_eq(seats[2].missed, 5);
    ck_assert_int_eq(store_pause_votes(reader, game, until), STORE_OK);
    ck_assert_int_eq(until[1], 0);
    ck_assert_int_eq(until[2], 60);
    WRITE(forget_all, NULL);
    ck_assert_int_eq(store_pause_votes(reader, game, until), STORE_OK);
    ck_assert_int_eq(until[2], 0);
}
END_TEST

/* ---- what waits for an answer ---- */

/* Owl sits in seat 0, mole in 1; seat 2 proposes a pause and votes about seats 1 and 3. */
static enum store_result propose(struct store_tx *tx, void *context) {
    const struct store_seat people[] = {{.kind = STORE_SEAT_HUMAN, .account = owl},
                                        {.kind = STORE_SEAT_HUMAN, .account = mole}};
    const struct store_seat_vote about[] = {{.seat = 1, .voter = 2, .at = 1},
                                            {.seat = 3, .voter = 2, .at = 1},
                                            {.seat = 3, .voter = 3, .at = 1}};
    enum store_result result = make_clock(tx, context);

    for (int i = 0; i < 2 && result == STORE_OK; i++)
        result = store_seat_set(tx, game, i, &(struct store_seat){0}, &people[i]);
    for (int i = 0; i < 3 && result == STORE_OK; i++)
        result = store_seat_vote(tx, game, &about[i]);
    return result == STORE_OK ? store_game_start(tx, game, 3) : result;
}

static enum store_result answer(struct store_tx *tx, void *context) {
    const struct store_seat_vote vote = {.seat = 3, .voter = 0, .at = 2};
    enum store_result result = store_pause_vote(tx, game, 0, 70, 2);

    (void)context;
    return result == STORE_OK ? store_seat_vote(tx, game, &vote) : result;
}

static void expect_proposals(int64_t account, int64_t now, const int (*wanted)[2], size_t n) {
    struct store_proposal found[8];
    size_t count;

    ck_assert_int_eq(store_proposals(reader, account, now, found, 8, &count), STORE_OK);
    ck_assert_uint_eq(count, n);
    for (size_t i = 0; i < n; i++) {
        ck_assert_int_eq(found[i].game, game);
        ck_assert_int_eq(found[i].by, wanted[i][0]);
        ck_assert_int_eq(found[i].seat, wanted[i][1]);
    }
}

START_TEST(proposals_wait_for_an_answer) {
    static const int owls[][2] = {{2, -1}, {2, 1}, {2, 3}}, moles[][2] = {{2, -1}, {2, 3}};

    WRITE(propose, NULL);
    expect_proposals(owl, 50, owls, 3);
    expect_proposals(mole, 50, moles, 2);   /* not about their own seat */
    expect_proposals(owl, 60, owls + 1, 2); /* its pause would be over */
    WRITE(answer, NULL);
    expect_proposals(owl, 50, owls + 1, 1);
    expect_proposals(mole, 50, (const int[][2]){{0, -1}, {2, -1}, {0, 3}, {2, 3}}, 4);
}
END_TEST

#define CASE(title, function)                                                                      \
    { .name = (title), .test = (function), .setup = setup, .teardown = teardown }

static Suite *suite(void) {
    return test_suite("clocks", (const struct test_case[]){
                                    CASE("timers", timers_come_in_their_order),
                                    CASE("calendar", a_calendar_is_kept_and_goes_with_its_account),
                                    CASE("clock", a_clock_is_kept),
                                    CASE("proposals", proposals_wait_for_an_answer),
                                    {0},
                                });
}

TEST_MAIN(suite)
