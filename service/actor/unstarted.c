/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/actor/unstarted.h"

#include <stdio.h>

#include "db/accounts.h"
#include "db/mailboxes.h"
#include "db/unstarted.h"
#include "service/app/app.h"
#include "service/app/config.h"
#include "service/base/log.h"
#include "service/command/title.h"
#include "service/notify/tell.h"

enum { PIECE = 16 /* games in one transaction */ };

static const int64_t day_ms = 24 * 3600 * INT64_C(1000);

struct unstarted_job {
    struct store_job job; /* first */
    bool remove;          /* else: tell that they will be */
    unsigned days;        /* that a game may wait */
    int64_t now, made, told, after;
    size_t count;
    int64_t ids[PIECE];
    /* Removed ones, for the log and for pages that show them. */
    char removed[PIECE][STORE_ID_SIZE];
    int64_t people[PIECE * (STORE_SEATS_MAX + 1)];
    size_t n_removed, n_people;
};

static enum store_result inform_about_game(struct store_tx *tx, const struct unstarted_job *job,
                                           const struct store_game *row, int64_t account) {
    struct store_account person;
    char title[TITLE_SIZE], days[16];
    const char *const args[] = {title, days};
    enum store_result result = store_account_get(store_tx_reader(tx), account, &person);
    enum language language = language_kept(person.language);

    if (result != STORE_OK)
        return result == STORE_NONE ? STORE_OK : result;
    title_named(title, language, row->name);
    snprintf(days, sizeof days, "%u", job->remove ? job->days : (unsigned)UNSTARTED_NOTICE_DAYS);
    return inform_person(tx, &(struct tell){
                                 .account = account,
                                 .about = job->remove ? "game.removed" : "game.unstarted",
                                 .subject = job->remove ? TEXT_NOTIFY_UNSTARTED_GONE_SUBJECT
                                                        : TEXT_NOTIFY_UNSTARTED_WAITS_SUBJECT,
                                 .text = job->remove ? TEXT_NOTIFY_UNSTARTED_GONE_TEXT
                                                     : TEXT_NOTIFY_UNSTARTED_WAITS_TEXT,
                                 .args = args,
                                 .n_args = sizeof args / sizeof *args,
                                 .path = job->remove ? "/" : "/games/",
                                 .id = job->remove ? NULL : row->public_id,
                                 .needs = STORE_MAIL_REMINDERS,
                                 .now = job->now,
                             });
}

/* Tells who made it and who has a seat. */
static enum store_result inform_people(struct store_tx *tx, struct unstarted_job *job,
                                       const struct store_game *row) {
    enum store_result result = inform_about_game(tx, job, row, row->creator);

    job->people[job->n_people++] = row->creator;
    for (int seat = 0; seat < row->seat_count && result == STORE_OK; seat++) {
        const struct store_seat *s = &row->seats[seat];

        if (s->kind != STORE_SEAT_HUMAN || s->account == row->creator)
            continue;
        job->people[job->n_people++] = s->account;
        result = inform_about_game(tx, job, row, s->account);
    }
    return result;
}

static enum store_result end_one(struct store_tx *tx, struct unstarted_job *job, int64_t id) {
    struct store_game row;
    enum store_result result = store_game_get_by_id(store_tx_reader(tx), id, &row);

    if (result != STORE_OK)
        return result;
    result = inform_people(tx, job, &row);
    if (result == STORE_OK)
        result = job->remove ? store_game_delete(tx, id) : store_unstarted_told(tx, id, job->now);
    if (result == STORE_OK && job->remove)
        snprintf(job->removed[job->n_removed++], STORE_ID_SIZE, "%s", row.public_id);
    store_game_clear(&row);
    return result;
}

static enum store_result run_unstarted(struct store_tx *tx, struct store_job *own) {
    struct unstarted_job *job = (struct unstarted_job *)own;
    enum store_result result = store_unstarted_list(store_tx_reader(tx), job->made, job->told,
                                                    job->after, job->ids, PIECE, &job->count);

    job->n_removed = job->n_people = 0;
    for (size_t i = 0; i < job->count && result == STORE_OK; i++)
        result = end_one(tx, job, job->ids[i]);
    return result;
}

/* All games that are due, a few at a time. */
static bool end_unstarted(struct app *app, struct unstarted_job *job) {
    do {
        job->job = (struct store_job){.run = run_unstarted};
        if (store_call(app->store, &job->job) != STORE_OK)
            return false;
        for (size_t i = 0; i < job->n_removed; i++)
            log_line("info", "removed game %s, which had waited for players for %u days",
                     job->removed[i], job->days);
        for (size_t i = 0; i < job->n_people; i++)
            app_account_changed(app, job->people[i]);
        job->after = job->count > 0 ? job->ids[job->count - 1] : job->after;
    } while (job->count == PIECE);
    return true;
}

enum chore_end unstarted_end(struct app *app, int64_t now) {
    unsigned days = app->config == NULL ? 0 : app->config->open_game_days;
    int64_t notice = UNSTARTED_NOTICE_DAYS * day_ms;
    struct unstarted_job job = {.now = now, .days = days};

    if (days == 0)
        return CHORE_DONE;
    /* Nobody who was not told loses a game, even if the server stood still. */
    job.remove = true;
    job.made = now - days * day_ms;
    job.told = now - notice;
    if (!end_unstarted(app, &job))
        return CHORE_FAILED;
    job = (struct unstarted_job){.now = now, .days = days, .made = now - days * day_ms + notice};
    return end_unstarted(app, &job) ? CHORE_DONE : CHORE_FAILED;
}
