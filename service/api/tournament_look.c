/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/tournament_look.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "service/api/game.h"
#include "service/api/games.h"
#include "service/api/tournaments.h"
#include "service/app/list.h"
#include "service/app/store_reply.h"
#include "service/base/csv.h"
#include "service/base/text.h"
#include "service/game/access.h"
#include "service/http/reply.h"
#include "service/tournament/count.h"
#include "service/tournament/stage.h"

enum {
    STANDINGS_JSON_MAX = 1 << 20,
    ROUNDS_JSON_MAX = 16 << 20,
    GAMES_DEFAULT = 20,
    LOG_DEFAULT = 50,
    LOG_MAX = 200,
    LOG_JSON_MAX = 512 << 10,
};

/* The tournament as it stands, if the caller may see it; freed by the caller. NULL: has answered. */
static struct stage *open_stage(struct request *rq) {
    struct store_reader *reader = api_reader(rq);
    struct store_tournament row;
    enum store_result result = STORE_OK;
    struct stage *stage;

    if (reader == NULL || !tournament_find(rq, reader, &row))
        return NULL;
    stage = stage_read(reader, row.id, &result);
    if (stage == NULL)
        reply_store_failure(rq, result);
    return stage;
}

/* ---- standings ---- */

static void write_ranked(struct writer *w, const struct stage *stage, const struct standing *row) {
    const struct store_tournament_player *player = &stage->players[row->player];

    writer_object(w);
    writer_int_member(w, "rank", row->rank);
    writer_text_or_null_member(w, "account", player->name);
    writer_int_or_null_member(w, "division", row->division == UINT16_MAX ? 0 : row->division);
    writer_int_member(w, "won", row->won);
    writer_int_member(w, "points", row->points);
    writer_int_member(w, "percent", row->percent);
    writer_int_member(w, "wbc", row->wbc);
    writer_int_member(w, "played", row->played);
    writer_int_member(w, "byes", row->byes);
    writer_bool_member(w, "withdrawn", player->out);
    writer_object_end(w);
}

static void put_csv_standing(struct buffer *body, const struct stage *stage,
                             const struct standing *row) {
    const struct store_tournament_player *player = &stage->players[row->player];

    buffer_format(body, "%u,", row->rank);
    csv_quoted(body, player->name);
    buffer_format(body, ",%u,%u,%u,%u.%02u,%u,%u,%u,%s\r\n",
                  row->division == UINT16_MAX ? 0 : row->division, row->won, row->points,
                  row->percent / 100, row->percent % 100, row->wbc, row->played, row->byes,
                  player->out ? "true" : "false");
}

/* Whoever has never been in is not in the standing. */
static bool is_ranked(const struct stage *stage, const struct standing *row) {
    return !stage->players[row->player].out || row->played + row->byes > 0;
}

static void reply_standings(struct request *rq, const struct stage *stage,
                            const struct standing *rows) {
    bool csv = request_accepts(rq, "text/csv");
    struct buffer body;
    struct writer w = writer_begin(&body, STANDINGS_JSON_MAX);

    reply_header(rq, "Vary", "Accept, Authorization, Cookie, Accept-Encoding");
    if (csv) {
        buffer_text(&body,
                    "rank,account,division,won,points,percent,wbc,played,byes,withdrawn\r\n");
    } else {
        writer_object(&w);
        writer_key(&w, "items");
        writer_array(&w);
    }
    for (unsigned i = 0; i < stage->contest.n_players; i++) {
        if (!is_ranked(stage, &rows[i]))
            continue;
        if (csv)
            put_csv_standing(&body, stage, &rows[i]);
        else
            write_ranked(&w, stage, &rows[i]);
    }
    if (csv) {
        reply_body(rq, 200, "text/csv; charset=utf-8", &body);
        return;
    }
    writer_array_end(&w);
    writer_object_end(&w);
    reply_tagged(rq, &body);
}

void tournament_standings(struct request *rq) {
    struct stage *stage = open_stage(rq);
    struct standing *rows;

    if (stage == NULL)
        return;
    rows = malloc((stage->contest.n_players + 1) * sizeof *rows);
    if (rows == NULL) {
        reply_no_memory(rq);
    } else {
        format_standings((enum tournament_format)stage->row.format, &stage->contest, rows);
        reply_standings(rq, stage, rows);
    }
    free(rows);
    stage_free(stage);
}

/* ---- rounds ---- */

static void write_table_result(struct writer *w, const struct store_tournament_table *table,
                               const struct contest_table *counted) {
    int winner = count_winner(counted);

    writer_key(w, "result");
    if (!stage_over(table) || table->n == 1) {
        writer_null(w);
        return;
    }
    writer_object(w);
    writer_key(w, "winner");
    if (winner < 0)
        writer_null(w);
    else
        writer_int(w, winner);
    writer_key(w, "points");
    writer_array(w);
    for (unsigned seat = 0; seat < table->n; seat++)
        writer_int(w, table->points[seat]);
    writer_array_end(w);
    writer_key(w, "lost");
    writer_array(w);
    for (unsigned seat = 0; seat < table->n; seat++)
        if (table->lost >> seat & 1)
            writer_int(w, seat);
    writer_array_end(w);
    writer_bool_member(w, "set", table->counted);
    writer_object_end(w);
}

static void write_table(struct writer *w, const struct stage *stage, size_t i) {
    const struct store_tournament_table *table = &stage->tables[i];

    writer_object(w);
    writer_int_member(w, "table", table->number);
    writer_int_or_null_member(w, "division", table->division);
    writer_text_or_null_member(w, "game", table->game_id);
    writer_key(w, "seats");
    writer_array(w);
    for (unsigned seat = 0; seat < table->n; seat++)
        writer_text_or_null(w, stage->players[table->players[seat]].name);
    writer_array_end(w);
    if (table->n == 1)
        writer_bool_member(w, "bye", true);
    writer_time_member(w, "ends_at", table->ends_at);
    write_table_result(w, table, &stage->counted[i]);
    writer_object_end(w);
}

void tournament_rounds(struct request *rq) {
    struct stage *stage = open_stage(rq);
    struct buffer body;
    struct writer w = writer_begin(&body, ROUNDS_JSON_MAX);

    if (stage == NULL)
        return;
    writer_array(&w);
    for (size_t i = 0; i < stage->n_tables;) {
        unsigned round = stage->tables[i].round;

        writer_object(&w);
        writer_int_member(&w, "round", round);
        writer_key(&w, "tables");
        writer_array(&w);
        for (; i < stage->n_tables && stage->tables[i].round == round; i++)
            write_table(&w, stage, i);
        writer_array_end(&w);
        writer_object_end(&w);
    }
    writer_array_end(&w);
    stage_free(stage);
    reply_tagged(rq, &body);
}

/* ---- games ---- */

struct table_games {
    int64_t before;                    /* the place of the last one that was listed */
    int64_t games[GAMES_LIST_MAX + 1]; /* newest first */
    int64_t places[GAMES_LIST_MAX + 1];
    unsigned n, limit;
};

/* Tables come from the first on: the last ones of those that fit stay. */
static bool note_table_game(void *context, const struct store_tournament_table *table) {
    struct table_games *games = context;
    int64_t place = (int64_t)table->round << 16 | table->number;
    unsigned keep;

    if (table->game == 0 || place >= games->before)
        return true;
    keep = games->n < games->limit ? games->n++ : games->limit - 1;
    memmove(games->games + 1, games->games, keep * sizeof *games->games);
    memmove(games->places + 1, games->places, keep * sizeof *games->places);
    games->games[0] = table->game;
    games->places[0] = place;
    return true;
}

/* One that the caller may see. */
static enum store_result write_listed_game(struct request *rq, struct list *list,
                                           struct store_reader *reader, int64_t id) {
    struct store_game row;
    enum store_result result = store_game_get_by_id(reader, id, &row);

    if (result != STORE_OK)
        return result == STORE_NONE ? STORE_OK : result;
    result = access_check(reader, &row, rq->caller.account);
    if (result == STORE_OK)
        result = games_write_row(&list->w, reader, &row, NULL);
    store_game_clear(&row);
    return result == STORE_NONE ? STORE_OK : result;
}

static void list_table_games(struct request *rq, struct store_reader *reader, int64_t tournament) {
    struct table_games games = {.before = INT64_MAX};
    int64_t limit = GAMES_DEFAULT;
    const char *cursor = NULL;
    enum store_result result;
    struct list list;
    const struct read_field fields[] = {
        {"limit", READ_INT, .to.number = &limit, .min = 1, .max = GAMES_LIST_MAX},
        {"cursor", READ_TEXT, .to.text = &cursor},
    };

    if (!request_query(rq, fields, 2) || !list_read_cursor(rq, cursor, 1, INT64_MAX, &games.before))
        return;
    games.limit = (unsigned)limit + 1;
    list_begin(&list, (unsigned)limit, GAMES_JSON_MAX);
    result = store_tournament_tables(reader, tournament, 0, note_table_game, &games);
    for (unsigned i = 0; i < games.n && result == STORE_OK && list_takes(&list); i++) {
        result = write_listed_game(rq, &list, reader, games.games[i]);
        list_mark(&list, "%" PRId64, games.places[i]);
    }
    if (result == STORE_OK && list.more)
        request_link_next(rq, list.last);
    list_reply(rq, &list, result);
}

void tournament_games(struct request *rq) {
    struct store_reader *reader = api_reader(rq);
    struct store_tournament row;

    if (reader != NULL && tournament_find(rq, reader, &row))
        list_table_games(rq, reader, row.id);
}

void tournament_games_of(struct request *rq, const char *id) {
    struct store_reader *reader = api_reader(rq);
    struct store_tournament row;

    if (reader != NULL && tournament_find_id(rq, reader, id, &row))
        list_table_games(rq, reader, row.id);
}

/* ---- the log ---- */

static bool page_add_entry(void *context, const struct store_tournament_entry *entry) {
    struct list *list = context;

    if (!list_takes(list))
        return false;
    writer_object(&list->w);
    writer_time_member(&list->w, "at", entry->at);
    writer_text_or_null_member(&list->w, "by", entry->name);
    writer_text_member(&list->w, "what", entry->what);
    writer_text_member(&list->w, "text", entry->text);
    writer_object_end(&list->w);
    list_mark(list, "%" PRId64, entry->id);
    return true;
}

void tournament_log(struct request *rq) {
    struct store_reader *reader = api_reader(rq);
    struct store_tournament row;
    int64_t limit = LOG_DEFAULT, before = INT64_MAX;
    const char *cursor = NULL;
    struct list list;
    const struct read_field fields[] = {
        {"limit", READ_INT, .to.number = &limit, .min = 1, .max = LOG_MAX},
        {"cursor", READ_TEXT, .to.text = &cursor},
    };

    if (reader == NULL || !tournament_find(rq, reader, &row) || !request_query(rq, fields, 2) ||
        !list_read_cursor(rq, cursor, 1, INT64_MAX, &before))
        return;
    list_begin(&list, (unsigned)limit, LOG_JSON_MAX);
    list_reply(
        rq, &list,
        store_tournament_entries(reader, row.id, before, list.limit + 1, page_add_entry, &list));
}
