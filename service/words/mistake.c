/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/words/mistake.h"

#include <stdio.h>
#include <string.h>

#include "service/base/text.h"
#include "service/words/notation_int.h"

enum { EXPECTED_SHOWN = 4 /* different things that a message lists */ };

/* What WORD, at the mistake, may have been meant to be; false for no idea. */
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

/* The phrase of WORD that is written in the scan's language. */
static void mistake_write_phrase(struct buffer *out, const struct scan *scan,
                                 const struct word *word) {
    const char *phrases = vocabulary_phrases(word, scan->language);

    if (phrases[0] == '\0')
        phrases = word->phrases;
    buffer_format(out, "\"%.*s\"", (int)strcspn(phrases, ","), phrases);
}

void mistake_write_expected(struct buffer *out, const struct scan *scan) {
    unsigned n = scan->n_misses, shown = n < EXPECTED_SHOWN ? n : EXPECTED_SHOWN;

    for (unsigned i = 0; i < shown; i++) {
        const struct miss *miss = &scan->misses[i];

        buffer_text(out, i == 0 ? "" : i + 1 == n ? SCAN_WORDS(scan, " or ", " oder ") : ", ");
        if (miss->word != NULL)
            mistake_write_phrase(out, scan, miss->word);
        else if (miss->field == FIELD_END)
            buffer_text(out, SCAN_WORDS(scan, "nothing more", "nichts mehr"));
        else
            field_describe(out, scan, miss->field);
    }
    if (n > shown)
        buffer_text(out, ", ...");
}

/* Whether the mistake is the first word, which says what move it is. */
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
        buffer_text(
            out, head ? SCAN_WORDS(scan, "there is no move here", "hier steht kein Zug")
                      : SCAN_WORDS(scan, "something is missing at the end", "am Ende fehlt etwas"));
    else if (head)
        buffer_format(out,
                      SCAN_WORDS(scan, "\"%s\" is no move of this game",
                                 "„%s“ ist in dieser Partie kein Zug"),
                      word);
    else
        buffer_format(out, SCAN_WORDS(scan, "\"%s\" does not fit here", "„%s“ passt hier nicht"),
                      word);
    if (there && mistake_suggest(scan, word, meant)) {
        buffer_format(out, SCAN_WORDS(scan, "; did you mean \"%s\"?", "; ist „%s“ gemeint?"),
                      meant);
    } else if (head) {
        buffer_byte(out, '.');
    } else if (scan->said[0] == '\0') {
        buffer_text(out, SCAN_WORDS(scan, ": expected ", ": hier fehlt "));
        mistake_write_expected(out, scan);
    }
    if (head)
        buffer_text(out,
                    SCAN_WORDS(scan, " Try: settle 14, road 14-19, roll, bank 4 wool for ore, end",
                               " Versuche: Siedlung 14, Straße 14-19, würfeln, "
                               "tausche 4 Wolle gegen Erz, Ende"));
    else if (scan->miss_form != NULL)
        buffer_format(out, SCAN_WORDS(scan, " (as in: %s)", " (auf Englisch etwa: %s)"),
                      scan->miss_form->example);
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
        buffer_text(&text,
                    SCAN_WORDS(scan,
                               "this could be more than one move: write its first word in full",
                               "das kann mehr als ein Zug sein: schreib sein erstes Wort ganz"));
    else
        mistake_write_move(&text, scan, word);
    mistake_finish(scan, &text,
                   SCAN_WORDS(scan, "this move cannot be read", "dieser Zug ist nicht zu lesen"),
                   error);
}
