/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The parts of a move: places, players, cards, names. */
#include <stdio.h>
#include <string.h>

#include "service/words/notation_int.h"
#include "service/words/terms.h"

/* ---- the fields ---- */

enum field_sort {
    SORT_SAID, /* the form determines it, or there is none */
    SORT_VERTEX,
    SORT_EDGE,
    SORT_HEX,
    SORT_SEAT,
    SORT_SEATS,
    SORT_CARDS,
    SORT_NAME,
    SORT_FLAG,
    SORT_REF,
    SORT_DIE,
};

struct field_row {
    uint8_t sort;      /* enum field_sort */
    uint8_t min, max;  /* number of places; for names, the first and the one after the last */
    uint8_t size;      /* of a list of places, whose unused rest is NONE */
    uint8_t class;     /* of names, enum word_class */
    const char *none;  /* the phrase for NONE; NULL: a value is required */
    const char *empty; /* another such phrase */
    enum text what;    /* for messages, of names and cards */
};

/* clang-format off */
static const struct field_row field_rows[] = {
    [FIELD_VERTEX] = {SORT_VERTEX, .min = 1, .max = 1, .size = 1},
    [FIELD_VERTEX_OPTIONAL] = {SORT_VERTEX, .min = 1, .max = 1, .size = 1},
    [FIELD_VERTICES] = {SORT_VERTEX, .min = 0, .max = KNIGHT_PIECES_MAX, .size = VERTICES_MAX},
    [FIELD_EDGE] = {SORT_EDGE, .min = 1, .max = 1, .size = 1},
    [FIELD_EDGE_OPTIONAL] = {SORT_EDGE, .min = 1, .max = 1, .size = 1},
    [FIELD_EDGES] = {SORT_EDGE, .min = 1, .max = 2, .size = 2},
    [FIELD_HEX] = {SORT_HEX, .min = 1, .max = 1, .size = 1},
    [FIELD_HEXES] = {SORT_HEX, .min = 2, .max = 2, .size = 2},
    [FIELD_SEAT] = {.sort = SORT_SEAT},
    [FIELD_SEAT_OR_NULL] = {.sort = SORT_SEAT, .none = "nobody"},
    [FIELD_THIEF_HEX] = {SORT_HEX, .min = 1, .max = 1, .size = 1},
    [FIELD_THIEF_VICTIM] = {.sort = SORT_SEAT, .none = "nobody"},
    [FIELD_SEATS] = {.sort = SORT_SEATS},
    [FIELD_SEATS_OR_ALL] = {.sort = SORT_SEATS},
    [FIELD_CARDS] = {SORT_CARDS, 0, KIND_COUNT, .class = WORD_KIND, .what = TEXT_READ_CARDS},
    [FIELD_KIND] = {SORT_NAME, 0, RESOURCE_COUNT, .class = WORD_KIND, .what = TEXT_READ_RESOURCE},
    [FIELD_COMMODITY] = {SORT_NAME, RESOURCE_COUNT, KIND_COUNT, .class = WORD_KIND,
                         .what = TEXT_READ_COMMODITY},
    [FIELD_ANY_KIND] = {SORT_NAME, 0, KIND_COUNT, .class = WORD_KIND, .what = TEXT_READ_KIND},
    [FIELD_TRACK] = {SORT_NAME, 0, TRACK_COUNT, .class = WORD_TRACK, .what = TEXT_READ_AREA},
    [FIELD_WONDER] = {SORT_NAME, 0, WONDER_COUNT, .class = WORD_WONDER, .what = TEXT_READ_WONDER},
    [FIELD_HARBOR_OPTIONAL] = {SORT_NAME, 0, HARBOR_KIND_COUNT, .class = WORD_HARBOR,
                               .what = TEXT_READ_HARBOR},
    [FIELD_LOOT] = {SORT_NAME, 0, LOOT_COUNT, .class = WORD_LOOT, .what = TEXT_READ_LOOT},
    [FIELD_LEVEL] = {SORT_NAME, 1, RANK_COUNT + 1, .class = WORD_LEVEL, .what = TEXT_READ_RANK},
    [FIELD_PROGRESS] = {SORT_NAME, 0, PROGRESS_COUNT, .class = WORD_PROGRESS},
    [FIELD_PROGRESS_OR_NULL] = {SORT_NAME, 0, PROGRESS_COUNT, .class = WORD_PROGRESS,
                                .none = "nothing", .empty = "no card"},
    [FIELD_BOOL] = {.sort = SORT_FLAG},
    [FIELD_REF] = {.sort = SORT_REF},
    [FIELD_DIE] = {.sort = SORT_DIE},
};
/* clang-format on */
enum { FIELD_ROWS = sizeof field_rows / sizeof *field_rows };

static const struct field_row *field_row_of(unsigned type) {
    return &field_rows[type < FIELD_ROWS ? type : FIELD_END];
}

/* The end (exclusive) of the names that a field can have in this game. */
static unsigned field_names_end(const struct setup *setup, const struct field_row *row) {
    if (row->class == WORD_WONDER)
        return setup->rules.wonders;
    if (row->class == WORD_LOOT)
        return setup->loot + 1u;
    if (row->class != WORD_KIND || setup->rules.kinds >= row->max)
        return row->max;
    return setup->rules.kinds > row->min ? setup->rules.kinds : row->min;
}

enum { NUMBER_SIZE = 16, SEATS_SHOWN_MAX = 512 };

static const char *number_text(int number, char text[NUMBER_SIZE]) {
    snprintf(text, NUMBER_SIZE, "%d", number);
    return text;
}

/* ---- reading ---- */

static bool field_scan_name(struct scan *scan, unsigned type, uint8_t *value) {
    const struct field_row *row = field_row_of(type);

    return scan_name(scan, row->class, row->min, field_names_end(scan->setup, row), value) ||
           scan_miss(scan, scan->at, NULL, type);
}

/* The vertices of all active knights of the writer. */
static void field_active_knights(const struct scan *scan, uint8_t *to, size_t max) {
    size_t n = 0;

    VERTEX_EACH(&scan->view->players[scan->seat].knights, v) {
        if ((scan->view->knight[v] & KNIGHT_ACTIVE) && n < max)
            to[n++] = (uint8_t)v;
    }
}

/* SHIPS gets a bit for each path of a list that is preceded by "ship" (S-70). */
static bool field_scan_places(struct scan *scan, unsigned type, uint8_t *to, uint8_t *ships) {
    const struct field_row *row = field_row_of(type);
    bool alone = row->size == 1;
    size_t n = 0;

    memset(to, NONE, row->size);
    if (row->min == 0 && scan_class(scan, WORD_NOBODY, NULL))
        return true;
    if (row->min == 0 && scan->view != NULL && scan_class(scan, WORD_EVERYBODY, NULL)) {
        field_active_knights(scan, to, row->max);
        return true;
    }
    while (n < row->max) {
        size_t before = scan->at;

        if (n > 0)
            scan_between(scan);
        scan_preposition(scan);
        if (!alone && row->sort == SORT_EDGE && scan->setup->paths != NULL &&
            scan_phrase(scan, "ship")) {
            scan_space(scan);
            *ships |= (uint8_t)(1u << n);
        }
        if (!(row->sort == SORT_EDGE  ? scan_edge(scan, alone, type, &to[n])
              : row->sort == SORT_HEX ? scan_hex(scan, alone, type, &to[n])
                                      : scan_vertex(scan, type, &to[n]))) {
            to[n] = NONE;
            *ships &= (uint8_t) ~(1u << n);
            scan->at = before;
            break;
        }
        n++;
    }
    return n >= row->min && n > 0;
}

static bool field_scan_seats(struct scan *scan, unsigned type, uint8_t *seats) {
    unsigned set = 0;
    uint8_t seat;

    if (scan_class(scan, WORD_EVERYBODY, NULL)) {
        *seats = type == FIELD_SEATS ? 0 : NONE;
        return true;
    }
    if (type == FIELD_SEATS_OR_ALL && scan_class(scan, WORD_NOBODY, NULL)) {
        *seats = 0;
        return true;
    }
    for (;;) {
        size_t before = scan->at;

        if (set != 0)
            scan_between(scan);
        if (!scan_seat(scan, type, &seat)) {
            scan->at = before;
            break;
        }
        set |= 1u << seat;
    }
    *seats = (uint8_t)set;
    return set != 0;
}

/* Reads counts of cards; BARE is set if a single kind is given without a number. */
static bool field_scan_cards(struct scan *scan, struct cards *cards, bool *bare) {
    unsigned n = 0, total = 0;

    *cards = cards_none();
    *bare = false;
    if (scan_class(scan, WORD_NOBODY, NULL))
        return true;
    for (;; n++) {
        size_t before = scan->at, at;
        uint32_t count = 1;
        uint8_t kind = 0;
        bool counted;
        char most[NUMBER_SIZE];

        if (n > 0)
            scan_between(scan);
        at = scan->at;
        counted = scan_amount(scan, &count);
        if (count > CARD_COUNT_MAX)
            scan->at = at; /* not a number of cards */
        scan_space(scan);
        if (scan_any(scan, TEXT_WORD_JOIN_OF))
            scan_space(scan);
        if (!field_scan_name(scan, FIELD_CARDS, &kind)) {
            scan->at = before;
            break;
        }
        total += count;
        if (total > CARD_COUNT_MAX)
            return scan_tell(scan, at, FIELD_CARDS, TEXT_READ_TOO_MANY_CARDS,
                             TEXT_ARGS(number_text(CARD_COUNT_MAX, most)));
        cards->n[kind] = (uint8_t)(cards->n[kind] + count);
        *bare = n == 0 && !counted;
    }
    return n > 0;
}

static bool field_scan_ref(struct scan *scan, uint8_t *to) {
    size_t start = scan->at;
    uint32_t ref;

    if (scan_phrase(scan, "offer") || scan_phrase(scan, "event"))
        scan_space(scan);
    scan_one_of(scan, "#");
    if (!scan_number(scan, UINT32_MAX, &ref) || ref == 0) {
        scan->at = start;
        return scan_miss(scan, start, NULL, FIELD_REF);
    }
    memcpy(to, &ref, sizeof ref);
    return true;
}

static bool field_scan_die(struct scan *scan, uint8_t *die) {
    size_t start = scan->at;
    uint32_t number;

    scan_between(scan);
    if (!scan_number(scan, DIE_SIDES, &number) || number == 0) {
        scan->at = start;
        return scan_miss(scan, start, NULL, FIELD_DIE);
    }
    *die = (uint8_t)number;
    return true;
}

bool field_scan(struct scan *scan, const struct field *field, struct action *action) {
    const struct field_row *row = field_row_of(field->type);
    uint8_t *to = (uint8_t *)action + field->offset;
    struct cards cards;
    uint8_t none = 0;
    bool bare, ok;

    if (row->sort != SORT_SEAT && row->sort != SORT_SEATS)
        scan_space(scan);
    while (scan->at < scan->len && scan->text[scan->at] == ' ')
        scan->at++; /* no suggestions: a name may begin with any word */
    if (row->none != NULL && (scan_class(scan, WORD_NOBODY, NULL) ||
                              (row->empty != NULL && scan_phrase(scan, row->empty)))) {
        *to = NONE;
        return true;
    }
    switch ((enum field_sort)row->sort) {
    case SORT_VERTEX:
    case SORT_EDGE:
    case SORT_HEX:
        return field_scan_places(scan, field->type, to,
                                 field->type == FIELD_EDGES ? &action->seats : &none);
    case SORT_SEAT: return scan_seat(scan, field->type, to);
    case SORT_SEATS: return field_scan_seats(scan, field->type, to);
    case SORT_NAME: return field_scan_name(scan, field->type, to);
    case SORT_FLAG: *to = scan_literal(scan, field->name); return *to;
    case SORT_REF: return field_scan_ref(scan, to);
    case SORT_DIE: return field_scan_die(scan, to);
    case SORT_CARDS:
        ok = field_scan_cards(scan, &cards, &bare);
        memcpy(to, &cards, sizeof cards);
        *(strcmp(field->name, "give") == 0 ? &scan->bare_give : &scan->bare_take) = bare;
        return ok;
    default: return true;
    }
}

/* ---- writing ---- */

/* Writes a word's canonical phrase. */
static void notation_write_word(struct buffer *out, const struct word *word) {
    char phrase[PHRASE_SIZE];

    buffer_text(out, vocabulary_shown(word, LANGUAGE_ENGLISH, phrase));
}

/* "2 wool + 1 ore", "nothing". */
static void notation_write_cards(struct buffer *out, struct cards cards) {
    term_cards(out, LANGUAGE_ENGLISH, cards);
}

/* Writes the color if it reads back as this seat, otherwise the seat's number. */
static void field_write_seat(struct buffer *out, const struct setup *setup,
                             const struct seat_label *labels, unsigned seat) {
    const char *color = seat_color(labels, seat);
    struct scan scan = {.setup = setup, .labels = labels, .text = color, .len = strlen(color)};
    uint8_t read = NONE;

    if (!scan_class(&scan, WORD_NOBODY, NULL) && !scan_class(&scan, WORD_EVERYBODY, NULL) &&
        !scan_phrase(&scan, "seat") && !scan_phrase(&scan, "player") &&
        scan_seat(&scan, FIELD_SEAT, &read) && scan.at == scan.len && read == seat)
        buffer_text(out, color);
    else
        buffer_format(out, "seat %u", seat);
}

static void field_write_seats(struct buffer *out, const struct setup *setup,
                              const struct seat_label *labels, unsigned seats) {
    bool any = false;

    for (unsigned seat = 0; seat < SEAT_MAX; seat++)
        if (seats >> seat & 1) {
            buffer_text(out, any ? ", " : "");
            field_write_seat(out, setup, labels, seat);
            any = true;
        }
    if (!any)
        buffer_text(out, "nobody");
}

static void field_write_places(struct buffer *out, const struct board *board,
                               const struct field_row *row, const uint8_t *places, unsigned ships) {
    for (size_t i = 0; i < row->size && places[i] != NONE; i++) {
        buffer_text(out, i > 0 ? " " : "");
        buffer_text(out, ships >> i & 1 ? "ship " : "");
        if (row->sort == SORT_EDGE)
            buffer_format(out, "%u-%u", board->edge[places[i]].vertices[0],
                          board->edge[places[i]].vertices[1]);
        else
            buffer_format(out, "%u", places[i]);
    }
    if (places[0] == NONE)
        buffer_text(out, "none");
}

void field_write(struct buffer *out, const struct setup *setup, const struct seat_label *labels,
                 const struct field *field, const struct action *action) {
    const struct field_row *row = field_row_of(field->type);
    const uint8_t *at = (const uint8_t *)action + field->offset;
    struct cards cards;
    uint32_t ref;

    if (action->open && (row->sort == SORT_CARDS || row->size > 1)) {
        buffer_text(out, "...");
        return;
    }
    if (row->none != NULL && *at == NONE) {
        buffer_text(out, row->none);
        return;
    }
    switch ((enum field_sort)row->sort) {
    case SORT_VERTEX:
    case SORT_EDGE:
    case SORT_HEX:
        field_write_places(out, &setup->board, row, at,
                           field->type == FIELD_EDGES ? action->seats : 0);
        break;
    case SORT_SEAT: field_write_seat(out, setup, labels, *at); break;
    case SORT_SEATS: field_write_seats(out, setup, labels, *at); break;
    case SORT_FLAG: buffer_text(out, field->name); break;
    case SORT_DIE: buffer_format(out, "%u", *at); break;
    case SORT_CARDS: memcpy(&cards, at, sizeof cards), notation_write_cards(out, cards); break;
    case SORT_REF:
        memcpy(&ref, at, sizeof ref);
        buffer_format(out, "%u", (unsigned)ref);
        break;
    case SORT_NAME:
        if (*at >= row->min && *at < field_names_end(setup, row))
            notation_write_word(out, vocabulary_word(row->class, *at));
        break;
    default: break;
    }
}

/* ---- for messages ---- */

static void field_describe_names(struct buffer *out, const struct scan *scan,
                                 const struct field_row *row) {
    unsigned end = field_names_end(scan->setup, row);
    char phrase[PHRASE_SIZE];

    buffer_text(out, text_in(scan->language, row->what));
    for (unsigned i = row->min; i < end; i++) {
        buffer_text(out, i == row->min  ? " ("
                         : i + 1 == end ? text_in(scan->language, TEXT_READ_OR)
                                        : ", ");
        buffer_text(out, vocabulary_shown(vocabulary_word(row->class, i), scan->language, phrase));
    }
    buffer_text(out, row->min < end ? ")" : "");
}

static void field_describe_seats(struct buffer *out, const struct scan *scan) {
    unsigned n = scan->setup->rules.colors;
    struct buffer colors;

    buffer_init(&colors, SEATS_SHOWN_MAX);
    for (unsigned seat = 0; seat < n; seat++) {
        const char *color = seat_color(scan->labels, seat);

        buffer_format(&colors, "%s%.40s",
                      seat == 0       ? ""
                      : seat + 1 == n ? text_in(scan->language, TEXT_READ_OR)
                                      : ", ",
                      scan->language == LANGUAGE_ENGLISH ? color
                                                         : term_color(scan->language, color));
    }
    buffer_byte(&colors, '\0');
    text_fill(out, scan->language, TEXT_READ_PLAYER, TEXT_ARGS(colors.failed ? "" : colors.data));
    buffer_free(&colors);
}

/* Writes a description with the highest valid number. */
static void describe_up_to(struct buffer *out, const struct scan *scan, enum text text, int last) {
    char number[NUMBER_SIZE];

    text_fill(out, scan->language, text, TEXT_ARGS(number_text(last, number)));
}

void field_describe(struct buffer *out, const struct scan *scan, unsigned type) {
    const struct field_row *row = field_row_of(type);
    const struct board *board = &scan->setup->board;

    switch ((enum field_sort)row->sort) {
    case SORT_VERTEX:
        describe_up_to(out, scan, TEXT_READ_INTERSECTION, board->n_vertices - 1);
        break;
    case SORT_EDGE: buffer_text(out, text_in(scan->language, TEXT_READ_PATH)); break;
    case SORT_HEX:
        describe_up_to(out, scan, TEXT_READ_HEX, board->n_hexes + board->n_frame - 1);
        break;
    case SORT_SEAT:
    case SORT_SEATS: field_describe_seats(out, scan); break;
    case SORT_CARDS:
    case SORT_NAME:
        if (row->class == WORD_PROGRESS)
            buffer_text(out, text_in(scan->language, TEXT_READ_PROGRESS));
        else
            field_describe_names(out, scan, row);
        break;
    case SORT_DIE: describe_up_to(out, scan, TEXT_READ_DIE, DIE_SIDES); break;
    case SORT_REF: buffer_text(out, text_in(scan->language, TEXT_READ_NUMBER)); break;
    default: buffer_text(out, text_in(scan->language, TEXT_READ_ELSE)); break;
    }
}

void field_nearest(const struct scan *scan, unsigned type, const char *text,
                   char found[SCAN_NAME_SIZE]) {
    const struct field_row *row = field_row_of(type);

    if (row->sort == SORT_NAME || row->sort == SORT_CARDS)
        for (unsigned i = row->min; i < field_names_end(scan->setup, row); i++)
            scan_nearest(text, vocabulary_word(row->class, i), scan->language, found);
    if (row->sort == SORT_SEAT || row->sort == SORT_SEATS)
        for (unsigned seat = 0; seat < scan->setup->rules.colors; seat++)
            scan_nearer(text, seat_color(scan->labels, seat), found);
}
