/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include <assert.h>

#include "service/http/server_int.h"

/* A connection is an open file, and the limit on these may be below the configured number of
 * connections. */

enum {
    FILES_OTHER =
        512, /* reserved for everything else if there are plenty: the store, sending, fonts */
    FILES_OTHER_LEAST = 40, /* the least that this needs */
    FILES_THREAD = 3,       /* per serving thread: a reader of the store, and its wake-up channel */
    FILES_FEW = 256,        /* with fewer there is one thread of each kind */
};

/* Some more than the configured number, for connections that were cut off but not yet closed by the
 * library. */
unsigned server_most_connections(const struct server_config *config) {
    return config->max_connections + config->max_connections / 16 + SERVER_SPARE * config->threads;
}

static unsigned files_of_threads(const struct server_config *config) {
    return FILES_THREAD * (config->threads + config->pool_threads);
}

unsigned server_files(const struct server_config *config) {
    return server_most_connections(config) + files_of_threads(config) + FILES_OTHER;
}

static void lower_bound(unsigned *bound, unsigned most) {
    if (*bound > most)
        *bound = most;
}

bool server_fit_files(struct server_config *config, unsigned files) {
    unsigned other = files / 4;
    unsigned taken;

    if (files >= server_files(config))
        return true;
    if (files < SERVER_FILES_LEAST)
        return false;
    lower_bound(&other, FILES_OTHER);
    if (other < FILES_OTHER_LEAST)
        other = FILES_OTHER_LEAST;
    lower_bound(&config->threads, files / FILES_FEW * 4 + 1);
    lower_bound(&config->pool_threads, files / FILES_FEW * 4 + 1);
    taken = other + files_of_threads(config) + SERVER_SPARE * config->threads;
    assert(taken < files);
    lower_bound(&config->max_connections, (files - taken) * 16 / 17);
    /* A single address must still not get all of them. */
    if (config->max_per_address != 0)
        lower_bound(&config->max_per_address, config->max_connections / 2);
    if (config->max_waiting_per_address != 0)
        lower_bound(&config->max_waiting_per_address, config->max_connections / 4);
    return true;
}
