/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/mail/mail_time.h"

#include <glib.h>
#include <stdio.h>

void mail_time(char text[MAIL_TIME_SIZE], enum language language, const char *zone, int64_t at) {
    GTimeZone *there = zone[0] == '\0' ? NULL : g_time_zone_new_identifier(zone);
    GDateTime *utc = g_date_time_new_from_unix_utc(at / 1000), *local = NULL;
    char day[8], time[16];

    snprintf(text, MAIL_TIME_SIZE, "%s", text_in(language, TEXT_MAIL_SOON));
    if (utc != NULL)
        local = there == NULL ? g_date_time_ref(utc) : g_date_time_to_timezone(utc, there);
    if (local != NULL) {
        unsigned weekday = (unsigned)g_date_time_get_day_of_week(local) - 1;
        unsigned month = (unsigned)g_date_time_get_month(local) - 1;

        snprintf(day, sizeof day, "%d", g_date_time_get_day_of_month(local));
        snprintf(time, sizeof time, "%02d:%02d", g_date_time_get_hour(local),
                 g_date_time_get_minute(local));
        text_fill_short(text, MAIL_TIME_SIZE, language, TEXT_MAIL_TIME,
                        TEXT_ARGS(text_in(language, TEXT_MAIL_DAY_1 + weekday), day,
                                  text_in(language, TEXT_MAIL_MONTH_01 + month), time,
                                  there == NULL ? "UTC" : zone));
    }
    g_clear_pointer(&local, g_date_time_unref);
    g_clear_pointer(&utc, g_date_time_unref);
    g_clear_pointer(&there, g_time_zone_unref);
}
