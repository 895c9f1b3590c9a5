/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Parts of others' turns over HTTP: six people with all three settings, and a table (rules,
 * */
#include <stdio.h>
#include <string.h>

#include "service/actor/runner.h"
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

static void begin(const char *turns) {
    char body[512];

    snprintf(body, sizeof body,
             "{'rules':{'game':'base','players':6,'options':{'turns56':'%s'}},"
             "'seats':[{'account':'me'},{'open':true},{'open':true},{'open':true},{'open':true},"
             "{'open':true}]}",
             turns);
    make_game(&people[0], body, game);
    for (unsigned i = 1; i < PLAYERS; i++)
        POST_ONLY(&people[i], 200, NULL, "/v1/games/%s/join", game);
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

/* A table at which everybody holds one card of each resource: plans and answers are carried out in the
 * order of the seats, and what cannot be made is skipped. */
START_TEST(builds_are_carried_out_clockwise) {
    struct random random = random_seeded(test_seed(34));
    char decision[32];
    json_t *events;

    make_game(&people[0],
              "{'mode':'table','rules':{'game':'base','players':6,"
              "'options':{'turns56':'special_build'}}}",
              game);
    set_up_table(&random);
    roll_two(0);
    deal_again(1);
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
        "parts", (const struct test_case[]){
                     {"asks", only_who_asks_is_waited_for, 0, 0, setup, teardown},
                     {"beforehand", an_answer_beforehand_counts_once, 0, 0, setup, teardown},
                     {"pair", a_pair_asks_unless_told_otherwise, 0, 0, setup, teardown},
                     {"refused", what_is_refused, 0, 0, setup, teardown},
                     {"gold", what_a_build_asks_is_answered_by_its_list, 0, 60, setup, teardown},
                     {"clockwise", builds_are_carried_out_clockwise, 0, 0, setup, teardown},
                     {0},
                 });
}

TEST_MAIN(suite)
