/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/oauth/secret.h"

#include <ctype.h>
#include <sodium.h>
#include <string.h>

#include "service/account/auth.h"

/* RFC 8628, section 6.1: no vowels, which form words, and nothing that could be a digit. */
static const char user_letters[] = "BCDFGHJKLMNPQRSTVWXZ";
static const char unreserved[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";

enum { VERIFIER_MIN = 43, VERIFIER_MAX = 128 };

_Static_assert((int)SECRET_LETTERS == (int)TOKEN_RANDOM, "as many random letters as a token has");

/* Writes the random letters of a token drawn for this. */
static void draw_letters(char letters[SECRET_LETTERS]) {
    char token[TOKEN_SIZE];
    uint8_t hash[TOKEN_HASH_SIZE];

    token_new(token, hash);
    memcpy(letters, token + TOKEN_LENGTH - TOKEN_CHECK - TOKEN_RANDOM, SECRET_LETTERS);
    sodium_memzero(token, sizeof token);
}

void secret_hash(const char *text, uint8_t hash[STORE_HASH_SIZE]) {
    token_hash(text, hash);
}

void secret_draw_code(char code[CODE_SIZE], uint8_t hash[STORE_HASH_SIZE]) {
    memcpy(code, "hxc_", 4);
    draw_letters(code + 4);
    code[CODE_SIZE - 1] = '\0';
    secret_hash(code, hash);
}

void secret_turn_refresh(char refresh[REFRESH_SIZE]) {
    draw_letters(refresh + REFRESH_FAMILY);
    refresh[REFRESH_SIZE - 1] = '\0';
}

void secret_draw_refresh(char refresh[REFRESH_SIZE]) {
    memcpy(refresh, "hxr_", 4);
    draw_letters(refresh + 4);
    secret_turn_refresh(refresh);
}

bool secret_hash_refresh(const char *refresh, uint8_t family[STORE_HASH_SIZE],
                         uint8_t whole[STORE_HASH_SIZE]) {
    if (strlen(refresh) != REFRESH_SIZE - 1 || memcmp(refresh, "hxr_", 4) != 0)
        return false;
    crypto_generichash(family, STORE_HASH_SIZE, (const unsigned char *)refresh, REFRESH_FAMILY,
                       NULL, 0);
    secret_hash(refresh, whole);
    return true;
}

void secret_draw_user_code(char code[USER_CODE_SIZE], uint8_t hash[STORE_HASH_SIZE]) {
    size_t at = 0;

    for (unsigned i = 0; i < USER_CODE_LETTERS; i++) {
        if (i == USER_CODE_LETTERS / 2)
            code[at++] = '-';
        code[at++] = user_letters[randombytes_uniform(sizeof user_letters - 1)];
    }
    code[at] = '\0';
    (void)secret_hash_user_code(code, hash);
}

bool secret_hash_user_code(const char *typed, uint8_t hash[STORE_HASH_SIZE]) {
    char plain[USER_CODE_LETTERS + 1];
    size_t n = 0;

    for (; *typed != '\0'; typed++) {
        const char letter = (char)toupper((unsigned char)*typed);

        if (letter == '-' || letter == ' ')
            continue;
        if (n == USER_CODE_LETTERS || strchr(user_letters, letter) == NULL)
            return false;
        plain[n++] = letter;
    }
    plain[n] = '\0';
    secret_hash(plain, hash);
    return n == USER_CODE_LETTERS;
}

bool secret_read_challenge(const char *text, uint8_t challenge[STORE_HASH_SIZE]) {
    size_t size;

    return sodium_base642bin(challenge, STORE_HASH_SIZE, text, strlen(text), NULL, &size, NULL,
                             sodium_base64_VARIANT_URLSAFE_NO_PADDING) == 0 &&
           size == STORE_HASH_SIZE;
}

bool secret_verify(const char *verifier, const uint8_t challenge[STORE_HASH_SIZE]) {
    uint8_t hash[crypto_hash_sha256_BYTES];
    const size_t size = strlen(verifier);

    _Static_assert((int)sizeof hash == (int)STORE_HASH_SIZE, "S256");
    if (size < VERIFIER_MIN || size > VERIFIER_MAX || strspn(verifier, unreserved) != size)
        return false;
    crypto_hash_sha256(hash, (const unsigned char *)verifier, size);
    return sodium_memcmp(hash, challenge, STORE_HASH_SIZE) == 0;
}
