/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/picture/drawings.h"

#include <inttypes.h>
#include <pthread.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "service/base/log.h"
#include "service/base/worker.h"
#include "service/http/metrics.h"
#include "service/picture/drawer.h"
#include "service/picture/picture.h"

enum place_state { PLACE_FREE, PLACE_QUEUED, PLACE_DRAWING, PLACE_KEPT };

/* One drawing. */
struct place {
    enum place_state state;
    bool first; /* if queued: goes before others */
    unsigned width;
    uint8_t key[DRAWING_KEY_SIZE];
    uint64_t at;              /* when it was queued or last requested, as a count of requests */
    struct buffer svg;        /* while it is queued or drawn */
    struct buffer png;        /* kept */
    struct drawing_ask *asks; /* the requests waiting for it */
};

enum how { HOW_DRAWN, HOW_KEPT, HOW_SHARED, HOW_REFUSED, HOW_FAILED, HOW_COUNT };

struct drawings {
    struct metrics *metrics;
    int ending;           /* becomes readable when the end begins */
    pthread_mutex_t lock; /* guards all that follows */
    pthread_cond_t drawn; /* wakes those waiting in drawings_draw */
    bool end;
    struct worker worker;
    struct child drawers[DRAWINGS_THREADS]; /* one per thread */
    uint64_t asked;
    unsigned queued;
    size_t kept_bytes, kept_max;
    uint64_t counts[HOW_COUNT];
    struct place places[DRAWINGS_MAX];
};
_Static_assert(DRAWINGS_MAX > 2 * (DRAWINGS_QUEUE_MAX + DRAWINGS_THREADS),
               "there is always a place that can be given away");
_Static_assert(DRAWINGS_THREADS <= WORKER_THREADS_MAX, "a worker has room for them");

/* ---- places; the caller holds the lock ---- */

static void clear_place(struct drawings *drawings, struct place *place) {
    if (place->state == PLACE_KEPT)
        drawings->kept_bytes -= place->png.size;
    buffer_free(&place->svg);
    buffer_free(&place->png);
    *place = (struct place){0};
}

static struct place *find_place(struct drawings *drawings, const uint8_t key[DRAWING_KEY_SIZE]) {
    for (size_t i = 0; i < DRAWINGS_MAX; i++)
        if (drawings->places[i].state != PLACE_FREE &&
            memcmp(drawings->places[i].key, key, DRAWING_KEY_SIZE) == 0)
            return &drawings->places[i];
    return NULL;
}

/* The least recently requested drawing that is kept; NULL: none. */
static struct place *oldest_kept(struct drawings *drawings) {
    struct place *oldest = NULL;

    for (size_t i = 0; i < DRAWINGS_MAX; i++) {
        struct place *place = &drawings->places[i];

        if (place->state == PLACE_KEPT && (oldest == NULL || place->at < oldest->at))
            oldest = place;
    }
    return oldest;
}

/* A free place, if necessary by dropping a kept drawing; NULL if all are being drawn or waited
 * for. */
static struct place *take_place(struct drawings *drawings) {
    struct place *place;

    for (size_t i = 0; i < DRAWINGS_MAX; i++)
        if (drawings->places[i].state == PLACE_FREE)
            return &drawings->places[i];
    place = oldest_kept(drawings);
    if (place != NULL)
        clear_place(drawings, place);
    return place;
}

static struct place *next_queued(struct drawings *drawings) {
    struct place *next = NULL;

    for (size_t i = 0; i < DRAWINGS_MAX; i++) {
        struct place *place = &drawings->places[i];

        if (place->state == PLACE_QUEUED && (next == NULL || place->first > next->first ||
                                             (place->first == next->first && place->at < next->at)))
            next = place;
    }
    return next;
}

/* ---- notifying ---- */

/* Passes PNG (NULL: there is none, because of STATE) to a request. */
static enum drawing_state give_drawing(struct drawing_ask *ask, const struct buffer *png,
                                       enum drawing_state state) {
    buffer_init(&ask->png, PICTURE_PNG_MAX);
    if (png != NULL)
        buffer_append(&ask->png, png->data, png->size);
    if (ask->png.failed) {
        buffer_free(&ask->png);
        state = DRAWING_FAILED;
    }
    ask->state = state;
    return state;
}

static void answer_asks(struct place *place, const struct buffer *png, enum drawing_state state) {
    while (place->asks != NULL) {
        struct drawing_ask *ask = place->asks;

        place->asks = ask->next;
        give_drawing(ask, png, state);
        ask->done(ask);
    }
}

/* ---- drawing ---- */

/* Passes a finished drawing to those waiting for it, and keeps it. */
static void keep_drawing(struct drawings *drawings, struct place *place, struct buffer *png) {
    char *fitted = realloc(png->data, png->size);

    if (fitted != NULL) {
        png->data = fitted;
        png->capacity = png->size;
    }
    buffer_free(&place->svg);
    place->png = *png;
    place->state = PLACE_KEPT;
    drawings->kept_bytes += png->size;
    while (drawings->kept_bytes > drawings->kept_max)
        clear_place(drawings, oldest_kept(drawings));
}

/* Draws PLACE, releasing the lock meanwhile. */
static void draw_place(struct drawings *drawings, struct place *place) {
    struct buffer png;
    bool drawn;

    place->state = PLACE_DRAWING;
    drawings->queued--;
    pthread_mutex_unlock(&drawings->lock);
    buffer_init(&png, PICTURE_PNG_MAX);
    drawn = drawer_draw(&drawings->drawers[worker_thread()], &png, &place->svg, place->width);
    if (!drawn)
        log_line("warning", "could not draw a picture: memory ran out, or it took too long");
    pthread_mutex_lock(&drawings->lock);
    drawings->counts[drawn ? HOW_DRAWN : HOW_FAILED]++;
    answer_asks(place, drawn ? &png : NULL, drawn ? DRAWING_READY : DRAWING_FAILED);
    if (drawn) {
        keep_drawing(drawings, place, &png);
    } else {
        buffer_free(&png);
        clear_place(drawings, place);
    }
}

static int64_t draw_next(void *context) {
    struct drawings *drawings = context;
    struct place *place;

    pthread_mutex_lock(&drawings->lock);
    place = next_queued(drawings);
    if (place != NULL)
        draw_place(drawings, place);
    pthread_mutex_unlock(&drawings->lock);
    return place != NULL ? 0 : WORKER_RESTS;
}

/* In this process, for a program without drawings. */
static enum drawing_state draw_at_once(const struct buffer *svg, unsigned width,
                                       struct drawing_ask *ask) {
    give_drawing(ask, NULL, DRAWING_READY);
    if (!picture_png(&ask->png, svg, width)) {
        buffer_free(&ask->png);
        ask->state = DRAWING_FAILED;
    }
    return ask->state;
}

/* ---- asking ---- */

static void make_drawing_key(uint8_t key[DRAWING_KEY_SIZE], const struct buffer *svg,
                             unsigned width) {
    crypto_generichash_state state;

    crypto_generichash_init(&state, NULL, 0, DRAWING_KEY_SIZE);
    crypto_generichash_update(&state, (const unsigned char *)&width, sizeof width);
    crypto_generichash_update(&state, (const unsigned char *)svg->data, svg->size);
    crypto_generichash_final(&state, key, DRAWING_KEY_SIZE);
}

static enum drawing_state find_drawing(struct drawings *drawings, struct drawing_ask *ask,
                                       bool first) {
    struct place *place = find_place(drawings, ask->key);

    if (drawings->end)
        return DRAWING_BUSY;
    if (place == NULL)
        return DRAWING_NONE;
    if (place->state == PLACE_KEPT) {
        place->at = ++drawings->asked;
        drawings->counts[HOW_KEPT]++;
        return give_drawing(ask, &place->png, DRAWING_READY);
    }
    drawings->counts[HOW_SHARED]++;
    place->first = place->first || first;
    ask->next = place->asks;
    place->asks = ask;
    return DRAWING_COMES;
}

static enum drawing_state queue_drawing(struct drawings *drawings, const struct buffer *svg,
                                        unsigned width, struct drawing_ask *ask, bool first) {
    struct place *place = NULL;

    if (first || drawings->queued < DRAWINGS_QUEUE_MAX)
        place = take_place(drawings);
    if (place == NULL) {
        drawings->counts[HOW_REFUSED]++;
        return DRAWING_BUSY;
    }
    buffer_init(&place->svg, PICTURE_SVG_MAX);
    buffer_append(&place->svg, svg->data, svg->size);
    if (place->svg.failed) {
        clear_place(drawings, place);
        return DRAWING_FAILED;
    }
    place->state = PLACE_QUEUED;
    place->first = first;
    place->width = width;
    place->at = ++drawings->asked;
    memcpy(place->key, ask->key, DRAWING_KEY_SIZE);
    ask->next = NULL;
    place->asks = ask;
    drawings->queued++;
    worker_wake(&drawings->worker);
    return DRAWING_COMES;
}

enum drawing_state drawings_find(struct drawings *drawings, const struct buffer *svg,
                                 unsigned width, struct drawing_ask *ask) {
    enum drawing_state state;

    if (svg->failed)
        return DRAWING_FAILED;
    if (drawings == NULL)
        return draw_at_once(svg, width, ask);
    make_drawing_key(ask->key, svg, width);
    pthread_mutex_lock(&drawings->lock);
    state = find_drawing(drawings, ask, false);
    pthread_mutex_unlock(&drawings->lock);
    return state;
}

enum drawing_state drawings_begin(struct drawings *drawings, const struct buffer *svg,
                                  unsigned width, struct drawing_ask *ask) {
    enum drawing_state state;

    pthread_mutex_lock(&drawings->lock);
    state = find_drawing(drawings, ask, false); /* another request may have been faster */
    if (state == DRAWING_NONE)
        state = queue_drawing(drawings, svg, width, ask, false);
    pthread_mutex_unlock(&drawings->lock);
    return state;
}

/* ---- waiting for it ---- */

struct waiting {
    struct drawing_ask ask;
    struct drawings *drawings;
    bool told; /* guarded by the drawings' lock */
};

static void end_waiting(struct drawing_ask *ask) {
    struct waiting *waiting = (struct waiting *)ask;

    waiting->told = true;
    pthread_cond_broadcast(&waiting->drawings->drawn);
}

bool drawings_draw(struct drawings *drawings, struct buffer *out, const struct buffer *svg,
                   unsigned width) {
    struct waiting waiting = {.ask.done = end_waiting, .drawings = drawings};
    enum drawing_state state;

    if (svg->failed)
        return false;
    if (drawings == NULL) {
        state = draw_at_once(svg, width, &waiting.ask);
    } else {
        make_drawing_key(waiting.ask.key, svg, width);
        pthread_mutex_lock(&drawings->lock);
        state = find_drawing(drawings, &waiting.ask, true);
        if (state == DRAWING_NONE)
            state = queue_drawing(drawings, svg, width, &waiting.ask, true);
        while (state == DRAWING_COMES && !waiting.told)
            pthread_cond_wait(&drawings->drawn, &drawings->lock);
        pthread_mutex_unlock(&drawings->lock);
        if (state == DRAWING_COMES)
            state = waiting.ask.state;
    }
    if (state != DRAWING_READY)
        return false;
    buffer_append(out, waiting.ask.png.data, waiting.ask.png.size);
    buffer_free(&waiting.ask.png);
    return !out->failed;
}

/* ---- beginning, end, figures ---- */

static void collect_drawings(struct buffer *out, void *context) {
    static const char total[] = "hexpost_pictures_total", bytes[] = "hexpost_pictures_kept_bytes",
                      waiting_name[] = "hexpost_pictures_queued";
    static const char *const names[HOW_COUNT] = {"drawn", "kept", "shared", "refused", "failed"};
    struct drawings *drawings = context;
    uint64_t counts[HOW_COUNT];
    size_t kept_bytes;
    unsigned queued;

    pthread_mutex_lock(&drawings->lock);
    memcpy(counts, drawings->counts, sizeof counts);
    kept_bytes = drawings->kept_bytes;
    queued = drawings->queued;
    pthread_mutex_unlock(&drawings->lock);
    metrics_head(out, total, "counter",
                 "Pictures requested: drawn, kept from before, or shared with an earlier request.");
    for (unsigned i = 0; i < HOW_COUNT; i++)
        buffer_format(out, "%s{how=\"%s\"} %" PRIu64 "\n", total, names[i], counts[i]);
    metrics_head(out, bytes, "gauge", "Bytes of pictures that are kept.");
    buffer_format(out, "%s %zu\n", bytes, kept_bytes);
    metrics_head(out, waiting_name, "gauge", "Pictures that wait to be drawn.");
    buffer_format(out, "%s %u\n", waiting_name, queued);
}

struct drawings *drawings_new(struct metrics *metrics, size_t kept_max, const char *program) {
    struct drawings *drawings = calloc(1, sizeof *drawings);

    if (drawings == NULL)
        return NULL;
    drawings->ending = eventfd(0, EFD_CLOEXEC);
    if (drawings->ending < 0) {
        free(drawings);
        return NULL;
    }
    for (size_t i = 0; i < DRAWINGS_THREADS; i++)
        drawer_init(&drawings->drawers[i], program, drawings->ending);
    pthread_mutex_init(&drawings->lock, NULL);
    worker_init(&drawings->worker, draw_next, drawings);
    pthread_cond_init(&drawings->drawn, NULL);
    drawings->metrics = metrics;
    drawings->kept_max = kept_max;
    if (metrics_collect(metrics, collect_drawings, drawings))
        return drawings;
    drawings_free(drawings);
    return NULL;
}

/* Refuses all queued drawings; the caller holds the lock. */
static void refuse_all(struct drawings *drawings) {
    drawings->end = true;
    for (size_t i = 0; i < DRAWINGS_MAX; i++) {
        struct place *place = &drawings->places[i];

        if (place->state != PLACE_QUEUED)
            continue;
        answer_asks(place, NULL, DRAWING_BUSY);
        clear_place(drawings, place);
        drawings->queued--;
    }
}

bool drawings_start(struct drawings *drawings) {
    bool ok = worker_start(&drawings->worker, DRAWINGS_THREADS);

    pthread_mutex_lock(&drawings->lock);
    if (worker_running(&drawings->worker) == 0)
        refuse_all(drawings);
    pthread_mutex_unlock(&drawings->lock);
    return ok;
}

void drawings_stop(struct drawings *drawings) {
    if (drawings == NULL)
        return;
    pthread_mutex_lock(&drawings->lock);
    refuse_all(drawings);
    pthread_mutex_unlock(&drawings->lock);
    (void)eventfd_write(drawings->ending, 1);
    worker_stop(&drawings->worker);
    for (unsigned i = 0; i < DRAWINGS_THREADS; i++)
        child_end(&drawings->drawers[i]);
}

void drawings_free(struct drawings *drawings) {
    if (drawings == NULL)
        return;
    metrics_forget(drawings->metrics, drawings);
    for (size_t i = 0; i < DRAWINGS_MAX; i++)
        clear_place(drawings, &drawings->places[i]);
    pthread_cond_destroy(&drawings->drawn);
    worker_free(&drawings->worker);
    pthread_mutex_destroy(&drawings->lock);
    (void)close(drawings->ending);
    free(drawings);
}
