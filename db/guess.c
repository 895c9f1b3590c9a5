/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/guess.h"

#include "db/ahead.h"
#include "db/driver.h"
#include "db/guess_int.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    REMEMBERED = 4096 /* of each kind; a newer one takes the place of one with the same remainder */
};

struct known_game {
    char public_id[STORE_ID_SIZE]; /* "": none */
    int64_t game;
};

struct known_interest {
    int64_t game; /* 0: none */
    struct store_interest interest;
};

struct known_token {
    uint8_t hash[STORE_HASH_SIZE];
    int64_t account; /* 0: none */
};

struct guesses {
    pthread_mutex_t lock; /* around all that follows */
    struct known_game games[REMEMBERED];
    struct known_interest interests[REMEMBERED];
    struct known_token tokens[REMEMBERED];
};

struct guesses *guesses_new(void) {
    struct guesses *guesses = calloc(1, sizeof *guesses);
    if (guesses != NULL)
        pthread_mutex_init(&guesses->lock, NULL);
    return guesses;
}

void guesses_free(struct guesses *guesses) {
    if (guesses == NULL)
        return;
    pthread_mutex_destroy(&guesses->lock);
    free(guesses);
}

/* ----------------------------------------------------------------------- what is remembered -- */

static struct known_game *place_of_game(struct guesses *guesses, const char *public_id) {
    uint32_t sum = 2166136261u;
    for (const char *at = public_id; *at != '\0'; at++)
        sum = (sum ^ (uint8_t)*at) * 16777619u;
    return &guesses->games[sum % REMEMBERED];
}

static struct known_token *place_of_token(struct guesses *guesses,
                                          const uint8_t hash[STORE_HASH_SIZE]) {
    return &guesses->tokens[((unsigned)hash[0] << 8 | hash[1]) % REMEMBERED];
}

void guess_note(struct store_reader *reader) {
    const struct foresight *foresight = &reader->foresight;
    struct guesses *guesses = reader->store->guesses;
    struct known_game known = {.game = foresight->game};
    if (guesses == NULL)
        return;
    memcpy(known.public_id, foresight->public_id, sizeof known.public_id);
    pthread_mutex_lock(&guesses->lock);
    *place_of_game(guesses, known.public_id) = known;
    pthread_mutex_unlock(&guesses->lock);
}

/* Fills in the reader's foresight; false: the game is not remembered. */
static bool guess_game(struct store_reader *reader, const char *public_id) {
    struct guesses *guesses = reader->store->guesses;
    struct foresight *foresight = &reader->foresight;
    pthread_mutex_lock(&guesses->lock);
    struct known_game known = *place_of_game(guesses, public_id);
    pthread_mutex_unlock(&guesses->lock);
    if (public_id[0] == '\0' || strcmp(known.public_id, public_id) != 0)
        return false;
    *foresight = (struct foresight){.game = known.game};
    memcpy(foresight->public_id, known.public_id, sizeof known.public_id);
    return true;
}

void store_guess_token(struct store_reader *reader, const uint8_t hash[STORE_HASH_SIZE],
                       int64_t account) {
    struct guesses *guesses = reader->store->guesses;
    struct known_token known = {.account = account};
    if (guesses == NULL)
        return;
    memcpy(known.hash, hash, sizeof known.hash);
    pthread_mutex_lock(&guesses->lock);
    *place_of_token(guesses, hash) = known;
    pthread_mutex_unlock(&guesses->lock);
}

static int64_t guess_account(struct store_reader *reader, const uint8_t hash[STORE_HASH_SIZE]) {
    struct guesses *guesses = reader->store->guesses;
    pthread_mutex_lock(&guesses->lock);
    struct known_token known = *place_of_token(guesses, hash);
    pthread_mutex_unlock(&guesses->lock);
    return memcmp(known.hash, hash, sizeof known.hash) == 0 ? known.account : 0;
}

static struct known_interest *place_of_interest(struct guesses *guesses, int64_t game) {
    return &guesses->interests[(uint64_t)game % REMEMBERED];
}

void guess_note_interest(struct store_reader *reader, int64_t game,
                         const struct store_interest *interest) {
    struct guesses *guesses = reader->store->guesses;
    if (guesses == NULL)
        return;
    pthread_mutex_lock(&guesses->lock);
    *place_of_interest(guesses, game) = (struct known_interest){game, *interest};
    pthread_mutex_unlock(&guesses->lock);
}

void guess_interest(struct store_reader *reader, int64_t game, struct store_interest *interest) {
    struct guesses *guesses = reader->store->guesses;
    *interest = store_interest_any;
    if (guesses == NULL)
        return;
    pthread_mutex_lock(&guesses->lock);
    const struct known_interest *known = place_of_interest(guesses, game);
    if (known->game == game)
        *interest = known->interest;
    pthread_mutex_unlock(&guesses->lock);
}

/* ----------------------------------------------------------------------------------- asking -- */

uint64_t store_guess_begin(struct store_reader *reader, const char *public_id, unsigned parts,
                           const uint8_t hash[STORE_HASH_SIZE], const char *key) {
    struct foresight *foresight = &reader->foresight;
    if (reader->store->guesses == NULL || reader->writing || reader->in_read ||
        !guess_game(reader, public_id))
        return 0;
    foresight->parts = parts;
    foresight->account = key[0] == '\0' ? 0 : guess_account(reader, hash);
    snprintf(foresight->key, sizeof foresight->key, "%s", foresight->account == 0 ? "" : key);
    if (reader->driver->begin_read(reader) != STORE_OK || !store_ahead_begin(reader))
        return 0;
    foresight->sent = 1 + atomic_fetch_add(&reader->store->guessed, 1);
    return foresight->sent;
}

void store_guess_end(struct store_reader *reader) {
    struct foresight *foresight = &reader->foresight;
    db_ask_game(reader);
    store_ahead_end(reader);
    if (!reader->driver->keep_ahead(reader))
        foresight->sent = 0;
    foresight->guessed_parts = foresight->parts;
    foresight->guessed_account = foresight->account;
    memcpy(foresight->guessed_key, foresight->key, sizeof foresight->guessed_key);
}

/* ---------------------------------------------------------------------------------- reading -- */

/* Whether all that will be read was asked for. */
static bool guess_covers(const struct foresight *foresight) {
    return foresight->wanted && foresight->guess != 0 && foresight->guess == foresight->sent &&
           (foresight->parts & ~foresight->guessed_parts) == 0 &&
           (foresight->key[0] == '\0' || (foresight->account == foresight->guessed_account &&
                                          strcmp(foresight->key, foresight->guessed_key) == 0));
}

bool guess_take(struct store_reader *reader) {
    struct foresight *foresight = &reader->foresight;
    if (!guess_covers(foresight) || !reader->driver->ahead_is_kept(reader))
        return false;
    foresight->wanted = false;
    foresight->sent = 0;
    reader->guessed = true;
    return true;
}

bool guess_drop(struct store_reader *reader) {
    if (!reader->guessed)
        return false;
    reader->guessed = false;
    store_ahead_forget(reader);
    return true;
}

bool guess_was_right(struct store_reader *reader, const struct store_game *game,
                     enum store_result *result) {
    if (!reader->guessed || game->id == reader->foresight.game)
        return true;
    reader->foresight.game = game->id;
    guess_note(reader);
    (void)guess_drop(reader);
    *result = reader->driver->begin_read(reader);
    return false;
}
