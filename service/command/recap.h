/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* "Since you last looked": what happened in a game, in sentences, as one viewer may see it. */
#ifndef SERVICE_COMMAND_RECAP_H
#define SERVICE_COMMAND_RECAP_H

#include "service/base/buffer.h"
#include "service/base/language.h"
#include "service/game/load.h"

enum { RECAP_LINES_MAX = 500 /* most sentences in a recap: the latest */ };

/* One event of a recap; its sentence is in recap.text. */
struct recap_line {
    uint32_t seq;
    int64_t at;
    size_t start, len;
    size_t parts, parts_len; /* its parts, as JSON, in recap.parts; 0: not requested */
};

/* One player's gains and losses, as far as the viewer may know. */
struct recap_cards {
    struct cards gained, lost;           /* with known kinds */
    unsigned gained_hidden, lost_hidden; /* number of cards of unknown kind */
};

struct recap {
    uint32_t from, to;  /* the last event before, and the last one in it */
    size_t n, left_out; /* left_out: earlier ones than the first line */
    struct recap_line *lines;
    struct buffer text;
    struct buffer parts;
    struct game before; /* the state at FROM, as the viewer's view; that at TO is load->game */
    struct recap_cards cards[SEAT_MAX];
};

/* For whom, and how. */
struct recap_reader {
    unsigned viewer; /* as in event_json.h */
    enum language language;
    bool names; /* players are called by their names */
    bool parts; /* lines have their parts as well, which only the viewer reads, as "you" */
};

/*
 * Gathers what happened after event SINCE, as READER may see it, in at most MAX lines
 * (RECAP_LINES_MAX), without moves that were undone. LOAD has been opened and not replayed beyond
 * SINCE; afterwards it is at the end of its log. Call recap_free whatever the result. STORE_ERROR
 * also if memory runs out.
 */
enum store_result recap_gather(struct recap *recap, struct load *load,
                               const struct recap_reader *reader, uint32_t since, size_t max);
void recap_free(struct recap *recap);

/* The same as text: one sentence per line, after a line with the number of those left out. */
enum store_result recap_write(struct buffer *out, struct load *load, unsigned viewer,
                              enum language language, uint32_t since, size_t max_lines);

/* The event up to which ACCOUNT knows the game: the last one it looked at or made itself, whichever
 * is later; 0 for none. LOAD need not be replayed, and is not replayed by this. */
enum store_result recap_seen(const struct load *load, int64_t account, uint32_t *seq);

#endif
