/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/club/club.h"

#include <string.h>

#include "db/people.h"
#include "service/account/name.h"
#include "service/app/store_reply.h"

const char *const club_role_names[] = {
    [STORE_CLUB_OWNER] = "owner",   [STORE_CLUB_ORGANISER] = "organiser",
    [STORE_CLUB_MEMBER] = "member", [STORE_CLUB_INVITED] = "invited",
    [STORE_CLUB_ASKING] = "asking", NULL};

const char *club_name_set(struct store_club *club, const char *typed) {
    struct store_account named = {0};
    const char *fault = account_name_set(&named, typed);

    if (fault != NULL)
        return fault;
    memcpy(club->name, named.name, sizeof club->name);
    memcpy(club->name_key, named.name_key, sizeof club->name_key);
    memcpy(club->alike, named.alike, sizeof club->alike);
    return NULL;
}

enum store_result club_role_of(struct store_reader *reader, int64_t club, int64_t account,
                               struct store_club_member *member, bool *has_role) {
    bool blocked = false;
    enum store_result result =
        account == 0 ? STORE_NONE : store_club_member_get(reader, club, account, member);

    *has_role = result == STORE_OK;
    if (result == STORE_OK && member->role == STORE_CLUB_INVITED && member->by != 0)
        result = store_people_block(reader, account, member->by, &blocked);
    *has_role &= !blocked;
    return result == STORE_NONE ? STORE_OK : result;
}

enum store_result club_led(struct store_reader *reader, int64_t club, int64_t account,
                           bool *leads) {
    struct store_club_member member;
    enum store_result result = store_club_member_get(reader, club, account, &member);

    *leads = result == STORE_OK && member.role <= STORE_CLUB_ORGANISER;
    return result == STORE_NONE ? STORE_OK : result;
}

bool club_admit(struct request *rq, struct store_reader *reader, struct new_game *wanted) {
    struct store_club club;
    bool belongs = false;
    enum store_result result;

    if (wanted->club.public_id[0] == '\0')
        return true;
    result = store_club_get(reader, wanted->club.public_id, &club);
    if (result == STORE_OK)
        result = store_club_has(reader, club.id, rq->caller.account, &belongs);
    if (result != STORE_NONE && !check_stored(rq, result))
        return false;
    if (belongs) {
        wanted->club.id = club.id;
        return true;
    }
    reply_invalid_at(rq, "/club", "must be the id of a club that you belong to");
    return false;
}

enum store_result club_hold(struct store_tx *tx, struct endpoint_call *call, int64_t club) {
    bool belongs = true;
    enum store_result result =
        club == 0 ? STORE_OK : store_club_has(store_tx_reader(tx), club, call->account, &belongs);

    if (result != STORE_OK || belongs)
        return result;
    return endpoint_refuse(call, PROBLEM_FORBIDDEN, "only members of a club can do this for it");
}
