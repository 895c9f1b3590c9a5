/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The languages of texts for people, and the texts: the catalogues of service/texts, from which the build
 * generates the two enumerations and the rows. Any thread. */
#ifndef SERVICE_BASE_LANGUAGE_H
#define SERVICE_BASE_LANGUAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "embedded/texts.h"
#include "service/base/buffer.h"

/* enum language is LANGUAGE_ENGLISH (0), LANGUAGE_GERMAN, …, LANGUAGES: these numbers are stored. enum text
 * is TEXT_MAIL_SUBJECT_TURN for the key mail.subject_turn, …, TEXTS: sorted by key. */

/* "en", "de"; NULL at the end. */
extern const char *const language_tags[LANGUAGES + 1];

/* The first supported language of an Accept-Language header; English if there is none, or LIST is
 * NULL. */
enum language language_accepted(const char *list);

/* The language of a stored number; English if it is none. */
enum language language_kept(int64_t number);

/* The index of the plural form that a language uses for N things. */
unsigned language_form(enum language language, unsigned long n);

/* A text of the catalogues. */
enum { TEXT_FORMS_MAX = 6 };
struct text_row {
    const char *key;  /* "mail.subject_turn" */
    const char *args; /* their names in order: "game who" */
    int n;            /* the argument that selects the plural form; -1: there is one form */
    const char *forms[LANGUAGES][TEXT_FORMS_MAX + 1U]; /* NULL: not translated */
};
extern const struct text_row text_rows[TEXTS];

/* A text in LANGUAGE, or in English if not translated: its first form, with placeholders {0} to {9} for its
 * arguments. Static. */
const char *text_in(enum language language, enum text text);

/* The length of a sentence without its full stop, in bytes. */
size_t text_clause(const char *sentence);

/* The text with the key "SECTION.NAME"; TEXTS if there is none. */
enum text text_named(const char *section, const char *name);

/* Steps to the next alternative of a text that lists them, "züge|zuege": LENGTH bytes from *WORD on. False at the end. */
bool text_step(const char **list, const char **word, size_t *length);

/* The same, copied. */
bool text_next(const char **list, char *to, size_t size);

/* Copies the first alternative, which is the one to show. Returns TO. */
const char *text_first(enum language language, enum text text, char *to, size_t size);

/* Whether a text that lists alternatives has this one, ignoring case. */
bool text_lists(enum language language, enum text text, const char *word);

/* Appends a text with its COUNT arguments, in the order of `#. args:` in the catalogue. The argument n, a
 * number, selects the plural form. A placeholder without an argument stays as it is. */
void text_fill(struct buffer *out, enum language language, enum text text, const char *const *args,
               size_t count);

/* The same into a string of SIZE bytes, truncated after a whole character. */
void text_fill_short(char *to, size_t size, enum language language, enum text text,
                     const char *const *args, size_t count);

/* The arguments for the two functions above: TEXT_ARGS("a", "b"). */
#define TEXT_ARGS(...)                                                                             \
    (const char *const[]){__VA_ARGS__},                                                            \
        sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *)

/* The form of a text for N things, for use when the argument n is not the bare number; its only form if it has
 * one. */
const char *text_form(enum language language, enum text text, unsigned long n);

/* Appends such a FORM with its arguments. */
void language_fill(struct buffer *out, const char *form, const char *const *args, size_t count);

/* Appends a text whose one argument is a number. */
void text_count(struct buffer *out, enum language language, enum text text, unsigned long n);

#endif
