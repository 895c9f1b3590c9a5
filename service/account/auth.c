/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/account/auth.h"
#include "db/shares.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "db/accounts.h"
#include "db/ahead.h"
#include "db/guess.h"
#include "db/store.h"
#include "service/account/presence.h"
#include "service/app/app.h"
#include "service/app/idempotency.h"

static const char prefix[] = "hxp_";
static const char base62[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

enum {
    BASE = 62,
    PREFIX_LENGTH = sizeof prefix - 1,
    CHECKED_LENGTH = PREFIX_LENGTH + TOKEN_RANDOM,
    USED_INTERVAL_MS = 3600 * 1000, /* resolution of last_used_at */
};

_Static_assert((int)TOKEN_HASH_SIZE == (int)STORE_HASH_SIZE, "tokens' hashes go into the store");
_Static_assert((int)CALLER_ID_SIZE == (int)STORE_ID_SIZE &&
                   (int)CALLER_NAME_SIZE == (int)STORE_NAME_SIZE,
               "callers come from the store");

/* ---- scopes ---- */

const char *const scope_names[] = {"game:read", "game:play", "game:create", "account:write", NULL};

unsigned scope_bit(const char *name) {
    for (unsigned i = 0; scope_names[i] != NULL; i++)
        if (strcmp(scope_names[i], name) == 0)
            return 1u << i;
    return 0;
}

void scopes_text(unsigned scopes, char text[SCOPES_TEXT_SIZE]) {
    size_t at = 0;

    text[0] = '\0';
    for (unsigned i = 0; scope_names[i] != NULL; i++)
        if (scopes & (1u << i))
            at += (size_t)snprintf(text + at, SCOPES_TEXT_SIZE - at, "%s%s", at == 0 ? "" : " ",
                                   scope_names[i]);
}

unsigned scopes_parse(const char *text) {
    char word[SCOPES_TEXT_SIZE];
    unsigned scopes = 0;

    while (*text != '\0') {
        size_t size = strcspn(text, " ");

        if (size < sizeof word) {
            memcpy(word, text, size);
            word[size] = '\0';
            scopes |= scope_bit(word);
        }
        text += size;
        text += strspn(text, " ");
    }
    return scopes;
}

/* ---- tokens ---- */

static void write_check(const char *token, char check[TOKEN_CHECK]) {
    unsigned long crc = crc32(0, (const unsigned char *)token, CHECKED_LENGTH);

    for (int i = TOKEN_CHECK - 1; i >= 0; i--) {
        check[i] = base62[crc % BASE];
        crc /= BASE;
    }
}

void token_new(char token[TOKEN_SIZE], uint8_t hash[TOKEN_HASH_SIZE]) {
    memcpy(token, prefix, PREFIX_LENGTH);
    for (int i = 0; i < TOKEN_RANDOM; i++)
        token[PREFIX_LENGTH + i] = base62[randombytes_uniform(BASE)];
    write_check(token, token + CHECKED_LENGTH);
    token[TOKEN_LENGTH] = '\0';
    token_hash(token, hash);
}

void token_make(struct store_token *token, unsigned scopes, char text[TOKEN_SIZE]) {
    char id[APP_ID_SIZE];
    char scope_text[SCOPES_TEXT_SIZE];

    app_new_id(id);
    scopes_text(scopes, scope_text);
    snprintf(token->public_id, sizeof token->public_id, "%s", id);
    snprintf(token->scopes, sizeof token->scopes, "%s", scope_text);
    token_new(text, token->hash);
}

static bool is_token_good(const struct store_token *token, int64_t now) {
    return token->revoked_at == 0 && (token->expires_at == 0 || token->expires_at > now);
}

/* A session acts for the token that it was made with, if there is one. */
static enum store_result follow_session(struct store_tx *tx, struct store_token *token) {
    return token->session && token->parent != 0
               ? store_token_get(store_tx_reader(tx), token->parent, token)
               : STORE_OK;
}

enum store_result token_create_child(struct store_tx *tx, int64_t parent, struct store_token *token,
                                     int64_t now) {
    struct store_token from;
    enum store_result result = store_token_get(store_tx_reader(tx), parent, &from);

    if (result == STORE_OK && is_token_good(&from, now))
        result = follow_session(tx, &from);
    if (result == STORE_OK && !is_token_good(&from, now))
        result = STORE_NONE;
    if (result != STORE_OK)
        return result;
    token->parent = from.id;
    memcpy(token->parent_id, from.public_id, sizeof token->parent_id);
    if (from.expires_at != 0 && (token->expires_at == 0 || token->expires_at > from.expires_at))
        token->expires_at = from.expires_at;
    return store_token_create(tx, token);
}

enum store_result token_find_bound(struct store_tx *tx, int64_t id, int64_t *bound) {
    struct store_token token, from;
    enum store_result result = store_token_get(store_tx_reader(tx), id, &token);

    from = token;
    if (result == STORE_OK)
        result = follow_session(tx, &from);
    if (result == STORE_OK && from.revoked_at != 0)
        result = STORE_NONE;
    if (result != STORE_OK)
        return result;
    const bool signed_in_by_mail = from.session && from.parent == 0;
    const bool lasts = from.expires_at == 0 || signed_in_by_mail;

    *bound = 0;
    if (!lasts || scopes_parse(from.scopes) != SCOPE_ALL)
        *bound = from.id;
    else if (scopes_parse(token.scopes) != SCOPE_ALL)
        *bound = token.id;
    return STORE_OK;
}

enum store_result token_check_way_in(struct store_tx *tx, int64_t id) {
    int64_t bound;
    enum store_result result = token_find_bound(tx, id, &bound);

    return result == STORE_OK && bound != 0 ? STORE_NONE : result;
}

int64_t token_out_since(int64_t revoked_at, int64_t expires_at, int64_t now, const char **why) {
    *why = "the token that it was set up with was revoked";
    if (revoked_at != 0)
        return revoked_at;
    *why = "the token that it was set up with has expired";
    return expires_at != 0 && expires_at <= now ? expires_at : 0;
}

bool token_well_formed(const char *token) {
    char check[TOKEN_CHECK];

    if (strlen(token) != TOKEN_LENGTH || memcmp(token, prefix, PREFIX_LENGTH) != 0 ||
        strspn(token + PREFIX_LENGTH, base62) != TOKEN_LENGTH - PREFIX_LENGTH)
        return false;
    write_check(token, check);
    return memcmp(token + CHECKED_LENGTH, check, TOKEN_CHECK) == 0;
}

void token_hash(const char *token, uint8_t hash[TOKEN_HASH_SIZE]) {
    crypto_generichash(hash, TOKEN_HASH_SIZE, (const unsigned char *)token, strlen(token), NULL, 0);
}

/* ---- the hook ---- */

struct used_job {
    struct store_job job;
    int64_t token;
    int64_t now;
};

static enum store_result run_used(struct store_tx *tx, struct store_job *job) {
    struct used_job *used = (struct used_job *)job;

    return store_token_used(tx, used->token, used->now);
}

static void done_used(struct store_job *job, enum store_result result) {
    (void)result; /* best effort: the next use notes it again */
    free((struct used_job *)job);
}

static void note_use(struct store *store, const struct store_token *token, int64_t now) {
    struct used_job *used;

    if (now - token->last_used_at < USED_INTERVAL_MS)
        return;
    used = malloc(sizeof *used);
    if (used == NULL)
        return;
    *used = (struct used_job){
        .job = {.run = run_used, .done = done_used, .key = STORE_KEY_ACCOUNT(token->account)},
        .token = token->id,
        .now = now};
    if (store_submit(store, &used->job) != STORE_OK)
        free(used);
}

struct presence_job {
    struct store_job job;
    int64_t topic;
};

static enum store_result run_presence(struct store_tx *tx, struct store_job *job) {
    store_announce(tx, ((struct presence_job *)job)->topic);
    return STORE_OK;
}

static void done_presence(struct store_job *job, enum store_result result) {
    (void)result; /* best effort: at worst somebody is notified of what they have seen */
    free((struct presence_job *)job);
}

/* Announces it to other processes, if there can be any. */
static void announce_presence(struct store *store, int64_t account, int64_t topic) {
    struct presence_job *job;

    if (topic == 0 || !store_is_shared(store))
        return;
    job = malloc(sizeof *job);
    if (job == NULL)
        return;
    *job = (struct presence_job){
        .job = {.run = run_presence, .done = done_presence, .key = STORE_KEY_ACCOUNT(account)},
        .topic = topic};
    if (store_submit(store, &job->job) != STORE_OK)
        free(job);
}

/* The game that a request's path names; false: none. */
static bool game_of_path(const struct request *rq, char game[STORE_ID_SIZE]) {
    static const char *const below[] = {"/v1/games/", "/play/"};

    for (size_t i = 0; i < sizeof below / sizeof *below; i++) {
        size_t size = strlen(below[i]);

        if (strncmp(rq->path, below[i], size) != 0)
            continue;
        snprintf(game, STORE_ID_SIZE, "%.*s", (int)strcspn(rq->path + size, "/"), rq->path + size);
        return true;
    }
    return false;
}

void auth_note_presence(const struct request *rq, int64_t account, const char *game,
                        enum presence_kind kind) {
    announce_presence(app_of(rq)->store, account,
                      presence_note(app_of(rq)->presence, account, game, kind, app_now()));
}

/* What a request about a game says about the presence of its account. A program that may play has seen what it
 * asks for. The web page makes requests whether anybody looks at it or not, and so sends signs of life separately
 * (PUT …/presence). The page for moves without scripts is requested only by somebody who reads it. */
static enum presence_kind presence_kind_of(const struct request *rq,
                                           const struct store_token *token) {
    bool asks_by_itself = token->session && strncmp(rq->path, "/play/", 6) != 0;

    return (scopes_parse(token->scopes) & SCOPE_GAME_PLAY) != 0 && !asks_by_itself ? PRESENCE_SEEN
                                                                                   : PRESENCE_OPEN;
}

static void note_presence(const struct request *rq, const struct store_token *token) {
    char game[STORE_ID_SIZE];

    if (game_of_path(rq, game))
        auth_note_presence(rq, token->account, game, presence_kind_of(rq, token));
}

/* What of its game a request will read, if it is one of those that come most often and read all of it; else 0. An
 * answer that its client may know already needs no log. */
static unsigned parts_of_game(struct request *rq) {
    const char *name = strrchr(rq->path, '/');

    if (rq->method == METHOD_GET && strcmp(name, "/view") == 0)
        return request_header(rq, "If-None-Match") == NULL ? STORE_AHEAD_LOG : 0;
    return rq->method == METHOD_POST && strcmp(name, "/moves") == 0
               ? STORE_AHEAD_LOG | STORE_AHEAD_CALENDARS
               : 0;
}

/* Sends the question for the token and, with it, for the game that the request is about. */
static void ask_caller_ahead(struct request *rq, struct store_reader *reader, const char *game,
                             const uint8_t hash[TOKEN_HASH_SIZE], struct store_token *token,
                             struct store_account *account) {
    char key[STORE_KEY_SIZE];
    unsigned parts = parts_of_game(rq);

    idempotency_peek(rq, key);
    rq->caller.guess = parts == 0 ? 0 : store_guess_begin(reader, game, parts, hash, key);
    if (rq->caller.guess != 0) {
        (void)store_token_find(reader, hash, token, account);
        store_guess_end(reader);
    } else if (store_ahead_begin(reader)) {
        (void)store_token_find(reader, hash, token, account);
        store_ahead_end(reader);
        store_ahead_find(reader, game);
    }
}

/* Finds the token's account and, in the same round trip, the game that the request is about. */
static enum store_result find_caller(struct request *rq, struct store_reader *reader,
                                     const uint8_t hash[TOKEN_HASH_SIZE], struct store_token *token,
                                     struct store_account *account) {
    char game[STORE_ID_SIZE];
    enum store_result result;

    store_ahead_forget(reader);
    if (store_asks_ahead(reader) && game_of_path(rq, game) && game[0] != '\0')
        ask_caller_ahead(rq, reader, game, hash, token, account);
    result = store_token_find(reader, hash, token, account);
    if (result == STORE_OK)
        store_guess_token(reader, hash, account->id);
    return result;
}

enum auth_result auth_caller(struct request *rq, const char *token) {
    struct store *store = app_of(rq)->store;
    struct caller *caller = &rq->caller;
    struct store_reader *reader;
    struct store_account account;
    struct store_token found;
    uint8_t hash[TOKEN_HASH_SIZE];
    enum store_result result;
    int64_t now = app_now();

    if (!token_well_formed(token))
        return AUTH_BAD;
    reader = store_reader_get(store);
    if (reader == NULL)
        return AUTH_UNAVAILABLE;
    token_hash(token, hash);
    result = find_caller(rq, reader, hash, &found, &account);
    if (result == STORE_NONE)
        return AUTH_BAD;
    if (result != STORE_OK)
        return AUTH_UNAVAILABLE;
    if (!is_token_good(&found, now) || account.deleted_at != 0)
        return AUTH_BAD;
    note_use(store, &found, now);
    note_presence(rq, &found);
    caller->account = account.id;
    caller->token = found.id;
    caller->scopes = scopes_parse(found.scopes);
    memcpy(caller->account_id, account.public_id, sizeof caller->account_id);
    memcpy(caller->token_id, found.public_id, sizeof caller->token_id);
    memcpy(caller->name, account.name, sizeof caller->name);
    caller->guest = account.guest_until != 0;
    caller->bot = account.bot;
    return AUTH_OK;
}
