/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What a game waits for, in words. */
#include "service/words/sentence.h"

#include <glib.h>
#include <stdio.h>
#include <time.h>

#include "service/document/refusal.h"
#include "service/words/notation.h"
#include "service/words/terms.h"

enum { TIME_SIZE = 160, WHY_SIZE = 400 };

/* The text about a decision. */
static enum text task_text(const struct sentence *to, const struct decision *decision) {
    if (decision->kind == DECIDE_NONE)
        return TEXT_WAITING_NONE;
    if (decision->kind == DECIDE_TAKE_RESOURCE && to->setup->rules.fleet) /* S-134 */
        return TEXT_WAITING_TAKE_RESOURCE_FLEET;
    return text_named("waiting", decision_names[decision->kind]);
}

void sentence_task(struct buffer *out, const struct sentence *to, const struct decision *decision) {
    char count[16], cards[TERM_SPOT_SIZE], at[24];
    struct buffer other;

    buffer_init(&other, SENTENCE_MAX);
    if (decision->other < SEAT_MAX)
        sentence_seat(&other, to, decision->other);
    buffer_byte(&other, '\0');
    snprintf(count, sizeof count, "%u", decision->count);
    text_fill_short(cards, sizeof cards, to->language, TEXT_TERM_CARDS, TEXT_ARGS(count));
    snprintf(at, sizeof at, "%u", decision->vertex);
    text_fill(out, to->language, task_text(to, decision),
              TEXT_ARGS(cards, other.failed ? "" : other.data,
                        decision->kind == DECIDE_BUILD_NEUTRAL
                            ? term_piece(to->language, decision->piece)
                            : at));
    buffer_free(&other);
}

void sentence_refusal(struct buffer *out, const struct sentence *to, enum reason reason,
                      const struct decision *due) {
    const char *whole = refusal_text(to->language, reason);
    char why[WHY_SIZE];
    struct buffer task;

    snprintf(why, sizeof why, "%.*s", (int)text_clause(whole), whole);
    if (due == NULL) {
        buffer_text(out, why);
        return;
    }
    buffer_init(&task, SENTENCE_MAX);
    sentence_task(&task, to, due);
    buffer_byte(&task, '\0');
    text_fill(out, to->language, TEXT_WAITING_REFUSED,
              TEXT_ARGS(why, task.failed ? "" : task.data));
    buffer_free(&task);
}

/* Writes a text about a seat and its task (NULL: the task is not named). */
static void waiting_write(struct buffer *out, const struct sentence *to, enum text text,
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
        text_fill(out, to->language, text, TEXT_ARGS(name.data, task.data));
    else
        out->failed = true;
    buffer_free(&name);
    buffer_free(&task);
}

void sentence_decision(struct buffer *out, const struct sentence *to,
                       const struct decision *decision) {
    waiting_write(out, to, TEXT_WAITING_HAS_TO, decision->player, decision);
}

void sentence_until(struct buffer *out, const struct sentence *to, int64_t at) {
    const char *zone = to->zone == NULL ? "" : to->zone;
    GTimeZone *there = zone[0] == '\0' ? NULL : g_time_zone_new_identifier(zone);
    GDateTime *utc = at == 0 ? NULL : g_date_time_new_from_unix_utc(at / 1000);
    GDateTime *local = utc == NULL || there == NULL ? NULL : g_date_time_to_timezone(utc, there);
    char *date = utc == NULL ? NULL
                             : g_date_time_format(local == NULL ? utc : local,
                                                  text_in(to->language, TEXT_WAITING_TIME));
    char time[TIME_SIZE];

    if (date != NULL) {
        snprintf(time, sizeof time, local == NULL ? "%s %s" : "%s (%s)", date,
                 local == NULL ? "UTC" : zone);
        text_fill(out, to->language, TEXT_WAITING_UNTIL, TEXT_ARGS(time));
    }
    g_free(date);
    g_clear_pointer(&local, g_date_time_unref);
    g_clear_pointer(&utc, g_date_time_unref);
    g_clear_pointer(&there, g_time_zone_unref);
}

/* Writes one of those the game waits for, the FIRST or a later one. */
static void write_one(struct buffer *out, const struct sentence *to,
                      const struct decision *decision, bool first) {
    waiting_write(out, to, first ? TEXT_WAITING_FIRST : TEXT_WAITING_NEXT, decision->player,
                  decision);
    if (to->deadlines != NULL)
        sentence_until(out, to, to->deadlines[decision->player]);
}

void sentence_waiting(struct buffer *out, const struct sentence *to, const struct game *game) {
    const struct decision *all[ASKED_MAX];
    unsigned n;

    if (game->phase == PHASE_FINISHED) {
        if (game->winner == NONE)
            buffer_text(out, text_in(to->language, TEXT_WAITING_OVER));
        else
            waiting_write(out, to, TEXT_WAITING_WON, game->winner, NULL);
        return;
    }
    n = game_asked_all(to->setup, game, all);
    for (unsigned i = 0; i < n; i++)
        write_one(out, to, all[i], i == 0);
    buffer_text(out, n > 0 ? "." : text_in(to->language, TEXT_WAITING_NOBODY));
}
