/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/games.h"
#include "service/api/games.h"

#include <stdio.h>
#include <string.h>

#include "service/account/bot_account.h"
#include "service/account/guest.h"
#include "service/account/invited.h"
#include "service/account/quota.h"
#include "service/api/game.h"
#include "service/api/game_call.h"
#include "service/api/mail.h"
#include "service/app/store_reply.h"
#include "service/club/club.h"
#include "service/document/refusal.h"
#include "service/game/access.h"
#include "service/game/made_game.h"
#include "service/game/tags.h"
#include "service/mail/channel.h"
#include "service/moderation/moderation.h"
#include "service/rating/apart.h"
#include "service/rating/rating.h"

/* Requests that create a game. The response is composed before anything is written. */
struct game_creation {
    struct game_call game; /* first; for a rematch: the former game */
    struct new_game wanted;
    struct made_game made;
};

/* Makes the object of the game to be written the reply. */
static enum store_result games_write_made(struct game_creation *creation,
                                          struct store_reader *reader) {
    const struct made_game *made = &creation->made;
    struct reply *reply = &creation->game.call.reply;
    struct load load = {.reader = reader, .row = made->row};
    struct writer w = writer_to(&reply->body);
    enum store_result result = load_prepare(&load);

    if (result != STORE_OK)
        return result;
    load.clock = made->clock;
    load.game = made->game;
    api_write_game(&w, &load, NULL);
    api_game_etag(reply->etag, load.game.seq, &load, "");
    snprintf(reply->location, sizeof reply->location, "/v1/games/%s", load.row.public_id);
    return STORE_OK;
}

/* Makes the requested game, whose seats' names are known. False: has answered. */
static bool games_make(struct request *rq, struct game_creation *creation) {
    struct endpoint_call *call = &creation->game.call;
    struct store_reader *reader = api_reader(rq);

    if (reader == NULL)
        return false;
    made_game_free(&creation->made); /* from the previous try */
    if (made_game_build(&creation->made, &creation->wanted, reader, call->account, call->now) &&
        games_write_made(creation, reader) == STORE_OK)
        return true;
    reply_problem(rq, PROBLEM_UNAVAILABLE, "the server could not make the game; try again");
    return false;
}

/* The quotas that a new game adds to. */
static unsigned games_quotas(const struct store_game *row) {
    unsigned quotas = QUOTA_BIT(QUOTA_BYTES) | QUOTA_BIT(QUOTA_GAMES_PER_DAY);

    if (!row_over(row))
        quotas |= QUOTA_BIT(QUOTA_RUNNING_GAMES);
    if (row->status == STORE_GAME_OPEN && row->visibility == STORE_PUBLIC)
        quotas |= QUOTA_BIT(QUOTA_OPEN_GAMES);
    if (row->status == STORE_GAME_ACTIVE && row->mode == STORE_MODE_PLAY && row_humans(row) == 0)
        quotas |= QUOTA_BIT(QUOTA_BOT_GAMES);
    if (row->recorded)
        quotas |= QUOTA_BIT(QUOTA_RECORDS_PER_DAY);
    return quotas;
}

static enum store_result games_make_run(struct store_tx *tx, void *state) {
    struct game_creation *creation = state;
    struct endpoint_call *call = &creation->game.call;
    struct made_game *made = &creation->made;
    enum store_result result =
        moderation_hold(tx, call, made->row.category != 0 ? ACT_PLAY_RATED : ACT_PLAY);

    if (result == STORE_OK)
        result = club_hold(tx, call, made->row.club);
    if (result == STORE_OK)
        result = made_game_write(tx, made);
    if (result == STORE_OK)
        result = rating_hold_apart(tx, call, &made->row);
    if (result == STORE_OK)
        result = quota_hold(tx, call, games_quotas(&made->row));
    if (result == STORE_OK)
        result = quota_spend(tx, call, ADDRESS_QUOTA_GAMES, 1);
    if (result == STORE_OK)
        result = quota_spend(tx, call, ADDRESS_QUOTA_BYTES, made->bytes);
    if (result == STORE_OK)
        result = bot_account_hold(tx, call, &made->row);
    return result == STORE_OK ? mail_invite(tx, &made->row, made->row.created_at) : result;
}

static void games_make_committed(void *state) {
    const struct game_creation *creation = state;
    const struct store_game *row = &creation->made.row;
    struct app *app = creation->game.call.app;

    for (int seat = 0; seat < row->seat_count; seat++)
        if (row->seats[seat].account != 0)
            app_account_changed(app, row->seats[seat].account);
    /* Even if no bot plays: the account may have been deleted in between. */
    if (!row_over(row))
        app_game_changed(app, row->id);
}

static void games_make_clear(void *state) {
    struct game_creation *creation = state;

    new_game_free(&creation->wanted);
    made_game_free(&creation->made);
}

/* ---- POST /v1/games ---- */

static void games_refuse_new(struct request *rq, const struct read_errors *errors,
                             const struct new_game_fault *fault) {
    const struct reason_row *reason = &reasons[fault->fault.reason];
    const char *why = refusal_text(LANGUAGE_ENGLISH, fault->fault.reason);

    if (fault->record == RECORD_ILLEGAL || fault->record == RECORD_IMPOSSIBLE)
        reply_problem_more(
            rq, fault->record == RECORD_ILLEGAL ? PROBLEM_ILLEGAL_MOVE : PROBLEM_IMPOSSIBLE_OUTCOME,
            &(struct problem_more){.has_seq = true,
                                   .seq = fault->fault.seq,
                                   .reason = reason->code,
                                   .rule = fault->fault.rule},
            "event %u of the record: %.*s", (unsigned)fault->fault.seq, (int)text_clause(why), why);
    else if (errors->count > 0)
        reply_invalid(rq, errors);
    else
        reply_no_memory(rq);
}

/* Refuses guests a public or rated game, and invitations. False: has answered. */
static bool games_pass_guest(struct request *rq, const struct new_game *wanted) {
    bool mailed = false, invited = false;

    for (int seat = 0; seat < STORE_SEATS_MAX; seat++) {
        mailed |= wanted->seats[seat].invite[0] != '\0';
        invited |= wanted->seats[seat].kind == STORE_SEAT_INVITED;
    }
    return (wanted->visibility != STORE_PUBLIC || guest_pass(rq, "public games")) &&
           (!wanted->rated || guest_pass(rq, "rated games")) &&
           (!mailed || guest_pass(rq, "invitations by mail")) &&
           (!invited || guest_pass(rq, "invitations by name"));
}

/* Refuses invitations that reach nobody. False: has answered. */
static bool games_check_invites(struct request *rq, const struct new_game *wanted) {
    for (unsigned seat = 0; seat < STORE_SEATS_MAX; seat++) {
        char address[STORE_EMAIL_SIZE], at[READ_POINTER_MAX];
        const char *invite = wanted->seats[seat].invite;
        const char *fault = invite[0] == '\0' ? NULL : mail_read_address(rq, invite, address);

        if (fault == NULL)
            continue;
        read_pointer_at(at, "/seats", seat);
        reply_invalid_at(rq, at, "\"invite\" %s", fault);
        return false;
    }
    return true;
}

static bool games_create_read(struct request *rq, void *state) {
    struct new_game *wanted = &((struct game_creation *)state)->wanted;
    struct read_errors errors = {0};
    struct new_game_fault fault;
    const json_t *body = request_json(rq);
    struct store_reader *reader;
    bool read;

    if (body == NULL)
        return false;
    read = new_game_read(&errors, body, rq->caller.account, wanted, &fault);
    wanted->among_bots = wanted->rated && rq->caller.bot;
    reader = api_reader(rq);
    if (read && (reader == NULL || !invited_find(rq, reader, wanted->seats) ||
                 !club_admit(rq, reader, wanted)))
        return false;
    if (!read || !rating_admit(&errors, wanted)) {
        games_refuse_new(rq, &errors, &fault);
        return false;
    }
    if (!games_check_invites(rq, wanted) || !games_pass_guest(rq, wanted))
        return false;
    /* Documents show seats by the names of their accounts. */
    for (int seat = 0; seat < STORE_SEATS_MAX; seat++)
        if (wanted->seats[seat].account == rq->caller.account) {
            snprintf(wanted->seats[seat].account_name, STORE_NAME_SIZE, "%.*s", STORE_NAME_SIZE - 1,
                     rq->caller.name);
            wanted->seats[seat].account_bot = rq->caller.bot;
        }
    return true;
}

static bool games_create_judge(struct request *rq, void *state) {
    return games_make(rq, state);
}

const struct endpoint games_create = {
    .size = sizeof(struct game_creation),
    .body_max = API_GAME_MAX,
    .status = 201,
    .keyed = true,
    .read = games_create_read,
    .judge = games_create_judge,
    .run = games_make_run,
    .committed = games_make_committed,
    .clear = games_make_clear,
};

/* ---- POST /v1/games/{id}/rematch ---- */

/* The same players, each one seat further on; seats are reserved for everybody but the caller. */
static void games_seat_again(struct request *rq, const struct store_game *row,
                             struct new_game *new_game) {
    for (int seat = 0; seat < row->seat_count; seat++) {
        const struct store_seat *was = &row->seats[(seat + 1) % row->seat_count];
        struct store_seat *now = &new_game->seats[seat];

        if (was->account != 0 && was->account_name[0] != '\0') {
            now->kind = was->account == rq->caller.account ? STORE_SEAT_HUMAN : STORE_SEAT_INVITED;
            now->account = was->account;
            now->account_bot = was->account_bot;
            memcpy(now->account_name, was->account_name, sizeof now->account_name);
        } else if (was->account == 0 && was->kind == STORE_SEAT_BOT) {
            now->kind = STORE_SEAT_BOT;
            memcpy(now->bot, was->bot, sizeof now->bot);
        }
    }
}

static void games_want_again(struct request *rq, const struct load *load,
                             struct new_game *new_game) {
    json_t *options = row_options(&load->row);
    struct read_errors errors = {0};
    const json_t *board = json_object_get(options, "board");

    memset(new_game, 0, sizeof *new_game);
    new_game->mode = load->row.mode;
    new_game->visibility = load->row.visibility;
    memcpy(new_game->name, load->row.name, sizeof new_game->name);
    tags_of_options(options, &new_game->tags);
    new_game->club.id = load->row.club;
    snprintf(new_game->club.public_id, sizeof new_game->club.public_id, "%s",
             load->row.club == 0 ? "" : json_string_value(json_object_get(options, "club")));
    new_game->rules = load->setup.rules;
    new_game->rematch_of = load->row.id;
    new_game->rated = load->row.category != RATING_NONE;
    new_game->category = load->row.category;
    new_game->among_bots = load->row.bots;
    new_game->without_hints = !options_give_hints(options);
    new_game->has_clock = load->clock.runs;
    new_game->clock = load->clock.rules;
    new_game->clock.paused_until = 0;
    if (!board_read(&errors, board, "", &load->setup.rules, &new_game->board)) {
        new_game->board.is_explicit = true; /* it was given hex by hex */
        new_game->board.spec = load->spec;
    }
    new_game->board.seed[0] = '\0';
    new_game_board_seed(&new_game->board, &new_game->rules);
    games_seat_again(rq, &load->row, new_game);
    json_decref(options);
}

/* Answers with the existing rematch; false when there is none. */
static bool games_reply_rematch(struct request *rq, struct store_reader *reader, int64_t game) {
    struct store_game row;
    struct load load;
    enum store_result result = store_game_rematch(reader, game, &row);

    if (result == STORE_NONE)
        return false;
    if (result == STORE_OK)
        result = load_row(&load, reader, &row);
    if (result == STORE_OK)
        api_reply_game(rq, &load);
    else
        reply_store_failure(rq, result);
    store_game_clear(&row);
    return true;
}

static bool games_rematch_read(struct request *rq, void *state) {
    struct game_call *call = state;
    const struct store_game *row = &call->load.row;

    if (!game_call_open(rq, call))
        return false;
    if (row_seat(row, rq->caller.account) == NONE && !api_owns_table(rq, row)) {
        reply_problem(rq, PROBLEM_FORBIDDEN, "only players of a game can ask for a rematch");
        return false;
    }
    return request_fields(rq, NULL, 0);
}

static bool games_rematch_judge(struct request *rq, void *state) {
    struct game_creation *creation = state;
    struct load *load = &creation->game.load;

    if (!game_call_open(rq, &creation->game))
        return false;
    if (!row_over(&load->row)) {
        reply_problem(rq, PROBLEM_CONFLICT, "this game is not over yet");
        return false;
    }
    if (games_reply_rematch(rq, load->reader, load->row.id))
        return false;
    games_want_again(rq, load, &creation->wanted);
    return games_make(rq, creation);
}

const struct endpoint games_rematch = {
    .size = sizeof(struct game_creation),
    .body_max = API_GAME_MAX,
    .status = 201,
    .keyed = true,
    .read = games_rematch_read,
    .judge = games_rematch_judge,
    .run = games_make_run,
    .committed = games_make_committed,
    .close = game_call_close,
    .clear = games_make_clear,
};
