/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_DOCUMENT_REFUSAL_H
#define SERVICE_DOCUMENT_REFUSAL_H

#include "engine/reason.h"
#include "service/base/language.h"

/* Why the engine refuses a move: a complete sentence (text_clause: without its full stop), or the reason's code if
 * the catalogues have no text. Static. */
const char *refusal_text(enum language language, enum reason reason);

#endif
