/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/actor/waker.h"

#include <stdlib.h>

#include "db/clocks.h"
#include "service/actor/runner.h"
#include "service/app/app.h"
#include "service/base/log.h"
#include "service/base/worker.h"

enum { PAGE = 256 /* games woken per query */ };

struct waker {
    struct app *app;
    struct worker worker;
    bool failed; /* the last time */
};

int waker_run_due(struct app *app, int64_t now) {
    struct store_reader *reader = store_reader_get(app->store);
    int64_t games[PAGE];
    int64_t after = 0;
    size_t count;
    int woken = runner_wake_again(app->runner, now);

    if (reader == NULL)
        return -1;
    do {
        if (store_timers_due(reader, now, after, games, PAGE, &count) != STORE_OK)
            return -1;
        for (size_t i = 0; i < count; i++)
            runner_wake(app->runner, games[i]);
        woken += (int)count;
        after = count > 0 ? games[count - 1] : after;
    } while (count == PAGE);
    return woken;
}

/* How long nothing will be due, as far as is known, in milliseconds. */
static int64_t until_next(struct waker *waker) {
    struct store_reader *reader = store_reader_get(waker->app->store);
    int64_t now = app_now(), again = runner_next_again(waker->app->runner), at;

    if (reader == NULL || store_timer_next(reader, &at) != STORE_OK)
        at = INT64_MAX;
    at = again < at ? again : at;
    if (at > now + WAKER_TICK_MS)
        return WAKER_TICK_MS;
    /* A timer that is due and not cleared is being worked on: no hurry. */
    return at > now ? at - now : WAKER_TICK_MS;
}

static int64_t wake_due(void *context) {
    struct waker *waker = context;
    bool fails = waker_run_due(waker->app, app_now()) < 0;

    if (fails && !waker->failed)
        log_line("error", "could not read the clocks; will retry");
    waker->failed = fails;
    return until_next(waker);
}

struct waker *waker_new(struct app *app) {
    struct waker *waker = calloc(1, sizeof *waker);

    if (waker == NULL)
        return NULL;
    waker->app = app;
    worker_init(&waker->worker, wake_due, waker);
    return waker;
}

bool waker_start(struct waker *waker) {
    return worker_start(&waker->worker, 1);
}

void waker_nudge(struct waker *waker) {
    if (waker != NULL)
        worker_wake(&waker->worker);
}

void waker_stop(struct waker *waker) {
    if (waker != NULL)
        worker_stop(&waker->worker);
}

void waker_free(struct waker *waker) {
    if (waker == NULL)
        return;
    worker_free(&waker->worker);
    free(waker);
}
