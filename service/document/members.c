/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/document/members.h"

#include <assert.h>
#include <string.h>

#include "service/document/cards_json.h"
#include "service/document/rows.h"

_Static_assert(sizeof(struct setup) <= UINT16_MAX, "a guard is an offset of two bytes");

static bool setup_has(const struct setup *setup, unsigned figure) {
    return ((const uint8_t *)setup)[figure] != 0;
}

bool member_of_game(const struct member *row, const struct setup *setup) {
    return (row->needs == 0 || setup_has(setup, row->needs)) &&
           (row->lacks == 0 || !setup_has(setup, row->lacks));
}

struct member_walk members_walk(const struct member *rows, size_t count,
                                const struct setup *setup) {
    return (struct member_walk){.setup = setup, .row = rows, .end = rows + count};
}

/* Into the next table of an expansion at the place, or back out of them. */
static void walk_on(struct member_walk *walk) {
    const struct document_row *row;
    if (walk->added == DOCUMENT_ROWS) {
        walk->row = walk->behind;
        walk->end = walk->rest;
        walk->behind = NULL;
        return;
    }
    row = document_rows[walk->added++];
    walk->row = row->at[walk->place].rows;
    walk->end = walk->row + row->at[walk->place].count;
    walk->played = walk->setup->plays >> row->of & 1;
}

const struct member *member_next(struct member_walk *walk) {
    while (walk->row != walk->end || walk->behind != NULL) {
        const struct member *row = walk->row;
        if (row == walk->end) {
            walk_on(walk);
            continue;
        }
        walk->row++;
        if (row->kind == MEMBER_ADDED) {
            walk->behind = walk->row;
            walk->rest = walk->end;
            walk->place = row->place;
            walk->added = 0;
            walk->row = walk->end;
            continue;
        }
        if (walk->behind == NULL)
            walk->played = true;
        if (walk->played || row->known || row->foreign != NULL)
            return row;
    }
    return NULL;
}

static bool has_part(const struct member *row, unsigned parts) {
    return row->part == 0 || (row->part & parts) != 0;
}

static unsigned limit_of(const struct member *row, const struct setup *setup) {
    switch ((enum member_below)row->below) {
    case BELOW_PLAYERS: return setup->rules.players;
    case BELOW_COLORS: return setup->rules.colors;
    case BELOW_VERTICES: return setup->board.n_vertices;
    case BELOW_EDGES: return setup->board.n_edges;
    case BELOW_HEXES: return setup->board.n_hexes;
    case BELOW_ALL_HEXES: return (unsigned)setup->board.n_hexes + setup->board.n_frame;
    case BELOW_KINDS: return setup->rules.kinds;
    case BELOW_WONDERS: return setup->rules.wonders;
    case BELOW_STEPS: return setup->rules.barbarian_steps;
    case BELOW_MAX: break;
    }
    return row->names != NULL ? row->count : row->max + 1U;
}

/* ---- writing ---- */

static void write_number_list(struct writer *w, const uint8_t *list) {
    writer_array(w);
    for (unsigned i = 0; i < list[0]; i++)
        writer_int(w, list[1 + i]);
    writer_array_end(w);
}

static void write_card_list(struct writer *w, const uint8_t *counts) {
    writer_array(w);
    for (unsigned kind = 0; kind < KIND_COUNT; kind++)
        for (unsigned i = 0; i < counts[kind]; i++)
            writer_text(w, kind_names[kind]);
    writer_array_end(w);
}

static const char *const seat_keys[] = {"0", "1", "2", "3", "4", "5", NULL};
_Static_assert(sizeof seat_keys / sizeof *seat_keys == SEAT_MAX + 1, "every seat has a key");

static void write_choices(struct writer *w, const struct member *row, const uint8_t *sets) {
    writer_object(w);
    for (unsigned seat = 0; seat < SEAT_MAX; seat++)
        for (unsigned i = 0; i < row->count; i++)
            if (sets[i] >> seat & 1) {
                writer_key_text(w, seat_keys[seat]);
                writer_text(w, row->names[i]);
            }
    writer_object_end(w);
}

static const void *next_element(const struct member *row, const uint8_t *at, unsigned i,
                                const struct member_source *from, struct item *item) {
    if (row->next != NULL)
        return row->next(from, item);
    return i < at[row->counter - row->offset] ? at + (size_t)i * row->size : NULL;
}

static void write_list(struct writer *w, const struct member *row, const void *at,
                       const struct member_source *from) {
    struct item item = {0};
    const void *element;
    writer_array(w);
    for (unsigned i = 0; (element = next_element(row, at, i, from, &item)) != NULL; i++)
        object_write(w, row->rows, row->count, element, from);
    writer_array_end(w);
}

static void write_object(struct writer *w, const struct member *row, const void *at,
                         const struct member_source *from) {
    const struct member *first = &row->rows[0];
    if (first->kind == MEMBER_NUMBER && ((const uint8_t *)at)[first->offset] == NONE)
        writer_null(w);
    else
        object_write(w, row->rows, row->count, at, from);
}

static void write_name(struct writer *w, const char *const *names, unsigned byte, unsigned none) {
    if (byte == none)
        writer_null(w);
    else
        writer_text(w, names[byte]);
}

void value_write(struct writer *w, const struct member *row, const void *at,
                 const struct member_source *from) {
    uint8_t byte = *(const uint8_t *)at;
    uint32_t number;
    uint16_t word;
    struct cards cards;
    switch ((enum member_kind)row->kind) {
    case MEMBER_SPECIAL: row->write(w, from); break;
    case MEMBER_NUMBER:
        if (row->zero_null)
            writer_int_or_null(w, byte);
        else
            writer_int(w, byte);
        break;
    case MEMBER_WORD: memcpy(&word, at, sizeof word), writer_int(w, word); break;
    case MEMBER_LONG: memcpy(&number, at, sizeof number), writer_int(w, number); break;
    case MEMBER_SIGNED: writer_int(w, (int8_t)byte); break;
    case MEMBER_ID: id_write(w, byte); break;
    case MEMBER_FLAG: writer_bool(w, byte != 0); break;
    case MEMBER_BIT: writer_bool(w, (byte & row->max) != 0); break;
    case MEMBER_NOT_BIT: writer_bool(w, (byte & row->max) == 0); break;
    case MEMBER_NAME: write_name(w, row->names, byte, NONE); break;
    case MEMBER_NAME_NEXT: write_name(w, row->names - 1, byte, 0); break;
    case MEMBER_NUMBERS: numbers_write(w, row->names, at, row->count); break;
    case MEMBER_COUNTS: counts_write(w, row->names, at, row->count); break;
    case MEMBER_CARDS: memcpy(&cards, at, sizeof cards), cards_write(w, cards); break;
    case MEMBER_CARD_LIST: write_card_list(w, at); break;
    case MEMBER_PROGRESS: progress_write(w, at, row->count); break;
    case MEMBER_SET:
        if (row->names != NULL)
            writer_names(w, row->names, row->count, byte);
        else
            seats_write(w, byte);
        break;
    case MEMBER_NUMBER_LIST: write_number_list(w, at); break;
    case MEMBER_CHOICES: write_choices(w, row, at); break;
    case MEMBER_OBJECT: write_object(w, row, at, from); break;
    case MEMBER_LIST: write_list(w, row, at, from); break;
    case MEMBER_ADDED: break; /* has no value */
    }
}

/* Whether the value is nonzero, so that a `brief` member is written. */
static bool is_said(const struct member *row, const uint8_t *at) {
    uint32_t number;
    if (row->kind == MEMBER_BIT)
        return (*at & row->max) != 0;
    if (row->kind != MEMBER_LONG)
        return *at != 0;
    memcpy(&number, at, sizeof number);
    return number != 0;
}

/* Whether the member exists in this game and at this moment. */
static inline bool is_written(const struct member *row, const uint8_t *at,
                              const struct member_source *from) {
    if ((row->needs | row->lacks | row->has | row->part) != 0 &&
        (!member_of_game(row, from->setup) || !has_part(row, from->parts) ||
         (row->has != 0 && !setup_has(from->setup, row->has))))
        return false;
    return (row->shown == NULL || row->shown(from)) && (!row->brief || is_said(row, at));
}

static void write_added(struct writer *w, unsigned place, const void *base,
                        const struct member_source *from) {
    PLAYED_ROW_EACH(from->setup, struct document_row, document_rows, at[place].count, row)
        members_write(w, row->at[place].rows, row->at[place].count, base, from);
}

void members_write(struct writer *w, const struct member *rows, size_t count, const void *base,
                   const struct member_source *from) {
    for (const struct member *row = rows; row < rows + count; row++) {
        const uint8_t *at = (const uint8_t *)base + row->offset;
        if (row->kind == MEMBER_ADDED) {
            write_added(w, row->place, base, from);
            continue;
        }
        if (!is_written(row, at, from))
            continue;
        if (row->kind == MEMBER_NUMBER && *at < 100 && !row->zero_null) {
            writer_block_small(w, row->key, row->key_size, *at);
            continue;
        }
        writer_block_key(w, row->key, row->key_size);
        if (row->hidden && from->view->players[from->seat].hidden)
            writer_null(w);
        else
            value_write(w, row, at, from);
    }
}

void object_write(struct writer *w, const struct member *rows, size_t count, const void *base,
                  const struct member_source *from) {
    writer_object(w);
    members_write(w, rows, count, base, from);
    writer_object_end(w);
}

/* The size of a member's value in bytes; 0 if the kind does not determine it. */
static size_t size_of_member(const struct member *row) {
    switch ((enum member_kind)row->kind) {
    case MEMBER_WORD: return sizeof(uint16_t);
    case MEMBER_LONG: return sizeof(uint32_t);
    case MEMBER_CARDS:
    case MEMBER_CARD_LIST: return sizeof(struct cards);
    case MEMBER_NUMBERS:
    case MEMBER_COUNTS:
    case MEMBER_CHOICES:
    case MEMBER_PROGRESS: return row->count;
    case MEMBER_SPECIAL:
    case MEMBER_NUMBER_LIST:
    case MEMBER_OBJECT:
    case MEMBER_ADDED:
    case MEMBER_LIST: return 0;
    default: return 1;
    }
}

bool member_differs(const struct member *row, const void *a, const void *b) {
    const uint8_t *at_a = (const uint8_t *)a + row->offset,
                  *at_b = (const uint8_t *)b + row->offset;
    if (row->kind != MEMBER_OBJECT)
        return memcmp(at_a, at_b, size_of_member(row)) != 0;
    for (unsigned i = 0; i < row->count; i++)
        if (member_differs(&row->rows[i], at_a, at_b))
            return true;
    return false;
}

bool item_next(struct item *item, const uint64_t *words, unsigned n) {
    while (item->at < 64 * n) {
        uint64_t rest = words[item->at / 64] >> item->at % 64;
        if (rest != 0) {
            item->at += (unsigned)__builtin_ctzll(rest);
            item->place = (uint8_t)item->at++;
            return true;
        }
        item->at = (item->at / 64 + 1) * 64;
    }
    return false;
}

/* ---- reading ---- */

/* Reads the id of a place on the board, or a seat. */
static uint8_t read_id(struct reading *r, const json_t *value, const struct member *row,
                       unsigned limit) {
    const char *place = row->below == BELOW_VERTICES ? "vertex"
                        : row->below == BELOW_EDGES  ? "edge"
                                                     : "hex";
    json_int_t id = json_integer_value(value);
    bool seat = row->below == BELOW_PLAYERS || row->below == BELOW_COLORS;
    if (json_is_integer(value) && id >= 0 && id < (json_int_t)limit)
        return (uint8_t)id;
    if (seat)
        reading_refuse(r, "must be a seat, a whole number from 0 to %u%s", limit - 1,
                       row->kind == MEMBER_ID ? ", or null for nobody" : "");
    else if (json_is_integer(value))
        reading_refuse(r, "there is no such %s on this board: ids go from 0 to %u", place,
                       limit - 1);
    else
        reading_refuse(r, "must be the id of %s %s, a whole number from 0 to %u",
                       row->below == BELOW_EDGES ? "an" : "a", place, limit - 1);
    return 0;
}

static uint8_t read_figure(struct reading *r, const json_t *value, const struct member *row,
                           const struct setup *setup) {
    unsigned limit = limit_of(row, setup);
    if (row->plain || row->below == BELOW_MAX || row->below == BELOW_STEPS)
        return (uint8_t)reading_number(r, value, row->min, limit - 1);
    return read_id(r, value, row, limit);
}

static int8_t read_signed(struct reading *r, const json_t *value, int most) {
    json_int_t number = json_integer_value(value);
    if (json_is_integer(value) && number >= -most && number <= most)
        return (int8_t)number;
    reading_refuse(r, "must be a whole number from -%d to %d", most, most);
    return 0;
}

static uint32_t read_long(struct reading *r, const json_t *value) {
    json_int_t number = json_integer_value(value);
    if (json_is_integer(value) && number >= 0 && number < (json_int_t)UINT32_MAX)
        return (uint32_t)number;
    reading_refuse(r, "must be a whole number");
    return 0;
}

static uint8_t read_name(struct reading *r, const json_t *value, const struct member *row,
                         const struct setup *setup) {
    return (uint8_t)(row->min + reading_name(r, value, row->names + row->min,
                                             limit_of(row, setup) - row->min));
}

static void read_numbers(struct reading *r, const json_t *value, const struct member *row,
                         uint8_t *numbers) {
    if (reading_object_rows(r, value, row->names, sizeof *row->names, row->count))
        for (unsigned i = 0; i < row->count; i++)
            numbers[i] =
                (uint8_t)reading_number_of(r, value, row->names[i], 0, row->max, numbers[i]);
}

/* The elements of a required array. */
static struct reading_list elements_of(struct reading *r, const json_t *value, size_t most) {
    if (value == NULL)
        reading_refuse(r, "must be an array");
    return reading_list(r, value, most);
}

/* One element of a set as a bit; 0 if invalid. */
static unsigned read_element_bit(struct reading *r, const json_t *one, const struct member *row,
                                 unsigned limit) {
    bool failed = r->failed;
    unsigned index;
    r->failed = false;
    index = row->names != NULL ? reading_name(r, one, row->names, limit)
                               : reading_number(r, one, row->min, limit - 1);
    if (r->failed)
        return 0;
    r->failed = failed;
    return 1U << index;
}

/* Reads a set. If the row limits the number of elements (`large`), an element may be named several
 * times. */
static uint8_t read_set(struct reading *r, const json_t *value, const struct member *row,
                        const struct setup *setup) {
    unsigned limit = limit_of(row, setup), set = 0;
    struct reading_list list = elements_of(r, value, row->large > 0 ? row->large : limit);
    const json_t *one;
    while ((one = reading_next(&list)) != NULL) {
        unsigned bit = read_element_bit(r, one, row, limit);
        if (set & bit && row->large == 0)
            reading_refuse(r, "is named twice");
        set |= bit;
    }
    if (list.array != NULL && list.size == 0 && row->some)
        reading_refuse(r, row->below == BELOW_PLAYERS ? "must name a seat" : "must name some");
    return (uint8_t)set;
}

static void read_choices(struct reading *r, const json_t *value, const struct member *row,
                         uint8_t *sets) {
    if (!reading_object(r, value, seat_keys))
        return;
    for (unsigned seat = 0; seat < SEAT_MAX; seat++) {
        unsigned set = reading_name_of(r, value, seat_keys[seat], row->names, row->count, NONE);
        if (set != NONE)
            sets[set] |= (uint8_t)(1U << seat);
    }
}

static void read_number_list(struct reading *r, const json_t *value, const struct member *row,
                             uint8_t *list, const struct setup *setup) {
    struct reading_list numbers = elements_of(r, value, row->large);
    const json_t *number;
    list[0] = 0;
    while ((number = reading_next(&numbers)) != NULL)
        list[1 + list[0]++] = read_figure(r, number, row, setup);
}

static void read_card_list(struct reading *r, const json_t *value, const struct setup *setup,
                           uint8_t *counts) {
    struct reading_list list = elements_of(r, value, CARD_COUNT_MAX);
    const json_t *card;
    while ((card = reading_next(&list)) != NULL)
        counts[reading_name(r, card, kind_names, setup->rules.kinds)]++;
}

static void read_elements(struct reading *r, const json_t *value, const struct member *row,
                          uint8_t *at, const struct member_target *to) {
    struct reading_list list =
        elements_of(r, value, row->large > 0 ? row->large : limit_of(row, to->setup));
    struct item item = {0};
    const json_t *one;
    while ((one = reading_next(&list)) != NULL) {
        void *element = &item;
        item = (struct item){.at = item.at, .kind = NONE};
        if (row->size > 0)
            element = at + (size_t)at[row->counter - row->offset]++ * row->size;
        if (members_read(r, one, row->rows, row->count, element, to) && row->put != NULL &&
            !r->failed)
            row->put(r, to, element);
    }
}

void value_read(struct reading *r, const json_t *value, const struct member *row, void *at,
                const struct member_target *to) {
    uint8_t *byte = at;
    struct cards cards;
    uint32_t number;
    uint16_t word;
    switch ((enum member_kind)row->kind) {
    case MEMBER_SPECIAL:
    case MEMBER_ADDED: break;
    case MEMBER_ID:
    case MEMBER_NUMBER: *byte = read_figure(r, value, row, to->setup); break;
    case MEMBER_WORD:
        word = (uint16_t)reading_number(r, value, 0, row->large);
        memcpy(at, &word, sizeof word);
        break;
    case MEMBER_LONG: number = read_long(r, value), memcpy(at, &number, sizeof number); break;
    case MEMBER_SIGNED: *(int8_t *)at = read_signed(r, value, row->max); break;
    case MEMBER_FLAG: *byte = reading_bool(r, value); break;
    case MEMBER_BIT:
    case MEMBER_NOT_BIT:
        *byte &= (uint8_t)~row->max;
        if (reading_bool(r, value) == (row->kind == MEMBER_BIT))
            *byte |= row->max;
        break;
    case MEMBER_NAME: *byte = read_name(r, value, row, to->setup); break;
    case MEMBER_NAME_NEXT: *byte = (uint8_t)(1 + read_name(r, value, row, to->setup)); break;
    case MEMBER_NUMBERS: read_numbers(r, value, row, at); break;
    case MEMBER_COUNTS: counts_read(r, value, row->names, at, row->count); break;
    case MEMBER_CARDS:
        cards = cards_read(r, value, to->setup->rules.kinds, row->min);
        memcpy(at, &cards, sizeof cards);
        break;
    case MEMBER_CARD_LIST: read_card_list(r, value, to->setup, at); break;
    case MEMBER_PROGRESS: (void)progress_read(r, value, at, row->count); break;
    case MEMBER_SET: *byte = read_set(r, value, row, to->setup); break;
    case MEMBER_CHOICES: read_choices(r, value, row, at); break;
    case MEMBER_NUMBER_LIST: read_number_list(r, value, row, at, to->setup); break;
    case MEMBER_OBJECT: (void)members_read(r, value, row->rows, row->count, at, to); break;
    case MEMBER_LIST: read_elements(r, value, row, at, to); break;
    }
}

/* Whether a value is missing or means "none". */
static bool says_nothing(const struct member *row, const json_t *value) {
    return is_absent(value) || (row->kind == MEMBER_FLAG && json_is_false(value));
}

/* OWN: the member is not an expansion's that the game has not. */
static void read_member(struct reading *r, const json_t *value, const struct member *row, bool own,
                        void *base, const struct member_target *to) {
    uint8_t *at = (uint8_t *)base + row->offset;
    if (json_is_null(value) && row->hidden) {
        reading_refuse(r, "must not be null: a position hides nothing");
    } else if (row->foreign != NULL &&
               (!own || (row->has != 0 && !setup_has(to->setup, row->has)))) {
        if (!says_nothing(row, value))
            reading_refuse(r, "%s", row->foreign);
    } else if (!row->required && json_is_null(value) && row->kind == MEMBER_ID) {
        *at = NONE;
    } else if (!row->required && is_absent(value)) {
        if (row->otherwise != 0)
            *at = row->otherwise;
    } else if (row->zero_null && json_is_null(value)) {
        *at = 0;
    } else {
        r->absent = value == NULL;
        if (row->read != NULL)
            row->read(r, value, to);
        else
            value_read(r, value, row, at, to);
        r->absent = false;
    }
}

void members_read_pass(struct reading *r, const json_t *object, const struct member *rows,
                       size_t count, unsigned pass, void *base, const struct member_target *to) {
    struct member_target here = *to;
    struct member_walk walk = members_walk(rows, count, to->setup);
    const struct member *row;
    here.object = object;
    while ((row = member_next(&walk)) != NULL) {
        if (row->pass != pass || (row->derived && row->read == NULL) ||
            !member_of_game(row, to->setup) || !has_part(row, to->parts))
            continue;
        size_t mark = reading_enter(r, row->name);
        read_member(r, json_object_get(object, row->name), row, walk.played, base, &here);
        reading_leave(r, mark);
    }
}

bool members_known(struct reading *r, const json_t *object, const struct member *rows, size_t count,
                   const struct member_target *to) {
    const char *known[MEMBERS_MAX + 1];
    struct member_walk walk = members_walk(rows, count, to->setup);
    const struct member *row;
    size_t n = 0;
    while ((row = member_next(&walk)) != NULL)
        if (member_of_game(row, to->setup) && has_part(row, to->parts)) {
            assert(n < MEMBERS_MAX);
            known[n++] = row->name;
        }
    known[n] = NULL;
    return reading_object(r, object, known);
}

bool members_read(struct reading *r, const json_t *object, const struct member *rows, size_t count,
                  void *base, const struct member_target *to) {
    if (!members_known(r, object, rows, count, to))
        return false;
    members_read_pass(r, object, rows, count, 0, base, to);
    return true;
}

/* ---- agreement ---- */

/* Checks that GIVEN does not contradict MADE; members left out or null agree with everything. */
static void check_members_agree(struct reading *r, const json_t *given, const json_t *made) {
    const char *key;
    json_t *member;
    if (given == NULL || json_is_null(given))
        return;
    if (!json_is_object(given) || !json_is_object(made)) {
        if (made == NULL || !json_equal(given, made))
            reading_refuse(r, "does not agree with the rest of the position");
        return;
    }
    json_object_foreach((json_t *)(uintptr_t)given, key, member) {
        size_t mark = reading_enter(r, key);
        check_members_agree(r, member, json_object_get(made, key));
        reading_leave(r, mark);
    }
}

void members_agree(struct reading *r, const json_t *given, const json_t *made,
                   const struct member *rows, size_t count, const struct setup *setup) {
    struct member_walk walk = members_walk(rows, count, setup);
    const struct member *row;
    while ((row = member_next(&walk)) != NULL) {
        if (!row->derived)
            continue;
        size_t mark = reading_enter(r, row->name);
        check_members_agree(r, json_object_get(given, row->name), json_object_get(made, row->name));
        reading_leave(r, mark);
    }
}
