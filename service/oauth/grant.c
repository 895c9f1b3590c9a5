/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/oauth/grant.h"

#include <stdio.h>
#include <string.h>

#include "db/retention.h"
#include "service/account/session.h"
#include "service/app/app.h"
#include "service/oauth/oauth.h"

#define SECONDS(n) ((n)*INT64_C(1000))

/* Grants end with the row of their token, which retention keeps that long. */
_Static_assert(OAUTH_REFRESH_S == STORE_TOKEN_HOURS * 3600, "as store_grant_since has it");

bool grant_read_scopes(const char *text, unsigned *scopes) {
    char word[SCOPES_TEXT_SIZE];

    *scopes = 0;
    while (*text != '\0') {
        const size_t size = strcspn(text, " ");

        snprintf(word, sizeof word, "%.*s", size < sizeof word ? (int)size : 0, text);
        if (size > 0 && scope_bit(word) == 0)
            return false;
        *scopes |= size > 0 ? scope_bit(word) : 0;
        text += size;
        text += strspn(text, " ");
    }
    return *scopes != 0;
}

/* ---- which are good ---- */

int64_t grant_good_since(int64_t now) {
    return store_grant_since(now);
}

bool grant_is_good(const struct store_grant *grant, int64_t now) {
    return grant->token_revoked_at == 0 && grant->token_expires_at > grant_good_since(now);
}

static bool count_grant(void *context, const struct store_grant *grant) {
    (void)grant;
    ++*(unsigned *)context;
    return true;
}

enum store_result grant_count(struct store_reader *reader, int64_t account, int64_t now,
                              unsigned *count) {
    *count = 0;
    return store_grant_list(reader, account, grant_good_since(now), count_grant, count);
}

/* ---- begin ---- */

struct grants_of_app {
    int64_t app;
    unsigned count;
    struct store_grant oldest;
};

static bool note_grant_of_app(void *context, const struct store_grant *grant) {
    struct grants_of_app *of = context;

    if (grant->app == of->app && of->count++ == 0)
        of->oldest = *grant;
    return true;
}

static enum store_result grant_make_room(struct store_tx *tx, const struct store_app *app,
                                         int64_t account, int64_t now) {
    struct grants_of_app of = {.app = app->id};
    const enum store_result result = store_grant_list(
        store_tx_reader(tx), account, grant_good_since(now), note_grant_of_app, &of);

    return result == STORE_OK && of.count >= OAUTH_GRANTS_OF_APP_MAX
               ? grant_end(tx, &of.oldest, now)
               : result;
}

/* Completes *issued, whose refresh token is drawn, from the token. */
static void grant_write_issued(struct issued *issued, const struct store_token *token,
                               uint8_t family[STORE_HASH_SIZE], uint8_t whole[STORE_HASH_SIZE]) {
    memcpy(issued->scopes, token->scopes, sizeof issued->scopes);
    (void)secret_hash_refresh(issued->refresh, family, whole);
}

enum store_result grant_begin(struct store_tx *tx, const struct store_app *app, int64_t account,
                              unsigned scopes, int64_t now, struct store_grant *grant,
                              struct issued *issued) {
    struct store_token token = {
        .account = account, .created_at = now, .expires_at = now + SECONDS(OAUTH_ACCESS_S)};
    enum store_result result = grant_make_room(tx, app, account, now);
    unsigned count;

    memcpy(token.name, app->name, sizeof token.name);
    if (result == STORE_OK)
        result = grant_count(store_tx_reader(tx), account, now, &count);
    if (result == STORE_OK && count >= OAUTH_GRANTS_MAX)
        result = STORE_CONFLICT;
    if (result == STORE_OK)
        result = session_token(tx, &token, scopes, issued->access);
    if (result != STORE_OK)
        return result;
    *grant = (struct store_grant){
        .app = app->id, .account = account, .token = token.id, .created_at = now};
    app_new_id(grant->public_id);
    memcpy(grant->scopes, token.scopes, sizeof grant->scopes);
    secret_draw_refresh(issued->refresh);
    grant_write_issued(issued, &token, grant->family, grant->refresh);
    return store_grant_create(tx, grant);
}

/* ---- renew, end ---- */

enum store_result grant_renew(struct store_tx *tx, const struct store_grant *grant, const char *old,
                              unsigned scopes, int64_t now, struct issued *issued) {
    struct store_token token = {.id = grant->token, .expires_at = now + SECONDS(OAUTH_ACCESS_S)};
    uint8_t family[STORE_HASH_SIZE], whole[STORE_HASH_SIZE];
    enum store_result result;

    token_make(&token, scopes, issued->access);
    snprintf(issued->refresh, sizeof issued->refresh, "%s", old);
    secret_turn_refresh(issued->refresh);
    grant_write_issued(issued, &token, family, whole);
    result = store_token_renew(tx, &token);
    return result == STORE_OK ? store_grant_set_refresh(tx, grant->id, whole) : result;
}

enum store_result grant_end(struct store_tx *tx, const struct store_grant *grant, int64_t now) {
    const enum store_result result = store_token_revoke(tx, grant->account, grant->token_id, now);

    return result == STORE_NONE ? STORE_OK : result;
}
