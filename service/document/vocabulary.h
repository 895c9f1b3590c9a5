/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_DOCUMENT_VOCABULARY_H
#define SERVICE_DOCUMENT_VOCABULARY_H

#include "service/base/json_write.h"

/* The vocabulary of the rules engine as a JSON object: every set of names, the actions with their fields,
 * the options with their values, the refusals with their rule and text. It is generated from the engine's
 * tables, and the schemas of openapi/ and the page's lists are generated from it (make vocabulary), so each
 * is defined once. It depends on the program alone. */
enum { VOCABULARY_JSON_MAX = 256 << 10 };

void vocabulary_write(struct writer *w);

#endif
