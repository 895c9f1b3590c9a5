/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/account/name.h"

#include "db/accounts.h"

#include <glib.h>
#include <stdio.h>
#include <string.h>

enum { BATCH = 256 /* accounts that get their keys in one transaction */ };

/* ---- what a name is made of ---- */

/* Letters and marks that Unicode counts as such and nobody sees (Default_Ignorable_Code_Point), and the
 * blank of Braille. */
static const struct {
    gunichar first, last;
} invisible[] = {
    {0x034f, 0x034f}, {0x115f, 0x1160}, {0x17b4, 0x17b5}, {0x180b, 0x180f},   {0x2800, 0x2800},
    {0x3164, 0x3164}, {0xfe00, 0xfe0f}, {0xffa0, 0xffa0}, {0xe0100, 0xe01ef},
};

static bool can_be_seen(gunichar c) {
    for (size_t i = 0; i < sizeof invisible / sizeof *invisible; i++)
        if (c >= invisible[i].first && c <= invisible[i].last)
            return false;
    switch (g_unichar_type(c)) {
    case G_UNICODE_CONTROL:
    case G_UNICODE_FORMAT:
    case G_UNICODE_UNASSIGNED:
    case G_UNICODE_PRIVATE_USE:
    case G_UNICODE_SURROGATE:
    case G_UNICODE_LINE_SEPARATOR:
    case G_UNICODE_PARAGRAPH_SEPARATOR: return false;
    case G_UNICODE_SPACE_SEPARATOR: return c == ' ';
    default: return true;
    }
}

/* Scripts that are written together: what Unicode's UTS 39 calls highly restrictive. */
enum { LATIN = 1, HAN = 2, JAPANESE = 4, KOREAN = 8, BOPOMOFO = 16, OTHER = 32 };

static unsigned script_of(gunichar c) {
    switch (g_unichar_get_script(c)) {
    case G_UNICODE_SCRIPT_COMMON:
    case G_UNICODE_SCRIPT_INHERITED: return 0;
    case G_UNICODE_SCRIPT_LATIN: return LATIN;
    case G_UNICODE_SCRIPT_HAN: return HAN;
    case G_UNICODE_SCRIPT_HIRAGANA:
    case G_UNICODE_SCRIPT_KATAKANA: return JAPANESE;
    case G_UNICODE_SCRIPT_HANGUL: return KOREAN;
    case G_UNICODE_SCRIPT_BOPOMOFO: return BOPOMOFO;
    default: return OTHER;
    }
}

static bool mixes_scripts(const char *name) {
    static const unsigned together[] = {LATIN | HAN | JAPANESE, LATIN | HAN | KOREAN,
                                        LATIN | HAN | BOPOMOFO};
    GUnicodeScript other = G_UNICODE_SCRIPT_INVALID_CODE;
    unsigned scripts = 0;

    for (const char *at = name; *at != '\0'; at = g_utf8_next_char(at)) {
        gunichar c = g_utf8_get_char(at);
        unsigned script = script_of(c);

        scripts |= script;
        if (script != OTHER)
            continue;
        if (other != G_UNICODE_SCRIPT_INVALID_CODE && other != g_unichar_get_script(c))
            return true;
        other = g_unichar_get_script(c);
    }
    for (size_t i = 0; i < sizeof together / sizeof *together; i++)
        if ((scripts & ~together[i]) == 0)
            return false;
    return scripts != OTHER;
}

const char *label_fault(const char *text) {
    size_t size = strlen(text);

    if (size > 0 && (text[0] == ' ' || text[size - 1] == ' '))
        return "must not begin or end with a space";
    for (const char *at = text; *at != '\0'; at = g_utf8_next_char(at))
        if (!can_be_seen(g_utf8_get_char(at)))
            return "must not have control characters or invisible ones";
    return NULL;
}

/* What is wrong with a name in form NFKC, or NULL. */
static const char *fault_of(const char *name) {
    if (name[0] == '\0')
        return "must not be empty";
    if (strlen(name) >= STORE_NAME_SIZE)
        return "is too long";
    if (strstr(name, "  ") != NULL)
        return "must not have two spaces next to each other";
    if (g_unichar_ismark(g_utf8_get_char(name)))
        return "must not begin with a mark that belongs to a letter before it";
    if (mixes_scripts(name))
        return "must not mix letters of different scripts, such as Latin and Cyrillic ones";
    return label_fault(name);
}

/* ---- forms ---- */

/* Folding may undo the form, so that it is made again (Unicode, D146: NFKC, fold, NFKC). False: too long,
 * or out of memory. */
static bool fold_name(const char *name, char key[STORE_NAME_KEY_SIZE]) {
    char *folded = g_utf8_casefold(name, -1);
    char *formed = folded == NULL ? NULL : g_utf8_normalize(folded, -1, G_NORMALIZE_NFKC);
    bool fits = formed != NULL && strlen(formed) < STORE_NAME_KEY_SIZE;

    if (fits)
        memcpy(key, formed, strlen(formed) + 1);
    g_free(folded);
    g_free(formed);
    return fits;
}

const char *account_name_set(struct store_account *account, const char *typed) {
    char *name = g_utf8_normalize(typed, -1, G_NORMALIZE_NFKC);
    const char *fault = name == NULL ? "must be valid UTF-8" : fault_of(name);

    if (fault == NULL && !fold_name(name, account->name_key))
        fault = "is too long";
    if (fault == NULL)
        memcpy(account->name, name, strlen(name) + 1);
    g_free(name);
    return fault;
}

enum store_result account_by_name(struct store_reader *reader, const char *typed,
                                  struct store_account *account) {
    char key[STORE_NAME_KEY_SIZE];
    char *name = g_utf8_normalize(typed, -1, G_NORMALIZE_NFKC);
    bool possible = name != NULL && fold_name(name, key);

    g_free(name);
    return possible ? store_account_by_name(reader, key, account) : STORE_NONE;
}

/* ---- names from before there were keys ---- */

struct completion {
    struct store_job job;
    unsigned count;
};

/* Two old names may have the same key: the later one gets a key that nobody can type, so that it keeps its
 * name and is found by what else leads to it. */
static enum store_result complete_one(struct store_tx *tx, const struct store_account *account) {
    char key[STORE_NAME_KEY_SIZE];
    struct store_account other;
    char *name = g_utf8_normalize(account->name, -1, G_NORMALIZE_NFKC);
    enum store_result result = STORE_CONFLICT;

    if (name != NULL && fold_name(name, key)) {
        result = store_account_by_name(store_tx_reader(tx), key, &other);
        result = result == STORE_NONE ? STORE_OK : result == STORE_OK ? STORE_CONFLICT : result;
    }
    g_free(name);
    if (result == STORE_CONFLICT) {
        snprintf(key, sizeof key, "\n%s", account->public_id);
        result = STORE_OK;
    }
    return result == STORE_OK ? store_account_set_name_key(tx, account->id, key) : result;
}

static enum store_result complete_batch(struct store_tx *tx, struct store_job *job) {
    struct completion *completion = (struct completion *)job; /* its first member */
    enum store_result result = STORE_OK;

    for (completion->count = 0; completion->count < BATCH && result == STORE_OK;
         completion->count++) {
        struct store_account account;

        result = store_account_without_key(store_tx_reader(tx), &account);
        if (result == STORE_NONE)
            return STORE_OK;
        if (result == STORE_OK)
            result = complete_one(tx, &account);
    }
    return result;
}

bool account_names_complete(struct store *store) {
    struct completion completion;
    enum store_result result;

    do {
        completion = (struct completion){.job = {.run = complete_batch}};
        result = store_call(store, &completion.job);
    } while (result == STORE_OK && completion.count == BATCH);
    return result == STORE_OK || result == STORE_CORRUPT; /* damage does not keep others waiting */
}
