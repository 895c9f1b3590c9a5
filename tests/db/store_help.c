/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "tests/db/store_help.h"

#include "db/accounts.h"
#include "db/events.h"
#include "db/games.h"
#include "tests/support/fresh.h"
#include "tests/support/postgres.h"

#include <check.h>
#include <ctype.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;
static char last_message[512];

static void keep_message(void *context, enum store_log_level level, const char *message) {
    (void)context;
    if (level == STORE_LOG_INFO)
        return;
    pthread_mutex_lock(&log_lock);
    snprintf(last_message, sizeof last_message, "%s", message);
    pthread_mutex_unlock(&log_lock);
}

const char *test_log(void) {
    static char copy[sizeof last_message];
    pthread_mutex_lock(&log_lock);
    memcpy(copy, last_message, sizeof copy);
    pthread_mutex_unlock(&log_lock);
    return copy;
}

void remove_store(const char *path) {
    static const char *const endings[] = {"", "-wal", "-shm", "-journal", ".lock"};
    last_message[0] = '\0';
    if (on_postgresql()) {
        make_test_database(path);
        return;
    }
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        char name[256];
        snprintf(name, sizeof name, "%s%s", path, endings[i]);
        unlink(name);
    }
}

struct store_options test_options(const char *path) {
    return (struct store_options){.path = test_database(path), .log = keep_message};
}

struct store *open_store(const char *path) {
    struct store_options options = test_options(path);
    struct store *store;
    enum store_result result = store_open(&store, &options);
    ck_assert_msg(result == STORE_OK, "store_open: %s: %s", store_result_name(result), test_log());
    return store;
}

struct store *open_new_store(const char *path, struct store_reader **reader) {
    struct store *store;
    remove_store(path);
    fresh_database(path);
    store = open_store(path);
    *reader = store_reader_get(store);
    ck_assert_ptr_nonnull(*reader);
    return store;
}

struct step {
    struct store_job job;
    enum store_result (*fn)(struct store_tx *tx, void *context);
    void *context;
};

static enum store_result run_step(struct store_tx *tx, struct store_job *job) {
    struct step *step = (struct step *)job;
    return step->fn(tx, step->context);
}

enum store_result in_tx(struct store *store,
                        enum store_result (*fn)(struct store_tx *tx, void *context),
                        void *context) {
    struct step step = {.job = {.run = run_step}, .fn = fn, .context = context};
    return store_call(store, &step.job);
}

enum store_result create_account(struct store_tx *tx, void *context) {
    return store_account_create(tx, context);
}

enum store_result delete_account(struct store_tx *tx, void *context) {
    return store_account_delete(tx, *(int64_t *)context, 5000);
}

int64_t make_account(struct store *store, const char *name) {
    struct store_account account = {.created_at = 1000};
    snprintf(account.public_id, sizeof account.public_id, "a_%s", name);
    snprintf(account.name, sizeof account.name, "%s", name);
    for (size_t i = 0; name[i] != '\0'; i++)
        account.name_key[i] = (char)tolower((unsigned char)name[i]);
    ck_assert_int_eq(in_tx(store, create_account, &account), STORE_OK);
    ck_assert_int_gt(account.id, 0);
    return account.id;
}

enum store_result create_token(struct store_tx *tx, void *context) {
    return store_token_create(tx, context);
}

struct store_token make_laptop_token(struct store *store, int64_t account) {
    struct store_token token = {.account = account,
                                .public_id = "t1",
                                .name = "laptop",
                                .scopes = "game:read",
                                .created_at = 3000};
    memset(token.hash, 0x11, sizeof token.hash);
    ck_assert_int_eq(in_tx(store, create_token, &token), STORE_OK);
    return token;
}

struct store_game new_game(int64_t creator, const char *public_id) {
    struct store_game game = {
        .creator = creator,
        .setup = {"\1set-up", 7},
        .created_at = 2000,
        .winner = -1,
        .seat_count = 4,
    };
    snprintf(game.public_id, sizeof game.public_id, "%s", public_id);
    memset(game.server_seed, 0x5e, sizeof game.server_seed);
    memset(game.commitment, 0xc0, sizeof game.commitment);
    return game;
}

static enum store_result create_game(struct store_tx *tx, void *context) {
    return store_game_create(tx, context);
}

int64_t make_game(struct store *store, int64_t creator, const char *public_id) {
    struct store_game game = new_game(creator, public_id);
    ck_assert_int_eq(in_tx(store, create_game, &game), STORE_OK);
    return game.id;
}

struct lot {
    int64_t game;
    uint32_t first, count;
};

static struct store_event event_at(int64_t game, uint32_t seq, char body[32]) {
    int len = snprintf(body, 32, "%lld/%u", (long long)game, seq);
    return (struct store_event){
        .seq = seq,
        .kind = (int)(seq % 256),
        .player = (int)(seq % 5) - 1,
        .at = 1764000000000 + seq,
        .body = {body, (size_t)len},
    };
}

enum store_result append_in(struct store_tx *tx, int64_t game, uint32_t first, uint32_t count) {
    enum { MOST = 64 };
    char bodies[MOST][32];
    struct store_event events[MOST];
    ck_assert_uint_le(count, MOST);
    for (uint32_t i = 0; i < count; i++)
        events[i] = event_at(game, first + i, bodies[i]);
    return store_events_append(tx, game, NULL, events, count);
}

static enum store_result append_lot(struct store_tx *tx, void *context) {
    const struct lot *lot = context;
    return append_in(tx, lot->game, lot->first, lot->count);
}

enum store_result append(struct store *store, int64_t game, uint32_t first, uint32_t count) {
    struct lot lot = {game, first, count};
    return in_tx(store, append_lot, &lot);
}

bool check_event(void *context, const struct store_event *event) {
    struct checked *checked = context;
    char body[32];
    checked->seq++;
    struct store_event wanted = event_at(checked->game, checked->seq, body);
    ck_assert_uint_eq(event->seq, wanted.seq);
    ck_assert_int_eq(event->kind, wanted.kind);
    ck_assert_int_eq(event->player, wanted.player);
    ck_assert_int_eq(event->at, wanted.at);
    ck_assert_uint_eq(event->body.len, wanted.body.len);
    ck_assert_mem_eq(event->body.data, wanted.body.data, wanted.body.len);
    return true;
}

uint32_t check_log(struct store_reader *reader, int64_t game) {
    struct checked checked = {.game = game};
    uint32_t last;
    ck_assert_int_eq(store_events_read(reader, game, &(struct store_window){.times = true},
                                       check_event, &checked),
                     STORE_OK);
    ck_assert_int_eq(store_events_last(reader, game, &last, NULL), STORE_OK);
    ck_assert_uint_eq(last, checked.seq);
    return checked.seq;
}

void add_name(char names[NAMES_SIZE], const char *name) {
    size_t len = strlen(names);
    int added = snprintf(names + len, NAMES_SIZE - len, "%s", name);
    ck_assert_uint_lt(len + (size_t)added, NAMES_SIZE);
}
