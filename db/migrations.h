/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_MIGRATIONS_H
#define DB_MIGRATIONS_H

#include <stddef.h>

/* One file of migrations/ or migrations/postgresql/, embedded at build time. */
struct migration {
    int number;       /* from the file's name: 0001_accounts.sql is 1 */
    const char *name; /* the file's name without folder and ending */
    const char *sql;  /* its whole text */
};

/* SQLite's, numbered from 1 without gaps, ended by one without a text. */
extern const struct migration migrations[];
extern const size_t migrations_count; /* without that one */

/* PostgreSQL's: the first one makes the same tables as SQLite's up to its number. */
extern const struct migration postgresql_migrations[];
extern const size_t postgresql_migrations_count;

#endif
