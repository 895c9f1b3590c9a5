/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* hexpost export: the records of all public games that are over, a compressed file a month, for whoever wants to download
 * them. Run it again and again: a month that is as it was is not written again. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "db/library.h"
#include "service/api/record.h"
#include "service/app/app.h"
#include "service/cli/cli.h"
#include "service/http/gzip.h"

enum {
    FORMAT = 1, /* of the index, and of what stands in the files */
    PAGE_GAMES = 500,
    PIECE = 256 << 10, /* bytes of records that are compressed at once */
    MONTH_SIZE = 8,    /* "2026-03" */
    PATH_SIZE = 4096,
    HEX_SIZE = 2 * crypto_hash_sha256_BYTES + 1,
    SETTLED_MS = 30 * 1000, /* games that ended later may still have others committed before them */
};

static const char index_name[] = "index.json", sums_name[] = "SHA256SUMS";

struct dump {
    struct app app;
    struct store_reader *reader;
    const char *folder;
    int64_t until;    /* games that ended before */
    json_t *old;      /* months of the index that is there, by name */
    json_t *months;   /* of the new one */
    unsigned written; /* files */
};

/* ---- files ---- */

/* What is written gets its name only when it is whole. */
struct part {
    char path[PATH_SIZE], temporary[PATH_SIZE];
    FILE *file;
    crypto_hash_sha256_state sum;
    int64_t bytes;
};

static bool say_file(const char *doing, const char *path) {
    fprintf(stderr, "hexpost: cannot %s %s: %s\n", doing, path, strerror(errno));
    return false;
}

static bool part_begin(struct part *part, const char *folder, const char *name) {
    *part = (struct part){0};
    if (snprintf(part->path, PATH_SIZE, "%s/%s", folder, name) >= PATH_SIZE ||
        snprintf(part->temporary, PATH_SIZE, "%s/.%s.part", folder, name) >= PATH_SIZE) {
        errno = ENAMETOOLONG;
        return say_file("write", folder);
    }
    part->file = fopen(part->temporary, "wb");
    crypto_hash_sha256_init(&part->sum);
    return part->file != NULL || say_file("write", part->temporary);
}

static bool part_add(struct part *part, const void *data, size_t size) {
    crypto_hash_sha256_update(&part->sum, data, size);
    part->bytes += (int64_t)size;
    return fwrite(data, 1, size, part->file) == size || say_file("write", part->temporary);
}

static void write_hex(const uint8_t hash[crypto_hash_sha256_BYTES], char hex[HEX_SIZE]) {
    sodium_bin2hex(hex, HEX_SIZE, hash, crypto_hash_sha256_BYTES);
}

/* GOOD: all was added; else nothing comes of it. HEX may be NULL. */
static bool part_end(struct part *part, bool good, char hex[HEX_SIZE]) {
    uint8_t hash[crypto_hash_sha256_BYTES];
    bool flushed = fflush(part->file) == 0 && fsync(fileno(part->file)) == 0;

    crypto_hash_sha256_final(&part->sum, hash);
    if (hex != NULL)
        write_hex(hash, hex);
    flushed = fclose(part->file) == 0 && flushed;
    if (good && flushed && rename(part->temporary, part->path) == 0)
        return true;
    if (good)
        say_file("write", part->path);
    unlink(part->temporary);
    return false;
}

/* So that names last as the files do. */
static bool sync_folder(const char *folder) {
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool synced = fd >= 0 && fsync(fd) == 0;

    if (fd >= 0)
        close(fd);
    return synced || say_file("write", folder);
}

/* ---- games of a month ---- */

struct month {
    char name[MONTH_SIZE];
    int64_t begin, end;
};

static int64_t month_begin(int year, int month) {
    struct tm utc = {.tm_year = year, .tm_mon = month, .tm_mday = 1};

    return (int64_t)timegm(&utc) * 1000;
}

static void month_of(int64_t at, struct month *month) {
    time_t seconds = (time_t)(at / 1000);
    struct tm utc;

    gmtime_r(&seconds, &utc);
    strftime(month->name, sizeof month->name, "%Y-%m", &utc);
    month->begin = month_begin(utc.tm_year, utc.tm_mon);
    month->end = month_begin(utc.tm_year, utc.tm_mon + 1);
}

struct places {
    struct store_library_place items[PAGE_GAMES];
    size_t n;
};

static bool note_place(void *context, const struct store_library_game *game) {
    struct places *places = context;

    places->items[places->n++] = game->place;
    return true;
}

static bool dump_read_places(const struct dump *dump, struct store_library_place behind,
                             int64_t until, unsigned limit, struct places *places) {
    const struct store_library_filter filter = {
        .mode = STORE_MODE_PLAY, .bots = -1, .rated = -1, .until = until, .behind = behind};
    enum store_result result;

    places->n = 0;
    result = store_library_list(dump->reader, &filter, limit, note_place, places);
    if (result != STORE_OK)
        fprintf(stderr, "hexpost: cannot list games (%s)\n", store_result_name(result));
    return result == STORE_OK;
}

/* A game in the form that is asked for; nothing where it cannot be read, or has gone meanwhile. False: nothing more can be
 * read. */
static bool dump_add_game(const struct dump *dump, int64_t id, enum record_form form,
                          struct buffer *body, uint64_t *mark) {
    size_t size = body->size;
    struct load load;
    enum store_result result = load_open_by_id(&load, dump->reader, id);

    *mark = load.row.last_mark;
    if (result == STORE_OK)
        result = api_record_write(&dump->app, &load, form, body);
    load_end(&load);
    if (result == STORE_OK)
        return true;
    body->size = size;
    if (result != STORE_DAMAGED && result != STORE_NONE)
        fprintf(stderr, "hexpost: cannot read a game (%s)\n", store_result_name(result));
    return result == STORE_DAMAGED || result == STORE_NONE;
}

/* Calls EACH for every game of the month. */
static bool walk_month(const struct dump *dump, const struct month *month,
                       bool (*each)(const struct dump *dump, int64_t id, void *context),
                       void *context) {
    struct store_library_place behind = {month->begin - 1, INT64_MAX};
    int64_t until = month->end < dump->until ? month->end : dump->until;
    struct places *places = malloc(sizeof *places);
    bool good = places != NULL;

    do {
        good = good && dump_read_places(dump, behind, until, PAGE_GAMES, places);
        for (size_t i = 0; good && i < places->n; i++)
            good = each(dump, places->items[i].id, context);
        if (good && places->n > 0)
            behind = places->items[places->n - 1];
    } while (good && places->n == PAGE_GAMES);
    free(places);
    return good;
}

/* ---- whether a month is as it was ---- */

struct state {
    crypto_hash_sha256_state sum;
    int64_t games;
};

/* What a record is made of, without its log, which its mark stands for. */
static bool add_state(const struct dump *dump, int64_t id, void *context) {
    struct state *state = context;
    struct buffer line;
    uint64_t mark;
    bool good;

    buffer_init(&line, API_RECORD_MAX);
    good = dump_add_game(dump, id, RECORD_CSV, &line, &mark) && !line.failed;
    if (good && line.size > 0) {
        crypto_hash_sha256_update(&state->sum, (const uint8_t *)line.data, line.size);
        crypto_hash_sha256_update(&state->sum, (const uint8_t *)&mark, sizeof mark);
        state->games++;
    }
    buffer_free(&line);
    return good;
}

static bool month_state(const struct dump *dump, const struct month *month, int64_t *games,
                        char hex[HEX_SIZE]) {
    uint8_t hash[crypto_hash_sha256_BYTES];
    struct state state = {.games = 0};
    bool good;

    crypto_hash_sha256_init(&state.sum);
    good = walk_month(dump, month, add_state, &state);
    crypto_hash_sha256_final(&state.sum, hash);
    write_hex(hash, hex);
    *games = state.games;
    return good;
}

static bool is_as_it_was(const struct dump *dump, const json_t *old, const char *state) {
    const char *file = json_string_value(json_object_get(old, "file"));
    const char *was = json_string_value(json_object_get(old, "state"));
    char path[PATH_SIZE];
    struct stat found;

    return file != NULL && was != NULL && strcmp(was, state) == 0 && strchr(file, '/') == NULL &&
           snprintf(path, sizeof path, "%s/%s", dump->folder, file) < PATH_SIZE &&
           stat(path, &found) == 0 &&
           found.st_size == json_integer_value(json_object_get(old, "bytes"));
}

/* ---- writing a month ---- */

struct packing {
    struct part part;
    struct gzip *gzip;
    struct buffer piece;
};

static bool send_piece(struct packing *packing, bool end) {
    bool good;

    gzip_piece(packing->gzip, &packing->piece, end);
    good = !packing->piece.failed &&
           part_add(&packing->part, packing->piece.data, packing->piece.size);
    buffer_free(&packing->piece);
    buffer_init(&packing->piece, API_RECORD_MAX + PIECE);
    return good;
}

static bool pack_game(const struct dump *dump, int64_t id, void *context) {
    struct packing *packing = context;
    size_t before = packing->piece.size;
    uint64_t mark;

    if (!dump_add_game(dump, id, RECORD_WHOLE, &packing->piece, &mark))
        return false;
    if (packing->piece.size > before)
        buffer_byte(&packing->piece, '\n');
    return packing->piece.size < PIECE || send_piece(packing, false);
}

static bool write_month(const struct dump *dump, const struct month *month, const char *file,
                        int64_t *bytes, char hex[HEX_SIZE]) {
    struct packing packing = {.gzip = gzip_new(GZIP_LARGE)};
    bool good = packing.gzip != NULL && part_begin(&packing.part, dump->folder, file);

    if (good) {
        buffer_init(&packing.piece, API_RECORD_MAX + PIECE);
        good = walk_month(dump, month, pack_game, &packing) && send_piece(&packing, true);
        good = part_end(&packing.part, good, hex);
        buffer_free(&packing.piece);
    }
    gzip_free(packing.gzip);
    *bytes = packing.part.bytes;
    return good;
}

/* Adds the month to the new index; writes its file where that is not as it was. */
static bool dump_month(struct dump *dump, const struct month *month) {
    char file[32], state[HEX_SIZE], hex[HEX_SIZE];
    const json_t *old = json_object_get(dump->old, month->name);
    int64_t games, bytes;

    if (!month_state(dump, month, &games, state))
        return false;
    if (games == 0)
        return true;
    if (is_as_it_was(dump, old, state))
        return json_array_append(dump->months, (json_t *)old) == 0;
    snprintf(file, sizeof file, "%s.ndjson.gz", month->name);
    if (!write_month(dump, month, file, &bytes, hex))
        return false;
    dump->written++;
    return json_array_append_new(dump->months,
                                 json_pack("{s:s, s:s, s:I, s:I, s:s, s:s}", "month", month->name,
                                           "file", file, "games", (json_int_t)games, "bytes",
                                           (json_int_t)bytes, "sha256", hex, "state", state)) == 0;
}

static bool dump_months(struct dump *dump) {
    struct store_library_place behind = {0, 0};
    struct places *first = malloc(sizeof *first);
    bool good = first != NULL;

    while (good && dump_read_places(dump, behind, dump->until, 1, first) && first->n > 0) {
        struct month month;

        month_of(first->items[0].at, &month);
        good = dump_month(dump, &month);
        behind = (struct store_library_place){month.end - 1, INT64_MAX};
    }
    good = good && first->n == 0;
    free(first);
    return good;
}

/* ---- the index ---- */

/* The months of the index that is there; none where another version wrote it, whose records may differ. */
static void read_index(struct dump *dump) {
    char path[PATH_SIZE];
    const json_t *months;
    json_t *index;

    snprintf(path, sizeof path, "%s/%s", dump->folder, index_name);
    index = json_load_file(path, 0, NULL);
    months = json_object_get(index, "months");
    if (json_integer_value(json_object_get(index, "format")) == FORMAT &&
        json_is_string(json_object_get(index, "version")) &&
        strcmp(json_string_value(json_object_get(index, "version")), HEXPOST_VERSION) == 0 &&
        json_is_string(json_object_get(index, "site")) &&
        strcmp(json_string_value(json_object_get(index, "site")), app_site(&dump->app)) == 0)
        for (size_t i = 0; i < json_array_size(months); i++) {
            json_t *month = json_array_get(months, i);

            json_object_set(dump->old, json_string_value(json_object_get(month, "month")), month);
        }
    json_decref(index);
}

static bool dump_write_text(const struct dump *dump, const char *name, const char *text) {
    struct part part;

    if (!part_begin(&part, dump->folder, name))
        return false;
    return part_end(&part, part_add(&part, text, strlen(text)), NULL);
}

static bool dump_write_sums(const struct dump *dump) {
    struct buffer text;
    const json_t *month;
    bool good;
    size_t i;

    buffer_init(&text, SIZE_MAX);
    json_array_foreach(dump->months, i, month) {
        buffer_format(&text, "%s  %s\n", json_string_value(json_object_get(month, "sha256")),
                      json_string_value(json_object_get(month, "file")));
    }
    buffer_byte(&text, '\0');
    good = !text.failed && dump_write_text(dump, sums_name, text.data);
    buffer_free(&text);
    return good;
}

static bool write_index(const struct dump *dump) {
    json_t *index;
    char *text;
    bool good;

    index = json_pack("{s:i, s:s, s:s, s:O}", "format", FORMAT, "version", HEXPOST_VERSION, "site",
                      app_site(&dump->app), "months", dump->months);
    text = index == NULL ? NULL : json_dumps(index, JSON_INDENT(1));
    good = text != NULL && dump_write_text(dump, index_name, text);
    free(text);
    json_decref(index);
    return good;
}

/* Files of months of which no game is left. */
static void remove_empty(const struct dump *dump) {
    const json_t *month, *still;
    const char *name;
    char path[PATH_SIZE];
    size_t i;

    json_array_foreach(dump->months, i, still) {
        json_object_del(dump->old, json_string_value(json_object_get(still, "month")));
    }
    json_object_foreach(dump->old, name, month) {
        snprintf(path, sizeof path, "%s/%s.ndjson.gz", dump->folder, name);
        unlink(path);
    }
}

/* ---- the command ---- */

static bool dump_all(struct dump *dump) {
    read_index(dump);
    if (!dump_months(dump) || !dump_write_sums(dump) || !write_index(dump) ||
        !sync_folder(dump->folder))
        return false;
    printf("%zu months, %u of them written\n", json_array_size(dump->months), dump->written);
    remove_empty(dump);
    return fflush(stdout) == 0;
}

static bool dump_store(struct dump *dump) {
    bool good;

    dump->reader = store_reader_get(dump->app.store);
    dump->old = json_object();
    dump->months = json_array();
    dump->until = app_now() - SETTLED_MS;
    good = dump->reader != NULL && dump->old != NULL && dump->months != NULL && dump_all(dump);
    json_decref(dump->months);
    json_decref(dump->old);
    return good;
}

int cli_export(int argc, char **argv) {
    const char *folder = cli_take_argument("--dump", &argc, argv);
    struct config config;
    struct dump dump = {.app.config = &config, .folder = folder};
    bool good;

    if (!cli_config(&config, argc, argv))
        return 2;
    if (folder == NULL || *folder == '\0') {
        fprintf(stderr, "hexpost: say where to write the files with --dump FOLDER\n");
        return 2;
    }
    if (mkdir(folder, 0755) != 0 && errno != EEXIST) {
        say_file("make", folder);
        return 1;
    }
    if (store_open(&dump.app.store, &(struct store_options){.path = config.db,
                                                            .read_only = true,
                                                            .log = cli_store_log}) != STORE_OK)
        return 1;
    good = dump_store(&dump);
    store_close(dump.app.store);
    return good ? 0 : 1;
}
