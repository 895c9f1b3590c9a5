/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/gamejson/view_json.h"

#include <stdio.h>

#include "service/gamejson/action_json.h"
#include "service/gamejson/cards_json.h"
#include "service/json/writer.h"

const char *const seat_colors[SEAT_MAX] = {"red", "blue", "white", "orange", "green", "brown"};
const char *const phase_names[PHASE_COUNT] = {"setup", "play", "finished"};
const char *const turn_step_names[TURN_STEP_COUNT] = {"before_roll", "between_rolls", "resolving",
                                                      "actions"};
const char *const decision_names[DECISION_KIND_COUNT] = {
    [DECIDE_SETUP_SETTLEMENT] = "setup_settlement",
    [DECIDE_SETUP_ROAD] = "setup_road",
    [DECIDE_TURN] = "turn",
    [DECIDE_DISCARD] = "discard",
    [DECIDE_MOVE_ROBBER] = "move_robber",
    [DECIDE_BUILD_NEUTRAL] = "build_neutral",
    [DECIDE_RETURN_CARDS] = "return_cards",
};
const char *const agenda_names[AGENDA_STEP_COUNT] = {
    [AGENDA_SETUP] = "setup",
    [AGENDA_PRODUCE] = "produce",
    [AGENDA_DISCARD] = "discard",
    [AGENDA_ROBBER] = "robber",
    [AGENDA_AFTER_ROLL] = "after_roll",
    [AGENDA_NEUTRAL] = "neutral",
    [AGENDA_RETURN_CARDS] = "return_cards",
    [AGENDA_RESUME] = "resume",
};

static void write_id(struct writer *w, unsigned id) {
    if (id == NONE)
        writer_null(w);
    else
        writer_int(w, id);
}
#define write_id_member(w, name, id) (writer_key(w, name), write_id((w), (id)))

static void write_dice(struct writer *w, const uint8_t dice[2]) {
    writer_object(w);
    writer_int_member(w, "yellow", dice[0]);
    writer_int_member(w, "red", dice[1]);
    writer_object_end(w);
}

static void write_turn(struct writer *w, const struct setup *setup, const struct game *view) {
    bool started = view->first != NONE;
    writer_key(w, "turn");
    writer_object(w);
    writer_int_member(w, "number", view->turn);
    write_id_member(w, "player", started ? view->active : NONE);
    writer_bool_member(w, "rolled",
                       view->rolls == setup->rules.production_rolls || view->step == STEP_ACTIONS);
    writer_text_member(w, "step", turn_step_names[view->step]);
    writer_key(w, "rolls");
    writer_array(w);
    for (unsigned i = 0; i < view->rolls; i++)
        if (view->dice[i][0] != 0) /* a position may not know them */
            write_dice(w, view->dice[i]);
    writer_array_end(w);
    writer_bool_member(w, "trade_over", view->trade_over);
    writer_bool_member(w, "dev_card_played", view->dev_played);
    if (setup->rules.tokens_max > 0)
        writer_bool_member(w, "knight_traded_in", view->knight_traded);
    writer_object_end(w);
}

/* ---- what is waited for ---- */

static void write_decision(struct writer *w, const struct decision *decision) {
    writer_object(w);
    writer_int_member(w, "player", decision->player);
    writer_text_member(w, "decision", decision_names[decision->kind]);
    switch (decision->kind) {
    case DECIDE_SETUP_ROAD: writer_int_member(w, "vertex", decision->vertex); break;
    case DECIDE_DISCARD:
        writer_int_member(w, "count", decision->count);
        writer_text_member(w, "for", "seven");
        break;
    case DECIDE_BUILD_NEUTRAL:
        writer_text_member(w, "kind", piece_names[decision->piece]);
        writer_int_member(w, "count", decision->count);
        break;
    case DECIDE_RETURN_CARDS:
        writer_int_member(w, "to", decision->other);
        writer_int_member(w, "count", decision->count);
        break;
    default: break;
    }
    writer_object_end(w);
}

void waiting_for_write(struct writer *w, const struct game *view) {
    writer_array(w);
    for (unsigned i = 0; i < view->n_pending; i++)
        if (!view->pending[i].answered)
            write_decision(w, &view->pending[i]);
    writer_array_end(w);
}

static void write_agenda(struct writer *w, const struct game *view) {
    writer_key(w, "agenda");
    writer_array(w);
    for (unsigned i = 0; i < view->n_agenda; i++) {
        const struct agenda_item *item = &view->agenda[i];
        writer_object(w);
        writer_text_member(w, "step", agenda_names[item->step]);
        switch (item->step) {
        case AGENDA_PRODUCE: writer_int_member(w, "sum", item->arg); break;
        case AGENDA_NEUTRAL:
            writer_text_member(w, "kind", piece_names[item->arg]);
            writer_int_member(w, "count", item->count);
            break;
        case AGENDA_RETURN_CARDS:
            writer_int_member(w, "to", item->arg);
            writer_int_member(w, "count", item->count);
            break;
        case AGENDA_RESUME: writer_text_member(w, "turn_step", turn_step_names[item->arg]); break;
        default: break;
        }
        writer_object_end(w);
    }
    writer_array_end(w);
}

/* game_view leaves the answers that the viewer may know. */
static void write_answers(struct writer *w, const struct game *view) {
    writer_key(w, "answers");
    writer_array(w);
    for (unsigned seat = 0; seat < SEAT_MAX; seat++) {
        struct action action = {.type = DISCARD, .give = view->answers[seat]};
        if (cards_empty(view->answers[seat]))
            continue;
        writer_object(w);
        writer_int_member(w, "player", seat);
        writer_key(w, "action");
        action_write(w, &action, false);
        writer_object_end(w);
    }
    writer_array_end(w);
}

/* ---- the table ---- */

static void write_buildings(struct writer *w, const struct setup *setup, const struct game *view,
                            unsigned building) {
    writer_array(w);
    for (unsigned v = 0; v < setup->board.n_vertices; v++) {
        if (view->building[v] != building)
            continue;
        writer_object(w);
        writer_int_member(w, "vertex", v);
        writer_int_member(w, "player", view->owner[v]);
        writer_object_end(w);
    }
    writer_array_end(w);
}

static void write_pieces(struct writer *w, const struct setup *setup, const struct game *view) {
    writer_key(w, "pieces");
    writer_object(w);
    writer_key(w, "settlements");
    write_buildings(w, setup, view, BUILDING_SETTLEMENT);
    writer_key(w, "cities");
    write_buildings(w, setup, view, BUILDING_CITY);
    writer_key(w, "roads");
    writer_array(w);
    EDGE_EACH(&view->paved, e) {
        writer_object(w);
        writer_int_member(w, "edge", e);
        writer_int_member(w, "player", view->road_owner[e]);
        writer_object_end(w);
    }
    writer_array_end(w);
    writer_object_end(w);
}

/* Only where the tokens no longer lie as the board began. */
static void write_numbers(struct writer *w, const struct setup *setup, const struct game *view) {
    char id[8];
    bool moved = false;
    for (unsigned h = 0; h < setup->board.n_hexes; h++)
        moved |= view->numbers[h] != setup->board.hexes[h].number;
    if (!moved)
        return;
    writer_key(w, "numbers");
    writer_object(w);
    for (unsigned h = 0; h < setup->board.n_hexes; h++) {
        if (view->numbers[h] == 0)
            continue;
        snprintf(id, sizeof id, "%u", h);
        writer_key_text(w, id);
        writer_int(w, view->numbers[h]);
    }
    writer_object_end(w);
}

static void write_table(struct writer *w, const struct setup *setup, const struct game *view) {
    write_id_member(w, "robber", view->robber);
    write_numbers(w, setup, view);
    write_pieces(w, setup, view);
    writer_key(w, "bank");
    cards_write_all(w, view->bank);
    writer_key(w, "decks");
    writer_object(w);
    writer_int_member(w, "dev", view->deck_count);
    writer_object_end(w);
    writer_key(w, "dev_removed");
    counts_write(w, dev_names, view->dev_removed, DEV_COUNT);
}

/* ---- players ---- */

static void write_hidden(struct writer *w, const struct player *player) {
    writer_int_member(w, "card_count", player->hand_count);
    writer_key(w, "cards");
    if (player->hidden)
        writer_null(w);
    else
        cards_write(w, player->hand);
    writer_int_member(w, "dev_count", player->dev_count);
    writer_key(w, "dev_cards");
    if (player->hidden)
        writer_null(w);
    else
        counts_write(w, dev_names, player->dev, DEV_COUNT);
    writer_key(w, "new_dev_cards");
    if (player->hidden)
        writer_null(w);
    else
        counts_write(w, dev_names, player->dev_new, DEV_COUNT);
}

static void write_points(struct writer *w, const struct setup *setup, const struct game *view,
                         unsigned seat) {
    writer_key(w, "points");
    writer_object(w);
    writer_int_member(w, "visible", game_points_visible(setup, view, seat));
    writer_key(w, "total");
    if (view->players[seat].hidden)
        writer_null(w);
    else
        writer_int(w, game_points(setup, view, seat));
    writer_object_end(w);
}

static void write_supply(struct writer *w, const struct player *player) {
    writer_key(w, "supply");
    writer_object(w);
    writer_int_member(w, "roads", player->supply[PIECE_ROAD]);
    writer_int_member(w, "settlements", player->supply[PIECE_SETTLEMENT]);
    writer_int_member(w, "cities", player->supply[PIECE_CITY]);
    writer_object_end(w);
}

static void write_rates(struct writer *w, const struct setup *setup, const struct game *view,
                        unsigned seat) {
    struct cards rates = cards_none();
    for (unsigned kind = 0; kind < RESOURCE_COUNT; kind++)
        rates.n[kind] = (uint8_t)game_rate(setup, view, seat, kind);
    writer_key(w, "rates");
    cards_write(w, rates);
}

static void write_player(struct writer *w, const struct setup *setup, const struct game *view,
                         unsigned seat, const struct seat_label *label) {
    const struct player *player = &view->players[seat];
    bool neutral = rules_neutral(&setup->rules, seat);
    writer_object(w);
    writer_int_member(w, "seat", seat);
    writer_text_member(w, "color", label->color != NULL ? label->color : seat_colors[seat]);
    writer_key(w, "name");
    writer_text_or_null(w, label->name);
    writer_bool_member(w, "neutral", neutral);
    writer_bool_member(w, "resigned", player->resigned);
    write_hidden(w, player);
    writer_int_member(w, "knights_played", player->knights_played);
    write_points(w, setup, view, seat);
    writer_int_member(w, "longest_road", player->road_length);
    write_supply(w, player);
    write_rates(w, setup, view, seat);
    if (setup->rules.tokens_max > 0 && !neutral)
        writer_int_member(w, "trade_tokens", player->tokens);
    writer_object_end(w);
}

static void write_players(struct writer *w, const struct setup *setup, const struct game *view,
                          const struct view_head *head) {
    writer_key(w, "players");
    writer_array(w);
    for (unsigned seat = 0; seat < setup->rules.colors; seat++)
        write_player(w, setup, view, seat, &head->labels[seat]);
    writer_array_end(w);
}

static void write_honors(struct writer *w, const struct game *view) {
    writer_key(w, "longest_road");
    if (view->road_holder == NONE) {
        writer_null(w);
    } else {
        writer_object(w);
        writer_int_member(w, "player", view->road_holder);
        writer_int_member(w, "length", view->players[view->road_holder].road_length);
        writer_object_end(w);
    }
    writer_key(w, "largest_army");
    if (view->army_holder == NONE) {
        writer_null(w);
    } else {
        writer_object(w);
        writer_int_member(w, "player", view->army_holder);
        writer_int_member(w, "size", view->players[view->army_holder].knights_played);
        writer_object_end(w);
    }
}

/* ---- offers ---- */

static void write_offer(struct writer *w, const struct offer *offer) {
    char seat_text[8];
    writer_object(w);
    writer_int_member(w, "id", offer->id);
    writer_int_member(w, "player", offer->player);
    writer_key(w, "give");
    cards_write(w, offer->give);
    writer_key(w, "want");
    cards_write(w, offer->want);
    writer_key(w, "to");
    seats_write(w, offer->to);
    if (offer->auto_confirm)
        writer_bool_member(w, "auto", true);
    if (offer->counters != 0)
        writer_int_member(w, "counters", offer->counters);
    writer_key(w, "responses");
    writer_object(w);
    for (unsigned seat = 0; seat < SEAT_MAX; seat++) {
        if (!((offer->accepted | offer->declined) >> seat & 1))
            continue;
        snprintf(seat_text, sizeof seat_text, "%u", seat);
        writer_key_text(w, seat_text);
        writer_text(w, offer->accepted >> seat & 1 ? "accepted" : "declined");
    }
    writer_object_end(w);
    writer_object_end(w);
}

static void write_offers(struct writer *w, const struct game *view) {
    writer_key(w, "offers");
    writer_array(w);
    for (unsigned i = 0; i < OFFER_MAX; i++)
        if (view->offers[i].id != 0)
            write_offer(w, &view->offers[i]);
    writer_array_end(w);
    writer_int_member(w, "offers_made", view->next_offer);
}

/* ---- the whole ---- */

static void write_head(struct writer *w, const struct game *view, unsigned viewer,
                       const struct view_head *head) {
    if (head->game != NULL)
        writer_text_member(w, "game", head->game);
    writer_int_member(w, "seq", view->seq);
    writer_key(w, "viewer");
    if (viewer == VIEWER_ALL)
        writer_text(w, "all");
    else
        write_id(w, viewer);
    if (head->game != NULL)
        writer_text_member(w, "status", head->status);
    writer_text_member(w, "phase", phase_names[view->phase]);
    write_id_member(w, "first", view->first);
}

void view_write(struct writer *w, const struct setup *setup, const struct game *view,
                unsigned viewer, const struct view_head *head) {
    writer_object(w);
    write_head(w, view, viewer, head);
    write_turn(w, setup, view);
    writer_key(w, "dice");
    if (view->last_dice[0] == 0)
        writer_null(w);
    else
        write_dice(w, view->last_dice);
    writer_key(w, "waiting_for");
    waiting_for_write(w, view);
    write_table(w, setup, view);
    write_players(w, setup, view, head);
    write_honors(w, view);
    write_offers(w, view);
    write_agenda(w, view);
    write_answers(w, view);
    write_id_member(w, "winner", view->winner);
    writer_object_end(w);
}
