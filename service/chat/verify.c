/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/chat/verify.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/base/text.h"

bool chat_discord_key(const char *hex, uint8_t key[CHAT_DISCORD_KEY_SIZE]) {
    size_t size = 0;

    return hex != NULL && strlen(hex) == (size_t)2 * CHAT_DISCORD_KEY_SIZE &&
           sodium_hex2bin(key, CHAT_DISCORD_KEY_SIZE, hex, strlen(hex), NULL, &size, NULL) == 0 &&
           size == CHAT_DISCORD_KEY_SIZE;
}

/* Whether TIMESTAMP is a number of seconds no more than WITHIN away from NOW (milliseconds). */
static bool is_fresh(const char *timestamp, int64_t now, int64_t within) {
    int64_t at;

    return text_read_number(timestamp, 0, INT64_MAX, &at) && at >= now / 1000 - within &&
           at <= now / 1000 + within;
}

bool chat_verify_discord(const uint8_t key[CHAT_DISCORD_KEY_SIZE], const char *signature,
                         const char *timestamp, const void *body, size_t size, int64_t now) {
    unsigned char bytes[crypto_sign_BYTES];
    size_t length = 0, before;
    unsigned char *message;
    bool good;

    if (signature == NULL || strlen(signature) != sizeof bytes * 2 ||
        sodium_hex2bin(bytes, sizeof bytes, signature, sizeof bytes * 2, NULL, &length, NULL) !=
            0 ||
        length != sizeof bytes || !is_fresh(timestamp, now, CHAT_DISCORD_FRESH_S))
        return false;
    before = strlen(timestamp);
    message = malloc(before + size + 1);
    if (message == NULL)
        return false;
    memcpy(message, timestamp, before);
    if (size > 0)
        memcpy(message + before, body, size);
    good = crypto_sign_verify_detached(bytes, message, before + size, key) == 0;
    free(message);
    return good;
}

bool chat_verify_slack(const char *secret, const char *signature, const char *timestamp,
                       const void *body, size_t size, int64_t now) {
    unsigned char mac[crypto_auth_hmacsha256_BYTES], given[crypto_auth_hmacsha256_BYTES];
    crypto_auth_hmacsha256_state state;
    size_t length = 0;

    if (secret[0] == '\0' || signature == NULL || strncmp(signature, "v0=", 3) != 0 ||
        strlen(signature + 3) != sizeof given * 2 ||
        sodium_hex2bin(given, sizeof given, signature + 3, sizeof given * 2, NULL, &length, NULL) !=
            0 ||
        length != sizeof given || !is_fresh(timestamp, now, CHAT_SLACK_FRESH_S))
        return false;
    crypto_auth_hmacsha256_init(&state, (const unsigned char *)secret, strlen(secret));
    crypto_auth_hmacsha256_update(&state, (const unsigned char *)"v0:", 3);
    crypto_auth_hmacsha256_update(&state, (const unsigned char *)timestamp, strlen(timestamp));
    crypto_auth_hmacsha256_update(&state, (const unsigned char *)":", 1);
    crypto_auth_hmacsha256_update(&state, body, size);
    crypto_auth_hmacsha256_final(&state, mac);
    return sodium_memcmp(mac, given, sizeof mac) == 0;
}

bool chat_verify_secret(const char *secret, const char *given) {
    unsigned char ours[crypto_hash_sha256_BYTES], theirs[crypto_hash_sha256_BYTES];

    if (secret[0] == '\0' || given == NULL)
        return false;
    crypto_hash_sha256(ours, (const unsigned char *)secret, strlen(secret));
    crypto_hash_sha256(theirs, (const unsigned char *)given, strlen(given));
    return sodium_memcmp(ours, theirs, sizeof ours) == 0;
}
