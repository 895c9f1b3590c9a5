/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Resource and commodity cards, counted by kind. Eight counts of one byte each make one machine
 * word, so a hand is compared, paid and added in a few instructions. Every count stays at or below
 * CARD_COUNT_MAX (127), which keeps the top bit of each byte free for borrows and carries. */
#ifndef ENGINE_CARDS_H
#define ENGINE_CARDS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* The order is the one every document uses; logs store these numbers, so it never changes. */
enum kind { BRICK, LUMBER, WOOL, GRAIN, ORE, CLOTH, COIN, PAPER, KIND_COUNT };
enum { RESOURCE_COUNT = ORE + 1, COMMODITY_COUNT = KIND_COUNT - RESOURCE_COUNT };

struct cards {
    uint8_t n[KIND_COUNT];
};

_Static_assert(sizeof(struct cards) == sizeof(uint64_t), "a hand is one word");

#define CARDS_ONES UINT64_C(0x0101010101010101)
#define CARDS_TOP  UINT64_C(0x8080808080808080)

/* The counts as a word, that of kind k from bit 8 * k on. */
static inline uint64_t cards_word(struct cards c) {
    uint64_t w;
    memcpy(&w, &c, sizeof w);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    w = __builtin_bswap64(w);
#endif
    return w;
}

static inline struct cards cards_of_word(uint64_t w) {
    struct cards c;
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    w = __builtin_bswap64(w);
#endif
    memcpy(&c, &w, sizeof c);
    return c;
}

static inline struct cards cards_none(void) {
    return (struct cards){{0}};
}

/* N cards of one KIND. Made as a word: reading a word just after one of its bytes was written
 * stalls. */
static inline struct cards cards_one(unsigned kind, unsigned n) {
    return cards_of_word((uint64_t)n << 8 * kind);
}

static inline bool cards_empty(struct cards c) {
    return cards_word(c) == 0;
}

static inline bool cards_equal(struct cards a, struct cards b) {
    return cards_word(a) == cards_word(b);
}

/* Whether HAND holds at least COST, kind by kind. */
static inline bool cards_cover(struct cards hand, struct cards cost) {
    return (((cards_word(hand) | CARDS_TOP) - cards_word(cost)) & CARDS_TOP) == CARDS_TOP;
}

static inline struct cards cards_add(struct cards a, struct cards b) {
    return cards_of_word(cards_word(a) + cards_word(b));
}

/* A minus B; A must cover B. */
static inline struct cards cards_sub(struct cards a, struct cards b) {
    return cards_of_word(cards_word(a) - cards_word(b));
}

/* Number of cards of all kinds together; the caller knows that it is at most 255. */
static inline unsigned cards_total(struct cards c) {
    return (unsigned)((cards_word(c) * CARDS_ONES) >> 56);
}

/* Bit k set where byte k of WORD has its top bit. */
static inline unsigned cards_tops(uint64_t word) {
    return (unsigned)(((word & CARDS_TOP) >> 7) * UINT64_C(0x0102040810204080) >> 56);
}

/* The kinds with at least one card, as a set; also where a count is beyond CARD_COUNT_MAX. */
static inline unsigned cards_kinds(struct cards c) {
    uint64_t w = cards_word(c);
    return cards_tops(((w & ~CARDS_TOP) + ~CARDS_TOP) | w);
}

/* The kinds with at least N cards, as a set. */
static inline unsigned cards_kinds_from(struct cards c, unsigned n) {
    return cards_tops((cards_word(c) | CARDS_TOP) - n * CARDS_ONES);
}

/* Whether there are two cards of any kind. */
static inline bool cards_pairs(struct cards c) {
    return (((cards_word(c) | CARDS_TOP) - 2 * CARDS_ONES) & CARDS_TOP) != 0;
}

/* Whether there is any commodity. */
static inline bool cards_commodities(struct cards c) {
    return cards_word(c) >> 8 * RESOURCE_COUNT != 0;
}

/* The kind of the card at POSITION (0-based) when the hand is laid out in the order of the kinds.
 * POSITION must be below cards_total. */
static inline unsigned cards_at(struct cards c, unsigned position) {
    unsigned kind = 0;
    while (position >= c.n[kind])
        position -= c.n[kind++];
    return kind;
}

#endif
