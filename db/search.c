/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/search.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/db_int.h"

/* ---------------------------------------------------------------------- what happened -- */

static const struct column fact_columns[] = {
    KEY(struct store_facts, game, INT, "game_id"),
    COLUMN(struct store_facts, hidden, UINT, "hidden"),
    COLUMN(struct store_facts, kind, INT, "kind"),
    COLUMN(struct store_facts, finished_at, INT, "finished_at"),
    COLUMN(struct store_facts, turns, INT, "turns"),
    COLUMN(struct store_facts, road, INT, "road"),
    COLUMN(struct store_facts, comeback, INT, "comeback"),
    {0},
};

enum store_result store_facts_put(struct store_tx *tx, const struct store_facts *facts) {
    STATEMENT(
        put,
        "INSERT INTO facts ({names}) VALUES ({marks}) ON CONFLICT (game_id) DO UPDATE SET {renew}",
        fact_columns);
    return query_run(put_row(QUERY(&tx->reader, &put), facts), NULL);
}

enum store_result store_facts_get(struct store_reader *reader, int64_t game,
                                  struct store_facts *facts) {
    STATEMENT(get, "SELECT {read} FROM facts WHERE game_id = ?", fact_columns);
    return query_one(QUERY_WITH(reader, &get, game), facts);
}

enum store_result store_facts_missing(struct store_reader *reader, int64_t *ids, size_t max,
                                      size_t *count) {
    STATEMENT(list, "SELECT game_id FROM facts_missing WHERE game_id > ? ORDER BY game_id LIMIT ?");
    return query_numbers(QUERY_WITH(reader, &list, 0, (int64_t)max), ids, max, count);
}

enum store_result store_facts_found(struct store_tx *tx, int64_t game) {
    STATEMENT(found, "DELETE FROM facts_missing WHERE game_id = ?");
    return query_change(QUERY_WITH(&tx->reader, &found, game), STORE_CONFLICT);
}

/* --------------------------------------------------------------------------- searches -- */

/*
 * Games are read in one of two ways. Where an account is asked for, or a name or a tag that few games have, those games are picked
 * out and then sorted. Else one walks along all of them in the order that is asked for: a bounded way, each of whose rows says
 * whether it fits. A walk passes public games alone; the viewer's others are picked out beside it, and both lists merged.
 */
enum {
    SCAN_FACTS = 10000,  /* rows of one walk: along an index that has all that is asked for, */
    SCAN_ROWS = 5000,    /* along rows of games, */
    SCAN_EVENTS = 10000, /* along events, whose last of a game alone count, */
    FEW_NAMES =
        2000, /* and where each costs a look at a name; fewer games than that are picked out */
};

/* What a row of a walk is worth. */
enum { PASSED_HIDDEN, PASSED_PUBLIC, PASSED_FIT };

/* The parameters, in order. */
#define BEHIND "(?1, ?2)"
#define LIMIT  " LIMIT ?3"
#define NAMED(g)                                                                                   \
    "(CAST(?12 AS text) IS NULL OR (lower(" g ".name) >= CAST(?12 AS text) AND lower(" g           \
    ".name) < CAST(?13 AS text)))"
#define TAGGED(id)                                                                                 \
    "(CAST(?14 AS text) IS NULL OR EXISTS (SELECT 1 FROM game_tags t"                              \
    " WHERE t.tag = CAST(?14 AS text) AND t.game_id = " id "))"
#define FACTS_FIT                                                                                  \
    "(?4 < 0 OR f.kind = ?4) AND f.finished_at >= ?5 AND f.finished_at < ?6"                       \
    " AND f.turns >= ?7 AND f.road >= ?8 AND f.comeback >= ?9"
#define ROW_FITS                                                                                   \
    "((CAST(?10 AS bigint) >> CAST(g.status AS integer)) & 1) <> 0 AND ((CAST(?11 AS bigint) >> "  \
    "CAST(g.mode AS integer)) & 1) <> "                                                            \
    "0"
#define VIEWER "?15"
#define SEATED(account)                                                                            \
    "(" account " = 0 OR EXISTS (SELECT 1 FROM seats s WHERE s.game_id = g.id"                     \
    " AND s.account_id = " account "))"

/* ---- walks ---- */

#define FACT_FLAG                                                                                  \
    "CASE WHEN f.hidden = 1 THEN 0 WHEN " FACTS_FIT                                                \
    " AND (CAST(?12 AS text) IS NULL OR EXISTS (SELECT 1"                                          \
    " FROM games g WHERE g.id = f.game_id AND " NAMED("g") ")) AND " TAGGED(                       \
        "f.game_id") " THEN 2 ELSE 1 END"
/* LEAST: the parameter below which nothing is asked for. */
#define WALK_FACTS(value, least)                                                                   \
    SQL("SELECT f.game_id, " value ", " FACT_FLAG " FROM facts f WHERE f.hidden = 0"               \
        " AND (" value ", f.game_id) < " BEHIND " AND " value " >= " least " ORDER BY " value      \
        " DESC, f.game_id DESC" LIMIT)
#define GAME_FLAG                                                                                  \
    "CASE WHEN g.id IS NULL OR g.visibility <> 0 THEN 0 WHEN " NAMED("g") " AND " TAGGED(          \
        "g.id") " AND " ROW_FITS " THEN 2 ELSE 1 END, CASE WHEN ?4 >= 0 THEN g.setup END"

/* By order; behind them: games with facts in the order of their creation, with a tag, and with a name. */
enum { WALK_CREATED_FACTS = SEARCH_ORDERS, WALK_TAGGED, WALK_NAMED, WALKS };

static struct query *open_walk(struct query *query, struct store_reader *reader, unsigned walk) {
    STATEMENTS(
        walks[WALKS],
        [SEARCH_CREATED] = SQL("SELECT g.id, g.id, " GAME_FLAG " FROM games g"
                               " WHERE g.id < ?2 ORDER BY g.id DESC" LIMIT),
        /* An event that another one follows joins no game. */
        [SEARCH_MOVED] =
            SQL("SELECT e.id >> 20, e.at, " GAME_FLAG
                " FROM events e LEFT JOIN games g ON g.id = e.id >> 20"
                " AND NOT EXISTS (SELECT 1 FROM events n WHERE n.id = e.id + 1)"
                " WHERE (e.at, e.id) < " BEHIND " ORDER BY e.at DESC, e.id DESC" LIMIT),
        [SEARCH_FINISHED] = WALK_FACTS("f.finished_at", "?5"),
        [SEARCH_TURNS] = WALK_FACTS("f.turns", "?7"), [SEARCH_ROAD] = WALK_FACTS("f.road", "?8"),
        [SEARCH_COMEBACK] = WALK_FACTS("f.comeback", "?9"),
        [WALK_CREATED_FACTS] =
            SQL("SELECT f.game_id, f.game_id, " FACT_FLAG
                " FROM facts f WHERE f.game_id < ?2 ORDER BY f.game_id DESC" LIMIT),
        [WALK_TAGGED] = SQL(
            "SELECT q.game_id, q.game_id, " GAME_FLAG
            " FROM game_tags q JOIN games g ON g.id = q.game_id"
            " WHERE q.tag = CAST(?14 AS text) AND q.game_id < ?2 ORDER BY q.game_id DESC" LIMIT),
        /* The index has what decides about most of its rows, so that these are not read. */
        [WALK_NAMED] = SQL("SELECT g.id, g.id, " GAME_FLAG " FROM games g" SQLITE_INDEX(
            "games_named") " WHERE g.name IS NOT NULL"
                           " AND g.id < ?2 ORDER BY g.id DESC" LIMIT));
    return query_open(query, reader, &walks[walk]);
}

/* ---- picking out ---- */

#define LAST_AT                                                                                    \
    "(SELECT e.at FROM events e WHERE e.id BETWEEN (g.id << 20) + 1 AND (g.id << 20) + 1048575"    \
    " ORDER BY e.id DESC LIMIT 1)"
#define PICKED(ids)                                                                                \
    SQL("SELECT p.id, p.value, 2, p.setup FROM (SELECT g.id, CASE CAST(?20 AS bigint) WHEN 0 "     \
        "THEN g.id WHEN 1"                                                                         \
        " THEN " LAST_AT " WHEN 2 THEN f.finished_at WHEN 3 THEN f.turns WHEN 4 THEN f.road"       \
        " ELSE f.comeback END AS value, CASE WHEN ?4 >= 0 AND ?21 = 0 THEN g.setup END AS setup"   \
        " FROM games g LEFT JOIN facts f ON f.game_id = g.id WHERE g.id IN (" ids ") AND (?21 = 0" \
        " OR (" FACTS_FIT ")) AND " ROW_FITS                                                       \
        " AND " NAMED("g") " AND " TAGGED("g.id") " AND " SEATED("?16") " AND " SEATED(            \
            "?17") " AND (?18 = 0 OR g.creator = ?18 OR " SEATED("?18") ")"                        \
                                                                        " AND (?19 = 0 OR "        \
                                                                        "g.visibility <> 0) "      \
                                                                        "AND " GAME_LISTED(        \
                                                                            "g",                   \
                                                                            VIEWER) ") p WHERE "   \
                                                                                    "(p.value, "   \
                                                                                    "p.id) "       \
                                                                                    "< " BEHIND    \
                                                                                    " ORDER BY "   \
                                                                                    "p.value "     \
                                                                                    "DESC, p.id "  \
                                                                                    "DESC" LIMIT)

/* What decides which games are picked out. */
enum pick { PICK_ACCOUNT, PICK_NAME, PICK_TAG, PICKS };

static struct query *open_picked(struct query *query, struct store_reader *reader, enum pick pick) {
    STATEMENTS(lists[PICKS],
               [PICK_ACCOUNT] = PICKED("SELECT game_id FROM seats WHERE account_id = ?22"
                                       " UNION SELECT id FROM games WHERE creator = ?22"),
               /* Without a CAST, for which SQLite would not search its index but read all of it. */
               [PICK_NAME] =
                   PICKED("SELECT id FROM games WHERE name IS NOT NULL AND lower(name) >= ?12"
                          " AND lower(name) < ?13"),
               [PICK_TAG] = PICKED("SELECT game_id FROM game_tags WHERE tag = CAST(?14 AS text)"));
    return query_open(query, reader, &lists[pick]);
}

/* ---- parameters ---- */

/* What is behind all texts that begin with a name. */
#define BEHIND_ALL "\xf4\x8f\xbf\xbf"

struct lookup {
    struct store_reader *reader;
    const struct store_search *search;
    bool (*fits)(int kind, struct store_bytes setup);
    struct store_found *found;
    struct store_search_place from; /* where a walk begins, */
    size_t scanned;                 /* and how many rows it has passed */
    bool facts;                     /* what is asked for is said by facts alone */
    bool few_names, few_tagged;
    char name[STORE_TITLE_SIZE], behind_name[STORE_TITLE_SIZE + sizeof BEHIND_ALL];
};

static void put_shared(struct query *query, const struct lookup *lookup, int64_t id,
                       int64_t limit) {
    const struct store_search *search = lookup->search;
    const int64_t all = ~0U;
    put_int(query, lookup->from.value);
    put_int(query, id);
    put_int(query, limit);
    put_int(query, search->kind);
    put_int(query, search->finished);
    put_int(query, search->unfinished);
    put_int(query, search->turns);
    put_int(query, search->road);
    put_int(query, search->comeback);
    put_int(query, search->statuses != 0 ? search->statuses : all);
    put_int(query, search->modes != 0 ? search->modes : all);
    put_lower(query, lookup->name);
    put_lower(query, lookup->behind_name);
    put_text(query, search->tag == NULL ? "" : search->tag);
}

static unsigned walk_of(const struct lookup *lookup) {
    enum store_search_order order = lookup->search->order;
    if (!lookup->facts && order == SEARCH_CREATED)
        return lookup->search->tag != NULL ? (unsigned)WALK_TAGGED
               : lookup->name[0] != '\0'   ? (unsigned)WALK_NAMED
                                           : order;
    if (!lookup->facts)
        return order;
    return order == SEARCH_CREATED ? (unsigned)WALK_CREATED_FACTS
           : order == SEARCH_MOVED ? (unsigned)SEARCH_FINISHED
                                   : order;
}

static int64_t scan_of(const struct lookup *lookup) {
    return lookup->name[0] != '\0' || lookup->search->tag != NULL ? FEW_NAMES
           : lookup->facts                                        ? SCAN_FACTS
           : lookup->search->order == SEARCH_CREATED              ? SCAN_ROWS
                                                                  : SCAN_EVENTS;
}

/* ---- reading ---- */

static void search_add_place(struct store_found *found, struct store_search_place place) {
    found->places[found->n++] = place;
}

/* Passes one row; false ends the walk. One more game is found than is asked for, which says that there is one. */
static bool pass_row(struct lookup *lookup, struct query *query, bool has_setup) {
    struct store_found *found = lookup->found;
    int64_t id = get_int(query);
    struct store_search_place place = {get_int(query), id};
    int64_t flag = get_int(query);
    struct store_bytes setup = has_setup ? get_bytes(query) : (struct store_bytes){NULL, 0};
    lookup->scanned++;
    lookup->from = place;
    if (flag >= PASSED_PUBLIC)
        found->last = place;
    if (flag == PASSED_FIT && (setup.data == NULL || lookup->fits(lookup->search->kind, setup)))
        search_add_place(found, place);
    return found->n <= lookup->search->limit;
}

/* Where a walk along events has passed no game that can be told: lets it end at a time, which tells nothing. False: all
 * that it has passed is of one time. */
static bool ends_at_time(struct lookup *lookup, unsigned walk) {
    int64_t at = lookup->from.value + 1;
    if (walk != SEARCH_MOVED || at >= lookup->search->behind.value)
        return false;
    lookup->found->last = (struct store_search_place){at, 0};
    return true;
}

/* Walks until enough is found, or the bound is reached with a public game to say so: the place of another game must not
 * be told. */
static enum store_result walk_along(struct lookup *lookup) {
    struct store_found *found = lookup->found;
    unsigned walk = walk_of(lookup);
    int64_t scan = scan_of(lookup);
    enum store_result result = STORE_OK;
    lookup->from = lookup->search->behind;
    do {
        int64_t id = lookup->from.id;
        struct query query;
        lookup->scanned = 0;
        /* Of an event the id has the game's above its number. */
        if (walk == SEARCH_MOVED && id <= INT64_MAX >> 20)
            id <<= 20;
        put_shared(open_walk(&query, lookup->reader, walk), lookup, id, scan);
        while (query_row(&query) && pass_row(lookup, &query, !lookup->facts)) {
        }
        result = query_close(&query);
        found->more = lookup->scanned == (size_t)scan && found->n <= lookup->search->limit;
    } while (result == STORE_OK && found->more && found->last.id == 0 &&
             !ends_at_time(lookup, walk));
    return result;
}

/* HIDDEN: only games that are not public. */
static enum store_result pick_out(struct lookup *lookup, int64_t account, bool hidden) {
    const struct store_search *search = lookup->search;
    struct store_found *found = lookup->found;
    struct query query;
    lookup->from = search->behind;
    put_shared(open_picked(&query, lookup->reader,
                           account != 0        ? PICK_ACCOUNT
                           : lookup->few_names ? PICK_NAME
                                               : PICK_TAG),
               lookup, search->behind.id,
               lookup->facts || search->kind < 0 ? (int64_t)search->limit + 1 : INT64_MAX);
    put_int(&query, search->viewer);
    put_int(&query, search->player);
    put_int(&query, search->other);
    put_int(&query, search->mine);
    put_int(&query, hidden);
    put_int(&query,
            lookup->facts && search->order == SEARCH_MOVED ? SEARCH_FINISHED : search->order);
    put_int(&query, lookup->facts);
    if (account != 0)
        put_int(&query, account);
    while (query_row(&query) && pass_row(lookup, &query, true)) {
    }
    found->more = false;
    return query_close(&query);
}

/* ---- both lists as one ---- */

static int by_place_falling(const void *left, const void *right) {
    const struct store_search_place *a = left, *b = right;
    if (a->value != b->value)
        return a->value < b->value ? 1 : -1;
    return (a->id < b->id) - (a->id > b->id);
}

/* Adds what was picked out to what the walk has found; what lies behind its end comes with the next search. */
static enum store_result add_hidden(struct lookup *lookup) {
    struct store_found *found = lookup->found, *hidden = malloc(sizeof *hidden);
    struct store_search_place both[2 * STORE_SEARCH_MAX];
    size_t limit = lookup->search->limit, n = found->n;
    enum store_result result = STORE_MEMORY;
    if (hidden == NULL)
        return result;
    *hidden = (struct store_found){.n = 0};
    lookup->found = hidden;
    result = pick_out(lookup, lookup->search->viewer, true);
    lookup->found = found;
    memcpy(both, found->places, n * sizeof *both);
    for (size_t i = 0; i < hidden->n && result == STORE_OK; i++)
        if (!found->more || by_place_falling(&hidden->places[i], &found->last) < 0)
            both[n++] = hidden->places[i];
    free(hidden);
    qsort(both, n, sizeof *both, by_place_falling);
    found->n = n <= limit ? n : limit + 1;
    memcpy(found->places, both, found->n * sizeof *both);
    return result;
}

static void end_found(struct store_found *found, size_t limit) {
    if (found->n > limit) {
        found->n = limit;
        found->more = true;
        found->last = found->places[limit - 1];
    } else if (!found->more && found->n > 0) {
        found->last = found->places[found->n - 1];
    }
}

/* ---- which way ---- */

/* Whether few games have such a name. */
static enum store_result look_at_name(struct lookup *lookup) {
    STATEMENT(named, "SELECT id FROM games WHERE name IS NOT NULL AND lower(name) >= ?"
                     " AND lower(name) < ? ORDER BY lower(name) LIMIT 1 OFFSET ?");
    struct query query;
    enum store_result result;
    snprintf(lookup->name, sizeof lookup->name, "%s", lookup->search->name);
    snprintf(lookup->behind_name, sizeof lookup->behind_name, "%s" BEHIND_ALL, lookup->name);
    query_open(&query, lookup->reader, &named);
    put_lower(&query, lookup->name);
    put_lower(&query, lookup->behind_name);
    put_int(&query, FEW_NAMES - 1);
    result = query_exists(&query);
    lookup->few_names = result == STORE_NONE;
    return result == STORE_NONE ? STORE_OK : result;
}

/* Whether few games have the tag. */
static enum store_result look_at_tag(struct lookup *lookup) {
    STATEMENT(tagged, "SELECT game_id FROM game_tags WHERE tag = ? ORDER BY game_id"
                      " LIMIT 1 OFFSET ?");
    struct query query;
    enum store_result result;
    query_open(&query, lookup->reader, &tagged);
    put_text(&query, lookup->search->tag);
    put_int(&query, FEW_NAMES - 1);
    result = query_exists(&query);
    lookup->few_tagged = result == STORE_NONE;
    return result == STORE_NONE ? STORE_OK : result;
}

static bool asks_for_facts(const struct store_search *search) {
    return search->order >= SEARCH_FINISHED || search->turns > 0 || search->road > 0 ||
           search->comeback > 0 || search->finished > 0 || search->unfinished < INT64_MAX;
}

/* Whether games that have facts are among those that are asked for. */
static bool asks_for_finished(const struct store_search *search) {
    return (search->statuses == 0 || (search->statuses >> STORE_GAME_FINISHED & 1) != 0) &&
           (search->modes == 0 || (search->modes >> STORE_MODE_PLAY & 1) != 0);
}

static enum store_result look_for(struct lookup *lookup) {
    const struct store_search *search = lookup->search;
    int64_t account = search->player != 0  ? search->player
                      : search->other != 0 ? search->other
                                           : search->mine;
    enum store_result result;
    if (lookup->facts && !asks_for_finished(search))
        return STORE_OK;
    if (account != 0 || lookup->few_names || lookup->few_tagged)
        return pick_out(lookup, account, false);
    result = walk_along(lookup);
    return result == STORE_OK && search->viewer != 0 ? add_hidden(lookup) : result;
}

enum store_result store_search(struct store_reader *reader, const struct store_search *search,
                               bool (*fits)(int kind, struct store_bytes setup),
                               struct store_found *found) {
    struct lookup lookup = {.reader = reader,
                            .search = search,
                            .fits = fits,
                            .found = found,
                            .facts = asks_for_facts(search)};
    enum store_result result = STORE_OK;
    assert(search->limit > 0 && search->limit < STORE_SEARCH_MAX);
    found->n = 0;
    found->more = false;
    found->last = (struct store_search_place){0, 0};
    if (search->name != NULL)
        result = look_at_name(&lookup);
    if (result == STORE_OK && search->tag != NULL)
        result = look_at_tag(&lookup);
    if (result == STORE_OK)
        result = look_for(&lookup);
    end_found(found, search->limit);
    return result;
}
