/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "tests/sim/messages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/hooks.h"
#include "db/mailboxes.h"
#include "db/outbox.h"
#include "service/actor/waker.h"
#include "service/game/load.h"
#include "service/game/play.h"
#include "service/notify/outbox.h"
#include "service/notify/webhooks.h"
#include "tests/sim/mails.h"
#include "tests/support/check_main.h"

enum {
    HOOKS_IN = 3, /* one in this many people has a webhook */
    MAILS_IN = 48,
    MAIL_REST = 4, /* the remainder of the numbers of those with mail */
    PAGE = 200,
};

enum outbox_channel messages_way(const struct month *month, const struct month_person *person) {
    unsigned number = (unsigned)(person - month->people);

    return number % HOOKS_IN == 0           ? OUTBOX_WEBHOOK
           : number % MAILS_IN == MAIL_REST ? OUTBOX_MAIL
                                            : OUTBOX_CHANNELS;
}

/* ---- signing up ---- */

struct signing {
    struct store_job job;
    struct store_hook hook;
};

static enum store_result run_signing(struct store_tx *tx, struct store_job *job) {
    return store_hook_create(tx, &((struct signing *)job)->hook);
}

struct posting {
    struct store_job job;
    struct store_mailbox box;
};

static enum store_result run_posting(struct store_tx *tx, struct store_job *job) {
    return store_mailbox_set(tx, &((struct posting *)job)->box);
}

/* Each in another mode. */
static void sign_up_for_mail(struct month_app *app, const struct month_person *person) {
    static const enum store_mail_mode modes[] = {STORE_MAIL_AT_ONCE, STORE_MAIL_DAILY,
                                                 STORE_MAIL_HOURLY};
    unsigned number = (unsigned)(person - app->month->people);
    struct posting posting = {.job.run = run_posting};
    struct store_mailbox *box = &posting.box;

    box->account = person->account;
    snprintf(box->address, sizeof box->address, "%s@example.org", person->name);
    box->confirmed_at = app->month->now;
    box->mode = modes[number / MAILS_IN % 3];
    box->daily_at = STORE_MAIL_DAILY_AT;
    box->kinds = STORE_MAIL_KINDS;
    program_write(app->program, &posting.job);
}

void messages_sign_up(struct month_app *app, struct month_person *person,
                      const struct listener *listener) {
    unsigned number = (unsigned)(person - app->month->people);
    struct signing signing = {.job.run = run_signing};
    struct store_hook *hook = &signing.hook;
    enum store_result result;

    if (messages_way(app->month, person) == OUTBOX_MAIL)
        sign_up_for_mail(app, person);
    if (messages_way(app->month, person) != OUTBOX_WEBHOOK)
        return;
    snprintf(hook->public_id, sizeof hook->public_id, "hook%u", number);
    snprintf(hook->url, sizeof hook->url, "http://127.0.0.1:%u/hook/%u", listener->port, number);
    hook->account = person->account;
    hook->kinds = HOOKS_KINDS & ~(UINT64_C(1) << OUTBOX_EVENT);
    hook->created_at = app->month->now;
    hooks_new_secret(hook->secret);
    result = store_call(app->app->store, &signing.job);
    MONTH_NEED(app->month, result == STORE_OK || result == STORE_CONFLICT, "no webhook");
}

/* ---- what was received ---- */

struct all {
    const struct month *month;
    struct listener *listener;
    struct store_reader *reader;
    struct messages_figures *figures;
    struct mails *mails;
    const struct heard **sorted;
    size_t n;
};

static int compare(const struct heard *a, const struct heard *b) {
    int order = a->place < b->place ? -1 : a->place > b->place;

    if (order == 0)
        order = strcmp(a->game, b->game);
    if (order == 0)
        order = strcmp(a->type, b->type);
    if (order == 0)
        order = a->seq < b->seq ? -1 : a->seq > b->seq;
    return order;
}

static int compare_places(const void *a, const void *b) {
    return compare(*(const struct heard *const *)a, *(const struct heard *const *)b);
}

static void sort_heard(struct all *all) {
    struct listener *listener = all->listener;

    all->sorted = calloc(LISTENER_HEARD_MAX, sizeof *all->sorted);
    REQUIRE(all->sorted != NULL, "no memory");
    for (size_t i = 0; i < LISTENER_HEARD_MAX; i++)
        if (listener->heard[i].id[0] != '\0')
            all->sorted[all->n++] = &listener->heard[i];
    qsort(all->sorted, all->n, sizeof *all->sorted, compare_places);
}

/* Nothing is received twice, neither under one id nor under two. */
static void check_heard(struct all *all) {
    for (size_t i = 0; i < all->n; i++) {
        const struct heard *heard = all->sorted[i];

        REQUIRE(heard->again == 0, "%s was sent again though it had been accepted", heard->id);
        REQUIRE(i == 0 || compare(all->sorted[i - 1], heard) != 0,
                "%s and %s both tell %u of %s in game %s, event %u", all->sorted[i - 1]->id,
                heard->id, heard->place, heard->type, heard->game, heard->seq);
        all->figures->repeated += heard->accepted > 1;
        all->figures->refused += heard->refused;
    }
}

/* Whether a message of this type about events FIRST to LAST of a game was received. A failed response counts too: the
 * outbox shows whether it was retried. */
static bool was_told(const struct all *all, unsigned place, const char *game, const char *type,
                     uint32_t first, uint32_t last) {
    struct heard key = {.place = place, .seq = first};
    size_t low = 0, high = all->n;

    snprintf(key.game, sizeof key.game, "%s", game);
    snprintf(key.type, sizeof key.type, "%s", type);
    while (low < high) {
        size_t middle = (low + high) / 2;

        if (compare(all->sorted[middle], &key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    key.seq = last;
    return low < all->n && strcmp(all->sorted[low]->game, game) == 0 &&
           compare(all->sorted[low], &key) <= 0;
}

static int compare_deadlines(const void *a, const void *b) {
    const struct heard *one = *(const struct heard *const *)a;
    const struct heard *other = *(const struct heard *const *)b;
    int order = one->deadline < other->deadline ? -1 : one->deadline > other->deadline;

    if (order == 0)
        order = one->place < other->place ? -1 : one->place > other->place;
    return order != 0 ? order : strcmp(one->game, other->game);
}

/* Reminders by their deadlines, sorted once. */
static const struct heard **sort_reminders(const struct listener *listener, size_t *n) {
    static const struct heard *reminders[LISTENER_HEARD_MAX];
    static size_t count;

    *n = count;
    if (count > 0)
        return reminders;
    for (size_t i = 0; i < LISTENER_HEARD_MAX; i++)
        if (listener->heard[i].deadline != 0)
            reminders[count++] = &listener->heard[i];
    qsort(reminders, count, sizeof *reminders, compare_deadlines);
    for (size_t i = 1; i < count; i++)
        REQUIRE(compare_deadlines(&reminders[i - 1], &reminders[i]) != 0,
                "%s and %s remind %u of the same", reminders[i - 1]->id, reminders[i]->id,
                reminders[i]->place);
    *n = count;
    return reminders;
}

bool messages_reminded(const struct month *month, const struct listener *listener, unsigned person,
                       const char *game, int64_t deadline) {
    size_t n;
    const struct heard **reminders = sort_reminders(listener, &n);
    struct heard key = {.place = person, .deadline = deadline};
    const struct heard *at = &key;

    snprintf(key.game, sizeof key.game, "%s", game);
    return messages_way(month, &month->people[person]) != OUTBOX_WEBHOOK ||
           bsearch(&at, reminders, n, sizeof *reminders, compare_deadlines) != NULL;
}

/* ---- the outbox ---- */

struct page {
    struct all *all;
    int64_t last;
    unsigned count;
};

static bool check_row(void *context, const struct store_outbox_row *row) {
    struct page *page = context;
    struct messages_figures *figures = page->all->figures;
    const struct heard *heard = listener_find(page->all->listener, row->public_id);
    unsigned accepted = heard == NULL ? 0 : heard->accepted;

    figures->rows++;
    page->last = row->id;
    page->count++;
    switch (row->state) {
    case STORE_OUTBOX_SENT:
        figures->sent++;
        REQUIRE(accepted > 0, "%s counts as sent, and was never accepted", row->public_id);
        break;
    case STORE_OUTBOX_DROPPED:
        figures->dropped++;
        /* Killed before the sending could be recorded; then it was no longer true. */
        REQUIRE(accepted == 0 || heard->life < page->all->listener->life,
                "%s was dropped, and accepted", row->public_id);
        break;
    default:
        REQUIRE(false, "%s is left over in state %d: %s", row->public_id, (int)row->state,
                row->detail);
    }
    return true;
}

static bool check_hook(void *context, const struct store_hook *hook) {
    *(int64_t *)context = hook->disabled_at == 0 ? hook->id : -1;
    return false;
}

static void check_outbox(struct all *all) {
    for (unsigned i = 0; i < all->month->n_people; i++) {
        struct page page = {.all = all};
        int64_t hook = 0;

        if (messages_way(all->month, &all->month->people[i]) != OUTBOX_WEBHOOK)
            continue;
        ck_assert_int_eq(
            store_hook_list(all->reader, all->month->people[i].account, check_hook, &hook),
            STORE_OK);
        REQUIRE(hook > 0, "the webhook of person %u is gone or out of use", i);
        do {
            page.count = 0;
            ck_assert_int_eq(store_outbox_of_target(all->reader, OUTBOX_WEBHOOK, hook, page.last,
                                                    PAGE, check_row, &page),
                             STORE_OK);
        } while (page.count == PAGE);
    }
    ck_assert_uint_eq(all->figures->rows >= all->n, true);
}

/* ---- the logs ---- */

/* What happened at one moment in one game. */
struct moment {
    int64_t at;
    uint32_t first, last;
    unsigned before, after, acted; /* sets of seats: waited for, and moved themselves */
};

struct course {
    struct all *all;
    const struct month_game *game;
    unsigned stayed;     /* seats still played by their first players */
    uint32_t turn_ended; /* the event that ended the turn whose parts are being played, or 0 */
    struct moment moment;
};

static void need_told(const struct course *course, unsigned seat, enum outbox_kind kind,
                      uint32_t first, uint32_t last, int64_t next_at) {
    const struct month *month = course->all->month;
    const struct month_game *game = course->game;
    unsigned person = game->people[seat];
    enum outbox_channel way;

    if (person == MONTH_BOT)
        return;
    way = messages_way(month, &month->people[person]);
    if (kind == OUTBOX_TURN)
        course->all->figures->turns += way != OUTBOX_CHANNELS;
    if (way == OUTBOX_MAIL)
        REQUIRE(mails_told(course->all->mails, month->people[person].account, game->id, kind, first,
                           last, next_at),
                "no mail told person %u on seat %u of %s in game %s, events %u to %u", person, seat,
                outbox_kind_names[kind], game->public_id, first, last);
    if (way != OUTBOX_WEBHOOK)
        return;
    REQUIRE(was_told(course->all, person, game->public_id, outbox_kind_names[kind], first, last),
            "nobody told person %u on seat %u of %s in game %s, events %u to %u", person, seat,
            outbox_kind_names[kind], game->public_id, first, last);
}

/* Whether the program was killed at AT, and the reason for the message was over when the next one was up. */
static bool never_up(const struct month *month, int64_t at, int64_t next_at) {
    for (unsigned i = 0; i < month->n_downs; i++)
        if (month->downs[i].from >= at && month->downs[i].from <= at + WAKER_TICK_MS &&
            next_at <= month->downs[i].to + WAKER_TICK_MS)
            return true;
    return false;
}

/* Ends the moment; the next one is at NEXT_AT. */
static void end_moment(struct course *course, int64_t next_at) {
    const struct moment *moment = &course->moment;
    unsigned newly = moment->after & ~moment->before & ~moment->acted & course->stayed;
    /* Players who were asked for their part when the turn ended are not notified again when it comes. */
    uint32_t first = course->turn_ended != 0 && course->turn_ended < moment->first
                         ? course->turn_ended
                         : moment->first;

    if (newly != 0 && never_up(course->all->month, moment->at, next_at))
        return;
    for (unsigned seat = 0; seat < course->game->players; seat++)
        if (newly >> seat & 1)
            need_told(course, seat, OUTBOX_TURN, first, moment->last, next_at);
}

static bool follow(void *context, struct load *load, const struct game *before,
                   const struct event *event, int64_t at) {
    struct course *course = context;
    struct moment *moment = &course->moment;

    if (at != moment->at) {
        end_moment(course, at);
        *moment = (struct moment){.at = at, .first = load->game.seq, .before = moment->after};
    }
    if (load->game.part == 0)
        course->turn_ended = 0;
    else if (before->part == 0)
        course->turn_ended = load->game.seq;
    moment->last = load->game.seq;
    moment->after = load->game.phase == PHASE_FINISHED ? 0 : play_waited(&load->game);
    if (event->by == BY_PLAYER && event->player != NONE)
        moment->acted |= 1u << event->player;
    if (event->type == EVENT_SEAT_CHANGED)
        course->stayed &= ~(1u << event->seat_changed.seat);
    return true;
}

static void check_game(struct all *all, const struct month_game *game) {
    static struct load load;
    struct course course = {.all = all, .game = game, .stayed = ~0u};

    ck_assert_int_eq(load_open_by_id(&load, all->reader, game->id), STORE_OK);
    ck_assert_int_eq(load_replay(&load, LOAD_LATEST, follow, &course), STORE_OK);
    end_moment(&course, INT64_MAX);
    for (unsigned seat = 0; seat < game->players; seat++) {
        need_told(&course, seat, OUTBOX_STARTED, 1, 1, INT64_MAX);
        if (course.stayed >> seat & 1)
            need_told(&course, seat, OUTBOX_OVER, load.game.seq, load.game.seq, INT64_MAX);
    }
    load_end(&load);
}

void messages_check(const struct month *month, struct listener *listener, const char *mails,
                    struct store_reader *reader, struct messages_figures *figures) {
    struct all all = {.month = month, .listener = listener, .reader = reader, .figures = figures};

    *figures = (struct messages_figures){0};
    sort_heard(&all);
    check_heard(&all);
    check_outbox(&all);
    all.mails = mails_open(month, reader, mails);
    for (unsigned i = 0; i < month->n_games; i++)
        check_game(&all, &month->games[i]);
    figures->mails = mails_close(all.mails);
    free(all.sorted);
}
