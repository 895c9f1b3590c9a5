/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/playing.h"
#include "service/game/deadlines.h"

#include <stdio.h>

#include "service/app/app.h"
#include "service/http/reply.h"

enum { BODY_MAX = 1 << 20 /* bytes of an answer: a view and the events of a whole batch */ };

static void playing_free(struct request *rq) {
    struct playing *playing = rq->state;

    buffer_free(&playing->body);
}

struct playing *playing_new(struct request *rq, unsigned n) {
    struct playing *playing = request_alloc(rq, sizeof *playing);
    struct play_move *moves = request_alloc(rq, (n > 0 ? n : 1) * sizeof *moves);
    struct play_event *events = request_alloc(rq, PLAY_ROOM(n) * sizeof *events);

    if (playing == NULL || moves == NULL || events == NULL) {
        reply_no_memory(rq);
        return NULL;
    }
    playing->play.by = BY_PLAYER;
    playing->play.moves = playing->moves = moves;
    playing->play.n_moves = n;
    playing->play.events = events;
    playing->play.context = playing;
    playing->app = app_of(rq);
    buffer_init(&playing->body, BODY_MAX);
    rq->state = playing;
    rq->state_free = playing_free;
    return playing;
}

/* ---- is it still the game that the caller knows? ---- */

static bool matches(struct request *rq, const struct load *load) {
    const struct store_game *row = &load->row;
    bool table = row->mode == STORE_MODE_TABLE;
    unsigned own = api_viewer(rq, row);
    char etag[API_ETAG_SIZE];

    api_game_etag(etag, load, "");
    if (request_matches(rq, etag))
        return true;
    api_view_etag(etag, load->game.seq, row->status, row->seats, (unsigned)row->seat_count,
                  &load->clock, own);
    if (request_matches(rq, etag))
        return true;
    for (unsigned seat = 0; table && seat < load->setup.rules.players; seat++) {
        api_view_etag(etag, load->game.seq, row->status, row->seats, (unsigned)row->seat_count,
                      NULL, seat);
        if (request_matches(rq, etag))
            return true;
    }
    return false;
}

bool playing_current(struct request *rq, const struct playing *playing, const struct load *load) {
    if (row_over(&load->row)) {
        reply_problem(rq, PROBLEM_GAME_OVER, "this game is over");
        return false;
    }
    if (playing->has_seq && playing->seq != load->game.seq) {
        reply_problem_more(rq, PROBLEM_STALE,
                           &(struct problem_more){.has_seq = true, .seq = load->game.seq},
                           "the last event is %u, not %lld: read on and judge again",
                           (unsigned)load->game.seq, (long long)playing->seq);
        return false;
    }
    if (request_header(rq, "If-Match") != NULL && !matches(rq, load)) {
        reply_problem_more(rq, PROBLEM_STALE_MATCH,
                           &(struct problem_more){.has_seq = true, .seq = load->game.seq},
                           "the game has moved on to event %u", (unsigned)load->game.seq);
        return false;
    }
    return true;
}

/* ---- refusals ---- */

const char playing_peeks[] =
    "a move that draws or reveals something hidden may only be the last of a batch";

static void refuse_rules(struct request *rq, const struct playing *playing) {
    const struct play *play = &playing->play;
    const struct reason_row *reason = &reasons[play->reason];
    struct problem_more more = {
        .reason = reason->code,
        .rule = reason->rule,
        .has_index = playing->batch,
        .index = play->index,
    };

    reply_problem_more(
        rq, play->verdict == PLAY_ILLEGAL ? PROBLEM_ILLEGAL_MOVE : PROBLEM_IMPOSSIBLE_OUTCOME,
        &more, "%s", reason->text);
}

/* What is wrong with a move's shape can be known only in the state it meets. */
static void refuse_shape(struct request *rq, const struct playing *playing) {
    const struct play *play = &playing->play;
    const char *member = play->verdict == PLAY_PEEKS ? "" : "/client_seed";
    const char *text = "a seed comes with the first set-up move of a player who sent a "
                       "client_commitment, and only then";
    char at[READ_POINTER_MAX];

    if (play->verdict == PLAY_PEEKS)
        text = playing_peeks;
    else if (play->verdict == PLAY_SEED_NEEDED)
        text = "the seed committed to has to come with the first set-up move";
    else if (play->verdict == PLAY_SEED_WRONG)
        text = "this is not the seed whose SHA-256 was sent when joining";
    if (playing->words)
        snprintf(at, sizeof at, "%s", member[0] == '\0' ? "/words" : member);
    else if (playing->batch)
        snprintf(at, sizeof at, "/moves/%u%s", play->index, member);
    else
        snprintf(at, sizeof at, "%s", member);
    reply_invalid_at(rq, at, "%s", text);
}

static void refuse_decision(struct request *rq, const struct playing *playing,
                            const struct load *load) {
    unsigned seat = play_waits_for(&load->game);

    if (playing->play.reason == REASON_RESIGNED)
        reply_problem(rq, PROBLEM_NOT_YOUR_DECISION, "this seat has been resigned");
    else if (seat == NONE)
        reply_problem(rq, PROBLEM_NOT_YOUR_DECISION, "the game has not started yet");
    else
        reply_problem(rq, PROBLEM_NOT_YOUR_DECISION, "the game waits for seat %u", seat);
}

void playing_refuse(struct request *rq, const struct playing *playing, const struct load *load) {
    switch (playing->play.verdict) {
    case PLAY_OVER: reply_problem(rq, PROBLEM_GAME_OVER, "this game is over"); return;
    case PLAY_NOT_YOURS: refuse_decision(rq, playing, load); return;
    case PLAY_ILLEGAL:
    case PLAY_IMPOSSIBLE: refuse_rules(rq, playing); return;
    case PLAY_BROKEN:
        reply_problem(rq, PROBLEM_INTERNAL, "the rules engine made a mistake; nothing has changed");
        return;
    case PLAY_LOG_FULL:
        reply_problem(rq, PROBLEM_CONFLICT, "the log of this game is full: it has %d events",
                      PLAY_LOG_MAX);
        return;
    default: refuse_shape(rq, playing); return;
    }
}

/* ---- judging, writing, answering ---- */

static enum store_result run(struct store_tx *tx, struct write *write) {
    struct playing *playing = (struct playing *)write;
    const struct idempotency_answer answer = {
        .status = playing->status,
        .etag = playing->etag,
        .body = playing->body.data,
        .body_size = playing->body.size,
    };
    enum store_result result;

    if (idempotency_seen(tx, &playing->idem))
        return STORE_CONFLICT;
    result = play_write(tx, &playing->play);
    if (result == STORE_OK)
        result = idempotency_keep(tx, &playing->idem, &answer, playing->play.now);
    return result;
}

static void committed(struct write *write) {
    const struct playing *playing = (const struct playing *)write;

    play_announce(&playing->play, playing->app);
}

static bool judge(struct request *rq, struct playing *playing, struct load *load) {
    struct game_events events;

    if (!api_replay(rq, load, LOAD_LATEST) || !playing_current(rq, playing, load))
        return false;
    playing->play.now = app_now();
    buffer_clear(&playing->body);
    playing->w = writer_to(&playing->body);
    play_judge(&playing->play, load);
    if (playing->play.verdict != PLAY_OK) {
        playing_refuse(rq, playing, load);
        return false;
    }
    events = play_events_of(&playing->play);
    playing->clock = load->clock;
    if (deadlines_follow(&playing->clock, load->reader, &events) != STORE_OK)
        playing->body.failed = true;
    playing->answer(playing, load);
    if (playing->body.failed)
        reply_problem(rq, PROBLEM_INTERNAL, "the answer could not be put together");
    return !playing->body.failed;
}

void playing_run(struct request *rq, struct playing *playing, struct load *load) {
    bool ok = judge(rq, playing, load);

    load_end(load);
    if (ok)
        write_begin_then(rq, &playing->write, run, committed);
}

static void reply(struct request *rq, struct playing *playing) {
    char quoted[API_ETAG_SIZE + 2];

    snprintf(quoted, sizeof quoted, "\"%s\"", playing->etag);
    reply_header(rq, "ETag", quoted);
    reply_json(rq, playing->status, &playing->body);
}

void playing_again(struct request *rq) {
    struct playing *playing = rq->state;
    struct load load;

    if (!write_finished(rq, &playing->write))
        return;
    if (playing->write.result == STORE_OK) {
        reply(rq, playing);
    } else if (playing->write.result != STORE_CONFLICT) {
        reply_store_failure(rq, playing->write.result);
    } else if (playing->idem.seen && !idempotency_begin(rq, &playing->idem)) {
        return; /* the same request was faster, and its answer has been given again */
    } else if (++playing->tries >= PLAY_TRIES_MAX) {
        reply_problem(rq, PROBLEM_UNAVAILABLE,
                      "others were faster %d times; nothing was changed, try again",
                      PLAY_TRIES_MAX);
    } else if (api_load(rq, &load)) {
        playing_run(rq, playing, &load);
    }
}
