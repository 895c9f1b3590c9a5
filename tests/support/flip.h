/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_SUPPORT_FLIP_H
#define TESTS_SUPPORT_FLIP_H

#include <stddef.h>
#include <stdint.h>

/*
 * Damage to a database's file, below all of SQLite. No connection of this process may have the file open: closing it
 * here would take SQLite's locks from it.
 */

enum { FLIP_PAGE_SIZE = 4096, FLIP_PAGES_MAX = 4096 };

/* The pages of the tables and indexes whose names are like LIKE (SQL's LIKE) that hold rows; how many there are. Those
 * without which no program can open the database are left out. */
unsigned flip_pages(const char *path, const char *like, int64_t pages[FLIP_PAGES_MAX]);

/* Flips a bit of a file, and a bit of a page, counted from 1. */
void flip_file_bit(const char *path, int64_t bit);
void flip_page_bit(const char *path, int64_t page, unsigned bit);

/* Flips a bit of the only place in the file where the N bytes of TEXT stand: that bit of its first byte. */
void flip_text_bit(const char *path, const void *text, size_t n, unsigned bit);

#endif
