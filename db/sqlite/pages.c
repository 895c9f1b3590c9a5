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
#include "db/sqlite/sqlite.h"

#include <pthread.h>
#include <stddef.h>
#include <string.h>

enum {
    LANES = 4,           /* values computed in parallel, which takes a third of the time */
    HEADER_SIZE = 100,   /* of the database's file, in its first page */
    HEADER_RESERVED = 20 /* its byte with the number of reserved bytes of each page */
};

/* The write-ahead log, by SQLite's description of the format. */
enum {
    LOG_HEADER_SIZE = 32,
    LOG_HEADER_SUM = 24, /* where the header's checksum is */
    FRAME_HEADER_SIZE = 24,
    FRAME_SUMMED = 8, /* bytes of a frame's header covered by its checksum, before the page */
    FRAME_SUM = 16,   /* where the checksum is */
    FRAME_SIZE = FRAME_HEADER_SIZE + PAGE_SIZE,
    SUM_SIZE = 8
};

enum page_file_kind { FILE_OTHER, FILE_DATABASE, FILE_LOG };

struct page_file {
    sqlite3_file base;
    sqlite3_file *real;
    enum page_file_kind kind;
    /* For a database: */
    bool marked; /* each page has a mark, by the first page as last seen */
    struct page_watch watch;
    /* For a log: */
    struct page_file *database; /* that it belongs to */
    struct frames *frames;      /* the marks of what was written to it */
};

static const char name_of_layer[] = "hexpost";

static struct page_file *page_file_of(sqlite3_file *file) {
    return (struct page_file *)file;
}

static sqlite3_file *real_file(sqlite3_file *file) {
    return page_file_of(file)->real;
}

/* ---------------------------------------------------------------------------------- marks -- */

static uint64_t page_mark(const uint8_t *page, int64_t number) {
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

static bool page_is_whole(struct page_file *file, const uint8_t *data, int len, sqlite3_int64 at) {
    if (at == 0 && len >= HEADER_SIZE)
        file->marked = data[HEADER_RESERVED] == PAGE_MARK;
    if (len != PAGE_SIZE || at % PAGE_SIZE != 0) /* only the header */
        return true;
    if (!file->marked)
        return at != 0 || !lost_its_marks(data);
    return has_its_mark(data, at / PAGE_SIZE + 1);
}

/* -------------------------------------------------------------------------------- frames -- */

static uint32_t big_word(const uint8_t *at) {
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static uint32_t small_word(const uint8_t *at) {
    return (uint32_t)at[3] << 24 | (uint32_t)at[2] << 16 | (uint32_t)at[1] << 8 | at[0];
}

/* Continues the log's checksum over more bytes. */
static void carry_sum(uint32_t sum[2], const uint8_t *data, size_t size, bool big) {
    for (size_t i = 0; i < size; i += SUM_SIZE) {
        sum[0] += (big ? big_word(data + i) : small_word(data + i)) + sum[1];
        sum[1] += (big ? big_word(data + i + 4) : small_word(data + i + 4)) + sum[0];
    }
}

/* before: the checksum up to the frame, as stored in the log. */
static bool has_its_sum(const uint8_t *header, const uint8_t *page, const uint8_t *before,
                        bool big) {
    uint32_t sum[2] = {big_word(before), big_word(before + 4)};
    carry_sum(sum, header, FRAME_SUMMED, big);
    carry_sum(sum, page, PAGE_SIZE, big);
    return sum[0] == big_word(header + FRAME_SUM) && sum[1] == big_word(header + FRAME_SUM + 4);
}

/* Whether a read or write at AT is the page of a frame. */
static bool is_frame(int len, sqlite3_int64 at) {
    return len == PAGE_SIZE && at >= LOG_HEADER_SIZE + FRAME_HEADER_SIZE &&
           (at - LOG_HEADER_SIZE - FRAME_HEADER_SIZE) % FRAME_SIZE == 0;
}

static int64_t frame_number(sqlite3_int64 at) {
    return (at - LOG_HEADER_SIZE) / FRAME_SIZE;
}

static bool is_as_written(struct page_file *file, const uint8_t *page, sqlite3_int64 at) {
    int64_t frame = frame_number(at);
    return frames_has(file->frames, frame, page_mark(page, frame));
}

/* Compares SQLite's checksum of a frame, in either byte order, as it depends on the processor that started the
 * log. *number: of the page. */
static int compare_sum(struct page_file *file, const uint8_t *page, sqlite3_int64 at, bool *whole,
                       int64_t *number) {
    uint8_t header[FRAME_HEADER_SIZE], before[SUM_SIZE];
    sqlite3_int64 frame = at - FRAME_HEADER_SIZE;
    int rc = file->real->pMethods->xRead(file->real, header, sizeof header, frame);
    if (rc == SQLITE_OK)
        rc = file->real->pMethods->xRead(file->real, before, sizeof before,
                                         frame == LOG_HEADER_SIZE ? LOG_HEADER_SUM
                                                                  : frame - FRAME_SIZE + FRAME_SUM);
    *number = big_word(header);
    *whole = rc == SQLITE_OK &&
             (has_its_sum(header, page, before, false) || has_its_sum(header, page, before, true));
    return rc;
}

/* --------------------------------------------------------------------- reading and writing -- */

/* Notifies the watcher of the database; returns the code for SQLite. */
static int report_damage(struct page_file *database, int64_t number, bool in_log) {
    struct page_watch *watch = &database->watch;
    watch->page = number;
    watch->in_log = in_log;
    if (watch->found != NULL)
        watch->found(watch->context, number, in_log);
    return PAGE_DAMAGED;
}

static int on_read(sqlite3_file *file, void *data, int len, sqlite3_int64 at) {
    struct page_file *ours = page_file_of(file);
    bool whole = true;
    int64_t number = at / PAGE_SIZE + 1;
    int rc = ours->real->pMethods->xRead(ours->real, data, len, at);
    if (rc != SQLITE_OK)
        return rc;
    if (ours->kind == FILE_DATABASE)
        whole = page_is_whole(ours, data, len, at);
    else if (ours->kind == FILE_LOG && is_frame(len, at) && !is_as_written(ours, data, at))
        rc = compare_sum(ours, data, at, &whole, &number);
    if (rc != SQLITE_OK || whole)
        return rc;
    return report_damage(ours->kind == FILE_LOG ? ours->database : ours, number,
                         ours->kind == FILE_LOG);
}

static int write_with_mark(struct page_file *file, const void *data, sqlite3_int64 at) {
    uint8_t page[PAGE_SIZE];
    memcpy(page, data, PAGE_SIZE - PAGE_MARK);
    chain_put(page + (PAGE_SIZE - PAGE_MARK), page_mark(page, at / PAGE_SIZE + 1));
    return file->real->pMethods->xWrite(file->real, page, PAGE_SIZE, at);
}

static int on_write(sqlite3_file *file, const void *data, int len, sqlite3_int64 at) {
    struct page_file *ours = page_file_of(file);
    bool page = ours->kind == FILE_DATABASE && len == PAGE_SIZE && at % PAGE_SIZE == 0;
    if (page && at == 0)
        ours->marked = ((const uint8_t *)data)[HEADER_RESERVED] == PAGE_MARK;
    /* A transaction that writes a page to the log twice overwrites the frame, and SQLite updates the
     * checksums from there on only at commit; until then the page is verified by its mark. */
    if (ours->kind == FILE_LOG && is_frame(len, at) &&
        !frames_note(ours->frames, frame_number(at), page_mark(data, frame_number(at))))
        return SQLITE_IOERR_NOMEM;
    return page && ours->marked ? write_with_mark(ours, data, at)
                                : ours->real->pMethods->xWrite(ours->real, data, len, at);
}

static void page_file_free(struct page_file *file) {
    if (file->frames != NULL)
        frames_leave(file->frames);
    sqlite3_free(file->real);
}

static int on_close(sqlite3_file *file) {
    int rc = real_file(file)->pMethods->xClose(real_file(file));
    page_file_free(page_file_of(file));
    return rc;
}

/* The other calls are passed on. */
static int on_truncate(sqlite3_file *file, sqlite3_int64 size) {
    return real_file(file)->pMethods->xTruncate(real_file(file), size);
}
static int on_sync(sqlite3_file *file, int flags) {
    return real_file(file)->pMethods->xSync(real_file(file), flags);
}
static int on_size(sqlite3_file *file, sqlite3_int64 *size) {
    return real_file(file)->pMethods->xFileSize(real_file(file), size);
}
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
static int on_shm_map(sqlite3_file *file, int region, int size, int extend,
                      void volatile **memory) {
    return real_file(file)->pMethods->xShmMap(real_file(file), region, size, extend, memory);
}
static int on_shm_lock(sqlite3_file *file, int offset, int n, int flags) {
    return real_file(file)->pMethods->xShmLock(real_file(file), offset, n, flags);
}
static void on_shm_barrier(sqlite3_file *file) {
    real_file(file)->pMethods->xShmBarrier(real_file(file));
}
static int on_shm_unmap(sqlite3_file *file, int remove) {
    return real_file(file)->pMethods->xShmUnmap(real_file(file), remove);
}

/* Without xFetch: no memory-mapped reads that would bypass on_read. */
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
    if (ours->kind == FILE_LOG)
        ours->database = page_file_of(sqlite3_database_file_object(name));
    int rc = disk->xOpen(disk, name, ours->real, flags, out);
    if (ours->real->pMethods != NULL)
        file->pMethods = &methods;
    else
        page_file_free(ours);
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
