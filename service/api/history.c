/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/history.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/games.h"
#include "db/history.h"
#include "service/api/game.h"
#include "service/app/store_reply.h"
#include "service/game/statistics.h"
#include "service/http/reply.h"

/* Looking back: statistics of one game or of an account. */

enum {
    STATS_JSON_MAX = 256 << 10,
    ACCOUNT_GAMES_MAX = 1000, /* only the latest are added up */
    ACCOUNT_POINTS_MAX = 20,  /* the latest, whose points over time are shown */
    PARTNERS_MAX = 100,
};

/* ---- statistics of one game ---- */

static void write_seat_statistics(struct writer *w, const struct load *load, unsigned seat,
                                  const struct statistics *stats) {
    writer_object(w);
    writer_int_member(w, "seat", seat);
    writer_text_or_null_member(w, "account", load->row.seats[seat].account_name);
    statistics_write(w, stats, load->setup.rules.kinds);
    writer_key(w, "trades_with");
    writer_array(w);
    for (unsigned other = 0; other < load->setup.rules.players; other++)
        writer_int(w, stats->trades[other]);
    writer_array_end(w);
    statistics_write_points(w, stats);
    writer_object_end(w);
}

static void reply_stats(struct request *rq, struct load *load) {
    struct statistics *stats = request_alloc(rq, SEAT_MAX * sizeof *stats);
    bool all = row_over(&load->row) || api_owns_table(rq, &load->row);
    enum store_result result;
    struct buffer body;
    struct writer w = writer_begin(&body, STATS_JSON_MAX);

    if (stats == NULL) {
        reply_no_memory(rq);
        return;
    }
    result = statistics_compute(load, all, stats);
    if (!check_stored(rq, result))
        return;
    writer_object(&w);
    writer_int_member(&w, "seq", load->game.seq);
    writer_key(&w, "seats");
    writer_array(&w);
    for (unsigned seat = 0; seat < load->setup.rules.players; seat++)
        write_seat_statistics(&w, load, seat, &stats[seat]);
    writer_array_end(&w);
    writer_object_end(&w);
    reply_json(rq, 200, &body);
}

void history_stats(struct request *rq) {
    struct load load;

    if (!api_load(rq, &load))
        return;
    if (request_query(rq, NULL, 0))
        reply_stats(rq, &load);
    load_end(&load);
}

/* ---- statistics of an account ---- */

struct account_game {
    int64_t game;
    char public_id[STORE_ID_SIZE];
    int seat;
    bool kept;
    struct statistics stats;
};

struct partner {
    int64_t account; /* 0: a bot, or a deleted account */
    char name[STORE_NAME_SIZE];
    unsigned trades;
};

struct account_sums {
    struct account_game *games;
    size_t n, room;
    bool failed;
    struct statistics sum;
    struct partner partners[PARTNERS_MAX];
    size_t n_partners;
};

static bool keep_statistics_row(void *context, const struct store_statistics *row) {
    struct account_sums *sums = context;

    if (sums->n == sums->room) {
        size_t room = sums->room == 0 ? 16 : sums->room * 2;
        struct account_game *more = realloc(sums->games, room * sizeof *more);

        sums->failed = more == NULL;
        if (more == NULL)
            return false;
        sums->games = more;
        sums->room = room;
    }
    struct account_game *game = &sums->games[sums->n++];

    game->game = row->game;
    memcpy(game->public_id, row->public_id, sizeof game->public_id);
    game->seat = row->seat;
    game->kept = statistics_decode(row->body.data, row->body.len, &game->stats);
    return true;
}

/* For a game that ended before statistics were stored, or stored in this form. */
static enum store_result replay_game(struct store_reader *reader, struct account_game *game) {
    struct statistics *stats = calloc(SEAT_MAX, sizeof *stats);
    struct load *load = calloc(1, sizeof *load);
    enum store_result result = STORE_MEMORY;

    if (stats != NULL && load != NULL) {
        result = load_open_by_id(load, reader, game->game);
        if (result == STORE_OK)
            result = statistics_compute(load, true, stats);
        load_end(load);
        game->stats = stats[game->seat];
    }
    free(load);
    free(stats);
    return result;
}

static void add_partner(struct account_sums *sums, const struct store_seat *seat, unsigned trades) {
    bool human = seat->kind == STORE_SEAT_HUMAN && seat->account_name[0] != '\0';
    int64_t account = human ? seat->account : 0;
    size_t i = 0;

    while (i < sums->n_partners && sums->partners[i].account != account)
        i++;
    if (trades == 0 || i == PARTNERS_MAX)
        return;
    if (i == sums->n_partners) {
        sums->partners[sums->n_partners++].account = account;
        snprintf(sums->partners[i].name, sizeof sums->partners[i].name, "%s",
                 human ? seat->account_name : "");
    }
    sums->partners[i].trades += trades;
}

/* Adds up with whom the account has traded in a game. Reads only the game's seats: in a large database each
 * further table costs a page of disk per game. */
static enum store_result add_partners(struct store_reader *reader, struct account_sums *sums,
                                      const struct account_game *game) {
    struct store_game row = {.id = game->game};
    bool traded = false;
    enum store_result result = STORE_OK;

    for (unsigned seat = 0; seat < SEAT_MAX; seat++)
        traded |= game->stats.trades[seat] > 0;
    if (traded)
        result = store_game_seats(reader, &row);
    for (int seat = 0; seat < row.seat_count && result == STORE_OK; seat++)
        add_partner(sums, &row.seats[seat], game->stats.trades[seat]);
    return result;
}

static void write_account_game(struct writer *w, const struct account_game *game) {
    writer_object(w);
    writer_text_member(w, "game", game->public_id);
    writer_int_member(w, "seat", game->seat);
    statistics_write_points(w, &game->stats);
    writer_object_end(w);
}

/* Adds a game to the sums, and writes its points if it is one of the latest. */
static enum store_result add_game(struct writer *w, struct store_reader *reader,
                                  struct account_sums *sums, size_t i) {
    struct account_game *game = &sums->games[i];
    enum store_result result = game->kept ? STORE_OK : replay_game(reader, game);

    if (result == STORE_OK)
        result = add_partners(reader, sums, game);
    if (result != STORE_OK)
        return result == STORE_DAMAGED ? STORE_OK : result; /* no statistics */
    statistics_add(&sums->sum, &game->stats);
    if (i < ACCOUNT_POINTS_MAX)
        write_account_game(w, game);
    return STORE_OK;
}

static int by_trades(const void *left, const void *right) {
    const struct partner *a = left, *b = right;

    return (a->trades < b->trades) - (a->trades > b->trades);
}

static void write_partners(struct writer *w, struct account_sums *sums) {
    qsort(sums->partners, sums->n_partners, sizeof *sums->partners, by_trades);
    writer_key(w, "trades_with");
    writer_array(w);
    for (size_t i = 0; i < sums->n_partners; i++) {
        writer_object(w);
        writer_text_or_null_member(w, "account", sums->partners[i].name);
        writer_int_member(w, "trades", sums->partners[i].trades);
        writer_object_end(w);
    }
    writer_array_end(w);
}

enum store_result history_write_account(struct writer *w, struct store_reader *reader,
                                        int64_t account, int64_t viewer) {
    struct account_sums *sums = calloc(1, sizeof *sums);
    enum store_result result = STORE_MEMORY;

    if (sums == NULL)
        return result;
    result = store_statistics_list(reader, account, viewer, 0, ACCOUNT_GAMES_MAX,
                                   keep_statistics_row, sums);
    if (sums->failed)
        result = STORE_ERROR;
    writer_key(w, "games");
    writer_array(w);
    for (size_t i = 0; i < sums->n && result == STORE_OK; i++)
        result = add_game(w, reader, sums, i);
    writer_array_end(w);
    statistics_write(w, &sums->sum, KIND_COUNT);
    write_partners(w, sums);
    free(sums->games);
    free(sums);
    return result;
}
