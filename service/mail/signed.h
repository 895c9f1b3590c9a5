/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_MAIL_SIGNED_H
#define SERVICE_MAIL_SIGNED_H

#include <stdbool.h>
#include <stddef.h>

/* Whether a line of SIZE bytes is no more than a name of somebody who is called NAMES, or a part of it: "Robert",
 * "- Robert F." where they are "Robert Frank, rob99". A letter alone is no name, and nor is what has a digit. Pure. */
bool signed_by(const char *names, const char *line, size_t size);

#endif
