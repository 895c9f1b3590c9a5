/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_APP_QUOTA_H
#define SERVICE_APP_QUOTA_H

/*
 * What one account may store on the server. Each row is a quota: its flags (--account-FLAG for people,
 * --guest-FLAG for guests), its name in the API and in refusals, which is that of a member of struct store_usage,
 * and what it counts. Everything else is derived from these rows: the settings (app/config.c), what GET /v1/me
 * shows, and refusals (account/quota.h). 0 is no limit.
 *
 *   ROW(ID, name, flag, people, guests, counts)
 */
#define QUOTA_ROWS(ROW)                                                                            \
    ROW(BYTES, bytes, "bytes", "1000000000", "10000000",                                           \
        "bytes of games, each counted with 64 KiB at least, and of notes, with 16 KiB a game")     \
    ROW(RUNNING_GAMES, running_games, "running-games", "200", "20",                                \
        "games made that are open or running")                                                     \
    ROW(OPEN_GAMES, open_games, "open-games", "5", "5", "public games made that wait for players") \
    ROW(BOT_GAMES, bot_games, "bot-games", "20", "3", "running games made for bots alone")         \
    ROW(GAMES_PER_DAY, games_per_day, "games-per-day", "200", "30", "games made in 24 hours")      \
    ROW(RECORDS_PER_DAY, records_per_day, "records-per-day", "100", "5",                           \
        "records imported in 24 hours")                                                            \
    ROW(NOTES, notes, "notes", "1000", "30", "games with notes")                                   \
    ROW(MESSAGES_PER_DAY, messages_per_day, "messages-per-day", "2000", "300",                     \
        "messages at tables in 24 hours")                                                          \
    ROW(TOKENS_PER_DAY, tokens_per_day, "tokens-per-day", "200", "30",                             \
        "tokens made in 24 hours, revoked ones too")                                               \
    ROW(REPORTS_PER_DAY, reports_per_day, "reports-per-day", "20", "5",                            \
        "reports made in 24 hours")                                                                \
    ROW(CLUBS, clubs, "clubs", "50", "1", "clubs that it belongs to, or asks to join")             \
    ROW(OWN_CLUBS, own_clubs, "own-clubs", "5", "1", "clubs that it owns")                         \
    ROW(GROUPS, groups, "groups", "5", "1",                                                        \
        "groups of people who know one another that it belongs to")                                \
    ROW(PEOPLE, people, "people", "1000", "100",                                                   \
        "people whom it follows, avoids, blocks or keeps a note about")                            \
    ROW(WATCHED_GAMES, watched_games, "watched-games", "200", "20", "games that it watches")       \
    ROW(SEEKS, seeks, "seeks", "5", "1", "seeks at a time")

/*
 * What all guests of one address together may store in a day: an allowance that refills evenly. The rows are
 * alike, but have a single bound (--address-FLAG).
 *
 *   ROW(ID, name, flag, bound, counts)
 */
#define ADDRESS_QUOTA_ROWS(ROW)                                                                    \
    ROW(GAMES, address_games, "guest-games", "100",                                                \
        "games that the guests of one address make in 24 hours")                                   \
    ROW(BYTES, address_bytes, "guest-bytes", "50000000",                                           \
        "bytes that the guests of one address have kept in 24 hours")

/*
 * What the account of a bot (account/bot_account.h) may be asked to play. The rows are alike, and count members of struct
 * store_bot_usage (--bot-FLAG).
 *
 *   ROW(ID, name, flag, bound, counts)
 */
#define BOT_QUOTA_ROWS(ROW)                                                                        \
    ROW(GAMES, bot_account_games, "games", "50",                                                   \
        "games at once that a bot's account plays or is invited to")                               \
    ROW(CHALLENGES, bot_challenges_per_day, "challenges-per-day", "200",                           \
        "games of others in 24 hours that a bot's account plays or is invited to")

#define QUOTA_ID(id, ...)         QUOTA_##id,
#define ADDRESS_QUOTA_ID(id, ...) ADDRESS_QUOTA_##id,
#define BOT_QUOTA_ID(id, ...)     BOT_QUOTA_##id,
enum quota { QUOTA_ROWS(QUOTA_ID) QUOTA_COUNT };
enum address_quota { ADDRESS_QUOTA_ROWS(ADDRESS_QUOTA_ID) ADDRESS_QUOTA_COUNT };
enum bot_quota { BOT_QUOTA_ROWS(BOT_QUOTA_ID) BOT_QUOTA_COUNT };
#undef QUOTA_ID
#undef ADDRESS_QUOTA_ID
#undef BOT_QUOTA_ID

#endif
