/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/game_call.h"

#include "db/accounts.h"
#include "db/ahead.h"
#include "db/games.h"
#include "service/api/game.h"
#include "service/base/json_write.h"
#include "service/notify/outbox.h"

bool game_call_open(struct request *rq, struct game_call *call) {
    if (call->load.owned)
        return true;
    if (call->whole ? !api_load_whole(rq, &call->load, STORE_AHEAD_CALENDARS)
                    : !api_load(rq, &call->load))
        return false;
    call->game = call->load.row.id;
    return true;
}

bool game_call_open_seated(struct request *rq, struct game_call *call) {
    if (!game_call_open(rq, call))
        return false;
    if (row_seat(&call->load.row, call->call.account) != NONE)
        return true;
    reply_problem(rq, PROBLEM_FORBIDDEN, "only the players of a game can do this");
    return false;
}

enum store_result game_call_load(struct store_tx *tx, struct game_call *call) {
    enum store_result result = load_open_by_id(&call->load, store_tx_reader(tx), call->game);

    return result == STORE_OK
               ? load_replay(&call->load, LOAD_LATEST, call->each, call->each_context)
               : result;
}

enum store_result game_call_load_active(struct store_tx *tx, struct game_call *call) {
    const struct store_game *row = &call->load.row;
    enum store_result result = game_call_load(tx, call);

    if (result != STORE_OK)
        return result;
    if (row->mode != STORE_MODE_PLAY)
        return endpoint_refuse(&call->call, PROBLEM_CONFLICT,
                               "a table game has neither clocks nor other players");
    if (row_over(row))
        return endpoint_refuse(&call->call, PROBLEM_GAME_OVER, "this game is over");
    if (row->status != STORE_GAME_ACTIVE)
        return endpoint_refuse(&call->call, PROBLEM_CONFLICT, "this game has not begun yet");
    return STORE_OK;
}

unsigned game_call_own_seat(struct game_call *call) {
    unsigned seat = row_seat(&call->load.row, call->call.account);

    if (seat != NONE && call->load.row.seats[seat].kind == STORE_SEAT_HUMAN)
        return seat;
    endpoint_refuse(&call->call, PROBLEM_CONFLICT, "you no longer play in this game");
    return NONE;
}

void game_call_reply_game(struct game_call *call) {
    struct writer w = writer_to(&call->call.reply.body);

    api_write_game(&w, &call->load);
    api_game_etag(call->call.reply.etag, call->load.game.seq, &call->load, "");
}

enum store_result game_call_tell(struct store_tx *tx, const struct game_call *call, unsigned seat,
                                 enum text words, const char *what) {
    const struct load *load = &call->load;
    char text[STORE_OUTBOX_DATA_SIZE / 2];
    struct store_account account;
    struct buffer data;
    struct writer w;
    enum store_result result =
        store_account_get(store_tx_reader(tx), load->row.seats[seat].account, &account);

    if (result != STORE_OK)
        return result == STORE_NONE ? STORE_OK : result;
    text_fill_short(text, sizeof text, language_kept(account.language), words, TEXT_ARGS(what));
    w = writer_begin(&data, STORE_OUTBOX_DATA_SIZE);
    writer_object(&w);
    writer_text_member(&w, "text", text);
    writer_object_end(&w);
    buffer_byte(&data, '\0');
    result = data.failed ? STORE_MEMORY
                         : outbox_enqueue(tx, &(struct outbox_news){.kind = OUTBOX_NOTE,
                                                                    .account = account.id,
                                                                    .game = load->row.id,
                                                                    .seats = 1u << seat,
                                                                    .seq = load->game.seq,
                                                                    .now = call->call.now,
                                                                    .data = data.data});
    buffer_free(&data);
    return result;
}

enum store_result game_call_tell_others(struct store_tx *tx, const struct game_call *call,
                                        enum text words, const char *what) {
    const struct store_game *row = &call->load.row;
    enum store_result result = STORE_OK;

    for (unsigned seat = 0; seat < (unsigned)row->seat_count && result == STORE_OK; seat++)
        if (row->seats[seat].kind == STORE_SEAT_HUMAN &&
            row->seats[seat].account != call->call.account)
            result = game_call_tell(tx, call, seat, words, what);
    return result;
}

void game_call_close(void *state) {
    load_end(&((struct game_call *)state)->load);
}
