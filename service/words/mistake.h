/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Error messages about a text, for the person who wrote it. */
#ifndef SERVICE_WORDS_MISTAKE_H
#define SERVICE_WORDS_MISTAKE_H

#include "service/words/notation.h"
#include "service/words/scan.h"

enum { MISTAKE_TEXT_MAX = 4096 /* bytes of a message before it is cut to NOTATION_DETAIL_MAX */ };

/* Appends what was expected at the mistake: "\"for\" or a player (red or blue)". */
void mistake_write_expected(struct buffer *out, const struct scan *scan);

/* Sets *ERROR to the position of the mistake and TEXT, which is freed; to OTHERWISE if memory for
 * it ran out. */
void mistake_finish(const struct scan *scan, struct buffer *text, const char *otherwise,
                    struct notation_error *error);

/* Explains what was wrong with a move. AMBIGUOUS: the abbreviated words fit several moves. */
void mistake_explain_move(const struct scan *scan, bool ambiguous, struct notation_error *error);

#endif
