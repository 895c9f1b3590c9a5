/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_TIME_CALENDAR_H
#define SERVICE_TIME_CALENDAR_H

#include <stdbool.h>
#include <stdint.h>

#include "db/clocks.h"

/*
 * When a person can be waited for. Every moment is either active or not, by their local time: it is inactive
 * in their quiet hours, on a weekend if they keep weekends free, and on a day of their vacation. All times
 * are Unix milliseconds; a change to or from summer time only affects local time.
 */

enum {
    CALENDAR_QUIET_MAX = 14 * 60, /* minutes per day */
    CALENDAR_VACATION_DAYS = 35,  /* a year */
    CALENDAR_HORIZON_DAYS = 400,  /* calendar_stretch goes no further than this */
    CALENDAR_CHANGES = 3,         /* of the hours, within this time: */
    CALENDAR_CHANGES_DAYS = 30,
};

struct calendar {
    const struct store_calendar *row;
    void *zone; /* NULL: every moment is active */
};

/* Whether NAME is a time zone of the IANA database that this machine knows. */
bool calendar_zone_known(const char *name);

/* ROW must outlive it; without a zone, or with an unknown one, it is in UTC. Close with
 * calendar_close. */
void calendar_open(struct calendar *calendar, const struct store_calendar *row);
void calendar_close(struct calendar *calendar);

/* Whether the moment T is active. */
bool calendar_awake(const struct calendar *calendar, int64_t t);

/* NOW, or the end of the quiet hours, weekend or vacation that it lies in. */
int64_t calendar_awake_at(const struct store_calendar *row, int64_t now);

/* The same for ACCOUNT, in *AT. */
enum store_result calendar_awake_at_for(struct store_reader *reader, int64_t account, int64_t now,
                                        int64_t *at);

/* The active time between two moments; 0 if TO is not after FROM. */
int64_t calendar_active(const struct calendar *calendar, int64_t from, int64_t to);

/* The first moment at which SPAN of active time has passed since T; T itself for a SPAN of 0. At
 * most CALENDAR_HORIZON_DAYS after T + SPAN. */
int64_t calendar_stretch(const struct calendar *calendar, int64_t t, int64_t span);

/* The local day of T, in days since 1970-01-01. */
int32_t calendar_day(const struct calendar *calendar, int64_t t);

/* Days as dates ("2026-12-24"). */
enum { CALENDAR_DATE_SIZE = 16 };
void calendar_date(int32_t day, char text[CALENDAR_DATE_SIZE]);
/* False if TEXT is no date of the years 1970 to 9999. */
bool calendar_date_read(const char *text, int32_t *day);
/* Reads a time of the day ("22:00") as a minute of the day; false if TEXT is none. */
bool calendar_minute_read(const char *text, int *minute);
/* The year that a day lies in. */
int calendar_year(int32_t day);

#endif
