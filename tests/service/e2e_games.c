/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The players of the games: see e2e_games.h. */
#include "tests/service/e2e_games.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

struct e2e_server games_server;
struct table_guest games_people[PEOPLE];
char games_ids[GAMES_MAX][GAME_ID_SIZE];
int games_count;
const char *games_parts[GAMES_MAX];

static int64_t deadline;
static unsigned long long games_seed;

/* ---- preparation ---- */

/* A seed for the person; its commitment goes into COMMITMENT. */
static void make_seed(struct random *random, char seed[SEED_HEX], char commitment[SEED_HEX]) {
    unsigned char bytes[32];
    unsigned char hash[crypto_hash_sha256_BYTES];

    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)random_below(random, 256);
    crypto_hash_sha256(hash, bytes, sizeof bytes);
    sodium_bin2hex(seed, SEED_HEX, bytes, sizeof bytes);
    sodium_bin2hex(commitment, SEED_HEX, hash, sizeof hash);
}

static void take_seats(const struct plan *plan, int game) {
    for (int seat = 0; seat < SEATS && plan->people[seat] >= 0; seat++) {
        struct table_guest *player = &games_people[plan->people[seat]];
        json_t *body = seat == 0 ? tree(plan->body) : json_pack("{s:i}", "seat", seat);
        char commitment[SEED_HEX];

        player->at[game].seat = seat;
        player->at[game].part = plan->parts == NULL ? '\0' : plan->parts[seat];
        if (plan->seeds) {
            make_seed(&player->person.random, player->at[game].seed, commitment);
            json_object_set_new(body, "client_commitment", json_string(commitment));
        }
        if (seat == 0)
            game_make(&player->person, body, games_ids[game]);
        else
            json_decref(
                guest_post(&player->person, 200, body, "/v1/games/%s/join", games_ids[game]));
    }
    games_parts[game] = plan->parts;
    for (int seat = 0; seat < SEATS && plan->parts != NULL && plan->people[seat] >= 0; seat++)
        parts_begin(&games_people[plan->people[seat]], game);
}

/* The factor for time limits that Check uses: a sanitizer's program is slow. */
static int64_t slower(void) {
    const char *times = getenv("CK_TIMEOUT_MULTIPLIER");

    return times == NULL ? 1 : strtol(times, NULL, 10);
}

void games_begin(const char *db) {
    static const char *const names[PEOPLE] = {"ada", "grace", "linus", "mary", "alan", "barbara"};
    games_seed = test_seed((unsigned long long)time(NULL));
    NEED(sodium_init() >= 0, "no libsodium");
    e2e_begin(&games_server, db);
    deadline = e2e_now_ms() + (int64_t)SECONDS_MAX * slower() * 1000;
    games_count = 0;
    for (int p = 0; p < PEOPLE; p++) {
        struct table_guest *player = &games_people[p];

        guest_meet(&player->person, &games_server, names[p]);
        player->person.random = random_seeded(games_seed + (unsigned)p);
        guest_stream(&player->person, &player->stream, "/v1/me/events", NULL);
        player->decided = json_object();
        player->posted = player->refused = player->lists = player->plans = 0;
    }
}

static void seat_every(int step, const struct plan *plans, int n) {
    NEED(games_count + n <= GAMES_MAX, "too many games");
    for (int i = (int)(games_seed % (unsigned)step); i < n; i += step, games_count++) {
        for (int p = 0; p < PEOPLE; p++)
            games_people[p].at[games_count] = (struct seat_at){.seat = -1, .heard = json_array()};
        take_seats(&plans[i], games_count);
    }
}

void games_seat(const struct plan *plans, int n) {
    seat_every(1, plans, n);
}

void games_seat_share(const struct plan *plans, int n) {
    seat_every(test_whole() ? 1 : 3, plans, n);
}

void games_end(void) {
    for (int p = 0; p < PEOPLE; p++) {
        for (int game = 0; game < games_count; game++)
            json_decref(games_people[p].at[game].heard);
        json_decref(games_people[p].decided);
        client_close(&games_people[p].stream);
        guest_leave(&games_people[p].person);
    }
    e2e_stop(&games_server);
}

/* ---- playing ---- */

/* Posts a move; returns whether it was made. It is not an error if another player was faster. */
static bool post_move(struct table_guest *player, int game, json_t *body, const char *etag) {
    struct seat_at *at = &player->at[game];
    long long seq = need_int(body, "seq");
    bool by_seq = random_below(&player->person.random, 4) > 0;
    char path[128], headers[256] = "";
    struct response response;
    bool made;
    char *text;

    if (!by_seq) {
        json_object_del(body, "seq");
        snprintf(headers, sizeof headers, "If-Match: %s\r\n", etag);
    }
    if (*at->seed != '\0' && !at->seed_sent)
        json_object_set_new(body, "client_seed", json_string(at->seed));
    text = json_dumps(body, JSON_COMPACT);
    snprintf(path, sizeof path, "/v1/games/%s/moves", games_ids[game]);
    guest_ask(&player->person, &response, "POST", path, headers, text);
    made = response.status == 201;
    if (made) {
        json_t *answer = json_loads(response.body, 0, NULL);

        NEED(answer != NULL, "no JSON");
        /* The end of a part that has not come yet is an answer, stored until it comes. */
        if (at->part == 'a' && json_array_size(need(answer, "events")) == 0)
            player->lists++;
        else
            NEED(need_int(answer, "seq") > seq, "the log has not grown");
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
    return made;
}

static json_t *look(struct table_guest *player, int game, char etag[128]) {
    struct response response;
    char path[128];
    json_t *view;

    snprintf(path, sizeof path, "/v1/games/%s/view", games_ids[game]);
    guest_ask(&player->person, &response, "GET", path, "", NULL);
    NEED(response.status == 200, "%s: %d", path, response.status);
    snprintf(etag, 128, "%s", response_header(&response, "ETag"));
    view = json_loads(response.body, JSON_REJECT_DUPLICATES, NULL);
    NEED(view != NULL, "no view");
    response_free(&response);
    return view;
}

/* Counts an answered decision; VIEW is what its owner saw before. */
static void note_decision(struct table_guest *player, const json_t *view, unsigned seat) {
    const json_t *decisions = need(view, "waiting_for");
    const json_t *turn = json_object_get(need(view, "turn"), "player");
    bool on = json_is_integer(turn) && json_integer_value(turn) == (json_int_t)seat;
    const json_t *decision;
    char name[64];
    size_t i;

    json_array_foreach(decisions, i, decision) {
        const json_t *what = json_object_get(decision, "for");

        if (need_int(decision, "player") != (long long)seat)
            continue;
        snprintf(name, sizeof name, "%s:%s%s%s", on ? "on" : "off", need_text(decision, "decision"),
                 what != NULL ? "-" : "", what != NULL ? json_string_value(what) : "");
        json_object_set_new(
            player->decided, name,
            json_integer(1 + json_integer_value(json_object_get(player->decided, name))));
    }
}

/* Checks a game and moves in it, if it is time to or at random. */
static void step(struct table_guest *player, int game) {
    struct seat_at *at = &player->at[game];
    unsigned seat = (unsigned)at->seat;
    char etag[128];
    json_t *view = look(player, game, etag);
    json_t *listing;
    json_t *move;

    at->dirty = false;
    at->over = strcmp(need_text(view, "status"), "active") != 0;
    parts_check(game, view);
    if (!at->over && parts_whim(player, game, view)) {
        at->dirty = true; /* what they saw is outdated */
        json_decref(view);
        return;
    }
    if (!at->over && (view_waits_for(view, seat) || random_below(&player->person.random, 6) == 0)) {
        listing = guest_get(&player->person, 200, "/v1/games/%s/actions", games_ids[game]);
        NEED(need_int(listing, "player") == at->seat, "somebody else's actions");
        if (!same_moment(view, listing) || parts_answer(player, game, view, listing)) {
            at->dirty = true;
        } else {
            move = choose_move(&player->person.random, view, listing, seat);
            NEED(move != NULL || !view_waits_for(view, seat), "nothing can be done");
            if (move != NULL && post_move(player, game, move, etag))
                note_decision(player, view, seat);
        }
        json_decref(listing);
    }
    json_decref(view);
}

/* Waits for the next event of the stream and stores it. */
static bool hear(struct table_guest *player, int wait_ms) {
    json_t *data = stream_next(&player->stream, NULL, wait_ms);
    int game = 0;

    if (data == NULL)
        return false;
    while (game < games_count && strcmp(games_ids[game], need_text(data, "game")) != 0)
        game++;
    NEED(game < games_count && player->at[game].seat >= 0,
         "an event of a game that is not one's own");
    json_array_append(player->at[game].heard, json_object_get(data, "event"));
    player->at[game].dirty = true;
    json_decref(data);
    return true;
}

/* The view can show that a game is over before the stream has reported its end. */
static bool heard_end(const struct seat_at *at) {
    const json_t *last = json_array_get(at->heard, json_array_size(at->heard) - 1);

    return last != NULL && strcmp(need_text(last, "type"), "finished") == 0;
}

static void *play(void *context) {
    struct table_guest *player = context;
    bool going_on = true;

    for (int game = 0; game < games_count; game++)
        player->at[game].dirty = true;
    while (going_on) {
        bool stepped = false;

        going_on = false;
        for (int game = 0; game < games_count; game++) {
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

void games_play(void) {
    unsigned posted = 0, refused = 0;

    for (int p = 0; p < PEOPLE; p++)
        NEED(pthread_create(&games_people[p].thread, NULL, play, &games_people[p]) == 0,
             "no thread");
    for (int p = 0; p < PEOPLE; p++) {
        pthread_join(games_people[p].thread, NULL);
        posted += games_people[p].posted;
        refused += games_people[p].refused;
    }
    printf("%u moves, %u came too late\n", posted, refused);
}

json_t *games_decided(void) {
    json_t *all = json_object();

    for (int p = 0; p < PEOPLE; p++) {
        const char *name;
        json_t *n;

        json_object_foreach(games_people[p].decided, name, n) json_object_set_new(
            all, name,
            json_integer(json_integer_value(n) + json_integer_value(json_object_get(all, name))));
    }
    return all;
}
