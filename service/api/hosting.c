/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/hosting.h"

#include "db/people.h"
#include "service/api/game.h"
#include "service/app/store_reply.h"
#include "service/game/conduct.h"

enum { HOSTING_JSON_MAX = 256, LEAST_GAMES_MAX = 1000, PERCENT = 100 };

/* ---- judging ---- */

/* Who has played nothing yet has not failed to finish. */
static bool plays_as_asked(const struct store_hosting *asked,
                           const struct conduct_record *conduct) {
    return conduct->games >= (int)asked->least_games &&
           conduct->finished * PERCENT >= conduct->games * (int)asked->least_finished;
}

enum store_result hosting_admits(struct store_reader *reader, const struct store_game *row,
                                 int64_t account, int64_t now, bool *admitted) {
    struct conduct_record conduct = {0};
    struct store_hosting asked;
    bool barred = true;
    enum store_result result = store_hosting_get(reader, row->creator, &asked);

    /* All of it, whatever comes of the rest: how long it takes tells nothing. */
    if (result == STORE_OK)
        result = conduct_find(reader, account, now, &conduct);
    if (result == STORE_OK)
        result = store_people_bar(reader, row->creator, account, &barred);
    *admitted = result == STORE_OK && !barred &&
                (row->creator == account || plays_as_asked(&asked, &conduct));
    return result;
}

enum store_result hosting_refuse(struct endpoint_call *call) {
    return endpoint_refuse(call, PROBLEM_CONFLICT,
                           "no open seat of this game is for you: whoever made it decides how much "
                           "and how reliably others must have played, and whom they avoid");
}

/* ---- GET, PUT /v1/me/hosting ---- */

void hosting_write(struct writer *w, const struct store_hosting *hosting) {
    writer_object(w);
    writer_int_member(w, "least_games", hosting->least_games);
    writer_int_member(w, "least_finished", hosting->least_finished);
    writer_object_end(w);
}

void hosting_get(struct request *rq) {
    struct store_reader *reader = api_reader(rq);
    struct store_hosting hosting;
    struct buffer body;
    struct writer w;

    if (reader == NULL || !request_query(rq, NULL, 0) ||
        !check_stored(rq, store_hosting_get(reader, rq->caller.account, &hosting)))
        return;
    w = writer_begin(&body, HOSTING_JSON_MAX);
    hosting_write(&w, &hosting);
    reply_stored(rq, STORE_OK, &body);
}

struct hosting_change {
    struct endpoint_call call; /* first */
    struct store_hosting hosting;
};

static bool hosting_put_read(struct request *rq, void *state) {
    struct hosting_change *change = state;
    int64_t games = 0, finished = 0;
    const struct read_field fields[] = {
        {"least_games", READ_INT, .to.number = &games, .min = 0, .max = LEAST_GAMES_MAX},
        {"least_finished", READ_INT, .to.number = &finished, .min = 0, .max = PERCENT},
    };

    if (!request_fields(rq, fields, sizeof fields / sizeof *fields))
        return false;
    change->hosting = (struct store_hosting){.account = rq->caller.account,
                                             .least_games = (unsigned)games,
                                             .least_finished = (unsigned)finished};
    return true;
}

static enum store_result hosting_put_run(struct store_tx *tx, void *state) {
    struct hosting_change *change = state;
    struct writer w = writer_to(&change->call.reply.body);

    hosting_write(&w, &change->hosting);
    return store_hosting_put(tx, &change->hosting);
}

const struct endpoint hosting_put = {
    .size = sizeof(struct hosting_change),
    .body_max = HOSTING_JSON_MAX,
    .status = 200,
    .read = hosting_put_read,
    .run = hosting_put_run,
};
