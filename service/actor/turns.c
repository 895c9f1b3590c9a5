/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/actor/turns.h"

#include <stdlib.h>

/* The items of one account; there is at least one. */
struct turns_line {
    int64_t account;
    unsigned count;
    struct turn *first, *last;
    struct turns_line *next;   /* the account whose turn is next */
    struct turns_line *bucket; /* in the same bucket */
};

static struct turns_line **turns_bucket(struct turns *turns, int64_t account) {
    return &turns->buckets[(uint64_t)account % TURNS_BUCKETS];
}

static struct turns_line *turns_line(const struct turns *turns, int64_t account) {
    struct turns_line *line = turns->buckets[(uint64_t)account % TURNS_BUCKETS];

    while (line != NULL && line->account != account)
        line = line->bucket;
    return line;
}

static void turns_append(struct turns *turns, struct turns_line *line) {
    line->next = NULL;
    if (turns->last != NULL)
        turns->last->next = line;
    else
        turns->first = line;
    turns->last = line;
}

/* NULL: no memory. */
static struct turns_line *turns_begin(struct turns *turns, int64_t account) {
    struct turns_line **bucket = turns_bucket(turns, account);
    struct turns_line *line = calloc(1, sizeof *line);

    if (line == NULL)
        return NULL;
    line->account = account;
    line->bucket = *bucket;
    *bucket = line;
    turns_append(turns, line);
    return line;
}

static void turns_end(struct turns *turns, struct turns_line *line) {
    struct turns_line **at = turns_bucket(turns, line->account);

    while (*at != line)
        at = &(*at)->bucket;
    *at = line->bucket;
    free(line);
}

static void put_behind(struct turn **first, struct turn **last, struct turn *turn) {
    turn->next = NULL;
    if (*first != NULL)
        (*last)->next = turn;
    else
        *first = turn;
    *last = turn;
}

void turns_add(struct turns *turns, struct turn *turn) {
    struct turns_line *line = turns_line(turns, turn->account);

    if (line == NULL)
        line = turns_begin(turns, turn->account);
    if (line == NULL) {
        put_behind(&turns->loose, &turns->loose_last, turn);
    } else {
        put_behind(&line->first, &line->last, turn);
        line->count++;
    }
    turns->count++;
}

static struct turn *take_loose(struct turns *turns) {
    struct turn *turn = turns->loose;

    turns->loose = turn->next;
    turns->count--;
    return turn;
}

struct turn *turns_take(struct turns *turns) {
    struct turns_line *line = turns->first;
    struct turn *turn;

    if (turns->loose != NULL)
        return take_loose(turns);
    if (line == NULL)
        return NULL;
    turn = line->first;
    line->first = turn->next;
    line->count--;
    turns->first = line->next;
    if (turns->first == NULL)
        turns->last = NULL;
    if (line->first != NULL)
        turns_append(turns, line);
    else
        turns_end(turns, line);
    turns->count--;
    return turn;
}

unsigned turns_count(const struct turns *turns, int64_t account) {
    const struct turns_line *line = turns_line(turns, account);

    return line == NULL ? 0 : line->count;
}

void turns_clear(struct turns *turns) {
    while (turns_take(turns) != NULL) {
    }
}
