/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/actor/clearing.h"

#include "db/clearing.h"
#include "service/app/app.h"

enum {
    PIECE = 4 /* games in one transaction: a log may be long, and others wait for the writer */
};

struct clearing_job {
    struct store_job job; /* first */
    int64_t account;
    unsigned removed;
};

static enum store_result clearing_do(struct store_tx *tx, struct store_job *job) {
    struct clearing_job *clearing = (struct clearing_job *)job;

    return store_clearing_do(tx, clearing->account, PIECE, &clearing->removed);
}

static bool clear_account(struct app *app, int64_t account) {
    struct clearing_job clearing;

    do {
        clearing = (struct clearing_job){.job = {.run = clearing_do}, .account = account};
        if (store_call(app->store, &clearing.job) != STORE_OK)
            return false;
    } while (clearing.removed > 0);
    return true;
}

enum chore_end clearing_run(struct app *app, int64_t now) {
    struct store_reader *reader = store_reader_get(app->store);
    int64_t account = 0;
    enum store_result result = STORE_ERROR;

    (void)now;
    while (reader != NULL && (result = store_clearing_next(reader, account, &account)) == STORE_OK)
        if (!clear_account(app, account))
            return CHORE_FAILED;
    return result == STORE_NONE ? CHORE_DONE : CHORE_FAILED;
}
