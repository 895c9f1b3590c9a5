/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/accounts.h"

#include <stdio.h>
#include <string.h>

#include "db/accounts.h"
#include "db/apps.h"
#include "db/moderation.h"
#include "db/store.h"
#include "db/usage.h"
#include "service/account/auth.h"
#include "service/account/bot_account.h"
#include "service/account/guest.h"
#include "service/account/name.h"
#include "service/account/quota.h"
#include "service/account/session.h"
#include "service/actor/runner.h"
#include "service/api/mail.h"
#include "service/app/config.h"
#include "service/app/endpoint.h"
#include "service/app/list.h"
#include "service/app/store_reply.h"
#include "service/base/json_write.h"
#include "service/base/language.h"
#include "service/base/seen.h"
#include "service/base/time_text.h"
#include "service/http/limit.h"
#include "service/notify/outbox.h"
#include "service/words/reserved.h"

/* Accounts and tokens. Responses that carry a token are never kept under an Idempotency-Key: the
 * store would then know the token. */

enum {
    NAME_BYTES_MAX = STORE_NAME_SIZE - 1,
    EMAIL_BYTES_MIN = 3,
    EMAIL_BYTES_MAX = STORE_EMAIL_SIZE - 1,
    ACCOUNT_JSON_MAX = 4 << 10,
    TOKENS_MAX = 100, /* of one account at a time */
    TOKENS_JSON_MAX = 256 << 10,
    SECOND_MS = 1000,
    HOUR_MS = 3600 * SECOND_MS,
};

/* ---- writing and reading members ---- */

static void account_write_members(struct writer *w, const struct store_account *account) {
    writer_text_member(w, "id", account->public_id);
    writer_text_member(w, "name", account->name);
    writer_text_or_null_member(w, "email", account->email);
    writer_text_member(w, "language", language_tags[language_kept(account->language)]);
    writer_bool_member(w, "guest", account->guest_until != 0);
    writer_bool_member(w, "bot", account->bot);
    writer_time_member(w, "created_at", account->created_at);
}

void account_write_own(struct writer *w, const struct store_account *account) {
    writer_object(w);
    account_write_members(w, account);
    writer_object_end(w);
}

void account_write_token(struct buffer *body, const struct store_account *account,
                         const char *token) {
    struct writer w = writer_to(body);

    writer_object(&w);
    writer_key(&w, "account");
    writer_object(&w);
    writer_text_member(&w, "id", account->public_id);
    writer_text_member(&w, "name", account->name);
    writer_bool_member(&w, "guest", account->guest_until != 0);
    writer_bool_member(&w, "bot", account->bot);
    writer_object_end(&w);
    writer_text_member(&w, "token", token);
    writer_object_end(&w);
}

/* Sets name and address of *ACCOUNT; NULL: not given. */
static void accounts_take_texts(struct request *rq, struct read_errors *errors, const char *name,
                                const char *email, struct store_account *account) {
    const char *fault = name == NULL ? NULL : account_name_set(account, name);

    /* In a game's seats "me" means the caller. */
    if (fault == NULL && name != NULL && strcmp(account->name_key, "me") == 0)
        fault = "must not be \"me\", which means the caller";
    if (fault == NULL && name != NULL && name_is_reserved(account->name))
        fault = "must not be, or look like, a word with another meaning here";
    if (fault != NULL)
        read_error(errors, "/name", "%s", fault);
    fault = email == NULL ? NULL : mail_read_address(rq, email, account->email);
    if (fault != NULL)
        read_error(errors, "/email", "%s", fault);
}

/* ---- POST /v1/accounts ---- */

struct account_creation {
    struct endpoint_call call; /* first */
    struct store_account account;
    struct store_token token;
    char secret[TOKEN_SIZE];
    bool session; /* sign the browser in as well */
    int days;     /* for so many */
    struct session_before before;
    char cookie[TOKEN_SIZE];
    uint64_t client; /* address whose new accounts are limited; 0: no limit */
};

/* A guest gets a name later, and has no address. The default language is the browser's. */
static bool accounts_read_account(struct request *rq, struct account_creation *creation) {
    int language = (int)language_accepted(request_header(rq, "Accept-Language"));
    struct read_errors errors = {0};
    const char *name = NULL;
    const char *email = NULL;
    bool guest = false;
    const struct read_field fields[] = {
        {"name", READ_TEXT, .to.text = &name, .min = 1, .max = NAME_BYTES_MAX},
        {"email", READ_TEXT, .nullable = true, .to.text = &email, .min = EMAIL_BYTES_MIN,
         .max = EMAIL_BYTES_MAX},
        {"language", READ_CHOICE, .to.choice = &language, .choices = language_tags},
        {"guest", READ_BOOL, .to.flag = &guest},
        {"bot", READ_BOOL, .to.flag = &creation->account.bot},
        {"session", READ_BOOL, .to.flag = &creation->session},
    };

    if (!request_read(rq, &errors, fields, sizeof fields / sizeof *fields))
        return false;
    if (name == NULL && !guest && errors.count == 0)
        read_error(&errors, "/name", "is missing");
    accounts_take_texts(rq, &errors, name, email, &creation->account);
    creation->account.language = (unsigned)language;
    if (guest && email != NULL)
        read_error(&errors, "/email", "a guest has none; PATCH /v1/me keeps the account with one");
    if (guest && creation->account.bot)
        read_error(&errors, "/bot", "cannot be true for a guest");
    if (guest)
        creation->account.guest_until = store_guest_until(creation->call.now);
    return check_valid(rq, &errors);
}

static bool accounts_create_read(struct request *rq, void *state) {
    struct account_creation *creation = state;

    if (!accounts_read_account(rq, creation) || (creation->session && !session_pass(rq)))
        return false;
    app_new_id(creation->account.public_id);
    creation->account.created_at = creation->token.created_at = creation->call.now;
    snprintf(creation->token.name, sizeof creation->token.name, "first");
    token_make(&creation->token, SCOPE_ALL, creation->secret);
    creation->days = session_days(creation->account.guest_until != 0);
    creation->client = request_is_limited(rq) ? request_client(rq) : 0;
    if (creation->session)
        creation->before = session_before(rq);
    return true;
}

static enum store_result accounts_begin_session(struct store_tx *tx,
                                                struct account_creation *creation,
                                                const struct store_token *parent) {
    int64_t now = creation->call.now;
    enum store_result result = session_begin(tx, &creation->before, parent->account, parent->id,
                                             SCOPE_ALL, creation->days, now, creation->cookie);

    return result == STORE_OK ? session_replace(tx, &creation->before, creation->cookie, now)
                              : result;
}

/* Counts a sign-up that this process's limits allow once more, for all processes together. */
static enum store_result accounts_count(struct store_tx *tx, struct account_creation *creation) {
    const struct config *config = creation->call.app->config;
    const unsigned per_hour = config == NULL ? 0 : config->accounts_per_hour;
    int64_t wait = 0;

    if (creation->client == 0 || per_hour == 0)
        return STORE_OK;
    const int64_t interval = HOUR_MS / per_hour;
    const struct store_sign_up_limit limit = {interval, interval * per_hour};
    enum store_result result =
        store_sign_up_count(tx, (int64_t)creation->client, &limit, creation->call.now, &wait);

    if (result != STORE_OK || wait == 0)
        return result;
    creation->call.refusal.retry_after = reply_seconds(wait);
    return endpoint_refuse(&creation->call, PROBLEM_RATE_LIMITED, LIMIT_ACCOUNTS_DETAIL);
}

static enum store_result accounts_create_run(struct store_tx *tx, void *state) {
    struct account_creation *creation = state;
    struct store_account account = creation->account; /* a guest is given a name */
    struct reply *reply = &creation->call.reply;
    enum store_result result = accounts_count(tx, creation);

    if (result != STORE_OK)
        return result;
    result = account.guest_until != 0 ? guest_create(tx, &account) : account_create(tx, &account);
    if (result == STORE_CONFLICT)
        return endpoint_refuse(&creation->call, PROBLEM_CONFLICT, ACCOUNT_NAME_TAKEN, account.name);
    creation->token.account = account.id;
    if (result == STORE_OK)
        result = store_token_create(tx, &creation->token);
    if (result == STORE_OK && creation->session)
        result = accounts_begin_session(tx, creation, &creation->token);
    if (result == STORE_OK && account.email[0] != '\0')
        result = outbox_enqueue(tx, &(struct outbox_news){.kind = OUTBOX_CONFIRM,
                                                          .account = account.id,
                                                          .now = account.created_at});
    snprintf(reply->location, sizeof reply->location, "/v1/me");
    account_write_token(&reply->body, &account, creation->secret);
    return result;
}

static void accounts_create_committed(void *state) {
    const struct account_creation *creation = state;

    if (creation->before.ended != 0)
        app_account_changed(creation->call.app, creation->before.ended);
}

static void accounts_create_reply(struct request *rq, void *state) {
    struct account_creation *creation = state;

    if (creation->session)
        session_cookie(rq, creation->cookie, creation->days);
    endpoint_send(rq, &creation->call);
}

const struct endpoint accounts_create = {
    .size = sizeof(struct account_creation),
    .body_max = ACCOUNT_JSON_MAX,
    .status = 201,
    .secret = true,
    .read = accounts_create_read,
    .run = accounts_create_run,
    .committed = accounts_create_committed,
    .reply = accounts_create_reply,
};

/* ---- /v1/me ---- */

/* People let an app in to play, not to be written to: without account:write it does not learn their address. */
static enum store_result accounts_hide_address(struct store_reader *reader,
                                               const struct caller *caller,
                                               struct store_account *account) {
    enum store_result result = STORE_NONE;

    if (!(caller->scopes & SCOPE_ACCOUNT_WRITE))
        result = store_grant_covers(reader, caller->token);
    if (result == STORE_OK)
        account->email[0] = '\0';
    return result == STORE_NONE ? STORE_OK : result;
}

bool account_read_own(struct request *rq, struct store_account *account) {
    struct store_reader *reader = store_reader_get(app_of(rq)->store);
    enum store_result result =
        reader == NULL ? STORE_UNAVAILABLE : store_account_get(reader, rq->caller.account, account);

    if (result == STORE_OK)
        result = accounts_hide_address(reader, &rq->caller, account);
    return check_stored(rq, result);
}

void me_get(struct request *rq) {
    struct store_account account = {0};
    struct endpoint_payer payer = endpoint_payer(rq);
    enum store_result moderator;
    struct buffer body;
    struct writer w = writer_begin(&body, ACCOUNT_JSON_MAX);

    if (!account_read_own(rq, &account))
        return;
    writer_object(&w);
    account_write_members(&w, &account);
    moderator = store_moderator_check(store_reader_get(app_of(rq)->store), account.id);
    writer_bool_member(&w, "moderator", moderator == STORE_OK);
    if (check_stored(rq, moderator == STORE_NONE ? STORE_OK : moderator) &&
        check_stored(rq, quota_write(&w, store_reader_get(app_of(rq)->store), account.id, &payer,
                                     app_of(rq)->config, app_now()))) {
        writer_object_end(&w);
        reply_json(rq, 200, &body);
    } else {
        buffer_free(&body);
    }
}

struct account_change {
    struct endpoint_call call;   /* first */
    struct store_account wanted; /* its name with all forms, and its address, are used */
    int language;
    bool has_name, has_email, has_language, keeps, bot;
};

static bool me_patch_read(struct request *rq, void *state) {
    struct account_change *change = state;
    struct read_errors errors = {0};
    const char *name = NULL;
    const char *email = NULL;
    bool guest = false, has_bot = false;
    const struct read_field fields[] = {
        {"name", READ_TEXT, .to.text = &name, .min = 1, .max = NAME_BYTES_MAX,
         .given = &change->has_name},
        {"email", READ_TEXT, .nullable = true, .to.text = &email, .min = EMAIL_BYTES_MIN,
         .max = EMAIL_BYTES_MAX, .given = &change->has_email},
        {"language", READ_CHOICE, .to.choice = &change->language, .choices = language_tags,
         .given = &change->has_language},
        {"guest", READ_BOOL, .to.flag = &guest, .given = &change->keeps},
        {"bot", READ_BOOL, .to.flag = &change->bot, .given = &has_bot},
    };

    if (!request_read(rq, &errors, fields, sizeof fields / sizeof *fields))
        return false;
    accounts_take_texts(rq, &errors, name, email, &change->wanted);
    if (guest)
        read_error(&errors, "/guest", "can only become false, which keeps the account");
    if (has_bot && !change->bot)
        read_error(&errors, "/bot", "can only become true, for good");
    return check_valid(rq, &errors);
}

/* Based on the account as stored now. */
static enum store_result me_patch_run(struct store_tx *tx, void *state) {
    struct account_change *change = state;
    struct endpoint_call *call = &change->call;
    struct writer w = writer_to(&call->reply.body);
    struct store_account account;
    enum store_result result = store_account_get(store_tx_reader(tx), call->account, &account);

    if (result != STORE_OK)
        return result;
    if (change->has_name)
        result = account_rename(tx, call->app->config, &change->wanted, &account, call->now);
    if (change->has_language)
        account.language = (unsigned)change->language;
    if (change->keeps)
        account.guest_until = 0;
    if (result == STORE_OK && change->bot)
        result = bot_account_become(tx, call, &account);
    if (call->refusal.problem != PROBLEM_NONE)
        return result;
    if (result == STORE_OK)
        result = store_account_set(tx, &account);
    if (result == STORE_CONFLICT)
        return endpoint_refuse(call, PROBLEM_CONFLICT, ACCOUNT_NAME_TAKEN, account.name);
    if (result == STORE_OK && change->has_email) {
        memcpy(account.email, change->wanted.email, sizeof account.email);
        result = mail_set_address(tx, call, account.email);
    }
    account_write_own(&w, &account);
    return result;
}

const struct endpoint me_patch = {
    .size = sizeof(struct account_change),
    .body_max = ACCOUNT_JSON_MAX,
    .status = 200,
    .read = me_patch_read,
    .run = me_patch_run,
    .committed = account_tokens_changed,
};

static enum store_result me_delete_run(struct store_tx *tx, void *state) {
    const struct endpoint_call *call = state;

    return account_delete(tx, call->app->config, call->account, call->now);
}

/* From here on its seats are given up; the response does not wait for that. */
static void me_delete_committed(void *state) {
    const struct endpoint_call *call = state;

    runner_release_account(call->app->runner, call->account);
    app_account_changed(call->app, call->account);
}

const struct endpoint me_delete = {
    .size = sizeof(struct endpoint_call),
    .status = 204,
    .run = me_delete_run,
    .committed = me_delete_committed,
};

/* ---- /v1/me/tokens ---- */

const char account_token_ended[] = "the token in use has just ended";

enum store_result account_check_way_in(struct store_tx *tx, struct endpoint_call *call) {
    enum store_result result = token_check_way_in(tx, call->token);

    if (result != STORE_NONE)
        return result;
    return endpoint_refuse(
        call, PROBLEM_FORBIDDEN,
        "an address, a chat or a passkey would open the account beyond what the token in use "
        "may do, or after it has ended; use a token with every scope and no "
        "expires_at, or the page");
}

/* The members that a token has wherever it is shown. */
static void write_token(struct writer *w, const struct store_token *token) {
    unsigned scopes = scopes_parse(token->scopes);

    writer_text_member(w, "id", token->public_id);
    writer_text_member(w, "name", token->name);
    writer_key(w, "scopes");
    writer_array(w);
    for (unsigned i = 0; scope_names[i] != NULL; i++)
        if (scopes & (1u << i))
            writer_text(w, scope_names[i]);
    writer_array_end(w);
    writer_time_member(w, "created_at", token->created_at);
    writer_time_or_null_member(w, "expires_at", token->expires_at);
    writer_time_or_null_member(w, "last_used_at", token->last_used_at);
    writer_bool_member(w, "session", token->session);
    writer_text_or_null_member(w, "parent", token->parent_id);
}

void account_write_token_row(struct writer *w, const struct store_token *token) {
    writer_object(w);
    write_token(w, token);
    writer_object_end(w);
}

struct tokens_page {
    struct list list;
    const char *current; /* public id of the caller's token */
};

static bool tokens_page_add(void *context, const struct store_token *token) {
    struct tokens_page *page = context;
    struct writer *w = &page->list.w;

    writer_object(w);
    write_token(w, token);
    writer_bool_member(w, "current", strcmp(token->public_id, page->current) == 0);
    writer_object_end(w);
    return true;
}

void tokens_list(struct request *rq) {
    struct store_reader *reader = store_reader_get(app_of(rq)->store);
    struct tokens_page page = {.current = rq->caller.token_id};

    list_begin(&page.list, 0, TOKENS_JSON_MAX);
    list_reply(rq, &page.list,
               reader == NULL
                   ? STORE_UNAVAILABLE
                   : store_token_list(reader, rq->caller.account, tokens_page_add, &page));
}

struct token_creation {
    struct endpoint_call call; /* first */
    struct store_token token;
    char secret[TOKEN_SIZE];
};

/* The bits of a list of scopes; each must be one that the caller's token has. */
static unsigned tokens_read_scopes(struct read_errors *errors, const json_t *list, unsigned own) {
    char at[READ_POINTER_MAX];
    unsigned scopes = 0;

    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *name = json_string_value(json_array_get(list, i));
        unsigned bit = name == NULL ? 0 : scope_bit(name);

        read_pointer_at(at, "/scopes", i);
        if (bit == 0)
            read_error(errors, at,
                       "must be one of \"game:read\", \"game:play\", \"game:create\", "
                       "\"account:write\"");
        else if (!(own & bit))
            read_error(errors, at, "the token in use does not have this itself");
        else if (scopes & bit)
            read_error(errors, at, "is given more than once");
        scopes |= bit;
    }
    return scopes;
}

static bool tokens_read_token(struct request *rq, struct store_token *token, unsigned *scopes) {
    struct read_errors errors = {0};
    const char *name = NULL;
    const char *expires = NULL;
    const json_t *list = NULL;
    const struct read_field fields[] = {
        {"name", READ_TEXT, .required = true, .to.text = &name, .min = 1, .max = NAME_BYTES_MAX},
        {"scopes", READ_ARRAY, .to.json = &list, .min = 1, .max = 16},
        {"expires_at", READ_TEXT, .nullable = true, .to.text = &expires},
    };

    if (!request_read(rq, &errors, fields, sizeof fields / sizeof *fields))
        return false;
    if (name != NULL && label_fault(name) != NULL)
        read_error(&errors, "/name", "%s", label_fault(name));
    *scopes =
        list == NULL ? rq->caller.scopes : tokens_read_scopes(&errors, list, rq->caller.scopes);
    if (expires != NULL &&
        (!time_read(expires, &token->expires_at) || token->expires_at <= app_now()))
        read_error(&errors, "/expires_at",
                   "must be a time in the future, like \"2030-01-31T12:00:00Z\"");
    if (!check_valid(rq, &errors))
        return false;
    snprintf(token->name, sizeof token->name, "%s", name);
    return true;
}

static bool tokens_create_read(struct request *rq, void *state) {
    struct token_creation *creation = state;
    unsigned scopes = 0;

    creation->token.account = rq->caller.account;
    creation->token.created_at = creation->call.now;
    if (!tokens_read_token(rq, &creation->token, &scopes))
        return false;
    token_make(&creation->token, scopes, creation->secret);
    return true;
}

static bool tokens_count_row(void *context, const struct store_token *token) {
    (void)token;
    ++*(int *)context;
    return true;
}

static enum store_result tokens_create_run(struct store_tx *tx, void *state) {
    struct token_creation *creation = state;
    struct reply *reply = &creation->call.reply;
    struct writer w = writer_to(&reply->body);
    int count = 0;
    enum store_result result =
        store_token_list(store_tx_reader(tx), creation->token.account, tokens_count_row, &count);

    if (result == STORE_OK && count >= TOKENS_MAX)
        return endpoint_refuse(&creation->call, PROBLEM_CONFLICT,
                               "an account has at most %d tokens; revoke one first", TOKENS_MAX);
    if (result == STORE_OK)
        result = token_create_child(tx, creation->call.token, &creation->token, creation->call.now);
    if (result == STORE_OK)
        result = quota_hold(tx, &creation->call, QUOTA_BIT(QUOTA_TOKENS_PER_DAY));
    if (result == STORE_NONE)
        return endpoint_refuse(&creation->call, PROBLEM_UNAUTHENTICATED, "%s", account_token_ended);
    writer_object(&w);
    write_token(&w, &creation->token);
    writer_text_member(&w, "token", creation->secret);
    writer_object_end(&w);
    snprintf(reply->location, sizeof reply->location, "/v1/me/tokens/%s",
             creation->token.public_id);
    return result;
}

const struct endpoint tokens_create = {
    .size = sizeof(struct token_creation),
    .body_max = ACCOUNT_JSON_MAX,
    .status = 201,
    .secret = true,
    .read = tokens_create_read,
    .run = tokens_create_run,
};

struct token_deletion {
    struct endpoint_named named; /* first */
    int64_t own;                 /* the token, if it is the request's own; else 0 */
    struct session_before before;
};

static bool tokens_delete_read(struct request *rq, void *state) {
    struct token_deletion *deletion = state;

    if (!endpoint_read_named(rq, &deletion->named))
        return false;
    if (strcmp(rq->caller.token_id, deletion->named.id) == 0) {
        deletion->own = rq->caller.token;
        deletion->before = session_before(rq);
    }
    return true;
}

/* The browser revokes the token that it got for a mailed code after signing in with it; the session
 * goes on. */
static enum store_result tokens_delete_run(struct store_tx *tx, void *state) {
    const struct token_deletion *deletion = state;
    const struct endpoint_named *token = &deletion->named;
    enum store_result result = STORE_OK;

    if (deletion->own != 0)
        result = session_release(tx, &deletion->before, deletion->own);
    return result == STORE_OK
               ? store_token_revoke(tx, token->call.account, token->id, token->call.now)
               : result;
}

void account_tokens_changed(void *state) {
    const struct endpoint_call *call = state;

    app_account_changed(call->app, call->account);
}

const struct endpoint tokens_delete = {
    .size = sizeof(struct token_deletion),
    .status = 204,
    .read = tokens_delete_read,
    .run = tokens_delete_run,
    .committed = account_tokens_changed,
};
