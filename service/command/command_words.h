/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What commands say, in the asker's language. */
#ifndef SERVICE_COMMAND_COMMAND_WORDS_H
#define SERVICE_COMMAND_COMMAND_WORDS_H

#include "service/base/language.h"

enum command_words {
    COMMAND_HELP_MOVES,
    COMMAND_USE_WHICH,
    COMMAND_LOG_UNREADABLE,
    COMMAND_NO_SEAT,
    COMMAND_SAY_WHAT,
    COMMAND_SAID,
    COMMAND_SAID_ENOUGH,
    COMMAND_SAID_UNSETTLED,
    COMMAND_BUSY,
    COMMAND_SUGGEST,
    COMMAND_PROBLEM,
    COMMAND_TOO_LONG,
    COMMAND_NO_TEXT,
    COMMAND_ANSWER_TOO_LONG,
    COMMAND_DAMAGED,
    COMMAND_NO_SUCH_GAME,
    COMMAND_NO_GAMES,
    COMMAND_WHICH_GAME,
    COMMAND_AMBIGUOUS,
    COMMAND_SEATS_FREE_OF,
    COMMAND_SEATS_FREE,
    COMMAND_YOUR_MOVE,
    COMMAND_MORE_GAMES,
    COMMAND_TURN,
    COMMAND_POINT,
    COMMAND_POINTS,
    COMMAND_CARD,
    COMMAND_CARDS,
    COMMAND_DEVELOPMENT,
    COMMAND_PROGRESS,
    COMMAND_LONGEST_ROAD,
    COMMAND_LARGEST_ARMY,
    COMMAND_OFFER,
    COMMAND_LAST_ROLL,
    COMMAND_BARBARIANS,
    COMMAND_NOT_BEGUN,
    COMMAND_YOU_HOLD,
    COMMAND_HELD_DEVELOPMENT,
    COMMAND_NEW_CARDS,
    COMMAND_HELD_PROGRESS,
    COMMAND_OWN_POINTS,
    COMMAND_MORE_MOVES,
    COMMAND_NOTHING_TO_DO,
    COMMAND_HINT_BOTS,
    COMMAND_HINT_NONE,
    COMMAND_HINT_CHANCE,
    COMMAND_HINT_GAIN,
    COMMAND_DONE,
    COMMAND_REFUSED,
    COMMAND_RULE,
    COMMAND_NONE_MADE,
    COMMAND_SEED,
    COMMAND_PEEKS,
    COMMAND_OVER,
    COMMAND_LOG_FULL,
    COMMAND_BROKEN,
    COMMAND_RESIGNED,
    COMMAND_NOT_YOURS,
    COMMAND_PART_LATER,
    COMMAND_UNKNOWN_GAME,
    COMMAND_UNSETTLED,
    COMMAND_SET_ASIDE,
    COMMAND_BUSY_UNCHANGED,
    COMMAND_PROBLEM_UNCHANGED,
    COMMAND_TABLE_GAME,
    COMMAND_MOVED_ON,
    COMMAND_PAST,
    COMMAND_OFFERS_LATER,
    COMMAND_UNREAD,
    COMMAND_EARLIER,
    COMMAND_WORDS
};

/* A text, with places {0} to {9} for what is filled in; static. */
const char *command_words(enum language language, enum command_words words);

/* Appends it with COUNT arguments. */
void command_say(struct buffer *out, enum language language, enum command_words words,
                 const char *const *args, size_t count);

/* The arguments as the two above want them: SAY_ARGS("a", "b"). */
#define SAY_ARGS(...)                                                                              \
    (const char *const[]){__VA_ARGS__},                                                            \
        sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *)

/* The same of one number. */
void command_say_number(struct buffer *out, enum language language, enum command_words words,
                        unsigned long number);

#endif
