/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Standing orders over HTTP, with a clock set by the test. */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/games.h"
#include "db/orders.h"
#include "service/actor/runner.h"
#include "service/actor/waker.h"
#include "tests/service/people.h"
#include "tests/support/check_main.h"

#define SECOND INT64_C(1000)
#define HOUR   (3600 * SECOND)

/* A Wednesday. */
#define MORNING INT64_C(1768392000000)

enum { PLAYERS = 3, MEDIAN_S = 60, MAX_S = 240, SETUP_MOVES = 4 * PLAYERS, GAME_S = 600 };

static _Atomic int64_t now;
static struct person people[PLAYERS], bystander;
static char game[GAME_ID_SIZE];

static int64_t set_clock(void) {
    return atomic_load(&now);
}

static void setup(void) {
    static const char *const names[] = {"ada", "grace", "linus"};

    atomic_store(&now, MORNING);
    app_set_clock(set_clock);
    test_app_setup();
    for (unsigned i = 0; i < PLAYERS; i++)
        people[i] = person_new(names[i]);
    bystander = person_unknown();
}

static void teardown(void) {
    for (unsigned i = 0; i < PLAYERS; i++)
        person_gone(&people[i]);
    person_gone(&bystander);
    test_app_stop();
    app_set_clock(NULL);
}

/* Advances the time, and carries out what has become due. */
static void pass(int64_t ms) {
    atomic_fetch_add(&now, ms);
    ck_assert_int_ge(waker_run_due(&test_app, atomic_load(&now)), 0);
    ck_assert(runner_settle(test_app.runner));
}

static void give_orders(unsigned seat, const char *orders) {
    char body[4096];

    snprintf(body, sizeof body, "{'orders':%s}", orders);
    json_decref(person_ask(&people[seat], 200, "PUT", "", body, "/v1/games/%s/orders", game));
}

static void begin(const char *rules) {
    char body[512];

    snprintf(body, sizeof body,
             "{'rules':{%s,'players':3},'visibility':'private','seats':["
             "{'account':'me'},{'invite':'grace@example.org'},{'invite':'linus@example.org'}]}",
             rules);
    make_game(&people[0], body, game);
    for (unsigned i = 1; i < PLAYERS; i++) {
        person_confirm(&people[i]);
        POST_ONLY(&people[i], 200, NULL, "/v1/games/%s/join", game);
    }
}

static json_t *state(void) {
    return GET(&people[0], 200, "/v1/games/%s", game);
}

/* Makes a random move of SEAT. */
static bool move_at_random(struct random *random, unsigned seat) {
    char action[ACTION_TEXT_MAX], body[ACTION_TEXT_MAX + 64];
    json_t *at = state();
    long long seq = number_at(at, "seq");

    json_decref(at);
    if (!choose_action(&people[seat], random, game, "", action))
        return false;
    snprintf(body, sizeof body, "{\"action\":%s,\"seq\":%lld}", action, seq);
    return person_move(&people[seat], game, body);
}

/* The seat that the game waits for. */
static unsigned on_turn(void) {
    json_t *at = state();
    int seat = waits_for(at);

    json_decref(at);
    ck_assert_int_ge(seat, 0);
    return (unsigned)seat;
}

/* Plays the set-up; returns the player on turn. */
static unsigned play_setup(struct random *random) {
    for (unsigned i = 0; i < SETUP_MOVES; i++)
        move_at_random(random, on_turn());
    return on_turn();
}

static void move(unsigned seat, const char *action) {
    char body[512];

    snprintf(body, sizeof body, "{'action':%s}", action);
    POST_ONLY(&people[seat], 201, body, "/v1/games/%s/moves", game);
}

/* Rolls, and answers what a seven requires, until SEAT can act. */
static void roll(struct random *random, unsigned seat) {
    move(seat, "{'type':'roll'}");
    for (int i = 0; i < 10; i++) {
        json_t *at = state();
        const json_t *first = json_array_get(json_object_get(at, "waiting_for"), 0);
        bool turn = strcmp(text_at(first, "decision"), "turn") == 0;
        unsigned waited = (unsigned)number_at(first, "player");

        json_decref(at);
        if (turn)
            return;
        move_at_random(random, waited);
    }
    ck_abort_msg("a roll does not come to its end");
}

/* A kind of card that SEAT holds, other than OTHER; NULL if there is none. */
static const char *held_kind(unsigned seat, const char *other, char kind[16]) {
    json_t *view = GET(&people[seat], 200, "/v1/games/%s/view", game);
    const json_t *cards =
        json_object_get(json_array_get(json_object_get(view, "players"), seat), "cards");
    const char *name;
    json_t *count;

    kind[0] = '\0';
    json_object_foreach((json_t *)(uintptr_t)cards, name, count) {
        if (json_integer_value(count) > 0 && (other == NULL || strcmp(name, other) != 0))
            snprintf(kind, 16, "%s", name);
    }
    json_decref(view);
    return kind[0] == '\0' ? NULL : kind;
}

/* How many of the game's events are of this type, and the last of them, as seen by the player READER. */
static size_t count_events(const char *type, unsigned reader, json_t **last) {
    json_t *events = GET(&people[reader], 200, "/v1/games/%s/events?type=%s&limit=100", game, type);
    const json_t *items = json_object_get(events, "items");
    size_t n = json_array_size(items);

    if (last != NULL)
        *last = n == 0 ? NULL : json_deep_copy(json_array_get(items, n - 1));
    json_decref(events);
    return n;
}

/* Plays the base game until the player on turn can offer a card to each of the others, who have a card for it: writes
 * the kinds to GIVE (theirs) and WANT. */
static unsigned begin_trade(unsigned long long seed, unsigned other, char give[16], char want[16]) {
    struct random random = random_seeded(test_seed(seed));
    unsigned seat;

    begin("'game':'base'");
    for (seat = play_setup(&random);; seat = on_turn()) {
        roll(&random, seat);
        if (seat != other && held_kind(other, NULL, want) != NULL &&
            held_kind(seat, want, give) != NULL)
            return seat;
        move(seat, "{'type':'end_turn'}");
    }
}

static void offer(unsigned seat, const char *give, const char *want, unsigned to) {
    char action[200];

    snprintf(action, sizeof action,
             "{'type':'offer_trade','give':{'%s':1},'want':{'%s':1},'to':[%u]}", give, want, to);
    move(seat, action);
}

/* ---- offers ---- */

START_TEST(offers_are_answered_after_a_while) {
    char give[16], want[16], orders[512];
    unsigned seat = begin_trade(11, 2, give, want), third = 3 - 2 - seat;
    json_t *event;

    snprintf(orders, sizeof orders,
             "{'delay':{'median':%d,'max':%d},'offers':[{'answer':'accept','give':['%s'],'times':1}"
             ",{'answer':'refuse'}]}",
             MEDIAN_S, MAX_S, want);
    give_orders(2, orders);
    pass(2 * MAX_S * SECOND); /* checks everything: there is nothing yet */
    offer(seat, give, want, 2);
    pass(SECOND); /* never at once */
    ck_assert_uint_eq(count_events("accept_trade", seat, NULL), 0);
    pass(MAX_S * SECOND);
    ck_assert_uint_eq(count_events("accept_trade", seat, &event), 1);
    ck_assert_str_eq(text_at(event, "by"), "player");
    json_decref(event);
    /* the rule is used up: the next one declines */
    offer(seat, give, want, 2);
    pass(SECOND + MAX_S * SECOND);
    ck_assert_uint_eq(count_events("accept_trade", third, NULL), 1);
    ck_assert_uint_eq(count_events("decline_trade", third, &event), 1);
    ck_assert_str_eq(text_at(event, "by"), "player");
    json_decref(event);
    json_t *left = GET(&people[2], 200, "/v1/games/%s/orders", game);

    ck_assert_uint_eq(json_array_size(json_object_get(json_object_get(left, "orders"), "offers")),
                      1);
    json_decref(left);
}
END_TEST

START_TEST(new_orders_look_at_what_is_open) {
    char give[16], want[16];
    unsigned seat = begin_trade(12, 1, give, want);

    offer(seat, give, want, 1);
    pass(HOUR);
    give_orders(1, "{'delay':{'median':60,'max':240},'offers':[{'answer':'refuse'}]}");
    pass(SECOND);
    ck_assert_uint_eq(count_events("decline_trade", seat, NULL), 0);
    pass(MAX_S * SECOND);
    ck_assert_uint_eq(count_events("decline_trade", seat, NULL), 1);
}
END_TEST

START_TEST(a_restart_loses_no_answer) {
    char give[16], want[16];
    unsigned seat = begin_trade(13, 1, give, want);
    struct runner *old = test_app.runner;

    give_orders(1, "{'delay':{'median':60,'max':240},'offers':[{'answer':'refuse'}]}");
    offer(seat, give, want, 1);
    runner_stop(old);
    atomic_fetch_add(&now, MAX_S * SECOND);
    ck_assert_uint_eq(count_events("decline_trade", seat, NULL), 0);
    test_app.runner = runner_new(test_app.store);
    test_app.game_changed = runner_game_changed;
    ck_assert_ptr_nonnull(test_app.runner);
    ck_assert(runner_start(test_app.runner, test_server));
    runner_free(old);
    pass(0);
    ck_assert_uint_eq(count_events("decline_trade", seat, NULL), 1);
}
END_TEST

/* ---- privacy ---- */

/* All responses to PERSON about the game, as one text. */
static void look_around(struct person *person, char *text, size_t size) {
    static const char *const places[] = {"", "/view", "/events?limit=100", "/actions", "/board"};
    size_t used = 0;

    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        struct response response;
        char path[128];

        snprintf(path, sizeof path, "/v1/games/%s%s", game, places[i]);
        client_ask(&person->client, &response, "GET", path, person->header, NULL);
        ck_assert_int_eq(response.status, 200);
        ck_assert_uint_lt(used + response.size + strlen(response.head) + 2, size);
        const char *etag = response_header(&response, "ETag");

        used += (size_t)snprintf(text + used, size - used, "%s %s\n", etag == NULL ? "" : etag,
                                 response.body);
        response_free(&response);
    }
}

START_TEST(nobody_sees_that_there_are_any) {
    enum { TEXT = 1 << 18 };
    static char before[TEXT], after[TEXT];
    struct random random = random_seeded(test_seed(14));
    struct person stranger = person_new("eve");

    begin("'game':'base'");
    play_setup(&random);
    look_around(&people[0], before, sizeof before);
    give_orders(1, "{'roll':'always','offers':[{'answer':'refuse'}]}");
    look_around(&people[0], after, sizeof after);
    ck_assert_str_eq(before, after);
    json_t *own = GET(&people[1], 200, "/v1/games/%s/orders", game);
    json_t *other = GET(&people[0], 200, "/v1/games/%s/orders", game);

    ck_assert_int_eq(number_at(own, "seat"), 1);
    ck_assert_ptr_nonnull(json_object_get(json_object_get(own, "orders"), "roll"));
    ck_assert_int_eq(number_at(other, "seat"), 0);
    ck_assert_uint_eq(json_object_size(json_object_get(other, "orders")), 1); /* the delay */
    json_decref(own);
    json_decref(other);
    assert_problem(GET(&bystander, 401, "/v1/games/%s/orders", game), "unauthenticated", NULL);
    assert_problem(GET(&stranger, 404, "/v1/games/%s/orders", game), "not-found", NULL);
    assert_problem(
        person_ask(&stranger, 404, "PUT", "", "{'orders':{}}", "/v1/games/%s/orders", game),
        "not-found", NULL);
    json_decref(person_ask(&people[1], 204, "DELETE", "", NULL, "/v1/games/%s/orders", game));
    person_gone(&stranger);
}
END_TEST

/* ---- changing them ---- */

START_TEST(changes_are_matched) {
    struct random random = random_seeded(test_seed(15));
    char first[128], header[200];
    struct response response;
    char path[128];

    make_game(&people[0], "{'rules':{'game':'base','players':3}}", game);
    assert_problem(
        person_ask(&people[0], 409, "PUT", "", "{'orders':{}}", "/v1/games/%s/orders", game),
        "conflict", NULL);
    assert_problem(
        person_ask(&people[1], 403, "PUT", "", "{'orders':{}}", "/v1/games/%s/orders", game),
        "forbidden", NULL);
    begin("'game':'base'");
    play_setup(&random);
    give_orders(0, "{'roll':'always'}");
    snprintf(path, sizeof path, "/v1/games/%s/orders", game);
    client_ask(&people[0].client, &response, "GET", path, people[0].header, NULL);
    snprintf(first, sizeof first, "%s", response_header(&response, "ETag"));
    response_free(&response);
    snprintf(header, sizeof header, "If-None-Match: %s\r\n", first);
    json_decref(person_ask(&people[0], 304, "GET", header, NULL, "%s", path));
    snprintf(header, sizeof header, "If-Match: %s\r\n", first);
    json_decref(person_ask(&people[0], 200, "PUT", header, "{'orders':{}}", "%s", path));
    assert_problem(person_ask(&people[0], 412, "PUT", header, "{'orders':{}}", "%s", path), "stale",
                   NULL);
    assert_problem(person_ask(&people[0], 412, "DELETE", header, NULL, "%s", path), "stale", NULL);
    json_decref(person_ask(&people[0], 204, "DELETE", "", NULL, "%s", path));
    /* old orders are never taken for the present ones */
    pass(1);
    give_orders(0, "{'roll':'always'}");
    assert_problem(person_ask(&people[0], 412, "PUT", header, "{'orders':{}}", "%s", path), "stale",
                   NULL);
    POST_ONLY(&people[0], 200, NULL, "/v1/games/%s/resign", game);
    assert_problem(GET(&people[0], 403, "%s", path), "forbidden", NULL);
}
END_TEST

/* The number of rows left of a seat's orders. */
static size_t rows_left(void) {
    struct store_reader *reader = store_reader_get(test_app.store);
    struct store_orders orders[STORE_SEATS_MAX];
    struct store_game row;
    size_t n = 0;

    ck_assert_int_eq(store_game_get(reader, game, &row), STORE_OK);
    ck_assert_int_eq(store_orders_of_game(reader, row.id, orders, &n), STORE_OK);
    store_game_clear(&row);
    return n;
}

START_TEST(they_end_with_the_seat_and_with_the_account) {
    struct random random = random_seeded(test_seed(16));

    begin("'game':'base'");
    play_setup(&random);
    for (unsigned i = 0; i < PLAYERS; i++)
        give_orders(i, "{'roll':'if_nothing_before','discard':{}}");
    ck_assert_uint_eq(rows_left(), 3);
    json_decref(person_ask(&people[2], 204, "DELETE", "", NULL, "/v1/me"));
    ck_assert_uint_eq(rows_left(), 2);
    POST_ONLY(&people[1], 200, NULL, "/v1/games/%s/resign", game);
    ck_assert_uint_eq(rows_left(), 1);
    POST_ONLY(&people[0], 200, NULL, "/v1/games/%s/resign", game);
    ck_assert_uint_eq(rows_left(), 0);
}
END_TEST

/* ---- the player's own turn ---- */

static void assert_notes(unsigned seat, size_t count, const char *last, size_t plan) {
    json_t *orders = GET(&people[seat], 200, "/v1/games/%s/orders", game);
    const json_t *notes = json_object_get(orders, "notes");
    const json_t *left = json_object_get(json_object_get(orders, "orders"), "plan");

    REQUIRE(json_array_size(notes) == count, "%zu notes", json_array_size(notes));
    if (count > 0)
        REQUIRE(strstr(text_at(json_array_get(notes, count - 1), "text"), last) != NULL, "%s",
                text_at(json_array_get(notes, count - 1), "text"));
    REQUIRE(json_array_size(left) == plan, "%zu moves are left", json_array_size(left));
    ck_assert((plan > 0) == json_is_integer(json_object_get(orders, "plan_turn")));
    json_decref(orders);
}

/* Lets SEAT's orders act at most COUNT times. */
static void let_act(int count) {
    for (int i = 0; i < count; i++)
        pass(MAX_S * SECOND);
}

static long long turn_number(void) {
    json_t *at = state();
    long long number = number_at(json_object_get(at, "turn"), "number");

    json_decref(at);
    return number;
}

START_TEST(a_plan_is_for_the_next_turn) {
    struct random random = random_seeded(test_seed(17));
    unsigned seat, next;

    begin("'game':'base'");
    seat = play_setup(&random);
    next = (seat + 1) % PLAYERS;
    give_orders(next, "{'delay':{'median':60,'max':240},'discard':{},'plan':[{'move':'buy','if':"
                      "'turn > 99'},{'move':'end','if':'turn > 1'}]}");
    let_act(3);
    ck_assert_uint_eq(on_turn(), seat); /* it is not their turn */
    roll(&random, seat);
    move(seat, "{'type':'end_turn'}");
    ck_assert_uint_eq(on_turn(), next);
    let_act(1); /* the dice */
    ck_assert_uint_eq(count_events("roll", seat, NULL), 2);
    while (turn_number() == 2) { /* they answer a seven themselves */
        json_t *at = state();
        const json_t *first = json_array_get(json_object_get(at, "waiting_for"), 0);
        bool turn = strcmp(text_at(first, "decision"), "turn") == 0;
        unsigned waited = (unsigned)number_at(first, "player");

        json_decref(at);
        if (!turn)
            move_at_random(&random, waited);
        else
            let_act(1);
    }
    assert_notes(next, 1, "passed over \"buy\", as \"turn > 99\" did not hold", 0);
    json_t *ended;

    ck_assert_uint_eq(count_events("end_turn", seat, &ended), 2);
    ck_assert_str_eq(text_at(ended, "by"), "player");
    json_decref(ended);
}
END_TEST

/* If all turns are empty the game continues by itself; the orders stay for later turns. */
START_TEST(empty_turns_pass_by) {
    enum { TURNS = 7 };
    static const char orders[] =
        "{'delay':{'median':60,'max':240},'discard':{},'move_robber':'robber','empty_turn':"
        "{'ignore':['build_settlement','build_city','build_road','buy_dev_card'],'hand':127}}";
    struct random random = random_seeded(test_seed(19));

    begin("'game':'base'");
    play_setup(&random);
    for (unsigned seat = 0; seat < PLAYERS; seat++)
        give_orders(seat, orders);
    for (int i = 0; i < 6 * TURNS && turn_number() <= TURNS; i++)
        let_act(1);
    ck_assert_int_gt(turn_number(), TURNS);
    ck_assert_uint_ge(count_events("end_turn", 0, NULL), TURNS);
    for (unsigned seat = 0; seat < PLAYERS; seat++) {
        json_t *kept = GET(&people[seat], 200, "/v1/games/%s/orders", game);

        ck_assert_ptr_nonnull(json_object_get(json_object_get(kept, "orders"), "empty_turn"));
        json_decref(kept);
    }
    give_orders(on_turn(), "{}"); /* they no longer skip their turns */
    long long turn = turn_number();

    let_act(6);
    ck_assert_int_eq(turn_number(), turn);
}
END_TEST

START_TEST(a_plan_is_dropped_where_it_is_not_legal) {
    struct random random = random_seeded(test_seed(18));
    unsigned seat, next;

    begin("'game':'base'");
    seat = play_setup(&random);
    next = (seat + 1) % PLAYERS;
    give_orders(next, "{'delay':{'median':60,'max':240},'plan':[{'move':'city 0','when':"
                      "'before_roll'},'end']}");
    roll(&random, seat);
    move(seat, "{'type':'end_turn'}");
    let_act(2);
    assert_notes(next, 1, "dropped at \"city 0\", which is not legal: ", 0);
    ck_assert_uint_eq(on_turn(), next);
    /* a plan that was not carried out in its turn is dropped in the next */
    give_orders(seat, "{'delay':{'median':60,'max':240},'roll':'always'}");
    roll(&random, next);
    give_orders(next, "{'delay':{'median':60,'max':240},'plan':['if turn > 99: end']}");
    move(next, "{'type':'end_turn'}");
    assert_notes(next, 1, "dropped", 1);
}
END_TEST

START_TEST(a_plan_waits_for_its_condition) {
    struct random random = random_seeded(test_seed(19));
    unsigned seat;

    begin("'game':'base'");
    seat = play_setup(&random);
    give_orders(seat, "{'delay':{'median':60,'max':240},'plan':[{'move':'end','when':"
                      "'before_roll','if':'turn >= 99','otherwise':'wait'}]}");
    for (unsigned i = 0; i < PLAYERS; i++) {
        unsigned at = on_turn();

        roll(&random, at);
        move(at, "{'type':'end_turn'}");
    }
    ck_assert_uint_eq(on_turn(), seat);
    let_act(2);
    assert_notes(seat, 0, "", 1);
    json_t *orders = GET(&people[seat], 200, "/v1/games/%s/orders", game);

    ck_assert_int_eq(number_at(orders, "plan_turn"), 1 + 2 * PLAYERS);
    json_decref(orders);
}
END_TEST

/* ---- whole games ---- */

/* Decisions that the orders below leave to the person. */
static bool own_business(const char *decision) {
    static const char *const covered[] = {"discard",
                                          "give_cards",
                                          "commit_knights",
                                          "take_resource",
                                          "give_commodity",
                                          "choose_pillaged_city",
                                          "relocate_knight",
                                          "remove_knight",
                                          "choose_progress_deck",
                                          "discard_progress_card"};

    for (size_t i = 0; i < sizeof covered / sizeof *covered; i++)
        if (strcmp(decision, covered[i]) == 0)
            return false;
    return true;
}

/* A person who has to act in person; -1 for none. */
static int next_person(bool *over) {
    json_t *at = state();
    const json_t *waiting = json_object_get(at, "waiting_for");
    int found = -1;

    *over = strcmp(text_at(at, "status"), "active") != 0;
    for (size_t i = 0; i < json_array_size(waiting) && found < 0; i++)
        if (own_business(text_at(json_array_get(waiting, i), "decision")))
            found = (int)number_at(json_array_get(waiting, i), "player");
    json_decref(at);
    return found;
}

/* How many events READER sees as made by the orders of others. */
static size_t by_orders(unsigned reader) {
    size_t n = 0, count = 1;

    for (long long after = 0; count > 0; after += (long long)count) {
        json_t *events =
            GET(&people[reader], 200, "/v1/games/%s/events?after=%lld&limit=100", game, after);
        const json_t *items = json_object_get(events, "items");

        count = json_array_size(items);
        for (size_t i = 0; i < count; i++)
            n += strcmp(text_at(json_array_get(items, i), "by"), "order") == 0 &&
                 number_at(json_array_get(items, i), "player") != reader;
        json_decref(events);
    }
    return n;
}

/* Random moves make no progress: a game that has gone on for long enough ends by resignations. */
static void all_but_one_resign(void) {
    for (unsigned i = 1; i < PLAYERS; i++)
        POST_ONLY(&people[i], 200, NULL, "/v1/games/%s/resign", game);
}

/* People never answer what their orders can answer, and the game ends. */
START_TEST(a_game_goes_on_by_orders) {
    enum { MOVES_MAX = 3000, SHORT_GAME = 400, STUCK = 12 };
    static const char all[] =
        "{'delay':{'median':60,'max':240},'discard':{'first':['wool'],'keep':{'ore':2}},"
        "'saboteur':{},'wedding':{'first':['brick']},'harbor':'most_held','pillage':'fewest_pips',"
        "'relocate':'nearest','deserter':'weakest','aqueduct':['ore','grain'],'deck':['science'],"
        "'progress_discard':['warlord'],'commit':'as_needed','end_turn':'if_nothing_but_trades',"
        "'offers':[{'answer':'accept','rate':{'give':1,'get':1}},{'answer':'refuse'}]}";
    struct random random = random_seeded(test_seed(20));
    bool over = false;
    int stuck = 0, moves = 0;

    begin("'game':'cities_and_knights','edition':'ck2020','variants':['nasty'],"
          "'victory_points':7");
    for (unsigned i = 0; i < PLAYERS; i++)
        give_orders(i, all);
    for (; stuck < STUCK; moves++) {
        int seat = next_person(&over);

        if (over)
            break;
        if (moves == MOVES_MAX) {
            all_but_one_resign();
            continue;
        }
        if (moves == SHORT_GAME)
            ck_assert_uint_eq(by_orders(0), 0);
        if (seat >= 0 && move_at_random(&random, (unsigned)seat)) {
            stuck = 0;
            continue;
        }
        stuck++;
        pass(MAX_S * SECOND);
    }
    REQUIRE(over, "the game stands still");
    /* the server rolls the dice, and a few moves may win without a question in between */
    ck_assert(by_orders(0) > 0 || moves < SHORT_GAME);
    ck_assert_uint_eq(rows_left(), 0);
}
END_TEST

static Suite *suite(void) {
    return test_suite(
        "orders_live",
        (const struct test_case[]){
            {"offers", offers_are_answered_after_a_while, 0, 0, setup, teardown},
            {"new", new_orders_look_at_what_is_open, 0, 0, setup, teardown},
            {"restart", a_restart_loses_no_answer, 0, 0, setup, teardown},
            {"private", nobody_sees_that_there_are_any, 0, 0, setup, teardown},
            {"matched", changes_are_matched, 0, 0, setup, teardown},
            {"end", they_end_with_the_seat_and_with_the_account, 0, 0, setup, teardown},
            {"plan", a_plan_is_for_the_next_turn, 0, 0, setup, teardown},
            {"empty", empty_turns_pass_by, 0, 0, setup, teardown},
            {"illegal", a_plan_is_dropped_where_it_is_not_legal, 0, 0, setup, teardown},
            {"waits", a_plan_waits_for_its_condition, 0, 0, setup, teardown},
            {"game", a_game_goes_on_by_orders, 0, GAME_S, setup, teardown},
            {0},
        });
}

TEST_MAIN(suite)
