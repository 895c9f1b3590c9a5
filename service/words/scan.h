/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Walking through a text that a person wrote: words, numbers, places and seats, read alike in moves and
 * in conditions. What reads returns whether it found something; if not, it has moved nothing. */
#ifndef SERVICE_WORDS_SCAN_H
#define SERVICE_WORDS_SCAN_H

#include "engine/game.h"
#include "service/base/buffer.h"
#include "service/document/label.h"
#include "service/words/vocabulary.h"

struct notation_form;

enum {
    MISSES_MAX = 64,      /* different things that could have stood in one place */
    MISS_TEXT = 200,      /* bytes of a sentence of a field's own */
    WORD_SHOWN_SIZE = 41, /* of a word that a message quotes, its NUL included */
    SCAN_NAME_SIZE = 160, /* of a word that may have been meant: a player's name, too */
};

/* Something that was looked for and not found. */
struct miss {
    const struct word *word; /* or NULL: */
    uint8_t field;           /* enum field_type; FIELD_END: the end of the text */
};

/* A text being read. Of what was missed only the furthest is kept: there the mistake is. */
struct scan {
    const struct setup *setup;
    const struct game *view; /* what the writer sees, or NULL */
    unsigned seat;           /* the writer's */
    const struct seat_label *labels;
    const char *text;
    size_t len, at;
    enum language language;           /* whose phrases are read beside the English ones */
    enum word_class fillers;          /* words that scan_space passes over */
    bool loose;                       /* beginnings of words will do */
    bool prose;                       /* written among other words: ordinary ones begin no move */
    bool whole;                       /* beginnings of words never will do */
    const struct notation_form *form; /* of the notation: the one being tried */
    bool bare_give, bare_take;        /* cards named by their kind alone */
    size_t missed;                    /* where */
    unsigned n_misses, n_forms;       /* n_forms: how often, in whatever form */
    const struct notation_form *miss_form; /* the first form that came so far */
    struct miss misses[MISSES_MAX];
    char said[MISS_TEXT]; /* says more than the list of misses; "" for nothing */
};

/* ---- words ---- */

/* Passes over spaces and over words that say nothing ("the", "please"). */
void scan_space(struct scan *scan);
/* Whether nothing but spaces and a full stop is left. */
bool scan_end(struct scan *scan);
/* Takes PHRASE, whatever its case. */
bool scan_phrase(struct scan *scan, const char *phrase);
/* The same of the alternatives that a text lists, in English or in the scan's language. */
bool scan_any(struct scan *scan, enum text text);
/* The same; where the scan is loose, a beginning of at least two letters will do. */
bool scan_word(struct scan *scan, const char *phrase);
/* Takes a literal of the table of forms, or another phrase for it. Notes a miss. */
bool scan_literal(struct scan *scan, const char *literal);
/* Takes the longest phrase of CLASS that stands here. VALUE may be NULL. */
bool scan_class(struct scan *scan, enum word_class class, uint8_t *value);
/* The same for names: those with values from FIRST to before END; plurals, and where the scan is loose
 * beginnings. False also where a beginning is that of more than one. */
bool scan_name(struct scan *scan, enum word_class class, unsigned first, unsigned end,
               uint8_t *value);
/* Takes exactly these bytes. */
bool scan_bytes(struct scan *scan, const char *bytes);
/* Takes one character of CHARS. */
bool scan_one_of(struct scan *scan, const char *chars);
/* Takes a comma, `+`, `&` or "and". */
bool scan_and(struct scan *scan);
/* Takes what may stand between the parts of a list: one of those, or nothing. */
void scan_between(struct scan *scan);

/* ---- numbers ---- */

/* Takes a whole number of at most MAX. */
bool scan_number(struct scan *scan, uint32_t max, uint32_t *number);
/* Takes one in digits or in letters, `3` or `three`; too large ones are UINT32_MAX. */
bool scan_amount(struct scan *scan, uint32_t *number);

/* ---- places and seats; they note a miss of TYPE, an enum field_type ---- */

/* Passes over words before a place: "city at the hex 12". */
void scan_preposition(struct scan *scan);
/* `12` or `v12`. */
bool scan_vertex(struct scan *scan, unsigned type, uint8_t *vertex);
/* `14-22`, or an edge's own number: `31`, `e31`. BY_SPACE: `14 22` as well. */
bool scan_edge(struct scan *scan, bool by_space, unsigned type, uint8_t *edge);
/* `4`, `h4` or `(0,-1)`. BARE: `0,-1` as well. */
bool scan_hex(struct scan *scan, bool bare, unsigned type, uint8_t *hex);
/* `blue`, `Ann`, `@Ann`, `seat 1`; among rules.colors seats. */
bool scan_seat(struct scan *scan, unsigned type, uint8_t *seat);

/* ---- what was wrong ---- */

/* Whether a miss at AT counts, as none was further; those before it are forgotten then. */
bool scan_reaches(struct scan *scan, size_t at);
/* Notes what was expected at AT. Returns false. */
bool scan_miss(struct scan *scan, size_t at, const struct word *word, unsigned field);
/* The same with a sentence of its own about what stands there. */
__attribute__((format(printf, 4, 5))) bool scan_say(struct scan *scan, size_t at, unsigned field,
                                                    const char *format, ...);
/* The same by a text, in the scan's language. */
bool scan_tell(struct scan *scan, size_t at, unsigned field, enum text text,
               const char *const *args, size_t count);
/* The word at AT, up to the next space. */
size_t scan_word_length(const struct scan *scan, size_t at);
/* The same, fit to be shown: whole characters, no control characters. */
void scan_shown_word(const struct scan *scan, size_t at, char word[WORD_SHOWN_SIZE]);
/* Makes FOUND, "" at first, the nearer to TEXT of itself and NAME, or a phrase of WORD. */
void scan_nearer(const char *text, const char *name, char found[SCAN_NAME_SIZE]);
void scan_nearest(const char *text, const struct word *word, enum language language,
                  char found[SCAN_NAME_SIZE]);
/* Whether FOUND, which they made, may be meant by TEXT. */
bool scan_is_alike(const char *text, const char found[SCAN_NAME_SIZE]);

#endif
