/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Progress cards between stacks and hands, and how many a player may keep (rules C-142 to C-151).
 * What each card does is in card_science.c, card_trade.c and card_politics.c. */
#include "engine/internal.h"

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

/* In a view the stacks are blank, only their heights are kept right. */
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

void progress_under(struct game *game, unsigned card) {
    unsigned track = progress_rows[card].track;
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

static void put_back(struct game *game, unsigned seat, unsigned card) {
    progress_lose(game, seat, card);
    progress_under(game, card);
}

/* ---- too many (C-147 to C-150) ---- */

static unsigned surplus(const struct setup *setup, const struct game *game, unsigned seat) {
    unsigned held = game->players[seat].progress_count, limit = setup->rules.progress_limit;
    return held > limit ? held - limit : 0;
}

void progress_limits(const struct setup *setup, struct game *game) {
    unsigned off_turn = 0;
    for (unsigned seat = 0; seat < setup->rules.players; seat++)
        off_turn += seat != game->active && surplus(setup, game, seat);
    if (off_turn)
        agenda_push(game, AGENDA_CARD_LIMIT, 0, 0);
    if (setup->rules.options[OPTION_FIFTH_CARD_ON_TURN] == FIFTH_PLAY_NOW &&
        surplus(setup, game, game->active))
        agenda_push(game, AGENDA_FIFTH_CARD, 0, 0);
}

static void ask_surplus(const struct setup *setup, struct game *game, unsigned seat) {
    struct decision *decision = agenda_ask(game, DECIDE_DISCARD_PROGRESS, seat);
    decision->count = (uint8_t)surplus(setup, game, seat);
    decision->answered = game->answer_ids[seat] != 0;
}

/* C-148: all who are not on turn, at the same time. */
void step_card_limit(const struct setup *setup, struct game *game) {
    for (unsigned seat = 0; seat < setup->rules.players; seat++)
        if (seat != game->active && surplus(setup, game, seat))
            ask_surplus(setup, game, seat);
    if (game->n_pending == 0)
        agenda_pop(game);
}

/* C-149, where it has to be played at once. */
void step_fifth_card(const struct setup *setup, struct game *game) {
    if (surplus(setup, game, game->active))
        agenda_ask(game, DECIDE_FIFTH_CARD, game->active);
    else
        agenda_pop(game);
}

/* C-149, where it has to be gone by the end of the turn. */
void step_end_turn(const struct setup *setup, struct game *game) {
    if (surplus(setup, game, game->active)) {
        ask_surplus(setup, game, game->active);
        return;
    }
    agenda_pop(game);
    turn_begin(game, (game->active + 1u) % setup->rules.players);
}

/* ---- putting one back ---- */

static enum reason put_back_legal(const struct setup *setup, const struct game *game, unsigned seat,
                                  const struct action *action) {
    if (!progress_held(game, seat, action->card))
        return REASON_PROGRESS_NOT_HELD;
    if (game->agenda[0].step == AGENDA_FIFTH_CARD && progress_playable(setup, game, seat))
        return REASON_CARD_PLAYABLE; /* C-149 against C-150 */
    return REASON_OK;
}

static void put_back_list(const struct setup *setup, const struct game *game, unsigned seat,
                          struct move_list *list) {
    if (game->agenda[0].step == AGENDA_FIFTH_CARD && progress_playable(setup, game, seat))
        return;
    for (unsigned card = 0; card < PROGRESS_COUNT; card++)
        if (progress_held(game, seat, card))
            list_add(list, DISCARD_PROGRESS_CARD)->card = (uint8_t)card;
}

/* C-148: the cards go under their stacks together, clockwise from the player on turn. */
static void put_back_all(struct game *game) {
    unsigned seats = 0;
    for (unsigned i = 0; i < game->n_pending; i++)
        seats |= 1u << game->pending[i].player;
    while (seats) {
        unsigned seat = seats_first(game, seats);
        put_back(game, seat, game->answer_ids[seat] - 1u);
        game->answer_ids[seat] = 0;
        seats &= ~(1u << seat);
    }
    agenda_pop(game);
}

static void put_back_apply(const struct setup *setup, struct game *game, unsigned seat,
                           const struct action *action, const struct outcome *outcome) {
    (void)setup, (void)outcome;
    if (game->agenda[0].step == AGENDA_CARD_LIMIT) {
        game->answer_ids[seat] = (uint8_t)(1 + action->card);
        if (agenda_answered(game, seat))
            put_back_all(game);
        return;
    }
    put_back(game, seat, action->card);
    game->n_pending = 0; /* the step sees whether that was enough */
}

const struct action_rule rule_discard_progress_card = {
    .name = "discard_progress_card",
    .fields = FIELDS(FIELD("card", FIELD_PROGRESS, card)),
    .legal = put_back_legal,
    .list = put_back_list,
    .apply = put_back_apply,
};

/* ---- when a card may be played ---- */

enum reason progress_window(const struct setup *setup, const struct game *game, unsigned seat,
                            unsigned card) {
    bool early = game->n_agenda == 0 && game->step == STEP_BEFORE_ROLL;
    (void)setup;
    if (!progress_held(game, seat, card))
        return REASON_PROGRESS_NOT_HELD;
    if (card == PROGRESS_ALCHEMIST) {
        if (!early)
            return REASON_ALCHEMIST_LATE;
        return game->preset[0] ? REASON_ALCHEMIST_TWICE : REASON_OK;
    }
    return early ? REASON_ROLL_FIRST : REASON_OK;
}

bool progress_playable(const struct setup *setup, const struct game *game, unsigned seat) {
    const struct action_row *row = &action_table[PLAY_PROGRESS_CARD];
    struct move_list list;
    list.n = 0;
    for (unsigned card = 0; card < row->forms && !list.n; card++)
        if (row->rules[card].list && progress_held(game, seat, card))
            row->rules[card].list(setup, game, seat, &list);
    return list.n > 0;
}
