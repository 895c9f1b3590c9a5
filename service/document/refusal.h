/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_DOCUMENT_REFUSAL_H
#define SERVICE_DOCUMENT_REFUSAL_H

#include "engine/reason.h"
#include "service/base/language.h"

/* Why the engine refuses a move: a whole sentence (text_clause: without its full stop); the reason's code where the
 * catalogues have none. Static. */
const char *refusal_text(enum language language, enum reason reason);

#endif
