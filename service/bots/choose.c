/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/bots/bot_int.h"

#include <string.h>

const char *const bot_names[BOT_COUNT + 1] = {"random", "greedy", "easy", "normal", "hard"};

enum bot_kind bot_of(const char *name) {
    unsigned kind = 0;
    while (kind < BOT_COUNT && strcmp(bot_names[kind], name) != 0)
        kind++;
    return (enum bot_kind)kind;
}

/* Off turn a bot only answers offers, and each only once: otherwise two bots could go on for
 * ever. */
static size_t keep_unanswered(const struct bot *bot, struct move_list *list) {
    size_t kept = 0;
    for (size_t i = 0; i < list->n; i++) {
        const struct action *move = &list->items[i];
        if (move->type != ACCEPT_TRADE && move->type != DECLINE_TRADE)
            continue;
        for (unsigned o = 0; o < OFFER_MAX; o++) {
            const struct offer *offer = &bot->view->offers[o];
            if (offer->id == move->ref && !((offer->accepted | offer->declined) >> bot->seat & 1))
                list->items[kept++] = *move;
        }
    }
    return kept;
}

/* Removes offers from the list once enough have been made. */
static void keep_measure(const struct bot *bot, struct move_list *list) {
    size_t kept = 0;
    for (size_t i = 0; i < list->n; i++) {
        unsigned type = list->items[i].type;
        if ((type != OFFER_TRADE && type != COUNTER_TRADE) || bot->offers < BOT_OFFERS_MAX)
            list->items[kept++] = list->items[i];
    }
    list->n = kept;
}

struct action bot_choose(enum bot_kind kind, const struct setup *setup, const struct game *view,
                         unsigned seat, unsigned offers, struct chance *chance) {
    const struct decision *decision = game_decision(view, seat);
    struct move_list list;
    struct bot bot = {setup, view, seat, chance, &list, offers};

    if (decision != NULL && decision->answered)
        return (struct action){.type = ACTION_NONE};
    game_list(setup, view, seat, &list);
    if (decision == NULL)
        list.n = keep_unanswered(&bot, &list);
    if (kind != BOT_RANDOM)
        keep_measure(&bot, &list);
    if (list.n == 0)
        return (struct action){.type = ACTION_NONE};
    switch (kind) {
    case BOT_RANDOM: return bot_random(&bot);
    case BOT_EASY: easy_overlook(&bot, &list); return bot_greedy(&bot);
    case BOT_HARD: return bot_hard(&bot);
    default: return bot_greedy(&bot);
    }
}
