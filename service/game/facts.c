/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/game/facts.h"

#include <stdlib.h>

#include "db/games.h"
#include "service/app/app.h"

enum {
    PIECE = 16,  /* games in one transaction, which others wait for */
    PIECES = 32, /* at a time */
};

/* ---- of one game ---- */

struct course {
    struct store_facts *facts;
    unsigned winner;
    unsigned road; /* who had Longest Road last; NONE: nobody yet */
};

static void note_road(struct course *course, const struct game *game) {
    unsigned holder = game->holders[AWARD_LONGEST_ROAD];

    if (holder == NONE)
        return;
    course->facts->road += course->road != NONE && course->road != holder;
    course->road = holder;
}

static void note_distance(struct course *course, const struct setup *setup,
                          const struct game *game) {
    int own = (int)game_points(setup, game, course->winner), most = own;

    for (unsigned seat = 0; seat < setup->rules.players; seat++) {
        int points = (int)game_points(setup, game, seat);

        most = points > most ? points : most;
    }
    if (most - own > course->facts->comeback)
        course->facts->comeback = most - own;
}

static bool note_course(void *context, struct load *load, const struct game *before,
                        const struct event *event, int64_t at) {
    struct course *course = context;

    (void)before, (void)at;
    note_road(course, &load->game);
    if (event->type == END_TURN)
        note_distance(course, &load->setup, &load->game);
    return true;
}

enum store_result facts_compute(struct load *load, struct store_facts *facts) {
    struct course course = {.facts = facts, .winner = (unsigned)load->row.winner, .road = NONE};
    enum store_result result;

    *facts = (struct store_facts){
        .game = load->row.id,
        .hidden = load->row.visibility != STORE_PUBLIC,
        .kind = load->setup.rules.game,
        .finished_at = load->row.finished_at,
    };
    result = load_replay_kept(load, note_course, &course);
    facts->turns = (int)load->game.turn;
    return result;
}

/* STORE_NONE: the game has none, for it was not played to its end, or cannot be read. */
static enum store_result find_facts(struct store_reader *reader, int64_t id,
                                    struct store_facts *facts) {
    struct load *load = calloc(1, sizeof *load);
    enum store_result result = load == NULL ? STORE_MEMORY : load_open_by_id(load, reader, id);

    if (result == STORE_OK && (load->row.mode != STORE_MODE_PLAY || load->row.winner < 0 ||
                               load->row.status != STORE_GAME_FINISHED))
        result = STORE_NONE;
    if (result == STORE_OK)
        result = facts_compute(load, facts);
    if (load != NULL)
        load_end(load);
    free(load);
    return result == STORE_DAMAGED ? STORE_NONE : result;
}

/* ---- the listener ---- */

enum store_result facts_on_events(struct store_tx *tx, const struct game_events *events) {
    struct store_facts facts;
    enum store_result result;

    if ((events->types >> EVENT_FINISHED & 1) == 0 || events->mode != STORE_MODE_PLAY)
        return STORE_OK;
    result = find_facts(store_tx_reader(tx), events->game_id, &facts);
    if (result == STORE_OK)
        result = store_facts_put(tx, &facts);
    return result == STORE_NONE ? STORE_OK : result;
}

/* ---- games of before ---- */

struct finding {
    struct store_job job; /* first */
    int64_t ids[PIECE];
    size_t n;
    struct store_facts facts[PIECE]; /* game 0: there are none */
};

static enum store_result write_facts(struct store_tx *tx, struct store_job *job) {
    struct finding *finding = (struct finding *)job;
    enum store_result result = STORE_OK;

    for (size_t i = 0; i < finding->n && result == STORE_OK; i++) {
        result = store_facts_found(tx, finding->ids[i]);
        if (result == STORE_OK && finding->facts[i].game != 0)
            result = store_facts_put(tx, &finding->facts[i]);
    }
    return result;
}

static enum chore_end find_piece(struct app *app, struct finding *finding) {
    struct store_reader *reader = store_reader_get(app->store);
    enum store_result result;

    if (reader == NULL || store_facts_missing(reader, finding->ids, PIECE, &finding->n) != STORE_OK)
        return CHORE_FAILED;
    if (finding->n == 0)
        return CHORE_DONE;
    finding->job = (struct store_job){.run = write_facts};
    for (size_t i = 0; i < finding->n; i++) {
        finding->facts[i].game = 0;
        result = find_facts(reader, finding->ids[i], &finding->facts[i]);
        if (result != STORE_OK && result != STORE_NONE)
            return CHORE_FAILED;
    }
    result = store_call(app->store, &finding->job);
    return result == STORE_OK || result == STORE_CONFLICT ? CHORE_GOES_ON : CHORE_FAILED;
}

enum chore_end facts_catch_up(struct app *app, int64_t now) {
    struct finding *finding = calloc(1, sizeof *finding);
    enum chore_end end = finding == NULL ? CHORE_FAILED : CHORE_GOES_ON;

    (void)now;
    for (unsigned i = 0; i < PIECES && end == CHORE_GOES_ON; i++)
        end = find_piece(app, finding);
    free(finding);
    return end;
}
