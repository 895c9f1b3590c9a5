/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/account/name.h"

#include "db/accounts.h"
#include "service/base/seen.h"

#include <glib.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum {
    BATCH = 256,     /* accounts that get their keys in one transaction */
    FORM_SIZE = 4096 /* for what a name looks like: a letter may look like several */
};

/* ---- what a name may contain ---- */

/* Scripts that may be combined: the level that Unicode's UTS 39 calls highly restrictive. */
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

/* Whether it has anything readable: "." and ".." would be folders in an address. */
static bool is_readable(const char *name) {
    for (const char *at = name; *at != '\0'; at = g_utf8_next_char(at)) {
        gunichar c = g_utf8_get_char(at);

        if (g_unichar_isalnum(c) || g_unichar_type(c) == G_UNICODE_OTHER_SYMBOL)
            return true;
    }
    return false;
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
    if (!is_readable(name))
        return "must have a letter, a digit or a symbol";
    return label_fault_strict(name);
}

/* ---- forms ---- */

static void hash_text(const char *text, uint8_t hash[STORE_HASH_SIZE]) {
    crypto_generichash(hash, STORE_HASH_SIZE, (const unsigned char *)text, strlen(text), NULL, 0);
}

/* False: out of memory. */
static bool hash_alike(const char *name, uint8_t hash[STORE_HASH_SIZE]) {
    char form[FORM_SIZE];
    bool made = seen_form(name, form, sizeof form);

    if (made)
        hash_text(form, hash);
    return made;
}

const char *account_name_set(struct store_account *account, const char *typed) {
    char *name = g_utf8_normalize(typed, -1, G_NORMALIZE_NFKC);
    const char *fault = name == NULL ? "must be valid UTF-8" : fault_of(name);

    if (fault == NULL && (!seen_fold(name, account->name_key, sizeof account->name_key) ||
                          !hash_alike(name, account->alike)))
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
    bool possible = name != NULL && seen_fold(name, key, sizeof key);

    g_free(name);
    return possible ? store_account_by_name(reader, key, account) : STORE_NONE;
}

/* ---- names reserved for former owners ---- */

static enum store_result check_former(struct store_tx *tx, const struct store_account *account,
                                      int64_t now) {
    struct store_reader *reader = store_tx_reader(tx);
    uint8_t key[STORE_HASH_SIZE];

    hash_text(account->name_key, key);
    enum store_result result = store_former_name_check(reader, key, account->id, now);
    return result == STORE_OK ? store_former_name_check(reader, account->alike, account->id, now)
                              : result;
}

enum store_result account_create(struct store_tx *tx, struct store_account *account) {
    enum store_result result = check_former(tx, account, account->created_at);

    return result == STORE_OK ? store_account_create(tx, account) : result;
}

static enum store_result give_up_name(struct store_tx *tx, const struct store_account *account,
                                      int64_t free_at) {
    uint8_t key[STORE_HASH_SIZE];

    hash_text(account->name_key, key);
    enum store_result result = store_former_name_add(tx, key, account->id, free_at);
    return result == STORE_OK ? store_former_name_add(tx, account->alike, account->id, free_at)
                              : result;
}

static int64_t free_at(const struct config *config, int64_t now) {
    return now + (config == NULL ? 0 : config->name_hold_days) * INT64_C(24) * 3600 * 1000;
}

enum store_result account_rename(struct store_tx *tx, const struct config *config,
                                 const struct store_account *named, struct store_account *account,
                                 int64_t now) {
    const struct store_account before = *account;
    enum store_result result = STORE_OK;

    memcpy(account->name, named->name, sizeof account->name);
    memcpy(account->name_key, named->name_key, sizeof account->name_key);
    memcpy(account->alike, named->alike, sizeof account->alike);
    if (strcmp(account->name_key, before.name_key) == 0)
        return STORE_OK;
    result = check_former(tx, account, now);
    return result == STORE_OK ? give_up_name(tx, &before, free_at(config, now)) : result;
}

enum store_result account_delete(struct store_tx *tx, const struct config *config, int64_t id,
                                 int64_t now) {
    struct store_account account;
    enum store_result result = store_account_get(store_tx_reader(tx), id, &account);

    if (result == STORE_OK && account.deleted_at == 0)
        result = give_up_name(tx, &account, free_at(config, now));
    return result == STORE_OK ? store_account_delete(tx, id, now) : result;
}

/* ---- older names without keys ---- */

struct completion {
    struct store_job job;
    unsigned count;
};

/* Two old names may have the same key, or look alike: the later one gets a key that cannot be typed and an alike
 * hash of its own. It keeps its name, and can be found in other ways. */
static enum store_result complete_key(struct store_tx *tx, struct store_account *account) {
    struct store_account other;
    char *name = g_utf8_normalize(account->name, -1, G_NORMALIZE_NFKC);
    enum store_result result = STORE_CONFLICT;

    if (name != NULL && seen_fold(name, account->name_key, sizeof account->name_key)) {
        result = store_account_by_name(store_tx_reader(tx), account->name_key, &other);
        result = result == STORE_NONE ? STORE_OK : result == STORE_OK ? STORE_CONFLICT : result;
    }
    g_free(name);
    if (result == STORE_CONFLICT) {
        snprintf(account->name_key, sizeof account->name_key, "\n%s", account->public_id);
        result = STORE_OK;
    }
    return result;
}

static enum store_result complete_one(struct store_tx *tx, struct store_account *account) {
    enum store_result result = account->name_key[0] == '\0' ? complete_key(tx, account) : STORE_OK;

    if (result != STORE_OK)
        return result;
    if (hash_alike(account->name, account->alike)) {
        struct store_account other;

        result = store_account_by_alike(store_tx_reader(tx), account->alike, &other);
        if (result != STORE_OK && result != STORE_NONE)
            return result;
    }
    if (result == STORE_OK) { /* taken, or none could be made */
        char own[STORE_ID_SIZE + 1];

        snprintf(own, sizeof own, "\n%s", account->public_id);
        hash_text(own, account->alike);
    }
    return store_account_set_forms(tx, account);
}

static enum store_result complete_batch(struct store_tx *tx, struct store_job *job) {
    struct completion *completion = (struct completion *)job; /* its first member */
    enum store_result result = STORE_OK;

    for (completion->count = 0; completion->count < BATCH && result == STORE_OK;
         completion->count++) {
        struct store_account account;

        result = store_account_without_forms(store_tx_reader(tx), &account);
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
    return result == STORE_OK || result == STORE_CORRUPT; /* a damaged account does not stop the
                                                           * others */
}
