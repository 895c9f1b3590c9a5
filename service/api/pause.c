/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/pause.h"
#include "service/actor/timekeeper.h"

#include "service/api/change.h"
#include "service/app/app.h"
#include "service/base/time_text.h"
#include "service/document/cards_json.h"
#include "service/http/reply.h"
#include "service/time/clock_json.h"

#define DAY_MS (INT64_C(24) * 3600 * 1000)

static void write_pause(struct writer *w, const struct load *load,
                        const int64_t until[STORE_SEATS_MAX], int64_t now) {
    unsigned people = row_humans(&load->row);

    writer_object(w);
    clock_write_paused(w, &load->clock, now);
    writer_key(w, "agreed");
    writer_array(w);
    for (unsigned seat = 0; seat < STORE_SEATS_MAX; seat++)
        if (people >> seat & 1 && until[seat] > now) {
            writer_object(w);
            writer_int_member(w, "seat", seat);
            writer_time_member(w, "until", until[seat]);
            writer_object_end(w);
        }
    writer_array_end(w);
    writer_key(w, "missing");
    for (unsigned seat = 0; seat < STORE_SEATS_MAX; seat++)
        if (until[seat] > now)
            people &= ~(1u << seat);
    seats_write(w, people);
    writer_object_end(w);
}

void pause_get(struct request *rq) {
    int64_t until[STORE_SEATS_MAX];
    struct buffer body;
    struct writer w;
    struct load load;
    enum store_result result;

    if (!api_load(rq, &load))
        return;
    result = store_pause_votes(load.reader, load.row.id, until);
    if (result == STORE_OK) {
        buffer_init(&body, API_GAME_MAX);
        w = writer_to(&body);
        write_pause(&w, &load, until, app_now());
        reply_json(rq, 200, &body);
    } else {
        reply_store_failure(rq, result);
    }
    load_end(&load);
}

/* ---- changing it ---- */

static enum store_result judge(struct change *change, const struct load *load, unsigned *seat) {
    enum store_result result = change_judge_active(change, load);

    *seat = NONE;
    if (result != STORE_OK)
        return result;
    if (!load->clock.runs)
        return change_refuse(change, PROBLEM_CONFLICT,
                             "this game has no clock: nothing needs to stand still");
    *seat = change_own_seat(change, load);
    return *seat == NONE ? STORE_CONFLICT : STORE_OK;
}

/* The end of the pause that all agree to: the earliest that somebody named; 0 while somebody does not
 * agree. */
static int64_t agreed_until(const struct load *load, const int64_t until[STORE_SEATS_MAX],
                            int64_t now) {
    unsigned people = row_humans(&load->row);
    int64_t end = INT64_MAX;

    for (unsigned seat = 0; seat < STORE_SEATS_MAX; seat++) {
        if (!(people >> seat & 1))
            continue;
        if (until[seat] <= now)
            return 0;
        if (until[seat] < end)
            end = until[seat];
    }
    return end;
}

static enum store_result set(struct store_tx *tx, struct change *change, struct load *load,
                             int64_t until) {
    enum store_result result = timekeeper_pause(tx, &load->row, until, change->now);

    load->clock.rules.paused_until = until;
    return result == STORE_OK ? store_pause_forget(tx, load->row.id, -1) : result;
}

static enum store_result answer(struct store_tx *tx, struct change *change, struct load *load,
                                struct writer *w) {
    int64_t until[STORE_SEATS_MAX];
    enum store_result result = store_pause_votes(store_tx_reader(tx), load->row.id, until);

    if (result == STORE_OK)
        write_pause(w, load, until, change->now);
    return result;
}

static enum store_result run_agree(struct store_tx *tx, struct change *change, struct load *load,
                                   struct writer *w) {
    int64_t until[STORE_SEATS_MAX], end = 0;
    unsigned seat;
    enum store_result result = judge(change, load, &seat);

    if (result == STORE_OK && clock_paused(&load->clock, change->now))
        return change_refuse(change, PROBLEM_CONFLICT, "this game is paused already");
    if (result == STORE_OK)
        result = store_pause_vote(tx, load->row.id, (int)seat, change->until, change->now);
    if (result == STORE_OK)
        result = store_pause_votes(store_tx_reader(tx), load->row.id, until);
    if (result == STORE_OK)
        end = agreed_until(load, until, change->now);
    if (result == STORE_OK && end != 0)
        result = set(tx, change, load, end);
    return result == STORE_OK ? answer(tx, change, load, w) : result;
}

static enum store_result run_end(struct store_tx *tx, struct change *change, struct load *load,
                                 struct writer *w) {
    unsigned seat;
    enum store_result result = judge(change, load, &seat);

    if (result == STORE_OK && clock_paused(&load->clock, change->now))
        result = set(tx, change, load, 0);
    else if (result == STORE_OK)
        result = store_pause_forget(tx, load->row.id, (int)seat);
    return result == STORE_OK ? answer(tx, change, load, w) : result;
}

void pause_agree(struct request *rq) {
    const char *until = NULL;
    const struct read_field fields[] = {
        {"until", READ_TEXT, .nullable = true, .to.text = &until},
    };
    struct change *change;
    int64_t latest;

    if (change_again(rq))
        return;
    change = change_new(rq, false);
    if (change == NULL || !request_fields(rq, fields, 1))
        return;
    latest = change->now + CLOCK_PAUSE_DAYS * DAY_MS;
    change->until = latest;
    if (until != NULL && (!time_read(until, &change->until) || change->until <= change->now ||
                          change->until > latest)) {
        reply_invalid_at(rq, "/until",
                         "must be a time within the next %d days, like \"2030-01-31T12:00:00Z\"",
                         CLOCK_PAUSE_DAYS);
        return;
    }
    change_begin(rq, change, run_agree);
}

void pause_end(struct request *rq) {
    struct change *change;

    if (change_again(rq))
        return;
    change = change_new(rq, false);
    if (change != NULL)
        change_begin(rq, change, run_end);
}
