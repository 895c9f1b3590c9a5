/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/words/terms.h"

#include <stdio.h>

#include "service/document/label.h"

/* clang-format off */
static const term_row kinds[KIND_COUNT] = {
    [BRICK] = {"brick", "Lehm"},   [LUMBER] = {"lumber", "Holz"}, [WOOL] = {"wool", "Wolle"},
    [GRAIN] = {"grain", "Getreide"}, [ORE] = {"ore", "Erz"},      [CLOTH] = {"cloth", "Tuch"},
    [COIN] = {"coin", "Münzen"},   [PAPER] = {"paper", "Papier"},
};

static const term_row terrains[TERRAIN_COUNT] = {
    [FOREST] = {"forest", "Wald"},        [PASTURE] = {"pasture", "Weideland"},
    [FIELDS] = {"fields", "Ackerland"},   [HILLS] = {"hills", "Hügelland"},
    [MOUNTAINS] = {"mountains", "Gebirge"}, [DESERT] = {"desert", "Wüste"},
    [SEA] = {"sea", "Meer"},              [GOLD] = {"gold", "Gold"},
    [FOG] = {"fog", "Nebel"},
};

static const term_row tracks[TRACK_COUNT] = {
    [TRACK_TRADE] = {"trade", "Handel"},
    [TRACK_POLITICS] = {"politics", "Politik"},
    [TRACK_SCIENCE] = {"science", "Wissenschaft"},
};

static const term_row wonders[WONDER_COUNT] = {
    [WONDER_THEATER] = {"Theater", "Theater"},
    [WONDER_GREAT_BRIDGE] = {"Great Bridge", "Große Brücke"},
    [WONDER_MONUMENT] = {"Monument", "Monument"},
    [WONDER_GREAT_WALL] = {"Great Wall", "Große Mauer"},
    [WONDER_CATHEDRAL] = {"Cathedral", "Kathedrale"},
    [WONDER_LIBRARY] = {"Library", "Bibliothek"},
    [WONDER_LIGHTHOUSE] = {"Lighthouse", "Leuchtturm"},
};

static const term_row devs[DEV_COUNT] = {
    [KNIGHT] = {"Knight", "Ritter"},
    [VICTORY_POINT] = {"Victory Point", "Siegpunkt"},
    [ROAD_BUILDING] = {"Road Building", "Straßenbau"},
    [YEAR_OF_PLENTY] = {"Year of Plenty", "Erfindung"},
    [MONOPOLY] = {"Monopoly", "Monopol"},
};

static const term_row progresses[PROGRESS_COUNT] = {
    [PROGRESS_ALCHEMIST] = {"Alchemist", "Alchemie"},
    [PROGRESS_CRANE] = {"Crane", "Baukran"},
    [PROGRESS_ENGINEER] = {"Engineer", "Ingenieurwesen"},
    [PROGRESS_INVENTOR] = {"Inventor", "Erfindung"},
    [PROGRESS_IRRIGATION] = {"Irrigation", "Bewässerung"},
    [PROGRESS_MEDICINE] = {"Medicine", "Medizin"},
    [PROGRESS_MINING] = {"Mining", "Bergbau"},
    [PROGRESS_PRINTER] = {"Printer", "Buchdruck"},
    [PROGRESS_ROAD_BUILDING] = {"Road Building", "Straßenbau"},
    [PROGRESS_SMITH] = {"Smith", "Schmiedekunst"},
    [PROGRESS_BISHOP] = {"Bishop", "Steuern"},
    [PROGRESS_CONSTITUTION] = {"Constitution", "Verfassung"},
    [PROGRESS_DESERTER] = {"Deserter", "Verrat"},
    [PROGRESS_DIPLOMAT] = {"Diplomat", "Diplomatie"},
    [PROGRESS_INTRIGUE] = {"Intrigue", "Intrige"},
    [PROGRESS_SABOTEUR] = {"Saboteur", "Sabotage"},
    [PROGRESS_SPY] = {"Spy", "Spionage"},
    [PROGRESS_WARLORD] = {"Warlord", "Motivation"},
    [PROGRESS_WEDDING] = {"Wedding", "Hochzeit"},
    [PROGRESS_COMMERCIAL_HARBOR] = {"Commercial Harbor", "Handelshafen"},
    [PROGRESS_MASTER_MERCHANT] = {"Master Merchant", "Abgaben"},
    [PROGRESS_MERCHANT] = {"Merchant", "Händler"},
    [PROGRESS_MERCHANT_FLEET] = {"Merchant Fleet", "Handelsflotte"},
    [PROGRESS_RESOURCE_MONOPOLY] = {"Resource Monopoly", "Rohstoff-Monopol"},
    [PROGRESS_TRADE_MONOPOLY] = {"Trade Monopoly", "Handelswaren-Monopol"},
};

static const term_row harbors[HARBOR_KIND_COUNT] = {
    [BRICK] = {"brick harbor", "Lehmhafen"}, [LUMBER] = {"lumber harbor", "Holzhafen"},
    [WOOL] = {"wool harbor", "Wollhafen"},   [GRAIN] = {"grain harbor", "Getreidehafen"},
    [ORE] = {"ore harbor", "Erzhafen"},      [HARBOR_ANY] = {"harbor 3:1", "Hafen 3:1"},
};

/* In the order of seat_colors. */
static const term_row colors[SEAT_MAX] = {
    {"Red", "Rot"}, {"Blue", "Blau"}, {"White", "Weiß"}, {"Orange", "Orange"},
    {"Green", "Grün"}, {"Brown", "Braun"},
};
/* clang-format on */

static const term_row nothing = {"nothing", "nichts"};

const term_row *term_table(size_t at, size_t *count) {
    static const struct {
        const term_row *rows;
        size_t count;
    } tables[] = {
        {kinds, KIND_COUNT},          {terrains, TERRAIN_COUNT},
        {tracks, TRACK_COUNT},        {devs, DEV_COUNT},
        {progresses, PROGRESS_COUNT}, {harbors, HARBOR_KIND_COUNT},
        {colors, SEAT_MAX},           {&nothing, 1},
        {wonders, WONDER_COUNT},
    };

    if (at >= sizeof tables / sizeof *tables)
        return NULL;
    *count = tables[at].count;
    return tables[at].rows;
}

const char *term_kind(enum language language, unsigned kind) {
    return kinds[kind][language];
}

const char *term_terrain(enum language language, unsigned terrain) {
    return terrains[terrain][language];
}

const char *term_track(enum language language, unsigned track) {
    return tracks[track][language];
}

const char *term_harbor(enum language language, unsigned kind) {
    return harbors[kind][language];
}

const char *term_wonder(enum language language, unsigned wonder) {
    return wonders[wonder][language];
}

const char *term_dev(enum language language, unsigned card) {
    return devs[card][language];
}

const char *term_progress(enum language language, unsigned card) {
    return progresses[card][language];
}

const char *term_color(enum language language, const char *color) {
    for (unsigned i = 0; i < SEAT_MAX; i++)
        if (strcmp(seat_colors[i], color) == 0)
            return colors[i][language];
    return color;
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
        buffer_text(out, nothing[language]);
}

/* ---- places ---- */

static void add_harbor(struct term_spots *spots, enum language language, unsigned kind) {
    struct term_spot *spot = &spots->spots[spots->count++];

    spot->kind = kind == HARBOR_ANY ? NONE : (uint8_t)kind;
    snprintf(spot->text, sizeof spot->text, "%s", harbors[kind][language]);
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
