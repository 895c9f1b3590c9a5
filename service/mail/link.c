/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/mail/link.h"

#include <ctype.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "service/base/mail_address.h"

static const char letters[] = "abcdefghijklmnopqrstuvwxyz234567";

#define MINUTES(n) ((n)*INT64_C(60000))
#define DAYS(n)    ((n)*INT64_C(86400000))

const int64_t link_life_ms[LINK_PURPOSES] = {
    [LINK_CONFIRM] = DAYS(2), [LINK_SIGN_IN] = MINUTES(30), [LINK_OPEN] = DAYS(14),
    [LINK_REPLY] = DAYS(30),  [LINK_BOX] = DAYS(60),        [LINK_INVITE] = DAYS(14),
    [LINK_TAKEN] = DAYS(14),
};

bool link_hash(const char *text, uint8_t hash[STORE_HASH_SIZE]) {
    unsigned char lower[LINK_TOKEN_LENGTH];

    if (strlen(text) != LINK_TOKEN_LENGTH)
        return false;
    for (size_t i = 0; i < LINK_TOKEN_LENGTH; i++) {
        /* mail servers may have changed the case */
        lower[i] = (unsigned char)tolower((unsigned char)text[i]);
        if (strchr(letters, lower[i]) == NULL)
            return false;
    }
    crypto_generichash(hash, STORE_HASH_SIZE, lower, sizeof lower, NULL, 0);
    return true;
}

void link_draw(struct store_link *link, int64_t now, char token[LINK_TOKEN_SIZE]) {
    unsigned char random[LINK_TOKEN_LENGTH];

    randombytes_buf(random, sizeof random);
    for (size_t i = 0; i < LINK_TOKEN_LENGTH; i++)
        token[i] = letters[random[i] % (sizeof letters - 1)];
    token[LINK_TOKEN_LENGTH] = '\0';
    sodium_memzero(random, sizeof random);
    (void)link_hash(token, link->hash);
    link->expires_at = now + link_life_ms[link->purpose];
}

bool link_hash_digits(const char *text, const char *address, uint8_t hash[STORE_HASH_SIZE]) {
    unsigned char digits[LINK_DIGITS];
    uint8_t key[STORE_HASH_SIZE];
    size_t n = 0;

    for (; *text != '\0'; text++) {
        if (*text == ' ')
            continue;
        if (*text < '0' || *text > '9' || n == LINK_DIGITS)
            return false;
        digits[n++] = (unsigned char)*text;
    }
    if (n < LINK_DIGITS)
        return false;
    mail_address_hash(address, key);
    crypto_generichash(hash, STORE_HASH_SIZE, digits, sizeof digits, key, sizeof key);
    return true;
}

void link_draw_digits(struct store_link *link, char digits[LINK_DIGITS_SIZE]) {
    snprintf(digits, LINK_DIGITS_SIZE, "%06u", (unsigned)randombytes_uniform(1000000));
    (void)link_hash_digits(digits, link->address, link->digits);
}

int64_t link_drawn_at(const struct store_link *link) {
    return link->expires_at - link_life_ms[link->purpose];
}

/* Whether the account still has the address that the link was sent to. Links that open games or
 * make moves end when it changes: the old mailbox may belong to somebody else by now. */
static enum store_result still_theirs(struct store_reader *reader, const struct store_link *link) {
    struct store_mailbox box;
    enum store_result result;

    if (link->purpose != LINK_OPEN && link->purpose != LINK_REPLY)
        return STORE_OK;
    result = store_mailbox_get(reader, link->account, &box);
    return result == STORE_OK && strcasecmp(box.address, link->address) != 0 ? STORE_NONE : result;
}

enum store_result link_find_any(struct store_reader *reader, const char *token, int64_t now,
                                struct store_link *link) {
    uint8_t hash[STORE_HASH_SIZE];
    enum store_result result;

    if (!link_hash(token, hash))
        return STORE_NONE;
    result = store_link_get(reader, hash, link);
    if (result == STORE_OK && (link->expires_at <= now || link->used_at != 0))
        return STORE_NONE;
    return result == STORE_OK ? still_theirs(reader, link) : result;
}

enum store_result link_find(struct store_reader *reader, const char *token,
                            enum link_purpose purpose, int64_t now, struct store_link *link) {
    enum store_result result = link_find_any(reader, token, now, link);

    return result == STORE_OK && link->purpose != (int)purpose ? STORE_NONE : result;
}
