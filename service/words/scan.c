/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/words/scan.h"

#include <assert.h>
#include <glib.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "service/base/json_read.h"
#include "service/base/text.h"
#include "service/words/ordinary.h"

enum {
    LOOSE_MIN = 2, /* letters of an abbreviation, at least */
    ALIKE_MIN = 5, /* letters from which words are compared even if the first differs */
};

/* ---- characters ---- */

enum scan_char { CHAR_OTHER, CHAR_SPACE, CHAR_DIGIT, CHAR_LETTER };

/* All bytes beyond ASCII count as letters. */
static enum scan_char scan_char_of(char c) {
    if (c == ' ' || c == '\t' || c == '\r' || c == '\n')
        return CHAR_SPACE;
    if (c >= '0' && c <= '9')
        return CHAR_DIGIT;
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (unsigned char)c >= 0x80
               ? CHAR_LETTER
               : CHAR_OTHER;
}

static bool scan_is_space(const struct scan *scan, size_t at) {
    return at < scan->len && scan_char_of(scan->text[at]) == CHAR_SPACE;
}

/* The byte at AT in lower case, for A to Z and the accented letters of Latin-1 in UTF-8. */
static char scan_lower(const char *text, size_t at) {
    enum { LATIN_LEAD = 0xC3, LATIN_A = 0x80, LATIN_TIMES = 0x97, LATIN_THORN = 0x9E, CASE = 0x20 };
    unsigned char c = (unsigned char)text[at];

    if (at > 0 && (unsigned char)text[at - 1] == LATIN_LEAD && c >= LATIN_A && c <= LATIN_THORN &&
        c != LATIN_TIMES)
        return (char)(c + CASE);
    return g_ascii_tolower(text[at]);
}

/* The number of bytes at AT that match the first LEN of PHRASE (spaces may differ); 0 for no
 * match. */
static size_t scan_match(const struct scan *scan, size_t at, const char *phrase, size_t len) {
    size_t start = at;

    for (size_t i = 0; i < len; i++) {
        if (phrase[i] == ' ' || phrase[i] == '_') {
            size_t spaces = at;
            while (at < scan->len &&
                   (scan_is_space(scan, at) || scan->text[at] == '_' || scan->text[at] == '-'))
                at++;
            if (at == spaces)
                return 0;
        } else if (at < scan->len && scan_lower(scan->text, at) == scan_lower(phrase, i)) {
            at++;
        } else {
            return 0;
        }
    }
    return at - start;
}

/* Whether a word ends at AT: "4wool" and "city12" are two words, "roads" is one. */
static bool scan_is_boundary(const struct scan *scan, size_t at) {
    enum scan_char here = at < scan->len ? scan_char_of(scan->text[at]) : CHAR_SPACE;

    return at == 0 || (here != CHAR_LETTER && here != CHAR_DIGIT) ||
           here != scan_char_of(scan->text[at - 1]);
}

/* ---- words ---- */

void scan_space(struct scan *scan) {
    do
        while (scan_is_space(scan, scan->at))
            scan->at++;
    while (scan_class(scan, scan->fillers, NULL));
}

bool scan_end(struct scan *scan) {
    size_t at;

    scan_space(scan);
    at = scan->at;
    while (scan_is_space(scan, at) ||
           (at < scan->len && (scan->text[at] == '.' || scan->text[at] == '!')))
        at++;
    return at >= scan->len;
}

/* Reads the LEN bytes of PHRASE and, if PLURAL, an s after them. */
static bool scan_take(struct scan *scan, const char *phrase, size_t len, bool plural) {
    size_t at = scan->at + scan_match(scan, scan->at, phrase, len);

    if (at == scan->at)
        return false;
    if (plural && !scan_is_boundary(scan, at) && g_ascii_tolower(scan->text[at]) == 's')
        at++;
    if (!scan_is_boundary(scan, at))
        return false;
    scan->at = at;
    return true;
}

/* The number of letters and digits at AT. */
static size_t scan_letters(const struct scan *scan, size_t at) {
    size_t n = 0;

    while (at + n < scan->len && scan_char_of(scan->text[at + n]) >= CHAR_DIGIT)
        n++;
    return n;
}

/* Reads an abbreviation of PHRASE. */
static bool scan_take_beginning(struct scan *scan, const char *phrase, size_t len) {
    size_t n = scan_letters(scan, scan->at);

    if (n < LOOSE_MIN || n >= len || scan_match(scan, scan->at, phrase, n) != n)
        return false;
    scan->at += n;
    return true;
}

bool scan_phrase(struct scan *scan, const char *phrase) {
    return scan_take(scan, phrase, strlen(phrase), false);
}

bool scan_any(struct scan *scan, enum text text) {
    const enum language languages[] = {LANGUAGE_ENGLISH, scan->language};
    char phrase[PHRASE_SIZE];

    for (unsigned i = 0; i < 2; i++)
        for (const char *phrases = text_in(languages[i], text);
             text_next(&phrases, phrase, sizeof phrase);)
            if (scan_phrase(scan, phrase))
                return true;
    return false;
}

bool scan_word(struct scan *scan, const char *phrase) {
    size_t len = strlen(phrase);

    return scan_take(scan, phrase, len, false) ||
           (scan->loose && scan_take_beginning(scan, phrase, len));
}

/* Where the longest match of PHRASES ends; does not move the scan. */
static size_t scan_reach_phrases(struct scan *scan, const char *phrases, bool plural, bool loose) {
    size_t start = scan->at, furthest = start, len;
    const char *phrase;

    while (text_step(&phrases, &phrase, &len)) {
        if ((scan_take(scan, phrase, len, plural) ||
             (loose && scan_take_beginning(scan, phrase, len))) &&
            scan->at > furthest)
            furthest = scan->at;
        scan->at = start;
    }
    return furthest;
}

/* The same of a word's phrases, in English and in the scan's language. */
static size_t scan_reach(struct scan *scan, const struct word *word, bool plural, bool loose) {
    size_t reach =
        scan_reach_phrases(scan, vocabulary_phrases(word, LANGUAGE_ENGLISH), plural, loose);
    size_t other = reach;

    if (scan->language != LANGUAGE_ENGLISH)
        other = scan_reach_phrases(scan, vocabulary_phrases(word, scan->language), plural, loose);
    return other > reach ? other : reach;
}

bool scan_literal(struct scan *scan, const char *literal) {
    const struct word *word = vocabulary_literal(literal);
    bool loose = scan->loose, head = scan->at == 0;
    size_t furthest;

    assert(word != NULL);
    scan_space(scan);
    if (loose && head && scan->prose)
        loose = !ordinary_word(scan->text + scan->at, scan_letters(scan, scan->at));
    if (scan->at > 0 && scan_one_of(scan, ","))
        scan_space(scan);
    furthest = scan_reach(scan, word, false, loose);
    if (furthest == scan->at)
        return scan_miss(scan, scan->at, word, FIELD_END);
    scan->at = furthest;
    return true;
}

bool scan_class(struct scan *scan, enum word_class class, uint8_t *value) {
    size_t n, furthest = scan->at;
    const struct word *word = vocabulary_class(class, &n);

    for (; n > 0; n--, word++) {
        size_t reach = scan_reach(scan, word, false, false);

        if (reach > furthest && value != NULL)
            *value = word->value;
        furthest = reach > furthest ? reach : furthest;
    }
    if (furthest == scan->at)
        return false;
    scan->at = furthest;
    return true;
}

bool scan_name(struct scan *scan, enum word_class class, unsigned first, unsigned end,
               uint8_t *value) {
    size_t n, furthest = scan->at;
    const struct word *word = vocabulary_class(class, &n);
    bool ambiguous = false;

    for (; n > 0; n--, word++) {
        size_t reach = word->value >= first && word->value < end
                           ? scan_reach(scan, word, true, scan->loose)
                           : scan->at;

        if (reach == scan->at || reach < furthest)
            continue;
        ambiguous = reach == furthest;
        furthest = reach;
        *value = word->value;
    }
    if (furthest == scan->at || ambiguous)
        return false;
    scan->at = furthest;
    return true;
}

bool scan_bytes(struct scan *scan, const char *bytes) {
    size_t len = strlen(bytes);

    if (scan->len - scan->at < len || memcmp(scan->text + scan->at, bytes, len) != 0)
        return false;
    scan->at += len;
    return true;
}

bool scan_one_of(struct scan *scan, const char *chars) {
    if (scan->at >= scan->len || scan->text[scan->at] == '\0' ||
        strchr(chars, scan->text[scan->at]) == NULL)
        return false;
    scan->at++;
    return true;
}

bool scan_and(struct scan *scan) {
    return scan_one_of(scan, ",+&") || scan_class(scan, WORD_AND, NULL);
}

void scan_between(struct scan *scan) {
    scan_space(scan);
    if (scan_and(scan))
        scan_space(scan);
}

/* ---- numbers ---- */

/* Reads digits; a number beyond 32 bits becomes 2^32. */
static bool scan_digits(struct scan *scan, uint64_t *number) {
    const uint64_t beyond = (uint64_t)UINT32_MAX + 1;
    size_t start = scan->at;

    *number = 0;
    for (; scan->at < scan->len && scan_char_of(scan->text[scan->at]) == CHAR_DIGIT; scan->at++) {
        *number = *number * 10 + (uint64_t)(scan->text[scan->at] - '0');
        *number = *number < beyond ? *number : beyond;
    }
    return scan->at > start;
}

bool scan_number(struct scan *scan, uint32_t max, uint32_t *number) {
    size_t start = scan->at;
    uint64_t value;

    if (!scan_digits(scan, &value) || value > max) {
        scan->at = start;
        return false;
    }
    *number = (uint32_t)value;
    return true;
}

bool scan_amount(struct scan *scan, uint32_t *number) {
    uint64_t digits;
    uint8_t word = 0;

    if (scan_digits(scan, &digits))
        *number = digits < UINT32_MAX ? (uint32_t)digits : UINT32_MAX;
    else if (scan_class(scan, WORD_AMOUNT, &word))
        *number = word;
    else
        return false;
    return true;
}

/* ---- misses ---- */

bool scan_reaches(struct scan *scan, size_t at) {
    if (at < scan->missed)
        return false;
    if (at > scan->missed) {
        scan->missed = at;
        scan->n_misses = 0;
        scan->n_forms = 0;
        scan->said[0] = '\0';
    }
    return true;
}

bool scan_miss(struct scan *scan, size_t at, const struct word *word, unsigned field) {
    if (!scan_reaches(scan, at))
        return false;
    if (scan->n_forms++ == 0)
        scan->miss_form = scan->form;
    for (unsigned i = 0; i < scan->n_misses; i++)
        if (scan->misses[i].word == word && scan->misses[i].field == field)
            return false;
    if (scan->n_misses < MISSES_MAX)
        scan->misses[scan->n_misses++] = (struct miss){.word = word, .field = (uint8_t)field};
    return false;
}

bool scan_tell(struct scan *scan, size_t at, unsigned field, enum text text,
               const char *const *args, size_t count) {
    scan_miss(scan, at, NULL, field);
    if (at >= scan->missed)
        text_fill_short(scan->said, sizeof scan->said, scan->language, text, args, count);
    return false;
}

bool scan_say(struct scan *scan, size_t at, unsigned field, const char *format, ...) {
    va_list args;

    scan_miss(scan, at, NULL, field);
    if (at < scan->missed)
        return false;
    va_start(args, format);
    vsnprintf(scan->said, sizeof scan->said, format, args);
    va_end(args);
    return false;
}

size_t scan_word_length(const struct scan *scan, size_t at) {
    size_t n = 0;

    while (at + n < scan->len && !scan_is_space(scan, at + n) && scan->text[at + n] != ',')
        n++;
    return n;
}

void scan_shown_word(const struct scan *scan, size_t at, char word[WORD_SHOWN_SIZE]) {
    size_t n = text_cut(scan->text + at, scan_word_length(scan, at), WORD_SHOWN_SIZE - 1);

    memcpy(word, scan->text + at, n);
    word[n] = '\0';
    if (!g_utf8_validate(word, (gssize)n, NULL))
        for (size_t i = 0; i < n; i++)
            if ((unsigned char)word[i] >= 0x80)
                word[i] = '?';
    for (size_t i = 0; i < n; i++)
        if ((unsigned char)word[i] < 0x20 || word[i] == 0x7f)
            word[i] = ' ';
}

void scan_nearer(const char *text, const char *name, char found[SCAN_NAME_SIZE]) {
    const char *const names[] = {found[0] == '\0' ? name : found, name, NULL};
    char lower[WORD_SHOWN_SIZE];
    const char *nearest;
    size_t n = 0;

    for (; n < sizeof lower - 1 && text[n] != '\0'; n++)
        lower[n] = g_ascii_tolower(text[n]);
    lower[n] = '\0';
    nearest = read_nearest(lower, names);
    if (nearest != NULL && nearest != found)
        snprintf(found, SCAN_NAME_SIZE, "%s", nearest);
}

void scan_nearest(const char *text, const struct word *word, enum language language,
                  char found[SCAN_NAME_SIZE]) {
    const char *phrases = vocabulary_phrases(word, LANGUAGE_ENGLISH);
    char phrase[PHRASE_SIZE];

    while (text_next(&phrases, phrase, sizeof phrase))
        scan_nearer(text, phrase, found);
    phrases = language == LANGUAGE_ENGLISH ? "" : vocabulary_phrases(word, language);
    while (text_next(&phrases, phrase, sizeof phrase))
        scan_nearer(text, phrase, found);
}

bool scan_is_alike(const char *text, const char found[SCAN_NAME_SIZE]) {
    /* Short words are always similar. */
    return found[0] != '\0' && (strlen(text) >= ALIKE_MIN || g_ascii_tolower(text[0]) == found[0]);
}
