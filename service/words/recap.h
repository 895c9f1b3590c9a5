/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* "Since you last looked": what happened in a game, in sentences, as one viewer may see it. */
#ifndef SERVICE_WORDS_RECAP_H
#define SERVICE_WORDS_RECAP_H

#include "service/json/buffer.h"
#include "service/load.h"

/*
 * Appends the sentences of the events after SINCE, one a line, at most MAX_LINES: where there are
 * more, the latest ones stand behind a line that counts the rest. LOAD has been opened and not been
 * replayed; afterwards it stands at the end of its log. VIEWER as in event_json.h.
 */
enum store_result recap_write(struct buffer *out, struct load *load, unsigned viewer,
                              uint32_t since, unsigned max_lines);

/* The event up to which ACCOUNT knows the game: the last one it looked at or made itself, the later
 * of the two; 0 for none. Reads the log's rows of its seat. */
enum store_result recap_seen(struct load *load, int64_t account, uint32_t *seq);

#endif
