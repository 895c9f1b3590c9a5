/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_PICTURE_DRAWER_H
#define SERVICE_PICTURE_DRAWER_H

#include "service/base/child.h"

/* A process that draws, `hexpost draw`: the drawing library aborts its process when memory runs
 * out. */

/* PROGRAM, ENDING: as in struct child. End it with child_end. */
void drawer_init(struct child *drawer, const char *program, int ending);

/* Appends SVG to OUT as a PNG, as picture_png does, in the drawer's process. False: it could not be drawn. */
bool drawer_draw(struct child *drawer, struct buffer *out, const struct buffer *svg,
                 unsigned width);

/* The main function of that process; returns the exit status. */
int drawer_serve(void);

#endif
