/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Who can see a game: for every endpoint and caller the response agrees with service/game/access.h. */
#include <stdio.h>
#include <string.h>

#include "db/accounts.h"
#include "db/clocks.h"
#include "db/games.h"
#include "db/outbox.h"
#include "service/command/command.h"
#include "service/game/access.h"
#include "service/notify/outbox.h"
#include "tests/service/people.h"
#include "tests/support/check_main.h"

enum { MAKER, SEATED, KEPT, INVITED, OFFERED, UNCONFIRMED, STRANGER, NOBODY, VIEWERS };

/* A person's relation to a private game. */
static const struct viewer {
    const char *name; /* NULL: without an account */
    bool sees;
    bool listed; /* lists name it to them */
} viewers[VIEWERS] = {
    [MAKER] = {"maker", true, true},         [SEATED] = {"seated", true, true},
    [KEPT] = {"kept", true, true},           [INVITED] = {"invited", true, true},
    [OFFERED] = {"offered", true, true},     [UNCONFIRMED] = {"unconfirmed", false, false},
    [STRANGER] = {"stranger", false, false}, [NOBODY] = {NULL, false, false},
};

static const char *const visibilities[] = {"public", "private", "unlisted", NULL};

static struct person people[VIEWERS];
static int64_t accounts[VIEWERS]; /* 0: none */
static char game[GAME_ID_SIZE];
static int64_t game_id;

/* ---- the game ---- */

/* Gives a seat to one, reserves one for another, and offers the first to a third. */
static enum store_result run_give(struct store_tx *tx, struct store_job *job) {
    const struct store_seat open = {.kind = STORE_SEAT_OPEN};
    const struct store_seat seated = {.kind = STORE_SEAT_HUMAN, .account = accounts[SEATED]};
    const struct store_seat kept = {.kind = STORE_SEAT_INVITED, .account = accounts[KEPT]};
    enum store_result result = store_seat_set(tx, game_id, 0, &open, &seated);

    (void)job;
    if (result == STORE_OK)
        result = store_seat_set(tx, game_id, 3, &open, &kept);
    return result == STORE_OK ? store_seat_offer(tx, game_id, 0, accounts[OFFERED], app_now())
                              : result;
}

static void make(const char *visibility) {
    char body[512];
    struct store_game row;

    snprintf(
        body, sizeof body,
        "{'rules':{'game':'base','players':4},'visibility':'%s','seats':[{'open':true},"
        "{'invite':'invited@example.org'},{'invite':'unconfirmed@example.org'},{'open':true}]}",
        visibility);
    make_game(&people[MAKER], body, game);
    ck_assert_int_eq(store_game_get(store_reader_get(test_app.store), game, &row), STORE_OK);
    game_id = row.id;
    store_game_clear(&row);
    ck_assert_int_eq(store_call(test_app.store, &(struct store_job){.run = run_give}), STORE_OK);
}

static void set_up(void) {
    people_setup();
    for (int i = 0; i < VIEWERS; i++) {
        struct store_account account;

        people[i] = viewers[i].name == NULL ? person_unknown() : person_new(viewers[i].name);
        accounts[i] = 0;
        if (viewers[i].name == NULL)
            continue;
        ck_assert_int_eq(
            store_account_by_name(store_reader_get(test_app.store), viewers[i].name, &account),
            STORE_OK);
        accounts[i] = account.id;
    }
    person_confirm(&people[INVITED]);
}

static void tear_down(void) {
    for (int i = 0; i < VIEWERS; i++)
        person_gone(&people[i]);
    people_teardown();
}

/* ---- endpoints ---- */

static int status_of(int viewer, const char *method, const char *what, const char *body) {
    struct response response;
    char path[128];
    int status;

    snprintf(path, sizeof path, "/v1/games/%s%s", game, what);
    client_ask(&people[viewer].client, &response, method, path, people[viewer].header, body);
    status = response.status;
    response_free(&response);
    return status;
}

/* Whether all endpoints of the game exist for the viewer, or none. */
static bool http_shows(int viewer) {
    static const char *const places[] = {"",        "/view",   "/board",     "/actions",
                                         "/events", "/record", "/board.svg", "/board.png",
                                         "/recap",  "/talk",   "/follows"};
    bool shown = status_of(viewer, "GET", "", NULL) == 200;

    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        int status = status_of(viewer, "GET", places[i], NULL);

        if (viewer == NOBODY && status == 401)
            continue;
        ck_assert_msg((status != 404) == shown, "%s of a game that is%s to be seen gives %d",
                      places[i], shown ? "" : " not", status);
    }
    return shown;
}

/* Only players of the game can have webhooks; others who can see the game are told so. */
static bool hook_shows(int viewer) {
    int status = status_of(viewer, "POST", "/webhooks", "{\"url\":\"https://example.org/hook\"}");

    ck_assert_int_eq(status == 201, viewer == MAKER || viewer == SEATED);
    ck_assert(status == 201 || status == 403 || status == 404);
    return status != 404;
}

/* The same for channels that follow it. */
static bool follow_shows(int viewer) {
    char body[128];
    int status;

    snprintf(body, sizeof body,
             "{\"kind\":\"slack_webhook\",\"url\":\"https://hooks.slack.com/services/%d\"}",
             viewer);
    status = status_of(viewer, "POST", "/follows", body);
    ck_assert_int_eq(status == 201, viewer == MAKER || viewer == SEATED);
    ck_assert(status == 201 || status == 403 || status == 404);
    return status != 404;
}

/* NAMED: the game follows the verb. */
static bool command_shows(int viewer, const char *verb, bool named) {
    struct command_response answer;
    char text[80];
    bool shown;

    snprintf(text, sizeof text, "%s%s", verb, named ? game : "");
    command_run(&test_app,
                &(struct command_ask){.account = accounts[viewer],
                                      .text = text,
                                      .len = strlen(text),
                                      .game = game,
                                      .limit = 4000},
                &answer);
    buffer_byte(&answer.text, '\0');
    shown = strstr(answer.text.data, "There is no such game") == NULL;
    command_response_free(&answer);
    return shown;
}

static bool show_shows(int viewer) {
    return command_shows(viewer, "show ", true);
}

static bool use_shows(int viewer) {
    return command_shows(viewer, "use ", true);
}

static bool move_shows(int viewer) {
    return command_shows(viewer, "roll", false);
}

static bool outbox_shows(int viewer) {
    const struct store_outbox_row post = {
        .game = game_id, .account = accounts[viewer], .kind = OUTBOX_EVENT};
    struct outbox_standing standing;

    ck_assert_int_eq(outbox_standing_of(store_reader_get(test_app.store), &post, &standing),
                     STORE_OK);
    return standing.may_see;
}

static bool rule_shows(int viewer) {
    struct load load;
    enum store_result result =
        access_open_by_id(&load, store_reader_get(test_app.store), game_id, accounts[viewer]);

    load_end(&load);
    ck_assert(result == STORE_OK || result == STORE_NONE);
    return result == STORE_OK;
}

static const struct place {
    const char *name;
    bool (*shows)(int viewer);
    bool anonymous; /* also without an account */
} places[] = {
    {"rule", rule_shows, true},      {"HTTP", http_shows, true},     {"webhook", hook_shows, false},
    {"follow", follow_shows, false}, {"show", show_shows, false},    {"use", use_shows, false},
    {"move", move_shows, false},     {"outbox", outbox_shows, true},
};

static bool is_listed(int viewer, const char *path) {
    json_t *list = GET(&people[viewer], 200, "%s", path);
    const json_t *items = json_object_get(list, "items"), *item;
    bool listed = false;
    size_t i;

    json_array_foreach(items, i, item) listed |= strcmp(text_at(item, "id"), game) == 0;
    json_decref(list);
    return listed;
}

START_TEST(every_place_gives_the_same_answer) {
    const char *visibility = visibilities[_i];
    bool private = strcmp(visibility, "private") == 0, public = strcmp(visibility, "public") == 0;

    make(visibility);
    for (int viewer = 0; viewer < VIEWERS; viewer++) {
        bool sees = !private || viewers[viewer].sees, listed = public || viewers[viewer].listed;
        const char *who = viewers[viewer].name == NULL ? "nobody" : viewers[viewer].name;

        for (size_t i = 0; i < sizeof places / sizeof *places; i++)
            if (viewer != NOBODY || places[i].anonymous)
                ck_assert_msg(places[i].shows(viewer) == sees, "%s, %s game, %s: not %d",
                              places[i].name, visibility, who, sees);
        ck_assert_msg(is_listed(viewer, "/v1/games") == listed, "the lobby, %s game, %s",
                      visibility, who);
        ck_assert_msg(is_listed(viewer, "/v1/accounts/seated/games") == listed,
                      "an account's games, %s game, %s", visibility, who);
    }
}
END_TEST

static Suite *suite(void) {
    return test_suite("access",
                      (const struct test_case[]){
                          {"matrix", every_place_gives_the_same_answer, 3, 0, set_up, tear_down},
                          {0},
                      });
}
TEST_MAIN(suite)
