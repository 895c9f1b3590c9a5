/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/orders/condition.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "service/base/json_read.h"
#include "service/base/text.h"

enum condition_op {
    OP_AND,
    OP_OR,
    OP_NOT,
    OP_COUNT,
    OP_PIECE,
    OP_FREE,
    OP_FREE_EDGE,
    OP_ROBBER,
    OP_CARD
};

enum compare { AT_LEAST, AT_MOST, MORE, FEWER, EQUAL, UNEQUAL };

/* Owners beside the seats. */
enum { SELF = NONE, BANK = NONE - 1 };

enum measure {
    CARDS_OF_KIND, /* kind */
    CARDS,
    POINTS,
    SETTLEMENTS,
    CITIES,
    ROADS,
    KNIGHTS,
    WALLS,
    STRENGTH,
    LINE,
    ARMY,
    LEVEL, /* kind: the track */
    TURN,
    BARBARIANS,
    ROLLED,
};

/* ---- words ---- */

enum word_class {
    WORD_UNKNOWN,
    WORD_END,
    WORD_FILLER,
    WORD_NUMBER,
    WORD_EDGE, /* 14-22 */
    WORD_OPEN,
    WORD_CLOSE,
    WORD_COMPARE,
    WORD_AND,
    WORD_OR,
    WORD_NOT,
    WORD_COUNT, /* at least, at most, more than */
    WORD_NO,
    WORD_MEASURE,
    WORD_KIND,
    WORD_TRACK,
    WORD_FREE,
    WORD_ROBBER,
    WORD_CARD,
    WORD_SEAT,
    WORD_OWNER,
};

struct word {
    const char *text;
    uint8_t class, value;
};

static const struct word words[] = {
    {"and", WORD_AND, 0},
    {"or", WORD_OR, 0},
    {"not", WORD_NOT, 0},
    {"no", WORD_NO, 0},
    {"least", WORD_COUNT, AT_LEAST},
    {"most", WORD_COUNT, AT_MOST},
    {"more", WORD_COUNT, MORE},
    {"fewer", WORD_COUNT, FEWER},
    {"less", WORD_COUNT, FEWER},
    {"exactly", WORD_COUNT, EQUAL},
    {"brick", WORD_KIND, BRICK},
    {"clay", WORD_KIND, BRICK},
    {"lumber", WORD_KIND, LUMBER},
    {"wood", WORD_KIND, LUMBER},
    {"wool", WORD_KIND, WOOL},
    {"sheep", WORD_KIND, WOOL},
    {"grain", WORD_KIND, GRAIN},
    {"wheat", WORD_KIND, GRAIN},
    {"ore", WORD_KIND, ORE},
    {"cloth", WORD_KIND, CLOTH},
    {"coin", WORD_KIND, COIN},
    {"paper", WORD_KIND, PAPER},
    {"trade", WORD_TRACK, TRACK_TRADE},
    {"politics", WORD_TRACK, TRACK_POLITICS},
    {"science", WORD_TRACK, TRACK_SCIENCE},
    {"cards", WORD_MEASURE, CARDS},
    {"points", WORD_MEASURE, POINTS},
    {"point", WORD_MEASURE, POINTS},
    {"settlement", WORD_MEASURE, SETTLEMENTS},
    {"city", WORD_MEASURE, CITIES},
    {"cities", WORD_MEASURE, CITIES},
    {"road", WORD_MEASURE, ROADS},
    {"knight", WORD_MEASURE, KNIGHTS},
    {"wall", WORD_MEASURE, WALLS},
    {"strength", WORD_MEASURE, STRENGTH},
    {"line", WORD_MEASURE, LINE},
    {"army", WORD_MEASURE, ARMY},
    {"turn", WORD_MEASURE, TURN},
    {"barbarians", WORD_MEASURE, BARBARIANS},
    {"roll", WORD_MEASURE, ROLLED},
    {"rolled", WORD_MEASURE, ROLLED},
    {"free", WORD_FREE, 0},
    {"robber", WORD_ROBBER, 0},
    {"card", WORD_CARD, 0},
    {"seat", WORD_SEAT, 0},
    {"bank", WORD_OWNER, BANK},
    {"i", WORD_FILLER, 0},
    {"my", WORD_FILLER, 0},
    {"have", WORD_FILLER, 0},
    {"has", WORD_FILLER, 0},
    {"hold", WORD_FILLER, 0},
    {"holds", WORD_FILLER, 0},
    {"is", WORD_FILLER, 0},
    {"are", WORD_FILLER, 0},
    {"was", WORD_FILLER, 0},
    {"a", WORD_FILLER, 0},
    {"an", WORD_FILLER, 0},
    {"the", WORD_FILLER, 0},
    {"at", WORD_FILLER, 0},
    {"on", WORD_FILLER, 0},
    {"of", WORD_FILLER, 0},
    {"in", WORD_FILLER, 0},
    {"than", WORD_FILLER, 0},
};
enum { WORDS = sizeof words / sizeof *words, WORD_MAX = 32 };

struct token {
    uint8_t class, value;
    uint32_t number, second; /* of an edge: its two vertices */
    size_t at, len;
};

struct parser {
    const struct setup *setup;
    const struct seat_label *labels;
    const char *text;
    size_t len, next;
    struct token token; /* the one looked at */
    unsigned depth;
    struct condition *out;
    struct notation_error *error;
};

__attribute__((format(printf, 3, 4))) static bool
refuse(struct parser *parser, const struct token *token, const char *format, ...) {
    va_list args;

    parser->error->at = token->at;
    parser->error->len = token->len;
    va_start(args, format);
    vsnprintf(parser->error->detail, sizeof parser->error->detail, format, args);
    va_end(args);
    return false;
}

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (unsigned char)c >= 0x80;
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* Whether the LEN bytes of WORD are TEXT, or its plural. */
static bool same_word(const char *word, size_t len, const char *text) {
    size_t size = strlen(text);

    return strncasecmp(word, text, size < len ? size : len) == 0 &&
           (len == size || (len == size + 1 && (word[size] == 's' || word[size] == 'S')));
}

static void name_word(struct parser *parser, struct token *token) {
    const char *text = parser->text + token->at;

    for (size_t i = 0; i < WORDS; i++)
        if (same_word(text, token->len, words[i].text)) {
            token->class = words[i].class;
            token->value = words[i].value;
            return;
        }
    for (unsigned seat = 0; seat < parser->setup->rules.colors; seat++) {
        const char *color = notation_seat(parser->labels, seat);

        if (strlen(color) == token->len && strncasecmp(text, color, token->len) == 0) {
            token->class = WORD_OWNER;
            token->value = (uint8_t)seat;
            return;
        }
    }
}

/* Digits from parser->next on; numbers that no game has are all the same. */
static uint32_t take_number(struct parser *parser) {
    enum { MUCH = 9999 };
    uint32_t number = 0;

    for (; parser->next < parser->len && is_digit(parser->text[parser->next]); parser->next++) {
        number = number * 10 + (uint32_t)(parser->text[parser->next] - '0');
        number = number < MUCH ? number : (uint32_t)MUCH;
    }
    return number;
}

static void take_sign(struct parser *parser, struct token *token) {
    static const struct {
        char text[3];
        uint8_t class, value;
    } signs[] = {
        {">=", WORD_COMPARE, AT_LEAST},
        {"<=", WORD_COMPARE, AT_MOST},
        {"!=", WORD_COMPARE, UNEQUAL},
        {"==", WORD_COMPARE, EQUAL},
        {">", WORD_COMPARE, MORE},
        {"<", WORD_COMPARE, FEWER},
        {"=", WORD_COMPARE, EQUAL},
        {"(", WORD_OPEN, 0},
        {")", WORD_CLOSE, 0},
        {",", WORD_AND, 0},
        {"+", WORD_AND, 0},
        {"&", WORD_AND, 0},
        {"|", WORD_OR, 0},
    };

    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        size_t size = strlen(signs[i].text);

        if (parser->len - parser->next < size ||
            memcmp(parser->text + parser->next, signs[i].text, size) != 0)
            continue;
        token->class = signs[i].class;
        token->value = signs[i].value;
        parser->next += size;
        return;
    }
    parser->next++;
}

static void take_token(struct parser *parser) {
    const char *text = parser->text;
    struct token *token = &parser->token;

    while (parser->next < parser->len && (text[parser->next] == ' ' || text[parser->next] == '\t'))
        parser->next++;
    *token = (struct token){.class = WORD_UNKNOWN, .at = parser->next};
    if (parser->next == parser->len) {
        token->class = WORD_END;
        return;
    }
    if (is_digit(text[parser->next])) {
        token->class = WORD_NUMBER;
        token->number = take_number(parser);
        if (parser->next + 1 < parser->len && text[parser->next] == '-' &&
            is_digit(text[parser->next + 1])) {
            parser->next++;
            token->class = WORD_EDGE;
            token->second = take_number(parser);
        }
    } else if (is_letter(text[parser->next])) {
        while (parser->next < parser->len && is_letter(text[parser->next]))
            parser->next++;
        token->len = parser->next - token->at;
        name_word(parser, token);
    } else {
        take_sign(parser, token);
    }
    token->len = parser->next - token->at;
}

/* The next word that says something. */
static void advance(struct parser *parser) {
    do
        take_token(parser);
    while (parser->token.class == WORD_FILLER);
}

static bool unexpected(struct parser *parser, const char *wanted) {
    const struct token *token = &parser->token;
    const char *names[WORDS + 1];
    char word[WORD_MAX + 1];
    const char *near = NULL;
    size_t n = 0;

    if (token->class == WORD_END)
        return refuse(parser, token, "the condition ends too early: %s is missing", wanted);
    for (size_t i = 0; i < WORDS; i++)
        if (words[i].class != WORD_FILLER)
            names[n++] = words[i].text;
    names[n] = NULL;
    snprintf(word, sizeof word, "%.*s",
             (int)text_cut(parser->text + token->at, token->len, WORD_MAX),
             parser->text + token->at);
    if (token->class == WORD_UNKNOWN && token->len <= WORD_MAX)
        near = read_nearest(word, names);
    if (near != NULL)
        return refuse(parser, token, "\"%s\" is not known here; did you mean \"%s\"?", word, near);
    return refuse(parser, token,
                  "\"%s\" cannot stand here: %s is expected, as in \"3 ore and 2 "
                  "grain\", \"points >= 8\" or \"red has a city at 12\"",
                  word, wanted);
}

/* ---- facts ---- */

static bool add_node(struct parser *parser, const struct condition_node *node) {
    if (parser->out->n == CONDITION_NODES_MAX)
        return refuse(parser, &parser->token, "a condition may hold %d facts and joining words",
                      CONDITION_NODES_MAX);
    parser->out->nodes[parser->out->n++] = *node;
    return true;
}

static bool find_edge(const struct parser *parser, const struct token *token, uint8_t *edge) {
    const struct board *board = &parser->setup->board;

    for (unsigned e = 0; e < board->n_edges; e++) {
        unsigned a = board->edge[e].vertices[0], b = board->edge[e].vertices[1];

        if ((a == token->number && b == token->second) ||
            (b == token->number && a == token->second)) {
            *edge = (uint8_t)e;
            return true;
        }
    }
    return false;
}

/* The place that the token names: an edge by its two ends, else a vertex (a hex where HEX). */
static bool read_place(struct parser *parser, bool edge, bool hex, uint8_t *place) {
    const struct token *token = &parser->token;
    unsigned most = hex ? parser->setup->board.n_hexes : parser->setup->board.n_vertices;

    if (edge) {
        if (token->class != WORD_EDGE)
            return unexpected(parser, "an edge by its two ends (\"14-22\")");
        if (!find_edge(parser, token, place))
            return refuse(parser, token, "%u and %u are not the ends of one edge",
                          (unsigned)token->number, (unsigned)token->second);
    } else {
        if (token->class != WORD_NUMBER)
            return unexpected(parser, hex ? "a hex's number" : "a vertex's number");
        if (token->number >= most)
            return refuse(parser, token, "this board's %s have the numbers 0 to %u",
                          hex ? "hexes" : "vertices", most - 1);
        *place = (uint8_t)token->number;
    }
    advance(parser);
    return true;
}

static bool read_free(struct parser *parser) {
    struct condition_node node = {.op = OP_FREE};
    bool edge = parser->token.class == WORD_EDGE;

    if (edge)
        node.op = OP_FREE_EDGE;
    return read_place(parser, edge, false, &node.place) && add_node(parser, &node);
}

static bool of_knights(unsigned measure) {
    return measure == LEVEL || measure == BARBARIANS || measure == WALLS || measure == STRENGTH ||
           measure == KNIGHTS;
}

static bool read_owner(struct parser *parser, struct condition_node *node) {
    node->owner = SELF;
    if (parser->token.class == WORD_OWNER) {
        node->owner = parser->token.value;
    } else if (parser->token.class == WORD_SEAT) {
        advance(parser);
        if (parser->token.class != WORD_NUMBER)
            return unexpected(parser, "a seat's number");
        if (parser->token.number >= parser->setup->rules.colors)
            return refuse(parser, &parser->token, "this game has the seats 0 to %u",
                          parser->setup->rules.colors - 1U);
        node->owner = (uint8_t)parser->token.number;
    } else {
        return true;
    }
    advance(parser);
    return true;
}

/* A kind of card, a track, or another thing that is counted; whose it is may stand behind it, too. */
static bool read_measure(struct parser *parser, struct condition_node *node) {
    const struct token *token = &parser->token;
    bool mine = node->owner == SELF, bank = node->owner == BANK;

    switch (token->class) {
    case WORD_KIND:
        if (!mine && !bank)
            return refuse(parser, token,
                          "which cards others hold is hidden; only their number can "
                          "be asked for (\"red cards > 7\")");
        if (token->value >= parser->setup->rules.kinds)
            return refuse(parser, token, "this game has no %s", kind_names[token->value]);
        node->measure = CARDS_OF_KIND;
        node->kind = token->value;
        break;
    case WORD_TRACK:
        node->measure = LEVEL;
        node->kind = token->value;
        break;
    case WORD_MEASURE: node->measure = token->value; break;
    default: return unexpected(parser, "what is counted");
    }
    if (bank && node->measure != CARDS_OF_KIND)
        return refuse(parser, token, "of the bank only a kind of card can be asked for");
    if (!parser->setup->rules.knights && of_knights(node->measure))
        return refuse(parser, token, "the base game does not have this%s",
                      node->measure == KNIGHTS ? "; knights played are the \"army\"" : "");
    advance(parser);
    return !mine || node->measure == CARDS_OF_KIND || read_owner(parser, node);
}

static bool is_piece(unsigned measure) {
    return measure >= SETTLEMENTS && measure <= WALLS;
}

/* What stands behind a measure: a comparison, or the place of a piece. */
static bool read_comparison(struct parser *parser, struct condition_node *node) {
    bool place = parser->token.class == WORD_NUMBER || parser->token.class == WORD_EDGE;

    if (place && is_piece(node->measure)) {
        node->op = OP_PIECE;
        return read_place(parser, node->measure == ROADS, false, &node->place) &&
               add_node(parser, node);
    }
    node->compare = EQUAL;
    if (parser->token.class == WORD_COMPARE || parser->token.class == WORD_COUNT) {
        node->compare = parser->token.value;
        advance(parser);
    } else if (!(place && node->measure == ROLLED)) {
        return unexpected(parser, "a comparison (\">= 3\")");
    }
    if (parser->token.class != WORD_NUMBER)
        return unexpected(parser, "a number");
    node->number = (uint16_t)parser->token.number;
    advance(parser);
    return add_node(parser, node);
}

/* A development or progress card by its name, of one to three words. */
static bool read_card(struct parser *parser) {
    struct condition_node node = {.op = OP_CARD};
    bool knights = parser->setup->rules.knights;
    unsigned n = knights ? (unsigned)PROGRESS_COUNT : (unsigned)DEV_COUNT;
    const struct token first = parser->token;
    size_t end = first.at + first.len;

    for (unsigned count = 3; count > 0; count--) {
        struct parser ahead = *parser;
        char name[WORD_MAX * 3 + 3] = "";

        for (unsigned i = 0; i < count && ahead.token.len > 0 && ahead.token.len <= WORD_MAX; i++) {
            size_t used = strlen(name);

            snprintf(name + used, sizeof name - used, "%s%.*s", i == 0 ? "" : "_",
                     (int)ahead.token.len, ahead.text + ahead.token.at);
            end = ahead.next;
            take_token(&ahead);
        }
        for (unsigned card = 0; card < n; card++)
            if (strcasecmp(name, knights ? progress_names[card] : dev_names[card]) == 0) {
                node.kind = (uint8_t)card;
                parser->next = end;
                advance(parser);
                return add_node(parser, &node);
            }
    }
    return unexpected(parser, "a card's name");
}

/* A number, and whether more or fewer of it will do. */
static bool read_count(struct parser *parser, struct condition_node *node) {
    node->compare = AT_LEAST;
    if (parser->token.class == WORD_NO) {
        node->compare = EQUAL;
    } else {
        if (parser->token.class == WORD_COUNT) {
            node->compare = parser->token.value;
            advance(parser);
        }
        if (parser->token.class != WORD_NUMBER)
            return unexpected(parser, "a number");
        node->number = (uint16_t)parser->token.number;
    }
    advance(parser);
    return true;
}

/* Whether a place stands here that is asked whether it is free. */
static bool place_is_free(const struct parser *parser) {
    struct parser ahead = *parser;

    if (parser->token.class != WORD_NUMBER && parser->token.class != WORD_EDGE)
        return false;
    advance(&ahead);
    return ahead.token.class == WORD_FREE;
}

static bool read_plain_fact(struct parser *parser) {
    struct condition_node node = {.op = OP_COUNT};

    if (place_is_free(parser)) {
        if (!read_free(parser))
            return false;
        advance(parser);
        return true;
    }
    switch (parser->token.class) {
    case WORD_FREE: advance(parser); return read_free(parser);
    case WORD_ROBBER:
        advance(parser);
        node.op = OP_ROBBER;
        return read_place(parser, false, true, &node.place) && add_node(parser, &node);
    case WORD_CARD: advance(parser); return read_card(parser);
    default: break;
    }
    if (!read_owner(parser, &node))
        return false;
    switch (parser->token.class) {
    case WORD_NO:
    case WORD_COUNT:
    case WORD_NUMBER:
        return read_count(parser, &node) && read_measure(parser, &node) && add_node(parser, &node);
    case WORD_KIND:
    case WORD_TRACK:
    case WORD_MEASURE: return read_measure(parser, &node) && read_comparison(parser, &node);
    default: return unexpected(parser, "a fact");
    }
}

/* ---- joining words ---- */

static bool read_either(struct parser *parser);

static bool read_parentheses(struct parser *parser) {
    if (parser->depth == CONDITION_DEPTH_MAX)
        return refuse(parser, &parser->token, "at most %d parentheses may stand within each other",
                      CONDITION_DEPTH_MAX);
    parser->depth++;
    advance(parser);
    if (!read_either(parser))
        return false;
    if (parser->token.class != WORD_CLOSE)
        return unexpected(parser, "\")\"");
    advance(parser);
    parser->depth--;
    return true;
}

static bool read_fact(struct parser *parser) {
    struct condition_node node = {.op = OP_NOT};
    bool negated = false;

    for (; parser->token.class == WORD_NOT; advance(parser))
        negated = !negated;
    if (parser->token.class == WORD_OPEN ? !read_parentheses(parser) : !read_plain_fact(parser))
        return false;
    node.left = (uint8_t)(parser->out->n - 1);
    return !negated || add_node(parser, &node);
}

static bool read_chain(struct parser *parser, enum word_class class, enum condition_op op,
                       bool (*element)(struct parser *parser)) {
    if (!element(parser))
        return false;
    while (parser->token.class == class) {
        struct condition_node node = {.op = (uint8_t)op, .left = (uint8_t)(parser->out->n - 1)};

        advance(parser);
        if (!element(parser))
            return false;
        node.right = (uint8_t)(parser->out->n - 1);
        if (!add_node(parser, &node))
            return false;
    }
    return true;
}

static bool read_all(struct parser *parser) {
    return read_chain(parser, WORD_AND, OP_AND, read_fact);
}

static bool read_either(struct parser *parser) {
    return read_chain(parser, WORD_OR, OP_OR, read_all);
}

bool condition_read(const struct setup *setup, const struct seat_label *labels, const char *text,
                    size_t len, struct condition *out, struct notation_error *error) {
    struct parser parser = {
        .setup = setup, .labels = labels, .text = text, .len = len, .out = out, .error = error};

    *out = (struct condition){0};
    *error = (struct notation_error){0};
    if (len > CONDITION_TEXT_MAX)
        return refuse(&parser, &(struct token){0}, "a condition may have %d bytes",
                      CONDITION_TEXT_MAX);
    advance(&parser);
    if (!read_either(&parser))
        return false;
    if (parser.token.class != WORD_END)
        return unexpected(&parser, "\"and\", \"or\" or the end");
    return true;
}

/* ---- asking ---- */

static unsigned walls_of(const struct game *view, unsigned seat) {
    unsigned n = 0;

    VERTEX_EACH(&view->players[seat].cities, v)
    n += vertex_set_has(&view->walls, v);
    return n;
}

static unsigned roads_of(const struct game *view, unsigned seat) {
    unsigned n = 0;

    for (unsigned w = 0; w < EDGE_WORDS; w++)
        n += bit_count(view->players[seat].roads.w[w]);
    return n;
}

static unsigned points_of(const struct setup *setup, const struct game *view, unsigned owner,
                          unsigned seat) {
    if (owner >= setup->rules.players)
        return 0; /* a neutral color */
    return owner == seat ? game_points(setup, view, seat) : game_points_visible(setup, view, owner);
}

static unsigned measured(const struct condition_node *node, const struct setup *setup,
                         const struct game *view, unsigned seat) {
    unsigned owner = node->owner == SELF ? seat : node->owner;
    const struct player *player = &view->players[node->owner == BANK ? seat : owner];

    switch (node->measure) {
    case CARDS_OF_KIND:
        return node->owner == BANK ? view->bank.n[node->kind] : player->hand.n[node->kind];
    case CARDS: return player->hand_count;
    case POINTS: return points_of(setup, view, owner, seat);
    case SETTLEMENTS: return vertex_set_count(&player->settlements);
    case CITIES: return vertex_set_count(&player->cities);
    case ROADS: return roads_of(view, owner);
    case KNIGHTS: return vertex_set_count(&player->knights);
    case WALLS: return walls_of(view, owner);
    case STRENGTH: return owner < setup->rules.players ? game_strength(view, owner, false) : 0;
    case LINE: return player->road_length;
    case ARMY: return player->knights_played;
    case LEVEL: return player->improvements[node->kind];
    case TURN: return view->turn;
    case BARBARIANS: return view->barbarians;
    default: return view->rolls == 0 ? 0u : (unsigned)view->last_dice[0] + view->last_dice[1];
    }
}

static bool compared(unsigned value, unsigned compare, unsigned number) {
    switch (compare) {
    case AT_LEAST: return value >= number;
    case AT_MOST: return value <= number;
    case MORE: return value > number;
    case FEWER: return value < number;
    case EQUAL: return value == number;
    default: return value != number;
    }
}

static bool stands(const struct condition_node *node, const struct game *view, unsigned seat) {
    const struct player *player = &view->players[node->owner == SELF ? seat : node->owner];

    switch (node->measure) {
    case SETTLEMENTS: return vertex_set_has(&player->settlements, node->place);
    case CITIES: return vertex_set_has(&player->cities, node->place);
    case ROADS: return edge_set_has(&player->roads, node->place);
    case KNIGHTS: return vertex_set_has(&player->knights, node->place);
    default:
        return vertex_set_has(&player->cities, node->place) &&
               vertex_set_has(&view->walls, node->place);
    }
}

static bool held(const struct condition_node *node, const struct setup *setup,
                 const struct game *view, unsigned seat) {
    const struct player *player = &view->players[seat];

    if (!setup->rules.knights)
        return player->dev[node->kind] > 0;
    for (unsigned i = 0; i < PROGRESS_HAND_MAX; i++)
        if (player->progress[i] == node->kind + 1)
            return true;
    return false;
}

bool condition_holds(const struct condition *condition, const struct setup *setup,
                     const struct game *view, unsigned seat) {
    bool holds[CONDITION_NODES_MAX] = {false};

    /* What a word joins stands before it. */
    for (unsigned i = 0; i < condition->n; i++) {
        const struct condition_node *node = &condition->nodes[i];

        switch (node->op) {
        case OP_AND: holds[i] = holds[node->left] && holds[node->right]; break;
        case OP_OR: holds[i] = holds[node->left] || holds[node->right]; break;
        case OP_NOT: holds[i] = !holds[node->left]; break;
        case OP_PIECE: holds[i] = stands(node, view, seat); break;
        case OP_FREE: holds[i] = !vertex_set_has(&view->occupied, node->place); break;
        case OP_FREE_EDGE: holds[i] = !edge_set_has(&view->paved, node->place); break;
        case OP_ROBBER: holds[i] = view->robber == node->place; break;
        case OP_CARD: holds[i] = held(node, setup, view, seat); break;
        default:
            holds[i] = compared(measured(node, setup, view, seat), node->compare, node->number);
            break;
        }
    }
    return condition->n == 0 || holds[condition->n - 1];
}
