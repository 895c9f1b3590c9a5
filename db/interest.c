/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/interest.h"

#include "db/guess_int.h"

const struct store_interest store_interest_any = {
    .clock = true,
    .orders = true,
    .votes = true,
    .hooks = true,
    .chats = true,
    .hooked = ~0u,
    .mailed = ~0u,
    .pushed = ~0u,
};

/* The bits of a row: of the game's row, whose seat is -1, and of a seat's. */
enum { OF_CLOCK = 1, OF_ORDERS = 2, OF_VOTES = 4, OF_HOOKS = 8, OF_CHATS = 16 };
enum { OF_HOOKED = 1, OF_MAILED = 2, OF_PUSHED = 4 };

#define BIT(bit, rows) "CASE WHEN EXISTS (SELECT 1 FROM " rows ") THEN " bit " ELSE 0 END"
#define CLOCK          BIT("1", "clocks WHERE game_id = ?1")
#define ORDERS         BIT("2", "orders WHERE game_id = ?1")
#define VOTES          BIT("4", "seat_votes WHERE game_id = ?1")
#define HOOKS          BIT("8", "hooks WHERE game_id = ?1")
#define CHATS          BIT("16", "chat_follows WHERE game_id = ?1")
#define OF_GAME        CLOCK " + " ORDERS " + " VOTES " + " HOOKS " + " CHATS

/* The seats whose accounts have such rows, once for each row. SQLite would open the table anew for each seat to see
 * whether one EXISTS. */
#define SEATS(bit, rows, condition)                                                                \
    " UNION ALL SELECT s.seat, " bit " FROM seats s CROSS JOIN " rows                              \
    " WHERE s.game_id = ?1 AND " condition
/* Every grant counts, even one that has ended. */
#define HOOKED                                                                                     \
    SEATS("1", "hooks h",                                                                          \
          "h.account_id = s.account_id AND h.game_id IS NULL AND h.app_id IS NULL")                \
    SEATS("1", "app_grants g CROSS JOIN hooks h",                                                  \
          "g.account_id = s.account_id AND h.app_id = g.app_id")
#define MAILED                                                                                     \
    SEATS("2", "mailboxes m", "m.account_id = s.account_id AND m.confirmed_at IS NOT NULL")
#define PUSHED SEATS("4", "push_subscriptions p", "p.account_id = s.account_id")

static void interest_note_game(struct store_interest *interest, int64_t bits) {
    interest->clock = (bits & OF_CLOCK) != 0;
    interest->orders = (bits & OF_ORDERS) != 0;
    interest->votes = (bits & OF_VOTES) != 0;
    interest->hooks = (bits & OF_HOOKS) != 0;
    interest->chats = (bits & OF_CHATS) != 0;
}

static void interest_note_seat(struct store_interest *interest, int64_t seat, int64_t bits) {
    interest->hooked |= (unsigned)((bits & OF_HOOKED) != 0) << seat;
    interest->mailed |= (unsigned)((bits & OF_MAILED) != 0) << seat;
    interest->pushed |= (unsigned)((bits & OF_PUSHED) != 0) << seat;
}

enum store_result store_interest_get(struct store_reader *reader, int64_t game, bool people,
                                     struct store_interest *interest) {
    STATEMENT(alone, "SELECT -1, " OF_GAME);
    STATEMENT(all, "SELECT -1, " OF_GAME HOOKED MAILED PUSHED);
    struct query query;
    *interest = (struct store_interest){0};
    QUERY_OPEN(&query, reader, people ? &all : &alone, game);
    while (query_row(&query)) {
        int64_t seat = get_int(&query), bits = get_int(&query);
        if (seat < 0)
            interest_note_game(interest, bits);
        else if (seat < STORE_SEATS_MAX)
            interest_note_seat(interest, seat, bits);
    }
    enum store_result result = query_close(&query);
    if (reader->ahead)
        guess_interest(reader, game, interest);
    else if (result == STORE_OK)
        guess_note_interest(reader, game, interest);
    return result;
}
