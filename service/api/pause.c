/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/pause.h"

#include "service/actor/waker.h"
#include "service/api/game.h"
#include "service/api/game_call.h"
#include "service/app/store_reply.h"
#include "service/base/time_text.h"
#include "service/document/cards_json.h"
#include "service/game/timekeeper.h"
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
        w = writer_begin(&body, API_GAME_MAX);
        write_pause(&w, &load, until, app_now());
        reply_json(rq, 200, &body);
    } else {
        reply_store_failure(rq, result);
    }
    load_end(&load);
}

/* ---- changing it ---- */

struct pause_request {
    struct game_call game; /* first */
    int64_t until;
};

/* Loads the game and finds the caller's seat. */
static enum store_result pause_load(struct store_tx *tx, struct pause_request *request,
                                    unsigned *seat) {
    enum store_result result = game_call_load_active(tx, &request->game);

    if (result != STORE_OK)
        return result;
    if (!request->game.load.clock.runs)
        return endpoint_refuse(&request->game.call, PROBLEM_CONFLICT,
                               "this game has no clock to pause");
    *seat = game_call_own_seat(&request->game);
    return *seat == NONE ? STORE_CONFLICT : STORE_OK;
}

/* The end of the pause that all agree to: the earliest one requested; 0 unless all agree. */
static int64_t pause_agreed_until(const struct load *load, const int64_t until[STORE_SEATS_MAX],
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

static enum store_result pause_set(struct store_tx *tx, struct pause_request *request,
                                   int64_t until) {
    struct load *load = &request->game.load;
    enum store_result result = timekeeper_pause(tx, &load->row, until, request->game.call.now);

    load->clock.rules.paused_until = until;
    return result == STORE_OK ? store_pause_forget(tx, load->row.id, -1) : result;
}

static enum store_result pause_reply(struct store_tx *tx, struct pause_request *request) {
    struct endpoint_call *call = &request->game.call;
    struct writer w = writer_to(&call->reply.body);
    int64_t until[STORE_SEATS_MAX];
    enum store_result result = store_pause_votes(store_tx_reader(tx), request->game.game, until);

    if (result == STORE_OK)
        write_pause(&w, &request->game.load, until, call->now);
    return result;
}

static void pause_committed(void *state) {
    waker_nudge(((struct pause_request *)state)->game.call.app->waker);
}

static bool pause_agree_read(struct request *rq, void *state) {
    struct pause_request *request = state;
    int64_t now = request->game.call.now, latest = now + CLOCK_PAUSE_DAYS * DAY_MS;
    const char *until = NULL;
    const struct read_field fields[] = {
        {"until", READ_TEXT, .nullable = true, .to.text = &until},
    };

    if (!game_call_open_seated(rq, &request->game) || !request_fields(rq, fields, 1))
        return false;
    request->until = latest;
    if (until == NULL ||
        (time_read(until, &request->until) && request->until > now && request->until <= latest))
        return true;
    reply_invalid_at(rq, "/until",
                     "must be a time within the next %d days, like \"2030-01-31T12:00:00Z\"",
                     CLOCK_PAUSE_DAYS);
    return false;
}

/* The others learn that somebody wants a pause, where nobody else does. */
static enum store_result pause_tell(struct store_tx *tx, const struct pause_request *request,
                                    const int64_t until[STORE_SEATS_MAX], unsigned seat) {
    const struct store_game *row = &request->game.load.row;
    unsigned others = row_humans(row) & ~(1u << seat);

    for (unsigned other = 0; other < STORE_SEATS_MAX; other++)
        if (others >> other & 1 && until[other] > request->game.call.now)
            return STORE_OK;
    return game_call_tell_others(tx, &request->game, TEXT_NOTIFY_PROPOSED,
                                 row->seats[seat].account_name);
}

static enum store_result pause_agree_run(struct store_tx *tx, void *state) {
    struct pause_request *request = state;
    const struct load *load = &request->game.load;
    int64_t until[STORE_SEATS_MAX] = {0}, end = 0, now = request->game.call.now;
    unsigned seat = NONE;
    bool news;
    enum store_result result = pause_load(tx, request, &seat);

    if (result == STORE_OK && clock_paused(&load->clock, now))
        return endpoint_refuse(&request->game.call, PROBLEM_CONFLICT,
                               "this game is already paused");
    if (result == STORE_OK)
        result = store_pause_votes(store_tx_reader(tx), load->row.id, until);
    news = result == STORE_OK && until[seat] <= now;
    if (result == STORE_OK)
        result = store_pause_vote(tx, load->row.id, (int)seat, request->until, now);
    if (result == STORE_OK)
        until[seat] = request->until;
    if (result == STORE_OK)
        end = pause_agreed_until(load, until, now);
    if (result == STORE_OK && end != 0)
        result = pause_set(tx, request, end);
    else if (result == STORE_OK && news)
        result = pause_tell(tx, request, until, seat);
    return result == STORE_OK ? pause_reply(tx, request) : result;
}

const struct endpoint pause_agree = {
    .size = sizeof(struct pause_request),
    .body_max = API_GAME_MAX,
    .status = 200,
    .keyed = true,
    .read = pause_agree_read,
    .run = pause_agree_run,
    .committed = pause_committed,
    .close = game_call_close,
};

static bool pause_end_read(struct request *rq, void *state) {
    return game_call_open_seated(rq, state);
}

static enum store_result pause_end_run(struct store_tx *tx, void *state) {
    struct pause_request *request = state;
    const struct load *load = &request->game.load;
    unsigned seat = NONE;
    enum store_result result = pause_load(tx, request, &seat);

    if (result == STORE_OK && clock_paused(&load->clock, request->game.call.now))
        result = pause_set(tx, request, 0);
    else if (result == STORE_OK)
        result = store_pause_forget(tx, load->row.id, (int)seat);
    return result == STORE_OK ? pause_reply(tx, request) : result;
}

const struct endpoint pause_end = {
    .size = sizeof(struct pause_request),
    .body_max = API_GAME_MAX,
    .status = 200,
    .read = pause_end_read,
    .run = pause_end_run,
    .committed = pause_committed,
    .close = game_call_close,
};
