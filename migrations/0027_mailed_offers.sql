-- SPDX-License-Identifier: AGPL-3.0-or-later
-- Offers are told by mail: a switch of its own, on for everybody as the others are at first. Programs that do not
-- know this kind of news cannot send it, so they are not let go on beside this.

UPDATE mailboxes SET kinds = kinds | 16;
