/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_MAIL_SIGNED_H
#define SERVICE_MAIL_SIGNED_H

#include <stdbool.h>
#include <stddef.h>

/* Whether a line of SIZE bytes is nothing but a name out of NAMES, or part of one: "Robert" or "- Robert F." for
 * "Robert Frank, rob99". A single letter is not a name, nor is a word with a digit. Pure. */
bool signed_by(const char *names, const char *line, size_t size);

#endif
