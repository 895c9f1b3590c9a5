/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Bots: their kinds and what they would do next. A bot sees only its own seat's view, remembers
 * nothing between calls, and decides the same for the same input (chance included).
 *
 * Callers should ask bots that are not on turn first, so that offers are answered before the player
 * on turn goes on: a bot never waits for an answer itself. */
#ifndef SERVICE_BOTS_BOT_H
#define SERVICE_BOTS_BOT_H

#include <stddef.h>

#include "engine/chance.h"
#include "engine/game.h"

/* BOT_NORMAL plays as BOT_GREEDY: that is its older name. In games with two of each kind, BOT_EASY, a
 * beginner, wins about 30 %; BOT_HARD looks ahead to the end of its turn and wins about 79 % in the base
 * game and 67 % in Cities & Knights. With two players it only places its first pieces better and wins
 * about 61 %; at sea it judges by the features that all games share. */
enum bot_kind { BOT_RANDOM, BOT_GREEDY, BOT_EASY, BOT_NORMAL, BOT_HARD, BOT_COUNT };

/* Names as in the interface; NULL at the end. */
extern const char *const bot_names[BOT_COUNT + 1];

/* The kind of that name, or BOT_COUNT. */
enum bot_kind bot_of(const char *name);

enum { BOT_OFFERS_MAX = 3 /* in a turn; not for BOT_RANDOM */ };

/* What the bot on SEAT does now: an action that game_legal allows, or one of type ACTION_NONE if it wants
 * nothing, which never happens while a decision of SEAT is pending and unanswered. VIEW is game_view of
 * SEAT; OFFERS is the number of trades that SEAT has offered in this turn, as declined ones leave no
 * trace in VIEW. Takes about 0.1 ms, BOT_HARD some ms, and 1 MB of stack. */
struct action bot_choose(enum bot_kind kind, const struct setup *setup, const struct game *view,
                         unsigned seat, unsigned offers, struct chance *chance);

/* Advice to a person: at most MAX moves of LIST (game_list of SEAT on VIEW) that the greedy bot rates
 * highest, beginning with its own choice. None of them is open: of a move with too many forms to list,
 * only the bot's own choice is included. Trade offers are never advised. The same view gives the same
 * advice. Returns their number. Takes about 0.1 ms and 150 KB of stack. */
size_t bot_advise(const struct setup *setup, const struct game *view, unsigned seat,
                  const struct move_list *list, struct action *out, size_t max);

/* ---- a hint (service/bots/hint.c) ---- */

/* What a move improves. */
enum hint_subject {
    HINT_POINTS,
    HINT_PRODUCTION, /* income of cards, and of how many kinds */
    HINT_PACE,       /* how fast income pays for buildings */
    HINT_PLACES,     /* for further settlements */
    HINT_BUILDINGS,
    HINT_HARBORS,
    HINT_NEXT_BUILD, /* how soon the hand pays for a building */
    HINT_HAND,
    HINT_RISK, /* of a seven, and the robber */
    HINT_CARDS,
    HINT_ARMY,
    HINT_ROAD,
    HINT_LEVELS,
    HINT_KNIGHTS,
    HINT_OPPONENTS, /* what the others lose */
    HINT_SUBJECT_COUNT
};
extern const char *const hint_subject_names[HINT_SUBJECT_COUNT];

/* The main thing of a subject: a card by its kind (enum kind), or what can be built. */
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

enum { HINT_REASONS_MAX = 3, HINT_LINE_MAX = 8 };

struct hint {
    struct action action; /* ACTION_NONE: nothing is to be done */
    double chance;        /* of winning after the line, 0 to 1; after an offer: if it is accepted */
    unsigned n_line;
    struct action line[HINT_LINE_MAX]; /* the action, and what follows it in the same turn */
    unsigned n;
    struct {
        uint8_t subject;
        uint8_t thing;           /* enum kind or enum hint_thing; HINT_NO_THING */
        double gain;             /* its approximate part of the chance */
    } reasons[HINT_REASONS_MAX]; /* the largest first */
};

/* What BOT_HARD would do on SEAT, whose view is given, and why: its next move and, up to MAX moves in all (1 to
 * HINT_LINE_MAX), what it would do after it before its turn ends or chance decides. OFFERS as for bot_choose: from
 * BOT_OFFERS_MAX on, the hint is no trade with players. The same view and OFFERS give the same hint. Takes as long as
 * bot_choose of BOT_HARD for each move. */
void bot_hint(const struct setup *setup, const struct game *view, unsigned seat, unsigned offers,
              unsigned max, struct hint *hint);

/* A chance, or a part of one, in thousandths, as it is stored and shown. */
int chance_thousandths(double chance);

#endif
