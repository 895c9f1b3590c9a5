/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Parts of others' turns over HTTP: six people with all three settings, and a table (rules ). */
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "db/games.h"
#include "service/actor/runner.h"
#include "service/base/time_text.h"
#include "service/command/choices.h"
#include "service/command/perform.h"
#include "tests/service/parts_people.h"
#include "tests/support/check_main.h"

static void assert_setting(unsigned seat, const char *setting) {
    json_t *shown = GET(&people[seat], 200, "/v1/games/%s/special-build", game);

    ck_assert_str_eq(text_at(shown, "setting"), setting);
    ck_assert_int_eq(number_at(shown, "seat"), seat);
    json_decref(shown);
}

/* Only players who want to be asked are asked, in every phase in which they hold cards. */
START_TEST(only_who_asks_is_waited_for) {
    struct random random = random_seeded(test_seed(31));
    enum { ASKING = 1, PLANNING = 2, TURNS = 14 };
    char decision[32];
    unsigned asked = 0;

    six_begin("special_build");
    six_set_up(&random);
    for (unsigned i = 0; i < PARTS_PLAYERS; i++)
        assert_setting(i, "pass");
    six_put(ASKING, 200, "{'setting':'ask'}");
    six_put(PLANNING, 200, "{'setting':'plan','builds':[{'type':'buy_dev_card'}]}");
    assert_setting(ASKING, "ask");
    for (unsigned turn = 0; turn < TURNS; turn++) {
        unsigned seat = six_waited(decision);

        ck_assert_str_eq(decision, "turn");
        six_roll(&random, seat);
        six_move(seat, "{'type':'end_turn'}");
        bool expected = seat != ASKING && six_cards_of(ASKING) > 0;
        unsigned next = six_waited(decision);

        if (!expected) {
            ck_assert_str_eq(decision, "turn");
            ck_assert_uint_eq(next, (seat + 1) % PARTS_PLAYERS);
            continue;
        }
        ck_assert_str_eq(decision, "special_build");
        ck_assert_uint_eq(next, ASKING);
        /* others do not answer for them */
        POST_ONLY(&people[seat], 409, "{'action':{'type':'special_build','builds':[]}}",
                  "/v1/games/%s/moves", game);
        if (asked++ % 2 == 0)
            six_move(ASKING,
                     "{'type':'special_build','builds':[{'type':'build_city','vertex':0}]}");
        else
            six_move(ASKING, "{'type':'end_turn'}");
    }
    ck_assert_uint_gt(asked, 0);
    json_t *shown = (ck_assert(runner_settle(test_app.runner)),
                     GET(&people[ASKING], 200, "/v1/games/%s/special-build", game));

    ck_assert(json_is_null(json_object_get(shown, "answer")));
    ck_assert_uint_eq(json_array_size(json_object_get(shown, "skipped")), 1);
    json_decref(shown);
}
END_TEST

/* An answer given during the turn overrides the setting, once. */
START_TEST(an_answer_beforehand_counts_once) {
    struct random random = random_seeded(test_seed(32));
    char decision[32];

    six_begin("special_build");
    six_set_up(&random);
    unsigned seat = six_waited(decision), other = (seat + 1) % PARTS_PLAYERS;

    six_put(other, 200, "{'setting':'ask'}");
    six_roll(&random, seat);
    if (six_cards_of(other) == 0) /* a very poor start: skipped */
        return;
    POST_ONLY(&people[seat], 409, "{'action':{'type':'special_build','builds':[]}}",
              "/v1/games/%s/moves", game);
    six_move(other, "{'type':'special_build','builds':[{'type':'buy_dev_card'}]}");
    six_move(other, "{'type':'special_build','builds':[]}");
    six_move(seat, "{'type':'end_turn'}");
    ck_assert_uint_eq(six_waited(decision), other);
    ck_assert_str_eq(decision, "turn");
}
END_TEST

/* ---- all of them are asked at once (X-26, X-33) ---- */

enum { DECISION_S = 3600, TURNS_TRIED = 20 };

static _Atomic int64_t time_now;

static int64_t test_time(void) {
    return time_now;
}

static void setup_timed(void) {
    time_now = INT64_C(1768392000000);
    app_set_clock(test_time);
    six_setup();
}

static void teardown_timed(void) {
    six_teardown();
    app_set_clock(NULL);
}

/* The seats that the game waits for to build, as a set; all of their deadlines are AT. */
static unsigned asked_by(int64_t at) {
    json_t *about = six_settle();
    const json_t *waiting = json_object_get(about, "waiting_for"), *one;
    unsigned seats = 0;
    int64_t deadline;
    size_t i;

    json_array_foreach(waiting, i, one) {
        if (strcmp(text_at(one, "decision"), "special_build") != 0)
            continue;
        seats |= 1u << number_at(one, "player");
        ck_assert(time_read(text_at(one, "deadline"), &deadline));
        ck_assert_int_eq(deadline, at);
    }
    json_decref(about);
    return seats;
}

/* Begins a game in which all want to be asked, and ends turns until at least three are asked for their parts; writes
 * them to *ASKED; returns whose turn has ended. */
static unsigned begin_asked(struct random *random, unsigned *asked) {
    char decision[32];
    unsigned owner = 0;

    six_begin_with("special_build", ",'clock':{'turn':86400,'decision':3600,'vote_after':2}");
    six_set_up(random);
    for (unsigned i = 0; i < PARTS_PLAYERS; i++)
        six_put(i, 200, "{'setting':'ask'}");
    for (unsigned turn = 0; turn < TURNS_TRIED; turn++) {
        owner = six_waited(decision);
        six_roll(random, owner);
        six_move(owner, "{'type':'end_turn'}");
        *asked = asked_by(time_now + DECISION_S * 1000);
        if (__builtin_popcount(*asked) >= 3)
            return owner;
        for (unsigned seat = six_waited(decision); strcmp(decision, "special_build") == 0;
             seat = six_waited(decision))
            six_move(seat, "{'type':'end_turn'}");
    }
    ck_abort_msg("nobody holds cards");
    return 0;
}

/* The Nth of SEATS after OWNER. */
static unsigned nth_after(unsigned owner, unsigned seats, int n) {
    for (unsigned i = 1; i < PARTS_PLAYERS; i++) {
        unsigned seat = (owner + i) % PARTS_PLAYERS;

        if (seats >> seat & 1 && n-- == 0)
            return seat;
    }
    ck_abort_msg("not so many");
    return 0;
}

static char *tag_of(unsigned seat) {
    static char tag[80];
    struct response response;
    char path[80];

    snprintf(path, sizeof path, "/v1/games/%s/view", game);
    client_ask(&people[seat].client, &response, "GET", path, people[seat].header, NULL);
    ck_assert_ptr_nonnull(response_header(&response, "ETag"));
    snprintf(tag, sizeof tag, "%s", response_header(&response, "ETag"));
    response_free(&response);
    return tag;
}

static void assert_only_end(unsigned seat) {
    json_t *list = GET(&people[seat], 200, "/v1/games/%s/actions", game);
    const json_t *actions = json_object_get(list, "actions");

    ck_assert_uint_eq(json_array_size(actions), 1);
    ck_assert_str_eq(text_at(json_array_get(actions, 0), "type"), "end_turn");
    json_decref(list);
}

START_TEST(all_who_ask_are_asked_at_once) {
    struct random random = random_seeded(test_seed(36));
    unsigned asked, owner = begin_asked(&random, &asked);
    unsigned first = nth_after(owner, asked, 0), second = nth_after(owner, asked, 1),
             last = nth_after(owner, asked, __builtin_popcount(asked) - 1);
    const int64_t deadline = time_now + DECISION_S * 1000;
    char decision[32], before[80];
    json_t *made;

    for (unsigned seat = 0; seat < PARTS_PLAYERS; seat++) /* */
        ck_assert_int_eq(asked >> seat & 1, seat != owner && six_cards_of(seat) > 0);
    ck_assert_uint_eq(six_waited(decision), first);
    assert_only_end(last);
    made = POST(&people[owner], 409, "{'action':{'type':'roll'}}", "/v1/games/%s/moves", game);
    for (unsigned seat = 0; seat < PARTS_PLAYERS; seat++) /* all of them are named, and no others */
        ck_assert_int_eq(strchr(text_at(made, "detail"), (char)('0' + seat)) != NULL,
                         asked >> seat & 1);
    json_decref(made);
    time_now += 60 * 1000;
    /* They answer in any order; a build waits for the players before them. */
    made = POST(&people[last], 409, "{'action':{'type':'build_road','edge':0}}",
                "/v1/games/%s/moves", game);
    ck_assert_ptr_nonnull(strstr(text_at(made, "detail"), "X-26"));
    json_decref(made);
    snprintf(before, sizeof before, "%s", tag_of(first));
    made = POST(&people[last], 201,
                "{'action':{'type':'special_build','builds':[{'type':'buy_dev_card'}]}}",
                "/v1/games/%s/moves", game);
    ck_assert_uint_eq(json_array_size(json_object_get(made, "events")), 0);
    ck_assert_uint_eq(
        json_array_size(json_object_get(json_object_get(made, "view"), "waiting_for")),
        (unsigned)__builtin_popcount(asked) - 1);
    json_decref(made);
    ck_assert_uint_eq(asked_by(deadline), asked & ~(1u << last));
    ck_assert_str_ne(before, tag_of(first));
    if (second != last) {
        six_move(second, "{'type':'end_turn'}"); /* builds nothing */
        ck_assert_uint_eq(asked_by(deadline), asked & ~(1u << last | 1u << second));
        six_put(second, 200, "{'setting':'ask'}"); /* the answer remains valid */
        ck_assert_uint_eq(asked_by(deadline), asked & ~(1u << last | 1u << second));
    }
    ck_assert_uint_eq(six_waited(decision), first);
    for (unsigned seat = first; strcmp(decision, "special_build") == 0;
         seat = six_waited(decision)) {
        ck_assert_uint_ne(seat, last);
        ck_assert(seat == first || seat != second);
        six_move(seat, "{'type':'end_turn'}");
    }
    ck_assert_str_eq(decision, "turn");
    ck_assert_uint_eq(six_waited(decision), (owner + 1) % PARTS_PLAYERS);
}
END_TEST

START_TEST(who_does_not_want_to_be_asked_any_more_is_not) {
    struct random random = random_seeded(test_seed(37));
    unsigned asked, owner = begin_asked(&random, &asked);
    unsigned second = nth_after(owner, asked, 1);
    const int64_t deadline = time_now + DECISION_S * 1000;

    six_put(second, 200, "{'setting':'pass'}");
    ck_assert_uint_eq(asked_by(deadline), asked & ~(1u << second));
    six_put(second, 200, "{'setting':'plan','builds':[{'type':'buy_dev_card'}]}");
    ck_assert_uint_eq(asked_by(deadline), asked & ~(1u << second));
    six_put(second, 200, "{'setting':'ask'}");
    ck_assert_uint_eq(asked_by(deadline), asked);
}
END_TEST

/* How often the person of SEAT has been notified that it is their move, since event SEQ. */
static unsigned told_since(unsigned seat, const char *hook, long long seq) {
    json_t *deliveries = GET(&people[seat], 200, "/v1/webhooks/%s/deliveries", hook);
    const json_t *one;
    unsigned told = 0;
    size_t i;

    json_array_foreach(json_object_get(deliveries, "items"), i, one) {
        told += strcmp(text_at(one, "type"), "game.turn") == 0 && number_at(one, "seq") >= seq;
    }
    json_decref(deliveries);
    return told;
}

/* All players are notified when they are asked, and not again when their part comes. */
START_TEST(everybody_is_told_once) {
    struct random random = random_seeded(test_seed(39));
    char hooks[PARTS_PLAYERS][GAME_ID_SIZE], decision[32];
    unsigned asked, owner;
    json_t *at;
    long long seq;

    for (unsigned i = 0; i < PARTS_PLAYERS; i++) {
        json_t *hook =
            POST(&people[i], 201, "{'url':'https://example.org/hook'}", "/v1/me/webhooks");

        snprintf(hooks[i], sizeof hooks[i], "%s", text_at(hook, "id"));
        json_decref(hook);
    }
    owner = begin_asked(&random, &asked);
    at = six_settle();
    seq = number_at(at, "seq");
    json_decref(at);
    for (unsigned i = 0; i < PARTS_PLAYERS; i++)
        ck_assert_uint_eq(told_since(i, hooks[i], seq), asked >> i & 1);
    for (unsigned seat = six_waited(decision); strcmp(decision, "special_build") == 0;
         seat = six_waited(decision))
        six_move(seat, "{'type':'end_turn'}");
    for (unsigned i = 0; i < PARTS_PLAYERS; i++) /* the next one's turn is news of its own */
        ck_assert_uint_eq(told_since(i, hooks[i], seq),
                          (asked >> i & 1) + (i == (owner + 1) % PARTS_PLAYERS));
}
END_TEST

/* Moves in notation, as by a chat's command or a reply to a mail; returns the answer. */
static bool perform(unsigned seat, const char *words, char said[400]) {
    struct store_game row;
    struct perform asked = {.game = game, .words = words, .words_len = strlen(words)};
    struct buffer out;
    bool made;

    ck_assert_int_eq(store_game_get(store_reader_get(test_app.store), game, &row), STORE_OK);
    asked.account = row.seats[seat].account;
    store_game_clear(&row);
    buffer_init(&out, 4096);
    made = perform_moves(&test_app, &asked, &out);
    ck_assert(!out.failed);
    snprintf(said, 400, "%.*s", (int)out.size, out.data);
    buffer_free(&out);
    return made;
}

/* The only button that a mail or a chat has for them. */
static void assert_button(unsigned seat, const char *words) {
    static struct load load;
    struct choices choices;
    struct game view;

    ck_assert_int_eq(load_open(&load, store_reader_get(test_app.store), game), STORE_OK);
    ck_assert_int_eq(load_replay(&load, LOAD_LATEST, NULL, NULL), STORE_OK);
    game_view(&load.setup, &load.game, seat, &view);
    ck_assert(choices_find(&choices, &load, &view, seat, LANGUAGE_ENGLISH));
    load_end(&load);
    ck_assert_uint_eq(choices.count, 1);
    ck_assert_uint_eq(choices.more, 0);
    ck_assert_str_eq(choices.items[0].words, words);
}

START_TEST(commands_answer_before_the_part_comes) {
    struct random random = random_seeded(test_seed(40));
    unsigned asked, owner = begin_asked(&random, &asked);
    unsigned last = nth_after(owner, asked, __builtin_popcount(asked) - 1);
    const int64_t deadline = time_now + DECISION_S * 1000;
    char said[400];

    assert_button(last, "end");
    ck_assert(!perform(last, "buy", said));
    ck_assert_ptr_nonnull(strstr(said, "Your part comes later"));
    ck_assert_uint_eq(asked_by(deadline), asked);
    ck_assert(perform(last, "end", said));
    ck_assert_ptr_nonnull(strstr(said, "Done"));
    ck_assert_ptr_null(strstr(said, people[last].name)); /* the game no longer waits for them */
    ck_assert_uint_eq(asked_by(deadline), asked & ~(1u << last));
}
END_TEST

/* One deadline for all, counted from the end of the turn; a player who has not answered builds nothing. */
START_TEST(all_time_runs_out_at_once) {
    struct random random = random_seeded(test_seed(38));
    unsigned asked, owner = begin_asked(&random, &asked);
    unsigned last = nth_after(owner, asked, __builtin_popcount(asked) - 1);
    char decision[32];
    json_t *events;

    time_now += DECISION_S * 1000 - 1;
    test_app_work();
    ck_assert_uint_eq(asked_by(time_now + 1), asked);
    time_now++;
    test_app_work();
    ck_assert_uint_eq(six_waited(decision), (owner + 1) % PARTS_PLAYERS);
    ck_assert_str_eq(decision, "turn");
    events = GET(&people[last], 200, "/v1/games/%s/events?type=end_turn&limit=1000", game);
    const json_t *items = json_object_get(events, "items");

    /* as by their setting */
    ck_assert_str_eq(text_at(json_array_get(items, json_array_size(items) - 1), "by"), "order");
    json_decref(events);
}
END_TEST

START_TEST(a_pair_asks_unless_told_otherwise) {
    struct random random = random_seeded(test_seed(33));
    char decision[32];

    six_begin("paired");
    six_set_up(&random);
    unsigned seat = six_waited(decision), second = (seat + 3) % PARTS_PLAYERS;

    assert_setting(second, "ask");
    six_roll(&random, seat);
    six_move(seat, "{'type':'end_turn'}");
    ck_assert_uint_eq(six_waited(decision), second);
    six_put(second, 200, "{'setting':'pass'}"); /* the waiting part ends */
    ck_assert_uint_eq(six_waited(decision), (seat + 1) % PARTS_PLAYERS);
    /* the plan of a pair may trade with the bank */
    six_put(
        second, 200,
        "{'setting':'plan','builds':[{'type':'maritime_trade','give':{'wool':4},'take':{'ore':1}},"
        "{'type':'buy_dev_card'}]}");
}
END_TEST

START_TEST(what_is_refused) {
    six_begin("special_build");
    six_put(0, 422, "{'setting':'maybe'}");
    six_put(0, 422, "{'setting':'ask','builds':[{'type':'buy_dev_card'}]}");
    six_put(0, 422, "{'setting':'plan','builds':[{'type':'roll'}]}");
    six_put(0, 422, "{'setting':'plan','builds':[{'type':'build_road','edge':9999}]}");
    six_put(0, 422, "{'setting':'pass','seat':1}");
    assert_problem(POST(&people[0], 422,
                        "{'action':{'type':'special_build','builds':[]},'outcome':{'builds':[]}}",
                        "/v1/games/%s/moves", game),
                   "invalid", "/outcome");
    json_t *problem = person_ask(&people[0], 422, "PUT", "",
                                 "{'setting':'plan','builds':[{'type':'maritime_trade','give':{'"
                                 "wool':4},'take':{'ore':1}}]}",
                                 "/v1/games/%s/special-build", game);

    ck_assert_str_eq(text_at(problem, "rule"), "X-18");
    json_decref(problem);
    make_game(&people[0],
              "{'rules':{'game':'base'},'seats':[{'account':'me'},{'bot':'random'},"
              "{'bot':'random'}]}",
              game);
    six_put(0, 422, "{'setting':'ask'}");
}
END_TEST

/* ---- parts without a question come with the move before ---- */

/* Seats that have answered are not waited for, not even for a moment: the next player can roll at once. */
START_TEST(answers_come_with_the_end_of_the_turn) {
    struct random random = random_seeded(test_seed(41));
    unsigned owner, asked;

    owner = begin_asked(&random, &asked);
    for (unsigned i = 1; i < PARTS_PLAYERS; i++) {
        unsigned seat = (owner + i) % PARTS_PLAYERS;

        if (!(asked >> seat & 1))
            continue;
        asked &= ~(1u << seat);
        json_t *made = six_make_move(seat, 201, "{'type':'special_build','builds':[]}");

        if (asked == 0) /* the last answer ends the phase */
            ck_assert_uint_ge(six_assert_turn_of(made, (owner + 1) % PARTS_PLAYERS), 1);
        else
            json_decref(made);
    }
    owner = (owner + 1) % PARTS_PLAYERS;
    six_roll(&random, owner);
    for (unsigned i = 0; i < PARTS_PLAYERS; i++)
        if (i != owner)
            six_move(i, "{'type':'special_build','builds':[{'type':'buy_dev_card'}]}");
    json_t *ended = six_make_move(owner, 201, "{'type':'end_turn'}");

    ck_assert_uint_ge(six_assert_turn_of(ended, (owner + 1) % PARTS_PLAYERS), PARTS_PLAYERS);
    six_move((owner + 1) % PARTS_PLAYERS, "{'type':'roll'}");
}
END_TEST

/* If a player no longer wants to be asked, their part ends at once. */
START_TEST(a_setting_ends_the_part_that_waits) {
    struct random random = random_seeded(test_seed(42));
    unsigned asked, owner = begin_asked(&random, &asked);
    unsigned first = nth_after(owner, asked, 0), second = nth_after(owner, asked, 1);
    json_t *about;

    six_put(first, 200, "{'setting':'pass'}");
    about = GET(&people[0], 200, "/v1/games/%s", game);
    const json_t *waiting = json_object_get(about, "waiting_for");

    ck_assert_uint_eq(json_array_size(waiting), (unsigned)__builtin_popcount(asked) - 1);
    ck_assert_int_eq(number_at(json_array_get(waiting, 0), "player"), second);
    json_decref(about);
}
END_TEST

static Suite *suite(void) {
    return test_suite(
        "parts",
        (const struct test_case[]){
            {"asks", only_who_asks_is_waited_for, 0, 0, six_setup, six_teardown},
            {"beforehand", an_answer_beforehand_counts_once, 0, 0, six_setup, six_teardown},
            {"at once", all_who_ask_are_asked_at_once, 0, 0, setup_timed, teardown_timed},
            {"no more", who_does_not_want_to_be_asked_any_more_is_not, 0, 0, setup_timed,
             teardown_timed},
            {"told", everybody_is_told_once, 0, 0, setup_timed, teardown_timed},
            {"commands", commands_answer_before_the_part_comes, 0, 0, setup_timed, teardown_timed},
            {"together", answers_come_with_the_end_of_the_turn, 0, 0, setup_timed, teardown_timed},
            {"passed", a_setting_ends_the_part_that_waits, 0, 0, setup_timed, teardown_timed},
            {"late", all_time_runs_out_at_once, 0, 0, setup_timed, teardown_timed},
            {"pair", a_pair_asks_unless_told_otherwise, 0, 0, six_setup, six_teardown},
            {"refused", what_is_refused, 0, 0, six_setup, six_teardown},
            {0},
        });
}

TEST_MAIN(suite)
