/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Each allocation fails in turn, once and from then on: nothing crashes or leaks, no valid document is called invalid,
 * and the state afterwards is as before. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "db/store.h"
#include "service/account/auth.h"
#include "service/api/routes.h"
#include "service/app/app.h"
#include "service/app/config.h"
#include "service/base/json_read.h"
#include "service/base/json_write.h"
#include "service/document/board_json.h"
#include "service/document/event_json.h"
#include "service/document/position.h"
#include "service/document/record.h"
#include "service/document/verify.h"
#include "service/document/view_json.h"
#include "service/http/metrics.h"
#include "service/http/server.h"
#include "service/picture/picture.h"
#include "tests/fault/points.h"
#include "tests/support/check_main.h"
#include "tests/support/http_client.h"
#include "tests/support/record_cursor.h"

enum {
    ROUNDS_MAX = 20000, /* allocations of one scenario */
    NEAR = 300,         /* each of the first ones fails; of the others one in STEP */
    STEP = 37,
    DOCUMENT_MAX = 4 << 20,
    RECORD_MAX = 1 << 20,
};

static char record_text[RECORD_MAX];
static size_t record_size;

static void read_golden(const char *name) {
    char path[128];
    snprintf(path, sizeof path, "tests/records/%s", name);
    FILE *file = fopen(test_path(path), "rb");
    ck_assert_msg(file != NULL, "%s cannot be read", path);
    record_size = fread(record_text, 1, sizeof record_text, file);
    (void)fclose(file);
}

/* ---- scenarios; each returns whether it finished ---- */

/* Check allocates too, so it is only called if something is wrong. */
#define HOLDS(condition, ...)                                                                      \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            points_rest();                                                                         \
            ck_abort_msg(__VA_ARGS__);                                                             \
        }                                                                                          \
    } while (0)

/* Refusals because of missing memory say so. */
static void require_memory(const struct read_errors *errors) {
    for (size_t i = 0; i < errors->count; i++)
        HOLDS(strstr(errors->items[i].detail, "memory") != NULL, "%s: %s", errors->items[i].pointer,
              errors->items[i].detail);
}

static bool write_all(const struct record *record) {
    static const struct seat_label labels[SEAT_MAX];
    struct record_cursor cursor = {record, 0};
    struct record_head head = {.setup = &record->setup,
                               .spec = &record->spec,
                               .labels = labels,
                               .position = record->has_position ? &record->start : NULL,
                               .fairness = record->has_fairness ? &record->fairness : NULL};
    struct view_head view = {.labels = labels};
    struct picture picture = {.setup = &record->setup,
                              .view = &record->end,
                              .labels = labels,
                              .legend = true,
                              .places = true};
    struct buffer buffers[3];
    bool whole = true;
    for (unsigned i = 0; i < 3; i++)
        buffer_init(&buffers[i], DOCUMENT_MAX);
    struct writer w = writer_to(&buffers[0]);
    HOLDS(record_write(&w, &head, record_cursor_next, &cursor), "no end");
    w = writer_to(&buffers[1]);
    view_write(&w, &record->setup, &record->end, VIEWER_ALL, &view);
    picture_svg(&buffers[2], &picture);
    for (unsigned i = 0; i < 3; i++) {
        whole &= !buffers[i].failed;
        buffer_free(&buffers[i]);
    }
    return whole;
}

static bool record_there_and_back(void) {
    struct read_failure failure;
    struct read_errors errors = {0};
    struct record_fault fault;
    struct record record;
    json_t *value = read_json(record_text, record_size, &failure);
    if (value == NULL) {
        HOLDS(failure.memory, "%s", failure.detail);
        return false;
    }
    enum record_result result = record_read(&errors, value, "", &record, &fault);
    bool whole = result == RECORD_OK && write_all(&record);
    if (result != RECORD_OK) {
        HOLDS(result == RECORD_MEMORY || errors.count > 0, "result %d", (int)result);
        require_memory(&errors);
    }
    record_free(&record);
    json_decref(value);
    return whole;
}

static bool verdict(void) {
    struct verdict said;
    verify_record(record_text, record_size, &said);
    HOLDS(said.ok || strstr(said.text, "memory") != NULL, "%s", said.text);
    return said.ok;
}

static void run_out(bool (*scenario)(void), bool for_ever) {
    unsigned n = 1;
    ck_assert(scenario()); /* permanent allocations happen now */
    for (; n < ROUNDS_MAX; n += n < NEAR ? 1 : STEP) {
        long before = points_live();
        points_fail(POINT_MEMORY, n, for_ever);
        bool whole = scenario();
        bool hit = points_failed();
        points_rest();
        HOLDS(points_live() == before, "failing %u leaks %ld blocks", n, points_live() - before);
        HOLDS(whole || hit, "failing %u: not whole", n);
        if (!hit)
            break;
    }
    ck_assert_uint_lt(n, ROUNDS_MAX);
}

static const char *const records[] = {"play-proved.json", "table-told.json", "table-position.json"};
enum { RECORDS = sizeof records / sizeof *records };

START_TEST(reading_and_writing_a_record) {
    read_golden(records[_i % RECORDS]);
    run_out(record_there_and_back, _i >= RECORDS);
}
END_TEST

START_TEST(verifying_a_record) {
    read_golden(records[_i % RECORDS]);
    run_out(verdict, _i >= RECORDS);
}
END_TEST

static json_t *board_document;

static bool board_without_regions(void) {
    static const struct rules rules = {.players = 3, .scenario = SCENARIO_FORGOTTEN_TRIBE};
    static struct board_choice choice;
    struct read_errors errors = {0};
    bool read = board_read(&errors, board_document, "", &rules, &choice);
    HOLDS(errors.count == 0, "%s: %s", errors.items[0].pointer, errors.items[0].detail);
    HOLDS(!read || choice.spec.n_regions == 2, "%u regions", (unsigned)choice.spec.n_regions);
    return read;
}

/* Uses those of the scenario's map, or fails because of memory; never returns a board without any. */
START_TEST(reading_a_board_without_regions) {
    struct read_failure failure;
    read_golden("play-tribe.json");
    json_t *record = read_json(record_text, record_size, &failure), *hex;
    size_t i;
    board_document = json_object_get(record, "board");
    (void)json_object_del(board_document, "regions");
    json_array_foreach(json_object_get(board_document, "hexes"), i, hex)(void)
        json_object_del(hex, "region");
    run_out(board_without_regions, _i == 1);
    json_decref(record);
}
END_TEST

/* ---- the server ---- */

static struct app app;
static char token[TOKEN_SIZE] = "";

/* Leaves no store for the next server, and uses none of a failed test. */
static void remove_store(void) {
    (void)remove("hexpost.db");
    (void)remove("hexpost.db-wal");
    (void)remove("hexpost.db-shm");
}

static void start_server(void) {
    struct server_config config;
    struct config settings;
    char error[200];
    remove_store();
    ck_assert_int_ge(sodium_init(), 0);
    ck_assert_int_eq(store_open(&app.store, &(struct store_options){.path = "hexpost.db"}),
                     STORE_OK);
    app.metrics = metrics_new();
    config_defaults(&settings);
    config_server(&settings, &config);
    config.listen = "127.0.0.1:0";
    config.threads = 1;
    config.access_log = false;
    config.general = config.accounts = (struct server_rate){0};
    config.routes = routes;
    config.route_count = routes_count;
    config.app = &app;
    config.auth = auth_caller;
    config.metrics = app.metrics;
    app.server = server_start(&config, error, sizeof error);
    ck_assert_msg(app.server != NULL, "%s", error);
    points_spare(true);
}

static void stop_server(void) {
    server_stop(app.server);
    store_close(app.store);
    metrics_free(app.metrics);
    app = (struct app){0};
    remove_store();
}

/* Sends a request over a connection of its own; returns the status, 0 if the server hung up. */
static int ask(const char *method, const char *path, const char *body, struct response *response) {
    struct client client;
    char headers[256];
    snprintf(headers, sizeof headers, "Authorization: Bearer %s\r\nConnection: close\r\n", token);
    ck_assert(client_open(&client, server_address(app.server)));
    client_ask(&client, response, method, path, headers, body);
    client_close(&client);
    return response->status;
}

/* A status of 0 must mean that the server hung up, not that it hangs. */
static int ask_starved(const char *method, const char *path, const char *body, unsigned nth,
                       bool for_ever) {
    struct response response;
    points_fail(POINT_MEMORY, nth, for_ever);
    int status = ask(method, path, body, &response);
    bool hit = points_failed();
    points_rest();
    ck_assert_msg(hit || status / 100 == 2, "%s %s: %d though memory was there", method, path,
                  status);
    ck_assert_msg(status == 0 || status / 100 == 2 || status == 503, "%s %s, allocation %u: %d: %s",
                  method, path, nth, status, response.body);
    response_free(&response);
    return hit ? status : -1;
}

struct call {
    const char *method, *path;
    const char *body, *rest; /* around a number that changes each time; NULL: no body */
};

#define PLAY                                                                                       \
    "\"rules\":{\"game\":\"base\",\"players\":3},\"seats\":[{\"account\":\"me\"},"                 \
    "{\"bot\":\"random\"},{\"bot\":\"random\"}]"
#define TABLE "\"mode\":\"table\",\"rules\":{\"game\":\"base\"},\"board\":{\"layout\":\"beginner\"}"

/* Paths that end in / continue with a game's id and the text of `rest`. */
static const struct call calls[] = {
    {"POST", "/v1/accounts", "{\"name\":\"somebody-", "\"}"},
    {"GET", "/v1/me", NULL, NULL},
    {"POST", "/v1/me/tokens", "{\"name\":\"token-", "\"}"},
    {"GET", "/v1/me/tokens", NULL, NULL},
    {"GET", "/v1/me/webhooks", NULL, NULL},
    {"GET", "/metrics", NULL, NULL},
    {"GET", "/readyz", NULL, NULL},
    {"GET", "/openapi.yaml", NULL, NULL},
    {"POST", "/v1/games", "{" TABLE ",\"name\":\"game-", "\"}"},
    {"GET", "/v1/games", NULL, NULL},
    {"GET", "/v1/games/", NULL, "/view?as=all"},
    {"GET", "/v1/games/", NULL, "/actions"},
    {"GET", "/v1/games/", NULL, "/events"},
    {"GET", "/v1/games/", NULL, "/record"},
    {"GET", "/v1/games/", NULL, "/board.svg"},
    {"POST", "/v1/games/",
     "{\"dry_run\":true,\"action\":{\"type\":\"build_settlement\",\"vertex\":", "}}"},
    {"GET", "/v1/games/", NULL, "/orders"},
    {"PUT", "/v1/games/",
     "{\"orders\":{\"discard\":{\"first\":[\"wool\"]},\"offers\":[{\"answer\":\"accept\",\"if\":"
     "\"3 ore\"}],\"plan\":[\"if 3 ore and 2 grain: city ",
     "\"]}}"},
    {"DELETE", "/v1/games/", NULL, "/orders"},
};
enum { CALLS = sizeof calls / sizeof *calls };

/* Standing orders need a running game, not a table. */
static bool about_orders(const struct call *call) {
    return strcmp(call->method, "PUT") == 0 ||
           (call->body == NULL && call->rest != NULL && strcmp(call->rest, "/orders") == 0);
}

/* Copies the text after MARK, up to the closing quote. */
static void take(const struct response *response, const char *mark, char *to, size_t size) {
    const char *at = strstr(response->body, mark);
    ck_assert_ptr_nonnull(at);
    at += strlen(mark);
    snprintf(to, size, "%.*s", (int)strcspn(at, "\""), at);
}

static void make_game(char *id, size_t size, bool play) {
    struct response response;
    ck_assert_int_eq(ask("POST", "/v1/accounts", "{\"name\":\"first\"}", &response), 201);
    take(&response, "\"token\":\"", token, sizeof token);
    response_free(&response);
    ck_assert_int_eq(ask("POST", "/v1/games", play ? "{" PLAY "}" : "{" TABLE "}", &response), 201);
    take(&response, "\"id\":\"", id, size);
    response_free(&response);
}

START_TEST(a_request) {
    const struct call *call = &calls[_i % CALLS];
    char id[STORE_ID_SIZE], path[100], body[300];
    struct response response;
    unsigned n = 1;
    bool of_game = call->path[strlen(call->path) - 1] == '/';
    make_game(id, sizeof id, about_orders(call));
    snprintf(path, sizeof path, "%s%s%s", call->path, of_game ? id : "",
             about_orders(call)   ? "/orders"
             : !of_game           ? ""
             : call->body != NULL ? "/moves"
                                  : call->rest);
    for (int status = 0; status >= 0; n++) {
        if (call->body != NULL) /* as a vertex, the number has to be on the board */
            snprintf(body, sizeof body, "%s%u%s", call->body, of_game ? n % 50 : n, call->rest);
        status = ask_starved(call->method, path, call->body != NULL ? body : NULL, n, _i >= CALLS);
        ck_assert_uint_lt(n, ROUNDS_MAX);
    }
    ck_assert_int_eq(ask("GET", "/v1/me", NULL, &response), 200);
    response_free(&response);
    printf("%s %s: %u allocations\n", call->method, path, n - 2);
}
END_TEST

static Suite *suite(void) {
    return test_suite(
        "memory",
        (const struct test_case[]){
            {"records", reading_and_writing_a_record, .loops = 2 * RECORDS, .timeout_s = 120},
            {"verify", verifying_a_record, .loops = 2 * RECORDS, .timeout_s = 120},
            {"regions", reading_a_board_without_regions, .loops = 2},
            {"requests", a_request, .loops = 2 * CALLS, .setup = start_server,
             .teardown = stop_server},
            {0},
        });
}
TEST_MAIN(suite)
