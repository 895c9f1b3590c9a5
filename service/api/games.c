/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/games.h"
#include "service/account/name.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/api/creation.h"
#include "service/api/history.h"
#include "service/app/app.h"
#include "service/base/text.h"
#include "service/game/access.h"
#include "service/http/reply.h"

enum {
    LIST_DEFAULT = 20,
    LIST_MAX_ITEMS = 100,
    LIST_JSON_MAX = LIST_MAX_ITEMS * (16 << 10),
    STATS_JSON_MAX = 256 << 10,
};

/* ---- POST /v1/games ---- */

static void refuse_new(struct request *rq, const struct read_errors *errors,
                       const struct new_game_fault *fault) {
    const struct reason_row *reason = &reasons[fault->fault.reason];

    if (fault->record == RECORD_ILLEGAL || fault->record == RECORD_IMPOSSIBLE)
        reply_problem_more(
            rq, fault->record == RECORD_ILLEGAL ? PROBLEM_ILLEGAL_MOVE : PROBLEM_IMPOSSIBLE_OUTCOME,
            &(struct problem_more){.has_seq = true,
                                   .seq = fault->fault.seq,
                                   .reason = reason->code,
                                   .rule = reason->rule},
            "event %u of the record: %s", (unsigned)fault->fault.seq, reason->text);
    else if (errors->count > 0)
        reply_invalid(rq, errors);
    else
        reply_no_memory(rq);
}

/* Documents name the seats by their accounts. */
static void name_seats(struct request *rq, struct new_game *new_game) {
    for (int seat = 0; seat < STORE_SEATS_MAX; seat++)
        if (new_game->seats[seat].account == rq->caller.account)
            snprintf(new_game->seats[seat].account_name, STORE_NAME_SIZE, "%.*s",
                     STORE_NAME_SIZE - 1, rq->caller.name);
}

static void create(struct request *rq, struct new_game *new_game) {
    struct read_errors errors = {0};
    struct new_game_fault fault;
    const json_t *body = request_json(rq);
    struct creation *creation;

    new_game->has_record = false;
    if (body == NULL)
        return;
    if (!new_game_read(&errors, body, rq->caller.account, new_game, &fault)) {
        refuse_new(rq, &errors, &fault);
        return;
    }
    name_seats(rq, new_game);
    creation = creation_new(rq);
    if (creation != NULL && idempotency_begin(rq, &creation->idem))
        creation_run(rq, creation, new_game);
}

void games_create(struct request *rq) {
    struct creation *creation = rq->state;
    struct new_game *new_game;

    if (creation == NULL) {
        new_game = malloc(sizeof *new_game);
        if (new_game == NULL) {
            reply_no_memory(rq);
            return;
        }
        create(rq, new_game);
        new_game_free(new_game);
        free(new_game);
    } else if (!write_finished(rq, &creation->write)) {
        return;
    } else if (creation->write.result == STORE_OK) {
        creation_reply(rq, creation);
    } else if (!creation->idem.seen || idempotency_begin(rq, &creation->idem)) {
        reply_store_failure(rq, creation->write.result);
    }
}

/* ---- lists ---- */

struct list {
    struct store_reader *reader;
    struct writer w;
    unsigned limit;
    unsigned count;
    int64_t last; /* id of the last item */
    bool more;
    enum store_result result;
};

static bool list_row(void *context, const struct store_game *row) {
    struct list *list = context;
    struct load *load;

    if (list->count == list->limit) {
        list->more = true;
        return false;
    }
    load = malloc(sizeof *load);
    list->result = load == NULL ? STORE_ERROR : load_row(load, list->reader, row);
    if (list->result == STORE_OK)
        list->result = load_replay(load, LOAD_LATEST, NULL, NULL);
    if (list->result == STORE_OK)
        api_write_game(&list->w, load);
    free(load);
    list->count++;
    list->last = row->id;
    return list->result == STORE_OK;
}

static void reply_list(struct request *rq, struct store_reader *reader,
                       struct store_game_filter *filter) {
    struct list list = {.reader = reader, .limit = filter->limit};
    struct buffer body;
    enum store_result result;
    char cursor[24];

    buffer_init(&body, LIST_JSON_MAX);
    list.w = writer_to(&body);
    writer_object(&list.w);
    writer_key(&list.w, "items");
    writer_array(&list.w);
    filter->viewer = rq->caller.account;
    filter->limit++;
    result = store_read_begin(reader);
    if (result == STORE_OK) {
        result = store_game_list(reader, filter, list_row, &list);
        store_read_end(reader);
    }
    if (result == STORE_OK)
        result = list.result;
    writer_array_end(&list.w);
    writer_key(&list.w, "next");
    snprintf(cursor, sizeof cursor, "%lld", (long long)list.last);
    writer_text_or_null(&list.w, list.more ? cursor : NULL);
    writer_object_end(&list.w);
    reply_stored(rq, result, &body);
}

/* Reads the query; `mine` is for lists that have it. */
static bool read_filter(struct request *rq, bool has_mine, struct store_game_filter *filter) {
    int status = -1, mode = -1;
    int64_t limit = LIST_DEFAULT;
    const char *cursor = NULL;
    bool mine = false;
    const struct read_field fields[] = {
        {"status", READ_CHOICE, .to.choice = &status, .choices = status_names},
        {"mode", READ_CHOICE, .to.choice = &mode, .choices = mode_names},
        {"limit", READ_INT, .to.number = &limit, .min = 1, .max = LIST_MAX_ITEMS},
        {"cursor", READ_TEXT, .to.text = &cursor},
        {"mine", READ_BOOL, .to.flag = &mine},
    };

    if (!request_query(rq, fields, sizeof fields / sizeof *fields - !has_mine))
        return false;
    *filter = (struct store_game_filter){
        .statuses = status < 0 ? 0 : 1u << status,
        .modes = mode < 0 ? 0 : 1u << mode,
        .mine = mine ? rq->caller.account : 0,
        .limit = (unsigned)limit,
    };
    if (cursor != NULL && !text_read_number(cursor, 1, INT64_MAX, &filter->before)) {
        reply_invalid_at(rq, "cursor", "must be what `next` of the page before said");
        return false;
    }
    if (mine && rq->caller.account == 0) {
        reply_problem(rq, PROBLEM_UNAUTHENTICATED, "to see your own games, say who you are");
        return false;
    }
    return true;
}

void games_list(struct request *rq) {
    struct store_game_filter filter;
    struct store_reader *reader;

    if (!read_filter(rq, true, &filter))
        return;
    reader = api_reader(rq);
    if (reader != NULL)
        reply_list(rq, reader, &filter);
}

/* The account that the route names; false when it has answered. */
static bool find_account(struct request *rq, struct store_reader **reader,
                         struct store_account *account) {
    enum store_result result;

    *reader = api_reader(rq);
    if (*reader == NULL)
        return false;
    result = account_by_name(*reader, request_param(rq, 0), account);
    if (result == STORE_NONE)
        reply_not_found(rq);
    else if (result != STORE_OK)
        reply_store_failure(rq, result);
    return result == STORE_OK;
}

void games_of_account(struct request *rq) {
    struct store_game_filter filter;
    struct store_account account;
    struct store_reader *reader;

    if (!find_account(rq, &reader, &account) || !read_filter(rq, false, &filter))
        return;
    filter.player = account.id;
    reply_list(rq, reader, &filter);
}

void games_stats(struct request *rq) {
    struct store_account_stats stats;
    struct store_account account;
    struct store_reader *reader;
    enum store_result result;
    struct buffer body;
    struct writer w;

    if (!find_account(rq, &reader, &account))
        return;
    result = store_account_stats(reader, account.id, rq->caller.account, &stats);
    if (result != STORE_OK) {
        reply_store_failure(rq, result);
        return;
    }
    buffer_init(&body, STATS_JSON_MAX);
    w = writer_to(&body);
    writer_object(&w);
    writer_text_member(&w, "name", account.name);
    writer_int_member(&w, "active", stats.active);
    writer_int_member(&w, "finished", stats.finished);
    writer_int_member(&w, "won", stats.won);
    writer_int_member(&w, "lost", stats.finished - stats.won);
    writer_int_member(&w, "resigned", stats.resigned);
    result = history_write_account(&w, reader, account.id, rq->caller.account);
    writer_object_end(&w);
    reply_stored(rq, result, &body);
}

/* ---- one game ---- */

void games_get(struct request *rq) {
    struct load load;

    if (!api_load(rq, &load))
        return;
    if (api_replay(rq, &load, LOAD_LATEST))
        api_reply_game(rq, 200, &load);
    load_end(&load);
}

struct deletion {
    struct write write;
    int64_t game;
};

static enum store_result run_delete(struct store_tx *tx, struct write *write) {
    return store_game_delete(tx, ((struct deletion *)write)->game);
}

static void delete_game(struct request *rq, const struct load *load) {
    struct deletion *deletion;

    if (load->row.creator != rq->caller.account) {
        reply_problem(rq, PROBLEM_FORBIDDEN, "only its creator can take a game back");
        return;
    }
    if (load->row.status != STORE_GAME_OPEN) {
        reply_problem(rq, PROBLEM_CONFLICT, "this game has started; its log stays");
        return;
    }
    deletion = rq->state = request_alloc(rq, sizeof *deletion);
    if (deletion == NULL) {
        reply_no_memory(rq);
        return;
    }
    deletion->game = load->row.id;
    write_begin(rq, &deletion->write, run_delete);
}

void games_delete(struct request *rq) {
    struct deletion *deletion = rq->state;
    struct load load;

    if (deletion == NULL) {
        if (!api_load(rq, &load))
            return;
        delete_game(rq, &load);
        load_end(&load);
    } else if (!write_finished(rq, &deletion->write)) {
        return;
    } else if (deletion->write.result == STORE_OK) {
        reply_empty(rq, 204);
    } else if (deletion->write.result == STORE_CONFLICT) {
        reply_problem(rq, PROBLEM_CONFLICT, "this game has just started; its log stays");
    } else {
        reply_store_failure(rq, deletion->write.result);
    }
}

/* ---- POST /v1/games/{id}/rematch ---- */

/* The same players, each one seat further on; everybody but the one who asks is kept a seat. */
static void seat_again(struct request *rq, const struct store_game *row,
                       struct new_game *new_game) {
    for (int seat = 0; seat < row->seat_count; seat++) {
        const struct store_seat *was = &row->seats[(seat + 1) % row->seat_count];
        struct store_seat *now = &new_game->seats[seat];

        if (was->account != 0 && was->account_name[0] != '\0') {
            now->kind = was->account == rq->caller.account ? STORE_SEAT_HUMAN : STORE_SEAT_INVITED;
            now->account = was->account;
            memcpy(now->account_name, was->account_name, sizeof now->account_name);
        } else if (was->account == 0 && was->kind == STORE_SEAT_BOT) {
            now->kind = STORE_SEAT_BOT;
            memcpy(now->bot, was->bot, sizeof now->bot);
        }
    }
}

static void same_again(struct request *rq, const struct load *load, struct new_game *new_game) {
    json_t *options = json_loadb(load->row.options.data, load->row.options.len, 0, NULL);
    struct read_errors errors = {0};
    const json_t *board = json_object_get(options, "board");

    memset(new_game, 0, sizeof *new_game);
    new_game->mode = load->row.mode;
    new_game->visibility = load->row.visibility;
    new_game->by_link = access_is_by_link(&load->row);
    memcpy(new_game->name, load->row.name, sizeof new_game->name);
    new_game->rules = load->setup.rules;
    new_game->rematch_of = load->row.id;
    new_game->has_clock = load->clock.runs;
    new_game->clock = load->clock.rules;
    new_game->clock.paused_until = 0;
    if (!board_read(&errors, board, "", load->setup.rules.players, &new_game->board)) {
        new_game->board.is_explicit = true; /* it was told hex by hex */
        new_game->board.spec = load->spec;
    }
    new_game->board.seed[0] = '\0';
    new_game_board_seed(&new_game->board);
    seat_again(rq, &load->row, new_game);
    json_decref(options);
}

/* Answers with the rematch that is there already; false when there is none. */
static bool reply_rematch(struct request *rq, struct store_reader *reader, int64_t game) {
    struct store_game row;
    struct load load;
    enum store_result result = store_game_rematch(reader, game, &row);

    if (result == STORE_NONE)
        return false;
    if (result == STORE_OK)
        result = load_row(&load, reader, &row);
    if (result == STORE_OK)
        result = load_replay(&load, LOAD_LATEST, NULL, NULL);
    if (result == STORE_OK)
        api_reply_game(rq, 200, &load);
    else
        reply_store_failure(rq, result);
    store_game_clear(&row);
    return true;
}

static void rematch(struct request *rq, const struct load *load) {
    const struct store_game *row = &load->row;
    struct new_game *new_game;
    struct creation *creation;

    if (row_seat(row, rq->caller.account) == NONE && !api_owns_table(rq, row)) {
        reply_problem(rq, PROBLEM_FORBIDDEN, "only those who played a game can ask for another");
        return;
    }
    if (!request_fields(rq, NULL, 0))
        return;
    if (!row_over(row)) {
        reply_problem(rq, PROBLEM_CONFLICT, "this game is not over yet");
        return;
    }
    creation = creation_new(rq);
    if (creation == NULL || !idempotency_begin(rq, &creation->idem) ||
        reply_rematch(rq, load->reader, row->id))
        return;
    new_game = malloc(sizeof *new_game);
    if (new_game == NULL) {
        reply_no_memory(rq);
        return;
    }
    same_again(rq, load, new_game);
    creation_run(rq, creation, new_game);
    free(new_game);
}

void games_rematch(struct request *rq) {
    struct creation *creation = rq->state;
    struct store_reader *reader;
    struct load load;

    if (creation == NULL) {
        if (!api_load(rq, &load))
            return;
        rematch(rq, &load);
        load_end(&load);
        return;
    }
    if (!write_finished(rq, &creation->write))
        return;
    if (creation->write.result == STORE_OK) {
        creation_reply(rq, creation);
    } else if (creation->write.result != STORE_CONFLICT) {
        reply_store_failure(rq, creation->write.result);
    } else if (!creation->idem.seen || idempotency_begin(rq, &creation->idem)) {
        reader = api_reader(rq);
        if (reader != NULL && !reply_rematch(rq, reader, creation->made.row.rematch_of))
            reply_store_failure(rq, STORE_ERROR);
    }
}
