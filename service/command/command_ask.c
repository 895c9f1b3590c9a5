/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Commands that ask the server for what others ask by HTTP: the routes judge and answer them. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/accounts.h"
#include "db/mailboxes.h"
#include "service/account/auth.h"
#include "service/base/time_text.h"
#include "service/command/command_int.h"
#include "service/command/proposals.h"
#include "service/http/inner.h"
#include "service/time/clock.h"

enum { PATH_SIZE = STORE_ID_SIZE + 64, NUMBER_DIGITS = 3 };

#define DAY_MS (INT64_C(24) * 3600 * 1000)

/* ---- asking ---- */

static bool command_caller(struct command *command, struct caller *caller) {
    struct store_account account;

    if (store_account_get(command->reader, command->ask->account, &account) != STORE_OK)
        return false;
    *caller = (struct caller){
        .account = account.id, .scopes = SCOPE_ALL, .guest = account.guest_until != 0};
    snprintf(caller->account_id, sizeof caller->account_id, "%s", account.public_id);
    snprintf(caller->name, sizeof caller->name, "%s", account.name);
    return true;
}

/* Says why it was refused, as the route does. */
static void command_write_refusal(struct command *command, const struct buffer *body) {
    json_t *problem = json_loadb(body->data == NULL ? "" : body->data, body->size, 0, NULL);
    const char *detail = json_string_value(json_object_get(problem, "detail"));

    if (detail == NULL)
        command_tell(command, TEXT_COMMAND_PROBLEM);
    else
        text_fill(command->out, command->language, TEXT_COMMAND_NOT_DONE, TEXT_ARGS(detail));
    json_decref(problem);
}

bool command_ask_route(struct command *command, enum method method, const char *part,
                       const char *body, struct inner_reply *reply) {
    struct inner_request ask = {.method = method, .body = body};
    char path[PATH_SIZE];
    bool done;

    *reply = (struct inner_reply){0};
    snprintf(path, sizeof path, "/v1/games/%s/%s", command->answer->game, part);
    ask.path = path;
    command_unload(command);
    if (command->app->server == NULL || !command_caller(command, &ask.caller)) {
        command_tell(command, TEXT_COMMAND_BUSY);
        return false;
    }
    done = inner_ask(command->app->server, &ask, reply);
    if (!done)
        command_tell(command, TEXT_COMMAND_BUSY);
    else if (reply->status >= 300)
        command_write_refusal(command, &reply->body);
    return done && reply->status < 300;
}

/* The same, where the answer's body does not matter. */
static bool command_request(struct command *command, enum method method, const char *part,
                            const char *body) {
    struct inner_reply reply;
    bool done = command_ask_route(command, method, part, body, &reply);

    inner_reply_free(&reply);
    return done;
}

/* Says that it was done, and what the game waits for now. */
static void command_report(struct command *command, enum text words) {
    char game[STORE_ID_SIZE];

    memcpy(game, command->answer->game, sizeof game);
    command_tell(command, words);
    command->answer->ok = true;
    if (!command_load_id(command, game))
        return;
    command->answer->seq = command->load.game.seq;
    buffer_byte(command->out, '\n');
    command_write_waiting(command);
}

/* ---- the line ---- */

/* Takes a number off the beginning of the rest of the line; 0: there is none. */
static unsigned command_take_number(struct command *command) {
    char digits[NUMBER_DIGITS + 1] = "";
    size_t n = 0;

    while (n < command->rest_len && n < NUMBER_DIGITS && command->rest[n] >= '0' &&
           command->rest[n] <= '9') {
        digits[n] = command->rest[n];
        n++;
    }
    if (n == 0 || (n < command->rest_len && command->rest[n] != ' '))
        return 0;
    while (n < command->rest_len && command->rest[n] == ' ')
        n++;
    command->rest += n;
    command->rest_len -= n;
    return (unsigned)strtoul(digits, NULL, 10);
}

/* ---- seats ---- */

/* The seat of a running game that is offered to the sender; NONE: none. */
static unsigned command_offered_seat(const struct command *command) {
    int64_t offered[STORE_SEATS_MAX] = {0};

    if (store_seat_offers(command->reader, command->load.row.id, offered) == STORE_OK)
        for (unsigned seat = 0; seat < STORE_SEATS_MAX; seat++)
            if (offered[seat] == command->ask->account)
                return seat;
    return NONE;
}

void command_join(struct command *command) {
    char part[32] = "join";

    if (!command_load(command))
        return;
    if (command->load.row.status == STORE_GAME_ACTIVE && command_offered_seat(command) != NONE)
        snprintf(part, sizeof part, "seats/%u/take", command_offered_seat(command));
    if (command_request(command, METHOD_POST, part, "{}"))
        command_report(command, TEXT_COMMAND_JOINED);
}

void command_leave(struct command *command) {
    if (!command_load(command))
        return;
    command->answer->ok = command_request(command, METHOD_POST, "leave", "{}");
    if (command->answer->ok)
        command_tell(command, TEXT_COMMAND_LEFT);
}

/* ---- pauses ---- */

/* Wants a pause until then, or 0: as long as there can be one. */
static bool command_want_pause(struct command *command, int64_t until) {
    char body[TIME_TEXT_SIZE + 16] = "{}", time[TIME_TEXT_SIZE];

    if (until != 0) {
        time_write(time, until);
        snprintf(body, sizeof body, "{\"until\":\"%s\"}", time);
    }
    return command_request(command, METHOD_POST, "pause", body);
}

void command_pause(struct command *command) {
    unsigned days = command_take_number(command);

    if (command_load(command) &&
        command_want_pause(command, days == 0 ? 0 : app_now() + days * DAY_MS))
        command_report(command, TEXT_COMMAND_PAUSE_WANTED);
}

void command_resume(struct command *command) {
    if (command_load(command) && command_request(command, METHOD_DELETE, "pause", NULL))
        command_report(command, TEXT_COMMAND_RESUMED);
}

/* ---- mails ---- */

struct mute_job {
    struct store_job job; /* first: it leads back here */
    int64_t account, game;
    bool muted;
};

static enum store_result command_write_mute(struct store_tx *tx, struct store_job *job) {
    const struct mute_job *mute = (const struct mute_job *)job;

    return store_mail_mute(tx, mute->account, mute->game, mute->muted);
}

static void command_set_mute(struct command *command, bool muted, enum text words) {
    struct mute_job mute = {
        .job.run = command_write_mute, .account = command->ask->account, .muted = muted};

    if (!command_load(command))
        return;
    mute.game = command->load.row.id;
    mute.job.key = STORE_KEY_ACCOUNT(mute.account);
    command_unload(command);
    command->answer->ok = store_call(command->app->store, &mute.job) == STORE_OK;
    command_tell(command, command->answer->ok ? words : TEXT_COMMAND_BUSY);
}

void command_mute(struct command *command) {
    command_set_mute(command, true, TEXT_COMMAND_MUTED);
}

void command_unmute(struct command *command) {
    command_set_mute(command, false, TEXT_COMMAND_UNMUTED);
}

/* ---- what others propose ---- */

/* The vote as the route takes it, to be freed with free(); NULL: no memory. */
static char *command_vote_body(const struct store_seat_vote *vote) {
    json_t *to, *body;
    char *text;

    if (vote->remedy == STORE_REMEDY_CLOCK)
        to = json_pack("{s:o?}", "clock", json_loads(vote->clock, 0, NULL));
    else if (vote->remedy == STORE_REMEDY_END || vote->account == 0)
        to = json_string(vote->remedy == STORE_REMEDY_END ? "end" : "bot");
    else
        to = json_pack("{s:s}", "account", vote->name);
    body = json_pack("{s:i, s:o?}", "seat", vote->seat, "to", to);
    text = body == NULL ? NULL : json_dumps(body, JSON_COMPACT);
    json_decref(body);
    return text;
}

static bool command_vote(struct command *command, const struct store_seat_vote *vote) {
    char *body = command_vote_body(vote);
    bool done = false;

    if (body == NULL)
        command_tell(command, TEXT_COMMAND_BUSY);
    else
        done = command_request(command, METHOD_POST, "votes", body);
    free(body);
    return done;
}

static void command_write_proposals(struct command *command, const struct proposals *proposals) {
    const struct sentence to = command_sentence(command, NULL);

    for (unsigned i = 0; i < proposals->count; i++) {
        if (proposals->count > 1)
            buffer_format(command->out, "%u. ", i + 1);
        proposal_write(command->out, &to, &proposals->items[i]);
        buffer_byte(command->out, '\n');
    }
}

void command_agree(struct command *command) {
    struct proposals proposals;
    unsigned which = command_take_number(command);
    bool done;

    if (!command_load(command))
        return;
    if (proposals_find(&proposals, &command->load, command->seat, app_now()) != STORE_OK) {
        command_tell(command, TEXT_COMMAND_PROBLEM);
        return;
    }
    if (proposals.count == 0) {
        command_tell(command, TEXT_COMMAND_NOTHING_PROPOSED);
        return;
    }
    if (which > proposals.count || (which == 0 && proposals.count > 1)) {
        command_tell(command, TEXT_COMMAND_AGREE_WHICH);
        buffer_byte(command->out, '\n');
        command_write_proposals(command, &proposals);
        return;
    }
    const struct proposal *proposal = &proposals.items[which == 0 ? 0 : which - 1];
    done = proposal->pause ? command_want_pause(command, proposal->until)
                           : command_vote(command, &proposal->vote);
    if (done)
        command_report(command, TEXT_COMMAND_AGREED);
}

/* Takes the seat's agreement to a pause back that has not begun. False: it was refused. */
static bool command_withdraw_pause(struct command *command, int64_t until, bool *taken) {
    const int64_t now = app_now();

    if (until <= now || clock_paused(&command->load.clock, now))
        return true;
    *taken = true;
    return command_request(command, METHOD_DELETE, "pause", NULL);
}

/* The same for its votes. */
static bool command_withdraw_votes(struct command *command, const struct store_seat_vote *votes,
                                   size_t count, bool *taken) {
    char part[STORE_ID_SIZE];

    for (size_t i = 0; i < count; i++) {
        if (votes[i].voter != (int)command->seat)
            continue;
        *taken = true;
        snprintf(part, sizeof part, "votes/%d", votes[i].seat);
        if (!command_request(command, METHOD_DELETE, part, NULL))
            return false;
    }
    return true;
}

void command_disagree(struct command *command) {
    struct store_seat_vote votes[STORE_SEAT_VOTES_MAX];
    int64_t until[STORE_SEATS_MAX];
    struct proposals proposals;
    size_t count = 0;
    bool taken = false;

    if (!command_load(command))
        return;
    const struct load *load = &command->load;
    if (store_pause_votes(load->reader, load->row.id, until) != STORE_OK ||
        store_seat_votes(load->reader, load->row.id, votes, &count) != STORE_OK ||
        proposals_find(&proposals, load, command->seat, app_now()) != STORE_OK) {
        command_tell(command, TEXT_COMMAND_PROBLEM);
        return;
    }
    if (command->seat != NONE && (!command_withdraw_pause(command, until[command->seat], &taken) ||
                                  !command_withdraw_votes(command, votes, count, &taken)))
        return;
    if (taken || proposals.count > 0)
        command_report(command, TEXT_COMMAND_DISAGREED);
    else
        command_tell(command, TEXT_COMMAND_NOTHING_PROPOSED);
}
