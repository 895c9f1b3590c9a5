/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Making moves given in words: a chat's command, a mail's reply, a link's button. They are judged and
 * written as by POST .../moves; the response is a text. */
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
    /* input */
    int64_t account;
    const char *game;  /* public id */
    const char *words; /* moves in the notation, words_len bytes */
    size_t words_len;
    enum language language; /* of the response, and of the moves (English is always allowed) */
    enum notation_style style;
    bool has_seq; /* only valid while SEQ is the last event */
    uint32_t seq;
    const struct told
        *told; /* what the account had been shown when it wrote; NULL: the game as it is now */
    /* output */
    bool past;         /* the turn or the decision that was shown is over: nothing was done */
    uint32_t told_seq; /* the last event that was shown, if PAST */
    uint32_t last_seq; /* the game's last event afterwards (also after a refusal) */
    bool unread;       /* the words do not begin with a move */
    bool over;         /* the moves ended the game */
    bool hidden;       /* the text is only for the account: it contains hidden information */
};

/* Makes the moves, all or none, and appends to OUT, line by line, their results and what the game waits
 * for now, or why they were refused. True if they were made. May be called from any thread but the
 * store's writer; waits until they are on disk. */
bool perform_moves(struct app *app, struct perform *asked, struct buffer *out);

/* Reads moves in words, as programs send them, by the view of SEAT in LOAD, which has been replayed (NONE: nothing
 * may be left out); MOVES has room for NOTATION_MOVES_MAX. Returns their number; 0 with *ERROR filled in. */
size_t perform_read(const struct load *load, unsigned seat, enum language language,
                    const char *words, size_t len, struct play_move *moves,
                    struct notation_error *error);

#endif
