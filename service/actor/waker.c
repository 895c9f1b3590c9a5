/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/actor/waker.h"

#include <pthread.h>
#include <stdlib.h>

#include "db/clocks.h"
#include "service/actor/runner.h"
#include "service/app/app.h"
#include "service/base/log.h"
#include "service/base/monotonic.h"

enum { PAGE = 256 /* games woken at once */ };

struct waker {
    struct app *app;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    pthread_t thread;
    bool started, stopping, woken;
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

/* How long nothing will be due, as far as is known. */
static int64_t until_next(struct waker *waker) {
    struct store_reader *reader = store_reader_get(waker->app->store);
    int64_t now = app_now(), again = runner_next_again(waker->app->runner), at;

    if (reader == NULL || store_timer_next(reader, &at) != STORE_OK)
        at = INT64_MAX;
    at = again < at ? again : at;
    if (at > now + WAKER_TICK_MS)
        return WAKER_TICK_MS;
    /* What is due and has not been cleared is being worked on: no hurry. */
    return at > now ? at - now : WAKER_TICK_MS;
}

/* Called with the lock held. */
static void wait_at_most(struct waker *waker, int64_t ms) {
    int64_t until = monotonic_now() + ms;

    while (!waker->stopping && !waker->woken &&
           monotonic_wait(&waker->changed, &waker->lock, until)) {
    }
    waker->woken = false;
}

static void *run_waker(void *context) {
    struct waker *waker = context;
    bool failed = false;

    pthread_mutex_lock(&waker->lock);
    while (!waker->stopping) {
        pthread_mutex_unlock(&waker->lock);
        bool fails = waker_run_due(waker->app, app_now()) < 0;

        if (fails && !failed)
            log_line("error", "could not read the clocks; will retry");
        failed = fails;
        int64_t ms = until_next(waker);

        pthread_mutex_lock(&waker->lock);
        wait_at_most(waker, ms);
    }
    pthread_mutex_unlock(&waker->lock);
    return NULL;
}

struct waker *waker_new(struct app *app) {
    struct waker *waker = calloc(1, sizeof *waker);

    if (waker == NULL)
        return NULL;
    waker->app = app;
    pthread_mutex_init(&waker->lock, NULL);
    monotonic_condition(&waker->changed);
    return waker;
}

bool waker_start(struct waker *waker) {
    waker->started = pthread_create(&waker->thread, NULL, run_waker, waker) == 0;
    return waker->started;
}

void waker_nudge(struct waker *waker) {
    if (waker == NULL)
        return;
    pthread_mutex_lock(&waker->lock);
    waker->woken = true;
    pthread_cond_signal(&waker->changed);
    pthread_mutex_unlock(&waker->lock);
}

void waker_stop(struct waker *waker) {
    if (waker == NULL)
        return;
    pthread_mutex_lock(&waker->lock);
    waker->stopping = true;
    pthread_cond_signal(&waker->changed);
    pthread_mutex_unlock(&waker->lock);
    if (waker->started)
        pthread_join(waker->thread, NULL);
    waker->started = false;
}

void waker_free(struct waker *waker) {
    if (waker == NULL)
        return;
    pthread_cond_destroy(&waker->changed);
    pthread_mutex_destroy(&waker->lock);
    free(waker);
}
