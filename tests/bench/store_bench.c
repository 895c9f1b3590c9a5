/* SPDX-License-Identifier: AGPL-3.0-or-later */

/*
 * Measures the store alone: disk space per event, reading a log, durable appends. Prints one JSON object. The database
 * is created in the folder of the first argument (default: the current one), whose disk determines the commit times,
 * and removed afterwards.
 */
#include "db/accounts.h"
#include "db/events.h"
#include "db/games.h"
#include "db/store.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { GAMES = 1000, EVENTS = 600, A_MOVE = 3, READS = 4000, THREADS = 16, SECONDS = 2 };

static char path[512];
static struct store *store;

static double now_s(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void must(enum store_result result, const char *doing) {
    if (result == STORE_OK)
        return;
    fprintf(stderr, "store_bench: %s: %s\n", doing, store_result_name(result));
    exit(1);
}

static void tell(void *context, enum store_log_level level, const char *message) {
    (void)context;
    if (level == STORE_LOG_ERROR)
        fprintf(stderr, "store_bench: %s\n", message);
}

struct work {
    struct store_job job;
    int64_t game;
    uint32_t first, count;
    struct store_account account;
    int number;
};

static enum store_result make_account(struct store_tx *tx, struct store_job *job) {
    struct work *work = (struct work *)job;
    return store_account_create(tx, &work->account);
}

static enum store_result make_game(struct store_tx *tx, struct store_job *job) {
    static const char setup[96] = "rules and board";
    struct work *work = (struct work *)job;
    struct store_game game = {.creator = work->account.id,
                              .setup = {setup, sizeof setup},
                              .created_at = 1764000000000,
                              .winner = -1,
                              .seat_count = 4};
    snprintf(game.public_id, sizeof game.public_id, "g%019d", work->number);
    enum store_result result = store_game_create(tx, &game);
    work->game = game.id;
    return result;
}

/* Events like those of a game: bodies of 5 to 11 bytes. */
static enum store_result append(struct store_tx *tx, struct store_job *job) {
    static const char bytes[] = "\1\42\7\3\0\5\11\2\1\4\6";
    struct work *work = (struct work *)job;
    struct store_event events[64];
    for (uint32_t i = 0; i < work->count; i++) {
        uint32_t seq = work->first + i;
        events[i] = (struct store_event){.seq = seq,
                                         .kind = (int)(2 + seq % 30),
                                         .player = (int)(seq % 4),
                                         .at = 1764000000000 + seq * INT64_C(977),
                                         .body = {bytes, 5 + seq % 7}};
    }
    return store_events_append(tx, work->game, NULL, events, work->count);
}

static void new_game(struct work *work) {
    static atomic_int number;
    work->number = atomic_fetch_add(&number, 1);
    work->job.run = make_game;
    must(store_call(store, &work->job), "making a game");
}

static void fill(struct work *work) {
    for (int game = 0; game < GAMES; game++) {
        new_game(work);
        work->job.run = append;
        for (work->first = 1; work->first <= EVENTS; work->first += work->count) {
            work->count = work->first + A_MOVE > EVENTS ? EVENTS + 1 - work->first : A_MOVE;
            must(store_call(store, &work->job), "appending");
        }
    }
}

static double bytes_per_event(void) {
    sqlite3 *db;
    sqlite3_stmt *stmt;
    double bytes = 0;
    if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK &&
        sqlite3_prepare_v2(db, "SELECT sum(pgsize) FROM dbstat WHERE name = 'events'", -1, &stmt,
                           NULL) == SQLITE_OK) {
        if (sqlite3_step(stmt) == SQLITE_ROW)
            bytes = sqlite3_column_double(stmt, 0);
        sqlite3_finalize(stmt);
    }
    sqlite3_close(db);
    return bytes / ((double)GAMES * EVENTS);
}

static bool sum_up(void *context, const struct store_event *event) {
    uint64_t *sum = context;
    const unsigned char *body = event->body.data;
    *sum += event->seq + (uint64_t)event->kind + (uint64_t)event->at + body[0] + event->body.len;
    return true;
}

static double read_us(void) {
    struct store_reader *reader = store_reader_get(store);
    uint64_t sum = 0;
    double start = now_s();
    for (int i = 0; i < READS; i++)
        must(store_events_read(reader, 1 + i * 7919 % GAMES, &(struct store_window){.times = true},
                               sum_up, &sum),
             "reading");
    double took = now_s() - start;
    return sum == 0 ? 0 : took / READS * 1e6;
}

static double game_row_us(void) {
    struct store_reader *reader = store_reader_get(store);
    double start = now_s();
    for (int i = 0; i < READS; i++) {
        char name[STORE_ID_SIZE];
        struct store_game game;
        snprintf(name, sizeof name, "g%019d", i * 7919 % GAMES);
        must(store_game_get(reader, name, &game), "reading a game");
        store_game_clear(&game);
    }
    return (now_s() - start) / READS * 1e6;
}

static atomic_bool stop;
static atomic_long appended;

static void *append_on(void *context) {
    struct work work = *(struct work *)context;
    new_game(&work);
    work.job.run = append;
    work.count = 1;
    for (work.first = 1; !atomic_load(&stop); work.first++) {
        must(store_call(store, &work.job), "appending");
        atomic_fetch_add(&appended, 1);
    }
    return NULL;
}

static double appends_per_s(int threads, struct work *work) {
    pthread_t ids[THREADS];
    atomic_store(&stop, false);
    atomic_store(&appended, 0);
    double start = now_s();
    for (int i = 0; i < threads; i++) {
        if (pthread_create(&ids[i], NULL, append_on, work) != 0)
            exit(1);
    }
    struct timespec span = {.tv_sec = SECONDS};
    nanosleep(&span, NULL);
    atomic_store(&stop, true);
    for (int i = 0; i < threads; i++)
        pthread_join(ids[i], NULL);
    return (double)atomic_load(&appended) / (now_s() - start);
}

static void remove_files(void) {
    static const char *const endings[] = {"", "-wal", "-shm", ".lock"};
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        char name[sizeof path + 8];
        snprintf(name, sizeof name, "%s%s", path, endings[i]);
        unlink(name);
    }
}

int main(int argc, char **argv) {
    snprintf(path, sizeof path, "%s/store_bench.%ld.db", argc > 1 ? argv[1] : ".", (long)getpid());
    struct store_options options = {.path = path, .log = tell};
    struct work work = {.account = {.public_id = "a1", .name = "Ann"}};
    must(store_open(&store, &options), "opening");
    work.job.run = make_account;
    must(store_call(store, &work.job), "making an account");
    double start = now_s();
    fill(&work);
    double filling = now_s() - start;
    /* A second connection also sees what is still in the write-ahead log. */
    double event_bytes = bytes_per_event();
    double events_us = read_us();
    double row_us = game_row_us();
    double one = appends_per_s(1, &work);
    double many = appends_per_s(THREADS, &work);
    store_close(store);
    printf("{\"read_600_events_us\":%.1f,\"read_game_us\":%.1f,\"appends_per_s\":%.0f,"
           "\"appends_per_s_16_threads\":%.0f,\"fill_moves_per_s\":%.0f,\"event_bytes\":%.2f}\n",
           events_us, row_us, one, many, (double)GAMES * EVENTS / A_MOVE / filling, event_bytes);
    remove_files();
    return 0;
}
