/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_MODERATION_H
#define DB_MODERATION_H

#include "db/store.h"

/* Moderators, reports, what was decided about accounts, and the log of it (service/moderation/moderation.h).
 * Conventions as in db/store.h. */

/* Sizes include the closing NUL. */
enum {
    STORE_REPORT_TEXT_SIZE = 2001,
    STORE_REPORT_SAID_SIZE = 801,
    STORE_MODERATION_WHAT_SIZE = 24
};

/* ---- moderators ---- */

/* STORE_NONE: the account is no moderator. */
enum store_result store_moderator_check(struct store_reader *reader, int64_t account);
/* STORE_CONFLICT: it is one already. */
enum store_result store_moderator_add(struct store_tx *tx, int64_t account, int64_t now);
/* STORE_NONE: it is none. */
enum store_result store_moderator_remove(struct store_tx *tx, int64_t account);
/* Whether there is another moderator than ACCOUNT: STORE_OK, else STORE_NONE. */
enum store_result store_moderator_other(struct store_reader *reader, int64_t account);

/* ---- reports ---- */

struct store_report {
    int64_t id;
    char public_id[STORE_ID_SIZE];
    int64_t account;                   /* who reports */
    char by[STORE_NAME_SIZE];          /* read only: the name */
    int64_t about;                     /* account; 0: all players of the game */
    char about_name[STORE_NAME_SIZE];  /* read only */
    int64_t game;                      /* 0: none, or it was deleted */
    char game_id[STORE_ID_SIZE];       /* read only: its public id */
    int64_t talk;                      /* a message; 0: none */
    char said[STORE_REPORT_SAID_SIZE]; /* its text */
    int kind;
    char text[STORE_REPORT_TEXT_SIZE];
    int64_t at;
    int decision; /* -1: not answered yet */
    char answer[STORE_REPORT_TEXT_SIZE];
    int64_t answered_at;
    int64_t reports,
        upheld; /* read only: how many its author has made, and how many led to something */
};
typedef bool store_report_row(void *context, const struct store_report *report);

enum store_result store_report_add(struct store_tx *tx, struct store_report *report);
enum store_result store_report_get(struct store_reader *reader, const char *public_id,
                                   struct store_report *report);
/* The newest first, with ids below BEFORE: by an account, or all that are (not) ANSWERED. */
enum store_result store_report_list_by(struct store_reader *reader, int64_t account, int64_t before,
                                       unsigned limit, store_report_row *row, void *context);
enum store_result store_report_list(struct store_reader *reader, bool answered, int64_t before,
                                    unsigned limit, store_report_row *row, void *context);
/* Whether the account has reported the same since SINCE: STORE_OK, else STORE_NONE. */
enum store_result store_report_same(struct store_reader *reader, const struct store_report *report,
                                    int64_t since);
/* Sets decision and answer. STORE_CONFLICT: it is answered already. */
enum store_result store_report_answer(struct store_tx *tx, const struct store_report *report);

/* A game that both have played, begun and not ended before SINCE; GAME not 0: only this one. STORE_NONE: there is
 * none. */
enum store_result store_played_together(struct store_reader *reader, int64_t account, int64_t other,
                                        int64_t game, int64_t since);

/* ---- what holds for an account ---- */

struct store_sanction {
    int64_t id;
    char public_id[STORE_ID_SIZE];
    int64_t account;
    char name[STORE_NAME_SIZE]; /* read only: the account's */
    int64_t by;                 /* the moderator; 0: an operator */
    int kind;
    char reason[STORE_REPORT_TEXT_SIZE];
    int64_t at;
    int64_t until; /* 0: without an end */
    char appeal[STORE_REPORT_TEXT_SIZE];
    int64_t appealed_at;
    char answer[STORE_REPORT_TEXT_SIZE];
    int64_t answered_at;
    int64_t lifted_at;
};
typedef bool store_sanction_row(void *context, const struct store_sanction *sanction);

enum store_result store_sanction_add(struct store_tx *tx, struct store_sanction *sanction);
enum store_result store_sanction_get(struct store_reader *reader, const char *public_id,
                                     struct store_sanction *sanction);
/* Sets what may change: the appeal, its answer, and whether it was lifted. */
enum store_result store_sanction_set(struct store_tx *tx, const struct store_sanction *sanction);
/* One of KIND, or of the last kind, that holds for the account at NOW; STORE_NONE: there is none. */
enum store_result store_sanction_held(struct store_reader *reader, int64_t account, int kind,
                                      int last, int64_t now, struct store_sanction *sanction);
/* The newest first, with ids below BEFORE: of one account, or all, or those whose appeal waits for an answer. */
enum store_result store_sanction_list_of(struct store_reader *reader, int64_t account,
                                         int64_t before, unsigned limit, store_sanction_row *row,
                                         void *context);
enum store_result store_sanction_list(struct store_reader *reader, bool appealed, int64_t before,
                                      unsigned limit, store_sanction_row *row, void *context);

/* ---- the log ---- */

struct store_moderation_entry {
    int64_t id, at;
    int64_t by; /* 0: an operator */
    char by_name[STORE_NAME_SIZE];
    char what[STORE_MODERATION_WHAT_SIZE];
    int64_t about; /* 0: nobody */
    char about_name[STORE_NAME_SIZE];
    char game[STORE_ID_SIZE]; /* public id */
    char text[STORE_REPORT_TEXT_SIZE];
};
/* Neither the program nor anybody with its rights can change or remove an entry. */
enum store_result store_moderation_note(struct store_tx *tx,
                                        const struct store_moderation_entry *entry);
/* The newest first, with ids below BEFORE. */
enum store_result store_moderation_list(struct store_reader *reader, int64_t before, unsigned limit,
                                        bool (*row)(void *context,
                                                    const struct store_moderation_entry *entry),
                                        void *context);

#endif
