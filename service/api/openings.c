/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/openings.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/api/game.h"
#include "service/app/store_reply.h"
#include "service/base/text.h"
#include "service/game/openings.h"

/* The opening explorer: what was settled first, how often, and how often its player won. */

enum {
    KEYS_MAX = 512, /* of any `by` */
    ANSWER_MAX = 128 << 10,
    DOTS_MAX = 15,
    KEY_NAME_SIZE = 64,
};

static const char no_name[] = "none";

/* What a hex brings: a resource, or gold. */
static const char *brings_name(unsigned kind) {
    return kind == OPENING_GOLD ? terrain_names[GOLD] : kind_names[kind];
}

enum by { BY_DOTS, BY_RESOURCES, BY_HARBOR, BY_SEAT, BY_PAIR };
static const char *const by_names[] = {"dots", "resources", "harbor", "seat", "pair", NULL};

struct tally {
    unsigned key;
    int64_t games, won;
};

struct openings_query {
    struct opening_key key;      /* settlement, form and hexes */
    bool mine;                   /* in the caller's own games */
    int game, harbor, by;        /* -1: any */
    int64_t players, seat, dots; /* the same */
    int brings;                  /* the same; else as in a key */
    struct tally all;
    struct tally by_key[KEYS_MAX];
};

/* ---- the question ---- */

/* "ore-8": kind and number. */
static bool read_hex(const char *text, size_t size, uint8_t *hex) {
    for (unsigned kind = 0; kind < OPENING_KINDS; kind++) {
        const char *name = brings_name(kind);
        size_t length = strlen(name);
        const char *rest = text + length + 1;
        int64_t number;

        if (size <= length + 1 || memcmp(text, name, length) != 0 || text[length] != '-' ||
            !text_take_number(&rest, NUMBER_MAX, &number) || rest != text + size)
            continue;
        *hex = (uint8_t)(kind << 4 | (unsigned)number);
        return number >= 2 && number != SEVEN;
    }
    return false;
}

static bool read_hexes(struct request *rq, const char *text, struct opening_key *key) {
    unsigned n = 0;

    while (text != NULL && *text != '\0') {
        size_t size = strcspn(text, ",");

        if (n == OPENING_HEXES || !read_hex(text, size, &key->hexes[n])) {
            reply_invalid_at(rq, "hexes", "must be up to three hexes such as ore-8,wool-4,grain-9");
            return false;
        }
        n++;
        text += size + (text[size] == ',');
    }
    opening_sort(key);
    return true;
}

/* "wool,grain,ore", in any order, or "none". */
static bool read_brings(struct request *rq, const char *text, int *brings) {
    unsigned count[OPENING_KINDS] = {0}, n = 0, packed = 0;

    if (text == NULL)
        return true;
    while (*text != '\0' && strcmp(text, no_name) != 0) {
        size_t size = strcspn(text, ",");
        unsigned kind = 0;

        while (kind < OPENING_KINDS &&
               (strlen(brings_name(kind)) != size || memcmp(text, brings_name(kind), size) != 0))
            kind++;
        if (kind == OPENING_KINDS || n == OPENING_HEXES) {
            reply_invalid_at(rq, "resources",
                             "must be up to three resources such as wool,grain,ore, or none");
            return false;
        }
        count[kind]++;
        n++;
        text += size + (text[size] == ',');
    }
    for (unsigned kind = 0; kind < OPENING_KINDS; kind++)
        for (; count[kind] > 0; count[kind]--)
            packed = packed << 3 | kind;
    for (; n < OPENING_HEXES; n++)
        packed = packed << 3 | OPENING_NOTHING;
    *brings = (int)packed;
    return true;
}

/* What a pair's rows do not say cannot be asked for. */
static bool check_pair(struct request *rq, const struct openings_query *query) {
    if (query->by != BY_PAIR || (query->dots < 0 && query->brings < 0))
        return true;
    reply_invalid_at(rq, query->dots < 0 ? "resources" : "dots", "cannot be combined with by=pair");
    return false;
}

static bool read_openings_query(struct request *rq, struct openings_query *query) {
    const char *games[GAME_KIND_COUNT + 1] = {NULL};
    const char *harbors[1 + HARBOR_KIND_COUNT + 1] = {no_name};
    static const char *const settlements[] = {"first", "second", NULL};
    const char *hexes = NULL, *resources = NULL;
    int settlement = 0;
    const struct read_field fields[] = {
        {"game", READ_CHOICE, .to.choice = &query->game, .choices = games},
        {"players", READ_INT, .to.number = &query->players, .min = 2, .max = SEAT_MAX},
        {"seat", READ_INT, .to.number = &query->seat, .min = 0, .max = SEAT_MAX - 1},
        {"settlement", READ_CHOICE, .to.choice = &settlement, .choices = settlements},
        {"hexes", READ_TEXT, .to.text = &hexes},
        {"dots", READ_INT, .to.number = &query->dots, .min = 0, .max = DOTS_MAX},
        {"resources", READ_TEXT, .to.text = &resources},
        {"harbor", READ_CHOICE, .to.choice = &query->harbor, .choices = harbors},
        {"by", READ_CHOICE, .to.choice = &query->by, .choices = by_names},
        {"mine", READ_BOOL, .to.flag = &query->mine},
    };

    memcpy(games, game_kind_names, sizeof game_kind_names);
    memcpy(harbors + 1, harbor_names, sizeof harbor_names);
    query->game = query->harbor = query->brings = -1;
    query->players = query->seat = query->dots = -1;
    query->by = BY_DOTS;
    if (!request_query(rq, fields, sizeof fields / sizeof *fields) ||
        !read_hexes(rq, hexes, &query->key) || !read_brings(rq, resources, &query->brings) ||
        !check_pair(rq, query))
        return false;
    if (query->mine && rq->caller.account == 0) {
        reply_problem(rq, PROBLEM_UNAUTHENTICATED, "send a token to count your own games");
        return false;
    }
    query->key.settlement = (unsigned)settlement;
    query->key.form = query->by == BY_PAIR ? OPENING_PAIR : OPENING_YIELD;
    return true;
}

/* ---- adding up ---- */

static unsigned key_by(const struct opening_key *key, enum by by) {
    switch (by) {
    case BY_DOTS: return key->dots;
    case BY_RESOURCES: return key->brings;
    case BY_HARBOR: return key->harbor;
    case BY_SEAT: return key->order;
    case BY_PAIR: break;
    }
    return key->covered;
}

static void add_to(struct tally *tally, const struct store_opening *opening) {
    tally->games += opening->games;
    tally->won += opening->won;
}

static bool is_or_any(int64_t wanted, unsigned value) {
    return wanted < 0 || wanted == value;
}

static bool is_asked_for(const struct openings_query *query, const struct opening_key *key) {
    return is_or_any(query->game, key->game) && is_or_any(query->players, key->players) &&
           is_or_any(query->seat, key->order) && is_or_any(query->harbor, key->harbor) &&
           is_or_any(query->dots, key->dots) && is_or_any(query->brings, key->brings) &&
           (!query->mine || opening_has_hexes(key, &query->key));
}

static void add_opening(void *context, const struct store_opening *opening) {
    struct openings_query *query = context;
    struct opening_key key;
    unsigned by;

    opening_unpack(opening->key, &key);
    by = key_by(&key, (enum by)query->by);
    if (by >= KEYS_MAX || !is_asked_for(query, &key))
        return;
    add_to(&query->all, opening);
    add_to(&query->by_key[by], opening);
}

static int by_games(const void *left, const void *right) {
    const struct tally *a = left, *b = right;

    if (a->games != b->games)
        return a->games > b->games ? -1 : 1;
    return (a->key > b->key) - (a->key < b->key);
}

/* ---- the answer ---- */

/* Where the true share of wins lies in 19 cases of 20 (Wilson's score interval). */
static void write_interval(struct writer *w, const struct tally *tally) {
    const double z = 1.959964;
    double n = (double)tally->games, low = 0, high = 1;
    char text[KEY_NAME_SIZE];

    if (n > 0) {
        double share = (double)tally->won / n, scale = 1 + z * z / n;
        double middle = (share + z * z / (2 * n)) / scale;
        double half = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / scale;

        low = fmax(0, middle - half);
        high = fmin(1, middle + half);
    }
    writer_key(w, "interval");
    writer_json(w, text, (size_t)snprintf(text, sizeof text, "[%.4f,%.4f]", low, high));
}

static void write_tally(struct writer *w, const struct tally *tally) {
    writer_int_member(w, "games", tally->games);
    writer_int_member(w, "won", tally->won);
    write_interval(w, tally);
}

static void append_name(char text[KEY_NAME_SIZE], const char *name) {
    size_t size = strlen(text);

    snprintf(text + size, KEY_NAME_SIZE - size, "%s%s", size > 0 ? "," : "", name);
}

static void name_key(char text[KEY_NAME_SIZE], enum by by, unsigned key) {
    text[0] = '\0';
    if (by == BY_DOTS || by == BY_SEAT)
        snprintf(text, KEY_NAME_SIZE, "%u", key);
    else if (by == BY_HARBOR)
        append_name(text, key == 0 || key > HARBOR_KIND_COUNT ? no_name : harbor_names[key - 1]);
    else if (by == BY_RESOURCES)
        for (unsigned i = OPENING_HEXES; i-- > 0;) {
            unsigned kind = key >> 3 * i & 7;

            if (kind < OPENING_KINDS)
                append_name(text, brings_name(kind));
        }
    else
        for (unsigned kind = 0; kind < OPENING_KINDS; kind++)
            if (key >> kind & 1)
                append_name(text, brings_name(kind));
    if (text[0] == '\0')
        append_name(text, no_name);
}

static void write_openings(struct writer *w, struct openings_query *query) {
    char name[KEY_NAME_SIZE];

    for (unsigned i = 0; i < KEYS_MAX; i++)
        query->by_key[i].key = i;
    qsort(query->by_key, KEYS_MAX, sizeof *query->by_key, by_games);
    writer_object(w);
    write_tally(w, &query->all);
    writer_key(w, "by");
    writer_array(w);
    for (unsigned i = 0; i < KEYS_MAX && query->by_key[i].games > 0; i++) {
        name_key(name, (enum by)query->by, query->by_key[i].key);
        writer_object(w);
        writer_text_member(w, "key", name);
        write_tally(w, &query->by_key[i]);
        writer_object_end(w);
    }
    writer_array_end(w);
    writer_object_end(w);
}

void openings_get(struct request *rq) {
    struct store_reader *reader = api_reader(rq);
    struct openings_query *query = request_alloc(rq, sizeof *query);
    int64_t first, last;
    struct buffer body;
    struct writer w = writer_begin(&body, ANSWER_MAX);

    if (reader == NULL)
        return;
    if (query == NULL) {
        reply_no_memory(rq);
        return;
    }
    if (!read_openings_query(rq, query))
        return;
    if (query->mine)
        opening_range_of_all(&query->key, &first, &last);
    else
        opening_range(&query->key, &first, &last);
    if (!check_stored(rq, store_openings_list(reader, query->mine ? rq->caller.account : 0, first,
                                              last, add_opening, query)))
        return;
    write_openings(&w, query);
    reply_json(rq, 200, &body);
}
