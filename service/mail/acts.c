/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/mail/acts.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "service/account/session.h"
#include "service/base/mail_address.h"
#include "service/mail/channel.h"
#include "service/mail/when.h"
#include "service/notify/outbox.h"

/* The mail settings of a link's account; STORE_NONE if its address has changed since. */
static enum store_result box_of(struct store_tx *tx, const struct store_link *link,
                                struct store_mailbox *box) {
    enum store_result result = store_mailbox_get(store_tx_reader(tx), link->account, box);

    if (result == STORE_OK &&
        (box->name[0] == '\0' || strcasecmp(box->address, link->address) != 0))
        return STORE_NONE;
    return result;
}

static enum store_result use_link(struct store_tx *tx, const struct store_link *link, int64_t now) {
    enum store_result result = store_link_use(tx, link->hash, now);

    return result == STORE_CONFLICT ? STORE_NONE : result;
}

enum store_result act_confirm(struct store_tx *tx, const struct store_link *link, int64_t now) {
    struct store_mailbox box;
    enum store_result result = box_of(tx, link, &box);

    if (result == STORE_OK)
        result = use_link(tx, link, now);
    if (result == STORE_OK)
        result = store_mail_bounces_clear(tx, link->account);
    if (result != STORE_OK)
        return result;
    box.confirmed_at = now;
    box.bounced_at = 0;
    box.bounce[0] = '\0';
    return store_mailbox_set(tx, &box);
}

static enum store_result refuse_link(struct store_tx *tx, const char *address, int64_t now) {
    uint8_t hash[STORE_HASH_SIZE];

    mail_address_hash(address, hash);
    return store_mail_refuse(tx, hash, now);
}

enum store_result act_unsubscribe(struct store_tx *tx, const struct store_link *link, int64_t now) {
    struct store_mailbox box;
    enum store_result result;

    if (link->account == 0)
        return refuse_link(tx, link->address, now);
    if (link->game != 0)
        return store_mail_mute(tx, link->account, link->game, true);
    result = box_of(tx, link, &box);
    if (result != STORE_OK)
        return result == STORE_NONE ? STORE_OK : result; /* no mail goes to this address any more */
    if (box.confirmed_at == 0) {
        box.address[0] = '\0';
        result = refuse_link(tx, link->address, now);
    }
    box.mode = STORE_MAIL_OFF;
    return result == STORE_OK ? store_mailbox_set(tx, &box) : result;
}

enum store_result act_sign_in(struct store_tx *tx, const struct store_link *link, int64_t now,
                              char token[TOKEN_SIZE]) {
    struct store_token key = {
        .account = link->account, .name = "signed in by mail", .created_at = now};
    struct store_mailbox box;
    enum store_result result = box_of(tx, link, &box);

    if (result == STORE_OK && box.confirmed_at == 0)
        result = STORE_NONE;
    if (result == STORE_OK)
        result = use_link(tx, link, now);
    if (result == STORE_OK)
        result = session_token(tx, &key, SCOPE_ALL, token);
    return result;
}

enum store_result act_open(struct store_tx *tx, const struct store_link *link,
                           const struct session_before *browser, int64_t now,
                           char token[TOKEN_SIZE]) {
    return session_begin(tx, browser, link->account, 0,
                         SCOPE_GAME_READ | SCOPE_GAME_PLAY | SCOPE_GAME_CREATE, SESSION_DAYS, now,
                         token);
}

/* ---- bounces ---- */

enum store_result act_tell_inviter(struct store_tx *tx, const char *address, const char *detail,
                                   int64_t now) {
    struct outbox_news news = {.kind = OUTBOX_DISABLED, .now = now};
    enum store_result result =
        store_mail_inviter(store_tx_reader(tx), address, &news.account, &news.game);
    json_t *data = json_pack("{s:s, s:s}", "invited", address, "detail", detail);
    char *dumped = data == NULL ? NULL : json_dumps(data, JSON_COMPACT);

    json_decref(data);
    news.data = dumped;
    if (result == STORE_OK)
        result = dumped == NULL ? STORE_MEMORY : outbox_enqueue(tx, &news);
    free(dumped);
    return result == STORE_NONE ? STORE_OK : result;
}

static enum store_result bounce_of_stranger(struct store_tx *tx, const struct store_link *link,
                                            const struct received *bounce, int64_t now) {
    enum store_result result = STORE_OK;

    if (bounce->permanent)
        result = act_tell_inviter(tx, link->address, bounce->detail, now);
    return result == STORE_OK && bounce->address_fault ? refuse_link(tx, link->address, now)
                                                       : result;
}

enum store_result act_bounce(struct store_tx *tx, const struct store_link *link,
                             const struct received *bounce, int64_t now) {
    struct store_mailbox box;
    int64_t count = 0;
    enum store_result result;

    if (link->account == 0)
        return bounce_of_stranger(tx, link, bounce, now);
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
