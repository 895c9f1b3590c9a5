/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Days of sending from the outbox, with the test's own clock and a receiver that listens. */
#include <arpa/inet.h>
#include <inttypes.h>
#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "db/accounts.h"
#include "db/games.h"
#include "db/hooks.h"
#include "db/mailboxes.h"
#include "db/retention.h"
#include "service/app/app.h"
#include "service/app/config.h"
#include "service/app/prune.h"
#include "service/mail/mail.h"
#include "service/notify/sender.h"
#include "service/notify/webhooks.h"
#include "tests/support/check_main.h"
#include "tests/support/postgres.h"
#include "tests/support/receiver.h"

enum { MINUTE = 60 * 1000, HOUR = 60 * MINUTE, DAY = 24 * HOUR, ATTEMPTS = 10 };

static const int64_t first_day = INT64_C(1772445600000);

static _Atomic int64_t now;
static struct config config;
static struct app app;
static struct store_reader *reader;
static struct store_hook hook;
static int port;

static int64_t test_clock(void) {
    return now;
}

/* ---- one job ---- */

struct job {
    struct store_job job;
    enum store_result (*run)(struct store_tx *tx);
};

static enum store_result run_job(struct store_tx *tx, struct store_job *job) {
    return ((struct job *)job)->run(tx);
}

static void write_now(enum store_result (*run)(struct store_tx *tx)) {
    struct job job = {.job = {.run = run_job}, .run = run};

    ck_assert_int_eq(store_call(app.store, &job.job), STORE_OK);
}

static enum store_result make_hook(struct store_tx *tx) {
    struct store_account account = {
        .public_id = "a1", .name = "Ann", .name_key = "ann", .created_at = now};
    enum store_result result = store_account_create(tx, &account);

    hook = (struct store_hook){
        .public_id = "h1", .account = account.id, .kinds = HOOKS_KINDS, .created_at = now};
    snprintf(hook.url, sizeof hook.url, "http://127.0.0.1:%d/hook", port);
    hooks_new_secret(hook.secret);
    return result == STORE_OK ? store_hook_create(tx, &hook) : result;
}

static struct store_outbox_row last_row;

static enum store_result make_test(struct store_tx *tx) {
    return hooks_test(tx, &hook, now, &last_row);
}

static enum store_result enqueue_to_account(struct store_tx *tx) {
    return outbox_enqueue(
        tx, &(struct outbox_news){.kind = OUTBOX_STARTED, .account = hook.account, .now = now});
}

static enum store_result enqueue_later(struct store_tx *tx) {
    return outbox_enqueue(
        tx, &(struct outbox_news){
                .kind = OUTBOX_OVER, .account = hook.account, .now = now, .due_at = now + HOUR});
}

static enum store_result begin_last(struct store_tx *tx) {
    return store_outbox_begin(tx, last_row.id, last_row.id);
}

static struct store_outbox_row row_now(void) {
    struct store_outbox_row row;

    ck_assert_int_eq(store_outbox_get(reader, last_row.id, &row), STORE_OK);
    return row;
}

static struct store_hook hook_now(void) {
    struct store_hook found;

    ck_assert_int_eq(store_hook_get(reader, hook.id, &found), STORE_OK);
    return found;
}

static void run_due(void) {
    ck_assert(sender_run_due(app.sender, now));
}

/* ---- fixture ---- */

static void remove_database(void) {
    static const char *const files[] = {"post.db", "post.db-wal", "post.db-shm", "post.db.lock"};

    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        unlink(files[i]);
}

static void setup(void) {
    char error[256];

    remove_database();
    make_test_database("post.db");
    ck_assert_int_ge(sodium_init(), 0);
    now = first_day;
    app_set_clock(test_clock);
    ck_assert(config_read(&config, 0, NULL, error, sizeof error));
    config.hook_allow = "127.0.0.1";
    config.hook_timeout = 5;
    app.config = &config;
    ck_assert_int_eq(
        store_open(&app.store, &(struct store_options){.path = test_database("post.db")}),
        STORE_OK);
    reader = store_reader_get(app.store);
    app.sender = sender_new(&app);
    ck_assert_ptr_nonnull(app.sender);
    port = receiver_start();
    write_now(make_hook);
}

static void teardown(void) {
    receiver_stop();
    sender_free(app.sender);
    store_close(app.store);
    app = (struct app){0};
    remove_database();
    app_set_clock(NULL);
}

/* ---- who gets which news ---- */

/* Events in a game of two people and a bot, Ann in seat 0, and the kinds of news that her webhook for all her games
 * gets of them. */
static const struct news_case {
    const char *what;
    enum store_game_mode mode;
    enum store_game_status status;
    uint32_t seq_before;
    unsigned pending, waited, acted, newcomers; /* sets of seats */
    uint64_t told;                              /* set of kinds */
} tellings[] = {
#define KIND(kind) (UINT64_C(1) << (kind))
    {"the start", STORE_MODE_PLAY, STORE_GAME_ACTIVE, 0, 2, 0, 0, 0,
     KIND(OUTBOX_STARTED) | KIND(OUTBOX_EVENT)},
    {"the start, her first", STORE_MODE_PLAY, STORE_GAME_ACTIVE, 0, 1, 0, 0, 0,
     KIND(OUTBOX_STARTED) | KIND(OUTBOX_EVENT) | KIND(OUTBOX_TURN)},
    {"now it is her", STORE_MODE_PLAY, STORE_GAME_ACTIVE, 9, 1, 2, 2, 0,
     KIND(OUTBOX_EVENT) | KIND(OUTBOX_TURN)},
    {"it was her before", STORE_MODE_PLAY, STORE_GAME_ACTIVE, 9, 1, 3, 2, 0, KIND(OUTBOX_EVENT)},
    {"she has just moved", STORE_MODE_PLAY, STORE_GAME_ACTIVE, 9, 1, 2, 1, 0, KIND(OUTBOX_EVENT)},
    {"another one's turn", STORE_MODE_PLAY, STORE_GAME_ACTIVE, 9, 2, 1, 1, 0, KIND(OUTBOX_EVENT)},
    {"the bot's turn", STORE_MODE_PLAY, STORE_GAME_ACTIVE, 9, 4, 1, 1, 0, KIND(OUTBOX_EVENT)},
    {"she takes a seat over", STORE_MODE_PLAY, STORE_GAME_ACTIVE, 9, 1, 1, 0, 1,
     KIND(OUTBOX_EVENT) | KIND(OUTBOX_TURN)},
    {"the end", STORE_MODE_PLAY, STORE_GAME_FINISHED, 9, 0, 2, 2, 0,
     KIND(OUTBOX_EVENT) | KIND(OUTBOX_OVER)},
    {"a table", STORE_MODE_TABLE, STORE_GAME_ACTIVE, 9, 1, 2, 0, 0, 0},
#undef KIND
};
enum { TELLINGS = sizeof tellings / sizeof *tellings };

static const struct news_case *news_case;

static enum store_result follow(struct store_tx *tx) {
    static struct game game;
    const struct store_seat seats[] = {
        {.kind = STORE_SEAT_HUMAN, .account = hook.account},
        {.kind = STORE_SEAT_HUMAN},
        {.kind = STORE_SEAT_BOT},
    };
    const struct game_events events = {
        .mode = news_case->mode,
        .status = news_case->status,
        .seats = seats,
        .seat_count = 3,
        .game = &game,
        .seq_before = news_case->seq_before,
        .now = now,
        .waited = news_case->waited,
        .acted = news_case->acted,
        .newcomers = news_case->newcomers,
    };

    memset(&game, 0, sizeof game);
    for (uint8_t seat = 0; seat < 3; seat++)
        if (news_case->pending >> seat & 1)
            game.pending[game.n_pending++] = (struct decision){.kind = DECIDE_TURN, .player = seat};
    return outbox_on_events(tx, &events);
}

static bool note_kind(void *context, const struct store_outbox_row *row) {
    *(uint64_t *)context |= UINT64_C(1) << row->kind;
    return true;
}

START_TEST(people_hear_of_what_is_new_to_them) {
    uint64_t told = 0;

    news_case = &tellings[_i];
    write_now(follow);
    ck_assert_int_eq(
        store_outbox_of_target(reader, OUTBOX_WEBHOOK, hook.id, 0, 100, note_kind, &told),
        STORE_OK);
    ck_assert_msg(told == news_case->told, "%s: %" PRIx64, news_case->what, told);
}
END_TEST

/* ---- the schedule ---- */

START_TEST(attempts_come_ever_more_rarely_and_end) {
    static const int64_t after_s[ATTEMPTS] = {0,        5,         5 * 60,    30 * 60,   2 * 3600,
                                              5 * 3600, 10 * 3600, 14 * 3600, 20 * 3600, 24 * 3600};
    bool differs = false;

    for (int n = 0; n < ATTEMPTS; n++) {
        int64_t delay_s = n == 0 ? 0 : after_s[n] - after_s[n - 1];
        int64_t least = now + delay_s * 1000, most = least + delay_s * 100;
        int64_t before = outbox_next_attempt(&hooks_channel, n, now);

        for (int i = 0; i < 50; i++) {
            int64_t at = outbox_next_attempt(&hooks_channel, n, now);

            ck_assert_int_ge(at, least);
            ck_assert_int_le(at, most);
            differs |= at != before;
        }
    }
    ck_assert_msg(differs, "attempts must not come all at once");
    ck_assert_int_eq(outbox_next_attempt(&hooks_channel, ATTEMPTS, now), 0);
    ck_assert_int_eq(outbox_next_attempt(&hooks_channel, 1000, now), 0);
}
END_TEST

START_TEST(a_message_is_signed_as_the_standard_says) {
    /* Computed independently, from the standard's text. */
    static const char body[] = "{\"test\": 2432232314}";
    struct store_hook signer = {.old_until = 0};
    char signature[HOOKS_SIGNATURE_SIZE], text[HOOKS_SECRET_TEXT_SIZE];
    size_t size;
    uint8_t mac[crypto_auth_hmacsha256_BYTES];
    static const char content[] = "msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.{\"test\": 2432232314}";

    memset(signer.secret, 7, sizeof signer.secret);
    memset(signer.old_secret, 8, sizeof signer.old_secret);
    crypto_auth_hmacsha256(mac, (const unsigned char *)content, strlen(content), signer.secret);
    sodium_bin2base64(text, sizeof text, mac, sizeof mac, sodium_base64_VARIANT_ORIGINAL);
    hooks_sign(&signer, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, body, strlen(body), 1000,
               signature);
    ck_assert_int_eq(strncmp(signature, "v1,", 3), 0);
    ck_assert_str_eq(signature + 3, text);
    size = strlen(signature);
    signer.old_until = 1001;
    hooks_sign(&signer, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, body, strlen(body), 1000,
               signature);
    ck_assert_int_eq(strncmp(signature + 3, text, strlen(text)), 0);
    ck_assert_int_eq(strncmp(signature + size, " v1,", 4), 0);
    signer.old_until = 1000;
    hooks_sign(&signer, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, body, strlen(body), 1000,
               signature);
    ck_assert_uint_eq(strlen(signature), size);
    hooks_secret_text(signer.secret, text);
    ck_assert_str_eq(text, "whsec_BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=");
}
END_TEST

/* ---- sending ---- */

START_TEST(what_is_due_is_sent_once) {
    write_now(make_test);
    write_now(enqueue_to_account);
    write_now(enqueue_later);
    run_due();
    ck_assert_uint_eq(receiver_got().count, 2);
    ck_assert_str_eq(receiver_got().ids[0], last_row.public_id);
    ck_assert_int_eq(row_now().state, STORE_OUTBOX_SENT);
    ck_assert_int_eq(row_now().ended_at, now);
    ck_assert_int_eq(hook_now().sent_at, now);
    run_due();
    now += HOUR - 1;
    run_due();
    ck_assert_uint_eq(receiver_got().count, 2);
    now += 1;
    run_due();
    ck_assert_uint_eq(receiver_got().count, 3);
}
END_TEST

/* Retries the last message until it is given up; returns the time that passed. */
static int64_t until_given_up(void) {
    unsigned before = receiver_got().count, attempts = 0;
    int64_t began = now;
    struct store_outbox_row row;

    for (row = row_now(); row.state == STORE_OUTBOX_WAITING; row = row_now()) {
        ck_assert_uint_lt(attempts, ATTEMPTS);
        now = row.due_at - 1;
        run_due();
        ck_assert_uint_eq(receiver_got().count, before + attempts);
        now++;
        run_due();
        ck_assert_uint_eq(receiver_got().count, before + ++attempts);
        ck_assert_int_eq(row_now().status, 500);
    }
    ck_assert_int_eq(row.state, STORE_OUTBOX_FAILED);
    ck_assert_uint_eq(attempts, ATTEMPTS);
    for (unsigned i = 0; i < attempts; i++)
        ck_assert_str_eq(receiver_got().ids[before + i], last_row.public_id);
    return now - began;
}

START_TEST(a_message_is_tried_for_a_day_and_its_webhook_switched_off_after_three) {
    unsigned attempts;

    receiver_answers(500, "");
    for (int day = 1; day <= 3; day++) {
        int64_t took;

        write_now(make_test);
        took = until_given_up();
        ck_assert_int_ge(took, (int64_t)DAY);
        ck_assert_int_lt(took, 2 * (int64_t)DAY);
        ck_assert_int_eq(hook_now().disabled_at, day == 3 ? now : 0);
    }
    attempts = receiver_got().count;
    write_now(enqueue_to_account); /* it has no receiver any more */
    run_due();
    ck_assert_uint_eq(receiver_got().count, attempts);
}
END_TEST

START_TEST(a_webhook_that_works_now_and_then_stays) {
    struct store_outbox_row row;
    bool well = false;

    write_now(make_test);
    for (row = row_now(); row.state == STORE_OUTBOX_WAITING; row = row_now()) {
        now = row.due_at;
        receiver_answers(500, "");
        run_due();
        if (!well && now - first_day > DAY) { /* another message is sent in the meantime */
            receiver_answers(200, "");
            write_now(enqueue_to_account);
            run_due();
            well = hook_now().failing_since == 0;
        }
    }
    ck_assert(well);
    ck_assert_int_eq(row.state, STORE_OUTBOX_FAILED);
    ck_assert_int_eq(hook_now().disabled_at, 0);
}
END_TEST

START_TEST(gone_switches_off_at_once) {
    struct store_outbox_row first;

    receiver_answers(410, "");
    write_now(enqueue_later);
    write_now(make_test);
    run_due();
    ck_assert_int_eq(row_now().state, STORE_OUTBOX_FAILED);
    ck_assert_int_eq(hook_now().disabled_at, now);
    ck_assert_str_ne(hook_now().disabled_why, "");
    ck_assert_int_eq(store_outbox_get(reader, last_row.id - 1, &first), STORE_OK);
    ck_assert_int_eq(first.state, STORE_OUTBOX_DROPPED);
}
END_TEST

static struct store_token bound;

static enum store_result bind_hook(struct store_tx *tx) {
    enum store_result result;

    bound = (struct store_token){.public_id = "t1",
                                 .account = hook.account,
                                 .name = "a bot",
                                 .scopes = "account:write",
                                 .created_at = now,
                                 .expires_at = now + DAY};
    result = store_token_create(tx, &bound);
    hook.token = bound.id;
    return result == STORE_OK ? store_hook_set(tx, &hook) : result;
}

static enum store_result revoke_bound(struct store_tx *tx) {
    return store_token_revoke(tx, hook.account, bound.public_id, now);
}

/* Messages waiting for a webhook whose token has ended are dropped, and no others are written for it. */
START_TEST(a_webhook_sends_nothing_once_its_token_has_ended) {
    write_now(bind_hook);
    write_now(make_test);
    run_due();
    ck_assert_int_eq(row_now().state, STORE_OUTBOX_SENT);
    write_now(make_test);
    if (_i == 0) {
        write_now(revoke_bound);
    } else {
        now = bound.expires_at - 1;
        write_now(enqueue_later); /* due when it has expired */
        now = bound.expires_at;
    }
    run_due();
    ck_assert_int_eq(row_now().state, STORE_OUTBOX_DROPPED);
    ck_assert_ptr_nonnull(strstr(row_now().detail, _i == 0 ? "revoked" : "expired"));
    write_now(enqueue_to_account);
    now += HOUR;
    run_due();
    ck_assert_uint_eq(receiver_got().count, 1);
    ck_assert_int_eq(hook_now().disabled_at, 0);
}
END_TEST

START_TEST(who_is_busy_says_when) {
    static const struct {
        int status;
        const char *header;
        int64_t least, most; /* ms */
    } rows[] = {
        {429, "Retry-After: 100\r\n", 100 * 1000, 100 * 1000},
        {503, "Retry-After: 7200\r\n", 2 * HOUR, 2 * HOUR},
        {429, "Retry-After: 1\r\n", 5000, 5500},      /* our own schedule is slower */
        {429, "Retry-After: 99999999\r\n", DAY, DAY}, /* capped */
        {500, "Retry-After: 100\r\n", 5000, 5500},
        {429, "Retry-After: soon\r\n", 5000, 5500},
        {302, "Location: /elsewhere\r\n", 5000, 5500},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        receiver_answers(rows[i].status, rows[i].header);
        write_now(make_test);
        run_due();
        ck_assert_int_eq(row_now().state, STORE_OUTBOX_WAITING);
        ck_assert_int_eq(row_now().status, rows[i].status);
        ck_assert_msg(row_now().due_at - now >= rows[i].least &&
                          row_now().due_at - now <= rows[i].most,
                      "row %zu: %" PRId64, i, row_now().due_at - now);
        ck_assert_uint_eq(receiver_got().count, 2 * i + 1);
        receiver_answers(200, "");
        now += 2 * DAY;
        run_due();
        ck_assert_int_eq(row_now().state, STORE_OUTBOX_SENT);
    }
}
END_TEST

START_TEST(what_was_under_way_goes_again_after_a_kill) {
    write_now(make_test);
    write_now(begin_last);
    run_due();
    ck_assert_uint_eq(receiver_got().count, 1);
    ck_assert_str_eq(receiver_got().ids[0], last_row.public_id);
    ck_assert_int_eq(row_now().state, STORE_OUTBOX_SENT);
    ck_assert_int_eq(row_now().attempts, 2);
}
END_TEST

START_TEST(nothing_inside_is_reached_unless_it_is_allowed) {
    struct sender *allowing = app.sender;

    config.hook_allow = "127.0.0.2";
    app.sender = sender_new(&app);
    write_now(make_test);
    run_due();
    ck_assert_uint_eq(receiver_got().count, 0);
    ck_assert_int_eq(row_now().state, STORE_OUTBOX_DROPPED);
    sender_free(allowing);
}
END_TEST

START_TEST(old_rows_are_forgotten) {
    struct store_outbox_row row;

    write_now(make_test);
    run_due();
    now += STORE_OUTBOX_HOURS * INT64_C(3600000);
    ck_assert_int_eq(prune_old(&app, now), CHORE_DONE);
    ck_assert_int_eq(row_now().state, STORE_OUTBOX_SENT);
    ck_assert_int_eq(prune_old(&app, now + 1), CHORE_DONE);
    ck_assert_int_eq(store_outbox_get(reader, last_row.id, &row), STORE_NONE);
}
END_TEST

START_TEST(lateness_is_told) {
    ck_assert_int_eq(sender_late_s(&app), 0);
    write_now(make_test);
    now += 10 * MINUTE;
    ck_assert_int_eq(sender_late_s(&app), 600);
    run_due();
    ck_assert_int_eq(sender_late_s(&app), 0);
}
END_TEST

/* ---- a host that never answers ---- */

enum { HANGING_HOOKS = 600 };
static const char mail_dir[] = "post.mail";

/* A server that accepts connections and sends nothing; returns the socket. */
static int start_hanging(int *hanging_port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(bind(fd, (struct sockaddr *)&address, sizeof address), 0);
    ck_assert_int_eq(listen(fd, 64), 0);
    ck_assert_int_eq(getsockname(fd, (struct sockaddr *)&address, &size), 0);
    *hanging_port = ntohs(address.sin_port);
    return fd;
}

static int hanging_port;

/* A message for each of many webhooks at the hanging host. */
static enum store_result fill_hanging(struct store_tx *tx) {
    enum store_result result = STORE_OK;

    for (int i = 0; i < HANGING_HOOKS && result == STORE_OK; i++) {
        struct store_hook other = hook;
        struct store_outbox_row row;

        snprintf(other.public_id, sizeof other.public_id, "hang%d", i);
        snprintf(other.url, sizeof other.url, "http://127.0.0.1:%d/hook", hanging_port);
        result = store_hook_create(tx, &other);
        if (result == STORE_OK)
            result = hooks_test(tx, &other, now, &row);
    }
    return result;
}

/* After them a mail, and a message for the webhook that answers. */
static enum store_result add_others(struct store_tx *tx) {
    struct store_mailbox box;
    enum store_result result = store_mailbox_get(store_tx_reader(tx), hook.account, &box);

    snprintf(box.address, sizeof box.address, "ann@example.org");
    box.confirmed_at = now;
    if (result == STORE_OK)
        result = store_mailbox_set(tx, &box);
    if (result == STORE_OK)
        result = outbox_enqueue(tx, &(struct outbox_news){.kind = OUTBOX_DISABLED,
                                                          .account = hook.account,
                                                          .now = now,
                                                          .data = "{\"text\":\"a note\"}"});
    return result == STORE_OK ? make_test(tx) : result;
}

/* Waits until a file with its final name is in the watched folder, and removes it. */
static void take_mail(int watch) {
    _Alignas(struct inotify_event) char moved[sizeof(struct inotify_event) + NAME_MAX + 1];
    char path[sizeof mail_dir + NAME_MAX + 2];

    ck_assert_int_gt(read(watch, moved, sizeof moved), 0);
    snprintf(path, sizeof path, "%s/%s", mail_dir, ((const struct inotify_event *)moved)->name);
    ck_assert_int_eq(unlink(path), 0);
}

START_TEST(a_host_that_never_answers_holds_up_nobody_else) {
    int hanging = start_hanging(&hanging_port), watch = inotify_init1(IN_CLOEXEC);
    char error[256];

    (void)mkdir(mail_dir, 0700);
    ck_assert_int_ge(inotify_add_watch(watch, mail_dir, IN_MOVED_TO), 0);
    config.mail_from = "games@example.org";
    config.mail_dir = mail_dir;
    config.hook_timeout = 600;
    ck_assert_msg(mail_new(&app.mail, &config, error, sizeof error), "%s", error);
    sender_free(app.sender);
    app.sender = sender_new(&app);
    write_now(fill_hanging);
    now += MINUTE;
    write_now(add_others);
    ck_assert(sender_start(app.sender));
    receiver_wait(1);
    ck_assert_str_eq(receiver_got().ids[0], last_row.public_id);
    take_mail(watch);
    close(hanging); /* otherwise the sender would wait for it before it stops */
    sender_stop(app.sender);
    close(watch);
    mail_free(app.mail);
    rmdir(mail_dir);
}
END_TEST

static enum store_result move_hook(struct store_tx *tx) {
    return store_outbox_set_host(tx, OUTBOX_WEBHOOK, hook.id, "elsewhere.example");
}

START_TEST(rows_know_their_host) {
    char host[64];

    write_now(make_test);
    snprintf(host, sizeof host, "127.0.0.1:%d", port);
    ck_assert_str_eq(row_now().host, host);
    write_now(move_hook);
    ck_assert_str_eq(row_now().host, "elsewhere.example");
}
END_TEST

#define CASE(test)                                                                                 \
    { .name = #test, test, .setup = setup, .teardown = teardown }

static Suite *suite(void) {
    return test_suite(
        "post", (const struct test_case[]){
                    {.name = "people_hear",
                     people_hear_of_what_is_new_to_them,
                     .loops = TELLINGS,
                     .setup = setup,
                     .teardown = teardown},
                    CASE(attempts_come_ever_more_rarely_and_end),
                    CASE(a_message_is_signed_as_the_standard_says),
                    CASE(what_is_due_is_sent_once),
                    CASE(a_message_is_tried_for_a_day_and_its_webhook_switched_off_after_three),
                    CASE(a_webhook_that_works_now_and_then_stays),
                    CASE(gone_switches_off_at_once),
                    {"a_webhook_sends_nothing_once_its_token_has_ended",
                     a_webhook_sends_nothing_once_its_token_has_ended, 2, 0, setup, teardown},
                    CASE(who_is_busy_says_when),
                    CASE(what_was_under_way_goes_again_after_a_kill),
                    CASE(nothing_inside_is_reached_unless_it_is_allowed),
                    CASE(old_rows_are_forgotten),
                    CASE(lateness_is_told),
                    CASE(a_host_that_never_answers_holds_up_nobody_else),
                    CASE(rows_know_their_host),
                    {0},
                });
}
TEST_MAIN(suite)
