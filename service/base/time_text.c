/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/base/time_text.h"

#include <string.h>
#include <time.h>

enum { EPOCH_YEAR = 1970, TM_YEAR = 1900, SECOND_MS = 1000 };

/* N digits at *TEXT, which moves on; -1 when they are not all digits. */
static int digits(const char **text, unsigned n) {
    int number = 0;
    for (unsigned i = 0; i < n; i++, ++*text) {
        if (**text < '0' || **text > '9')
            return -1;
        number = 10 * number + (**text - '0');
    }
    return number;
}

static bool skip(const char **text, char mark) {
    if (**text != mark)
        return false;
    ++*text;
    return true;
}

bool time_read(const char *text, int64_t *unix_ms) {
    struct tm tm = {0}, back;
    int ms = 0;
    time_t seconds;
    if (text == NULL)
        return false;
    if ((tm.tm_year = digits(&text, 4)) < EPOCH_YEAR || !skip(&text, '-') ||
        (tm.tm_mon = digits(&text, 2)) < 1 || !skip(&text, '-') ||
        (tm.tm_mday = digits(&text, 2)) < 1 || !skip(&text, 'T') ||
        (tm.tm_hour = digits(&text, 2)) < 0 || !skip(&text, ':') ||
        (tm.tm_min = digits(&text, 2)) < 0 || !skip(&text, ':') ||
        (tm.tm_sec = digits(&text, 2)) < 0)
        return false;
    if (skip(&text, '.') && (ms = digits(&text, 3)) < 0)
        return false;
    if (strcmp(text, "Z") != 0)
        return false;
    tm.tm_year -= TM_YEAR;
    tm.tm_mon -= 1;
    back = tm;
    seconds = timegm(&back);
    /* timegm carries what is too large over; then it is no such day or hour */
    if (back.tm_mon != tm.tm_mon || back.tm_mday != tm.tm_mday || back.tm_hour != tm.tm_hour ||
        back.tm_min != tm.tm_min || back.tm_sec != tm.tm_sec)
        return false;
    *unix_ms = (int64_t)seconds * SECOND_MS + ms;
    return true;
}
