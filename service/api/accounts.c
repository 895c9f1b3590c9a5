/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/accounts.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "db/store.h"
#include "service/account/auth.h"
#include "service/account/name.h"
#include "service/actor/runner.h"
#include "service/app/app.h"
#include "service/app/write.h"
#include "service/base/json_write.h"
#include "service/base/mail_address.h"
#include "service/base/time_text.h"
#include "service/http/reply.h"
#include "service/notify/outbox.h"

/* Accounts and tokens. Answers that carry a token are never remembered under an Idempotency-Key:
 * the store would then know it. */

enum {
    NAME_BYTES_MAX = STORE_NAME_SIZE - 1,
    EMAIL_BYTES_MIN = 3,
    EMAIL_BYTES_MAX = STORE_EMAIL_SIZE - 1,
    ACCOUNT_JSON_MAX = 4 << 10,
    TOKENS_MAX = 100, /* of one account at a time */
    TOKENS_JSON_MAX = 256 << 10,
};

static void draw_token(struct store_token *token, char text[TOKEN_SIZE], unsigned scopes) {
    char id[APP_ID_SIZE];
    char scope_text[SCOPES_TEXT_SIZE];

    app_new_id(id);
    scopes_text(scopes, scope_text);
    snprintf(token->public_id, sizeof token->public_id, "%s", id);
    snprintf(token->scopes, sizeof token->scopes, "%s", scope_text);
    token_new(text, token->hash);
}

/* ---- POST /v1/accounts ---- */

struct account_work {
    struct write write;
    struct store_account account;
    struct store_token token;
    char secret[TOKEN_SIZE];
};

static enum store_result run_create(struct store_tx *tx, struct write *write) {
    struct account_work *work = (struct account_work *)write;
    enum store_result result = store_account_create(tx, &work->account);

    if (result != STORE_OK)
        return result;
    work->token.account = work->account.id;
    result = store_token_create(tx, &work->token);
    if (result == STORE_OK && work->account.email[0] != '\0')
        result = outbox_tell(tx, &(struct outbox_news){.kind = OUTBOX_CONFIRM,
                                                       .account = work->account.id,
                                                       .now = work->account.created_at});
    return result;
}

void reply_account_token(struct request *rq, int status, const struct store_account *account,
                         char *token) {
    struct buffer body;
    struct writer w;

    buffer_init(&body, ACCOUNT_JSON_MAX);
    w = writer_to(&body);
    writer_object(&w);
    writer_key(&w, "account");
    writer_object(&w);
    writer_text_member(&w, "id", account->public_id);
    writer_text_member(&w, "name", account->name);
    writer_object_end(&w);
    writer_text_member(&w, "token", token);
    writer_object_end(&w);
    sodium_memzero(token, strlen(token));
    reply_secret(rq);
    reply_json(rq, status, &body);
}

static void reply_account(struct request *rq, struct account_work *work) {
    if (work->write.result == STORE_CONFLICT) {
        reply_problem(rq, PROBLEM_CONFLICT, "the name \"%.128s\" is taken; choose another",
                      work->account.name);
        return;
    }
    if (work->write.result != STORE_OK) {
        reply_store_failure(rq, work->write.result);
        return;
    }
    reply_header(rq, "Location", "/v1/me");
    reply_account_token(rq, 201, &work->account, work->secret);
}

static bool read_account(struct request *rq, struct store_account *account) {
    struct read_errors errors = {0};
    const char *name = NULL;
    const char *email = NULL;
    const struct read_field fields[] = {
        {"name", READ_TEXT, .required = true, .to.text = &name, .min = 1, .max = NAME_BYTES_MAX},
        {"email", READ_TEXT, .nullable = true, .to.text = &email, .min = EMAIL_BYTES_MIN,
         .max = EMAIL_BYTES_MAX},
    };
    const json_t *json = request_json(rq);
    const char *fault;

    if (json == NULL)
        return false;
    read_fields(&errors, json, "", fields, sizeof fields / sizeof *fields);
    fault = name == NULL ? NULL : account_name_set(account, name);
    /* In a game's seats "me" is whoever asks. */
    if (fault == NULL && strcmp(account->name_key, "me") == 0)
        fault = "must not be \"me\", which stands for the caller";
    if (fault != NULL)
        read_error(&errors, "/name", "%s", fault);
    fault = email == NULL ? NULL : mail_address_fault(email);
    if (fault != NULL)
        read_error(&errors, "/email", "%s", fault);
    else if (email != NULL)
        snprintf(account->email, sizeof account->email, "%s", email);
    if (errors.count == 0)
        return true;
    reply_invalid(rq, &errors);
    return false;
}

void accounts_create(struct request *rq) {
    struct account_work *work = rq->state;
    struct store_account account = {0};
    char id[APP_ID_SIZE];

    if (work != NULL) {
        if (write_finished(rq, &work->write))
            reply_account(rq, work);
        return;
    }
    if (!read_account(rq, &account))
        return;
    work = rq->state = request_alloc(rq, sizeof *work);
    if (work == NULL) {
        reply_no_memory(rq);
        return;
    }
    app_new_id(id);
    work->account = account;
    snprintf(work->account.public_id, sizeof work->account.public_id, "%s", id);
    work->account.created_at = app_now();
    work->token.created_at = work->account.created_at;
    snprintf(work->token.name, sizeof work->token.name, "first");
    draw_token(&work->token, work->secret, SCOPE_ALL);
    write_begin(rq, &work->write, run_create);
}

/* ---- /v1/me ---- */

void me_get(struct request *rq) {
    struct store_reader *reader = store_reader_get(app_of(rq)->store);
    struct store_account account;
    enum store_result result =
        reader == NULL ? STORE_ERROR : store_account_get(reader, rq->caller.account, &account);
    struct buffer body;
    struct writer w;

    if (result != STORE_OK) {
        reply_store_failure(rq, result);
        return;
    }
    buffer_init(&body, ACCOUNT_JSON_MAX);
    w = writer_to(&body);
    writer_object(&w);
    writer_text_member(&w, "id", account.public_id);
    writer_text_member(&w, "name", account.name);
    writer_text_or_null_member(&w, "email", account.email);
    writer_time_member(&w, "created_at", account.created_at);
    writer_object_end(&w);
    reply_json(rq, 200, &body);
}

struct me_work {
    struct write write;
    int64_t account;
    int64_t now;
    char token_id[STORE_ID_SIZE];
    struct runner *runner;
};

/* The caller's work, made at the first call and finished at the last; NULL when there is nothing
 * more to do in this call. */
static struct me_work *me_begin(struct request *rq,
                                enum store_result (*run)(struct store_tx *tx, struct write *write),
                                void (*committed)(struct write *write)) {
    struct me_work *work = rq->state;

    if (work != NULL)
        return write_finished(rq, &work->write) ? work : NULL;
    work = rq->state = request_alloc(rq, sizeof *work);
    if (work == NULL) {
        reply_no_memory(rq);
        return NULL;
    }
    work->account = rq->caller.account;
    work->now = app_now();
    snprintf(work->token_id, sizeof work->token_id, "%s", request_param(rq, 0));
    work->runner = app_of(rq)->runner;
    write_begin_then(rq, &work->write, run, committed);
    return NULL;
}

static void reply_gone(struct request *rq, enum store_result result) {
    if (result == STORE_OK)
        reply_empty(rq, 204);
    else if (result == STORE_NONE)
        reply_not_found(rq);
    else
        reply_store_failure(rq, result);
}

static enum store_result run_delete(struct store_tx *tx, struct write *write) {
    struct me_work *work = (struct me_work *)write;

    return store_account_delete(tx, work->account, work->now);
}

/* Its seats are given up from here on, without keeping the answer waiting. */
static void deleted(struct write *write) {
    const struct me_work *work = (const struct me_work *)write;

    runner_release_account(work->runner, work->account);
}

void me_delete(struct request *rq) {
    struct me_work *work = me_begin(rq, run_delete, deleted);

    if (work != NULL)
        reply_gone(rq, work->write.result);
}

/* ---- /v1/me/tokens ---- */

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
}

struct token_list {
    struct writer w;
    const char *current; /* public id of the token that asks */
};

static bool list_row(void *context, const struct store_token *token) {
    struct token_list *list = context;

    writer_object(&list->w);
    write_token(&list->w, token);
    writer_bool_member(&list->w, "current", strcmp(token->public_id, list->current) == 0);
    writer_object_end(&list->w);
    return true;
}

void tokens_list(struct request *rq) {
    struct store_reader *reader = store_reader_get(app_of(rq)->store);
    enum store_result result = STORE_ERROR;
    struct buffer body;
    struct token_list list = {.current = rq->caller.token_id};

    buffer_init(&body, TOKENS_JSON_MAX);
    list.w = writer_to(&body);
    writer_object(&list.w);
    writer_key(&list.w, "items");
    writer_array(&list.w);
    if (reader != NULL)
        result = store_token_list(reader, rq->caller.account, list_row, &list);
    writer_array_end(&list.w);
    writer_null_member(&list.w, "next");
    writer_object_end(&list.w);
    reply_stored(rq, result, &body);
}

struct token_work {
    struct write write;
    struct store_token token;
    bool too_many;
    char secret[TOKEN_SIZE];
};

static bool count_row(void *context, const struct store_token *token) {
    (void)token;
    ++*(int *)context;
    return true;
}

static enum store_result run_token(struct store_tx *tx, struct write *write) {
    struct token_work *work = (struct token_work *)write;
    int count = 0;
    enum store_result result =
        store_token_list(store_tx_reader(tx), work->token.account, count_row, &count);

    if (result != STORE_OK)
        return result;
    work->too_many = count >= TOKENS_MAX;
    return work->too_many ? STORE_CONFLICT : store_token_create(tx, &work->token);
}

static void reply_token(struct request *rq, struct token_work *work) {
    char location[STORE_ID_SIZE + sizeof "/v1/me/tokens/"];
    struct buffer body;
    struct writer w;

    if (work->too_many) {
        reply_problem(rq, PROBLEM_CONFLICT, "an account has at most %d tokens; take one back first",
                      TOKENS_MAX);
        return;
    }
    if (work->write.result != STORE_OK) {
        reply_store_failure(rq, work->write.result);
        return;
    }
    buffer_init(&body, ACCOUNT_JSON_MAX);
    w = writer_to(&body);
    writer_object(&w);
    write_token(&w, &work->token);
    writer_text_member(&w, "token", work->secret);
    writer_object_end(&w);
    sodium_memzero(work->secret, sizeof work->secret);
    snprintf(location, sizeof location, "/v1/me/tokens/%s", work->token.public_id);
    reply_secret(rq);
    reply_header(rq, "Location", location);
    reply_json(rq, 201, &body);
}

/* The bits of a list of scopes; each must be one that the caller's token has itself. */
static unsigned read_scopes(struct read_errors *errors, const json_t *list, unsigned own) {
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
            read_error(errors, at, "stands more than once");
        scopes |= bit;
    }
    return scopes;
}

static bool read_token(struct request *rq, struct store_token *token, unsigned *scopes) {
    struct read_errors errors = {0};
    const char *name = NULL;
    const char *expires = NULL;
    const json_t *list = NULL;
    const struct read_field fields[] = {
        {"name", READ_TEXT, .required = true, .to.text = &name, .min = 1, .max = NAME_BYTES_MAX},
        {"scopes", READ_ARRAY, .to.json = &list, .min = 1, .max = 16},
        {"expires_at", READ_TEXT, .nullable = true, .to.text = &expires},
    };
    const json_t *json = request_json(rq);

    if (json == NULL)
        return false;
    read_fields(&errors, json, "", fields, sizeof fields / sizeof *fields);
    if (name != NULL && label_fault(name) != NULL)
        read_error(&errors, "/name", "%s", label_fault(name));
    *scopes = list == NULL ? rq->caller.scopes : read_scopes(&errors, list, rq->caller.scopes);
    if (expires != NULL &&
        (!time_read(expires, &token->expires_at) || token->expires_at <= app_now()))
        read_error(&errors, "/expires_at", "must be a time to come, like \"2030-01-31T12:00:00Z\"");
    if (errors.count > 0) {
        reply_invalid(rq, &errors);
        return false;
    }
    snprintf(token->name, sizeof token->name, "%s", name);
    return true;
}

void tokens_create(struct request *rq) {
    struct token_work *work = rq->state;
    struct store_token token = {.account = rq->caller.account};
    unsigned scopes = 0;

    if (work != NULL) {
        if (write_finished(rq, &work->write))
            reply_token(rq, work);
        return;
    }
    if (!read_token(rq, &token, &scopes))
        return;
    work = rq->state = request_alloc(rq, sizeof *work);
    if (work == NULL) {
        reply_no_memory(rq);
        return;
    }
    work->token = token;
    work->token.created_at = app_now();
    draw_token(&work->token, work->secret, scopes);
    write_begin(rq, &work->write, run_token);
}

static enum store_result run_revoke(struct store_tx *tx, struct write *write) {
    struct me_work *work = (struct me_work *)write;

    return store_token_revoke(tx, work->account, work->token_id, work->now);
}

void tokens_delete(struct request *rq) {
    struct me_work *work = me_begin(rq, run_revoke, NULL);

    if (work != NULL)
        reply_gone(rq, work->write.result);
}
