/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_NOTIFY_WEBHOOKS_H
#define SERVICE_NOTIFY_WEBHOOKS_H

#include <stddef.h>
#include <stdint.h>

#include "db/hooks.h"
#include "service/notify/channel.h"

/*
 * Webhooks: signed requests to programs of our players (Standard Webhooks). A message is thin:
 * which game, what kind of news, where to read on. The receiver reads the game with a token of its
 * own, so a message contains nothing hidden.
 */
extern const struct channel hooks_channel;

/* The kinds that a webhook may subscribe to: bits 1 << enum outbox_kind. */
#define HOOKS_KINDS                                                                                \
    (UINT64_C(1) << OUTBOX_TURN | UINT64_C(1) << OUTBOX_REMINDER | UINT64_C(1) << OUTBOX_STARTED | \
     UINT64_C(1) << OUTBOX_OVER | UINT64_C(1) << OUTBOX_EVENT | UINT64_C(1) << OUTBOX_TALK |       \
     UINT64_C(1) << OUTBOX_NEWS)

enum {
    HOOKS_SECRET_TEXT_SIZE = 64,             /* "whsec_" and base64, with NUL */
    HOOKS_ROTATION_MS = 24 * 60 * 60 * 1000, /* how long the former secret signs as well */
    HOOKS_ILL_MS = 72 * 60 * 60 * 1000,      /* without a successful delivery: switched off */
    HOOKS_SIGNATURE_SIZE = 128,              /* one or two signatures, with NUL */
};

/* Draws a new secret; writes a secret as shown to its owner. */
void hooks_new_secret(uint8_t secret[STORE_SECRET_SIZE]);
void hooks_secret_text(const uint8_t secret[STORE_SECRET_SIZE], char text[HOOKS_SECRET_TEXT_SIZE]);

/* The header webhook-signature for a message sent at NOW: "v1,BASE64", two of them if the secret
 * was changed recently. */
void hooks_sign(const struct store_hook *hook, const char *id, int64_t timestamp_s,
                const char *body, size_t size, int64_t now, char signature[HOOKS_SIGNATURE_SIZE]);

/* Since when HOOK has been out of use at NOW, as it is disabled or its token has ended; *why says which. 0:
 * it is in use. */
int64_t hooks_out_since(const struct store_hook *hook, int64_t now, const char **why);

/* Enqueues a test message. */
enum store_result hooks_test(struct store_tx *tx, const struct store_hook *hook, int64_t now,
                             struct store_outbox_row *row);

#endif
