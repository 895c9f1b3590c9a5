/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/document/board_json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/scenario.h"

#include "service/document/view_int.h"

const char *const layout_names[] = {[LAYOUT_BEGINNER] = "beginner", [LAYOUT_RANDOM] = "random"};
const char *const number_layout_names[] = {
    [NUMBERS_SPIRAL] = "spiral", [NUMBERS_RANDOM] = "random"};
static const char *const corner_names[CORNER_COUNT] = {[CORNER_N] = "N", [CORNER_S] = "S"};
const char *const mark_names[MARK_KIND_COUNT] = {
    [MARK_STRAIT] = "strait", [MARK_WASTELAND] = "wasteland", [MARK_NO_START] = "no_start",
    [MARK_GIFT] = "gift",     [MARK_VILLAGE] = "village",     [MARK_LANE_START] = "start",
    [MARK_WAY] = "way",       [MARK_FORTRESS] = "fortress",   [MARK_FLEET] = "fleet"};
/* Kinds of gift; the kind of a harbor is in a member of its own. */
const char *const gift_names[GIFT_HARBOR + 1] = {
    [GIFT_POINT] = "vp", [GIFT_CARD] = "card", [GIFT_HARBOR] = "harbor"};

enum { NUMBER_MIN = 2, REGION_NAME_MAX = 40, BONUS_MAX = 9 }; /* openapi.yaml */

/* ---- reading ---- */

#define AXIAL_ROWS(type, member)                                                                   \
    {MEMBER("q"), .kind = MEMBER_SIGNED, .max = COORDINATE_MAX, .required = true,                  \
     .offset = offsetof(type, member.q)},                                                          \
    {                                                                                              \
        MEMBER("r"), .kind = MEMBER_SIGNED, .max = COORDINATE_MAX, .required = true,               \
                     .offset = offsetof(type, member.r)                                            \
    }
#define NAME_ROW(text, type, member, n, list)                                                      \
    {                                                                                              \
        MEMBER(text), .kind = MEMBER_NAME, .required = true, .offset = offsetof(type, member),     \
                      NAMES_OF(n, list)                                                            \
    }

/* `region` is written and read by hand: it comes last and refers to a list of the whole board. */
static bool never_written(const struct member_source *from) {
    (void)from;
    return false;
}

static const struct member hex_members[] = {
    AXIAL_ROWS(struct hex_spec, at),
    NAME_ROW("terrain", struct hex_spec, terrain, TERRAIN_COUNT, terrain_names),
    {MEMBER("number"), .kind = MEMBER_NUMBER, .min = NUMBER_MIN, .max = NUMBER_MAX,
     .zero_null = true, .offset = offsetof(struct hex_spec, number)},
    {MEMBER("region"), .shown = never_written, .pass = READ_NEVER},
};

static const struct member harbor_spec_members[] = {
    AXIAL_ROWS(struct harbor_spec, at),
    NAME_ROW("side", struct harbor_spec, side, SIDE_COUNT, side_names),
    NAME_ROW("kind", struct harbor_spec, kind, HARBOR_KIND_COUNT, harbor_names),
};
enum { PLACE_ROWS = 3 }; /* of them, the position's */

static const struct member corner_members[] = {
    AXIAL_ROWS(struct corner_spec, at),
    NAME_ROW("corner", struct corner_spec, corner, CORNER_COUNT, corner_names),
};

static const struct member axial_members[] = {AXIAL_ROWS(
    struct { struct axial at; }, at)};

const struct member gift_members[3] = {
    {MEMBER("edge"), .kind = MEMBER_NUMBER, .offset = offsetof(struct item, place)},
    NAME_ROW("gift", struct item, kind, GIFT_HARBOR + 1, gift_names),
    {MEMBER("harbor"), .kind = MEMBER_NAME_NEXT, .brief = true,
     .offset = offsetof(struct item, level), NAMES_OF(HARBOR_KIND_COUNT, harbor_names)},
};

void gift_item(struct item *item, const struct gift_place *place) {
    bool harbor = place->gift >= GIFT_HARBOR;
    item->place = place->edge;
    item->kind = harbor ? GIFT_HARBOR : place->gift;
    item->level = harbor ? (uint8_t)(1 + place->gift - GIFT_HARBOR) : 0;
}

/* Kinds of marks, grouped by the members that they have. */
enum mark_form { MARK_PLAIN, MARK_NUMBERED, MARK_OF_SEAT, MARK_WITH_GIFT, MARK_OF_HEX, MARK_FORMS };
enum { MARK_ROWS_MAX = 6 };

#define MARK_NAME(text, member, n, list) NAME_ROW(text, struct mark_spec, member, n, list)
#define MARK_PLACE                                                                                 \
    AXIAL_ROWS(struct mark_spec, at), MARK_NAME("corner", place, CORNER_COUNT, corner_names)
#define MARK_KIND_ROW /* read first: the other rows depend on it */                                \
    {                                                                                              \
        MEMBER("kind"), .kind = MEMBER_NAME, .pass = READ_NEVER,                                   \
                        .offset = offsetof(struct mark_spec, kind),                                \
                        NAMES_OF(MARK_KIND_COUNT, mark_names)                                      \
    }
#define MARK_NUMBER(text, least, most)                                                             \
    {                                                                                              \
        MEMBER(text), .kind = MEMBER_NUMBER, .min = (least), .max = (most), .required = true,      \
                      .offset = offsetof(struct mark_spec, value)                                  \
    }

static const struct mark_rows {
    struct member rows[MARK_ROWS_MAX];
    size_t n;
} mark_rows[MARK_FORMS] = {
    [MARK_PLAIN] = {{MARK_PLACE, MARK_KIND_ROW}, 4},
    [MARK_NUMBERED] = {{MARK_PLACE, MARK_KIND_ROW, MARK_NUMBER("number", NUMBER_MIN, NUMBER_MAX)},
                       5},
    [MARK_OF_SEAT] = {{MARK_PLACE, MARK_KIND_ROW, MARK_NUMBER("seat", 0, SEAT_MAX - 1)}, 5},
    [MARK_WITH_GIFT] = {{AXIAL_ROWS(struct mark_spec, at),
                         MARK_NAME("side", place, SIDE_COUNT, side_names),
                         MARK_KIND_ROW,
                         {MEMBER("gift"), .shown = never_written, .pass = READ_NEVER},
                         {MEMBER("harbor"), .shown = never_written, .pass = READ_NEVER}},
                        6},
    [MARK_OF_HEX] = {{AXIAL_ROWS(struct mark_spec, at), MARK_KIND_ROW}, 3},
};

static const struct mark_rows *rows_of_mark(unsigned kind) {
    return &mark_rows[mark_on_path(kind)     ? MARK_WITH_GIFT
                      : mark_on_hex(kind)    ? MARK_OF_HEX
                      : kind == MARK_VILLAGE ? MARK_NUMBERED
                      : mark_of_seat(kind)   ? MARK_OF_SEAT
                                             : MARK_PLAIN];
}

/* For documents that have no set-up yet. */
static const struct member_target no_target;
static const struct member_source no_source;

static void read_harbor_spec(struct reading *r, const json_t *value, struct harbor_spec *harbor) {
    bool placed = json_object_get(value, "q") != NULL || json_object_get(value, "r") != NULL ||
                  json_object_get(value, "side") != NULL;
    unsigned first = placed ? 0 : PLACE_ROWS;
    harbor->side = SIDE_COUNT; /* S-161: the players place the harbors */
    if (reading_object_rows(r, value, harbor_spec_members, sizeof *harbor_spec_members,
                            PLACE_ROWS + 1))
        members_read_pass(r, value, harbor_spec_members + first, PLACE_ROWS + 1 - first, 0, harbor,
                          &no_target);
}

static void read_gift(struct reading *r, const json_t *value, struct mark_spec *mark) {
    struct item item = {.kind = 0};
    members_read_pass(r, value, gift_members + 1, 2, 0, &item, &no_target);
    mark->value = item.kind;
    if (item.kind == GIFT_HARBOR)
        mark->value = (uint8_t)(GIFT_HARBOR + (item.level > 0 ? item.level - 1 : HARBOR_ANY));
    else if (json_object_get(value, "harbor") != NULL)
        reading_refuse_at(r, "harbor", "is for gifts that are harbors (rule S-105)");
}

static void read_mark(struct reading *r, const json_t *value, struct mark_spec *mark) {
    const struct mark_rows *form;
    mark->kind =
        (uint8_t)reading_name_of(r, value, "kind", mark_names, MARK_KIND_COUNT, READING_REQUIRED);
    form = rows_of_mark(mark->kind);
    if (members_read(r, value, form->rows, form->n, mark, &no_target) && mark_on_path(mark->kind))
        read_gift(r, value, mark);
}

/* Face-down tiles for the hexes in fog: how many of each terrain and of each number (S-54). */
static const char *const fog_numbers[NUMBER_MAX + 1] = {"0", "1", "2", "3",  "4",  "5", "6",
                                                        "7", "8", "9", "10", "11", "12"};

static void read_fog_counts(struct reading *r, const json_t *value, const char *key,
                            const char *const *names, uint8_t *counts, size_t n) {
    size_t mark;
    const json_t *given = reading_enter_member(r, value, key, true, &mark);
    if (given != NULL && reading_object_rows(r, given, names, sizeof *names, n))
        for (size_t i = 0; i < n; i++)
            counts[i] = (uint8_t)reading_number_of(r, given, names[i], 0, FOG_MAX, 0);
    reading_leave(r, mark);
}

static void read_fog(struct reading *r, const json_t *value, struct fog_stack *fog) {
    static const char *const known[] = {"tiles", "numbers", NULL};
    size_t mark;
    const json_t *given = reading_enter_member(r, value, "fog", false, &mark);
    if (given != NULL && reading_object(r, given, known)) {
        read_fog_counts(r, given, "tiles", terrain_names, fog->tiles, TERRAIN_COUNT);
        read_fog_counts(r, given, "numbers", fog_numbers, fog->numbers, NUMBER_MAX + 1);
    }
    reading_leave(r, mark);
}

static void write_fog(struct writer *w, const struct fog_stack *fog) {
    writer_key(w, "fog");
    writer_object(w);
    writer_key(w, "tiles");
    counts_write(w, terrain_names, fog->tiles, TERRAIN_COUNT);
    writer_key(w, "numbers");
    counts_write(w, fog_numbers, fog->numbers, NUMBER_MAX + 1);
    writer_object_end(w);
}

static bool has_fog(const struct fog_stack *fog) {
    unsigned tiles = 0;
    for (unsigned i = 0; i < TERRAIN_COUNT; i++)
        tiles += fog->tiles[i];
    return tiles > 0;
}

/* The index, from 1, of a hex's region among REGIONS; 0 for none. */
static uint8_t read_region_of(struct reading *r, const json_t *hex, const json_t *regions) {
    const char *name = reading_text_of(r, hex, "region", 1, REGION_NAME_MAX);
    const char *key;
    json_t *region;
    uint8_t n = 0;
    if (name == NULL)
        return 0;
    json_object_foreach((json_t *)(uintptr_t)regions, key, region) {
        n++;
        if (strcmp(key, name) == 0)
            return n;
    }
    reading_refuse_at(r, "region", "is not named in the board's regions");
    return 0;
}

static const struct member region_members[] = {
    {MEMBER("start"), .kind = MEMBER_BIT, .max = REGION_START,
     .offset = offsetof(struct region_spec, flags)},
    {MEMBER("bonus"), .kind = MEMBER_NUMBER, .max = BONUS_MAX,
     .offset = offsetof(struct region_spec, bonus)},
    {MEMBER("settle"), .kind = MEMBER_NOT_BIT, .max = REGION_NO_SETTLING,
     .offset = offsetof(struct region_spec, flags)},
    {MEMBER("robber"), .kind = MEMBER_NOT_BIT, .max = REGION_NO_ROBBER,
     .offset = offsetof(struct region_spec, flags)},
};

/* Reads the regions of a custom map, in document order. */
static void read_regions(struct reading *r, const json_t *value, struct board_spec *spec) {
    size_t mark;
    const json_t *regions = reading_enter_member(r, value, "regions", false, &mark);
    const char *key;
    json_t *region;
    if (regions != NULL && (!json_is_object(regions) || json_object_size(regions) > REGION_MAX)) {
        reading_refuse(r, "must be an object with at most %d members", REGION_MAX);
        regions = NULL;
    }
    json_object_foreach((json_t *)(uintptr_t)regions, key, region) {
        size_t inner = reading_enter(r, key);
        (void)members_read(r, region, ROWS(region_members), &spec->regions[spec->n_regions++],
                           &no_target);
        reading_leave(r, inner);
    }
    reading_leave(r, mark);
}

static void read_regions_of_hexes(struct reading *r, const json_t *value, struct board_spec *spec) {
    const json_t *hexes = json_object_get(value, "hexes");
    const json_t *regions = json_object_get(value, "regions");
    size_t mark = reading_enter(r, "hexes");
    for (unsigned i = 0; i < spec->n_hexes; i++) {
        size_t inner = reading_enter_at(r, i);
        spec->region_of[i] = read_region_of(r, json_array_get(hexes, i), regions);
        reading_leave(r, inner);
    }
    reading_leave(r, mark);
}

/* A stand-in for chance: always draws the first. */
static uint32_t draw_first(const struct chance *chance, uint32_t number, uint32_t bound) {
    (void)chance, (void)number, (void)bound;
    return 0;
}

/* Takes regions that the document lacks from the scenario's map, by hex position, and with them its marks
 * and fog. False if memory ran out. */
static bool take_map_regions(const struct rules *rules, struct board_spec *spec) {
    struct chance chance = {.draw = draw_first};
    struct board_spec *map;
    if (rules->scenario == SCENARIO_CUSTOM || spec->n_regions > 0)
        return true;
    if (rules->scenario == SCENARIO_NEW_WORLD) { /* S-67 */
        scenario_islands(spec);
        return true;
    }
    map = calloc(1, sizeof *map);
    if (map == NULL)
        return false;
    scenario_layout(map, rules->scenario, rules->players, LAYOUT_BEGINNER, &chance);
    spec->n_regions = map->n_regions;
    memcpy(spec->regions, map->regions, sizeof spec->regions);
    if (!has_fog(&spec->fog))
        spec->fog = map->fog;
    if (spec->n_marks == 0) {
        spec->n_marks = map->n_marks;
        memcpy(spec->marks, map->marks, sizeof spec->marks);
    }
    for (unsigned i = 0; i < spec->n_hexes; i++)
        for (unsigned k = 0; k < map->n_hexes; k++)
            if (map->hexes[k].at.q == spec->hexes[i].at.q &&
                map->hexes[k].at.r == spec->hexes[i].at.r)
                spec->region_of[i] = map->region_of[k];
    free(map);
    return true;
}

enum list { LIST_HEXES, LIST_HARBORS, LIST_NEUTRAL, LIST_MARKS };

/* Reads the elements of the array KEY in order; returns their number. */
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
        case LIST_HEXES:
            (void)members_read(r, value, ROWS(hex_members), &spec->hexes[n], &no_target);
            break;
        case LIST_HARBORS: read_harbor_spec(r, value, &spec->harbors[n]); break;
        case LIST_NEUTRAL:
            (void)members_read(r, value, ROWS(corner_members), &spec->neutral[n], &no_target);
            break;
        case LIST_MARKS: read_mark(r, value, &spec->marks[n]); break;
        }
    return n;
}

/* Notes a refusal of board_build at the member of the document that caused it. */
static void refuse_board(struct reading *r, enum board_error error, size_t at) {
    static const char *const lists[] = {
        [BOARD_NO_HEXES] = "hexes",      [BOARD_HEX_TWICE] = "hexes",
        [BOARD_HEX_FAR] = "hexes",       [BOARD_TERRAIN] = "hexes",
        [BOARD_NUMBER] = "hexes",        [BOARD_HARBOR_PLACE] = "harbors",
        [BOARD_HARBOR_KIND] = "harbors", [BOARD_HARBOR_TWICE] = "harbors",
        [BOARD_ROBBER] = "robber",       [BOARD_NEUTRAL] = "neutral",
        [BOARD_PIRATE] = "pirate",       [BOARD_REGION] = "hexes",
        [BOARD_START] = "hexes",         [BOARD_MARK] = "marks"};
    bool whole = error == BOARD_NO_HEXES || error == BOARD_ROBBER || error == BOARD_PIRATE ||
                 error == BOARD_START;
    size_t mark = reading_enter(r, lists[error]);
    if (!whole)
        reading_enter_at(r, at);
    reading_refuse(r, "%s", board_error_text(error));
    reading_leave(r, mark);
}

/* Reads the starting hex of the robber or the pirate; false if none is given. */
static bool read_piece_place(struct reading *r, const json_t *value, const char *key,
                             struct axial *at) {
    size_t mark;
    const json_t *place = reading_enter_member(r, value, key, false, &mark);
    bool given = place != NULL && members_read(r, place, ROWS(axial_members), at, &no_target);
    reading_leave(r, mark);
    return given;
}

/* Whether the document has "harbors": "random" instead of a list (S-163). */
static bool asks_random_harbors(struct reading *r, const json_t *value, const struct rules *rules) {
    const json_t *harbors = json_object_get(value, "harbors");
    if (!json_is_string(harbors))
        return false;
    if (rules->scenario != SCENARIO_NEW_WORLD)
        reading_refuse_at(r, "harbors", "have their places in this game (rule S-163)");
    else if (strcmp(json_string_value(harbors), "random") != 0)
        reading_refuse_at(r, "harbors", "must be \"random\" or a list");
    return true;
}

static void read_board_harbors(struct reading *r, const json_t *value, const struct rules *rules,
                               struct board_choice *choice) {
    if (asks_random_harbors(r, value, rules))
        choice->harbors = HARBORS_BY_CHANCE;
    else if (json_object_get(value, "harbors") == NULL && rules->scenario == SCENARIO_NEW_WORLD)
        choice->harbors = HARBORS_BY_PLAYERS;
    else
        choice->spec.n_harbors =
            read_list(r, value, "harbors", HARBOR_MAX, LIST_HARBORS, &choice->spec);
}

static void read_explicit(struct reading *r, const json_t *value, const struct rules *rules,
                          struct board_choice *choice) {
    /* `vertices` follow from the hexes: a record tells them, and nothing is read of them. */
    static const char *const land[] = {"hexes", "harbors", "robber", "neutral", "vertices", NULL};
    static const char *const at_sea[] = {"hexes", "harbors", "robber",   "pirate", "regions",
                                         "fog",   "marks",   "vertices", NULL};
    struct board_spec *spec = &choice->spec;
    struct board board;
    enum board_error error;
    size_t at = 0;
    spec->sea = rules->scenario != SCENARIO_NONE;
    reading_object(r, value, spec->sea ? at_sea : land);
    spec->n_hexes = read_list(r, value, "hexes", HEX_FIT_MAX, LIST_HEXES, spec);
    read_board_harbors(r, value, rules, choice);
    spec->n_neutral = read_list(r, value, "neutral", 2, LIST_NEUTRAL, spec);
    spec->robber_given = read_piece_place(r, value, "robber", &spec->robber);
    spec->robber_off = json_is_null(json_object_get(value, "robber")); /* S-38 */
    if (spec->sea) {
        spec->pirate_given = read_piece_place(r, value, "pirate", &spec->pirate);
        read_regions(r, value, spec);
        read_fog(r, value, &spec->fog);
        spec->n_marks = read_list(r, value, "marks", MARK_MAX, LIST_MARKS, spec);
        if (spec->pirate_given && rules->no_pirate)
            reading_refuse_at(r, "pirate", "is not in this scenario (rule S-146)");
    }
    if (spec->sea && !r->failed)
        read_regions_of_hexes(r, value, spec);
    if (r->failed)
        return;
    if (spec->sea && !take_map_regions(rules, spec)) {
        r->failed = true; /* not the document's fault, so nothing is noted */
        return;
    }
    error = board_build(&board, spec, &at);
    if (error == BOARD_TOO_LARGE)
        reading_refuse_at(r, "hexes",
                          "have more than %d intersections or %d paths: the first %u of them fit",
                          VERTEX_MAX, EDGE_MAX, board_fitting(&board, spec));
    else if (error != BOARD_OK)
        refuse_board(r, error, at);
    else if (rules->players == 2 && board.n_neutral == 0 &&
             board_hex_at(&board, (struct axial){0, 0}) == NONE)
        reading_refuse_at(r, "neutral",
                          "without a hex at (0,0) two players have to name the two corners where "
                          "the neutral settlements are");
}

static void read_layout(struct reading *r, const json_t *value, const struct rules *rules,
                        struct board_choice *choice) {
    static const char *const known[] = {"layout", "numbers", "harbors", "seed", NULL};
    const char *seed;
    reading_object(r, value, known);
    if (asks_random_harbors(r, value, rules))
        choice->harbors = HARBORS_BY_CHANCE;
    else if (json_object_get(value, "harbors") != NULL)
        reading_refuse_at(r, "harbors", "must be \"random\" beside a layout");
    choice->layout =
        (enum layout)reading_name_of(r, value, "layout", layout_names, 2, READING_REQUIRED);
    choice->numbers = (enum number_layout)reading_name_of(r, value, "numbers", number_layout_names,
                                                          2, NUMBERS_SPIRAL);
    seed = reading_text_of(r, value, "seed", 1, BOARD_SEED_MAX);
    if (seed != NULL)
        memcpy(choice->seed, seed, strlen(seed) + 1);
    if (rules->scenario == SCENARIO_CUSTOM)
        reading_refuse(r, "needs \"hexes\": a custom map has no layout (rule S-93)");
    else if (rules->scenario != SCENARIO_NONE && json_object_get(value, "numbers") != NULL)
        reading_refuse_at(r, "numbers", "are dealt as the scenario says (rule S-85)");
    else if (rules->scenario == SCENARIO_NONE && choice->layout != LAYOUT_RANDOM && !r->failed) {
        if (json_object_get(value, "numbers") != NULL)
            reading_refuse_at(r, "numbers", "only a random board chooses how numbers are laid");
        if (seed != NULL)
            reading_refuse_at(r, "seed", "only a random board has a seed");
    }
}

bool board_read(struct read_errors *errors, const json_t *value, const char *pointer,
                const struct rules *rules, struct board_choice *choice) {
    struct reading r = reading_begin(errors, pointer);
    *choice = (struct board_choice){.layout = LAYOUT_RANDOM};
    if (value == NULL && rules->scenario == SCENARIO_CUSTOM) {
        reading_refuse(&r, "is missing: a custom map is given hex by hex (rule S-93)");
        return false;
    }
    if (value == NULL)
        return true;
    if (!json_is_object(value)) {
        reading_refuse(&r, "must be an object");
        return false;
    }
    choice->is_explicit = json_object_get(value, "layout") == NULL;
    if (!choice->is_explicit)
        read_layout(&r, value, rules, choice);
    else if (json_object_get(value, "hexes") == NULL && json_object_size(value) == 0)
        reading_refuse(&r, "needs a \"layout\", or \"hexes\"");
    else
        read_explicit(&r, value, rules, choice);
    return !r.failed;
}

void board_choose(const struct board_choice *choice, const struct rules *rules,
                  struct chance *chance, struct board_spec *spec) {
    if (choice->is_explicit) {
        *spec = choice->spec;
        if (choice->harbors != HARBORS_AS_GIVEN)
            scenario_harbors(spec, rules->scenario, rules->players, chance);
    } else if (rules->scenario != SCENARIO_NONE)
        scenario_layout(spec, rules->scenario, rules->players, choice->layout, chance);
    else if (choice->layout == LAYOUT_BEGINNER)
        layout_printed(spec, rules_printed_map(rules));
    else
        layout_random(spec, rules_island(rules), choice->numbers, chance);
    if (choice->harbors == HARBORS_BY_CHANCE)
        harbors_scatter(spec, chance);
}

/* ---- writing ---- */

static void write_axial(struct writer *w, struct axial at) {
    writer_int_member(w, "q", at.q);
    writer_int_member(w, "r", at.r);
}

/* Regions are named by their numbers. */
static void write_region_name(struct writer *w, unsigned region) {
    char name[8];
    snprintf(name, sizeof name, "%u", region);
    writer_text_member(w, "region", name);
}

static void write_hexes(struct writer *w, const struct board *board, const uint8_t *numbers) {
    writer_key(w, "hexes");
    writer_array(w);
    for (unsigned h = 0; h < (unsigned)board->n_hexes + board->n_frame; h++) {
        bool frame = h >= board->n_hexes;
        writer_object(w);
        writer_int_member(w, "id", h);
        write_axial(w, board->hexes[h].at);
        writer_text_member(w, "terrain", terrain_names[frame ? SEA : board->hexes[h].terrain]);
        writer_int_or_null_member(w, "number", frame ? 0 : numbers[h]);
        if (frame)
            writer_bool_member(w, "frame", true);
        else if (board->hexes[h].region != 0)
            write_region_name(w, board->hexes[h].region);
        writer_object_end(w);
    }
    writer_array_end(w);
}

static void write_regions(struct writer *w, const struct region_spec *regions, unsigned n) {
    writer_key(w, "regions");
    writer_object(w);
    for (unsigned i = 0; i < n; i++) {
        char name[8];
        snprintf(name, sizeof name, "%u", i + 1);
        writer_key_text(w, name);
        object_write(w, ROWS(region_members), &regions[i], &no_source);
    }
    writer_object_end(w);
}

/* PLACED: says where each lies in a picture, too. */
static void write_vertices(struct writer *w, const struct board *board, bool placed) {
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
        if (placed) {
            writer_int_member(w, "x", vertex->x);
            writer_int_member(w, "y", vertex->y);
        }
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

static bool board_is_marked(const struct board *board) {
    bool marked = board->n_gifts > 0;
    for (unsigned kind = 0; kind < MARK_KIND_COUNT; kind++)
        marked |= !vertex_set_empty(&board->marked[kind]);
    return marked;
}

/* The number of the village at VERTEX, which must be one. */
static unsigned village_number(const struct board *board, unsigned vertex) {
    unsigned i = 0;
    while (i + 1 < board->n_villages && board->villages[i].vertex != vertex)
        i++;
    return board->villages[i].number;
}

/* The seat whose start, way mark or fortress (KIND) is at VERTEX; there must be one. */
static unsigned lane_seat(const struct board *board, unsigned kind, unsigned vertex) {
    for (unsigned seat = 0; seat < board->n_lanes; seat++) {
        const struct lane *lane = &board->lanes[seat];
        unsigned at = kind == MARK_LANE_START ? lane->start
                      : kind == MARK_WAY      ? lane->way
                                              : lane->fortress;
        if (at == vertex)
            return seat;
    }
    return 0;
}

/* Writes the paths of the lanes (S-127) and the fleet's circuit in order (S-132). */
static void write_lanes(struct writer *w, const struct board *board) {
    for (unsigned seat = 0; seat < board->n_lanes; seat++)
        for (unsigned k = 0; k < board->lanes[seat].steps; k++)
            EDGE_EACH(&board->lanes[seat].step[k], e) {
                writer_object(w);
                writer_int_member(w, "edge", e);
                writer_text_member(w, "kind", "lane");
                writer_int_member(w, "seat", seat);
                writer_int_member(w, "step", k);
                writer_object_end(w);
            }
    for (unsigned i = 0; i < board->n_fleet; i++) {
        writer_object(w);
        writer_int_member(w, "hex", board->fleet[i]);
        writer_text_member(w, "kind", mark_names[MARK_FLEET]);
        writer_object_end(w);
    }
}

/* Writes the scenario's marks: intersections, villages with their numbers, and paths with gifts. */
static void write_marked(struct writer *w, const struct board *board) {
    if (!board_is_marked(board))
        return;
    writer_key(w, "marks");
    writer_array(w);
    for (unsigned kind = 0; kind < MARK_KIND_COUNT; kind++)
        VERTEX_EACH(&board->marked[kind], v) {
            writer_object(w);
            writer_int_member(w, "vertex", v);
            writer_text_member(w, "kind", mark_names[kind]);
            if (kind == MARK_VILLAGE)
                writer_int_member(w, "number", village_number(board, v));
            if (mark_of_seat(kind))
                writer_int_member(w, "seat", lane_seat(board, kind, v));
            writer_object_end(w);
        }
    write_lanes(w, board);
    for (unsigned i = 0; i < board->n_gifts; i++) {
        struct item item;
        gift_item(&item, &board->gifts[i]);
        writer_object(w);
        members_write(w, gift_members, 1, &item, &no_source);
        writer_text_member(w, "kind", mark_names[MARK_GIFT]);
        members_write(w, gift_members + 1, 2, &item, &no_source);
        writer_object_end(w);
    }
    writer_array_end(w);
}

void board_write(struct writer *w, const struct board *board, const uint8_t *numbers) {
    writer_object(w);
    write_hexes(w, board, numbers);
    write_vertices(w, board, true);
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
    if (board->n_pool > 0) {
        writer_key(w, "harbor_pool");
        counts_write(w, harbor_names, board->pool, HARBOR_KIND_COUNT);
    }
    if (has_fog(&board->fog))
        write_fog(w, &board->fog);
    if (board->n_regions > 0)
        write_regions(w, board->regions, board->n_regions);
    write_marked(w, board);
    writer_object_end(w);
}

static void write_marks(struct writer *w, const struct board_spec *spec) {
    writer_key(w, "marks");
    writer_array(w);
    for (unsigned i = 0; i < spec->n_marks; i++) {
        const struct mark_spec *mark = &spec->marks[i];
        const struct mark_rows *form = rows_of_mark(mark->kind);
        writer_object(w);
        members_write(w, form->rows, form->n, mark, &no_source);
        if (mark_on_path(mark->kind)) {
            struct item item;
            gift_item(&item, &(struct gift_place){.gift = mark->value});
            members_write(w, gift_members + 1, 2, &item, &no_source);
        }
        writer_object_end(w);
    }
    writer_array_end(w);
}

static void write_thief_places(struct writer *w, const struct board_spec *spec) {
    if (spec->robber_given || spec->robber_off)
        writer_key(w, "robber");
    if (spec->robber_given)
        object_write(w, ROWS(axial_members), &spec->robber, &no_source);
    else if (spec->robber_off)
        writer_null(w);
    if (spec->pirate_given) {
        writer_key(w, "pirate");
        object_write(w, ROWS(axial_members), &spec->pirate, &no_source);
    }
}

void board_spec_write(struct writer *w, const struct board_spec *spec, const struct board *board) {
    writer_object(w);
    writer_key(w, "hexes");
    writer_array(w);
    for (unsigned i = 0; i < spec->n_hexes; i++) {
        writer_object(w);
        members_write(w, ROWS(hex_members), &spec->hexes[i], &no_source);
        if (spec->region_of[i] != 0)
            write_region_name(w, spec->region_of[i]);
        writer_object_end(w);
    }
    writer_array_end(w);
    writer_key(w, "harbors");
    writer_array(w);
    for (unsigned i = 0; i < spec->n_harbors; i++) {
        unsigned first = spec->harbors[i].side == SIDE_COUNT ? PLACE_ROWS : 0;
        object_write(w, harbor_spec_members + first, PLACE_ROWS + 1 - first, &spec->harbors[i],
                     &no_source);
    }
    writer_array_end(w);
    write_thief_places(w, spec);
    if (has_fog(&spec->fog))
        write_fog(w, &spec->fog);
    if (spec->n_regions > 0)
        write_regions(w, spec->regions, spec->n_regions);
    if (spec->n_marks > 0)
        write_marks(w, spec);
    if (spec->n_neutral > 0) {
        writer_key(w, "neutral");
        writer_array(w);
        for (unsigned i = 0; i < spec->n_neutral; i++)
            object_write(w, ROWS(corner_members), &spec->neutral[i], &no_source);
        writer_array_end(w);
    }
    if (board != NULL)
        write_vertices(w, board, false);
    writer_object_end(w);
}
