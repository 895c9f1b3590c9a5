/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The view of a game as a document (openapi.yaml). */
#ifndef SERVICE_DOCUMENT_VIEW_JSON_H
#define SERVICE_DOCUMENT_VIEW_JSON_H

#include "engine/game.h"
#include "service/document/label.h"

struct writer;

/* What a view says beside the state. */
struct view_head {
    const char *game;   /* id, or NULL to leave `game` and `status` out (a record's position) */
    const char *status; /* "open", "active", … */
    const struct seat_label *labels; /* rules.colors of them */
    const int64_t *deadlines;        /* by seat; NULL: there is no clock */
};

/* Writes *VIEW, which game_view made for VIEWER: this function hides nothing by itself and only
 * turns what is blank into null. As VIEWER_ALL the document is also a position (position.h). */
void view_write(struct writer *w, const struct setup *setup, const struct game *view,
                unsigned viewer, const struct view_head *head);

#endif
