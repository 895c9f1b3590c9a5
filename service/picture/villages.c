/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Villages with their cloth. */
#include "service/picture/draw.h"

/* A house at each village's intersection, with its number and beside it the cloth left (S-113). */
static void draw_villages(struct buffer *out, const struct picture *picture) {
    const struct board *board = &picture->setup->board;

    for (unsigned i = 0; i < board->n_villages; i++) {
        struct point at = vertex_point(board, board->villages[i].vertex);
        unsigned number = board->villages[i].number, cloth = picture->view->villages[i].cloth;
        buffer_format(out,
                      "<g transform=\"translate(%d %d)\" stroke=\"#2c2a35\"><path "
                      "d=\"M-20 14V-6L0-22L20-6V14z\" fill=\"%s\" stroke-width=\"2\"/>"
                      "<text y=\"10\" font-size=\"20\" text-anchor=\"middle\" stroke=\"none\" "
                      "fill=\"%s\">%u</text><circle cx=\"20\" cy=\"-16\" r=\"10\" "
                      "fill=\"#d9a7c7\"/><text x=\"20\" y=\"-11\" font-size=\"14\" "
                      "text-anchor=\"middle\" stroke=\"none\" fill=\"#2c2a35\">%u</text></g>\n",
                      at.x, at.y, cloth ? "#fbf5e4" : "#b9b4a8",
                      number == 6 || number == 8 ? "#b3261e" : "#2c2a35", number, cloth);
    }
}

const struct picture_row picture_villages = {.of = PLAYS_villages, .below = draw_villages};
