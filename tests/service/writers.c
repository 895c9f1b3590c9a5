/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "tests/service/writers.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { TABLES = 4 };

struct e2e_server writers_server;
struct writer writers[WRITERS];
atomic_uint writers_answered;
atomic_bool writers_going_down;
long (*writers_mark)(void);

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
        if (i == 0) /* the player waited for last, so that discards come from all sides */
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

/* Posts the move and stores the result; false if the server is gone. If only the response is missing, the same request
 * is repeated: a slow disk must not turn one move into two. A move that comes too late, because the other player was
 * faster, does not count. */
static bool write_move(struct writer *writer, json_t *body, unsigned seat) {
    struct sender post = {0};
    struct response response;

    if (writer->seat < 0)
        json_object_set_new(body, "seat", json_integer(seat));
    snprintf(post.key, sizeof post.key, "%s-%u", writer->person.name, writer->number++);
    post.body = json_dumps(body, JSON_COMPACT);
    json_decref(body);
    ask_post(writer, &post, &response);
    while (response.status == 0 && !atomic_load(&writers_going_down))
        ask_post(writer, &post, &response);
    if (response.status == 201) {
        post.answer = response.body;
        response.body = NULL;
        post.mark = writers_mark == NULL ? 0 : writers_mark();
        atomic_fetch_add(&writers_answered, 1);
    }
    if (came_late(&response)) {
        response_free(&response);
        free(post.body);
        return true;
    }
    /* Requests while the server stops may be refused with a later retry. */
    NEED(post.answer != NULL || atomic_load(&writers_going_down), "%s: %d %s", post.body,
         response.status, response.body);
    response_free(&response);
    keep(writer, &post);
    return post.answer != NULL;
}

static void *write_on(void *context) {
    struct writer *writer = context;
    bool here = true;

    while (here && !atomic_load(&writers_going_down)) {
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

/* ---- checks afterwards ---- */

json_t *writer_log(struct writer *writer) {
    char path[128];

    snprintf(path, sizeof path, "/v1/games/%s/events?after=0", writer->game);
    return guest_list(&writer->person, path, 100);
}

static void check_answered(const struct writer *writer, const json_t *log, long mark) {
    for (size_t i = 0; i < writer->n; i++) {
        json_t *answer;
        const json_t *event;
        size_t j;

        if (writer->posts[i].answer == NULL || writer->posts[i].mark > mark)
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

/* Repeats post I; it must have been done once, with the same response. An unanswered one may not have been done either,
 * and may be too late now: then the log is unchanged. */
static void check_again(struct writer *writer, size_t i) {
    struct sender *post = &writer->posts[i];
    struct response response;
    const char *replayed;

    for (int round = 0; round < 2; round++) {
        json_t *before = writer_log(writer);
        json_t *after;
        json_t *answer;
        bool old;

        ask_post(writer, post, &response);
        if (post->answer == NULL && came_late(&response)) {
            after = writer_log(writer);
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
        after = writer_log(writer);
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

static void check_log(struct writer *writer, long mark) {
    json_t *log = writer_log(writer);
    const json_t *event;
    size_t i;

    json_array_foreach(log, i, event)
        NEED(need_int(event, "seq") == (long long)i + 1, "a gap in the log");
    check_answered(writer, log, mark);
    json_decref(log);
}

unsigned writers_check(void) {
    unsigned open = 0;

    for (int w = 0; w < WRITERS; w++) {
        struct writer *writer = &writers[w];

        check_log(writer, LONG_MAX);
        for (size_t i = writer->n > 3 ? writer->n - 3 : 0; i < writer->n; i++) {
            open += writer->posts[i].answer == NULL;
            check_again(writer, i);
        }
    }
    return open;
}

/* The last move answered by MARK gets the same response again, and is not made again. */
static void check_last(struct writer *writer, long mark) {
    struct response response;
    const char *replayed;
    size_t i = writer->n;

    while (i > 0 && (writer->posts[i - 1].answer == NULL || writer->posts[i - 1].mark > mark))
        i--;
    if (i == 0)
        return;
    ask_post(writer, &writer->posts[i - 1], &response);
    replayed = response_header(&response, "Idempotency-Replayed");
    NEED(response.status == 201 && replayed != NULL && strcmp(replayed, "true") == 0,
         "%s: its answer is forgotten: %d %s", writer->posts[i - 1].key, response.status,
         response.body);
    NEED(strcmp(writer->posts[i - 1].answer, response.body) == 0, "another answer");
    response_free(&response);
}

void writers_check_by(long mark) {
    for (int w = 0; w < WRITERS; w++) {
        struct writer *writer = &writers[w];
        json_t *view, *actions, *move = NULL;
        unsigned seat;

        check_log(writer, mark);
        check_last(writer, mark);
        NEED(ask_view(writer, &seat, &view, &actions), "%s cannot be seen", writer->game);
        if (writer->seat < 0 && view_waits_for(view, seat))
            move = choose_move(&writer->person.random, view, actions, seat);
        if (move != NULL) {
            json_object_set_new(move, "seat", json_integer(seat));
            json_decref(guest_move(&writer->person, move, writer->game));
        }
        json_decref(view);
        json_decref(actions);
    }
}

/* ---- the people ---- */

void writers_begin(void) {
    unsigned long long seed = test_seed((unsigned long long)time(NULL));

    e2e_begin(&writers_server, writers_db);
    for (int w = 0; w < WRITERS; w++) {
        struct writer *writer = &writers[w];
        char name[32];

        snprintf(name, sizeof name, "writer%d", w);
        *writer = (struct writer){.seat = w < TABLES ? -1 : w % 2};
        guest_meet(&writer->person, &writers_server, name);
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

void writers_end(void) {
    for (int w = 0; w < WRITERS; w++) {
        for (size_t i = 0; i < writers[w].n; i++) {
            free(writers[w].posts[i].body);
            free(writers[w].posts[i].answer);
        }
        free(writers[w].posts);
        guest_leave(&writers[w].person);
    }
    if (writers_server.pid != 0)
        e2e_stop(&writers_server);
}

void writers_write(unsigned n) {
    unsigned until = atomic_load(&writers_answered) + n;
    int64_t deadline = e2e_now_ms() + 200000;

    atomic_store(&writers_going_down, false);
    for (int w = 0; w < WRITERS; w++)
        NEED(pthread_create(&writers[w].thread, NULL, write_on, &writers[w]) == 0, "no thread");
    while (atomic_load(&writers_answered) < until) {
        NEED(e2e_now_ms() < deadline, "the moves do not come forth");
        nanosleep(&(struct timespec){.tv_nsec = 300000}, NULL);
    }
}

void writers_join(void) {
    for (int w = 0; w < WRITERS; w++)
        pthread_join(writers[w].thread, NULL);
}
