/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Counts every SQL statement of this process's SQLite connections by its text. */
#ifndef TESTS_SUPPORT_SQL_TRACE_H
#define TESTS_SUPPORT_SQL_TRACE_H

#include <stdio.h>

struct sql_totals {
    unsigned statements, rows;
    unsigned triggers; /* that these statements have run */
};

/* Traces each connection opened from now on; call it before a store is opened. */
void sql_trace_install(void);
/* Resets the counts. */
void sql_trace_begin(void);
/* What has run since. */
struct sql_totals sql_trace_totals(void);
/* Prints the statements, most rows first, one per line: how often each ran, its rows, its text. */
void sql_trace_print(FILE *out);

#endif
