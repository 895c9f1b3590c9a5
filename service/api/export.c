/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/export.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "db/accounts.h"
#include "db/chats.h"
#include "db/clocks.h"
#include "db/games.h"
#include "db/hooks.h"
#include "db/lessons.h"
#include "db/mailboxes.h"
#include "db/outbox.h"
#include "db/passkeys.h"
#include "db/push.h"
#include "db/puzzles.h"
#include "db/read_marker.h"
#include "db/seeks.h"
#include "db/talk.h"
#include "service/api/accounts.h"
#include "service/api/calendar.h"
#include "service/api/chats.h"
#include "service/api/clubs.h"
#include "service/api/events.h"
#include "service/api/game.h"
#include "service/api/groups.h"
#include "service/api/hooks.h"
#include "service/api/hosting.h"
#include "service/api/lessons.h"
#include "service/api/mail.h"
#include "service/api/orders.h"
#include "service/api/passkeys.h"
#include "service/api/people.h"
#include "service/api/push.h"
#include "service/api/record.h"
#include "service/api/reports.h"
#include "service/api/seeks.h"
#include "service/api/special_build.h"
#include "service/api/talk.h"
#include "service/api/wholesale.h"
#include "service/app/app.h"
#include "service/app/store_reply.h"
#include "service/game/access.h"
#include "service/http/reply.h"
#include "service/notify/outbox.h"
#include "service/oauth/apps.h"
#include "service/oauth/grant.h"

/*
 * All data stored about the caller that they may see, one JSON object per line. It is made in pieces, each on a
 * thread of the pool: first the account's own data, then each game with the account's data in it and its talk page
 * by page, finally the messages about their games. The last line marks it as complete.
 */

enum {
    GAMES_AHEAD = 100,
    PAGE = 200, /* messages of talk or of the outbox in one piece */
    /* Bytes of a piece: a record and what stands beside it. */
    PART_MAX = API_RECORD_MAX + (1 << 20),
    CHARGE_LINES = 450, /* that one counts as at the least */
};

enum export_stage { STAGE_ACCOUNT, STAGE_GAMES, STAGE_TALK, STAGE_MESSAGES, STAGE_END, STAGE_OVER };

struct export {
    struct wholesale wholesale; /* first */
    const struct app *app;
    int64_t account;
    enum export_stage stage;
    int64_t ids[GAMES_AHEAD]; /* of games */
    size_t n, at;             /* number of ids, and of those written */
    int64_t before;           /* the last of the ids */
    int64_t game, talk;       /* the game whose talk is being written, and the last message
                               * written */
    int64_t message;          /* of the outbox, the last one written */
    char game_id[STORE_ID_SIZE];
    bool more; /* the page was full */
    int64_t lines;
};

/* ---- lines ---- */

/* {"type":"...","game":"...","value": */
static struct writer begin_line(struct export *export, const char *type, const char *game) {
    struct writer w = writer_to(&export->wholesale.part);

    export->lines++;
    writer_object(&w);
    writer_text_member(&w, "type", type);
    if (game != NULL)
        writer_text_member(&w, "game", game);
    writer_key(&w, "value");
    return w;
}

static void end_line(struct writer *w, struct export *export) {
    writer_object_end(w);
    buffer_byte(&export->wholesale.part, '\n');
}

/* ---- what belongs to the account ---- */

static bool write_token_line(void *context, const struct store_token *token) {
    struct writer w = begin_line(context, "token", NULL);

    account_write_token_row(&w, token);
    end_line(&w, context);
    return true;
}

static bool write_passkey_line(void *context, const struct store_passkey *passkey) {
    struct writer w = begin_line(context, "passkey", NULL);

    passkeys_write(&w, passkey);
    end_line(&w, context);
    return true;
}

static bool write_hook_line(void *context, const struct store_hook *hook) {
    struct writer w = begin_line(context, "webhook", NULL);

    hooks_write(&w, hook, NULL);
    end_line(&w, context);
    return true;
}

static bool write_chat_line(void *context, const struct store_chat_link *link) {
    struct writer w = begin_line(context, "chat", NULL);

    chats_write_link(&w, link);
    end_line(&w, context);
    return true;
}

static bool write_push_line(void *context, const struct store_push *push) {
    struct writer w = begin_line(context, "push", NULL);

    push_write(&w, push, 0);
    end_line(&w, context);
    return true;
}

static bool write_app_line(void *context, const struct store_app *app) {
    struct writer w = begin_line(context, "app", NULL);

    apps_write(&w, app);
    end_line(&w, context);
    return true;
}

static bool write_grant_line(void *context, const struct store_grant *grant) {
    struct writer w = begin_line(context, "grant", NULL);

    grants_write(&w, grant);
    end_line(&w, context);
    return true;
}

static bool write_person_line(void *context, const struct store_person *person) {
    struct writer w = begin_line(context, "person", NULL);

    people_write(&w, person);
    end_line(&w, context);
    return true;
}

static bool write_seek_line(void *context, const struct store_seek *seek) {
    struct writer w = begin_line(context, "seek", NULL);

    seeks_write(&w, seek, seek->account, NULL);
    end_line(&w, context);
    return true;
}

static bool write_lesson_line(void *context, const struct store_lesson *lesson) {
    struct writer w = begin_line(context, "lesson", NULL);

    lessons_write_passed(&w, lesson);
    end_line(&w, context);
    return true;
}

static bool write_puzzle_line(void *context, const struct store_puzzle_answer *answer) {
    struct writer w = begin_line(context, "puzzle", NULL);

    writer_object(&w);
    writer_text_member(&w, "puzzle", answer->puzzle);
    writer_bool_member(&w, "solved", answer->solved);
    writer_time_member(&w, "at", answer->at);
    writer_object_end(&w);
    end_line(&w, context);
    return true;
}

/* What the account has learned: lessons, and its answers to puzzles, from which its streak follows. */
static enum store_result write_learning(struct export *export, struct store_reader *reader) {
    enum store_result result = store_lessons_of(reader, export->account, write_lesson_line, export);

    return result == STORE_OK
               ? store_puzzle_answers_of(reader, export->account, write_puzzle_line, export)
               : result;
}

static bool write_report_line(void *context, const struct store_report *report) {
    struct writer w = begin_line(context, "report", NULL);

    report_write(&w, report, false);
    end_line(&w, context);
    return true;
}

static bool write_sanction_line(void *context, const struct store_sanction *sanction) {
    struct writer w = begin_line(context, "sanction", NULL);

    sanction_write(&w, sanction, app_now());
    end_line(&w, context);
    return true;
}

static enum store_result write_fair_play(struct export *export, struct store_reader *reader) {
    enum store_result result = store_report_list_by(reader, export->account, INT64_MAX, UINT_MAX,
                                                    write_report_line, export);

    return result == STORE_OK ? store_sanction_list_of(reader, export->account, INT64_MAX, UINT_MAX,
                                                       write_sanction_line, export)
                              : result;
}

static void write_club_line(void *context, const struct store_club *club, const char *role) {
    struct writer w = begin_line(context, "club", NULL);

    club_write_short(&w, club, role);
    end_line(&w, context);
}

/* One line for all of them: each has several rows. */
static enum store_result write_groups(struct export *export, struct store_reader *reader) {
    struct writer w = begin_line(export, "groups", NULL);
    enum store_result result;

    writer_object(&w);
    writer_key(&w, "items");
    result = groups_write_of(&w, reader, export->account, true);
    writer_object_end(&w);
    end_line(&w, export);
    return result;
}

static enum store_result write_settings(struct export *export, struct store_reader *reader) {
    struct store_mailbox box;
    struct store_calendar calendar;
    struct store_hosting hosting;
    struct writer w;
    enum store_result result = store_mailbox_get(reader, export->account, &box);

    if (result == STORE_OK) {
        w = begin_line(export, "mail", NULL);
        mail_write_box(&w, &box);
        end_line(&w, export);
    }
    if (result == STORE_OK || result == STORE_NONE)
        result = store_hosting_get(reader, export->account, &hosting);
    if (result == STORE_OK) {
        w = begin_line(export, "hosting", NULL);
        hosting_write(&w, &hosting);
        end_line(&w, export);
        result = store_calendar_get(reader, export->account, &calendar);
    }
    if (result != STORE_OK)
        return result == STORE_NONE ? STORE_OK : result;
    w = begin_line(export, "calendar", NULL);
    calendar_write_row(&w, &calendar);
    end_line(&w, export);
    return STORE_OK;
}

static enum store_result write_account(struct export *export, struct store_reader *reader) {
    struct store_account account;
    enum store_result result = store_account_get(reader, export->account, &account);

    if (result != STORE_OK)
        return result;
    struct writer w = begin_line(export, "account", NULL);
    account_write_own(&w, &account);
    end_line(&w, export);
    result = write_settings(export, reader);
    if (result == STORE_OK)
        result = store_token_list(reader, export->account, write_token_line, export);
    if (result == STORE_OK)
        result = store_passkey_list(reader, export->account, write_passkey_line, export);
    if (result == STORE_OK)
        result = store_hook_list(reader, export->account, write_hook_line, export);
    if (result == STORE_OK)
        result = store_chat_link_list(reader, export->account, write_chat_line, export);
    if (result == STORE_OK)
        result = store_push_list(reader, export->account, app_now(), write_push_line, export);
    if (result == STORE_OK)
        result = store_app_list(reader, export->account, write_app_line, export);
    if (result == STORE_OK)
        result = store_grant_list(reader, export->account, grant_good_since(app_now()),
                                  write_grant_line, export);
    if (result == STORE_OK)
        result = store_people_list(reader, export->account, STORE_PEOPLE_ALL, 0, UINT_MAX,
                                   write_person_line, export);
    if (result == STORE_OK)
        result = store_seek_list(reader, export->account, app_now(), INT64_MAX, UINT_MAX,
                                 write_seek_line, export);
    if (result == STORE_OK)
        result = clubs_of(reader, export->account, true, write_club_line, export);
    if (result == STORE_OK)
        result = write_learning(export, reader);
    if (result == STORE_OK)
        result = write_groups(export, reader);
    if (result == STORE_OK)
        result = write_fair_play(export, reader);
    export->stage = STAGE_GAMES;
    return result;
}

/* ---- a game ---- */

/* Writes the record of a game that is over or hides nothing from the caller. *LOAD is replayed by that;
 * STORE_DAMAGED: nothing has been written. */
static enum store_result write_record_line(struct export *export, struct load *load) {
    size_t before = export->wholesale.part.size;
    struct writer w = begin_line(export, "record", load->row.public_id);
    enum store_result result;

    writer_json(&w, "", 0); /* what comes is written behind it */
    result = api_record_write(export->app, load, RECORD_WHOLE, &export->wholesale.part);
    end_line(&w, export);
    if (result == STORE_DAMAGED && !export->wholesale.part.failed) {
        export->wholesale.part.size = before;
        export->lines--;
    }
    return result;
}

static void write_view_line(struct export *export, const struct load *load) {
    struct writer w = begin_line(export, "view", load->row.public_id);
    int64_t deadlines[STORE_SEATS_MAX];

    api_write_view(&w, load, &load->game, load->row.status,
                   clock_deadlines(&load->clock, deadlines),
                   access_viewer(&load->row, export->account));
    end_line(&w, export);
}

/* Replays the game and writes its record, or the caller's view. */
static enum store_result write_game(struct export *export, struct load *load) {
    bool whole = row_over(&load->row) || access_owns_table(&load->row, export->account);
    enum store_result result =
        whole ? write_record_line(export, load) : load_replay(load, LOAD_LATEST, NULL, NULL);

    if (result == STORE_DAMAGED)
        result = load_stand_in(load);
    if (result != STORE_OK)
        return result;
    if (!whole && load->row.status == STORE_GAME_ACTIVE && !load->damaged)
        write_view_line(export, load);
    struct writer w = begin_line(export, "game", load->row.public_id);
    api_write_game(&w, load, NULL);
    end_line(&w, export);
    return STORE_OK;
}

static bool write_follow_line(void *context, const struct store_subscription *subscription) {
    struct export *export = context;

    if (subscription->account != export->account)
        return true;
    struct writer w = begin_line(export, "follow", export->game_id);
    chats_write_subscription(&w, subscription, export->account);
    end_line(&w, export);
    return true;
}

/* Writes the data in the game that only the caller sees. */
static enum store_result write_own_lines(struct export *export, struct load *load) {
    const char *id = load->row.public_id;
    unsigned seat = row_seat(&load->row, export->account);
    struct store_notes notes;
    uint32_t seq;
    int64_t at;
    struct writer w;
    enum store_result result = store_notes_get(load->reader, export->account, load->row.id, &notes);

    if (result == STORE_OK && notes.revision != 0) {
        w = begin_line(export, "notes", id);
        writer_object(&w);
        writer_text_member(&w, "text", notes.text);
        writer_time_or_null_member(&w, "at", notes.at);
        writer_object_end(&w);
        end_line(&w, export);
    }
    if (result == STORE_OK)
        result = store_read_marker_get(load->reader, load->row.id, export->account, &seq, &at);
    if (result == STORE_OK && at != 0) {
        w = begin_line(export, "looked", id);
        writer_object(&w);
        writer_int_member(&w, "seq", seq);
        writer_time_member(&w, "at", at);
        writer_object_end(&w);
        end_line(&w, export);
    }
    if (result == STORE_OK)
        result = store_subscription_of_game(load->reader, load->row.id, write_follow_line, export);
    if (result != STORE_OK || seat == NONE || load->row.mode != STORE_MODE_PLAY ||
        load->row.seats[seat].kind != STORE_SEAT_HUMAN || load->damaged)
        return result;
    w = begin_line(export, "orders", id);
    result = orders_write_all(&w, load, seat);
    end_line(&w, export);
    if (result == STORE_OK) {
        w = begin_line(export, "special_build", id);
        result = special_build_write(&w, load, seat);
        end_line(&w, export);
    }
    return result;
}

/* The next game's id, 0 if there is none left. */
static enum store_result find_next_game(struct export *export, struct store_reader *reader,
                                        int64_t *id) {
    enum store_result result = STORE_OK;

    if (export->at == export->n) {
        export->at = 0;
        result = store_game_ids_of(reader, export->account, export->before, export->ids,
                                   GAMES_AHEAD, &export->n);
        if (result == STORE_OK && export->n > 0)
            export->before = export->ids[export->n - 1];
    }
    *id = result == STORE_OK && export->n > 0 ? export->ids[export->at++] : 0;
    return result;
}

/* Writes one game, or nothing if the caller can no longer see it. */
static enum store_result write_next_game(struct export *export, struct store_reader *reader) {
    struct load load;
    int64_t id;
    enum store_result result = find_next_game(export, reader, &id);

    if (result != STORE_OK)
        return result;
    if (id == 0) {
        export->stage = STAGE_MESSAGES;
        return STORE_OK;
    }
    result = access_open_by_id(&load, reader, id, export->account);
    if (result == STORE_OK) {
        memcpy(export->game_id, load.row.public_id, sizeof export->game_id);
        result = write_game(export, &load);
    }
    if (result == STORE_OK)
        result = write_own_lines(export, &load);
    load_end(&load);
    if (result == STORE_OK) {
        export->game = id;
        export->talk = 0;
        export->stage = STAGE_TALK;
    }
    return result == STORE_NONE ? STORE_OK : result;
}

/* ---- talk, messages ---- */

static bool write_talk_line(void *context, const struct store_talk *talk) {
    struct export *export = context;
    struct writer w = begin_line(export, "talk", export->game_id);

    talk_write(&w, talk);
    end_line(&w, export);
    export->talk = talk->id;
    export->more = true;
    return true;
}

static enum store_result write_talk(struct export *export, struct store_reader *reader) {
    export->more = false;
    enum store_result result = store_talk_list(reader, export->game, export->account, export->talk,
                                               PAGE, write_talk_line, export);

    if (!export->more)
        export->stage = STAGE_GAMES;
    return result;
}

/* Contains no secrets of links: they are drawn when a message is sent. */
static bool write_message_line(void *context, const struct store_outbox_row *row) {
    static const char *const channels[OUTBOX_CHANNELS] = {"mail", "webhook", "chat", "push"};
    struct export *export = context;
    struct writer w = begin_line(export, "message", NULL);

    writer_object(&w);
    writer_text_member(&w, "id", row->public_id);
    writer_text_member(&w, "kind", outbox_kind_names[row->kind]);
    writer_text_member(&w, "by", channels[row->channel]);
    writer_time_member(&w, "created_at", row->created_at);
    writer_time_or_null_member(&w, "ended_at", row->ended_at);
    writer_bool_member(&w, "sent", row->state == STORE_OUTBOX_SENT);
    writer_object_end(&w);
    end_line(&w, export);
    export->message = row->id;
    export->more = true;
    return true;
}

static enum store_result write_messages(struct export *export, struct store_reader *reader) {
    export->more = false;
    enum store_result result = store_outbox_of_account(reader, export->account, export->message,
                                                       PAGE, write_message_line, export);

    if (!export->more)
        export->stage = STAGE_END;
    return result;
}

static enum store_result write_end(struct export *export, struct store_reader *reader) {
    (void)reader;
    struct writer w = begin_line(export, "end", NULL);

    writer_object(&w);
    writer_int_member(&w, "lines", export->lines);
    writer_time_member(&w, "at", app_now());
    writer_object_end(&w);
    end_line(&w, export);
    export->stage = STAGE_OVER;
    return STORE_OK;
}

/* ---- the endpoint ---- */

static bool make_export(struct request *rq, struct wholesale *wholesale,
                        struct store_reader *reader) {
    static enum store_result (*const parts[])(struct export * export,
                                              struct store_reader * reader) = {
        [STAGE_ACCOUNT] = write_account, [STAGE_GAMES] = write_next_game,
        [STAGE_TALK] = write_talk,       [STAGE_MESSAGES] = write_messages,
        [STAGE_END] = write_end,
    };
    struct export *export = (struct export *)wholesale;

    (void)rq;
    while (export->stage != STAGE_OVER && wholesale->part.size == 0)
        if (parts[export->stage](export, reader) != STORE_OK || wholesale->part.failed)
            return false;
    return true;
}

void export_get(struct request *rq) {
    struct store_reader *reader = api_reader(rq);
    struct export *export;
    int64_t events;

    if (reader == NULL || !request_query(rq, NULL, 0) ||
        !check_stored(rq, store_game_events_of(reader, rq->caller.account, &events)) ||
        !wholesale_charge(rq, CHARGE_LINES, events))
        return;
    export = wholesale_new(rq, sizeof *export);
    if (export == NULL)
        return;
    export->wholesale.make = make_export;
    export->app = app_of(rq);
    export->account = rq->caller.account;
    export->before = INT64_MAX;
    buffer_init(&export->wholesale.part, PART_MAX);
    reply_header(rq, "Content-Disposition", "attachment; filename=\"hexpost-export.ndjson\"");
    wholesale_send(rq, "application/x-ndjson");
}
