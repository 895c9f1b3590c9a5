/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/bots/analysis.h"

#include <math.h>
#include <string.h>

#include "service/bots/stream.h"
#include "service/bots/value.h"

enum { SAMPLES = 12 /* of draws that are not enumerated */ };

/* ---- chances ---- */

/* Everybody's chance in GAME; if the analysis has been given up, the last chances computed. */
static struct chances judge_position(const struct analysis *analysis, const struct game *game,
                                     const struct chances *last) {
    unsigned players = analysis->setup->rules.players;
    struct chances chances = {{0}};
    double sum = 0;

    if (game->phase == PHASE_FINISHED && game->winner == NONE && last != NULL)
        return *last;
    for (unsigned s = 0; s < players; s++)
        sum += chances.of[s] = value_of(analysis->setup, game, s);
    for (unsigned s = 0; s < players; s++)
        chances.of[s] = sum > 0 ? chances.of[s] / sum : 1.0 / players;
    return chances;
}

static void add_chances(struct chances *to, const struct chances *more, double weight) {
    for (unsigned s = 0; s < SEAT_MAX; s++)
        to->of[s] += weight * more->of[s];
}

/* ---- what chance could have done ---- */

/* The mean over all outcomes that an event could have had. */
struct expectation {
    struct analysis *analysis;
    const struct game *before;
    const struct event *event;
    struct chances sum;
    double cards[SEAT_MAX]; /* that each seat has more */
    double weights;
};

static double cards_more(const struct game *before, const struct game *after, unsigned seat) {
    return (double)after->players[seat].hand_count - before->players[seat].hand_count;
}

static void expect_outcome(struct expectation *expectation, const struct outcome *outcome,
                           double weight) {
    struct analysis *analysis = expectation->analysis;
    const struct event *event = expectation->event;
    struct event other = *event;
    struct game after = *expectation->before;
    struct chances chances;

    if (game_possible(analysis->setup, &after, event->player, &event->action, outcome) != REASON_OK)
        return;
    other.outcome = *outcome;
    game_apply(analysis->setup, &after, &other);
    chances = judge_position(analysis, &after, NULL);
    add_chances(&expectation->sum, &chances, weight);
    for (unsigned s = 0; s < analysis->setup->rules.players; s++)
        expectation->cards[s] += weight * cards_more(expectation->before, &after, s);
    expectation->weights += weight;
    analysis->leaves -= analysis->leaves > 0;
}

/* All 36 rolls, each with one face of the event die, so that over two rows of rolls each face occurs with
 * its probability. Cards that a roll draws are drawn once each. */
static void expect_rolls(struct expectation *expectation, unsigned parts) {
    static const uint8_t faces[DIE_SIDES] = {FACE_SHIP,  FACE_SHIP,     FACE_SHIP,
                                             FACE_TRADE, FACE_POLITICS, FACE_SCIENCE};
    const struct game *before = expectation->before;
    struct bot_stream stream;

    bot_stream_begin(&stream, before->seq);
    for (unsigned i = 0; i < DIE_SIDES * DIE_SIDES; i++) {
        unsigned yellow = i / DIE_SIDES, red = i % DIE_SIDES;
        struct outcome outcome = expectation->event->outcome;
        outcome.n_rerolled = 0;
        memset(outcome.rerolled, 0, sizeof outcome.rerolled);
        memset(outcome.dealt, 0, sizeof outcome.dealt);
        if (parts & PART_DICE) {
            outcome.yellow = (uint8_t)(yellow + 1);
            outcome.red = (uint8_t)(red + 1);
        }
        if (parts & PART_EVENT)
            outcome.event = faces[(yellow + DIE_SIDES - red + before->turn) % DIE_SIDES];
        if (parts & PART_CARDS)
            game_draw(expectation->analysis->setup, before, expectation->event->player,
                      &expectation->event->action, PART_CARDS, &stream.chance, &outcome);
        expect_outcome(expectation, &outcome, 1);
    }
}

/* One card out of a hand or a pile, by how many of each are there. */
static void expect_card(struct expectation *expectation, const uint8_t *counts, unsigned n) {
    for (unsigned i = 0; i < n; i++) {
        struct outcome outcome = {.card = (uint8_t)i};
        if (counts[i] > 0)
            expect_outcome(expectation, &outcome, counts[i]);
    }
}

static void expect_samples(struct expectation *expectation, unsigned parts) {
    for (unsigned i = 0; i < SAMPLES; i++) {
        struct bot_stream stream;
        struct outcome outcome = {0};
        bot_stream_begin(&stream, expectation->before->seq * (uint64_t)SAMPLES + i);
        game_draw(expectation->analysis->setup, expectation->before, expectation->event->player,
                  &expectation->event->action, parts, &stream.chance, &outcome);
        expect_outcome(expectation, &outcome, 1);
    }
}

static void expect_event(struct expectation *expectation, unsigned parts) {
    const struct action *action = &expectation->event->action;
    const struct game *before = expectation->before;

    if (action->type == ROLL)
        expect_rolls(expectation, parts);
    else if (action->type == BUY_DEV_CARD)
        expect_card(expectation, before->deck, DEV_COUNT);
    else if (parts == PART_CARD && action->seat < SEAT_MAX && action_parts(action) == PART_CARD &&
             (action->type == MOVE_ROBBER || action->type == CHASE_ROBBER ||
              action->type == MOVE_PIRATE || action->type == PLAY_DEV_CARD))
        expect_card(expectation, before->players[action->seat].hand.n, KIND_COUNT);
    else
        expect_samples(expectation, parts);
}

/* Adds to the luck of TURN by how much the outcome is better than the expectation. */
static void add_luck(struct analysis *analysis, const struct game *before,
                     const struct event *event, const struct game *after, unsigned parts,
                     struct analysis_turn *turn) {
    struct chances *luck = event->type == ROLL ? &turn->dice : &turn->cards;
    struct expectation expectation = {.analysis = analysis, .before = before, .event = event};
    struct chances came = judge_position(analysis, after, NULL);

    expect_event(&expectation, parts);
    if (expectation.weights <= 0)
        return;
    add_chances(luck, &came, 1);
    add_chances(luck, &expectation.sum, -1 / expectation.weights);
    for (unsigned s = 0; event->type == ROLL && s < analysis->setup->rules.players; s++) {
        turn->got[s] += cards_more(before, after, s);
        turn->expected[s] += expectation.cards[s] / expectation.weights;
    }
}

/* ---- turns ---- */

static void begin_turn(struct analysis *analysis, const struct game *game, unsigned player) {
    if (analysis->n_turns <= ANALYSIS_TURNS_MAX)
        analysis->turns[analysis->n_turns++] =
            (struct analysis_turn){.turn = game->turn, .player = (uint8_t)player};
}

static void end_turn(struct analysis *analysis, const struct game *after) {
    unsigned at = analysis->n_turns - 1;
    const struct chances *last = at > 0 ? &analysis->turns[at - 1].after : NULL;

    analysis->turns[at].seq = after->seq;
    analysis->turns[at].after = judge_position(analysis, after, last);
}

static void begin_play(struct analysis *analysis, const struct game *game) {
    analysis->begun = true;
    begin_turn(analysis, game, NONE);
    analysis->turns[0].turn = 0;
    end_turn(analysis, game);
    begin_turn(analysis, game, game_turn_player(analysis->setup, game));
}

void analysis_begin(struct analysis *analysis, const struct setup *setup,
                    const struct game *start) {
    analysis->setup = setup;
    analysis->leaves = ANALYSIS_LEAVES_MAX;
    analysis->complete = true;
    analysis->begun = false;
    analysis->n_turns = 0;
    if (start->phase == PHASE_PLAY)
        begin_play(analysis, start);
}

void analysis_follow(struct analysis *analysis, const struct game *before,
                     const struct event *event, const struct game *after) {
    struct analysis_turn *turn;
    unsigned parts = 0;

    if (!analysis->begun) {
        if (after->phase == PHASE_PLAY)
            begin_play(analysis, after);
        return;
    }
    turn = &analysis->turns[analysis->n_turns - 1];
    if (event_is_action(event->type))
        parts = game_parts(analysis->setup, before, &event->action);
    if (parts != 0 && analysis->leaves > 0)
        add_luck(analysis, before, event, after, parts, turn);
    else if (parts != 0)
        analysis->complete = false;
    if (after->turn == before->turn && after->phase == before->phase) {
        turn->seq = after->seq;
        return;
    }
    end_turn(analysis, after);
    if (after->phase == PHASE_PLAY)
        begin_turn(analysis, after, game_turn_player(analysis->setup, after));
}

/* ---- the largest ---- */

static double measure_turn(const struct analysis *analysis, unsigned t) {
    double most = 0;

    for (unsigned s = 0; s < SEAT_MAX; s++) {
        double change = fabs(analysis->turns[t].after.of[s] - analysis->turns[t - 1].after.of[s]);
        most = change > most ? change : most;
    }
    return most;
}

unsigned analysis_largest(const struct analysis *analysis, unsigned turns[ANALYSIS_LARGEST]) {
    unsigned n = 0;

    for (unsigned t = 1; t < analysis->n_turns; t++) {
        double size = measure_turn(analysis, t);
        unsigned at = n;
        while (at > 0 && measure_turn(analysis, turns[at - 1]) < size)
            at--;
        if (at == ANALYSIS_LARGEST)
            continue;
        n += n < ANALYSIS_LARGEST;
        for (unsigned i = n - 1; i > at; i--)
            turns[i] = turns[i - 1];
        turns[at] = t;
    }
    return n;
}
