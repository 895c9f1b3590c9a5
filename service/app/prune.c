/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/app/prune.h"

#include "db/retention.h"
#include "service/app/app.h"

enum { PIECE = 500 };

struct pruning {
    struct store_job job;
    int64_t now;
    unsigned removed;
};

static enum store_result run_prune(struct store_tx *tx, struct store_job *job) {
    struct pruning *pruning = (struct pruning *)job; /* its first member */

    return store_prune(tx, pruning->now, PIECE, &pruning->removed);
}

enum chore_end prune_old(struct app *app, int64_t now) {
    struct pruning pruning = {.now = now};

    do {
        pruning.job = (struct store_job){.run = run_prune};
        if (store_call(app->store, &pruning.job) != STORE_OK)
            return CHORE_FAILED;
    } while (pruning.removed > 0);
    return CHORE_DONE;
}
