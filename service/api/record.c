/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/record.h"
#include "service/game/tags.h"

#include <stdlib.h>

#include "service/app/app.h"
#include "service/base/csv.h"
#include "service/base/json_write.h"
#include "service/base/time_text.h"
#include "service/document/category.h"

/* ---- as JSON ---- */

/* The events, gathered before they are written: the store hands them out, the writer asks. */
struct events {
    struct record_event *items;
    size_t n, room, next;
    bool last_alone; /* is wanted: for the result */
};

static bool gather_event(void *context, struct load *load, const struct game *before,
                         const struct event *event, int64_t at) {
    struct events *events = context;

    (void)load, (void)before;
    if (events->last_alone)
        events->n = 0;
    if (events->n == events->room)
        return false;
    events->items[events->n++] = (struct record_event){*event, at};
    return true;
}

static int next_event(void *context, struct event *event, int64_t *at) {
    struct events *events = context;

    if (events->next == events->n)
        return 0;
    *event = events->items[events->next].event;
    *at = events->items[events->next++].at;
    return 1;
}

static void write_record_json(const struct load *load, const char *site, bool brief,
                              struct events *events, struct buffer *body) {
    struct labels labels;
    struct fairness fairness;
    json_t *options = row_options(&load->row);
    const struct record_head head = {
        .setup = &load->setup,
        .spec = &load->spec,
        .position = load->has_position ? &load->start : NULL,
        .labels = labels.seats,
        .fairness = &fairness,
        .chain = load->chain,
        .row = &load->row,
        .options = options,
        .site = site,
        .brief = brief,
    };
    struct writer w = writer_to(body);

    row_labels_with(&load->row, options, &labels);
    row_fairness(&load->row, options, &fairness);
    if (!record_write(&w, &head, next_event, events))
        body->failed = true;
    json_decref(options);
}

/* ---- as CSV (RFC 4180) ---- */

static void put_next_field(struct buffer *body, const char *text) {
    buffer_byte(body, ',');
    csv_field(body, text == NULL ? "" : text);
}

static void put_time(struct buffer *body, int64_t at) {
    char text[TIME_TEXT_SIZE] = "";

    if (at != 0)
        time_write(text, at);
    put_next_field(body, text);
}

static void put_rules(struct buffer *body, const struct rules *rules) {
    put_next_field(body, game_kind_names[rules->game]);
    put_next_field(body, edition_names[rules->edition]);
    put_next_field(body, scenario_names[rules->scenario]);
    buffer_format(body, ",%u,%u", rules->players, rules->points_target);
}

/* Separated by spaces. */
static void put_tags(struct buffer *body, const json_t *options) {
    struct store_tags tags;

    tags_of_options(options, &tags);
    buffer_byte(body, ',');
    for (unsigned i = 0; i < tags.n; i++)
        buffer_format(body, "%s%s", i == 0 ? "" : " ", tags.names[i]);
}

static void put_player(struct buffer *body, const struct store_game *row, unsigned seat) {
    const uint8_t *points = row->points.data;
    const struct store_seat *of = &row->seats[seat];
    bool taken = seat < (unsigned)row->seat_count;

    put_next_field(body, taken ? of->account_name : NULL);
    put_next_field(body, taken && of->kind == STORE_SEAT_BOT ? of->bot : NULL);
    buffer_byte(body, ',');
    if (seat < row->points.len)
        buffer_format(body, "%u", points[seat]);
}

void record_csv_head(struct buffer *body) {
    buffer_text(body, "id,name,url,created_at,started_at,finished_at,game,edition,scenario,players,"
                      "victory_points,tags,rated,category,tournament,events,winner");
    for (unsigned seat = 0; seat < SEAT_MAX; seat++)
        buffer_format(body, ",player_%u,bot_%u,points_%u", seat, seat, seat);
    buffer_text(body, "\r\n");
}

static void write_csv(const struct load *load, const char *site, struct buffer *body) {
    const struct store_game *row = &load->row;
    json_t *options = row_options(row);
    char url[RECORD_URL_MAX + 1];

    csv_field(body, row->public_id);
    put_next_field(body, row->name);
    record_url(row, site, url);
    put_next_field(body, url);
    put_time(body, row->created_at);
    put_time(body, row->started_at);
    put_time(body, row->finished_at);
    put_rules(body, &load->setup.rules);
    put_tags(body, options);
    buffer_format(body, ",%s", row->category != RATING_NONE ? "true" : "false");
    put_next_field(body, rating_category_name(rating_category_of_row(row)));
    put_next_field(
        body, json_string_value(json_object_get(json_object_get(options, "tournament"), "id")));
    buffer_format(body, ",%u,", (unsigned)row->last_seq);
    json_decref(options);
    if (row->winner >= 0)
        buffer_format(body, "%d", row->winner);
    for (unsigned seat = 0; seat < SEAT_MAX; seat++)
        put_player(body, row, seat);
    buffer_text(body, "\r\n");
}

/* ---- any ---- */

enum store_result api_record_write(const struct app *app, struct load *load, enum record_form form,
                                   struct buffer *body) {
    bool brief = form == RECORD_BRIEF;
    struct events events = {.room = brief ? 1 : load->row.last_seq, .last_alone = brief};
    const char *site = app_site(app);
    enum store_result result;

    if (form == RECORD_CSV) {
        write_csv(load, site, body);
        return STORE_OK;
    }
    events.items = calloc(events.room + 1, sizeof *events.items);
    result =
        events.items == NULL ? STORE_MEMORY : load_replay(load, LOAD_LATEST, gather_event, &events);
    if (result == STORE_OK)
        write_record_json(load, site, brief, &events, body);
    free(events.items);
    return result;
}
