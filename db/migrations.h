/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_MIGRATIONS_H
#define DB_MIGRATIONS_H

#include <stddef.h>

/* One file of migrations/, embedded at build time. */
struct migration {
    int number;       /* from the file's name: 0001_accounts.sql is 1 */
    const char *name; /* the file's name without folder and ending */
    const char *sql;  /* its whole text */
};

/* All migrations in rising order of number, without gaps from 1. */
extern const struct migration migrations[];
extern const size_t migrations_count;

#endif
