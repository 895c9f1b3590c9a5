/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/session.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "service/app.h"
#include "service/http/reply.h"
#include "service/mail/mail.h"

enum { COOKIE_SIZE = 256, DAY_S = 24 * 3600 };

static const char session_name[] = "a browser";

struct sessions {
    unsigned count;
    char oldest[STORE_ID_SIZE];
};

static bool count_session(void *context, const struct store_token *token) {
    struct sessions *sessions = context;

    if (token->expires_at != 0 && strcmp(token->name, session_name) == 0 && sessions->count++ == 0)
        memcpy(sessions->oldest, token->public_id, sizeof sessions->oldest);
    return true;
}

enum store_result session_token(struct store_tx *tx, int64_t account, const char *name,
                                unsigned scopes, int64_t expires_at, int64_t now,
                                char secret[TOKEN_SIZE]) {
    struct store_token token = {.account = account, .created_at = now, .expires_at = expires_at};
    struct store_account found;
    char id[APP_ID_SIZE], text[SCOPES_TEXT_SIZE];
    enum store_result result = store_account_get(store_tx_reader(tx), account, &found);

    if (result == STORE_OK && found.deleted_at != 0)
        result = STORE_NONE;
    if (result != STORE_OK)
        return result;
    app_new_id(id);
    scopes_text(scopes, text);
    snprintf(token.public_id, sizeof token.public_id, "%s", id);
    snprintf(token.scopes, sizeof token.scopes, "%s", text);
    snprintf(token.name, sizeof token.name, "%s", name);
    token_new(secret, token.hash);
    return store_token_create(tx, &token);
}

enum store_result session_begin(struct store_tx *tx, int64_t account, unsigned scopes, int64_t now,
                                char secret[TOKEN_SIZE]) {
    struct sessions sessions = {0};
    enum store_result result =
        store_token_list(store_tx_reader(tx), account, count_session, &sessions);

    if (result == STORE_OK && sessions.count >= SESSIONS_MAX)
        result = store_token_revoke(tx, account, sessions.oldest, now);
    if (result != STORE_OK)
        return result;
    return session_token(tx, account, session_name, scopes,
                         now + (int64_t)SESSION_DAYS * DAY_S * 1000, now, secret);
}

void session_cookie(struct request *rq, const char *secret) {
    char cookie[COOKIE_SIZE];
    bool https = mail_base_is_https(app_of(rq));

    snprintf(cookie, sizeof cookie, "%s=%s; Path=/; HttpOnly; SameSite=Lax; Max-Age=%d%s",
             app_cookie(https), secret == NULL ? "" : secret,
             secret == NULL ? 0 : SESSION_DAYS * DAY_S, https ? "; Secure" : "");
    reply_header(rq, "Set-Cookie", cookie);
    reply_secret(rq);
    sodium_memzero(cookie, sizeof cookie);
}
