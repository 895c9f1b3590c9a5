/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/game/openings.h"

#include <stdlib.h>
#include <string.h>

#include "service/app/app.h"
#include "service/game/load.h"

enum {
    SETTLEMENTS = 2,
    SETS = 1 << OPENING_HEXES,
    CELLS =
        SEAT_MAX * SETTLEMENTS * (SETS + 1) * OPENING_FORMS, /* of one game, and its players' own */
    SETUP_EVENTS = 64, /* a set-up is over by then, or it is not one to count */
    PIECE = 16,        /* games in one transaction, which others wait for */
    PIECES = 32,       /* at a time */
};

/* ---- keys ---- */

/* The parts of a key from its low end, in bits. */
enum {
    DETAIL_BITS = 13,
    BRINGS_BITS = 9,
    FIELD_BITS = 3, /* harbor, order, players */
    GAME_BITS = 2,
    HEX_BITS = 7,
    TAIL_BITS = DETAIL_BITS + 3 * FIELD_BITS + GAME_BITS,
};

static void push_number(uint64_t *key, unsigned bits, unsigned value) {
    *key = *key << bits | (value & ((1u << bits) - 1));
}

static unsigned pop_number(uint64_t *key, unsigned bits) {
    unsigned value = (unsigned)*key & ((1u << bits) - 1);

    *key >>= bits;
    return value;
}

static int by_falling(const void *left, const void *right) {
    return *(const uint8_t *)right - *(const uint8_t *)left;
}

void opening_sort(struct opening_key *key) {
    qsort(key->hexes, OPENING_HEXES, 1, by_falling);
}

int64_t opening_pack(const struct opening_key *key) {
    uint64_t packed = key->settlement;

    push_number(&packed, 1, key->form);
    for (unsigned i = 0; i < OPENING_HEXES; i++)
        push_number(&packed, HEX_BITS, key->hexes[i]);
    push_number(&packed, GAME_BITS, key->game);
    push_number(&packed, FIELD_BITS, key->players);
    push_number(&packed, FIELD_BITS, key->order);
    push_number(&packed, FIELD_BITS, key->harbor);
    push_number(&packed, DETAIL_BITS,
                key->form == OPENING_PAIR ? key->covered : key->dots << BRINGS_BITS | key->brings);
    return (int64_t)packed;
}

void opening_unpack(int64_t packed, struct opening_key *key) {
    uint64_t rest = (uint64_t)packed;
    unsigned detail = pop_number(&rest, DETAIL_BITS);

    key->harbor = pop_number(&rest, FIELD_BITS);
    key->order = pop_number(&rest, FIELD_BITS);
    key->players = pop_number(&rest, FIELD_BITS);
    key->game = pop_number(&rest, GAME_BITS);
    for (unsigned i = OPENING_HEXES; i-- > 0;)
        key->hexes[i] = (uint8_t)pop_number(&rest, HEX_BITS);
    key->form = pop_number(&rest, 1);
    key->settlement = (unsigned)rest;
    key->covered = key->form == OPENING_PAIR ? detail : 0;
    key->dots = key->form == OPENING_YIELD ? detail >> BRINGS_BITS : 0;
    key->brings = key->form == OPENING_YIELD ? detail & ((1u << BRINGS_BITS) - 1) : 0;
}

/* The keys that agree with KEY in all but its lowest bits. */
static void range_above(const struct opening_key *key, unsigned bits, int64_t *first,
                        int64_t *last) {
    uint64_t all = (UINT64_C(1) << bits) - 1;
    uint64_t packed = (uint64_t)opening_pack(key);

    *first = (int64_t)(packed & ~all);
    *last = (int64_t)(packed | all);
}

void opening_range(const struct opening_key *key, int64_t *first, int64_t *last) {
    range_above(key, TAIL_BITS, first, last);
}

void opening_range_of_all(const struct opening_key *key, int64_t *first, int64_t *last) {
    range_above(key, OPENING_HEXES * HEX_BITS + TAIL_BITS, first, last);
}

bool opening_has_hexes(const struct opening_key *key, const struct opening_key *wanted) {
    unsigned found = 0; /* both fall */

    for (unsigned i = 0; i < OPENING_HEXES && found < OPENING_HEXES; i++)
        if (key->hexes[i] == wanted->hexes[found])
            found++;
    return found == OPENING_HEXES || wanted->hexes[found] == 0;
}

/* ---- what a game began with ---- */

/* The first two places of each seat, NONE where there is none. */
struct set_up {
    uint8_t place[SEAT_MAX][SETTLEMENTS];
};

static void note_places(struct set_up *set_up, const struct setup *setup, const struct game *game,
                        unsigned seat) {
    uint8_t *place = set_up->place[seat];
    uint8_t now[SETTLEMENTS] = {NONE, NONE};
    unsigned n = 0;

    for (unsigned v = 0; v < setup->board.n_vertices && n < SETTLEMENTS; v++)
        if (game->building[v] != BUILDING_NONE && game->owner[v] == seat)
            now[n++] = (uint8_t)v;
    if (n == SETTLEMENTS && now[1] == place[0]) { /* the one that was there has the higher number */
        now[1] = now[0];
        now[0] = place[0];
    }
    memcpy(place, now, sizeof now);
}

/* Called for each event until the set-up is over; what was taken back in it is not there any more. */
static bool note_set_up(void *context, struct load *load, const struct game *before,
                        const struct event *event, int64_t at) {
    (void)before, (void)event, (void)at;
    for (unsigned seat = 0; seat < load->setup.rules.players; seat++)
        note_places(context, &load->setup, &load->game, seat);
    return load->game.phase == PHASE_SETUP;
}

/* What a hex brings when its number comes, kind << 4 | number; 0 where that is nothing, or was not known. */
static uint8_t hex_brings(const struct board *board, unsigned hex) {
    unsigned kind;

    if (hex == NONE || board->hexes[hex].number == 0)
        return 0;
    kind = board->hexes[hex].terrain == GOLD ? (unsigned)OPENING_GOLD
                                             : terrain_kinds[board->hexes[hex].terrain];
    return kind < OPENING_KINDS ? (uint8_t)(kind << 4 | board->hexes[hex].number) : 0;
}

static void describe_place(const struct board *board, unsigned vertex, struct opening_key *key) {
    unsigned missing = 0;

    for (unsigned i = 0; i < OPENING_HEXES; i++)
        key->hexes[i] = hex_brings(board, board->vertex[vertex].hexes[i]);
    opening_sort(key);
    key->dots = key->brings = 0;
    for (unsigned i = OPENING_HEXES; i-- > 0;) {
        if (key->hexes[i] == 0) {
            missing++;
            continue;
        }
        key->brings = key->brings << 3 | key->hexes[i] >> 4;
        key->dots += (unsigned)number_pips(key->hexes[i] & 15);
    }
    for (; missing > 0; missing--)
        key->brings = key->brings << 3 | OPENING_NOTHING;
    key->harbor = 0;
    for (unsigned kind = HARBOR_KIND_COUNT; kind-- > 0;)
        if (board->vertex[vertex].harbors >> kind & 1)
            key->harbor = kind + 1;
}

static unsigned covered_by(const struct opening_key *key) {
    unsigned set = 0;

    for (unsigned i = 0; i < OPENING_HEXES && key->hexes[i] != 0; i++)
        set |= 1u << (key->hexes[i] >> 4);
    return set;
}

/* ---- cells ---- */

struct cells {
    struct store_opening items[CELLS * PIECE];
    size_t n;
};

/* Whether a set of the place's hexes is not the same as another: of hexes that are alike it has the first. */
static bool is_own_set(const struct opening_key *place, unsigned set) {
    for (unsigned i = 0; i < OPENING_HEXES; i++)
        if (set >> i & 1 && (place->hexes[i] == 0 || (i > 0 && !(set >> (i - 1) & 1) &&
                                                      place->hexes[i] == place->hexes[i - 1])))
            return false;
    return true;
}

/* Counts a settlement, in both forms, once for ACCOUNT (0: for the public). */
static void add_cells(struct cells *cells, const struct opening_key *place, int64_t account,
                      bool won) {
    struct opening_key key = *place;

    for (unsigned form = 0; form < OPENING_FORMS; form++) {
        key.form = form;
        cells->items[cells->n++] = (struct store_opening){account, opening_pack(&key), 1, won};
    }
}

static void add_place(struct cells *cells, const struct opening_key *place, bool won) {
    for (unsigned set = 0; set < SETS; set++) {
        struct opening_key key = *place;
        unsigned n = 0;

        if (!is_own_set(place, set))
            continue;
        memset(key.hexes, 0, sizeof key.hexes);
        for (unsigned i = 0; i < OPENING_HEXES; i++)
            if (set >> i & 1)
                key.hexes[n++] = place->hexes[i];
        add_cells(cells, &key, 0, won);
    }
}

/* For whom a game is counted. */
enum audience { FOR_PUBLIC = 1, FOR_PLAYERS = 2 };

/* Whose own game it is: whoever has the seat, or has resigned from it; 0: a bot's. */
static int64_t owner_of(const struct load *load, unsigned seat) {
    const struct store_seat *of = &load->row.seats[seat];

    return of->kind == STORE_SEAT_INVITED ? 0 : of->account;
}

static void add_seat(struct cells *cells, const struct load *load, const struct set_up *set_up,
                     unsigned seat, unsigned audience) {
    const struct rules *rules = &load->setup.rules;
    int64_t owner = audience & FOR_PLAYERS ? owner_of(load, seat) : 0;
    bool won = load->row.winner == (int)seat;
    struct opening_key places[SETTLEMENTS];
    unsigned covered = 0;

    for (unsigned i = 0; i < SETTLEMENTS; i++) {
        if (set_up->place[seat][i] == NONE)
            return;
        places[i] = (struct opening_key){
            .settlement = i,
            .game = rules->game,
            .players = rules->players,
            .order = (seat + rules->players - load->game.first) % rules->players,
        };
        describe_place(&load->setup.board, set_up->place[seat][i], &places[i]);
        covered |= covered_by(&places[i]);
    }
    for (unsigned i = 0; i < SETTLEMENTS; i++) {
        places[i].covered = covered;
        if (audience & FOR_PUBLIC)
            add_place(cells, &places[i], won);
        if (owner != 0)
            add_cells(cells, &places[i], owner, won);
    }
}

static int by_opening_key(const void *left, const void *right) {
    const struct store_opening *a = left, *b = right;

    if (a->account != b->account)
        return a->account < b->account ? -1 : 1;
    return (a->key > b->key) - (a->key < b->key);
}

/* Rising, and each account's keys once. */
static void merge_cells(struct cells *cells) {
    size_t n = 0;

    qsort(cells->items, cells->n, sizeof *cells->items, by_opening_key);
    for (size_t i = 0; i < cells->n; i++) {
        if (n == 0 || by_opening_key(&cells->items[n - 1], &cells->items[i]) != 0) {
            cells->items[n++] = cells->items[i];
            continue;
        }
        cells->items[n - 1].games += cells->items[i].games;
        cells->items[n - 1].won += cells->items[i].won;
    }
    cells->n = n;
}

/* Nothing is counted of a game that cannot be read, or that does not belong there. */
static enum store_result count_opened(struct cells *cells, struct store_reader *reader, int64_t id,
                                      unsigned audience) {
    struct load *load = calloc(1, sizeof *load);
    enum store_result result = load == NULL ? STORE_MEMORY : load_open_by_id(load, reader, id);
    struct set_up set_up;

    memset(&set_up, NONE, sizeof set_up);
    if (result == STORE_OK && load->row.visibility != STORE_PUBLIC)
        audience &= ~(unsigned)FOR_PUBLIC;
    if (result == STORE_OK && load->row.mode == STORE_MODE_PLAY && audience != 0 &&
        load->row.status == STORE_GAME_FINISHED) {
        uint32_t last = load->row.last_seq < SETUP_EVENTS ? load->row.last_seq : SETUP_EVENTS;

        result = load_replay(load, last, note_set_up, &set_up);
        for (unsigned seat = 0; seat < load->setup.rules.players && result == STORE_OK &&
                                load->game.phase != PHASE_SETUP;
             seat++)
            add_seat(cells, load, &set_up, seat, audience);
    }
    if (load != NULL)
        load_end(load);
    free(load);
    return result == STORE_DAMAGED || result == STORE_NONE ? STORE_OK : result;
}

/* ---- the listener ---- */

enum store_result openings_on_events(struct store_tx *tx, const struct game_events *events) {
    struct cells *cells;
    enum store_result result;

    if ((events->types >> EVENT_FINISHED & 1) == 0 || events->mode != STORE_MODE_PLAY)
        return STORE_OK;
    cells = calloc(1, sizeof *cells);
    result = cells == NULL ? STORE_MEMORY
                           : count_opened(cells, store_tx_reader(tx), events->game_id,
                                          FOR_PUBLIC | FOR_PLAYERS);
    if (result == STORE_OK) {
        merge_cells(cells);
        result = store_openings_add(tx, cells->items, cells->n);
    }
    free(cells);
    return result;
}

/* ---- games of before ---- */

struct catching_up {
    struct store_job job; /* first */
    bool own;             /* for their players, else for the public */
    int64_t ids[PIECE];
    size_t n;
    struct cells cells;
};

static enum store_result write_counted(struct store_tx *tx, struct store_job *job) {
    struct catching_up *up = (struct catching_up *)job;
    enum store_result result = STORE_OK;

    for (size_t i = 0; i < up->n && result == STORE_OK; i++)
        result = store_openings_counted(tx, up->own, up->ids[i]);
    return result == STORE_OK ? store_openings_add(tx, up->cells.items, up->cells.n) : result;
}

static enum chore_end count_piece(struct app *app, struct catching_up *up) {
    struct store_reader *reader = store_reader_get(app->store);
    enum store_result result;

    up->job = (struct store_job){.run = write_counted};
    up->cells.n = 0;
    if (reader == NULL ||
        store_openings_missing(reader, up->own, up->ids, PIECE, &up->n) != STORE_OK)
        return CHORE_FAILED;
    if (up->n == 0)
        return CHORE_DONE;
    for (size_t i = 0; i < up->n; i++)
        if (count_opened(&up->cells, reader, up->ids[i], up->own ? FOR_PLAYERS : FOR_PUBLIC) !=
            STORE_OK)
            return CHORE_FAILED;
    merge_cells(&up->cells);
    result = store_call(app->store, &up->job);
    return result == STORE_OK || result == STORE_CONFLICT ? CHORE_GOES_ON : CHORE_FAILED;
}

enum chore_end openings_catch_up(struct app *app, int64_t now) {
    struct catching_up *up = calloc(1, sizeof *up);
    enum chore_end end = up == NULL ? CHORE_FAILED : CHORE_GOES_ON;

    (void)now;
    for (unsigned i = 0; i < PIECES && end == CHORE_GOES_ON; i++) {
        end = count_piece(app, up);
        if (end == CHORE_DONE && !up->own) {
            up->own = true;
            end = CHORE_GOES_ON;
        }
    }
    free(up);
    return end;
}
