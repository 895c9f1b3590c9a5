/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The parts of a move: places, players, cards, names. */
#include <stdio.h>
#include <string.h>

#include "service/words/notation_int.h"

enum {
    PAIR = 2, /* edges or hexes that an action names at most */
};

/* ---- names ---- */

/* The values of a class of words that a field can have. */
struct field_names {
    enum word_class class;
    unsigned first, end; /* end 0: none */
};

/* The names that a field of TYPE can have in this game. */
static struct field_names field_names_of(const struct setup *setup, unsigned type) {
    unsigned kinds = setup->rules.kinds <= KIND_COUNT ? setup->rules.kinds : (unsigned)KIND_COUNT;

    switch ((enum field_type)type) {
    case FIELD_KIND: return (struct field_names){WORD_KIND, 0, RESOURCE_COUNT};
    case FIELD_COMMODITY:
        return (struct field_names){WORD_KIND, RESOURCE_COUNT,
                                    kinds > RESOURCE_COUNT ? kinds : RESOURCE_COUNT};
    case FIELD_ANY_KIND:
    case FIELD_CARDS: return (struct field_names){WORD_KIND, 0, kinds};
    case FIELD_TRACK: return (struct field_names){WORD_TRACK, 0, TRACK_COUNT};
    case FIELD_LEVEL: return (struct field_names){WORD_LEVEL, 1, RANK_COUNT + 1};
    case FIELD_PROGRESS:
    case FIELD_PROGRESS_OR_NULL: return (struct field_names){WORD_PROGRESS, 0, PROGRESS_COUNT};
    default: return (struct field_names){0};
    }
}

static bool field_scan_name(struct scan *scan, unsigned type, uint8_t *value) {
    const struct field_names names = field_names_of(scan->setup, type);

    return scan_name(scan, names.class, names.first, names.end, value) ||
           scan_miss(scan, scan->at, NULL, type);
}

/* ---- lists ---- */

/* The vertices of all active knights of the one who speaks. */
static void field_active_knights(const struct scan *scan, uint8_t *to, size_t max) {
    size_t n = 0;

    VERTEX_EACH(&scan->view->players[scan->seat].knights, v) {
        if ((scan->view->knight[v] & KNIGHT_ACTIVE) && n < max)
            to[n++] = (uint8_t)v;
    }
}

/* From MIN to MAX places; NONE in the rest of TO, which has SIZE of them. */
static bool field_scan_places(struct scan *scan, unsigned type, size_t min, size_t max, uint8_t *to,
                              size_t size) {
    size_t n = 0;

    memset(to, NONE, size);
    if (min == 0 && scan_class(scan, WORD_NOBODY, NULL))
        return true;
    if (type == FIELD_VERTICES && scan->view != NULL && scan_class(scan, WORD_EVERYBODY, NULL)) {
        field_active_knights(scan, to, max);
        return true;
    }
    while (n < max) {
        size_t before = scan->at;
        bool read;

        if (n > 0)
            scan_between(scan);
        scan_preposition(scan);
        read = type == FIELD_EDGES   ? scan_edge(scan, false, type, &to[n])
               : type == FIELD_HEXES ? scan_hex(scan, false, type, &to[n])
                                     : scan_vertex(scan, type, &to[n]);
        if (!read) {
            to[n] = NONE;
            scan->at = before;
            break;
        }
        n++;
    }
    return n >= min && n > 0;
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

/* ---- cards ---- */

/* Counts of cards; BARE becomes true where one kind stands alone, without a number. */
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

        if (n > 0)
            scan_between(scan);
        at = scan->at;
        counted = scan_amount(scan, &count);
        if (count > CARD_COUNT_MAX)
            scan->at = at; /* no number of cards */
        scan_space(scan);
        if (scan_phrase(scan, "of"))
            scan_space(scan);
        if (!field_scan_name(scan, FIELD_CARDS, &kind)) {
            scan->at = before;
            break;
        }
        total += count;
        if (total > CARD_COUNT_MAX)
            return scan_say(scan, at, FIELD_CARDS, "no more than %d cards can be named",
                            CARD_COUNT_MAX);
        cards->n[kind] = (uint8_t)(cards->n[kind] + count);
        *bare = n == 0 && !counted;
    }
    return n > 0;
}

/* ---- any field ---- */

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

static bool field_scan_wide(struct scan *scan, const struct field *field, uint8_t *to) {
    struct cards cards;
    bool bare, ok;

    switch ((enum field_type)field->type) {
    case FIELD_EDGES: return field_scan_places(scan, field->type, 1, PAIR, to, PAIR);
    case FIELD_HEXES: return field_scan_places(scan, field->type, PAIR, PAIR, to, PAIR);
    case FIELD_VERTICES:
        return field_scan_places(scan, field->type, 0, KNIGHT_PIECES_MAX, to, VERTICES_MAX);
    case FIELD_REF: return field_scan_ref(scan, to);
    default:
        ok = field_scan_cards(scan, &cards, &bare);
        memcpy(to, &cards, sizeof cards);
        if (strcmp(field->name, "give") == 0)
            scan->bare_give = bare;
        else
            scan->bare_take = bare;
        return ok;
    }
}

bool field_scan(struct scan *scan, const struct field *field, struct action *action) {
    uint8_t *to = (uint8_t *)action + field->offset;
    unsigned type = field->type;

    switch ((enum field_type)type) {
    case FIELD_SEAT:
    case FIELD_SEAT_OR_NULL:
    case FIELD_SEATS:
    case FIELD_SEATS_OR_ALL: break; /* a name may begin with any word */
    default: scan_space(scan);
    }
    switch ((enum field_type)type) {
    case FIELD_VERTEX_OPTIONAL:
    case FIELD_VERTEX: scan_preposition(scan); return scan_vertex(scan, type, to);
    case FIELD_EDGE_OPTIONAL:
    case FIELD_EDGE: scan_preposition(scan); return scan_edge(scan, true, type, to);
    case FIELD_HEX: scan_preposition(scan); return scan_hex(scan, true, type, to);
    case FIELD_SEAT:
    case FIELD_SEAT_OR_NULL:
    case FIELD_SEATS:
    case FIELD_SEATS_OR_ALL:
        while (scan->at < scan->len && scan->text[scan->at] == ' ')
            scan->at++;
        if (type == FIELD_SEAT_OR_NULL && scan_class(scan, WORD_NOBODY, NULL)) {
            *to = NONE;
            return true;
        }
        return type == FIELD_SEAT || type == FIELD_SEAT_OR_NULL ? scan_seat(scan, type, to)
                                                                : field_scan_seats(scan, type, to);
    case FIELD_BOOL: *to = scan_literal(scan, field->name); return *to;
    case FIELD_DIE: return field_scan_die(scan, to);
    case FIELD_PROGRESS_OR_NULL:
        if (scan_class(scan, WORD_NOBODY, NULL) || scan_phrase(scan, "no card")) {
            *to = NONE;
            return true;
        }
        return field_scan_name(scan, type, to);
    case FIELD_KIND:
    case FIELD_COMMODITY:
    case FIELD_ANY_KIND:
    case FIELD_TRACK:
    case FIELD_LEVEL:
    case FIELD_PROGRESS: return field_scan_name(scan, type, to);
    case FIELD_DEV:
    case FIELD_PIECE: return true; /* the form says them */
    default: return field_scan_wide(scan, field, to);
    }
}

/* ---- writing ---- */

void notation_write_word(struct buffer *out, const struct word *word) {
    buffer_append(out, word->phrases, strcspn(word->phrases, ","));
}

void notation_write_cards(struct buffer *out, struct cards cards) {
    bool any = false;

    for (unsigned kind = 0; kind < KIND_COUNT; kind++) {
        if (cards.n[kind] == 0)
            continue;
        buffer_format(out, "%s%u %s", any ? " + " : "", cards.n[kind], kind_names[kind]);
        any = true;
    }
    if (!any)
        buffer_text(out, "nothing");
}

/* The color where it is read as this seat, else the seat's number. */
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

static void field_write_places(struct buffer *out, const struct board *board, unsigned type,
                               const uint8_t *places, size_t max) {
    for (size_t i = 0; i < max && places[i] != NONE; i++) {
        buffer_text(out, i > 0 ? " " : "");
        if (type == FIELD_EDGES || type == FIELD_EDGE)
            buffer_format(out, "%u-%u", board->edge[places[i]].vertices[0],
                          board->edge[places[i]].vertices[1]);
        else
            buffer_format(out, "%u", places[i]);
    }
    if (places[0] == NONE)
        buffer_text(out, "none");
}

static void field_write_wide(struct buffer *out, const struct setup *setup,
                             const struct field *field, const struct action *action) {
    const uint8_t *at = (const uint8_t *)action + field->offset;
    struct cards cards;
    uint32_t ref;

    if (action->open && field->type != FIELD_REF) {
        buffer_text(out, "...");
        return;
    }
    switch ((enum field_type)field->type) {
    case FIELD_EDGES:
    case FIELD_HEXES: field_write_places(out, &setup->board, field->type, at, PAIR); break;
    case FIELD_VERTICES:
        field_write_places(out, &setup->board, field->type, at, VERTICES_MAX);
        break;
    case FIELD_REF:
        memcpy(&ref, at, sizeof ref);
        buffer_format(out, "%u", (unsigned)ref);
        break;
    default: memcpy(&cards, at, sizeof cards); notation_write_cards(out, cards);
    }
}

void field_write(struct buffer *out, const struct setup *setup, const struct seat_label *labels,
                 const struct field *field, const struct action *action) {
    uint8_t value = ((const uint8_t *)action)[field->offset];
    const struct field_names names = field_names_of(setup, field->type);

    switch ((enum field_type)field->type) {
    case FIELD_EDGE:
    case FIELD_EDGE_OPTIONAL: field_write_places(out, &setup->board, FIELD_EDGE, &value, 1); break;
    case FIELD_VERTEX:
    case FIELD_VERTEX_OPTIONAL:
    case FIELD_HEX:
    case FIELD_DIE: buffer_format(out, "%u", value); break;
    case FIELD_SEAT: field_write_seat(out, setup, labels, value); break;
    case FIELD_SEAT_OR_NULL:
        if (value == NONE)
            buffer_text(out, "nobody");
        else
            field_write_seat(out, setup, labels, value);
        break;
    case FIELD_SEATS:
    case FIELD_SEATS_OR_ALL: field_write_seats(out, setup, labels, value); break;
    case FIELD_BOOL: buffer_text(out, field->name); break;
    case FIELD_CARDS:
    case FIELD_EDGES:
    case FIELD_HEXES:
    case FIELD_VERTICES:
    case FIELD_REF: field_write_wide(out, setup, field, action); break;
    default:
        if (value == NONE)
            buffer_text(out, "nothing");
        else if (value >= names.first && value < names.end)
            notation_write_word(out, vocabulary_word(names.class, value));
    }
}

/* ---- for messages ---- */

static void field_describe_names(struct buffer *out, const char *what, struct field_names names) {
    buffer_text(out, what);
    for (unsigned i = names.first; i < names.end; i++) {
        buffer_text(out, i == names.first ? " (" : i + 1 == names.end ? " or " : ", ");
        notation_write_word(out, vocabulary_word(names.class, i));
    }
    buffer_text(out, names.first < names.end ? ")" : "");
}

static void field_describe_seats(struct buffer *out, const struct setup *setup,
                                 const struct seat_label *labels) {
    unsigned n = setup->rules.colors;

    buffer_text(out, "a player (");
    for (unsigned seat = 0; seat < n; seat++)
        buffer_format(out, "%s%.40s",
                      seat == 0       ? ""
                      : seat + 1 == n ? " or "
                                      : ", ",
                      seat_color(labels, seat));
    buffer_text(out, ")");
}

void field_describe(struct buffer *out, const struct setup *setup, const struct seat_label *labels,
                    unsigned type) {
    const struct board *board = &setup->board;
    const struct field_names names = field_names_of(setup, type);

    switch ((enum field_type)type) {
    case FIELD_VERTEX:
    case FIELD_VERTEX_OPTIONAL:
    case FIELD_VERTICES:
        buffer_format(out, "the number of an intersection (0 to %d)", board->n_vertices - 1);
        break;
    case FIELD_EDGE:
    case FIELD_EDGE_OPTIONAL:
    case FIELD_EDGES: buffer_text(out, "a path by its two ends (as 14-19)"); break;
    case FIELD_HEX:
    case FIELD_HEXES:
        buffer_format(out, "the number of a hex (0 to %d)", board->n_hexes - 1);
        break;
    case FIELD_SEAT:
    case FIELD_SEAT_OR_NULL:
    case FIELD_SEATS:
    case FIELD_SEATS_OR_ALL: field_describe_seats(out, setup, labels); break;
    case FIELD_CARDS: field_describe_names(out, "cards", names); break;
    case FIELD_KIND: field_describe_names(out, "a resource", names); break;
    case FIELD_COMMODITY: field_describe_names(out, "a commodity", names); break;
    case FIELD_ANY_KIND: field_describe_names(out, "a kind of card", names); break;
    case FIELD_TRACK: field_describe_names(out, "an area", names); break;
    case FIELD_LEVEL: field_describe_names(out, "a knight's rank", names); break;
    case FIELD_PROGRESS:
    case FIELD_PROGRESS_OR_NULL: buffer_text(out, "the name of a progress card"); break;
    case FIELD_DIE: buffer_format(out, "what a die shows (1 to %d)", DIE_SIDES); break;
    case FIELD_REF: buffer_text(out, "a number"); break;
    default: buffer_text(out, "something else"); break;
    }
}

void field_nearest(const struct scan *scan, unsigned type, const char *word,
                   char found[SCAN_NAME_SIZE]) {
    const struct field_names names = field_names_of(scan->setup, type);

    for (unsigned i = names.first; i < names.end; i++)
        scan_nearest(word, vocabulary_word(names.class, i), found);
    switch ((enum field_type)type) {
    case FIELD_SEAT:
    case FIELD_SEAT_OR_NULL:
    case FIELD_SEATS:
    case FIELD_SEATS_OR_ALL:
        for (unsigned seat = 0; seat < scan->setup->rules.colors; seat++)
            scan_nearer(word, seat_color(scan->labels, seat), found);
        break;
    default: break;
    }
}
