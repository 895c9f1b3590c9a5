/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_EVENTS_H
#define DB_EVENTS_H

#include "db/store.h"

/* The logs of games. Conventions as in db/store.h. */

struct store_event {
    uint32_t seq; /* from 1, without gaps */
    int kind;     /* 0..255 */
    int player;   /* seat, or -1 */
    int64_t at;
    struct store_bytes body; /* up to STORE_EVENT_MAX bytes */
    uint64_t chain;          /* read only: the log's value up to here (db/chain.h) */
};

/* The bytes before the caller's in a stored event, which the log's value covers as well: kind and
 * player. */
enum { STORE_BODY_HEAD = 2 };
void store_event_head(uint8_t head[STORE_BODY_HEAD], int kind, int player);

/* The end of a log. */
struct store_log_end {
    uint32_t seq;   /* of its last event; 0: there is none */
    int64_t at;     /* its time */
    uint64_t chain; /* the log's value at it (db/chain.h) */
};

/* Appends events in order after END, the end that the caller found when it read the log (`at` is not used); NULL:
 * looked up here. STORE_CONFLICT: the log no longer ends there, the first event's seq is not the next one, or the
 * game has reached STORE_SEQ_MAX. STORE_NONE: no such game. STORE_DAMAGED: the last event, if looked up, fails its
 * checksum. */
enum store_result store_events_append(struct store_tx *tx, int64_t game,
                                      const struct store_log_end *end,
                                      const struct store_event *events, size_t count);
/* Which part of a log. */
struct store_window {
    uint32_t after; /* only events with a greater seq */
    uint32_t limit; /* at most so many; 0: all */
    bool times;     /* fill event->at, which doubles the time; else it is 0 */
    uint32_t end;   /* the log's last event if the caller knows it, which saves time; else 0 */
    struct store_bytes log; /* the log that came with its game (store_game_read); NULL data: none */
};
/* Calls row for each event of the window, in order, until it says false. The body is borrowed and
 * ends with the call. STORE_DAMAGED: the event after those passed to row fails its checksum or is
 * not the next one. Events missing at the end show only by comparing with store_events_last. */
enum store_result store_events_read(struct store_reader *reader, int64_t game,
                                    const struct store_window *window,
                                    bool (*row)(void *context, const struct store_event *event),
                                    void *context);
/* The last event's seq and time (NULL: not wanted); 0 if there is none. STORE_DAMAGED: it fails its
 * checksum. */
enum store_result store_events_last(struct store_reader *reader, int64_t game, uint32_t *seq,
                                    int64_t *at);
/* The number of all events and the bytes of the pages they lie in. Reads the whole table: for
 * benchmarks and operators, not for requests. */
enum store_result store_events_size(struct store_reader *reader, int64_t *events, int64_t *bytes);

#endif
