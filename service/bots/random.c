/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/bots/bot_int.h"

/* Seldom enough for games of random bots to make progress. */
enum { OFFER_ONE_IN = 16 };

struct action bot_random(const struct bot *bot) {
    const struct move_list *list = bot->list;
    for (;;) {
        struct action move = list->items[chance_below(bot->chance, (uint32_t)list->n)];
        bool offers = move.type == OFFER_TRADE || move.type == COUNTER_TRADE;
        if (offers && chance_below(bot->chance, OFFER_ONE_IN) != 0)
            continue;
        if (move.open == 0 ||
            game_fill_random(bot->setup, bot->view, bot->seat, bot->chance, &move))
            return move;
    }
}
