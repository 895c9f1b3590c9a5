/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Shared among the files that draw a picture: places on the drawing and shapes put there. */
#ifndef SERVICE_PICTURE_DRAW_H
#define SERVICE_PICTURE_DRAW_H

#include "engine/hooks.h"
#include "service/base/language.h"
#include "service/picture/picture.h"

/* Sizes in units of the drawing. The engine gives places in half hex widths and half side lengths;
 * both are integers here, so all numbers in the document are. */
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

/* The point at PERCENT of the way from A to B (may be beyond). */
static inline struct point point_between(struct point a, struct point b, int percent) {
    return (struct point){a.x + (b.x - a.x) * percent / 100, a.y + (b.y - a.y) * percent / 100};
}

/* The middle of a path. */
static inline struct point edge_point(const struct board *board, unsigned e) {
    return point_between(vertex_point(board, board->edge[e].vertices[0]),
                         vertex_point(board, board->edge[e].vertices[1]), 50);
}

/* The paint of a seat's pieces. */
const struct paint *draw_paint(const struct picture *picture, unsigned seat);

/* Draws a shape of the <defs> at a point; draw_painted: in a given color. */
void draw_shape(struct buffer *out, const char *shape, struct point at);
void draw_painted(struct buffer *out, const char *shape, struct point at, const char *fill,
                  const char *stroke);

/* A settlement or a city, upright. */
void draw_building(struct buffer *out, const struct paint *paint, struct point at, bool city);

/* ---- lists below a board in characters (text.c) ---- */

/* A list that begins with WHAT, and is empty without any place. */
struct picture_list {
    struct buffer *out;
    enum language language;
    enum text what;
    unsigned count;
};

void picture_begin_list(struct picture_list *list, struct buffer *out, enum language language,
                        enum text what);
void picture_list_add(struct picture_list *list, const char *place);
void picture_list_vertices(struct buffer *out, enum language language, enum text what,
                           const struct vertex_set *vertices);
void picture_list_edges(struct buffer *out, enum language language, enum text what,
                        const struct board *board, const struct edge_set *edges);

/* ---- what expansions add ---- */

/* What is drawn for an expansion: a row for each of the engine's (EXPANSIONS in engine/hooks.h) that has anything
 * to show, filled in by a file of its name; `picture_rows` (rows.c) lists them in drawing order. A hook that is
 * NULL draws nothing. */
struct picture_row {
    uint8_t of;              /* enum expansion_number */
    uint8_t header;          /* height of its strip above the board */
    uint8_t legend;          /* additional height of a row of the legend */
    const char *const *defs; /* shapes besides picture_defs, ended by NULL */
    /* What is on the board beneath all pieces; pieces on paths, above roads; a building instead of the plain
     * one; pieces above buildings; the thief that replaces the robber. */
    void (*below)(struct buffer *out, const struct picture *picture);
    void (*lines)(struct buffer *out, const struct picture *picture);
    void (*building)(struct buffer *out, const struct picture *picture, unsigned vertex);
    void (*pieces)(struct buffer *out, const struct picture *picture);
    void (*thief)(struct buffer *out, const struct picture *picture);
    /* Marks on SEAT's ships, after these have been drawn. */
    void (*ships)(struct buffer *out, const struct picture *picture, unsigned seat);
    /* The strip above the board, from AT, WIDTH wide; the second line of SEAT's cell in the legend, from AT on. */
    void (*strip)(struct buffer *out, const struct picture *picture, struct point at, int width);
    void (*cell)(struct buffer *out, const struct picture *picture, unsigned seat, struct point at);
    /* SEAT's pieces, and what else it has on the board, in the list below a board in characters. */
    void (*list)(struct buffer *out, const struct picture *picture, enum language language,
                 unsigned seat);
};

enum { PICTURE_ROWS = EXPANSION_ROWS }; /* at most; the table may end with NULLs */
extern const struct picture_row *const picture_rows[PICTURE_ROWS];

#define PICTURE_ROW_EACH(setup, hook, row)                                                         \
    PLAYED_ROW_EACH(setup, struct picture_row, picture_rows, hook, row)

#endif
