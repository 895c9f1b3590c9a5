/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_ORDERS_H
#define DB_ORDERS_H

#include "db/store.h"

/*
 * Standing orders: what the server is to answer for a player, the questions open for the seat, and
 * notes about what was done. One row per seat, to which questions and notes belong.
 */

enum {
    STORE_ORDERS_DOCUMENT_MAX = 32 << 10, /* bytes of a document */
    STORE_ORDER_NOTE_MAX = 512,           /* bytes of a note, without NUL */
    STORE_ORDER_NOTES_MAX = 50,           /* notes kept of a seat: the latest */
    STORE_QUESTIONS_MAX = 20,             /* what one seat can be asked at a time */
};

/* What a question is about: the number of an offer, or one of these. */
#define STORE_QUESTION_DECISION   UINT32_C(0)
#define STORE_QUESTION_EVERYTHING UINT32_MAX

struct store_orders {
    int64_t game;
    int seat;
    int64_t account;
    int64_t revision;
    int64_t median_ms, max_ms;   /* of the delay */
    uint32_t plan_turn;          /* the turn that the plan is for; 0: there is none */
    struct store_bytes document; /* JSON */
};

/* Stores a seat's orders, replacing any earlier ones. */
enum store_result store_orders_put(struct store_tx *tx, const struct store_orders *orders);

/* Calls ROW with the orders of one seat; the document is borrowed and ends with the call.
 * STORE_NONE: there are none. */
enum store_result store_orders_get(struct store_reader *reader, int64_t game, int seat,
                                   void (*row)(void *context, const struct store_orders *orders),
                                   void *context);

/* The orders of all seats of a game, into ORDERS, without their documents. */
enum store_result store_orders_of_game(struct store_reader *reader, int64_t game,
                                       struct store_orders orders[STORE_SEATS_MAX], size_t *count);

/* Removes the orders of a seat with all that belongs to them; STORE_OK even if there are none. */
enum store_result store_orders_remove(struct store_tx *tx, int64_t game, int seat);

struct store_question {
    int seat;
    uint32_t subject;
    uint32_t what;
    int64_t due_at; /* 0: no automatic answer */
};

/* Sets a question, or changes the one about the same subject. */
enum store_result store_question_set(struct store_tx *tx, int64_t game,
                                     const struct store_question *question);
enum store_result store_question_remove(struct store_tx *tx, int64_t game, int seat,
                                        uint32_t subject);
enum store_result store_questions_clear(struct store_tx *tx, int64_t game, int seat);

/* The questions of one seat, by subject. */
enum store_result store_questions_of(struct store_reader *reader, int64_t game, int seat,
                                     struct store_question questions[STORE_QUESTIONS_MAX],
                                     size_t *count);

/* Adds a note and deletes the oldest ones beyond STORE_ORDER_NOTES_MAX. */
enum store_result store_order_note_add(struct store_tx *tx, int64_t game, int seat, int64_t at,
                                       const char *text);

/* Calls row for each note, oldest first; the text is borrowed. */
enum store_result store_order_notes(struct store_reader *reader, int64_t game, int seat,
                                    void (*row)(void *context, int64_t at, const char *text),
                                    void *context);

#endif
