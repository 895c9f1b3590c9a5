/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/club_members.h"

#include <inttypes.h>
#include <stdio.h>

#include "service/account/auth.h"
#include "service/account/guest.h"
#include "service/account/name.h"
#include "service/api/accounts.h"
#include "service/api/chats.h"
#include "service/api/clubs.h"
#include "service/api/game.h"
#include "service/app/list.h"
#include "service/app/store_reply.h"
#include "service/base/text.h"
#include "service/chat/chat.h"
#include "service/club/club.h"
#include "service/moderation/moderation.h"
#include "service/notify/tell.h"

enum { MEMBERS_DEFAULT = 50, MEMBERS_LIMIT = 200, MEMBER_JSON_MAX = 1024, CHANNEL_JSON_MAX = 8192 };

/* ---- GET /v1/clubs/{id}/members ---- */

static void write_club_member(struct writer *w, const struct store_club_member *member) {
    writer_object(w);
    writer_text_member(w, "account", member->name);
    writer_text_member(w, "role", club_role_names[member->role]);
    writer_time_member(w, "since", member->since);
    writer_object_end(w);
}

static bool page_add_member(void *context, const struct store_club_member *member) {
    struct list *list = context;

    if (!list_takes(list))
        return false;
    write_club_member(&list->w, member);
    list_mark(list, "%u.%" PRId64, (unsigned)member->role, member->account);
    return true;
}

static bool read_member_cursor(struct request *rq, const char *cursor, int64_t *role,
                               int64_t *account) {
    *role = *account = 0;
    if (cursor == NULL)
        return true;
    if (text_take_number(&cursor, STORE_CLUB_ROLES, role) && text_take_mark(&cursor, '.') &&
        text_take_number(&cursor, INT64_MAX - 1, account) && *cursor == '\0')
        return true;
    list_reply_bad_cursor(rq);
    return false;
}

/* Who is invited or asks is for those who decide about it. */
void club_members_list(struct request *rq) {
    struct store_reader *reader = api_reader(rq);
    int64_t limit = MEMBERS_DEFAULT, role, account;
    const char *cursor = NULL;
    struct store_club club;
    bool leads = false;
    struct list list;
    const struct read_field fields[] = {
        {"limit", READ_INT, .to.number = &limit, .min = 1, .max = MEMBERS_LIMIT},
        {"cursor", READ_TEXT, .to.text = &cursor},
    };

    if (reader == NULL || !club_find(rq, reader, &club) || !request_query(rq, fields, 2) ||
        !read_member_cursor(rq, cursor, &role, &account) ||
        !check_stored(rq, club_led(reader, club.id, rq->caller.account, &leads)))
        return;
    list_begin(&list, (unsigned)limit, MEMBERS_LIMIT * MEMBER_JSON_MAX);
    list_reply(rq, &list,
               store_club_members(reader, club.id, leads ? STORE_CLUB_ASKING : STORE_CLUB_MEMBER,
                                  (enum store_club_role)role, account, list.limit + 1,
                                  page_add_member, &list));
}

/* ---- PUT /v1/clubs/{id}/members/{name} ---- */

struct member_order {
    struct club_call call; /* first */
    char name[STORE_NAME_SIZE];
    int role;
    struct store_account account;
    struct store_club_member member;
};

static bool read_member_name(struct request *rq, void *state) {
    struct member_order *order = state;

    if (!endpoint_read_named(rq, state))
        return false;
    snprintf(order->name, sizeof order->name, "%.*s", STORE_NAME_SIZE - 1, request_param(rq, 1));
    return true;
}

static bool club_members_put_read(struct request *rq, void *state) {
    static const char *const roles[] = {"owner", "organiser", "member", NULL};
    struct member_order *order = state;
    const struct read_field fields[] = {
        {"role", READ_CHOICE, .required = true, .to.choice = &order->role, .choices = roles},
    };

    return read_member_name(rq, state) && request_fields(rq, fields, 1);
}

/* Only invites: whoever belongs to a club has joined it. */
static enum store_result invite_to_club(struct store_tx *tx, struct member_order *order) {
    struct club_call *call = &order->call;
    struct endpoint_call *own = &call->named.call;
    enum store_result result;

    if (order->account.bot || order->account.guest_until != 0)
        return endpoint_refuse(own, PROBLEM_CONFLICT,
                               "clubs are for people with an account, which %.100s is not",
                               order->name);
    if (order->role != STORE_CLUB_MEMBER)
        return endpoint_refuse(own, PROBLEM_CONFLICT, "%.100s does not belong to this club",
                               order->name);
    result = moderation_hold(tx, own, ACT_TALK);
    if (result == STORE_OK)
        result = club_call_room(tx, call, STORE_CLUB_INVITED);
    order->member.role = STORE_CLUB_INVITED;
    order->member.by = own->account;
    order->member.since = own->now;
    if (result == STORE_OK)
        result = store_club_removal_put(tx, call->club.id, order->account.id, false);
    return result == STORE_OK ? store_club_member_put(tx, &order->member) : result;
}

/* The former owner becomes an organiser, and the new one is told. */
static enum store_result hand_club_over(struct store_tx *tx, struct member_order *order) {
    struct store_club_member own = order->call.own;
    enum store_result result;

    own.role = STORE_CLUB_ORGANISER;
    order->member.role = STORE_CLUB_OWNER;
    result = store_club_member_put(tx, &own);
    if (result == STORE_OK)
        result = store_club_member_put(tx, &order->member);
    if (result != STORE_OK)
        return result;
    const char *const args[] = {order->call.club.name, own.name};
    return inform_person(tx, &(struct tell){.account = order->account.id,
                                            .about = "club.owner",
                                            .subject = TEXT_NOTIFY_CLUB_OWNER_SUBJECT,
                                            .text = TEXT_NOTIFY_CLUB_OWNER_TEXT,
                                            .args = args,
                                            .n_args = 2,
                                            .path = "/clubs/",
                                            .id = order->call.club.public_id,
                                            .now = order->call.named.call.now});
}

static enum store_result change_member(struct store_tx *tx, struct member_order *order) {
    struct club_call *call = &order->call;
    struct store_club_member *member = &order->member;
    enum store_result result = STORE_OK;

    if (member->role == (enum store_club_role)order->role ||
        (member->role == STORE_CLUB_INVITED && order->role == STORE_CLUB_MEMBER))
        return STORE_OK;
    if (member->role == STORE_CLUB_ASKING && order->role == STORE_CLUB_MEMBER) {
        result = club_call_room(tx, call, STORE_CLUB_MEMBER);
        member->since = call->named.call.now;
    } else if (call->own.role != STORE_CLUB_OWNER || member->role >= STORE_CLUB_INVITED) {
        return endpoint_refuse(&call->named.call, PROBLEM_FORBIDDEN,
                               "only the owner of a club can change the roles of its members");
    } else if (member->role == STORE_CLUB_OWNER) {
        return endpoint_refuse(&call->named.call, PROBLEM_CONFLICT,
                               "make another member the owner instead");
    } else if (order->role == STORE_CLUB_OWNER) {
        return hand_club_over(tx, order);
    }
    member->role = (enum store_club_role)order->role;
    member->by = 0;
    return result == STORE_OK ? store_club_member_put(tx, member) : result;
}

/* Finds whom the route names, and their role. STORE_NONE: there is no such account. */
static enum store_result find_member(struct store_tx *tx, struct member_order *order,
                                     bool *has_role) {
    struct store_reader *reader = store_tx_reader(tx);
    enum store_result result = account_by_name(reader, order->name, &order->account);

    if (result != STORE_OK)
        return result;
    order->member =
        (struct store_club_member){.club = order->call.club.id, .account = order->account.id};
    result = store_club_member_get(reader, order->call.club.id, order->account.id, &order->member);
    *has_role = result == STORE_OK;
    return result == STORE_NONE ? STORE_OK : result;
}

static enum store_result club_members_put_run(struct store_tx *tx, void *state) {
    struct member_order *order = state;
    struct writer w = writer_to(&order->call.named.call.reply.body);
    bool has_role = false;
    enum store_result result = club_call_manage(tx, &order->call, STORE_CLUB_ORGANISER);

    if (result == STORE_OK)
        result = find_member(tx, order, &has_role);
    if (result == STORE_OK)
        result = has_role ? change_member(tx, order) : invite_to_club(tx, order);
    if (result == STORE_OK)
        result = store_club_member_get(store_tx_reader(tx), order->call.club.id, order->account.id,
                                       &order->member);
    if (result == STORE_OK)
        write_club_member(&w, &order->member);
    return result;
}

const struct endpoint club_members_put = {
    .size = sizeof(struct member_order),
    .body_max = MEMBER_JSON_MAX,
    .status = 200,
    .read = club_members_put_read,
    .run = club_members_put_run,
};

/* ---- DELETE /v1/clubs/{id}/members/{name} ---- */

static enum store_result club_members_delete_run(struct store_tx *tx, void *state) {
    struct member_order *order = state;
    struct endpoint_call *own = &order->call.named.call;
    bool has_role = false;
    enum store_result result = club_call_manage(tx, &order->call, STORE_CLUB_ORGANISER);

    if (result == STORE_OK)
        result = find_member(tx, order, &has_role);
    if (result != STORE_OK)
        return result;
    if (!has_role)
        return STORE_NONE;
    if (order->member.role <= order->call.own.role)
        return endpoint_refuse(own, PROBLEM_FORBIDDEN,
                               "organisers can remove members, and the owner organisers as well");
    result = store_club_member_delete(tx, order->call.club.id, order->account.id);
    return result == STORE_OK && order->member.role < STORE_CLUB_INVITED
               ? store_club_removal_put(tx, order->call.club.id, order->account.id, true)
               : result;
}

const struct endpoint club_members_delete = {
    .size = sizeof(struct member_order),
    .status = 204,
    .read = read_member_name,
    .run = club_members_delete_run,
};

/* ---- the channel ---- */

static void write_club_channel(struct writer *w, const struct store_club_channel *channel) {
    const struct store_subscription *follow = &channel->follow;

    writer_object(w);
    writer_text_member(w, "kind", chat_subscription_names[follow->kind]);
    writer_text_or_null_member(w, "channel", follow->channel);
    writer_key(w, "tells");
    writer_names(w, chat_part_names, CHAT_PARTS, follow->parts);
    writer_time_member(w, "created_at", follow->created_at);
    writer_object_end(w);
}

void club_channel_show(struct request *rq) {
    struct store_reader *reader = api_reader(rq);
    struct store_club_channel channel;
    struct store_club club;
    bool leads = false;
    struct buffer body;
    struct writer w;

    if (reader == NULL || !club_find(rq, reader, &club) ||
        !check_stored(rq, club_led(reader, club.id, rq->caller.account, &leads)))
        return;
    if (!leads) {
        reply_problem(rq, PROBLEM_FORBIDDEN, CLUB_FOR_ORGANISERS);
        return;
    }
    if (!check_stored(rq, store_club_channel_get(reader, club.id, &channel)))
        return;
    w = writer_begin(&body, CHANNEL_JSON_MAX);
    write_club_channel(&w, &channel);
    reply_stored(rq, STORE_OK, &body);
}

struct channel_change {
    struct club_call call; /* first */
    struct store_club_channel channel;
};

static bool club_channel_set_read(struct request *rq, void *state) {
    struct channel_change *change = state;

    return endpoint_read_named(rq, state) && guest_pass(rq, "follows") &&
           chats_read_subscription(rq, &change->channel.follow);
}

static enum store_result club_channel_set_run(struct store_tx *tx, void *state) {
    struct channel_change *change = state;
    struct endpoint_call *own = &change->call.named.call;
    struct writer w = writer_to(&own->reply.body);
    struct store_subscription *follow = &change->channel.follow;
    enum store_result result = club_call_manage(tx, &change->call, STORE_CLUB_ORGANISER);

    if (result != STORE_OK)
        return result;
    result = token_find_bound(tx, own->token, &follow->token);
    if (result == STORE_NONE)
        return endpoint_refuse(own, PROBLEM_UNAUTHENTICATED, "%s", account_token_ended);
    change->channel.club = change->call.club.id;
    follow->account = own->account;
    follow->created_at = own->now;
    if (result == STORE_OK)
        result = store_club_channel_put(tx, &change->channel);
    if (result == STORE_OK)
        write_club_channel(&w, &change->channel);
    return result;
}

const struct endpoint club_channel_set = {
    .size = sizeof(struct channel_change),
    .body_max = CHANNEL_JSON_MAX,
    .status = 200,
    .read = club_channel_set_read,
    .run = club_channel_set_run,
};

static enum store_result club_channel_delete_run(struct store_tx *tx, void *state) {
    struct club_call *call = state;
    enum store_result result = club_call_manage(tx, call, STORE_CLUB_ORGANISER);

    return result == STORE_OK ? store_club_channel_delete(tx, call->club.id) : result;
}

const struct endpoint club_channel_delete = {
    .size = sizeof(struct club_call),
    .status = 204,
    .read = endpoint_read_named,
    .run = club_channel_delete_run,
};
