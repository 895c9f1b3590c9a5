/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Gifts that lie on paths. */
#include "service/picture/draw.h"

/* A parcel on each path whose gift has not been taken: a star for a point, a card, an anchor for a harbor
 * (S-102). */
static void draw_gifts(struct buffer *out, const struct picture *picture) {
    const struct board *board = &picture->setup->board;
    static const char star[] = "M0-8L2.400-2.400L8-2.400L3.400 1.200L5 7L0 3.600"
                               "L-5 7L-3.400 1.200L-8-2.400L-2.400-2.400z";
    static const char *const shapes[] = {[GIFT_POINT] = star,
                                         [GIFT_CARD] = "M-5-7H5V7H-5zM-2-3H2M-2 0H2",
                                         [GIFT_HARBOR] = "M0-7V7M-6 2a6 6 0 0 0 12 0M-4-3H4"};

    for (unsigned i = 0; i < board->n_gifts; i++) {
        unsigned gift = board->gifts[i].gift < GIFT_HARBOR ? board->gifts[i].gift : GIFT_HARBOR;
        const uint8_t *ends = board->edge[board->gifts[i].edge].vertices;
        if (picture->view->gifts >> i & 1)
            continue;
        struct point at =
            point_between(vertex_point(board, ends[0]), vertex_point(board, ends[1]), 50);
        buffer_format(out,
                      "<g transform=\"translate(%d %d)\" stroke=\"#2c2a35\"><circle r=\"13\" "
                      "fill=\"#fbf5e4\"/><path d=\"%s\" fill=\"none\" stroke-width=\"2\"/></g>\n",
                      at.x, at.y, shapes[gift]);
    }
}

const struct picture_row picture_gifts = {.of = PLAYS_gifts, .below = draw_gifts};
