/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* A disk with slow flushes only delays writers. */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "tests/service/people.h"
#include "tests/support/check_main.h"

enum {
    WRITERS = 8, /* more than the threads that serve connections, here and by default */
    FLUSH_MS = 300,
    LOOKS = 5,
    LOOK_MS = 50, /* the time limit of /healthz */
};

static atomic_bool disk_is_slow;
static atomic_int flushes;

/* Replaces the C library's function for SQLite's flush. */
int fdatasync(int fildes) {
    if (atomic_load(&disk_is_slow)) {
        atomic_fetch_add(&flushes, 1);
        nanosleep(&(struct timespec){.tv_nsec = FLUSH_MS * 1000000L}, NULL);
    }
    return (int)syscall(SYS_fdatasync, fildes);
}

static int compare(const void *a, const void *b) {
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

    return (x > y) - (x < y);
}

/* A game of two people in which *MOVER has the first move. */
static void begin_game(char id[GAME_ID_SIZE], const struct person **mover) {
    json_t *game;

    make_game(&ada,
              "{'rules':{'game':'base','players':2},'seats':[{'account':'me'},{'open':true}]}", id);
    game = POST(&grace, 200, "{}", "/v1/games/%s/join", id);
    *mover = waits_for(game) == 0 ? &ada : &grace;
    json_decref(game);
}

/* Everyone sends a move through the page without scripts, whose handler waits for the disk. */
static void send_moves(struct client writers[], char games[][GAME_ID_SIZE],
                       const struct person *const movers[]) {
    static const char body[] = "do=settle+14";
    char request[1024];

    for (int i = 0; i < WRITERS; i++) {
        ck_assert(client_open(&writers[i], server_address(test_server)));
        snprintf(request, sizeof request,
                 "POST /play/%s HTTP/1.1\r\nHost: a\r\n%sContent-Length: %zu\r\n"
                 "Content-Type: application/x-www-form-urlencoded\r\n\r\n%s",
                 games[i], movers[i]->header, sizeof body - 1, body);
        ck_assert(client_text(&writers[i], request));
    }
}

/* How long /healthz takes while all moves wait for the disk, in ms. */
static int64_t look_while_writing(void) {
    static struct client writers[WRITERS];
    char games[WRITERS][GAME_ID_SIZE];
    const struct person *movers[WRITERS];
    int64_t began, took;

    for (int i = 0; i < WRITERS; i++)
        begin_game(games[i], &movers[i]);
    atomic_store(&flushes, 0);
    atomic_store(&disk_is_slow, true);
    send_moves(writers, games, movers);
    while (atomic_load(&flushes) == 0)
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    began = request_now();
    expect("GET", "/healthz", "", NULL, 200);
    took = request_now() - began;
    atomic_store(&disk_is_slow, false);
    for (int i = 0; i < WRITERS; i++) {
        struct response response;

        client_read(&writers[i], &response, false);
        ck_assert_int_eq(response.status, 200);
        ck_assert_ptr_nonnull(strstr(response.body, "built a settlement"));
        response_free(&response);
        client_close(&writers[i]);
    }
    return took;
}

START_TEST(health_is_told_while_the_disk_is_slow) {
    int64_t took[LOOKS];

    for (int i = 0; i < LOOKS; i++)
        took[i] = look_while_writing();
    /* The median: on a loaded machine a single request can be late for other reasons. */
    qsort(took, LOOKS, sizeof took[0], compare);
    ck_assert_msg(took[LOOKS / 2] <= LOOK_MS, "%lld ms", (long long)took[LOOKS / 2]);
}
END_TEST

static Suite *suite(void) {
    return test_suite("slow disk", (const struct test_case[]){
                                       {"health_is_told_while_the_disk_is_slow",
                                        health_is_told_while_the_disk_is_slow,
                                        .setup = people_setup, .teardown = people_teardown},
                                       {0},
                                   });
}
TEST_MAIN(suite)
