/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/cli/wiring.h"

#include "service/account/presence.h"
#include "service/actor/actor.h"
#include "service/actor/bot_actor.h"
#include "service/actor/clearing.h"
#include "service/actor/guests.h"
#include "service/actor/heartbeat.h"
#include "service/actor/order_actor.h"
#include "service/actor/runner.h"
#include "service/actor/timeout.h"
#include "service/actor/unstarted.h"
#include "service/actor/waker.h"
#include "service/app/chore.h"
#include "service/app/prune.h"
#include "service/app/several.h"
#include "service/app/shelf.h"
#include "service/base/log.h"
#include "service/chat/matrix.h"
#include "service/chat/news.h"
#include "service/chat/telegram.h"
#include "service/chat/work.h"
#include "service/game/conduct.h"
#include "service/game/facts.h"
#include "service/game/guard.h"
#include "service/game/openings.h"
#include "service/game/statistics.h"
#include "service/game/tags.h"
#include "service/game/timekeeper.h"
#include "service/http/metrics.h"
#include "service/http/server.h"
#include "service/mail/channel.h"
#include "service/mail/desk.h"
#include "service/mail/mail.h"
#include "service/moderation/collusion.h"
#include "service/notify/begun.h"
#include "service/notify/push.h"
#include "service/notify/reminder.h"
#include "service/notify/sender.h"
#include "service/notify/webhooks.h"
#include "service/orders/ask.h"
#include "service/picture/drawings.h"
#include "service/puzzle/cut.h"
#include "service/rating/rating.h"
#include "service/seek/seek.h"
#include "service/tournament/keeper.h"

/* Clocks first: orders need the deadlines, and the outbox contains them. */
game_listener *const game_listeners[] = {
    timekeeper_on_events,
    orders_on_events,
    outbox_on_events,
    begun_on_events,
    statistics_on_events,
    openings_on_events,
    facts_on_events,
    conduct_on_events,
    tags_on_events,
    collusion_on_events,
    rating_on_events, /* last: whoever counts a game too waits from here to the transaction's end */
    NULL,
};

timekeeper_listener *const timekeeper_reminds = reminder_on_deadline;

const struct channel *const outbox_channels[OUTBOX_CHANNELS] = {
    [OUTBOX_MAIL] = &mail_channel,
    [OUTBOX_WEBHOOK] = &hooks_channel,
    [OUTBOX_CHAT] = &chat_channel,
    [OUTBOX_PUSH] = &push_channel,
};

/* The first with something to do acts. Deleted accounts give up their seats before anybody waits for
 * them; settled parts come before a deadline that they do not need, deadlines before an order that
 * would answer late; bots come last. */
actor_due *const actors[] = {
    runner_resign_due, parts_due, timeout_due, orders_due, bot_due, NULL,
};

/* Guests end, then what only those who have ended made goes, then what is too old. */
chore *const chores[] = {
    guests_end,     unstarted_end,        clearing_run, prune_old,   openings_catch_up,
    facts_catch_up, rating_clear_ladders, seek_all,     puzzles_cut, NULL};

chat_poll *const chat_polls[STORE_CHAT_PLATFORMS] = {
    [STORE_TELEGRAM] = telegram_poll,
    [STORE_MATRIX] = matrix_poll,
};

static void wiring_gained(struct app *app, uint64_t shares) {
    runner_shares_gained(app->runner, shares);
    sender_shares_gained(app->sender, shares);
}

static void wiring_look_again(struct app *app) {
    runner_shares_gained(app->runner, UINT64_MAX);
}

static void wiring_account_gone(struct app *app, int64_t account) {
    runner_release_account(app->runner, account);
}

static void wiring_outbox_filled(struct app *app) {
    sender_wake(app->sender);
}

static void wiring_presence_heard(struct app *app, int64_t topic) {
    presence_hear(app->presence, topic, app_now());
}

bool wiring_new(struct app *app) {
    app->metrics = metrics_new();
    app->guard = guard_new();
    store_set_companion(app->store, app->guard);
    app->runner = runner_new(app->store);
    app->game_changed = runner_game_changed;
    app->shares_gained = wiring_gained;
    app->look_again = wiring_look_again;
    app->account_gone = wiring_account_gone;
    app->outbox_filled = wiring_outbox_filled;
    app->presence_heard = wiring_presence_heard;
    app->several = several_new(app);
    app->waker = waker_new(app);
    app->tournaments = tournament_keeper_new(app);
    app->heartbeat = heartbeat_new(app);
    app->sender = app->metrics == NULL ? NULL : sender_new(app);
    app->chats = chats_new(app);
    app->presence = presence_new();
    app->drawings = app->metrics == NULL
                        ? NULL
                        : drawings_new(app->metrics, DRAWINGS_KEPT_BYTES, "/proc/self/exe");
    app->desk = mail_desk_new("/proc/self/exe");
    app->analyses = shelf_new(SHELF_KEPT_BYTES, SHELF_AT_ONCE);
    return app->guard != NULL && app->analyses != NULL && app->drawings != NULL &&
           app->desk != NULL && guard_metrics(app->metrics, app->guard) && app->presence != NULL &&
           app->several != NULL && app->sender != NULL && app->runner != NULL &&
           app->waker != NULL && app->tournaments != NULL && app->heartbeat != NULL &&
           app->chats != NULL;
}

void wiring_free(struct app *app) {
    several_free(app->several);
    chats_free(app->chats);
    sender_free(app->sender);
    shelf_free(app->analyses);
    drawings_free(app->drawings);
    mail_desk_free(app->desk);
    heartbeat_free(app->heartbeat);
    tournament_keeper_free(app->tournaments);
    waker_free(app->waker);
    runner_free(app->runner);
    metrics_free(app->metrics);
    guard_free(app->guard);
    mail_free(app->mail);
    presence_free(app->presence);
}

void wiring_start(struct app *app) {
    runner_share_with(app->runner, app->several);
    if (!several_start(app->several))
        log_line(
            "error",
            "could not start the thread that follows other processes: their changes are seen late");
    if (!runner_start(app->runner, app->server))
        log_line("error", "could not start the runner's thread: bots do not move");
    if (!heartbeat_start(app->heartbeat))
        log_line("error", "could not start the heartbeat's thread: the next start takes this life "
                          "for time without "
                          "a server");
    if (!waker_start(app->waker))
        log_line("error", "could not start the waker's thread: deadlines are not carried out");
    if (!tournament_keeper_start(app->tournaments))
        log_line("error", "could not start the tournaments' thread: they do not move on");
    if (!drawings_start(app->drawings))
        log_line("error",
                 "could not start all drawing threads: pictures are slow, or there are none");
    if (!sender_start(app->sender))
        log_line("error", "could not start the sender's thread: messages wait in the outbox");
    if (!chats_start(app->chats))
        log_line("error", "could not start all threads for chats: some platforms get no answers");
}

void wiring_stop(struct app *app) {
    sender_begin_stop(app->sender); /* messages being sent have time until all that follows has
                                     * ended */
    tournament_keeper_stop(app->tournaments);
    waker_stop(app->waker);
    runner_stop(app->runner);
    chats_stop(app->chats);
    drawings_stop(app->drawings); /* before the server, which waits for requests that wait for
                                   * pictures */
    several_stop(app->several);   /* before the server, whose waiting requests it wakes */
    server_stop(app->server);
    sender_stop(app->sender);
    heartbeat_stop(app->heartbeat);
    several_leave(app->several);
    app->server = NULL;
}
