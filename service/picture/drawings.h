/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_PICTURE_DRAWINGS_H
#define SERVICE_PICTURE_DRAWINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "service/base/buffer.h"

/*
 * PNGs, drawn by threads of their own, once for all who ask at the same time, and kept while there is
 * room; those that nobody has asked for longest give way.
 *
 * A drawing is known by what it shows: the bytes of its SVG, and its width. Game, viewer and moment need
 * not be named, and nobody gets one that tells more than the SVG that was made for them.
 */
struct drawings;
struct metrics;

enum {
    DRAWINGS_THREADS = 2,
    DRAWINGS_QUEUE_MAX = 64,        /* different drawings that requests wait for */
    DRAWINGS_KEPT_BYTES = 16 << 20, /* of PNGs */
    DRAWINGS_MAX = 1024,            /* kept, being drawn and waiting, all together */
    DRAWING_KEY_SIZE = 32,
};

enum drawing_state {
    DRAWING_NONE,   /* nobody has drawn it: drawings_begin */
    DRAWING_READY,  /* the PNG is there */
    DRAWING_COMES,  /* `done` will be called */
    DRAWING_BUSY,   /* too many wait already, or the end has begun */
    DRAWING_FAILED, /* memory ran out, or it cannot be drawn */
};

/* Somebody who asks; embedded in a struct of theirs, which must live until `done` has been called. */
struct drawing_ask {
    /* Called on any thread, with nothing left to be done to the ask; it must not call drawings_*. */
    void (*done)(struct drawing_ask *ask);
    struct buffer png;        /* DRAWING_READY; the asker frees it */
    enum drawing_state state; /* when `done` is called: ready, busy or failed */
    uint8_t key[DRAWING_KEY_SIZE];
    struct drawing_ask *next;
};

/* Keeps at most KEPT_MAX bytes of PNGs. NULL: no memory. Until drawings_start
 * nothing is drawn but by those who ask. */
struct drawings *drawings_new(struct metrics *metrics, size_t kept_max);
/* False when a thread could not be had; the others run. */
bool drawings_start(struct drawings *drawings);
/* Whoever waits hears DRAWING_BUSY, and so does who asks from now on; the threads end. NULL is fine. */
void drawings_stop(struct drawings *drawings);
void drawings_free(struct drawings *drawings);

/* Looks whether there is such a drawing, and waits for it where it is just being made. `done` is all that
 * must be set in ask. Where drawings is NULL, or has not been started, it is drawn now. */
enum drawing_state drawings_find(struct drawings *drawings, const struct buffer *svg,
                                 unsigned width, struct drawing_ask *ask);
/* The same for an ask that was told DRAWING_NONE: has it drawn. */
enum drawing_state drawings_begin(struct drawings *drawings, const struct buffer *svg,
                                  unsigned width, struct drawing_ask *ask);

/* Appends the PNG to OUT, and waits until it is there: for threads that serve no connections. They are
 * few, go before all requests, and are never turned away. */
bool drawings_draw(struct drawings *drawings, struct buffer *out, const struct buffer *svg,
                   unsigned width);

#endif
