/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Hidden information reaches nobody but its owner: everything sent or readable is produced in two worlds, from random
 * games, that a viewer cannot tell apart, and compared byte by byte as seen by that viewer. LEAK_GAMES sets the number
 * of games. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "tests/sim/asking.h"
#include "tests/sim/chance.h"
#include "tests/support/check_main.h"
#include "tests/support/folder.h"
#include "tests/support/twins.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif

enum {
    GAMES = SANITIZED ? 20 : 120,
    EVENTS_MAX = 3000, /* of a random game */
    STEPS_MAX = 6,     /* events in both worlds */
    ANY_MOMENT = 5,    /* one in this many moments is chosen freely */
    LETTERS_IN = 6,    /* in one of this many games, mails are sent */
    PICTURES_IN = 64,  /* one in this many games has its pictures sent */
    KINDS_ROUND = 101, /* games until the kinds repeat: prime to the numbers here */
    TABLES_IN = 2,     /* one in this many of those watched by a spectator is a table game */
    OUT_MAX = 32 << 20,
    SHOWN = 400, /* bytes shown before the difference */
    WORLDS = 2,
};

static const int64_t step_ms = 5 * 60 * 1000;
static const int64_t end_ms = 7 * 3600 * 1000; /* reminders are sent, no deadline has passed */

static struct world worlds[WORLDS];
static char folder[FOLDER_SIZE];

struct tally {
    unsigned games, compared, steps, secrets, tables, sea;
    size_t bytes;
};

/* ---- a moment of a random game ---- */

/* A moment, and what happens next. */
struct moment {
    struct game game;
    struct event event;
    unsigned seen, secrets; /* the numbers it was chosen from */
};

/* Usually a moment at which something happens that VIEWER cannot see completely; all of these are equally likely. Never
 * one with offers, whose answers show what a player holds. */
static bool draw_moment(struct random_game *rg, uint64_t seed, unsigned *viewer,
                        struct moment *moment) {
    unsigned kind = (unsigned)(seed % KINDS_ROUND);
    struct event event;
    bool any;

    /* With five and six players the server itself passes parts of turns, which takes part in what happens. */
    do
        random_game_begin_any(rg, kind++, seed, &event);
    while (rg->rules.players > WORLD_PEOPLE);
    *viewer = random_below(&rg->random, rg->rules.players + 1u);
    if (*viewer == rg->rules.players)
        *viewer = VIEWER_NOBODY;
    any = random_below(&rg->random, ANY_MOMENT) == 0;
    moment->seen = moment->secrets = 0;
    for (unsigned i = 0; i < EVENTS_MAX && random_game_next(rg, &event); i++) {
        bool fits = rg->game.phase == PHASE_PLAY && rg->game.n_offers == 0;
        bool secret = event.player != *viewer && twin_kept_secret(&rg->game, &event, *viewer) &&
                      event_hidden(&rg->setup, &rg->game, &event, *viewer) != 0;

        moment->seen += fits;
        moment->secrets += fits && secret;
        if (fits && (any ? random_below(&rg->random, moment->seen) == 0
                         : secret && random_below(&rg->random, moment->secrets) == 0)) {
            moment->game = rg->game;
            moment->event = event;
        }
        game_apply(&rg->setup, &rg->game, &event);
    }
    return any ? moment->seen > 0 : moment->secrets > 0;
}

static bool look_alike(const struct setup *setup, const struct game *one, const struct game *other,
                       unsigned viewer) {
    struct game views[WORLDS];

    game_view(setup, one, viewer, &views[0]);
    game_view(setup, other, viewer, &views[1]);
    return memcmp(&views[0], &views[1], sizeof views[0]) == 0;
}

/* ---- two worlds ---- */

/* What happens in both. */
struct script {
    struct setup *setup;
    unsigned viewer, n;
    bool secret; /* part of it differs */
    struct event events[WORLDS][STEPS_MAX];
};

/* Whether the same happens as far as VIEWER can see. */
static bool happen_alike(const struct setup *setup, const struct game before[WORLDS],
                         const struct game after[WORLDS], struct event events[WORLDS],
                         unsigned viewer) {
    struct effect effects[WORLDS][SEAT_MAX];

    memset(effects, 0, sizeof effects);
    return look_alike(setup, &after[0], &after[1], viewer) &&
           event_hidden(setup, &before[0], &events[0], viewer) ==
               event_hidden(setup, &before[1], &events[1], viewer) &&
           event_effects(setup, &before[0], &after[0], &events[0], viewer, effects[0]) ==
               event_effects(setup, &before[1], &after[1], &events[1], viewer, effects[1]) &&
           memcmp(effects[0], effects[1], sizeof effects[0]) == 0;
}

/* Adds an event in both worlds, FIRST or, if that is NULL, any; false if what happens in one cannot happen in the
 * other, as far as the viewer sees. */
static bool add_step(struct script *script, struct random_game *rg, struct game states[WORLDS],
                     const struct event *first) {
    struct game after[WORLDS] = {states[0], states[1]};
    struct event events[WORLDS];

    rg->game = states[0];
    if (first != NULL)
        events[0] = *first;
    else if (!random_game_next(rg, &events[0]))
        return false;
    if (events[0].type == RESIGN || !twin_event(script->setup, &states[0], &states[1], &events[0],
                                                script->viewer, &rg->random, &events[1]))
        return false;
    for (unsigned w = 0; w < WORLDS; w++)
        game_apply(script->setup, &after[w], &events[w]);
    if (after[0].phase == PHASE_FINISHED || after[1].phase == PHASE_FINISHED ||
        !happen_alike(script->setup, states, after, events, script->viewer))
        return false;
    for (unsigned w = 0; w < WORLDS; w++) {
        states[w] = after[w];
        script->events[w][script->n] = events[w];
    }
    script->secret |= memcmp(&events[0], &events[1], sizeof events[0]) != 0;
    script->n++;
    return true;
}

/* LEAK_KEEP names a folder in which to keep what differs. */
static void keep_for_a_look(unsigned w, const struct buffer *out) {
    char path[256];
    FILE *file;

    if (getenv("LEAK_KEEP") == NULL)
        return;
    snprintf(path, sizeof path, "%s/%u.txt", getenv("LEAK_KEEP"), w);
    file = fopen(path, "w");
    if (file == NULL)
        return;
    fwrite(out->data, 1, out->size, file);
    fclose(file);
}

static void compare(const struct buffer out[WORLDS], uint64_t seed, unsigned viewer) {
    size_t at = 0, from;

    while (at < out[0].size && at < out[1].size && out[0].data[at] == out[1].data[at])
        at++;
    from = at > SHOWN ? at - SHOWN : 0;
    if (at != out[0].size || at != out[1].size)
        for (unsigned w = 0; w < WORLDS; w++)
            keep_for_a_look(w, &out[w]);
    REQUIRE(at == out[0].size && at == out[1].size,
            "game %llu: seat %u can tell two worlds apart:\n%.*s\n%.*s", (unsigned long long)seed,
            viewer, (int)(at + SHOWN / 4 - from), out[0].data + from, (int)(at + SHOWN / 4 - from),
            out[1].data + from);
}

/* Plays the script in one world. */
static void play(struct world *world, const struct script *script, uint64_t seed, int64_t start,
                 const struct board_spec *spec, const struct game *state, struct buffer *out) {
    static struct load load;

    world_now = start;
    chance_seed(seed);
    world->pictures = seed % PICTURES_IN == 0;
    world->letters = seed % LETTERS_IN == 1 ? script->viewer : NONE;
    world->table = script->viewer == VIEWER_NOBODY && seed / 2 % TABLES_IN == 0;
    REQUIRE(world_begin(world, script->setup, spec, state, &load), "a game cannot begin");
    world_talk(world, script->viewer);
    world_wait(world, step_ms);
    for (unsigned i = 0; i < script->n; i++) {
        REQUIRE(world_happens(world, &script->events[world->number][i], &load), "it is over");
        world_wait(world, step_ms);
    }
    world_wait(world, end_ms);
    world_read(world, script->viewer, out);
    world_ask(world, script->viewer, seed, out);
    world_end(world);
    REQUIRE(!out->failed, "too much to read");
}

static void try_game(uint64_t seed, struct tally *tally) {
    static struct random_game rg;
    static struct script script;
    static struct moment moment;
    static struct game states[WORLDS];
    struct buffer out[WORLDS];
    struct game begun[WORLDS];
    int64_t start = world_now;

    tally->games++;
    script = (struct script){.setup = &rg.setup};
    if (!draw_moment(&rg, seed, &script.viewer, &moment))
        return;
    begun[0] = begun[1] = moment.game;
    twin_shuffle(&rg.setup, &begun[1], script.viewer, &rg.random);
    if (game_ok(&rg.setup, &begun[1]) != NULL ||
        !look_alike(&rg.setup, &begun[0], &begun[1], script.viewer))
        return;
    states[0] = begun[0];
    states[1] = begun[1];
    while (script.n < STEPS_MAX &&
           add_step(&script, &rg, states, script.n == 0 ? &moment.event : NULL))
        continue;
    for (unsigned w = 0; w < WORLDS; w++) {
        buffer_init(&out[w], OUT_MAX);
        play(&worlds[w], &script, seed, start, &rg.spec, &begun[w], &out[w]);
    }
    compare(out, seed, script.viewer);
    tally->compared++;
    tally->steps += script.n;
    tally->secrets += script.secret;
    tally->tables += worlds[0].table;
    tally->sea += rg.setup.rules.sea;
    tally->bytes += out[0].size;
    for (unsigned w = 0; w < WORLDS; w++)
        buffer_free(&out[w]);
}

/* ---- the test ---- */

static void begin(void) {
    ck_assert(folder_make(folder));
    chance_install();
    world_now = INT64_C(1773619200000);
    for (unsigned w = 0; w < WORLDS; w++) {
        chance_seed(1);
        world_up(&worlds[w], w, folder);
    }
}

static void end(void) {
    for (unsigned w = 0; w < WORLDS; w++)
        world_down(&worlds[w]);
    ck_assert(folder_remove(folder));
}

START_TEST(nobody_can_tell_two_worlds_apart) {
    const char *wanted = getenv("LEAK_GAMES");
    unsigned games = wanted == NULL ? test_share(GAMES) : (unsigned)strtoul(wanted, NULL, 10);
    unsigned long long seed = test_seed((unsigned long long)time(NULL));
    struct tally tally = {0};

    for (unsigned i = 0; i < games; i++)
        try_game(seed * 1000003 + i, &tally);
    printf("%u games, %u compared (%u at tables, %u at sea), %u events in both, %u times with "
           "different secrets, "
           "%u mails, %zu bytes\n",
           tally.games, tally.compared, tally.tables, tally.sea, tally.steps, tally.secrets,
           worlds[0].mails_read, tally.bytes);
    ck_assert_uint_gt(tally.compared, games / 4);
    ck_assert_uint_gt(tally.secrets, games / 20);
}
END_TEST

static Suite *suite(void) {
    return test_suite("leaks", (const struct test_case[]){
                                   {.name = "twin worlds",
                                    .test = nobody_can_tell_two_worlds_apart,
                                    .timeout_s = 600,
                                    .setup = begin,
                                    .teardown = end},
                                   {0},
                               });
}

TEST_MAIN(suite)
