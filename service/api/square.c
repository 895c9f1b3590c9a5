/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/square.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/history.h"
#include "service/api/events.h"
#include "service/api/game.h"
#include "service/api/square_place.h"
#include "service/api/told.h"
#include "service/app/app.h"
#include "service/app/list.h"
#include "service/app/store_reply.h"
#include "service/base/text.h"
#include "service/game/access.h"
#include "service/game/guard.h"
#include "service/http/reply.h"
#include "service/http/stream.h"
#include "service/http/topics.h"

/* The public square: events of all games, as a list and as a stream. */

enum {
    EVENTS_DEFAULT = 50,
    EVENTS_LIMIT = 100,
    EVENTS_SCAN = 20000, /* events scanned for one page, which may then be shorter than its limit */
    STREAM_SCAN = 5000,  /* and for a piece of a stream, which is made between others' requests */
    EVENTS_JSON_MAX = 8 << 20,
    LOOK_MS = 500,                /* between two looks of a stream, however much happens */
    PLACE_AGE_MS = 5 * 60 * 1000, /* a quiet stream tells its place so often */
};

/* ---- searching ---- */

struct found {
    struct store_moment moment;
    size_t at, size; /* of its document in the buffer; 0: not written */
};

struct search {
    struct store_event_filter filter;
    struct square_place place; /* where an ascending search is */
    struct found items[EVENTS_LIMIT];
    size_t n;
    struct store_moment last;
    bool full; /* there is more to be told now, */
    bool held; /* and more that must wait until what was told before is settled */
    struct buffer documents;
    struct teller told; /* for the game being read */
};

/* If the search stopped at its scan limit, the last event may belong to a game that the reader must not
 * know of. The cursor then names only that event's time: the next page begins with this time, and
 * events found at this time move there. Not if all events are of one time, as the next page would be
 * the same. */
static void hide_last(struct search *search) {
    const struct store_event_filter *filter = &search->filter;
    struct store_moment *last = &search->last;
    bool given = filter->from.game != 0;
    int64_t first = given ? filter->from.at : filter->oldest_first ? filter->after : filter->before;

    if (last->game == 0 || search->n == filter->limit ||
        (filter->oldest_first ? last->at <= first : last->at >= first - !given && first != 0))
        return;
    while (search->n > 0 && search->items[search->n - 1].moment.at == last->at)
        search->n--;
    last->seq = 0;
}

static bool note_moment(void *context, const struct store_moment *moment) {
    struct search *search = context;

    search->items[search->n++] = (struct found){.moment = *moment};
    return true;
}

static struct found *find_wanted_game(struct search *search, int64_t game, uint32_t seq) {
    for (size_t i = 0; i < search->n; i++)
        if (search->items[i].moment.game == game && search->items[i].moment.seq == seq)
            return &search->items[i];
    return NULL;
}

/* Whether the log's event is the one that the search found: searches read other columns than
 * replays. */
static bool is_found(const struct search *search, const struct found *found,
                     const struct load *load, const struct event *event, int64_t at) {
    const struct store_event_filter *filter = &search->filter;

    return at == found->moment.at &&
           (filter->kinds == 0 || (filter->kinds >> event->type & 1) != 0) &&
           (filter->player < 0 || event->player == filter->player) &&
           (filter->account == 0 || (event->player < load->row.seat_count &&
                                     load->row.seats[event->player].account == filter->account));
}

static bool write_event(void *context, struct load *load, const struct game *before,
                        const struct event *event, int64_t at) {
    struct search *search = context;
    struct found *found = find_wanted_game(search, load->row.id, load->game.seq);
    struct writer w = writer_to(&search->documents);

    if (found == NULL)
        return true;
    if (!is_found(search, found, load, event, at)) {
        guard_set_aside(load->reader, &load->row, GUARD_CHECKSUM, load->game.seq);
        return false;
    }
    found->at = search->documents.size;
    writer_object(&w);
    writer_text_member(&w, "game", load->row.public_id);
    writer_key(&w, "event");
    told_event(&w, &search->told, load, before, event, at);
    writer_object_end(&w);
    found->size = search->documents.size - found->at;
    return true;
}

/* Writes all found events of one game. */
static enum store_result write_wanted_events(struct store_reader *reader, struct search *search,
                                             int64_t game) {
    uint32_t first = UINT32_MAX, last = 0;
    struct load load;
    enum store_result result;

    for (size_t i = 0; i < search->n; i++) {
        const struct store_moment *moment = &search->items[i].moment;

        if (moment->game != game)
            continue;
        first = moment->seq < first ? moment->seq : first;
        last = moment->seq > last ? moment->seq : last;
    }
    search->told.named = false;
    result = load_open_by_id(&load, reader, game);
    if (result == STORE_OK) {
        load.log.viewer = access_viewer(&load.row, search->filter.viewer);
        result = load_replay(&load, first - 1, NULL, NULL);
    }
    if (result == STORE_OK)
        result = load_replay(&load, last, write_event, search);
    load_end(&load);
    return result == STORE_DAMAGED ? STORE_OK : result; /* the others are shown */
}

static enum store_result write_found(struct store_reader *reader, struct search *search) {
    enum store_result result = STORE_OK;

    for (size_t i = 0; i < search->n && result == STORE_OK; i++)
        if (search->items[i].size == 0)
            result = write_wanted_events(reader, search, search->items[i].moment.game);
    return result;
}

/* ---- from the oldest on ---- */

struct lookup_on {
    struct search *search;
    int64_t settled;
    void (*told)(struct search *search); /* after each event that is told; NULL: for a list */
};

/* A stream waits where its place has no room for another game. A list, which must end, goes on as if all were settled:
 * what is committed late may then be missing in it. */
static bool pass_moment(const struct lookup_on *lookup, const struct store_moment *moment) {
    struct square_place *place = &lookup->search->place;

    return place_tell(place, moment, lookup->settled) ||
           (lookup->told == NULL && place_tell(place, moment, INT64_MAX));
}

/* Whether the event is told now, and so counts for the limit. */
static bool look_at_moment(void *context, const struct store_moment *moment) {
    const struct lookup_on *lookup = context;
    struct search *search = lookup->search;
    bool before = place_has_told(&search->place, moment);

    if (search->held)
        return false;
    search->held = !pass_moment(lookup, moment);
    if (before || search->held)
        return false;
    note_moment(search, moment);
    if (lookup->told != NULL)
        lookup->told(search);
    return true;
}

/* Finds what comes next, and moves the place behind it. */
static enum store_result look_on(struct store_reader *reader, struct search *search,
                                 void (*told)(struct search *search)) {
    struct store_event_filter *filter = &search->filter;
    struct store_moment *from = &search->place.from;
    struct lookup_on lookup = {search, app_now() - PLACE_SETTLED_MS, told};
    int64_t seen = lookup.settled;
    enum store_result result;

    search->n = 0;
    search->full = search->held = false;
    filter->from = *from;
    if (from->game == 0 && from->at > filter->after)
        filter->after = from->at;
    result = store_event_moments(reader, filter, look_at_moment, &lookup, &search->last);
    if (result != STORE_OK || search->held)
        return result;
    if (search->last.game != 0) {
        search->full = search->n == filter->limit || search->last.at < lookup.settled;
        search->held = !search->full;
        if (search->n == filter->limit)
            return result;
        /* All of one time: the place has to be that of an event, although it may be nobody's to know. */
        if (search->last.at <= filter->from.at || search->last.at <= filter->after)
            *from = search->last;
        seen = search->last.at < seen ? search->last.at : seen;
    }
    place_advance(&search->place, seen);
    return result;
}

/* ---- the question ---- */

/* Types, separated by commas; "all": any. */
static bool read_types(struct request *rq, const char *text, uint64_t *kinds) {
    while (text != NULL && strcmp(text, "all") != 0) {
        size_t size = strcspn(text, ",");
        unsigned type = event_type_of(text, size);

        if (type == ACTION_NONE) {
            reply_invalid_at(rq, "type", "there is no such type of event");
            return false;
        }
        *kinds |= UINT64_C(1) << type;
        text = text[size] == ',' ? text + size + 1 : NULL;
    }
    return true;
}

/* For a list with the newest first: "TIME.GAME.SEQ", or "TIME.", inclusive. */
static bool use_place(struct search *search, bool given) {
    struct store_event_filter *filter = &search->filter;
    const struct store_moment *from = &search->place.from;

    if (filter->oldest_first || !given)
        return true;
    if (from->game != 0)
        filter->from = *from;
    else if (filter->before == 0 || from->at < filter->before)
        filter->before = from->at + 1;
    return search->place.n == 0;
}

static bool read_place(struct request *rq, const char *name, const char *text,
                       struct search *search) {
    if (text == NULL || (place_parse(text, &search->place) && use_place(search, true)))
        return true;
    if (strcmp(name, "cursor") == 0)
        list_reply_bad_cursor(rq);
    else
        reply_invalid_at(rq, name, "must be the `id` of an event of this stream");
    return false;
}

static bool read_search(struct request *rq, struct store_reader *reader, bool streams,
                        struct search *search) {
    static const char *const orders[] = {"newest", "oldest", NULL};
    const char *type = NULL, *account = NULL, *after = NULL, *before = NULL, *cursor = NULL;
    const char *since = NULL, *last = request_header(rq, "Last-Event-ID");
    int64_t player = -1, limit = EVENTS_DEFAULT;
    int order = 0;
    const struct read_field fields[] = {
        {"type", READ_TEXT, .to.text = &type},
        {"player", READ_INT, .to.number = &player, .min = 0, .max = SEAT_MAX - 1},
        {"account", READ_TEXT, .to.text = &account},
        {"cursor", READ_TEXT, .to.text = &cursor},
        TOLD_FIELD(&search->told.language),
        {"since", READ_TEXT, .to.text = &since},
        {"after", READ_TEXT, .to.text = &after},
        {"before", READ_TEXT, .to.text = &before},
        {"order", READ_CHOICE, .to.choice = &order, .choices = orders},
        {"limit", READ_INT, .to.number = &limit, .min = 1, .max = EVENTS_LIMIT},
    };
    struct store_event_filter *filter = &search->filter;

    search->told.language = LANGUAGES;
    if (!request_query(rq, fields, sizeof fields / sizeof *fields))
        return false;
    *filter = (struct store_event_filter){.viewer = streams ? 0 : rq->caller.account,
                                          .player = (int)player,
                                          .oldest_first = streams || order == 1,
                                          .limit = streams ? EVENTS_LIMIT : (unsigned)limit,
                                          .scan = streams ? STREAM_SCAN : EVENTS_SCAN};
    if (!read_types(rq, type, &filter->kinds) ||
        !api_read_time(rq, "since", since, &search->place.from.at) ||
        !api_read_time(rq, "after", after, &filter->after) ||
        !api_read_time(rq, "before", before, &filter->before))
        return false;
    if (streams && type == NULL)
        filter->kinds = UINT64_C(1) << EVENT_START | UINT64_C(1) << EVENT_FINISHED;
    return read_place(rq, "cursor", cursor, search) &&
           read_place(rq, "Last-Event-ID", streams ? last : NULL, search) &&
           api_read_account(rq, reader, "account", account, &filter->account);
}

/* ---- lists ---- */

static void reply_found(struct request *rq, struct search *search) {
    struct list list;
    char place[PLACE_TEXT_SIZE];

    list_begin(&list, 0, EVENTS_JSON_MAX);
    list.body.failed = search->documents.failed;
    for (size_t i = 0; i < search->n && !list.body.failed; i++)
        if (search->items[i].size > 0)
            writer_json(&list.w, search->documents.data + search->items[i].at,
                        search->items[i].size);
    writer_array_end(&list.w);
    place_write(&search->place, place);
    writer_text_or_null_member(&list.w, "next", search->full ? place : "");
    writer_text_member(&list.w, "place", place);
    writer_object_end(&list.w);
    reply_stored(rq, STORE_OK, &list.body);
}

/* The page before the place; at its end the place says that there is nothing earlier. */
static enum store_result look_back(struct store_reader *reader, struct search *search) {
    enum store_result result =
        store_event_moments(reader, &search->filter, note_moment, search, &search->last);

    hide_last(search);
    search->full = search->last.game != 0;
    search->place = (struct square_place){.from = search->last};
    if (search->last.seq == 0)
        search->place.from.game = 0;
    if (!search->full)
        search->place.from = (struct store_moment){.at = 1};
    return result;
}

static void list_square(struct request *rq, struct store_reader *reader, struct search *search) {
    enum store_result result;

    buffer_init(&search->documents, EVENTS_JSON_MAX);
    result =
        search->filter.oldest_first ? look_on(reader, search, NULL) : look_back(reader, search);
    if (result == STORE_OK)
        result = write_found(reader, search);
    if (result == STORE_OK)
        reply_found(rq, search);
    else
        reply_store_failure(rq, result);
    buffer_free(&search->documents);
}

/* ---- the stream ---- */

struct square_stream {
    struct search search;
    char (*ids)[PLACE_TEXT_SIZE]; /* within fill: of what was found, the place behind each */
    bool begun;
    int64_t looked;  /* request_now() of the last look */
    int64_t told_at; /* the moment of the place that was told last */
};

static void keep_id(struct search *search) {
    struct square_stream *stream = (struct square_stream *)search;

    place_write(&search->place, stream->ids[search->n - 1]);
}

static void write_square_event(struct buffer *out, const struct square_stream *stream, size_t i) {
    const struct search *search = &stream->search;
    const struct found *found = &search->items[i];

    if (found->size == 0)
        return;
    buffer_format(out, "id: %s\n", stream->ids[i]);
    stream_event(out, -1, NULL, search->documents.data + found->at, found->size);
}

/* What a reader who comes back would else read anew: an id alone is no event to them. */
static void write_place(struct buffer *out, struct square_stream *stream) {
    char id[PLACE_TEXT_SIZE];

    if (stream->search.place.from.at < stream->told_at + PLACE_AGE_MS)
        return;
    stream->told_at = stream->search.place.from.at;
    place_write(&stream->search.place, id);
    buffer_format(out, "id: %s\n\n", id);
}

static bool fill_square(struct request *rq, struct buffer *out) {
    struct square_stream *stream = rq->state;
    struct search *search = &stream->search;
    struct store_reader *reader = store_reader_get(app_of(rq)->store);
    enum store_result result;

    if (!stream->begun)
        buffer_text(out, "retry: 3000\n\n");
    else if (!search->full && request_now() < stream->looked + LOOK_MS) {
        stream_look_at(rq, stream->looked + LOOK_MS);
        return true;
    }
    stream->begun = true;
    if (reader == NULL || !events_token_good(rq))
        return false;
    stream->ids = calloc(EVENTS_LIMIT, sizeof *stream->ids);
    buffer_init(&search->documents, STREAM_CHUNK_MAX / 2);
    result = stream->ids == NULL ? STORE_MEMORY : look_on(reader, search, keep_id);
    if (result == STORE_OK)
        result = write_found(reader, search);
    for (size_t i = 0; i < search->n && result == STORE_OK; i++)
        write_square_event(out, stream, i);
    out->failed |= search->documents.failed;
    buffer_free(&search->documents);
    free(stream->ids);
    write_place(out, stream);
    stream->looked = request_now();
    if (search->full || search->held)
        stream_look_at(rq, stream->looked + (search->full ? 0 : LOOK_MS));
    return result == STORE_OK;
}

static void stream_square(struct request *rq, struct store_reader *reader) {
    struct square_stream *stream = request_alloc(rq, sizeof *stream);

    if (stream == NULL) {
        reply_no_memory(rq);
        return;
    }
    stream->search.place.from.at = app_now();
    if (!read_search(rq, reader, true, &stream->search))
        return;
    stream->told_at = stream->search.place.from.at;
    if (!topic_subscribe(rq, app_square_topic()) ||
        (rq->caller.account != 0 && !topic_subscribe(rq, app_account_topic(rq->caller.account)))) {
        topic_refuse(rq);
        return;
    }
    rq->state = stream;
    stream_begin(rq, "text/event-stream", fill_square);
}

/* ---- the endpoint ---- */

void square_events(struct request *rq) {
    struct store_reader *reader = api_reader(rq);
    struct search *search;

    if (reader == NULL)
        return;
    if (events_wants_stream(rq)) {
        stream_square(rq, reader);
        return;
    }
    search = request_alloc(rq, sizeof *search);
    if (search == NULL)
        reply_no_memory(rq);
    else if (read_search(rq, reader, false, search))
        list_square(rq, reader, search);
}
