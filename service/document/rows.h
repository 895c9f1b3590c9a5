/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What an expansion adds to documents: a row for each of the engine's (EXPANSIONS in engine/hooks.h) that adds something,
 * in a file called as it, with the members that it has in the tables of views, positions and changes. */
#ifndef SERVICE_DOCUMENT_ROWS_H
#define SERVICE_DOCUMENT_ROWS_H

#include "engine/hooks.h"
#include "service/document/view_int.h"

struct document_row {
    uint8_t of; /* enum expansion_number */
    struct {
        const struct member *rows; /* of the struct that the table at the place is about */
        uint8_t count;
    } at[MEMBER_PLACES];
};

enum { DOCUMENT_ROWS = 6 };
/* In the order in which their members stand at a place. */
extern const struct document_row *const document_rows[DOCUMENT_ROWS];

/* ---- rows of lists of struct item, and what these are made with ---- */

#define VERTEX_ROW                                                                                 \
    {                                                                                              \
        MEMBER("vertex"), .kind = MEMBER_NUMBER, .below = BELOW_VERTICES, .required = true,        \
                          .offset = offsetof(struct item, place)                                   \
    }
#define EDGE_ROW                                                                                   \
    {                                                                                              \
        MEMBER("edge"), .kind = MEMBER_NUMBER, .below = BELOW_EDGES, .required = true,             \
                        .offset = offsetof(struct item, place)                                     \
    }
#define PLAYER_ROW                                                                                 \
    {                                                                                              \
        MEMBER("player"), .kind = MEMBER_NUMBER, .below = BELOW_COLORS, .required = true,          \
                          .offset = offsetof(struct item, player)                                  \
    }
#define PIECES(text, rows, most, from, to)                                                         \
    MEMBER(text), .kind = MEMBER_LIST, ROWS_OF(rows), .large = (most), .next = (from), .put = (to)

/* A column of a list of changes; a list of them; whose something is, or where, as an id. */
#define CHANGE_ROW(text, member)                                                                   \
    { MEMBER(text), .kind = MEMBER_NUMBER, .offset = offsetof(struct item, member) }
#define CHANGE_LIST(rows, one) .kind = MEMBER_LIST, ROWS_OF(rows), .next = next_##one
#define HOLDER(text, member)                                                                       \
    MEMBER(text), .kind = MEMBER_ID, .offset = offsetof(struct game, member)

#define SPECIAL(name) .write = write_##name, .read = read_##name

#endif
