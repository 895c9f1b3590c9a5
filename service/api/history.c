/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/history.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/games.h"
#include "db/history.h"
#include "service/api/game.h"
#include "service/api/told.h"
#include "service/app/app.h"
#include "service/app/list.h"
#include "service/app/store_reply.h"
#include "service/base/text.h"
#include "service/game/guard.h"
#include "service/game/statistics.h"
#include "service/http/reply.h"

/* Looking back: events of many games, and statistics of one game or of an account. */

enum {
    EVENTS_DEFAULT = 50,
    EVENTS_LIMIT = 100,
    EVENTS_SCAN = 20000, /* events scanned for one page, which may then be shorter than its limit */
    EVENTS_JSON_MAX = 8 << 20,
    STATS_JSON_MAX = 256 << 10,
    ACCOUNT_GAMES_MAX = 1000, /* only the latest are added up */
    ACCOUNT_POINTS_MAX = 20,  /* the latest, whose points over time are shown */
    PARTNERS_MAX = 100,
};

/* ---- events of all games ---- */

struct found {
    struct store_moment moment;
    size_t at, size; /* of its document in the buffer; 0: not written */
};

struct search {
    struct store_event_filter filter;
    struct found items[EVENTS_LIMIT];
    size_t n;
    struct store_moment last;
    struct buffer documents;
    struct teller told; /* for the game being read */
};

/* Reads a number of a cursor, from 1 to MAX; moves *TEXT past it and the dot that follows. */
static bool parse_part(const char **text, int64_t max, int64_t *part) {
    bool good = text_take_number(text, max, part) && *part > 0;

    (void)text_take_mark(text, '.');
    return good;
}

/* "TIME.GAME.SEQ", or "TIME.", inclusive. */
static bool parse_cursor(const char *text, struct store_event_filter *filter) {
    struct store_moment *from = &filter->from;
    int64_t seq = 0, at = 0;
    const char *rest = text;
    bool ok;

    if (parse_part(&rest, INT64_MAX - 1, &at) && *rest == '\0' && rest[-1] == '.') {
        if (filter->oldest_first)
            filter->after = at > filter->after ? at : filter->after;
        else
            filter->before = filter->before == 0 || at < filter->before ? at + 1 : filter->before;
        return true;
    }
    ok = parse_part(&text, INT64_MAX - 1, &from->at) &&
         parse_part(&text, (INT64_MAX >> 20) - 1, &from->game) &&
         parse_part(&text, STORE_SEQ_MAX, &seq) && *text == '\0';

    from->seq = (uint32_t)seq;
    return ok;
}

static bool read_search(struct request *rq, struct store_reader *reader, struct search *search) {
    static const char *const orders[] = {"newest", "oldest", NULL};
    const char *type = NULL, *account = NULL, *after = NULL, *before = NULL, *cursor = NULL;
    int64_t player = -1, limit = EVENTS_DEFAULT;
    int order = 0;
    const struct read_field fields[] = {
        {"type", READ_TEXT, .to.text = &type},
        {"player", READ_INT, .to.number = &player, .min = 0, .max = SEAT_MAX - 1},
        {"account", READ_TEXT, .to.text = &account},
        {"after", READ_TEXT, .to.text = &after},
        {"before", READ_TEXT, .to.text = &before},
        {"order", READ_CHOICE, .to.choice = &order, .choices = orders},
        {"limit", READ_INT, .to.number = &limit, .min = 1, .max = EVENTS_LIMIT},
        {"cursor", READ_TEXT, .to.text = &cursor},
        TOLD_FIELD(&search->told.language),
    };
    struct store_event_filter *filter = &search->filter;

    search->told.language = LANGUAGES;

    if (!request_query(rq, fields, sizeof fields / sizeof *fields))
        return false;
    *filter = (struct store_event_filter){.viewer = rq->caller.account,
                                          .kind = -1,
                                          .player = (int)player,
                                          .oldest_first = order == 1,
                                          .limit = (unsigned)limit,
                                          .scan = EVENTS_SCAN};
    if (type != NULL)
        filter->kind = (int)event_type_of(type, strlen(type));
    if (filter->kind == ACTION_NONE) {
        reply_invalid_at(rq, "type", "there is no such type of event");
        return false;
    }
    if (!api_read_time(rq, "after", after, &filter->after) ||
        !api_read_time(rq, "before", before, &filter->before))
        return false;
    if (cursor != NULL && !parse_cursor(cursor, filter)) {
        list_reply_bad_cursor(rq);
        return false;
    }
    return api_read_account(rq, reader, "account", account, &filter->account);
}

/* If the search stopped at its scan limit, the last event may belong to a game that the reader must not
 * know of. The cursor then names only that event's time: the next page begins with this time, and
 * events found at this time move there. Not if all events are of one time, as the next page would be
 * the same. */
static void hide_last(struct search *search) {
    const struct store_event_filter *filter = &search->filter;
    struct store_moment *last = &search->last;
    bool given = filter->from.game != 0;
    int64_t first = given ? filter->from.at : filter->oldest_first ? filter->after : filter->before;

    if (last->game == 0 || search->n == filter->limit ||
        (filter->oldest_first ? last->at <= first : last->at >= first - !given && first != 0))
        return;
    while (search->n > 0 && search->items[search->n - 1].moment.at == last->at)
        search->n--;
    last->seq = 0;
}

static void note_moment(void *context, const struct store_moment *moment) {
    struct search *search = context;

    search->items[search->n++] = (struct found){.moment = *moment};
}

static struct found *find_wanted_game(struct search *search, int64_t game, uint32_t seq) {
    for (size_t i = 0; i < search->n; i++)
        if (search->items[i].moment.game == game && search->items[i].moment.seq == seq)
            return &search->items[i];
    return NULL;
}

/* Whether the log's event is the one that the search found: searches read other columns than
 * replays. */
static bool is_found(const struct search *search, const struct found *found,
                     const struct load *load, const struct event *event, int64_t at) {
    const struct store_event_filter *filter = &search->filter;

    return at == found->moment.at && (filter->kind < 0 || event->type == filter->kind) &&
           (filter->player < 0 || event->player == filter->player) &&
           (filter->account == 0 || (event->player < load->row.seat_count &&
                                     load->row.seats[event->player].account == filter->account));
}

static bool write_event(void *context, struct load *load, const struct game *before,
                        const struct event *event, int64_t at) {
    struct search *search = context;
    struct found *found = find_wanted_game(search, load->row.id, load->game.seq);
    struct writer w = writer_to(&search->documents);

    if (found == NULL)
        return true;
    if (!is_found(search, found, load, event, at)) {
        guard_set_aside(load->reader, &load->row, GUARD_CHECKSUM, load->game.seq);
        return false;
    }
    found->at = search->documents.size;
    writer_object(&w);
    writer_text_member(&w, "game", load->row.public_id);
    writer_key(&w, "event");
    told_event(&w, &search->told, load, before, event, at);
    writer_object_end(&w);
    found->size = search->documents.size - found->at;
    return true;
}

/* Writes all found events of one game. */
static enum store_result write_wanted_events(struct request *rq, struct store_reader *reader,
                                             struct search *search, int64_t game) {
    uint32_t first = UINT32_MAX, last = 0;
    struct load load;
    enum store_result result;

    for (size_t i = 0; i < search->n; i++) {
        const struct store_moment *moment = &search->items[i].moment;

        if (moment->game != game)
            continue;
        first = moment->seq < first ? moment->seq : first;
        last = moment->seq > last ? moment->seq : last;
    }
    search->told.named = false;
    result = load_open_by_id(&load, reader, game);
    if (result == STORE_OK) {
        load.log.viewer = api_viewer(rq, &load.row);
        result = load_replay(&load, first - 1, NULL, NULL);
    }
    if (result == STORE_OK)
        result = load_replay(&load, last, write_event, search);
    load_end(&load);
    return result == STORE_DAMAGED ? STORE_OK : result; /* the others are shown */
}

static void reply_found(struct request *rq, const struct search *search) {
    struct list list;

    list_begin(&list, 0, EVENTS_JSON_MAX);
    list.body.failed = search->documents.failed;
    for (size_t i = 0; i < search->n && !list.body.failed; i++)
        if (search->items[i].size > 0)
            writer_json(&list.w, search->documents.data + search->items[i].at,
                        search->items[i].size);
    list.more = search->last.game != 0;
    if (search->last.seq != 0)
        list_mark(&list, "%" PRId64 ".%" PRId64 ".%" PRIu32, search->last.at, search->last.game,
                  search->last.seq);
    else
        list_mark(&list, "%" PRId64 ".", search->last.at);
    list_reply(rq, &list, STORE_OK);
}

void history_events(struct request *rq) {
    struct store_reader *reader = api_reader(rq);
    struct search *search = request_alloc(rq, sizeof *search);
    enum store_result result;

    if (reader == NULL)
        return;
    if (search == NULL) {
        reply_no_memory(rq);
        return;
    }
    if (!read_search(rq, reader, search))
        return;
    buffer_init(&search->documents, EVENTS_JSON_MAX);
    result = store_event_moments(reader, &search->filter, note_moment, search, &search->last);
    hide_last(search);
    for (size_t i = 0; i < search->n && result == STORE_OK; i++)
        if (search->items[i].size == 0)
            result = write_wanted_events(rq, reader, search, search->items[i].moment.game);
    if (result == STORE_OK)
        reply_found(rq, search);
    else
        reply_store_failure(rq, result);
    buffer_free(&search->documents);
}

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
