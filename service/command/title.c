/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/command/title.h"

#include <stdio.h>
#include <string.h>

#include "service/base/text.h"

enum {
    PERSON_CUT = 40, /* bytes of somebody's name */
    LIST_SIZE = 256,
};

enum title_word {
    TITLE_NAMED,
    TITLE_IN_NAMED,
    TITLE_WITH,
    TITLE_IN_WITH,
    TITLE_ALONE,
    TITLE_IN_ALONE,
    TITLE_AND,
    TITLE_A_BOT,
    TITLE_BOTS,
    TITLE_OPEN_SEAT,
    TITLE_OPEN_SEATS,
    TITLE_WORDS
};

/* clang-format off */
static const char *const title_words[TITLE_WORDS][LANGUAGES] = {
    [TITLE_NAMED] = {"{0}", "„{0}“"},
    [TITLE_IN_NAMED] = {"{0}", "„{0}“"},
    [TITLE_WITH] = {"The game with {0}", "Die Partie mit {0}"},
    [TITLE_IN_WITH] = {"the game with {0}", "der Partie mit {0}"},
    [TITLE_ALONE] = {"A game", "Eine Partie"},
    [TITLE_IN_ALONE] = {"a game", "einer Partie"},
    [TITLE_AND] = {" and ", " und "},
    [TITLE_A_BOT] = {"a bot", "einem Bot"},
    [TITLE_BOTS] = {"{0} bots", "{0} Bots"},
    [TITLE_OPEN_SEAT] = {"an open seat", "einem freien Platz"},
    [TITLE_OPEN_SEATS] = {"{0} open seats", "{0} freien Plätzen"},
};
/* clang-format on */

const char *const *title_words_at(size_t at) {
    return at < TITLE_WORDS ? title_words[at] : NULL;
}

static void title_say(char *to, size_t size, enum language language, enum title_word word,
                      const char *what) {
    language_fill_short(to, size, title_words[word][language], &what, 1);
}

void title_cut(char *to, size_t size, const char *text, size_t limit) {
    size_t whole = strlen(text);
    bool fits = whole <= limit && whole < size;
    size_t cut = fits ? whole : text_cut(text, whole, limit < size ? limit : size - 4);

    snprintf(to, size, "%.*s%s", (int)cut, text, fits ? "" : "…");
    for (; *to != '\0'; to++)
        if ((unsigned char)*to < ' ' || *to == '\x7f')
            *to = ' ';
}

/* ---- who plays ---- */

struct name_list {
    enum language language;
    unsigned parts, written; /* to come, written */
    char text[LIST_SIZE];
};

/* "Ben", "Ben and Cleo", "Ben, Cleo and a bot". */
static void add_name(struct name_list *list, const char *name) {
    size_t at = strlen(list->text);
    const char *between = list->written == 0 ? ""
                          : list->written + 1 == list->parts
                              ? title_words[TITLE_AND][list->language]
                              : ", ";

    list->written++;
    if (at + strlen(between) + strlen(name) < sizeof list->text)
        snprintf(list->text + at, sizeof list->text - at, "%s%s", between, name);
}

/* So many bots, or open seats. */
static void add_counted(struct name_list *list, unsigned count, enum title_word one,
                        enum title_word many) {
    char number[16], text[64];

    if (count == 0)
        return;
    snprintf(number, sizeof number, "%u", count);
    title_say(text, sizeof text, list->language, count == 1 ? one : many, number);
    add_name(list, text);
}

/* Whether somebody with a name plays at SEAT. */
static bool is_person(const struct load *load, const struct seat_label *labels, unsigned seat) {
    return load->row.seats[seat].kind == STORE_SEAT_HUMAN && labels[seat].name != NULL;
}

/* Whether SEAT has somebody besides SELF who is not named yet: at a table one may play several seats. */
static bool is_other(const struct load *load, const struct seat_label *labels, unsigned seat,
                     unsigned self) {
    for (unsigned before = 0; before < seat; before++)
        if (is_person(load, labels, before) && is_person(load, labels, seat) &&
            strcmp(labels[before].name, labels[seat].name) == 0)
            return false;
    return seat != self && is_person(load, labels, seat);
}

/* Whoever plays besides SELF. */
static void list_others(struct name_list *list, const struct load *load,
                        const struct seat_label *labels, unsigned self) {
    unsigned seats = (unsigned)load->row.seat_count, people = 0, bots = 0, open = 0;

    for (unsigned seat = 0; seat < seats; seat++) {
        bool bot = load->row.seats[seat].kind == STORE_SEAT_BOT;

        people += is_other(load, labels, seat, self);
        bots += bot;
        open += !bot && seat != self && !is_person(load, labels, seat);
    }
    list->parts = people + (bots > 0) + (open > 0);
    for (unsigned seat = 0; seat < seats; seat++) {
        char name[PERSON_CUT + 8];

        if (!is_other(load, labels, seat, self))
            continue;
        title_cut(name, sizeof name, labels[seat].name, PERSON_CUT);
        add_name(list, name);
    }
    add_counted(list, bots, TITLE_A_BOT, TITLE_BOTS);
    add_counted(list, open, TITLE_OPEN_SEAT, TITLE_OPEN_SEATS);
}

void title_of_game(struct game_title *title, enum language language, const struct load *load,
                   const struct seat_label *labels, unsigned self) {
    struct name_list list = {.language = language};
    char name[TITLE_NAME_CUT + 8];
    const char *what = name;
    enum title_word alone = TITLE_NAMED, behind = TITLE_IN_NAMED;

    title_cut(name, sizeof name, load->row.name, TITLE_NAME_CUT);
    if (name[0] == '\0') {
        list_others(&list, load, labels, self);
        what = list.text;
        alone = what[0] == '\0' ? TITLE_ALONE : TITLE_WITH;
        behind = what[0] == '\0' ? TITLE_IN_ALONE : TITLE_IN_WITH;
    }
    title_say(title->alone, sizeof title->alone, language, alone, what);
    snprintf(title->plain, sizeof title->plain, "%s", name[0] != '\0' ? name : title->alone);
    title_say(title->behind_in, sizeof title->behind_in, language, behind, what);
}

void title_named(char to[TITLE_SIZE], enum language language, const char *name) {
    title_say(to, TITLE_SIZE, language, TITLE_NAMED, name);
}

const char *title_nameless(enum language language) {
    return title_words[TITLE_IN_ALONE][language];
}

void title_capital(char *text) {
    if (text[0] >= 'a' && text[0] <= 'z')
        text[0] = (char)(text[0] - 'a' + 'A');
}
