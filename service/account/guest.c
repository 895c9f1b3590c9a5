/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/account/guest.h"

#include <sodium.h>
#include <stdio.h>

#include "service/account/name.h"
#include "service/http/reply.h"

enum {
    NUMBER_MAX = 10000, /* appended to a name, for millions of combinations */
    TRIES_MAX = 16,
    NAME_SIZE = 32,
};

static const char *const natures[] = {
    "Amber", "Bold",   "Brave",  "Bright", "Calm",  "Clever", "Cosy",  "Daring",
    "Eager", "Fair",   "Gentle", "Golden", "Happy", "Hardy",  "Jolly", "Keen",
    "Kind",  "Lively", "Lucky",  "Merry",  "Noble", "Proud",  "Quick", "Quiet",
    "Sandy", "Silver", "Smart",  "Steady", "Sunny", "Swift",  "Wise",  "Witty",
};

static const char *const animals[] = {
    "Badger", "Beaver", "Bison", "Crane",   "Curlew", "Deer",    "Dolphin", "Eagle",
    "Falcon", "Ferret", "Finch", "Fox",     "Gull",   "Hare",    "Heron",   "Ibex",
    "Jay",    "Lark",   "Lynx",  "Marten",  "Mole",   "Otter",   "Owl",     "Puffin",
    "Raven",  "Robin",  "Seal",  "Sparrow", "Stork",  "Swallow", "Tern",    "Wren",
};

#define DRAW(list) (list)[randombytes_uniform(sizeof(list) / sizeof *(list))]

enum store_result guest_create(struct store_tx *tx, struct store_account *account) {
    enum store_result result = STORE_CONFLICT;

    if (account->name[0] != '\0')
        return account_create(tx, account);
    for (int i = 0; i < TRIES_MAX && result == STORE_CONFLICT; i++) {
        char name[NAME_SIZE];

        snprintf(name, sizeof name, "%s %s %u", DRAW(natures), DRAW(animals),
                 (unsigned)randombytes_uniform(NUMBER_MAX));
        if (account_name_set(account, name) != NULL)
            return STORE_MEMORY;
        result = account_create(tx, account);
    }
    return result;
}

bool guest_pass(struct request *rq, const char *what) {
    if (!rq->caller.guest)
        return true;
    reply_problem(rq, PROBLEM_FORBIDDEN, GUEST_DETAIL, what);
    return false;
}
