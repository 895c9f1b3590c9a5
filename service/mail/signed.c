/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/mail/signed.h"

#include <glib.h>
#include <string.h>

#include "service/words/plain.h"

enum { SIGNED_MAX = 128 /* bytes of a line that can be a name */ };

/* The next word at *AT: its first byte, and its size in *SIZE. NULL: none. */
static const char *next_name_word(const char **at, size_t *size) {
    const char *from = *at, *to;

    while (*from != '\0' && !g_unichar_isalpha(g_utf8_get_char(from)))
        from = g_utf8_next_char(from);
    for (to = from; *to != '\0' && (g_unichar_isalpha(g_utf8_get_char(to)) ||
                                    g_unichar_ismark(g_utf8_get_char(to)));)
        to = g_utf8_next_char(to);
    *at = to;
    *size = (size_t)(to - from);
    return *size > 0 ? from : NULL;
}

/* Whether a word is one of NAMES, or its first letter. Both are case-folded. */
static bool is_part_of(const char *names, const char *word, size_t size) {
    bool letter = g_utf8_strlen(word, (gssize)size) == 1;
    const char *name;
    size_t length;

    while ((name = next_name_word(&names, &length)) != NULL)
        if ((length == size || (letter && length > size)) && memcmp(name, word, size) == 0)
            return true;
    return false;
}

/* NULL if it is invalid. Free it with g_free. */
static char *fold_letters(const char *text, size_t size) {
    char *whole = g_utf8_validate(text, (gssize)size, NULL)
                      ? g_utf8_normalize(text, (gssize)size, G_NORMALIZE_ALL_COMPOSE)
                      : NULL;
    char *folded = whole == NULL ? NULL : g_utf8_casefold(whole, -1);

    g_free(whole);
    return folded;
}

bool signed_by(const char *names, const char *line, size_t size) {
    size_t length = size > SIGNED_MAX ? 0 : plain_before_smileys(line, size);
    char *known = fold_letters(names, strlen(names)), *folded = fold_letters(line, length);
    const char *at = folded, *word;
    bool name = false,
         other = known == NULL || folded == NULL || strpbrk(folded, "0123456789") != NULL;

    while (!other && (word = next_name_word(&at, &length)) != NULL) {
        other = !is_part_of(known, word, length);
        name |= g_utf8_strlen(word, (gssize)length) > 1;
    }
    g_free(known);
    g_free(folded);
    return name && !other;
}
