/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/profile.h"

#include <stdio.h>

#include "db/tournaments.h"
#include "service/account/name.h"
#include "service/api/clubs.h"
#include "service/api/game.h"
#include "service/api/groups.h"
#include "service/api/lessons.h"
#include "service/api/ratings.h"
#include "service/app/app.h"
#include "service/app/store_reply.h"
#include "service/game/conduct.h"
#include "service/tournament/format.h"

enum { PROFILE_JSON_MAX = 256 << 10, SHARE_SIZE = 16, TITLES_SHOWN = 100 };

/* Four digits are enough for a share of a year's games. */
static void write_finished(struct writer *w, const struct conduct_record *conduct) {
    char text[SHARE_SIZE];

    writer_key(w, "finished");
    if (conduct->games == 0) {
        writer_null(w);
        return;
    }
    writer_json(
        w, text,
        (size_t)snprintf(text, sizeof text, "%.4g", (double)conduct->finished / conduct->games));
}

static void write_answer_minutes(struct writer *w, const struct conduct_record *conduct) {
    writer_key(w, "answer_minutes");
    if (conduct->answers == 0) {
        writer_null(w);
        return;
    }
    writer_object(w);
    writer_int_member(w, "quarter", conduct->quartiles[0]);
    writer_int_member(w, "median", conduct->quartiles[1]);
    writer_int_member(w, "three_quarters", conduct->quartiles[2]);
    writer_object_end(w);
}

static void write_conduct_member(struct writer *w, const struct conduct_record *conduct) {
    writer_key(w, "conduct");
    writer_object(w);
    write_finished(w, conduct);
    writer_int_member(w, "games", conduct->games);
    writer_int_member(w, "missed", conduct->missed);
    write_answer_minutes(w, conduct);
    writer_int_member(w, "bot_games", conduct->bot_games);
    writer_object_end(w);
}

static bool write_title(void *context, const struct store_title *title) {
    struct writer *w = context;

    writer_object(w);
    writer_key(w, "tournament");
    writer_object(w);
    writer_text_member(w, "id", title->id);
    writer_text_member(w, "name", title->name);
    writer_text_member(w, "format", format_names[title->format]);
    writer_object_end(w);
    writer_key(w, "season");
    if (title->season == 0)
        writer_null(w);
    else
        writer_int(w, title->season);
    writer_time_member(w, "at", title->at);
    writer_object_end(w);
    return true;
}

static enum store_result write_profile(struct writer *w, struct store_reader *reader,
                                       const struct store_account *account) {
    struct conduct_record conduct;
    enum store_result result = conduct_find(reader, account->id, app_now(), &conduct);

    writer_object(w);
    writer_key(w, "account");
    writer_object(w);
    writer_text_member(w, "id", account->public_id);
    writer_text_member(w, "name", account->name);
    writer_bool_member(w, "bot", account->bot);
    writer_object_end(w);
    writer_time_member(w, "since", account->created_at);
    writer_key(w, "ratings");
    if (result == STORE_OK)
        result = ratings_write_account(w, reader, account->id, 0, false);
    write_conduct_member(w, &conduct);
    writer_key(w, "clubs");
    if (result == STORE_OK)
        result = clubs_write_of(w, reader, account->id);
    writer_key(w, "lessons");
    if (result == STORE_OK)
        result = lessons_write_of(w, reader, account->id);
    writer_key(w, "groups");
    if (result == STORE_OK)
        result = groups_write_of(w, reader, account->id, false);
    writer_key(w, "titles");
    writer_array(w);
    if (result == STORE_OK)
        result = store_titles_of(reader, account->id, TITLES_SHOWN, write_title, w);
    writer_array_end(w);
    writer_object_end(w);
    return result;
}

void profile_get(struct request *rq) {
    struct store_reader *reader = api_reader(rq);
    struct store_account account;
    struct buffer body;
    struct writer w;

    if (reader == NULL ||
        !check_stored(rq, account_by_name(reader, request_param(rq, 0), &account)))
        return;
    w = writer_begin(&body, PROFILE_JSON_MAX);
    reply_stored(rq, write_profile(&w, reader, &account), &body);
}
