/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Sits between a program and the C library, see record.h. What is written is recorded before it is written, so that a
 * kill in between leaves no gap: whoever starts next finds it missing, and writes over its place. What is cut off or
 * removed is recorded afterwards: a log that is still there by the record has frames that no longer count. A failure to
 * record ends the program: a record with a gap would prove nothing. */
#include "tests/preload/record.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

enum { FDS = 4096, NOT_OURS = 0 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int to = -1;
static unsigned char files[FDS]; /* 1 + enum record_file of each descriptor, or NOT_OURS */

/* Defines a function of the C library under its name in the program; the headers give it another name. */
#define HERE(name) __asm__(name)

static void *next(const char *name) {
    void *found = dlsym(RTLD_NEXT, name);

    if (found == NULL)
        abort();
    return found;
}
#define NEXT(name) ((__typeof__(&(name)))(uintptr_t)next(#name))

/* 1 + enum record_file, or NOT_OURS. */
static unsigned char file_of(const char *path) {
    static const char *const ends[RECORD_FILES] = {"", "-wal", "-journal"};
    const char *db = getenv("RECORD_OF");
    const char *name = strrchr(path, '/') == NULL ? path : strrchr(path, '/') + 1;

    for (unsigned char i = 0; db != NULL && i < RECORD_FILES; i++)
        if (strncmp(name, db, strlen(db)) == 0 && strcmp(name + strlen(db), ends[i]) == 0)
            return (unsigned char)(i + 1);
    return NOT_OURS;
}

static unsigned char file_at(int fd) {
    return fd >= 0 && fd < FDS ? files[fd] : NOT_OURS;
}

/* With the lock held. */
static void append(enum record_kind kind, unsigned char file, int64_t at, const void *data,
                   size_t size) {
    struct record_change change = {(uint8_t)kind, (uint8_t)(file - 1), (uint32_t)size, at};
    struct iovec parts[] = {{&change, sizeof change}, {(void *)data, size}};
    const char *path = getenv("RECORD_TO");

    if (to < 0 && path != NULL)
        to = NEXT(open64)(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (writev(to, parts, 2) != (ssize_t)(sizeof change + size))
        abort();
}

static int opened(const char *path, int fd) {
    if (fd >= FDS)
        abort();
    if (fd >= 0)
        files[fd] = file_of(path);
    return fd;
}

int record_open64(const char *path, int flags, ...) HERE("open64");
int record_open64(const char *path, int flags, ...) {
    va_list args;
    mode_t mode;

    va_start(args, flags);
    mode = va_arg(args, mode_t);
    va_end(args);
    return opened(path, NEXT(open64)(path, flags, mode));
}

int record_open(const char *path, int flags, ...) HERE("open");
int record_open(const char *path, int flags, ...) {
    va_list args;
    mode_t mode;

    va_start(args, flags);
    mode = va_arg(args, mode_t);
    va_end(args);
    return opened(path, NEXT(open64)(path, flags, mode));
}

int record_close(int fd) HERE("close");
int record_close(int fd) {
    if (fd >= 0 && fd < FDS)
        files[fd] = NOT_OURS;
    return NEXT(close)(fd);
}

ssize_t record_pwrite64(int fd, const void *data, size_t size, off64_t at) HERE("pwrite64");
ssize_t record_pwrite64(int fd, const void *data, size_t size, off64_t at) {
    unsigned char file = file_at(fd);
    ssize_t done;

    if (file == NOT_OURS)
        return NEXT(pwrite64)(fd, data, size, at);
    pthread_mutex_lock(&lock);
    append(RECORD_WRITE, file, at, data, size);
    done = NEXT(pwrite64)(fd, data, size, at);
    if (done != (ssize_t)size)
        abort();
    pthread_mutex_unlock(&lock);
    return done;
}

int record_ftruncate64(int fd, off64_t size) HERE("ftruncate64");
int record_ftruncate64(int fd, off64_t size) {
    unsigned char file = file_at(fd);
    int result;

    if (file == NOT_OURS)
        return NEXT(ftruncate64)(fd, size);
    pthread_mutex_lock(&lock);
    result = NEXT(ftruncate64)(fd, size);
    if (result == 0)
        append(RECORD_TRUNCATE, file, size, NULL, 0);
    pthread_mutex_unlock(&lock);
    return result;
}

/* The disk need not be involved: the record says what it would contain. */
static int flush(int fd, int (*real)(int)) {
    unsigned char file = file_at(fd);

    if (file == NOT_OURS)
        return real(fd);
    pthread_mutex_lock(&lock);
    append(RECORD_FLUSH, file, 0, NULL, 0);
    pthread_mutex_unlock(&lock);
    return 0;
}

int record_fdatasync(int fd) HERE("fdatasync");
int record_fdatasync(int fd) {
    return flush(fd, NEXT(fdatasync));
}

int record_fsync(int fd) HERE("fsync");
int record_fsync(int fd) {
    return flush(fd, NEXT(fsync));
}

int record_unlink(const char *path) HERE("unlink");
int record_unlink(const char *path) {
    unsigned char file = file_of(path);
    int result;

    pthread_mutex_lock(&lock);
    result = NEXT(unlink)(path);
    if (result == 0 && file != NOT_OURS)
        append(RECORD_REMOVE, file, 0, NULL, 0);
    pthread_mutex_unlock(&lock);
    return result;
}
