/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/chats.h"

#include <stdio.h>
#include <string.h>

#include "db/chats.h"
#include "db/games.h"
#include "service/account/auth.h"
#include "service/account/guest.h"
#include "service/api/accounts.h"
#include "service/api/game.h"
#include "service/api/game_call.h"
#include "service/app/list.h"
#include "service/app/store_reply.h"
#include "service/base/json_write.h"
#include "service/chat/chat.h"
#include "service/chat/platform.h"
#include "service/game/access.h"
#include "service/notify/sender.h"

/* Links with people in chats, and channels that subscribe to games. */

enum {
    CHATS_JSON_MAX = 256 << 10,
    PART_COUNT = CHAT_PARTS,
    URL_MIN = 8,
    ID_MIN = 1,
};

/* ---- POST /v1/me/chats/code ---- */

struct chat_code {
    struct endpoint_call call; /* first */
    char code[CHAT_CODE_SIZE];
    uint8_t hash[STORE_HASH_SIZE];
};

static bool chats_code_read(struct request *rq, void *state) {
    struct chat_code *code = state;

    (void)rq;
    chat_code_new(code->code, code->hash);
    return true;
}

static enum store_result chats_code_run(struct store_tx *tx, void *state) {
    struct chat_code *code = state;
    struct writer w = writer_to(&code->call.reply.body);
    int64_t expires_at = code->call.now + CHAT_CODE_MS;
    enum store_result result = account_check_way_in(tx, &code->call);

    if (result != STORE_OK)
        return result;
    writer_object(&w);
    writer_text_member(&w, "code", code->code);
    writer_time_member(&w, "expires_at", expires_at);
    writer_object_end(&w);
    return store_chat_code_put(tx, code->call.account, code->hash, expires_at);
}

const struct endpoint chats_code = {
    .size = sizeof(struct chat_code),
    .body_max = CHATS_JSON_MAX,
    .status = 201,
    .secret = true,
    .read = chats_code_read,
    .run = chats_code_run,
};

/* ---- GET, DELETE /v1/me/chats ---- */

void chats_write_link(struct writer *w, const struct store_chat_link *link) {
    writer_object(w);
    writer_text_member(w, "id", link->public_id);
    writer_text_member(w, "platform", chat_platform(link->platform)->name);
    writer_text_or_null_member(w, "name", link->name);
    writer_time_member(w, "created_at", link->created_at);
    writer_object_end(w);
}

static bool write_link(void *context, const struct store_chat_link *link) {
    chats_write_link(context, link);
    return true;
}

/* Answers {"items":[...],"next":null} with what FILL writes. */
static void list_links(struct request *rq,
                       enum store_result (*fill)(struct request *rq, struct store_reader *reader,
                                                 int64_t of, struct writer *w),
                       int64_t of) {
    struct store_reader *reader = api_reader(rq);
    struct list list;

    if (reader == NULL)
        return;
    list_begin(&list, 0, CHATS_JSON_MAX);
    list_reply(rq, &list, fill(rq, reader, of, &list.w));
}

static enum store_result fill_links(struct request *rq, struct store_reader *reader,
                                    int64_t account, struct writer *w) {
    (void)rq;
    return store_chat_link_list(reader, account, write_link, w);
}

void chats_list(struct request *rq) {
    list_links(rq, fill_links, rq->caller.account);
}

static enum store_result chats_delete_run(struct store_tx *tx, void *state) {
    const struct endpoint_named *link = state;

    return store_chat_link_delete(tx, link->call.account, link->id);
}

const struct endpoint chats_delete = {
    .size = sizeof(struct endpoint_named),
    .status = 204,
    .read = endpoint_read_named,
    .run = chats_delete_run,
};

/* ---- subscriptions of channels (`follows` in the interface) ---- */

void chats_write_subscription(struct writer *w, const struct store_subscription *subscription,
                              int64_t viewer) {
    const char *why;
    int64_t out_since = chat_subscription_out_since(subscription, app_now(), &why);

    writer_object(w);
    writer_text_member(w, "id", subscription->public_id);
    writer_text_member(w, "kind", chat_subscription_names[subscription->kind]);
    /* A webhook's address or a token allows to write there, so neither is shown. The channel is
     * shown only to the account that made the subscription. */
    writer_text_or_null_member(w, "channel",
                               subscription->account == viewer ? subscription->channel : "");
    writer_key(w, "tells");
    writer_names(w, chat_part_names, PART_COUNT, subscription->parts);
    writer_int_member(w, "told_seq", subscription->told_seq);
    writer_time_member(w, "created_at", subscription->created_at);
    writer_time_or_null_member(w, "disabled_at", out_since);
    writer_text_or_null_member(w, "trouble", out_since != 0 ? why : subscription->trouble);
    writer_text_or_null_member(w, "ends_with_token",
                               subscription->account == viewer ? subscription->token_id : "");
    writer_object_end(w);
}

struct subscription_list {
    struct writer *w;
    int64_t viewer;
};

static bool write_subscription_row(void *context, const struct store_subscription *subscription) {
    const struct subscription_list *list = context;

    chats_write_subscription(list->w, subscription, list->viewer);
    return true;
}

static enum store_result fill_subscriptions(struct request *rq, struct store_reader *reader,
                                            int64_t game, struct writer *w) {
    struct subscription_list list = {.w = w, .viewer = rq->caller.account};

    return store_subscription_of_game(reader, game, write_subscription_row, &list);
}

void subscriptions_list(struct request *rq) {
    int64_t game;

    if (api_game_id(rq, &game))
        list_links(rq, fill_subscriptions, game);
}

/* The members of a body, by kind, for address, secret and channel. */
struct subscription_shape {
    const char *kind;
    enum store_subscription_kind stored;
    bool url, bot_token, chat_id, homeserver, access_token, room_id;
};

static const struct subscription_shape shapes[] = {
    {"discord_webhook", STORE_SUBSCRIPTION_DISCORD_HOOK, .url = true},
    {"slack_webhook", STORE_SUBSCRIPTION_SLACK_HOOK, .url = true},
    {"telegram", STORE_SUBSCRIPTION_TELEGRAM, .bot_token = true, .chat_id = true},
    {"matrix", STORE_SUBSCRIPTION_MATRIX, .homeserver = true, .access_token = true,
     .room_id = true},
    {"mattermost_webhook", STORE_SUBSCRIPTION_MATTERMOST_HOOK, .url = true},
    {"mattermost", STORE_SUBSCRIPTION_MATTERMOST, .url = true, .access_token = true,
     .room_id = true},
    {"zulip", STORE_SUBSCRIPTION_ZULIP, .url = true, .access_token = true, .room_id = true},
    {"rocketchat_webhook", STORE_SUBSCRIPTION_ROCKETCHAT_HOOK, .url = true},
    {"rocketchat", STORE_SUBSCRIPTION_ROCKETCHAT, .url = true, .access_token = true,
     .room_id = true},
};
static const char *const shape_names[] = {
    "discord_webhook", "slack_webhook", "telegram",           "matrix",     "mattermost_webhook",
    "mattermost",      "zulip",         "rocketchat_webhook", "rocketchat", NULL};

struct subscription_body {
    int kind;
    const char *url, *bot_token, *chat_id, *homeserver, *access_token, *room_id;
    const json_t *tells;
};

static void judge_member(struct read_errors *errors, bool wanted, const char *value,
                         const char *pointer, const char *kind) {
    if (wanted && value == NULL)
        read_error(errors, pointer, "is needed for the kind \"%s\"", kind);
    else if (!wanted && value != NULL)
        read_error(errors, pointer, "is not for the kind \"%s\"", kind);
    else if (value != NULL)
        for (const char *c = value; *c != '\0'; c++)
            if ((unsigned char)*c <= ' ' || *c == 0x7f) {
                read_error(errors, pointer, "must not hold spaces or control characters");
                break;
            }
}

/* "NUMBER:SECRET". It becomes part of a URL and must not contain anything with a meaning there. */
static void judge_bot_token(struct read_errors *errors, const char *token) {
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";
    size_t number = token == NULL ? 0 : strspn(token, "0123456789");

    if (token != NULL && (number == 0 || token[number] != ':' ||
                          strspn(token + number + 1, letters) != strlen(token + number + 1)))
        read_error(errors, "/bot_token", "must be a token like 123456:ABC-def");
}

static void judge_url(struct request *rq, struct read_errors *errors, const char *url,
                      const char *pointer) {
    const char *fault = url == NULL || errors->count > 0
                            ? NULL
                            : safe_url_fault(url, &sender_settings(app_of(rq))->allowed);

    if (fault != NULL)
        read_error(errors, pointer, "%s", fault);
}

static unsigned read_tells(struct read_errors *errors, const json_t *tells) {
    unsigned parts = 0;

    for (size_t i = 0; i < json_array_size(tells); i++) {
        const char *name = json_string_value(json_array_get(tells, i));
        char at[READ_POINTER_MAX];
        unsigned bit = 0;

        while (name != NULL && chat_part_names[bit] != NULL &&
               strcmp(name, chat_part_names[bit]) != 0)
            bit++;
        read_pointer_at(at, "/tells", i);
        if (name == NULL || chat_part_names[bit] == NULL)
            read_error(errors, at,
                       "must be \"turns\", \"events\", \"picture\", \"talk\" or \"thread\"");
        else
            parts |= 1u << bit;
    }
    return chat_parts_meant(parts);
}

/* Fills in address, secret and channel. The address of a user's own Telegram bot is its number, the
 * public part of its token. */
static void take_subscription_body(struct store_subscription *subscription,
                                   const struct subscription_body *body) {
    const char *address = body->url != NULL ? body->url : body->homeserver;
    const char *secret = body->bot_token != NULL ? body->bot_token : body->access_token;
    const char *channel = body->chat_id != NULL ? body->chat_id : body->room_id;

    if (address != NULL)
        snprintf(subscription->address, sizeof subscription->address, "%s", address);
    else if (secret != NULL)
        snprintf(subscription->address, sizeof subscription->address, "bot:%.*s",
                 (int)strcspn(secret, ":"), secret);
    snprintf(subscription->secret, sizeof subscription->secret, "%s", secret == NULL ? "" : secret);
    snprintf(subscription->channel, sizeof subscription->channel, "%s",
             channel == NULL ? "" : channel);
}

bool chats_read_subscription(struct request *rq, struct store_subscription *subscription) {
    struct subscription_body body = {0};
    struct read_errors errors = {0};
    const struct read_field fields[] = {
        {"kind", READ_CHOICE, .required = true, .to.choice = &body.kind, .choices = shape_names},
        {"url", READ_TEXT, .to.text = &body.url, .min = URL_MIN, .max = SAFE_URL_MAX},
        {"bot_token", READ_TEXT, .to.text = &body.bot_token, .min = ID_MIN,
         .max = STORE_CHAT_SECRET_SIZE - 1},
        {"chat_id", READ_TEXT, .to.text = &body.chat_id, .min = ID_MIN, .max = 64},
        {"homeserver", READ_TEXT, .to.text = &body.homeserver, .min = URL_MIN, .max = SAFE_URL_MAX},
        {"access_token", READ_TEXT, .to.text = &body.access_token, .min = ID_MIN,
         .max = STORE_CHAT_SECRET_SIZE - 1},
        {"room_id", READ_TEXT, .to.text = &body.room_id, .min = ID_MIN,
         .max = STORE_CHAT_CHANNEL_SIZE - 1},
        {"tells", READ_ARRAY, .to.json = &body.tells, .min = 1, .max = PART_COUNT},
    };

    if (!request_read(rq, &errors, fields, sizeof fields / sizeof *fields))
        return false;
    if (errors.count == 0) {
        const struct subscription_shape *shape = &shapes[body.kind];

        judge_member(&errors, shape->url, body.url, "/url", shape->kind);
        judge_member(&errors, shape->bot_token, body.bot_token, "/bot_token", shape->kind);
        judge_bot_token(&errors, body.bot_token);
        judge_member(&errors, shape->chat_id, body.chat_id, "/chat_id", shape->kind);
        judge_member(&errors, shape->homeserver, body.homeserver, "/homeserver", shape->kind);
        judge_member(&errors, shape->access_token, body.access_token, "/access_token", shape->kind);
        judge_member(&errors, shape->room_id, body.room_id, "/room_id", shape->kind);
        judge_url(rq, &errors, body.url, "/url");
        judge_url(rq, &errors, body.homeserver, "/homeserver");
        subscription->parts = read_tells(&errors, body.tells);
        subscription->kind = shape->stored;
    }
    if (!check_valid(rq, &errors))
        return false;
    take_subscription_body(subscription, &body);
    return true;
}

struct subscription_creation {
    struct game_call game; /* first */
    struct store_subscription subscription;
};

static bool subscriptions_create_read(struct request *rq, void *state) {
    struct subscription_creation *creation = state;

    if (!game_call_open(rq, &creation->game))
        return false;
    if (!access_takes_part(&creation->game.load.row, rq->caller.account)) {
        reply_problem(rq, PROBLEM_FORBIDDEN,
                      "only a game's creator and its players can have a channel follow it");
        return false;
    }
    return guest_pass(rq, "follows") && chats_read_subscription(rq, &creation->subscription);
}

static bool subscriptions_create_judge(struct request *rq, void *state) {
    struct subscription_creation *creation = state;
    struct endpoint_call *call = &creation->game.call;
    struct store_subscription *subscription = &creation->subscription;
    const struct store_game *row = &creation->game.load.row;

    if (!game_call_open(rq, &creation->game))
        return false;
    if (row_over(row)) {
        reply_problem(rq, PROBLEM_GAME_OVER, "this game is over");
        return false;
    }
    app_new_id(subscription->public_id);
    subscription->game = row->id;
    subscription->account = call->account;
    subscription->created_at = call->now;
    subscription->told_seq = row->last_seq;
    snprintf(call->reply.location, sizeof call->reply.location, "/v1/games/%s/follows/%s",
             row->public_id, subscription->public_id);
    return true;
}

static enum store_result subscriptions_create_run(struct store_tx *tx, void *state) {
    struct subscription_creation *creation = state;
    struct endpoint_call *call = &creation->game.call;
    struct store_subscription *subscription = &creation->subscription;
    struct writer w = writer_to(&call->reply.body);
    enum store_result result = token_find_bound(tx, call->token, &subscription->token);

    if (result == STORE_NONE)
        return endpoint_refuse(call, PROBLEM_UNAUTHENTICATED, "%s", account_token_ended);
    if (result == STORE_OK)
        result = chat_subscription_add(tx, subscription);
    if (result == STORE_CONFLICT)
        return endpoint_refuse(call, PROBLEM_CONFLICT, "this channel already follows the game");
    if (result == STORE_FULL)
        return endpoint_refuse(call, PROBLEM_CONFLICT,
                               "at most %d channels can follow a game, %d of them for one account, "
                               "and an account can have %d follows in all games; end one first",
                               CHAT_GAME_SUBSCRIPTIONS_MAX, CHAT_OWN_SUBSCRIPTIONS_MAX,
                               CHAT_SUBSCRIPTIONS_MAX);
    if (result == STORE_OK)
        result = store_subscription_get(store_tx_reader(tx), subscription->id, subscription);
    if (result == STORE_OK)
        chats_write_subscription(&w, subscription, call->account);
    return result;
}

const struct endpoint subscriptions_create = {
    .size = sizeof(struct subscription_creation),
    .body_max = CHATS_JSON_MAX,
    .status = 201,
    .keyed = true,
    .read = subscriptions_create_read,
    .judge = subscriptions_create_judge,
    .run = subscriptions_create_run,
    .close = game_call_close,
};

struct subscription_deletion {
    struct game_call game; /* first */
    int64_t subscription;
};

static bool subscriptions_delete_read(struct request *rq, void *state) {
    struct subscription_deletion *deletion = state;
    const struct load *load = &deletion->game.load;
    struct store_subscription subscription;
    enum store_result result;

    if (!game_call_open(rq, &deletion->game))
        return false;
    result = store_subscription_by_public_id(load->reader, request_param(rq, 1), &subscription);
    if (result == STORE_OK && subscription.game != load->row.id)
        result = STORE_NONE;
    if (!check_stored(rq, result))
        return false;
    deletion->subscription = subscription.id;
    if (subscription.account == rq->caller.account || load->row.creator == rq->caller.account)
        return true;
    reply_problem(rq, PROBLEM_FORBIDDEN,
                  "only the account that set up the follow, or the game's creator, can end it");
    return false;
}

static enum store_result subscriptions_delete_run(struct store_tx *tx, void *state) {
    return store_subscription_delete(tx, ((struct subscription_deletion *)state)->subscription);
}

const struct endpoint subscriptions_delete = {
    .size = sizeof(struct subscription_deletion),
    .status = 204,
    .read = subscriptions_delete_read,
    .run = subscriptions_delete_run,
    .close = game_call_close,
};
