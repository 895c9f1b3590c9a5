/* SPDX-License-Identifier: AGPL-3.0-or-later */
/*
 * Everything between a connection and a handler, without sockets, threads and a store: routing, framing, headers,
 * cookies, the query, the body and its JSON. Input: as for fuzz_server; a complete request is passed to dispatch as the
 * library would do it. This file replaces the library's functions for reading a request; they work on a header that is
 * split in place as in the library. For any input, there is exactly one response, no header of it can be split in two,
 * and a problem is JSON.
 */
#include <arpa/inet.h>
#include <jansson.h>
#include <microhttpd.h>
#include <sodium.h>
#include <string.h>
#include <strings.h>

#include "service/account/auth.h"
#include "service/api/routes.h"
#include "service/app/config.h"
#include "service/app/idempotency.h"
#include "service/base/text.h"
#include "service/game/new_game.h"
#include "service/http/cookie.h"
#include "service/http/metrics.h"
#include "service/http/reply.h"
#include "service/http/server_int.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/server.h"

enum { REQUEST_MAX = 1 << 14, HEAD_MAX = 1024, LINES_MAX = 64, ROUTES_MAX = 256 };

/* ---- the library, as far as requests need it ---- */

struct line {
    const char *key, *value; /* value can be NULL */
    size_t key_size, value_size;
};

struct MHD_Connection {
    struct line headers[LINES_MAX], arguments[LINES_MAX];
    size_t n_headers, n_arguments;
    union MHD_ConnectionInfo address_info, header_info;
    struct sockaddr_in address;
    int status; /* of the response; 0: none yet */
};

struct MHD_Response {
    void *bytes;
    size_t size;
    bool ours; /* its bytes are freed with it */
    bool problem;
};

static size_t lines_of(const struct MHD_Connection *connection, enum MHD_ValueKind kind,
                       const struct line **lines) {
    *lines = kind == MHD_HEADER_KIND ? connection->headers : connection->arguments;
    return kind == MHD_HEADER_KIND ? connection->n_headers : connection->n_arguments;
}

int MHD_get_connection_values_n(struct MHD_Connection *connection, enum MHD_ValueKind kind,
                                MHD_KeyValueIteratorN iterator, void *cls) {
    const struct line *lines;
    size_t n = lines_of(connection, kind, &lines);
    for (size_t i = 0; i < n; i++)
        if (iterator(cls, kind, lines[i].key, lines[i].key_size, lines[i].value,
                     lines[i].value_size) == MHD_NO)
            break;
    return (int)n;
}

int MHD_get_connection_values(struct MHD_Connection *connection, enum MHD_ValueKind kind,
                              MHD_KeyValueIterator iterator, void *cls) {
    const struct line *lines;
    size_t n = lines_of(connection, kind, &lines);
    for (size_t i = 0; i < n; i++)
        if (iterator(cls, kind, lines[i].key, lines[i].value) == MHD_NO)
            break;
    return (int)n;
}

const char *MHD_lookup_connection_value(struct MHD_Connection *connection, enum MHD_ValueKind kind,
                                        const char *key) {
    const struct line *lines;
    size_t n = lines_of(connection, kind, &lines);
    for (size_t i = 0; i < n; i++)
        if (strcasecmp(lines[i].key, key) == 0)
            return lines[i].value;
    return NULL;
}

const union MHD_ConnectionInfo *MHD_get_connection_info(struct MHD_Connection *connection,
                                                        enum MHD_ConnectionInfoType type, ...) {
    switch (type) {
    case MHD_CONNECTION_INFO_CLIENT_ADDRESS: return &connection->address_info;
    case MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE: return &connection->header_info;
    default: return NULL;
    }
}

struct MHD_Response *MHD_create_response_from_buffer(size_t size, void *bytes,
                                                     enum MHD_ResponseMemoryMode mode) {
    struct MHD_Response *response = calloc(1, sizeof *response);
    REQUIRE_HOLDS(response != NULL, "memory");
    *response =
        (struct MHD_Response){.bytes = bytes, .size = size, .ours = mode == MHD_RESPMEM_MUST_FREE};
    return response;
}

enum MHD_Result MHD_add_response_header(struct MHD_Response *response, const char *name,
                                        const char *value) {
    REQUIRE_HOLDS(name[strcspn(name, " \t\r\n:")] == '\0', name);
    REQUIRE_HOLDS(!text_has_controls(value), value);
    if (strcasecmp(name, "Content-Type") == 0)
        response->problem = strcmp(value, "application/problem+json") == 0;
    return MHD_YES;
}

enum MHD_Result MHD_queue_response(struct MHD_Connection *connection, unsigned status,
                                   struct MHD_Response *response) {
    struct read_failure failure;
    REQUIRE_HOLDS(connection->status == 0, "a second answer");
    connection->status = (int)status;
    if (response->problem) {
        json_t *value = read_json(response->bytes, response->size, &failure);
        REQUIRE_HOLDS(value != NULL, failure.detail);
        REQUIRE_HOLDS(json_integer_value(json_object_get(value, "status")) == (int)status,
                      "another status");
        json_decref(value);
    }
    return MHD_YES;
}

void MHD_destroy_response(struct MHD_Response *response) {
    if (response->ours)
        free(response->bytes);
    free(response);
}

struct MHD_Daemon *MHD_start_daemon(unsigned flags, uint16_t port, MHD_AcceptPolicyCallback accept,
                                    void *accept_cls, MHD_AccessHandlerCallback handler,
                                    void *handler_cls, ...) {
    static char daemon;
    (void)flags, (void)port, (void)accept, (void)accept_cls, (void)handler, (void)handler_cls;
    return (struct MHD_Daemon *)(void *)&daemon;
}

/* ---- a handler that reads everything that can be read ---- */

static void read_new_game(const json_t *body) {
    struct read_errors errors = {0};
    struct new_game_fault fault;
    struct new_game *new_game = calloc(1, sizeof *new_game);
    REQUIRE_HOLDS(new_game != NULL, "memory");
    (void)new_game_read(&errors, body, 1, new_game, &fault);
    new_game_free(new_game);
    free(new_game);
}

static bool read_header(struct request *rq) {
    struct idempotency idem = {0};
    char cookie[COOKIE_VALUE_SIZE] = "";
    const char *address = request_address(rq);
    for (size_t i = 0; i <= ROUTE_PARAMS_MAX; i++) {
        const char *param = request_param(rq, i);
        REQUIRE_HOLDS(text_is_utf8(param, strlen(param)) && !text_has_controls(param), param);
    }
    REQUIRE_HOLDS(strlen(address) < REQUEST_ADDRESS_SIZE, address);
    (void)request_client(rq);
    if (cookie_value(rq, "hexpost", cookie))
        REQUIRE_HOLDS(memchr(cookie, '\0', sizeof cookie) != NULL, "a cookie's end");
    if (reply_not_modified(rq, "v1"))
        return false;
    if (!request_matches(rq, "v1")) {
        reply_problem(rq, PROBLEM_STALE_MATCH, "it is v1 now");
        return false;
    }
    return idempotency_read(rq, &idem);
}

static bool read_query(struct request *rq) {
    static const char *const words[] = {"all", "me", NULL};
    const char *text = "";
    int64_t number = 0;
    bool flag = false;
    int choice = 0;
    const struct read_field fields[] = {
        {"cursor", READ_TEXT, .to.text = &text, .max = 200},
        {"after", READ_INT, .to.number = &number, .min = 0, .max = 9999},
        {"mark", READ_BOOL, .to.flag = &flag},
        {"as", READ_CHOICE, .to.choice = &choice, .choices = words},
    };
    if (!request_query(rq, fields, sizeof fields / sizeof *fields))
        return false;
    REQUIRE_HOLDS(number >= 0 && number <= 9999 && strlen(text) <= 200, "out of bounds");
    return true;
}

static void read_all(struct request *rq) {
    const struct route *real = &routes[rq->route - rq->server->config.routes];
    if (!read_header(rq) || !read_query(rq))
        return;
    if (rq->route->body != ROUTE_BODY_NONE) {
        const json_t *body = request_json(rq);
        if (body == NULL)
            return;
        if (strcmp(real->path, "/v1/games") == 0)
            read_new_game(body);
    }
    reply_header(rq, "Location", rq->path);
    reply_empty(rq, 204);
}

static enum auth_result auth(struct request *rq, const char *token) {
    bool good = strcmp(token, "T") == 0;
    if (good)
        rq->caller = (struct caller){.account = 1, .token = 1, .scopes = ~0u};
    return good ? AUTH_OK : AUTH_BAD;
}

/* ---- requests ---- */

static struct server *start(void) {
    static struct route own[ROUTES_MAX];
    struct server_config config;
    struct config settings;
    char error[HEAD_MAX];
    REQUIRE_HOLDS(sodium_init() >= 0 && routes_count <= ROUTES_MAX, "no start");
    for (size_t i = 0; i < routes_count; i++) {
        own[i] = routes[i];
        own[i].handler = read_all;
        own[i].slow = false;
    }
    config_defaults(&settings);
    config_server(&settings, &config);
    config.listen = "127.0.0.1:0"; /* never used */
    config.access_log = false;
    config.trust_proxy = true;
    config.general = config.accounts = (struct server_rate){0};
    config.routes = own;
    config.route_count = routes_count;
    config.auth = auth;
    config.metrics = metrics_new();
    struct server *server = server_start(&config, error, sizeof error);
    REQUIRE_HOLDS(server != NULL, error);
    server->header_layout_known = true; /* take_headers uses that layout */
    return server;
}

/* Splits the text at the first of the bytes: terminates the part before it with NUL and returns the part after it. */
static char *cut(char *text, const char *bytes) {
    char *end = text + strcspn(text, bytes);
    if (*end == '\0')
        return NULL;
    *end = '\0';
    return end + 1;
}

static void take_arguments(struct MHD_Connection *connection, char *query) {
    while (query != NULL && connection->n_arguments < LINES_MAX) {
        struct line *line = &connection->arguments[connection->n_arguments++];
        char *next = cut(query, "&"), *value = cut(query, "=");
        *line = (struct line){query, value, strlen(query), value == NULL ? 0 : strlen(value)};
        query = next;
    }
}

/* The lines of a header, up to the empty one. False if the library would respond by itself. */
static bool take_headers(struct MHD_Connection *connection, char *at) {
    while (at != NULL && *at != '\0' && *at != '\r' && *at != '\n') {
        char *end = strchr(at, '\n'), *next = end == NULL ? NULL : end + 1, *value;
        if (end == NULL || connection->n_headers == LINES_MAX)
            return false;
        *end = '\0';
        if (end > at && end[-1] == '\r')
            end[-1] = '\0';
        value = cut(at, ":");
        if (value == NULL || *at == '\0')
            return false;
        value += strspn(value, " \t");
        connection->headers[connection->n_headers++] =
            (struct line){at, value, strlen(at), strlen(value)};
        at = next;
    }
    if (at == NULL || at[0] != '\r' || at[1] != '\n')
        return false;
    at[0] = at[1] = '\0';
    return true;
}

/* How many of the bytes belong to the body. */
static size_t body_size(struct MHD_Connection *connection, size_t size) {
    const char *text = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Content-Length");
    int64_t length;
    if (MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Transfer-Encoding") != NULL)
        return size;
    if (text == NULL || !text_read_number(text, 0, INT64_MAX, &length))
        return 0;
    return (uint64_t)length < size ? (size_t)length : size;
}

/* Passes a request to the server as the library does: once for its header, for each piece of the body, and for its
 * end. */
static void hand_over(struct server *server, struct MHD_Connection *connection, char *head,
                      const char *body, size_t size) {
    char *target = cut(head, " "), *version = target == NULL ? NULL : cut(target, " ");
    char *lines = version == NULL ? NULL : strchr(version, '\n');
    if (lines == NULL || lines[-1] != '\r')
        return;
    lines[-1] = *lines = '\0';
    struct request *rq = request_new(server, connection, target);
    void *context = rq;
    REQUIRE_HOLDS(rq != NULL, "memory");
    take_arguments(connection, cut(target, "?"));
    if (take_headers(connection, lines + 1)) {
        size_t left = body_size(connection, size), none = 0;
        enum MHD_Result result =
            dispatch_request(server, connection, target, head, version, NULL, &none, &context);
        while (result == MHD_YES && connection->status == 0 && left > 0) {
            size_t piece = left > 100 ? left / 2 : left, taken = piece;
            result =
                dispatch_request(server, connection, target, head, version, body, &taken, &context);
            body += piece;
            left -= piece;
        }
        if (result == MHD_YES && connection->status == 0)
            (void)dispatch_request(server, connection, target, head, version, NULL, &none,
                                   &context);
        REQUIRE_HOLDS(connection->status != 0 && connection->status != 500, target);
    }
    request_free(rq);
}

/* One request, as bytes; the status of its response, 0 if the library would wait or respond by itself. */
static int ask(struct server *server, char *request, size_t n) {
    struct MHD_Connection connection = {.address.sin_family = AF_INET};
    char *end = memmem(request, n, "\r\n\r\n", 4);
    if (end == NULL)
        return 0;
    end += 4;
    size_t left = n - (size_t)(end - request);
    char *body = malloc(left + 1); /* of the exact size, for ASan */
    REQUIRE_HOLDS(body != NULL, "memory");
    memcpy(body, end, left);
    *end = '\0';
    connection.address.sin_addr.s_addr = htonl(INADDR_LOOPBACK + n % 2);
    connection.address_info.client_addr = (struct sockaddr *)(void *)&connection.address;
    connection.header_info.header_size = (size_t)(end - request);
    hand_over(server, &connection, request, body, left);
    free(body);
    return connection.status;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct server *server;
    static char request[REQUEST_MAX + HEAD_MAX + 1];
    char plain[] = "POST /v1/accounts HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n"
                   "Content-Type: application/json\r\n\r\n{}";
    size_t n = 0;
    if (size < 1 || size > REQUEST_MAX)
        return 0;
    if (server == NULL) {
        server = start();
        /* Otherwise every input could be refused at once, and nothing after that be tested. */
        REQUIRE_HOLDS(ask(server, plain, sizeof plain - 1) == 204, "a plain request is refused");
    }
    if (data[0] != 'R')
        n = fuzz_server_head(data[0], request, HEAD_MAX, size - 1);
    memcpy(request + n, data + 1, size - 1);
    n += size - 1;
    request[n] = '\0';
    (void)ask(server, request, n);
    return 0;
}
