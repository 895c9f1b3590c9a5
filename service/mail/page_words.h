/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_MAIL_PAGE_WORDS_H
#define SERVICE_MAIL_PAGE_WORDS_H

#include "service/base/language.h"
#include "service/http/request.h"

/* What the pages behind mailed links say, in each language. Moves, and what came of them, are in the language
 * of commands, which is English. */

enum page_words {
    WORDS_DEAD,
    WORDS_DEAD_WHY,
    WORDS_ELSEWHERE,
    WORDS_ELSEWHERE_WHY,
    WORDS_CONFIRM,
    WORDS_CONFIRM_WHY,
    WORDS_CONFIRM_DO,
    WORDS_CONFIRMED,
    WORDS_CONFIRMED_WHY,
    WORDS_SIGN_IN,
    WORDS_SIGN_IN_WHY,
    WORDS_SIGNED_IN,
    WORDS_SIGNED_IN_WHY,
    WORDS_STOP,
    WORDS_STOP_WHY,
    WORDS_STOP_DO,
    WORDS_STOPPED,
    WORDS_STOPPED_WHY,
    WORDS_INVITED,
    WORDS_INVITED_WHY,
    WORDS_INVITED_GO,
    WORDS_GAME,
    WORDS_OLD,
    WORDS_OPEN,
    WORDS_MOVES,
    WORDS_MOVES_DO,
    WORDS_MORE,
    WORDS_BOARD,
    WORDS_TO_GAMES,
    WORDS_TO_MAIL,
    PAGE_WORDS
};

/* The language that the browser asks for first among those there are; English where it asks for none. */
enum language page_language(struct request *rq);

const char *page_words(enum language language, enum page_words words);

#endif
