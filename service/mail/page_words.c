/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/mail/page_words.h"

static const char *const table[PAGE_WORDS][LANGUAGES] = {
    [WORDS_DEAD] = {"This link does not work", "Dieser Link geht nicht"},
    [WORDS_DEAD_WHY] = {"It has been used, its time is over, or it was not copied as a whole. The "
                        "next mail brings a new one.",
                        "Er wurde schon benutzt, ist abgelaufen oder nicht ganz kopiert. Die "
                        "nächste Mail bringt einen neuen."},
    [WORDS_ELSEWHERE] = {"Not from there", "Nicht von dort"},
    [WORDS_ELSEWHERE_WHY] =
        {"Another site has sent this. Open the link from the mail itself.",
         "Eine andere Seite hat das geschickt. Öffne den Link aus der Mail selbst."},
    [WORDS_CONFIRM] = {"Is this your address?", "Ist das deine Adresse?"},
    [WORDS_CONFIRM_WHY] =
        {"Mail about your games will go there, and you can sign in by it.",
         "Mails zu deinen Partien gehen dorthin, und du kannst dich mit ihr anmelden."},
    [WORDS_CONFIRM_DO] = {"Yes, it is mine", "Ja, es ist meine"},
    [WORDS_CONFIRMED] = {"Confirmed", "Bestätigt"},
    [WORDS_CONFIRMED_WHY] = {"Thank you: mail goes to this address from now on.",
                             "Danke: Von jetzt an gehen Mails an diese Adresse."},
    [WORDS_SIGN_IN] = {"Sign in", "Anmelden"},
    [WORDS_SIGN_IN_WHY] = {"This works once. Do it only if you asked for it yourself.",
                           "Das geht einmal. Tu es nur, wenn du selbst darum gebeten hast."},
    [WORDS_SIGNED_IN] = {"Signed in", "Angemeldet"},
    [WORDS_SIGNED_IN_WHY] = {"This browser is signed in. This is your new key, for programs and "
                             "other devices; it is shown once:",
                             "Dieser Browser ist angemeldet. Das ist dein neuer Schlüssel, für "
                             "Programme und andere Geräte; er wird einmal gezeigt:"},
    [WORDS_STOP] = {"No more mail?", "Keine Mails mehr?"},
    [WORDS_STOP_WHY] = {"No mail about games will go to this address any more.",
                        "An diese Adresse gehen keine Mails zu Partien mehr."},
    [WORDS_STOP_DO] = {"No more mail", "Keine Mails mehr"},
    [WORDS_STOPPED] = {"No more mail", "Keine Mails mehr"},
    [WORDS_STOPPED_WHY] = {"No more mail goes to this address. Your games go on; your settings can "
                           "bring the mail back.",
                           "An diese Adresse gehen keine Mails mehr. Deine Partien gehen weiter; "
                           "in den Einstellungen kannst du die Mails zurückholen."},
    [WORDS_INVITED] = {"You are invited", "Du bist eingeladen"},
    [WORDS_INVITED_WHY] =
        {"A seat in a game is kept for this address. Look at the game, sign up or in with this "
         "address, confirm it by the mail that comes then, and the seat is yours.",
         "In einer Partie ist ein Platz für diese Adresse freigehalten. Sieh dir die Partie an, "
         "leg mit dieser Adresse ein Konto an oder melde dich an und bestätige sie mit der Mail, "
         "die dann kommt: Schon ist der Platz deiner."},
    [WORDS_INVITED_GO] = {"To the game", "Zur Partie"},
    [WORDS_GAME] = {"A game", "Eine Partie"},
    [WORDS_OLD] = {"The game has gone on since that mail was written. It stands like this now:",
                   "Seit dieser Mail ist die Partie weitergegangen. Jetzt steht sie so:"},
    [WORDS_OPEN] = {"Open the game in this browser", "Partie in diesem Browser öffnen"},
    [WORDS_MOVES] = {"Moves in words:", "Züge in Worten:"},
    [WORDS_MOVES_DO] = {"Make them", "Ausführen"},
    [WORDS_MORE] = {"There are {0} more: write them in words here, or open the game.",
                    "Es gibt {0} weitere: Schreib sie hier in Worten, oder öffne die Partie."},
    [WORDS_BOARD] = {"The board", "Die Insel"},
    [WORDS_TO_GAMES] = {"To my games", "Zu meinen Partien"},
    [WORDS_TO_MAIL] = {"What comes by mail", "Was per Mail kommt"},
};

enum language page_language(struct request *rq) {
    return language_accepted(request_header(rq, "Accept-Language"));
}

const char *page_words(enum language language, enum page_words words) {
    return table[words][language];
}
