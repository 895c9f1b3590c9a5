/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What chats show of a link to a game: who invites, and the board; of a private game nothing. */
#include <stdio.h>
#include <string.h>

#include "tests/service/people.h"
#include "tests/support/check_main.h"

static char game[GAME_ID_SIZE];

/* The page at the address of the game, with HEADERS. */
static struct response page_at(const char *format, const char *headers) {
    char path[128];

    snprintf(path, sizeof path, format, game);
    return ask("GET", path, headers, NULL, 200);
}

static void assert_said(struct response *page, const char *text) {
    ck_assert_msg(strstr(page->body, text) != NULL, "\"%s\" is not in %s", text, page->body);
}

START_TEST(an_invitation_says_who_and_what) {
    struct response page;

    make_game(&ada,
              "{'name':'Evening <b>','rules':{'game':'base','players':3},'visibility':'unlisted'}",
              game);
    page = page_at("/games/%s/join", "");
    assert_said(&page,
                "<meta property=\"og:title\" content=\"ada invites you to Evening &lt;b&gt;\">");
    assert_said(&page, "content=\"2 seats are free. You only need a name.\"");
    assert_said(&page, "/board.png\">");
    assert_said(&page, "</head>");
    ck_assert_ptr_null(strstr(page.body, "<b>"));
    response_free(&page);
    page = page_at("/games/%s/join", "Accept-Language: de\r\n");
    assert_said(&page, "ada lädt dich ein");
    response_free(&page);
}
END_TEST

START_TEST(a_game_that_has_begun_shows_its_players) {
    struct response page;

    make_game(&ada, "{'rules':{'game':'base','players':2},'visibility':'public'}", game);
    POST_ONLY(&grace, 200, NULL, "/v1/games/%s/join", game);
    page = page_at("/games/%s", "");
    assert_said(&page, "og:title\" content=\"The game with ada and grace\">");
    assert_said(&page, "Look at the board");
    response_free(&page);
}
END_TEST

static void assert_silent(struct response page) {
    ck_assert_ptr_null(strstr(page.body, "og:"));
    ck_assert_ptr_null(strstr(page.body, "secret"));
    response_free(&page);
}

START_TEST(private_games_show_nothing) {
    make_game(&ada, "{'name':'secret','rules':{'game':'base','players':2},'visibility':'private'}",
              game);
    assert_silent(page_at("/games/%s", ""));
    assert_silent(page_at("/games/%s/join", ""));
    snprintf(game, sizeof game, "nosuchgame");
    assert_silent(page_at("/games/%s", ""));
}
END_TEST

START_TEST(who_is_signed_in_gets_the_page_alone) {
    char cookie[64];

    snprintf(cookie, sizeof cookie, "Cookie: %s=anything\r\n", app_cookie(false));
    make_game(&ada, "{'rules':{'game':'base','players':2},'visibility':'public'}", game);
    assert_silent(page_at("/games/%s", cookie));
}
END_TEST

static Suite *suite(void) {
    return test_suite("preview", (const struct test_case[]){
                                     {.name = "invitation",
                                      an_invitation_says_who_and_what,
                                      .setup = people_setup,
                                      .teardown = people_teardown},
                                     {.name = "game",
                                      a_game_that_has_begun_shows_its_players,
                                      .setup = people_setup,
                                      .teardown = people_teardown},
                                     {.name = "private",
                                      private_games_show_nothing,
                                      .setup = people_setup,
                                      .teardown = people_teardown},
                                     {.name = "signed in",
                                      who_is_signed_in_gets_the_page_alone,
                                      .setup = people_setup,
                                      .teardown = people_teardown},
                                     {0},
                                 });
}
TEST_MAIN(suite)
