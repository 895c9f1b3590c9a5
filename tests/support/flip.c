/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "tests/support/flip.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "db/sqlite/sqlite.h"
#include "tests/support/check_main.h"

unsigned flip_pages(const char *path, const char *like, int64_t pages[FLIP_PAGES_MAX]) {
    static const char sql[] = "SELECT pageno FROM dbstat WHERE name LIKE ? AND pagetype = 'leaf' "
                              "AND ncell > 0 AND name NOT IN ('sqlite_schema', 'migrations')";
    unsigned count = 0;
    sqlite3_stmt *stmt;
    sqlite3 *db;

    REQUIRE(sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, pages_layer()) == SQLITE_OK, "no %s",
            path);
    REQUIRE(sqlite3_prepare_v2(db, sql, -1, &stmt, NULL) == SQLITE_OK, "%s", sqlite3_errmsg(db));
    sqlite3_bind_text(stmt, 1, like, -1, SQLITE_STATIC);
    while (sqlite3_step(stmt) == SQLITE_ROW && count < FLIP_PAGES_MAX)
        pages[count++] = sqlite3_column_int64(stmt, 0);
    sqlite3_finalize(stmt);
    sqlite3_close(db);
    return count;
}

void flip_file_bit(const char *path, int64_t bit) {
    int fd = open(path, O_RDWR | O_CLOEXEC);
    unsigned char byte;

    REQUIRE(fd >= 0 && pread(fd, &byte, 1, bit / 8) == 1, "%s has no bit %lld", path,
            (long long)bit);
    byte ^= (unsigned char)(1u << bit % 8);
    REQUIRE(pwrite(fd, &byte, 1, bit / 8) == 1, "%s cannot be written", path);
    close(fd);
}

void flip_page_bit(const char *path, int64_t page, unsigned bit) {
    flip_file_bit(path, (page - 1) * FLIP_PAGE_SIZE * 8 + bit);
}

void flip_text_bit(const char *path, const void *text, size_t n, unsigned bit) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    struct stat file;
    char *bytes, *at, *again;

    REQUIRE(fd >= 0 && fstat(fd, &file) == 0, "no %s", path);
    bytes = malloc((size_t)file.st_size);
    REQUIRE(bytes != NULL && read(fd, bytes, (size_t)file.st_size) == file.st_size,
            "%s cannot be read", path);
    close(fd);
    at = memmem(bytes, (size_t)file.st_size, text, n);
    REQUIRE(at != NULL, "%.*s is not in %s", (int)n, (const char *)text, path);
    again = memmem(at + 1, (size_t)(bytes + file.st_size - at - 1), text, n);
    REQUIRE(again == NULL, "%.*s is in %s twice", (int)n, (const char *)text, path);
    bit += (unsigned)(at - bytes) * 8;
    free(bytes);
    flip_file_bit(path, bit);
}
