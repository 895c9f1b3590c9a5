/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/time/calendar.h"

#include <glib.h>
#include <stdio.h>
#include <string.h>

#include "service/base/text.h"

#define SECOND INT64_C(1000)
#define MINUTE (60 * SECOND)
#define DAY    (24 * 60 * MINUTE)

/* ---- zones ---- */

static GTimeZone *zone_of(const char *name) {
    size_t length = strlen(name);
    bool region = strchr(name, '/') != NULL; /* other names might be parsed as a rule or an
                                              * offset */

    if (strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_+-/") !=
            length ||
        !g_ascii_isalpha(name[0]) || (!region && strcmp(name, "UTC") != 0))
        return NULL;
    return g_time_zone_new_identifier(name);
}

bool calendar_zone_known(const char *name) {
    GTimeZone *zone = zone_of(name);

    if (zone == NULL)
        return false;
    g_time_zone_unref(zone);
    return true;
}

void calendar_open(struct calendar *calendar, const struct store_calendar *row) {
    bool plain = row->quiet_from < 0 && !row->weekends_free && row->n_vacations == 0;

    calendar->row = row;
    calendar->zone = plain ? NULL : zone_of(row->zone);
    if (calendar->zone == NULL && !plain)
        calendar->zone = g_time_zone_new_utc();
}

void calendar_close(struct calendar *calendar) {
    if (calendar->zone != NULL)
        g_time_zone_unref(calendar->zone);
    calendar->zone = NULL;
}

/* ---- local time ---- */

static int64_t floor_div(int64_t a, int64_t b) {
    return a / b - (a % b < 0);
}

/* How much local time is ahead of UTC. */
static int64_t utc_offset(const struct calendar *calendar, int64_t t) {
    gint at =
        g_time_zone_find_interval(calendar->zone, G_TIME_TYPE_UNIVERSAL, floor_div(t, SECOND));

    return at < 0 ? 0 : g_time_zone_get_offset(calendar->zone, at) * SECOND;
}

static bool on_vacation(const struct store_calendar *row, int32_t day) {
    for (size_t i = 0; i < row->n_vacations; i++)
        if (day >= row->vacations[i].first && day <= row->vacations[i].last)
            return true;
    return false;
}

static bool is_weekend(int32_t day) {
    int weekday = ((day % 7) + 7 + 4) % 7; /* 1970-01-01 was a Thursday; 0 is Sunday */

    return weekday == 0 || weekday == 6;
}

static bool is_quiet(const struct store_calendar *row, int64_t of_day) {
    int64_t from = row->quiet_from * MINUTE, to = row->quiet_to * MINUTE;

    if (row->quiet_from < 0)
        return false;
    return from <= to ? of_day >= from && of_day < to : of_day >= from || of_day < to;
}

/* The end of the interval around T in which local time runs on evenly and activity does not change;
 * *ACTIVE: whether it is active. */
static int64_t find_segment(const struct calendar *calendar, int64_t t, bool *active) {
    const struct store_calendar *row = calendar->row;
    int64_t ahead = utc_offset(calendar, t);
    int64_t day = floor_div(t + ahead, DAY);
    int64_t of_day = t + ahead - day * DAY;
    const int64_t borders[] = {row->quiet_from * MINUTE, row->quiet_to * MINUTE};
    int64_t border = DAY, low, high;

    *active = !is_quiet(row, of_day) && !(row->weekends_free && is_weekend((int32_t)day)) &&
              !on_vacation(row, (int32_t)day);
    for (size_t i = 0; i < 2; i++)
        if (borders[i] > of_day && borders[i] < border)
            border = borders[i];
    high = t + border - of_day;
    if (utc_offset(calendar, high - 1) == ahead)
        return high;
    /* The offset changes in between: that moment, to the second, ends the interval. */
    low = floor_div(t, SECOND);
    high = floor_div(high - 1, SECOND);
    while (high - low > 1) {
        int64_t middle = low + (high - low) / 2;

        if (utc_offset(calendar, middle * SECOND) == ahead)
            low = middle;
        else
            high = middle;
    }
    return high * SECOND;
}

/* ---- active time ---- */

bool calendar_awake(const struct calendar *calendar, int64_t t) {
    bool active = true;

    if (calendar->zone != NULL)
        find_segment(calendar, t, &active);
    return active;
}

int64_t calendar_active(const struct calendar *calendar, int64_t from, int64_t to) {
    int64_t sum = 0;

    if (to <= from)
        return 0;
    if (calendar->zone == NULL)
        return to - from;
    while (from < to) {
        bool active;
        int64_t end = find_segment(calendar, from, &active);

        if (end > to)
            end = to;
        if (active)
            sum += end - from;
        from = end;
    }
    return sum;
}

int64_t calendar_stretch(const struct calendar *calendar, int64_t t, int64_t span) {
    int64_t horizon = t + span + CALENDAR_HORIZON_DAYS * DAY;

    if (calendar->zone == NULL || span <= 0)
        return t + (span > 0 ? span : 0);
    while (t < horizon) {
        bool active;
        int64_t end = find_segment(calendar, t, &active);

        if (active && end - t >= span)
            return t + span;
        if (active)
            span -= end - t;
        t = end;
    }
    return horizon;
}

/* ---- days ---- */

int32_t calendar_day(const struct calendar *calendar, int64_t t) {
    int64_t ahead = calendar->zone == NULL ? 0 : utc_offset(calendar, t);

    return (int32_t)floor_div(t + ahead, DAY);
}

/* Dates by GLib, which counts days from the year 1. */
enum { EPOCH = 719163 };

void calendar_date(int32_t day, char text[CALENDAR_DATE_SIZE]) {
    GDate date;

    g_date_clear(&date, 1);
    g_date_set_julian(&date, (guint32)(day + EPOCH));
    snprintf(text, CALENDAR_DATE_SIZE, "%04u-%02u-%02u", (unsigned)(g_date_get_year(&date) % 10000),
             (unsigned)g_date_get_month(&date) % 100, (unsigned)g_date_get_day(&date) % 100);
}

int calendar_year(int32_t day) {
    GDate date;

    g_date_clear(&date, 1);
    g_date_set_julian(&date, (guint32)(day + EPOCH));
    return g_date_get_year(&date);
}

bool calendar_date_read(const char *text, int32_t *day) {
    int year, month, of_month;
    GDate date;

    if (text == NULL || (year = text_take_digits(&text, 4)) < 1970 || !text_take_mark(&text, '-') ||
        (month = text_take_digits(&text, 2)) < 1 || !text_take_mark(&text, '-') ||
        (of_month = text_take_digits(&text, 2)) < 1 || *text != '\0' ||
        !g_date_valid_dmy((GDateDay)of_month, (GDateMonth)month, (GDateYear)year))
        return false;
    g_date_clear(&date, 1);
    g_date_set_dmy(&date, (GDateDay)of_month, (GDateMonth)month, (GDateYear)year);
    *day = (int32_t)g_date_get_julian(&date) - EPOCH;
    return true;
}

bool calendar_minute_read(const char *text, int *minute) {
    int hour, of_hour;

    if (text == NULL || (hour = text_take_digits(&text, 2)) < 0 || !text_take_mark(&text, ':') ||
        (of_hour = text_take_digits(&text, 2)) < 0 || *text != '\0' || hour > 23 || of_hour > 59)
        return false;
    *minute = hour * 60 + of_hour;
    return true;
}

int64_t calendar_awake_at(const struct store_calendar *row, int64_t now) {
    struct calendar calendar;
    int64_t at = now;

    calendar_open(&calendar, row);
    if (!calendar_awake(&calendar, now))
        at = calendar_stretch(&calendar, now, 1);
    calendar_close(&calendar);
    return at;
}

enum store_result calendar_awake_at_for(struct store_reader *reader, int64_t account, int64_t now,
                                        int64_t *at) {
    struct store_calendar row;
    enum store_result result = store_calendar_get(reader, account, &row);

    if (result != STORE_OK && result != STORE_NONE)
        return result;
    *at = calendar_awake_at(&row, now);
    return STORE_OK;
}
