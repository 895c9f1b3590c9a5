/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/passkeys.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "db/accounts.h"
#include "db/passkeys.h"
#include "db/usage.h"
#include "service/account/auth.h"
#include "service/account/browser_name.h"
#include "service/account/session.h"
#include "service/account/webauthn.h"
#include "service/api/accounts.h"
#include "service/api/game.h"
#include "service/app/list.h"
#include "service/app/store_reply.h"
#include "service/base/json_write.h"
#include "service/base/seen.h"
#include "service/oauth/site.h"

enum {
    PASSKEY_JSON_MAX = 8 << 10,
    PASSKEYS_JSON_MAX = 64 << 10,
    SECOND_MS = 1000,
    VARIANT = sodium_base64_VARIANT_URLSAFE_NO_PADDING,
};
#define BASE64_MAX(bytes) (((bytes)*4 + 2) / 3)

_Static_assert(BASE64_MAX(WEBAUTHN_CREDENTIAL_MAX) < STORE_CREDENTIAL_SIZE &&
                   BASE64_MAX(WEBAUTHN_KEY_MAX) < STORE_PUBLIC_KEY_SIZE,
               "what devices send goes into the store");
_Static_assert((int)crypto_generichash_BYTES == (int)STORE_HASH_SIZE, "hashes of challenges");

/* ---- the site, and what devices send ---- */

/* False: has answered. */
static bool passkey_find_site(struct request *rq, struct webauthn_site *site) {
    char url[SITE_SIZE];

    site_issuer(rq, url);
    if (webauthn_site_read(url, site))
        return true;
    reply_problem(rq, PROBLEM_FORBIDDEN,
                  "browsers have passkeys only for a server with https and a host name, or on "
                  "http://localhost; the operator sets the address with --public-url");
    return false;
}

static void passkey_hash(const uint8_t challenge[WEBAUTHN_CHALLENGE],
                         uint8_t hash[STORE_HASH_SIZE]) {
    crypto_generichash(hash, STORE_HASH_SIZE, challenge, WEBAUTHN_CHALLENGE, NULL, 0);
}

/* Decodes TEXT into SIZE bytes at most. False: an error is noted. */
static bool passkey_decode(struct read_errors *errors, const char *pointer, const char *text,
                           uint8_t *bytes, size_t size, size_t *length) {
    *length = 0;
    if (text == NULL)
        return false;
    if (sodium_base642bin(bytes, size, text, strlen(text), NULL, length, NULL, VARIANT) == 0)
        return true;
    read_error(errors, pointer, "must be base64url without padding, of %zu bytes at most", size);
    return false;
}

/* A device's answer. */
struct passkey_answer {
    struct webauthn_site site;
    char credential[STORE_CREDENTIAL_SIZE];
    uint8_t client_data[WEBAUTHN_CLIENT_DATA_MAX];
    uint8_t auth_data[WEBAUTHN_AUTH_DATA_MAX];
    size_t client_size, auth_size;
    uint8_t challenge[STORE_HASH_SIZE]; /* hash */
    struct webauthn_state state;
};

static struct webauthn_bytes passkey_answer_client(const struct passkey_answer *answer) {
    return (struct webauthn_bytes){answer->client_data, answer->client_size};
}

static struct webauthn_bytes passkey_answer_auth(const struct passkey_answer *answer) {
    return (struct webauthn_bytes){answer->auth_data, answer->auth_size};
}

/* The texts of a device's answer, as fields of the body. */
struct passkey_texts {
    const char *id, *client_data, *auth_data;
};
#define ANSWER_FIELDS(texts)                                                                       \
    {"id",                                                                                         \
     READ_TEXT,                                                                                    \
     .required = true,                                                                             \
     .to.text = &(texts).id,                                                                       \
     .min = 1,                                                                                     \
     .max = BASE64_MAX(WEBAUTHN_CREDENTIAL_MAX)},                                                  \
        {"client_data",    READ_TEXT,                                                              \
         .required = true, .to.text = &(texts).client_data,                                        \
         .min = 1,         .max = BASE64_MAX(WEBAUTHN_CLIENT_DATA_MAX)},                           \
    {                                                                                              \
        "authenticator_data", READ_TEXT, .required = true, .to.text = &(texts).auth_data,          \
                                         .min = 1, .max = BASE64_MAX(WEBAUTHN_AUTH_DATA_MAX)       \
    }

/* Decodes all of it, and checks the client data. */
static void passkey_answer_read(struct read_errors *errors, const struct passkey_texts *texts,
                                enum webauthn_ceremony ceremony, struct passkey_answer *answer) {
    uint8_t id[WEBAUTHN_CREDENTIAL_MAX], challenge[WEBAUTHN_CHALLENGE];
    size_t id_size;
    const char *fault = NULL;

    if (passkey_decode(errors, "/id", texts->id, id, sizeof id, &id_size))
        sodium_bin2base64(answer->credential, sizeof answer->credential, id, id_size, VARIANT);
    passkey_decode(errors, "/authenticator_data", texts->auth_data, answer->auth_data,
                   sizeof answer->auth_data, &answer->auth_size);
    if (passkey_decode(errors, "/client_data", texts->client_data, answer->client_data,
                       sizeof answer->client_data, &answer->client_size))
        fault =
            webauthn_read_client(passkey_answer_client(answer), ceremony, &answer->site, challenge);
    if (fault != NULL)
        read_error(errors, "/client_data", "%s", fault);
    else if (answer->client_size > 0)
        passkey_hash(challenge, answer->challenge);
}

#define CHALLENGE_DETAIL                                                                           \
    "its challenge is not one that waits for an answer; each is answered once, within five "       \
    "minutes; ask for another one"

/* ---- challenges ---- */

struct passkey_asking {
    struct endpoint_call call; /* first */
    struct webauthn_site site;
    uint8_t challenge[WEBAUTHN_CHALLENGE];
    uint64_t client; /* the connection's address, whose tries are limited; 0: no limit */
};

static bool passkey_challenge_read(struct request *rq, void *state) {
    struct passkey_asking *asking = state;

    if (!request_fields(rq, NULL, 0) || !passkey_find_site(rq, &asking->site))
        return false;
    randombytes_buf(asking->challenge, sizeof asking->challenge);
    asking->client = request_is_limited(rq) ? request_client(rq) : 0;
    return true;
}

/* Counts a challenge, and keeps its hash. Each answer needs one, so that this limits answers, too. */
static enum store_result passkey_keep_challenge(struct store_tx *tx,
                                                struct passkey_asking *asking) {
    struct endpoint_call *call = &asking->call;
    bool own = call->account != 0;
    int64_t who = own ? call->account : (int64_t)asking->client, wait = 0;
    uint8_t hash[STORE_HASH_SIZE];
    enum store_result result = STORE_OK;

    if (who != 0)
        result = store_allowance_spend(
            tx, who, own ? PASSKEY_ALLOWANCE_ACCOUNT : PASSKEY_ALLOWANCE_CLIENT, 1,
            own ? PASSKEY_TRIES_OF_ACCOUNT : PASSKEY_TRIES_OF_CLIENT, call->now, &wait);
    if (result != STORE_OK)
        return result;
    if (wait != 0) {
        call->refusal.retry_after = reply_seconds(wait);
        return endpoint_refuse(call, PROBLEM_RATE_LIMITED,
                               "too many passkeys were tried; sign in another way, or later");
    }
    passkey_hash(asking->challenge, hash);
    return store_passkey_challenge_add(tx, hash, call->account,
                                       call->now + PASSKEY_CHALLENGE_S * SECOND_MS);
}

static void passkey_write_base64(struct writer *w, const void *bytes, size_t size) {
    char text[BASE64_MAX(64) + 1];

    sodium_bin2base64(text, sizeof text, bytes, size, VARIANT);
    writer_text(w, text);
}

static void passkey_write_challenge(struct writer *w, const struct passkey_asking *asking) {
    writer_key(w, "challenge");
    passkey_write_base64(w, asking->challenge, sizeof asking->challenge);
    writer_time_member(w, "expires_at", asking->call.now + PASSKEY_CHALLENGE_S * SECOND_MS);
    writer_text_member(w, "rp_id", asking->site.id);
}

static bool passkey_write_known(void *context, const struct store_passkey *passkey) {
    writer_text(context, passkey->credential);
    return true;
}

static enum store_result passkeys_challenge_run(struct store_tx *tx, void *state) {
    struct passkey_asking *asking = state;
    struct writer w = writer_to(&asking->call.reply.body);
    struct store_account account;
    enum store_result result = account_check_way_in(tx, &asking->call);

    if (result == STORE_OK)
        result = store_account_get(store_tx_reader(tx), asking->call.account, &account);
    if (result == STORE_OK)
        result = passkey_keep_challenge(tx, asking);
    if (result != STORE_OK)
        return result;
    writer_object(&w);
    passkey_write_challenge(&w, asking);
    writer_key(&w, "user");
    writer_object(&w);
    writer_key(&w, "id");
    passkey_write_base64(&w, account.public_id, strlen(account.public_id));
    writer_text_member(&w, "name", account.name);
    writer_object_end(&w);
    writer_key(&w, "algorithms");
    writer_array(&w);
    for (const int *algorithm = webauthn_algorithms; *algorithm != 0; algorithm++)
        writer_int(&w, *algorithm);
    writer_array_end(&w);
    writer_key(&w, "exclude");
    writer_array(&w);
    result = store_passkey_list(store_tx_reader(tx), account.id, passkey_write_known, &w);
    writer_array_end(&w);
    writer_object_end(&w);
    return result;
}

const struct endpoint passkeys_challenge = {
    .size = sizeof(struct passkey_asking),
    .body_max = PASSKEYS_JSON_MAX,
    .status = 200,
    .secret = true,
    .read = passkey_challenge_read,
    .run = passkeys_challenge_run,
};

static enum store_result passkey_sign_challenge_run(struct store_tx *tx, void *state) {
    struct passkey_asking *asking = state;
    struct writer w = writer_to(&asking->call.reply.body);
    enum store_result result = passkey_keep_challenge(tx, asking);

    writer_object(&w);
    passkey_write_challenge(&w, asking);
    writer_object_end(&w);
    return result;
}

const struct endpoint passkey_sign_challenge = {
    .size = sizeof(struct passkey_asking),
    .body_max = PASSKEY_JSON_MAX,
    .status = 200,
    .secret = true,
    .read = passkey_challenge_read,
    .run = passkey_sign_challenge_run,
};

/* ---- an account's passkeys ---- */

void passkeys_write(struct writer *w, const struct store_passkey *passkey) {
    writer_object(w);
    writer_text_member(w, "id", passkey->public_id);
    writer_text_member(w, "name", passkey->name);
    writer_text_member(w, "credential", passkey->credential);
    writer_int_member(w, "algorithm", passkey->algorithm);
    writer_bool_member(w, "backed_up", passkey->backed_up);
    writer_time_member(w, "created_at", passkey->created_at);
    writer_time_or_null_member(w, "last_used_at", passkey->last_used_at);
    writer_object_end(w);
}

static bool passkeys_list_row(void *context, const struct store_passkey *passkey) {
    struct list *list = context;

    passkeys_write(&list->w, passkey);
    return true;
}

void passkeys_list(struct request *rq) {
    struct store_reader *reader = api_reader(rq);
    struct list list;

    if (reader == NULL)
        return;
    list_begin(&list, 0, PASSKEYS_JSON_MAX);
    list_reply(rq, &list, store_passkey_list(reader, rq->caller.account, passkeys_list_row, &list));
}

struct passkey_creation {
    struct endpoint_call call; /* first */
    struct passkey_answer answer;
    struct store_passkey passkey;
};

static bool passkeys_create_read(struct request *rq, void *state) {
    struct passkey_creation *creation = state;
    struct passkey_answer *answer = &creation->answer;
    struct store_passkey *passkey = &creation->passkey;
    struct webauthn_credential credential = {.id_size = 0};
    struct read_errors errors = {0};
    struct passkey_texts texts = {0};
    const char *name = NULL, *fault = NULL;
    const struct read_field fields[] = {
        ANSWER_FIELDS(texts),
        {"name", READ_TEXT, .to.text = &name, .min = 1, .max = STORE_NAME_SIZE - 1},
    };

    if (!passkey_find_site(rq, &answer->site) ||
        !request_read(rq, &errors, fields, sizeof fields / sizeof *fields))
        return false;
    passkey_answer_read(&errors, &texts, WEBAUTHN_CREATE, answer);
    if (name != NULL && label_fault(name) != NULL)
        read_error(&errors, "/name", "%s", label_fault(name));
    if (errors.count == 0)
        fault = webauthn_read_credential(passkey_answer_auth(answer), &answer->site, &answer->state,
                                         &credential);
    if (fault != NULL)
        read_error(&errors, "/authenticator_data", "%s", fault);
    if (!check_valid(rq, &errors))
        return false;
    sodium_bin2base64(passkey->credential, sizeof passkey->credential, credential.id,
                      credential.id_size, VARIANT);
    if (strcmp(passkey->credential, answer->credential) != 0) {
        reply_invalid_at(rq, "/id", "is not the credential of authenticator_data");
        return false;
    }
    sodium_bin2base64(passkey->public_key, sizeof passkey->public_key, credential.key.bytes,
                      credential.key.size, VARIANT);
    passkey->algorithm = credential.key.algorithm;
    passkey->sign_count = answer->state.sign_count;
    passkey->backed_up = answer->state.backed_up;
    passkey->account = rq->caller.account;
    passkey->created_at = creation->call.now;
    app_new_id(passkey->public_id);
    browser_name(request_header(rq, "User-Agent"), passkey->name);
    if (name != NULL)
        snprintf(passkey->name, sizeof passkey->name, "%s", name);
    return true;
}

/* A guest who has a passkey can come back, and so keeps the account. */
static enum store_result passkey_keep_guest(struct store_tx *tx, int64_t id) {
    struct store_account account;
    enum store_result result = store_account_get(store_tx_reader(tx), id, &account);

    if (result != STORE_OK || account.guest_until == 0)
        return result;
    account.guest_until = 0;
    return store_account_set(tx, &account);
}

static enum store_result passkeys_create_run(struct store_tx *tx, void *state) {
    struct passkey_creation *creation = state;
    struct endpoint_call *call = &creation->call;
    struct store_passkey *passkey = &creation->passkey;
    struct writer w = writer_to(&call->reply.body);
    int64_t count = 0;
    enum store_result result = account_check_way_in(tx, call);

    if (result == STORE_OK)
        result =
            store_passkey_challenge_take(tx, creation->answer.challenge, call->account, call->now);
    if (result == STORE_NONE)
        return endpoint_refuse_at(call, "/client_data", CHALLENGE_DETAIL);
    if (result == STORE_OK)
        result = store_passkey_count(store_tx_reader(tx), call->account, &count);
    if (result == STORE_OK && count >= PASSKEYS_MAX)
        return endpoint_refuse(call, PROBLEM_CONFLICT,
                               "an account has at most %d passkeys; remove one first",
                               PASSKEYS_MAX);
    if (result == STORE_OK)
        result = store_passkey_add(tx, passkey);
    if (result == STORE_CONFLICT)
        return endpoint_refuse(call, PROBLEM_CONFLICT, "this passkey is registered already");
    if (result == STORE_OK)
        result = passkey_keep_guest(tx, call->account);
    snprintf(call->reply.location, sizeof call->reply.location, "/v1/me/passkeys/%s",
             passkey->public_id);
    passkeys_write(&w, passkey);
    return result;
}

const struct endpoint passkeys_create = {
    .size = sizeof(struct passkey_creation),
    .body_max = PASSKEY_JSON_MAX,
    .status = 201,
    .read = passkeys_create_read,
    .run = passkeys_create_run,
    .committed = account_tokens_changed,
};

struct passkey_renaming {
    struct endpoint_named named; /* first */
    char name[STORE_NAME_SIZE];
};

static bool passkeys_rename_read(struct request *rq, void *state) {
    struct passkey_renaming *renaming = state;
    const char *name = NULL;
    const struct read_field fields[] = {
        {"name", READ_TEXT, .required = true, .to.text = &name, .min = 1,
         .max = STORE_NAME_SIZE - 1},
    };

    if (!endpoint_read_named(rq, state) ||
        !request_fields(rq, fields, sizeof fields / sizeof *fields))
        return false;
    if (label_fault(name) != NULL) {
        reply_invalid_at(rq, "/name", "%s", label_fault(name));
        return false;
    }
    snprintf(renaming->name, sizeof renaming->name, "%s", name);
    return true;
}

static enum store_result passkeys_rename_run(struct store_tx *tx, void *state) {
    struct passkey_renaming *renaming = state;
    struct endpoint_call *call = &renaming->named.call;
    struct writer w = writer_to(&call->reply.body);
    struct store_passkey passkey;
    enum store_result result =
        store_passkey_rename(tx, call->account, renaming->named.id, renaming->name);

    if (result == STORE_OK)
        result =
            store_passkey_get(store_tx_reader(tx), call->account, renaming->named.id, &passkey);
    if (result == STORE_OK)
        passkeys_write(&w, &passkey);
    return result;
}

const struct endpoint passkeys_rename = {
    .size = sizeof(struct passkey_renaming),
    .body_max = PASSKEY_JSON_MAX,
    .status = 200,
    .read = passkeys_rename_read,
    .run = passkeys_rename_run,
};

static enum store_result passkeys_delete_run(struct store_tx *tx, void *state) {
    const struct endpoint_named *named = state;

    return store_passkey_remove(tx, named->call.account, named->id);
}

const struct endpoint passkeys_delete = {
    .size = sizeof(struct endpoint_named),
    .status = 204,
    .read = endpoint_read_named,
    .run = passkeys_delete_run,
};

/* ---- signing in ---- */

enum passkey_end { PASSKEY_RIGHT, PASSKEY_STALE, PASSKEY_UNKNOWN, PASSKEY_FORGED, PASSKEY_BEHIND };

struct passkey_use {
    struct endpoint_call call; /* first */
    struct passkey_answer answer;
    uint8_t signature[WEBAUTHN_SIGNATURE_MAX];
    size_t signature_size;
    char
        user[STORE_ID_SIZE]; /* public id of the account that the device names; "": it names none */
    bool is_forged;
    struct store_passkey passkey; /* its id is 0: there is none */
    enum passkey_end end;
};

static bool passkey_sign_in_read(struct request *rq, void *state) {
    struct passkey_use *use = state;
    struct passkey_answer *answer = &use->answer;
    struct read_errors errors = {0};
    struct passkey_texts texts = {0};
    const char *signature = NULL, *user = NULL, *fault = NULL;
    size_t size;
    const struct read_field fields[] = {
        ANSWER_FIELDS(texts),
        {"signature", READ_TEXT, .required = true, .to.text = &signature, .min = 1,
         .max = BASE64_MAX(WEBAUTHN_SIGNATURE_MAX)},
        {"user_handle", READ_TEXT, .nullable = true, .to.text = &user, .min = 1,
         .max = BASE64_MAX(STORE_ID_SIZE - 1)},
    };

    if (!passkey_find_site(rq, &answer->site) ||
        !request_read(rq, &errors, fields, sizeof fields / sizeof *fields))
        return false;
    passkey_answer_read(&errors, &texts, WEBAUTHN_GET, answer);
    passkey_decode(&errors, "/signature", signature, use->signature, sizeof use->signature,
                   &use->signature_size);
    if (user != NULL)
        passkey_decode(&errors, "/user_handle", user, (uint8_t *)use->user, sizeof use->user - 1,
                       &size);
    if (errors.count == 0)
        fault = webauthn_read_state(passkey_answer_auth(answer), &answer->site, &answer->state);
    if (fault != NULL)
        read_error(&errors, "/authenticator_data", "%s", fault);
    return check_valid(rq, &errors);
}

/* Finds the passkey and checks the signature, which takes too long for the writer. */
static bool passkey_sign_in_judge(struct request *rq, void *state) {
    struct passkey_use *use = state;
    struct passkey_answer *answer = &use->answer;
    struct store_reader *reader = api_reader(rq);
    struct webauthn_key key;
    enum store_result result;

    if (reader == NULL)
        return false;
    result = store_passkey_by_credential(reader, answer->credential, &use->passkey);
    if (result == STORE_NONE) {
        use->passkey.id = 0;
        return true;
    }
    if (!check_stored(rq, result))
        return false;
    key.algorithm = (int)use->passkey.algorithm;
    use->is_forged =
        sodium_base642bin(key.bytes, sizeof key.bytes, use->passkey.public_key,
                          strlen(use->passkey.public_key), NULL, &key.size, NULL, VARIANT) != 0 ||
        !webauthn_verify(&key, &answer->site, passkey_answer_client(answer),
                         passkey_answer_auth(answer),
                         (struct webauthn_bytes){use->signature, use->signature_size});
    return true;
}

/* Notes the use, and answers with a token. */
static enum store_result passkey_take(struct store_tx *tx, struct passkey_use *use) {
    struct endpoint_call *call = &use->call;
    struct store_token key = {
        .account = use->passkey.account, .name = "signed in by passkey", .created_at = call->now};
    struct store_passkey used = use->passkey;
    struct store_account account;
    char token[TOKEN_SIZE];
    enum store_result result =
        store_account_get(store_tx_reader(tx), use->passkey.account, &account);

    if (result == STORE_OK && use->user[0] != '\0' && strcmp(use->user, account.public_id) != 0)
        return STORE_NONE;
    used.sign_count = use->answer.state.sign_count;
    used.backed_up = use->answer.state.backed_up;
    used.last_used_at = call->now;
    if (result == STORE_OK) {
        use->end = PASSKEY_BEHIND;
        result = store_passkey_used(tx, &used);
    }
    if (result != STORE_OK)
        return result;
    use->end = PASSKEY_UNKNOWN;
    result = session_token(tx, &key, SCOPE_ALL, token);
    if (result == STORE_OK) {
        use->end = PASSKEY_RIGHT;
        account_write_token(&call->reply.body, &account, token);
    }
    sodium_memzero(token, sizeof token);
    return result;
}

/* Succeeds whatever the end is, so that the challenge stays used up. */
static enum store_result passkey_sign_in_run(struct store_tx *tx, void *state) {
    struct passkey_use *use = state;
    enum store_result result =
        store_passkey_challenge_take(tx, use->answer.challenge, 0, use->call.now);

    use->end = PASSKEY_STALE;
    if (result == STORE_OK) {
        use->end = use->passkey.id == 0 ? PASSKEY_UNKNOWN : PASSKEY_FORGED;
        if (use->passkey.id != 0 && !use->is_forged) {
            use->end = PASSKEY_UNKNOWN;
            result = passkey_take(tx, use);
        }
    }
    return result == STORE_NONE ? STORE_OK : result;
}

static void passkey_sign_in_reply(struct request *rq, void *state) {
    struct passkey_use *use = state;

    switch (use->end) {
    case PASSKEY_RIGHT: endpoint_send(rq, &use->call); return;
    case PASSKEY_STALE: reply_invalid_at(rq, "/client_data", CHALLENGE_DETAIL); return;
    case PASSKEY_UNKNOWN: reply_not_found(rq); return;
    case PASSKEY_FORGED:
        reply_invalid_at(rq, "/signature", "is not one of this passkey over this data");
        return;
    case PASSKEY_BEHIND:
        reply_problem(rq, PROBLEM_FORBIDDEN,
                      "the passkey's count of signatures has not risen, so there may be a copy of "
                      "it; sign in another way, and remove it");
        return;
    }
}

const struct endpoint passkey_sign_in = {
    .size = sizeof(struct passkey_use),
    .body_max = PASSKEY_JSON_MAX,
    .status = 200,
    .secret = true,
    .read = passkey_sign_in_read,
    .judge = passkey_sign_in_judge,
    .run = passkey_sign_in_run,
    .reply = passkey_sign_in_reply,
};
