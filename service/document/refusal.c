/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/document/refusal.h"

const char *refusal_text(enum language language, enum reason reason) {
    enum text text = text_named("refusal", reasons[reason].code);

    return text == TEXTS ? reasons[reason].code : text_in(language, text);
}
