/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Reports, sanctions and the log that cannot be changed, on both databases. */
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

#include "db/moderation.h"
#include "db/sqlite/sqlite.h"
#include "tests/db/store_help.h"
#include "tests/support/check_main.h"

static const char path[] = "moderation.db";
static struct store *store;
static struct store_reader *reader;
static int64_t ann, ben, game;

static void setup(void) {
    store = open_new_store(path, &reader);
    ann = make_account(store, "Ann");
    ben = make_account(store, "Ben");
    game = make_game(store, ann, "g1");
}

static void teardown(void) {
    store_close(store);
}

/* ---- moderators ---- */

static enum store_result add_moderator(struct store_tx *tx, void *context) {
    return store_moderator_add(tx, *(int64_t *)context, 5);
}

static enum store_result remove_moderator(struct store_tx *tx, void *context) {
    return store_moderator_remove(tx, *(int64_t *)context);
}

START_TEST(a_moderator_is_one_until_that_ends) {
    ck_assert_int_eq(store_moderator_check(reader, ann), STORE_NONE);
    ck_assert_int_eq(in_tx(store, add_moderator, &ann), STORE_OK);
    ck_assert_int_eq(in_tx(store, add_moderator, &ann), STORE_CONFLICT);
    ck_assert_int_eq(store_moderator_check(reader, ann), STORE_OK);
    ck_assert_int_eq(store_moderator_other(reader, ann), STORE_NONE);
    ck_assert_int_eq(store_moderator_other(reader, ben), STORE_OK);
    ck_assert_int_eq(in_tx(store, remove_moderator, &ann), STORE_OK);
    ck_assert_int_eq(in_tx(store, remove_moderator, &ann), STORE_NONE);
    ck_assert_int_eq(store_moderator_other(reader, ben), STORE_NONE);
}
END_TEST

/* ---- reports ---- */

static enum store_result add_report(struct store_tx *tx, void *context) {
    return store_report_add(tx, context);
}

static enum store_result answer_report(struct store_tx *tx, void *context) {
    return store_report_answer(tx, context);
}

static struct store_report new_report(const char *id, int64_t at) {
    struct store_report report = {.account = ann,
                                  .about = ben,
                                  .game = game,
                                  .kind = 1,
                                  .text = "Look.",
                                  .at = at,
                                  .decision = -1};

    snprintf(report.public_id, sizeof report.public_id, "%s", id);
    return report;
}

static bool add_report_id(void *context, const struct store_report *report) {
    add_name(context, report->public_id);
    return true;
}

START_TEST(a_report_is_answered_once) {
    struct store_report first = new_report("r1", 10), second = new_report("r2", 20), read;
    char names[NAMES_SIZE] = "";

    ck_assert_int_eq(in_tx(store, add_report, &first), STORE_OK);
    ck_assert_int_eq(in_tx(store, add_report, &second), STORE_OK);
    ck_assert_int_eq(store_report_same(reader, &first, 20), STORE_OK);
    ck_assert_int_eq(store_report_same(reader, &first, 21), STORE_NONE);
    second.decision = 2;
    second.answered_at = 30;
    snprintf(second.answer, sizeof second.answer, "Done.");
    ck_assert_int_eq(in_tx(store, answer_report, &second), STORE_OK);
    ck_assert_int_eq(in_tx(store, answer_report, &second), STORE_CONFLICT);
    ck_assert_int_eq(store_report_get(reader, "r2", &read), STORE_OK);
    ck_assert_str_eq(read.answer, "Done.");
    ck_assert_str_eq(read.by, "Ann");
    ck_assert_str_eq(read.about_name, "Ben");
    ck_assert_str_eq(read.game_id, "g1");
    ck_assert_int_eq(read.reports, 2);
    ck_assert_int_eq(read.upheld, 1);
    ck_assert_int_eq(store_report_list_by(reader, ann, INT64_MAX, 9, add_report_id, names),
                     STORE_OK);
    ck_assert_int_eq(store_report_list(reader, false, INT64_MAX, 9, add_report_id, names),
                     STORE_OK);
    ck_assert_int_eq(store_report_list(reader, true, INT64_MAX, 9, add_report_id, names), STORE_OK);
    ck_assert_int_eq(store_report_list(reader, true, second.id, 9, add_report_id, names), STORE_OK);
    ck_assert_str_eq(names, "r2r1r1r2");
}
END_TEST

START_TEST(nobody_has_played_in_a_game_of_open_seats) {
    ck_assert_int_eq(store_played_together(reader, ann, ben, 0, 0), STORE_NONE);
    ck_assert_int_eq(store_played_together(reader, ann, ben, game, 0), STORE_NONE);
}
END_TEST

/* ---- what holds for an account ---- */

static enum store_result add_sanction(struct store_tx *tx, void *context) {
    return store_sanction_add(tx, context);
}

static enum store_result set_sanction(struct store_tx *tx, void *context) {
    return store_sanction_set(tx, context);
}

static bool add_sanction_id(void *context, const struct store_sanction *sanction) {
    add_name(context, sanction->public_id);
    return true;
}

START_TEST(a_sanction_holds_until_it_ends_or_is_lifted) {
    struct store_sanction mute = {.public_id = "s1",
                                  .account = ben,
                                  .by = ann,
                                  .kind = 2,
                                  .reason = "No.",
                                  .at = 10,
                                  .until = 50};
    struct store_sanction closed = {
        .public_id = "s2", .account = ben, .kind = 4, .reason = "Out.", .at = 20};
    struct store_sanction held;
    char names[NAMES_SIZE] = "";

    ck_assert_int_eq(store_sanction_held(reader, ben, 2, 4, 10, &held), STORE_NONE);
    ck_assert_int_eq(in_tx(store, add_sanction, &mute), STORE_OK);
    ck_assert_int_eq(store_sanction_held(reader, ben, 2, 4, 49, &held), STORE_OK);
    ck_assert_str_eq(held.reason, "No.");
    ck_assert_int_eq(store_sanction_held(reader, ben, 3, 4, 49, &held), STORE_NONE);
    ck_assert_int_eq(store_sanction_held(reader, ben, 2, 4, 50, &held), STORE_NONE);
    ck_assert_int_eq(in_tx(store, add_sanction, &closed), STORE_OK);
    ck_assert_int_eq(store_sanction_held(reader, ben, 2, 4, 49, &held), STORE_OK);
    ck_assert_str_eq(held.public_id, "s2"); /* the graver one */
    closed.appealed_at = 30;
    snprintf(closed.appeal, sizeof closed.appeal, "Why?");
    ck_assert_int_eq(in_tx(store, set_sanction, &closed), STORE_OK);
    ck_assert_int_eq(store_sanction_list(reader, true, INT64_MAX, 9, add_sanction_id, names),
                     STORE_OK);
    closed.answered_at = closed.lifted_at = 40;
    ck_assert_int_eq(in_tx(store, set_sanction, &closed), STORE_OK);
    ck_assert_int_eq(store_sanction_held(reader, ben, 3, 4, 49, &held), STORE_NONE);
    ck_assert_int_eq(store_sanction_list(reader, true, INT64_MAX, 9, add_sanction_id, names),
                     STORE_OK);
    ck_assert_int_eq(store_sanction_list(reader, false, INT64_MAX, 9, add_sanction_id, names),
                     STORE_OK);
    ck_assert_int_eq(store_sanction_list_of(reader, ben, closed.id, 9, add_sanction_id, names),
                     STORE_OK);
    ck_assert_str_eq(names, "s2s2s1s1");
    ck_assert_int_eq(store_sanction_get(reader, "s2", &held), STORE_OK);
    ck_assert_str_eq(held.appeal, "Why?");
    ck_assert_int_eq(held.by, 0);
}
END_TEST

/* ---- the log ---- */

static enum store_result note_something(struct store_tx *tx, void *context) {
    return store_moderation_note(tx, context);
}

static bool add_what(void *context, const struct store_moderation_entry *entry) {
    add_name(context, entry->what);
    add_name(context, entry->by_name[0] == '\0' ? "operator" : entry->by_name);
    return true;
}

START_TEST(the_log_is_read_from_its_end) {
    struct store_moderation_entry one = {.at = 1, .what = "appoint", .about = ann},
                                  two = {.at = 2, .by = ann, .what = "warn", .about = ben};
    char names[NAMES_SIZE] = "";

    ck_assert_int_eq(in_tx(store, note_something, &one), STORE_OK);
    ck_assert_int_eq(in_tx(store, note_something, &two), STORE_OK);
    ck_assert_int_eq(store_moderation_list(reader, INT64_MAX, 9, add_what, names), STORE_OK);
    ck_assert_str_eq(names, "warnAnnappointoperator");
}
END_TEST

START_TEST(the_log_cannot_be_changed) {
    static const char *const forbidden[] = {
        "UPDATE moderation_log SET text = 'nothing'",
        "DELETE FROM moderation_log",
        "INSERT OR REPLACE INTO moderation_log (id, at, what) VALUES (1, 1, 'nothing')",
    };
    struct store_moderation_entry one = {.at = 1, .what = "appoint", .about = ann};
    sqlite3 *db;

    ck_assert_int_eq(in_tx(store, note_something, &one), STORE_OK);
    ck_assert_int_eq(sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, pages_layer()), SQLITE_OK);
    ck_assert_int_eq(sqlite3_exec(db, forbidden[_i], NULL, NULL, NULL), SQLITE_CONSTRAINT);
    sqlite3_close(db);
}
END_TEST

static Suite *suite(void) {
    return test_suite(
        "moderation",
        (const struct test_case[]){
            {"moderators", a_moderator_is_one_until_that_ends, 0, 0, setup, teardown},
            {"reports", a_report_is_answered_once, 0, 0, setup, teardown},
            {"together", nobody_has_played_in_a_game_of_open_seats, 0, 0, setup, teardown},
            {"sanctions", a_sanction_holds_until_it_ends_or_is_lifted, 0, 0, setup, teardown},
            {"log", the_log_is_read_from_its_end, 0, 0, setup, teardown},
            {"unchanged (SQLite)", the_log_cannot_be_changed, 3, 0, setup, teardown},
            {0},
        });
}
TEST_MAIN(suite)
