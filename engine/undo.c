/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Taking moves back: an undo replays the actions that remain, from a state kept from before them.
 * Undos are rare and every request replays a log, so following a log must cost next to nothing;
 * what can be undone is worked out only when asked for. */
#include "engine/undo.h"

#include "engine/internal.h"

/* ---- following a log ---- */

/* Begins a block: the next action is the first that can be undone in it. Not inlined, as it runs seldom, and
 * copying a state would need registers in the path of every event. */
__attribute__((noinline)) static void trail_begin_block(struct trail *trail,
                                                        const struct game *game) {
    struct trail_block *block = &trail->blocks[trail->current];
    block->n = 0;
    block->from = trail->last;
    memcpy(block->answers, trail->answers, sizeof block->answers);
    block->base = *game;
}

void trail_begin(struct trail *trail, const struct game *start, bool open) {
    trail->open = open;
    trail->two = false;
    trail->current = 0;
    trail->last = start->seq;
    memset(trail->answers, 0, sizeof trail->answers);
    trail_begin_block(trail, start);
}

static void trail_copy_block(struct trail_block *to, const struct trail_block *from) {
    memcpy(to, from, offsetof(struct trail_block, steps) + from->n * sizeof *from->steps);
}

void trail_copy(struct trail *to, const struct trail *from) {
    memcpy(to, from, offsetof(struct trail, blocks));
    trail_copy_block(&to->blocks[to->current], &from->blocks[from->current]);
    if (from->two)
        trail_copy_block(&to->blocks[!to->current], &from->blocks[!from->current]);
}

/* Notes EVENT, one of several answers given at the same time. */
__attribute__((noinline)) static void
answers_note(uint32_t answers[SEAT_MAX], const struct game *after, const struct event *event) {
    const struct decision *decision = game_decision(after, event->player);
    if (decision && decision->answered)
        answers[event->player] = after->seq;
    else
        memset(answers, 0, SEAT_MAX * sizeof *answers);
}

void answers_advance(uint32_t answers[SEAT_MAX], const struct game *after,
                     const struct event *event) {
    const struct action_rule *rule = action_rule(event->type, 0);
    if (rule && rule->flags & ACTION_TOGETHER)
        answers_note(answers, after, event);
}

static void trail_add_step(struct trail *trail, const struct game *game,
                           const struct event *event) {
    struct trail_block *block = &trail->blocks[trail->current];
    if (block->n == TRAIL_BLOCK) {
        trail->current = !trail->current;
        trail->two = true;
        trail_begin_block(trail, game);
        block = &trail->blocks[trail->current];
    }
    struct trail_step *step = &block->steps[block->n++];
    step->seq = game->seq + 1;
    step->next_offer = game->next_offer;
    step->player = event->player;
    step->by = event->by;
    step->drawn = event->drawn;
    step->action = event->action;
    step->outcome = event->outcome;
}

static struct event trail_step_event(const struct trail_step *step) {
    struct event event = {
        .type = step->action.type, .player = step->player, .by = step->by, .drawn = step->drawn};
    event.action = step->action;
    event.outcome = step->outcome;
    return event;
}

/* Plays the first N steps of BLOCK from its state. */
static void trail_play(const struct trail_block *block, unsigned n, const struct setup *setup,
                       struct game *game, uint32_t answers[SEAT_MAX]) {
    *game = block->base;
    memcpy(answers, block->answers, sizeof block->answers);
    for (unsigned i = 0; i < n; i++) {
        struct event event = trail_step_event(&block->steps[i]);
        game->seq = block->steps[i].seq - 1;
        game->next_offer = block->steps[i].next_offer;
        game_apply(setup, game, &event);
        answers_advance(answers, game, &event);
    }
}

/* Finds the block from whose state playing its first *N steps leads to TO_SEQ, and makes it the
 * current one. */
static struct trail_block *trail_rewind(struct trail *trail, uint32_t to_seq, unsigned *n) {
    struct trail_block *block = &trail->blocks[trail->current];
    if (trail->two && to_seq < block->from) {
        trail->two = false;
        trail->current = !trail->current;
        block = &trail->blocks[trail->current];
    }
    assert(to_seq >= block->from);
    for (*n = 0; *n < block->n && block->steps[*n].seq <= to_seq; (*n)++) {
    }
    return block;
}

__attribute__((noinline)) static void trail_undo(struct trail *trail, const struct setup *setup,
                                                 struct game *game, uint32_t to_seq) {
    uint32_t seq = game->seq + 1, next_offer = game->next_offer;
    unsigned n;
    struct trail_block *block = trail_rewind(trail, to_seq, &n);
    trail_play(block, n, setup, game, trail->answers);
    game->seq = seq;
    game->next_offer = next_offer;
    block->n = n;
    trail->last = to_seq;
}

void trail_apply(struct trail *trail, const struct setup *setup, struct game *game,
                 const struct event *event) {
    /* Nothing the server writes can be undone, nor a resignation. */
    bool ends = !event_is_action(event->type) || event->type == RESIGN;
    if (event->type == UNDO) {
        trail_undo(trail, setup, game, event->action.ref);
        return;
    }
    if (!ends)
        trail_add_step(trail, game, event);
    game_apply(setup, game, event);
    trail->last = game->seq;
    const struct action_row *row = setup->actions[event->type];
    if (row->forms && row->rules->flags & ACTION_TOGETHER)
        answers_note(trail->answers, game, event);
    if (ends) {
        trail->two = false;
        trail_begin_block(trail, game);
    }
}

/* ---- what can be taken back ---- */

/* Steps are counted through both blocks. */
static unsigned trail_step_count(const struct trail *trail) {
    return trail->blocks[trail->current].n + (trail->two ? trail->blocks[!trail->current].n : 0);
}

static const struct trail_step *trail_step_at(const struct trail *trail, unsigned i) {
    const struct trail_block *first = &trail->blocks[trail->two ? !trail->current : trail->current];
    return i < first->n ? &first->steps[i] : &trail->blocks[trail->current].steps[i - first->n];
}

/* The last event that remains when step I and all later ones are undone. */
static uint32_t trail_before_step(const struct trail *trail, unsigned i) {
    unsigned first = trail->two ? !trail->current : trail->current;
    return i == 0 ? trail->blocks[first].from : trail_step_at(trail, i - 1)->seq;
}

/* Not steps that drew or showed something, simultaneous answers, or steps that changed the cards of
 * others. */
static bool step_can_undo(const struct trail *trail, const struct trail_step *step) {
    const struct action_rule *rule = action_rule_of(&step->action);
    return trail->open || (step->by == BY_PLAYER && !action_reveals(&step->action) &&
                           !step->outcome.n_reveals && /* S-62 */
                           !step->outcome.n_gifts && !step->outcome.harbor &&
                           !(rule->flags & (ACTION_SHARED | ACTION_TOGETHER)));
}

/* How many of the latest steps can be undone. In a game that is not open, only those of the player
 * who acted last. */
static unsigned trail_run_length(const struct trail *trail, const struct game *game) {
    unsigned total = trail_step_count(trail), n = 0;
    unsigned player = total > 0 ? trail_step_at(trail, total - 1)->player : (unsigned)NONE;
    while (n < total) {
        const struct trail_step *step = trail_step_at(trail, total - 1 - n);
        if (!step_can_undo(trail, step) || (!trail->open && step->player != player) ||
            trail_before_step(trail, total - 1 - n) + UNDO_REACH < game->seq)
            break;
        n++;
    }
    return n;
}

/* How many of the latest steps SEAT could undo, and why none. */
static enum reason trail_undo_legal(const struct trail *trail, const struct setup *setup,
                                    const struct game *game, unsigned seat, unsigned *run) {
    unsigned total = trail_step_count(trail);
    *run = 0;
    enum reason reason = game_seat_plays(setup, game, seat);
    if (reason != REASON_OK)
        return reason;
    if (trail->open || (total > 0 && trail_step_at(trail, total - 1)->player == seat))
        *run = trail_run_length(trail, game);
    if (*run > 0)
        return REASON_OK;
    return game_decision(game, seat) ? REASON_UNDO_NOTHING : REASON_NOT_YOUR_DECISION;
}

unsigned trail_list(const struct trail *trail, const struct setup *setup, const struct game *game,
                    unsigned seat, uint32_t to_seq[TRAIL_MAX]) {
    unsigned total = trail_step_count(trail), run;
    (void)trail_undo_legal(trail, setup, game, seat, &run);
    for (unsigned i = 0; i < run; i++)
        to_seq[i] = trail_before_step(trail, total - 1 - i);
    return run;
}

unsigned trail_offers(const struct trail *trail, unsigned seat) {
    unsigned offers = 0;
    for (unsigned i = trail_step_count(trail); i > 0; i--) {
        const struct trail_step *step = trail_step_at(trail, i - 1);
        if (step->action.type == END_TURN)
            break;
        offers += step->action.type == OFFER_TRADE && step->player == seat;
    }
    return offers;
}

enum action_type trail_latest(const struct trail *trail, unsigned seat) {
    for (unsigned i = trail_step_count(trail); i > 0; i--)
        if (trail_step_at(trail, i - 1)->player == seat)
            return trail_step_at(trail, i - 1)->action.type;
    return ACTION_NONE;
}

enum reason trail_legal(const struct trail *trail, const struct setup *setup,
                        const struct game *game, unsigned seat, const struct action *action) {
    unsigned total = trail_step_count(trail), run;
    enum reason reason;
    if (action->type != UNDO)
        return game_legal(setup, game, seat, action);
    reason = trail_undo_legal(trail, setup, game, seat, &run);
    if (reason != REASON_OK)
        return reason;
    for (unsigned i = 0; i < run; i++)
        if (trail_before_step(trail, total - 1 - i) == action->ref)
            return REASON_OK;
    return action->ref < trail_before_step(trail, total - run) ? REASON_UNDO_TOO_FAR
                                                               : REASON_UNDO_TARGET;
}

enum reason trail_accepts(const struct trail *trail, const struct setup *setup,
                          const struct game *game, const struct event *event) {
    static const struct outcome nothing;
    if (event->type != UNDO)
        return game_accepts(setup, game, event);
    if (event->action.type != UNDO || event->by != BY_PLAYER || event->drawn || game->seq == 0 ||
        game->revealed || memcmp(&event->outcome, &nothing, sizeof nothing) != 0)
        return REASON_NOT_NEXT;
    return trail_legal(trail, setup, game, event->player, &event->action);
}

void trail_view(struct trail *trail, const struct setup *setup, const struct game *game,
                unsigned viewer) {
    struct trail_step steps[UNDO_REACH];
    unsigned run = trail_run_length(trail, game), kept = trail_step_count(trail) - run, n;
    uint32_t from = trail_before_step(trail, kept), answers[SEAT_MAX];
    struct game base;
    if (viewer == VIEWER_ALL)
        return;
    for (unsigned i = 0; i < run; i++)
        steps[i] = *trail_step_at(trail, kept + i);
    struct trail_block *block = trail_rewind(trail, from, &n);
    trail_play(block, n, setup, &base, answers);
    game_view(setup, &base, viewer, &block->base);
    memcpy(block->answers, answers, sizeof answers);
    memcpy(block->steps, steps, run * sizeof *steps);
    block->n = run;
    block->from = from;
    trail->two = false;
}
