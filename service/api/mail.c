/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/mail.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "db/accounts.h"
#include "service/account/auth.h"
#include "service/account/guest.h"
#include "service/api/accounts.h"
#include "service/api/game.h"
#include "service/app/config.h"
#include "service/app/endpoint.h"
#include "service/app/store_reply.h"
#include "service/base/mail_address.h"
#include "service/mail/acts.h"
#include "service/mail/link.h"
#include "service/mail/take.h"
#include "service/notify/outbox.h"
#include "service/time/calendar.h"

enum { BOX_JSON_MAX = 4 << 10 };

static const char *const modes[] = {"off", "at_once", "hourly", "daily", NULL};

/* The switches for kinds of mail, in the order of the bits. */
static const char *const switches[] = {"reminders", "game_over",      "invitations",    "talk",
                                       "offers",    "even_if_looked", "steady_subjects"};
enum { SWITCH_COUNT = sizeof switches / sizeof *switches };
_Static_assert((1u << SWITCH_COUNT) - 1 == STORE_MAIL_KINDS, "each bit has its name");

/* ---- GET ---- */

void mail_write_box(struct writer *w, const struct store_mailbox *box) {
    char time[8];

    snprintf(time, sizeof time, "%02u:%02u", (unsigned)box->daily_at / 60 % 24,
             (unsigned)box->daily_at % 60);
    writer_object(w);
    writer_text_or_null_member(w, "address", box->address);
    writer_bool_member(w, "confirmed", box->confirmed_at != 0);
    writer_text_member(w, "mode", modes[box->mode]);
    writer_text_member(w, "daily_at", time);
    for (unsigned i = 0; i < SWITCH_COUNT; i++) {
        writer_key_text(w, switches[i]);
        writer_bool(w, (box->kinds >> i & 1) != 0);
    }
    writer_key(w, "bounced");
    if (box->bounced_at == 0) {
        writer_null(w);
    } else {
        writer_object(w);
        writer_time_member(w, "at", box->bounced_at);
        writer_text_member(w, "detail", box->bounce);
        writer_object_end(w);
    }
    writer_object_end(w);
}

static void write_box(struct buffer *body, const struct store_mailbox *box) {
    struct writer w = writer_to(body);

    mail_write_box(&w, box);
}

void mail_get(struct request *rq) {
    struct store_reader *reader = api_reader(rq);
    struct store_mailbox box;
    struct buffer body;
    enum store_result result;

    if (reader == NULL)
        return;
    result = store_mailbox_get(reader, rq->caller.account, &box);
    if (!check_stored(rq, result))
        return;
    buffer_init(&body, BOX_JSON_MAX);
    write_box(&body, &box);
    reply_json(rq, 200, &body);
}

/* ---- what changes it ---- */

struct mailbox_patch {
    struct endpoint_call call; /* first */
    /* which members were given */
    bool has_address, has_mode, has_daily, has_kind[SWITCH_COUNT];
    char address[STORE_EMAIL_SIZE];
    int mode;
    int daily_at;
    bool kind[SWITCH_COUNT];
};

/* Whether the caller may set an address, by the account as stored now. */
static enum store_result check_address_owner(struct store_tx *tx, struct endpoint_call *call) {
    struct store_account account;
    enum store_result result = store_account_get(store_tx_reader(tx), call->account, &account);

    if (result == STORE_OK && account.guest_until != 0)
        return endpoint_refuse(call, PROBLEM_FORBIDDEN, GUEST_DETAIL, "mail addresses");
    return result == STORE_OK ? account_check_way_in(tx, call) : result;
}

/* Sets ASK if a confirmation mail has to be sent. */
static enum store_result change_address(struct store_tx *tx, struct endpoint_call *call,
                                        struct store_mailbox *box, const char *address, bool *ask) {
    *ask = false;
    if (strcasecmp(box->address, address) == 0 && box->confirmed_at != 0 && box->bounced_at == 0)
        return STORE_OK;
    if (address[0] != '\0') {
        enum store_result result = check_address_owner(tx, call);

        if (result != STORE_OK)
            return result;
    }
    snprintf(box->address, sizeof box->address, "%s", address);
    box->confirmed_at = box->bounced_at = 0;
    box->bounce[0] = '\0';
    *ask = address[0] != '\0';
    return STORE_OK;
}

static enum store_result mail_keep_box(struct store_tx *tx, const struct store_mailbox *box,
                                       bool ask, int64_t now) {
    enum store_result result = store_mailbox_set(tx, box);

    if (result != STORE_OK || !ask)
        return result;
    return outbox_enqueue(
        tx, &(struct outbox_news){.kind = OUTBOX_CONFIRM, .account = box->account, .now = now});
}

const char *mail_read_address(struct request *rq, const char *typed,
                              char address[STORE_EMAIL_SIZE]) {
    const struct config *config = app_of(rq)->config;
    const char *fault = mail_address_read(typed, address);

    if (fault == NULL && mail_address_is_local(address) && (config == NULL || !config->mail_local))
        fault = "must have a dot after the @";
    return fault;
}

enum store_result mail_set_address(struct store_tx *tx, struct endpoint_call *call,
                                   const char *address) {
    struct store_mailbox box;
    enum store_result result = store_mailbox_get(store_tx_reader(tx), call->account, &box);
    bool ask = false;

    if (result == STORE_OK)
        result = change_address(tx, call, &box, address, &ask);
    return result == STORE_OK ? mail_keep_box(tx, &box, ask, call->now) : result;
}

static bool mail_patch_read(struct request *rq, void *state) {
    struct mailbox_patch *patch = state;
    struct read_errors errors = {0};
    const char *address = NULL, *daily = NULL, *fault;
    enum { FIELDS_BEFORE = 3 };
    struct read_field fields[FIELDS_BEFORE + SWITCH_COUNT] = {
        {"address", READ_TEXT, .nullable = true, .to.text = &address, .min = 3,
         .max = MAIL_ADDRESS_MAX, .given = &patch->has_address},
        {"mode", READ_CHOICE, .to.choice = &patch->mode, .choices = modes,
         .given = &patch->has_mode},
        {"daily_at", READ_TEXT, .to.text = &daily, .given = &patch->has_daily},
    };

    for (unsigned i = 0; i < SWITCH_COUNT; i++)
        fields[FIELDS_BEFORE + i] = (struct read_field){
            switches[i], READ_BOOL, .to.flag = &patch->kind[i], .given = &patch->has_kind[i]};
    if (!request_read(rq, &errors, fields, sizeof fields / sizeof *fields))
        return false;
    fault = address == NULL ? NULL : mail_read_address(rq, address, patch->address);
    if (fault != NULL)
        read_error(&errors, "/address", "%s", fault);
    if (daily != NULL && !calendar_minute_read(daily, &patch->daily_at))
        read_error(&errors, "/daily_at", "must be a time of day like \"08:30\"");
    return check_valid(rq, &errors);
}

static enum store_result mail_patch_run(struct store_tx *tx, void *state) {
    struct mailbox_patch *patch = state;
    struct endpoint_call *call = &patch->call;
    struct store_mailbox box;
    bool ask = false;
    enum store_result result = store_mailbox_get(store_tx_reader(tx), call->account, &box);

    if (result == STORE_OK && patch->has_address)
        result = change_address(tx, call, &box, patch->address, &ask);
    if (result != STORE_OK)
        return result;
    if (patch->has_mode)
        box.mode = (enum store_mail_mode)patch->mode;
    if (patch->has_daily)
        box.daily_at = patch->daily_at;
    for (unsigned i = 0; i < SWITCH_COUNT; i++)
        if (patch->has_kind[i])
            box.kinds = (box.kinds & ~(1u << i)) | (unsigned)patch->kind[i] << i;
    result = mail_keep_box(tx, &box, ask, call->now);
    write_box(&call->reply.body, &box);
    return result;
}

const struct endpoint mail_patch = {
    .size = sizeof(struct mailbox_patch),
    .body_max = BOX_JSON_MAX,
    .status = 200,
    .read = mail_patch_read,
    .run = mail_patch_run,
};

/* ---- POST confirm ---- */

bool mail_find_link(struct request *rq, const char *code, enum link_purpose purpose,
                    struct store_link *link) {
    struct store_reader *reader = api_reader(rq);

    return reader != NULL && check_stored(rq, link_find(reader, code, purpose, app_now(), link));
}

struct link_use {
    struct endpoint_call call; /* first */
    const char *code;
    struct store_link link;
};

static bool mail_confirm_read(struct request *rq, void *state) {
    struct link_use *use = state;
    const struct read_field fields[] = {
        {"code", READ_TEXT, .required = true, .to.text = &use->code, .min = 1, .max = 64},
    };

    return request_fields(rq, fields, sizeof fields / sizeof *fields);
}

static bool mail_confirm_judge(struct request *rq, void *state) {
    struct link_use *use = state;

    if (!mail_find_link(rq, use->code, LINK_CONFIRM, &use->link))
        return false;
    if (use->link.account != use->call.account)
        reply_not_found(rq);
    return use->link.account == use->call.account;
}

static enum store_result mail_confirm_run(struct store_tx *tx, void *state) {
    struct link_use *use = state;
    struct store_mailbox box;
    enum store_result result = act_confirm(tx, &use->link, use->call.now);

    if (result == STORE_OK)
        result = store_mailbox_get(store_tx_reader(tx), use->call.account, &box);
    if (result == STORE_OK)
        write_box(&use->call.reply.body, &box);
    return result;
}

const struct endpoint mail_confirm = {
    .size = sizeof(struct link_use),
    .body_max = BOX_JSON_MAX,
    .status = 200,
    .keyed = true,
    .read = mail_confirm_read,
    .judge = mail_confirm_judge,
    .run = mail_confirm_run,
};

/* ---- incoming mail ---- */

/* Anybody may deliver mail here, as anybody may send it to these addresses: only the secret in an
 * address counts. The response says nothing about the result. */
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
        reply_problem(rq, PROBLEM_UNSUPPORTED_MEDIA_TYPE, "send the mail as message/rfc822");
        return;
    }
    if (take_mail(app_of(rq), rq->body.data, rq->body.size, recipient))
        reply_empty(rq, 202);
    else
        reply_problem(rq, PROBLEM_UNAVAILABLE,
                      "this mail cannot be taken at the moment; bring it again later");
}
