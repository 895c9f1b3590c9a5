/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* A scanner for texts written by people: words, numbers, places and seats, read the same way in moves
 * and conditions. The functions that read return whether they found something; if not, they do not move
 * the scan. */
#ifndef SERVICE_WORDS_SCAN_H
#define SERVICE_WORDS_SCAN_H

#include "engine/game.h"
#include "service/base/buffer.h"
#include "service/document/label.h"
#include "service/words/vocabulary.h"

struct notation_form;

enum {
    MISSES_MAX = 64,      /* different things expected at one position */
    MISS_TEXT = 200,      /* bytes of a field's own error message */
    WORD_SHOWN_SIZE = 41, /* of a word quoted in a message, its NUL included */
    SCAN_NAME_SIZE = 160, /* of a suggestion, which can be a player's name */
};

/* Something expected and not found. */
struct miss {
    const struct word *word; /* or NULL: */
    uint8_t field;           /* enum field_type; FIELD_END: the end of the text */
};

/* A text being read. Only the misses furthest into the text are kept: that is where the mistake
 * is. */
struct scan {
    const struct setup *setup;
    const struct game *view; /* what the writer sees, or NULL */
    unsigned seat;           /* the writer's */
    const struct seat_label *labels;
    const char *text;
    size_t len, at;
    enum language language;           /* accepted in addition to English */
    enum word_class fillers;          /* words that scan_space skips */
    bool loose;                       /* abbreviations are accepted */
    bool prose;                       /* written among other words: ordinary ones begin no move */
    bool whole;                       /* abbreviations are never accepted */
    const struct notation_form *form; /* of the notation: the form being tried */
    bool bare_give, bare_take;        /* cards named by their kind alone */
    size_t missed;                    /* the position of the misses */
    unsigned n_misses, n_forms;       /* n_forms: how many, over all forms */
    const struct notation_form *miss_form; /* the first form that got this far */
    struct miss misses[MISSES_MAX];
    char said[MISS_TEXT]; /* a more precise message than the list of misses; "" for none */
};

/* ---- words ---- */

/* Skips spaces and filler words ("the", "please"). */
void scan_space(struct scan *scan);
/* Whether only spaces and a full stop are left. */
bool scan_end(struct scan *scan);
/* Reads PHRASE, ignoring case. */
bool scan_phrase(struct scan *scan, const char *phrase);
/* The same for one of the alternatives in a text, in English or in the scan's language. */
bool scan_any(struct scan *scan, enum text text);
/* The same; if the scan is loose, an abbreviation of two or more letters is accepted. */
bool scan_word(struct scan *scan, const char *phrase);
/* Reads a literal of the table of forms, or another phrase for it. Notes a miss. */
bool scan_literal(struct scan *scan, const char *literal);
/* Reads the longest phrase of CLASS. VALUE may be NULL. */
bool scan_class(struct scan *scan, enum word_class class, uint8_t *value);
/* The same for names with values from FIRST to before END; accepts plurals and, if the scan is loose,
 * abbreviations. False also for an ambiguous abbreviation. */
bool scan_name(struct scan *scan, enum word_class class, unsigned first, unsigned end,
               uint8_t *value);
/* Reads exactly these bytes. */
bool scan_bytes(struct scan *scan, const char *bytes);
/* Reads one character of CHARS. */
bool scan_one_of(struct scan *scan, const char *chars);
/* Reads a comma, `+`, `&` or "and". */
bool scan_and(struct scan *scan);
/* Reads an optional separator of a list: one of those, or nothing. */
void scan_between(struct scan *scan);

/* ---- numbers ---- */

/* Reads an integer up to MAX. */
bool scan_number(struct scan *scan, uint32_t max, uint32_t *number);
/* Reads an integer in digits or in words, `3` or `three`; too large ones become UINT32_MAX. */
bool scan_amount(struct scan *scan, uint32_t *number);

/* ---- places and seats; they note a miss of TYPE, an enum field_type ---- */

/* Skips words before a place: "city at the hex 12". */
void scan_preposition(struct scan *scan);
/* `12` or `v12`. */
bool scan_vertex(struct scan *scan, unsigned type, uint8_t *vertex);
/* `14-22`, or the number of an edge: `31`, `e31`. BY_SPACE: also `14 22`. */
bool scan_edge(struct scan *scan, bool by_space, unsigned type, uint8_t *edge);
/* `4`, `h4` or `(0,-1)`. BARE: also `0,-1`. */
bool scan_hex(struct scan *scan, bool bare, unsigned type, uint8_t *hex);
/* `blue`, `Ann`, `@Ann`, `seat 1`; one of rules.colors seats. */
bool scan_seat(struct scan *scan, unsigned type, uint8_t *seat);

/* ---- errors ---- */

/* Whether a miss at AT is as far as the furthest so far; earlier ones are forgotten. */
bool scan_reaches(struct scan *scan, size_t at);
/* Notes what was expected at AT. Returns false. */
bool scan_miss(struct scan *scan, size_t at, const struct word *word, unsigned field);
/* The same with a message of its own. */
__attribute__((format(printf, 4, 5))) bool scan_say(struct scan *scan, size_t at, unsigned field,
                                                    const char *format, ...);
/* The same with a text in the scan's language. */
bool scan_tell(struct scan *scan, size_t at, unsigned field, enum text text,
               const char *const *args, size_t count);
/* The length of the word at AT, up to the next space. */
size_t scan_word_length(const struct scan *scan, size_t at);
/* That word for display: whole characters, no control characters. */
void scan_shown_word(const struct scan *scan, size_t at, char word[WORD_SHOWN_SIZE]);
/* Sets FOUND, "" at first, to whichever of itself and NAME, or a phrase of WORD, is nearer to
 * TEXT. */
void scan_nearer(const char *text, const char *name, char found[SCAN_NAME_SIZE]);
void scan_nearest(const char *text, const struct word *word, enum language language,
                  char found[SCAN_NAME_SIZE]);
/* Whether FOUND, set by these functions, may be what TEXT meant. */
bool scan_is_alike(const char *text, const char found[SCAN_NAME_SIZE]);

#endif
