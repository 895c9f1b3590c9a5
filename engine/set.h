/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Sets of hexes, vertices and edges as bits. */
#ifndef ENGINE_SET_H
#define ENGINE_SET_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/limits.h"

enum {
    HEX_WORDS = HEX_MAX / 64,
    VERTEX_WORDS = VERTEX_MAX / 64,
    EDGE_WORDS = (EDGE_MAX + 63) / 64
};

/* struct NAME, a set of numbers below 64 * WORDS, and what can be done with it: NAME_has, NAME_add,
 * NAME_remove, NAME_empty, NAME_count, NAME_union; NAME_minus (A without the members of B), NAME_within
 * (whether every member of A is one of B), NAME_apart (whether none is), NAME_first (the lowest member of
 * a set that is not empty). */
#define SET_TYPE(NAME, WORDS)                                                                      \
    struct NAME {                                                                                  \
        uint64_t w[(WORDS)];                                                                       \
    };                                                                                             \
    static inline bool NAME##_has(const struct NAME *s, unsigned i) {                              \
        return (s->w[i / 64] >> (i % 64)) & 1;                                                     \
    }                                                                                              \
    static inline void NAME##_add(struct NAME *s, unsigned i) {                                    \
        s->w[i / 64] |= UINT64_C(1) << (i % 64);                                                   \
    }                                                                                              \
    static inline void NAME##_remove(struct NAME *s, unsigned i) {                                 \
        s->w[i / 64] &= ~(UINT64_C(1) << (i % 64));                                                \
    }                                                                                              \
    static inline bool NAME##_empty(const struct NAME *s) {                                        \
        uint64_t any = 0;                                                                          \
        for (unsigned w = 0; w < (WORDS); w++)                                                     \
            any |= s->w[w];                                                                        \
        return any == 0;                                                                           \
    }                                                                                              \
    static inline unsigned NAME##_count(const struct NAME *s) {                                    \
        unsigned n = 0;                                                                            \
        for (unsigned w = 0; w < (WORDS); w++)                                                     \
            n += (unsigned)__builtin_popcountll(s->w[w]);                                          \
        return n;                                                                                  \
    }                                                                                              \
    static inline struct NAME NAME##_union(struct NAME a, struct NAME b) {                         \
        for (unsigned w = 0; w < (WORDS); w++)                                                     \
            a.w[w] |= b.w[w];                                                                      \
        return a;                                                                                  \
    }                                                                                              \
    static inline struct NAME NAME##_minus(struct NAME a, struct NAME b) {                         \
        for (unsigned w = 0; w < (WORDS); w++)                                                     \
            a.w[w] &= ~b.w[w];                                                                     \
        return a;                                                                                  \
    }                                                                                              \
    static inline bool NAME##_within(struct NAME a, struct NAME b) {                               \
        struct NAME beside = NAME##_minus(a, b);                                                   \
        return NAME##_empty(&beside);                                                              \
    }                                                                                              \
    static inline bool NAME##_apart(struct NAME a, struct NAME b) {                                \
        uint64_t common = 0;                                                                       \
        for (unsigned w = 0; w < (WORDS); w++)                                                     \
            common |= a.w[w] & b.w[w];                                                             \
        return common == 0;                                                                        \
    }                                                                                              \
    static inline unsigned NAME##_first(struct NAME s) {                                           \
        unsigned w = 0;                                                                            \
        while (!s.w[w])                                                                            \
            w++;                                                                                   \
        return w * 64 + (unsigned)__builtin_ctzll(s.w[w]);                                         \
    }

SET_TYPE(hex_set, HEX_WORDS)
SET_TYPE(vertex_set, VERTEX_WORDS)
SET_TYPE(edge_set, EDGE_WORDS)

/* Removes the lowest bit of *WORD and returns its index. *WORD must not be 0. */
static inline unsigned bit_take(uint64_t *word) {
    unsigned i = (unsigned)__builtin_ctzll(*word);
    *word &= *word - 1;
    return i;
}

static inline unsigned bit_count(uint64_t word) {
    return (unsigned)__builtin_popcountll(word);
}

/* Runs the statement that follows for each member V of a set S. The set is read
 * word by word, so the body can change it: members of the current word are visited even so. */
#define SET_EACH(s, words, v)                                                                      \
    for (unsigned v##_w = 0; v##_w < (words); v##_w++)                                             \
        for (uint64_t v##_bits = (s)->w[v##_w]; v##_bits;)                                         \
            for (unsigned v = v##_w * 64 + bit_take(&v##_bits), v##_once = 1; v##_once;            \
                 v##_once = 0)

#define HEX_EACH(s, h)    SET_EACH(s, HEX_WORDS, h)
#define VERTEX_EACH(s, v) SET_EACH(s, VERTEX_WORDS, v)
#define EDGE_EACH(s, e)   SET_EACH(s, EDGE_WORDS, e)

#endif
