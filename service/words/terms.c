/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/words/terms.h"

#include <pthread.h>
#include <stdio.h>

#include "service/document/label.h"

const char *const knight_ranks[RANK_COUNT + 1] = {"no", "basic", "strong", "mighty"};

/* ---- names ---- */

/* Groups of things with a text for each number. */
enum term_table {
    TERM_KINDS,
    TERM_TERRAINS,
    TERM_TRACKS,
    TERM_HARBORS,
    TERM_WONDERS,
    TERM_DEVS,
    TERM_PROGRESS,
    TERM_PIECES,
    TERM_TABLES
};
enum { TERMS_MAX = 32 };

static const struct {
    const char *section;
    const char *const *names;
    unsigned count;
} term_tables[TERM_TABLES] = {
    [TERM_KINDS] = {"term.kind", kind_names, KIND_COUNT},
    [TERM_TERRAINS] = {"term.terrain", terrain_names, TERRAIN_COUNT},
    [TERM_TRACKS] = {"term.track", track_names, TRACK_COUNT},
    [TERM_HARBORS] = {"term.harbor", harbor_names, HARBOR_KIND_COUNT},
    [TERM_WONDERS] = {"term.wonder", wonder_names, WONDER_COUNT},
    [TERM_DEVS] = {"term.dev", dev_names, DEV_COUNT},
    [TERM_PROGRESS] = {"term.progress", progress_names, PROGRESS_COUNT},
    [TERM_PIECES] = {"term.piece", piece_names, PIECE_COUNT},
};
_Static_assert((int)PROGRESS_COUNT <= (int)TERMS_MAX, "the longest table has room");

static enum text term_texts[TERM_TABLES][TERMS_MAX]; /* constant once filled */

static void find_terms(void) {
    for (unsigned table = 0; table < TERM_TABLES; table++)
        for (unsigned i = 0; i < term_tables[table].count; i++)
            term_texts[table][i] =
                text_named(term_tables[table].section, term_tables[table].names[i]);
}

static const char *term_of(enum language language, enum term_table table, unsigned at) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    enum text text;

    pthread_once(&once, find_terms);
    text = term_texts[table][at];
    return text == TEXTS ? term_tables[table].names[at] : text_in(language, text);
}

const char *term_kind(enum language language, unsigned kind) {
    return term_of(language, TERM_KINDS, kind);
}

const char *term_terrain(enum language language, unsigned terrain) {
    return term_of(language, TERM_TERRAINS, terrain);
}

const char *term_track(enum language language, unsigned track) {
    return term_of(language, TERM_TRACKS, track);
}

const char *term_harbor(enum language language, unsigned kind) {
    return term_of(language, TERM_HARBORS, kind);
}

const char *term_wonder(enum language language, unsigned wonder) {
    return term_of(language, TERM_WONDERS, wonder);
}

const char *term_dev(enum language language, unsigned card) {
    return term_of(language, TERM_DEVS, card);
}

const char *term_progress(enum language language, unsigned card) {
    return term_of(language, TERM_PROGRESS, card);
}

const char *term_piece(enum language language, unsigned piece) {
    return term_of(language, TERM_PIECES, piece);
}

const char *term_color(enum language language, const char *color) {
    enum text text = text_named("term.color", color);

    return text == TEXTS ? color : text_in(language, text);
}

void term_cards(struct buffer *out, enum language language, struct cards cards) {
    const char *between = "";

    for (unsigned kind = 0; kind < KIND_COUNT; kind++) {
        if (cards.n[kind] == 0)
            continue;
        buffer_format(out, "%s%u %s", between, cards.n[kind], term_kind(language, kind));
        between = " + ";
    }
    if (between[0] == '\0')
        buffer_text(out, text_in(language, TEXT_TERM_NOTHING));
}

/* ---- places ---- */

static void add_harbor(struct term_spots *spots, enum language language, unsigned kind) {
    struct term_spot *spot = &spots->spots[spots->count++];

    spot->kind = kind == HARBOR_ANY ? NONE : (uint8_t)kind;
    snprintf(spot->text, sizeof spot->text, "%s", term_harbor(language, kind));
}

/* Adds a hex, unless it is sea. */
static void add_hex(struct term_spots *spots, enum language language, const struct setup *setup,
                    const struct game *game, unsigned hex) {
    struct term_spot *spot = &spots->spots[spots->count];
    unsigned terrain, kind;

    if (hex == NONE)
        return;
    terrain = game_terrain(setup, game, hex);
    kind = terrain_yields(terrain);
    spot->kind = (uint8_t)kind;
    if (kind == NONE)
        snprintf(spot->text, sizeof spot->text, "%s", term_terrain(language, terrain));
    else
        snprintf(spot->text, sizeof spot->text, "%s %u", term_kind(language, kind),
                 game->numbers[hex]);
    spots->count++;
}

void term_vertex(struct term_spots *spots, enum language language, const struct setup *setup,
                 const struct game *game, unsigned vertex) {
    const struct vertex *place = &setup->board.vertex[vertex];

    spots->count = 0;
    for (unsigned i = 0; i < 3; i++)
        add_hex(spots, language, setup, game, place->hexes[i]);
    for (unsigned kind = 0; kind < HARBOR_KIND_COUNT; kind++)
        if ((game_harbors_at(setup, game, vertex) >> kind & 1) != 0 &&
            spots->count < TERM_SPOTS_MAX)
            add_harbor(spots, language, kind);
}

/* Whether a hex is at both ends of an edge, and so beside it. */
static bool is_beside(const struct board *board, const struct edge *edge, unsigned hex) {
    for (unsigned i = 0; i < 3; i++)
        if (board->vertex[edge->vertices[1]].hexes[i] == hex)
            return true;
    return false;
}

void term_edge(struct term_spots *spots, enum language language, const struct setup *setup,
               const struct game *game, unsigned edge) {
    const struct edge *place = &setup->board.edge[edge];
    const struct vertex *end = &setup->board.vertex[place->vertices[0]];

    spots->count = 0;
    for (unsigned i = 0; i < 3; i++)
        if (is_beside(&setup->board, place, end->hexes[i]))
            add_hex(spots, language, setup, game, end->hexes[i]);
}

void term_hex(struct term_spots *spots, enum language language, const struct setup *setup,
              const struct game *game, unsigned hex) {
    spots->count = 0;
    add_hex(spots, language, setup, game, hex);
}
