/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_PRELOAD_RECORD_H
#define TESTS_PRELOAD_RECORD_H

#include <stdint.h>

/*
 * Records what a program does to its database, in order: preloaded into the program (LD_PRELOAD), record.c appends each
 * change to the file in RECORD_TO. RECORD_OF is the database's path; its log and journal, with the suffixes "-wal" and
 * "-journal", are recorded too. The file's size is thus a time stamp: everything before it has been done.
 */
enum record_file { RECORD_DB, RECORD_WAL, RECORD_JOURNAL, RECORD_FILES };

enum record_kind {
    RECORD_WRITE,    /* `size` bytes at `at`; they follow */
    RECORD_TRUNCATE, /* to `at` bytes */
    RECORD_FLUSH,
    RECORD_REMOVE,
};

struct record_change {
    uint8_t kind; /* enum record_kind */
    uint8_t file; /* enum record_file */
    uint32_t size;
    int64_t at;
};

#endif
