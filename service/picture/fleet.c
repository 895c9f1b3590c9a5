/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Lanes, fortresses and warships; the fleet is drawn as the pirate. */
#include "service/picture/draw.h"

/* Draws each lane as a dotted line in its color, a flag at its way mark, and a tower with the pieces left on each
 * fortress that is not yet conquered (S-125, S-127). */
static void draw_lanes(struct buffer *out, const struct picture *picture) {
    const struct board *board = &picture->setup->board;

    for (unsigned seat = 0; seat < board->n_lanes; seat++) {
        const struct lane *lane = &board->lanes[seat];
        struct point way = vertex_point(board, lane->way);
        struct point tower = vertex_point(board, lane->fortress);
        unsigned left = picture->view->players[seat].fortress;
        const struct paint *paint = draw_paint(picture, seat);
        for (unsigned k = 0; k < lane->steps; k++)
            EDGE_EACH(&lane->step[k], e) {
                struct point from = vertex_point(board, board->edge[e].vertices[0]);
                struct point to = vertex_point(board, board->edge[e].vertices[1]);
                buffer_format(out,
                              "<path d=\"M%d %dL%d %d\" stroke=\"%s\" stroke-width=\"4\" "
                              "stroke-dasharray=\"2 8\" stroke-linecap=\"round\"/>\n",
                              from.x, from.y, to.x, to.y, paint->fill);
            }
        buffer_format(out,
                      "<path d=\"M%d %dv-26l16 7l-16 7\" fill=\"%s\" stroke=\"#2c2a35\" "
                      "stroke-width=\"2\"/>\n",
                      way.x, way.y, paint->fill);
        if (left > 0)
            buffer_format(out,
                          "<g transform=\"translate(%d %d)\"><path "
                          "d=\"M-16 16V-18h7v6h6v-6h6v6h6v-6h7v34z\" fill=\"%s\" "
                          "stroke=\"#2c2a35\" stroke-width=\"2\"/><text y=\"12\" font-size=\"18\" "
                          "text-anchor=\"middle\" fill=\"#fff\" stroke=\"#2c2a35\" "
                          "stroke-width=\"3\" paint-order=\"stroke\">%u</text></g>\n",
                          tower.x, tower.y, paint->fill, left);
    }
}

/* A warship has a pennant (S-131). */
static void draw_pennants(struct buffer *out, const struct picture *picture, unsigned seat) {
    struct edge_set warships = game_warships(picture->setup, picture->view, seat);

    EDGE_EACH(&warships, e) {
        struct point at = edge_point(&picture->setup->board, e);
        buffer_format(out, "<path d=\"M%d %dv-12l14 6z\" fill=\"#b3261e\"/>\n", at.x, at.y - 16);
    }
}

const struct picture_row picture_fleet = {
    .of = PLAYS_fleet, .below = draw_lanes, .ships = draw_pennants};
