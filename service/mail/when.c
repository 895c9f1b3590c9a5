/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/mail/when.h"

#include <glib.h>

#include "db/clocks.h"
#include "service/app/app.h"
#include "service/mail/mail_int.h"
#include "service/time/calendar.h"

enum { DAY_MINUTES = 24 * 60, DAYS_TRIED = 3 };

#define HOUR_MS INT64_C(3600000)

/* MINUTE of the day DAYS after the one of FROM. */
static int64_t on_day(GTimeZone *zone, int minute, int64_t from, int days) {
    GDateTime *utc = g_date_time_new_from_unix_utc(from / 1000);
    GDateTime *local = utc == NULL ? NULL : g_date_time_to_timezone(utc, zone);
    GDateTime *day = local == NULL ? NULL : g_date_time_add_days(local, days);
    GDateTime *then =
        day == NULL
            ? NULL
            : g_date_time_new(zone, g_date_time_get_year(day), g_date_time_get_month(day),
                              g_date_time_get_day_of_month(day), minute / 60, minute % 60, 0);
    int64_t at = then == NULL ? from + days * MAIL_DAY_MS : g_date_time_to_unix(then) * 1000;

    g_clear_pointer(&then, g_date_time_unref);
    g_clear_pointer(&day, g_date_time_unref);
    g_clear_pointer(&local, g_date_time_unref);
    g_clear_pointer(&utc, g_date_time_unref);
    return at;
}

int64_t mail_next_minute(const char *zone, int minute, int64_t from) {
    GTimeZone *there = zone[0] == '\0' ? NULL : g_time_zone_new_identifier(zone);
    int64_t at = from;

    if (there == NULL)
        there = g_time_zone_new_utc();
    for (int day = 0; day < DAYS_TRIED; day++) {
        at = on_day(there, minute, from, day);
        if (at >= from)
            break;
    }
    g_time_zone_unref(there);
    return at;
}

static int64_t later_time(int64_t a, int64_t b) {
    return a > b ? a : b;
}

enum store_result mail_when(const struct app *app, struct store_reader *reader,
                            const struct store_mailbox *box, int64_t created, int64_t now,
                            int64_t *at) {
    struct store_calendar row;
    enum store_result result = store_calendar_get(reader, box->account, &row);

    if (result != STORE_OK && result != STORE_NONE)
        return result;
    *at = later_time(created, box->sent_at) + app->mail->hold_ms;
    if (box->mode == STORE_MAIL_HOURLY)
        *at = later_time(*at, box->sent_at + HOUR_MS);
    if (box->mode == STORE_MAIL_DAILY)
        /* they chose the time themselves: quiet hours do not apply */
        *at = mail_next_minute(row.zone, box->daily_at, created);
    else if (*at <= now)
        *at = later_time(*at, calendar_awake_at(&row, now));
    return STORE_OK;
}
