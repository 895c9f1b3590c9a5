/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/game/dry_run.h"

#include "db/games.h"

#include <string.h>

static void add_unknown(struct dry_run *dry, const char *pointer) {
    dry->unknown[dry->n_unknown++] = pointer;
}

/* Whether a gift is due from a hidden hand whose owner is not asked, having to give all of it
 * (O-15). */
static bool gifts_unasked(const struct game *view) {
    const struct agenda_item *item = &view->agenda[0];

    for (unsigned seat = 0; seat < SEAT_MAX; seat++) {
        const struct player *player = &view->players[seat];

        if (item->arg >> seat & 1 && player->hidden && player->hand_count > 0 &&
            player->hand_count <= item->count)
            return true;
    }
    return false;
}

/* Whether hidden answers have been given, and only SEAT's is missing: then SEAT's answer reveals
 * the others. */
static bool completes_known_answers(const struct game *view, unsigned seat) {
    bool others =
        view->n_agenda > 0 && view->agenda[0].step == AGENDA_GIVE_CARDS && gifts_unasked(view);

    for (unsigned i = 0; i < view->n_pending; i++)
        others |= view->players[view->pending[i].player].hidden;
    return others && !answers_missing(view, seat);
}

/* Whether the next player might win at once with hidden victory point cards. */
static bool next_may_win(const struct setup *setup, const struct game *view, unsigned seat) {
    unsigned next = (seat + 1) % setup->rules.players;
    const struct player *player = &view->players[next];

    return player->hidden && player->dev_count > 0 &&
           game_points_visible(setup, view, next) + player->dev_count >= setup->rules.points_target;
}

static bool anybody_hidden(const struct game *view) {
    for (unsigned seat = 0; seat < SEAT_MAX; seat++)
        if (view->players[seat].hidden)
            return true;
    return false;
}

static void stop_at_chance(const struct event *event, struct dry_run *dry) {
    if (event->drawn & PART_DICE) {
        add_unknown(dry, "/outcome/yellow");
        add_unknown(dry, "/outcome/red");
    }
    if (event->drawn & PART_EVENT)
        add_unknown(dry, "/outcome/event");
    if (event->drawn & PART_CARD)
        add_unknown(dry, event->type == PLACE_HARBOR ? "/outcome/harbor" : "/outcome/card");
    if (event->outcome.n_gifts > 1)
        add_unknown(dry, "/outcome/second");
    if (event->drawn & PART_CARDS)
        add_unknown(dry, action_discovers(&event->action) ? "/outcome/reveals"
                         : event->type == ROLL            ? "/outcome/draws"
                                                          : "/outcome/cards");
}

/* Whether EVENT leaves anything to chance. A roll with given dice does not if nobody draws cards by
 * them. */
static bool chance_matters(const struct setup *setup, const struct game *view,
                           const struct event *event) {
    return event->type != ROLL || event->drawn != PART_CARDS ||
           game_gate_draws(setup, view, event->outcome.event, event->outcome.red) != 0;
}

/* Cards that an action takes from hands which the view does not show, or NULL. */
static const char *shown_by(const struct event *event) {
    const struct action *action = &event->action;
    switch (event->type) {
    case PLAY_DEV_CARD: return action->card == MONOPOLY ? "/effects" : NULL;
    case HARBOR_OFFER: return "/reveals";
    case PLAY_PROGRESS_CARD:
        if (action_parts(action) || !action_reveals(action))
            return NULL;
        return action->card == PROGRESS_SPY || action->card == PROGRESS_MASTER_MERCHANT
                   ? "/reveals"
                   : "/effects";
    default: return NULL;
    }
}

/* Notes what EVENT needs that the view lacks; true if there is anything. */
static bool add_unknowns(const struct setup *setup, const struct game *view,
                         const struct event *event, struct dry_run *dry) {
    const char *shown = shown_by(event);
    if (event->drawn != 0 && chance_matters(setup, view, event)) {
        stop_at_chance(event, dry);
    } else if (shown != NULL && anybody_hidden(view)) {
        add_unknown(dry, shown);
    } else if (answered_together(event->type) && completes_known_answers(view, event->player)) {
        add_unknown(dry, "/reveals");
    } else if (event->type == END_TURN && next_may_win(setup, view, event->player)) {
        add_unknown(dry, "/winner");
    }
    return dry->n_unknown > 0;
}

/* That a partner in a trade holds what they give is public: so these cards are put into their hand, to be
 * paid. The view blanks them again afterwards. */
static void deal_partner(struct game *view, const struct event *event) {
    for (unsigned i = 0; i < OFFER_MAX; i++) {
        const struct offer *offer = &view->offers[i];
        unsigned partner = offer->player;
        struct cards pays = offer->give;

        if (offer->id == 0 || offer->id != event->action.ref)
            continue;
        if (event->type == CONFIRM_TRADE) {
            partner = event->action.seat;
            pays = offer->want;
        } else if (event->type != ACCEPT_TRADE) {
            continue;
        }
        if (view->players[partner].hidden)
            view->players[partner].hand = pays;
    }
}

/* The game is over: a viewer who sees everything sees the end; for others it would reveal the
 * hands. */
static void settle_end(struct play *play, const struct setup *setup, struct dry_run *dry) {
    struct event events[PLAY_ENDING_MAX];
    unsigned n;

    play->status = STORE_GAME_FINISHED;
    if (anybody_hidden(&play->game)) {
        add_unknown(dry, "/players");
        return;
    }
    n = play_ending(setup, &play->game, false, events);
    for (unsigned i = 0; i < n; i++)
        play_add(play, setup, &events[i]);
}

void dry_run_judge(struct play *play, const struct load *load, struct dry_run *dry) {
    *dry = (struct dry_run){0};
    play_begin(play, load);
    game_view(&load->setup, &play->game, play->viewer, &play->game);
    trail_view(&play->trail, &load->setup, &play->game, play->viewer);
    for (; play->index < play->n_moves && dry->n_unknown == 0; play->index++) {
        const struct play_move *move = &play->moves[play->index];
        struct event event;
        enum reason reason = REASON_OK;

        if (!play_allows(play, load, &event) ||
            add_unknowns(&load->setup, &play->game, &event, dry))
            return;
        if (move->parts != 0)
            reason = game_possible(&load->setup, &play->game, event.player, &event.action,
                                   &event.outcome);
        if (reason != REASON_OK) {
            play->verdict = PLAY_IMPOSSIBLE;
            play->reason = reason;
            return;
        }
        deal_partner(&play->game, &event);
        play_add(play, &load->setup, &event);
        game_view(&load->setup, &play->game, play->viewer, &play->game);
        if (play->game.phase == PHASE_FINISHED)
            settle_end(play, &load->setup, dry);
    }
}
