/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* A beginner: sensible like the greedy bot, but overlooks some moves. A move is overlooked for the
 * whole turn, as determined by the board, the turn and the move itself. */
#include <string.h>

#include "service/bots/bot_int.h"

static uint64_t mix_word(uint64_t x, uint64_t word) {
    x = (x ^ word) * UINT64_C(0xBF58476D1CE4E5B9);
    return x ^ x >> 29;
}

static uint64_t mix_words(uint64_t x, const void *bytes, size_t size) {
    for (size_t at = 0; at < size; at += sizeof(uint64_t)) {
        uint64_t word = 0;
        memcpy(&word, (const char *)bytes + at, size - at < sizeof word ? size - at : sizeof word);
        x = mix_word(x, word);
    }
    return x;
}

/* Moves that are never overlooked: rolling, ending the turn, settling offers, and open moves. */
static bool is_plain(const struct action *move) {
    return move->type == ROLL || move->type == END_TURN || move->type == DECLINE_TRADE ||
           move->type == CONFIRM_TRADE || move->type == CANCEL_TRADE || move->open != 0;
}

void easy_overlook(const struct bot *bot, struct move_list *list) {
    const struct game *view = bot->view;
    uint64_t seed = mix_words(view->turn + 1, view->numbers, sizeof view->numbers);
    size_t kept = 0;

    seed = mix_word(seed, bot->seat);
    for (size_t i = 0; i < list->n; i++) {
        uint64_t x = mix_words(seed, &list->items[i], sizeof list->items[i]);
        if (is_plain(&list->items[i]) || (x >> 32) % 100 >= EASY_OVERLOOKS)
            list->items[kept++] = list->items[i];
    }
    if (kept > 0) /* if all were overlooked, keep them all */
        list->n = kept;
}
