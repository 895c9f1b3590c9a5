/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/notify/webhooks.h"

#include <inttypes.h>
#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/accounts.h"
#include "db/apps.h"
#include "service/account/auth.h"
#include "service/app/app.h"
#include "service/app/config.h"
#include "service/base/json_read.h"
#include "service/base/json_write.h"
#include "service/document/cards_json.h"
#include "service/game/load.h"
#include "service/notify/sender.h"
#include "service/notify/tell.h"

enum { GONE = 410 };

enum { MINUTE = 60, HOUR = 60 * MINUTE };

/* Seconds before each attempt. They lie at 0, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h:
 * a message is tried for a day. */
static const unsigned webhook_delays[] = {
    0,        5,        5 * MINUTE - 5, 25 * MINUTE, 90 * MINUTE,
    3 * HOUR, 5 * HOUR, 4 * HOUR,       6 * HOUR,    4 * HOUR,
};

/* ---- signing ---- */

void hooks_new_secret(uint8_t secret[STORE_SECRET_SIZE]) {
    randombytes_buf(secret, STORE_SECRET_SIZE);
}

void hooks_secret_text(const uint8_t secret[STORE_SECRET_SIZE], char text[HOOKS_SECRET_TEXT_SIZE]) {
    memcpy(text, "whsec_", 6);
    sodium_bin2base64(text + 6, HOOKS_SECRET_TEXT_SIZE - 6, secret, STORE_SECRET_SIZE,
                      sodium_base64_VARIANT_ORIGINAL);
}

static size_t sign_once(const uint8_t secret[STORE_SECRET_SIZE], const char *head, const char *body,
                        size_t size, char *text, size_t text_size) {
    crypto_auth_hmacsha256_state state;
    uint8_t mac[crypto_auth_hmacsha256_BYTES];

    crypto_auth_hmacsha256_init(&state, secret, STORE_SECRET_SIZE);
    crypto_auth_hmacsha256_update(&state, (const unsigned char *)head, strlen(head));
    crypto_auth_hmacsha256_update(&state, (const unsigned char *)body, size);
    crypto_auth_hmacsha256_final(&state, mac);
    memcpy(text, "v1,", 3);
    sodium_bin2base64(text + 3, text_size - 3, mac, sizeof mac, sodium_base64_VARIANT_ORIGINAL);
    return strlen(text);
}

void hooks_sign(const struct store_hook *hook, const char *id, int64_t timestamp_s,
                const char *body, size_t size, int64_t now, char signature[HOOKS_SIGNATURE_SIZE]) {
    char head[STORE_ID_SIZE + 32];
    size_t used;

    snprintf(head, sizeof head, "%s.%" PRId64 ".", id, timestamp_s);
    used = sign_once(hook->secret, head, body, size, signature, HOOKS_SIGNATURE_SIZE);
    if (hook->old_until <= now)
        return;
    signature[used++] = ' ';
    sign_once(hook->old_secret, head, body, size, signature + used, HOOKS_SIGNATURE_SIZE - used);
}

/* ---- recipients ---- */

int64_t hooks_out_since(const struct store_hook *hook, int64_t now, const char **why) {
    *why = hook->disabled_why;
    if (hook->disabled_at != 0)
        return hook->disabled_at;
    return token_out_since(hook->token_revoked_at, hook->token_expires_at, now, why);
}

static bool note_webhook(void *context, const struct store_hook *hook) {
    const char *why;

    return hooks_out_since(hook, app_now(), &why) != 0 ||
           outbox_audience_add(context, hook->id, hook->app == 0 ? hook->account : 0, hook->url);
}

/* The deadline in a reminder's news, in milliseconds; 0: none. */
static int64_t news_deadline(const struct outbox_news *news) {
    json_t *data = news->data == NULL ? NULL : json_loads(news->data, 0, NULL);
    int64_t deadline = json_integer_value(json_object_get(data, "deadline"));

    json_decref(data);
    return deadline;
}

/* What news are about, without their words, which are for people. */
static void write_told(struct writer *w, const struct outbox_news *news) {
    json_t *document = json_loads(news->data, 0, NULL);
    struct told told;

    if (told_read(document, &told)) {
        writer_text_member(w, "about", told.about);
        writer_text_member(w, "path", told.path);
    }
    json_decref(document);
}

/* Writes the members of a kind's messages besides game and number: stored in the row, from public
 * data only. */
static void write_data(struct writer *w, const struct outbox_news *news) {
    writer_object(w);
    switch (news->kind) {
    case OUTBOX_TURN:
    case OUTBOX_REMINDER:
        writer_key(w, "seats");
        seats_write(w, news->seats);
        break;
    case OUTBOX_EVENT:
        if (news->events != NULL) {
            writer_int_member(w, "after", news->events->seq_before);
        }
        break;
    case OUTBOX_OVER:
        if (news->events != NULL)
            writer_text_member(w, "status", status_names[news->events->status]);
        break;
    case OUTBOX_NEWS: write_told(w, news); break;
    default: break;
    }
    if (news->kind == OUTBOX_REMINDER && news_deadline(news) != 0) {
        writer_time_member(w, "deadline", news_deadline(news));
    }
    writer_object_end(w);
}

static enum store_result add_rows(struct store_tx *tx, const struct outbox_news *news,
                                  const struct outbox_audience *audience) {
    struct buffer data;
    struct writer w = writer_begin(&data, STORE_OUTBOX_DATA_SIZE);
    struct outbox_news told = *news;
    enum store_result result;

    write_data(&w, news);
    buffer_byte(&data, '\0');
    told.data = data.data;
    result = data.failed ? STORE_ERROR : STORE_OK;
    for (unsigned i = 0; i < audience->count && result == STORE_OK; i++) {
        const bool of_app = audience->targets[i].account == 0; /* which others may share */
        const struct store_outbox_filter before = {.channel = OUTBOX_WEBHOOK,
                                                   .target = audience->targets[i].id,
                                                   .kind = OUTBOX_REMINDER,
                                                   .account = of_app ? news->account : 0,
                                                   .game = news->game};

        /* A moved deadline has a new reminder. */
        if (news->kind == OUTBOX_REMINDER && news->account != 0)
            result = store_outbox_cancel(tx, &before);
        if (result == STORE_OK)
            result = outbox_enqueue_to(tx, OUTBOX_WEBHOOK, &audience->targets[i], &told);
    }
    buffer_free(&data);
    return result;
}

static bool webhook_interested(const struct store_interest *interest,
                               const struct outbox_news *news) {
    return news->account == 0 ? interest->hooks : (interest->hooked & news->seats) != 0;
}

static enum store_result webhook_enqueue(struct store_tx *tx, const struct outbox_news *news) {
    struct outbox_audience audience;
    enum store_result result;

    outbox_audience_begin(&audience, 0);
    if (!(HOOKS_KINDS >> news->kind & 1))
        return STORE_OK;
    result = store_hook_wanting(store_tx_reader(tx), news->account, news->game,
                                UINT64_C(1) << news->kind, note_webhook, &audience);
    if (result == STORE_OK && news->account != 0 && news->kind != OUTBOX_NEWS)
        result = store_hook_wanting_apps(store_tx_reader(tx), news->account, news->now,
                                         UINT64_C(1) << news->kind, note_webhook, &audience);
    return result == STORE_OK && audience.count > 0 ? add_rows(tx, news, &audience) : result;
}

enum store_result hooks_test(struct store_tx *tx, const struct store_hook *hook, int64_t now,
                             struct store_outbox_row *row) {
    outbox_row(row, OUTBOX_WEBHOOK, hook->id,
               &(struct outbox_news){.kind = OUTBOX_TEST, .account = hook->account, .now = now});
    safe_url_host(hook->url, row->host, sizeof row->host);
    return store_outbox_add(tx, row);
}

/* ---- checking again before sending ---- */

/* The seats that a row names; all, if they cannot be read for lack of memory. */
static unsigned named_seats(const struct store_outbox_row *row) {
    json_t *data = json_loads(row->data, 0, NULL);
    const json_t *list = json_object_get(data, "seats");
    unsigned seats = 0;

    for (size_t i = 0; i < json_array_size(list); i++) {
        json_int_t seat = json_integer_value(json_array_get(list, i));

        if (seat >= 0 && seat < STORE_SEATS_MAX)
            seats |= 1u << seat;
    }
    seats = data == NULL ? ~0u : seats;
    json_decref(data);
    return seats;
}

/* A webhook that is about to be sent, and what is known of the message's account and game. */
struct webhook_state {
    struct store_hook hook;
    struct outbox_standing standing;
    struct store_account account; /* of an app's webhook: whose game it is */
    bool let_in;                  /* that account still lets the app read its games */
};

static struct outbox_ruling webhook_rule_game(const struct store_outbox_row *row,
                                              const struct webhook_state *state) {
    const struct outbox_standing *standing = &state->standing;
    bool waits = row->kind == OUTBOX_TURN || row->kind == OUTBOX_REMINDER;

    if (state->hook.app != 0 && !state->let_in)
        return outbox_drop("the account no longer lets the app read its games");
    if (!standing->may_see)
        return outbox_drop("you can no longer see the game");
    if (waits && (named_seats(row) & standing->waiting) == 0)
        return outbox_drop("the game no longer waited for it");
    return (struct outbox_ruling){.verdict = OUTBOX_SEND};
}

static struct outbox_ruling webhook_rule(const struct store_outbox_row *row,
                                         const struct webhook_state *state) {
    const struct store_hook *hook = &state->hook;
    const char *why;

    if (hook->id == 0)
        return outbox_drop("the webhook was deleted");
    if (hook->disabled_at != 0)
        return outbox_drop("the webhook was switched off");
    if (hooks_out_since(hook, app_now(), &why) != 0)
        return outbox_drop(why);
    if (row->game != 0)
        return webhook_rule_game(row, state);
    return (struct outbox_ruling){.verdict = OUTBOX_SEND};
}

/* One webhook of an app serves many accounts. */
static void write_message_account(struct writer *w, const struct store_account *account) {
    writer_key(w, "account");
    writer_object(w);
    writer_text_member(w, "id", account->public_id);
    writer_text_member(w, "name", account->name);
    writer_object_end(w);
}

static void write_message(struct writer *w, const struct transfer *t,
                          const struct webhook_state *state) {
    const struct store_hook *hook = &state->hook;
    const struct outbox_standing *standing = &state->standing;
    const struct store_outbox_row *row = &t->rows[0];
    char url[CONFIG_URL_MAX + sizeof "/v1/games/" + STORE_ID_SIZE];
    size_t data = strlen(row->data);

    writer_object(w);
    writer_text_member(w, "type", outbox_kind_names[row->kind]);
    writer_time_member(w, "timestamp", row->created_at);
    writer_key(w, "data");
    writer_object(w);
    writer_text_member(w, "webhook", hook->public_id);
    if (hook->app != 0 && row->game != 0)
        write_message_account(w, &state->account);
    if (row->game != 0) {
        snprintf(url, sizeof url, "%s/v1/games/%s", app_site(t->app), standing->game);
        writer_text_member(w, "game", standing->game);
        writer_int_member(w, "seq", row->seq);
        writer_text_member(w, "url", url);
    }
    if (data > 2) { /* the members of an object, without {} */
        buffer_byte(w->out, ',');
        buffer_append(w->out, row->data + 1, data - 2);
    }
    writer_object_end(w);
    writer_object_end(w);
}

static enum store_result webhook_request(struct transfer *t, const struct webhook_state *state) {
    const struct store_hook *hook = &state->hook;
    char signature[HOOKS_SIGNATURE_SIZE], time[32];
    const struct http_header headers[] = {
        {"webhook-id", t->rows[0].public_id},
        {"webhook-timestamp", time},
        {"webhook-signature", signature},
    };
    const struct http_request request = {.method = "POST",
                                         .url = hook->url,
                                         .foreign = true,
                                         .headers = headers,
                                         .n_headers = sizeof headers / sizeof *headers,
                                         .body = &t->body};
    struct writer w = writer_to(&t->body);
    int64_t now = t->now / 1000;

    write_message(&w, t, state);
    if (t->body.failed)
        return STORE_ERROR;
    snprintf(time, sizeof time, "%" PRId64, now);
    hooks_sign(hook, t->rows[0].public_id, now, t->body.data, t->body.size, t->now, signature);
    return transfer_prepared(t, transfer_request(t, &request),
                             "this server does not send to its URL");
}

/* Finds whether the account of the row still lets the webhook's app read its games. */
static enum store_result webhook_find_account(struct store_reader *reader,
                                              const struct store_outbox_row *row,
                                              struct webhook_state *state) {
    enum store_result result = store_grant_reads(reader, state->hook.app, row->account, app_now());

    state->let_in = result == STORE_OK;
    return result == STORE_OK ? store_account_get(reader, row->account, &state->account) : result;
}

static enum store_result webhook_prepare(struct transfer *t, struct store_reader *reader) {
    const struct store_outbox_row *row = &t->rows[0];
    struct webhook_state state = {.standing = {.seat = NONE}};
    enum store_result result = store_hook_get(reader, row->target, &state.hook);

    if (result == STORE_OK && state.hook.app != 0 && row->game != 0)
        result = webhook_find_account(reader, row, &state);
    if (result == STORE_OK && row->game != 0)
        result = outbox_standing_of(reader, row, &state.standing);
    if (result != STORE_OK && result != STORE_NONE)
        return result;
    t->rulings[0] = webhook_rule(row, &state);
    return t->rulings[0].verdict == OUTBOX_SEND ? webhook_request(t, &state) : STORE_OK;
}

/* ---- outcome ---- */

static void webhook_judge(struct transfer *t, struct outbox_outcome *outcome) {
    if (t->call.code == CURLE_OK && outcome->status == GONE) {
        outcome->state = STORE_OUTBOX_FAILED;
        outcome->ill = true;
    }
}

static enum store_result webhook_switch_off(struct store_tx *tx, const struct store_hook *hook,
                                            const char *why) {
    const struct outbox_disabled disabled = {
        .channel = OUTBOX_WEBHOOK,
        .target = hook->id,
        .account = hook->account,
        .member = "webhook",
        .id = hook->public_id,
        .subject = "A webhook is switched off",
        .dropped = "the webhook was switched off",
        .now = app_now(),
    };
    enum store_result result = store_hook_disable(tx, hook->id, why, disabled.now);

    if (result != STORE_OK) /* gone, or out of use already */
        return result == STORE_CONFLICT ? STORE_OK : result;
    return outbox_disable(tx, &disabled,
                          "Your webhook %s is switched off: %s. Messages that waited for it were "
                          "dropped. It sent to\n%s\nOnce that works again, switch it on with PATCH "
                          "/v1/webhooks/%s {\"enabled\":true}.",
                          hook->public_id, why, hook->url, hook->public_id);
}

static enum store_result webhook_finish(struct store_tx *tx, const struct transfer *t,
                                        const struct outbox_outcome *outcome) {
    bool through = outcome->state == STORE_OUTBOX_SENT;
    struct store_hook hook;
    enum store_result result = store_hook_note(tx, t->rows[0].target, through, app_now());

    if (result == STORE_OK)
        result = store_hook_get(store_tx_reader(tx), t->rows[0].target, &hook);
    if (result != STORE_OK || outcome->state != STORE_OUTBOX_FAILED)
        return result == STORE_NONE ? STORE_OK : result;
    if (outcome->ill)
        return webhook_switch_off(tx, &hook, "it answered 410 Gone");
    if (hook.failing_since != 0 && hook.failing_since <= app_now() - HOOKS_ILL_MS)
        return webhook_switch_off(tx, &hook, "nothing got through for days");
    return STORE_OK;
}

const struct channel hooks_channel = {
    .name = "webhook",
    .interested = webhook_interested,
    .enqueue = webhook_enqueue,
    .prepare = webhook_prepare,
    .judge = webhook_judge,
    .finish = webhook_finish,
    .delays = webhook_delays,
    .attempts = sizeof webhook_delays / sizeof *webhook_delays,
};
