-- SPDX-License-Identifier: AGPL-3.0-or-later
-- works with: 25
-- The six digits that a mail for signing in has beside its link (service/mail/link.h). A link and its digits are used up
-- together.

ALTER TABLE mail_links ADD COLUMN digits BLOB CHECK (length(digits) = 32); -- hash of address and digits; null: none

CREATE INDEX mail_links_by_digits ON mail_links (digits) WHERE digits IS NOT NULL;
