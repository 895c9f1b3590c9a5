/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/picture/drawer.h"

#include "service/picture/picture.h"

static const struct child_role drawing = {"draw", "draws pictures", CHILD_SECONDS};

void drawer_init(struct child *drawer, const char *program, int ending) {
    child_init(drawer, &drawing, program, ending);
}

bool drawer_draw(struct child *drawer, struct buffer *out, const struct buffer *svg,
                 unsigned width) {
    return child_ask(drawer, width, svg, out);
}

static bool draw_svg(struct buffer *out, uint32_t width, const struct buffer *svg) {
    return picture_png(out, svg, width);
}

int drawer_serve(void) {
    return child_serve(drawing.command, PICTURE_SVG_MAX, PICTURE_PNG_MAX, draw_svg);
}
