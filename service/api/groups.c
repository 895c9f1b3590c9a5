/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/groups.h"

#include <stdio.h>

#include "service/account/bot_account.h"
#include "service/account/guest.h"
#include "service/account/name.h"
#include "service/account/quota.h"
#include "service/api/game.h"
#include "service/app/store_reply.h"
#include "service/moderation/moderation.h"

enum {
    GROUP_MEMBERS_MAX = 12, /* with those who are invited */
    GROUP_ROWS_MAX = 600,   /* of an account's groups that are shown */
    GROUPS_JSON_MAX = GROUP_ROWS_MAX * (6 * STORE_NAME_SIZE + 256),
    GROUP_BODY_MAX = 64 << 10,
};

static const char *const group_kinds[] = {
    [STORE_GROUP_FAMILY] = "family",
    [STORE_GROUP_HOUSEHOLD] = "household",
    [STORE_GROUP_FRIENDS] = "friends",
    [STORE_GROUP_COLLEAGUES] = "colleagues",
    NULL,
};

static bool belongs_to_group(const struct store_group_member *member) {
    return member->joined_at != 0 && member->left_at == 0;
}

/* ---- the document ---- */

/* Groups whose rows come after one another. */
struct group_lines {
    struct writer *w;
    int64_t group; /* that is being written; 0: none */
};

static void end_group(struct group_lines *lines) {
    if (lines->group == 0)
        return;
    writer_array_end(lines->w);
    writer_object_end(lines->w);
}

static void begin_group(struct group_lines *lines, const struct store_group *group, bool seats) {
    if (lines->group == group->id)
        return;
    end_group(lines);
    lines->group = group->id;
    writer_object(lines->w);
    writer_text_member(lines->w, "id", group->public_id);
    writer_text_member(lines->w, "kind", group_kinds[group->kind]);
    if (seats)
        writer_key(lines->w, "seats");
    else
        writer_key(lines->w, "members");
    writer_array(lines->w);
}

static bool write_group_row(void *context, const struct store_group_member *member) {
    struct group_lines *lines = context;
    struct writer *w = lines->w;
    bool belongs = belongs_to_group(member);

    begin_group(lines, &member->group, false);
    writer_object(w);
    writer_text_member(w, "account", member->name);
    writer_text_member(w, "state", belongs ? "member" : "invited");
    writer_text_or_null_member(w, "by", belongs ? "" : member->by_name);
    writer_time_member(w, "since", belongs ? member->joined_at : member->invited_at);
    writer_object_end(w);
    return true;
}

enum store_result groups_write_of(struct writer *w, struct store_reader *reader, int64_t account,
                                  bool own) {
    struct group_lines lines = {.w = w};
    enum store_result result;

    writer_array(w);
    result = store_group_rows(reader, account, own, GROUP_ROWS_MAX, write_group_row, &lines);
    end_group(&lines);
    writer_array_end(w);
    return result;
}

void groups_mine(struct request *rq) {
    struct store_reader *reader = api_reader(rq);
    struct buffer body;
    struct writer w;

    if (reader == NULL || !request_query(rq, NULL, 0))
        return;
    w = writer_begin(&body, GROUPS_JSON_MAX);
    writer_object(&w);
    writer_key(&w, "items");
    enum store_result result = groups_write_of(&w, reader, rq->caller.account, true);
    writer_object_end(&w);
    reply_stored(rq, result, &body);
}

static bool write_group_seat(void *context, const struct store_group_seat *seat) {
    struct group_lines *lines = context;

    begin_group(lines, &seat->group, true);
    writer_int(lines->w, seat->seat);
    return true;
}

void groups_of_game(struct request *rq) {
    struct group_lines lines = {0};
    struct store_reader *reader = api_reader(rq);
    struct buffer body;
    struct writer w;
    int64_t game;
    enum store_result result;

    if (reader == NULL || !request_query(rq, NULL, 0) || !api_game_id(rq, &game))
        return;
    w = writer_begin(&body, GROUP_BODY_MAX);
    lines.w = &w;
    writer_object(&w);
    writer_key(&w, "items");
    writer_array(&w);
    result = store_group_seats(reader, game, write_group_seat, &lines);
    end_group(&lines);
    writer_array_end(&w);
    writer_object_end(&w);
    reply_stored(rq, result, &body);
}

/* ---- an endpoint about a group ---- */

struct group_call {
    struct endpoint_named named; /* first */
    char name[STORE_NAME_SIZE];  /* of whom the route names; "": nobody */
    int kind;
    struct store_group group;
    struct store_group_member own; /* the caller's membership */
};

static bool group_read(struct request *rq, void *state) {
    return endpoint_read_named(rq, state) && guest_pass(rq, "groups") &&
           bot_account_pass(rq, "groups") && request_fields(rq, NULL, 0);
}

static bool group_read_name(struct request *rq, void *state) {
    struct group_call *call = state;

    if (!endpoint_read_named(rq, state))
        return false;
    snprintf(call->name, sizeof call->name, "%.*s", STORE_NAME_SIZE - 1, request_param(rq, 1));
    return true;
}

static bool group_read_member(struct request *rq, void *state) {
    return group_read(rq, state) && group_read_name(rq, state);
}

/* Reads the group and what the caller is in it. STORE_NONE, which is answered with 404: nothing that they can see. */
static enum store_result group_open(struct store_tx *tx, struct group_call *call) {
    struct store_reader *reader = store_tx_reader(tx);
    enum store_result result = store_group_get(reader, call->named.id, &call->group);

    if (result == STORE_OK)
        result =
            store_group_member_get(reader, call->group.id, call->named.call.account, &call->own);
    if (result == STORE_OK && !belongs_to_group(&call->own) &&
        (call->own.invited_at == 0 || call->own.hidden))
        return STORE_NONE;
    return result;
}

/* The same for members. */
static enum store_result group_open_as_member(struct store_tx *tx, struct group_call *call) {
    enum store_result result = group_open(tx, call);

    if (result != STORE_OK || belongs_to_group(&call->own))
        return result;
    return endpoint_refuse(&call->named.call, PROBLEM_FORBIDDEN,
                           "you are invited to this group; join it first");
}

/* Makes the caller's groups the reply. */
static enum store_result group_reply(struct store_tx *tx, struct group_call *call) {
    struct endpoint_call *own = &call->named.call;
    struct writer w = writer_to(&own->reply.body);
    enum store_result result;

    writer_object(&w);
    writer_key(&w, "items");
    result = groups_write_of(&w, store_tx_reader(tx), own->account, true);
    writer_object_end(&w);
    return result;
}

/* ---- POST /v1/groups ---- */

static bool groups_create_read(struct request *rq, void *state) {
    struct group_call *call = state;
    const struct read_field fields[] = {
        {"kind", READ_CHOICE, .required = true, .to.choice = &call->kind, .choices = group_kinds},
    };

    return guest_pass(rq, "groups") && bot_account_pass(rq, "groups") &&
           request_fields(rq, fields, 1);
}

/* The caller becomes a member, unless they are in as many groups as they may. */
static enum store_result group_enter(struct store_tx *tx, struct group_call *call,
                                     const struct store_group_member *member) {
    enum store_result result = store_group_member_put(tx, member);

    if (result == STORE_OK)
        result = quota_hold(tx, &call->named.call, QUOTA_BIT(QUOTA_GROUPS));
    return result == STORE_OK ? group_reply(tx, call) : result;
}

static enum store_result groups_create_run(struct store_tx *tx, void *state) {
    struct group_call *call = state;
    struct endpoint_call *own = &call->named.call;
    struct store_group_member first = {.account = own->account, .joined_at = own->now};
    enum store_result result;

    call->group =
        (struct store_group){.kind = (enum store_group_kind)call->kind, .created_at = own->now};
    app_new_id(call->group.public_id);
    result = store_group_create(tx, &call->group);
    first.group.id = call->group.id;
    return result == STORE_OK ? group_enter(tx, call, &first) : result;
}

const struct endpoint groups_create = {
    .size = sizeof(struct group_call),
    .body_max = GROUPS_JSON_MAX,
    .status = 201,
    .keyed = true,
    .read = groups_create_read,
    .run = groups_create_run,
};

/* ---- POST /v1/groups/{id}/join ---- */

/* A rated game that waits for players would otherwise begin with both. */
static enum store_result refuse_open_game(struct store_tx *tx, struct group_call *call) {
    char id[STORE_ID_SIZE];
    enum store_result result =
        store_group_open_game(store_tx_reader(tx), call->group.id, call->named.call.account, id);

    if (result != STORE_OK)
        return result == STORE_NONE ? STORE_OK : result;
    return endpoint_refuse(&call->named.call, PROBLEM_CONFLICT,
                           "you and a member of this group have seats in the rated game %s, which "
                           "has not started; one of you has to leave it first",
                           id);
}

static enum store_result groups_join_run(struct store_tx *tx, void *state) {
    struct group_call *call = state;
    struct endpoint_call *own = &call->named.call;
    enum store_result result = group_open(tx, call);

    if (result != STORE_OK)
        return result;
    if (belongs_to_group(&call->own))
        return endpoint_refuse(own, PROBLEM_CONFLICT, "you belong to this group already");
    result = refuse_open_game(tx, call);
    call->own.joined_at = own->now;
    call->own.invited_at = call->own.left_at = call->own.by = 0;
    return result == STORE_OK ? group_enter(tx, call, &call->own) : result;
}

const struct endpoint groups_join = {
    .size = sizeof(struct group_call),
    .body_max = GROUPS_JSON_MAX,
    .status = 200,
    .read = group_read,
    .run = groups_join_run,
};

/* ---- POST /v1/groups/{id}/leave: also declines ---- */

/* Ends an invitation; whoever has been a member before stays apart from the others for a while. */
static enum store_result end_invitation(struct store_tx *tx, struct store_group_member *member) {
    member->invited_at = member->by = 0;
    return member->joined_at != 0
               ? store_group_member_put(tx, member)
               : store_group_member_delete(tx, member->group.id, member->account);
}

static enum store_result groups_leave_run(struct store_tx *tx, void *state) {
    struct group_call *call = state;
    enum store_result result = group_open(tx, call);

    if (result != STORE_OK)
        return result;
    if (!belongs_to_group(&call->own))
        return end_invitation(tx, &call->own);
    call->own.left_at = call->named.call.now;
    return store_group_member_put(tx, &call->own);
}

const struct endpoint groups_leave = {
    .size = sizeof(struct group_call),
    .status = 204,
    .read = group_read,
    .run = groups_leave_run,
};

/* ---- PUT and DELETE /v1/groups/{id}/members/{name}: invitations ---- */

/* Finds whom the route names and what they are in the group: nothing, if MEMBER's times are 0. */
static enum store_result find_named(struct store_tx *tx, const struct group_call *call,
                                    struct store_account *account,
                                    struct store_group_member *member) {
    struct store_reader *reader = store_tx_reader(tx);
    enum store_result result = account_by_name(reader, call->name, account);

    *member = (struct store_group_member){.group.id = call->group.id, .account = account->id};
    if (result != STORE_OK)
        return result;
    result = store_group_member_get(reader, call->group.id, account->id, member);
    return result == STORE_NONE ? STORE_OK : result;
}

static enum store_result refuse_full(struct store_tx *tx, struct group_call *call) {
    int64_t count = 0;
    enum store_result result = store_group_count(store_tx_reader(tx), call->group.id, &count);

    if (result != STORE_OK || count < GROUP_MEMBERS_MAX)
        return result;
    return endpoint_refuse(&call->named.call, PROBLEM_CONFLICT,
                           "a group can have %d members, with those who are invited",
                           GROUP_MEMBERS_MAX);
}

static enum store_result groups_invite_run(struct store_tx *tx, void *state) {
    struct group_call *call = state;
    struct endpoint_call *own = &call->named.call;
    struct store_account account = {0};
    struct store_group_member member;
    enum store_result result = group_open_as_member(tx, call);

    if (result == STORE_OK)
        result = find_named(tx, call, &account, &member);
    if (result != STORE_OK)
        return result;
    if (account.bot || account.guest_until != 0)
        return endpoint_refuse(own, PROBLEM_CONFLICT,
                               "groups are for people with an account, which %.100s is not",
                               account.name);
    if (belongs_to_group(&member) || member.invited_at != 0)
        return group_reply(tx, call);
    result = moderation_hold(tx, own, ACT_TALK);
    if (result == STORE_OK)
        result = refuse_full(tx, call);
    member.by = own->account;
    member.invited_at = own->now;
    if (result == STORE_OK)
        result = store_group_member_put(tx, &member);
    return result == STORE_OK ? group_reply(tx, call) : result;
}

const struct endpoint groups_invite = {
    .size = sizeof(struct group_call),
    .body_max = GROUPS_JSON_MAX,
    .status = 200,
    .read = group_read_member,
    .run = groups_invite_run,
};

static enum store_result groups_recall_run(struct store_tx *tx, void *state) {
    struct group_call *call = state;
    struct store_account account = {0};
    struct store_group_member member;
    enum store_result result = group_open_as_member(tx, call);

    if (result == STORE_OK)
        result = find_named(tx, call, &account, &member);
    if (result != STORE_OK)
        return result;
    if (belongs_to_group(&member))
        return endpoint_refuse(&call->named.call, PROBLEM_FORBIDDEN,
                               "members leave a group by themselves");
    return member.invited_at == 0 ? STORE_NONE : end_invitation(tx, &member);
}

const struct endpoint groups_recall = {
    .size = sizeof(struct group_call),
    .status = 204,
    .read = group_read_name,
    .run = groups_recall_run,
};
