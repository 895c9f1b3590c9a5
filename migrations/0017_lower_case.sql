-- SPDX-License-Identifier: AGPL-3.0-or-later
-- What is looked for whatever the case of its letters is looked for in lower case, which every
-- database does alike; lower() changes ASCII letters only.

DROP INDEX accounts_by_email;
CREATE INDEX accounts_by_email ON accounts (lower(email)) WHERE email IS NOT NULL;

DROP INDEX mail_links_by_address;
CREATE INDEX mail_links_by_address ON mail_links (lower(address), purpose) WHERE address IS NOT NULL;
