/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_SUPPORT_FLIP_H
#define TESTS_SUPPORT_FLIP_H

#include <stddef.h>
#include <stdint.h>

/*
 * Damages a database file, below all of SQLite. No connection of this process may have the file open: closing it here
 * would release SQLite's locks.
 */

enum { FLIP_PAGE_SIZE = 4096, FLIP_PAGES_MAX = 4096 };

/* The pages with rows of the tables and indexes whose names match LIKE (SQL's LIKE); returns how many there are. Pages
 * without which no program can open the database are left out. */
unsigned flip_pages(const char *path, const char *like, int64_t pages[FLIP_PAGES_MAX]);

/* Flips a bit of a file, and a bit of a page, counted from 1. */
void flip_file_bit(const char *path, int64_t bit);
void flip_page_bit(const char *path, int64_t page, unsigned bit);

/* Flips a bit of the first byte of TEXT (N bytes), which occurs only once in the file. */
void flip_text_bit(const char *path, const void *text, size_t n, unsigned bit);

#endif
