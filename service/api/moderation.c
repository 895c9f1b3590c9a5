/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/moderation.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "db/games.h"
#include "service/account/name.h"
#include "service/api/game.h"
#include "service/api/reports.h"
#include "service/app/list.h"
#include "service/app/store_reply.h"
#include "service/base/seen.h"
#include "service/base/text.h"
#include "service/http/reply.h"
#include "service/moderation/collusion.h"
#include "service/moderation/moderation.h"
#include "service/rating/rating.h"
#include "service/rating/recount.h"

enum {
    PAGE_DEFAULT = 20,
    PAGE_MOST = 50,
    PAGE_JSON_MAX = (PAGE_MOST + 1) * REPORT_JSON_MAX,
    ANNUL_CHANGES_MAX = 100, /* that a rehearsal lists */
    ANNUL_JSON_MAX = (ANNUL_CHANGES_MAX + 1) * 1024,
};

/* ---- who may ---- */

/* Whether the caller is a moderator; false: has answered. */
static bool moderator_pass(struct request *rq) {
    struct store_reader *reader = api_reader(rq);
    enum store_result result;

    if (reader == NULL)
        return false;
    result = store_moderator_check(reader, rq->caller.account);
    if (result != STORE_NONE)
        return check_stored(rq, result);
    reply_problem(rq, PROBLEM_FORBIDDEN, "only moderators can do this");
    return false;
}

/* ---- lists ---- */

static bool page_moderation_entry(void *context, const struct store_moderation_entry *entry) {
    struct list *page = context;

    if (!list_takes(page))
        return false;
    writer_object(&page->w);
    writer_time_member(&page->w, "at", entry->at);
    writer_text_or_null_member(&page->w, "by", entry->by_name);
    writer_text_member(&page->w, "what", entry->what);
    writer_text_or_null_member(&page->w, "about", entry->about_name);
    writer_text_or_null_member(&page->w, "game", entry->game);
    writer_text_member(&page->w, "text", entry->text);
    writer_object_end(&page->w);
    list_mark(page, "%" PRId64, entry->id);
    return true;
}

/* Begins a page of a list that has a STATUS, one of NAMES (NULL: it has none); NULL: has answered. */
static struct store_reader *begin_moderated(struct request *rq, struct list *page, int64_t *before,
                                            const char *const *names, int *status) {
    int64_t limit = PAGE_DEFAULT;
    const char *cursor = NULL;
    const struct read_field fields[] = {
        {"limit", READ_INT, .to.number = &limit, .min = 1, .max = PAGE_MOST},
        {"cursor", READ_TEXT, .to.text = &cursor},
        {"status", READ_CHOICE, .to.choice = status, .choices = names},
    };

    *before = INT64_MAX;
    if (!moderator_pass(rq) || !request_query(rq, fields, names == NULL ? 2 : 3) ||
        !list_read_cursor(rq, cursor, 1, INT64_MAX, before))
        return NULL;
    list_begin(page, (unsigned)limit, PAGE_JSON_MAX);
    return api_reader(rq);
}

void moderation_reports(struct request *rq) {
    static const char *const names[] = {"open", "answered", NULL};
    int status = 0;
    struct list page;
    int64_t before;
    struct store_reader *reader = begin_moderated(rq, &page, &before, names, &status);

    if (reader != NULL)
        list_reply(
            rq, &page,
            store_report_list(reader, status == 1, before, page.limit + 1, report_list_row, &page));
}

void moderation_sanctions(struct request *rq) {
    static const char *const names[] = {"all", "appealed", NULL};
    int status = 0;
    struct list page;
    int64_t before;
    struct store_reader *reader = begin_moderated(rq, &page, &before, names, &status);

    if (reader != NULL)
        list_reply(rq, &page,
                   store_sanction_list(reader, status == 1, before, page.limit + 1,
                                       sanction_list_row, &page));
}

void moderation_log(struct request *rq) {
    struct list page;
    int64_t before;
    struct store_reader *reader = begin_moderated(rq, &page, &before, NULL, NULL);

    if (reader != NULL)
        list_reply(
            rq, &page,
            store_moderation_list(reader, before, page.limit + 1, page_moderation_entry, &page));
}

/* ---- GET /v1/moderation/pairs ---- */

enum { PAIR_NUMBER_SIZE = 32, PERCENT = 100 };

static void write_decimal(struct writer *w, const char *key, double value) {
    char text[PAIR_NUMBER_SIZE];

    writer_key_text(w, key);
    writer_json(w, text, (size_t)snprintf(text, sizeof text, "%.2f", value));
}

/* One thing that is striking: what was done, and what was to be expected. */
static void write_sign(struct writer *w, const struct collusion_side *side,
                       enum dealing_sign sign) {
    static const char *const names[] = {
        [SIGN_GIFTS] = "gifts", [SIGN_SPARED] = "spared", [SIGN_OFFERS] = "offers"};
    const struct dealing *with = &side->with, *others = &side->others;
    const int64_t counts[] = {with->trades, with->chances, with->offers};
    const double values[][2] = {
        {PERCENT * with->lost / fmax(1, (double)with->trades),
         PERCENT * others->lost / fmax(1, (double)others->trades)},
        {(double)with->hits, with->hits_expected},
        {(double)with->alone, with->alone_expected},
    };

    writer_text_member(w, "sign", names[sign]);
    writer_int_member(w, "count", counts[sign]);
    write_decimal(w, "value", values[sign][0]);
    write_decimal(w, "expected", values[sign][1]);
    write_decimal(w, "deviations", side->suspicion.signs[sign]);
}

static void write_pair_reasons(struct writer *w, const struct store_pair *pair,
                               const struct collusion_side sides[2]) {
    writer_key(w, "reasons");
    writer_array(w);
    for (unsigned i = 0; i < 2; i++)
        for (enum dealing_sign sign = 0; sign < SIGN_COUNT; sign++) {
            if (sides[i].suspicion.signs[sign] < 1)
                continue;
            writer_object(w);
            writer_text_member(w, "by", pair->names[i]);
            writer_text_member(w, "to", pair->names[1 - i]);
            write_sign(w, &sides[i], sign);
            writer_object_end(w);
        }
    writer_array_end(w);
}

static enum store_result write_suspects(struct list *page, struct store_reader *reader,
                                        const struct store_pair *pair) {
    struct writer *w = &page->w;
    struct collusion_side sides[2];
    enum store_result result = collusion_look(reader, pair->account, pair->other, sides);

    if (result != STORE_OK)
        return result;
    writer_object(w);
    writer_key(w, "accounts");
    writer_array(w);
    writer_text(w, pair->names[0]);
    writer_text(w, pair->names[1]);
    writer_array_end(w);
    writer_int_member(w, "games", sides[0].with.games);
    write_decimal(w, "score", (double)pair->score / COLLUSION_SCORE_UNIT);
    write_pair_reasons(w, pair, sides);
    writer_object_end(w);
    list_mark(page, "%" PRId64 ".%" PRId64 ".%" PRId64, pair->score, pair->account, pair->other);
    return STORE_OK;
}

static bool read_pair_cursor(struct request *rq, const char *cursor, struct store_pair *after) {
    if (cursor == NULL ||
        (text_take_number(&cursor, INT64_MAX - 1, &after->score) && text_take_mark(&cursor, '.') &&
         text_take_number(&cursor, INT64_MAX - 1, &after->account) &&
         text_take_mark(&cursor, '.') && text_take_number(&cursor, INT64_MAX - 1, &after->other) &&
         *cursor == '\0'))
        return true;
    list_reply_bad_cursor(rq);
    return false;
}

void moderation_pairs(struct request *rq) {
    int64_t limit = PAGE_DEFAULT;
    const char *cursor = NULL;
    const struct read_field fields[] = {
        {"limit", READ_INT, .to.number = &limit, .min = 1, .max = PAGE_MOST},
        {"cursor", READ_TEXT, .to.text = &cursor},
    };
    struct store_pair pairs[PAGE_MOST + 1], after = {.score = 0};
    struct store_reader *reader = api_reader(rq);
    struct list page;
    size_t n = 0;
    enum store_result result;

    if (reader == NULL || !moderator_pass(rq) || !request_query(rq, fields, 2) ||
        !read_pair_cursor(rq, cursor, &after))
        return;
    list_begin(&page, (unsigned)limit, PAGE_JSON_MAX);
    result = store_pair_list(reader, collusion_least(), &after, pairs, page.limit + 1, &n);
    for (size_t i = 0; i < n && result == STORE_OK && list_takes(&page); i++)
        result = write_suspects(&page, reader, &pairs[i]);
    list_reply(rq, &page, result);
}

/* ---- deciding ---- */

/* An order of a moderator's. */
struct moderation_call {
    struct endpoint_call call;     /* first */
    char subject[STORE_NAME_SIZE]; /* the route's first parameter */
    char name[STORE_NAME_SIZE];    /* of the account that the body names */
    int choice;
    int64_t days;
    char text[STORE_REPORT_TEXT_SIZE];
};

static struct moderation_hand order_hand(const struct moderation_call *call) {
    return (struct moderation_hand){call->call.account, call->call.now};
}

/* Reads FIELDS, of which the first is the text. */
static bool read_order(struct request *rq, struct moderation_call *call, const char **text,
                       const struct read_field *fields, size_t n) {
    snprintf(call->subject, sizeof call->subject, "%.*s", STORE_NAME_SIZE - 1,
             request_param(rq, 0));
    if (!request_fields(rq, fields, n) || !moderator_pass(rq))
        return false;
    if (seen_copy(call->text, sizeof call->text, *text))
        return true;
    reply_invalid_at(rq, "/text", "must be a text that can be seen");
    return false;
}

#define TEXT_FIELD(text)                                                                           \
    {                                                                                              \
        "text", READ_TEXT, .required = true, .to.text = &(text), .min = 1,                         \
                           .max = MODERATION_REASON_MAX                                            \
    }

static bool order_decision_read(struct request *rq, void *state) {
    struct moderation_call *call = state;
    const char *text = NULL, *name = NULL, *fault;
    const struct read_field fields[] = {
        TEXT_FIELD(text),
        {"decision", READ_CHOICE, .required = true, .to.choice = &call->choice,
         .choices = ruling_names},
        {"days", READ_INT, .nullable = true, .to.number = &call->days, .min = 1,
         .max = MODERATION_DAYS_MAX},
        {"account", READ_TEXT, .to.text = &name, .min = 1, .max = STORE_NAME_SIZE - 1},
    };

    if (!read_order(rq, call, &text, fields, sizeof fields / sizeof *fields))
        return false;
    snprintf(call->name, sizeof call->name, "%s", name == NULL ? "" : name);
    fault = ruling_fault((enum ruling)call->choice, call->days);
    if (fault != NULL)
        reply_invalid_at(rq, "/days", "%s", fault);
    return fault == NULL;
}

/* Finds the account that an order is about, which no moderator decides upon for themselves or each other. */
static enum store_result order_account(struct store_tx *tx, struct moderation_call *call,
                                       int64_t *account) {
    struct endpoint_call *own = &call->call;
    struct store_account found;
    enum store_result result = STORE_OK;

    if (call->name[0] != '\0') {
        result = account_by_name(store_tx_reader(tx), call->name, &found);
        *account = result == STORE_OK ? found.id : 0;
    }
    if (result == STORE_NONE)
        return endpoint_refuse(own, PROBLEM_NOT_FOUND, "no account has this name");
    if (result == STORE_OK && *account == 0 && call->choice != RULING_NONE)
        return endpoint_refuse_at(own, "/account",
                                  "is missing: the report is about all players of a game");
    if (result != STORE_OK || *account == 0 || call->choice == RULING_NONE)
        return result;
    result = store_moderator_check(store_tx_reader(tx), *account);
    if (result == STORE_OK)
        return endpoint_refuse(own, PROBLEM_FORBIDDEN, "an operator decides about moderators");
    return result == STORE_NONE ? STORE_OK : result;
}

/* ---- POST /v1/moderation/reports/{report_id} ---- */

static enum store_result moderation_report_run(struct store_tx *tx, void *state) {
    struct moderation_call *call = state;
    struct endpoint_call *own = &call->call;
    struct writer w = writer_to(&own->reply.body);
    struct moderation_hand hand = order_hand(call);
    struct store_report report;
    int64_t account;
    enum store_result result = store_report_get(store_tx_reader(tx), call->subject, &report);

    if (result != STORE_OK)
        return result;
    account = report.about;
    if (report.account == own->account || report.about == own->account)
        return endpoint_refuse(own, PROBLEM_FORBIDDEN,
                               "another moderator answers reports by you or about you");
    if (report.decision >= 0)
        return endpoint_refuse(own, PROBLEM_CONFLICT, "this report has been answered");
    result = order_account(tx, call, &account);
    if (result == STORE_OK)
        result = moderation_answer(tx, &hand, &report, account, (enum ruling)call->choice,
                                   call->days, call->text);
    if (result == STORE_OK)
        report_write(&w, &report, true);
    return result;
}

const struct endpoint moderation_report = {
    .size = sizeof(struct moderation_call),
    .body_max = REPORT_JSON_MAX,
    .status = 200,
    .keyed = true,
    .read = order_decision_read,
    .run = moderation_report_run,
};

/* ---- POST /v1/moderation/accounts/{name} ---- */

static bool moderation_account_read(struct request *rq, void *state) {
    struct moderation_call *call = state;

    if (!order_decision_read(rq, state))
        return false;
    if (call->name[0] == '\0' && call->choice != RULING_NONE) {
        memcpy(call->name, call->subject, sizeof call->name);
        return true;
    }
    if (call->name[0] != '\0')
        reply_invalid_at(rq, "/account", "belongs to reports: the address names the account");
    else
        reply_invalid_at(rq, "/decision", "must be \"warn\", \"mute\", \"unrated\" or \"close\"");
    return false;
}

static enum store_result moderation_account_run(struct store_tx *tx, void *state) {
    struct moderation_call *call = state;
    struct moderation_hand hand = order_hand(call);
    int64_t account = 0;
    enum store_result result = order_account(tx, call, &account);

    return result == STORE_OK ? moderation_decide(tx, &hand, account, (enum ruling)call->choice,
                                                  call->days, call->text)
                              : result;
}

const struct endpoint moderation_account = {
    .size = sizeof(struct moderation_call),
    .status = 204,
    .keyed = true,
    .read = moderation_account_read,
    .run = moderation_account_run,
};

/* ---- POST /v1/moderation/sanctions/{sanction_id} ---- */

static bool moderation_sanction_read(struct request *rq, void *state) {
    static const char *const words[] = {"kept", "lifted", NULL};
    struct moderation_call *call = state;
    const char *text = NULL;
    const struct read_field fields[] = {
        TEXT_FIELD(text),
        {"decision", READ_CHOICE, .required = true, .to.choice = &call->choice, .choices = words},
    };

    return read_order(rq, call, &text, fields, 2);
}

/* Whether the caller may answer: not about themselves, and not their own decision where others could. */
static enum store_result judge_sanction(struct store_tx *tx, struct endpoint_call *own,
                                        const struct store_sanction *sanction, bool kept) {
    enum store_result result;

    if (sanction->account == own->account)
        return endpoint_refuse(own, PROBLEM_FORBIDDEN, "another moderator decides about you");
    if (sanction->answered_at != 0 || sanction->lifted_at != 0)
        return endpoint_refuse(own, PROBLEM_CONFLICT, "this has been decided");
    if (sanction->appealed_at == 0 && kept)
        return endpoint_refuse(own, PROBLEM_CONFLICT, "this has not been appealed");
    if (sanction->appealed_at == 0 || sanction->by != own->account)
        return STORE_OK;
    result = store_moderator_other(store_tx_reader(tx), own->account);
    if (result == STORE_OK)
        return endpoint_refuse(own, PROBLEM_FORBIDDEN,
                               "another moderator answers appeals against your decisions");
    return result == STORE_NONE ? STORE_OK : result;
}

static enum store_result moderation_sanction_run(struct store_tx *tx, void *state) {
    struct moderation_call *call = state;
    struct endpoint_call *own = &call->call;
    struct writer w = writer_to(&own->reply.body);
    struct moderation_hand hand = order_hand(call);
    struct store_sanction sanction;
    bool kept = call->choice == 0;
    enum store_result result = store_sanction_get(store_tx_reader(tx), call->subject, &sanction);

    if (result == STORE_OK)
        result = judge_sanction(tx, own, &sanction, kept);
    if (result == STORE_OK)
        result = sanction.appealed_at != 0
                     ? moderation_appeal_answer(tx, &hand, &sanction, kept, call->text)
                     : moderation_lift(tx, &hand, &sanction, call->text);
    if (result == STORE_OK)
        sanction_write(&w, &sanction, own->now);
    return result;
}

const struct endpoint moderation_sanction = {
    .size = sizeof(struct moderation_call),
    .body_max = REPORT_JSON_MAX,
    .status = 200,
    .keyed = true,
    .read = moderation_sanction_read,
    .run = moderation_sanction_run,
};

/* ---- annulling ---- */

static bool annul_read(struct request *rq, void *state) {
    struct moderation_call *call = state;
    const char *text = NULL;
    const struct read_field fields[] = {
        {"text", READ_TEXT, .to.text = &text, .min = 1, .max = MODERATION_REASON_MAX},
        {"dry_run", READ_BOOL, .to.flag = &call->call.rehearsal},
    };

    snprintf(call->subject, sizeof call->subject, "%.*s", STORE_NAME_SIZE - 1,
             request_param(rq, 0));
    if (!request_fields(rq, fields, 2) || !moderator_pass(rq))
        return false;
    if (call->call.rehearsal || (text != NULL && seen_copy(call->text, sizeof call->text, text)))
        return true;
    reply_invalid_at(rq, "/text",
                     text == NULL ? "is missing: the log shows why"
                                  : "must be a text that can be seen");
    return false;
}

/* The ratings that change, while they are counted again. */
struct annul_changes {
    struct store_reader *reader;
    struct writer w;
    unsigned n;
};

static void write_rating_of(struct writer *w, const char *name, const struct store_rating *rating) {
    writer_key_text(w, name);
    if (rating->games == 0) {
        writer_null(w);
        return;
    }
    writer_object(w);
    writer_int_member(w, "rating", rating_shown(rating->mu));
    writer_int_member(w, "games", rating->games);
    writer_object_end(w);
}

static void add_annul_change(void *context, const struct store_rating *before,
                             const struct store_rating *after) {
    struct annul_changes *changes = context;
    struct store_account account = {0};

    if (++changes->n > ANNUL_CHANGES_MAX)
        return;
    if (store_account_get(changes->reader, after->account, &account) != STORE_OK)
        account.name[0] = '\0';
    writer_object(&changes->w);
    writer_text_or_null_member(&changes->w, "account", account.name);
    writer_text_member(&changes->w, "category", rating_category_name(after->category));
    write_rating_of(&changes->w, "before", before);
    write_rating_of(&changes->w, "after", after);
    writer_object_end(&changes->w);
}

static enum store_result annul_or_refuse(struct store_tx *tx, struct moderation_call *call,
                                         int64_t game, const char *game_id, int64_t account) {
    struct moderation_hand hand = order_hand(call);
    struct annul_changes changes = {store_tx_reader(tx), writer_to(&call->call.reply.body), 0};
    struct recount recount = {.context = &changes};
    bool rehearsal = call->call.rehearsal;
    unsigned annulled;
    enum store_result result;

    if (rehearsal) {
        recount.changed = add_annul_change;
        call->call.reply.status = 200;
        writer_object(&changes.w);
        writer_key(&changes.w, "changes");
        writer_array(&changes.w);
    }
    result = moderation_annul(tx, &hand, game, game_id, account, call->text, &recount, &annulled);
    if (result == STORE_CONFLICT)
        return endpoint_refuse(&call->call, PROBLEM_CONFLICT,
                               "no rated game that is over and counts is left to annul");
    if (rehearsal) {
        writer_array_end(&changes.w);
        writer_int_member(&changes.w, "games", annulled);
        writer_int_member(&changes.w, "ratings", changes.n);
        writer_object_end(&changes.w);
    }
    return result;
}

static enum store_result moderation_game_annul_run(struct store_tx *tx, void *state) {
    struct moderation_call *call = state;
    struct store_game row = {0};
    enum store_result result = store_game_get(store_tx_reader(tx), call->subject, &row);

    for (int seat = 0; seat < row.seat_count && result == STORE_OK; seat++)
        if (row.seats[seat].account == call->call.account)
            result = endpoint_refuse(&call->call, PROBLEM_FORBIDDEN,
                                     "another moderator annuls games in which you have played");
    if (result == STORE_OK)
        result = annul_or_refuse(tx, call, row.id, row.public_id, 0);
    store_game_clear(&row);
    return result;
}

const struct endpoint moderation_game_annul = {
    .size = sizeof(struct moderation_call),
    .body_max = ANNUL_JSON_MAX,
    .status = 204,
    .keyed = true,
    .read = annul_read,
    .run = moderation_game_annul_run,
};

static enum store_result account_annul_run(struct store_tx *tx, void *state) {
    struct moderation_call *call = state;
    struct store_account account;
    enum store_result result = account_by_name(store_tx_reader(tx), call->subject, &account);

    if (result == STORE_OK && account.id == call->call.account)
        return endpoint_refuse(&call->call, PROBLEM_FORBIDDEN,
                               "another moderator decides about you");
    return result == STORE_OK ? annul_or_refuse(tx, call, 0, "", account.id) : result;
}

const struct endpoint moderation_account_annul = {
    .size = sizeof(struct moderation_call),
    .body_max = ANNUL_JSON_MAX,
    .status = 204,
    .keyed = true,
    .read = annul_read,
    .run = account_annul_run,
};
