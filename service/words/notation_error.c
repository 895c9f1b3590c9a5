/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What was wrong with a move, for the person who wrote it. */
#include <glib.h>
#include <stdio.h>
#include <string.h>

#include "service/base/json_read.h"
#include "service/base/text.h"
#include "service/words/notation_int.h"

enum {
    WORD_SHOWN = 40,    /* bytes of a word that a message quotes */
    WORDS_MAX = 200,    /* that one may be mistaken for */
    ALIKE_MIN = 5,      /* letters that tell something whatever the first one is */
    EXPECTED_SHOWN = 4, /* different things that a message lists */
    TEXT_MAX = 4096,
};

/* The word at AT, fit to be shown: whole characters, no control characters. */
static void shown_word(const struct scan *scan, size_t at, char word[WORD_SHOWN + 1]) {
    size_t n = text_cut(scan->text + at, scan_word_length(scan, at), WORD_SHOWN);

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

static void lower_case(char *word) {
    for (; *word != '\0'; word++)
        if (*word >= 'A' && *word <= 'Z')
            *word = (char)(*word - 'A' + 'a');
}

/* What the word at the mistake may have been meant to be; false for no idea. */
static bool suggestion(const struct scan *scan, char word[WORD_SHOWN + 1], char found[SCAN_NAME]) {
    static const size_t room = WORDS_MAX;
    char(*words)[SCAN_NAME] = g_try_malloc_n(room, sizeof *words);
    const char *list[WORDS_MAX + 1];
    const char *nearest;
    size_t n = 0;

    if (words == NULL)
        return false;
    for (unsigned i = 0; i < scan->n_misses; i++) {
        const char *at = scan->misses[i].word;

        if (at == NULL)
            field_words(scan->setup, scan->labels, scan->misses[i].field, words, &n, room);
        while (at != NULL && n < room && next_phrase(&at, words[n]))
            n++;
    }
    for (size_t i = 0; i < n; i++)
        list[i] = words[i];
    list[n] = NULL;
    lower_case(word);
    nearest = read_nearest(word, list);
    if (nearest != NULL)
        snprintf(found, SCAN_NAME, "%s", nearest);
    g_free(words);
    /* Two short words are always alike. */
    return nearest != NULL && (strlen(word) >= ALIKE_MIN || word[0] == found[0]);
}

static void say_expected(struct buffer *out, const struct scan *scan) {
    unsigned n = scan->n_misses, shown = n < EXPECTED_SHOWN ? n : EXPECTED_SHOWN;

    for (unsigned i = 0; i < shown; i++) {
        const struct miss *miss = &scan->misses[i];

        buffer_text(out, i == 0 ? "" : i + 1 == n ? " or " : ", ");
        if (miss->word == NULL)
            field_describe(out, scan->setup, scan->labels, miss->field);
        else if (miss->word[0] == '\0')
            buffer_text(out, "nothing more");
        else
            buffer_format(out, "\"%.*s\"", (int)strcspn(miss->word, ","), miss->word);
    }
    if (n > shown)
        buffer_text(out, ", ...");
}

/* Whether the mistake is the first word, which says what move it is. */
static bool at_head(const struct scan *scan) {
    struct scan first = *scan;

    first.at = 0;
    scan_space(&first);
    return scan->missed <= first.at;
}

static void explain(struct buffer *out, const struct scan *scan, char word[WORD_SHOWN + 1]) {
    char meant[SCAN_NAME];
    bool head = at_head(scan), there = word[0] != '\0';

    if (scan->said[0] != '\0')
        buffer_format(out, there ? "\"%s\": %s" : "%s%s", word, scan->said);
    else if (!there)
        buffer_text(out, head ? "there is no move here" : "something is missing at the end");
    else
        buffer_format(out, head ? "\"%s\" is no move of this game" : "\"%s\" does not fit here",
                      word);
    if (there && suggestion(scan, word, meant)) {
        buffer_format(out, "; did you mean \"%s\"?", meant);
    } else if (head) {
        buffer_byte(out, '.');
    } else if (scan->said[0] == '\0') {
        buffer_text(out, ": expected ");
        say_expected(out, scan);
    }
    if (head)
        buffer_text(out, " Try: settle 14, road 14-19, roll, bank 4 wool for ore, end");
    else if (scan->miss_form != NULL)
        buffer_format(out, " (as in: %s)", scan->miss_form->example);
}

void notation_explain(const struct scan *scan, bool ambiguous, struct notation_error *error) {
    char word[WORD_SHOWN + 1];
    struct buffer text;
    size_t n;

    error->at = scan->missed;
    error->len = scan_word_length(scan, scan->missed);
    shown_word(scan, scan->missed, word);
    buffer_init(&text, TEXT_MAX);
    if (ambiguous)
        buffer_text(&text, "this could be more than one move: write its first word in full");
    else
        explain(&text, scan, word);
    n = text.failed ? 0 : text_cut(text.data, text.size, sizeof error->detail - 1);
    if (n > 0)
        memcpy(error->detail, text.data, n);
    error->detail[n] = '\0';
    if (n == 0)
        snprintf(error->detail, sizeof error->detail, "this move cannot be read");
    buffer_free(&text);
}
