/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "tests/service/people.h"

#include <check.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/accounts.h"
#include "db/mailboxes.h"
#include "db/outbox.h"
#include "service/account/auth.h"
#include "service/account/name.h"
#include "service/notify/outbox.h"
#include "service/notify/tell.h"
#include "tests/support/check_main.h"

enum { PATH_MAX_BYTES = 512 };

/* TEXT with " for '; to be freed. */
static char *quoted(const char *text) {
    char *copy = text == NULL ? NULL : strdup(text);

    for (char *c = copy; c != NULL && *c != '\0'; c++)
        if (*c == '\'')
            *c = '"';
    return copy;
}

struct person person_at(const char *address, const char *name) {
    struct person person = {.name = name};
    char body[128];
    json_t *json;

    snprintf(person.address, sizeof person.address, "%s", address);
    REQUIRE(client_open(&person.client, address), "cannot reach %s", address);
    if (name == NULL)
        return person;
    snprintf(body, sizeof body, "{'name':'%s','email':'%s@example.org'}", name, name);
    json = POST(&person, 201, body, "/v1/accounts");
    snprintf(person.header, sizeof person.header, "Authorization: Bearer %s\r\n",
             text_at(json, "token"));
    json_decref(json);
    return person;
}

struct person person_new(const char *name) {
    return person_at(server_address(test_server), name);
}

struct person person_unknown(void) {
    return person_at(server_address(test_server), NULL);
}

struct confirming {
    struct store_job job;
    const char *name;
};

static enum store_result confirm(struct store_tx *tx, struct store_job *job) {
    struct store_account account;
    struct store_mailbox box;
    enum store_result result =
        store_account_by_name(store_tx_reader(tx), ((struct confirming *)job)->name, &account);

    if (result == STORE_OK)
        result = store_mailbox_get(store_tx_reader(tx), account.id, &box);
    if (result != STORE_OK)
        return result;
    box.confirmed_at = app_now();
    return store_mailbox_set(tx, &box);
}

void person_confirm(const struct person *person) {
    struct confirming confirming = {.job = {.run = confirm}, .name = person->name};

    ck_assert_int_eq(store_call(test_app.store, &confirming.job), STORE_OK);
}

struct person ada, grace, nobody;

void people_setup(void) {
    test_app_setup();
    ada = person_new("ada");
    grace = person_new("grace");
    nobody = person_unknown();
}

void people_teardown(void) {
    person_gone(&ada);
    person_gone(&grace);
    person_gone(&nobody);
    test_app_stop();
}

void person_gone(struct person *person) {
    client_close(&person->client);
}

void person_back(struct person *person) {
    client_close(&person->client);
    snprintf(person->address, sizeof person->address, "%s", server_address(test_server));
    REQUIRE(client_open(&person->client, person->address), "cannot reach the server again");
}

static void ask_again(struct person *person, struct response *response, const char *method,
                      const char *path, const char *headers, const char *body) {
    client_ask(&person->client, response, method, path, headers, body);
    if (response->status != 0)
        return;
    /* the server may have closed the connection */
    client_close(&person->client);
    REQUIRE(client_open(&person->client, person->address), "cannot reach the server again");
    response_free(response);
    client_ask(&person->client, response, method, path, headers, body);
}

json_t *person_ask(struct person *person, int status, const char *method, const char *headers,
                   const char *body, const char *path, ...) {
    char place[PATH_MAX_BYTES];
    char lines[PATH_MAX_BYTES];
    struct response response;
    char *text = quoted(body);
    json_t *json = NULL;
    va_list args;

    va_start(args, path);
    vsnprintf(place, sizeof place, path, args);
    va_end(args);
    snprintf(lines, sizeof lines, "%s%s", person->header, headers);
    ask_again(person, &response, method, place, lines, text);
    REQUIRE(response.status == status, "%s %s %s gave %d, not %d: %.600s", method, place,
            text == NULL ? "" : text, response.status, status,
            response.body == NULL ? "" : response.body);
    if (response.size > 0) {
        json = json_loadb(response.body, response.size, JSON_REJECT_DUPLICATES, NULL);
        REQUIRE(json != NULL, "%s %s did not answer with JSON: %.300s", method, place,
                response.body);
    }
    response_free(&response);
    free(text);
    return json;
}

bool person_move(struct person *person, const char *game, const char *body) {
    char path[PATH_MAX_BYTES];
    struct response response;
    char *text = quoted(body);
    bool made;

    snprintf(path, sizeof path, "/v1/games/%s/moves", game);
    ask_again(person, &response, "POST", path, person->header, text);
    made = response.status == 201;
    REQUIRE(made || (response.status == 409 && response.body != NULL &&
                     (strstr(response.body, "\"/problems/stale\"") != NULL ||
                      strstr(response.body, "\"/problems/game-over\"") != NULL)),
            "%s of %s gave %d: %.600s", text, person->name, response.status,
            response.body == NULL ? "" : response.body);
    response_free(&response);
    free(text);
    return made;
}

void assert_problem(json_t *problem, const char *code, const char *pointer) {
    const json_t *errors = json_object_get(problem, "errors");
    const char *type = text_at(problem, "type");
    bool found = pointer == NULL;

    REQUIRE(strcmp(type + sizeof "/problems/" - 1, code) == 0, "the problem is %s, not %s: %s",
            type, code, text_at(problem, "detail"));
    for (size_t i = 0; i < json_array_size(errors); i++) {
        const json_t *error = json_array_get(errors, i);
        const json_t *at = json_object_get(error, "pointer");

        if (at == NULL)
            at = json_object_get(error, "parameter");
        found |= pointer != NULL && strcmp(json_string_value(at), pointer) == 0;
    }
    REQUIRE(found, "no error at %s: %s", pointer, text_at(problem, "detail"));
    json_decref(problem);
}

long long number_at(const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);

    REQUIRE(json_is_integer(value), "%s is no number", key);
    return json_integer_value(value);
}

const char *text_at(const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);

    REQUIRE(json_is_string(value), "%s is no text", key);
    return json_string_value(value);
}

void make_game(struct person *person, const char *body, char id[GAME_ID_SIZE]) {
    json_t *game = POST(person, 201, body, "/v1/games");

    snprintf(id, GAME_ID_SIZE, "%s", text_at(game, "id"));
    json_decref(game);
}

int waits_for(const json_t *game) {
    const json_t *first = json_array_get(json_object_get(game, "waiting_for"), 0);

    return first == NULL ? -1 : (int)number_at(first, "player");
}

/* ---- moves ---- */

/* The first COUNT cards of the seat's hand. */
static json_t *some_cards(struct person *person, const char *game, const char *as, long long seat,
                          long long count) {
    json_t *view = GET(person, 200, "/v1/games/%s/view%s", game, as);
    const json_t *player = json_array_get(json_object_get(view, "players"), (size_t)seat);
    json_t *chosen = json_object();
    const char *kind;
    json_t *held;

    json_object_foreach(json_object_get(player, "cards"), kind, held) {
        long long n = json_integer_value(held) < count ? json_integer_value(held) : count;

        if (n > 0)
            json_object_set_new(chosen, kind, json_integer(n));
        count -= n;
    }
    json_decref(view);
    return chosen;
}

/* With undo a game would never end. */
static bool usable(const json_t *entry) {
    const char *type = text_at(entry, "type");

    if (strcmp(type, "undo") == 0)
        return false;
    return json_object_get(entry, "open") == NULL || strcmp(type, "discard") == 0 ||
           strcmp(type, "return_cards") == 0 || strcmp(type, "give_cards") == 0;
}

bool choose_action(struct person *person, struct random *random, const char *game, const char *as,
                   char text[ACTION_TEXT_MAX]) {
    json_t *list = GET(person, 200, "/v1/games/%s/actions%s", game, as);
    const json_t *actions = json_object_get(list, "actions");
    size_t n = json_array_size(actions);
    json_t *entry = NULL;
    bool any = false;
    char *dump;

    for (size_t i = 0; i < n && !any; i++)
        any = usable(json_array_get(actions, i));
    while (any && entry == NULL) {
        entry = json_array_get(actions, random_below(random, (uint32_t)n));
        if (!usable(entry))
            entry = NULL;
    }
    if (entry != NULL) {
        entry = json_deep_copy(entry);
        if (json_object_get(entry, "open") != NULL) {
            json_object_set_new(
                entry, "cards",
                some_cards(person, game, as, number_at(list, "player"), number_at(entry, "count")));
            json_object_del(entry, "open");
            json_object_del(entry, "count");
        }
        dump = json_dumps(entry, JSON_COMPACT);
        snprintf(text, ACTION_TEXT_MAX, "%s", dump);
        free(dump);
        json_decref(entry);
    }
    json_decref(list);
    return entry != NULL;
}

json_t *people_finish(const char *id, _Atomic int64_t *now) {
    for (int hours = 0; hours < 5000; hours++) {
        json_t *game = GET(&nobody, 200, "/v1/games/%s", id);

        if (!json_is_null(json_object_get(game, "result")))
            return game;
        json_decref(game);
        *now += 3600 * 1000;
        test_app_work();
    }
    ck_abort_msg("the game has no end");
}

json_t *people_record(const char *file) {
    char path[256];
    json_t *record;

    snprintf(path, sizeof path, "%s/tests/records/%s", test_root(), file);
    record = json_load_file(path, 0, NULL);
    ck_assert_ptr_nonnull(record);
    return record;
}

void people_copy(struct person *person, json_t *record, char id[GAME_ID_SIZE]) {
    json_t *body = json_pack("{s:s, s:O}", "mode", "table", "record", record);
    char *text = json_dumps(body, JSON_COMPACT);
    json_t *game = person_ask(person, 201, "POST", "", text, "/v1/games");

    snprintf(id, GAME_ID_SIZE, "%s", text_at(game, "id"));
    json_decref(game);
    json_decref(body);
    free(text);
}

void people_import(struct person *person, const char *file, char id[GAME_ID_SIZE]) {
    json_t *record = people_record(file);

    people_copy(person, record, id);
    json_decref(record);
}

/* ---- news ---- */

struct told_search {
    const char *about;
    size_t count;
};

static bool note_told(void *context, const struct store_outbox_row *row) {
    struct told_search *search = context;
    json_t *document = row->kind == OUTBOX_NEWS ? json_loads(row->data, 0, NULL) : NULL;
    struct told told;

    search->count += row->channel == OUTBOX_MAIL && told_read(document, &told) &&
                     strcmp(told.about, search->about) == 0;
    json_decref(document);
    return true;
}

size_t people_told(const char *name, const char *about) {
    struct store_reader *reader = store_reader_get(test_app.store);
    struct told_search search = {.about = about};
    struct store_account account;

    ck_assert_int_eq(account_by_name(reader, name, &account), STORE_OK);
    ck_assert_int_eq(store_outbox_of_account(reader, account.id, 0, 1000, note_told, &search),
                     STORE_OK);
    return search.count;
}
