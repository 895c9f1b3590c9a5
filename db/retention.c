/* SPDX-License-Identifier: AGPL-3.0-or-later */

/* Which rows are erased, when, and which stay: every table that names accounts or expires. */
#include "db/retention.h"

#include "db/clocks.h"
#include "db/db_int.h"
#include "db/groups.h"

#include <assert.h>
#include <stdio.h>

#define OF_ACCOUNT  "account_id = ?1"
#define OWN_ADDRESS "(SELECT lower(email) FROM accounts WHERE id = ?1)"

/* Nothing else depends on the token; dependent rows are erased first. */
#define TOKEN_LEFT_ALONE                                                                           \
    " AND NOT EXISTS (SELECT 1 FROM tokens c WHERE c.parent_id = tokens.id)"                       \
    " AND NOT EXISTS (SELECT 1 FROM push_subscriptions p WHERE p.token_id = tokens.id)"            \
    " AND NOT EXISTS (SELECT 1 FROM hooks h WHERE h.token_id = tokens.id)"                         \
    " AND NOT EXISTS (SELECT 1 FROM chat_follows f WHERE f.token_id = tokens.id)"                  \
    " AND NOT EXISTS (SELECT 1 FROM club_channels x WHERE x.token_id = tokens.id)"

/* A club is deleted with its only member; else the first of its organisers, or of its members, owns it from then on. */
#define OWN_CLUBS                                                                                  \
    "id IN (SELECT o.club_id FROM club_members o WHERE o.account_id = ?1 AND o.role = 0"           \
    " AND NOT EXISTS (SELECT 1 FROM club_members m WHERE m.club_id = o.club_id"                    \
    " AND m.account_id <> ?1 AND m.role < 3))"
#define HEIRS                                                                                      \
    "account_id <> ?1 AND role < 3 AND club_id IN"                                                 \
    " (SELECT o.club_id FROM club_members o WHERE o.account_id = ?1 AND o.role = 0)"               \
    " AND NOT EXISTS (SELECT 1 FROM club_members e WHERE e.club_id = club_members.club_id"         \
    " AND e.account_id <> ?1 AND (e.role, e.since, e.account_id)"                                  \
    " < (club_members.role, club_members.since, club_members.account_id))"

_Static_assert(STORE_TIMER_ORDER == 1, "as the row of timers says");

const struct retention retentions[] = {
    /* erased with an account; rows found through another row come before that one */
    {.table = "answers",
     .forget = OF_ACCOUNT,
     .key = "account_id, key",
     .old = "created_at < ?1",
     .hours = STORE_IDEMPOTENCY_HOURS},
    {.table = "outbox",
     .forget = OF_ACCOUNT,
     .key = "id",
     .old = "ended_at < ?1",
     .hours = STORE_OUTBOX_HOURS},
    {.table = "chat_codes", .forget = OF_ACCOUNT, .key = "account_id", .old = "expires_at < ?1"},
    {.table = "mail_links",
     .forget = OF_ACCOUNT " OR (account_id IS NULL AND game_id IN"
                          " (SELECT id FROM games WHERE creator = ?1))",
     .key = "hash",
     .old = "expires_at < ?1"},
    {.table = "app_requests",
     .forget = OF_ACCOUNT,
     .key = "id",
     .old = "expires_at < ?1",
     .hours = STORE_APP_REQUEST_HOURS},
    {.table = "app_grants", .forget = OF_ACCOUNT}, /* else deleted with their tokens */
    {.table = "apps", .forget = OF_ACCOUNT},       /* store_account_delete ends their grants */
    {.table = "push_subscriptions",
     .forget = OF_ACCOUNT,
     .key = "id",
     .old = "EXISTS (SELECT 1 FROM tokens t WHERE t.id = token_id"
            " AND (t.expires_at < ?1 OR t.revoked_at IS NOT NULL))"},
    {.table = "timers",
     .forget = "kind = 1 AND (game_id, seat) IN"
               " (SELECT game_id, seat FROM orders WHERE account_id = ?1)"},
    {.table = "orders", .forget = OF_ACCOUNT},
    {.table = "part_settings", .forget = OF_ACCOUNT},
    {.table = "club_channels", .forget = OF_ACCOUNT},
    {.table = "clubs", .forget = OWN_CLUBS},
    {.table = "club_members", .forget = HEIRS, .blank = "role = 0"},
    {.table = "club_members", .forget = OF_ACCOUNT},
    {.table = "club_members", .forget = "by_id = ?1", .blank = "by_id = NULL"},
    {.table = "club_removals", .forget = OF_ACCOUNT},
    {.table = "conduct", .forget = OF_ACCOUNT},
    {.table = "calendars", .forget = OF_ACCOUNT}, /* and with them vacations */
    {.table = "chat_follows", .forget = OF_ACCOUNT},
    {.table = "chat_links", .forget = OF_ACCOUNT}, /* and with them the games of conversations */
    {.table = "dealings", .forget = OF_ACCOUNT " OR other_id = ?1"},
    {.table = "group_members",
     .forget = OF_ACCOUNT,
     .key = "group_id, account_id",
     .old = "left_at < ?1 AND invited_at IS NULL",
     .hours = 24 * STORE_GROUP_LEFT_DAYS},
    {.table = "group_members", .forget = "by_id = ?1", .blank = "by_id = NULL"},
    {.table = "hooks", .forget = OF_ACCOUNT},
    {.table = "hosting", .forget = OF_ACCOUNT},
    {.table = "lessons_passed", .forget = OF_ACCOUNT},
    {.table = "looked", .forget = OF_ACCOUNT},
    {.table = "mail_bounces", .forget = OF_ACCOUNT},
    {.table = "mail_invitations", .forget = OF_ACCOUNT " OR lower(address) = " OWN_ADDRESS},
    {.table = "mailboxes", .forget = OF_ACCOUNT},
    {.table = "moderators", .forget = OF_ACCOUNT},
    {.table = "muted_games", .forget = OF_ACCOUNT},
    {.table = "notes", .forget = OF_ACCOUNT},
    {.table = "openings_of", .forget = OF_ACCOUNT},
    {.table = "people", .forget = OF_ACCOUNT " OR other_id = ?1"},
    {.table = "passkeys", .forget = OF_ACCOUNT},
    {.table = "passkey_challenges", .forget = OF_ACCOUNT, .key = "hash", .old = "expires_at < ?1"},
    {.table = "puzzle_answers", .forget = OF_ACCOUNT},
    {.table = "reports",
     .forget = OF_ACCOUNT " OR about_id = ?1",
     .key = "id",
     .old = "answered_at < ?1",
     .hours = STORE_REPORT_HOURS},
    {.table = "sanctions", .forget = OF_ACCOUNT},
    {.table = "seeks", .forget = OF_ACCOUNT, .key = "id", .old = "expires_at < ?1"},
    {.table = "seat_offers", .forget = OF_ACCOUNT},
    {.table = "seat_votes", .forget = OF_ACCOUNT},
    {.table = "watched_games", .forget = OF_ACCOUNT},
    {.table = "titles", .forget = OF_ACCOUNT},
    {.table = "talk_read", .forget = OF_ACCOUNT},
    {.table = "talk_readers", .forget = OF_ACCOUNT},
    /* messages to some seats only are erased; those sent to the account belong to their authors, who
     * may delete them */
    {.table = "talk",
     .forget = OF_ACCOUNT " AND to_seats <> 0",
     .stays = "what was said to all, which others answered; who said it is nameless"},
    /* belongs to no account */
    {.table = "chat_buttons",
     .key = "id",
     .old = "created_at < ?1",
     .hours = STORE_CHAT_BUTTONS_HOURS},
    {.table = "chat_heard",
     .key = "platform, event",
     .old = "at < ?1",
     .hours = STORE_CHAT_INBOUND_HOURS},
    {.table = "declared_groups",
     .key = "id",
     .old = "created_at < ?1 AND NOT EXISTS"
            " (SELECT 1 FROM group_members m WHERE m.group_id = declared_groups.id)"},
    {.table = "gaps", .key = "id", .old = "late_at < ?1", .hours = STORE_GAP_HOURS},
    {.table = "sign_ups", .key = "client", .old = "full_at < ?1"},
    {.table = "allowances", .key = "client, kind", .old = "full_at < ?1"},
    {.table = "former_names",
     .stays = "hashes alone, so that nobody else is called so at once; their time ends",
     .key = "hash",
     .old = "free_at < ?1"},
    /* stays */
    {.table = "accounts",
     .stays = "others played with it; it is nameless. The server deletes guests that have ended"},
    {.table = "games",
     .stays = "while others are there who played it; who made it is nameless (db/clearing.h)"},
    {.table = "seats",
     .forget = "game_id IN (SELECT id FROM games WHERE creator = ?1) AND invite IS NOT NULL",
     .blank = "invite = NULL",
     .stays = "others played the game; who had the seat is nameless, and no address is left in it"},
    {.table = "seats",
     .forget = "lower(invite) = " OWN_ADDRESS " AND invite IS NOT NULL",
     .blank = "invite = NULL"},
    {.table = "past_seats", .stays = "the same"},
    {.table = "tournaments", .stays = "others play in it; who organises it is nameless"},
    {.table = "tournament_players", .stays = "others played against it; who played is nameless"},
    {.table = "tournament_log", .stays = "others are to see it; who did it is nameless"},
    {.table = "moderation_log",
     .stays = "moderators answer for what they have done; who did it, and to whom, is nameless"},
    {.table = "rated_seats",
     .stays = "the ratings of others depend on it; who had the seat is nameless"},
    {.table = "ratings", .stays = "the same; a nameless account stands on no ladder"},
    {.table = "tokens",
     .forget = OF_ACCOUNT,
     .blank = "name = NULL",
     .stays = "revoked, for a while, so that its owner may be told of what ended with it",
     .key = "id",
     .old = "revoked_at < ?1" TOKEN_LEFT_ALONE,
     .hours = STORE_TOKEN_HOURS},
    {.table = "tokens",
     .forget = OF_ACCOUNT,
     .blank = "name = NULL",
     .stays = "expired, for the same while",
     .key = "id",
     .old = "expires_at < ?1" TOKEN_LEFT_ALONE,
     .hours = STORE_TOKEN_HOURS},
    {0},
};

enum { TEXT_SIZE = 512 };

/* Runs a statement composed from a row of the table, which is too rare to be kept. */
static enum store_result run_once(struct store_tx *tx, const char *text, const int64_t numbers[],
                                  size_t count, unsigned *changes) {
    struct query query;
    query_open_once(&query, &tx->reader, text);
    for (size_t i = 0; i < count; i++)
        put_int(&query, numbers[i]);
    return query_run(&query, changes);
}

enum store_result retention_forget(struct store_tx *tx, int64_t account) {
    enum store_result result = STORE_OK;
    for (const struct retention *r = retentions; r->table != NULL && result == STORE_OK; r++) {
        char text[TEXT_SIZE];
        if (r->forget == NULL)
            continue;
        int size = r->blank == NULL
                       ? snprintf(text, sizeof text, "DELETE FROM %s WHERE %s", r->table, r->forget)
                       : snprintf(text, sizeof text, "UPDATE %s SET %s WHERE %s", r->table,
                                  r->blank, r->forget);
        assert(size < (int)sizeof text);
        (void)size;
        result = run_once(tx, text, &account, 1, NULL);
    }
    return result;
}

enum store_result store_prune(struct store_tx *tx, int64_t now, unsigned limit, unsigned *removed) {
    enum store_result result = STORE_OK;
    *removed = 0;
    for (const struct retention *r = retentions; r->table != NULL && result == STORE_OK; r++) {
        char text[TEXT_SIZE];
        unsigned changes;
        if (r->old == NULL)
            continue;
        int size = snprintf(text, sizeof text,
                            "DELETE FROM %s WHERE (%s) IN (SELECT %s FROM %s WHERE %s LIMIT ?2)",
                            r->table, r->key, r->key, r->table, r->old);
        assert(size < (int)sizeof text);
        (void)size;
        const int64_t numbers[] = {now - r->hours * INT64_C(3600000), limit};
        result = run_once(tx, text, numbers, 2, &changes);
        *removed += changes;
    }
    return result;
}
