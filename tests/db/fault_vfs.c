/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "tests/db/fault_vfs.h"

#include <pthread.h>
#include <signal.h>
#include <sqlite3.h>
#include <stddef.h>

struct fault_file {
    sqlite3_file base;
    sqlite3_file *real; /* follows this struct in the same memory block */
};

enum operation { NOTHING, WRITE, FLUSH, TRUNCATE };

static sqlite3_vfs *disk;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static enum fault_kind fault;
static long counted, failing;
static bool lasting;
static enum operation first_hit;
static int open_files;

/* Whether this operation has to fail, and how. */
static bool fails(enum operation operation, enum fault_kind *kind) {
    pthread_mutex_lock(&lock);
    *kind = fault;
    counted++;
    bool now = failing != 0 && (counted == failing || (lasting && counted > failing));
    if (now && first_hit == NOTHING)
        first_hit = operation;
    pthread_mutex_unlock(&lock);
    if (now && *kind == FAULT_KILL && operation != WRITE)
        (void)raise(SIGKILL);
    return now;
}

static sqlite3_file *real(sqlite3_file *file) {
    return ((struct fault_file *)file)->real;
}

static int on_write(sqlite3_file *file, const void *data, int len, sqlite3_int64 at) {
    enum fault_kind kind;
    if (!fails(WRITE, &kind))
        return real(file)->pMethods->xWrite(real(file), data, len, at);
    if (len > 1 && kind != FAULT_GONE)
        real(file)->pMethods->xWrite(real(file), data, len / 2, at);
    if (kind == FAULT_KILL)
        (void)raise(SIGKILL);
    return kind == FAULT_FULL ? SQLITE_FULL : SQLITE_IOERR_WRITE;
}

static int on_sync(sqlite3_file *file, int flags) {
    enum fault_kind kind;
    return fails(FLUSH, &kind) ? SQLITE_IOERR_FSYNC
                               : real(file)->pMethods->xSync(real(file), flags);
}

static int on_truncate(sqlite3_file *file, sqlite3_int64 size) {
    enum fault_kind kind;
    return fails(TRUNCATE, &kind) ? SQLITE_IOERR_TRUNCATE
                                  : real(file)->pMethods->xTruncate(real(file), size);
}

static int on_close(sqlite3_file *file) {
    pthread_mutex_lock(&lock);
    open_files--;
    pthread_mutex_unlock(&lock);
    return real(file)->pMethods->xClose(real(file));
}

/* Everything else is passed through. */
static int on_read(sqlite3_file *file, void *data, int len, sqlite3_int64 at) {
    return real(file)->pMethods->xRead(real(file), data, len, at);
}
static int on_size(sqlite3_file *file, sqlite3_int64 *size) {
    return real(file)->pMethods->xFileSize(real(file), size);
}
static int on_lock(sqlite3_file *file, int level) {
    return real(file)->pMethods->xLock(real(file), level);
}
static int on_unlock(sqlite3_file *file, int level) {
    return real(file)->pMethods->xUnlock(real(file), level);
}
static int on_check(sqlite3_file *file, int *reserved) {
    return real(file)->pMethods->xCheckReservedLock(real(file), reserved);
}
static int on_control(sqlite3_file *file, int code, void *argument) {
    return real(file)->pMethods->xFileControl(real(file), code, argument);
}
static int on_sector(sqlite3_file *file) {
    return real(file)->pMethods->xSectorSize(real(file));
}
static int on_device(sqlite3_file *file) {
    return real(file)->pMethods->xDeviceCharacteristics(real(file));
}
static int on_shm_map(sqlite3_file *file, int page, int size, int extend, void volatile **memory) {
    return real(file)->pMethods->xShmMap(real(file), page, size, extend, memory);
}
static int on_shm_lock(sqlite3_file *file, int offset, int n, int flags) {
    return real(file)->pMethods->xShmLock(real(file), offset, n, flags);
}
static void on_shm_barrier(sqlite3_file *file) {
    real(file)->pMethods->xShmBarrier(real(file));
}
static int on_shm_unmap(sqlite3_file *file, int remove) {
    return real(file)->pMethods->xShmUnmap(real(file), remove);
}

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

static int on_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out) {
    struct fault_file *ours = (struct fault_file *)file;
    (void)vfs;
    ours->real = (sqlite3_file *)&ours[1];
    int rc = disk->xOpen(disk, name, ours->real, flags, out);
    file->pMethods = ours->real->pMethods == NULL ? NULL : &methods;
    if (file->pMethods != NULL) {
        pthread_mutex_lock(&lock);
        open_files++;
        pthread_mutex_unlock(&lock);
    }
    return rc;
}

void fault_install(void) {
    static sqlite3_vfs layer;
    if (disk != NULL)
        return;
    disk = sqlite3_vfs_find(NULL);
    layer = *disk;
    layer.zName = "fault";
    layer.szOsFile = (int)sizeof(struct fault_file) + disk->szOsFile;
    layer.xOpen = on_open;
    layer.pNext = NULL;
    sqlite3_vfs_register(&layer, 1);
}

void fault_arm(enum fault_kind kind, long nth, bool forever) {
    pthread_mutex_lock(&lock);
    fault = kind;
    counted = 0;
    failing = nth;
    lasting = forever;
    first_hit = NOTHING;
    pthread_mutex_unlock(&lock);
}

long fault_count(void) {
    pthread_mutex_lock(&lock);
    long count = counted;
    pthread_mutex_unlock(&lock);
    return count;
}

bool fault_hit_write(void) {
    pthread_mutex_lock(&lock);
    bool hit = first_hit == WRITE;
    pthread_mutex_unlock(&lock);
    return hit;
}

bool fault_hit(void) {
    pthread_mutex_lock(&lock);
    bool hit = first_hit != NOTHING;
    pthread_mutex_unlock(&lock);
    return hit;
}

int fault_open_files(void) {
    pthread_mutex_lock(&lock);
    int count = open_files;
    pthread_mutex_unlock(&lock);
    return count;
}
