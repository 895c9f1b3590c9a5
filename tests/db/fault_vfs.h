/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_DB_FAULT_VFS_H
#define TESTS_DB_FAULT_VFS_H

#include <stdbool.h>

/*
 * A layer between SQLite and the disk that makes the Nth change of a file fail: a write (half of which reaches the
 * disk, except for FAULT_GONE), a flush, a truncation.
 */
enum fault_kind {
    FAULT_IO,   /* the disk is broken */
    FAULT_FULL, /* the disk is full: writes report that */
    FAULT_GONE, /* the disk is gone: no part of a write reaches it */
    FAULT_KILL  /* the process is killed there, with half of the write on the disk */
};

/* Adds the layer to every connection opened from now on. */
void fault_install(void);
/* Counts changes from 1; number `nth` fails (0: none), and with `forever` all later ones. */
void fault_arm(enum fault_kind kind, long nth, bool forever);
/* Changes counted since fault_arm. */
long fault_count(void);
/* Whether the first failure since fault_arm was a write (not a flush or truncation). */
bool fault_hit_write(void);
/* Whether anything failed since fault_arm. */
bool fault_hit(void);
/* Files open through the layer now. */
int fault_open_files(void);

#endif
