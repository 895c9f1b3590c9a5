/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Ships and the pirate. */
#include "service/picture/draw.h"

static void draw_ships_of(struct buffer *out, const struct picture *picture, unsigned seat) {
    const struct board *board = &picture->setup->board;
    const struct paint *paint = draw_paint(picture, seat);

    EDGE_EACH(&picture->view->players[seat].ships, e) {
        draw_painted(out, "ship", edge_point(board, e), paint->fill, paint->line);
        buffer_byte(out, '\n');
    }
    PICTURE_ROW_EACH(picture->setup, ships, row) {
        row->ships(out, picture, seat);
    }
}

static void draw_ships(struct buffer *out, const struct picture *picture) {
    for (unsigned seat = 0; seat < picture->setup->rules.colors; seat++)
        draw_ships_of(out, picture, seat);
}

/* Nothing is drawn off the board, where the pirate blocks nothing. */
static void draw_pirate(struct buffer *out, const struct picture *picture) {
    if (picture->view->pirate == NONE)
        return;
    draw_shape(out, "pirate", hex_center(&picture->setup->board.hexes[picture->view->pirate]));
    buffer_byte(out, '\n');
}

static void list_ships(struct buffer *out, const struct picture *picture, enum language language,
                       unsigned seat) {
    picture_list_edges(out, language, TEXT_BOARD_SHIPS, &picture->setup->board,
                       &picture->view->players[seat].ships);
}

const struct picture_row picture_sea = {
    .of = PLAYS_sea, .lines = draw_ships, .thief = draw_pirate, .list = list_ships};
