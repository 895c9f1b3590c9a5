/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/document/rows.h"

extern const struct document_row document_sea, document_wonders, document_fog, document_gifts,
    document_villages, document_fleet;

const struct document_row *const document_rows[DOCUMENT_ROWS] = {
    &document_sea,   &document_wonders,  &document_fog,
    &document_gifts, &document_villages, &document_fleet};
