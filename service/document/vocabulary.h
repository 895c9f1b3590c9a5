/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_DOCUMENT_VOCABULARY_H
#define SERVICE_DOCUMENT_VOCABULARY_H

#include "service/base/json_write.h"

/*
 * The words of the rules engine as one JSON object: every set of names, the actions with their fields, the
 * options with their values, the refusals with their rule and text. It is read off the engine's tables, and
 * the schemas of openapi/ and the page's lists are made of it (make vocabulary), so none of them is written
 * twice. It depends on the program alone.
 */
enum { VOCABULARY_JSON_MAX = 256 << 10 };

void vocabulary_write(struct writer *w);

#endif
