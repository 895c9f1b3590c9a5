/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/document/view_json.h"

#include <stdio.h>

#include "service/base/json_write.h"
#include "service/document/cards_json.h"
#include "service/document/chain_json.h"
#include "service/document/members.h"

/* ---- head ---- */

static bool has_game(const struct member_source *from) {
    return from->head->game != NULL;
}

static void write_game_name(struct writer *w, const struct member_source *from) {
    writer_text(w, from->head->game);
}

static void write_viewer(struct writer *w, const struct member_source *from) {
    if (from->viewer == VIEWER_ALL)
        writer_text(w, "all");
    else
        id_write(w, from->viewer);
}

static void write_status(struct writer *w, const struct member_source *from) {
    writer_text(w, from->head->status);
}

static void write_view_turn(struct writer *w, const struct member_source *from) {
    writer_object(w);
    members_write(w, turn_members, turn_members_count, from->view, from);
    writer_object_end(w);
}

static void write_last_dice(struct writer *w, const struct member_source *from) {
    dice_write(w, from->view->last_dice, from->view->last_event);
}

static void write_waiting(struct writer *w, const struct member_source *from) {
    waiting_for_write(w, from->setup, from->view, from->viewer, from->head->deadlines);
}

/* ---- the table ---- */

/* Opens an entry for a piece of the player whose vertex it is. */
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

static void write_ships(struct writer *w, const struct setup *setup, const struct game *view) {
    struct edge_set warships = {{0}};
    for (unsigned seat = 0; seat < setup->board.n_lanes; seat++)
        warships = edge_set_union(warships, game_warships(setup, view, seat));
    writer_key(w, "ships");
    writer_array(w);
    EDGE_EACH(&view->paved, e) {
        unsigned seat = view->road_owner[e];
        if (!edge_set_has(&view->players[seat].ships, e))
            continue;
        writer_object(w);
        writer_int_member(w, "edge", e);
        writer_int_member(w, "player", seat);
        writer_bool_member(w, "built", edge_set_has(&view->ships_new, e));
        if (setup->rules.fleet)
            writer_bool_member(w, "warship", edge_set_has(&warships, e));
        writer_object_end(w);
    }
    writer_array_end(w);
}

static void write_pieces(struct writer *w, const struct member_source *from) {
    const struct setup *setup = from->setup;
    const struct game *view = from->view;
    writer_object(w);
    writer_key(w, "settlements");
    write_buildings(w, setup, view, false);
    writer_key(w, "cities");
    write_buildings(w, setup, view, true);
    writer_key(w, "roads");
    writer_array(w);
    EDGE_EACH(&view->paved, e) {
        if (edge_set_has(&view->players[view->road_owner[e]].ships, e))
            continue;
        writer_object(w);
        writer_int_member(w, "edge", e);
        writer_int_member(w, "player", view->road_owner[e]);
        writer_object_end(w);
    }
    writer_array_end(w);
    if (setup->rules.sea)
        write_ships(w, setup, view);
    if (setup->rules.knights)
        write_knights(w, setup, view);
    writer_object_end(w);
}

/* Only where the tokens no longer lie as the board began. */
static bool has_numbers(const struct member_source *from) {
    for (unsigned h = 0; h < from->setup->board.n_hexes; h++)
        if (from->view->numbers[h] != from->setup->board.hexes[h].number &&
            from->setup->board.hexes[h].fog == 0)
            return true;
    return false;
}

static void write_numbers(struct writer *w, const struct member_source *from) {
    char id[8];
    writer_object(w);
    for (unsigned h = 0; h < from->setup->board.n_hexes; h++) {
        if (from->view->numbers[h] == 0)
            continue;
        snprintf(id, sizeof id, "%u", h);
        writer_key_text(w, id);
        writer_int(w, from->view->numbers[h]);
    }
    writer_object_end(w);
}

static bool view_has_fog(const struct member_source *from) {
    return from->setup->board.n_fog > 0;
}

/* What has come out of fog (S-57). */
static void write_revealed(struct writer *w, const struct member_source *from) {
    writer_array(w);
    for (unsigned h = 0; h < from->setup->board.n_hexes; h++) {
        if (from->setup->board.hexes[h].fog == 0 || game_terrain(from->setup, from->view, h) == FOG)
            continue;
        writer_object(w);
        writer_int_member(w, "hex", h);
        writer_text_member(w, "terrain", terrain_names[game_terrain(from->setup, from->view, h)]);
        writer_int_or_null_member(w, "number", from->view->numbers[h]);
        writer_object_end(w);
    }
    writer_array_end(w);
}

static bool view_has_sea(const struct member_source *from) {
    return from->setup->rules.sea;
}

static bool view_has_fleet(const struct member_source *from) {
    return from->setup->rules.fleet;
}

/* Where a fleet sails there is no pirate. */
static void write_pirate(struct writer *w, const struct member_source *from) {
    id_write(w, from->setup->rules.fleet ? NONE : from->view->pirate);
}

static bool view_has_gifts(const struct member_source *from) {
    return from->setup->board.n_gifts > 0;
}

/* Paths with gifts that nobody has taken (S-102). */
static void write_gifts_left(struct writer *w, const struct member_source *from) {
    const struct board *board = &from->setup->board;
    writer_array(w);
    for (unsigned i = 0; i < board->n_gifts; i++)
        if (!(from->view->gifts >> i & 1))
            writer_int(w, board->gifts[i].edge);
    writer_array_end(w);
}

static bool view_has_new_harbors(const struct member_source *from) {
    return from->setup->board.n_gifts > 0 || from->setup->board.n_pool > 0;
}

/* Those of the board and those placed in the game (S-106, S-161). */
static void write_harbors(struct writer *w, const struct member_source *from) {
    const struct board *board = &from->setup->board;
    writer_array(w);
    for (unsigned i = 0; i < (unsigned)board->n_harbors + from->view->n_harbors; i++) {
        const struct harbor *harbor =
            i < board->n_harbors ? &board->harbors[i] : &from->view->harbors[i - board->n_harbors];
        writer_object(w);
        writer_int_member(w, "edge", harbor->edge);
        writer_text_member(w, "kind", harbor_names[harbor->kind]);
        writer_object_end(w);
    }
    writer_array_end(w);
}

static bool view_has_villages(const struct member_source *from) {
    return from->setup->board.n_villages > 0;
}

/* What they still have, and who has reached them (S-113, S-114). */
static void write_villages(struct writer *w, const struct member_source *from) {
    const struct board *board = &from->setup->board;
    writer_array(w);
    for (unsigned i = 0; i < board->n_villages; i++) {
        const struct village *village = &from->view->villages[i];
        writer_object(w);
        writer_int_member(w, "vertex", board->villages[i].vertex);
        writer_int_member(w, "cloth", village->cloth);
        writer_key(w, "linked");
        writer_array(w);
        for (unsigned j = 0; j < village->n_linked; j++)
            writer_int(w, village->linked[j]);
        writer_array_end(w);
        writer_object_end(w);
    }
    writer_array_end(w);
}

static void write_bank(struct writer *w, const struct member_source *from) {
    cards_write_all(w, from->view->bank, from->setup->rules.kinds);
}

static void write_decks(struct writer *w, const struct member_source *from) {
    if (from->setup->rules.knights) {
        numbers_write(w, track_names, from->view->stack_count, TRACK_COUNT);
        return;
    }
    writer_object(w);
    writer_int_member(w, "dev", from->view->deck_count);
    writer_object_end(w);
}

/* Who sees all sees the progress cards put back under their stacks as well. */
static bool has_returned(const struct member_source *from) {
    return from->viewer == VIEWER_ALL;
}

static void write_returned(struct writer *w, const struct member_source *from) {
    writer_object(w);
    for (unsigned track = 0; track < TRACK_COUNT; track++) {
        writer_key_text(w, track_names[track]);
        progress_write(w, from->view->returned[track], STACK_MAX);
    }
    writer_object_end(w);
}

/* ---- players ---- */

static void write_players(struct writer *w, const struct member_source *from) {
    struct member_source of_seat = *from;
    writer_array(w);
    for (unsigned seat = 0; seat < from->setup->rules.colors; seat++) {
        of_seat.seat = seat;
        writer_object(w);
        members_write(w, player_members, player_members_count, &from->view->players[seat],
                      &of_seat);
        writer_object_end(w);
    }
    writer_array_end(w);
}

/* What lies with somebody: {"player":1,"length":5}; null where nobody has it. */
static void write_held(struct writer *w, unsigned player, const char *what, unsigned value) {
    if (player == NONE) {
        writer_null(w);
        return;
    }
    writer_object(w);
    writer_int_member(w, "player", player);
    writer_key_text(w, what);
    writer_int(w, value);
    writer_object_end(w);
}

static void write_longest_road(struct writer *w, const struct member_source *from) {
    unsigned holder = from->view->road_holder;
    write_held(w, holder, "length", holder == NONE ? 0 : from->view->players[holder].road_length);
}

static bool has_army(const struct member_source *from) {
    return from->setup->rules.army_card_min > 0;
}

static void write_largest_army(struct writer *w, const struct member_source *from) {
    unsigned holder = from->view->army_holder;
    write_held(w, holder, "size", holder == NONE ? 0 : from->view->players[holder].knights_played);
}

/* ---- what lies beside the board with knights ---- */

static void write_metropolises(struct writer *w, const struct member_source *from) {
    writer_object(w);
    for (unsigned track = 0; track < TRACK_COUNT; track++) {
        unsigned vertex = from->view->metropolis[track];
        writer_key_text(w, track_names[track]);
        write_held(w, vertex == NONE ? NONE : from->view->owner[vertex], "vertex", vertex);
    }
    writer_object_end(w);
}

static void write_merchant(struct writer *w, const struct member_source *from) {
    unsigned hex = from->view->merchant;
    write_held(w, hex == NONE ? NONE : from->view->merchant_holder, "hex", hex);
}

static void write_barbarians(struct writer *w, const struct member_source *from) {
    writer_object(w);
    writer_int_member(w, "position", from->view->barbarians);
    writer_int_member(w, "attacks", from->view->attacks);
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

static void write_offers(struct writer *w, const struct member_source *from) {
    writer_array(w);
    for (unsigned i = 0; i < OFFER_MAX; i++)
        if (from->view->offers[i].id != 0)
            write_offer(w, &from->view->offers[i]);
    writer_array_end(w);
}

static void write_agenda(struct writer *w, const struct member_source *from) {
    agenda_write(w, from->view);
}

static void write_answers(struct writer *w, const struct member_source *from) {
    answers_write(w, from->view);
}

/* ---- the table ---- */

#define AT(member) .offset = offsetof(struct game, member)

/* What is read of these has an order of its own: position.c. */
const struct member view_members[] = {
    {MEMBER("game"), .has = has_game, .write = write_game_name},
    {MEMBER("seq"), .kind = MEMBER_COUNT, AT(seq)},
    {MEMBER("viewer"), .write = write_viewer},
    {MEMBER("status"), .has = has_game, .write = write_status},
    {MEMBER("phase"), .kind = MEMBER_NAME, AT(phase), .names = phase_names},
    {MEMBER("first"), .kind = MEMBER_ID, AT(first)},
    {MEMBER("turn"), .write = write_view_turn},
    {MEMBER("dice"), .write = write_last_dice},
    {MEMBER("waiting_for"), .derived = true, .write = write_waiting},
    {MEMBER("robber"), .kind = MEMBER_ID, AT(robber)},
    {MEMBER("pirate"), .has = view_has_sea, .write = write_pirate},
    {MEMBER("fleet"), .kind = MEMBER_ID, AT(pirate), .has = view_has_fleet},
    {MEMBER("hexes_revealed"), .has = view_has_fog, .write = write_revealed},
    {MEMBER("gifts_left"), .has = view_has_gifts, .write = write_gifts_left},
    {MEMBER("harbors"), .has = view_has_new_harbors, .write = write_harbors},
    {MEMBER("villages"), .has = view_has_villages, .write = write_villages},
    {MEMBER("cloth_supply"), .kind = MEMBER_NUMBER, .max = CLOTH_SUPPLY, AT(cloth_supply),
     .has = view_has_villages},
    {MEMBER("numbers"), .has = has_numbers, .write = write_numbers},
    {MEMBER("pieces"), .write = write_pieces},
    {MEMBER("bank"), .derived = true, .write = write_bank},
    {MEMBER("decks"), .derived = true, .write = write_decks},
    {MEMBER("returned"), .game = MEMBER_KNIGHTS, .has = has_returned, .write = write_returned},
    {MEMBER("dev_removed"), .game = MEMBER_BASE, .kind = MEMBER_COUNTS, AT(dev_removed),
     .names = dev_names, .count = DEV_COUNT},
    {MEMBER("players"), .write = write_players},
    {MEMBER("longest_road"), .derived = true, .write = write_longest_road},
    {MEMBER("largest_army"), .game = MEMBER_BASE, .derived = true, .has = has_army,
     .write = write_largest_army},
    {MEMBER("metropolises"), .game = MEMBER_KNIGHTS, .derived = true, .write = write_metropolises},
    {MEMBER("merchant"), .game = MEMBER_KNIGHTS, .write = write_merchant},
    {MEMBER("barbarians"), .game = MEMBER_KNIGHTS, .write = write_barbarians},
    {MEMBER("offers"), .write = write_offers},
    {MEMBER("offers_made"), .kind = MEMBER_COUNT, AT(next_offer)},
    {MEMBER("agenda"), .write = write_agenda},
    {MEMBER("answers"), .write = write_answers},
    {MEMBER("winner"), .kind = MEMBER_ID, AT(winner)},
};
const size_t view_members_count = sizeof view_members / sizeof *view_members;

void view_write(struct writer *w, const struct setup *setup, const struct game *view,
                unsigned viewer, const struct view_head *head) {
    struct member_source from = {.setup = setup, .view = view, .head = head, .viewer = viewer};
    writer_object(w);
    members_write(w, view_members, view_members_count, view, &from);
    writer_object_end(w);
}
