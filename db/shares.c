/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/shares.h"

#include "db/driver.h"

bool store_is_shared(const struct store *store) {
    return store->driver->renew_shares != NULL;
}

enum store_result store_changes(struct store_reader *reader, struct store_look *look,
                                store_topic *topic, void *context) {
    const struct driver *driver = reader->driver;
    return driver->read_changes == NULL ? STORE_OK
                                        : driver->read_changes(reader, look, topic, context);
}

enum store_result store_clock(struct store_reader *reader, int64_t *ms) {
    const struct driver *driver = reader->driver;
    return driver->read_clock == NULL ? STORE_ERROR : driver->read_clock(reader, ms);
}

struct renewal {
    struct store_job job; /* first */
    struct store_shares *shares;
    struct store_shares found; /* each run starts afresh */
};

static enum store_result run_renewal(struct store_tx *tx, struct store_job *job) {
    struct renewal *renewal = (struct renewal *)job;
    renewal->found = *renewal->shares;
    return tx->reader.driver->renew_shares(tx, &renewal->found, job->key == STORE_KEY_ALL);
}

static bool wants_change(const struct store_shares *shares) {
    unsigned held = 0;
    for (unsigned i = 0; i < STORE_SHARES; i++)
        held += shares->fences[i] != 0;
    return held != shares->wanted;
}

/* Renewing runs beside other jobs. Shares change hands while no other job runs, so that a fence checked by
 * a job stays valid until the job ends. */
static enum store_result renew_with(struct store *store, struct store_shares *shares, bool change) {
    struct renewal renewal = {
        .job = {.run = run_renewal, .key = change ? STORE_KEY_ALL : STORE_KEY_TARGET(0xff, 1)},
        .shares = shares};
    enum store_result result = store_call(store, &renewal.job);
    if (result == STORE_OK)
        *shares = renewal.found;
    return result;
}

enum store_result store_shares_renew(struct store *store, struct store_shares *shares) {
    if (!store_is_shared(store)) {
        shares->processes = 1;
        shares->wanted = shares->leaving ? 0 : STORE_SHARES;
        for (unsigned i = 0; i < STORE_SHARES; i++)
            shares->fences[i] = !shares->leaving;
        return STORE_OK;
    }
    enum store_result result = renew_with(store, shares, false);
    return result == STORE_OK && wants_change(shares) ? renew_with(store, shares, true) : result;
}
