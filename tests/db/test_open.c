/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/accounts.h"
#include "db/chain.h"
#include "db/chats.h"
#include "db/games.h"
#include "db/migrations.h"
#include "db/sqlite/sqlite.h"
#include "tests/db/store_help.h"
#include "tests/support/check_main.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char path[] = "open.db";

static void setup(void) {
    remove_store(path);
}

static void sql(const char *text) {
    sqlite3 *db;
    ck_assert_int_eq(
        sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, pages_layer()),
        SQLITE_OK);
    ck_assert_int_eq(sqlite_register_checksums(db), SQLITE_OK); /* migrations call these */
    int rc = sqlite3_exec(db, text, NULL, NULL, NULL);
    ck_assert_msg(rc == SQLITE_OK, "%s: %s", text, sqlite3_errmsg(db));
    ck_assert_int_eq(sqlite3_close(db), SQLITE_OK);
}

static int64_t number(const char *text) {
    sqlite3 *db;
    sqlite3_stmt *stmt;
    ck_assert_int_eq(
        sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, pages_layer()),
        SQLITE_OK);
    ck_assert_int_eq(sqlite3_prepare_v2(db, text, -1, &stmt, NULL), SQLITE_OK);
    ck_assert_int_eq(sqlite3_step(stmt), SQLITE_ROW);
    int64_t value = sqlite3_column_int64(stmt, 0);
    sqlite3_finalize(stmt);
    ck_assert_int_eq(sqlite3_close(db), SQLITE_OK);
    return value;
}

static enum store_result try_open(bool read_only) {
    struct store_options options = test_options(path);
    options.read_only = read_only;
    struct store *store;
    enum store_result result = store_open(&store, &options);
    ck_assert((result == STORE_OK) == (store != NULL));
    store_close(store);
    return result;
}

START_TEST(a_new_database_is_made_and_is_private) {
    struct store *store = open_store(path);
    struct stat info;
    static const char *const files[] = {"open.db", "open.db-wal", "open.db-shm"};
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(stat(files[i], &info), 0);
        ck_assert_uint_eq(info.st_mode & 0777, 0600);
    }
    struct store_metrics metrics;
    store_metrics(store, &metrics);
    ck_assert_int_eq(metrics.migration, (int)migrations_count);
    store_close(store);
    ck_assert_int_eq(number("PRAGMA application_id"), 0x48585054);
    ck_assert_int_eq(number("SELECT count(*) FROM migrations"), (int64_t)migrations_count);
    ck_assert_int_eq(number("SELECT count(*) FROM migrations WHERE applied_at > 1700000000000"),
                     (int64_t)migrations_count);
    ck_assert_int_eq(try_open(false), STORE_OK); /* and again, with nothing left to do */
}
END_TEST

START_TEST(every_migration_has_the_next_number) {
    ck_assert_uint_ge(migrations_count, 4);
    for (size_t i = 0; i < migrations_count; i++)
        ck_assert_int_eq(migrations[i].number, (int)i + 1);
}
END_TEST

START_TEST(migrating_alone_makes_a_database_to_be_opened) {
    struct store_options options = test_options(path);
    ck_assert_int_eq(store_migrate(&options), STORE_OK);
    ck_assert_int_eq(store_migrate(&options), STORE_OK);
    ck_assert_int_eq(try_open(true), STORE_OK);
}
END_TEST

START_TEST(a_database_of_a_newer_version_is_refused) {
    ck_assert_int_eq(try_open(false), STORE_OK);
    sql("INSERT INTO migrations VALUES (1000, '1000_wings', 1, 1000)");
    ck_assert_int_eq(try_open(false), STORE_NEWER);
    ck_assert_ptr_nonnull(strstr(test_log(), "migration 1000"));
    char known[64];
    snprintf(known, sizeof known, "up to %d", (int)migrations_count);
    ck_assert_ptr_nonnull(strstr(test_log(), known));
    ck_assert_int_eq(try_open(true), STORE_NEWER);
    ck_assert_int_eq(number("SELECT count(*) FROM migrations"), (int64_t)migrations_count + 1);
}
END_TEST

/* A database made by a program that knew only the first few migrations. */
static void make_older(size_t known) {
    char text[128];
    sql("PRAGMA application_id = 0x48585054; CREATE TABLE migrations"
        " (number INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at INTEGER NOT NULL) STRICT");
    for (size_t i = 0; i < known; i++) {
        sql(migrations[i].sql);
        snprintf(text, sizeof text,
                 "INSERT INTO migrations (number, name, applied_at) VALUES (%d, '%s', 1)",
                 migrations[i].number, migrations[i].name);
        sql(text);
    }
}

START_TEST(an_older_database_is_brought_up_to_date_and_only_read_when_it_is) {
    make_older(3);
    ck_assert_int_eq(try_open(true), STORE_ERROR);
    ck_assert_ptr_nonnull(strstr(test_log(), "hexpost migrate"));
    ck_assert_int_eq(try_open(false), STORE_OK);
    ck_assert_int_eq(number("SELECT count(*) FROM answers"), 0);
}
END_TEST

START_TEST(games_that_were_unlisted_by_a_mark_are_so_by_their_visibility) {
    enum { BEFORE = 17 };
    static const struct {
        const char *id, *options;
        int visibility;
        enum store_visibility now;
    } games[] = {
        {"a", "NULL", 0, STORE_PUBLIC},
        {"b", "'{\"by_link\":true}'", 0, STORE_PUBLIC},
        {"c", "NULL", 1, STORE_PRIVATE},
        {"d", "'{\"board\":{\"layout\":\"fixed\"}}'", 1, STORE_PRIVATE},
        {"e", "'{\"board\":{\"seed\":\"\\\"by_link\\\":true\"}}'", 1, STORE_PRIVATE},
        {"f", "'{\"board\":{\"layout\":\"fixed\"},\"by_link\":true}'", 1, STORE_UNLISTED},
    };
    make_older(BEFORE);
    sql("INSERT INTO accounts (id, public_id, name, created_at) VALUES (1, 'ann', 'Ann', 1)");
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        char row[512];
        snprintf(row, sizeof row,
                 "INSERT INTO games (public_id, mode, visibility, status, creator, created_at,"
                 " server_seed, commitment, setup, options)"
                 " VALUES ('%s', 0, %d, 0, 1, 1, zeroblob(32), zeroblob(32), x'', %s);"
                 "INSERT INTO seats (game_id, seat, kind) SELECT id, 0, 0 FROM games"
                 " WHERE public_id = '%s'",
                 games[i].id, games[i].visibility, games[i].options, games[i].id);
        sql(row);
    }
    struct store *store = open_store(path);
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        struct store_game game;
        ck_assert_int_eq(store_game_get(store_reader_get(store), games[i].id, &game), STORE_OK);
        ck_assert_msg(game.visibility == games[i].now, "%s: %d", games[i].id, game.visibility);
        ck_assert_int_eq(game.seat_count, 1);
        store_game_clear(&game);
    }
    store_close(store);
}
END_TEST

static bool note_session(void *context, const struct store_token *token) {
    *(unsigned *)context |= (unsigned)token->session << token->id;
    return true;
}

START_TEST(tokens_that_were_known_as_sessions_are_marked_so) {
    enum { BEFORE = 19 };
    unsigned sessions = 0;
    make_older(BEFORE);
    sql("INSERT INTO accounts (id, public_id, name, created_at) VALUES (1, 'ann', 'Ann', 1);"
        "INSERT INTO tokens (id, public_id, account_id, name, hash, created_at, expires_at) VALUES"
        " (1, 'a', 1, 'a browser', randomblob(32), 1, 9), (2, 'b', 1, 'bot', randomblob(32), 1, 9),"
        " (3, 'c', 1, 'a browser', randomblob(32), 1, NULL)");
    struct store *store = open_store(path);
    ck_assert_int_eq(store_token_list(store_reader_get(store), 1, note_session, &sessions),
                     STORE_OK);
    ck_assert_uint_eq(sessions, 1u << 1);
    store_close(store);
}
END_TEST

START_TEST(events_from_before_checksums_get_them) {
    enum { BEFORE = 21, EVENTS = 5 };
    make_older(BEFORE);
    sql("INSERT INTO accounts (id, public_id, name, created_at) VALUES (1, 'ann', 'Ann', 1);"
        "INSERT INTO games (id, public_id, mode, visibility, status, creator, created_at,"
        " server_seed, commitment, setup, position) VALUES (7, 'g', 1, 0, 1, 1, 1, zeroblob(32),"
        " zeroblob(32), x'0102', '{}')");
    for (int seq = 1; seq <= EVENTS; seq++) { /* as in append() */
        char row[256];
        snprintf(row, sizeof row,
                 "INSERT INTO events (id, kind, player, at, body) VALUES ((7 << 20) + %d, %d, %s,"
                 " 1764000000000 + %d, x'%02x%02x372f3%d')",
                 seq, seq, seq % 5 == 0 ? "NULL" : (char[]){(char)('0' + seq % 5 - 1), '\0'}, seq,
                 seq, seq % 5 == 0 ? 255 : seq % 5 - 1, seq);
        sql(row);
    }
    struct store *store = open_store(path);
    struct store_reader *reader = store_reader_get(store);
    struct store_game game;
    ck_assert_uint_eq(check_log(reader, 7), EVENTS);
    ck_assert_int_eq(store_game_get_by_id(reader, 7, &game), STORE_OK);
    ck_assert_int_eq(game.checksum, chain_game(&game));
    store_game_clear(&game);
    ck_assert_int_eq(append(store, 7, EVENTS + 1, 1), STORE_OK);
    ck_assert_uint_eq(check_log(reader, 7), EVENTS + 1);
    store_close(store);
}
END_TEST

static bool count_link(void *context, const struct store_chat_link *link) {
    *(int64_t *)context += link->id * 10 + link->mention;
    return true;
}

START_TEST(chats_are_carried_over_to_tables_for_more_platforms) {
    enum { BEFORE = 48 };
    char game[STORE_ID_SIZE];
    struct store_subscription follow;
    int64_t links = 0;
    make_older(BEFORE);
    sql("INSERT INTO accounts (id, public_id, name, created_at) VALUES (1, 'ann', 'Ann', 1);"
        "INSERT INTO games (id, public_id, mode, visibility, status, creator, created_at,"
        " server_seed, commitment, setup, position) VALUES (7, 'g', 1, 0, 1, 1, 1, zeroblob(32),"
        " zeroblob(32), x'0102', '{}');"
        "INSERT INTO chat_links (id, public_id, platform, who, name, account_id, created_at)"
        " VALUES (3, 'l', 2, '77', 'ann', 1, 5);"
        "INSERT INTO chat_places VALUES (3, '-100', 'g', 6);"
        "INSERT INTO chat_follows (id, public_id, game_id, account_id, kind, address, channel,"
        " parts, created_at, told_seq) VALUES (9, 'f', 7, 1, 4, '', '-100', 3, 5, 12);"
        "INSERT INTO chat_heard VALUES (2, 'e', 5)");
    struct store *store = open_store(path);
    struct store_reader *reader = store_reader_get(store);
    ck_assert_int_eq(store_chat_link_list(reader, 1, count_link, &links), STORE_OK);
    ck_assert_int_eq(links, 30);
    ck_assert_int_eq(store_chat_place_get(reader, 3, "-100", game), STORE_OK);
    ck_assert_str_eq(game, "g");
    ck_assert_int_eq(store_subscription_get(reader, 9, &follow), STORE_OK);
    ck_assert_int_eq(follow.told_seq, 12);
    ck_assert_str_eq(follow.thread, "");
    store_close(store);
    ck_assert_int_eq(number("SELECT count(*) FROM chat_heard"), 1);
}
END_TEST

START_TEST(a_migration_that_fails_changes_nothing) {
    make_older(3);
    /* It conflicts with the table of the next migration. */
    sql("CREATE TABLE answers (x)");
    ck_assert_int_ne(try_open(false), STORE_OK);
    ck_assert_ptr_nonnull(strstr(test_log(), "0004_answers failed and was undone"));
    ck_assert_int_eq(number("SELECT max(number) FROM migrations"), 3);
}
END_TEST

START_TEST(other_programs_files_are_left_alone) {
    sql("CREATE TABLE theirs (x); INSERT INTO theirs VALUES (1)");
    ck_assert_int_eq(try_open(false), STORE_CORRUPT);
    ck_assert_ptr_nonnull(strstr(test_log(), "another program"));
    ck_assert_int_eq(try_open(true), STORE_CORRUPT);
    ck_assert_int_eq(number("SELECT count(*) FROM sqlite_master"), 1);
    remove_store(path);
    sql("PRAGMA application_id = 42");
    ck_assert_int_eq(try_open(false), STORE_CORRUPT);
    remove_store(path);
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    for (int i = 0; i < 500; i++)
        fputs("This is a diary, not a database.\n", file);
    fclose(file);
    ck_assert_int_eq(try_open(false), STORE_CORRUPT);
    ck_assert_ptr_nonnull(strstr(test_log(), "not a database"));
}
END_TEST

START_TEST(one_server_at_a_time) {
    struct store *store = open_store(path);
    struct store_options options = test_options(path);
    ck_assert_int_eq(try_open(false), STORE_BUSY);
    ck_assert_ptr_nonnull(strstr(test_log(), "another server"));
    ck_assert_int_eq(store_migrate(&options), STORE_BUSY);
    ck_assert_int_eq(try_open(true), STORE_OK); /* reading is allowed */
    store_close(store);
    ck_assert_int_eq(try_open(false), STORE_OK);
}
END_TEST

/* Opens the database by another path. */
static enum store_result try_migrate(const char *other) {
    struct store_options options = test_options(other);
    return store_migrate(&options);
}

START_TEST(one_server_at_a_time_through_links) {
    static const char *const others[] = {"open-link.db", "open-chain.db", "./open-folder/open.db"};
    enum { OTHERS = sizeof others / sizeof others[0] };
    unlink("open-link.db");
    unlink("open-chain.db");
    unlink("open-folder");
    ck_assert_int_eq(symlink(path, "open-link.db"), 0);
    ck_assert_int_eq(symlink("open-link.db", "open-chain.db"), 0);
    ck_assert_int_eq(symlink(".", "open-folder"), 0);
    struct store *store = open_store(path);
    for (int i = 0; i < OTHERS; i++) {
        ck_assert_int_eq(try_migrate(others[i]), STORE_BUSY);
        ck_assert_ptr_nonnull(strstr(test_log(), "another server"));
    }
    store_close(store);
    store = open_store("open-chain.db");
    ck_assert_int_eq(try_open(false), STORE_BUSY);
    store_close(store);
    for (int i = 0; i < OTHERS; i++)
        ck_assert_int_eq(try_migrate(others[i]), STORE_OK);
    unlink(path);
    ck_assert_int_eq(try_migrate("open-link.db"), STORE_ERROR); /* a dangling link */
    ck_assert_ptr_nonnull(strstr(test_log(), "cannot find the database open-link.db"));
}
END_TEST

START_TEST(a_file_with_several_names_is_refused) {
    ck_assert_int_eq(try_open(false), STORE_OK);
    unlink("open-second.db");
    ck_assert_int_eq(link(path, "open-second.db"), 0);
    ck_assert_int_eq(try_open(false), STORE_ERROR);
    ck_assert_ptr_nonnull(strstr(test_log(), "has 2 names"));
    ck_assert_ptr_nonnull(strstr(test_log(), "remove the others"));
    ck_assert_int_eq(try_migrate("open-second.db"), STORE_ERROR);
    unlink("open-second.db");
    ck_assert_int_eq(try_open(false), STORE_OK);
}
END_TEST

START_TEST(a_missing_place_is_named) {
    struct store_options options = test_options("no/such/folder/x.db");
    struct store *store;
    ck_assert_int_eq(store_open(&store, &options), STORE_ERROR);
    ck_assert_ptr_null(store);
    ck_assert_ptr_nonnull(strstr(test_log(), "no/such/folder"));
    ck_assert_int_eq(try_open(true), STORE_ERROR); /* nothing to read: it is not created */
    ck_assert_int_ne(access(path, F_OK), 0);
}
END_TEST

START_TEST(a_read_only_store_reads) {
    struct store *store = open_store(path);
    int64_t ann = make_account(store, "Ann");
    store_close(store);
    struct store_options options = test_options(path);
    options.read_only = true;
    ck_assert_int_eq(store_open(&store, &options), STORE_OK);
    struct store_account found;
    ck_assert_int_eq(store_account_get(store_reader_get(store), ann, &found), STORE_OK);
    store_close(store);
    struct stat info;
    ck_assert_int_eq(stat(path, &info), 0);
}
END_TEST

static Suite *suite(void) {
    return test_suite(
        "open",
        (const struct test_case[]){
            {.name = "new", a_new_database_is_made_and_is_private, .setup = setup},
            {.name = "numbers", every_migration_has_the_next_number, .setup = setup},
            {.name = "migrate", migrating_alone_makes_a_database_to_be_opened, .setup = setup},
            {.name = "newer", a_database_of_a_newer_version_is_refused, .setup = setup},
            {.name = "older",
             an_older_database_is_brought_up_to_date_and_only_read_when_it_is,
             .setup = setup},
            {.name = "unlisted",
             games_that_were_unlisted_by_a_mark_are_so_by_their_visibility,
             .setup = setup},
            {.name = "sessions", tokens_that_were_known_as_sessions_are_marked_so, .setup = setup},
            {.name = "checksums", events_from_before_checksums_get_them, .setup = setup},
            {.name = "chats", chats_are_carried_over_to_tables_for_more_platforms, .setup = setup},
            {.name = "failing migration", a_migration_that_fails_changes_nothing, .setup = setup},
            {.name = "foreign", other_programs_files_are_left_alone, .setup = setup},
            {.name = "lock", one_server_at_a_time, .setup = setup},
            {.name = "lock through links", one_server_at_a_time_through_links, .setup = setup},
            {.name = "hard links", a_file_with_several_names_is_refused, .setup = setup},
            {.name = "missing", a_missing_place_is_named, .setup = setup},
            {.name = "read only", a_read_only_store_reads, .setup = setup},
            {0},
        });
}
TEST_MAIN(suite)
