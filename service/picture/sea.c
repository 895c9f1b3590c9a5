/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Ships and the pirate. */
#include "service/picture/draw.h"

static void draw_ships_of(struct buffer *out, const struct picture *picture, unsigned seat) {
    const struct board *board = &picture->setup->board;
    const struct paint *paint = draw_paint(picture, seat);

    EDGE_EACH(&picture->view->players[seat].ships, e) {
        struct point a = vertex_point(board, board->edge[e].vertices[0]);
        struct point b = vertex_point(board, board->edge[e].vertices[1]);
        struct point at = point_between(a, b, 50);
        draw_painted(out, "ship", at, paint->fill, paint->line);
        PICTURE_ROW_EACH(picture->setup, ship, row) {
            row->ship(out, picture, seat, e, at);
        }
        buffer_byte(out, '\n');
    }
}

static void draw_ships(struct buffer *out, const struct picture *picture) {
    for (unsigned seat = 0; seat < picture->setup->rules.colors; seat++)
        draw_ships_of(out, picture, seat);
}

/* Beside the board nothing is drawn: the pirate blocks nothing there. */
static void draw_pirate(struct buffer *out, const struct picture *picture) {
    if (picture->view->pirate == NONE)
        return;
    draw_shape(out, "pirate", hex_center(&picture->setup->board.hexes[picture->view->pirate]));
    buffer_byte(out, '\n');
}

const struct picture_row picture_sea = {.of = PLAYS_sea, .lines = draw_ships, .thief = draw_pirate};
