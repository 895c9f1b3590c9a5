/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The course of the game: the set-up phase, turns, and the agenda that works off what a roll or a
 * card started (rules B-21 to B-35, B-88, B-89). */
#include "engine/internal.h"

/* ---- the agenda ---- */

void agenda_push(struct game *game, enum agenda_step step, unsigned arg, unsigned count) {
    assert(game->n_agenda < AGENDA_MAX);
    game->agenda[game->n_agenda++] =
        (struct agenda_item){.step = (uint8_t)step, .arg = (uint8_t)arg, .count = (uint8_t)count};
}

void agenda_pop(struct game *game) {
    assert(game->n_agenda > 0);
    game->n_agenda--;
    for (unsigned i = 0; i < game->n_agenda; i++)
        game->agenda[i] = game->agenda[i + 1];
    game->agenda[game->n_agenda] = (struct agenda_item){0};
    game->n_pending = 0;
}

struct decision *agenda_ask(struct game *game, enum decision_kind kind, unsigned player) {
    assert(game->n_pending < PENDING_MAX);
    struct decision *decision = &game->pending[game->n_pending++];
    *decision = (struct decision){.kind = (uint8_t)kind, .player = (uint8_t)player};
    return decision;
}

bool agenda_answered(struct game *game, unsigned seat) {
    bool all = true;
    for (unsigned i = 0; i < game->n_pending; i++) {
        if (game->pending[i].player == seat)
            game->pending[i].answered = true;
        all &= game->pending[i].answered;
    }
    return all;
}

struct agenda_item *turn_interrupt(struct game *game, enum agenda_step step, unsigned arg,
                                   unsigned count) {
    if (game->n_agenda == 0) {
        agenda_push(game, AGENDA_RESUME, game->step, 0);
        game->step = STEP_RESOLVING;
    }
    assert(game->n_agenda < AGENDA_MAX);
    memmove(&game->agenda[1], &game->agenda[0], game->n_agenda * sizeof game->agenda[0]);
    game->n_agenda++;
    game->n_pending = 0;
    game->agenda[0] =
        (struct agenda_item){.step = (uint8_t)step, .arg = (uint8_t)arg, .count = (uint8_t)count};
    return &game->agenda[0];
}

struct agenda_item *agenda_become(struct game *game, enum agenda_step step, unsigned arg,
                                  unsigned count) {
    assert(game->n_agenda > 0);
    game->n_pending = 0;
    game->agenda[0] =
        (struct agenda_item){.step = (uint8_t)step, .arg = (uint8_t)arg, .count = (uint8_t)count};
    return &game->agenda[0];
}

/* ---- steps ---- */

/* Each step either asks somebody (and stays first until the answer pops it) or pops itself. */

/* Whether a settlement can still be set up anywhere: on a very small board there may be no room. */
static bool room_left(const struct setup *setup, const struct game *game) {
    uint64_t room = 0;
    for (unsigned w = 0; w < VERTEX_WORDS; w++)
        room |= setup->board.vertices.w[w] & ~game->near.w[w];
    return room != 0;
}

/* B-22: clockwise from the starting player, then back; a building and its road each time. Where
 * the board is full the phase ends early: nobody could place anything more. */
static void step_setup(const struct setup *setup, struct game *game) {
    unsigned players = setup->rules.players, turn = game->setup_done / 2;
    if (turn == 2 * players || (game->setup_done % 2 == 0 && !room_left(setup, game))) {
        agenda_pop(game);
        game->setup_done = (uint8_t)(4 * players);
        game->phase = PHASE_PLAY;
        turn_begin(game, game->first);
        return;
    }
    unsigned place = turn < players ? turn : 2 * players - 1 - turn;
    game->active = (uint8_t)((game->first + place) % players);
    if (game->setup_done % 2 == 0) {
        /* C-20 */
        agenda_ask(game,
                   setup->rules.knights && turn >= players ? DECIDE_SETUP_CITY
                                                           : DECIDE_SETUP_SETTLEMENT,
                   game->active);
        return;
    }
    /* The building just placed is the only one of this color without a road. */
    const struct player *player = &game->players[game->active];
    struct vertex_set bare;
    for (unsigned w = 0; w < VERTEX_WORDS; w++)
        bare.w[w] = (player->settlements.w[w] | player->cities.w[w]) & ~player->touched.w[w];
    struct decision *decision = agenda_ask(game, DECIDE_SETUP_ROAD, game->active);
    VERTEX_EACH(&bare, v)
    decision->vertex = (uint8_t)v;
}

unsigned cards_asked(const struct setup *setup, const struct game *game, unsigned seat) {
    const struct agenda_item *item = &game->agenda[0];
    unsigned held = game->players[seat].hand_count;
    bool named = item->arg >> seat & 1;
    if (game->n_agenda == 0)
        return 0;
    switch (item->step) {
    case AGENDA_GIVE_CARDS: return named && held > item->count ? item->count : 0;
    case AGENDA_DISCARD:
        return named || (!item->arg && held > game_hand_limit(setup, game, seat)) ? held / 2 : 0;
    default: return 0;
    }
}

/* An answer that is in already (a position taken in mid-chain) stays changeable. */
static void step_discard(const struct setup *setup, struct game *game) {
    for (unsigned seat = 0; seat < setup->rules.players; seat++) {
        unsigned count = cards_asked(setup, game, seat);
        if (!count)
            continue;
        struct decision *decision = agenda_ask(game, DECIDE_DISCARD, seat);
        decision->count = (uint8_t)count;
        decision->piece = game->agenda[0].arg ? DISCARD_FOR_SABOTEUR : DISCARD_FOR_SEVEN;
        decision->answered = !cards_empty(game->answers[seat]);
    }
    if (game->n_pending == 0)
        agenda_pop(game);
}

static void step_robber(const struct setup *setup, struct game *game) {
    if (game_robber_frozen(setup, game))
        agenda_pop(game); /* C-51 */
    else
        agenda_ask(game, DECIDE_MOVE_ROBBER, game->active);
}

static void step_after_roll(const struct setup *setup, struct game *game) {
    agenda_pop(game);
    game->step = game->rolls < setup->rules.production_rolls ? STEP_BETWEEN_ROLLS : STEP_ACTIONS;
}

/* T-14 to T-17: without a place for a settlement a road is owed; without any place nothing is. */
static void step_neutral(const struct setup *setup, struct game *game) {
    unsigned piece = game->agenda[0].arg;
    if (piece == PIECE_SETTLEMENT && !neutral_can(setup, game, PIECE_SETTLEMENT))
        piece = PIECE_ROAD;
    if (!neutral_can(setup, game, piece)) {
        agenda_pop(game);
        return;
    }
    struct decision *decision = agenda_ask(game, DECIDE_BUILD_NEUTRAL, game->active);
    decision->piece = (uint8_t)piece;
    decision->count = game->agenda[0].count;
}

static void step_return_cards(const struct setup *setup, struct game *game) {
    struct decision *decision = agenda_ask(game, DECIDE_RETURN_CARDS, game->active);
    (void)setup;
    decision->other = game->agenda[0].arg;
    decision->count = game->agenda[0].count;
}

static void step_resume(const struct setup *setup, struct game *game) {
    (void)setup;
    game->step = game->agenda[0].arg;
    agenda_pop(game);
}

static void (*const steps[AGENDA_STEP_COUNT])(const struct setup *, struct game *) = {
    [AGENDA_SETUP] = step_setup,
    [AGENDA_PRODUCE] = step_produce,
    [AGENDA_DISCARD] = step_discard,
    [AGENDA_ROBBER] = step_robber,
    [AGENDA_AFTER_ROLL] = step_after_roll,
    [AGENDA_NEUTRAL] = step_neutral,
    [AGENDA_RETURN_CARDS] = step_return_cards,
    [AGENDA_RESUME] = step_resume,
    [AGENDA_RELOCATE] = step_relocate,
    [AGENDA_COMMIT] = step_commit,
    [AGENDA_BATTLE] = step_battle,
    [AGENDA_PILLAGE] = step_pillage,
    [AGENDA_TIE_DRAW] = step_tie_draw,
    [AGENDA_CARD_LIMIT] = step_card_limit,
    [AGENDA_SHIP_BACK] = step_ship_back,
    [AGENDA_FIFTH_CARD] = step_fifth_card,
    [AGENDA_AQUEDUCT] = step_aqueduct,
    [AGENDA_END_TURN] = step_end_turn,
    [AGENDA_REMOVE_KNIGHT] = step_remove_knight,
    [AGENDA_PLACE_KNIGHT] = step_place_knight,
    [AGENDA_GIVE_CARDS] = step_give_cards,
    [AGENDA_TAKE_CARDS] = step_take_cards,
    [AGENDA_TAKE_PROGRESS] = step_take_progress,
    [AGENDA_GIVE_COMMODITY] = step_give_commodity,
};

void turn_close(const struct setup *setup, struct game *game) {
    game->phase = PHASE_FINISHED;
    game->setup_done = (uint8_t)(4u * setup->rules.players);
    game->n_pending = game->n_agenda = 0;
    memset(game->agenda, 0, sizeof game->agenda);
    memset(game->answers, 0, sizeof game->answers);
    memset(game->answer_ids, 0, sizeof game->answer_ids);
    game->shown = cards_none();
    memset(game->shown_progress, 0, sizeof game->shown_progress);
    for (unsigned seat = 0; seat < setup->rules.players; seat++)
        VERTEX_EACH(&game->players[seat].knights, v)
    game->knight[v] &= (uint8_t)~KNIGHT_COMMITTED; /* the battle is broken off */
    offers_end(game);
}

/* B-88, B-89: only the player on turn wins, at any moment, in the middle of a chain too. */
static void win_check(const struct setup *setup, struct game *game) {
    if (game->phase != PHASE_PLAY ||
        game_points(setup, game, game->active) < setup->rules.points_target)
        return;
    game->winner = game->active;
    turn_close(setup, game);
}

void agenda_run(const struct setup *setup, struct game *game) {
    for (;;) {
        win_check(setup, game);
        if (game->n_pending || game->phase == PHASE_FINISHED)
            return;
        if (game->n_agenda == 0) {
            agenda_ask(game, DECIDE_TURN, game->active);
            return;
        }
        steps[game->agenda[0].step](setup, game);
    }
}

/* ---- turns ---- */

void turn_begin(struct game *game, unsigned seat) {
    VERTEX_EACH(&game->players[game->active].knights, v)
    game->knight[v] &= (uint8_t)~KNIGHT_THIS_TURN;
    game->active = (uint8_t)seat;
    game->turn++;
    game->step = STEP_BEFORE_ROLL;
    game->rolls = 0;
    memset(game->dice, 0, sizeof game->dice);
    game->trade_over = game->dev_played = game->knight_traded = false;
    game->event = FACE_NONE;
    game->preset[0] = game->preset[1] = 0;
    game->errant_used = game->harbor = false;
    game->cranes = game->fleet = game->harbor_asked = 0;
}

void turn_built(const struct setup *setup, struct game *game) {
    if (setup->rules.combined_phases)
        return;
    game->trade_over = true;
    offers_end(game);
}

static enum reason end_legal(const struct setup *setup, const struct game *game, unsigned seat,
                             const struct action *action) {
    (void)setup, (void)game, (void)seat, (void)action;
    return REASON_OK;
}

static void end_list(const struct setup *setup, const struct game *game, unsigned seat,
                     struct move_list *list) {
    (void)setup, (void)game, (void)seat;
    list_add(list, END_TURN);
}

static void end_apply(const struct setup *setup, struct game *game, unsigned seat,
                      const struct action *action, const struct outcome *outcome) {
    (void)action, (void)outcome;
    offers_end(game);
    memset(game->players[seat].dev_new, 0, sizeof game->players[seat].dev_new);
    if (game->players[seat].progress_count <= setup->rules.progress_limit) {
        turn_begin(game, (seat + 1) % setup->rules.players);
        return;
    }
    game->step = STEP_RESOLVING;
    agenda_push(game, AGENDA_END_TURN, 0, 0); /* C-149 */
}

const struct action_rule rule_end_turn = {
    .name = "end_turn",
    .fields = NO_FIELDS,
    .legal = end_legal,
    .list = end_list,
    .apply = end_apply,
};

/* Resigning changes nothing on the board: a bot plays the seat on (openapi.yaml). */
static enum reason resign_legal(const struct setup *setup, const struct game *game, unsigned seat,
                                const struct action *action) {
    (void)setup, (void)action;
    return game->players[seat].resigned ? REASON_RESIGNED : REASON_OK;
}

static void resign_list(const struct setup *setup, const struct game *game, unsigned seat,
                        struct move_list *list) {
    (void)setup, (void)game, (void)seat, (void)list; /* always there, never listed */
}

static void resign_apply(const struct setup *setup, struct game *game, unsigned seat,
                         const struct action *action, const struct outcome *outcome) {
    (void)setup, (void)action, (void)outcome;
    game->players[seat].resigned = true;
}

const struct action_rule rule_resign = {
    .name = "resign",
    .fields = NO_FIELDS,
    .legal = resign_legal,
    .list = resign_list,
    .apply = resign_apply,
};
