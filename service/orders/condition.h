/* SPDX-License-Identifier: AGPL-3.0-or-later */
/*
 * Conditions of standing orders: `3 ore and 2 grain`, `points >= 8`, `red has a city at 12`.
 *
 *     condition = part { "or" part }
 *     part      = { "not" } fact { "and" { "not" } fact }
 *     fact      = "(" condition ")"
 *               | [OWNER] COUNT MEASURE            3 ore · at most 7 cards · no brick · bank 2 ore
 *               | [OWNER] MEASURE COMPARE NUMBER   points >= 8 · cards of red > 7 · barbarians = 6
 *               | [OWNER] PIECE PLACE              city 12 · blue road 14-22 · red knight 9
 *               | PLACE "free" | "free" PLACE      12 free · 14-22 free
 *               | "robber" HEX | "pirate" HEX | "rolled" NUMBER | "card" NAME
 *     COUNT     = [COMPARE] NUMBER | "no"
 *     COMPARE   = "least" | "most" | "more" | "fewer" | "exactly" | ">=" | "<=" | ">" | "<" | "=" | "!="
 *     OWNER = a color | "seat" NUMBER | "bank"; left out: the player
 *     MEASURE   = a kind of card | cards | points | settlements | cities | roads | ships | knights
 *               | walls | strength (of active knights) | line (longest road) | army (knights played)
 *               | trade | politics | science (levels) | turn | barbarians (steps gone) | roll
 *
 * Kinds, tracks, cards, pieces, numbers and places have the names that they have in a move
 * (service/words/vocabulary.h, scan.h); players only by their color, as names change while conditions
 * stay. Words like `I have`, `is`, `at`, `a`, `than` are skipped; case and plurals do not matter.
 */
#ifndef SERVICE_ORDERS_CONDITION_H
#define SERVICE_ORDERS_CONDITION_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/game.h"
#include "service/document/label.h"
#include "service/words/notation.h"

enum {
    CONDITION_TEXT_MAX = 200,
    CONDITION_NODES_MAX = 32, /* facts, and operators that join them */
    CONDITION_DEPTH_MAX = 8,  /* parentheses within each other */
};

enum condition_op {
    CONDITION_AND,
    CONDITION_OR,
    CONDITION_NOT,
    CONDITION_COUNT,
    CONDITION_PIECE,
    CONDITION_FREE,
    CONDITION_FREE_EDGE,
    CONDITION_ROBBER,
    CONDITION_PIRATE,
    CONDITION_CARD,
};

/* Owners besides the seats. */
enum { OWNER_SELF = NONE, OWNER_BANK = NONE - 1 };

struct condition_node {
    uint8_t op;    /* enum condition_op */
    uint8_t first; /* for operators: the first node joined */
    uint8_t second;
    uint8_t owner;   /* for a fact: a seat, or one of those above */
    uint8_t measure; /* enum measure: what is counted, or the piece */
    uint8_t kind;    /* of cards; a track; a card's number */
    uint8_t compare; /* enum comparison */
    uint8_t place;   /* a vertex, an edge or a hex */
    uint16_t number; /* compared with */
};

struct condition {
    uint8_t n; /* the last node is the root; 0: always holds */
    struct condition_node nodes[CONDITION_NODES_MAX];
};

/* Reads LEN bytes. LABELS: rules.colors of them, or NULL for the default colors of the seats. False
 * with *ERROR filled in. */
bool condition_read(const struct setup *setup, const struct seat_label *labels, const char *text,
                    size_t len, struct condition *out, struct notation_error *error);

/* Whether it holds in VIEW, what SEAT may see. */
bool condition_holds(const struct condition *condition, const struct setup *setup,
                     const struct game *view, unsigned seat);

#endif
