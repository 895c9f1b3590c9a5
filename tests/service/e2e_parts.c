/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What players want in others' turns: see e2e_games.h. */
#include <stdio.h>
#include <string.h>

#include "tests/service/e2e_games.h"

enum { BUILDS_MAX = 16, LISTED_MAX = 4, WHIM = 12, EDGES = 100, VERTICES = 70 };

static const char *setting_named(char part) {
    return part == 'p' ? "pass" : part == 'a' ? "ask" : "plan";
}

/* A build at a place that may not be allowed: what cannot be built is skipped. One of many roads is usually
 * possible. */
static json_t *any_build(struct random *random) {
    switch (random_below(random, 16)) {
    case 0: return json_pack("{s:s}", "type", "buy_dev_card");
    case 1:
        return json_pack("{s:s, s:i}", "type", "build_city", "vertex",
                         (int)random_below(random, VERTICES));
    case 2:
        return json_pack("{s:s, s:i}", "type", "build_settlement", "vertex",
                         (int)random_below(random, VERTICES));
    default:
        return json_pack("{s:s, s:i}", "type", "build_road", "edge",
                         (int)random_below(random, EDGES));
    }
}

static json_t *any_list(struct random *random) {
    json_t *list = json_array();

    for (unsigned n = random_below(random, 4) == 0 ? 0 : BUILDS_MAX; n > 0; n--)
        json_array_append_new(list, any_build(random));
    return list;
}

static void put_setting(struct table_guest *player, int game) {
    char part = player->at[game].part, path[128];
    json_t *body = json_pack("{s:s}", "setting", setting_named(part));
    struct response response;
    char *text;

    if (part == 'l')
        json_object_set_new(body, "builds", any_list(&player->person.random));
    text = json_dumps(body, JSON_COMPACT);
    snprintf(path, sizeof path, "/v1/games/%s/special-build", games_ids[game]);
    guest_ask(&player->person, &response, "PUT", path, "", text);
    NEED(response.status == 200 || response.status == 409, "%s: %d %s", text, response.status,
         response.body);
    response_free(&response);
    free(text);
    json_decref(body);
    player->plans += part == 'l';
}

void parts_begin(struct table_guest *player, int game) {
    put_setting(player, game);
}

/* Whether VIEW waits for SEAT to build between two turns. */
static bool is_asked(const json_t *view, int seat) {
    const json_t *decision;
    size_t i;

    json_array_foreach(need(view, "waiting_for"), i, decision) {
        if (need_int(decision, "player") == seat &&
            strcmp(need_text(decision, "decision"), "special_build") == 0)
            return true;
    }
    return false;
}

void parts_check(int game, const json_t *view) {
    for (int seat = 0; seat < SEATS; seat++)
        NEED(!is_asked(view, seat) || games_parts[game] == NULL || games_parts[game][seat] != 'p',
             "game %d asks seat %d, which wants to pass", game, seat);
}

/* Answers with BUILDS (taking ownership); a game that has moved on refuses them. */
static void post_list(struct table_guest *player, int game, json_t *builds) {
    json_t *body = json_pack("{s:{s:s, s:o}}", "action", "type", "special_build", "builds", builds);
    char *text = json_dumps(body, JSON_COMPACT), path[128];
    struct response response;

    snprintf(path, sizeof path, "/v1/games/%s/moves", games_ids[game]);
    guest_ask(&player->person, &response, "POST", path, "", text);
    NEED(response.status == 201 || response.status == 409, "%s: %d %s", text, response.status,
         response.body);
    player->lists += response.status == 201;
    response_free(&response);
    free(text);
    json_decref(body);
}

bool parts_whim(struct table_guest *player, int game, const json_t *view) {
    const struct seat_at *at = &player->at[game];
    struct random *random = &player->person.random;
    const json_t *turn = json_object_get(need(view, "turn"), "player");

    if (random_below(random, WHIM) != 0)
        return false;
    if (at->part == 'l')
        put_setting(player, game);
    else if (at->part == 'a' && json_is_integer(turn) && json_integer_value(turn) != at->seat)
        post_list(player, game, any_list(random));
    else
        return false;
    return true;
}

static bool is_build(const json_t *action) {
    const char *type = need_text(action, "type");

    return strncmp(type, "build_", 6) == 0 || strcmp(type, "buy_dev_card") == 0 ||
           strcmp(type, "improve_city") == 0;
}

/* A player with a plan keeps the cards for it: removes from LISTING what they could build on their own turn. */
static void save_for_plan(json_t *listing) {
    json_t *actions = json_object_get(listing, "actions"), *action;
    bool ends = false;
    size_t i;

    json_array_foreach(actions, i, action) {
        ends |= strcmp(need_text(action, "type"), "end_turn") == 0;
    }
    for (i = json_array_size(actions); ends && i > 0; i--)
        if (is_build(json_array_get(actions, i - 1)))
            json_array_remove(actions, i - 1);
}

/* Some of the builds possible now. */
static json_t *listed_builds(struct random *random, const json_t *listing) {
    json_t *list = json_array();
    const json_t *action;
    size_t i;

    json_array_foreach(need(listing, "actions"), i, action) {
        if (json_array_size(list) < LISTED_MAX && random_below(random, 4) == 0 && is_build(action))
            json_array_append(list, (json_t *)action);
    }
    return list;
}

bool parts_answer(struct table_guest *player, int game, const json_t *view, json_t *listing) {
    struct random *random = &player->person.random;
    json_t *list;

    if (player->at[game].part == 'l' && random_below(random, 4) != 0)
        save_for_plan(listing);
    if (!is_asked(view, player->at[game].seat))
        return false;
    if (player->at[game].part == 'l') /* the plan will answer in a moment */
        return true;
    if (random_below(random, 3) == 0)
        return false;
    list = listed_builds(random, listing);
    if (json_array_size(list) == 0) { /* builds are not listed before the part has come */
        json_decref(list);
        list = any_list(random);
    }
    post_list(player, game, list);
    return true;
}
