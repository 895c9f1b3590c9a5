/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Table-driven documents: each member is a row that serves both writing and reading. A row gives the
 * member's name and kind, its offset in a struct, and which games have it. */
#ifndef SERVICE_DOCUMENT_MEMBERS_H
#define SERVICE_DOCUMENT_MEMBERS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/game.h"
#include "service/base/json_read.h"
#include "service/base/json_write.h"

struct view_head;

/* Where the values to be written come from. */
struct member_source {
    const struct setup *setup; /* NULL for documents that have no set-up yet */
    const struct game *view;
    const struct game *before; /* for changes: the state before VIEW */
    const struct view_head *head;
    const struct event *event; /* for outcomes: the event */
    unsigned viewer;
    unsigned seat;   /* the seat that the members belong to; unused for others */
    unsigned parts;  /* the parts that are present, see `part` */
    unsigned hidden; /* for outcomes: seats whose card is hidden */
};

/* Where values that are read go. */
struct member_target {
    const struct setup *setup;
    struct game *game;
    struct outcome *outcome;
    unsigned seat;
    unsigned parts;       /* the parts that are present, see `part` */
    bool chain;           /* for a position: its agenda is not empty */
    const json_t *object; /* the object being read: set by members_read */
};

/* An element of a list for which the state has no struct; the list's rows determine which members
 * are used. */
struct item {
    unsigned at;   /* iteration state of the list: 0 at its start */
    uint8_t place; /* a vertex, path or hex */
    uint8_t player;
    uint8_t kind;   /* of a harbor, a terrain, a card or a track; NONE: none */
    uint8_t number; /* a number token, or a count */
    uint8_t level;  /* of a knight */
    uint8_t bits;   /* enum knight_bits above the rank */
    bool wall, tipped, sabotaged, built, warship;
    int8_t more;
    struct cards cards;
    struct village village;
    struct edge_set warships; /* all warships; used only by the list of ships */
};

enum member_kind {
    MEMBER_SPECIAL,   /* written and read by a pair of functions */
    MEMBER_NUMBER,    /* uint8_t, from `min` to `max`, or less than `below` */
    MEMBER_WORD,      /* uint16_t, from 0 to `large` */
    MEMBER_LONG,      /* uint32_t */
    MEMBER_SIGNED,    /* int8_t, from -`max` to `max` */
    MEMBER_ID,        /* as MEMBER_NUMBER; NONE is null */
    MEMBER_FLAG,      /* bool */
    MEMBER_BIT,       /* the bits `max` of a byte: true, they are set */
    MEMBER_NOT_BIT,   /* the same the other way round */
    MEMBER_NAME,      /* uint8_t, of `names` from `min` on; NONE is null */
    MEMBER_NAME_NEXT, /* 1 + that; 0 is null */
    MEMBER_NUMBERS,   /* uint8_t[count], each with its name; from 0 to `max` */
    MEMBER_COUNTS,    /* uint8_t[count], those above 0 with their name */
    MEMBER_CARDS,     /* struct cards, at least `min` of them */
    MEMBER_CARD_LIST, /* the same as a list of names, a card each */
    MEMBER_PROGRESS,  /* uint8_t[count]: progress cards, each 1 + its number, 0 from the end on */
    MEMBER_SET, /* uint8_t, a set of `names`, or of numbers from `min` on; not empty with `some`; each once, or with `large` at most so many */
    MEMBER_NUMBER_LIST, /* uint8_t n and n numbers behind it, as MEMBER_NUMBER */
    MEMBER_CHOICES,     /* uint8_t[count], sets of seats: by seat the name of the set that has it */
    MEMBER_OBJECT, /* `rows`, about what lies there; null where a number that comes first is NONE */
    MEMBER_ADDED,  /* no member, but those that expansions have at `place` (rows.h) */
    MEMBER_LIST, /* at most `large` objects of `rows`, or as `below` says; `size` bytes each, or struct item */
};

/* The bound of a number, or the number of names: a figure of the set-up. */
enum member_below {
    BELOW_MAX, /* none: the row's own `max` */
    BELOW_PLAYERS,
    BELOW_COLORS,
    BELOW_VERTICES,
    BELOW_EDGES,
    BELOW_HEXES,     /* of the board */
    BELOW_ALL_HEXES, /* including the frame */
    BELOW_KINDS,
    BELOW_WONDERS,
    BELOW_STEPS, /* of the barbarians */
};

/* Where expansions have members of their own. */
enum member_place {
    PLACE_THIEVES, /* these three of a view: behind the robber, */
    PLACE_BOARD,   /* before harbors, */
    PLACE_VILLAGES,
    PLACE_PIECES,
    PLACE_PLAYER,
    PLACE_TURN,
    PLACE_CHANGES,
    MEMBER_PLACES
};

struct member {
    const char *name;           /* must be first: reading_object_rows reads it there */
    char key[WRITER_KEY_BLOCK]; /* ,"name": ready to be written */
    uint8_t key_size;
    uint8_t kind;  /* enum member_kind */
    uint8_t below; /* enum member_below */
    uint8_t count; /* of names, rows or bytes */
    uint8_t min, max;
    uint8_t otherwise; /* the value of a byte whose member is left out; 0: the byte stays as it
                        * is */
    uint8_t pass;      /* enum reading_pass */
    uint8_t part;  /* of a document in parts: bits, one of which has to be there; 0: always there */
    uint8_t place; /* enum member_place */
    bool required;
    bool some;
    bool hidden;      /* null in views for readers who may not know it, never null in a position */
    bool derived;     /* follows from other members: may be left out, otherwise must agree */
    bool brief;       /* left out if 0 */
    bool zero_null;   /* 0 is written as null */
    bool plain;       /* refusals of a seat or place speak of a plain number */
    uint16_t offset;  /* in the table's struct */
    uint16_t size;    /* of the elements of a list */
    uint16_t counter; /* of a list stored as an array: the offset of its length, a byte */
    uint16_t large;
    /* Which games have the member, by a nonzero byte of their set-up, see HAS. Other games do not know it
     * (`needs`, `lacks`), or do not write it (`has`) and refuse it with the sentence `foreign`. */
    uint16_t needs, lacks, has;
    const char *foreign;
    bool known; /* of an expansion: games without it read the member as well */
    const char *const *names;
    const struct member *rows;
    bool (*shown)(const struct member_source *from); /* whether it is written; NULL: always */
    void (*write)(struct writer *w, const struct member_source *from);
    /* Reads a value of any kind if present; with `required` it is also called with NULL for a
     * missing one. NULL if a special member is not read. */
    void (*read)(struct reading *r, const json_t *value, const struct member_target *to);
    /* The next element of a list, from ITEM->at on, in *ITEM or elsewhere; NULL at the end. */
    const void *(*next)(const struct member_source *from, struct item *item);
    /* Stores an element that was read: an ITEM, or what is used instead. */
    void (*put)(struct reading *r, const struct member_target *to, void *element);
};

/* A row's name, from a literal, in both forms. */
#define MEMBER(text)                                                                               \
    .name = (text), .key = ",\"" text "\":", .key_size = sizeof(",\"" text "\":") - 1

#define MEMBERS_ADDED(where)                                                                       \
    { .name = "", .kind = MEMBER_ADDED, .place = (where) }

/* Guards: games whose set-up has something there, as HAS(rules.tokens_max). */
#define HAS(figure)  offsetof(struct setup, figure)
#define KNIGHTS_ONLY .needs = HAS(rules.knights)
#define BASE_ONLY    .lacks = HAS(rules.knights)

/* A table as two arguments, or as two members of a row. */
#define ROWS(table)        (table), sizeof(table) / sizeof *(table)
#define ROWS_OF(table)     .rows = (table), .count = sizeof(table) / sizeof *(table)
#define NAMES_OF(n, table) .names = (table), .count = (n)

enum {
    MEMBERS_MAX = 48,   /* in one table */
    READ_ALWAYS = true, /* as `required`: .read is also called for missing members */
};

/* Reading passes: members that depend on others are read later. */
enum reading_pass {
    READ_FIRST,
    READ_SECOND, /* the step of a turn, which needs its rolls; the agenda, which needs cards and pieces */
    READ_THIRD, /* offers, which need the agenda */
    READING_PASSES,
    READ_NEVER = UINT8_MAX, /* the member is only written, or is read elsewhere */
};

/* Whether a member is missing or null, which mean the same in most places. */
static inline bool is_absent(const json_t *value) {
    return value == NULL || json_is_null(value);
}

/* Goes through the members of a table and those that expansions have in it, as far as games of SETUP know them. PLAYED:
 * the game has the expansion whose member came last, or the member is the table's own. */
struct member_walk {
    const struct setup *setup;
    const struct member *row, *end;     /* of the table that it is in */
    const struct member *behind, *rest; /* of the one that it goes back to; NULL: none */
    unsigned place, added;              /* the next of document_rows */
    bool played;
};
struct member_walk members_walk(const struct member *rows, size_t count, const struct setup *setup);
const struct member *member_next(struct member_walk *walk); /* NULL: there is no more */

/* Whether games of SETUP know the member. */
bool member_of_game(const struct member *row, const struct setup *setup);

/* Writes the members that this game has of the struct at BASE. */
void members_write(struct writer *w, const struct member *rows, size_t count, const void *base,
                   const struct member_source *from);

/* The same as a complete object. */
void object_write(struct writer *w, const struct member *rows, size_t count, const void *base,
                  const struct member_source *from);

/* Writes the value at AT of a single member. */
void value_write(struct writer *w, const struct member *row, const void *at,
                 const struct member_source *from);

/* Whether OBJECT is an object; members that the rows do not know are refused, but the rest can
 * still be read. */
bool members_known(struct reading *r, const json_t *object, const struct member *rows, size_t count,
                   const struct member_target *to);

/* Reads OBJECT's members into the struct at BASE; false, with nothing read, if it is not an object.
 * Members left out leave the struct unchanged. */
bool members_read(struct reading *r, const json_t *object, const struct member *rows, size_t count,
                  void *base, const struct member_target *to);

/* The same for the rows of a later PASS: OBJECT must be an object whose members are known. */
void members_read_pass(struct reading *r, const json_t *object, const struct member *rows,
                       size_t count, unsigned pass, void *base, const struct member_target *to);

/* Reads a value of the row's kind into AT; a refused one leaves a harmless value. NULL (with
 * r->absent) is refused as well. */
void value_read(struct reading *r, const json_t *value, const struct member *row, void *at,
                const struct member_target *to);

/* Whether the member differs between the structs at A and B; false for kinds that have no
 * offset. */
bool member_differs(const struct member *row, const void *a, const void *b);

/* Refuses derived members that both documents have with different values. */
void members_agree(struct reading *r, const json_t *given, const json_t *made,
                   const struct member *rows, size_t count, const struct setup *setup);

/* Moves to the next vertex or path of a set, from ITEM->at on, and stores it as ITEM's place; false at
 * the end. */
bool item_next(struct item *item, const uint64_t *words, unsigned n);

#endif
