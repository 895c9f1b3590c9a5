/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/command/title.h"

#include <stdio.h>
#include <string.h>

#include "service/base/text.h"

enum {
    PERSON_CUT = 40, /* bytes of somebody's name */
    LIST_SIZE = 256,
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
    unsigned parts, written; /* to come, written */
    char text[LIST_SIZE];
};

/* "Ben", "Ben and Cleo", "Ben, Cleo and a bot". */
static void add_name(struct name_list *list, const char *name) {
    char before[LIST_SIZE];

    snprintf(before, sizeof before, "%s", list->text);
    list->written++;
    if (list->written == 1)
        snprintf(list->text, sizeof list->text, "%s", name);
    else if (strlen(before) + strlen(name) + sizeof ", " > sizeof list->text)
        return;
    else if (list->written == list->parts)
        text_fill_short(list->text, sizeof list->text, list->language, TEXT_TITLE_AND,
                        TEXT_ARGS(before, name));
    else
        snprintf(list->text + strlen(before), sizeof list->text - strlen(before), ", %s", name);
}

/* So many bots, or open seats. */
static void add_counted(struct name_list *list, unsigned count, enum text counted) {
    char number[16], text[64];

    if (count == 0)
        return;
    snprintf(number, sizeof number, "%u", count);
    text_fill_short(text, sizeof text, list->language, counted, TEXT_ARGS(number));
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
    add_counted(list, bots, TEXT_TITLE_BOTS);
    add_counted(list, open, TEXT_TITLE_OPEN_SEATS);
}

void title_of_game(struct game_title *title, enum language language, const struct load *load,
                   const struct seat_label *labels, unsigned self) {
    struct name_list list = {.language = language};
    char name[TITLE_NAME_CUT + 8];
    const char *what = name;
    enum text alone = TEXT_TITLE_NAMED, behind = TEXT_TITLE_IN_NAMED;

    title_cut(name, sizeof name, load->row.name, TITLE_NAME_CUT);
    if (name[0] == '\0') {
        list_others(&list, load, labels, self);
        what = list.text;
        alone = what[0] == '\0' ? TEXT_TITLE_ALONE : TEXT_TITLE_WITH;
        behind = what[0] == '\0' ? TEXT_TITLE_IN_ALONE : TEXT_TITLE_IN_WITH;
    }
    text_fill_short(title->alone, sizeof title->alone, language, alone, TEXT_ARGS(what));
    snprintf(title->plain, sizeof title->plain, "%s", name[0] != '\0' ? name : title->alone);
    text_fill_short(title->behind_in, sizeof title->behind_in, language, behind, TEXT_ARGS(what));
}

void title_named(char to[TITLE_SIZE], enum language language, const char *name) {
    text_fill_short(to, TITLE_SIZE, language, TEXT_TITLE_NAMED, TEXT_ARGS(name));
}

const char *title_nameless(enum language language) {
    return text_in(language, TEXT_TITLE_IN_ALONE);
}

void title_capital(char *text) {
    if (text[0] >= 'a' && text[0] <= 'z')
        text[0] = (char)(text[0] - 'a' + 'A');
}
