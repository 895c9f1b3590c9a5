/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* An account's own data as one stream: what it contains, and what it never does. */
#include <stdio.h>
#include <string.h>

#include "tests/service/people.h"
#include "tests/support/check_main.h"
#include "tests/support/sql.h"

enum { LINES_MAX = 4096 };

/* The lines of an export. */
static struct lines {
    json_t *items[LINES_MAX];
    size_t n;
    char *text;
} lines;

static void read_export(struct person *person) {
    struct response response;
    char *rest, *line;

    client_ask(&person->client, &response, "GET", "/v1/me/export", person->header, NULL);
    ck_assert_int_eq(response.status, 200);
    ck_assert_str_eq(response_header(&response, "Content-Type"), "application/x-ndjson");
    lines.text = strdup(response.body);
    lines.n = 0;
    for (line = strtok_r(response.body, "\n", &rest); line != NULL;
         line = strtok_r(NULL, "\n", &rest)) {
        json_t *item = json_loads(line, 0, NULL);

        ck_assert_msg(item != NULL && lines.n < LINES_MAX, "%s", line);
        lines.items[lines.n++] = item;
    }
    response_free(&response);
    ck_assert_uint_gt(lines.n, 1);
    ck_assert_str_eq(text_at(lines.items[0], "type"), "account");
    ck_assert_str_eq(text_at(lines.items[lines.n - 1], "type"), "end");
    ck_assert_int_eq(number_at(json_object_get(lines.items[lines.n - 1], "value"), "lines"),
                     (long long)lines.n);
}

static void free_export(void) {
    for (size_t i = 0; i < lines.n; i++)
        json_decref(lines.items[i]);
    free(lines.text);
    lines = (struct lines){.n = 0};
}

static size_t count_lines(const char *type) {
    size_t n = 0;

    for (size_t i = 0; i < lines.n; i++)
        n += strcmp(text_at(lines.items[i], "type"), type) == 0;
    return n;
}

static const json_t *line_of(const char *type) {
    for (size_t i = 0; i < lines.n; i++)
        if (strcmp(text_at(lines.items[i], "type"), type) == 0)
            return json_object_get(lines.items[i], "value");
    ck_abort_msg("no line of type %s", type);
}

static bool is_told(const char *text) {
    return strstr(lines.text, text) != NULL;
}

static char game[GAME_ID_SIZE];

/* A game of two people, with texts by each of them. */
static void play_a_little(void) {
    make_game(&ada,
              "{'name':'ours','rules':{'game':'base','players':3},'board':{'layout':'beginner'},"
              "'visibility':'unlisted','seats':[{'account':'me'},{'open':true},{'bot':'random'}]}",
              game);
}

static void write_a_little(void) {
    json_decref(
        person_ask(&ada, 200, "PUT", "", "{'text':'my own plan'}", "/v1/games/%s/notes", game));
    json_decref(person_ask(&grace, 200, "PUT", "", "{'text':'her secret plan'}",
                           "/v1/games/%s/notes", game));
    POST_ONLY(&ada, 201, "{'text':'hello all'}", "/v1/games/%s/talk", game);
    POST_ONLY(&grace, 201, "{'text':'only for ada','to':[0]}", "/v1/games/%s/talk", game);
    POST_ONLY(&ada, 201, "{'name':'laptop'}", "/v1/me/tokens");
    json_decref(
        person_ask(&ada, 200, "PUT", "",
                   "{'zone':'Europe/Berlin','quiet':null,'weekends_free':true,'vacations':[]}",
                   "/v1/me/calendar"));
}

/* An answer of ada's to a puzzle, which housekeeping would have cut, and a lesson that she has finished. */
static void learn_a_little(void) {
    sql_force("hexpost.db",
              "INSERT INTO puzzles (public_id, game_id, after, seat, theme, best, chance, next)"
              " SELECT 'puzzle', id, 1, 0, 0, '{}', 600, 500 FROM games;"
              "INSERT INTO puzzle_answers (account_id, puzzle_id, at, solved)"
              " SELECT a.id, p.id, 7, 1 FROM accounts a, puzzles p WHERE a.name = 'ada';"
              "INSERT INTO lessons_passed (account_id, lesson, at)"
              " SELECT id, 'harbors', 8 FROM accounts WHERE name = 'ada'");
}

static void setup(void) {
    people_setup();
    play_a_little();
    POST_ONLY(&grace, 200, NULL, "/v1/games/%s/join", game);
    write_a_little();
    learn_a_little();
}

START_TEST(all_that_is_ones_own_is_in_it) {
    static const char *const once[] = {"account", "mail",   "calendar", "game",
                                       "view",    "notes",  "orders",   "special_build",
                                       "end",     "puzzle", "lesson"};

    read_export(&ada);
    for (size_t i = 0; i < sizeof once / sizeof *once; i++)
        ck_assert_msg(count_lines(once[i]) == 1, "%s: %zu", once[i], count_lines(once[i]));
    ck_assert_uint_eq(count_lines("token"), 2);
    ck_assert_uint_eq(count_lines("talk"), 2);
    ck_assert_str_eq(text_at(line_of("account"), "name"), "ada");
    ck_assert_str_eq(text_at(line_of("mail"), "address"), "ada@example.org");
    ck_assert_str_eq(text_at(line_of("calendar"), "zone"), "Europe/Berlin");
    ck_assert_str_eq(text_at(line_of("notes"), "text"), "my own plan");
    ck_assert_str_eq(text_at(line_of("game"), "id"), game);
    ck_assert_str_eq(text_at(line_of("puzzle"), "puzzle"), "puzzle");
    ck_assert(json_is_true(json_object_get(line_of("puzzle"), "solved")));
    ck_assert_str_eq(text_at(line_of("lesson"), "lesson"), "harbors");
    ck_assert(is_told("only for ada"));
    ck_assert(is_told("hello all"));
    free_export();
}
END_TEST

/* No secret of a token, no card of another hand, no private text of others. */
START_TEST(nothing_of_others_is_in_it) {
    const json_t *players;
    const char *secret = strstr(ada.header, "hxp_");
    char token[64];

    ck_assert_ptr_nonnull(secret);
    snprintf(token, sizeof token, "%.*s", (int)strcspn(secret, "\r"), secret);
    read_export(&ada);
    ck_assert(!is_told(token));
    ck_assert(!is_told("hxp_"));
    ck_assert(!is_told("her secret plan"));
    ck_assert(!is_told("server_seed\":\""));
    ck_assert_uint_eq(count_lines("record"), 0);
    players = json_object_get(line_of("view"), "players");
    ck_assert(!json_is_null(json_object_get(json_array_get(players, 0), "cards")));
    ck_assert(json_object_get(json_array_get(players, 1), "cards") == NULL ||
              json_is_null(json_object_get(json_array_get(players, 1), "cards")));
    free_export();
    read_export(&grace);
    ck_assert(!is_told("my own plan"));
    ck_assert(is_told("her secret plan"));
    ck_assert_uint_eq(count_lines("puzzle") + count_lines("lesson"), 0);
    ck_assert(!is_told("laptop"));
    free_export();
}
END_TEST

START_TEST(a_game_that_is_over_has_its_record) {
    char table[GAME_ID_SIZE];

    make_game(&ada, "{'mode':'table','rules':{'game':'base','players':2}}", table);
    POST_ONLY(&ada, 200, NULL, "/v1/games/%s/resign", table);
    read_export(&ada);
    ck_assert_uint_eq(count_lines("record"), 1);
    ck_assert_uint_eq(count_lines("game"), 2);
    ck_assert_str_eq(text_at(line_of("record"), "format"), "hexpost-record/1");
    free_export();
}
END_TEST

/* More games than are loaded at once, more messages than fit into one piece. */
START_TEST(much_comes_whole) {
    enum { GAMES = 101 };
    char other[GAME_ID_SIZE];

    for (int i = 0; i < GAMES; i++)
        make_game(&ada, "{'mode':'table','rules':{'game':'base','players':2}}", other);
    read_export(&ada);
    ck_assert_uint_eq(count_lines("game"), GAMES + 1);
    ck_assert_uint_eq(count_lines("record"), GAMES);
    free_export();
}
END_TEST

START_TEST(only_who_may_do_everything_gets_it) {
    struct person guest = person_unknown();
    json_t *token =
        POST(&ada, 201, "{'name':'narrow','scopes':['game:read','game:play']}", "/v1/me/tokens");

    snprintf(guest.header, sizeof guest.header, "Authorization: Bearer %s\r\n",
             text_at(token, "token"));
    json_decref(token);
    GET_ONLY(&guest, 403, "/v1/me/export");
    GET_ONLY(&nobody, 401, "/v1/me/export");
    person_gone(&guest);
}
END_TEST

#define PEOPLE .setup = setup, .teardown = people_teardown

static Suite *suite(void) {
    return test_suite(
        "export",
        (const struct test_case[]){
            {"all_that_is_ones_own_is_in_it", all_that_is_ones_own_is_in_it, PEOPLE},
            {"nothing_of_others_is_in_it", nothing_of_others_is_in_it, PEOPLE},
            {"a_game_that_is_over_has_its_record", a_game_that_is_over_has_its_record, PEOPLE},
            {"much_comes_whole", much_comes_whole, PEOPLE},
            {"only_who_may_do_everything_gets_it", only_who_may_do_everything_gets_it, PEOPLE},
            {0},
        });
}
TEST_MAIN(suite)
