/* SPDX-License-Identifier: AGPL-3.0-or-later */

/* Statements: their texts, their parameters, and the rows they return. */
#include "db/driver.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void query_fail(struct query *query, enum store_result result, const char *cause,
                const char *doing) {
    if (query->result == STORE_OK)
        query->result = db_fail(query->reader, result, cause, doing);
}

void query_damaged(struct query *query, const char *doing) {
    query_fail(query, STORE_CORRUPT, "a row is not as this program writes it", doing);
}

/* ------------------------------------------------------------------------------- texts -- */

/* The placeholders for the columns of a row. */
enum word {
    WORD_READ,
    WORD_MORE,
    WORD_NULLS,
    WORD_MORE_NULLS,
    WORD_NAMES,
    WORD_MARKS,
    WORD_SET,
    WORD_RENEW,
    WORDS
};

static const char *const words[WORDS] = {"{read}",  "{more}",  "{nulls}", "{more nulls}",
                                         "{names}", "{marks}", "{set}",   "{renew}"};

static bool is_meant(const struct column *column, enum word word) {
    if (word <= WORD_MORE_NULLS)
        return true;
    if (word == WORD_NAMES || word == WORD_MARKS)
        return column->use != COLUMN_READ_ONLY;
    return column->use == COLUMN_WRITTEN;
}

static int write_column(char *to, size_t room, const struct column *column, enum word word) {
    const char *name = column->name + strlen(column->name);
    while (name > column->name && name[-1] != '.' && name[-1] != ' ')
        name--;
    switch (word) {
    case WORD_READ:
    case WORD_MORE: return snprintf(to, room, "%s", column->name);
    case WORD_NAMES: return snprintf(to, room, "%s", name);
    case WORD_NULLS:
    case WORD_MORE_NULLS: return snprintf(to, room, "NULL");
    case WORD_MARKS: return snprintf(to, room, "?");
    case WORD_SET: return snprintf(to, room, "%s = ?", name);
    default: return snprintf(to, room, "%s = excluded.%s", name, name);
    }
}

/* Expands the placeholder at *from and steps over it; returns the length written. */
static size_t write_word(char *to, size_t room, const char **from,
                         const struct statement *statement) {
    enum word word = 0;
    while (word < WORDS && strncmp(*from, words[word], strlen(words[word])) != 0)
        word++;
    assert(word < WORDS);
    bool more = word == WORD_MORE || word == WORD_MORE_NULLS;
    const struct column *columns = more ? statement->more : statement->columns;
    assert(columns != NULL);
    *from += strlen(words[word]);
    size_t length = 0;
    for (const struct column *column = columns; column->name != NULL; column++) {
        if (!is_meant(column, word))
            continue;
        if (length > 0)
            length += (size_t)snprintf(to + length, room - length, ", ");
        length += (size_t)write_column(to + length, room - length, column, word);
        assert(length < room);
    }
    return length;
}

void statement_text(const struct statement *statement, const char *sql, char text[STATEMENT_SIZE]) {
    size_t length = 0;
    for (const char *from = sql; *from != '\0';) {
        assert(length < STATEMENT_SIZE - 1);
        if (*from == '{')
            length += write_word(text + length, STATEMENT_SIZE - length, &from, statement);
        else
            text[length++] = *from++;
    }
    text[length] = '\0';
}

/* ----------------------------------------------------------------------------- opening -- */

void query_open_once(struct query *query, struct store_reader *reader, const char *sql) {
    db_end_left_open(reader);
    reader->changes_recalled = true; /* it might */
    *query = (struct query){
        .reader = reader, .driver = reader->driver, .once = true, .at = 1, .result = STORE_OK};
    query->stmt = query->driver->prepare(query, sql, false);
    if (query->stmt != NULL)
        query->driver->use(query);
}

static void *prepare_kept(struct query *query, const struct statement *statement) {
    char text[STATEMENT_SIZE];
    bool own = query->driver->postgresql && statement->postgresql != NULL;
    statement_text(statement, own ? statement->postgresql : statement->sql, text);
    return query->driver->prepare(query, text, true);
}

struct query *query_open(struct query *query, struct store_reader *reader,
                         const struct statement *statement) {
    struct kept_statement *kept = &reader->statements[statement - __start_statements];
    db_end_left_open(reader);
    *query = (struct query){.reader = reader,
                            .driver = reader->driver,
                            .columns = statement->columns,
                            .nests = statement->nests,
                            .at = 1,
                            .result = STORE_OK};
    if (kept->stmt == NULL) {
        kept->stmt = prepare_kept(query, statement);
        kept->changes_recalled = query->changes_recalled;
    }
    reader->changes_recalled |= kept->changes_recalled;
    query->stmt = kept->stmt;
    if (query->stmt != NULL)
        query->driver->use(query);
    return query;
}

struct query *query_open_with(struct query *query, struct store_reader *reader,
                              const struct statement *statement, const int64_t numbers[],
                              size_t count) {
    query_open(query, reader, statement);
    for (size_t i = 0; i < count; i++)
        put_int(query, numbers[i]);
    return query;
}

/* -------------------------------------------------------------------------- parameters -- */

struct query *put_int(struct query *query, int64_t value) {
    if (query->result == STORE_OK)
        query->driver->put_int(query, query->at++, value);
    return query;
}

static struct query *put_null(struct query *query, enum value_type type) {
    if (query->result == STORE_OK)
        query->driver->put_null(query, query->at++, type);
    return query;
}

struct query *put_id(struct query *query, int64_t value) {
    return value == 0 ? put_null(query, VALUE_INT) : put_int(query, value);
}

struct query *put_seat(struct query *query, int64_t value) {
    return value < 0 ? put_null(query, VALUE_INT) : put_int(query, value);
}

static struct query *put_data(struct query *query, enum value_type type, const void *data,
                              size_t len, bool copied) {
    assert(len <= STORE_BLOB_MAX);
    if (query->result == STORE_OK)
        query->driver->put_data(query, query->at++, type, (struct store_bytes){data, len}, copied);
    return query;
}

struct query *put_text(struct query *query, const char *value) {
    if (value[0] == '\0')
        return put_null(query, VALUE_TEXT);
    return put_data(query, VALUE_TEXT, value, strlen(value), false);
}

struct query *put_lower(struct query *query, const char *value) {
    char lower[STORE_EMAIL_SIZE];
    size_t len = 0;
    for (; len < sizeof lower - 1 && value[len] != '\0'; len++)
        lower[len] =
            value[len] >= 'A' && value[len] <= 'Z' ? (char)(value[len] + 'a' - 'A') : value[len];
    if (len == 0)
        return put_null(query, VALUE_TEXT);
    return put_data(query, VALUE_TEXT, lower, len, true);
}

struct query *put_long_text(struct query *query, struct store_bytes value) {
    if (value.data == NULL)
        return put_null(query, VALUE_TEXT);
    return put_data(query, VALUE_TEXT, value.data, value.len, false);
}

struct query *put_blob(struct query *query, const void *data, size_t len) {
    if (data == NULL)
        return put_null(query, VALUE_BLOB);
    return put_data(query, VALUE_BLOB, data, len, false);
}

struct query *put_bytes(struct query *query, struct store_bytes value) {
    return put_blob(query, value.data == NULL ? "" : value.data, value.len);
}

static bool is_zero(const uint8_t *bytes, size_t size) {
    while (size > 0 && bytes[size - 1] == 0)
        size--;
    return size == 0;
}

/* Loads an integer of any type from a column's member. */
static int64_t load_number(const struct column *column, const char *from) {
    int64_t whole;
    int32_t number;
    uint32_t natural;
    switch (column->size) {
    case sizeof whole: memcpy(&whole, from, sizeof whole); return whole;
    case sizeof number:
        memcpy(&number, from, sizeof number);
        memcpy(&natural, from, sizeof natural);
        return column->kind == COLUMN_UINT ? (int64_t)natural : number;
    default: assert(column->size == sizeof(bool)); return *(const bool *)from;
    }
}

static void put_column(struct query *query, const struct column *column, const char *from) {
    const struct store_bytes *bytes = (const void *)from;
    switch ((enum column_kind)column->kind) {
    case COLUMN_INT:
    case COLUMN_UINT: put_int(query, load_number(column, from)); break;
    case COLUMN_ID: put_id(query, load_number(column, from)); break;
    case COLUMN_SEAT: put_seat(query, load_number(column, from)); break;
    case COLUMN_TEXT: put_text(query, from); break;
    case COLUMN_FULL_TEXT: put_data(query, VALUE_TEXT, from, strlen(from), false); break;
    case COLUMN_BLOB: put_blob(query, from, column->size); break;
    case COLUMN_BLOB_OR_0:
        put_blob(query, is_zero((const uint8_t *)from, column->size) ? NULL : from, column->size);
        break;
    case COLUMN_BYTES: put_blob(query, bytes->data, bytes->len); break;
    case COLUMN_FULL_BYTES: put_bytes(query, *bytes); break;
    case COLUMN_LONG_TEXT: put_long_text(query, *bytes); break;
    }
}

struct query *put_row(struct query *query, const void *row) {
    for (const struct column *column = query->columns; column->name != NULL; column++)
        if (column->use != COLUMN_READ_ONLY)
            put_column(query, column, (const char *)row + column->offset);
    return query;
}

struct query *put_changes(struct query *query, const void *row) {
    for (const struct column *column = query->columns; column->name != NULL; column++)
        if (column->use == COLUMN_WRITTEN)
            put_column(query, column, (const char *)row + column->offset);
    return query;
}

/* -------------------------------------------------------------------------------- rows -- */

bool query_row(struct query *query) {
    if (query->result != STORE_OK)
        return false;
    query->at = 0;
    return query->driver->step(query);
}

int64_t get_int(struct query *query) {
    return query->driver->get_int(query, query->at++);
}

struct store_bytes get_bytes(struct query *query) {
    return query->driver->get_data(query, query->at++);
}

void get_text(struct query *query, char *buffer, size_t size) {
    struct store_bytes text = get_bytes(query);
    if (text.len >= size) {
        query_damaged(query, "reading a text");
        text.len = 0;
    }
    if (text.len > 0)
        memcpy(buffer, text.data, text.len);
    buffer[text.len] = '\0';
}

static void get_blob(struct query *query, void *buffer, size_t size) {
    struct store_bytes bytes = get_bytes(query);
    memset(buffer, 0, size);
    if (bytes.len == size)
        memcpy(buffer, bytes.data, size);
    else if (bytes.data != NULL)
        query_damaged(query, "reading bytes");
}

/* Stores an integer in a column's member, whatever its type. */
static void get_number(struct query *query, const struct column *column, char *to) {
    bool nobody = column->kind == COLUMN_SEAT && query->driver->is_null(query, query->at);
    int64_t value = get_int(query);
    if (nobody)
        value = -1;
    int32_t number = (int32_t)value;
    uint32_t natural = (uint32_t)value;
    bool fits = true;
    switch (column->size) {
    case sizeof value: memcpy(to, &value, sizeof value); break;
    case sizeof number:
        fits = column->kind == COLUMN_UINT ? natural == value : number == value;
        memcpy(to, &natural, sizeof natural);
        break;
    default:
        assert(column->size == sizeof(bool));
        fits = value == 0 || value == 1;
        *(bool *)to = value != 0;
        break;
    }
    if (!fits)
        query_damaged(query, "reading a number");
}

void get_columns(struct query *query, const struct column columns[], void *row) {
    for (const struct column *column = columns; column->name != NULL; column++) {
        char *to = (char *)row + column->offset;
        switch ((enum column_kind)column->kind) {
        case COLUMN_INT:
        case COLUMN_UINT:
        case COLUMN_ID:
        case COLUMN_SEAT: get_number(query, column, to); break;
        case COLUMN_TEXT:
        case COLUMN_FULL_TEXT: get_text(query, to, column->size); break;
        case COLUMN_BLOB:
        case COLUMN_BLOB_OR_0: get_blob(query, to, column->size); break;
        case COLUMN_BYTES:
        case COLUMN_FULL_BYTES:
        case COLUMN_LONG_TEXT: *(struct store_bytes *)(void *)to = get_bytes(query); break;
        }
    }
}

bool query_next(struct query *query, void *row) {
    if (query_row(query))
        get_columns(query, query->columns, row);
    else
        return false;
    return query->result == STORE_OK;
}

/* ------------------------------------------------------------------------------ ending -- */

enum store_result query_close(struct query *query) {
    if (query->stmt != NULL)
        query->driver->reset(query);
    if (query->once && query->stmt != NULL)
        query->driver->drop(query->reader, query->stmt);
    return query->result;
}

enum store_result query_end(struct query *query, bool found) {
    enum store_result result = query_close(query);
    return result == STORE_OK && !found ? STORE_NONE : result;
}

enum store_result query_one(struct query *query, void *row) {
    return query_end(query, query_next(query, row));
}

enum store_result query_exists(struct query *query) {
    return query_end(query, query_row(query));
}

enum store_result query_number(struct query *query, int64_t *number) {
    *number = query_row(query) ? get_int(query) : 0;
    return query_close(query);
}

enum store_result query_numbers(struct query *query, int64_t *numbers, size_t max, size_t *count) {
    *count = 0;
    while (*count < max && query_row(query))
        numbers[(*count)++] = get_int(query);
    return query_close(query);
}

enum store_result query_rows(struct query *query, void *rows, size_t size, size_t max,
                             size_t *count) {
    *count = 0;
    while (*count < max && query_next(query, (char *)rows + *count * size))
        ++*count;
    return query_close(query);
}

enum store_result query_insert(struct query *query, int64_t *id) {
    bool found = query_row(query);
    if (found) {
        *id = get_int(query);
        query_row(query); /* foreign keys are checked only at its end */
    }
    enum store_result result = query_close(query);
    return result == STORE_OK && !found ? STORE_CONFLICT : result;
}

enum store_result query_run(struct query *query, unsigned *changes) {
    const struct driver *driver = query->driver;
    bool sent = changes == NULL && query->result == STORE_OK && driver->send != NULL &&
                !query->reader->ahead && driver->send(query);
    while (!sent && query_row(query)) {
    }
    if (changes != NULL)
        *changes = query->result == STORE_OK ? query->driver->changes(query) : 0;
    return query_close(query);
}

enum store_result query_change(struct query *query, enum store_result unchanged) {
    unsigned changes;
    enum store_result result = query_run(query, &changes);
    return result == STORE_OK && changes == 0 ? unchanged : result;
}

enum store_result query_add(struct query *query) {
    return query->driver->send != NULL ? query_run(query, NULL)
                                       : query_change(query, STORE_CONFLICT);
}

enum store_result bytes_own(struct store_bytes *const parts[], size_t count, void **memory) {
    size_t total = 0;
    for (size_t i = 0; i < count; i++)
        total += parts[i]->len;
    *memory = NULL;
    if (total == 0)
        return STORE_OK;
    char *block = malloc(total);
    if (block == NULL)
        return STORE_MEMORY;
    *memory = block;
    for (size_t i = 0; i < count; i++) {
        if (parts[i]->len == 0)
            continue;
        memcpy(block, parts[i]->data, parts[i]->len);
        parts[i]->data = block;
        block += parts[i]->len;
    }
    return STORE_OK;
}
