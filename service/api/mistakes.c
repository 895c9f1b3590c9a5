/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/mistakes.h"

#include <inttypes.h>
#include <stdio.h>

#include "service/api/game.h"
#include "service/api/hint.h"
#include "service/app/store_reply.h"
#include "service/bots/bot.h"
#include "service/bots/mistakes.h"
#include "service/http/reply.h"

enum {
    MISTAKES_BODY_MAX = 32 << 10,
    MISTAKES_PRICE = 10,  /* requests that one counts as */
    MISTAKES_VERSION = 2, /* changed when the same log is judged differently */
};

static void write_judged(struct writer *w, const struct load *load, const char *key,
                         const struct action *action, double chance, const struct hint *why) {
    writer_key_text(w, key);
    writer_object(w);
    hint_write_move(w, load, action);
    writer_int_member(w, "chance", chance_thousandths(chance));
    if (why != NULL) {
        hint_write_reasons(w, why);
        hint_write_then(w, load, why);
    }
    writer_object_end(w);
}

/* The cost is the difference of the rounded chances, so that a reader's sum is right. */
static void write_mistake(struct writer *w, const struct load *load,
                          const struct mistake *mistake) {
    writer_object(w);
    writer_int_member(w, "turn", mistake->turn);
    writer_int_member(w, "after", mistake->seq - 1);
    writer_int_member(w, "seq", mistake->seq);
    writer_int_member(w, "cost",
                      chance_thousandths(mistake->better_chance) -
                          chance_thousandths(mistake->chance));
    write_judged(w, load, "played", &mistake->played, mistake->chance, NULL);
    write_judged(w, load, "better", &mistake->better.action, mistake->better_chance,
                 &mistake->better);
    writer_object_end(w);
}

static void write_mistakes(struct writer *w, const struct load *load,
                           const struct mistakes *mistakes) {
    writer_object(w);
    writer_int_member(w, "seq", load->game.seq);
    writer_int_member(w, "seat", mistakes->seat);
    writer_key(w, "complete");
    writer_bool(w, mistakes->complete);
    writer_int_member(w, "judged", mistakes->judged);
    writer_key(w, "mistakes");
    writer_array(w);
    for (unsigned i = 0; i < mistakes->n; i++)
        write_mistake(w, load, &mistakes->worst[i]);
    writer_array_end(w);
    writer_object_end(w);
}

static bool follow_decision(void *context, struct load *load, const struct game *before,
                            const struct event *event, int64_t at) {
    (void)load, (void)at;
    mistakes_follow(context, before, event);
    return true;
}

/* The seat asked for, else the caller's own; false: it has answered. */
static bool read_seat(struct request *rq, const struct load *load, unsigned *seat) {
    int64_t asked = -1;
    const struct read_field field = {.name = "seat",
                                     .type = READ_INT,
                                     .to.number = &asked,
                                     .min = 0,
                                     .max = load->setup.rules.players - 1};

    if (!request_query(rq, &field, 1))
        return false;
    *seat = asked >= 0 ? (unsigned)asked : api_viewer(rq, &load->row);
    if (*seat < load->setup.rules.players)
        return true;
    reply_invalid_at(rq, "seat", "you have no seat in this game: say whose mistakes you want");
    return false;
}

static void reply_mistakes(struct request *rq, struct load *load) {
    struct mistakes mistakes;
    char etag[REPLY_ETAG_SIZE];
    struct buffer body;
    struct writer w = writer_begin(&body, MISTAKES_BODY_MAX);
    enum store_result result;
    unsigned seat;

    if (!read_seat(rq, load, &seat))
        return;
    if (!row_over(&load->row)) {
        reply_problem(
            rq, PROBLEM_FORBIDDEN,
            "what was better depends on hidden cards, so you get it when the game is over");
        return;
    }
    snprintf(etag, sizeof etag, "%" PRIu32 ".mistakes.%d.%u", load->row.last_seq, MISTAKES_VERSION,
             seat);
    if (reply_not_modified(rq, etag) || !request_charge(rq, MISTAKES_PRICE - 1))
        return;
    mistakes_begin(&mistakes, &load->setup, seat);
    result = load_replay_kept(load, follow_decision, &mistakes);
    if (result == STORE_OK)
        write_mistakes(&w, load, &mistakes);
    reply_stored(rq, result, &body);
}

void mistakes_show(struct request *rq) {
    struct load load;

    if (!api_load(rq, &load))
        return;
    reply_mistakes(rq, &load);
    load_end(&load);
}
