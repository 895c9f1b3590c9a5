/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* A board as a picture: hexes, number tokens, harbors, pieces, robber, and the players. All
 * drawings are the project's own. The same input gives the same bytes. */
#ifndef SERVICE_PICTURE_PICTURE_H
#define SERVICE_PICTURE_PICTURE_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/game.h"
#include "service/base/buffer.h"
#include "service/base/language.h"
#include "service/document/label.h"

enum {
    PICTURE_SVG_MAX = 1 << 20, /* bytes; a 64-hex island with every place numbered takes 80 KB */
    PICTURE_PNG_MAX = 8 << 20, /* bytes */
    PICTURE_WIDTH_MIN = 64,    /* pixels of a PNG */
    PICTURE_WIDTH_MAX = 2048,
    PICTURE_WIDTH_STRANGER = 1024, /* the greatest for callers without a token */
    PICTURE_WIDTH_DEFAULT = 800,
    PICTURE_WIDTH_MAIL = 1000,
    PICTURE_MAIL_BYTES = 130 * 1000, /* the most that a PNG up to that width has */
};

struct picture {
    const struct setup *setup;
    const struct game *view;         /* the viewer's view */
    const struct seat_label *labels; /* one for each color of the game */
    bool legend;                     /* a strip of names and visible points below the board */
    bool places; /* the numbers of vertices, edges and hexes, for playing by hand */
    /* The width of the PNG to be made of it: the picture gets a little more sea, so that hexes are whole pixels apart
     * and look alike to the last pixel, which takes an eighth fewer bytes. 0: any. */
    unsigned pixels;
};

/* Appends an SVG document to OUT (limit: PICTURE_SVG_MAX); check out->failed afterwards. */
void picture_svg(struct buffer *out, const struct picture *picture);

/* A small picture for lists, of a few kilobytes: grounds, tokens and pieces in plain shapes, without
 * texts, on a transparent sea. The fields
 * `legend` and `places` do not count. */
void picture_thumbnail(struct buffer *out, const struct picture *picture);

/* The same for a game that has been replayed, as VIEWER may see it, with the names of its players. PIXELS as above. */
struct load;
void picture_game(struct buffer *out, const struct load *load, unsigned viewer, bool places,
                  unsigned pixels);
void picture_game_thumbnail(struct buffer *out, const struct load *load, unsigned viewer);

/* Appends the board in characters, with its pieces in a list below: of PICTURE only set-up, view and labels count. Lines
 * of the board have at most 76 columns up to eight hexes in a row. False: out of memory. */
bool picture_text(struct buffer *out, const struct picture *picture, enum language language);

/* Appends SVG, drawn WIDTH pixels wide, to OUT as a PNG (limit: PICTURE_PNG_MAX). Reads no file or
 * URL that the SVG may refer to. A PNG of up to PICTURE_WIDTH_MAIL pixels has at most PICTURE_MAIL_BYTES: one that
 * would have more gets fewer colors. False when memory ran out or the drawing failed. */
bool picture_png(struct buffer *out, const struct buffer *svg, unsigned width);

/* ---- the parts of a picture that never change (service/picture/art.c) ---- */

/* Gradients and shapes: the <defs> of every picture, in pieces ended by NULL. */
extern const char *const picture_defs[];

/* How a color of a game is painted. */
struct paint {
    const char *name; /* as in seat_colors */
    const char *fill;
    const char *shade; /* roofs and the like */
    const char *line;  /* outline */
};

/* The paint for a color's name; for unknown names, one per seat. */
const struct paint *picture_paint(const char *color, unsigned seat);

#endif
