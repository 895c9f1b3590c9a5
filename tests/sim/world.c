/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "tests/sim/world.h"

#include <sodium.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "db/clocks.h"
#include "db/hooks.h"
#include "db/outbox.h"
#include "service/bots/runner.h"
#include "service/clock/waker.h"
#include "service/new_game.h"
#include "service/play.h"
#include "service/post/hooks.h"
#include "service/post/sender.h"

enum {
    TURN_MS = 8 * 3600 * 1000,
    DECISION_MS = 8 * 3600 * 1000,
    MESSAGES_MAX = 4096, /* of one game */
};

_Atomic int64_t world_now;

static int64_t now(void) {
    return world_now;
}

/* ---- chance ---- */

static _Atomic uint64_t chance;

static uint64_t mixed(uint64_t x) {
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

void world_seed(uint64_t seed) {
    chance = mixed(seed + 1);
}

static const char *chance_name(void) {
    return "seeded";
}

static uint32_t chance_number(void) {
    return (uint32_t)(mixed(atomic_fetch_add(&chance, UINT64_C(0x9e3779b97f4a7c15))) >> 32);
}

static void chance_bytes(void *bytes, size_t size) {
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)bytes)[i] = (uint8_t)chance_number();
}

void world_chance(void) {
    static struct randombytes_implementation seeded = {
        .implementation_name = chance_name, .random = chance_number, .buf = chance_bytes};

    PROGRAM_NEED(randombytes_set_implementation(&seeded) == 0, "no chance");
}

/* ---- who listens ---- */

struct listening {
    struct store_job job;
    struct store_hook hook;
};

static enum store_result run_listening(struct store_tx *tx, struct store_job *job) {
    return store_hook_create(tx, &((struct listening *)job)->hook);
}

/* A webhook of a person for all his games, or for the latest game. */
static void listen_by_hook(struct world *world, unsigned person, int64_t game) {
    struct listening listening = {.job.run = run_listening};
    struct store_hook *hook = &listening.hook;
    char id[APP_ID_SIZE];

    app_new_id(id);
    snprintf(hook->public_id, sizeof hook->public_id, "%s", id);
    snprintf(hook->url, sizeof hook->url, "http://127.0.0.1:%u/hook/%u", world->listener->port,
             person);
    hook->account = world->accounts[person];
    hook->game = game;
    hook->kinds = HOOKS_KINDS;
    hook->created_at = world_now;
    hooks_new_secret(hook->secret);
    program_write(world->program, &listening.job);
}

void world_up(struct world *world, unsigned number, const char *folder) {
    static char *const flags[] = {"--hook-allow", "127.0.0.1", "--public-url",
                                  "https://play.example.org", NULL};
    char db[128];

    *world = (struct world){.number = number};
    snprintf(world->folder, sizeof world->folder, "%s/%u", folder, number);
    PROGRAM_NEED(mkdir(world->folder, 0700) == 0, "no folder %s", world->folder);
    snprintf(db, sizeof db, "%s/world.db", world->folder);
    world->listener = listener_start(0);
    PROGRAM_NEED(world->listener != NULL, "no listener");
    world->program = program_up(strdup(db), flags, now);
    for (unsigned i = 0; i < WORLD_PEOPLE; i++) {
        static const char *const names[WORLD_PEOPLE] = {"ann", "bob", "cid", "dot"};

        world_seed(i); /* whatever the first start of a program has drawn */
        world->accounts[i] = program_sign_up(world->program, names[i], world->tokens[i]);
        listen_by_hook(world, i, 0);
    }
}

void world_down(struct world *world) {
    char *db = (char *)world->program->config.db;

    program_down(world->program);
    listener_stop(world->listener);
    free(db);
}

/* ---- games ---- */

struct beginning {
    struct store_job job;
    struct made_game made;
};

static enum store_result run_beginning(struct store_tx *tx, struct store_job *job) {
    return made_game_write(tx, &((struct beginning *)job)->made);
}

static void replay(struct world *world, struct load *load) {
    struct store_reader *reader = store_reader_get(world->program->app.store);

    PROGRAM_NEED(load_open_by_id(load, reader, world->game) == STORE_OK &&
                     load_replay(load, LOAD_LATEST, NULL, NULL) == STORE_OK,
                 "a game cannot be read");
    load_end(load); /* the rows are not needed, only the state */
}

/* Made as a table game is, which can begin anywhere, and then handed to its people. */
static bool make(struct world *world, const struct new_game *wanted, struct beginning *beginning) {
    struct store_reader *reader = store_reader_get(world->program->app.store);
    struct store_game *row = &beginning->made.row;

    if (!made_game_build(&beginning->made, wanted, reader, world->accounts[0], world_now))
        return false;
    row->mode = STORE_MODE_PLAY;
    return row->status == STORE_GAME_ACTIVE;
}

bool world_begin(struct world *world, const struct setup *setup, const struct board_spec *spec,
                 const struct game *state, struct load *load) {
    struct new_game *wanted = calloc(1, sizeof *wanted);
    struct beginning *beginning = calloc(1, sizeof *beginning);
    bool made;

    PROGRAM_NEED(wanted != NULL && beginning != NULL, "no memory");
    world->listener->log_size = 0;
    wanted->mode = STORE_MODE_TABLE;
    wanted->rules = setup->rules;
    wanted->board = (struct board_choice){.is_explicit = true, .spec = *spec};
    wanted->has_position = true;
    wanted->position = *state;
    wanted->position.seq = 0; /* as it is read out of a document */
    wanted->has_clock = true;
    wanted->clock = (struct store_clock){.turn = TURN_MS, .decision = DECISION_MS, .vote_after = 2};
    for (unsigned seat = 0; seat < setup->rules.players; seat++) {
        wanted->seats[seat].kind = STORE_SEAT_HUMAN;
        wanted->seats[seat].account = world->accounts[seat];
    }
    made = make(world, wanted, beginning);
    if (made) {
        beginning->job.run = run_beginning;
        program_write(world->program, &beginning->job);
        world->game = beginning->made.row.id;
        memcpy(world->public_id, beginning->made.row.public_id, sizeof world->public_id);
        listen_by_hook(world, 0, world->game);
        replay(world, load);
    }
    made_game_free(&beginning->made);
    free(beginning);
    free(wanted);
    return made;
}

struct moving {
    struct store_job job;
    struct play play;
    struct play_event events[PLAY_ROOM(1)];
};

static enum store_result run_moving(struct store_tx *tx, struct store_job *job) {
    return play_write(tx, &((const struct moving *)job)->play);
}

bool world_happens(struct world *world, const struct event *event, struct load *load) {
    struct moving *moving = calloc(1, sizeof *moving);
    struct store_reader *reader = store_reader_get(world->program->app.store);
    struct event ending[PLAY_ENDING_MAX];
    bool goes_on;

    PROGRAM_NEED(moving != NULL, "no memory");
    PROGRAM_NEED(load_open_by_id(load, reader, world->game) == STORE_OK &&
                     load_replay(load, LOAD_LATEST, NULL, NULL) == STORE_OK,
                 "a game cannot be read");
    moving->job.run = run_moving;
    moving->play.by = event->by;
    moving->play.seat = event->player;
    moving->play.now = world_now;
    moving->play.events = moving->events;
    play_begin(&moving->play, load);
    play_add(&moving->play, &load->setup, event);
    goes_on = play_ending(&load->setup, &moving->play.game, false, ending) == 0;
    load_end(load);
    if (goes_on) {
        program_write(world->program, &moving->job);
        play_announce(&moving->play, world->program->app.server, world->program->app.bots);
        replay(world, load);
    }
    free(moving);
    return goes_on;
}

/* ---- time ---- */

void world_wait(struct world *world, int64_t ms) {
    struct app *app = &world->program->app;

    world_now += ms;
    PROGRAM_NEED(waker_run_due(app, world_now) >= 0 && bots_settle(app->bots), "no clock");
    PROGRAM_NEED(post_run_due(app->post, world_now), "no outbox");
}

struct ending {
    struct store_job job;
    int64_t game;
};

static enum store_result run_ending(struct store_tx *tx, struct store_job *job) {
    const struct ending *ending = (const struct ending *)job;
    enum store_result result = store_game_finish(tx, ending->game, STORE_GAME_ABANDONED, world_now,
                                                 -1, (struct store_bytes){0});

    for (int seat = 0; seat < WORLD_PEOPLE && result == STORE_OK; seat++)
        result = store_timer_clear(tx, ending->game, seat, STORE_TIMER_DEADLINE);
    if (result == STORE_OK)
        result = store_post_drop(
            tx, &(struct store_post_filter){.channel = -1, .kind = -1, .game = ending->game},
            "the game was cleared away", world_now);
    return result;
}

void world_end(struct world *world) {
    struct ending ending = {.job.run = run_ending, .game = world->game};

    program_write(world->program, &ending.job);
}

/* ---- reading ---- */

static void read_path(struct world *world, unsigned viewer, const char *what, struct buffer *out) {
    unsigned who = viewer < WORLD_PEOPLE ? viewer : WORLD_PEOPLE;
    struct response response;

    program_ask(world->program, &response, 200, world->tokens[who], "GET", "", NULL,
                "/v1/games/%s%s", world->public_id, what);
    buffer_format(out, "\n--- %s\n", what);
    buffer_append(out, response.body, response.size);
    response_free(&response);
}

static int compare_texts(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* What was posted, which may have come in any order. */
static void read_messages(const struct world *world, struct buffer *out) {
    const struct listener *listener = world->listener;
    static const char *bodies[MESSAGES_MAX];
    size_t n = 0;

    for (size_t at = 0; at < listener->log_size && n < MESSAGES_MAX;) {
        at += strlen(listener->log + at) + 1; /* the path */
        bodies[n++] = listener->log + at;
        at += strlen(listener->log + at) + 1;
    }
    qsort(bodies, n, sizeof *bodies, compare_texts);
    for (size_t i = 0; i < n; i++)
        buffer_format(out, "\n--- message\n%s", bodies[i]);
}

void world_read(struct world *world, unsigned viewer, struct buffer *out) {
    static const char *const paths[] = {
        "",           "/view",   "/events?limit=1000",  "/recap?since=0",
        "/board.svg", "/orders", "/actions?words=true",
    };
    static const size_t open = 5; /* those before need no seat */
    size_t n = viewer < WORLD_PEOPLE ? sizeof paths / sizeof *paths : open;

    for (size_t i = 0; i < n; i++)
        read_path(world, viewer, paths[i], out);
    read_messages(world, out);
}
