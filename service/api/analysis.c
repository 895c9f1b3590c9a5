/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/analysis.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "service/api/game.h"
#include "service/app/app.h"
#include "service/app/shelf.h"
#include "service/app/store_reply.h"
#include "service/bots/analysis.h"
#include "service/bots/bot.h"
#include "service/http/reply.h"

enum {
    ANALYSIS_BODY_MAX = 256 << 10,
    CARDS_TEXT_SIZE = 32,
    ANALYSIS_PRICE = 10,  /* requests that computing an analysis counts as */
    ANALYSIS_VERSION = 2, /* changed when the same log is analysed differently */
};

/* ---- the document ---- */

static void write_chances(struct writer *w, const struct chances *chances, unsigned players) {
    writer_array(w);
    for (unsigned s = 0; s < players; s++)
        writer_int(w, chance_thousandths(chances->of[s]));
    writer_array_end(w);
}

/* The parts add up: what people decided is the remainder. */
static void write_seat(struct writer *w, const struct analysis *analysis, unsigned seat) {
    const struct analysis_turn *last = &analysis->turns[analysis->n_turns - 1];
    int begin = chance_thousandths(analysis->turns[0].after.of[seat]);
    int end = chance_thousandths(last->after.of[seat]);
    double dice = 0, cards = 0;

    for (unsigned t = 0; t < analysis->n_turns; t++) {
        dice += analysis->turns[t].dice.of[seat];
        cards += analysis->turns[t].cards.of[seat];
    }
    writer_object(w);
    writer_int_member(w, "seat", seat);
    writer_int_member(w, "begin", begin);
    writer_int_member(w, "end", end);
    writer_int_member(w, "dice", chance_thousandths(dice));
    writer_int_member(w, "cards", chance_thousandths(cards));
    writer_int_member(w, "decisions",
                      end - begin - chance_thousandths(dice) - chance_thousandths(cards));
    writer_object_end(w);
}

/* How many cards by seat: whole ones, or hundredths. */
static void write_turn_cards(struct writer *w, const char *key, const double *cards,
                             unsigned players) {
    char text[CARDS_TEXT_SIZE];

    writer_key_text(w, key);
    writer_array(w);
    for (unsigned s = 0; s < players; s++)
        writer_json(w, text,
                    (size_t)snprintf(text, sizeof text, "%.12g", round(100 * cards[s]) / 100));
    writer_array_end(w);
}

static void write_turn(struct writer *w, const struct analysis_turn *turn, unsigned players) {
    writer_object(w);
    writer_int_member(w, "turn", turn->turn);
    writer_key(w, "player");
    if (turn->player == NONE)
        writer_null(w);
    else
        writer_int(w, turn->player);
    writer_int_member(w, "seq", turn->seq);
    writer_key(w, "chances");
    write_chances(w, &turn->after, players);
    writer_key(w, "dice");
    write_chances(w, &turn->dice, players);
    writer_key(w, "cards");
    write_chances(w, &turn->cards, players);
    write_turn_cards(w, "got", turn->got, players);
    write_turn_cards(w, "expected", turn->expected, players);
    writer_object_end(w);
}

static void write_large_turn(struct writer *w, const struct analysis *analysis, unsigned t) {
    const struct analysis_turn *turn = &analysis->turns[t];
    unsigned players = analysis->setup->rules.players;
    struct chances gains = turn->after;

    for (unsigned s = 0; s < players; s++)
        gains.of[s] -= turn[-1].after.of[s];
    writer_object(w);
    writer_int_member(w, "turn", turn->turn);
    writer_int_member(w, "player", turn->player);
    writer_int_member(w, "after", turn[-1].seq);
    writer_int_member(w, "seq", turn->seq);
    writer_key(w, "gains");
    write_chances(w, &gains, players);
    writer_key(w, "dice");
    write_chances(w, &turn->dice, players);
    writer_key(w, "cards");
    write_chances(w, &turn->cards, players);
    writer_object_end(w);
}

static void write_analysis(struct writer *w, const struct analysis *analysis, uint32_t seq) {
    unsigned players = analysis->setup->rules.players, largest[ANALYSIS_LARGEST];
    unsigned n = analysis_largest(analysis, largest);

    writer_object(w);
    writer_int_member(w, "seq", seq);
    writer_key(w, "complete");
    writer_bool(w, analysis->complete);
    writer_key(w, "seats");
    writer_array(w);
    for (unsigned s = 0; s < players && analysis->n_turns > 0; s++)
        write_seat(w, analysis, s);
    writer_array_end(w);
    writer_key(w, "turns");
    writer_array(w);
    for (unsigned t = 0; t < analysis->n_turns; t++)
        write_turn(w, &analysis->turns[t], players);
    writer_array_end(w);
    writer_key(w, "largest");
    writer_array(w);
    for (unsigned i = 0; i < n; i++)
        write_large_turn(w, analysis, largest[i]);
    writer_array_end(w);
    writer_object_end(w);
}

/* ---- the log ---- */

static bool follow_event(void *context, struct load *load, const struct game *before,
                         const struct event *event, int64_t at) {
    (void)at;
    analysis_follow(context, before, event, &load->game);
    return true;
}

static enum store_result make_analysis(struct load *load, struct buffer *body) {
    struct analysis *analysis = malloc(sizeof *analysis);
    struct writer w = writer_to(body);
    enum store_result result = STORE_MEMORY;

    if (analysis != NULL) {
        analysis_begin(analysis, &load->setup, &load->start);
        result = load_replay_kept(load, follow_event, analysis);
    }
    if (result == STORE_OK)
        write_analysis(&w, analysis, load->game.seq);
    free(analysis);
    return result;
}

/* ---- answering ---- */

static void reply_made(struct request *rq, struct shelf *shelf, struct load *load,
                       struct buffer *body) {
    enum store_result result = STORE_NONE;
    bool charged = request_charge(rq, ANALYSIS_PRICE - 1);

    if (charged)
        result = make_analysis(load, body);
    shelf_put(shelf, load->row.id, result == STORE_OK ? body : NULL);
    if (charged)
        reply_stored(rq, result, body);
}

static void reply_analysis(struct request *rq, struct load *load) {
    struct shelf *shelf = app_of(rq)->analyses;
    char etag[REPLY_ETAG_SIZE];
    struct buffer body;

    if (!request_query(rq, NULL, 0))
        return;
    if (!row_over(&load->row)) {
        reply_problem(rq, PROBLEM_FORBIDDEN,
                      "an analysis shows all hands, so you get it when the game is over");
        return;
    }
    snprintf(etag, sizeof etag, "%" PRIu32 ".analysis.%d", load->row.last_seq, ANALYSIS_VERSION);
    if (reply_not_modified(rq, etag))
        return;
    buffer_init(&body, ANALYSIS_BODY_MAX);
    switch (shelf_find(shelf, load->row.id, &body)) {
    case SHELF_KEPT: reply_json(rq, 200, &body); break;
    case SHELF_MAKE: reply_made(rq, shelf, load, &body); break;
    default:
        reply_problem(rq, PROBLEM_UNAVAILABLE,
                      "the server is analyzing too many games; try again in a few seconds");
    }
}

void analysis_show(struct request *rq) {
    struct load load;

    if (!api_load(rq, &load))
        return;
    reply_analysis(rq, &load);
    load_end(&load);
}
