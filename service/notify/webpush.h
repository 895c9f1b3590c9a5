/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_NOTIFY_WEBPUSH_H
#define SERVICE_NOTIFY_WEBPUSH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "db/push.h"
#include "service/base/buffer.h"

/*
 * The cryptography of web push: messages that only the browser can read (RFC 8291: RFC 8188's
 * aes128gcm with a key agreed on P-256), and proof of the sender (RFC 8292, VAPID).
 */

enum {
    WEBPUSH_SALT = 16,
    WEBPUSH_RECORD = 4096, /* a message is one record, and push services accept no larger one */
    WEBPUSH_HEAD = WEBPUSH_SALT + 4 + 1 + STORE_PUSH_PUBLIC,
    WEBPUSH_TAG = 16,
    WEBPUSH_TEXT_MAX = WEBPUSH_RECORD - WEBPUSH_HEAD - WEBPUSH_TAG - 1,
    WEBPUSH_TOKEN_MAX = 1280, /* of the Authorization header's value, with NUL */
};

/* Generates a key pair. False: the library failed. */
bool webpush_new_key(struct store_push_key *key);

/* Whether these bytes are a point of the curve, as browsers' keys must be. */
bool webpush_point(const uint8_t public[STORE_PUSH_PUBLIC]);

/* Appends TEXT, padded to PADDED bytes, encrypted for a browser. OURS is a key pair for this
 * message only, SALT is random. False: too long, an invalid key, or no memory. */
bool webpush_encrypt(struct buffer *out, const struct store_push *to,
                     const struct store_push_key *ours, const uint8_t salt[WEBPUSH_SALT],
                     const void *text, size_t size, size_t padded);

/* The Authorization header's value for a request to ENDPOINT: "vapid t=…, k=…". CONTACT: a mailto: or
 * https: URL of the operator; "": none. */
bool webpush_authorization(const struct store_push_key *key, const char *endpoint,
                           const char *contact, int64_t now_s, char value[WEBPUSH_TOKEN_MAX]);

/* base64url without padding. */
void webpush_base64(const uint8_t *bytes, size_t size, char *text, size_t text_size);
/* Decodes exactly SIZE bytes from such a text, with or without padding. */
bool webpush_base64_read(const char *text, uint8_t *bytes, size_t size);

#endif
