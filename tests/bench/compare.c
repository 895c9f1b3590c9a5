/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Measures the running server and a bare one of the same libraries (tests/bench/bare.c) alternately in the same run, so
 * that their ratio does not depend on the machine.
 *
 *   compare HEXPOST BARE FOLDER
 *
 * One thread keeps CONNECTIONS connections busy, one request at a time on each. Views: of games of VIEW_EVENTS events.
 * Moves: table games, one per connection, from their start to MOVE_EVENTS events, about the length of a game between
 * people. Databases are created in FOLDER. Prints a table on stderr and one JSON object on stdout. */
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "engine/game.h"
#include "service/base/json_write.h"
#include "service/document/action_json.h"
#include "tests/support/http_client.h"

enum {
    CONNECTIONS = 16,
    ROUNDS = 3,
    ROUND_MS = 2000,
    VIEW_GAMES = 48,
    VIEW_EVENTS = 600,
    MOVE_EVENTS = 300,
    MOVE_GAMES = 640, /* games that can be begun; a round ends early if none is left */
    REQUEST_MAX = 4096,
    RECEIVE_MAX = 1 << 20,
    WAIT_MS = 20000,
    TOKEN_MAX = 512,
};

static void fail(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs("compare: ", stderr);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    exit(1);
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* ---- servers ---- */

struct server {
    pid_t pid;
    char address[64];
};

static struct server servers[4];
static size_t n_servers;

static void stop_servers(void) {
    while (n_servers > 0)
        kill(servers[--n_servers].pid, SIGTERM);
    while (wait(NULL) > 0)
        ;
}

/* Starts a program and waits until it reports its address. */
static const char *start_server(char *const *argv) {
    struct server *server = &servers[n_servers];
    static const char says[] = "listening on http://";
    char line[256];
    int out[2];

    if (pipe(out) != 0 || (server->pid = fork()) < 0)
        fail("no process: %s", strerror(errno));
    if (server->pid == 0) {
        dup2(out[1], STDOUT_FILENO);
        close(out[0]);
        close(out[1]);
        execv(argv[0], argv);
        _exit(127);
    }
    n_servers++;
    close(out[1]);
    FILE *file = fdopen(out[0], "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, says, sizeof says - 1) == 0) {
            line[strcspn(line, "\n")] = '\0';
            snprintf(server->address, sizeof server->address, "%.60s", line + sizeof says - 1);
            return server->address; /* the pipe stays open, so that the server can go on writing */
        }
    fail("%s does not start", argv[0]);
    return NULL;
}

/* ---- games ---- */

struct stream {
    struct chance chance;
    uint64_t seed;
};

static uint32_t stream_draw(const struct chance *chance, uint32_t number, uint32_t bound) {
    uint64_t x = ((const struct stream *)chance)->seed + number * UINT64_C(0x9E3779B97F4A7C15);
    x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
    return (uint32_t)((x >> 32) * bound >> 32);
}

/* A game that the load plays, with full knowledge, like the creator of a table game. */
struct match {
    char id[64];
    struct game game;
    struct stream stream;
    unsigned events;
};

static struct setup setup;

static void match_begin(struct match *match, uint64_t seed) {
    struct event start = {.type = EVENT_START, .player = NONE, .by = BY_ENGINE};
    match->stream = (struct stream){{stream_draw, 0}, seed * 7919};
    match->events = 1;
    game_init(&setup, &match->game);
    game_apply(&setup, &match->game, &start);
}

/* Plays one random move on this side; stores it in *EVENT. */
static void match_step(struct match *match, struct event *event) {
    static struct move_list list;
    struct chance *chance = &match->stream.chance;
    struct action action;
    unsigned i = 0;

    while (match->game.pending[i].answered)
        i++;
    unsigned seat = match->game.pending[i].player;
    game_list(&setup, &match->game, seat, &list);
    do
        action = list.items[chance_below(chance, (uint32_t)list.n)];
    while (action.type == OFFER_TRADE);
    if (action.open != 0)
        game_fill_random(&setup, &match->game, seat, chance, &action);
    *event = (struct event){.type = action.type, .player = (uint8_t)seat, .action = action};
    game_draw(&setup, &match->game, seat, &action, game_parts(&setup, &match->game, &action),
              chance, &event->outcome);
    game_apply(&setup, &match->game, event);
    match->events++;
}

/* Whether the game of this seed is still in progress after EVENTS events. */
static bool lasts(uint64_t seed, unsigned events) {
    static struct match match;
    struct event event;
    match_begin(&match, seed);
    while (match.events < events && match.game.phase != PHASE_FINISHED)
        match_step(&match, &event);
    return match.game.phase != PHASE_FINISHED;
}

static void write_move(struct buffer *out, const struct event *event) {
    struct writer w = writer_to(out);
    unsigned parts = event->type == ROLL ? PART_DICE : action_parts(&event->action);

    writer_object(&w);
    writer_key(&w, "action");
    action_write(&w, &event->action, 0);
    writer_key(&w, "seat");
    writer_int(&w, event->player);
    if (parts != 0) {
        writer_key(&w, "outcome");
        outcome_write(&w, &setup, event, parts, 0, 0);
    }
    writer_object_end(&w);
}

/* ---- the load ---- */

struct load;

struct connection {
    struct client client; /* only its socket is used */
    char request[REQUEST_MAX];
    size_t request_size, sent;
    char *received;           /* RECEIVE_MAX bytes */
    size_t size, answer_size; /* answer_size: of the whole response, 0 while unknown */
    bool busy;
    struct match *match;
    unsigned turn; /* requests made so far */
};

struct load {
    const char *address;
    const char *token; /* "" for the bare server */
    /* Writes the connection's next request; false when there is none left. */
    bool (*next)(struct load *load, struct connection *connection);
    int status;          /* that every response must have */
    struct match **pool; /* games not begun yet */
    size_t n_pool;
    unsigned event_limit; /* events after which a game is left */
    unsigned games;
    size_t body_size; /* of the last response */
    struct connection connections[CONNECTIONS];
    size_t answers;
    double cpu_us; /* of the server per response in the last run */
};

static void write_request(struct load *load, struct connection *connection, const char *method,
                          const char *path, const struct buffer *body) {
    int size =
        snprintf(connection->request, REQUEST_MAX, "%s %s HTTP/1.1\r\nHost: %s\r\n%s%s%s", method,
                 path, load->address, load->token[0] != '\0' ? "Authorization: Bearer " : "",
                 load->token, load->token[0] != '\0' ? "\r\n" : "");
    size_t at = (size_t)size;
    if (body != NULL) {
        size = snprintf(connection->request + at, REQUEST_MAX - at,
                        "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n%.*s",
                        body->size, (int)body->size, body->data);
    } else {
        size = snprintf(connection->request + at, REQUEST_MAX - at, "\r\n");
    }
    connection->request_size = at + (size_t)size;
    if (connection->request_size >= REQUEST_MAX)
        fail("a request is too long");
}

/* The next move of the connection's game, or the first one of the next game. */
static bool next_move(struct load *load, struct connection *connection) {
    struct event event;
    struct buffer body;
    char path[128];

    struct match *match = connection->match;
    if (match == NULL || match->events >= load->event_limit ||
        match->game.phase == PHASE_FINISHED) {
        connection->match = match = load->n_pool > 0 ? load->pool[--load->n_pool] : NULL;
        if (match == NULL)
            return false;
    }
    match_step(match, &event);
    buffer_init(&body, REQUEST_MAX);
    write_move(&body, &event);
    snprintf(path, sizeof path, "/v1/games/%s/moves", match->id);
    write_request(load, connection, "POST", path, &body);
    buffer_free(&body);
    return true;
}

static bool next_view(struct load *load, struct connection *connection) {
    char path[128];
    size_t game = (connection->turn + (size_t)(connection - load->connections)) % load->games;
    snprintf(path, sizeof path, "/v1/games/%s/view", load->pool[game]->id);
    write_request(load, connection, "GET", path, NULL);
    return true;
}

static bool next_bare_view(struct load *load, struct connection *connection) {
    char path[128];
    size_t game = (connection->turn + (size_t)(connection - load->connections)) % load->games;
    snprintf(path, sizeof path, "/view/%zu", game);
    write_request(load, connection, "GET", path, NULL);
    return true;
}

static bool next_bare_move(struct load *load, struct connection *connection) {
    static char text[] = "{\"action\":{\"type\":\"build_road\",\"edge\":17},\"seat\":2}";
    struct buffer body = {.data = text, .size = sizeof text - 1};
    char path[128];
    snprintf(path, sizeof path, "/move/%u",
             VIEW_GAMES + (unsigned)(connection - load->connections));
    write_request(load, connection, "POST", path, &body);
    return true;
}

static void begin(struct load *load, struct connection *connection) {
    connection->busy = load->next(load, connection);
    connection->turn++;
    connection->sent = connection->size = connection->answer_size = 0;
    if (!connection->busy)
        return;
    ssize_t n = write(connection->client.fd, connection->request, connection->request_size);
    if (n != (ssize_t)connection->request_size) /* a few hundred bytes always fit */
        fail("cannot send to %s: %s", load->address, strerror(errno));
}

/* Determines the length of the response once its head has arrived; checks its status. */
static void read_head(struct load *load, struct connection *connection) {
    static const char length[] = "content-length:";
    connection->received[connection->size] = '\0';
    char *end = strstr(connection->received, "\r\n\r\n");
    char *field = connection->received;
    if (end == NULL)
        return;
    while (field < end && strncasecmp(field, length, sizeof length - 1) != 0)
        field = strstr(field, "\r\n") + 2;
    if (field >= end)
        fail("an answer of %s has no length", load->address);
    load->body_size = strtoul(field + sizeof length - 1, NULL, 10);
    connection->answer_size = (size_t)(end + 4 - connection->received) + load->body_size;
    if (connection->answer_size >= RECEIVE_MAX)
        fail("an answer of %s is too long", load->address);
    if (strtol(connection->received + strlen("HTTP/1.1 "), NULL, 10) != load->status)
        fail("%s answered\n%.2000s\nto\n%s", load->address, connection->received,
             connection->request);
}

static void receive(struct load *load, struct connection *connection, bool go_on) {
    ssize_t n = read(connection->client.fd, connection->received + connection->size,
                     RECEIVE_MAX - 1 - connection->size);
    if (n <= 0)
        fail("%s closed a connection", load->address);
    connection->size += (size_t)n;
    if (connection->answer_size == 0)
        read_head(load, connection);
    if (connection->answer_size == 0 || connection->size < connection->answer_size)
        return;
    load->answers++;
    connection->busy = false;
    if (go_on)
        begin(load, connection);
}

/* The CPU time in seconds used by the server at ADDRESS, as returned by start_server. On a busy machine it says more
 * than the rate. */
static double server_cpu(const char *address) {
    struct timespec used = {0};
    clockid_t id;

    for (size_t i = 0; i < n_servers; i++)
        if (servers[i].address == address && clock_getcpuclockid(servers[i].pid, &id) == 0)
            clock_gettime(id, &used);
    return (double)used.tv_sec + (double)used.tv_nsec / 1e9;
}

/* Keeps the connections busy for SECONDS (0: until no request is left) and returns responses per second. */
static double load_run(struct load *load, double seconds) {
    struct pollfd polls[CONNECTIONS];
    double started = now(), ended = started, cpu = server_cpu(load->address);
    size_t busy = CONNECTIONS;

    load->answers = 0;
    for (size_t i = 0; i < CONNECTIONS; i++)
        begin(load, &load->connections[i]);
    while (busy > 0) {
        busy = 0;
        for (size_t i = 0; i < CONNECTIONS; i++) {
            struct connection *connection = &load->connections[i];
            polls[i] = (struct pollfd){.fd = connection->busy ? connection->client.fd : -1,
                                       .events = POLLIN};
            busy += connection->busy;
        }
        if (busy > 0 && poll(polls, CONNECTIONS, WAIT_MS) <= 0)
            fail("%s does not answer", load->address);
        bool go_on = seconds <= 0 || now() - started < seconds;
        for (size_t i = 0; i < CONNECTIONS; i++)
            if (polls[i].fd >= 0 && polls[i].revents != 0)
                receive(load, &load->connections[i], go_on);
        ended = now();
    }
    load->cpu_us = (server_cpu(load->address) - cpu) * 1e6 / (double)load->answers;
    return (double)load->answers / (ended - started);
}

static struct load *load_open(const char *address, const char *token, int status,
                              bool (*next)(struct load *, struct connection *)) {
    struct load *load = calloc(1, sizeof *load);
    if (load == NULL)
        fail("out of memory");
    load->address = address;
    load->token = token;
    load->status = status;
    load->next = next;
    load->games = VIEW_GAMES;
    for (size_t i = 0; i < CONNECTIONS; i++) {
        struct connection *connection = &load->connections[i];
        connection->received = malloc(RECEIVE_MAX);
        if (connection->received == NULL || !client_open(&connection->client, address))
            fail("cannot connect to %s", address);
    }
    return load;
}

static void load_close(struct load *load) {
    for (size_t i = 0; i < CONNECTIONS; i++) {
        client_close(&load->connections[i].client);
        free(load->connections[i].received);
    }
    free(load);
}

/* ---- hexpost's set-up, over HTTP ---- */

/* Posts BODY; returns the document of the response, which must be a 201. */
static json_t *post(struct client *client, const char *token, const char *path, const char *body) {
    struct response response;
    char headers[TOKEN_MAX + 64] = "";

    if (token != NULL)
        snprintf(headers, sizeof headers, "Authorization: Bearer %s\r\n", token);
    client_ask(client, &response, "POST", path, headers, body);
    if (response.status != 201)
        fail("POST %s: %d %s", path, response.status, response.status != 0 ? response.body : "");
    json_t *document = json_loadb(response.body, response.size, 0, NULL);
    if (document == NULL)
        fail("POST %s: the answer is no JSON", path);
    response_free(&response);
    return document;
}

static void sign_up(struct client *client, char token[TOKEN_MAX]) {
    json_t *document = post(client, NULL, "/v1/accounts", "{\"name\":\"bench\"}");
    snprintf(token, TOKEN_MAX, "%s", json_string_value(json_object_get(document, "token")));
    json_decref(document);
}

/* N table games on the beginners' island, each with a seed that lasts EVENTS events. */
static struct match **make_games(struct client *client, const char *token, size_t n,
                                 unsigned events) {
    static uint64_t seed;
    struct match **games = calloc(n, sizeof *games);

    for (size_t i = 0; i < n && games != NULL; i++) {
        json_t *document = post(client, token, "/v1/games",
                                "{\"mode\":\"table\",\"rules\":{\"game\":\"base\",\"players\":4},"
                                "\"board\":{\"layout\":\"beginner\"},\"first\":0}");
        games[i] = calloc(1, sizeof **games);
        if (games[i] == NULL)
            fail("out of memory");
        while (!lasts(++seed, events + 1))
            ;
        match_begin(games[i], seed);
        snprintf(games[i]->id, sizeof games[i]->id, "%s",
                 json_string_value(json_object_get(document, "id")));
        json_decref(document);
    }
    if (games == NULL)
        fail("out of memory");
    return games;
}

/* ---- measurements ---- */

enum what { VIEWS, BARE_VIEWS, MOVES, BARE_GROUP, BARE_MUTEX, WHAT_COUNT };

static const char *const what_names[WHAT_COUNT] = {"views, hexpost", "views, bare",
                                                   "moves, hexpost", "moves, bare, group commit",
                                                   "moves, bare, one mutex"};

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double values[ROUNDS]) {
    qsort(values, ROUNDS, sizeof *values, compare);
    return values[ROUNDS / 2];
}

static void report(double rates[WHAT_COUNT][ROUNDS], double cpu[WHAT_COUNT][ROUNDS],
                   size_t view_bytes) {
    double m[WHAT_COUNT], us[WHAT_COUNT];

    for (size_t w = 0; w < WHAT_COUNT; w++) {
        m[w] = median(rates[w]);
        us[w] = median(cpu[w]);
        fprintf(stderr, "%-28s %9.0f a second (%.0f to %.0f), %.0f us of CPU each\n", what_names[w],
                m[w], rates[w][0], rates[w][ROUNDS - 1], us[w]);
    }
    fprintf(stderr, "views: %.0f %% of the bare server; moves: %.0f %% (group), %.0f %% (mutex)\n",
            100 * m[VIEWS] / m[BARE_VIEWS], 100 * m[MOVES] / m[BARE_GROUP],
            100 * m[MOVES] / m[BARE_MUTEX]);
    printf("{\"views\":{\"per_s\":%.0f,\"bare_per_s\":%.0f,\"ratio\":%.3f,\"cpu_us\":%.1f,"
           "\"bare_cpu_us\":%.1f,\"events\":%d,\"bytes\":%zu},\"moves\":{\"per_s\":%.0f,"
           "\"bare_group_per_s\":%.0f,\"bare_mutex_per_s\":%.0f,\"ratio_group\":%.3f,"
           "\"ratio_mutex\":%.3f,\"cpu_us\":%.1f,\"bare_cpu_us\":%.1f},"
           "\"connections\":%d,\"rounds\":%d,\"round_ms\":%d}\n",
           m[VIEWS], m[BARE_VIEWS], m[VIEWS] / m[BARE_VIEWS], us[VIEWS], us[BARE_VIEWS],
           (int)VIEW_EVENTS, view_bytes, m[MOVES], m[BARE_GROUP], m[BARE_MUTEX],
           m[MOVES] / m[BARE_GROUP], m[MOVES] / m[BARE_MUTEX], us[MOVES], us[BARE_GROUP],
           (int)CONNECTIONS, (int)ROUNDS, (int)ROUND_MS);
}

static const char *start_bare(char *program, const char *folder, char *commit, size_t view_bytes) {
    char db[4200], games[16], events[16], size[24];
    snprintf(db, sizeof db, "%s/bare-%s.db", folder, commit);
    snprintf(games, sizeof games, "%d", VIEW_GAMES);
    snprintf(events, sizeof events, "%d", VIEW_EVENTS);
    snprintf(size, sizeof size, "%zu", view_bytes);
    return start_server((char *[]){program, "--db", db, "--games", games, "--events", events,
                                   "--size", size, "--commit", commit, NULL});
}

static const char *start_hexpost(char *program, const char *folder) {
    char db[4200];
    snprintf(db, sizeof db, "%s/hexpost.db", folder);
    return start_server((char *[]){program, "serve", "--listen", "127.0.0.1:0", "--db", db,
                                   "--rate-per-minute", "0", "--access-log", "no", NULL});
}

int main(int argc, char **argv) {
    struct load *loads[WHAT_COUNT];
    double rates[WHAT_COUNT][ROUNDS], cpu[WHAT_COUNT][ROUNDS];
    struct rules rules = rules_base(4);
    struct board_spec spec;
    struct client client;
    char token[TOKEN_MAX];
    size_t at;

    if (argc != 4)
        fail("usage: compare HEXPOST BARE FOLDER");
    atexit(stop_servers);
    signal(SIGPIPE, SIG_IGN);
    layout_printed(&spec, MAP_BASE);
    if (setup_build(&setup, &rules, &spec, &at) != BOARD_OK)
        fail("no board");

    const char *hexpost = start_hexpost(argv[1], argv[3]);
    if (!client_open(&client, hexpost))
        fail("cannot connect to %s", hexpost);
    sign_up(&client, token);
    struct match **view_games = make_games(&client, token, VIEW_GAMES, VIEW_EVENTS);
    struct match **move_games = make_games(&client, token, MOVE_GAMES, MOVE_EVENTS);
    client_close(&client);

    loads[MOVES] = load_open(hexpost, token, 201, next_move);
    loads[MOVES]->pool = view_games;
    loads[MOVES]->n_pool = VIEW_GAMES;
    loads[MOVES]->event_limit = VIEW_EVENTS;
    fprintf(stderr, "playing %d games of %d events to look at\n", VIEW_GAMES, VIEW_EVENTS);
    load_run(loads[MOVES], 0);
    loads[MOVES]->pool = move_games;
    loads[MOVES]->n_pool = MOVE_GAMES;
    loads[MOVES]->event_limit = MOVE_EVENTS;
    loads[VIEWS] = load_open(hexpost, token, 200, next_view);
    loads[VIEWS]->pool = view_games;
    load_run(loads[VIEWS], 0.2);
    size_t view_bytes = loads[VIEWS]->body_size;

    const char *group = start_bare(argv[2], argv[3], "group", view_bytes);
    const char *mutex = start_bare(argv[2], argv[3], "mutex", view_bytes);
    loads[BARE_VIEWS] = load_open(group, "", 200, next_bare_view);
    loads[BARE_GROUP] = load_open(group, "", 201, next_bare_move);
    loads[BARE_MUTEX] = load_open(mutex, "", 201, next_bare_move);
    for (size_t round = 0; round < ROUNDS; round++)
        for (size_t w = 0; w < WHAT_COUNT; w++) {
            rates[w][round] = load_run(loads[w], ROUND_MS / 1000.0);
            cpu[w][round] = loads[w]->cpu_us;
        }
    report(rates, cpu, view_bytes);
    for (size_t w = 0; w < WHAT_COUNT; w++)
        load_close(loads[w]);
    for (size_t i = 0; i < VIEW_GAMES; i++)
        free(view_games[i]);
    for (size_t i = 0; i < MOVE_GAMES; i++)
        free(move_games[i]);
    free(view_games);
    free(move_games);
    return 0;
}
