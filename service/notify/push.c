/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/notify/push.h"

#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "db/games.h"
#include "db/mailboxes.h"
#include "service/app/app.h"
#include "service/app/config.h"
#include "service/base/json_write.h"
#include "service/game/load.h"
#include "service/notify/sender.h"
#include "service/notify/tell.h"
#include "service/notify/webpush.h"
#include "service/time/calendar.h"

enum {
    NOT_FOUND = 404,
    GONE = 410,
    MINUTE = 60,
    HOUR = 60 * MINUTE,
    DAY = 24 * HOUR,
    NAMES_TOLD = 5, /* of other players in a game */
    PADDED = 768,   /* bytes; padding hides a message's length */
    TOPIC_HASH = 16,
    TOPIC_SIZE = 32 + 1, /* push services accept no longer ones */
    CONTACT_MAX = 300,
};

/* Seconds before each attempt. Push services keep accepted messages until the browser is online. */
static const unsigned push_delays[] = {0, 10, 5 * MINUTE, 30 * MINUTE, 3 * HOUR};

/* How each kind is sent; kinds without a lifetime are not sent. */
static const struct manner {
    unsigned life_s;     /* how long the push service keeps it */
    const char *urgency; /* whether a sleeping telephone is woken */
    char topic;          /* a later message of the same game replaces an undelivered one */
    unsigned needs;      /* required bit of the account's choices of mail; 0: always sent */
} manners[OUTBOX_KINDS] = {
    [OUTBOX_TURN] = {3 * DAY, "high", 't', 0},
    [OUTBOX_REMINDER] = {DAY, "high", 't', STORE_MAIL_REMINDERS},
    [OUTBOX_STARTED] = {3 * DAY, "normal", 't', 0},
    [OUTBOX_OVER] = {7 * DAY, "normal", 't', STORE_MAIL_GAME_OVER},
    [OUTBOX_TALK] = {DAY, "low", 'c', STORE_MAIL_TALK},
    [OUTBOX_OFFER] = {DAY, "normal", 'o', STORE_MAIL_OFFERS},
    [OUTBOX_NEWS] = {7 * DAY, "normal", 'n', 0}, /* needs: what the row says */
};

/* ---- the server's key ---- */

enum store_result push_key(struct store_tx *tx, int64_t now, struct store_push_key *key) {
    enum store_result result = store_push_key_get(store_tx_reader(tx), key);

    if (result != STORE_NONE)
        return result;
    if (!webpush_new_key(key))
        return STORE_ERROR;
    key->created_at = now;
    return store_push_key_put(tx, key);
}

/* ---- writing rows ---- */

static bool note_browser(void *context, const struct store_push *push) {
    return outbox_audience_add(context, push->id, 0, push->endpoint);
}

static bool push_interested(const struct store_interest *interest, const struct outbox_news *news) {
    return news->account != 0 && (interest->pushed & news->seats) != 0;
}

static enum store_result push_enqueue(struct store_tx *tx, const struct outbox_news *news) {
    struct outbox_audience audience;
    enum store_result result;

    outbox_audience_begin(&audience, 0);
    if (news->account == 0 || (news->game == 0 && news->kind != OUTBOX_NEWS) ||
        manners[news->kind].life_s == 0)
        return STORE_OK;
    result =
        store_push_list(store_tx_reader(tx), news->account, news->now, note_browser, &audience);
    for (unsigned i = 0; i < audience.count && result == STORE_OK; i++) {
        const struct store_outbox_filter before = {.channel = OUTBOX_PUSH,
                                                   .target = audience.targets[i].id,
                                                   .kind = (int)news->kind,
                                                   .game = news->game};

        if (news->game != 0)
            result = store_outbox_cancel(tx, &before); /* the latest of a kind is enough */
        if (result == STORE_OK)
            result = outbox_enqueue_to(tx, OUTBOX_PUSH, &audience.targets[i], news);
    }
    return result;
}

/* ---- checking again before sending ---- */

/* Whether the row is still true of the game, and still news to its reader. */
static struct outbox_ruling push_rule_game(const struct transfer *t,
                                           const struct store_outbox_row *row,
                                           const struct outbox_standing *standing) {
    enum outbox_look look = outbox_look_of(t->app, row, standing);
    int64_t shown_until = row->created_at + OUTBOX_SHOWN_HOLD_MS;

    if (!standing->may_see)
        return outbox_drop("they can no longer see the game");
    if (look == OUTBOX_SEEN && row->kind != OUTBOX_REMINDER)
        return outbox_drop("they have looked in the meantime");
    if ((row->kind == OUTBOX_TURN || row->kind == OUTBOX_REMINDER) &&
        (standing->status != STORE_GAME_ACTIVE || !standing->waited))
        return outbox_drop("the game no longer waits for them");
    if (row->kind == OUTBOX_OFFER && !standing->offered)
        return outbox_drop("the offer is no longer open");
    if (row->kind == OUTBOX_STARTED && standing->waited)
        return outbox_drop("the message about their turn says as much");
    if (look == OUTBOX_SHOWN && row->kind != OUTBOX_REMINDER && shown_until > t->now)
        return (struct outbox_ruling){
            .verdict = OUTBOX_LATER, .due_at = shown_until, .why = "a page shows the game"};
    return (struct outbox_ruling){.verdict = OUTBOX_SEND};
}

/* The earliest time for a row: the reader may be looking at the game, or asleep. */
static enum store_result push_rule_time(const struct transfer *t, struct store_reader *reader,
                                        const struct store_outbox_row *row,
                                        struct outbox_ruling *ruling) {
    const struct config *config = t->app->config;
    int64_t at = row->created_at + (config == NULL ? 0 : config->push_hold_seconds) * INT64_C(1000);
    enum store_result result = STORE_OK;

    if (row->kind == OUTBOX_REMINDER)
        return STORE_OK;
    if (at <= t->now)
        result = calendar_awake_at_for(reader, row->account, t->now, &at);
    if (result == STORE_OK && at > t->now)
        *ruling = (struct outbox_ruling){
            .verdict = OUTBOX_LATER, .due_at = at, .why = "held back for a while"};
    return result;
}

/* The choice of mails that the account must have made for a row. */
static unsigned push_needs(const struct store_outbox_row *row) {
    json_t *document;
    struct told told;
    unsigned needs;

    if (row->kind != OUTBOX_NEWS)
        return manners[row->kind].needs;
    document = json_loads(row->data, 0, NULL);
    needs = told_read(document, &told) ? told.needs : 0;
    json_decref(document);
    return needs;
}

static enum store_result push_rule(struct transfer *t, struct store_reader *reader,
                                   const struct store_push *push,
                                   struct outbox_standing *standing) {
    const struct store_outbox_row *row = &t->rows[0];
    unsigned needs = push_needs(row);
    struct store_mailbox box;
    enum store_result result = store_mailbox_get(reader, row->account, &box);

    if (result == STORE_NONE || push->account != row->account) {
        t->rulings[0] = outbox_drop("the browser belongs to another account now");
        return STORE_OK;
    }
    if (result == STORE_OK && needs != 0 && (box.kinds & needs) == 0) {
        t->rulings[0] = outbox_drop("not wanted");
        return STORE_OK;
    }
    if (result == STORE_OK && row->kind == OUTBOX_NEWS) {
        t->rulings[0] = (struct outbox_ruling){.verdict = OUTBOX_SEND};
        memcpy(standing->game, row->public_id, sizeof standing->game); /* a topic of its own */
        return push_rule_time(t, reader, row, &t->rulings[0]);
    }
    if (result == STORE_OK)
        result = outbox_standing_of(reader, row, standing);
    if (result == STORE_OK)
        t->rulings[0] = push_rule_game(t, row, standing);
    if (result == STORE_OK && t->rulings[0].verdict == OUTBOX_SEND)
        result = push_rule_time(t, reader, row, &t->rulings[0]);
    return result;
}

/* ---- the message ---- */

static void write_names(struct writer *w, const struct store_game *game, int64_t account) {
    struct labels labels;
    unsigned told = 0;

    row_names(game, &labels);
    writer_key(w, "with");
    writer_array(w);
    for (int seat = 0; seat < game->seat_count && told < NAMES_TOLD; seat++) {
        const char *name = labels.seats[seat].name;

        if (game->seats[seat].account == account || name == NULL)
            continue;
        writer_text(w, name);
        told++;
    }
    writer_array_end(w);
}

/* News are in words already. */
static enum store_result write_push_news(struct writer *w, const struct store_outbox_row *row) {
    json_t *document = json_loads(row->data, 0, NULL);
    struct told told;
    bool read = told_read(document, &told);

    if (read) {
        writer_object(w);
        writer_text_member(w, "kind", "news");
        writer_text_member(w, "name", told.subject);
        writer_text_member(w, "text", told.text);
        writer_text_member(w, "url", told.path);
        writer_text_member(w, "id", row->public_id);
        writer_object_end(w);
    }
    json_decref(document);
    return read && !w->out->failed ? STORE_OK : STORE_ERROR;
}

/* The data from which the service worker makes the text. */
static enum store_result write_push_text(struct writer *w, const struct store_outbox_row *row,
                                         struct store_reader *reader,
                                         const struct outbox_standing *standing) {
    struct store_game game;
    enum store_result result;

    if (row->kind == OUTBOX_NEWS)
        return write_push_news(w, row);
    result = store_game_get_by_id(reader, row->game, &game);
    if (result != STORE_OK)
        return result;
    writer_object(w);
    writer_text_member(w, "kind", outbox_kind_names[row->kind] + sizeof "game." - 1);
    writer_text_member(w, "game", standing->game);
    writer_text_or_null_member(w, "name", game.name);
    write_names(w, &game, row->account);
    writer_int_member(w, "seq", standing->seq);
    if (standing->waited && standing->decision != NULL)
        writer_text_member(w, "decision", standing->decision);
    writer_text_member(w, "id", row->public_id);
    writer_object_end(w);
    store_game_clear(&game);
    return w->out->failed ? STORE_ERROR : STORE_OK;
}

static enum store_result encrypt_push(struct transfer *t, struct store_reader *reader,
                                      const struct store_push *push,
                                      const struct outbox_standing *standing) {
    struct store_push_key once;
    uint8_t salt[WEBPUSH_SALT];
    struct buffer text;
    struct writer w = writer_begin(&text, WEBPUSH_TEXT_MAX);
    enum store_result result;

    result = write_push_text(&w, &t->rows[0], reader, standing);
    randombytes_buf(salt, sizeof salt);
    if (result == STORE_OK &&
        (!webpush_new_key(&once) ||
         !webpush_encrypt(&t->body, push, &once, salt, text.data, text.size, PADDED)))
        result = STORE_ERROR;
    sodium_memzero(&once, sizeof once);
    buffer_free(&text);
    return result;
}

/* The contact for push services about this server; some accept no message without. */
static void contact_of(const struct app *app, char contact[CONTACT_MAX]) {
    const struct config *config = app->config;
    const char *url = app_site(app);

    contact[0] = '\0';
    if (config != NULL && config->mail_from[0] != '\0')
        snprintf(contact, CONTACT_MAX, "mailto:%s", config->mail_from);
    else if (strncmp(url, "https://", 8) == 0 && strlen(url) < CONTACT_MAX)
        memcpy(contact, url, strlen(url) + 1);
}

/* The topic is visible to push services, and the id grants access to an unlisted game: so it is hashed
 * with a secret of the browser and us. Otherwise push services could also tell who plays with whom. */
static bool topic_of(const struct store_push *push, char kind, const char *game,
                     char topic[TOPIC_SIZE]) {
    uint8_t hash[TOPIC_HASH];

    if (crypto_generichash(hash, sizeof hash, (const unsigned char *)game, strlen(game),
                           push->secret, sizeof push->secret) != 0)
        return false;
    topic[0] = kind;
    webpush_base64(hash, sizeof hash, topic + 1, TOPIC_SIZE - 1);
    return true;
}

static enum store_result push_set_request(struct transfer *t, const struct store_push *push,
                                          const struct store_push_key *key,
                                          const struct outbox_standing *standing) {
    const struct manner *manner = &manners[t->rows[0].kind];
    char token[WEBPUSH_TOKEN_MAX], contact[CONTACT_MAX], life[16], topic[TOPIC_SIZE];
    const struct http_header headers[] = {
        {"Authorization", token},
        {"Content-Encoding", "aes128gcm"},
        {"TTL", life},
        {"Urgency", manner->urgency},
        {"Topic", topic},
    };

    contact_of(t->app, contact);
    snprintf(life, sizeof life, "%u", manner->life_s);
    if (!topic_of(push, manner->topic, standing->game, topic) ||
        !webpush_authorization(key, push->endpoint, contact, t->now / 1000, token))
        return STORE_ERROR;
    return transfer_prepared(
        t,
        transfer_request(t, &(struct http_request){.method = "POST",
                                                   .url = push->endpoint,
                                                   .foreign = true,
                                                   .headers = headers,
                                                   .n_headers = sizeof headers / sizeof *headers,
                                                   .body = &t->body,
                                                   .type = "application/octet-stream"}),
        "this server does not send to its endpoint");
}

static enum store_result push_request(struct transfer *t, struct store_reader *reader,
                                      const struct store_push *push,
                                      const struct outbox_standing *standing) {
    struct store_push_key key;
    enum store_result result = store_push_key_get(reader, &key);

    if (result == STORE_OK)
        result = encrypt_push(t, reader, push, standing);
    if (result == STORE_OK)
        result = push_set_request(t, push, &key, standing);
    sodium_memzero(key.private, sizeof key.private);
    return result;
}

static enum store_result push_prepare(struct transfer *t, struct store_reader *reader) {
    struct outbox_standing standing = {.decision = NULL};
    struct store_push push;
    enum store_result result = store_push_get(reader, t->rows[0].target, t->now, &push);

    if (result == STORE_NONE) {
        t->rulings[0] = outbox_drop("the browser no longer takes messages");
        return STORE_OK;
    }
    if (result == STORE_OK)
        result = push_rule(t, reader, &push, &standing);
    if (result == STORE_OK && t->rulings[0].verdict == OUTBOX_SEND)
        result = push_request(t, reader, &push, &standing);
    if (result == STORE_NONE) {
        t->rulings[0] = outbox_drop("the game is gone");
        result = STORE_OK;
    }
    return result;
}

/* ---- outcome ---- */

static void push_judge(struct transfer *t, struct outbox_outcome *outcome) {
    if (t->call.code != CURLE_OK)
        return;
    outcome->ill = outcome->status == NOT_FOUND || outcome->status == GONE;
    /* Of a push service's refusals, only "too many" is temporary. */
    if (outcome->ill || (outcome->status >= 400 && outcome->status < 500 && outcome->status != 429))
        outcome->state = STORE_OUTBOX_FAILED;
}

static enum store_result push_finish(struct store_tx *tx, const struct transfer *t,
                                     const struct outbox_outcome *outcome) {
    if (outcome->ill)
        return store_push_drop(tx, t->rows[0].target);
    return outcome->state == STORE_OUTBOX_SENT ? store_push_note(tx, t->rows[0].target, app_now())
                                               : STORE_OK;
}

const struct channel push_channel = {
    .name = "push",
    .interested = push_interested,
    .enqueue = push_enqueue,
    .prepare = push_prepare,
    .judge = push_judge,
    .finish = push_finish,
    .delays = push_delays,
    .attempts = sizeof push_delays / sizeof *push_delays,
};
