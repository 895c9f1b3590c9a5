/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_OAUTH_TOKEN_H
#define SERVICE_OAUTH_TOKEN_H

struct endpoint;

extern const struct endpoint token_give;   /* POST /oauth/token */
extern const struct endpoint token_revoke; /* POST /oauth/revoke */

#endif
