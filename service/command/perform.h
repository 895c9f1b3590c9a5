/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Moves in words, made for somebody: a chat's command, a mail's reply, a link's button. The same judging
 * and the same writing as with POST .../moves; the response is a text. */
#ifndef SERVICE_COMMAND_PERFORM_H
#define SERVICE_COMMAND_PERFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "service/base/buffer.h"
#include "service/command/told.h"
#include "service/game/play.h"
#include "service/words/notation.h"

struct app;

struct perform {
    /* what is asked */
    int64_t account;
    const char *game;  /* public id */
    const char *words; /* moves in the notation, words_len bytes */
    size_t words_len;
    enum language language; /* in which the moves may be, beside English, and what is said */
    enum notation_style style;
    bool has_seq; /* only while SEQ is the last event */
    uint32_t seq;
    const struct told
        *told; /* what the account had been told when it wrote; NULL: how the game is now */
    /* what came of it */
    bool past;         /* the turn or the question that was told is over: nothing was done */
    uint32_t told_seq; /* the last event that was told, where PAST */
    uint32_t last_seq; /* the game's last event afterwards (also where it was refused) */
    bool unread;       /* the words begin with no move, or would not if they were allowed */
    bool over;         /* the game has ended with it */
    bool hidden;       /* the text is for the account's own eyes: it tells more than anybody sees */
};

/* Makes the moves, all or none, and appends to OUT, line by line, what came of them and what the game
 * waits for now, or why they were not made. True where they were made. May be called from any thread but
 * the store's writer; waits until it is on disk. */
bool perform_moves(struct app *app, struct perform *asked, struct buffer *out);

/* Reads moves in words, as programs send them, in view of what SEAT (or NONE, for whom nothing can be left out) sees in LOAD,
 * which has been replayed; MOVES has room for NOTATION_MOVES_MAX. Returns their number, 0 with *ERROR
 * filled. */
size_t perform_read(const struct load *load, unsigned seat, enum language language,
                    const char *words, size_t len, struct play_move *moves,
                    struct notation_error *error);

#endif
