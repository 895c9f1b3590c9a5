/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/tournaments.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/account/bot_account.h"
#include "service/account/guest.h"
#include "service/api/clubs.h"
#include "service/api/game.h"
#include "service/app/list.h"
#include "service/app/store_reply.h"
#include "service/base/seen.h"
#include "service/base/time_text.h"
#include "service/club/club.h"
#include "service/game/access.h"
#include "service/http/reply.h"
#include "service/moderation/moderation.h"
#include "service/tournament/design.h"
#include "service/tournament/keeper.h"
#include "service/tournament/settings.h"

enum {
    PAGE_DEFAULT = 20,
    PAGE_MAX = 100,
    ROUND_DAYS = 28, /* by default */
    PLAYERS_MOST = 64,
    MOVES = 2,
    MOVES_MAX = 3,
    DIVISION = 7,
};

static const int64_t day_ms = 24 * 3600 * INT64_C(1000);

static const char *const tournament_status_names[] = {"open", "running", "finished", "cancelled",
                                                      NULL};
static const char *const player_state_names[] = {"in", "out", "invited", "reserve"};
static const char *const counting_names[] = {"official", "wbc", NULL};

/* ---- the document ---- */

/* What is chosen for the games, as POST /v1/games takes it. */
enum { SETTINGS = 5 };
static const char *const setting_names[SETTINGS] = {"rules", "board", "clock", "hints", "rated"};

static void write_tournament_settings(struct writer *w, const struct store_tournament *row) {
    json_t *settings = json_loads(row->settings, 0, NULL);

    for (size_t i = 0; i < SETTINGS; i++) {
        const json_t *part = json_object_get(settings, setting_names[i]);

        writer_key_text(w, setting_names[i]);
        if (part == NULL)
            writer_null(w);
        else
            writer_json_value(w, part);
    }
    json_decref(settings);
}

static void write_tournament_times(struct writer *w, const struct store_tournament *row) {
    writer_time_or_null_member(w, "starts_at", row->starts_at);
    writer_time_member(w, "created_at", row->created_at);
    writer_time_or_null_member(w, "started_at", row->started_at);
    writer_time_or_null_member(w, "finished_at", row->finished_at);
}

/* Whether the account plays in it, and what it may do. */
static enum store_result write_mine(struct writer *w, struct store_reader *reader,
                                    const struct store_tournament *row, int64_t account) {
    struct store_tournament_player player;
    bool leads = row->account == account;
    enum store_result result =
        account == 0 ? STORE_NONE : store_tournament_player(reader, row->id, account, &player);

    writer_key(w, "mine");
    if (account == 0) {
        writer_null(w);
        return STORE_OK;
    }
    writer_object(w);
    writer_text_or_null_member(w, "state",
                               result != STORE_OK ? NULL : player_state_names[player.state]);
    if ((result == STORE_OK || result == STORE_NONE) && row->club != 0 && !leads)
        result = club_led(reader, row->club, account, &leads);
    writer_bool_member(w, "organiser", leads);
    writer_object_end(w);
    return result == STORE_NONE ? STORE_OK : result;
}

static enum store_result tournament_write(struct writer *w, struct store_reader *reader,
                                          const struct store_tournament *row, int64_t account) {
    enum store_result result;

    writer_object(w);
    writer_text_member(w, "id", row->public_id);
    writer_text_member(w, "name", row->name);
    writer_text_member(w, "about", row->about);
    writer_text_member(w, "format", format_names[row->format]);
    writer_text_member(w, "status", tournament_status_names[row->status]);
    writer_text_member(w, "visibility", access_visibility_names[row->visibility]);
    writer_text_or_null_member(w, "organiser", row->organiser);
    writer_text_or_null_member(w, "club", row->club_id);
    write_tournament_settings(w, row);
    writer_int_member(w, "seats", row->seats);
    writer_key(w, "players");
    writer_object(w);
    writer_int_member(w, "min", row->players_min);
    writer_int_member(w, "max", row->players_max);
    writer_int_member(w, "count", row->count);
    writer_object_end(w);
    writer_text_member(w, "counting", counting_names[row->wbc]);
    writer_int_or_null_member(w, "rounds", row->rounds);
    writer_int_member(w, "round", row->round);
    writer_int_member(w, "round_days", row->round_days);
    writer_int_or_null_member(w, "division", row->format == FORMAT_LEAGUE ? row->division : 0);
    writer_int_or_null_member(w, "moves", row->format == FORMAT_LEAGUE ? row->moves : 0);
    write_tournament_times(w, row);
    result = write_mine(w, reader, row, account);
    writer_object_end(w);
    return result;
}

/* ---- who may see it ---- */

static enum store_result tournament_check(struct store_reader *reader,
                                          const struct store_tournament *row, int64_t account) {
    struct store_tournament_player player;

    bool belongs = false;
    enum store_result result = STORE_OK;

    if (row->visibility != STORE_PRIVATE || row->account == account)
        return STORE_OK;
    if (row->club != 0 && account != 0)
        result = store_club_has(reader, row->club, account, &belongs);
    if (result != STORE_OK || belongs)
        return result;
    return account == 0 ? STORE_NONE : store_tournament_player(reader, row->id, account, &player);
}

bool tournament_find_id(struct request *rq, struct store_reader *reader, const char *id,
                        struct store_tournament *row) {
    enum store_result result = store_tournament_get(reader, id, row);

    if (result == STORE_OK)
        result = tournament_check(reader, row, rq->caller.account);
    return check_stored(rq, result);
}

bool tournament_find(struct request *rq, struct store_reader *reader,
                     struct store_tournament *row) {
    return tournament_find_id(rq, reader, request_param(rq, 0), row);
}

enum store_result tournament_call_open(struct store_tx *tx, struct tournament_call *call) {
    struct store_reader *reader = store_tx_reader(tx);
    enum store_result result = store_tournament_get(reader, call->named.id, &call->row);

    return result == STORE_OK ? tournament_check(reader, &call->row, call->named.call.account)
                              : result;
}

enum store_result tournament_call_own(struct store_tx *tx, struct tournament_call *call) {
    enum store_result result = tournament_call_open(tx, call);
    bool leads = false;

    if (result != STORE_OK || call->row.account == call->named.call.account)
        return result;
    if (call->row.club != 0)
        result = club_led(store_tx_reader(tx), call->row.club, call->named.call.account, &leads);
    if (result != STORE_OK || leads)
        return result;
    return endpoint_refuse(&call->named.call, PROBLEM_FORBIDDEN,
                           "only the organiser of a tournament can do that");
}

enum store_result tournament_call_reply(struct store_tx *tx, struct tournament_call *call) {
    struct store_reader *reader = store_tx_reader(tx);
    struct writer w = writer_to(&call->named.call.reply.body);
    enum store_result result = store_tournament_by_id(reader, call->row.id, &call->row);

    return result == STORE_OK ? tournament_write(&w, reader, &call->row, call->named.call.account)
                              : result;
}

/* ---- GET ---- */

void tournaments_get(struct request *rq) {
    struct store_reader *reader = api_reader(rq);
    struct store_tournament row;
    enum store_result result;
    struct buffer body;
    struct writer w = writer_begin(&body, TOURNAMENT_JSON_MAX);

    if (reader == NULL || !tournament_find(rq, reader, &row))
        return;
    result = tournament_write(&w, reader, &row, rq->caller.account);
    if (check_stored(rq, result))
        reply_tagged(rq, &body);
    else
        buffer_free(&body);
}

/* Tournaments of a page: as rows may not be read while others are open. */
struct tournament_page {
    struct list list;
    struct store_tournament *rows;
    size_t n;
};

static bool page_add_tournament(void *context, const struct store_tournament *row) {
    struct tournament_page *page = context;

    page->rows[page->n++] = *row;
    return true;
}

static void reply_tournaments(struct request *rq, struct store_reader *reader,
                              struct store_tournament_filter *filter) {
    struct tournament_page page = {.n = 0};
    enum store_result result;

    page.rows = request_room(rq, (filter->limit + 1) * sizeof *page.rows);
    if (page.rows == NULL) {
        reply_no_memory(rq);
        return;
    }
    list_begin(&page.list, filter->limit, PAGE_MAX * TOURNAMENT_JSON_MAX);
    filter->limit++;
    result = store_tournament_list(reader, filter, page_add_tournament, &page);
    for (size_t i = 0; i < page.n && result == STORE_OK && list_takes(&page.list); i++) {
        result = tournament_write(&page.list.w, reader, &page.rows[i], rq->caller.account);
        list_mark(&page.list, "%" PRId64, page.rows[i].id);
    }
    list_reply(rq, &page.list, result);
}

void tournaments_list(struct request *rq) {
    struct store_reader *reader = api_reader(rq);
    int status = -1, format = -1;
    int64_t limit = PAGE_DEFAULT, before = 0;
    const char *cursor = NULL, *club = NULL;
    int64_t club_row;
    bool mine = false;
    const struct read_field fields[] = {
        {"status", READ_CHOICE, .to.choice = &status, .choices = tournament_status_names},
        {"format", READ_CHOICE, .to.choice = &format, .choices = format_names},
        {"mine", READ_BOOL, .to.flag = &mine},
        {"club", READ_TEXT, .to.text = &club},
        {"limit", READ_INT, .to.number = &limit, .min = 1, .max = PAGE_MAX},
        {"cursor", READ_TEXT, .to.text = &cursor},
    };

    if (reader == NULL || !request_query(rq, fields, sizeof fields / sizeof *fields) ||
        !list_read_cursor(rq, cursor, 1, INT64_MAX, &before) ||
        !club_find_filter(rq, reader, club, &club_row))
        return;
    if (mine && rq->caller.account == 0) {
        reply_problem(rq, PROBLEM_UNAUTHENTICATED, "send a token to list your own tournaments");
        return;
    }
    reply_tournaments(rq, reader,
                      &(struct store_tournament_filter){.status = status,
                                                        .format = format,
                                                        .viewer = rq->caller.account,
                                                        .mine = mine ? rq->caller.account : 0,
                                                        .club = club_row,
                                                        .before = before,
                                                        .limit = (unsigned)limit});
}

/* ---- what is chosen ---- */

/* The members of a body that an open tournament may change; NULL or -1: left out. */
struct tournament_choice {
    const char *name, *about, *starts_at;
    bool has_starts_at;
    int visibility;
    const json_t *players;
};
enum { CHOICE_FIELDS = 5 };

static void choice_fields(struct tournament_choice *choice, struct read_field *fields) {
    const struct read_field own[CHOICE_FIELDS] = {
        {"name", READ_TEXT, .to.text = &choice->name, .min = 1, .max = TOURNAMENT_NAME_MAX},
        {"about", READ_TEXT, .to.text = &choice->about, .min = 0,
         .max = STORE_TOURNAMENT_ABOUT_SIZE - 1},
        {"starts_at", READ_TEXT, .nullable = true, .to.text = &choice->starts_at,
         .given = &choice->has_starts_at},
        {"visibility", READ_CHOICE, .to.choice = &choice->visibility,
         .choices = access_visibility_names},
        {"players", READ_OBJECT, .to.json = &choice->players},
    };

    *choice = (struct tournament_choice){.visibility = -1};
    memcpy(fields, own, sizeof own);
}

static void read_tournament_name(struct read_errors *errors, const char *name,
                                 struct store_tournament *row) {
    const char *fault = name == NULL ? NULL : label_fault(name);

    if (fault != NULL)
        read_error(errors, "/name", "%s", fault);
    else if (name != NULL)
        snprintf(row->name, sizeof row->name, "%s", name);
}

/* The time at POINTER, which is to come; 0: there is none. */
static int64_t read_date(struct read_errors *errors, const char *pointer, const char *text,
                         int64_t now) {
    int64_t at = 0;

    if (text == NULL)
        return 0;
    if (!time_read(text, &at))
        read_error(errors, pointer, "must be a time such as 2026-01-31T18:00:00Z");
    else if (at <= now || at > now + TOURNAMENT_DAYS_MAX * day_ms)
        read_error(errors, pointer, "must lie within the next %d days", TOURNAMENT_DAYS_MAX);
    return at;
}

static void read_player_counts(struct read_errors *errors, const json_t *players,
                               struct store_tournament *row) {
    int64_t min = row->players_min, max = row->players_max;
    const struct read_field fields[] = {
        {"min", READ_INT, .to.number = &min, .min = CONTEST_SEATS_MIN, .max = CONTEST_PLAYERS_MAX},
        {"max", READ_INT, .to.number = &max, .min = CONTEST_SEATS_MIN, .max = CONTEST_PLAYERS_MAX},
    };

    if (players != NULL && !read_fields(errors, players, "/players", fields, 2))
        return;
    if (max > formats[row->format].players_most)
        read_error(errors, "/players/max", "must be at most %u in this format",
                   formats[row->format].players_most);
    if (max < min)
        read_error(errors, "/players/max", "must be at least \"min\", %lld", (long long)min);
    row->players_min = (unsigned)min;
    row->players_max = (unsigned)max;
}

static void read_choice(struct read_errors *errors, const struct tournament_choice *choice,
                        int64_t now, struct store_tournament *row) {
    read_tournament_name(errors, choice->name, row);
    if (choice->about != NULL && choice->about[0] == '\0')
        row->about[0] = '\0';
    else if (choice->about != NULL && !seen_copy(row->about, sizeof row->about, choice->about))
        read_error(errors, "/about", "must be a text that can be seen");
    if (choice->has_starts_at)
        row->starts_at = read_date(errors, "/starts_at", choice->starts_at, now);
    if (choice->visibility >= 0)
        row->visibility = (enum store_visibility)choice->visibility;
    read_player_counts(errors, choice->players, row);
}

/* When the server looks at an open one. */
static void set_open_due(struct store_tournament *row) {
    int64_t end = row->created_at + TOURNAMENT_OPEN_DAYS * day_ms;

    row->due_at = row->starts_at != 0 && row->starts_at < end ? row->starts_at : end;
}

/* ---- POST /v1/tournaments ---- */

static void read_rounds(struct read_errors *errors, int64_t rounds, bool given,
                        struct store_tournament *row) {
    const struct format *format = &formats[row->format];

    if (given && !format->rounds_chosen)
        read_error(errors, "/rounds", "follow from the number of players in this format");
    else if (given && (rounds < 1 || rounds > format->rounds_most))
        read_error(errors, "/rounds", "must be 1 to %u in this format", format->rounds_most);
    row->rounds = (unsigned)rounds;
}

static void read_division(struct read_errors *errors, int64_t division,
                          struct store_tournament *row) {
    const struct design *design = design_for(row->seats, (unsigned)division, true);

    row->division = (unsigned)division;
    if (row->format == FORMAT_LEAGUE && (design == NULL || design->players != division))
        read_error(errors, "/division",
                   "must be a number of players that meet equally often at tables of %u: such as "
                   "7 at tables of four",
                   row->seats);
}

/* Keeps what is chosen for the games, and checks it. */
static void keep_settings(struct read_errors *errors, const json_t *const parts[SETTINGS],
                          struct store_tournament *row) {
    const json_t *players = json_object_get(parts[0], "players");
    json_t *settings = json_object();
    bool failed = settings == NULL;

    for (size_t i = 0; i < SETTINGS && !failed; i++)
        if (parts[i] != NULL)
            failed = json_object_set(settings, setting_names[i], (json_t *)parts[i]) != 0;
    if (players != NULL && json_integer_value(players) != row->seats)
        read_error(errors, "/rules/players", "must be \"seats\", %u, or be left out", row->seats);
    if (!failed && errors->count == 0 && settings_check(errors, settings, row)) {
        size_t size = json_dumpb(settings, row->settings, sizeof row->settings - 1, JSON_COMPACT);

        if (size >= sizeof row->settings)
            read_error(errors, "/board", "is too large for a tournament");
        else
            row->settings[size] = '\0';
    }
    json_decref(settings);
}

/* Only its club sees it. */
static void read_tournament_club(struct request *rq, struct read_errors *errors, const char *id,
                                 int visibility, struct store_tournament *row) {
    struct store_reader *reader = id == NULL ? NULL : store_reader_get(app_of(rq)->store);
    struct store_club club;
    bool leads = false;

    if (id == NULL)
        return;
    if (reader == NULL || store_club_get(reader, id, &club) != STORE_OK ||
        club_led(reader, club.id, row->account, &leads) != STORE_OK || !leads) {
        read_error(errors, "/club", "must be the id of a club of which you are an organiser");
        return;
    }
    if (visibility >= 0 && visibility != STORE_PRIVATE)
        read_error(errors, "/visibility", "of a club's tournament can only be \"private\"");
    row->club = club.id;
    row->visibility = STORE_PRIVATE;
}

static bool tournaments_create_read(struct request *rq, void *state) {
    struct tournament_call *call = state;
    struct store_tournament *row = &call->row;
    struct tournament_choice choice;
    struct read_errors errors = {0};
    const json_t *rules = NULL, *board = NULL, *clock = NULL, *hints = NULL;
    const json_t *rated = NULL;
    const char *club = NULL;
    int format = 0, counting = 0;
    int64_t seats = 4, rounds = 0, round_days = ROUND_DAYS, division = 0, moves = MOVES;
    bool has_rounds = false;
    struct read_field fields[CHOICE_FIELDS + 13] = {
        [CHOICE_FIELDS] = {"format", READ_CHOICE, .required = true, .to.choice = &format,
                           .choices = format_names},
        {"rules", READ_OBJECT, .required = true, .to.json = &rules},
        {"board", READ_ANY, .to.json = &board},
        {"clock", READ_OBJECT, .nullable = true, .to.json = &clock},
        {"hints", READ_ANY, .to.json = &hints},
        {"seats", READ_INT, .to.number = &seats, .min = CONTEST_SEATS_MIN,
         .max = CONTEST_SEATS_MAX},
        {"rated", READ_ANY, .to.json = &rated},
        {"rounds", READ_INT, .nullable = true, .to.number = &rounds, .min = 1,
         .max = CONTEST_ROUNDS_MAX, .given = &has_rounds},
        {"round_days", READ_INT, .to.number = &round_days, .min = 1, .max = TOURNAMENT_DAYS_MAX},
        {"division", READ_INT, .to.number = &division, .min = CONTEST_SEATS_MIN, .max = 31},
        {"moves", READ_INT, .to.number = &moves, .min = 1, .max = MOVES_MAX},
        {"counting", READ_CHOICE, .to.choice = &counting, .choices = counting_names},
        {"club", READ_TEXT, .nullable = true, .to.text = &club},
    };
    bool read;

    if (!guest_pass(rq, "tournaments"))
        return false;
    choice_fields(&choice, fields);
    fields[0].required = true; /* the name */
    if (!request_read(rq, &errors, fields, sizeof fields / sizeof *fields))
        return false;
    read = errors.count == 0;
    *row = (struct store_tournament){.account = call->named.call.account,
                                     .format = format,
                                     .seats = (unsigned)seats,
                                     .players_min = (unsigned)seats,
                                     .players_max = PLAYERS_MOST,
                                     .round_days = (unsigned)round_days,
                                     .moves = (unsigned)moves,
                                     .wbc = counting == 1,
                                     .created_at = call->named.call.now};
    if (read) {
        read_choice(&errors, &choice, row->created_at, row);
        read_rounds(&errors, rounds, has_rounds && rounds != 0, row);
        read_division(&errors, division != 0 ? division : (seats == 5 ? 6 : DIVISION), row);
        keep_settings(&errors,
                      (const json_t *[SETTINGS]){rules, board, clock, hints,
                                                 rated != NULL ? rated : json_false()},
                      row);
        read_tournament_club(rq, &errors, club, choice.visibility, row);
    }
    if (!check_valid(rq, &errors))
        return false;
    if (row->settings[0] == '\0') {
        reply_no_memory(rq);
        return false;
    }
    app_new_id(row->public_id);
    randombytes_buf(&row->seed, sizeof row->seed);
    set_open_due(row);
    return true;
}

static enum store_result tournaments_create_run(struct store_tx *tx, void *state) {
    struct tournament_call *call = state;
    struct endpoint_call *own = &call->named.call;
    int64_t organised = 0, played = 0;
    enum store_result result =
        store_tournament_usage(store_tx_reader(tx), own->account, &organised, &played);

    if (result == STORE_OK && organised >= TOURNAMENTS_ORGANISED_MAX)
        return endpoint_refuse(own, PROBLEM_CONFLICT,
                               "an account can organise %d tournaments at a time",
                               TOURNAMENTS_ORGANISED_MAX);
    if (result == STORE_OK)
        result = moderation_hold(tx, own, ACT_PLAY);
    if (result == STORE_OK)
        result = store_tournament_create(tx, &call->row);
    if (result != STORE_OK)
        return result;
    snprintf(own->reply.location, sizeof own->reply.location, "/v1/tournaments/%s",
             call->row.public_id);
    return tournament_call_reply(tx, call);
}

const struct endpoint tournaments_create = {
    .size = sizeof(struct tournament_call),
    .body_max = TOURNAMENT_JSON_MAX,
    .status = 201,
    .keyed = true,
    .read = tournaments_create_read,
    .run = tournaments_create_run,
};

/* ---- PATCH /v1/tournaments/{id} ---- */

/* The body is read before the row is known, and checked upon it. */
struct tournament_change {
    struct tournament_call call; /* first */
    struct tournament_choice choice;
    int64_t round_ends_at; /* 0: stays as it is */
};

static bool tournaments_patch_read(struct request *rq, void *state) {
    struct tournament_change *change = state;
    struct store_tournament *any = &change->call.row; /* one that takes what some would take */
    struct read_errors errors = {0};
    const char *round_ends_at = NULL;
    struct read_field fields[CHOICE_FIELDS + 1] = {
        [CHOICE_FIELDS] = {"round_ends_at", READ_TEXT, .to.text = &round_ends_at},
    };

    choice_fields(&change->choice, fields);
    if (!endpoint_read_named(rq, state) || !request_read(rq, &errors, fields, CHOICE_FIELDS + 1))
        return false;
    *any = (struct store_tournament){.format = FORMAT_SWISS,
                                     .players_min = CONTEST_SEATS_MIN,
                                     .players_max = CONTEST_PLAYERS_MAX};
    if (errors.count == 0)
        read_choice(&errors, &change->choice, change->call.named.call.now, any);
    change->round_ends_at =
        read_date(&errors, "/round_ends_at", round_ends_at, change->call.named.call.now);
    return check_valid(rq, &errors);
}

/* The round that runs ends at another time. */
static enum store_result move_round_end(struct store_tx *tx,
                                        const struct tournament_change *change) {
    const struct store_tournament *row = &change->call.row;
    const struct endpoint_call *own = &change->call.named.call;
    char at[TIME_TEXT_SIZE];
    enum store_result result =
        store_tournament_round_date(tx, row->id, row->round, change->round_ends_at);

    time_write(at, change->round_ends_at);
    return result == STORE_OK ? tournament_note(tx, row->id, own->now, own->account, "dated",
                                                "round %u ends at %s", row->round, at)
                              : result;
}

static enum store_result tournaments_patch_run(struct store_tx *tx, void *state) {
    struct tournament_change *change = state;
    struct tournament_call *call = &change->call;
    struct endpoint_call *own = &call->named.call;
    const struct tournament_choice *choice = &change->choice;
    struct read_errors errors = {0};
    enum store_result result = tournament_call_own(tx, call);

    if (result != STORE_OK)
        return result;
    if (call->row.status != STORE_TOURNAMENT_OPEN &&
        (choice->has_starts_at || choice->visibility >= 0 || choice->players != NULL))
        return endpoint_refuse(
            own, PROBLEM_CONFLICT,
            "this tournament has started: only its name, its text and the end of the round can "
            "change");
    if (change->round_ends_at != 0 &&
        (call->row.status != STORE_TOURNAMENT_RUNNING || call->row.round == 0))
        return endpoint_refuse(own, PROBLEM_CONFLICT, "no round of this tournament is running");
    if (call->row.club != 0 && choice->visibility >= 0 && choice->visibility != STORE_PRIVATE)
        read_error(&errors, "/visibility", "of a club's tournament can only be \"private\"");
    read_choice(&errors, choice, own->now, &call->row);
    if (errors.count == 0 && call->row.players_max < call->row.count &&
        call->row.status == STORE_TOURNAMENT_OPEN)
        read_error(&errors, "/players/max", "%u players have joined", call->row.count);
    if (errors.count > 0)
        return endpoint_refuse_at(own, errors.items[0].pointer, "%s", errors.items[0].detail);
    if (call->row.status == STORE_TOURNAMENT_OPEN)
        set_open_due(&call->row);
    if (change->round_ends_at != 0)
        result = move_round_end(tx, change);
    if (result == STORE_OK)
        result = store_tournament_set(tx, &call->row);
    return result == STORE_OK ? tournament_call_reply(tx, call) : result;
}

const struct endpoint tournaments_patch = {
    .size = sizeof(struct tournament_change),
    .body_max = TOURNAMENT_JSON_MAX,
    .status = 200,
    .read = tournaments_patch_read,
    .run = tournaments_patch_run,
};

/* ---- DELETE /v1/tournaments/{id} ---- */

static enum store_result tournaments_delete_run(struct store_tx *tx, void *state) {
    struct tournament_call *call = state;
    struct endpoint_call *own = &call->named.call;
    enum store_result result = tournament_call_own(tx, call);

    if (result != STORE_OK)
        return result;
    switch (call->row.status) {
    case STORE_TOURNAMENT_OPEN: return store_tournament_delete(tx, call->row.id);
    case STORE_TOURNAMENT_RUNNING:
        return tournament_cancel(tx, &call->row, own->account, own->now,
                                 "its organiser has ended it; its games go on");
    default: break;
    }
    return endpoint_refuse(own, PROBLEM_CONFLICT, "this tournament is over; its results stay");
}

const struct endpoint tournaments_delete = {
    .size = sizeof(struct tournament_call),
    .status = 204,
    .read = endpoint_read_named,
    .run = tournaments_delete_run,
};

/* ---- POST /v1/tournaments/{id}/join: in, or in reserve where nobody can come later ---- */

static bool tournaments_join_read(struct request *rq, void *state) {
    return endpoint_read_named(rq, state) && guest_pass(rq, "tournaments") &&
           bot_account_pass(rq, "tournaments") && request_fields(rq, NULL, 0);
}

/* STATE: what the caller was in it before; -1: nothing. */
static enum store_result tournaments_judge_join(struct store_tx *tx, struct tournament_call *call,
                                                int state) {
    bool belongs = false;
    struct endpoint_call *own = &call->named.call;
    const struct store_tournament *row = &call->row;
    int64_t organised = 0, played = 0;
    bool runs = row->status == STORE_TOURNAMENT_RUNNING;
    enum store_result result =
        store_tournament_usage(store_tx_reader(tx), own->account, &organised, &played);

    if (result == STORE_OK && row->club != 0)
        result = store_club_has(store_tx_reader(tx), row->club, own->account, &belongs);
    if (result != STORE_OK)
        return result;
    if (row->status != STORE_TOURNAMENT_OPEN && !runs)
        return endpoint_refuse(own, PROBLEM_CONFLICT, "this tournament is over");
    if (runs && !formats[row->format].late && state == STORE_PLAYER_OUT)
        return endpoint_refuse(own, PROBLEM_CONFLICT,
                               "who has left this tournament cannot come back in its format");
    if (row->visibility == STORE_PRIVATE && row->account != own->account && state < 0 && !belongs)
        return endpoint_refuse(own, PROBLEM_FORBIDDEN,
                               "the organiser of a private tournament adds its players");
    if (row->count >= row->players_max)
        return endpoint_refuse(own, PROBLEM_CONFLICT, "this tournament is full");
    if (played >= TOURNAMENTS_PLAYED_MAX)
        return endpoint_refuse(own, PROBLEM_CONFLICT,
                               "an account can play in %d tournaments at a time",
                               TOURNAMENTS_PLAYED_MAX);
    return STORE_OK;
}

/* When the last player of those that it takes has joined, it starts at once. */
static void note_full(struct store_tournament *row, unsigned count, int64_t now) {
    if (row->status == STORE_TOURNAMENT_OPEN && row->starts_at == 0 && count >= row->players_max)
        row->due_at = now;
}

static bool tournament_is_rated(const struct store_tournament *row) {
    json_t *settings = json_loads(row->settings, 0, NULL);
    bool rated = json_is_true(json_object_get(settings, "rated"));

    json_decref(settings);
    return rated;
}

static enum store_result tournaments_join_run(struct store_tx *tx, void *state) {
    struct tournament_call *call = state;
    struct endpoint_call *own = &call->named.call;
    struct store_tournament_player player = {.account = own->account, .joined_at = own->now};
    enum store_result result = tournament_call_open(tx, call);
    bool again;

    if (result != STORE_OK)
        return result;
    result = store_tournament_player(store_tx_reader(tx), call->row.id, own->account, &player);
    if (result != STORE_OK && result != STORE_NONE)
        return result;
    again = result == STORE_OK;
    if (again && !player.out)
        return endpoint_refuse(own, PROBLEM_CONFLICT, "you have joined this tournament already");
    result = moderation_hold(tx, own, tournament_is_rated(&call->row) ? ACT_PLAY_RATED : ACT_PLAY);
    if (result == STORE_OK)
        result = tournaments_judge_join(tx, call, again ? (int)player.state : -1);
    if (result != STORE_OK)
        return result;
    player.state = call->row.status == STORE_TOURNAMENT_RUNNING && !formats[call->row.format].late
                       ? STORE_PLAYER_RESERVE
                       : STORE_PLAYER_IN;
    result = again ? store_tournament_player_set(tx, call->row.id, &player)
                   : store_tournament_player_join(tx, call->row.id, own->account, player.state,
                                                  own->now, CONTEST_PLAYERS_MAX);
    note_full(&call->row, call->row.count + 1, own->now);
    if (result == STORE_OK)
        result = store_tournament_set(tx, &call->row);
    return result == STORE_OK ? tournament_call_reply(tx, call) : result;
}

const struct endpoint tournaments_join = {
    .size = sizeof(struct tournament_call),
    .body_max = TOURNAMENT_JSON_MAX,
    .status = 200,
    .keyed = true,
    .read = tournaments_join_read,
    .run = tournaments_join_run,
};

/* ---- POST /v1/tournaments/{id}/leave ---- */

static bool tournaments_leave_read(struct request *rq, void *state) {
    return endpoint_read_named(rq, state) && request_fields(rq, NULL, 0);
}

/* Games that have begun go on: they can be resigned one by one. */
static enum store_result tournaments_leave_run(struct store_tx *tx, void *state) {
    struct tournament_call *call = state;
    struct endpoint_call *own = &call->named.call;
    struct store_tournament_player player;
    enum store_result result = tournament_call_open(tx, call);

    if (result == STORE_OK)
        result = store_tournament_player(store_tx_reader(tx), call->row.id, own->account, &player);
    if (result == STORE_NONE && call->row.id != 0)
        return endpoint_refuse(own, PROBLEM_FORBIDDEN, "you do not play in this tournament");
    if (result != STORE_OK)
        return result;
    if (call->row.status > STORE_TOURNAMENT_RUNNING)
        return endpoint_refuse(own, PROBLEM_CONFLICT, "this tournament is over");
    if (player.out)
        return endpoint_refuse(own, PROBLEM_CONFLICT, "you have left this tournament already");
    player.state = STORE_PLAYER_OUT;
    result = store_tournament_player_set(tx, call->row.id, &player);
    if (result == STORE_OK)
        result = store_tournament_set(tx, &call->row);
    return result == STORE_OK ? tournament_call_reply(tx, call) : result;
}

const struct endpoint tournaments_leave = {
    .size = sizeof(struct tournament_call),
    .body_max = TOURNAMENT_JSON_MAX,
    .status = 200,
    .keyed = true,
    .read = tournaments_leave_read,
    .run = tournaments_leave_run,
};

/* ---- POST /v1/tournaments/{id}/start ---- */

static enum store_result tournaments_start_run(struct store_tx *tx, void *state) {
    struct tournament_call *call = state;
    struct endpoint_call *own = &call->named.call;
    enum store_result result = tournament_call_own(tx, call);

    if (result != STORE_OK)
        return result;
    if (call->row.status != STORE_TOURNAMENT_OPEN)
        return endpoint_refuse(own, PROBLEM_CONFLICT, "this tournament has started already");
    if (call->row.count < call->row.players_min)
        return endpoint_refuse(own, PROBLEM_CONFLICT,
                               "this tournament needs %u players, and %u have joined",
                               call->row.players_min, call->row.count);
    result = tournament_begin(tx, &call->row, own->account, own->now);
    return result == STORE_OK ? tournament_call_reply(tx, call) : result;
}

const struct endpoint tournaments_start = {
    .size = sizeof(struct tournament_call),
    .body_max = TOURNAMENT_JSON_MAX,
    .status = 200,
    .keyed = true,
    .read = tournaments_leave_read,
    .run = tournaments_start_run,
};
