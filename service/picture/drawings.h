/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_PICTURE_DRAWINGS_H
#define SERVICE_PICTURE_DRAWINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "service/base/buffer.h"

/*
 * PNGs, drawn on threads of their own, once for all simultaneous requests, and cached; the least recently
 * requested are dropped when the cache is full. Each thread has a process that draws (drawer.h).
 *
 * A drawing is identified by its content: the bytes of its SVG, and its width. So game, viewer and time
 * need not be part of the key, and nobody gets one that shows more than their own SVG.
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
    DRAWING_NONE,   /* not drawn yet: call drawings_begin */
    DRAWING_READY,  /* the PNG is in the ask */
    DRAWING_COMES,  /* `done` will be called */
    DRAWING_BUSY,   /* too many wait already, or the server is ending */
    DRAWING_FAILED, /* memory ran out, or it took too long */
};

/* A request for a drawing; embedded in a struct of the caller's, which must live until `done` has
 * been called. */
struct drawing_ask {
    /* Called on any thread, when the ask is no longer used; it must not call drawings_*. */
    void (*done)(struct drawing_ask *ask);
    struct buffer png;        /* for DRAWING_READY; the caller frees it */
    enum drawing_state state; /* when `done` is called: ready, busy or failed */
    uint8_t key[DRAWING_KEY_SIZE];
    struct drawing_ask *next;
};

/* Keeps at most KEPT_MAX bytes of PNGs; PROGRAM is the path of hexpost, and must live on. NULL: no memory.
 * Until drawings_start all requests wait. */
struct drawings *drawings_new(struct metrics *metrics, size_t kept_max, const char *program);
/* False if a thread could not be created; the others run. Without any, all requests get
 * DRAWING_BUSY. */
bool drawings_start(struct drawings *drawings);
/* All requests, waiting and new ones, get DRAWING_BUSY; the threads end, after CHILD_END_MS at the
 * latest. NULL is fine. */
void drawings_stop(struct drawings *drawings);
void drawings_free(struct drawings *drawings);

/* Looks for such a drawing, and waits for it if it is just being made. Only `done` must be set in ASK. If
 * DRAWINGS is NULL (in tests) it is drawn at once, by the caller. */
enum drawing_state drawings_find(struct drawings *drawings, const struct buffer *svg,
                                 unsigned width, struct drawing_ask *ask);
/* The same for an ask that got DRAWING_NONE: has it drawn. */
enum drawing_state drawings_begin(struct drawings *drawings, const struct buffer *svg,
                                  unsigned width, struct drawing_ask *ask);

/* Appends the PNG to OUT, waiting until it is drawn: for threads that serve no connections. As these
 * are few, they go before all requests, and are refused only at the server's end. */
bool drawings_draw(struct drawings *drawings, struct buffer *out, const struct buffer *svg,
                   unsigned width);

#endif
