/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_PICTURE_DRAWER_H
#define SERVICE_PICTURE_DRAWER_H

#include "service/base/child.h"

/* A process that draws, `hexpost draw`: the drawing library ends its process where memory runs out. */

/* PROGRAM, ENDING: as in child_init. To be given to child_end. */
void drawer_init(struct child *drawer, const char *program, int ending);

/* Appends SVG to OUT as a PNG, as picture_png does, in the drawer's process. False: it could not be drawn. */
bool drawer_draw(struct child *drawer, struct buffer *out, const struct buffer *svg,
                 unsigned width);

/* What that process does; its exit status. */
int drawer_serve(void);

#endif
