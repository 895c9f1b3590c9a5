/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/base/time_text.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "service/base/text.h"

enum {
    EPOCH_YEAR = 1970,
    TM_YEAR = 1900,
    SECOND_MS = 1000,
    MINUTE_MS = 60 * SECOND_MS,
    UTC_SIZE = sizeof "2026-01-31T08:05:09Z" - 1,
    UTC_MS_SIZE = sizeof "2026-01-31T08:05:09.042Z" - 1,
};

/* "T" between day and hour; "t" and a space are allowed too. */
static bool take_separator(const char **text) {
    return text_take_mark(text, 'T') || text_take_mark(text, 't') || text_take_mark(text, ' ');
}

/* ".5": one digit at least. */
static bool take_fraction(const char **text, int *ms) {
    int scale = SECOND_MS / 10;

    *ms = 0;
    if (!text_take_mark(text, '.'))
        return true;
    if (**text < '0' || **text > '9')
        return false;
    for (; **text >= '0' && **text <= '9'; ++*text, scale /= 10)
        *ms += (**text - '0') * scale;
    return true;
}

/* "Z" or "+01:30" at the text's end, as minutes east. */
static bool take_offset(const char *text, int *minutes) {
    bool west = *text == '-';
    int hour, minute;

    *minutes = 0;
    if (text_take_mark(&text, 'Z') || text_take_mark(&text, 'z'))
        return *text == '\0';
    if ((!text_take_mark(&text, '+') && !text_take_mark(&text, '-')) ||
        (hour = text_take_digits(&text, 2)) < 0 || hour > 23 || !text_take_mark(&text, ':') ||
        (minute = text_take_digits(&text, 2)) < 0 || minute > 59)
        return false;
    *minutes = (west ? -1 : 1) * (hour * 60 + minute);
    return *text == '\0';
}

bool time_read(const char *text, int64_t *unix_ms) {
    struct tm tm = {0}, back;
    int ms, offset;
    time_t seconds;

    if (text == NULL || (tm.tm_year = text_take_digits(&text, 4)) < EPOCH_YEAR ||
        !text_take_mark(&text, '-') || (tm.tm_mon = text_take_digits(&text, 2)) < 1 ||
        !text_take_mark(&text, '-') || (tm.tm_mday = text_take_digits(&text, 2)) < 1 ||
        !take_separator(&text) || (tm.tm_hour = text_take_digits(&text, 2)) < 0 ||
        !text_take_mark(&text, ':') || (tm.tm_min = text_take_digits(&text, 2)) < 0 ||
        !text_take_mark(&text, ':') || (tm.tm_sec = text_take_digits(&text, 2)) < 0 ||
        !take_fraction(&text, &ms) || !take_offset(text, &offset))
        return false;
    tm.tm_year -= TM_YEAR;
    tm.tm_mon -= 1;
    back = tm;
    seconds = timegm(&back);
    /* timegm normalizes values out of range: then there is no such day or hour */
    if (back.tm_mon != tm.tm_mon || back.tm_mday != tm.tm_mday || back.tm_hour != tm.tm_hour ||
        back.tm_min != tm.tm_min || back.tm_sec != tm.tm_sec)
        return false;
    *unix_ms = (int64_t)seconds * SECOND_MS - (int64_t)offset * MINUTE_MS + ms;
    return true;
}

bool time_read_utc(const char *text, int64_t *unix_ms) {
    size_t size = text == NULL ? 0 : strlen(text);

    return (size == UTC_SIZE || (size == UTC_MS_SIZE && text[UTC_SIZE - 1] == '.')) &&
           text[10] == 'T' && text[size - 1] == 'Z' && time_read(text, unix_ms);
}

/* Writes the last N digits of a number and, behind them, MARK; returns where to go on. */
static char *put_digits(char *to, int number, int n, char mark) {
    for (int i = n - 1; i >= 0; i--) {
        to[i] = (char)('0' + number % 10);
        number /= 10;
    }
    to[n] = mark;
    return to + n + 1;
}

size_t time_write(char text[TIME_TEXT_SIZE], int64_t unix_ms) {
    int64_t ms = (unix_ms % SECOND_MS + SECOND_MS) % SECOND_MS;
    time_t seconds = (time_t)((unix_ms - ms) / SECOND_MS);
    struct tm tm;

    if (gmtime_r(&seconds, &tm) == NULL)
        tm = (struct tm){.tm_year = EPOCH_YEAR - TM_YEAR, .tm_mday = 1};
    if (tm.tm_year + TM_YEAR < 0 || tm.tm_year + TM_YEAR > 9999)
        return (size_t)snprintf(text, TIME_TEXT_SIZE, "%d-%02d-%02dT%02d:%02d:%02d.%03dZ",
                                tm.tm_year + TM_YEAR, tm.tm_mon + 1, tm.tm_mday, tm.tm_hour,
                                tm.tm_min, tm.tm_sec, (int)ms);
    char *at = put_digits(text, tm.tm_year + TM_YEAR, 4, '-');
    at = put_digits(at, tm.tm_mon + 1, 2, '-');
    at = put_digits(at, tm.tm_mday, 2, 'T');
    at = put_digits(at, tm.tm_hour, 2, ':');
    at = put_digits(at, tm.tm_min, 2, ':');
    at = put_digits(at, tm.tm_sec, 2, '.');
    at = put_digits(at, (int)ms, 3, 'Z');
    *at = '\0';
    return (size_t)(at - text);
}
