/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_BASE_MAIL_ADDRESS_H
#define SERVICE_BASE_MAIL_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "db/store.h"

enum {
    MAIL_ADDRESS_MAX = STORE_EMAIL_SIZE - 1, /* bytes (RFC 5321: 254) */
    MAIL_LOCAL_MAX = 64,                     /* bytes before the @ */
    MAIL_LABEL_MAX = 63,                     /* bytes between two dots of the domain */
};

/* What is wrong with the text as an address that mail can be sent to, or NULL. Only plain ASCII
 * addresses are accepted, without quotes, comments and bare IP addresses, so that nothing can end a
 * header or an SMTP command early. */
const char *mail_address_fault(const char *address);

/* Converts a typed address (valid UTF-8) to the form for mail servers: a domain with non-ASCII letters becomes its
 * ASCII form ("xn--..."). Returns NULL, or what is wrong with it. Before the @ only ASCII is accepted: other
 * letters need a mail server with SMTPUTF8 all the way. */
const char *mail_address_read(const char *typed, char address[STORE_EMAIL_SIZE]);

/* Whether there is no dot after the @, so that it can only be an address of this machine or its network. */
bool mail_address_is_local(const char *address);

/* A hash of the address in lower case. */
void mail_address_hash(const char *address, uint8_t hash[STORE_HASH_SIZE]);

#endif
