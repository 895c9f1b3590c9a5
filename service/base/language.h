/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The languages in which people are written to, and what is said in them: the catalogues of service/texts, of
 * which the build makes the two enumerations and the rows. Any thread. */
#ifndef SERVICE_BASE_LANGUAGE_H
#define SERVICE_BASE_LANGUAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "embedded/texts.h"
#include "service/base/buffer.h"

/* enum language is LANGUAGE_ENGLISH (0), LANGUAGE_GERMAN, …, LANGUAGES: by the numbers that the store keeps.
 * enum text is TEXT_MAIL_SUBJECT_TURN for the key mail.subject_turn, …, TEXTS: sorted by key. */

/* "en", "de"; NULL at the end. */
extern const char *const language_tags[LANGUAGES + 1];

/* The first language of an Accept-Language header that there is; English where there is none, or LIST is
 * NULL. */
enum language language_accepted(const char *list);

/* The language of a number that was kept; English where it is none. */
enum language language_kept(int64_t number);

/* Which form a language uses for N things. */
unsigned language_form(enum language language, unsigned long n);

/* A text of the catalogues. */
enum { TEXT_FORMS_MAX = 6 };
struct text_row {
    const char *key;  /* "mail.subject_turn" */
    const char *args; /* their names in order: "game who" */
    int n;            /* the argument that chooses the form; -1: there is one form */
    const char *forms[LANGUAGES][TEXT_FORMS_MAX + 1U]; /* NULL: not translated */
};
extern const struct text_row text_rows[TEXTS];

/* A text in LANGUAGE, in English where it is not translated; its first form, with places {0} to {9} for its
 * arguments. Static. */
const char *text_in(enum language language, enum text text);

/* How many bytes of a sentence are before its full stop: all where it has none. */
size_t text_clause(const char *sentence);

/* The text with the key "SECTION.NAME"; TEXTS where there is none. */
enum text text_named(const char *section, const char *name);

/* Steps to the next alternative of a text that lists them, "züge|zuege": LENGTH bytes from *WORD on. False at the end. */
bool text_step(const char **list, const char **word, size_t *length);

/* The same, copied. */
bool text_next(const char **list, char *to, size_t size);

/* Copies the first alternative, the one that is shown. Returns TO. */
const char *text_first(enum language language, enum text text, char *to, size_t size);

/* Whether a text that lists alternatives has this one; capitals do not count. */
bool text_lists(enum language language, enum text text, const char *word);

/* Appends a text with its COUNT arguments, which have the order of `#. args:` in the catalogue. The argument n,
 * a number, chooses the form. A place without an argument stays as it is. */
void text_fill(struct buffer *out, enum language language, enum text text, const char *const *args,
               size_t count);

/* The same into a string of SIZE bytes, cut behind a whole character. */
void text_fill_short(char *to, size_t size, enum language language, enum text text,
                     const char *const *args, size_t count);

/* The arguments as the two above want them: TEXT_ARGS("a", "b"). */
#define TEXT_ARGS(...)                                                                             \
    (const char *const[]){__VA_ARGS__},                                                            \
        sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *)

/* The form of a text for N things, where the argument n is not the bare number; its only form where it has one. */
const char *text_form(enum language language, enum text text, unsigned long n);

/* Appends such a FORM with its arguments. */
void language_fill(struct buffer *out, const char *form, const char *const *args, size_t count);

/* Appends a text whose one argument is a number. */
void text_count(struct buffer *out, enum language language, enum text text, unsigned long n);

#endif
