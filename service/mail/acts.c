/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/mail/acts.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "service/app.h"
#include "service/mail/address.h"
#include "service/mail/channel.h"
#include "service/mail/when.h"

/* The settings of a link's account; STORE_NONE where it has moved to another address meanwhile. */
static enum store_result box_of(struct store_tx *tx, const struct store_link *link,
                                struct store_mailbox *box) {
    enum store_result result = store_mailbox_get(store_tx_reader(tx), link->account, box);

    if (result == STORE_OK &&
        (box->name[0] == '\0' || strcasecmp(box->address, link->address) != 0))
        return STORE_NONE;
    return result;
}

static enum store_result use(struct store_tx *tx, const struct store_link *link, int64_t now) {
    enum store_result result = store_link_use(tx, link->hash, now);

    return result == STORE_CONFLICT ? STORE_NONE : result;
}

enum store_result act_confirm(struct store_tx *tx, const struct store_link *link, int64_t now) {
    struct store_mailbox box;
    enum store_result result = box_of(tx, link, &box);

    if (result == STORE_OK)
        result = use(tx, link, now);
    if (result == STORE_OK)
        result = store_mail_bounces_clear(tx, link->account);
    if (result != STORE_OK)
        return result;
    box.confirmed_at = now;
    box.bounced_at = 0;
    box.bounce[0] = '\0';
    return store_mailbox_set(tx, &box);
}

static enum store_result refuse(struct store_tx *tx, const char *address, int64_t now) {
    uint8_t hash[STORE_HASH_SIZE];

    mail_address_hash(address, hash);
    return store_mail_refuse(tx, hash, now);
}

enum store_result act_unsubscribe(struct store_tx *tx, const struct store_link *link, int64_t now) {
    struct store_mailbox box;
    enum store_result result;

    if (link->account == 0)
        return refuse(tx, link->address, now);
    result = box_of(tx, link, &box);
    if (result != STORE_OK)
        return result == STORE_NONE ? STORE_OK : result; /* nothing goes there any more */
    if (box.confirmed_at == 0) {
        box.address[0] = '\0';
        result = refuse(tx, link->address, now);
    }
    box.mode = STORE_MAIL_OFF;
    return result == STORE_OK ? store_mailbox_set(tx, &box) : result;
}

static enum store_result make_token(struct store_tx *tx, const struct store_link *link,
                                    const char *name, unsigned scopes, int64_t expires_at,
                                    int64_t now, char secret[TOKEN_SIZE]) {
    struct store_token token = {
        .account = link->account, .created_at = now, .expires_at = expires_at};
    struct store_account account;
    char id[APP_ID_SIZE], text[SCOPES_TEXT_SIZE];
    enum store_result result = store_account_get(store_tx_reader(tx), link->account, &account);

    if (result == STORE_OK && account.deleted_at != 0)
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

enum store_result act_sign_in(struct store_tx *tx, const struct store_link *link, int64_t now,
                              char token[TOKEN_SIZE]) {
    struct store_mailbox box;
    enum store_result result = box_of(tx, link, &box);

    if (result == STORE_OK && box.confirmed_at == 0)
        result = STORE_NONE;
    if (result == STORE_OK)
        result = use(tx, link, now);
    if (result == STORE_OK)
        result = make_token(tx, link, "signed in by mail", SCOPE_ALL, 0, now, token);
    return result;
}

/* ---- sessions ---- */

static const char session_name[] = "opened from a mail";

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

enum store_result act_open(struct store_tx *tx, const struct store_link *link, int64_t now,
                           char token[TOKEN_SIZE]) {
    struct sessions sessions = {0};
    enum store_result result =
        store_token_list(store_tx_reader(tx), link->account, count_session, &sessions);

    if (result == STORE_OK && sessions.count >= ACT_SESSIONS_MAX)
        result = store_token_revoke(tx, link->account, sessions.oldest, now);
    if (result != STORE_OK)
        return result;
    return make_token(tx, link, session_name, SCOPE_GAME_READ | SCOPE_GAME_PLAY | SCOPE_GAME_CREATE,
                      now + ACT_SESSION_DAYS * MAIL_DAY_MS, now, token);
}

/* ---- bounces ---- */

enum store_result act_bounce(struct store_tx *tx, const struct store_link *link,
                             const struct received *bounce, int64_t now) {
    struct store_mailbox box;
    int64_t count = 0;
    enum store_result result;

    if (link->account == 0)
        return bounce->address_fault ? refuse(tx, link->address, now) : STORE_OK;
    result = box_of(tx, link, &box);
    if (result != STORE_OK)
        return result;
    if (!bounce->address_fault)
        result = store_mail_bounce(tx, link->account, now, now - MAIL_BOUNCES_DAYS * MAIL_DAY_MS,
                                   &count);
    if (result != STORE_OK || (!bounce->address_fault && count < MAIL_BOUNCES_MAX))
        return result;
    box.bounced_at = now;
    snprintf(box.bounce, sizeof box.bounce, "%s", bounce->detail);
    return store_mailbox_set(tx, &box);
}
