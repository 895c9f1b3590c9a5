/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/words/mistake.h"

#include <stdio.h>
#include <string.h>

#include "service/base/text.h"
#include "service/words/notation_int.h"

enum { EXPECTED_SHOWN = 4 /* alternatives that a message lists */ };

/* Finds what WORD, at the mistake, may have been meant to be; false if there is no guess. */
static bool mistake_suggest(const struct scan *scan, const char *word, char found[SCAN_NAME_SIZE]) {
    found[0] = '\0';
    for (unsigned i = 0; i < scan->n_misses; i++) {
        const struct miss *miss = &scan->misses[i];

        if (miss->word != NULL)
            scan_nearest(word, miss->word, scan->language, found);
        else
            field_nearest(scan, miss->field, word, found);
    }
    return scan_is_alike(word, found);
}

void mistake_write_expected(struct buffer *out, const struct scan *scan) {
    unsigned n = scan->n_misses, shown = n < EXPECTED_SHOWN ? n : EXPECTED_SHOWN;

    for (unsigned i = 0; i < shown; i++) {
        const struct miss *miss = &scan->misses[i];
        char phrase[PHRASE_SIZE];

        buffer_text(out, i == 0 ? "" : i + 1 == n ? text_in(scan->language, TEXT_READ_OR) : ", ");
        if (miss->word != NULL)
            buffer_format(out, "\"%s\"", vocabulary_shown(miss->word, scan->language, phrase));
        else if (miss->field == FIELD_END)
            buffer_text(out, text_in(scan->language, TEXT_READ_NOTHING_MORE));
        else
            field_describe(out, scan, miss->field);
    }
    if (n > shown)
        buffer_text(out, ", ...");
}

/* Whether the mistake is in the first word, which names the move. */
static bool mistake_is_head(const struct scan *scan) {
    struct scan first = *scan;

    first.at = 0;
    scan_space(&first);
    return scan->missed <= first.at;
}

static void mistake_write_move(struct buffer *out, const struct scan *scan, const char *word) {
    char meant[SCAN_NAME_SIZE];
    bool head = mistake_is_head(scan), there = word[0] != '\0';

    if (scan->said[0] != '\0')
        buffer_format(out, there ? "\"%s\": %s" : "%s%s", word, scan->said);
    else if (!there)
        buffer_text(out, text_in(scan->language, head ? TEXT_READ_NO_MOVE : TEXT_READ_END_MISSING));
    else
        text_fill(out, scan->language, head ? TEXT_READ_IS_NO_MOVE : TEXT_READ_DOES_NOT_FIT,
                  TEXT_ARGS(word));
    if (there && mistake_suggest(scan, word, meant)) {
        text_fill(out, scan->language, TEXT_READ_MEANT, TEXT_ARGS(meant));
    } else if (head) {
        buffer_byte(out, '.');
    } else if (scan->said[0] == '\0') {
        buffer_text(out, text_in(scan->language, TEXT_READ_EXPECTED));
        mistake_write_expected(out, scan);
    }
    if (head)
        buffer_text(out, text_in(scan->language, TEXT_READ_TRY));
    else if (scan->miss_form != NULL)
        text_fill(out, scan->language, TEXT_READ_AS_IN, TEXT_ARGS(scan->miss_form->example));
}

void mistake_finish(const struct scan *scan, struct buffer *text, const char *otherwise,
                    struct notation_error *error) {
    size_t n = text->failed ? 0 : text_cut(text->data, text->size, sizeof error->detail - 1);

    error->at = scan->missed;
    error->len = scan_word_length(scan, scan->missed);
    snprintf(error->detail, sizeof error->detail, "%.*s", (int)n, n > 0 ? text->data : "");
    if (n == 0)
        snprintf(error->detail, sizeof error->detail, "%s", otherwise);
    buffer_free(text);
}

void mistake_explain_move(const struct scan *scan, bool ambiguous, struct notation_error *error) {
    char word[WORD_SHOWN_SIZE];
    struct buffer text;

    scan_shown_word(scan, scan->missed, word);
    buffer_init(&text, MISTAKE_TEXT_MAX);
    if (ambiguous)
        buffer_text(&text, text_in(scan->language, TEXT_READ_AMBIGUOUS));
    else
        mistake_write_move(&text, scan, word);
    mistake_finish(scan, &text, text_in(scan->language, TEXT_READ_UNREADABLE), error);
}
