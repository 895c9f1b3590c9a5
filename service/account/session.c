/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/account/session.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "db/accounts.h"
#include "db/push.h"
#include "service/account/browser_name.h"
#include "service/app/app.h"
#include "service/http/cookie.h"
#include "service/http/reply.h"

enum { COOKIE_SIZE = 256, DAY_S = 24 * 3600 };

struct sessions {
    unsigned count;
    char oldest[STORE_ID_SIZE];
};

static bool count_session(void *context, const struct store_token *token) {
    struct sessions *sessions = context;

    if (token->session && sessions->count++ == 0)
        memcpy(sessions->oldest, token->public_id, sizeof sessions->oldest);
    return true;
}

enum store_result session_token(struct store_tx *tx, struct store_token *token, unsigned scopes,
                                char secret[TOKEN_SIZE]) {
    int64_t parent = token->parent;
    struct store_account found;
    enum store_result result = store_account_get(store_tx_reader(tx), token->account, &found);

    if (result == STORE_OK && found.deleted_at != 0)
        result = STORE_NONE;
    if (result != STORE_OK)
        return result;
    token_make(token, scopes, secret);
    return parent == 0 ? store_token_create(tx, token)
                       : token_create_child(tx, parent, token, token->created_at);
}

enum store_result session_begin(struct store_tx *tx, const struct session_before *before,
                                int64_t account, int64_t parent, unsigned scopes, int days,
                                int64_t now, char secret[TOKEN_SIZE]) {
    struct sessions sessions = {0};
    struct store_token token = {
        .account = account,
        .created_at = now,
        .expires_at = now + (int64_t)days * DAY_S * 1000,
        .session = true,
        .parent = parent,
    };
    enum store_result result =
        store_token_list(store_tx_reader(tx), account, count_session, &sessions);

    memcpy(token.name, before->browser, sizeof token.name);

    if (result == STORE_OK && sessions.count >= SESSIONS_MAX)
        result = store_token_revoke(tx, account, sessions.oldest, now);
    if (result != STORE_OK)
        return result;
    return session_token(tx, &token, scopes, secret);
}

struct other_sessions {
    const char *kept;
    unsigned count;
    char ids[SESSIONS_MAX][STORE_ID_SIZE];
};

static bool note_other_session(void *context, const struct store_token *token) {
    struct other_sessions *others = context;

    if (token->session && strcmp(token->public_id, others->kept) != 0)
        memcpy(others->ids[others->count++], token->public_id, STORE_ID_SIZE);
    return others->count < SESSIONS_MAX;
}

enum store_result session_end_others(struct store_tx *tx, int64_t account, const char *kept,
                                     int64_t now) {
    struct other_sessions others = {.kept = kept};
    enum store_result result =
        store_token_list(store_tx_reader(tx), account, note_other_session, &others);

    for (unsigned i = 0; i < others.count && result == STORE_OK; i++) {
        result = store_token_revoke(tx, account, others.ids[i], now);
        if (result == STORE_NONE) /* it has ended with one before it */
            result = STORE_OK;
    }
    return result;
}

struct session_before session_before(struct request *rq) {
    struct session_before before = {.known = false};
    char token[COOKIE_VALUE_SIZE];

    browser_name(request_header(rq, "User-Agent"), before.browser);
    if (cookie_value(rq, app_cookie(app_is_https(app_of(rq))), token) && token_well_formed(token)) {
        before.known = true;
        token_hash(token, before.hash);
    }
    sodium_memzero(token, sizeof token);
    return before;
}

bool session_pass(struct request *rq) {
    if (!cookie_cross_site(rq))
        return true;
    reply_problem(rq, PROBLEM_FORBIDDEN, "sign in on the page of this server itself");
    return false;
}

enum store_result session_replace(struct store_tx *tx, struct session_before *before,
                                  const char *secret, int64_t now) {
    struct store_reader *reader = store_tx_reader(tx);
    struct store_account account;
    struct store_token old = {.revoked_at = 0}, next;
    uint8_t hash[TOKEN_HASH_SIZE];
    enum store_result result = STORE_NONE;

    if (before->known)
        result = store_token_find(reader, before->hash, &old, &account);
    if (result != STORE_OK || old.revoked_at != 0)
        return result == STORE_NONE ? STORE_OK : result;
    token_hash(secret, hash);
    result = store_token_find(reader, hash, &next, &account);
    if (result == STORE_OK)
        result = old.account == next.account ? store_push_move(tx, old.id, next.id)
                                             : store_push_forget_token(tx, old.id);
    /* Other tokens are API keys, which their owner may use elsewhere. */
    if (result != STORE_OK || !old.session)
        return result;
    before->ended = old.account;
    if (next.parent ==
        old.id) /* it was made with the old one, which has no parent, and replaces it */
        result = store_token_release(tx, next.id);
    return result == STORE_OK ? store_token_revoke(tx, old.account, old.public_id, now) : result;
}

enum store_result session_release(struct store_tx *tx, const struct session_before *before,
                                  int64_t parent) {
    struct store_account account;
    struct store_token session;
    enum store_result result =
        before->known ? store_token_find(store_tx_reader(tx), before->hash, &session, &account)
                      : STORE_NONE;

    if (result == STORE_NONE)
        return STORE_OK;
    if (result != STORE_OK || !session.session || session.parent != parent)
        return result;
    return store_token_release(tx, session.id);
}

void session_cookie(struct request *rq, const char *secret, int days) {
    char cookie[COOKIE_SIZE];
    bool https = app_is_https(app_of(rq));

    snprintf(cookie, sizeof cookie, "%s=%s; Path=/; HttpOnly; SameSite=Lax; Max-Age=%d%s",
             app_cookie(https), secret == NULL ? "" : secret, secret == NULL ? 0 : days * DAY_S,
             https ? "; Secure" : "");
    reply_header(rq, "Set-Cookie", cookie);
    reply_secret(rq);
    sodium_memzero(cookie, sizeof cookie);
}
