/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* A small board in characters, for readers who see no pictures: places have their numbers, so that moves can be
 * written. */
#include <ctype.h>
#include <glib.h>
#include <stdio.h>
#include <stdlib.h>

#include "service/picture/draw.h"
#include "service/words/terms.h"

enum {
    COLUMNS_MAX = 76, /* what fits into a line of a mail */
    WIDE = 5,         /* columns for half the width of a hex, if the board is small enough */
    NARROW = 4,
    BETWEEN_CORNERS =
        5, /* columns of a hex that the labels of two corners and a space beside each take */
    LABEL_SIZE = 16,
};

/* The characters, and where the board lies on them. */
struct sheet {
    gunichar *cells;
    int rows, columns;
    int scale; /* columns for half the width of a hex */
    int left, top;
};

/* ---- the sheet ---- */

static bool sheet_open(struct sheet *sheet, const struct board *board) {
    int low_x = 0, high_x = 0, low_y = 0, high_y = 0;

    for (unsigned v = 0; v < board->n_vertices; v++) {
        const struct vertex *vertex = &board->vertex[v];

        low_x = v == 0 || vertex->x < low_x ? vertex->x : low_x;
        high_x = v == 0 || vertex->x > high_x ? vertex->x : high_x;
        low_y = v == 0 || vertex->y < low_y ? vertex->y : low_y;
        high_y = v == 0 || vertex->y > high_y ? vertex->y : high_y;
    }
    sheet->scale = (high_x - low_x + 1) * WIDE <= COLUMNS_MAX ? WIDE : NARROW;
    sheet->left = low_x;
    sheet->top = low_y;
    sheet->columns = (high_x - low_x + 1) * sheet->scale + 1;
    sheet->rows = high_y - low_y + 1;
    sheet->cells = calloc((size_t)sheet->rows * (size_t)sheet->columns, sizeof *sheet->cells);
    return sheet->cells != NULL;
}

/* Writes TEXT, at most MOST characters of it, around the point (X, Y) of the board. */
static void sheet_put(const struct sheet *sheet, int x, int y, const char *text, glong most) {
    glong length = g_utf8_strlen(text, -1);
    int row = y - sheet->top, column;

    length = length < most ? length : most;
    column = (x - sheet->left) * sheet->scale + sheet->scale / 2 - (int)length / 2;
    for (glong i = 0; i < length; i++, column++, text = g_utf8_next_char(text))
        if (row >= 0 && row < sheet->rows && column >= 0 && column < sheet->columns)
            sheet->cells[row * sheet->columns + column] = g_utf8_get_char(text);
}

static void sheet_write(struct buffer *out, const struct sheet *sheet) {
    for (int row = 0; row < sheet->rows; row++) {
        const gunichar *cells = &sheet->cells[row * sheet->columns];
        int end = sheet->columns;
        char bytes[6];

        while (end > 0 && cells[end - 1] == 0)
            end--;
        for (int column = 0; column < end; column++)
            if (cells[column] == 0)
                buffer_byte(out, ' ');
            else
                buffer_append(out, bytes, (size_t)g_unichar_to_utf8(cells[column], bytes));
        buffer_byte(out, '\n');
    }
}

/* ---- what is on it ---- */

/* The letter of a seat: small for settlements and roads, capital for cities. */
static char seat_letter(unsigned seat, bool capital) {
    return (char)((capital ? 'A' : 'a') + seat);
}

static void put_hex(const struct sheet *sheet, const struct picture *picture,
                    enum language language, unsigned h) {
    const struct hex *hex = &picture->setup->board.hexes[h];
    const struct game *view = picture->view;
    unsigned terrain = game_terrain(picture->setup, view, h), kind = terrain_yields(terrain);
    int x = 2 * hex->at.q + hex->at.r, y = 3 * hex->at.r;
    bool thief = view->robber == h || view->pirate == h;
    int room = 2 * sheet->scale - BETWEEN_CORNERS;
    char text[LABEL_SIZE];

    if (terrain != SEA)
        sheet_put(sheet, x, y - 1,
                  kind < KIND_COUNT ? term_kind(language, kind) : term_terrain(language, terrain),
                  room);
    if (view->numbers[h] != 0)
        snprintf(text, sizeof text, "%u%s", (unsigned)view->numbers[h], thief ? "*" : "");
    else
        snprintf(text, sizeof text, "%s", thief ? "*" : terrain == SEA ? "~" : "");
    sheet_put(sheet, x, y, text, room);
    snprintf(text, sizeof text, "#%u", h);
    sheet_put(sheet, x, y + 1, text, room);
}

/* Edges that go up; the others have no room, and stand in the list below. */
static void put_edge(const struct sheet *sheet, const struct picture *picture, unsigned e) {
    const struct board *board = &picture->setup->board;
    const struct vertex *one = &board->vertex[board->edge[e].vertices[0]];
    const struct vertex *other = &board->vertex[board->edge[e].vertices[1]];
    char text[2] = "|";

    if (one->x != other->x)
        return;
    for (unsigned seat = 0; seat < picture->setup->rules.colors; seat++)
        if (edge_set_has(&picture->view->players[seat].roads, e) ||
            edge_set_has(&picture->view->players[seat].ships, e))
            text[0] = seat_letter(seat, false);
    sheet_put(sheet, one->x, (one->y + other->y) / 2, text, 1);
}

static void put_vertex(const struct sheet *sheet, const struct picture *picture, unsigned v) {
    const struct vertex *vertex = &picture->setup->board.vertex[v];
    const struct game *view = picture->view;
    char text[LABEL_SIZE];

    if (vertex_set_has(&view->built, v)) {
        unsigned owner = view->owner[v];
        bool city = vertex_set_has(&view->players[owner].cities, v);

        snprintf(text, sizeof text, "%c%u", seat_letter(owner, city), v);
    } else {
        snprintf(text, sizeof text, "%u", v);
    }
    sheet_put(sheet, vertex->x, vertex->y, text, LABEL_SIZE);
}

/* ---- the list of pieces ---- */

void picture_begin_list(struct picture_list *list, struct buffer *out, enum language language,
                        enum text what) {
    *list = (struct picture_list){out, language, what, 0};
}

void picture_list_add(struct picture_list *list, const char *place) {
    if (list->count++ == 0)
        buffer_format(list->out, "; %s ", text_in(list->language, list->what));
    else
        buffer_text(list->out, ", ");
    buffer_text(list->out, place);
}

void picture_list_vertices(struct buffer *out, enum language language, enum text what,
                           const struct vertex_set *vertices) {
    struct picture_list list;
    char place[LABEL_SIZE];

    picture_begin_list(&list, out, language, what);
    VERTEX_EACH(vertices, v) {
        snprintf(place, sizeof place, "%u", v);
        picture_list_add(&list, place);
    }
}

void picture_list_edges(struct buffer *out, enum language language, enum text what,
                        const struct board *board, const struct edge_set *edges) {
    struct picture_list list;
    char place[2 * LABEL_SIZE];

    picture_begin_list(&list, out, language, what);
    EDGE_EACH(edges, e) {
        snprintf(place, sizeof place, "%u-%u", (unsigned)board->edge[e].vertices[0],
                 (unsigned)board->edge[e].vertices[1]);
        picture_list_add(&list, place);
    }
}

static void write_pieces(struct buffer *out, const struct picture *picture, enum language language,
                         unsigned seat) {
    const struct player *player = &picture->view->players[seat];
    const struct board *board = &picture->setup->board;

    buffer_format(out, "%c %s", seat_letter(seat, true),
                  picture->labels[seat].name == NULL
                      ? term_color(language, seat_color(picture->labels, seat))
                      : picture->labels[seat].name);
    picture_list_vertices(out, language, TEXT_BOARD_SETTLEMENTS, &player->settlements);
    picture_list_vertices(out, language, TEXT_BOARD_CITIES, &player->cities);
    picture_list_edges(out, language, TEXT_BOARD_ROADS, board, &player->roads);
    PICTURE_ROW_EACH(picture->setup, list, row) {
        row->list(out, picture, language, seat);
    }
    buffer_byte(out, '\n');
}

static void write_harbors(struct buffer *out, const struct picture *picture, enum language language,
                          const struct harbor *harbors, unsigned count, const char **between) {
    const struct board *board = &picture->setup->board;

    for (unsigned i = 0; i < count; i++, *between = ", ") {
        const struct edge *edge = &board->edge[harbors[i].edge];

        buffer_format(out, "%s%s %u-%u", *between, term_harbor(language, harbors[i].kind),
                      (unsigned)edge->vertices[0], (unsigned)edge->vertices[1]);
    }
}

static void write_all_harbors(struct buffer *out, const struct picture *picture,
                              enum language language) {
    const struct board *board = &picture->setup->board;
    const char *between = "";

    write_harbors(out, picture, language, board->harbors, board->n_harbors, &between);
    write_harbors(out, picture, language, picture->view->harbors, picture->view->n_harbors,
                  &between);
    if (between[0] != '\0')
        buffer_byte(out, '\n');
}

bool picture_text(struct buffer *out, const struct picture *picture, enum language language) {
    const struct board *board = &picture->setup->board;
    struct sheet sheet;

    if (!sheet_open(&sheet, board))
        return false;
    for (unsigned h = 0; h < board->n_hexes; h++)
        put_hex(&sheet, picture, language, h);
    for (unsigned e = 0; e < board->n_edges; e++)
        put_edge(&sheet, picture, e);
    for (unsigned v = 0; v < board->n_vertices; v++)
        put_vertex(&sheet, picture, v);
    sheet_write(out, &sheet);
    free(sheet.cells);
    buffer_format(out, "\n%s\n\n", text_in(language, TEXT_BOARD_SIGNS));
    write_all_harbors(out, picture, language);
    for (unsigned seat = 0; seat < picture->setup->rules.colors; seat++)
        write_pieces(out, picture, language, seat);
    return !out->failed;
}
