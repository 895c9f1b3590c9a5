/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Active time, against the C library's local time, and by its invariants. */
#include <check.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "service/base/time_text.h"
#include "service/time/calendar.h"
#include "tests/support/check_main.h"
#include "tests/support/random_game.h"

#define MINUTE INT64_C(60000)
#define HOUR   (60 * MINUTE)
#define DAY    (24 * HOUR)

static const char *const zones[] = {
    "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "UTC",
    "Asia/Kolkata",  "America/St_Johns", "Pacific/Chatham",     "Pacific/Apia",
    "Africa/Cairo",  "Europe/Dublin",    "America/Sao_Paulo",   "Asia/Kathmandu",
};
enum { ZONES = sizeof zones / sizeof *zones };

static int64_t moment(const char *text) {
    int64_t t;

    ck_assert_msg(time_read_utc(text, &t), "%s is no time", text);
    return t;
}

static void show(int64_t t, char text[32]) {
    time_t seconds = (time_t)(t / 1000);
    struct tm tm;

    gmtime_r(&seconds, &tm);
    strftime(text, 32, "%Y-%m-%dT%H:%M:%SZ", &tm);
}

static struct store_calendar quiet(const char *zone, int from, int to) {
    struct store_calendar row = {.quiet_from = from, .quiet_to = to};

    snprintf(row.zone, sizeof row.zone, "%s", zone);
    return row;
}

static void check_stretch(const struct store_calendar *row, const char *from, int64_t span,
                          const char *expected) {
    struct calendar calendar;
    char text[32];

    calendar_open(&calendar, row);
    show(calendar_stretch(&calendar, moment(from), span), text);
    ck_assert_str_eq(text, expected);
    calendar_close(&calendar);
}

START_TEST(quiet_hours_stretch_over_a_night) {
    struct store_calendar row = quiet("Europe/Berlin", 22 * 60, 7 * 60);

    /* 21:30 in winter: half an hour today, the rest from seven on. */
    check_stretch(&row, "2026-01-14T20:30:00Z", 2 * HOUR, "2026-01-15T07:30:00Z");
    /* No time runs in the middle of the night. */
    check_stretch(&row, "2026-01-14T23:00:00Z", MINUTE, "2026-01-15T06:01:00Z");
    /* A span that fits into the evening ends in the evening. */
    check_stretch(&row, "2026-01-14T20:30:00Z", 30 * MINUTE, "2026-01-14T21:00:00Z");
    check_stretch(&row, "2026-01-14T20:30:00Z", 0, "2026-01-14T20:30:00Z");
}
END_TEST

START_TEST(summer_time_moves_the_wall_alone) {
    struct store_calendar berlin = quiet("Europe/Berlin", 22 * 60, 7 * 60);
    struct store_calendar york = quiet("America/New_York", 60, 9 * 60);
    struct store_calendar island = quiet("Australia/Lord_Howe", 90, 6 * 60);

    /* The night of 29 March 2026 has eight hours: seven o'clock is 05:00 UTC. */
    check_stretch(&berlin, "2026-03-28T20:30:00Z", 2 * HOUR, "2026-03-29T06:30:00Z");
    /* The night of 25 October has ten hours. */
    check_stretch(&berlin, "2026-10-24T19:30:00Z", 2 * HOUR, "2026-10-25T07:30:00Z");
    /* 1 November 2026, New York: one o'clock occurs twice, and the second hour is quiet as well. */
    check_stretch(&york, "2026-11-01T04:30:00Z", HOUR, "2026-11-01T14:30:00Z");
    /* Half an hour, 5 April 2026: 02:00 becomes 01:30, so the quiet begins at 01:30 (UTC+11) and six
     * o'clock is at UTC+10:30. */
    check_stretch(&island, "2026-04-04T14:00:00Z", HOUR, "2026-04-04T20:00:00Z");
}
END_TEST

START_TEST(weekends_and_vacations_are_free) {
    struct store_calendar row = {.quiet_from = -1, .quiet_to = -1, .weekends_free = true};
    int32_t day;

    snprintf(row.zone, sizeof row.zone, "America/New_York");
    /* Friday 20:00 in New York; the weekend begins at midnight there. */
    check_stretch(&row, "2026-01-17T01:00:00Z", 5 * HOUR, "2026-01-19T06:00:00Z");
    ck_assert(calendar_date_read("2026-01-20", &day));
    row.vacations[row.n_vacations++] = (struct store_vacation){day, day + 2};
    check_stretch(&row, "2026-01-17T01:00:00Z", 5 * HOUR, "2026-01-19T06:00:00Z");
    check_stretch(&row, "2026-01-17T01:00:00Z", 30 * HOUR, "2026-01-23T07:00:00Z");
}
END_TEST

START_TEST(who_has_no_calendar_is_always_awake) {
    struct store_calendar row = {.quiet_from = -1, .quiet_to = -1};

    check_stretch(&row, "2026-01-17T01:00:00Z", 30 * HOUR, "2026-01-18T07:00:00Z");
}
END_TEST

/* ---- properties ---- */

static struct store_calendar any_calendar(struct random *random) {
    struct store_calendar row = quiet(zones[random_below(random, ZONES)], -1, -1);
    int32_t day = 20089 + (int32_t)random_below(random, 700); /* from 2025 on */

    if (random_below(random, 4) > 0) {
        row.quiet_from = (int)random_below(random, 24 * 60);
        row.quiet_to =
            (row.quiet_from + 1 + (int)random_below(random, CALENDAR_QUIET_MAX)) % (24 * 60);
    }
    row.weekends_free = random_below(random, 2) == 0;
    while (row.n_vacations < 3 && random_below(random, 2) == 0) {
        int32_t last = day + (int32_t)random_below(random, 20);

        row.vacations[row.n_vacations++] = (struct store_vacation){day, last};
        day = last + 2;
    }
    return row;
}

/* A moment of 2025 or 2026, often near a change of daylight saving time. */
static int64_t any_moment(struct random *random) {
    static const char *const nights[] = {"2026-03-29T01:00:00Z", "2026-10-25T01:00:00Z",
                                         "2026-11-01T06:00:00Z", "2026-03-08T07:00:00Z",
                                         "2026-04-04T15:00:00Z", "2026-10-03T15:30:00Z"};

    if (random_below(random, 2) == 0)
        return moment("2025-01-01T00:00:00Z") + (int64_t)random_below(random, 700) * DAY +
               (int64_t)random_below(random, (unsigned)DAY);
    return moment(nights[random_below(random, 6)]) - 2 * DAY +
           (int64_t)random_below(random, (unsigned)(3 * DAY));
}

START_TEST(stretching_and_measuring_are_inverse) {
    struct random random = random_seeded(test_seed(7));

    for (int i = 0; i < 4000; i++) {
        struct store_calendar row = any_calendar(&random);
        int64_t t = any_moment(&random);
        int64_t span =
            1 + (int64_t)random_below(&random, (unsigned)(3 * DAY)) * (i % 7 == 0 ? 6 : 1);
        int64_t later = t + (int64_t)random_below(&random, (unsigned)DAY);
        struct calendar calendar;
        int64_t end, middle;

        calendar_open(&calendar, &row);
        end = calendar_stretch(&calendar, t, span);
        ck_assert_int_eq(calendar_active(&calendar, t, end), span);
        ck_assert_int_lt(calendar_active(&calendar, t, end - 1), span);
        ck_assert(calendar_awake(&calendar, end - 1));
        ck_assert_int_ge(end, t + span);
        /* A later start or a longer span never ends earlier. */
        ck_assert_int_ge(calendar_stretch(&calendar, later, span), end);
        ck_assert_int_ge(calendar_stretch(&calendar, t, span + 1), end);
        /* Time measured in two parts gives the same result. */
        middle = t + (int64_t)random_below(&random, 1000) * (end - t) / 1000;
        ck_assert_int_eq(
            calendar_active(&calendar, t, middle) + calendar_active(&calendar, middle, end), span);
        ck_assert_int_eq(
            calendar_stretch(&calendar, middle, span - calendar_active(&calendar, t, middle)), end);
        calendar_close(&calendar);
    }
}
END_TEST

/* The same according to the C library, moment by moment. */
static bool awake_by_libc(const struct store_calendar *row, int64_t t) {
    time_t seconds = (time_t)(t / 1000);
    struct tm tm, date;
    int of_day, day;

    localtime_r(&seconds, &tm);
    of_day = tm.tm_hour * 60 + tm.tm_min;
    date = (struct tm){.tm_year = tm.tm_year, .tm_mon = tm.tm_mon, .tm_mday = tm.tm_mday};
    day = (int)(timegm(&date) / 86400);
    if (row->quiet_from >= 0 &&
        (row->quiet_from <= row->quiet_to ? of_day >= row->quiet_from && of_day < row->quiet_to
                                          : of_day >= row->quiet_from || of_day < row->quiet_to))
        return false;
    if (row->weekends_free && (tm.tm_wday == 0 || tm.tm_wday == 6))
        return false;
    for (size_t i = 0; i < row->n_vacations; i++)
        if (day >= row->vacations[i].first && day <= row->vacations[i].last)
            return false;
    return true;
}

START_TEST(every_minute_is_what_the_wall_says) {
    struct random random = random_seeded(test_seed(7));

    for (int i = 0; i < 150; i++) {
        struct store_calendar row = any_calendar(&random);
        int64_t from = any_moment(&random) / MINUTE * MINUTE, sum = 0;
        struct calendar calendar;

        setenv("TZ", row.zone, 1);
        tzset();
        calendar_open(&calendar, &row);
        for (int64_t t = from; t < from + 4 * DAY; t += MINUTE) {
            bool awake = awake_by_libc(&row, t);

            sum += awake ? MINUTE : 0;
            REQUIRE(calendar_awake(&calendar, t) == awake, "%s at %lld", row.zone, (long long)t);
        }
        ck_assert_int_eq(calendar_active(&calendar, from, from + 4 * DAY), sum);
        calendar_close(&calendar);
    }
    unsetenv("TZ");
    tzset();
}
END_TEST

START_TEST(only_names_of_zones_are_zones) {
    static const char *const wrong[] = {"",        "Berlin", "Europe/Nowhere", "+02:00",
                                        "EST5EDT", "../etc", "Europe/../x",    "/etc/localtime",
                                        "Z",       ":UTC"};

    for (size_t i = 0; i < ZONES; i++)
        ck_assert_msg(calendar_zone_known(zones[i]), "%s", zones[i]);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        ck_assert_msg(!calendar_zone_known(wrong[i]), "%s", wrong[i]);
}
END_TEST

START_TEST(dates_are_read_and_written) {
    static const char *const wrong[] = {"",           "2026-1-2",    "2026-02-30", "2026-13-01",
                                        "1969-12-31", "2026-01-01Z", "20260101",   "+026-01-01"};
    char text[CALENDAR_DATE_SIZE];
    int32_t day;

    for (int32_t d = 0; d < 60000; d += 17) {
        calendar_date(d, text);
        ck_assert(calendar_date_read(text, &day));
        ck_assert_int_eq(day, d);
    }
    ck_assert(calendar_date_read("1970-01-01", &day));
    ck_assert_int_eq(day, 0);
    ck_assert_int_eq(calendar_year(364), 1970);
    ck_assert_int_eq(calendar_year(365), 1971);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        ck_assert_msg(!calendar_date_read(wrong[i], &day), "%s", wrong[i]);
}
END_TEST

static Suite *suite(void) {
    return test_suite("calendar", (const struct test_case[]){
                                      {.name = "night", quiet_hours_stretch_over_a_night},
                                      {.name = "summer_time", summer_time_moves_the_wall_alone},
                                      {.name = "weekend", weekends_and_vacations_are_free},
                                      {.name = "none", who_has_no_calendar_is_always_awake},
                                      {.name = "inverse", stretching_and_measuring_are_inverse},
                                      {.name = "wall", every_minute_is_what_the_wall_says},
                                      {.name = "zones", only_names_of_zones_are_zones},
                                      {.name = "dates", dates_are_read_and_written},
                                      {0},
                                  });
}

TEST_MAIN(suite)
