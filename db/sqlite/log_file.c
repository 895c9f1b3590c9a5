/* SPDX-License-Identifier: AGPL-3.0-or-later */

/*
 * The layer's part for the write-ahead log (pages.c): what this process wrote is read from memory and written with
 * the sync (frames.c); other frames are compared with their mark or with SQLite's own checksum.
 */
#include "db/sqlite/frames.h"
#include "db/sqlite/page_file.h"

#include <string.h>

/* SQLite's own layer counts the bytes of a write in 17 bits. */
enum { WRITE_MAX = 31 * FRAME_SIZE };
_Static_assert((int)WRITE_MAX < 1 << 17, "see above");

/* Checksums in the write-ahead log. */
enum {
    LOG_HEADER_SUM = 24, /* where the header's checksum is */
    FRAME_SUMMED = 8,    /* bytes of a frame's header that its checksum counts, before the page */
    FRAME_SUM = 16,      /* where the checksum is */
    SUM_SIZE = 8
};

/* -------------------------------------------------------------------------------- frames -- */

static uint32_t big_word(const uint8_t *at) {
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static uint32_t small_word(const uint8_t *at) {
    return (uint32_t)at[3] << 24 | (uint32_t)at[2] << 16 | (uint32_t)at[1] << 8 | at[0];
}

/* Carries the log's checksum on over more bytes. */
static void carry_sum(uint32_t sum[2], const uint8_t *data, size_t size, bool big) {
    for (size_t i = 0; i < size; i += SUM_SIZE) {
        sum[0] += (big ? big_word(data + i) : small_word(data + i)) + sum[1];
        sum[1] += (big ? big_word(data + i + 4) : small_word(data + i + 4)) + sum[0];
    }
}

/* before: the checksum of what stands before the frame, as the log has it. */
static bool has_its_sum(const uint8_t *header, const uint8_t *page, const uint8_t *before,
                        bool big) {
    uint32_t sum[2] = {big_word(before), big_word(before + 4)};
    carry_sum(sum, header, FRAME_SUMMED, big);
    carry_sum(sum, page, PAGE_SIZE, big);
    return sum[0] == big_word(header + FRAME_SUM) && sum[1] == big_word(header + FRAME_SUM + 4);
}

/* Whether a page of a frame begins there. */
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

/* Compares SQLite's checksum of a frame. The numbers of a log are those of the processor that began it: it says
 * which, but is asked only where they are not this one's. *number: of the page. */
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

int log_write_held(struct page_file *log) {
    const uint8_t *data;
    int64_t at;
    size_t size =
        log != NULL && log->database->writes ? frames_take_held(log->frames, &data, &at) : 0;
    int rc = SQLITE_OK;
    for (size_t done = 0, part; done < size && rc == SQLITE_OK; done += part) {
        part = size - done < WRITE_MAX ? size - done : WRITE_MAX;
        rc = log->real->pMethods->xWrite(log->real, data + done, (int)part, at + (int64_t)done);
    }
    return rc;
}

/* The frame there as this process has kept it; NULL: it has not, or another process wrote since. Who writes reads its
 * own frames before anybody has heard of them. */
static const uint8_t *kept_frame(const struct page_file *log, sqlite3_int64 at) {
    const struct page_file *database = log->database;
    return database->writes || frames_are_current(log->frames, database->index)
               ? frames_kept(log->frames, frame_number(at))
               : NULL;
}

/* Whether PAGE, read from the log, is as it was written. *number: of the page. */
static int compare_frame(struct page_file *log, const uint8_t *page, sqlite3_int64 at, bool *whole,
                         int64_t *number) {
    const uint8_t *kept = kept_frame(log, at);
    *number = kept == NULL ? 0 : big_word(kept);
    *whole = kept == NULL ? is_as_written(log, page, at)
                          : memcmp(page, kept + FRAME_HEADER_SIZE, PAGE_SIZE) == 0;
    return *whole || kept != NULL ? SQLITE_OK : compare_sum(log, page, at, whole, number);
}

/* Who looks for damage reads what is on the disk. */
int log_read(struct page_file *log, void *data, int len, sqlite3_int64 at) {
    bool frame = is_frame(len, at), whole = true;
    const uint8_t *kept = frame && log->database->watch.found == NULL ? kept_frame(log, at) : NULL;
    int64_t number;
    if (kept != NULL) {
        memcpy(data, kept + FRAME_HEADER_SIZE, PAGE_SIZE);
        return SQLITE_OK;
    }
    int rc = log_write_held(log);
    if (rc == SQLITE_OK)
        rc = log->real->pMethods->xRead(log->real, data, len, at);
    if (rc == SQLITE_OK && frame)
        rc = compare_frame(log, data, at, &whole, &number);
    return rc != SQLITE_OK || whole ? rc : page_report_damage(log->database, number, true);
}

/* A transaction that changes a page in the log for the second time writes it over the first, and SQLite's checksums
 * from there on come with the commit: as it is kept, or by its mark, it can be read before. */
int log_write(struct page_file *log, const void *data, int len, sqlite3_int64 at) {
    bool hold = log->database->holds && log->database->writes;
    if (hold && frames_hold(log->frames, data, (size_t)len, at))
        return SQLITE_OK;
    int rc = log_write_held(log);
    if (rc != SQLITE_OK || (hold && frames_hold(log->frames, data, (size_t)len, at)))
        return rc;
    if (is_frame(len, at) &&
        !frames_note(log->frames, frame_number(at), page_mark(data, frame_number(at))))
        return SQLITE_IOERR_NOMEM;
    return log->real->pMethods->xWrite(log->real, data, len, at);
}

/* ------------------------------------------------------------------------ who writes -- */

/* The lock of who writes is got: nobody else writes until it is given back. */
int log_lock_writer(struct page_file *database, int n, int flags) {
    int rc = database->real->pMethods->xShmLock(database->real, LOCK_OF_WRITER, n, flags);
    if (rc == SQLITE_OK && database->log != NULL) {
        frames_begin(database->log->frames, database->index, database->holds);
        database->writes = true;
    }
    return rc;
}

/* What was committed has been synced and is written: what is still held was taken back, and has to leave the way for
 * others before the lock does. */
int log_unlock_writer(struct page_file *database, int n, int flags) {
    int rc = log_write_held(database->log);
    if (database->writes)
        frames_end(database->log->frames, database->index);
    database->writes = false;
    int unlocked = database->real->pMethods->xShmLock(database->real, LOCK_OF_WRITER, n, flags);
    return rc != SQLITE_OK ? rc : unlocked;
}
