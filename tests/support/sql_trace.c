/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "tests/support/sql_trace.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS_MAX = 512, TEXT_SIZE = 100 };

struct row {
    char text[TEXT_SIZE];
    unsigned runs, rows;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* protects everything below */
static struct row rows[ROWS_MAX];
static unsigned n_rows;

/* The row of this statement; each run of white space counts as one blank. */
static struct row *row_of(const char *sql) {
    char text[TEXT_SIZE];
    size_t n = 0;
    for (; sql != NULL && *sql != 0 && n < sizeof text - 1; sql++)
        if (strchr(" \n\t", *sql) == NULL)
            text[n++] = *sql;
        else if (n > 0 && text[n - 1] != ' ')
            text[n++] = ' ';
    text[n] = '\0';
    for (unsigned i = 0; i < n_rows; i++)
        if (strcmp(rows[i].text, text) == 0)
            return &rows[i];
    if (n_rows == ROWS_MAX)
        abort(); /* raise ROWS_MAX */
    memcpy(rows[n_rows].text, text, sizeof text);
    return &rows[n_rows++];
}

static int note(unsigned event, void *context, void *statement, void *text) {
    (void)context;
    pthread_mutex_lock(&lock);
    if (event == SQLITE_TRACE_ROW)
        row_of(sqlite3_sql(statement))->rows++;
    else
        row_of(text)->runs++;
    pthread_mutex_unlock(&lock);
    return 0;
}

static int install(sqlite3 *db, char **error, const struct sqlite3_api_routines *api) {
    (void)error;
    (void)api;
    return sqlite3_trace_v2(db, SQLITE_TRACE_STMT | SQLITE_TRACE_ROW, note, NULL);
}

void sql_trace_install(void) {
    sqlite3_auto_extension((void (*)(void))install);
}

void sql_trace_begin(void) {
    pthread_mutex_lock(&lock);
    memset(rows, 0, sizeof rows);
    n_rows = 0;
    pthread_mutex_unlock(&lock);
}

struct sql_totals sql_trace_totals(void) {
    struct sql_totals totals = {0};
    pthread_mutex_lock(&lock);
    for (unsigned i = 0; i < n_rows; i++) {
        /* As SQLite marks a trigger, and then each of its statements. */
        if (strncmp(rows[i].text, "-- TRIGGER ", 11) == 0)
            totals.triggers += rows[i].runs;
        else if (strncmp(rows[i].text, "-- ", 3) != 0)
            totals.statements += rows[i].runs;
        totals.rows += rows[i].rows;
    }
    pthread_mutex_unlock(&lock);
    return totals;
}

static int by_rows(const void *one, const void *other) {
    const struct row *a = one, *b = other;
    return a->rows != b->rows ? (a->rows < b->rows ? 1 : -1) : (int)(b->runs - a->runs);
}

void sql_trace_print(FILE *out) {
    pthread_mutex_lock(&lock);
    qsort(rows, n_rows, sizeof *rows, by_rows);
    for (unsigned i = 0; i < n_rows; i++)
        fprintf(out, "%5u times %6u rows  %s\n", rows[i].runs, rows[i].rows, rows[i].text);
    pthread_mutex_unlock(&lock);
}
