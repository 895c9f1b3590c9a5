/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/seats.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "db/mailboxes.h"
#include "service/api/game.h"
#include "service/app/app.h"
#include "service/app/idempotency.h"
#include "service/app/write.h"
#include "service/game/start.h"
#include "service/http/reply.h"
#include "service/http/topics.h"

/*
 * Taking and leaving seats. All is judged in the writer's transaction, where nobody else can take a
 * seat in between; whoever fills the last one starts the game.
 */
struct seating {
    struct write write; /* first: a job leads back to its request's state */
    struct idempotency idem;
    bool join;
    char game[STORE_ID_SIZE];
    int64_t account;
    char name[STORE_NAME_SIZE];
    bool has_seat;
    int64_t seat; /* where has_seat: the one wanted */
    bool has_commitment;
    uint8_t commitment[STORE_HASH_SIZE];
    int64_t now;
    /* what came of it */
    enum problem problem; /* PROBLEM_NONE: done */
    const char *detail;
    int64_t game_id;
    int seat_count;
    int64_t accounts[STORE_SEATS_MAX];
    struct buffer body;
    char etag[API_ETAG_SIZE];
    struct app *app;
};

static enum store_result refuse(struct seating *seating, enum problem problem, const char *detail) {
    seating->problem = problem;
    seating->detail = detail;
    return STORE_CONFLICT;
}

/* ---- judging ---- */

/* Whether the seat is kept for the account: as its own, or by its confirmed address ("": none). */
static bool kept_for(const struct store_seat *seat, int64_t account, const char *email) {
    if (seat->kind != STORE_SEAT_INVITED)
        return false;
    return seat->account == account ||
           (seat->account == 0 && email[0] != '\0' && strcasecmp(seat->invite, email) == 0);
}

/* The seat to take: the one wanted, else one kept for the account, else an open one. */
static int choose_seat(const struct seating *seating, const struct store_game *row,
                       const char *email) {
    for (int pass = 0; pass < 2; pass++)
        for (int seat = 0; seat < row->seat_count; seat++) {
            const struct store_seat *s = &row->seats[seat];
            bool kept = kept_for(s, seating->account, email);

            if (seating->has_seat && seat != seating->seat)
                continue;
            if (pass == 0 ? kept : s->kind == STORE_SEAT_OPEN)
                return seat;
        }
    return -1;
}

static enum store_result not_open(struct seating *seating, const struct store_game *row) {
    if (row_over(row))
        return refuse(seating, PROBLEM_GAME_OVER, "this game is over");
    return refuse(seating, PROBLEM_CONFLICT,
                  seating->join ? "this game has started: no seat can be taken any more"
                                : "this game has started: a seat can be resigned, not left");
}

static enum store_result judge_join(struct seating *seating, const struct load *load, int *seat) {
    const struct store_game *row = &load->row;
    struct store_mailbox box;
    enum store_result result = store_mailbox_get(load->reader, seating->account, &box);

    if (result != STORE_OK)
        return result;
    if (row_seat(row, seating->account) != NONE)
        return refuse(seating, PROBLEM_CONFLICT, "one account holds one seat of a game");
    if (row->status != STORE_GAME_OPEN)
        return not_open(seating, row);
    *seat = choose_seat(seating, row, box.confirmed_at != 0 ? box.address : "");
    if (*seat >= 0)
        return STORE_OK;
    return refuse(seating, PROBLEM_CONFLICT,
                  seating->has_seat ? "this seat is taken or kept for somebody else"
                                    : "no seat of this game is free");
}

static enum store_result judge_leave(struct seating *seating, const struct load *load, int *seat) {
    unsigned own = row_seat(&load->row, seating->account);

    if (load->row.status != STORE_GAME_OPEN)
        return not_open(seating, &load->row);
    if (own == NONE) /* left meanwhile by another request */
        return refuse(seating, PROBLEM_FORBIDDEN, "you have no seat in this game");
    *seat = (int)own;
    return STORE_OK;
}

/* ---- writing ---- */

static void fill_seat(const struct seating *seating, struct store_seat *seat) {
    memset(seat, 0, sizeof *seat);
    if (!seating->join)
        return;
    seat->kind = STORE_SEAT_HUMAN;
    seat->account = seating->account;
    memcpy(seat->account_name, seating->name, sizeof seat->account_name);
    seat->has_client_commitment = seating->has_commitment;
    memcpy(seat->client_commitment, seating->commitment, sizeof seat->client_commitment);
}

static enum store_result keep_answer(struct store_tx *tx, struct seating *seating,
                                     const struct load *load) {
    struct writer w = writer_to(&seating->body);

    seating->game_id = load->row.id;
    seating->seat_count = load->row.seat_count;
    for (int seat = 0; seat < load->row.seat_count; seat++)
        seating->accounts[seat] = load->row.seats[seat].account;
    api_write_game(&w, load);
    api_game_etag(seating->etag, load, "");
    if (seating->body.failed)
        return STORE_ERROR;
    return idempotency_keep_answer(tx, &seating->idem,
                                   &(struct idempotency_answer){.status = 200,
                                                                .etag = seating->etag,
                                                                .body = seating->body.data,
                                                                .body_size = seating->body.size},
                                   seating->now);
}

static enum store_result change(struct store_tx *tx, struct seating *seating, struct load *load) {
    struct store_seat now;
    int seat = -1;
    enum store_result result =
        seating->join ? judge_join(seating, load, &seat) : judge_leave(seating, load, &seat);

    if (result != STORE_OK)
        return result;
    fill_seat(seating, &now);
    result = store_seat_set(tx, load->row.id, seat, &load->row.seats[seat], &now);
    load->row.seats[seat] = now;
    if (result == STORE_OK && row_full(&load->row))
        result = start_game(tx, load, seating->now); /* by itself */
    if (result == STORE_OK)
        result = keep_answer(tx, seating, load);
    return result;
}

static enum store_result run(struct store_tx *tx, struct write *write) {
    struct seating *seating = (struct seating *)write;
    struct load load;
    enum store_result result;

    if (idempotency_was_seen(tx, &seating->idem))
        return STORE_CONFLICT;
    result = load_open(&load, store_tx_reader(tx), seating->game);
    if (result == STORE_OK)
        result = change(tx, seating, &load);
    load_end(&load);
    return result;
}

static void committed(struct write *write) {
    const struct seating *seating = (const struct seating *)write;

    for (int seat = 0; seat < seating->seat_count; seat++)
        if (seating->accounts[seat] != 0)
            topic_publish(seating->app->server, api_account_topic(seating->accounts[seat]));
    /* The game may have begun, or the account may have been deleted in between. */
    app_game_changed(seating->app, seating->game_id);
}

/* ---- the endpoints ---- */

static void seating_free(struct request *rq) {
    buffer_free(&((struct seating *)rq->state)->body);
}

static bool read_join(struct request *rq, const struct load *load, struct seating *seating) {
    const char *commitment = NULL;
    const struct read_field fields[] = {
        {"seat", READ_INT, .nullable = true, .to.number = &seating->seat,
         .max = load->setup.rules.players - 1, .given = &seating->has_seat},
        {"client_commitment", READ_TEXT, .to.text = &commitment},
    };

    seating->seat = -1;
    if (!request_fields(rq, fields, sizeof fields / sizeof *fields))
        return false;
    seating->has_seat = seating->seat >= 0;
    seating->has_commitment = commitment != NULL;
    if (commitment == NULL || fair_hex(commitment, seating->commitment))
        return true;
    reply_invalid_at(rq, "/client_commitment", "must be %d hexadecimal digits", FAIR_HEX_DIGITS);
    return false;
}

static void begin(struct request *rq, const struct load *load, bool join) {
    struct seating *seating;

    if (!join && row_seat(&load->row, rq->caller.account) == NONE &&
        !api_owns_table(rq, &load->row)) {
        reply_problem(rq, PROBLEM_FORBIDDEN, "you have no seat in this game");
        return;
    }
    seating = request_alloc(rq, sizeof *seating);
    if (seating == NULL) {
        reply_no_memory(rq);
        return;
    }
    buffer_init(&seating->body, API_GAME_MAX);
    rq->state = seating;
    rq->state_free = seating_free;
    seating->join = join;
    seating->account = rq->caller.account;
    seating->now = app_now();
    seating->app = app_of(rq);
    memcpy(seating->game, load->row.public_id, sizeof seating->game);
    memcpy(seating->name, rq->caller.name, sizeof seating->name);
    if (!(join ? read_join(rq, load, seating) : request_fields(rq, NULL, 0)) ||
        !idempotency_begin(rq, &seating->idem))
        return;
    write_begin_then(rq, &seating->write, run, committed);
}

static void finish(struct request *rq, struct seating *seating) {
    char quoted[API_ETAG_SIZE + 2];

    if (!write_finished(rq, &seating->write))
        return;
    if (seating->write.result == STORE_OK) {
        snprintf(quoted, sizeof quoted, "\"%s\"", seating->etag);
        reply_header(rq, "ETag", quoted);
        reply_json(rq, 200, &seating->body);
    } else if (seating->problem != PROBLEM_NONE) {
        reply_problem(rq, seating->problem, "%s", seating->detail);
    } else if (seating->write.result == STORE_NONE) {
        reply_not_found(rq); /* taken back meanwhile */
    } else if (!seating->idem.seen || idempotency_begin(rq, &seating->idem)) {
        reply_store_failure(rq, seating->write.result);
    }
}

static void seat_handler(struct request *rq, bool join) {
    struct load load;

    if (rq->state != NULL) {
        finish(rq, rq->state);
        return;
    }
    if (!api_load(rq, &load))
        return;
    begin(rq, &load, join);
    load_end(&load);
}

void seats_join(struct request *rq) {
    seat_handler(rq, true);
}

void seats_leave(struct request *rq) {
    seat_handler(rq, false);
}
_Static_assert((int)CALLER_NAME_SIZE == (int)STORE_NAME_SIZE, "callers' names are accounts' names");
