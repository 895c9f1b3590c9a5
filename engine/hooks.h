/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The rows of `expansions` (expansion.c), in the order in which they are asked; their hooks for which a set-up
 * keeps the set of rows that have them (struct expansion in expansion.h says what each does); and the special
 * cards for the most of something (special.c). setup.plays is a set of the rows' numbers, by which folders outside
 * the engine index tables of their own; they walk the special cards by this list as well. */
#ifndef ENGINE_HOOKS_H
#define ENGINE_HOOKS_H

#define EXPANSIONS(ROW)                                                                            \
    ROW(knights)                                                                                   \
    ROW(sea)                                                                                       \
    ROW(islands)                                                                                   \
    ROW(fog)                                                                                       \
    ROW(gifts)                                                                                     \
    ROW(harbors)                                                                                   \
    ROW(villages)                                                                                  \
    ROW(fleet)                                                                                     \
    ROW(wonders)

enum expansion_number {
#define EXPANSION_NUMBER(name) PLAYS_##name,
    EXPANSIONS(EXPANSION_NUMBER)
#undef EXPANSION_NUMBER
        EXPANSION_ROWS
};

/* AWARD(NUMBER, name, the documents' name of its holder's figure, their name of each player's figure). Those of
 * the base game come first. A row (struct award_row, expansion.h) is `award_NAME`; its points are a source of
 * their own, its texts begin with its name. */
#define BASE_AWARDS(AWARD)                                                                         \
    AWARD(LONGEST_ROAD, longest_road, length, longest_road)                                        \
    AWARD(LARGEST_ARMY, largest_army, size, knights_played)
#define ADDED_AWARDS(AWARD) AWARD(HARBORMASTER, harbormaster, points, harbor_points)
#define AWARDS(AWARD)       BASE_AWARDS(AWARD) ADDED_AWARDS(AWARD)

enum award {
#define AWARD_NUMBER(number, name, figure, of_player) AWARD_##number,
    AWARDS(AWARD_NUMBER)
#undef AWARD_NUMBER
        AWARD_COUNT
};

#define HOOKS(HOOK)                                                                                \
    HOOK(blank)                                                                                    \
    HOOK(begin)                                                                                    \
    HOOK(start)                                                                                    \
    HOOK(settle)                                                                                   \
    HOOK(acted)                                                                                    \
    HOOK(turn_over)                                                                                \
    HOOK(closed)                                                                                   \
    HOOK(parts)                                                                                    \
    HOOK(reveals)                                                                                  \
    HOOK(draw)                                                                                     \
    HOOK(roll)                                                                                     \
    HOOK(produce)                                                                                  \
    HOOK(missed)                                                                                   \
    HOOK(gold)                                                                                     \
    HOOK(points)                                                                                   \
    HOOK(won)                                                                                      \
    HOOK(ended)                                                                                    \
    HOOK(opens)                                                                                    \
    HOOK(bars_road)                                                                                \
    HOOK(idle)                                                                                     \
    HOOK(due)                                                                                      \
    HOOK(rates)                                                                                    \
    HOOK(decided_by)

/* Runs the statement that follows for each ROW of TABLE (`const TYPE *const TABLE[]`; row->of is its enum
 * expansion_number) that SETUP plays and whose MEMBER is not 0, in the table's order. */
#define PLAYED_ROW_EACH(setup, type, table, member, row)                                           \
    for (unsigned row##_at = 0; (setup)->plays != 0 && row##_at < sizeof(table) / sizeof *(table); \
         row##_at++)                                                                               \
        for (const type *row = (table)[row##_at];                                                  \
             row != NULL && ((setup)->plays >> row->of & 1) && row->member; row = NULL)

enum hook {
#define HOOK_NUMBER(name) HOOK_##name,
    HOOKS(HOOK_NUMBER)
#undef HOOK_NUMBER
        HOOK_COUNT
};

#endif
