/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/search.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "db/search.h"
#include "service/api/game.h"
#include "service/api/games.h"
#include "service/api/tournament_look.h"
#include "service/app/app.h"
#include "service/app/list.h"
#include "service/app/store_reply.h"
#include "service/base/text.h"
#include "service/http/reply.h"

/* GET /v1/games: the list by creation (games.c), or a search where more is asked for. */

enum {
    FIGURE_MAX = 100000, /* of turns and the like */
    NAME_MAX_BYTES = 200,
};

_Static_assert((int)GAMES_LIST_MAX < (int)STORE_SEARCH_MAX, "a page can be found at once");

/* By enum store_search_order. */
static const char *const sort_names[] = {"created", "moved",    "finished", "turns",
                                         "road",    "comeback", NULL};

struct search_query {
    struct games_query games;
    struct store_search search;
    bool asked; /* for more than a list by creation has */
};

/* ---- the question ---- */

/* "VALUE.GAME" */
static bool read_search_place(struct request *rq, const char *cursor,
                              struct store_search_place *behind) {
    *behind = (struct store_search_place){INT64_MAX, INT64_MAX};
    if (cursor == NULL)
        return true;
    if (text_take_number(&cursor, INT64_MAX - 1, &behind->value) && text_take_mark(&cursor, '.') &&
        text_take_number(&cursor, INT64_MAX - 1, &behind->id) && *cursor == '\0')
        return true;
    list_reply_bad_cursor(rq);
    return false;
}

static bool read_search_name(struct request *rq, const char *name) {
    if (name == NULL || (*name != '\0' && strlen(name) <= NAME_MAX_BYTES))
        return true;
    reply_invalid_at(rq, "name", "must have 1 to %d bytes", NAME_MAX_BYTES);
    return false;
}

/* What lists by creation do not have. */
static bool read_search_fields(struct request *rq, struct store_reader *reader,
                               struct search_query *query) {
    const char *games[GAME_KIND_COUNT + 1] = {NULL};
    const char *after = NULL, *before = NULL, *player = NULL, *vs = NULL;
    struct store_search *search = &query->search;
    int64_t turns = 0, road = 0, comeback = 0;
    int sort = SEARCH_CREATED;
    const struct read_field fields[] = {
        {"finished_after", READ_TEXT, .to.text = &after},
        {"finished_before", READ_TEXT, .to.text = &before},
        {"player", READ_TEXT, .to.text = &player},
        {"vs", READ_TEXT, .to.text = &vs},
        {"name", READ_TEXT, .to.text = &search->name},
        {"tag", READ_TEXT, .to.text = &search->tag},
        {"game", READ_CHOICE, .to.choice = &search->kind, .choices = games},
        {"min_turns", READ_INT, .to.number = &turns, .min = 0, .max = FIGURE_MAX},
        {"min_road", READ_INT, .to.number = &road, .min = 0, .max = FIGURE_MAX},
        {"min_comeback", READ_INT, .to.number = &comeback, .min = 0, .max = FIGURE_MAX},
        {"sort", READ_CHOICE, .to.choice = &sort, .choices = sort_names},
    };

    memcpy(games, game_kind_names, sizeof game_kind_names);
    *search = (struct store_search){.kind = -1, .unfinished = INT64_MAX};
    if (!request_query(rq, fields, sizeof fields / sizeof *fields) ||
        !api_read_time(rq, "finished_after", after, &search->finished) ||
        !api_read_time(rq, "finished_before", before, &search->unfinished) ||
        !api_read_account(rq, reader, "player", player, &search->player) ||
        !api_read_account(rq, reader, "vs", vs, &search->other) ||
        !read_search_name(rq, search->name) || !api_read_tag(rq, search->tag))
        return false;
    search->order = (enum store_search_order)sort;
    search->turns = (int)turns;
    search->road = (int)road;
    search->comeback = (int)comeback;
    query->asked = after != NULL || before != NULL || player != NULL || vs != NULL ||
                   search->tag != NULL || search->name != NULL || search->kind >= 0 || turns > 0 ||
                   road > 0 || comeback > 0 || sort != SEARCH_CREATED;
    return true;
}

static bool read_search_query(struct request *rq, struct store_reader *reader,
                              struct search_query *query) {
    const struct store_game_filter *filter = &query->games.filter;
    struct store_search *search = &query->search;

    if (!read_search_fields(rq, reader, query))
        return false;
    if (!query->asked)
        return true;
    if (!games_read_query(rq, true, &query->games) ||
        !read_search_place(rq, query->games.cursor, &search->behind))
        return false;
    if (query->games.watched || query->games.followed || query->games.club != NULL) {
        reply_invalid_at(rq,
                         query->games.watched    ? "watched"
                         : query->games.followed ? "followed"
                                                 : "club",
                         "takes only status, mode, limit and cursor beside it");
        return false;
    }
    search->viewer = filter->viewer;
    search->mine = filter->mine;
    search->statuses = filter->statuses;
    search->modes = filter->modes;
    search->limit = filter->limit;
    return true;
}

/* ---- the answer ---- */

static bool is_of_kind(int kind, struct store_bytes setup) {
    struct board_spec spec;
    struct rules rules;

    return setup_decode(setup.data, setup.len, &rules, &spec) && rules.game == kind;
}

static enum store_result write_found_game(struct list *list, struct store_reader *reader,
                                          int64_t id) {
    struct store_facts facts;
    struct store_game row;
    enum store_result known = store_facts_get(reader, id, &facts);
    enum store_result result =
        known == STORE_OK || known == STORE_NONE ? store_game_get_by_id(reader, id, &row) : known;

    if (result != STORE_OK)
        return result == STORE_NONE ? STORE_OK : result;
    result = games_write_row(&list->w, reader, &row, known == STORE_OK ? &facts : NULL);
    store_game_clear(&row);
    return result;
}

/* In one snapshot, so that what was found is there. */
static enum store_result list_found(struct list *list, struct store_reader *reader,
                                    const struct search_query *query) {
    struct store_found found = {.n = 0};
    enum store_result result = store_search(reader, &query->search, is_of_kind, &found);

    for (size_t i = 0; i < found.n && result == STORE_OK; i++)
        result = write_found_game(list, reader, found.places[i].id);
    list->more = found.more;
    list_mark(list, "%" PRId64 ".%" PRId64, found.last.value, found.last.id);
    return result;
}

void search_games(struct request *rq) {
    struct store_reader *reader = api_reader(rq);
    struct search_query query;
    enum store_result result;
    const char *tournament = NULL;
    struct list list;

    if (!request_query(rq, &(struct read_field){"tournament", READ_TEXT, .to.text = &tournament},
                       1))
        return;
    if (tournament != NULL) {
        tournament_games_of(rq, tournament);
        return;
    }
    if (reader == NULL || !read_search_query(rq, reader, &query))
        return;
    if (!query.asked) {
        games_list(rq);
        return;
    }
    list_begin(&list, (unsigned)query.search.limit, GAMES_JSON_MAX);
    result = store_read_begin(reader);
    if (result == STORE_OK) {
        result = list_found(&list, reader, &query);
        store_read_end(reader);
    }
    if (result == STORE_OK && list.more)
        request_link_next(rq, list.last);
    list_reply(rq, &list, result);
}
