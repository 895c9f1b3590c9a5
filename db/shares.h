/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_SHARES_H
#define DB_SHARES_H

#include "db/store.h"

/*
 * Several processes on one database: work that exactly one of them does, and notices between them.
 *
 * All background work (bots, deadlines, messages, polling of chats) is divided into shares. A process holds
 * a share for a limited time, by the database's clock, and has to renew it. A share that changes hands gets
 * a new fence: a job that names the former one (struct store_job) is not run, however late its process wakes
 * up. A store on a file holds all shares for as long as it is open.
 */
enum {
    STORE_SHARES = 16,
    STORE_LEASE_S = 12,  /* how long a share is held without being renewed */
    STORE_CHANGES_S = 60 /* how long changes are kept */
};

struct store_shares {
    int64_t fences[STORE_SHARES]; /* 0: another process has it */
    unsigned processes;           /* that are alive, this one among them */
    unsigned wanted;              /* how many shares this process should have */
    bool leaving;                 /* set by the caller: this process gives up all shares */
};

/*
 * Records that this process is alive, renews its shares, and takes or gives back some if there are more or
 * fewer processes than before. Waits for the write; not to be called within a job. Shares that it cannot
 * renew stay as they are, and expire.
 */
enum store_result store_shares_renew(struct store *store, struct store_shares *shares);

/* Where store_changes goes on; zeroed at first. */
struct store_look {
    uint64_t from; /* the driver's */
};
#define STORE_ALL_SHARES ((UINT64_C(1) << STORE_SHARES) - 1)

typedef void store_topic(void *context, int64_t topic);

/*
 * Calls back for the topics that jobs of other processes have announced since the last look, for some
 * more than once. Looks more than STORE_CHANGES_S apart, or after a failure, miss some.
 */
enum store_result store_changes(struct store_reader *reader, struct store_look *look,
                                store_topic *topic, void *context);

/* Unix milliseconds by the clock of the database's machine, which all processes share. STORE_ERROR if only one
 * process can have the store open. */
enum store_result store_clock(struct store_reader *reader, int64_t *ms);

/* Whether several processes may have the store open. */
bool store_is_shared(const struct store *store);

#endif
