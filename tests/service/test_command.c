/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The command core: what people type in a chat or a mail, what they get back, and who can see it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/accounts.h"
#include "engine/limits.h"
#include "service/actor/runner.h"
#include "service/chat/chat.h"
#include "service/chat/news.h"
#include "service/command/command.h"
#include "service/command/told.h"
#include "tests/service/people.h"
#include "tests/support/check_main.h"

enum { LIMIT = 4000, TURNS = 60 };

static char game[GAME_ID_SIZE];
static struct command_response answer;
static int64_t accounts[2]; /* ada's and grace's */

static int64_t account_of(const char *name) {
    struct store_account account;

    ck_assert_int_eq(store_account_by_name(store_reader_get(test_app.store), name, &account),
                     STORE_OK);
    return account.id;
}

static void set_up(void) {
    people_setup();
    make_game(&ada,
              "{'name':'Friday','rules':{'game':'base','players':2},"
              "'board':{'layout':'beginner'},'clock':{'turn':86400}}",
              game);
    POST_ONLY(&grace, 200, NULL, "/v1/games/%s/join", game);
    accounts[0] = account_of("ada");
    accounts[1] = account_of("grace");
}

static void tear_down(void) {
    command_response_free(&answer);
    people_teardown();
}

/* The answer to TEXT as a C string. */
static const char *say_with(struct command_ask ask, const char *text) {
    command_response_free(&answer);
    ask.text = text;
    ask.len = strlen(text);
    command_run(&test_app, &ask, &answer);
    ck_assert_uint_gt(answer.text.size, 0);
    ck_assert_uint_le(answer.text.size, ask.limit);
    buffer_byte(&answer.text, '\0');
    return answer.text.data;
}

static const char *say(int seat, const char *text) {
    return say_with((struct command_ask){.account = accounts[seat], .alone = true, .limit = LIMIT},
                    text);
}

static const char *say_in_company(int seat, const char *text) {
    return say_with((struct command_ask){.account = accounts[seat], .limit = LIMIT}, text);
}

static void assert_says(const char *said, const char *part) {
    ck_assert_msg(strstr(said, part) != NULL, "lacks \"%s\": %s", part, said);
}

static int waited_for(void) {
    json_t *state = GET(&ada, 200, "/v1/games/%s", game);
    int seat = waits_for(state);

    json_decref(state);
    ck_assert_int_ge(seat, 0);
    return seat;
}

/* ---- answers ---- */

/* A game of ada's against bots in which SEAT begins: the dice decide that. */
static void make_game_begun_by(int seat, char alone[GAME_ID_SIZE]) {
    enum { TRIES = 200 };
    int begins = -1;

    for (unsigned i = 0; i < TRIES && begins != seat; i++) {
        make_game(&ada,
                  "{'rules':{'game':'base','players':3},'board':{'layout':'beginner'},"
                  "'seats':[{'account':'me'},{'bot':'easy'},{'bot':'hard'}]}",
                  alone);
        json_t *state = GET(&ada, 200, "/v1/games/%s", alone);
        begins = waits_for(state);
        json_decref(state);
    }
    ck_assert_int_eq(begins, seat);
}

START_TEST(bots_are_called_by_name_but_in_documents) {
    static const char *const called[] = {"ada", "Otto", "Ida"};
    char alone[GAME_ID_SIZE] = "", text[64];
    struct news news = {.title = ""};
    struct load load;
    json_t *view;

    make_game_begun_by(1, alone);
    snprintf(text, sizeof text, "show %s", alone);
    assert_says(say(0, text), "Blue (Otto): ");
    assert_says(answer.text.data, "White (Ida): ");

    ck_assert_int_eq(load_open(&load, store_reader_get(test_app.store), alone), STORE_OK);
    buffer_init(&news.text, NEWS_TEXT_MAX);
    ck_assert_int_eq(chat_news_write(&news, &load, 0, CHAT_TURNS, LANGUAGE_ENGLISH), STORE_OK);
    buffer_byte(&news.text, '\0');
    /* usually Otto, but a bot may have moved in the meantime */
    assert_says(news.text.data, called[load.game.pending[0].player]);
    buffer_free(&news.text);
    load_end(&load);

    view = GET(&ada, 200, "/v1/games/%s/view", alone);
    ck_assert(
        json_is_null(json_object_get(json_array_get(json_object_get(view, "players"), 1), "name")));
    json_decref(view);
}
END_TEST

START_TEST(german_is_understood_and_spoken) {
    int seat;

    json_decref(person_ask(&ada, 200, "PATCH", "", "{'language':'de'}", "/v1/me"));
    json_decref(person_ask(&grace, 200, "PATCH", "", "{'language':'de'}", "/v1/me"));
    seat = waited_for();
    assert_says(say(seat, "hilfe"), "partien - deine Partien");
    assert_says(answer.text.data, "würfeln");
    assert_says(say(seat, "Partien"), "DU BIST DRAN. ");
    assert_says(say(seat, "stand"), "0 Punkte");
    assert_says(say(seat, "show"), "0 Punkte");
    assert_says(say(seat, "Siedlung 99"), "Das kann ich nicht lesen: ");
    assert_says(say(seat, "Siedlnug 14"), "ist „siedlung“ gemeint");
    assert_says(say(1 - seat, "würfeln"), "Gerade wartet nichts auf dich. ");
    assert_says(say(seat, "würfeln"), "“ geht nicht: ");
    assert_says(answer.text.data, "Zuerst ist etwas anderes zu entscheiden: Siedlung setzen");
    assert_says(say(seat, "Siedlung 14"), "Siedlung");
    ck_assert(answer.moved);
    assert_says(say(seat, "verlauf"), "eine Siedlung gebaut");
}
END_TEST

START_TEST(french_and_spanish_are_understood_and_spoken) {
    int seat;

    json_decref(person_ask(&ada, 200, "PATCH", "", "{'language':'fr'}", "/v1/me"));
    json_decref(person_ask(&grace, 200, "PATCH", "", "{'language':'fr'}", "/v1/me"));
    seat = waited_for();
    assert_says(say(seat, "aide"), "parties - tes parties");
    assert_says(say(seat, "état"), "0 point,");
    assert_says(say(seat, "Colonei 14"), "voulais-tu dire « colonie »");
    assert_says(say(seat, "lancer"), " » est impossible : ");
    assert_says(answer.text.data, "Il faut d’abord décider autre chose : placer une colonie");
    json_decref(person_ask(&ada, 200, "PATCH", "", "{'language':'es'}", "/v1/me"));
    json_decref(person_ask(&grace, 200, "PATCH", "", "{'language':'es'}", "/v1/me"));
    assert_says(say(seat, "ayuda"), "partidas - tus partidas");
    assert_says(say(seat, "estado"), "0 puntos");
    assert_says(say(1 - seat, "tirar"), "Ahora no te toca decidir. ");
    assert_says(say(seat, "Poblado 14"), "construido un poblado en 14");
    ck_assert(answer.moved);
    assert_says(say(seat, "registro"), "construido un poblado en 14");
}
END_TEST

/* Makes the move that ada gets as a hint, unless it is to roll; returns its type. */
static const char *follow_hint(const char *alone) {
    static char type[32];
    json_t *hint = GET(&ada, 200, "/v1/games/%s/hint", alone);
    char *action = json_dumps(json_object_get(hint, "action"), JSON_COMPACT), body[256];

    snprintf(type, sizeof type, "%s", text_at(json_object_get(hint, "action"), "type"));
    snprintf(body, sizeof body, "{\"action\":%s}", action);
    if (strcmp(type, "roll") != 0)
        POST_ONLY(&ada, 201, body, "/v1/games/%s/moves", alone);
    free(action);
    json_decref(hint);
    return type;
}

START_TEST(hints_are_against_bots) {
    char alone[GAME_ID_SIZE] = "", text[64];

    assert_says(say(waited_for(), "hint"), "everybody else is a bot");
    ck_assert(!answer.ok);
    make_game_begun_by(0, alone);
    snprintf(text, sizeof text, "hint %s", alone);
    assert_says(say(0, text), "settle ");
    assert_says(answer.text.data, ": more ");
    ck_assert_ptr_null(strchr(answer.text.data, '%'));
    ck_assert(answer.ok && answer.hidden);
    while (strcmp(follow_hint(alone), "roll") != 0)
        ck_assert(runner_settle(test_app.runner));
    say(0, text);
    assert_says(answer.text.data, "Then your chance to win is about ");
    make_game(&ada,
              "{'rules':{'game':'base','players':2},'hints':false,"
              "'seats':[{'account':'me'},{'bot':'easy'}]}",
              alone);
    snprintf(text, sizeof text, "hint %s", alone);
    assert_says(say(0, text), "made without hints");
    ck_assert(!answer.ok);
}
END_TEST

START_TEST(commands_answer) {
    int seat = waited_for();

    assert_says(say(seat, "help"), "games - your games");
    ck_assert(answer.ok && !answer.hidden);
    assert_says(say(seat, "/hexpost help"), "settle 14");
    assert_says(say(seat, ""), "settle 14");
    assert_says(say(seat, "games"), "Friday - ");
    assert_says(answer.text.data, "YOUR MOVE");
    ck_assert(answer.hidden);
    assert_says(answer.text.data, " until 20");
    assert_says(say(1 - seat, "games"), "Waiting for ");
    assert_says(answer.text.data, " until 20");
    assert_says(say(seat, "show"), "0 points");
    assert_says(answer.text.data, " until 20");
    ck_assert_ptr_null(strstr(answer.text.data, "Offer"));
    ck_assert_str_eq(answer.game, game);
    ck_assert(!answer.hidden && !answer.picture);
    say(seat, "board");
    ck_assert(answer.picture && !answer.hidden);
    assert_says(say(seat, "hand"), "you hold nothing");
    ck_assert(answer.hidden);
    assert_says(say(seat, "moves"), "settle 0; settle 1");
    ck_assert(answer.hidden && answer.ok);
    assert_says(say(1 - seat, "moves"), "There is nothing you can do now");
    assert_says(say(1 - seat, "settle 14"), "The game is not waiting for you now. Waiting for ");
    assert_says(answer.text.data, " until 20");
    assert_says(say(seat, "log 5"), "The game begins");
    assert_says(say(seat, "recap"), "The game begins");
    assert_says(say(seat, "recap"), "Waiting for");
    ck_assert_ptr_null(strstr(answer.text.data, "The game begins"));
}
END_TEST

/* Whose seat is taken at the game, "open" for nobody's. */
static void assert_seat_kind(const char *id, size_t seat, const char *kind) {
    json_t *state = GET(&ada, 200, "/v1/games/%s", id);
    json_t *found = json_array_get(json_object_get(state, "seats"), seat);

    ck_assert_str_eq(text_at(found, "kind"), kind);
    json_decref(state);
}

START_TEST(an_invitation_is_refused) {
    char kept[GAME_ID_SIZE];
    struct command_ask ask = {.account = accounts[1], .game = kept, .alone = true, .limit = LIMIT};

    make_game(&ada,
              "{'name':'Sunday','rules':{'game':'base','players':3},'seats':[{'account':'me'},"
              "{'invite':'grace@example.org'},{'invite':'eve@example.org'}]}",
              kept);
    say_with(ask, "decline"); /* an address that nobody has confirmed proves nothing */
    ck_assert(!answer.ok);
    person_confirm(&grace);
    assert_seat_kind(kept, 1, "invited");
    assert_says(say_with(ask, "decline"), "You have left the game.");
    ck_assert(answer.ok);
    assert_seat_kind(kept, 1, "open");
    assert_says(say_with(ask, "refuse"), "none is kept for you");
    ck_assert(!answer.ok);
    assert_seat_kind(kept, 2, "invited");
}
END_TEST

START_TEST(games_are_found) {
    int seat = waited_for();

    assert_says(say(seat, "use friday"), game);
    ck_assert(answer.use);
    assert_says(say(seat, "show Fri"), game);
    ck_assert(!answer.use);
    assert_says(say(seat, "use nothing-like-it"), "There is no such game");
    ck_assert(!answer.ok && !answer.use);
    char second[GAME_ID_SIZE];
    make_game(&ada, "{'name':'Fridge','rules':{'game':'base','players':2}}", second);
    POST_ONLY(&grace, 200, NULL, "/v1/games/%s/join", second);
    assert_says(say(0, "show fri"), "More than one of your games");
    assert_says(say(0, "show friday"), game);
    assert_says(say(0, "halp"), "If you meant a command: help");
    /* If only one of several games waits, it is meant. */
    make_game(&grace, "{'name':'Monday','rules':{'game':'base','players':2}}", second);
    assert_says(say_with(
                    (struct command_ask){
                        .account = accounts[1], .game = second, .alone = true, .limit = LIMIT},
                    "show"),
                "Seats are still free");
    assert_says(say_with(
                    (struct command_ask){
                        .account = accounts[1], .game = second, .alone = true, .limit = LIMIT},
                    "roll"),
                "has not begun");
}
END_TEST

START_TEST(moves_are_made) {
    int seat = waited_for();

    assert_says(say(1 - seat, "settle 14"), "The game is not waiting for you now");
    ck_assert(!answer.ok && !answer.moved);
    assert_says(say(seat, "setle 14"), "did you mean \"settle\"?");
    assert_says(say(seat, "setle 14"), "I cannot read that");
    assert_says(say(seat, "settle 14; road 0-3"), "is not possible");
    assert_says(answer.text.data, "No move was made");
    assert_says(say(seat, "settle 14"), "built a settlement at 14.");
    ck_assert(answer.ok && answer.moved && !answer.hidden);
    assert_says(answer.text.data, "to place a road");
    ck_assert_uint_eq(answer.n_buttons, 3);
    assert_says(answer.buttons[0].label, "Road ");
    assert_says(answer.buttons[0].command, "road ");
    assert_says(say(seat, "undo"), "took back the moves after");
    assert_says(say(seat, "settle 14; road 14-19"), "built a road at 14-19.");
    assert_says(say(seat, "halp"), "If you meant a command: help");
}
END_TEST

/* A button is valid only while nothing has happened since. */
START_TEST(stale_buttons_do_nothing) {
    int seat = waited_for();
    char pressed[COMMAND_BUTTON_SIZE];
    struct command_ask click = {
        .account = accounts[seat], .game = game, .alone = true, .limit = LIMIT, .has_seq = true};

    say(seat, "settle 14");
    ck_assert_uint_gt(answer.n_buttons, 0);
    memcpy(pressed, answer.buttons[0].command, sizeof pressed);
    click.seq = answer.seq;
    assert_says(say_with(click, pressed), "built a road");
    ck_assert(answer.moved);
    assert_says(say_with(click, pressed), "The game has moved on since");
    ck_assert(!answer.moved);
}
END_TEST

/* ---- answers to what a message reported ---- */

static const char *answer_told(int seat, const struct told *told, const char *text) {
    return say_with(
        (struct command_ask){
            .account = accounts[seat], .game = game, .told = told, .alone = true, .limit = LIMIT},
        text);
}

/* The event up to which SEAT has seen the game. */
static struct told look(int seat) {
    say(seat, "show");
    return (struct told){.seq = answer.seq};
}

/* The first possible settlement, and a road next to it, in answer to what was reported. */
static void place_told(int seat, const struct told *told) {
    char words[COMMAND_BUTTON_SIZE];
    const char *moves = say(seat, "moves");

    snprintf(words, sizeof words, "%.*s", (int)strcspn(moves, ";\n"), moves);
    answer_told(seat, told, words);
    ck_assert_msg(answer.moved && answer.n_buttons > 0, "%s", answer.text.data);
    snprintf(words, sizeof words, "%s", answer.buttons[0].command);
    answer_told(seat, told, words);
    ck_assert_msg(answer.moved, "%s", answer.text.data);
}

/* The question in a mail can be answered as long as it is open; later nothing is done. */
START_TEST(answers_are_about_what_was_told) {
    int first = waited_for(), second = 1 - first;
    struct told begun = look(first), other;

    ck_assert_uint_gt(begun.seq, 0);
    place_told(first, &begun);
    /* the player who places last places twice, with nobody in between, so they know of it */
    other = look(second);
    place_told(second, &other);
    place_told(second, &other);
    /* now they are asked again, which that mail did not know */
    ck_assert_int_eq(waited_for(), first);
    assert_says(answer_told(first, &begun, "settle 50"), "Nothing was done");
    ck_assert(!answer.moved && !answer.ok && answer.refused && !answer.unread);
    assert_says(answer.text.data, "built a settlement at ");
    assert_says(answer.text.data, "Waiting for ");
    ck_assert_int_eq(waited_for(), first);
    answer_told(first, &begun, "hand");
    ck_assert(answer.ok);
    answer_told(first, &begun, "Many greetings");
    ck_assert(answer.unread && !answer.refused);
    /* mails without a last event refer to what had happened when they were sent */
    assert_says(answer_told(first, &(struct told){.at = 1}, "settle 50"), "Nothing was done");
    begun = look(first);
    place_told(first, &begun);
}
END_TEST

/* The same for turns: rolling and ending in an answer to an earlier turn. */
START_TEST(an_earlier_turn_is_not_played_later) {
    enum { PLACED = 4 };
    struct random random = random_seeded(test_seed(20260305));
    struct told told = {0};
    int mine = -1, turns = 0;

    for (size_t i = 0; i < PLACED; i++)
        place_told(waited_for(), NULL);
    mine = waited_for();
    told = look(mine);
    answer_told(mine, &told, "roll");
    ck_assert_msg(answer.moved, "%s", answer.text.data);
    for (int seat, before = mine; turns < 2; before = seat) {
        char text[ACTION_TEXT_MAX], body[2 * ACTION_TEXT_MAX];

        say(waited_for(), "end");
        if (!answer.moved &&
            choose_action(waited_for() == 0 ? &ada : &grace, &random, game, "", text)) {
            snprintf(body, sizeof body, "{\"action\":%s}", text);
            POST_ONLY(waited_for() == 0 ? &ada : &grace, 201, body, "/v1/games/%s/moves", game);
        }
        seat = waited_for();
        turns += seat == mine && before != mine;
    }
    assert_says(answer_told(mine, &told, "roll"), "Nothing was done");
    assert_says(answer_told(mine, &told, "end"), "Nothing was done");
    assert_says(answer.text.data, "Waiting for ");
    told = (struct told){.at = INT64_MAX};
    answer_told(mine, &told, "fly away");
    ck_assert(answer.unread);
}
END_TEST

/* If several games are reported, moves name the game. */
START_TEST(moves_name_one_of_several_games) {
    char second[GAME_ID_SIZE];
    int seat = waited_for();
    struct told told = {.at = INT64_MAX};
    struct command_ask ask = {
        .account = accounts[seat], .told = &told, .alone = true, .limit = LIMIT};

    make_game(seat == 0 ? &ada : &grace, "{'rules':{'game':'base','players':2}}", second);
    assert_says(say_with(ask, "settle 14"), "Choose one with: use GAME");
    ck_assert(!answer.moved);
    ask.told = NULL; /* in a chat the waiting one is meant */
    say_with(ask, "settle 14");
    ck_assert(answer.moved);
}
END_TEST

/* Compares the orders of the waiting player with WANTED, JSON with ' for ". */
static void assert_orders(int seat, const char *name, const char *wanted) {
    json_t *shown = GET(seat == 0 ? &ada : &grace, 200, "/v1/games/%s/orders", game);
    char *text = json_dumps(json_object_get(json_object_get(shown, "orders"), name),
                            JSON_COMPACT | JSON_ENCODE_ANY);

    for (char *c = text; c != NULL && *c != '\0'; c++)
        *c = *c == '"' ? '\'' : *c;
    ck_assert_str_eq(text == NULL ? "" : text, wanted);
    free(text);
    json_decref(shown);
}

START_TEST(a_plan_is_made_and_dropped) {
    int seat = waited_for();

    assert_says(say(seat, "plan"), "You have no plan");
    ck_assert(answer.ok);
    assert_says(say(seat, "plan if 3 ore and 2 grain: city at 14; road 14-19, road 19-24"),
                "1. if 3 ore and 2 grain: city 14\n2. road 14-19\n3. road 19-24\n");
    assert_says(answer.text.data, "reply \"plan off\"");
    ck_assert(answer.ok && answer.hidden && !answer.moved && !answer.unread);
    /* a step by itself, with the characters that programs make of what is typed */
    assert_says(say(seat, "If points >= 2: buy"), "4. if points >= 2: buy\n");
    assert_orders(
        seat, "plan",
        "[{'move':'city 14','if':'3 ore and 2 grain','otherwise':'skip','when':'actions'},"
        "{'move':'road 14-19','when':'actions'},{'move':'road 19-24','when':'actions'},"
        "{'move':'buy','if':'points >= 2','otherwise':'skip','when':'actions'}]");
    assert_says(say(seat, "plan if 3 ore city 14"), "a colon is missing");
    ck_assert(!answer.ok && answer.unread);
    assert_says(say(seat, "plan fly 14"), "cannot read");
    assert_says(say(seat, "plan if 3 stars: city 14"), "That cannot be done: ");
    assert_says(say(seat, "plan resign"), "cannot be planned");
    assert_says(say(seat, "plan"), "4. if points >= 2: buy\n");
    assert_says(say(seat, "plan off"), "You have no plan");
    assert_orders(seat, "plan", "");
    json_decref(
        person_ask(seat == 0 ? &ada : &grace, 200, "PATCH", "", "{'language':'de'}", "/v1/me"));
    assert_says(say(seat, "plan Straße 14-19"), "1. road 14-19");
    assert_says(say(seat, "plan aus"), "keinen Plan");
}
END_TEST

START_TEST(orders_are_set_and_taken_back) {
    int seat = waited_for();

    assert_says(say(seat, "orders"), "You have no standing orders.");
    assert_says(say(seat, "plan buy"), "1. buy");
    assert_says(say(seat, "orders roll if nothing before"), "- roll if_nothing_before\n");
    assert_says(answer.text.data, "\"orders roll off\"");
    ck_assert(answer.ok && answer.hidden);
    assert_says(say(seat, "order Discard wool, grain keep 2 ore"),
                "- discard wool grain keep 2 ore\n- roll if_nothing_before\n");
    assert_says(say(seat, "orders offers accept if 4 wool"), "- offers accept if 4 wool\n");
    assert_says(say(seat, "orders empty turn default"), "- empty_turn default\n");
    assert_orders(seat, "discard", "{'first':['wool','grain'],'keep':{'ore':2}}");
    assert_orders(seat, "offers", "[{'answer':'accept','if':'4 wool'}]");
    assert_says(say(seat, "orders dance"),
                "There is no such order. There are: delay, discard, gold");
    assert_says(say(seat, "orders roll now"), "That cannot be done: /orders/roll");
    ck_assert(!answer.ok);
    assert_says(say(seat, "orders commit all"), "is for Cities & Knights");
    assert_says(say(seat, "orders offers {\"answer\":\"ask\"}"), "That cannot be done: ");
    assert_says(say(seat, "orders offers [{\"answer\":\"ask\",\"times\":2}]"),
                "- offers [{\"answer\":\"ask\",\"times\":2}]");
    assert_says(say(seat, "orders roll off"), "- discard wool grain keep 2 ore\n");
    assert_orders(seat, "roll", "");
    assert_says(say(seat, "orders off"), "You have no standing orders.");
    assert_says(say(seat, "orders"), "1. buy"); /* the plan stays */
}
END_TEST

START_TEST(something_is_said) {
    json_t *talk;

    assert_says(say(0, "say Hello @grace"), "Said.");
    ck_assert(answer.ok && !answer.moved);
    assert_says(say(1, "say"), "Say what?");
    talk = GET(&grace, 200, "/v1/games/%s/talk", game);
    const json_t *message = json_array_get(json_object_get(talk, "items"), 0);
    ck_assert_str_eq(text_at(message, "text"), "Hello @grace");
    ck_assert_int_eq(json_integer_value(json_array_get(json_object_get(message, "mentions"), 0)),
                     1);
    json_decref(talk);
}
END_TEST

/* ---- visibility ---- */

START_TEST(company_sees_nothing_private) {
    int seat = waited_for();
    char secret[GAME_ID_SIZE];

    say_in_company(seat, "show");
    ck_assert(!answer.hidden && answer.n_buttons == 0);
    say_in_company(seat, "hand");
    ck_assert(answer.hidden);
    say_in_company(seat, "moves");
    ck_assert(answer.hidden);
    say_in_company(seat, "games");
    ck_assert(answer.hidden);
    say_in_company(seat, "settle 14; road 0-3"); /* a refusal can reveal cards of a hand */
    ck_assert(answer.hidden);
    say_in_company(seat, "settle 14; road 14-19");
    ck_assert(answer.moved && !answer.hidden && answer.n_buttons == 0);
    make_game(&ada, "{'visibility':'private','rules':{'game':'base','players':2}}", secret);
    say_with((struct command_ask){.account = accounts[0], .game = secret, .limit = LIMIT}, "show");
    ck_assert(answer.ok && answer.hidden);
    assert_says(say_with(
                    (struct command_ask){
                        .account = accounts[1], .game = secret, .alone = true, .limit = LIMIT},
                    "show"),
                "There is no such game");
}
END_TEST

START_TEST(short_limits_are_kept) {
    static const char *const lines[] = {"help", "games", "show", "moves", "log", "fly away"};

    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        say_with((struct command_ask){.account = accounts[0],
                                      .alone = true,
                                      .limit = COMMAND_RESPONSE_MIN},
                 lines[i]);
        ck_assert_uint_le(answer.text.size - 1, COMMAND_RESPONSE_MIN);
    }
    assert_says(say_with((struct command_ask){.account = accounts[0],
                                              .alone = true,
                                              .limit = COMMAND_RESPONSE_MIN},
                         "help"),
                "...");
    assert_says(say(0, "\xff\xfe"), "not readable");
}
END_TEST

/* Everything unmarked is what a reader without a seat gets, also in the middle of a game. */
START_TEST(company_reads_what_a_stranger_reads) {
    static const char *const lines[] = {"show", "board", "hand", "moves", "recap", "log 20"};
    struct random random = random_seeded(test_seed(20260304));
    struct person eve = person_new("eve");
    int64_t stranger = account_of("eve");
    char kept[LIMIT + 1];
    unsigned open = 0;

    for (unsigned turn = 0; turn < TURNS; turn++) {
        char text[ACTION_TEXT_MAX], body[2 * ACTION_TEXT_MAX];
        int seat = waited_for();

        for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
            say_in_company((int)(turn % 2), lines[i]);
            if (answer.hidden)
                continue;
            snprintf(kept, sizeof kept, "%s", answer.text.data);
            ck_assert_str_eq(
                kept,
                say_with((struct command_ask){.account = stranger, .game = game, .limit = LIMIT},
                         lines[i]));
            open++;
        }
        ck_assert(choose_action(seat == 0 ? &ada : &grace, &random, game, "", text));
        snprintf(body, sizeof body, "{\"action\":%s}", text);
        POST_ONLY(seat == 0 ? &ada : &grace, 201, body, "/v1/games/%s/moves", game);
    }
    ck_assert_uint_ge(open, TURNS);
    person_gone(&eve);
}
END_TEST

/* ---- a game by buttons and commands only ---- */

START_TEST(a_game_goes_on_by_buttons) {
    struct random random = random_seeded(test_seed(20260303));
    unsigned made = 0;

    for (unsigned turn = 0; turn < TURNS; turn++) {
        int seat = waited_for();
        char pressed[COMMAND_BUTTON_SIZE];
        struct command_ask click = {.account = accounts[seat],
                                    .game = game,
                                    .alone = true,
                                    .limit = LIMIT,
                                    .has_seq = true};

        say(seat, "moves");
        if (answer.n_buttons == 0) { /* too many ways to settle */
            const char *end = answer.text.data + strcspn(answer.text.data, ";\n");
            snprintf(pressed, sizeof pressed, "%.*s", (int)(end - answer.text.data),
                     answer.text.data);
        } else {
            memcpy(pressed,
                   answer.buttons[random_below(&random, (uint32_t)answer.n_buttons)].command,
                   sizeof pressed);
        }
        click.seq = answer.seq;
        say_with(click, pressed);
        ck_assert_msg(answer.moved, "%s: %s", pressed, answer.text.data);
        made++;
    }
    ck_assert_uint_eq(made, TURNS);
}
END_TEST

START_TEST(every_command_has_a_word) {
    static char page[1 << 16];
    FILE *file = fopen(test_path("service/words/README.md"), "r");
    size_t n = 0;

    ck_assert_ptr_nonnull(file);
    page[fread(page, 1, sizeof page - 1, file)] = '\0';
    fclose(file);

    for (const struct command_word *word; (word = command_word_at(n)) != NULL; n++) {
        const char *names = text_in(LANGUAGE_ENGLISH, word->name), *said;
        char name[32], row[256];

        text_next(&names, name, sizeof name);
        said = say(0, name);
        ck_assert_msg(strstr(said, "cannot read") == NULL, "%s: %s", name, said);
        snprintf(row, sizeof row, "| `%s%s%s` | %s |", name, word->takes == TEXTS ? "" : " ",
                 word->takes == TEXTS ? "" : text_in(LANGUAGE_ENGLISH, word->takes),
                 text_in(LANGUAGE_ENGLISH, word->help));
        ck_assert_msg(strstr(page, row) != NULL, "service/words/README.md lacks %s", row);
    }
    ck_assert_uint_ge(n, 9);
}
END_TEST

#define ROW(NAME, TEST)                                                                            \
    { .name = NAME, .test = TEST, .setup = set_up, .teardown = tear_down }

static Suite *suite(void) {
    return test_suite("command", (const struct test_case[]){
                                     ROW("answers", commands_answer),
                                     ROW("games", games_are_found),
                                     ROW("refused", an_invitation_is_refused),
                                     ROW("german", german_is_understood_and_spoken),
                                     ROW("french", french_and_spanish_are_understood_and_spoken),
                                     ROW("hints", hints_are_against_bots),
                                     ROW("names", bots_are_called_by_name_but_in_documents),
                                     ROW("moves", moves_are_made),
                                     ROW("said", something_is_said),
                                     ROW("plan", a_plan_is_made_and_dropped),
                                     ROW("orders", orders_are_set_and_taken_back),
                                     ROW("stale", stale_buttons_do_nothing),
                                     ROW("told", answers_are_about_what_was_told),
                                     ROW("turns", an_earlier_turn_is_not_played_later),
                                     ROW("several", moves_name_one_of_several_games),
                                     ROW("company", company_sees_nothing_private),
                                     ROW("strangers", company_reads_what_a_stranger_reads),
                                     ROW("limits", short_limits_are_kept),
                                     ROW("buttons", a_game_goes_on_by_buttons),
                                     ROW("words", every_command_has_a_word),
                                     {0},
                                 });
}
TEST_MAIN(suite)
