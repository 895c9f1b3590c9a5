/* SPDX-License-Identifier: AGPL-3.0-or-later */

/* Functions that migrations/0022_checksums.sql calls. */
#include "db/chain.h"
#include "db/sqlite/sqlite.h"

#include <assert.h>
#include <string.h>

static struct store_bytes bytes_of(sqlite3_value *value) {
    const void *data = sqlite3_value_blob(value);
    return (struct store_bytes){data, (size_t)sqlite3_value_bytes(value)};
}

/* The previous event of chained_body(). */
struct last_event {
    int64_t id;
    uint64_t value;
};

/* chained_body(id, at, body): the body with its checksum appended. Must be called in the order of
 * ids. */
static void chained_body(sqlite3_context *context, int count, sqlite3_value **values) {
    struct last_event *last = sqlite3_user_data(context);
    uint8_t bytes[STORE_BODY_HEAD + STORE_EVENT_MAX + CHAIN_SIZE];
    int64_t id = sqlite3_value_int64(values[0]);
    uint32_t seq = (uint32_t)(id & STORE_SEQ_MAX);
    struct store_bytes body = bytes_of(values[2]);
    assert(count == 3);
    if (body.len == 0 || body.len > sizeof bytes - CHAIN_SIZE) {
        sqlite3_result_error(context, "an event is too short or too long", -1);
        return;
    }
    memcpy(bytes, body.data, body.len);
    memset(bytes + body.len, 0, CHAIN_SIZE);
    uint64_t before = seq > 1 && last->id == id - 1 ? last->value : 0;
    *last = (struct last_event){id, chain_next(before, seq, bytes, body.len)};
    chain_put(bytes + body.len, chain_mark(last->value, sqlite3_value_int64(values[1])));
    sqlite3_result_blob64(context, bytes, body.len + CHAIN_SIZE, SQLITE_TRANSIENT);
}

/* game_checksum(mode, setup, options, position, server_seed, commitment) */
static void game_checksum(sqlite3_context *context, int count, sqlite3_value **values) {
    struct store_game game = {.mode = (enum store_game_mode)sqlite3_value_int(values[0]),
                              .setup = bytes_of(values[1]),
                              .options = bytes_of(values[2]),
                              .position = bytes_of(values[3])};
    struct store_bytes seed = bytes_of(values[4]), commitment = bytes_of(values[5]);
    assert(count == 6);
    if (seed.len == sizeof game.server_seed)
        memcpy(game.server_seed, seed.data, seed.len);
    if (commitment.len == sizeof game.commitment)
        memcpy(game.commitment, commitment.data, commitment.len);
    sqlite3_result_int64(context, chain_game(&game));
}

int sqlite_register_checksums(sqlite3 *db) {
    const int flags = SQLITE_UTF8 | SQLITE_DIRECTONLY;
    struct last_event *last = sqlite3_malloc(sizeof *last);
    if (last == NULL)
        return SQLITE_NOMEM;
    *last = (struct last_event){0};
    int rc = sqlite3_create_function_v2(db, "chained_body", 3, flags, last, chained_body, NULL,
                                        NULL, sqlite3_free);
    return rc != SQLITE_OK ? rc
                           : sqlite3_create_function_v2(db, "game_checksum", 6, flags, NULL,
                                                        game_checksum, NULL, NULL, NULL);
}
