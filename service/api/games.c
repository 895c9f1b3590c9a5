/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/games.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/accounts.h"
#include "db/games.h"
#include "service/account/name.h"
#include "service/api/game.h"
#include "service/api/game_call.h"
#include "service/api/history.h"
#include "service/app/list.h"
#include "service/app/store_reply.h"
#include "service/base/text.h"
#include "service/game/access.h"
#include "service/http/reply.h"

enum {
    LIST_DEFAULT = 20,
    LIST_MAX_ITEMS = 100,
    LIST_JSON_MAX = LIST_MAX_ITEMS * (16 << 10),
    STATS_JSON_MAX = 256 << 10,
};

/* ---- lists ---- */

struct games_page {
    struct list list;
    struct store_reader *reader;
    enum store_result result;
};

static bool games_page_add(void *context, const struct store_game *row) {
    struct games_page *page = context;
    struct load *load;

    if (!list_takes(&page->list))
        return false;
    load = malloc(sizeof *load);
    page->result = load == NULL ? STORE_MEMORY : load_row(load, page->reader, row);
    if (page->result == STORE_OK)
        page->result = load_replay(load, LOAD_LATEST, NULL, NULL);
    if (page->result == STORE_DAMAGED)
        page->result = load_stand_in(load);
    if (page->result == STORE_OK)
        api_write_game(&page->list.w, load);
    free(load);
    list_mark(&page->list, "%lld", (long long)row->id);
    return page->result == STORE_OK;
}

static void reply_list(struct request *rq, struct store_reader *reader,
                       struct store_game_filter *filter) {
    struct games_page page = {.reader = reader};
    enum store_result result;

    list_begin(&page.list, filter->limit, LIST_JSON_MAX);
    filter->viewer = rq->caller.account;
    filter->limit++;
    result = store_read_begin(reader);
    if (result == STORE_OK) {
        result = store_game_list(reader, filter, games_page_add, &page);
        store_read_end(reader);
    }
    list_reply(rq, &page.list, result == STORE_OK ? page.result : result);
}

/* Reads the query; `mine` is for lists that have it. */
static bool read_filter(struct request *rq, bool has_mine, struct store_game_filter *filter) {
    int status = -1, mode = -1;
    int64_t limit = LIST_DEFAULT;
    const char *cursor = NULL;
    bool mine = false;
    const struct read_field fields[] = {
        {"status", READ_CHOICE, .to.choice = &status, .choices = status_names},
        {"mode", READ_CHOICE, .to.choice = &mode, .choices = mode_names},
        {"limit", READ_INT, .to.number = &limit, .min = 1, .max = LIST_MAX_ITEMS},
        {"cursor", READ_TEXT, .to.text = &cursor},
        {"mine", READ_BOOL, .to.flag = &mine},
    };

    if (!request_query(rq, fields, sizeof fields / sizeof *fields - !has_mine))
        return false;
    *filter = (struct store_game_filter){
        .statuses = status < 0 ? 0 : 1u << status,
        .modes = mode < 0 ? 0 : 1u << mode,
        .mine = mine ? rq->caller.account : 0,
        .limit = (unsigned)limit,
    };
    if (!list_read_cursor(rq, cursor, 1, INT64_MAX, &filter->before))
        return false;
    if (mine && rq->caller.account == 0) {
        reply_problem(rq, PROBLEM_UNAUTHENTICATED, "send a token to list your own games");
        return false;
    }
    return true;
}

void games_list(struct request *rq) {
    struct store_game_filter filter;
    struct store_reader *reader;

    if (!read_filter(rq, true, &filter))
        return;
    reader = api_reader(rq);
    if (reader != NULL)
        reply_list(rq, reader, &filter);
}

/* The account that the route names; false when it has answered. */
static bool find_account(struct request *rq, struct store_reader **reader,
                         struct store_account *account) {
    enum store_result result;

    *reader = api_reader(rq);
    if (*reader == NULL)
        return false;
    result = account_by_name(*reader, request_param(rq, 0), account);
    return check_stored(rq, result);
}

void games_of_account(struct request *rq) {
    struct store_game_filter filter;
    struct store_account account;
    struct store_reader *reader;

    if (!find_account(rq, &reader, &account) || !read_filter(rq, false, &filter))
        return;
    filter.player = account.id;
    reply_list(rq, reader, &filter);
}

void games_stats(struct request *rq) {
    struct store_account_stats stats;
    struct store_account account;
    struct store_reader *reader;
    enum store_result result;
    struct buffer body;
    struct writer w = writer_begin(&body, STATS_JSON_MAX);

    if (!find_account(rq, &reader, &account))
        return;
    result = store_account_stats(reader, account.id, rq->caller.account, &stats);
    if (!check_stored(rq, result))
        return;
    writer_object(&w);
    writer_text_member(&w, "name", account.name);
    writer_int_member(&w, "active", stats.active);
    writer_int_member(&w, "finished", stats.finished);
    writer_int_member(&w, "won", stats.won);
    writer_int_member(&w, "lost", stats.finished - stats.won);
    writer_int_member(&w, "resigned", stats.resigned);
    result = history_write_account(&w, reader, account.id, rq->caller.account);
    writer_object_end(&w);
    reply_stored(rq, result, &body);
}

/* ---- one game ---- */

void games_get(struct request *rq) {
    struct load load;

    if (!api_load_whole(rq, &load, 0))
        return;
    api_reply_game(rq, &load);
    load_end(&load);
}

static bool games_delete_judge(struct request *rq, void *state) {
    struct game_call *call = state;

    if (!game_call_open(rq, call))
        return false;
    if (call->load.row.creator != rq->caller.account) {
        reply_problem(rq, PROBLEM_FORBIDDEN, "only the creator of a game can delete it");
        return false;
    }
    if (call->load.row.status != STORE_GAME_OPEN) {
        reply_problem(rq, PROBLEM_CONFLICT, "this game has started; its log stays");
        return false;
    }
    return true;
}

static enum store_result games_delete_run(struct store_tx *tx, void *state) {
    return store_game_delete(tx, ((struct game_call *)state)->game);
}

const struct endpoint games_delete = {
    .size = sizeof(struct game_call),
    .status = 204,
    .judge = games_delete_judge,
    .run = games_delete_run,
    .close = game_call_close,
};
