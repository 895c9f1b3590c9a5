/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/base/mail_address.h"

#include <ctype.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <unicode/uidna.h>

#include "service/base/text.h"

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
/* RFC 5322's atext, and the dot. */
static const char local_letters[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$%&'*+-/=?^_`{|}~.";

static bool local_good(const char *text, size_t size) {
    if (size == 0 || size > MAIL_LOCAL_MAX || text[0] == '.' || text[size - 1] == '.')
        return false;
    for (size_t i = 0; i < size; i++)
        if (strchr(local_letters, text[i]) == NULL || (text[i] == '.' && text[i + 1] == '.'))
            return false;
    return true;
}

static bool label_good(const char *text, size_t size) {
    if (size == 0 || size > MAIL_LABEL_MAX || text[0] == '-' || text[size - 1] == '-')
        return false;
    for (size_t i = 0; i < size; i++)
        if (strchr(letters, text[i]) == NULL && text[i] != '-')
            return false;
    return true;
}

/* A single label ("localhost") is a domain too, of this machine or its network. All digits would be
 * an IP address. */
static bool domain_good(const char *domain) {
    for (const char *label = domain;;) {
        size_t size = strcspn(label, ".");

        if (!label_good(label, size))
            return false;
        if (label[size] == '\0')
            return strspn(label, "0123456789") != size;
        label += size + 1;
    }
}

const char *mail_address_fault(const char *address) {
    static const char fault[] = "must be an address like name@example.org";
    const char *at = strrchr(address, '@');

    if (at == NULL || strlen(address) > MAIL_ADDRESS_MAX)
        return fault;
    return local_good(address, (size_t)(at - address)) && domain_good(at + 1) ? NULL : fault;
}

bool mail_address_is_local(const char *address) {
    const char *at = strrchr(address, '@');

    return at == NULL || strchr(at, '.') == NULL;
}

/* Converts a domain to the form for mail servers (UTS 46, nontransitional, as in IDNA 2008). False: it is
 * invalid. */
static bool domain_to_ascii(const char *domain, char *ascii, size_t size) {
    UErrorCode error = U_ZERO_ERROR;
    UIDNAInfo info = UIDNA_INFO_INITIALIZER;
    UIDNA *idna =
        uidna_openUTS46(UIDNA_NONTRANSITIONAL_TO_ASCII | UIDNA_USE_STD3_RULES | UIDNA_CHECK_BIDI |
                            UIDNA_CHECK_CONTEXTJ | UIDNA_CHECK_CONTEXTO,
                        &error);

    if (U_FAILURE(error))
        return false;
    uidna_nameToASCII_UTF8(idna, domain, -1, ascii, (int32_t)size, &info, &error);
    uidna_close(idna);
    return error == U_ZERO_ERROR && info.errors == 0; /* a warning: not terminated */
}

const char *mail_address_read(const char *typed, char address[STORE_EMAIL_SIZE]) {
    const char *at = strrchr(typed, '@');
    size_t local = at == NULL ? 0 : (size_t)(at - typed);
    char ascii[STORE_EMAIL_SIZE];

    address[0] = '\0';
    if (local == 0 || local > MAIL_LOCAL_MAX || strlen(typed) > MAIL_ADDRESS_MAX)
        return "must be an address like name@example.org";
    if (text_is_ascii(at))
        snprintf(ascii, sizeof ascii, "%s", at + 1);
    else if (!domain_to_ascii(at + 1, ascii, sizeof ascii))
        return "must have a possible domain after the @";
    if (local + 1 + strlen(ascii) > MAIL_ADDRESS_MAX)
        return "is too long";
    memcpy(address, typed, local + 1);
    memcpy(address + local + 1, ascii, strlen(ascii) + 1);
    if (!text_is_ascii(address))
        return "must have only ASCII before the @, since most mail servers accept nothing else";
    return mail_address_fault(address);
}

void mail_address_hash(const char *address, uint8_t hash[STORE_HASH_SIZE]) {
    unsigned char lower[STORE_EMAIL_SIZE];
    size_t size = 0;

    for (; size < sizeof lower && address[size] != '\0'; size++)
        lower[size] = (unsigned char)tolower((unsigned char)address[size]);
    crypto_generichash(hash, STORE_HASH_SIZE, lower, size, NULL, 0);
}
