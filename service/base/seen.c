/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/base/seen.h"

#include <glib.h>
#include <pthread.h>
#include <string.h>
#include <unicode/uspoof.h>

enum {
    MARKS_MAX = 4, /* on one letter, by UTS 39 (5.4) */
    FORM_MAX = 4096,
    JOINER = 0x200d,
    NON_JOINER = 0x200c,
    EMOJI_STYLE = 0xfe0f,
};

/* ---- visible characters ---- */

struct span {
    gunichar first, last;
};

static bool is_within(const struct span *spans, size_t n, gunichar c) {
    for (size_t i = 0; i < n; i++)
        if (c >= spans[i].first && c <= spans[i].last)
            return true;
    return false;
}

#define WITHIN(spans, c) is_within(spans, sizeof(spans) / sizeof *(spans), c)

/* Letters and marks that are invisible (Default_Ignorable_Code_Point), and the blank of Braille. */
static const struct span invisible[] = {
    {0x034f, 0x034f}, {0x115f, 0x1160}, {0x17b4, 0x17b5}, {0x180b, 0x180f},   {0x2800, 0x2800},
    {0x3164, 0x3164}, {0xfe00, 0xfe0f}, {0xffa0, 0xffa0}, {0xe0100, 0xe01ef},
};

/* Embeddings, overrides and isolates. */
static const struct span directions[] = {{0x202a, 0x202e}, {0x2066, 0x2069}};

/* Arabic and Syriac, and the scripts of India: there a joiner changes how letters are written. */
static const struct span joining[] = {{0x0600, 0x077f}, {0x0900, 0x0dff}};

static bool can_be_seen(gunichar c) {
    if (WITHIN(invisible, c))
        return false;
    switch (g_unichar_type(c)) {
    case G_UNICODE_CONTROL:
    case G_UNICODE_FORMAT:
    case G_UNICODE_UNASSIGNED:
    case G_UNICODE_PRIVATE_USE:
    case G_UNICODE_SURROGATE:
    case G_UNICODE_LINE_SEPARATOR:
    case G_UNICODE_PARAGRAPH_SEPARATOR: return false;
    case G_UNICODE_SPACE_SEPARATOR: return c == ' ';
    default: return true;
    }
}

static bool is_symbol(gunichar c) {
    GUnicodeType type = g_unichar_type(c);

    return type == G_UNICODE_OTHER_SYMBOL || type == G_UNICODE_MODIFIER_SYMBOL || c == EMOJI_STYLE;
}

/* Whether the invisible C belongs between these two: it joins emoji into one, or is part of a word. */
static bool belongs_between(gunichar before, gunichar c, gunichar after) {
    if (c == EMOJI_STYLE)
        return is_symbol(before) && before != EMOJI_STYLE;
    if (c == JOINER && is_symbol(before))
        return is_symbol(after);
    return (c == JOINER || c == NON_JOINER) && WITHIN(joining, before) && WITHIN(joining, after);
}

static const char *invisible_fault(const char *text, bool strict) {
    gunichar before = 0;

    for (const char *at = text; *at != '\0'; at = g_utf8_next_char(at)) {
        gunichar c = g_utf8_get_char(at);

        if (!can_be_seen(c) &&
            (strict || !belongs_between(before, c, g_utf8_get_char(g_utf8_next_char(at)))))
            return "must not have control characters or invisible ones";
        before = c;
    }
    return NULL;
}

/* Whether a letter of a decomposed text has too many marks, or the same mark twice in a row. */
static bool has_many_marks(const char *text) {
    unsigned marks = 0;
    gunichar before = 0;

    for (const char *at = text; *at != '\0'; at = g_utf8_next_char(at)) {
        gunichar c = g_utf8_get_char(at);

        marks = g_unichar_ismark(c) ? marks + 1 : 0;
        if (marks > MARKS_MAX || (marks > 0 && c == before))
            return true;
        before = c;
    }
    return false;
}

static const char *marks_fault(const char *text) {
    char *apart = g_utf8_normalize(text, -1, G_NORMALIZE_NFD);
    bool many = apart == NULL || has_many_marks(apart);

    g_free(apart);
    return many ? "must not have so many marks on one letter" : NULL;
}

static const char *label_fault_by(const char *text, bool strict) {
    size_t size = strlen(text);
    const char *fault;

    if (size > 0 && (text[0] == ' ' || text[size - 1] == ' '))
        return "must not begin or end with a space";
    fault = invisible_fault(text, strict);
    return fault == NULL ? marks_fault(text) : fault;
}

const char *label_fault(const char *text) {
    return label_fault_by(text, false);
}

const char *label_fault_strict(const char *text) {
    return label_fault_by(text, true);
}

/* ---- messages ---- */

bool seen_copy(char *to, size_t size, const char *text) {
    bool any = false, good = true;
    size_t n = 0;

    for (const char *at = text, *next; *at != '\0' && good; at = next) {
        gunichar c = g_utf8_get_char(at);
        size_t bytes;

        next = g_utf8_next_char(at);
        if (WITHIN(directions, c))
            continue;
        bytes = (size_t)(next - at);
        good = n + bytes < size && (c == '\n' || g_unichar_type(c) != G_UNICODE_CONTROL);
        if (!good)
            break;
        memcpy(to + n, at, bytes);
        n += bytes;
        any |= can_be_seen(c) && c != ' ';
    }
    to[good && any ? n : 0] = '\0';
    return good && any;
}

/* ---- texts that look alike ---- */

bool seen_fold(const char *text, char *form, size_t size) {
    char *folded = g_utf8_casefold(text, -1);
    char *formed = folded == NULL ? NULL : g_utf8_normalize(folded, -1, G_NORMALIZE_NFKC);
    bool fits = formed != NULL && strlen(formed) < size;

    if (fits)
        memcpy(form, formed, strlen(formed) + 1);
    g_free(folded);
    g_free(formed);
    return fits;
}

static USpoofChecker *checker; /* read-only, so any thread may use it */

static void open_checker(void) {
    UErrorCode error = U_ZERO_ERROR;

    checker = uspoof_open(&error);
    if (U_FAILURE(error))
        checker = NULL;
}

bool seen_form(const char *text, char *form, size_t size) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    char skeleton[FORM_MAX];
    UErrorCode error = U_ZERO_ERROR;

    pthread_once(&once, open_checker);
    if (checker == NULL)
        return false;
    uspoof_getSkeletonUTF8(checker, 0, text, -1, skeleton, sizeof skeleton, &error);
    if (error != U_ZERO_ERROR) /* also a warning: not terminated */
        return false;
    return seen_fold(skeleton, form, size);
}
