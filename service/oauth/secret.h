/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_OAUTH_SECRET_H
#define SERVICE_OAUTH_SECRET_H

#include <stdbool.h>
#include <stdint.h>

#include "db/store.h"

/* The secrets of OAuth besides access tokens. The store has their hashes alone. */

enum {
    SECRET_LETTERS = 30, /* base 62: 178 bits */
    CODE_SIZE = 4 + SECRET_LETTERS + 1,
    REFRESH_FAMILY = 4 + SECRET_LETTERS, /* bytes that all refresh tokens of a grant begin with */
    REFRESH_SIZE = REFRESH_FAMILY + SECRET_LETTERS + 1,
    USER_CODE_LETTERS = 8,
    USER_CODE_SIZE = USER_CODE_LETTERS + 2, /* with a hyphen in the middle */
    USER_CODE_TYPED_MAX = 64,               /* bytes that people may type, spaces and all */
};

/* A code or a device's code: "hxc_" and letters. */
void secret_draw_code(char code[CODE_SIZE], uint8_t hash[STORE_HASH_SIZE]);

/*
 * Refresh tokens: "hxr_", letters that stay the same for the life of a grant, and letters that change each time. So
 * whoever shows a token of a known family that is not the latest has one that was used before.
 */
void secret_draw_refresh(char refresh[REFRESH_SIZE]);
/* Gives a refresh token new letters behind those of its family. */
void secret_turn_refresh(char refresh[REFRESH_SIZE]);
/* The hashes of its family and of the whole. False: it is none. */
bool secret_hash_refresh(const char *refresh, uint8_t family[STORE_HASH_SIZE],
                         uint8_t whole[STORE_HASH_SIZE]);

void secret_hash(const char *text, uint8_t hash[STORE_HASH_SIZE]);

/* "BCDF-GHJK": letters that form no words and look like no others. */
void secret_draw_user_code(char code[USER_CODE_SIZE], uint8_t hash[STORE_HASH_SIZE]);
/* The hash of a code as somebody has typed it. False: it cannot be one. */
bool secret_hash_user_code(const char *typed, uint8_t hash[STORE_HASH_SIZE]);

/* The 32 bytes of an S256 code challenge; false: it is none. */
bool secret_read_challenge(const char *text, uint8_t challenge[STORE_HASH_SIZE]);
/* Whether VERIFIER is what the challenge was made of. */
bool secret_verify(const char *verifier, const uint8_t challenge[STORE_HASH_SIZE]);

#endif
