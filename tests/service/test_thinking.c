/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Searching bots: in the background, few at a time, more simply when too many games wait; and the time they leave
 * people to answer their offers. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "service/actor/bot_actor.h"
#include "service/actor/runner.h"
#include "service/actor/waker.h"
#include "service/bots/bot.h"
#include "tests/service/people.h"
#include "tests/support/check_main.h"

enum { WAIT = 25 /* seconds, at most */, MOVES_MAX = 3000 };

/* ---- the bots of this test ---- */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool held;         /* thinking does not end */
static unsigned thinking; /* of them */
static bool offering;     /* BOT_HARD makes every possible offer */

struct action __real_bot_choose(enum bot_kind kind, const struct setup *setup,
                                const struct game *view, unsigned seat, unsigned offers,
                                struct chance *chance);
struct action __wrap_bot_choose(enum bot_kind kind, const struct setup *setup,
                                const struct game *view, unsigned seat, unsigned offers,
                                struct chance *chance);

static void think(void) {
    pthread_mutex_lock(&lock);
    thinking++;
    pthread_cond_broadcast(&changed);
    while (held)
        pthread_cond_wait(&changed, &lock);
    thinking--;
    pthread_mutex_unlock(&lock);
}

/* Games of the account with many have two players here, those of the other account three. */
enum { PLAYERS_OF_MANY = 2, PLAYERS_OF_OTHER = 3 };
static bool stopped;             /* bots of the many games do not finish */
static bool in_between;          /* turns of the many games before the other's first are counted */
static unsigned turns_of_many;   /* their number */
static unsigned stopped_of_many; /* bots that have been stopped */

static void take_turn(unsigned players) {
    pthread_mutex_lock(&lock);
    if (players == PLAYERS_OF_OTHER)
        in_between = false;
    turns_of_many += players == PLAYERS_OF_MANY && in_between;
    stopped_of_many += stopped;
    pthread_cond_broadcast(&changed);
    while (stopped)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
}

/* One card for one of another kind, in rotation. */
static struct action make_offer(const struct setup *setup, const struct game *view, unsigned seat) {
    struct action offer = {
        .type = OFFER_TRADE, .auto_confirm = true, .seats = (uint8_t)(1u << (1 - seat))};

    for (unsigned give = 0; give < RESOURCE_COUNT; give++) {
        offer.give = cards_one(give, 1);
        offer.take = cards_one((give + 1 + view->turn % (RESOURCE_COUNT - 1)) % RESOURCE_COUNT, 1);
        if (game_legal(setup, view, seat, &offer) == REASON_OK)
            return offer;
    }
    return (struct action){.type = ACTION_NONE};
}

struct action __wrap_bot_choose(enum bot_kind kind, const struct setup *setup,
                                const struct game *view, unsigned seat, unsigned offers,
                                struct chance *chance) {
    struct action offer = {.type = ACTION_NONE};

    if (kind == BOT_HARD)
        think();
    else
        take_turn(setup->rules.players);
    if (kind == BOT_HARD && offering && offers == 0 && seat == view->active)
        offer = make_offer(setup, view, seat);
    return offer.type != ACTION_NONE
               ? offer
               : __real_bot_choose(BOT_NORMAL, setup, view, seat, BOT_OFFERS_MAX, chance);
}

/* ---- failing reads ---- */

static unsigned unread; /* every other one of this many calls fails */

struct store_reader *__real_store_reader_get(struct store *store);
struct store_reader *__wrap_store_reader_get(struct store *store);

struct store_reader *__wrap_store_reader_get(struct store *store) {
    bool fails;

    pthread_mutex_lock(&lock);
    fails = unread % 2 == 1;
    unread -= unread > 0;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    return fails ? NULL : __real_store_reader_get(store);
}

static void await_reading(void) {
    pthread_mutex_lock(&lock);
    while (unread > 0)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
}

static void hold(bool on) {
    pthread_mutex_lock(&lock);
    held = on;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

static void await_thinking(unsigned n) {
    pthread_mutex_lock(&lock);
    while (thinking < n)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
}

/* ---- many games ---- */

static void make_bots_game(const char *level, char id[GAME_ID_SIZE]) {
    char body[200];

    snprintf(body, sizeof body,
             "{'rules':{'game':'base','players':2,'victory_points':4},"
             "'seats':[{'bot':'%s'},{'bot':'%s'}]}",
             level, level);
    make_game(&ada, body, id);
}

static void await_end(const char *id) {
    json_t *events = GET(&ada, 200, "/v1/games/%s/events?type=finished&limit=1&wait=%d", id, WAIT);

    ck_assert_msg(json_array_size(json_object_get(events, "items")) == 1, "no end");
    json_decref(events);
}

static long long last_seq(const char *id) {
    json_t *game = GET(&ada, 200, "/v1/games/%s", id);
    long long seq = number_at(game, "seq");

    json_decref(game);
    return seq;
}

START_TEST(nobody_waits_for_those_who_think) {
    enum { THOUGHT_ABOUT = RUNNER_THINKERS + RUNNER_THOUGHTS_ACCOUNT_MAX };
    char thought_about[THOUGHT_ABOUT][GAME_ID_SIZE], other[GAME_ID_SIZE];

    hold(true);
    for (unsigned i = 0; i < THOUGHT_ABOUT; i++) {
        make_bots_game("hard", thought_about[i]);
        if (i + 1 == RUNNER_THINKERS)
            await_thinking(RUNNER_THINKERS);
    }
    /* the others continue in the meantime */
    make_bots_game("normal", other);
    await_end(other);
    /* and so does a game that would have to wait for too many: its bots play as normal ones do */
    make_bots_game("hard", other);
    await_end(other);
    for (unsigned i = 0; i < THOUGHT_ABOUT; i++)
        ck_assert_int_eq(last_seq(thought_about[i]), 1);
    hold(false);
    for (unsigned i = 0; i < THOUGHT_ABOUT; i++)
        await_end(thought_about[i]);
}
END_TEST

static void stop_turns(bool on) {
    pthread_mutex_lock(&lock);
    stopped = on;
    stopped_of_many = 0;
    pthread_cond_broadcast(&changed);
    while (on && stopped_of_many == 0)
        pthread_cond_wait(&changed, &lock);
    in_between = !on;
    pthread_mutex_unlock(&lock);
}

static unsigned turns_in_between(void) {
    unsigned turns;

    pthread_mutex_lock(&lock);
    turns = turns_of_many;
    pthread_mutex_unlock(&lock);
    return turns;
}

/* Bots of an account with many games move alternately with those of others. The other account's game may get into the
 * queue a few turns after the response to its creation. */
START_TEST(many_games_keep_nobody_waiting) {
    enum { MANY = 40, BETWEEN_MAX = MANY / 8 };
    char many[MANY][GAME_ID_SIZE], other[GAME_ID_SIZE];
    static const char begun[] = "/v1/games/%s/events?after=2&limit=1&wait=%d";

    for (unsigned i = 0; i < MANY; i++)
        make_game(&ada,
                  "{'rules':{'game':'base','players':2,'victory_points':30},"
                  "'seats':[{'bot':'normal'},{'bot':'normal'}]}",
                  many[i]);
    for (unsigned i = 0; i < MANY; i++)
        GET_ONLY(&ada, 200, begun, many[i], WAIT);
    stop_turns(true);
    make_game(&grace,
              "{'rules':{'game':'base','players':3},"
              "'seats':[{'bot':'easy'},{'bot':'easy'},{'bot':'easy'}]}",
              other);
    stop_turns(false);
    GET_ONLY(&grace, 200, begun, other, WAIT);
    ck_assert_uint_le(turns_in_between(), BETWEEN_MAX);
}
END_TEST

/* Waiting moves do not keep the server from stopping. */
START_TEST(thoughts_end_with_the_server) {
    char id[GAME_ID_SIZE];

    hold(true);
    for (unsigned i = 0; i < RUNNER_THINKERS + 3; i++)
        make_bots_game("hard", id);
    await_thinking(RUNNER_THINKERS);
    hold(false);
}
END_TEST

/* After temporary read failures, by the runner or by thinkers, games continue by themselves. */
START_TEST(a_runner_that_could_not_read_tries_again) {
    char id[GAME_ID_SIZE];

    hold(true);
    make_bots_game("hard", id);
    await_thinking(1);
    pthread_mutex_lock(&lock);
    unread = 19;
    pthread_mutex_unlock(&lock);
    hold(false);
    await_reading();
    await_end(id);
}
END_TEST

/* ---- offers ---- */

static _Atomic int64_t now = 1764000000000;

static int64_t read_now(void) {
    return atomic_load(&now);
}

static void setup_offers(void) {
    app_set_clock(read_now);
    people_setup();
}

static void teardown_offers(void) {
    people_teardown();
    app_set_clock(NULL);
}

/* The latest open offer, as JSON of the view; NULL: none. */
static json_t *open_offer(const char *id) {
    json_t *view = GET(&ada, 200, "/v1/games/%s/view", id);
    json_t *offer, *latest = NULL;
    size_t i;

    json_array_foreach(json_object_get(view, "offers"), i, offer) {
        if (latest == NULL || number_at(offer, "id") > number_at(latest, "id"))
            latest = offer;
    }
    json_incref(latest);
    json_decref(view);
    return latest;
}

static bool can_accept(const char *id) {
    json_t *list = GET(&ada, 200, "/v1/games/%s/actions", id);
    const json_t *action;
    bool can = false;
    size_t i;

    json_array_foreach(json_object_get(list, "actions"), i, action) {
        can = can || strcmp(text_at(action, "type"), "accept_trade") == 0;
    }
    json_decref(list);
    return can;
}

/* An offer waits for its answer, however often it is checked, but only for a limited time. */
static void answer_offer(const char *id, long long offer, unsigned answered[3]) {
    char body[120];
    long long seq = last_seq(id);
    json_t *next;
    bool accepts = can_accept(id);
    unsigned how = accepts ? 0 : 1 + (answered[1] > answered[2]);

    waker_run_due(&test_app, read_now() + BOT_WAIT_MS - 1);
    ck_assert(runner_settle(test_app.runner));
    ck_assert_int_eq(last_seq(id), seq);
    if (how < 2) {
        snprintf(body, sizeof body, "{'action':{'type':'%s','offer':%lld}}",
                 accepts ? "accept_trade" : "decline_trade", offer);
        POST_ONLY(&ada, 201, body, "/v1/games/%s/moves", id);
    } else {
        atomic_fetch_add(&now, BOT_WAIT_MS);
        ck_assert_int_ge(waker_run_due(&test_app, read_now()), 1);
    }
    ck_assert(runner_settle(test_app.runner));
    ck_assert_int_gt(last_seq(id), seq + (how < 2));
    if (accepts) {
        next = GET(&ada, 200, "/v1/games/%s/events?after=%lld&limit=1", id, seq);
        ck_assert_str_eq(text_at(json_array_get(json_object_get(next, "items"), 0), "type"),
                         "accept_trade");
        json_decref(next);
    }
    answered[how]++;
}

START_TEST(people_have_time_to_answer) {
    struct random random = random_seeded(test_seed(5));
    unsigned answered[3] = {0}; /* accepted, declined, left alone */
    char id[GAME_ID_SIZE], action[ACTION_TEXT_MAX], body[ACTION_TEXT_MAX + 64];

    offering = true;
    make_game(&ada,
              "{'rules':{'game':'base','players':2,'victory_points':30},"
              "'seats':[{'account':'me'},{'bot':'hard'}]}",
              id);
    for (unsigned i = 0; i < MOVES_MAX && (!answered[0] || !answered[1] || !answered[2]); i++) {
        ck_assert(runner_settle(test_app.runner));
        json_t *offer = open_offer(id);
        if (offer != NULL && number_at(offer, "player") == 1)
            answer_offer(id, number_at(offer, "id"), answered);
        else if (choose_action(&ada, &random, id, "", action)) {
            snprintf(body, sizeof body, "{\"action\":%s,\"seq\":%lld}", action, last_seq(id));
            (void)person_move(&ada, id, body);
        }
        json_decref(offer);
    }
    ck_assert_uint_gt(answered[0], 0);
    ck_assert_uint_gt(answered[1], 0);
    ck_assert_uint_gt(answered[2], 0);
}
END_TEST

static Suite *suite(void) {
    return test_suite(
        "thinking",
        (const struct test_case[]){
            {"beside", nobody_waits_for_those_who_think, 0, 0, people_setup, people_teardown},
            {"turns", many_games_keep_nobody_waiting, 0, 0, people_setup, people_teardown},
            {"stop", thoughts_end_with_the_server, 0, 0, people_setup, people_teardown},
            {"unread", a_runner_that_could_not_read_tries_again, 0, 0, people_setup,
             people_teardown},
            {"offers", people_have_time_to_answer, 0, 0, setup_offers, teardown_offers},
            {0},
        });
}

TEST_MAIN(suite)
