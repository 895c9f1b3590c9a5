/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/post/post.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/app.h"
#include "service/chat/news.h"
#include "service/load.h"
#include "service/mail/channel.h"
#include "service/play.h"
#include "service/post/channel.h"
#include "service/post/hooks.h"
#include "service/post/push.h"

const char *const post_kind_names[POST_KINDS + 1] = {
    [POST_TURN] = "game.turn",
    [POST_REMINDER] = "game.reminder",
    [POST_STARTED] = "game.started",
    [POST_OVER] = "game.over",
    [POST_EVENT] = "game.event",
    [POST_TALK] = "game.talk",
    [POST_INVITE] = "game.invite",
    [POST_DIGEST] = "account.digest",
    [POST_CONFIRM] = "account.confirm",
    [POST_SIGN_IN] = "account.sign_in",
    [POST_ANSWER] = "account.answer",
    [POST_TEST] = "webhook.test",
    [POST_DISABLED] = "account.disabled",
    [POST_NOTE] = "account.note",
};

const struct channel *const post_channels[POST_CHANNELS] = {
    [POST_MAIL] = &mail_channel,
    [POST_WEBHOOK] = &hooks_channel,
    [POST_CHAT] = &chat_channel,
    [POST_PUSH] = &push_channel,
};

enum store_result post_tell(struct store_tx *tx, const struct post_news *news) {
    enum store_result result = STORE_OK;

    for (unsigned i = 0; i < POST_CHANNELS && result == STORE_OK; i++)
        if (post_channels[i] != NULL && post_channels[i]->tell != NULL)
            result = post_channels[i]->tell(tx, news);
    return result;
}

void post_row(struct store_post *row, enum post_channel channel, int64_t target,
              const struct post_news *news) {
    char id[APP_ID_SIZE];

    app_new_id(id);
    *row = (struct store_post){
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

/* ---- what comes of events ---- */

/* Tells one kind of news of a happening to the people in SEATS, and to those who follow. */
static enum store_result tell_all(struct store_tx *tx, const struct happening *happening,
                                  enum post_kind kind, unsigned seats, bool people) {
    struct post_news news = {
        .kind = kind,
        .game = happening->game_id,
        .seats = seats,
        .seq = happening->game->seq,
        .now = happening->now,
        .happening = happening,
    };
    enum store_result result = post_tell(tx, &news);

    for (unsigned seat = 0; people && seat < happening->seat_count && result == STORE_OK; seat++) {
        const struct store_seat *s = &happening->seats[seat];

        if (!(seats >> seat & 1) || s->account == 0)
            continue;
        news.account = s->account;
        news.seats = 1u << seat;
        result = post_tell(tx, &news);
    }
    return result;
}

/* Seats that people play. */
static unsigned people_in(const struct happening *happening) {
    unsigned seats = 0;

    for (unsigned seat = 0; seat < happening->seat_count; seat++)
        if (happening->seats[seat].kind == STORE_SEAT_HUMAN)
            seats |= 1u << seat;
    return seats;
}

/* People the game waits for now, and did not before. He who has just moved knows. */
static unsigned newly_waited(const struct happening *happening) {
    unsigned seats = play_waited(happening->game) & people_in(happening);

    return seats & (~(happening->waited | happening->acted) | happening->newcomers);
}

enum store_result post_follow(struct store_tx *tx, const struct happening *happening) {
    bool play = happening->mode == STORE_MODE_PLAY; /* at a table one person does everything */
    bool on = happening->status == STORE_GAME_ACTIVE;
    unsigned people = people_in(happening), turn = on && play ? newly_waited(happening) : 0;
    enum store_result result = STORE_OK;

    if (happening->seq_before == 0)
        result = tell_all(tx, happening, POST_STARTED, people, play);
    if (result == STORE_OK)
        result = tell_all(tx, happening, POST_EVENT, people, play);
    if (result == STORE_OK && turn != 0)
        result = tell_all(tx, happening, POST_TURN, turn, true);
    /* Who has resigned hears of the end as well. */
    if (result == STORE_OK && !on)
        result = tell_all(tx, happening, POST_OVER, ~0u, play);
    return result;
}

/* ---- checking again ---- */

static bool note_act(void *context, const struct store_event *event) {
    unsigned *acted = context;
    struct event decoded;

    /* What the server does for somebody, he need not know of. */
    if (event->player >= 0 &&
        event_decode((unsigned)event->kind, (unsigned)event->player, event->body.data,
                     event->body.len, &decoded) &&
        decoded.by == BY_PLAYER)
        *acted |= 1u << event->player;
    return true;
}

static bool sits_there(const struct store_game *row, int64_t account) {
    for (int seat = 0; seat < row->seat_count; seat++)
        if (account != 0 && row->seats[seat].account == account)
            return true;
    return false;
}

static void stand(const struct load *load, int64_t account, unsigned acted,
                  struct post_standing *standing) {
    const struct store_game *row = &load->row;

    standing->status = row->status;
    standing->seq = load->game.seq;
    standing->seat = row_seat(row, account);
    standing->may_see =
        row->visibility == STORE_PUBLIC || row->creator == account || sits_there(row, account);
    memcpy(standing->game, row->public_id, sizeof standing->game);
    if (row->status != STORE_GAME_ACTIVE || row->mode != STORE_MODE_PLAY)
        return;
    for (int seat = 0; seat < row->seat_count; seat++)
        if (row->seats[seat].kind == STORE_SEAT_HUMAN)
            standing->waiting |= 1u << seat;
    standing->waiting &= play_waited(&load->game) & ~acted;
    standing->waited = standing->seat != NONE && (standing->waiting >> standing->seat & 1) != 0;
    for (unsigned i = 0; i < load->game.n_pending && standing->decision == NULL; i++)
        if (load->game.pending[i].player == standing->seat && !load->game.pending[i].answered)
            standing->decision = decision_names[load->game.pending[i].kind];
}

enum store_result post_stand(struct store_reader *reader, const struct store_post *row,
                             struct post_standing *standing) {
    const struct store_window window = {.after = row->seq};
    struct load *load = malloc(sizeof *load);
    unsigned acted = 0;
    enum store_result result;

    *standing = (struct post_standing){.seat = NONE};
    if (load == NULL)
        return STORE_ERROR;
    result = load_open_by_id(load, reader, row->game);
    if (result == STORE_OK)
        result = load_replay(load, LOAD_LATEST, NULL, NULL);
    if (result == STORE_OK)
        result = store_events_read(reader, row->game, &window, note_act, &acted);
    if (row->kind == POST_REMINDER)
        acted = 0; /* who has done something may still be waited for */
    if (result == STORE_OK)
        stand(load, row->account, acted, standing);
    if (row->kind == POST_REMINDER) {
        standing->waiting &= clock_reminded(&load->clock, row->data);
        standing->waited &= standing->waiting >> standing->seat % STORE_SEATS_MAX & 1;
    }
    load_end(load);
    free(load);
    return result;
}
