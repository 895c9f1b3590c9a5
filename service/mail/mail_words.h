/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_MAIL_MAIL_WORDS_H
#define SERVICE_MAIL_MAIL_WORDS_H

#include <stdint.h>

#include "service/base/buffer.h"
#include "service/base/language.h"

/* What mails say, in each language. {0} and on are filled in (language_fill). */

enum mail_words {
    /* subjects; {0} is the game as it stands behind "in", {1} what waits */
    MAIL_SUBJECT_TURN,
    MAIL_SUBJECT_REMINDER,
    MAIL_SUBJECT_TURN_ALONE,
    MAIL_SUBJECT_STARTED,
    MAIL_SUBJECT_INVITED,
    MAIL_SUBJECT_KEPT,
    MAIL_SUBJECT_YOU_WON,
    MAIL_SUBJECT_WON,
    MAIL_SUBJECT_ABANDONED,
    MAIL_SUBJECT_AGREED,
    MAIL_SUBJECT_TALK,
    MAIL_SUBJECT_TRADE,
    MAIL_SUBJECT_NEWS,
    MAIL_SUBJECT_GAMES_WAIT,
    MAIL_SUBJECT_GAMES,
    MAIL_SUBJECT_CONFIRM,
    MAIL_SUBJECT_SIGN_IN,
    MAIL_SUBJECT_DONE,
    MAIL_SUBJECT_PARTLY,
    MAIL_SUBJECT_REFUSED,
    MAIL_SUBJECT_ANSWERED,
    MAIL_SUBJECT_NOTE,
    /* what a game is called */
    MAIL_TURN_NUMBER,
    MAIL_SET_UP,
    MAIL_POINTS_OF,
    /* what waits, where the decision does not say it well */
    MAIL_TASK_ROLL,
    MAIL_TASK_BUILD,
    /* titles */
    MAIL_TITLE_YOU_WON,
    MAIL_TITLE_WON,
    MAIL_TITLE_ABANDONED,
    MAIL_TITLE_AGREED,
    MAIL_TITLE_STARTED,
    MAIL_TITLE_INVITED,
    MAIL_TITLE_KEPT,
    MAIL_TITLE_OFFERED,
    MAIL_TITLE_TALK,
    MAIL_TITLE_TRADE,
    MAIL_TITLE_NEWS,
    MAIL_TITLE_GAMES_WAIT,
    MAIL_TITLE_DONE,
    MAIL_TITLE_PARTLY,
    MAIL_TITLE_REFUSED,
    MAIL_TITLE_ANSWERED,
    /* texts */
    MAIL_UNTIL,
    MAIL_UNTIL_SOON,
    MAIL_COLOR,
    MAIL_WROTE,
    MAIL_OFFER,
    MAIL_OFFER_TEXT,
    MAIL_OFFER_ACCEPT,
    MAIL_OFFER_DECLINE,
    MAIL_OFFER_COUNTER,
    MAIL_HAND,
    MAIL_HAND_EMPTY,
    MAIL_MOVES,
    MAIL_MOVES_MORE,
    MAIL_MOVE_MORE,
    MAIL_SINCE,
    MAIL_EARLIER,
    MAIL_BOARD,
    MAIL_STANDINGS,
    MAIL_POINTS,
    MAIL_POINT,
    MAIL_INVITED_TO,
    MAIL_GAME_BASE,
    MAIL_GAME_KNIGHTS,
    MAIL_GAME_FACTS,
    MAIL_MORE_GAMES,
    MAIL_CONFIRM_WHY,
    MAIL_CONFIRM_LIFE,
    MAIL_SIGN_IN_WHY,
    MAIL_SIGN_IN_LIFE,
    MAIL_AS_CODE,
    MAIL_CHANNEL_GONE,
    MAIL_LAST_UNREADABLE,
    MAIL_NO_LINE,
    MAIL_PASSED_OVER,
    MAIL_INVITATION_BOUNCED,
    /* buttons */
    MAIL_OPEN_GAME,
    MAIL_SEE_RESULT,
    MAIL_SEE_INVITATION,
    MAIL_TAKE_SEAT,
    MAIL_CONFIRM_DO,
    MAIL_SIGN_IN_DO,
    /* the foot */
    MAIL_FOOT_REPLY,
    MAIL_FOOT_REPLY_MANY,
    MAIL_FOOT_WHY,
    MAIL_FOOT_STRANGER,
    MAIL_FOOT_STOP,
    /* times: {0} the day's name, {1} the day of the month, {2} the month's name, {3} the time, {4} the zone */
    MAIL_TIME,
    MAIL_SOON,
    MAIL_DAY_FIRST, /* Monday, and six more */
    MAIL_MONTH_FIRST = MAIL_DAY_FIRST + 7,
    MAIL_WORDS = MAIL_MONTH_FIRST + 12
};

const char *mail_words(enum language language, unsigned words);

/* The words with their places filled, as a string of SIZE bytes, cut behind a whole character. */
void mail_say_short(char *to, size_t size, enum language language, unsigned words,
                    const char *const *args, size_t count);
#define MAIL_ARGS(...)                                                                             \
    (const char *const[]){__VA_ARGS__}, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *)

/* A time as somebody's own clock shows it: "Sunday 22 November, 18:30 (Europe/Berlin)". ZONE: of the IANA
 * database, "" for UTC. */
enum { MAIL_TIME_SIZE = 160 };
void mail_time(char text[MAIL_TIME_SIZE], enum language language, const char *zone, int64_t at);

#endif
