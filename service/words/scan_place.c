/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Places on the board and seats, as people name them. */
#include <stdio.h>
#include <string.h>

#include "service/words/scan.h"
#include "service/words/terms.h"

/* Notes what is wrong with one number or two. */
static bool note_numbers(struct scan *scan, size_t at, unsigned field, enum text text, int one,
                         int two) {
    char first[16], second[16];

    snprintf(first, sizeof first, "%d", one);
    snprintf(second, sizeof second, "%d", two);
    return scan_tell(scan, at, field, text, TEXT_ARGS(first, second));
}

/* ---- places ---- */

void scan_preposition(struct scan *scan) {
    do
        scan_space(scan);
    while (scan_class(scan, WORD_PLACE, NULL));
}

/* Reads an id below N, with or without LETTER before it. */
static bool scan_id(struct scan *scan, char letter, unsigned n, unsigned type, uint8_t *id) {
    size_t start = scan->at;
    uint32_t number;

    if (!scan_one_of(scan, (char[]){letter, (char)(letter - 'a' + 'A'), '\0'}))
        scan_one_of(scan, "#");
    if (scan_number(scan, n - 1, &number)) {
        *id = (uint8_t)number;
        return true;
    }
    scan->at = start;
    return scan_miss(scan, start, NULL, type);
}

bool scan_vertex(struct scan *scan, unsigned type, uint8_t *vertex) {
    return scan_id(scan, 'v', scan->setup->board.n_vertices, type, vertex);
}

/* The edge between two vertices, or NONE. */
static unsigned scan_edge_between(const struct board *board, unsigned a, unsigned b) {
    for (unsigned i = 0; i < board->vertex[a].n_edges; i++)
        if (board->vertex[a].neighbors[i] == b)
            return board->vertex[a].edges[i];
    return NONE;
}

/* Reads the separator between the two ends of an edge. */
static bool scan_joint(struct scan *scan, bool by_space) {
    size_t start = scan->at;
    bool dash;

    scan_space(scan);
    dash = scan_one_of(scan, "-/") || scan_bytes(scan, "–");
    if (dash || (by_space && scan->at > start)) {
        scan_space(scan);
        if (scan->at < scan->len && strchr("0123456789vV", scan->text[scan->at]) != NULL)
            return true;
    }
    scan->at = start;
    return false;
}

bool scan_edge(struct scan *scan, bool by_space, unsigned type, uint8_t *edge) {
    const struct board *board = &scan->setup->board;
    size_t start = scan->at;
    uint8_t a = 0, b = 0;

    if (!scan_one_of(scan, "eE") && scan_vertex(scan, type, &a) && scan_joint(scan, by_space)) {
        if (!scan_vertex(scan, type, &b))
            return false;
        *edge = (uint8_t)scan_edge_between(board, a, b);
        return *edge != NONE || note_numbers(scan, start, type, TEXT_READ_NO_PATH, (int)a, (int)b);
    }
    scan->at = start;
    return scan_id(scan, 'e', board->n_edges, type, edge);
}

static bool scan_signed(struct scan *scan, int *value) {
    uint32_t number;
    bool minus = scan_bytes(scan, "−") || scan_one_of(scan, "-");

    if (!scan_number(scan, COORDINATE_MAX, &number))
        return false;
    *value = minus ? -(int)number : (int)number;
    return true;
}

/* Reads `q,r`, in parentheses or, if BARE, without. */
static bool scan_axial(struct scan *scan, bool bare, struct axial *at) {
    size_t start = scan->at;
    bool bracket = scan_one_of(scan, "(");
    int q, r;

    if ((bracket || bare) && scan_signed(scan, &q) && scan_one_of(scan, ",")) {
        if (bracket)
            scan_space(scan);
        if (scan_signed(scan, &r) && (!bracket || scan_one_of(scan, ")"))) {
            *at = (struct axial){(int8_t)q, (int8_t)r};
            return true;
        }
    }
    scan->at = start;
    return false;
}

bool scan_hex(struct scan *scan, bool bare, unsigned type, uint8_t *hex) {
    size_t start = scan->at;
    struct axial at;

    if (!scan_axial(scan, bare, &at))
        return scan_id(scan, 'h', scan->setup->board.n_hexes + scan->setup->board.n_frame, type,
                       hex); /* the pirate may go to the frame */
    *hex = (uint8_t)board_hex_at(&scan->setup->board, at);
    return *hex != NONE || note_numbers(scan, start, type, TEXT_READ_NO_HEX, at.q, at.r);
}

/* ---- seats ---- */

/* Reads COLOR in the scan's language. */
static bool scan_color_word(struct scan *scan, const char *color) {
    return scan->language != LANGUAGE_ENGLISH && scan_word(scan, term_color(scan->language, color));
}

/* The seat with the longest matching color or, if there is none, name; false if two seats match. */
static bool scan_seat_name(struct scan *scan, uint8_t *seat) {
    size_t start = scan->at, furthest = start, name_at;
    bool ambiguous = false;

    scan_one_of(scan, "@");
    name_at = scan->at;
    for (unsigned named = 0; named < 2 && furthest == start; named++)
        for (unsigned s = 0; s < scan->setup->rules.colors; s++) {
            const char *name = scan->labels != NULL ? scan->labels[s].name : NULL;
            const char *word = named ? name : seat_color(scan->labels, s);

            scan->at = name_at;
            if (word == NULL || word[0] == '\0' ||
                !(scan_word(scan, word) || (!named && scan_color_word(scan, word))) ||
                scan->at < furthest)
                continue;
            ambiguous = scan->at == furthest;
            furthest = scan->at;
            *seat = (uint8_t)s;
        }
    scan->at = ambiguous ? start : furthest;
    return scan->at > start;
}

bool scan_seat(struct scan *scan, unsigned type, uint8_t *seat) {
    size_t start = scan->at, numbered = start;
    uint32_t number;

    if (scan_any(scan, TEXT_WORD_JOIN_SEAT)) {
        scan_space(scan);
        numbered = scan->at;
        if (!scan_number(scan, UINT32_MAX, &number)) {
            numbered = start;
        } else if (number < scan->setup->rules.colors) {
            *seat = (uint8_t)number;
            return true;
        }
    }
    scan->at = start;
    if (scan_seat_name(scan, seat))
        return true;
    scan_space(scan);
    if (scan_seat_name(scan, seat))
        return true;
    scan->at = start;
    return numbered > start ? note_numbers(scan, numbered, type, TEXT_READ_NO_SEAT,
                                           scan->setup->rules.colors - 1, 0)
                            : scan_miss(scan, start, NULL, type);
}
