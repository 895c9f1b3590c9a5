/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/people.h"

#include <stdio.h>
#include <string.h>

#include "service/account/name.h"
#include "service/account/quota.h"
#include "service/api/game.h"
#include "service/api/game_call.h"
#include "service/app/list.h"
#include "service/app/store_reply.h"
#include "service/base/seen.h"

/*
 * What the caller thinks of other people, and which games they watch. Only they see it. Nothing that others can ask for says
 * that it exists: where it decides something, they get the answer of another case.
 */

enum {
    PEOPLE_DEFAULT = 50,
    PEOPLE_LIMIT = 200,
    PERSON_JSON_MAX = 6 * STORE_PERSON_NOTE_SIZE + 512,
};

void people_write(struct writer *w, const struct store_person *person) {
    writer_object(w);
    writer_text_member(w, "account", person->name);
    writer_bool_member(w, "follow", person->follow);
    writer_bool_member(w, "news", person->news);
    writer_bool_member(w, "avoid", person->avoid);
    writer_bool_member(w, "block", person->block);
    writer_text_or_null_member(w, "note", person->note);
    writer_int_member(w, "games", person->games);
    writer_object_end(w);
}

/* ---- reading ---- */

static bool people_add(void *context, const struct store_person *person) {
    struct list *list = context;

    if (!list_takes(list))
        return false;
    people_write(&list->w, person);
    list_mark(list, "%lld", (long long)person->other);
    return true;
}

void people_list(struct request *rq) {
    /* By enum store_relation. */
    static const char *const relations[] = {"any", "follow", "avoid", "block", "played", NULL};
    int relation = STORE_PEOPLE_ALL;
    int64_t limit = PEOPLE_DEFAULT, after = 0;
    const char *cursor = NULL;
    const struct read_field fields[] = {
        {"relation", READ_CHOICE, .to.choice = &relation, .choices = relations},
        {"limit", READ_INT, .to.number = &limit, .min = 1, .max = PEOPLE_LIMIT},
        {"cursor", READ_TEXT, .to.text = &cursor},
    };
    struct store_reader *reader;
    struct list list;

    if (!request_query(rq, fields, sizeof fields / sizeof *fields) ||
        !list_read_cursor(rq, cursor, 0, INT64_MAX, &after) || (reader = api_reader(rq)) == NULL)
        return;
    list_begin(&list, (unsigned)limit, PEOPLE_LIMIT * PERSON_JSON_MAX);
    list_reply(rq, &list,
               store_people_list(reader, rq->caller.account, (enum store_relation)relation, after,
                                 list.limit + 1, people_add, &list));
}

void people_get(struct request *rq) {
    struct store_reader *reader = api_reader(rq);
    struct store_account other;
    struct store_person person;
    struct buffer body;
    struct writer w;

    if (reader == NULL ||
        !check_stored(rq, account_by_name(reader, request_param(rq, 0), &other)) ||
        !check_stored(rq, store_person_get(reader, rq->caller.account, other.id, &person)))
        return;
    w = writer_begin(&body, PERSON_JSON_MAX);
    people_write(&w, &person);
    reply_stored(rq, STORE_OK, &body);
}

/* ---- changing ---- */

struct people_change {
    struct endpoint_call call; /* first */
    int64_t other;
    struct store_person wanted;
};

/* Finds whom the route names. */
static bool people_find(struct request *rq, void *state) {
    struct people_change *change = state;
    struct store_reader *reader = api_reader(rq);
    struct store_account other;

    if (reader == NULL || !check_stored(rq, account_by_name(reader, request_param(rq, 0), &other)))
        return false;
    change->other = other.id;
    if (other.id != rq->caller.account)
        return true;
    reply_problem(rq, PROBLEM_CONFLICT, "you cannot follow, avoid or block yourself");
    return false;
}

static bool people_put_read(struct request *rq, void *state) {
    struct people_change *change = state;
    struct store_person *wanted = &change->wanted;
    const char *note = NULL;
    bool has_news = false;
    const struct read_field fields[] = {
        {"follow", READ_BOOL, .to.flag = &wanted->follow},
        {"news", READ_BOOL, .to.flag = &wanted->news, .given = &has_news},
        {"avoid", READ_BOOL, .to.flag = &wanted->avoid},
        {"block", READ_BOOL, .to.flag = &wanted->block},
        {"note", READ_TEXT, .nullable = true, .to.text = &note, .max = STORE_PERSON_NOTE_SIZE - 1},
    };

    if (!people_find(rq, state) || !request_fields(rq, fields, sizeof fields / sizeof *fields))
        return false;
    wanted->news = wanted->follow && (has_news ? wanted->news : true);
    if (note == NULL || *note == '\0' || seen_copy(wanted->note, sizeof wanted->note, note))
        return true;
    reply_invalid_at(rq, "/note",
                     "must say something, and have no control characters but line ends");
    return false;
}

static enum store_result people_put_run(struct store_tx *tx, void *state) {
    struct people_change *change = state;
    struct endpoint_call *call = &change->call;
    struct writer w = writer_to(&call->reply.body);
    struct store_person person;
    enum store_result result;

    change->wanted.account = call->account;
    change->wanted.other = change->other;
    change->wanted.changed_at = call->now;
    result = store_person_put(tx, &change->wanted);
    if (result == STORE_OK)
        result = quota_hold(tx, call, QUOTA_BIT(QUOTA_PEOPLE));
    if (result == STORE_OK) /* none: deleted meanwhile */
        result = store_person_get(store_tx_reader(tx), call->account, change->other, &person);
    if (result == STORE_OK)
        people_write(&w, &person);
    return result;
}

const struct endpoint people_put = {
    .size = sizeof(struct people_change),
    .body_max = PERSON_JSON_MAX,
    .status = 200,
    .read = people_put_read,
    .run = people_put_run,
};

static enum store_result people_forget_run(struct store_tx *tx, void *state) {
    struct people_change *change = state;
    const struct store_person nothing = {.account = change->call.account, .other = change->other};

    return store_person_put(tx, &nothing);
}

const struct endpoint people_forget = {
    .size = sizeof(struct people_change),
    .status = 204,
    .read = people_find,
    .run = people_forget_run,
};

/* ---- watched games ---- */

void people_watched(struct request *rq) {
    struct buffer body;
    struct writer w;
    struct load load;
    bool watched = false;
    enum store_result result;

    if (!api_load(rq, &load))
        return;
    result = store_game_watched(load.reader, rq->caller.account, load.row.id, &watched);
    load_end(&load);
    w = writer_begin(&body, PERSON_JSON_MAX);
    writer_object(&w);
    writer_bool_member(&w, "watched", watched);
    writer_object_end(&w);
    reply_stored(rq, result, &body);
}

static bool people_watch_read(struct request *rq, void *state) {
    return game_call_open(rq, state);
}

static enum store_result people_watch_run(struct store_tx *tx, void *state) {
    struct game_call *game = state;
    struct endpoint_call *call = &game->call;
    enum store_result result = store_game_watch(tx, call->account, game->game);

    return result == STORE_OK ? quota_hold(tx, call, QUOTA_BIT(QUOTA_WATCHED_GAMES)) : result;
}

const struct endpoint people_watch = {
    .size = sizeof(struct game_call),
    .status = 204,
    .read = people_watch_read,
    .run = people_watch_run,
    .close = game_call_close,
};

static enum store_result people_unwatch_run(struct store_tx *tx, void *state) {
    struct game_call *game = state;

    return store_game_unwatch(tx, game->call.account, game->game);
}

const struct endpoint people_unwatch = {
    .size = sizeof(struct game_call),
    .status = 204,
    .read = people_watch_read,
    .run = people_unwatch_run,
    .close = game_call_close,
};
