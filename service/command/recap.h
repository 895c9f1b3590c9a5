/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* "Since you last looked": what happened in a game, in sentences, as one viewer may see it. */
#ifndef SERVICE_COMMAND_RECAP_H
#define SERVICE_COMMAND_RECAP_H

#include "service/base/buffer.h"
#include "service/base/language.h"
#include "service/game/load.h"

enum { RECAP_LINES_MAX = 500 /* sentences that a recap holds; of more the latest ones */ };

/* One event of a recap; its sentence stands in recap.text. */
struct recap_line {
    uint32_t seq;
    int64_t at;
    size_t start, len;
    size_t parts, parts_len; /* its parts, as JSON, in recap.parts; 0: not asked for */
};

/* What one player got and lost, as far as the viewer may know. */
struct recap_cards {
    struct cards gained, lost;           /* where the kinds are known */
    unsigned gained_hidden, lost_hidden; /* cards whose kind is not */
};

struct recap {
    uint32_t from, to;  /* the last event before, and the last one in it */
    size_t n, left_out; /* left_out: earlier ones than the first line */
    struct recap_line *lines;
    struct buffer text;
    struct buffer parts;
    struct game before; /* the state at FROM, a view of the viewer's; the one at TO is load->game */
    struct recap_cards cards[SEAT_MAX];
};

/* For whom, and how. */
struct recap_reader {
    unsigned viewer; /* as in event_json.h */
    enum language language;
    bool names; /* players are called by their names */
    bool parts; /* lines have their parts as well; the viewer alone reads them, as "you" */
};

/*
 * Gathers what happened after event SINCE, as READER may see it, in at most MAX
 * lines (RECAP_LINES_MAX). What was taken back meanwhile is left out. LOAD has been opened and not
 * been replayed beyond SINCE; afterwards it stands at the end of its log. Whatever the result,
 * recap_free is to be called. STORE_ERROR also for want of memory.
 */
enum store_result recap_gather(struct recap *recap, struct load *load,
                               const struct recap_reader *reader, uint32_t since, size_t max);
void recap_free(struct recap *recap);

/* The same as text: one sentence a line, behind a line that counts what was left out. */
enum store_result recap_write(struct buffer *out, struct load *load, unsigned viewer,
                              enum language language, uint32_t since, size_t max_lines);

/* The event up to which ACCOUNT knows the game: the last one it looked at or made itself, the later
 * of the two; 0 for none. LOAD has not been replayed, and is not by this. */
enum store_result recap_seen(const struct load *load, int64_t account, uint32_t *seq);

#endif
