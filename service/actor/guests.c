/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/actor/guests.h"

#include <stddef.h>

#include "db/accounts.h"
#include "db/heartbeat.h"
#include "service/account/name.h"
#include "service/actor/runner.h"
#include "service/app/app.h"

enum { PIECE = 100 /* in one transaction */ };

struct guests_job {
    struct store_job job; /* first */
    const struct config *config;
    int64_t now;
    size_t count;
    int64_t ids[PIECE];
};

static enum store_result guests_run(struct store_tx *tx, struct store_job *job) {
    struct guests_job *guests = (struct guests_job *)job;
    struct store_heartbeat heartbeat;
    enum store_result result = store_heartbeat_get(store_tx_reader(tx), &heartbeat);

    guests->count = 0;
    if (result != STORE_OK) /* no server has run yet, so there are no guests */
        return result == STORE_NONE ? STORE_OK : result;
    result = store_guests_over(tx, guests->now, heartbeat.lived);
    if (result == STORE_OK)
        result = store_guests_ended(store_tx_reader(tx), guests->now, heartbeat.lived, guests->ids,
                                    PIECE, &guests->count);

    for (size_t i = 0; i < guests->count && result == STORE_OK; i++)
        result = account_delete(tx, guests->config, guests->ids[i], guests->now);
    return result;
}

enum chore_end guests_end(struct app *app, int64_t now) {
    struct guests_job guests;

    do {
        guests = (struct guests_job){.job = {.run = guests_run}, .config = app->config, .now = now};
        if (store_call(app->store, &guests.job) != STORE_OK)
            return CHORE_FAILED;
        for (size_t i = 0; i < guests.count; i++) {
            runner_release_account(app->runner, guests.ids[i]);
            app_account_changed(app, guests.ids[i]);
        }
    } while (guests.count == PIECE);
    return CHORE_DONE;
}
