/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/reports.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "db/talk.h"
#include "service/account/name.h"
#include "service/account/quota.h"
#include "service/api/game.h"
#include "service/app/list.h"
#include "service/app/store_reply.h"
#include "service/base/seen.h"
#include "service/base/text.h"
#include "service/game/access.h"
#include "service/http/reply.h"
#include "service/moderation/moderation.h"
#include "service/notify/tell.h"

enum {
    REPORTS_DEFAULT = 20,
    REPORTS_MAX = 50,
    REPORTS_JSON_MAX = (REPORTS_MAX + 1) * REPORT_JSON_MAX,
};

/* ---- documents ---- */

static void write_report_about(struct writer *w, const struct store_report *report) {
    writer_key(w, "about");
    writer_object(w);
    writer_text_or_null_member(w, "account", report->about_name);
    writer_text_or_null_member(w, "game", report->game_id);
    writer_text_or_null_member(w, "said", report->said);
    writer_object_end(w);
}

static void write_reporter(struct writer *w, const struct store_report *report) {
    writer_text_or_null_member(w, "by", report->by);
    writer_key(w, "record");
    writer_object(w);
    writer_int_member(w, "reports", report->reports);
    writer_int_member(w, "upheld", report->upheld);
    writer_object_end(w);
}

void report_write(struct writer *w, const struct store_report *report, bool for_moderator) {
    bool answered = report->decision >= 0;

    writer_object(w);
    writer_text_member(w, "id", report->public_id);
    write_report_about(w, report);
    writer_text_member(w, "kind", report_kind_names[report->kind]);
    writer_text_member(w, "text", report->text);
    writer_time_member(w, "at", report->at);
    writer_text_member(w, "status", answered ? "answered" : "open");
    writer_text_or_null_member(w, "outcome",
                               !answered                         ? NULL
                               : report->decision == RULING_NONE ? "none"
                                                                 : "acted");
    writer_text_or_null_member(w, "answer", report->answer);
    writer_time_or_null_member(w, "answered_at", report->answered_at);
    if (for_moderator)
        write_reporter(w, report);
    writer_object_end(w);
}

static void write_sanction_appeal(struct writer *w, const struct store_sanction *sanction) {
    writer_key(w, "appeal");
    if (sanction->appealed_at == 0) {
        writer_null(w);
        return;
    }
    writer_object(w);
    writer_text_member(w, "text", sanction->appeal);
    writer_time_member(w, "at", sanction->appealed_at);
    writer_text_or_null_member(w, "answer", sanction->answer);
    writer_time_or_null_member(w, "answered_at", sanction->answered_at);
    writer_object_end(w);
}

void sanction_write(struct writer *w, const struct store_sanction *sanction, int64_t now) {
    writer_object(w);
    writer_text_member(w, "id", sanction->public_id);
    writer_text_or_null_member(w, "account", sanction->name);
    writer_text_member(w, "kind", ruling_names[sanction->kind]);
    writer_text_member(w, "reason", sanction->reason);
    writer_time_member(w, "at", sanction->at);
    writer_time_or_null_member(w, "until", sanction->until);
    writer_time_or_null_member(w, "lifted_at", sanction->lifted_at);
    writer_bool_member(w, "active", sanction_is_active(sanction, now));
    write_sanction_appeal(w, sanction);
    writer_object_end(w);
}

/* ---- POST /v1/reports ---- */

struct report_call {
    struct endpoint_call call; /* first */
    struct store_report report;
};

/* What a report names; NULL: it does not. */
struct report_subject {
    const char *account, *game, *talk;
};

static bool read_subject(struct request *rq, const json_t *about, struct report_subject *subject) {
    static const char *const known[] = {"account", "game", "talk", NULL};
    struct read_errors errors = {0};
    struct reading r = reading_begin(&errors, "/about");

    if (reading_object(&r, about, known)) {
        subject->account = reading_text_of(&r, about, "account", 1, STORE_NAME_SIZE - 1);
        subject->game = reading_text_of(&r, about, "game", 1, STORE_ID_SIZE - 1);
        subject->talk = reading_text_of(&r, about, "talk", 1, STORE_ID_SIZE - 1);
        if (errors.count == 0 && subject->account == NULL && subject->game == NULL &&
            subject->talk == NULL)
            reading_refuse(&r, "needs \"account\", \"game\" or \"talk\"");
        else if (subject->talk != NULL && (subject->account != NULL || subject->game != NULL))
            reading_refuse(&r, "needs nothing but \"talk\": a message has one author");
    }
    return check_valid(rq, &errors);
}

/* Each of these notes what a report is about, or has answered. */

static bool find_reported_account(struct request *rq, struct store_reader *reader, const char *name,
                                  struct store_report *report) {
    struct store_account account;
    enum store_result result = account_by_name(reader, name, &account);

    if (result == STORE_NONE) {
        reply_invalid_at(rq, "/about/account", "no account has this name");
        return false;
    }
    if (!check_stored(rq, result))
        return false;
    report->about = account.id;
    memcpy(report->about_name, account.name, sizeof report->about_name);
    return true;
}

static bool find_reported_game(struct request *rq, struct store_reader *reader, const char *id,
                               struct store_report *report) {
    struct store_game row = {0};
    enum store_result result = store_game_get(reader, id, &row);

    if (result == STORE_OK)
        result = access_check(reader, &row, rq->caller.account);
    report->game = row.id;
    memcpy(report->game_id, row.public_id, sizeof report->game_id);
    store_game_clear(&row);
    if (result != STORE_NONE)
        return check_stored(rq, result);
    reply_invalid_at(rq, "/about/game", "no game that you can see has this id");
    return false;
}

static bool find_reported_talk(struct request *rq, struct store_reader *reader, const char *id,
                               struct store_report *report) {
    struct store_talk talk = {0};
    struct store_game row = {0};
    enum store_result result = STORE_NONE;

    if (text_read_number(id, 1, INT64_MAX, &report->talk))
        result = store_talk_get(reader, report->talk, rq->caller.account, &talk);
    if (result == STORE_OK)
        result = store_game_get_by_id(reader, talk.game, &row);
    if (result == STORE_OK)
        result = access_check(reader, &row, rq->caller.account);
    memcpy(report->game_id, row.public_id, sizeof report->game_id);
    store_game_clear(&row);
    if (result == STORE_NONE || (result == STORE_OK && talk.account_name[0] == '\0')) {
        reply_invalid_at(rq, "/about/talk", "must be the id of a message that you can read");
        return false;
    }
    if (!check_stored(rq, result))
        return false;
    report->about = talk.account;
    report->game = talk.game;
    memcpy(report->about_name, talk.account_name, sizeof report->about_name);
    memcpy(report->said, talk.text, sizeof report->said);
    if (talk.at >= report->at - MODERATION_REPORT_DAYS * moderation_day_ms)
        return true;
    reply_invalid_at(rq, "/about/talk", "was said more than %d days ago", MODERATION_REPORT_DAYS);
    return false;
}
_Static_assert((int)STORE_REPORT_SAID_SIZE == (int)STORE_TALK_SIZE, "a report keeps a message");

/* Whether what the kind needs is named, and is not about the caller. */
static bool fits_kind(struct request *rq, const struct store_report *report) {
    const char *fault = NULL;

    if (report->about == report->account)
        fault = "must be about somebody else";
    else if (report->kind == REPORT_NAME && (report->about == 0 || report->game != 0))
        fault = "needs \"account\" alone: a name is the same in all games";
    else if (report->kind == REPORT_TALK && report->about == 0)
        fault = "needs \"talk\", the message, or \"account\"";
    else if (report->kind == REPORT_STALLING && report->game == 0)
        fault = "needs \"game\": where somebody delays";
    if (fault != NULL)
        reply_invalid_at(rq, "/about", "%s", fault);
    return fault == NULL;
}

/* Names and messages can be reported by whoever reads them; else both have played together not long ago. */
static bool has_played(struct request *rq, struct store_reader *reader,
                       const struct store_report *report) {
    int64_t since = report->at - MODERATION_REPORT_DAYS * moderation_day_ms;
    int64_t other = report->about == 0 ? report->account : report->about;
    enum store_result result;

    if (report->kind == REPORT_NAME || report->talk != 0)
        return true;
    result = store_played_together(reader, report->account, other, report->game, since);
    if (result != STORE_NONE)
        return check_stored(rq, result);
    if (report->game != 0)
        reply_invalid_at(rq, "/about/game",
                         "must be a game that you both have played, begun, and over for at most "
                         "%d days",
                         MODERATION_REPORT_DAYS);
    else
        reply_invalid_at(rq, "/about/account",
                         "must be somebody with whom you have played in the last %d days",
                         MODERATION_REPORT_DAYS);
    return false;
}

static bool find_reported(struct request *rq, const struct report_subject *subject,
                          struct store_report *report) {
    struct store_reader *reader = api_reader(rq);

    return reader != NULL &&
           (subject->account == NULL ||
            find_reported_account(rq, reader, subject->account, report)) &&
           (subject->game == NULL || find_reported_game(rq, reader, subject->game, report)) &&
           (subject->talk == NULL || find_reported_talk(rq, reader, subject->talk, report)) &&
           fits_kind(rq, report) && has_played(rq, reader, report);
}

static bool reports_create_read(struct request *rq, void *state) {
    struct report_call *call = state;
    struct store_report *report = &call->report;
    struct report_subject subject = {0};
    const json_t *about = NULL;
    const char *text = NULL;
    const struct read_field fields[] = {
        {"about", READ_OBJECT, .required = true, .to.json = &about},
        {"kind", READ_CHOICE, .required = true, .to.choice = &report->kind,
         .choices = report_kind_names},
        {"text", READ_TEXT, .required = true, .to.text = &text, .min = 1,
         .max = MODERATION_REASON_MAX},
    };

    if (!request_fields(rq, fields, 3) || !read_subject(rq, about, &subject))
        return false;
    if (!seen_copy(report->text, sizeof report->text, text)) {
        reply_invalid_at(rq, "/text", "must be a text that can be seen");
        return false;
    }
    report->account = rq->caller.account;
    report->at = call->call.now;
    report->decision = -1;
    app_new_id(report->public_id);
    return find_reported(rq, &subject, report);
}

static enum store_result reports_create_run(struct store_tx *tx, void *state) {
    struct report_call *own = state;
    struct endpoint_call *call = &own->call;
    struct writer w = writer_to(&call->reply.body);
    enum store_result result = store_report_same(
        store_tx_reader(tx), &own->report, call->now - MODERATION_REPORT_DAYS * moderation_day_ms);

    if (result == STORE_OK)
        return endpoint_refuse(call, PROBLEM_CONFLICT,
                               "you have reported this already; GET /v1/me/reports has the answer");
    if (result == STORE_NONE)
        result = store_report_add(tx, &own->report);
    if (result == STORE_OK)
        result = quota_hold(tx, call, QUOTA_BIT(QUOTA_REPORTS_PER_DAY));
    if (result == STORE_OK)
        result = inform_person(tx, &(struct tell){.account = call->account,
                                                  .about = "report.arrived",
                                                  .subject = TEXT_NOTIFY_REPORT_CAME_SUBJECT,
                                                  .text = TEXT_NOTIFY_REPORT_CAME_TEXT,
                                                  .path = "/fair-play",
                                                  .now = call->now});
    if (result == STORE_OK)
        report_write(&w, &own->report, false);
    return result;
}

const struct endpoint reports_create = {
    .size = sizeof(struct report_call),
    .body_max = REPORT_JSON_MAX,
    .status = 201,
    .keyed = true,
    .read = reports_create_read,
    .run = reports_create_run,
};

/* ---- GET /v1/me/reports, GET /v1/me/sanctions ---- */

static bool add_report(struct list *page, const struct store_report *report, bool for_moderator) {
    if (!list_takes(page))
        return false;
    report_write(&page->w, report, for_moderator);
    list_mark(page, "%" PRId64, report->id);
    return true;
}

bool report_list_row(void *context, const struct store_report *report) {
    return add_report(context, report, true);
}

static bool page_own_report(void *context, const struct store_report *report) {
    return add_report(context, report, false);
}

bool sanction_list_row(void *context, const struct store_sanction *sanction) {
    struct list *page = context;

    if (!list_takes(page))
        return false;
    sanction_write(&page->w, sanction, app_now());
    list_mark(page, "%" PRId64, sanction->id);
    return true;
}

/* Begins a page of the caller's; NULL: has answered. */
static struct store_reader *begin_own_page(struct request *rq, struct list *page, int64_t *before) {
    int64_t limit = REPORTS_DEFAULT;
    const char *cursor = NULL;
    const struct read_field fields[] = {
        {"limit", READ_INT, .to.number = &limit, .min = 1, .max = REPORTS_MAX},
        {"cursor", READ_TEXT, .to.text = &cursor},
    };
    struct store_reader *reader = NULL;

    *before = INT64_MAX;
    if (request_query(rq, fields, 2) && list_read_cursor(rq, cursor, 1, INT64_MAX, before))
        reader = api_reader(rq);
    if (reader != NULL)
        list_begin(page, (unsigned)limit, REPORTS_JSON_MAX);
    return reader;
}

void reports_mine(struct request *rq) {
    struct list page;
    int64_t before;
    struct store_reader *reader = begin_own_page(rq, &page, &before);

    if (reader != NULL)
        list_reply(rq, &page,
                   store_report_list_by(reader, rq->caller.account, before, page.limit + 1,
                                        page_own_report, &page));
}

void sanctions_mine(struct request *rq) {
    struct list page;
    int64_t before;
    struct store_reader *reader = begin_own_page(rq, &page, &before);

    if (reader != NULL)
        list_reply(rq, &page,
                   store_sanction_list_of(reader, rq->caller.account, before, page.limit + 1,
                                          sanction_list_row, &page));
}

/* ---- POST /v1/me/sanctions/{sanction_id}/appeal ---- */

struct appeal_call {
    struct endpoint_named named; /* first */
    char text[STORE_REPORT_TEXT_SIZE];
};

static bool sanctions_appeal_read(struct request *rq, void *state) {
    struct appeal_call *call = state;
    const char *text = NULL;
    const struct read_field fields[] = {
        {"text", READ_TEXT, .required = true, .to.text = &text, .min = 1,
         .max = MODERATION_REASON_MAX},
    };

    if (!endpoint_read_named(rq, state) || !request_fields(rq, fields, 1))
        return false;
    if (seen_copy(call->text, sizeof call->text, text))
        return true;
    reply_invalid_at(rq, "/text", "must be a text that can be seen");
    return false;
}

static enum store_result sanctions_appeal_run(struct store_tx *tx, void *state) {
    struct appeal_call *own = state;
    struct endpoint_call *call = &own->named.call;
    struct writer w = writer_to(&call->reply.body);
    struct store_sanction sanction;
    enum store_result result = store_sanction_get(store_tx_reader(tx), own->named.id, &sanction);

    if (result == STORE_OK && sanction.account != call->account)
        result = STORE_NONE;
    if (result != STORE_OK)
        return result;
    if (sanction.appealed_at != 0)
        return endpoint_refuse(call, PROBLEM_CONFLICT, "a decision can be appealed once");
    if (sanction.lifted_at != 0)
        return endpoint_refuse(call, PROBLEM_CONFLICT, "this decision does not hold any longer");
    if (sanction.at < call->now - MODERATION_APPEAL_DAYS * moderation_day_ms)
        return endpoint_refuse(call, PROBLEM_CONFLICT, "a decision can be appealed for %d days",
                               MODERATION_APPEAL_DAYS);
    sanction.appealed_at = call->now;
    memcpy(sanction.appeal, own->text, sizeof sanction.appeal);
    result = store_sanction_set(tx, &sanction);
    if (result == STORE_OK)
        sanction_write(&w, &sanction, call->now);
    return result;
}

const struct endpoint sanctions_appeal = {
    .size = sizeof(struct appeal_call),
    .body_max = REPORT_JSON_MAX,
    .status = 200,
    .keyed = true,
    .read = sanctions_appeal_read,
    .run = sanctions_appeal_run,
};
