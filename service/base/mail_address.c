/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/base/mail_address.h"

#include <ctype.h>
#include <sodium.h>
#include <string.h>

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

/* One label alone ("localhost") is a domain too: of this machine's own network. All digits would be
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

void mail_address_hash(const char *address, uint8_t hash[STORE_HASH_SIZE]) {
    unsigned char lower[STORE_EMAIL_SIZE];
    size_t size = 0;

    for (; size < sizeof lower && address[size] != '\0'; size++)
        lower[size] = (unsigned char)tolower((unsigned char)address[size]);
    crypto_generichash(hash, STORE_HASH_SIZE, lower, size, NULL, 0);
}
