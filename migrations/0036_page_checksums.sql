-- SPDX-License-Identifier: AGPL-3.0-or-later
-- Each page of the file ends in a checksum (db/sqlite/pages.c). It changes no table, but a program from before would write
-- pages without, which would look damaged: so it may not go on.

SELECT 1;
