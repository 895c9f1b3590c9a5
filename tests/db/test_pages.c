/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Damage to the database file, below SQLite: no read returns it as good data, and the check names it. */
#include "db/backup.h"
#include "db/check.h"
#include "db/migrations.h"
#include "db/sqlite/sqlite.h"
#include "tests/db/fault_vfs.h"
#include "tests/db/store_help.h"
#include "tests/support/check_main.h"
#include "tests/support/flip.h"
#include "tests/support/folder.h"
#include "tests/support/random_game.h"
#include "tests/support/sql.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char path[] = "pages.db", copy_path[] = "copy.db";

enum { FLIPS = 200, PAGE_BITS = 8 * PAGE_SIZE, ROWS = 300 };

/* Permissions and personal texts. */
static const char *const tables[] = {"accounts",  "tokens", "games", "seats",
                                     "calendars", "orders", "talk",  "notes"};
enum { TABLES = sizeof tables / sizeof *tables };

#define NUMBERS "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300) "

/* 300 rows in each table. */
static const char *const fills[] = {
    NUMBERS
    "INSERT INTO accounts (public_id, name, created_at) SELECT 'a' || i, 'Ann ' || i, i FROM n",
    NUMBERS "INSERT INTO tokens (public_id, account_id, hash, scopes, created_at)"
            " SELECT 't' || i, i, randomblob(32), 'play read', i FROM n",
    NUMBERS
    "INSERT INTO games (public_id, mode, status, creator, created_at, server_seed, commitment,"
    " setup) SELECT 'g' || i, 0, 0, i, i, randomblob(32), randomblob(32), randomblob(40) FROM n",
    NUMBERS "INSERT INTO seats (game_id, seat, kind, account_id) SELECT i, 0, 1, i FROM n",
    NUMBERS "INSERT INTO calendars (account_id, zone, weekends_free, changes, changes_since)"
            " SELECT i, 'Europe/Berlin', 1, 0, 0 FROM n",
    NUMBERS "INSERT INTO orders (game_id, seat, account_id, revision, median_ms, max_ms, plan_turn,"
            " document) SELECT i, 0, i, 1, 1, 1, 0, '{\"accept\":[' || i || ']}' FROM n",
    NUMBERS "INSERT INTO talk (game_id, account_id, seat, to_seats, mentions, at, text)"
            " SELECT i, i, 0, 1, 0, i, 'for you alone ' || i FROM n",
    NUMBERS "INSERT INTO notes (account_id, game_id, revision, at, text)"
            " SELECT i, i, 1, i, hex(randomblob(100)) FROM n",
    NUMBERS "INSERT INTO notes (account_id, game_id, revision, at, text)" /* on separate pages */
            " SELECT i, i + 1, 1, i, hex(randomblob(6000)) FROM n WHERE i < 20",
};

static void fill(void) {
    for (size_t i = 0; i < sizeof fills / sizeof *fills; i++)
        sql_force(path, "%s", fills[i]);
}

static void setup(void) {
    remove_store(path);
    remove_store(copy_path);
    store_close(open_store(path));
    fill();
}

/* ------------------------------------------------------------------------------- reading -- */

static uint64_t digest(uint64_t sum, sqlite3_stmt *stmt, int column) {
    const uint8_t *bytes = sqlite3_column_blob(stmt, column);
    int size = sqlite3_column_bytes(stmt, column);
    for (int i = 0; i < size; i++)
        sum = (sum ^ bytes[i]) * UINT64_C(1099511628211);
    return sum * 31 + (unsigned)sqlite3_column_type(stmt, column);
}

/* A hash of all rows of a table as they are read; 0: SQLite has detected the damage. */
static uint64_t read_table(sqlite3 *db, const char *table) {
    char sql[80];
    sqlite3_stmt *stmt = NULL;
    uint64_t sum = 1;
    int rc;
    snprintf(sql, sizeof sql, "SELECT * FROM %s", table);
    rc = sqlite3_prepare_v2(db, sql, -1, &stmt, NULL);
    if (rc == SQLITE_OK)
        while ((rc = sqlite3_step(stmt)) == SQLITE_ROW)
            for (int i = 0; i < sqlite3_column_count(stmt); i++)
                sum = digest(sum, stmt, i);
    ck_assert_msg(rc == SQLITE_DONE || (rc & 0xff) == SQLITE_CORRUPT, "%s: %s", sql,
                  sqlite3_errmsg(db));
    sqlite3_finalize(stmt);
    return rc == SQLITE_DONE ? sum : 0;
}

static void read_tables(const char *file, uint64_t sums[TABLES]) {
    sqlite3 *db;
    ck_assert_int_eq(sqlite3_open_v2(file, &db, SQLITE_OPEN_READONLY, pages_layer()), SQLITE_OK);
    sqlite3_extended_result_codes(db, 1);
    for (size_t i = 0; i < TABLES; i++)
        sums[i] = read_table(db, tables[i]);
    sqlite3_close(db);
}

/* Whether a table could not be read; no table may be read with other values than before. */
static bool is_refused(const uint64_t were[TABLES]) {
    uint64_t are[TABLES];
    bool refused = false;
    read_tables(path, are);
    for (size_t i = 0; i < TABLES; i++) {
        ck_assert_msg(are[i] == 0 || are[i] == were[i], "%s is read as it was not written",
                      tables[i]);
        refused |= are[i] == 0;
    }
    return refused;
}

/* ------------------------------------------------------------------------------ checking -- */

struct findings {
    unsigned faults, advice;
    uint8_t pages[FLIP_PAGES_MAX]; /* the pages reported */
};

static void note_finding(void *context, const struct store_finding *finding) {
    struct findings *findings = context;
    static const char page_word[] = "page ";
    findings->faults += !finding->advice;
    findings->advice += finding->advice;
    if (strncmp(finding->text, page_word, sizeof page_word - 1) == 0) {
        long long page = strtoll(finding->text + sizeof page_word - 1, NULL, 10);
        if (page > 0 && page < FLIP_PAGES_MAX)
            findings->pages[page] = 1;
    }
}

/* The result of `hexpost check` for the file. */
static enum store_result check(struct findings *findings) {
    struct store_options options = test_options(path);
    struct store *store;
    options.read_only = true;
    *findings = (struct findings){0};
    enum store_result result = store_open(&store, &options);
    if (result == STORE_OK)
        result = store_check(store_reader_get(store), note_finding, findings);
    store_close(store);
    return result;
}

static void assert_whole(void) {
    struct findings findings;
    ck_assert_int_eq(check(&findings), STORE_OK);
    ck_assert_uint_eq(findings.faults + findings.advice, 0);
}

START_TEST(no_flipped_bit_is_read_and_the_check_names_each) {
    static int64_t pages[FLIP_PAGES_MAX], hit[FLIPS];
    struct random chance = random_seeded(test_seed(1));
    struct findings findings;
    uint64_t were[TABLES];
    unsigned bits[FLIPS], count = 0, refused = 0;
    for (size_t i = 0; i < TABLES; i++) {
        char like[40];
        int64_t of_table[FLIP_PAGES_MAX];
        snprintf(like, sizeof like, "%%%s%%", tables[i]); /* including its indexes */
        unsigned n = flip_pages(path, like, of_table);
        ck_assert_uint_gt(n, 1);
        memcpy(pages + count, of_table, n * sizeof *pages);
        count += n;
    }
    read_tables(path, were);
    assert_whole();
    for (unsigned i = 0; i < FLIPS; i++) {
        hit[i] = pages[random_below(&chance, count)];
        bits[i] = random_below(&chance, PAGE_BITS);
        flip_page_bit(path, hit[i], bits[i]);
        refused += is_refused(were);
        check(&findings);
        ck_assert_msg(findings.pages[hit[i]] != 0, "bit %u of page %lld is not found", bits[i],
                      (long long)hit[i]);
        flip_page_bit(path, hit[i], bits[i]);
    }
    ck_assert_uint_gt(refused, FLIPS / 4); /* indexes are not read here */
    assert_whole();
    for (unsigned i = 0; i < FLIPS; i++)
        flip_page_bit(path, hit[i], bits[i]);
    check(&findings);
    for (unsigned i = 0; i < FLIPS; i++)
        ck_assert(findings.pages[hit[i]] != 0);
    for (unsigned i = 0; i < FLIPS; i++)
        flip_page_bit(path, hit[i], bits[i]);
    assert_whole();
}
END_TEST

/* The header also says whether pages have checksums. */
START_TEST(no_bit_of_the_header_can_be_flipped) {
    struct findings findings;
    for (unsigned bit = 0; bit < 8 * 100; bit++) {
        flip_page_bit(path, 1, bit);
        ck_assert_msg(check(&findings) != STORE_OK, "bit %u", bit);
        flip_page_bit(path, 1, bit);
    }
    assert_whole();
}
END_TEST

START_TEST(a_page_in_the_place_of_another_is_found) {
    int64_t pages[FLIP_PAGES_MAX];
    struct findings findings;
    char page[PAGE_SIZE];
    ck_assert_uint_gt(flip_pages(path, "notes", pages), 1);
    FILE *file = fopen(path, "r+");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_eq(fseek(file, (long)(pages[0] - 1) * PAGE_SIZE, SEEK_SET), 0);
    ck_assert_uint_eq(fread(page, 1, sizeof page, file), sizeof page);
    ck_assert_int_eq(fseek(file, (long)(pages[1] - 1) * PAGE_SIZE, SEEK_SET), 0);
    ck_assert_uint_eq(fwrite(page, 1, sizeof page, file), sizeof page);
    fclose(file);
    ck_assert_int_eq(check(&findings), STORE_CORRUPT);
    ck_assert_uint_eq(findings.pages[pages[1]], 1);
    ck_assert_uint_eq(findings.pages[pages[0]], 0);
}
END_TEST

/* --------------------------------------------------------------------- the write-ahead log -- */

enum { LOG_HEADER = 32, FRAME_HEADER = 24, FRAME = FRAME_HEADER + PAGE_SIZE };
static const char log_path[] = "pages.db-wal", copy_log_path[] = "copy.db-wal";

static void *check_log_elsewhere(void *store) {
    static struct findings findings;
    ck_assert_int_ne(store_check(store_reader_get(store), note_finding, &findings), STORE_OK);
    ck_assert_uint_gt(findings.faults, 0);
    return NULL;
}

static void *check_log_is_whole(void *store) {
    static struct findings findings;
    findings = (struct findings){0};
    ck_assert_int_eq(store_check(store_reader_get(store), note_finding, &findings), STORE_OK);
    ck_assert_uint_eq(findings.faults, 0);
    return NULL;
}

/* Reads the store again while this bit of LOG is flipped. */
static void check_flipped(void *(*reading)(void *store), struct store *store, const char *log,
                          int64_t bit) {
    pthread_t reader;
    flip_file_bit(log, bit);
    ck_assert_int_eq(pthread_create(&reader, NULL, reading, store), 0);
    pthread_join(reader, NULL);
    flip_file_bit(log, bit);
}

/* Whether the store's readers refuse the log while this bit of it is flipped. */
static void assert_log_is_refused(struct store *store, int64_t bit) {
    check_flipped(check_log_elsewhere, store, log_path, bit);
}

/* A store with commits in its log. *frame: the bit at which the last frame begins, which belongs to the last commit and
 * is not overwritten. */
static struct store *open_with_log(int64_t *frame) {
    struct store *store = open_store(path);
    int64_t game = make_game(store, make_account(store, "Bea"), "gb");
    struct stat log;
    ck_assert_int_eq(append(store, game, 1, 20), STORE_OK);
    ck_assert_int_eq(stat(log_path, &log), 0);
    ck_assert_int_eq((log.st_size - LOG_HEADER) % FRAME, 0);
    ck_assert_int_ge(log.st_size, LOG_HEADER + 2 * FRAME);
    *frame = 8 * ((int64_t)log.st_size - FRAME);
    return store;
}

START_TEST(a_flipped_bit_in_the_log_is_not_read) {
    struct random chance = random_seeded(test_seed(1));
    int64_t frame;
    struct store *store = open_with_log(&frame);
    for (unsigned i = 0; i < 10; i++)
        assert_log_is_refused(store, frame + 8 * FRAME_HEADER + random_below(&chance, PAGE_BITS));
    store_close(store);
    assert_whole();
}
END_TEST

/* The bits of a frame's header that describe the frame: the page's number, the size of the commit, and the checksum,
 * which continues that of the previous frame. The numbers between them identify the frame's log, and are used after a
 * crash. */
static const struct {
    int64_t first, count;
} header_parts[] = {{0, 64}, {128, 64}, {128 - 8 * (int64_t)FRAME, 64}};

static void check_headers(void *(*reading)(void *store), struct store *store, const char *log,
                          int64_t frame) {
    for (size_t i = 0; i < sizeof header_parts / sizeof *header_parts; i++)
        for (int64_t bit = 0; bit < header_parts[i].count; bit++)
            check_flipped(reading, store, log, frame + header_parts[i].first + bit);
}

/* The process that wrote the frame knows its page and does not need the header. */
START_TEST(a_flipped_bit_in_a_frames_header_changes_no_page) {
    int64_t frame;
    struct store *store = open_with_log(&frame);
    check_headers(check_log_is_whole, store, log_path, frame);
    store_close(store);
    assert_whole();
}
END_TEST

/* For older frames, as after a crash, there is only the header. */
START_TEST(a_flipped_bit_in_the_header_of_a_frame_of_before_is_not_read) {
    int64_t frame;
    struct store *store = open_with_log(&frame), *copy;
    struct random chance = random_seeded(test_seed(1));
    ck_assert(file_copy(path, copy_path) && file_copy(log_path, copy_log_path));
    store_close(store);
    copy = open_store(copy_path);
    check_headers(check_log_elsewhere, copy, copy_log_path, frame);
    for (unsigned i = 0; i < 10; i++)
        check_flipped(check_log_elsewhere, copy, copy_log_path,
                      frame + 8 * FRAME_HEADER + random_below(&chance, PAGE_BITS));
    store_close(copy);
}
END_TEST

/* A connection of this process, like that of the store's writer. */
static sqlite3 *connect_to(const char *database) {
    sqlite3 *db;
    ck_assert_int_eq(sqlite3_open_v2(database, &db, SQLITE_OPEN_READWRITE, pages_layer()),
                     SQLITE_OK);
    sqlite3_extended_result_codes(db, 1);
    pages_hold_frames(db);
    return db;
}

static int checkpoint(const char *database) {
    sqlite3 *db = connect_to(database);
    int rc = sqlite3_exec(db, "PRAGMA wal_checkpoint(TRUNCATE)", NULL, NULL, NULL);
    sqlite3_close(db);
    return rc;
}

/* The checkpoint would give a damaged page from the log a valid mark in the file. */
START_TEST(a_checkpoint_carries_no_flipped_bit_over) {
    struct random chance = random_seeded(test_seed(1));
    int64_t frame;
    struct store *store = open_with_log(&frame), *copy;
    uint64_t were[TABLES], are[TABLES];
    ck_assert(file_copy(path, copy_path) && file_copy(log_path, copy_log_path));
    store_close(store);
    copy = open_store(copy_path); /* its log is older, so no copy of it is kept */
    read_tables(copy_path, were);
    for (unsigned i = 0; i < 10; i++) {
        int64_t bit = frame + 8 * FRAME_HEADER + random_below(&chance, PAGE_BITS);
        flip_file_bit(copy_log_path, bit);
        ck_assert_int_eq(checkpoint(copy_path), PAGE_DAMAGED);
        flip_file_bit(copy_log_path, bit);
        read_tables(copy_path, are);
        ck_assert_mem_eq(are, were, sizeof were);
    }
    ck_assert_int_eq(checkpoint(copy_path), SQLITE_OK);
    read_tables(copy_path, are);
    ck_assert_mem_eq(are, were, sizeof were);
    store_close(copy);
}
END_TEST

/* The process that wrote a frame has it in memory, and does not read it from the disk. */
START_TEST(a_flipped_bit_in_a_kept_frame_ends_with_the_checkpoint) {
    struct random chance = random_seeded(test_seed(1));
    int64_t frame;
    struct store *store = open_with_log(&frame);
    uint64_t were[TABLES], are[TABLES];
    read_tables(path, were);
    flip_file_bit(log_path, frame + 8 * FRAME_HEADER + random_below(&chance, PAGE_BITS));
    ck_assert_int_eq(checkpoint(path), SQLITE_OK);
    read_tables(path, are);
    ck_assert_mem_eq(are, were, sizeof were);
    store_close(store);
    assert_whole();
}
END_TEST

/* A transaction that is larger than the cache writes pages into the log repeatedly. */
START_TEST(a_large_transaction_reads_what_it_wrote) {
    sqlite3 *db = connect_to(path);
    ck_assert_int_eq(sqlite3_exec(db, "PRAGMA cache_size = 10; BEGIN", NULL, NULL, NULL),
                     SQLITE_OK);
    for (int i = 0; i < 5; i++) {
        int rc = sqlite3_exec(db,
                              "UPDATE notes SET text = hex(randomblob(300));"
                              "SAVEPOINT s; UPDATE notes SET text = hex(randomblob(2000));"
                              "UPDATE talk SET text = text || hex(randomblob(30)); ROLLBACK TO s;"
                              "UPDATE accounts SET created_at = created_at + 1;",
                              NULL, NULL, NULL);
        ck_assert_msg(rc == SQLITE_OK, "%s", sqlite3_errmsg(db));
    }
    ck_assert_int_eq(sqlite3_exec(db, "COMMIT; PRAGMA integrity_check", NULL, NULL, NULL),
                     SQLITE_OK);
    assert_whole();
    sqlite3_close(db);
    assert_whole();
}
END_TEST

/* ------------------------------------------------------------------------ copies of pages -- */

START_TEST(a_page_is_read_once_until_the_next_checkpoint) {
    int64_t pages[FLIP_PAGES_MAX];
    uint64_t were;
    int copied;
    sqlite3 *db = connect_to(path), *other = connect_to(path);
    ck_assert_int_eq(
        sqlite3_exec(db, "UPDATE accounts SET created_at = 7 WHERE id = 1", NULL, NULL, NULL),
        SQLITE_OK);
    were = read_table(db, "notes");
    ck_assert(were != 0);
    ck_assert_uint_gt(flip_pages(path, "notes", pages), 1);
    flip_page_bit(path, pages[1], 8 * 2000);
    ck_assert(read_table(other, "notes") == were);
    ck_assert_int_eq(sqlite3_wal_checkpoint_v2(db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, &copied),
                     SQLITE_OK);
    ck_assert_int_gt(copied, 0);
    sqlite3_close(other); /* with the pages of its own */
    other = connect_to(path);
    ck_assert(read_table(other, "notes") == 0);
    sqlite3_close(other);
    sqlite3_close(db);
    flip_page_bit(path, pages[1], 8 * 2000);
    assert_whole();
}
END_TEST

/* ------------------------------------------------------------------- two processes write -- */

enum { TURNS = 200 };

/* Adds one to each account's time, sometimes after a transaction that was rolled back, and asserts that they were
 * BEFORE. */
static void add_one(sqlite3 *db, struct random *chance, int before) {
    char text[400];
    snprintf(text, sizeof text,
             "UPDATE accounts SET created_at = created_at + 1;"
             "CREATE TEMP TABLE IF NOT EXISTS wrong (n INTEGER CHECK (n = 0));"
             "INSERT INTO wrong SELECT count(*) FROM accounts WHERE created_at <> id + %d;"
             "DELETE FROM wrong",
             before + 1);
    if (random_below(chance, 3) == 0) {
        int rc = sqlite3_exec(db,
                              "PRAGMA cache_size = 10; BEGIN; UPDATE notes SET text = 'lost';"
                              "UPDATE accounts SET created_at = 0; ROLLBACK",
                              NULL, NULL, NULL);
        ck_assert_msg(rc == SQLITE_OK, "%s", sqlite3_errmsg(db));
    }
    if (random_below(chance, 20) == 0)
        sqlite3_exec(db, "PRAGMA wal_checkpoint(RESTART)", NULL, NULL, NULL);
    ck_assert_msg(sqlite3_exec(db, text, NULL, NULL, NULL) == SQLITE_OK, "turn %d: %s", before,
                  sqlite3_errmsg(db));
}

/* Takes the turns that the pipe assigns. */
static void write_elsewhere(int in, int out) {
    struct random chance = random_seeded(2);
    sqlite3 *db = connect_to(path);
    int turn;
    while (read(in, &turn, sizeof turn) == sizeof turn) {
        add_one(db, &chance, turn);
        if (write(out, &turn, sizeof turn) != sizeof turn)
            _exit(1);
    }
    sqlite3_close(db);
    _exit(0);
}

START_TEST(what_another_process_writes_is_read) {
    struct random chance = random_seeded(test_seed(1));
    int to[2], from[2], status, answer;
    sql_force(path, "UPDATE accounts SET created_at = id");
    ck_assert(pipe(to) == 0 && pipe(from) == 0);
    pid_t pid = fork();
    ck_assert_int_ge(pid, 0);
    if (pid == 0) {
        close(to[1]);
        write_elsewhere(to[0], from[1]);
    }
    close(from[1]);
    sqlite3 *db = connect_to(path);
    for (int turn = 0; turn < TURNS; turn++)
        if (random_below(&chance, 2) == 0) {
            add_one(db, &chance, turn);
        } else {
            ck_assert_int_eq(write(to[1], &turn, sizeof turn), sizeof turn);
            ck_assert_msg(read(from[0], &answer, sizeof answer) == sizeof answer, "turn %d", turn);
        }
    close(to[1]);
    ck_assert_int_eq(waitpid(pid, &status, 0), pid);
    ck_assert_int_eq(status, 0);
    ck_assert_int_eq(sqlite3_exec(db, "PRAGMA integrity_check", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    assert_whole();
}
END_TEST

/* --------------------------------------------------------------------------- writing on -- */

/* Jobs of one transaction, one of which encounters damage. */
struct touch {
    struct store_job job;
    int64_t account;
    enum store_result result;
    pthread_mutex_t *lock;
};

static void note_result(struct store_job *job, enum store_result result) {
    ((struct touch *)job)->result = result;
}

static enum store_result touch_account(struct store_tx *tx, struct store_job *job) {
    STATEMENT(update, "UPDATE accounts SET created_at = created_at + 1 WHERE id = ?");
    const struct touch *touch = (struct touch *)job;
    if (touch->account != 0)
        return query_run(QUERY_WITH(store_tx_reader(tx), &update, touch->account), NULL);
    pthread_mutex_lock(touch->lock); /* waits until the others are queued after it */
    pthread_mutex_unlock(touch->lock);
    return STORE_OK;
}

START_TEST(damage_to_one_row_keeps_nobody_from_changing_others) {
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    int64_t pages[FLIP_PAGES_MAX];
    struct touch jobs[4];
    static const int64_t accounts[] = {0, 1, 0, ROWS};
    unsigned count = flip_pages(path, "accounts", pages);
    ck_assert_uint_gt(count, 1);
    flip_page_bit(path, pages[0], 8 * 3000); /* of the first rows */
    struct store *store = open_store(path);
    pthread_mutex_lock(&lock);
    for (int i = 0; i < 4; i++) {
        jobs[i] = (struct touch){.job = {.run = touch_account, .done = note_result},
                                 .account = accounts[i],
                                 .result = STORE_ERROR,
                                 .lock = &lock};
        ck_assert_int_eq(store_submit(store, &jobs[i].job), STORE_OK);
    }
    pthread_mutex_unlock(&lock);
    store_stop(store);
    ck_assert_int_eq(jobs[1].result, STORE_CORRUPT);
    ck_assert_int_eq(jobs[2].result, STORE_OK);
    ck_assert_int_eq(jobs[3].result, STORE_OK);
    struct store_metrics metrics;
    store_metrics(store, &metrics);
    ck_assert_uint_ge(metrics.damaged, 1);
    ck_assert_int_eq(metrics.last_commit, STORE_OK);
    store_close(store);
}
END_TEST

/* ------------------------------------------------------------------------------- backups -- */

START_TEST(a_backup_has_its_checksums_and_is_not_made_of_damage) {
    struct store_options options = test_options(path);
    int64_t pages[FLIP_PAGES_MAX];
    uint64_t were[TABLES], are[TABLES];
    read_tables(path, were);
    ck_assert_int_eq(store_backup(&options, copy_path, NULL, NULL), STORE_OK);
    read_tables(copy_path, are);
    ck_assert_mem_eq(are, were, sizeof were);
    ck_assert_uint_gt(flip_pages(copy_path, "seats", pages), 0);
    flip_page_bit(copy_path, pages[0], 8 * 2000);
    read_tables(copy_path, are);
    ck_assert_uint_eq(are[3], 0);
    remove_store(copy_path);
    ck_assert_uint_gt(flip_pages(path, "seats", pages), 0);
    flip_page_bit(path, pages[0], 8 * 2000);
    ck_assert_int_eq(store_backup(&options, copy_path, NULL, NULL), STORE_CORRUPT);
    ck_assert_int_ne(access(copy_path, F_OK), 0);
}
END_TEST

/* ------------------------------------------------------------------------- old databases -- */

/* A file whose pages have no room for marks, as written before migration 36, but with the current tables, so that they
 * can be compared. */
static void make_old(uint64_t were[TABLES]) {
    sqlite3 *db;
    char text[128];
    remove_store(path);
    ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
    ck_assert_int_eq(sqlite_register_checksums(db), SQLITE_OK);
    ck_assert_int_eq(sqlite3_exec(db, sqlite_driver.first_migration, NULL, NULL, NULL), SQLITE_OK);
    for (size_t i = 0; i < migrations_count; i++) {
        snprintf(text, sizeof text,
                 "INSERT INTO migrations (number, name, applied_at) VALUES (%d, '%s', 1)",
                 migrations[i].number, migrations[i].name);
        ck_assert_int_eq(sqlite3_exec(db, migrations[i].sql, NULL, NULL, NULL), SQLITE_OK);
        ck_assert_int_eq(sqlite3_exec(db, text, NULL, NULL, NULL), SQLITE_OK);
    }
    ck_assert_int_eq(sqlite3_exec(db, "PRAGMA journal_mode = WAL", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    fill();
    read_tables(path, were);
}

static void assert_brought_up_to_date(const uint64_t were[TABLES]) {
    int64_t pages[FLIP_PAGES_MAX];
    uint64_t are[TABLES];
    struct findings findings;
    read_tables(path, are);
    ck_assert_mem_eq(are, were, sizeof are);
    assert_whole();
    ck_assert_uint_gt(flip_pages(path, "tokens", pages), 0);
    flip_page_bit(path, pages[0], 8 * 3500);
    ck_assert_int_eq(check(&findings), STORE_CORRUPT);
    ck_assert_uint_eq(findings.pages[pages[0]], 1);
}

START_TEST(an_old_database_gets_checksums_once) {
    uint64_t were[TABLES];
    struct store_metrics metrics;
    make_old(were);
    struct store *store = open_store(path);
    ck_assert_str_eq(test_log(), ""); /* no warning */
    store_metrics(store, &metrics);
    ck_assert(metrics.page_checksums);
    store_close(store);
    struct stat first, second;
    ck_assert_int_eq(stat(path, &first), 0);
    store_close(open_store(path));
    ck_assert_int_eq(stat(path, &second), 0);
    ck_assert_int_eq(first.st_size, second.st_size);
    assert_brought_up_to_date(were);
}
END_TEST

/* If the disk has no room for it, the server runs without. */
START_TEST(an_old_database_is_served_without_where_there_is_no_room) {
    uint64_t were[TABLES], are[TABLES];
    struct findings findings;
    struct store_metrics metrics;
    make_old(were);
    fault_install();
    fault_arm(FAULT_FULL, 4, false);
    struct store *store = open_store(path);
    ck_assert(fault_hit());
    store_metrics(store, &metrics);
    ck_assert(!metrics.page_checksums);
    ck_assert_ptr_nonnull(strstr(test_log(), "no checksums"));
    int64_t account = make_account(store, "Bea");
    ck_assert_int_gt(account, 0);
    ck_assert_int_eq(in_tx(store, delete_account, &account), STORE_OK);
    store_close(store);
    ck_assert_int_eq(check(&findings), STORE_OK);
    ck_assert_uint_eq(findings.advice, 1);
    ck_assert_uint_eq(findings.faults, 0);
    store_close(open_store(path)); /* the next start has room */
    read_tables(path, are);
    ck_assert_mem_eq(are + 1, were + 1, sizeof are - sizeof *are);
    assert_whole();
}
END_TEST

/* Opens the database in a process that is killed during its Nth change of a file; false: it finished. */
static bool open_and_kill(long nth) {
    int status;
    pid_t pid = fork();
    ck_assert_int_ge(pid, 0);
    if (pid == 0) {
        fault_install();
        fault_arm(FAULT_KILL, nth, false);
        store_close(open_store(path));
        _exit(fault_hit() ? 1 : 0);
    }
    ck_assert_int_eq(waitpid(pid, &status, 0), pid);
    ck_assert(WIFSIGNALED(status) || WEXITSTATUS(status) == 0);
    return WIFSIGNALED(status);
}

enum { KILLS = 48, CHANGES_MAX = 2000 };

START_TEST(a_kill_while_it_gets_them_loses_nothing) {
    struct random chance = random_seeded(test_seed(1));
    uint64_t were[TABLES], are[TABLES];
    long last = CHANGES_MAX;
    unsigned kills = 0;
    for (unsigned i = 0; i < test_share(KILLS); i++) {
        make_old(were);
        long nth = 1 + random_below(&chance, (uint32_t)last);
        bool killed = open_and_kill(nth);
        kills += killed;
        if (!killed)
            last = nth;
        read_tables(path, are);
        ck_assert_msg(memcmp(are, were, sizeof are) == 0, "killed at change %ld", nth);
        store_close(open_store(path));
        assert_brought_up_to_date(were);
    }
    ck_assert_uint_gt(kills, 0);
}
END_TEST

static Suite *suite(void) {
    return test_suite(
        "pages",
        (const struct test_case[]){
            {"flips", no_flipped_bit_is_read_and_the_check_names_each, .setup = setup},
            {"header", no_bit_of_the_header_can_be_flipped, .setup = setup},
            {"misplaced", a_page_in_the_place_of_another_is_found, .setup = setup},
            {"log", a_flipped_bit_in_the_log_is_not_read, .setup = setup},
            {"frames", a_flipped_bit_in_a_frames_header_changes_no_page, .setup = setup},
            {"frames of before", a_flipped_bit_in_the_header_of_a_frame_of_before_is_not_read,
             .setup = setup},
            {"checkpoint", a_checkpoint_carries_no_flipped_bit_over, .setup = setup},
            {"kept", a_flipped_bit_in_a_kept_frame_ends_with_the_checkpoint, .setup = setup},
            {"two", what_another_process_writes_is_read, .setup = setup},
            {"large", a_large_transaction_reads_what_it_wrote, .setup = setup},
            {"read once", a_page_is_read_once_until_the_next_checkpoint, .setup = setup},
            {"batch", damage_to_one_row_keeps_nobody_from_changing_others, .setup = setup},
            {"backup", a_backup_has_its_checksums_and_is_not_made_of_damage, .setup = setup},
            {"old", an_old_database_gets_checksums_once, .loops = 0},
            {"no room", an_old_database_is_served_without_where_there_is_no_room, .loops = 0},
            {"kill", a_kill_while_it_gets_them_loses_nothing, .timeout_s = 300},
            {0},
        });
}
TEST_MAIN(suite)
