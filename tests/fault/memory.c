/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "tests/fault/memory.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The linker's --wrap=NAME turns NAME into __wrap_NAME and leaves the original as __real_NAME. */
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

static atomic_long left; /* allocations until one fails */
static atomic_bool armed, for_ever_after, failed;
static atomic_long live;
static _Thread_local bool spared_thread;

void memory_fail(unsigned nth, bool for_ever) {
    atomic_store(&armed, false);
    atomic_store(&left, (long)nth);
    atomic_store(&for_ever_after, for_ever);
    atomic_store(&failed, false);
    atomic_store(&armed, nth != 0);
}

bool memory_failed(void) {
    return atomic_load(&failed);
}

void memory_spare(bool spared) {
    spared_thread = spared;
}

long memory_live(void) {
    return atomic_load(&live);
}

static bool fails(void) {
    if (spared_thread || !atomic_load(&armed))
        return false;
    long at = atomic_fetch_sub(&left, 1);
    if (at > 1 || (at < 1 && !atomic_load(&for_ever_after)))
        return false;
    atomic_store(&failed, true);
    return true;
}

static void *counted(void *block) {
    if (block != NULL)
        atomic_fetch_add(&live, 1);
    return block;
}

void *__wrap_malloc(size_t size) {
    return fails() ? NULL : counted(__real_malloc(size));
}

void *__wrap_calloc(size_t n, size_t size) {
    return fails() ? NULL : counted(__real_calloc(n, size));
}

void *__wrap_realloc(void *block, size_t size) {
    if (fails())
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

int __wrap_asprintf(char **to, const char *format, ...) {
    va_list args;
    if (fails())
        return -1;
    va_start(args, format);
    int n = vasprintf(to, format, args);
    va_end(args);
    if (n >= 0)
        (void)counted(*to);
    return n;
}
