/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/mail/mail_words.h"

#include <glib.h>
#include <stdio.h>

/* clang-format off */
static const char *const table[MAIL_WORDS][LANGUAGES] = {
    [MAIL_SUBJECT_TURN] = {"Your turn in {0}: {1}", "Du bist dran in {0}: {1}"},
    [MAIL_SUBJECT_REMINDER] = {"Your time is running out in {0}: {1}", "Deine Zeit läuft ab in {0}: {1}"},
    [MAIL_SUBJECT_TURN_ALONE] = {"Your turn in {0}", "Du bist dran in {0}"},
    [MAIL_SUBJECT_STARTED] = {"{0} has begun", "{0} hat begonnen"},
    [MAIL_SUBJECT_INVITED] = {"{1} invites you to {0}", "{1} lädt dich ein: {0}"},
    [MAIL_SUBJECT_KEPT] = {"A seat for you in {0}", "Ein Platz für dich in {0}"},
    [MAIL_SUBJECT_YOU_WON] = {"You won in {0}", "Du hast gewonnen in {0}"},
    [MAIL_SUBJECT_WON] = {"{1} won in {0}", "{1} hat gewonnen in {0}"},
    [MAIL_SUBJECT_ABANDONED] = {"{0} was abandoned", "{0} wurde abgebrochen"},
    [MAIL_SUBJECT_AGREED] = {"{0} was ended without a result", "{0} wurde ohne Ergebnis beendet"},
    [MAIL_SUBJECT_TALK] = {"{1} wrote to you in {0}", "{1} schreibt dir in {0}"},
    [MAIL_SUBJECT_TRADE] = {"{1} offers you a trade in {0}", "{1} bietet dir einen Handel an in {0}"},
    [MAIL_SUBJECT_NEWS] = {"News from {0}", "Neues aus {0}"},
    [MAIL_SUBJECT_GAMES_WAIT] = {"{0} games wait for you", "{0} Partien warten auf dich"},
    [MAIL_SUBJECT_GAMES] = {"News from {0} games", "Neues aus {0} Partien"},
    [MAIL_SUBJECT_CONFIRM] = {"Is this your address?", "Ist das deine Adresse?"},
    [MAIL_SUBJECT_SIGN_IN] = {"Your link to sign in", "Dein Link zum Anmelden"},
    [MAIL_SUBJECT_DONE] = {"Done in {0}: {1}", "Erledigt in {0}: {1}"},
    [MAIL_SUBJECT_PARTLY] = {"Done in part in {0}: {1}", "Teilweise erledigt in {0}: {1}"},
    [MAIL_SUBJECT_REFUSED] = {"Not done in {0}: {1}", "Nicht erledigt in {0}: {1}"},
    [MAIL_SUBJECT_ANSWERED] = {"Answered in {0}: {1}", "Beantwortet in {0}: {1}"},
    [MAIL_SUBJECT_NOTE] = {"A note from Hexpost", "Ein Hinweis von Hexpost"},

    [MAIL_TURN_NUMBER] = {"turn {0}", "Zug {0}"},
    [MAIL_SET_UP] = {"setting up", "Gründungsphase"},
    [MAIL_POINTS_OF] = {"{0} of {1} points", "{0} von {1} Punkten"},

    [MAIL_TASK_ROLL] = {"roll the dice", "würfeln"},
    [MAIL_TASK_BUILD] = {"build, trade or end your turn", "bauen, handeln oder Zug beenden"},

    [MAIL_TITLE_YOU_WON] = {"You won!", "Du hast gewonnen!"},
    [MAIL_TITLE_WON] = {"{0} won", "{0} hat gewonnen"},
    [MAIL_TITLE_ABANDONED] = {"The game was abandoned", "Die Partie wurde abgebrochen"},
    [MAIL_TITLE_AGREED] = {"The players agreed to end the game without a result",
                           "Die Partie wurde einvernehmlich ohne Ergebnis beendet"},
    [MAIL_TITLE_STARTED] = {"The game has begun", "Die Partie hat begonnen"},
    [MAIL_TITLE_INVITED] = {"{0} invites you to play", "{0} lädt dich zum Spielen ein"},
    [MAIL_TITLE_KEPT] = {"A seat is kept for you", "Ein Platz ist für dich frei"},
    [MAIL_TITLE_OFFERED] = {"A seat in this game is offered to you", "Dir wird ein Platz in dieser Partie angeboten"},
    [MAIL_TITLE_TALK] = {"{0} wrote", "{0} schreibt"},
    [MAIL_TITLE_TRADE] = {"{0} offers you a trade", "{0} bietet dir einen Handel an"},
    [MAIL_TITLE_NEWS] = {"There is news", "Es gibt Neues"},
    [MAIL_TITLE_GAMES_WAIT] = {"{0} games wait for you", "{0} Partien warten auf dich"},
    [MAIL_TITLE_DONE] = {"Your moves were made", "Deine Spielzüge sind gemacht"},
    [MAIL_TITLE_PARTLY] = {"Moves were made, but not all was done", "Spielzüge sind gemacht, aber nicht alles ging"},
    [MAIL_TITLE_REFUSED] = {"That could not be done", "Das ging nicht"},
    [MAIL_TITLE_ANSWERED] = {"Here is what you asked for", "Hier ist, wonach du gefragt hast"},

    [MAIL_UNTIL] = {"You have until {0}.", "Du hast Zeit bis {0}."},
    [MAIL_UNTIL_SOON] = {"Your time is running out: you have until {0}.", "Deine Zeit läuft ab: Du hast noch bis {0}."},
    [MAIL_COLOR] = {"Your color: {0}.", "Deine Farbe: {0}."},
    [MAIL_WROTE] = {"{0} wrote:", "{0} schreibt:"},
    [MAIL_OFFER] = {"Offers to you", "Angebote an dich"},
    [MAIL_OFFER_TEXT] = {"Offer {0}: {1} gives {2} for {3}.", "Angebot {0}: {1} gibt {2} gegen {3}."},
    [MAIL_OFFER_ACCEPT] = {"Accept", "Annehmen"},
    [MAIL_OFFER_DECLINE] = {"Decline", "Ablehnen"},
    [MAIL_OFFER_COUNTER] = {"Make another offer", "Etwas anderes anbieten"},
    [MAIL_HAND] = {"Your hand", "Deine Karten"},
    [MAIL_HAND_EMPTY] = {"You hold no cards.", "Du hast keine Karten auf der Hand."},
    [MAIL_MOVES] = {"Good moves", "Gute Spielzüge"},
    [MAIL_MOVES_MORE] = {"… and {0} more in the game.", "… und {0} weitere in der Partie."},
    [MAIL_MOVE_MORE] = {"… and one more in the game.", "… und einer mehr in der Partie."},
    [MAIL_SINCE] = {"Since you last looked", "Seit du zuletzt da warst"},
    [MAIL_EARLIER] = {"({0} earlier)", "({0} davor)"},
    [MAIL_BOARD] = {"The board.", "Die Insel."},
    [MAIL_STANDINGS] = {"Final standings", "Endstand"},
    [MAIL_POINTS] = {"{0} points", "{0} Punkte"},
    [MAIL_POINT] = {"1 point", "1 Punkt"},
    [MAIL_INVITED_TO] = {"It is played by letter at {0}, one move at a time: whenever you have a minute.",
                         "Gespielt wird Zug um Zug auf {0}: immer dann, wenn du gerade eine Minute hast."},
    [MAIL_GAME_BASE] = {"Base game", "Basisspiel"},
    [MAIL_GAME_KNIGHTS] = {"Cities & Knights", "Städte & Ritter"},
    [MAIL_GAME_FACTS] = {"{0} · {1} players · to {2} points", "{0} · {1} Spieler · bis {2} Siegpunkte"},
    [MAIL_MORE_GAMES] = {"And {0} more games.", "Und {0} weitere Partien."},
    [MAIL_CONFIRM_WHY] = {"{0} plays at {1} and has given this address.", "{0} spielt auf {1} und hat diese Adresse angegeben."},
    [MAIL_CONFIRM_LIFE] = {"The link works for two days.", "Der Link gilt zwei Tage."},
    [MAIL_SIGN_IN_WHY] = {"Somebody, probably you, wants to sign in as {0}.", "Jemand, vermutlich du, will sich als {0} anmelden."},
    [MAIL_SIGN_IN_LIFE] = {"The link works once, within half an hour. Give it to nobody: it is a key to your account.",
                           "Der Link gilt einmal und eine halbe Stunde lang. Gib ihn niemandem: Er ist ein Schlüssel zu deinem Konto."},
    [MAIL_AS_CODE] = {"The same as a code:", "Das Gleiche als Code:"},
    [MAIL_CHANNEL_GONE] = {"A channel that follows a game cannot be written to any more. Whoever wants it to go on has to have it follow the game anew.",
                           "Einem Kanal, der einer Partie folgt, kann nicht mehr geschrieben werden. Wer das weiter will, muss ihn der Partie neu folgen lassen."},
    [MAIL_NO_LINE] = {"There was no line above the quoted mail. Write moves there, like \"roll\" or \"settle 14\", or \"help\".\n",
                      "Über der zitierten Mail stand keine Zeile. Schreib dort Spielzüge hin, wie „würfeln“ oder „siedlung 14“, oder „hilfe“.\n"},
    [MAIL_PASSED_OVER] = {"The lines behind that were passed over.\n", "Die Zeilen danach sind übergangen.\n"},
    [MAIL_INVITATION_BOUNCED] = {"Your invitation to {0} could not be delivered: {1}", "Deine Einladung an {0} war nicht zuzustellen: {1}"},
    [MAIL_LAST_UNREADABLE] = {"None of your last mails could be read. The next ones are answered only once there is a move or a command in them.",
                              "Keine deiner letzten Mails war zu lesen. Die nächsten werden erst wieder beantwortet, wenn ein Spielzug oder ein Befehl darin steht."},

    [MAIL_OPEN_GAME] = {"Open the game", "Partie öffnen"},
    [MAIL_SEE_RESULT] = {"See the result", "Ergebnis ansehen"},
    [MAIL_SEE_INVITATION] = {"Look at the invitation", "Einladung ansehen"},
    [MAIL_TAKE_SEAT] = {"Look at the game", "Partie ansehen"},
    [MAIL_CONFIRM_DO] = {"Yes, this is my address", "Ja, das ist meine Adresse"},
    [MAIL_SIGN_IN_DO] = {"Sign in", "Anmelden"},

    [MAIL_FOOT_REPLY] = {"You can also play by answering this mail: the first lines of your answer are taken as moves, like \"roll\" or \"settle 14\". \"help\" tells more.",
                         "Du kannst auch spielen, indem du auf diese Mail antwortest: Die ersten Zeilen deiner Antwort gelten als Spielzüge, wie „würfeln“ oder „siedlung 14“. „hilfe“ verrät mehr."},
    [MAIL_FOOT_REPLY_MANY] = {"You can also play by answering this mail: the first lines of your answer are taken as moves in the game that you name with \"use\", like \"roll\" or \"settle 14\". \"help\" tells more.",
                              "Du kannst auch spielen, indem du auf diese Mail antwortest: Die ersten Zeilen deiner Antwort gelten als Spielzüge in der Partie, die du mit „nutze“ nennst, wie „würfeln“ oder „siedlung 14“. „hilfe“ verrät mehr."},
    [MAIL_FOOT_WHY] = {"You get this because you play at {0}.", "Du bekommst das, weil du auf {0} spielst."},
    [MAIL_FOOT_STRANGER] = {"Somebody has given this address at {0}. If that was not you, do nothing, or have no more mail sent there.",
                            "Jemand hat diese Adresse auf {0} angegeben. Wenn du das nicht warst, tu nichts, oder lass dir keine Mails mehr schicken."},
    [MAIL_FOOT_STOP] = {"No more mail", "Keine Mails mehr"},

    [MAIL_TIME] = {"{0} {1} {2}, {3} ({4})", "{0}, {1}. {2}, {3} Uhr ({4})"},
    [MAIL_SOON] = {"soon", "bald"},
    [MAIL_DAY_FIRST] = {"Monday", "Montag"}, {"Tuesday", "Dienstag"}, {"Wednesday", "Mittwoch"},
    {"Thursday", "Donnerstag"}, {"Friday", "Freitag"}, {"Saturday", "Samstag"}, {"Sunday", "Sonntag"},
    [MAIL_MONTH_FIRST] = {"January", "Januar"}, {"February", "Februar"}, {"March", "März"}, {"April", "April"},
    {"May", "Mai"}, {"June", "Juni"}, {"July", "Juli"}, {"August", "August"}, {"September", "September"},
    {"October", "Oktober"}, {"November", "November"}, {"December", "Dezember"},
};
/* clang-format on */

const char *mail_words(enum language language, unsigned words) {
    return table[words][language];
}

void mail_say_short(char *to, size_t size, enum language language, unsigned words,
                    const char *const *args, size_t count) {
    language_fill_short(to, size, table[words][language], args, count);
}

void mail_time(char text[MAIL_TIME_SIZE], enum language language, const char *zone, int64_t at) {
    GTimeZone *there = zone[0] == '\0' ? NULL : g_time_zone_new_identifier(zone);
    GDateTime *utc = g_date_time_new_from_unix_utc(at / 1000), *local = NULL;
    char day[8], time[16];

    snprintf(text, MAIL_TIME_SIZE, "%s", table[MAIL_SOON][language]);
    if (utc != NULL)
        local = there == NULL ? g_date_time_ref(utc) : g_date_time_to_timezone(utc, there);
    if (local != NULL) {
        unsigned weekday = (unsigned)g_date_time_get_day_of_week(local) - 1;
        unsigned month = (unsigned)g_date_time_get_month(local) - 1;

        snprintf(day, sizeof day, "%d", g_date_time_get_day_of_month(local));
        snprintf(time, sizeof time, "%02d:%02d", g_date_time_get_hour(local),
                 g_date_time_get_minute(local));
        mail_say_short(text, MAIL_TIME_SIZE, language, MAIL_TIME,
                       MAIL_ARGS(table[MAIL_DAY_FIRST + weekday][language], day,
                                 table[MAIL_MONTH_FIRST + month][language], time,
                                 there == NULL ? "UTC" : zone));
    }
    g_clear_pointer(&local, g_date_time_unref);
    g_clear_pointer(&utc, g_date_time_unref);
    g_clear_pointer(&there, g_time_zone_unref);
}
