/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Moves made for somebody who did not come through POST .../moves: a chat's command, a mail's reply,
 * a link's button. The same judging and the same writing; the answer is a text. */
#ifndef SERVICE_COMMAND_PERFORM_H
#define SERVICE_COMMAND_PERFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "service/base/buffer.h"

struct action;
struct app;

enum perform_result {
    PERFORM_DONE,
    PERFORM_NO_GAME,   /* there is none that this account may see */
    PERFORM_NO_SEAT,   /* the account has no seat in it */
    PERFORM_NOT_BEGUN, /* seats are still free */
    PERFORM_OVER,      /* the game is over */
    PERFORM_STALE,     /* the game has moved on since SEQ */
    PERFORM_UNREAD,    /* the words cannot be read */
    PERFORM_REFUSED,   /* the rules, or somebody else's decision */
    PERFORM_BUSY,      /* others were faster again and again, or the store is full: try later */
    PERFORM_BROKEN,    /* a mistake of ours; nothing has changed */
};

struct perform {
    /* what is asked */
    int64_t account;
    const char *game;  /* public id */
    const char *words; /* moves in the notation, words_len bytes */
    size_t words_len;
    const struct action *action; /* instead of words: this one move */
    bool has_seq;                /* only while SEQ is the last event */
    uint32_t seq;
    /* what came of it */
    uint32_t last_seq; /* the game's last event afterwards (also where it was refused) */
    bool over;         /* the game has ended with it */
    bool hidden;       /* the text is for the account's own eyes: it tells more than anybody sees */
};

/* Makes the moves, all or none, and appends to OUT, line by line, what came of them and what the game
 * waits for now, or why they were not made. May be called from any thread but the store's writer;
 * waits until it is on disk. */
enum perform_result perform(struct app *app, struct perform *asked, struct buffer *out);

#endif
