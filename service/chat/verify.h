/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_CHAT_VERIFY_H
#define SERVICE_CHAT_VERIFY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Authentication of platforms' requests. It uses the raw body, before it is parsed, and takes a
 * time independent of how much of a signature is right. A missing header (NULL) is never right.
 */

enum {
    CHAT_DISCORD_KEY_SIZE = 32, /* bytes of an application's public key */
    CHAT_SLACK_FRESH_S = 300,   /* largest age of a request, or lead over our clock */
    CHAT_DISCORD_FRESH_S = 900, /* lifetime of an interaction's token */
};

/* A public key from its 64 hexadecimal digits. */
bool chat_discord_key(const char *hex, uint8_t key[CHAT_DISCORD_KEY_SIZE]);

/* Discord: Ed25519 over the timestamp and the body. */
bool chat_verify_discord(const uint8_t key[CHAT_DISCORD_KEY_SIZE], const char *signature,
                         const char *timestamp, const void *body, size_t size, int64_t now);

/* Slack: "v0=" and the HMAC-SHA256 of "v0:TIMESTAMP:BODY" in hexadecimal digits. */
bool chat_verify_slack(const char *secret, const char *signature, const char *timestamp,
                       const void *body, size_t size, int64_t now);

/* Telegram and Matrix: a shared secret. An empty one is never right. */
bool chat_verify_secret(const char *secret, const char *given);

#endif
