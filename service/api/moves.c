/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/moves.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/accounts.h"
#include "db/games.h"
#include "service/api/game.h"
#include "service/api/play_request.h"
#include "service/api/special_build.h"
#include "service/api/told.h"
#include "service/app/store_reply.h"
#include "service/command/perform.h"
#include "service/document/action_json.h"
#include "service/game/dry_run.h"
#include "service/game/timekeeper.h"
#include "service/http/reply.h"

/* ---- reading ---- */

static void moves_refuse_seed(struct read_errors *errors, const char *pointer, const char *text,
                              struct play_move *move) {
    char at[READ_POINTER_MAX];

    move->has_client_seed = text != NULL;
    if (text == NULL || fair_hex(text, move->client_seed))
        return;
    read_pointer(at, pointer, "client_seed");
    read_error(errors, at, "must be %d hexadecimal digits", FAIR_HEX_DIGITS);
}

/* Checks the `seat` of what is at POINTER; false if it is GIVEN but not allowed. */
static bool moves_may_name_seat(struct read_errors *errors, const struct load *load,
                                const char *pointer, bool given) {
    char at[READ_POINTER_MAX];

    if (!given || load->row.mode == STORE_MODE_TABLE)
        return true;
    read_pointer(at, pointer, "seat");
    read_error(errors, at, "is for table games: here everybody makes their own moves");
    return false;
}

/* Reads the members of a move in VALUE, which may also have the MORE members of a body. */
static void moves_read_move(struct read_errors *errors, const json_t *value, const char *pointer,
                            const struct load *load, const struct read_field *more, size_t n_more,
                            struct play_move *move) {
    enum { OWN = 4, ALL = 8 };
    const json_t *action = NULL;
    const json_t *outcome = NULL;
    const char *seed = NULL;
    int64_t seat = 0;
    bool has_outcome = false;
    unsigned parts = 0;
    char at[READ_POINTER_MAX];
    struct read_field fields[ALL] = {
        {"action", READ_OBJECT, .required = true, .to.json = &action},
        {"seat", READ_INT, .to.number = &seat, .max = load->setup.rules.players - 1,
         .given = &move->has_seat},
        {"outcome", READ_OBJECT, .nullable = true, .to.json = &outcome, .given = &has_outcome},
        {"client_seed", READ_TEXT, .to.text = &seed},
    };

    for (size_t i = 0; i < n_more; i++)
        fields[OWN + i] = more[i];
    read_fields(errors, value, pointer, fields, OWN + n_more);
    moves_may_name_seat(errors, load, pointer, move->has_seat);
    if (load->row.mode == STORE_MODE_PLAY && has_outcome) {
        read_pointer(at, pointer, "outcome");
        read_error(errors, at, "is for table games: in this game the server draws");
    }
    move->seat = (uint8_t)seat;
    moves_refuse_seed(errors, pointer, seed, move);
    if (action == NULL)
        return;
    read_pointer(at, pointer, "action");
    if (!action_read(errors, action, at, &load->setup, &move->action))
        return;
    read_pointer(at, pointer, "outcome");
    outcome_read(errors, outcome, at, &load->setup, &move->action, &move->outcome, &parts);
    move->parts = (uint8_t)parts;
}

static void moves_read_batch(struct read_errors *errors, const json_t *moves,
                             const struct load *load, struct play_move *to) {
    char at[READ_POINTER_MAX];

    for (size_t i = 0; i < json_array_size(moves) && errors->count < READ_ERRORS_MAX; i++) {
        read_pointer_at(at, "/moves", i);
        moves_read_move(errors, json_array_get(moves, i), at, load, NULL, 0, &to[i]);
    }
}

/* In a `play` game a move that always reveals something may only be the last of a batch; moves that
 * do so depending on the state are found when judged. */
static void moves_refuse_peeks(struct read_errors *errors, const struct play_move *moves,
                               size_t n) {
    char at[READ_POINTER_MAX];

    for (size_t i = 0; i + 1 < n; i++)
        if (action_reveals(&moves[i].action)) {
            read_pointer_at(at, "/moves", i);
            read_error(errors, at, "%s", play_request_peeks);
        }
}

/* Reads moves in words, by the view of the mover, for which the log is replayed. False: has
 * answered. */
static bool moves_read_words(struct request *rq, const json_t *json, const struct read_field *more,
                             size_t n_more, struct play_request *request) {
    enum { OWN = 3, ALL = 8 };
    struct load *load = &request->game.load;
    struct read_errors errors = {0};
    struct notation_error error;
    const char *words = "", *seed = NULL;
    int64_t given = 0;
    bool has_seat = false;
    struct read_field fields[ALL] = {
        {"words", READ_TEXT, .required = true, .to.text = &words, .min = 1,
         .max = NOTATION_TEXT_MAX},
        {"client_seed", READ_TEXT, .to.text = &seed},
        {"seat", READ_INT, .to.number = &given, .max = load->setup.rules.players - 1,
         .given = &has_seat},
    };
    unsigned seat = row_seat(&load->row, rq->caller.account);
    size_t n;

    for (size_t i = 0; i < n_more; i++)
        fields[OWN + i] = more[i];
    if (read_fields(&errors, json, "", fields, OWN + n_more) &&
        moves_may_name_seat(&errors, load, "", has_seat)) {
        if (!api_replay(rq, load, LOAD_LATEST))
            return false;
        if (seat == NONE)
            seat = has_seat ? (unsigned)given : play_waits_for(&load->game);
        n = perform_read(load, seat, LANGUAGE_ENGLISH, words, strlen(words), request->moves,
                         &error);
        if (n == 0)
            read_error(&errors, "/words", "%s", error.detail);
        for (size_t i = 0; i < n && has_seat; i++) {
            request->moves[i].has_seat = true;
            request->moves[i].seat = (uint8_t)given;
        }
        request->play.n_moves = (unsigned)n;
        request->words = true;
        request->batch = n > 1;
        moves_refuse_seed(&errors, "", seed, &request->moves[0]);
    }
    return check_valid(rq, &errors);
}

/* Reads moves in JSON: one in the body itself, or a LIST. FIELDS begins with the field of the
 * list. */
static bool moves_read_json(struct request *rq, const json_t *json, const json_t *list,
                            const struct read_field *fields, size_t n_fields,
                            struct play_request *request) {
    const struct load *load = &request->game.load;
    struct read_errors errors = {0};

    request->batch = list != NULL;
    if (!request->batch)
        moves_read_move(&errors, json, "", load, fields, n_fields, request->moves);
    else if (read_fields(&errors, json, "", fields, n_fields))
        moves_read_batch(&errors, list, load, request->moves);
    if (errors.count == 0 && request->batch && load->row.mode == STORE_MODE_PLAY)
        moves_refuse_peeks(&errors, request->moves, json_array_size(list));
    return check_valid(rq, &errors);
}

static bool moves_read_body(struct request *rq, struct play_request *request, bool *dry_run) {
    const json_t *json = request_json(rq), *moves = NULL;
    const struct read_field fields[] = {
        {"moves", READ_ARRAY, .to.json = &moves, .min = 1, .max = PLAY_MOVES_MAX},
        {"seq", READ_INT, .to.number = &request->seq, .max = INT64_MAX, .given = &request->has_seq},
        {"dry_run", READ_BOOL, .to.flag = dry_run},
    };
    const size_t n_fields = sizeof fields / sizeof *fields;
    const json_t *list = json_object_get(json, "moves");
    bool batch = json_is_array(list) && json_array_size(list) <= PLAY_MOVES_MAX;
    bool words = json_object_get(json, "words") != NULL;

    if (json == NULL || !play_request_alloc(rq, request,
                                            words   ? (unsigned)NOTATION_MOVES_MAX
                                            : batch ? (unsigned)json_array_size(list)
                                                    : 1))
        return false;
    return words ? moves_read_words(rq, json, fields + 1, n_fields - 1, request)
                 : moves_read_json(rq, json, list, fields, n_fields, request);
}

/* ---- answering ---- */

static const char moves_minimal[] = "return=minimal";

static void moves_begin_events(struct play_request *request) {
    if (request->game.call.reply.body.size > 0)
        return;
    writer_object(&request->w);
    writer_key(&request->w, "events");
    writer_array(&request->w);
}

static void moves_tell_event(struct play *play, const struct game *before,
                             const struct event *event) {
    struct play_request *request = play->context;

    moves_begin_events(request);
    told_write(&request->w, &request->told,
               &(struct event_told){&request->game.load, &play->log, before, &play->game, event,
                                    play->at});
}

/* The state of the game after the moves, as shown in a response. */
struct moves_outcome {
    const struct game *game;
    enum store_game_status status;
    const int64_t *deadlines; /* by seat; NULL: no clock, or not known */
    unsigned viewer;
};

static void moves_write_rest(struct play_request *request, const struct moves_outcome *outcome) {
    struct writer *w = &request->w;

    moves_begin_events(request);
    writer_array_end(w);
    writer_int_member(w, "seq", outcome->game->seq);
    writer_key(w, "view");
    api_write_view(w, &request->game.load, outcome->game, outcome->status, outcome->deadlines,
                   outcome->viewer);
}

static void moves_write_made(struct play_request *request, const struct moves_outcome *outcome) {
    moves_write_rest(request, outcome);
    writer_object_end(&request->w);
}

static void moves_dry_run(struct request *rq, struct play_request *request) {
    struct dry_run dry;
    struct writer *w = &request->w;

    if (!play_request_load(rq, request))
        return;
    dry_run_judge(&request->play, &request->game.load, &dry);
    if (request->play.verdict != PLAY_OK) {
        play_request_refuse(rq, request);
        return;
    }
    moves_write_rest(request, &(struct moves_outcome){.game = &request->play.game,
                                                      .status = request->play.status,
                                                      .viewer = request->play.viewer});
    if (dry.n_unknown > 0) {
        writer_key(w, "unknown");
        writer_array(w);
        for (unsigned i = 0; i < dry.n_unknown; i++)
            writer_text(w, dry.unknown[i]);
        writer_array_end(w);
    }
    writer_object_end(w);
    reply_json(rq, 200, &request->game.call.reply.body);
}

/* ---- POST /v1/games/{id}/moves ---- */

static bool moves_read_query(struct request *rq, struct play_request *request) {
    const struct read_field fields[] = {TOLD_FIELD(&request->told.language)};

    request->told.language = LANGUAGES;
    return request_query(rq, fields, sizeof fields / sizeof *fields);
}

/* A dry run changes nothing: it is answered here, and takes no key. */
static bool moves_make_read(struct request *rq, void *state) {
    struct play_request *request = state;
    const json_t *json;
    bool dry_run = false;

    if (!moves_read_query(rq, request) || !play_request_open(rq, request))
        return false;
    json = request_json(rq);
    if (json == NULL) /* has answered */
        return false;
    if (special_build_is_answer(json) ? !special_build_read(rq, request)
                                      : !moves_read_body(rq, request, &dry_run))
        return false;
    request->minimal = !dry_run && request_prefers(rq, moves_minimal);
    if (!request->minimal)
        request->play.each = moves_tell_event;
    if (dry_run)
        moves_dry_run(rq, request);
    return !dry_run;
}

/*
 * What a response is recreated from: numbers that cannot be derived later from the log and the
 * rows.
 */
enum {
    MOVES_SEQ,    /* of the last event */
    MOVES_COUNT,  /* of events */
    MOVES_VIEWER, /* of the view */
    MOVES_STATUS, /* of the game, and from bit MOVES_ASKED_SHIFT on the seats asked ahead, as a
                   * set */
    MOVES_SEATS,  /* the account in each seat, then each seat's deadline if there is a clock */
    MOVES_NUMBERS = MOVES_SEATS + 2 * STORE_SEATS_MAX,
    MOVES_ASKED_SHIFT = 8
};

static void moves_write_recipe(struct play_request *request, const int64_t *deadlines) {
    const struct play *play = &request->play;
    const struct store_game *row = &request->game.load.row;
    const size_t seats = (size_t)row->seat_count;
    int64_t numbers[MOVES_NUMBERS] = {play->game.seq, play->n_events, play->viewer, play->status};
    size_t n = MOVES_SEATS + (deadlines == NULL ? seats : 2 * seats);
    char *recipe = request->game.call.recipe;
    int size = 0;

    for (size_t seat = 0; seat < seats; seat++) {
        numbers[MOVES_STATUS] |= (int64_t)play->game.players[seat].asked
                                 << (MOVES_ASKED_SHIFT + seat);
        numbers[MOVES_SEATS + seat] = row->seats[seat].account;
        if (deadlines != NULL)
            numbers[MOVES_SEATS + seats + seat] = deadlines[seat];
    }
    for (size_t i = 0; i < n; i++)
        size += snprintf(recipe + size, IDEMPOTENCY_RECIPE_SIZE - (size_t)size, "%s%" PRId64,
                         i == 0 ? "" : " ", numbers[i]);
}
_Static_assert(MOVES_NUMBERS * 15 < IDEMPOTENCY_RECIPE_SIZE, "seqs, accounts and times fit");

/* Reads the numbers and returns how many there are. */
static size_t moves_read_recipe(const char *recipe, int64_t numbers[MOVES_NUMBERS]) {
    size_t n = 0;
    char *end;

    for (const char *at = recipe; *at != '\0' && n < MOVES_NUMBERS; at = end) {
        numbers[n] = strtoll(at, &end, 10);
        if (end == at)
            break;
        n++;
    }
    return n;
}

static bool moves_make_judge(struct request *rq, void *state) {
    struct play_request *request = state;
    const struct play *play = &request->play;
    int64_t own[STORE_SEATS_MAX];
    const int64_t *deadlines;

    if (!play_request_load(rq, request) ||
        (request->part != NULL && !special_build_judge(rq, request)) ||
        !play_request_judge(rq, request))
        return false;
    deadlines = clock_deadlines(&request->clock, own);
    if (request->minimal) /* the ETag says which state came of the moves */
        request->game.call.reply.status = 204;
    else
        moves_write_made(request, &(struct moves_outcome){.game = &play->game,
                                                          .status = play->status,
                                                          .deadlines = deadlines,
                                                          .viewer = play->viewer});
    api_view_etag(request->game.call.reply.etag, play->game.seq, play->status, play->seats,
                  play->seat_count, &request->clock, &play->game, play->viewer);
    if (request->game.call.idem.used)
        moves_write_recipe(request, deadlines);
    return true;
}

/* ---- repeating a response ---- */

struct moves_remaking {
    struct play_request *request;
    int64_t after; /* the event before the first one shown */
};

static bool moves_remake_event(void *context, struct load *load, const struct game *before,
                               const struct event *event, int64_t at) {
    const struct moves_remaking *remaking = context;

    if (load->game.seq > remaking->after) {
        moves_begin_events(remaking->request);
        told_event(&remaking->request->w, &remaking->request->told, load, before, event, at);
    }
    return true;
}

/* Seats may have changed hands since: puts the former names into the row. */
static enum store_result moves_name_seats(struct load *load, const int64_t *accounts) {
    enum store_result result = STORE_OK;

    for (int i = 0; i < load->row.seat_count && result == STORE_OK; i++) {
        struct store_seat *seat = &load->row.seats[i];
        struct store_account account = {.id = 0};

        if (seat->account == accounts[i])
            continue;
        if (accounts[i] != 0)
            result = store_account_get(load->reader, accounts[i], &account);
        memcpy(seat->account_name, account.name, sizeof seat->account_name);
    }
    return result;
}

static bool moves_make_remake(struct request *rq, void *state, const char *recipe) {
    struct play_request *request = state;
    struct load *load = &request->game.load;
    struct moves_remaking remaking = {.request = request};
    int64_t numbers[MOVES_NUMBERS] = {0};
    size_t n = moves_read_recipe(recipe, numbers), seats;
    enum store_result result;
    enum store_game_status status;

    if (!game_call_open(rq, &request->game)) /* it is closed if the same request was just faster */
        return false;
    request->game.call.reply.status = request->minimal ? 204 : moves_make.status;
    if (request->minimal)
        return true;
    seats = (size_t)load->row.seat_count;
    result = n < MOVES_SEATS + seats ? STORE_CORRUPT : STORE_OK;
    remaking.after = numbers[MOVES_SEQ] - numbers[MOVES_COUNT];
    request->w = writer_to(&request->game.call.reply.body);
    if (result == STORE_OK)
        result = load_prepare(load); /* reading words may have replayed it */
    load->log.viewer = (unsigned)numbers[MOVES_VIEWER];
    load->log.over = false; /* it was still active then */
    if (result == STORE_OK)
        result = load_replay(load, (uint32_t)numbers[MOVES_SEQ], moves_remake_event, &remaking);
    if (result == STORE_OK)
        result = moves_name_seats(load, numbers + MOVES_SEATS);
    if (!check_stored(rq, result))
        return false;
    for (size_t seat = 0; seat < seats; seat++)
        load->game.players[seat].asked = numbers[MOVES_STATUS] >> (MOVES_ASKED_SHIFT + seat) & 1;
    status = (enum store_game_status)(numbers[MOVES_STATUS] & ((1 << MOVES_ASKED_SHIFT) - 1));
    moves_write_made(request,
                     &(struct moves_outcome){.game = &load->game,
                                             .status = status,
                                             .deadlines = n < MOVES_SEATS + 2 * seats
                                                              ? NULL
                                                              : numbers + MOVES_SEATS + seats,
                                             .viewer = (unsigned)numbers[MOVES_VIEWER]});
    return true;
}

static enum store_result moves_make_run(struct store_tx *tx, void *state) {
    struct play_request *request = state;

    return play_setting(&request->play) != NULL
               ? timekeeper_write_play(tx, &request->play, request->play.at)
               : play_request_run(tx, state);
}

static void moves_make_reply(struct request *rq, void *state) {
    const struct play_request *request = state;

    if (request->minimal)
        reply_header(rq, "Preference-Applied", moves_minimal);
    endpoint_send(rq, state);
}

const struct endpoint moves_make = {
    .size = sizeof(struct play_request),
    .blank = play_request_blank,
    .body_max = PLAY_REQUEST_BODY_MAX,
    .status = 201,
    .keyed = true,
    .read = moves_make_read,
    .judge = moves_make_judge,
    .remake = moves_make_remake,
    .ahead = play_request_ahead,
    .run = moves_make_run,
    .committed = play_request_committed,
    .reply = moves_make_reply,
    .close = game_call_close,
};

/* ---- POST /v1/games/{id}/resign ---- */

static bool moves_resign_read(struct request *rq, void *state) {
    struct play_request *request = state;

    return play_request_open(rq, request) && request_fields(rq, NULL, 0) &&
           play_request_alloc(rq, request, request->game.load.setup.rules.players);
}

/* The caller's resignation; if the creator of a table game gives it up, everybody's, one after the
 * other. */
static void moves_fill_resignations(struct play_request *request) {
    const struct load *load = &request->game.load;
    bool table = load->row.mode == STORE_MODE_TABLE;
    unsigned seats = table ? load->setup.rules.players : 1, n = 0;

    for (unsigned seat = 0; seat < seats; seat++)
        if (!table || load->row.seats[seat].resigned_at == 0)
            request->moves[n++] =
                (struct play_move){.action.type = RESIGN, .has_seat = true, .seat = (uint8_t)seat};
    request->play.n_moves = n;
}

static void moves_write_game(struct play_request *request) {
    const struct play *play = &request->play;
    struct load after = request->game.load;

    after.game = play->game;
    after.row.status = play->status;
    after.clock = request->clock;
    memcpy(after.row.seats, play->seats, sizeof after.row.seats);
    if (play->status != STORE_GAME_ACTIVE) {
        const struct event *last = &play->events[play->n_events - 1].event;

        after.row.finished_at = play->at;
        after.row.winner = last->finished.winner == NONE ? -1 : last->finished.winner;
        after.row.points = (struct store_bytes){last->finished.points, last->finished.n_points};
    }
    api_write_game(&request->w, &after, NULL);
    api_game_etag(request->game.call.reply.etag, after.game.seq, &after, "");
}

static bool moves_resign_judge(struct request *rq, void *state) {
    struct play_request *request = state;

    if (!play_request_load(rq, request))
        return false;
    moves_fill_resignations(request);
    if (!play_request_judge(rq, request))
        return false;
    moves_write_game(request);
    return true;
}

const struct endpoint moves_resign = {
    .size = sizeof(struct play_request),
    .blank = play_request_blank,
    .body_max = API_GAME_MAX,
    .status = 200,
    .keyed = true,
    .read = moves_resign_read,
    .judge = moves_resign_judge,
    .ahead = play_request_ahead,
    .run = play_request_run,
    .committed = play_request_committed,
    .close = game_call_close,
};
