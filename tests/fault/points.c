/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "tests/fault/points.h"

#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <limits.h>
#include <link.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

const char *const point_names[POINTS] = {"memory", "library memory", "step",   "read", "write",
                                         "flush",  "open",           "socket", "send", "receive"};

static atomic_int armed = -1; /* enum point; -1: none */
static atomic_long met, failing;
static atomic_bool for_ever_after, failed;
static atomic_long live;
static _Thread_local bool spared_thread;

/* ---- who asks ---- */

enum who { NOBODY, PROJECT, LIBRARY };

enum { RANGES_MAX = 32 };
static struct range {
    uintptr_t from, to;
    enum who who;
} ranges[RANGES_MAX];
static atomic_int n_ranges;
static pthread_once_t ranges_once = PTHREAD_ONCE_INIT;

static int add_ranges(struct dl_phdr_info *info, size_t size, void *context) {
    static const char *const libraries[] = {"libsqlite3", "libmicrohttpd", "libcurl"};
    enum who who = info->dlpi_name[0] == '\0' ? PROJECT : NOBODY;

    (void)size;
    (void)context;
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++)
        if (strstr(info->dlpi_name, libraries[i]) != NULL)
            who = LIBRARY;
    for (int i = 0; who != NOBODY && i < info->dlpi_phnum && n_ranges < RANGES_MAX; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];

        if (part->p_type == PT_LOAD && (part->p_flags & PF_X) != 0) {
            uintptr_t from = info->dlpi_addr + part->p_vaddr;

            ranges[n_ranges] = (struct range){from, from + part->p_memsz, who};
            atomic_fetch_add(&n_ranges, 1);
        }
    }
    return 0;
}

static void find_ranges(void) {
    dl_iterate_phdr(add_ranges, NULL);
}

static enum who who_is(const void *caller) {
    int n = atomic_load(&n_ranges);

    for (int i = 0; i < n; i++)
        if ((uintptr_t)caller >= ranges[i].from && (uintptr_t)caller < ranges[i].to)
            return ranges[i].who;
    return NOBODY;
}

/* Called first of all, because memory is allocated before main. */
__attribute__((constructor)) static void begin(void) {
    void *call;

    pthread_once(&ranges_once, find_ranges);
    (void)backtrace(&call, 1); /* it allocates memory on the first call */
}

/* ---- their places ---- */

enum { PLACES_MAX = 1 << 15, SLOTS = 2 * PLACES_MAX, DEPTH_MAX = 100 };
static _Thread_local int outer_depth;
static atomic_long placed_from = LONG_MAX; /* the first point whose place is determined */
static _Atomic uint64_t wanted; /* the place at which a point has to fail; 0: places are recorded */
static pthread_mutex_t places_lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
    uint64_t slots[SLOTS]; /* hashes of calls; 0: free */
    struct {
        uint64_t hash;
        long first; /* the number of the first point there */
    } all[PLACES_MAX];
    unsigned n;
} places;

/* Hashes the innermost calls, without those of this file and without those by which the thread was started. */
__attribute__((noinline)) static uint64_t hash_calls(void) {
    enum { OWN = 2 };
    void *calls[DEPTH_MAX];
    int n = backtrace(calls, DEPTH_MAX) - outer_depth;
    uint64_t hash = 1469598103934665603u; /* FNV-1a, by word */

    for (int i = OWN; i < n && i < OWN + PLACE_DEPTH; i++)
        hash = (hash ^ (uintptr_t)calls[i]) * 1099511628211u;
    return hash | 1;
}

static void note_place(uint64_t hash, long at) {
    size_t slot = (hash >> 16) % SLOTS;

    pthread_mutex_lock(&places_lock);
    while (places.slots[slot] != 0 && places.slots[slot] != hash)
        slot = (slot + 1) % SLOTS;
    if (places.slots[slot] == 0) {
        if (places.n == PLACES_MAX)
            abort();
        places.slots[slot] = hash;
        places.all[places.n].hash = hash;
        places.all[places.n++].first = at;
    }
    pthread_mutex_unlock(&places_lock);
}

/* ---- the points ---- */

void points_fail(enum point kind, unsigned nth, bool for_ever) {
    atomic_store(&armed, -1);
    atomic_store(&met, 0);
    atomic_store(&failing, nth);
    atomic_store(&for_ever_after, for_ever);
    atomic_store(&failed, false);
    atomic_store(&armed, (int)kind);
}

void points_rest(void) {
    atomic_store(&armed, -1);
    atomic_store(&placed_from, LONG_MAX);
    atomic_store(&wanted, 0);
}

unsigned points_met(void) {
    return (unsigned)atomic_load(&met);
}

bool points_failed(void) {
    return atomic_load(&failed);
}

void points_spare(bool spared) {
    void *calls[DEPTH_MAX];

    spared_thread = spared;
    if (!spared)
        outer_depth = backtrace(calls, DEPTH_MAX) - 1; /* without this function */
}

long points_live(void) {
    return atomic_load(&live);
}

void points_survey(enum point kind) {
    points_rest();
    memset(&places, 0, sizeof places);
    atomic_store(&placed_from, 0);
    points_fail(kind, 0, false);
}

unsigned points_places(void) {
    return places.n;
}

void points_fail_place(enum point kind, unsigned place, bool for_ever) {
    long first = places.all[place].first;

    points_rest();
    atomic_store(&wanted, places.all[place].hash);
    atomic_store(&placed_from, first - first / 8);
    points_fail(kind, 0, for_ever);
}

static bool fails(enum point kind) {
    long nth = atomic_load(&failing);
    long at;

    if (spared_thread || atomic_load(&armed) != (int)kind)
        return false;
    at = atomic_fetch_add(&met, 1) + 1;
    if (nth == 0 && at >= atomic_load(&placed_from)) {
        uint64_t place = hash_calls();

        if (atomic_load(&wanted) == 0)
            note_place(place, at);
        else if (place == atomic_load(&wanted) &&
                 atomic_compare_exchange_strong(&failing, &nth, at))
            nth = at;
    }
    if (nth == 0 || at < nth || (at > nth && !atomic_load(&for_ever_after)))
        return false;
    atomic_store(&failed, true);
    return true;
}

/* Whether an allocation or call of a library fails. */
static bool library_fails(enum point kind, const void *caller) {
    return atomic_load(&armed) == (int)kind && who_is(caller) == LIBRARY && fails(kind);
}

/* A permanent failure means a full disk, a single one a broken disk. */
static int disk_error(void) {
    return atomic_load(&for_ever_after) ? ENOSPC : EIO;
}

/* The function of the C library, or of the sanitizer in front of it, that is replaced by NAME here. */
static void *find_real(_Atomic(void *) *slot, const char *name) {
    void *found = atomic_load(slot);

    if (found == NULL) {
        found = dlsym(RTLD_NEXT, name);
        if (found == NULL)
            abort();
        atomic_store(slot, found);
    }
    return found;
}
#define CALLER __builtin_return_address(0)
#define REAL(name, result, ...)                                                                    \
    static _Atomic(void *) slot;                                                                   \
    result (*real)(__VA_ARGS__) = (result(*)(__VA_ARGS__))(uintptr_t)find_real(&slot, name)

/* Defines a function of the C library under its name in this program. The headers may define it inline, so it needs
 * another name in C. */
#define HERE(name) __asm__(name)

/* ---- memory ---- */

/* The linker's --wrap=NAME turns NAME into __wrap_NAME where the project calls it, and leaves the original as
 * __real_NAME. */
void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *block, size_t size);
void __real_free(void *block);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *block, size_t size);
void __wrap_free(void *block);
char *__wrap_strdup(const char *text);
char *__wrap_strndup(const char *text, size_t size);
int __wrap_asprintf(char **to, const char *format, ...);
int __wrap___asprintf_chk(char **to, int flag, const char *format, ...);

static void *counted(void *block) {
    if (block != NULL)
        atomic_fetch_add(&live, 1);
    return block;
}

void *__wrap_malloc(size_t size) {
    return fails(POINT_MEMORY) ? NULL : counted(__real_malloc(size));
}

void *__wrap_calloc(size_t n, size_t size) {
    return fails(POINT_MEMORY) ? NULL : counted(__real_calloc(n, size));
}

void *__wrap_realloc(void *block, size_t size) {
    if (fails(POINT_MEMORY))
        return NULL;
    void *moved = __real_realloc(block, size);
    return block == NULL ? counted(moved) : moved;
}

void __wrap_free(void *block) {
    if (block != NULL)
        atomic_fetch_sub(&live, 1);
    __real_free(block);
}

char *__wrap_strndup(const char *text, size_t size) {
    size_t length = strnlen(text, size);
    char *copy = __wrap_malloc(length + 1);
    if (copy != NULL) {
        memcpy(copy, text, length);
        copy[length] = '\0';
    }
    return copy;
}

char *__wrap_strdup(const char *text) {
    return __wrap_strndup(text, strlen(text));
}

static int print(char **to, const char *format, va_list args) {
    int n = fails(POINT_MEMORY) ? -1 : vasprintf(to, format, args);

    if (n >= 0)
        (void)counted(*to);
    return n;
}

int __wrap_asprintf(char **to, const char *format, ...) {
    va_list args;
    int n;

    va_start(args, format);
    n = print(to, format, args);
    va_end(args);
    return n;
}

int __wrap___asprintf_chk(char **to, int flag, const char *format, ...) {
    va_list args;
    int n;

    (void)flag;
    va_start(args, format);
    n = print(to, format, args);
    va_end(args);
    return n;
}

/* Allocations of the libraries; the sanitizer's functions if it is used. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__interceptor_malloc(size_t size) __attribute__((weak));
void *__interceptor_calloc(size_t n, size_t size) __attribute__((weak));
void *__interceptor_realloc(void *block, size_t size) __attribute__((weak));

void *point_malloc(size_t size) HERE("malloc");
void *point_malloc(size_t size) {
    if (library_fails(POINT_LIBRARY_MEMORY, CALLER))
        return NULL;
    return __interceptor_malloc != NULL ? __interceptor_malloc(size) : __libc_malloc(size);
}

void *point_calloc(size_t n, size_t size) HERE("calloc");
void *point_calloc(size_t n, size_t size) {
    if (library_fails(POINT_LIBRARY_MEMORY, CALLER))
        return NULL;
    return __interceptor_calloc != NULL ? __interceptor_calloc(n, size) : __libc_calloc(n, size);
}

void *point_realloc(void *block, size_t size) HERE("realloc");
void *point_realloc(void *block, size_t size) {
    if (library_fails(POINT_LIBRARY_MEMORY, CALLER))
        return NULL;
    return __interceptor_realloc != NULL ? __interceptor_realloc(block, size)
                                         : __libc_realloc(block, size);
}

char *point_strdup(const char *text) HERE("strdup");
char *point_strdup(const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = library_fails(POINT_LIBRARY_MEMORY, CALLER) ? NULL : point_malloc(size);

    return copy == NULL ? NULL : memcpy(copy, text, size);
}

/* ---- statements ---- */

enum { SQL_IOERR = 10, SQL_FULL = 13 }; /* SQLite's */

struct sqlite3_stmt;
int __real_sqlite3_step(struct sqlite3_stmt *statement);
int __wrap_sqlite3_step(struct sqlite3_stmt *statement);

int __wrap_sqlite3_step(struct sqlite3_stmt *statement) {
    if (fails(POINT_STEP))
        return atomic_load(&for_ever_after) ? SQL_FULL : SQL_IOERR;
    return __real_sqlite3_step(statement);
}

/* ---- files ---- */

static bool refused(enum point kind, const void *caller, int error) {
    if (atomic_load(&armed) != (int)kind || who_is(caller) == NOBODY || !fails(kind))
        return false;
    errno = error;
    return true;
}

ssize_t point_pread(int fd, void *data, size_t size, off64_t at) HERE("pread64");
ssize_t point_pread(int fd, void *data, size_t size, off64_t at) {
    REAL("pread64", ssize_t, int, void *, size_t, off64_t);
    return refused(POINT_READ, CALLER, EIO) ? -1 : real(fd, data, size, at);
}

ssize_t point_read(int fd, void *data, size_t size) HERE("read");
ssize_t point_read(int fd, void *data, size_t size) {
    REAL("read", ssize_t, int, void *, size_t);
    return refused(POINT_READ, CALLER, EIO) ? -1 : real(fd, data, size);
}

ssize_t point_pwrite(int fd, const void *data, size_t size, off64_t at) HERE("pwrite64");
ssize_t point_pwrite(int fd, const void *data, size_t size, off64_t at) {
    REAL("pwrite64", ssize_t, int, const void *, size_t, off64_t);
    if (!refused(POINT_WRITE, CALLER, disk_error()))
        return real(fd, data, size, at);
    (void)real(fd, data, size / 2, at);
    errno = disk_error();
    return -1;
}

ssize_t point_write(int fd, const void *data, size_t size) HERE("write");
ssize_t point_write(int fd, const void *data, size_t size) {
    REAL("write", ssize_t, int, const void *, size_t);
    return refused(POINT_WRITE, CALLER, disk_error()) ? -1 : real(fd, data, size);
}

int point_ftruncate(int fd, off64_t size) HERE("ftruncate64");
int point_ftruncate(int fd, off64_t size) {
    REAL("ftruncate64", int, int, off64_t);
    return refused(POINT_WRITE, CALLER, disk_error()) ? -1 : real(fd, size);
}

int point_fsync(int fd) HERE("fsync");
int point_fsync(int fd) {
    REAL("fsync", int, int);
    return refused(POINT_FLUSH, CALLER, disk_error()) ? -1 : real(fd);
}

int point_fdatasync(int fd) HERE("fdatasync");
int point_fdatasync(int fd) {
    REAL("fdatasync", int, int);
    return refused(POINT_FLUSH, CALLER, disk_error()) ? -1 : real(fd);
}

#define OPEN_POINT(c_name, name)                                                                   \
    int c_name(const char *path, int flags, ...) HERE(name);                                       \
    int c_name(const char *path, int flags, ...) {                                                 \
        REAL(name, int, const char *, int, ...);                                                   \
        va_list args;                                                                              \
        mode_t mode;                                                                               \
        va_start(args, flags);                                                                     \
        mode = va_arg(args, mode_t);                                                               \
        va_end(args);                                                                              \
        return refused(POINT_OPEN, CALLER, EMFILE) ? -1 : real(path, flags, mode);                 \
    }
OPEN_POINT(point_open, "open")
OPEN_POINT(point_open64, "open64")

#define FOPEN_POINT(c_name, name)                                                                  \
    FILE *c_name(const char *path, const char *mode) HERE(name);                                   \
    FILE *c_name(const char *path, const char *mode) {                                             \
        REAL(name, FILE *, const char *, const char *);                                            \
        return refused(POINT_OPEN, CALLER, EMFILE) ? NULL : real(path, mode);                      \
    }
FOPEN_POINT(point_fopen, "fopen")
FOPEN_POINT(point_fopen64, "fopen64")

#define NAME_POINT(c_name, name)                                                                   \
    int c_name(const char *from, const char *to) HERE(name);                                       \
    int c_name(const char *from, const char *to) {                                                 \
        REAL(name, int, const char *, const char *);                                               \
        return refused(POINT_OPEN, CALLER, disk_error()) ? -1 : real(from, to);                    \
    }
NAME_POINT(point_rename, "rename")
NAME_POINT(point_link, "link")

int point_unlink(const char *path) HERE("unlink");
int point_unlink(const char *path) {
    REAL("unlink", int, const char *);
    return refused(POINT_OPEN, CALLER, EIO) ? -1 : real(path);
}

/* ---- the net ---- */

int point_socket(int domain, int type, int protocol) HERE("socket");
int point_socket(int domain, int type, int protocol) {
    REAL("socket", int, int, int, int);
    return refused(POINT_SOCKET, CALLER, EMFILE) ? -1 : real(domain, type, protocol);
}

int point_connect(int fd, const struct sockaddr *to, socklen_t size) HERE("connect");
int point_connect(int fd, const struct sockaddr *to, socklen_t size) {
    REAL("connect", int, int, const struct sockaddr *, socklen_t);
    return refused(POINT_SOCKET, CALLER, ECONNREFUSED) ? -1 : real(fd, to, size);
}

int point_accept4(int fd, struct sockaddr *from, socklen_t *size, int flags) HERE("accept4");
int point_accept4(int fd, struct sockaddr *from, socklen_t *size, int flags) {
    REAL("accept4", int, int, struct sockaddr *, socklen_t *, int);
    return refused(POINT_SOCKET, CALLER, EMFILE) ? -1 : real(fd, from, size, flags);
}

ssize_t point_send(int fd, const void *data, size_t size, int flags) HERE("send");
ssize_t point_send(int fd, const void *data, size_t size, int flags) {
    REAL("send", ssize_t, int, const void *, size_t, int);
    return refused(POINT_SEND, CALLER, ECONNRESET) ? -1 : real(fd, data, size, flags);
}

ssize_t point_sendmsg(int fd, const struct msghdr *message, int flags) HERE("sendmsg");
ssize_t point_sendmsg(int fd, const struct msghdr *message, int flags) {
    REAL("sendmsg", ssize_t, int, const struct msghdr *, int);
    return refused(POINT_SEND, CALLER, ECONNRESET) ? -1 : real(fd, message, flags);
}

ssize_t point_recv(int fd, void *data, size_t size, int flags) HERE("recv");
ssize_t point_recv(int fd, void *data, size_t size, int flags) {
    REAL("recv", ssize_t, int, void *, size_t, int);
    return refused(POINT_RECV, CALLER, ECONNRESET) ? -1 : real(fd, data, size, flags);
}

int point_poll(struct pollfd *fds, nfds_t n, int timeout) HERE("poll");
int point_poll(struct pollfd *fds, nfds_t n, int timeout) {
    REAL("poll", int, struct pollfd *, nfds_t, int);
    return refused(POINT_RECV, CALLER, EINTR) ? -1 : real(fds, n, timeout);
}

int point_epoll_wait(int fd, struct epoll_event *events, int n, int timeout) HERE("epoll_wait");
int point_epoll_wait(int fd, struct epoll_event *events, int n, int timeout) {
    REAL("epoll_wait", int, int, struct epoll_event *, int, int);
    return refused(POINT_RECV, CALLER, EINTR) ? -1 : real(fd, events, n, timeout);
}
