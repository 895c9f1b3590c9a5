/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_DOCUMENT_LABEL_H
#define SERVICE_DOCUMENT_LABEL_H

#include <stddef.h>

#include "engine/limits.h"

/* Name and color of a seat in documents. The engine knows seats by number only. */
struct seat_label {
    const char *name;  /* NULL: null (an empty seat, or a neutral color) */
    const char *color; /* NULL: the default color of the seat's number, seat_colors */
};

/* The default color of each seat. */
extern const char *const seat_colors[SEAT_MAX];

/* A seat's color, in lower case. LABELS may be NULL: all seats have their default color. */
static inline const char *seat_color(const struct seat_label *labels, unsigned seat) {
    return labels != NULL && labels[seat].color != NULL ? labels[seat].color : seat_colors[seat];
}

#endif
