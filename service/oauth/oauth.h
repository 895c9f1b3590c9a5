/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_OAUTH_OAUTH_H
#define SERVICE_OAUTH_OAUTH_H

/* OAuth 2 for other people's programs: every limit and every span of time of it. README.md says how it works. */

enum {
    OAUTH_APPS_MAX = 20,          /* of one account */
    OAUTH_REDIRECTS_MAX = 10,     /* of one app */
    OAUTH_GRANTS_MAX = 50,        /* of one account */
    OAUTH_GRANTS_OF_APP_MAX = 10, /* of one account and app; a further one ends the oldest */
    OAUTH_DEVICES_MAX = 100,      /* of one address, waiting for an answer */
    OAUTH_TRIES_OF_ACCOUNT = 60,  /* codes of devices that an account may type in a day */
    OAUTH_TRIES_OF_ADDRESS = 300, /* the same for all accounts of an address */
    OAUTH_CODE_S = 120,           /* how long a code is good */
    OAUTH_DEVICE_S = 15 * 60,     /* the same of a device's codes */
    OAUTH_PACE_S =
        5, /* that a device leaves between questions; more after each that came too soon */
    OAUTH_ACCESS_S = 3600, /* how long an access token is good */
    OAUTH_REFRESH_S =
        30 * 24 * 3600, /* how long a refresh token is, from the end of its access token */

    OAUTH_JOBS =
        255, /* for STORE_KEY_TARGET: jobs about one request; above all channels of the outbox */

    /* Kinds of allowances (db/usage.h), above those of app/quota.h. */
    OAUTH_ALLOWANCE_ACCOUNT = 100, /* codes that an account types */
    OAUTH_ALLOWANCE_ADDRESS,       /* codes that are typed at an address */
};

#endif
