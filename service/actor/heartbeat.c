/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/actor/heartbeat.h"

#include <inttypes.h>
#include <stdlib.h>
#include <time.h>

#include "db/clocks.h"
#include "db/heartbeat.h"
#include "db/shares.h"
#include "service/app/app.h"
#include "service/base/log.h"
#include "service/base/monotonic.h"
#include "service/base/worker.h"
#include "service/game/timekeeper.h"
#include "service/time/clock.h"

#define HOUR_MS INT64_C(3600000)

enum {
    LOOK_MS = 1000,       /* between two readings of the machine's clock */
    BEAT_MS = 15000,      /* between two beats */
    LIVED_MAX_MS = 60000, /* a longer gap between two beats means that the process was stopped */
    PAGE = 100            /* games carried in one transaction */
};
#define DOUBT_MS HOUR_MS        /* of running time, after a jump */
#define NEAR_MS  (24 * HOUR_MS) /* longest downtime after which the clock is not doubted */

struct heartbeat {
    struct app *app;
    bool met;         /* the time before this start has been dealt with */
    int64_t tried_at; /* monotonic_now of the last beat, successful or not */
    int64_t asleep;   /* time_asleep at the last beat */
    struct worker worker;
};

/* How long the machine has been suspended in all: CLOCK_BOOTTIME includes that, CLOCK_MONOTONIC
 * does not. */
static int64_t time_asleep(void) {
    struct timespec now;

    clock_gettime(CLOCK_BOOTTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000 - monotonic_now();
}

static bool is_off(int64_t ms) {
    return ms > APP_STEP_MS || ms < -APP_STEP_MS;
}

/* The wall clock's time, by the clock that all processes on the database share. */
static bool read_world(const struct app *app, int64_t *world) {
    struct store_reader *reader;

    if (!store_is_shared(app->store)) {
        *world = app_world_clock();
        return true;
    }
    reader = store_reader_get(app->store);
    return reader != NULL && store_clock(reader, world) == STORE_OK;
}

/* ---- one beat ---- */

struct beat {
    struct store_job job; /* first */
    int64_t world;
    int64_t lived;
    bool jumped;                /* the wall clock, relative to monotonic time */
    struct store_heartbeat row; /* as it is after the beat */
    int64_t apart; /* by how much the time since the last beat exceeds the running time */
};

static enum store_result run_beat(struct store_tx *tx, struct store_job *job) {
    struct beat *beat = (struct beat *)job;
    struct store_heartbeat *row = &beat->row;
    enum store_result result = store_heartbeat_get(store_tx_reader(tx), row);
    int64_t since;

    beat->apart = 0;
    if (result == STORE_NONE) {
        *row = (struct store_heartbeat){.at = beat->world};
        return store_heartbeat_set(tx, row);
    }
    if (result != STORE_OK || row->carry_to != 0) /* carrying must be finished first */
        return result;
    since = beat->world - row->at;
    beat->apart = is_off(since - beat->lived) ? since - beat->lived : 0;
    if (beat->apart != 0) {
        row->lived += beat->lived;
        row->carry_from = row->at + beat->lived;
        row->carry_to = beat->world;
    } else if (since > 0) { /* with several processes it is less than this one's running time */
        row->lived += since;
    }
    if (beat->apart != 0)
        result = store_gap_put(tx, row->carry_from, row->carry_to);
    row->at = beat->world;
    if (beat->apart < 0 || beat->apart > NEAR_MS || (beat->apart != 0 && beat->jumped))
        row->doubt_until = row->lived + DOUBT_MS;
    return result == STORE_OK ? store_heartbeat_set(tx, row) : result;
}

static void log_gap(const struct beat *beat) {
    int64_t minutes = (beat->apart < 0 ? -beat->apart : beat->apart) / 60000;

    if (beat->row.doubt_until > beat->row.lived)
        log_line(
            "warning",
            "the clock is %" PRId64
            " minutes %s the expected time: is it right? For an hour the server deletes nothing "
            "and no player counts as late; clocks of games continue from where they were",
            minutes, beat->apart < 0 ? "behind" : "ahead of");
    else
        log_line("info",
                 "no server ran for %" PRId64
                 " minutes: clocks of games continue from where they were",
                 minutes);
}

/* ---- carrying ---- */

/* A fault in one game must not keep the others from being carried. */
static enum store_result carry_game(struct store_tx *tx, int64_t game, int64_t from, int64_t to) {
    enum store_result result = timekeeper_carry(tx, game, from, to);

    return result == STORE_DAMAGED || result == STORE_CORRUPT ? STORE_OK : result;
}

struct carrying {
    struct store_job job; /* first */
    bool done;
};

/* Carries a page of games and notes the progress in one transaction, so that a restarted server continues
 * after it. */
static enum store_result run_carry(struct store_tx *tx, struct store_job *job) {
    struct carrying *carrying = (struct carrying *)job;
    struct store_heartbeat row;
    int64_t games[PAGE];
    size_t count = 0;
    enum store_result result = store_heartbeat_get(store_tx_reader(tx), &row);

    carrying->done = result == STORE_NONE || (result == STORE_OK && row.carry_to == 0);
    if (result != STORE_OK || carrying->done)
        return result == STORE_NONE ? STORE_OK : result;
    result = store_games_timed(store_tx_reader(tx), row.carry_after, games, PAGE, &count);
    for (size_t i = 0; i < count && result == STORE_OK; i++) {
        result = carry_game(tx, games[i], row.carry_from, row.carry_to);
        row.carry_after = games[i];
    }
    if (result == STORE_OK && count < PAGE && row.carry_to < row.carry_from)
        result = store_turn_back(tx, row.carry_from, row.carry_to);
    carrying->done = count < PAGE;
    if (carrying->done)
        row.carry_from = row.carry_to = row.carry_after = 0;
    return result == STORE_OK ? store_heartbeat_set(tx, &row) : result;
}

static bool carry_all(struct store *store) {
    struct carrying carrying;

    do {
        carrying = (struct carrying){.job.run = run_carry};
        if (store_call(store, &carrying.job) != STORE_OK)
            return false;
    } while (!carrying.done);
    return true;
}

struct sparing {
    struct store_job job; /* first */
    int64_t now;
    int64_t after;
    size_t count;
};

static enum store_result run_spare(struct store_tx *tx, struct store_job *job) {
    struct sparing *sparing = (struct sparing *)job;
    int64_t games[PAGE];
    enum store_result result = store_timers_due(store_tx_reader(tx), sparing->now + CLOCK_RETURN_MS,
                                                sparing->after, games, PAGE, &sparing->count);

    for (size_t i = 0; i < sparing->count && result == STORE_OK; i++)
        result = carry_game(tx, games[i], sparing->now, sparing->now);
    if (result == STORE_OK && sparing->count > 0)
        sparing->after = games[sparing->count - 1];
    return result;
}

/* Gives everybody at least CLOCK_RETURN_MS from now. */
static bool spare_all(struct store *store, int64_t now) {
    struct sparing sparing = {.now = now};

    do {
        sparing.job = (struct store_job){.run = run_spare};
        if (store_call(store, &sparing.job) != STORE_OK)
            return false;
    } while (sparing.count == PAGE);
    return true;
}

/* ---- beating ---- */

/* Doubts the clock for as long as the stored row says. */
static void doubt_as_stored(const struct store_heartbeat *row) {
    int64_t left = row->doubt_until - row->lived;

    app_doubt_clock(left > 0 ? left : 0);
}

static bool beat_once(struct heartbeat *heartbeat, struct beat *beat) {
    struct store *store = heartbeat->app->store;

    if (!carry_all(store)) /* left unfinished by an earlier run */
        return false;
    beat->job = (struct store_job){.run = run_beat};
    if (store_call(store, &beat->job) != STORE_OK)
        return false;
    if (beat->apart == 0)
        return true;
    log_gap(beat);
    app_doubt_clock(DOUBT_MS); /* until then nobody is late */
    return carry_all(store);
}

bool heartbeat_beat(struct heartbeat *heartbeat, int64_t lived) {
    struct app *app = heartbeat->app;
    int64_t asleep = time_asleep() - heartbeat->asleep;
    bool doubted = app_clock_doubted() > 0;
    struct beat beat = {.lived = lived};

    if (!read_world(app, &beat.world))
        return false;
    beat.jumped = heartbeat->met && is_off(beat.world - app_now() - asleep);
    if (!beat_once(heartbeat, &beat))
        return false;
    heartbeat->asleep += asleep;
    app_correct_clock(beat.world - app_now());
    doubted = doubted && beat.row.doubt_until <= beat.row.lived; /* the doubt is over */
    if ((doubted || beat.apart != 0 || !heartbeat->met) && !spare_all(app->store, app_now()))
        return false;
    if (doubted && heartbeat->met)
        log_line("info", "trusting the clock again");
    heartbeat->met = true;
    doubt_as_stored(&beat.row);
    return true;
}

bool heartbeat_begin(struct heartbeat *heartbeat) {
    heartbeat->asleep = time_asleep();
    heartbeat->tried_at = monotonic_now();
    if (heartbeat_beat(heartbeat, 0))
        return true;
    app_doubt_clock(DOUBT_MS);
    log_line("error", "could not read when a server last ran; until then no player counts as late");
    return false;
}

/* ---- the thread ---- */

/* Beats when one is due, or at once if the machine's clock has jumped. */
static int64_t beat_when_due(void *context) {
    struct heartbeat *heartbeat = context;
    int64_t now = monotonic_now(), lived = now - heartbeat->tried_at;
    bool shared = store_is_shared(heartbeat->app->store);
    int64_t off = shared ? 0 : app_world_clock() - app_now();

    if (lived < BEAT_MS && !is_off(off)) {
        app_correct_clock(off);
        return LOOK_MS;
    }
    heartbeat->tried_at = now;
    if (!heartbeat_beat(heartbeat, lived < LIVED_MAX_MS ? lived : LIVED_MAX_MS))
        log_line("warning", "could not store the heartbeat; will retry");
    return LOOK_MS;
}

/* ---- life ---- */

struct heartbeat *heartbeat_new(struct app *app) {
    struct heartbeat *heartbeat = calloc(1, sizeof *heartbeat);

    if (heartbeat == NULL)
        return NULL;
    heartbeat->app = app;
    worker_init(&heartbeat->worker, beat_when_due, heartbeat);
    return heartbeat;
}

bool heartbeat_start(struct heartbeat *heartbeat) {
    return worker_start(&heartbeat->worker, 1);
}

void heartbeat_stop(struct heartbeat *heartbeat) {
    int64_t lived;

    if (heartbeat == NULL || worker_running(&heartbeat->worker) == 0)
        return;
    worker_stop(&heartbeat->worker);
    lived = monotonic_now() - heartbeat->tried_at;
    (void)heartbeat_beat(heartbeat, lived < LIVED_MAX_MS
                                        ? lived
                                        : LIVED_MAX_MS); /* otherwise the next start finds a little
                                                          * more time without a server */
}

void heartbeat_free(struct heartbeat *heartbeat) {
    if (heartbeat == NULL)
        return;
    worker_free(&heartbeat->worker);
    free(heartbeat);
}
