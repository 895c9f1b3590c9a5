/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_MAIL_MARKS_H
#define SERVICE_MAIL_MARKS_H

#include <stddef.h>

/* Recognizes the lines that mail programs, in each language, put around a person's own text, and the phrases
 * with which people greet each other. Pure functions. */

enum { MARK_LINE_MAX = 300 /* bytes: longer lines are no marks */ };

enum mark {
    MARK_NONE,
    MARK_GREETING, /* "Hello Hexpost," */
    MARK_CLOSING,  /* "Thanks!", "Viele Grüße" */
    MARK_SIGNED,   /* begins a signature: "-- ", "Sent from my iPhone" */
    MARK_OLD,      /* everything after it is the original mail: "-----Original Message-----" */
    MARK_WROTE,    /* a quotation follows: "On 3 May, Hexpost wrote:" */
    MARK_WRITES,   /* the first part of such a line, continued on the next lines */
    MARK_DATED,    /* perhaps such a part: it begins with a date, or contains an address */
    MARK_HEADER,   /* a line of a block of headers: "Von: Hexpost". A single one means nothing */
};

/* The kind of a line, without the white space around it. For a greeting or a closing *REST is its length in bytes;
 * the text after it counts as a line of its own: "Hi, roll". */
enum mark mark_of(const char *line, size_t size, size_t *rest);

#endif
