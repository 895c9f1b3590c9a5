/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/base/fair.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>

_Static_assert(FAIR_SEED_BYTES == crypto_auth_hmacsha256_BYTES, "a key is one HMAC");
_Static_assert(FAIR_SEED_BYTES == crypto_hash_sha256_BYTES, "a commitment is one hash");

enum { WORD_BYTES = 4, BLOCK_WORDS = FAIR_SEED_BYTES / WORD_BYTES };

static void put_word(uint8_t bytes[WORD_BYTES], uint32_t word) {
    for (unsigned i = 0; i < WORD_BYTES; i++)
        bytes[i] = (uint8_t)(word >> (24 - 8 * i));
}

static uint32_t get_word(const uint8_t bytes[WORD_BYTES]) {
    uint32_t word = 0;
    for (unsigned i = 0; i < WORD_BYTES; i++)
        word = word << 8 | bytes[i];
    return word;
}

/* Feeds an ASCII label without its NUL. */
static void hash_label(crypto_auth_hmacsha256_state *state, const char *label) {
    crypto_auth_hmacsha256_update(state, (const unsigned char *)label, strlen(label));
}

static uint32_t fair_draw(const struct chance *chance, uint32_t number, uint32_t bound) {
    const struct fair *fair = (const struct fair *)(const void *)chance;
    assert(bound > 0 && bound <= UINT32_C(1) << 16);
    uint32_t limit = (uint32_t)((UINT64_C(1) << 32) / bound * bound - 1); /* highest word
                                                                           * accepted */
    for (uint32_t block = 0;; block++) {
        crypto_auth_hmacsha256_state state;
        uint8_t counter[2 * WORD_BYTES];
        uint8_t words[FAIR_SEED_BYTES];
        put_word(counter, number);
        put_word(counter + WORD_BYTES, block);
        crypto_auth_hmacsha256_init(&state, fair->key, sizeof fair->key);
        hash_label(&state, "hexpost draw 1");
        crypto_auth_hmacsha256_update(&state, counter, sizeof counter);
        crypto_auth_hmacsha256_final(&state, words);
        for (unsigned i = 0; i < BLOCK_WORDS; i++) {
            uint32_t word = get_word(words + i * WORD_BYTES);
            if (word <= limit)
                return word % bound;
        }
    }
}

/* The key under LABEL; WITH_CLIENTS tells whether the clients' seeds are mixed in. */
static void seats_key(struct fair *fair, const struct fair_seeds *seeds, const char *label,
                      bool with_clients) {
    crypto_auth_hmacsha256_state state;
    *fair = (struct fair){.chance.draw = fair_draw};
    crypto_auth_hmacsha256_init(&state, seeds->server, sizeof seeds->server);
    hash_label(&state, label);
    for (unsigned seat = 0; seat < seeds->players; seat++) {
        uint8_t length = with_clients && seeds->has_client[seat] ? FAIR_SEED_BYTES : 0;
        crypto_auth_hmacsha256_update(&state, &length, 1);
        crypto_auth_hmacsha256_update(&state, seeds->client[seat], length);
    }
    crypto_auth_hmacsha256_final(&state, fair->key);
}

void fair_start(struct fair *fair, const struct fair_seeds *seeds) {
    seats_key(fair, seeds, "hexpost start 1", false);
}

void fair_play(struct fair *fair, const struct fair_seeds *seeds) {
    seats_key(fair, seeds, "hexpost play 1", true);
}

void fair_action(struct fair *fair, const struct fair_seeds *seeds, bool early) {
    if (early)
        fair_start(fair, seeds);
    else
        fair_play(fair, seeds);
}

void fair_board(struct fair *fair, const char *seed, size_t size) {
    static const char label[] = "hexpost board 1";
    crypto_hash_sha256_state state;
    *fair = (struct fair){.chance.draw = fair_draw};
    crypto_hash_sha256_init(&state);
    crypto_hash_sha256_update(&state, (const unsigned char *)label, sizeof label - 1);
    crypto_hash_sha256_update(&state, (const unsigned char *)seed, size);
    crypto_hash_sha256_final(&state, fair->key);
}

void fair_bot(struct fair *fair, const uint8_t server[FAIR_SEED_BYTES], uint32_t seq) {
    crypto_auth_hmacsha256_state state;
    uint8_t number[WORD_BYTES];
    *fair = (struct fair){.chance.draw = fair_draw};
    put_word(number, seq);
    crypto_auth_hmacsha256_init(&state, server, FAIR_SEED_BYTES);
    hash_label(&state, "hexpost bot 1");
    crypto_auth_hmacsha256_update(&state, number, sizeof number);
    crypto_auth_hmacsha256_final(&state, fair->key);
}

void fair_seed(uint8_t seed[FAIR_SEED_BYTES]) {
    randombytes_buf(seed, FAIR_SEED_BYTES);
}

void fair_commitment(uint8_t commitment[FAIR_SEED_BYTES], const uint8_t seed[FAIR_SEED_BYTES]) {
    crypto_hash_sha256(commitment, seed, FAIR_SEED_BYTES);
}

bool fair_kept(const uint8_t commitment[FAIR_SEED_BYTES], const uint8_t seed[FAIR_SEED_BYTES]) {
    uint8_t made[FAIR_SEED_BYTES];
    fair_commitment(made, seed);
    return sodium_memcmp(made, commitment, FAIR_SEED_BYTES) == 0;
}

bool fair_hex(const char *text, uint8_t bytes[FAIR_SEED_BYTES]) {
    size_t length = 0;
    return strlen(text) == FAIR_HEX_DIGITS &&
           sodium_hex2bin(bytes, FAIR_SEED_BYTES, text, FAIR_HEX_DIGITS, NULL, &length, NULL) ==
               0 &&
           length == FAIR_SEED_BYTES;
}

void fair_hex_write(char text[FAIR_HEX_DIGITS + 1], const uint8_t bytes[FAIR_SEED_BYTES]) {
    sodium_bin2hex(text, FAIR_HEX_DIGITS + 1, bytes, FAIR_SEED_BYTES);
}
