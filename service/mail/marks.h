/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_MAIL_MARKS_H
#define SERVICE_MAIL_MARKS_H

#include <stddef.h>

/* What stands in mails around that which somebody has written, as the programs of each language put it, and how
 * people greet each other. Pure. */

enum { MARK_LINE_MAX = 300 /* bytes: what is longer is no mark */ };

enum mark {
    MARK_NONE,
    MARK_GREETING, /* "Hello Hexpost," */
    MARK_CLOSING,  /* "Thanks!", "Viele Grüße" */
    MARK_SIGNED,   /* begins a signature: "-- ", "Sent from my iPhone" */
    MARK_OLD,      /* all behind it is the mail that is answered: "-----Original Message-----" */
    MARK_WROTE,    /* a quotation follows: "On 3 May, Hexpost wrote:" */
    MARK_WRITES,   /* the first part of such a line, which goes on in the next ones */
    MARK_DATED,    /* may be that, or anything else: it begins as a date, or names an address */
    MARK_HEADER,   /* a line of a block of headers: "Von: Hexpost". One alone says nothing */
};

/* What a line is, white space around it taken off. Of a greeting or a closing *REST is how many bytes of the line are
 * that; what follows is a line of its own: "Hi, roll". */
enum mark mark_of(const char *line, size_t size, size_t *rest);

#endif
