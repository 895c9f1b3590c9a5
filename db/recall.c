/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/recall.h"

#include "db/driver.h"

#include <stdlib.h>
#include <string.h>

enum {
    RECALLED = 1024,  /* of each kind; a newer one takes the place of one with the same remainder */
    CHANGES_BITS = 40 /* of a state; above them is how often others were found to have written */
};

struct recalled_token {
    uint64_t state; /* 0: none */
    struct store_token token;
    struct store_account account;
};

struct recalled_game {
    uint64_t state; /* 0: none */
    struct store_game game;
};

struct recall {
    atomic_uint_fast64_t changes; /* transactions that may have changed rows of these tables */
    atomic_bool changing;         /* one of them is being committed */
    pthread_mutex_t lock;         /* around all that follows */
    struct recalled_token tokens[RECALLED];
    struct recalled_game games[RECALLED];
};

struct recall *recall_new(void) {
    struct recall *recall = calloc(1, sizeof *recall);
    if (recall != NULL)
        pthread_mutex_init(&recall->lock, NULL);
    return recall;
}

void recall_free(struct recall *recall) {
    if (recall == NULL)
        return;
    for (size_t i = 0; i < RECALLED; i++)
        store_game_clear(&recall->games[i].game);
    pthread_mutex_destroy(&recall->lock);
    free(recall);
}

bool recall_has_table(const char *table) {
    static const char *const tables[] = {"accounts", "tokens", "games", "seats"};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        if (strcmp(table, tables[i]) == 0)
            return true;
    return false;
}

/* --------------------------------------------------------------------------------- states -- */

void recall_begin_change(struct store_tx *tx) {
    struct recall *recall = tx->reader.store->recall;
    if (recall != NULL && tx->reader.changes_recalled)
        atomic_store(&recall->changing, true);
}

void recall_end_change(struct store_tx *tx) {
    struct recall *recall = tx->reader.store->recall;
    if (recall == NULL || !atomic_load(&recall->changing))
        return;
    atomic_fetch_add(&recall->changes, 1);
    atomic_store(&recall->changing, false);
}

uint64_t recall_state(struct store_reader *reader) {
    struct recall *recall = reader->store->recall;
    uint32_t others;
    if (recall == NULL || reader->writing)
        return 0;
    uint64_t changes = atomic_load(&recall->changes);
    if (atomic_load(&recall->changing) || atomic_load(&recall->changes) != changes ||
        !reader->driver->wrote_last(reader, &others))
        return 0;
    return ((uint64_t)others << CHANGES_BITS | changes) + 1;
}

/* --------------------------------------------------------------------------------- tokens -- */

/* Hashes are random. */
static struct recalled_token *recalled_token_at(struct recall *recall,
                                                const uint8_t hash[STORE_HASH_SIZE]) {
    return &recall->tokens[((unsigned)hash[0] << 8 | hash[1]) % RECALLED];
}

bool recall_token(struct store_reader *reader, uint64_t state, const uint8_t hash[STORE_HASH_SIZE],
                  struct store_token *token, struct store_account *account) {
    struct recall *recall = reader->store->recall;
    if (state == 0)
        return false;
    const struct recalled_token *place = recalled_token_at(recall, hash);
    pthread_mutex_lock(&recall->lock);
    bool found = place->state == state && memcmp(place->token.hash, hash, STORE_HASH_SIZE) == 0;
    if (found) {
        *token = place->token;
        *account = place->account;
    }
    pthread_mutex_unlock(&recall->lock);
    return found;
}

void recall_keep_token(struct store_reader *reader, uint64_t state, const struct store_token *token,
                       const struct store_account *account) {
    struct recall *recall = reader->store->recall;
    if (state == 0)
        return;
    struct recalled_token *place = recalled_token_at(recall, token->hash);
    pthread_mutex_lock(&recall->lock);
    *place = (struct recalled_token){state, *token, *account};
    pthread_mutex_unlock(&recall->lock);
}

/* ---------------------------------------------------------------------------------- games -- */

/* Ids are random letters. */
static struct recalled_game *recalled_game_at(struct recall *recall, const char *public_id) {
    uint32_t sum = 0;
    for (const char *at = public_id; *at != '\0'; at++)
        sum = sum * 31 + (uint8_t)*at;
    return &recall->games[sum % RECALLED];
}

static bool is_recalled(const struct recalled_game *place, uint64_t state, const char *public_id) {
    return place->state == state && strcmp(place->game.public_id, public_id) == 0;
}

int64_t recall_game_id(struct store_reader *reader, uint64_t state, const char *public_id) {
    struct recall *recall = reader->store->recall;
    if (state == 0)
        return 0;
    const struct recalled_game *place = recalled_game_at(recall, public_id);
    pthread_mutex_lock(&recall->lock);
    int64_t id = is_recalled(place, state, public_id) ? place->game.id : 0;
    pthread_mutex_unlock(&recall->lock);
    return id;
}

bool recall_game(struct store_reader *reader, uint64_t state, const char *public_id,
                 struct store_game *game, enum store_result *result) {
    struct recall *recall = reader->store->recall;
    const struct recalled_game *place = recalled_game_at(recall, public_id);
    const struct store_game read = *game;
    pthread_mutex_lock(&recall->lock);
    bool found = is_recalled(place, state, public_id);
    if (found) {
        *game = place->game;
        game->last_seq = read.last_seq;
        game->last_at = read.last_at;
        game->last_mark = read.last_mark;
        game->clocked = read.clocked;
        game->log = read.log;
        *result = db_own_game(game);
    }
    pthread_mutex_unlock(&recall->lock);
    return found;
}

void recall_keep_game(struct store_reader *reader, uint64_t state, const struct store_game *game) {
    struct recall *recall = reader->store->recall;
    struct recalled_game kept = {state, *game};
    kept.game.log = (struct store_bytes){NULL, 0};
    if (state == 0 || db_own_game(&kept.game) != STORE_OK)
        return;
    struct recalled_game *place = recalled_game_at(recall, game->public_id);
    pthread_mutex_lock(&recall->lock);
    store_game_clear(&place->game);
    *place = kept;
    pthread_mutex_unlock(&recall->lock);
}
