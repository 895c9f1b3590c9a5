/* SPDX-License-Identifier: AGPL-3.0-or-later */

/*
 * A layer (VFS) between SQLite and the disk that detects damage: it passes on no page that differs from what was
 * written.
 *
 * In the database's file the last PAGE_MARK bytes of each page hold its mark, computed from the other bytes and
 * the page's number. The layer writes it with the page and compares it at each read. SQLite leaves these bytes
 * alone if the header says so (byte 20, the reserved bytes of a page): an older file has no room for marks until
 * sqlite_make_room is called.
 *
 * Pages in the write-ahead log have no mark there. The process remembers the marks of frames that it has written
 * (frames.c); for other frames the layer compares SQLite's own checksum, which SQLite itself only checks after a
 * crash.
 */
#include "db/chain.h"
#include "db/sqlite/frames.h"
#include "db/sqlite/page_file.h"

#include <pthread.h>
#include <stddef.h>
#include <string.h>

enum {
    LANES = 4,           /* values computed in parallel, which takes a third of the time */
    HEADER_SIZE = 100,   /* of the database's file, in its first page */
    HEADER_RESERVED = 20 /* its byte with the number of reserved bytes of each page */
};

static const char name_of_layer[] = "hexpost";

static struct page_file *page_file_of(sqlite3_file *file) {
    return (struct page_file *)file;
}

static sqlite3_file *real_file(sqlite3_file *file) {
    return page_file_of(file)->real;
}

/* ---------------------------------------------------------------------------------- marks -- */

uint64_t page_mark(const uint8_t *page, int64_t number) {
    uint64_t lanes[LANES] = {1, 2, 3, 4}, mark = (uint64_t)number;
    size_t at = 0;
    for (; at + LANES * sizeof *lanes <= PAGE_SIZE - PAGE_MARK; at += LANES * sizeof *lanes)
        for (size_t i = 0; i < LANES; i++)
            lanes[i] = chain_mix(lanes[i], chain_word(page + at + i * sizeof *lanes));
    for (; at < PAGE_SIZE - PAGE_MARK; at += sizeof mark)
        mark = chain_mix(mark, chain_word(page + at));
    for (size_t i = 0; i < LANES; i++)
        mark = chain_mix(mark, lanes[i]);
    return mark;
}
_Static_assert((int)PAGE_MARK == (int)CHAIN_SIZE && (int)PAGE_SIZE % (int)CHAIN_SIZE == 0,
               "pages are whole words");

static bool has_its_mark(const uint8_t *page, int64_t number) {
    return chain_word(page + (PAGE_SIZE - PAGE_MARK)) == page_mark(page, number);
}

/* A file without marks cannot be compared. But if the first page's mark would be right with the byte that
 * says there are marks, then this byte is damaged. */
static bool lost_its_marks(const uint8_t *first) {
    uint8_t page[PAGE_SIZE];
    memcpy(page, first, PAGE_SIZE);
    page[HEADER_RESERVED] = PAGE_MARK;
    return has_its_mark(page, 1);
}

static bool is_page(int len, sqlite3_int64 at) {
    return len == PAGE_SIZE && at % PAGE_SIZE == 0;
}

static void note_header(struct page_file *file, const uint8_t *data, int len, sqlite3_int64 at) {
    if (at == 0 && len >= HEADER_SIZE)
        file->marked = data[HEADER_RESERVED] == PAGE_MARK;
}

static bool page_is_whole(struct page_file *file, const uint8_t *data, int len, sqlite3_int64 at) {
    note_header(file, data, len, at);
    if (!is_page(len, at)) /* only the header */
        return true;
    if (!file->marked)
        return at != 0 || !lost_its_marks(data);
    return has_its_mark(data, at / PAGE_SIZE + 1);
}

/* --------------------------------------------------------------------- reading and writing -- */

int page_report_damage(struct page_file *database, int64_t number, bool in_log) {
    struct page_watch *watch = &database->watch;
    watch->page = number;
    watch->in_log = in_log;
    if (watch->found != NULL)
        watch->found(watch->context, number, in_log);
    return PAGE_DAMAGED;
}

static int read_from_disk(struct page_file *file, void *data, int len, sqlite3_int64 at) {
    int rc = file->real->pMethods->xRead(file->real, data, len, at);
    return rc != SQLITE_OK || file->kind != FILE_DATABASE || page_is_whole(file, data, len, at)
               ? rc
               : page_report_damage(file, at / PAGE_SIZE + 1, false);
}

/* Reads a page of the database, which the process may have a copy of. */
static int read_page(struct page_file *file, struct copies *copies, void *data, sqlite3_int64 at) {
    struct file_state before, after;
    int64_t number = at / PAGE_SIZE + 1;
    bool known = file_state_of(file->index, &before);
    if (known && copies_take(copies, &before, number, data)) {
        note_header(file, data, PAGE_SIZE, at);
        return SQLITE_OK;
    }
    int rc = read_from_disk(file, data, PAGE_SIZE, at);
    if (rc == SQLITE_OK && known && file_state_of(file->index, &after) &&
        same_file_state(&before, &after))
        copies_keep(copies, &before, number, data);
    return rc;
}

/* Who looks for damage reads what is on the disk. */
static int on_read(sqlite3_file *file, void *data, int len, sqlite3_int64 at) {
    struct page_file *ours = page_file_of(file);
    if (ours->kind == FILE_LOG)
        return log_read(ours, data, len, at);
    bool copied = ours->kind == FILE_DATABASE && ours->log != NULL && ours->watch.found == NULL &&
                  is_page(len, at);
    struct copies *copies = copied ? frames_copies(ours->log->frames) : NULL;
    return copies != NULL ? read_page(ours, copies, data, at) : read_from_disk(ours, data, len, at);
}

static int write_with_mark(struct page_file *file, const void *data, sqlite3_int64 at) {
    uint8_t page[PAGE_SIZE];
    memcpy(page, data, PAGE_SIZE - PAGE_MARK);
    chain_put(page + (PAGE_SIZE - PAGE_MARK), page_mark(page, at / PAGE_SIZE + 1));
    return file->real->pMethods->xWrite(file->real, page, PAGE_SIZE, at);
}

static int on_write(sqlite3_file *file, const void *data, int len, sqlite3_int64 at) {
    struct page_file *ours = page_file_of(file);
    bool page = ours->kind == FILE_DATABASE && is_page(len, at);
    if (ours->kind == FILE_LOG)
        return log_write(ours, data, len, at);
    if (page && at == 0)
        ours->marked = ((const uint8_t *)data)[HEADER_RESERVED] == PAGE_MARK;
    return page && ours->marked ? write_with_mark(ours, data, at)
                                : ours->real->pMethods->xWrite(ours->real, data, len, at);
}

static void page_file_free(struct page_file *file) {
    if (file->frames != NULL)
        frames_leave(file->frames);
    sqlite3_free(file->real);
}

static int on_close(sqlite3_file *file) {
    struct page_file *ours = page_file_of(file);
    int rc = ours->real->pMethods->xClose(ours->real);
    if (ours->kind == FILE_LOG)
        ours->database->log = NULL;
    page_file_free(ours);
    return rc;
}

/* What is held comes before anything that is about the whole file. */
static int write_held_first(sqlite3_file *file) {
    return page_file_of(file)->kind == FILE_LOG ? log_write_held(page_file_of(file)) : SQLITE_OK;
}

static int on_truncate(sqlite3_file *file, sqlite3_int64 size) {
    int rc = write_held_first(file);
    return rc != SQLITE_OK ? rc : real_file(file)->pMethods->xTruncate(real_file(file), size);
}
static int on_sync(sqlite3_file *file, int flags) {
    int rc = write_held_first(file);
    return rc != SQLITE_OK ? rc : real_file(file)->pMethods->xSync(real_file(file), flags);
}
static int on_size(sqlite3_file *file, sqlite3_int64 *size) {
    int rc = write_held_first(file);
    return rc != SQLITE_OK ? rc : real_file(file)->pMethods->xFileSize(real_file(file), size);
}

/* The rest goes straight through. */
static int on_lock(sqlite3_file *file, int level) {
    return real_file(file)->pMethods->xLock(real_file(file), level);
}
static int on_unlock(sqlite3_file *file, int level) {
    return real_file(file)->pMethods->xUnlock(real_file(file), level);
}
static int on_check(sqlite3_file *file, int *reserved) {
    return real_file(file)->pMethods->xCheckReservedLock(real_file(file), reserved);
}
static int on_control(sqlite3_file *file, int code, void *argument) {
    return real_file(file)->pMethods->xFileControl(real_file(file), code, argument);
}
static int on_sector(sqlite3_file *file) {
    return real_file(file)->pMethods->xSectorSize(real_file(file));
}
static int on_device(sqlite3_file *file) {
    return real_file(file)->pMethods->xDeviceCharacteristics(real_file(file));
}
static void on_shm_barrier(sqlite3_file *file) {
    real_file(file)->pMethods->xShmBarrier(real_file(file));
}

/* ----------------------------------------------------------------------- the log's index -- */

static int on_shm_map(sqlite3_file *file, int region, int size, int extend,
                      void volatile **memory) {
    int rc = real_file(file)->pMethods->xShmMap(real_file(file), region, size, extend, memory);
    if (rc == SQLITE_OK && region == 0)
        page_file_of(file)->index = (const volatile uint32_t *)*memory;
    return rc;
}

static int on_shm_unmap(sqlite3_file *file, int remove) {
    page_file_of(file)->index = NULL;
    return real_file(file)->pMethods->xShmUnmap(real_file(file), remove);
}

static int on_shm_lock(sqlite3_file *file, int offset, int n, int flags) {
    struct page_file *ours = page_file_of(file);
    if (offset != LOCK_OF_WRITER || (flags & SQLITE_SHM_EXCLUSIVE) == 0)
        return ours->real->pMethods->xShmLock(ours->real, offset, n, flags);
    return (flags & SQLITE_SHM_LOCK) != 0 ? log_lock_writer(ours, n, flags)
                                          : log_unlock_writer(ours, n, flags);
}

/* Without xFetch: nothing is read past on_read by way of mapped memory. */
static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = on_close,
    .xRead = on_read,
    .xWrite = on_write,
    .xTruncate = on_truncate,
    .xSync = on_sync,
    .xFileSize = on_size,
    .xLock = on_lock,
    .xUnlock = on_unlock,
    .xCheckReservedLock = on_check,
    .xFileControl = on_control,
    .xSectorSize = on_sector,
    .xDeviceCharacteristics = on_device,
    .xShmMap = on_shm_map,
    .xShmLock = on_shm_lock,
    .xShmBarrier = on_shm_barrier,
    .xShmUnmap = on_shm_unmap,
};

/* ------------------------------------------------------------------------- the layer itself -- */

static enum page_file_kind page_kind_of(int flags) {
    if ((flags & SQLITE_OPEN_MAIN_DB) != 0)
        return FILE_DATABASE;
    return (flags & SQLITE_OPEN_WAL) != 0 ? FILE_LOG : FILE_OTHER;
}

static int on_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out) {
    struct page_file *ours = page_file_of(file);
    sqlite3_vfs *disk = sqlite3_vfs_find(NULL);
    (void)vfs;
    *ours = (struct page_file){.kind = page_kind_of(flags)};
    ours->real = sqlite3_malloc(disk->szOsFile);
    if (ours->kind == FILE_LOG)
        ours->frames = frames_join(name);
    if (ours->real == NULL || (ours->kind == FILE_LOG && ours->frames == NULL)) {
        page_file_free(ours);
        return SQLITE_NOMEM;
    }
    memset(ours->real, 0, (size_t)disk->szOsFile);
    int rc = disk->xOpen(disk, name, ours->real, flags, out);
    if (ours->real->pMethods == NULL) {
        page_file_free(ours);
        return rc;
    }
    file->pMethods = &methods;
    if (ours->kind == FILE_LOG) {
        ours->database = page_file_of(sqlite3_database_file_object(name));
        ours->database->log = ours;
    }
    return rc;
}

static void register_layer(void) {
    static sqlite3_vfs layer;
    layer = *sqlite3_vfs_find(NULL);
    layer.zName = name_of_layer;
    layer.szOsFile = (int)sizeof(struct page_file);
    layer.xOpen = on_open;
    layer.pNext = NULL;
    sqlite3_vfs_register(&layer, 0);
}

const char *pages_layer(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, register_layer);
    return name_of_layer;
}

/* NULL: the connection has no file. */
static struct page_file *file_of(sqlite3 *db) {
    sqlite3_file *file = NULL;
    int rc = sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    return rc == SQLITE_OK && file != NULL && file->pMethods == &methods ? page_file_of(file)
                                                                         : NULL;
}

struct page_watch *pages_watch(sqlite3 *db) {
    struct page_file *file = file_of(db);
    return file == NULL ? NULL : &file->watch;
}

bool pages_marked(sqlite3 *db) {
    const struct page_file *file = file_of(db);
    return file != NULL && file->marked;
}

void pages_mark(sqlite3 *db, bool marked) {
    struct page_file *file = file_of(db);
    if (file != NULL)
        file->marked = marked;
}

bool pages_wrote_last(sqlite3 *db, uint32_t *others) {
    const struct page_file *file = file_of(db);
    if (file == NULL || file->log == NULL || !frames_are_current(file->log->frames, file->index))
        return false;
    *others = frames_others(file->log->frames);
    return true;
}

void pages_hold_frames(sqlite3 *db) {
    struct page_file *file = file_of(db);
    if (file != NULL)
        file->holds = true;
}
