/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/mail/choices.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/words/notation.h"

/* Moves that are offered as buttons also where there are many others: they need no choosing. */
static bool always_simple(unsigned type) {
    static const uint8_t types[] = {ROLL, END_TURN, ACCEPT_TRADE, DECLINE_TRADE};

    for (size_t i = 0; i < sizeof types; i++)
        if (types[i] == type)
            return true;
    return false;
}

static void add_choice(struct choices *choices, const struct load *load,
                       const struct labels *labels, const struct action *action, bool button) {
    size_t before = choices->listed.size;
    size_t size;

    notation_write(&choices->listed, &load->setup, labels->seats, action);
    if (choices->listed.failed)
        return;
    size = choices->listed.size - before;
    if (button && !action->open && choices->n_buttons < CHOICES_BUTTONS_MAX &&
        size < CHOICES_WORDS_MAX) {
        char *words = choices->buttons[choices->n_buttons++];

        memcpy(words, choices->listed.data + before, size);
        words[size] = '\0';
    }
    buffer_byte(&choices->listed, '\n');
}

bool choices_find(struct choices *choices, const struct load *load, unsigned seat) {
    struct move_list *list = malloc(sizeof *list);
    struct labels labels;
    struct game view;
    bool few;

    memset(choices, 0, sizeof *choices);
    buffer_init(&choices->listed, 64 << 10);
    if (list == NULL)
        return false;
    game_view(&load->setup, &load->game, seat, &view);
    game_list(&load->setup, &view, seat, list);
    row_labels(&load->row, &labels);
    few = list->n <= CHOICES_BUTTONS_MAX;
    for (size_t i = 0; i < list->n; i++) {
        bool simple = few || always_simple(list->items[i].type);

        if (i < CHOICES_LISTED_MAX || (simple && choices->n_buttons < CHOICES_BUTTONS_MAX))
            add_choice(choices, load, &labels, &list->items[i], simple);
        else
            choices->more++;
    }
    free(list);
    return !choices->listed.failed;
}

void choices_free(struct choices *choices) {
    buffer_free(&choices->listed);
}
