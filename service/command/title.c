/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/command/title.h"

#include <stdio.h>
#include <string.h>

#include "service/base/text.h"

enum {
    PERSON_CUT = 40, /* bytes of a player's name */
    NAME_SIZE = 64,
    NAMES_MAX = SEAT_MAX + 2, /* and an entry each for bots and open seats */
    LIST_SIZE = NAMES_MAX * NAME_SIZE,
};

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
    unsigned n;
    char names[NAMES_MAX][NAME_SIZE];
};

/* Room for one more. */
static char *next_name(struct name_list *list) {
    return list->names[list->n++];
}

/* Adds an entry for COUNT bots, or open seats. */
static void add_counted(struct name_list *list, unsigned count, enum text counted) {
    char number[16];

    if (count == 0)
        return;
    snprintf(number, sizeof number, "%u", count);
    text_fill_short(next_name(list), NAME_SIZE, list->language, counted, TEXT_ARGS(number));
}

/* "Ben", "Ben and Cleo", "Ben, Cleo and a bot"; "" for nobody. */
static void join_names(char to[LIST_SIZE], const struct name_list *list) {
    const char *last = list->n > 0 ? list->names[list->n - 1] : "";
    char before[LIST_SIZE] = "";

    for (unsigned i = 0; i + 1 < list->n; i++) {
        size_t size = strlen(before);

        snprintf(before + size, sizeof before - size, "%s%s", i > 0 ? ", " : "", list->names[i]);
    }
    if (before[0] == '\0')
        snprintf(to, LIST_SIZE, "%s", last);
    else
        text_fill_short(to, LIST_SIZE, list->language, TEXT_TITLE_AND, TEXT_ARGS(before, last));
}

/* Whether a person with a name plays SEAT. */
static bool is_person(const struct load *load, const struct seat_label *labels, unsigned seat) {
    return load->row.seats[seat].kind == STORE_SEAT_HUMAN && labels[seat].name != NULL;
}

/* Whether SEAT has a player besides SELF who is not listed yet: in table games one person may play
 * several seats. */
static bool is_other(const struct load *load, const struct seat_label *labels, unsigned seat,
                     unsigned self) {
    for (unsigned before = 0; before < seat; before++)
        if (is_person(load, labels, before) && is_person(load, labels, seat) &&
            strcmp(labels[before].name, labels[seat].name) == 0)
            return false;
    return seat != self && is_person(load, labels, seat);
}

/* Lists the players besides SELF. */
static void list_others(struct name_list *list, const struct load *load,
                        const struct seat_label *labels, unsigned self) {
    unsigned seats = (unsigned)load->row.seat_count, bots = 0, open = 0;

    for (unsigned seat = 0; seat < seats; seat++) {
        bool bot = load->row.seats[seat].kind == STORE_SEAT_BOT;

        bots += bot;
        open += !bot && seat != self && !is_person(load, labels, seat);
        if (is_other(load, labels, seat, self))
            title_cut(next_name(list), NAME_SIZE, labels[seat].name, PERSON_CUT);
    }
    add_counted(list, bots, TEXT_TITLE_BOTS);
    add_counted(list, open, TEXT_TITLE_OPEN_SEATS);
}

void title_of_game(struct game_title *title, enum language language, const struct load *load,
                   const struct seat_label *labels, unsigned self) {
    struct name_list list = {.language = language};
    char name[TITLE_NAME_CUT + 8], others[LIST_SIZE];
    const char *what = name;
    enum text alone = TEXT_TITLE_NAMED, behind = TEXT_TITLE_IN_NAMED;

    title_cut(name, sizeof name, load->row.name, TITLE_NAME_CUT);
    if (name[0] == '\0') {
        list_others(&list, load, labels, self);
        join_names(others, &list);
        what = others;
        alone = what[0] == '\0' ? TEXT_TITLE_ALONE : TEXT_TITLE_WITH;
        behind = what[0] == '\0' ? TEXT_TITLE_IN_ALONE : TEXT_TITLE_IN_WITH;
    }
    text_fill_short(title->alone, sizeof title->alone, language, alone, TEXT_ARGS(what));
    snprintf(title->plain, sizeof title->plain, "%s", name[0] != '\0' ? name : title->alone);
    text_fill_short(title->behind_in, sizeof title->behind_in, language, behind, TEXT_ARGS(what));
}

void title_named(char to[TITLE_SIZE], enum language language, const char *name) {
    if (name[0] == '\0')
        snprintf(to, TITLE_SIZE, "%s", title_nameless(language));
    else
        text_fill_short(to, TITLE_SIZE, language, TEXT_TITLE_NAMED, TEXT_ARGS(name));
}

const char *title_nameless(enum language language) {
    return text_in(language, TEXT_TITLE_IN_ALONE);
}

void title_capital(char *text) {
    if (text[0] >= 'a' && text[0] <= 'z')
        text[0] = (char)(text[0] - 'a' + 'A');
}
