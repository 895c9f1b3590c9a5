/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/game/load.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/chain.h"
#include "db/events.h"
#include "db/games.h"
#include "service/base/json_read.h"
#include "service/bots/bot.h"
#include "service/document/position.h"
#include "service/game/guard.h"
#include "service/game/layouts.h"
#include "service/parts/parts.h"

const char *const status_names[STORE_GAME_STATUSES + 1] = {
    [STORE_GAME_OPEN] = "open",
    [STORE_GAME_ACTIVE] = "active",
    [STORE_GAME_FINISHED] = "finished",
    [STORE_GAME_ABANDONED] = "abandoned",
};
const char *const mode_names[] = {[STORE_MODE_PLAY] = "play", [STORE_MODE_TABLE] = "table", NULL};

/* ---- the state before the log ---- */

static enum store_result load_position(struct load *load) {
    struct read_failure failure;
    struct read_errors errors = {0};
    json_t *value = read_json(load->row.position.data, load->row.position.len, &failure);
    bool ok = value != NULL && position_read(&errors, value, "", &load->setup, &load->start);

    json_decref(value);
    load->has_position = true;
    return ok ? STORE_OK : STORE_DAMAGED;
}

/* Whether the row is possible in ways that the database does not enforce. */
static bool row_fits(const struct store_game *row) {
    bool fits = row->checksum == chain_game(row) && row->mode <= STORE_MODE_TABLE &&
                row->status < STORE_GAME_STATUSES && row->winner < row->seat_count &&
                row->points.len <= SEAT_MAX;

    for (int seat = 0; seat < row->seat_count; seat++)
        fits =
            fits && row->seats[seat].kind <= STORE_SEAT_INVITED &&
            (row->seats[seat].kind != STORE_SEAT_BOT || bot_of(row->seats[seat].bot) < BOT_COUNT);
    return fits;
}

enum store_result load_prepare(struct load *load) {
    enum store_result result = STORE_OK;

    load->has_position = false;
    load->clock = (struct clock){.runs = false};
    load->last_at = 0;
    load->chain = 0;
    if (!layout_build(load->row.setup, &load->setup, &load->spec) ||
        load->setup.rules.players != load->row.seat_count)
        return STORE_DAMAGED;
    load->built = true;
    if (load->row.position.len > 0)
        result = load_position(load);
    else
        game_init(&load->setup, &load->start);
    load->game = load->start;
    trail_begin(&load->trail, &load->start, load->row.mode == STORE_MODE_TABLE);
    load->log = (struct log_reader){.setup = &load->setup,
                                    .viewer = VIEWER_NOBODY,
                                    .over = row_over(&load->row),
                                    .trail = &load->trail};
    return result;
}

static enum store_result find_damaged(struct load *load, enum guard_fault fault, uint32_t seq) {
    guard_set_aside(load->reader, &load->row, fault, seq);
    load->fault = fault;
    load->fault_seq = seq;
    return STORE_DAMAGED;
}

static enum store_result finish_open(struct load *load, enum store_result result) {
    load->built = load->damaged = false;
    if (result != STORE_OK)
        return result;
    if (guard_is_aside(load->reader, load->row.id))
        return STORE_DAMAGED;
    result = row_fits(&load->row) ? load_prepare(load) : STORE_DAMAGED;
    if (result == STORE_DAMAGED)
        return find_damaged(load, GUARD_SETUP, 0);
    if (result == STORE_OK && load->row.clocked)
        result = clock_load(&load->clock, load->reader, load->row.id);
    return result;
}

static enum store_result load_begin_reading(struct load *load, struct store_reader *reader) {
    enum store_result result = store_read_begin(reader);

    load->reader = reader;
    load->row.memory = NULL;
    load->owned = result == STORE_OK;
    return result;
}

enum store_result load_open(struct load *load, struct store_reader *reader, const char *public_id) {
    enum store_result result = load_begin_reading(load, reader);

    return result == STORE_OK ? finish_open(load, store_game_get(reader, public_id, &load->row))
                              : result;
}

enum store_result load_open_whole(struct load *load, struct store_reader *reader,
                                  const char *public_id) {
    load->reader = reader;
    load->row.memory = NULL;
    load->owned = true;
    return finish_open(load, store_game_read(reader, public_id, &load->row));
}

enum store_result load_open_by_id(struct load *load, struct store_reader *reader, int64_t id) {
    enum store_result result = load_begin_reading(load, reader);

    return result == STORE_OK ? finish_open(load, store_game_get_by_id(reader, id, &load->row))
                              : result;
}

enum store_result load_row(struct load *load, struct store_reader *reader,
                           const struct store_game *row) {
    load->reader = reader;
    load->row = *row;
    load->owned = false;
    return finish_open(load, STORE_OK);
}

void load_end(struct load *load) {
    if (!load->owned)
        return;
    load->owned = false;
    store_game_clear(&load->row);
    store_read_end(load->reader);
}

/* ---- the log ---- */

struct replay {
    struct load *load;
    load_each *each;
    void *context;
    uint32_t checked;       /* events up to this one need no check */
    enum guard_fault fault; /* GUARD_FAULTS: none */
    bool stopped;           /* `each` returned false */
};

static bool replay_row(void *context, const struct store_event *row) {
    struct replay *replay = context;
    struct load *load = replay->load;
    struct event event;
    struct game before;
    bool more = true;

    if (!event_decode((unsigned)row->kind, row->player < 0 ? NONE : (unsigned)row->player,
                      row->body.data, row->body.len, &event)) {
        replay->fault = GUARD_EVENT;
        return false;
    }
    if (row->seq > replay->checked &&
        trail_accepts(&load->trail, &load->setup, &load->game, &event) != REASON_OK) {
        replay->fault = GUARD_ILLEGAL;
        return false;
    }
    if (replay->each != NULL)
        before = load->game;
    trail_apply(&load->trail, &load->setup, &load->game, &event);
    if (replay->each != NULL)
        more = replay->each(replay->context, load, &before, &event, row->at);
    log_reader_step(&load->log, &load->game, &event);
    load->chain = row->chain;
    replay->stopped = !more;
    return more;
}

/* Whether the replayed log is as long as it should be. */
static bool log_is_whole(const struct load *load, uint32_t last) {
    bool ended = load->game.phase == PHASE_FINISHED;

    if (last != load->game.seq) /* a gap */
        return false;
    if (!load->owned) /* the row may be from another snapshot */
        return true;
    return ended == row_over(&load->row) && (last > 0) == (load->row.status != STORE_GAME_OPEN);
}

/* The end of the log: as it came with the row if both are from one snapshot, else by a query of its own. */
static enum store_result find_log_end(struct load *load, uint32_t *last) {
    const struct store_game *row = &load->row;

    if (!load->owned)
        return store_events_last(load->reader, row->id, last, &load->last_at);
    *last = row->last_seq;
    load->last_at = row->last_at;
    return row->last_seq == load->game.seq && row->last_seq > 0 &&
                   row->last_mark != chain_mark(load->chain, row->last_at)
               ? STORE_DAMAGED
               : STORE_OK;
}

/* Checks that the replay reached the end of the log. */
static enum store_result check_log_end(struct load *load) {
    uint32_t last;
    enum store_result result = find_log_end(load, &last);

    if (result == STORE_DAMAGED)
        return find_damaged(load, GUARD_CHECKSUM, last);
    if (result == STORE_CORRUPT || (result == STORE_OK && !log_is_whole(load, last)))
        return find_damaged(load, GUARD_LOG, load->game.seq + 1);
    return result;
}

struct part_ground load_part_ground(const struct load *load) {
    return (struct part_ground){.reader = load->reader,
                                .game = load->row.id,
                                .public_id = load->row.public_id,
                                .setup = &load->setup,
                                .mode = load->row.mode,
                                .seats = load->row.seats};
}

enum store_result load_replay(struct load *load, uint32_t at, load_each *each, void *context) {
    struct replay replay = {.load = load,
                            .each = each,
                            .context = context,
                            .checked = guard_checked(load->reader, load->row.id),
                            .fault = GUARD_FAULTS};
    struct store_window window = {.after = load->game.seq, .times = each != NULL};
    enum store_result result = STORE_OK;

    if (at <= load->game.seq)
        return STORE_OK;
    if (at != LOAD_LATEST)
        window.limit = at - load->game.seq;
    if (load->owned) {
        window.end = load->row.last_seq;
        window.log = load->row.log;
    }
    if (!load->owned || window.end > load->game.seq)
        result = store_events_read(load->reader, load->row.id, &window, replay_row, &replay);
    if (replay.fault != GUARD_FAULTS)
        return find_damaged(load, replay.fault, load->game.seq + 1);
    if (result == STORE_DAMAGED)
        return find_damaged(load, GUARD_CHECKSUM, load->game.seq + 1);
    if (result == STORE_CORRUPT)
        return find_damaged(load, GUARD_LOG, load->game.seq + 1);
    if (result == STORE_OK && load->game.seq > replay.checked)
        guard_note_checked(load->reader, load->row.id, load->game.seq);
    if (result != STORE_OK || replay.stopped || load->game.seq >= at)
        return result;
    result = check_log_end(load);
    const struct part_ground ground = load_part_ground(load);
    return result == STORE_OK ? parts_ask(&ground, &load->game) : result;
}

/* Marks what an undo has undone: everything between the event that it names and itself. */
static bool mark_taken_back(void *context, const struct store_event *row) {
    bool *dead = context;
    struct event event;

    if (row->kind == UNDO && event_decode(UNDO, row->player < 0 ? NONE : (unsigned)row->player,
                                          row->body.data, row->body.len, &event))
        for (uint32_t seq = event.action.ref + 1; seq <= row->seq; seq++)
            dead[seq] = true;
    return true;
}

/* Which events of the whole log were undone, the undos themselves included: *DEAD, by seq, is the caller's to free, even
 * on failure. */
static enum store_result find_taken_back(struct load *load, bool **dead) {
    const struct store_window window = {.limit = load->row.last_seq, .log = load->row.log};

    *dead = calloc((size_t)load->row.last_seq + 1, sizeof **dead);
    if (*dead == NULL)
        return STORE_MEMORY;
    return load->row.last_seq == 0
               ? STORE_OK
               : store_events_read(load->reader, load->row.id, &window, mark_taken_back, *dead);
}

struct keeping {
    load_each *each;
    void *context;
    const bool *dead; /* by seq */
};

static bool pass_kept(void *context, struct load *load, const struct game *before,
                      const struct event *event, int64_t at) {
    const struct keeping *keeping = context;

    return keeping->dead[load->game.seq] ||
           keeping->each(keeping->context, load, before, event, at);
}

enum store_result load_replay_kept(struct load *load, load_each *each, void *context) {
    bool *dead;
    enum store_result result = find_taken_back(load, &dead);
    struct keeping keeping = {each, context, dead};

    if (result == STORE_OK)
        result = load_replay(load, load->row.last_seq, pass_kept, &keeping);
    free(dead);
    return result;
}

/* ---- in lists ---- */

enum { PLAYERS_LEAST = 2 }; /* of any game */

enum store_result load_stand_in(struct load *load) {
    struct store_game *row = &load->row;
    unsigned players = row->seat_count < PLAYERS_LEAST ? PLAYERS_LEAST : (unsigned)row->seat_count;

    if (!load->built)
        load->setup = (struct setup){.rules = rules_base(players)};
    if (row->status >= STORE_GAME_STATUSES)
        row->status = STORE_GAME_ABANDONED;
    if (row->mode > STORE_MODE_TABLE)
        row->mode = STORE_MODE_TABLE;
    for (int seat = 0; seat < row->seat_count; seat++)
        if (row->seats[seat].kind > STORE_SEAT_INVITED)
            row->seats[seat].kind = STORE_SEAT_OPEN;
    row->points.len = row->points.len > SEAT_MAX ? 0 : row->points.len;
    load->game = (struct game){.seq = row->last_seq, .first = NONE};
    load->clock.runs = false;
    load->last_at = 0;
    load->damaged = true;
    return STORE_OK;
}

/* ---- what follows from a row ---- */

unsigned row_seat(const struct store_game *row, int64_t account) {
    if (account == 0 || row->mode == STORE_MODE_TABLE)
        return NONE;
    for (int seat = 0; seat < row->seat_count; seat++)
        if (row->seats[seat].account == account && row->seats[seat].kind != STORE_SEAT_INVITED)
            return (unsigned)seat;
    return NONE;
}

bool row_over(const struct store_game *row) {
    return row->status == STORE_GAME_FINISHED || row->status == STORE_GAME_ABANDONED;
}

bool row_ended_by_agreement(const struct store_game *row) {
    return row->status == STORE_GAME_ABANDONED && row->mode == STORE_MODE_PLAY &&
           row_humans(row) != 0;
}

static unsigned seats_of(const struct store_game *row, enum store_seat_kind kind) {
    unsigned seats = 0;

    for (int seat = 0; seat < row->seat_count; seat++)
        if (row->seats[seat].kind == kind)
            seats |= 1u << seat;
    return seats;
}

bool row_full(const struct store_game *row) {
    return (seats_of(row, STORE_SEAT_OPEN) | seats_of(row, STORE_SEAT_INVITED)) == 0;
}

unsigned row_humans(const struct store_game *row) {
    return seats_of(row, STORE_SEAT_HUMAN);
}

bool row_faces_bots(const struct store_game *row, unsigned seat) {
    for (unsigned i = 0; i < (unsigned)row->seat_count; i++)
        if ((row->seats[i].kind == STORE_SEAT_HUMAN) != (i == seat) ||
            (i != seat && row->seats[i].kind != STORE_SEAT_BOT))
            return false;
    return true;
}

json_t *row_options(const struct store_game *row) {
    return row->options.len == 0 ? NULL : json_loadb(row->options.data, row->options.len, 0, NULL);
}

/* The same only if NAME, with its quotes, occurs in them, as parsing JSON is slow. */
static json_t *row_options_with(const struct store_game *row, const char *name) {
    return row->options.len > 0 &&
                   memmem(row->options.data, row->options.len, name, strlen(name)) != NULL
               ? row_options(row)
               : NULL;
}

bool options_give_hints(const json_t *options) {
    return !json_is_false(json_object_get(options, "hints"));
}

bool row_gives_hints(const struct store_game *row) {
    json_t *options = row_options_with(row, "\"hints\"");
    bool gives = options_give_hints(options);

    json_decref(options);
    return gives;
}

unsigned row_bots(const struct store_game *row) {
    return seats_of(row, STORE_SEAT_BOT);
}

void row_seeds(const struct store_game *row, const struct store_seat *seats,
               struct fair_seeds *seeds) {
    *seeds = (struct fair_seeds){.players = (uint8_t)row->seat_count};
    memcpy(seeds->server, row->server_seed, sizeof seeds->server);
    for (int seat = 0; seat < row->seat_count; seat++) {
        seeds->has_client[seat] = seats[seat].client_seed_len == FAIR_SEED_BYTES;
        if (seeds->has_client[seat])
            memcpy(seeds->client[seat], seats[seat].client_seed, FAIR_SEED_BYTES);
    }
}

/* What a random island or a scenario's map was generated from, by the row's options. Only islands have a choice of
 * number layout. */
static void board_origin(const json_t *options, struct fairness *fairness) {
    const json_t *board = json_object_get(options, "board");
    const char *seed = json_string_value(json_object_get(board, "seed"));
    const char *numbers = json_string_value(json_object_get(board, "numbers"));
    const char *layout = json_string_value(json_object_get(board, "layout"));

    if (seed != NULL && layout != NULL && strlen(seed) <= BOARD_SEED_MAX) {
        fairness->has_board = numbers != NULL;
        fairness->has_map = numbers == NULL;
        memcpy(fairness->board_seed, seed, strlen(seed) + 1);
        if (numbers != NULL && strcmp(numbers, number_layout_names[NUMBERS_RANDOM]) == 0)
            fairness->board_numbers = NUMBERS_RANDOM;
        if (strcmp(layout, layout_names[LAYOUT_RANDOM]) == 0)
            fairness->map_layout = LAYOUT_RANDOM;
        fairness->map_scatters = json_object_get(board, "harbors") != NULL;
    }
}

void row_fairness(const struct store_game *row, const json_t *options, struct fairness *fairness) {
    *fairness = (struct fairness){
        .has_commitment = true, .has_seed = row_over(row), .play = row->mode == STORE_MODE_PLAY};
    board_origin(options, fairness);
    memcpy(fairness->commitment, row->commitment, sizeof fairness->commitment);
    if (fairness->has_seed)
        row_seeds(row, row->seats, &fairness->seeds);
    for (int seat = 0; seat < row->seat_count; seat++) {
        fairness->has_client_commitment[seat] = row->seats[seat].has_client_commitment;
        memcpy(fairness->client_commitment[seat], row->seats[seat].client_commitment,
               FAIR_SEED_BYTES);
    }
}

/* Bots' names by the seat's number, which stands for its color: bots' seats never have other
 * colors. */
static const char *const called_bots[SEAT_MAX] = {"Greta", "Otto", "Ida", "Bruno", "Wilma", "Emil"};

const char *row_bot_name(unsigned seat) {
    return called_bots[seat];
}

/* The names from a record, stored in the row's options. */
static void record_labels(const json_t *options, struct labels *labels) {
    const json_t *players = json_object_get(options, "players");

    for (size_t i = 0; i < json_array_size(players) && i < SEAT_MAX; i++) {
        const json_t *player = json_array_get(players, i);
        const char *name = json_string_value(json_object_get(player, "name"));
        const char *color = json_string_value(json_object_get(player, "color"));

        snprintf(labels->names[i], sizeof labels->names[i], "%s", name == NULL ? "" : name);
        snprintf(labels->colors[i], sizeof labels->colors[i], "%s", color == NULL ? "" : color);
        labels->seats[i].name = labels->names[i][0] == '\0' ? NULL : labels->names[i];
        labels->seats[i].color = labels->colors[i][0] == '\0' ? NULL : labels->colors[i];
    }
}

void row_labels_with(const struct store_game *row, const json_t *options, struct labels *labels) {
    memset(labels->seats, 0, sizeof labels->seats);
    for (int seat = 0; seat < row->seat_count && seat < SEAT_MAX; seat++) {
        const struct store_seat *s = &row->seats[seat];

        if (s->kind != STORE_SEAT_INVITED && s->account_name[0] != '\0')
            labels->seats[seat].name = s->account_name;
    }
    record_labels(options, labels);
}

void row_labels(const struct store_game *row, struct labels *labels) {
    json_t *options = row_options_with(row, "\"players\""); /* few games have these */

    row_labels_with(row, options, labels);
    json_decref(options);
}

static bool is_name_taken(const struct labels *labels, const char *name) {
    bool taken = false;

    for (unsigned seat = 0; seat < SEAT_MAX; seat++)
        taken |= labels->seats[seat].name != NULL && strcmp(labels->seats[seat].name, name) == 0;
    return taken;
}

void row_names(const struct store_game *row, struct labels *labels) {
    row_labels(row, labels);
    if (row->mode == STORE_MODE_TABLE)
        return;
    for (int seat = 0; seat < row->seat_count && seat < SEAT_MAX; seat++)
        if (row->seats[seat].kind == STORE_SEAT_BOT && labels->seats[seat].name == NULL &&
            !is_name_taken(labels, called_bots[seat]))
            labels->seats[seat].name = called_bots[seat];
}
