/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Every scenario of tests/rules/(all).scn is one test; README.md there describes the notation. */
#include "tests/rules/scenario.h"
#include "tests/support/check_main.h"

START_TEST(scenario) {
    scenario_run((size_t)_i);
}
END_TEST

static Suite *suite(void) {
    scenarios_load();
    return test_suite("rules", (const struct test_case[]){
                                   {"scenarios", scenario, .loops = (int)scenarios_count()},
                                   {0},
                               });
}
TEST_MAIN(suite)
