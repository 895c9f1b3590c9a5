/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/recap.h"

#include <string.h>

#include "db/read_marker.h"
#include "service/api/game.h"
#include "service/app/app.h"
#include "service/app/write.h"
#include "service/command/recap.h"
#include "service/document/cards_json.h"
#include "service/document/chain_json.h"
#include "service/http/reply.h"

enum { ANSWER_MAX = 1 << 20 };

/* ---- what is written ---- */

/* That the caller has looked, and the answer that waits for it to be on disk. */
struct looking {
    struct write write; /* first: a job leads back to its request's state */
    int64_t game, account;
    uint32_t seq;
    struct buffer body; /* empty: 204 */
};

static enum store_result run(struct store_tx *tx, struct write *write) {
    const struct looking *looking = (const struct looking *)write;

    return store_read_marker_set(tx, looking->game, looking->account, looking->seq, app_now());
}

static void looking_free(struct request *rq) {
    struct looking *looking = rq->state;

    buffer_free(&looking->body);
}

/* Begins to note that the caller has seen SEQ; takes BODY over. */
static void note(struct request *rq, const struct load *load, uint32_t seq, struct buffer *body) {
    struct looking *looking = request_alloc(rq, sizeof *looking);

    if (looking == NULL) {
        reply_no_memory(rq);
        return;
    }
    looking->game = load->row.id;
    looking->account = rq->caller.account;
    looking->seq = seq;
    buffer_init(&looking->body, ANSWER_MAX);
    if (body != NULL) {
        looking->body = *body;
        buffer_init(body, ANSWER_MAX);
    }
    rq->state = looking;
    rq->state_free = looking_free;
    write_begin(rq, &looking->write, run);
}

static void noted(struct request *rq) {
    struct looking *looking = rq->state;

    if (!write_finished(rq, &looking->write))
        return;
    if (looking->write.result != STORE_OK)
        reply_store_failure(rq, looking->write.result);
    else if (looking->body.size > 0)
        reply_json(rq, 200, &looking->body);
    else
        reply_empty(rq, 204);
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

/* Pieces that are on the board more than before; those that are fewer are left out. */
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
    waiting_for_write(&w, &view, viewer, clock_deadlines(&load->clock, deadlines));
    writer_object_end(&w);
}

/* ---- the endpoints ---- */

struct wanted {
    bool has_since, mark;
    int64_t since;
};

/* Since when: as asked for, or when the caller last looked or acted. */
static bool since_when(struct request *rq, const struct load *load, const struct wanted *wanted,
                       uint32_t *since) {
    enum store_result result = STORE_OK;

    *since = (uint32_t)wanted->since;
    if (wanted->has_since)
        return true;
    if (rq->caller.account == 0) {
        reply_invalid_at(rq, "since", "is needed where nobody is signed in");
        return false;
    }
    result = recap_seen(load, rq->caller.account, since);
    if (result != STORE_OK)
        reply_store_failure(rq, result);
    return result == STORE_OK;
}

static void get(struct request *rq, struct load *load) {
    struct wanted wanted = {0};
    const struct read_field fields[] = {
        {"since", READ_INT, .to.number = &wanted.since, .max = STORE_SEQ_MAX,
         .given = &wanted.has_since},
        {"mark", READ_BOOL, .to.flag = &wanted.mark},
    };
    unsigned viewer = api_viewer(rq, &load->row);
    enum store_result result;
    struct buffer body;
    struct recap recap;
    uint32_t since;

    if (!request_query(rq, fields, sizeof fields / sizeof *fields) ||
        !since_when(rq, load, &wanted, &since))
        return;
    if (wanted.mark && rq->caller.account == 0) {
        reply_invalid_at(rq, "mark", "is for those who are signed in");
        return;
    }
    buffer_init(&body, ANSWER_MAX);
    result = recap_gather(&recap, load, viewer, since, RECAP_LINES_MAX);
    if (result != STORE_OK) {
        reply_store_failure(rq, result);
    } else {
        write_recap(&body, load, &recap, viewer);
        if (wanted.mark && !body.failed)
            note(rq, load, recap.to, &body);
        else
            reply_json(rq, 200, &body);
    }
    recap_free(&recap);
    buffer_free(&body);
}

void recap_get(struct request *rq) {
    struct load load;

    if (rq->state != NULL) {
        noted(rq);
    } else if (api_load(rq, &load)) {
        get(rq, &load);
        load_end(&load);
    }
}

void recap_looked(struct request *rq) {
    struct load load;
    int64_t seq = 0;
    const struct read_field fields[] = {
        {"seq", READ_INT, .required = true, .to.number = &seq, .max = STORE_SEQ_MAX}};

    if (rq->state != NULL) {
        noted(rq);
        return;
    }
    if (!api_load(rq, &load))
        return;
    if (request_fields(rq, fields, sizeof fields / sizeof *fields)) {
        if (seq > load.row.last_seq)
            reply_invalid_at(rq, "/seq", "the last event is %u", (unsigned)load.row.last_seq);
        else
            note(rq, &load, (uint32_t)seq, NULL);
    }
    load_end(&load);
}
