/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Counts every SQL statement of this process's SQLite connections by its text. */
#ifndef TESTS_SUPPORT_SQL_TRACE_H
#define TESTS_SUPPORT_SQL_TRACE_H

#include <stdio.h>

struct sql_totals {
    unsigned statements, rows;
};

/* Has each connection that is opened from now on counted; call it before a store is opened. */
void sql_trace_install(void);
/* Begins to count anew. */
void sql_trace_begin(void);
/* What has been run since; what triggers run counts with it. */
struct sql_totals sql_trace_totals(void);
/* The statements, most rows first, one a line: how often each ran, its rows, its text. */
void sql_trace_print(FILE *out);

#endif
