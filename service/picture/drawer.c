/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/picture/drawer.h"

#include "service/picture/picture.h"

static const char draw_command[] = "draw";

void drawer_init(struct child *drawer, const char *program, int ending) {
    *drawer = (struct child){.program = program,
                             .command = draw_command,
                             .work = "draws pictures",
                             .limit_ms = CHILD_SECONDS * 1000,
                             .ending = ending};
}

bool drawer_draw(struct child *drawer, struct buffer *out, const struct buffer *svg,
                 unsigned width) {
    return child_ask(drawer, width, svg, out);
}

static bool draw_svg(struct buffer *out, uint32_t width, const struct buffer *svg) {
    return picture_png(out, svg, width);
}

int drawer_serve(void) {
    return child_serve(draw_command, PICTURE_SVG_MAX, PICTURE_PNG_MAX, draw_svg);
}
