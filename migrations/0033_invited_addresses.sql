-- SPDX-License-Identifier: AGPL-3.0-or-later
-- works with: 32
-- What is kept under somebody's address is found when their account is deleted.

CREATE INDEX seats_by_invite ON seats (lower(invite)) WHERE invite IS NOT NULL;
CREATE INDEX mail_invitations_by_address ON mail_invitations (lower(address));
