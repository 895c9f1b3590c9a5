/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What a game waits for, in words. */
#include "service/words/sentence.h"

#include <glib.h>
#include <stdio.h>
#include <time.h>

#include "service/words/notation.h"
#include "service/words/terms.h"

/* {0} how many cards, {1} the other player, {2} the place or piece. */
static const char *const waiting_phrases[DECISION_KIND_COUNT][LANGUAGES] = {
    [DECIDE_NONE] = {"do nothing", "nichts tun"},
    [DECIDE_SETUP_SETTLEMENT] = {"place a settlement", "Siedlung setzen"},
    [DECIDE_SETUP_ROAD] = {"place a road", "Straße setzen"},
    [DECIDE_TURN] = {"play the turn", "den Zug spielen"},
    [DECIDE_DISCARD] = {"discard {0}", "{0} abgeben"},
    [DECIDE_MOVE_ROBBER] = {"move the robber", "Räuber versetzen"},
    [DECIDE_BUILD_NEUTRAL] = {"build for a neutral color: a {2}",
                              "für eine neutrale Farbe bauen: {2}"},
    [DECIDE_RETURN_CARDS] = {"give back {0} to {1}", "{0} an {1} zurückgeben"},
    [DECIDE_SETUP_CITY] = {"place a city", "Stadt setzen"},
    [DECIDE_COMMIT_KNIGHTS] = {"commit knights to the defence", "Ritter zur Verteidigung schicken"},
    [DECIDE_CHOOSE_PILLAGED_CITY] = {"choose the city that is lost",
                                     "die Stadt wählen, die verloren geht"},
    [DECIDE_CHOOSE_PROGRESS_DECK] = {"choose a stack of progress cards",
                                     "Stapel für eine Fortschrittskarte wählen"},
    [DECIDE_DISCARD_PROGRESS] = {"put back a progress card", "Fortschrittskarte abgeben"},
    [DECIDE_FIFTH_CARD] = {"play or put back a progress card",
                           "Fortschrittskarte ausspielen oder abgeben"},
    [DECIDE_TAKE_RESOURCE] = {"take a resource (Aqueduct)", "Rohstoff nehmen (Aquädukt)"},
    [DECIDE_RELOCATE_KNIGHT] = {"move the knight that was driven away from {2}",
                                "den von {2} vertriebenen Ritter versetzen"},
    [DECIDE_REMOVE_KNIGHT] = {"give up a knight", "einen Ritter aufgeben"},
    [DECIDE_PLACE_KNIGHT] = {"place a knight", "Ritter einsetzen"},
    [DECIDE_GIVE_CARDS] = {"give {0} to {1}", "{0} an {1} geben"},
    [DECIDE_TAKE_CARDS] = {"take {0} from {1}", "{0} von {1} nehmen"},
    [DECIDE_TAKE_PROGRESS_CARD] = {"take a progress card from {1}",
                                   "Fortschrittskarte von {1} nehmen"},
    [DECIDE_GIVE_COMMODITY] = {"give a commodity to {1}", "Handelsware an {1} geben"},
    [DECIDE_CHOOSE_GOLD] = {"take {0} for gold", "{0} für Gold nehmen"},
    [DECIDE_PLACE_HARBOR] = {"place a harbor", "einen Hafen setzen"},
    [DECIDE_DRAW_VICTIM] = {"draw a card for the seven", "für die Sieben eine Karte ziehen"},
    [DECIDE_SPECIAL_BUILD] = {"build between two turns", "zwischen zwei Zügen bauen"},
};

/* What stands around the phrases. */
enum waiting_text { TEXT_HAS_TO, TEXT_OVER, TEXT_WON, TEXT_FIRST, TEXT_NEXT, TEXT_NOBODY };
static const char *const waiting_texts[][LANGUAGES] = {
    [TEXT_HAS_TO] = {"{0} has to {1}", "{0} soll {1}"},
    [TEXT_OVER] = {"The game is over.", "Die Partie ist vorbei."},
    [TEXT_WON] = {"{0} has won.", "{0} hat gewonnen."},
    [TEXT_FIRST] = {"Waiting for {0} to {1}", "Warten auf {0}: {1}"},
    [TEXT_NEXT] = {"; {0} to {1}", "; {0}: {1}"},
    [TEXT_NOBODY] = {"Nobody is waited for.", "Auf niemanden wird gewartet."},
};
static const char *const until_texts[LANGUAGES] = {" until %Y-%m-%d %H:%M ",
                                                   " bis %d.%m.%Y %H:%M "};
static const char *const piece_terms[PIECE_COUNT] = {[PIECE_ROAD] = "Straße",
                                                     [PIECE_SHIP] = "Schiff",
                                                     [PIECE_SETTLEMENT] = "Siedlung",
                                                     [PIECE_CITY] = "Stadt"};

void sentence_task(struct buffer *out, const struct sentence *to, const struct decision *decision) {
    bool german = to->language == LANGUAGE_GERMAN;
    const char *cards = german                 ? decision->count == 1 ? "Karte" : "Karten"
                        : decision->count == 1 ? "card"
                                               : "cards";
    char count[24], at[24];
    struct buffer other;

    buffer_init(&other, SENTENCE_MAX);
    if (decision->other < SEAT_MAX)
        sentence_seat(&other, to, decision->other);
    buffer_byte(&other, '\0');
    snprintf(count, sizeof count, "%u %s", decision->count, cards);
    snprintf(at, sizeof at, "%u", decision->vertex);
    if (decision->kind == DECIDE_BUILD_NEUTRAL)
        snprintf(at, sizeof at, "%s",
                 german && piece_terms[decision->piece] != NULL ? piece_terms[decision->piece]
                                                                : piece_names[decision->piece]);
    const char *const args[] = {count, other.failed ? "" : other.data, at};
    const char *phrase = waiting_phrases[decision->kind][to->language];
    if (decision->kind == DECIDE_TAKE_RESOURCE && to->setup->rules.fleet) /* S-134 */
        phrase = german ? "Rohstoff nehmen (Flotte besiegt)" : "take a resource (fleet beaten)";
    language_fill(out, phrase, args, 3);
    buffer_free(&other);
}

void sentence_refusal(struct buffer *out, const struct sentence *to, enum reason reason,
                      const struct decision *due) {
    buffer_text(out, term_reason(to->language, reason));
    if (due == NULL)
        return;
    buffer_text(out, ": ");
    sentence_task(out, to, due);
}

/* One of the texts above, of a seat and what it is to do (NULL: nothing is said of that). */
static void waiting_write(struct buffer *out, const struct sentence *to, enum waiting_text text,
                          unsigned seat, const struct decision *decision) {
    struct buffer name, task;

    buffer_init(&name, SENTENCE_MAX);
    buffer_init(&task, SENTENCE_MAX);
    sentence_seat(&name, to, seat);
    buffer_byte(&name, '\0');
    if (decision != NULL)
        sentence_task(&task, to, decision);
    buffer_byte(&task, '\0');
    if (!name.failed && !task.failed)
        language_fill(out, waiting_texts[text][to->language],
                      (const char *const[]){name.data, task.data}, 2);
    else
        out->failed = true;
    buffer_free(&name);
    buffer_free(&task);
}

void sentence_decision(struct buffer *out, const struct sentence *to,
                       const struct decision *decision) {
    waiting_write(out, to, TEXT_HAS_TO, decision->player, decision);
}

void sentence_until(struct buffer *out, const struct sentence *to, int64_t at) {
    const char *zone = to->zone == NULL ? "" : to->zone;
    GTimeZone *there = zone[0] == '\0' ? NULL : g_time_zone_new_identifier(zone);
    GDateTime *utc = at == 0 ? NULL : g_date_time_new_from_unix_utc(at / 1000);
    GDateTime *local = utc == NULL || there == NULL ? NULL : g_date_time_to_timezone(utc, there);
    char *text = utc == NULL
                     ? NULL
                     : g_date_time_format(local == NULL ? utc : local, until_texts[to->language]);

    if (text != NULL)
        buffer_format(out, local == NULL ? "%s%s" : "%s(%s)", text, local == NULL ? "UTC" : zone);
    g_free(text);
    g_clear_pointer(&local, g_date_time_unref);
    g_clear_pointer(&utc, g_date_time_unref);
    g_clear_pointer(&there, g_time_zone_unref);
}

/* One of those that are waited for, the FIRST one or another. */
static void write_one(struct buffer *out, const struct sentence *to,
                      const struct decision *decision, bool first) {
    waiting_write(out, to, first ? TEXT_FIRST : TEXT_NEXT, decision->player, decision);
    if (to->deadlines != NULL)
        sentence_until(out, to, to->deadlines[decision->player]);
}

void sentence_waiting(struct buffer *out, const struct sentence *to, const struct game *game) {
    const struct decision *all[ASKED_MAX];
    unsigned n;

    if (game->phase == PHASE_FINISHED) {
        if (game->winner == NONE)
            buffer_text(out, waiting_texts[TEXT_OVER][to->language]);
        else
            waiting_write(out, to, TEXT_WON, game->winner, NULL);
        return;
    }
    n = game_asked_all(to->setup, game, all);
    for (unsigned i = 0; i < n; i++)
        write_one(out, to, all[i], i == 0);
    buffer_text(out, n > 0 ? "." : waiting_texts[TEXT_NOBODY][to->language]);
}
