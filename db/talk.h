/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_TALK_H
#define DB_TALK_H

#include "db/store.h"

/* Messages at a table, and notes. Deleting an account deletes its notes and makes its messages
 * nameless. */

/* Sizes include the closing NUL. */
enum { STORE_TALK_SIZE = 801, STORE_NOTES_SIZE = (16 << 10) + 1 };

struct store_talk {
    int64_t id;
    int64_t game;
    int64_t account;
    char account_name[STORE_NAME_SIZE]; /* read only: "" for a deleted account */
    int seat;                           /* -1: the creator of a table game */
    unsigned to_seats;                  /* set; 0: everybody */
    unsigned mentions;                  /* set of seats */
    int64_t at;
    char text[STORE_TALK_SIZE];
};

/* Fills talk->id. READERS: the accounts besides its author that may read it, if it is not for
 * everybody. */
enum store_result store_talk_add(struct store_tx *tx, struct store_talk *talk,
                                 const int64_t *readers, size_t n);

/* Messages of a game that an account (0: nobody) may read, with ids above AFTER, oldest first; the
 * row is borrowed, false ends the reading. */
typedef bool store_talk_row(void *context, const struct store_talk *talk);
enum store_result store_talk_list(struct store_reader *reader, int64_t game, int64_t account,
                                  int64_t after, unsigned limit, store_talk_row *row,
                                  void *context);

/* A message that the account may read; STORE_NONE: there is no such one. */
enum store_result store_talk_get(struct store_reader *reader, int64_t id, int64_t account,
                                 struct store_talk *talk);

/* The latest id in a game; 0: none. Ids rise within a game; those of several games may be committed in another
 * order, so that an id says nothing about other games' messages. */
enum store_result store_talk_last(struct store_reader *reader, int64_t game, int64_t *id);

/* The time of the account's nth latest message in the game, from 1; 0: there are fewer. */
enum store_result store_talk_nth(struct store_reader *reader, int64_t game, int64_t account,
                                 unsigned nth, int64_t *at);

/* Marks the game's messages up to this one as read by the account. Never goes back. */
enum store_result store_talk_set_read(struct store_tx *tx, int64_t game, int64_t account,
                                      int64_t id);
/* How many messages by others the account may read and has not; counts up to LIMIT. */
enum store_result store_talk_unread(struct store_reader *reader, int64_t game, int64_t account,
                                    unsigned limit, unsigned *unread);

/* The latest of those, from SINCE on, the latest first. */
enum store_result store_talk_list_unread(struct store_reader *reader, int64_t game, int64_t account,
                                         int64_t since, unsigned limit, store_talk_row *row,
                                         void *context);
/* Marks the game's messages up to the time AT as read by the account. Never goes back. */
enum store_result store_talk_set_read_until(struct store_tx *tx, int64_t game, int64_t account,
                                            int64_t at);

struct store_notes {
    int64_t revision; /* 0: there are none */
    int64_t at;
    char text[STORE_NOTES_SIZE];
};

/* Without any: STORE_OK, all zero. */
enum store_result store_notes_get(struct store_reader *reader, int64_t account, int64_t game,
                                  struct store_notes *notes);
/* Replaces the notes of notes->revision and increments it. STORE_CONFLICT: that is not the
 * latest. */
enum store_result store_notes_put(struct store_tx *tx, int64_t account, int64_t game,
                                  struct store_notes *notes);

#endif
