/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Words that sentences, moves and the page use for somebody or something, and that would be misread as the name of a
 * person. */
#ifndef SERVICE_WORDS_RESERVED_H
#define SERVICE_WORDS_RESERVED_H

#include <stdbool.h>

/* Whether NAME (in NFKC) is such a word in any language, whatever its case, or looks like one: the colors and
 * numbers of seats, resources, the bank, "nobody", "you", what bots are called. */
bool name_is_reserved(const char *name);

#endif
