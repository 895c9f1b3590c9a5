/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Webhooks as their owners ask for them. */
#include <string.h>

#include "db/hooks.h"
#include "db/outbox.h"
#include "service/notify/outbox.h"
#include "tests/service/people.h"
#include "tests/support/check_main.h"

/* What waits counts against the host it goes to: a slow one must not hold back the others. */
static void assert_host(const char *hook_id, const char *host) {
    struct store_reader *reader = store_reader_get(test_app.store);
    struct store_outbox_row row;
    struct store_hook hook;

    ck_assert_ptr_nonnull(reader);
    ck_assert_int_eq(store_hook_by_public_id(reader, hook_id, &hook), STORE_OK);
    ck_assert_int_eq(store_outbox_waiting(reader,
                                          &(struct store_outbox_filter){.channel = OUTBOX_WEBHOOK,
                                                                        .target = hook.id,
                                                                        .kind = OUTBOX_TEST},
                                          &row),
                     STORE_OK);
    ck_assert_str_eq(row.host, host);
}

START_TEST(messages_that_wait_move_with_their_webhook) {
    json_t *hook = POST(&ada, 201, "{'url':'https://old.example/hook'}", "/v1/me/webhooks");
    const char *id = text_at(hook, "id");

    POST_ONLY(&ada, 202, "{}", "/v1/webhooks/%s/test", id);
    assert_host(id, "old.example");
    json_decref(person_ask(&ada, 200, "PATCH", "", "{'url':'https://new.example/hook'}",
                           "/v1/webhooks/%s", id));
    assert_host(id, "new.example");
    json_decref(hook);
}
END_TEST

static Suite *suite(void) {
    return test_suite("hooks", (const struct test_case[]){
                                   {"messages_that_wait_move_with_their_webhook",
                                    messages_that_wait_move_with_their_webhook,
                                    .setup = people_setup, .teardown = people_teardown},
                                   {0},
                               });
}
TEST_MAIN(suite)
