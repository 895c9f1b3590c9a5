/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Damage to pages with permissions or personal texts: no response returns it as good data, and `hexpost check` finds
 * it. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "service/actor/runner.h"
#include "service/cli/cli.h"
#include "tests/service/people.h"
#include "tests/support/check_main.h"
#include "tests/support/flip.h"
#include "tests/support/sql.h"

/* One changed value, and a person who reads it. */
struct damage {
    const char *name;
    const char *sql;
    const char *path; /* %s: the game */
    struct person *person;
};

static const struct damage damages[] = {
    {"notes", "UPDATE notes SET text = replace(text, 'ore', 'orf')", "/v1/games/%s/notes", &ada},
    {"talk", "UPDATE talk SET to_seats = 0", "/v1/games/%s/talk", &nobody},
    {"calendar", "UPDATE calendars SET quiet_from = quiet_from + 1", "/v1/me/calendar", &ada},
    {"name", "UPDATE accounts SET name = 'bda' WHERE name = 'ada'", "/v1/me", &ada},
    {"orders", "UPDATE orders SET median_ms = median_ms + 1, max_ms = max_ms + 1",
     "/v1/games/%s/orders", &ada},
    {"scopes", "UPDATE tokens SET scopes = 'game:read'", "/v1/me/tokens", &ada},
    {"token's account", "UPDATE tokens SET account_id = 3 - account_id", "/v1/games/%s/view",
     &grace},
    {"visibility", "UPDATE games SET visibility = 0", "/v1/games/%s", &nobody},
    {"seat's account", "UPDATE seats SET account_id = 3 - account_id", "/v1/games/%s/view", &grace},
    {"winner", "UPDATE games SET winner = 1, status = 2, finished_at = 1", "/v1/games/%s", &ada},
};
enum { DAMAGES = sizeof damages / sizeof *damages };

/* Reads of people's data; each by its person. */
static const struct damage readings[] = {
    {"", "", "/v1/me", &ada},
    {"", "", "/v1/me", &grace},
    {"", "", "/v1/me/tokens", &ada},
    {"", "", "/v1/me/calendar", &ada},
    {"", "", "/v1/me/games", &ada},
    {"", "", "/v1/games/%s", &ada},
    {"", "", "/v1/games/%s/view", &ada},
    {"", "", "/v1/games/%s/view", &grace},
    {"", "", "/v1/games/%s/view", &nobody},
    {"", "", "/v1/games/%s/notes", &ada},
    {"", "", "/v1/games/%s/talk", &ada},
    {"", "", "/v1/games/%s/talk", &nobody},
    {"", "", "/v1/games/%s/orders", &ada},
};
enum { READINGS = sizeof readings / sizeof *readings, FLIPS = 200 };

static char game[GAME_ID_SIZE];
static const struct damage *damage;

static void put(struct person *person, const char *body, const char *path) {
    json_decref(person_ask(person, 200, "PUT", "", body, path, game));
}

/* A private game of ada's and grace's, with everything that the damages change. */
static void set_up(void) {
    people_setup();
    make_game(&ada, "{'rules':{'game':'base','players':2}}", game);
    POST_ONLY(&grace, 200, NULL, "/v1/games/%s/join", game);
    ck_assert(runner_settle(test_app.runner));
    sql_force("hexpost.db", "UPDATE games SET visibility = 2"); /* private */
    put(&ada, "{'orders':{'roll':'always','offers':[{'answer':'refuse'}]}}", "/v1/games/%s/orders");
    put(&ada, "{'text':'red hoards ore'}", "/v1/games/%s/notes");
    POST_ONLY(&ada, 201, "{'text':'for grace alone','to':[1]}", "/v1/games/%s/talk", game);
    json_decref(person_ask(&ada, 200, "PUT", "",
                           "{'zone':'Europe/Berlin','quiet':{'from':'22:00','to':'07:00'}}",
                           "/v1/me/calendar"));
}

static struct response get(const struct damage *reading) {
    struct response response;
    char path[120];

    snprintf(path, sizeof path, reading->path, game);
    client_ask(&reading->person->client, &response, "GET", path, reading->person->header, NULL);
    ck_assert_int_ne(response.status, 0);
    return response;
}

/* Asserts that it is unchanged, or refused. True: refused. */
static bool is_refused(const struct response *before, const struct response *after,
                       const char *path) {
    bool same = after->status == before->status && after->size == before->size &&
                memcmp(after->body, before->body, after->size) == 0;
    bool refused = after->status == 503;

    ck_assert_msg(same || refused, "%s %s: %d %s", damage == NULL ? "" : damage->name, path,
                  after->status, after->body);
    return refused;
}

/* Runs `hexpost check` on the database; returns whether it finds that page or, for 0, any. */
static bool is_found(int64_t page) {
    char *const arguments[] = {"--db", "hexpost.db", NULL};
    char text[65536] = "", name[40];
    int out = dup(STDOUT_FILENO), found;
    FILE *file;

    ck_assert_int_ge(out, 0);
    ck_assert_ptr_nonnull(freopen("check.txt", "w+", stdout));
    found = cli_check(2, (char **)arguments);
    fflush(stdout);
    file = fopen("check.txt", "r");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_lt(fread(text, 1, sizeof text - 1, file), sizeof text - 1);
    fclose(file);
    ck_assert_int_ge(dup2(out, STDOUT_FILENO), 0);
    close(out);
    snprintf(name, sizeof name, page == 0 ? "database: page " : "database: page %lld is damaged",
             (long long)page);
    return found == 1 && strstr(text, name) != NULL;
}

static void do_damage(const char *path) {
    sql_damage(path, "%s", damage->sql);
}

static void back(void) {
    person_back(&ada);
    person_back(&grace);
    person_back(&nobody);
}

START_TEST(what_gives_rights_is_not_answered_damaged) {
    struct response before, after;

    damage = &damages[_i];
    ck_assert(!is_found(0));
    before = get(damage);
    test_app_restart(do_damage);
    back();
    after = get(damage);
    ck_assert(is_refused(&before, &after, damage->path));
    response_free(&before);
    response_free(&after);
    client_ask(&nobody.client, &after, "GET", "/readyz", "", NULL);
    ck_assert_int_eq(after.status, 200);
    ck_assert_ptr_nonnull(strstr(after.body, "\"damaged_reads\":"));
    response_free(&after);
    ck_assert(is_found(0));
}
END_TEST

/* ---- 200 flips ---- */

static int64_t page;
static unsigned bit;

static void flip(const char *path) {
    flip_page_bit(path, page, bit);
}

START_TEST(no_flipped_bit_is_answered) {
    static int64_t pages[FLIP_PAGES_MAX];
    struct random chance = random_seeded(test_seed(1));
    struct response before[READINGS], after;
    unsigned count, refused = 0;

    for (unsigned i = 0; i < READINGS; i++)
        before[i] = get(&readings[i]);
    for (unsigned i = 0; i < test_share(FLIPS); i++) {
        count = flip_pages("hexpost.db", "%", pages);
        page = pages[random_below(&chance, count)];
        bit = random_below(&chance, 8 * FLIP_PAGE_SIZE);
        test_app_restart(flip);
        back();
        for (unsigned j = 0; j < READINGS; j++) {
            after = get(&readings[j]);
            refused += is_refused(&before[j], &after, readings[j].path);
            response_free(&after);
        }
        ck_assert_msg(is_found(page), "bit %u of page %lld is not found", bit, (long long)page);
        test_app_restart(flip);
        back();
    }
    ck_assert_uint_gt(refused, 0);
    for (unsigned i = 0; i < READINGS; i++)
        response_free(&before[i]);
}
END_TEST

static Suite *suite(void) {
    return test_suite("pages",
                      (const struct test_case[]){
                          {"rights", what_gives_rights_is_not_answered_damaged, DAMAGES, 0, set_up,
                           people_teardown},
                          {"flips", no_flipped_bit_is_answered, 0, 600, set_up, people_teardown},
                          {0},
                      });
}
TEST_MAIN(suite)
