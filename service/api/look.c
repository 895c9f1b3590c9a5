/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/look.h"

#include <stdio.h>
#include <stdlib.h>

#include "db/games.h"
#include "service/api/game.h"
#include "service/api/record.h"
#include "service/app/app.h"
#include "service/app/store_reply.h"
#include "service/document/action_json.h"
#include "service/document/board_json.h"
#include "service/document/cards_json.h"
#include "service/game/play.h"
#include "service/http/reply.h"
#include "service/parts/parts.h"
#include "service/words/notation.h"

enum {
    BOARD_MAX = 128 << 10,
    ACTIONS_MAX = 1 << 20,
};

/* ---- board ---- */

static void reply_board(struct request *rq, struct load *load) {
    struct api_look look = {0};
    struct read_field fields[API_LOOK_FIELDS];
    unsigned viewer;
    uint32_t at;
    char etag[REPLY_ETAG_SIZE];
    struct buffer body;
    struct writer w;

    api_look_fields(&look, fields);
    if (!request_query(rq, fields, 1) || !api_look(rq, load, &look, &viewer, &at) ||
        !api_replay(rq, load, at))
        return;
    /* The Inventor moves number tokens; nothing else of a board changes. */
    snprintf(etag, sizeof etag, "board.%08x",
             (unsigned)reply_etag_mix(REPLY_ETAG_SEED, load->game.numbers, HEX_MAX));
    if (reply_not_modified(rq, etag))
        return;
    w = writer_begin(&body, BOARD_MAX);
    board_write(&w, &load->setup.board, load->game.numbers);
    reply_json(rq, 200, &body);
}

/* ---- view ---- */

/* A view of an earlier state does not show what became of the game later. */
static enum store_game_status status_then(const struct load *load) {
    if (load->game.seq >= load->row.last_seq || load->game.phase == PHASE_FINISHED)
        return load->row.status;
    return load->game.seq == 0 && !load->has_position ? STORE_GAME_OPEN : STORE_GAME_ACTIVE;
}

static void reply_view(struct request *rq, struct load *load) {
    struct api_look look = {0};
    struct read_field fields[API_LOOK_FIELDS];
    unsigned viewer;
    uint32_t at;
    char etag[REPLY_ETAG_SIZE];
    struct buffer body;
    struct writer w = writer_begin(&body, API_VIEW_MAX);
    const struct clock *clock;
    int64_t deadlines[STORE_SEATS_MAX];

    api_look_fields(&look, fields);
    if (!request_query(rq, fields, API_LOOK_FIELDS) || !api_look(rq, load, &look, &viewer, &at))
        return;
    clock = look.has_at ? NULL : &load->clock; /* a view of an earlier state has no deadlines */
    if (!look.has_at && !api_know_asked(rq, load))
        return;
    /* The tag is known before the log is read. */
    api_view_etag(etag, look.has_at ? at : load->row.last_seq, load->row.status, load->row.seats,
                  (unsigned)load->row.seat_count, clock, &load->game, viewer);
    if (reply_not_modified(rq, etag) || !api_replay(rq, load, at))
        return;
    api_write_view(&w, load, &load->game, status_then(load),
                   clock == NULL ? NULL : clock_deadlines(clock, deadlines), viewer);
    reply_json(rq, 200, &body);
}

/* ---- actions ---- */

/* What SEAT may do, undos last. The caller frees it with free(); NULL: no memory. */
static struct move_list *list_actions(const struct load *load, unsigned seat) {
    struct move_list *list = calloc(1, sizeof *list);
    uint32_t to_seq[TRAIL_MAX];
    struct game known;
    unsigned n;

    if (list == NULL || seat == NONE)
        return list;
    /* Computed from the view, so that the list cannot reveal more than the view does. */
    game_view(&load->setup, &load->game, seat, &known);
    game_list(&load->setup, &known, seat, list);
    part_list_pass(&known, seat, list);
    n = trail_list(&load->trail, &load->setup, &load->game, seat, to_seq);
    for (unsigned i = 0; i < n && list->n < LIST_MAX; i++)
        list->items[list->n++] = (struct action){.type = UNDO, .ref = to_seq[i]};
    return list;
}

static void write_words(struct writer *w, const struct load *load, const struct move_list *list) {
    struct labels labels;
    struct buffer text;

    row_labels(&load->row, &labels);
    buffer_init(&text, NOTATION_MOVE_MAX);
    writer_key(w, "words");
    writer_array(w);
    for (size_t i = 0; i < list->n; i++) {
        buffer_clear(&text);
        notation_write(&text, &load->setup, labels.seats, &list->items[i]);
        w->out->no_memory |= text.no_memory;
        if (text.failed)
            w->out->failed = true;
        else
            writer_string(w, text.data, text.size);
    }
    writer_array_end(w);
    buffer_free(&text);
}

static void write_actions(struct writer *w, const struct load *load, unsigned seat, bool words) {
    struct move_list *list = list_actions(load, seat);

    if (list == NULL) {
        w->out->failed = w->out->no_memory = true;
        return;
    }
    writer_object(w);
    writer_int_member(w, "seq", load->game.seq);
    writer_key(w, "player");
    id_write(w, seat);
    writer_key(w, "actions");
    action_write_list(w, list);
    if (words)
        write_words(w, load, list);
    writer_object_end(w);
    free(list);
}

static void reply_actions(struct request *rq, struct load *load) {
    enum { AS, WORDS, QUERY };
    struct api_look look = {0};
    struct read_field own[API_LOOK_FIELDS];
    struct read_field fields[QUERY];
    bool words = false;
    unsigned viewer;
    uint32_t at;
    struct buffer body;
    struct writer w = writer_begin(&body, ACTIONS_MAX);

    api_look_fields(&look, own);
    fields[AS] = own[1];
    fields[WORDS] = (struct read_field){.name = "words", .type = READ_BOOL, .to.flag = &words};
    if (!request_query(rq, fields, QUERY) || !api_look(rq, load, &look, &viewer, &at) ||
        !api_replay(rq, load, at))
        return;
    if (viewer == VIEWER_ALL)
        viewer = play_waits_for(&load->game);
    /* A player who has resigned may watch, but a bot moves. */
    if (viewer != NONE && load->row.seats[viewer].kind != STORE_SEAT_HUMAN && look.as == NULL)
        viewer = NONE;
    write_actions(&w, load, viewer, words);
    reply_json(rq, 200, &body);
}

/* ---- record ---- */

static void reply_record(struct request *rq, struct load *load) {
    enum store_result result;
    struct buffer body;

    if (!row_over(&load->row) && !api_owns_table(rq, &load->row)) {
        reply_problem(rq, PROBLEM_FORBIDDEN,
                      "a record shows all hands, so you get it when the game is over, or as the "
                      "creator of a table game");
        return;
    }
    buffer_init(&body, API_RECORD_MAX);
    result = api_record_write(app_of(rq), load, RECORD_WHOLE, &body);
    reply_stored(rq, result, &body);
}

/* ---- the endpoints ---- */

static void reply_look(struct request *rq, void (*at)(struct request *rq, struct load *load)) {
    struct load load;

    if (!api_load_whole(rq, &load, 0))
        return;
    at(rq, &load);
    load_end(&load);
}

void look_board(struct request *rq) {
    reply_look(rq, reply_board);
}

void look_view(struct request *rq) {
    reply_look(rq, reply_view);
}

void look_actions(struct request *rq) {
    reply_look(rq, reply_actions);
}

void look_record(struct request *rq) {
    reply_look(rq, reply_record);
}
