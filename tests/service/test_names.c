/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Valid names of people, games and addresses, and which characters of a text are visible. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/account/name.h"
#include "service/app/config.h"
#include "service/base/mail_address.h"
#include "service/base/seen.h"
#include "service/words/reserved.h"
#include "tests/service/people.h"
#include "tests/support/check_main.h"

enum { DAY_MS = 24 * 3600 * 1000 };

static struct config config;

static void setup(void) {
    people_setup();
    config_defaults(&config);
    test_app.config = &config;
}

static void teardown(void) {
    test_app.config = NULL;
    people_teardown();
}

/* Signs up; the status may be a refusal. */
static void call_somebody(const char *name, int status) {
    char body[512];

    snprintf(body, sizeof body, "{\"name\":\"%s\"}", name);
    expect("POST", "/v1/accounts", "", body, status);
}

/* ---- words and letters ---- */

static const char *const unreadable[] = {
    ".",
    "..",
    "...",
    "- -",
    "_",
    "a\\u0301\\u0302\\u0303\\u0304\\u0305",            /* five marks on a letter */
    "a\\u0301\\u0301",                                 /* one twice */
    "Zalgo\\u0335\\u0322\\u0328\\u0321\\u031b\\u0340", /* and more */
};

START_TEST(a_name_can_be_read) {
    call_somebody(unreadable[_i], 422);
}
END_TEST

static const char *const reserved[] = {
    "you",     "You",     "YOU",       "Du",        "bank",       "B\\u0430nk", "\\u0412\\u0430nk",
    "null",    "Bot",     "red",       "Rot",       "Wei\\u00df", "wool",       "Wolle",
    "nobody",  "niemand", "Greta",     "0tto",      "me",         "hard",       "seat 1",
    "Seat",    "Platz 3", "player2",   "undefined", "lda",        "Sitz 2",     "joueur 4",
    "Place",   "sitio1",  "Jugador",   "voleur",    "Ladron",     "Pirata",     "banque",
    "Someone", "jemand",  "quelqu'un", "Alguien",
};
enum { RESERVED = sizeof reserved / sizeof *reserved };

START_TEST(a_name_is_no_word_of_the_game) {
    call_somebody(reserved[_i], 422);
}
END_TEST

static const char *const good[] = {
    "Banks",   "Reda",     "Ottokar",     "Smith",
    "x",       "7",        "\\u2665",     "Jean-Luc",
    "O'Neill", "St. John", "Th\\u1ed1ng", "\\u05e9\\u05b8\\u05c1\\u05dc\\u05d5\\u05dd",
};
enum { GOOD = sizeof good / sizeof *good };

START_TEST(other_names_are_taken) {
    call_somebody(good[_i], 201);
}
END_TEST

/* ---- similar names ---- */

static const struct {
    const char *one, *other;
    int status;
} pairs[] = {
    {"Bill", "BiIl", 409},                                 /* a capital I */
    {"Paul", "Pau1", 409},                                 /* a one */
    {"Bob", "B0b", 409},                                   /* a zero */
    {"scope", "\\u0455\\u0441\\u043e\\u0440\\u0435", 409}, /* all of it Cyrillic */
    {"Arnold", "Amold", 409},                              /* r and n beside each other */
    {"vivian", "\\u03bdivian", 422},                       /* a Greek letter among Latin ones */
    {"Ren\\u00e9", "RENE\\u0301", 409},
    {"Ann", "Anna", 201},
    {"Bold Lark 10", "Bold Lark 11", 201},
};
enum { PAIRS = sizeof pairs / sizeof *pairs };

START_TEST(names_that_look_alike_are_one) {
    call_somebody(pairs[_i].one, 201);
    call_somebody(pairs[_i].other, pairs[_i].status);
}
END_TEST

static void rename_to(struct person *person, const char *name, int status) {
    char body[128];

    snprintf(body, sizeof body, "{'name':'%s'}", name);
    json_decref(person_ask(person, status, "PATCH", "", body, "/v1/me"));
}

START_TEST(a_changed_name_looks_like_no_other) {
    call_somebody("Will", 201);
    rename_to(&ada, "WiII", 409);
    rename_to(&ada, "Bank", 422);
    rename_to(&ada, "AdA", 200);
}
END_TEST

/* ---- former names ---- */

START_TEST(a_name_given_up_is_kept_for_a_while) {
    rename_to(&ada, "Augusta", 200);
    call_somebody("ada", 409);
    call_somebody("ADA", 409);
    rename_to(&grace, "Ada", 409);
    rename_to(&ada, "ada", 200); /* it is still theirs */
    rename_to(&ada, "Augusta", 200);
    app_correct_clock(89 * (int64_t)DAY_MS);
    call_somebody("ada", 409);
    app_correct_clock(2 * (int64_t)DAY_MS);
    call_somebody("ada", 201);
}
END_TEST

START_TEST(a_deleted_name_is_kept_for_a_while) {
    struct person bill = person_new("Bill");

    json_decref(person_ask(&bill, 204, "DELETE", "", NULL, "/v1/me"));
    person_gone(&bill);
    call_somebody("bill", 409);
    call_somebody("BiIl", 409);
    app_correct_clock(91 * (int64_t)DAY_MS);
    call_somebody("bill", 201);
}
END_TEST

START_TEST(where_no_name_is_kept_it_is_free_at_once) {
    config.name_hold_days = 0;
    rename_to(&ada, "Augusta", 200);
    call_somebody("ada", 201);
}
END_TEST

/* One account cannot reserve many names: the last ones are reserved, each in both of its forms. */
START_TEST(few_names_are_kept_for_one_account) {
    char name[32];

    for (unsigned i = 0; i < 20; i++) {
        snprintf(name, sizeof name, "Augusta the %uth", 20 + i);
        rename_to(&ada, name, 200);
        app_correct_clock(1);
    }
    call_somebody("ada", 201);
    call_somebody("Augusta the 20th", 201);
    call_somebody("Augusta the 38th", 409);
}
END_TEST

/* ---- games, tokens, devices ---- */

static const char *const unseen[] = {
    " ",         "\\u00a0",  "\\u2003",   "\\u3164", "a\\u202eb", "a\\u2066b",
    "a\\u200bb", "a\\ufeff", "a\\u0085b", "\\ufe0f", "x\\u200dy",
};
enum { UNSEEN = sizeof unseen / sizeof *unseen };

START_TEST(labels_can_be_seen) {
    char body[256];

    snprintf(body, sizeof body, "{'name':'%s','rules':{'game':'base'},'visibility':'private'}",
             unseen[_i]);
    assert_problem(POST(&ada, 422, body, "/v1/games"), "invalid", "/name");
    snprintf(body, sizeof body, "{'name':'%s'}", unseen[_i]);
    assert_problem(POST(&ada, 422, body, "/v1/me/tokens"), "invalid", "/name");
}
END_TEST

START_TEST(labels_may_have_emoji_and_joiners) {
    static const char *const labels[] = {
        "\\u2764\\ufe0f of hexes", "\\ud83d\\udc69\\u200d\\ud83d\\udc67 at home",
        "\\u0645\\u06cc\\u200c\\u062e\\u0648\\u0627\\u0647\\u0645"};
    char body[256];

    for (size_t i = 0; i < sizeof labels / sizeof *labels; i++) {
        snprintf(body, sizeof body, "{'name':'%s','rules':{'game':'base'},'visibility':'private'}",
                 labels[i]);
        POST_ONLY(&ada, 201, body, "/v1/games");
    }
}
END_TEST

/* ---- messages ---- */

START_TEST(talk_turns_no_text_around) {
    static const char *const blank[] = {"  ", "\\u202e", "\\u2066\\u2069 ", "\\u3164",
                                        "\\u200b\\n"};
    char id[GAME_ID_SIZE], body[128];
    json_t *said;

    make_game(&ada,
              "{'rules':{'game':'base'},'seats':[{'account':'me'},{'open':true},{'open':true}]}",
              id);
    said = POST(&ada, 201, "{'text':'\\u202edrawkcab \\u2067a\\u2069 \\u05d0\\u200f!'}",
                "/v1/games/%s/talk", id);
    ck_assert_str_eq(text_at(said, "text"), "drawkcab a \xd7\x90\xe2\x80\x8f!");
    json_decref(said);
    for (size_t i = 0; i < sizeof blank / sizeof *blank; i++) {
        snprintf(body, sizeof body, "{'text':'%s'}", blank[i]);
        assert_problem(POST(&ada, 422, body, "/v1/games/%s/talk", id), "invalid", "/text");
    }
    assert_problem(POST(&ada, 422, "{'text':'a\\u0085b'}", "/v1/games/%s/talk", id), "invalid",
                   "/text");
}
END_TEST

/* ---- addresses ---- */

START_TEST(addresses_are_read) {
    static const char *const read[][2] = {
        {"a@example.org", "a@example.org"},
        {"a@b\xc3\xbc"
         "cher.example",
         "a@xn--bcher-kva.example"},
        {"a@B\xc3\x9c"
         "CHER.example",
         "a@xn--bcher-kva.example"},
        {"a@fa\xc3\x9f.example", "a@xn--fa-hia.example"}, /* not fass.example: IDNA 2008 */
        {"a@\xe4\xbe\x8b\xe3\x81\x88.example", "a@xn--r8jz45g.example"},
    };
    static const char *const wrong[] = {"\xc3\xa4@example.org", "a@\xe2\x80\xae.org",
                                        "a@b\xc3\xbc..org",     "a@-\xc3\xbc.org",
                                        "@\xc3\xbc.org",        "\xc3\xbc"};
    char address[STORE_EMAIL_SIZE];

    for (size_t i = 0; i < sizeof read / sizeof *read; i++) {
        ck_assert_ptr_null(mail_address_read(read[i][0], address));
        ck_assert_str_eq(address, read[i][1]);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        ck_assert_msg(mail_address_read(wrong[i], address) != NULL, "%s", wrong[i]);
}
END_TEST

START_TEST(an_address_has_letters_of_any_script) {
    json_t *box = person_ask(&ada, 200, "PATCH", "",
                             "{'address':'ada@b\xc3\xbc"
                             "cher.example'}",
                             "/v1/me/mail");

    ck_assert_str_eq(text_at(box, "address"), "ada@xn--bcher-kva.example");
    json_decref(box);
    POST_ONLY(&nobody, 202,
              "{'email':'ada@b\xc3\xbc"
              "cher.example'}",
              "/v1/sign-in");
}
END_TEST

START_TEST(addresses_of_this_machine_are_the_operators_to_allow) {
    static const char game[] = "{'rules':{'game':'base'},'seats':[{'account':'me'},{'invite':'a@"
                               "localhost'},{'open':true}],'visibility':'private'}";

    for (unsigned allowed = 0; allowed < 2; allowed++) {
        config.mail_local = allowed == 1;
        json_decref(person_ask(&ada, allowed ? 200 : 422, "PATCH", "",
                               "{'address':'ada@localhost'}", "/v1/me/mail"));
        json_decref(person_ask(&grace, allowed ? 200 : 422, "PATCH", "",
                               "{'email':'grace@localhost'}", "/v1/me"));
        POST_ONLY(&nobody, allowed ? 202 : 422, "{'email':'ada@localhost'}", "/v1/sign-in");
        POST_ONLY(&ada, allowed ? 201 : 422, game, "/v1/games");
    }
}
END_TEST

/* ---- requests from other sites' pages ---- */

START_TEST(another_site_marks_nothing_as_read) {
    static const struct {
        const char *headers;
        int status;
    } asked[] = {
        {"Sec-Fetch-Site: cross-site\r\n", 403},   {"Sec-Fetch-Site: same-site\r\n", 403},
        {"Origin: https://evil.example\r\n", 403}, {"", 403},
        {"Sec-Fetch-Site: same-origin\r\n", 200},  {"Sec-Fetch-Site: none\r\n", 200},
    };
    char id[GAME_ID_SIZE], path[128], cookie[TOKEN_HEADER_SIZE], headers[256];
    struct response response;
    json_t *recap;

    make_game(&ada,
              "{'rules':{'game':'base','players':3},'seats':[{'account':'me'},{'bot':'random'},{'"
              "bot':'random'}]}",
              id);
    snprintf(path, sizeof path, "/v1/games/%s/recap?mark=true", id);
    snprintf(headers, sizeof headers, "%sSec-Fetch-Site: same-origin\r\n", ada.header);
    response = ask("POST", "/v1/session", headers, NULL, 204);
    set_cookie(&response, cookie);
    response_free(&response);
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        snprintf(headers, sizeof headers, "%s%s", cookie, asked[i].headers);
        expect("GET", path, headers, NULL, asked[i].status);
        *strchr(path, '?') = '\0'; /* reading harms nobody */
        expect("GET", path, headers, NULL, 200);
        path[strlen(path)] = '?';
        if (asked[i].status == 403) {
            recap = GET(&ada, 200, "/v1/games/%s/recap", id);
            ck_assert_int_lt(number_at(recap, "from"), number_at(recap, "to"));
            json_decref(recap);
        }
    }
    snprintf(headers, sizeof headers, "%sSec-Fetch-Site: cross-site\r\n", ada.header);
    expect("GET", path, headers, NULL, 200); /* a page that has been given a token */
}
END_TEST

#define PEOPLE .setup = setup, .teardown = teardown

static Suite *suite(void) {
    return test_suite(
        "names",
        (const struct test_case[]){
            {"a_name_can_be_read", a_name_can_be_read,
             .loops = sizeof unreadable / sizeof *unreadable, PEOPLE},
            {"a_name_is_no_word_of_the_game", a_name_is_no_word_of_the_game, .loops = RESERVED,
             PEOPLE},
            {"other_names_are_taken", other_names_are_taken, .loops = GOOD, PEOPLE},
            {"names_that_look_alike_are_one", names_that_look_alike_are_one, .loops = PAIRS,
             PEOPLE},
            {"a_changed_name_looks_like_no_other", a_changed_name_looks_like_no_other, PEOPLE},
            {"a_name_given_up_is_kept_for_a_while", a_name_given_up_is_kept_for_a_while, PEOPLE},
            {"a_deleted_name_is_kept_for_a_while", a_deleted_name_is_kept_for_a_while, PEOPLE},
            {"where_no_name_is_kept_it_is_free_at_once", where_no_name_is_kept_it_is_free_at_once,
             PEOPLE},
            {"few_names_are_kept_for_one_account", few_names_are_kept_for_one_account, PEOPLE},
            {"labels_can_be_seen", labels_can_be_seen, .loops = UNSEEN, PEOPLE},
            {"labels_may_have_emoji_and_joiners", labels_may_have_emoji_and_joiners, PEOPLE},
            {"talk_turns_no_text_around", talk_turns_no_text_around, PEOPLE},
            {"addresses_are_read", addresses_are_read, .loops = 0},
            {"an_address_has_letters_of_any_script", an_address_has_letters_of_any_script, PEOPLE},
            {"addresses_of_this_machine", addresses_of_this_machine_are_the_operators_to_allow,
             PEOPLE},
            {"another_site_marks_nothing_as_read", another_site_marks_nothing_as_read, PEOPLE},
            {0},
        });
}
TEST_MAIN(suite)
