/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/tournament/stage.h"

#include <stdlib.h>
#include <string.h>

#include "db/groups.h"

enum { ROOM_FIRST = 64 };

bool stage_over(const struct store_tournament_table *table) {
    return table->counted || table->game_status == STORE_GAME_FINISHED ||
           table->game_status == STORE_GAME_ABANDONED;
}

/* One more table; false: memory ran out. */
static bool stage_make_room(struct stage *stage) {
    size_t room = stage->room == 0 ? ROOM_FIRST : 2 * stage->room;
    struct store_tournament_table *tables;
    struct contest_table *counted;

    if (stage->n_tables < stage->room)
        return true;
    tables = realloc(stage->tables, room * sizeof *tables);
    if (tables != NULL)
        stage->tables = tables;
    counted = realloc(stage->counted, room * sizeof *counted);
    if (counted != NULL)
        stage->counted = counted;
    if (tables == NULL || counted == NULL)
        return false;
    stage->room = room;
    return true;
}

static bool stage_add_table(void *context, const struct store_tournament_table *row) {
    struct stage *stage = context;
    struct contest_table *table;

    if (!stage_make_room(stage))
        return false;
    stage->tables[stage->n_tables] = *row;
    table = &stage->counted[stage->n_tables++];
    *table = (struct contest_table){.round = (uint16_t)row->round,
                                    .number = (uint16_t)row->number,
                                    .division = (uint16_t)row->division,
                                    .n = (uint8_t)row->n,
                                    .lost = (uint8_t)row->lost,
                                    .winner = (int8_t)row->winner,
                                    .counted = stage_over(row)};
    memcpy(table->points, row->points, sizeof table->points);
    memcpy(table->player, row->players, sizeof table->player);
    return true;
}

static void stage_set_field(struct stage *stage) {
    const struct store_tournament *row = &stage->row;
    struct contest *contest = &stage->contest;

    contest->seats = row->seats;
    contest->smallest = row->smallest;
    contest->rounds = row->rounds;
    contest->division = row->division;
    contest->moves = row->moves;
    contest->wbc = row->wbc;
    contest->seed = (uint64_t)row->seed;
    contest->n_players = (unsigned)stage->n_players;
    for (size_t i = 0; i < stage->n_players; i++)
        contest->in[i] = !stage->players[i].out;
    contest->tables = stage->counted;
    contest->n_tables = stage->n_tables;
}

/* Whether players have the numbers that they are found by, and tables only such. */
static bool stage_is_sound(const struct stage *stage) {
    for (size_t i = 0; i < stage->n_players; i++)
        if (stage->players[i].number != i)
            return false;
    for (size_t i = 0; i < stage->n_tables; i++)
        for (unsigned seat = 0; seat < stage->tables[i].n; seat++)
            if (stage->tables[i].players[seat] >= stage->n_players)
                return false;
    return stage->row.format >= 0 && stage->row.format < FORMAT_COUNT;
}

static enum store_result stage_read_rows(struct stage *stage, struct store_reader *reader,
                                         int64_t id) {
    enum store_result result = store_tournament_by_id(reader, id, &stage->row);

    if (result == STORE_OK)
        result = store_tournament_players(reader, id, stage->players, CONTEST_PLAYERS_MAX,
                                          &stage->n_players);
    if (result == STORE_OK)
        result = store_tournament_tables(reader, id, 0, stage_add_table, stage);
    return result;
}

struct stage *stage_read(struct store_reader *reader, int64_t id, enum store_result *result) {
    struct stage *stage = calloc(1, sizeof *stage);
    bool begun;

    *result = STORE_MEMORY;
    if (stage == NULL)
        return NULL;
    *result = store_read_begin(reader);
    begun = *result == STORE_OK;
    if (begun) {
        *result = stage_read_rows(stage, reader, id);
        store_read_end(reader);
    }
    if (*result == STORE_OK && !stage_is_sound(stage))
        *result = STORE_CORRUPT;
    if (*result == STORE_OK) {
        stage_set_field(stage);
        return stage;
    }
    stage_free(stage);
    return NULL;
}

void stage_free(struct stage *stage) {
    if (stage == NULL)
        return;
    free(stage->tables);
    free(stage->counted);
    free(stage);
}

enum store_result stage_find_friends(struct stage *stage, struct store_reader *reader,
                                     int64_t now) {
    struct contest *contest = &stage->contest;
    int64_t numbers[2 * CONTEST_FRIENDS_MAX];
    size_t count = 0;
    enum store_result result =
        store_group_players(reader, stage->row.id, now, numbers, 2 * CONTEST_FRIENDS_MAX, &count);

    contest->n_friends = 0;
    for (size_t i = 0; i + 1 < count; i += 2)
        if (numbers[i] < contest->n_players && numbers[i + 1] < contest->n_players) {
            contest->friends[contest->n_friends][0] = (uint16_t)numbers[i];
            contest->friends[contest->n_friends++][1] = (uint16_t)numbers[i + 1];
        }
    return result;
}

unsigned stage_number(const struct stage *stage, int64_t account) {
    for (size_t i = 0; i < stage->n_players; i++)
        if (stage->players[i].account == account)
            return (unsigned)i;
    return CONTEST_NOBODY;
}

unsigned stage_count(const struct stage *stage) {
    unsigned count = 0;

    for (size_t i = 0; i < stage->n_players; i++)
        count += !stage->players[i].out;
    return count;
}
