/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/hint.h"

#include "service/api/game.h"
#include "service/bots/bot.h"
#include "service/document/action_json.h"
#include "service/game/play.h"
#include "service/http/reply.h"
#include "service/words/notation.h"

enum { HINT_BODY_MAX = 16 << 10 };

/* The seat that the hint is for; false if there is none, and it has answered. */
static bool find_seat(struct request *rq, const struct load *load, unsigned viewer,
                      unsigned *seat) {
    const struct decision *decision;
    bool owns = api_owns_table(rq, &load->row);

    if (!row_gives_hints(&load->row)) {
        reply_problem(rq, PROBLEM_FORBIDDEN, "the game was made without hints");
        return false;
    }
    *seat = viewer == VIEWER_ALL ? play_waits_for(&load->game) : viewer;
    if (!owns && (viewer == VIEWER_ALL || viewer == NONE || !row_faces_bots(&load->row, viewer))) {
        reply_problem(rq, PROBLEM_FORBIDDEN,
                      "hints are only for games against bots, and for your own table games");
        return false;
    }
    decision = *seat == NONE ? NULL : game_decision(&load->game, *seat);
    if (load->row.status != STORE_GAME_ACTIVE || decision == NULL || decision->answered) {
        reply_problem(rq, PROBLEM_NOT_YOUR_DECISION, "the game is not waiting for this seat");
        return false;
    }
    return true;
}

void hint_write_move(struct writer *w, const struct load *load, const struct action *action) {
    struct labels labels;
    struct buffer text;

    row_labels(&load->row, &labels);
    buffer_init(&text, NOTATION_MOVE_MAX);
    writer_key(w, "action");
    action_write(w, action, 0);
    notation_write(&text, &load->setup, labels.seats, action);
    writer_key(w, "words");
    if (text.failed)
        w->out->failed = true;
    else
        writer_string(w, text.data, text.size);
    buffer_free(&text);
}

void hint_write_reasons(struct writer *w, const struct hint *hint) {
    writer_key(w, "reasons");
    writer_array(w);
    for (unsigned i = 0; i < hint->n; i++) {
        writer_object(w);
        writer_key(w, "about");
        writer_text(w, hint_subject_names[hint->reasons[i].subject]);
        if (hint->reasons[i].thing != HINT_NO_THING)
            writer_text_member(w, "of", hint_thing_names[hint->reasons[i].thing]);
        writer_int_member(w, "gain", chance_thousandths(hint->reasons[i].gain));
        writer_object_end(w);
    }
    writer_array_end(w);
}

void hint_write_then(struct writer *w, const struct load *load, const struct hint *hint) {
    writer_key(w, "then");
    writer_array(w);
    for (unsigned i = 1; i < hint->n_line; i++) {
        writer_object(w);
        hint_write_move(w, load, &hint->line[i]);
        writer_object_end(w);
    }
    writer_array_end(w);
}

static void write_hint(struct writer *w, const struct load *load, unsigned seat,
                       const struct hint *hint) {
    writer_object(w);
    writer_int_member(w, "seq", load->game.seq);
    writer_int_member(w, "player", seat);
    hint_write_move(w, load, &hint->action);
    writer_int_member(w, "chance", chance_thousandths(hint->chance));
    hint_write_reasons(w, hint);
    writer_object_end(w);
}

static void reply_hint(struct request *rq, struct load *load) {
    struct api_look look = {0};
    struct read_field fields[API_LOOK_FIELDS];
    unsigned viewer, seat;
    uint32_t at;
    struct buffer body;
    struct game view;
    struct hint hint;
    struct writer w = writer_begin(&body, HINT_BODY_MAX);

    api_look_fields(&look, fields);
    if (!request_query(rq, &fields[1], 1) || !api_look(rq, load, &look, &viewer, &at) ||
        !api_replay(rq, load, at) || !find_seat(rq, load, viewer, &seat))
        return;
    game_view(&load->setup, &load->game, seat, &view);
    bot_hint(&load->setup, &view, seat, trail_offers(&load->trail, seat), 1, &hint);
    write_hint(&w, load, seat, &hint);
    reply_json(rq, 200, &body);
}

void hint_show(struct request *rq) {
    struct load load;

    if (!api_load_whole(rq, &load, 0))
        return;
    reply_hint(rq, &load);
    load_end(&load);
}
