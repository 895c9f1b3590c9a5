/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/recap.h"

#include <string.h>

#include "db/read_marker.h"
#include "service/api/game.h"
#include "service/api/game_call.h"
#include "service/api/told.h"
#include "service/app/store_reply.h"
#include "service/command/recap.h"
#include "service/document/cards_json.h"
#include "service/document/chain_json.h"
#include "service/http/cookie.h"

enum { ANSWER_MAX = 4 << 20 };

/* A request that marks a game as read up to an event. */
struct recap_mark {
    struct game_call game; /* first */
    uint32_t seq;
};

static enum store_result recap_mark_run(struct store_tx *tx, void *state) {
    const struct recap_mark *mark = state;
    const struct endpoint_call *call = &mark->game.call;

    return store_read_marker_set(tx, mark->game.game, call->account, mark->seq, call->now);
}

/* ---- the answer ---- */

static void write_lines(struct writer *w, const struct recap *recap) {
    writer_key(w, "sentences");
    writer_array(w);
    for (size_t i = 0; i < recap->n; i++) {
        const struct recap_line *line = &recap->lines[i];

        writer_object(w);
        writer_int_member(w, "seq", line->seq);
        writer_key(w, "text");
        writer_string(w, recap->text.data + line->start, line->len);
        writer_key(w, "parts");
        writer_json(w, recap->parts.data + line->parts, line->parts_len);
        writer_time_member(w, "at", line->at);
        writer_object_end(w);
    }
    writer_array_end(w);
    writer_int_member(w, "left_out", (int64_t)recap->left_out);
}

static void write_change(struct writer *w, const char *name, unsigned from, unsigned to) {
    writer_key_text(w, name);
    writer_object(w);
    writer_int_member(w, "from", from);
    writer_int_member(w, "to", to);
    writer_object_end(w);
}

static void write_moved(struct writer *w, const char *name, struct cards cards, unsigned hidden) {
    writer_key_text(w, name);
    writer_object(w);
    writer_key(w, "cards");
    cards_write(w, cards);
    writer_int_member(w, "hidden", hidden);
    writer_object_end(w);
}

static unsigned in_hand(const struct game *game, unsigned seat) {
    return game->players[seat].hand_count;
}

/* Pieces added to the board since; kinds that became fewer are left out. */
static void write_built(struct writer *w, const struct load *load, const struct recap *recap,
                        unsigned seat) {
    const uint8_t *was = recap->before.players[seat].supply;
    const uint8_t *is = load->game.players[seat].supply;

    writer_key(w, "built");
    writer_object(w);
    for (unsigned piece = 0; piece < PIECE_COUNT; piece++)
        if (was[piece] > is[piece]) {
            writer_key_text(w, piece_names[piece]);
            writer_int(w, was[piece] - is[piece]);
        }
    writer_object_end(w);
}

static void write_summary(struct writer *w, const struct load *load, const struct recap *recap) {
    writer_key(w, "summary");
    writer_array(w);
    for (unsigned seat = 0; seat < load->setup.rules.players; seat++) {
        const struct recap_cards *cards = &recap->cards[seat];

        writer_object(w);
        writer_int_member(w, "seat", seat);
        write_change(w, "points", game_points_visible(&load->setup, &recap->before, seat),
                     game_points_visible(&load->setup, &load->game, seat));
        write_change(w, "card_count", in_hand(&recap->before, seat), in_hand(&load->game, seat));
        write_moved(w, "gained", cards->gained, cards->gained_hidden);
        write_moved(w, "lost", cards->lost, cards->lost_hidden);
        write_built(w, load, recap, seat);
        writer_object_end(w);
    }
    writer_array_end(w);
}

static void write_recap(struct buffer *body, const struct load *load, const struct recap *recap,
                        unsigned viewer) {
    struct writer w = writer_to(body);
    int64_t deadlines[STORE_SEATS_MAX];
    struct game view;

    game_view(&load->setup, &load->game, viewer, &view);
    writer_object(&w);
    writer_int_member(&w, "from", recap->from);
    writer_int_member(&w, "to", recap->to);
    write_lines(&w, recap);
    write_summary(&w, load, recap);
    writer_key(&w, "waiting_for");
    waiting_for_write(&w, &load->setup, &view, viewer, clock_deadlines(&load->clock, deadlines));
    writer_object_end(&w);
}

/* ---- the endpoints ---- */

struct wanted {
    bool has_since, mark;
    int64_t since;
    int language; /* enum language */
};

/* The event to start from: as requested, or when the caller last looked or acted. */
static bool since_when(struct request *rq, const struct load *load, const struct wanted *wanted,
                       uint32_t *since) {
    enum store_result result = STORE_OK;

    *since = (uint32_t)wanted->since;
    if (wanted->has_since)
        return true;
    if (rq->caller.account == 0) {
        reply_invalid_at(rq, "since", "is needed if you are not signed in");
        return false;
    }
    result = recap_seen(load, rq->caller.account, since);
    return check_stored(rq, result);
}

/* Answers by itself if nothing is to be marked. */
static bool recap_get_judge(struct request *rq, void *state) {
    struct recap_mark *mark = state;
    struct load *load = &mark->game.load;
    struct buffer *body = &mark->game.call.reply.body;
    struct wanted wanted = {0};
    const struct read_field fields[] = {
        {"since", READ_INT, .to.number = &wanted.since, .max = STORE_SEQ_MAX,
         .given = &wanted.has_since},
        {"mark", READ_BOOL, .to.flag = &wanted.mark},
        TOLD_FIELD(&wanted.language),
    };
    enum store_result result;
    struct recap recap;
    unsigned viewer;
    uint32_t since;

    if (!game_call_open(rq, &mark->game) ||
        !request_query(rq, fields, sizeof fields / sizeof *fields) ||
        !since_when(rq, load, &wanted, &since))
        return false;
    if (wanted.mark && rq->caller.account == 0) {
        reply_invalid_at(rq, "mark", "only works if you are signed in");
        return false;
    }
    if (wanted.mark && !cookie_may_write(rq)) {
        reply_problem(rq, PROBLEM_FORBIDDEN, "another site's page cannot mark what has been read");
        return false;
    }
    viewer = api_viewer(rq, &load->row);
    result = recap_gather(&recap, load,
                          &(struct recap_reader){.viewer = viewer,
                                                 .language = (enum language)wanted.language,
                                                 .names = true,
                                                 .parts = true},
                          since, RECAP_LINES_MAX);
    if (result == STORE_OK) {
        write_recap(body, load, &recap, viewer);
        mark->seq = recap.to;
    }
    recap_free(&recap);
    if (result != STORE_OK)
        reply_store_failure(rq, result);
    else if (!wanted.mark)
        reply_json(rq, 200, body);
    return result == STORE_OK && wanted.mark;
}

const struct endpoint recap_get = {
    .size = sizeof(struct recap_mark),
    .body_max = ANSWER_MAX,
    .status = 200,
    .judge = recap_get_judge,
    .run = recap_mark_run,
    .close = game_call_close,
};

static bool recap_marker_put_read(struct request *rq, void *state) {
    struct recap_mark *mark = state;
    const struct store_game *row = &mark->game.load.row;
    int64_t seq = 0;
    const struct read_field fields[] = {
        {"seq", READ_INT, .required = true, .to.number = &seq, .max = STORE_SEQ_MAX}};

    if (!game_call_open(rq, &mark->game) ||
        !request_fields(rq, fields, sizeof fields / sizeof *fields))
        return false;
    mark->seq = (uint32_t)seq;
    if (seq > row->last_seq)
        reply_invalid_at(rq, "/seq", "the last event is %u", (unsigned)row->last_seq);
    return seq <= row->last_seq;
}

const struct endpoint recap_marker_put = {
    .size = sizeof(struct recap_mark),
    .status = 204,
    .read = recap_marker_put_read,
    .run = recap_mark_run,
    .close = game_call_close,
};
