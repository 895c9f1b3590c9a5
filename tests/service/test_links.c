/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Links in mails and channels, through the server: what each opens, and for whom. */
#include <stdio.h>
#include <string.h>

#include "db/accounts.h"
#include "db/chats.h"
#include "db/games.h"
#include "service/chat/chat.h"
#include "service/mail/channel.h"
#include "service/mail/link.h"
#include "service/mail/take.h"
#include "service/notify/outbox.h"
#include "tests/service/people.h"
#include "tests/support/check_main.h"

struct drawing {
    struct store_job job;
    enum link_purpose purpose;
    const char *name, *game;
    char token[LINK_TOKEN_SIZE];
};

/* A link that was sent to NAME@example.org. */
static enum store_result run_draw(struct store_tx *tx, struct store_job *job) {
    struct drawing *drawing = (struct drawing *)job;
    struct store_link link = {.purpose = (int)drawing->purpose};
    struct store_reader *reader = store_tx_reader(tx);
    struct store_account account;
    struct store_game row;

    ck_assert_int_eq(store_account_by_name(reader, drawing->name, &account), STORE_OK);
    ck_assert_int_eq(store_game_get(reader, drawing->game, &row), STORE_OK);
    link.account = account.id;
    link.game = row.id;
    store_game_clear(&row);
    snprintf(link.address, sizeof link.address, "%s@example.org", drawing->name);
    link_draw(&link, app_now(), drawing->token);
    return store_link_put(tx, &link);
}

static void draw(struct drawing *drawing, enum link_purpose purpose, const struct person *person,
                 const char *game) {
    *drawing = (struct drawing){
        .job = {.run = run_draw}, .purpose = purpose, .name = person->name, .game = game};
    ck_assert_int_eq(store_call(test_app.store, &drawing->job), STORE_OK);
}

/* Asserts the response of a link's page, and whether it signs the browser in. */
static void expect_link(const char *method, const char *token, const char *headers, int status,
                        bool cookie) {
    struct response response;
    char path[64];

    snprintf(path, sizeof path, "/mail/%s", token);
    response = ask(method, path, headers, strcmp(method, "POST") == 0 ? "" : NULL, status);
    ck_assert_int_eq(response_header(&response, "Set-Cookie") != NULL, cookie);
    response_free(&response);
}

static const char open_game[] = "{'rules':{'game':'base','players':3},'seats':[{'account':'me'},"
                                "{'open':true},{'open':true}],'visibility':'private'}";

static void change_address(struct person *person, const char *body) {
    json_decref(person_ask(person, 200, "PATCH", "", body, "/v1/me/mail"));
}

/* The old mailbox may belong to another person by now. */
START_TEST(who_moves_to_another_address_takes_the_links_along) {
    struct drawing open, again;
    char game[GAME_ID_SIZE];

    person_confirm(&ada);
    make_game(&ada, open_game, game);
    draw(&open, LINK_OPEN, &ada, game);
    expect_link("GET", open.token, "", 200, false);
    expect_link("POST", open.token, "", 303, true);
    change_address(&ada, "{'address':'ada@example.net'}");
    expect_link("GET", open.token, "", 404, false);
    expect_link("POST", open.token, "", 404, false);
    change_address(&ada, "{'address':'Ada@Example.org'}");
    expect_link("GET", open.token, "", 200, false);
    draw(&again, LINK_SIGN_IN, &ada, game);
    change_address(&ada, "{'address':null}");
    expect_link("GET", open.token, "", 404, false);
    expect_link("POST", again.token, "", 404, false);
}
END_TEST

static const struct {
    const char *headers;
    bool good;
} sites[] = {
    {"", true}, /* a program */
    {"Sec-Fetch-Site: same-origin\r\n", true},
    {"Sec-Fetch-Site: none\r\n", true},
    {"Sec-Fetch-Site: cross-site\r\n", false},
    {"Sec-Fetch-Site: same-site\r\nOrigin: http://localhost\r\n", false},
    {"Origin: https://evil.example\r\n", false},
    {"Origin: null\r\n", false},
};

/* Otherwise a site could make people play and write under another name without their knowledge. */
START_TEST(no_other_site_signs_a_browser_in) {
    static const enum link_purpose purposes[] = {LINK_OPEN, LINK_SIGN_IN};
    char game[GAME_ID_SIZE];

    person_confirm(&ada);
    make_game(&ada, open_game, game);
    for (size_t i = 0; i < sizeof purposes / sizeof *purposes; i++) {
        struct drawing drawing;
        int done = purposes[i] == LINK_OPEN ? 303 : 200;

        draw(&drawing, purposes[i], &ada, game);
        expect_link("POST", drawing.token, sites[_i].headers, sites[_i].good ? done : 403,
                    sites[_i].good);
        if (!sites[_i].good) /* and it has not been consumed */
            expect_link("POST", drawing.token, "", done, true);
    }
}
END_TEST

/* A browser that is signed out gets nothing more from streams it had opened before. */
START_TEST(a_stream_ends_with_its_cookie) {
    struct drawing drawing;
    struct response response;
    struct client stream;
    char game[GAME_ID_SIZE], path[64], cookie[128], text[4096];
    json_t *tokens;

    person_confirm(&ada);
    make_game(&ada, open_game, game);
    draw(&drawing, LINK_OPEN, &ada, game);
    snprintf(path, sizeof path, "/mail/%s", drawing.token);
    response = ask("POST", path, "", "", 303);
    snprintf(cookie, sizeof cookie, "%s", response_header(&response, "Set-Cookie"));
    cookie[strcspn(cookie, ";")] = '\0';
    response_free(&response);
    REQUIRE(client_open(&stream, ada.address), "no connection for a stream");
    snprintf(text, sizeof text,
             "GET /v1/games/%s/events HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\nCookie: "
             "%s\r\n\r\n",
             game, cookie);
    ck_assert(client_text(&stream, text));
    client_read_head(&stream, &response);
    ck_assert_int_eq(response.status, 200);
    response_free(&response);
    POST_ONLY(&ada, 201, "{'text':'hello'}", "/v1/games/%s/talk", game);
    while (client_event(&stream, text, sizeof text, 5000) && strstr(text, "hello") == NULL)
        ;
    ck_assert_ptr_nonnull(strstr(text, "hello"));
    tokens = GET(&ada, 200, "/v1/me/tokens");
    snprintf(path, sizeof path, "/v1/me/tokens/%s",
             text_at(json_array_get(json_object_get(tokens, "items"), 1), "id"));
    json_decref(tokens);
    json_decref(person_ask(&ada, 204, "DELETE", "", NULL, "%s", path));
    POST_ONLY(&ada, 201, "{'text':'goodbye'}", "/v1/games/%s/talk", game);
    while (client_event(&stream, text, sizeof text, 1000))
        ck_assert_ptr_null(strstr(text, "goodbye"));
    client_close(&stream);
}
END_TEST

/* Opens a link in a browser with COOKIE (NULL: none); NEXT is its cookie afterwards. */
static void sign_in(const char *token, const char *cookie, char next[128]) {
    struct response response;
    char path[64], headers[160];

    snprintf(path, sizeof path, "/mail/%s", token);
    snprintf(headers, sizeof headers, "%s%s%s",
             cookie == NULL ? "" : "Cookie: ", cookie == NULL ? "" : cookie,
             cookie == NULL ? "" : "\r\n");
    response = ask("POST", path, headers, "", 303);
    snprintf(next, 128, "%s", response_header(&response, "Set-Cookie"));
    next[strcspn(next, ";")] = '\0';
    response_free(&response);
}

static void expect_me(const char *cookie, int status) {
    char headers[160];
    struct response response;

    snprintf(headers, sizeof headers, "Cookie: %s\r\n", cookie);
    response = ask("GET", "/v1/me", headers, NULL, status);
    response_free(&response);
}

/* Otherwise nobody could end it any more, and messages for its owner would still go to that browser. */
START_TEST(a_session_ends_where_another_takes_its_place) {
    struct drawing adas, graces;
    char game[GAME_ID_SIZE], other_game[GAME_ID_SIZE], first[128], second[128], third[128],
        elsewhere[128];

    person_confirm(&ada);
    person_confirm(&grace);
    make_game(&ada, open_game, game);
    make_game(&grace, open_game, other_game);
    draw(&adas, LINK_OPEN, &ada, game);
    draw(&graces, LINK_OPEN, &grace, other_game);
    sign_in(adas.token, NULL, elsewhere);
    sign_in(adas.token, NULL, first);
    sign_in(adas.token, first, second);
    expect_me(first, 401);
    expect_me(second, 200);
    sign_in(graces.token, second, third);
    expect_me(second, 401);
    expect_me(third, 200);
    expect_me(elsewhere, 200);
}
END_TEST

START_TEST(a_private_game_is_closed_to_who_has_left_it) {
    struct drawing drawing;
    char game[GAME_ID_SIZE];

    make_game(&ada, open_game, game);
    draw(&drawing, LINK_OPEN, &grace, game);
    expect_link("GET", drawing.token, "", 404, false);
    draw(&drawing, LINK_OPEN, &ada, game);
    expect_link("GET", drawing.token, "", 200, false);
}
END_TEST

/* ---- replies to mails ---- */

struct answers {
    struct store_job job;
    enum outbox_kind kind;
    unsigned count;
};

static bool count_answer(void *context, const struct store_outbox_row *row) {
    struct answers *answers = context;

    answers->count += row->kind == (int)answers->kind;
    return true;
}

static enum store_result run_count(struct store_tx *tx, struct store_job *job) {
    struct store_reader *reader = store_tx_reader(tx);
    struct store_account account;

    ((struct answers *)job)->count = 0;
    ck_assert_int_eq(store_account_by_name(reader, ada.name, &account), STORE_OK);
    return store_outbox_of_target(reader, OUTBOX_MAIL, account.id, 0, 1000, count_answer, job);
}

/* Delivers Ada's NUMBERth mail, with TEXT. */
static void bring(const struct drawing *drawing, unsigned number, const char *text) {
    char mail[256];

    snprintf(mail, sizeof mail, "To: r+%s@x.org\nMessage-ID: <%u@x>\n\n%s\n", drawing->token,
             number, text);
    ck_assert(take_mail(&test_app, mail, strlen(mail), NULL));
}

/* How many replies wait for Ada. */
static unsigned answers_to_ada(void) {
    struct answers answers = {.job = {.run = run_count}, .kind = OUTBOX_RESPONSE};

    ck_assert_int_eq(store_call(test_app.store, &answers.job), STORE_OK);
    return answers.count;
}

static void begin_answering(struct drawing *drawing) {
    char game[GAME_ID_SIZE];

    person_confirm(&ada);
    make_game(&ada, open_game, game);
    draw(drawing, LINK_REPLY, &ada, game);
}

START_TEST(nobody_is_answered_without_end) {
    struct drawing drawing;

    begin_answering(&drawing);
    for (unsigned i = 0; i < MAIL_ANSWERS_AN_HOUR + 20; i++)
        bring(&drawing, i, "show");
    ck_assert_uint_eq(answers_to_ada(), MAIL_ANSWERS_AN_HOUR);
}
END_TEST

/* A program that answers our replies without identifying itself would go on forever, and its owner could not write. */
START_TEST(what_cannot_be_read_is_answered_a_few_times) {
    unsigned n = 0, before = MAIL_UNREADABLE_MAX + 1;
    struct drawing drawing;

    begin_answering(&drawing);
    bring(&drawing, n++, "I am away.");
    bring(&drawing, n++, "show"); /* begins a new series */
    for (; n < MAIL_ANSWERS_AN_HOUR * 2; n++)
        bring(&drawing, n, n % 2 == 0 ? "I am away." : "");
    ck_assert_uint_eq(answers_to_ada(), 1 + before);
    bring(&drawing, n++, "show");
    bring(&drawing, n++, "show");
    ck_assert_uint_eq(answers_to_ada(), 1 + before + 2);
    bring(&drawing, n++, "I am away.");
    ck_assert_uint_eq(answers_to_ada(), 1 + before + 3);
}
END_TEST

static enum store_result run_invite(struct store_tx *tx, struct store_job *job) {
    struct store_account account;

    (void)job;
    ck_assert_int_eq(store_account_by_name(store_tx_reader(tx), ada.name, &account), STORE_OK);
    return outbox_enqueue(
        tx, &(struct outbox_news){.kind = OUTBOX_INVITE, .account = account.id, .now = app_now()});
}

START_TEST(nobody_is_invited_without_end) {
    struct answers answers = {.job = {.run = run_count}, .kind = OUTBOX_INVITE};

    person_confirm(&ada);
    for (unsigned i = 0; i < MAIL_INVITED_A_DAY + 10; i++)
        ck_assert_int_eq(store_call(test_app.store, &(struct store_job){.run = run_invite}),
                         STORE_OK);
    ck_assert_int_eq(store_call(test_app.store, &answers.job), STORE_OK);
    ck_assert_uint_eq(answers.count, MAIL_INVITED_A_DAY);
}
END_TEST

/* ---- channels that follow ---- */

struct following {
    struct store_job job;
    const char *name, *game;
    bool disabled;
    char id[APP_ID_SIZE];
};

static enum store_result run_following(struct store_tx *tx, struct store_job *job) {
    struct following *following = (struct following *)job;
    struct store_subscription follow = {
        .kind = STORE_SUBSCRIPTION_SLACK_HOOK, .parts = CHAT_PICTURE, .created_at = 1};
    struct store_reader *reader = store_tx_reader(tx);
    struct store_account account;
    struct store_game row;
    enum store_result result;

    ck_assert_int_eq(store_account_by_name(reader, following->name, &account), STORE_OK);
    ck_assert_int_eq(store_game_get(reader, following->game, &row), STORE_OK);
    follow.account = account.id;
    follow.game = row.id;
    store_game_clear(&row);
    app_new_id(following->id);
    snprintf(follow.public_id, sizeof follow.public_id, "%s", following->id);
    snprintf(follow.address, sizeof follow.address, "https://x.example/%s", following->id);
    result = store_subscription_create(tx, &follow);
    if (result == STORE_OK && following->disabled)
        result = store_subscription_trouble(tx, follow.id, "gone", 1);
    return result;
}

static void expect_board(const struct person *person, const char *game, bool disabled,
                         const char *seq, int status) {
    struct following following = {
        .job = {.run = run_following}, .name = person->name, .game = game, .disabled = disabled};
    char path[80];

    ck_assert_int_eq(store_call(test_app.store, &following.job), STORE_OK);
    snprintf(path, sizeof path, "/chat/boards/%s/%s", following.id, seq);
    expect("GET", path, "", NULL, status);
}

static const char with_bots[] = "{'rules':{'game':'base','players':3},'seats':[{'account':'me'},"
                                "{'bot':'random'},{'bot':'random'}],'visibility':'private'}";

START_TEST(a_channels_picture_is_there_while_it_may_be_told) {
    char game[GAME_ID_SIZE];

    make_game(&ada, with_bots, game);
    expect_board(&ada, game, false, "1", 200);
    expect_board(&ada, game, true, "1", 404);
    expect_board(&grace, game, false, "1", 404);
}
END_TEST

START_TEST(a_pictures_address_ends_with_a_plain_number) {
    static const char *const wrong[] = {
        "", "%201", "+1", "%2B1", "-1", "1%20", "0x1", "1048576", "18446744073709551617"};
    char game[GAME_ID_SIZE];

    make_game(&ada, with_bots, game);
    expect_board(&ada, game, false, "1", 200);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        expect_board(&ada, game, false, wrong[i], 404);
}
END_TEST

START_TEST(a_bots_token_is_no_more_of_an_address) {
    static const char *const wrong[] = {"5:a/../../admin", "5:a?b", "5:a#b", "5", "a:5", "5:a%2f"};
    char game[GAME_ID_SIZE], body[128];

    make_game(&ada, open_game, game);
    POST_ONLY(&ada, 201, "{'kind':'telegram','bot_token':'5:a-B_9','chat_id':'-100'}",
              "/v1/games/%s/follows", game);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        snprintf(body, sizeof body, "{'kind':'telegram','bot_token':'%s','chat_id':'-1'}",
                 wrong[i]);
        assert_problem(POST(&ada, 422, body, "/v1/games/%s/follows", game), "invalid",
                       "/bot_token");
    }
}
END_TEST

static Suite *suite(void) {
    return test_suite("links", (const struct test_case[]){
                                   {.name = "address",
                                    who_moves_to_another_address_takes_the_links_along,
                                    .setup = people_setup,
                                    .teardown = people_teardown},
                                   {.name = "sites",
                                    no_other_site_signs_a_browser_in,
                                    .loops = sizeof sites / sizeof *sites,
                                    .setup = people_setup,
                                    .teardown = people_teardown},
                                   {.name = "streams",
                                    a_stream_ends_with_its_cookie,
                                    .setup = people_setup,
                                    .teardown = people_teardown},
                                   {.name = "replaced",
                                    a_session_ends_where_another_takes_its_place,
                                    .setup = people_setup,
                                    .teardown = people_teardown},
                                   {.name = "left",
                                    a_private_game_is_closed_to_who_has_left_it,
                                    .setup = people_setup,
                                    .teardown = people_teardown},
                                   {.name = "answers",
                                    nobody_is_answered_without_end,
                                    .setup = people_setup,
                                    .teardown = people_teardown},
                                   {.name = "unreadable",
                                    what_cannot_be_read_is_answered_a_few_times,
                                    .setup = people_setup,
                                    .teardown = people_teardown},
                                   {.name = "invitations",
                                    nobody_is_invited_without_end,
                                    .setup = people_setup,
                                    .teardown = people_teardown},
                                   {.name = "boards",
                                    a_channels_picture_is_there_while_it_may_be_told,
                                    .setup = people_setup,
                                    .teardown = people_teardown},
                                   {.name = "board addresses",
                                    a_pictures_address_ends_with_a_plain_number,
                                    .setup = people_setup,
                                    .teardown = people_teardown},
                                   {.name = "bot tokens",
                                    a_bots_token_is_no_more_of_an_address,
                                    .setup = people_setup,
                                    .teardown = people_teardown},
                                   {0},
                               });
}
TEST_MAIN(suite)
