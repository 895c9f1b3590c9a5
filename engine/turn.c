/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The course of the game: the set-up phase, turns, and the agenda that works off what a roll or a
 * card started (rules B-21 to B-35, B-88, B-89). */
#include "engine/expansion.h"

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

struct agenda_item *agenda_interrupt(struct game *game, enum agenda_step step, unsigned arg,
                                     unsigned count) {
    if (game->n_agenda == 0) {
        agenda_push(game, AGENDA_RESUME, game->step, 0);
        game->step = STEP_RESOLVING;
    }
    assert(game->n_agenda < AGENDA_MAX);
    memmove(&game->agenda[1], &game->agenda[0], game->n_agenda * sizeof game->agenda[0]);
    game->n_agenda++;
    return agenda_become(game, step, arg, count);
}

struct agenda_item *agenda_become(struct game *game, enum agenda_step step, unsigned arg,
                                  unsigned count) {
    assert(game->n_agenda > 0);
    game->n_pending = 0;
    game->agenda[0] =
        (struct agenda_item){.step = (uint8_t)step, .arg = (uint8_t)arg, .count = (uint8_t)count};
    return &game->agenda[0];
}

unsigned agenda_cards_asked(const struct setup *setup, const struct game *game, unsigned seat) {
    const struct agenda_row *row = game->n_agenda ? agenda_row_of(game->agenda[0].step) : NULL;
    return row && row->cards ? row->cards(setup, game, seat) : 0;
}

void agenda_ask_cards(const struct setup *setup, struct game *game, enum decision_kind kind) {
    for (unsigned seat = 0; seat < setup->rules.players; seat++) {
        unsigned count = agenda_cards_asked(setup, game, seat);
        if (!count)
            continue;
        struct decision *decision = agenda_ask(game, kind, seat);
        decision->count = (uint8_t)count;
        decision->answered = !cards_empty(game->answers[seat]);
    }
}

void agenda_ask_resource(const struct setup *setup, struct game *game) {
    const unsigned resources = (1u << RESOURCE_COUNT) - 1,
                   left = cards_kinds(game->bank) & resources;
    const bool leave = setup->types >> SKIP & 1; /* then even a single kind is a choice (C-45) */
    if (!game->agenda[0].arg || !left) {
        agenda_pop(game);
        return;
    }
    unsigned seat = seats_first(game, game->agenda[0].arg);
    if (bit_count(left) > 1 || leave || setup->rules.revision < REVISION_NOT_ASKED) {
        agenda_ask(game, DECIDE_TAKE_RESOURCE, seat);
        return;
    }
    bank_pay(game, seat, cards_one((unsigned)__builtin_ctz(left), 1));
    agenda_seat_done(game, seat);
}

/* ---- steps ---- */

/* Whether a settlement can still be set up anywhere: a very small board can be full. */
static bool setup_has_room(const struct setup *setup, const struct game *game) {
    struct vertex_set places = place_starts(setup, game);
    return !vertex_set_empty(&places);
}

/* B-22: a building and its road each time. On a full board the phase ends early. */
static void step_setup(const struct setup *setup, struct game *game) {
    unsigned players = setup->rules.players, turn = game->setup_done / 2;
    if (game->setup_done == rules_setup_pieces(&setup->rules) ||
        (game->setup_done % 2 == 0 && !setup_has_room(setup, game))) {
        agenda_pop(game);
        game->setup_done = (uint8_t)rules_setup_pieces(&setup->rules);
        game->phase = PHASE_PLAY;
        turn_begin(setup, game, game->first);
        return;
    }
    game->active = (uint8_t)((game->first + rules_setup_place(&setup->rules, turn)) % players);
    if (game->setup_done % 2 == 0) {
        /* C-20 */
        agenda_ask(game,
                   setup->rules.setup_city && rules_setup_last(&setup->rules, turn)
                       ? DECIDE_SETUP_CITY
                       : DECIDE_SETUP_SETTLEMENT,
                   game->active);
        return;
    }
    /* The building just placed is the only one of this color without a road. */
    const struct player *player = &game->players[game->active];
    struct vertex_set buildings = vertex_set_union(player->settlements, player->cities);
    struct vertex_set lines = vertex_set_union(player->touched, player->moored);
    struct vertex_set bare = vertex_set_minus(buildings, lines);
    struct decision *decision = agenda_ask(game, DECIDE_SETUP_ROAD, game->active);
    VERTEX_EACH(&bare, v)
        decision->vertex = (uint8_t)v;
}

static bool setup_sound(const struct setup *setup, const struct game *game,
                        const struct agenda_item *item) {
    (void)setup, (void)item;
    return game->phase == PHASE_SETUP;
}

static const struct agenda_row agenda_setup = {
    .run = step_setup, .place = PLACE_LAST, .sound = setup_sound, .in_setup = true};

static void step_after_roll(const struct setup *setup, struct game *game) {
    agenda_pop(game);
    game->step = game->rolls < setup->rules.production_rolls ? STEP_BETWEEN_ROLLS : STEP_ACTIONS;
}

static bool after_roll_sound(const struct setup *setup, const struct game *game,
                             const struct agenda_item *item) {
    (void)setup, (void)item;
    return game->rolls > 0 && !game->part;
}

static const struct agenda_row agenda_after_roll = {
    .run = step_after_roll, .place = PLACE_LAST, .sound = after_roll_sound, .pointless = true};

static void step_resume(const struct setup *setup, struct game *game) {
    (void)setup;
    game->step = game->agenda[0].arg;
    agenda_pop(game);
}

/* Of what is played before the roll only development cards ask anybody. */
static bool resume_sound(const struct setup *setup, const struct game *game,
                         const struct agenda_item *item) {
    bool early = item->arg == STEP_BEFORE_ROLL && setup->rules.dev_deck;
    return (early || item->arg == STEP_ACTIONS) &&
           game->rolls == (early ? 0 : setup->rules.production_rolls);
}

static const struct agenda_row agenda_resume = {.run = step_resume,
                                                .place = PLACE_LAST,
                                                .uses = USES_ARG,
                                                .sound = resume_sound,
                                                .pointless = true};

const struct agenda_row *const base_steps[AGENDA_STEP_COUNT] = {
    [AGENDA_SETUP] = &agenda_setup,
    [AGENDA_PRODUCE] = &agenda_produce,
    [AGENDA_DISCARD] = &agenda_discard,
    [AGENDA_ROBBER] = &agenda_robber,
    [AGENDA_AFTER_ROLL] = &agenda_after_roll,
    [AGENDA_NEUTRAL] = &agenda_neutral,
    [AGENDA_RETURN_CARDS] = &agenda_return_cards,
    [AGENDA_RESUME] = &agenda_resume,
};

void turn_close(const struct setup *setup, struct game *game) {
    game->phase = PHASE_FINISHED;
    game->setup_done = (uint8_t)rules_setup_pieces(&setup->rules);
    game->n_pending = game->n_agenda = 0;
    memset(game->pending, 0, sizeof game->pending);
    memset(game->agenda, 0, sizeof game->agenda);
    memset(game->answers, 0, sizeof game->answers);
    memset(game->answer_ids, 0, sizeof game->answer_ids);
    game->shown = cards_none();
    memset(game->shown_progress, 0, sizeof game->shown_progress);
    HOOK_EACH(setup, closed, row)
        row->closed(setup, game);
    offers_end(game);
}

/* Whether the player acting only builds, after the turn of another. */
static bool turn_is_special(const struct setup *setup, const struct game *game) {
    return game->part && setup->rules.parts_special;
}

/* B-88, B-89: only the player on turn wins, at any moment, even in the middle of a chain; nobody wins
 * in the special building phase. */
static inline void turn_find_winner(const struct setup *setup, struct game *game) {
    if (game->phase != PHASE_PLAY)
        return;
    if (!turn_is_special(setup, game) && game_has_won(setup, game, game->active))
        game->winner = game->active;
    else
        HOOK_EACH(setup, ended, row)
            game->winner = (uint8_t)row->ended(setup, game);
    if (game->winner != NONE)
        turn_close(setup, game);
}

/* Special cards first, as their points count. */
void turn_check_won(const struct setup *setup, struct game *game) {
    awards_recount(setup, game);
    turn_find_winner(setup, game);
}

void agenda_run(const struct setup *setup, struct game *game, bool scored) {
    if (scored)
        turn_check_won(setup, game);
    while (!game->n_pending && game->phase != PHASE_FINISHED) {
        if (game->n_agenda == 0) {
            agenda_ask(game, turn_is_special(setup, game) ? DECIDE_SPECIAL_BUILD : DECIDE_TURN,
                       game->active);
            return;
        }
        const struct agenda_row *row = agenda_row_of(game->agenda[0].step);
        row->run(setup, game);
        if (!row->pointless || (row->scored_by && setup->hooks[row->scored_by - 1]))
            turn_check_won(setup, game);
    }
}

/* ---- turns ---- */

/* SEAT acts from here on, PART seats from the player whose turn it is. What counts per turn counts
 * per part. */
static void turn_hand_on(const struct setup *setup, struct game *game, unsigned seat,
                         unsigned part) {
    HOOK_EACH(setup, turn_over, row)
        row->turn_over(setup, game, game->active);
    game->active = (uint8_t)seat;
    game->part = (uint8_t)part;
    game->step = STEP_ACTIONS;
    game->trade_over = game->dev_played = game->knight_traded = false;
}

void turn_begin(const struct setup *setup, struct game *game, unsigned seat) {
    turn_hand_on(setup, game, seat, 0);
    game->turn++;
    game->step = STEP_BEFORE_ROLL;
    game->rolls = 0;
    memset(game->dice, 0, sizeof game->dice);
    game->event = FACE_NONE;
    game->preset[0] = game->preset[1] = 0;
}

/* With paired players there is one part, whatever its player holds; special building needs a
 * card. */
void turn_pass(const struct setup *setup, struct game *game) {
    const struct rules *rules = &setup->rules;
    unsigned players = rules->players, owner = game->active, part = game->part;
    if (part) {
        owner = (owner + players - part) % players;
        part++;
    } else {
        part = rules->part_first;
    }
    for (; part && part <= rules->part_last; part++) {
        unsigned seat = (owner + part) % players;
        if (!rules->parts_special || game->players[seat].hand_count) {
            turn_hand_on(setup, game, seat, part);
            return;
        }
    }
    turn_begin(setup, game, owner + 1 < players ? owner + 1 : 0);
}

void turn_built(const struct setup *setup, struct game *game) {
    if (setup->rules.combined_phases)
        return;
    game->trade_over = true;
    offers_end(game);
}

static void turn_clear(struct game *game, unsigned seat) {
    offers_end(game);
    memset(game->players[seat].dev_new, 0, sizeof game->players[seat].dev_new);
}

void turn_finish(struct game *game, unsigned seat) {
    turn_clear(game, seat);
    game->step = STEP_RESOLVING;
    agenda_push(game, AGENDA_END_TURN, 0, 0);
}

static void turn_end_apply(const struct setup *setup, struct game *game,
                           const struct event *event) {
    unsigned seat = event->player;
    if (game->players[seat].progress_count > setup->rules.progress_limit) { /* C-149 */
        turn_finish(game, seat);
        return;
    }
    turn_clear(game, seat);
    turn_pass(setup, game);
}

unsigned turn_due(const struct setup *setup, const struct game *game, unsigned seat) {
    unsigned due = ACTION_NONE;
    HOOK_EACH(setup, due, row)
        due = due ? due : row->due(setup, game, seat);
    return due;
}

static enum reason turn_end_legal(const struct setup *setup, const struct game *game, unsigned seat,
                                  const struct action *action) {
    (void)action;
    return turn_due(setup, game, seat) ? REASON_ATTACK_DUE : REASON_OK;
}

/* The next player may have won by hidden points. */
const struct action_rule rule_end_turn = {RULE(NO_FIELDS, turn_end_legal, NULL, turn_end_apply),
                                          .flags = ACTION_SHOWS};

/* Resigning changes nothing on the board: a bot takes over the seat (openapi.yaml). */
static enum reason resign_legal(const struct setup *setup, const struct game *game, unsigned seat,
                                const struct action *action) {
    (void)setup, (void)action;
    return game->players[seat].resigned ? REASON_RESIGNED : REASON_OK;
}

static void resign_apply(const struct setup *setup, struct game *game, const struct event *event) {
    (void)setup;
    game->players[event->player].resigned = true;
}

/* Always possible, so it is never listed. */
const struct action_rule rule_resign = {RULE(NO_FIELDS, resign_legal, NULL, resign_apply)};
