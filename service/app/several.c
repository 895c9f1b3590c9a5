/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/app/several.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "db/shares.h"
#include "service/app/app.h"
#include "service/base/log.h"
#include "service/base/worker.h"
#include "service/http/topics.h"

enum {
    LOOK_MS = 100,    /* between two queries for changes */
    RENEW_MS = 3000,  /* between two renewals of the shares */
    MARGIN_MS = 2000, /* how long before its end a share counts as expired */
    CLOCK_MS = 1000   /* by how much clocks may differ before one is corrected */
};

struct several {
    struct app *app;
    bool shared; /* there may be other processes */
    struct worker looker, renewer;
    bool followed;      /* has followed the database's clock */
    atomic_llong until; /* the end of the shares' lease */
    atomic_llong fences[STORE_SHARES];
    atomic_llong looked_at; /* the last successful look, or the start */
    struct store_look look; /* used by the looker only, like `missed` */
    bool missed;            /* changes may have been missed before the next look */
};

/* A clock that includes the time while the machine sleeps, as the other processes and the database
 * go on. */
static int64_t several_clock(void) {
    struct timespec now;

    clock_gettime(CLOCK_BOOTTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

unsigned several_share(int64_t thing) {
    return (unsigned)((uint64_t)thing % STORE_SHARES);
}

bool several_claim(struct several *several, unsigned share, struct store_job *job) {
    int64_t fence;

    if (several == NULL || !several->shared)
        return true;
    fence = atomic_load(&several->fences[share]);
    if (fence == 0 || several_clock() >= atomic_load(&several->until))
        return false;
    if (job != NULL) {
        job->share = (int)share;
        job->fence = fence;
    }
    return true;
}

uint64_t several_shares(struct several *several) {
    uint64_t shares = 0;

    for (unsigned i = 0; i < STORE_SHARES; i++)
        shares |= (uint64_t)several_claim(several, i, NULL) << i;
    return shares;
}

/* ---- shares ---- */

/* False: the store failed. */
static bool several_renew(struct several *several, bool leaving) {
    struct store_shares shares = {.leaving = leaving};
    int64_t before = several_clock(), until;
    uint64_t gained = 0;

    for (unsigned i = 0; i < STORE_SHARES; i++)
        shares.fences[i] = atomic_load(&several->fences[i]);
    if (store_shares_renew(several->app->store, &shares) != STORE_OK)
        return false;
    for (unsigned i = 0; i < STORE_SHARES; i++)
        if (atomic_exchange(&several->fences[i], shares.fences[i]) != shares.fences[i] &&
            shares.fences[i] != 0)
            gained |= UINT64_C(1) << i;
    until = atomic_exchange(&several->until, before + STORE_LEASE_S * 1000 - MARGIN_MS);
    /* Late, but no other process took the shares: games woken meanwhile were treated as another
     * process's. */
    if (several_clock() >= until && several->app->look_again != NULL)
        several->app->look_again(several->app);
    if (gained != 0 && several->app->shares_gained != NULL)
        several->app->shares_gained(several->app, gained);
    return true;
}

/* The database answered between BEFORE and AFTER; a time well outside of these is not explained by
 * delay. */
bool several_follow_clock(struct several *several) {
    struct store_reader *reader;
    int64_t before, after, shared, ahead = 0;

    if (several == NULL || !several->shared)
        return true;
    reader = store_reader_get(several->app->store);
    before = app_now();
    if (reader == NULL || store_clock(reader, &shared) != STORE_OK)
        return false;
    after = app_now();
    /* The database's clock was set, or this machine slept: the heartbeat deals with it. */
    if (several->followed && (shared - after > APP_STEP_MS || before - shared > APP_STEP_MS))
        return true;
    several->followed = true;
    if (before > shared + CLOCK_MS)
        ahead = before - shared;
    else if (after < shared - CLOCK_MS)
        ahead = after - shared;
    if (ahead == 0)
        return true;
    app_correct_clock(-ahead);
    log_line("warning",
             "this process's clock is %lld ms %s the database's; using the database's. Is the "
             "time of both machines set by NTP?",
             (long long)(ahead < 0 ? -ahead : ahead), ahead < 0 ? "behind" : "ahead of");
    return true;
}

static int64_t renew_shares(void *context) {
    struct several *several = context;

    /* the shares were just renewed by several_start or the previous step */
    if (!worker_rest(&several->renewer, RENEW_MS))
        return WORKER_RESTS;
    (void)several_follow_clock(several); /* on failure it is asked again */
    if (!several_renew(several, false))
        log_line("warning",
                 "could not renew this process's shares of work; other processes take them over");
    return 0;
}

/* ---- changes ---- */

static void hear_topic(void *context, int64_t topic) {
    const struct several *several = context;

    app_topic_changed(several->app, topic);
}

/* After too long without a look everything counts as changed. */
static int64_t look_for_changes(void *context) {
    struct several *several = context;
    struct store_reader *reader = store_reader_get(several->app->store);
    int64_t now = several_clock(), last = atomic_load(&several->looked_at);

    several->missed = several->missed || now - last > STORE_CHANGES_S * 1000 / 2;
    if (reader == NULL || store_changes(reader, &several->look, hear_topic, several) != STORE_OK) {
        several->look = (struct store_look){0};
        several->missed = true;
        return LOOK_MS;
    }
    if (several->missed)
        app_everything_changed(several->app);
    several->missed = false;
    atomic_store(&several->looked_at, now);
    return LOOK_MS;
}

int64_t several_deaf_ms(struct several *several) {
    return several == NULL || !several->shared ? 0
                                               : several_clock() - atomic_load(&several->looked_at);
}

/* ---- life ---- */

struct several *several_new(struct app *app) {
    struct several *several = calloc(1, sizeof *several);

    if (several == NULL)
        return NULL;
    several->app = app;
    several->shared = store_is_shared(app->store);
    several->missed = true;
    atomic_store(&several->looked_at, several_clock());
    worker_init(&several->looker, look_for_changes, several);
    worker_init(&several->renewer, renew_shares, several);
    return several;
}

bool several_start(struct several *several) {
    bool looks;

    if (!several->shared)
        return true;
    (void)several_renew(several, false); /* on failure it is tried again */
    looks = worker_start(&several->looker, 1);
    return worker_start(&several->renewer, 1) && looks;
}

void several_stop(struct several *several) {
    if (several == NULL || !several->shared)
        return;
    worker_begin_stop(&several->renewer);
    worker_stop(&several->looker);
    worker_stop(&several->renewer);
}

void several_leave(struct several *several) {
    if (several != NULL && several->shared)
        (void)several_renew(several, true);
}

void several_free(struct several *several) {
    if (several == NULL)
        return;
    worker_free(&several->looker);
    worker_free(&several->renewer);
    free(several);
}
