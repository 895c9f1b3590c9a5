-- SPDX-License-Identifier: AGPL-3.0-or-later
-- works with: 25
-- How many accounts an address has made, for all processes together: one number is the whole allowance. It will be
-- full again at `full_at`; every account moves that on.

CREATE TABLE sign_ups (
    client  bigint PRIMARY KEY, -- an address, as the service counts them
    full_at bigint NOT NULL     -- Unix milliseconds
);
