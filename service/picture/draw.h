/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What the files that draw a picture share among themselves: places on the drawing and shapes put
 * there. */
#ifndef SERVICE_PICTURE_DRAW_H
#define SERVICE_PICTURE_DRAW_H

#include "service/picture/picture.h"

/* Sizes in units of the drawing. The engine gives places in half hex widths and half side lengths;
 * both are whole numbers here, so every figure in the document is one. */
enum { HALF_WIDTH = 52, HALF_SIDE = 30 };

struct point {
    int x, y;
};

static inline struct point hex_center(const struct hex *hex) {
    return (struct point){(2 * hex->at.q + hex->at.r) * HALF_WIDTH, 3 * hex->at.r * HALF_SIDE};
}

static inline struct point vertex_point(const struct board *board, unsigned v) {
    return (struct point){board->vertex[v].x * HALF_WIDTH, board->vertex[v].y * HALF_SIDE};
}

/* The paint of a seat's pieces. */
const struct paint *draw_paint(const struct picture *picture, unsigned seat);

/* Puts a shape of the <defs> somewhere; painted: in a color of its own. */
void draw_shape(struct buffer *out, const char *shape, struct point at);
void draw_painted(struct buffer *out, const char *shape, struct point at, const char *fill,
                  const char *stroke);

/* A settlement or a city, upright. */
void draw_building(struct buffer *out, const struct paint *paint, struct point at, bool city);

/* ---- Cities & Knights (service/picture/knights.c) ---- */

enum {
    TRACK_ROW = 64,      /* height of the strip with the barbarian ship, above the board */
    KNIGHTS_LEGEND = 24, /* a legend's row is so much higher: what the player has built up */
};

/* Shapes beside picture_defs, for games with knights. */
extern const char *const picture_knight_defs[];

/* A building as it stands: with its wall and metropolis, on its side or upside down. */
void draw_city_state(struct buffer *out, const struct picture *picture, unsigned vertex);

/* All knights, and the merchant. */
void draw_knights(struct buffer *out, const struct picture *picture);

/* The strip from AT, WIDTH wide: the ship on its way, and the strengths that would meet now. */
void draw_barbarians(struct buffer *out, const struct picture *picture, struct point at, int width);

/* Second line of a seat's cell in the legend, from AT on. */
void draw_levels(struct buffer *out, const struct picture *picture, unsigned seat, struct point at);

#endif
