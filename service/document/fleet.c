/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What a fleet adds to documents: where it is, and the fortresses. */
#include "service/document/rows.h"

/* ---- the own fortress ---- */

static bool seat_has_fortress(const struct member_source *from) {
    return from->seat < from->setup->board.n_lanes;
}

static void write_fortress(struct writer *w, const struct member_source *from) {
    writer_object(w);
    writer_int_member(w, "vertex", from->setup->board.lanes[from->seat].fortress);
    writer_int_member(w, "left", player_of(from)->fortress);
    writer_object_end(w);
}

static void read_fortress(struct reading *r, const json_t *value, const struct member_target *to) {
    static const char *const known[] = {"vertex", "left", NULL};
    const struct board *board = &to->setup->board;
    if (to->seat >= board->n_lanes) {
        reading_refuse(r, "is for boards with fortresses (rule S-125)");
        return;
    }
    if (!reading_object(r, value, known))
        return;
    unsigned vertex = board->lanes[to->seat].fortress;
    if (reading_number_of(r, value, "vertex", 0, board->n_vertices - 1U, vertex) != vertex)
        reading_refuse_at(r, "vertex", "must be %u", vertex);
    to->game->players[to->seat].fortress =
        (uint8_t)reading_number_of(r, value, "left", 0, FORTRESS_PIECES, READING_REQUIRED);
}

/* ---- what has changed ---- */

/* Of whose fortress pieces went (S-138). */
static const void *next_fortress(const struct member_source *from, struct item *item) {
    while (item->at < from->setup->rules.players) {
        unsigned seat = item->at++;
        item->player = (uint8_t)seat;
        item->place = from->setup->board.lanes[seat].fortress;
        item->number = from->view->players[seat].fortress;
        if (item->number < from->before->players[seat].fortress)
            return item;
    }
    return NULL;
}

static const struct member fortress_members[] = {
    CHANGE_ROW("player", player),
    CHANGE_ROW("vertex", place),
    CHANGE_ROW("left", number),
};

/* ---- the rows ---- */

/* A board can have lanes without a fleet. */
static const struct member thief_rows[] = {
    {HOLDER("fleet", pirate), .below = BELOW_HEXES, .has = HAS(rules.fleet),
     .foreign = "does not sail in this game (rule S-132)"},
};

static const struct member player_rows[] = {
    {MEMBER("fortress"), .known = true, .shown = seat_has_fortress, SPECIAL(fortress)},
};

static const struct member change_rows[] = {
    {HOLDER("fleet", pirate), .needs = HAS(rules.fleet)},
    {MEMBER("fortresses"), .needs = HAS(rules.fleet), CHANGE_LIST(fortress_members, fortress)},
};

const struct document_row document_fleet = {
    .of = PLAYS_fleet,
    .at = {[PLACE_THIEVES] = {ROWS(thief_rows)},
           [PLACE_PLAYER] = {ROWS(player_rows)},
           [PLACE_CHANGES] = {ROWS(change_rows)}},
};
