/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/mine.h"

#include <stdlib.h>

#include "db/clocks.h"
#include "db/games.h"
#include "service/api/game.h"
#include "service/api/talk.h"
#include "service/app/app.h"
#include "service/app/list.h"
#include "service/app/store_reply.h"
#include "service/document/cards_json.h"
#include "service/document/chain_json.h"
#include "service/game/tags.h"
#include "service/http/reply.h"

enum {
    GAMES_MAX = 500, /* shown at most, the latest ones */
    GAMES_JSON_MAX = 8 << 20,
    PROPOSALS_MAX = 200,
};

/* ---- running games, the most urgent first ---- */

struct my_game {
    int64_t id;
    bool waiting;
    int64_t deadline; /* INT64_MAX: none */
    int64_t last_at;
    size_t at, size; /* of its document in the buffer */
};

struct my_games {
    struct my_game items[GAMES_MAX];
    size_t n;
    struct buffer documents;
    struct store_proposal proposals[PROPOSALS_MAX];
    size_t n_proposals;
    const char *tag; /* of the games that are asked for; NULL: all */
};

static bool note_game(void *context, const struct store_game *row) {
    struct my_games *games = context;

    if (games->tag != NULL && !row_has_tag(row, games->tag))
        return true;
    games->items[games->n++] = (struct my_game){.id = row->id, .deadline = INT64_MAX};
    return games->n < GAMES_MAX;
}

static enum store_result find_games(struct request *rq, struct store_reader *reader,
                                    struct my_games *games) {
    const struct store_game_filter filter = {
        .statuses = 1u << STORE_GAME_OPEN | 1u << STORE_GAME_ACTIVE,
        .mine = rq->caller.account,
        .viewer = rq->caller.account,
    };

    return store_game_list(reader, &filter, note_game, games);
}

/* The decisions that the game waits for from SEAT. */
static void write_decisions(struct writer *w, const struct load *load, unsigned seat,
                            struct my_game *game) {
    int64_t deadlines[STORE_SEATS_MAX];
    struct game view;
    unsigned kept = 0;

    game_view(&load->setup, &load->game, seat, &view);
    for (unsigned i = 0; i < view.n_pending; i++)
        if (view.pending[i].player == seat && !view.pending[i].answered)
            view.pending[kept++] = view.pending[i];
    view.n_pending = (uint8_t)kept;
    for (unsigned other = 0; other < load->setup.rules.players; other++)
        view.players[other].asked &= other == seat;
    game->waiting = kept > 0 || (seat != NONE && view.players[seat].asked);
    waiting_for_write(w, &load->setup, &view, seat, clock_deadlines(&load->clock, deadlines));
    if (game->waiting && clock_deadline(&load->clock, seat) != 0)
        game->deadline = clock_deadline(&load->clock, seat);
}

/* The seat that the caller plays; NONE if a bot plays it or they only created the game. */
static unsigned played_seat(const struct request *rq, const struct load *load) {
    unsigned seat = row_seat(&load->row, rq->caller.account);

    return seat != NONE && load->row.seats[seat].kind == STORE_SEAT_HUMAN ? seat : (unsigned)NONE;
}

/* Everybody's points as known to the caller, so that a list of games needs no view of each; null if
 * nobody has any. */
static void write_known_points(struct writer *w, struct request *rq, const struct load *load,
                               unsigned own) {
    bool all = api_owns_table(rq, &load->row);

    writer_key(w, "points");
    if (load->row.status != STORE_GAME_ACTIVE || load->damaged) {
        writer_null(w);
        return;
    }
    writer_array(w);
    for (unsigned seat = 0; seat < load->setup.rules.players; seat++)
        writer_int(w, all || seat == own ? game_points(&load->setup, &load->game, seat)
                                         : game_points_visible(&load->setup, &load->game, seat));
    writer_array_end(w);
}

/* The proposals in a game that the caller has not answered. */
static void write_awaited(struct writer *w, const struct my_games *games, int64_t game) {
    writer_key(w, "proposals");
    writer_array(w);
    for (size_t i = 0; i < games->n_proposals; i++) {
        const struct store_proposal *one = &games->proposals[i];

        if (one->game != game)
            continue;
        writer_object(w);
        writer_text_member(w, "kind", one->seat < 0 ? "pause" : "vote");
        writer_int_member(w, "by", one->by);
        writer_key(w, "seat");
        id_write(w, one->seat < 0 ? NONE : (unsigned)one->seat);
        writer_object_end(w);
    }
    writer_array_end(w);
}

static enum store_result write_my_game(struct request *rq, struct load *load,
                                       struct my_games *games, struct my_game *game) {
    struct writer w = writer_to(&games->documents);
    unsigned seat = played_seat(rq, load), unread;
    enum store_result result =
        store_talk_unread(load->reader, load->row.id, rq->caller.account, TALK_UNREAD_MAX, &unread);

    game->at = games->documents.size;
    game->last_at = load->last_at != 0 ? load->last_at : load->row.created_at;
    writer_object(&w);
    writer_key(&w, "game");
    api_write_game(&w, load, NULL);
    writer_key(&w, "seat");
    id_write(&w, seat);
    writer_key(&w, "decisions");
    if (seat != NONE && load->row.status == STORE_GAME_ACTIVE && !load->damaged) {
        write_decisions(&w, load, seat, game);
    } else {
        writer_array(&w);
        writer_array_end(&w);
    }
    writer_time_or_null_member(&w, "deadline", game->deadline == INT64_MAX ? 0 : game->deadline);
    writer_time_or_null_member(&w, "last_event_at", load->last_at);
    writer_int_member(&w, "unread_talk", unread);
    write_awaited(&w, games, load->row.id);
    write_known_points(&w, rq, load, seat);
    writer_object_end(&w);
    game->size = games->documents.size - game->at;
    return result;
}

/* Games waiting for the caller come first, by deadline and then by how long they have waited; after
 * them the others, the most recently active first. */
static int by_urgency(const void *left, const void *right) {
    const struct my_game *a = left, *b = right;

    if (a->waiting != b->waiting)
        return a->waiting ? -1 : 1;
    if (a->deadline != b->deadline)
        return a->deadline < b->deadline ? -1 : 1;
    if (a->last_at != b->last_at)
        return (a->last_at < b->last_at) == a->waiting ? -1 : 1;
    return (a->id < b->id) - (a->id > b->id);
}

static void reply_games(struct request *rq, struct my_games *games, size_t limit) {
    struct list list;

    qsort(games->items, games->n, sizeof *games->items, by_urgency);
    list_begin(&list, 0, GAMES_JSON_MAX);
    list.body.failed = games->documents.failed;
    for (size_t i = 0; i < games->n && list.count < limit && !list.body.failed; i++)
        if (games->items[i].size > 0 && list_takes(&list))
            writer_json(&list.w, games->documents.data + games->items[i].at, games->items[i].size);
    list_reply(rq, &list, STORE_OK);
}

void mine_games(struct request *rq) {
    struct store_reader *reader = api_reader(rq);
    struct my_games *games;
    enum store_result result;
    int64_t limit = GAMES_MAX;
    const char *tag = NULL;
    const struct read_field fields[] = {
        {"tag", READ_TEXT, .to.text = &tag},
        {"limit", READ_INT, .to.number = &limit, .min = 1, .max = GAMES_MAX},
    };

    if (reader == NULL || !request_query(rq, fields, sizeof fields / sizeof *fields) ||
        !api_read_tag(rq, tag))
        return;
    games = request_alloc(rq, sizeof *games);
    if (games == NULL) {
        reply_no_memory(rq);
        return;
    }
    games->tag = tag;
    buffer_init(&games->documents, GAMES_JSON_MAX);
    result = find_games(rq, reader, games);
    if (result == STORE_OK)
        result = store_proposals(reader, rq->caller.account, app_now(), games->proposals,
                                 PROPOSALS_MAX, &games->n_proposals);
    for (size_t i = 0; i < games->n && result == STORE_OK; i++) {
        struct load load;

        result = load_open_by_id(&load, reader, games->items[i].id);
        if (result == STORE_OK)
            result = load_replay(&load, LOAD_LATEST, NULL, NULL);
        if (result == STORE_DAMAGED)
            result = load_stand_in(&load);
        if (result == STORE_OK)
            result = write_my_game(rq, &load, games, &games->items[i]);
        load_end(&load);
        if (result == STORE_NONE) /* deleted meanwhile */
            result = STORE_OK;
    }
    if (result == STORE_OK)
        reply_games(rq, games, (size_t)limit);
    else
        reply_store_failure(rq, result);
    buffer_free(&games->documents);
}
