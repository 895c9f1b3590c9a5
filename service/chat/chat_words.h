/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What the chats' core says itself, in the language of who is talked to. */
#ifndef SERVICE_CHAT_CHAT_WORDS_H
#define SERVICE_CHAT_CHAT_WORDS_H

#include "service/base/language.h"

enum chat_words {
    CHAT_BUSY,
    CHAT_DONE,
    CHAT_UNKNOWN,
    CHAT_TOO_LONG,
    CHAT_OLD_BUTTON,
    CHAT_BAD_CODE,
    CHAT_WELCOME,
    CHAT_FORGOTTEN,
    CHAT_NO_SUCH_GAME,
    CHAT_AMBIGUOUS,
    CHAT_FOLLOW_WHAT,
    CHAT_FOLLOWS,
    CHAT_FOLLOWS_NO_MORE,
    CHAT_DOES_NOT_FOLLOW,
    CHAT_TOO_MANY_FOLLOW,
    CHAT_NOT_FOR_GUESTS,
    CHAT_NOT_IN_GAME,
    CHAT_NO_BOT,
    CHAT_FOLLOWS_NONE,
    CHAT_WORDS
};

/* A text; {0} in CHAT_WELCOME is a name. Static. */
const char *chat_words(enum language language, enum chat_words words);

#endif
