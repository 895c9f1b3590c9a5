/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/words/reserved.h"

#include <glib.h>
#include <pthread.h>
#include <string.h>

#include "service/base/language.h"
#include "service/base/seen.h"
#include "service/bots/bot.h"
#include "service/document/label.h"
#include "service/game/load.h"
#include "service/words/terms.h"
#include "service/words/vocabulary.h"

enum { FORM_SIZE = 4096 };

/* Words that programs use for a missing name, and names of the site's staff. */
static const char *const said[] = {
    "bot", "bots", "null", "nil", "admin", "undefined", "moderator", "Hexpost", "server",
};

static GHashTable *words; /* all forms; constant once initialized */

static void add_word(const char *word) {
    char form[FORM_SIZE];

    if (seen_fold(word, form, sizeof form))
        g_hash_table_add(words, g_strdup(form));
    if (seen_form(word, form, sizeof form))
        g_hash_table_add(words, g_strdup(form));
}

static void add_phrases(const char *phrases) {
    char phrase[PHRASE_SIZE];

    while (text_next(&phrases, phrase, sizeof phrase))
        add_word(phrase);
}

static void add_class(enum word_class class) {
    size_t n;
    const struct word *word = vocabulary_class(class, &n);

    for (; n > 0; n--, word++)
        for (enum language language = 0; language < LANGUAGES; language++)
            add_phrases(vocabulary_phrases(word, language));
}

static void add_reserved(void) {
    static const enum word_class classes[] = {WORD_KIND,   WORD_NOBODY, WORD_EVERYBODY,
                                              WORD_ROBBER, WORD_PIRATE, WORD_BANK};

    words = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (size_t i = 0; i < G_N_ELEMENTS(said); i++)
        add_word(said[i]);
    for (enum language language = 0; language < LANGUAGES; language++) {
        add_phrases(text_in(language, TEXT_WORD_RESERVED));
        add_phrases(text_in(language, TEXT_WORD_JOIN_SEAT));
    }
    for (size_t i = 0; i < G_N_ELEMENTS(classes); i++)
        add_class(classes[i]);
    for (unsigned i = 0; i < BOT_COUNT; i++)
        add_word(bot_names[i]);
    for (unsigned seat = 0; seat < SEAT_MAX; seat++) {
        add_word(row_bot_name(seat));
        for (enum language language = 0; language < LANGUAGES; language++)
            add_word(term_color(language, seat_colors[seat]));
    }
    for (unsigned kind = 0; kind < KIND_COUNT; kind++)
        for (enum language language = 0; language < LANGUAGES; language++)
            add_word(term_kind(language, kind));
}

/* "Seat 3", "player_2": in any language. */
static bool is_seat_number(char *folded) {
    size_t size = strlen(folded);
    bool found = false;

    while (size > 0 && (g_ascii_isdigit(folded[size - 1]) || strchr(" _-#", folded[size - 1])))
        size--;
    if (folded[size] == '\0')
        return false;
    folded[size] = '\0';
    for (enum language language = 0; language < LANGUAGES; language++)
        found |= text_lists(language, TEXT_WORD_JOIN_SEAT, folded);
    return found;
}

bool name_is_reserved(const char *name) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    char form[FORM_SIZE];

    pthread_once(&once, add_reserved);
    if (seen_form(name, form, sizeof form) && g_hash_table_contains(words, form))
        return true;
    return !seen_fold(name, form, sizeof form) || g_hash_table_contains(words, form) ||
           is_seat_number(form);
}
