/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/special_build.h"

#include <stdio.h>
#include <string.h>

#include "db/games.h"
#include "service/api/game.h"
#include "service/app/app.h"
#include "service/app/store_reply.h"
#include "service/base/json_read.h"
#include "service/document/refusal.h"
#include "service/game/timekeeper.h"
#include "service/parts/part_document.h"

enum { ANSWER_MAX = 3 * STORE_PART_LIST_SIZE + 512 };

static const char answer_type[] = "special_build";

/* ---- the seat ---- */

/* The seat that the caller decides for: their own, or in their table game GIVEN (NONE: not given). NONE:
 * has answered. */
static unsigned special_build_find_seat(struct request *rq, const struct load *load,
                                        unsigned given) {
    const struct store_game *row = &load->row;
    unsigned seat = row_seat(row, rq->caller.account);

    if (load->setup.rules.part_last == 0) {
        reply_invalid_at(rq, "", "this game has no building in other players' turns (rule X-14)");
        return NONE;
    }
    if (row->mode == STORE_MODE_TABLE) {
        if (!api_owns_table(rq, row)) {
            reply_problem(rq, PROBLEM_FORBIDDEN, "only its creator can use a table game");
            return NONE;
        }
        if (given != NONE)
            return given;
        if (load->game.part > 0)
            return load->game.active;
        reply_invalid_at(rq, "/seat", "is needed in a table game");
        return NONE;
    }
    if (given != NONE) {
        reply_invalid_at(rq, "/seat", "is for table games only");
        return NONE;
    }
    if (seat != NONE && row->seats[seat].kind == STORE_SEAT_HUMAN &&
        row->seats[seat].resigned_at == 0)
        return seat;
    reply_problem(rq, PROBLEM_FORBIDDEN, "only players of the game can build in it");
    return NONE;
}

static enum store_result get_setting(const struct load *load, unsigned seat,
                                     struct store_part_setting *setting) {
    const struct part_ground ground = load_part_ground(load);

    return part_setting_find(&ground, seat, setting);
}

/* ---- showing ---- */

static void write_setting(struct writer *w, const struct load *load,
                          const struct store_part_setting *setting) {
    part_setting_write(w, load->row.public_id, load->game.turn, setting);
}

enum store_result special_build_write(struct writer *w, const struct load *load, unsigned seat) {
    struct store_part_setting setting;
    enum store_result result = get_setting(load, seat, &setting);

    if (result == STORE_OK)
        write_setting(w, load, &setting);
    return result;
}

void special_build_get(struct request *rq) {
    int64_t given = 0;
    bool has_seat = false;
    const struct read_field fields[] = {
        {"seat", READ_INT, .to.number = &given, .max = SEAT_MAX - 1, .given = &has_seat},
    };
    struct store_part_setting setting;
    struct reply reply = {.status = 200};
    struct writer w;
    struct load load;
    unsigned seat;

    if (!request_query(rq, fields, 1) || !api_load(rq, &load))
        return;
    if (api_replay(rq, &load, LOAD_LATEST)) {
        seat = special_build_find_seat(rq, &load, has_seat ? (unsigned)given : NONE);
        if (seat != NONE && check_stored(rq, get_setting(&load, seat, &setting))) {
            w = writer_begin(&reply.body, ANSWER_MAX);
            write_setting(&w, &load, &setting);
            reply_send(rq, &reply);
        }
    }
    load_end(&load);
}

/* ---- reading lists ---- */

/* {"builds":[…]}: for each build its outcome, or null; as many as there are builds, or fewer. */
static const json_t *read_outcomes(struct read_errors *errors, const json_t *value, size_t builds) {
    const json_t *outcomes = NULL;
    const struct read_field members[] = {
        {"builds", READ_ARRAY, .required = true, .to.json = &outcomes, .max = (int64_t)builds},
    };

    return read_fields(errors, value, "/outcome", members, 1) ? outcomes : NULL;
}

/* Reads the builds at POINTER, and their outcomes (NULL: not given). A kind that is never built in a part refuses
 * the whole list. False: has answered. */
static bool read_builds(struct request *rq, const json_t *value, const char *pointer,
                        const json_t *outcome, const struct setup *setup,
                        char text[STORE_PART_LIST_SIZE]) {
    struct read_errors errors = {0};
    struct part_list list = {.n = 0};
    const json_t *outcomes =
        outcome == NULL ? NULL : read_outcomes(&errors, outcome, json_array_size(value));
    char action_at[READ_POINTER_MAX], outcome_at[READ_POINTER_MAX];

    for (size_t i = 0; i < json_array_size(value); i++) {
        const struct part_item item = {json_array_get(value, i), json_array_get(outcomes, i),
                                       action_at, outcome_at};

        snprintf(action_at, sizeof action_at, "%s/%zu", pointer, i);
        snprintf(outcome_at, sizeof outcome_at, "/outcome/builds/%zu", i);
        part_list_add(&errors, &item, setup, &list);
    }
    if (!check_valid(rq, &errors))
        return false;
    for (unsigned i = 0; i < list.n; i++)
        if (!part_allows(&setup->rules, list.builds[i].type)) {
            const struct reason_row *reason = &reasons[REASON_SPECIAL_BUILD];
            const char *why = refusal_text(LANGUAGE_ENGLISH, REASON_SPECIAL_BUILD);

            reply_problem_more(
                rq, PROBLEM_ILLEGAL_MOVE,
                &(struct problem_more){
                    .reason = reason->code, .rule = reason->rule, .has_index = true, .index = i},
                "%.*s", (int)text_clause(why), why);
            return false;
        }
    if (part_list_write(&list, outcomes, text))
        return true;
    reply_invalid_at(rq, pointer, "is too long");
    return false;
}

/* ---- PUT ---- */

struct setting_change {
    struct game_call game; /* first */
    struct store_part_setting setting;
    struct play play; /* used if it answers for a part that has already come */
};

/* Carries out parts that no longer wait for anybody, and shows what is left of the setting. */
static bool special_build_put_play(struct request *rq, struct setting_change *change) {
    struct play *play = &change->play;
    struct writer w = writer_to(&change->game.call.reply.body);
    struct store_part_setting left = change->setting;

    *play = (struct play){
        .by = BY_ORDER,
        .seat = NONE,
        .viewer = NONE,
        .now = change->game.call.now,
        .game_id = change->game.game,
        .part = &change->setting,
        .events = request_alloc(rq, PLAY_ROOM(0) * sizeof *play->events),
    };
    if (play->events == NULL) {
        reply_no_memory(rq);
        return false;
    }
    if (change->game.load.row.status == STORE_GAME_ACTIVE)
        play_judge(play, &change->game.load);
    if (play->verdict != PLAY_OK || !part_use_take(&play->part_uses[left.seat], &left)) {
        reply_problem(rq, PROBLEM_INTERNAL, "the rules engine made a mistake; nothing has changed");
        return false;
    }
    write_setting(&w, &change->game.load, &left);
    return true;
}

static bool special_build_put_judge(struct request *rq, void *state) {
    struct setting_change *change = state;
    struct store_part_setting *setting = &change->setting;
    struct load *load = &change->game.load;
    int choice = -1;
    const json_t *builds = NULL;
    int64_t given = 0;
    bool has_seat = false;
    const struct read_field fields[] = {
        {"setting", READ_CHOICE, .required = true, .to.choice = &choice,
         .choices = part_choice_names},
        {"builds", READ_ARRAY, .to.json = &builds, .max = PART_BUILDS_MAX},
        {"seat", READ_INT, .to.number = &given, .max = SEAT_MAX - 1, .given = &has_seat},
    };
    unsigned seat;

    if (!game_call_open(rq, &change->game) || !request_fields(rq, fields, 3) ||
        !api_replay(rq, load, LOAD_LATEST))
        return false;
    seat = special_build_find_seat(rq, load, has_seat ? (unsigned)given : NONE);
    if (seat == NONE)
        return false;
    if (row_over(&load->row)) {
        reply_problem(rq, PROBLEM_GAME_OVER, "this game is over");
        return false;
    }
    if (seat >= load->setup.rules.players) {
        reply_invalid_at(rq, "/seat", "there is no such seat");
        return false;
    }
    if (builds != NULL && choice != PART_PLAN) {
        reply_invalid_at(rq, "/builds", "only a plan has builds");
        return false;
    }
    if (!check_stored(rq, get_setting(load, seat, setting)))
        return false;
    setting->setting = (uint32_t)choice;
    setting->plan[0] = '\0';
    if (builds != NULL && !read_builds(rq, builds, "/builds", NULL, &load->setup, setting->plan))
        return false;
    change->game.call.job.key = change->game.game;
    return special_build_put_play(rq, change);
}

static enum store_result special_build_put_run(struct store_tx *tx, void *state) {
    const struct setting_change *change = state;

    return timekeeper_write_play(tx, &change->play, change->game.call.now);
}

static void special_build_put_committed(void *state) {
    struct setting_change *change = state;

    play_announce(&change->play, change->game.call.app);
}

const struct endpoint special_build_put = {
    .size = sizeof(struct setting_change),
    .body_max = ANSWER_MAX,
    .status = 200,
    .judge = special_build_put_judge,
    .run = special_build_put_run,
    .committed = special_build_put_committed,
    .close = game_call_close,
};

/* ---- the answer for one turn ---- */

bool special_build_is_answer(const json_t *body) {
    const char *type = json_string_value(json_object_get(json_object_get(body, "action"), "type"));

    return type != NULL && strcmp(type, answer_type) == 0;
}

bool special_build_read(struct request *rq, struct play_request *request) {
    const struct load *load = &request->game.load;
    const json_t *action = NULL, *builds = NULL, *outcome = NULL;
    const char *type = NULL;
    int64_t seat = 0;
    bool has_seat = false, has_outcome = false, dry_run = false;
    const struct read_field fields[] = {
        {"action", READ_OBJECT, .required = true, .to.json = &action},
        {"outcome", READ_OBJECT, .nullable = true, .to.json = &outcome, .given = &has_outcome},
        {"seat", READ_INT, .to.number = &seat, .max = load->setup.rules.players - 1,
         .given = &has_seat},
        {"seq", READ_INT, .to.number = &request->seq, .max = INT64_MAX, .given = &request->has_seq},
        {"dry_run", READ_BOOL, .to.flag = &dry_run},
    };
    const struct read_field members[] = {
        {"type", READ_TEXT, .required = true, .to.text = &type},
        {"builds", READ_ARRAY, .required = true, .to.json = &builds, .max = PART_BUILDS_MAX},
    };
    struct read_errors errors = {0};

    if (!play_request_alloc(rq, request, 1))
        return false;
    request->play.n_moves = 0;
    if (read_fields(&errors, request_json(rq), "", fields, sizeof fields / sizeof *fields))
        read_fields(&errors, action, "/action", members, sizeof members / sizeof *members);
    if (dry_run)
        read_error(&errors, "/dry_run", "an answer is kept and carried out later: nothing to try");
    if (has_seat && load->row.mode == STORE_MODE_PLAY)
        read_error(&errors, "/seat", "is for table games: here everybody makes their own moves");
    if (has_outcome && load->row.mode == STORE_MODE_PLAY)
        read_error(&errors, "/outcome", "is for table games: in this game the server draws");
    if (!check_valid(rq, &errors))
        return false;
    request->part = request_alloc(rq, sizeof *request->part);
    if (request->part == NULL) {
        reply_no_memory(rq);
        return false;
    }
    request->part->seat = has_seat ? (int)seat : (int)NONE;
    return read_builds(rq, builds, "/action/builds", outcome, &load->setup, request->part->answer);
}

bool special_build_judge(struct request *rq, struct play_request *request) {
    const struct load *load = &request->game.load;
    struct store_part_setting setting;
    bool table = load->row.mode == STORE_MODE_TABLE;
    unsigned seat =
        special_build_find_seat(rq, load, table ? (unsigned)request->part->seat : (unsigned)NONE);

    if (seat == NONE)
        return false;
    if (!part_is_open(&load->setup, &load->game, seat)) {
        reply_problem(rq, PROBLEM_NOT_YOUR_DECISION,
                      "you have no part of this turn, or it is over");
        return false;
    }
    if (!check_stored(rq, get_setting(load, seat, &setting)))
        return false;
    part_answer(&setting, load->game.turn, request->part->answer);
    *request->part = setting;
    request->play.part = request->part;
    return true;
}
