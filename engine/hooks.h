/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The hooks of an expansion that a set-up keeps a set of: which rows of `expansions` are played and have
 * it. What each does stands at struct expansion (expansion.h). */
#ifndef ENGINE_HOOKS_H
#define ENGINE_HOOKS_H

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

enum hook {
#define HOOK_NUMBER(name) HOOK_##name,
    HOOKS(HOOK_NUMBER)
#undef HOOK_NUMBER
        HOOK_COUNT
};

#endif
