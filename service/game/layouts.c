/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/game/layouts.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "db/chain.h"

struct kept_layout {
    struct setup setup;
    struct board_spec spec;
    size_t size;
    uint8_t bytes[]; /* that it was built from */
};

/* By the remainder of their bytes' checksum: the last one built; NULL: none yet. */
static struct kept_layout *layouts[LAYOUTS_KEPT];
/* Most requests find theirs, and copy it at the same time. */
static pthread_rwlock_t layouts_lock = PTHREAD_RWLOCK_INITIALIZER;

static bool layout_is_of(const struct kept_layout *layout, struct store_bytes bytes) {
    return layout != NULL && layout->size == bytes.len &&
           memcmp(layout->bytes, bytes.data, bytes.len) == 0;
}

/* Without memory it is built again next time. */
static void layout_keep(struct kept_layout **place, struct store_bytes bytes,
                        const struct setup *setup, const struct board_spec *spec) {
    struct kept_layout *layout = malloc(sizeof *layout + bytes.len);

    if (layout == NULL)
        return;
    layout->setup = *setup;
    layout->spec = *spec;
    layout->size = bytes.len;
    memcpy(layout->bytes, bytes.data, bytes.len);
    pthread_rwlock_wrlock(&layouts_lock);
    free(*place);
    *place = layout;
    pthread_rwlock_unlock(&layouts_lock);
}

static bool layout_find(struct kept_layout **place, struct store_bytes bytes, struct setup *setup,
                        struct board_spec *spec) {
    bool found;

    pthread_rwlock_rdlock(&layouts_lock);
    found = layout_is_of(*place, bytes);
    if (found) {
        *setup = (*place)->setup;
        *spec = (*place)->spec;
    }
    pthread_rwlock_unlock(&layouts_lock);
    return found;
}

bool layout_build(struct store_bytes bytes, struct setup *setup, struct board_spec *spec) {
    struct kept_layout **place = &layouts[chain_bytes(0, bytes.data, bytes.len) % LAYOUTS_KEPT];
    struct rules rules;
    size_t at;

    if (layout_find(place, bytes, setup, spec))
        return true;
    if (!setup_decode(bytes.data, bytes.len, &rules, spec) ||
        setup_build(setup, &rules, spec, &at) != BOARD_OK)
        return false;
    layout_keep(place, bytes, setup, spec);
    return true;
}
