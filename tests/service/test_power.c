/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Power failure during play: of the writes not yet flushed any part can be on the disk, with torn pages. The server
 * starts from every such disk, and nothing it acknowledged is lost. POWER_IMAGES sets how many disks are tried,
 * POWER_SECONDS the time limit. */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/preload/record.h"
#include "tests/service/writers.h"
#include "tests/support/sanitized.h"
#include "tests/support/sql.h"

enum {
    SECTOR = 512, /* bytes that a disk writes atomically */
    MOVES = 250,  /* in each of the program's lives: enough for a checkpoint */
    LIVES = 2,
    IMAGES = 16,
    SECONDS = 3600,
};

static const char record_path[] = "power.record";
static const char image_db[] = "image.db";
static const char *const ends[RECORD_FILES] = {"", "-wal", "-journal"};

/* ---- the record ---- */

static char *record;
static long record_size;
static size_t *changes; /* where each begins */
static size_t n_changes;
static long games_made; /* the mark from which on all games are being played */

static long mark_now(void) {
    struct stat is;

    NEED(stat(record_path, &is) == 0, "nothing is recorded");
    return (long)is.st_size;
}

static struct record_change change_at(size_t i) {
    struct record_change change;

    memcpy(&change, record + changes[i], sizeof change);
    return change;
}

static const char *data_of(size_t i) {
    return record + changes[i] + sizeof(struct record_change);
}

/* Reads what is whole: a kill can tear the last change, which the program has not made then. */
static void read_record(void) {
    FILE *file = fopen(record_path, "rb");
    size_t whole = 0;

    record_size = mark_now();
    record = malloc((size_t)record_size);
    changes = malloc((size_t)record_size / sizeof(struct record_change) * sizeof *changes);
    NEED(file != NULL && record != NULL && changes != NULL &&
             fread(record, 1, (size_t)record_size, file) == (size_t)record_size,
         "the record cannot be read");
    fclose(file);
    n_changes = 0;
    for (size_t at = 0, head = sizeof(struct record_change); at + head <= (size_t)record_size;
         n_changes++) {
        changes[n_changes] = at;
        at += head + change_at(n_changes).size;
        if (at > (size_t)record_size)
            break;
        whole = at;
    }
    record_size = (long)whole;
}

static void forget_record(void) {
    free(record);
    free(changes);
}

static void drop_torn_change(void) {
    read_record();
    NEED(truncate(record_path, record_size) == 0, "the record cannot be cut");
    forget_record();
}

/* ---- images ---- */

struct content {
    char *data;
    size_t size, capacity;
    bool there;
};

static void resize(struct content *content, size_t size) {
    if (size > content->capacity) {
        content->capacity = 2 * size;
        content->data = realloc(content->data, content->capacity);
        NEED(content->data != NULL, "no memory");
    }
    if (size > content->size)
        memset(content->data + content->size, 0, size - content->size);
    content->size = size;
}

/* How much of the unflushed data is on the disk. */
enum luck { NOTHING, SOME, HALF, MOST, EVERYTHING, LUCKS };

static bool reaches(enum luck luck, struct random *random) {
    static const unsigned eighths[LUCKS] = {0, 1, 4, 7, 8};

    return random_below(random, 8) < eighths[luck];
}

static void apply(struct content *content, size_t i, enum luck luck, struct random *random) {
    struct record_change change = change_at(i);
    int64_t end = change.at + change.size;

    if (change.kind == RECORD_WRITE) {
        for (int64_t from = change.at, to; from < end; from = to) {
            to = (from / SECTOR + 1) * SECTOR < end ? (from / SECTOR + 1) * SECTOR : end;
            if (!reaches(luck, random))
                continue;
            content->there = true;
            if ((size_t)to > content->size)
                resize(content, (size_t)to);
            NEED(content->data != NULL, "no memory");
            memcpy(content->data + from, data_of(i) + (from - change.at), (size_t)(to - from));
        }
    } else if (change.kind == RECORD_TRUNCATE && reaches(luck, random)) {
        resize(content, (size_t)change.at);
    } else if (change.kind == RECORD_REMOVE && reaches(luck, random)) {
        *content = (struct content){.data = content->data, .capacity = content->capacity};
    }
}

static void write_file(const char *path, const struct content *content) {
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);

    NEED(fd >= 0 && write(fd, content->data, content->size) == (ssize_t)content->size,
         "%s cannot be written", path);
    close(fd);
}

/* The disk when the power fails after N changes. A flush writes all earlier changes of its file to the disk; the
 * removal of a file is known once its folder is flushed, which SQLite does before it changes any other file. */
static void make_image(size_t n, enum luck luck, struct random *random) {
    static const char *const more[] = {"-shm", ".lock"};
    char path[64];

    for (unsigned file = 0; file < RECORD_FILES; file++) {
        struct content content = {0};
        size_t flushed = 0;

        for (size_t i = 0; i < n; i++) {
            struct record_change change = change_at(i);

            if (change.file == file &&
                (change.kind == RECORD_FLUSH || (change.kind == RECORD_REMOVE && i + 1 < n)))
                flushed = i + 1;
        }
        for (size_t i = 0; i < n; i++)
            if (change_at(i).file == file)
                apply(&content, i, i < flushed ? EVERYTHING : luck, random);
        snprintf(path, sizeof path, "%s%s", image_db, ends[file]);
        (void)remove(path);
        if (content.there)
            write_file(path, &content);
        free(content.data);
    }
    for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
        snprintf(path, sizeof path, "%s%s", image_db, more[i]);
        (void)remove(path);
    }
}

/* ---- the test ---- */

static void start_recorded(void (*start)(void)) {
    char shim[4096];

    snprintf(shim, sizeof shim, "%s", test_binary());
    *strrchr(shim, '/') = '\0';
    snprintf(shim + strlen(shim), sizeof shim - strlen(shim), "/tests/record.so");
    NEED(setenv("LD_PRELOAD", shim, 1) == 0 && setenv("RECORD_TO", record_path, 1) == 0 &&
             setenv("RECORD_OF", writers_db, 1) == 0,
         "no memory");
    start();
    unsetenv("LD_PRELOAD");
}

static void start_again(void) {
    e2e_start(&writers_server, writers_db);
}

/* People play; the program is killed and restarted, and ends in the end. */
static void play(void) {
    remove(record_path);
    writers_mark = mark_now;
    start_recorded(writers_begin);
    games_made = mark_now();
    for (int life = 0; life < LIVES; life++) {
        if (life > 0)
            start_recorded(start_again);
        writers_write(MOVES);
        atomic_store(&writers_going_down, true);
        if (life + 1 < LIVES)
            e2e_kill(&writers_server);
        else
            e2e_stop(&writers_server);
        writers_join();
        drop_torn_change();
    }
}

static long setting(const char *name, long otherwise) {
    const char *given = getenv(name);

    return given != NULL ? strtol(given, NULL, 10) : otherwise;
}

static void try_image(size_t n, enum luck luck, struct random *random) {
    long mark = n < n_changes ? (long)changes[n] : record_size;

    make_image(n, luck, random);
    printf("after change %zu of %zu, luck %d\n", n, n_changes, (int)luck);
    e2e_start(&writers_server, image_db);
    if (mark >= games_made)
        writers_check_by(mark);
    e2e_kill(&writers_server);
    sql_check(image_db);
}

START_TEST(the_power_goes) {
    struct random random;
    long images = setting("POWER_IMAGES", IMAGES), tried = 0, flushes = 0;
    int64_t until = e2e_now_ms() + 1000 * setting("POWER_SECONDS", SECONDS);

    if (SANITIZED) /* nothing can be preloaded before a sanitizer */
        return;
    play();
    read_record();
    random = writers[0].person.random;
    for (size_t i = 0; i < n_changes; i++)
        flushes += change_at(i).kind == RECORD_FLUSH;
    for (; tried < images && e2e_now_ms() < until; tried++) {
        size_t n = tried == 0 ? n_changes : random_below(&random, (uint32_t)n_changes + 1);
        enum luck luck = tried == 0 ? EVERYTHING : (enum luck)random_below(&random, LUCKS);

        /* The first is what the program itself has left. Others are usually where as much as possible is not flushed
         * yet, or nothing. */
        while (n < n_changes && random_below(&random, 4) > 0 && change_at(n).kind != RECORD_FLUSH)
            n++;
        try_image(n, luck, &random);
    }
    printf("power: %ld images, %zu changes, %ld flushes, %u moves answered\n", tried, n_changes,
           flushes, atomic_load(&writers_answered));
    forget_record();
    writers_end();
}
END_TEST

static Suite *suite(void) {
    return test_suite("power", (const struct test_case[]){
                                   {"power", the_power_goes, .timeout_s = 7200},
                                   {0},
                               });
}
TEST_MAIN(suite)
