/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* When a seat with standing orders is asked, and what: questions during a game. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/clocks.h"
#include "db/games.h"
#include "db/orders.h"
#include "service/orders/ask.h"
#include "service/orders/delay.h"
#include "tests/service/people.h"
#include "tests/support/check_main.h"

#define SECOND INT64_C(1000)
/* A Wednesday that is far away: the program's own clock would answer what is due. */
#define MORNING INT64_C(4792392000000)

enum { PLAYERS = 3, SEAT = 1, MEDIAN_S = 60, MAX_S = 240 };

static struct store_reader *reader;
static struct store_game row;
static struct game state;
static struct game_events events;
static struct store_orders orders;

static void setup(void) {
    struct person people[PLAYERS];
    static const char *const names[PLAYERS] = {"ann", "ben", "cid"};
    char id[GAME_ID_SIZE];

    test_app_setup();
    for (unsigned i = 0; i < PLAYERS; i++)
        people[i] = person_new(names[i]);
    make_game(&people[0], "{'rules':{'game':'base','players':3}}", id);
    for (unsigned i = 1; i < PLAYERS; i++)
        POST_ONLY(&people[i], 200, NULL, "/v1/games/%s/join", id);
    for (unsigned i = 0; i < PLAYERS; i++)
        person_gone(&people[i]);
    reader = store_reader_get(test_app.store);
    ck_assert_int_eq(store_game_get(reader, id, &row), STORE_OK);
    state = (struct game){.phase = PHASE_PLAY, .turn = 4, .active = 0, .step = STEP_ACTIONS};
    events = (struct game_events){.game_id = row.id,
                                  .mode = row.mode,
                                  .status = row.status,
                                  .seats = row.seats,
                                  .seat_count = PLAYERS,
                                  .game = &state,
                                  .seq_before = 9,
                                  .now = MORNING};
    orders = (struct store_orders){.game = row.id,
                                   .seat = SEAT,
                                   .account = row.seats[SEAT].account,
                                   .revision = 1,
                                   .median_ms = MEDIAN_S * SECOND,
                                   .max_ms = MAX_S * SECOND,
                                   .document = {"{}", 2}};
}

static void teardown(void) {
    store_game_clear(&row);
    test_app_stop();
}

/* ---- the store ---- */

struct step {
    struct store_job job;
    enum store_result (*run)(struct store_tx *tx);
};

static enum store_result run_step(struct store_tx *tx, struct store_job *job) {
    return ((struct step *)job)->run(tx);
}

static void in_tx(enum store_result (*run)(struct store_tx *tx)) {
    struct step step = {.job = {.run = run_step}, .run = run};

    ck_assert_int_eq(store_call(test_app.store, &step.job), STORE_OK);
}

static enum store_result put(struct store_tx *tx) {
    enum store_result result = store_orders_put(tx, &orders);

    return result == STORE_OK ? store_questions_clear(tx, orders.game, SEAT) : result;
}

static enum store_result follow(struct store_tx *tx) {
    return orders_on_events(tx, &events);
}

static int64_t deadline;

static enum store_result set_deadline(struct store_tx *tx) {
    return store_timer_set(tx, row.id, SEAT, STORE_TIMER_DEADLINE, deadline);
}

/* An event, for which these seats have moved. */
static void happen(unsigned moved, uint64_t types) {
    events.moved = moved;
    events.types = types;
    in_tx(follow);
    events.seq_before++;
}

/* When the question about SUBJECT is due: 0 never, -1 it is not asked. */
static int64_t due(uint32_t subject) {
    struct store_question questions[STORE_QUESTIONS_MAX];
    size_t n;

    ck_assert_int_eq(store_questions_of(reader, row.id, SEAT, questions, &n), STORE_OK);
    for (size_t i = 0; i < n; i++)
        if (questions[i].subject == subject)
            return questions[i].due_at;
    return -1;
}

static int64_t timer(void) {
    int64_t at[STORE_SEATS_MAX];

    ck_assert_int_eq(store_timers_of(reader, row.id, STORE_TIMER_ORDER, at), STORE_OK);
    return at[SEAT];
}

static void asked(unsigned decision, bool answered) {
    state.pending[0] = (struct decision){
        .kind = (uint8_t)decision, .player = SEAT, .count = 4, .answered = answered};
    state.n_pending = decision != DECIDE_NONE;
}

static struct offer an_offer(uint32_t id) {
    return (struct offer){.id = id,
                          .player = 0,
                          .to = 1 << SEAT,
                          .want = cards_one(ORE, 1),
                          .give = cards_one(WOOL, 1)};
}

/* ---- questions ---- */

START_TEST(a_question_keeps_its_time) {
    in_tx(put);
    happen(1, 0);
    ck_assert_int_eq(due(STORE_QUESTION_DECISION), -1);
    ck_assert_int_eq(timer(), 0);
    asked(DECIDE_DISCARD, false);
    happen(1, 0);
    int64_t at = due(STORE_QUESTION_DECISION);

    ck_assert_int_gt(at, MORNING);
    ck_assert_int_le(at, MORNING + MAX_S * SECOND);
    ck_assert_int_eq(timer(), at);
    events.now += SECOND;
    happen(4, 0); /* another player answers */
    ck_assert_int_eq(due(STORE_QUESTION_DECISION), at);
    asked(DECIDE_DISCARD, true);
    happen(1 << SEAT, 0);
    ck_assert_int_eq(due(STORE_QUESTION_DECISION), -1);
    ck_assert_int_eq(timer(), 0);
}
END_TEST

START_TEST(every_offer_has_its_own) {
    in_tx(put);
    state.offers[0] = an_offer(3);
    happen(1, 0);
    int64_t first = due(3);

    events.now += SECOND;
    state.offers[1] = an_offer(4);
    state.offers[2] = an_offer(5);
    state.offers[2].to = 1 << 2; /* not to them */
    happen(1, 0);
    int64_t second = due(4);

    ck_assert_int_eq(due(3), first);
    ck_assert_int_gt(second, MORNING + SECOND);
    ck_assert_int_eq(due(5), -1);
    ck_assert_int_eq(timer(), first < second ? first : second);
    state.offers[0] = (struct offer){0};
    happen(1, 0);
    ck_assert_int_eq(due(3), -1);
    ck_assert_int_eq(timer(), second);
}
END_TEST

START_TEST(ones_own_turn_is_looked_at_anew) {
    state.active = SEAT;
    in_tx(put);
    asked(DECIDE_TURN, false);
    happen(1, 0);
    int64_t first = due(STORE_QUESTION_DECISION);

    happen(1, 0);
    ck_assert_int_eq(due(STORE_QUESTION_DECISION), first);
    events.now += MAX_S * SECOND;
    happen(1 << SEAT, 0);
    ck_assert_int_gt(due(STORE_QUESTION_DECISION), events.now);
}
END_TEST

START_TEST(what_is_taken_back_is_not_done_again) {
    state.active = SEAT;
    in_tx(put);
    asked(DECIDE_TURN, false);
    state.offers[0] = an_offer(3);
    happen(1 << SEAT, UINT64_C(1) << UNDO);
    ck_assert_int_eq(due(STORE_QUESTION_DECISION), 0);
    ck_assert_int_eq(due(3), 0);
    ck_assert_int_eq(timer(), 0);
    happen(1 << SEAT, 0); /* they continue by themselves */
    ck_assert_int_gt(due(STORE_QUESTION_DECISION), MORNING);
    ck_assert_int_eq(due(3), 0);
}
END_TEST

START_TEST(orders_come_before_the_deadline) {
    enum { LEAD = 60 };

    orders.median_ms = orders.max_ms = 3600 * SECOND;
    in_tx(put);
    deadline = MORNING + 600 * SECOND;
    in_tx(set_deadline);
    asked(DECIDE_DISCARD, false);
    happen(1, 0);
    ck_assert_int_eq(due(STORE_QUESTION_DECISION), deadline - LEAD * SECOND);
    deadline = MORNING + 10 * SECOND;
    in_tx(set_deadline);
    asked(DECIDE_GIVE_CARDS, false);
    happen(1, 0);
    ck_assert_int_eq(due(STORE_QUESTION_DECISION), MORNING + DELAY_LEAST_MS); /* never at once */
}
END_TEST

START_TEST(who_has_lost_the_seat_is_not_asked) {
    in_tx(put);
    asked(DECIDE_DISCARD, false);
    happen(1, 0);
    ck_assert_int_gt(timer(), 0);
    row.seats[SEAT].account++;
    happen(1, 0);
    ck_assert_int_eq(due(STORE_QUESTION_DECISION), -1);
    ck_assert_int_eq(timer(), 0);
}
END_TEST

/* ---- timing ---- */

static int by_size(const void *a, const void *b) {
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

    return (x > y) - (x < y);
}

/* The greatest distance between the distributions of two sorted samples of N, in N-ths. */
static int distance(const int64_t *a, const int64_t *b, int n) {
    int most = 0;

    for (int i = 0, k = 0; i < n && k < n;) {
        if (a[i] <= b[k])
            i++;
        else
            k++;
        most = abs(i - k) > most ? abs(i - k) : most;
    }
    return most;
}

/* Two worlds that only their owner can tell apart: in one they have the card for an offer, in the other they do not; in
 * one their orders answer it, in the other they do not. */
START_TEST(speed_tells_nothing) {
    enum { N = 1500, WORLDS = 3, FAR = N / 10 }; /* exceeded by chance once in a million runs */
    static const char *const documents[WORLDS] = {"{\"offers\":[{\"answer\":\"accept\"}]}",
                                                  "{\"offers\":[{\"answer\":\"refuse\"}]}",
                                                  "{\"offers\":[]}"};
    static int64_t delays[WORLDS][N];

    state.offers[0] = an_offer(3);
    for (int i = 0; i < N; i++)
        for (int world = 0; world < WORLDS; world++) {
            orders.document = (struct store_bytes){documents[world], strlen(documents[world])};
            state.players[SEAT].hand.n[ORE] = world == 0;
            state.players[SEAT].hand.n[BRICK] = world != 0;
            in_tx(put);
            happen(1, 0);
            delays[world][i] = due(3) - MORNING;
        }
    for (int world = 0; world < WORLDS; world++)
        qsort(delays[world], N, sizeof *delays[world], by_size);
    REQUIRE(distance(delays[0], delays[1], N) < FAR, "accepting and refusing differ");
    REQUIRE(distance(delays[0], delays[2], N) < FAR, "answering and not answering differ");
}
END_TEST

static Suite *suite(void) {
    return test_suite("orders_ask",
                      (const struct test_case[]){
                          {"keeps", a_question_keeps_its_time, 0, 0, setup, teardown},
                          {"offers", every_offer_has_its_own, 0, 0, setup, teardown},
                          {"turn", ones_own_turn_is_looked_at_anew, 0, 0, setup, teardown},
                          {"undo", what_is_taken_back_is_not_done_again, 0, 0, setup, teardown},
                          {"deadline", orders_come_before_the_deadline, 0, 0, setup, teardown},
                          {"lost", who_has_lost_the_seat_is_not_asked, 0, 0, setup, teardown},
                          {"speed", speed_tells_nothing, 0, 0, setup, teardown},
                          {0},
                      });
}

TEST_MAIN(suite)
