/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What a viewer may know of a state and of an event; and the two events that end a game. */
#include "engine/expansion.h"

void game_view(const struct setup *setup, const struct game *game, unsigned viewer,
               struct game *view) {
    if (view != game)
        *view = *game;
    if (viewer == VIEWER_ALL)
        return;
    view->draws = 0;
    if (view->revealed)
        return;
    memset(view->deck, 0, sizeof view->deck);
    memset(view->undrawn, 0, sizeof view->undrawn);
    memset(view->returned, 0, sizeof view->returned);
    for (unsigned seat = 0; seat < setup->rules.players; seat++) {
        struct player *player = &view->players[seat];
        if (seat == viewer)
            continue;
        player->hidden = true;
        player->hand = cards_none();
        memset(player->dev, 0, sizeof player->dev);
        memset(player->dev_new, 0, sizeof player->dev_new);
        memset(player->progress, 0, sizeof player->progress);
        view->answers[seat] = cards_none();
        view->answer_ids[seat] = 0;
    }
    if (viewer != view->active) { /* a hand is laid open to the player on turn alone */
        view->shown = cards_none();
        memset(view->shown_progress, 0, sizeof view->shown_progress);
    }
}

/* ---- who may know what ---- */

/* Cards that moved unseen: from the GIVERS to the TAKER (or both ways, where a trade is forced). Who
 * took knows all of them, a giver their own. */
struct secret {
    unsigned givers; /* set of seats; 0: nothing moved unseen */
    unsigned taker;
};

static const struct action_rule *event_rule(const struct event *event) {
    return action_rule_of(&event->action);
}

static struct secret event_secret(const struct setup *setup, const struct game *before,
                                  const struct event *event) {
    const struct action_rule *rule = event_rule(event);
    return (struct secret){.givers = rule && rule->givers ? rule->givers(setup, before, event) : 0,
                           .taker = event->type == GIVE_CARDS ? before->active : event->player};
}

/* Whether VIEWER knows which cards SEAT got and lost. */
static bool effect_known(const struct secret *secret, unsigned seat, unsigned viewer) {
    unsigned involved = secret->givers | 1u << secret->taker;
    if (!secret->givers || !(involved >> seat & 1) || viewer == VIEWER_ALL)
        return true;
    if (viewer == VIEWER_NOBODY)
        return false;
    return viewer == seat || viewer == secret->taker || secret->givers == 1u << viewer;
}

/* ---- events ---- */

/* Parts of the action itself that only its player knows: cards, a place or a stack, which others
 * learn, if at all, when everybody has answered. */
static unsigned action_hidden(const struct game *before, const struct event *event) {
    const struct action_rule *rule = event_rule(event);
    unsigned hidden = rule ? rule->hides : 0;
    if (event->action.card == NONE)
        hidden &= ~(unsigned)HIDDEN_ACTION_CARD;
    if (!answers_missing(before, event->player))
        hidden &= ~(unsigned)(HIDDEN_ACTION_TRACK | HIDDEN_ACTION_VERTEX | HIDDEN_ACTION_TAKE);
    return hidden;
}

/* Whether VIEWER, not the player, knows what the action takes, as it is taken from them. */
static bool event_loss_seen(const struct setup *setup, const struct game *before,
                            const struct event *event, unsigned viewer) {
    if (viewer == VIEWER_NOBODY)
        return false;
    if (event->type == TAKE_PROGRESS_CARD)
        return before->agenda[0].seat == viewer;
    if (event->type == GIVE_CARDS || event->type == PLAY_PROGRESS_CARD)
        return false;
    return event_secret(setup, before, event).givers >> viewer & 1;
}

static bool card_laid_out(unsigned card) {
    bool out = false;
    EXPANSION_EACH(laid_out, row)
        out |= row->laid_out(card);
    return out;
}

unsigned event_hidden(const struct setup *setup, const struct game *before,
                      const struct event *event, unsigned viewer) {
    if (viewer == VIEWER_ALL || !event_is_action(event->type))
        return 0;
    unsigned dealt = event_hidden_dealt(event, viewer);
    if (event->type == ROLL) /* from the roller too: others draw as well */
        return dealt ? HIDDEN_OUTCOME_DRAWS : 0;
    if (viewer == event->player || event_loss_seen(setup, before, event, viewer))
        return 0;
    unsigned parts = action_parts(&event->action), hidden = action_hidden(before, event);
    if (event->outcome.n_gifts)
        hidden |= HIDDEN_OUTCOME_CARD; /* S-104 */
    if (event->type == PLAY_PROGRESS_CARD)
        return dealt ? HIDDEN_OUTCOME_CARDS : 0;
    if (parts & PART_CARD &&
        !(event->type == CHOOSE_PROGRESS_DECK && card_laid_out(event->outcome.card)))
        hidden |= HIDDEN_OUTCOME_CARD;
    if (parts & PART_CARDS)
        hidden |= HIDDEN_OUTCOME_CARDS;
    return hidden;
}

unsigned event_hidden_dealt(const struct event *event, unsigned viewer) {
    bool gate = event->type == ROLL;
    unsigned hidden = 0;
    if (viewer == VIEWER_ALL || !(gate || event->type == PLAY_PROGRESS_CARD) ||
        (!gate && viewer == event->player))
        return 0;
    for (unsigned seat = 0; seat < SEAT_MAX; seat++) {
        unsigned dealt = event->outcome.dealt[seat];
        bool open = gate && dealt && card_laid_out(dealt - 1u);
        if (dealt && seat != viewer && !open)
            hidden |= 1u << seat;
    }
    return hidden;
}

/* For a hand whose cards are unknown only the change of its size: unseen cards and others moved by
 * the same event cannot be told apart. */
static struct effect effect_counted(const struct player *had, const struct player *has) {
    struct effect effect = {0};
    if (has->hand_count > had->hand_count)
        effect.gain_count = (uint8_t)(has->hand_count - had->hand_count);
    else
        effect.lose_count = (uint8_t)(had->hand_count - has->hand_count);
    return effect;
}

static struct effect effect_seen(const struct player *had, const struct player *has) {
    struct effect effect = {.known = true};
    for (unsigned kind = 0; kind < KIND_COUNT; kind++) {
        if (has->hand.n[kind] > had->hand.n[kind])
            effect.gain.n[kind] = (uint8_t)(has->hand.n[kind] - had->hand.n[kind]);
        else
            effect.lose.n[kind] = (uint8_t)(had->hand.n[kind] - has->hand.n[kind]);
    }
    effect.gain_count = (uint8_t)cards_total(effect.gain);
    effect.lose_count = (uint8_t)cards_total(effect.lose);
    return effect;
}

size_t event_effects(const struct setup *setup, const struct game *before, const struct game *after,
                     const struct event *event, unsigned viewer, struct effect out[SEAT_MAX]) {
    struct secret secret = {0};
    size_t n = 0;
    if (event_is_action(event->type))
        secret = event_secret(setup, before, event);
    for (unsigned seat = 0; seat < setup->rules.players; seat++) {
        const struct player *had = &before->players[seat], *has = &after->players[seat];
        bool known = event->type == UNDO ? viewer == VIEWER_ALL || viewer == seat
                                         : effect_known(&secret, seat, viewer);
        struct effect effect = known ? effect_seen(had, has) : effect_counted(had, has);
        effect.player = (uint8_t)seat;
        if (effect.gain_count || effect.lose_count)
            out[n++] = effect;
    }
    return n;
}

/* ---- the end ---- */

void game_reveal(const struct setup *setup, const struct game *game, struct event *event) {
    *event = (struct event){.type = EVENT_REVEAL, .player = NONE, .by = BY_ENGINE};
    for (unsigned seat = 0; seat < setup->rules.players; seat++) {
        memcpy(event->reveal.dev[seat], game->players[seat].dev, DEV_COUNT);
        event->reveal.hand[seat] = game->players[seat].hand;
        memcpy(event->reveal.progress[seat], game->players[seat].progress, PROGRESS_HAND_MAX);
    }
}

void game_finish(const struct setup *setup, const struct game *game, struct event *event) {
    *event = (struct event){.type = EVENT_FINISHED, .player = NONE, .by = BY_ENGINE};
    event->finished.winner = game->winner;
    event->finished.n_points = setup->rules.players;
    for (unsigned seat = 0; seat < setup->rules.players; seat++)
        event->finished.points[seat] = (uint8_t)game_points(setup, game, seat);
}
