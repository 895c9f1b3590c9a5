/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/sign_in.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "db/accounts.h"
#include "db/usage.h"
#include "service/account/auth.h"
#include "service/api/accounts.h"
#include "service/api/mail.h"
#include "service/app/endpoint.h"
#include "service/app/store_reply.h"
#include "service/base/mail_address.h"
#include "service/mail/acts.h"
#include "service/mail/link.h"
#include "service/notify/outbox.h"

enum { SIGN_IN_JSON_MAX = 4 << 10, SIGN_IN_ACCOUNTS_MAX = 10 };

/* ---- requesting a link to sign in ---- */

/* Anybody may request it for any address. The response is sent before the address is looked up, so that
 * neither its content nor its timing reveals whether an account has the address. */
struct sign_in_ask {
    struct store_job job;
    int64_t now;
    unsigned count;
    int64_t accounts[SIGN_IN_ACCOUNTS_MAX];
    char address[STORE_EMAIL_SIZE];
};

static bool sign_in_note_account(void *context, const struct store_mailbox *box) {
    struct sign_in_ask *ask = context;

    ask->accounts[ask->count++] = box->account;
    return ask->count < SIGN_IN_ACCOUNTS_MAX;
}

static enum store_result sign_in_ask_account(struct store_tx *tx, const struct sign_in_ask *ask,
                                             int64_t account) {
    const struct store_outbox_filter waiting = {
        .channel = OUTBOX_MAIL, .target = account, .kind = OUTBOX_SIGN_IN};
    struct store_outbox_row row;
    enum store_result result = store_outbox_waiting(store_tx_reader(tx), &waiting, &row);

    if (result != STORE_NONE)
        return result; /* one is on its way already */
    return outbox_enqueue(
        tx, &(struct outbox_news){.kind = OUTBOX_SIGN_IN, .account = account, .now = ask->now});
}

static enum store_result sign_in_ask_run(struct store_tx *tx, struct store_job *job) {
    struct sign_in_ask *ask = (struct sign_in_ask *)job;
    enum store_result result;

    ask->count = 0;
    result = store_mailbox_find(store_tx_reader(tx), ask->address, sign_in_note_account, ask);

    for (unsigned i = 0; i < ask->count && result == STORE_OK; i++)
        result = sign_in_ask_account(tx, ask, ask->accounts[i]);
    return result;
}

static void sign_in_ask_done(struct store_job *job, enum store_result result) {
    (void)result; /* the store has logged it; the response was sent already */
    free((struct sign_in_ask *)job);
}

void sign_in_ask(struct request *rq) {
    const char *email = NULL;
    const struct read_field fields[] = {
        {"email", READ_TEXT, .required = true, .to.text = &email, .min = 3,
         .max = MAIL_ADDRESS_MAX},
    };
    char address[STORE_EMAIL_SIZE];
    struct sign_in_ask *ask;
    struct buffer body;
    const char *fault;

    if (!request_fields(rq, fields, sizeof fields / sizeof *fields))
        return;
    fault = mail_read_address(rq, email, address);
    if (fault != NULL) {
        reply_invalid_at(rq, "/email", "%s", fault);
        return;
    }
    ask = calloc(1, sizeof *ask);
    if (ask == NULL) {
        reply_no_memory(rq);
        return;
    }
    ask->job = (struct store_job){.run = sign_in_ask_run, .done = sign_in_ask_done};
    ask->now = app_now();
    memcpy(ask->address, address, sizeof ask->address);
    if (store_submit(app_of(rq)->store, &ask->job) != STORE_OK) {
        free(ask);
        reply_store_failure(rq, STORE_BUSY);
        return;
    }
    buffer_init(&body, SIGN_IN_JSON_MAX);
    buffer_text(&body, "{\"detail\":\"if this is somebody's confirmed address, a mail with a link "
                       "is on its way\"}");
    reply_json(rq, 202, &body);
}

/* Uses the link up, and answers with a token. */
static enum store_result sign_in_take(struct store_tx *tx, struct endpoint_call *call,
                                      const struct store_link *link) {
    struct store_account account;
    char token[TOKEN_SIZE];
    enum store_result result = act_sign_in(tx, link, call->now, token);

    if (result == STORE_OK)
        result = store_account_get(store_tx_reader(tx), link->account, &account);
    if (result == STORE_OK)
        account_write_token(&call->reply.body, &account, token);
    sodium_memzero(token, sizeof token);
    return result;
}

/* ---- with the secret of a link ---- */

struct sign_in_use {
    struct endpoint_call call; /* first */
    struct store_link link;
};

static bool sign_in_use_read(struct request *rq, void *state) {
    struct sign_in_use *use = state;

    return request_fields(rq, NULL, 0) &&
           mail_find_link(rq, request_param(rq, 0), LINK_SIGN_IN, &use->link);
}

static enum store_result sign_in_use_run(struct store_tx *tx, void *state) {
    struct sign_in_use *use = state;

    return sign_in_take(tx, &use->call, &use->link);
}

const struct endpoint sign_in_use = {
    .size = sizeof(struct sign_in_use),
    .body_max = SIGN_IN_JSON_MAX,
    .status = 200,
    .secret = true,
    .read = sign_in_use_read,
    .run = sign_in_use_run,
};

/* ---- with the digits of a mail ---- */

enum digits_end { DIGITS_RIGHT, DIGITS_WRONG, DIGITS_TOO_OFTEN };

struct digits_use {
    struct endpoint_call call; /* first */
    char address[STORE_EMAIL_SIZE];
    uint8_t digits[STORE_HASH_SIZE];
    uint64_t client; /* the connection's address, whose tries are limited; 0: no limit */
    int64_t wait;
    enum digits_end end;
};

static bool sign_in_digits_read(struct request *rq, void *state) {
    struct digits_use *use = state;
    struct read_errors errors = {0};
    const char *email = NULL, *digits = NULL, *fault = NULL;
    const struct read_field fields[] = {
        {"email", READ_TEXT, .required = true, .to.text = &email, .min = 3,
         .max = MAIL_ADDRESS_MAX},
        {"digits", READ_TEXT, .required = true, .to.text = &digits, .min = LINK_DIGITS,
         .max = 2 * LINK_DIGITS},
    };

    if (!request_read(rq, &errors, fields, sizeof fields / sizeof *fields))
        return false;
    if (email != NULL)
        fault = mail_read_address(rq, email, use->address);
    if (fault != NULL)
        read_error(&errors, "/email", "%s", fault);
    if (digits != NULL && !link_hash_digits(digits, use->address, use->digits))
        read_error(&errors, "/digits", "must be six digits");
    use->client = request_is_limited(rq) ? request_client(rq) : 0;
    return check_valid(rq, &errors);
}

/* Counts one more try, right or wrong: else whoever has used up the tries could go on guessing until one is right. Whether
 * anybody has the address makes no difference. */
static enum store_result sign_in_count_try(struct store_tx *tx, struct digits_use *use) {
    uint8_t hash[STORE_HASH_SIZE];
    int64_t address;
    enum store_result result = STORE_OK;

    use->wait = 0;
    if (use->client != 0)
        result = store_allowance_spend(tx, (int64_t)use->client, SIGN_IN_ALLOWANCE_CLIENT, 1,
                                       SIGN_IN_TRIES_OF_CLIENT, use->call.now, &use->wait);
    if (result != STORE_OK || use->wait != 0)
        return result;
    mail_address_hash(use->address, hash);
    memcpy(&address, hash, sizeof address);
    return store_allowance_spend(tx, address, SIGN_IN_ALLOWANCE_MAIL, 1, SIGN_IN_TRIES_OF_MAIL,
                                 use->call.now, &use->wait);
}

/* Succeeds with a wrong try, too, so that it stays counted. */
static enum store_result sign_in_digits_run(struct store_tx *tx, void *state) {
    struct digits_use *use = state;
    struct store_link link;
    enum store_result result = sign_in_count_try(tx, use);

    use->end = use->wait != 0 ? DIGITS_TOO_OFTEN : DIGITS_WRONG;
    if (result != STORE_OK || use->wait != 0)
        return result;
    result = store_link_by_digits(store_tx_reader(tx), use->digits, use->call.now, &link);
    if (result == STORE_OK)
        result = sign_in_take(tx, &use->call, &link);
    if (result == STORE_OK)
        use->end = DIGITS_RIGHT;
    return result == STORE_NONE ? STORE_OK : result;
}

static void sign_in_digits_reply(struct request *rq, void *state) {
    struct digits_use *use = state;
    struct problem_more more = {0};

    switch (use->end) {
    case DIGITS_RIGHT: endpoint_send(rq, &use->call); return;
    case DIGITS_WRONG: reply_not_found(rq); return;
    case DIGITS_TOO_OFTEN:
        more.retry_after = reply_seconds(use->wait);
        reply_problem_more(
            rq, PROBLEM_RATE_LIMITED, &more, "%s",
            "too many digits were tried; open the link in the mail, or try again later");
        return;
    }
}

const struct endpoint sign_in_digits = {
    .size = sizeof(struct digits_use),
    .body_max = SIGN_IN_JSON_MAX,
    .status = 200,
    .secret = true,
    .read = sign_in_digits_read,
    .run = sign_in_digits_run,
    .reply = sign_in_digits_reply,
};
