/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What was wrong in a text, for the person who wrote it. */
#ifndef SERVICE_WORDS_MISTAKE_H
#define SERVICE_WORDS_MISTAKE_H

#include "service/words/notation.h"
#include "service/words/scan.h"

enum { MISTAKE_TEXT_MAX = 4096 /* bytes of a sentence before it is cut to NOTATION_DETAIL_MAX */ };

/* Appends what was expected where the mistake is: "\"for\" or a player (red or blue)". */
void mistake_write_expected(struct buffer *out, const struct scan *scan);

/* Fills *ERROR with the place of the mistake and with TEXT, which is freed; OTHERWISE is said where
 * there was no memory for it. */
void mistake_finish(const struct scan *scan, struct buffer *text, const char *otherwise,
                    struct notation_error *error);

/* What was wrong with a move. AMBIGUOUS: several would fit the shortened words. */
void mistake_explain_move(const struct scan *scan, bool ambiguous, struct notation_error *error);

#endif
