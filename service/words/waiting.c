/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What a game waits for, in words. */
#include "service/words/sentence.h"

#include <stdio.h>
#include <time.h>

#include "service/words/notation.h"

static void waiting_write_seat(struct buffer *out, const struct sentence *to, unsigned seat) {
    char name[SENTENCE_NAME_SIZE];

    sentence_name(name, to->labels, seat);
    buffer_text(out, name);
}

static const char *const waiting_phrases[DECISION_KIND_COUNT] = {
    [DECIDE_NONE] = "do nothing",
    [DECIDE_SETUP_SETTLEMENT] = "place a settlement",
    [DECIDE_SETUP_ROAD] = "place a road",
    [DECIDE_TURN] = "play the turn",
    [DECIDE_DISCARD] = "discard",
    [DECIDE_MOVE_ROBBER] = "move the robber",
    [DECIDE_BUILD_NEUTRAL] = "build for a neutral color",
    [DECIDE_RETURN_CARDS] = "give back",
    [DECIDE_SETUP_CITY] = "place a city",
    [DECIDE_COMMIT_KNIGHTS] = "commit knights to the defence",
    [DECIDE_CHOOSE_PILLAGED_CITY] = "choose the city that is lost",
    [DECIDE_CHOOSE_PROGRESS_DECK] = "choose a stack of progress cards",
    [DECIDE_DISCARD_PROGRESS] = "put back a progress card",
    [DECIDE_FIFTH_CARD] = "play or put back a progress card",
    [DECIDE_TAKE_RESOURCE] = "take a resource (Aqueduct)",
    [DECIDE_RELOCATE_KNIGHT] = "move the knight that was driven away",
    [DECIDE_REMOVE_KNIGHT] = "give up a knight",
    [DECIDE_PLACE_KNIGHT] = "place a knight",
    [DECIDE_GIVE_CARDS] = "give",
    [DECIDE_TAKE_CARDS] = "take",
    [DECIDE_TAKE_PROGRESS_CARD] = "take a progress card",
    [DECIDE_GIVE_COMMODITY] = "give a commodity",
};

/* Decisions whose sentence counts cards. */
static bool waiting_counts_cards(unsigned kind) {
    return kind == DECIDE_DISCARD || kind == DECIDE_RETURN_CARDS || kind == DECIDE_GIVE_CARDS ||
           kind == DECIDE_TAKE_CARDS;
}

static void waiting_write_decision(struct buffer *out, const struct sentence *to,
                                   const struct decision *decision) {
    buffer_text(out, waiting_phrases[decision->kind]);
    if (waiting_counts_cards(decision->kind))
        buffer_format(out, " %u card%s", decision->count, decision->count == 1 ? "" : "s");
    switch (decision->kind) {
    case DECIDE_RETURN_CARDS:
    case DECIDE_GIVE_CARDS:
    case DECIDE_GIVE_COMMODITY:
        buffer_text(out, " to ");
        waiting_write_seat(out, to, decision->other);
        break;
    case DECIDE_TAKE_CARDS:
    case DECIDE_TAKE_PROGRESS_CARD:
        buffer_text(out, " from ");
        waiting_write_seat(out, to, decision->other);
        break;
    case DECIDE_RELOCATE_KNIGHT: buffer_format(out, " from %u", decision->vertex); break;
    case DECIDE_BUILD_NEUTRAL: buffer_format(out, ": a %s", piece_names[decision->piece]); break;
    default: break;
    }
}

void sentence_decision(struct buffer *out, const struct sentence *to,
                       const struct decision *decision) {
    waiting_write_seat(out, to, decision->player);
    buffer_text(out, " has to ");
    waiting_write_decision(out, to, decision);
}

void sentence_until(struct buffer *out, int64_t at) {
    time_t seconds = (time_t)(at / 1000);
    char text[40];
    struct tm utc;

    if (at == 0 || gmtime_r(&seconds, &utc) == NULL)
        return;
    strftime(text, sizeof text, " until %Y-%m-%d %H:%M UTC", &utc);
    buffer_text(out, text);
}

void sentence_waiting(struct buffer *out, const struct sentence *to, const struct game *game) {
    bool any = false;

    if (game->phase == PHASE_FINISHED) {
        if (game->winner == NONE) {
            buffer_text(out, "The game is over.");
            return;
        }
        waiting_write_seat(out, to, game->winner);
        buffer_text(out, " has won.");
        return;
    }
    for (unsigned i = 0; i < game->n_pending; i++) {
        if (game->pending[i].answered)
            continue;
        buffer_text(out, any ? "; " : "Waiting for ");
        waiting_write_seat(out, to, game->pending[i].player);
        buffer_text(out, " to ");
        waiting_write_decision(out, to, &game->pending[i]);
        if (to->deadlines != NULL)
            sentence_until(out, to->deadlines[game->pending[i].player]);
        any = true;
    }
    buffer_text(out, any ? "." : "Nobody is waited for.");
}
