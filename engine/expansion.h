/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* An expansion as the core sees it: a row of hooks. Each is filled in by a file of its own folder, and
 * `expansions` (expansion.c) lists them; nothing else of the core knows any by name. A hook that is NULL
 * has nothing to do.
 *
 * Hooks of HOOKS (hooks.h) are walked with HOOK_EACH, which asks the rows that the set-up plays and that
 * have the hook: in the base game none. The others judge states and events from outside, so they are asked
 * of every row, whatever is played: what an expansion adds must be blank in a game without it. */
#ifndef ENGINE_EXPANSION_H
#define ENGINE_EXPANSION_H

#include "engine/internal.h"

/* Pieces other than roads that lie on paths, for whatever places them free of charge. */
struct path_rule {
    /* Why SEAT, whose own end at MOORED, may not put one at EDGE, supply and cost aside; and all places
     * where it may. */
    enum reason (*place)(const struct setup *setup, const struct game *game, unsigned seat,
                         unsigned edge, const struct vertex_set *moored);
    struct edge_set (*places)(const struct setup *setup, const struct game *game, unsigned seat,
                              const struct vertex_set *moored);
    void (*put)(const struct setup *setup, struct game *game, unsigned seat, unsigned edge);
    /* Whether something keeps it off a path that would take it. */
    bool (*barred)(const struct setup *setup, const struct game *game, unsigned edge);
    /* Whether each of them can only be put where the line of the others ends. */
    bool (*in_line)(const struct setup *setup);
};

/* A thief that can be moved instead of the robber, to hexes of its own (S-36). */
struct thief_rule {
    bool (*free)(const struct setup *setup, const struct game *game, unsigned seat);
    legal_function *legal;
    list_function *list;
    /* The default, or false: SEAT cannot move it (O-33). */
    bool (*fallback)(const struct setup *setup, const struct game *game, unsigned seat,
                     struct action *move);
};

/* What the base game has and what an expansion adds to it: figures are added up, flags are joined; for players_min
 * the largest counts. A row also counts what belongs to another expansion; in games without that it is blanked
 * again. */
struct content_row {
    uint8_t players_min, points_target;
    uint8_t kinds, barbarian_steps, progress_limit;
    bool knights, no_dev_deck;
    uint8_t deck[DEV_COUNT];
    struct cards bank;
    uint8_t supply[PIECE_COUNT];
};

/* A special card, worth two points, for the most of something (B-80 to B-86); AWARDS (hooks.h) lists them. */
struct award_row {
    /* The least number that takes it in games with RULES; 0: there is no such card. */
    unsigned (*least)(const struct rules *rules);
    unsigned (*have)(const struct setup *setup, const struct game *game, unsigned seat);
    bool neutral; /* a color that nobody plays can hold it (T-22) */
    /* Its holder is determined anew whenever points are; otherwise only where its figure changes
     * (award_check). */
    bool recounted;
};

extern const struct award_row *const award_rows[AWARD_COUNT];

struct expansion {
    const char *name;

    /* ---- the rules: asked of every row ---- */

    uint8_t kind;                      /* enum expansion_kind that brings it */
    const struct content_row *content; /* that it adds to games with this */
    /* The id of the rule that refuses what RULES choose, or NULL; whether the choices of this expansion are
     * sound, and blank in games without it. */
    const char *(*refused)(const struct rules *rules);
    bool (*chosen)(const struct rules *rules);
    /* Changes the figures that follow from a choice of it. */
    void (*complete)(struct rules *rules);
    /* The default of OPTION, 0 if this row has none; points usually played to, or 0. */
    unsigned (*option)(const struct rules *rules, unsigned option);
    unsigned (*target)(const struct rules *rules);

    /* ---- what there is ---- */

    /* Whether the game of SETUP plays it: its rules are complete and its board is built. */
    bool (*plays)(const struct setup *setup);
    uint64_t types; /* of action that only games with it (or with another row that says so) have */
    /* Its own actions, steps of the agenda and decisions: tables that begin with the number given. Blank
     * entries are not its own. */
    const struct action_row *actions;
    const struct agenda_row *const *steps;
    const struct decision_row *decisions;
    uint8_t first_action, n_actions, first_step, n_steps, first_decision, n_decisions;
    uint64_t windows[TURN_STEP_COUNT]; /* types open to the player on turn */
    uint64_t special;                  /* and in the special building phase */
    uint64_t drawn; /* types of action that its hooks `parts` and `draw` are asked of */
    const struct path_rule *paths;
    const struct thief_rule *thief;
    const struct action_rule
        *knight_card; /* what a knight card does instead of moving the robber; victory point cards
                       * are then played the same way (S-130) */
    uint8_t seven;    /* enum agenda_step: what a seven brings instead of the robber */
    uint8_t loot;     /* enum loot: what thieves can take besides cards */

    /* ---- the board ---- */

    uint32_t marks; /* set of enum mark_kind that are its own */
    /* Notes MARK, of a kind in `marks`, which lies at PLACE: a path, a hex or an intersection (NONE: off
     * the board). `lay` then computes what follows from all marks. Both return false where that is
     * impossible. */
    bool (*mark)(struct board *board, const struct mark_spec *mark, unsigned place);
    bool (*lay)(struct board *board);
    /* Whether the board suits the rules; corrects the initial figures that depend on the board. */
    bool (*fit)(struct setup *setup);

    /* ---- the course of the game: HOOKS ---- */

    void (*blank)(const struct setup *setup, struct game *game); /* a state without any fact */
    void (*begin)(const struct setup *setup, struct game *game); /* before the first event */
    void (*start)(const struct setup *setup, struct game *game); /* the set-up phase begins */
    /* SEAT has put a building at VERTEX. */
    void (*settle)(const struct setup *setup, struct game *game, unsigned seat, unsigned vertex);
    /* EVENT has done what its action does. */
    void (*acted)(const struct setup *setup, struct game *game, const struct event *event);
    /* A turn, or a part of one, has ended for SEAT; the game has ended. */
    void (*turn_over)(const struct setup *setup, struct game *game, unsigned seat);
    void (*closed)(const struct setup *setup, struct game *game);

    /* Parts that the outcome of ACTION has besides those of its rule (enum outcome_part); whether it shows
     * something hidden without any; drawing these PARTS into OUTCOME. */
    unsigned (*parts)(const struct setup *setup, const struct game *game,
                      const struct action *action);
    bool (*reveals)(const struct setup *setup, const struct game *game,
                    const struct action *action);
    void (*draw)(const struct setup *setup, const struct game *game, const struct action *action,
                 unsigned parts, struct chance *chance, struct outcome *outcome);

    /* `roll`: what a roll brings before its sum does; true if it gave points. `produce`: production of SUM
     * besides that of the hexes. `missed`: what SEATS (a set), which production gave nothing, get instead;
     * true if a step of its own replaces that of production. */
    bool (*roll)(const struct setup *setup, struct game *game, const struct outcome *outcome);
    void (*produce)(const struct setup *setup, struct game *game, unsigned sum);
    bool (*missed)(const struct setup *setup, struct game *game, unsigned seats);
    /* SEAT is owed N cards of its choice. */
    void (*gold)(const struct setup *setup, struct game *game, unsigned seat, unsigned n);

    /* SEAT's additional points from one source (negative ones wrap around); with several sources
     * `by_source` adds them to COUNTS. */
    unsigned (*points)(const struct setup *setup, const struct game *game, unsigned seat);
    void (*by_source)(const struct setup *setup, const struct game *game, unsigned seat,
                      unsigned counts[POINT_SOURCE_COUNT]);
    uint8_t source; /* enum point_source */
    /* Whether SEAT, on turn, wins; POINTS: it has reached the target. `ended`: the seat that has won
     * without being on turn, or NONE. */
    bool (*won)(const struct setup *setup, const struct game *game, unsigned seat, bool points);
    unsigned (*ended)(const struct setup *setup, const struct game *game);

    /* Whether the hexes revealed so far allow settling at VERTEX, which the board closes. */
    bool (*opens)(const struct setup *setup, const struct game *game, unsigned vertex);
    /* Why EDGE takes no road although it borders land; REASON_OK: it does. */
    enum reason (*bars_road)(const struct setup *setup, unsigned edge);
    /* Those of TYPES for which SEAT certainly has no move, as far as a quick look tells. */
    uint64_t (*idle)(const struct setup *setup, const struct game *game, unsigned seat,
                     uint64_t types);
    /* The type of action that has to end SEAT's turn, or ACTION_NONE: END_TURN does. */
    unsigned (*due)(const struct setup *setup, const struct game *game, unsigned seat);
    /* Kinds of cards, as a set, that SEAT trades at 2:1 besides those of its harbors. */
    unsigned (*rates)(const struct setup *setup, const struct game *game, unsigned seat);

    /* The rule by which DUE is decided; NULL: that of the decision's row. */
    const char *(*decided_by)(const struct setup *setup, const struct game *game,
                              const struct decision *due);

    /* ---- from outside: asked of every row ---- */

    /* Whether this expansion's parts of OUTCOME are possible for ACTION. */
    enum reason (*possible)(const struct setup *setup, const struct game *game,
                            const struct action *action, const struct outcome *outcome);
    /* For game_derive: what paths and intersections take, before anything is built; what follows from the
     * pieces of all colors; what follows from cards, after bank and deck. */
    void (*derive_board)(const struct setup *setup, struct game *game);
    void (*derive_pieces)(const struct setup *setup, struct game *game);
    void (*derive_cards)(const struct setup *setup, struct game *game);
    check_function *check;       /* what it adds to a state */
    check_function *check_chain; /* the same against the agenda, once that is known to be sound */
    /* Whether a place or card noted as SEAT's answer (game.answer_ids) can be one. */
    bool (*answer_sound)(const struct setup *setup, const struct game *game, unsigned seat);
    /* Whether a card of its stacks, dealt by a roll, is laid out for all to see. */
    bool (*laid_out)(unsigned card);
};

extern const struct expansion *const expansions[EXPANSION_ROWS];

_Static_assert(EXPANSION_ROWS <= 16, "a set of rows is a half word (setup.hooks)");

/* Runs the statement that follows for each ROW that the set-up plays and that has HOOK, in their order. The outer
 * loop runs once; it only declares the set. */
#define HOOK_EACH(setup, hook, row)                                                                \
    for (uint64_t row##_set = (setup)->hooks[HOOK_##hook]; row##_set; row##_set = 0)               \
        for (const struct expansion *row;                                                          \
             row##_set && (row = expansions[bit_take(&row##_set)], true);)

/* The same for every row that has HOOK, whatever is played. */
#define EXPANSION_EACH(hook, row)                                                                  \
    for (unsigned row##_at = 0; row##_at < EXPANSION_ROWS; row##_at++)                             \
        for (const struct expansion *row = expansions[row##_at]; row && row->hook; row = NULL)

/* Fills in what all rows give SETUP, whose rules are complete and whose board is built. False where the
 * board does not suit the rules. */
bool setup_find_expansions(struct setup *setup);

/* The actions that some row has for games with it. */
uint64_t expansion_types(void);

#endif
