/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/moderation/moderation.h"

#include <stdio.h>
#include <string.h>

#include "db/ratings.h"
#include "service/base/time_text.h"
#include "service/notify/tell.h"
#include "service/rating/recount.h"

const char *const report_kind_names[] = {
    [REPORT_TALK] = "talk", [REPORT_COLLUSION] = "collusion", [REPORT_STALLING] = "stalling",
    [REPORT_NAME] = "name", [REPORT_OTHER] = "other",         NULL,
};

const char *const ruling_names[] = {
    [RULING_NONE] = "none",       [RULING_WARN] = "warn",   [RULING_MUTE] = "mute",
    [RULING_UNRATED] = "unrated", [RULING_CLOSE] = "close", NULL,
};

const int64_t moderation_day_ms = INT64_C(24) * 3600 * 1000;

/* ---- deciding ---- */

const char *ruling_fault(enum ruling decision, int64_t days) {
    if (decision <= RULING_WARN && days != 0)
        return "belongs to \"mute\", \"unrated\" and \"close\"";
    if (decision == RULING_MUTE && days == 0)
        return "is missing: a mute has an end";
    return NULL;
}

static struct store_moderation_entry
begin_entry(const struct moderation_hand *hand, const char *what, int64_t about, const char *text) {
    struct store_moderation_entry entry = {.at = hand->now, .by = hand->by, .about = about};

    snprintf(entry.what, sizeof entry.what, "%s", what);
    snprintf(entry.text, sizeof entry.text, "%s", text);
    return entry;
}

static enum store_result note_act(struct store_tx *tx, const struct moderation_hand *hand,
                                  const char *what, int64_t about, const char *game,
                                  const char *text) {
    struct store_moderation_entry entry = begin_entry(hand, what, about, text);

    snprintf(entry.game, sizeof entry.game, "%s", game);
    return store_moderation_note(tx, &entry);
}

static enum store_result write_sanction(struct store_tx *tx, const struct moderation_hand *hand,
                                        int64_t account, enum ruling decision, int64_t days,
                                        const char *text) {
    struct store_sanction sanction = {
        .account = account,
        .by = hand->by,
        .kind = (int)decision,
        .at = hand->now,
        .until = days == 0 ? 0 : hand->now + days * moderation_day_ms,
    };

    app_new_id(sanction.public_id);
    snprintf(sanction.reason, sizeof sanction.reason, "%s", text);
    return store_sanction_add(tx, &sanction);
}

/* Whoever it is about, or has reported, reads TEXT below. Nothing can hinder these mails. */
static enum store_result inform_by_moderator(struct store_tx *tx,
                                             const struct moderation_hand *hand, int64_t account,
                                             const char *about, enum text subject, enum text text,
                                             const char *more) {
    return inform_person(tx, &(struct tell){.account = account,
                                            .about = about,
                                            .subject = subject,
                                            .text = text,
                                            .more = more,
                                            .path = "/fair-play",
                                            .now = hand->now});
}

static enum store_result inform_of_ruling(struct store_tx *tx, const struct moderation_hand *hand,
                                          int64_t account, enum ruling decision, const char *text) {
    static const enum text subjects[] = {
        [RULING_WARN] = TEXT_NOTIFY_RULING_WARN,
        [RULING_MUTE] = TEXT_NOTIFY_RULING_MUTE,
        [RULING_UNRATED] = TEXT_NOTIFY_RULING_UNRATED,
        [RULING_CLOSE] = TEXT_NOTIFY_RULING_CLOSE,
    };

    return inform_by_moderator(tx, hand, account, "moderation.decided", subjects[decision],
                               TEXT_NOTIFY_RULING_TEXT, text);
}

static enum store_result decide_upon(struct store_tx *tx, const struct moderation_hand *hand,
                                     const char *game, int64_t account, enum ruling decision,
                                     int64_t days, const char *text) {
    enum store_result result = STORE_OK;
    char what[STORE_MODERATION_WHAT_SIZE];

    if (decision != RULING_NONE)
        result = write_sanction(tx, hand, account, decision, days, text);
    if (result == STORE_OK && decision != RULING_NONE)
        result = inform_of_ruling(tx, hand, account, decision, text);
    if (days == 0)
        snprintf(what, sizeof what, "%s", ruling_names[decision]);
    else
        snprintf(what, sizeof what, "%s %d", ruling_names[decision], (int)days);
    return result == STORE_OK ? note_act(tx, hand, what, account, game, text) : result;
}

enum store_result moderation_decide(struct store_tx *tx, const struct moderation_hand *hand,
                                    int64_t account, enum ruling decision, int64_t days,
                                    const char *text) {
    return decide_upon(tx, hand, "", account, decision, days, text);
}

enum store_result moderation_answer(struct store_tx *tx, const struct moderation_hand *hand,
                                    struct store_report *report, int64_t account,
                                    enum ruling decision, int64_t days, const char *text) {
    enum store_result result;

    report->decision = (int)decision;
    report->answered_at = hand->now;
    snprintf(report->answer, sizeof report->answer, "%s", text);
    result = store_report_answer(tx, report);
    if (result == STORE_OK)
        result = inform_by_moderator(tx, hand, report->account, "report.answered",
                                     TEXT_NOTIFY_REPORT_ANSWERED_SUBJECT,
                                     TEXT_NOTIFY_REPORT_ANSWERED_TEXT, NULL);
    return result == STORE_OK
               ? decide_upon(tx, hand, report->game_id, account, decision, days, text)
               : result;
}

enum store_result moderation_appeal_answer(struct store_tx *tx, const struct moderation_hand *hand,
                                           struct store_sanction *sanction, bool kept,
                                           const char *text) {
    enum store_result result;

    if (sanction->appealed_at == 0 || sanction->answered_at != 0)
        return STORE_CONFLICT;
    sanction->answered_at = hand->now;
    snprintf(sanction->answer, sizeof sanction->answer, "%s", text);
    if (!kept && sanction->lifted_at == 0)
        sanction->lifted_at = hand->now;
    result = store_sanction_set(tx, sanction);
    if (result == STORE_OK)
        result = inform_by_moderator(
            tx, hand, sanction->account, "appeal.answered", TEXT_NOTIFY_APPEAL_SUBJECT,
            kept ? TEXT_NOTIFY_APPEAL_KEPT : TEXT_NOTIFY_APPEAL_LIFTED, text);
    return result == STORE_OK ? note_act(tx, hand, kept ? "appeal_kept" : "appeal_lifted",
                                         sanction->account, "", text)
                              : result;
}

enum store_result moderation_lift(struct store_tx *tx, const struct moderation_hand *hand,
                                  struct store_sanction *sanction, const char *text) {
    enum store_result result;

    if (sanction->lifted_at != 0)
        return STORE_CONFLICT;
    sanction->lifted_at = hand->now;
    result = store_sanction_set(tx, sanction);
    if (result == STORE_OK)
        result =
            inform_by_moderator(tx, hand, sanction->account, "moderation.lifted",
                                TEXT_NOTIFY_RULING_LIFTED, TEXT_NOTIFY_RULING_LIFTED_TEXT, text);
    return result == STORE_OK ? note_act(tx, hand, "lift", sanction->account, "", text) : result;
}

enum store_result moderation_annul(struct store_tx *tx, const struct moderation_hand *hand,
                                   int64_t game, const char *game_id, int64_t account,
                                   const char *text, struct recount *recount, unsigned *annulled) {
    struct store_rated_choice choice = {.game = game, .account = account, .until = INT64_MAX};
    enum store_result result;

    *annulled = 0;
    result = store_rated_annul(tx, &choice, hand->now, annulled);
    if (result == STORE_OK && *annulled == 0)
        return STORE_CONFLICT;
    if (result == STORE_OK)
        result = rating_recount(tx, hand->now, recount);
    return result == STORE_OK ? note_act(tx, hand, "annul", account, game_id, text) : result;
}

enum store_result moderation_appoint(struct store_tx *tx, const struct moderation_hand *hand,
                                     int64_t account, bool appointed) {
    enum store_result result = appointed ? store_moderator_add(tx, account, hand->now)
                                         : store_moderator_remove(tx, account);

    return result == STORE_OK
               ? note_act(tx, hand, appointed ? "appoint" : "dismiss", account, "", "")
               : result;
}

/* ---- what follows ---- */

bool sanction_is_active(const struct store_sanction *sanction, int64_t now) {
    return sanction->lifted_at == 0 && (sanction->until == 0 || sanction->until > now);
}

enum store_result moderation_held(struct store_reader *reader, int64_t account,
                                  enum moderation_act act, int64_t now,
                                  struct store_sanction *sanction) {
    static const enum ruling forbids[] = {
        [ACT_TALK] = RULING_MUTE, [ACT_PLAY] = RULING_CLOSE, [ACT_PLAY_RATED] = RULING_UNRATED};

    return store_sanction_held(reader, account, (int)forbids[act], RULING_CLOSE, now, sanction);
}

enum store_result moderation_refuse(struct endpoint_call *call,
                                    const struct store_sanction *sanction) {
    static const char *const forbidden[] = {
        [RULING_MUTE] = "you cannot write messages",
        [RULING_UNRATED] = "you cannot play rated games",
        [RULING_CLOSE] = "this account is closed: it can only finish its games",
    };
    static const char advice[] = "GET /v1/me/sanctions tells a moderator's reason";
    char until[TIME_TEXT_SIZE];

    if (sanction->until == 0)
        return endpoint_refuse(call, PROBLEM_FORBIDDEN, "%s; %s", forbidden[sanction->kind],
                               advice);
    time_write(until, sanction->until);
    return endpoint_refuse(call, PROBLEM_FORBIDDEN, "%s until %s; %s", forbidden[sanction->kind],
                           until, advice);
}

enum store_result moderation_hold(struct store_tx *tx, struct endpoint_call *call,
                                  enum moderation_act act) {
    struct store_sanction sanction;
    enum store_result result =
        moderation_held(store_tx_reader(tx), call->account, act, call->now, &sanction);

    if (result == STORE_OK)
        return moderation_refuse(call, &sanction);
    return result == STORE_NONE ? STORE_OK : result;
}
