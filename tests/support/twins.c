/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "tests/support/twins.h"

#include <string.h>

/* ---- states ---- */

/* Cards are moved among hands that the viewer does not know, and cards with the same back among hands and stacks.
 * Counts stay the same. */
struct shuffle {
    const struct setup *setup;
    struct game *game;
    struct random *random;
    unsigned viewer;
    unsigned known; /* the seat whose hand is open to the viewer, or NONE */
};

/* Whether the viewer knows nothing of SEAT's hand. */
static bool unknown_hand(const struct shuffle *s, unsigned seat) {
    return seat != s->viewer && seat != s->known;
}

/* All players have seen that the player asked for a commodity has one, and what they get for it. */
static bool exchange_broken(const struct game *game) {
    const struct agenda_item *item = &game->agenda[0];
    return game->n_agenda && item->step == AGENDA_GIVE_COMMODITY &&
           (!(cards_kinds(game->players[item->seat].hand) >> RESOURCE_COUNT) ||
            !game->players[game->active].hand.n[item->arg]);
}

static void swap_cards(const struct shuffle *s, unsigned a, unsigned b) {
    unsigned kinds = s->setup->rules.kinds;
    unsigned x = random_below(s->random, kinds), y = random_below(s->random, kinds);
    struct player *one = &s->game->players[a], *other = &s->game->players[b];
    if (a == b || !unknown_hand(s, a) || !unknown_hand(s, b) || !one->hand.n[x] ||
        !other->hand.n[y])
        return;
    one->hand.n[x]--, one->hand.n[y]++;
    other->hand.n[y]--, other->hand.n[x]++;
    if (exchange_broken(s->game)) {
        one->hand.n[x]++, one->hand.n[y]--;
        other->hand.n[y]++, other->hand.n[x]--;
    }
}

static void swap_dev_card(const struct shuffle *s, unsigned seat) {
    unsigned x = random_below(s->random, DEV_COUNT), y = random_below(s->random, DEV_COUNT);
    struct player *player = &s->game->players[seat];
    bool wins = seat == s->game->active && y == VICTORY_POINT; /* the game would have ended */
    if (!unknown_hand(s, seat) || player->dev[x] <= player->dev_new[x] || !s->game->deck[y] || wins)
        return;
    player->dev[x]--, player->dev[y]++;
    s->game->deck[y]--, s->game->deck[x]++;
}

/* Swaps it with a card of the same stack that was never drawn, or with a returned one. */
static void swap_progress_card(const struct shuffle *s, unsigned seat) {
    struct player *player = &s->game->players[seat];
    if (!unknown_hand(s, seat) || !player->progress_count)
        return;
    uint8_t *held = &player->progress[random_below(s->random, player->progress_count)];
    unsigned track = progress_rows[*held - 1].track, card = random_below(s->random, PROGRESS_COUNT);
    unsigned n = s->game->returned_count[track];
    if (n && random_below(s->random, 2)) {
        uint8_t *returned = &s->game->returned[track][random_below(s->random, n)], kept = *held;
        /* All players have seen these two take effect, so nobody can hold them. */
        if (*returned == 1 + PROGRESS_CRANE || *returned == 1 + PROGRESS_MERCHANT_FLEET)
            return;
        *held = *returned;
        *returned = kept;
    } else if (progress_rows[card].track == track && !progress_rows[card].point &&
               s->game->undrawn[card]) {
        s->game->undrawn[card]--, s->game->undrawn[*held - 1]++;
        *held = (uint8_t)(1 + card);
    }
}

/* Replaces an answer that another player has already given. */
static void change_answer(const struct shuffle *s, unsigned seat) {
    struct game *game = s->game;
    bool gold = game->n_agenda && game->agenda[0].step == AGENDA_GOLD;
    struct cards hand = gold ? game->bank : game->players[seat].hand, answer = cards_none();
    for (unsigned kind = RESOURCE_COUNT; gold && kind < KIND_COUNT; kind++)
        hand.n[kind] = 0; /* gold gives only resources */
    if (seat == s->viewer)
        return;
    for (unsigned n = cards_total(game->answers[seat]); n; n--) {
        unsigned kind = cards_at(hand, random_below(s->random, cards_total(hand)));
        hand.n[kind]--, answer.n[kind]++;
    }
    game->answers[seat] = answer;
    if (!game->answer_ids[seat])
        return;
    if (game->agenda[0].step == AGENDA_CARD_LIMIT)
        game->answer_ids[seat] = game->players[seat].progress[random_below(s->random, 5)];
    else if (game->agenda[0].step == AGENDA_PILLAGE) {
        struct vertex_set plain = game_plain_cities(game, seat);
        VERTEX_EACH(&plain, v)
            game->answer_ids[seat] = (uint8_t)(1 + v);
    }
}

/* Open hands follow from the agenda. */
static void show_again(struct game *game) {
    const struct agenda_item *item = &game->agenda[0];
    if (game->n_agenda && item->step == AGENDA_TAKE_CARDS)
        game->shown = game->players[item->seat].hand;
    if (game->n_agenda && item->step == AGENDA_TAKE_PROGRESS)
        memcpy(game->shown_progress, game->players[item->seat].progress, PROGRESS_HAND_MAX);
}

void twin_shuffle(const struct setup *setup, struct game *game, unsigned viewer,
                  struct random *random) {
    struct shuffle s = {setup, game, random, viewer, NONE};
    const struct agenda_item *item = &game->agenda[0];
    unsigned players = setup->rules.players;
    bool open =
        game->n_agenda && (item->step == AGENDA_TAKE_CARDS || item->step == AGENDA_TAKE_PROGRESS);
    if (open && viewer == game->active)
        s.known = item->seat;
    for (unsigned round = 0; round < 20; round++) {
        swap_cards(&s, random_below(random, players), random_below(random, players));
        swap_dev_card(&s, random_below(random, players));
        swap_progress_card(&s, random_below(random, players));
    }
    for (unsigned seat = 0; seat < players; seat++)
        change_answer(&s, seat);
    show_again(game);
    game->draws += random_below(random, 9);
}

/* ---- events ---- */

bool twin_kept_secret(const struct game *before, const struct event *event, unsigned viewer) {
    unsigned missing = 0;
    for (unsigned i = 0; i < before->n_pending; i++)
        missing += !before->pending[i].answered && before->pending[i].player != event->player;
    switch (event->type) {
    case MOVE_ROBBER:
    case CHASE_ROBBER:
    case CHOOSE_PROGRESS_DECK:
    case TAKE_CARDS:
    case TAKE_PROGRESS_CARD:
    case DRAW_VICTIM: return true;
    case ROLL: /* cards taken by the fleet are public in the bank */
        for (unsigned seat = 0; seat < SEAT_MAX; seat++)
            if (!cards_empty(event->outcome.lost[seat]))
                return false;
        return true;
    case DISCARD_PROGRESS_CARD: /* the last of several shows the others' stacks */
        return missing > 0 || before->n_pending == 1;
    case CHOOSE_PILLAGED_CITY: return missing > 0;
    case GIVE_CARDS: return missing > 0 || viewer != before->active; /* the receiver sees them */
    case DISCARD: return missing > 0; /* the last one makes all public */
    case PLAY_DEV_CARD: return event->action.card == KNIGHT;
    case PLAY_PROGRESS_CARD: return event->action.card == PROGRESS_BISHOP;
    default: return false;
    }
}

/* Another card or place that the player could have chosen there without a visible difference to VIEWER. */
static bool other_answer(const struct setup *setup, const struct game *other, unsigned hidden,
                         struct random *random, struct event *twin) {
    static struct move_list list;
    unsigned n = 0, card = twin->action.card;
    game_list(setup, other, twin->player, &list);
    for (size_t i = 0; i < list.n; i++) {
        const struct action *action = &list.items[i];
        bool alike = action->type == twin->type;
        if (alike && hidden & HIDDEN_ACTION_CARD)
            alike = action->card != NONE &&
                    (hidden & HIDDEN_ACTION_TRACK ||
                     progress_rows[action->card].track == progress_rows[card].track);
        if (alike && random_below(random, ++n) == 0)
            twin->action = *action;
    }
    return n > 0;
}

bool twin_event(const struct setup *setup, const struct game *game, const struct game *other,
                const struct event *event, unsigned viewer, struct random *random,
                struct event *twin) {
    struct random_chance chance = random_chance(random);
    unsigned hidden = event_hidden(setup, game, event, viewer);
    *twin = *event;
    if (hidden & HIDDEN_ACTION_CARDS) {
        twin->action.give = twin->action.take = cards_none();
        twin->action.open =
            (uint8_t)(cards_total(event->action.give) + cards_total(event->action.take));
        if (!game_fill_random(setup, other, event->player, &chance.chance, &twin->action))
            return false;
    }
    if (hidden & (HIDDEN_ACTION_CARD | HIDDEN_ACTION_VERTEX) &&
        !other_answer(setup, other, hidden, random, twin))
        return false;
    unsigned drawn = event->type == ROLL ? (unsigned)PART_CARDS
                                         : game_parts(setup, other, &twin->action) &
                                               ~(unsigned)PART_DICE; /* dice are public */
    if (event->type == ROLL && !(game_parts(setup, other, &twin->action) & PART_CARDS))
        return false;
    memset(twin->outcome.dealt, 0, sizeof twin->outcome.dealt);
    game_draw(setup, other, event->player, &twin->action, drawn, &chance.chance, &twin->outcome);
    unsigned dealt = event_hidden_dealt(event, viewer);
    if (dealt != event_hidden_dealt(twin, viewer))
        return false; /* a victory point card is visible */
    for (unsigned seat = 0; seat < SEAT_MAX; seat++)
        if (!(dealt >> seat & 1))
            twin->outcome.dealt[seat] = event->outcome.dealt[seat];
    if (!(event_hidden(setup, other, twin, viewer) & HIDDEN_OUTCOME_CARD))
        twin->outcome.card = event->outcome.card;
    return game_legal(setup, other, event->player, &twin->action) == REASON_OK &&
           game_possible(setup, other, event->player, &twin->action, &twin->outcome) == REASON_OK;
}
