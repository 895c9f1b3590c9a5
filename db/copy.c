/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/copy.h"

#include "db/driver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    COPY_TABLES_MAX = 256,
    COPY_COLUMNS_MAX = 64,
    COPY_NAME_SIZE = 64,
    COPY_SQL_SIZE = 2048,
    PAGE_ROWS = 2000 /* read at once from a table whose rows are numbered */
};

struct copied_column {
    char name[COPY_NAME_SIZE];
    enum value_type type;
};

struct copied_table {
    char name[COPY_NAME_SIZE];
    struct copied_column columns[COPY_COLUMNS_MAX];
    unsigned count;
    int64_t rows;
    uint64_t digest; /* of all values, independent of the rows' order */
};

struct copy {
    struct store *from, *to;
    struct copied_table *tables;
    unsigned count;
    void (*progress)(void *context, const char *table, int64_t rows);
    void *context;
};

/* ------------------------------------------------------------------------------ tables -- */

/* The target's tables in the order of their creation, in which each comes after those it refers to. */
static enum store_result list_tables(struct copy *copy) {
    struct store_reader *reader = &copy->to->writers[0].reader;
    struct query query;
    char table[COPY_NAME_SIZE];
    copy->tables = calloc(COPY_TABLES_MAX, sizeof *copy->tables);
    if (copy->tables == NULL)
        return STORE_ERROR;
    query_open_once(&query, reader, reader->driver->catalogue);
    while (query_row(&query)) {
        get_text(&query, table, sizeof table);
        struct copied_table *last = copy->count == 0 ? NULL : &copy->tables[copy->count - 1];
        if (last == NULL || strcmp(last->name, table) != 0) {
            if (copy->count == COPY_TABLES_MAX)
                break;
            last = &copy->tables[copy->count++];
            memcpy(last->name, table, sizeof table);
        }
        if (last->count == COPY_COLUMNS_MAX)
            break;
        get_text(&query, last->columns[last->count].name, COPY_NAME_SIZE);
        last->columns[last->count++].type = (enum value_type)get_int(&query);
    }
    return query_end(&query, copy->count > 0 && copy->count < COPY_TABLES_MAX);
}

/* Numbered rows are read in the order of their id, some at a time. */
static bool is_numbered(const struct copied_table *table) {
    return strcmp(table->columns[0].name, "id") == 0 && table->columns[0].type == VALUE_INT;
}

static int write_columns(const struct copied_table *table, char *sql, size_t size) {
    int length = 0;
    for (unsigned i = 0; i < table->count; i++)
        length += snprintf(sql + length, size - (size_t)length, "%s%s", i == 0 ? "" : ", ",
                           table->columns[i].name);
    return length;
}

/* -------------------------------------------------------------------------------- rows -- */

/* A value as it was read; data is borrowed. */
struct copied_value {
    bool null;
    int64_t number;
    struct store_bytes data;
};

static uint64_t digest_bytes(uint64_t hash, const void *data, size_t size) {
    const uint8_t *bytes = data;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * UINT64_C(1099511628211); /* FNV-1a */
    return hash;
}

static uint64_t digest_row(const struct copied_table *table, const struct copied_value *values) {
    uint64_t hash = UINT64_C(14695981039346656037);
    for (unsigned i = 0; i < table->count; i++) {
        const struct copied_value *value = &values[i];
        hash = digest_bytes(hash, &value->null, sizeof value->null);
        hash = digest_bytes(hash, &value->number, sizeof value->number);
        hash = digest_bytes(hash, &value->data.len, sizeof value->data.len);
        hash = digest_bytes(hash, value->data.data, value->data.len);
    }
    return hash ^ hash >> 29;
}

static void get_row(struct query *query, const struct copied_table *table,
                    struct copied_value *values) {
    const struct driver *driver = query->driver;
    for (unsigned i = 0; i < table->count; i++) {
        values[i] = (struct copied_value){.null = driver->is_null(query, (int)i)};
        if (values[i].null)
            continue;
        if (table->columns[i].type == VALUE_INT)
            values[i].number = driver->get_int(query, (int)i);
        else
            values[i].data = driver->get_data(query, (int)i);
    }
}

static void put_values(struct query *query, const struct copied_table *table,
                       const struct copied_value *values) {
    const struct driver *driver = query->driver;
    for (unsigned i = 0; i < table->count && query->result == STORE_OK; i++) {
        enum value_type type = table->columns[i].type;
        if (values[i].null)
            driver->put_null(query, (int)i + 1, type);
        else if (type == VALUE_INT)
            driver->put_int(query, (int)i + 1, values[i].number);
        else
            driver->put_data(
                query, (int)i + 1, type,
                (struct store_bytes){values[i].data.data == NULL ? "" : values[i].data.data,
                                     values[i].data.len},
                false);
    }
}

/* What is done with each row. */
typedef enum store_result copy_row(void *context, const struct copied_table *table,
                                   const struct copied_value *values);

/* Calls row for all rows of a table, numbered ones in the order of their id. */
static enum store_result each_row(struct store_reader *reader, const struct copied_table *table,
                                  copy_row *row, void *context) {
    struct copied_value values[COPY_COLUMNS_MAX] = {0};
    char sql[COPY_SQL_SIZE];
    bool numbered = is_numbered(table);
    enum store_result result = STORE_OK;
    int64_t after = INT64_MIN;
    unsigned found;
    int length = snprintf(sql, sizeof sql, "SELECT ");
    length += write_columns(table, sql + length, sizeof sql - (size_t)length);
    snprintf(sql + length, sizeof sql - (size_t)length,
             numbered ? " FROM %s WHERE id > ? ORDER BY id LIMIT %d" : " FROM %s ORDER BY 1",
             table->name, PAGE_ROWS);
    do {
        struct query query;
        found = 0;
        query_open_once(&query, reader, sql);
        if (numbered)
            put_int(&query, after);
        while (result == STORE_OK && query_row(&query)) {
            get_row(&query, table, values);
            after = values[0].number;
            found++;
            result = row(context, table, values);
        }
        enum store_result ended = query_close(&query);
        result = result == STORE_OK ? ended : result;
    } while (numbered && found == PAGE_ROWS && result == STORE_OK);
    return result;
}

/* ----------------------------------------------------------------------------- writing -- */

/* One statement for all rows of a table. */
struct writing {
    struct copy *copy;
    struct copied_table *table;
    struct query insert;
};

static enum store_result insert_row(void *context, const struct copied_table *table,
                                    const struct copied_value *values) {
    struct writing *writing = context;
    struct query *insert = &writing->insert;
    const struct driver *driver = insert->driver;
    driver->use(insert);
    put_values(insert, table, values);
    if (insert->result == STORE_OK)
        (void)driver->step(insert);
    driver->reset(insert);
    writing->table->digest += digest_row(table, values);
    if (++writing->table->rows % PAGE_ROWS == 0 && writing->copy->progress != NULL)
        writing->copy->progress(writing->copy->context, table->name, writing->table->rows);
    return insert->result;
}

static enum store_result copy_table(struct copy *copy, struct copied_table *table) {
    struct store_reader *to = &copy->to->writers[0].reader;
    struct writing writing = {
        .copy = copy,
        .table = table,
        .insert = {.reader = to, .driver = to->driver, .at = 1, .result = STORE_OK}};
    char sql[COPY_SQL_SIZE];
    int length = snprintf(sql, sizeof sql, "INSERT INTO %s (", table->name);
    length += write_columns(table, sql + length, sizeof sql - (size_t)length);
    length += snprintf(sql + length, sizeof sql - (size_t)length, ") VALUES (");
    for (unsigned i = 0; i < table->count; i++)
        length += snprintf(sql + length, sizeof sql - (size_t)length, "%s?", i == 0 ? "" : ", ");
    snprintf(sql + length, sizeof sql - (size_t)length, ")");
    writing.insert.stmt = to->driver->prepare(&writing.insert, sql, true);
    if (writing.insert.stmt == NULL)
        return writing.insert.result;
    enum store_result result =
        each_row(&copy->from->writers[0].reader, table, insert_row, &writing);
    to->driver->drop(to, writing.insert.stmt);
    if (copy->progress != NULL)
        copy->progress(copy->context, table->name, table->rows);
    return result;
}

static enum store_result copy_tables(struct copy *copy) {
    struct store_reader *to = &copy->to->writers[0].reader;
    const struct driver *driver = to->driver;
    enum store_result result = driver->exec(to, driver->begin_text, "beginning to copy");
    if (result == STORE_OK && driver->before_copy != NULL)
        result = driver->exec(to, driver->before_copy, "beginning to copy");
    for (unsigned i = 0; i < copy->count && result == STORE_OK; i++)
        result = copy_table(copy, &copy->tables[i]);
    if (result == STORE_OK && driver->after_copy != NULL)
        result = driver->exec(to, driver->after_copy, "numbering what comes next");
    if (result == STORE_OK)
        result = driver->exec(to, "COMMIT", "committing the copy");
    if (result != STORE_OK && driver->in_transaction(to))
        (void)driver->roll_back(to);
    return result;
}

/* --------------------------------------------------------------------------- comparing -- */

static enum store_result compare_row(void *context, const struct copied_table *table,
                                     const struct copied_value *values) {
    struct copied_table *found = context;
    found->rows++;
    found->digest += digest_row(table, values);
    return STORE_OK;
}

static enum store_result compare_table(const struct copy *copy, const struct copied_table *table) {
    struct copied_table found = {.rows = 0};
    enum store_result result = each_row(&copy->to->writers[0].reader, table, compare_row, &found);
    if (result != STORE_OK || (found.rows == table->rows && found.digest == table->digest))
        return result;
    db_log(copy->to, STORE_LOG_ERROR, "%s: table %s differs from what was copied", copy->to->path,
           table->name);
    return STORE_DAMAGED;
}

/* ----------------------------------------------------------------------------- opening -- */

static enum store_result open_connection(struct store *store, struct store_reader *reader) {
    enum store_result result = db_connection(reader, store);
    reader->writing = true;
    return result;
}

/* The writers' connections, without their threads. STORE_BUSY: a server is running. */
static enum store_result open_alone(struct store **store, const struct store_options *options) {
    enum store_result result = db_prepare_store(store, options);
    int64_t serving = 0;
    for (unsigned i = 0; result == STORE_OK && i < (*store)->driver->writers; i++)
        result = open_connection(*store, &(*store)->writers[i].reader);
    if (result == STORE_OK)
        result = (*store)->driver->open_writer(*store);
    if (result == STORE_OK && (*store)->driver->serving != NULL)
        result = db_number(&(*store)->writers[0].reader, (*store)->driver->serving, &serving);
    if (result == STORE_OK && serving != 0) {
        db_log(*store, STORE_LOG_ERROR, "%s: a server is running on it; stop it first",
               (*store)->path);
        result = STORE_BUSY;
    }
    return result;
}

static enum store_result need_empty(const struct store *store, struct store_reader *reader) {
    int64_t rows;
    enum store_result result = db_number(
        reader, "SELECT (SELECT count(*) FROM accounts) + (SELECT count(*) FROM games)", &rows);
    if (result != STORE_OK || rows == 0)
        return result;
    db_log(store, STORE_LOG_ERROR, "%s: is not empty; copy into an empty database", store->path);
    return STORE_CONFLICT;
}

enum store_result store_copy(const struct store_options *from, const struct store_options *to,
                             void (*progress)(void *context, const char *table, int64_t rows),
                             void *context, struct store_copied *copied) {
    struct copy copy = {.progress = progress, .context = context};
    *copied = (struct store_copied){0};
    enum store_result result = open_alone(&copy.from, from);
    if (result == STORE_OK)
        result = open_alone(&copy.to, to);
    if (result == STORE_OK)
        result = need_empty(copy.to, &copy.to->writers[0].reader);
    if (result == STORE_OK)
        result = list_tables(&copy);
    if (result == STORE_OK)
        result = copy_tables(&copy);
    for (unsigned i = 0; i < copy.count && result == STORE_OK; i++) {
        result = compare_table(&copy, &copy.tables[i]);
        copied->tables++;
        copied->rows += copy.tables[i].rows;
    }
    free(copy.tables);
    db_discard(copy.to);
    db_discard(copy.from);
    return result;
}
