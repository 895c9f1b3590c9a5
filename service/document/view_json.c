/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/document/view_json.h"

#include <stdio.h>

#include "service/base/json_write.h"
#include "service/document/cards_json.h"
#include "service/document/chain_json.h"

const char *const seat_colors[SEAT_MAX] = {"red", "blue", "white", "orange", "green", "brown"};

static void write_id(struct writer *w, unsigned id) {
    if (id == NONE)
        writer_null(w);
    else
        writer_int(w, id);
}
#define write_id_member(w, name, id) (writer_key(w, name), write_id((w), (id)))

/* A roll, with the event die where one was rolled. */
static void write_dice(struct writer *w, const uint8_t dice[2], unsigned event) {
    writer_object(w);
    writer_int_member(w, "yellow", dice[0]);
    writer_int_member(w, "red", dice[1]);
    if (event != FACE_NONE)
        writer_text_member(w, "event", face_names[event]);
    writer_object_end(w);
}

static void write_dice_or_null(struct writer *w, const uint8_t dice[2], unsigned event) {
    if (dice[0] == 0)
        writer_null(w);
    else
        write_dice(w, dice, event);
}

/* What cards have prepared for this turn. */
static void write_turn_cards(struct writer *w, const struct setup *setup, const struct game *view) {
    writer_key(w, "preset_dice");
    write_dice_or_null(w, view->preset, FACE_NONE);
    if (rules_variant(&setup->rules, VARIANT_KNIGHT_ERRANT))
        writer_bool_member(w, "errant_used", view->errant_used);
    writer_int_member(w, "cranes", view->cranes);
    writer_key(w, "fleet");
    writer_array(w);
    for (unsigned kind = 0; kind < KIND_COUNT; kind++)
        if (view->fleet >> kind & 1)
            writer_text(w, kind_names[kind]);
    writer_array_end(w);
    writer_key(w, "harbor");
    if (!view->harbor) {
        writer_null(w);
        return;
    }
    writer_object(w);
    writer_key(w, "asked");
    seats_write(w, view->harbor_asked);
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
            write_dice(w, view->dice[i], view->event);
    writer_array_end(w);
    writer_bool_member(w, "trade_over", view->trade_over);
    if (setup->rules.dev_deck)
        writer_bool_member(w, "dev_card_played", view->dev_played);
    if (setup->rules.tokens_max > 0)
        writer_bool_member(w, "knight_traded_in", view->knight_traded);
    if (setup->rules.knights)
        write_turn_cards(w, setup, view);
    writer_object_end(w);
}

/* ---- the table ---- */

/* Opens an entry for a piece of whom the vertex belongs to. */
static void write_piece(struct writer *w, const struct game *view, unsigned vertex) {
    writer_object(w);
    writer_int_member(w, "vertex", vertex);
    writer_int_member(w, "player", view->owner[vertex]);
}

static void write_metropolis(struct writer *w, const struct game *view, unsigned vertex) {
    writer_key(w, "metropolis");
    for (unsigned track = 0; track < TRACK_COUNT; track++)
        if (view->metropolis[track] == vertex) {
            writer_text(w, track_names[track]);
            return;
        }
    writer_null(w);
}

/* Settlements, or all that has a city piece: one on its side yields as a settlement (C-136). */
static void write_buildings(struct writer *w, const struct setup *setup, const struct game *view,
                            bool cities) {
    writer_array(w);
    for (unsigned v = 0; v < setup->board.n_vertices; v++) {
        if (view->building[v] == BUILDING_NONE ||
            vertex_set_has(&view->players[view->owner[v]].cities, v) != cities)
            continue;
        write_piece(w, view, v);
        if (cities && setup->rules.knights) {
            writer_bool_member(w, "wall", vertex_set_has(&view->walls, v));
            write_metropolis(w, view, v);
            writer_bool_member(w, "tipped", vertex_set_has(&view->tipped, v));
            writer_bool_member(w, "sabotaged", vertex_set_has(&view->sabotaged, v));
        }
        writer_object_end(w);
    }
    writer_array_end(w);
}

static void write_knights(struct writer *w, const struct setup *setup, const struct game *view) {
    writer_key(w, "knights");
    writer_array(w);
    for (unsigned v = 0; v < setup->board.n_vertices; v++) {
        unsigned knight = view->knight[v];
        if (knight == 0)
            continue;
        write_piece(w, view, v);
        writer_int_member(w, "level", knight & KNIGHT_RANK);
        writer_bool_member(w, "active", (knight & KNIGHT_ACTIVE) != 0);
        writer_bool_member(w, "activated", (knight & KNIGHT_ACTIVATED) != 0);
        writer_bool_member(w, "acted", (knight & KNIGHT_ACTED) != 0);
        writer_bool_member(w, "promoted", (knight & KNIGHT_PROMOTED) != 0);
        if (knight & KNIGHT_COMMITTED) /* while a battle goes on */
            writer_bool_member(w, "committed", true);
        writer_object_end(w);
    }
    writer_array_end(w);
}

static void write_pieces(struct writer *w, const struct setup *setup, const struct game *view) {
    writer_key(w, "pieces");
    writer_object(w);
    writer_key(w, "settlements");
    write_buildings(w, setup, view, false);
    writer_key(w, "cities");
    write_buildings(w, setup, view, true);
    writer_key(w, "roads");
    writer_array(w);
    EDGE_EACH(&view->paved, e) {
        writer_object(w);
        writer_int_member(w, "edge", e);
        writer_int_member(w, "player", view->road_owner[e]);
        writer_object_end(w);
    }
    writer_array_end(w);
    if (setup->rules.knights)
        write_knights(w, setup, view);
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

/* The stacks of progress cards; who sees all sees the cards put back under them as well. */
static void write_stacks(struct writer *w, const struct game *view, unsigned viewer) {
    writer_key(w, "decks");
    numbers_write(w, track_names, view->stack_count, TRACK_COUNT);
    if (viewer != VIEWER_ALL)
        return;
    writer_key(w, "returned");
    writer_object(w);
    for (unsigned track = 0; track < TRACK_COUNT; track++) {
        writer_key_text(w, track_names[track]);
        progress_write(w, view->returned[track], STACK_MAX);
    }
    writer_object_end(w);
}

static void write_table(struct writer *w, const struct setup *setup, const struct game *view,
                        unsigned viewer) {
    write_id_member(w, "robber", view->robber);
    write_numbers(w, setup, view);
    write_pieces(w, setup, view);
    writer_key(w, "bank");
    cards_write_all(w, view->bank, setup->rules.kinds);
    if (setup->rules.knights)
        write_stacks(w, view, viewer);
    if (!setup->rules.dev_deck)
        return;
    writer_key(w, "decks");
    writer_object(w);
    writer_int_member(w, "dev", view->deck_count);
    writer_object_end(w);
    writer_key(w, "dev_removed");
    counts_write(w, dev_names, view->dev_removed, DEV_COUNT);
}

/* ---- players ---- */

static void write_dev_cards(struct writer *w, const struct player *player) {
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
    writer_int_member(w, "knights_played", player->knights_played);
}

/* What lies in front of a player, and his progress cards. */
static void write_progress(struct writer *w, const struct player *player) {
    static const struct {
        uint8_t bit, card;
    } points[] = {{VP_PRINTER, PROGRESS_PRINTER}, {VP_CONSTITUTION, PROGRESS_CONSTITUTION}};
    writer_int_member(w, "progress_count", player->progress_count);
    writer_key(w, "progress_backs");
    numbers_write(w, track_names, player->progress_backs, TRACK_COUNT);
    writer_key(w, "progress_cards");
    if (player->hidden)
        writer_null(w);
    else
        progress_write(w, player->progress, PROGRESS_HAND_MAX);
    writer_key(w, "vp_cards");
    writer_array(w);
    for (unsigned i = 0; i < sizeof points / sizeof points[0]; i++)
        if (player->vp_cards & points[i].bit)
            writer_text(w, progress_names[points[i].card]);
    writer_array_end(w);
    writer_key(w, "improvements");
    numbers_write(w, track_names, player->improvements, TRACK_COUNT);
    writer_int_member(w, "defender_points", player->defender_points);
}

static void write_hand(struct writer *w, const struct rules *rules, const struct player *player) {
    writer_int_member(w, "card_count", player->hand_count);
    writer_key(w, "cards");
    if (player->hidden)
        writer_null(w);
    else
        cards_write(w, player->hand);
    if (rules->dev_deck)
        write_dev_cards(w, player);
    if (rules->knights)
        write_progress(w, player);
}

/* Only development cards hide points. */
static void write_points(struct writer *w, const struct setup *setup, const struct game *view,
                         unsigned seat) {
    writer_key(w, "points");
    writer_object(w);
    writer_int_member(w, "visible", game_points_visible(setup, view, seat));
    writer_key(w, "total");
    if (view->players[seat].hidden && setup->rules.dev_deck)
        writer_null(w);
    else
        writer_int(w, game_points(setup, view, seat));
    writer_object_end(w);
}

static void write_supply(struct writer *w, const struct rules *rules, const struct player *player) {
    writer_key(w, "supply");
    writer_object(w);
    writer_int_member(w, "roads", player->supply[PIECE_ROAD]);
    writer_int_member(w, "settlements", player->supply[PIECE_SETTLEMENT]);
    writer_int_member(w, "cities", player->supply[PIECE_CITY]);
    if (rules->knights) {
        writer_int_member(w, "walls", player->supply[PIECE_WALL]);
        writer_key(w, "knights");
        writer_array(w);
        for (unsigned rank = 0; rank < RANK_COUNT; rank++)
            writer_int(w, player->supply[PIECE_BASIC + rank]);
        writer_array_end(w);
    }
    writer_object_end(w);
}

static void write_rates(struct writer *w, const struct setup *setup, const struct game *view,
                        unsigned seat) {
    struct cards rates = cards_none();
    for (unsigned kind = 0; kind < setup->rules.kinds; kind++)
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
    writer_text_or_null_member(w, "name", label->name);
    writer_bool_member(w, "neutral", neutral);
    writer_bool_member(w, "resigned", player->resigned);
    write_hand(w, &setup->rules, player);
    write_points(w, setup, view, seat);
    writer_int_member(w, "longest_road", player->road_length);
    write_supply(w, &setup->rules, player);
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

static void write_honors(struct writer *w, const struct rules *rules, const struct game *view) {
    writer_key(w, "longest_road");
    if (view->road_holder == NONE) {
        writer_null(w);
    } else {
        writer_object(w);
        writer_int_member(w, "player", view->road_holder);
        writer_int_member(w, "length", view->players[view->road_holder].road_length);
        writer_object_end(w);
    }
    if (rules->army_card_min == 0)
        return;
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

/* ---- what lies beside the board with knights ---- */

static void write_beside(struct writer *w, const struct game *view) {
    writer_key(w, "metropolises");
    writer_object(w);
    for (unsigned track = 0; track < TRACK_COUNT; track++) {
        unsigned vertex = view->metropolis[track];
        writer_key_text(w, track_names[track]);
        if (vertex == NONE) {
            writer_null(w);
            continue;
        }
        writer_object(w);
        writer_int_member(w, "player", view->owner[vertex]);
        writer_int_member(w, "vertex", vertex);
        writer_object_end(w);
    }
    writer_object_end(w);
    writer_key(w, "merchant");
    if (view->merchant == NONE) {
        writer_null(w);
    } else {
        writer_object(w);
        writer_int_member(w, "player", view->merchant_holder);
        writer_int_member(w, "hex", view->merchant);
        writer_object_end(w);
    }
    writer_key(w, "barbarians");
    writer_object(w);
    writer_int_member(w, "position", view->barbarians);
    writer_int_member(w, "attacks", view->attacks);
    writer_object_end(w);
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
    write_dice_or_null(w, view->last_dice, view->last_event);
    writer_key(w, "waiting_for");
    waiting_for_write(w, view, viewer, head->deadlines);
    write_table(w, setup, view, viewer);
    write_players(w, setup, view, head);
    write_honors(w, &setup->rules, view);
    if (setup->rules.knights)
        write_beside(w, view);
    write_offers(w, view);
    writer_key(w, "agenda");
    agenda_write(w, view);
    writer_key(w, "answers");
    answers_write(w, view);
    write_id_member(w, "winner", view->winner);
    writer_object_end(w);
}
