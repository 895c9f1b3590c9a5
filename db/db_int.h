/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_DB_INT_H
#define DB_DB_INT_H

/* What the files of db/ share among themselves. */

#include "db/store.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdatomic.h>

enum {
    APPLICATION_ID = 0x48585054,   /* "HXPT", at byte 68 of every database of ours */
    PAGE_SIZE = 4096,              /* bytes */
    BUSY_TIMEOUT_MS = 5000,        /* patience with somebody else's lock */
    CHECKPOINT_PAGES = 1000,       /* pages in the write-ahead log that make a checkpoint due */
    TRUNCATE_PAGES = 16384,        /* 64 MiB: from there on the log is cut off when possible */
    TRUNCATE_TIMEOUT_MS = 50,      /* how long cutting it off may wait for readers */
    OPTIMIZE_EVERY_S = 4 * 60 * 60 /* between two looks at the query planner's figures */
};

/* Every statement that is kept prepared. Its text stands beside the code that binds it. */
enum statement_id {
    ST_BEGIN_READ,
    ST_BEGIN_WRITE,
    ST_COMMIT,
    ST_ROLLBACK,
    ST_SAVEPOINT,
    ST_RELEASE,
    ST_ROLLBACK_TO,
    ST_ACCOUNT_CREATE,
    ST_ACCOUNT_GET,
    ST_ACCOUNT_BY_PUBLIC_ID,
    ST_ACCOUNT_BY_NAME,
    ST_ACCOUNT_DELETE,
    ST_ACCOUNT_REVOKE,
    ST_ACCOUNT_STATS,
    ST_TOKEN_CREATE,
    ST_TOKEN_LIST,
    ST_TOKEN_REVOKE,
    ST_TOKEN_FIND,
    ST_TOKEN_USED,
    ST_GAME_CREATE,
    ST_GAME_GET,
    ST_GAME_BY_PUBLIC_ID,
    ST_GAME_REMATCH,
    ST_GAME_LIST_ALL,
    ST_GAME_LIST_STATUS,
    ST_GAME_LIST_MINE,
    ST_GAME_LIST_PLAYER,
    ST_GAME_IDS,
    ST_GAME_START,
    ST_GAME_FINISH,
    ST_GAME_DELETE,
    ST_SEAT_CREATE,
    ST_SEAT_LIST,
    ST_SEAT_SET,
    ST_COUNT_ACCOUNTS,
    ST_COUNT_GAMES,
    ST_EVENT_APPEND,
    ST_EVENT_LAST,
    ST_EVENT_NEXT,
    ST_EVENT_READ,
    ST_EVENT_READ_TIMED,
    ST_EVENT_SIZE,
    ST_ANSWER_PUT,
    ST_ANSWER_GET,
    ST_ANSWER_PRUNE,
    ST_ANSWER_FORGET,
    /* clocks.c */
    ST_TIMER_SET,
    ST_TIMER_CLEAR,
    ST_TIMERS_OF,
    ST_TIMER_NEXT,
    ST_TIMERS_DUE,
    ST_CLOCK_CREATE,
    ST_CLOCK_GET,
    ST_CLOCK_PAUSE,
    ST_CLOCK_SEATS,
    ST_CLOCK_SEAT_SET,
    ST_CLOCK_GAMES,
    ST_CALENDAR_GET,
    ST_CALENDAR_SET,
    ST_VACATION_LIST,
    ST_VACATION_CLEAR,
    ST_VACATION_ADD,
    ST_PAUSE_VOTES,
    ST_PAUSE_VOTE,
    ST_PAUSE_FORGET,
    ST_SEAT_VOTES,
    ST_SEAT_VOTE,
    ST_SEAT_VOTE_FORGET,
    ST_SEAT_OFFERS,
    ST_SEAT_OFFER,
    ST_SEAT_OFFER_FORGET,
    ST_SEAT_PAST,
    /* orders.c */
    ST_ORDERS_PUT,
    ST_ORDERS_GET,
    ST_ORDERS_OF_GAME,
    ST_ORDERS_REMOVE,
    ST_ORDERS_FORGET_TIMERS,
    ST_ORDERS_FORGET,
    ST_QUESTION_SET,
    ST_QUESTION_REMOVE,
    ST_QUESTIONS_CLEAR,
    ST_QUESTIONS_OF,
    ST_ORDER_NOTE_ADD,
    ST_ORDER_NOTE_PRUNE,
    ST_ORDER_NOTES,
    /* talk.c */
    ST_TALK_ADD,
    ST_TALK_READER,
    ST_TALK_LIST,
    ST_TALK_LAST,
    ST_TALK_NTH,
    ST_TALK_SET_READ,
    ST_TALK_UNREAD,
    ST_NOTES_GET,
    ST_NOTES_PUT,
    /* history.c */
    ST_FIGURES_PUT,
    ST_FIGURES_LIST,
    ST_EVENTS_RISING,
    ST_EVENTS_FALLING,
    /* outbox.c */
    ST_POST_ADD,
    ST_POST_GET,
    ST_POST_BY_PUBLIC_ID,
    ST_POST_WAITING_TARGET,
    ST_POST_WAITING_GAME,
    ST_POST_WAITING,
    ST_POST_DROP_TARGET,
    ST_POST_DROP_GAME,
    ST_POST_DROP,
    ST_POST_CANCEL,
    ST_POST_MOVE,
    ST_POST_DUE,
    ST_POST_DUE_OF,
    ST_POST_NEXT,
    ST_POST_BEGIN,
    ST_POST_END,
    ST_POST_RECOVER,
    ST_POST_AGAIN,
    ST_POST_OF_TARGET,
    ST_POST_FIGURES,
    ST_POST_PRUNE,
    ST_POST_FORGET,
    /* hooks.c */
    ST_HOOK_CREATE,
    ST_HOOK_GET,
    ST_HOOK_BY_PUBLIC_ID,
    ST_HOOK_LIST,
    ST_HOOK_WANTING_ACCOUNT,
    ST_HOOK_WANTING_GAME,
    ST_HOOK_SET,
    ST_HOOK_NOTE,
    ST_HOOK_DISABLE,
    ST_HOOK_DELETE,
    ST_HOOK_FORGET,
    /* mailboxes.c */
    ST_MAILBOX_GET,
    ST_MAILBOX_ADDRESS,
    ST_MAILBOX_SET,
    ST_MAILBOX_FIND,
    ST_BOUNCE_NOTE,
    ST_BOUNCE_FORGET,
    ST_BOUNCE_COUNT,
    ST_BOUNCE_CLEAR,
    ST_LINK_PUT,
    ST_LINK_GET,
    ST_LINK_USE,
    ST_LINK_DROP,
    ST_LINK_COUNT,
    ST_LINK_COUNT_OF,
    ST_LINK_PRUNE,
    ST_INVITE_NOTE,
    ST_INVITE_COUNT,
    ST_REFUSAL_PUT,
    ST_REFUSAL_GET,
    ST_FORGET_MAILBOX,
    ST_FORGET_LINKS,
    ST_FORGET_INVITATIONS,
    /* chats.c */
    ST_CHAT_CODE_PUT,
    ST_CHAT_CODE_GET,
    ST_CHAT_CODE_USE,
    ST_CHAT_LINK_PUT,
    ST_CHAT_LINK_FIND,
    ST_CHAT_LINK_LIST,
    ST_CHAT_LINK_DELETE,
    ST_CHAT_PLACE_GET,
    ST_CHAT_PLACE_SET,
    ST_CHAT_PLACE_LIMIT,
    ST_FOLLOW_CREATE,
    ST_FOLLOW_GET,
    ST_FOLLOW_BY_PUBLIC_ID,
    ST_FOLLOW_OF_GAME,
    ST_FOLLOW_OF_CHANNEL,
    ST_FOLLOW_COUNT,
    ST_FOLLOW_TOLD,
    ST_FOLLOW_TROUBLE,
    ST_FOLLOW_MOVE,
    ST_FOLLOW_RENEW,
    ST_FOLLOW_DELETE,
    ST_CHAT_HEARD,
    ST_CHAT_BUTTON_PUT,
    ST_CHAT_BUTTON_GET,
    ST_CHAT_MARK_GET,
    ST_CHAT_MARK_PUT,
    ST_CHAT_PRUNE_HEARD,
    ST_CHAT_PRUNE_BUTTONS,
    ST_CHAT_PRUNE_CODES,
    ST_CHAT_FORGET_CODES,
    ST_CHAT_FORGET_LINKS,
    ST_CHAT_FORGET_FOLLOWS,
    /* looked.c */
    ST_LOOKED_GET,
    ST_LOOKED_SET,
    ST_LOOKED_FORGET,
    /* push.c */
    ST_PUSH_KEY_GET,
    ST_PUSH_KEY_PUT,
    ST_PUSH_PUT,
    ST_PUSH_GET,
    ST_PUSH_LIST,
    ST_PUSH_NOTE,
    ST_PUSH_DELETE,
    ST_PUSH_DROP,
    ST_PUSH_PRUNE,
    ST_PUSH_MOVE,
    ST_PUSH_FORGET_TOKEN,
    ST_PUSH_FORGET,
    STATEMENTS
};

struct statement {
    enum statement_id id;
    const char *sql;
};

/* Who is told each event while a log is read. */
struct event_sink {
    bool (*row)(void *context, const struct store_event *event);
    void *context;
    uint32_t last; /* seq of the event told last */
    bool stopped;  /* row said false */
    bool damaged;  /* a row was no event */
};

/* A connection and its prepared statements. */
struct store_reader {
    struct store *store;
    sqlite3 *db;
    sqlite3_stmt *statements[STATEMENTS];
    bool writing;              /* the writer's connection: always inside a transaction */
    bool in_read;              /* between store_read_begin and store_read_end */
    bool own;                  /* a thread's own: closed when the thread ends */
    enum store_result failure; /* the last thing worse than a conflict; kept for the writer */
    struct event_sink *sink;   /* while a log is being read */
    struct store_reader *next, *prev; /* the store's list of readers */
};

struct store_tx {
    struct store_reader reader;
};

struct store {
    char *path;
    void (*log)(void *log_context, enum store_log_level level, const char *message);
    void *log_context;
    bool read_only;
    int lock_fd; /* holds PATH.lock while the store may write; -1: not held */

    pthread_mutex_t readers_lock;
    struct store_reader *readers;
    pthread_key_t own_reader;
    bool own_reader_made;

    struct store_tx tx; /* the writer's; after the start only its thread touches it */
    pthread_t writer;
    bool writer_runs;
    int wal_pages;        /* in the write-ahead log after the last commit; writer's thread only */
    bool posted;          /* the transaction going on wrote to the outbox; writer's thread only */
    int checkpoint_due;   /* the number of pages that makes the next checkpoint due */
    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t wake;
    struct store_job *head, *tail;
    size_t queued;
    bool stopping;
    struct store_figures figures;
    pthread_mutex_t told_lock;        /* guards what follows, and is held while it is called */
    void (*told)(void *told_context); /* who hears of what was put into the outbox; NULL: nobody */
    void *told_context;
};

/* ------------------------------------------------------------------------ db.c: the basics -- */

/* Tells the operator. */
void db_log(const struct store *store, enum store_log_level level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* What SQLite's answer means to our callers; also remembers and logs what is worse than a
 * conflict. `doing` says what was being done: "reading an account". */
enum store_result db_result(struct store_reader *reader, int rc, const char *doing);

/* Opens a connection with all safeguards on. flags: SQLite's. */
enum store_result db_connect(struct store_reader *reader, struct store *store, const char *path,
                             int flags);
/* Finalises the statements and closes; NULL-safe in the connection. */
void db_disconnect(struct store_reader *reader);

/* Runs SQL text without parameters. */
enum store_result db_exec(struct store_reader *reader, const char *sql, const char *doing);
/* Runs a kept statement without parameters. */
enum store_result db_run(struct store_reader *reader, const struct statement *statement);
/* The one integer that sql gives; 0 where it gives no row. */
enum store_result db_number(struct store_reader *reader, const char *sql, int64_t *number);

/* Fills a store's plain members (path, log); what db_discard gives back. */
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
    sqlite3_stmt *stmt;
    int at;                   /* the next parameter or column */
    enum store_result result; /* STORE_OK so far */
};

void query_open(struct query *query, struct store_reader *reader,
                const struct statement *statement);
void put_int(struct query *query, int64_t value);
void put_id(struct query *query, int64_t value);       /* 0: null */
void put_seat(struct query *query, int value);         /* -1: null */
void put_text(struct query *query, const char *value); /* "": null; must outlive the query */
void put_long_text(struct query *query, struct store_bytes value); /* NULL data: null */
void put_blob(struct query *query, const void *data, size_t len);  /* NULL data: null */
void put_bytes(struct query *query, struct store_bytes value);     /* an empty one is no null */
/* Steps; true: there is a row, whose columns may be got. */
bool query_row(struct query *query);
int64_t get_int(struct query *query);
int get_seat(struct query *query);                                 /* null: -1 */
void get_text(struct query *query, char *buffer, size_t size);     /* null: "" */
void get_hash(struct query *query, uint8_t hash[STORE_HASH_SIZE]); /* null: zeros */
struct store_bytes get_bytes(struct query *query); /* borrowed until the next step */
enum store_result query_close(struct query *query);
/* Steps to the end and closes. *changes (may be NULL): the rows changed. */
enum store_result query_run(struct query *query, int *changes);
/* All of a use at once, where the parameters are numbers; *changed (may be NULL): the rows changed. */
enum store_result query_numbers(struct store_tx *tx, const struct statement *statement,
                                const int64_t numbers[], size_t count, unsigned *changed);
#define QUERY_NUMBERS(tx, statement, changed, ...)                                                 \
    query_numbers((tx), (statement), (const int64_t[]){__VA_ARGS__},                               \
                  sizeof((const int64_t[]){__VA_ARGS__}) / sizeof(int64_t), (changed))
/* Like query_run, but STORE_OK needs a changed row; otherwise `unchanged`. */
enum store_result query_change(struct query *query, enum store_result unchanged);

/* Copies parts into one block (*memory, malloc) and points them there. */
enum store_result bytes_own(struct store_bytes *const parts[], size_t count, void **memory);

/* --------------------------------------------------------------- other files, one thing each -- */

/* migrate.c: is this database ours, and of our time? writable: also bring it up to date.
 * older_is_fine: a database that still needs migrations may be read. */
enum store_result migrate_check(struct store_reader *reader, bool writable, bool older_is_fine,
                                int *number);
/* writer.c */
enum store_result writer_start(struct store *store);
/* events.c: the function that is told each row. */
int events_register(struct store_reader *reader);

#endif
