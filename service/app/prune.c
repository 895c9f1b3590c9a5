/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/app/prune.h"

enum { PIECE = 500 };

struct pruning {
    struct store_job job;
    prune_piece *piece;
    int64_t before;
    unsigned removed;
};

static enum store_result run(struct store_tx *tx, struct store_job *job) {
    struct pruning *pruning = (struct pruning *)job; /* its first member */

    return pruning->piece(tx, pruning->before, PIECE, &pruning->removed);
}

bool prune(struct store *store, int64_t before, prune_piece *piece) {
    struct pruning pruning = {.piece = piece, .before = before};

    do {
        pruning.job = (struct store_job){.run = run};
        if (store_call(store, &pruning.job) != STORE_OK)
            return false;
    } while (pruning.removed == PIECE);
    return true;
}
