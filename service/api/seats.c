/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/seats.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "db/games.h"
#include "db/mailboxes.h"
#include "service/account/bot_account.h"
#include "service/account/guest.h"
#include "service/account/quota.h"
#include "service/api/game.h"
#include "service/api/game_call.h"
#include "service/api/hosting.h"
#include "service/base/fair.h"
#include "service/bots/bot.h"
#include "service/game/start.h"
#include "service/moderation/moderation.h"
#include "service/rating/apart.h"

/*
 * Taking and leaving seats, giving them to bots, and the bots' levels. All is judged in the transaction, where no
 * other request can take a seat in between; filling the last one starts the game.
 */
struct seat_request {
    struct game_call game; /* first */
    char name[STORE_NAME_SIZE];
    int64_t wanted; /* seat; -1: any */
    int bot;        /* the bot that takes it (enum bot_kind) */
    bool has_bot;   /* it was named */
    bool has_commitment;
    uint8_t commitment[STORE_HASH_SIZE];
    /* what came of it */
    int seat_count;
    int64_t accounts[STORE_SEATS_MAX];
};

/* ---- judging ---- */

/* Whether the seat is reserved for the account itself, or for its confirmed address ("": none). */
static bool kept_for(const struct store_seat *seat, int64_t account, const char *email) {
    if (seat->kind != STORE_SEAT_INVITED)
        return false;
    return seat->account == account ||
           (seat->account == 0 && email[0] != '\0' && strcasecmp(seat->invite, email) == 0);
}

/* The seat that the account has, else one that is reserved for it; -1: none. */
static int seats_held(const struct store_game *row, int64_t account, const char *email) {
    unsigned own = row_seat(row, account);

    for (int seat = 0; seat < row->seat_count && own == NONE; seat++)
        if (kept_for(&row->seats[seat], account, email))
            own = (unsigned)seat;
    return own == NONE ? -1 : (int)own;
}

static bool seats_any_kept(const struct store_game *row) {
    for (int seat = 0; seat < row->seat_count; seat++)
        if (row->seats[seat].kind == STORE_SEAT_INVITED)
            return true;
    return false;
}

/* The seat to take: the one requested, else one reserved for the account, else an open one. */
static int seats_choose(const struct seat_request *request, const char *email) {
    const struct store_game *row = &request->game.load.row;

    for (int pass = 0; pass < 2; pass++)
        for (int seat = 0; seat < row->seat_count; seat++) {
            const struct store_seat *s = &row->seats[seat];
            bool kept = kept_for(s, request->game.call.account, email);

            if (request->wanted >= 0 && seat != request->wanted)
                continue;
            if (pass == 0 ? kept : s->kind == STORE_SEAT_OPEN)
                return seat;
        }
    return -1;
}

static enum store_result seats_refuse_started(struct seat_request *request, const char *detail) {
    if (row_over(&request->game.load.row))
        return endpoint_refuse(&request->game.call, PROBLEM_GAME_OVER, "this game is over");
    return endpoint_refuse(&request->game.call, PROBLEM_CONFLICT, "this game has started: %s",
                           detail);
}

static enum store_result seats_judge_join(struct seat_request *request, int *seat) {
    const struct load *load = &request->game.load;
    struct endpoint_call *call = &request->game.call;
    struct store_mailbox box;
    bool admitted = false;
    enum store_result result = store_mailbox_get(load->reader, call->account, &box);

    if (result == STORE_OK)
        result = hosting_admits(load->reader, &load->row, call->account, call->now, &admitted);
    if (result != STORE_OK)
        return result;
    if (row_seat(&load->row, call->account) != NONE)
        return endpoint_refuse(call, PROBLEM_CONFLICT,
                               "an account can have only one seat in a game");
    if (load->row.status != STORE_GAME_OPEN)
        return seats_refuse_started(request, "its seats can no longer be taken");
    *seat = seats_choose(request, box.confirmed_at != 0 ? box.address : "");
    if (*seat >= 0 && load->row.seats[*seat].kind == STORE_SEAT_OPEN && !admitted)
        return hosting_refuse(call);
    if (*seat >= 0)
        return STORE_OK;
    return endpoint_refuse(call, PROBLEM_CONFLICT,
                           request->wanted >= 0 ? "this seat is taken or reserved for somebody else"
                                                : "no seat of this game is free");
}

static enum store_result seats_judge_leave(struct seat_request *request, int *seat) {
    const struct load *load = &request->game.load;
    const struct store_game *row = &load->row;
    int64_t account = request->game.call.account;
    struct store_mailbox box;
    enum store_result result = store_mailbox_get(load->reader, account, &box);

    if (result != STORE_OK)
        return result;
    if (row->status != STORE_GAME_OPEN)
        return seats_refuse_started(request, "a seat can be resigned, not left");
    *seat = seats_held(row, account, box.confirmed_at != 0 ? box.address : "");
    if (*seat < 0) /* also: left meanwhile by another request */
        return endpoint_refuse(&request->game.call, PROBLEM_FORBIDDEN,
                               "you have no seat in this game, and none is kept for you");
    return STORE_OK;
}

/* ---- writing ---- */

/* Replaces the seat by NOW. */
static enum store_result seats_put(struct store_tx *tx, struct seat_request *request, int seat,
                                   const struct store_seat *now) {
    struct store_game *row = &request->game.load.row;
    enum store_result result = store_seat_set(tx, row->id, seat, &row->seats[seat], now);

    row->seats[seat] = *now;
    return result;
}

/* Makes the resulting game the reply. */
static enum store_result seats_reply(struct seat_request *request) {
    const struct store_game *row = &request->game.load.row;

    request->seat_count = row->seat_count;
    for (int i = 0; i < row->seat_count; i++)
        request->accounts[i] = row->seats[i].account;
    game_call_reply_game(&request->game);
    return STORE_OK;
}

/* After all changes: starts the game if no seat is free. */
static enum store_result seats_end(struct store_tx *tx, struct seat_request *request) {
    enum store_result result = STORE_OK;

    if (row_full(&request->game.load.row))
        result = start_game(tx, &request->game.load, request->game.call.now);
    return result == STORE_OK ? seats_reply(request) : result;
}

static enum store_result seats_set(struct store_tx *tx, struct seat_request *request, int seat,
                                   const struct store_seat *now) {
    enum store_result result = seats_put(tx, request, seat, now);

    return result == STORE_OK ? seats_end(tx, request) : result;
}

static void seats_committed(void *state) {
    const struct seat_request *request = state;
    struct app *app = request->game.call.app;

    for (int seat = 0; seat < request->seat_count; seat++)
        if (request->accounts[seat] != 0)
            app_account_changed(app, request->accounts[seat]);
    /* The game may have begun, or the account may have been deleted in between. */
    app_game_changed(app, request->game.game);
}

/* ---- POST /v1/games/{id}/join ---- */

static bool seats_join_read(struct request *rq, void *state) {
    struct seat_request *request = state;
    const char *commitment = NULL;

    request->wanted = -1;
    memcpy(request->name, rq->caller.name, sizeof request->name);
    if (!game_call_open(rq, &request->game) ||
        (request->game.load.row.category != 0 && !guest_pass(rq, "rated games")))
        return false;
    const struct read_field fields[] = {
        {"seat", READ_INT, .nullable = true, .to.number = &request->wanted,
         .max = request->game.load.setup.rules.players - 1},
        {"client_commitment", READ_TEXT, .to.text = &commitment},
    };
    if (!request_fields(rq, fields, sizeof fields / sizeof *fields))
        return false;
    request->has_commitment = commitment != NULL;
    if (commitment == NULL || fair_hex(commitment, request->commitment))
        return true;
    reply_invalid_at(rq, "/client_commitment", "must be %d hexadecimal digits", FAIR_HEX_DIGITS);
    return false;
}

static enum store_result seats_join_run(struct store_tx *tx, void *state) {
    struct seat_request *request = state;
    struct endpoint_call *call = &request->game.call;
    struct store_seat now = {.kind = STORE_SEAT_HUMAN,
                             .account = call->account,
                             .has_client_commitment = request->has_commitment};
    int seat = -1;
    enum store_result result = game_call_load(tx, &request->game);

    memcpy(now.account_name, request->name, sizeof now.account_name);
    memcpy(now.client_commitment, request->commitment, sizeof now.client_commitment);
    if (result == STORE_OK)
        result = bot_account_judge(tx, call, &request->game.load.row, &now.account_bot);
    if (result == STORE_OK)
        result = moderation_hold(tx, call,
                                 request->game.load.row.category != 0 ? ACT_PLAY_RATED : ACT_PLAY);
    if (result == STORE_OK)
        result = seats_judge_join(request, &seat);
    if (result == STORE_OK)
        result = seats_set(tx, request, seat, &now);
    if (result == STORE_OK)
        result = rating_hold_apart(tx, call, &request->game.load.row);
    return result == STORE_OK && now.account_bot
               ? quota_hold_bot(tx, call, call->account, request->name)
               : result;
}

const struct endpoint seats_join = {
    .size = sizeof(struct seat_request),
    .body_max = API_GAME_MAX,
    .status = 200,
    .keyed = true,
    .read = seats_join_read,
    .run = seats_join_run,
    .committed = seats_committed,
    .close = game_call_close,
};

/* ---- POST /v1/games/{id}/leave ---- */

static bool seats_leave_read(struct request *rq, void *state) {
    struct seat_request *request = state;
    const struct store_game *row = &request->game.load.row;

    if (!game_call_open(rq, &request->game))
        return false;
    /* Whom a seat is kept for is judged in the transaction. */
    if (row_seat(row, rq->caller.account) == NONE && !api_owns_table(rq, row) &&
        !seats_any_kept(row)) {
        reply_problem(rq, PROBLEM_FORBIDDEN, "you have no seat in this game");
        return false;
    }
    return request_fields(rq, NULL, 0);
}

static enum store_result seats_leave_run(struct store_tx *tx, void *state) {
    struct seat_request *request = state;
    int seat = -1;
    enum store_result result = game_call_load(tx, &request->game);

    if (result == STORE_OK)
        result = seats_judge_leave(request, &seat);
    return result == STORE_OK ? seats_set(tx, request, seat, &(struct store_seat){0}) : result;
}

const struct endpoint seats_leave = {
    .size = sizeof(struct seat_request),
    .body_max = API_GAME_MAX,
    .status = 200,
    .keyed = true,
    .read = seats_leave_read,
    .run = seats_leave_run,
    .committed = seats_committed,
    .close = game_call_close,
};

/* ---- POST /v1/games/{id}/bots ---- */

static bool seats_fill_read(struct request *rq, void *state) {
    struct seat_request *request = state;

    request->wanted = -1;
    request->bot = BOT_NORMAL;
    if (!game_call_open(rq, &request->game))
        return false;
    if (request->game.load.row.creator != rq->caller.account) {
        reply_problem(rq, PROBLEM_FORBIDDEN,
                      "only the game's creator can give seats to bots and choose their level");
        return false;
    }
    if (request->game.load.row.category != 0) {
        reply_problem(rq, PROBLEM_CONFLICT, "the server's bots cannot play a rated game");
        return false;
    }
    const struct read_field fields[] = {
        {"seat", READ_INT, .nullable = true, .to.number = &request->wanted,
         .max = request->game.load.setup.rules.players - 1},
        {"bot", READ_CHOICE, .to.choice = &request->bot, .choices = bot_names,
         .given = &request->has_bot},
    };
    return request_fields(rq, fields, sizeof fields / sizeof *fields);
}

/* Whether a bot shall take it: the seat requested, which may be reserved for somebody, or any open
 * one. */
static bool seats_are_filled(const struct seat_request *request, int seat) {
    enum store_seat_kind kind = request->game.load.row.seats[seat].kind;

    if (request->wanted < 0)
        return kind == STORE_SEAT_OPEN;
    return seat == request->wanted && (kind == STORE_SEAT_OPEN || kind == STORE_SEAT_INVITED);
}

/* Changes the level of the bot in the seat, from its next decision on; the game may be active. */
static enum store_result seats_change_level(struct store_tx *tx, struct seat_request *request) {
    const struct store_game *row = &request->game.load.row;
    struct store_seat now = row->seats[request->wanted];
    enum store_result result;

    if (row_over(row))
        return endpoint_refuse(&request->game.call, PROBLEM_GAME_OVER, "this game is over");
    snprintf(now.bot, sizeof now.bot, "%s", bot_names[request->bot]);
    result = seats_put(tx, request, (int)request->wanted, &now);
    return result == STORE_OK ? seats_reply(request) : result;
}

static enum store_result seats_fill_run(struct store_tx *tx, void *state) {
    struct seat_request *request = state;
    const struct store_game *row = &request->game.load.row;
    struct store_seat now = {.kind = STORE_SEAT_BOT};
    enum store_result result = game_call_load(tx, &request->game);
    int filled = 0;

    snprintf(now.bot, sizeof now.bot, "%s", bot_names[request->bot]);
    if (result == STORE_OK && request->wanted >= 0 && request->has_bot &&
        row->seats[request->wanted].kind == STORE_SEAT_BOT)
        return seats_change_level(tx, request);
    if (result == STORE_OK && row->status != STORE_GAME_OPEN)
        return seats_refuse_started(request, "its seats can no longer be taken");
    for (int seat = 0; result == STORE_OK && seat < row->seat_count; seat++)
        if (seats_are_filled(request, seat)) {
            result = seats_put(tx, request, seat, &now);
            filled++;
        }
    if (result == STORE_OK && filled == 0)
        return endpoint_refuse(&request->game.call, PROBLEM_CONFLICT,
                               request->wanted >= 0 ? "this seat is taken"
                                                    : "no seat of this game is open");
    return result == STORE_OK ? seats_end(tx, request) : result;
}

const struct endpoint seats_fill = {
    .size = sizeof(struct seat_request),
    .body_max = API_GAME_MAX,
    .status = 200,
    .keyed = true,
    .read = seats_fill_read,
    .run = seats_fill_run,
    .committed = seats_committed,
    .close = game_call_close,
};
_Static_assert((int)CALLER_NAME_SIZE == (int)STORE_NAME_SIZE, "callers' names are accounts' names");
