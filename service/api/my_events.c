/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/games.h"
#include "service/api/events.h"
#include "service/api/game.h"
#include "service/api/talk.h"
#include "service/api/told.h"
#include "service/app/app.h"
#include "service/base/text.h"
#include "service/http/reply.h"
#include "service/http/stream.h"
#include "service/http/topics.h"

/*
 * One stream for all games of an account. An event's id says how far each game has been sent:
 * "12.43-15.7" means up to event 43 of game 12 and event 7 of game 15. Games that it does not name
 * are sent from their start, as the account joined them later.
 */

enum {
    GAMES_MAX = 500, /* watched at a time */
    GAMES_GROW = 16,
    EVENT_JSON_MAX = 64 << 10,
    CHUNK_TALK = 300,                  /* messages written at once per game */
    CHUNK_FULL = STREAM_CHUNK_MAX / 4, /* bytes after which the rest waits for the next call */
};

struct watched_game {
    int64_t id;
    uint32_t seq; /* written so far */
    int64_t talk; /* the latest message read */
    bool over;    /* over, and written to its end */
};

struct my_stream {
    struct watched_game *games;
    size_t n, room;
    int64_t since; /* when the stream began */
    bool begun;
    int language; /* of the sentences; LANGUAGES: none */
};

static void my_free(struct request *rq) {
    struct my_stream *mine = rq->state;

    free(mine->games);
}

static struct watched_game *find_watched(struct my_stream *mine, int64_t id) {
    for (size_t i = 0; i < mine->n; i++)
        if (mine->games[i].id == id)
            return &mine->games[i];
    return NULL;
}

/* Watches a game after event SEQ, and its talk from now on; for a game joined during the stream (SEQ 0), its talk
 * since the stream began. False: it failed. */
static bool watch_game(struct request *rq, struct my_stream *mine, struct store_reader *reader,
                       int64_t id, uint32_t seq) {
    int64_t talk = 0;

    if (find_watched(mine, id) != NULL || mine->n == GAMES_MAX)
        return true;
    if (!(mine->begun && seq == 0) && store_talk_last(reader, id, &talk) != STORE_OK)
        return false;
    if (mine->n == mine->room) {
        struct watched_game *more =
            realloc(mine->games, (mine->room + GAMES_GROW) * sizeof *mine->games);

        if (more == NULL)
            return false;
        mine->games = more;
        mine->room += GAMES_GROW;
    }
    mine->games[mine->n++] = (struct watched_game){.id = id, .seq = seq, .talk = talk};
    return topic_subscribe(rq, (uint64_t)id);
}

/* ---- which games ---- */

struct games_search {
    struct request *rq;
    struct my_stream *mine;
    struct store_reader *reader;
    bool from_start; /* else from its present end */
    bool failed;
};

static bool look_row(void *context, const struct store_game *row) {
    struct games_search *search = context;

    if (!watch_game(search->rq, search->mine, search->reader, row->id,
                    search->from_start ? 0 : row->last_seq))
        search->failed = true;
    return !search->failed && search->mine->n < GAMES_MAX;
}

/* Finds the games of the caller that are not watched yet. */
static bool look_for_games(struct request *rq, struct my_stream *mine, struct store_reader *reader,
                           bool from_start) {
    struct games_search search = {
        .rq = rq, .mine = mine, .reader = reader, .from_start = from_start};
    const struct store_game_filter filter = {
        .statuses = 1u << STORE_GAME_OPEN | 1u << STORE_GAME_ACTIVE,
        .player = rq->caller.account,
        .viewer = rq->caller.account,
    };

    return store_game_list(reader, &filter, look_row, &search) == STORE_OK && !search.failed;
}

/* ---- what happened in them ---- */

/* One event and its id, which names every game, fit into what is left of a chunk that is not full yet. */
_Static_assert(CHUNK_FULL + EVENT_JSON_MAX + GAMES_MAX * 32 < STREAM_CHUNK_MAX, "a chunk has room");

struct event_piece {
    struct my_stream *mine;
    struct watched_game *game;
    struct buffer *out;
    struct teller told;
};

static void write_id(struct buffer *out, const struct my_stream *mine) {
    const char *between = "id: ";

    for (size_t i = 0; i < mine->n; i++) {
        if (mine->games[i].over)
            continue;
        buffer_format(out, "%s%lld.%u", between, (long long)mine->games[i].id,
                      (unsigned)mine->games[i].seq);
        between = "-";
    }
    buffer_text(out, "\n");
}

static bool write_event_piece(void *context, struct load *load, const struct game *before,
                              const struct event *event, int64_t at) {
    struct event_piece *piece = context;
    struct buffer json;
    struct writer w = writer_begin(&json, EVENT_JSON_MAX);

    if (piece->out->size >= CHUNK_FULL)
        return false;
    piece->game->seq = load->game.seq;
    writer_object(&w);
    writer_text_member(&w, "game", load->row.public_id);
    writer_key(&w, "event");
    told_event(&w, &piece->told, load, before, event, at);
    writer_object_end(&w);
    if (json.failed) {
        piece->out->failed = true;
    } else {
        write_id(piece->out, piece->mine);
        stream_event(piece->out, -1, event_type_name(event->type), json.data, json.size);
    }
    buffer_free(&json);
    return true;
}

/* Writes new events of one game; false when the store failed. */
static bool write_new_events(struct request *rq, struct my_stream *mine,
                             struct store_reader *reader, struct watched_game *game,
                             struct buffer *out) {
    struct event_piece piece = {
        .mine = mine, .game = game, .out = out, .told.language = mine->language};
    struct load load;
    enum store_result result = load_open_by_id(&load, reader, game->id);
    unsigned viewer = NONE;

    if (result == STORE_OK)
        viewer = api_viewer(rq, &load.row);
    if (result == STORE_OK && viewer == NONE)
        result = STORE_NONE;
    if (result == STORE_OK && load.row.last_seq > game->seq) {
        load.log.viewer = viewer;
        result = load_replay(&load, game->seq, NULL, NULL);
        if (result == STORE_OK)
            result = load_replay(&load, LOAD_LATEST, write_event_piece, &piece);
    }
    if (result == STORE_OK && row_over(&load.row) && game->seq >= load.row.last_seq)
        game->over = true;
    load_end(&load);
    if (result == STORE_NONE || result == STORE_DAMAGED) {
        game->over = true; /* deleted, left, never the caller's, or unreadable */
        result = STORE_OK;
    }
    return result == STORE_OK;
}

struct talk_piece {
    const char *game; /* public id */
    int64_t since;    /* earlier messages are not sent */
    struct watched_game *of;
    struct buffer *out;
};

static bool write_talk_piece(void *context, const struct store_talk *talk) {
    const struct talk_piece *piece = context;
    struct buffer json;
    struct writer w;

    piece->of->talk = talk->id;
    if (talk->at < piece->since)
        return true;
    w = writer_begin(&json, TALK_JSON_MAX);
    writer_object(&w);
    writer_text_member(&w, "game", piece->game);
    writer_key(&w, "talk");
    talk_write(&w, talk);
    writer_object_end(&w);
    piece->out->failed |= json.failed;
    if (!json.failed)
        stream_event(piece->out, -1, "talk", json.data, json.size);
    buffer_free(&json);
    return true;
}

/* Writes new messages of a game. */
static enum store_result write_talk_of(const struct request *rq, int64_t since,
                                       struct store_reader *reader, struct watched_game *game,
                                       struct buffer *out) {
    struct store_game row;
    struct talk_piece piece = {.game = row.public_id, .since = since, .of = game, .out = out};
    enum store_result result = store_game_get_by_id(reader, game->id, &row);

    if (result != STORE_OK)
        return result;
    result = store_talk_list(reader, row.id, rq->caller.account, game->talk, CHUNK_TALK,
                             write_talk_piece, &piece);
    store_game_clear(&row);
    return result;
}

static bool write_new_talk(const struct request *rq, struct my_stream *mine,
                           struct store_reader *reader, struct buffer *out) {
    bool ok = true;

    for (size_t i = 0; i < mine->n && ok; i++) {
        int64_t last;
        enum store_result result = store_talk_last(reader, mine->games[i].id, &last);

        if (result == STORE_OK && last > mine->games[i].talk)
            result = write_talk_of(rq, mine->since, reader, &mine->games[i], out);
        ok = result == STORE_OK || result == STORE_NONE;
    }
    return ok;
}

static bool fill_my_stream(struct request *rq, struct buffer *out) {
    struct my_stream *mine = rq->state;
    struct store_reader *reader = store_reader_get(app_of(rq)->store);
    size_t kept = 0;

    if (!mine->begun)
        buffer_text(out, "retry: 3000\n\n");
    mine->begun = true;
    if (reader == NULL || !events_token_good(rq) || !look_for_games(rq, mine, reader, true))
        return false;
    /* One piece at a time: the rest follows once this is sent. */
    for (size_t i = 0; i < mine->n && out->size < CHUNK_FULL; i++)
        if (!write_new_events(rq, mine, reader, &mine->games[i], out))
            return false;
    if (!write_new_talk(rq, mine, reader, out))
        return false;
    for (size_t i = 0; i < mine->n; i++)
        if (!mine->games[i].over)
            mine->games[kept++] = mine->games[i];
    mine->n = kept;
    return true;
}

/* ---- the endpoint ---- */

/* Continues from the id of an earlier stream. */
static bool resume_stream(struct request *rq, struct my_stream *mine, struct store_reader *reader,
                          const char *text) {
    while (*text != '\0') {
        int64_t id, seq;

        if (!text_take_number(&text, INT64_MAX, &id) || id == 0 || !text_take_mark(&text, '.') ||
            !text_take_number(&text, STORE_SEQ_MAX, &seq) ||
            (!text_take_mark(&text, '-') && *text != '\0') ||
            !watch_game(rq, mine, reader, id, (uint32_t)seq))
            return false;
    }
    return true;
}

void events_mine(struct request *rq) {
    const char *last = request_header(rq, "Last-Event-ID");
    struct store_reader *reader = api_reader(rq);
    struct my_stream *mine;
    int language = LANGUAGES;
    const struct read_field fields[] = {TOLD_FIELD(&language)};

    if (reader == NULL || !request_query(rq, fields, sizeof fields / sizeof *fields))
        return;
    mine = request_alloc(rq, sizeof *mine);
    if (mine == NULL) {
        reply_no_memory(rq);
        return;
    }
    mine->since = app_now();
    mine->language = language;
    rq->state = mine;
    rq->state_free = my_free;
    if (!topic_subscribe(rq, app_account_topic(rq->caller.account))) {
        topic_refuse(rq);
        return;
    }
    if (last != NULL && !resume_stream(rq, mine, reader, last)) {
        reply_invalid_at(rq, "Last-Event-ID", "must be the `id` of an event of this stream");
        return;
    }
    if (last == NULL && !look_for_games(rq, mine, reader, false)) {
        reply_problem(rq, PROBLEM_UNAVAILABLE, "could not subscribe to your games; try again");
        return;
    }
    stream_begin(rq, "text/event-stream", fill_my_stream);
}
