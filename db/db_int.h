/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_DB_INT_H
#define DB_DB_INT_H

/* Shared among the files of db/. */

#include "db/events.h"
#include "db/games.h"
#include "db/store.h"

#include <pthread.h>
#include <stdatomic.h>

enum {
    OPTIMIZE_EVERY_S = 4 * 60 * 60, /* between two runs of the driver's housekeeping */
    PROBE_EVERY_S = 2,              /* between two attempts to write while that fails */
    WRITERS_MAX = 8,                /* per store */
    TOPICS_MAX = 32                 /* announced by one transaction */
};

struct driver;
struct event_sink;

/* The type of a parameter. */
enum value_type { VALUE_INT, VALUE_TEXT, VALUE_BLOB };

/* How a member of a struct maps to its column. */
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
enum column_use { COLUMN_READ_ONLY, COLUMN_KEY /* written by INSERT only */, COLUMN_WRITTEN };

/* A column of a row that is read into a struct and written from one. A row's columns are listed
 * only in a table of these, ended by one without a name. */
struct column {
    const char *name; /* as in a SELECT: "seq", "t.seq", "coalesce(t.seq, 1) AS seq" */
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
 * A statement that is kept prepared. Its text is beside the code that binds it:
 *
 *     STATEMENT(find, "SELECT {read} FROM games WHERE public_id = ?", game_columns);
 *
 * In the text {read} stands for the names of all columns, {more} for those of a second row, {nulls} and {more nulls}
 * for a NULL for each of them; {names} for the names of those that are written, {marks} for a ? for each of these;
 * {set} and {renew} for "name = ?" and "name = excluded.name" of each that is not a key. All databases take the same
 * text unless one is given for PostgreSQL.
 *
 * The linker lays all statements side by side, and the place of one among them is its slot in each
 * connection: no list has to be kept, and nothing is registered while the program runs.
 */
struct statement {
    const char *sql;              /* NULL: for PostgreSQL only */
    const struct column *columns; /* NULL: none */
    const struct column *more;    /* of a second row in the same result: {more} */
    const char *postgresql;       /* the text for PostgreSQL; NULL: sql serves both */
    bool nests;                   /* others run while it is open, in the same snapshot */
};
#define STATEMENT(name, ...) STATEMENTS(name, .sql = __VA_ARGS__)
/* A table of statements: STATEMENTS(lists[], SQL("SELECT ..."), SQL("SELECT ...", columns)). */
#define STATEMENTS(name, ...)                                                                      \
    static const struct statement name                                                             \
        __attribute__((section("statements"), aligned(sizeof(void *)))) = {__VA_ARGS__}
#define SQL(...)                                                                                   \
    { .sql = __VA_ARGS__ }

/* The index to use where SQLite chooses a slower one; other databases get the text without it. */
#define SQLITE_INDEX(name) " INDEXED BY " name

/* The longest text of a statement, with its NUL, after its columns are filled in. */
enum { STATEMENT_SIZE = 4096 };
/* Writes a statement's text with its columns. sql: one of the statement's texts. */
void statement_text(const struct statement *statement, const char *sql, char text[STATEMENT_SIZE]);

/* The bounds of the linker section that holds all statements. */
extern const struct statement __start_statements[], __stop_statements[];
static inline size_t statement_count(void) {
    /* The linker lays them side by side, as one array. */
    /* cppcheck-suppress comparePointers */
    return (size_t)(__stop_statements - __start_statements);
}

/* What is known about the queries that a reader will get (db/ahead.h). */
struct foresight {
    char public_id[STORE_ID_SIZE]; /* of the game; "": none is known */
    int64_t game;
    bool wanted; /* to be used by the next store_read_begin, with these: */
    unsigned parts;
    int64_t account; /* that the idempotency key belongs to */
    char key[STORE_KEY_SIZE];
    uint64_t guess; /* whose answers are meant; 0: none */
    uint64_t sent;  /* the guess by which the game was asked for (guess.c), with these; 0: none */
    unsigned guessed_parts;
    int64_t guessed_account;
    char guessed_key[STORE_KEY_SIZE];
};

struct store_reader;

/*
 * One use of a kept statement: open, put the parameters in order, then either run it or get the
 * columns of each row in order; close. After the first failure all further calls do nothing; close
 * returns it.
 */
struct query {
    struct store_reader *reader;
    const struct driver *driver;  /* the reader's */
    const struct column *columns; /* of the statement */
    void *stmt;                   /* the driver's; NULL: it could not be prepared */
    bool once;                    /* the statement is not kept */
    bool nests;                   /* others may run while it is open */
    bool changes_recalled;        /* the statement changes rows of the tables of recall.h */
    int at;                       /* the next parameter or column */
    enum store_result result;     /* STORE_OK so far */
};

/* A log as it is collected from its rows, in the form of chunks (db/chunks.h). */
struct kept_log {
    uint8_t *data;
    size_t len, size;
    bool failed; /* there was no memory */
};

/* Makes the bytes of a row the game's own (games.c). */
enum store_result db_own_game(struct store_game *game);

/* A statement as a connection keeps it. */
struct kept_statement {
    void *stmt; /* the driver's; NULL: not prepared yet */
    bool changes_recalled;
};

/* A connection and its prepared statements. */
struct store_reader {
    struct store *store;
    const struct driver *driver;
    void *db;                          /* the driver's connection */
    struct kept_statement *statements; /* one for each slot */
    bool writing;                      /* the writer's connection: always inside a transaction */
    bool changes_recalled; /* the transaction may change rows of the tables of recall.h */
    bool in_read;          /* between store_read_begin and store_read_end */
    bool holds;            /* in_read: the snapshot is that of `held`, without a transaction */
    struct query held;     /* a statement that stays open until store_read_end */
    bool left_open;        /* the last read could not be ended, so its snapshot is stale */
    bool own;              /* a thread's own: closed when the thread ends */
    bool ahead;            /* between store_ahead_begin and store_ahead_end */
    bool guessed; /* in_read: of what a guess has brought, without a transaction (guess.c) */
    struct foresight foresight;
    enum store_result failure; /* the last thing worse than a conflict; kept for the writer */
    bool again;                /* the failure may not occur if the transaction is run again */
    struct event_sink *sink;   /* while a log is being read */
    struct kept_log kept;      /* the log of the game being read (SQLite) */
    struct store_reader *next, *prev; /* the store's list of readers */
};

/* A connection that writes, and the thread that does. */
struct store_tx {
    struct store_reader reader; /* first */
    pthread_t thread;
    bool runs;
    /* Used by its thread only: */
    bool outbox_changed; /* the transaction going on wrote to the outbox */
    bool unsettled;      /* a failed commit may turn out to have succeeded */
    bool everything;     /* more was announced than there is room for */
    bool undone;         /* a job that failed has changed rows, so the transaction was given up */
    unsigned guarded;    /* so many more transactions have a savepoint for each job */
    unsigned announced;
    int64_t topics[TOPICS_MAX];
    int share; /* of the running job, if it is alone in its transaction */
    int64_t fence;
    /* Guarded by the store's lock: */
    bool busy;
    int64_t key; /* of the running job, while busy */
};

struct store {
    const struct driver *driver;
    char *path; /* what messages call the database */
    void *own;  /* the driver's */
    void (*log)(void *log_context, enum store_log_level level, const char *message);
    void *log_context;
    void *companion; /* set by store_set_companion */
    bool read_only;
    bool rehearse;
    atomic_uint_fast64_t guessed;                 /* guesses sent so far */
    struct guesses *guesses;                      /* NULL: the database is not remote */
    struct recall *recall;                        /* NULL: nothing is remembered */
    atomic_int checked;                           /* the latest result of store_check_file */
    atomic_uint_fast64_t round_trips, statements; /* to and on a remote database */
    atomic_uint_fast64_t damaged;                 /* reads that met damage */

    pthread_mutex_t readers_lock;
    struct store_reader *readers;
    pthread_key_t own_reader;
    bool own_reader_made;

    struct store_tx writers[WRITERS_MAX]; /* as many as the driver has; none in a read-only store */
    int64_t wal_bytes;    /* of the write-ahead log after the last commit; SQLite's writer's only */
    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t wake;
    struct store_job *head, *tail;
    size_t queued;
    size_t free_writers; /* that have started and run no job */
    bool stopping;
    struct store_metrics metrics;
    pthread_mutex_t told_lock;        /* guards what follows, and is held during the call */
    void (*told)(void *told_context); /* called after changes to the outbox; may be NULL */
    void *told_context;
};

/* ------------------------------------------------------------------------ store.c: the basics -- */

/* Logs a message for the operator. */
void db_log(const struct store *store, enum store_log_level level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Records a failure worse than a conflict for the writer and logs it. `cause` says what went wrong,
 * `doing` what was being done: "reading an account". Returns result. */
enum store_result db_fail(struct store_reader *reader, enum store_result result, const char *cause,
                          const char *doing);

/* The result for an errno of a file operation: STORE_FULL or STORE_ERROR. */
enum store_result db_file_result(int cause);

/* Initializes a connection of the store, without opening it. */
enum store_result db_connection(struct store_reader *reader, struct store *store);
/* Drops the statements and closes the connection; does nothing if it was never initialized. */
void db_disconnect(struct store_reader *reader);

/* Executes SQL text without parameters. */
enum store_result db_exec(struct store_reader *reader, const char *sql, const char *doing);
/* Executes a kept statement without parameters. */
enum store_result db_run(struct store_reader *reader, const struct statement *statement);
/* The single integer that sql returns; 0 if it returns no row. */
enum store_result db_number(struct store_reader *reader, const char *sql, int64_t *number);

/* Called when a read begins. ahead.c: prefetches what store_ahead_game has named, by db_ask_game; games.c: the
 * game's seats. */
void db_ask_ahead(struct store_reader *reader);
void db_ask_game(struct store_reader *reader);
void db_ask_seats(struct store_reader *reader, int64_t game);

/* games.c: a game with its log, as store_game_read has it, but in a reading that has begun. */
enum store_result db_game_whole(struct store_reader *reader, const char *public_id,
                                struct store_game *game);

/* Ends a reader's transaction whose end has failed; otherwise it would keep reading that snapshot for
 * ever. */
void db_end_left_open(struct store_reader *reader);

/* Prepares a store that is not open yet. db_discard frees it. */
enum store_result db_prepare_store(struct store **store, const struct store_options *options);
void db_discard(struct store *store);

/* --------------------------------------------------------------------- query.c: statements -- */

struct query *query_open(struct query *query, struct store_reader *reader,
                         const struct statement *statement);
/* Opens a statement that is too rare to be kept. */
void query_open_once(struct query *query, struct store_reader *reader, const char *sql);
/* Opens a statement and puts numbers, none of which is null. */
#define QUERY_OPEN(query, reader, statement, ...)                                                  \
    query_open_with((query), (reader), (statement), (const int64_t[]){__VA_ARGS__},                \
                    sizeof((const int64_t[]){__VA_ARGS__}) / sizeof(int64_t))
struct query *query_open_with(struct query *query, struct store_reader *reader,
                              const struct statement *statement, const int64_t numbers[],
                              size_t count);
/* The same for a use within a single expression: query_one(put_text(QUERY(reader, &find), name),
 * &row). */
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

/* Steps; true if there is a row, whose columns can then be got. */
bool query_row(struct query *query);
int64_t get_int(struct query *query);
struct store_bytes get_bytes(struct query *query);             /* borrowed until the next step */
void get_text(struct query *query, char *buffer, size_t size); /* null: "" */
/* Reads columns into a struct. A text, bytes or a number that do not fit: STORE_CORRUPT. */
void get_columns(struct query *query, const struct column columns[], void *row);
/* Steps and reads the row's columns into *row; false: there is none, or it is damaged. */
bool query_next(struct query *query, void *row);
/* A failure worse than a conflict; logged by db_fail. */
void query_fail(struct query *query, enum store_result result, const char *cause,
                const char *doing);
/* The row is not one that this program writes: STORE_CORRUPT, logged. */
void query_damaged(struct query *query, const char *doing);
enum store_result query_close(struct query *query);

/* Closes it; STORE_NONE if nothing failed but FOUND is false. */
enum store_result query_end(struct query *query, bool found);

/* Each of these ends the use and closes it. */
/* The one row; STORE_NONE where there is none. */
enum store_result query_one(struct query *query, void *row);
/* STORE_OK where there is a row, else STORE_NONE. */
enum store_result query_exists(struct query *query);
/* The number in the first row; 0 where there is no row. */
enum store_result query_number(struct query *query, int64_t *number);
/* Runs an "INSERT ... ON CONFLICT DO NOTHING RETURNING id"; STORE_CONFLICT if it returned no
 * row. */
enum store_result query_insert(struct query *query, int64_t *id);
/* Runs an "INSERT ... ON CONFLICT DO NOTHING" whose text for PostgreSQL lacks that clause: there
 * STORE_CONFLICT may come with the commit. */
enum store_result query_add(struct query *query);
/* Steps to the end. *changes: the number of rows changed. With NULL on PostgreSQL, a failure may be reported by
 * the next query or by the commit. */
enum store_result query_run(struct query *query, unsigned *changes);
/* Steps to the end; returns `unchanged` if no row has changed. */
enum store_result query_change(struct query *query, enum store_result unchanged);
/* The first column, numbers, of at most max rows. */
enum store_result query_numbers(struct query *query, int64_t *numbers, size_t max, size_t *count);
/* At most max rows, each of size bytes. */
enum store_result query_rows(struct query *query, void *rows, size_t size, size_t max,
                             size_t *count);
/* A whole use at once, for parameters that are all numbers. */
#define QUERY_RUN(tx, statement, ...)                                                              \
    query_run(QUERY_WITH(&(tx)->reader, (statement), __VA_ARGS__), NULL)

/*
 * Whether lists, searches and counts include a game for an account: the only rule of access in SQL;
 * the other is in service/game/access.c. Included is every game that the account may see, except
 * those that it may see only by knowing their address. g: an alias of games; viewer: a parameter, 0
 * without an account. The most expensive test comes last.
 */
#define GAME_LISTED(g, viewer)                                                                     \
    "(" g ".visibility = 0 OR (" viewer " <> 0 AND (" g ".creator = " viewer                       \
    " OR EXISTS (SELECT 1 FROM seats v WHERE v.game_id = " g ".id AND (v.account_id = " viewer     \
    "  OR (v.kind = 3 AND lower(v.invite) = (SELECT lower(i.email) FROM accounts i"                \
    "   JOIN mailboxes c ON c.account_id = i.id AND c.confirmed_at IS NOT NULL"                    \
    "   WHERE i.id = " viewer "))))"                                                               \
    " OR EXISTS (SELECT 1 FROM seat_offers w WHERE w.game_id = " g ".id"                           \
    "  AND w.account_id = " viewer ")"                                                             \
    " OR (" g ".club_id IS NOT NULL AND EXISTS (SELECT 1 FROM club_members u"                      \
    "  WHERE u.club_id = " g ".club_id AND u.account_id = " viewer " AND u.role < 3)))))"
_Static_assert(STORE_PUBLIC == 0 && STORE_SEAT_INVITED == 3, "as written in GAME_LISTED");

/* Grants g, with their tokens k, that have not ended and let their app read games (their scopes begin with game:read, as
 * the service writes them in a fixed order). Whether they rest too long is the caller's to add. */
#define GRANTS_THAT_READ                                                                           \
    "app_grants g JOIN tokens k ON k.id = g.token_id"                                              \
    " WHERE k.revoked_at IS NULL AND g.scopes LIKE 'game:read%'"

/* Copies parts into one block (*memory, malloc) and points them there. */
enum store_result bytes_own(struct store_bytes *const parts[], size_t count, void **memory);

/* --------------------------------------------------------------- other files, one thing each -- */

/* migrate.c: checks that this database is ours and not newer than this program. writable: also
 * brings it up to date. older_is_fine: a database that still needs migrations may be read. */
enum store_result migrate_check(struct store_reader *reader, bool writable, bool older_is_fine,
                                int *number);
/* writer.c */
enum store_result writer_start(struct store *store);
/* retention.c: which rows are erased, when, and which stay. */
struct retention {
    const char *table;
    const char *forget; /* which rows are erased with account ?1; NULL: none */
    const char *blank;  /* instead of erasing them, they are SET to this; NULL: erased */
    const char *old;    /* which rows are older than the moment ?1; NULL: none ever are */
    const char *key;    /* with `old`: what identifies a row */
    int hours;          /* how long before now that moment lies */
    const char *stays;  /* why rows stay although they name an account or have an end in time */
};
extern const struct retention retentions[]; /* up to one without a table */
/* Erases the rows that go with an account. Part of store_account_delete. */
enum store_result retention_forget(struct store_tx *tx, int64_t account);
#endif
