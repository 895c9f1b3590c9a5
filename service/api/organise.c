/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/organise.h"

#include <stdio.h>
#include <string.h>

#include "service/account/name.h"
#include "service/api/tournaments.h"
#include "service/base/seen.h"
#include "service/base/text.h"
#include "service/http/reply.h"
#include "service/tournament/format.h"
#include "service/tournament/keeper.h"

enum { POINTS_MAX = 99, REASON_MAX = 300 };

/* ---- PUT /v1/tournaments/{id}/players/{name} ---- */

enum order_word { ORDER_IN, ORDER_OUT, ORDER_REPLACED };

struct player_order {
    struct tournament_call call; /* first */
    int word;
    char name[STORE_NAME_SIZE];
    char by[STORE_NAME_SIZE];
};

static bool organise_player_read(struct request *rq, void *state) {
    static const char *const words[] = {"in", "out", "replaced", NULL};
    struct player_order *order = state;
    const char *by = NULL;
    const struct read_field fields[] = {
        {"state", READ_CHOICE, .required = true, .to.choice = &order->word, .choices = words},
        {"by", READ_TEXT, .nullable = true, .to.text = &by, .min = 1, .max = STORE_NAME_SIZE - 1},
    };

    if (!endpoint_read_named(rq, state) || !request_fields(rq, fields, 2))
        return false;
    if ((by != NULL) != (order->word == ORDER_REPLACED)) {
        reply_invalid_at(rq, "/by", "belongs to \"replaced\", and says by whom");
        return false;
    }
    snprintf(order->name, sizeof order->name, "%.*s", STORE_NAME_SIZE - 1, request_param(rq, 1));
    snprintf(order->by, sizeof order->by, "%.*s", STORE_NAME_SIZE - 1, by == NULL ? "" : by);
    return true;
}

/* Whether a number has sat at a table. */
struct number_search {
    unsigned number;
    bool found;
};

static bool note_number(void *context, const struct store_tournament_table *table) {
    struct number_search *search = context;

    for (unsigned seat = 0; seat < table->n; seat++)
        search->found |= table->players[seat] == search->number;
    return !search->found;
}

static enum store_result organise_replace(struct store_tx *tx, struct player_order *order,
                                          const struct store_tournament_player *player) {
    struct endpoint_call *own = &order->call.named.call;
    const struct store_tournament *row = &order->call.row;
    struct store_tournament_player other;
    struct store_account account;
    struct number_search search = {0};
    enum store_result result = account_by_name(store_tx_reader(tx), order->by, &account);

    if (result == STORE_OK)
        result = store_tournament_player(store_tx_reader(tx), row->id, account.id, &other);
    if (result == STORE_NONE)
        return endpoint_refuse_at(own, "/by",
                                  "has not joined this tournament, not even in reserve");
    if (result != STORE_OK)
        return result;
    search.number = other.number;
    result = store_tournament_tables(store_tx_reader(tx), row->id, 0, note_number, &search);
    if (result != STORE_OK)
        return result;
    if (search.found || other.state == STORE_PLAYER_INVITED || player->number == other.number)
        return endpoint_refuse(own, PROBLEM_CONFLICT,
                               "only somebody in reserve, who has not played in this tournament, "
                               "can take a place");
    result = store_tournament_players_swap(tx, row->id, player, &other);
    return result == STORE_OK ? tournament_note(tx, row->id, own->now, own->account, "replaced",
                                                "%.128s by %.128s", player->name, other.name)
                              : result;
}

/* Somebody who is not in it is only invited: whoever plays has joined. */
static enum store_result organise_invite(struct store_tx *tx, struct player_order *order,
                                         const struct store_account *account) {
    struct endpoint_call *own = &order->call.named.call;
    int64_t id = order->call.row.id;
    enum store_result result;

    if (account->bot)
        return endpoint_refuse(own, PROBLEM_CONFLICT,
                               "tournaments are for people, and %.100s is the account of a bot",
                               order->name);

    if (order->word != ORDER_IN)
        return endpoint_refuse(own, PROBLEM_CONFLICT, "%.100s does not play in this tournament",
                               order->name);
    result = store_tournament_player_join(tx, id, account->id, STORE_PLAYER_INVITED, own->now,
                                          CONTEST_PLAYERS_MAX);
    return result == STORE_OK
               ? tournament_note(tx, id, own->now, own->account, "invited", "%.128s", order->name)
               : result;
}

static enum store_result organise_move(struct store_tx *tx, struct player_order *order,
                                       struct store_tournament_player *player) {
    struct endpoint_call *own = &order->call.named.call;
    const struct store_tournament *row = &order->call.row;
    bool in = order->word == ORDER_IN;
    enum store_result result;

    if (in && (player->state == STORE_PLAYER_INVITED || player->state == STORE_PLAYER_IN))
        return STORE_OK;
    if (in && row->count >= row->players_max)
        return endpoint_refuse(own, PROBLEM_CONFLICT, "this tournament is full");
    if (in && row->status == STORE_TOURNAMENT_RUNNING && !formats[row->format].late)
        return endpoint_refuse(own, PROBLEM_CONFLICT,
                               "nobody can come later in this format; they can replace somebody");
    player->state = in ? STORE_PLAYER_IN : STORE_PLAYER_OUT;
    result = store_tournament_player_set(tx, row->id, player);
    return result == STORE_OK ? tournament_note(tx, row->id, own->now, own->account,
                                                in ? "in" : "out", "%.128s", player->name)
                              : result;
}

static enum store_result organise_player_run(struct store_tx *tx, void *state) {
    struct player_order *order = state;
    struct tournament_call *call = &order->call;
    struct store_tournament_player player;
    struct store_account account;
    enum store_result result = tournament_call_own(tx, call);

    if (result != STORE_OK)
        return result;
    if (call->row.status > STORE_TOURNAMENT_RUNNING)
        return endpoint_refuse(&call->named.call, PROBLEM_CONFLICT, "this tournament is over");
    result = account_by_name(store_tx_reader(tx), order->name, &account);
    if (result == STORE_OK)
        result = store_tournament_player(store_tx_reader(tx), call->row.id, account.id, &player);
    else if (result == STORE_NONE)
        return endpoint_refuse(&call->named.call, PROBLEM_NOT_FOUND, "nobody has this name");
    if (result == STORE_NONE)
        result = organise_invite(tx, order, &account);
    else if (result == STORE_OK && order->word == ORDER_REPLACED)
        result = organise_replace(tx, order, &player);
    else if (result == STORE_OK)
        result = organise_move(tx, order, &player);
    if (result == STORE_OK)
        result = store_tournament_set(tx, &call->row);
    return result == STORE_OK ? tournament_call_reply(tx, call) : result;
}

const struct endpoint organise_player = {
    .size = sizeof(struct player_order),
    .body_max = TOURNAMENT_JSON_MAX,
    .status = 200,
    .read = organise_player_read,
    .run = organise_player_run,
};

/* ---- POST /v1/tournaments/{id}/rounds/{round}/pair ---- */

struct pair_order {
    struct tournament_call call; /* first */
    int64_t round;
};

static bool organise_pair_read(struct request *rq, void *state) {
    struct pair_order *order = state;

    if (!text_read_number(request_param(rq, 1), 1, CONTEST_ROUNDS_MAX + 1, &order->round)) {
        reply_not_found(rq);
        return false;
    }
    return endpoint_read_named(rq, state) && request_fields(rq, NULL, 0);
}

/* Ends the round before: what is open counts as at its end date, and the server pairs the next. */
static enum store_result organise_pair_run(struct store_tx *tx, void *state) {
    struct pair_order *order = state;
    struct tournament_call *call = &order->call;
    struct endpoint_call *own = &call->named.call;
    enum store_result result = tournament_call_own(tx, call);

    if (result != STORE_OK)
        return result;
    if (call->row.status != STORE_TOURNAMENT_RUNNING)
        return endpoint_refuse(own, PROBLEM_CONFLICT, "this tournament is not running");
    if (order->round != call->row.round + 1)
        return endpoint_refuse(own, PROBLEM_CONFLICT,
                               "the games of round %u have begun; the next round to pair is %u",
                               call->row.round, call->row.round + 1);
    result = store_tournament_round_end(tx, call->row.id, own->now);
    if (result == STORE_OK)
        result = tournament_note(tx, call->row.id, own->now, own->account, "ended",
                                 "round %u, before its end date", call->row.round);
    if (result == STORE_OK)
        result = store_tournament_set(tx, &call->row);
    return result == STORE_OK ? tournament_call_reply(tx, call) : result;
}

const struct endpoint organise_pair = {
    .size = sizeof(struct pair_order),
    .body_max = TOURNAMENT_JSON_MAX,
    .status = 200,
    .keyed = true,
    .read = organise_pair_read,
    .run = organise_pair_run,
};

/* ---- POST /v1/tournaments/{id}/games/{game}/result ---- */

struct result_order {
    struct tournament_call call; /* first */
    char game[STORE_ID_SIZE];
    char reason[REASON_MAX + 1];
    int64_t winner; /* -1: nobody */
    unsigned lost;
    size_t n;
    uint8_t points[STORE_SEATS_MAX];
};

static void read_result_lists(struct read_errors *errors, const json_t *points, const json_t *lost,
                              struct result_order *order) {
    struct reading r = reading_begin(errors, "/points");
    struct reading_list list = reading_list(&r, points, STORE_SEATS_MAX);
    const json_t *item;

    while ((item = reading_next(&list)) != NULL)
        order->points[order->n++] = (uint8_t)reading_number(&r, item, 0, POINTS_MAX);
    r = reading_begin(errors, "/lost");
    if (lost != NULL)
        order->lost = reading_set(&r, lost, NULL, STORE_SEATS_MAX);
}

static bool organise_result_read(struct request *rq, void *state) {
    struct result_order *order = state;
    struct read_errors errors = {0};
    const json_t *points = NULL, *lost = NULL;
    const char *reason = "";
    const struct read_field fields[] = {
        {"winner", READ_INT, .nullable = true, .to.number = &order->winner,
         .max = STORE_SEATS_MAX - 1},
        {"points", READ_ARRAY, .required = true, .to.json = &points, .min = 3,
         .max = STORE_SEATS_MAX},
        {"lost", READ_ARRAY, .to.json = &lost},
        {"reason", READ_TEXT, .required = true, .to.text = &reason, .min = 1, .max = REASON_MAX},
    };

    order->winner = -1;
    if (!endpoint_read_named(rq, state) || !request_read(rq, &errors, fields, 4))
        return false;
    if (errors.count == 0)
        read_result_lists(&errors, points, lost, order);
    if (errors.count == 0 && !seen_copy(order->reason, sizeof order->reason, reason))
        read_error(&errors, "/reason", "must be a text that can be seen");
    snprintf(order->game, sizeof order->game, "%.*s", STORE_ID_SIZE - 1, request_param(rq, 1));
    return check_valid(rq, &errors);
}

static enum store_result organise_result_run(struct store_tx *tx, void *state) {
    struct result_order *order = state;
    struct tournament_call *call = &order->call;
    struct endpoint_call *own = &call->named.call;
    struct store_tournament_table table;
    enum store_result result = tournament_call_own(tx, call);

    if (result != STORE_OK)
        return result;
    if (call->row.status != STORE_TOURNAMENT_RUNNING)
        return endpoint_refuse(own, PROBLEM_CONFLICT, "this tournament is not running");
    result = store_tournament_table_of(store_tx_reader(tx), call->row.id, order->game, &table);
    if (result != STORE_OK)
        return result;
    if (order->n != table.n)
        return endpoint_refuse_at(own, "/points", "must have %u numbers, one a seat", table.n);
    if (order->winner >= (int64_t)table.n)
        return endpoint_refuse_at(own, "/winner", "this table has the seats 0 to %u", table.n - 1);
    if (order->lost >> table.n != 0)
        return endpoint_refuse_at(own, "/lost", "this table has the seats 0 to %u", table.n - 1);
    table.winner = (int)order->winner;
    table.lost = order->lost;
    memcpy(table.points, order->points, sizeof table.points);
    result = store_tournament_table_count(tx, call->row.id, &table);
    if (result == STORE_OK)
        result =
            tournament_note(tx, call->row.id, own->now, own->account, "result",
                            "round %u, table %u: %s", table.round, table.number, order->reason);
    if (result == STORE_OK)
        result = store_tournament_set(tx, &call->row);
    return result == STORE_OK ? tournament_call_reply(tx, call) : result;
}

const struct endpoint organise_result = {
    .size = sizeof(struct result_order),
    .body_max = TOURNAMENT_JSON_MAX,
    .status = 200,
    .keyed = true,
    .read = organise_result_read,
    .run = organise_result_run,
};
