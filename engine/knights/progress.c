/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Progress cards between stacks and hands, when they are allowed to be played, and how many a player
 * is allowed to keep (rules C-142 to C-151). What each card does is in card_*.c. */
#include "engine/knights/internal.h"

/* ---- hands ---- */

void progress_gain(struct game *game, unsigned seat, unsigned card) {
    struct player *player = &game->players[seat];
    assert(player->progress_count < PROGRESS_HAND_MAX);
    if (!player->hidden)
        player->progress[player->progress_count] = (uint8_t)(1 + card);
    player->progress_count++;
    player->progress_backs[progress_rows[card].track]++;
}

void progress_lose(struct game *game, unsigned seat, unsigned card) {
    struct player *player = &game->players[seat];
    assert(player->progress_backs[progress_rows[card].track] > 0);
    player->progress_count--;
    player->progress_backs[progress_rows[card].track]--;
    if (player->hidden)
        return;
    unsigned at = 0;
    while (player->progress[at] != card + 1)
        at++;
    for (; at < player->progress_count; at++)
        player->progress[at] = player->progress[at + 1];
    player->progress[at] = 0;
}

/* ---- stacks ---- */

void progress_fill_stacks(const struct setup *setup, struct game *game) {
    for (unsigned card = 0; card < PROGRESS_COUNT && setup->rules.knights; card++) {
        const struct progress_row *row = &progress_rows[card];
        game->undrawn[card] = row->count;
        game->stack_count[row->track] = (uint8_t)(game->stack_count[row->track] + row->count);
    }
}

/* In a view the stacks are blank; only their heights are kept. */
static void stack_take(struct game *game, unsigned card) {
    unsigned track = progress_rows[card].track;
    bool fresh = game->stack_count[track] > game->returned_count[track];
    assert(game->stack_count[track] > 0);
    game->stack_count[track]--;
    if (fresh) {
        game->undrawn[card] = (uint8_t)(game->undrawn[card] - (game->undrawn[card] > 0));
        return;
    }
    uint8_t *returned = game->returned[track];
    game->returned_count[track]--;
    memmove(returned, returned + 1, game->returned_count[track]);
    returned[game->returned_count[track]] = 0;
}

/* A card leaves the hand of SEAT and goes under its stack (C-144). */
void progress_put_back(struct game *game, unsigned seat, unsigned card) {
    unsigned track = progress_rows[card].track;
    progress_lose(game, seat, card);
    assert(game->returned_count[track] < STACK_MAX);
    game->returned[track][game->returned_count[track]++] = (uint8_t)(1 + card);
    game->stack_count[track]++;
}

void progress_draw(struct game *game, unsigned seat, unsigned card) {
    stack_take(game, card);
    if (progress_rows[card].point)
        game->players[seat].vp_cards |= card == PROGRESS_PRINTER ? VP_PRINTER : VP_CONSTITUTION;
    else
        progress_gain(game, seat, card);
}

/* ---- too many (C-147 to C-150) ---- */

unsigned progress_surplus(const struct setup *setup, const struct game *game, unsigned seat) {
    unsigned held = game->players[seat].progress_count, limit = setup->rules.progress_limit;
    return held > limit ? held - limit : 0;
}

/* Queues what has to be done about players who hold too many (C-148, C-149). */
static void progress_limits(const struct setup *setup, struct game *game) {
    unsigned off_turn = 0;
    for (unsigned seat = 0; seat < setup->rules.players; seat++)
        off_turn += seat != game->active && progress_surplus(setup, game, seat);
    if (off_turn)
        agenda_push(game, AGENDA_CARD_LIMIT, 0, 0);
    if (progress_play_now(setup) && progress_surplus(setup, game, game->active))
        agenda_push(game, AGENDA_FIFTH_CARD, 0, 0);
}

static void progress_ask_surplus(const struct setup *setup, struct game *game, unsigned seat) {
    struct decision *decision = agenda_ask(game, DECIDE_DISCARD_PROGRESS, seat);
    decision->count = (uint8_t)progress_surplus(setup, game, seat);
    decision->answered = game->answer_ids[seat] != 0;
}

/* C-148: all who are not on turn, at the same time. */
static void step_card_limit(const struct setup *setup, struct game *game) {
    for (unsigned seat = 0; seat < setup->rules.players; seat++)
        if (seat != game->active && progress_surplus(setup, game, seat))
            progress_ask_surplus(setup, game, seat);
    if (game->n_pending == 0)
        agenda_pop(game);
}

const struct agenda_row agenda_card_limit = {.run = step_card_limit,
                                             .place = PLACE_LIMIT,
                                             .needs = 1u << EXPANSION_KNIGHTS,
                                             .pointless = true};

/* C-149, in editions where it has to be played at once. */
static void step_fifth_card(const struct setup *setup, struct game *game) {
    if (progress_surplus(setup, game, game->active))
        agenda_ask(game, DECIDE_FIFTH_CARD, game->active);
    else
        agenda_pop(game);
}

static bool fifth_card_sound(const struct setup *setup, const struct game *game,
                             const struct agenda_item *item) {
    (void)game, (void)item;
    return progress_play_now(setup);
}

const struct agenda_row agenda_fifth_card = {.run = step_fifth_card,
                                             .place = PLACE_FIFTH,
                                             .needs = 1u << EXPANSION_KNIGHTS,
                                             .sound = fifth_card_sound,
                                             .pointless = true};

/* C-149, in editions where it has until the end of the turn. */
static void step_end_turn(const struct setup *setup, struct game *game) {
    if (progress_surplus(setup, game, game->active)) {
        progress_ask_surplus(setup, game, game->active);
        return;
    }
    agenda_pop(game);
    turn_pass(setup, game);
}

static bool end_turn_sound(const struct setup *setup, const struct game *game,
                           const struct agenda_item *item) {
    (void)item;
    return game->rolls == setup->rules.production_rolls &&
           progress_surplus(setup, game, game->active);
}

const struct agenda_row agenda_end_turn = {.run = step_end_turn,
                                           .place = PLACE_LAST,
                                           .needs = 1u << EXPANSION_KNIGHTS,
                                           .sound = end_turn_sound};

/* ---- putting one back ---- */

/* Whether SEAT has to play a fifth card: it can play one, so none is put back (C-149, C-150). */
static bool put_back_refused(const struct setup *setup, const struct game *game, unsigned seat) {
    struct move_list list;
    list.n = 0;
    if (game->agenda[0].step == AGENDA_FIFTH_CARD)
        list_forms(setup, game, seat, PLAY_PROGRESS_CARD, &list);
    return list.n > 0;
}

static enum reason put_back_legal(const struct setup *setup, const struct game *game, unsigned seat,
                                  const struct action *action) {
    if (!progress_among(game->players[seat].progress, action->card))
        return REASON_PROGRESS_NOT_HELD;
    return put_back_refused(setup, game, seat) ? REASON_CARD_PLAYABLE : REASON_OK;
}

static void put_back_list(const struct setup *setup, const struct game *game, unsigned seat,
                          const struct action *blank, struct move_list *list) {
    uint64_t cards = put_back_refused(setup, game, seat) ? 0 : progress_forms_held(game, seat);
    while (cards)
        list_add(list, blank)->card = (uint8_t)bit_take(&cards);
}

/* C-148: the cards go under their stacks together, clockwise from the player on turn. In a view the answers of others
 * are blank, and their cards stay. */
static void put_back_all(struct game *game) {
    unsigned seats = 0;
    for (unsigned i = 0; i < game->n_pending; i++)
        seats |= 1u << game->pending[i].player;
    while (seats) {
        unsigned seat = seats_first(game, seats);
        if (game->answer_ids[seat] != 0)
            progress_put_back(game, seat, game->answer_ids[seat] - 1u);
        game->answer_ids[seat] = 0;
        seats &= ~(1u << seat);
    }
    agenda_pop(game);
}

static void put_back_apply(const struct setup *setup, struct game *game,
                           const struct event *event) {
    unsigned seat = event->player;
    (void)setup;
    if (game->agenda[0].step == AGENDA_CARD_LIMIT) {
        game->answer_ids[seat] = (uint8_t)(1 + event->action.card);
        if (agenda_answered(game, seat))
            put_back_all(game);
        return;
    }
    progress_put_back(game, seat, event->action.card);
    game->n_pending = 0; /* the step decides whether that was enough */
}

const struct action_rule rule_discard_progress_card = {
    RULE(FIELDS(FIELD("card", FIELD_PROGRESS, card)), put_back_legal, put_back_list,
         put_back_apply),
    .hides = HIDDEN_ACTION_CARD | HIDDEN_ACTION_TRACK, .flags = ACTION_TOGETHER};

/* O-05, O-06: the card drawn last goes back. */
void default_put_back(const struct setup *setup, const struct game *game, unsigned seat,
                      const struct decision *decision, struct action *move) {
    const struct player *player = &game->players[seat];
    (void)setup, (void)decision;
    assert(player->progress_count > 0);
    move->card = (uint8_t)(player->progress[player->progress_count - 1] - 1);
}

/* ---- when a card is allowed to be played ---- */

unsigned progress_forms_held(const struct game *game, unsigned seat) {
    unsigned held = 0;
    for (unsigned i = 0; i < game->players[seat].progress_count; i++)
        held |= 1u << game->players[seat].progress[i];
    return held >> 1; /* a blank one counts for nothing */
}

unsigned progress_forms_open(const struct setup *setup, const struct game *game, unsigned seat) {
    (void)setup;
    const unsigned alchemist = 1u << PROGRESS_ALCHEMIST;
    const unsigned points = 1u << PROGRESS_PRINTER | 1u << PROGRESS_CONSTITUTION;
    bool early = game->n_agenda == 0 && game->step == STEP_BEFORE_ROLL;
    unsigned held = progress_forms_held(game, seat);
    if (early)
        return game->preset[0] ? 0 : held & alchemist;
    return held & ~(alchemist | points);
}

enum reason progress_window(const struct setup *setup, const struct game *game, unsigned seat,
                            unsigned card) {
    (void)setup;
    bool early = game->n_agenda == 0 && game->step == STEP_BEFORE_ROLL;
    if (progress_rows[card].point)
        return REASON_POINT_CARD;
    if (!progress_among(game->players[seat].progress, card))
        return REASON_PROGRESS_NOT_HELD;
    if (card != PROGRESS_ALCHEMIST)
        return early ? REASON_PROGRESS_EARLY : REASON_OK;
    if (!early)
        return REASON_ALCHEMIST_LATE;
    return game->preset[0] ? REASON_ALCHEMIST_TWICE : REASON_OK;
}

/* ---- the event die ---- */

/* Whether any card dealt is laid out, which gives a point (C-143). */
static bool gate_deals(const struct setup *setup, struct game *game,
                       const struct outcome *outcome) {
    unsigned drawers = 0;
    bool point = false;
    for (unsigned seat = 0; seat < setup->rules.players; seat++)
        drawers |= (unsigned)(outcome->dealt[seat] != 0) << seat;
    while (drawers) {
        unsigned seat = seats_first(game, drawers), card = outcome->dealt[seat] - 1u;
        progress_draw(game, seat, card);
        point |= progress_rows[card].point;
        drawers &= ~(1u << seat);
    }
    progress_limits(setup, game);
    return point;
}

bool event_die_apply(const struct setup *setup, struct game *game, const struct outcome *outcome) {
    game->event = game->last_event = outcome->event;
    if (outcome->event == FACE_SHIP) {
        barbarians_step(setup, game);
        return false;
    }
    return outcome_deals(outcome) && gate_deals(setup, game, outcome);
}

/* ---- positions ---- */

static void derive_progress_out(struct game *game, unsigned place) {
    if (place >= 1 &&
        place <= PROGRESS_COUNT) /* check_progress (check_knights.c) reports the others */
        game->undrawn[place - 1]--;
}

/* Cards never drawn are what remains of the full stacks; too many of one kind wrap around and are
 * found by check_progress. */
void derive_progress(const struct setup *setup, struct game *game) {
    for (unsigned card = 0; card < PROGRESS_COUNT; card++)
        game->undrawn[card] = setup->rules.knights ? progress_rows[card].count : 0;
    for (unsigned seat = 0; seat < setup->rules.players; seat++) {
        struct player *player = &game->players[seat];
        player->progress_count = 0;
        memset(player->progress_backs, 0, sizeof player->progress_backs);
        for (unsigned i = 0; i < PROGRESS_HAND_MAX; i++) {
            unsigned place = player->progress[i];
            if (place < 1 || place > PROGRESS_COUNT)
                continue;
            player->progress_count++;
            player->progress_backs[progress_rows[place - 1].track]++;
            derive_progress_out(game, place);
        }
        if (player->vp_cards & VP_PRINTER)
            derive_progress_out(game, 1 + PROGRESS_PRINTER);
        if (player->vp_cards & VP_CONSTITUTION)
            derive_progress_out(game, 1 + PROGRESS_CONSTITUTION);
    }
    for (unsigned track = 0; track < TRACK_COUNT; track++) {
        unsigned n = 0;
        for (; n < STACK_MAX && game->returned[track][n]; n++)
            derive_progress_out(game, game->returned[track][n]);
        game->stack_count[track] = game->returned_count[track] = (uint8_t)n;
    }
    for (unsigned card = 0; card < PROGRESS_COUNT; card++) {
        uint8_t *count = &game->stack_count[progress_rows[card].track];
        *count = (uint8_t)(*count + game->undrawn[card]);
    }
    /* The step that lays a hand open does so again. */
    game->shown = cards_none();
    memset(game->shown_progress, 0, sizeof game->shown_progress);
}
