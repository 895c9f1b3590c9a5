/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/moves.h"

#include <stdio.h>
#include <string.h>

#include "service/api/playing.h"
#include "service/app/app.h"
#include "service/document/action_json.h"
#include "service/game/dry_run.h"
#include "service/http/reply.h"
#include "service/words/notation.h"

/* What a request to move holds, besides the moves themselves. */
struct moves_body {
    const json_t *moves; /* the list, or NULL where the one move stands in the body itself */
    bool has_seq;
    int64_t seq;
    bool dry_run;
};

/* ---- reading ---- */

static void refuse_seed(struct read_errors *errors, const char *pointer, const char *text,
                        struct play_move *move) {
    char at[READ_POINTER_MAX];

    move->has_client_seed = text != NULL;
    if (text == NULL || fair_hex(text, move->client_seed))
        return;
    read_pointer(at, pointer, "client_seed");
    read_error(errors, at, "must be %d hexadecimal digits", FAIR_HEX_DIGITS);
}

/* The members of a move that are in VALUE, which may have the MORE members of a body as well. */
static void read_move(struct read_errors *errors, const json_t *value, const char *pointer,
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
        {"action", READ_ANY, .required = true, .to.json = &action},
        {"seat", READ_INT, .to.number = &seat, .max = load->setup.rules.players - 1,
         .given = &move->has_seat},
        {"outcome", READ_OBJECT, .nullable = true, .to.json = &outcome, .given = &has_outcome},
        {"client_seed", READ_TEXT, .to.text = &seed},
    };

    for (size_t i = 0; i < n_more; i++)
        fields[OWN + i] = more[i];
    read_fields(errors, value, pointer, fields, OWN + n_more);
    if (load->row.mode == STORE_MODE_PLAY && move->has_seat) {
        read_pointer(at, pointer, "seat");
        read_error(errors, at, "is for table games: here everybody moves for himself");
    }
    if (load->row.mode == STORE_MODE_PLAY && has_outcome) {
        read_pointer(at, pointer, "outcome");
        read_error(errors, at, "is for table games: here chance is drawn by the server");
    }
    move->seat = (uint8_t)seat;
    refuse_seed(errors, pointer, seed, move);
    if (action == NULL)
        return;
    read_pointer(at, pointer, "action");
    if (!action_read(errors, action, at, &load->setup, &move->action))
        return;
    read_pointer(at, pointer, "outcome");
    outcome_read(errors, outcome, at, &load->setup, &move->action, &move->outcome, &parts);
    move->parts = (uint8_t)parts;
}

static void read_batch(struct read_errors *errors, const json_t *moves, const struct load *load,
                       struct play_move *to) {
    char at[READ_POINTER_MAX];

    for (size_t i = 0; i < json_array_size(moves) && errors->count < READ_ERRORS_MAX; i++) {
        read_pointer_at(at, "/moves", i);
        read_move(errors, json_array_get(moves, i), at, load, NULL, 0, &to[i]);
    }
}

/* In a `play` game what surely reveals something may only be the last of a batch; what does so by the
 * state it meets is found when it is judged. */
static void refuse_peeks(struct read_errors *errors, const struct play_move *moves, size_t n) {
    char at[READ_POINTER_MAX];

    for (size_t i = 0; i + 1 < n; i++)
        if (action_reveals(&moves[i].action)) {
            read_pointer_at(at, "/moves", i);
            read_error(errors, at, "%s", playing_peeks);
        }
}

/* Reads moves in words, in view of what the mover sees: the log is replayed for it. False when it has
 * answered. */
static bool read_words(struct request *rq, struct load *load, const json_t *json,
                       const struct read_field *more, size_t n_more, struct playing *playing) {
    enum { OWN = 2, ALL = 8 };
    struct read_errors errors = {0};
    struct action actions[NOTATION_MOVES_MAX] = {{0}};
    struct notation_error error;
    struct labels labels;
    struct game view;
    const char *words = "", *seed = NULL;
    struct read_field fields[ALL] = {
        {"words", READ_TEXT, .required = true, .to.text = &words, .min = 1,
         .max = NOTATION_TEXT_MAX},
        {"client_seed", READ_TEXT, .to.text = &seed},
    };
    unsigned seat = row_seat(&load->row, rq->caller.account);
    size_t n;

    for (size_t i = 0; i < n_more; i++)
        fields[OWN + i] = more[i];
    if (read_fields(&errors, json, "", fields, OWN + n_more)) {
        if (!api_replay(rq, load, LOAD_LATEST))
            return false;
        if (seat == NONE)
            seat = play_waits_for(&load->game);
        game_view(&load->setup, &load->game, seat, &view);
        row_labels(&load->row, &labels);
        n = notation_read_all(&load->setup, seat == NONE ? NULL : &view, seat, labels.seats, words,
                              strlen(words), actions, NOTATION_MOVES_MAX, &error);
        if (n == 0)
            read_error(&errors, "/words", "%s", error.detail);
        for (size_t i = 0; i < n; i++)
            playing->moves[i].action = actions[i];
        playing->play.n_moves = (unsigned)n;
        playing->words = true;
        playing->batch = n > 1;
        refuse_seed(&errors, "", seed, &playing->moves[0]);
    }
    if (errors.count == 0)
        return true;
    reply_invalid(rq, &errors);
    return false;
}

/* Reads the whole body into a new playing; NULL when it has answered. */
static struct playing *read_body(struct request *rq, struct load *load, struct moves_body *body) {
    const json_t *json = request_json(rq);
    struct read_errors errors = {0};
    const struct read_field fields[] = {
        {"moves", READ_ARRAY, .to.json = &body->moves, .min = 1, .max = PLAY_MOVES_MAX},
        {"seq", READ_INT, .to.number = &body->seq, .max = INT64_MAX, .given = &body->has_seq},
        {"dry_run", READ_BOOL, .to.flag = &body->dry_run},
    };
    const json_t *list = json_object_get(json, "moves");
    struct playing *playing;
    bool batch = json_is_array(list) && json_array_size(list) <= PLAY_MOVES_MAX;
    bool words = json_object_get(json, "words") != NULL;

    if (json == NULL)
        return NULL;
    playing = playing_new(rq, words   ? (unsigned)NOTATION_MOVES_MAX
                              : batch ? (unsigned)json_array_size(list)
                                      : 1);
    if (playing == NULL)
        return NULL;
    if (words) { /* all the fields of a body but the list */
        if (!read_words(rq, load, json, fields + 1, sizeof fields / sizeof *fields - 1, playing))
            return NULL;
        playing->has_seq = body->has_seq;
        playing->seq = body->seq;
        return playing;
    }
    playing->batch = list != NULL;
    if (!playing->batch)
        read_move(&errors, json, "", load, fields, sizeof fields / sizeof *fields, playing->moves);
    else if (read_fields(&errors, json, "", fields, sizeof fields / sizeof *fields))
        read_batch(&errors, body->moves, load, playing->moves);
    if (errors.count == 0 && playing->batch && load->row.mode == STORE_MODE_PLAY)
        refuse_peeks(&errors, playing->moves, json_array_size(list));
    if (errors.count > 0) {
        reply_invalid(rq, &errors);
        return NULL;
    }
    playing->has_seq = body->has_seq;
    playing->seq = body->seq;
    return playing;
}

/* ---- answering ---- */

static void begin_events(struct playing *playing) {
    if (playing->body.size > 0)
        return;
    writer_object(&playing->w);
    writer_key(&playing->w, "events");
    writer_array(&playing->w);
}

static void tell_event(struct play *play, const struct game *before, const struct event *event) {
    struct playing *playing = play->context;

    begin_events(playing);
    event_write(&playing->w, &play->log, before, &play->game, event, play->at);
}

static void write_rest(struct playing *playing, const struct load *load,
                       const struct clock *clock) {
    const struct play *play = &playing->play;
    struct writer *w = &playing->w;

    begin_events(playing);
    writer_array_end(w);
    writer_int_member(w, "seq", play->game.seq);
    writer_key(w, "view");
    api_write_view(w, load, &play->game, play->status, clock, play->viewer);
}

static void answer_moves(struct playing *playing, const struct load *load) {
    const struct play *play = &playing->play;

    playing->status = 201;
    write_rest(playing, load, &playing->clock);
    writer_object_end(&playing->w);
    api_view_etag(playing->etag, play->game.seq, play->status, play->seats, play->seat_count,
                  &playing->clock, play->viewer);
}

static void dry_run(struct request *rq, struct playing *playing, struct load *load) {
    struct dry_run dry;

    if (!api_replay(rq, load, LOAD_LATEST) || !playing_current(rq, playing, load))
        return;
    playing->play.now = app_now();
    playing->w = writer_to(&playing->body);
    dry_run_judge(&playing->play, load, &dry);
    if (playing->play.verdict != PLAY_OK) {
        playing_refuse(rq, playing, load);
        return;
    }
    write_rest(playing, load, NULL); /* what time it will be then nobody knows */
    if (dry.n_unknown > 0) {
        writer_key(&playing->w, "unknown");
        writer_array(&playing->w);
        for (unsigned i = 0; i < dry.n_unknown; i++)
            writer_text(&playing->w, dry.unknown[i]);
        writer_array_end(&playing->w);
    }
    writer_object_end(&playing->w);
    reply_json(rq, 200, &playing->body);
}

/* ---- the endpoints ---- */

/* Who may move: those who have a seat, and in a table game its creator. */
static bool may_move(struct request *rq, const struct load *load) {
    if (load->row.mode == STORE_MODE_TABLE ? api_owns_table(rq, &load->row)
                                           : row_seat(&load->row, rq->caller.account) != NONE)
        return true;
    reply_problem(rq, PROBLEM_FORBIDDEN,
                  load->row.mode == STORE_MODE_TABLE
                      ? "only the creator of a table game moves in it"
                      : "only those who have a seat in a game move in it");
    return false;
}

static void set_player(struct request *rq, struct playing *playing, const struct load *load) {
    playing->play.seat = row_seat(&load->row, rq->caller.account);
    playing->play.viewer = api_viewer(rq, &load->row);
}

void moves_make(struct request *rq) {
    struct moves_body body = {0};
    struct playing *playing;
    struct load load;

    if (rq->state != NULL) {
        playing_again(rq);
        return;
    }
    if (!api_load(rq, &load))
        return;
    if (!may_move(rq, &load))
        goto out;
    playing = read_body(rq, &load, &body);
    if (playing == NULL)
        goto out;
    set_player(rq, playing, &load);
    playing->play.each = tell_event;
    playing->answer = answer_moves;
    if (body.dry_run)
        dry_run(rq, playing, &load);
    else if (idempotency_begin(rq, &playing->idem))
        playing_run(rq, playing, &load);
out:
    load_end(&load);
}

static void answer_game(struct playing *playing, const struct load *load) {
    const struct play *play = &playing->play;
    struct load after = *load;

    playing->status = 200;
    after.game = play->game;
    after.row.status = play->status;
    after.clock = playing->clock;
    memcpy(after.row.seats, play->seats, sizeof after.row.seats);
    if (play->status != STORE_GAME_ACTIVE) {
        const struct event *last = &play->events[play->n_events - 1].event;

        after.row.finished_at = play->at;
        after.row.winner = last->finished.winner == NONE ? -1 : last->finished.winner;
        after.row.points = (struct store_bytes){last->finished.points, last->finished.n_points};
    }
    api_write_game(&playing->w, &after);
    api_game_etag(playing->etag, &after, "");
}

/* Everybody's resignation, one after the other, where the creator of a table game gives it up. */
static struct playing *resignations(struct request *rq, const struct load *load) {
    unsigned seats = load->row.mode == STORE_MODE_TABLE ? load->setup.rules.players : 1;
    struct playing *playing = playing_new(rq, seats);
    unsigned n = 0;

    if (playing == NULL)
        return NULL;
    for (unsigned seat = 0; seat < seats; seat++) {
        struct play_move *move = &playing->moves[n];

        if (load->row.mode == STORE_MODE_TABLE && load->row.seats[seat].resigned_at != 0)
            continue;
        move->action.type = RESIGN;
        move->has_seat = true;
        move->seat = (uint8_t)seat;
        n++;
    }
    playing->play.n_moves = n;
    return playing;
}

void moves_resign(struct request *rq) {
    struct playing *playing;
    struct load load;

    if (rq->state != NULL) {
        playing_again(rq);
        return;
    }
    if (!api_load(rq, &load))
        return;
    if (may_move(rq, &load) && request_fields(rq, NULL, 0)) {
        playing = resignations(rq, &load);
        if (playing != NULL) {
            set_player(rq, playing, &load);
            playing->answer = answer_game;
            if (idempotency_begin(rq, &playing->idem))
                playing_run(rq, playing, &load);
        }
    }
    load_end(&load);
}
