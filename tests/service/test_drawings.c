/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Drawing pictures in the background: each once, within limits, never shared with a viewer who would see another one,
 * while the server still responds. */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "service/http/metrics.h"
#include "service/picture/drawer.h"
#include "service/picture/drawings.h"
#include "service/picture/picture.h"
#include "tests/service/e2e.h"

/* ---- only the drawings ---- */

enum { KEPT_BYTES = 1 << 20, WIDTH_LONG = 512 /* takes longer than asking */ };

static struct metrics *metrics;
static struct drawings *drawings;

static void setup(void) {
    metrics = metrics_new();
    drawings = drawings_new(metrics, KEPT_BYTES, test_binary());
    ck_assert_ptr_nonnull(drawings);
    ck_assert(drawings_start(drawings));
}

static void teardown(void) {
    drawings_stop(drawings);
    drawings_free(drawings);
    metrics_free(metrics);
}

/* A square in a unique color. */
static struct buffer make_svg(unsigned color) {
    struct buffer svg;

    buffer_init(&svg, PICTURE_SVG_MAX);
    buffer_format(&svg,
                  "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 100\" width=\"100\" "
                  "height=\"100\"><rect width=\"90\" height=\"90\" fill=\"#%06x\"/></svg>",
                  color);
    return svg;
}

static long long figure_in(const char *text, const char *name) {
    const char *line = strstr(text, name);

    ck_assert_msg(line != NULL, "%s", name);
    return strtoll(line + strlen(name), NULL, 10);
}

static long long figure(const char *name) {
    struct buffer out;
    long long value;

    buffer_init(&out, 1 << 16);
    metrics_write(metrics, &out);
    buffer_byte(&out, '\0');
    ck_assert(!out.failed);
    value = figure_in(out.data, name);
    buffer_free(&out);
    return value;
}

static const char drawn[] = "\nhexpost_pictures_total{how=\"drawn\"}",
                  kept[] = "\nhexpost_pictures_total{how=\"kept\"}",
                  shared[] = "\nhexpost_pictures_total{how=\"shared\"}",
                  failed[] = "\nhexpost_pictures_total{how=\"failed\"}",
                  refused[] = "\nhexpost_pictures_total{how=\"refused\"}",
                  kept_bytes[] = "\nhexpost_pictures_kept_bytes";

static struct buffer draw(unsigned color, unsigned width) {
    struct buffer svg = make_svg(color), png;

    buffer_init(&png, PICTURE_PNG_MAX);
    ck_assert(drawings_draw(drawings, &png, &svg, width));
    buffer_free(&svg);
    return png;
}

static void draw_only(unsigned color, unsigned width) {
    struct buffer png = draw(color, width);

    buffer_free(&png);
}

START_TEST(everybody_gets_what_their_own_svg_shows) {
    static const struct {
        unsigned color, width;
    } asked[] = {{1, 64}, {2, 64}, {1, 65}, {1, 64}, {2, 64}, {1, 65}};

    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        struct buffer svg = make_svg(asked[i].color), want;
        struct buffer png = draw(asked[i].color, asked[i].width);

        buffer_init(&want, PICTURE_PNG_MAX);
        ck_assert(picture_png(&want, &svg, asked[i].width));
        ck_assert_uint_eq(png.size, want.size);
        ck_assert_mem_eq(png.data, want.data, want.size);
        buffer_free(&want);
        buffer_free(&svg);
        buffer_free(&png);
    }
    ck_assert_int_eq(figure(drawn), 3);
    ck_assert_int_eq(figure(kept), 3);
}
END_TEST

START_TEST(what_nobody_asked_for_longest_gives_way) {
    enum { WIDTH = 64, COLORS = DRAWINGS_MAX + 10 };

    for (unsigned color = 0; color < COLORS; color++) {
        draw_only(color, WIDTH);
        draw_only(0, WIDTH); /* requested all the time */
    }
    ck_assert_int_eq(figure(drawn), COLORS);
    draw_only(1, WIDTH);
    ck_assert_int_eq(figure(drawn), COLORS + 1);
}
END_TEST

/* Noise, which PNG cannot compress. */
static struct buffer make_noise(unsigned seed) {
    struct buffer svg;

    buffer_init(&svg, PICTURE_SVG_MAX);
    buffer_format(&svg,
                  "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 100\" width=\"100\" "
                  "height=\"100\"><filter id=\"f\"><feTurbulence baseFrequency=\".9\" "
                  "seed=\"%u\"/></filter><rect width=\"100\" height=\"100\" filter=\"url(#f)\"/>"
                  "</svg>",
                  seed);
    return svg;
}

START_TEST(no_more_bytes_are_kept_than_there_is_room_for) {
    enum { WIDTH = 256 };
    size_t all = 0;

    for (unsigned seed = 0; all <= KEPT_BYTES; seed++) {
        struct buffer svg = make_noise(seed), png;

        buffer_init(&png, PICTURE_PNG_MAX);
        ck_assert(drawings_draw(drawings, &png, &svg, WIDTH));
        all += png.size;
        ck_assert_int_le(figure(kept_bytes), KEPT_BYTES);
        buffer_free(&png);
        buffer_free(&svg);
    }
    ck_assert_int_gt(figure(kept_bytes), KEPT_BYTES / 2);
}
END_TEST

/* A caller that does not wait. */
struct asker {
    struct drawing_ask ask;
    atomic_bool done;
};

static void note_done(struct drawing_ask *ask) {
    atomic_store(&((struct asker *)ask)->done, true);
}

/* Requests different drawings until one is refused; returns how many were accepted. */
static unsigned fill_queue(struct asker askers[], unsigned max) {
    for (unsigned n = 0; n < max; n++) {
        struct buffer svg = make_noise(n);
        enum drawing_state state;

        askers[n].ask.done = note_done;
        ck_assert_int_eq(drawings_find(drawings, &svg, WIDTH_LONG, &askers[n].ask), DRAWING_NONE);
        state = drawings_begin(drawings, &svg, WIDTH_LONG, &askers[n].ask);
        buffer_free(&svg);
        if (state == DRAWING_BUSY)
            return n;
        ck_assert_int_eq(state, DRAWING_COMES);
    }
    return max;
}

START_TEST(the_queue_is_bounded_and_its_end_is_told) {
    enum { ASKERS = 1000 };
    static struct asker askers[ASKERS], second;
    struct buffer svg;
    unsigned taken = fill_queue(askers, ASKERS), last, cut_off = 0;

    ck_assert_uint_ge(taken, DRAWINGS_QUEUE_MAX);
    ck_assert_uint_lt(taken, ASKERS);
    ck_assert_int_eq(figure(refused), 1);
    /* A drawing that is already queued can be waited for. */
    last = taken - 1;
    svg = make_noise(last);
    second.ask.done = note_done;
    ck_assert_int_eq(drawings_find(drawings, &svg, WIDTH_LONG, &second.ask), DRAWING_COMES);
    ck_assert_int_eq(figure(shared), 1);
    buffer_free(&svg);
    /* Chats and mails do not wait behind these requests. */
    draw_only(7, 64);
    ck_assert(!atomic_load(&askers[last].done));

    drawings_stop(drawings);
    ck_assert(atomic_load(&second.done));
    ck_assert_int_eq(second.ask.state, DRAWING_BUSY);
    for (unsigned i = 0; i < taken; i++) {
        ck_assert(atomic_load(&askers[i].done));
        cut_off += askers[i].ask.state == DRAWING_FAILED;
        if (askers[i].ask.state != DRAWING_FAILED)
            ck_assert_int_eq(askers[i].ask.state,
                             askers[i].ask.png.size > 0 ? DRAWING_READY : DRAWING_BUSY);
        buffer_free(&askers[i].ask.png);
    }
    ck_assert_uint_le(cut_off, DRAWINGS_THREADS);
    /* A mail that is written at shutdown gets no picture. */
    svg = make_svg(8);
    buffer_init(&second.ask.png, PICTURE_PNG_MAX);
    ck_assert(!drawings_draw(drawings, &second.ask.png, &svg, 64));
    buffer_free(&svg);
    drawings_free(drawings);
    drawings = drawings_new(metrics, KEPT_BYTES, test_binary());
}
END_TEST

static void *draw_same(void *png) {
    *(struct buffer *)png = draw(3, PICTURE_WIDTH_MAX);
    return NULL;
}

START_TEST(what_many_ask_for_at_once_is_drawn_once) {
    enum { ASKERS = 8 };
    struct buffer pngs[ASKERS];
    pthread_t threads[ASKERS];

    for (size_t i = 0; i < ASKERS; i++)
        ck_assert_int_eq(pthread_create(&threads[i], NULL, draw_same, &pngs[i]), 0);
    for (size_t i = 0; i < ASKERS; i++)
        pthread_join(threads[i], NULL);
    ck_assert_int_eq(figure(drawn), 1);
    ck_assert_int_eq(figure(shared) + figure(kept), ASKERS - 1);
    for (size_t i = ASKERS; i-- > 0;) { /* the first one last: the others are compared with it */
        ck_assert_uint_eq(pngs[i].size, pngs[0].size);
        ck_assert_mem_eq(pngs[i].data, pngs[0].data, pngs[0].size);
        buffer_free(&pngs[i]);
    }
}
END_TEST

/* ---- the process that draws ---- */

static const char script[] = "./drawer.sh";

/* A program that records its process and continues with THEN. */
static void write_script(const char *then) {
    FILE *file = fopen(script, "we");

    ck_assert_ptr_nonnull(file);
    fprintf(file, "#!/bin/sh\necho $$ >drawer.new && mv drawer.new drawer.pid\n%s\n", then);
    ck_assert_int_eq(fclose(file), 0);
    ck_assert_int_eq(chmod(script, 0700), 0);
}

static void setup_script(const char *then) {
    write_script(then);
    remove("drawer.pid");
    metrics = metrics_new();
    drawings = drawings_new(metrics, KEPT_BYTES, script);
    ck_assert_ptr_nonnull(drawings);
    ck_assert(drawings_start(drawings));
}

static void setup_drawing_script(void) {
    char then[4200];

    snprintf(then, sizeof then, "exec %s draw", test_binary());
    setup_script(then);
}

static void setup_ending_script(void) {
    setup_script("exit 1");
}

static void setup_hanging_script(void) {
    setup_script("exec sleep 1000");
}

/* The process that was started last; waits until there is one. */
static pid_t last_drawer(void) {
    pid_t pid = 0;

    while (pid == 0) {
        char line[32] = "";
        FILE *file = fopen("drawer.pid", "re");

        if (file == NULL)
            continue;
        ck_assert_ptr_nonnull(fgets(line, sizeof line, file));
        fclose(file);
        pid = (pid_t)strtol(line, NULL, 10);
    }
    return pid;
}

START_TEST(a_process_that_was_killed_is_followed_by_another) {
    pid_t first;

    draw_only(1, 64);
    first = last_drawer();
    /* Each thread has one, and either may make the next drawing. */
    for (unsigned color = 2; color < 10; color++) {
        ck_assert_int_eq(kill(last_drawer(), SIGKILL), 0);
        draw_only(color, 64);
        ck_assert_int_eq(figure(drawn), color);
    }
    ck_assert_int_ne(last_drawer(), first);
    ck_assert_int_eq(figure(failed), 0);
}
END_TEST

START_TEST(where_it_ends_each_time_there_is_no_picture) {
    struct buffer svg = make_svg(1), png;

    buffer_init(&png, PICTURE_PNG_MAX);
    ck_assert(!drawings_draw(drawings, &png, &svg, 64));
    ck_assert(!drawings_draw(drawings, &png, &svg, 64));
    ck_assert_uint_eq(png.size, 0);
    ck_assert_int_eq(figure(failed), 2);
    buffer_free(&svg);
}
END_TEST

START_TEST(one_that_hangs_keeps_no_end_waiting) {
    static struct asker asker;
    struct buffer svg = make_svg(1);
    int64_t began;

    asker.ask.done = note_done;
    ck_assert_int_eq(drawings_find(drawings, &svg, 64, &asker.ask), DRAWING_NONE);
    ck_assert_int_eq(drawings_begin(drawings, &svg, 64, &asker.ask), DRAWING_COMES);
    (void)last_drawer();
    began = e2e_now_ms();
    drawings_stop(drawings);
    ck_assert_int_lt(e2e_now_ms() - began, 2 * CHILD_END_MS);
    ck_assert(atomic_load(&asker.done));
    ck_assert_int_eq(asker.ask.state, DRAWING_FAILED);
    ck_assert_int_ne(kill(last_drawer(), 0), 0);
    buffer_free(&svg);
}
END_TEST

START_TEST(one_that_takes_too_long_is_ended) {
    struct child drawer;
    struct buffer svg = make_svg(1), png;

    drawer_init(&drawer, script, -1);
    drawer.limit_ms = 300;
    write_script("exec sleep 1000");
    buffer_init(&png, PICTURE_PNG_MAX);
    ck_assert(!drawer_draw(&drawer, &png, &svg, 64));
    ck_assert_int_eq(drawer.pid, 0);
    ck_assert_int_ne(kill(last_drawer(), 0), 0);
    buffer_free(&svg);
}
END_TEST

/* ---- over HTTP ---- */

static struct e2e_server server;
static struct guest ada, stranger;

enum { WIDTH_STRANGER = 1024, HEALTH_MS = 500 };

static void begin_server(void) {
    e2e_begin(&server, "drawings.db");
    guest_meet(&ada, &server, "ada");
    guest_stranger(&stranger, &server);
}

static void begin_strict_server(void) {
    setenv("HEXPOST_LIMIT_LOCAL", "yes", 1);
    setenv("HEXPOST_RATE_BURST", "25", 1);
    setenv("HEXPOST_RATE_PER_MINUTE", "1", 1);
    begin_server();
}

static void end_server(void) {
    guest_leave(&ada);
    guest_leave(&stranger);
    e2e_stop(&server);
}

static void make_board(bool open, char id[GAME_ID_SIZE]) {
    char body[160];

    snprintf(body, sizeof body,
             "{'rules':{'game':'base','players':2},'visibility':'%s',"
             "'seats':[{'account':'me'},{'open':true}]}",
             open ? "public" : "private");
    game_make_text(&ada, body, id);
}

static int ask_picture(struct guest *person, const char *id, int width) {
    struct response response;
    char path[160];
    int status;

    snprintf(path, sizeof path, "/v1/games/%s/board.png?width=%d", id, width);
    guest_ask(person, &response, "GET", path, "", NULL);
    status = response.status;
    if (status == 429 || status == 503)
        ck_assert_ptr_nonnull(response_header(&response, "Retry-After"));
    response_free(&response);
    return status;
}

static long long server_figure(const char *name) {
    char *text = guest_text(&stranger, "/metrics");
    long long value = figure_in(text, name);

    free(text);
    return value;
}

/* COUNT people request different pictures of a game at once, the widest of WIDTH. They have accounts: fewer requests of
 * one address may wait than of many. */
static void ask_at_once(struct guest people[], int count, const char *id, int width) {
    for (int i = 0; i < count; i++) {
        char name[16];

        snprintf(name, sizeof name, "p%d", i);
        guest_meet(&people[i], &server, name);
        if (people[i].client.fd < 0 || client_closed(&people[i].client, 0)) {
            client_close(&people[i].client);
            ck_assert(client_open(&people[i].client, server.address));
        }
    }
    for (int i = 0; i < count; i++) {
        char request[256];

        snprintf(request, sizeof request,
                 "GET /v1/games/%s/board.png?width=%d HTTP/1.1\r\nHost: a\r\n%s\r\n", id, width - i,
                 people[i].token);
        ck_assert(client_text(&people[i].client, request));
    }
}

START_TEST(forty_pictures_at_once_keep_nobody_waiting) {
    enum { PICTURES = 40, LOOKS = 10, WIDTH_FORTY = 600 };
    static struct guest people[PICTURES];
    char id[GAME_ID_SIZE];

    make_board(true, id);
    ask_at_once(people, PICTURES, id, WIDTH_FORTY);
    for (int i = 0; i < LOOKS; i++) {
        int64_t began = e2e_now_ms();

        json_decref(guest_get(&stranger, 200, "/healthz"));
        ck_assert_int_le(e2e_now_ms() - began, HEALTH_MS);
    }
    ck_assert_int_lt(server_figure(drawn), PICTURES); /* there was something to wait for */
    for (int i = 0; i < PICTURES; i++) {
        struct response response;

        client_read(&people[i].client, &response, false);
        ck_assert_int_eq(response.status, 200);
        response_free(&response);
        guest_leave(&people[i]);
    }
    ck_assert_int_eq(server_figure(drawn), PICTURES);
}
END_TEST

START_TEST(too_many_pictures_are_refused_and_the_end_waits_for_none) {
    enum { PICTURES = DRAWINGS_QUEUE_MAX + 50 };
    static struct guest people[PICTURES];
    char id[GAME_ID_SIZE];
    int refusals = 0;

    make_board(true, id);
    ask_at_once(people, PICTURES, id, WIDTH_STRANGER);
    while (server_figure(refused) == 0) {
    }
    guest_leave(&ada);
    guest_leave(&stranger);
    e2e_stop(&server);
    for (int i = 0; i < PICTURES; i++) {
        struct response response;

        client_read(&people[i].client, &response, false);
        if (response.status == 503) {
            ck_assert_ptr_nonnull(response_header(&response, "Retry-After"));
            refusals++;
        } else {
            ck_assert_int_eq(response.status, 200);
        }
        response_free(&response);
        guest_leave(&people[i]);
    }
    ck_assert_int_gt(refusals, 0);
}
END_TEST

START_TEST(pictures_are_kept_for_those_who_may_see_them) {
    char id[GAME_ID_SIZE];

    make_board(false, id);
    ck_assert_int_eq(ask_picture(&ada, id, 800), 200);
    ck_assert_int_eq(ask_picture(&ada, id, 800), 200);
    ck_assert_int_eq(server_figure(drawn), 1);
    ck_assert_int_eq(server_figure(kept), 1);
    ck_assert_int_eq(ask_picture(&stranger, id, 800), 404);
    /* A player's picture is the same as everybody's: it shows no hand. */
    make_board(true, id);
    ck_assert_int_eq(ask_picture(&ada, id, 801), 200);
    ck_assert_int_eq(ask_picture(&stranger, id, 801), 200);
    ck_assert_int_eq(server_figure(drawn), 2);
    ck_assert_int_eq(server_figure(kept), 2);
}
END_TEST

START_TEST(strangers_get_smaller_ones) {
    char id[GAME_ID_SIZE];

    make_board(true, id);
    ck_assert_int_eq(ask_picture(&ada, id, PICTURE_WIDTH_MAX), 200);
    ck_assert_int_eq(ask_picture(&stranger, id, PICTURE_WIDTH_MAX), 422);
    ck_assert_int_eq(ask_picture(&stranger, id, WIDTH_STRANGER + 1), 422);
    ck_assert_int_eq(ask_picture(&stranger, id, WIDTH_STRANGER), 200);
}
END_TEST

START_TEST(a_picture_costs_more_where_it_is_drawn) {
    char id[GAME_ID_SIZE];

    make_board(true, id);
    ck_assert_int_eq(ask_picture(&stranger, id, 100), 200); /* 10 of 25 */
    ck_assert_int_eq(ask_picture(&stranger, id, 101), 200); /* 20 */
    ck_assert_int_eq(ask_picture(&stranger, id, 102), 429); /* 21 */
    ck_assert_int_eq(ask_picture(&stranger, id, 100), 200); /* 22: it is cached */
    ck_assert_int_eq(ask_picture(&ada, id, 102), 200);      /* an allowance of their own */
    ck_assert_int_eq(ask_picture(&stranger, id, 102), 200); /* 23: now that one is cached too */
}
END_TEST

static Suite *suite(void) {
    return test_suite(
        "drawings",
        (const struct test_case[]){
            {"everybody_gets_what_their_own_svg_shows", everybody_gets_what_their_own_svg_shows,
             .setup = setup, .teardown = teardown},
            {"what_nobody_asked_for_longest_gives_way", what_nobody_asked_for_longest_gives_way,
             .setup = setup, .teardown = teardown},
            {"no_more_bytes_are_kept_than_there_is_room_for",
             no_more_bytes_are_kept_than_there_is_room_for, .setup = setup, .teardown = teardown},
            {"the_queue_is_bounded_and_its_end_is_told", the_queue_is_bounded_and_its_end_is_told,
             .setup = setup, .teardown = teardown},
            {"what_many_ask_for_at_once_is_drawn_once", what_many_ask_for_at_once_is_drawn_once,
             .setup = setup, .teardown = teardown},
            {"a_process_that_was_killed_is_followed_by_another",
             a_process_that_was_killed_is_followed_by_another, .setup = setup_drawing_script,
             .teardown = teardown},
            {"where_it_ends_each_time_there_is_no_picture",
             where_it_ends_each_time_there_is_no_picture, .setup = setup_ending_script,
             .teardown = teardown},
            {"one_that_hangs_keeps_no_end_waiting", one_that_hangs_keeps_no_end_waiting,
             .setup = setup_hanging_script, .teardown = teardown},
            {"one_that_takes_too_long_is_ended", one_that_takes_too_long_is_ended, .loops = 0},
            {"forty_pictures_at_once_keep_nobody_waiting",
             forty_pictures_at_once_keep_nobody_waiting, .setup = begin_server,
             .teardown = end_server},
            {"too_many_pictures_are_refused_and_the_end_waits_for_none",
             too_many_pictures_are_refused_and_the_end_waits_for_none, .setup = begin_server},
            {"pictures_are_kept_for_those_who_may_see_them",
             pictures_are_kept_for_those_who_may_see_them, .setup = begin_server,
             .teardown = end_server},
            {"strangers_get_smaller_ones", strangers_get_smaller_ones, .setup = begin_server,
             .teardown = end_server},
            {"a_picture_costs_more_where_it_is_drawn", a_picture_costs_more_where_it_is_drawn,
             .setup = begin_strict_server, .teardown = end_server},
            {0},
        });
}
TEST_MAIN(suite)
