/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/check.h"
#include "db/events.h"
#include "db/games.h"
#include "db/sqlite/sqlite.h"
#include "tests/db/store_help.h"
#include "tests/support/check_main.h"
#include "tests/support/sql.h"

#include <stdio.h>
#include <string.h>

static const char path[] = "events.db";
static struct store *store;
static struct store_reader *reader;
static int64_t game;

static void setup(void) {
    store = open_new_store(path, &reader);
    game = make_game(store, make_account(store, "Ann"), "g1");
}

static void teardown(void) {
    store_close(store);
}

START_TEST(a_log_reads_back_as_it_was_written) {
    int64_t other = make_game(store, 1, "g2");
    ck_assert_uint_eq(check_log(reader, game), 0);
    for (uint32_t seq = 1; seq <= 600; seq += 20) {
        ck_assert_int_eq(append(store, game, seq, 20), STORE_OK);
        ck_assert_int_eq(append(store, other, seq, 20), STORE_OK);
    }
    ck_assert_uint_eq(check_log(reader, game), 600);
    ck_assert_uint_eq(check_log(reader, other), 600);
    struct store_game found;
    ck_assert_int_eq(store_game_get(reader, "g1", &found), STORE_OK);
    ck_assert_uint_eq(found.last_seq, 600);
    store_game_clear(&found);
}
END_TEST

START_TEST(a_seq_must_be_the_next_one) {
    ck_assert_int_eq(append(store, game, 2, 1), STORE_CONFLICT);
    ck_assert_int_eq(append(store, game, 0, 1), STORE_CONFLICT);
    ck_assert_int_eq(append(store, game, 1, 3), STORE_OK);
    ck_assert_int_eq(append(store, game, 3, 1), STORE_CONFLICT);
    ck_assert_int_eq(append(store, game, 5, 1), STORE_CONFLICT);
    ck_assert_int_eq(append(store, game, 4, 1), STORE_OK);
    ck_assert_uint_eq(check_log(reader, game), 4);
    ck_assert_int_eq(append(store, game + 1, 1, 1), STORE_NONE);
}
END_TEST

START_TEST(the_size_counts_events_and_their_pages) {
    int64_t events, bytes;
    ck_assert_int_eq(store_events_size(reader, &events, &bytes), STORE_OK);
    ck_assert_int_eq(events, 0);
    for (uint32_t seq = 1; seq <= 600; seq += 20)
        ck_assert_int_eq(append(store, game, seq, 20), STORE_OK);
    ck_assert_int_eq(store_events_size(reader, &events, &bytes), STORE_OK);
    ck_assert_int_eq(events, 600);
    ck_assert_int_gt(bytes, 600 * 8);
    ck_assert_int_eq(bytes % 4096, 0);
}
END_TEST

struct window {
    uint32_t first, count, stop_at;
};

static bool note(void *context, const struct store_event *event) {
    struct window *window = context;
    if (window->count++ == 0)
        window->first = event->seq;
    return event->seq != window->stop_at;
}

START_TEST(a_part_of_a_log_can_be_read) {
    ck_assert_int_eq(append(store, game, 1, 50), STORE_OK);
    const struct {
        uint32_t after, limit, stop_at, first, count;
    } rows[] = {
        {0, 0, 0, 1, 50},
        {0, 7, 0, 1, 7},
        {10, 7, 0, 11, 7},
        {45, 7, 0, 46, 5},
        {50, 7, 0, 0, 0},
        {60, 0, 0, 0, 0},
        {10, UINT32_MAX, 0, 11, 40},
        {0, 0, 9, 1, 9},
        {STORE_SEQ_MAX, 1, 0, 0, 0},
        {UINT32_MAX, 1, 0, 0, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct window window = {.stop_at = rows[i].stop_at};
        struct store_window part = {.after = rows[i].after, .limit = rows[i].limit};
        ck_assert_int_eq(store_events_read(reader, game, &part, note, &window), STORE_OK);
        ck_assert_msg(window.first == rows[i].first && window.count == rows[i].count,
                      "row %zu: %u events from %u", i, window.count, window.first);
    }
}
END_TEST

static enum store_result append_and_see(struct store_tx *tx, void *context) {
    (void)context;
    ck_assert_int_eq(append_in(tx, game, 1, 5), STORE_OK);
    ck_assert_int_eq(append_in(tx, game, 6, 2), STORE_OK);
    ck_assert_uint_eq(check_log(store_tx_reader(tx), game), 7);
    ck_assert_uint_eq(check_log(reader, game), 0); /* not visible to others yet */
    return STORE_CONFLICT;
}

START_TEST(a_transaction_sees_its_own_events) {
    ck_assert_int_eq(in_tx(store, append_and_see, NULL), STORE_CONFLICT);
    ck_assert_uint_eq(check_log(reader, game), 0);
}
END_TEST

START_TEST(a_reader_can_stay_at_one_moment) {
    ck_assert_int_eq(append(store, game, 1, 5), STORE_OK);
    ck_assert_int_eq(store_read_begin(reader), STORE_OK);
    ck_assert_uint_eq(check_log(reader, game), 5);
    ck_assert_int_eq(append(store, game, 6, 5), STORE_OK);
    ck_assert_uint_eq(check_log(reader, game), 5);
    store_read_end(reader);
    ck_assert_uint_eq(check_log(reader, game), 10);
}
END_TEST

static char longest[STORE_EVENT_MAX];

static enum store_result append_odd(struct store_tx *tx, void *context) {
    (void)context;
    const struct store_event events[] = {
        {.seq = 1, .player = -1},
        {.seq = 2, .kind = 255, .player = 5, .body = {longest, sizeof longest}},
    };
    return store_events_append(tx, game, NULL, events, 2);
}

static bool note_lengths(void *context, const struct store_event *event) {
    size_t *lengths = context;
    lengths[event->seq - 1] = event->body.len;
    return true;
}

START_TEST(a_body_may_be_empty_or_as_long_as_the_limit) {
    size_t lengths[2] = {99, 99};
    ck_assert_int_eq(in_tx(store, append_odd, NULL), STORE_OK);
    ck_assert_int_eq(store_events_read(reader, game, &(struct store_window){.times = true},
                                       note_lengths, lengths),
                     STORE_OK);
    ck_assert_uint_eq(lengths[0], 0);
    ck_assert_uint_eq(lengths[1], STORE_EVENT_MAX);
    ck_assert_int_eq(append(store, game, 3, 0), STORE_OK);
}
END_TEST

/* ---- damage ---- */

enum { LOG = 20, FLIPPED = 10, AROUND = 24, FILE_MAX = 2 << 20 };

static void count_finding(void *context, const struct store_finding *finding) {
    ++*(unsigned *)context;
    ck_assert_uint_gt(strlen(finding->text), 0);
}

/* Whether damage is found when a part of the log is read; otherwise all of it must be as written. */
static bool is_found(uint32_t after) {
    struct store *damaged;
    struct store_options options = test_options(path);
    struct checked checked = {.game = game, .seq = after};
    uint32_t last = 0;
    options.read_only = true;
    if (store_open(&damaged, &options) != STORE_OK)
        return true; /* the whole file is refused */
    struct store_reader *other = store_reader_get(damaged);
    struct store_window window = {.after = after, .times = true};
    enum store_result result = store_events_read(other, game, &window, check_event, &checked);
    if (result == STORE_OK)
        result = store_events_last(other, game, &last, NULL);
    bool found = result != STORE_OK || last != checked.seq;
    /* A damaged key can hide the rows after it: only a check of the whole file finds that. */
    unsigned findings = 0;
    if (!found && last != LOG) {
        ck_assert_int_eq(store_check(other, count_finding, &findings), STORE_OK);
        ck_assert_uint_gt(findings, 0);
    }
    store_close(damaged);
    return found;
}

static size_t read_database(uint8_t bytes[FILE_MAX]) {
    FILE *file = fopen(path, "rb");
    ck_assert_ptr_nonnull(file);
    size_t size = fread(bytes, 1, FILE_MAX, file);
    ck_assert_uint_lt(size, FILE_MAX);
    fclose(file);
    return size;
}

static void write_byte(size_t at, uint8_t byte) {
    FILE *file = fopen(path, "r+b");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_eq(fseek(file, (long)at, SEEK_SET), 0);
    ck_assert_int_eq(fputc(byte, file), byte);
    ck_assert_int_eq(fclose(file), 0);
}

/* Each bit of an event's row in the file, and of its surroundings. */
START_TEST(no_flipped_bit_is_told) {
    static uint8_t bytes[FILE_MAX];
    char text[32];
    unsigned found = 0;
    ck_assert_int_eq(append(store, game, 1, LOG), STORE_OK);
    store_close(store);
    size_t size = read_database(bytes);
    snprintf(text, sizeof text, "%lld/%d", (long long)game, FLIPPED);
    const uint8_t *row = memmem(bytes, size, text, strlen(text));
    ck_assert_ptr_nonnull(row);
    size_t at = (size_t)(row - bytes);
    for (size_t i = at - AROUND; i < at + AROUND; i++)
        for (unsigned bit = 0; bit < 8; bit++) {
            write_byte(i, (uint8_t)(bytes[i] ^ 1U << bit));
            found += is_found(bit % 2 == 0 ? 0 : FLIPPED - 1);
            write_byte(i, bytes[i]);
        }
    ck_assert_uint_gt(found, 8 * strlen(text));
    store = open_store(path);
    reader = store_reader_get(store);
    ck_assert_uint_eq(check_log(reader, game), LOG);
}
END_TEST

START_TEST(a_log_that_ends_in_damage_does_not_grow) {
    ck_assert_int_eq(append(store, game, 1, 3), STORE_OK);
    sql_force(path, "UPDATE events SET at = at + 1 WHERE id = (1 << 20) + 3");
    uint32_t last;
    ck_assert_int_eq(store_events_last(reader, game, &last, NULL), STORE_DAMAGED);
    ck_assert_int_eq(append(store, game, 4, 1), STORE_DAMAGED);
    sql_force(path, "UPDATE events SET at = at - 1 WHERE id = (1 << 20) + 3");
    ck_assert_int_eq(append(store, game, 4, 1), STORE_OK);
}
END_TEST

/* Whatever is tried from a database shell, a log only grows. */
static const char *const forbidden[] = {
    "UPDATE events SET kind = 0",
    "UPDATE events SET body = x'00' WHERE id = (1 << 20) + 1",
    "UPDATE OR REPLACE events SET id = id + 1",
    "DELETE FROM events",
    "DELETE FROM events WHERE id = (1 << 20) + 3",
    "REPLACE INTO events (id, kind, player, at, body) VALUES ((1 << 20) + 3, 1, 0, 0, x'')",
    "INSERT OR REPLACE INTO events (id, kind, at, body) VALUES ((1 << 20) + 1, 1, 0, x'')",
    "INSERT INTO events (id, kind, at, body) VALUES ((1 << 20) + 5, 1, 0, x'')",
    "INSERT INTO events (id, kind, at, body) VALUES ((1 << 20), 1, 0, x'')",
    "INSERT INTO events (id, kind, at, body) VALUES ((9 << 20) + 1, 1, 0, x'')",
    "INSERT INTO events (id, kind, at, body) VALUES ((1 << 20) + 4, 256, 0, x'')",
    "INSERT INTO events (id, kind, at, body) VALUES ((1 << 20) + 4, 1, 0, 'text')",
    "INSERT INTO events (id, kind, at, body) VALUES ((1 << 20) + 4, 1, 0, zeroblob(4099))",
    "INSERT INTO events (kind, at, body) VALUES (1, 0, x'')",
    "UPDATE games SET id = 77",
    "DELETE FROM games",
};

START_TEST(a_log_only_grows) {
    ck_assert_int_eq(append(store, game, 1, 3), STORE_OK);
    sqlite3 *db;
    ck_assert_int_eq(sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, pages_layer()), SQLITE_OK);
    for (int recursive = 0; recursive < 2; recursive++) {
        sqlite3_exec(
            db, recursive ? "PRAGMA recursive_triggers = ON" : "PRAGMA recursive_triggers = OFF",
            NULL, NULL, NULL);
        int rc = sqlite3_exec(db, forbidden[_i], NULL, NULL, NULL);
        ck_assert_msg(rc == SQLITE_CONSTRAINT, "%s: %s", forbidden[_i], sqlite3_errmsg(db));
    }
    sqlite3_close(db);
    ck_assert_uint_eq(check_log(reader, game), 3);
    ck_assert_int_eq(append(store, game, 4, 1), STORE_OK);
}
END_TEST

enum { FORBIDDEN = sizeof forbidden / sizeof forbidden[0] };

static Suite *suite(void) {
    return test_suite(
        "events",
        (const struct test_case[]){
            {.name = "round trip",
             a_log_reads_back_as_it_was_written,
             .setup = setup,
             .teardown = teardown},
            {.name = "next seq", a_seq_must_be_the_next_one, .setup = setup, .teardown = teardown},
            {.name = "size",
             the_size_counts_events_and_their_pages,
             .setup = setup,
             .teardown = teardown},
            {.name = "windows", a_part_of_a_log_can_be_read, .setup = setup, .teardown = teardown},
            {.name = "own events",
             a_transaction_sees_its_own_events,
             .setup = setup,
             .teardown = teardown},
            {.name = "snapshot",
             a_reader_can_stay_at_one_moment,
             .setup = setup,
             .teardown = teardown},
            {.name = "bodies",
             a_body_may_be_empty_or_as_long_as_the_limit,
             .setup = setup,
             .teardown = teardown},
            {.name = "flipped bits (SQLite)",
             no_flipped_bit_is_told,
             .setup = setup,
             .teardown = teardown},
            {.name = "damaged end (SQLite)",
             a_log_that_ends_in_damage_does_not_grow,
             .setup = setup,
             .teardown = teardown},
            {.name = "only grows (SQLite)",
             a_log_only_grows,
             .loops = FORBIDDEN,
             .setup = setup,
             .teardown = teardown},
            {0},
        });
}
TEST_MAIN(suite)
