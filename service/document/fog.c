/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What fog adds to documents: the hexes that have come out of it. */
#include "service/document/rows.h"

#define AT(member) .offset = offsetof(struct item, member)

static const struct member revealed_members[] = {
    {MEMBER("hex"), .kind = MEMBER_NUMBER, .below = BELOW_HEXES, .required = true, AT(place)},
    {MEMBER("terrain"), .kind = MEMBER_NAME, .required = true, AT(kind),
     NAMES_OF(FOG, terrain_names)},
    {MEMBER("number"), .kind = MEMBER_NUMBER, .max = NUMBER_MAX, .zero_null = true, AT(number)},
};

/* What has come out of fog (S-57). */
static const void *next_revealed(const struct member_source *from, struct item *item) {
    const struct board *board = &from->setup->board;
    while (item->at < board->n_hexes) {
        unsigned hex = item->at++;
        unsigned terrain = game_terrain(from->setup, from->view, hex);
        if (board->hexes[hex].fog == 0 || terrain == FOG)
            continue;
        item->place = (uint8_t)hex;
        item->kind = (uint8_t)terrain;
        item->number = from->view->numbers[hex];
        return item;
    }
    return NULL;
}

/* Whether tiles and numbers were there to be drawn is for game_ok to say. */
static void put_revealed(struct reading *r, const struct member_target *to, void *element) {
    const struct item *item = element;
    unsigned fog = to->setup->board.hexes[item->place].fog;
    if (fog == 0 || to->game->fog[fog - 1] != 0) {
        reading_refuse_at(r, "hex", "hex %u does not lie in fog, or is listed twice", item->place);
        return;
    }
    to->game->fog[fog - 1] = (uint8_t)(1 + item->kind);
    to->game->numbers[item->place] = item->number;
}

static const struct member board_rows[] = {
    {PIECES("hexes_revealed", revealed_members, FOG_MAX, next_revealed, put_revealed),
     .known = true},
};

const struct document_row document_fog = {
    .of = PLAYS_fog,
    .at = {[PLACE_BOARD] = {ROWS(board_rows)}},
};
