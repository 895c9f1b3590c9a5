/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Sets of hexes, vertices and edges as bits. A hex set is a plain uint64_t. */
#ifndef ENGINE_SET_H
#define ENGINE_SET_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/limits.h"

enum { VERTEX_WORDS = VERTEX_MAX / 64, EDGE_WORDS = (EDGE_MAX + 63) / 64 };

struct vertex_set {
    uint64_t w[VERTEX_WORDS];
};

struct edge_set {
    uint64_t w[EDGE_WORDS];
};

static inline bool vertex_set_has(const struct vertex_set *s, unsigned v) {
    return (s->w[v / 64] >> (v % 64)) & 1;
}

static inline void vertex_set_add(struct vertex_set *s, unsigned v) {
    s->w[v / 64] |= UINT64_C(1) << (v % 64);
}

static inline void vertex_set_remove(struct vertex_set *s, unsigned v) {
    s->w[v / 64] &= ~(UINT64_C(1) << (v % 64));
}

static inline bool vertex_set_empty(const struct vertex_set *s) {
    uint64_t any = 0;
    for (unsigned w = 0; w < VERTEX_WORDS; w++)
        any |= s->w[w];
    return any == 0;
}

static inline unsigned vertex_set_count(const struct vertex_set *s) {
    unsigned n = 0;
    for (unsigned w = 0; w < VERTEX_WORDS; w++)
        n += (unsigned)__builtin_popcountll(s->w[w]);
    return n;
}

static inline struct vertex_set vertex_set_union(struct vertex_set a, struct vertex_set b) {
    for (unsigned w = 0; w < VERTEX_WORDS; w++)
        a.w[w] |= b.w[w];
    return a;
}

/* A without the members of B. */
static inline struct vertex_set vertex_set_minus(struct vertex_set a, struct vertex_set b) {
    for (unsigned w = 0; w < VERTEX_WORDS; w++)
        a.w[w] &= ~b.w[w];
    return a;
}

/* Whether every member of A is one of B. */
static inline bool vertex_set_within(struct vertex_set a, struct vertex_set b) {
    struct vertex_set beside = vertex_set_minus(a, b);
    return vertex_set_empty(&beside);
}

/* The lowest member; the set must not be empty. */
static inline unsigned vertex_set_first(struct vertex_set s) {
    unsigned w = 0;
    while (!s.w[w])
        w++;
    return w * 64 + (unsigned)__builtin_ctzll(s.w[w]);
}

static inline bool edge_set_has(const struct edge_set *s, unsigned e) {
    return (s->w[e / 64] >> (e % 64)) & 1;
}

static inline void edge_set_add(struct edge_set *s, unsigned e) {
    s->w[e / 64] |= UINT64_C(1) << (e % 64);
}

static inline void edge_set_remove(struct edge_set *s, unsigned e) {
    s->w[e / 64] &= ~(UINT64_C(1) << (e % 64));
}

static inline bool edge_set_empty(const struct edge_set *s) {
    uint64_t any = 0;
    for (unsigned w = 0; w < EDGE_WORDS; w++)
        any |= s->w[w];
    return any == 0;
}

static inline unsigned edge_set_count(const struct edge_set *s) {
    unsigned n = 0;
    for (unsigned w = 0; w < EDGE_WORDS; w++)
        n += (unsigned)__builtin_popcountll(s->w[w]);
    return n;
}

/* Removes the lowest bit of *WORD and returns its index. *WORD must not be 0. */
static inline unsigned bit_take(uint64_t *word) {
    unsigned i = (unsigned)__builtin_ctzll(*word);
    *word &= *word - 1;
    return i;
}

static inline unsigned bit_count(uint64_t word) {
    return (unsigned)__builtin_popcountll(word);
}

/* Runs the statement that follows for each member V of a vertex or edge set S. The set is read
 * word by word, so the body can change it: members of the current word are visited even so. */
#define SET_EACH(s, words, v)                                                                      \
    for (unsigned v##_w = 0; v##_w < (words); v##_w++)                                             \
        for (uint64_t v##_bits = (s)->w[v##_w]; v##_bits;)                                         \
            for (unsigned v = v##_w * 64 + bit_take(&v##_bits), v##_once = 1; v##_once;            \
                 v##_once = 0)

#define VERTEX_EACH(s, v) SET_EACH(s, VERTEX_WORDS, v)
#define EDGE_EACH(s, e)   SET_EACH(s, EDGE_WORDS, e)

#endif
