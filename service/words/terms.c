/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/words/terms.h"

#include <stdio.h>

#include "service/document/label.h"

static const char *term_named(enum language language, const char *section, const char *name) {
    enum text text = text_named(section, name);

    return text == TEXTS ? name : text_in(language, text);
}

const char *term_kind(enum language language, unsigned kind) {
    return term_named(language, "term.kind", kind_names[kind]);
}

const char *term_terrain(enum language language, unsigned terrain) {
    return term_named(language, "term.terrain", terrain_names[terrain]);
}

const char *term_track(enum language language, unsigned track) {
    return term_named(language, "term.track", track_names[track]);
}

const char *term_harbor(enum language language, unsigned kind) {
    return term_named(language, "term.harbor", harbor_names[kind]);
}

const char *term_wonder(enum language language, unsigned wonder) {
    return term_named(language, "term.wonder", wonder_names[wonder]);
}

const char *term_dev(enum language language, unsigned card) {
    return term_named(language, "term.dev", dev_names[card]);
}

const char *term_progress(enum language language, unsigned card) {
    return term_named(language, "term.progress", progress_names[card]);
}

const char *term_piece(enum language language, unsigned piece) {
    return term_named(language, "term.piece", piece_names[piece]);
}

const char *term_color(enum language language, const char *color) {
    return term_named(language, "term.color", color);
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

/* One hex more; nothing for the sea. */
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

/* Whether a hex lies at both ends of an edge, so beside it. */
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
