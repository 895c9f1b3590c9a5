/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Fair chance: every die and card of a game follows from seeds that are committed to beforehand and
 * published afterwards (openapi.yaml). All numbers are big-endian, || joins bytes, labels are
 * ASCII without a terminator, HMAC is HMAC-SHA-256.
 *
 *   commitment = SHA-256(seed)                                  shown as 64 hex digits
 *   key        = HMAC(server_seed, label || for each seat 0 .. players-1: one byte length, 0 or 32,
 *                     then that seat's client seed)
 *     label "hexpost start 1": the rolls for the first turn, all lengths 0 (no client seed is known)
 *     label "hexpost play 1":  everything afterwards
 *   block(i,b) = HMAC(key, "hexpost draw 1" || u32 i || u32 b)
 *   draw(i,n)  = the first of the eight u32 words of block(i,0), block(i,1), … that is below
 *                floor(2^32 / n) * n, modulo n
 *
 * A game numbers its draws from 0 with a counter of its own; a die is 1 + draw(i,6), a card the one
 * at draw(i, cards) when they are laid out in the order of their kinds.
 *   random board: key = SHA-256("hexpost board 1" || board seed), draws numbered from 0
 *   bots:         key = HMAC(server_seed, "hexpost bot 1" || u32 seq), a stream of their own
 * Test vectors: tests/service/test_fair.c. */
#ifndef SERVICE_BASE_FAIR_H
#define SERVICE_BASE_FAIR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/chance.h"
#include "engine/limits.h"

enum { FAIR_SEED_BYTES = 32, FAIR_HEX_DIGITS = 2 * FAIR_SEED_BYTES };

struct fair_seeds {
    uint8_t server[FAIR_SEED_BYTES];
    uint8_t players; /* seats that may have a client seed */
    bool has_client[SEAT_MAX];
    uint8_t client[SEAT_MAX][FAIR_SEED_BYTES];
};

/* A stream of draws; hand &fair.chance to the engine and keep the struct alive meanwhile. */
struct fair {
    struct chance
        chance; /* first, so that draw finds the key; chance.next is the caller's to set */
    uint8_t key[FAIR_SEED_BYTES];
};

void fair_start(struct fair *fair, const struct fair_seeds *seeds);
void fair_play(struct fair *fair, const struct fair_seeds *seeds);

/* Draws for an action. EARLY: it can happen before all players have given their seeds, like harbors placed before
 * the settlements (S-161): such draws use the key of the first turn. */
void fair_action(struct fair *fair, const struct fair_seeds *seeds, bool early);
void fair_board(struct fair *fair, const char *seed, size_t size);
void fair_bot(struct fair *fair, const uint8_t server[FAIR_SEED_BYTES], uint32_t seq);

/* 32 fresh random bytes. */
void fair_seed(uint8_t seed[FAIR_SEED_BYTES]);

void fair_commitment(uint8_t commitment[FAIR_SEED_BYTES], const uint8_t seed[FAIR_SEED_BYTES]);

/* Whether COMMITMENT matches SEED; in constant time. */
bool fair_kept(const uint8_t commitment[FAIR_SEED_BYTES], const uint8_t seed[FAIR_SEED_BYTES]);

/* Decodes exactly 64 hexadecimal digits, either case, NUL-terminated; false for anything else. */
bool fair_hex(const char *text, uint8_t bytes[FAIR_SEED_BYTES]);
void fair_hex_write(char text[FAIR_HEX_DIGITS + 1], const uint8_t bytes[FAIR_SEED_BYTES]);

#endif
