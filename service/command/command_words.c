/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/command/command_words.h"

#include <stdio.h>

/* clang-format off */
static const char *const table[COMMAND_WORDS][LANGUAGES] = {
    [COMMAND_HELP_MOVES] = {"Anything else is a move, or several with ; between them: settle 14; road 14-19; roll; bank 4 wool for ore; offer 1 ore for 2 wool to blue; accept; robber 7 from red; discard 2 wool 1 ore; undo; end. The numbers are those on the board's picture.\n",
        "Alles andere ist ein Zug, oder mehrere mit ; dazwischen: Siedlung 14; Straße 14-19; würfeln; tausche 4 Wolle gegen Erz; biete 1 Erz für 2 Wolle an Blau; annehmen; Räuber 7 von Rot; abwerfen 2 Wolle 1 Erz; zurücknehmen; Ende. Die Nummern stehen auf dem Bild des Spielfelds. Englische Wörter gehen auch.\n"},
    [COMMAND_USE_WHICH] = {"Say which game: use GAME, by its id or its name.\n",
        "Sag, welche Partie: nutze PARTIE, mit ihrer Kennung oder ihrem Namen.\n"},
    [COMMAND_LOG_UNREADABLE] = {"The log cannot be read now. Try again in a moment.\n",
        "Das Protokoll ist gerade nicht zu lesen. Versuche es gleich noch einmal.\n"},
    [COMMAND_NO_SEAT] = {"You have no seat in this game.\n",
        "Du hast keinen Platz in dieser Partie.\n"},
    [COMMAND_SAY_WHAT] = {"Say what? A text of at most {0} bytes.\n",
        "Was sagen? Einen Text von höchstens {0} Bytes.\n"},
    [COMMAND_SAID] = {"Said.\n", "Gesagt.\n"},
    [COMMAND_SAID_ENOUGH] = {"{0} messages a minute in one game are enough.\n",
        "{0} Nachrichten in der Minute sind in einer Partie genug.\n"},
    [COMMAND_SAID_UNSETTLED] = {"The server's disk failed just then, and it is not known yet whether that was said.\n",
        "Gerade da hat die Platte des Servers versagt; ob das gesagt ist, weiß er noch nicht.\n"},
    [COMMAND_BUSY] = {"The server is busy. Try again in a moment.\n",
        "Der Server ist beschäftigt. Versuche es gleich noch einmal.\n"},
    [COMMAND_SUGGEST] = {"If you meant a command: {0}. The list: help\n",
        "Falls ein Befehl gemeint war: {0}. Die Liste: hilfe\n"},
    [COMMAND_PROBLEM] = {"The server has a problem. Try again in a moment.\n",
        "Der Server hat ein Problem. Versuche es gleich noch einmal.\n"},
    [COMMAND_TOO_LONG] = {"That is too long: at most {0} bytes.",
        "Das ist zu lang: höchstens {0} Bytes."},
    [COMMAND_NO_TEXT] = {"That is not readable text (UTF-8).", "Das ist kein lesbarer Text (UTF-8)."},
    [COMMAND_ANSWER_TOO_LONG] = {"The answer would be too long.", "Die Antwort wäre zu lang."},
    [COMMAND_DAMAGED] = {"{0} is set aside: what is stored of it is damaged.\n",
        "{0} ist beiseitegelegt: Was davon gespeichert ist, ist beschädigt.\n"},
    [COMMAND_NO_SUCH_GAME] = {"There is no such game. Yours: games\n",
        "So eine Partie gibt es nicht. Deine: partien\n"},
    [COMMAND_NO_GAMES] = {"You play in no game now.\n", "Du spielst gerade in keiner Partie.\n"},
    [COMMAND_WHICH_GAME] = {"You play in {0} games: say which one with use GAME, by its id or its name. They are listed by: games\n",
        "Du spielst in {0} Partien: sag mit nutze PARTIE, in welcher, mit ihrer Kennung oder ihrem Namen. Die Liste: partien\n"},
    [COMMAND_AMBIGUOUS] = {"That could be more than one of your games. They are listed by: games\n",
        "Das kann mehr als eine deiner Partien sein. Die Liste: partien\n"},
    [COMMAND_SEATS_FREE_OF] = {"seats are still free.", "es sind noch Plätze frei."},
    [COMMAND_SEATS_FREE] = {"Seats are still free.\n", "Es sind noch Plätze frei.\n"},
    [COMMAND_YOUR_MOVE] = {"YOUR MOVE. ", "DU BIST DRAN. "},
    [COMMAND_MORE_GAMES] = {"... and {0} more\n", "... und {0} weitere\n"},
    [COMMAND_TURN] = {", turn {0}", ", Zug {0}"},
    [COMMAND_POINT] = {": {0} point", ": {0} Punkt"},
    [COMMAND_POINTS] = {": {0} points", ": {0} Punkte"},
    [COMMAND_CARD] = {", {0} card", ", {0} Karte"},
    [COMMAND_CARDS] = {", {0} cards", ", {0} Karten"},
    [COMMAND_DEVELOPMENT] = {", {0} development", ", {0} Entwicklung"},
    [COMMAND_PROGRESS] = {", {0} progress", ", {0} Fortschritt"},
    [COMMAND_LONGEST_ROAD] = {", Longest Road", ", Längste Handelsstraße"},
    [COMMAND_LARGEST_ARMY] = {", Largest Army", ", Größte Rittermacht"},
    [COMMAND_OFFER] = {"Offer {0}: {1} gives {2} for {3}\n",
        "Angebot {0}: {1} gibt {2} gegen {3}\n"},
    [COMMAND_LAST_ROLL] = {"Last roll: {0} + {1}\n", "Letzter Wurf: {0} + {1}\n"},
    [COMMAND_BARBARIANS] = {"Barbarians: {0} of {1} steps\n", "Barbaren: {0} von {1} Schritten\n"},
    [COMMAND_NOT_BEGUN] = {"This game has not begun yet: seats are still free.\n",
        "Diese Partie hat noch nicht begonnen: es sind noch Plätze frei.\n"},
    [COMMAND_YOU_HOLD] = {"{0}, you hold {1}.\n", "{0}, du hast {1}.\n"},
    [COMMAND_HELD_DEVELOPMENT] = {"Development cards: ", "Entwicklungskarten: "},
    [COMMAND_NEW_CARDS] = {" ({0} new)", " ({0} neu)"},
    [COMMAND_HELD_PROGRESS] = {"Progress cards: ", "Fortschrittskarten: "},
    [COMMAND_OWN_POINTS] = {"Points: {0}\n", "Punkte: {0}\n"},
    [COMMAND_MORE_MOVES] = {"; ... and {0} more", "; ... und {0} weitere"},
    [COMMAND_NOTHING_TO_DO] = {"There is nothing that you can do now. ", "Du kannst gerade nichts tun. "},
    [COMMAND_HINT_BOTS] = {"Hints are for games in which everybody else is a bot.",
        "Tipps gibt es in Partien, in denen alle anderen Bots sind."},
    [COMMAND_HINT_NONE] = {"This game was made without hints.", "Diese Partie ist ohne Tipps angelegt."},
    [COMMAND_HINT_CHANCE] = {"\nThen your chance to win is about {0}", "\nDann gewinnst du mit etwa {0}"},
    [COMMAND_HINT_GAIN] = {"{0}+{1} for {2}", "{0}+{1} für {2}"},
    [COMMAND_DONE] = {"Done.\n", "Erledigt.\n"},
    [COMMAND_REFUSED] = {"\"{0}\" is not possible: {1}", "„{0}“ geht nicht: {1}"},
    [COMMAND_RULE] = {" (rule {0})", " (Regel {0})"},
    [COMMAND_NONE_MADE] = {". None of the moves was made.\n", ". Keiner der Züge ist gemacht.\n"},
    [COMMAND_SEED] = {"You have committed to a seed for the dice: your first move has to bring it, through the program with which you joined.\n",
        "Du hast dich auf einen Startwert für die Würfel festgelegt: dein erster Zug muss ihn mitbringen, über das Programm, mit dem du beigetreten bist.\n"},
    [COMMAND_PEEKS] = {"A move that draws or reveals something has to be the last of its line. None of the moves was made.\n",
        "Ein Zug, der etwas zieht oder aufdeckt, muss der letzte seiner Zeile sein. Keiner der Züge ist gemacht.\n"},
    [COMMAND_OVER] = {"This game is over.\n", "Diese Partie ist zu Ende.\n"},
    [COMMAND_LOG_FULL] = {"The log of this game is full.\n", "Das Protokoll dieser Partie ist voll.\n"},
    [COMMAND_BROKEN] = {"The rules engine made a mistake; nothing has changed.\n",
        "Die Regeln haben sich verrechnet; nichts ist geschehen.\n"},
    [COMMAND_RESIGNED] = {"You have resigned in this game.\n", "Du hast diese Partie aufgegeben.\n"},
    [COMMAND_PART_LATER] = {"Your part comes later. Say on the page what you build in it, or \"end\" here to build nothing.\n",
        "Dein Teil kommt später. Sag auf der Seite, was du darin baust, oder hier \"end\", um nichts zu bauen.\n"},
    [COMMAND_NOT_YOURS] = {"It is not for you to decide now. ", "Gerade wartet nichts auf dich. "},
    [COMMAND_UNKNOWN_GAME] = {"There is no such game.\n", "So eine Partie gibt es nicht.\n"},
    [COMMAND_UNSETTLED] = {"The server's disk failed just then, and it is not known yet whether that was done. Look at the game in a few minutes.\n",
        "Gerade da hat die Platte des Servers versagt; ob das getan ist, weiß er noch nicht. Sieh in ein paar Minuten nach.\n"},
    [COMMAND_SET_ASIDE] = {"This game is set aside: what is stored of it is damaged.\n",
        "Diese Partie ist beiseitegelegt: Was davon gespeichert ist, ist beschädigt.\n"},
    [COMMAND_BUSY_UNCHANGED] = {"The server is busy; nothing has changed. Try again in a moment.\n",
        "Der Server ist beschäftigt; nichts ist geschehen. Versuche es gleich noch einmal.\n"},
    [COMMAND_PROBLEM_UNCHANGED] = {"The server has a problem; nothing has changed.\n",
        "Der Server hat ein Problem; nichts ist geschehen.\n"},
    [COMMAND_TABLE_GAME] = {"The moves of a table game are told through its own page.\n",
        "Die Züge einer Partie vom Tisch werden auf ihrer eigenen Seite eingetragen.\n"},
    [COMMAND_MOVED_ON] = {"The game has moved on since; nothing has been done. ",
        "Die Partie ist weitergegangen; nichts ist getan. "},
    [COMMAND_UNREAD] = {"I cannot read that: {0}.\n", "Das kann ich nicht lesen: {0}.\n"},
    [COMMAND_EARLIER] = {"({0} earlier events)\n", "({0} frühere Ereignisse)\n"},
};
/* clang-format on */

const char *command_words(enum language language, enum command_words words) {
    return table[words][language];
}

void command_say(struct buffer *out, enum language language, enum command_words words,
                 const char *const *args, size_t count) {
    language_fill(out, table[words][language], args, count);
}

void command_say_number(struct buffer *out, enum language language, enum command_words words,
                        unsigned long number) {
    char text[24];

    snprintf(text, sizeof text, "%lu", number);
    command_say(out, language, words, SAY_ARGS(text));
}
