/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The members of a view and of a position: one table row each, by which both are written and read. */
#ifndef SERVICE_DOCUMENT_MEMBERS_H
#define SERVICE_DOCUMENT_MEMBERS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/game.h"
#include "service/base/json_write.h"

struct reading;
struct view_head;

/* What is written, and of whom. */
struct member_source {
    const struct setup *setup;
    const struct game *view;
    const struct view_head *head;
    unsigned viewer;
    unsigned seat; /* whose members these are; unused where they are nobody's */
};

/* What is read, and where it goes. */
struct member_target {
    const struct setup *setup;
    struct game *game;
    unsigned seat;
};

enum member_kind {
    MEMBER_SPECIAL, /* a pair of functions */
    MEMBER_NUMBER,  /* uint8_t; read from 0 to `max` */
    MEMBER_COUNT,   /* uint32_t, only written */
    MEMBER_ID,      /* uint8_t, NONE is null; only written */
    MEMBER_FLAG,    /* bool */
    MEMBER_NAME,    /* uint8_t, of `names`; only written */
    MEMBER_NUMBERS, /* uint8_t[count], each with its name; read from 0 to `max` */
    MEMBER_COUNTS,  /* uint8_t[count], those above 0 with their name */
};

/* The expansion that a member came with. */
enum member_game { MEMBER_ANY, MEMBER_BASE, MEMBER_KNIGHTS };

struct member {
    const char *name;           /* first: reading_object_rows takes it from there */
    char key[WRITER_KEY_BLOCK]; /* ,"name": as it is written */
    uint8_t key_size;
    uint8_t kind;    /* enum member_kind */
    uint8_t game;    /* enum member_game */
    bool hidden;     /* null in views of those who may not know it, never null in a position */
    bool derived;    /* follows from other members: it may be left out, and must agree */
    uint8_t count;   /* of names */
    uint8_t max;     /* that may be read */
    uint16_t offset; /* in the struct that the table is about */
    const char *const *names;
    bool (*has)(const struct member_source *from); /* whether it is written; NULL: always */
    void (*write)(struct writer *w, const struct member_source *from);
    /* Reads a value that is there, whatever the kind; NULL where a special member is read elsewhere, or
     * not at all. */
    void (*read)(struct reading *r, const json_t *value, const struct member_target *to);
};

/* The name of a row, a literal, in its two forms. */
#define MEMBER(text)                                                                               \
    .name = (text), .key = ",\"" text "\":", .key_size = sizeof(",\"" text "\":") - 1

enum { MEMBERS_MAX = 48 }; /* of one table */

/* Writes the members of the struct at BASE that this game has. */
void members_write(struct writer *w, const struct member *rows, size_t count, const void *base,
                   const struct member_source *from);

/* Reads OBJECT's members into the struct at BASE; false, with nothing read, for what is no object.
 * Members that are left out leave it as it is. */
bool members_read(struct reading *r, const json_t *object, const struct member *rows, size_t count,
                  void *base, const struct member_target *to);

/* Refuses members that the two documents have and that say different things; of derived rows alone. */
void members_agree(struct reading *r, const json_t *given, const json_t *made,
                   const struct member *rows, size_t count);

/* ---- the tables ---- */

extern const struct member view_members[];
extern const size_t view_members_count;
extern const struct member turn_members[]; /* of struct game */
extern const size_t turn_members_count;
extern const struct member player_members[]; /* of struct player */
extern const size_t player_members_count;

/* ---- turn_json.c ---- */

/* Who acts now, of a game whose turns have parts: {"player":3,"part":2}. */
void pair_write(struct writer *w, const struct game *game);

/* Reads `turn` and `dice` of the position VALUE, whose phase and first player are read. */
void turn_read(struct reading *r, const json_t *value, const struct setup *setup,
               struct game *game);

/* ---- player_json.c ---- */

/* Reads the `players` of a position. */
void players_read(struct reading *r, const json_t *value, const struct setup *setup,
                  struct game *game);

/* A roll, with the event die where one was rolled; null where there is none. */
void dice_write(struct writer *w, const uint8_t dice[2], unsigned event);

#endif
