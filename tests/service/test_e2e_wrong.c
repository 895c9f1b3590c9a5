/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Invalid requests to the real program: each gets the right refusal and changes nothing. */
#include <stdio.h>
#include <string.h>

#include "tests/service/e2e.h"

/* ---- the games for the requests ---- */

/* Table games start from positions on the beginners' island: three players with two settlements and roads each. %s: the
 * rest of the turn, the hand of seat 0, more of seat 0, the hand of seat 1. */
#define ISLAND                                                                                     \
    "'robber':9,'pieces':{'cities':[],'settlements':[{'vertex':10,'player':0},"                    \
    "{'vertex':29,'player':0},{'vertex':19,'player':1},{'vertex':40,'player':1},"                  \
    "{'vertex':12,'player':2},{'vertex':42,'player':2}],'roads':[{'edge':16,'player':0},"          \
    "{'edge':42,'player':0},{'edge':29,'player':1},{'edge':58,'player':1},"                        \
    "{'edge':19,'player':2},{'edge':53,'player':2}]}"
#define TABLE(rules, turn, players, more)                                                          \
    "{'mode':'table','rules':{'game':'base'" rules "},'board':{'layout':'beginner'},"              \
    "'position':{'phase':'play','first':0,'turn':{'number':9,'player':0," turn "}," ISLAND         \
    ",'players':[" players "]" more "}}"
#define THREE     ",'players':3"
#define ROLLED    "'rolled':true,'step':'actions','rolls':[{'yellow':2,'red':3}]"
#define RICH      "'cards':{'brick':4,'lumber':4,'wool':4,'grain':4,'ore':4}"
#define OTHERS    "{'seat':1,'cards':{'ore':3,'brick':5}},{'seat':2,'cards':{},'knights_played':1}"
#define ALL_CARDS "'dev_cards':{'knight':1,'road_building':1,'year_of_plenty':1,'monopoly':1"

static const struct {
    char letter; /* $LETTER in a path is the game's id */
    const char *body;
} games[] = {
    {'O', "{'rules':{'game':'base'}}"},
    {'V', "{'rules':{'game':'base'},'visibility':'private'}"},
    {'W', "{'mode':'table','rules':{'game':'base'},'visibility':'private'}"},
    {'T', TABLE(THREE, ROLLED, "{'seat':0," RICH "," ALL_CARDS ",'victory_point':1}}," OTHERS, "")},
    {'R', TABLE(THREE, "'step':'before_roll'", "{'seat':0,'cards':{'wool':5}}," OTHERS, "")},
    {'D', TABLE(THREE, "'step':'before_roll'", "{'seat':0,'cards':{'wool':5}}," OTHERS, "")},
    {'S', TABLE(THREE ",'combined_phases':false", ROLLED ",'trade_over':true",
                "{'seat':0," RICH "}," OTHERS, "")},
    {'N', TABLE(THREE, ROLLED,
                "{'seat':0,'dev_cards':{'knight':1},'new_dev_cards':{'knight':1}}," OTHERS, "")},
    {'C', TABLE(THREE, ROLLED ",'dev_card_played':true",
                "{'seat':0,'dev_cards':{'knight':2}}," OTHERS, "")},
    {'B', TABLE(THREE, ROLLED,
                "{'seat':0,'cards':{'wool':8,'grain':1},'dev_cards':{'year_of_plenty':1}},"
                "{'seat':1,'cards':{'ore':19}},{'seat':2}",
                "")},
    {'E', TABLE(THREE, ROLLED,
                "{'seat':0," RICH "},{'seat':1,'dev_cards':{'victory_point':5}},"
                "{'seat':2,'knights_played':14}",
                ",'dev_removed':{'road_building':2,'year_of_plenty':2,'monopoly':2},"
                "'largest_army':{'player':2,'size':14}")},
    {'2', TABLE(",'players':2", "'step':'before_roll'",
                "{'seat':0," RICH ",'trade_tokens':4},{'seat':1,'trade_tokens':4},{'seat':2},"
                "{'seat':3}",
                "")},
};
enum { TABLES = sizeof games / sizeof *games };

static struct e2e_server server;
static struct guest ann, bob, cat, due, other, nobody, faker;
static char ids[128][GAME_ID_SIZE]; /* by letter */

/* $P: a play game of ann, bob and dan in its set-up phase; $F: one in which a player has resigned. */
static void make_play_games(struct guest *dan) {
    struct guest *three[] = {&ann, &bob, dan};
    json_t *about;
    long long turn;

    game_make_text(&ann, "{'rules':{'game':'base','players':3}}", ids['P']);
    game_make_text(&ann, "{'rules':{'game':'base','players':2}}", ids['F']);
    json_decref(guest_post(&bob, 200, json_object(), "/v1/games/%s/join", ids['P']));
    json_decref(guest_post(dan, 200, json_object(), "/v1/games/%s/join", ids['P']));
    json_decref(guest_post(&bob, 200, json_object(), "/v1/games/%s/join", ids['F']));
    json_decref(guest_post(&ann, 200, json_object(), "/v1/games/%s/resign", ids['F']));
    json_decref(guest_post(&bob, 200, json_object(), "/v1/games/%s/resign", ids['F']));
    about = guest_get(&ann, 200, "/v1/games/%s", ids['P']);
    turn = need_int(json_array_get(need(about, "waiting_for"), 0), "player");
    due = *three[turn];
    other = *three[(turn + 1) % 3];
    due.client = other.client = (struct client){.fd = -1};
    json_decref(about);
}

static void begin(void) {
    struct guest dan;
    json_t *made;

    e2e_begin(&server, "wrong.db");
    guest_meet(&ann, &server, "ann");
    guest_meet(&bob, &server, "bob");
    guest_meet(&cat, &server, "cat");
    guest_meet(&dan, &server, "dan");
    guest_stranger(&nobody, &server);
    guest_stranger(&faker, &server);
    snprintf(faker.token, sizeof faker.token, "Authorization: Bearer hxp_%036d\r\n", 0);
    for (size_t i = 0; i < TABLES; i++)
        game_make_text(&ann, games[i].body, ids[(unsigned char)games[i].letter]);
    make_play_games(&dan);
    /* Seat 1 of $D has eight cards when a seven comes. */
    made = guest_post(&ann, 201, tree("{'action':{'type':'roll'},'outcome':{'yellow':3,'red':4}}"),
                      "/v1/games/%s/moves", ids['D']);
    json_decref(made);
    guest_leave(&dan);
}

static void end(void) {
    struct guest *all[] = {&ann, &bob, &cat, &due, &other, &nobody, &faker};

    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        guest_leave(all[i]);
    e2e_stop(&server);
}

/* ---- rows ---- */

/*
 * WHO: a ann, b bob, c cat (a stranger), d the player due in $P, o another player of $P, n without a token, f with an
 * invalid one. In paths $X is a game's id; in bodies ' stands for ", and a body that begins with ! is sent unchanged.
 * WHAT: "/…" or "" a pointer of errors, "?…" a parameter, "reason rule" why the rules forbid it ("-" for no rule), NULL
 * nothing more.
 */
struct row {
    char who;
    const char *method, *path, *headers, *body;
    int status;
    const char *code, *what;
};

static struct guest *guest_of(char who) {
    switch (who) {
    case 'a': return &ann;
    case 'b': return &bob;
    case 'c': return &cat;
    case 'd': return &due;
    case 'o': return &other;
    case 'f': return &faker;
    default: return &nobody;
    }
}

static void fill_path(char to[512], const char *path) {
    size_t size = 0;

    for (; *path != '\0'; path++) {
        if (*path == '$')
            size += (size_t)snprintf(to + size, 512 - size, "%s", ids[(unsigned char)*++path]);
        else
            to[size++] = *path;
    }
    to[size] = '\0';
}

static char *fill_body(const char *body) {
    char *copy = body == NULL ? NULL : strdup(*body == '!' ? body + 1 : body);

    for (char *c = copy; c != NULL && *body != '!' && *c != '\0'; c++)
        if (*c == '\'')
            *c = '"';
    return copy;
}

static bool names_place(const json_t *problem, const char *what) {
    const char *key = *what == '?' ? "parameter" : "pointer";
    const json_t *error;
    size_t i;

    json_array_foreach(json_object_get(problem, "errors"), i, error) {
        const char *place = json_string_value(json_object_get(error, key));

        if (place != NULL && strcmp(place, *what == '?' ? what + 1 : what) == 0)
            return true;
    }
    return false;
}

static bool names_reason(const json_t *problem, const char *what) {
    const char *rule = json_string_value(json_object_get(problem, "rule"));
    const char *reason = json_string_value(json_object_get(problem, "reason"));
    char text[128];

    snprintf(text, sizeof text, "%s %s", reason != NULL ? reason : "none",
             rule != NULL ? rule : "-");
    return strcmp(text, what) == 0 && json_object_get(problem, "rule") != NULL;
}

static unsigned mistakes;

static void complain(const struct row *row, const struct response *response, const char *what) {
    fprintf(stderr, "%c %s %s %s %.200s\n  wanted %d %s %s; %s: %d %s\n", row->who, row->method,
            row->path, row->headers, row->body != NULL ? row->body : "", row->status, row->code,
            row->what != NULL ? row->what : "", what, response->status,
            response->body != NULL ? response->body : "");
    mistakes++;
}

/* Checks that it is the expected problem, complete and in the right format. */
static void judge(const struct row *row, const struct response *response) {
    json_t *problem = json_loads(response->body != NULL ? response->body : "", 0, NULL);
    const char *kind = response->head != NULL ? response_header(response, "Content-Type") : NULL;
    char type[64];

    snprintf(type, sizeof type, "/problems/%s", row->code);
    if (response->status != row->status)
        complain(row, response, "status");
    else if (problem == NULL || kind == NULL || strcmp(kind, "application/problem+json") != 0)
        complain(row, response, "no problem document");
    else if (strcmp(need_text(problem, "type"), type) != 0)
        complain(row, response, "type");
    else if (need_int(problem, "status") != row->status || *need_text(problem, "title") == '\0' ||
             *need_text(problem, "detail") == '\0' ||
             strncmp(need_text(problem, "instance"), "/requests/", 10) != 0)
        complain(row, response, "members");
    else if (row->what != NULL && !(*row->what == '/' || *row->what == '?' || *row->what == '\0'
                                        ? names_place(problem, row->what)
                                        : names_reason(problem, row->what)))
        complain(row, response, "place or reason");
    else if (row->status == 401 && response_header(response, "WWW-Authenticate") == NULL)
        complain(row, response, "WWW-Authenticate");
    else if (row->status == 405 && response_header(response, "Allow") == NULL)
        complain(row, response, "Allow");
    json_decref(problem);
}

/* The state of all games, in one text. */
static char *world(void) {
    char *text = guest_text(&ann, "/v1/games?limit=100&mine=true");

    NEED(strstr(text, ids['T']) != NULL, "a game is missing");
    return text;
}

static void try_rows(const struct row *rows, size_t count) {
    mistakes = 0;
    for (size_t i = 0; i < count; i++) {
        const struct row *row = &rows[i];
        char *before = world();
        char *after;
        char *body = fill_body(row->body);
        char path[512];
        struct response response;

        fill_path(path, row->path);
        guest_ask(guest_of(row->who), &response, row->method, path, row->headers, body);
        judge(row, &response);
        after = world();
        if (strcmp(before, after) != 0)
            complain(row, &response, "something has changed");
        response_free(&response);
        free(body);
        free(before);
        free(after);
    }
    NEED(mistakes == 0, "%u of %zu rows", mistakes, count);
}

#define TRY(rows) try_rows((rows), sizeof(rows) / sizeof *(rows))

#define MOVES(game) "/v1/games/$" game "/moves"

static const struct row shapes[] = {
    {'n', "POST", "/v1/accounts", "", "{'name':''}", 422, "invalid", "/name"},
    {'n', "POST", "/v1/accounts", "", "{'name':7}", 422, "invalid", "/name"},
    {'n', "POST", "/v1/accounts", "", "{}", 422, "invalid", "/name"},
    {'n', "POST", "/v1/accounts", "", "{'name':'x','nmae':1}", 422, "invalid", "/nmae"},
    {'n', "POST", "/v1/accounts", "", "{'name':'ann'}", 409, "conflict", NULL},
    {'n', "POST", "/v1/accounts", "", "{'name':'ANN'}", 409, "conflict", NULL},
    {'n', "POST", "/v1/accounts", "", "{'name':'x','email':'no'}", 422, "invalid", "/email"},
    {'n', "POST", "/v1/accounts", "", "{'name':'x','name':'y'}", 400, "malformed-json", NULL},
    {'n', "POST", "/v1/accounts", "", "{'name':'x'", 400, "malformed-json", NULL},
    {'n', "POST", "/v1/accounts", "", "{'name':'x'} {}", 400, "malformed-json", NULL},
    {'n', "POST", "/v1/accounts", "", "!{\"name\":\"\xff\"}", 400, "malformed-json", NULL},
    {'n', "POST", "/v1/accounts", "", "!{\"name\":\"a\\u0000b\"}", 400, "malformed-json", NULL},
    {'n', "POST", "/v1/accounts", "", "", 400, "malformed-json", NULL},
    {'n', "POST", "/v1/accounts", "Content-Type: text/plain\r\n", "{'name':'x'}", 415,
     "unsupported-media-type", NULL},
    {'n', "POST", "/v1/accounts", "", "['x']", 422, "invalid", ""},
    {'a', "POST", "/v1/me/tokens", "", "{'name':'x','scopes':['root']}", 422, "invalid",
     "/scopes/0"},
    {'a', "POST", "/v1/me/tokens", "", "{'name':'x','expires_at':'soon'}", 422, "invalid",
     "/expires_at"},
    {'a', "POST", MOVES("P"), "", "{}", 422, "invalid", "/action"},
    {'a', "POST", MOVES("P"), "", "{'action':{}}", 422, "invalid", "/action/type"},
    {'a', "POST", MOVES("P"), "", "{'action':7}", 422, "invalid", "/action"},
    {'a', "POST", MOVES("P"), "", "{'action':{'type':'fly'}}", 422, "invalid", "/action/type"},
    {'a', "POST", MOVES("P"), "", "{'action':{'type':'start'}}", 422, "invalid", "/action/type"},
    {'a', "POST", MOVES("P"), "", "{'action':{'type':'roll','luck':6}}", 422, "invalid",
     "/action/luck"},
    {'a', "POST", MOVES("P"), "", "{'action':{'type':'roll'},'moves':[]}", 422, "invalid", NULL},
    {'a', "POST", MOVES("P"), "", "{'moves':[]}", 422, "invalid", "/moves"},
    {'a', "POST", MOVES("P"), "", "{'moves':[{'action':{'type':'fly'}}]}", 422, "invalid",
     "/moves/0/action/type"},
    {'a', "POST", MOVES("P"), "", "{'action':{'type':'build_road'}}", 422, "invalid",
     "/action/edge"},
    {'a', "POST", MOVES("P"), "", "{'action':{'type':'build_road','edge':72}}", 422, "invalid",
     "/action/edge"},
    {'a', "POST", MOVES("P"), "", "{'action':{'type':'build_road','edge':-1}}", 422, "invalid",
     "/action/edge"},
    {'a', "POST", MOVES("P"), "", "{'action':{'type':'build_road','edge':1.0}}", 422, "invalid",
     "/action/edge"},
    {'a', "POST", MOVES("P"), "", "{'action':{'type':'build_road','edge':99999999999999999999}}",
     400, "malformed-json", NULL},
    {'a', "POST", MOVES("P"), "", "{'action':{'type':'build_city','vertex':54}}", 422, "invalid",
     "/action/vertex"},
    {'a', "POST", MOVES("P"), "", "{'action':{'type':'build_city','vertex':'5'}}", 422, "invalid",
     "/action/vertex"},
    {'a', "POST", MOVES("P"), "", "{'action':{'type':'move_robber','hex':19,'victim':null}}", 422,
     "invalid", "/action/hex"},
    {'a', "POST", MOVES("P"), "", "{'action':{'type':'move_robber','hex':1,'victim':3}}", 422,
     "invalid", "/action/victim"},
    {'a', "POST", MOVES("P"), "", "{'action':{'type':'move_robber','hex':1}}", 422, "invalid",
     "/action/victim"},
    {'a', "POST", MOVES("P"), "", "{'action':{'type':'discard','cards':{'gold':1}}}", 422,
     "invalid", "/action/cards/gold"},
    {'a', "POST", MOVES("P"), "", "{'action':{'type':'discard','cards':{'ore':-1}}}", 422,
     "invalid", "/action/cards/ore"},
    {'a', "POST", MOVES("P"), "", "{'action':{'type':'play_dev_card','card':'spy'}}", 422,
     "invalid", "/action/card"},
    {'a', "POST", MOVES("P"), "", "{'action':{'type':'roll'},'seat':0}", 422, "invalid", "/seat"},
    {'a', "POST", MOVES("P"), "", "{'action':{'type':'roll'},'outcome':{'yellow':1,'red':1}}", 422,
     "invalid", "/outcome"},
    {'a', "POST", MOVES("P"), "", "{'moves':[{'action':{'type':'roll'},'seat':0}]}", 422, "invalid",
     "/moves/0/seat"},
    {'a', "POST", MOVES("P"), "", "{'action':{'type':'roll'},'seq':-1}", 422, "invalid", "/seq"},
    {'a', "POST", MOVES("P"), "", "{'action':{'type':'roll'},'dry_run':1}", 422, "invalid",
     "/dry_run"},
    {'a', "POST", MOVES("P"), "", "{'action':{'type':'roll'},'client_seed':'ab'}", 422, "invalid",
     "/client_seed"},
    {'a', "POST", MOVES("T"), "", "{'action':{'type':'roll'},'seat':3}", 422, "invalid", "/seat"},
    {'a', "POST", MOVES("R"), "", "{'action':{'type':'roll'},'outcome':{'green':1}}", 422,
     "invalid", "/outcome/green"},
    {'a', "POST", "/v1/games/$O/join", "", "{'seat':4}", 422, "invalid", "/seat"},
    {'a', "POST", "/v1/games/$O/join", "", "{'client_commitment':'no'}", 422, "invalid",
     "/client_commitment"},
    {'a', "GET", "/v1/games?limit=0", "", NULL, 422, "invalid", "?limit"},
    {'a', "GET", "/v1/games?limit=100000", "", NULL, 422, "invalid", "?limit"},
    {'a', "GET", "/v1/games?cursor=x", "", NULL, 422, "invalid", "?cursor"},
    {'a', "GET", "/v1/games?status=lost", "", NULL, 422, "invalid", "?status"},
    {'a', "GET", "/v1/games?mine=maybe", "", NULL, 422, "invalid", "?mine"},
    {'a', "GET", "/v1/games?mine=true&mine=true", "", NULL, 422, "invalid", "?mine"},
    {'a', "GET", "/v1/games/$P/events?wait=61", "", NULL, 422, "invalid", "?wait"},
    {'a', "GET", "/v1/games/$P/events?after=x", "", NULL, 422, "invalid", "?after"},
    {'a', "GET", "/v1/games/$P/events?type=fly", "", NULL, 422, "invalid", "?type"},
    {'a', "GET", "/v1/games/$P/events?player=9", "", NULL, 422, "invalid", "?player"},
    {'a', "GET", "/v1/games/$P/view?at=-1", "", NULL, 422, "invalid", "?at"},
    {'a', "GET", "/v1/games/$P/view?at=9999", "", NULL, 422, "invalid", "?at"},
    {'a', "GET", "/v1/games/$T/view?as=3", "", NULL, 422, "invalid", "?as"},
    {'a', "GET", "/v1/games/$T/view?as=me", "", NULL, 422, "invalid", "?as"},
    {'a', "GET", "/v1/games/$T/actions?as=7", "", NULL, 422, "invalid", "?as"},
    {'a', "GET", "/v1/games/$T/board.png?width=9", "", NULL, 422, "invalid", "?width"},
};

START_TEST(requests_of_the_wrong_shape) {
    TRY(shapes);
}
END_TEST

static const struct row roles[] = {
    {'n', "GET", "/v1/me", "", NULL, 401, "unauthenticated", NULL},
    {'f', "GET", "/v1/me", "", NULL, 401, "unauthenticated", NULL},
    {'f', "GET", "/v1/games/$P", "", NULL, 401, "unauthenticated", NULL},
    {'n', "GET", "/v1/me", "Authorization: Basic YTpi\r\n", NULL, 401, "unauthenticated", NULL},
    {'n', "POST", "/v1/games", "", "{'rules':{'game':'base'}}", 401, "unauthenticated", NULL},
    {'n', "POST", MOVES("P"), "", "{'action':{'type':'roll'}}", 401, "unauthenticated", NULL},
    {'n', "GET", "/v1/games?mine=true", "", NULL, 401, "unauthenticated", NULL},
    {'c', "POST", MOVES("P"), "", "{'action':{'type':'roll'}}", 403, "forbidden", NULL},
    {'b', "POST", MOVES("T"), "", "{'action':{'type':'end_turn'}}", 403, "forbidden", NULL},
    {'b', "GET", "/v1/games/$T/view?as=0", "", NULL, 403, "forbidden", NULL},
    {'b', "GET", "/v1/games/$T/events?as=all", "", NULL, 403, "forbidden", NULL},
    {'b', "GET", "/v1/games/$T/actions?as=0", "", NULL, 403, "forbidden", NULL},
    {'b', "GET", "/v1/games/$T/record", "", NULL, 403, "forbidden", NULL},
    {'a', "GET", "/v1/games/$P/view?as=1", "", NULL, 403, "forbidden", NULL},
    {'a', "GET", "/v1/games/$P/view?as=all", "", NULL, 403, "forbidden", NULL},
    {'a', "GET", "/v1/games/$P/record", "", NULL, 403, "forbidden", NULL},
    {'b', "DELETE", "/v1/games/$O", "", NULL, 403, "forbidden", NULL},
    {'c', "POST", "/v1/games/$P/resign", "", "{}", 403, "forbidden", NULL},
    {'c', "POST", "/v1/games/$P/leave", "", "{}", 403, "forbidden", NULL},
    {'c', "POST", "/v1/games/$F/rematch", "", "{}", 403, "forbidden", NULL},
    {'a', "DELETE", "/v1/games/$P", "", NULL, 409, "conflict", NULL},
    {'a', "POST", "/v1/games/$O/join", "", "{}", 409, "conflict", NULL},
    {'a', "POST", "/v1/games/$O/join", "", "{'seat':1}", 409, "conflict", NULL},
    {'b', "POST", "/v1/games/$O/join", "", "{'seat':0}", 409, "conflict", NULL},
    {'c', "POST", "/v1/games/$P/join", "", "{}", 409, "conflict", NULL},
    {'b', "POST", "/v1/games/$P/join", "", "{}", 409, "conflict", NULL},
    {'a', "POST", "/v1/games/$P/leave", "", "{}", 409, "conflict", NULL},
    {'a', "POST", "/v1/games/$P/rematch", "", "{}", 409, "conflict", NULL},
    {'a', "GET", "/v1/games/unknown", "", NULL, 404, "not-found", NULL},
    {'a', "GET", "/v1/games/unknown/view", "", NULL, 404, "not-found", NULL},
    {'c', "GET", "/v1/games/$V", "", NULL, 404, "not-found", NULL},
    {'n', "GET", "/v1/games/$V", "", NULL, 404, "not-found", NULL},
    {'c', "GET", "/v1/games/$V/board", "", NULL, 404, "not-found", NULL},
    {'c', "GET", "/v1/games/$V/board.svg", "", NULL, 404, "not-found", NULL},
    {'c', "GET", "/v1/games/$W/view", "", NULL, 404, "not-found", NULL},
    {'c', "GET", "/v1/games/$W/view?as=all", "", NULL, 404, "not-found", NULL},
    {'c', "GET", "/v1/games/$W/actions", "", NULL, 404, "not-found", NULL},
    {'c', "GET", "/v1/games/$W/events", "", NULL, 404, "not-found", NULL},
    {'c', "GET", "/v1/games/$W/events", "Accept: text/event-stream\r\n", NULL, 404, "not-found",
     NULL},
    {'c', "GET", "/v1/games/$W/record", "", NULL, 404, "not-found", NULL},
    {'c', "POST", MOVES("W"), "", "{'action':{'type':'roll'}}", 404, "not-found", NULL},
    {'c', "POST", "/v1/games/$V/join", "", "{}", 404, "not-found", NULL},
    {'c', "POST", "/v1/games/$V/leave", "", "{}", 404, "not-found", NULL},
    {'c', "POST", "/v1/games/$V/resign", "", "{}", 404, "not-found", NULL},
    {'c', "POST", "/v1/games/$V/rematch", "", "{}", 404, "not-found", NULL},
    {'c', "DELETE", "/v1/games/$V", "", NULL, 404, "not-found", NULL},
    {'a', "GET", "/v1/accounts/zoe/games", "", NULL, 404, "not-found", NULL},
    {'a', "GET", "/v1/accounts/zoe/stats", "", NULL, 404, "not-found", NULL},
    {'a', "DELETE", "/v1/me/tokens/unknown", "", NULL, 404, "not-found", NULL},
    {'a', "GET", "/v2/games", "", NULL, 404, "not-found", NULL},
    {'a', "GET", "/v1/games/", "", NULL, 404, "not-found", NULL},
    {'a', "PUT", "/v1/games", "", "{}", 405, "method-not-allowed", NULL},
    {'a', "DELETE", MOVES("P"), "", NULL, 405, "method-not-allowed", NULL},
    {'a', "POST", "/v1/games/$P/view", "", "{}", 405, "method-not-allowed", NULL},
};

START_TEST(requests_that_are_not_the_callers_to_make) {
    TRY(roles);
}
END_TEST

#define NEW_PLAY(rest)        "{'rules':{'game':'base','players':3}," rest "}"
#define NEW_TABLE(rest)       "{'mode':'table','rules':{'game':'base','players':3}," rest "}"
#define PLACED(players, more) TABLE(THREE, ROLLED, players, more)

static const struct row false_games[] = {
    {'a', "POST", "/v1/games", "", "{'rules':{}}", 422, "invalid", "/rules/game"},
    {'a', "POST", "/v1/games", "", "{'rules':{'game':'chess'}}", 422, "invalid", "/rules/game"},
    {'a', "POST", "/v1/games", "", "{'rules':{'game':'cities_and_knights','players':2}}", 422,
     "invalid", "/rules/players"},
    {'a', "POST", "/v1/games", "", "{'rules':{'game':'base','players':7}}", 422, "invalid",
     "/rules/players"},
    {'a', "POST", "/v1/games", "", "{'rules':{'game':'base','players':1}}", 422, "invalid",
     "/rules/players"},
    {'a', "POST", "/v1/games", "", "{'rules':{'game':'base','victory_points':2}}", 422, "invalid",
     "/rules/victory_points"},
    {'a', "POST", "/v1/games", "", "{'rules':{'game':'base','combined_phases':'no'}}", 422,
     "invalid", "/rules/combined_phases"},
    {'a', "POST", "/v1/games", "", "{'rules':{'game':'base','rules_revision':99}}", 422, "invalid",
     "/rules/rules_revision"},
    {'a', "POST", "/v1/games", "", "{'rules':{'game':'base'},'colour':'red'}", 422, "invalid",
     "/colour"},
    {'a', "POST", "/v1/games", "", "{'mode':'blitz','rules':{'game':'base'}}", 422, "invalid",
     "/mode"},
    {'a', "POST", "/v1/games", "", NEW_PLAY("'visibility':'hidden'"), 422, "invalid",
     "/visibility"},
    {'a', "POST", "/v1/games", "", NEW_PLAY("'first':1"), 422, "invalid", "/first"},
    {'a', "POST", "/v1/games", "", NEW_PLAY("'seed':'00'"), 422, "invalid", "/seed"},
    {'a', "POST", "/v1/games", "", NEW_PLAY("'position':{}"), 422, "invalid", "/position"},
    {'a', "POST", "/v1/games", "", NEW_PLAY("'record':{}"), 422, "invalid", "/record"},
    {'a', "POST", "/v1/games", "", NEW_TABLE("'seed':'xyz'"), 422, "invalid", "/seed"},
    {'a', "POST", "/v1/games", "", NEW_TABLE("'first':3"), 422, "invalid", "/first"},
    {'a', "POST", "/v1/games", "",
     NEW_PLAY("'seats':[{'account':'me'},{'account':'me'},"
              "{'open':true}]"),
     422, "invalid", "/seats/1"},
    {'a', "POST", "/v1/games", "", NEW_PLAY("'seats':[{'account':'me'},{'open':true}]"), 422,
     "invalid", NULL},
    {'a', "POST", "/v1/games", "",
     NEW_PLAY("'seats':[{'account':'nobody here'},{'open':true},"
              "{'open':true}]"),
     422, "invalid", "/seats/0/account"},
    {'a', "POST", "/v1/games", "",
     NEW_PLAY("'seats':[{'bot':'genius'},{'open':true},"
              "{'open':true}]"),
     422, "invalid", "/seats/0/bot"},
    {'a', "POST", "/v1/games", "", NEW_PLAY("'board':{'layout':'round'}"), 422, "invalid",
     "/board/layout"},
    {'a', "POST", "/v1/games", "", NEW_PLAY("'board':{'hexes':[],'harbors':[]}"), 422, "invalid",
     "/board/hexes"},
    {'a', "POST", "/v1/games", "",
     NEW_PLAY("'board':{'hexes':[{'q':0,'r':0,'terrain':'lava','number':5}],'harbors':[]}"), 422,
     "invalid", "/board/hexes/0/terrain"},
    {'a', "POST", "/v1/games", "",
     NEW_PLAY("'board':{'hexes':[{'q':0,'r':0,'terrain':'hills','number':7},{'q':1,'r':0,'"
              "terrain':'hills','number':6}],'harbors':[]}"),
     422, "invalid", "/board/hexes/0"},
    {'a', "POST", "/v1/games", "",
     NEW_PLAY("'board':{'hexes':[{'q':0,'r':0,'terrain':'hills','number':5},"
              "{'q':0,'r':0,'terrain':'hills','number':5}],'harbors':[]}"),
     422, "invalid", NULL},
    /* positions that are impossible */
    {'a', "POST", "/v1/games", "", PLACED("{'seat':0,'cards':{'ore':20}}," OTHERS, ""), 422,
     "invalid", NULL},
    {'a', "POST", "/v1/games", "", PLACED("{'seat':0,'dev_cards':{'knight':14}}," OTHERS, ""), 422,
     "invalid", NULL},
    {'a', "POST", "/v1/games", "", PLACED("{'seat':0,'card_count':3}," OTHERS, ""), 422, "invalid",
     NULL},
    {'a', "POST", "/v1/games", "",
     PLACED("{'seat':0,'points':{'visible':5,'total':5}}," OTHERS, ""), 422, "invalid", NULL},
    {'a', "POST", "/v1/games", "",
     PLACED("{'seat':0}," OTHERS, ",'longest_road':{'player':0,'length':5}"), 422, "invalid", NULL},
    {'a', "POST", "/v1/games", "", PLACED("{'seat':0}," OTHERS, ",'bank':{'ore':1}"), 422,
     "invalid", NULL},
    {'a', "POST", "/v1/games", "",
     NEW_TABLE("'board':{'layout':'beginner'},'position':{'phase':'play','first':0,'turn':"
               "{'number':1,'player':0,'step':'before_roll'},'robber':9,'pieces':{'cities':[],"
               "'settlements':[{'vertex':10,'player':0},{'vertex':14,'player':1}],"
               "'roads':[]},'players':[{'seat':0},{'seat':1},{'seat':2}]}"),
     422, "invalid", NULL},
    /* records */
    {'a', "POST", "/v1/games", "", "{'mode':'table','record':{'format':'other/1'}}", 422, "invalid",
     "/record/format"},
    {'a', "POST", "/v1/games", "", "{'mode':'table','record':7}", 422, "invalid", "/record"},
};

START_TEST(games_that_cannot_be) {
    TRY(false_games);
}
END_TEST

#define ACTION(text)   "{'action':{'type':" text "}}"
#define BY(seat, text) "{'seat':" seat ",'action':{'type':" text "}}"
#define ILLEGAL        422, "illegal-move"
#define IMPOSSIBLE     422, "impossible-outcome"

static const struct row illegal[] = {
    {'a', "POST", MOVES("T"), "", ACTION("'roll'"), ILLEGAL, "already_rolled B-27"},
    {'a', "POST", MOVES("T"), "", ACTION("'build_settlement','vertex':12"), ILLEGAL,
     "vertex_taken B-10"},
    {'a', "POST", MOVES("T"), "", ACTION("'build_settlement','vertex':14"), ILLEGAL,
     "too_close B-63"},
    {'a', "POST", MOVES("T"), "", ACTION("'build_settlement','vertex':0"), ILLEGAL,
     "no_road_there B-62"},
    {'a', "POST", MOVES("T"), "", ACTION("'build_road','edge':16"), ILLEGAL, "edge_taken B-10"},
    {'a', "POST", MOVES("T"), "", ACTION("'build_road','edge':71"), ILLEGAL, "not_connected B-61"},
    {'a', "POST", MOVES("T"), "", ACTION("'build_city','vertex':12"), ILLEGAL,
     "no_own_settlement B-64"},
    {'a', "POST", MOVES("T"), "", ACTION("'maritime_trade','give':{'wool':3},'take':{'ore':1}"),
     ILLEGAL, "wrong_rate B-51"},
    {'a', "POST", MOVES("T"), "", ACTION("'maritime_trade','give':{'wool':4},'take':{'wool':1}"),
     ILLEGAL, "same_kind B-55"},
    {'a', "POST", MOVES("T"), "",
     ACTION("'maritime_trade','give':{'wool':2,'ore':2},'take':{'brick':1}"), ILLEGAL,
     "one_kind_given B-54"},
    {'a', "POST", MOVES("T"), "", ACTION("'maritime_trade','give':{'wool':8},'take':{'ore':2}"),
     ILLEGAL, "cards_not_held B-47"},
    {'a', "POST", MOVES("T"), "", ACTION("'offer_trade','give':{},'want':{'ore':1}"), ILLEGAL,
     "no_gifts B-48"},
    {'a', "POST", MOVES("T"), "", ACTION("'offer_trade','give':{'ore':1},'want':{'ore':1}"),
     ILLEGAL, "same_kind_both_sides B-49"},
    {'a', "POST", MOVES("T"), "", ACTION("'offer_trade','give':{'ore':9},'want':{'wool':1}"),
     ILLEGAL, "cards_not_held B-47"},
    {'a', "POST", MOVES("T"), "",
     ACTION("'offer_trade','give':{'ore':1},'want':{'wool':1},'to':[0]"), ILLEGAL,
     "not_a_trade_partner B-46"},
    {'a', "POST", MOVES("T"), "",
     BY("1", "'offer_trade','give':{'ore':1},'want':{'wool':1},'to':[2]"), ILLEGAL,
     "not_a_trade_partner B-46"},
    {'a', "POST", MOVES("T"), "",
     BY("1", "'offer_trade','give':{'ore':1},'want':{'wool':1},'auto':true"), ILLEGAL,
     "auto_off_turn B-46"},
    {'a', "POST", MOVES("T"), "", BY("1", "'accept_trade','offer':77"), ILLEGAL,
     "no_such_offer B-47"},
    {'a', "POST", MOVES("T"), "", ACTION("'confirm_trade','offer':77,'with':1"), ILLEGAL,
     "no_such_offer B-47"},
    {'a', "POST", MOVES("T"), "", ACTION("'cancel_trade','offer':77"), ILLEGAL,
     "no_such_offer B-47"},
    {'a', "POST", MOVES("T"), "", ACTION("'play_dev_card','card':'knight','hex':9,'victim':null"),
     ILLEGAL, "robber_must_move B-40"},
    {'a', "POST", MOVES("T"), "", ACTION("'play_dev_card','card':'knight','hex':5,'victim':2"),
     ILLEGAL, "not_a_victim B-41"},
    {'a', "POST", MOVES("T"), "", ACTION("'play_dev_card','card':'knight','hex':5,'victim':null"),
     ILLEGAL, "victim_needed B-41"},
    {'a', "POST", MOVES("T"), "", ACTION("'play_dev_card','card':'knight','hex':0,'victim':2"),
     ILLEGAL, "victim_has_no_cards B-42"},
    {'a', "POST", MOVES("T"), "", ACTION("'play_dev_card','card':'knight','hex':6,'victim':0"),
     ILLEGAL, "victim_is_self B-41"},
    {'a', "POST", MOVES("T"), "",
     ACTION("'play_dev_card','card':'year_of_plenty','take':{'ore':3}"), ILLEGAL,
     "wrong_number_of_cards B-73"},
    {'a', "POST", MOVES("T"), "", ACTION("'play_dev_card','card':'road_building','edges':[16,9]"),
     ILLEGAL, "edge_taken B-10"},
    {'a', "POST", MOVES("T"), "", ACTION("'play_dev_card','card':'road_building','edges':[71,70]"),
     ILLEGAL, "not_connected B-61"},
    {'a', "POST", MOVES("T"), "", ACTION("'discard','cards':{'ore':1}"), ILLEGAL,
     "not_called_for -"},
    {'a', "POST", MOVES("T"), "", ACTION("'move_robber','hex':5,'victim':1"), ILLEGAL,
     "not_called_for -"},
    {'a', "POST", MOVES("T"), "", ACTION("'forced_trade'"), ILLEGAL, "not_in_this_game -"},
    {'a', "POST", MOVES("T"), "", ACTION("'trade_in_knight'"), ILLEGAL, "not_in_this_game -"},
    {'a', "POST", MOVES("T"), "", ACTION("'robber_to_desert'"), ILLEGAL, "not_in_this_game -"},
    {'a', "POST", MOVES("T"), "", ACTION("'undo','to_seq':1"), ILLEGAL, "nothing_to_undo -"},
    {'a', "POST", MOVES("R"), "", ACTION("'build_road','edge':9"), ILLEGAL, "roll_first B-27"},
    {'a', "POST", MOVES("R"), "", ACTION("'end_turn'"), ILLEGAL, "roll_first B-27"},
    {'a', "POST", MOVES("R"), "", ACTION("'buy_dev_card'"), ILLEGAL, "roll_first B-27"},
    {'a', "POST", MOVES("R"), "", ACTION("'maritime_trade','give':{'wool':4},'take':{'ore':1}"),
     ILLEGAL, "roll_first B-27"},
    {'a', "POST", MOVES("R"), "", ACTION("'play_dev_card','card':'monopoly','resource':'ore'"),
     ILLEGAL, "card_not_held B-68"},
    {'a', "POST", MOVES("D"), "", BY("1", "'discard','cards':{'ore':3}"), ILLEGAL,
     "wrong_discard_count B-38"},
    {'a', "POST", MOVES("D"), "", BY("1", "'discard','cards':{'wool':4}"), ILLEGAL,
     "discard_not_held B-38"},
    {'a', "POST", MOVES("D"), "", BY("1", "'roll'"), ILLEGAL, "other_decision_pending B-38"},
    {'a', "POST", MOVES("D"), "", BY("0", "'end_turn'"), 409, "not-your-decision", NULL},
    {'a', "POST", MOVES("D"), "", BY("2", "'discard','cards':{'ore':1}"), 409, "not-your-decision",
     NULL},
    {'a', "POST", MOVES("S"), "", ACTION("'maritime_trade','give':{'wool':4},'take':{'ore':1}"),
     ILLEGAL, "trade_over B-29"},
    {'a', "POST", MOVES("S"), "", ACTION("'offer_trade','give':{'ore':1},'want':{'wool':1}"),
     ILLEGAL, "trade_over B-29"},
    {'a', "POST", MOVES("N"), "", ACTION("'play_dev_card','card':'knight','hex':5,'victim':1"),
     ILLEGAL, "card_bought_this_turn B-68"},
    {'a', "POST", MOVES("N"), "", ACTION("'build_road','edge':9"), ILLEGAL, "cannot_pay B-60"},
    {'a', "POST", MOVES("N"), "", ACTION("'build_city','vertex':10"), ILLEGAL, "cannot_pay B-60"},
    {'a', "POST", MOVES("N"), "", ACTION("'buy_dev_card'"), ILLEGAL, "cannot_pay B-60"},
    {'a', "POST", MOVES("C"), "", ACTION("'play_dev_card','card':'knight','hex':5,'victim':1"),
     ILLEGAL, "one_card_a_turn B-68"},
    {'a', "POST", MOVES("B"), "", ACTION("'maritime_trade','give':{'wool':4},'take':{'ore':1}"),
     ILLEGAL, "bank_empty B-54"},
    {'a', "POST", MOVES("B"), "",
     ACTION("'play_dev_card','card':'year_of_plenty','take':{'ore':1,'wool':1}"), ILLEGAL,
     "bank_cannot_give B-73"},
    {'a', "POST", MOVES("E"), "", ACTION("'buy_dev_card'"), ILLEGAL, "deck_empty B-67"},
    {'a', "POST", MOVES("2"), "", ACTION("'trade_in_knight'"), ILLEGAL, "no_knight_face_up T-33"},
    {'a', "POST", MOVES("2"), "", ACTION("'robber_to_desert'"), ILLEGAL, "robber_on_desert T-32"},
    {'a', "POST", MOVES("2"), "", ACTION("'forced_trade'"), ILLEGAL, "opponent_has_no_cards T-30"},
    {'a', "POST", MOVES("2"), "", ACTION("'build_neutral','player':2,'kind':'road','edge':11"),
     ILLEGAL, "not_called_for -"},
    {'a', "POST", MOVES("T"), "",
     "{'action':{'type':'play_dev_card','card':'knight','hex':5,'victim':1},"
     "'outcome':{'card':'wool'}}",
     IMPOSSIBLE, "card_not_in_hand B-41"},
    {'a', "POST", MOVES("2"), "",
     "{'moves':[{'action':{'type':'roll'},'outcome':{'yellow':2,'red':2}},"
     "{'action':{'type':'roll'},'outcome':{'yellow':1,'red':3}}]}",
     IMPOSSIBLE, "same_sum_twice T-09"},
    {'a', "POST", MOVES("T"), "",
     "{'moves':[{'action':{'type':'build_road','edge':9}},{'action':{'type':'build_road',"
     "'edge':9}}]}",
     ILLEGAL, "edge_taken B-10"},
    {'a', "POST", MOVES("W"), "", BY("0", "'build_road','edge':1"), ILLEGAL,
     "other_decision_pending B-22"},
    {'d', "POST", MOVES("P"), "", ACTION("'roll'"), ILLEGAL, "other_decision_pending B-22"},
};

START_TEST(moves_against_the_rules) {
    TRY(illegal);
}
END_TEST

/* Of two faults the one that is checked first is reported. */
static const struct row orders[] = {
    {'n', "POST", "/nowhere", "Content-Length: 99999999\r\n", NULL, 413, "too-large", NULL},
    {'n', "PATCH", "/nowhere", "", NULL, 404, "not-found", NULL},
    {'f', "PUT", "/v1/me", "", NULL, 405, "method-not-allowed", NULL},
    {'f', "POST", MOVES("W"), "Content-Type: text/plain\r\n", "x", 401, "unauthenticated", NULL},
    {'c', "POST", MOVES("W"), "Content-Type: text/plain\r\n", "x", 404, "not-found", NULL},
    {'c', "POST", MOVES("P"), "Content-Type: text/plain\r\n", "x", 403, "forbidden", NULL},
    {'c', "POST", MOVES("P"), "", "{", 403, "forbidden", NULL},
    {'a', "POST", MOVES("P"), "Content-Type: text/plain\r\n", "{", 415, "unsupported-media-type",
     NULL},
    {'a', "POST", MOVES("F"), "", "{", 400, "malformed-json", NULL},
    {'a', "POST", MOVES("F"), "", "{'action':{'type':'fly'}}", 422, "invalid", "/action/type"},
    {'a', "POST", MOVES("F"), "", "{'action':{'type':'roll'},'seq':0}", 409, "game-over", NULL},
    {'a', "POST", MOVES("F"), "If-Match: \"x\"\r\n", ACTION("'roll'"), 409, "game-over", NULL},
    {'a', "POST", "/v1/games/$F/resign", "", "{}", 409, "game-over", NULL},
    {'c', "POST", "/v1/games/$F/join", "", "{}", 409, "game-over", NULL},
    {'o', "POST", MOVES("P"), "", "{'action':{'type':'roll'},'seq':0}", 409, "stale", NULL},
    {'d', "POST", MOVES("P"), "", "{'action':{'type':'roll'},'seq':0}", 409, "stale", NULL},
    {'d', "POST", MOVES("P"), "", "{'action':{'type':'roll'},'seq':99}", 409, "stale", NULL},
    {'d', "POST", MOVES("P"), "If-Match: \"old\"\r\n", ACTION("'roll'"), 412, "stale", NULL},
    {'o', "POST", MOVES("P"), "If-Match: \"old\"\r\n", ACTION("'roll'"), 412, "stale", NULL},
    {'o', "POST", MOVES("P"), "", ACTION("'build_road','edge':1"), 409, "not-your-decision", NULL},
    {'o', "POST", MOVES("P"), "", ACTION("'build_settlement','vertex':10"), 409,
     "not-your-decision", NULL},
    {'o', "POST", MOVES("P"), "", "{'action':{'type':'roll'},'dry_run':true}", 409,
     "not-your-decision", NULL},
    {'a', "POST", MOVES("O"), "", ACTION("'roll'"), 409, "not-your-decision", NULL},
    {'d', "POST", MOVES("P"), "",
     "{'moves':[{'action':{'type':'roll'}},{'action':{'type':'end_turn'}}]}", 422, "invalid", NULL},
    {'o', "POST", MOVES("P"), "",
     "{'moves':[{'action':{'type':'buy_dev_card'}},{'action':{'type':'end_turn'}}],'seq':0}", 422,
     "invalid", NULL},
    {'o', "POST", MOVES("P"), "",
     "{'moves':[{'action':{'type':'play_dev_card','card':'monopoly','resource':'ore'}},"
     "{'action':{'type':'end_turn'}}]}",
     422, "invalid", NULL},
    {'o', "POST", MOVES("P"), "",
     "{'moves':[{'action':{'type':'confirm_trade','offer':1,'with':1}},"
     "{'action':{'type':'end_turn'}}]}",
     422, "invalid", NULL},
};

START_TEST(the_order_of_judgement) {
    TRY(orders);
}
END_TEST

/* Unknown and invisible games cannot be told apart, except for the number of the request. */
START_TEST(unknown_and_private_look_the_same) {
    static const char *const paths[] = {"/v1/games/%s", "/v1/games/%s/view", "/v1/games/%s/events",
                                        "/v1/games/%s/board.svg", "/v1/games/%s/view?as=0"};
    static const char request_id[] = "X-Request-Id: same\r\n";

    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        struct response response[2];
        char path[128];

        snprintf(path, sizeof path, paths[i], "fUnknownUnknown1");
        guest_ask(&cat, &response[0], "GET", path, request_id, NULL);
        snprintf(path, sizeof path, paths[i], ids['W']);
        guest_ask(&cat, &response[1], "GET", path, request_id, NULL);
        NEED(response[0].status == 404 && response[1].status == 404, "%s: %d %d", path,
             response[0].status, response[1].status);
        NEED(strcmp(response[0].body, response[1].body) == 0, "%s\n%s", response[0].body,
             response[1].body);
        response_free(&response[0]);
        response_free(&response[1]);
    }
}
END_TEST

static int ask_with_key(const char *path, const char *key, const char *text, bool *replayed) {
    char *body = fill_body(text);
    char filled[512], headers[128];
    struct response response;
    int status;

    fill_path(filled, path);
    snprintf(headers, sizeof headers, "Idempotency-Key: %s\r\n", key);
    guest_ask(&ann, &response, "POST", filled, headers, body);
    status = response.status;
    *replayed = response.head != NULL && response_header(&response, "Idempotency-Replayed") != NULL;
    NEED(status == 200 || status == 201 || status == 422, "%d %s", status, response.body);
    response_free(&response);
    free(body);
    return status;
}

/* A key is valid for its first body only, even when the game is over by then. */
START_TEST(keys_stand_for_one_request) {
    static const char roll[] = "{'action':{'type':'roll'},'outcome':{'yellow':1,'red':1}}";
    static const char path[] = "/v1/games/$R/moves";
    bool replayed;

    ck_assert_int_eq(ask_with_key(path, "k1", roll, &replayed), 201);
    ck_assert(!replayed);
    ck_assert_int_eq(ask_with_key(path, "k1", roll, &replayed), 201);
    ck_assert(replayed);
    ck_assert_int_eq(ask_with_key(path, "k1", "{'action':{'type':'end_turn'}}", &replayed), 422);
    ck_assert_int_eq(ask_with_key(path, "k1", "{'action':{'type':'fly'}}", &replayed), 422);
    json_decref(guest_post(&ann, 200, json_object(), "/v1/games/%s/resign", ids['R']));
    ck_assert_int_eq(ask_with_key(path, "k1", roll, &replayed), 201);
    ck_assert(replayed);
    ck_assert_int_eq(ask_with_key("/v1/games", "k2", NEW_PLAY("'name':'x'"), &replayed), 201);
    ck_assert(!replayed);
    ck_assert_int_eq(ask_with_key("/v1/games", "k2", NEW_PLAY("'name':'x'"), &replayed), 201);
    ck_assert(replayed);
    ck_assert_int_eq(ask_with_key("/v1/games", "k2", NEW_PLAY("'name':'y'"), &replayed), 422);
}
END_TEST

/* For a record with a false event, the event is named. */
START_TEST(false_records) {
    json_t *record = guest_get(&ann, 200, "/v1/games/%s/record", ids['D']);
    json_t *event = json_array_get(json_object_get(record, "events"), 1);
    json_t *problem;

    json_object_set_new(json_object_get(event, "outcome"), "yellow", json_integer(7));
    problem = guest_post(&ann, 422, json_pack("{s:s, s:O}", "mode", "table", "record", record),
                         "/v1/games");
    json_decref(problem);
    json_object_set_new(json_object_get(event, "outcome"), "yellow", json_integer(3));
    json_object_set_new(event, "player", json_integer(1));
    problem = guest_post(&ann, 422, json_pack("{s:s, s:O}", "mode", "table", "record", record),
                         "/v1/games");
    ck_assert_str_eq(need_text(problem, "type"), "/problems/illegal-move");
    ck_assert_int_eq(need_int(problem, "seq"), need_int(event, "seq"));
    json_decref(problem);
    json_decref(record);
}
END_TEST

static char *large(size_t depth, char open, char shut) {
    char *text = calloc(1, 2 * depth + 1);

    NEED(text != NULL, "no memory");
    memset(text, open, depth);
    memset(text + depth, shut, depth);
    return text;
}

START_TEST(deep_and_large_bodies) {
    static const size_t depths[] = {33, 1000, 30000};
    struct response response;
    char path[512];
    char *text;

    fill_path(path, "/v1/games/$P/moves");
    for (size_t i = 0; i < sizeof depths / sizeof *depths; i++) {
        text = large(depths[i], '[', ']');
        guest_ask(&ann, &response, "POST", path, "", text);
        NEED(response.status == 400 && strstr(response.body, "/problems/malformed-json") != NULL,
             "depth %zu: %d", depths[i], response.status);
        response_free(&response);
        free(text);
    }
    text = large((size_t)2 << 20, ' ', ' ');
    guest_ask(&ann, &response, "POST", path, "", text);
    NEED(response.status == 413 || response.status == 0, "large: %d", response.status);
    response_free(&response);
    free(text);
    json_decref(guest_get(&ann, 200, "/v1/me"));
}
END_TEST

static Suite *suite(void) {
    return test_suite(
        "e2e_wrong",
        (const struct test_case[]){
            {"shape", requests_of_the_wrong_shape, .setup = begin, .teardown = end},
            {"role", requests_that_are_not_the_callers_to_make, .setup = begin, .teardown = end},
            {"games", games_that_cannot_be, .setup = begin, .teardown = end},
            {"rules", moves_against_the_rules, .setup = begin, .teardown = end},
            {"order", the_order_of_judgement, .setup = begin, .teardown = end},
            {"private", unknown_and_private_look_the_same, .setup = begin, .teardown = end},
            {"keys", keys_stand_for_one_request, .setup = begin, .teardown = end},
            {"records", false_records, .setup = begin, .teardown = end},
            {"large", deep_and_large_bodies, .setup = begin, .teardown = end},
            {0},
        });
}
TEST_MAIN(suite)
