/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/game.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/accounts.h"
#include "db/ahead.h"
#include "db/games.h"
#include "service/account/name.h"
#include "service/app/app.h"
#include "service/app/idempotency.h"
#include "service/app/store_reply.h"
#include "service/base/time_text.h"
#include "service/document/cards_json.h"
#include "service/document/category.h"
#include "service/document/chain_json.h"
#include "service/document/rules_json.h"
#include "service/document/view_json.h"
#include "service/game/access.h"
#include "service/game/tags.h"
#include "service/http/reply.h"
#include "service/rating/rating_json.h"
#include "service/time/clock_json.h"

struct store_reader *api_reader(struct request *rq) {
    struct store_reader *reader = store_reader_get(app_of(rq)->store);

    if (reader == NULL)
        reply_store_failure(rq, STORE_UNAVAILABLE);
    return reader;
}

static bool load_ahead(struct request *rq, struct load *load, unsigned parts) {
    struct store_reader *reader = api_reader(rq);
    char key[STORE_KEY_SIZE];
    enum store_result result;
    bool whole = (parts & STORE_AHEAD_LOG) != 0;

    if (reader == NULL)
        return false;
    idempotency_peek(rq, key);
    store_ahead_game(reader, request_param(rq, 0), parts, rq->caller.account, key,
                     rq->caller.guess);
    result = (whole ? access_open_whole : access_open)(load, reader, request_param(rq, 0),
                                                       rq->caller.account);
    if (result == STORE_OK && request_replays(rq, load->row.last_seq))
        return true;
    load_end(load);
    if (result != STORE_OK)
        reply_store_failure(rq, result);
    return false;
}

bool api_load(struct request *rq, struct load *load) {
    return load_ahead(rq, load, 0);
}

/* An unchanged response needs no replay, so no log is prefetched for it. */
bool api_load_whole(struct request *rq, struct load *load, unsigned parts) {
    bool known = request_header(rq, "If-None-Match") != NULL;

    return load_ahead(rq, load, known ? parts : parts | STORE_AHEAD_LOG);
}

bool api_game_id(struct request *rq, int64_t *id) {
    struct load load;

    if (!api_load(rq, &load))
        return false;
    *id = load.row.id;
    load_end(&load);
    return true;
}

bool api_replay(struct request *rq, struct load *load, uint32_t at) {
    return check_stored(rq, load_replay(load, at, NULL, NULL));
}

bool api_owns_table(const struct request *rq, const struct store_game *row) {
    return access_owns_table(row, rq->caller.account);
}

unsigned api_viewer(const struct request *rq, const struct store_game *row) {
    return access_viewer(row, rq->caller.account);
}

/* ---- at and as ---- */

bool api_read_time(struct request *rq, const char *name, const char *text, int64_t *when) {
    if (text == NULL || time_read(text, when))
        return true;
    reply_invalid_at(rq, name, "must be a time such as 2026-03-01T09:30:00Z");
    return false;
}

bool api_read_tag(struct request *rq, const char *tag) {
    const char *fault = tag == NULL ? NULL : tag_fault(tag);

    if (fault != NULL)
        reply_invalid_at(rq, "tag", "%s", fault);
    return fault == NULL;
}

bool api_read_account(struct request *rq, struct store_reader *reader, const char *name,
                      const char *text, int64_t *account) {
    struct store_account found;
    enum store_result result = text == NULL ? STORE_OK : account_by_name(reader, text, &found);

    if (result == STORE_NONE)
        reply_invalid_at(rq, name, "there is no account of this name");
    else if (result != STORE_OK)
        reply_store_failure(rq, result);
    else if (text != NULL)
        *account = found.id;
    return result == STORE_OK;
}

void api_look_fields(struct api_look *look, struct read_field fields[API_LOOK_FIELDS]) {
    fields[0] = (struct read_field){.name = "at",
                                    .type = READ_INT,
                                    .to.number = &look->at,
                                    .min = 0,
                                    .max = STORE_SEQ_MAX,
                                    .given = &look->has_at};
    fields[1] = (struct read_field){.name = "as", .type = READ_TEXT, .to.text = &look->as};
}

/* "all" or a seat's number; false for anything else. */
static bool parse_as(const char *text, unsigned *viewer) {
    if (strcmp(text, "all") == 0) {
        *viewer = VIEWER_ALL;
        return true;
    }
    if (text[0] < '0' || text[0] > '9' || text[1] != '\0')
        return false;
    *viewer = (unsigned)(text[0] - '0');
    return true;
}

bool api_look(struct request *rq, const struct load *load, const struct api_look *look,
              unsigned *viewer, uint32_t *at) {
    const struct store_game *row = &load->row;

    *viewer = api_viewer(rq, row);
    *at = look->has_at ? (uint32_t)look->at : (uint32_t)LOAD_LATEST;
    if (look->as != NULL) {
        if (!parse_as(look->as, viewer)) {
            reply_invalid_at(rq, "as", "must be the number of a seat, or \"all\"");
            return false;
        }
        if (!row_over(row) && !api_owns_table(rq, row)) {
            reply_problem(rq, PROBLEM_FORBIDDEN,
                          "until a game is over, only the creator of a table game may see it as "
                          "another player");
            return false;
        }
        if (*viewer != VIEWER_ALL && *viewer >= load->setup.rules.players) {
            reply_invalid_at(rq, "as", "this game has the seats 0 to %d",
                             load->setup.rules.players - 1);
            return false;
        }
    }
    if (look->has_at && look->at > row->last_seq) {
        reply_invalid_at(rq, "at", "the last event of this game is %u", (unsigned)row->last_seq);
        return false;
    }
    return true;
}

/* ---- tags ---- */

/* A hash of what documents show of the seats and the game's status. */
static uint32_t table_hash(enum store_game_status status, const struct store_seat *seats,
                           unsigned n, const struct clock *clock, const struct game *game) {
    uint32_t hash = reply_etag_mix(REPLY_ETAG_SEED, &status, sizeof status);
    int64_t deadlines[STORE_SEATS_MAX], paused_until;
    unsigned asked = 0;

    for (unsigned seat = 0; game != NULL && seat < n; seat++)
        asked |= (unsigned)game->players[seat].asked << seat;
    if (asked != 0)
        hash = reply_etag_mix(hash, &asked, sizeof asked);

    if (clock != NULL && clock_deadlines(clock, deadlines) != NULL) {
        hash = reply_etag_mix(hash, deadlines, sizeof deadlines);
        paused_until = clock_paused(clock, app_now()) ? clock->rules.paused_until : 0;
        hash = reply_etag_mix(hash, &paused_until, sizeof paused_until);
    }

    for (unsigned i = 0; i < n; i++) {
        const struct store_seat *seat = &seats[i];
        const uint8_t flags[] = {(uint8_t)seat->kind, seat->resigned_at != 0,
                                 seat->has_client_commitment};

        hash = reply_etag_mix(hash, flags, sizeof flags);
        hash = reply_etag_mix(hash, seat->account_name, strlen(seat->account_name) + 1);
        hash = reply_etag_mix(hash, seat->bot, strlen(seat->bot) + 1);
    }
    return hash;
}

void api_view_etag(char etag[REPLY_ETAG_SIZE], uint32_t seq, enum store_game_status status,
                   const struct store_seat *seats, unsigned n, const struct clock *clock,
                   const struct game *game, unsigned viewer) {
    unsigned hash = table_hash(status, seats, n, clock, game);

    if (viewer == VIEWER_ALL)
        snprintf(etag, REPLY_ETAG_SIZE, "%u.all.%08x", (unsigned)seq, hash);
    else if (viewer == VIEWER_NOBODY)
        snprintf(etag, REPLY_ETAG_SIZE, "%u.none.%08x", (unsigned)seq, hash);
    else
        snprintf(etag, REPLY_ETAG_SIZE, "%u.%u.%08x", (unsigned)seq, viewer, hash);
}

void api_game_etag(char etag[REPLY_ETAG_SIZE], uint32_t seq, const struct load *load,
                   const char *rematch) {
    snprintf(etag, REPLY_ETAG_SIZE, "%u.game.%08x%.*s", (unsigned)seq,
             (unsigned)table_hash(load->row.status, load->row.seats, (unsigned)load->row.seat_count,
                                  &load->clock, &load->game),
             APP_ID_SIZE, rematch);
}

bool api_know_asked(struct request *rq, struct load *load) {
    return !load->setup.rules.parts_special || api_replay(rq, load, LOAD_LATEST);
}

/* ---- the game object ---- */

static void write_game_seat(struct writer *w, unsigned number, const struct store_seat *seat,
                            const struct seat_label *label) {
    static const char *const kinds[] = {[STORE_SEAT_OPEN] = "open",
                                        [STORE_SEAT_HUMAN] = "human",
                                        [STORE_SEAT_BOT] = "bot",
                                        [STORE_SEAT_INVITED] = "invited"};

    writer_object(w);
    writer_int_member(w, "seat", number);
    writer_text_member(w, "color", label->color != NULL ? label->color : seat_colors[number]);
    writer_text_member(w, "kind", kinds[seat->kind]);
    if (seat->account != 0) {
        writer_text_or_null_member(w, "account", seat->account_name);
        if (seat->account_bot)
            writer_bool_member(w, "bot_account", true);
    }
    if (seat->kind == STORE_SEAT_BOT)
        writer_text_member(w, "bot", seat->bot);
    if (seat->resigned_at != 0)
        writer_bool_member(w, "resigned", true);
    writer_object_end(w);
}

static void write_game_seats(struct writer *w, const struct load *load, const json_t *options) {
    struct labels labels;

    row_labels_with(&load->row, options, &labels);
    writer_key(w, "seats");
    writer_array(w);
    for (int seat = 0; seat < load->row.seat_count; seat++)
        write_game_seat(w, (unsigned)seat, &load->row.seats[seat], &labels.seats[seat]);
    writer_array_end(w);
}

static void write_game_result(struct writer *w, const struct load *load) {
    const struct store_game *row = &load->row;
    const uint8_t *points = row->points.data;

    writer_key(w, "result");
    if (!row_over(row)) {
        writer_null(w);
        return;
    }
    writer_object(w);
    writer_key(w, "winner");
    id_write(w, row->winner < 0 ? NONE : (unsigned)row->winner);
    writer_key(w, "points");
    writer_array(w);
    for (size_t i = 0; i < row->points.len; i++)
        writer_int(w, points[i]);
    writer_array_end(w);
    if (row_ended_by_agreement(row))
        writer_bool_member(w, "agreed", true);
    rating_write_result(w, load->reader, row);
    writer_object_end(w);
}

static void write_game_turn(struct writer *w, const struct setup *setup, const struct game *game) {
    writer_key(w, "turn");
    if (game->first == NONE) {
        writer_null(w);
        return;
    }
    writer_object(w);
    writer_int_member(w, "number", game->turn);
    writer_int_member(w, "player", game_turn_player(setup, game));
    writer_object_end(w);
}

static void write_board_choice(struct writer *w, const json_t *options) {
    const json_t *board = json_object_get(options, "board");

    if (board != NULL) {
        writer_key(w, "board");
        writer_json_value(w, board);
    }
}

/* Where in a tournament the game belongs, as its options say. */
static void write_tournament_place(struct writer *w, const json_t *options) {
    const json_t *tournament = json_object_get(options, "tournament");

    writer_key(w, "tournament");
    if (tournament == NULL)
        writer_null(w);
    else
        writer_json_value(w, tournament);
}

/* The club that it was made for, while there is one. */
static void write_game_club(struct writer *w, const struct store_game *row, const json_t *options) {
    const char *club = json_string_value(json_object_get(options, "club"));

    writer_text_or_null_member(w, "club", row->club == 0 || club == NULL ? "" : club);
}

static void write_game_tags(struct writer *w, const json_t *options) {
    struct store_tags tags;

    tags_of_options(options, &tags);
    tags_write(w, &tags);
}

/* Names of accounts without a seat need a query of their own. */
static void write_creator(struct writer *w, const struct load *load) {
    const struct store_game *row = &load->row;
    struct store_account account = {0};
    const char *name = NULL;

    for (int seat = 0; seat < row->seat_count; seat++)
        if (row->seats[seat].account == row->creator)
            name = row->seats[seat].account_name;
    if (name == NULL && store_account_get(load->reader, row->creator, &account) == STORE_OK)
        name = account.name;
    writer_text_or_null_member(w, "creator", name);
}

/* The public id of the game's rematch, "" if it has none. */
static void find_rematch(const struct load *load, char id[STORE_ID_SIZE]) {
    struct store_game other;

    id[0] = '\0';
    if (!row_over(&load->row) || load->row.id == 0 ||
        store_game_rematch(load->reader, load->row.id, &other) != STORE_OK)
        return;
    snprintf(id, STORE_ID_SIZE, "%s", other.public_id);
    store_game_clear(&other);
}

static void write_rematches(struct writer *w, const struct load *load, const char *rematch) {
    struct store_game other;

    if (rematch[0] != '\0')
        writer_text_member(w, "rematch", rematch);
    if (load->row.rematch_of == 0 ||
        store_game_get_by_id(load->reader, load->row.rematch_of, &other) != STORE_OK)
        return;
    writer_text_member(w, "rematch_of", other.public_id);
    store_game_clear(&other);
}

static void write_game_facts(struct writer *w, const struct store_facts *facts) {
    if (facts == NULL)
        return;
    writer_key(w, "facts");
    writer_object(w);
    writer_int_member(w, "turns", facts->turns);
    writer_int_member(w, "road", facts->road);
    writer_int_member(w, "comeback", facts->comeback);
    writer_object_end(w);
}

static void write_game_object(struct writer *w, const struct load *load, const char *rematch,
                              const struct store_facts *facts) {
    const struct store_game *row = &load->row;
    int64_t deadlines[STORE_SEATS_MAX];
    struct fairness fairness;
    json_t *options = row_options(row);

    writer_object(w);
    writer_text_member(w, "id", row->public_id);
    writer_text_or_null_member(w, "name", row->name);
    writer_text_member(w, "mode", mode_names[row->mode]);
    writer_text_member(w, "status", status_names[row->status]);
    writer_text_member(w, "visibility", access_visibility_names[row->visibility]);
    write_creator(w, load);
    writer_key(w, "rules");
    rules_write(w, &load->setup.rules);
    if (load->setup.rules.edition != EDITION_NONE) {
        writer_key(w, "improvement_names");
        improvements_write(w, &load->setup.rules);
    }
    write_board_choice(w, options);
    writer_bool_member(w, "hints", options_give_hints(options));
    write_tournament_place(w, options);
    write_game_club(w, row, options);
    write_game_tags(w, options);
    writer_bool_member(w, "rated", row->category != RATING_NONE);
    writer_text_or_null_member(w, "category", rating_category_name(rating_category_of_row(row)));
    write_game_seats(w, load, options);
    writer_int_member(w, "seq", load->game.seq);
    writer_key(w, "waiting_for");
    waiting_for_write(w, &load->setup, &load->game, VIEWER_NOBODY,
                      clock_deadlines(&load->clock, deadlines));
    write_game_turn(w, &load->setup, &load->game);
    clock_write_members(w, &load->clock, app_now());
    writer_time_member(w, "created_at", row->created_at);
    writer_time_or_null_member(w, "started_at", row->started_at);
    writer_time_or_null_member(w, "finished_at", row->finished_at);
    write_game_result(w, load);
    write_game_facts(w, facts);
    row_fairness(row, options, &fairness);
    json_decref(options);
    writer_key(w, "fairness");
    fairness_write(w, &fairness, load->setup.rules.players);
    write_rematches(w, load, rematch);
    if (load->damaged)
        writer_bool_member(w, "damaged", true);
    writer_object_end(w);
}

void api_write_game(struct writer *w, const struct load *load, const struct store_facts *facts) {
    char rematch[STORE_ID_SIZE];

    find_rematch(load, rematch);
    write_game_object(w, load, rematch, facts);
}

/* An annulment changes what a rated game did to ratings, of this one and of later ones, without an event. */
static bool has_ratings(const struct store_game *row) {
    return row->category != RATING_NONE && row->status == STORE_GAME_FINISHED;
}

void api_reply_game(struct request *rq, struct load *load) {
    char rematch[STORE_ID_SIZE];
    char etag[REPLY_ETAG_SIZE];
    struct buffer body;
    struct writer w = writer_begin(&body, API_GAME_MAX);

    find_rematch(load, rematch);
    if (!api_know_asked(rq, load))
        return;
    api_game_etag(etag, load->row.last_seq, load, rematch);
    if ((!has_ratings(&load->row) && reply_not_modified(rq, etag)) ||
        !api_replay(rq, load, LOAD_LATEST))
        return;
    write_game_object(&w, load, rematch, NULL);
    if (has_ratings(&load->row))
        reply_tagged(rq, &body);
    else
        reply_json(rq, 200, &body);
}

/* ---- views ---- */

void api_write_view(struct writer *w, const struct load *load, const struct game *game,
                    enum store_game_status status, const int64_t *deadlines, unsigned viewer) {
    struct labels labels;
    struct view_head head = {
        .game = load->row.public_id,
        .status = status_names[status],
        .labels = labels.seats,
        .deadlines = deadlines,
    };
    struct game view;

    row_labels(&load->row, &labels);
    game_view(&load->setup, game, viewer, &view);
    view_write(w, &load->setup, &view, viewer, &head);
}
