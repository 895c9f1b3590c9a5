/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Words for persons and things in sentences, moves and the page, which would be confusing as a person's name. */
#ifndef SERVICE_WORDS_RESERVED_H
#define SERVICE_WORDS_RESERVED_H

#include <stdbool.h>

/* Whether NAME (in NFKC) is, or resembles, such a word in any language, ignoring case: the colors and numbers
 * of seats, resources, the bank, "nobody", "you", names of bots. */
bool name_is_reserved(const char *name);

#endif
