/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_PICTURE_DRAWINGS_H
#define SERVICE_PICTURE_DRAWINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "service/base/buffer.h"

/*
 * PNGs, drawn beside everything else, once for all who ask at the same time, and kept while there is
 * room; those that nobody has asked for longest give way. Each thread has a process that draws (drawer.h).
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
    DRAWING_FAILED, /* memory ran out, or it took too long */
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

/* Keeps at most KEPT_MAX bytes of PNGs; PROGRAM is the path of hexpost, and must live on. NULL: no memory.
 * Until drawings_start all who ask wait. */
struct drawings *drawings_new(struct metrics *metrics, size_t kept_max, const char *program);
/* False when a thread could not be had; the others run. Without any, everybody hears DRAWING_BUSY. */
bool drawings_start(struct drawings *drawings);
/* Whoever waits hears DRAWING_BUSY, and so does who asks from now on; the threads end, after CHILD_END_MS
 * at the latest. NULL is fine. */
void drawings_stop(struct drawings *drawings);
void drawings_free(struct drawings *drawings);

/* Looks whether there is such a drawing, and waits for it where it is just being made. `done` is all that
 * must be set in ask. Where drawings is NULL (in tests) it is drawn now, by the caller. */
enum drawing_state drawings_find(struct drawings *drawings, const struct buffer *svg,
                                 unsigned width, struct drawing_ask *ask);
/* The same for an ask that was told DRAWING_NONE: has it drawn. */
enum drawing_state drawings_begin(struct drawings *drawings, const struct buffer *svg,
                                  unsigned width, struct drawing_ask *ask);

/* Appends the PNG to OUT, and waits until it is there: for threads that serve no connections. They are
 * few, go before all requests, and are turned away at the server's end only. */
bool drawings_draw(struct drawings *drawings, struct buffer *out, const struct buffer *svg,
                   unsigned width);

#endif
