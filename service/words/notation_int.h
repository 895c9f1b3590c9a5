/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What the files of the notation share: walking through a text, and what was missed on the way. */
#ifndef SERVICE_WORDS_NOTATION_INT_H
#define SERVICE_WORDS_NOTATION_INT_H

#include "service/words/notation.h"

enum {
    MISSES_MAX = 64, /* different things that could have stood in one place */
    MISS_TEXT = 200, /* bytes of a sentence of a field's own */
};

/* Something that was looked for and not found. */
struct miss {
    const char *word; /* a row of the lexicon, "" for the end of the move, or NULL: */
    uint8_t field;    /* enum field_type */
};

/* A text being read. Of what was missed only the furthest is kept: there the mistake is. */
struct scan {
    const struct setup *setup;
    const struct game *view;
    unsigned seat;
    const struct seat_label *labels;
    const char *text;
    size_t len, at;
    bool loose;                            /* beginnings of words will do */
    const struct notation_form *form;      /* the one being tried */
    bool bare_give, bare_take;             /* cards named by their kind alone */
    size_t missed;                         /* where */
    unsigned n_misses, n_forms;            /* n_forms: how often, in whatever pattern */
    const struct notation_form *miss_form; /* the first pattern that came so far */
    struct miss misses[MISSES_MAX];
    char said[MISS_TEXT]; /* says more than the list of misses; "" for nothing */
};

/* ---- walking (scan.c) ---- */

/* Passes over spaces and over words that say nothing ("the", "please"). */
void scan_space(struct scan *scan);
/* Whether nothing but spaces and a full stop is left. */
bool scan_end(struct scan *scan);
/* Takes PHRASE, whatever its case; a space in it stands for any number of spaces, `_` or `-`. */
bool scan_phrase(struct scan *scan, const char *phrase);
/* The same; where the scan is loose, a beginning of at least two letters will do. */
bool scan_word(struct scan *scan, const char *phrase);
/* Takes a literal of the table or one of the phrases that mean the same. */
bool scan_literal(struct scan *scan, const char *literal);
/* Takes a whole number of at most MAX. */
bool scan_number(struct scan *scan, uint32_t max, uint32_t *number);
/* Takes exactly these bytes. */
bool scan_bytes(struct scan *scan, const char *bytes);
/* Takes one character of CHARS. */
bool scan_one_of(struct scan *scan, const char *chars);
/* Takes what may stand between the parts of a list: a comma, `+`, `&`, "and", or nothing. */
void scan_between(struct scan *scan);

/* Notes what was expected at AT. Returns false. */
bool scan_miss(struct scan *scan, size_t at, const char *word, unsigned field);
/* The same with a sentence of its own about what stands there. */
__attribute__((format(printf, 4, 5))) bool scan_say(struct scan *scan, size_t at, unsigned field,
                                                    const char *format, ...);

/* The word at AT, up to the next space, for messages. */
size_t scan_word_length(const struct scan *scan, size_t at);

/* The row of the lexicon for LITERAL: phrases that mean the same, itself first, separated by commas.
 * NULL where there is none. */
const char *lexicon_phrases(const char *literal);

/* ---- fields (notation_field.c) ---- */

/* Reads a field at the scan's place. */
bool field_scan(struct scan *scan, const struct field *field, struct action *action);
/* Writes it. */
void field_say(struct buffer *out, const struct setup *setup, const struct seat_label *labels,
               const struct field *field, const struct action *action);
/* What a field of this type is, for messages: "an intersection (0 to 53)". */
void field_describe(struct buffer *out, const struct setup *setup, const struct seat_label *labels,
                    unsigned type);
/* Adds the words that a field of this type can begin with to LIST, which holds *N of at most MAX:
 * texts of SCAN_NAME bytes. */
enum { SCAN_NAME = 160 };
void field_words(const struct setup *setup, const struct seat_label *labels, unsigned type,
                 char (*list)[SCAN_NAME], size_t *n, size_t max);
/* Copies the phrase at *PHRASES, which commas separate, and steps to the next; false behind the last. */
bool next_phrase(const char **phrases, char phrase[SCAN_NAME]);

/* ---- what a view tells (notation_fill.c) ---- */

/* Completes what was left out of an action that was otherwise read. LEFT_OUT: set of the optional
 * fields (by their place in action_fields) that were not there. False where it noted a miss. */
bool notation_fill(struct scan *scan, struct action *action, unsigned left_out);

/* ---- what was wrong (notation_error.c) ---- */

/* Says what was missed. AMBIGUOUS: several moves would fit the shortened words. */
void notation_explain(const struct scan *scan, bool ambiguous, struct notation_error *error);

/* ---- patterns (notation.c) ---- */

/* The part of a pattern: literal, field, or the opening or closing of what may be left out. */
enum part_type { PART_END, PART_LITERAL, PART_FIELD, PART_OPEN, PART_CLOSE };
enum { PART_NAME_MAX = 24 };

struct part {
    enum part_type type;
    char name[PART_NAME_MAX];
};

/* Reads the part at *PATTERN and steps behind it. */
struct part part_next(const char **pattern);

/* The field of that name in a form, and its place there. */
const struct field *form_field(const struct notation_form *form, const char *name, unsigned *place);

/* Whether what may be left out from PATTERN to the next ] has something to say. */
bool group_says(const struct notation_form *form, const char *pattern, const struct action *action);

/* Behind that. */
const char *skip_group(const char *pattern);

#endif
