/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Facts as text. */
#include <stdio.h>

#include "tests/rules/scenario.h"

void text_add(struct text *text, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int n = vsnprintf(text->s + text->n, sizeof text->s - text->n, format, args);
    va_end(args);
    if (n > 0 && text->n + (size_t)n < sizeof text->s) {
        text->n += (size_t)n;
    }
}

/* Words are separated by single spaces, as in the line. */
void text_space(struct text *text) {
    if (text->n > 0 && text->s[text->n - 1] != ' ') {
        text_add(text, " ");
    }
}

void text_word(struct text *text, const char *word) {
    text_space(text);
    text_add(text, "%s", word);
}

void text_number(struct text *text, unsigned number) {
    text_space(text);
    text_add(text, "%u", number);
}

void text_seat(struct text *text, unsigned seat) {
    if (seat == NONE) {
        text_word(text, "nobody");
    } else {
        text_number(text, seat);
    }
}

void text_counts(struct text *text, const uint8_t *counts, const char *const *names, unsigned n) {
    bool any = false;
    for (unsigned i = 0; i < n; i++) {
        if (counts[i] > 0) {
            text_number(text, counts[i]);
            text_word(text, names[i]);
            any = true;
        }
    }
    if (!any) {
        text_word(text, "none");
    }
}

void text_cards(struct text *text, struct cards cards) {
    text_counts(text, cards.n, kind_names, KIND_COUNT);
}

void text_edge(struct text *text, const struct setup *setup, unsigned edge) {
    const uint8_t *v = setup->board.edge[edge].vertices;
    text_space(text);
    text_add(text, "%u-%u", v[0], v[1]);
}

void text_seats(struct text *text, unsigned seats) {
    if (seats == 0) {
        text_word(text, "nobody");
    }
    for (unsigned s = 0; s < SEAT_MAX; s++) {
        if (seats >> s & 1) {
            text_number(text, s);
        }
    }
}

void text_hex(struct text *text, unsigned hex) {
    text_space(text);
    if (hex == NONE) {
        text_add(text, "nowhere");
    } else {
        text_add(text, "h%u", hex);
    }
}

void text_vertices(struct text *text, struct vertex_set set) {
    bool any = false;
    VERTEX_EACH(&set, v) {
        text_number(text, v);
        any = true;
    }
    if (!any) {
        text_word(text, "none");
    }
}

/* An action in the form of a move line, as far as defaults need it. */
void text_action(struct text *text, const struct setup *setup, unsigned seat,
                 const struct action *action) {
    text_number(text, seat);
    text_word(text, event_type_name(action->type));
    switch (action->type) {
    case MOVE_ROBBER:
        text_hex(text, action->hex);
        text_word(text, "from");
        text_seat(text, action->seat);
        break;
    case BUILD_NEUTRAL:
        text_number(text, action->seat);
        text_word(text, piece_names[action->piece]);
        if (action->piece == PIECE_ROAD) {
            text_edge(text, setup, action->edges[0]);
        } else {
            text_number(text, action->vertex);
        }
        break;
    case PLAY_DEV_CARD:
    case ROLL:
    case OFFER_TRADE:
    case COUNTER_TRADE: break;
    default: fields_text(text, setup, action); break;
    }
}
