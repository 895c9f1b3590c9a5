/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/games.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/accounts.h"
#include "db/games.h"
#include "db/people.h"
#include "service/account/name.h"
#include "service/api/clubs.h"
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
    LIST_MAX_ITEMS = GAMES_LIST_MAX,
    STATS_JSON_MAX = 256 << 10,
};

/* ---- lists ---- */

struct games_page {
    struct list list;
    struct store_reader *reader;
    enum store_result result;
};

enum store_result games_write_row(struct writer *w, struct store_reader *reader,
                                  const struct store_game *row, const struct store_facts *facts) {
    struct load *load = malloc(sizeof *load);
    enum store_result result = load == NULL ? STORE_MEMORY : load_row(load, reader, row);

    if (result == STORE_OK)
        result = load_replay(load, LOAD_LATEST, NULL, NULL);
    if (result == STORE_DAMAGED)
        result = load_stand_in(load);
    if (result == STORE_OK)
        api_write_game(w, load, facts);
    free(load);
    return result;
}

static bool games_page_add(void *context, const struct store_game *row) {
    struct games_page *page = context;

    if (!list_takes(&page->list))
        return false;
    page->result = games_write_row(&page->list.w, page->reader, row, NULL);
    list_mark(&page->list, "%lld", (long long)row->id);
    return page->result == STORE_OK;
}

static void reply_list(struct request *rq, struct store_reader *reader, struct games_query *query) {
    struct store_game_filter *filter = &query->filter;
    struct games_page page = {.reader = reader};
    enum store_result result;

    list_begin(&page.list, filter->limit, GAMES_JSON_MAX);
    filter->limit++;
    result = store_read_begin(reader);
    if (result == STORE_OK) {
        result =
            query->watched || query->followed
                ? store_game_list_of_people(reader, filter, query->followed, games_page_add, &page)
                : store_game_list(reader, filter, games_page_add, &page);
        store_read_end(reader);
    }
    if (result == STORE_OK)
        result = page.result;
    if (result == STORE_OK && page.list.more)
        request_link_next(rq, page.list.last);
    list_reply(rq, &page.list, result);
}

bool games_read_query(struct request *rq, bool has_mine, struct games_query *query) {
    int status = -1, mode = -1;
    int64_t limit = LIST_DEFAULT;
    bool mine = false;
    const struct read_field fields[] = {
        {"status", READ_CHOICE, .to.choice = &status, .choices = status_names},
        {"mode", READ_CHOICE, .to.choice = &mode, .choices = mode_names},
        {"limit", READ_INT, .to.number = &limit, .min = 1, .max = LIST_MAX_ITEMS},
        {"cursor", READ_TEXT, .to.text = &query->cursor},
        {"mine", READ_BOOL, .to.flag = &mine},
        {"watched", READ_BOOL, .to.flag = &query->watched},
        {"followed", READ_BOOL, .to.flag = &query->followed},
        {"club", READ_TEXT, .to.text = &query->club},
    };
    enum { OF_CALLER = 4 }; /* the last ones */

    *query = (struct games_query){0};
    if (!request_query(rq, fields, sizeof fields / sizeof *fields - (has_mine ? 0 : OF_CALLER)))
        return false;
    query->filter = (struct store_game_filter){
        .statuses = status < 0 ? 0 : 1u << status,
        .modes = mode < 0 ? 0 : 1u << mode,
        .mine = mine ? rq->caller.account : 0,
        .viewer = rq->caller.account,
        .limit = (unsigned)limit,
    };
    if ((mine || query->watched || query->followed) && rq->caller.account == 0) {
        reply_problem(rq, PROBLEM_UNAUTHENTICATED,
                      "send a token to list your own games, or those you watch or follow");
        return false;
    }
    if (mine + query->watched + query->followed + (query->club != NULL) > 1) {
        reply_invalid_at(rq,
                         query->watched    ? "watched"
                         : query->followed ? "followed"
                                           : "club",
                         "can be asked for alone, without mine, watched, followed or club");
        return false;
    }
    return true;
}

/* The same, with the cursor of a list by creation. */
static bool read_filter(struct request *rq, bool has_mine, struct games_query *query) {
    return games_read_query(rq, has_mine, query) &&
           list_read_cursor(rq, query->cursor, 1, INT64_MAX, &query->filter.before);
}

void games_list(struct request *rq) {
    struct games_query query;
    struct store_reader *reader;

    if (!read_filter(rq, true, &query))
        return;
    reader = api_reader(rq);
    if (reader != NULL && club_find_filter(rq, reader, query.club, &query.filter.club))
        reply_list(rq, reader, &query);
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
    struct games_query query;
    struct store_account account;
    struct store_reader *reader;

    if (!find_account(rq, &reader, &account) || !read_filter(rq, false, &query))
        return;
    query.filter.player = account.id;
    reply_list(rq, reader, &query);
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
    writer_key(&w, "with_people");
    writer_object(&w);
    writer_int_member(&w, "finished", stats.people_finished);
    writer_int_member(&w, "won", stats.people_won);
    writer_object_end(&w);
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
