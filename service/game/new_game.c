/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/game/new_game.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/games.h"
#include "engine/scenario.h"
#include "service/app/app.h"
#include "service/base/json_read.h"
#include "service/base/json_write.h"
#include "service/base/mail_address.h"
#include "service/base/seen.h"
#include "service/bots/bot.h"
#include "service/document/position.h"
#include "service/document/rules_json.h"
#include "service/document/view_json.h"
#include "service/game/access.h"
#include "service/game/load.h"
#include "service/game/tags.h"
#include "service/time/clock_json.h"

enum {
    PLAYERS_MIN = 2,
    PLAYERS_MAX = STORE_SEATS_MAX,
    BOARD_SEED_BYTES = 16, /* of a board seed that is not given */
};

/* ---- reading ---- */

/* The members of a body. */
struct body {
    int mode, visibility;
    const char *name, *seed, *commitment, *club;
    const json_t *rules, *board, *seats, *position, *record, *clock, *tags;
    int64_t first;
    bool has_first, has_rules, has_board, has_seats, hints, has_hints, rated, has_visibility;
};

static void read_body(struct read_errors *errors, const json_t *value, struct body *body) {
    const struct read_field fields[] = {
        {"mode", READ_CHOICE, .to.choice = &body->mode, .choices = mode_names},
        {"name", READ_TEXT, .nullable = true, .to.text = &body->name, .max = STORE_TITLE_SIZE - 1},
        {"rules", READ_ANY, .to.json = &body->rules, .given = &body->has_rules},
        {"board", READ_ANY, .to.json = &body->board, .given = &body->has_board},
        {"seats", READ_ARRAY, .to.json = &body->seats, .min = PLAYERS_MIN, .max = PLAYERS_MAX,
         .given = &body->has_seats},
        {"first", READ_INT, .to.number = &body->first, .max = PLAYERS_MAX - 1,
         .given = &body->has_first},
        {"visibility", READ_CHOICE, .to.choice = &body->visibility,
         .choices = access_visibility_names, .given = &body->has_visibility},
        {"hints", READ_BOOL, .to.flag = &body->hints, .given = &body->has_hints},
        {"rated", READ_BOOL, .to.flag = &body->rated},
        {"seed", READ_TEXT, .to.text = &body->seed},
        {"client_commitment", READ_TEXT, .to.text = &body->commitment},
        {"position", READ_OBJECT, .nullable = true, .to.json = &body->position},
        {"record", READ_OBJECT, .nullable = true, .to.json = &body->record},
        {"clock", READ_OBJECT, .nullable = true, .to.json = &body->clock},
        {"tags", READ_ARRAY, .to.json = &body->tags, .max = STORE_TAGS_MAX},
        {"club", READ_TEXT, .nullable = true, .to.text = &body->club, .min = 1,
         .max = STORE_ID_SIZE - 1},
    };

    read_fields(errors, value, "", fields, sizeof fields / sizeof *fields);
}

static void read_game_name(struct read_errors *errors, const char *name,
                           struct new_game *new_game) {
    const char *fault = name == NULL ? NULL : label_fault(name);

    if (fault != NULL)
        read_error(errors, "/name", "%s", fault);
    else if (name != NULL)
        snprintf(new_game->name, sizeof new_game->name, "%s", name);
}

/* Only its club sees it. */
static void read_game_club(struct read_errors *errors, const struct body *body,
                           struct new_game *new_game) {
    if (body->club == NULL)
        return;
    if (body->mode == STORE_MODE_TABLE)
        read_error(errors, "/club", "is for games that people play here: \"mode\":\"play\"");
    if (body->has_visibility && body->visibility != STORE_PRIVATE)
        read_error(errors, "/visibility", "of a club's game can only be \"private\"");
    new_game->visibility = STORE_PRIVATE;
    snprintf(new_game->club.public_id, sizeof new_game->club.public_id, "%s", body->club);
}

static bool read_seed_hex(struct read_errors *errors, const char *pointer, const char *text,
                          uint8_t bytes[FAIR_SEED_BYTES]) {
    if (text == NULL)
        return false;
    if (fair_hex(text, bytes))
        return true;
    read_error(errors, pointer, "must be %d hexadecimal digits", FAIR_HEX_DIGITS);
    return false;
}

/* Checks for members that only table games have, and for those that exclude each other. */
static void check_members(struct read_errors *errors, const struct body *body) {
    const struct {
        bool given;
        bool with_record; /* may be combined with a record */
        const char *pointer;
    } members[] = {
        {body->has_first, false, "/first"},
        {body->seed != NULL, false, "/seed"},
        {body->position != NULL, false, "/position"},
        {body->record != NULL, true, "/record"},
    };

    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        if (members[i].given && body->mode == STORE_MODE_PLAY)
            read_error(errors, members[i].pointer, "is for table games: \"mode\":\"table\"");
        else if (members[i].given && !members[i].with_record && body->record != NULL)
            read_error(errors, members[i].pointer, "comes from the record; leave it out");
    }
    if (body->clock != NULL && body->mode == STORE_MODE_TABLE)
        read_error(errors, "/clock", "is for games that people play here: \"mode\":\"play\"");
    if (body->record == NULL)
        return;
    if (body->has_rules)
        read_error(errors, "/rules", "come from the record; leave them out");
    if (body->has_board)
        read_error(errors, "/board", "comes from the record; leave it out");
    if (body->has_seats)
        read_error(errors, "/seats", "come from the record; leave them out");
}

/* ---- seats ---- */

enum seat_word { SEAT_ACCOUNT, SEAT_OPEN, SEAT_BOT, SEAT_INVITE, SEAT_WORDS };

static void read_new_seat(struct read_errors *errors, const json_t *value, const char *pointer,
                          int64_t account, struct store_seat *seat) {
    bool given[SEAT_WORDS] = {false};
    bool open = true;
    int choice = 0;
    const char *name = NULL, *invite = NULL;
    const struct read_field fields[SEAT_WORDS] = {
        {"account", READ_TEXT, .to.text = &name, .min = 1, .max = STORE_NAME_SIZE - 1,
         .given = &given[0]},
        {"open", READ_BOOL, .to.flag = &open, .given = &given[1]},
        {"bot", READ_CHOICE, .to.choice = &choice, .choices = bot_names, .given = &given[2]},
        {"invite", READ_TEXT, .to.text = &invite, .min = 3, .max = STORE_EMAIL_SIZE - 1,
         .given = &given[3]},
    };
    size_t before = errors->count;

    if (!json_is_object(value)) {
        read_error(errors, pointer,
                   "must be {\"account\":\"me\"}, {\"account\":\"NAME\"}, {\"open\":true}, "
                   "{\"bot\":\"easy\"} or {\"invite\":\"ADDRESS\"}");
        return;
    }
    read_fields(errors, value, pointer, fields, SEAT_WORDS);
    if (errors->count == before && given[0] + given[1] + given[2] + given[3] != 1)
        read_error(errors, pointer,
                   "must have exactly one of \"account\", \"open\", \"bot\", \"invite\"");
    if (errors->count == before && !open)
        read_error(errors, pointer, "\"open\" can only be true");
    if (errors->count == before && invite != NULL &&
        mail_address_read(invite, seat->invite) != NULL)
        read_error(errors, pointer, "\"invite\" takes an address like name@example.org");
    if (errors->count != before)
        return;
    if (name != NULL && strcmp(name, "me") == 0) {
        seat->kind = STORE_SEAT_HUMAN;
        seat->account = account;
    } else if (name != NULL) {
        seat->kind = STORE_SEAT_INVITED;
        snprintf(seat->account_name, sizeof seat->account_name, "%s", name);
    } else if (given[SEAT_BOT]) {
        seat->kind = STORE_SEAT_BOT;
        snprintf(seat->bot, sizeof seat->bot, "%s", bot_names[choice]);
    } else if (given[SEAT_INVITE]) {
        seat->kind = STORE_SEAT_INVITED;
    }
}

static void read_new_seats(struct read_errors *errors, const json_t *seats, int64_t account,
                           struct new_game *new_game) {
    char at[READ_POINTER_MAX];
    bool sits = false;

    for (size_t i = 0; i < json_array_size(seats); i++) {
        struct store_seat *seat = &new_game->seats[i];

        read_pointer_at(at, "/seats", i);
        read_new_seat(errors, json_array_get(seats, i), at, account, seat);
        if (new_game->mode == STORE_MODE_TABLE &&
            (seat->kind == STORE_SEAT_BOT || seat->kind == STORE_SEAT_INVITED))
            read_error(errors, at, "the creator of a table game holds every seat");
        if (new_game->mode == STORE_MODE_PLAY && seat->kind == STORE_SEAT_HUMAN && sits)
            read_error(errors, at, "an account can have only one seat in a game");
        sits |= seat->kind == STORE_SEAT_HUMAN;
    }
    if (seats == NULL) {
        new_game->seats[0].kind = STORE_SEAT_HUMAN;
        new_game->seats[0].account = account;
    }
}

static void hold_every_seat(struct new_game *new_game, int64_t account) {
    for (unsigned seat = 0; seat < new_game->rules.players; seat++) {
        new_game->seats[seat].kind = STORE_SEAT_HUMAN;
        new_game->seats[seat].account = account;
    }
}

static void read_commitment(struct read_errors *errors, const char *text, int64_t account,
                            struct new_game *new_game) {
    uint8_t bytes[FAIR_SEED_BYTES];

    if (!read_seed_hex(errors, "/client_commitment", text, bytes))
        return;
    for (unsigned seat = 0; seat < new_game->rules.players; seat++)
        if (new_game->seats[seat].account == account) {
            new_game->seats[seat].has_client_commitment = true;
            memcpy(new_game->seats[seat].client_commitment, bytes, sizeof bytes);
            return;
        }
    read_error(errors, "/client_commitment", "is only for a player with a seat");
}

/* ---- the starting position ---- */

void new_game_board_seed(struct board_choice *board, const struct rules *rules) {
    uint8_t bytes[BOARD_SEED_BYTES];
    bool dealt = board->layout == LAYOUT_RANDOM || rules->scenario != SCENARIO_NONE;

    if (board->is_explicit)
        dealt = board->harbors != HARBORS_AS_GIVEN;
    if (!dealt || board->seed[0] != '\0')
        return;
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(board->seed, sizeof board->seed, bytes, sizeof bytes);
}
_Static_assert(2 * BOARD_SEED_BYTES <= BOARD_SEED_MAX, "a drawn board seed is as long as others");

void new_game_lay_out(const struct new_game *new_game, struct board_spec *spec) {
    struct fair fair;

    fair_board(&fair, new_game->board.seed, strlen(new_game->board.seed));
    board_choose(&new_game->board, &new_game->rules, &fair.chance, spec);
}

static void read_start_position(struct read_errors *errors, const json_t *value,
                                struct new_game *new_game) {
    struct board_spec spec;
    struct setup setup;
    size_t at;

    if (value == NULL)
        return;
    new_game_lay_out(new_game, &spec);
    if (setup_build(&setup, &new_game->rules, &spec, &at) != BOARD_OK) {
        read_error(errors, "/board", "does not fit these rules");
        return;
    }
    new_game->has_position = position_read(errors, value, "/position", &setup, &new_game->position);
    if (new_game->has_position && new_game->has_first && new_game->position.first != NONE &&
        new_game->position.first != new_game->first)
        read_error(errors, "/first", "the position says that seat %u began",
                   new_game->position.first);
}

/* ---- records ---- */

/* Colors in documents are words; a record may contain any text. */
static void check_labels(struct read_errors *errors, const struct record *record) {
    char at[READ_POINTER_MAX];

    for (unsigned seat = 0; seat < SEAT_MAX; seat++) {
        const char *fault = label_fault(record->names[seat]);

        if (fault != NULL) {
            snprintf(at, sizeof at, "/record/players/%u/name", seat);
            read_error(errors, at, "%s", fault);
        }
        for (const char *c = record->colors[seat]; *c != '\0'; c++)
            if (*c < 'a' || *c > 'z') {
                snprintf(at, sizeof at, "/record/players/%u/color", seat);
                read_error(errors, at, "must be a word of lowercase letters");
                break;
            }
    }
}

/* A record with its seeds stays verifiable by them. Without seeds the origin of its chance is
 * unknown, and it counts as given. */
static void take_fairness(struct read_errors *errors, struct new_game *new_game) {
    struct record *record = &new_game->record;
    const struct fairness *fairness = &record->fairness;

    if (!record->has_fairness || !fairness->has_seed) {
        for (size_t i = 0; i < record->n_events; i++)
            record->events[i].event.drawn = 0;
        record->finished.drawn = 0;
        return;
    }
    if (fairness->has_commitment && !fair_kept(fairness->commitment, fairness->seeds.server)) {
        read_error(errors, "/record/fairness/commitment", "is not the server seed's SHA-256");
        return;
    }
    new_game->has_seed = true;
    memcpy(new_game->seed, fairness->seeds.server, FAIR_SEED_BYTES);
    for (unsigned seat = 0; seat < new_game->rules.players; seat++) {
        struct store_seat *to = &new_game->seats[seat];

        to->has_client_commitment = fairness->has_client_commitment[seat];
        memcpy(to->client_commitment, fairness->client_commitment[seat], FAIR_SEED_BYTES);
        if (fairness->seeds.has_client[seat]) {
            to->client_seed_len = FAIR_SEED_BYTES;
            memcpy(to->client_seed, fairness->seeds.client[seat], FAIR_SEED_BYTES);
        }
    }
}

static void read_imported_record(struct read_errors *errors, const json_t *value, int64_t account,
                                 struct new_game *new_game, struct new_game_fault *fault) {
    struct record *record = &new_game->record;

    new_game->has_record = true;
    fault->record = record_read(errors, value, "/record", record, &fault->fault);
    if (fault->record != RECORD_OK)
        return;
    new_game->rules = record->rules;
    new_game->board.is_explicit = true;
    new_game->board.spec = record->spec;
    new_game->has_position = record->has_position;
    new_game->position = record->start;
    hold_every_seat(new_game, account);
    check_labels(errors, record);
    take_fairness(errors, new_game);
}

bool new_game_read(struct read_errors *errors, const json_t *value, int64_t account,
                   struct new_game *new_game, struct new_game_fault *fault) {
    struct body body = {.mode = STORE_MODE_PLAY, .visibility = STORE_PUBLIC, .hints = true};
    unsigned seats;

    memset(new_game, 0, sizeof *new_game);
    *fault = (struct new_game_fault){.record = RECORD_OK};
    read_body(errors, value, &body);
    check_members(errors, &body);
    read_game_name(errors, body.name, new_game);
    tags_read(errors, body.tags, &new_game->tags);
    new_game->mode = (enum store_game_mode)body.mode;
    new_game->visibility = (enum store_visibility)body.visibility;
    read_game_club(errors, &body, new_game);
    new_game->has_seed = read_seed_hex(errors, "/seed", body.seed, new_game->seed);
    new_game->rated = body.rated;
    new_game->without_hints = body.has_hints ? !body.hints : body.rated;
    new_game->has_first = body.has_first;
    new_game->first = (unsigned)body.first;
    new_game->has_clock =
        body.clock != NULL && clock_read(errors, body.clock, "/clock", &new_game->clock);
    if (body.record != NULL) {
        if (errors->count == 0)
            read_imported_record(errors, body.record, account, new_game, fault);
        return errors->count == 0 && fault->record == RECORD_OK;
    }
    seats = (unsigned)json_array_size(body.seats);
    if (!rules_read(errors, body.rules, "/rules", seats, &new_game->rules))
        return false;
    read_new_seats(errors, body.seats, account, new_game);
    if (new_game->mode == STORE_MODE_TABLE)
        hold_every_seat(new_game, account);
    read_commitment(errors, body.commitment, account, new_game);
    if (new_game->has_first && new_game->first >= new_game->rules.players)
        read_error(errors, "/first", "this game has the seats 0 to %d",
                   new_game->rules.players - 1);
    if (!board_read(errors, body.board, "/board", &new_game->rules, &new_game->board))
        return false;
    if (new_game->rules.scenario == SCENARIO_CUSTOM &&
        json_object_get(body.rules, "victory_points") == NULL)
        new_game->rules.points_target =
            (uint8_t)scenario_custom_target(new_game->rules.game, &new_game->board.spec);
    new_game_board_seed(&new_game->board, &new_game->rules);
    if (errors->count == 0)
        read_start_position(errors, body.position, new_game);
    return errors->count == 0;
}

void new_game_free(struct new_game *new_game) {
    if (new_game->has_record)
        record_free(&new_game->record);
    new_game->has_record = false;
}
