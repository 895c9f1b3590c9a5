/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The disk fails during a change: the server's response, and what is stored after a restart. */
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "db/accounts.h"
#include "service/command/command.h"
#include "tests/service/people.h"
#include "tests/support/check_main.h"

enum disk {
    DISK_WELL,
    DISK_FULL_ONCE, /* for the next flush */
    DISK_FLUSHES_FAIL,
    DISK_GOES, /* with the next flush */
    DISK_GONE, /* for flushes and for writes */
    DISK_UNREADABLE,
};

static _Atomic enum disk disk;

/* These replace the C library's functions for SQLite's flushes and writes. */
int fdatasync(int fildes) {
    enum disk going = DISK_GOES, full = DISK_FULL_ONCE;

    if (atomic_load(&disk) == DISK_WELL || atomic_load(&disk) == DISK_UNREADABLE)
        return (int)syscall(SYS_fdatasync, fildes);
    atomic_compare_exchange_strong(&disk, &going, DISK_GONE);
    errno = atomic_compare_exchange_strong(&disk, &full, DISK_WELL) ? ENOSPC : EIO;
    return -1;
}

ssize_t pwrite64(int fd, const void *buf, size_t n, off64_t offset) {
    if (atomic_load(&disk) != DISK_GONE)
        return syscall(SYS_pwrite64, fd, buf, n, offset);
    errno = EIO;
    return -1;
}

ssize_t pread64(int fd, void *buf, size_t nbytes, off64_t offset) {
    if (atomic_load(&disk) != DISK_UNREADABLE)
        return syscall(SYS_pread64, fd, buf, nbytes, offset);
    errno = EIO;
    return -1;
}

/* ---- what a kill would leave ---- */

static const char *const files[] = {"hexpost.db", "hexpost.db-wal"};
enum { FILES = sizeof files / sizeof *files };
static char *images[FILES];
static size_t sizes[FILES];

static void take_images(void) {
    for (size_t i = 0; i < FILES; i++) {
        FILE *file = fopen(files[i], "rb");
        long size;

        ck_assert_ptr_nonnull(file);
        ck_assert_int_eq(fseek(file, 0, SEEK_END), 0);
        size = ftell(file);
        ck_assert_int_gt(size, 0);
        rewind(file);
        images[i] = malloc((size_t)size);
        ck_assert_ptr_nonnull(images[i]);
        sizes[i] = fread(images[i], 1, (size_t)size, file);
        ck_assert_uint_eq(sizes[i], (size_t)size);
        fclose(file);
    }
}

static void put_images(const char *path) {
    (void)path;
    atomic_store(&disk, DISK_WELL);
    remove("hexpost.db-shm");
    for (size_t i = 0; i < FILES; i++) {
        FILE *file = fopen(files[i], "wb");

        ck_assert_ptr_nonnull(file);
        ck_assert_uint_eq(fwrite(images[i], 1, sizes[i], file), sizes[i]);
        ck_assert_int_eq(fclose(file), 0);
        free(images[i]);
    }
}

/* ---- requests ---- */

static const struct {
    const char *path, *body;
    const char *list, *mark; /* where it is visible, and its text there ... */
    unsigned marks;          /* ... this many times */
} changes[] = {
    {"/v1/games", "{\"rules\":{\"game\":\"base\",\"players\":2}}", "/v1/games?mine=true",
     "\"id\":", 1},
    {"/v1/games/%s/moves", "{\"action\":{\"type\":\"build_settlement\",\"vertex\":14}}",
     "/v1/games/%s/events", "\"build_settlement\"", 2},
    {"/v1/games/%s/talk", "{\"text\":\"hello\"}", "/v1/games/%s/talk", "\"hello\"", 1},
    {"/v1/games/%s/resign", "{}", "/v1/games/%s/events", "\"resign", 2},
};
enum { CHANGES = sizeof changes / sizeof *changes };

static char game[GAME_ID_SIZE];
static struct person *mover;

static void set_up(void) {
    json_t *joined;

    people_setup();
    make_game(&ada,
              "{'rules':{'game':'base','players':2},'seats':[{'account':'me'},{'open':true}]}",
              game);
    joined = POST(&grace, 200, "{}", "/v1/games/%s/join", game);
    mover = waits_for(joined) == 0 ? &ada : &grace;
    json_decref(joined);
}

static void tear_down(void) {
    atomic_store(&disk, DISK_WELL);
    people_teardown();
}

/* Sends the change under a key of its own; the response is for response_free. */
static struct response send_change(size_t change, char key) {
    char path[80], headers[200];
    struct response response;

    snprintf(path, sizeof path, changes[change].path, game);
    snprintf(headers, sizeof headers, "%sIdempotency-Key: %c\r\n", mover->header, key);
    client_ask(&mover->client, &response, "POST", path, headers, changes[change].body);
    return response;
}

static void assert_refused(struct response response, int status, const char *code) {
    char type[80];

    snprintf(type, sizeof type, "\"/problems/%s\"", code);
    ck_assert_msg(response.status == status && strstr(response.body, type) != NULL, "%d: %s",
                  response.status, response.body);
    response_free(&response);
}

/* How often the change was made, as seen by its maker. */
static size_t count_made(size_t change) {
    char path[80];
    struct response response;
    size_t count = 0;

    snprintf(path, sizeof path, changes[change].list, game);
    client_ask(&mover->client, &response, "GET", path, mover->header, NULL);
    ck_assert_int_eq(response.status, 200);
    for (const char *at = response.body; (at = strstr(at, changes[change].mark)) != NULL; at++)
        count++;
    response_free(&response);
    ck_assert_uint_eq(count % changes[change].marks, 0);
    return count / changes[change].marks;
}

/* With the disk in a given state, sends the change, whose outcome stays open, and then ends the server. */
static void restart_while_open(size_t change, enum disk state) {
    size_t before = count_made(change);

    atomic_store(&disk, state);
    assert_refused(send_change(change, 'a'), 503, "outcome-unknown");
    /* The server continues and shows the old data; until the outcome is settled it accepts no change. */
    ck_assert_uint_eq(count_made(change), before);
    assert_refused(send_change(change, 'b'), 500, "internal");
    take_images();
    test_app_restart(put_images);
    person_back(mover);
}

static void assert_done_once(size_t change, size_t before, bool replayed) {
    struct response response = send_change(change, 'a');
    const char *header = response_header(&response, "Idempotency-Replayed");

    ck_assert_msg(response.status / 100 == 2, "%d: %s", response.status, response.body);
    ck_assert((header != NULL) == replayed);
    response_free(&response);
    ck_assert_uint_eq(count_made(change), before + 1);
}

START_TEST(an_open_outcome_is_settled_by_the_key) {
    size_t change = (size_t)_i % CHANGES;
    bool stands = _i >= CHANGES;
    size_t before = count_made(change);

    restart_while_open(change, stands ? DISK_GOES : DISK_FLUSHES_FAIL);
    ck_assert_uint_eq(count_made(change), before + stands);
    assert_done_once(change, before, stands);
}
END_TEST

START_TEST(an_open_outcome_is_settled_without_a_restart) {
    size_t before = count_made((size_t)_i);

    atomic_store(&disk, DISK_GOES);
    assert_refused(send_change((size_t)_i, 'a'), 503, "outcome-unknown");
    atomic_store(&disk, DISK_WELL);
    assert_done_once((size_t)_i, before, false);
}
END_TEST

/* Moves and messages are also sent as text: by mail, in chats. */
START_TEST(an_open_outcome_is_told_in_words) {
    static const char *const words[] = {"settle 14", "say hello"};
    struct command_ask ask = {
        .text = words[_i], .len = strlen(words[_i]), .game = game, .limit = COMMAND_TEXT_MAX};
    struct command_response response;
    struct store_account account;

    ck_assert_int_eq(store_account_by_name(store_reader_get(test_app.store), mover->name, &account),
                     STORE_OK);
    ask.account = account.id;
    atomic_store(&disk, DISK_GOES);
    command_run(&test_app, &ask, &response);
    buffer_byte(&response.text, '\0');
    ck_assert_msg(strstr(response.text.data, "not yet known whether") != NULL, "%s",
                  response.text.data);
    command_response_free(&response);
}
END_TEST

START_TEST(a_flush_that_finds_no_room_is_a_full_disk) {
    size_t before = count_made(0);

    atomic_store(&disk, DISK_FULL_ONCE);
    assert_refused(send_change(0, 'a'), 503, "unavailable");
    ck_assert_uint_eq(count_made(0), before);
    assert_done_once(0, before, false);
}
END_TEST

/* ---- readiness ---- */

/* WHY: the text of the refusal; NULL: the server is ready. It is alive in either case. */
static void assert_ready(const char *why) {
    struct response response = ask("GET", "/readyz", "", NULL, why == NULL ? 200 : 503);

    ck_assert_msg(why == NULL || strstr(response.body, why) != NULL, "%s", response.body);
    ck_assert_ptr_null(strstr(response.body, "hexpost.db"));
    response_free(&response);
    expect("GET", "/healthz", "", NULL, 200);
}

START_TEST(who_cannot_read_is_not_ready) {
    assert_ready(NULL);
    atomic_store(&disk, DISK_UNREADABLE);
    assert_ready("cannot read");
    atomic_store(&disk, DISK_WELL);
    assert_ready(NULL);
}
END_TEST

START_TEST(who_has_lost_the_file_is_not_ready) {
    static const char away[] = "away.db", gone[] = "is gone from its place";
    FILE *other;

    ck_assert_int_eq(rename(files[0], away), 0);
    assert_ready(gone);
    other = fopen(files[0], "wb");
    ck_assert_ptr_nonnull(other);
    fclose(other);
    assert_ready(gone);
    ck_assert_int_eq(rename(away, files[0]), 0);
    assert_ready(NULL);
}
END_TEST

START_TEST(who_can_write_again_is_ready_again) {
    const struct timespec pause = {.tv_nsec = 20000000};
    struct response response;
    int status = 0;

    atomic_store(&disk, DISK_GOES);
    assert_refused(send_change(0, 'a'), 503, "outcome-unknown");
    assert_ready("cannot write");
    atomic_store(&disk, DISK_WELL);
    for (int64_t until = request_now() + 30000; status != 200 && request_now() < until;) {
        nanosleep(&pause, NULL);
        client_ask(&nobody.client, &response, "GET", "/readyz", "", NULL);
        status = response.status;
        response_free(&response);
    }
    ck_assert_int_eq(status, 200);
}
END_TEST

static Suite *suite(void) {
    return test_suite("disk", (const struct test_case[]){
                                  {.name = "restart",
                                   an_open_outcome_is_settled_by_the_key,
                                   .setup = set_up,
                                   .teardown = tear_down,
                                   .loops = 2 * CHANGES},
                                  {.name = "goes on",
                                   an_open_outcome_is_settled_without_a_restart,
                                   .setup = set_up,
                                   .teardown = tear_down,
                                   .loops = CHANGES},
                                  {.name = "words",
                                   an_open_outcome_is_told_in_words,
                                   .setup = set_up,
                                   .teardown = tear_down,
                                   .loops = 2},
                                  {.name = "full",
                                   a_flush_that_finds_no_room_is_a_full_disk,
                                   .setup = set_up,
                                   .teardown = tear_down},
                                  {.name = "unreadable",
                                   who_cannot_read_is_not_ready,
                                   .setup = set_up,
                                   .teardown = tear_down},
                                  {.name = "lost",
                                   who_has_lost_the_file_is_not_ready,
                                   .setup = set_up,
                                   .teardown = tear_down},
                                  {.name = "ready again",
                                   who_can_write_again_is_ready_again,
                                   .setup = set_up,
                                   .teardown = tear_down},
                                  {0},
                              });
}
TEST_MAIN(suite)
