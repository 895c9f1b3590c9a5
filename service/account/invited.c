/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/account/invited.h"

#include <string.h>

#include "db/accounts.h"
#include "service/account/name.h"
#include "service/app/store_reply.h"
#include "service/base/json_read.h"
#include "service/http/reply.h"

/* Fills in the account whose name the seat has. STORE_NONE: there is none. */
static enum store_result find_by_name_of_seat(struct store_reader *reader,
                                              struct store_seat *seat) {
    struct store_account account;
    enum store_result result = account_by_name(reader, seat->account_name, &account);

    if (result != STORE_OK)
        return result;
    seat->account = account.id;
    seat->account_bot = account.bot;
    memcpy(seat->account_name, account.name, sizeof seat->account_name);
    return STORE_OK;
}

static bool sits_before(const struct store_seat seats[], unsigned seat) {
    for (unsigned other = 0; other < STORE_SEATS_MAX; other++)
        if (other != seat && seats[other].account == seats[seat].account &&
            (other < seat || seats[other].kind == STORE_SEAT_HUMAN))
            return true;
    return false;
}

bool invited_find(struct request *rq, struct store_reader *reader,
                  struct store_seat seats[STORE_SEATS_MAX]) {
    char at[READ_POINTER_MAX];

    for (unsigned seat = 0; seat < STORE_SEATS_MAX; seat++) {
        enum store_result result;

        if (seats[seat].kind != STORE_SEAT_INVITED || seats[seat].account_name[0] == '\0')
            continue;
        read_pointer_at(at, "/seats", seat);
        result = find_by_name_of_seat(reader, &seats[seat]);
        if (result == STORE_NONE) {
            char name[READ_POINTER_MAX];

            read_pointer(name, at, "account");
            reply_invalid_at(
                rq, name, "must be \"me\" or the name of an account, and no account has this name");
            return false;
        }
        if (!check_stored(rq, result))
            return false;
        if (sits_before(seats, seat)) {
            reply_invalid_at(rq, at, "an account can have only one seat in a game");
            return false;
        }
    }
    return true;
}
