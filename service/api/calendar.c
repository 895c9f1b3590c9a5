/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/calendar.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/actor/waker.h"
#include "service/api/game.h"
#include "service/app/endpoint.h"
#include "service/app/store_reply.h"
#include "service/game/timekeeper.h"
#include "service/time/calendar.h"
#include "service/time/clock.h"

enum {
    JSON_MAX = 8 << 10,
    DAY_MINUTES = 24 * 60,
    RANGE_DAYS_MAX = 366,     /* in one requested vacation */
    AHEAD_DAYS_MAX = 2 * 366, /* from today to the end of a vacation */
    RANGES_MAX = 2 * STORE_VACATIONS_MAX,
};

#define DAY_MS (INT64_C(24) * 3600 * 1000)

struct calendar_change {
    struct endpoint_call call; /* first */
    struct store_calendar wanted;
    struct store_calendar result; /* of the request and the calendar as it was */
};

/* ---- the document ---- */

static void write_minute(struct writer *w, int minute) {
    char text[16];

    snprintf(text, sizeof text, "%02d:%02d", minute / 60 % 24, minute % 60);
    writer_text(w, text);
}

static void write_date(struct writer *w, int32_t day) {
    char text[CALENDAR_DATE_SIZE];

    calendar_date(day, text);
    writer_text(w, text);
}

void calendar_write_row(struct writer *w, const struct store_calendar *row) {
    writer_object(w);
    writer_text_member(w, "zone", row->zone[0] == '\0' ? "UTC" : row->zone);
    writer_key(w, "quiet");
    if (row->quiet_from < 0) {
        writer_null(w);
    } else {
        writer_object(w);
        writer_key(w, "from");
        write_minute(w, row->quiet_from);
        writer_key(w, "to");
        write_minute(w, row->quiet_to);
        writer_object_end(w);
    }
    writer_bool_member(w, "weekends_free", row->weekends_free);
    writer_key(w, "vacations");
    writer_array(w);
    for (size_t i = 0; i < row->n_vacations; i++) {
        writer_object(w);
        writer_key(w, "from");
        write_date(w, row->vacations[i].first);
        writer_key(w, "to");
        write_date(w, row->vacations[i].last);
        writer_object_end(w);
    }
    writer_array_end(w);
    writer_object_end(w);
}

static void reply_calendar(struct request *rq, const struct store_calendar *row) {
    struct buffer body;
    struct writer w = writer_begin(&body, JSON_MAX);

    calendar_write_row(&w, row);
    reply_json(rq, 200, &body);
}

void calendar_get(struct request *rq) {
    struct store_reader *reader = api_reader(rq);
    struct store_calendar row;
    enum store_result result;

    if (reader == NULL)
        return;
    result = store_calendar_get(reader, rq->caller.account, &row);
    if (result == STORE_OK || result == STORE_NONE)
        reply_calendar(rq, &row);
    else
        reply_store_failure(rq, result);
}

/* ---- reading ---- */

static void read_minute(struct read_errors *errors, const char *pointer, const char *text,
                        int *minute) {
    if (text != NULL && !calendar_minute_read(text, minute))
        read_error(errors, pointer, "must be a time of the day like \"22:00\"");
}

static void read_quiet(struct read_errors *errors, const json_t *value,
                       struct store_calendar *row) {
    const char *from = NULL, *to = NULL;
    const struct read_field fields[] = {
        {"from", READ_TEXT, .required = true, .to.text = &from},
        {"to", READ_TEXT, .required = true, .to.text = &to},
    };
    size_t before = errors->count;
    int length;

    if (value == NULL || !read_fields(errors, value, "/quiet", fields, 2))
        return;
    read_minute(errors, "/quiet/from", from, &row->quiet_from);
    read_minute(errors, "/quiet/to", to, &row->quiet_to);
    if (errors->count != before)
        return;
    length = (row->quiet_to - row->quiet_from + DAY_MINUTES) % DAY_MINUTES;
    if (length == 0 || length > CALENDAR_QUIET_MAX)
        read_error(errors, "/quiet", "must be between a minute and %d hours",
                   CALENDAR_QUIET_MAX / 60);
}

static void read_vacation(struct read_errors *errors, const json_t *value, const char *pointer,
                          struct store_vacation *vacation) {
    const char *from = NULL, *to = NULL;
    char at[READ_POINTER_MAX];
    const struct read_field fields[] = {
        {"from", READ_TEXT, .required = true, .to.text = &from},
        {"to", READ_TEXT, .required = true, .to.text = &to},
    };

    if (!read_fields(errors, value, pointer, fields, 2))
        return;
    read_pointer(at, pointer, "from");
    if (!calendar_date_read(from, &vacation->first))
        read_error(errors, at, "must be a date like \"2030-01-31\"");
    read_pointer(at, pointer, "to");
    if (!calendar_date_read(to, &vacation->last))
        read_error(errors, at, "must be a date like \"2030-01-31\"");
    else if (vacation->last < vacation->first || vacation->last - vacation->first >= RANGE_DAYS_MAX)
        read_error(errors, at, "must be a day from \"from\" on, and within a year of it");
}

static bool read_calendar(struct request *rq, struct store_calendar *row) {
    struct read_errors errors = {0};
    const char *zone = NULL;
    const json_t *quiet = NULL, *vacations = NULL;
    char at[READ_POINTER_MAX];
    const struct read_field fields[] = {
        {"zone", READ_TEXT, .required = true, .to.text = &zone, .min = 1,
         .max = STORE_ZONE_SIZE - 1},
        {"quiet", READ_OBJECT, .nullable = true, .to.json = &quiet},
        {"weekends_free", READ_BOOL, .to.flag = &row->weekends_free},
        {"vacations", READ_ARRAY, .to.json = &vacations, .max = STORE_VACATIONS_MAX},
    };

    *row = (struct store_calendar){.quiet_from = -1, .quiet_to = -1};
    if (!request_read(rq, &errors, fields, sizeof fields / sizeof *fields))
        return false;
    if (errors.count == 0) {
        if (calendar_zone_known(zone))
            snprintf(row->zone, sizeof row->zone, "%s", zone);
        else
            read_error(&errors, "/zone", "must be a time zone like \"Europe/Berlin\", or \"UTC\"");
        read_quiet(&errors, quiet, row);
        row->n_vacations = json_array_size(vacations);
        for (size_t i = 0; i < row->n_vacations; i++) {
            read_pointer_at(at, "/vacations", i);
            read_vacation(&errors, json_array_get(vacations, i), at, &row->vacations[i]);
        }
    }
    return check_valid(rq, &errors);
}

/* ---- judging ---- */

/* Limits changes: hours that could change at any time would stop the clock at will. */
static enum store_result judge_hours(struct calendar_change *change,
                                     const struct store_calendar *was) {
    struct store_calendar *now = &change->result;
    bool same = strcmp(was->zone, now->zone) == 0 && was->quiet_from == now->quiet_from &&
                was->quiet_to == now->quiet_to && was->weekends_free == now->weekends_free;

    now->changes = was->changes;
    now->changes_since = was->changes_since;
    if (same || was->zone[0] == '\0')
        return STORE_OK;
    if (now->changes_since + CALENDAR_CHANGES_DAYS * DAY_MS <= change->call.now) {
        now->changes = 0;
        now->changes_since = change->call.now;
    }
    if (now->changes++ < CALENDAR_CHANGES)
        return STORE_OK;
    return endpoint_refuse(&change->call, PROBLEM_CONFLICT,
                           "you can change zone, quiet hours and weekends %d times in %d days",
                           CALENDAR_CHANGES, CALENDAR_CHANGES_DAYS);
}

static int by_day(const void *a, const void *b) {
    const struct store_vacation *x = a, *y = b;

    return (x->first > y->first) - (x->first < y->first);
}

/* Adds the part of a vacation between two days. */
static void add_vacation_part(struct store_vacation *ranges, size_t *n,
                              const struct store_vacation *of, int32_t first, int32_t last) {
    struct store_vacation part = {of->first > first ? of->first : first,
                                  of->last < last ? of->last : last};

    if (part.first <= part.last)
        ranges[(*n)++] = part;
}

/* Days that have begun stay as they were, otherwise they could be taken back and used again. Later
 * days are as requested. Days more than a year ago are dropped. */
static size_t join_vacations(const struct store_calendar *was, const struct store_calendar *wanted,
                             int32_t today, struct store_vacation ranges[RANGES_MAX]) {
    int32_t oldest = today - RANGE_DAYS_MAX;
    size_t n = 0, joined = 0;

    for (size_t i = 0; i < was->n_vacations; i++)
        add_vacation_part(ranges, &n, &was->vacations[i], oldest, today);
    for (size_t i = 0; i < wanted->n_vacations; i++)
        add_vacation_part(ranges, &n, &wanted->vacations[i], today, INT32_MAX);
    qsort(ranges, n, sizeof *ranges, by_day);
    for (size_t i = 0; i < n; i++) {
        if (joined > 0 && ranges[i].first <= ranges[joined - 1].last + 1) {
            if (ranges[i].last > ranges[joined - 1].last)
                ranges[joined - 1].last = ranges[i].last;
        } else {
            ranges[joined++] = ranges[i];
        }
    }
    return joined;
}

/* Whether any year has more days of vacation than allowed. */
static bool too_many(const struct store_vacation *ranges, size_t n) {
    int year = 0, days = 0;

    for (size_t i = 0; i < n; i++)
        for (int32_t day = ranges[i].first; day <= ranges[i].last; day++) {
            if (calendar_year(day) != year)
                days = 0;
            year = calendar_year(day);
            if (++days > CALENDAR_VACATION_DAYS)
                return true;
        }
    return false;
}

static enum store_result judge_vacations(struct calendar_change *change,
                                         const struct store_calendar *was) {
    struct store_vacation ranges[RANGES_MAX];
    struct store_calendar *wanted = &change->result;
    struct calendar calendar;
    int32_t today;
    size_t n;

    calendar_open(&calendar, wanted);
    today = calendar_day(&calendar, change->call.now);
    calendar_close(&calendar);
    n = join_vacations(was, wanted, today, ranges);
    if (n > 0 && ranges[n - 1].last > today + AHEAD_DAYS_MAX)
        return endpoint_refuse_at(&change->call, "/vacations",
                                  "a vacation has to begin and end within the next two years");
    if (n > STORE_VACATIONS_MAX)
        return endpoint_refuse_at(&change->call, "/vacations",
                                  "have too many parts, those of the past year included");
    if (too_many(ranges, n))
        return endpoint_refuse_at(&change->call, "/vacations",
                                  "a year has at most %d days of vacation, past ones included",
                                  CALENDAR_VACATION_DAYS);
    memcpy(wanted->vacations, ranges, n * sizeof *ranges);
    wanted->n_vacations = n;
    return STORE_OK;
}

static bool calendar_put_read(struct request *rq, void *state) {
    return read_calendar(rq, &((struct calendar_change *)state)->wanted);
}

static enum store_result calendar_put_run(struct store_tx *tx, void *state) {
    struct calendar_change *change = state;
    struct endpoint_call *call = &change->call;
    struct writer w = writer_to(&call->reply.body);
    struct store_calendar was;
    enum store_result result = store_calendar_get(store_tx_reader(tx), call->account, &was);

    if (result != STORE_OK && result != STORE_NONE)
        return result;
    change->result = change->wanted;
    result = judge_hours(change, &was);
    if (result == STORE_OK)
        result = judge_vacations(change, &was);
    if (result == STORE_OK)
        result = store_calendar_set(tx, call->account, &change->result);
    if (result == STORE_OK)
        result = timekeeper_calendar_changed(tx, call->account, &was, call->now);
    calendar_write_row(&w, &change->result);
    return result;
}

static void calendar_put_committed(void *state) {
    waker_nudge(((struct calendar_change *)state)->call.app->waker);
}

const struct endpoint calendar_put = {
    .size = sizeof(struct calendar_change),
    .body_max = JSON_MAX,
    .status = 200,
    .read = calendar_put_read,
    .run = calendar_put_run,
    .committed = calendar_put_committed,
};
