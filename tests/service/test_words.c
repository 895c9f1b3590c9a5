/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Moves in notation over HTTP, listings in notation, and recaps of what a player has missed. */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "service/cli/cli.h"
#include "tests/service/people.h"
#include "tests/support/check_main.h"
#include "tests/support/postgres.h"

enum { WORDS_SIZE = 512, MOVES = 40 };

static struct person ann, ben, eve;
static char game[GAME_ID_SIZE];

/* A running game of two. */
static void set_up(void) {
    test_app_setup();
    ann = person_new("ann");
    ben = person_new("ben");
    eve = person_new("eve");
    make_game(&ann, "{'rules':{'game':'base','players':2},'board':{'layout':'beginner'}}", game);
    POST_ONLY(&ben, 200, NULL, "/v1/games/%s/join", game);
}

static void tear_down(void) {
    person_gone(&ann);
    person_gone(&ben);
    person_gone(&eve);
    test_app_stop();
}

static struct person *of_seat(int seat) {
    return seat == 0 ? &ann : &ben;
}

static int waited_for(void) {
    json_t *state = GET(&ann, 200, "/v1/games/%s", game);
    int seat = waits_for(state);

    json_decref(state);
    ck_assert_int_ge(seat, 0);
    return seat;
}

/* The first complete move of a listing, in notation. */
static void first_words(struct person *person, char words[WORDS_SIZE]) {
    json_t *list = GET(person, 200, "/v1/games/%s/actions?words=true", game);
    const json_t *actions = json_object_get(list, "actions");
    const json_t *texts = json_object_get(list, "words");

    ck_assert_uint_gt(json_array_size(actions), 0);
    ck_assert_uint_eq(json_array_size(actions), json_array_size(texts));
    words[0] = '\0';
    for (size_t i = 0; i < json_array_size(texts) && words[0] == '\0'; i++)
        if (strstr(json_string_value(json_array_get(texts, i)), "...") == NULL)
            snprintf(words, WORDS_SIZE, "%s", json_string_value(json_array_get(texts, i)));
    ck_assert_str_ne(words, "");
    json_decref(list);
}

/* ---- moves ---- */

START_TEST(a_game_is_played_in_words) {
    char body[2 * WORDS_SIZE];

    for (unsigned i = 0; i < MOVES; i++) {
        struct person *mover = of_seat(waited_for());
        char words[WORDS_SIZE];

        first_words(mover, words);
        snprintf(body, sizeof body, "{'words':'%s'}", words);
        POST_ONLY(mover, 201, body, "/v1/games/%s/moves", game);
    }
}
END_TEST

START_TEST(words_that_cannot_be_read) {
    struct person *mover = of_seat(waited_for());
    json_t *problem = POST(mover, 422, "{'words':'setle 14'}", "/v1/games/%s/moves", game);
    const char *detail = text_at(json_array_get(json_object_get(problem, "errors"), 0), "detail");

    ck_assert_msg(strstr(detail, "did you mean \"settle\"?") != NULL, "%s", detail);
    assert_problem(problem, "invalid", "/words");
    assert_problem(POST(mover, 422, "{'words':'settle 14','moves':[]}", "/v1/games/%s/moves", game),
                   "invalid", "/moves");
    assert_problem(POST(mover, 422, "{'words':7}", "/v1/games/%s/moves", game), "invalid",
                   "/words");
    assert_problem(POST(mover, 422, "{'words':''}", "/v1/games/%s/moves", game), "invalid",
                   "/words");
}
END_TEST

/* All moves of a line or none, and only if the game has not moved on. */
START_TEST(several_moves_in_words) {
    struct person *mover = of_seat(waited_for());
    json_t *answer = POST(mover, 200, "{'words':'settle 14; road 14-19','dry_run':true}",
                          "/v1/games/%s/moves", game);
    long long seq;

    ck_assert_uint_eq(json_array_size(json_object_get(answer, "events")), 2);
    json_decref(answer);
    answer = POST(mover, 422, "{'words':'settle 14; road 20-25'}", "/v1/games/%s/moves", game);
    ck_assert_int_eq(number_at(answer, "index"), 1);
    assert_problem(answer, "illegal-move", NULL);
    assert_problem(POST(mover, 409, "{'words':'settle 14','seq':99}", "/v1/games/%s/moves", game),
                   "stale", NULL);
    answer = POST(mover, 201, "{'words':'settle 14; road 14-19'}", "/v1/games/%s/moves", game);
    seq = number_at(answer, "seq");
    json_decref(answer);
    ck_assert_int_gt(seq, 2);
}
END_TEST

/* ---- recaps ---- */

START_TEST(a_recap_tells_what_is_new) {
    int seat = waited_for();
    struct person *mover = of_seat(seat), *other = of_seat(1 - seat);
    json_t *recap;
    long long to;

    /* A player who has never looked gets everything. */
    recap = GET(other, 200, "/v1/games/%s/recap", game);
    ck_assert_int_eq(number_at(recap, "from"), 0);
    json_decref(recap);
    POST_ONLY(mover, 201, "{'words':'settle 14; road 14-19'}", "/v1/games/%s/moves", game);
    recap = GET(other, 200, "/v1/games/%s/recap?since=1&mark=true", game);
    to = number_at(recap, "to");
    ck_assert_int_ge(to, 3);
    json_decref(recap);
    recap = GET(other, 200, "/v1/games/%s/recap?since=%lld", game, to);
    ck_assert_uint_eq(json_array_size(json_object_get(recap, "sentences")), 0);
    json_decref(recap);
    /* After marking as seen, only what follows. */
    recap = GET(other, 200, "/v1/games/%s/recap", game);
    ck_assert_int_ge(number_at(recap, "from"), to);
    json_decref(recap);
    /* The mover knows their own moves. */
    recap = GET(mover, 200, "/v1/games/%s/recap", game);
    ck_assert_int_ge(number_at(recap, "from"), 3);
    json_decref(recap);
}
END_TEST

START_TEST(a_recap_is_written_in_sentences) {
    int seat = waited_for();
    json_t *recap, *lines;
    bool settled = false;

    POST_ONLY(of_seat(seat), 201, "{'words':'settle 14; road 14-19'}", "/v1/games/%s/moves", game);
    recap = GET(&eve, 200, "/v1/games/%s/recap?since=1", game);
    lines = json_object_get(recap, "sentences");
    ck_assert_uint_ge(json_array_size(lines), 2);
    settled =
        strstr(text_at(json_array_get(lines, 0), "text"), " built a settlement at 14.") != NULL;
    ck_assert_msg(settled, "%s", text_at(json_array_get(lines, 0), "text"));
    json_t *who = json_array_get(json_object_get(json_array_get(lines, 0), "parts"), 0);
    ck_assert_str_eq(text_at(who, "text"), of_seat(seat)->name);
    json_t *named = json_array_get(json_object_get(json_array_get(lines, 0), "parts"), 2);
    ck_assert_str_eq(text_at(named, "type"), "vertex");
    ck_assert_int_eq(number_at(named, "id"), 14);
    json_t *player = json_array_get(json_object_get(recap, "summary"), (size_t)seat);
    ck_assert_int_eq(number_at(json_object_get(player, "built"), "settlement"), 1);
    ck_assert_int_eq(number_at(json_object_get(player, "built"), "road"), 1);
    ck_assert_int_eq(number_at(json_object_get(player, "points"), "to"), 1);
    json_decref(recap);
}
END_TEST

/* `undo` without a number refers to the moves that still count, not to the log's last event. */
START_TEST(undo_alone_takes_back_what_counts) {
    int seat = waited_for();
    json_t *made;

    for (int i = 0; i < 2; i++) {
        POST_ONLY(of_seat(seat), 201, "{'words':'settle 14'}", "/v1/games/%s/moves", game);
        made = POST(of_seat(seat), 201, "{'words':'undo'}", "/v1/games/%s/moves", game);
        json_t *event = json_array_get(json_object_get(made, "events"), 0);
        ck_assert_int_eq(number_at(json_object_get(event, "action"), "to_seq"), 1);
        json_decref(made);
    }
    POST_ONLY(of_seat(seat), 201, "{'words':'settle 14; undo; settle 14; road 14-19; undo; undo'}",
              "/v1/games/%s/moves", game);
    made = POST(of_seat(seat), 422, "{'words':'undo'}", "/v1/games/%s/moves", game);
    ck_assert_str_eq(text_at(made, "reason"), "nothing_to_undo");
    json_decref(made);
}
END_TEST

/* Undone moves are not reported. */
START_TEST(a_recap_forgets_what_was_taken_back) {
    int seat = waited_for();
    json_t *recap, *lines;
    bool undone = false;

    POST_ONLY(of_seat(seat), 201, "{'words':'settle 14'}", "/v1/games/%s/moves", game);
    POST_ONLY(of_seat(seat), 201, "{'words':'undo'}", "/v1/games/%s/moves", game);
    POST_ONLY(of_seat(seat), 201, "{'words':'settle 20'}", "/v1/games/%s/moves", game);
    recap = GET(&eve, 200, "/v1/games/%s/recap?since=1", game);
    lines = json_object_get(recap, "sentences");
    for (size_t i = 0; i < json_array_size(lines); i++) {
        const char *text = text_at(json_array_get(lines, i), "text");

        ck_assert_msg(strstr(text, " at 14") == NULL, "%s", text);
        undone = undone || strstr(text, "took back the moves after") != NULL;
    }
    ck_assert(undone);
    json_t *player = json_array_get(json_object_get(recap, "summary"), (size_t)seat);
    ck_assert_int_eq(number_at(json_object_get(player, "built"), "settlement"), 1);
    json_decref(recap);
}
END_TEST

/* ---- the log on the command line ---- */

START_TEST(the_log_is_printed_in_words) {
    static char text[1 << 14];
    char db[ADDRESS_SIZE], *arguments[] = {"--db", db, game};
    int out = dup(STDOUT_FILENO), file = open("words.log", O_CREAT | O_RDWR | O_TRUNC, 0600);
    ssize_t size;

    snprintf(db, sizeof db, "%s", test_database("hexpost.db"));
    POST_ONLY(of_seat(waited_for()), 201, "{'words':'settle 14; road 14-19'}", "/v1/games/%s/moves",
              game);
    ck_assert(out >= 0 && file >= 0);
    fflush(stdout);
    ck_assert_int_ge(dup2(file, STDOUT_FILENO), 0);
    int status = cli_log(3, arguments);
    fflush(stdout);
    ck_assert_int_ge(dup2(out, STDOUT_FILENO), 0);
    size = pread(file, text, sizeof text - 1, 0);
    close(file);
    close(out);
    ck_assert_int_eq(status, 0);
    ck_assert_int_gt(size, 0);
    text[size] = '\0';
    ck_assert_msg(strstr(text, "Red is ann\n") != NULL, "%s", text);
    ck_assert_msg(strstr(text, "  settle 14  ") != NULL, "%s", text);
    ck_assert_msg(strstr(text, " built a road at 14-19.\n") != NULL, "%s", text);
}
END_TEST

/* The type of a part of an event's sentence. */
static const char *part_type(const json_t *event, size_t i) {
    return text_at(json_array_get(json_object_get(json_object_get(event, "sentence"), "parts"), i),
                   "type");
}

START_TEST(events_are_told_where_asked_for) {
    json_t *list, *event, *told;

    POST_ONLY(of_seat(waited_for()), 201, "{'words':'settle 14; road 14-19'}", "/v1/games/%s/moves",
              game);
    list = GET(&eve, 200, "/v1/games/%s/events?type=build_settlement&sentences=en", game);
    event = json_array_get(json_object_get(list, "items"), 0);
    told = json_object_get(event, "sentence");
    ck_assert_ptr_nonnull(strstr(text_at(told, "text"), " built a settlement at 14."));
    ck_assert_str_eq(part_type(event, 0), "player");
    ck_assert_str_eq(part_type(event, 1), "text");
    ck_assert_str_eq(part_type(event, 2), "vertex");
    json_decref(list);
    list = GET(&eve, 200, "/v1/games/%s/events?type=build_settlement&sentences=de", game);
    told = json_object_get(json_array_get(json_object_get(list, "items"), 0), "sentence");
    ck_assert_ptr_nonnull(strstr(text_at(told, "text"), " Siedlung "));
    json_decref(list);
    list = GET(&eve, 200, "/v1/games/%s/events?type=build_settlement", game);
    ck_assert_ptr_null(
        json_object_get(json_array_get(json_object_get(list, "items"), 0), "sentence"));
    json_decref(list);
    list = GET(&eve, 200, "/v1/events?type=build_settlement&sentences=en");
    event = json_object_get(json_array_get(json_object_get(list, "items"), 0), "event");
    ck_assert_str_eq(part_type(event, 0), "player");
    json_decref(list);
    json_decref(GET(&eve, 422, "/v1/games/%s/events?sentences=xx", game));
}
END_TEST

/* Only the reader of a sentence is addressed as "you". */
START_TEST(players_are_spoken_to) {
    int seat = waited_for();
    json_t *answer = POST(of_seat(seat), 201, "{'words':'settle 14; road 14-19'}",
                          "/v1/games/%s/moves?sentences=en", game);
    json_t *events = json_object_get(answer, "events"), *list;

    ck_assert_str_eq(text_at(json_object_get(json_array_get(events, 0), "sentence"), "text"),
                     "You built a settlement at 14.");
    ck_assert_str_eq(part_type(json_array_get(events, 1), 2), "edge");
    json_decref(answer);
    list =
        GET(of_seat(1 - seat), 200, "/v1/games/%s/events?type=build_settlement&sentences=en", game);
    events = json_object_get(list, "items");
    ck_assert_ptr_null(
        strstr(text_at(json_object_get(json_array_get(events, 0), "sentence"), "text"), "You"));
    json_decref(list);
    assert_problem(
        POST(of_seat(1 - seat), 422, "{'words':'end'}", "/v1/games/%s/moves?sentences=xx", game),
        "invalid", "sentences");
}
END_TEST

START_TEST(looked_is_kept_and_judged) {
    struct person stranger = person_unknown();
    json_t *recap;

    json_decref(person_ask(&eve, 204, "PUT", "", "{'seq':1}", "/v1/games/%s/looked", game));
    recap = GET(&eve, 200, "/v1/games/%s/recap", game);
    ck_assert_int_eq(number_at(recap, "from"), 1);
    json_decref(recap);
    json_decref(person_ask(&eve, 204, "PUT", "", "{'seq':0}", "/v1/games/%s/looked", game));
    recap = GET(&eve, 200, "/v1/games/%s/recap", game);
    ck_assert_int_eq(number_at(recap, "from"), 1);
    json_decref(recap);
    assert_problem(person_ask(&eve, 422, "PUT", "", "{'seq':9999}", "/v1/games/%s/looked", game),
                   "invalid", "/seq");
    assert_problem(GET(&stranger, 422, "/v1/games/%s/recap", game), "invalid", "since");
    assert_problem(GET(&stranger, 422, "/v1/games/%s/recap?since=0&mark=true", game), "invalid",
                   "mark");
    recap = GET(&stranger, 200, "/v1/games/%s/recap?since=0", game);
    ck_assert_uint_ge(json_array_size(json_object_get(recap, "sentences")), 1);
    json_decref(recap);
    json_decref(person_ask(&stranger, 401, "PUT", "", "{'seq':1}", "/v1/games/%s/looked", game));
    person_gone(&stranger);
}
END_TEST

#define ROW(NAME, TEST)                                                                            \
    { .name = NAME, .test = TEST, .setup = set_up, .teardown = tear_down }

/* At a table the moves are those of the named seat, else of the seat that the game waits for. */
START_TEST(a_table_names_the_seat_of_words) {
    json_t *events;

    assert_problem(POST(of_seat(waited_for()), 422, "{'words':'settle 14','seat':0}",
                        "/v1/games/%s/moves", game),
                   "invalid", "/seat");
    make_game(&ann,
              "{'mode':'table','rules':{'game':'base','players':3},'board':{'layout':'beginner'}}",
              game);
    POST_ONLY(&ann, 201, "{'words':'settle 14','seat':0}", "/v1/games/%s/moves", game);
    POST_ONLY(&ann, 409, "{'words':'road 14-19','seat':1}", "/v1/games/%s/moves", game);
    assert_problem(POST(&ann, 422, "{'words':'road 14-19','seat':3}", "/v1/games/%s/moves", game),
                   "invalid", "/seat");
    POST_ONLY(&ann, 200, "{'words':'road 14-19','seat':0,'dry_run':true}", "/v1/games/%s/moves",
              game);
    POST_ONLY(&ann, 201, "{'words':'road 14-19'}", "/v1/games/%s/moves", game);
    POST_ONLY(&ann, 201, "{'words':'resign','seat':2}", "/v1/games/%s/moves", game);
    events = GET(&ann, 200, "/v1/games/%s/events?type=resign", game);
    ck_assert_int_eq(number_at(json_array_get(json_object_get(events, "items"), 0), "player"), 2);
    json_decref(events);
}
END_TEST

static Suite *suite(void) {
    return test_suite("words", (const struct test_case[]){
                                   ROW("game", a_game_is_played_in_words),
                                   ROW("unread", words_that_cannot_be_read),
                                   ROW("several", several_moves_in_words),
                                   ROW("spoken to", players_are_spoken_to),
                                   ROW("new", a_recap_tells_what_is_new),
                                   ROW("sentences", a_recap_is_written_in_sentences),
                                   ROW("told", events_are_told_where_asked_for),
                                   ROW("undo", undo_alone_takes_back_what_counts),
                                   ROW("undone", a_recap_forgets_what_was_taken_back),
                                   ROW("log", the_log_is_printed_in_words),
                                   ROW("looked", looked_is_kept_and_judged),
                                   ROW("table", a_table_names_the_seat_of_words),
                                   {0},
                               });
}
TEST_MAIN(suite)
