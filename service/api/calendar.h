/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_CALENDAR_H
#define SERVICE_API_CALENDAR_H

struct endpoint;
struct request;
struct store_calendar;
struct writer;

/* GET and PUT /v1/me/calendar: when the caller's clocks pause. */

void calendar_write_row(struct writer *w, const struct store_calendar *row);

void calendar_get(struct request *rq);
extern const struct endpoint calendar_put;

#endif
