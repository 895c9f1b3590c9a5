/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Whole games, several at once, played by people who know nothing but what the server tells them;
 * then everything that can be asked of a finished game. */
#include <pthread.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "tests/service/e2e.h"

enum { PEOPLE = 4, GAMES = 6, SEATS = 4, SECONDS_MAX = 600, SEED_HEX = 65 };

struct plan {
    const char *body;  /* of the game's making; the first person of `people` makes it */
    int people[SEATS]; /* by seat; -1: nobody */
    bool seeds;        /* everybody has a share in the dice */
};

static const struct plan plans[GAMES] = {
    {"{'rules':{'game':'base','players':3,'combined_phases':false}}", {0, 1, 2, -1}, false},
    {"{'rules':{'game':'base','players':4}}", {1, 2, 3, 0}, true},
    {"{'rules':{'game':'base','players':2}}", {2, 0, -1, -1}, true},
    {"{'rules':{'game':'base','players':2,'combined_phases':false},'board':{'layout':'beginner'}}",
     {3, 1, -1, -1},
     false},
    {"{'rules':{'game':'base','players':4,'combined_phases':false,'victory_points':8},"
     "'board':{'layout':'random','numbers':'random'}}",
     {3, 0, 1, 2},
     false},
    {"{'rules':{'game':'base','players':4},'board':{'layout':'beginner'},"
     "'seats':[{'account':'me'},{'open':true},{'bot':'greedy'},{'bot':'random'}]}",
     {2, 3, -1, -1},
     false},
};

struct seat_at {
    char seed[SEED_HEX]; /* "" for none */
    int seat;            /* -1: not in this game */
    bool dirty;          /* something has happened since it was looked at */
    bool over;
    bool seed_sent;
    json_t *heard; /* events that the stream told, in their order */
};

static struct table_guest {
    struct guest person;
    struct client stream;
    struct seat_at at[GAMES];
    pthread_t thread;
    unsigned posted, refused;
} players[PEOPLE];

static struct e2e_server server;
static char ids[GAMES][GAME_ID_SIZE];
static int64_t deadline;

/* ---- before ---- */

/* A seed of the person's own; its commitment goes into COMMITMENT. */
static void make_seed(struct random *random, char seed[SEED_HEX], char commitment[SEED_HEX]) {
    unsigned char bytes[32];
    unsigned char hash[crypto_hash_sha256_BYTES];

    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)random_below(random, 256);
    crypto_hash_sha256(hash, bytes, sizeof bytes);
    sodium_bin2hex(seed, SEED_HEX, bytes, sizeof bytes);
    sodium_bin2hex(commitment, SEED_HEX, hash, sizeof hash);
}

static void take_seats(int game) {
    const struct plan *plan = &plans[game];

    for (int seat = 0; seat < SEATS && plan->people[seat] >= 0; seat++) {
        struct table_guest *player = &players[plan->people[seat]];
        json_t *body = seat == 0 ? tree(plan->body) : json_pack("{s:i}", "seat", seat);
        char commitment[SEED_HEX];

        player->at[game].seat = seat;
        if (plan->seeds) {
            make_seed(&player->person.random, player->at[game].seed, commitment);
            json_object_set_new(body, "client_commitment", json_string(commitment));
        }
        if (seat == 0)
            game_make(&player->person, body, ids[game]);
        else
            json_decref(guest_post(&player->person, 200, body, "/v1/games/%s/join", ids[game]));
    }
}

static void begin(void) {
    static const char *const names[PEOPLE] = {"ada", "grace", "linus", "mary"};
    unsigned long long seed = test_seed((unsigned long long)time(NULL));

    NEED(sodium_init() >= 0, "no libsodium");
    e2e_begin(&server, "games.db");
    deadline = e2e_now_ms() + SECONDS_MAX * 1000;
    for (int p = 0; p < PEOPLE; p++) {
        guest_meet(&players[p].person, &server, names[p]);
        players[p].person.random = random_seeded(seed + (unsigned)p);
        guest_stream(&players[p].person, &players[p].stream, "/v1/me/events", NULL);
        for (int game = 0; game < GAMES; game++)
            players[p].at[game] = (struct seat_at){.seat = -1, .heard = json_array()};
    }
    for (int game = 0; game < GAMES; game++)
        take_seats(game);
}

static void end(void) {
    for (int p = 0; p < PEOPLE; p++) {
        for (int game = 0; game < GAMES; game++)
            json_decref(players[p].at[game].heard);
        client_close(&players[p].stream);
        guest_leave(&players[p].person);
    }
    e2e_stop(&server);
}

/* ---- playing ---- */

/* Posts a move; that somebody was faster is no mistake. */
static void post_move(struct table_guest *player, int game, json_t *body, const char *etag) {
    struct seat_at *at = &player->at[game];
    long long seq = need_int(body, "seq");
    bool by_seq = random_below(&player->person.random, 4) > 0;
    char path[128], headers[256] = "";
    struct response response;
    char *text;

    if (!by_seq) {
        json_object_del(body, "seq");
        snprintf(headers, sizeof headers, "If-Match: %s\r\n", etag);
    }
    if (*at->seed != '\0' && !at->seed_sent)
        json_object_set_new(body, "client_seed", json_string(at->seed));
    text = json_dumps(body, JSON_COMPACT);
    snprintf(path, sizeof path, "/v1/games/%s/moves", ids[game]);
    guest_ask(&player->person, &response, "POST", path, headers, text);
    if (response.status == 201) {
        json_t *answer = json_loads(response.body, 0, NULL);

        NEED(answer != NULL && need_int(answer, "seq") > seq, "the log has not grown");
        NEED(need_int(need(answer, "view"), "seq") == need_int(answer, "seq"), "two seqs");
        NEED(need_int(need(answer, "view"), "viewer") == at->seat, "somebody else's view");
        json_decref(answer);
        at->seed_sent = true;
        player->posted++;
    } else {
        NEED(came_late(&response), "%s in game %d: %s: %d %s", player->person.name, game, text,
             response.status, response.body != NULL ? response.body : "");
        player->refused++;
    }
    at->dirty = true;
    response_free(&response);
    free(text);
    json_decref(body);
}

static json_t *look(struct table_guest *player, int game, char etag[128]) {
    struct response response;
    char path[128];
    json_t *view;

    snprintf(path, sizeof path, "/v1/games/%s/view", ids[game]);
    guest_ask(&player->person, &response, "GET", path, "", NULL);
    NEED(response.status == 200, "%s: %d", path, response.status);
    snprintf(etag, 128, "%s", response_header(&response, "ETag"));
    view = json_loads(response.body, JSON_REJECT_DUPLICATES, NULL);
    NEED(view != NULL, "no view");
    response_free(&response);
    return view;
}

/* Looks at a game and moves in it, if it is time to or by whim. */
static void step(struct table_guest *player, int game) {
    struct seat_at *at = &player->at[game];
    unsigned seat = (unsigned)at->seat;
    char etag[128];
    json_t *view = look(player, game, etag);
    json_t *listing;
    json_t *move;

    at->dirty = false;
    at->over = strcmp(need_text(view, "status"), "active") != 0;
    if (!at->over && (view_waits_for(view, seat) || random_below(&player->person.random, 6) == 0)) {
        listing = guest_get(&player->person, 200, "/v1/games/%s/actions", ids[game]);
        NEED(need_int(listing, "player") == at->seat, "somebody else's actions");
        if (same_moment(view, listing)) {
            move = choose_move(&player->person.random, view, listing, seat);
            NEED(move != NULL || !view_waits_for(view, seat), "nothing can be done");
            if (move != NULL)
                post_move(player, game, move, etag);
        } else {
            at->dirty = true;
        }
        json_decref(listing);
    }
    json_decref(view);
}

/* Waits for the next thing that the stream tells and remembers it. */
static bool hear(struct table_guest *player, int wait_ms) {
    json_t *data = stream_next(&player->stream, NULL, wait_ms);
    int game = 0;

    if (data == NULL)
        return false;
    while (game < GAMES && strcmp(ids[game], need_text(data, "game")) != 0)
        game++;
    NEED(game < GAMES && player->at[game].seat >= 0, "an event of a game that is not one's own");
    json_array_append(player->at[game].heard, json_object_get(data, "event"));
    player->at[game].dirty = true;
    json_decref(data);
    return true;
}

/* The view may say that a game is over before the stream has told its end. */
static bool heard_end(const struct seat_at *at) {
    const json_t *last = json_array_get(at->heard, json_array_size(at->heard) - 1);

    return last != NULL && strcmp(need_text(last, "type"), "finished") == 0;
}

static void *play(void *context) {
    struct table_guest *player = context;
    bool going_on = true;

    for (int game = 0; game < GAMES; game++)
        player->at[game].dirty = true;
    while (going_on) {
        bool stepped = false;

        going_on = false;
        for (int game = 0; game < GAMES; game++) {
            struct seat_at *at = &player->at[game];

            if (at->seat < 0 || heard_end(at))
                continue;
            going_on = true;
            if (at->over || !at->dirty)
                continue;
            stepped = true;
            step(player, game);
        }
        NEED(e2e_now_ms() < deadline, "%s: the games do not end", player->person.name);
        while (hear(player, stepped || !going_on ? 0 : 30000))
            stepped = true;
    }
    return NULL;
}

/* ---- afterwards ---- */

/* Who may see what chance brought, or what was given away, in an event; -1: everybody. */
static unsigned who_knows(const json_t *event) {
    const char *type = need_text(event, "type");
    const json_t *victim = json_object_get(json_object_get(event, "action"), "victim");
    unsigned player =
        json_is_integer(json_object_get(event, "player")) ? 1U << need_int(event, "player") : 0;

    if (strcmp(type, "buy_dev_card") == 0 || strcmp(type, "discard") == 0)
        return player;
    if (strcmp(type, "forced_trade") == 0 || strcmp(type, "return_cards") == 0)
        return 3;
    if (json_is_integer(victim) && json_object_get(json_object_get(event, "outcome"), "card"))
        return player | 1U << json_integer_value(victim);
    return ~0U;
}

/* What a viewer's event leaves out, and that it leaves out nothing else. */
static void check_event(const json_t *whole, const json_t *seen, unsigned viewer) {
    bool knows = (who_knows(whole) >> viewer & 1) != 0;
    const json_t *hidden = json_object_get(seen, "hidden");
    const char *type = need_text(whole, "type");

    NEED(json_object_get(whole, "hidden") == NULL, "something is hidden from all");
    NEED(need_int(whole, "seq") == need_int(seen, "seq"), "events out of step");
    if (knows && strcmp(type, "discard") != 0) {
        same_json(whole, seen, "an event that hides nothing");
        return;
    }
    if (knows) {
        same_json(need(whole, "action"), need(seen, "action"), "one's own discard");
        return;
    }
    NEED(json_array_size(hidden) > 0, "%s hides nothing from %u", type, viewer);
    NEED(json_object_get(json_object_get(seen, "action"), "cards") == NULL, "%s shows cards to %u",
         type, viewer);
    NEED(json_object_get(json_object_get(seen, "outcome"), "card") == NULL &&
             json_object_get(json_object_get(seen, "outcome"), "cards") == NULL,
         "%s shows an outcome to %u", type, viewer);
}

static json_t *events_of(struct guest *person, int game, const char *query) {
    char path[256];

    snprintf(path, sizeof path, "/v1/games/%s/events?%s", ids[game], query);
    return guest_list(person, path, 100);
}

static void check_events(int game, struct guest *bystander) {
    json_t *whole = events_of(bystander, game, "as=all");
    json_t *outside = events_of(bystander, game, "after=0");
    const json_t *event;
    size_t i;

    NEED(json_array_size(whole) == json_array_size(outside), "events are missing");
    json_array_foreach(whole, i, event) {
        NEED(need_int(event, "seq") == (long long)i + 1, "a gap in the log");
        check_event(event, json_array_get(outside, i), SEATS + 1);
    }
    for (int p = 0; p < PEOPLE; p++) {
        json_t *own;

        if (players[p].at[game].seat < 0)
            continue;
        own = events_of(&players[p].person, game, "after=0");
        json_array_foreach(whole, i, event)
            check_event(event, json_array_get(own, i), (unsigned)players[p].at[game].seat);
        same_json(own, players[p].at[game].heard, "the stream and the log");
        json_decref(own);
    }
    json_decref(whole);
    json_decref(outside);
}

/* Views after the end: one's own hand and nobody else's; all cards add up. */
static void check_views(int game, const json_t *whole) {
    static const char *const kinds[] = {"brick", "lumber", "wool", "grain", "ore"};
    const json_t *seats = need(whole, "players");
    const json_t *seat;
    size_t i;

    for (unsigned k = 0; k < 5; k++) {
        long long sum = json_integer_value(json_object_get(need(whole, "bank"), kinds[k]));

        json_array_foreach(seats, i, seat) sum +=
            json_integer_value(json_object_get(need(seat, "cards"), kinds[k]));
        NEED(sum == 19, "%lld cards of %s", sum, kinds[k]);
    }
    for (int p = 0; p < PEOPLE; p++) {
        json_t *view;

        if (players[p].at[game].seat < 0)
            continue;
        view = guest_get(&players[p].person, 200, "/v1/games/%s/view", ids[game]);
        same_json(need(view, "pieces"), need(whole, "pieces"), "the pieces");
        same_json(need(view, "bank"), need(whole, "bank"), "the bank");
        json_array_foreach(seats, i, seat) {
            const json_t *shown = json_array_get(need(view, "players"), i);
            bool own = (int)i == players[p].at[game].seat;

            NEED(need_int(seat, "card_count") == need_int(shown, "card_count"), "card_count");
            if (own)
                same_json(need(seat, "cards"), need(shown, "cards"), "one's own hand");
        }
        json_decref(view);
    }
}

/* The record is proved by the program itself, and comes back in as the same game. */
static void check_record(int game, struct guest *person, const json_t *whole) {
    json_t *record = guest_get(person, 200, "/v1/games/%s/record", ids[game]);
    char file[32], id[GAME_ID_SIZE];
    json_t *again, *view;

    snprintf(file, sizeof file, "record%d.json", game);
    NEED(json_dump_file(record, file, 0) == 0, "cannot write %s", file);
    NEED(e2e_run("verify", file, NULL) == 0, "%s is not proved", file);
    game_make(person, json_pack("{s:s, s:O}", "mode", "table", "record", record), id);
    view = guest_get(person, 200, "/v1/games/%s/view?as=all", id);
    json_object_del(view, "game");
    again = json_deep_copy(whole);
    json_object_del(again, "game");
    same_json(again, view, "the end, played and taken in");
    json_decref(view);
    json_decref(again);
    again = guest_get(person, 200, "/v1/games/%s/record", id);
    same_json(need(record, "events"), need(again, "events"), "the events taken in");
    same_json(need(record, "result"), need(again, "result"), "the result taken in");
    same_json(need(record, "board"), need(again, "board"), "the board taken in");
    json_decref(again);
    json_decref(record);
}

static bool is_move(const json_t *event) {
    return json_is_object(json_object_get(event, "action"));
}

/* Plays the events from the one after FROM on in a table game, with their outcomes, several at a
 * time. */
static void play_on(struct guest *person, const char *id, const json_t *events, size_t from) {
    json_t *moves = json_array();
    const json_t *event;

    for (size_t i = from; i < json_array_size(events); i++) {
        event = json_array_get(events, i);
        if (is_move(event)) {
            json_t *move = json_pack("{s:O, s:O}", "action", json_object_get(event, "action"),
                                     "seat", json_object_get(event, "player"));

            if (json_is_object(json_object_get(event, "outcome")))
                json_object_set(move, "outcome", json_object_get(event, "outcome"));
            json_array_append_new(moves, move);
        }
        if (json_array_size(moves) == 0 ||
            (json_array_size(moves) < 20 && i + 1 < json_array_size(events)))
            continue;
        json_decref(
            guest_post(person, 201, json_pack("{s:o}", "moves", moves), "/v1/games/%s/moves", id));
        moves = json_array();
    }
    json_decref(moves);
}

/* A view without what belongs to the game that it was taken from, not to the position. */
static json_t *bare(const json_t *view) {
    json_t *copy = json_deep_copy(view);
    json_t *seat;
    size_t i;

    json_object_del(copy, "game");
    json_object_del(copy, "seq");
    json_array_foreach(json_object_get(copy, "players"), i, seat) json_object_del(seat, "name");
    return copy;
}

static void same_position(const json_t *wanted, struct guest *person, const char *id,
                          const char *what) {
    json_t *view = guest_get(person, 200, "/v1/games/%s/view?as=all", id);
    json_t *a = bare(wanted);
    json_t *b = bare(view);

    same_json(a, b, what);
    json_decref(a);
    json_decref(b);
    json_decref(view);
}

/* A position out of the middle goes on to the same end. */
static void check_position(int game, struct guest *person, const json_t *whole, size_t at) {
    json_t *view = guest_get(person, 200, "/v1/games/%s/view?as=all&at=%zu", ids[game], at);
    json_t *about = guest_get(person, 200, "/v1/games/%s", ids[game]);
    json_t *record = guest_get(person, 200, "/v1/games/%s/record", ids[game]);
    char id[GAME_ID_SIZE];

    NEED(need_int(view, "seq") == (long long)at, "not the view of then");
    game_make(person,
              json_pack("{s:s, s:O, s:O, s:O}", "mode", "table", "rules", need(about, "rules"),
                        "board", need(record, "board"), "position", view),
              id);
    same_position(view, person, id, "a position out and in");
    play_on(person, id, need(record, "events"), at);
    same_position(whole, person, id, "the end, played on from a position");
    json_decref(record);
    json_decref(about);
    json_decref(view);
}

/* Events after which something pends that only a position in the middle of a chain can hold. */
static size_t chain_at(const json_t *events) {
    for (size_t i = json_array_size(events); i-- > 1;) {
        const char *type = need_text(json_array_get(events, i), "type");

        if (strcmp(type, "discard") == 0 || strcmp(type, "build_neutral") == 0)
            return i;
    }
    return json_array_size(events) / 3;
}

static void check_game(int game, struct guest *person) {
    json_t *about = guest_get(person, 200, "/v1/games/%s", ids[game]);
    json_t *whole = guest_get(person, 200, "/v1/games/%s/view?as=all", ids[game]);
    json_t *events = events_of(person, game, "as=all");
    size_t n = json_array_size(events);

    NEED(strcmp(need_text(about, "status"), "finished") == 0, "not finished");
    same_json(need(need(about, "result"), "winner"), need(whole, "winner"), "the winner");
    NEED(need_int(about, "seq") == (long long)n, "the last event");
    NEED(json_array_size(need(about, "waiting_for")) == 0, "it still waits");
    check_events(game, person);
    check_views(game, whole);
    check_record(game, person, whole);
    check_position(game, person, whole, 1 + n / 40);
    check_position(game, person, whole, chain_at(events));
    check_position(game, person, whole, n / 2 + random_below(&person->random, (uint32_t)(n / 3)));
    printf("game %d: %zu events\n", game, n);
    json_decref(events);
    json_decref(whole);
    json_decref(about);
}

START_TEST(whole_games_by_several_people_at_once) {
    struct guest eve;
    unsigned posted = 0, refused = 0;

    for (int p = 0; p < PEOPLE; p++)
        NEED(pthread_create(&players[p].thread, NULL, play, &players[p]) == 0, "no thread");
    for (int p = 0; p < PEOPLE; p++) {
        pthread_join(players[p].thread, NULL);
        posted += players[p].posted;
        refused += players[p].refused;
    }
    printf("%u moves, %u came too late\n", posted, refused);
    guest_meet(&eve, &server, "eve");
    eve.random = random_seeded(posted);
    for (int game = 0; game < GAMES; game++)
        check_game(game, &eve);
    guest_leave(&eve);
}
END_TEST

static Suite *suite(void) {
    return test_suite("e2e_games", (const struct test_case[]){
                                       {"whole_games", whole_games_by_several_people_at_once,
                                        .timeout_s = SECONDS_MAX, .setup = begin, .teardown = end},
                                       {0},
                                   });
}
TEST_MAIN(suite)
