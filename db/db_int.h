/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_DB_INT_H
#define DB_DB_INT_H

/* What the files of db/ share among themselves. */

#include "db/events.h"
#include "db/games.h"
#include "db/store.h"

#include <pthread.h>
#include <stdatomic.h>

enum {
    OPTIMIZE_EVERY_S = 4 * 60 * 60, /* between two times that the database is tidied */
    PROBE_EVERY_S = 2,              /* between two tries to write while that fails */
    WRITERS_MAX = 8,                /* of a store */
    TOPICS_MAX = 32                 /* announced by one transaction */
};

struct driver;
struct event_sink;

/* What a parameter is. */
enum value_type { VALUE_INT, VALUE_TEXT, VALUE_BLOB };

/* What a member of a struct is to its column. */
enum column_kind {
    COLUMN_INT,        /* int, int64_t; null is read as 0 */
    COLUMN_UINT,       /* unsigned, uint32_t, an enum, a bool; null is read as 0 */
    COLUMN_ID,         /* like COLUMN_INT, and 0 is kept as null: ids, moments */
    COLUMN_SEAT,       /* like COLUMN_INT, and -1 is kept as null */
    COLUMN_TEXT,       /* char[]; "" is kept as null */
    COLUMN_FULL_TEXT,  /* char[]; "" is kept as such */
    COLUMN_BLOB,       /* uint8_t[], all of it */
    COLUMN_BLOB_OR_0,  /* the same; zeros are kept as null */
    COLUMN_BYTES,      /* struct store_bytes, borrowed when read; NULL data is kept as null */
    COLUMN_FULL_BYTES, /* the same, but never null */
    COLUMN_LONG_TEXT,  /* like COLUMN_BYTES, of text */
};

/* Who writes a column. */
enum column_use { COLUMN_READ_ONLY, COLUMN_KEY /* an INSERT alone */, COLUMN_WRITTEN };

/* A column of a row that is read into a struct and written from one. A table of these, ended by
 * one without a name, is the only place that lists the row's columns. */
struct column {
    const char *name; /* as a SELECT has it: "seq", "t.seq", "coalesce(t.seq, 1) AS seq" */
    uint8_t kind, use;
    uint16_t size;
    uint32_t offset;
};
#define COLUMN_OF(type, member, kind, name, use)                                                   \
    { (name), COLUMN_##kind, (use), sizeof(((type *)0)->member), offsetof(type, member) }
#define COLUMN(type, member, kind, name)    COLUMN_OF(type, member, kind, name, COLUMN_WRITTEN)
#define KEY(type, member, kind, name)       COLUMN_OF(type, member, kind, name, COLUMN_KEY)
#define READ_ONLY(type, member, kind, name) COLUMN_OF(type, member, kind, name, COLUMN_READ_ONLY)

/*
 * A statement that is kept prepared. Its text stands beside the code that binds it:
 *
 *     STATEMENT(find, "SELECT {read} FROM games WHERE public_id = ?", game_columns);
 *
 * In the text {read} stands for the names of all columns, {more} for those of a second row; {names} and {marks} for those of them
 * that are written and a ? for each, {set} and {renew} for "name = ?" and "name = excluded.name" of
 * each that is no key. Every database takes the same texts, but for those that are said for one.
 *
 * The linker lays all statements side by side, and the place of one among them is its slot in each
 * connection: no list has to be kept, and nothing is registered while the program runs.
 */
struct statement {
    const char *sql;              /* NULL: PostgreSQL's alone */
    const struct column *columns; /* NULL: none */
    const struct column *more;    /* of a second row that comes with it: {more} */
    const char *postgresql;       /* where sql is SQLite's alone: the same for PostgreSQL */
    bool nests;                   /* others run while it is open, and see the same moment */
};
#define STATEMENT(name, ...) STATEMENTS(name, .sql = __VA_ARGS__)
/* A table of statements: STATEMENTS(lists[], SQL("SELECT ..."), SQL("SELECT ...", columns)). */
#define STATEMENTS(name, ...)                                                                      \
    static const struct statement name                                                             \
        __attribute__((section("statements"), aligned(sizeof(void *)))) = {__VA_ARGS__}
#define SQL(...)                                                                                   \
    { .sql = __VA_ARGS__ }

/* Which index to use, where SQLite chooses a slower one; another database gets the text without. */
#define SQLITE_INDEX(name) " INDEXED BY " name

/* The longest text of a statement, with its NUL, once its columns stand in it. */
enum { STATEMENT_SIZE = 4096 };
/* Writes a statement's text with its columns. sql: one of the statement's texts. */
void statement_text(const struct statement *statement, const char *sql, char text[STATEMENT_SIZE]);

/* The first one and the end, as the linker has them. */
extern const struct statement __start_statements[], __stop_statements[];
static inline size_t statement_count(void) {
    /* The linker lays them side by side, as one array. */
    /* cppcheck-suppress comparePointers */
    return (size_t)(__stop_statements - __start_statements);
}

/* What is known of what a reader will be asked (db/ahead.h). */
struct foresight {
    char public_id[STORE_ID_SIZE]; /* of the game; "": none is known */
    int64_t game;
    int64_t accounts[STORE_SEATS_MAX]; /* of those who play it */
    unsigned count;
    bool wanted; /* by the next store_read_begin: */
    unsigned parts;
    int64_t account; /* whose key it is */
    char key[STORE_KEY_SIZE];
};

/* A connection and its prepared statements. */
struct store_reader {
    struct store *store;
    const struct driver *driver;
    void *db;          /* the driver's */
    void **statements; /* one for each slot, the driver's; NULL: not prepared yet */
    bool writing;      /* the writer's connection: always inside a transaction */
    bool in_read;      /* between store_read_begin and store_read_end */
    bool left_open;    /* that could not be ended: its moment has passed */
    bool own;          /* a thread's own: closed when the thread ends */
    bool ahead;        /* between store_ahead_begin and store_ahead_end */
    struct foresight foresight;
    enum store_result failure; /* the last thing worse than a conflict; kept for the writer */
    bool again;                /* that can be gone when the transaction is run once more */
    struct event_sink *sink;   /* while a log is being read */
    struct store_reader *next, *prev; /* the store's list of readers */
};

/* A connection that writes, and the thread that does. */
struct store_tx {
    struct store_reader reader; /* first */
    pthread_t thread;
    bool runs;
    /* The thread's own: */
    bool outbox_changed; /* the transaction going on wrote to the outbox */
    bool unsettled;      /* a failed commit can turn out to be made */
    bool everything;     /* more was announced than there is room for */
    unsigned announced;
    int64_t topics[TOPICS_MAX];
    int share; /* of the job going on, where there is one in a transaction */
    int64_t fence;
    /* Guarded by the store's lock: */
    bool busy;
    int64_t key; /* of the job going on, while busy */
};

struct store {
    const struct driver *driver;
    char *path; /* what messages call the database */
    void *own;  /* the driver's */
    void (*log)(void *log_context, enum store_log_level level, const char *message);
    void *log_context;
    void *companion; /* store_set_companion */
    bool read_only;
    bool rehearse;
    atomic_int checked;                           /* what store_check_file said last */
    atomic_uint_fast64_t round_trips, statements; /* to and for a database that is elsewhere */
    atomic_uint_fast64_t damaged;                 /* readings that met damage */

    pthread_mutex_t readers_lock;
    struct store_reader *readers;
    pthread_key_t own_reader;
    bool own_reader_made;

    struct store_tx writers[WRITERS_MAX]; /* as many as the driver has; none where it only reads */
    int64_t wal_bytes;    /* of the write-ahead log after the last commit; SQLite's writer's only */
    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t wake;
    struct store_job *head, *tail;
    size_t queued;
    size_t free_writers; /* that have started and run no job */
    bool stopping;
    struct store_metrics metrics;
    pthread_mutex_t told_lock;        /* guards what follows, and is held while it is called */
    void (*told)(void *told_context); /* who hears of what was put into the outbox; NULL: nobody */
    void *told_context;
};

/* ------------------------------------------------------------------------ store.c: the basics -- */

/* Tells the operator. */
void db_log(const struct store *store, enum store_log_level level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Of something worse than a conflict: remembers it for the writer and tells the operator. cause says
 * what went wrong, `doing` what was being done: "reading an account". Returns result. */
enum store_result db_fail(struct store_reader *reader, enum store_result result, const char *cause,
                          const char *doing);

/* What errno after a call about files means: STORE_FULL or STORE_ERROR. */
enum store_result db_file_result(int cause);

/* Makes a connection of the store's, without opening it. */
enum store_result db_connection(struct store_reader *reader, struct store *store);
/* Drops the statements and closes; does nothing to one that was never made. */
void db_disconnect(struct store_reader *reader);

/* Runs SQL text without parameters. */
enum store_result db_exec(struct store_reader *reader, const char *sql, const char *doing);
/* Runs a kept statement without parameters. */
enum store_result db_run(struct store_reader *reader, const struct statement *statement);
/* The one integer that sql gives; 0 where it gives no row. */
enum store_result db_number(struct store_reader *reader, const char *sql, int64_t *number);

/* ahead.c: with a moment that begins, asks what store_ahead_game has named. games.c: the seats of that. */
void db_ask_ahead(struct store_reader *reader);
void db_ask_seats(struct store_reader *reader, int64_t game);

/* Ends a reader's transaction where its end has failed: else it would read of that moment for ever. */
void db_end_left_open(struct store_reader *reader);

/* Makes a store that is not open yet; what db_discard gives back. */
enum store_result db_prepare_store(struct store **store, const struct store_options *options);
void db_discard(struct store *store);

/* --------------------------------------------------------------------- query.c: statements -- */

/*
 * One use of a kept statement: open, put the parameters in their order, then either run, or row
 * by row get the columns in their order; close. The first thing that fails makes all further calls
 * do nothing; close returns it.
 */
struct query {
    struct store_reader *reader;
    const struct driver *driver;  /* the reader's */
    const struct column *columns; /* of the statement */
    void *stmt;                   /* the driver's; NULL: it could not be prepared */
    bool once;                    /* it is not kept */
    bool nests;                   /* others run while it is open */
    int at;                       /* the next parameter or column */
    enum store_result result;     /* STORE_OK so far */
};

struct query *query_open(struct query *query, struct store_reader *reader,
                         const struct statement *statement);
/* Opens a statement that is not kept: its slot would hardly be used. */
void query_open_once(struct query *query, struct store_reader *reader, const char *sql);
/* Opens it and puts numbers, none of which is null. */
#define QUERY_OPEN(query, reader, statement, ...)                                                  \
    query_open_with((query), (reader), (statement), (const int64_t[]){__VA_ARGS__},                \
                    sizeof((const int64_t[]){__VA_ARGS__}) / sizeof(int64_t))
struct query *query_open_with(struct query *query, struct store_reader *reader,
                              const struct statement *statement, const int64_t numbers[],
                              size_t count);
/* The same for a use that ends in the statement it begins in:
 * query_one(put_text(QUERY(reader, &find), name), &row). */
#define QUERY(reader, statement) query_open(&(struct query){0}, (reader), (statement))
#define QUERY_WITH(reader, statement, ...)                                                         \
    QUERY_OPEN(&(struct query){0}, (reader), (statement), __VA_ARGS__)

struct query *put_int(struct query *query, int64_t value);
struct query *put_id(struct query *query, int64_t value);   /* 0: null */
struct query *put_seat(struct query *query, int64_t value); /* -1: null */
struct query *put_text(struct query *query,
                       const char *value); /* "": null; must outlive the query */
/* The same in lower case, ASCII letters only, as lower() has it; a copy is kept. */
struct query *put_lower(struct query *query, const char *value);
struct query *put_long_text(struct query *query, struct store_bytes value); /* NULL data: null */
struct query *put_blob(struct query *query, const void *data, size_t len);  /* NULL data: null */
struct query *put_bytes(struct query *query,
                        struct store_bytes value); /* an empty one is no null */
/* The columns of the statement's row, for {marks} and for {set}. */
struct query *put_row(struct query *query, const void *row);
struct query *put_changes(struct query *query, const void *row);

/* Steps; true: there is a row, whose columns can be got. */
bool query_row(struct query *query);
int64_t get_int(struct query *query);
struct store_bytes get_bytes(struct query *query);             /* borrowed until the next step */
void get_text(struct query *query, char *buffer, size_t size); /* null: "" */
/* Reads columns into a struct. A text, bytes or a number that do not fit: STORE_CORRUPT. */
void get_columns(struct query *query, const struct column columns[], void *row);
/* Steps, and reads the columns of the statement's row; false: there is none, or it is damaged. */
bool query_next(struct query *query, void *row);
/* Something worse than a conflict, told to the operator by db_fail. */
void query_fail(struct query *query, enum store_result result, const char *cause,
                const char *doing);
/* The row is not what this program writes: STORE_CORRUPT, told to the operator. */
void query_damaged(struct query *query, const char *doing);
enum store_result query_close(struct query *query);

/* Closes it; STORE_NONE where all went well but nothing was found. */
enum store_result query_end(struct query *query, bool found);

/* Each of these ends the use and closes it. */
/* The one row; STORE_NONE where there is none. */
enum store_result query_one(struct query *query, void *row);
/* STORE_OK where there is a row, else STORE_NONE. */
enum store_result query_exists(struct query *query);
/* The number in the first row; 0 where there is no row. */
enum store_result query_number(struct query *query, int64_t *number);
/* Runs an "INSERT ... ON CONFLICT DO NOTHING RETURNING id"; STORE_CONFLICT where nothing came. */
enum store_result query_insert(struct query *query, int64_t *id);
/* Runs an "INSERT ... ON CONFLICT DO NOTHING" that has another text, without that, for a database that is
 * elsewhere: there STORE_CONFLICT may come with the commit. */
enum store_result query_add(struct query *query);
/* Steps to the end. *changes: the rows changed; where NULL, a failure may come with what is asked next, or with the
 * commit. */
enum store_result query_run(struct query *query, unsigned *changes);
/* Steps to the end; `unchanged` where no row has changed. */
enum store_result query_change(struct query *query, enum store_result unchanged);
/* The first numbers of at most max rows. */
enum store_result query_numbers(struct query *query, int64_t *numbers, size_t max, size_t *count);
/* At most max rows, each of size bytes. */
enum store_result query_rows(struct query *query, void *rows, size_t size, size_t max,
                             size_t *count);
/* All of a use at once, where the parameters are numbers. */
#define QUERY_RUN(tx, statement, ...)                                                              \
    query_run(QUERY_WITH(&(tx)->reader, (statement), __VA_ARGS__), NULL)

/*
 * Whether lists, searches and counts name a game to an account: the one rule in SQL, beside the one
 * in service/game/access.c. An account may be told of every game that it may see, except of those
 * that it may see only because it knows their address. g: an alias of games; viewer: a parameter,
 * 0 for somebody without an account. What costs more to find out is asked last.
 */
#define GAME_LISTED(g, viewer)                                                                     \
    "(" g ".visibility = 0 OR (" viewer " <> 0 AND (" g ".creator = " viewer                       \
    " OR EXISTS (SELECT 1 FROM seats v WHERE v.game_id = " g ".id AND (v.account_id = " viewer     \
    "  OR (v.kind = 3 AND lower(v.invite) = (SELECT lower(i.email) FROM accounts i"                \
    "   JOIN mailboxes c ON c.account_id = i.id AND c.confirmed_at IS NOT NULL"                    \
    "   WHERE i.id = " viewer "))))"                                                               \
    " OR EXISTS (SELECT 1 FROM seat_offers w WHERE w.game_id = " g ".id"                           \
    "  AND w.account_id = " viewer "))))"
_Static_assert(STORE_PUBLIC == 0 && STORE_SEAT_INVITED == 3, "as written in GAME_LISTED");

/* Copies parts into one block (*memory, malloc) and points them there. */
enum store_result bytes_own(struct store_bytes *const parts[], size_t count, void **memory);

/* --------------------------------------------------------------- other files, one thing each -- */

/* migrate.c: is this database ours, and of our time? writable: also bring it up to date.
 * older_is_fine: a database that still needs migrations may be read. */
enum store_result migrate_check(struct store_reader *reader, bool writable, bool older_is_fine,
                                int *number);
/* writer.c */
enum store_result writer_start(struct store *store);
/* retention.c: what is forgotten, when, and what stays. */
struct retention {
    const char *table;
    const char *forget; /* which rows go with account ?1; NULL: none */
    const char *blank;  /* these do not go; so they are SET; NULL: they go */
    const char *old;    /* which rows are older than the moment ?1; NULL: none ever are */
    const char *key;    /* with old: what tells rows apart */
    int hours;          /* how long before now that moment lies */
    const char *stays;  /* why rows stay that name an account or have an end */
};
extern const struct retention retentions[]; /* up to one without a table */
/* Forgets what goes with an account. Part of store_account_delete. */
enum store_result retention_forget(struct store_tx *tx, int64_t account);
#endif
