/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Checks a record: the rules and its fairness proof (openapi.yaml). */
#ifndef SERVICE_DOCUMENT_VERIFY_H
#define SERVICE_DOCUMENT_VERIFY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { VERIFY_TEXT_MAX = 400 };

/* The result, for the person who asked. */
struct verdict {
    bool ok;
    bool proved;                /* the record has a server seed, so drawn outcomes were checked */
    uint32_t events;            /* events replayed */
    uint32_t drawn;             /* events with a drawn outcome, which agrees */
    uint32_t given;             /* events whose outcome a player gave; nothing proves those */
    char text[VERIFY_TEXT_MAX]; /* one sentence: what is proved, or what is wrong and where */
};

/* Verifies a record, the SIZE bytes at TEXT. A pure function of them. */
void verify_record(const char *text, size_t size, struct verdict *verdict);

#endif
