/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/play_request.h"

#include <stddef.h>
#include <stdio.h>

#include "db/games.h"
#include "service/account/quota.h"
#include "service/api/game.h"
#include "service/app/store_reply.h"
#include "service/game/deadlines.h"
#include "service/words/sentence.h"

#define BLANK(member)                                                                              \
    {                                                                                              \
        offsetof(struct play_request, member),                                                     \
            offsetof(struct play_request, member) + sizeof(((struct play_request *)NULL)->member)  \
    }

const struct endpoint_span play_request_blank[] = {BLANK(game.load.row),
                                                   BLANK(game.load.spec),
                                                   BLANK(game.load.setup),
                                                   BLANK(game.load.start),
                                                   BLANK(game.load.game),
                                                   BLANK(game.load.trail),
                                                   BLANK(play.game),
                                                   BLANK(play.trail),
                                                   BLANK(play.seats),
                                                   BLANK(play.pass),
                                                   {0}};

bool play_request_open(struct request *rq, struct play_request *request) {
    const struct store_game *row = &request->game.load.row;

    request->game.whole = true;
    if (!game_call_open(rq, &request->game))
        return false;
    if (row->mode == STORE_MODE_TABLE ? api_owns_table(rq, row)
                                      : row_seat(row, rq->caller.account) != NONE)
        return true;
    reply_problem(rq, PROBLEM_FORBIDDEN,
                  row->mode == STORE_MODE_TABLE ? "only the creator of a table game can move in it"
                                                : "only players of a game can move in it");
    return false;
}

bool play_request_alloc(struct request *rq, struct play_request *request, unsigned n) {
    struct play *play = &request->play; /* zeroed, but for its states */

    play->moves = request->moves = request_alloc(rq, (n > 0 ? n : 1) * sizeof *request->moves);
    play->by = BY_PLAYER;
    play->n_moves = n;
    play->events = request_room(rq, PLAY_ROOM(n) * sizeof *play->events);
    play->context = request;
    if (request->moves != NULL && play->events != NULL)
        return true;
    reply_no_memory(rq);
    return false;
}

/* ---- comparing with the state the caller knows ---- */

static bool play_request_matches(struct request *rq, const struct load *load) {
    const struct store_game *row = &load->row;
    bool table = row->mode == STORE_MODE_TABLE;
    unsigned own = api_viewer(rq, row);
    char etag[REPLY_ETAG_SIZE];

    api_game_etag(etag, load->game.seq, load, "");
    if (request_matches(rq, etag))
        return true;
    api_view_etag(etag, load->game.seq, row->status, row->seats, (unsigned)row->seat_count,
                  &load->clock, &load->game, own);
    if (request_matches(rq, etag))
        return true;
    for (unsigned seat = 0; table && seat < load->setup.rules.players; seat++) {
        api_view_etag(etag, load->game.seq, row->status, row->seats, (unsigned)row->seat_count,
                      NULL, NULL, seat);
        if (request_matches(rq, etag))
            return true;
    }
    return false;
}

static bool play_request_is_current(struct request *rq, const struct play_request *request,
                                    const struct load *load) {
    if (row_over(&load->row)) {
        reply_problem(rq, PROBLEM_GAME_OVER, "this game is over");
        return false;
    }
    if (request->has_seq && request->seq != load->game.seq) {
        reply_problem_more(rq, PROBLEM_STALE,
                           &(struct problem_more){.has_seq = true, .seq = load->game.seq},
                           "the last event is %u, not %lld: read the new events and decide again",
                           (unsigned)load->game.seq, (long long)request->seq);
        return false;
    }
    if (request_header(rq, "If-Match") != NULL && !play_request_matches(rq, load)) {
        reply_problem_more(rq, PROBLEM_STALE_MATCH,
                           &(struct problem_more){.has_seq = true, .seq = load->game.seq},
                           "the game has moved on to event %u", (unsigned)load->game.seq);
        return false;
    }
    return true;
}

bool play_request_load(struct request *rq, struct play_request *request) {
    struct load *load = &request->game.load;

    if (!game_call_open(rq, &request->game) || !api_replay(rq, load, LOAD_LATEST) ||
        !play_request_is_current(rq, request, load))
        return false;
    request->game.call.job.key = request->game.game;
    request->play.now = request->game.call.now;
    request->play.seat = row_seat(&load->row, rq->caller.account);
    request->play.viewer = api_viewer(rq, &load->row);
    request->w = writer_to(&request->game.call.reply.body);
    request->told.named = false; /* the names belong to the previous load */
    return true;
}

/* ---- refusals ---- */

const char play_request_peeks[] =
    "a move that draws or reveals something hidden may only be the last of a batch";

static void play_request_refuse_rules(struct request *rq, const struct play_request *request) {
    const struct play *play = &request->play;
    const struct reason_row *reason = &reasons[play->reason];
    const struct sentence to = {
        .setup = &request->game.load.setup, .viewer = play->viewer, .language = LANGUAGE_ENGLISH};
    struct buffer text;
    struct problem_more more = {
        .reason = reason->code,
        .rule = play_refusal_rule(play, &request->game.load.setup),
        .has_index = request->batch || request->part != NULL,
        .index = play->index,
    };

    buffer_init(&text, SENTENCE_MAX);
    sentence_refusal(&text, &to, play->reason, play_due_first(play));
    buffer_byte(&text, '\0');
    reply_problem_more(
        rq, play->verdict == PLAY_ILLEGAL ? PROBLEM_ILLEGAL_MOVE : PROBLEM_IMPOSSIBLE_OUTCOME,
        &more, "%s", text.failed ? reason->code : text.data);
    buffer_free(&text);
}

/* A move's shape can be checked only in the state it is made in. */
static void play_request_refuse_shape(struct request *rq, const struct play_request *request) {
    const struct play *play = &request->play;
    const char *member = play->verdict == PLAY_PEEKS ? "" : "/client_seed";
    const char *text =
        "only the first set-up move of a player who sent a client_commitment has a seed";
    char at[READ_POINTER_MAX];

    if (play->verdict == PLAY_PEEKS)
        text = play_request_peeks;
    else if (play->verdict == PLAY_SEED_NEEDED)
        text = "send the seed that you committed to with your first set-up move";
    else if (play->verdict == PLAY_SEED_WRONG)
        text = "this is not the seed whose SHA-256 was sent when joining";
    if (request->words)
        snprintf(at, sizeof at, "%s", member[0] == '\0' ? "/words" : member);
    else if (request->batch)
        snprintf(at, sizeof at, "/moves/%u%s", play->index, member);
    else
        snprintf(at, sizeof at, "%s", member);
    reply_invalid_at(rq, at, "%s", text);
}

/* Refuses, naming everybody whom the game waits for. */
static void play_request_refuse_waiting(struct request *rq, const struct game *game) {
    unsigned seats = play_waited(game), left = seats;
    char text[8 * SEAT_MAX] = "";
    size_t size = 0;

    for (unsigned seat = 0; seat < SEAT_MAX; seat++) {
        if (!(seats >> seat & 1))
            continue;
        left &= ~(1u << seat);
        size += (size_t)snprintf(text + size, sizeof text - size, "%u%s", seat,
                                 left == 0                  ? ""
                                 : (left & (left - 1)) == 0 ? " and "
                                                            : ", ");
    }
    if ((seats & (seats - 1)) == 0)
        reply_problem(rq, PROBLEM_NOT_YOUR_DECISION, "the game waits for seat %s", text);
    else
        reply_problem(rq, PROBLEM_NOT_YOUR_DECISION, "the game waits for seats %s", text);
}

static void play_request_refuse_decision(struct request *rq, const struct play_request *request) {
    const struct game *game = &request->game.load.game;
    unsigned seat = play_waits_for(game), own = request->play.seat;

    if (own != NONE && game->players[own].asked)
        reply_problem(rq, PROBLEM_NOT_YOUR_DECISION,
                      "your part comes after that of seat %u: say with special_build what you "
                      "build in it, or with end_turn that you build nothing (rule X-26)",
                      seat);
    else if (request->play.reason == REASON_RESIGNED)
        reply_problem(rq, PROBLEM_NOT_YOUR_DECISION, "this seat has been resigned");
    else if (seat == NONE)
        reply_problem(rq, PROBLEM_NOT_YOUR_DECISION, "the game has not started yet");
    else
        play_request_refuse_waiting(rq, game);
}

void play_request_refuse(struct request *rq, const struct play_request *request) {
    switch (request->play.verdict) {
    case PLAY_OVER: reply_problem(rq, PROBLEM_GAME_OVER, "this game is over"); return;
    case PLAY_NOT_YOURS: play_request_refuse_decision(rq, request); return;
    case PLAY_ILLEGAL:
    case PLAY_IMPOSSIBLE: play_request_refuse_rules(rq, request); return;
    case PLAY_BROKEN:
        reply_problem(rq, PROBLEM_INTERNAL, "the rules engine made a mistake; nothing has changed");
        return;
    case PLAY_UNREAD: reply_store_failure(rq, STORE_ERROR); return;
    case PLAY_LOG_FULL:
        reply_problem(rq, PROBLEM_CONFLICT, "the log of this game is full: it has %d events",
                      PLAY_LOG_MAX);
        return;
    default: play_request_refuse_shape(rq, request); return;
    }
}

/* ---- judging and writing ---- */

static bool play_request_clock(struct request *rq, struct play_request *request) {
    const struct load *load = &request->game.load;
    struct game_events events = play_events_of(&request->play);

    request->clock = load->clock;
    return check_stored(rq, deadlines_update(&request->clock, load->reader, &events));
}

bool play_request_judge(struct request *rq, struct play_request *request) {
    play_judge(&request->play, &request->game.load);
    if (request->play.verdict != PLAY_OK) {
        play_request_refuse(rq, request);
        return false;
    }
    return play_request_clock(rq, request);
}

enum store_result play_request_run(struct store_tx *tx, void *state) {
    struct play_request *request = state;
    struct endpoint_call *call = &request->game.call;
    int64_t grows = play_grows(&request->play);
    enum store_result result = play_write(tx, &request->play);

    /* A `play` game must not block its other players, so only the length of its log limits it. */
    if (result == STORE_OK && grows > 0 && request->play.mode == STORE_MODE_TABLE)
        result = quota_hold(tx, call, QUOTA_BIT(QUOTA_BYTES));
    return result == STORE_OK ? quota_spend(tx, call, ADDRESS_QUOTA_BYTES, grows) : result;
}

void play_request_ahead(struct store_tx *tx, void *state) {
    const struct play_request *request = state;

    if (request->play.n_events > 0) /* judged successfully */
        play_ahead(tx, &request->play);
}

void play_request_committed(void *state) {
    const struct play_request *request = state;

    play_announce(&request->play, request->game.call.app);
}
