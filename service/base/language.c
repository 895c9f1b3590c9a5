/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/base/language.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "service/base/text.h"

enum { PLACE_SIZE = 3 /* "{0}" */, KEY_SIZE = 128 };

/* Whether a list of languages begins with this one, whatever the country. */
static bool begins_with_tag(const char *list, const char *tag) {
    size_t size = strlen(tag);

    return strncasecmp(list, tag, size) == 0 && strchr("-;, \t", list[size]) != NULL;
}

enum language language_accepted(const char *list) {
    /* Browsers list languages in the order of preference. */
    while (list != NULL && *list != '\0') {
        list += strspn(list, " \t,");
        for (int language = 0; language < LANGUAGES; language++)
            if (begins_with_tag(list, language_tags[language]))
                return (enum language)language;
        list += strcspn(list, ",");
    }
    return LANGUAGE_ENGLISH;
}

enum language language_kept(int64_t number) {
    return number >= 0 && number < LANGUAGES ? (enum language)number : LANGUAGE_ENGLISH;
}

/* ---- texts ---- */

const char *text_in(enum language language, enum text text) {
    const struct text_row *row = &text_rows[text];

    return row->forms[language][0] != NULL ? row->forms[language][0]
                                           : row->forms[LANGUAGE_ENGLISH][0];
}

size_t text_clause(const char *sentence) {
    size_t size = strlen(sentence);

    return size - (size > 0 && sentence[size - 1] == '.');
}

static int compare_key(const void *key, const void *row) {
    return strcmp(key, ((const struct text_row *)row)->key);
}

enum text text_named(const char *section, const char *name) {
    char key[KEY_SIZE];
    const struct text_row *row;

    snprintf(key, sizeof key, "%s.%s", section, name);
    row = bsearch(key, text_rows, TEXTS, sizeof *text_rows, compare_key);
    return row == NULL ? TEXTS : (enum text)(row - text_rows);
}

bool text_step(const char **list, const char **word, size_t *length) {
    *word = *list;
    *length = (size_t)(strchrnul(*list, '|') - *list);
    *list += *length + ((*list)[*length] == '|');
    return *length > 0;
}

bool text_next(const char **list, char *to, size_t size) {
    const char *word;
    size_t length;
    bool found = text_step(list, &word, &length);

    if (length >= size)
        length = size - 1;
    memcpy(to, word, length);
    to[length] = '\0';
    return found;
}

const char *text_first(enum language language, enum text text, char *to, size_t size) {
    const char *list = text_in(language, text);

    (void)text_next(&list, to, size);
    return to;
}

bool text_lists(enum language language, enum text text, const char *word) {
    const char *list = text_in(language, text);
    char alternative[KEY_SIZE];

    while (text_next(&list, alternative, sizeof alternative))
        if (strcasecmp(alternative, word) == 0)
            return true;
    return false;
}

const char *text_form(enum language language, enum text text, unsigned long n) {
    const struct text_row *row = &text_rows[text];
    enum language in = row->forms[language][0] != NULL ? language : LANGUAGE_ENGLISH;
    const char *form = row->n < 0 ? NULL : row->forms[in][language_form(in, n) % TEXT_FORMS_MAX];

    return form != NULL ? form : row->forms[in][0];
}

/* The form that the arguments select; the first one if there is no number. */
static const char *form_for(enum language language, enum text text, const char *const *args,
                            size_t count) {
    int n = text_rows[text].n;

    return n >= 0 && (size_t)n < count ? text_form(language, text, strtoul(args[n], NULL, 10))
                                       : text_in(language, text);
}

/* Whether the form continues with "{0}" or another placeholder that has an argument. */
static bool is_place(const char *form, size_t count) {
    return form[0] == '{' && form[1] >= '0' && form[1] <= '9' && form[2] == '}' &&
           (size_t)(form[1] - '0') < count;
}

void language_fill(struct buffer *out, const char *form, const char *const *args, size_t count) {
    while (*form != '\0') {
        bool place = is_place(form, count);

        if (place)
            buffer_text(out, args[form[1] - '0']);
        else
            buffer_byte(out, *form);
        form += place ? PLACE_SIZE : 1;
    }
}

void text_fill(struct buffer *out, enum language language, enum text text, const char *const *args,
               size_t count) {
    language_fill(out, form_for(language, text, args, count), args, count);
}

void text_fill_short(char *to, size_t size, enum language language, enum text text,
                     const char *const *args, size_t count) {
    const char *form = form_for(language, text, args, count);
    size_t at = 0;

    while (*form != '\0') {
        bool place = is_place(form, count);
        const char *piece = place ? args[form[1] - '0'] : form;
        size_t length = place ? strlen(piece) : 1, fits = size - 1 - at;

        memcpy(to + at, piece, length < fits ? length : fits);
        at += length < fits ? length : fits;
        form += place ? PLACE_SIZE : 1;
    }
    to[at] = '\0';
    text_drop_partial(to);
}

void text_count(struct buffer *out, enum language language, enum text text, unsigned long n) {
    char number[24];

    snprintf(number, sizeof number, "%lu", n);
    text_fill(out, language, text, TEXT_ARGS(number));
}
