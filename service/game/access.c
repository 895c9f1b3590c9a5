/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The one rule of who may see a game, and what of it. */
#include "service/game/access.h"

#include <strings.h>

#include "db/clubs.h"
#include "db/games.h"
#include "db/mailboxes.h"

const char *const access_visibility_names[] = {
    [STORE_PUBLIC] = "public", [STORE_PRIVATE] = "private", [STORE_UNLISTED] = "unlisted", NULL};

bool access_is_listed(const struct store_game *row) {
    return row->visibility == STORE_PUBLIC;
}

/* ---- who may see it ---- */

static bool is_known_to(const struct store_game *row, int64_t account) {
    if (row->creator == account)
        return true;
    for (int seat = 0; seat < row->seat_count; seat++)
        if (row->seats[seat].account == account)
            return true;
    return false;
}

/* Anybody can enter any address: only a confirmed one grants access. */
static enum store_result check_invitation(struct store_reader *reader, const struct store_game *row,
                                          int64_t account) {
    struct store_mailbox box;
    enum store_result result;
    bool any = false;

    for (int seat = 0; seat < row->seat_count; seat++)
        any |= row->seats[seat].kind == STORE_SEAT_INVITED && row->seats[seat].invite[0] != '\0';
    if (!any)
        return STORE_NONE;
    result = store_mailbox_get(reader, account, &box);
    if (result != STORE_OK || box.confirmed_at == 0)
        return result == STORE_OK ? STORE_NONE : result;
    for (int seat = 0; seat < row->seat_count; seat++)
        if (row->seats[seat].kind == STORE_SEAT_INVITED &&
            strcasecmp(row->seats[seat].invite, box.address) == 0)
            return STORE_OK;
    return STORE_NONE;
}

/* Whether the account has been offered a seat that another player gives up. */
static enum store_result check_seat_offer(struct store_reader *reader, const struct store_game *row,
                                          int64_t account) {
    int64_t offered[STORE_SEATS_MAX];
    enum store_result result = store_seat_offers(reader, row->id, offered);

    if (result != STORE_OK)
        return result;
    for (int seat = 0; seat < row->seat_count; seat++)
        if (offered[seat] == account)
            return STORE_OK;
    return STORE_NONE;
}

/* Whether the account belongs to the club that the game was made for. */
static enum store_result check_club(struct store_reader *reader, const struct store_game *row,
                                    int64_t account) {
    bool belongs = false;
    enum store_result result =
        row->club == 0 ? STORE_NONE : store_club_has(reader, row->club, account, &belongs);

    return result == STORE_OK && !belongs ? STORE_NONE : result;
}

enum store_result access_check(struct store_reader *reader, const struct store_game *row,
                               int64_t account) {
    enum store_result result;

    if (row->visibility != STORE_PRIVATE)
        return STORE_OK;
    if (account == 0)
        return STORE_NONE;
    if (is_known_to(row, account))
        return STORE_OK;
    result = check_club(reader, row, account);
    if (result == STORE_NONE)
        result = check_invitation(reader, row, account);
    return result == STORE_NONE ? check_seat_offer(reader, row, account) : result;
}

/* Only those who may see a game learn that it is damaged. */
static enum store_result check_opened(const struct load *load, enum store_result opened,
                                      int64_t account) {
    enum store_result result = opened;

    if (opened == STORE_OK || opened == STORE_DAMAGED)
        result = access_check(load->reader, &load->row, account);
    return result == STORE_OK ? opened : result;
}

enum store_result access_open(struct load *load, struct store_reader *reader, const char *public_id,
                              int64_t account) {
    return check_opened(load, load_open(load, reader, public_id), account);
}

enum store_result access_open_whole(struct load *load, struct store_reader *reader,
                                    const char *public_id, int64_t account) {
    return check_opened(load, load_open_whole(load, reader, public_id), account);
}

enum store_result access_open_by_id(struct load *load, struct store_reader *reader, int64_t id,
                                    int64_t account) {
    return check_opened(load, load_open_by_id(load, reader, id), account);
}

/* ---- what may be seen ---- */

bool access_owns_table(const struct store_game *row, int64_t account) {
    return row->mode == STORE_MODE_TABLE && account != 0 && row->creator == account;
}

bool access_takes_part(const struct store_game *row, int64_t account) {
    return account != 0 && (row->creator == account || row_seat(row, account) != NONE);
}

unsigned access_viewer(const struct store_game *row, int64_t account) {
    return access_owns_table(row, account) ? (unsigned)VIEWER_ALL : row_seat(row, account);
}
_Static_assert((unsigned)VIEWER_NOBODY == (unsigned)NONE, "a viewer without a seat is a spectator");
