/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/command/choices.h"

#include <stdlib.h>
#include <string.h>

#include "service/bots/bot.h"
#include "service/command/command.h"
#include "service/parts/parts.h"
#include "service/words/notation.h"

/* Moves that need no choice. */
static bool is_simple(unsigned type) {
    static const uint8_t types[] = {ROLL,          END_TURN,      BUY_DEV_CARD, ACCEPT_TRADE,
                                    DECLINE_TRADE, CONFIRM_TRADE, SKIP};

    for (size_t i = 0; i < sizeof types; i++)
        if (types[i] == type)
            return true;
    return false;
}

static bool is_among(const struct action *moves, size_t n, const struct action *move) {
    for (size_t i = 0; i < n; i++)
        if (memcmp(&moves[i], move, sizeof *move) == 0)
            return true;
    return false;
}

/* The best moves; simple ones that are not among them replace the last. */
static size_t find_moves(const struct load *load, const struct game *view, unsigned seat,
                         const struct move_list *list, struct action best[CHOICES_MAX]) {
    size_t n = bot_advise(&load->setup, view, seat, list, best, CHOICES_MAX);
    size_t kept = n;

    for (size_t i = 0; i < list->n; i++) {
        const struct action *move = &list->items[i];

        if (!is_simple(move->type) || is_among(best, n, move))
            continue;
        if (n < CHOICES_MAX) {
            best[n++] = *move;
            continue;
        }
        while (kept > 1 && is_simple(best[kept - 1].type))
            kept--;
        if (kept > 1)
            best[--kept] = *move;
    }
    return n;
}

static void find_spots(struct term_spots *spots, enum language language, const struct setup *setup,
                       const struct game *view, const struct action *action) {
    spots->count = 0;
    switch (action->type) {
    case BUILD_SETTLEMENT:
    case BUILD_CITY:
    case BUILD_KNIGHT:
    case BUILD_CITY_WALL:
    case PLACE_KNIGHT:
    case RELOCATE_KNIGHT:
    case CHOOSE_PILLAGED_CITY:
    case REPAIR_CITY: term_vertex(spots, language, setup, view, action->vertex); break;
    case MOVE_KNIGHT: term_vertex(spots, language, setup, view, action->to); break;
    case BUILD_ROAD:
    case BUILD_SHIP: term_edge(spots, language, setup, view, action->edges[0]); break;
    case MOVE_SHIP: term_edge(spots, language, setup, view, action->edges[1]); break;
    case MOVE_PIRATE:
    case MOVE_ROBBER:
    case CHASE_ROBBER: term_hex(spots, language, setup, view, action->hex); break;
    default: break;
    }
}

/* Adds the move if its notation is short enough. */
static void add_choice(struct choices *choices, const struct load *load,
                       const struct labels *labels, const struct game *view, enum language language,
                       const struct action *action) {
    struct choice *choice = &choices->items[choices->count];
    struct buffer words;

    buffer_init(&words, sizeof choice->words - 1);
    notation_write(&words, &load->setup, labels->seats, action);
    if (!words.failed && words.size > 0) {
        memcpy(choice->words, words.data, words.size);
        choice->words[words.size] = '\0';
        choice->action = *action;
        find_spots(&choice->spots, language, &load->setup, view, action);
        choices->count++;
    }
    buffer_free(&words);
}

bool choices_find(struct choices *choices, const struct load *load, const struct game *view,
                  unsigned seat, enum language language) {
    struct move_list *list = malloc(sizeof *list);
    struct action best[CHOICES_MAX];
    struct labels labels;
    size_t n;

    memset(choices, 0, sizeof *choices);
    if (list == NULL)
        return false;
    game_list(&load->setup, view, seat, list);
    row_labels(&load->row, &labels);
    n = find_moves(load, view, seat, list, best);
    part_list_pass(view, seat, list);
    if (n == 0 && view->players[seat].asked) /* not a move of the engine, so bots cannot weigh it */
        best[n++] = list->items[list->n - 1];
    for (size_t i = 0; i < n; i++)
        add_choice(choices, load, &labels, view, language, &best[i]);
    choices->more = list->n > choices->count ? (unsigned)(list->n - choices->count) : 0;
    free(list);
    return true;
}

void choices_write_spots(struct buffer *out, const struct term_spots *spots) {
    for (unsigned i = 0; i < spots->count; i++)
        buffer_format(out, "%s%s", i == 0 ? "" : ", ", spots->spots[i].text);
}

_Static_assert((int)CHOICES_MAX <= (int)COMMAND_BUTTONS_MAX, "each choice has a button");
