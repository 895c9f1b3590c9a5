/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_ACCOUNT_AUTH_H
#define SERVICE_ACCOUNT_AUTH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "db/accounts.h"
#include "service/account/presence.h"
#include "service/base/buffer.h"
#include "service/http/server.h"

/*
 * Tokens: "hxp_", 30 random base-62 characters (178 bits), and the CRC-32 of these as 6 more, so
 * that leaked tokens can be recognised and mistyped ones refused without a lookup. Only a hash is
 * stored.
 */
enum {
    TOKEN_RANDOM = 30,
    TOKEN_CHECK = 6,
    TOKEN_LENGTH = 4 + TOKEN_RANDOM + TOKEN_CHECK,
    TOKEN_SIZE = TOKEN_LENGTH + 1, /* with NUL */
    TOKEN_HASH_SIZE = 32,
};

/* What a token may be used for. */
enum scope {
    SCOPE_GAME_READ = 1u << 0,     /* game:read */
    SCOPE_GAME_PLAY = 1u << 1,     /* game:play */
    SCOPE_GAME_CREATE = 1u << 2,   /* game:create */
    SCOPE_ACCOUNT_WRITE = 1u << 3, /* account:write: the account itself and its tokens */
    SCOPE_ALL = (1u << 4) - 1
};
enum { SCOPES_TEXT_SIZE = 64 };

/* "game:read game:play", in a fixed order. */
void scopes_text(unsigned scopes, char text[SCOPES_TEXT_SIZE]);
/* The bits of such a text; unknown words (of a newer version) are ignored. */
unsigned scopes_parse(const char *text);
/* The bit of one scope's name, 0 when there is no such scope. */
unsigned scope_bit(const char *name);
/* NULL-terminated names, in the order of the bits. */
extern const char *const scope_names[];

/* Draws a token that may do what SCOPES says, as token_new does, and fills in its id, hash and
 * scopes. */
void token_make(struct store_token *token, unsigned scopes, char text[TOKEN_SIZE]);
/* Stores a token that was made with the token PARENT, as its child, which ends with it at the latest. A
 * session as parent is replaced by the token that it was made with, so that signing out ends none of its
 * children. STORE_NONE: the parent has ended. */
enum store_result token_create_child(struct store_tx *tx, int64_t parent, struct store_token *token,
                                     int64_t now);
/* Finds the token whose end must also end what is set up with token ID; *bound 0: none. Nothing may outlive a
 * token that expires or lacks scopes. For a session the token that it was made with counts; a browser signed
 * in by mail binds nothing. STORE_NONE: the token has ended. */
enum store_result token_find_bound(struct store_tx *tx, int64_t id, int64_t *bound);
/* Whether this token may set up access to its account that cannot end with it: a mail address, a chat.
 * STORE_NONE: it may not, or has ended. */
enum store_result token_check_way_in(struct store_tx *tx, int64_t id);
/* When a token revoked or expired at these times became invalid, and WHY, as text for the owner of what
 * ended with it; 0: it is valid at NOW. */
int64_t token_out_since(int64_t revoked_at, int64_t expires_at, int64_t now, const char **why);
/* Draws a new token and its hash. The text is a secret: show it once, do not store it. */
void token_new(char token[TOKEN_SIZE], uint8_t hash[TOKEN_HASH_SIZE]);
/* Whether this has the form of a token and a correct checksum. */
bool token_well_formed(const char *token);
void token_hash(const char *token, uint8_t hash[TOKEN_HASH_SIZE]);

/* The server's auth hook; rq->app is a struct app. */
enum auth_result auth_caller(struct request *rq, const char *token);

/* Notes that ACCOUNT has looked at a game, given by its public id, and announces it to other
 * processes. */
void auth_note_presence(const struct request *rq, int64_t account, const char *game,
                        enum presence_kind kind);

#endif
