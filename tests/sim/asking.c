/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "tests/sim/asking.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "tests/support/random_game.h"

enum {
    LISTED_TRIED = 6, /* of the listed moves */
    WORDS_TRIED = 8,
    EVENT_MAX = 64 << 10, /* bytes of an event in a stream */
    MOVE_MAX = 4096,
};

static unsigned asker_of(unsigned viewer) {
    return viewer < WORLD_PEOPLE ? viewer : WORLD_PEOPLE;
}

/* Status and header, without what differs from request to request. */
static void add_head(const struct response *response, struct buffer *out) {
    static const char *const passing[] = {"Date:", "X-Request-Id:"};

    for (const char *line = response->head; *line != '\0';) {
        size_t size = strcspn(line, "\n");
        bool passes = false;

        for (size_t i = 0; i < sizeof passing / sizeof *passing; i++)
            passes |= strncasecmp(line, passing[i], strlen(passing[i])) == 0;
        if (!passes)
            buffer_append(out, line, size);
        buffer_text(out, "\n");
        line += size + (line[size] == '\n');
    }
}

/* A problem contains the number of its request, which says nothing about the game. */
static void mask_request(struct response *response) {
    static const char before[] = "\"/requests/";
    char *at = memmem(response->body, response->size, before, sizeof before - 1);

    for (at = at == NULL ? NULL : at + sizeof before - 1; at != NULL && *at != '"' && *at != '\0';)
        *at++ = '#';
}

static void ask_one(struct world *world, unsigned viewer, const char *method, const char *body,
                    const char *what, struct buffer *out) {
    struct response response;

    program_ask(world->program, &response, 0, world->tokens[asker_of(viewer)], method, "", body,
                "/v1/games/%s%s", world->public_id, what);
    PROGRAM_NEED(response.status < 500, "%s %s: %d", method, what, response.status);
    mask_request(&response);
    buffer_format(out, "\n--- %s %s %s\n", method, what, body == NULL ? "" : body);
    add_head(&response, out);
    buffer_append(out, response.body, response.size);
    response_free(&response);
}

/* ---- trying moves ---- */

static void try_move(struct world *world, unsigned viewer, const json_t *move, struct buffer *out) {
    char *text = json_dumps(move, JSON_COMPACT | JSON_SORT_KEYS);

    PROGRAM_NEED(text != NULL, "no memory");
    if (strlen(text) < MOVE_MAX)
        ask_one(world, viewer, "POST", text, "/moves", out);
    free(text);
}

/* Tries some of the moves listed for the viewer. */
static void try_listed(struct world *world, unsigned viewer, struct random *random,
                       struct buffer *out) {
    json_t *list = program_json(world->program, 0, world->tokens[asker_of(viewer)], "GET", "", NULL,
                                "/v1/games/%s/actions", world->public_id);
    const json_t *actions = json_object_get(list, "actions");
    size_t n = json_array_size(actions);

    for (unsigned i = 0; i < LISTED_TRIED && n > 0; i++) {
        json_t *action = json_array_get(actions, random_below(random, (uint32_t)n));
        json_t *move = json_pack("{s:O,s:b}", "action", action, "dry_run", 1);

        try_move(world, viewer, move, out);
        json_decref(move);
    }
    json_decref(list);
}

/* Moves that probe for information, allowed or not: %s is a player, %u a place, %k a kind of card. */
enum { BASE = 1, KNIGHTS = 2, BOTH = BASE | KNIGHTS };
static const struct curious {
    const char *form;
    unsigned games;
} curious[] = {
    {"robber %u from %s", BOTH},
    {"robber %u", BOTH},
    {"accept", BOTH},
    {"confirm 1 with %s", BOTH},
    {"counter 1 %k for 2 %k", BOTH},
    {"offer %k for %k to %s", BOTH},
    {"offer 4 %k for 1 %k to %s auto", BOTH},
    {"bank 4 %k for %k", BOTH},
    {"play monopoly %k", BOTH},
    {"discard %k", BOTH},
    {"undo", BOTH},
    {"end", BOTH},
    {"roll", BOTH},
    {"settle %u; road 3; end", BOTH},
    {"%s has what", BOTH},
    {"buy", BASE},
    {"play plenty %k %k", BASE},
    {"play knight %u from %s", BASE},
    {"play point", BASE},
    {"play spy on %s", KNIGHTS},
    {"play master on %s", KNIGHTS},
    {"play deserter on %s", KNIGHTS},
    {"play harbor", KNIGHTS},
    {"harbor %s for %k", KNIGHTS},
    {"play wedding", KNIGHTS},
    {"play saboteur", KNIGHTS},
    {"play bishop %u", KNIGHTS},
    {"play fleet %k", KNIGHTS},
    {"play alchemist 4 3", KNIGHTS},
    {"play merchant %u", KNIGHTS},
    {"take 1 %k + 1 %k", KNIGHTS},
    {"take card spy", KNIGHTS},
    {"take card bishop", KNIGHTS},
    {"take no card", KNIGHTS},
    {"take %k", KNIGHTS},
    {"give %k", KNIGHTS},
    {"discard card spy", KNIGHTS},
    {"deck trade", KNIGHTS},
    {"deck science", KNIGHTS},
    {"pillage %u", KNIGHTS},
    {"chase %u to %u from %s", KNIGHTS},
    {"improve trade", KNIGHTS},
    {"skip", KNIGHTS},
};

static const char *draw_curious(const struct world *world, struct random *random) {
    for (;;) {
        const struct curious *row =
            &curious[random_below(random, sizeof curious / sizeof *curious)];

        if (row->games & (world->knights ? KNIGHTS : BASE))
            return row->form;
    }
}

static void add_wish(const struct world *world, const char *form, struct random *random,
                     struct buffer *out) {
    static const char *const kinds[] = {"brick", "lumber", "wool",  "grain",
                                        "ore",   "cloth",  "paper", "coin"};

    for (; *form != '\0'; form++) {
        if (*form != '%') {
            buffer_append(out, form, 1);
            continue;
        }
        form++;
        if (*form == 's')
            buffer_format(out, "seat %u", random_below(random, world->players));
        else if (*form == 'u')
            buffer_format(out, "%u", random_below(random, 54));
        else
            buffer_text(out, kinds[random_below(random, sizeof kinds / sizeof *kinds)]);
    }
}

static void try_words(struct world *world, unsigned viewer, struct random *random,
                      struct buffer *out) {
    for (unsigned i = 0; i < WORDS_TRIED; i++) {
        struct buffer words;
        json_t *move;

        buffer_init(&words, MOVE_MAX);
        add_wish(world, draw_curious(world, random), random, &words);
        PROGRAM_NEED(!words.failed, "no memory");
        move = json_pack("{s:s%,s:b}", "words", words.data, words.size, "dry_run", 1);
        try_move(world, viewer, move, out);
        json_decref(move);
        buffer_free(&words);
    }
}

/* ---- the stream ---- */

static bool has_line(const char *text, const char *line) {
    size_t size = strlen(line);

    while (text != NULL &&
           (strncmp(text, line, size) != 0 || (text[size] != '\n' && text[size] != '\0'))) {
        text = strchr(text, '\n');
        text = text == NULL ? NULL : text + 1;
    }
    return text != NULL;
}

/* The events from the first to the latest one, as sent in a stream. */
static void read_stream(struct world *world, unsigned viewer, struct buffer *out) {
    static char event[EVENT_MAX];
    struct client client;
    struct response response = {0};
    char request[512], last[32];
    json_t *game = program_json(world->program, 200, world->tokens[asker_of(viewer)], "GET", "",
                                NULL, "/v1/games/%s", world->public_id);

    snprintf(last, sizeof last, "id: %lld",
             (long long)json_integer_value(json_object_get(game, "seq")));
    json_decref(game);
    PROGRAM_NEED(client_open(&client, server_address(world->program->app.server)), "no connection");
    snprintf(request, sizeof request,
             "GET /v1/games/%s/events?sentences=en HTTP/1.1\r\nHost: localhost\r\n%sAccept: "
             "text/event-stream\r\n\r\n",
             world->public_id, world->tokens[asker_of(viewer)]);
    PROGRAM_NEED(client_text(&client, request), "no connection");
    client_read_head(&client, &response);
    buffer_text(out, "\n--- stream\n");
    add_head(&response, out);
    response_free(&response);
    do {
        PROGRAM_NEED(client_event(&client, event, sizeof event, CLIENT_WAIT_MS),
                     "the stream ends before %s", last);
        buffer_format(out, "%s\n\n", event);
    } while (!has_line(event, last));
    client_close(&client);
}

void world_ask(struct world *world, unsigned viewer, uint64_t seed, struct buffer *out) {
    static const char *const paths[] = {
        "",
        "/view",
        "/view?as=all",
        "/view?at=1",
        "/board",
        "/events?limit=1000",
        "/events?as=all",
        "/events?type=roll&limit=3",
        "/events?limit=1000&sentences=en",
        "/events?limit=1000&sentences=de",
        "/record",
        "/board.svg?places=true",
        "/board.svg?as=all",
        "/actions?words=true",
        "/stats",
        "/talk",
        "/notes",
        "/pause",
        "/votes",
        "/orders",
        "/nothing",
    };
    struct random random = random_seeded(seed);
    char other[32];

    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        ask_one(world, viewer, "GET", NULL, paths[i], out);
    for (unsigned seat = 0; seat < world->players; seat++) {
        snprintf(other, sizeof other, "/view?as=%u", seat);
        ask_one(world, viewer, "GET", NULL, other, out);
        snprintf(other, sizeof other, "/actions?as=%u", seat);
        ask_one(world, viewer, "GET", NULL, other, out);
    }
    if (world->pictures)
        ask_one(world, viewer, "GET", NULL, "/board.png?width=320", out);
    try_listed(world, viewer, &random, out);
    try_words(world, viewer, &random, out);
    read_stream(world, viewer, out);
}

void world_talk(struct world *world, unsigned viewer) {
    unsigned speaker = world->table ? 0 : world->players - 1;

    json_decref(program_json(world->program, 201, world->tokens[speaker], "POST", "",
                             "{'text':'Who has wool?'}", "/v1/games/%s/talk", world->public_id));
    if (viewer < WORLD_PEOPLE)
        json_decref(program_json(world->program, 0, world->tokens[viewer], "PUT", "",
                                 "{'text':'They have it.'}", "/v1/games/%s/notes",
                                 world->public_id));
}
