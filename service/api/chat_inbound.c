/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/chat_inbound.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/games.h"
#include "service/api/game.h"
#include "service/api/picture.h"
#include "service/app/app.h"
#include "service/app/config.h"
#include "service/base/text.h"
#include "service/chat/chat.h"
#include "service/chat/discord.h"
#include "service/chat/hosted.h"
#include "service/chat/matrix.h"
#include "service/chat/platform.h"
#include "service/chat/slack.h"
#include "service/chat/telegram.h"
#include "service/chat/text.h"
#include "service/chat/verify.h"
#include "service/chat/work.h"
#include "service/game/access.h"
#include "service/http/reply.h"
#include "service/picture/picture.h"

enum {
    DISCORD_LIMIT = 1900, /* bytes of a response, which also keeps it within the platforms' limit in
                           * characters */
    SLACK_LIMIT = 2900,
    ADDRESS_SIZE = 1024,
};

static void refuse_inbound(struct request *rq) {
    reply_problem(rq, PROBLEM_UNAUTHENTICATED, "the signature does not match");
}

/* The body as a document; NULL when it has answered. */
static json_t *read_inbound(struct request *rq) {
    struct read_failure failure = {.detail = "there is no body"};
    json_t *json = rq->body.size == 0 ? NULL : request_tree(rq, &failure);

    if (json == NULL && failure.memory)
        reply_no_memory(rq);
    else if (json == NULL)
        reply_problem(rq, PROBLEM_MALFORMED_JSON, "%s", failure.detail);
    return json;
}

static void refuse_unreadable(struct request *rq) {
    reply_invalid_at(rq, "", "this request cannot be handled");
}

/* ---- deferred work: structs from malloc that begin with their job ---- */

static void free_later(struct chats_job *job) {
    free(job);
}

/* Queues the job; false, and it is freed, if too many wait. What it borrowed is then the caller's
 * again. */
static bool submit_later(struct request *rq, enum store_chat_platform platform,
                         struct chats_job *job) {
    if (chats_submit(app_of(rq)->chats, platform, job))
        return true;
    free(job);
    return false;
}

/* ---- Discord ---- */

/* A response with a picture is sent afterwards: Discord must not wait for drawing and sending. */
struct discord_later {
    struct chats_job job;
    struct chat_response response;
    bool alone;
    char token[DISCORD_TOKEN_SIZE];
};

static void discord_free(struct chats_job *job) {
    struct discord_later *later = (struct discord_later *)job;

    chat_response_free(&later->response);
    free(later);
}

static void discord_send_rest(struct app *app, struct chat_line *line, struct chats_job *job) {
    struct discord_later *later = (struct discord_later *)job;
    char url[ADDRESS_SIZE];
    struct buffer png, body;
    struct writer w;

    buffer_init(&png, PICTURE_PNG_MAX);
    w = writer_begin(&body, CHAT_BODY_MAX);
    discord_write_message(&w, &later->response, false); /* its visibility was set by the deferred
                                                         * response */
    snprintf(url, sizeof url, "%s/webhooks/%s/%s/messages/@original", chat_config(app)->discord_api,
             chat_config(app)->discord_app, later->token);
    if (!body.failed) {
        bool drawn = chat_response_picture(app, &later->response, later->alone, &png);
        const struct http_part parts[] = {
            {"payload_json", body.data, body.size, "application/json", NULL},
            {"files[0]", png.data, png.size, "image/png", "board.png"},
        };

        chat_send(line,
                  &(struct http_request){
                      .method = "PATCH", .url = url, .parts = parts, .n_parts = drawn ? 2 : 1});
    }
    buffer_free(&body);
    buffer_free(&png);
}

/* Queues the response to be sent with its picture; false if that is not possible. */
static bool discord_defer(struct request *rq, const struct discord_in *in,
                          struct chat_response *response) {
    struct discord_later *later = malloc(sizeof *later);

    if (later == NULL)
        return false;
    *later = (struct discord_later){
        .job = {.run = discord_send_rest, .done = discord_free},
        .response = *response,
        .alone = in->in.alone,
    };
    memcpy(later->token, in->token, sizeof later->token);
    if (!submit_later(rq, STORE_DISCORD, &later->job))
        return false;
    buffer_init(&response->text, CHAT_RESPONSE_MAX); /* the job owns it now */
    return true;
}

static void discord_answer(struct request *rq, const struct discord_in *in) {
    struct chat_ask ask = chat_in_ask(&in->in, STORE_DISCORD, DISCORD_LIMIT);
    struct chat_response response;
    struct buffer body;
    struct writer w = writer_begin(&body, CHAT_BODY_MAX);
    bool hidden;

    chat_run(app_of(rq), &ask, &response);
    if (response.repeated)
        buffer_text(&response.text, "That has been done already.");
    /* Failures are shown to the sender only. */
    hidden = response.hidden || !response.ok;
    if (response.picture && discord_defer(rq, in, &response)) {
        buffer_text(&body, hidden ? "{\"type\":5,\"data\":{\"flags\":64}}" : "{\"type\":5}");
    } else {
        writer_object(&w);
        writer_int_member(&w, "type", 4);
        writer_key(&w, "data");
        discord_write_message(&w, &response, hidden);
        writer_object_end(&w);
    }
    chat_response_free(&response);
    reply_json(rq, 200, &body);
}

static void discord_complete(struct request *rq, const struct discord_in *in) {
    struct chat_ask ask = chat_in_ask(&in->in, STORE_DISCORD, DISCORD_LIMIT);
    struct command_button moves[DISCORD_CHOICES_MAX];
    size_t count = chat_suggest(app_of(rq), &ask, moves, DISCORD_CHOICES_MAX);
    struct buffer body;
    struct writer w = writer_begin(&body, CHAT_BODY_MAX);

    writer_object(&w);
    writer_int_member(&w, "type", 8);
    writer_key(&w, "data");
    discord_write_choices(&w, moves, count);
    writer_object_end(&w);
    reply_json(rq, 200, &body);
}

static void discord_serve(struct request *rq, const struct discord_in *in) {
    static const char pong[] = "{\"type\":1}";

    switch (in->kind) {
    case DISCORD_PING: reply_static(rq, 200, "application/json", pong, sizeof pong - 1); break;
    case DISCORD_COMPLETE: discord_complete(rq, in); break;
    case DISCORD_COMMAND:
    case DISCORD_COMPONENT: discord_answer(rq, in); break;
    default: refuse_unreadable(rq); break;
    }
}

void chat_inbound_discord(struct request *rq) {
    uint8_t key[CHAT_DISCORD_KEY_SIZE];
    struct discord_in in;
    json_t *json;

    if (!chat_discord_key(chat_config(app_of(rq))->discord_public_key, key)) {
        reply_not_found(rq);
        return;
    }
    if (!chat_verify_discord(key, request_header(rq, "X-Signature-Ed25519"),
                             request_header(rq, "X-Signature-Timestamp"), rq->body.data,
                             rq->body.size, app_now())) {
        refuse_inbound(rq);
        return;
    }
    json = read_inbound(rq);
    if (json == NULL)
        return;
    if (discord_read(json, &in))
        discord_serve(rq, &in);
    else
        refuse_unreadable(rq);
    json_decref(json);
}

/* ---- Slack ---- */

/* The response to a button is sent to the address that came with it. */
struct slack_later {
    struct chats_job job;
    char url[SLACK_URL_SIZE];
    struct buffer body;
};

static void slack_free(struct chats_job *job) {
    struct slack_later *later = (struct slack_later *)job;

    buffer_free(&later->body);
    free(later);
}

static void slack_send(struct app *app, struct chat_line *line, struct chats_job *job) {
    const struct slack_later *later = (const struct slack_later *)job;

    (void)app;
    chat_send(line,
              &(struct http_request){
                  .method = "POST", .url = later->url, .foreign = true, .body = &later->body});
}

/* The picture's address, "" if there is none that Slack could fetch. */
static void slack_picture(struct request *rq, const struct chat_response *response,
                          char url[ADDRESS_SIZE]) {
    const char *site = app_site(app_of(rq));
    struct store_reader *reader = store_reader_get(app_of(rq)->store);
    struct store_game row;

    url[0] = '\0';
    if (!response->picture || site[0] == '\0' || reader == NULL ||
        store_game_get(reader, response->game, &row) != STORE_OK)
        return;
    if (access_check(reader, &row, 0) == STORE_OK)
        snprintf(url, ADDRESS_SIZE, "%s/v1/games/%s/board.png?places=true&at=%u", site,
                 row.public_id, (unsigned)row.last_seq);
    store_game_clear(&row);
}

static bool slack_later(struct request *rq, const struct slack_in *in, struct buffer *body) {
    struct slack_later *later = malloc(sizeof *later);

    if (later == NULL)
        return false;
    *later = (struct slack_later){.job = {.run = slack_send, .done = slack_free}, .body = *body};
    memcpy(later->url, in->response_url, sizeof later->url);
    if (!submit_later(rq, STORE_SLACK, &later->job))
        return false;
    buffer_init(body, 0);
    return true;
}

static void slack_answer(struct request *rq, const struct slack_in *in) {
    struct chat_ask ask = chat_in_ask(&in->in, STORE_SLACK, SLACK_LIMIT);
    struct chat_response response;
    char picture[ADDRESS_SIZE];
    struct buffer body;
    struct writer w = writer_begin(&body, CHAT_BODY_MAX);

    chat_run(app_of(rq), &ask, &response);
    slack_picture(rq, &response, picture);
    slack_write_message(&w, &response, response.hidden || !response.ok, picture);
    if (response.repeated || body.failed) {
        buffer_free(&body);
        reply_static(rq, 200, "text/plain; charset=utf-8", "", 0);
    } else if (in->kind == SLACK_COMMAND) {
        reply_json(rq, 200, &body);
    } else if (slack_later(rq, in, &body)) {
        reply_static(rq, 200, "text/plain; charset=utf-8", "", 0);
    } else {
        buffer_free(&body);
        reply_problem(rq, PROBLEM_UNAVAILABLE, "too many messages are being answered; try again");
    }
    chat_response_free(&response);
}

void chat_inbound_slack(struct request *rq) {
    const char *secret = chat_config(app_of(rq))->slack_secret;
    struct slack_in *in;

    if (secret[0] == '\0') {
        reply_not_found(rq);
        return;
    }
    if (!chat_verify_slack(secret, request_header(rq, "X-Slack-Signature"),
                           request_header(rq, "X-Slack-Request-Timestamp"), rq->body.data,
                           rq->body.size, app_now())) {
        refuse_inbound(rq);
        return;
    }
    in = request_alloc(rq, sizeof *in);
    if (in == NULL)
        reply_no_memory(rq);
    else if (!slack_read(rq->body.data, rq->body.size, in))
        refuse_unreadable(rq);
    else if (in->kind == SLACK_COMMAND || in->kind == SLACK_ACTION)
        slack_answer(rq, in);
    else
        reply_static(rq, 200, "text/plain; charset=utf-8", "", 0);
}

/* ---- Mattermost, Zulip, Rocket.Chat: the answer goes back at once ---- */

static void hosted_reply(struct request *rq, enum store_chat_platform platform,
                         const struct hosted_in *in) {
    const char *site = app_site(app_of(rq)), *name = chat_platform(platform)->name;
    struct chat_ask ask = chat_in_ask(&in->in, platform, SLACK_LIMIT);
    char picture[ADDRESS_SIZE], door[ADDRESS_SIZE] = "";
    const struct hosted_answer answer = {
        .door = door,
        .token = hosted_token(platform, chat_config(app_of(rq))),
        .picture = picture,
    };
    struct chat_response response;
    struct buffer body;
    struct writer w = writer_begin(&body, CHAT_BODY_MAX);

    if (site[0] != '\0')
        snprintf(door, sizeof door, "%s/chat/%s", site, name);
    chat_run(app_of(rq), &ask, &response);
    hosted_cover(platform, in, &response);
    slack_picture(rq, &response, picture);
    if (response.repeated)
        buffer_text(&body, "{}");
    else
        hosted_write(&w, platform, in, &response, &answer);
    chat_response_free(&response);
    reply_json(rq, 200, &body);
}

static void hosted_serve(struct request *rq, enum store_chat_platform platform) {
    const char *token = hosted_token(platform, chat_config(app_of(rq)));
    struct hosted_in *in = request_alloc(rq, sizeof *in);
    json_t *body;

    if (token[0] == '\0') {
        reply_not_found(rq);
        return;
    }
    body = hosted_body(rq->body.data, rq->body.size);
    if (in == NULL)
        reply_no_memory(rq);
    else if (body == NULL)
        reply_problem(rq, PROBLEM_MALFORMED_JSON, "the body is neither a document nor a form");
    else if (!chat_verify_secret(token, hosted_given(platform, body)))
        refuse_inbound(rq);
    else if (!hosted_read(platform, body, in))
        refuse_unreadable(rq);
    else if (in->ours)
        hosted_reply(rq, platform, in);
    else
        reply_static(rq, 200, "application/json", "{}", 2);
    json_decref(body);
}

void chat_inbound_mattermost(struct request *rq) {
    hosted_serve(rq, STORE_MATTERMOST);
}

void chat_inbound_zulip(struct request *rq) {
    hosted_serve(rq, STORE_ZULIP);
}

void chat_inbound_rocketchat(struct request *rq) {
    hosted_serve(rq, STORE_ROCKETCHAT);
}

/* ---- Telegram ---- */

struct telegram_later {
    struct chats_job job;
    struct telegram_in in;
};

static void telegram_run(struct app *app, struct chat_line *line, struct chats_job *job) {
    telegram_serve(app, line, &((struct telegram_later *)job)->in);
}

/* Queues the update, which is answered by calls to Telegram; false if too many wait. */
static bool telegram_take(struct request *rq, const json_t *json) {
    struct telegram_later *later = malloc(sizeof *later);

    if (later == NULL)
        return false;
    later->job = (struct chats_job){.run = telegram_run, .done = free_later};
    if (!telegram_read(json, chat_config(app_of(rq))->telegram_name, &later->in) ||
        !later->in.ours) {
        free(later); /* not for us: accepted all the same, or it would be sent again and again */
        return true;
    }
    return submit_later(rq, STORE_TELEGRAM, &later->job);
}

static void reply_taken(struct request *rq, bool taken) {
    if (taken)
        reply_static(rq, 200, "application/json", "{}", 2);
    else
        reply_problem(rq, PROBLEM_UNAVAILABLE,
                      "too many messages are being answered; send it again");
}

void chat_inbound_telegram(struct request *rq) {
    const struct config *config = chat_config(app_of(rq));
    json_t *json;

    if (config->telegram_token[0] == '\0' || config->telegram_secret[0] == '\0') {
        reply_not_found(rq);
        return;
    }
    if (!chat_verify_secret(config->telegram_secret,
                            request_header(rq, "X-Telegram-Bot-Api-Secret-Token"))) {
        refuse_inbound(rq);
        return;
    }
    json = read_inbound(rq);
    if (json == NULL)
        return;
    reply_taken(rq, telegram_take(rq, json));
    json_decref(json);
}

/* ---- Matrix, as an application service ---- */

struct matrix_later {
    struct chats_job job;
    struct matrix_in in;
};

static void matrix_run(struct app *app, struct chat_line *line, struct chats_job *job) {
    matrix_serve(app, line, &((struct matrix_later *)job)->in);
}

static bool matrix_take(struct request *rq, const json_t *event) {
    struct matrix_later *later = malloc(sizeof *later);

    if (later == NULL)
        return false;
    later->job = (struct chats_job){.run = matrix_run, .done = free_later};
    matrix_read(event, "", chat_config(app_of(rq))->matrix_user, &later->in);
    if (later->in.kind != MATRIX_NOTHING)
        return submit_later(rq, STORE_MATRIX, &later->job);
    free(later);
    return true;
}

void chat_inbound_matrix(struct request *rq) {
    static const char scheme[] = "Bearer ";
    const struct config *config = chat_config(app_of(rq));
    const char *given = request_header(rq, "Authorization");
    const json_t *events;
    bool taken = true;
    json_t *json;

    if (config->matrix_hs_token[0] == '\0') {
        reply_not_found(rq);
        return;
    }
    if (given == NULL || strncmp(given, scheme, sizeof scheme - 1) != 0 ||
        !chat_verify_secret(config->matrix_hs_token, given + sizeof scheme - 1)) {
        refuse_inbound(rq);
        return;
    }
    json = read_inbound(rq);
    if (json == NULL)
        return;
    events = chat_at(json, "events");
    /* If the transaction is sent again, events already taken are recognised by their ids. */
    for (size_t i = 0; i < json_array_size(events) && taken; i++)
        taken = matrix_take(rq, json_array_get(events, i));
    reply_taken(rq, taken);
    json_decref(json);
}

/* ---- pictures ---- */

void chat_inbound_board(struct request *rq) {
    struct store_reader *reader = api_reader(rq);
    struct store_subscription subscription;
    const char *why;
    struct load load;
    struct buffer svg;
    int64_t seq = 0;
    bool good = text_read_number(request_param(rq, 1), 0, STORE_SEQ_MAX, &seq);
    enum store_result result;

    if (picture_resume(rq) || reader == NULL)
        return;
    result = store_subscription_by_public_id(reader, request_param(rq, 0), &subscription);
    if (result == STORE_NONE || (result == STORE_OK && !good)) {
        reply_not_found(rq);
        return;
    }
    buffer_init(&svg, PICTURE_SVG_MAX);
    load = (struct load){0};
    if (result == STORE_OK)
        result = access_open_by_id(&load, reader, subscription.game, subscription.account);
    if (result == STORE_OK && chat_subscription_out_since(&subscription, app_now(), &why) != 0)
        result = STORE_NONE; /* the channel gets no messages either */
    if (result == STORE_OK)
        result = load_replay(&load, (uint32_t)seq, NULL, NULL);
    if (result == STORE_OK)
        picture_game(&svg, &load, VIEWER_NOBODY, true, 0);
    load_end(&load);
    if (result == STORE_OK)
        picture_reply_png(rq, &svg, PICTURE_WIDTH_DEFAULT);
    else if (result == STORE_NONE)
        reply_not_found(rq);
    else
        reply_problem(rq, PROBLEM_UNAVAILABLE, "could not read the board; try again");
    buffer_free(&svg);
}
