/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The real program is killed, or asked to end, in the middle of things; what it has answered stands
 * when it comes back, and what it has not answered can be asked for again without acting twice. */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "tests/service/e2e.h"

enum { WRITERS = 8, TABLES = 4, ROUNDS = 5, KEY_SIZE = 64 };

/* A move that was posted. */
struct sender {
    char key[KEY_SIZE];
    char *body;
    char *answer; /* NULL: none came */
};

struct writer {
    struct guest person;
    char game[GAME_ID_SIZE];
    int seat; /* -1: all of them, in a table game */
    unsigned number;
    struct sender *posts;
    size_t n;
    pthread_t thread;
};

static struct e2e_server server;
static struct writer writers[WRITERS];
static atomic_uint answered;
static atomic_bool going_down; /* the server is about to end */

/* ---- writing ---- */

static bool ask_view(struct writer *writer, unsigned *seat, json_t **view, json_t **actions) {
    struct response response;
    char path[128];

    *view = *actions = NULL;
    *seat = writer->seat < 0 ? 0 : (unsigned)writer->seat;
    for (int i = 0; i < 3; i++) {
        json_t **to = i == 2 ? actions : view;

        if (i == 0 && writer->seat >= 0)
            continue;
        if (writer->seat < 0)
            snprintf(path, sizeof path, "/v1/games/%s/%s?as=%u", writer->game,
                     i == 2 ? "actions" : "view", *seat);
        else
            snprintf(path, sizeof path, "/v1/games/%s/%s", writer->game,
                     i == 2 ? "actions" : "view");
        guest_ask(&writer->person, &response, "GET", path, "", NULL);
        json_decref(*to);
        *to = response.status == 200 ? json_loads(response.body, 0, NULL) : NULL;
        response_free(&response);
        if (*to == NULL)
            return false;
        if (i == 0) /* whoever is waited for last, so that discards come from all sides */
            *seat =
                (unsigned)need_int(json_array_get(need(*view, "waiting_for"),
                                                  json_array_size(need(*view, "waiting_for")) - 1),
                                   "player");
    }
    return true;
}

static void keep(struct writer *writer, const struct sender *post) {
    writer->posts = realloc(writer->posts, (writer->n + 1) * sizeof *writer->posts);
    NEED(writer->posts != NULL, "no memory");
    writer->posts[writer->n++] = *post;
}

static void ask_post(struct writer *writer, const struct sender *post, struct response *response) {
    char path[128], headers[128];

    snprintf(path, sizeof path, "/v1/games/%s/moves", writer->game);
    snprintf(headers, sizeof headers, "Idempotency-Key: %s\r\n", post->key);
    guest_ask(&writer->person, response, "POST", path, headers, post->body);
}

/* Posts the move and keeps what came of it; false when the server is gone. Where only the answer does
 * not come, the same is asked again: a slow disk must not make two moves of one. A move that comes too
 * late, since the other one was faster, is none. */
static bool write_move(struct writer *writer, json_t *body, unsigned seat) {
    struct sender post = {0};
    struct response response;

    if (writer->seat < 0)
        json_object_set_new(body, "seat", json_integer(seat));
    snprintf(post.key, sizeof post.key, "%s-%u", writer->person.name, writer->number++);
    post.body = json_dumps(body, JSON_COMPACT);
    json_decref(body);
    ask_post(writer, &post, &response);
    while (response.status == 0 && !atomic_load(&going_down))
        ask_post(writer, &post, &response);
    if (response.status == 201) {
        post.answer = response.body;
        response.body = NULL;
        atomic_fetch_add(&answered, 1);
    }
    if (came_late(&response)) {
        response_free(&response);
        free(post.body);
        return true;
    }
    /* Those who ask while the server stops can be told to come again. */
    NEED(post.answer != NULL || atomic_load(&going_down), "%s: %d %s", post.body, response.status,
         response.body);
    response_free(&response);
    keep(writer, &post);
    return post.answer != NULL;
}

static void *write_on(void *context) {
    struct writer *writer = context;
    bool here = true;

    while (here && !atomic_load(&going_down)) {
        json_t *view, *actions;
        unsigned seat;
        json_t *move = NULL;

        here = ask_view(writer, &seat, &view, &actions);
        if (here && view_waits_for(view, seat) && same_moment(view, actions))
            move = choose_move(&writer->person.random, view, actions, seat);
        if (move != NULL)
            here = write_move(writer, move, seat);
        json_decref(view);
        json_decref(actions);
    }
    return NULL;
}

/* ---- looking afterwards ---- */

static json_t *whole_log(struct writer *writer) {
    char path[128];

    snprintf(path, sizeof path, "/v1/games/%s/events?after=0", writer->game);
    return guest_list(&writer->person, path, 100);
}

static void check_answered(const struct writer *writer, const json_t *log) {
    for (size_t i = 0; i < writer->n; i++) {
        json_t *answer;
        const json_t *event;
        size_t j;

        if (writer->posts[i].answer == NULL)
            continue;
        answer = json_loads(writer->posts[i].answer, 0, NULL);
        NEED(answer != NULL && json_array_size(need(answer, "events")) > 0, "no events");
        json_array_foreach(need(answer, "events"), j, event) {
            size_t seq = (size_t)need_int(event, "seq");

            NEED(seq <= json_array_size(log), "%s: event %zu of %s was answered and is lost",
                 writer->person.name, seq, writer->game);
            same_json(event, json_array_get(log, seq - 1), "an event answered and kept");
        }
        json_decref(answer);
    }
}

/* Asks for post I again; it must have been done once, and be answered as it was. What has not been
 * answered may not have been done either, and come too late now: then the log stays as it is. */
static void check_again(struct writer *writer, size_t i) {
    struct sender *post = &writer->posts[i];
    struct response response;
    const char *replayed;

    for (int round = 0; round < 2; round++) {
        json_t *before = whole_log(writer);
        json_t *after;
        json_t *answer;
        bool old;

        ask_post(writer, post, &response);
        if (post->answer == NULL && came_late(&response)) {
            after = whole_log(writer);
            same_json(before, after, "the log after a move that came too late");
            json_decref(before);
            json_decref(after);
            response_free(&response);
            return;
        }
        NEED(response.status == 201, "asked again: %d %s", response.status, response.body);
        replayed = response_header(&response, "Idempotency-Replayed");
        old = replayed != NULL && strcmp(replayed, "true") == 0;
        NEED(old || (post->answer == NULL && round == 0), "done twice: %s", post->body);
        after = whole_log(writer);
        answer = json_loads(response.body, 0, NULL);
        NEED(json_array_size(after) ==
                 json_array_size(before) + (old ? 0 : json_array_size(need(answer, "events"))),
             "the log grew from %zu to %zu", json_array_size(before), json_array_size(after));
        if (post->answer == NULL)
            post->answer = strdup(response.body);
        NEED(strcmp(post->answer, response.body) == 0, "another answer");
        json_decref(answer);
        json_decref(before);
        json_decref(after);
        response_free(&response);
    }
}

/* Returns how many moves were on their way when the server went. */
static unsigned check_all(void) {
    unsigned open = 0;

    for (int w = 0; w < WRITERS; w++) {
        struct writer *writer = &writers[w];
        json_t *log = whole_log(writer);
        const json_t *event;
        size_t i;

        json_array_foreach(log, i, event)
            NEED(need_int(event, "seq") == (long long)i + 1, "a gap in the log");
        check_answered(writer, log);
        json_decref(log);
        for (i = writer->n > 3 ? writer->n - 3 : 0; i < writer->n; i++) {
            open += writer->posts[i].answer == NULL;
            check_again(writer, i);
        }
    }
    return open;
}

/* ---- the people ---- */

static void begin(void) {
    unsigned long long seed = test_seed((unsigned long long)time(NULL));

    e2e_begin(&server, "crash.db");
    for (int w = 0; w < WRITERS; w++) {
        struct writer *writer = &writers[w];
        char name[32];

        snprintf(name, sizeof name, "writer%d", w);
        *writer = (struct writer){.seat = w < TABLES ? -1 : w % 2};
        guest_meet(&writer->person, &server, name);
        writer->person.random = random_seeded(seed + (unsigned)w);
        if (w < TABLES) {
            game_make_text(&writer->person,
                           "{'mode':'table','rules':{'game':'base','players':4,"
                           "'victory_points':30}}",
                           writer->game);
        } else if (writer->seat == 0) {
            game_make_text(&writer->person,
                           "{'rules':{'game':'base','players':2,'victory_points':30}}",
                           writer->game);
        } else {
            memcpy(writer->game, writers[w - 1].game, sizeof writer->game);
            json_decref(
                guest_post(&writer->person, 200, json_object(), "/v1/games/%s/join", writer->game));
        }
    }
}

static void end(void) {
    for (int w = 0; w < WRITERS; w++) {
        for (size_t i = 0; i < writers[w].n; i++) {
            free(writers[w].posts[i].body);
            free(writers[w].posts[i].answer);
        }
        free(writers[w].posts);
        guest_leave(&writers[w].person);
    }
    e2e_stop(&server);
}

/* Lets everybody write until N more moves were answered. */
static void write_until(unsigned n) {
    unsigned until = atomic_load(&answered) + n;
    int64_t deadline = e2e_now_ms() + 200000;

    atomic_store(&going_down, false);
    for (int w = 0; w < WRITERS; w++)
        NEED(pthread_create(&writers[w].thread, NULL, write_on, &writers[w]) == 0, "no thread");
    while (atomic_load(&answered) < until) {
        NEED(e2e_now_ms() < deadline, "the moves do not come forth");
        nanosleep(&(struct timespec){.tv_nsec = 300000}, NULL);
    }
}

static void writers_end(void) {
    for (int w = 0; w < WRITERS; w++)
        pthread_join(writers[w].thread, NULL);
}

START_TEST(killed_while_writing) {
    struct random random = writers[0].person.random;

    for (int round = 0; round < ROUNDS; round++) {
        unsigned open;

        write_until(50 + random_below(&random, 250));
        atomic_store(&going_down, true);
        e2e_kill(&server);
        writers_end();
        e2e_start(&server, "crash.db");
        open = check_all();
        printf("round %d: %u moves answered, %u on their way\n", round, atomic_load(&answered),
               open);
    }
}
END_TEST

/* ---- asked to end ---- */

enum { STREAMS = 20 };

static void open_stream(struct client *stream, int i) {
    struct guest *person = &writers[i % WRITERS].person;
    char path[128] = "/v1/me/events";

    if (i % 3 != 0)
        snprintf(path, sizeof path, "/v1/games/%s/events", writers[i % WRITERS].game);
    guest_stream(person, stream, path, NULL);
}

static void open_poll(struct client *poll, int i) {
    struct writer *writer = &writers[i % WRITERS];
    char request[512];

    NEED(client_open(poll, server.address), "no connection");
    snprintf(request, sizeof request,
             "GET /v1/games/%s/events?after=1000000&wait=60 HTTP/1.1\r\nHost: a\r\n%s\r\n",
             writer->game, writer->person.token);
    NEED(client_text(poll, request), "cannot ask");
}

/* Everything that was still sent, and then a proper end. */
static void ends_cleanly(struct client *stream) {
    static const char last_chunk[] = "0\r\n\r\n";
    size_t size = strlen(last_chunk);

    NEED(client_closed(stream, 5000), "a stream stays open");
    NEED(stream->size >= size && memcmp(stream->data + stream->size - size, last_chunk, size) == 0,
         "a stream was cut off");
    client_close(stream);
}

START_TEST(asked_to_end_with_everything_open) {
    struct client streams[STREAMS], polls[STREAMS], idle, half;
    struct response response;
    int64_t began;

    for (int i = 0; i < STREAMS; i++) {
        open_stream(&streams[i], i);
        open_poll(&polls[i], i);
    }
    NEED(client_open(&idle, server.address) && client_open(&half, server.address), "no connection");
    NEED(client_text(&half, "POST /v1/accounts HTTP/1.1\r\nHost: a\r\nContent-Le"), "cannot ask");
    write_until(200);
    began = e2e_now_ms();
    atomic_store(&going_down, true);
    e2e_stop(&server);
    printf("ended within %lld ms\n", (long long)(e2e_now_ms() - began));
    for (int i = 0; i < STREAMS; i++) {
        ends_cleanly(&streams[i]);
        client_read(&polls[i], &response, false);
        NEED(response.status == 200 || response.status == 503, "a long poll got %d",
             response.status);
        response_free(&response);
        client_close(&polls[i]);
    }
    NEED(client_closed(&idle, 5000) && client_closed(&half, 5000), "a connection stays open");
    client_close(&idle);
    client_close(&half);
    writers_end();
    e2e_start(&server, "crash.db");
    check_all();
}
END_TEST

/* ---- bots ---- */

/* Waits until the game waits for seat 0, by way of the log. */
static json_t *until_due(struct guest *person, const char *id) {
    int64_t deadline = e2e_now_ms() + 60000;

    for (;;) {
        json_t *view = guest_get(person, 200, "/v1/games/%s/view", id);

        if (view_waits_for(view, 0) || strcmp(need_text(view, "status"), "active") != 0)
            return view;
        NEED(e2e_now_ms() < deadline, "the bots do not go on");
        json_decref(guest_get(person, 200, "/v1/games/%s/events?after=%lld&wait=5", id,
                              need_int(view, "seq")));
        json_decref(view);
    }
}

/* Whether bots are likely to have their turn after this. */
static bool hands_on(const json_t *action) {
    return strcmp(need_text(action, "type"), "end_turn") == 0 ||
           strcmp(need_text(action, "type"), "build_road") == 0;
}

START_TEST(bots_go_on_after_a_restart) {
    struct guest *person = &writers[0].person;
    char id[GAME_ID_SIZE];

    game_make_text(person,
                   "{'rules':{'game':'base','players':4},'seats':[{'account':'me'},"
                   "{'bot':'greedy'},{'bot':'random'},{'bot':'greedy'}]}",
                   id);
    for (int restarts = 0, tries = 0; restarts < 12 && tries < 200; tries++) {
        json_t *view = until_due(person, id);
        json_t *actions, *move = NULL, *answer = NULL;
        bool bots_next = false;

        if (strcmp(need_text(view, "status"), "active") != 0) {
            json_decref(view);
            break;
        }
        actions = guest_get(person, 200, "/v1/games/%s/actions", id);
        if (same_moment(view, actions)) { /* a bot might have answered an offer in between */
            move = choose_move(&person->random, view, actions, 0);
            NEED(move != NULL, "nothing to do");
            bots_next = hands_on(need(move, "action"));
            answer = guest_move(person, move, id);
        }
        if (answer != NULL && bots_next) {
            e2e_kill(&server);
            e2e_start(&server, "crash.db");
            restarts++;
        }
        json_decref(answer);
        json_decref(actions);
        json_decref(view);
    }
    json_decref(until_due(person, id));
}
END_TEST

static Suite *suite(void) {
    return test_suite(
        "e2e_crash",
        (const struct test_case[]){
            {"killed", killed_while_writing, .timeout_s = 300, .setup = begin, .teardown = end},
            {"ended", asked_to_end_with_everything_open, .timeout_s = 300, .setup = begin,
             .teardown = end},
            {"bots", bots_go_on_after_a_restart, .timeout_s = 300, .setup = begin, .teardown = end},
            {0},
        });
}
TEST_MAIN(suite)
