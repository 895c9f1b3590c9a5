/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_TIME_CLOCK_JSON_H
#define SERVICE_TIME_CLOCK_JSON_H

#include "service/base/json_read.h"
#include "service/base/json_write.h"
#include "service/time/clock.h"

/* The clock of a new game, as a document (openapi.yaml), with spans in seconds. */

bool clock_read(struct read_errors *errors, const json_t *value, const char *pointer,
                struct store_clock *rules);

/* Its rules alone. */
void clock_write_rules(struct writer *w, const struct store_clock *rules);

/* The members `clock` and `paused` of a game object. */
void clock_write_members(struct writer *w, const struct clock *clock, int64_t now);
/* The second alone. */
void clock_write_paused(struct writer *w, const struct clock *clock, int64_t now);

#endif
