/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/accounts.h"
#include "service/app/app.h"
#include "service/app/config.h"
#include "service/chat/chat.h"
#include "service/chat/in.h"
#include "service/chat/out.h"
#include "service/chat/platform.h"
#include "service/game/access.h"
#include "service/picture/picture.h"

/* Chats as a channel of the outbox (service/notify/channel.h). */

/* Seconds before each attempt; after a day the news is outdated. */
static const unsigned chat_delays[] = {0, 5, 60, 10 * 60, 60 * 60, 4 * 60 * 60, 12 * 60 * 60};

/* ---- which channels ---- */

static bool note_subscription(void *context, const struct store_subscription *subscription) {
    struct outbox_audience *audience = context;
    char *host = audience->targets[audience->count].host;
    const char *why;
    bool room;

    if ((subscription->parts & audience->parts) == 0 ||
        chat_subscription_out_since(subscription, app_now(), &why) != 0)
        return true;
    room = outbox_audience_add(audience, subscription->id, subscription->account,
                               subscription->address);
    /* Our own bots use a single host per platform, whatever its name. */
    if (subscription->address[0] == '\0')
        snprintf(host, STORE_OUTBOX_HOST_SIZE, "%s", chat_subscription_names[subscription->kind]);
    return room;
}

/* Whether a message that is still to be composed will include this as well. */
static enum store_result waits_already(struct store_tx *tx, int64_t subscription, bool *waits) {
    struct store_outbox_row found;
    enum store_result result = store_outbox_waiting(
        store_tx_reader(tx),
        &(struct store_outbox_filter){
            .channel = OUTBOX_CHAT, .target = subscription, .kind = OUTBOX_EVENT},
        &found);

    *waits = result == STORE_OK;
    return result == STORE_NONE ? STORE_OK : result;
}

static bool chat_interested(const struct store_interest *interest, const struct outbox_news *news) {
    return news->account == 0 && interest->chats;
}

static enum store_result chat_enqueue(struct store_tx *tx, const struct outbox_news *news) {
    struct outbox_audience audience;
    enum store_result result;

    outbox_audience_begin(&audience,
                          news->kind == OUTBOX_TALK ? CHAT_TALK : CHAT_TURNS | CHAT_EVENTS);
    /* Everything that happens in a game also comes as OUTBOX_EVENT. News for a single person is not
     * for channels. */
    if ((news->kind != OUTBOX_EVENT && news->kind != OUTBOX_TALK) || news->account != 0 ||
        news->game == 0)
        return STORE_OK;
    result =
        store_subscription_of_game(store_tx_reader(tx), news->game, note_subscription, &audience);
    for (unsigned i = 0; i < audience.count && result == STORE_OK; i++) {
        bool waits = false;

        if (news->kind == OUTBOX_EVENT)
            result = waits_already(tx, audience.targets[i].id, &waits);
        if (result == STORE_OK && !waits)
            result = outbox_enqueue_to(tx, OUTBOX_CHAT, &audience.targets[i], news);
    }
    return result;
}

/* ---- composing ---- */

static void out_free(struct transfer *t) {
    struct out *out = t->own;

    buffer_free(&out->news.text);
    buffer_free(&out->png);
    free(out);
    t->own = NULL;
}

static struct out *out_new(struct transfer *t) {
    struct out *out = calloc(1, sizeof *out);

    if (out == NULL)
        return NULL;
    buffer_init(&out->news.text, NEWS_TEXT_MAX * 2);
    buffer_init(&out->png, PICTURE_PNG_MAX);
    t->own = out;
    t->own_free = out_free;
    return out;
}

/* A player's message, from the row: "Alice: hello". Its further lines are marked, otherwise they
 * could look like lines of the game or of somebody else. */
static void talk_text(struct out *out, const struct store_outbox_row *row) {
    json_t *data = json_loads(row->data, 0, NULL);
    const char *text = chat_text_at(data, "text"), *from = chat_text_at(data, "from");

    if (text[0] != '\0')
        buffer_format(&out->news.text, "%s: ", from);
    for (; *text != '\0'; text++) {
        buffer_byte(&out->news.text, *text);
        if (*text == '\n')
            buffer_text(&out->news.text, "> ");
    }
    json_decref(data);
}

static bool wants_picture(const struct out *out) {
    return (out->subscription.parts & CHAT_PICTURE) != 0 && chat_out_uploads(out);
}

/* ---- whom the game waits for ---- */

struct calling {
    struct out *out;
    enum store_chat_platform platform;
};

static bool note_called(void *context, const struct store_chat_link *link) {
    struct out *out = ((struct calling *)context)->out;

    if (link->mention == 0 || link->platform != ((struct calling *)context)->platform)
        return true;
    if (out->n_called < (unsigned)STORE_SEATS_MAX)
        out->called[out->n_called++] = *link;
    return false; /* once is enough */
}

/* Finds those whom the game waits for and who want to be called by name on the channel's platform. */
static enum store_result find_called(struct out *out, const struct load *load) {
    struct calling calling = {out, chat_kind_platform(out->subscription.kind)};
    const struct decision *asked[ASKED_MAX];
    unsigned n =
        load->game.phase == PHASE_FINISHED ? 0 : game_asked_all(&load->setup, &load->game, asked);
    enum store_result result = STORE_OK;
    unsigned seen = 0;

    for (unsigned i = 0; i < n && result == STORE_OK; i++) {
        unsigned seat = asked[i]->player;

        if (seat >= (unsigned)load->row.seat_count || (seen & 1u << seat) != 0 ||
            load->row.seats[seat].account == 0)
            continue;
        seen |= 1u << seat;
        result = store_chat_link_list(load->reader, load->row.seats[seat].account, note_called,
                                      &calling);
    }
    return result;
}

static enum store_result read_news(struct transfer *t, struct out *out, struct load *load) {
    const struct store_outbox_row *row = &t->rows[0];
    struct store_account account;
    enum store_result result = load_open_by_id(load, load->reader, row->game);

    if (result == STORE_NONE || result == STORE_DAMAGED) {
        transfer_drop(t, "the game is gone");
        return STORE_OK;
    }
    if (result == STORE_OK)
        result = access_check(load->reader, &load->row, out->subscription.account);
    if (result == STORE_NONE) {
        transfer_drop(t, "the subscriber can no longer see the game");
        return STORE_OK;
    }
    memcpy(out->game, load->row.public_id, sizeof out->game);
    out->talk = row->kind == OUTBOX_TALK;
    if (result == STORE_OK) /* in the language of the subscription's owner */
        result = store_account_get(load->reader, out->subscription.account, &account);
    if (result == STORE_OK)
        result =
            chat_news_write(&out->news, load, out->talk ? LOAD_LATEST : out->subscription.told_seq,
                            out->subscription.parts, language_kept(account.language));
    if (result == STORE_OK && !out->talk && (out->subscription.parts & CHAT_TURNS) != 0)
        result = find_called(out, load);
    if (result != STORE_OK)
        return result;
    if (out->talk)
        talk_text(out, row);
    if (out->news.text.size == 0)
        transfer_drop(t, "nothing in it was worth telling");
    else if (!out->talk && wants_picture(out) &&
             !chat_picture(t->app, &out->png, load, VIEWER_NOBODY))
        buffer_free(&out->png);
    return STORE_OK;
}

static enum store_result make_message(struct transfer *t, struct store_reader *reader,
                                      struct out *out) {
    struct load *load = calloc(1, sizeof *load);
    enum store_result result;

    if (load == NULL)
        return STORE_ERROR;
    load->reader = reader;
    result = read_news(t, out, load);
    load_end(load);
    free(load);
    if (result == STORE_OK && t->rulings[0].verdict == OUTBOX_SEND)
        result = transfer_prepared(t, chat_out_prepare(t, out),
                                   "this server does not send to its address");
    return result;
}

static enum store_result chat_prepare(struct transfer *t, struct store_reader *reader) {
    int64_t hold = t->rows[0].created_at + chat_config(t->app)->chat_hold_seconds * INT64_C(1000);
    struct out *out = out_new(t);
    enum store_result result;
    const char *why;

    if (out == NULL)
        return STORE_ERROR;
    result = store_subscription_get(reader, t->rows[0].target, &out->subscription);
    if (result == STORE_NONE ||
        (result == STORE_OK &&
         chat_subscription_out_since(&out->subscription, t->now, &why) != 0)) {
        transfer_drop(t, "the channel no longer follows the game");
        return STORE_OK;
    }
    if (result == STORE_OK && t->rows[0].kind == OUTBOX_EVENT && t->now < hold) {
        t->rulings[0] = (struct outbox_ruling){
            .verdict = OUTBOX_LATER, .due_at = hold, .why = "more may follow at once"};
        return STORE_OK;
    }
    return result == STORE_OK ? make_message(t, reader, out) : result;
}

/* ---- outcome ---- */

static void chat_judge(struct transfer *t, struct outbox_outcome *outcome) {
    chat_out_judge(t, t->own, outcome);
}

/* The mail does not contain the address, which is a secret. */
static enum store_result chat_switch_off(struct store_tx *tx, const struct out *out,
                                         const char *why) {
    const struct store_subscription *subscription = &out->subscription;
    const struct outbox_disabled disabled = {
        .channel = OUTBOX_CHAT,
        .target = subscription->id,
        .account = subscription->account,
        .member = "follow",
        .id = subscription->public_id,
        .subject = "Stopped posting to a channel",
        .dropped = "the server no longer posts to the channel",
        .now = app_now(),
    };
    enum store_result result = store_subscription_trouble(tx, subscription->id, why, disabled.now);

    return result != STORE_OK
               ? result
               : outbox_disable(
                     tx, &disabled,
                     "A channel (%s) no longer gets news of game %s: %s. Have it follow the game "
                     "again with POST /v1/games/%s/follows, or with `follow` in the "
                     "channel.",
                     chat_subscription_names[subscription->kind], out->news.title, why, out->game);
}

static enum store_result chat_finish(struct store_tx *tx, const struct transfer *t,
                                     const struct outbox_outcome *outcome) {
    const struct out *out = t->own;
    enum store_result result = STORE_OK;

    if (out->moved[0] != '\0')
        result = store_subscription_move(tx, STORE_SUBSCRIPTION_TELEGRAM, out->subscription.channel,
                                         out->moved);
    if (result != STORE_OK)
        return result;
    if (outcome->state == STORE_OUTBOX_SENT && out->root[0] != '\0')
        result = store_subscription_thread(tx, out->subscription.id, out->root);
    if (result == STORE_OK && outcome->state == STORE_OUTBOX_SENT && !out->talk)
        result = store_subscription_told(tx, out->subscription.id, out->news.seq);
    else if (outcome->state == STORE_OUTBOX_FAILED)
        result = chat_switch_off(tx, out, outcome->detail);
    else if (outcome->state == STORE_OUTBOX_WAITING)
        result = store_subscription_trouble(tx, out->subscription.id, outcome->detail, 0);
    return result == STORE_NONE ? STORE_OK : result; /* deleted meanwhile */
}

const struct channel chat_channel = {
    .name = "chat",
    .interested = chat_interested,
    .enqueue = chat_enqueue,
    .prepare = chat_prepare,
    .judge = chat_judge,
    .finish = chat_finish,
    .delays = chat_delays,
    .attempts = sizeof chat_delays / sizeof *chat_delays,
};
