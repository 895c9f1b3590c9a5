/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Facts about the last event and about the end of the game. */
#include "tests/rules/scenario.h"

/* "hidden 2 is card": what viewer 2 may not know of the last event. */
static void fact_hidden(const struct fact *fact) {
    unsigned viewer = viewer_take(fact->run);
    unsigned hidden = event_hidden(fact->setup, &fact->run->before, &fact->run->last, viewer);
    if (hidden & HIDDEN_ACTION_CARDS) {
        text_word(fact->out, "action-cards");
    }
    if (hidden & HIDDEN_OUTCOME_CARD) {
        text_word(fact->out, "card");
    }
    if (hidden & HIDDEN_OUTCOME_CARDS) {
        text_word(fact->out, "cards");
    }
    if (hidden & HIDDEN_ACTION_CARD) {
        text_word(fact->out,
                  hidden & HIDDEN_ACTION_TRACK ? "action-card-and-stack" : "action-card");
    }
    if (hidden & HIDDEN_ACTION_TAKE) {
        text_word(fact->out, "action-take");
    }
    if (hidden & HIDDEN_ACTION_VERTEX) {
        text_word(fact->out, "vertex");
    }
    if (hidden & HIDDEN_OUTCOME_DRAWS) {
        text_word(fact->out, "draws");
    }
    if (hidden == 0) {
        text_word(fact->out, "nothing");
    }
}

/* "reveals is no": whether the last move was declared to draw or reveal anything before it was made, which only the
 * last one of a batch may. */
static void fact_reveals(const struct fact *fact) {
    const struct run *run = fact->run;
    bool reveals = game_reveals(fact->setup, &run->before, run->last.player, &run->last.action);
    text_word(fact->out, reveals ? "yes" : "no");
}

static void text_effect(struct text *out, const char *word, bool known, struct cards cards,
                        unsigned count) {
    if (count == 0) {
        return;
    }
    text_word(out, word);
    if (known) {
        text_cards(out, cards);
    } else {
        text_number(out, count);
        text_word(out, "hidden");
    }
}

/* "effects 2 is 0 gains 1 hidden 1 loses 1 hidden": the last event's, as viewer 2 knows them. */
static void fact_effects(const struct fact *fact) {
    struct effect effects[SEAT_MAX];
    size_t n = event_effects(fact->setup, &fact->run->before, &fact->run->game, &fact->run->last,
                             viewer_take(fact->run), effects);
    for (size_t i = 0; i < n; i++) {
        const struct effect *e = &effects[i];
        text_number(fact->out, e->player);
        text_effect(fact->out, "gains", e->known, e->gain, e->gain_count);
        text_effect(fact->out, "loses", e->known, e->lose, e->lose_count);
    }
    if (n == 0) {
        text_word(fact->out, "nothing");
    }
}

/* "revealed 1 is 1 victory_point": the development cards shown at the end. */
static void fact_revealed(const struct fact *fact) {
    text_counts(fact->out, fact->run->reveal.reveal.dev[seat_take(fact->run)], dev_names,
                DEV_COUNT);
}

/* "result is 0 with 10 4 3": the winner and every color's points. */
static void fact_result(const struct fact *fact) {
    const struct event *event = &fact->run->finished;
    text_seat(fact->out, event->finished.winner);
    text_word(fact->out, "with");
    for (unsigned s = 0; s < event->finished.n_points; s++) {
        text_number(fact->out, event->finished.points[s]);
    }
}

/* "revealed-progress 1 is spy crane": the progress cards shown at the end. */
static void fact_revealed_progress(const struct fact *fact) {
    const uint8_t *cards = fact->run->reveal.reveal.progress[seat_take(fact->run)];
    for (unsigned i = 0; i < PROGRESS_HAND_MAX && cards[i] != 0; i++) {
        text_word(fact->out, progress_names[cards[i] - 1]);
    }
    if (cards[0] == 0) {
        text_word(fact->out, "none");
    }
}

const struct fact_row event_facts[] = {
    {"hidden", fact_hidden},
    {"effects", fact_effects},
    {"revealed", fact_revealed},
    {"revealed-progress", fact_revealed_progress},
    {"result", fact_result},
    {"reveals", fact_reveals},
    {NULL, NULL},
};
