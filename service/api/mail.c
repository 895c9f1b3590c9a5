/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/mail.h"
#include "service/api/accounts.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "service/account/auth.h"
#include "service/api/game.h"
#include "service/app/app.h"
#include "service/app/idempotency.h"
#include "service/app/write.h"
#include "service/base/mail_address.h"
#include "service/http/reply.h"
#include "service/mail/acts.h"
#include "service/mail/link.h"
#include "service/mail/take.h"
#include "service/notify/outbox.h"
#include "service/time/calendar.h"

enum { BOX_JSON_MAX = 4 << 10, SIGN_IN_ACCOUNTS_MAX = 10 };

static const char *const modes[] = {"off", "at_once", "hourly", "daily", NULL};

/* The switches of what else is told, in the order of the bits. */
static const char *const switches[] = {"reminders", "game_over", "invitations", "talk"};
enum { SWITCH_COUNT = sizeof switches / sizeof *switches };
_Static_assert((1u << SWITCH_COUNT) - 1 == STORE_MAIL_KINDS, "each bit has its name");

/* ---- GET ---- */

static void write_box(struct buffer *body, const struct store_mailbox *box) {
    struct writer w = writer_to(body);
    char time[8];

    snprintf(time, sizeof time, "%02u:%02u", (unsigned)box->daily_at / 60 % 24,
             (unsigned)box->daily_at % 60);
    writer_object(&w);
    writer_text_or_null_member(&w, "address", box->address);
    writer_bool_member(&w, "confirmed", box->confirmed_at != 0);
    writer_text_member(&w, "mode", modes[box->mode]);
    writer_text_member(&w, "daily_at", time);
    for (unsigned i = 0; i < SWITCH_COUNT; i++) {
        writer_key_text(&w, switches[i]);
        writer_bool(&w, (box->kinds >> i & 1) != 0);
    }
    writer_key(&w, "bounced");
    if (box->bounced_at == 0) {
        writer_null(&w);
    } else {
        writer_object(&w);
        writer_time_member(&w, "at", box->bounced_at);
        writer_text_member(&w, "detail", box->bounce);
        writer_object_end(&w);
    }
    writer_object_end(&w);
}

void mail_get(struct request *rq) {
    struct store_reader *reader = api_reader(rq);
    struct store_mailbox box;
    struct buffer body;
    enum store_result result;

    if (reader == NULL)
        return;
    result = store_mailbox_get(reader, rq->caller.account, &box);
    if (result != STORE_OK) {
        reply_store_failure(rq, result);
        return;
    }
    buffer_init(&body, BOX_JSON_MAX);
    write_box(&body, &box);
    reply_json(rq, 200, &body);
}

/* ---- what changes it ---- */

struct box_work {
    struct write write;
    struct idempotency idem; /* of POST */
    int64_t account;
    int64_t now;
    struct buffer body; /* the answer */
    /* PATCH: what was given */
    bool has_address, has_mode, has_daily, has_kind[SWITCH_COUNT];
    char address[STORE_EMAIL_SIZE];
    int mode;
    int daily_at;
    bool kind[SWITCH_COUNT];
    /* POST confirm */
    struct store_link link;
};

static void box_free(struct request *rq) {
    buffer_free(&((struct box_work *)rq->state)->body);
}

static struct box_work *box_new(struct request *rq) {
    struct box_work *work = request_alloc(rq, sizeof *work);

    if (work == NULL) {
        reply_no_memory(rq);
        return NULL;
    }
    work->account = rq->caller.account;
    work->now = app_now();
    buffer_init(&work->body, BOX_JSON_MAX);
    rq->state = work;
    rq->state_free = box_free;
    return work;
}

/* Given anew, also the same one, an address is asked about again, unless it is confirmed and works. */
static bool readdress(struct store_mailbox *box, const char *address) {
    if (strcasecmp(box->address, address) == 0 && box->confirmed_at != 0 && box->bounced_at == 0)
        return false;
    memcpy(box->address, address, sizeof box->address);
    box->confirmed_at = box->bounced_at = 0;
    box->bounce[0] = '\0';
    return address[0] != '\0';
}

static enum store_result run_patch(struct store_tx *tx, struct write *write) {
    struct box_work *work = (struct box_work *)write;
    struct store_mailbox box;
    bool ask = false;
    enum store_result result = store_mailbox_get(store_tx_reader(tx), work->account, &box);

    if (result != STORE_OK)
        return result;
    if (work->has_address)
        ask = readdress(&box, work->address);
    if (work->has_mode)
        box.mode = (enum store_mail_mode)work->mode;
    if (work->has_daily)
        box.daily_at = work->daily_at;
    for (unsigned i = 0; i < SWITCH_COUNT; i++)
        if (work->has_kind[i])
            box.kinds = (box.kinds & ~(1u << i)) | (unsigned)work->kind[i] << i;
    result = store_mailbox_set(tx, &box);
    if (result == STORE_OK && ask)
        result = outbox_tell(tx, &(struct outbox_news){.kind = OUTBOX_CONFIRM,
                                                       .account = work->account,
                                                       .now = work->now});
    write_box(&work->body, &box);
    return result == STORE_OK && work->body.failed ? STORE_ERROR : result;
}

static bool read_patch(struct request *rq, struct box_work *work) {
    struct read_errors errors = {0};
    const char *address = NULL, *daily = NULL;
    const struct read_field fields[] = {
        {"address", READ_TEXT, .nullable = true, .to.text = &address, .min = 3,
         .max = MAIL_ADDRESS_MAX, .given = &work->has_address},
        {"mode", READ_CHOICE, .to.choice = &work->mode, .choices = modes, .given = &work->has_mode},
        {"daily_at", READ_TEXT, .to.text = &daily, .given = &work->has_daily},
        {switches[0], READ_BOOL, .to.flag = &work->kind[0], .given = &work->has_kind[0]},
        {switches[1], READ_BOOL, .to.flag = &work->kind[1], .given = &work->has_kind[1]},
        {switches[2], READ_BOOL, .to.flag = &work->kind[2], .given = &work->has_kind[2]},
        {switches[3], READ_BOOL, .to.flag = &work->kind[3], .given = &work->has_kind[3]},
    };
    const json_t *json = request_json(rq);

    if (json == NULL)
        return false;
    read_fields(&errors, json, "", fields, sizeof fields / sizeof *fields);
    if (address != NULL && mail_address_fault(address) != NULL)
        read_error(&errors, "/address", "%s", mail_address_fault(address));
    if (daily != NULL && !calendar_minute_read(daily, &work->daily_at))
        read_error(&errors, "/daily_at", "must be a time of day like \"08:30\"");
    if (errors.count > 0) {
        reply_invalid(rq, &errors);
        return false;
    }
    snprintf(work->address, sizeof work->address, "%s", address == NULL ? "" : address);
    return true;
}

void mail_patch(struct request *rq) {
    struct box_work *work = rq->state;

    if (work != NULL) {
        if (!write_finished(rq, &work->write))
            return;
        if (work->write.result == STORE_OK)
            reply_json(rq, 200, &work->body);
        else
            reply_store_failure(rq, work->write.result);
        return;
    }
    work = box_new(rq);
    if (work != NULL && read_patch(rq, work))
        write_begin(rq, &work->write, run_patch);
}

/* ---- POST confirm ---- */

static enum store_result run_confirm(struct store_tx *tx, struct write *write) {
    struct box_work *work = (struct box_work *)write;
    struct store_mailbox box;
    enum store_result result;

    if (idempotency_was_seen(tx, &work->idem))
        return STORE_CONFLICT;
    result = act_confirm(tx, &work->link, work->now);
    if (result == STORE_OK)
        result = store_mailbox_get(store_tx_reader(tx), work->account, &box);
    if (result != STORE_OK)
        return result;
    write_box(&work->body, &box);
    if (work->body.failed)
        return STORE_ERROR;
    return idempotency_keep_answer(tx, &work->idem,
                                   &(struct idempotency_answer){.status = 200,
                                                                .body = work->body.data,
                                                                .body_size = work->body.size},
                                   work->now);
}

static void finish_confirm(struct request *rq, struct box_work *work) {
    if (!write_finished(rq, &work->write))
        return;
    if (work->write.result == STORE_OK)
        reply_json(rq, 200, &work->body);
    else if (work->write.result == STORE_NONE)
        reply_not_found(rq);
    else if (!work->idem.seen || idempotency_begin(rq, &work->idem))
        reply_store_failure(rq, work->write.result);
}

void mail_confirm(struct request *rq) {
    const char *code = NULL;
    const struct read_field fields[] = {
        {"code", READ_TEXT, .required = true, .to.text = &code, .min = 1, .max = 64},
    };
    struct store_reader *reader;
    struct box_work *work;
    enum store_result result;

    if (rq->state != NULL) {
        finish_confirm(rq, rq->state);
        return;
    }
    if (!request_fields(rq, fields, sizeof fields / sizeof *fields) ||
        (work = box_new(rq)) == NULL || !idempotency_begin(rq, &work->idem) ||
        (reader = api_reader(rq)) == NULL)
        return;
    result = link_find(reader, code, LINK_CONFIRM, work->now, &work->link);
    if (result == STORE_OK && work->link.account == work->account)
        write_begin(rq, &work->write, run_confirm);
    else if (result == STORE_OK || result == STORE_NONE)
        reply_not_found(rq);
    else
        reply_store_failure(rq, result);
}

/* ---- signing in ---- */

/* Asked for by anybody for any address. The answer is there before it is looked up whose it is, so that
 * neither what it says nor how long it takes tells whether somebody has it. */
struct asking {
    struct store_job job;
    int64_t now;
    unsigned count;
    int64_t accounts[SIGN_IN_ACCOUNTS_MAX];
    char address[STORE_EMAIL_SIZE];
};

static bool note_account(void *context, const struct store_mailbox *box) {
    struct asking *asking = context;

    asking->accounts[asking->count++] = box->account;
    return asking->count < SIGN_IN_ACCOUNTS_MAX;
}

static enum store_result ask_account(struct store_tx *tx, const struct asking *asking,
                                     int64_t account) {
    const struct store_outbox_filter waiting = {
        .channel = OUTBOX_MAIL, .target = account, .kind = OUTBOX_SIGN_IN};
    struct store_outbox_row post;
    enum store_result result = store_outbox_waiting(store_tx_reader(tx), &waiting, &post);

    if (result != STORE_NONE)
        return result; /* one is on its way already */
    return outbox_tell(
        tx, &(struct outbox_news){.kind = OUTBOX_SIGN_IN, .account = account, .now = asking->now});
}

static enum store_result run_asking(struct store_tx *tx, struct store_job *job) {
    struct asking *asking = (struct asking *)job;
    enum store_result result =
        store_mailbox_find(store_tx_reader(tx), asking->address, note_account, asking);

    for (unsigned i = 0; i < asking->count && result == STORE_OK; i++)
        result = ask_account(tx, asking, asking->accounts[i]);
    return result;
}

static void done_asking(struct store_job *job, enum store_result result) {
    (void)result; /* the store has logged it, and nobody is told */
    free((struct asking *)job);
}

void sign_in_ask(struct request *rq) {
    const char *email = NULL;
    const struct read_field fields[] = {
        {"email", READ_TEXT, .required = true, .to.text = &email, .min = 3,
         .max = MAIL_ADDRESS_MAX},
    };
    struct asking *asking;
    struct buffer body;

    if (!request_fields(rq, fields, sizeof fields / sizeof *fields))
        return;
    if (mail_address_fault(email) != NULL) {
        reply_invalid_at(rq, "/email", "%s", mail_address_fault(email));
        return;
    }
    asking = calloc(1, sizeof *asking);
    if (asking == NULL) {
        reply_no_memory(rq);
        return;
    }
    asking->job = (struct store_job){.run = run_asking, .done = done_asking};
    asking->now = app_now();
    snprintf(asking->address, sizeof asking->address, "%s", email);
    if (store_submit(app_of(rq)->store, &asking->job) != STORE_OK) {
        free(asking);
        reply_store_failure(rq, STORE_BUSY);
        return;
    }
    buffer_init(&body, BOX_JSON_MAX);
    buffer_text(&body, "{\"detail\":\"if this is somebody's confirmed address, a mail with a link "
                       "is on its way\"}");
    reply_json(rq, 202, &body);
}

struct sign_in {
    struct write write;
    struct store_link link;
    int64_t now;
    struct store_account account;
    char token[TOKEN_SIZE];
};

static enum store_result run_sign_in(struct store_tx *tx, struct write *write) {
    struct sign_in *work = (struct sign_in *)write;
    enum store_result result = act_sign_in(tx, &work->link, work->now, work->token);

    if (result == STORE_OK)
        result = store_account_get(store_tx_reader(tx), work->link.account, &work->account);
    return result;
}

void sign_in_use(struct request *rq) {
    struct sign_in *work = rq->state;
    struct store_reader *reader;
    enum store_result result;

    if (work != NULL) {
        if (!write_finished(rq, &work->write))
            return;
        if (work->write.result == STORE_OK)
            reply_account_token(rq, 200, &work->account, work->token);
        else if (work->write.result == STORE_NONE)
            reply_not_found(rq);
        else
            reply_store_failure(rq, work->write.result);
        return;
    }
    if (!request_fields(rq, NULL, 0) || (reader = api_reader(rq)) == NULL)
        return;
    work = rq->state = request_alloc(rq, sizeof *work);
    if (work == NULL) {
        reply_no_memory(rq);
        return;
    }
    work->now = app_now();
    result = link_find(reader, request_param(rq, 0), LINK_SIGN_IN, work->now, &work->link);
    if (result == STORE_OK)
        write_begin(rq, &work->write, run_sign_in);
    else if (result == STORE_NONE)
        reply_not_found(rq);
    else
        reply_store_failure(rq, result);
}

/* ---- mail that comes in ---- */

/* Anybody may bring mail here, as anybody may send it to the addresses it is for: the secret in those
 * is what counts. Nothing is said about what came of it. */
void mail_in(struct request *rq) {
    const char *recipient = NULL;
    const struct read_field fields[] = {
        {"to", READ_TEXT, .to.text = &recipient, .min = 1, .max = MAIL_ADDRESS_MAX},
    };
    const char *type = request_header(rq, "Content-Type");

    if (!request_query(rq, fields, sizeof fields / sizeof *fields))
        return;
    if (type == NULL || strncasecmp(type, "message/rfc822", 14) != 0) {
        reply_header(rq, "Accept", "message/rfc822");
        reply_problem(rq, PROBLEM_UNSUPPORTED_MEDIA_TYPE, "a mail comes as message/rfc822");
        return;
    }
    if (take_mail(app_of(rq), rq->body.data, rq->body.size, recipient))
        reply_empty(rq, 202);
    else
        reply_store_failure(rq, STORE_BUSY);
}
