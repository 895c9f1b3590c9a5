/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What a viewer may know of a state and of an event, and the two events that end a game. */
#include "engine/internal.h"

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
    for (unsigned seat = 0; seat < setup->rules.players; seat++) {
        struct player *player = &view->players[seat];
        if (seat == viewer)
            continue;
        player->hidden = true;
        player->hand = cards_none();
        memset(player->dev, 0, sizeof player->dev);
        memset(player->dev_new, 0, sizeof player->dev_new);
        view->answers[seat] = cards_none();
    }
}

/* Cards that only the two between whom they moved may know. */
static bool private_cards(const struct event *event, unsigned *other) {
    switch (event->type) {
    case MOVE_ROBBER: *other = event->action.seat; return true;
    case PLAY_DEV_CARD: *other = event->action.seat; return event->action.card == KNIGHT;
    case FORCED_TRADE:
    case RETURN_CARDS: *other = 1u - event->player; return true;
    default: return false;
    }
}

unsigned event_hidden(const struct setup *setup, const struct game *before,
                      const struct event *event, unsigned viewer) {
    unsigned other = NONE;
    (void)setup, (void)before;
    if (viewer == VIEWER_ALL || !event_is_action(event->type) || viewer == event->player)
        return 0;
    bool private = private_cards(event, &other);
    if (private && viewer == other && viewer != NONE)
        return 0;
    unsigned parts = action_parts(&event->action), hidden = 0;
    if (event->type == DISCARD || event->type == RETURN_CARDS)
        hidden |= HIDDEN_ACTION_CARDS;
    if (parts & PART_CARD)
        hidden |= HIDDEN_OUTCOME_CARD;
    if (parts & PART_CARDS && event->type != ROLL)
        hidden |= HIDDEN_OUTCOME_CARDS;
    return hidden;
}

size_t event_effects(const struct setup *setup, const struct game *before, const struct game *after,
                     const struct event *event, unsigned viewer, struct effect out[SEAT_MAX]) {
    unsigned other = NONE;
    size_t n = 0;
    bool private = event_is_action(event->type) && private_cards(event, &other);
    bool known = !private || viewer == VIEWER_ALL || viewer == event->player ||
                 (viewer == other && viewer != NONE);
    for (unsigned seat = 0; seat < setup->rules.players; seat++) {
        struct effect effect = {.player = (uint8_t)seat, .known = known};
        for (unsigned kind = 0; kind < KIND_COUNT; kind++) {
            unsigned had = before->players[seat].hand.n[kind],
                     has = after->players[seat].hand.n[kind];
            if (has > had)
                effect.gain.n[kind] = (uint8_t)(has - had);
            else
                effect.lose.n[kind] = (uint8_t)(had - has);
        }
        effect.gain_count = (uint8_t)cards_total(effect.gain);
        effect.lose_count = (uint8_t)cards_total(effect.lose);
        if (!known)
            effect.gain = effect.lose = cards_none();
        if (effect.gain_count || effect.lose_count)
            out[n++] = effect;
    }
    return n;
}

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
