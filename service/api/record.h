/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_RECORD_H
#define SERVICE_API_RECORD_H

#include "service/base/buffer.h"
#include "service/game/load.h"

struct app;

/* A game's record (document/record.h), as several endpoints send it. */

enum record_form {
    RECORD_WHOLE,
    RECORD_BRIEF, /* without its events */
    RECORD_CSV,   /* the game in a line of CSV, as record_csv_head names its columns */
};

enum {
    API_RECORD_MAX = 32 << 20 /* bytes; RECORD_EVENTS_MAX events of a good kilobyte */
};

/* Writes the record of a game that has only been opened. BODY fails where it is too large. */
enum store_result api_record_write(const struct app *app, struct load *load, enum record_form form,
                                   struct buffer *body);

void record_csv_head(struct buffer *body);

#endif
