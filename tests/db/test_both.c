/* SPDX-License-Identifier: AGPL-3.0-or-later */

/* Random calls of the store's interface have the same results on SQLite and on PostgreSQL. BOTH_CALLS sets how many
 * (4,000), TEST_SEED which. Rows are identified by their order of creation, because the databases number them
 * differently: PostgreSQL uses up the number of a rejected row. */
#include "db/accounts.h"
#include "db/clocks.h"
#include "db/events.h"
#include "db/games.h"
#include "db/history.h"
#include "db/hooks.h"
#include "db/idempotency.h"
#include "db/mailboxes.h"
#include "db/outbox.h"
#include "db/read_marker.h"
#include "db/retention.h"
#include "db/shares.h"
#include "db/talk.h"
#include "db/usage.h"
#include "tests/db/store_help.h"
#include "tests/support/check_main.h"
#include "tests/support/postgres.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { ROWS = 24, SAID_SIZE = 1 << 20 };

/* What has been created, by kind. */
enum made { ACCOUNTS, GAMES, TOKENS, MESSAGES, POSTS, HOOKS, MADE };

struct side {
    struct store *store;
    struct store_reader *reader;
    int64_t ids[MADE][ROWS];
    char said[SAID_SIZE]; /* the call's result */
    size_t length;
};

/* One call on one side: both sides get the same numbers. */
struct call {
    struct side *side;
    uint64_t chance;
    struct store_tx *tx;
    enum store_result (*run)(struct call *call);
};

static uint64_t draw_number(struct call *call, uint64_t below) {
    call->chance = call->chance * UINT64_C(6364136223846793005) + 1442695040888963407;
    return (call->chance >> 33) % below;
}

static int64_t draw_id(struct call *call, enum made kind) {
    return call->side->ids[kind][draw_number(call, ROWS)];
}

static int draw_seat(struct call *call) {
    return (int)draw_number(call, 4);
}

static int64_t draw_time(struct call *call) {
    return 1764000000000 + (int64_t)draw_number(call, 1000);
}

/* One of a few words, so that some occur again. */
static void draw_word(struct call *call, char *to, size_t size, const char *kind) {
    snprintf(to, size, "%s%u", kind, (unsigned)draw_number(call, ROWS));
}

__attribute__((format(printf, 2, 3))) static void say(struct side *side, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(side->said + side->length, SAID_SIZE - side->length, format, arguments);
    va_end(arguments);
    ck_assert_int_ge(length, 0);
    side->length += (size_t)length;
    ck_assert_uint_lt(side->length, SAID_SIZE);
}

static void say_id(struct side *side, enum made kind, int64_t id) {
    int place = 0;
    while (place < ROWS && side->ids[kind][place] != id)
        place++;
    say(side, " #%d", id == 0 ? -1 : place);
}

/* Stores a row's id among those of its kind, or replaces an existing one. */
static void keep_id(struct call *call, enum made kind, int64_t id) {
    call->side->ids[kind][draw_number(call, ROWS)] = id;
}

/* ----------------------------------------------------------------------------- accounts -- */

static enum store_result make_an_account(struct call *call) {
    struct store_account account = {.created_at = draw_time(call)};
    draw_word(call, account.public_id, sizeof account.public_id, "a");
    draw_word(call, account.name, sizeof account.name, draw_number(call, 2) ? "Name" : "name");
    snprintf(account.name_key, sizeof account.name_key, "key%.20s", account.name + 4);
    if (draw_number(call, 2))
        draw_word(call, account.email, sizeof account.email, "Some@where");
    account.guest_until = draw_number(call, 3) ? 0 : draw_time(call);
    enum store_result result = store_account_create(call->tx, &account);
    if (result == STORE_OK)
        keep_id(call, ACCOUNTS, account.id);
    return result;
}

static void say_account(struct side *side, const struct store_account *account) {
    say_id(side, ACCOUNTS, account->id);
    say(side, " %s %s %s %s %" PRId64 " %" PRId64 " %" PRId64, account->public_id, account->name,
        account->name_key, account->email, account->created_at, account->deleted_at,
        account->guest_until);
}

static enum store_result look_at_an_account(struct call *call) {
    struct store_account account;
    struct store_account_stats stats;
    char key[STORE_NAME_KEY_SIZE];
    draw_word(call, key, sizeof key, "key");
    int64_t id = draw_id(call, ACCOUNTS), viewer = draw_id(call, ACCOUNTS);
    struct store_reader *reader = store_tx_reader(call->tx);
    if (store_account_by_name(reader, key, &account) == STORE_OK)
        say_account(call->side, &account);
    enum store_result result = store_account_get(reader, id, &account);
    if (result == STORE_OK && store_account_stats(reader, id, viewer, &stats) == STORE_OK) {
        say_account(call->side, &account);
        say(call->side, " %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64, (int64_t)stats.active,
            (int64_t)stats.finished, (int64_t)stats.won, (int64_t)stats.resigned);
    }
    return result;
}

static enum store_result rename_an_account(struct call *call) {
    struct store_account account = {.id = draw_id(call, ACCOUNTS)};
    draw_word(call, account.name, sizeof account.name, "Name");
    snprintf(account.name_key, sizeof account.name_key, "key%.20s", account.name + 4);
    return store_account_set(call->tx, &account);
}

static enum store_result delete_an_account(struct call *call) {
    return store_account_delete(call->tx, draw_id(call, ACCOUNTS), draw_time(call));
}

static enum store_result make_a_token(struct call *call) {
    struct store_token token = {.account = draw_id(call, ACCOUNTS),
                                .parent = draw_id(call, TOKENS),
                                .created_at = draw_time(call)};
    draw_word(call, token.public_id, sizeof token.public_id, "t");
    memset(token.hash, (int)draw_number(call, ROWS), sizeof token.hash);
    if (token.account == 0)
        return STORE_NONE;
    enum store_result result = store_token_create(call->tx, &token);
    if (result == STORE_OK)
        keep_id(call, TOKENS, token.id);
    return result;
}

static bool say_token(void *context, const struct store_token *token) {
    say(context, " %s %" PRId64 " %s %" PRId64 " %" PRId64, token->public_id, token->created_at,
        token->parent_id, token->last_used_at, token->revoked_at);
    return true;
}

static enum store_result use_tokens(struct call *call) {
    int64_t account = draw_id(call, ACCOUNTS);
    char name[STORE_ID_SIZE];
    draw_word(call, name, sizeof name, "t");
    enum store_result result = STORE_OK;
    switch (draw_number(call, 3)) {
    case 0: result = store_token_revoke(call->tx, account, name, draw_time(call)); break;
    case 1: result = store_token_used(call->tx, draw_id(call, TOKENS), draw_time(call)); break;
    default: break;
    }
    if (result == STORE_OK)
        result = store_token_list(store_tx_reader(call->tx), account, say_token, call->side);
    return result;
}

static enum store_result count_a_sign_up(struct call *call) {
    static const struct store_sign_up_limit limit = {.interval_ms = 100, .burst_ms = 300};
    int64_t wait = 0;
    int64_t client = (int64_t)draw_number(call, 5);
    enum store_result result =
        store_sign_up_count(call->tx, client, &limit, draw_time(call), &wait);
    say(call->side, " %" PRId64, wait);
    return result;
}

/* -------------------------------------------------------------------------------- games -- */

static enum store_result make_a_game(struct call *call) {
    char public_id[STORE_ID_SIZE];
    draw_word(call, public_id, sizeof public_id, "g");
    struct store_game game = new_game(draw_id(call, ACCOUNTS), public_id);
    if (game.creator == 0)
        return STORE_NONE;
    draw_word(call, game.name, sizeof game.name, "game ");
    game.visibility = (enum store_visibility)draw_number(call, 3);
    game.mode = (enum store_game_mode)draw_number(call, 2);
    game.created_at = draw_time(call);
    game.rematch_of = draw_number(call, 4) ? 0 : draw_id(call, GAMES);
    for (int i = 0; i < game.seat_count; i++)
        if (draw_number(call, 2) && (game.seats[i].account = draw_id(call, ACCOUNTS)) != 0)
            game.seats[i].kind = STORE_SEAT_HUMAN;
    enum store_result result = store_game_create(call->tx, &game);
    if (result == STORE_OK)
        keep_id(call, GAMES, game.id);
    return result;
}

static bool say_game(void *context, const struct store_game *game) {
    struct side *side = context;
    say_id(side, GAMES, game->id);
    say(side, " %s %s %d %d %d %u %.*s", game->public_id, game->name, (int)game->mode,
        (int)game->visibility, (int)game->status, (unsigned)game->last_seq, (int)game->setup.len,
        (const char *)game->setup.data);
    for (int i = 0; i < game->seat_count; i++)
        say(side, " %d:%s", (int)game->seats[i].kind, game->seats[i].account_name);
    return true;
}

static enum store_result list_games(struct call *call) {
    struct store_game_filter filter = {.limit = (unsigned)draw_number(call, 9),
                                       .statuses = (unsigned)draw_number(call, 16),
                                       .viewer = draw_id(call, ACCOUNTS)};
    if (draw_number(call, 2))
        filter.before = draw_id(call, GAMES);
    if (draw_number(call, 2))
        filter.player = draw_id(call, ACCOUNTS);
    if (draw_number(call, 2))
        filter.mine = draw_id(call, ACCOUNTS);
    return store_game_list(store_tx_reader(call->tx), &filter, say_game, call->side);
}

static enum store_result change_a_game(struct call *call) {
    int64_t id = draw_id(call, GAMES), at = draw_time(call);
    int seat = draw_seat(call);
    struct store_seat was = {0}, now = {.kind = STORE_SEAT_HUMAN};
    switch (draw_number(call, 4)) {
    case 0: return store_game_start(call->tx, id, at);
    case 1:
        return store_game_finish(call->tx, id, STORE_GAME_FINISHED, at, seat,
                                 (struct store_bytes){"\3\4", 2});
    case 2: return store_game_delete(call->tx, id);
    default:
        now.account = draw_id(call, ACCOUNTS);
        return now.account == 0 ? STORE_NONE : store_seat_set(call->tx, id, seat, &was, &now);
    }
}

static enum store_result append_some(struct call *call) {
    uint32_t last, count = (uint32_t)draw_number(call, 40);
    int64_t game = draw_id(call, GAMES);
    enum store_result result = store_events_last(store_tx_reader(call->tx), game, &last, NULL);
    say(call->side, " %u", (unsigned)last);
    last += draw_number(call, 8) == 0;
    return result == STORE_OK ? append_in(call->tx, game, last + 1, count) : result;
}

/* The body contains the number of the game, which differs, and after a slash the seq. */
static bool say_event(void *context, const struct store_event *event) {
    const char *stroke = memchr(event->body.data, '/', event->body.len);
    ck_assert_ptr_nonnull(stroke);
    size_t rest = event->body.len - (size_t)(stroke - (const char *)event->body.data);
    say(context, " %u %d %d %" PRId64 " %.*s", (unsigned)event->seq, event->kind, event->player,
        event->at, (int)rest, stroke);
    return true;
}

static enum store_result read_a_log(struct call *call) {
    struct store_window window = {.after = (uint32_t)draw_number(call, 30),
                                  .limit = (uint32_t)draw_number(call, 30),
                                  .times = draw_number(call, 2) != 0};
    return store_events_read(store_tx_reader(call->tx), draw_id(call, GAMES), &window, say_event,
                             call->side);
}

/* ------------------------------------------------------------------------- times and talk -- */

static enum store_result set_timers(struct call *call) {
    int64_t game = draw_id(call, GAMES), at = 0, games[8];
    size_t count = 0;
    struct store_reader *reader = store_tx_reader(call->tx);
    if (game == 0)
        return STORE_NONE;
    enum store_timer_kind kind = (enum store_timer_kind)draw_number(call, 2);
    int seat = draw_seat(call);
    enum store_result result = draw_number(call, 3)
                                   ? store_timer_set(call->tx, game, seat, kind, draw_time(call))
                                   : store_timer_clear(call->tx, game, seat, kind);
    if (result == STORE_OK && store_timer_next(reader, &at) == STORE_OK)
        say(call->side, " %" PRId64, at);
    if (result == STORE_OK)
        result = store_timers_due(reader, draw_time(call), 0, games, 8, &count);
    for (size_t i = 0; i < count; i++)
        say_id(call->side, GAMES, games[i]);
    return result;
}

static bool say_talk(void *context, const struct store_talk *talk) {
    say_id(context, MESSAGES, talk->id);
    say(context, " %s %d %u %s", talk->account_name, talk->seat, (unsigned)talk->to_seats,
        talk->text);
    return true;
}

static enum store_result say_something(struct call *call) {
    struct store_talk talk = {.game = draw_id(call, GAMES),
                              .account = draw_id(call, ACCOUNTS),
                              .seat = draw_seat(call) - 1,
                              .to_seats = (uint32_t)draw_number(call, 4),
                              .at = draw_time(call)};
    int64_t reader = draw_id(call, ACCOUNTS);
    draw_word(call, talk.text, sizeof talk.text, "word ");
    if (talk.game == 0 || talk.account == 0)
        return STORE_NONE;
    enum store_result result = store_talk_add(call->tx, &talk, &reader, reader == 0 ? 0 : 1);
    if (result == STORE_OK)
        keep_id(call, MESSAGES, talk.id);
    return result;
}

static enum store_result hear_talk(struct call *call) {
    int64_t game = draw_id(call, GAMES), account = draw_id(call, ACCOUNTS);
    int64_t read = draw_id(call, MESSAGES);
    unsigned unread = 0;
    struct store_reader *reader = store_tx_reader(call->tx);
    enum store_result result =
        store_talk_list(reader, game, account, draw_id(call, MESSAGES), 9, say_talk, call->side);
    if (result == STORE_OK && game != 0 && account != 0)
        result = store_talk_set_read(call->tx, game, account, read);
    if (result == STORE_OK)
        result = store_talk_unread(reader, game, account, 5, &unread);
    say(call->side, " unread %u", unread);
    if (result == STORE_OK)
        result =
            store_talk_list_unread(reader, game, account, draw_time(call), 3, say_talk, call->side);
    if (result == STORE_OK && game != 0 && account != 0)
        result = store_talk_set_read_until(call->tx, game, account, draw_time(call));
    return result;
}

static enum store_result keep_notes(struct call *call) {
    static struct store_notes notes;
    int64_t account = draw_id(call, ACCOUNTS), game = draw_id(call, GAMES);
    if (game == 0 || account == 0)
        return STORE_NONE;
    enum store_result result = store_notes_get(store_tx_reader(call->tx), account, game, &notes);
    say(call->side, " %" PRId64 " %s", (int64_t)notes.revision, notes.text);
    notes.revision += draw_number(call, 4) == 0;
    notes.at = draw_time(call);
    draw_word(call, notes.text, sizeof notes.text, "note ");
    return result == STORE_OK ? store_notes_put(call->tx, account, game, &notes) : result;
}

static enum store_result mark_read(struct call *call) {
    int64_t account = draw_id(call, ACCOUNTS), game = draw_id(call, GAMES), at;
    uint32_t seq;
    if (game == 0 || account == 0)
        return STORE_NONE;
    enum store_result result = store_read_marker_set(
        call->tx, game, account, (uint32_t)draw_number(call, 50), draw_time(call));
    if (result == STORE_OK)
        result = store_read_marker_get(store_tx_reader(call->tx), game, account, &seq, &at);
    if (result == STORE_OK)
        say(call->side, " %u %" PRId64, (unsigned)seq, at);
    return result;
}

/* ---------------------------------------------------------------------------- the outbox -- */

static bool say_post(void *context, const struct store_outbox_row *row) {
    say_id(context, POSTS, row->id);
    say(context, " %s %d %" PRId64 " %s %d %" PRId64 " %" PRId64 " %d %d %s %s", row->public_id,
        row->channel, row->target, row->host, row->kind, row->due_at, row->ended_at,
        (int)row->state, row->attempts, row->detail, row->data);
    return true;
}

static enum store_result put_into_the_outbox(struct call *call) {
    struct store_outbox_row row = {.channel = (int)draw_number(call, 3),
                                   .target = 1 + (int64_t)draw_number(call, 4),
                                   .kind = (int)draw_number(call, 3),
                                   .account = draw_id(call, ACCOUNTS),
                                   .game = draw_id(call, GAMES),
                                   .created_at = draw_time(call),
                                   .due_at = draw_time(call)};
    draw_word(call, row.public_id, sizeof row.public_id, "m");
    if (draw_number(call, 2))
        draw_word(call, row.host, sizeof row.host, "host");
    enum store_result result = store_outbox_add(call->tx, &row);
    if (result == STORE_OK)
        keep_id(call, POSTS, row.id);
    return result;
}

static enum store_result send_from_the_outbox(struct call *call) {
    struct store_outbox_end end = {.id = draw_id(call, POSTS),
                                   .state = (enum store_outbox_state)draw_number(call, 5),
                                   .due_at = draw_time(call),
                                   .now = draw_time(call),
                                   .detail = "what was said"};
    struct store_outbox_filter filter = {.channel = (int)draw_number(call, 4) - 1,
                                         .target = (int64_t)draw_number(call, 5),
                                         .kind = (int)draw_number(call, 4) - 1};
    struct store_outbox_row row;
    struct store_reader *reader = store_tx_reader(call->tx);
    switch (draw_number(call, 5)) {
    case 0: return store_outbox_begin(call->tx, end.id, end.id);
    case 1: return store_outbox_end(call->tx, &end);
    case 2: return store_outbox_drop(call->tx, &filter, "dropped", end.now);
    case 3:
        if (store_outbox_waiting(reader, &filter, &row) == STORE_OK)
            say_post(call->side, &row);
        return store_outbox_due_of(reader, filter.channel, filter.target, end.now, 4, say_post,
                                   call->side);
    default: return store_outbox_due(reader, STORE_ALL_SHARES, end.now, 6, say_post, call->side);
    }
}

static bool say_hook(void *context, const struct store_hook *hook) {
    say_id(context, HOOKS, hook->id);
    say(context, " %s %s %s %" PRIu64 " %" PRId64 " %" PRId64 " %s %s %" PRId64 " %" PRId64,
        hook->public_id, hook->game_public_id, hook->url, (uint64_t)hook->kinds,
        hook->failing_since, hook->disabled_at, hook->disabled_why, hook->token_id,
        hook->token_revoked_at, hook->token_expires_at);
    return true;
}

static enum store_result work_on_hooks(struct call *call) {
    struct store_hook hook = {.account = draw_id(call, ACCOUNTS),
                              .game = draw_id(call, GAMES),
                              .kinds = (unsigned)draw_number(call, 16),
                              .created_at = draw_time(call),
                              .token = draw_id(call, TOKENS)};
    int64_t id = draw_id(call, HOOKS);
    draw_word(call, hook.public_id, sizeof hook.public_id, "h");
    snprintf(hook.url, sizeof hook.url, "https://example.net/%s", hook.public_id);
    if (hook.account == 0)
        return STORE_NONE;
    enum store_result result = STORE_OK;
    switch (draw_number(call, 5)) {
    case 0:
        if (hook.kinds == 15)
            hook.game += 1000000; /* deleted in the meantime */
        result = store_hook_create(call->tx, &hook);
        if (result == STORE_OK)
            keep_id(call, HOOKS, hook.id);
        break;
    case 1: result = store_hook_note(call->tx, id, hook.kinds % 2 != 0, hook.created_at); break;
    case 2: result = store_hook_disable(call->tx, id, "why", hook.created_at); break;
    case 3: result = store_hook_delete(call->tx, id); break;
    default:
        return store_hook_wanting(store_tx_reader(call->tx), 0, hook.game, hook.kinds, say_hook,
                                  call->side);
    }
    return result == STORE_OK
               ? store_hook_list(store_tx_reader(call->tx), hook.account, say_hook, call->side)
               : result;
}

/* --------------------------------------------------------------------- what is remembered -- */

static enum store_result remember_a_response(struct call *call) {
    struct store_idempotency record = {.account = draw_id(call, ACCOUNTS),
                                       .status = 200,
                                       .created_at = draw_time(call),
                                       .body = {"a\0b", 3}};
    draw_word(call, record.key, sizeof record.key, "key");
    draw_word(call, record.route, sizeof record.route, "POST /");
    if (record.account == 0)
        return STORE_NONE;
    return store_idempotency_put(call->tx, &record); /* the last statement of its transaction */
}

static enum store_result recall_a_response(struct call *call) {
    struct store_idempotency found;
    int64_t account = draw_id(call, ACCOUNTS);
    char key[STORE_KEY_SIZE];
    draw_word(call, key, sizeof key, "key");
    enum store_result result =
        store_idempotency_get(store_tx_reader(call->tx), account, key, &found);
    if (result == STORE_OK)
        say(call->side, " %s %d %" PRId64 " %zu", found.route, found.status, found.created_at,
            found.body.len);
    store_idempotency_clear(&found);
    return result;
}

static bool say_moment(void *context, const struct store_moment *moment) {
    say_id(context, GAMES, moment->game);
    say(context, " %u %" PRId64, (unsigned)moment->seq, moment->at);
    return true;
}

static enum store_result look_back(struct call *call) {
    struct store_event_filter filter = {.viewer = draw_id(call, ACCOUNTS),
                                        .account =
                                            draw_number(call, 2) ? 0 : draw_id(call, ACCOUNTS),
                                        .kinds = draw_number(call, 2) ? 0 : 1u << 3,
                                        .player = draw_number(call, 2) ? -1 : 2,
                                        .oldest_first = draw_number(call, 2) != 0,
                                        .limit = 9,
                                        .scan = 40};
    struct store_moment last;
    return store_event_moments(store_tx_reader(call->tx), &filter, say_moment, call->side, &last);
}

static enum store_result count_all(struct call *call) {
    struct store_counts counts;
    struct store_outbox_counts posts;
    struct store_reader *reader = store_tx_reader(call->tx);
    enum store_result result = store_count(reader, &counts);
    if (result == STORE_OK)
        result = store_outbox_counts(reader, &posts);
    if (result == STORE_OK)
        say(call->side, " %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64,
            counts.accounts, counts.games[0], counts.games[1], posts.waiting[1], posts.oldest_due);
    return result;
}

/* SQLite reuses the numbers of deleted tokens: the server never keeps such a number, and neither may the test. */
static enum store_result drop_ids_of_tokens_that_are_gone(struct call *call) {
    enum store_result result = STORE_OK;
    for (int i = 0; i < ROWS && (result == STORE_OK || result == STORE_NONE); i++) {
        int64_t *id = &call->side->ids[TOKENS][i];
        struct store_token token;
        result = store_token_get(store_tx_reader(call->tx), *id, &token);
        if (result == STORE_NONE)
            *id = 0;
    }
    return result == STORE_NONE ? STORE_OK : result;
}

static enum store_result prune_some(struct call *call) {
    unsigned removed = 0;
    enum store_result result =
        store_prune(call->tx, draw_time(call) + INT64_C(3600000) * 24 * 90, 1000, &removed);
    say(call->side, " %u", removed);
    return result == STORE_OK ? drop_ids_of_tokens_that_are_gone(call) : result;
}

/* ------------------------------------------------------------------------------ the test -- */

static enum store_result (*const calls[])(struct call *call) = {
    make_an_account,      make_an_account,   look_at_an_account,
    rename_an_account,    make_a_token,      use_tokens,
    make_a_game,          list_games,        change_a_game,
    append_some,          append_some,       read_a_log,
    set_timers,           say_something,     hear_talk,
    keep_notes,           mark_read,         put_into_the_outbox,
    send_from_the_outbox, work_on_hooks,     look_back,
    remember_a_response,  recall_a_response, count_all,
    put_into_the_outbox,  count_a_sign_up,
};

/* Deletions, which are less frequent. */
static enum store_result (*const removals[])(struct call *call) = {delete_an_account, prune_some};

static enum store_result run_call(struct store_tx *tx, void *context) {
    struct call *call = context;
    call->tx = tx;
    return call->run(call);
}

static void open_side(struct side *side, const char *path) {
    struct store_options options = {.path = path};
    ck_assert_int_eq(store_open(&side->store, &options), STORE_OK);
    side->reader = store_reader_get(side->store);
    ck_assert_ptr_nonnull(side->reader);
}

START_TEST(both_databases_answer_alike) {
    static struct side sides[2];
    const char *wanted = getenv("BOTH_CALLS");
    long count = wanted != NULL ? strtol(wanted, NULL, 10) : 4000, fine = 0;
    struct call dice = {.chance = test_seed((unsigned long long)getpid())};
    make_test_database("both");
    remove("both.db");
    open_side(&sides[0], "both.db");
    open_side(&sides[1], test_database("both"));
    for (long i = 0; i < count; i++) {
        bool removal = draw_number(&dice, 100) == 0;
        size_t n = removal ? sizeof removals / sizeof *removals : sizeof calls / sizeof *calls;
        size_t which = (size_t)draw_number(&dice, n);
        for (int k = 0; k < 2; k++) {
            struct call call = {.side = &sides[k],
                                .chance = dice.chance,
                                .run = removal ? removals[which] : calls[which]};
            sides[k].length = 0;
            enum store_result result = in_tx(sides[k].store, run_call, &call);
            say(&sides[k], " -> %s", store_result_name(result));
            fine += result == STORE_OK;
        }
        REQUIRE(strcmp(sides[0].said, sides[1].said) == 0, "call %ld, %s %zu:\n%s\n%s", i,
                removal ? "removal" : "call", which, sides[0].said, sides[1].said);
    }
    ck_assert_int_gt(fine, count / 2); /* out of twice as many results */
    store_close(sides[0].store);
    store_close(sides[1].store);
}
END_TEST

static Suite *suite(void) {
    return test_suite("both", (const struct test_case[]){
                                  {"alike", both_databases_answer_alike, .timeout_s = 3600},
                                  {0},
                              });
}

/* Without a server it starts its own, and runs again with that. */
int main(int argc, char **argv) {
    (void)argc;
    if (on_postgresql())
        return test_run(suite());
    run_with_postgresql(argv[0]);
    return EXIT_FAILURE;
}
