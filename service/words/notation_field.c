/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The parts of a move: places, players, cards, kinds. */
#include <stdio.h>
#include <string.h>

#include "service/words/notation_int.h"

enum {
    PAIR = 2, /* edges or hexes that an action names at most */
};

static uint8_t *byte_at(struct action *action, const struct field *field) {
    return (uint8_t *)action + field->offset;
}

/* ---- names ---- */

/* Words for the values of a small enumeration, each a list of phrases; the first is written. */
struct names {
    const char *const *phrases;
    unsigned first, end;
};

static const char *const kind_phrases[KIND_COUNT] = {
    [BRICK] = "brick,bricks,clay,loam", [LUMBER] = "lumber,wood,timber,lumbers,woods",
    [WOOL] = "wool,sheep,wools",        [GRAIN] = "grain,wheat,corn,grains",
    [ORE] = "ore,ores,stone,rock",      [CLOTH] = "cloth,cloths,textile",
    [COIN] = "coin,coins,gold,money",   [PAPER] = "paper,papers,book,books",
};
static const char *const track_phrases[TRACK_COUNT] = {
    [TRACK_TRADE] = "trade,yellow",
    [TRACK_POLITICS] = "politics,political",
    [TRACK_SCIENCE] = "science,sciences",
};
static const char *const level_phrases[RANK_COUNT + 1] = {NULL, "basic,simple,weak,level 1",
                                                          "strong,level 2", "mighty,level 3"};
static const char *const progress_phrases[PROGRESS_COUNT] = {
    [PROGRESS_ALCHEMIST] = "alchemist,alchemy",
    [PROGRESS_CRANE] = "crane",
    [PROGRESS_ENGINEER] = "engineer,engineering",
    [PROGRESS_INVENTOR] = "inventor",
    [PROGRESS_IRRIGATION] = "irrigation",
    [PROGRESS_MEDICINE] = "medicine",
    [PROGRESS_MINING] = "mining",
    [PROGRESS_PRINTER] = "printer",
    [PROGRESS_ROAD_BUILDING] = "road building,roads,free roads",
    [PROGRESS_SMITH] = "smith,smithing",
    [PROGRESS_COMMERCIAL_HARBOR] = "commercial harbor,harbor,commercial harbour,harbour",
    [PROGRESS_MASTER_MERCHANT] = "master merchant,master,guild dues",
    [PROGRESS_MERCHANT] = "merchant",
    [PROGRESS_MERCHANT_FLEET] = "merchant fleet,fleet",
    [PROGRESS_RESOURCE_MONOPOLY] = "resource monopoly",
    [PROGRESS_TRADE_MONOPOLY] = "trade monopoly",
    [PROGRESS_BISHOP] = "bishop",
    [PROGRESS_CONSTITUTION] = "constitution",
    [PROGRESS_DESERTER] = "deserter,treason",
    [PROGRESS_DIPLOMAT] = "diplomat,diplomacy",
    [PROGRESS_INTRIGUE] = "intrigue",
    [PROGRESS_SABOTEUR] = "saboteur,sabotage",
    [PROGRESS_SPY] = "spy,espionage",
    [PROGRESS_WARLORD] = "warlord,encouragement",
    [PROGRESS_WEDDING] = "wedding",
};

/* The names that a field of TYPE can have in this game; end 0 where it takes none. */
static struct names names_of(const struct setup *setup, unsigned type) {
    unsigned kinds = setup->rules.kinds <= KIND_COUNT ? setup->rules.kinds : (unsigned)KIND_COUNT;

    switch ((enum field_type)type) {
    case FIELD_KIND: return (struct names){kind_phrases, 0, RESOURCE_COUNT};
    case FIELD_COMMODITY:
        return (struct names){kind_phrases, RESOURCE_COUNT,
                              kinds > RESOURCE_COUNT ? kinds : RESOURCE_COUNT};
    case FIELD_ANY_KIND:
    case FIELD_CARDS: return (struct names){kind_phrases, 0, kinds};
    case FIELD_TRACK: return (struct names){track_phrases, 0, TRACK_COUNT};
    case FIELD_LEVEL: return (struct names){level_phrases, 1, RANK_COUNT + 1};
    case FIELD_PROGRESS:
    case FIELD_PROGRESS_OR_NULL: return (struct names){progress_phrases, 0, PROGRESS_COUNT};
    default: return (struct names){0};
    }
}

bool next_phrase(const char **phrases, char phrase[SCAN_NAME]) {
    size_t len = strcspn(*phrases, ",");

    if (len == 0)
        return false;
    snprintf(phrase, SCAN_NAME, "%.*s", (int)len, *phrases);
    *phrases += len + ((*phrases)[len] == ',');
    return true;
}

/* Takes the longest of the NAMES that stands here; false, having moved nothing, when there is none or,
 * of beginnings, more than one. */
static bool scan_names(struct scan *scan, struct names names, uint8_t *value) {
    size_t start = scan->at, furthest = start;
    unsigned found = NONE;
    bool ambiguous = false;
    char phrase[SCAN_NAME] = "";

    for (unsigned i = names.first; i < names.end; i++) {
        const char *phrases = names.phrases[i];

        while (next_phrase(&phrases, phrase)) {
            if (scan_word(scan, phrase) && scan->at >= furthest) {
                ambiguous = scan->at == furthest && found != NONE && found != i;
                furthest = scan->at;
                found = i;
            }
            scan->at = start;
        }
    }
    if (found == NONE || ambiguous)
        return false;
    *value = (uint8_t)found;
    scan->at = furthest;
    return true;
}

static bool scan_name(struct scan *scan, unsigned type, uint8_t *value) {
    size_t start = scan->at;

    return scan_names(scan, names_of(scan->setup, type), value) ||
           scan_miss(scan, start, NULL, type);
}

/* "nobody", "nothing" and the like. */
static bool scan_none(struct scan *scan) {
    static const char *const phrases[] = {"nobody", "no one", "noone", "none", "nothing"};

    for (size_t i = 0; i < sizeof phrases / sizeof phrases[0]; i++)
        if (scan_phrase(scan, phrases[i]))
            return true;
    return false;
}

static bool scan_all(struct scan *scan) {
    return scan_phrase(scan, "everybody") || scan_phrase(scan, "everyone") ||
           scan_phrase(scan, "all");
}

/* ---- places ---- */

/* A word before a place that says nothing new: "robber to 7", "city at 12". */
static void skip_preposition(struct scan *scan) {
    static const char *const words[] = {"at", "on", "to", "in", "hex", "vertex", "edge"};

    scan_space(scan);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (scan_phrase(scan, words[i]))
            scan_space(scan);
}

/* An id below N, behind LETTER or not. */
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

/* The edge between two vertices, or NONE. */
static unsigned edge_between(const struct board *board, unsigned a, unsigned b) {
    for (unsigned i = 0; i < board->vertex[a].n_edges; i++)
        if (board->vertex[a].neighbors[i] == b)
            return board->vertex[a].edges[i];
    return NONE;
}

/* What joins the two ends of an edge; JOINED_BY_SPACE where a space will do. */
static bool scan_joint(struct scan *scan, bool joined_by_space) {
    size_t start = scan->at;
    bool dash;

    scan_space(scan);
    dash = scan_one_of(scan, "-/") || scan_bytes(scan, "–");
    if (dash || (joined_by_space && scan->at > start)) {
        scan_space(scan);
        if (scan->at < scan->len && strchr("0123456789vV", scan->text[scan->at]) != NULL)
            return true;
    }
    scan->at = start;
    return false;
}

/* `14-22`, the edge between two vertices, or an edge's own number: `31`, `e31`. */
static bool scan_edge(struct scan *scan, bool joined_by_space, unsigned type, uint8_t *edge) {
    const struct board *board = &scan->setup->board;
    size_t start = scan->at;
    uint8_t a = 0, b = 0;

    if (scan_one_of(scan, "eE")) {
        scan->at = start;
        return scan_id(scan, 'e', board->n_edges, type, edge);
    }
    if (scan_id(scan, 'v', board->n_vertices, type, &a) && scan_joint(scan, joined_by_space)) {
        if (!scan_id(scan, 'v', board->n_vertices, type, &b))
            return false;
        *edge = (uint8_t)edge_between(board, a, b);
        return *edge != NONE || scan_say(scan, start, type,
                                         "there is no path between %u and %u: name neighboring "
                                         "intersections",
                                         a, b);
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

/* `q,r`, in brackets or, where BARE, without them. False, having moved nothing, for anything else. */
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

static bool scan_hex(struct scan *scan, bool bare, unsigned type, uint8_t *hex) {
    size_t start = scan->at;
    struct axial at;

    if (!scan_axial(scan, bare, &at))
        return scan_id(scan, 'h', scan->setup->board.n_hexes, type, hex);
    *hex = (uint8_t)board_hex_at(&scan->setup->board, at);
    return *hex != NONE ||
           scan_say(scan, start, type, "there is no hex at %d,%d on this board", at.q, at.r);
}

/* The vertices of all active knights of the one who speaks. */
static void all_active(const struct scan *scan, uint8_t *to, size_t max) {
    size_t n = 0;

    VERTEX_EACH(&scan->view->players[scan->seat].knights, v) {
        if ((scan->view->knight[v] & KNIGHT_ACTIVE) && n < max)
            to[n++] = (uint8_t)v;
    }
}

/* From MIN to MAX places; NONE in the rest of TO, which has SIZE of them. */
static bool scan_places(struct scan *scan, unsigned type, size_t min, size_t max, uint8_t *to,
                        size_t size) {
    size_t n = 0;

    memset(to, NONE, size);
    if (min == 0 && scan_none(scan))
        return true;
    if (type == FIELD_VERTICES && scan->view != NULL && scan_all(scan)) {
        all_active(scan, to, max);
        return true;
    }
    while (n < max) {
        size_t before = scan->at;
        bool read;

        if (n > 0)
            scan_between(scan);
        skip_preposition(scan);
        if (type == FIELD_EDGES)
            read = scan_edge(scan, false, type, &to[n]);
        else if (type == FIELD_HEXES)
            read = scan_hex(scan, false, type, &to[n]);
        else
            read = scan_id(scan, 'v', scan->setup->board.n_vertices, type, &to[n]);
        if (!read) {
            to[n] = NONE;
            scan->at = before;
            break;
        }
        n++;
    }
    return n >= min && n > 0;
}

/* ---- players ---- */

const char *notation_seat(const struct seat_label *labels, unsigned seat) {
    return labels != NULL && labels[seat].color != NULL ? labels[seat].color : seat_colors[seat];
}

/* The seat whose color, or else whose name, stands here at its longest; false where it is two's. */
static bool scan_seat_name(struct scan *scan, uint8_t *seat) {
    size_t start = scan->at, furthest = start, name_at;
    bool ambiguous = false;

    scan_one_of(scan, "@");
    name_at = scan->at;
    for (unsigned named = 0; named < 2 && furthest == start; named++)
        for (unsigned s = 0; s < scan->setup->rules.colors; s++) {
            const char *name = scan->labels != NULL ? scan->labels[s].name : NULL;
            const char *word = named ? name : notation_seat(scan->labels, s);

            scan->at = name_at;
            if (word == NULL || word[0] == '\0' || !scan_word(scan, word) || scan->at < furthest)
                continue;
            ambiguous = scan->at == furthest;
            furthest = scan->at;
            *seat = (uint8_t)s;
        }
    scan->at = ambiguous ? start : furthest;
    return scan->at > start;
}

static bool scan_seat(struct scan *scan, unsigned type, uint8_t *seat) {
    size_t start = scan->at;
    uint32_t number;

    if (scan_phrase(scan, "seat") || scan_phrase(scan, "player")) {
        scan_space(scan);
        if (scan_number(scan, scan->setup->rules.colors - 1U, &number)) {
            *seat = (uint8_t)number;
            return true;
        }
    }
    scan->at = start;
    if (scan_seat_name(scan, seat))
        return true;
    scan_space(scan);
    return scan_seat_name(scan, seat) || scan_miss(scan, start, NULL, type);
}

static bool scan_seats(struct scan *scan, unsigned type, uint8_t *seats) {
    unsigned set = 0;
    uint8_t seat;

    if (scan_all(scan)) {
        *seats = type == FIELD_SEATS ? 0 : NONE;
        return true;
    }
    if (type == FIELD_SEATS_OR_ALL && scan_none(scan)) {
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

static bool scan_count(struct scan *scan, uint32_t *count) {
    static const char *const words[] = {"",    "one",   "two",   "three", "four", "five",
                                        "six", "seven", "eight", "nine",  "ten"};

    if (scan_number(scan, CARD_COUNT_MAX, count))
        return true;
    *count = 1;
    if (scan_phrase(scan, "a") || scan_phrase(scan, "an"))
        return true;
    for (uint32_t i = 1; i < sizeof words / sizeof words[0]; i++)
        if (scan_phrase(scan, words[i])) {
            *count = i;
            return true;
        }
    return false;
}

/* Counts of cards; BARE becomes true where one kind stands alone, without a number. */
static bool scan_cards(struct scan *scan, struct cards *cards, bool *bare) {
    unsigned n = 0, total = 0;

    *cards = cards_none();
    *bare = false;
    if (scan_none(scan))
        return true;
    for (;; n++) {
        size_t before = scan->at, at;
        uint32_t count = 1;
        uint8_t kind = 0;
        bool counted;

        if (n > 0)
            scan_between(scan);
        at = scan->at;
        counted = scan_count(scan, &count);
        scan_space(scan);
        if (scan_phrase(scan, "of"))
            scan_space(scan);
        if (!scan_name(scan, FIELD_CARDS, &kind)) {
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

static bool scan_ref(struct scan *scan, uint8_t *to) {
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

static bool scan_die(struct scan *scan, uint8_t *die) {
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

static bool scan_wide(struct scan *scan, const struct field *field, uint8_t *to) {
    struct cards cards;
    bool bare, ok;

    switch ((enum field_type)field->type) {
    case FIELD_EDGES: return scan_places(scan, field->type, 1, PAIR, to, PAIR);
    case FIELD_HEXES: return scan_places(scan, field->type, PAIR, PAIR, to, PAIR);
    case FIELD_VERTICES:
        return scan_places(scan, field->type, 0, KNIGHT_PIECES_MAX, to, VERTICES_MAX);
    case FIELD_REF: return scan_ref(scan, to);
    default:
        ok = scan_cards(scan, &cards, &bare);
        memcpy(to, &cards, sizeof cards);
        if (strcmp(field->name, "give") == 0)
            scan->bare_give = bare;
        else
            scan->bare_take = bare;
        return ok;
    }
}

bool field_scan(struct scan *scan, const struct field *field, struct action *action) {
    const struct board *board = &scan->setup->board;
    uint8_t *to = byte_at(action, field);
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
    case FIELD_VERTEX:
        skip_preposition(scan);
        return scan_id(scan, 'v', board->n_vertices, type, to);
    case FIELD_EDGE_OPTIONAL:
    case FIELD_EDGE: skip_preposition(scan); return scan_edge(scan, true, type, to);
    case FIELD_HEX: skip_preposition(scan); return scan_hex(scan, true, type, to);
    case FIELD_SEAT:
    case FIELD_SEAT_OR_NULL:
    case FIELD_SEATS:
    case FIELD_SEATS_OR_ALL:
        while (scan->at < scan->len && scan->text[scan->at] == ' ')
            scan->at++;
        if (type == FIELD_SEAT_OR_NULL && scan_none(scan)) {
            *to = NONE;
            return true;
        }
        return type == FIELD_SEAT || type == FIELD_SEAT_OR_NULL ? scan_seat(scan, type, to)
                                                                : scan_seats(scan, type, to);
    case FIELD_BOOL: *to = scan_literal(scan, field->name); return *to;
    case FIELD_DIE: return scan_die(scan, to);
    case FIELD_PROGRESS_OR_NULL:
        if (scan_none(scan) || scan_phrase(scan, "no card")) {
            *to = NONE;
            return true;
        }
        return scan_name(scan, type, to);
    case FIELD_KIND:
    case FIELD_COMMODITY:
    case FIELD_ANY_KIND:
    case FIELD_TRACK:
    case FIELD_LEVEL:
    case FIELD_PROGRESS: return scan_name(scan, type, to);
    case FIELD_DEV:
    case FIELD_PIECE: return true; /* the form says them */
    default: return scan_wide(scan, field, to);
    }
}

/* ---- writing ---- */

static void say_first_phrase(struct buffer *out, const char *phrases) {
    buffer_append(out, phrases, strcspn(phrases, ","));
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
static void say_seat(struct buffer *out, const struct setup *setup, const struct seat_label *labels,
                     unsigned seat) {
    const char *color = notation_seat(labels, seat);
    struct scan scan = {.setup = setup, .labels = labels, .text = color, .len = strlen(color)};
    uint8_t read = NONE;

    if (!scan_none(&scan) && !scan_all(&scan) && !scan_phrase(&scan, "seat") &&
        !scan_phrase(&scan, "player") && scan_seat(&scan, FIELD_SEAT, &read) &&
        scan.at == scan.len && read == seat)
        buffer_text(out, color);
    else
        buffer_format(out, "seat %u", seat);
}

static void say_seats(struct buffer *out, const struct setup *setup,
                      const struct seat_label *labels, unsigned seats) {
    bool any = false;

    for (unsigned seat = 0; seat < SEAT_MAX; seat++)
        if (seats >> seat & 1) {
            buffer_text(out, any ? ", " : "");
            say_seat(out, setup, labels, seat);
            any = true;
        }
    if (!any)
        buffer_text(out, "nobody");
}

static void say_places(struct buffer *out, const struct board *board, unsigned type,
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

static void say_wide(struct buffer *out, const struct setup *setup, const struct field *field,
                     const struct action *action) {
    const uint8_t *at = (const uint8_t *)action + field->offset;
    struct cards cards;
    uint32_t ref;

    if (action->open && field->type != FIELD_REF) {
        buffer_text(out, "...");
        return;
    }
    switch ((enum field_type)field->type) {
    case FIELD_EDGES:
    case FIELD_HEXES: say_places(out, &setup->board, field->type, at, PAIR); break;
    case FIELD_VERTICES: say_places(out, &setup->board, field->type, at, VERTICES_MAX); break;
    case FIELD_REF:
        memcpy(&ref, at, sizeof ref);
        buffer_format(out, "%u", (unsigned)ref);
        break;
    default: memcpy(&cards, at, sizeof cards); notation_write_cards(out, cards);
    }
}

void field_say(struct buffer *out, const struct setup *setup, const struct seat_label *labels,
               const struct field *field, const struct action *action) {
    uint8_t value = ((const uint8_t *)action)[field->offset];
    struct names names = names_of(setup, field->type);

    switch ((enum field_type)field->type) {
    case FIELD_EDGE:
    case FIELD_EDGE_OPTIONAL: say_places(out, &setup->board, FIELD_EDGE, &value, 1); break;
    case FIELD_VERTEX:
    case FIELD_VERTEX_OPTIONAL:
    case FIELD_HEX:
    case FIELD_DIE: buffer_format(out, "%u", value); break;
    case FIELD_SEAT: say_seat(out, setup, labels, value); break;
    case FIELD_SEAT_OR_NULL:
        if (value == NONE)
            buffer_text(out, "nobody");
        else
            say_seat(out, setup, labels, value);
        break;
    case FIELD_SEATS:
    case FIELD_SEATS_OR_ALL: say_seats(out, setup, labels, value); break;
    case FIELD_BOOL: buffer_text(out, field->name); break;
    case FIELD_CARDS:
    case FIELD_EDGES:
    case FIELD_HEXES:
    case FIELD_VERTICES:
    case FIELD_REF: say_wide(out, setup, field, action); break;
    default:
        if (value == NONE)
            buffer_text(out, "nothing");
        else if (value >= names.first && value < names.end)
            say_first_phrase(out, names.phrases[value]);
    }
}

/* ---- for messages ---- */

static void describe_names(struct buffer *out, const char *what, struct names names) {
    buffer_text(out, what);
    for (unsigned i = names.first; i < names.end; i++) {
        buffer_text(out, i == names.first ? " (" : i + 1 == names.end ? " or " : ", ");
        say_first_phrase(out, names.phrases[i]);
    }
    buffer_text(out, names.first < names.end ? ")" : "");
}

static void describe_seats(struct buffer *out, const struct setup *setup,
                           const struct seat_label *labels) {
    unsigned n = setup->rules.colors;

    buffer_text(out, "a player (");
    for (unsigned seat = 0; seat < n; seat++)
        buffer_format(out, "%s%.40s",
                      seat == 0       ? ""
                      : seat + 1 == n ? " or "
                                      : ", ",
                      notation_seat(labels, seat));
    buffer_text(out, ")");
}

void field_describe(struct buffer *out, const struct setup *setup, const struct seat_label *labels,
                    unsigned type) {
    const struct board *board = &setup->board;
    const struct names names = names_of(setup, type);

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
    case FIELD_SEATS_OR_ALL: describe_seats(out, setup, labels); break;
    case FIELD_CARDS: describe_names(out, "cards", names); break;
    case FIELD_KIND: describe_names(out, "a resource", names); break;
    case FIELD_COMMODITY: describe_names(out, "a commodity", names); break;
    case FIELD_ANY_KIND: describe_names(out, "a kind of card", names); break;
    case FIELD_TRACK: describe_names(out, "an area", names); break;
    case FIELD_LEVEL: describe_names(out, "a knight's rank", names); break;
    case FIELD_PROGRESS:
    case FIELD_PROGRESS_OR_NULL: buffer_text(out, "the name of a progress card"); break;
    case FIELD_DIE: buffer_format(out, "what a die shows (1 to %d)", DIE_SIDES); break;
    case FIELD_REF: buffer_text(out, "a number"); break;
    default: buffer_text(out, "something else"); break;
    }
}

void field_words(const struct setup *setup, const struct seat_label *labels, unsigned type,
                 char (*list)[SCAN_NAME], size_t *n, size_t max) {
    struct names names = names_of(setup, type);

    for (unsigned i = names.first; i < names.end; i++)
        for (const char *at = names.phrases[i]; *n < max && next_phrase(&at, list[*n]);)
            (*n)++;
    switch ((enum field_type)type) {
    case FIELD_SEAT:
    case FIELD_SEAT_OR_NULL:
    case FIELD_SEATS:
    case FIELD_SEATS_OR_ALL:
        for (unsigned seat = 0; seat < setup->rules.colors && *n < max; seat++)
            snprintf(list[(*n)++], SCAN_NAME, "%s", notation_seat(labels, seat));
        break;
    default: break;
    }
}
