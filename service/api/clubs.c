/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/clubs.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/account/bot_account.h"
#include "service/account/guest.h"
#include "service/account/quota.h"
#include "service/api/game.h"
#include "service/app/list.h"
#include "service/app/store_reply.h"
#include "service/base/seen.h"
#include "service/club/club.h"
#include "service/moderation/moderation.h"

enum { CLUBS_DEFAULT = 20, CLUBS_LIMIT = 100, CLUBS_SHOWN = 50 /* of an account */ };

#define CLUB_NAME_TAKEN "the name \"%.128s\" is another club's, or looks like one; choose another"

/* ---- the document ---- */

static enum store_result club_write(struct writer *w, struct store_reader *reader,
                                    const struct store_club *club, int64_t account) {
    struct store_club_member own;
    bool has_role = false;
    enum store_result result = club_role_of(reader, club->id, account, &own, &has_role);

    writer_object(w);
    writer_text_member(w, "id", club->public_id);
    writer_text_member(w, "name", club->name);
    writer_text_member(w, "about", club->about);
    writer_bool_member(w, "open", club->open);
    writer_text_or_null_member(w, "owner", club->owner);
    writer_int_member(w, "members", club->count);
    writer_time_member(w, "created_at", club->created_at);
    writer_text_or_null_member(w, "role", has_role ? club_role_names[own.role] : "");
    writer_object_end(w);
    return result;
}

void club_write_short(struct writer *w, const struct store_club *club, const char *role) {
    writer_object(w);
    writer_text_member(w, "id", club->public_id);
    writer_text_member(w, "name", club->name);
    writer_text_member(w, "role", role);
    writer_object_end(w);
}

/* Clubs of a page: as rows may not be read while others are open. */
struct club_page {
    struct store_club *rows;
    size_t n;
};

static bool page_add_club(void *context, const struct store_club *club) {
    struct club_page *page = context;

    page->rows[page->n++] = *club;
    return true;
}

enum store_result clubs_of(struct store_reader *reader, int64_t account, bool waiting,
                           void (*row)(void *context, const struct store_club *club,
                                       const char *role),
                           void *context) {
    struct club_page page = {.rows = calloc(CLUBS_SHOWN, sizeof *page.rows)};
    enum store_result result =
        page.rows == NULL
            ? STORE_MEMORY
            : store_club_list(reader, account, INT64_MAX, CLUBS_SHOWN, page_add_club, &page);

    for (size_t i = 0; i < page.n && result == STORE_OK; i++) {
        struct store_club_member member;
        bool has_role = false;

        result = club_role_of(reader, page.rows[i].id, account, &member, &has_role);
        if (has_role && (waiting || member.role < STORE_CLUB_INVITED))
            row(context, &page.rows[i], club_role_names[member.role]);
    }
    free(page.rows);
    return result;
}

static void write_club_item(void *context, const struct store_club *club, const char *role) {
    club_write_short(context, club, role);
}

enum store_result clubs_write_of(struct writer *w, struct store_reader *reader, int64_t account) {
    enum store_result result;

    writer_array(w);
    result = clubs_of(reader, account, false, write_club_item, w);
    writer_array_end(w);
    return result;
}

/* ---- GET ---- */

bool club_find(struct request *rq, struct store_reader *reader, struct store_club *club) {
    return check_stored(rq, store_club_get(reader, request_param(rq, 0), club));
}

bool club_find_filter(struct request *rq, struct store_reader *reader, const char *id,
                      int64_t *club) {
    struct store_club row;

    *club = 0;
    if (id == NULL)
        return true;
    if (!check_stored(rq, store_club_get(reader, id, &row)))
        return false;
    *club = row.id;
    return true;
}

void clubs_get(struct request *rq) {
    struct store_reader *reader = api_reader(rq);
    struct store_club club;
    struct buffer body;
    struct writer w;

    if (reader == NULL || !club_find(rq, reader, &club))
        return;
    w = writer_begin(&body, CLUB_JSON_MAX);
    reply_stored(rq, club_write(&w, reader, &club, rq->caller.account), &body);
}

static void reply_clubs(struct request *rq, struct store_reader *reader, int64_t account,
                        int64_t before, unsigned limit) {
    struct club_page page = {.n = 0};
    enum store_result result;
    struct list list;

    page.rows = request_room(rq, (limit + 1) * sizeof *page.rows);
    if (page.rows == NULL) {
        reply_no_memory(rq);
        return;
    }
    list_begin(&list, limit, CLUBS_LIMIT * CLUB_JSON_MAX);
    result = store_club_list(reader, account, before, limit + 1, page_add_club, &page);
    for (size_t i = 0; i < page.n && result == STORE_OK && list_takes(&list); i++) {
        result = club_write(&list.w, reader, &page.rows[i], rq->caller.account);
        list_mark(&list, "%" PRId64, page.rows[i].id);
    }
    list_reply(rq, &list, result);
}

void clubs_list(struct request *rq) {
    struct store_reader *reader = api_reader(rq);
    int64_t limit = CLUBS_DEFAULT, before = INT64_MAX;
    const char *cursor = NULL;
    bool mine = false;
    const struct read_field fields[] = {
        {"mine", READ_BOOL, .to.flag = &mine},
        {"limit", READ_INT, .to.number = &limit, .min = 1, .max = CLUBS_LIMIT},
        {"cursor", READ_TEXT, .to.text = &cursor},
    };

    if (reader == NULL || !request_query(rq, fields, sizeof fields / sizeof *fields) ||
        !list_read_cursor(rq, cursor, 1, INT64_MAX, &before))
        return;
    if (mine && rq->caller.account == 0) {
        reply_problem(rq, PROBLEM_UNAUTHENTICATED, "send a token to list your own clubs");
        return;
    }
    reply_clubs(rq, reader, mine ? rq->caller.account : 0, before, (unsigned)limit);
}

/* ---- an endpoint about a club ---- */

enum store_result club_call_open(struct store_tx *tx, struct club_call *call) {
    struct store_reader *reader = store_tx_reader(tx);
    enum store_result result = store_club_get(reader, call->named.id, &call->club);

    return result == STORE_OK ? club_role_of(reader, call->club.id, call->named.call.account,
                                             &call->own, &call->has_role)
                              : result;
}

enum store_result club_call_manage(struct store_tx *tx, struct club_call *call,
                                   enum store_club_role least) {
    enum store_result result = club_call_open(tx, call);

    if (result != STORE_OK || (call->has_role && call->own.role <= least))
        return result;
    return endpoint_refuse(&call->named.call, PROBLEM_FORBIDDEN,
                           least == STORE_CLUB_OWNER ? "only the owner of a club can do that"
                                                     : CLUB_FOR_ORGANISERS);
}

enum store_result club_call_reply(struct store_tx *tx, struct club_call *call) {
    struct store_reader *reader = store_tx_reader(tx);
    struct writer w = writer_to(&call->named.call.reply.body);
    enum store_result result = store_club_get(reader, call->club.public_id, &call->club);

    return result == STORE_OK ? club_write(&w, reader, &call->club, call->named.call.account)
                              : result;
}

enum store_result club_call_room(struct store_tx *tx, struct club_call *call,
                                 enum store_club_role role) {
    struct endpoint_call *own = &call->named.call;
    int64_t members = 0, waiting = 0;
    enum store_result result =
        store_club_count(store_tx_reader(tx), call->club.id, &members, &waiting);

    if (result != STORE_OK)
        return result;
    if (role < STORE_CLUB_INVITED && members >= CLUB_MEMBERS_MAX)
        return endpoint_refuse(own, PROBLEM_CONFLICT, "a club can have %d members",
                               CLUB_MEMBERS_MAX);
    if (role >= STORE_CLUB_INVITED && waiting >= CLUB_WAITING_MAX)
        return endpoint_refuse(own, PROBLEM_CONFLICT,
                               "%d people can be invited to a club or ask to join it at a time",
                               CLUB_WAITING_MAX);
    return STORE_OK;
}

/* ---- POST /v1/clubs, PATCH /v1/clubs/{id} ---- */

/* What a body says of a club; NULL, false: left out. */
struct club_choice {
    const char *name, *about;
    bool open, has_open;
};

static bool read_club(struct request *rq, bool is_new, struct club_choice *choice,
                      struct store_club *club) {
    const struct read_field fields[] = {
        {"name", READ_TEXT, .required = is_new, .to.text = &choice->name, .min = 1,
         .max = STORE_NAME_SIZE - 1},
        {"about", READ_TEXT, .to.text = &choice->about, .max = STORE_CLUB_ABOUT_SIZE - 1},
        {"open", READ_BOOL, .to.flag = &choice->open, .given = &choice->has_open},
    };
    const char *fault;

    if (!request_fields(rq, fields, sizeof fields / sizeof *fields))
        return false;
    fault = choice->name == NULL ? NULL : club_name_set(club, choice->name);
    if (fault != NULL) {
        reply_invalid_at(rq, "/name", "%s", fault);
        return false;
    }
    if (choice->about == NULL || choice->about[0] == '\0' ||
        seen_copy(club->about, sizeof club->about, choice->about))
        return true;
    reply_invalid_at(rq, "/about", "must be a text that can be seen");
    return false;
}

struct club_change {
    struct club_call call; /* first */
    struct club_choice choice;
    struct store_club wanted;
};

static bool clubs_create_read(struct request *rq, void *state) {
    struct club_change *change = state;
    struct store_club *wanted = &change->wanted;

    if (!guest_pass(rq, "clubs") || !bot_account_pass(rq, "clubs") ||
        !read_club(rq, true, &change->choice, wanted))
        return false;
    wanted->open = change->choice.open;
    wanted->created_at = change->call.named.call.now;
    app_new_id(wanted->public_id);
    return true;
}

static enum store_result clubs_create_run(struct store_tx *tx, void *state) {
    struct club_change *change = state;
    struct club_call *call = &change->call;
    struct endpoint_call *own = &call->named.call;
    struct store_club_member owner = {
        .account = own->account, .role = STORE_CLUB_OWNER, .since = own->now};
    enum store_result result = moderation_hold(tx, own, ACT_TALK);

    if (result == STORE_OK)
        result = store_club_create(tx, &change->wanted);
    if (result == STORE_CONFLICT && own->refusal.problem == PROBLEM_NONE)
        return endpoint_refuse_at(own, "/name", CLUB_NAME_TAKEN, change->wanted.name);
    if (result != STORE_OK)
        return result;
    owner.club = change->wanted.id;
    result = store_club_member_put(tx, &owner);
    if (result == STORE_OK)
        result = quota_hold(tx, own, QUOTA_BIT(QUOTA_CLUBS) | QUOTA_BIT(QUOTA_OWN_CLUBS));
    if (result != STORE_OK)
        return result;
    call->club = change->wanted;
    snprintf(own->reply.location, sizeof own->reply.location, "/v1/clubs/%s", call->club.public_id);
    return club_call_reply(tx, call);
}

const struct endpoint clubs_create = {
    .size = sizeof(struct club_change),
    .body_max = CLUB_JSON_MAX,
    .status = 201,
    .keyed = true,
    .read = clubs_create_read,
    .run = clubs_create_run,
};

static bool clubs_patch_read(struct request *rq, void *state) {
    struct club_change *change = state;

    return endpoint_read_named(rq, state) && read_club(rq, false, &change->choice, &change->wanted);
}

static enum store_result clubs_patch_run(struct store_tx *tx, void *state) {
    struct club_change *change = state;
    struct club_call *call = &change->call;
    struct endpoint_call *own = &call->named.call;
    const struct club_choice *choice = &change->choice;
    const struct store_club *wanted = &change->wanted;
    enum store_result result = club_call_manage(tx, call, STORE_CLUB_OWNER);

    if (result == STORE_OK)
        result = moderation_hold(tx, own, ACT_TALK);
    if (result != STORE_OK)
        return result;
    if (choice->name != NULL) {
        memcpy(call->club.name, wanted->name, sizeof call->club.name);
        memcpy(call->club.name_key, wanted->name_key, sizeof call->club.name_key);
        memcpy(call->club.alike, wanted->alike, sizeof call->club.alike);
    }
    if (choice->about != NULL)
        memcpy(call->club.about, wanted->about, sizeof call->club.about);
    if (choice->has_open)
        call->club.open = choice->open;
    result = store_club_set(tx, &call->club);
    if (result == STORE_CONFLICT)
        return endpoint_refuse_at(own, "/name", CLUB_NAME_TAKEN, call->club.name);
    return result == STORE_OK ? club_call_reply(tx, call) : result;
}

const struct endpoint clubs_patch = {
    .size = sizeof(struct club_change),
    .body_max = CLUB_JSON_MAX,
    .status = 200,
    .read = clubs_patch_read,
    .run = clubs_patch_run,
};

/* ---- DELETE /v1/clubs/{id} ---- */

static enum store_result clubs_delete_run(struct store_tx *tx, void *state) {
    struct club_call *call = state;
    enum store_result result = club_call_manage(tx, call, STORE_CLUB_OWNER);

    return result == STORE_OK ? store_club_delete(tx, call->club.id) : result;
}

const struct endpoint clubs_delete = {
    .size = sizeof(struct club_call),
    .status = 204,
    .read = endpoint_read_named,
    .run = clubs_delete_run,
};

/* ---- POST /v1/clubs/{id}/join: in, or among those who ask ---- */

static bool clubs_join_read(struct request *rq, void *state) {
    return endpoint_read_named(rq, state) && guest_pass(rq, "clubs") &&
           bot_account_pass(rq, "clubs") && request_fields(rq, NULL, 0);
}

static enum store_result refuse_removed(struct store_tx *tx, struct club_call *call) {
    struct endpoint_call *own = &call->named.call;
    bool removed = false;
    enum store_result result =
        store_club_removal_get(store_tx_reader(tx), call->club.id, own->account, &removed);

    return result == STORE_OK && removed
               ? endpoint_refuse(own, PROBLEM_FORBIDDEN,
                                 "an organiser has removed you from this club; you can come back "
                                 "if an organiser invites you")
               : result;
}

static enum store_result clubs_join_run(struct store_tx *tx, void *state) {
    struct club_call *call = state;
    struct endpoint_call *own = &call->named.call;
    enum store_result result = club_call_open(tx, call);
    bool invited = call->has_role && call->own.role == STORE_CLUB_INVITED;
    struct store_club_member member = {.club = call->club.id,
                                       .account = own->account,
                                       .role = call->club.open || invited ? STORE_CLUB_MEMBER
                                                                          : STORE_CLUB_ASKING,
                                       .since = own->now};

    if (result != STORE_OK)
        return result;
    if (call->has_role && call->own.role < STORE_CLUB_INVITED)
        return endpoint_refuse(own, PROBLEM_CONFLICT, "you belong to this club already");
    if (call->has_role && call->own.role == STORE_CLUB_ASKING && !call->club.open)
        return endpoint_refuse(own, PROBLEM_CONFLICT, "you have asked to join this club already");
    if (!invited)
        result = refuse_removed(tx, call);
    if (result == STORE_OK)
        result = club_call_room(tx, call, member.role);
    if (result == STORE_OK)
        result = store_club_member_put(tx, &member);
    if (result == STORE_OK)
        result = quota_hold(tx, own, QUOTA_BIT(QUOTA_CLUBS));
    return result == STORE_OK ? club_call_reply(tx, call) : result;
}

const struct endpoint clubs_join = {
    .size = sizeof(struct club_call),
    .body_max = CLUB_JSON_MAX,
    .status = 200,
    .keyed = true,
    .read = clubs_join_read,
    .run = clubs_join_run,
};

/* ---- POST /v1/clubs/{id}/leave: also declines an invitation, or asks no longer ---- */

static bool clubs_leave_read(struct request *rq, void *state) {
    return endpoint_read_named(rq, state) && request_fields(rq, NULL, 0);
}

/* The club ends with its last member. */
static enum store_result clubs_leave_as_owner(struct store_tx *tx, struct club_call *call) {
    if (call->club.count > 1)
        return endpoint_refuse(&call->named.call, PROBLEM_CONFLICT,
                               "you own this club: make another member its owner first");
    return store_club_delete(tx, call->club.id);
}

static enum store_result clubs_leave_run(struct store_tx *tx, void *state) {
    struct club_call *call = state;
    struct endpoint_call *own = &call->named.call;
    enum store_result result = club_call_open(tx, call);

    if (result != STORE_OK)
        return result;
    if (!call->has_role)
        return endpoint_refuse(own, PROBLEM_FORBIDDEN, "you do not belong to this club");
    if (call->own.role == STORE_CLUB_OWNER)
        return clubs_leave_as_owner(tx, call);
    return store_club_member_delete(tx, call->club.id, own->account);
}

const struct endpoint clubs_leave = {
    .size = sizeof(struct club_call),
    .status = 204,
    .read = clubs_leave_read,
    .run = clubs_leave_run,
};
