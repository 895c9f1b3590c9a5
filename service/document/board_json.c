/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/document/board_json.h"

#include <string.h>

#include "service/base/json_read.h"
#include "service/base/json_write.h"

const char *const layout_names[] = {[LAYOUT_BEGINNER] = "beginner", [LAYOUT_RANDOM] = "random"};
const char *const number_layout_names[] = {
    [NUMBERS_SPIRAL] = "spiral", [NUMBERS_RANDOM] = "random"};
static const char *const corner_names[CORNER_COUNT] = {[CORNER_N] = "N", [CORNER_S] = "S"};

enum { NUMBER_MIN = 2, HEXES_GIVEN_MAX = 64 }; /* openapi.yaml */

/* ---- reading ---- */

static int8_t read_coordinate(struct reading *r, const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);
    json_int_t number = json_integer_value(value);
    if (json_is_integer(value) && number >= -COORDINATE_MAX && number <= COORDINATE_MAX)
        return (int8_t)number;
    if (value == NULL)
        reading_refuse_at(r, key, "is missing");
    else
        reading_refuse_at(r, key, "must be a whole number from -%d to %d", COORDINATE_MAX,
                          COORDINATE_MAX);
    return 0;
}

static struct axial read_axial(struct reading *r, const json_t *object) {
    struct axial at;
    at.q = read_coordinate(r, object, "q");
    at.r = read_coordinate(r, object, "r");
    return at;
}

static void read_hex_spec(struct reading *r, const json_t *value, struct hex_spec *hex) {
    static const char *const known[] = {"q", "r", "terrain", "number", NULL};
    if (!reading_object(r, value, known))
        return;
    hex->at = read_axial(r, value);
    hex->terrain = (uint8_t)reading_name_of(r, value, "terrain", terrain_names, TERRAIN_COUNT,
                                            READING_REQUIRED);
    hex->number = (uint8_t)reading_number_of(r, value, "number", NUMBER_MIN, NUMBER_MAX, 0);
}

static void read_harbor_spec(struct reading *r, const json_t *value, struct harbor_spec *harbor) {
    static const char *const known[] = {"q", "r", "side", "kind", NULL};
    if (!reading_object(r, value, known))
        return;
    harbor->at = read_axial(r, value);
    harbor->side =
        (uint8_t)reading_name_of(r, value, "side", side_names, SIDE_COUNT, READING_REQUIRED);
    harbor->kind = (uint8_t)reading_name_of(r, value, "kind", harbor_names, HARBOR_KIND_COUNT,
                                            READING_REQUIRED);
}

static void read_corner(struct reading *r, const json_t *value, struct corner_spec *corner) {
    static const char *const known[] = {"q", "r", "corner", NULL};
    if (!reading_object(r, value, known))
        return;
    corner->at = read_axial(r, value);
    corner->corner =
        (uint8_t)reading_name_of(r, value, "corner", corner_names, CORNER_COUNT, READING_REQUIRED);
}

/* The elements of the array KEY, one after the other; returns how many there are. */
enum list { LIST_HEXES, LIST_HARBORS, LIST_NEUTRAL };
static uint8_t read_list(struct reading *r, const json_t *object, const char *key, size_t max,
                         enum list list, struct board_spec *spec) {
    struct reading_list items;
    const json_t *value;
    uint8_t n = 0;
    if (reading_member(r, object, key, list == LIST_HEXES) == NULL)
        return 0;
    items = reading_list_of(r, object, key, max);
    for (; (value = reading_next(&items)) != NULL; n++)
        switch (list) {
        case LIST_HEXES: read_hex_spec(r, value, &spec->hexes[n]); break;
        case LIST_HARBORS: read_harbor_spec(r, value, &spec->harbors[n]); break;
        case LIST_NEUTRAL: read_corner(r, value, &spec->neutral[n]); break;
        }
    return n;
}

/* Tells a refusal of board_build at the place in the document that it is about. */
static void refuse_board(struct reading *r, enum board_error error, size_t at) {
    static const char *const lists[] = {
        [BOARD_NO_HEXES] = "hexes",       [BOARD_TOO_LARGE] = "hexes",
        [BOARD_HEX_TWICE] = "hexes",      [BOARD_HEX_FAR] = "hexes",
        [BOARD_TERRAIN] = "hexes",        [BOARD_NUMBER] = "hexes",
        [BOARD_HARBOR_PLACE] = "harbors", [BOARD_HARBOR_KIND] = "harbors",
        [BOARD_HARBOR_TWICE] = "harbors", [BOARD_ROBBER] = "robber",
        [BOARD_NEUTRAL] = "neutral",      [BOARD_PIRATE] = "pirate",
        [BOARD_REGION] = "hexes",         [BOARD_START] = "hexes"};
    bool whole = error == BOARD_NO_HEXES || error == BOARD_TOO_LARGE || error == BOARD_ROBBER ||
                 error == BOARD_PIRATE || error == BOARD_START;
    size_t mark = reading_enter(r, lists[error]);
    if (!whole)
        reading_enter_at(r, at);
    reading_refuse(r, "%s", board_error_text(error));
    reading_leave(r, mark);
}

static void read_explicit(struct reading *r, const json_t *value, unsigned players,
                          struct board_spec *spec) {
    static const char *const known[] = {"hexes", "harbors", "robber", "neutral", NULL};
    static const char *const robber_known[] = {"q", "r", NULL};
    const json_t *robber;
    struct board board;
    enum board_error error;
    size_t at = 0;
    reading_object(r, value, known);
    spec->n_hexes = read_list(r, value, "hexes", HEXES_GIVEN_MAX, LIST_HEXES, spec);
    spec->n_harbors = read_list(r, value, "harbors", HARBOR_MAX, LIST_HARBORS, spec);
    spec->n_neutral = read_list(r, value, "neutral", 2, LIST_NEUTRAL, spec);
    robber = reading_member(r, value, "robber", false);
    if (robber != NULL) {
        size_t mark = reading_enter(r, "robber");
        spec->robber_given = reading_object(r, robber, robber_known);
        if (spec->robber_given)
            spec->robber = read_axial(r, robber);
        reading_leave(r, mark);
    }
    if (r->failed)
        return;
    error = board_build(&board, spec, &at);
    if (error != BOARD_OK)
        refuse_board(r, error, at);
    else if (players == 2 && board.n_neutral == 0 &&
             board_hex_at(&board, (struct axial){0, 0}) == NONE)
        reading_refuse_at(r, "neutral",
                          "without a hex at (0,0) two players have to name the two corners where "
                          "the neutral settlements stand");
}

static void read_layout(struct reading *r, const json_t *value, struct board_choice *choice) {
    static const char *const known[] = {"layout", "numbers", "seed", NULL};
    const char *seed;
    reading_object(r, value, known);
    choice->layout =
        (enum layout)reading_name_of(r, value, "layout", layout_names, 2, READING_REQUIRED);
    choice->numbers = (enum number_layout)reading_name_of(r, value, "numbers", number_layout_names,
                                                          2, NUMBERS_SPIRAL);
    seed = reading_text_of(r, value, "seed", 1, BOARD_SEED_MAX);
    if (seed != NULL)
        memcpy(choice->seed, seed, strlen(seed) + 1);
    if (choice->layout != LAYOUT_RANDOM && !r->failed) {
        if (json_object_get(value, "numbers") != NULL)
            reading_refuse_at(r, "numbers", "only a random board chooses how numbers are laid");
        if (seed != NULL)
            reading_refuse_at(r, "seed", "only a random board has a seed");
    }
}

bool board_read(struct read_errors *errors, const json_t *value, const char *pointer,
                unsigned players, struct board_choice *choice) {
    struct reading r = reading_begin(errors, pointer);
    *choice = (struct board_choice){.layout = LAYOUT_RANDOM};
    if (value == NULL)
        return true;
    if (!json_is_object(value)) {
        reading_refuse(&r, "must be an object");
        return false;
    }
    choice->is_explicit = json_object_get(value, "layout") == NULL;
    if (!choice->is_explicit)
        read_layout(&r, value, choice);
    else if (json_object_get(value, "hexes") == NULL && json_object_size(value) == 0)
        reading_refuse(&r, "needs a \"layout\", or \"hexes\"");
    else
        read_explicit(&r, value, players, &choice->spec);
    return !r.failed;
}

void board_choose(const struct board_choice *choice, const struct rules *rules,
                  struct chance *chance, struct board_spec *spec) {
    if (choice->is_explicit)
        *spec = choice->spec;
    else if (choice->layout == LAYOUT_BEGINNER)
        layout_printed(spec, rules_printed_map(rules));
    else
        layout_random(spec, rules_island(rules), choice->numbers, chance);
}

/* ---- writing ---- */

static void write_axial(struct writer *w, struct axial at) {
    writer_int_member(w, "q", at.q);
    writer_int_member(w, "r", at.r);
}

static void write_hexes(struct writer *w, const struct board *board, const uint8_t *numbers) {
    writer_key(w, "hexes");
    writer_array(w);
    for (unsigned h = 0; h < board->n_hexes; h++) {
        writer_object(w);
        writer_int_member(w, "id", h);
        write_axial(w, board->hexes[h].at);
        writer_text_member(w, "terrain", terrain_names[board->hexes[h].terrain]);
        writer_int_or_null_member(w, "number", numbers[h]);
        writer_object_end(w);
    }
    writer_array_end(w);
}

static void write_vertices(struct writer *w, const struct board *board) {
    writer_key(w, "vertices");
    writer_array(w);
    for (unsigned v = 0; v < board->n_vertices; v++) {
        const struct vertex *vertex = &board->vertex[v];
        writer_object(w);
        writer_int_member(w, "id", v);
        writer_key(w, "hexes");
        writer_array(w);
        for (unsigned i = 0; i < 3; i++) {
            writer_array(w);
            writer_int(w, vertex->around[i].q);
            writer_int(w, vertex->around[i].r);
            writer_array_end(w);
        }
        writer_array_end(w);
        writer_int_member(w, "x", vertex->x);
        writer_int_member(w, "y", vertex->y);
        writer_object_end(w);
    }
    writer_array_end(w);
}

static void write_edges(struct writer *w, const struct board *board) {
    writer_key(w, "edges");
    writer_array(w);
    for (unsigned e = 0; e < board->n_edges; e++) {
        writer_object(w);
        writer_int_member(w, "id", e);
        writer_key(w, "vertices");
        writer_array(w);
        writer_int(w, board->edge[e].vertices[0]);
        writer_int(w, board->edge[e].vertices[1]);
        writer_array_end(w);
        writer_object_end(w);
    }
    writer_array_end(w);
}

void board_write(struct writer *w, const struct board *board, const uint8_t *numbers) {
    writer_object(w);
    write_hexes(w, board, numbers);
    write_vertices(w, board);
    write_edges(w, board);
    writer_key(w, "harbors");
    writer_array(w);
    for (unsigned i = 0; i < board->n_harbors; i++) {
        writer_object(w);
        writer_int_member(w, "edge", board->harbors[i].edge);
        writer_text_member(w, "kind", harbor_names[board->harbors[i].kind]);
        writer_object_end(w);
    }
    writer_array_end(w);
    writer_object_end(w);
}

static void write_neutral_pieces(struct writer *w, const struct board_spec *spec) {
    writer_key(w, "neutral");
    writer_array(w);
    for (unsigned i = 0; i < spec->n_neutral; i++) {
        writer_object(w);
        write_axial(w, spec->neutral[i].at);
        writer_text_member(w, "corner", corner_names[spec->neutral[i].corner]);
        writer_object_end(w);
    }
    writer_array_end(w);
}

void board_spec_write(struct writer *w, const struct board_spec *spec) {
    writer_object(w);
    writer_key(w, "hexes");
    writer_array(w);
    for (unsigned i = 0; i < spec->n_hexes; i++) {
        writer_object(w);
        write_axial(w, spec->hexes[i].at);
        writer_text_member(w, "terrain", terrain_names[spec->hexes[i].terrain]);
        writer_int_or_null_member(w, "number", spec->hexes[i].number);
        writer_object_end(w);
    }
    writer_array_end(w);
    writer_key(w, "harbors");
    writer_array(w);
    for (unsigned i = 0; i < spec->n_harbors; i++) {
        writer_object(w);
        write_axial(w, spec->harbors[i].at);
        writer_text_member(w, "side", side_names[spec->harbors[i].side]);
        writer_text_member(w, "kind", harbor_names[spec->harbors[i].kind]);
        writer_object_end(w);
    }
    writer_array_end(w);
    if (spec->robber_given) {
        writer_key(w, "robber");
        writer_object(w);
        write_axial(w, spec->robber);
        writer_object_end(w);
    }
    if (spec->n_neutral > 0)
        write_neutral_pieces(w, spec);
    writer_object_end(w);
}
