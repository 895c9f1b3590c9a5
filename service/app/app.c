/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/app/app.h"

#include <sodium.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>

#include "service/app/config.h"
#include "service/base/monotonic.h"
#include "service/http/topics.h"

static int64_t (*simulated)(void); /* NULL: the real time */
static atomic_llong ahead;         /* of monotonic_now, in ms; 0: not set yet */
static atomic_llong doubted;       /* remaining time of doubt, in ms */

int64_t app_world_clock(void) {
    struct timespec now;

    if (simulated != NULL)
        return simulated();
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int64_t app_now(void) {
    long long found = atomic_load_explicit(&ahead, memory_order_relaxed);

    if (simulated != NULL)
        return simulated();
    if (found == 0) {
        long long first = app_world_clock() - monotonic_now();

        if (atomic_compare_exchange_strong(&ahead, &found, first))
            found = first;
    }
    return monotonic_now() + found;
}

void app_correct_clock(int64_t ms) {
    if (simulated != NULL)
        return;
    (void)app_now();
    atomic_fetch_add(&ahead, ms);
}

void app_set_clock(int64_t (*clock)(void)) {
    simulated = clock;
}

void app_doubt_clock(int64_t ms) {
    atomic_store(&doubted, ms);
}

int64_t app_clock_doubted(void) {
    return atomic_load(&doubted);
}

void app_new_id(char id[APP_ID_SIZE]) {
    static const char letters[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

    for (int i = 0; i < APP_ID_SIZE - 1; i++)
        id[i] = letters[randombytes_uniform(sizeof letters - 1)];
    id[APP_ID_SIZE - 1] = '\0';
}

void app_wake_watchers(struct server *server, int64_t game) {
    if (server == NULL)
        return;
    topic_publish(server, (uint64_t)game);
    topic_publish(server, app_square_topic());
}

void app_game_changed(struct app *app, int64_t game) {
    app_wake_watchers(app->server, game);
    if (app->game_changed != NULL)
        app->game_changed(app, game);
}

void app_account_changed(struct app *app, int64_t account) {
    if (app->server != NULL)
        topic_publish(app->server, app_account_topic(account));
}

void app_topic_changed(struct app *app, int64_t topic) {
    if (topic == STORE_TOPIC_EVERYTHING) {
        app_everything_changed(app);
    } else if (topic == STORE_TOPIC_OUTBOX) {
        if (app->outbox_filled != NULL)
            app->outbox_filled(app);
    } else if (STORE_TOPIC_IS_GONE(topic)) {
        if (app->account_gone != NULL)
            app->account_gone(app, STORE_TOPIC_ID(topic));
    } else if (STORE_TOPIC_IS_PRESENCE(topic)) {
        if (app->presence_heard != NULL)
            app->presence_heard(app, topic);
    } else if (topic > 0) {
        app_game_changed(app, topic);
    } else {
        app_account_changed(app, STORE_TOPIC_ID(topic));
    }
}

void app_everything_changed(struct app *app) {
    if (app->server != NULL)
        topic_publish_all(app->server);
    if (app->outbox_filled != NULL)
        app->outbox_filled(app);
    if (app->look_again != NULL)
        app->look_again(app);
}

bool app_is_https(const struct app *app) {
    return strncmp(app_site(app), "https://", 8) == 0;
}

const char *app_site(const struct app *app) {
    return app->config == NULL ? "" : app->config->public_url;
}
