/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The program itself, killed and stopped while it is busy. */
#include <check.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/service/people.h"
#include "tests/support/check_main.h"

enum { WRITERS = 6, LINE = 256, ANSWERED_BEFORE_KILL = 400 };

/* ---- the program as a child ---- */

struct program {
    pid_t pid;
    FILE *out;
    char address[64];
};

static struct program program;

static void start_program(void) {
    static const char says[] = "listening on http://";
    char line[LINE];
    int out[2];

    ck_assert_int_eq(pipe(out), 0);
    program.pid = fork();
    ck_assert_int_ge(program.pid, 0);
    if (program.pid == 0) {
        setenv("HEXPOST_ACCESS_LOG", "no", 1);
        setenv("HEXPOST_RATE_PER_MINUTE", "0", 1);
        setenv("HEXPOST_ACCOUNTS_PER_HOUR", "0", 1);
        dup2(out[1], STDOUT_FILENO);
        close(out[0]);
        close(out[1]);
        execl(test_binary(), "hexpost", "serve", "--listen", "127.0.0.1:0", "--db", "crash.db",
              (char *)NULL);
        _exit(127);
    }
    close(out[1]);
    program.out = fdopen(out[0], "r");
    while (fgets(line, sizeof line, program.out) != NULL)
        if (strncmp(line, says, sizeof says - 1) == 0) {
            line[strcspn(line, "\n")] = '\0';
            snprintf(program.address, sizeof program.address, "%.60s", line + sizeof says - 1);
            return;
        }
    ck_abort_msg("the program did not start");
}

/* Sends a signal, waits for the end, and returns the status as waitpid has it. */
static int end_program(int number) {
    int status = 0;

    ck_assert_int_eq(kill(program.pid, number), 0);
    ck_assert_int_eq(waitpid(program.pid, &status, 0), program.pid);
    fclose(program.out);
    program.pid = 0;
    return status;
}

static void teardown(void) {
    static const char *const files[] = {"crash.db", "crash.db-wal", "crash.db-shm"};

    if (program.pid > 0)
        end_program(SIGKILL);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        remove(files[i]);
}

/* ---- kill -9 in the middle of writing ---- */

/* Each writer keeps adding to a table game of its own, and remembers the last seq it was told. */
struct writer {
    struct person person;
    char game[GAME_ID_SIZE];
    long long answered; /* seq */
};

static _Atomic int answers;
static atomic_bool killed;

/* Asks once; false when no answer comes any more. */
static bool move_once(struct writer *writer, unsigned turn) {
    static const char *const bodies[] = {
        "{\"action\":{\"type\":\"roll\"},\"outcome\":{\"yellow\":6,\"red\":6}}",
        "{\"action\":{\"type\":\"end_turn\"}}",
    };
    struct response response;
    char path[100];
    const char *seq;

    snprintf(path, sizeof path, "/v1/games/%s/moves", writer->game);
    client_ask(&writer->person.client, &response, "POST", path, writer->person.header,
               bodies[turn % 2]);
    if (response.status == 201) {
        seq = strstr(response.body, "],\"seq\":");
        REQUIRE(seq != NULL, "the answer has no seq: %s", response.body);
        writer->answered = strtoll(seq + 8, NULL, 10);
        atomic_fetch_add(&answers, 1);
    }
    bool ok = response.status != 0;
    REQUIRE(!ok || response.status == 201, "a move gave %d: %s", response.status, response.body);
    response_free(&response);
    return ok;
}

static void *write_on(void *context) {
    struct writer *writer = context;
    unsigned turn = 0;

    while (move_once(writer, turn))
        turn++;
    REQUIRE(atomic_load(&killed), "the program ended by itself");
    return NULL;
}

/* A position in the action phase's begin: nothing but rolls of 12 and ends of turns follow. */
static const char table[] =
    "{'mode':'table','rules':{'game':'base','players':3},'board':{'layout':'beginner'},"
    "'position':{'phase':'play','first':0,'turn':{'number':4,'player':0,'step':'before_roll'},"
    "'robber':9,'pieces':{'settlements':[],'cities':[],'roads':[]},"
    "'players':[{'seat':0},{'seat':1},{'seat':2}]}}";

START_TEST(no_answered_move_is_lost_by_a_kill) {
    struct writer writers[WRITERS];
    pthread_t threads[WRITERS];
    char name[16];
    long long sum = 0;

    atomic_store(&answers, 0);
    atomic_store(&killed, false);
    start_program();
    for (int i = 0; i < WRITERS; i++) {
        snprintf(name, sizeof name, "writer%d", i);
        writers[i] = (struct writer){.person = person_at(program.address, name)};
        make_game(&writers[i].person, table, writers[i].game);
    }
    for (int i = 0; i < WRITERS; i++)
        ck_assert_int_eq(pthread_create(&threads[i], NULL, write_on, &writers[i]), 0);
    while (atomic_load(&answers) < ANSWERED_BEFORE_KILL * (1 + _i))
        sched_yield();
    atomic_store(&killed, true);
    ck_assert(WIFSIGNALED(end_program(SIGKILL)));
    for (int i = 0; i < WRITERS; i++)
        pthread_join(threads[i], NULL);

    start_program();
    for (int i = 0; i < WRITERS; i++) {
        struct person again = writers[i].person;
        json_t *game, *record;

        snprintf(again.address, sizeof again.address, "%s", program.address);
        ck_assert(client_open(&again.client, program.address));
        game = GET(&again, 200, "/v1/games/%s", writers[i].game);
        ck_assert_int_ge(number_at(game, "seq"), writers[i].answered);
        /* At most the move that was on its way is there without an answer. */
        ck_assert_int_le(number_at(game, "seq"), writers[i].answered + 1);
        record = GET(&again, 200, "/v1/games/%s/record", writers[i].game);
        ck_assert_int_eq((long long)json_array_size(json_object_get(record, "events")),
                         number_at(game, "seq"));
        sum += writers[i].answered;
        json_decref(game);
        json_decref(record);
        person_gone(&again);
        person_gone(&writers[i].person);
    }
    ck_assert_int_ge(sum, ANSWERED_BEFORE_KILL);
    ck_assert_int_eq(end_program(SIGTERM), 0);
}
END_TEST

/* Bots that were about to move when the program was killed go on after the restart. */
START_TEST(bots_go_on_after_a_kill) {
    struct person ada, again;
    char id[GAME_ID_SIZE];
    json_t *json;
    long long seq;

    start_program();
    ada = person_at(program.address, "ada");
    make_game(&ada,
              "{'rules':{'game':'base'},'seats':[{'bot':'greedy'},{'bot':'greedy'},"
              "{'bot':'random'},{'bot':'random'}]}",
              id);
    end_program(SIGKILL);
    start_program();
    again = ada;
    snprintf(again.address, sizeof again.address, "%s", program.address);
    ck_assert(client_open(&again.client, program.address));
    json = GET(&again, 200, "/v1/games/%s", id);
    seq = number_at(json, "seq");
    json_decref(json);
    while (seq >= 0) {
        json = GET(&again, 200, "/v1/games/%s/events?after=%lld&wait=20&limit=1000", id, seq);
        size_t n = json_array_size(json_object_get(json, "items"));

        ck_assert_uint_gt(n, 0);
        seq = strcmp(text_at(json_array_get(json_object_get(json, "items"), n - 1), "type"),
                     "finished") == 0
                  ? -1
                  : seq + (long long)n;
        json_decref(json);
    }
    person_gone(&ada);
    person_gone(&again);
    ck_assert_int_eq(end_program(SIGTERM), 0);
}
END_TEST

START_TEST(sigterm_ends_streams_and_polls) {
    enum { STREAMS = 20 };
    static const char *const headers[] = {"Accept: text/event-stream\r\n", ""};
    struct client clients[STREAMS];
    struct person ada;
    char id[GAME_ID_SIZE], text[600];

    start_program();
    ada = person_at(program.address, "ada");
    make_game(&ada, "{'mode':'table','rules':{'game':'base'}}", id);
    for (int i = 0; i < STREAMS; i++) {
        struct response head;

        ck_assert(client_open(&clients[i], program.address));
        snprintf(text, sizeof text,
                 "GET /v1/games/%s/events?after=1%s HTTP/1.1\r\nHost: x\r\n%s\r\n", id,
                 i % 2 ? "&wait=60" : "", headers[i % 2]);
        ck_assert(client_text(&clients[i], text));
        if (i % 2)
            continue;
        client_read_head(&clients[i], &head);
        ck_assert_int_eq(head.status, 200);
        response_free(&head);
    }
    ck_assert_int_eq(end_program(SIGTERM), 0);
    for (int i = 0; i < STREAMS; i++) {
        ck_assert(client_closed(&clients[i], 5000));
        client_close(&clients[i]);
    }
    person_gone(&ada);
}
END_TEST

static Suite *suite(void) {
    return test_suite("crash",
                      (const struct test_case[]){
                          {"kill", no_answered_move_is_lost_by_a_kill, 3, 120, NULL, teardown},
                          {"bots", bots_go_on_after_a_kill, 0, 120, NULL, teardown},
                          {"sigterm", sigterm_ends_streams_and_polls, 0, 60, NULL, teardown},
                          {0},
                      });
}
TEST_MAIN(suite)
