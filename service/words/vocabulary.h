/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The words that people use for the things of the games: one table, from which moves (notation.h) and
 * conditions (service/orders/condition.h) are read alike. What a game calls its seats is not in it
 * (scan_seat). */
#ifndef SERVICE_WORDS_VOCABULARY_H
#define SERVICE_WORDS_VOCABULARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "service/base/language.h"

enum word_class {
    WORD_EMPTY,     /* says nothing in a move */
    WORD_VERB,      /* what begins or joins the parts of a move: found by its first phrase */
    WORD_KIND,      /* enum kind */
    WORD_TRACK,     /* enum track */
    WORD_WONDER,    /* enum wonder */
    WORD_HARBOR,    /* a kind of harbor */
    WORD_LOOT,      /* enum loot */
    WORD_LEVEL,     /* the rank of a knight, from 1 */
    WORD_DEV,       /* enum dev_card */
    WORD_PROGRESS,  /* enum progress_card */
    WORD_MEASURE,   /* enum measure: what can be counted on the table, the pieces among it */
    WORD_AMOUNT,    /* a number in letters */
    WORD_NOBODY,    /* no player, no card, no place */
    WORD_EVERYBODY, /* all players, all knights */
    WORD_PLACE,     /* says no more than that a place follows */
    /* only in conditions */
    WORD_FILLER, /* says nothing in a condition */
    WORD_AND,
    WORD_OR,
    WORD_NOT,
    WORD_NO,
    WORD_COMPARE, /* enum comparison */
    WORD_FREE,
    WORD_ROBBER,
    WORD_PIRATE,
    WORD_CARD,
    WORD_BANK,
};

enum comparison { AT_LEAST, AT_MOST, MORE_THAN, LESS_THAN, EQUAL_TO, UNEQUAL_TO };

enum measure {
    CARDS_OF_KIND, /* WORD_KIND says of which */
    CARDS,
    POINTS,
    SETTLEMENTS,
    CITIES,
    ROADS,
    SHIPS,
    KNIGHTS,
    WALLS,
    STRENGTH,
    LINE,
    ARMY,
    LEVEL, /* WORD_TRACK says of which */
    TURN,
    BARBARIANS,
    ROLLED,
};

/* One thing and the phrases that mean it, alternatives between bars; the first is the one that is written. A
 * space in a phrase stands for any number of spaces, `_` or `-`. What is read in another language is read in
 * English first, so that its phrases change nothing of what could be written before. */
struct word {
    uint8_t class; /* enum word_class */
    uint8_t value;
    enum text text; /* its phrases; TEXTS: it is English alone, as what is only in conditions */
    const char *phrases; /* those then */
};

/* The table, in the order of enum word_class; NULL behind its end. */
const struct word *vocabulary_at(size_t at);

/* The words of CLASS: *N of them from the one returned on. */
const struct word *vocabulary_class(enum word_class class, size_t *n);

/* The word of CLASS with VALUE, or NULL. */
const struct word *vocabulary_word(enum word_class class, unsigned value);

/* What LITERAL, a word in the pattern of a form, stands for: a verb, else the first name of which it is
 * a phrase. NULL for none. */
const struct word *vocabulary_literal(const char *literal);

/* The phrases of WORD in LANGUAGE, for text_next; "" for none. */
const char *vocabulary_phrases(const struct word *word, enum language language);

/* Copies the phrase of WORD that is shown in LANGUAGE, in English where it has none there. Returns PHRASE. */
enum { PHRASE_SIZE = 48 };
const char *vocabulary_shown(const struct word *word, enum language language,
                             char phrase[PHRASE_SIZE]);

#endif
