/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/records.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/games.h"
#include "db/library.h"
#include "db/tournaments.h"
#include "service/account/name.h"
#include "service/api/game.h"
#include "service/api/record.h"
#include "service/api/wholesale.h"
#include "service/app/app.h"
#include "service/app/list.h"
#include "service/app/store_reply.h"
#include "service/base/text.h"
#include "service/game/access.h"
#include "service/http/reply.h"

/*
 * The library: records of many games in one answer. Which ones is found out first, so that the header can say where the
 * next answer begins; then they are made one by one.
 */

enum {
    GAMES_DEFAULT = 100,
    GAMES_MAX = 500, /* of one answer */
    IDS_MAX = 100,
    LOOKED_MAX =
        50000, /* games whose rules are looked at for one answer, which then may have fewer than its limit */
    LOOKED_PER_LINE = 100, /* of them cost as much as a line of the answer */
    BRIEF_SHARE = 4,       /* of a log's cost, where it is read and not written */
    PART_FULL = 64 << 10,  /* bytes from which on no further record is put to those of a part */
    PART_RECORDS =
        16, /* games of a part: lines of CSV are short, and the first should not wait for all */
    /* Games are told this much later than they ended, for some commit a little later than others that ended
     * after them, and who has read on would never see them. The store gives up a commit sooner. */
    SETTLED_MS = 30 * 1000,
};

struct records {
    struct wholesale wholesale; /* first */
    enum record_form form;
    bool headed;
    bool mine; /* all of the caller's, found while they are sent */
    struct store_library_place games[GAMES_MAX];
    size_t n, at;   /* games, and those whose record was made */
    int64_t before; /* of the caller's: the last one that was found */
};

/* ---- sending ---- */

/* The next games of the caller that are over. */
static enum store_result find_mine(struct records *records, struct store_reader *reader,
                                   int64_t account) {
    int64_t ids[GAMES_DEFAULT];
    enum store_result result =
        store_game_ids_over(reader, account, records->before, ids, GAMES_DEFAULT, &records->n);

    for (size_t i = 0; i < records->n && result == STORE_OK; i++)
        records->before = records->games[i].id = ids[i];
    records->at = 0;
    return result;
}

/* Whether a part that was made from N games is sent as it is. An empty one would be the end of the answer. */
static bool is_full_part(const struct buffer *part, size_t n) {
    return part->size >= PART_FULL || (n >= PART_RECORDS && part->size > 0);
}

/* One record, or none where the game is damaged, or gone meanwhile. */
static enum store_result add_record(struct request *rq, struct records *records,
                                    struct store_reader *reader) {
    struct load load;
    enum store_result result =
        access_open_by_id(&load, reader, records->games[records->at++].id, rq->caller.account);

    if (result == STORE_OK)
        result = api_record_write(app_of(rq), &load, records->form, &records->wholesale.part);
    load_end(&load);
    if (result == STORE_OK && records->form != RECORD_CSV)
        buffer_byte(&records->wholesale.part, '\n');
    return result == STORE_DAMAGED || result == STORE_NONE ? STORE_OK : result;
}

static bool make_records(struct request *rq, struct wholesale *wholesale,
                         struct store_reader *reader) {
    struct records *records = (struct records *)wholesale;
    enum store_result result = STORE_OK;

    if (records->form == RECORD_CSV && !records->headed)
        record_csv_head(&wholesale->part);
    records->headed = true;
    for (size_t n = 0; result == STORE_OK && !is_full_part(&wholesale->part, n); n++) {
        if (records->mine && records->at == records->n)
            result = find_mine(records, reader, rq->caller.account);
        if (result != STORE_OK || records->at == records->n)
            break;
        result = add_record(rq, records, reader);
    }
    return result == STORE_OK;
}

/* NULL: has answered. */
static struct records *begin_records(struct request *rq, enum record_form form) {
    struct records *records = wholesale_new(rq, sizeof *records);

    if (records == NULL)
        return NULL;
    records->wholesale.make = make_records;
    records->form = form;
    buffer_init(&records->wholesale.part, API_RECORD_MAX + PART_FULL);
    return records;
}

void records_mine(struct request *rq) {
    struct store_reader *reader = api_reader(rq);
    struct records *records;
    int64_t events;

    if (reader == NULL || !request_query(rq, NULL, 0) ||
        !check_stored(rq, store_game_events_of(reader, rq->caller.account, &events)) ||
        !wholesale_charge(rq, 0, events))
        return;
    records = begin_records(rq, RECORD_WHOLE);
    if (records == NULL)
        return;
    records->mine = true;
    records->before = INT64_MAX;
    wholesale_send(rq, "application/x-ndjson");
}

/* ---- what is asked for ---- */

struct library_query {
    struct store_library_filter filter;
    int game, edition, scenario; /* -1: any */
    int64_t players;             /* 0: any number */
    bool nothing;                /* a tournament is asked for that there is not */
    const char *ids;             /* separated by commas; NULL: all games */
    unsigned limit;
    enum record_form form;
};

/* One of N names; the first may be NULL. */
static bool read_library_name(struct request *rq, const char *parameter, const char *text,
                              const char *const *names, int n, int *found) {
    *found = -1;
    for (int i = 0; i < n && text != NULL; i++)
        if (names[i] != NULL && strcmp(names[i], text) == 0)
            *found = i;
    if (text == NULL || *found >= 0)
        return true;
    reply_invalid_at(rq, parameter, "there is no such %s", parameter);
    return false;
}

/* "TIME.GAME" */
static bool read_library_place(struct request *rq, const char *cursor,
                               struct store_library_place *behind) {
    struct store_library_place place;

    if (cursor == NULL)
        return true;
    if (!text_take_number(&cursor, INT64_MAX, &place.at) || !text_take_mark(&cursor, '.') ||
        !text_take_number(&cursor, INT64_MAX, &place.id) || *cursor != '\0') {
        list_reply_bad_cursor(rq);
        return false;
    }
    if (place.at > behind->at || (place.at == behind->at && place.id > behind->id))
        *behind = place;
    return true;
}

static enum record_form records_form_of(struct request *rq, bool brief) {
    if (request_accepts(rq, "text/csv"))
        return RECORD_CSV;
    return brief ? RECORD_BRIEF : RECORD_WHOLE;
}

/* Who wins has a seat, and of two who do it does not matter which is looked for first. */
static void put_first(struct store_library_filter *filter) {
    if (filter->player == 0) {
        filter->player = filter->other;
        filter->other = 0;
    }
    if (filter->player == 0)
        filter->player = filter->winner;
}

/* One that there is not, or that the caller may not see, has no games. */
static bool read_tournament(struct request *rq, struct store_reader *reader, const char *id,
                            struct library_query *query) {
    struct store_tournament row;
    enum store_result result = id == NULL ? STORE_OK : store_tournament_get(reader, id, &row);

    query->nothing = result == STORE_NONE;
    if (id != NULL && result == STORE_OK)
        query->filter.tournament = row.id;
    return result == STORE_NONE || check_stored(rq, result);
}

/* ACCOUNT: whose games the path asks for; 0: everybody's. */
static bool read_library_query(struct request *rq, struct store_reader *reader, int64_t account,
                               struct library_query *query) {
    static const char *const parts[] = {"head", NULL};
    const char *since = NULL, *until = NULL, *player = NULL, *vs = NULL, *winner = NULL;
    const char *game = NULL, *edition = NULL, *scenario = NULL, *tag = NULL, *tournament = NULL;
    const char *cursor = NULL;
    bool rated = false, has_rated = false, bots = false, has_bots = false;
    int fields = -1, mode = STORE_MODE_PLAY;
    int64_t limit = GAMES_DEFAULT, start = 0;
    const struct read_field rows[] = {
        {"since", READ_TEXT, .to.text = &since},
        {"until", READ_TEXT, .to.text = &until},
        {"vs", READ_TEXT, .to.text = &vs},
        {"winner", READ_TEXT, .to.text = &winner},
        {"game", READ_TEXT, .to.text = &game},
        {"edition", READ_TEXT, .to.text = &edition},
        {"scenario", READ_TEXT, .to.text = &scenario},
        {"players", READ_INT, .to.number = &query->players, .min = 2, .max = SEAT_MAX},
        {"rated", READ_BOOL, .to.flag = &rated, .given = &has_rated},
        {"bots", READ_BOOL, .to.flag = &bots, .given = &has_bots},
        {"tag", READ_TEXT, .to.text = &tag},
        {"tournament", READ_TEXT, .to.text = &tournament},
        {"mode", READ_CHOICE, .to.choice = &mode, .choices = mode_names},
        {"ids", READ_TEXT, .to.text = &query->ids},
        {"fields", READ_CHOICE, .to.choice = &fields, .choices = parts},
        {"limit", READ_INT, .to.number = &limit, .min = 1, .max = GAMES_MAX},
        {"cursor", READ_TEXT, .to.text = &cursor},
        {"player", READ_TEXT, .to.text = &player}, /* last */
    };
    struct store_library_filter *filter = &query->filter;

    if (!request_query(rq, rows, sizeof rows / sizeof *rows - (account != 0)))
        return false;
    filter->until = INT64_MAX;
    filter->player = account;
    if (!api_read_time(rq, "since", since, &start) ||
        !api_read_time(rq, "until", until, &filter->until) ||
        !read_library_name(rq, "game", game, game_kind_names, GAME_KIND_COUNT, &query->game) ||
        !read_library_name(rq, "edition", edition, edition_names, EDITION_COUNT, &query->edition) ||
        !read_library_name(rq, "scenario", scenario, scenario_names, SCENARIO_COUNT,
                           &query->scenario) ||
        !api_read_account(rq, reader, "player", player, &filter->player) ||
        !api_read_account(rq, reader, "vs", vs, &filter->other) ||
        !api_read_account(rq, reader, "winner", winner, &filter->winner) ||
        !api_read_tag(rq, tag) || !read_tournament(rq, reader, tournament, query))
        return false;
    if (start > 0)
        filter->behind = (struct store_library_place){start - 1, INT64_MAX};
    if (query->ids == NULL && filter->until > app_now() - SETTLED_MS)
        filter->until = app_now() - SETTLED_MS;
    filter->viewer = rq->caller.account;
    filter->mode = (enum store_game_mode)mode;
    filter->bots = has_bots ? bots : -1;
    filter->rated = has_rated ? rated : -1;
    put_first(filter);
    filter->tag = tag;
    query->limit = (unsigned)limit;
    query->form = records_form_of(rq, fields == 0);
    return read_library_place(rq, cursor, &filter->behind);
}

/* ---- which games ---- */

struct found {
    const struct library_query *query;
    struct records *records;
    struct store_library_place last; /* of those that were looked at */
    unsigned looked;
    int64_t events;
};

static bool rules_fit(const struct library_query *query, struct store_bytes setup) {
    struct board_spec spec;
    struct rules rules;

    if (query->game < 0 && query->edition < 0 && query->scenario < 0 && query->players == 0)
        return true;
    return setup_decode(setup.data, setup.len, &rules, &spec) &&
           (query->game < 0 || rules.game == query->game) &&
           (query->edition < 0 || rules.edition == query->edition) &&
           (query->scenario < 0 || rules.scenario == query->scenario) &&
           (query->players == 0 || rules.players == query->players);
}

static bool note_found(void *context, const struct store_library_game *game) {
    struct found *found = context;
    struct records *records = found->records;

    found->looked++;
    found->last = game->place;
    if (rules_fit(found->query, game->setup)) {
        records->games[records->n++] = game->place;
        found->events += game->events;
    }
    return records->n < GAMES_MAX &&
           (found->query->ids != NULL || records->n < found->query->limit);
}

static int by_place(const void *left, const void *right) {
    const struct store_library_place *a = left, *b = right;

    if (a->at != b->at)
        return a->at < b->at ? -1 : 1;
    return (a->id > b->id) - (a->id < b->id);
}

/* Games that are asked for one by one; a name twice counts once. */
static enum store_result find_by_ids(struct request *rq, struct store_reader *reader,
                                     struct found *found) {
    struct records *records = found->records;
    char *ids = request_copy(rq, found->query->ids), *rest = NULL;
    enum store_result result = ids == NULL ? STORE_MEMORY : STORE_OK;
    size_t kept = 0;

    for (char *id = ids == NULL ? NULL : strtok_r(ids, ",", &rest);
         id != NULL && result == STORE_OK && found->looked < IDS_MAX;
         id = strtok_r(NULL, ",", &rest))
        result = store_library_find(reader, &found->query->filter, id, note_found, found);
    qsort(records->games, records->n, sizeof *records->games, by_place);
    for (size_t i = 0; i < records->n; i++)
        if (kept == 0 || by_place(&records->games[kept - 1], &records->games[i]) != 0)
            records->games[kept++] = records->games[i];
    records->n = kept < found->query->limit ? kept : found->query->limit;
    if (records->n > 0)
        found->last = records->games[records->n - 1];
    return result;
}

static enum store_result find_library_games(struct request *rq, struct store_reader *reader,
                                            struct found *found) {
    const struct library_query *query = found->query;

    if (query->nothing)
        return STORE_OK;
    return query->ids != NULL
               ? find_by_ids(rq, reader, found)
               : store_library_list(reader, &query->filter, LOOKED_MAX, note_found, found);
}

static bool charge_found(struct request *rq, const struct found *found) {
    static const int shares[] = {
        [RECORD_WHOLE] = 1, [RECORD_BRIEF] = BRIEF_SHARE, [RECORD_CSV] = 0};
    int share = shares[found->query->form];
    int64_t lines = (int64_t)found->records->n + found->looked / LOOKED_PER_LINE;

    return wholesale_charge(rq, lines, share == 0 ? 0 : found->events / share);
}

static void reply_library(struct request *rq, struct store_reader *reader,
                          const struct library_query *query) {
    struct found found = {.query = query, .last = query->filter.behind};
    char cursor[LIST_CURSOR_SIZE];

    found.records = begin_records(rq, query->form);
    if (found.records == NULL || !check_stored(rq, find_library_games(rq, reader, &found)) ||
        !charge_found(rq, &found))
        return;
    snprintf(cursor, sizeof cursor, "%" PRId64 ".%" PRId64, found.last.at, found.last.id);
    request_link_next(rq, cursor);
    reply_header(rq, "Vary", "Accept, Authorization, Cookie, Accept-Encoding");
    wholesale_send(rq,
                   query->form == RECORD_CSV ? "text/csv; charset=utf-8" : "application/x-ndjson");
}

void records_list(struct request *rq) {
    struct store_reader *reader = api_reader(rq);
    struct library_query query = {.limit = 0};

    if (reader != NULL && read_library_query(rq, reader, 0, &query))
        reply_library(rq, reader, &query);
}

void records_of_account(struct request *rq) {
    struct store_reader *reader = api_reader(rq);
    struct library_query query = {.limit = 0};
    struct store_account account;

    if (reader != NULL &&
        check_stored(rq, account_by_name(reader, request_param(rq, 0), &account)) &&
        read_library_query(rq, reader, account.id, &query))
        reply_library(rq, reader, &query);
}
