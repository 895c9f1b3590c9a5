/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* hexpost export: all finished public games, the same bytes each time, and only changed files are written again. */
#include <sodium.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "service/actor/runner.h"
#include "service/cli/cli.h"
#include "tests/service/people.h"
#include "tests/support/check_main.h"
#include "tests/support/postgres.h"

enum { A_SECOND = 1000, A_DAY = 86400 * A_SECOND, TEXT_SIZE = 4 << 20, NAME_SIZE = 200 };

static _Atomic int64_t time_now;

static int64_t dump_clock(void) {
    return time_now;
}

static void set_up_dump(void) {
    time_now = INT64_C(1772349000000); /* 2026-03-01 */
    app_set_clock(dump_clock);
    people_setup();
}

static void tear_down_dump(void) {
    people_teardown();
    app_set_clock(NULL);
}

static void end_game(const char *more, char id[GAME_ID_SIZE]) {
    char body[NAME_SIZE];

    snprintf(body, sizeof body,
             "{'rules':{'game':'base','players':2}%s,'seats':[{'bot':'random'},{'bot':'random'}]}",
             more);
    make_game(&ada, body, id);
    ck_assert(runner_settle(test_app.runner));
    time_now += A_SECOND;
}

static void dump(const char *folder) {
    char *arguments[] = {"--db", (char *)(uintptr_t)test_database("hexpost.db"), "--dump",
                         (char *)(uintptr_t)folder};

    ck_assert_int_eq(cli_export(4, arguments), 0);
}

/* ---- files ---- */

static size_t read_whole(const char *folder, const char *name, char text[TEXT_SIZE]) {
    char path[NAME_SIZE];
    size_t size;
    FILE *file;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "rb");
    ck_assert_msg(file != NULL, "%s", path);
    size = fread(text, 1, TEXT_SIZE - 1, file);
    text[size] = '\0';
    fclose(file);
    return size;
}

static void assert_same(const char *name) {
    static char one[TEXT_SIZE], other[TEXT_SIZE];
    size_t size = read_whole("one", name, one);

    ck_assert_uint_eq(size, read_whole("other", name, other));
    ck_assert_mem_eq(one, other, size);
}

/* Identifies a file: a new one has another number. */
static ino_t file_of(const char *name) {
    struct stat found;
    char path[NAME_SIZE];

    snprintf(path, sizeof path, "one/%s", name);
    ck_assert_int_eq(stat(path, &found), 0);
    return found.st_ino;
}

static json_t *read_index(void) {
    json_t *index = json_load_file("one/index.json", 0, NULL);

    ck_assert_ptr_nonnull(index);
    return index;
}

/* ---- their content ---- */

/* Asserts that the month contains exactly the records of these games, in this order, as the server returns them. */
static void assert_month(const char *name, const char *const *ids) {
    static char text[TEXT_SIZE];
    char path[NAME_SIZE], *line = text, *end;
    gzFile file;
    int size;

    snprintf(path, sizeof path, "one/%s.ndjson.gz", name);
    file = gzopen(path, "rb");
    ck_assert_ptr_nonnull(file);
    size = gzread(file, text, TEXT_SIZE - 1);
    ck_assert_int_gt(size, 0);
    text[size] = '\0';
    ck_assert_int_eq(gzclose(file), Z_OK);
    for (; *ids != NULL; ids++, line = end + 1) {
        json_t *record, *wanted = GET(&nobody, 200, "/v1/games/%s/record", *ids);

        end = strchr(line, '\n');
        ck_assert_ptr_nonnull(end);
        *end = '\0';
        record = json_loads(line, 0, NULL);
        ck_assert(json_equal(record, wanted));
        json_decref(record);
        json_decref(wanted);
    }
    ck_assert_str_eq(line, "");
}
#define MONTH(name, ...) assert_month((name), (const char *const[]){__VA_ARGS__, NULL})

/* Asserts that each line of SHA256SUMS is correct, and that there are N. */
static void assert_sums(unsigned n) {
    static char sums[TEXT_SIZE], text[TEXT_SIZE];
    char *rest, *line;

    read_whole("one", "SHA256SUMS", sums);
    for (line = strtok_r(sums, "\n", &rest); line != NULL;
         line = strtok_r(NULL, "\n", &rest), n--) {
        unsigned char hash[crypto_hash_sha256_BYTES];
        char hex[2 * sizeof hash + 1];
        size_t size = read_whole("one", line + sizeof hex + 1, text);

        crypto_hash_sha256(hash, (const unsigned char *)text, size);
        sodium_bin2hex(hex, sizeof hex, hash, sizeof hash);
        ck_assert_int_eq(strncmp(line, hex, sizeof hex - 1), 0);
    }
    ck_assert_uint_eq(n, 0);
}

START_TEST(a_dump_has_what_is_public_and_over) {
    char first[GAME_ID_SIZE], second[GAME_ID_SIZE], hidden[GAME_ID_SIZE], later[GAME_ID_SIZE],
        open[GAME_ID_SIZE];
    json_t *index;

    end_game("", first);
    end_game(",'visibility':'private'", hidden);
    end_game(",'visibility':'unlisted'", hidden);
    end_game("", second);
    make_game(&ada, "{'rules':{'game':'base','players':2}}", open);
    time_now += (int64_t)40 * A_DAY;
    end_game("", later);
    dump("one");
    MONTH("2026-03", first, second);
    ck_assert_int_ne(access("one/2026-04.ndjson.gz", F_OK), 0); /* not settled yet */
    time_now += A_DAY;
    dump("one");
    MONTH("2026-03", first, second);
    MONTH("2026-04", later);
    assert_sums(2);
    index = read_index();
    ck_assert_uint_eq(json_array_size(json_object_get(index, "months")), 2);
    ck_assert_int_eq(number_at(json_array_get(json_object_get(index, "months"), 0), "games"), 2);
    json_decref(index);
}
END_TEST

START_TEST(what_has_not_changed_is_not_written_again) {
    static const char march[] = "2026-03.ndjson.gz", april[] = "2026-04.ndjson.gz";
    char id[GAME_ID_SIZE];
    ino_t was[2];

    end_game("", id);
    time_now += (int64_t)40 * A_DAY;
    end_game("", id);
    time_now += A_DAY;
    dump("one");
    was[0] = file_of(march);
    was[1] = file_of(april);
    dump("one");
    ck_assert_uint_eq(file_of(march), was[0]);
    ck_assert_uint_eq(file_of(april), was[1]);
    dump("other");
    assert_same(march);
    assert_same(april);
    assert_same("SHA256SUMS");
    assert_same("index.json");
    end_game("", id);
    time_now += A_DAY;
    dump("one");
    ck_assert_uint_eq(file_of(march), was[0]);
    ck_assert_uint_ne(file_of(april), was[1]);
    assert_sums(2);
    ck_assert_int_eq(truncate("one/2026-03.ndjson.gz", 10), 0);
    dump("one");
    assert_same(march);
    ck_assert_int_eq(unlink("one/index.json"), 0);
    was[0] = file_of(march);
    dump("one");
    ck_assert_uint_ne(file_of(march), was[0]);
    assert_same(march);
}
END_TEST

START_TEST(what_cannot_be_written_is_said) {
    char *nowhere[] = {"--db", (char *)(uintptr_t)test_database("hexpost.db"), "--dump",
                       "no/such/folder"};
    char *unsaid[] = {"--db", "hexpost.db"};

    ck_assert_int_eq(cli_export(4, nowhere), 1);
    ck_assert_int_eq(cli_export(2, unsaid), 2);
}
END_TEST

static Suite *suite(void) {
    return test_suite(
        "dump",
        (const struct test_case[]){
            {"public", a_dump_has_what_is_public_and_over, 0, 60, set_up_dump, tear_down_dump},
            {"again", what_has_not_changed_is_not_written_again, 0, 60, set_up_dump,
             tear_down_dump},
            {"wrong", what_cannot_be_written_is_said, 0, 0, set_up_dump, tear_down_dump},
            {0},
        });
}
TEST_MAIN(suite)
