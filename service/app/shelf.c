/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/app/shelf.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct document {
    int64_t key;
    char *data; /* NULL: the place is free */
    size_t size;
    uint64_t asked; /* when it was last asked for, as a count of requests */
};

struct shelf {
    pthread_mutex_t lock; /* around all that follows */
    size_t kept, kept_max;
    unsigned making, at_once;
    uint64_t asked;
    struct document documents[SHELF_MAX];
};

struct shelf *shelf_new(size_t kept_max, unsigned at_once) {
    struct shelf *shelf = calloc(1, sizeof *shelf);

    if (shelf == NULL)
        return NULL;
    pthread_mutex_init(&shelf->lock, NULL);
    shelf->kept_max = kept_max;
    shelf->at_once = at_once;
    return shelf;
}

void shelf_free(struct shelf *shelf) {
    if (shelf == NULL)
        return;
    for (unsigned i = 0; i < SHELF_MAX; i++)
        free(shelf->documents[i].data);
    pthread_mutex_destroy(&shelf->lock);
    free(shelf);
}

/* ---- under the lock ---- */

static struct document *find_document(struct shelf *shelf, int64_t key) {
    for (unsigned i = 0; i < SHELF_MAX; i++)
        if (shelf->documents[i].data != NULL && shelf->documents[i].key == key)
            return &shelf->documents[i];
    return NULL;
}

static void drop_document(struct shelf *shelf, struct document *document) {
    shelf->kept -= document->size;
    free(document->data);
    *document = (struct document){.data = NULL};
}

/* The least recently requested document; NULL: none is kept. */
static struct document *find_oldest(struct shelf *shelf) {
    struct document *oldest = NULL;

    for (unsigned i = 0; i < SHELF_MAX; i++) {
        struct document *document = &shelf->documents[i];
        if (document->data != NULL && (oldest == NULL || document->asked < oldest->asked))
            oldest = document;
    }
    return oldest;
}

static struct document *find_free(struct shelf *shelf) {
    for (unsigned i = 0; i < SHELF_MAX; i++)
        if (shelf->documents[i].data == NULL)
            return &shelf->documents[i];
    return NULL;
}

static void keep_document(struct shelf *shelf, int64_t key, const struct buffer *body) {
    struct document *place;
    char *data;

    if (body->size == 0 || body->size > shelf->kept_max || find_document(shelf, key) != NULL)
        return;
    data = malloc(body->size);
    if (data == NULL)
        return;
    memcpy(data, body->data, body->size);
    while (shelf->kept + body->size > shelf->kept_max || find_free(shelf) == NULL)
        drop_document(shelf, find_oldest(shelf));
    place = find_free(shelf);
    *place = (struct document){key, data, body->size, ++shelf->asked};
    shelf->kept += body->size;
}

/* ---- asking ---- */

enum shelf_state shelf_find(struct shelf *shelf, int64_t key, struct buffer *out) {
    enum shelf_state state = SHELF_BUSY;
    struct document *document;

    if (shelf == NULL)
        return SHELF_MAKE;
    pthread_mutex_lock(&shelf->lock);
    document = find_document(shelf, key);
    if (document != NULL) {
        document->asked = ++shelf->asked;
        buffer_append(out, document->data, document->size);
        state = SHELF_KEPT;
    } else if (shelf->making < shelf->at_once) {
        shelf->making++;
        state = SHELF_MAKE;
    }
    pthread_mutex_unlock(&shelf->lock);
    return state;
}

void shelf_put(struct shelf *shelf, int64_t key, const struct buffer *body) {
    if (shelf == NULL)
        return;
    pthread_mutex_lock(&shelf->lock);
    assert(shelf->making > 0);
    shelf->making--;
    if (body != NULL && !body->failed)
        keep_document(shelf, key, body);
    pthread_mutex_unlock(&shelf->lock);
}
