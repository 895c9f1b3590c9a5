/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/actor/release.h"

#include "db/accounts.h"
#include "db/games.h"

/* Whether the seat is held by, or reserved for, a deleted account. */
static bool seat_gone(const struct store_seat *seat) {
    return (seat->kind == STORE_SEAT_HUMAN || seat->kind == STORE_SEAT_INVITED) &&
           seat->account != 0 && seat->account_name[0] == '\0';
}

static enum store_result creator_gone(struct store_reader *reader, const struct store_game *row,
                                      bool *gone) {
    struct store_account account;
    enum store_result result = store_account_get(reader, row->creator, &account);

    *gone = result == STORE_OK && account.deleted_at != 0;
    return result;
}

/* Seats of an open game to be freed, as a set; *EMPTY: nobody else holds one. */
static unsigned seats_gone(const struct store_game *row, bool *empty) {
    unsigned seats = 0;

    for (int seat = 0; seat < row->seat_count; seat++)
        if (seat_gone(&row->seats[seat]))
            seats |= 1u << seat;
    *empty = (row_humans(row) & ~seats) == 0;
    return seats;
}

static enum store_result due_open(const struct load *load, struct release *due) {
    bool empty, gone = false;
    unsigned seats = seats_gone(&load->row, &empty);
    enum store_result result = STORE_OK;

    if (empty && seats == 0)
        result = creator_gone(load->reader, &load->row, &gone);
    if (seats != 0 || gone)
        due->kind = RELEASE_LEAVE;
    return result;
}

static enum store_result due_active(const struct load *load, struct release *due) {
    bool table = load->row.mode == STORE_MODE_TABLE, gone = false;
    enum store_result result = STORE_OK;

    if (table)
        result = creator_gone(load->reader, &load->row, &gone);
    for (int seat = 0; seat < load->row.seat_count; seat++) {
        const struct store_seat *s = &load->row.seats[seat];

        if (s->kind != STORE_SEAT_HUMAN || load->game.players[seat].resigned ||
            !(table ? gone : seat_gone(s)))
            continue;
        *due = (struct release){RELEASE_RESIGN, (unsigned)seat};
        break;
    }
    return result;
}

enum store_result release_due(const struct load *load, struct release *due) {
    *due = (struct release){RELEASE_NOTHING, NONE};
    switch (load->row.status) {
    case STORE_GAME_OPEN: return due_open(load, due);
    case STORE_GAME_ACTIVE: return due_active(load, due);
    default: return STORE_OK;
    }
}

static enum store_result open_seats_gone(struct store_tx *tx, const struct store_game *row) {
    const struct store_seat open = {.kind = STORE_SEAT_OPEN};
    bool empty, gone = false;
    unsigned seats = seats_gone(row, &empty);
    enum store_result result = STORE_OK;

    if (row->status != STORE_GAME_OPEN)
        return STORE_CONFLICT;
    if (empty)
        result = creator_gone(store_tx_reader(tx), row, &gone);
    if (gone)
        return store_game_delete(tx, row->id);
    for (int seat = 0; seat < row->seat_count && result == STORE_OK; seat++)
        if (seats >> seat & 1)
            result = store_seat_set(tx, row->id, seat, &row->seats[seat], &open);
    return result;
}

enum store_result release_open_game(struct store_tx *tx, int64_t game) {
    struct store_game row;
    enum store_result result = store_game_get_by_id(store_tx_reader(tx), game, &row);

    if (result == STORE_NONE)
        return STORE_OK;
    if (result == STORE_OK)
        result = open_seats_gone(tx, &row);
    store_game_clear(&row);
    return result;
}
