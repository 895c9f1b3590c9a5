/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_NOTIFY_WEBHOOKS_H
#define SERVICE_NOTIFY_WEBHOOKS_H

#include <stddef.h>
#include <stdint.h>

#include "db/hooks.h"
#include "service/notify/channel.h"

/*
 * Webhooks: signed requests to where programs of our players listen (Standard Webhooks). A message
 * is thin: which game, what kind of news, where to read on. What its receiver may see of the game it
 * asks for with a token of its own, so nothing hidden can be in it.
 */
extern const struct channel hooks_channel;

/* What a webhook may ask for: bits 1 << enum outbox_kind. */
#define HOOKS_KINDS                                                                                \
    (UINT64_C(1) << OUTBOX_TURN | UINT64_C(1) << OUTBOX_REMINDER | UINT64_C(1) << OUTBOX_STARTED | \
     UINT64_C(1) << OUTBOX_OVER | UINT64_C(1) << OUTBOX_EVENT | UINT64_C(1) << OUTBOX_TALK)

enum {
    HOOKS_SECRET_TEXT_SIZE = 64,             /* "whsec_" and base64, with NUL */
    HOOKS_ROTATION_MS = 24 * 60 * 60 * 1000, /* so long the secret before signs as well */
    HOOKS_ILL_MS = 72 * 60 * 60 * 1000,      /* without anything getting through: given up */
    HOOKS_SIGNATURE_SIZE = 128,              /* one or two signatures, with NUL */
};

/* A new secret, and a secret as its owner is shown it. */
void hooks_new_secret(uint8_t secret[STORE_SECRET_SIZE]);
void hooks_secret_text(const uint8_t secret[STORE_SECRET_SIZE], char text[HOOKS_SECRET_TEXT_SIZE]);

/* The header webhook-signature for a message sent at NOW: "v1,BASE64", two of them where the secret
 * was changed lately. */
void hooks_sign(const struct store_hook *hook, const char *id, int64_t timestamp_s,
                const char *body, size_t size, int64_t now, char signature[HOOKS_SIGNATURE_SIZE]);

/* Since when HOOK sends nothing, at NOW: it is disabled, or the token that it ends with has ended, of which
 * *why tells. 0: it is in use. */
int64_t hooks_out_since(const struct store_hook *hook, int64_t now, const char **why);

/* A row that tests whether messages arrive. */
enum store_result hooks_test(struct store_tx *tx, const struct store_hook *hook, int64_t now,
                             struct store_outbox_row *row);

#endif
