/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/words/talk.h"

#include <glib.h>

#include "service/words/ordinary.h"
#include "service/words/scan.h"

enum {
    WORD_LEAST = 2,  /* letters of a word of the game: "it's" has too few */
    WORDS_LEAST = 3, /* of a line that begins as a move; a shorter one is probably a move with a
                      * mistake */
};

/* Whether there is a word or phrase of the game at the scan's position. */
static bool stands_thing(struct scan *scan) {
    static const enum word_class things[] = {WORD_VERB,   WORD_KIND,     WORD_TRACK,
                                             WORD_WONDER, WORD_LOOT,     WORD_DEV,
                                             WORD_LEVEL,  WORD_PROGRESS, WORD_HARBOR};
    size_t start = scan->at;
    uint8_t value;

    for (size_t i = 0; i < sizeof things / sizeof *things; i++) {
        bool stands =
            scan_name(scan, things[i], 0, UINT8_MAX, &value) || scan_class(scan, things[i], &value);

        scan->at = start;
        if (stands)
            return true;
    }
    return false;
}

/* The number of bytes from AT on that belong to a word: letters of any script, and apostrophes
 * within. */
static size_t word_at(const char *text, size_t len, size_t at) {
    size_t n = at;

    while (n < len && (g_ascii_isalnum(text[n]) || (unsigned char)text[n] >= 0x80 ||
                       (n > at && text[n] == '\'')))
        n++;
    return n - at;
}

bool talk_is_all(enum language language, const char *text, size_t len, size_t head) {
    struct scan scan = {.language = language, .text = text, .len = len};
    bool begins = head > 0, more = false;
    size_t words = begins;

    for (size_t i = 0; i < len; i++)
        if (g_ascii_isdigit(text[i]) || text[i] == ';')
            return false;
    for (size_t size; head<len; head += size> 0 ? size : 1) {
        size = word_at(text, len, head);
        if (size == 0)
            continue;
        words++;
        if (ordinary_word(text + head, size))
            continue;
        scan.at = head;
        if (size >= WORD_LEAST && stands_thing(&scan))
            return false;
        more = true;
    }
    return !begins || (more && (words >= WORDS_LEAST || text[len - 1] == '!'));
}
