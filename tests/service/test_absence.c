/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Games over HTTP with a clock set by the test: absent players, pauses, seats that change hands. */
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "db/accounts.h"
#include "db/clocks.h"
#include "service/actor/heartbeat.h"
#include "service/actor/runner.h"
#include "service/actor/waker.h"
#include "service/api/game.h"
#include "service/base/time_text.h"
#include "service/command/command.h"
#include "service/game/play.h"
#include "service/notify/outbox.h"
#include "tests/service/people.h"
#include "tests/support/check_main.h"

#define MINUTE INT64_C(60000)
#define HOUR   (60 * MINUTE)
#define DAY    (24 * HOUR)

enum { TURNS_MAX = 4000, MOVES = 500, EVENTS_PAGE = 200 };

static _Atomic int64_t time_now;

static int64_t test_time(void) {
    return time_now;
}

/* PostgreSQL's clock is also the test's. */
enum store_result __wrap_store_clock(struct store_reader *reader, int64_t *ms);

enum store_result __wrap_store_clock(struct store_reader *reader, int64_t *ms) {
    (void)reader;
    *ms = test_time();
    return STORE_OK;
}

static struct person linus;
static char game[GAME_ID_SIZE];

static void setup(void) {
    time_now = INT64_C(1768392000000); /* a Wednesday in January 2026, 12:00 UTC */
    app_set_clock(test_time);
    people_setup();
    linus = person_new("linus");
}

static void teardown(void) {
    person_gone(&linus);
    people_teardown();
    app_set_clock(NULL);
}

static void pass(int64_t ms) {
    time_now += ms;
    test_app_work();
}

/* Restarts the server as far as its clocks are concerned: they only know what is in the store. */
static void restart(void) {
    runner_stop(test_app.runner);
    runner_free(test_app.runner);
    test_app.runner = runner_new(test_app.store);
    test_app.game_changed = runner_game_changed;
    ck_assert_ptr_nonnull(test_app.runner);
    ck_assert(runner_start(test_app.runner, test_server));
    ck_assert(runner_settle(test_app.runner));
}

static void join(struct person *person) {
    POST_ONLY(person, 200, NULL, "/v1/games/%s/join", game);
}

/* Ada's game with the given number of other people. */
static void begin(const char *body, int people) {
    make_game(&ada, body, game);
    join(&grace);
    if (people > 2)
        join(&linus);
}

#define CLOCK "'clock':{'turn':86400,'decision':3600,'vote_after':2}"
#define TWO   "{'rules':{'game':'base','players':2}," CLOCK "}"
#define THREE "{'rules':{'game':'base','players':3}," CLOCK "}"

static int64_t time_at(const json_t *object, const char *key) {
    int64_t t;

    ck_assert_msg(time_read(text_at(object, key), &t), "%s", text_at(object, key));
    return t;
}

/* The first player the game waits for, from the game object. */
static json_t *first_waited(void) {
    json_t *about = GET(&ada, 200, "/v1/games/%s", game);
    json_t *first = json_array_get(json_object_get(about, "waiting_for"), 0);

    json_incref(first);
    json_decref(about);
    return first;
}

static void assert_deadline(int64_t left) {
    json_t *first = first_waited();

    ck_assert_int_eq(time_at(first, "deadline"), time_now + left);
    json_decref(first);
}

static unsigned seat_waited(void) {
    json_t *first = first_waited();
    unsigned seat = (unsigned)number_at(first, "player");

    json_decref(first);
    return seat;
}

static struct person *person_of(unsigned seat) {
    struct person *const people[] = {&ada, &grace, &linus};

    return people[seat];
}

/* The number of events of this type with this cause; "" means all. */
static int count_events(const char *type, const char *by) {
    int count = 0;
    long long after = 0;
    size_t n;

    do {
        json_t *page =
            GET(&ada, 200, "/v1/games/%s/events?after=%lld&limit=%d", game, after, EVENTS_PAGE);
        const json_t *items = json_object_get(page, "items"), *event;
        size_t i;

        n = json_array_size(items);
        json_array_foreach(items, i, event) {
            count += (type[0] == '\0' || strcmp(text_at(event, "type"), type) == 0) &&
                     (by[0] == '\0' || strcmp(text_at(event, "by"), by) == 0);
            after = number_at(event, "seq");
        }
        json_decref(page);
    } while (n > 0);
    return count;
}

static bool is_status(const char *status) {
    json_t *about = GET(&ada, 200, "/v1/games/%s", game);
    bool is = strcmp(text_at(about, "status"), status) == 0;

    json_decref(about);
    return is;
}

/* ---- absence ---- */

START_TEST(what_is_missed_is_done_neutrally) {
    begin(TWO, 2);
    assert_deadline(DAY);
    pass(DAY - 1);
    ck_assert_int_eq(count_events("", "timeout"), 0);
    assert_deadline(1);
    pass(1);
    ck_assert_int_eq(count_events("build_settlement", "timeout"), 1);
    ck_assert_int_eq(count_events("build_road", "timeout"), 1);
    assert_deadline(DAY); /* of the next one */
    for (int i = 0; i < 3; i++)
        pass(DAY);
    ck_assert_int_eq(count_events("build_road", "timeout"), 4);
    for (int i = 0; i < 20; i++) {
        int turns = count_events("end_turn", "timeout");
        json_t *first = first_waited();

        pass(time_at(first, "deadline") - time_now);
        json_decref(first);
        ck_assert_int_le(count_events("end_turn", "timeout"), turns + 1);
    }
    ck_assert_int_ge(count_events("end_turn", "timeout"), 10);
    ck_assert_int_eq(count_events("", "player"), 0);
}
END_TEST

START_TEST(the_clock_thread_wakes_by_itself) {
    struct waker *waker = waker_new(&test_app);
    long long seq;
    json_t *json;

    ck_assert_ptr_nonnull(waker);
    ck_assert(waker_start(waker));
    begin(TWO, 2);
    json = GET(&ada, 200, "/v1/games/%s", game);
    seq = number_at(json, "seq");
    json_decref(json);
    time_now += DAY;
    waker_nudge(waker);
    json = GET(&ada, 200, "/v1/games/%s/events?after=%lld&wait=30", game, seq);
    ck_assert_uint_ge(json_array_size(json_object_get(json, "items")), 1);
    ck_assert_str_eq(text_at(json_array_get(json_object_get(json, "items"), 0), "by"), "timeout");
    json_decref(json);
    waker_stop(waker);
    waker_free(waker);
}
END_TEST

/* At once if the game says so, else as soon as no player has come for a long time. */
START_TEST(a_stand_in_plays_a_game_to_its_end) {
    static const char *const ways[] = {"bot", "default"};
    json_t *again, *clock;
    char body[256];

    snprintf(body, sizeof body,
             "{'rules':{'game':'cities_and_knights','players':3,'edition':'ck2022'},"
             "'clock':{'turn':86400,'decision':3600,'on_timeout':'%s'}}",
             ways[_i]);
    begin(body, 3);
    for (int i = 0; i < TURNS_MAX && is_status("active"); i++) {
        int64_t at;

        ck_assert_int_eq(store_timer_next(store_reader_get(test_app.store), &at), STORE_OK);
        ck_assert_int_gt(at, time_now);
        pass(at - time_now);
    }
    ck_assert(is_status("finished"));
    ck_assert_int_eq(count_events("", "player"), 0);
    again = POST(&grace, 201, NULL, "/v1/games/%s/rematch", game);
    clock = json_object_get(again, "clock");
    ck_assert_int_eq(number_at(clock, "turn"), 86400);
    ck_assert_int_eq(number_at(clock, "decision"), 3600);
    ck_assert_str_eq(text_at(clock, "on_timeout"), ways[_i]);
    json_decref(again);
    ck_assert_int_eq(store_timer_next(store_reader_get(test_app.store), &(int64_t){0}), STORE_NONE);
}
END_TEST

/* Every player the game waits for has a deadline, and none has passed. */
static void check_deadlines(const json_t *about) {
    const json_t *waited;
    size_t i;

    json_array_foreach(json_object_get(about, "waiting_for"), i, waited)
        ck_assert_int_gt(time_at(waited, "deadline"), time_now);
}

/* Moves for a seat that is waited for, unless it is Linus'; false if only Linus is waited for. */
static bool move_others(struct random *random, const json_t *about) {
    char action[ACTION_TEXT_MAX], body[ACTION_TEXT_MAX + 32];
    const json_t *waited;
    size_t i;

    json_array_foreach(json_object_get(about, "waiting_for"), i, waited) {
        struct person *person = person_of((unsigned)number_at(waited, "player"));

        if (person == &linus || !choose_action(person, random, game, "", action))
            continue;
        snprintf(body, sizeof body, "{\"action\":%s}", action);
        POST_ONLY(person, 201, body, "/v1/games/%s/moves", game);
        return true;
    }
    return false;
}

START_TEST(the_others_play_on_without_him) {
    struct random random = random_seeded(test_seed(7));

    begin(_i == 0 ? THREE
                  : "{'rules':{'game':'cities_and_knights','players':3,'edition':'ck2022',"
                    "'variants':['nasty']}," CLOCK "}",
          3);
    /* Linus' hand grows until a seven is rolled, which may take long. */
    for (int i = 0; i < MOVES || (i < 10 * MOVES && count_events("discard", "timeout") == 0); i++) {
        json_t *about;

        if (!is_status("active"))
            break;
        test_app_work(); /* a lost turn continues when the others have answered */
        about = GET(&ada, 200, "/v1/games/%s", game);
        check_deadlines(about);
        pass(MINUTE / 10); /* even quick players take time, but no time runs out */
        if (!move_others(&random, about)) {
            enum store_result result;
            int64_t at;

            result = store_timer_next(store_reader_get(test_app.store), &at);
            if (result == STORE_NONE && !is_status("active")) { /* it has ended as time passed */
                json_decref(about);
                break;
            }
            ck_assert_int_eq(result, STORE_OK);
            if (i % 5 == 0) {
                time_now = at;
                restart(); /* the server was down when it happened */
            } else {
                pass(at - time_now);
            }
        }
        json_decref(about);
    }
    ck_assert_int_gt(count_events("end_turn", "timeout"), 3);
    ck_assert_int_gt(count_events("", "player"), 100);
    ck_assert_int_gt(count_events("discard", "timeout"), 0);
}
END_TEST

/* ---- O-06 ---- */

#define FIFTH                                                                                      \
    "{'mode':'table','rules':{'game':'cities_and_knights','players':3,'edition':'ck2022'},"        \
    "'board':{'layout':'beginner'},'position':{'phase':'play','first':0,'turn':{'number':9,"       \
    "'player':0,'step':'before_roll'},'pieces':{'settlements':[{'vertex':10,'player':0},"          \
    "{'vertex':19,'player':1},{'vertex':12,'player':2}],'cities':[{'vertex':29,'player':0},"       \
    "{'vertex':40,'player':1},{'vertex':42,'player':2}],'roads':[{'edge':16,'player':0},"          \
    "{'edge':42,'player':0},{'edge':29,'player':1},{'edge':58,'player':1},"                        \
    "{'edge':19,'player':2},{'edge':53,'player':2}]},'players':[{'seat':0,"                        \
    "'improvements':{'science':1},'progress_cards':['crane','crane','smith','medicine']},"         \
    "{'seat':1},{'seat':2}]}}"

START_TEST(an_absent_players_fifth_card_goes_back) {
    struct play_event events[PLAY_ROOM(1)];
    struct play_move move = {0};
    struct play play = {.moves = &move, .n_moves = 1, .events = events, .now = time_now};
    struct load load;

    make_game(&ada, FIFTH, game);
    POST_ONLY(&ada, 201,
              "{'action':{'type':'roll'},'seat':0,'outcome':{'yellow':2,'red':1,"
              "'event':'science','draws':[{'player':0,'card':'inventor'}]}}",
              "/v1/games/%s/moves", game);
    ck_assert_int_eq(load_open(&load, store_reader_get(test_app.store), game), STORE_OK);
    ck_assert_int_eq(load_replay(&load, LOAD_LATEST, NULL, NULL), STORE_OK);
    ck_assert_uint_eq(game_decision(&load.game, 0)->kind, DECIDE_FIFTH_CARD);
    move.action = game_default(&load.setup, &load.game, 0);
    ck_assert_uint_eq(move.action.type, DISCARD_PROGRESS_CARD);
    play.by = BY_PLAYER;
    play_judge(&play, &load);
    ck_assert_int_eq(play.verdict, PLAY_ILLEGAL);
    ck_assert_int_eq(play.reason, REASON_CARD_PLAYABLE);
    play.by = BY_TIMEOUT;
    play_judge(&play, &load);
    ck_assert_int_eq(play.verdict, PLAY_OK);
    ck_assert_uint_eq(play.game.players[0].progress_count, 4);
    load_end(&load);
}
END_TEST

/* ---- calendars ---- */

START_TEST(a_calendar_moves_the_deadline) {
    json_t *shown;
    unsigned seat;

    begin(TWO, 2);
    seat = seat_waited();
    POST_ONLY(&ada, 200, NULL, "/v1/games/%s/pause", game);
    shown = person_ask(person_of(seat), 200, "PUT", "",
                       "{'zone':'Europe/Berlin','quiet':{'from':'22:00','to':'07:00'},"
                       "'vacations':[{'from':'2026-01-15','to':'2026-01-16'}]}",
                       "/v1/me/calendar");
    ck_assert_str_eq(text_at(shown, "zone"), "Europe/Berlin");
    json_decref(shown);
    /* 13:00 there: nine hours today, the rest on Saturday: 15 hours from seven on. */
    assert_deadline(9 * HOUR + 9 * HOUR + 2 * DAY + 15 * HOUR);
    /* It cannot be withdrawn once it has begun. */
    pass(DAY);
    shown = person_ask(person_of(seat), 200, "PUT", "",
                       "{'zone':'Europe/Berlin','quiet':{'from':'22:00','to':'07:00'}}",
                       "/v1/me/calendar");
    ck_assert_uint_eq(json_array_size(json_object_get(shown, "vacations")), 1);
    ck_assert_str_eq(text_at(json_array_get(json_object_get(shown, "vacations"), 0), "to"),
                     "2026-01-15");
    json_decref(shown);
    /* Until eleven on Friday and, after a night, from seven on Saturday: 15 hours of one, 0 of the other. */
    assert_deadline(9 * HOUR + 9 * HOUR + 15 * HOUR);
}
END_TEST

/* ---- reminders ---- */

START_TEST(one_reminder_follows_the_deadline) {
    struct store_outbox_filter filter = {.channel = -1, .kind = OUTBOX_REMINDER};
    struct outbox_standing standing;
    struct store_outbox_row row;
    unsigned seat;

    POST_ONLY(&ada, 201, "{'url':'https://hooks.invalid/','events':['game.reminder']}",
              "/v1/me/webhooks");
    begin(TWO, 2);
    seat = seat_waited();
    if (seat != 0)
        pass(DAY); /* Grace has no webhook; now it is Ada's turn */
    ck_assert_uint_eq(seat_waited(), 0);
    ck_assert_int_eq(store_outbox_waiting(store_reader_get(test_app.store), &filter, &row),
                     STORE_OK);
    ck_assert_int_eq(row.due_at, time_now + DAY * 4 / 5);
    ck_assert_int_eq(outbox_standing_of(store_reader_get(test_app.store), &row, &standing),
                     STORE_OK);
    ck_assert(standing.waited);
    time_now += HOUR;
    POST_ONLY(&ada, 200, NULL, "/v1/games/%s/pause", game);
    POST_ONLY(&grace, 200, NULL, "/v1/games/%s/pause", game);
    ck_assert_int_eq(outbox_standing_of(store_reader_get(test_app.store), &row, &standing),
                     STORE_OK);
    ck_assert(!standing.waited); /* that deadline has ended */
    time_now += 10 * DAY;
    json_decref(person_ask(&grace, 200, "DELETE", "", NULL, "/v1/games/%s/pause", game));
    assert_deadline(DAY - HOUR);
    ck_assert_int_eq(outbox_standing_of(store_reader_get(test_app.store), &row, &standing),
                     STORE_OK);
    ck_assert(!standing.waited);
}
END_TEST

/* ---- pauses ---- */

START_TEST(all_have_to_agree_to_a_pause) {
    json_t *pause, *about;

    begin(THREE, 3);
    time_now += HOUR;
    assert_problem(POST(&nobody, 401, NULL, "/v1/games/%s/pause", game), "unauthenticated", NULL);
    POST_ONLY(&ada, 200, NULL, "/v1/games/%s/pause", game);
    POST_ONLY(&grace, 200, "{'until':'2026-01-20T12:00:00Z'}", "/v1/games/%s/pause", game);
    assert_deadline(DAY - HOUR);
    pause = POST(&linus, 200, "{'until':'2026-01-25T12:00:00Z'}", "/v1/games/%s/pause", game);
    ck_assert_str_eq(text_at(json_object_get(pause, "paused"), "until"),
                     "2026-01-20T12:00:00.000Z");
    json_decref(pause);
    about = GET(&ada, 200, "/v1/games/%s", game);
    ck_assert(json_is_object(json_object_get(about, "paused")));
    json_decref(about);
    pass(3 * DAY);
    ck_assert_int_eq(count_events("", "timeout"), 0);
    pass(3 * DAY - HOUR); /* after six days it continues by itself, with 23 hours left */
    assert_deadline(23 * HOUR);
    pass(23 * HOUR);
    ck_assert_int_gt(count_events("", "timeout"), 0);
    assert_problem(POST(&ada, 422, "{'until':'2027-01-20T12:00:00Z'}", "/v1/games/%s/pause", game),
                   "invalid", "/until");
}
END_TEST

/* ---- seats ---- */

/* Time passes until the seat has missed this many deadlines in a row. */
static void miss(unsigned seat, int wanted) {
    for (int i = 0; i < 20; i++) {
        json_t *votes = GET(&ada, 200, "/v1/games/%s/votes", game);
        long long missed =
            number_at(json_array_get(json_object_get(votes, "seats"), seat), "missed");

        json_decref(votes);
        if (missed >= wanted)
            return;
        pass(DAY);
    }
    ck_abort_msg("seat %u has not missed %d deadlines", seat, wanted);
}

static void vote(struct person *person, int status, unsigned seat, const char *to) {
    char body[128];

    snprintf(body, sizeof body, "{'seat':%u,'to':%s}", seat, to);
    POST_ONLY(person, status, body, "/v1/games/%s/votes", game);
}

/* The hand as seen by the holder of a seat; "null" if they see none. */
static void hand_of(struct person *person, unsigned seat, char text[256]) {
    json_t *view = GET(person, 200, "/v1/games/%s/view", game);
    json_t *player = json_array_get(json_object_get(view, "players"), seat);
    char *dump = json_dumps(json_object_get(player, "cards"), JSON_ENCODE_ANY | JSON_COMPACT);

    snprintf(text, 256, "%s", dump);
    free(dump);
    json_decref(view);
}

START_TEST(a_bot_takes_over_and_he_comes_back) {
    json_t *about, *stats;

    begin(THREE, 3);
    vote(&ada, 409, 2, "'bot'");
    miss(2, 2);
    vote(&ada, 200, 2, "'bot'");
    ck_assert_int_eq(count_events("seat_changed", ""), 0); /* one of two is not enough */
    vote(&linus, 409, 2, "{'account':'grace'}");
    vote(&grace, 200, 2, "'bot'");
    ck_assert_int_eq(count_events("seat_changed", "engine"), 1);
    ck_assert(runner_settle(test_app.runner));
    about = GET(&ada, 200, "/v1/games/%s", game);
    ck_assert_str_eq(text_at(json_array_get(json_object_get(about, "seats"), 2), "kind"), "bot");
    json_decref(about);
    stats = GET(&ada, 200, "/v1/accounts/linus/stats");
    ck_assert_int_eq(number_at(stats, "resigned"), 1);
    json_decref(stats);
    assert_problem(POST(&linus, 409, "{'action':{'type':'roll'}}", "/v1/games/%s/moves", game),
                   "not-your-decision", NULL);
    assert_problem(POST(&grace, 409, NULL, "/v1/games/%s/seats/2/take", game), "conflict", NULL);
    POST_ONLY(&linus, 200, NULL, "/v1/games/%s/seats/2/take", game);
    stats = GET(&ada, 200, "/v1/accounts/linus/stats");
    ck_assert_int_eq(number_at(stats, "resigned"), 0);
    json_decref(stats);
}
END_TEST

START_TEST(another_player_takes_over_with_all_there_is) {
    char before[256], now[256];
    struct person mary = person_new("mary");
    json_t *stats;

    begin(THREE, 3);
    miss(2, 3);
    hand_of(&linus, 2, before);
    ck_assert_str_ne(before, "null");
    vote(&ada, 200, 2, "{'account':'mary'}");
    assert_problem(POST(&mary, 403, NULL, "/v1/games/%s/seats/2/take", game), "forbidden", NULL);
    vote(&grace, 200, 2, "{'account':'mary'}");
    hand_of(&mary, 2, now);
    ck_assert_str_eq(now, "null"); /* she has not taken it yet */
    POST_ONLY(&mary, 200, NULL, "/v1/games/%s/seats/2/take", game);
    hand_of(&mary, 2, now);
    ck_assert_str_eq(now, before);
    hand_of(&linus, 2, now);
    ck_assert_str_eq(now, "null");
    assert_problem(POST(&linus, 403, "{'action':{'type':'roll'}}", "/v1/games/%s/moves", game),
                   "forbidden", NULL);
    stats = GET(&ada, 200, "/v1/accounts/linus/stats");
    ck_assert_int_eq(number_at(stats, "resigned"), 1);
    ck_assert_int_eq(number_at(stats, "active"), 0);
    json_decref(stats);
    stats = GET(&ada, 200, "/v1/accounts/mary/stats");
    ck_assert_int_eq(number_at(stats, "active"), 1);
    json_decref(stats);
    person_gone(&mary);
}
END_TEST

START_TEST(who_comes_back_in_time_keeps_his_seat) {
    char action[ACTION_TEXT_MAX], body[ACTION_TEXT_MAX + 32];
    struct random random = random_seeded(7);

    begin(THREE, 3);
    miss(2, 2);
    vote(&ada, 200, 2, "'bot'");
    for (int i = 0; i < 20 && seat_waited() != 2; i++)
        pass(DAY);
    ck_assert(choose_action(&linus, &random, game, "", action));
    snprintf(body, sizeof body, "{\"action\":%s}", action);
    POST_ONLY(&linus, 201, body, "/v1/games/%s/moves", game);
    vote(&grace, 409, 2, "'bot'");
    miss(2, 2);
    vote(&grace, 200, 2, "'bot'"); /* Ada's earlier vote no longer counts */
    ck_assert_int_eq(count_events("seat_changed", ""), 0);
}
END_TEST

/* ---- games that wait for a player who never comes ---- */

/* Three people without a clock, in a game with a bot: the player it waits for, and the two others. */
static void begin_waiting(struct person **absent, unsigned *seat, struct person *others[2]) {
    char action[ACTION_TEXT_MAX], body[ACTION_TEXT_MAX + 32];
    struct random random = random_seeded(8);
    unsigned n = 0;

    begin("{'rules':{'game':'base','players':4},"
          "'seats':[{'account':'me'},{'open':true},{'open':true},{'bot':'greedy'}]}",
          3);
    for (int i = 0; i < 4; i++) { /* the game has not just begun */
        ck_assert(runner_settle(test_app.runner));
        ck_assert(choose_action(person_of(seat_waited()), &random, game, "", action));
        snprintf(body, sizeof body, "{\"action\":%s}", action);
        POST_ONLY(person_of(seat_waited()), 201, body, "/v1/games/%s/moves", game);
    }
    ck_assert(runner_settle(test_app.runner));
    *seat = seat_waited();
    *absent = person_of(*seat);
    for (unsigned i = 0; i < 3; i++)
        if (i != *seat)
            others[n++] = person_of(i);
}

static json_t *votes_about(unsigned seat) {
    json_t *votes = GET(&ada, 200, "/v1/games/%s/votes", game);
    json_t *about = json_array_get(json_object_get(votes, "seats"), seat);

    json_incref(about);
    json_decref(votes);
    return about;
}

static void assert_open(unsigned seat, bool open) {
    json_t *about = votes_about(seat);

    ck_assert_int_eq(json_is_true(json_object_get(about, "open")), open);
    json_decref(about);
}

static void assert_stats(const struct person *person, long long resigned) {
    json_t *stats = GET(&ada, 200, "/v1/accounts/%s/stats", person->name);

    ck_assert_int_eq(number_at(stats, "resigned"), resigned);
    ck_assert_int_eq(number_at(stats, "lost"), 0);
    json_decref(stats);
}

/* A recap of the whole game contains the sentence. */
static void assert_told(const char *sentence) {
    json_t *recap = GET(&ada, 200, "/v1/games/%s/recap?since=0", game);
    char *text = json_dumps(recap, 0);

    ck_assert_msg(strstr(text, sentence) != NULL, "%s", text);
    free(text);
    json_decref(recap);
}

/* Without a clock, a player is waited for seven days at most: then all others can end the game, and nobody has lost. */
START_TEST(all_others_end_a_game_that_waits) {
    struct person *absent, *others[2];
    unsigned seat;
    json_t *about, *record;

    begin_waiting(&absent, &seat, others);
    about = votes_about(seat);
    ck_assert_int_eq(time_at(about, "open_at"), time_at(about, "waiting_since") + 7 * DAY);
    json_decref(about);
    pass(7 * DAY - 1);
    assert_open(seat, false);
    vote(others[0], 409, seat, "'end'");
    vote(others[0], 409, seat, "'bot'");
    pass(1);
    assert_open(seat, true);
    vote(absent, 409, seat, "'end'");                           /* not about oneself */
    vote(others[0], 409, others[1] == &linus ? 2 : 1, "'end'"); /* not waited for */
    vote(others[0], 200, seat, "'end'");
    ck_assert(is_status("active")); /* all others have to want it */
    json_decref(
        person_ask(others[0], 200, "DELETE", "", NULL, "/v1/games/%s/votes/%u", game, seat));
    vote(others[1], 200, seat, "'end'");
    ck_assert(is_status("active"));
    vote(others[0], 200, seat, "'end'");
    ck_assert(is_status("abandoned"));
    about = GET(&ada, 200, "/v1/games/%s", game);
    ck_assert(json_is_true(json_object_get(json_object_get(about, "result"), "agreed")));
    ck_assert(json_is_null(json_object_get(json_object_get(about, "result"), "winner")));
    json_decref(about);
    assert_stats(absent, 0);
    assert_stats(others[0], 0);
    assert_told("The players agreed to end the game without a result");
    vote(others[0], 409, seat, "'end'");
    /* its record can be verified, and imported */
    record = GET(&ada, 200, "/v1/games/%s/record", game);
    json_t *import = json_pack("{s:s, s:O}", "mode", "table", "record", record);
    char *text = json_dumps(import, JSON_COMPACT);

    make_game(&ada, text, game);
    ck_assert(is_status("abandoned"));
    free(text);
    json_decref(import);
    json_decref(record);
}
END_TEST

START_TEST(all_others_add_a_clock) {
    struct person *absent, *others[2];
    unsigned seat;
    json_t *about;

    begin_waiting(&absent, &seat, others);
    pass(7 * DAY);
    assert_problem(
        POST(others[0], 422, "{'seat':0,'to':{'clock':{'turn':5}}}", "/v1/games/%s/votes", game),
        "invalid", "/to/clock/turn");
    assert_problem(POST(others[0], 422, "{'seat':0,'to':{'clock':{},'account':'ada'}}",
                        "/v1/games/%s/votes", game),
                   "invalid", "/to");
    vote(others[0], 200, seat, "{'clock':{'turn':86400,'decision':3600}}");
    vote(others[1], 200, seat, "{'clock':{'turn':3600}}"); /* another one */
    about = GET(&ada, 200, "/v1/games/%s", game);
    ck_assert(json_is_null(json_object_get(about, "clock")));
    json_decref(about);
    vote(others[1], 200, seat, "{'clock':{'turn':86400,'decision':3600,'on_timeout':'default'}}");
    about = GET(&ada, 200, "/v1/games/%s", game);
    ck_assert_int_eq(number_at(json_object_get(about, "clock"), "turn"), 86400);
    json_decref(about);
    assert_deadline(DAY);
    about = votes_about(seat);
    ck_assert_uint_eq(json_array_size(json_object_get(about, "votes")), 0);
    json_decref(about);
    vote(others[0], 409, seat, "{'clock':{'turn':86400}}");
    pass(DAY);
    ck_assert_int_gt(count_events("", "timeout"), 0);
}
END_TEST

START_TEST(a_bot_plays_on_for_who_never_comes) {
    struct person *absent, *others[2];
    unsigned seat;

    begin_waiting(&absent, &seat, others);
    pass(7 * DAY);
    vote(others[0], 200, seat, "'bot'");
    vote(others[1], 200, seat, "'bot'");
    ck_assert_int_eq(count_events("seat_changed", ""), 1);
    ck_assert(runner_settle(test_app.runner));
    ck_assert_uint_ne(seat_waited(), seat);
    assert_stats(absent, 1);
}
END_TEST

/* The reply to PERSON by mail or chat when they write LINE about the game. */
static void assert_answered(const struct person *person, const char *line, const char *part) {
    struct command_response answer;
    struct store_account account;

    ck_assert_int_eq(
        store_account_by_name(store_reader_get(test_app.store), person->name, &account), STORE_OK);
    command_run(&test_app,
                &(struct command_ask){.account = account.id,
                                      .text = line,
                                      .len = strlen(line),
                                      .game = game,
                                      .alone = true,
                                      .limit = 4000},
                &answer);
    buffer_byte(&answer.text, '\0');
    ck_assert_msg(strstr(answer.text.data, part) != NULL, "%s: %s", line, answer.text.data);
    command_response_free(&answer);
}

/* Other players' proposals can be accepted in text, by the same routes as on the page. */
START_TEST(votes_are_cast_in_words) {
    struct person *absent, *others[2];
    unsigned seat;

    begin_waiting(&absent, &seat, others);
    pass(7 * DAY);
    assert_answered(others[1], "agree", "Nobody proposes anything");
    vote(others[0], 200, seat, "'end'");
    assert_answered(others[0], "agree", "Nobody proposes anything");
    assert_answered(others[1], "agree 7", "Which of these do you mean?");
    assert_answered(others[1], "agree 7", "wants to end the game without a result, because");
    assert_answered(others[1], "pause", "That cannot be done: this game has no clock to pause.");
    ck_assert(is_status("active"));
    assert_answered(others[1], "agree", "You have agreed.");
    ck_assert(is_status("abandoned"));
    assert_answered(others[1], "agree", "Nobody proposes anything");
}
END_TEST

START_TEST(votes_end_with_a_move) {
    struct person *absent, *others[2];
    char action[ACTION_TEXT_MAX], body[ACTION_TEXT_MAX + 32];
    struct random random = random_seeded(9);
    unsigned seat;
    json_t *about;

    begin_waiting(&absent, &seat, others);
    pass(8 * DAY);
    vote(others[0], 200, seat, "'end'");
    ck_assert(choose_action(absent, &random, game, "", action));
    snprintf(body, sizeof body, "{\"action\":%s}", action);
    POST_ONLY(absent, 201, body, "/v1/games/%s/moves", game);
    about = votes_about(seat);
    ck_assert_uint_eq(json_array_size(json_object_get(about, "votes")), 0);
    ck_assert(!json_is_true(json_object_get(about, "open")));
    json_decref(about);
    vote(others[1], 409, seat, "'end'");
}
END_TEST

/* Time without a server does not count against anybody. */
START_TEST(only_time_that_was_lived_is_waited) {
    struct person *absent, *others[2];
    struct heartbeat *heartbeat = heartbeat_new(&test_app);
    unsigned seat;

    ck_assert_ptr_nonnull(heartbeat);
    ck_assert(heartbeat_begin(heartbeat));
    begin_waiting(&absent, &seat, others);
    pass(6 * DAY);
    ck_assert(heartbeat_beat(heartbeat, 6 * DAY));
    pass(DAY);
    ck_assert(heartbeat_beat(heartbeat, 0)); /* no server was there */
    assert_open(seat, false);
    pass(DAY - 1);
    assert_open(seat, false);
    pass(1);
    assert_open(seat, true);
    heartbeat_free(heartbeat);
}
END_TEST

START_TEST(a_vacation_is_not_waited_for) {
    struct person *absent, *others[2];
    unsigned seat;

    begin_waiting(&absent, &seat, others);
    json_decref(person_ask(absent, 200, "PUT", "",
                           "{'zone':'UTC','vacations':[{'from':'2026-01-16','to':'2026-01-20'}]}",
                           "/v1/me/calendar"));
    pass(7 * DAY);
    assert_open(seat, false);
    pass(5 * DAY);
    assert_open(seat, true);
}
END_TEST

/* With two players the other one decides; a long clock is no reason to wait longer; there are no votes at a table. */
START_TEST(whatever_the_clock_or_the_number_of_players) {
    unsigned seat;
    json_t *said;

    begin("{'rules':{'game':'base','players':2},'clock':{'turn':2000000}}", 2);
    seat = seat_waited();
    pass(7 * DAY);
    vote(person_of(1 - seat), 409, seat, "{'clock':{'turn':86400}}"); /* it has one */
    vote(person_of(1 - seat), 200, seat, "'end'");
    ck_assert(is_status("abandoned"));
    make_game(&ada, "{'mode':'table','rules':{'game':'base','players':3}}", game);
    said = POST(&ada, 403, "{'seat':0,'to':'end'}", "/v1/games/%s/votes", game);
    json_decref(said);
}
END_TEST

/* A stream of the game's events on a connection of its own. */
static void open_stream(struct client *stream, const struct person *person) {
    struct response response;
    char text[512];

    REQUIRE(client_open(stream, person->address), "no connection for a stream");
    snprintf(text, sizeof text,
             "GET /v1/games/%s/events HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n%s\r\n",
             game, person->header);
    ck_assert(client_text(stream, text));
    client_read_head(stream, &response);
    ck_assert_int_eq(response.status, 200);
    response_free(&response);
}

START_TEST(ones_own_seat_one_hands_on_alone) {
    struct person mary = person_new("mary");
    struct client stream;
    char text[4096];
    json_t *lists;

    make_game(&ada,
              "{'visibility':'private','rules':{'game':'base','players':2},'seats':["
              "{'account':'me'},{'bot':'greedy'}]}",
              game);
    vote(&ada, 409, 0, "'bot'"); /* no player would be left */
    GET_ONLY(&mary, 404, "/v1/games/%s", game);
    vote(&ada, 200, 0, "{'account':'mary'}");
    GET_ONLY(&mary, 200, "/v1/games/%s", game);
    open_stream(&stream, &ada);
    while (client_event(&stream, text, sizeof text, 1000))
        ;
    POST_ONLY(&mary, 200, NULL, "/v1/games/%s/seats/0/take", game);
    /* the seat's private data is now only Mary's, and the game is private */
    ck_assert_msg(!client_event(&stream, text, sizeof text, 1000), "Ada is told %s", text);
    client_close(&stream);
    lists = GET(&mary, 200, "/v1/games?mine=true");
    ck_assert_uint_eq(json_array_size(json_object_get(lists, "items")), 1);
    json_decref(lists);
    person_gone(&mary);
}
END_TEST

#define CASE(title, function, times)                                                               \
    { (title), (function), (times), 0, setup, teardown }

static Suite *suite(void) {
    return test_suite("absence",
                      (const struct test_case[]){
                          CASE("default", what_is_missed_is_done_neutrally, 0),
                          CASE("thread", the_clock_thread_wakes_by_itself, 0),
                          CASE("bot", a_stand_in_plays_a_game_to_its_end, 2),
                          CASE("others", the_others_play_on_without_him, 2),
                          CASE("fifth", an_absent_players_fifth_card_goes_back, 0),
                          CASE("calendar", a_calendar_moves_the_deadline, 0),
                          CASE("reminder", one_reminder_follows_the_deadline, 0),
                          CASE("pause", all_have_to_agree_to_a_pause, 0),
                          CASE("vote", a_bot_takes_over_and_he_comes_back, 0),
                          CASE("replaced", another_player_takes_over_with_all_there_is, 0),
                          CASE("back", who_comes_back_in_time_keeps_his_seat, 0),
                          CASE("ended", all_others_end_a_game_that_waits, 0),
                          CASE("clocked", all_others_add_a_clock, 0),
                          CASE("waited", a_bot_plays_on_for_who_never_comes, 0),
                          CASE("words", votes_are_cast_in_words, 0),
                          CASE("moved", votes_end_with_a_move, 0),
                          CASE("lived", only_time_that_was_lived_is_waited, 0),
                          CASE("vacation", a_vacation_is_not_waited_for, 0),
                          CASE("any clock", whatever_the_clock_or_the_number_of_players, 0),
                          CASE("own", ones_own_seat_one_hands_on_alone, 0),
                          {0},
                      });
}

TEST_MAIN(suite)
