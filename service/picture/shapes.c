/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/picture/draw.h"

const struct paint *draw_paint(const struct picture *picture, unsigned seat) {
    return picture_paint(picture->labels[seat].color != NULL ? picture->labels[seat].color
                                                             : seat_colors[seat],
                         seat);
}

void draw_shape(struct buffer *out, const char *shape, struct point at) {
    buffer_format(out, "<use href=\"#%s\" x=\"%d\" y=\"%d\"/>", shape, at.x, at.y);
}

void draw_painted(struct buffer *out, const char *shape, struct point at, const char *fill,
                  const char *stroke) {
    buffer_format(out, "<use href=\"#%s\" x=\"%d\" y=\"%d\" fill=\"%s\" stroke=\"%s\"/>", shape,
                  at.x, at.y, fill, stroke);
}

void draw_building(struct buffer *out, const struct paint *paint, struct point at, bool city) {
    draw_painted(out, city ? "city" : "settlement", at, paint->fill, paint->line);
    /* a roof's outline is the same stroke, a little wider, beneath it */
    buffer_format(out,
                  "<g transform=\"translate(%d %d)\"><use href=\"#%s-roof\" stroke=\"%s\"/>%s"
                  "</g>\n",
                  at.x, at.y, city ? "city" : "settlement", paint->shade,
                  city ? "<use href=\"#city-doors\"/>" : "");
}
