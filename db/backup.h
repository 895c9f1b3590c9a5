/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_BACKUP_H
#define DB_BACKUP_H

#include "db/store.h"

/* Copies of the whole database. */

/*
 * Writes a consistent copy of options->path to target, which must not exist (STORE_CONFLICT), while
 * a server may be writing. The copy is checked before it gets its name; a failed or interrupted
 * copy leaves nothing under that name. Until then it is called TARGET.part; one that a killed backup has
 * left is removed, and STORE_BUSY means that somebody is writing it. progress (may be NULL) is passed pages, and
 * returns false to stop (STORE_ERROR).
 */
enum store_result store_backup(const struct store_options *options, const char *target,
                               bool (*progress)(void *context, int done, int total), void *context);

#endif
