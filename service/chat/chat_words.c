/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/chat/chat_words.h"

/* clang-format off */
static const char *const table[CHAT_WORDS][LANGUAGES] = {
    [CHAT_BUSY] = {"That could not be done just now; try again in a minute.",
        "Das ging gerade nicht; versuche es in einer Minute noch einmal."},
    [CHAT_DONE] = {"Done.", "Erledigt."},
    [CHAT_UNKNOWN] = {"I do not know you yet. Get a code on the web page or with POST /v1/me/chats/code, then write `link CODE` here within ten minutes.",
        "Ich kenne dich noch nicht. Hol dir auf der Webseite oder mit POST /v1/me/chats/code einen Code und schreib hier innerhalb von zehn Minuten `verbinde CODE`."},
    [CHAT_TOO_LONG] = {"That is too long to be read in one go.", "Das ist zu lang, um es auf einmal zu lesen."},
    [CHAT_OLD_BUTTON] = {"That button is too old to be known. Write `moves` for new ones.",
        "Dieser Knopf ist zu alt. Schreib `züge`, dann kommen neue."},
    [CHAT_BAD_CODE] = {"This code is not known, or no longer. Get a new one with POST /v1/me/chats/code and write `link CODE` within ten minutes.",
        "Diesen Code kenne ich nicht oder nicht mehr. Hol dir mit POST /v1/me/chats/code einen neuen und schreib innerhalb von zehn Minuten `verbinde CODE`."},
    [CHAT_WELCOME] = {"Welcome, {0}. Write `games` for your games and `help` for all commands.",
        "Willkommen, {0}. Schreib `partien` für deine Partien und `hilfe` für alle Befehle."},
    [CHAT_FORGOTTEN] = {"I have forgotten who you are. `link CODE` brings us together again.",
        "Ich habe vergessen, wer du bist. `verbinde CODE` bringt uns wieder zusammen."},
    [CHAT_NO_SUCH_GAME] = {"There is no game of that name that you may see.",
        "Es gibt keine Partie dieses Namens, die du sehen darfst."},
    [CHAT_AMBIGUOUS] = {"That could be more than one of your games. They are listed by: games",
        "Das kann mehr als eine deiner Partien sein. Die Liste: partien"},
    [CHAT_FOLLOW_WHAT] = {"Write `follow GAME`, and if you like which of `turns`, `events`, `picture` and `talk` this channel shall hear.",
        "Schreib `folge PARTIE` und, wenn du magst, was dieser Kanal hören soll: `züge`, `ereignisse`, `bild` oder `gespräch`."},
    [CHAT_FOLLOWS] = {"This channel follows the game from now on.", "Dieser Kanal folgt der Partie von nun an."},
    [CHAT_FOLLOWS_NO_MORE] = {"This channel follows the game no more.", "Dieser Kanal folgt der Partie nicht mehr."},
    [CHAT_DOES_NOT_FOLLOW] = {"This channel does not follow that game.", "Dieser Kanal folgt der Partie nicht."},
    [CHAT_TOO_MANY_FOLLOW] = {"Too many channels follow already: `unfollow` one first.",
        "Es folgen schon zu viele Kanäle: beende erst einen mit `entfolge`."},
    [CHAT_NOT_FOR_GUESTS] = {"Guests cannot have a game followed. Keep your account first, on the web page.",
        "Als Gast kannst du einer Partie nicht folgen lassen. Behalte zuerst dein Konto, auf der Webseite."},
    [CHAT_NOT_IN_GAME] = {"Only those who made the game or play in it can have it followed.",
        "Folgen lassen kann einer Partie nur, wer sie angelegt hat oder mitspielt."},
    [CHAT_NO_BOT] = {"This server has no bot that may write here by itself. Have the game followed by a webhook: POST /v1/games/GAME/follows.",
        "Dieser Server hat keinen Bot, der hier von sich aus schreiben darf. Lass der Partie mit einem Webhook folgen: POST /v1/games/PARTIE/follows."},
    [CHAT_FOLLOWS_NONE] = {"This channel follows no game. `follow GAME` begins it.",
        "Dieser Kanal folgt keiner Partie. Mit `folge PARTIE` fängt es an."},
};
/* clang-format on */

const char *chat_words(enum language language, enum chat_words words) {
    return table[words][language];
}
