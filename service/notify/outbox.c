/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/notify/outbox.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/events.h"
#include "db/games.h"
#include "service/account/presence.h"
#include "service/app/app.h"
#include "service/base/json_write.h"
#include "service/base/net_guard.h"
#include "service/game/access.h"
#include "service/game/load.h"
#include "service/game/play.h"
#include "service/notify/channel.h"

const char *const outbox_kind_names[OUTBOX_KINDS + 1] = {
    [OUTBOX_TURN] = "game.turn",
    [OUTBOX_REMINDER] = "game.reminder",
    [OUTBOX_STARTED] = "game.started",
    [OUTBOX_OVER] = "game.over",
    [OUTBOX_EVENT] = "game.event",
    [OUTBOX_TALK] = "game.talk",
    [OUTBOX_INVITE] = "game.invite",
    [OUTBOX_DIGEST] = "account.digest",
    [OUTBOX_CONFIRM] = "account.confirm",
    [OUTBOX_SIGN_IN] = "account.sign_in",
    [OUTBOX_RESPONSE] = "account.answer",
    [OUTBOX_TEST] = "webhook.test",
    [OUTBOX_DISABLED] = "account.disabled",
    [OUTBOX_NOTE] = "account.note",
    [OUTBOX_OFFER] = "game.offer",
    [OUTBOX_NEWS] = "account.news",
};

static bool outbox_may_tell(const struct channel *channel, const struct outbox_news *news) {
    if (channel == NULL || channel->enqueue == NULL)
        return false;
    return news->interest == NULL || channel->interested == NULL ||
           channel->interested(news->interest, news);
}

enum store_result outbox_enqueue(struct store_tx *tx, const struct outbox_news *news) {
    enum store_result result = STORE_OK;

    for (unsigned i = 0; i < OUTBOX_CHANNELS && result == STORE_OK; i++)
        if (outbox_may_tell(outbox_channels[i], news))
            result = outbox_channels[i]->enqueue(tx, news);
    return result;
}

void outbox_row(struct store_outbox_row *row, enum outbox_channel channel, int64_t target,
                const struct outbox_news *news) {
    char id[APP_ID_SIZE];

    app_new_id(id);
    *row = (struct store_outbox_row){
        .channel = (int)channel,
        .target = target,
        .kind = (int)news->kind,
        .account = news->account,
        .game = news->game,
        .seq = news->seq,
        .created_at = news->now,
        .due_at = news->due_at > news->now ? news->due_at : news->now,
    };
    snprintf(row->public_id, sizeof row->public_id, "msg_%s", id);
    snprintf(row->data, sizeof row->data, "%s", news->data == NULL ? "" : news->data);
}

bool outbox_audience_add(struct outbox_audience *audience, int64_t id, int64_t account,
                         const char *url) {
    struct outbox_target *target = &audience->targets[audience->count++];

    *target = (struct outbox_target){.id = id, .account = account};
    safe_url_host(url, target->host, sizeof target->host);
    return audience->count < OUTBOX_AUDIENCE_MAX;
}

enum store_result outbox_enqueue_to(struct store_tx *tx, enum outbox_channel channel,
                                    const struct outbox_target *target,
                                    const struct outbox_news *news) {
    struct store_outbox_row row;

    outbox_row(&row, channel, target->id, news);
    if (target->account != 0)
        row.account = target->account;
    memcpy(row.host, target->host, sizeof row.host);
    return store_outbox_add(tx, &row);
}

/* The mail that says so. */
static enum store_result
enqueue_disabled(struct store_tx *tx, const struct outbox_disabled *disabled, const char *text) {
    struct buffer data;
    struct writer w = writer_begin(&data, STORE_OUTBOX_DATA_SIZE);
    enum store_result result = STORE_ERROR;

    writer_object(&w);
    writer_key_text(&w, disabled->member);
    writer_text(&w, disabled->id);
    writer_text_member(&w, "subject", disabled->subject);
    writer_text_member(&w, "text", text);
    writer_object_end(&w);
    buffer_byte(&data, '\0');
    if (!data.failed)
        result = outbox_enqueue(tx, &(struct outbox_news){.kind = OUTBOX_DISABLED,
                                                          .account = disabled->account,
                                                          .now = disabled->now,
                                                          .data = data.data});
    buffer_free(&data);
    return result;
}

enum store_result outbox_disable(struct store_tx *tx, const struct outbox_disabled *disabled,
                                 const char *format, ...) {
    const struct store_outbox_filter messages = {
        .channel = (int)disabled->channel, .target = disabled->target, .kind = -1};
    enum store_result result = store_outbox_drop(tx, &messages, disabled->dropped, disabled->now);
    char text[STORE_OUTBOX_DATA_SIZE];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return result == STORE_OK ? enqueue_disabled(tx, disabled, text) : result;
}

/* ---- news of events ---- */

/* Enqueues one kind of news about events for the people in SEATS, and for the game's
 * subscriptions. */
static enum store_result enqueue_all(struct store_tx *tx, const struct game_events *events,
                                     enum outbox_kind kind, unsigned seats, bool people) {
    struct outbox_news news = {
        .kind = kind,
        .game = events->game_id,
        .seats = seats,
        .seq = events->game->seq,
        .now = events->now,
        .events = events,
        .interest = events->interest,
    };
    enum store_result result = outbox_enqueue(tx, &news);

    for (unsigned seat = 0; people && seat < events->seat_count && result == STORE_OK; seat++) {
        const struct store_seat *s = &events->seats[seat];

        if (!(seats >> seat & 1) || s->account == 0)
            continue;
        news.account = s->account;
        news.seats = 1u << seat;
        result = outbox_enqueue(tx, &news);
    }
    return result;
}

/* Seats that people play, as a set. */
static unsigned human_seats(const struct game_events *events) {
    unsigned seats = 0;

    for (unsigned seat = 0; seat < events->seat_count; seat++)
        if (events->seats[seat].kind == STORE_SEAT_HUMAN)
            seats |= 1u << seat;
    return seats;
}

/* Seats of people that the game waits for now, and did not before, except those that have just
 * moved. */
static unsigned newly_waited(const struct game_events *events) {
    unsigned seats = play_waited(events->game) & human_seats(events);

    return seats & (~(events->waited | events->acted) | events->newcomers);
}

/* Enqueues news of offers made by these events for those who are asked. New offers are recognised by their
 * numbers: an event makes at most one, so after several events an older offer may be reported again. */
static enum store_result enqueue_offers(struct store_tx *tx, const struct game_events *events) {
    const struct game *game = events->game;
    uint32_t made = game->seq - events->seq_before;
    struct outbox_news news = {
        .kind = OUTBOX_OFFER,
        .game = events->game_id,
        .seq = game->seq,
        .now = events->now,
        .interest = events->interest,
    };
    unsigned seats = play_offered(game, game->next_offer > made ? game->next_offer - made : 0) &
                     human_seats(events) & ~events->acted;
    enum store_result result = STORE_OK;

    for (unsigned seat = 0; seat < events->seat_count && result == STORE_OK; seat++) {
        news.account = events->seats[seat].account;
        news.seats = 1u << seat;
        if ((seats & news.seats) != 0 && news.account != 0)
            result = outbox_enqueue(tx, &news);
    }
    return result;
}

enum store_result outbox_on_events(struct store_tx *tx, const struct game_events *events) {
    static const uint64_t offering = UINT64_C(1) << OFFER_TRADE | UINT64_C(1) << COUNTER_TRADE;
    bool play = events->mode == STORE_MODE_PLAY; /* in a table game one person does everything */
    bool on = events->status == STORE_GAME_ACTIVE;
    unsigned people = human_seats(events), turn = on && play ? newly_waited(events) : 0;
    enum store_result result = STORE_OK;

    if (events->seq_before == 0)
        result = enqueue_all(tx, events, OUTBOX_STARTED, people, play);
    if (result == STORE_OK)
        result = enqueue_all(tx, events, OUTBOX_EVENT, people, play);
    if (result == STORE_OK && turn != 0)
        result = enqueue_all(tx, events, OUTBOX_TURN, turn, true);
    if (result == STORE_OK && on && play && (events->types & offering) != 0)
        result = enqueue_offers(tx, events);
    /* Players who have resigned are notified of the end as well. */
    if (result == STORE_OK && !on)
        result = enqueue_all(tx, events, OUTBOX_OVER, ~0u, play);
    return result;
}

/* ---- checking again before sending ---- */

static bool note_acted(void *context, const struct store_event *event) {
    unsigned *acted = context;
    struct event decoded;

    /* Players need not know of what the server does for them. */
    if (event->player >= 0 &&
        event_decode((unsigned)event->kind, (unsigned)event->player, event->body.data,
                     event->body.len, &decoded) &&
        decoded.by == BY_PLAYER)
        *acted |= 1u << event->player;
    return true;
}

static void fill_standing(const struct load *load, int64_t account, unsigned acted,
                          struct outbox_standing *standing) {
    const struct store_game *row = &load->row;

    standing->status = row->status;
    standing->seq = load->game.seq;
    standing->seat = row_seat(row, account);
    memcpy(standing->game, row->public_id, sizeof standing->game);
    if (row->status != STORE_GAME_ACTIVE || row->mode != STORE_MODE_PLAY)
        return;
    for (int seat = 0; seat < row->seat_count; seat++)
        if (row->seats[seat].kind == STORE_SEAT_HUMAN)
            standing->waiting |= 1u << seat;
    standing->waiting &= play_waited(&load->game);
    standing->pending = standing->seat != NONE && (standing->waiting >> standing->seat & 1) != 0;
    standing->offered =
        standing->seat != NONE && (play_offered(&load->game, 0) >> standing->seat & 1) != 0;
    standing->waiting &= ~acted;
    standing->waited = standing->seat != NONE && (standing->waiting >> standing->seat & 1) != 0;
    if (standing->pending)
        standing->decision = decision_names[game_asked(&load->game, standing->seat)->kind];
}

enum store_result outbox_standing_of(struct store_reader *reader,
                                     const struct store_outbox_row *row,
                                     struct outbox_standing *standing) {
    const struct store_window window = {.after = row->seq};
    struct load *load = malloc(sizeof *load);
    unsigned acted = 0;
    enum store_result result;

    *standing = (struct outbox_standing){.seat = NONE};
    if (load == NULL)
        return STORE_MEMORY;
    result = load_open_by_id(load, reader, row->game);
    if (result == STORE_OK) {
        result = access_check(reader, &load->row, row->account);
        standing->may_see = result == STORE_OK;
        result = result == STORE_NONE ? STORE_OK : result;
    }
    if (result == STORE_OK)
        result = load_replay(load, LOAD_LATEST, NULL, NULL);
    if (result == STORE_OK)
        result = store_events_read(reader, row->game, &window, note_acted, &acted);
    if (row->kind == OUTBOX_REMINDER)
        acted = 0; /* the game may still wait for a player who has acted */
    if (result == STORE_OK)
        fill_standing(load, row->account, acted, standing);
    if (row->kind == OUTBOX_REMINDER) {
        standing->waiting &= clock_reminded(&load->clock, row->data);
        standing->waited &= standing->waiting >> standing->seat % STORE_SEATS_MAX & 1;
    }
    load_end(load);
    free(load);
    return result == STORE_DAMAGED ? STORE_NONE : result;
}

enum outbox_look outbox_look_of(const struct app *app, const struct store_outbox_row *row,
                                const struct outbox_standing *standing) {
    struct presence *presence = app->presence;

    if (presence_at(presence, row->account, standing->game, PRESENCE_SEEN) > row->created_at)
        return OUTBOX_SEEN;
    return presence_at(presence, row->account, standing->game, PRESENCE_OPEN) > row->created_at
               ? OUTBOX_SHOWN
               : OUTBOX_UNSEEN;
}
