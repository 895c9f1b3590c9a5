/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Where the engine's randomness comes from: numbered draws, each uniform below a bound. The engine
 * does not know how a draw is made; the service uses an HMAC under the game's seeds, tests and the
 * benchmark a small generator. */
#ifndef ENGINE_CHANCE_H
#define ENGINE_CHANCE_H

#include <stdint.h>

struct chance {
    /* Returns the draw with this NUMBER: a value below BOUND (1..2^16), uniform. The same number
     * and bound under the same seeds give the same value, for ever. */
    uint32_t (*draw)(const struct chance *chance, uint32_t number, uint32_t bound);
    uint32_t next; /* number of the next draw; the game keeps it as game.draws */
};

static inline uint32_t chance_below(struct chance *chance, uint32_t bound) {
    return chance->draw(chance, chance->next++, bound);
}

/* Brings N bytes into a random order, from the last place on. */
static inline void chance_shuffle(struct chance *chance, uint8_t *items, unsigned n) {
    for (unsigned i = n; i > 1; i--) {
        unsigned j = chance_below(chance, i);
        uint8_t moved = items[i - 1];
        items[i - 1] = items[j];
        items[j] = moved;
    }
}

/* One die: 1..6. */
static inline uint8_t chance_die(struct chance *chance) {
    return (uint8_t)(1 + chance_below(chance, 6));
}

#endif
