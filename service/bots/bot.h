/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Bots: who they are and what they would do next. A bot sees its own seat's view and nothing else,
 * remembers nothing from call to call, and decides the same when asked the same again (chance
 * included).
 *
 * Whoever runs bots should ask those who are not on turn first, so that offers are answered before
 * the player on turn goes on: a bot itself never waits for an answer. */
#ifndef SERVICE_BOTS_BOT_H
#define SERVICE_BOTS_BOT_H

#include <stddef.h>

#include "engine/chance.h"
#include "engine/game.h"

/* BOT_NORMAL plays as BOT_GREEDY: that is its older name. BOT_EASY is a beginner, who wins about 30 % of
 * the games with two of each; BOT_HARD looks to the end of its turn and wins about 79 % of them in the
 * base game and 67 % in Cities & Knights. Between two players it only places its first pieces better and
 * wins about 61 %; at sea it judges by the features that all games share. */
enum bot_kind { BOT_RANDOM, BOT_GREEDY, BOT_EASY, BOT_NORMAL, BOT_HARD, BOT_COUNT };

/* Names as in the interface; behind the last one is NULL. */
extern const char *const bot_names[BOT_COUNT + 1];

/* The kind of that name, or BOT_COUNT. */
enum bot_kind bot_of(const char *name);

enum { BOT_OFFERS_MAX = 3 /* in a turn; BOT_RANDOM knows no measure */ };

/* What the bot on SEAT does now: an action that game_legal allows, or one of type ACTION_NONE where
 * it wants nothing. It always wants something where a decision of SEAT is pending and not answered
 * yet. VIEW is game_view of SEAT; OFFERS of trade are those that SEAT has made in this turn: one that all
 * have declined is gone without a trace. Takes about 0.1 ms, of BOT_HARD some ms, and 1 MB of stack. */
struct action bot_choose(enum bot_kind kind, const struct setup *setup, const struct game *view,
                         unsigned seat, unsigned offers, struct chance *chance);

/* Advice to a person: the moves of LIST (game_list of SEAT upon VIEW) that the greedy bot thinks most
 * of, at most MAX, best first, the one that it would make itself first of all. None of them is open:
 * where a move has too many forms to list, only the bot's own choice is there. Offers of trade are left
 * to the person. The same view gives the same advice. Returns their number. Takes about 0.1 ms and
 * 150 KB of stack. */
size_t bot_advise(const struct setup *setup, const struct game *view, unsigned seat,
                  const struct move_list *list, struct action *out, size_t max);

/* ---- a hint (service/bots/hint.c) ---- */

/* What a move is good for. */
enum hint_subject {
    HINT_POINTS,
    HINT_PRODUCTION, /* cards that come in, and of how many kinds */
    HINT_PACE,       /* how fast they pay for buildings */
    HINT_PLACES,     /* for further settlements */
    HINT_BUILDINGS,
    HINT_HARBORS,
    HINT_NEXT_BUILD, /* how soon the hand pays for something */
    HINT_HAND,
    HINT_RISK, /* of a seven, and the robber */
    HINT_CARDS,
    HINT_ARMY,
    HINT_ROAD,
    HINT_LEVELS,
    HINT_KNIGHTS,
    HINT_OPPONENTS, /* what it takes from the others */
    HINT_SUBJECT_COUNT
};
extern const char *const hint_subject_names[HINT_SUBJECT_COUNT];

/* What of a subject most: a card by its kind (enum kind), or what can be built. */
enum hint_thing {
    HINT_CITY = KIND_COUNT,
    HINT_SETTLEMENT,
    HINT_DEV_CARD,
    HINT_ROAD_PIECE,
    HINT_IMPROVEMENT,
    HINT_NO_THING,
    HINT_THING_COUNT = HINT_NO_THING
};
extern const char *const hint_thing_names[HINT_THING_COUNT];

enum { HINT_REASONS_MAX = 3 };

struct hint {
    struct action action; /* ACTION_NONE: nothing is to be done */
    double chance;        /* 0 to 1: of winning, when it has been done */
    unsigned n;
    struct {
        uint8_t subject;
        uint8_t thing;           /* enum kind or enum hint_thing; HINT_NO_THING */
        double gain;             /* part of the chance that is owed to it, about */
    } reasons[HINT_REASONS_MAX]; /* what weighs most first */
};

/* What BOT_HARD would do on SEAT, whose view is given, and why. It offers no trades. The same view gives
 * the same hint. Takes as long as bot_choose of BOT_HARD. */
void bot_hint(const struct setup *setup, const struct game *view, unsigned seat, struct hint *hint);

#endif
