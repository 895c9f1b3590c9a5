/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Parts of others' turns over HTTP: six people with all three settings, and a table (rules,
 * */
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "db/games.h"
#include "service/actor/runner.h"
#include "service/base/time_text.h"
#include "service/command/choices.h"
#include "service/command/perform.h"
#include "tests/service/people.h"
#include "tests/support/check_main.h"

enum { PLAYERS = 6, SETUP_MOVES = 4 * PLAYERS };

static struct person people[PLAYERS];
static char game[GAME_ID_SIZE];

static void setup(void) {
    static const char *const names[PLAYERS] = {"ada", "grace", "linus", "mary", "nick", "olga"};

    test_app_setup();
    for (unsigned i = 0; i < PLAYERS; i++)
        people[i] = person_new(names[i]);
}

static void teardown(void) {
    for (unsigned i = 0; i < PLAYERS; i++)
        person_gone(&people[i]);
    test_app_stop();
}

/* MORE: further members of the game. */
static void begin_with(const char *turns, const char *more) {
    char body[512];

    snprintf(body, sizeof body,
             "{'rules':{'game':'base','players':6,'options':{'turns56':'%s'}},"
             "'seats':[{'account':'me'},{'open':true},{'open':true},{'open':true},{'open':true},"
             "{'open':true}]%s}",
             turns, more);
    make_game(&people[0], body, game);
    for (unsigned i = 1; i < PLAYERS; i++)
        POST_ONLY(&people[i], 200, NULL, "/v1/games/%s/join", game);
}

static void begin(const char *turns) {
    begin_with(turns, "");
}

static json_t *settle(void) {
    ck_assert(runner_settle(test_app.runner));
    return GET(&people[0], 200, "/v1/games/%s", game);
}

/* Who the game waits for first, and for what. */
static unsigned waited(char decision[32]) {
    json_t *at = settle();
    const json_t *first = json_array_get(json_object_get(at, "waiting_for"), 0);
    unsigned seat = (unsigned)number_at(first, "player");

    snprintf(decision, 32, "%s", text_at(first, "decision"));
    json_decref(at);
    return seat;
}

static void move(unsigned seat, const char *action) {
    char body[1024];

    snprintf(body, sizeof body, "{'action':%s}", action); /* %s may go on behind the action */
    POST_ONLY(&people[seat], 201, body, "/v1/games/%s/moves", game);
}

/* Rolls for SEAT and settles what comes of it. */
static void roll(struct random *random, unsigned seat) {
    char decision[32], action[ACTION_TEXT_MAX], body[ACTION_TEXT_MAX + 64];

    move(seat, "{'type':'roll'}");
    for (;;) {
        unsigned next = waited(decision);
        json_t *at = settle();
        long long seq = number_at(at, "seq");

        json_decref(at);
        if (strcmp(decision, "turn") == 0)
            return;
        ck_assert(choose_action(&people[next], random, game, "", action));
        snprintf(body, sizeof body, "{\"action\":%s,\"seq\":%lld}", action, seq);
        person_move(&people[next], game, body);
    }
}

static void play_setup(struct random *random) {
    char decision[32], action[ACTION_TEXT_MAX], body[ACTION_TEXT_MAX + 64];

    for (unsigned i = 0; i < SETUP_MOVES; i++) {
        unsigned seat = waited(decision);

        ck_assert(choose_action(&people[seat], random, game, "", action));
        snprintf(body, sizeof body, "{\"action\":%s}", action);
        POST_ONLY(&people[seat], 201, body, "/v1/games/%s/moves", game);
    }
}

static long long cards_of(unsigned seat) {
    json_t *view = GET(&people[0], 200, "/v1/games/%s/view", game);
    long long count =
        number_at(json_array_get(json_object_get(view, "players"), seat), "card_count");

    json_decref(view);
    return count;
}

static void put(unsigned seat, int status, const char *body) {
    json_decref(
        person_ask(&people[seat], status, "PUT", "", body, "/v1/games/%s/special-build", game));
}

static void assert_setting(unsigned seat, const char *setting) {
    json_t *shown = GET(&people[seat], 200, "/v1/games/%s/special-build", game);

    ck_assert_str_eq(text_at(shown, "setting"), setting);
    ck_assert_int_eq(number_at(shown, "seat"), seat);
    json_decref(shown);
}

/* Nobody is asked who has not asked for it; who asks is asked in every phase in which they hold cards. */
START_TEST(only_who_asks_is_waited_for) {
    struct random random = random_seeded(test_seed(31));
    enum { ASKING = 1, PLANNING = 2, TURNS = 14 };
    char decision[32];
    unsigned asked = 0;

    begin("special_build");
    play_setup(&random);
    for (unsigned i = 0; i < PLAYERS; i++)
        assert_setting(i, "pass");
    put(ASKING, 200, "{'setting':'ask'}");
    put(PLANNING, 200, "{'setting':'plan','builds':[{'type':'buy_dev_card'}]}");
    assert_setting(ASKING, "ask");
    for (unsigned turn = 0; turn < TURNS; turn++) {
        unsigned seat = waited(decision);

        ck_assert_str_eq(decision, "turn");
        roll(&random, seat);
        move(seat, "{'type':'end_turn'}");
        bool expected = seat != ASKING && cards_of(ASKING) > 0;
        unsigned next = waited(decision);

        if (!expected) {
            ck_assert_str_eq(decision, "turn");
            ck_assert_uint_eq(next, (seat + 1) % PLAYERS);
            continue;
        }
        ck_assert_str_eq(decision, "special_build");
        ck_assert_uint_eq(next, ASKING);
        /* others do not answer for them */
        POST_ONLY(&people[seat], 409, "{'action':{'type':'special_build','builds':[]}}",
                  "/v1/games/%s/moves", game);
        if (asked++ % 2 == 0)
            move(ASKING, "{'type':'special_build','builds':[{'type':'build_city','vertex':0}]}");
        else
            move(ASKING, "{'type':'end_turn'}");
    }
    ck_assert_uint_gt(asked, 0);
    json_t *shown = (ck_assert(runner_settle(test_app.runner)),
                     GET(&people[ASKING], 200, "/v1/games/%s/special-build", game));

    ck_assert(json_is_null(json_object_get(shown, "answer")));
    ck_assert_uint_eq(json_array_size(json_object_get(shown, "skipped")), 1);
    json_decref(shown);
}
END_TEST

/* An answer given during the turn comes before the setting, and once. */
START_TEST(an_answer_beforehand_counts_once) {
    struct random random = random_seeded(test_seed(32));
    char decision[32];

    begin("special_build");
    play_setup(&random);
    unsigned seat = waited(decision), other = (seat + 1) % PLAYERS;

    put(other, 200, "{'setting':'ask'}");
    roll(&random, seat);
    if (cards_of(other) == 0) /* a very poor beginning: passed over */
        return;
    POST_ONLY(&people[seat], 409, "{'action':{'type':'special_build','builds':[]}}",
              "/v1/games/%s/moves", game);
    move(other, "{'type':'special_build','builds':[{'type':'buy_dev_card'}]}");
    move(other, "{'type':'special_build','builds':[]}");
    move(seat, "{'type':'end_turn'}");
    ck_assert_uint_eq(waited(decision), other);
    ck_assert_str_eq(decision, "turn");
}
END_TEST

/* ---- all who ask are asked at once (X-26, X-33) ---- */

enum { DECISION_S = 3600, TURNS_TRIED = 20 };

static _Atomic int64_t time_now;

static int64_t test_time(void) {
    return time_now;
}

static void setup_timed(void) {
    time_now = INT64_C(1768392000000);
    app_set_clock(test_time);
    setup();
}

static void teardown_timed(void) {
    teardown();
    app_set_clock(NULL);
}

/* The seats that the game waits for to build, as a set; all of their deadlines are AT. */
static unsigned asked_by(int64_t at) {
    json_t *about = settle();
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

/* Begins a game in which all ask, and ends turns until three at least are asked for their parts. Who, in *ASKED;
 * returns whose turn has ended. */
static unsigned begin_asked(struct random *random, unsigned *asked) {
    char decision[32];
    unsigned owner = 0;

    begin_with("special_build", ",'clock':{'turn':86400,'decision':3600,'vote_after':2}");
    play_setup(random);
    for (unsigned i = 0; i < PLAYERS; i++)
        put(i, 200, "{'setting':'ask'}");
    for (unsigned turn = 0; turn < TURNS_TRIED; turn++) {
        owner = waited(decision);
        roll(random, owner);
        move(owner, "{'type':'end_turn'}");
        *asked = asked_by(time_now + DECISION_S * 1000);
        if (__builtin_popcount(*asked) >= 3)
            return owner;
        for (unsigned seat = waited(decision); strcmp(decision, "special_build") == 0;
             seat = waited(decision))
            move(seat, "{'type':'end_turn'}");
    }
    ck_abort_msg("nobody holds cards");
    return 0;
}

/* The Nth of SEATS to come after OWNER. */
static unsigned nth_after(unsigned owner, unsigned seats, int n) {
    for (unsigned i = 1; i < PLAYERS; i++) {
        unsigned seat = (owner + i) % PLAYERS;

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

    for (unsigned seat = 0; seat < PLAYERS; seat++) /* */
        ck_assert_int_eq(asked >> seat & 1, seat != owner && cards_of(seat) > 0);
    ck_assert_uint_eq(waited(decision), first);
    assert_only_end(last);
    made = POST(&people[owner], 409, "{'action':{'type':'roll'}}", "/v1/games/%s/moves", game);
    for (unsigned seat = 0; seat < PLAYERS; seat++) /* named are all, and nobody else */
        ck_assert_int_eq(strchr(text_at(made, "detail"), (char)('0' + seat)) != NULL,
                         asked >> seat & 1);
    json_decref(made);
    time_now += 60 * 1000;
    /* They answer in any order; what they build waits for those before them. */
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
        move(second, "{'type':'end_turn'}"); /* builds nothing */
        ck_assert_uint_eq(asked_by(deadline), asked & ~(1u << last | 1u << second));
        put(second, 200, "{'setting':'ask'}"); /* the answer stands */
        ck_assert_uint_eq(asked_by(deadline), asked & ~(1u << last | 1u << second));
    }
    ck_assert_uint_eq(waited(decision), first);
    for (unsigned seat = first; strcmp(decision, "special_build") == 0; seat = waited(decision)) {
        ck_assert_uint_ne(seat, last);
        ck_assert(seat == first || seat != second);
        move(seat, "{'type':'end_turn'}");
    }
    ck_assert_str_eq(decision, "turn");
    ck_assert_uint_eq(waited(decision), (owner + 1) % PLAYERS);
}
END_TEST

START_TEST(who_does_not_want_to_be_asked_any_more_is_not) {
    struct random random = random_seeded(test_seed(37));
    unsigned asked, owner = begin_asked(&random, &asked);
    unsigned second = nth_after(owner, asked, 1);
    const int64_t deadline = time_now + DECISION_S * 1000;

    put(second, 200, "{'setting':'pass'}");
    ck_assert_uint_eq(asked_by(deadline), asked & ~(1u << second));
    put(second, 200, "{'setting':'plan','builds':[{'type':'buy_dev_card'}]}");
    ck_assert_uint_eq(asked_by(deadline), asked & ~(1u << second));
    put(second, 200, "{'setting':'ask'}");
    ck_assert_uint_eq(asked_by(deadline), asked);
}
END_TEST

/* How often the person of SEAT has been told that it is for them to move, since event SEQ. */
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

/* Everybody is told when they are asked, and not again when their part comes. */
START_TEST(everybody_is_told_once) {
    struct random random = random_seeded(test_seed(39));
    char hooks[PLAYERS][GAME_ID_SIZE], decision[32];
    unsigned asked, owner;
    json_t *at;
    long long seq;

    for (unsigned i = 0; i < PLAYERS; i++) {
        json_t *hook =
            POST(&people[i], 201, "{'url':'https://example.org/hook'}", "/v1/me/webhooks");

        snprintf(hooks[i], sizeof hooks[i], "%s", text_at(hook, "id"));
        json_decref(hook);
    }
    owner = begin_asked(&random, &asked);
    at = settle();
    seq = number_at(at, "seq");
    json_decref(at);
    for (unsigned i = 0; i < PLAYERS; i++)
        ck_assert_uint_eq(told_since(i, hooks[i], seq), asked >> i & 1);
    for (unsigned seat = waited(decision); strcmp(decision, "special_build") == 0;
         seat = waited(decision))
        move(seat, "{'type':'end_turn'}");
    for (unsigned i = 0; i < PLAYERS; i++) /* the next one's turn is news of its own */
        ck_assert_uint_eq(told_since(i, hooks[i], seq),
                          (asked >> i & 1) + (i == (owner + 1) % PLAYERS));
}
END_TEST

/* Moves in words, as a chat's command or a mail's answer makes them; what is said to it. */
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

/* The one button that a mail or a chat has for them. */
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
    ck_assert_ptr_null(strstr(said, people[last].name)); /* nobody waits for them any more */
    ck_assert_uint_eq(asked_by(deadline), asked & ~(1u << last));
}
END_TEST

/* One deadline for all, counted from the end of the turn; who has not answered builds nothing. */
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
    ck_assert_uint_eq(waited(decision), (owner + 1) % PLAYERS);
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

    begin("paired");
    play_setup(&random);
    unsigned seat = waited(decision), second = (seat + 3) % PLAYERS;

    assert_setting(second, "ask");
    roll(&random, seat);
    move(seat, "{'type':'end_turn'}");
    ck_assert_uint_eq(waited(decision), second);
    put(second, 200, "{'setting':'pass'}"); /* the part that waits ends */
    ck_assert_uint_eq(waited(decision), (seat + 1) % PLAYERS);
    /* the plan of a pair may trade with the bank */
    put(second, 200,
        "{'setting':'plan','builds':[{'type':'maritime_trade','give':{'wool':4},'take':{'ore':1}},"
        "{'type':'buy_dev_card'}]}");
}
END_TEST

START_TEST(what_is_refused) {
    begin("special_build");
    put(0, 422, "{'setting':'maybe'}");
    put(0, 422, "{'setting':'ask','builds':[{'type':'buy_dev_card'}]}");
    put(0, 422, "{'setting':'plan','builds':[{'type':'roll'}]}");
    put(0, 422, "{'setting':'plan','builds':[{'type':'build_road','edge':9999}]}");
    put(0, 422, "{'setting':'pass','seat':1}");
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
    put(0, 422, "{'setting':'ask'}");
}
END_TEST

static void set_up_table(struct random *random) {
    char decision[32], action[ACTION_TEXT_MAX], body[ACTION_TEXT_MAX + 64], as[16];

    for (;;) { /* a ship can find gold, too */
        unsigned seat = waited(decision);

        if (strcmp(decision, "turn") == 0)
            return;
        snprintf(as, sizeof as, "?as=%u", seat);
        ck_assert(choose_action(&people[0], random, game, as, action));
        snprintf(body, sizeof body, "{\"action\":%s}", action);
        POST_ONLY(&people[0], 201, body, "/v1/games/%s/moves", game);
    }
}

static void roll_two(unsigned seat) {
    char action[120];

    snprintf(action, sizeof action, "{'type':'roll'},'outcome':{'yellow':1,'red':1},'seat':%u",
             seat);
    move(0, action);
}

/* Takes the table over into another game, in which everybody holds EACH of each resource. */
static void deal_again(int each) {
    static const char *const resources[] = {"brick", "lumber", "wool", "grain", "ore"};
    json_t *view = GET(&people[0], 200, "/v1/games/%s/view?as=all", game);
    json_t *record = GET(&people[0], 200, "/v1/games/%s/record", game);
    json_t *request, *player;
    size_t i;

    json_array_foreach(json_object_get(view, "players"), i, player) {
        json_t *cards = json_object();

        for (unsigned k = 0; k < 5; k++)
            json_object_set_new(cards, resources[k], json_integer(each));
        json_object_set_new(player, "cards", cards);
        json_object_del(player, "card_count");
    }
    json_object_del(view, "bank");
    request = json_pack("{s:s, s:O, s:O, s:o}", "mode", "table", "rules",
                        json_object_get(record, "rules"), "board", json_object_get(record, "board"),
                        "position", view);
    json_decref(record);
    char *text = json_dumps(request, JSON_COMPACT);

    make_game(&people[0], text, game);
    free(text);
    json_decref(request);
}

/* A table at which seat 0 has a turn behind its roll, and everybody holds EACH of each resource. */
static void begin_dealt(struct random *random, int each) {
    make_game(&people[0],
              "{'mode':'table','rules':{'game':'base','players':6,"
              "'options':{'turns56':'special_build'}}}",
              game);
    set_up_table(random);
    roll_two(0);
    deal_again(each);
}

/* A table at which everybody holds one card of each resource: plans and answers are carried out in the
 * order of the seats, and what cannot be made is skipped. */
START_TEST(builds_are_carried_out_clockwise) {
    struct random random = random_seeded(test_seed(34));
    char decision[32];
    json_t *events;

    begin_dealt(&random, 1);
    put(0, 200,
        "{'seat':1,'setting':'plan','builds':[{'type':'buy_dev_card'},"
        "{'type':'buy_dev_card'}]}");
    put(0, 200, "{'seat':2,'setting':'pass'}");
    put(0, 200, "{'seat':4,'setting':'pass'}");
    put(0, 200, "{'seat':5,'setting':'pass'}");
    move(0, "{'type':'special_build','builds':[{'type':'build_city','vertex':0},"
            "{'type':'buy_dev_card'}]},'seat':3");
    move(0, "{'type':'end_turn'}");
    ck_assert_uint_eq(waited(decision), 1);
    ck_assert_str_eq(decision, "turn");
    events = GET(&people[0], 200, "/v1/games/%s/events?type=buy_dev_card", game);
    const json_t *items = json_object_get(events, "items");

    ck_assert_uint_eq(json_array_size(items), 2);
    ck_assert_int_eq(number_at(json_array_get(items, 0), "player"), 1);
    ck_assert_int_eq(number_at(json_array_get(items, 1), "player"), 3);
    json_decref(events);
    json_t *shown = GET(&people[0], 200, "/v1/games/%s/special-build?seat=3", game);

    ck_assert_uint_eq(json_array_size(json_object_get(shown, "skipped")), 1);
    json_decref(shown);
    shown = GET(&people[0], 200, "/v1/games/%s/special-build?seat=1", game);
    ck_assert_uint_eq(json_array_size(json_object_get(shown, "builds")), 1);
    json_decref(shown);
}
END_TEST

/* ---- what nobody is waited for comes with the move before it ---- */

static json_t *make_move(unsigned seat, int status, const char *action) {
    char body[1024];

    snprintf(body, sizeof body, "{'action':%s}", action);
    return POST(&people[seat], status, body, "/v1/games/%s/moves", game);
}

/* The response to a move shows that the game waits for SEAT to take its turn; how many events it has. */
static size_t assert_turn_of(json_t *made, unsigned seat) {
    const json_t *waiting = json_object_get(json_object_get(made, "view"), "waiting_for");
    size_t events = json_array_size(json_object_get(made, "events"));

    ck_assert_uint_eq(json_array_size(waiting), 1);
    ck_assert_int_eq(number_at(json_array_get(waiting, 0), "player"), seat);
    ck_assert_str_eq(text_at(json_array_get(waiting, 0), "decision"), "turn");
    json_decref(made);
    return events;
}

/* Seats that have answered are not waited for, not even for a moment: the next player can roll at once. */
START_TEST(answers_come_with_the_end_of_the_turn) {
    struct random random = random_seeded(test_seed(41));
    unsigned owner, asked;

    owner = begin_asked(&random, &asked);
    for (unsigned i = 1; i < PLAYERS; i++) {
        unsigned seat = (owner + i) % PLAYERS;

        if (!(asked >> seat & 1))
            continue;
        asked &= ~(1u << seat);
        json_t *made = make_move(seat, 201, "{'type':'special_build','builds':[]}");

        if (asked == 0) /* the last one's answer ends the phase */
            ck_assert_uint_ge(assert_turn_of(made, (owner + 1) % PLAYERS), 1);
        else
            json_decref(made);
    }
    owner = (owner + 1) % PLAYERS;
    roll(&random, owner);
    for (unsigned i = 0; i < PLAYERS; i++)
        if (i != owner)
            move(i, "{'type':'special_build','builds':[{'type':'buy_dev_card'}]}");
    json_t *ended = make_move(owner, 201, "{'type':'end_turn'}");

    ck_assert_uint_ge(assert_turn_of(ended, (owner + 1) % PLAYERS), PLAYERS);
    move((owner + 1) % PLAYERS, "{'type':'roll'}");
}
END_TEST

/* As soon as somebody does not want to be asked any more their part is over. */
START_TEST(a_setting_ends_the_part_that_waits) {
    struct random random = random_seeded(test_seed(42));
    unsigned asked, owner = begin_asked(&random, &asked);
    unsigned first = nth_after(owner, asked, 0), second = nth_after(owner, asked, 1);
    json_t *about;

    put(first, 200, "{'setting':'pass'}");
    about = GET(&people[0], 200, "/v1/games/%s", game);
    const json_t *waiting = json_object_get(about, "waiting_for");

    ck_assert_uint_eq(json_array_size(waiting), (unsigned)__builtin_popcount(asked) - 1);
    ck_assert_int_eq(number_at(json_array_get(waiting, 0), "player"), second);
    json_decref(about);
}
END_TEST

/* The card of the Nth development card that was bought, which was given. */
static void assert_bought(size_t n, const char *card, const char *chance) {
    json_t *events = GET(&people[0], 200, "/v1/games/%s/events?type=buy_dev_card&as=all", game);
    const json_t *event = json_array_get(json_object_get(events, "items"), n);

    ck_assert_str_eq(text_at(json_object_get(event, "outcome"), "card"), card);
    ck_assert_str_eq(text_at(event, "chance"), chance);
    json_decref(events);
}

static void pass_all_but(unsigned first, unsigned second) {
    char body[64];

    for (unsigned seat = 1; seat < PLAYERS; seat++) {
        snprintf(body, sizeof body, "{'seat':%u,'setting':'pass'}", seat);
        if (seat != first && seat != second)
            put(0, 200, body);
    }
}

START_TEST(a_table_says_what_comes_of_builds) {
    struct random random = random_seeded(test_seed(43));
    json_t *shown, *kept;

    begin_dealt(&random, 4);
    pass_all_but(1, 2);
    move(0, "{'type':'buy_dev_card'},'outcome':{'card':'monopoly'}");
    move(0, "{'type':'buy_dev_card'},'outcome':{'card':'monopoly'}");
    move(0, "{'type':'buy_dev_card'},'outcome':{'card':'monopoly'}");
    /* beforehand: kept with what comes of it; the impossible one is skipped */
    move(0, "{'type':'special_build','builds':[{'type':'buy_dev_card'},{'type':'buy_dev_card'}]},"
            "'seat':2,'outcome':{'builds':[{'card':'monopoly'},{'card':'victory_point'}]}");
    kept = GET(&people[0], 200, "/v1/games/%s/special-build?seat=2", game);
    const json_t *given = json_object_get(json_object_get(kept, "outcome"), "builds");

    ck_assert_uint_eq(json_array_size(json_object_get(kept, "answer")), 2);
    ck_assert_str_eq(text_at(json_array_get(given, 0), "card"), "monopoly");
    json_decref(kept);
    move(0, "{'type':'end_turn'}");
    /* the part that waits: carried out at once */
    json_t *problem =
        make_move(0, 422,
                  "{'type':'special_build','builds':[{'type':'buy_dev_card'},"
                  "{'type':'buy_dev_card'}]},'outcome':{'builds':[null,{'card':'monopoly'}]}");

    ck_assert_str_eq(text_at(problem, "type"), "/problems/impossible-outcome");
    ck_assert_int_eq(number_at(problem, "index"), 1);
    json_decref(problem);
    assert_problem(make_move(0, 422,
                             "{'type':'special_build','builds':[{'type':'buy_dev_card'}]},"
                             "'outcome':{'builds':[null,null]}"),
                   "invalid", "/outcome/builds");
    json_t *made = make_move(0, 201,
                             "{'type':'special_build','builds':[{'type':'buy_dev_card'},"
                             "{'type':'buy_dev_card'}]},'outcome':{'builds':[{'card':'knight'},"
                             "{'card':'year_of_plenty'}]}");

    ck_assert_uint_ge(assert_turn_of(made, 1), 4);
    assert_bought(3, "knight", "given");
    assert_bought(4, "year_of_plenty", "given");
    assert_bought(5, "victory_point", "given");
    shown = GET(&people[0], 200, "/v1/games/%s/special-build?seat=2", game);
    ck_assert_str_eq(text_at(json_array_get(json_object_get(shown, "skipped"), 0), "type"),
                     "buy_dev_card");
    json_decref(shown);
    assert_problem(make_move(0, 422,
                             "{'type':'special_build','builds':[{'type':'buy_dev_card'}]},"
                             "'seat':3,'outcome':{'builds':[{'card':'dragon'}]}"),
                   "invalid", "/outcome/builds/0/card");
}
END_TEST

/* The fog islands, whose fog hides nothing but gold. */
static void begin_in_fog(void) {
    json_t *board, *request, *fog;

    make_game(&people[0],
              "{'mode':'table','rules':{'game':'base','scenario':'fog_islands','players':6}}",
              game);
    json_t *record = GET(&people[0], 200, "/v1/games/%s/record", game);
    const json_t *tiles;
    json_int_t hexes = 0;
    const char *name;
    json_t *count;

    board = json_object_get(record, "board");
    tiles = json_object_get(json_object_get(board, "fog"), "tiles");
    json_object_foreach((json_t *)tiles, name, count) {
        hexes += json_integer_value(count);
    }
    fog = json_pack("{s:{s:I}, s:{s:I}}", "tiles", "gold", hexes, "numbers", "4", hexes);
    json_object_set_new(board, "fog", fog);
    request = json_pack("{s:s, s:{s:s, s:s, s:i, s:{s:s}}, s:O}", "mode", "table", "rules", "game",
                        "base", "scenario", "fog_islands", "players", PLAYERS, "options", "turns56",
                        "special_build", "board", board);
    json_decref(record);
    char *text = json_dumps(request, JSON_COMPACT);

    make_game(&people[0], text, game);
    free(text);
    json_decref(request);
}

static size_t count_events(const char *type) {
    json_t *events = GET(&people[0], 200, "/v1/games/%s/events?type=%s&limit=1000", game, type);
    size_t count = json_array_size(json_object_get(events, "items"));

    json_decref(events);
    return count;
}

/* A ship that SEAT can build now, as JSON; false: none. */
static bool choose_ship(struct random *random, unsigned seat, char ship[80]) {
    json_t *list = GET(&people[0], 200, "/v1/games/%s/actions?as=%u", game, seat);
    const json_t *action;
    unsigned found = 0;
    size_t i;

    json_array_foreach(json_object_get(list, "actions"), i, action) {
        if (strcmp(text_at(action, "type"), "build_ship") != 0 ||
            random_below(random, ++found) != 0)
            continue;
        snprintf(ship, 80, "{'type':'build_ship','edge':%lld}", number_at(action, "edge"));
    }
    json_decref(list);
    return found > 0;
}

/* That gold was taken last by a list, and whether that was ore alone: what no ship costs. */
static bool took_ore(void) {
    json_t *events = GET(&people[0], 200, "/v1/games/%s/events?type=choose_gold&limit=1000", game);
    const json_t *items = json_object_get(events, "items");
    const json_t *last = json_array_get(items, json_array_size(items) - 1);
    const json_t *taken = json_object_get(json_object_get(last, "action"), "take");
    bool ore = json_object_size(taken) == 1 && json_object_get(taken, "ore") != NULL;

    ck_assert_str_eq(text_at(last, "by"), "order");
    json_decref(events);
    return ore;
}

static long long ore_in_bank(void) {
    json_t *view = GET(&people[0], 200, "/v1/games/%s/view?as=all", game);
    long long count = number_at(json_object_get(view, "bank"), "ore");

    json_decref(view);
    return count;
}

/* SEAT's part behind the turn of OWNER: a ship, with ANSWERS for gold behind it. Whether it found some. */
static bool sail(struct random *random, unsigned owner, unsigned seat, const char *answers) {
    const size_t before = count_events("choose_gold");
    char decision[32], ship[80], body[400];
    bool there;

    snprintf(body, sizeof body, "{'seat':%u,'setting':'ask'}", seat);
    put(0, 200, body);
    snprintf(body, sizeof body, "{'type':'end_turn'},'seat':%u", owner);
    move(0, body);
    ck_assert_uint_eq(waited(decision), seat);
    if (strcmp(decision, "special_build") == 0) {
        there = choose_ship(random, seat, ship);
        snprintf(body, sizeof body, "{'type':'special_build','builds':[%s%s]},'seat':%u",
                 there ? ship : "", there ? answers : "", seat);
        move(0, body);
    }
    ck_assert_uint_eq(waited(decision), seat); /* their own turn: nobody was asked for gold */
    ck_assert_str_eq(decision, "turn");
    snprintf(body, sizeof body, "{'seat':%u,'setting':'pass'}", seat);
    put(0, 200, body);
    roll_two(seat);
    return count_events("choose_gold") > before;
}

/* A ship of a list finds gold in the fog: what stands behind it in the list answers, else the default does, and the
 * game never waits. */
START_TEST(what_a_build_asks_is_answered_by_its_list) {
    static const char ore[] = ",{'type':'choose_gold','take':{'ore':1}},{'type':'choose_gold',"
                              "'take':{'ore':2}}";
    struct random random = random_seeded(test_seed(35));
    enum { GAMES = 20, TURNS = 5 * PLAYERS, EACH = 3 };
    char decision[32], body[64];
    unsigned found[2] = {0}; /* without an answer, and with one */

    for (unsigned n = 0; n < GAMES && found[1] == 0; n++) {
        begin_in_fog();
        set_up_table(&random);
        unsigned owner = waited(decision);
        roll_two(owner);
        deal_again(EACH);
        for (unsigned seat = 0; seat < PLAYERS; seat++) {
            snprintf(body, sizeof body, "{'seat':%u,'setting':'pass'}", seat);
            put(0, 200, body);
        }
        for (unsigned turn = 0; turn < TURNS && found[1] == 0;
             turn++, owner = (owner + 1) % PLAYERS) {
            const bool answers = found[0] > 0 && ore_in_bank() >= 2;

            if (!sail(&random, owner, (owner + 1) % PLAYERS, answers ? ore : ""))
                continue;
            ck_assert_int_eq(took_ore(), answers);
            found[answers]++;
        }
    }
    ck_assert_uint_gt(found[0], 0);
    ck_assert_uint_gt(found[1], 0);
}
END_TEST

static Suite *suite(void) {
    return test_suite(
        "parts",
        (const struct test_case[]){
            {"asks", only_who_asks_is_waited_for, 0, 0, setup, teardown},
            {"beforehand", an_answer_beforehand_counts_once, 0, 0, setup, teardown},
            {"at once", all_who_ask_are_asked_at_once, 0, 0, setup_timed, teardown_timed},
            {"no more", who_does_not_want_to_be_asked_any_more_is_not, 0, 0, setup_timed,
             teardown_timed},
            {"told", everybody_is_told_once, 0, 0, setup_timed, teardown_timed},
            {"commands", commands_answer_before_the_part_comes, 0, 0, setup_timed, teardown_timed},
            {"together", answers_come_with_the_end_of_the_turn, 0, 0, setup_timed, teardown_timed},
            {"passed", a_setting_ends_the_part_that_waits, 0, 0, setup_timed, teardown_timed},
            {"outcomes", a_table_says_what_comes_of_builds, 0, 0, setup, teardown},
            {"late", all_time_runs_out_at_once, 0, 0, setup_timed, teardown_timed},
            {"pair", a_pair_asks_unless_told_otherwise, 0, 0, setup, teardown},
            {"refused", what_is_refused, 0, 0, setup, teardown},
            {"gold", what_a_build_asks_is_answered_by_its_list, 0, 60, setup, teardown},
            {"clockwise", builds_are_carried_out_clockwise, 0, 0, setup, teardown},
            {0},
        });
}

TEST_MAIN(suite)
