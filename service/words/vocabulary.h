/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The words that people use for the games' things: one table for moves (notation.h) and conditions
 * (service/orders/condition.h). Names and colors of seats are not in it (scan_seat). */
#ifndef SERVICE_WORDS_VOCABULARY_H
#define SERVICE_WORDS_VOCABULARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "service/base/language.h"

enum word_class {
    WORD_EMPTY,     /* ignored in a move */
    WORD_VERB,      /* begins or joins the parts of a move: found by its first phrase */
    WORD_KIND,      /* enum kind */
    WORD_TRACK,     /* enum track */
    WORD_WONDER,    /* enum wonder */
    WORD_HARBOR,    /* a kind of harbor */
    WORD_LOOT,      /* enum loot */
    WORD_LEVEL,     /* the rank of a knight, from 1 */
    WORD_DEV,       /* enum dev_card */
    WORD_PROGRESS,  /* enum progress_card */
    WORD_MEASURE,   /* enum measure: what can be counted on the table, including pieces */
    WORD_AMOUNT,    /* a number in words */
    WORD_NOBODY,    /* no player, no card, no place */
    WORD_EVERYBODY, /* all players, all knights */
    WORD_PLACE,     /* only announces a place */
    /* only in conditions */
    WORD_FILLER, /* ignored in a condition */
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
    CARDS_OF_KIND, /* the kind is given by a WORD_KIND */
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
    LEVEL, /* the track is given by a WORD_TRACK */
    TURN,
    BARBARIANS,
    ROLLED,
};

/* A thing and its phrases, separated by bars; the first is used for writing. A space in a phrase matches any
 * number of spaces, `_` or `-`. Text in another language is tried as English first, so that phrases of other
 * languages never change the meaning of English ones. */
struct word {
    uint8_t class; /* enum word_class */
    uint8_t value;
    enum text text;      /* its phrases; TEXTS: only English, as words of conditions */
    const char *phrases; /* in that case */
};

/* The table, in the order of enum word_class; NULL after its end. */
const struct word *vocabulary_at(size_t at);

/* The words of CLASS: the first of *N consecutive ones. */
const struct word *vocabulary_class(enum word_class class, size_t *n);

/* The word of CLASS with VALUE, or NULL. */
const struct word *vocabulary_word(enum word_class class, unsigned value);

/* The word for LITERAL in the pattern of a form: a verb, otherwise the first name that has it as a
 * phrase. NULL for none. */
const struct word *vocabulary_literal(const char *literal);

/* The phrases of WORD in LANGUAGE, for text_next; "" for none. */
const char *vocabulary_phrases(const struct word *word, enum language language);

/* Copies the phrase of WORD that is shown in LANGUAGE, the English one if it has none there. Returns
 * PHRASE. */
enum { PHRASE_SIZE = 48 };
const char *vocabulary_shown(const struct word *word, enum language language,
                             char phrase[PHRASE_SIZE]);

#endif
