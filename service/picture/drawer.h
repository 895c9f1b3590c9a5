/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_PICTURE_DRAWER_H
#define SERVICE_PICTURE_DRAWER_H

#include <stdbool.h>
#include <sys/types.h>

#include "service/base/buffer.h"

/*
 * A process that draws, `hexpost draw`. The drawing library ends its process where memory runs out, and
 * that must not be the server. The first drawing starts it; it is kept, and started again once it has
 * ended. One thread uses a drawer.
 */
enum {
    DRAWER_SECONDS = 20,  /* for one drawing */
    DRAWER_END_MS = 1000, /* the same once the server's end has begun */
};

struct drawer {
    const char *program; /* the path of hexpost */
    int limit_ms;        /* for one drawing; then the process is ended */
    int ending; /* a descriptor that can be read once the server's end has begun; -1: none */
    pid_t pid;  /* 0: no process */
    int fd;     /* its stdin and stdout */
};

/* Appends SVG to OUT as a PNG, as picture_png does, in the drawer's process. False: it could not be drawn. */
bool drawer_draw(struct drawer *drawer, struct buffer *out, const struct buffer *svg,
                 unsigned width);

/* Ends its process; the next drawing starts another one. */
void drawer_end(struct drawer *drawer);

/* What that process does: draws what it reads on stdin until there is no more. Its exit status. */
int drawer_serve(void);

#endif
