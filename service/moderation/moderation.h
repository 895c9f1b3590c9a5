/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_MODERATION_MODERATION_H
#define SERVICE_MODERATION_MODERATION_H

#include "db/moderation.h"
#include "service/app/endpoint.h"

/*
 * Fair play: what people report, what moderators decide, and what follows from it. Moderators and operators (with
 * `hexpost moderate`) decide by the same functions, and each of them writes into the log, which nobody can change.
 * Whoever a decision is about is told what it is and why (GET /v1/me/sanctions), but never who reported.
 */

enum report_kind { REPORT_TALK, REPORT_COLLUSION, REPORT_STALLING, REPORT_NAME, REPORT_OTHER };
extern const char *const report_kind_names[]; /* NULL at the end; as the others */

/* Stored: never renumbered. */
enum ruling { RULING_NONE, RULING_WARN, RULING_MUTE, RULING_UNRATED, RULING_CLOSE };
extern const char *const ruling_names[];

enum {
    MODERATION_DAYS_MAX = 365,
    MODERATION_APPEAL_DAYS = 30,  /* in which a decision can be appealed */
    MODERATION_REPORT_DAYS = 30,  /* after a game's end, in which it can be reported */
    MODERATION_REASON_MAX = 1000, /* bytes of a reason, an answer, an appeal, a report */
};
extern const int64_t moderation_day_ms;

/* ---- deciding ---- */

/* Who decides, and when. */
struct moderation_hand {
    int64_t by; /* a moderator; 0: an operator */
    int64_t now;
};

/* What is wrong with a decision, as the rest of a sentence; NULL: nothing. DAYS 0: without an end. */
const char *ruling_fault(enum ruling decision, int64_t days);

/* These run in a job. TEXT is told to whoever it is about. */

/* Decides about an account, and writes the sanction where there is one. */
enum store_result moderation_decide(struct store_tx *tx, const struct moderation_hand *hand,
                                    int64_t account, enum ruling decision, int64_t days,
                                    const char *text);
/* Answers a report by a decision about ACCOUNT (0: only with RULING_NONE). STORE_CONFLICT: it has been answered. */
enum store_result moderation_answer(struct store_tx *tx, const struct moderation_hand *hand,
                                    struct store_report *report, int64_t account,
                                    enum ruling decision, int64_t days, const char *text);
/* Answers an appeal; KEPT: the decision holds. STORE_CONFLICT: there is none, or it has been answered. */
enum store_result moderation_appeal_answer(struct store_tx *tx, const struct moderation_hand *hand,
                                           struct store_sanction *sanction, bool kept,
                                           const char *text);
/* Lifts a decision without an appeal. STORE_CONFLICT: it has been lifted. */
enum store_result moderation_lift(struct store_tx *tx, const struct moderation_hand *hand,
                                  struct store_sanction *sanction, const char *text);
struct recount;
/* Annuls a rated game that is over (GAME_ID: its public id), or all of an account, and counts all ratings again by RECOUNT,
 * which says which ones change; *ANNULLED is the number of games. STORE_CONFLICT: there is none that counts. */
enum store_result moderation_annul(struct store_tx *tx, const struct moderation_hand *hand,
                                   int64_t game, const char *game_id, int64_t account,
                                   const char *text, struct recount *recount, unsigned *annulled);
/* Makes an account a moderator, or ends that. STORE_CONFLICT, STORE_NONE: that is so already. */
enum store_result moderation_appoint(struct store_tx *tx, const struct moderation_hand *hand,
                                     int64_t account, bool appointed);

/* ---- what follows ---- */

bool sanction_is_active(const struct store_sanction *sanction, int64_t now);

/* What a decision can forbid. */
enum moderation_act { ACT_TALK, ACT_PLAY, ACT_PLAY_RATED };

/* STORE_NONE: nothing forbids that to the account at NOW. */
enum store_result moderation_held(struct store_reader *reader, int64_t account,
                                  enum moderation_act act, int64_t now,
                                  struct store_sanction *sanction);
/* In an endpoint's run: refuses the call, with the reason, if that is forbidden to the caller. */
enum store_result moderation_hold(struct store_tx *tx, struct endpoint_call *call,
                                  enum moderation_act act);
/* The same after moderation_held has found it. */
enum store_result moderation_refuse(struct endpoint_call *call,
                                    const struct store_sanction *sanction);

#endif
