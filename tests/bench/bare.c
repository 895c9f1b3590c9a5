/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* A bare server of the same libraries, as a baseline for hexpost: the same HTTP library with the same threads, the same
 * database settings and the same table of events, but no game at all.
 *
 *   bare --db FILE --games N --events N --size BYTES --commit group|mutex [--threads N]
 *
 *   GET /view/GAME    reads all events of the game and sends a document of --size bytes
 *   POST /move/GAME   appends one event, commits it durably, sends a short document; with `group`
 *                     one thread writes and commits what has queued up together, while the requests
 *                     are suspended; with `mutex` each request writes by itself
 *
 * Creates FILE with --games games of --events events, prints "listening on http://ADDRESS", serves until SIGTERM. */
#include <microhttpd.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum {
    GAMES_MAX = 4096,
    BODY_BYTES = 8,            /* of an event, about as in hexpost */
    CONNECTION_MEMORY = 16384, /* as in hexpost */
    CONNECTIONS = 1024,
    MOVE_BODY_MAX = 4096,
};

struct request {
    struct MHD_Connection *connection;
    unsigned game;
    size_t body;
    bool written;
    struct request *next;
};

static struct {
    const char *db;
    unsigned games, events, threads;
    size_t size;
    bool group;
    char *document;
    struct MHD_Response *view, *done, *missing;
    sqlite3 *writer;
    sqlite3_stmt *insert, *begin, *commit;
    pthread_mutex_t lock; /* of the writer's connection or of the queue */
    pthread_cond_t wake;
    struct request *head, **tail;
    bool stopping;
    atomic_uint next_seq[GAMES_MAX];
    pthread_key_t reader;
} bare = {.threads = 4, .lock = PTHREAD_MUTEX_INITIALIZER, .wake = PTHREAD_COND_INITIALIZER};

static void fail(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    exit(1);
}

/* ---- the database ---- */

static sqlite3 *open_database(int flags) {
    sqlite3 *db;
    if (sqlite3_open_v2(bare.db, &db, flags | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK ||
        sqlite3_exec(db, "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;", NULL, NULL, NULL) !=
            SQLITE_OK)
        fail("bare: cannot open %s: %s", bare.db, sqlite3_errmsg(db));
    return db;
}

static sqlite3_stmt *prepare(sqlite3 *db, const char *sql) {
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL) != SQLITE_OK)
        fail("bare: %s: %s", sql, sqlite3_errmsg(db));
    return statement;
}

static void run(sqlite3_stmt *statement) {
    if (sqlite3_step(statement) != SQLITE_DONE)
        fail("bare: %s", sqlite3_errmsg(bare.writer));
    sqlite3_reset(statement);
}

static void insert_event(unsigned game) {
    static const unsigned char body[BODY_BYTES] = {1};
    unsigned seq = 1 + atomic_fetch_add(&bare.next_seq[game], 1);
    sqlite3_bind_int64(bare.insert, 1, (int64_t)((uint64_t)(game + 1) << 20 | seq));
    sqlite3_bind_int(bare.insert, 2, 1 + (int)seq % 20);
    sqlite3_bind_int(bare.insert, 3, (int)seq % 4);
    sqlite3_bind_int64(bare.insert, 4, INT64_C(1790000000000) + seq);
    sqlite3_bind_blob(bare.insert, 5, body, sizeof body, SQLITE_STATIC);
    run(bare.insert);
}

static void make_database(void) {
    bare.writer = open_database(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
    if (sqlite3_exec(bare.writer,
                     "CREATE TABLE events (id INTEGER PRIMARY KEY, kind INTEGER NOT NULL,"
                     " player INTEGER, at INTEGER NOT NULL, body BLOB NOT NULL) STRICT",
                     NULL, NULL, NULL) != SQLITE_OK)
        fail("bare: %s", sqlite3_errmsg(bare.writer));
    bare.insert = prepare(bare.writer, "INSERT INTO events VALUES (?, ?, ?, ?, ?)");
    bare.begin = prepare(bare.writer, "BEGIN IMMEDIATE");
    bare.commit = prepare(bare.writer, "COMMIT");
    run(bare.begin);
    for (unsigned game = 0; game < bare.games; game++)
        for (unsigned i = 0; i < bare.events; i++)
            insert_event(game);
    run(bare.commit);
}

/* The thread's own statement for reading a game. */
static sqlite3_stmt *reader(void) {
    sqlite3_stmt *statement = pthread_getspecific(bare.reader);
    if (statement == NULL) {
        statement =
            prepare(open_database(SQLITE_OPEN_READWRITE),
                    "SELECT id, kind, player, at, body FROM events WHERE id BETWEEN ? AND ?");
        pthread_setspecific(bare.reader, statement);
    }
    return statement;
}

/* Reads every column of every row, so that no work is skipped. */
static uint64_t read_game(unsigned game) {
    sqlite3_stmt *statement = reader();
    uint64_t sum = 0;
    sqlite3_bind_int64(statement, 1, (int64_t)((uint64_t)(game + 1) << 20));
    sqlite3_bind_int64(statement, 2, (int64_t)((uint64_t)(game + 2) << 20) - 1);
    while (sqlite3_step(statement) == SQLITE_ROW) {
        const unsigned char *body = sqlite3_column_blob(statement, 4);
        sum += (uint64_t)sqlite3_column_int64(statement, 0) +
               (unsigned)sqlite3_column_int(statement, 1) +
               (unsigned)sqlite3_column_int(statement, 2) +
               (uint64_t)sqlite3_column_int64(statement, 3) + body[0] +
               (unsigned)sqlite3_column_bytes(statement, 4);
    }
    sqlite3_reset(statement);
    return sum;
}

/* ---- writing ---- */

static void write_at_once(struct request *request) {
    pthread_mutex_lock(&bare.lock);
    run(bare.begin);
    insert_event(request->game);
    run(bare.commit);
    pthread_mutex_unlock(&bare.lock);
    request->written = true;
}

static void queue_write(struct request *request) {
    MHD_suspend_connection(request->connection);
    pthread_mutex_lock(&bare.lock);
    *bare.tail = request;
    bare.tail = &request->next;
    pthread_cond_signal(&bare.wake);
    pthread_mutex_unlock(&bare.lock);
}

/* Takes everything that has queued up; NULL when the server stops. */
static struct request *take_batch(void) {
    pthread_mutex_lock(&bare.lock);
    while (bare.head == NULL && !bare.stopping)
        pthread_cond_wait(&bare.wake, &bare.lock);
    struct request *batch = bare.head;
    bare.head = NULL;
    bare.tail = &bare.head;
    pthread_mutex_unlock(&bare.lock);
    return batch;
}

static void *write_batches(void *unused) {
    struct request *batch;
    (void)unused;
    while ((batch = take_batch()) != NULL) {
        run(bare.begin);
        for (struct request *r = batch; r != NULL; r = r->next)
            insert_event(r->game);
        run(bare.commit);
        while (batch != NULL) {
            struct request *next = batch->next;
            batch->written = true;
            MHD_resume_connection(batch->connection);
            batch = next;
        }
    }
    return NULL;
}

/* ---- responses ---- */

/* Whether URL is PREFIX and a number. */
static bool names_game(const char *url, const char *prefix, unsigned *game) {
    size_t size = strlen(prefix);
    char *end;

    if (strncmp(url, prefix, size) != 0)
        return false;
    *game = (unsigned)strtoul(url + size, &end, 10);
    return end != url + size && *end == '\0';
}

static enum MHD_Result answer(void *unused, struct MHD_Connection *connection, const char *url,
                              const char *method, const char *version, const char *upload,
                              size_t *upload_size, void **context) {
    struct request *request = *context;
    unsigned game;
    (void)unused, (void)version, (void)upload;

    if (request == NULL) {
        request = calloc(1, sizeof *request);
        *context = request;
        return request != NULL ? MHD_YES : MHD_NO;
    }
    if (*upload_size > 0) {
        request->body += *upload_size;
        *upload_size = 0;
        return request->body <= MOVE_BODY_MAX ? MHD_YES : MHD_NO;
    }
    if (request->written)
        return MHD_queue_response(connection, 201, bare.done);
    if (strcmp(method, "GET") == 0 && names_game(url, "/view/", &game) && game < bare.games) {
        static atomic_uint_fast64_t kept;
        atomic_store_explicit(&kept, read_game(game), memory_order_relaxed);
        return MHD_queue_response(connection, 200, bare.view);
    }
    if (strcmp(method, "POST") != 0 || !names_game(url, "/move/", &game) || game >= GAMES_MAX)
        return MHD_queue_response(connection, 404, bare.missing);
    request->connection = connection;
    request->game = game;
    if (bare.group) {
        queue_write(request);
        return MHD_YES;
    }
    write_at_once(request);
    return MHD_queue_response(connection, 201, bare.done);
}

static void completed(void *unused, struct MHD_Connection *connection, void **context,
                      enum MHD_RequestTerminationCode why) {
    (void)unused, (void)connection, (void)why;
    free(*context);
}

static struct MHD_Response *document(char *bytes, size_t size) {
    struct MHD_Response *response =
        MHD_create_response_from_buffer(size, bytes, MHD_RESPMEM_PERSISTENT);
    if (response == NULL ||
        MHD_add_response_header(response, "Content-Type", "application/json") != MHD_YES)
        fail("bare: out of memory");
    return response;
}

static void serve(const sigset_t *signals) {
    static char done[] = "{\"seq\":1}", missing[] = "{}";
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t size = sizeof address;
    pthread_t writer = {0};
    int signal_number, listener = socket(AF_INET, SOCK_STREAM, 0);

    if (listener < 0 || bind(listener, (struct sockaddr *)&address, size) != 0 ||
        listen(listener, CONNECTIONS) != 0 ||
        getsockname(listener, (struct sockaddr *)&address, &size) != 0)
        fail("bare: cannot listen");
    memset(bare.document, 'x', bare.size);
    bare.view = document(bare.document, bare.size);
    bare.done = document(done, strlen(done));
    bare.missing = document(missing, strlen(missing));
    bare.tail = &bare.head;
    if (bare.group && pthread_create(&writer, NULL, write_batches, NULL) != 0)
        fail("bare: no thread");
    struct MHD_Daemon *daemon = MHD_start_daemon(
        MHD_USE_POLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, answer, NULL,
        MHD_OPTION_LISTEN_SOCKET, listener, MHD_OPTION_THREAD_POOL_SIZE, bare.threads,
        MHD_OPTION_CONNECTION_LIMIT, (unsigned)CONNECTIONS, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
        (size_t)CONNECTION_MEMORY, MHD_OPTION_NOTIFY_COMPLETED, completed, NULL, MHD_OPTION_END);
    if (daemon == NULL)
        fail("bare: the HTTP library does not start");
    printf("listening on http://127.0.0.1:%u\n", (unsigned)ntohs(address.sin_port));
    fflush(stdout);
    while (sigwait(signals, &signal_number) != 0)
        ;
    if (bare.group) {
        pthread_mutex_lock(&bare.lock);
        bare.stopping = true;
        pthread_cond_signal(&bare.wake);
        pthread_mutex_unlock(&bare.lock);
        pthread_join(writer, NULL);
    }
    MHD_stop_daemon(daemon);
}

int main(int argc, char **argv) {
    sigset_t signals;

    for (int i = 1; i + 1 < argc; i += 2) {
        const char *value = argv[i + 1];
        unsigned long number = strtoul(value, NULL, 10);
        if (strcmp(argv[i], "--db") == 0)
            bare.db = value;
        else if (strcmp(argv[i], "--games") == 0)
            bare.games = (unsigned)number;
        else if (strcmp(argv[i], "--events") == 0)
            bare.events = (unsigned)number;
        else if (strcmp(argv[i], "--size") == 0)
            bare.size = number;
        else if (strcmp(argv[i], "--threads") == 0)
            bare.threads = (unsigned)number;
        else if (strcmp(argv[i], "--commit") == 0)
            bare.group = strcmp(value, "group") == 0;
        else
            fail("bare: unknown: %s", argv[i]);
    }
    if (bare.db == NULL || bare.games > GAMES_MAX || bare.size == 0 || bare.threads < 2)
        fail("bare: --db, --games (up to %d), --size and at least 2 --threads are needed",
             GAMES_MAX);
    bare.document = malloc(bare.size + 1);
    if (bare.document == NULL || pthread_key_create(&bare.reader, NULL) != 0)
        fail("bare: out of memory");
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    make_database();
    serve(&signals);
    return 0;
}
